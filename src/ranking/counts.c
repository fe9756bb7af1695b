/* SPDX-License-Identifier: Apache-2.0 */

/* Tie-breaks that count rounds (C.07 art. 7), and given numbers: TPN, lots. */

#include "ranking/tie_break.h"

/* A contribution for each round in which ${count_of} counts something. */
static size_t collect_counts(const struct question *q, uint32_t who, struct lm_contribution *out,
                             int64_t (*count_of)(const struct question *, const struct cell *,
                                                 uint32_t round))
{
    size_t count = 0;
    for (uint32_t round = 1; round <= q->f->rounds; round++) {
        const struct cell *cell = cell_of(q->f, who, round);
        int64_t value = count_of(q, cell, round);
        if (value != 0)
            out[count++] = (struct lm_contribution){.round = round,
                                                    .opponent = cell->opponent,
                                                    .value = value,
                                                    .key = value,
                                                    .source = LM_FROM_SELF};
    }
    return count;
}

/* 7.1: also without a game; before C.07 by forfeit, but not by a bye. */
static int64_t win(const struct question *q, const struct cell *cell, uint32_t round)
{
    (void)round;
    return cell->win &&
           (q->a->edition != LM_TB_2009 || cell->kind == PLAYED || cell->kind == FORFEIT_WIN);
}

static int64_t game_won(const struct question *q, const struct cell *cell, uint32_t round)
{
    (void)q;
    (void)round;
    return cell->games_won;
}

static int64_t black_game(const struct question *q, const struct cell *cell, uint32_t round)
{
    (void)q;
    (void)round;
    return cell->games_black;
}

static int64_t black_win(const struct question *q, const struct cell *cell, uint32_t round)
{
    (void)q;
    (void)round;
    return cell->games_won_black;
}

static int64_t elected(const struct question *q, const struct cell *cell, uint32_t round)
{
    (void)q;
    (void)round;
    return !is_voluntary(cell);
}

/* 7.7, in tenths: points of a played game are compared with the opponent's, points without play
 * with a draw's (so two who both forfeit have nothing). */
static int64_t standard(const struct question *q, const struct cell *cell, uint32_t round)
{
    if (cell->kind == OPEN || cell->kind == IDLE)
        return 0;
    int32_t bar = q->f->draw[q->score];
    if (cell->kind == PLAYED && cell->opponent != LM_NOBODY)
        bar = cell_of(q->f, cell->opponent, round)->points[q->score];
    int32_t own = cell->points[q->score];
    return own > bar ? 10 : own == bar ? 5 : 0;
}

size_t lm_collect_wins(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_counts(q, who, out, win);
}

size_t lm_collect_games_won(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_counts(q, who, out, game_won);
}

size_t lm_collect_black_games(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_counts(q, who, out, black_game);
}

size_t lm_collect_black_wins(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_counts(q, who, out, black_win);
}

size_t lm_collect_elected(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_counts(q, who, out, elected);
}

size_t lm_collect_standard(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return collect_counts(q, who, out, standard);
}

static size_t given(struct lm_contribution *out, int64_t value)
{
    *out = (struct lm_contribution){
        .opponent = LM_NOBODY, .value = value, .key = value, .source = LM_FROM_SELF};
    return 1;
}

size_t lm_collect_number(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    const struct lm_tournament *t = q->f->t;
    return given(out, q->f->teams ? team_number(t, who) : t->players[who].tpn);
}

size_t lm_collect_rating(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return given(out, q->f->teams ? 0 : lm_counted_rating(q->a, who, 0));
}

/* The own share, then round by round. */
size_t lm_collect_keizer(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    const struct lm_tournament *t = q->a->t;
    struct lm_keizer_settings settings;
    if (q->f->teams || lm_keizer_settings_of(t, NULL, &settings) != LM_OK)
        return 0;
    for (uint32_t round = 0; round <= q->a->rounds; round++) {
        int32_t part = lm_keizer_part(t, &settings, q->a->keizer, who, round);
        uint32_t opponent = round == 0 ? LM_NOBODY : lm_record_of(t, who, round)->opponent;
        out[round] = (struct lm_contribution){.round = round,
                                              .opponent = opponent,
                                              .value = part,
                                              .source = opponent == LM_NOBODY ? LM_FROM_SELF
                                                                              : LM_FROM_OPPONENT};
    }
    return (size_t)q->a->rounds + 1;
}

size_t lm_collect_keizer_value(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return q->f->teams ? 0 : given(out, q->a->keizer[who].value);
}

size_t lm_collect_bracket(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return q->a->bracket == NULL ? 0 : given(out, q->a->bracket[who]);
}

size_t lm_collect_lot(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    return given(out, q->a->lots[who]);
}

size_t lm_collect_given(const struct question *q, uint32_t who, struct lm_contribution *out)
{
    struct lm_fraction value = q->others[who];
    return value.under == 0 ? 0 : given(out, value.over * (GIVEN_SCALE / value.under));
}

struct lm_fraction lm_finish_given(const struct question *q, uint32_t who,
                                   const struct lm_contribution *all, size_t count)
{
    (void)q;
    (void)who;
    return count == 0 ? no_value() : lm_fraction_of(all[0].value, GIVEN_SCALE);
}
