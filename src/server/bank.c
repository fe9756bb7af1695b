/* SPDX-License-Identifier: Apache-2.0 */
#include "server/bank.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "limmat/text.h"

/* --- tables of text */

const char *csv_text(const char *bytes, size_t length, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (length >= 3 && strncmp(bytes, "\xEF\xBB\xBF", 3) == 0)
        bytes += 3, length -= 3;
    bool utf8 = lm_utf8_valid(bytes, length);
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\r' && i + 1 < length && bytes[i + 1] == '\n')
            continue;
        if (c == '\r')
            c = '\n';
        if (c >= 0x80 && !utf8) {
            lm_text_add_char(&text, (char)(0xC0 | c >> 6));
            lm_text_add_char(&text, (char)(0x80 | (c & 0x3F)));
        } else {
            lm_text_add_char(&text,
                             c == '\n' || c == '\t' || (c >= ' ' && c != 0x7F) ? (char)c : ' ');
        }
    }
    return text.failed ? NULL : lm_text_string(&text);
}

/* Return the separator of cells: the most frequent of the three outside quotes. */
static char separator_of(const char *text)
{
    static const char marks[] = "\t;,";
    size_t counts[3] = {0}, best = 0;
    bool quoted = false;
    for (const char *at = text; *at != '\0'; at++) {
        const char *mark = strchr(marks, *at);
        quoted ^= *at == '"';
        if (mark != NULL && !quoted)
            counts[mark - marks]++;
    }
    for (size_t i = 1; i < 3; i++)
        if (counts[i] > counts[best])
            best = i;
    return marks[best];
}

/* Return the cell at ${*at}, and advance to its end: the separator or the end. */
static const char *cell_at(const char **at, const char *end, char separator, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    bool quoted = false;
    while (*at < end && **at == ' ')
        ++*at;
    for (; *at < end && (quoted || **at != separator); ++*at) {
        bool doubled = quoted && *at + 1 < end && (*at)[0] == '"' && (*at)[1] == '"';
        if (**at == '"' && !doubled && (quoted || text.length == 0))
            quoted = !quoted;
        else
            lm_text_add_char(&text, **at);
        *at += doubled;
    }
    lm_text_trim(&text, 0);
    return text.failed ? NULL : lm_text_string(&text);
}

struct csv_row *csv_rows(const char *text, struct lm_arena *arena, size_t *count)
{
    struct csv_row *rows = NULL;
    size_t capacity = 0;
    unsigned line = 0;
    char separator = separator_of(text);
    *count = 0;
    for (const char *at = text; *at != '\0'; at += *at != '\0') {
        const char *end = at + strcspn(at, "\n"), *cell = at;
        line++;
        at = end;
        if (cell + strspn(cell, " \t;,\"") >= end)
            continue;
        if (!lm_arena_grow(arena, &rows, &capacity, *count + 1, sizeof *rows))
            return NULL;
        struct csv_row *row = &rows[(*count)++];
        *row = (struct csv_row){.line = line,
                                .whole = lm_arena_copy(arena, cell, (size_t)(end - cell))};
        for (; cell <= end && row->count < CSV_CELLS; cell++) {
            row->cells[row->count] = cell_at(&cell, end, separator, arena);
            if (row->whole == NULL || row->cells[row->count++] == NULL)
                return NULL;
        }
    }
    return rows != NULL ? rows : lm_arena_alloc(arena, 1, sizeof *rows);
}

/* --- cells */

/* Find the digits and marks of an amount, their length, and its sign; NULL: not an amount. */
static const char *amount_in(const char *cell, size_t *length, bool *negative)
{
    const char *at = cell + strspn(cell, "ABCDEFGHIJKLMNOPQRSTUVWXYZ$ ");
    *negative = *at == '-';
    at += *at == '-' || *at == '+';
    at += strspn(at, " ");
    *length = strspn(at, "0123456789.,' ");
    while (*length > 0 && at[*length - 1] == ' ')
        --*length;
    const char *rest = at + *length;
    rest += *rest == '-'; /* "60.-" */
    rest += strspn(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ$ ");
    return *rest == '\0' && *length > 0 && lm_is_digit(*at) ? at : NULL;
}

bool bank_amount(const char *cell, int64_t *hundredths)
{
    size_t length, marks = 0, decimals = 0;
    bool negative, part = false;
    int64_t value = 0;
    const char *at = amount_in(cell, &length, &negative);
    if (at == NULL)
        return false;
    for (size_t i = 0; i < length; i++) /* decimals follow the last mark if at most two are left */
        if (at[i] == '.' || at[i] == ',')
            marks = i + 1;
    if (marks > 0 && length - marks > 2)
        marks = 0; /* "1,234" */
    for (size_t i = 0; i < length; i++) {
        if (!lm_is_digit(at[i])) {
            part = i + 1 == marks;
            continue;
        }
        if (value > INT64_MAX / 1000)
            return false;
        value = value * 10 + (at[i] - '0');
        decimals += part;
    }
    for (; decimals < 2; decimals++)
        value *= 10;
    *hundredths = negative ? -value : value;
    return true;
}

bool bank_day(const char *cell, struct lm_date *out)
{
    struct lm_date date;
    size_t length = strlen(cell);
    if (length < 8 || strspn(cell, "0123456789") == length ||
        !lm_parse_date(cell, length > 10 ? 10 : length, &date) || date.year < 1990 ||
        date.month == 0 || date.day == 0)
        return false;
    *out = date;
    return true;
}

/* --- statements */

/* Headings, folded: of the column of credits; of the column of amounts, which can be negative. */
static const char in_heads[] =
    " credit amount credit gutschrift gutschriften gutschrift in chf gutschrift in eur haben "
    "credit crédit montant credite avere accredito accrediti entrate abono abonos haber ingreso "
    "ingresos paid in money in ";
static const char amount_heads[] =
    " amount betrag umsatz montant importo importe amount chf amount eur betrag chf betrag eur "
    "betrag in chf betrag in eur betrag eur umsatz in eur montant en chf montant en eur valeur ";

/* Is ${cell} one of ${heads}, separated by spaces? */
static bool is_head(const char *cell, const char *heads, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_char(&text, ' ');
    lm_text_add_folded(&text, cell, strlen(cell));
    for (size_t i = 0; !text.failed && i < text.length; i++)
        if (strchr("()_-/:", text.bytes[i]) != NULL)
            text.bytes[i] = ' ';
    lm_text_trim(&text, 1);
    lm_text_add_char(&text, ' ');
    return !text.failed && text.length > 2 && strstr(heads, lm_text_string(&text)) != NULL;
}

/* Return the column of the amount by the headings in ${row}; CSV_CELLS: none. */
static size_t amount_column(const struct csv_row *row, struct lm_arena *arena)
{
    for (size_t i = 0; i < row->count; i++)
        if (is_head(row->cells[i], in_heads, arena))
            return i;
    for (size_t i = 0; i < row->count; i++)
        if (is_head(row->cells[i], amount_heads, arena))
            return i;
    return CSV_CELLS;
}

/* Does ${cell} look like an amount, "60.00"? */
static bool has_decimals(const char *cell)
{
    size_t length = strlen(cell);
    const char *mark = strpbrk(cell, ".,");
    struct lm_date day;
    return mark != NULL && !bank_day(cell, &day) && length > 3 &&
           (cell[length - 3] == '.' || cell[length - 3] == ',');
}

static bool amount_of(const struct csv_row *row, size_t column, int64_t *hundredths)
{
    if (column < CSV_CELLS)
        return column < row->count && bank_amount(row->cells[column], hundredths);
    for (size_t i = 0; i < row->count; i++)
        if (has_decimals(row->cells[i]) && bank_amount(row->cells[i], hundredths))
            return true;
    return false;
}

static const char *joined(const struct csv_row *row, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 0; i < row->count; i++)
        if (*row->cells[i] != '\0')
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : " · ", row->cells[i]);
    return text.failed ? NULL : lm_text_string(&text);
}

struct bank_row *bank_read(const char *text, struct lm_arena *arena, size_t *count)
{
    size_t row_count, column = CSV_CELLS, first = 0;
    const struct csv_row *rows = csv_rows(text, arena, &row_count);
    *count = 0;
    struct bank_row *out = rows == NULL ? NULL : lm_arena_alloc(arena, row_count + 1, sizeof *out);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < row_count && column == CSV_CELLS; i++) {
        column = amount_column(&rows[i], arena);
        first = column < CSV_CELLS ? i + 1 : 0;
    }
    for (size_t i = first; i < row_count; i++) {
        struct bank_row *b = &out[*count];
        *b = (struct bank_row){.line = rows[i].line, .whole = rows[i].whole};
        if (!amount_of(&rows[i], column, &b->hundredths) || b->hundredths <= 0)
            continue;
        for (size_t k = 0; k < rows[i].count && !b->dated; k++)
            b->dated = bank_day(rows[i].cells[k], &b->day);
        b->text = joined(&rows[i], arena);
        if (b->text == NULL)
            return NULL;
        ++*count;
    }
    return out;
}

bool bank_names(const char *text, const char *reference)
{
    for (const char *from = text; *from != '\0'; from++) {
        const char *at = from, *want = reference;
        for (; *want != '\0' && *at != '\0'; at++) {
            if (*at == ' ' || *at == '-' || *at == '.')
                continue;
            if (lm_lower(*at) != lm_lower(*want))
                break;
            want++;
        }
        if (*want == '\0' && *reference != '\0')
            return true;
    }
    return false;
}
