/* SPDX-License-Identifier: Apache-2.0 */

/* Tie-breaks from before C.07 that are still in use. */

#include "ranking/tie_break.h"

static bool is_game(const struct cell *cell)
{
    return cell->kind == PLAYED && cell->opponent != LM_NOBODY;
}

/* Collect the real scores of real opponents, times ${points} scored against them on request; an
 * unplayed round is worth 0, which is cut first. */
static size_t collect_real(const struct question *q, uint32_t who, struct lm_contribution *out,
                           bool times_points)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        if (cell->kind == OPEN || cell->kind == IDLE)
            continue;
        struct lm_contribution c = {.round = round, .opponent = LM_NOBODY};
        if (is_game(cell)) {
            c.opponent = cell->opponent;
            c.factor = times_points ? cell->points[q->score] : 0;
            c.key = q->f->own[q->score][cell->opponent];
            c.value = times_points ? c.key * c.factor : c.key;
        }
        out[count++] = c;
    }
    return count;
}

size_t lm_collect_real_scores(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_real(q, who, out, false);
}

size_t lm_collect_real_products(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_real(q, who, out, true);
}

/* The progressive scores; the points of an unplayed round are subtracted once. */
size_t lm_collect_cumulative(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    size_t count = lm_collect_progress(q, who, out);
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        if (!is_game(cell) && cell->kind != OPEN)
            out[round - 1].value -= cell->points[q->score];
    }
    return count;
}

size_t lm_collect_kashdan(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        if (!is_game(cell))
            continue;
        int32_t bar = cell_of(q->f, cell->opponent, round)->points[q->score];
        int32_t own = cell->points[q->score];
        int64_t value = own > bar ? 4 : own == bar ? 2 : 1;
        out[count++] = (struct lm_contribution){.round = round,
                                                .opponent = cell->opponent,
                                                .value = value,
                                                .key = value,
                                                .source = LM_FROM_SELF};
    }
    return count;
}
