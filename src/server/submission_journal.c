/* SPDX-License-Identifier: Apache-2.0 */
#include "server/submission_journal.h"

#include <string.h>

#include "server/secrets.h"

static const char *name_of(const char *slug, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "~%s", slug);
    return lm_text_string(&text);
}

struct submission_journal journal_empty(const char *slug, struct lm_arena *arena,
                                        struct lm_log *log)
{
    return (struct submission_journal){.name = name_of(slug, arena), .arena = arena, .log = log};
}

/* --- reading */

static bool is_version(const struct submission_journal *j, size_t index)
{
    return strcmp(journal_text(j, index, "event"), "version") == 0;
}

static enum lm_status read_line(struct submission_journal *j, const struct store_line *line)
{
    struct lm_json *tree, *own = NULL;
    enum lm_status status = lm_json_parse(line->text, line->length, j->arena, j->log, &tree);
    if (status == LM_OK && *line->secret != '\0')
        status = lm_json_parse(line->secret, strlen(line->secret), j->arena, j->log, &own);
    if (status != LM_OK)
        return status == LM_INVALID ? LM_INTERNAL : status;
    j->lines[j->count] = tree;
    j->owns[j->count] = own;
    if (is_version(j, j->count)) {
        j->first = j->versions == 0 ? j->count : j->first;
        j->last = j->count;
        j->versions++;
    }
    j->count++;
    return LM_OK;
}

enum lm_status submission_journal_read(struct store *store, const char *slug,
                                       struct lm_arena *arena, struct lm_log *log,
                                       struct submission_journal *out)
{
    struct store_line *lines;
    size_t count;
    *out = journal_empty(slug, arena, log);
    enum lm_status status = store_lines(store, out->name, 1, arena, &lines, &count, log);
    if (status != LM_OK)
        return status;
    out->lines = lm_arena_alloc(arena, count, sizeof *out->lines);
    out->owns = lm_arena_alloc(arena, count, sizeof *out->owns);
    if (out->lines == NULL || out->owns == NULL)
        return LM_LIMIT;
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = read_line(out, &lines[i]);
    if (status == LM_OK && out->versions == 0)
        status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "Tournament not found");
    return status;
}

const char *journal_text(const struct submission_journal *j, size_t index, const char *key)
{
    const char *text = lm_json_string(lm_json_get(j->lines[index], key));
    return text == NULL ? "" : text;
}

static int64_t number_in(const struct lm_json *node)
{
    int64_t number = 0;
    (void)lm_json_integer(node, 0, INT64_MAX, &number);
    return number;
}

int64_t journal_time(const struct submission_journal *j, size_t index)
{
    return number_in(lm_json_get(j->lines[index], "at"));
}

unsigned journal_version(const struct submission_journal *j, size_t index)
{
    unsigned version = 0;
    for (size_t i = 0; i <= index; i++)
        version += is_version(j, i);
    return version;
}

/* Return the index of the line of ${version}; ${j->count} if there is none. */
static size_t line_of_version(const struct submission_journal *j, unsigned version)
{
    size_t index = 0;
    if (version == 0)
        return j->last;
    while (index < j->count && !(is_version(j, index) && journal_version(j, index) == version))
        index++;
    return index;
}

/* Return the private part of the line with number ${node}. */
static const struct lm_json *own_of(const struct submission_journal *j, const struct lm_json *node)
{
    int64_t number = number_in(node);
    return number < 1 || (uint64_t)number > j->count ? NULL : j->owns[number - 1];
}

enum lm_status journal_tournament(const struct submission_journal *j, unsigned version,
                                  struct lm_tournament **out)
{
    size_t index = line_of_version(j, version);
    if (index == j->count)
        return lm_log_add(j->log, LM_ERROR, (struct lm_place){0}, NULL,
                          "there is no version %u of this tournament", version);
    const struct lm_json *line = j->lines[index], *people = lm_json_get(line, "people");
    struct lm_tournament *t;
    enum lm_status status =
        submission_take_facts(lm_json_get(line, "tournament"), j->arena, j->log, &t);
    if (status != LM_OK || people == NULL || people->length != t->player_count)
        return status == LM_OK ? LM_INTERNAL : status;
    uint32_t i = 0;
    for (const struct lm_json *p = people->first; p != NULL; p = p->next)
        submission_take_person(own_of(j, p), &t->players[i++]);
    status = submission_take_officials(own_of(j, lm_json_get(line, "officials")), j->arena, t);
    if (status == LM_OK)
        *out = t;
    return status;
}

/* --- names */

static const char *const official_keys[] = {"name", "chief_arbiter", "pairing_controller"};
enum { OFFICIAL_KEYS = sizeof official_keys / sizeof *official_keys };

size_t journal_name_count(const struct submission_journal *j, size_t index)
{
    const struct lm_json *deputies = lm_json_get(j->owns[index], "deputies");
    return j->owns[index] == NULL ? 0 : OFFICIAL_KEYS + (deputies == NULL ? 0 : deputies->length);
}

const char *journal_name(const struct submission_journal *j, size_t index, size_t name)
{
    const char *text;
    if (name < OFFICIAL_KEYS) {
        text = lm_json_string(lm_json_get(j->owns[index], official_keys[name]));
    } else {
        const struct lm_json *d = lm_json_get(j->owns[index], "deputies")->first;
        for (size_t i = OFFICIAL_KEYS; i < name; i++)
            d = d->next;
        text = lm_json_string(d);
    }
    return text == NULL ? "" : text;
}

/* --- writing */

static struct lm_json_writer begin_line(struct lm_text *text, uint64_t number, const char *event)
{
    struct lm_json_writer w = lm_json_writer_to(text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "n", (int64_t)number);
    lm_json_put_string(&w, "event", event);
    return w;
}

struct lm_json_writer journal_begin_line(const struct submission_journal *j, struct lm_text *text,
                                         const char *event, int64_t at)
{
    struct lm_json_writer w = begin_line(text, j->count + 1, event);
    lm_json_put_integer(&w, "at", at);
    return w;
}

/* Lines to be appended together. */
struct batch {
    const struct submission_journal *j;
    struct store_line *lines;
    size_t count, capacity;
};

static bool add_line(struct batch *b, const struct lm_text *text, const char *secret)
{
    if (text->failed ||
        !lm_arena_grow(b->j->arena, &b->lines, &b->capacity, b->count + 1, sizeof *b->lines))
        return false;
    b->lines[b->count++] =
        (struct store_line){.text = lm_text_string(text), .length = text->length, .secret = secret};
    return true;
}

/* Return the part after number and salt in {"n":…,"salt":…,MEMBERS}. */
static const char *members_of(const char *own)
{
    const char *at = strchr(own, ',');
    at = at == NULL ? NULL : strchr(at + 1, ',');
    return at == NULL ? "}" : at;
}

/* Does line ${number} hold exactly the private part ${own}? */
static bool holds(const struct submission_journal *j, int64_t number, const char *own)
{
    struct lm_text text = lm_text_in(j->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    if (number < 1 || (uint64_t)number > j->count || j->owns[number - 1] == NULL)
        return false;
    lm_json_put_node(&w, NULL, j->owns[number - 1]);
    return strcmp(members_of(lm_text_string(&text)), members_of(own)) == 0;
}

/* Return the line that has ${own}: that of the previous version, or a new one of ${event}. 0: no
 * memory. */
static uint64_t line_for(struct batch *b, const char *event, int64_t before,
                         const struct lm_text *own)
{
    uint64_t number = b->j->count + b->count + 1;
    struct lm_text line = lm_text_in(b->j->arena);
    if (own->failed)
        return 0;
    if (holds(b->j, before, lm_text_string(own)))
        return (uint64_t)before;
    char seal[SECRETS_DIGEST];
    secrets_digest(lm_text_string(own), own->length, seal);
    struct lm_json_writer w = begin_line(&line, number, event);
    lm_json_put_string(&w, "seal", seal);
    lm_json_end(&w, '}');
    return add_line(b, &line, lm_text_string(own)) ? number : 0;
}

static struct lm_json_writer begin_own(struct batch *b, struct lm_text *own)
{
    struct lm_json_writer w = lm_json_writer_to(own, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "n", (int64_t)(b->j->count + b->count + 1));
    char salt[SECRETS_TOKEN];
    secrets_token(salt);
    lm_json_put_string(&w, "salt", salt);
    return w;
}

/* Return the line of player ${tpn} in the last version, in case their data is unchanged. */
static int64_t line_before(const struct submission_journal *j, const struct lm_tournament *last,
                           uint32_t tpn)
{
    uint32_t i = last == NULL ? LM_NOBODY : lm_player_with_tpn(last, tpn);
    const struct lm_json *people = i == LM_NOBODY ? NULL : lm_json_get(j->lines[j->last], "people");
    const struct lm_json *p = people == NULL ? NULL : people->first;
    for (; p != NULL && i > 0; i--)
        p = p->next;
    return number_in(p);
}

/* Find the lines of all players of ${t}. */
static enum lm_status add_people(struct batch *b, const struct lm_tournament *t,
                                 const struct lm_tournament *last, uint64_t *numbers)
{
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_text own = lm_text_in(b->j->arena);
        struct lm_json_writer w = begin_own(b, &own);
        submission_put_person(&w, &t->players[i]);
        lm_json_end(&w, '}');
        numbers[i] = line_for(b, "person", line_before(b->j, last, t->players[i].tpn), &own);
        if (numbers[i] == 0)
            return LM_LIMIT;
    }
    return LM_OK;
}

static uint64_t add_officials(struct batch *b, const struct lm_tournament *t)
{
    struct lm_text own = lm_text_in(b->j->arena);
    struct lm_json_writer w = begin_own(b, &own);
    submission_put_officials(&w, t);
    lm_json_end(&w, '}');
    int64_t before =
        b->j->versions == 0 ? 0 : number_in(lm_json_get(b->j->lines[b->j->last], "officials"));
    return line_for(b, "officials", before, &own);
}

static enum lm_status add_version(struct batch *b, const struct lm_tournament *t,
                                  const struct version_terms *terms, const uint64_t *people,
                                  uint64_t officials)
{
    struct lm_text line = lm_text_in(b->j->arena);
    struct lm_json_writer w = begin_line(&line, b->j->count + b->count + 1, "version");
    lm_json_put_integer(&w, "at", terms->at);
    lm_json_put_string(&w, "digest", terms->digest);
    if (*terms->message != '\0')
        lm_json_put_string(&w, "said", terms->message);
    if (*terms->owner != '\0') {
        lm_json_put_string(&w, "owner", terms->owner);
        lm_json_put_string(&w, "state", terms->state);
        lm_json_put_string(&w, "reason", terms->reason);
        lm_json_put_boolean(&w, "births", terms->births);
        lm_json_put_boolean(&w, "minors", terms->minors);
    }
    lm_json_begin(&w, "people", '[');
    for (uint32_t i = 0; i < t->player_count; i++)
        lm_json_put_integer(&w, NULL, (int64_t)people[i]);
    lm_json_end(&w, ']');
    lm_json_put_integer(&w, "officials", (int64_t)officials);
    enum lm_status status = submission_put_facts(&w, t, b->j->arena);
    lm_json_end(&w, '}');
    return status != LM_OK ? status : add_line(b, &line, "") ? LM_OK : LM_LIMIT;
}

enum lm_status journal_append_version(const struct submission_journal *j, struct store *store,
                                      const struct lm_tournament *t,
                                      const struct version_terms *terms)
{
    struct batch batch = {.j = j};
    struct lm_tournament *last = NULL;
    uint64_t *people = lm_arena_alloc(j->arena, t->player_count, sizeof *people);
    enum lm_status status = people == NULL    ? LM_LIMIT
                            : j->versions > 0 ? journal_tournament(j, 0, &last)
                                              : LM_OK;
    if (status == LM_OK)
        status = add_people(&batch, t, last, people);
    uint64_t officials = status == LM_OK ? add_officials(&batch, t) : 0;
    if (status == LM_OK && officials == 0)
        status = LM_LIMIT;
    if (status == LM_OK)
        status = add_version(&batch, t, terms, people, officials);
    return status == LM_OK
               ? store_append(store, j->name, j->count + 1, batch.lines, batch.count, j->log)
               : status;
}
