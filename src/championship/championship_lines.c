/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/championship_events.h"

/*
 * The lines of a journal and the state that follows.  An undo does not reverse changes of the
 * state: the other lines are replayed without the undone one.  No consequence of it can therefore
 * be forgotten (a match open again, a seat, a count of forfeits), and a line that has become
 * impossible shows itself: its replay refuses it.
 */

enum lm_status lm_champ_blank(const struct lm_definition *definition, struct lm_arena *arena,
                              struct lm_championship *out)
{
    struct lm_championship c = {.arena = arena,
                                .definition = definition,
                                .current = NOBODY,
                                .time = INT64_MIN,
                                .opened = INT64_MIN,
                                .by = ""};
    c.stages = lm_arena_alloc(arena, definition->stage_count, sizeof *c.stages);
    if (c.stages == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < definition->holder_count; i++) {
        if (definition->holders[i].automatic &&
            lm_champ_add_person(&c, definition->holders[i].player) == NOBODY)
            return LM_LIMIT;
    }
    *out = c;
    return LM_OK;
}

struct record *lm_champ_record(const struct lm_championship *c, uint64_t number)
{
    uint64_t index = number - c->opening - 1;
    return number > c->opening && index < c->record_count ? &c->records[index] : NULL;
}

/* Read the lines that became invalid with another, ascending. */
static bool read_falls(struct lm_championship *c, struct fields *f, struct record *record)
{
    const struct lm_json *list =
        lm_field_typed(f, record->line.object, "falls", OPTIONAL, LM_JSON_ARRAY);
    if (list == NULL)
        return !f->failed;
    uint64_t *falls = lm_arena_alloc(c->arena, list->length, sizeof *falls);
    for (const struct lm_json *item = list->first; falls != NULL && item != NULL;
         item = item->next) {
        int64_t number = 0;
        if (!lm_json_integer(item, 1, (int64_t)record->line.number - 1, &number)) {
            lm_field_wrong(f, item, "falls", "numbers of earlier entries",
                           "this value isn't possible");
            return false;
        }
        falls[record->fall_count++] = (uint64_t)number;
    }
    record->falls = falls;
    return falls != NULL;
}

/* Return the author of the line: "who" if the name cannot be an id. */
static const char *name_of(const struct lm_line *line)
{
    const char *who = lm_json_string(lm_json_get(line->object, "who"));
    return who != NULL ? who : line->by;
}

enum lm_status lm_champ_add_record(struct lm_championship *c, const struct lm_line *line, bool old,
                                   struct lm_log *log)
{
    struct fields f = {.arena = c->arena, .log = log};
    struct record record = {.line = *line, .old = old};
    if (!old && lm_line_object(line, c->arena, &record.line.object) != LM_OK)
        return LM_LIMIT;
    record.name = name_of(&record.line);
    record.row = lm_event_row(line->event);
    if (record.row == NULL) {
        lm_field_wrong(&f, lm_json_get(record.line.object, "event"), "event", "use a newer version",
                       "unknown \"event\"");
        return LM_INVALID;
    }
    if (!lm_event_known(&f, record.line.object, record.row, old ? EVENT_OLD : EVENT_LINE) ||
        (!old && !read_falls(c, &f, &record)))
        return f.failed ? LM_INVALID : LM_LIMIT;
    if (!old)
        record.after = lm_journal_mark(c->journal);
    if (line->secret != NULL)
        record.secret = lm_journal_secret(c->journal, line->number);
    if (!lm_arena_grow(c->arena, &c->records, &c->record_capacity, c->record_count + 1,
                       sizeof *c->records))
        return LM_LIMIT;
    c->records[c->record_count++] = record;
    return LM_OK;
}

static void drop(struct lm_championship *c, uint64_t number, uint64_t by)
{
    struct record *record = number < by ? lm_champ_record(c, number) : NULL;
    if (record != NULL)
        record->dropped = by;
}

/* Mark undone lines, from the last line back: an undone line undoes nothing. */
void lm_champ_settle(struct lm_championship *c)
{
    for (size_t i = 0; i < c->record_count; i++)
        c->records[i].dropped = 0;
    for (size_t i = c->record_count; i-- > 0;) {
        const struct record *record = &c->records[i];
        if (record->dropped != 0)
            continue;
        if (record->line.undoes != 0)
            drop(c, record->line.undoes, record->line.number);
        for (size_t k = 0; k < record->fall_count; k++)
            drop(c, record->falls[k], record->line.number);
    }
}

enum lm_status lm_champ_tell(struct lm_championship *c, size_t index, struct lm_log *log)
{
    const struct record *record = &c->records[index];
    struct fields f = {.arena = c->arena, .log = log};
    struct taking t = {
        .c = c, .f = &f, .event = record->line.object, .record = record, .name = record->name};
    int64_t before = c->time;
    if (record->dropped != 0) {
        c->revised = true;
        c->events++;
        c->time = record->line.at;
        return LM_OK;
    }
    c->line = record->line.number;
    if (!lm_event_may_enter(&t, record->row))
        return LM_INVALID;
    c->time = record->line.happened;
    c->entered = record->line.at;
    c->by = record->name;
    enum lm_status status = record->row->take(&t);
    if (status == LM_OK && c->out_of_memory)
        status = LM_LIMIT;
    c->time = status == LM_OK ? record->line.at : before;
    c->events += status == LM_OK;
    return status;
}

/* ---- replaying */

enum lm_status lm_champ_note(struct lm_championship *c, uint64_t number,
                             const struct lm_message *why)
{
    struct aftermath *a = c->aftermath;
    if (!lm_arena_grow(c->arena, &a->lines, &a->capacity, a->count + 1, sizeof *a->lines))
        return LM_LIMIT;
    a->lines[a->count++] = (struct aftermath_line){number, why};
    return LM_OK;
}

/* Invalidate a record that can no longer be replayed. */
static enum lm_status let_fall(struct lm_championship *c, struct record *record,
                               const struct lm_log *why)
{
    record->dropped = c->aftermath->by;
    c->revised = true;
    c->events++;
    const struct lm_message *message =
        why->count > 0 ? why->all[0].message : lm_message_print(c->arena, "this isn't possible");
    return message == NULL ? LM_LIMIT : lm_champ_note(c, record->line.number, message);
}

static enum lm_status tell_all(struct lm_championship *c, size_t count, struct lm_log *log)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < count && status == LM_OK; i++) {
        struct lm_log own = {.arena = c->arena};
        status = lm_champ_tell(c, i, c->aftermath != NULL ? &own : log);
        if (status == LM_INVALID && c->aftermath != NULL)
            status = let_fall(c, &c->records[i], &own);
    }
    return status;
}

enum lm_status lm_champ_tell_again(struct lm_championship *c, size_t count,
                                   struct aftermath *aftermath, struct lm_log *log)
{
    struct lm_championship fresh;
    enum lm_status status = lm_champ_blank(c->definition, c->arena, &fresh);
    if (status != LM_OK)
        return status;
    fresh.journal = c->journal;
    fresh.records = c->records;
    fresh.record_count = c->record_count;
    fresh.record_capacity = c->record_capacity;
    fresh.begun = c->begun;
    fresh.opening = c->opening;
    fresh.opened = fresh.time = c->opened;
    fresh.replaying = true;
    fresh.aftermath = aftermath;
    status = tell_all(&fresh, count, log);
    if (status != LM_OK)
        return status;
    fresh.replaying = false;
    fresh.aftermath = NULL;
    *c = fresh;
    return LM_OK;
}
