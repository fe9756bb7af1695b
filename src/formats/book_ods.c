/* SPDX-License-Identifier: Apache-2.0 */
/* OpenDocument 1.3, part 3, chapter 9: tables. */
#include <string.h>

#include "formats/book_rows.h"
#include "formats/xml.h"
#include "formats/zip.h"

/* A positive number in the attribute ${name}; 1 when there is none. */
static size_t repeats(struct lm_xml *x, const char *name, struct lm_arena *arena)
{
    int64_t value = 1;
    const char *text = lm_xml_attribute(x, name, arena);
    if (text == NULL || !lm_parse_integer(text, strlen(text), 1, 1 << 30, &value))
        return 1;
    return (size_t)value;
}

/* What the cell says itself: a date as year/month/day, a number as it is kept; "": its text. */
static const char *value_of(struct lm_xml *x, struct lm_arena *arena)
{
    const char *type = lm_xml_attribute(x, "value-type", arena);
    const char *date = lm_xml_attribute(x, "date-value", arena);
    const char *value = lm_xml_attribute(x, "value", arena);
    if (type != NULL && strcmp(type, "date") == 0 && date != NULL && strlen(date) >= 10) {
        char *day = lm_arena_copy(arena, date, 10);
        for (char *at = day; at != NULL && *at != '\0'; at++)
            *at = *at == '-' ? '/' : *at;
        x->failed |= day == NULL;
        return day == NULL ? "" : day;
    }
    if (type == NULL || strcmp(type, "float") != 0 || value == NULL)
        return "";
    const char *number = lm_book_number(value, arena);
    x->failed |= number == NULL;
    return number == NULL ? value : number;
}

struct table {
    struct lm_book_rows rows;
    struct lm_arena *arena;
    size_t row, row_times; /* of the row that is open */
    size_t row_start;      /* where its text begins, for rows that are repeated */
};

/* Read the cell that ${x} opened: its paragraphs, apart by blanks. */
static void read_cell(struct table *t, struct lm_xml *x)
{
    struct lm_text text = lm_text_in(t->arena);
    size_t times = repeats(x, "number-columns-repeated", t->arena);
    const char *value = value_of(x, t->arena);
    bool covered = x->name_length > 0 && x->name[0] == 'c', remark = false;
    for (bool open = !x->empty; open && lm_xml_next(x);) {
        if (lm_xml_opens(x, "annotation") && !x->empty)
            remark = true;
        if (!remark && x->text_length > 0)
            lm_xml_add_text(x, &text);
        if (!remark && lm_xml_opens(x, "p") && text.length > 0)
            lm_text_add_char(&text, ' ');
        if (!remark && lm_xml_opens(x, "s"))
            lm_text_add_char(&text, ' ');
        if (lm_xml_closes(x, "annotation"))
            remark = false;
        open = !lm_xml_closes(x, covered ? "covered-table-cell" : "table-cell");
    }
    x->failed |= text.failed;
    lm_book_put(&t->rows, *value != '\0' ? value : lm_text_string(&text), times);
}

/* Rows that are the same are kept once: what holds nothing is passed over, the others are few. */
static void close_row(struct table *t)
{
    struct lm_book_rows *r = &t->rows;
    bool filled = r->text.length > t->row_start;
    t->rows.bad |= filled && t->row_times > 1000;
    for (size_t again = 1; filled && again < t->row_times && !r->bad; again++) {
        const char *line = lm_text_string(&r->text) + t->row_start;
        line += strspn(line, "\n");
        const char *copy = lm_arena_copy(t->arena, line, strlen(line));
        r->text.failed |= copy == NULL;
        lm_text_add_char(&r->text, '\n');
        lm_text_add(&r->text, copy == NULL ? "" : copy);
        t->row_start = r->text.length - (copy == NULL ? 0 : strlen(copy));
        r->written_row++;
    }
    t->row += t->row_times;
}

static void read_table(struct table *t, struct lm_xml *x)
{
    while (lm_xml_next(x) && !lm_xml_closes(x, "table") && !t->rows.bad) {
        if (lm_xml_opens(x, "table-row")) {
            t->row_times = repeats(x, "number-rows-repeated", t->arena);
            t->row_start = t->rows.text.length;
            if (x->empty)
                t->row += t->row_times;
            else if (t->row < LM_BOOK_ROWS_MOST)
                lm_book_go(&t->rows, t->row, 0);
        } else if (lm_xml_closes(x, "table-row")) {
            close_row(t);
        } else if ((lm_xml_opens(x, "table-cell") || lm_xml_opens(x, "covered-table-cell")) &&
                   t->row < LM_BOOK_ROWS_MOST) {
            read_cell(t, x);
        }
    }
}

enum lm_status lm_ods_sheet(const char *bytes, size_t length, struct lm_arena *arena,
                            struct lm_text *out, size_t *others)
{
    const char *part;
    size_t size;
    bool found = false;
    enum lm_status status = lm_zip_part(bytes, length, "content.xml", arena, &part, &size);
    if (status != LM_OK)
        return status;
    struct lm_xml x = lm_xml_of(part, size);
    while (lm_xml_next(&x)) {
        if (!lm_xml_opens(&x, "table") || x.empty)
            continue;
        struct table t = {.rows = lm_book_rows_in(arena), .arena = arena};
        read_table(&t, &x);
        if (t.rows.text.failed || x.failed)
            return LM_LIMIT;
        if (t.rows.bad)
            return LM_INVALID;
        if (!found && t.rows.filled > 0)
            *out = t.rows.text;
        else
            *others += t.rows.filled > 0;
        found |= t.rows.filled > 0;
    }
    return x.failed ? LM_LIMIT : LM_OK;
}
