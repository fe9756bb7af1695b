/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/knock_out.h"
#include "pairing/row.h"
#include "pairing/system_rows.h"

/*
 * A knock-out of teams (docs/team-knock-out.md): a round is a level of the bracket, and its pairs
 * are the winners of earlier matches.  knock_out.c decides who goes on.
 */

enum { BRACKET };

static const struct lm_rule criteria[] = {
    [BRACKET] = {"K2", "Knock-out 2", "pairs that are not in the bracket", .reason = NULL},
    {0},
};

enum opponents { BY_SEEDS, BY_WINNERS, BY_THIRD };

static const struct lm_rule opponent_rules[] = {
    [BY_SEEDS] = {"K2.2", "Knock-out 2.2", "by their numbers in the bracket",
                  .reason = LM_KEY("natural.bracket")},
    [BY_WINNERS] = {"K2.3", "Knock-out 2.3", "the winners of two matches side by side",
                    .reason = LM_KEY("natural.bracket-winners")},
    [BY_THIRD] = {"K2.5", "Knock-out 2.5", "the match for the third place",
                  .reason = LM_KEY("natural.bracket-third")},
    {0},
};

enum colours { FEWER_WHITES, ALTERNATE, BETTER_NUMBER };

static const struct lm_rule colour_rules[] = {
    [FEWER_WHITES] = {"K3.1", "Knock-out 3.1", "White on board 1 in fewer matches",
                      .reason = LM_KEY("colour.fewer-whites")},
    [ALTERNATE] = {"K3.2", "Knock-out 3.2", "the colours of the last matches alternate",
                   .reason = LM_KEY("colour.swap")},
    [BETTER_NUMBER] = {"K3.3", "Knock-out 3.3",
                       "the better number: the initial colour, in every second match the other",
                       .reason = LM_KEY("colour.bracket-number")},
    {0},
};

/* ---- Colours (art. 3) ---- */

/* Return the colours of ${who} on board 1 before ${round}: Whites less Blacks; the latest into
 * ${*last}. */
static int32_t history_of(const struct lm_tournament *t, uint32_t who, uint32_t round,
                          uint8_t *last)
{
    int32_t difference = 0;
    *last = LM_NO_COLOUR;
    for (uint32_t r = 1; r < round && r <= t->round_capacity; r++) {
        const struct lm_record *record = lm_record_of(t, who, r);
        if (record->opponent == LM_NOBODY || record->colour == LM_NO_COLOUR)
            continue;
        *last = record->colour;
        difference += record->colour == LM_WHITE ? 1 : -1;
    }
    return difference;
}

/* Put the team with White on board 1 first; return the rule that decides it. */
static uint8_t allot_colours(const struct lm_position *p, uint32_t slot, uint32_t pair[2])
{
    uint32_t upper = pair[0] < pair[1] ? pair[0] : pair[1];
    uint32_t lower = pair[0] < pair[1] ? pair[1] : pair[0];
    uint8_t last[2];
    int32_t whites[] = {history_of(p->tournament, upper, p->round, &last[0]),
                        history_of(p->tournament, lower, p->round, &last[1])};
    bool white = (p->initial_colour == LM_WHITE) == (slot % 2 == 0);
    uint8_t rule = BETTER_NUMBER;
    if (whites[0] != whites[1]) {
        white = whites[0] < whites[1];
        rule = FEWER_WHITES;
    } else if (last[0] != last[1]) {
        white = last[1] == LM_WHITE || last[0] == LM_BLACK;
        rule = ALTERNATE;
    }
    pair[0] = white ? upper : lower;
    pair[1] = white ? lower : upper;
    return rule;
}

/* ---- The round ---- */

/* A round of the bracket, with the rules that made each pair. */
struct level {
    struct lm_row row;
    uint8_t *opponents, *colours;
};

/* Report the match of an earlier round that is not decided yet. */
static enum lm_status refuse_open(const struct lm_position *p, const struct lm_knock_out *k,
                                  struct lm_log *log)
{
    const struct lm_player *players = p->tournament->players;
    for (size_t i = 0; i < k->count; i++) {
        const struct lm_knock_out_match *match = &k->matches[i];
        if (match->by > LM_BY_NO_STEP || !match->known[0] || !match->known[1])
            continue;
        const char *first = players[match->sides[0]].name, *second = players[match->sides[1]].name;
        const struct lm_place place = {.field = "round"};
        if (match->by == LM_BY_NO_STEP)
            return lm_log_add(log, LM_ERROR, place,
                              "play off or draw lots, and enter the winner: at the desk "
                              "\"decide\", in a file record 299",
                              "the match of %s and %s in round %u is level by every step", first,
                              second, match->round);
        return lm_log_add(log, LM_ERROR, place, "enter its result",
                          "the match of %s and %s in round %u is not decided yet", first, second,
                          match->round);
    }
    return LM_INTERNAL;
}

static bool make_room(struct level *level, uint32_t count, struct lm_arena *arena)
{
    level->row.pairs = lm_arena_alloc(arena, count, sizeof *level->row.pairs);
    level->opponents = lm_arena_alloc(arena, count, sizeof *level->opponents);
    level->colours = lm_arena_alloc(arena, count, sizeof *level->colours);
    return level->row.pairs != NULL && level->opponents != NULL && level->colours != NULL;
}

static enum lm_status level_of(const struct lm_position *p, struct lm_arena *arena,
                               struct lm_log *log, struct level *level)
{
    struct lm_knock_out k;
    enum lm_status status = lm_knock_out_of(p->tournament, p->round - 1, arena, &k);
    *level = (struct level){.row = {.count = 0}};
    if (status != LM_OK)
        return status;
    if (p->round > k.rounds)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "round"},
                          "finish the event, or correct the number of rounds",
                          "a knock-out of %u teams has %u rounds", p->tournament->player_count,
                          k.rounds);
    if (!make_room(level, 1u << (k.rounds - 1), arena))
        return LM_LIMIT;
    for (size_t i = 0; i < k.count; i++) {
        const struct lm_knock_out_match *match = &k.matches[i];
        bool third = k.third && i + 1 == k.count;
        uint32_t at = level->row.count;
        if (match->round != p->round)
            continue;
        if (!match->known[0] || !match->known[1])
            return refuse_open(p, &k, log);
        uint32_t *pair = level->row.pairs[at];
        pair[0] = match->sides[0];
        pair[1] = match->sides[1];
        level->row.count++;
        level->opponents[at] = third ? BY_THIRD : p->round == 1 ? BY_SEEDS : BY_WINNERS;
        if (pair[0] != LM_NOBODY && pair[1] != LM_NOBODY)
            level->colours[at] = allot_colours(p, at, pair);
    }
    return LM_OK;
}

/* Give each of ${pairing}'s pairs the rules that made it. */
static void tell_rules(const struct level *level, struct lm_pairing *pairing)
{
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        for (uint32_t at = 0; at < level->row.count; at++)
            if (level->row.pairs[at][0] == pairing->pairs[i].white) {
                pairing->pairs[i].opponent_rule = level->opponents[at];
                pairing->pairs[i].colour_rule = level->colours[at];
            }
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    struct level level;
    enum lm_status status = level_of(position, arena, log, &level);
    if (status == LM_OK)
        status = lm_row_pair(position, request, &level.row, arena, out);
    if (status == LM_OK)
        tell_rules(&level, *out);
    return status;
}

static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    struct level level;
    enum lm_status status = level_of(p, arena, log, &level);
    return status == LM_OK ? lm_row_judge(p, &level.row, pairs, pair_count, arena, out) : status;
}

/* Return the board as in the bracket; the match for the third place comes last. */
static uint32_t board_of(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair)
{
    uint32_t rounds = lm_knock_out_rounds(t->player_count), other;
    uint32_t slot = lm_bracket_slot(pair->white, 1u << rounds) >> round;
    if (round < 2 || round != rounds)
        return slot;
    other = lm_record_of(t, pair->white, round - 1)->opponent;
    struct lm_knock_out_match semi = {.winner = LM_NOBODY};
    if (other != LM_NOBODY)
        lm_knock_out_decide(t, round - 1, pair->white, other, &semi);
    return semi.winner != LM_NOBODY && semi.winner != pair->white;
}

static const char *const codes[] = {"FIDE_TEAM_KNOCKOUT", "TEAM_KNOCKOUT", "TEAM_KNOCKOUT_THIRD",
                                    "FIDE_TEAM_KNOCKOUT_THIRD", NULL};

const struct lm_system lm_system_team_knock_out = {
    .name = "team-knock-out",
    .family = "team-knock-out",
    .title = "Knock-out of teams",
    .source = "docs/team-knock-out.md",
    .from = "",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .score = "KO",
    .teams = true,
    .knocks_out = true,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2026},
    .board = board_of,
    .criteria = criteria,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .pair = pair_round,
    .judge = judge,
};
