/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/book.h"

#include <string.h>

#include "formats/book_rows.h"
#include "formats/csv.h"
#include "formats/zip.h"

bool lm_xlsx_looks_like(const char *bytes, size_t length)
{
    return lm_zip_has(bytes, length, "xl/workbook.xml");
}

/* The parts of texts and drawings are called the same; those have another type in their first part.
 */
bool lm_ods_looks_like(const char *bytes, size_t length)
{
    static const char type[] = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
    enum { TYPE_AT = 30 };
    return lm_zip_has(bytes, length, "content.xml") && length > TYPE_AT + sizeof type &&
           memcmp(bytes + TYPE_AT, type, sizeof type - 1) == 0;
}

/* --- rows */

struct lm_book_rows lm_book_rows_in(struct lm_arena *arena)
{
    return (struct lm_book_rows){.text = lm_text_in(arena)};
}

void lm_book_go(struct lm_book_rows *r, size_t row, size_t column)
{
    r->bad |= row < r->row || (row == r->row && column < r->column);
    r->bad |= row >= LM_BOOK_ROWS_MOST || column >= LM_BOOK_COLUMNS_MOST;
    r->row = row;
    r->column = column;
}

/* As a cell of the text: breaks are blanks, so that each row stays a line. */
static void add_cell(struct lm_text *out, const char *text)
{
    bool quoted = text[0] == '"';
    if (quoted)
        lm_text_add_char(out, '"');
    for (; *text != '\0'; text++) {
        if (*text == '"' && quoted)
            lm_text_add_char(out, '"');
        lm_text_add_char(out, *text == '\t' || *text == '\n' || *text == '\r' ? ' ' : *text);
    }
    if (quoted)
        lm_text_add_char(out, '"');
}

void lm_book_put(struct lm_book_rows *r, const char *text, size_t times)
{
    bool blank = strspn(text, " \t\r\n") == strlen(text);
    r->bad |= times > LM_BOOK_COLUMNS_MOST && !blank;
    for (; times > 0 && !blank && !r->bad; times--, r->column++) {
        for (; r->written_row < r->row; r->written_row++, r->written_column = 0)
            lm_text_add_char(&r->text, '\n');
        for (; r->written_column < r->column; r->written_column++)
            lm_text_add_char(&r->text, '\t');
        add_cell(&r->text, text);
        r->filled++;
        r->bad |= r->column + 1 >= LM_BOOK_COLUMNS_MOST;
    }
    r->column += blank && times <= LM_BOOK_COLUMNS_MOST ? times : 0;
}

const char *lm_book_number(const char *text, struct lm_arena *arena)
{
    const char *dot = strchr(text, '.'), *power = strpbrk(text, "eE");
    int64_t shift = 0;
    struct lm_text digits = lm_text_in(arena);
    if (dot == NULL && power == NULL)
        return text;
    const char *end = power == NULL ? text + strlen(text) : power;
    if (power != NULL && !lm_parse_integer(power + 1, strlen(power + 1), 0, 18, &shift))
        return text;
    for (const char *at = text; at < end; at++) {
        bool behind = dot != NULL && dot < end && at > dot;
        if (*at == '.')
            continue;
        if ((*at < '0' || *at > '9') && !(at == text && *at == '-'))
            return text;
        if (behind && at - dot > shift && *at != '0')
            return text;
        if (!behind || at - dot <= shift)
            lm_text_add_char(&digits, *at);
    }
    size_t decimals = dot != NULL && dot < end ? (size_t)(end - dot - 1) : 0;
    if ((size_t)shift > decimals)
        lm_text_repeat(&digits, '0', (size_t)shift - decimals);
    return digits.failed ? NULL : lm_text_string(&digits);
}

/* --- workbooks */

enum lm_status lm_book_unwrap(struct lm_arena *arena, struct lm_log *log, const char **bytes,
                              size_t *length)
{
    struct lm_text text = lm_text_in(arena);
    size_t others = 0;
    enum lm_status status;
    if (lm_xlsx_looks_like(*bytes, *length))
        status = lm_xlsx_sheet(*bytes, *length, arena, &text, &others);
    else if (lm_ods_looks_like(*bytes, *length))
        status = lm_ods_sheet(*bytes, *length, arena, &text, &others);
    else
        return LM_OK;
    if (status == LM_INVALID)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "open it and save it again, or save the sheet as CSV",
                          "a workbook that is damaged");
    if (status == LM_OK && text.length == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "give the sheet with the players",
                          "a workbook without anything in it");
    if (status != LM_OK)
        return status;
    if (others > 0)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                   "the first sheet of the workbook is read; %zu more are left out", others);
    *bytes = lm_text_string(&text);
    *length = text.length;
    return lm_text_status(&text);
}

enum lm_status lm_book_read(const char *bytes, size_t length, const struct lm_read_options *options,
                            struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    const char *before = bytes;
    enum lm_status status = lm_book_unwrap(arena, log, &bytes, &length);
    if (status == LM_OK && bytes == before)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "give an XLSX or ODS file",
                          "it is no workbook that can be read");
    return status == LM_OK ? lm_csv_read(bytes, length, options, arena, log, out) : status;
}
