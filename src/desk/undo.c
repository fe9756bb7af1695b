/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"

/*
 * Undo and redo.
 *
 * Several lines can be one entry: the players of a paste, two players who change seats, a wish and
 * its grant, the lines that undo such an entry.  Only the first of these lines can have a request;
 * the others follow in the same second. A redo is an entry whose request is "redo." and the number
 * of the line that undid the entry.
 */

static const char redo_request[] = "redo.";

/* Do lines ${number} - 1 and ${number} belong to one entry? */
static bool continues(const struct lm_desk *d, uint64_t number)
{
    if (number < 2)
        return false;
    const struct lm_line *first = &lm_desk_entry(d, number - 1)->line;
    const struct lm_line *second = &lm_desk_entry(d, number)->line;
    if (first->at != second->at || strcmp(first->by, second->by) != 0 ||
        strcmp(first->section, second->section) != 0 || second->request[0] != '\0')
        return false;
    if (first->undoes != 0 || second->undoes != 0)
        return first->undoes != 0 && first->undoes == second->undoes + 1 &&
               continues(d, first->undoes);
    if (strcmp(first->event, "answer") == 0)
        return true;
    if (strcmp(first->event, "enter") == 0)
        return strcmp(second->event, "enter") == 0;
    return (strcmp(first->event, "seat") == 0 || strcmp(first->event, "rest") == 0) &&
           (strcmp(second->event, "seat") == 0 || strcmp(second->event, "rest") == 0);
}

uint64_t lm_desk_first_of(const struct lm_desk *d, uint64_t number)
{
    const uint64_t last = number;
    while (continues(d, number) && lm_desk_entry(d, number - 1)->undone == 0) {
        number--;
        const char *event = lm_desk_entry(d, number)->line.event;
        if (number + 1 == last && (strcmp(event, "seat") == 0 || strcmp(event, "rest") == 0))
            break; /* a change of seats has two lines */
    }
    return number;
}

static bool is_in(const struct lm_desk *d, const struct lm_line *line, const char *section)
{
    if (strcmp(line->event, "restore") == 0 && line->undoes != 0)
        line = &lm_desk_entry(d, line->undoes)->line;
    return section == NULL || strcmp(line->section, section) == 0;
}

static const struct entry *last_of(const struct lm_desk *d, const char *by, const char *section)
{
    for (size_t i = d->entry_count; i > 0; i--) {
        const struct entry *entry = d->entries[i - 1];
        const struct lm_line *line = &entry->shown.line;
        if (strcmp(line->by, by) == 0 && entry->shown.undone == 0 && line->undoes == 0 &&
            strcmp(line->event, "restore") != 0 && is_in(d, line, section))
            return entry;
    }
    return NULL;
}

static struct lm_desk_act act_by(const char *by, const struct lm_line *line)
{
    return (struct lm_desk_act){.by = by, .at = line->at, .happened = LM_NO_TIME};
}

/* Make an act of the inverse kind that undoes ${entry}, because later lines depend on it. */
static enum lm_status invert(struct lm_desk *d, const struct row *row, const struct entry *entry,
                             struct lm_arena *arena, struct lm_desk_act *act)
{
    struct lm_text fields = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    lm_json_begin(&w, NULL, '{');
    row->invert(d, entry, &w);
    lm_json_end(&w, '}');
    act->event = row->inverse;
    act->section = entry->shown.line.section;
    act->fields = lm_text_string(&fields);
    act->undoes = entry->shown.line.number;
    return lm_text_status(&fields);
}

enum lm_status lm_desk_undo(struct lm_desk *d, const char *by, const char *section,
                            struct lm_arena *arena, struct lm_log *log, struct lm_desk_step *out)
{
    enum { DEPENDENTS = 32 };
    const struct entry *entry = last_of(d, by, section);
    if (entry == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "there is nothing to do",
                          "%s has nothing to undo", by);
    if (entry->shown.kind->undo == LM_UNDO_NEVER)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "enter what holds now as an act of its own", "\"%s\" can't be undone",
                          entry->shown.kind->name);
    const struct row *row = lm_desk_row_named(entry->shown.line.event);
    const uint64_t number = entry->shown.line.number, first = lm_desk_first_of(d, number);
    int64_t *lines = lm_arena_alloc(arena, DEPENDENTS, sizeof *lines);
    const size_t count = (size_t)(number - first) + 1;
    struct lm_desk_act *acts = lm_arena_alloc(arena, count, sizeof *acts);
    if (lines == NULL || acts == NULL)
        return LM_LIMIT;
    *out = (struct lm_desk_step){acts, count, number, {lines, 0, true}};
    out->dependents.count = lm_desk_dependents(d, number, lines, DEPENDENTS);
    if (row->inverse != NULL && out->dependents.count > 0) {
        acts[0] = act_by(by, &entry->shown.line);
        out->count = 1;
        return invert(d, row, entry, arena, &acts[0]);
    }
    for (size_t i = 0; i < count; i++) {
        acts[i] = act_by(by, &entry->shown.line);
        acts[i].event = "restore";
        acts[i].section = "";
        acts[i].undoes = number - i;
        acts[i].fields = lm_printed(arena, "{\"line\":%llu}", (unsigned long long)acts[i].undoes);
        if (acts[i].fields == NULL)
            return LM_LIMIT;
    }
    return LM_OK;
}

/* Return the last line by which ${by} undid an entry of ${section} that has not been redone; 0:
 * none, or another entry was made since. */
static uint64_t undone_last(const struct lm_desk *d, const char *by, const char *section)
{
    size_t again = 0; /* redone entries whose undoing line was not reached yet */
    for (uint64_t n = lm_desk_number(d), first; n >= 1; n = first - 1) {
        const struct lm_line *line = &lm_desk_entry(d, n)->line;
        first = n;
        if (strcmp(line->by, by) != 0 || !is_in(d, line, section))
            continue;
        first = lm_desk_first_of(d, n);
        const char *request = lm_desk_entry(d, first)->line.request;
        if (line->undoes != 0 && again-- == 0)
            return n;
        if (line->undoes == 0 && strncmp(request, redo_request, strlen(redo_request)) == 0)
            again++;
        else if (line->undoes == 0 && lm_desk_entry(d, n)->undone == 0)
            return 0;
    }
    return 0;
}

bool lm_desk_repeat(const struct lm_desk_kind *kind, const struct lm_json *object,
                    const struct lm_json *secret, struct lm_json_writer *w)
{
    bool may = true;
    for (size_t i = 0; i < kind->field_count; i++) {
        const struct lm_field *f = &kind->fields[i];
        const struct lm_json *node =
            lm_json_get((f->use & LM_PRIVATE) != 0 ? secret : object, f->name);
        if (node == NULL || (f->use & LM_OUTCOME) != 0)
            continue;
        may &= strcmp(f->name, "line") != 0;
        lm_json_put_node(w, f->name, node);
    }
    return may;
}

/* Make the act of line ${number} again; ${*may} false: that is impossible. */
static enum lm_status repeat(const struct lm_desk *d, uint64_t number, struct lm_arena *arena,
                             struct lm_desk_act *act, bool *may)
{
    const struct lm_desk_entry *entry = lm_desk_entry(d, number);
    const struct lm_json *object;
    struct lm_text fields = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    enum lm_status status = lm_line_object(&entry->line, arena, &object);
    if (status != LM_OK)
        return status;
    lm_json_begin(&w, NULL, '{');
    *may &= lm_desk_repeat(entry->kind, object, entry->line.secret, &w);
    lm_json_end(&w, '}');
    act->event = entry->line.event;
    act->section = entry->line.section[0] == '\0' ? NULL : entry->line.section;
    act->fields = lm_text_string(&fields);
    return lm_text_status(&fields);
}

enum lm_status lm_desk_redo(struct lm_desk *d, const char *by, const char *section,
                            struct lm_arena *arena, struct lm_log *log, struct lm_desk_step *out)
{
    const uint64_t last = undone_last(d, by, section);
    bool may = last != 0;
    if (may) {
        const uint64_t first = lm_desk_first_of(d, last);
        const size_t count = (size_t)(last - first) + 1;
        struct lm_desk_act *acts = lm_arena_alloc(arena, count, sizeof *acts);
        if (acts == NULL)
            return LM_LIMIT;
        *out = (struct lm_desk_step){acts, count, lm_desk_entry(d, first)->line.undoes, {0}};
        for (size_t i = 0; i < count; i++) {
            const struct lm_line *undo = &lm_desk_entry(d, last - i)->line;
            acts[i] = act_by(by, undo);
            enum lm_status status = repeat(d, undo->undoes, arena, &acts[i], &may);
            if (status != LM_OK)
                return status;
        }
        acts[0].request = lm_printed(arena, "%s%llu", redo_request, (unsigned long long)last);
    }
    return may ? LM_OK
               : lm_log_add(log, LM_ERROR, (struct lm_place){0}, "there is nothing to do",
                            "%s has nothing to redo", by);
}
