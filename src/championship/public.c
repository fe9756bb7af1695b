/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/championship_events.h"

/*
 * The public journal, numbered and chained again.  It omits applicants who don't take part,
 * players' statements about their accounts, reasons, and bids before both have bid.  Accepted
 * players count as such without proof: its definition has no entry conditions, and an application
 * holds only the resulting seeding rating.  All pairings, agreements and results are judged again
 * when it is verified.
 */

bool lm_champ_is_private(const struct lm_championship *c, const struct record *record)
{
    const struct record *undone =
        record->line.undoes != 0 ? lm_champ_record(c, record->line.undoes) : NULL;
    const char *name = lm_json_string(lm_json_get(record->line.object, "player"));
    bool applied = strcmp(record->line.event, "apply") == 0;
    uint32_t person = name == NULL ? NOBODY : lm_champ_person(c, name);
    if (undone != NULL)
        return lm_champ_is_private(c, undone);
    if (person == NOBODY)
        return applied || (name != NULL && strcmp(record->line.event, "decide") == 0);
    return c->people[person].status == ENTRY_PENDING ||
           c->people[person].status == ENTRY_REJECTED ||
           (applied && record->dropped != 0 && c->people[person].status == ENTRY_NOT_APPLIED);
}

static bool is_among(const char *const *names, const char *name)
{
    for (size_t i = 0; names != NULL && names[i] != NULL; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* A copy in progress. */
struct copying {
    const struct lm_championship *c;
    struct lm_journal *to;
    uint64_t *numbers; /* of each record there; 0: left out */
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_text *out;
};

/* Is it neither private nor a decision on an application?  An undo has the status of the line it
 * undoes. */
static bool is_public(const struct lm_championship *c, const struct record *record)
{
    const struct record *undone =
        record->line.undoes != 0 ? lm_champ_record(c, record->line.undoes) : NULL;
    const char *what = lm_json_string(lm_json_get(record->line.object, "what"));
    bool judges =
        record->row->take == lm_event_decide && what != NULL && strcmp(what, "application") == 0;
    return undone != NULL ? is_public(c, undone) : !judges && !lm_champ_is_private(c, record);
}

/* A line invalidated with a line that is left out would be valid here: it is left out, too. */
static bool is_copied(const struct lm_championship *c, const struct record *record)
{
    const struct record *by = record->dropped != 0 ? lm_champ_record(c, record->dropped) : NULL;
    return is_public(c, record) && (by == NULL || is_public(c, by));
}

static uint64_t number_there(const struct copying *copy, uint64_t number)
{
    const struct record *record = lm_champ_record(copy->c, number);
    return record == NULL ? 0 : copy->numbers[record - copy->c->records];
}

static void put_application(const struct lm_championship *c, const struct lm_json *object,
                            struct lm_json_writer *w)
{
    const char *name = lm_json_string(lm_json_get(object, "player"));
    const struct lm_json *forfeits = lm_json_get(object, "forfeits");
    lm_json_put_string(w, "player", name);
    lm_json_put_tenths(w, "seeding", c->people[lm_champ_person(c, name)].seeding);
    if (forfeits != NULL)
        lm_json_put_node(w, "forfeits", forfeits);
}

/* The second bid of a match reveals both; old lines had one each. */
static void put_bids(const struct lm_championship *c, const struct record *record,
                     struct lm_json_writer *w)
{
    for (size_t i = 0; i < c->contest_count; i++) {
        const struct contest *contest = &c->contests[i];
        uint64_t first = contest->bid_lines[FIRST], second = contest->bid_lines[SECOND];
        if ((first > second ? first : second) != record->line.number || contest->bids[FIRST] <= 0 ||
            contest->bids[SECOND] <= 0)
            continue;
        lm_json_begin(w, "bids", '[');
        lm_json_put_integer(w, NULL, contest->bids[FIRST]);
        lm_json_put_integer(w, NULL, contest->bids[SECOND]);
        lm_json_end(w, ']');
    }
}

/* Write the numbers of the lines it names, in the copy. */
static void put_numbers(const struct copying *copy, const struct record *record,
                        struct lm_json_writer *w)
{
    if (lm_json_get(record->line.object, "line") != NULL)
        lm_json_put_integer(w, "line", (int64_t)number_there(copy, record->line.undoes));
    if (record->fall_count == 0)
        return;
    lm_json_begin(w, "falls", '[');
    for (size_t i = 0; i < record->fall_count; i++)
        if (number_there(copy, record->falls[i]) != 0)
            lm_json_put_integer(w, NULL, (int64_t)number_there(copy, record->falls[i]));
    lm_json_end(w, ']');
}

static void put_fields(const struct copying *copy, const struct record *record,
                       struct lm_json_writer *w)
{
    static const char *const apart[] = {"line", "falls", "opened", "bids", NULL};
    const struct event_row *row = record->row;
    if (row->take == lm_event_apply) {
        put_application(copy->c, record->line.object, w);
        return;
    }
    for (const struct lm_json *node = record->line.object->first; node != NULL; node = node->next)
        if ((is_among(row->members, node->key) || is_among(row->found, node->key)) &&
            !is_among(apart, node->key) &&
            (row->hidden == NULL || strcmp(row->hidden, node->key) != 0))
            lm_json_put_node(w, node->key, node);
    if (row->take == lm_event_bid)
        put_bids(copy->c, record, w);
    if (record->line.undoes != 0)
        put_numbers(copy, record, w);
}

static enum lm_status copy_line(struct copying *copy, const struct record *record)
{
    struct lm_text fields = lm_text_in(copy->arena), none = lm_text_in(copy->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    struct lm_line line;
    bool id = lm_event_is_id(record->name);
    lm_json_begin(&w, NULL, '{');
    put_fields(copy, record, &w);
    if (!id)
        lm_json_put_string(&w, "who", record->name);
    lm_json_end(&w, '}');
    const struct lm_entry entry = {.at = record->line.at,
                                   .happened = record->line.happened,
                                   .event = record->row->name,
                                   .by = id ? record->name : "somebody",
                                   .request = "",
                                   .undoes = number_there(copy, record->line.undoes),
                                   .fields = lm_event_inside(&fields),
                                   .secrets = ""};
    if (fields.failed)
        return LM_LIMIT;
    enum lm_status status = lm_journal_write(copy->to, &entry, copy->log, copy->out, &none, &line);
    copy->numbers[record - copy->c->records] = lm_journal_number(copy->to);
    return status;
}

/* Copy the definition without the entry conditions. */
static enum lm_status copy_opening(struct copying *copy)
{
    static const char *const left_out[] = {"eligibility", "seeding", NULL};
    const struct lm_championship *c = copy->c;
    struct lm_text fields = lm_text_in(copy->arena), none = lm_text_in(copy->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    struct lm_line line;
    lm_json_begin(&w, NULL, '{');
    lm_json_begin(&w, "definition", '{');
    for (const struct lm_json *node = c->definition->json->first; node != NULL; node = node->next)
        if (!is_among(left_out, node->key))
            lm_json_put_node(&w, node->key, node);
    lm_json_end(&w, '}');
    lm_json_end(&w, '}');
    const struct lm_entry entry = {.at = c->opened,
                                   .happened = c->opened,
                                   .event = "championship",
                                   .by = c->definition->directors[0],
                                   .request = "",
                                   .fields = lm_event_inside(&fields),
                                   .secrets = ""};
    return fields.failed ? LM_LIMIT
                         : lm_journal_write(copy->to, &entry, copy->log, copy->out, &none, &line);
}

enum lm_status lm_championship_public(const struct lm_championship *c,
                                      const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_text *out)
{
    struct copying copy = {.c = c, .arena = arena, .log = log, .out = out};
    copy.numbers = lm_arena_alloc(arena, c->record_count, sizeof *copy.numbers);
    enum lm_status status =
        copy.numbers == NULL ? LM_LIMIT : lm_journal_new(arena, hooks, &copy.to);
    if (status == LM_OK)
        status = copy_opening(&copy);
    for (size_t i = 0; status == LM_OK && i < c->record_count; i++)
        if (is_copied(c, &c->records[i]))
            status = copy_line(&copy, &c->records[i]);
    return status == LM_OK ? lm_text_status(out) : status;
}
