/* SPDX-License-Identifier: Apache-2.0 */

/* Read a plan of prizes, and report all mistakes, each at its place. */

#include <string.h>

#include "limmat/json.h"
#include "limmat/prizes.h"

struct reader {
    struct lm_arena *arena;
    struct lm_log *log;
    enum lm_status status; /* LM_INVALID: mistakes were reported; LM_LIMIT */
    struct lm_prize_plan *plan;
    struct lm_prize_group *groups;
    bool cumulative;
    enum lm_prize_sharing sharing;
};

static void refuse(struct reader *r, const struct lm_json *node, const char *what,
                   const char *remedy)
{
    struct lm_place place = {
        .line = node->line, .column = node->column, .field = node->key, .value = node->text};
    enum lm_status status = lm_log_add(r->log, LM_ERROR, place, remedy, "%s", what);
    if (r->status == LM_OK)
        r->status = status;
}

static void *allocate(struct reader *r, size_t count, size_t size)
{
    void *memory = lm_arena_alloc(r->arena, count, size);
    if (memory == NULL)
        r->status = LM_LIMIT;
    return memory;
}

/* --- values */

/* A number with at most two decimals, as cents. */
static bool read_cents(struct reader *r, const struct lm_json *node, int64_t *cents)
{
    static const char remedy[] = "an amount with at most two decimals, as 400 or 12.50";
    const char *text = node->type == LM_JSON_NUMBER ? node->text : "";
    const char *point = strchr(text, '.');
    size_t whole = point == NULL ? strlen(text) : (size_t)(point - text);
    size_t decimals = point == NULL ? 0 : strlen(point + 1);
    int64_t units = 0, parts = 0;
    bool good = whole > 0 && decimals <= 2 &&
                lm_parse_integer(text, whole, 0, LM_PRIZE_MAX / 100, &units) &&
                (decimals == 0 || lm_parse_integer(point + 1, decimals, 0, 99, &parts));
    if (!good) {
        refuse(r, node, "not an amount of money", remedy);
        return false;
    }
    *cents = units * 100 + (decimals == 1 ? parts * 10 : parts);
    return true;
}

/* The index of a text in ${words}, of which there are ${count}. */
static bool read_word(struct reader *r, const struct lm_json *node, const char *const *words,
                      size_t count, int *index)
{
    struct lm_text remedy = lm_text_in(r->arena);
    const char *text = lm_json_string(node);
    for (size_t i = 0; i < count; i++) {
        if (text != NULL && strcmp(text, words[i]) == 0) {
            *index = (int)i;
            return true;
        }
        lm_text_print(&remedy, "%s\"%s\"", i == 0 ? "" : " or ", words[i]);
    }
    refuse(r, node, "not one of the words allowed here", lm_text_string(&remedy));
    return false;
}

static const char *read_text(struct reader *r, const struct lm_json *node)
{
    const char *text = lm_json_string(node);
    if (text == NULL)
        refuse(r, node, "not a text", "a text in quotation marks");
    return text == NULL ? "" : text;
}

static void read_sharing(struct reader *r, const struct lm_json *node, enum lm_prize_sharing *out)
{
    static const char *const words[] = {"equal", "hort", "place"};
    int index = 0;
    if (read_word(r, node, words, 3, &index))
        *out = (enum lm_prize_sharing)index;
}

/* --- groups */

static void read_places(struct reader *r, const struct lm_json *node, struct lm_prize_group *g)
{
    if (node->type != LM_JSON_ARRAY || node->length == 0) {
        refuse(r, node, "not a list of amounts", "the prizes by place, as [500, 300, 200]");
        return;
    }
    int64_t *prizes = allocate(r, node->length, sizeof *prizes);
    int64_t sum = 0;
    for (const struct lm_json *n = node->first; prizes != NULL && n != NULL; n = n->next)
        if (read_cents(r, n, &prizes[g->prize_count])) {
            sum += prizes[g->prize_count++];
            if (g->prize_count > 1 && prizes[g->prize_count - 1] > prizes[g->prize_count - 2])
                refuse(r, n, "a prize that is higher than that of the place before",
                       "prizes in descending order");
        }
    g->prizes = prizes;
    if (sum > LM_PRIZE_MAX)
        refuse(r, node, "the prizes of this group are too much", "at most 10 thousand million");
}

static void read_group_member(struct reader *r, const struct lm_json *n, struct lm_prize_group *g)
{
    struct lm_place place = {.line = n->line, .column = n->column, .field = n->key};
    int64_t number = 0;
    if (strcmp(n->key, "name") == 0) {
        g->name = read_text(r, n);
    } else if (strcmp(n->key, "category") == 0) {
        enum lm_status status =
            lm_category_parse(read_text(r, n), place, r->arena, r->log, &g->category);
        r->status = r->status == LM_OK ? status : r->status;
    } else if (strcmp(n->key, "sharing") == 0) {
        read_sharing(r, n, &g->sharing);
    } else if (strcmp(n->key, "cumulative") == 0) {
        if (!lm_json_boolean(n, &g->cumulative))
            refuse(r, n, "neither true nor false",
                   "true: paid in addition to a player's other prizes");
    } else if (strcmp(n->key, "at_least") == 0) {
        if (!lm_json_integer(n, 0, UINT32_MAX, &number))
            refuse(r, n, "not a number of players", "a whole number");
        g->at_least = (uint32_t)number;
    } else if (strcmp(n->key, "places") == 0) {
        read_places(r, n, g);
    } else {
        refuse(r, n, "unknown in a group of prizes",
               "name, category, places, sharing, cumulative or at_least");
    }
}

static void read_group(struct reader *r, const struct lm_json *node, struct lm_prize_group *g)
{
    *g = (struct lm_prize_group){.sharing = r->sharing, .cumulative = r->cumulative};
    if (node->type != LM_JSON_OBJECT) {
        refuse(r, node, "not a group of prizes", "{\"name\": \"General\", \"places\": [500, 300]}");
        return;
    }
    for (const struct lm_json *n = node->first; n != NULL; n = n->next)
        read_group_member(r, n, g);
    if (g->name == NULL || *g->name == '\0')
        refuse(r, node, "a group of prizes without name", "\"name\": \"General\"");
    if (lm_json_get(node, "places") == NULL)
        refuse(r, node, "a group of prizes without places", "\"places\": [500, 300, 200]");
}

static void read_groups(struct reader *r, const struct lm_json *node)
{
    if (node == NULL || node->type != LM_JSON_ARRAY)
        return;
    r->groups = allocate(r, node->length, sizeof *r->groups);
    for (const struct lm_json *n = node->first; r->groups != NULL && n != NULL; n = n->next)
        read_group(r, n, &r->groups[r->plan->group_count++]);
    r->plan->groups = r->groups;
}

/* --- the plan */

static void read_format(struct reader *r, const struct lm_json *n)
{
    const char *text = lm_json_string(n);
    if (text == NULL || strcmp(text, "limmat-prizes/1") != 0)
        refuse(r, n, "not a plan of prizes", "\"limmat-prizes/1\"");
}

static void read_currency(struct reader *r, const struct lm_json *n)
{
    r->plan->currency = read_text(r, n);
}

static void read_plan_sharing(struct reader *r, const struct lm_json *n)
{
    read_sharing(r, n, &r->sharing);
}

static void read_award(struct reader *r, const struct lm_json *n)
{
    static const char *const words[] = {"highest", "cumulative"};
    int index = 0;
    if (read_word(r, n, words, 2, &index))
        r->cumulative = index == 1;
}

static void read_unit(struct reader *r, const struct lm_json *n)
{
    int64_t unit = 0;
    if (!read_cents(r, n, &unit))
        return;
    if (unit == 0)
        refuse(r, n, "the unit cannot be 0", "the smallest amount that is paid, as 0.05");
    else
        r->plan->unit = unit;
}

static void read_rounding(struct reader *r, const struct lm_json *n)
{
    static const char *const words[] = {"best", "down", "nearest"};
    int index = 0;
    if (read_word(r, n, words, 3, &index))
        r->plan->rounding = (enum lm_prize_rounding)index;
}

static void read_beyond(struct reader *r, const struct lm_json *n)
{
    if (!lm_json_boolean(n, &r->plan->beyond))
        refuse(r, n, "neither true nor false", "true: those tied beyond the last prize share too");
}

static void read_later(struct reader *r, const struct lm_json *n)
{
    if (n->type != LM_JSON_ARRAY || n->length == 0)
        refuse(r, n, "not a list of groups", "[{\"name\": \"General\", \"places\": [500, 300]}]");
}

static const struct {
    const char *key;
    void (*read)(struct reader *r, const struct lm_json *n);
} members[] = {{"format", read_format}, {"currency", read_currency}, {"sharing", read_plan_sharing},
               {"award", read_award},   {"unit", read_unit},         {"rounding", read_rounding},
               {"beyond", read_beyond}, {"groups", read_later}};

static void read_member(struct reader *r, const struct lm_json *n)
{
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        if (strcmp(members[i].key, n->key) == 0) {
            members[i].read(r, n);
            return;
        }
    refuse(r, n, "unknown in a plan of prizes",
           "format, currency, sharing, award, unit, rounding, beyond or groups");
}

enum lm_status lm_prize_plan_read(const char *bytes, size_t length, struct lm_arena *arena,
                                  struct lm_log *log, const struct lm_prize_plan **out)
{
    struct lm_json *root;
    enum lm_status status = lm_json_parse(bytes, length, arena, log, &root);
    if (status != LM_OK)
        return status;
    struct reader r = {.arena = arena, .log = log};
    r.plan = allocate(&r, 1, sizeof *r.plan);
    if (r.plan == NULL)
        return LM_LIMIT;
    *r.plan = (struct lm_prize_plan){.currency = "", .unit = 1, .beyond = true};
    for (const struct lm_json *n = root->type == LM_JSON_OBJECT ? root->first : NULL; n != NULL;
         n = n->next)
        read_member(&r, n);
    if (lm_json_get(root, "format") == NULL || lm_json_get(root, "groups") == NULL)
        refuse(&r, root, "not a plan of prizes",
               "an object with \"format\": \"limmat-prizes/1\" and \"groups\"");
    read_groups(&r, lm_json_get(root, "groups"));
    if (r.status == LM_OK)
        *out = r.plan;
    return r.status;
}
