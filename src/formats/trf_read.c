/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One reader for TRF06, TRF16, TRF(x), TRF(bx) and TRF26: their records have different codes, or
 * the same meaning, so one table of records understands them all, in any mixture.
 *
 * The file is read in three passes over its lines, as records refer to each other in any order:
 * first the TPNs of all players, then the teams, then everything.
 */
#include <string.h>

#include "formats/trf.h"
#include "formats/trf_columns.h"
#include "formats/trf_record.h"
#include "limmat/matches.h"

/* ---- the table ---- */

#define TEXT(code, field, name)                                                                    \
    {                                                                                              \
        code, PASS_REST, lm_trf_read_text, offsetof(struct lm_tournament, field), name             \
    }
#define COUNT(code, field, name)                                                                   \
    {                                                                                              \
        code, PASS_REST, lm_trf_read_count, offsetof(struct lm_tournament, field), name            \
    }

static const struct record records[] = {
    {"001", PASS_REST, lm_trf_read_player, 0, "player"},
    TEXT("012", name, "tournament name"),
    TEXT("022", city, "city"),
    TEXT("032", federation, "federation"),
    TEXT("042", start, "date of start"),
    TEXT("052", end, "date of end"),
    COUNT("062", declared_players, "number of players"),
    COUNT("072", declared_rated, "number of rated players"),
    COUNT("082", declared_teams, "number of teams"),
    TEXT("092", type, "type of tournament"),
    TEXT("102", chief_arbiter, "chief arbiter"),
    {"112", PASS_REST, lm_trf_read_deputy, 0, "deputy chief arbiter"},
    TEXT("122", time_control, "time control"),
    {"132", PASS_REST, lm_trf_read_dates, 0, "dates of the rounds"},
    {"142", PASS_REST, lm_trf_read_rounds, 0, "number of rounds"},
    {"XXR", PASS_REST, lm_trf_read_rounds, 0, "number of rounds"},
    {"152", PASS_REST, lm_trf_read_initial_colour, 0, "initial colour"},
    {"XXC", PASS_REST, lm_trf_read_configuration, 0, "configuration"},
    {"162", PASS_REST, lm_trf_read_worth, 0, "point system"},
    {"XXS", PASS_REST, lm_trf_read_worth, 0, "point system"},
    {"BBW", PASS_REST, lm_trf_read_worth, 0, "points for a win"},
    {"BBD", PASS_REST, lm_trf_read_worth, 0, "points for a draw"},
    {"BBL", PASS_REST, lm_trf_read_worth, 0, "points for a loss"},
    {"BBZ", PASS_REST, lm_trf_read_worth, 0, "points for a zero-point bye"},
    {"BBF", PASS_REST, lm_trf_read_worth, 0, "points for a forfeit loss"},
    {"BBU", PASS_REST, lm_trf_read_worth, 0, "points for a pairing-allocated bye"},
    TEXT("172", rank_method, "starting rank method"),
    TEXT("182", pairing_controller, "pairing controller"),
    TEXT("192", type_code, "encoded type"),
    TEXT("202", tie_breaks, "tie-breaks"),
    TEXT("212", standings_order, "standings order"),
    TEXT("222", time_control_code, "encoded time control"),
    TEXT("352", colour_sequence, "colour sequence"),
    {"362", PASS_REST, lm_trf_read_team_points, 0, "match points"},
    {"310", PASS_TEAMS, lm_trf_read_team, 0, "team"},
    {"013", PASS_REST, lm_trf_read_old_team, 0, "team"},
    {"300", PASS_REST, lm_trf_read_lineup, 0, "line-up"},
    {"320", PASS_REST, lm_trf_read_team_pab, 0, "pairing-allocated byes of teams"},
    {"330", PASS_REST, lm_trf_read_team_forfeit, 0, "type of forfeit"},
    {"240", PASS_REST, lm_trf_read_byes, 0, "type of bye"},
    {"XXZ", PASS_REST, lm_trf_read_absences, 0, "absent players"},
    {"250", PASS_REST, lm_trf_read_acceleration, 0, "fictitious points"},
    {"XXA", PASS_REST, lm_trf_read_player_acceleration, 0, "fictitious points"},
    {"260", PASS_REST, lm_trf_read_prohibition, 0, "prohibited pairings"},
    {"XXP", PASS_REST, lm_trf_read_lasting_prohibition, 0, "prohibited pairings"},
    {"299", PASS_REST, lm_trf_read_adjustment, 0, "points"},
};

static const struct record *record_of(const struct lm_line *line)
{
    struct lm_field code = {line->bytes, line->length < 3 ? line->length : 3, 1};
    bool apart = line->length < 4 || line->bytes[3] == ' ';
    for (size_t i = 0; apart && i < sizeof records / sizeof *records; i++)
        if (lm_field_is(code, records[i].code))
            return &records[i];
    return NULL;
}

/* ---- the passes ---- */

/* The 001 records by TPN. */
struct numbered {
    struct lm_line **line_with;
    size_t room; /* zeroed from ${highest} + 1 on */
    size_t highest;
};

/* Find the TPN of a 001 record and remember the line; refuse a malformed TPN or one in use. */
static void note_player(struct trf *f, struct lm_line *line, struct numbered *numbered)
{
    struct lm_field field = lm_line_columns(line, 5, 8), wide = lm_line_columns(line, 5, 9);
    int64_t tpn;
    if (lm_parse_integer(wide.bytes, wide.length, LM_TRF_TPN_MAX + 1, INT64_MAX, &tpn)) {
        lm_refuse(&f->r, lm_trf_place_of(f, line, "starting rank", wide),
                  "write the tournament as JSON",
                  "a number of five digits: TRF has four columns for it, and so 9999 players");
        return;
    }
    if (!lm_trf_number_in(f, line, "starting rank", field, 1, LM_TRF_TPN_MAX, 0, &tpn))
        return;
    struct lm_line ***line_with = &numbered->line_with;
    if (!lm_arena_grow(f->r.arena, line_with, &numbered->room, (size_t)tpn + 1,
                       sizeof **line_with)) {
        f->r.failed = true;
        return;
    }
    if ((size_t)tpn > numbered->highest)
        numbered->highest = (size_t)tpn;
    if (tpn == 0)
        lm_refuse(&f->r, lm_trf_place_of(f, line, "starting rank", field),
                  "number the players from 1", "the player has no number");
    else if ((*line_with)[tpn] != NULL)
        lm_refuse(&f->r, lm_trf_place_of(f, line, "starting rank", field),
                  "give each player a different number", "the number is taken by line %u",
                  (*line_with)[tpn]->number);
    else
        (*line_with)[tpn] = line;
}

/* Return the number of rounds in a 001 record of ${width} columns. */
static uint32_t rounds_in(unsigned width)
{
    return width < LM_TRF_FIRST_ROUND ? 0 : (width - LM_TRF_FIRST_ROUND) / LM_TRF_ROUND_WIDTH + 1;
}

/* Is it Vega's report of its own form?  At least five vertical bars separate the fields of a
 * player. */
static bool has_bars(const struct lm_line *line)
{
    size_t bars = 0;
    for (size_t i = 0; i < line->length; i++)
        bars += line->bytes[i] == '|';
    return bars >= 5;
}

/* Note if the file breaks off within ${line}, a 001 record of ${width} columns where others have
 * ${most}.  A complete record can end after its points, its rank, or a round. */
static void note_cut(struct trf *f, const struct lm_line *line, unsigned width, unsigned most)
{
    bool whole = width == 84 || width == 89 ||
                 (width >= LM_TRF_FIRST_ROUND &&
                  (width - LM_TRF_FIRST_ROUND) % LM_TRF_ROUND_WIDTH == LM_TRF_ROUND_WIDTH - 3);
    if (!f->open_end || line != &f->lines.all[f->lines.count - 1] || width >= most || whole)
        return;
    lm_refuse(&f->r, (struct lm_place){.line = line->number, .column = width + 1},
              "copy or export the file again", "the file ends within this line");
}

/* First pass: find the players, in ascending order of TPN regardless of the file's order, and the
 * number of rounds. */
static enum lm_status find_players(struct trf *f)
{
    struct numbered numbered = {0};
    uint32_t rounds = 0, count = 0;
    unsigned most = 0; /* columns */
    for (size_t i = 0; i < f->lines.count; i++) {
        struct lm_line *line = &f->lines.all[i];
        const struct record *row = record_of(line);
        if (row == NULL || row->read != lm_trf_read_player)
            continue;
        if (has_bars(line)) {
            lm_refuse(&f->r, (struct lm_place){.line = line->number},
                      "export the FIDE report (TRF16) in Vega, and give that",
                      "Vega's report with vertical bars between its fields");
            return lm_reading_end(&f->r);
        }
        lm_trf_straighten(&f->r, line);
        unsigned width = lm_line_width(line);
        uint32_t here = rounds_in(width);
        note_cut(f, line, width, most);
        most = width > most ? width : most;
        if (here > LM_ROUNDS_MAX)
            lm_refuse(&f->r, (struct lm_place){.line = line->number}, "shorten the line",
                      "more than %u rounds", LM_ROUNDS_MAX);
        else if (here > rounds)
            rounds = here;
        note_player(f, line, &numbered);
    }
    f->highest = (uint32_t)numbered.highest;
    f->players = lm_arena_alloc(f->r.arena, numbered.highest + 1, sizeof *f->players);
    if (f->r.failed || f->players == NULL)
        return LM_LIMIT;
    for (size_t tpn = 0; tpn < numbered.room && tpn <= numbered.highest; tpn++) {
        struct lm_line *line = numbered.line_with[tpn];
        f->players[tpn] = line == NULL ? LM_NOBODY : count;
        if (line != NULL)
            numbered.line_with[count++] = line;
    }
    f->line_of = numbered.line_with;
    return lm_tournament_new(f->r.arena, count, rounds, 1, &f->t);
}

const char *lm_trf_first_code(const char *code)
{
    static const char *const pairs[][2] = {{"XXR", "142"}, {"XXC", "152"}, {"XXS", "162"},
                                           {"XXZ", "240"}, {"XXA", "250"}, {"XXP", "260"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strncmp(code, pairs[i][0], 3) == 0)
            return pairs[i][1];
    return code;
}

/* Return how many records of ${row}, by either edition, were read. */
static uint32_t times_read(const struct trf *f, const struct record *row)
{
    uint32_t times = 0;
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (strcmp(lm_trf_first_code(records[i].code), lm_trf_first_code(row->code)) == 0)
            times += f->seen[i];
    return times;
}

/* Keep the record of ${row} that was just read as a line.  It belongs after the valid record: if
 * written before it, the next reader would take it for the valid one. */
static void keep_behind_its_like(struct trf *f, const struct record *row)
{
    struct lm_kept_line *all = f->kept.items, *kept = &all[f->kept.count - 1];
    uint32_t times = times_read(f, row);
    if (times == 0)
        return;
    kept->behind = row->code;
    kept->after = times;
}

/* Remember that lines kept from now on follow a record of ${row}. */
static void note_record(struct trf *f, const struct record *row)
{
    f->behind_count = ++f->seen[row - records];
    f->behind = row->read == lm_trf_read_player ? "" : row->code;
}

/* Tornelo's addresses and groups of players are not records of a federation DAT. */
static bool is_contact(const struct lm_line *line)
{
    return line->length > 3 && memcmp(line->bytes, "DAT ", 4) == 0;
}

static void read_pass(struct trf *f, enum pass pass)
{
    for (size_t i = 0; i < f->lines.count && !f->r.failed; i++) {
        struct lm_line *line = &f->lines.all[i];
        const struct record *row = record_of(line);
        size_t kept = f->kept.count;
        if (row != NULL && row->pass == pass)
            row->read(f, line, row);
        else if (row == NULL && pass == PASS_REST && is_contact(line))
            lm_note(&f->r, (struct lm_place){.line = line->number},
                    "a line DAT of Tornelo's, with contact details; it is left out");
        else if (row == NULL && pass == PASS_REST && lm_trf_is_national(f, line))
            lm_trf_read_national(f, line);
        else if (row == NULL && pass == PASS_REST)
            lm_trf_keep_line(f, line);
        if (row != NULL && f->kept.count > kept)
            keep_behind_its_like(f, row);
        else if (row != NULL && pass == PASS_REST)
            note_record(f, row);
    }
}

/* ---- the end ---- */

static void hand_over_lists(struct trf *f)
{
    struct lm_tournament *t = f->t;
    t->nationals = f->nationals.items;
    t->national_count = f->nationals.count;
    t->byes = f->byes.items;
    t->bye_count = f->byes.count;
    t->accelerations = f->accelerations.items;
    t->acceleration_count = f->accelerations.count;
    t->prohibitions = f->prohibitions.items;
    t->prohibition_count = f->prohibitions.count;
    t->adjustments = f->adjustments.items;
    t->adjustment_count = f->adjustments.count;
    t->teams = f->team_list.items;
    t->team_count = f->team_list.count;
    t->lineups = f->lineups.items;
    t->lineup_count = f->lineups.count;
    t->team_forfeits = f->team_forfeits.items;
    t->team_forfeit_count = f->team_forfeits.count;
    t->kept = f->kept.items;
    t->kept_count = f->kept.count;
    t->deputies = f->deputies.items;
    t->deputy_count = f->deputies.count;
    t->options = f->options.items;
    t->option_count = f->options.count / 2;
    t->dates = f->dates.items;
    t->date_count = f->dates.count;
}

static struct lm_place place_in_record(void *context, uint32_t player, enum lm_part part,
                                       uint32_t round)
{
    struct trf *f = context;
    if (part == LM_PART_LINEUP || part == LM_PART_FORFEIT) {
        const unsigned *lines =
            part == LM_PART_LINEUP ? f->lineup_lines.items : f->forfeit_lines.items;
        return (struct lm_place){.line = lines[player], .column = part == LM_PART_LINEUP ? 9 : 12};
    }
    struct lm_line *line = player == LM_NOBODY ? NULL : f->line_of[player];
    struct lm_place place = {.line = line == NULL ? 0 : line->number};
    switch (part) {
    case LM_PART_ROUND:
        place.column = LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * (round - 1);
        place.value = lm_trf_text_in(f, line, place.column, place.column + LM_TRF_ROUND_WIDTH - 3);
        break;
    case LM_PART_POINTS:
        place.column = 81;
        break;
    case LM_PART_RANK:
        place.column = 86;
        break;
    case LM_PART_ID:
        place.column = 58;
        break;
    case LM_PART_BIRTH:
        place.column = 70;
        break;
    case LM_PART_START:
    case LM_PART_END:
        place.line = part == LM_PART_START ? f->start_line : f->end_line;
        place.column = 5;
        break;
    case LM_PART_LINEUP:
    case LM_PART_FORFEIT:
        break; /* above */
    case LM_PART_DATES:
        place.line = f->dates_line;
        place.column = LM_TRF_FIRST_ROUND + LM_TRF_ROUND_WIDTH * (round - 1);
        break;
    }
    return place;
}

enum lm_status lm_trf_read(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    struct trf *f = lm_arena_alloc(arena, 1, sizeof *f);
    if (f == NULL)
        return LM_LIMIT;
    f->r = lm_reading_new(options, arena, log);
    f->open_end = length > 0 && bytes[length - 1] != '\n' && bytes[length - 1] != '\r';
    lm_lines_split(&f->r, bytes, length, &f->lines);
    for (size_t i = 0; i <= LM_TRF_TEAM_MAX; i++)
        f->teams[i] = LM_NOBODY;
    enum lm_status status = find_players(f);
    if (status != LM_OK)
        return status;
    f->named = lm_roll_new(&f->r, (size_t)f->t->player_count + LM_TRF_TEAM_MAX);
    f->seats = lm_roll_new(&f->r, f->t->player_count);
    f->behind = "000";
    f->seen = lm_arena_alloc(arena, sizeof records / sizeof *records, sizeof *f->seen);
    if (f->r.failed || f->seen == NULL)
        return LM_LIMIT;
    read_pass(f, PASS_TEAMS);
    read_pass(f, PASS_REST);
    lm_trf_complete_worth(f);
    hand_over_lists(f);
    struct lm_locator where = {f, place_in_record};
    lm_settle(&f->r, f->t, &where);
    if (f->r.failed)
        return LM_LIMIT;
    lm_check_tournament(&f->r, f->t, &where);
    status = lm_reading_end(&f->r);
    if (status == LM_OK && lm_has_split_matches(f->t))
        status = lm_join_matches(f->t, log);
    if (status == LM_OK)
        *out = f->t;
    return status;
}
