/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A column-based record that is shifted by one column reads as other numbers, not as an error: 2000
 * becomes 200, a result disappears.  Therefore each column of a 001 record has a class of permitted
 * characters.  A line is shifted if it has a character in a column that cannot hold it, but has
 * none once everything from some field on is moved a few columns to one side.  The cause is a
 * typing error, or padding that counted the bytes of a name instead of its letters.
 */
#include "formats/trf_columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "formats/trf.h"

/* The most letters beyond ASCII in a name; the most columns of a typing error; the end of the name.
 */
enum { SHIFT_MAX = 8, SLIP_MAX = 2, NAME_END = 48 };

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c) != NULL;
}

/* Can ${c} be in column ${at} of a round?  From 0: opponent, colour and result, with gaps. */
static bool fits_round(unsigned at, char c)
{
    if (at < 4)
        return lm_is_digit(c);
    if (at == 5)
        return is_one_of(c, "wbWB-");
    if (at == 7)
        return is_one_of(c, "1=0WDLXUFHZ+-?*wdlxufhz");
    return false;
}

/* Is ${column} always blank? */
static bool is_gap(unsigned column)
{
    static const uint8_t gaps[] = {4, 9, 14, NAME_END, 53, 57, 69, 80, 85, 90, 91};
    unsigned at = (column - LM_TRF_FIRST_ROUND) % LM_TRF_ROUND_WIDTH;
    if (column >= LM_TRF_FIRST_ROUND)
        return at == 4 || at == 6 || at >= 8;
    for (size_t i = 0; i < sizeof gaps; i++)
        if (column == gaps[i])
            return true;
    return false;
}

/* Can ${c} be in ${column}?  A space can be in any. */
static bool fits(unsigned column, char c)
{
    if (c == ' ')
        return true;
    if (column >= LM_TRF_FIRST_ROUND)
        return fits_round((column - LM_TRF_FIRST_ROUND) % LM_TRF_ROUND_WIDTH, c);
    if (is_gap(column))
        return false;
    if (column < 9)
        return lm_is_digit(c);
    if (column == 10)
        return is_one_of(c, "mwfMWF");
    if (column > NAME_END && column < 53)
        return lm_is_digit(c);
    if (column > 69 && column < 80)
        return lm_is_digit(c) || is_one_of(c, "/.-");
    if (column > 80 && column < 85)
        return lm_is_digit(c) || is_one_of(c, ".,-");
    return column <= 85 || lm_is_digit(c);
}

/* Return one character for each column of ${line}, letters beyond ASCII as 'x'; NULL: no memory. */
static char *columns_of(struct lm_reading *r, const struct lm_line *line, unsigned *width)
{
    char *columns = lm_arena_alloc(r->arena, line->length + 1, 1);
    *width = 0;
    for (size_t i = 0; columns != NULL && i < line->length; i++)
        if (!lm_is_utf8_tail(line->bytes[i]))
            columns[(*width)++] = (line->bytes[i] & 0x80) != 0 ? 'x' : line->bytes[i];
    r->failed |= columns == NULL;
    return columns;
}

/* Does the line fit if the field that begins at ${start} and everything after it is ${shift}
 * columns too far to the right (or, below 0, to the left)? */
static bool fits_shifted(const char *columns, unsigned width, unsigned start, int shift)
{
    if ((int)start + shift < 4)
        return false; /* the code itself */
    unsigned from = (unsigned)((int)start + shift);
    for (unsigned column = start; shift > 0 && column < from && column <= width; column++)
        if (columns[column - 1] != ' ')
            return false; /* the removed columns must be blank */
    for (unsigned column = 5; column < (shift > 0 ? start : from); column++)
        if (column <= width && !fits(column, columns[column - 1]))
            return false;
    for (unsigned column = from; column <= width; column++)
        if (!fits((unsigned)((int)column - shift), columns[column - 1]))
            return false;
    return true;
}

/* Return by how many columns the line is shifted, and from which on: as few as possible, and as far
 * to the right; 0: it is not, or not as a whole. */
static int find_shift(const char *columns, unsigned width, unsigned *start)
{
    static const uint8_t starts[] = {90, 85, 80, 69, 57, 53, NAME_END, 14, 9, 4};
    unsigned rounds =
        width < LM_TRF_FIRST_ROUND ? 0 : (width - LM_TRF_FIRST_ROUND) / LM_TRF_ROUND_WIDTH + 1;
    for (int shift = 1; shift <= SHIFT_MAX; shift++)
        for (int side = -1; side <= 1; side += 2)
            for (size_t i = 0; i < rounds + sizeof starts; i++) {
                *start = i < rounds
                             ? LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * (rounds - 1 - (unsigned)i)
                             : starts[i - rounds];
                bool padded = *start == NAME_END && side < 0;
                if ((padded || shift <= SLIP_MAX) &&
                    fits_shifted(columns, width, *start, side * shift))
                    return side * shift;
            }
    return 0;
}

/* The byte at which ${column} of ${line} begins. */
static size_t byte_at(const struct lm_line *line, unsigned column)
{
    size_t at = 0;
    for (unsigned now = 1; now < column && at < line->length; now++)
        do
            at++;
        while (at < line->length && lm_is_utf8_tail(line->bytes[at]));
    return at;
}

/* Remove blanks from ${line} before ${start}, or insert some. */
static void move(struct lm_reading *r, struct lm_line *line, unsigned start, int shift)
{
    struct lm_text text = lm_text_in(r->arena);
    size_t cut = byte_at(line, shift > 0 ? start : (unsigned)((int)start + shift));
    size_t rest = shift > 0 ? cut + (size_t)shift : cut;
    lm_text_add_bytes(&text, line->bytes, cut);
    if (shift < 0)
        lm_text_repeat(&text, ' ', (size_t)-shift);
    lm_text_add_bytes(&text, line->bytes + rest, line->length - rest);
    r->failed |= text.failed;
    line->bytes = lm_text_string(&text);
    line->length = text.length;
    line->seen_column = 0;
}

static struct lm_place place_at(const struct lm_line *line, unsigned column, const char *field,
                                const char *value)
{
    return (struct lm_place){line->number, column, field, value};
}

static void tell_misplaced(struct lm_reading *r, const struct lm_line *line, const char *columns,
                           unsigned width)
{
    for (unsigned column = 5; column <= width; column++) {
        const char value[] = {columns[column - 1], '\0'};
        if (value[0] == ' ' || !is_gap(column))
            continue; /* a wrong number or result is reported when it is read */
        if (column >= LM_TRF_FIRST_ROUND)
            lm_refuse(r, place_at(line, column, "game", value),
                      "put opponent, colour and result into their columns",
                      "text in a column that must be blank: a value is outside its column");
        else
            lm_doubt(r, LM_DOUBT_FORM, place_at(line, column, NULL, value),
                     "put the fields into their columns", "text in a column that must be blank");
    }
}

/* Does the number have five digits?  There are too many players, but no shift. */
static bool has_wide_number(const char *columns, unsigned width)
{
    return width >= 10 && columns[9] == ' ' && strspn(columns + 4, "0123456789") == 5;
}

/* Is everything in its place in a line of ASCII?  (A number of five digits is not.) */
static bool is_straight(const struct lm_line *line)
{
    for (size_t i = 4; i < line->length; i++)
        if (line->bytes[i] != ' ' && !fits((unsigned)i + 1, line->bytes[i]))
            return false;
    return true;
}

void lm_trf_straighten(struct lm_reading *r, struct lm_line *line)
{
    unsigned width, start, bad = 5;
    if (line->plain && is_straight(line))
        return;
    struct lm_mark mark = lm_arena_mark(r->arena);
    char *columns = columns_of(r, line, &width);
    if (columns == NULL)
        return;
    if (has_wide_number(columns, width))
        return;
    while (bad <= width && fits(bad, columns[bad - 1]))
        bad++;
    if (bad > width) {
        lm_arena_reset(r->arena, mark);
        return;
    }
    int shift = find_shift(columns, width, &start);
    if (shift == 0 && bad < 9)
        return; /* the missing number is reported; that is enough */
    if (shift == 0) {
        tell_misplaced(r, line, columns, width);
        return;
    }
    const char *remedy = "write every field into its columns; it is read as if it stood there";
    const char *side = shift > 0 ? "right" : "left";
    struct lm_place place = place_at(line, bad, NULL, NULL);
    if (abs(shift) == 1)
        lm_doubt(r, LM_DOUBT_FORM, place, remedy,
                 "line %u is shifted by one column to the %s from column %u on", line->number, side,
                 start);
    else
        lm_doubt(r, LM_DOUBT_FORM, place, remedy,
                 "line %u is shifted by %d columns to the %s from column %u on", line->number,
                 abs(shift), side, start);
    move(r, line, start, shift);
}
