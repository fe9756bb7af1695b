/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "cli/core/command.h"

struct table table_new(struct lm_arena *arena, const char *align)
{
    return (struct table){.arena = arena, .align = align};
}

/* Would a terminal obey the character of ${size} bytes instead of showing it: a control character
 * (C0, DEL, C1), or a mark that turns the direction of the text after it? */
static bool is_obeyed(const char *sign, size_t size)
{
    static const struct {
        const char *first, *last;
    } ranges[] = {{"\x01", "\x1F"},
                  {"\x7F", "\xFF"}, /* DEL, and bytes that are not a character */
                  {"\xC2\x80", "\xC2\x9F"},
                  {"\xE2\x80\x8E", "\xE2\x80\x8F"},  /* U+200E, U+200F */
                  {"\xE2\x80\xAA", "\xE2\x80\xAE"},  /* U+202A … U+202E */
                  {"\xE2\x81\xA6", "\xE2\x81\xA9"}}; /* U+2066 … U+2069 */
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (strlen(ranges[i].first) == size && memcmp(sign, ranges[i].first, size) >= 0 &&
            memcmp(sign, ranges[i].last, size) <= 0)
            return true;
    return false;
}

/* Return the length in bytes of the UTF-8 character at ${text}. */
static size_t size_of_sign(const char *text)
{
    size_t size = 1;
    while (lm_is_utf8_tail(text[size]))
        size++;
    return size;
}

void add_visible(struct lm_text *out, const char *text)
{
    for (size_t size; *text != '\0'; text += size) {
        size = size_of_sign(text);
        if (is_obeyed(text, size))
            lm_text_add(out, "\xEF\xBF\xBD"); /* U+FFFD */
        else
            lm_text_add_bytes(out, text, size);
    }
}

void add_visible_lines(struct lm_text *out, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n\t");
        char *piece = lm_arena_copy(out->arena, text, length);
        out->failed |= piece == NULL;
        if (piece == NULL)
            return;
        add_visible(out, piece);
        text += length;
        if (*text != '\0')
            lm_text_add_char(out, *text++);
    }
}

void table_add(struct table *table, const char *cell)
{
    struct lm_text copy = lm_text_in(table->arena);
    add_visible(&copy, cell);
    if (copy.failed || !lm_arena_grow(table->arena, &table->cells, &table->capacity,
                                      table->count + 1, sizeof *table->cells))
        table->failed = true;
    else
        table->cells[table->count++] = lm_text_string(&copy);
}

void table_print(struct table *table, const char *format, ...)
{
    struct lm_text cell = lm_text_in(table->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&cell, format, arguments);
    va_end(arguments);
    table->failed |= cell.failed;
    table_add(table, lm_text_string(&cell));
}

/* --- columns and their widths */

struct layout {
    const struct table *table;
    const char *fit;
    size_t columns, gap;
    size_t *widths;
    bool *shown;
};

static size_t width_of(const char *cell)
{
    return lm_utf8_width(cell, strlen(cell));
}

static size_t column_width(const struct table *table, size_t column, size_t columns)
{
    size_t widest = 0;
    for (size_t i = column; i < table->count; i += columns) {
        size_t width = width_of(table->cells[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static size_t line_width(const struct layout *l)
{
    size_t sum = 0;
    for (size_t i = 0; i < l->columns; i++)
        if (l->shown[i])
            sum += l->widths[i] + (sum > 0 ? l->gap : 0);
    return sum;
}

/* --- lines */

size_t bytes_within(const char *text, size_t length, size_t width)
{
    size_t end = 0;
    for (size_t used = 0; end < length;) {
        size_t size = size_of_sign(text + end);
        used += lm_utf8_width(text + end, size);
        if (used > width)
            break;
        end += size;
    }
    return end;
}

/* Append as much of ${cell} as fits into ${width} columns, the last one an ellipsis if it is cut.
 */
static size_t add_shortened(struct lm_text *out, const char *cell, size_t width)
{
    size_t whole = width_of(cell);
    if (whole <= width) {
        lm_text_add(out, cell);
        return whole;
    }
    size_t end = bytes_within(cell, strlen(cell), width - 1);
    lm_text_add_bytes(out, cell, end);
    lm_text_add(out, "…");
    return lm_utf8_width(cell, end) + 1;
}

/* Write the row that begins with cell ${first}; the last row can be incomplete.  Add no spaces
 * after the last text of a row. */
static void write_line(const struct layout *l, size_t first, struct lm_text *out)
{
    size_t gap = 0;
    for (size_t column = 0; column < l->columns; column++) {
        if (!l->shown[column])
            continue;
        const char *cell = first + column < l->table->count ? l->table->cells[first + column] : "";
        size_t width = l->widths[column], own = width_of(cell);
        size_t room = own < width ? width - own : 0;
        size_t before = l->table->align[column] == 'r' ? room : 0;
        if (own > 0) {
            lm_text_repeat(out, ' ', gap + before);
            gap = width - before - add_shortened(out, cell, width) + l->gap;
        } else {
            gap += width + l->gap;
        }
    }
    lm_text_add_char(out, '\n');
}

static void write_lines(const struct layout *l, struct lm_text *out)
{
    for (size_t i = 0; i < l->table->count; i += l->columns)
        write_line(l, i, out);
}

/* --- fitting into a width */

enum { LEAST_SHRUNK = 16, MOST_SHRUNK = 40 };

/* Shorten columns that can be shortened until the line has ${width}, but no further than needed. */
static void shrink(struct layout *l, size_t width)
{
    for (size_t i = 0; i < l->columns; i++) {
        size_t line = line_width(l);
        if (l->fit[i] != 's' || line <= width || l->widths[i] <= LEAST_SHRUNK)
            continue;
        size_t spare = l->widths[i] - LEAST_SHRUNK, over = line - width;
        l->widths[i] -= over < spare ? over : spare;
    }
}

/* Leave out columns in their order until the rest, shortened, has ${width}. */
static void drop(struct layout *l, size_t width)
{
    for (char least = '1'; least <= '9'; least++) {
        shrink(l, width);
        for (size_t i = l->columns; i-- > 0 && line_width(l) > width;)
            if (l->fit[i] == least)
                l->shown[i] = false;
    }
}

/* Restore all columns; with a ${width}, one endless name must not displace all numbers. */
static void restore(struct layout *l, size_t width)
{
    for (size_t i = 0; i < l->columns; i++) {
        l->shown[i] = true;
        l->widths[i] = column_width(l->table, i, l->columns);
        if (width > 0 && l->fit[i] == 's' && l->widths[i] > MOST_SHRUNK)
            l->widths[i] = MOST_SHRUNK;
    }
}

/* Choose the folding columns for the part that begins with column ${from}: as many as ${width} has
 * room for, at least one.  Return the first one of the next part. */
static size_t choose_part(struct layout *l, size_t from, size_t width)
{
    size_t next = l->columns, taken = 0;
    for (size_t i = 0; i < l->columns; i++) {
        if (l->fit[i] != 'f')
            continue;
        l->shown[i] = i >= from && next == l->columns;
        if (l->shown[i] && taken > 0 && line_width(l) > width) {
            l->shown[i] = false;
            next = i;
        }
        taken += l->shown[i];
    }
    return next;
}

/* Write columns that fold in parts below each other, and repeat the others in every part. */
static void write_folded(struct layout *l, size_t width, struct lm_text *out)
{
    size_t first = 0;
    while (first < l->columns && l->fit[first] != 'f')
        first++;
    if (first == l->columns) {
        write_lines(l, out);
        return;
    }
    for (size_t i = first; i < l->columns; i++)
        if (l->fit[i] == 'f')
            l->shown[i] = false;
    drop(l, width / 2);
    for (size_t from = first; from < l->columns;) {
        if (from > first)
            lm_text_add_char(out, '\n');
        from = choose_part(l, from, width);
        write_lines(l, out);
    }
}

void table_write_within(const struct table *table, const char *fit, size_t width,
                        struct lm_text *out)
{
    struct layout l = {.table = table, .fit = fit, .columns = strlen(table->align), .gap = 2};
    l.widths = lm_arena_alloc(table->arena, l.columns, sizeof *l.widths);
    l.shown = lm_arena_alloc(table->arena, l.columns, sizeof *l.shown);
    if (l.widths == NULL || l.shown == NULL || table->failed) {
        out->failed = true;
        return;
    }
    restore(&l, width);
    if (width > 0 && line_width(&l) > width) {
        l.gap = 1;
        drop(&l, width);
    }
    if (width == 0 || line_width(&l) <= width) {
        write_lines(&l, out);
        return;
    }
    restore(&l, width);
    write_folded(&l, width, out);
}

void table_write(const struct table *table, struct lm_text *out)
{
    table_write_within(table, "", 0, out);
}
