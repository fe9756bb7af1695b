/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/desk.h"

/* The log, and the way back. */

/* ---- what a line says
 * --------------------------------------------------------------------------------- */

static const struct lm_desk_player *named_player(const struct lm_desk *d,
                                                 const struct lm_line *line, const char *key)
{
    const char *id = lm_json_string(lm_json_get(line->object, key));
    const struct lm_desk_section *s = lm_desk_section(d, line->section);
    return id == NULL || s == NULL ? NULL : lm_desk_player(s, id);
}

static void tell_value(const struct lm_desk *d, const struct lm_line *line,
                       const struct lm_field *field, enum lm_desk_audience audience,
                       struct lm_text *out)
{
    bool hidden = (field->use & LM_PRIVATE) != 0;
    if (hidden && audience == LM_FOR_PUBLIC)
        return;
    const struct lm_json *node = lm_json_get(hidden ? line->secret : line->object, field->name);
    if (node == NULL || node->type == LM_JSON_ARRAY || node->type == LM_JSON_OBJECT)
        return;
    const struct lm_desk_player *p = field->names != NULL && strcmp(field->names, "player") == 0
                                         ? named_player(d, line, field->name)
                                         : NULL;
    lm_text_add(out, out->length > 0 && out->bytes[out->length - 1] == ':' ? " " : ", ");
    if (p != NULL)
        lm_text_add(out, lm_desk_name(p, audience, out->arena));
    else if (node->type == LM_JSON_FALSE || node->type == LM_JSON_TRUE)
        lm_text_print(out, "%s: %s", field->title, node->type == LM_JSON_TRUE ? "yes" : "no");
    else if (strcmp(field->name, "board") == 0)
        lm_text_print(out, "board %s", node->text);
    else
        lm_text_add(out, node->text == NULL ? "" : node->text);
}

void lm_desk_tell(const struct lm_desk *d, uint64_t number, enum lm_desk_audience audience,
                  struct lm_text *out)
{
    const struct lm_desk_entry *entry = lm_desk_entry(d, number);
    if (entry == NULL)
        return;
    lm_text_print(out, "%s:", entry->kind->name);
    for (size_t i = 0; i < entry->kind->field_count; i++)
        if (strcmp(entry->kind->fields[i].name, "as") != 0 ||
            lm_json_get(entry->line.object, "result") == NULL)
            tell_value(d, &entry->line, &entry->kind->fields[i], audience, out);
    if (out->length > 0 && out->bytes[out->length - 1] == ':')
        out->bytes[--out->length] = '\0';
}

/* ---- taking back
 * -------------------------------------------------------------------------------------------- */

static const struct entry *last_of(const struct lm_desk *d, const char *by, const char *section)
{
    for (size_t i = d->entry_count; i > 0; i--) {
        const struct entry *entry = d->entries[i - 1];
        bool own = strcmp(entry->shown.line.by, by) == 0;
        bool here = section == NULL || strcmp(entry->shown.line.section, section) == 0;
        if (own && here && entry->shown.undone == 0 && entry->shown.line.undoes == 0 &&
            strcmp(entry->shown.line.event, "restore") != 0)
            return entry;
    }
    return NULL;
}

enum lm_status lm_desk_undo(struct lm_desk *d, const char *by, const char *section,
                            struct lm_arena *arena, struct lm_log *log, struct lm_desk_act *out,
                            struct lm_numbers *dependents)
{
    enum { DEPENDENTS = 32 };
    const struct entry *entry = last_of(d, by, section);
    if (entry == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "there is nothing to do",
                          "%s has entered nothing that could be taken back", by);
    if (entry->shown.kind->undo == LM_UNDO_NEVER)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "say what holds now with an event of its own",
                          "\"%s\" cannot be taken back", entry->shown.kind->name);
    const struct row *row = lm_desk_row_named(entry->shown.line.event);
    uint64_t number = entry->shown.line.number;
    struct lm_text fields = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    int64_t *lines = lm_arena_alloc(arena, DEPENDENTS, sizeof *lines);
    if (lines == NULL)
        return LM_LIMIT;
    *dependents =
        (struct lm_numbers){lines, lm_desk_dependents(d, number, lines, DEPENDENTS), true};
    bool by_itself = row->inverse != NULL && dependents->count > 0;
    lm_json_begin(&w, NULL, '{');
    if (by_itself)
        row->invert(d, entry, &w);
    else
        lm_json_put_integer(&w, "line", (int64_t)number);
    lm_json_end(&w, '}');
    *out = (struct lm_desk_act){.event = by_itself ? row->inverse : "restore",
                                .section = by_itself ? entry->shown.line.section : "",
                                .by = by,
                                .at = entry->shown.line.at,
                                .happened = LM_NO_TIME,
                                .fields = lm_text_string(&fields),
                                .undoes = number};
    return lm_text_status(&fields);
}

enum lm_status lm_desk_erased(const struct lm_desk *d, struct lm_arena *arena, struct lm_words *out)
{
    const char **ids = lm_arena_alloc(arena, d->event.person_count, sizeof *ids);
    size_t count = 0;
    if (ids == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < d->event.person_count; i++)
        if (d->event.people[i]->erased)
            ids[count++] = d->event.people[i]->id;
    *out = (struct lm_words){ids, count, true};
    return LM_OK;
}
