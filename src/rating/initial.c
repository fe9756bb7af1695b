/* SPDX-License-Identifier: Apache-2.0 */
/* The first rating of a player: 8.2 and 8.3 (2013), 8.2 (2024). */

#include "limmat/rating.h"

/* 8.21b, 8.25: n/(n+1) removes the player's own share from the average; it applies only to a single
 * round robin (reading R17). */
static struct lm_fraction own_share(const struct lm_rating_result *results, size_t count)
{
    int32_t n = count == 1 ? results[0].opponents : 0;
    return n == 0 ? (struct lm_fraction){1, 1} : lm_fraction_of(n, n + 1);
}

/* 8.22-8.25: return the offset to the average.  50 % is judged on the real score, not on p (R6). */
static bool offset_of(const struct lm_rating_rules *rules, int32_t tenths, int32_t games,
                      struct lm_fraction share, struct lm_fraction *offset)
{
    int32_t half_points_over = tenths / 5 - games;
    if (rules->half_point != 0 && half_points_over >= 0) {
        *offset = lm_fraction_of((int64_t)rules->half_point * half_points_over, 10);
        return true;
    }
    struct lm_fraction dp = {lm_rating_offset_by(rules->tables, lm_rating_percent(tenths, games)),
                             1};
    return lm_fraction_multiply(dp, share, offset);
}

/* Sum of rating x games over ${results} and the hypothetical opponents of 8.2.2. */
static bool weighted_sum(const struct lm_rating_rules *rules,
                         const struct lm_rating_result *results, size_t count,
                         struct lm_fraction *sum)
{
    *sum = (struct lm_fraction){(int64_t)rules->hypothetical * rules->hypothetical_is, 1};
    for (size_t i = 0; i < count; i++) {
        struct lm_fraction part;
        if (!lm_fraction_multiply(results[i].average, (struct lm_fraction){results[i].games, 1},
                                  &part) ||
            !lm_fraction_add(*sum, part, sum))
            return false;
    }
    return true;
}

enum lm_status lm_rating_initial(const struct lm_rating_rules *rules,
                                 const struct lm_rating_result *results, size_t count,
                                 struct lm_rating_initial *out)
{
    if (rules == NULL || count < 1)
        return LM_INVALID;
    struct lm_rating_initial initial = {0};
    for (size_t i = 0; i < count; i++) {
        initial.games += results[i].games;
        initial.tenths += results[i].tenths;
    }
    int32_t games = initial.games + rules->hypothetical;
    int32_t tenths = initial.tenths + 5 * rules->hypothetical;
    struct lm_fraction sum;
    if (!weighted_sum(rules, results, count, &sum) ||
        !lm_fraction_multiply(sum, lm_fraction_of(1, games), &initial.average) ||
        !offset_of(rules, tenths, games, own_share(results, count), &initial.offset) ||
        !lm_fraction_add(initial.average, initial.offset, &initial.exact))
        return LM_LIMIT;
    initial.percent = lm_rating_percent(tenths, games);
    initial.rating = (int32_t)lm_fraction_round(initial.exact);
    if (rules->initial_most != 0 && initial.rating > rules->initial_most)
        initial.rating = rules->initial_most;
    *out = initial;
    return LM_OK;
}
