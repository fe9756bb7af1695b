/* SPDX-License-Identifier: Apache-2.0 */

/* Tie-breaks that add up points: C.07 art. 7.5, 8, 9, 13. */

#include "ranking/tie_break.h"

/* --- own points */

static size_t one(struct lm_contribution *out, int64_t value)
{
    *out = (struct lm_contribution){
        .opponent = LM_NOBODY, .value = value, .key = value, .source = LM_FROM_SELF};
    return 1;
}

size_t lm_collect_points(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return one(out, q->f->own[q->score][who]);
}

size_t lm_collect_game_points(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return one(out, q->f->own[GAME][who]);
}

/* 13.1 */
size_t lm_collect_other_score(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return one(out, q->f->own[q->score == MATCH ? GAME : MATCH][who]);
}

/* 7.5: the score after each round.  The first rounds are the least significant (14.1.1.3). */
size_t lm_collect_progress(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    int64_t score = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        score += cell->points[q->score];
        out[round - 1] = (struct lm_contribution){.round = round,
                                                  .opponent = cell->opponent,
                                                  .value = score,
                                                  .key = round,
                                                  .source = LM_FROM_SELF};
    }
    return q->f->rounds;
}

/* --- opponents' points */

/* 16.4: the score of the dummy that replaces the opponent of an unplayed round. */
static int64_t dummy_score(const struct question *q, uint32_t who, const struct cell *cell,
                           int score, uint8_t *source)
{
    const struct field *f = q->f;
    int64_t own = f->own[score][who];
    int64_t cap = (int64_t)f->draw[score] * f->scheduled; /* 16.4.2 */
    bool forfeit = cell->kind == FORFEIT_WIN || cell->kind == FORFEIT_LOSS;
    *source = LM_FROM_DUMMY_CAPPED_BY_DRAWS;
    if (forfeit && cell->opponent != LM_NOBODY) { /* 16.4.1 */
        cap = f->adjusted[score][cell->opponent];
        *source = LM_FROM_DUMMY_CAPPED_BY_OPPONENT;
    }
    if (q->a->edition == LM_C07_2026 && own > cap)
        return cap;
    *source = LM_FROM_DUMMY;
    return own;
}

/* Before C.07: the virtual opponent of an unplayed ${round} had as many points before it as ${who},
 * got what ${who} did not, and has drawn ever since. */
static int64_t virtual_score(const struct field *f, uint32_t who, uint32_t round, int score)
{
    int64_t points = f->win[score] - cell_of(f, who, round)->points[score];
    for (uint32_t before = 1; before < round; before++)
        points += cell_of(f, who, before)->points[score];
    return points + (int64_t)f->draw[score] * (f->completed - round);
}

/* Return the contribution of ${round} to ${who}: the adjusted ${score} of the opponent (16.3), or
 * of the dummy. */
static struct lm_contribution met(const struct question *q, uint32_t who, uint32_t round, int score)
{
    const struct cell *cell = cell_of(q->f, who, round);
    struct lm_contribution c = {.round = round,
                                .opponent = cell->opponent,
                                .voluntary = is_voluntary(cell) && !q->f->virtual_opponents};
    if (cell->kind == PLAYED && cell->opponent != LM_NOBODY) {
        c.value = q->f->adjusted[score][cell->opponent];
        c.adjusted = c.value != q->f->own[score][cell->opponent];
    } else if (q->f->virtual_opponents && score == MATCH) {
        c.value = virtual_score(q->f, who, round, score);
        c.source = LM_FROM_VIRTUAL;
    } else {
        c.value = dummy_score(q, who, cell, score, &c.source);
    }
    c.key = c.value;
    return c;
}

/* Does ${round} of ${who} count at all? */
static bool is_round(const struct field *f, uint32_t who, uint32_t round)
{
    uint8_t kind = cell_of(f, who, round)->kind;
    return kind == PLAYED || (kind != OPEN && kind != IDLE && round <= f->completed);
}

/* 8.1, 8.3 */
size_t lm_collect_buchholz(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++)
        if (is_round(q->f, who, round))
            out[count++] = met(q, who, round, q->score);
    return count;
}

/* 9.1, 13.2: the opponent's score by ${theirs} times the points made against that opponent by
 * ${ours}. */
static size_t collect_products(const struct question *q, uint32_t who, struct lm_contribution *out,
                               int theirs, int ours)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        if (!is_round(q->f, who, round))
            continue;
        struct lm_contribution c = met(q, who, round, theirs);
        bool draws = q->code->score == LM_AS_SWISS_MANAGER && c.source == LM_FROM_VIRTUAL;
        c.factor = draws ? q->f->draw[ours] : cell_of(q->f, who, round)->points[ours];
        c.value *= c.factor;
        out[count++] = c;
    }
    return count;
}

size_t lm_collect_sonneborn(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_products(q, who, out, q->score, q->score);
}

size_t lm_collect_emmsb(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_products(q, who, out, MATCH, MATCH);
}

size_t lm_collect_emgsb(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_products(q, who, out, MATCH, GAME);
}

size_t lm_collect_egmsb(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_products(q, who, out, GAME, MATCH);
}

size_t lm_collect_eggsb(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_products(q, who, out, GAME, GAME);
}

/* The rounds in which ${who} had a chance to score. */
static int64_t rounds_to_score(const struct field *f, uint32_t who)
{
    int64_t count = f->rounds;
    for (uint32_t round = 1; round <= f->rounds; round++)
        count -= cell_of(f, who, round)->kind == IDLE;
    return count;
}

/* 9.2, 14.5: points against those who have half of the maximum score, or ${limit} half points (of
 * a win) more.  "Achieved against", not "over the board": those of a forfeit count, against the
 * scheduled opponent, in a Swiss too; art. 16 does not name this tie-break. */
size_t lm_collect_koya(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    const struct field *f = q->f;
    size_t count = 0;
    for (uint32_t round = 1; round <= f->rounds; round++) {
        const struct cell *cell = cell_of(f, who, round);
        if (cell->kind == OPEN || cell->opponent == LM_NOBODY)
            continue;
        int64_t halves = rounds_to_score(f, cell->opponent) + q->code->limit;
        if ((int64_t)f->own[q->score][cell->opponent] * 2 >= f->win[q->score] * halves)
            out[count++] = (struct lm_contribution){.round = round,
                                                    .opponent = cell->opponent,
                                                    .value = cell->points[q->score],
                                                    .key = cell->points[q->score]};
    }
    return count;
}

/* 8.2, 10.4, 10.5: the opponents' own values, of those played over the board. */
size_t lm_collect_others(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        if (cell->kind != PLAYED || cell->opponent == LM_NOBODY)
            continue;
        struct lm_fraction value = q->others[cell->opponent];
        bool left_out = (q->row->about.needs & LM_NEEDS_RATINGS) != 0 && !q->f->teams &&
                        lm_counted_rating(q->a, cell->opponent, round) == 0;
        if (value.under == 0 || left_out)
            continue;
        int64_t scaled = value.over * (q->row->scale / value.under);
        out[count++] = (struct lm_contribution){
            .round = round, .opponent = cell->opponent, .value = scaled, .key = scaled};
    }
    return count;
}

/* --- the resulting number */

static int64_t sum_of(const struct lm_contribution *all, size_t count, size_t *kept)
{
    int64_t sum = 0;
    *kept = 0;
    for (size_t i = 0; i < count; i++)
        if (all[i].cut == LM_KEPT) {
            sum += all[i].value;
            ++*kept;
        }
    return sum;
}

struct lm_fraction lm_finish_sum(const struct question *q, uint32_t who,
                                 const struct lm_contribution *all, size_t count)
{
    (void)who;
    size_t kept;
    return lm_fraction_of(sum_of(all, count, &kept), q->row->scale);
}

struct lm_fraction lm_finish_average(const struct question *q, uint32_t who,
                                     const struct lm_contribution *all, size_t count)
{
    (void)who;
    size_t kept;
    int64_t sum = sum_of(all, count, &kept);
    return kept == 0 ? no_value() : lm_fraction_of(sum, (int64_t)kept * q->row->scale);
}

struct lm_fraction lm_finish_rounded(const struct question *q, uint32_t who,
                                     const struct lm_contribution *all, size_t count)
{
    struct lm_fraction average = lm_finish_average(q, who, all, count);
    return average.under == 0 ? average : (struct lm_fraction){lm_fraction_round(average), 1};
}

/* 13.4: the secondary score plus the Buchholz of the primary one, divided by the greatest possible
 * primary score over the greatest secondary score of a match, rounded down. */
struct lm_fraction lm_finish_sssc(const struct question *q, uint32_t who,
                                  const struct lm_contribution *all, size_t count)
{
    const struct field *f = q->f;
    int other = q->score == MATCH ? GAME : MATCH;
    int64_t divisor = q->code->divisor;
    if (divisor == 0 && f->win[other] > 0)
        divisor = (int64_t)f->win[q->score] * f->scheduled / f->win[other];
    if (divisor == 0)
        divisor = 1;
    size_t kept;
    int64_t buchholz = sum_of(all, count, &kept);
    return lm_fraction_of(f->own[other][who] * divisor + buchholz, divisor * q->row->scale);
}
