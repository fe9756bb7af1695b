/* SPDX-License-Identifier: Apache-2.0 */
/* Office Open XML, ECMA-376 part 1, 18.2 to 18.4 and 18.8: sheets, shared strings, formats. */
#include <string.h>

#include "formats/book_rows.h"
#include "limmat/date.h"

struct list {
    const char **all;
    size_t count, capacity;
};

/* A relationship of the workbook and its target. */
struct relation {
    const char *id, *target;
};

struct book {
    struct lm_book_rows *rows;
    struct lm_arena *arena;
    struct list strings; /* shared */
    bool *dates;         /* by cell format: does it show a date? */
    size_t date_count, date_capacity;
    struct relation *relations;
    size_t relation_count, relation_capacity;
    struct list sheets; /* paths of parts */
    bool from_1904;
};

static void push(struct book *b, struct list *list, const char *text)
{
    if (text == NULL ||
        !lm_arena_grow(b->arena, &list->all, &list->capacity, list->count + 1, sizeof *list->all))
        lm_book_fault(b->rows, LM_BOOK_NO_MEMORY);
    else
        list->all[list->count++] = text;
}

/* Is everything fine so far, and does ${x} have another tag? */
static bool next(struct book *b, struct lm_xml *x)
{
    if (b->rows->fault == LM_BOOK_GOOD && !x->failed && lm_xml_next(x))
        return true;
    lm_book_part_end(b->rows, x);
    return false;
}

/* Open the part ${name} for reading; an empty one if it is missing. */
static struct lm_xml open_part(struct book *b, const char *name)
{
    const struct lm_archive *archive = b->rows->archive;
    return lm_zip_has(archive->bytes, archive->length, name) ? lm_book_part(b->rows, name)
                                                             : lm_xml_of("", 0);
}

/* --- shared strings and formats */

/* Read the runs of a text up to the tag that closes ${element}, without its pronunciation (rPh). */
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
    x->failed |= text.failed;
    return lm_text_string(&text);
}

static void read_strings(struct book *b)
{
    struct lm_xml x = open_part(b, "xl/sharedStrings.xml");
    while (next(b, &x))
        if (lm_xml_opens(&x, "si") && b->strings.count == LM_BOOK_CELLS_MOST)
            lm_book_fault(b->rows, LM_BOOK_LARGE);
        else if (lm_xml_opens(&x, "si"))
            push(b, &b->strings, read_runs(b, &x, "si"));
}

/* 18.8.30: does number format ${id} show a date?  ${code} is the format's, if it is the file's own.
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
        lm_book_fault(b->rows, LM_BOOK_NO_MEMORY);
    else
        b->dates[b->date_count++] = date;
}

static void read_formats(struct book *b)
{
    enum { OWN_MOST = 64 };
    struct number_format own[OWN_MOST];
    size_t own_count = 0;
    bool cells = false;
    struct lm_xml x = open_part(b, "xl/styles.xml");
    while (next(b, &x)) {
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
}

/* --- the list of sheets */

static void read_relations(struct book *b)
{
    struct lm_xml x = lm_book_part(b->rows, "xl/_rels/workbook.xml.rels");
    while (next(b, &x)) {
        const struct relation relation = {lm_xml_attribute(&x, "Id", b->arena),
                                          lm_xml_attribute(&x, "Target", b->arena)};
        if (relation.id == NULL || relation.target == NULL)
            continue;
        if (!lm_arena_grow(b->arena, &b->relations, &b->relation_capacity, b->relation_count + 1,
                           sizeof *b->relations))
            lm_book_fault(b->rows, LM_BOOK_NO_MEMORY);
        else
            b->relations[b->relation_count++] = relation;
    }
}

/* Add the part that ${id} of the workbook refers to as another sheet. */
static void push_sheet(struct book *b, const char *id)
{
    struct lm_text path = lm_text_in(b->arena);
    size_t i = 0;
    while (i < b->relation_count && strcmp(b->relations[i].id, id) != 0)
        i++;
    if (i == b->relation_count) {
        lm_book_fault(b->rows, LM_BOOK_DAMAGED);
        return;
    }
    const char *target = b->relations[i].target;
    lm_text_print(&path, "%s%s", target[0] == '/' ? "" : "xl/", target + (target[0] == '/'));
    push(b, &b->sheets, path.failed ? NULL : lm_text_string(&path));
}

/* 18.2.19.  The tag has an attribute r:id and one sheetId: as prefixes are left out, they are "id"
 * and "sheetId". */
static void find_sheets(struct book *b)
{
    enum { SHEETS_MOST = 1000 };
    struct lm_xml x = lm_book_part(b->rows, "xl/workbook.xml");
    while (next(b, &x)) {
        const char *mode = lm_xml_attribute(&x, "date1904", b->arena);
        if (lm_xml_opens(&x, "workbookPr") && mode != NULL)
            b->from_1904 = strcmp(mode, "1") == 0 || strcmp(mode, "true") == 0;
        const char *id = lm_xml_opens(&x, "sheet") ? lm_xml_attribute(&x, "id", b->arena) : NULL;
        if (id != NULL && b->sheets.count == SHEETS_MOST)
            lm_book_fault(b->rows, LM_BOOK_LARGE);
        else if (id != NULL)
            push_sheet(b, id);
    }
    if (b->sheets.count == 0)
        lm_book_fault(b->rows, LM_BOOK_DAMAGED);
}

/* --- cells */

/* 18.17.4.1: convert days since 30 December 1899 (or 1 January 1904) to a date. */
static const char *date_of(struct book *b, const char *number)
{
    enum { DAYS_TO_1970 = 25569, DAYS_FROM_1904 = 1462, LAST = 2958465 };
    int64_t days;
    struct lm_text text = lm_text_in(b->arena);
    if (!lm_parse_integer(number, strcspn(number, "."), 1, LAST, &days))
        return number;
    days += (b->from_1904 ? DAYS_FROM_1904 : 0) - DAYS_TO_1970;
    lm_text_add_date(&text, lm_date_of((int32_t)days), '/');
    if (text.failed)
        lm_book_fault(b->rows, LM_BOOK_NO_MEMORY);
    return lm_text_string(&text);
}

static const char *number_of(struct book *b, const char *text)
{
    const char *number = lm_book_number(text, b->arena);
    if (number == NULL)
        lm_book_fault(b->rows, LM_BOOK_NO_MEMORY);
    return number == NULL ? "" : number;
}

static bool is_date(const struct book *b, int64_t format)
{
    return format >= 0 && (size_t)format < b->date_count && b->dates[format];
}

/* The shared string ${number}. */
static const char *string_of(struct book *b, const char *number)
{
    int64_t index;
    if (number[0] == '\0')
        return "";
    if (lm_parse_integer(number, strlen(number), 0, (int64_t)b->strings.count - 1, &index))
        return b->strings.all[index];
    lm_book_fault(b->rows, LM_BOOK_DAMAGED);
    return "";
}

/* Return the text shown by the cell that ${x} opened. */
static const char *read_cell(struct book *b, struct lm_xml *x)
{
    struct lm_text value = lm_text_in(b->arena);
    const char *type = lm_xml_attribute(x, "t", b->arena), *inside = NULL;
    int64_t format = integer_of(x, "s", b->arena);
    for (bool open = !x->empty; open && lm_xml_next(x);) {
        if (lm_xml_closes(x, "v"))
            lm_xml_add_text(x, &value);
        if (lm_xml_opens(x, "is"))
            inside = read_runs(b, x, "is");
        open = !lm_xml_closes(x, "c");
    }
    x->failed |= value.failed;
    const char *text = lm_text_string(&value);
    if (inside != NULL)
        return inside;
    if (type != NULL && strcmp(type, "s") == 0)
        return string_of(b, text);
    if (type != NULL && strcmp(type, "e") == 0)
        return "";
    if (type != NULL && strcmp(type, "n") != 0)
        return text;
    return is_date(b, format) ? date_of(b, text) : number_of(b, text);
}

/* Read "BC23" as column 54 and row 22; false: not such a name. */
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

static void read_sheet(struct book *b, const char *path)
{
    struct lm_book_rows *rows = b->rows;
    size_t next_row = 0;
    lm_book_sheet(rows);
    struct lm_xml x = lm_book_part(rows, path);
    while (next(b, &x)) {
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
            lm_book_put(rows, read_cell(b, &x), 1);
        }
    }
    lm_book_sheet_end(rows);
}

void lm_xlsx_sheets(struct lm_book_rows *r)
{
    struct book b = {.rows = r, .arena = r->arena};
    read_relations(&b);
    find_sheets(&b);
    read_strings(&b);
    read_formats(&b);
    for (size_t i = 0; i < b.sheets.count && r->fault == LM_BOOK_GOOD; i++)
        read_sheet(&b, b.sheets.all[i]);
}
