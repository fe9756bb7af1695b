/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Results by board: C.07 art. 12, and the four ways in which art. 13.3.2 decides an extended direct
 * encounter of two teams.  Over several matches the points of a board are added up.
 */

#include "ranking/tie_break.h"

/* The points of ${team} on ${board} (0: the top one), against ${opponent} only unless LM_NOBODY. */
static int64_t on_board(const struct field *f, uint32_t team, uint32_t board, uint32_t opponent)
{
    int64_t sum = 0;
    for (uint32_t round = 1; round <= f->rounds; round++)
        if (opponent == LM_NOBODY || cell_of(f, team, round)->opponent == opponent)
            sum += f->board_points[((size_t)team * f->rounds + round - 1) * f->boards + board];
    return sum;
}

/* 12.1 */
size_t lm_collect_board_count(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    const struct field *f = q->f;
    for (uint32_t round = 1; round <= f->rounds; round++) {
        int64_t count = 0;
        for (uint32_t board = 0; board < f->boards; board++)
            count += (int64_t)(board + 1) *
                     f->board_points[((size_t)who * f->rounds + round - 1) * f->boards + board];
        out[round - 1] = (struct lm_contribution){.round = round,
                                                  .opponent = cell_of(f, who, round)->opponent,
                                                  .value = count,
                                                  .key = count,
                                                  .source = LM_FROM_SELF};
    }
    return f->rounds;
}

/* Compare two teams, in all their matches or in those against each other: > 0 if ${a} is better. */
typedef int64_t comparison(const struct field *f, uint32_t a, uint32_t b, bool each_other);

static int64_t by_board_count(const struct field *f, uint32_t a, uint32_t b, bool each_other)
{
    int64_t difference = 0;
    for (uint32_t board = 0; board < f->boards; board++)
        difference += (board + 1) * (on_board(f, b, board, each_other ? a : LM_NOBODY) -
                                     on_board(f, a, board, each_other ? b : LM_NOBODY));
    return difference;
}

/* 12.2: from the top board down. */
static int64_t by_top_boards(const struct field *f, uint32_t a, uint32_t b, bool each_other)
{
    int64_t difference = 0;
    for (uint32_t board = 0; board < f->boards && difference == 0; board++)
        difference = on_board(f, a, board, each_other ? b : LM_NOBODY) -
                     on_board(f, b, board, each_other ? a : LM_NOBODY);
    return difference;
}

/* 12.3: all except the bottom board, all except the bottom two, and so on. */
static int64_t by_bottom_boards(const struct field *f, uint32_t a, uint32_t b, bool each_other)
{
    for (uint32_t left = f->boards - 1; left > 0 && left < f->boards; left--) {
        int64_t difference = 0;
        for (uint32_t board = 0; board < left; board++)
            difference += on_board(f, a, board, each_other ? b : LM_NOBODY) -
                          on_board(f, b, board, each_other ? a : LM_NOBODY);
        if (difference != 0)
            return difference;
    }
    return 0;
}

/* Place each team by how many of the group are better: groups of teams are small. */
static enum lm_status split_by(const struct question *q, const uint32_t *group, uint32_t count,
                               uint32_t *place, comparison *compare)
{
    for (uint32_t i = 0; i < count; i++) {
        place[i] = 0;
        for (uint32_t k = 0; k < count; k++)
            place[i] += compare(q->f, group[k], group[i], false) > 0;
    }
    return LM_OK;
}

enum lm_status lm_split_top_boards(const struct question *q, const uint32_t *group, uint32_t count,
                                   uint32_t *place)
{
    return split_by(q, group, count, place, by_top_boards);
}

enum lm_status lm_split_bottom_boards(const struct question *q, const uint32_t *group,
                                      uint32_t count, uint32_t *place)
{
    return split_by(q, group, count, place, by_bottom_boards);
}

/* 13.3.2: if exactly two are still tied on ${place}[i], return the other one, else ${count}. */
static uint32_t only_rival(const uint32_t *place, uint32_t count, uint32_t i)
{
    uint32_t rival = count;
    for (uint32_t k = 0; k < count; k++) {
        if (k == i || place[k] != place[i])
            continue;
        if (rival != count)
            return count;
        rival = k;
    }
    return rival;
}

static enum lm_status split_chain(const struct question *q, const uint32_t *group, uint32_t count,
                                  uint32_t *place, comparison *first, comparison *second)
{
    enum lm_status status = lm_split_extended(q, group, count, place);
    for (uint32_t i = 0; status == LM_OK && i < count; i++) {
        uint32_t rival = only_rival(place, count, i);
        if (rival == count)
            continue;
        int64_t difference = first(q->f, group[i], group[rival], true);
        if (difference == 0 && second != NULL)
            difference = second(q->f, group[i], group[rival], true);
        place[difference > 0 ? rival : i] += difference != 0;
    }
    return status;
}

enum lm_status lm_split_edebt(const struct question *q, const uint32_t *group, uint32_t count,
                              uint32_t *place)
{
    return split_chain(q, group, count, place, by_board_count, by_top_boards);
}

enum lm_status lm_split_edebb(const struct question *q, const uint32_t *group, uint32_t count,
                              uint32_t *place)
{
    return split_chain(q, group, count, place, by_board_count, by_bottom_boards);
}

enum lm_status lm_split_edet(const struct question *q, const uint32_t *group, uint32_t count,
                             uint32_t *place)
{
    return split_chain(q, group, count, place, by_top_boards, NULL);
}

enum lm_status lm_split_edeb(const struct question *q, const uint32_t *group, uint32_t count,
                             uint32_t *place)
{
    return split_chain(q, group, count, place, by_bottom_boards, NULL);
}
