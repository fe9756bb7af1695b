/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "formats/cells.h"
#include "formats/csv_heads.h"
#include "formats/heads.h"
#include "formats/json_schema.h"
#include "formats/lines.h"
#include "formats/reading.h"

/* One cell of the table, without its quotes. */
struct cell {
    const char *text; /* NUL-terminated */
    size_t length;
    unsigned line, column;
};

struct row {
    size_t first, count; /* cells */
};

/* A column's meaning: a member of the player, a round, or unknown. */
struct column {
    const struct lm_json_member *member;
    uint32_t round;
    const char *name;
    const struct lm_scale *scale; /* ratings of another scale; NULL: Elo */
};

struct csv {
    struct lm_reading r;
    const char *bytes;
    size_t length, at;
    unsigned line;
    size_t line_start;
    char separator;
    struct lm_list cells, rows;
    struct column *columns;
    size_t column_count;
    bool foreign;      /* a crosstable as results services write it */
    uint8_t games;     /* of a match: 2 in a table of matches of two games */
    bool match_points; /* results are the points of one player: "1½" */
    bool colourless;   /* … whose cells are "4:W" */
    bool by_place;     /* cells name opponents by their row */
    char white, black; /* letters of colours in it */
    struct lm_numbers numbers;
    struct lm_tournament *t;
};

/* ---- the table ---- */

static char peek(const struct csv *f)
{
    return f->at < f->length ? f->bytes[f->at] : '\n';
}

/* Step over one character; CR, LF and CRLF end a line. */
static void step(struct csv *f)
{
    char c = f->bytes[f->at++];
    if (c == '\r' && f->at < f->length && f->bytes[f->at] == '\n')
        f->at++;
    if (c == '\r' || c == '\n') {
        f->line++;
        f->line_start = f->at;
    }
}

static bool at_line_end(const struct csv *f)
{
    return peek(f) == '\n' || peek(f) == '\r';
}

/* Read a cell in quotes, where "" is a quote (RFC 4180). */
static void read_quoted(struct csv *f, struct lm_text *text, struct lm_place place)
{
    for (step(f); f->at < f->length; step(f)) {
        if (peek(f) == '"' && (f->at + 1 == f->length || f->bytes[f->at + 1] != '"')) {
            step(f);
            return;
        }
        if (peek(f) == '"')
            f->at++;
        lm_text_add_char(text, peek(f) == '\r' ? '\n' : peek(f));
    }
    lm_refuse(&f->r, place, "close it with \"", "a quote that is not closed");
}

static void read_cell(struct csv *f)
{
    struct lm_text text = lm_text_in(f->r.arena);
    struct lm_place place = {.line = f->line, .column = (unsigned)(f->at - f->line_start) + 1};
    if (peek(f) == '"')
        read_quoted(f, &text, place);
    for (; !at_line_end(f) && peek(f) != f->separator; step(f))
        lm_text_add_char(&text, peek(f));
    const char *bytes = lm_text_string(&text);
    size_t length = text.length;
    lm_trim(&bytes, &length);
    struct cell *cell = lm_list_add(&f->r, &f->cells, sizeof *cell);
    f->r.failed |= text.failed;
    length -= (size_t)(lm_csv_unguarded(bytes) - bytes);
    bytes = lm_csv_unguarded(bytes);
    if (cell != NULL)
        *cell = (struct cell){lm_keep(&f->r, bytes, length), length, place.line, place.column};
}

/* Read one row; skip lines without any text. */
static void read_row(struct csv *f)
{
    struct row row = {.first = f->cells.count};
    bool blank = true;
    for (bool more = true; more && !f->r.failed;) {
        read_cell(f);
        blank &= f->r.failed || ((struct cell *)f->cells.items)[f->cells.count - 1].length == 0;
        more = peek(f) == f->separator && f->at < f->length;
        if (f->at < f->length)
            step(f);
    }
    row.count = f->cells.count - row.first;
    struct row *kept = blank ? NULL : lm_list_add(&f->r, &f->rows, sizeof *kept);
    if (kept != NULL)
        *kept = row;
    else
        f->cells.count = row.first;
}

/* The most title lines above a table. */
enum { LINES_ABOVE = 30 };

static const char separators[] = ",;\t";

/* Count the cells of the line at ${bytes} when ${separator} separates them; ${*people}: is one a
 * head of names? */
static size_t cells_of_line(const char *bytes, size_t length, char separator, bool *people)
{
    size_t cells = 0;
    *people = false;
    for (size_t at = 0, start = 0;; at++) {
        bool end = at == length || bytes[at] == '\n' || bytes[at] == '\r';
        if (!end && bytes[at] != separator)
            continue;
        *people |= lm_csv_names_people((struct lm_field){bytes + start, at - start, 1});
        start = at + 1;
        cells++;
        if (end)
            return cells;
    }
}

/* Return the separator of the first line with a head of names: the first of all lines, or below
 * titles one of at least four columns.  '\0': there is none. */
static char separator_of_head(const char *bytes, size_t length)
{
    for (size_t at = 0, lines = 0; at < length && lines <= LINES_ABOVE; lines++) {
        size_t most = lines == 0 ? 0 : 3;
        char found = '\0';
        for (size_t k = 0; k < sizeof separators - 1; k++) {
            bool people;
            size_t cells = cells_of_line(bytes + at, length - at, separators[k], &people);
            if (people && cells > most) {
                most = cells;
                found = separators[k];
            }
        }
        if (found != '\0')
            return found;
        while (at < length && bytes[at] != '\n' && bytes[at] != '\r')
            at++;
        at++;
    }
    return '\0';
}

/* Return the separator of the head, else the most frequent one of the first line. */
static char separator_of(const char *bytes, size_t length)
{
    char best = separator_of_head(bytes, length);
    size_t most = 0;
    if (best != '\0')
        return best;
    for (size_t k = 0; k < sizeof separators - 1; k++) {
        bool people;
        size_t cells = cells_of_line(bytes, length, separators[k], &people);
        if (cells > most) {
            most = cells;
            best = separators[k];
        }
    }
    return best;
}

static const struct cell *cell_of(const struct csv *f, size_t row, size_t column)
{
    const struct row *found = &((const struct row *)f->rows.items)[row];
    return column < found->count ? &((const struct cell *)f->cells.items)[found->first + column]
                                 : NULL;
}

static struct lm_place place_of(const struct csv *f, size_t row, size_t column)
{
    const struct cell *cell = cell_of(f, row, column);
    if (cell == NULL)
        cell = cell_of(f, row, 0);
    return (struct lm_place){cell->line, cell->column, f->columns[column].name, cell->text};
}

/* ---- columns ---- */

static struct lm_field field_of(const struct cell *cell)
{
    return (struct lm_field){cell->text, cell->length, cell->column};
}

static const struct lm_json_member *member_called(struct lm_field name)
{
    for (size_t i = 0; i < lm_json_player.count; i++)
        if (lm_json_player.members[i].look != RESULTS &&
            lm_field_is(name, lm_json_player.members[i].key))
            return &lm_json_player.members[i];
    return NULL;
}

/* Is it this program's head of ${round}? */
static bool is_own_round(struct lm_field name)
{
    int64_t round;
    return name.length > 1 && (name.bytes[0] == 'r' || name.bytes[0] == 'R') &&
           lm_parse_integer(name.bytes + 1, name.length - 1, 1, LM_ROUNDS_MAX, &round);
}

/* Does ${name} differ from ${key} by just one letter wrong, missing or added? */
static bool is_nearly(struct lm_field name, const char *key)
{
    size_t length = strlen(key), head = 0, tail = 0;
    while (head < length && head < name.length && (name.bytes[head] | 0x20) == (key[head] | 0x20))
        head++;
    while (tail + head < length && tail + head < name.length &&
           (name.bytes[name.length - 1 - tail] | 0x20) == (key[length - 1 - tail] | 0x20))
        tail++;
    return length > 2 && name.length - head - tail <= 1 && length - head - tail <= 1;
}

/* Read a column with another program's name for ${meant} as ${meant}, unless a column has that name
 * already. */
static bool read_as_meant(struct csv *f, size_t i, const char *meant)
{
    struct lm_field key = {meant, strlen(meant), 0};
    const struct lm_json_member *member = member_called(key);
    uint32_t round = lm_csv_round(key);
    for (size_t k = 0; k < f->column_count; k++) {
        const struct cell *cell = cell_of(f, 0, k);
        if (f->columns[k].member != NULL ? f->columns[k].member == member
                                         : lm_field_is(field_of(cell), meant))
            return false;
        if (round != 0 && f->columns[k].round == round)
            return false;
    }
    f->columns[i].member = member;
    f->columns[i].round = round;
    return member != NULL || round != 0;
}

/* A cell of another program: the opponent, the colour and the result. */
struct foreign_cell {
    int64_t opponent; /* 0: none */
    char colour;      /* ':': not given */
    const char *rest;
};

static const char colour_letters[] = ":wbsnzhvcm";

static struct foreign_cell foreign_cell(const struct cell *cell)
{
    struct foreign_cell out = {.rest = cell->text};
    size_t digits = strspn(cell->text, "0123456789");
    char colour = digits == 0 ? '\0' : cell->text[digits];
    if (colour >= 'A' && colour <= 'Z')
        colour = (char)(colour - 'A' + 'a');
    if (colour == '\0' || strchr(colour_letters, colour) == NULL ||
        !lm_parse_integer(cell->text, digits, 1, LM_TPN_MAX, &out.opponent))
        return out;
    out.colour = colour;
    out.rest = cell->text + digits + 1;
    return out;
}

/* Does ${cell} name an opponent, a colour (or a colon) and a result? */
static bool is_game(const struct cell *cell)
{
    static const char *const results[] = {"1",   "0", "=", "+", "-", "\xC2\xBD", "0.5", "0,5",
                                          "1/2", "W", "D", "L", "w", "d",        "l"};
    struct foreign_cell given = foreign_cell(cell);
    for (size_t i = 0; i < sizeof results / sizeof *results && given.opponent != 0; i++)
        if (strcmp(given.rest, results[i]) == 0)
            return true;
    char games[2];
    return given.opponent != 0 && lm_match_written(given.rest, true, games) != LM_NO_MATCH;
}

/* Results of more than a point, or two players who share two points, mean matches of two games
 * (Double-Swiss): "2-0", "1½". */
static void find_matches(struct csv *f)
{
    f->games = 1;
    for (size_t i = 0; i < f->column_count; i++)
        for (size_t row = 1; f->columns[i].round != 0 && row < f->rows.count; row++) {
            const struct cell *cell = cell_of(f, row, i);
            struct foreign_cell given =
                cell == NULL ? (struct foreign_cell){0} : foreign_cell(cell);
            char games[2];
            if (given.opponent == 0 || given.colour == ':')
                continue;
            bool pair = lm_match_written(given.rest, false, games) == LM_MATCH_POINTS;
            bool more = !pair && lm_match_written(given.rest, true, games) == LM_MATCH_POINTS &&
                        games[0] == '1'; /* more than one game's point */
            f->games = pair || more ? 2 : f->games;
            f->match_points |= more;
        }
    if (f->games == 2)
        lm_note(
            &f->r, (struct lm_place){0},
            "results of two games each: a column is a match of a Double-Swiss, a drawn game its "
            "second, 1-1 two draws");
}

/* Has ${column} a game in at least half of its non-empty cells? */
static bool holds_results(const struct csv *f, size_t column)
{
    size_t games = 0, filled = 0;
    for (size_t row = 1; row < f->rows.count; row++) {
        const struct cell *cell = cell_of(f, row, column);
        filled += cell != NULL && cell->length > 0;
        games += cell != NULL && is_game(cell);
    }
    return games > 0 && 2 * games >= filled;
}

/* Read a column without a head as titles, if it contains nothing else (results services write
 * this). */
static bool read_nameless(struct csv *f, size_t column)
{
    bool titles = false;
    for (size_t row = 1; row < f->rows.count; row++) {
        const struct cell *cell = cell_of(f, row, column);
        if (cell == NULL || cell->length == 0)
            continue;
        if (!lm_is_title(cell->text))
            return false;
        titles = true;
    }
    return !titles || read_as_meant(f, column, "title");
}

/* Is an unknown column one of results?  Then it is the round of its number, or refused: without it,
 * the tournament would be a different one. */
static bool read_results(struct csv *f, struct lm_place place, struct lm_field name, size_t column)
{
    int64_t round = 0;
    if (!holds_results(f, column))
        return false;
    bool number = lm_parse_integer(name.bytes, name.length, 1, LM_ROUNDS_MAX, &round);
    for (size_t i = 0; i < f->column_count; i++)
        number &= f->columns[i].round != (uint32_t)round;
    if (number) {
        f->columns[column].round = (uint32_t)round;
        f->foreign = true;
    } else {
        lm_refuse(&f->r, place, "name the columns of rounds r1, r2, …",
                  "a column of results without the number of its round");
    }
    return true;
}

static void doubt_column(struct csv *f, struct lm_place place, struct lm_field name, size_t column)
{
    if (name.length == 0 && read_nameless(f, column))
        return;
    if (read_results(f, place, name, column))
        return;
    const struct lm_scale *scale = lm_head_scale(name, f->r.arena);
    if (scale != NULL && read_as_meant(f, column, "rating")) {
        f->columns[column].scale = scale;
        lm_note(&f->r, place, "%s became a rating: %d %c %d times the value (Dutch 2006, A1)",
                scale->name, scale->base, scale->factor < 0 ? '-' : '+', abs(scale->factor));
        return;
    }
    const char *meant = lm_csv_meant(name, f->r.arena);
    bool read = meant != NULL && read_as_meant(f, column, meant);
    for (size_t i = 0; i < lm_json_player.count && meant == NULL; i++)
        if (lm_json_player.members[i].look != RESULTS &&
            is_nearly(name, lm_json_player.members[i].key))
            meant = lm_json_player.members[i].key;
    struct lm_text remedy = lm_text_in(f->r.arena);
    if (meant != NULL)
        lm_text_print(&remedy, read ? "write \"%s\" to be sure" : "did you mean \"%s\"?", meant);
    else
        lm_text_add(&remedy, "see docs/format-csv.md");
    lm_doubt(&f->r, LM_DOUBT_FORM, place, lm_text_string(&remedy), "%s",
             read ? "this heading is in another language or short; its column was read by its "
                    "meaning"
                  : "this heading is unknown; its column was left out");
}

static void read_columns(struct csv *f)
{
    f->column_count = ((const struct row *)f->rows.items)[0].count;
    f->columns = lm_arena_alloc(f->r.arena, f->column_count, sizeof *f->columns);
    if (f->columns == NULL) {
        f->r.failed = true;
        return;
    }
    for (size_t i = 0; i < f->column_count; i++) {
        const struct cell *cell = cell_of(f, 0, i);
        struct column *column = &f->columns[i];
        *column = (struct column){member_called(field_of(cell)), lm_csv_round(field_of(cell)),
                                  cell->text, NULL};
        f->foreign |= column->round != 0 && !is_own_round(field_of(cell));
        for (size_t k = 0; k < i; k++)
            if ((column->member != NULL && f->columns[k].member == column->member) ||
                (column->round != 0 && f->columns[k].round == column->round))
                lm_refuse(&f->r, place_of(f, 0, i), "keep one of them", "a second column \"%s\"",
                          column->name);
    }
    for (int scaled = 0; scaled < 2; scaled++) /* ratings of other scales last: Elo has priority */
        for (size_t i = 0; i < f->column_count; i++) {
            struct lm_field name = field_of(cell_of(f, 0, i));
            if (f->columns[i].member == NULL && f->columns[i].round == 0 &&
                (lm_head_scale(name, f->r.arena) != NULL) == (scaled != 0))
                doubt_column(f, place_of(f, 0, i), name, i);
        }
}

/* ---- lines above and below the table ---- */

static bool is_head(const struct csv *f, size_t row)
{
    size_t known = 0, count = ((const struct row *)f->rows.items)[row].count;
    bool people = false;
    for (size_t i = 0; i < count; i++) {
        struct lm_field name = field_of(cell_of(f, row, i));
        people |= lm_csv_names_people(name);
        known += name.length > 0 && (member_called(name) != NULL || lm_csv_round(name) != 0 ||
                                     lm_csv_meant(name, f->r.arena) != NULL);
    }
    return people && known >= 3;
}

/* Skip the title lines above the table. */
static void skip_titles(struct csv *f)
{
    struct row *rows = f->rows.items;
    size_t head = 0;
    while (head < f->rows.count && head <= LINES_ABOVE && !is_head(f, head))
        head++;
    if (head == 0 || head == f->rows.count || head > LINES_ABOVE)
        return;
    unsigned line = cell_of(f, head, 0)->line;
    memmove(rows, rows + head, (f->rows.count - head) * sizeof *rows);
    f->rows.count -= head;
    lm_note(&f->r, (struct lm_place){.line = line, .column = 1},
            "the table begins here; the lines above don't belong to it");
}

static bool has_name(const struct csv *f, size_t row)
{
    for (size_t i = 0; i < f->column_count; i++) {
        const struct cell *cell = cell_of(f, row, i);
        if (f->columns[i].member != NULL && strcmp(f->columns[i].member->key, "name") == 0)
            return cell != NULL && cell->length > 0;
    }
    return true;
}

/* Does ${row} hold one text that is not a number, and nothing else? */
static bool is_sentence(const struct csv *f, size_t row)
{
    size_t filled = 0;
    bool number = false;
    int64_t value;
    for (size_t i = 0; i < ((const struct row *)f->rows.items)[row].count; i++) {
        const struct cell *cell = cell_of(f, row, i);
        filled += cell->length > 0;
        number |= lm_parse_integer(cell->text, cell->length, 0, INT64_MAX, &value);
    }
    return filled == 1 && !number;
}

/* Skip remarks below the table: rows with a sentence but without a player. */
static void skip_remarks(struct csv *f)
{
    size_t count = f->rows.count;
    while (f->column_count > 2 && count > 1 && !has_name(f, count - 1) && is_sentence(f, count - 1))
        count--;
    if (count == f->rows.count)
        return;
    lm_note(&f->r, (struct lm_place){.line = cell_of(f, count, 0)->line, .column = 1},
            "the table ends above; the lines below don't belong to it");
    f->rows.count = count;
}

/* Is there any data of a tournament here? */
static void look_for_players(struct csv *f)
{
    size_t known = 0, themselves = 0; /* stars on the diagonal */
    for (size_t i = 0; i < f->column_count; i++)
        known += f->columns[i].member != NULL || f->columns[i].round != 0;
    for (size_t row = 1; row < f->rows.count; row++)
        for (size_t i = 0; i < f->column_count; i++) {
            const struct cell *cell = cell_of(f, row, i);
            themselves +=
                cell != NULL && cell->text[0] == '*' && strspn(cell->text, "*") == cell->length;
        }
    if (themselves > 1)
        lm_refuse(&f->r, place_of(f, 0, 0), "take the table by rounds, or the report (TRF)",
                  "an all-play-all table: it shows neither rounds nor colours");
    else if (known == 0 || (known == 1 && f->column_count >= 4))
        lm_refuse(&f->r, place_of(f, 0, 0), "see docs/format-csv.md for the names of columns",
                  known == 0 ? "no column of players is known here"
                             : "a table of something else: one of %zu columns is known",
                  f->column_count);
}

/* ---- players ---- */

/* Return the column of the TPN; without one, players are numbered in the order of the rows. */
static size_t tpn_column(const struct csv *f)
{
    size_t i = 0;
    while (i < f->column_count &&
           (f->columns[i].member == NULL || strcmp(f->columns[i].member->key, "tpn") != 0))
        i++;
    return i;
}

/* White and Black are w and b, or the first pair of another language that covers all letters found.
 */
static void learn_letters(struct csv *f)
{
    static const char *const pairs[] = {"wb",  /* English */
                                        "ws",  /* German */
                                        "wz",  /* Dutch */
                                        "bn",  /* French, Italian, Spanish */
                                        "hs",  /* Danish */
                                        "vs",  /* Swedish, Hungarian */
                                        "bc",  /* Polish, Czech */
                                        "vm"}; /* Finnish */
    char seen[sizeof colour_letters] = "";
    for (size_t row = 1; row < f->rows.count; row++)
        for (size_t i = 0; i < f->column_count; i++) {
            const struct cell *cell = f->columns[i].round == 0 ? NULL : cell_of(f, row, i);
            const char colour[] = {cell == NULL ? '\0' : foreign_cell(cell).colour, '\0'};
            f->colourless |= colour[0] == ':' && is_game(cell);
            if (colour[0] != '\0' && colour[0] != ':' && strchr(seen, colour[0]) == NULL)
                strcat(seen, colour);
        }
    size_t pair = 0;
    while (pair < sizeof pairs / sizeof *pairs && strspn(seen, pairs[pair]) != strlen(seen))
        pair++;
    pair = pair == sizeof pairs / sizeof *pairs ? 0 : pair;
    f->white = pairs[pair][0];
    f->black = pairs[pair][1];
}

/* Count mutual cells: the opponent's cell of the same round names the player back, if numbers refer
 * to the rows ${row_of}[number]. */
static size_t mutual(const struct csv *f, const uint32_t *row_of, const uint32_t *number_of)
{
    size_t count = 0;
    for (size_t row = 1; row < f->rows.count; row++)
        for (size_t i = 0; i < f->column_count; i++) {
            const struct cell *cell = f->columns[i].round == 0 ? NULL : cell_of(f, row, i);
            int64_t other = cell == NULL ? 0 : foreign_cell(cell).opponent;
            size_t met = other > 0 && (uint64_t)other <= f->rows.count ? row_of[other] : 0;
            const struct cell *back = met == 0 ? NULL : cell_of(f, met, i);
            count += back != NULL && foreign_cell(back).opponent == number_of[row];
        }
    return count;
}

/* A ranking may name opponents by their places although it has their numbers: choose the reading in
 * which opponents name each other. */
static void choose_numbers(struct csv *f)
{
    size_t column = tpn_column(f), rows = f->rows.count;
    if (!f->foreign || column == f->column_count)
        return;
    uint32_t *row_of = lm_arena_alloc(f->r.arena, rows + 1, sizeof *row_of);
    uint32_t *tpn_of = lm_arena_alloc(f->r.arena, rows, sizeof *tpn_of);
    uint32_t *place_of_row = lm_arena_alloc(f->r.arena, rows + 1, sizeof *place_of_row);
    if (row_of == NULL || tpn_of == NULL || place_of_row == NULL) {
        f->r.failed = true;
        return;
    }
    for (uint32_t row = 1; row < rows; row++) {
        const struct cell *cell = cell_of(f, row, column);
        int64_t tpn = 0;
        place_of_row[row] = row;
        if (cell != NULL && lm_parse_integer(cell->text, cell->length, 1, (int64_t)rows, &tpn))
            row_of[tpn] = row;
        tpn_of[row] = (uint32_t)tpn;
    }
    f->by_place = mutual(f, place_of_row, place_of_row) > mutual(f, row_of, tpn_of);
}

/* Return another program's cell in this program's letters. */
static const char *as_written_here(struct csv *f, const struct cell *cell)
{
    static const char half[] = "\xC2\xBD";
    static const struct {
        const char *theirs, *ours;
    } alone[] = {{"-1", "U"}, {"-0", "Z"},       {"-\xC2\xBD", "H"},
                 {"0", "Z"},  {"\xC2\xBD", "H"}, {"-", "Z"}};
    struct foreign_cell given = foreign_cell(cell);
    for (size_t i = 0; f->foreign && i < sizeof alone / sizeof *alone; i++)
        if (strcmp(cell->text, alone[i].theirs) == 0)
            return alone[i].ours;
    bool draw = strcmp(given.rest, half) == 0;
    char games[2];
    if (f->games == 2 && given.opponent != 0 && given.colour != ':' &&
        lm_match_written(given.rest, f->match_points, games) != LM_NO_MATCH) {
        bool white = given.colour == f->white;
        struct lm_text match = lm_text_in(f->r.arena);
        lm_text_print(&match, "%lld%c%c %lld%c%c", (long long)given.opponent, white ? 'w' : 'b',
                      games[0], (long long)given.opponent, white ? 'b' : 'w', games[1]);
        f->r.failed |= match.failed;
        return lm_text_string(&match);
    }
    bool english = f->white == 'w' && f->black == 'b';
    if (given.opponent == 0 || (!f->foreign && english && !draw) ||
        (given.colour != f->white && given.colour != f->black))
        return cell->text;
    struct lm_text text = lm_text_in(f->r.arena);
    lm_text_print(&text, "%lld%c%s", (long long)given.opponent,
                  given.colour == f->white ? 'w' : 'b', draw ? "=" : given.rest);
    f->r.failed |= text.failed;
    return lm_text_string(&text);
}

/* Let cells refer to the player of row n as n, whatever the player's number. */
static void call_by_place(struct csv *f)
{
    uint32_t *index_of = lm_arena_alloc(f->r.arena, (size_t)f->numbers.count + 1, sizeof *index_of);
    f->r.failed |= index_of == NULL;
    for (uint32_t i = 0; i < f->numbers.count && index_of != NULL; i++)
        index_of[f->numbers.order[i] + 1] = i;
    if (index_of == NULL)
        return;
    index_of[0] = LM_NOBODY;
    f->numbers.index_of = index_of;
    f->numbers.tpn_max = f->numbers.count;
}

/* A row with the keys that starting numbers are sorted by. */
struct ranked {
    struct row row;
    int32_t rating;
    int title;
    const char *name; /* folded */
};

static int by_strength(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rating != y->rating)
        return x->rating > y->rating ? -1 : 1;
    if (x->title != y->title)
        return x->title - y->title;
    return strcmp(x->name, y->name);
}

static struct ranked ranked_of(struct csv *f, size_t row)
{
    struct ranked out = {.row = ((const struct row *)f->rows.items)[row]};
    const char *title = "", *name = "";
    int64_t rating = 0;
    for (size_t i = 0; i < f->column_count; i++) {
        const struct cell *cell = cell_of(f, row, i);
        const char *key = f->columns[i].member == NULL ? "" : f->columns[i].member->key;
        if (cell == NULL)
            continue;
        if (strcmp(key, "title") == 0)
            title = cell->text;
        else if (strcmp(key, "name") == 0)
            name = cell->text;
        else if (f->columns[i].scale != NULL)
            (void)lm_scale_rating(f->columns[i].scale, cell->text, &out.rating);
        else if (strcmp(key, "rating") == 0 &&
                 lm_parse_integer(cell->text, cell->length, 0, INT32_MAX, &rating))
            out.rating = (int32_t)rating;
    }
    struct lm_text folded = lm_text_in(f->r.arena);
    lm_text_add_folded(&folded, name, strlen(name));
    f->r.failed |= folded.failed;
    out.title = lm_title_rank(title);
    out.name = lm_text_string(&folded);
    return out;
}

/* C.04.2: number a list without numbers and rounds by rating, title and name. */
static void sort_list(struct csv *f)
{
    size_t count = f->rows.count - 1;
    bool rounds = tpn_column(f) < f->column_count, sorted = true;
    for (size_t i = 0; i < f->column_count; i++)
        rounds |= f->columns[i].round != 0;
    struct ranked *all = rounds ? NULL : lm_arena_alloc(f->r.arena, count, sizeof *all);
    f->r.failed |= !rounds && all == NULL;
    for (size_t i = 0; i < count && all != NULL; i++) {
        all[i] = ranked_of(f, i + 1);
        sorted &= i == 0 || by_strength(&all[i - 1], &all[i]) <= 0;
    }
    if (all == NULL || sorted)
        return;
    lm_sort(all, count, sizeof *all, by_strength);
    for (size_t i = 0; i < count; i++)
        ((struct row *)f->rows.items)[i + 1] = all[i].row;
    lm_note(&f->r, (struct lm_place){0},
            "players without numbers are numbered by rating, title and name (C.04.2); a column tpn "
            "gives other numbers");
}

static void number_players(struct csv *f)
{
    uint32_t count = (uint32_t)f->rows.count - 1;
    uint32_t *tpns = lm_arena_alloc(f->r.arena, count, sizeof *tpns);
    struct lm_place *places = lm_arena_alloc(f->r.arena, count, sizeof *places);
    size_t column = tpn_column(f);
    f->r.failed |= tpns == NULL || places == NULL;
    for (uint32_t i = 0; i < count && !f->r.failed; i++) {
        const struct cell *cell = column == f->column_count ? NULL : cell_of(f, i + 1, column);
        int64_t tpn = 0;
        if (column == f->column_count)
            tpn = i + 1;
        else if (cell != NULL)
            (void)lm_parse_integer(cell->text, cell->length, 1, LM_TPN_MAX, &tpn);
        tpns[i] = (uint32_t)tpn;
        places[i] = place_of(f, i + 1, column == f->column_count ? 0 : column);
    }
    if (!f->r.failed)
        lm_numbers_make(&f->r, tpns, places, count, &f->numbers);
    if (f->by_place && !f->r.failed && f->r.errors == 0)
        call_by_place(f);
}

static void read_number(struct csv *f, const struct cell *cell, struct lm_place place, int64_t high,
                        uint32_t *out)
{
    int64_t value;
    if (lm_parse_integer(cell->text, cell->length, 0, high, &value))
        *out = (uint32_t)value;
    else
        lm_refuse(&f->r, place, lm_whole_number(&f->r, 0, high),
                  "not a number that is possible here");
}

/* Convert a rating of another scale to Elo. */
static void read_scaled(struct csv *f, const struct cell *cell, struct lm_place place,
                        const struct lm_scale *scale, int32_t *rating)
{
    if (!lm_scale_rating(scale, cell->text, rating))
        lm_refuse(&f->r, place, "correct the value, or head the column Rating",
                  "not a number that %s has", scale->name);
}

static void read_value(struct csv *f, const struct cell *cell, struct lm_place place,
                       const struct lm_json_member *member, struct lm_player *player)
{
    void *field = (char *)player + member->field;
    if (member->look == TEXT)
        *(const char **)field = cell->text;
    else if (member->look == NUMBER || member->look == RATING)
        read_number(f, cell, place, member->high, field);
    else if (member->look == DECLARED && !lm_parse_tenths(cell->text, cell->length, field))
        lm_refuse(&f->r, place, "write points as 2.5", "not points");
    else if (member->look == SEX && lm_field_is(field_of(cell), "m"))
        player->sex = 'm';
    else if (member->look == SEX &&
             (lm_field_is(field_of(cell), "w") || lm_field_is(field_of(cell), "f")))
        player->sex = 'w';
    else if (member->look == SEX)
        lm_refuse(&f->r, place, "write m or w", "not a sex");
}

static void read_player(struct csv *f, uint32_t player)
{
    size_t row = f->numbers.order[player] + 1;
    f->t->players[player].line = cell_of(f, row, 0)->line;
    for (size_t i = 0; i < f->column_count; i++) {
        const struct cell *cell = cell_of(f, row, i);
        const struct column *column = &f->columns[i];
        if (cell == NULL || cell->length == 0)
            continue;
        if (column->scale != NULL)
            read_scaled(f, cell, place_of(f, row, i), column->scale, &f->t->players[player].rating);
        else if (column->member != NULL)
            read_value(f, cell, place_of(f, row, i), column->member, &f->t->players[player]);
        else if (column->round != 0)
            lm_cell_read(&f->r, &f->numbers, place_of(f, row, i), as_written_here(f, cell),
                         f->games, lm_record_of(f->t, player, column->round));
    }
    if (tpn_column(f) == f->column_count)
        f->t->players[player].tpn = player + 1;
}

static struct lm_place place_in_row(void *context, uint32_t player, enum lm_part part,
                                    uint32_t round)
{
    static const char *const keys[] = {"", "points", "rank", "fide_id", "birth"};
    struct csv *f = context;
    size_t column = 0;
    if (player == LM_NOBODY)
        return (struct lm_place){0};
    for (size_t i = 0; i < f->column_count; i++) {
        const struct lm_json_member *member = f->columns[i].member;
        if (part == LM_PART_ROUND ? f->columns[i].round == round
                                  : member != NULL && strcmp(member->key, keys[part]) == 0)
            column = i;
    }
    return place_of(f, f->numbers.order[player] + 1, column);
}

/* Doubt a last line without an end that has fewer cells than all others: the file was cut. */
static void doubt_end(struct csv *f)
{
    const struct row *rows = f->rows.items;
    size_t last = f->rows.count - 1;
    bool ended =
        f->length == 0 || f->bytes[f->length - 1] == '\n' || f->bytes[f->length - 1] == '\r';
    if (ended || f->rows.count < 3 || rows[last].count >= f->column_count)
        return;
    for (size_t row = 1; row < last; row++)
        if (rows[row].count < f->column_count)
            return;
    lm_doubt(&f->r, LM_DOUBT_FORM, place_of(f, last, 0), "copy or export the file again",
             "the file ends within this line: %zu of %zu cells", rows[last].count, f->column_count);
}

static enum lm_status read_table(struct csv *f)
{
    uint32_t rounds = 0;
    skip_titles(f);
    read_columns(f);
    if (f->r.failed)
        return LM_LIMIT;
    doubt_end(f);
    look_for_players(f);
    skip_remarks(f);
    learn_letters(f);
    if (f->colourless)
        lm_refuse(&f->r, place_of(f, 0, 0), "give the report (TRF) of the tournament",
                  "a table of results without colours");
    if (f->r.errors > 0)
        return lm_reading_end(&f->r);
    sort_list(f);
    choose_numbers(f);
    for (size_t i = 0; i < f->column_count; i++)
        rounds = f->columns[i].round > rounds ? f->columns[i].round : rounds;
    number_players(f);
    if (f->r.failed)
        return LM_LIMIT;
    find_matches(f);
    enum lm_status status =
        lm_tournament_new(f->r.arena, f->numbers.count, rounds, f->games, &f->t);
    if (status != LM_OK)
        return status;
    if (f->games == 2)
        f->t->type_code = "FIDE_DOUBLESWISS"; /* only this system has such matches */
    for (uint32_t i = 0; i < f->numbers.count; i++)
        read_player(f, i);
    if (f->foreign && tpn_column(f) == f->column_count)
        lm_note(&f->r, (struct lm_place){0},
                "players are numbered in the order of this list, usually by place: pairings by the "
                "starting numbers can differ");
    struct lm_locator where = {f, place_in_row};
    lm_settle(&f->r, f->t, &where);
    if (f->r.failed)
        return LM_LIMIT;
    lm_check_tournament(&f->r, f->t, &where);
    return lm_reading_end(&f->r);
}

bool lm_csv_looks_like(const char *bytes, size_t length)
{
    return separator_of_head(bytes, length) != '\0';
}

enum lm_status lm_csv_read(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    struct csv f = {.r = lm_reading_new(options, arena, log), .line = 1};
    lm_decode(&f.r, &bytes, &length);
    f.bytes = bytes;
    f.length = length;
    f.separator = separator_of(bytes, length);
    if (length > 0 && memchr(bytes, '\0', length) != NULL) {
        lm_refuse(&f.r, (struct lm_place){0}, "give a text file", "a NUL byte");
        return lm_reading_end(&f.r);
    }
    while (f.at < f.length && !f.r.failed)
        read_row(&f);
    if (f.r.failed)
        return LM_LIMIT;
    if (f.rows.count == 0) {
        lm_refuse(&f.r, (struct lm_place){0}, "name the columns in the first row",
                  "no row of a table");
        return LM_INVALID;
    }
    enum lm_status status = read_table(&f);
    if (status == LM_OK)
        *out = f.t;
    return status;
}

/* ---- writing ---- */

static void write_value(struct lm_text *out, const struct lm_json_member *member,
                        const struct lm_player *player)
{
    const void *field = (const char *)player + member->field;
    if (member->look == TEXT)
        lm_text_add_csv(out, *(const char *const *)field, true);
    else if (member->look == DECLARED && *(const int32_t *)field != LM_NO_POINTS)
        lm_text_add_tenths(out, *(const int32_t *)field);
    else if ((member->look == NUMBER || member->look == RATING) && *(const uint32_t *)field != 0)
        lm_text_print(out, "%u", *(const uint32_t *)field);
    else if (member->look == SEX && player->sex != 0)
        lm_text_add_char(out, player->sex);
}

static void write_row(struct lm_text *out, const struct lm_tournament *t, uint32_t player)
{
    for (size_t i = 0; i < lm_json_player.count; i++) {
        if (i > 0 && lm_json_player.members[i].look != RESULTS)
            lm_text_add_char(out, ',');
        if (lm_json_player.members[i].look != RESULTS)
            write_value(out, &lm_json_player.members[i], &t->players[player]);
    }
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        lm_text_add_char(out, ',');
        lm_cell_write(out, t, player, round);
    }
}

enum lm_status lm_csv_write(const struct lm_tournament *t, const struct lm_write_options *options,
                            struct lm_log *log, struct lm_text *out)
{
    const char *line_end = options->line_end == NULL ? "\n" : options->line_end;
    if (t->games_per_match > 1) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, "write it as JSON",
                         "CSV has no room for matches of several games");
        return LM_LIMIT;
    }
    for (size_t i = 0; i < lm_json_player.count; i++)
        if (lm_json_player.members[i].look != RESULTS)
            lm_text_print(out, i == 0 ? "%s" : ",%s", lm_json_player.members[i].key);
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        lm_text_print(out, ",r%u", round);
    lm_text_add(out, line_end);
    for (uint32_t i = 0; i < t->player_count; i++) {
        write_row(out, t, i);
        lm_text_add(out, line_end);
    }
    return lm_text_status(out);
}
