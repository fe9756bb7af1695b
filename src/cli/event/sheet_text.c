/* SPDX-License-Identifier: Apache-2.0 */

/* Sheets as text for a terminal, or for a file. */

#include "cli/event/sheet_text.h"

#include <string.h>

#include "os/process.h"
#include "os/terminal.h"

size_t line_width_of(const struct run *run, const struct value *width)
{
    if (width != NULL && width->text != NULL)
        return (size_t)width->number;
    bool terminal = run->destination == NULL && os_output_is_terminal();
    if (terminal && os_terminal_width() > 0)
        return os_terminal_width();
    const char *columns = os_environment("COLUMNS");
    int64_t number = 0;
    if (columns != NULL && lm_parse_integer(columns, strlen(columns), 20, 10000, &number))
        return (size_t)number;
    return terminal ? 80 : 0;
}

/* Append ${raw} as a terminal can show it, broken at blanks into lines of ${width}, but at most
 * READABLE columns. */
static void add_wrapped(struct lm_text *out, const char *raw, size_t width)
{
    enum { READABLE = 100 };
    size_t used = 0;
    struct lm_text visible = lm_text_in(out->arena);
    add_visible(&visible, raw);
    const char *text = lm_text_string(&visible);
    out->failed |= visible.failed;
    if (width == 0 || width > READABLE)
        width = READABLE;
    while (*text != '\0') {
        size_t length = bytes_within(text, strcspn(text, " "), width);
        size_t columns = lm_utf8_width(text, length);
        if (used > 0 && used + 1 + columns > width) {
            lm_text_add_char(out, '\n');
            used = 0;
        } else if (used > 0) {
            lm_text_add_char(out, ' ');
            used++;
        }
        lm_text_add_bytes(out, text, length);
        used += columns;
        text += length;
        text += strspn(text, " ");
    }
    lm_text_add_char(out, '\n');
}

static void write_table(const struct sheet *s, const struct sheet_table *t, size_t width,
                        struct lm_text *out)
{
    struct lm_text align = lm_text_in(s->arena), fit = lm_text_in(s->arena);
    for (size_t i = 0; i < t->column_count; i++) {
        bool right = t->columns[i].look[0] == 'n' || t->columns[i].look[0] == 'c';
        lm_text_add_char(&align, right ? 'r' : 'l');
        lm_text_add_char(&fit, t->columns[i].fit);
    }
    struct table table = table_new(s->arena, lm_text_string(&align));
    bool heads = false;
    for (size_t i = 0; i < t->column_count; i++)
        heads |= t->columns[i].head[0] != '\0';
    for (size_t i = 0; i < t->column_count && heads; i++)
        table_add(&table, t->columns[i].head);
    for (size_t i = 0; i < t->cell_count; i++)
        table_add(&table, t->cells[i].text);
    table.failed |= align.failed || fit.failed;
    table_write_within(&table, lm_text_string(&fit), width, out);
}

void write_sheet_text(const struct sheet *s, size_t width, struct lm_text *out)
{
    out->failed |= s->failed;
    if (*s->title != '\0') {
        add_visible(out, s->title);
        lm_text_add_char(out, '\n');
    }
    add_visible(out, s->subtitle);
    lm_text_add_char(out, '\n');
    for (size_t i = 0; i < s->table_count && !s->failed; i++) {
        const struct sheet_table *t = &s->tables[i];
        lm_text_add_char(out, '\n');
        if (*t->heading != '\0')
            add_wrapped(out, t->heading, width);
        if (*t->note != '\0')
            add_wrapped(out, t->note, width);
        if (t->cell_count > 0)
            write_table(s, t, width, out);
    }
    if (*s->legend != '\0') {
        lm_text_add_char(out, '\n');
        add_wrapped(out, s->legend, width);
    }
}
