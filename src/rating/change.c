/* SPDX-License-Identifier: Apache-2.0 */
/* The rating change of a rated player: 8.5 (2013), 8.3 (2024). */
#include <assert.h>

#include "rating/result.h"

/* 8.54 | 8.3.1: since October 2025 the cap does not apply to a player of 2650 or more whose own
 * change is computed; the opponent's side of the same game can be capped. */
static int32_t capped(const struct lm_rating_rules *rules, enum lm_chess chess, int32_t own,
                      int32_t difference)
{
    if (rules->difference_cap == 0 ||
        (chess == LM_STANDARD && rules->uncapped_from != 0 && own >= rules->uncapped_from))
        return difference;
    if (difference > rules->difference_cap)
        return rules->difference_cap;
    if (difference < -rules->difference_cap)
        return -rules->difference_cap;
    return difference;
}

void lm_rating_game_count_as(const struct lm_rating_rules *rules, struct lm_rating_game *game,
                             int32_t difference)
{
    game->used = difference;
    game->expected = lm_rating_expected_by(rules->tables, difference);
    game->delta = game->tenths * 10 - game->expected;
}

struct lm_rating_game lm_rating_game(const struct lm_rating_rules *rules, enum lm_chess chess,
                                     int32_t own, int32_t opponent, int32_t tenths)
{
    assert(own > 0 && opponent > 0 && tenths >= 0 && tenths <= 10);
    struct lm_rating_game game = {
        .own = own,
        .opponent = opponent,
        .difference = own - opponent,
        .tenths = tenths,
    };
    lm_rating_game_count_as(rules, &game, capped(rules, chess, own, own - opponent));
    return game;
}

/* 8.57 (reading R4): floor(old + change + 1/2), so -7.5 costs 7.  8.3.4: -7.5 costs 8. */
int32_t lm_rating_new(const struct lm_rating_rules *rules, int32_t old, int64_t hundredths)
{
    if (rules->round_change_away && hundredths < 0)
        return old - (int32_t)lm_fraction_round(lm_fraction_of(-hundredths, 100));
    return old + (int32_t)lm_fraction_round(lm_fraction_of(hundredths, 100));
}

/* "As long as their rating remains under 2300": once reached, the line no longer applies (S7; of
 * 6,183 juniors whom FIDE listed below 2300 again 6,166 had lost it). */
static bool is_below(const struct lm_k_line *line, struct lm_rating_standing standing)
{
    return line->below == 0 ||
           (!standing.reached_top && !standing.reached_high && standing.rating < line->below);
}

static bool is_young(const struct lm_k_line *line, struct lm_rating_standing standing)
{
    return line->until_age == 0 ||
           (standing.birth != 0 && standing.list_year - standing.birth <= line->until_age);
}

int32_t lm_rating_k(const struct lm_rating_rules *rules, struct lm_rating_standing standing)
{
    const struct lm_k_line *line = rules->k_lines;
    for (; line + 1 < rules->k_lines + rules->k_line_count; line++)
        if ((line->reached == 0 || standing.reached_top) && is_below(line, standing) &&
            is_young(line, standing) &&
            (line->games_below == 0 || standing.games < line->games_below))
            break;
    return line->k;
}

int32_t lm_rating_lent_k(const struct lm_rating_rules *rules, int32_t rating, int32_t birth,
                         int32_t list_year)
{
    return lm_rating_k(rules, (struct lm_rating_standing){
                                  .rating = rating,
                                  .reached_top = lm_rating_reaches(rating, rules->top),
                                  .birth = birth,
                                  .list_year = list_year,
                              });
}

int32_t lm_rating_k_within_budget(const struct lm_rating_rules *rules, int32_t k, int32_t games)
{
    if (rules->k_budget == 0 || games == 0 || (int64_t)k * games <= rules->k_budget)
        return k;
    return rules->k_budget / games;
}
