/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/words.h"
#include "pairing/berger.h"
#include "pairing/row.h"
#include "pairing/system_rows.h"

/*
 * Round-robins by the Berger tables (C.05 Annex 1), of players and of teams.
 *
 * All is known before the first round: each player's number (the TPN, drawn by lot), and the number
 * of cycles.  A round is a row of the table; row.h explains what happens to it.
 */

enum { TABLE };

static const struct lm_rule criteria[] = {
    [TABLE] = {"A1", "C.05 Annex 1", "pairs that are not in the table's row of the round",
               .reason = NULL},
    {0},
};

enum opponents { BY_TABLE, BY_EXCHANGED_ROW };

static const struct lm_rule opponent_rules[] = {
    [BY_TABLE] = {"A1", "C.05 Annex 1", "by the Berger table", .reason = LM_KEY("natural.table")},
    [BY_EXCHANGED_ROW] = {"A1x", "C.05 Annex 1",
                          "by the Berger table, the last two rounds exchanged",
                          .reason = LM_KEY("natural.table-exchanged")},
    {0},
};

enum colours { TABLE_COLOUR, REVERSED_COLOUR };

static const struct lm_rule colour_rules[] = {
    [TABLE_COLOUR] = {"A1", "C.05 Annex 1", "by the Berger table",
                      .reason = LM_KEY("colour.table")},
    [REVERSED_COLOUR] = {"A1r", "C.05 Annex 1", "the colours of the cycle before reversed",
                         .reason = LM_KEY("colour.table-reversed")},
    {0},
};

/* ---- The schedule ---- */

struct schedule {
    uint32_t seats;  /* even: an odd field has an empty last number */
    uint32_t length; /* rounds of a cycle */
    uint32_t cycles;
    bool exchanged; /* the last two rounds of the first of several cycles */
};

static struct schedule schedule_of(const struct lm_tournament *t)
{
    const char *code = t->type_code[0] != '\0' ? t->type_code : t->type;
    struct schedule s = {.seats = t->player_count + t->player_count % 2};
    s.seats = s.seats < 2 ? 2 : s.seats;
    s.length = s.seats - 1;
    s.cycles = lm_cycles_of(t, s.length);
    const char *option = lm_option(t, "last_rounds_exchanged");
    bool fide = strncmp(code, "FIDE_", strlen("FIDE_")) == 0 && s.cycles > 1;
    s.exchanged =
        s.length > 1 && s.cycles > 1 && (fide || (option != NULL && strcmp(option, "yes") == 0));
    return s;
}

/* Return the row of the table that ${round} (from 1) plays. */
static uint32_t row_of(const struct schedule *s, uint32_t round, bool *exchanged)
{
    uint32_t row = (round - 1) % s->length, last = s->length - 1;
    *exchanged = s->exchanged && round <= s->length && row + 1 >= last;
    return *exchanged ? 2 * last - 1 - row : row;
}

static bool is_reversed(const struct schedule *s, uint32_t round)
{
    return (round - 1) / s->length % 2 == 1;
}

/* ---- The round ---- */

/* Return the row of ${p}->round; in an odd field the last number has no player. */
static enum lm_status row_for(const struct lm_position *p, const struct schedule *s,
                              struct lm_arena *arena, struct lm_row *row)
{
    uint32_t players = p->tournament->player_count;
    bool exchanged, reversed = is_reversed(s, p->round);
    uint32_t number = row_of(s, p->round, &exchanged);
    *row = (struct lm_row){.count = s->seats / 2,
                           .opponent_rule = exchanged ? BY_EXCHANGED_ROW : BY_TABLE,
                           .colour_rule = reversed ? REVERSED_COLOUR : TABLE_COLOUR};
    row->pairs = lm_arena_alloc(arena, row->count, sizeof *row->pairs);
    if (row->pairs == NULL)
        return LM_LIMIT;
    for (uint32_t board = 0; board < row->count; board++) {
        uint32_t at[2];
        lm_berger(s->seats, number, board, at);
        for (int side = 0; side < 2; side++)
            row->pairs[board][reversed ? 1 - side : side] =
                at[side] < players ? at[side] : LM_NOBODY;
    }
    return LM_OK;
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    struct schedule s = schedule_of(position->tournament);
    struct lm_row row;
    if (position->round > s.length * s.cycles)
        return lm_row_refuse(s.length * s.cycles, log);
    enum lm_status status = row_for(position, &s, arena, &row);
    return status == LM_OK ? lm_row_pair(position, request, &row, arena, out) : status;
}

static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    struct schedule s = schedule_of(p->tournament);
    struct lm_row row;
    (void)log;
    enum lm_status status = row_for(p, &s, arena, &row);
    return status == LM_OK ? lm_row_judge(p, &row, pairs, pair_count, arena, out) : status;
}

/* Return the board as in the table. */
static uint32_t board_of(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair)
{
    struct schedule s = schedule_of(t);
    bool exchanged;
    return lm_berger_board(s.seats, row_of(&s, round, &exchanged), pair->white);
}

static void place_of(const struct lm_tournament *t, uint32_t round, uint32_t player,
                     struct lm_table_place *out)
{
    struct schedule s = schedule_of(t);
    bool exchanged;
    uint32_t row = row_of(&s, round, &exchanged), pair[2];
    lm_berger(s.seats, row, lm_berger_board(s.seats, row, player), pair);
    uint32_t other = pair[pair[0] == player];
    *out = (struct lm_table_place){.seats = s.seats,
                                   .row = row + 1,
                                   .mine = player + 1,
                                   .theirs = other + 1,
                                   .opponent = other < t->player_count ? other : LM_NOBODY};
}

static uint32_t cycle_of(uint32_t players)
{
    return players < 2 ? 1 : players - 1 + players % 2;
}

static const char *const codes[] = {"BERGER_ROUNDROBIN",       "BERGER_ROUNDROBIN_G1",
                                    "BERGER_ROUNDROBIN_G2",    "BERGER_ROUNDROBIN_G3",
                                    "BERGER_ROUNDROBIN_G4",    "BERGER_ROUNDROBIN_G5",
                                    "BERGER_ROUNDROBIN_G6",    "BERGER_ROUNDROBIN_G7",
                                    "BERGER_ROUNDROBIN_G8",    "BERGER_ROUNDROBIN_G9",
                                    "BERGER_DOUBLEROUNDROBIN", "FIDE_ROUNDROBIN",
                                    "FIDE_DOUBLEROUNDROBIN",   NULL};

static const char *const team_codes[] = {
    "BERGER_TEAM_ROUNDROBIN",       "BERGER_TEAM_ROUNDROBIN_G1",
    "BERGER_TEAM_ROUNDROBIN_G2",    "BERGER_TEAM_ROUNDROBIN_G3",
    "BERGER_TEAM_ROUNDROBIN_G4",    "BERGER_TEAM_ROUNDROBIN_G5",
    "BERGER_TEAM_ROUNDROBIN_G6",    "BERGER_TEAM_ROUNDROBIN_G7",
    "BERGER_TEAM_ROUNDROBIN_G8",    "BERGER_TEAM_ROUNDROBIN_G9",
    "BERGER_TEAM_DOUBLEROUNDROBIN", "FIDE_TEAM_ROUNDROBIN",
    "FIDE_TEAM_DOUBLEROUNDROBIN",   NULL};

const struct lm_system lm_system_round_robin = {
    .name = "round-robin",
    .family = "round-robin",
    .title = "Berger tables (round-robin)",
    .source = "C.05 Annex 1",
    .from = "",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2026, .predetermined = true},
    .board = board_of,
    .cycle = cycle_of,
    .place = place_of,
    .criteria = criteria,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = judge,
};

const struct lm_system lm_system_team_round_robin = {
    .name = "team-round-robin",
    .family = "team-round-robin",
    .title = "Berger tables for teams (round-robin)",
    .source = "C.05 Annex 1",
    .from = "",
    .until = "",
    .codes = team_codes,
    .games_per_match = 1,
    .teams = true,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2026, .predetermined = true},
    .board = board_of,
    .cycle = cycle_of,
    .place = place_of,
    .criteria = criteria,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = judge,
};
