/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Games that would still give a norm: opponents available in the field, and the least points
 * against them.  The search is for the best case: of all sets of opponents that make the mix right,
 * one with the highest ratings; a higher rated opponent never makes a result worse, because such an
 * opponent lowers neither the average nor its one raised rating (1.4.6c).
 *
 * Only an opponent's federation and title matter to the mix, so the best rated of each federation
 * and title are enough.  They are tried from the best down, and a branch is cut when even the best
 * rated of the rest would not improve the result, or the mix can no longer be made right.  Games
 * already won can be left out beforehand (1.4.1f), and games to come too: the last of them
 * (1.4.1e), and one with a known opponent if it is won.
 */
#include <assert.h>
#include <string.h>

#include "limmat/rating.h"
#include "ranking/norms.h"

enum { EFFORT_OF_ONE = 20000, MOST_AHEAD = 32 };

/* A search for the best opponents in addition to the kept games. */
struct chance {
    const struct norm_case *x;
    struct norm_game *games;    /* the kept ones, then those chosen */
    uint32_t kept, wanted;      /* ${wanted} are to be chosen */
    const uint32_t *candidates; /* player indices, the best rated first */
    uint32_t candidate_count;
    uint32_t *best; /* ${wanted} of the best set */
    struct norm_sum best_sum;
    bool found, given_up;
    uint64_t effort; /* sets that this search can still examine */
};

/* --- possible opponents */

static uint32_t times_met(const struct norm_case *x, uint32_t opponent)
{
    const struct lm_tournament *t = x->field->t;
    uint32_t times = 0;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint32_t g = 0; g < t->games_per_match; g++) {
            const struct lm_record *r = lm_record_of(t, x->player, round) + g;
            times += r->opponent == opponent && r->result != LM_FORFEIT_WIN &&
                     r->result != LM_FORFEIT_LOSS;
        }
    return times;
}

/* Return how often ${opponent} can still be met in a game that would count. */
static uint32_t times_to_come(const struct norm_case *x, uint32_t opponent)
{
    const struct norm_field *f = x->field;
    uint32_t left = f->t->players[opponent].withdrawn, most = f->norms->twice ? 2 : 1;
    bool same_team = f->team[opponent] != 0 && f->team[opponent] == f->team[x->player];
    bool gone = left != 0 && left <= f->t->rounds_paired + 1;
    if (opponent == x->player || same_team || gone || !lm_norm_counts(f, opponent))
        return 0;
    uint32_t met = times_met(x, opponent);
    return met < most ? most - met : 0;
}

/* Return the kind of ${player} for the mix; less than 3 times the number of federations. */
static size_t kind_of(const struct norm_case *x, uint32_t player)
{
    const struct norm_field *f = x->field;
    bool holds = f->level[player] >= HOLDER, required = lm_norm_is_required(f, player, x->title);
    return (size_t)f->federation[player] * 3 + holds + required;
}

/* Find the possible opponents, the best rated first, no more of a kind than there are rounds.
 * LM_LIMIT. */
static enum lm_status find_candidates(struct chance *h, struct lm_arena *arena)
{
    const struct norm_case *x = h->x;
    uint32_t players = x->field->t->player_count;
    uint32_t *candidates = lm_arena_alloc(arena, (size_t)players * 2, sizeof *candidates);
    uint32_t *of_kind = lm_arena_alloc(arena, (size_t)x->field->federations * 3, sizeof *of_kind);
    if (candidates == NULL || of_kind == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < players; i++) {
        uint32_t player = x->field->order[i];
        uint32_t *alike = &of_kind[kind_of(x, player)];
        uint32_t times = *alike < x->open ? times_to_come(x, player) : 0;
        for (; times > 0 && *alike < x->open; times--, (*alike)++)
            candidates[h->candidate_count++] = player;
    }
    h->candidates = candidates;
    return LM_OK;
}

/* --- effect of results */

/* Is ${sum} a norm if the games to come bring ${tenths} more? */
static bool does(const struct chance *h, const struct norm_sum *sum, int32_t tenths)
{
    struct norm_sum then = *sum;
    struct lm_norm_check checks[LM_NORM_ARTICLES];
    then.tenths += tenths;
    int32_t percent = lm_rating_percent(then.tenths, (int32_t)then.games);
    then.performance = then.average + lm_rating_offset(percent);
    return lm_norm_judge(h->x, &then, h->x->minimum, checks);
}

/* Would ${games} games with these ${ratings} be enough, if they brought ${tenths}? */
static bool can_do(const struct norm_case *x, int64_t ratings, int32_t tenths, uint32_t games)
{
    int32_t average = (int32_t)lm_fraction_round(lm_fraction_of(ratings, games));
    int32_t percent = lm_rating_percent(tenths, (int32_t)games);
    return average >= x->demand->average && tenths >= lm_norm_score_least(games) &&
           average + lm_rating_offset(percent) >= x->demand->performance;
}

/* --- the best opponents */

/* Can ${left} more opponents make the mix of ${sum} right? */
static bool mix_can_be(const struct chance *h, const struct norm_sum *sum, uint32_t left)
{
    const struct norm_case *x = h->x;
    uint32_t games = h->kept + h->wanted;
    if (sum->holders + left < lm_norm_holders_least(games) ||
        sum->required + left < lm_norm_required_least(x->field, games))
        return false;
    return x->exempt || (sum->foreign + left >= 2 && sum->own <= lm_norm_own_most(games) &&
                         sum->one <= lm_norm_one_most(games));
}

/* Return a bound for the ratings of ${left} candidates from ${from} on, added to those of ${sum}:
 * the best of them, the last one raised to the floor (1.4.6c). */
static int64_t most_ratings(const struct chance *h, int64_t ratings, uint32_t from, uint32_t left)
{
    for (uint32_t i = from; i < from + left; i++) {
        int32_t rating = lm_norm_rating(h->x->field, h->candidates[i]), floor = h->x->demand->floor;
        ratings += i + 1 == from + left && rating < floor ? floor : rating;
    }
    return ratings;
}

static bool has_effort(struct chance *h, uint64_t games)
{
    uint64_t *all = &h->x->field->effort;
    h->given_up |= h->effort == 0 || *all < games;
    if (h->given_up)
        return false;
    h->effort--;
    *all -= games;
    return true;
}

static void choose(struct chance *h, uint32_t from, uint32_t chosen)
{
    uint32_t count = h->kept + chosen, left = h->wanted - chosen;
    struct norm_sum sum;
    if (!has_effort(h, count + 1))
        return;
    lm_norm_add_up(h->x, h->games, count, &sum);
    if (!mix_can_be(h, &sum, left))
        return;
    if (left == 0) {
        if (!h->found || sum.ratings > h->best_sum.ratings) {
            h->found = true;
            h->best_sum = sum;
            for (uint32_t i = 0; i < h->wanted; i++)
                h->best[i] = h->games[h->kept + i].opponent;
        }
        return;
    }
    for (uint32_t i = from; i + left <= h->candidate_count; i++) {
        if (h->found && most_ratings(h, sum.ratings, i, left) <= h->best_sum.ratings)
            return;
        h->games[count] = (struct norm_game){.opponent = h->candidates[i]};
        choose(h, i + 1, chosen + 1);
    }
}

/* Find the best ${wanted} opponents in addition to the ${kept} games; false: none would be enough.
 */
static bool find_best(struct chance *h, uint32_t kept, uint32_t wanted)
{
    struct norm_sum sum;
    uint32_t games = kept + wanted;
    h->kept = kept;
    h->wanted = wanted;
    h->found = h->given_up = false;
    h->effort = EFFORT_OF_ONE;
    if (games == 0 || wanted > h->candidate_count || !has_effort(h, games))
        return false;
    lm_norm_add_up(h->x, h->games, kept, &sum);
    int64_t most = most_ratings(h, sum.ratings, 0, wanted);
    if (!can_do(h->x, most, sum.tenths + (int32_t)wanted * 10, games))
        return false;
    choose(h, 0, 0);
    return h->found || h->given_up;
}

/* --- games kept, and games left out */

/* The best result: the fewest points so far. */
struct finding {
    struct chance h;
    const struct norm_game *pool; /* games played, then those ahead as if won */
    uint32_t pool_count;
    struct lm_norm *norm;
    struct lm_arena *arena;
    bool failed;
};

static void note(struct finding *f, const uint32_t *known, uint32_t known_count, int32_t tenths)
{
    struct chance *h = &f->h;
    struct lm_norm_chance *chance = &f->norm->chance;
    bool first = f->norm->state != LM_NORM_POSSIBLE;
    if (!first && tenths >= chance->tenths)
        return;
    uint32_t *opponents =
        lm_arena_alloc(f->arena, (size_t)known_count + h->wanted, sizeof *opponents);
    if (opponents == NULL) {
        f->failed = true;
        return;
    }
    memcpy(opponents, known, known_count * sizeof *known);
    memcpy(opponents + known_count, h->best, (h->found ? h->wanted : 0) * sizeof *opponents);
    f->norm->state = LM_NORM_POSSIBLE;
    f->norm->remarks |= h->given_up ? LM_NORM_NOT_SEARCHED : 0;
    *chance = (struct lm_norm_chance){known_count + (h->found ? h->wanted : 0), tenths, opponents};
}

/* Find the points that the ${kept} games in ${h->games} need, with ${wanted} more opponents. */
static void ask(struct finding *f, uint32_t kept, uint32_t wanted)
{
    struct chance *h = &f->h;
    uint32_t known[MOST_AHEAD], known_count = 0;
    if (!find_best(h, kept, wanted))
        return;
    int32_t open = 10 * (int32_t)wanted;
    for (uint32_t i = 0; i < kept; i++)
        if (h->games[i].ahead) {
            assert(known_count < MOST_AHEAD);
            known[known_count++] = h->games[i].opponent;
        }
    open += 10 * (int32_t)known_count;
    if (!h->found) { /* the search gave up: assume that all points would be enough */
        note(f, known, known_count, open);
        return;
    }
    struct norm_sum sum = h->best_sum;
    sum.tenths -= 10 * (int32_t)known_count; /* they were counted as won */
    for (int32_t tenths = 0; tenths <= open; tenths += 5)
        if (does(h, &sum, tenths)) {
            note(f, known, known_count, tenths);
            return;
        }
}

/* Try each permitted number of opponents to come. */
static void ask_each_number(struct finding *f, uint32_t kept)
{
    const struct norm_case *x = f->h.x;
    bool whole = x->field->norms->predetermined; /* 1.4.1e: all of them */
    uint32_t most = x->open;
    if (whole && most > f->h.candidate_count)
        most = f->h.candidate_count; /* the rest are byes of the schedule */
    for (uint32_t wanted = most; kept + wanted >= x->minimum; wanted--) {
        ask(f, kept, wanted);
        if (wanted == 0 || whole || f->h.x->field->effort == 0)
            return;
    }
}

/* Leave ${left} wins out of the pool from ${from} on, after ${kept} kept games. */
static void leave_out(struct finding *f, uint32_t from, uint32_t kept, uint32_t left)
{
    uint32_t rest = f->pool_count - from;
    uint64_t *effort = &f->h.x->field->effort;
    if (rest < left || f->failed || *effort == 0)
        return;
    --*effort;
    if (left == 0) {
        *effort -= *effort < rest ? *effort : rest;
        memcpy(f->h.games + kept, f->pool + from, rest * sizeof *f->pool);
        ask_each_number(f, kept + rest);
        return;
    }
    if (f->pool[from].tenths == 10)
        leave_out(f, from + 1, kept, left - 1);
    f->h.games[kept] = f->pool[from];
    leave_out(f, from + 1, kept + 1, left);
}

/* Is it possible at all, with the best rated player as every opponent and all games won? */
static bool is_thinkable(const struct norm_case *x)
{
    const struct norm_field *f = x->field;
    struct norm_sum sum;
    uint32_t games = x->count + x->ahead + x->open;
    if (games < x->minimum || x->ahead > MOST_AHEAD)
        return false;
    if (games > x->minimum || x->open == 0)
        return true;
    lm_norm_add_up(x, x->games, x->count + x->ahead, &sum);
    int32_t best = lm_norm_rating(f, f->order[0]), floor = x->demand->floor;
    return can_do(x, sum.ratings + (int64_t)x->open * (best > floor ? best : floor),
                  sum.tenths + (int32_t)x->open * 10, games);
}

enum lm_status lm_norm_chance_of(const struct norm_case *x, struct lm_arena *arena,
                                 struct lm_norm *norm)
{
    struct finding f = {.h = {.x = x}, .pool = x->games, .norm = norm, .arena = arena};
    f.pool_count = x->count + x->ahead;
    if (!is_thinkable(x))
        return LM_OK;
    f.h.games = lm_arena_alloc(arena, (size_t)f.pool_count + x->open + 1, sizeof *f.h.games);
    f.h.best = lm_arena_alloc(arena, (size_t)x->open + 1, sizeof *f.h.best);
    if (f.h.games == NULL || f.h.best == NULL || find_candidates(&f.h, arena) != LM_OK)
        return LM_LIMIT;
    uint32_t most = f.pool_count + x->open - x->minimum;
    for (uint32_t left = 0; left <= most && left <= f.pool_count; left++)
        leave_out(&f, 0, 0, left);
    if (x->field->effort == 0)
        norm->remarks |= LM_NORM_NOT_SEARCHED;
    return f.failed ? LM_LIMIT : LM_OK;
}
