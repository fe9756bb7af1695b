/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/csv.h"

#include <string.h>

#include "formats/cells.h"
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

/* What a column holds: a member of the player, or a round, or nothing that is known. */
struct column {
    const struct lm_json_member *member;
    uint32_t round;
    const char *name;
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

/* A cell in quotes, "" standing for a quote within (RFC 4180). */
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
    for (; length > 0 && bytes[0] == ' '; bytes++)
        length--;
    while (length > 0 && bytes[length - 1] == ' ')
        length--;
    struct cell *cell = lm_list_add(&f->r, &f->cells, sizeof *cell);
    f->r.failed |= text.failed;
    length -= (size_t)(lm_csv_unguarded(bytes) - bytes);
    bytes = lm_csv_unguarded(bytes);
    if (cell != NULL)
        *cell = (struct cell){lm_keep(&f->r, bytes, length), length, place.line, place.column};
}

/* One row; lines without any text are none. */
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

/* The separator that the first line has most of. */
static char separator_of(const char *bytes, size_t length)
{
    static const char candidates[] = ",;\t";
    size_t seen[3] = {0}, best = 0;
    for (size_t i = 0; i < length && bytes[i] != '\n' && bytes[i] != '\r'; i++)
        for (size_t k = 0; k < 3; k++)
            seen[k] += bytes[i] == candidates[k];
    for (size_t k = 1; k < 3; k++)
        if (seen[k] > seen[best])
            best = k;
    return candidates[best];
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

static uint32_t round_called(struct lm_field name)
{
    int64_t round;
    bool good = name.length > 1 && (name.bytes[0] == 'r' || name.bytes[0] == 'R') &&
                lm_parse_integer(name.bytes + 1, name.length - 1, 1, LM_ROUNDS_MAX, &round);
    return good ? (uint32_t)round : 0;
}

/* What other programs and people call the columns. */
static const char *meant_by(struct lm_field name, struct lm_arena *arena)
{
    static const char *const words[][2] = {
        {"elo", "rating"},
        {"rtg", "rating"},
        {"ratings", "rating"},
        {"rtgi", "rating"},
        {"fide rating", "rating"},
        {"no", "tpn"},
        {"no.", "tpn"},
        {"nr", "tpn"},
        {"nr.", "tpn"},
        {"number", "tpn"},
        {"snr", "tpn"},
        {"seed", "tpn"},
        {"fed", "federation"},
        {"country", "federation"},
        {"id", "fide_id"},
        {"fideid", "fide_id"},
        {"fide id", "fide_id"},
        {"fide-id", "fide_id"},
        {"born", "birth"},
        {"birthday", "birth"},
        {"birth date", "birth"},
        {"year", "birth"},
        {"gender", "sex"},
        {"pts", "points"},
        {"score", "points"},
        {"surname", "name"},
        {"player", "name"},
        {"place", "rank"},
        {"team", "club"},
        {"verein", "club"},
        {"round 1", "r1"},
        {"rd1", "r1"},
        {"1", "r1"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (lm_field_is(name, words[i][0]))
            return words[i][1];
    return lm_head_meant(name, arena);
}

/* Is ${name} ${key} but for one letter wrong, missing or too many? */
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

/* Read a column that others call otherwise as what it is, unless one is called so already. */
static bool read_as_meant(struct csv *f, size_t i, const char *meant)
{
    struct lm_field key = {meant, strlen(meant), 0};
    const struct lm_json_member *member = member_called(key);
    uint32_t round = round_called(key);
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

static void doubt_column(struct csv *f, struct lm_place place, struct lm_field name, size_t column)
{
    const char *meant = meant_by(name, f->r.arena);
    bool read = meant != NULL && read_as_meant(f, column, meant);
    for (size_t i = 0; i < lm_json_player.count && meant == NULL; i++)
        if (lm_json_player.members[i].look != RESULTS &&
            is_nearly(name, lm_json_player.members[i].key))
            meant = lm_json_player.members[i].key;
    struct lm_text remedy = lm_text_in(f->r.arena);
    if (meant != NULL)
        lm_text_print(&remedy, "did you mean \"%s\"?", meant);
    else
        lm_text_add(&remedy, "see docs/format-csv.md");
    lm_doubt(&f->r, LM_DOUBT_FORM, place, lm_text_string(&remedy), "an unknown column; it is %s",
             read ? "read as that" : "left out");
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
        *column = (struct column){member_called(field_of(cell)), round_called(field_of(cell)),
                                  cell->text};
        for (size_t k = 0; k < i; k++)
            if ((column->member != NULL && f->columns[k].member == column->member) ||
                (column->round != 0 && f->columns[k].round == column->round))
                lm_refuse(&f->r, place_of(f, 0, i), "keep one of them", "a second column \"%s\"",
                          column->name);
    }
    for (size_t i = 0; i < f->column_count; i++)
        if (f->columns[i].member == NULL && f->columns[i].round == 0)
            doubt_column(f, place_of(f, 0, i), field_of(cell_of(f, 0, i)), i);
}

/* ---- players ---- */

/* The column of the TPN; without one, players are numbered as they stand. */
static size_t tpn_column(const struct csv *f)
{
    size_t i = 0;
    while (i < f->column_count &&
           (f->columns[i].member == NULL || strcmp(f->columns[i].member->key, "tpn") != 0))
        i++;
    return i;
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
}

static void read_number(struct csv *f, const struct cell *cell, struct lm_place place, int64_t high,
                        uint32_t *out)
{
    int64_t value;
    if (lm_parse_integer(cell->text, cell->length, 0, high, &value))
        *out = (uint32_t)value;
    else
        lm_refuse(&f->r, place, "write a whole number", "not a number that is possible here");
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
        if (column->member != NULL)
            read_value(f, cell, place_of(f, row, i), column->member, &f->t->players[player]);
        else if (column->round != 0)
            lm_cell_read(&f->r, &f->numbers, place_of(f, row, i), cell->text, 1,
                         lm_record_of(f->t, player, column->round));
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

static enum lm_status read_table(struct csv *f)
{
    uint32_t rounds = 0;
    read_columns(f);
    if (f->r.failed)
        return LM_LIMIT;
    for (size_t i = 0; i < f->column_count; i++)
        rounds = f->columns[i].round > rounds ? f->columns[i].round : rounds;
    number_players(f);
    if (f->r.failed)
        return LM_LIMIT;
    enum lm_status status = lm_tournament_new(f->r.arena, f->numbers.count, rounds, 1, &f->t);
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < f->numbers.count; i++)
        read_player(f, i);
    struct lm_locator where = {f, place_in_row};
    lm_settle(&f->r, f->t, &where);
    if (f->r.failed)
        return LM_LIMIT;
    lm_check_tournament(&f->r, f->t, &where);
    return lm_reading_end(&f->r);
}

bool lm_csv_looks_like(const char *bytes, size_t length)
{
    char separator = separator_of(bytes, length);
    for (size_t at = 0, start = 0; at <= length; at++) {
        bool end = at == length || bytes[at] == '\n' || bytes[at] == '\r';
        if (!end && bytes[at] != separator)
            continue;
        struct lm_field word = {bytes + start, at - start, 1};
        if (lm_field_is(word, "name") || lm_field_is(word, "\"name\""))
            return true;
        if (end)
            return false;
        start = at + 1;
    }
    return false;
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
