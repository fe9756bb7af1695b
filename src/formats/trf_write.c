/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One writer for two editions.  TRF16 uses TRF(x) for data that TRF26 has records for, so that
 * programs older than 2026 understand it; data that neither TRF16 nor TRF(x) can hold goes into a
 * record of TRF26, which those programs skip.  Reading the written file gives the same tournament.
 */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "formats/reading.h"
#include "formats/trf.h"
#include "limmat/matches.h"

enum { CODES = 64 }; /* more than exist */

struct writer {
    const struct lm_tournament *t;
    const char *line_end;
    struct lm_log *log;
    struct lm_text *out;
    size_t line_start; /* the beginning of the current line in ${out} */
    size_t width;      /* columns written on it */
    bool trf16;
    bool teams;           /* ids of 240 … 299 are team numbers */
    bool *kept;           /* by kept line: it is written */
    char codes[CODES][4]; /* of the records written so far, and the number of each */
    uint32_t counts[CODES];
    uint8_t *next_byes; /* per player, see find_next_byes */
    int32_t *points;    /* per player: the sum of the results; NULL: points are declared */
    bool too_large;     /* something does not fit; the log says what */
};

/* ---- columns ---- */

static void too_large(struct writer *w, const char *what, const char *value)
{
    w->too_large = true;
    (void)lm_log_add(w->log, LM_ERROR, (struct lm_place){.value = value}, "write it as JSON",
                     "TRF has no room for %s", what);
}

static void go_to(struct writer *w, size_t column)
{
    if (w->width + 1 < column) {
        lm_text_repeat(w->out, ' ', column - 1 - w->width);
        w->width = column - 1;
    }
}

/* The bytes of the first ${columns} code points of ${text}. */
static size_t bytes_of(const char *text, size_t columns)
{
    size_t at = 0;
    while (text[at] != '\0') {
        if (!lm_is_utf8_tail(text[at]) && columns-- == 0)
            break;
        at++;
    }
    return at;
}

/* Append ${text}; line breaks in it, which would begin new records, become spaces. */
static void add(struct writer *w, const char *text, size_t length)
{
    size_t start = w->out->length;
    lm_text_add_bytes(w->out, text, length);
    for (size_t i = start; i < w->out->length; i++)
        if (w->out->bytes[i] == '\n' || w->out->bytes[i] == '\r')
            w->out->bytes[i] = ' ';
    w->width += lm_utf8_length(text, length);
}

/* Write ${text} into ${width} columns from ${column}; cut and report a longer one. */
static void put(struct writer *w, size_t column, size_t width, bool right, const char *text)
{
    size_t length = bytes_of(text, width), columns = lm_utf8_length(text, length);
    if (columns == 0)
        return;
    if (text[length] != '\0')
        (void)lm_log_add(w->log, LM_NOTE, (struct lm_place){.value = text},
                         "write it as JSON to keep it whole", "cut to %u columns", (unsigned)width);
    go_to(w, right ? column + width - columns : column);
    add(w, text, length);
}

static void put_left(struct writer *w, size_t column, size_t width, const char *text)
{
    put(w, column, width, false, text);
}

static void put_right(struct writer *w, size_t column, size_t width, const char *text)
{
    put(w, column, width, true, text);
}

/* Write a value that must not be cut. */
static void put_exact(struct writer *w, size_t column, size_t width, const char *what,
                      const char *text)
{
    if (strlen(text) > width)
        too_large(w, what, text);
    else
        put_right(w, column, width, text);
}

static void put_number(struct writer *w, size_t column, size_t width, const char *what,
                       int64_t number)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_print(&text, "%lld", (long long)number);
    w->out->failed |= text.failed;
    put_exact(w, column, width, what, lm_text_string(&text));
}

/* Write an id with leading zeros, as TRF26 does for ids and rounds in its lists. */
static void put_id(struct writer *w, size_t column, int width, uint32_t id)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_print(&text, "%0*u", width, id);
    w->out->failed |= text.failed;
    put_exact(w, column, (size_t)width, "this number", lm_text_string(&text));
}

static void put_points(struct writer *w, size_t column, size_t width, int32_t points)
{
    struct lm_text text = lm_text_in(w->out->arena);
    lm_text_add_tenths(&text, points);
    w->out->failed |= text.failed;
    put_exact(w, column, width, "these points", lm_text_string(&text));
}

/* ---- kept lines ---- */

static void write_kept_line(struct writer *w, size_t index)
{
    const char *text = w->t->kept[index].text;
    w->kept[index] = true;
    add(w, text, strlen(text));
    lm_text_add(w->out, w->line_end);
    w->line_start = w->out->length;
    w->width = 0;
}

/* Write the lines kept after record number ${count} of ${code}. */
static void write_behind(struct writer *w, const char *code, uint32_t count)
{
    for (size_t i = 0; w->kept != NULL && i < w->t->kept_count; i++) {
        const struct lm_kept_line *kept = &w->t->kept[i];
        if (!w->kept[i] && kept->behind[0] != '\0' && kept->after <= count &&
            strncmp(lm_trf_first_code(kept->behind), lm_trf_first_code(code), 3) == 0)
            write_kept_line(w, i);
    }
}

/* Count one more record of ${code}; return the count. */
static uint32_t count_record(struct writer *w, const char *code)
{
    size_t i = 0;
    while (i + 1 < CODES && w->codes[i][0] != '\0' && strncmp(w->codes[i], code, 3) != 0)
        i++;
    memcpy(w->codes[i], code, 3);
    return ++w->counts[i];
}

/* End the line, without spaces at its end. */
static void end_line(struct writer *w)
{
    struct lm_text *out = w->out;
    char code[4] = "";
    if (!out->failed && out->length >= w->line_start + 3)
        memcpy(code, out->bytes + w->line_start, 3);
    lm_text_trim(out, w->line_start);
    lm_text_add(out, w->line_end);
    w->line_start = out->length;
    w->width = 0;
    if (w->t->kept_count > 0 && code[0] != '\0' && strcmp(code, "001") != 0)
        write_behind(w, code, count_record(w, lm_trf_first_code(code)));
}

static void begin(struct writer *w, const char *code)
{
    put_left(w, 1, 3, code);
}

/* ---- the tournament's own records ---- */

static void write_text(struct writer *w, const char *code, const char *text)
{
    if (*text == '\0')
        return;
    begin(w, code);
    go_to(w, 5);
    add(w, text, strlen(text));
    end_line(w);
}

static void write_number(struct writer *w, const char *code, uint32_t number)
{
    if (number == 0)
        return;
    begin(w, code);
    go_to(w, 5);
    lm_text_print(w->out, "%u", number);
    end_line(w);
}

/* Return ${text} as YYYY/MM/DD if it is a whole date, in whatever form; else unchanged. */
static const char *in_fides_form(struct writer *w, const char *text)
{
    struct lm_date date;
    if (!lm_parse_date(text, strlen(text), &date) || date.day == 0)
        return text;
    struct lm_text form = lm_text_in(w->out->arena);
    lm_text_add_date(&form, date, '/');
    w->out->failed |= form.failed;
    return lm_text_string(&form);
}

/* 132 has room for eight columns: YY/MM/DD. */
static void write_dates(struct writer *w)
{
    if (w->t->date_count == 0)
        return;
    begin(w, "132");
    for (size_t i = 0; i < w->t->date_count; i++) {
        const char *text = in_fides_form(w, w->t->dates[i]);
        bool century = strlen(text) == 10 && text[4] == '/' && text[7] == '/';
        put_left(w, LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * i, LM_TRF_ROUND_WIDTH,
                 century ? text + 2 : text);
    }
    end_line(w);
}

static void write_rounds(struct writer *w)
{
    write_number(w, w->trf16 ? "XXR" : "142", w->t->rounds_total);
}

/* 152, or XXC; the order by rank is XXC's alone. */
static void write_order(struct writer *w)
{
    static const char *const letters[] = {"", "W", "B"};
    static const char *const words[] = {"", "white1", "black1"};
    const char *word = w->trf16 ? words[w->t->initial_colour] : "";
    if (!w->trf16)
        write_text(w, "152", letters[w->t->initial_colour]);
    if (!w->t->rank_order) {
        write_text(w, "XXC", word);
        return;
    }
    begin(w, "XXC");
    go_to(w, 5);
    lm_text_print(w->out, *word != '\0' ? "rank %s" : "rank%s", word);
    end_line(w);
}

/* ---- point systems ---- */

/* Return the points of ${worth}: those of its first result. */
static int32_t points_of(const struct lm_point_system *points, const struct lm_trf_worth *worth)
{
    unsigned result = 0;
    while ((worth->results >> result & 1) == 0)
        result++;
    return points->value[result][worth->colours == 2];
}

/* Is the code needed?  Codes with the value they have by default are left out: L and A of 0, a PAB
 * like a win, an X like a draw.  Not every program knows every code, and bbpPairings refuses "A
 * 0.0". */
static bool is_needed(const struct lm_point_system *points, const struct lm_trf_worth *worth)
{
    if (strcmp(worth->record, "XXS") == 0)
        return strcmp(worth->code, "W") != 0 && strcmp(worth->code, "D") != 0;
    int32_t value = points_of(points, worth);
    switch (worth->code[0]) {
    case 'L':
    case 'A':
        return value != 0;
    case 'P':
        return value != points->value[LM_WIN][0];
    case 'X':
        return value != points->value[LM_DRAW][0];
    default:
        return true;
    }
}

/* Would reading all codes of ${record} give ${points} back? */
static bool says_all(const char *record, const struct lm_point_system *points)
{
    struct lm_point_system read = lm_points_standard();
    for (unsigned colour = 0; colour < 2; colour++) {
        read.value[LM_ADJOURNED][colour] = points->value[LM_DRAW][colour];
        if (strcmp(record, "162") == 0)
            read.value[LM_PAB][colour] = points->value[LM_WIN][0];
    }
    for (size_t i = 0; i < lm_trf_worth_count; i++)
        if (strcmp(lm_trf_worths[i].record, record) == 0 && is_needed(points, &lm_trf_worths[i]))
            lm_trf_set_worth(&read, &lm_trf_worths[i], points_of(points, &lm_trf_worths[i]));
    return memcmp(&read, points, sizeof read) == 0;
}

/* 162: codes and points in columns 6, 15, 24, … */
static void write_162(struct writer *w)
{
    size_t column = 6;
    begin(w, "162");
    for (size_t i = 0; i < lm_trf_worth_count; i++) {
        const struct lm_trf_worth *worth = &lm_trf_worths[i];
        if (strcmp(worth->record, "162") != 0 || !is_needed(&w->t->points, worth))
            continue;
        put_left(w, column, 1, worth->code);
        put_points(w, column + 1, 4, points_of(&w->t->points, worth));
        column += 9;
    }
    end_line(w);
}

static void write_xxs(struct writer *w)
{
    begin(w, "XXS");
    for (size_t i = 0; i < lm_trf_worth_count; i++) {
        const struct lm_trf_worth *worth = &lm_trf_worths[i];
        if (strcmp(worth->record, "XXS") != 0 || !is_needed(&w->t->points, worth))
            continue;
        lm_text_print(w->out, " %s=", worth->code);
        lm_text_add_tenths(w->out, points_of(&w->t->points, worth));
    }
    end_line(w);
}

/* Write the edition's own record if it can hold everything, else the other one. */
static void write_point_system(struct writer *w)
{
    if (!w->t->points_declared)
        return;
    bool by_162 = says_all("162", &w->t->points), by_xxs = says_all("XXS", &w->t->points);
    if (!by_162 && !by_xxs)
        too_large(w, "this point system", NULL);
    else if (w->trf16 ? !by_xxs : by_162)
        write_162(w);
    else
        write_xxs(w);
}

static void write_team_points(struct writer *w)
{
    static const char *const codes[] = {"TW", "TD", "TL"};
    static const int32_t standard[] = {20, 10, 0};
    if (memcmp(w->t->team_points, standard, sizeof standard) == 0)
        return;
    begin(w, "362");
    for (size_t i = 0; i < 3; i++) {
        put_left(w, 5 + 10 * i, 2, codes[i]);
        put_points(w, 7 + 10 * i, 5, w->t->team_points[i]);
    }
    end_line(w);
}

/* ---- options ---- */

/* Does reading a comment with the pair of texts ${option} give the pair back? */
static bool fits_comment(const char *const *option)
{
    size_t length = strlen(option[1]);
    for (const char *at = option[0]; *at != '\0'; at++)
        if (!lm_trf_is_of_option(*at))
            return false;
    for (const char *at = option[1]; *at != '\0'; at++)
        if ((unsigned char)*at < ' ')
            return false;
    return option[0][0] != '\0' && length > 0 && option[1][0] != ' ' &&
           option[1][length - 1] != ' ';
}

/* Options have no record; they are written as comments, which other programs skip. */
static void write_options(struct writer *w)
{
    for (size_t i = 0; i < w->t->option_count; i++) {
        const char *const *option = &w->t->options[2 * i];
        if (!fits_comment(option))
            continue;
        add(w, LM_TRF_OPTION, strlen(LM_TRF_OPTION));
        add(w, option[0], strlen(option[0]));
        add(w, ": ", 2);
        add(w, option[1], strlen(option[1]));
        lm_text_add(w->out, w->line_end);
        w->line_start = w->out->length;
        w->width = 0;
    }
}

static void write_head(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    write_text(w, "012", t->name);
    write_text(w, "022", t->city);
    write_text(w, "032", t->federation);
    write_text(w, "042", in_fides_form(w, t->start));
    write_text(w, "052", in_fides_form(w, t->end));
    write_number(w, "062", t->declared_players);
    write_number(w, "072", t->declared_rated);
    write_number(w, "082", t->declared_teams);
    write_text(w, "092", t->type);
    write_text(w, "102", t->chief_arbiter);
    for (size_t i = 0; i < t->deputy_count; i++)
        write_text(w, "112", t->deputies[i]);
    write_text(w, "122", t->time_control);
    write_dates(w);
    write_rounds(w);
    write_order(w);
    write_point_system(w);
    write_text(w, "172", t->rank_method);
    write_text(w, "182", t->pairing_controller);
    write_text(w, "192", t->type_code);
    write_text(w, "202", t->tie_breaks);
    write_text(w, "212", t->standings_order);
    write_text(w, "222", t->time_control_code);
    write_text(w, "352", t->colour_sequence);
    write_team_points(w);
    write_options(w);
}

/* ---- players ---- */

static void write_record(struct writer *w, uint32_t round, const struct lm_record *record)
{
    static const char colours[] = "-wb";
    size_t column = LM_TRF_FIRST_ROUND + (size_t)LM_TRF_ROUND_WIDTH * (round - 1);
    if (record->result == LM_BLANK)
        return;
    if (record->opponent == LM_NOBODY)
        put_left(w, column, 4, "0000");
    else
        put_number(w, column, 4, "this TPN", w->t->players[record->opponent].tpn);
    go_to(w, column + 5);
    lm_text_print(w->out, "%c %c", colours[record->colour], lm_trf_letters[record->result]);
    w->width += 3;
}

/* TRF(x) shows requested byes of the round to pair in its column: find the (first) kind for each
 * player, else LM_BLANK. */
static void find_next_byes(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    w->next_byes = lm_arena_alloc(w->out->arena, t->player_count, sizeof *w->next_byes);
    if (w->next_byes == NULL) {
        w->out->failed = true;
        return;
    }
    for (size_t i = 0; w->trf16 && !w->teams && i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].round == t->rounds_paired + 1 &&
            w->next_byes[t->byes[i].player] == LM_BLANK)
            w->next_byes[t->byes[i].player] = t->byes[i].kind;
}

static void write_player(struct writer *w, uint32_t index)
{
    const struct lm_player *player = &w->t->players[index];
    const char sex[] = {player->sex, '\0'};
    uint32_t next = w->t->rounds_paired + 1;
    begin(w, "001");
    put_number(w, 5, 4, "a TPN above 9999", player->tpn);
    put_left(w, 10, 1, sex);
    put_right(w, 11, 3, player->title);
    put_left(w, 15, 33, player->name);
    if (player->rating != 0)
        put_number(w, 49, 4, "this rating", player->rating);
    put_left(w, 54, 3, player->federation);
    put_right(w, 58, 11, player->fide_id);
    put_left(w, 70, 10, in_fides_form(w, player->birth));
    if (w->points != NULL)
        put_points(w, 81, 4, w->points[index]);
    else if (player->declared_points != LM_NO_POINTS)
        put_points(w, 81, 4, player->declared_points);
    if (player->declared_rank != 0)
        put_number(w, 86, 4, "this rank", player->declared_rank);
    for (uint32_t round = 1; round <= w->t->round_capacity || round <= next; round++) {
        struct lm_record record = {.opponent = LM_NOBODY};
        if (round <= w->t->round_capacity)
            record = *lm_record_of(w->t, index, round);
        if (round == next && record.result == LM_BLANK)
            record.result = w->next_byes[index];
        write_record(w, round, &record);
    }
    end_line(w);
}

/* Write kept lines again after as many players as in the file read. */
static void write_kept(struct writer *w, size_t *next, uint32_t players)
{
    for (; *next < w->t->kept_count; ++*next) {
        const struct lm_kept_line *kept = &w->t->kept[*next];
        if (kept->behind[0] != '\0')
            continue;
        if (kept->after > players && players < w->t->player_count)
            return;
        write_kept_line(w, *next);
    }
}

/* Write the kept lines whose record is not written. */
static void write_other_kept(struct writer *w)
{
    for (size_t i = 0; i < w->t->kept_count; i++)
        if (!w->kept[i])
            write_kept_line(w, i);
}

static void write_players(struct writer *w)
{
    size_t kept = 0;
    write_kept(w, &kept, 0);
    for (uint32_t i = 0; i < w->t->player_count; i++) {
        write_player(w, i);
        write_kept(w, &kept, i + 1);
    }
}

static void write_national(struct writer *w, const struct lm_national *national)
{
    const char sex[] = {national->sex, '\0'};
    if (strlen(national->rater) != 3) {
        (void)lm_log_add(w->log, LM_NOTE, (struct lm_place){.value = national->rater},
                         "write it as JSON to keep it",
                         "TRF has no room for a rating of this scale");
        return;
    }
    begin(w, national->rater);
    put_number(w, 5, 4, "a TPN above 9999", w->t->players[national->player].tpn);
    put_left(w, 10, 1, sex);
    put_right(w, 11, 3, national->classification);
    put_left(w, 15, 33, national->name);
    if (national->rating != 0)
        put_number(w, 49, 4, "this rating", national->rating);
    put_left(w, 54, 3, national->origin);
    put_right(w, 58, 11, national->number);
    put_left(w, 70, 10, national->birth);
    end_line(w);
}

/* ---- teams ---- */

/* Write TPNs of ${count} players in fields of four columns, five apart, from ${column}. */
static void put_players(struct writer *w, size_t column, const uint32_t *players, size_t count)
{
    for (size_t i = 0; i < count; i++, column += 5) {
        if (players[i] == LM_NOBODY)
            put_left(w, column, 4, "0000");
        else
            put_number(w, column, 4, "a TPN above 9999", w->t->players[players[i]].tpn);
    }
}

/* 310, or 013 for a team without number. */
static void write_team(struct writer *w, const struct lm_team *team)
{
    if (team->number == 0) {
        begin(w, "013");
        put_left(w, 5, 32, team->name);
        put_players(w, 37, team->players, team->count);
    } else {
        begin(w, "310");
        put_number(w, 5, 3, "this team number", team->number);
        put_left(w, 9, 32, team->name);
        put_left(w, 42, 5, team->nickname);
        put_right(w, 48, 6, team->strength);
        if (team->match_points != LM_NO_POINTS)
            put_points(w, 55, 6, team->match_points);
        if (team->game_points != LM_NO_POINTS)
            put_points(w, 62, 6, team->game_points);
        if (team->rank != 0)
            put_number(w, 69, 3, "this rank", team->rank);
        put_players(w, 74, team->players, team->count);
    }
    end_line(w);
}

static void write_team_pab(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    if (t->team_pab_count == 0 && t->team_pab_match_points == 0 && t->team_pab_game_points == 0)
        return;
    begin(w, "320");
    put_points(w, 5, 4, t->team_pab_match_points);
    put_points(w, 10, 4, t->team_pab_game_points);
    for (size_t i = 0; i < t->team_pab_count; i++)
        put_id(w, 15 + 4 * i, 3, t->team_pab[i]);
    end_line(w);
}

static void write_lineup(struct writer *w, const struct lm_lineup *lineup)
{
    begin(w, "300");
    put_id(w, 5, 3, lineup->round);
    put_id(w, 9, 3, lineup->team);
    put_id(w, 13, 3, lineup->opponent);
    put_players(w, 17, lineup->players, lineup->count);
    end_line(w);
}

static void write_team_forfeit(struct writer *w, const struct lm_team_forfeit *forfeit)
{
    begin(w, "330");
    put_left(w, 5, 2, forfeit->type);
    put_id(w, 8, 3, forfeit->round);
    put_id(w, 12, 3, forfeit->white);
    put_id(w, 16, 3, forfeit->black);
    end_line(w);
}

static void write_teams(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    for (size_t i = 0; i < t->team_count; i++)
        write_team(w, &t->teams[i]);
    write_team_pab(w);
    for (size_t i = 0; i < t->lineup_count; i++)
        write_lineup(w, &t->lineups[i]);
    for (size_t i = 0; i < t->team_forfeit_count; i++)
        write_team_forfeit(w, &t->team_forfeits[i]);
}

/* ---- byes, acceleration, prohibitions, adjustments ---- */

/* Write ids of players or teams, as 240, 260 and 299 list them. */
static void put_ids(struct writer *w, size_t column, uint8_t whom, const uint32_t *ids,
                    size_t count)
{
    for (size_t i = 0; i < count; i++, column += 5)
        put_id(w, column, 4,
               whom == LM_TEAMS ? w->t->teams[ids[i]].number : w->t->players[ids[i]].tpn);
}

/* Does the row name players where 240, 250, 260 and 299 name teams? */
static bool is_beside_teams(const struct writer *w, uint8_t whom)
{
    return w->teams && whom == LM_PLAYERS;
}

static void leave_out(struct writer *w, const char *what)
{
    if (lm_log_add(w->log, LM_NOTE, (struct lm_place){0}, "JSON keeps it", "left out: %s", what) !=
        LM_OK)
        w->out->failed = true;
}

/* XXZ and XXP name players, with or without teams. */
static void put_listed(struct writer *w, const uint32_t *players, size_t count)
{
    for (size_t i = 0; i < count; i++)
        lm_text_print(w->out, " %u", w->t->players[players[i]].tpn);
}

/* Is this bye already in a column of 001? */
static bool is_in_column(const struct writer *w, const struct lm_requested_bye *bye)
{
    return bye->whom == LM_PLAYERS && bye->round == w->t->rounds_paired + 1 &&
           w->next_byes[bye->player] == bye->kind;
}

/* 240, one line for each round and kind. */
static void write_byes(struct writer *w)
{
    const struct lm_requested_bye *line = NULL;
    size_t column = 11;
    for (size_t i = 0; i < w->t->bye_count; i++) {
        const struct lm_requested_bye *bye = &w->t->byes[i];
        if (is_in_column(w, bye) || is_beside_teams(w, bye->whom))
            continue;
        if (line == NULL || line->round != bye->round || line->kind != bye->kind) {
            if (line != NULL)
                end_line(w);
            begin(w, "240");
            go_to(w, 5);
            lm_text_add_char(w->out, lm_trf_letters[bye->kind]);
            w->width++;
            put_id(w, 7, 3, bye->round);
            line = bye;
            column = 11;
        }
        put_ids(w, column, bye->whom, &bye->player, 1);
        column += 5;
    }
    if (line != NULL)
        end_line(w);
}

/* XXZ: players absent from the round to pair, beside numbered teams. */
static void write_absences(struct writer *w)
{
    bool begun = false;
    for (size_t i = 0; i < w->t->bye_count; i++) {
        const struct lm_requested_bye *bye = &w->t->byes[i];
        if (!is_beside_teams(w, bye->whom))
            continue;
        if (bye->kind != LM_ZERO_BYE || bye->round != w->t->rounds_paired + 1) {
            leave_out(w, "a bye of a single player in a tournament of teams");
            continue;
        }
        if (!begun)
            begin(w, "XXZ");
        begun = true;
        put_listed(w, &bye->player, 1);
    }
    if (begun)
        end_line(w);
}

static void write_acceleration(struct writer *w, const struct lm_acceleration *a)
{
    if (is_beside_teams(w, a->whom))
        return; /* XXA */
    begin(w, "250");
    if (w->teams || a->match_points != 0)
        put_points(w, 5, 4, a->match_points);
    put_points(w, 10, 4, a->points);
    put_id(w, 15, 3, a->first_round);
    put_id(w, 19, 3, a->last_round);
    put_id(w, 23, 4, a->first);
    put_id(w, 28, 4, a->last);
    end_line(w);
}

/* Write XXA: the fictitious points of one player, round by round, up to the last record.
 * ${points}[rounds] is scratch space, all zero. */
static void write_player_acceleration(struct writer *w, uint32_t tpn, int32_t *points)
{
    uint32_t last = 0;
    for (size_t i = 0; i < w->t->acceleration_count; i++) {
        const struct lm_acceleration *a = &w->t->accelerations[i];
        if (a->whom != LM_PLAYERS || tpn < a->first || tpn > a->last)
            continue;
        for (uint32_t round = a->first_round; round <= a->last_round; round++)
            points[round - 1] += a->points;
        last = a->last_round > last ? a->last_round : last;
    }
    if (last == 0)
        return;
    begin(w, "XXA");
    put_number(w, 5, 4, "a TPN above 9999", tpn);
    for (uint32_t round = 1; round <= last; round++) {
        put_points(w, 10 + 5 * ((size_t)round - 1), 4, points[round - 1]);
        points[round - 1] = 0;
    }
    end_line(w);
}

/* TRF(x) accelerates player by player and cannot accelerate teams.  Beside numbered teams every
 * player is accelerated this way. */
static void write_accelerations(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    bool by_player = (w->trf16 || w->teams) && t->acceleration_count > 0;
    int32_t *points =
        by_player ? lm_arena_alloc(w->out->arena, LM_ROUNDS_MAX, sizeof *points) : NULL;
    w->out->failed |= by_player && points == NULL;
    for (uint32_t i = 0; points != NULL && i < t->player_count; i++)
        write_player_acceleration(w, t->players[i].tpn, points);
    for (size_t i = 0; (!by_player || w->teams) && i < t->acceleration_count; i++)
        write_acceleration(w, &t->accelerations[i]);
}

/* Write 260, or XXP if it applies to the whole tournament. */
static void write_prohibition(struct writer *w, const struct lm_prohibition *p)
{
    uint32_t rounds = w->t->rounds_total == 0 ? LM_ROUNDS_MAX : w->t->rounds_total;
    bool lasts = p->first_round == 1 && p->last_round >= rounds;
    bool beside = is_beside_teams(w, p->whom);
    if (beside && !lasts) {
        leave_out(w, "a prohibition of players for some rounds in a tournament of teams");
        return;
    }
    if (lasts && (beside || (w->trf16 && !w->teams))) {
        begin(w, "XXP");
        put_listed(w, p->players, p->count);
    } else {
        begin(w, "260");
        put_id(w, 5, 3, p->first_round);
        put_id(w, 9, 3, p->last_round);
        put_ids(w, 13, p->whom, p->players, p->count);
    }
    end_line(w);
}

static void write_adjustment(struct writer *w, const struct lm_adjustment *a)
{
    const char type[] = {a->type, '\0'};
    if (is_beside_teams(w, a->whom)) {
        leave_out(w, "points given to single players in a tournament of teams");
        return;
    }
    begin(w, "299");
    put_left(w, 5, 1, type);
    if (w->teams || a->match_points != 0)
        put_points(w, 7, 5, a->match_points);
    put_points(w, 13, 5, a->points);
    put_id(w, 20, 3, a->round);
    put_ids(w, 24, a->whom, a->players, a->count);
    end_line(w);
}

static void write_rest(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    for (size_t i = 0; i < t->national_count; i++)
        write_national(w, &t->nationals[i]);
    write_teams(w);
    write_byes(w);
    write_absences(w);
    write_accelerations(w);
    for (size_t i = 0; i < t->prohibition_count; i++)
        write_prohibition(w, &t->prohibitions[i]);
    for (size_t i = 0; i < t->adjustment_count; i++)
        write_adjustment(w, &t->adjustments[i]);
}

/* ---- data that TRF cannot hold, or only in another form ---- */

static void check_size(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    if (t->player_count > 0 && t->players[t->player_count - 1].tpn > LM_TRF_TPN_MAX)
        too_large(w, "players above number 9999", NULL);
    if (t->games_per_match > 1)
        too_large(w, "matches of more than two games", NULL);
}

/* A match of two games takes two columns. */
static enum lm_status split_matches(struct writer *w, struct lm_arena *arena)
{
    struct lm_tournament *split;
    if (w->t->games_per_match != 2)
        return LM_OK;
    enum lm_status status = lm_split_matches(w->t, arena, &split);
    if (status == LM_OK)
        w->t = split;
    return status;
}

/* Request absence from every remaining round for a player who has withdrawn: 240 Z. */
static enum lm_status ask_for_absences(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    uint32_t next = t->rounds_paired + 1, gone = 0;
    uint32_t last = t->rounds_total > next ? t->rounds_total : next;
    for (uint32_t i = 0; i < t->player_count; i++)
        gone += t->players[i].withdrawn != 0;
    if (gone == 0 || w->teams || (t->rounds_total != 0 && next > t->rounds_total))
        return LM_OK;
    size_t most = t->bye_count + (size_t)gone * (last - next + 1);
    struct lm_tournament *copy = lm_arena_alloc(w->out->arena, 1, sizeof *copy);
    struct lm_requested_bye *byes = lm_arena_alloc(w->out->arena, most, sizeof *byes);
    if (copy == NULL || byes == NULL)
        return LM_LIMIT;
    *copy = *t;
    copy->bye_count = lm_byes_with_withdrawals(t, next, last, byes);
    copy->byes = byes;
    w->t = copy;
    if (t->rounds_total == 0)
        (void)lm_log_add(w->log, LM_NOTE, (struct lm_place){0}, "declare the number of rounds",
                         "%u withdrawal(s) are written for round %u only", gone, next);
    return LM_OK;
}

/* TRF requires points.  If none are declared, as in a list of players or JSON, compute them from
 * the results. */
static void count_points(struct writer *w)
{
    const struct lm_tournament *t = w->t;
    for (uint32_t i = 0; i < t->player_count; i++)
        if (t->players[i].declared_points != LM_NO_POINTS)
            return;
    w->points = lm_arena_alloc(w->out->arena, t->player_count, sizeof *w->points);
    w->out->failed |= w->points == NULL;
    if (w->points != NULL)
        lm_points_standing(t, t->rounds_paired, w->points);
}

/* Report data that the format cannot hold, once for each kind. */
static void tell_losses(const struct writer *w)
{
    const struct lm_tournament *t = w->t;
    size_t clubs = 0, lots = 0, options = 0;
    for (size_t i = 0; i < t->option_count; i++)
        options += !fits_comment(&t->options[2 * i]);
    for (uint32_t i = 0; i < t->player_count; i++) {
        clubs += t->players[i].club[0] != '\0';
        lots += t->players[i].lot != 0;
    }
    const struct {
        const char *what;
        size_t count;
    } lost[] = {{"clubs", clubs}, {"drawn lots", lots}, {"options", options}};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (lost[i].count > 0)
            (void)lm_log_add(w->log, LM_NOTE, (struct lm_place){0}, "write it as JSON to keep them",
                             "TRF has no room for %s: %zu lost", lost[i].what, lost[i].count);
}

static enum lm_status write_all(struct writer *w)
{
    w->line_start = w->out->length;
    enum lm_status status = split_matches(w, w->out->arena);
    if (status == LM_OK)
        status = ask_for_absences(w);
    if (status != LM_OK)
        return status;
    tell_losses(w);
    check_size(w);
    find_next_byes(w);
    count_points(w);
    w->kept = lm_arena_alloc(w->out->arena, w->t->kept_count, sizeof *w->kept);
    w->out->failed |= w->kept == NULL;
    if (!w->too_large && !w->out->failed) {
        write_behind(w, "000", 0);
        write_head(w);
        write_players(w);
        write_rest(w);
        write_other_kept(w);
    }
    return w->too_large ? LM_LIMIT : lm_text_status(w->out);
}

static struct writer writer_of(const struct lm_tournament *t,
                               const struct lm_write_options *options, struct lm_log *log,
                               struct lm_text *out)
{
    return (struct writer){.t = t,
                           .line_end = options->line_end == NULL ? "\n" : options->line_end,
                           .log = log,
                           .out = out,
                           .teams = lm_ids_are_teams(t)};
}

enum lm_status lm_trf26_write(const struct lm_tournament *t, const struct lm_write_options *options,
                              struct lm_log *log, struct lm_text *out)
{
    struct writer w = writer_of(t, options, log, out);
    return write_all(&w);
}

enum lm_status lm_trf16_write(const struct lm_tournament *t, const struct lm_write_options *options,
                              struct lm_log *log, struct lm_text *out)
{
    struct writer w = writer_of(t, options, log, out);
    w.trf16 = true;
    return write_all(&w);
}
