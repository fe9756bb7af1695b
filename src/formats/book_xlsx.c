/* SPDX-License-Identifier: Apache-2.0 */
/* Office Open XML, ECMA-376 part 1, 18.2 to 18.4 and 18.8: sheets, shared strings, formats. */
#include <string.h>

#include "formats/book_rows.h"
#include "formats/xml.h"
#include "formats/zip.h"
#include "limmat/date.h"

struct list {
    const char **all;
    size_t count, capacity;
};

struct book {
    const char *bytes;
    size_t length;
    struct lm_arena *arena;
    struct list strings; /* shared */
    bool *dates;         /* by cell format: does it show a date? */
    size_t date_count, date_capacity;
    struct list sheets; /* paths of parts */
    bool from_1904;
    bool failed; /* no memory */
};

static void push(struct book *b, struct list *list, const char *text)
{
    if (text == NULL ||
        !lm_arena_grow(b->arena, &list->all, &list->capacity, list->count + 1, sizeof *list->all))
        b->failed = true;
    else
        list->all[list->count++] = text;
}

/* The part ${name} to go through; LM_OK with nothing in it when it may be missing and is. */
static enum lm_status open_part(struct book *b, const char *name, bool needed, struct lm_xml *x)
{
    const char *part = "";
    size_t size = 0;
    *x = lm_xml_of(part, size);
    if (!needed && !lm_zip_has(b->bytes, b->length, name))
        return LM_OK;
    enum lm_status status = lm_zip_part(b->bytes, b->length, name, b->arena, &part, &size);
    if (status == LM_OK)
        *x = lm_xml_of(part, size);
    return status;
}

/* --- shared strings and formats */

/* The runs of a text up to the tag that closes ${element}; how it is spoken (rPh) is left out. */
static const char *read_runs(struct book *b, struct lm_xml *x, const char *element)
{
    struct lm_text text = lm_text_in(b->arena);
    bool spoken = false;
    for (bool open = !x->empty; open && lm_xml_next(x);) {
        spoken |= lm_xml_opens(x, "rPh") && !x->empty;
        if (lm_xml_closes(x, "t") && !spoken)
            lm_xml_add_text(x, &text);
        if (lm_xml_closes(x, "rPh"))
            spoken = false;
        open = !lm_xml_closes(x, element);
    }
    b->failed |= text.failed;
    return lm_text_string(&text);
}

static enum lm_status read_strings(struct book *b)
{
    struct lm_xml x;
    enum lm_status status = open_part(b, "xl/sharedStrings.xml", false, &x);
    while (status == LM_OK && lm_xml_next(&x) && !b->failed)
        if (lm_xml_opens(&x, "si"))
            push(b, &b->strings, read_runs(b, &x, "si"));
    b->failed |= x.failed;
    return status;
}

/* 18.8.30: does number format ${id} show a date?  ${code} is that of a format of the file's own.
 */
static bool shows_date(int64_t id, const char *code)
{
    bool quoted = false, day = false, year = false;
    if (code == NULL)
        return (id >= 14 && id <= 17) || id == 22;
    for (; *code != '\0'; code++) {
        quoted ^= *code == '"';
        day |= !quoted && (*code | 0x20) == 'd';
        year |= !quoted && (*code | 0x20) == 'y';
    }
    return day || year;
}

struct number_format {
    int64_t id;
    const char *code;
};

static int64_t integer_of(struct lm_xml *x, const char *name, struct lm_arena *arena)
{
    int64_t value = -1;
    const char *text = lm_xml_attribute(x, name, arena);
    if (text == NULL || !lm_parse_integer(text, strlen(text), 0, INT32_MAX, &value))
        return -1;
    return value;
}

static void push_format(struct book *b, bool date)
{
    if (!lm_arena_grow(b->arena, &b->dates, &b->date_capacity, b->date_count + 1, sizeof *b->dates))
        b->failed = true;
    else
        b->dates[b->date_count++] = date;
}

static enum lm_status read_formats(struct book *b)
{
    enum { OWN_MOST = 64 };
    struct number_format own[OWN_MOST];
    size_t own_count = 0;
    bool cells = false;
    struct lm_xml x;
    enum lm_status status = open_part(b, "xl/styles.xml", false, &x);
    while (status == LM_OK && lm_xml_next(&x) && !b->failed) {
        cells = lm_xml_opens(&x, "cellXfs") || (cells && !lm_xml_closes(&x, "cellXfs"));
        if (lm_xml_opens(&x, "numFmt") && own_count < OWN_MOST)
            own[own_count++] = (struct number_format){integer_of(&x, "numFmtId", b->arena),
                                                      lm_xml_attribute(&x, "formatCode", b->arena)};
        if (!cells || !lm_xml_opens(&x, "xf"))
            continue;
        int64_t id = integer_of(&x, "numFmtId", b->arena);
        const char *code = NULL;
        for (size_t i = 0; i < own_count; i++)
            code = own[i].id == id ? own[i].code : code;
        push_format(b, shows_date(id, code));
    }
    b->failed |= x.failed;
    return status;
}

/* --- which sheets */

/* The part that ${id} of the workbook leads to; NULL: none. */
static const char *target_of(struct book *b, const char *id)
{
    struct lm_xml x;
    enum lm_status status = open_part(b, "xl/_rels/workbook.xml.rels", true, &x);
    b->failed |= status == LM_LIMIT;
    while (status == LM_OK && lm_xml_next(&x) && !x.failed) {
        const char *own = lm_xml_attribute(&x, "Id", b->arena);
        const char *target = lm_xml_attribute(&x, "Target", b->arena);
        if (own == NULL || target == NULL || strcmp(own, id) != 0)
            continue;
        struct lm_text path = lm_text_in(b->arena);
        lm_text_print(&path, "%s%s", target[0] == '/' ? "" : "xl/", target + (target[0] == '/'));
        b->failed |= path.failed;
        return lm_text_string(&path);
    }
    b->failed |= x.failed;
    return NULL;
}

/* 18.2.19.  An attribute r:id and one sheetId: prefixes are left out, so both are "id" and
 * "sheetId". */
static enum lm_status find_sheets(struct book *b)
{
    struct lm_xml x;
    enum lm_status status = open_part(b, "xl/workbook.xml", true, &x);
    while (status == LM_OK && lm_xml_next(&x) && !b->failed) {
        const char *mode = lm_xml_attribute(&x, "date1904", b->arena);
        if (lm_xml_opens(&x, "workbookPr") && mode != NULL)
            b->from_1904 = strcmp(mode, "1") == 0 || strcmp(mode, "true") == 0;
        const char *id = lm_xml_opens(&x, "sheet") ? lm_xml_attribute(&x, "id", b->arena) : NULL;
        const char *path = id == NULL ? NULL : target_of(b, id);
        if (path != NULL)
            push(b, &b->sheets, path);
    }
    b->failed |= x.failed;
    return status;
}

/* --- cells */

/* 18.17.4.1: days since 30 December 1899 (or 1 January 1904) as a date. */
static const char *date_of(struct book *b, const char *number)
{
    enum { DAYS_TO_1970 = 25569, DAYS_FROM_1904 = 1462, LAST = 2958465 };
    int64_t days;
    struct lm_text text = lm_text_in(b->arena);
    if (!lm_parse_integer(number, strcspn(number, "."), 1, LAST, &days))
        return number;
    days += (b->from_1904 ? DAYS_FROM_1904 : 0) - DAYS_TO_1970;
    lm_text_add_date(&text, lm_date_of((int32_t)days), '/');
    b->failed |= text.failed;
    return lm_text_string(&text);
}

static const char *number_of(struct book *b, const char *text)
{
    const char *number = lm_book_number(text, b->arena);
    b->failed |= number == NULL;
    return number == NULL ? "" : number;
}

static bool is_date(const struct book *b, int64_t format)
{
    return format >= 0 && (size_t)format < b->date_count && b->dates[format];
}

/* What the cell that ${x} opened shows. */
static const char *read_cell(struct book *b, struct lm_xml *x)
{
    struct lm_text value = lm_text_in(b->arena);
    const char *type = lm_xml_attribute(x, "t", b->arena), *inside = NULL;
    int64_t format = integer_of(x, "s", b->arena), index;
    for (bool open = !x->empty; open && lm_xml_next(x);) {
        if (lm_xml_closes(x, "v"))
            lm_xml_add_text(x, &value);
        if (lm_xml_opens(x, "is"))
            inside = read_runs(b, x, "is");
        open = !lm_xml_closes(x, "c");
    }
    b->failed |= value.failed;
    const char *text = lm_text_string(&value);
    if (inside != NULL)
        return inside;
    if (type != NULL && strcmp(type, "s") == 0)
        return lm_parse_integer(text, value.length, 0, (int64_t)b->strings.count - 1, &index)
                   ? b->strings.all[index]
                   : "";
    if (type != NULL && strcmp(type, "e") == 0)
        return "";
    if (type != NULL && strcmp(type, "n") != 0)
        return text;
    return is_date(b, format) ? date_of(b, text) : number_of(b, text);
}

/* "BC23" as column 54 and row 22; false: it is no such name. */
static bool place_of(const char *name, size_t *row, size_t *column)
{
    int64_t number;
    size_t letters = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    *column = 0;
    if (letters == 0 || letters > 3 ||
        !lm_parse_integer(name + letters, strlen(name + letters), 1, 1 << 20, &number))
        return false;
    for (size_t i = 0; i < letters; i++)
        *column = *column * 26 + (size_t)(name[i] - 'A') + 1;
    --*column;
    *row = (size_t)number - 1;
    return true;
}

static enum lm_status read_sheet(struct book *b, const char *path, struct lm_book_rows *rows)
{
    struct lm_xml x;
    size_t next_row = 0;
    enum lm_status status = open_part(b, path, true, &x);
    while (status == LM_OK && lm_xml_next(&x) && !rows->bad && !b->failed) {
        if (lm_xml_opens(&x, "row")) {
            int64_t number = integer_of(&x, "r", b->arena);
            size_t row = number > 0 ? (size_t)number - 1 : next_row;
            lm_book_go(rows, row, 0);
            next_row = row + 1;
        } else if (lm_xml_opens(&x, "c")) {
            size_t row = rows->row, column = rows->column;
            const char *name = lm_xml_attribute(&x, "r", b->arena);
            if (name != NULL && place_of(name, &row, &column))
                lm_book_go(rows, row, column);
            size_t before = rows->column;
            lm_book_put(rows, read_cell(b, &x), 1);
            rows->column = before + 1;
        }
    }
    if (status == LM_OK && (b->failed || x.failed || rows->text.failed))
        return LM_LIMIT;
    return status == LM_OK && rows->bad ? LM_INVALID : status;
}

enum lm_status lm_xlsx_sheet(const char *bytes, size_t length, struct lm_arena *arena,
                             struct lm_text *out, size_t *others)
{
    struct book b = {.bytes = bytes, .length = length, .arena = arena};
    bool found = false;
    enum lm_status status = find_sheets(&b);
    if (status == LM_OK)
        status = read_strings(&b);
    if (status == LM_OK)
        status = read_formats(&b);
    if (status == LM_OK && b.failed)
        status = LM_LIMIT;
    for (size_t i = 0; i < b.sheets.count && status == LM_OK; i++) {
        struct lm_book_rows rows = lm_book_rows_in(arena);
        status = read_sheet(&b, b.sheets.all[i], &rows);
        if (!found && rows.filled > 0)
            *out = rows.text;
        else
            *others += rows.filled > 0;
        found |= rows.filled > 0;
    }
    return status == LM_OK && b.sheets.count == 0 ? LM_INVALID : status;
}
