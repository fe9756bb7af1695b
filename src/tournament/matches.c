/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/matches.h"

#include <string.h>

/*
 * The records of a match lie side by side, as those of two rounds do: joining and splitting leave
 * them where they are and change only the meaning of a round.  Only byes are written differently
 * (one record of the match, one in each column), and everything that names a round is renumbered.
 */

enum { GAMES = 2 };

bool lm_has_split_matches(const struct lm_tournament *t)
{
    return t->games_per_match == 1 && strstr(t->type_code, "DOUBLESWISS") != NULL;
}

/* The match of a column, and the first and last column of a match. */
static uint32_t match_of(uint32_t column)
{
    return (column + GAMES - 1) / GAMES;
}

static uint32_t first_column(uint32_t match)
{
    return match == 0 ? 0 : (match - 1) * GAMES + 1;
}

static uint32_t last_column(uint32_t match)
{
    return match * GAMES;
}

/* ---- Data that name rounds ---- */

/* Renumber the rounds of all announced data: ${first} for a beginning (or a single round), ${last}
 * for an end. */
static enum lm_status renumber(struct lm_tournament *t, struct lm_arena *arena,
                               uint32_t (*first)(uint32_t), uint32_t (*last)(uint32_t))
{
    struct lm_acceleration *boosts = lm_arena_alloc(arena, t->acceleration_count, sizeof *boosts);
    struct lm_prohibition *bans = lm_arena_alloc(arena, t->prohibition_count, sizeof *bans);
    struct lm_adjustment *bonuses = lm_arena_alloc(arena, t->adjustment_count, sizeof *bonuses);
    if (boosts == NULL || bans == NULL || bonuses == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < t->acceleration_count; i++) {
        boosts[i] = t->accelerations[i];
        boosts[i].first_round = first(boosts[i].first_round);
        boosts[i].last_round = last(boosts[i].last_round);
    }
    for (size_t i = 0; i < t->prohibition_count; i++) {
        bans[i] = t->prohibitions[i];
        bans[i].first_round = first(bans[i].first_round);
        bans[i].last_round =
            bans[i].last_round >= LM_ROUNDS_MAX ? LM_ROUNDS_MAX : last(bans[i].last_round);
    }
    for (size_t i = 0; i < t->adjustment_count; i++) {
        bonuses[i] = t->adjustments[i];
        bonuses[i].round = first(bonuses[i].round);
    }
    t->accelerations = boosts;
    t->prohibitions = bans;
    t->adjustments = bonuses;
    t->rounds_total = last(t->rounds_total);
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].withdrawn = first(t->players[i].withdrawn);
    return LM_OK;
}

/* ---- Joining ---- */

static bool columns_agree(const struct lm_record *one, const struct lm_record *two)
{
    if (two->result == LM_BLANK && two->opponent == LM_NOBODY)
        return one->opponent == LM_NOBODY || one->result == LM_PENDING;
    if (one->opponent == LM_NOBODY || two->opponent == LM_NOBODY)
        return one->opponent == two->opponent && one->result != LM_BLANK;
    return one->opponent == two->opponent &&
           (one->colour == LM_NO_COLOUR || one->colour != two->colour);
}

static enum lm_status check_columns(const struct lm_tournament *t, struct lm_log *log)
{
    struct lm_place place = {.field = "round"};
    enum lm_status status = LM_OK;
    if (t->rounds_total % GAMES != 0)
        status = lm_log_add(log, LM_ERROR, place, "an even number of rounds (record 142)",
                            "a match takes two columns, but %u are announced", t->rounds_total);
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t column = 1; column + 1 <= t->round_capacity; column += GAMES)
            if (!columns_agree(lm_record_of(t, i, column), lm_record_of(t, i, column + 1)))
                status = lm_log_add(log, LM_ERROR, place,
                                    "the same opponent with reversed colours, or a bye in both",
                                    "columns %u and %u of player %u are no match of two games",
                                    column, column + 1, t->players[i].tpn);
    return status;
}

static int32_t worth(const struct lm_tournament *t, const struct lm_record *record)
{
    return t->points.value[record->result][record->colour == LM_BLACK];
}

/* A match's bye is worth the sum of its columns: the value of the first one found of each kind. */
static struct lm_point_system joined_points(const struct lm_tournament *t)
{
    struct lm_point_system points = lm_points_of_matches(&t->points, GAMES);
    bool known[LM_RESULT_COUNT] = {false};
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t column = 1; column + 1 <= t->round_capacity; column += GAMES) {
            const struct lm_record *record = lm_record_of(t, i, column);
            if (!lm_result_is_bye((enum lm_result)record->result) || known[record->result])
                continue;
            known[record->result] = true;
            points.value[record->result][0] = points.value[record->result][1] =
                worth(t, record) + worth(t, lm_record_of(t, i, column + 1));
        }
    return points;
}

/* A requested bye (240) in one column of a match is one in both. */
static enum lm_status join_requests(struct lm_tournament *t)
{
    struct lm_requested_bye *byes = lm_arena_alloc(t->arena, t->bye_count, sizeof *byes);
    size_t count = 0;
    if (byes == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < t->bye_count; i++) {
        if (t->byes[i].round % GAMES == 0)
            continue;
        byes[count] = t->byes[i];
        byes[count++].round = match_of(t->byes[i].round);
    }
    t->byes = byes;
    t->bye_count = count;
    return LM_OK;
}

enum lm_status lm_join_matches(struct lm_tournament *t, struct lm_log *log)
{
    assert(t->games_per_match == 1);
    enum lm_status status = lm_tournament_reserve(t, t->round_capacity + t->round_capacity % GAMES);
    if (status == LM_OK)
        status = check_columns(t, log);
    if (status != LM_OK)
        return status;
    struct lm_point_system points = joined_points(t);
    if ((status = join_requests(t)) != LM_OK ||
        (status = renumber(t, t->arena, match_of, match_of)) != LM_OK)
        return status;
    t->points = points;
    t->games_per_match = GAMES;
    t->round_capacity /= GAMES;
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t round = 1; round <= t->round_capacity; round++) {
            struct lm_record *record = lm_record_of(t, i, round);
            if (lm_result_is_bye((enum lm_result)record->result))
                record[1].result = LM_BLANK;
            else if (record[1].result == LM_BLANK && record->opponent != LM_NOBODY)
                record[1] = (struct lm_record){
                    record->opponent, record->colour == LM_WHITE ? LM_BLACK : LM_WHITE, LM_PENDING};
        }
    lm_tournament_count_rounds(t);
    return LM_OK;
}

/* ---- Splitting ---- */

/* The bye in the second column. */
static uint8_t second_half(uint8_t bye)
{
    return bye == LM_PAB ? LM_HALF_BYE : bye;
}

/* Point values for columns, two of which add up to the whole. */
static struct lm_point_system split_points(const struct lm_tournament *t)
{
    struct lm_point_system points = t->points;
    for (int colour = 0; colour < 2; colour++) {
        points.value[LM_FULL_BYE][colour] /= GAMES;
        points.value[LM_HALF_BYE][colour] /= GAMES;
        points.value[LM_PAB][colour] -= points.value[LM_HALF_BYE][colour];
    }
    return points;
}

static enum lm_status split_requests(struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_requested_bye *byes = lm_arena_alloc(arena, GAMES * t->bye_count, sizeof *byes);
    if (byes == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < GAMES * t->bye_count; i++) {
        byes[i] = t->byes[i / GAMES];
        byes[i].round = first_column(byes[i].round) + (uint32_t)(i % GAMES);
    }
    t->byes = byes;
    t->bye_count *= GAMES;
    return LM_OK;
}

enum lm_status lm_split_matches(const struct lm_tournament *t, struct lm_arena *arena,
                                struct lm_tournament **out)
{
    assert(t->games_per_match == GAMES);
    size_t count = (size_t)t->player_count * t->round_capacity * GAMES;
    struct lm_tournament *split = lm_arena_alloc(arena, 1, sizeof *split);
    struct lm_player *players = lm_arena_alloc(arena, t->player_count, sizeof *players);
    struct lm_record *records = lm_arena_alloc(arena, count, sizeof *records);
    if (split == NULL || players == NULL || records == NULL)
        return LM_LIMIT;
    memcpy(players, t->players, t->player_count * sizeof *players);
    memcpy(records, t->records, count * sizeof *records);
    for (size_t i = 0; i < count; i += GAMES)
        if (lm_result_is_bye((enum lm_result)records[i].result))
            records[i + 1].result = second_half(records[i].result);
    *split = *t;
    split->players = players;
    split->records = records;
    split->round_capacity *= GAMES;
    split->games_per_match = 1;
    split->points = split_points(t);
    if (strstr(t->type_code, "DOUBLESWISS") == NULL)
        split->type_code = "FIDE_DOUBLESWISS";
    lm_tournament_count_rounds(split);
    enum lm_status status = split_requests(split, arena);
    if (status == LM_OK)
        status = renumber(split, arena, first_column, last_column);
    if (status == LM_OK)
        *out = split;
    return status;
}
