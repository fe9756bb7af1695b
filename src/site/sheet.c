/* SPDX-License-Identifier: Apache-2.0 */
#include "site/sheet.h"

#include <stdarg.h>
#include <string.h>

#include "limmat/json.h"
#include "site/pages.h"
#include "site/templates.h"

struct sheet sheet_new(struct lm_arena *arena, const char *title, const char *subtitle)
{
    return (struct sheet){
        .arena = arena, .title = title, .subtitle = subtitle, .legend = "", .shape = ""};
}

static const char *kept(struct sheet *s, const char *text)
{
    const char *copy = lm_arena_copy(s->arena, text, strlen(text));
    s->failed |= copy == NULL;
    return copy == NULL ? "" : copy;
}

LM_PRINTF(2, 0)
static const char *vprinted(struct sheet *s, const char *format, va_list arguments)
{
    struct lm_text text = lm_text_in(s->arena);
    lm_text_vprint(&text, format, arguments);
    s->failed |= text.failed;
    return lm_text_string(&text);
}

void sheet_table(struct sheet *s, const char *heading, const char *note)
{
    if (!lm_arena_grow(s->arena, &s->tables, &s->table_capacity, s->table_count + 1,
                       sizeof *s->tables)) {
        s->failed = true;
        return;
    }
    s->tables[s->table_count++] =
        (struct sheet_table){.heading = kept(s, heading), .note = kept(s, note)};
}

void sheet_column(struct sheet *s, const char *head, const char *name, const char *look, char fit)
{
    struct sheet_table *t = s->failed ? NULL : &s->tables[s->table_count - 1];
    if (t == NULL || !lm_arena_grow(s->arena, &t->columns, &t->column_capacity, t->column_count + 1,
                                    sizeof *t->columns))
        s->failed = true;
    else
        t->columns[t->column_count++] = (struct sheet_column){head, name, look, fit};
}

void sheet_column_print(struct sheet *s, const char *look, char fit, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    sheet_column(s, vprinted(s, format, arguments), "", look, fit);
    va_end(arguments);
}

static void add_cell(struct sheet *s, const char *text)
{
    struct sheet_table *t = s->failed ? NULL : &s->tables[s->table_count - 1];
    if (t == NULL || !lm_arena_grow(s->arena, &t->cells, &t->cell_capacity, t->cell_count + 1,
                                    sizeof *t->cells)) {
        s->failed = true;
        return;
    }
    const char *look = t->columns[t->cell_count % t->column_count].look;
    t->cells[t->cell_count++] = (struct sheet_cell){text, look};
}

void sheet_add(struct sheet *s, const char *text)
{
    add_cell(s, kept(s, text));
}

void sheet_print(struct sheet *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(s, vprinted(s, format, arguments));
    va_end(arguments);
}

enum lm_status sheet_write_html(struct sheet *s, struct lm_text *out)
{
    for (size_t i = 0; i < s->table_count; i++) {
        struct sheet_table *t = &s->tables[i];
        size_t rows = t->column_count == 0 ? 0 : t->cell_count / t->column_count;
        struct sheet_row *all = lm_arena_alloc(s->arena, rows, sizeof *all);
        if (all == NULL)
            return LM_LIMIT;
        for (size_t row = 0; row < rows; row++)
            all[row] = (struct sheet_row){t->cells + row * t->column_count, t->column_count};
        t->rows = all;
        t->row_count = rows;
    }
    if (s->failed)
        return LM_LIMIT;
    page_sheet(out, lm_english(), s);
    return lm_text_status(out);
}

void sheet_write_csv(const struct sheet *s, struct lm_text *out)
{
    out->failed |= s->failed;
    if (s->table_count == 0)
        return;
    const struct sheet_table *t = &s->tables[0];
    for (size_t i = 0; i < t->column_count; i++) {
        lm_text_add(out, i > 0 ? "," : "");
        lm_text_add_csv(out, t->columns[i].head, false);
    }
    lm_text_add_char(out, '\n');
    for (size_t i = 0; i < t->cell_count; i++) {
        lm_text_add_csv(out, t->cells[i].text, false);
        lm_text_add_char(out, (i + 1) % t->column_count == 0 ? '\n' : ',');
    }
}

static void put_table(struct lm_json_writer *w, const struct sheet_table *t)
{
    lm_json_begin(w, NULL, '{');
    lm_json_put_string(w, "heading", t->heading);
    lm_json_put_string(w, "note", t->note);
    lm_json_begin(w, "columns", '[');
    for (size_t i = 0; i < t->column_count; i++) {
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_string(w, "head", t->columns[i].head);
        lm_json_put_string(w, "name", t->columns[i].name);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_begin(w, "rows", '[');
    for (size_t i = 0; i < t->cell_count; i++) {
        if (i % t->column_count == 0)
            lm_json_begin_inline(w, NULL, '[');
        lm_json_put_string(w, NULL, t->cells[i].text);
        if ((i + 1) % t->column_count == 0)
            lm_json_end(w, ']');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

void sheet_write_json(const struct sheet *s, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    out->failed |= s->failed;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "title", s->title);
    lm_json_put_string(&w, "subtitle", s->subtitle);
    lm_json_put_string(&w, "legend", s->legend);
    lm_json_begin(&w, "tables", '[');
    for (size_t i = 0; i < s->table_count; i++)
        put_table(&w, &s->tables[i]);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}
