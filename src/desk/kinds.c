/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/desk.h"

/* All kinds of event, group by group; and their schema and reference, for programs and readers. */

static const struct row *const groups[] = {
    lm_desk_rows_event,  lm_desk_rows_people, lm_desk_rows_leave,      lm_desk_rows_lists,
    lm_desk_rows_after,  lm_desk_rows_teams,  lm_desk_rows_attendance, lm_desk_rows_pair,
    lm_desk_rows_edit,   lm_desk_rows_round,  lm_desk_rows_over,       lm_desk_rows_hall,
    lm_desk_rows_result, lm_desk_rows_notes};

enum { GROUPS = sizeof groups / sizeof *groups };

static const struct row *row_at(size_t index)
{
    for (size_t g = 0; g < GROUPS; g++)
        for (const struct row *row = groups[g]; row->kind.name != NULL; row++)
            if (index-- == 0)
                return row;
    return NULL;
}

const struct row *lm_desk_row_named(const char *name)
{
    for (size_t g = 0; g < GROUPS; g++)
        for (const struct row *row = groups[g]; row->kind.name != NULL; row++)
            if (row->kind.name[0] == name[0] && strcmp(row->kind.name, name) == 0)
                return row;
    return NULL;
}

size_t lm_desk_kind_count(void)
{
    size_t count = 0;
    while (row_at(count) != NULL)
        count++;
    return count;
}

const struct lm_desk_kind *lm_desk_kind(size_t index)
{
    const struct row *row = row_at(index);
    return row == NULL ? NULL : &row->kind;
}

const struct lm_desk_kind *lm_desk_kind_named(const char *name)
{
    const struct row *row = lm_desk_row_named(name);
    return row == NULL ? NULL : &row->kind;
}

/* ---- the schema */

static void put_type(struct lm_json_writer *w, const struct lm_field *field)
{
    static const char *const types[] = {
        [LM_FIELD_TEXT] = "string",    [LM_FIELD_ID] = "string",      [LM_FIELD_DATE] = "string",
        [LM_FIELD_NUMBER] = "integer", [LM_FIELD_POINTS] = "number",  [LM_FIELD_YES_NO] = "boolean",
        [LM_FIELD_CHOICE] = "string",  [LM_FIELD_INSTANT] = "string", [LM_FIELD_IDS] = "array",
        [LM_FIELD_TEXTS] = "array",    [LM_FIELD_NUMBERS] = "array",  [LM_FIELD_PAIRS] = "array"};
    lm_json_put_string(w, "type", types[field->type]);
    if (field->type == LM_FIELD_NUMBER) {
        lm_json_put_integer(w, "minimum", field->low);
        lm_json_put_integer(w, "maximum", field->high);
    } else if (field->type == LM_FIELD_POINTS) {
        lm_json_put_tenths(w, "minimum", field->low);
        lm_json_put_tenths(w, "maximum", field->high);
    } else if (field->type == LM_FIELD_INSTANT) {
        lm_json_put_string(w, "format", "date-time");
    }
    if (field->choices == NULL)
        return;
    lm_json_begin(w, "enum", '[');
    for (size_t i = 0; field->choices[i] != NULL; i++)
        lm_json_put_string(w, NULL, field->choices[i]);
    lm_json_end(w, ']');
}

static void put_field(struct lm_json_writer *w, const struct lm_field *field)
{
    lm_json_begin(w, field->name, '{');
    lm_json_put_string(w, "title", field->title);
    put_type(w, field);
    lm_json_end(w, '}');
}

static void put_kind(struct lm_json_writer *w, const struct lm_desk_kind *kind)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "title", kind->title);
    lm_json_begin(w, "properties", '{');
    lm_json_begin(w, "event", '{');
    lm_json_put_string(w, "const", kind->name);
    lm_json_end(w, '}');
    for (size_t i = 0; i < kind->field_count; i++)
        if (!(kind->fields[i].use & LM_PRIVATE))
            put_field(w, &kind->fields[i]);
    lm_json_end(w, '}');
    lm_json_begin(w, "required", '[');
    lm_json_put_string(w, NULL, "event");
    if (kind->in_section)
        lm_json_put_string(w, NULL, "section");
    for (size_t i = 0; i < kind->field_count; i++)
        if ((kind->fields[i].use & LM_REQUIRED) && !(kind->fields[i].use & LM_PRIVATE))
            lm_json_put_string(w, NULL, kind->fields[i].name);
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

void lm_desk_write_schema(struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "$schema", "https://json-schema.org/draft/2020-12/schema");
    lm_json_put_string(&w, "title", "A line of the journal of an event");
    lm_json_put_string(&w, "type", "object");
    lm_json_begin(&w, "required", '[');
    static const char *const always[] = {"v", "n", "at", "by", "event"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        lm_json_put_string(&w, NULL, always[i]);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "oneOf", '[');
    for (size_t i = 0; i < lm_desk_kind_count(); i++)
        put_kind(&w, lm_desk_kind(i));
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* ---- the reference */

static void write_field(struct lm_text *out, const struct lm_field *field)
{
    lm_text_print(out, "| `%s` | %s | ", field->name, field->title);
    lm_field_describe(field, out);
    lm_text_print(out, " | %s%s%s |\n", field->use & LM_REQUIRED ? "always" : "",
                  field->use & LM_PRIVATE ? " private" : "",
                  field->use & LM_OUTCOME ? " found" : "");
}

void lm_desk_write_reference(struct lm_text *out)
{
    static const char *const rights[] = {"organiser", "chief arbiter", "arbiter",
                                         "check-in",  "results",       "anyone"};
    for (size_t i = 0; i < lm_desk_kind_count(); i++) {
        const struct lm_desk_kind *kind = lm_desk_kind(i);
        lm_text_print(out, "### `%s`\n\n%s.", kind->name, kind->title);
        lm_text_print(out, " Group: %s. Right: %s.", kind->group, rights[kind->right]);
        if (kind->article[0] != '\0')
            lm_text_print(out, " Rule: %s.", kind->article);
        lm_text_add(out, kind->undo == LM_UNDO_NEVER ? " Can't be undone.\n\n" : "\n\n");
        if (kind->field_count > 0)
            lm_text_add(out, "| field | | | |\n|---|---|---|---|\n");
        for (size_t k = 0; k < kind->field_count; k++)
            write_field(out, &kind->fields[k]);
        lm_text_add_char(out, '\n');
    }
}
