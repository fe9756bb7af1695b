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

/* Parts of texts and drawings have the same names, but another type.  The type belongs in the first
 * part, uncompressed (part 2, 3.3), but some libraries put it elsewhere. */
bool lm_ods_looks_like(const char *bytes, size_t length)
{
    static const char type[] = "application/vnd.oasis.opendocument.spreadsheet";
    return lm_zip_has(bytes, length, "content.xml") &&
           lm_zip_begins(bytes, length, "mimetype", type);
}

/* --- rows */

void lm_book_fault(struct lm_book_rows *r, enum lm_book_fault fault)
{
    r->fault = r->fault != LM_BOOK_GOOD ? r->fault : fault;
}

struct lm_xml lm_book_part(struct lm_book_rows *r, const char *name)
{
    const char *part = "";
    size_t size = 0;
    enum lm_status status = lm_zip_part(r->archive, name, r->arena, &part, &size);
    if (status == LM_INVALID)
        lm_book_fault(r, LM_BOOK_DAMAGED);
    else if (status != LM_OK)
        lm_book_fault(r, r->archive->large ? LM_BOOK_LARGE : LM_BOOK_NO_MEMORY);
    return lm_xml_of(part, size);
}

void lm_book_part_end(struct lm_book_rows *r, const struct lm_xml *x)
{
    if (x->failed)
        lm_book_fault(r, LM_BOOK_NO_MEMORY);
    if (x->fault != LM_XML_GOOD)
        lm_book_fault(r, x->fault == LM_XML_CUT ? LM_BOOK_CUT : LM_BOOK_DAMAGED);
}

void lm_book_sheet(struct lm_book_rows *r)
{
    r->text = lm_text_in(r->arena);
    r->row = r->column = r->written_row = r->written_column = r->filled = 0;
}

void lm_book_sheet_end(struct lm_book_rows *r)
{
    if (r->text.failed)
        lm_book_fault(r, LM_BOOK_NO_MEMORY);
    if (r->sheets == 0)
        r->found = r->text;
    r->sheets += r->filled > 0;
}

void lm_book_go(struct lm_book_rows *r, size_t row, size_t column)
{
    if (row < r->row || (row == r->row && column < r->column))
        lm_book_fault(r, LM_BOOK_DAMAGED);
    r->row = row;
    r->column = column;
}

/* Count ${cells} and ${bytes} of text more; false: there are too many. */
static bool has_room(struct lm_book_rows *r, size_t cells, size_t bytes)
{
    r->cells += cells;
    if (r->cells > LM_BOOK_CELLS_MOST || bytes > ((size_t)LM_BOOK_MB_MOST << 20) - r->text.length)
        lm_book_fault(r, LM_BOOK_LARGE);
    return r->fault == LM_BOOK_GOOD;
}

/* Add a cell of the text: line breaks become blanks, so that each row stays a line. */
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

/* Write the breaks and gaps before this cell; false: it is beyond the limits. */
static bool reach(struct lm_book_rows *r)
{
    if (r->row >= LM_BOOK_ROWS_MOST || r->column >= LM_BOOK_COLUMNS_MOST) {
        lm_book_fault(r, LM_BOOK_LARGE);
        return false;
    }
    size_t lines = r->row - r->written_row;
    size_t gaps = r->column - (lines > 0 ? 0 : r->written_column);
    if (!has_room(r, lines + gaps, lines + gaps))
        return false;
    lm_text_repeat(&r->text, '\n', lines);
    lm_text_repeat(&r->text, '\t', gaps);
    r->written_row = r->row;
    r->written_column = r->column;
    return true;
}

void lm_book_put(struct lm_book_rows *r, const char *text, size_t times)
{
    size_t length = strlen(text);
    bool blank = strspn(text, " \t\r\n") == length;
    if (!has_room(r, 1, 0) || blank) {
        r->column += times;
        return;
    }
    r->filled++;
    /* Of further sheets, only count whether they contain anything. */
    for (; r->sheets == 0 && times > 0 && reach(r) && has_room(r, 1, 2 * length + 2); times--) {
        add_cell(&r->text, text);
        r->column++;
    }
    r->column += times;
}

void lm_book_repeat_row(struct lm_book_rows *r, size_t start, size_t times)
{
    size_t length = r->text.length - start;
    const char *line = lm_text_string(&r->text) + start;
    if (length == 0 || times < 2)
        return;
    while (*line == '\n') {
        line++;
        length--;
    }
    size_t cells = 1;
    for (size_t i = 0; i < length; i++)
        cells += line[i] == '\t';
    if (times > LM_BOOK_ROWS_MOST - r->row || length + 1 > ((size_t)LM_BOOK_MB_MOST << 20) / times)
        lm_book_fault(r, LM_BOOK_LARGE);
    else if (has_room(r, cells * times, (length + 1) * times)) {
        const char *copy = lm_arena_copy(r->arena, line, length);
        if (copy == NULL)
            lm_book_fault(r, LM_BOOK_NO_MEMORY);
        for (size_t again = 1; again < times && copy != NULL; again++) {
            lm_text_add_char(&r->text, '\n');
            lm_text_add_bytes(&r->text, copy, length);
        }
        r->written_row += times - 1;
    }
}

/* "-1.503014E6": its digits before and after the point, and the power of ten. */
struct decimal {
    bool negative;
    const char *whole, *fraction;
    size_t whole_length, fraction_length, power;
};

static bool read_decimal(const char *text, struct decimal *out)
{
    static const char digits[] = "0123456789";
    int64_t power = 0;
    *out = (struct decimal){.negative = *text == '-'};
    out->whole = text + out->negative;
    out->whole_length = strspn(out->whole, digits);
    const char *end = out->whole + out->whole_length;
    out->fraction = end + (*end == '.');
    out->fraction_length = *end == '.' ? strspn(out->fraction, digits) : 0;
    end = out->fraction + out->fraction_length;
    if ((*end | 0x20) == 'e' && !lm_parse_integer(end + 1, strlen(end + 1), 0, 18, &power))
        return false;
    out->power = (size_t)power;
    return (*end == '\0' || (*end | 0x20) == 'e') && out->whole_length + out->fraction_length > 0;
}

const char *lm_book_number(const char *text, struct lm_arena *arena)
{
    struct decimal d;
    struct lm_text out = lm_text_in(arena);
    if (text[strcspn(text, ".eE")] == '\0' || !read_decimal(text, &d))
        return text;
    size_t kept = d.power < d.fraction_length ? d.power : d.fraction_length;
    if (kept + strspn(d.fraction + kept, "0") < d.fraction_length)
        return text; /* not a whole number */
    lm_text_print(&out, "%s%.*s%.*s", d.negative ? "-" : "", (int)d.whole_length, d.whole,
                  (int)kept, d.fraction);
    lm_text_repeat(&out, '0', d.power - kept);
    return out.failed ? NULL : lm_text_string(&out);
}

/* --- workbooks */

/* Refuse a workbook with ${fault}. */
static enum lm_status refuse(struct lm_log *log, enum lm_book_fault fault)
{
    const struct lm_place place = {0};
    static const char again[] = "open it and save it again, or save the sheet as CSV";
    if (fault == LM_BOOK_LARGE)
        return lm_log_add(
            log, LM_ERROR, place,
            "keep only the sheet of the players, without formats below it, or save it as CSV",
            "the workbook is too large: at most %d rows, %d columns, %d cells, %d MB of "
            "text and %d MB unpacked are read",
            LM_BOOK_ROWS_MOST, LM_BOOK_COLUMNS_MOST, LM_BOOK_CELLS_MOST, LM_BOOK_MB_MOST,
            LM_ZIP_MB_MOST);
    if (fault == LM_BOOK_CUT)
        return lm_log_add(log, LM_ERROR, place,
                          "copy or download it again; if that fails, open it and save it again",
                          "the workbook is incomplete: a sheet in it breaks off");
    return lm_log_add(log, LM_ERROR, place, again, "a workbook that is damaged");
}

enum lm_status lm_book_unwrap(struct lm_arena *arena, struct lm_log *log, const char **bytes,
                              size_t *length)
{
    struct lm_archive archive = {.bytes = *bytes, .length = *length};
    struct lm_book_rows rows = {.archive = &archive, .arena = arena};
    if (lm_xlsx_looks_like(*bytes, *length))
        lm_xlsx_sheets(&rows);
    else if (lm_ods_looks_like(*bytes, *length))
        lm_ods_sheets(&rows);
    else
        return LM_OK;
    if (rows.fault == LM_BOOK_NO_MEMORY)
        return LM_LIMIT;
    if (rows.fault != LM_BOOK_GOOD)
        return refuse(log, rows.fault);
    if (rows.sheets == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "give the sheet with the players",
                          "a workbook without anything in it");
    if (rows.sheets > 1)
        lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                   "the first sheet of the workbook is read; %zu more are left out",
                   rows.sheets - 1);
    *bytes = lm_text_string(&rows.found);
    *length = rows.found.length;
    return LM_OK;
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
