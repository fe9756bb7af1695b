/* SPDX-License-Identifier: Apache-2.0 */

/* Tie-breaks on ratings: C.07 art. 10.  The tables are those of B.02 (limmat/rating.h).  If a
 * player has several ratings in one tournament the first counts, unless declared otherwise
 * (limmat/periods.h). */

#include "limmat/rating.h"
#include "ranking/tie_break.h"

/* The worth of a result in the rating tables: wins and draws, whatever points they give here. */
static int32_t tenths_of(enum lm_result result)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
        return 10;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
    case LM_ADJOURNED:
        return 5;
    default:
        return 0;
    }
}

int32_t lm_counted_rating(const struct analysis *a, uint32_t player, uint32_t round)
{
    int32_t rating = a->t->players[player].rating;
    uint32_t of = a->rating_use == LM_RATINGS_BY_ROUND ? round : a->rating_use;
    if (a->ratings != NULL && of != 0)
        rating = a->ratings[(size_t)player * a->rating_rounds + of - 1];
    return rating != 0 ? rating : a->unrated;
}

/* Does ${cell} show a completed round that was not played? */
static bool is_unplayed(const struct field *f, const struct cell *cell, uint32_t round)
{
    return cell->kind != PLAYED && cell->kind != OPEN && cell->kind != IDLE &&
           round <= f->completed;
}

/* 10.1: the rating of each rated opponent of a game over the board, with the score. ARO:unplayed:
 * unplayed rounds are not ratings, but are cut first, as if they were of 0. */
size_t lm_collect_ratings(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    const struct lm_tournament *t = q->f->t;
    size_t count = 0;
    uint32_t unplayed = q->code->score == LM_AS_SWISS_MANAGER ? q->code->least : 0;
    for (uint32_t round = 1; round <= q->f->rounds && !q->f->teams; round++) {
        const struct lm_record *record = lm_record_of(t, who, round);
        if (unplayed > 0 && is_unplayed(q->f, cell_of(q->f, who, round), round)) {
            out[count++] = (struct lm_contribution){.round = round, .opponent = LM_NOBODY};
            unplayed--;
        }
        if (cell_of(q->f, who, round)->kind == IDLE) /* also against one who left before half */
            continue;
        for (uint8_t game = 0; game < t->games_per_match; game++) {
            uint32_t opponent = record[game].opponent;
            if (opponent == LM_NOBODY || !lm_result_is_game(q->f, record[game].result))
                continue;
            int32_t rating = lm_counted_rating(q->a, opponent, round);
            if (rating == 0)
                continue;
            out[count++] = (struct lm_contribution){.round = round,
                                                    .opponent = opponent,
                                                    .value = rating,
                                                    .key = rating,
                                                    .factor = tenths_of(record[game].result)};
        }
    }
    return count;
}

static int32_t scored(const struct lm_contribution *all, size_t count)
{
    int32_t tenths = 0;
    for (size_t i = 0; i < count; i++)
        tenths += all[i].factor;
    return tenths;
}

/* 10.2 */
struct lm_fraction lm_finish_performance(const struct question *q, uint32_t who,
                                         const struct lm_contribution *all, size_t count)
{
    struct lm_fraction average = lm_finish_rounded(q, who, all, count);
    if (average.under == 0)
        return average;
    int32_t percent = lm_rating_percent(scored(all, count), (int32_t)count);
    average.over += lm_rating_offset(percent);
    return average;
}

/* Dubov 1997: to a tenth. */
struct lm_fraction lm_finish_tenth(const struct question *q, uint32_t who,
                                   const struct lm_contribution *all, size_t count)
{
    struct lm_fraction average = lm_finish_average(q, who, all, count);
    struct lm_fraction tenths;
    if (average.under == 0 || !lm_fraction_multiply(average, (struct lm_fraction){10, 1}, &tenths))
        return no_value();
    return lm_fraction_of(lm_fraction_round(tenths), 10);
}

enum lm_status lm_prepare_expected(struct analysis *a)
{
    if (a->expected != NULL)
        return LM_OK;
    uint8_t *expected = lm_arena_alloc(a->arena, EXPECTED_ALL + 1, sizeof *expected);
    if (expected == NULL)
        return LM_LIMIT;
    for (int32_t difference = 0; difference <= EXPECTED_ALL; difference++)
        expected[difference] = (uint8_t)lm_rating_expected(difference);
    a->expected = expected;
    return LM_OK;
}

/* The expected score of a player rated ${rating}, in hundredths: differences are not cut to 400. */
static int64_t expected_score(const struct analysis *a, const struct lm_contribution *all,
                              size_t count, int64_t rating)
{
    int64_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t difference = rating - all[i].value;
        int64_t size = difference < 0 ? -difference : difference;
        int32_t higher = a->expected[size > EXPECTED_ALL ? EXPECTED_ALL : size];
        sum += difference < 0 ? 100 - higher : higher;
    }
    return sum;
}

/* 10.3: the lowest rating whose expected score is at least the score; without any score, 800 below
 * the lowest rated opponent.  Hundredths are exact: sums of decimal fractions are not. */
struct lm_fraction lm_finish_perfect(const struct question *q, uint32_t who,
                                     const struct lm_contribution *all, size_t count)
{
    (void)who;
    if (count == 0)
        return no_value();
    int64_t lowest = all[0].value, highest = all[0].value;
    for (size_t i = 1; i < count; i++) {
        lowest = all[i].value < lowest ? all[i].value : lowest;
        highest = all[i].value > highest ? all[i].value : highest;
    }
    int64_t score = (int64_t)scored(all, count) * 10;
    if (score == 0)
        return (struct lm_fraction){lowest - 800, 1};
    int64_t below = lowest - EXPECTED_ALL, enough = highest + EXPECTED_ALL;
    while (enough - below > 1) {
        int64_t middle = below + (enough - below) / 2;
        if (expected_score(q->a, all, count, middle) >= score)
            enough = middle;
        else
            below = middle;
    }
    return (struct lm_fraction){enough, 1};
}
