/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/row.h"
#include "pairing/scheveningen/scheveningen_table.h"
#include "pairing/system_rows.h"

/*
 * Scheveningen matches (docs/scheveningen.md): each member of one team meets each of the other, one
 * a round.  FIDE names the system and its codes but has not defined its rounds; these are the
 * tables in use.
 */

enum { TABLE };

static const struct lm_rule criteria[] = {
    [TABLE] = {"S2", "Scheveningen 2.1", "pairs that are not in the table's row of the round",
               .reason = NULL},
    {0},
};

static const struct lm_rule opponent_rules[] = {
    {"S2", "Scheveningen 2.1", "by the Scheveningen table",
     .reason = LM_KEY("natural.scheveningen")},
    {0},
};

enum colours { TABLE_COLOUR, REVERSED_COLOUR };

static const struct lm_rule colour_rules[] = {
    [TABLE_COLOUR] = {"S2", "Scheveningen 2.1", "by the Scheveningen table",
                      .reason = LM_KEY("colour.table")},
    [REVERSED_COLOUR] = {"S2.6", "Scheveningen 2.6", "the colours of the first meeting reversed",
                         .reason = LM_KEY("colour.table-reversed")},
    {0},
};

/* ---- The teams (art. 1) ---- */

static uint32_t boards_of(const struct lm_sides *s)
{
    uint32_t larger = s->count[0] > s->count[1] ? s->count[0] : s->count[1];
    return larger == 0 ? 1 : larger;
}

static enum lm_status check_sides(const struct lm_tournament *t, const struct lm_sides *s,
                                  struct lm_log *log)
{
    uint32_t difference =
        s->count[0] > s->count[1] ? s->count[0] - s->count[1] : s->count[1] - s->count[0];
    if (t->team_count != 0 && t->team_count != 2)
        return lm_log_add(
            log, LM_ERROR, (struct lm_place){.field = "record 013"},
            "leave two teams, or none: then the lower half of the numbers is one team",
            "a Scheveningen match has two teams, the file has %zu", t->team_count);
    if (s->count[0] + s->count[1] != t->player_count)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "record 013"},
                          "name each player in a team’s record",
                          "the two teams have %u players, the file has %u",
                          s->count[0] + s->count[1], t->player_count);
    if (difference > 1)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "record 013"},
                          "give both teams as many players, or one of them one fewer",
                          "one team has %u players, the other %u", s->count[0], s->count[1]);
    return LM_OK;
}

/* ---- The round ---- */

static bool is_reversed(uint32_t boards, uint32_t round)
{
    return (round - 1) / boards % 2 == 1;
}

/* Art. 2.6: return the row; every second cycle plays the one before in reverse order. */
static uint32_t row_number(uint32_t boards, uint32_t round)
{
    uint32_t row = (round - 1) % boards;
    return is_reversed(boards, round) ? boards - 1 - row : row;
}

static enum lm_status row_for(const struct lm_position *p, const struct lm_sides *s,
                              struct lm_arena *arena, struct lm_row *row)
{
    uint32_t boards = boards_of(s), number = row_number(boards, p->round);
    bool reversed = is_reversed(boards, p->round);
    *row =
        (struct lm_row){.count = boards, .colour_rule = reversed ? REVERSED_COLOUR : TABLE_COLOUR};
    row->pairs = lm_arena_alloc(arena, boards, sizeof *row->pairs);
    if (row->pairs == NULL)
        return LM_LIMIT;
    for (uint32_t a = 0; a < boards; a++) {
        bool white;
        uint32_t b = lm_scheveningen(boards, number, a, &white);
        row->pairs[a][white == reversed] = lm_sides_member(s, 0, a);
        row->pairs[a][white != reversed] = lm_sides_member(s, 1, b);
    }
    return LM_OK;
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    const struct lm_tournament *t = position->tournament;
    struct lm_sides s = lm_sides_of(t);
    struct lm_row row;
    enum lm_status status = check_sides(t, &s, log);
    if (status != LM_OK)
        return status;
    uint32_t rounds = boards_of(&s) * lm_cycles_of(t, boards_of(&s));
    if (position->round > rounds)
        return lm_row_refuse(rounds, log);
    status = row_for(position, &s, arena, &row);
    return status == LM_OK ? lm_row_pair(position, request, &row, arena, out) : status;
}

static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    struct lm_sides s = lm_sides_of(p->tournament);
    struct lm_row row;
    enum lm_status status = check_sides(p->tournament, &s, log);
    if (status == LM_OK)
        status = row_for(p, &s, arena, &row);
    return status == LM_OK ? lm_row_judge(p, &row, pairs, pair_count, arena, out) : status;
}

/* Return the board: members of the first team keep theirs (art. 2.2). */
static uint32_t board_of(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair)
{
    struct lm_sides s = lm_sides_of(t);
    (void)round;
    if (s.members[0] == NULL)
        return pair->white < s.count[0] ? pair->white : pair->black;
    for (uint32_t a = 0; a < s.count[0]; a++)
        if (s.members[0][a] == pair->white || s.members[0][a] == pair->black)
            return a;
    return s.count[0];
}

/* Return the number of ${player} within team ${side}; its size: the player is of the other team. */
static uint32_t number_in(const struct lm_sides *s, int side, uint32_t player)
{
    uint32_t number = 0;
    while (number < s->count[side] && lm_sides_member(s, side, number) != player)
        number++;
    return number;
}

static void place_of(const struct lm_tournament *t, uint32_t round, uint32_t player,
                     struct lm_table_place *out)
{
    struct lm_sides s = lm_sides_of(t);
    uint32_t boards = boards_of(&s), row = row_number(boards, round);
    int side = number_in(&s, 0, player) == s.count[0];
    uint32_t mine = number_in(&s, side, player), theirs = 0;
    bool white;
    if (side == 0)
        theirs = lm_scheveningen(boards, row, mine, &white);
    else
        while (theirs + 1 < boards && lm_scheveningen(boards, row, theirs, &white) != mine)
            theirs++;
    *out = (struct lm_table_place){.seats = boards,
                                   .row = row + 1,
                                   .mine = mine + 1,
                                   .theirs = theirs + 1,
                                   .my_team = side == 0 ? 'A' : 'B',
                                   .opponents = side == 0 ? 'B' : 'A',
                                   .opponent = lm_sides_member(&s, 1 - side, theirs)};
}

static uint32_t cycle_of(uint32_t players)
{
    return players < 2 ? 1 : (players + 1) / 2;
}

static const char *const codes[] = {
    "FIDE_SCHEVENINGEN",    "FIDE_SCHEVENINGEN_G1",    "FIDE_SCHEVENINGEN_G2",
    "FIDE_SCHEVENINGEN_G3", "FIDE_SCHEVENINGEN_G4",    "FIDE_SCHEVENINGEN_G5",
    "FIDE_SCHEVENINGEN_G6", "FIDE_SCHEVENINGEN_G7",    "FIDE_SCHEVENINGEN_G8",
    "FIDE_SCHEVENINGEN_G9", "FIDE_DOUBLESCHEVENINGEN", NULL};

const struct lm_system lm_system_scheveningen = {
    .name = "scheveningen",
    .family = "scheveningen",
    .title = "Scheveningen tables (match of two teams)",
    .source = "Limmat, docs/scheveningen.md, by the tables in use",
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
