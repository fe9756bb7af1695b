/* SPDX-License-Identifier: Apache-2.0 */
/* OpenDocument 1.3, part 3, chapter 9: tables. */
#include <string.h>

#include "formats/book_rows.h"

/* Return a positive number in the attribute ${name}; 1 if it is absent. */
static size_t repeats(struct lm_xml *x, const char *name, struct lm_arena *arena)
{
    int64_t value = 1;
    const char *text = lm_xml_attribute(x, name, arena);
    if (text == NULL || !lm_parse_integer(text, strlen(text), 1, 1 << 30, &value))
        return 1;
    return (size_t)value;
}

/* Return the cell's own value: a date as year/month/day, a number as it is kept; "": use its text.
 */
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

/* Read the cell that ${x} opened: its paragraphs, separated by blanks. */
static void read_cell(struct lm_book_rows *r, struct lm_xml *x)
{
    struct lm_text text = lm_text_in(r->arena);
    size_t times = repeats(x, "number-columns-repeated", r->arena);
    const char *value = value_of(x, r->arena);
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
    lm_book_put(r, *value != '\0' ? value : lm_text_string(&text), times);
}

static void read_table(struct lm_book_rows *r, struct lm_xml *x)
{
    size_t row = 0, times = 1, start = 0; /* of the open row */
    lm_book_sheet(r);
    while (r->fault == LM_BOOK_GOOD && lm_xml_next(x) && !lm_xml_closes(x, "table")) {
        if (lm_xml_opens(x, "table-row")) {
            times = repeats(x, "number-rows-repeated", r->arena);
            start = r->text.length;
            lm_book_go(r, row, 0);
            row += x->empty ? times : 0;
        } else if (lm_xml_closes(x, "table-row")) {
            lm_book_repeat_row(r, start, times);
            row += times;
        } else if (lm_xml_opens(x, "table-cell") || lm_xml_opens(x, "covered-table-cell")) {
            read_cell(r, x);
        }
    }
    lm_book_sheet_end(r);
}

void lm_ods_sheets(struct lm_book_rows *r)
{
    struct lm_xml x = lm_book_part(r, "content.xml");
    while (r->fault == LM_BOOK_GOOD && lm_xml_next(&x))
        if (lm_xml_opens(&x, "table") && !x.empty)
            read_table(r, &x);
    lm_book_part_end(r, &x);
}
