/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * A bracket in which few pairs are to be made, and nobody below it is asked: of many who came down
 * and cannot meet each other, before a few residents, as C14 leaves them.  Such brackets follow one
 * another in a long event, and where two clubs are kept apart.
 *
 * The order of C4 to C11 and D is one of sets of pairs: by what they give up, which is a sum; by
 * the strictest level of floats at which they may be and all others may be left over, first down
 * and then up; and by D, of which the key is the one that the sequence has (dutch_2006_best.c): how
 * many of their higher players are not of S1, who are the first of all, by how much they stand
 * behind it, who leaves S1, from the last one on, who comes, and their partners.
 *
 * Mostly every lower player is of a pair: of all pairs these are as many as are asked for, the few
 * residents.  Then none of them leads one, and each gives up the least that a pair of his can, if
 * all can so together.  Those who can lead such pairs of a level with all of them are the bases of
 * a matroid, and so are those of whom are all who may not be left over (Edmonds and Fulkerson
 * 1965).  Who can be added to it one after the other, in A2 order, is the first of each basis,
 * place by place (Gale 1968): any other has more exchanges, or by more.  So a search for each
 * player finds S1, and others their partners.  Up to WIDE pairs are asked so, and no others, if
 * there are more than FEW.
 *
 * Else the least that any set comes to is found first, but for D.  Of the pairs of one lower player
 * that are alike in what they give up, in their floats and in who of the two may not be left over,
 * any serves; and the others of a set have two players each whom it must not have.  So of each kind
 * twice as many as these and one more are enough to look at.  They stand by what they give up, and
 * then by their floats.  Sums that are compared from the top keep their order when the same is
 * added to both, so from a pair on no set comes to less than so many times what that one gives up;
 * and where the two are the same all that follow give up just that, so their floats are no
 * stricter. Nor is a level one of the set at which more may not be left over than the pairs to come
 * hold.
 *
 * Then the sets that come to that are looked at by their higher players in order.  As soon as one
 * is known only higher players who are exchanged less, or by less, can come before it, and where
 * those that follow are behind by themselves the others are, too.  After STEPS it is asked
 * otherwise.
 */

enum { FEW = 4, WIDE = 16, MANY = 3, STEPS = 500, KEY = COST_COUNT + 4 + 3 * WIDE };

struct pair {
    uint32_t higher, lower;
    struct cost cost;
    uint8_t down, up;              /* the strictest level at which it may be */
    uint8_t needed[FLOATS_LEVELS]; /* so many of the two may not be left over at a level */
};

/* What a set comes to, before D's choices. */
struct sums {
    struct cost cost;
    uint32_t down, up, exchanges, numbers;
};

struct few {
    const struct search *s;
    uint32_t asked; /* pairs */
    struct pair *pairs;
    size_t count, capacity;
    uint8_t *leaves, *down, *up;    /* per position: the strictest level at which he may; of which
                                       there are FLOATS_LEVELS: at none */
    uint32_t needed[FLOATS_LEVELS]; /* so many may not be left over */
    uint64_t *all;                  /* the entrants */
    uint32_t *place;                /* of each of them, his position */
    bool settled;                   /* is it known what the first set comes to, but for D? */
    bool found;
    struct sums first; /* of the sets looked at */
    const struct pair *chosen[FEW];
    const struct pair *best[WIDE];
    uint32_t steps;
};

static void measure(struct few *f)
{
    for (uint32_t i = 0; i < f->s->bracket->count; i++) {
        f->leaves[i] = lm_dutch_2006_leaves(f->s, i);
        const struct entrant *who = &f->s->field->entrants[f->s->bracket->players[i]];
        f->down[i] = lm_dutch_2006_strictest(who, LM_DOWNFLOAT);
        f->up[i] = lm_dutch_2006_strictest(who, LM_UPFLOAT);
        for (int level = FLOATS_ALL; level < FLOATS_LEVELS; level++)
            f->needed[level] += f->leaves[i] > level;
    }
}

/* ---- The pairs ---- */

static int32_t score_of(const struct few *f, uint32_t position)
{
    return f->s->field->entrants[f->s->bracket->players[position]].score;
}

/* Two who may meet, and may be a pair.  false: no memory. */
static bool add_pair(struct few *f, uint32_t higher, uint32_t lower)
{
    if (f->count == f->capacity &&
        !lm_arena_grow(f->s->field->arena, &f->pairs, &f->capacity, f->count + 1, sizeof *f->pairs))
        return false;
    struct pair *pair = &f->pairs[f->count++];
    *pair = (struct pair){
        .higher = higher, .lower = lower, .cost = lm_dutch_2006_cost(f->s, higher, lower)};
    if (score_of(f, higher) != score_of(f, lower)) {
        pair->down = f->down[higher];
        pair->up = f->up[lower];
    }
    for (int level = FLOATS_ALL; level < FLOATS_LEVELS; level++)
        pair->needed[level] = (uint8_t)((f->leaves[higher] > level) + (f->leaves[lower] > level));
    return true;
}

static bool must_float(const struct search *s, uint32_t position)
{
    return s->must_float != NULL && s->must_float[position];
}

/* All pairs, by their higher and then by their lower players. */
static enum lm_status list_pairs(struct few *f, const uint64_t *const *row)
{
    const size_t words = lm_set_words((int32_t)f->s->field->count);
    for (uint32_t a = 0; a < f->s->bracket->count; a++) {
        const uint32_t entrant = f->s->bracket->players[a];
        for (size_t w = entrant / LM_SET_BITS; w < words && !must_float(f->s, a); w++) {
            uint64_t open = row[a][w] & f->all[w];
            if (w == entrant / LM_SET_BITS)
                open &= ~UINT64_C(0) << entrant % LM_SET_BITS; /* he himself is not in it */
            for (; open != 0; open &= open - 1)
                if (!add_pair(f, a, f->place[w * LM_SET_BITS + (size_t)__builtin_ctzll(open)]))
                    return LM_LIMIT;
        }
    }
    return LM_OK;
}

/* ---- Sets of pairs ---- */

/* Does ${a} give up less than ${b}, 0 as much, or more? */
static int compare_costs(const struct cost *a, const struct cost *b)
{
    for (int i = 0; i < COST_COUNT; i++)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}

/* How ${a} stands to ${b}, but for D: before it, 0 level with it, or behind. */
static int compare_levels(const struct sums *a, const struct sums *b)
{
    int order = compare_costs(&a->cost, &b->cost);
    if (order == 0)
        order = (int)a->down - (int)b->down;
    return order == 0 ? (int)a->up - (int)b->up : order;
}

static int compare_exchanges(const struct sums *a, const struct sums *b)
{
    int order = (int)a->exchanges - (int)b->exchanges;
    return order == 0 ? (int)a->numbers - (int)b->numbers : order;
}

static bool leads(const struct few *f, const struct pair *const *set, uint32_t position)
{
    for (uint32_t k = 0; k < f->asked; k++)
        if (set[k]->higher == position)
            return true;
    return false;
}

/* The choices of D of a ${set}, which is by its higher players. */
static uint32_t list_choices(const struct few *f, const struct pair *const *set, int32_t *choice)
{
    uint32_t count = 0;
    for (uint32_t u = f->asked; u-- > 0;)
        if (!leads(f, set, u))
            choice[count++] = -(int32_t)u;
    for (uint32_t k = 0; k < f->asked; k++)
        if (set[k]->higher >= f->asked)
            choice[count++] = (int32_t)set[k]->higher;
    for (uint32_t k = 0; k < f->asked; k++)
        choice[count++] = (int32_t)set[k]->lower;
    return count;
}

/* Both exchange as many players. */
static bool chooses_before(const struct few *f)
{
    int32_t own[3 * WIDE], other[3 * WIDE];
    uint32_t count = list_choices(f, f->chosen, own);
    (void)list_choices(f, f->best, other);
    for (uint32_t i = 0; i < count; i++)
        if (own[i] != other[i])
            return own[i] < other[i];
    return false;
}

/* The strictest level from ${sums->down} on at which all may be left over who are not in the set
 * whose first ${chosen} pairs are chosen: each pair that is not has two who may not at most.
 * false: there is none. */
static bool find_down(const struct few *f, uint32_t chosen, struct sums *sums)
{
    for (; sums->down < FLOATS_LEVELS; sums->down++) {
        uint32_t needed = f->needed[sums->down];
        for (uint32_t k = 0; k < chosen; k++)
            needed -= f->chosen[k]->needed[sums->down];
        if (needed <= 2 * (f->asked - chosen))
            return true;
    }
    return false;
}

/* A set is chosen. */
static void look_at(struct few *f, struct sums sums)
{
    int order = f->found || f->settled ? compare_levels(&sums, &f->first) : -1;
    if (order == 0 && f->settled)
        order = f->found ? compare_exchanges(&sums, &f->first) : -1;
    if (order > 0 || (order == 0 && (!f->settled || !chooses_before(f))))
        return;
    f->found = true;
    f->first = sums;
    memcpy(f->best, f->chosen, sizeof f->chosen);
}

/* Is there nothing that can come before the first set, of the ${left} pairs that are led by
 * ${higher} and others behind him, after ${sums}? */
static bool is_behind(const struct few *f, struct sums sums, uint32_t left, uint32_t higher)
{
    if (!f->found || !f->settled)
        return false;
    for (; left > 0; left--, higher++) {
        sums.exchanges += higher >= f->asked;
        sums.numbers += higher;
    }
    return compare_exchanges(&sums, &f->first) > 0;
}

/* The same where what the first comes to is not known, and pairs are by what they give up, and by
 * their floats: no ${left} of those from ${pair} on come to less than as many of it. */
static bool is_dearer(const struct few *f, const struct sums *sums, uint32_t left,
                      const struct pair *pair)
{
    struct sums least = *sums;
    if (!f->found || f->settled)
        return false;
    for (int i = 0; i < COST_COUNT; i++)
        least.cost.part[i] += (int32_t)left * pair->cost.part[i];
    least.down = pair->down > least.down ? pair->down : least.down;
    if (pair->down == f->first.down && pair->up > least.up)
        least.up = pair->up;
    return compare_levels(&least, &f->first) >= 0;
}

/* Can a set that has come to ${sums} so far still come before the first? */
static bool may_be_first(const struct few *f, const struct sums *sums)
{
    if (f->settled)
        return compare_costs(&sums->cost, &f->first.cost) <= 0 && sums->down <= f->first.down &&
               sums->up <= f->first.up;
    return !f->found || compare_levels(sums, &f->first) < 0;
}

static bool is_taken(const struct few *f, uint32_t chosen, const struct pair *pair)
{
    for (uint32_t k = 0; k < chosen; k++)
        if (f->chosen[k]->higher == pair->higher || f->chosen[k]->lower == pair->higher ||
            f->chosen[k]->lower == pair->lower || f->chosen[k]->higher == pair->lower)
            return true;
    return false;
}

static struct sums add(const struct few *f, struct sums sums, const struct pair *pair)
{
    for (int i = 0; i < COST_COUNT; i++)
        sums.cost.part[i] += pair->cost.part[i];
    sums.down = pair->down > sums.down ? pair->down : sums.down;
    sums.up = pair->up > sums.up ? pair->up : sums.up;
    sums.exchanges += pair->higher >= f->asked;
    sums.numbers += pair->higher;
    return sums;
}

/* All sets of the ${chosen} pairs, which come to ${sums}, and others from number ${from} on. */
static void choose(struct few *f, uint32_t chosen, size_t from, const struct sums *sums)
{
    if (chosen == FEW || chosen == f->asked) {
        look_at(f, *sums);
        return;
    }
    for (size_t i = from; i < f->count && f->steps < STEPS; i++) {
        const struct pair *pair = &f->pairs[i];
        f->steps++;
        if (is_behind(f, *sums, f->asked - chosen, pair->higher) ||
            is_dearer(f, sums, f->asked - chosen, pair))
            return;
        if (is_taken(f, chosen, pair))
            continue;
        f->chosen[chosen] = pair;
        struct sums then = add(f, *sums, pair);
        if (find_down(f, chosen + 1, &then) && may_be_first(f, &then))
            choose(f, chosen + 1, i + 1, &then);
    }
}

static void choose_all(struct few *f)
{
    struct sums none = {0};
    if (find_down(f, 0, &none))
        choose(f, 0, 0, &none);
}

/* ---- The least ---- */

enum {
    ORDERS = (1 << COST_COUNT) * FLOATS_LEVELS * FLOATS_LEVELS,
    KINDS = ORDERS * (FLOATS_LEVELS + 1)
};

/* By what a pair gives up, each of which is 0 or 1, and then by its floats. */
static uint32_t order_of(const struct pair *pair)
{
    uint32_t order = 0;
    for (int i = 0; i < COST_COUNT; i++)
        order = 2 * order + (pair->cost.part[i] != 0);
    return (order * FLOATS_LEVELS + pair->down) * FLOATS_LEVELS + pair->up;
}

/* Of pairs of one lower player. */
static uint32_t kind_of(const struct few *f, const struct pair *pair)
{
    return order_of(pair) * (FLOATS_LEVELS + 1) + f->leaves[pair->higher];
}

/* Enough of each kind, into ${few}; how many.  LM_LIMIT: no memory. */
static enum lm_status list_enough(const struct few *f, struct pair *few, size_t *count)
{
    struct lm_arena *arena = f->s->field->arena;
    uint8_t **seen = lm_arena_alloc(arena, f->s->bracket->count, sizeof *seen);
    if (seen == NULL)
        return LM_LIMIT;
    *count = 0;
    for (size_t i = 0; i < f->count; i++) {
        const struct pair *pair = &f->pairs[i];
        uint8_t **own = &seen[pair->lower];
        if (*own == NULL && (*own = lm_arena_alloc(arena, KINDS, sizeof **own)) == NULL)
            return LM_LIMIT;
        if ((*own)[kind_of(f, pair)]++ < 2 * f->asked - 1)
            few[(*count)++] = *pair;
        else
            (*own)[kind_of(f, pair)]--;
    }
    return LM_OK;
}

/* The ${count} pairs ${from} by their order, into ${to}. */
static void order_pairs(const struct pair *from, size_t count, struct pair *to)
{
    size_t next[ORDERS + 1] = {0};
    for (size_t i = 0; i < count; i++)
        next[order_of(&from[i]) + 1]++;
    for (size_t order = 1; order <= ORDERS; order++)
        next[order] += next[order - 1];
    for (size_t i = 0; i < count; i++)
        to[next[order_of(&from[i])]++] = from[i];
}

/* What the first set comes to, but for D: ${f->first}, if any. */
static enum lm_status find_least(struct few *f)
{
    struct pair *all = f->pairs;
    struct pair *few = lm_arena_alloc(f->s->field->arena, 2 * f->count, sizeof *few);
    const size_t count = f->count;
    size_t enough;
    if (few == NULL || list_enough(f, few, &enough) != LM_OK)
        return LM_LIMIT;
    order_pairs(few, enough, few + count);
    f->pairs = few + count;
    f->count = enough;
    choose_all(f);
    f->pairs = all;
    f->count = count;
    return LM_OK;
}

/* ---- All lower players ---- */

/* A pair that gives up the least that one of its lower player can. */
struct option {
    uint32_t higher, lower; /* the latter as a number */
    uint8_t down, up;
};

/* The lower players of all pairs, where they are as many as pairs are asked for. */
struct leading {
    const struct few *f;
    uint32_t lower[WIDE], count; /* they, by position, */
    struct cost cost[WIDE];      /* ... of each: what a pair gives up at least, */
    uint32_t mate[WIDE];         /* ... and who leads his, or NO_PARTNER */
    struct option *options;
    size_t option_count, capacity;
    struct level least; /* no set is stricter, */
    bool *is_lower;     /* per position, */
    uint16_t *with;     /* ... the lower ones with whom he has an option at a level, as a set; */
    bool *leads;        /* ... scratch */
};

/* Those who may meet somebody higher; false: they are not as many as are asked for. */
static bool list_lower(struct leading *l, const uint64_t *const *row)
{
    const struct few *f = l->f;
    for (uint32_t a = 0; a < f->s->bracket->count; a++) {
        const uint32_t entrant = f->s->bracket->players[a];
        const size_t end = entrant / LM_SET_BITS;
        uint64_t higher = row[a][end] & f->all[end] & ~(~UINT64_C(0) << entrant % LM_SET_BITS);
        for (size_t w = 0; w < end; w++)
            higher |= row[a][w] & f->all[w];
        if (higher == 0 || must_float(f->s, a))
            continue;
        if (l->count == f->asked)
            return false;
        l->is_lower[a] = true;
        l->lower[l->count++] = a;
    }
    return l->count == f->asked;
}

/* Two who may meet are an option of lower player ${k} if none of his gives up less; ${first}: that
 * one.  false: no memory. */
static bool add_option(struct leading *l, uint32_t higher, uint32_t k, size_t first)
{
    const struct few *f = l->f;
    const struct search *s = f->s;
    const uint32_t lower = l->lower[k];
    const struct cost cost = lm_dutch_2006_cost(s, higher, lower);
    const int order = l->option_count == first ? -1 : compare_costs(&cost, &l->cost[k]);
    if (order > 0)
        return true;
    if (order < 0) {
        l->option_count = first;
        l->cost[k] = cost;
    }
    if (l->option_count == l->capacity && !lm_arena_grow(s->field->arena, &l->options, &l->capacity,
                                                         l->option_count + 1, sizeof *l->options))
        return false;
    struct option *option = &l->options[l->option_count++];
    *option = (struct option){.higher = higher, .lower = k};
    if (score_of(f, higher) != score_of(f, lower)) {
        const struct entrant *entrants = s->field->entrants;
        const uint32_t *players = s->bracket->players;
        option->down = lm_dutch_2006_strictest(&entrants[players[higher]], LM_DOWNFLOAT);
        option->up = lm_dutch_2006_strictest(&entrants[players[lower]], LM_UPFLOAT);
    }
    return true;
}

/* The options of lower player ${k}, which none of the others leads, as all are of pairs of their
 * own. */
static enum lm_status list_own(struct leading *l, uint32_t k, const uint64_t *row)
{
    const struct few *f = l->f;
    const uint32_t entrant = f->s->bracket->players[l->lower[k]];
    const size_t first = l->option_count;
    for (size_t w = 0; w <= entrant / LM_SET_BITS; w++) {
        uint64_t open = row[w] & f->all[w];
        if (w == entrant / LM_SET_BITS)
            open &= ~(~UINT64_C(0) << entrant % LM_SET_BITS);
        for (; open != 0; open &= open - 1) {
            const uint32_t a = f->place[w * LM_SET_BITS + (size_t)__builtin_ctzll(open)];
            if (!l->is_lower[a] && !add_option(l, a, k, first))
                return LM_LIMIT;
        }
    }
    return LM_OK;
}

/* All options; and of each lower player the strictest floats. */
static enum lm_status list_options(struct leading *l, const uint64_t *const *row)
{
    enum lm_status status = LM_OK;
    for (uint32_t k = 0; k < l->count && status == LM_OK; k++) {
        const size_t first = l->option_count;
        struct level own = {FLOATS_LEVELS, FLOATS_LEVELS};
        status = list_own(l, k, row[l->lower[k]]);
        for (size_t i = first; i < l->option_count; i++) {
            const struct option *option = &l->options[i];
            own.down = option->down < own.down ? option->down : own.down;
            own.up = option->up < own.up ? option->up : own.up;
            l->leads[option->higher] = true;
        }
        l->least.down = own.down > l->least.down ? own.down : l->least.down;
        l->least.up = own.up > l->least.up ? own.up : l->least.up;
    }
    return status;
}

/* Who is of no option is left over. */
static void bound_level(struct leading *l)
{
    const struct few *f = l->f;
    for (uint32_t u = 0; u < f->s->bracket->count; u++) {
        f->leaves[u] = lm_dutch_2006_leaves(f->s, u);
        if (!l->leads[u] && !l->is_lower[u] && f->leaves[u] > l->least.down)
            l->least.down = f->leaves[u];
    }
}

static void open_level(const struct leading *l, struct level level)
{
    memset(l->with, 0, l->f->s->bracket->count * sizeof *l->with);
    for (size_t i = 0; i < l->option_count; i++) {
        const struct option *option = &l->options[i];
        if (option->down <= level.down && option->up <= level.up)
            l->with[option->higher] |= (uint16_t)(1 << option->lower);
    }
}

/* Let ${higher} lead one of ${*open}, of which those that are looked at are taken out, and who led
 * that one another of them, if that can be. */
static bool lead(struct leading *l, uint32_t higher, uint32_t *open)
{
    for (uint32_t may; (may = l->with[higher] & *open) != 0;) {
        const uint32_t k = (uint32_t)__builtin_ctz(may);
        *open &= ~(UINT32_C(1) << k);
        if (l->mate[k] == NO_PARTNER || lead(l, l->mate[k], open)) {
            l->mate[k] = higher;
            return true;
        }
    }
    return false;
}

/* At ${level}: the first players who can lead all, and with them who may not be left over; false:
 * there are none. */
static bool lead_all(struct leading *l, struct level level)
{
    const uint32_t players = l->f->s->bracket->count, all = (UINT32_C(1) << l->count) - 1;
    uint32_t count = 0, left = all; /* who comes to none but others never does */
    open_level(l, level);
    memset(l->leads, 0, players * sizeof *l->leads);
    for (uint32_t k = 0; k < l->count; k++)
        l->mate[k] = NO_PARTNER;
    for (uint32_t u = 0; u < players; u++) {
        uint32_t open = all;
        if (l->f->leaves[u] <= level.down || l->is_lower[u])
            continue;
        if (!lead(l, u, &open))
            return false;
        l->leads[u] = true;
        count++;
    }
    for (uint32_t u = 0; u < players && count < l->count; u++) {
        uint32_t open = left;
        if (l->leads[u] || (l->with[u] & left) == 0)
            continue;
        if (lead(l, u, &open))
            count++;
        else
            left = open;
    }
    return count == l->count;
}

/* The strictest level; false: there is none. */
static bool find_level(struct leading *l, struct level *level)
{
    for (level->down = l->least.down; level->down < FLOATS_LEVELS; level->down++)
        for (level->up = l->least.up; level->up < FLOATS_LEVELS; level->up++)
            if (lead_all(l, *level))
                return true;
    return false;
}

/* ${higher} leads ${*from}: let him lead the first of ${open} that leaves others for all. */
static void lead_first(struct leading *l, uint32_t higher, uint32_t *from, uint32_t open)
{
    const uint32_t before = (UINT32_C(1) << *from) - 1;
    for (uint32_t may = l->with[higher] & open & before; may != 0; may &= may - 1) {
        const uint32_t k = (uint32_t)__builtin_ctz(may), other = l->mate[k];
        uint32_t others = open & ~(UINT32_C(1) << k);
        l->mate[k] = higher;
        l->mate[*from] = NO_PARTNER;
        if (lead(l, other, &others)) {
            *from = k;
            return;
        }
        l->mate[k] = other;
        l->mate[*from] = higher;
    }
}

/* Who leads is known: the first set, into ${f}.  false: no memory. */
static bool take_leaders(struct leading *l, struct few *f, struct level level)
{
    struct pair *pair = lm_arena_alloc(f->s->field->arena, l->count, sizeof *pair);
    uint32_t open = (UINT32_C(1) << l->count) - 1, count = 0;
    if (pair == NULL)
        return false;
    memset(l->leads, 0, f->s->bracket->count * sizeof *l->leads);
    for (uint32_t k = 0; k < l->count; k++)
        l->leads[l->mate[k]] = true;
    f->first = (struct sums){.down = (uint32_t)level.down, .up = (uint32_t)level.up};
    for (uint32_t u = 0; count < l->count; u++) {
        uint32_t k = 0;
        if (!l->leads[u])
            continue;
        while (l->mate[k] != u)
            k++;
        lead_first(l, u, &k, open);
        open &= ~(UINT32_C(1) << k);
        pair[count] = (struct pair){.higher = u, .lower = l->lower[k], .cost = l->cost[k]};
        f->first = add(f, f->first, &pair[count]);
        f->best[count] = &pair[count];
        count++;
    }
    f->found = true;
    return true;
}

/* The first set, where it has all lower players and gives up the least that each of them can;
 * LM_NO_PAIRING: that is not known. */
static enum lm_status find_leading(struct few *f, const uint64_t *const *row)
{
    struct lm_arena *arena = f->s->field->arena;
    const uint32_t players = f->s->bracket->count;
    struct level level;
    struct leading l = {.f = f,
                        .with = lm_arena_alloc(arena, players, sizeof *l.with),
                        .leads = lm_arena_alloc(arena, players, sizeof *l.leads),
                        .is_lower = lm_arena_alloc(arena, players, sizeof *l.is_lower)};
    if (l.with == NULL || l.leads == NULL || l.is_lower == NULL)
        return LM_LIMIT;
    if (!list_lower(&l, row))
        return LM_NO_PAIRING;
    enum lm_status status = list_options(&l, row);
    if (status != LM_OK)
        return status;
    bound_level(&l);
    if (!find_level(&l, &level))
        return LM_NO_PAIRING;
    return take_leaders(&l, f, level) ? LM_OK : LM_LIMIT;
}

/* ---- The outcome ---- */

static void write_set(struct few *f, struct outcome *out)
{
    const struct sums *sums = &f->first;
    out->cost = sums->cost;
    out->down = (uint8_t)sums->down;
    out->up = (uint8_t)sums->up;
    for (int i = 0; i < COST_COUNT; i++)
        out->key[out->key_length++] = sums->cost.part[i];
    out->key[out->key_length++] = out->down;
    out->key[out->key_length++] = out->up;
    out->key[out->key_length++] = (int32_t)sums->exchanges;
    out->key[out->key_length++] = (int32_t)(sums->numbers - f->asked * (f->asked - 1) / 2);
    out->key_length += list_choices(f, f->best, &out->key[out->key_length]);
    for (uint32_t k = 0; k < f->asked; k++) {
        out->partner[f->best[k]->higher] = f->best[k]->lower;
        out->partner[f->best[k]->lower] = f->best[k]->higher;
    }
}

/* By sets of pairs, ${row} telling who may meet whom. */
static enum lm_status find_set(struct few *f, const uint64_t *const *row)
{
    measure(f);
    if (list_pairs(f, row) != LM_OK || find_least(f) != LM_OK)
        return LM_LIMIT;
    if (!f->found)
        return LM_NO_PAIRING;
    f->settled = true;
    f->found = false;
    choose_all(f);
    return f->found ? LM_OK : LM_NO_PAIRING;
}

static enum lm_status find(struct few *f)
{
    const uint64_t **row;
    const struct field *field = f->s->field;
    const uint32_t *players = f->s->bracket->players, count = f->s->bracket->count;
    f->all = lm_dutch_2006_set(field);
    f->place = lm_arena_alloc(field->arena, field->count, sizeof *f->place);
    f->leaves = lm_arena_alloc(field->arena, count, 3 * sizeof *f->leaves);
    if (f->all == NULL || f->place == NULL || f->leaves == NULL ||
        lm_dutch_2006_rows(field, players, count, &row) != LM_OK)
        return LM_LIMIT;
    f->down = f->leaves + count;
    f->up = f->down + count;
    for (uint32_t i = 0; i < count; i++) {
        if (!must_float(f->s, i))
            lm_dutch_2006_add(f->all, players[i]);
        f->place[players[i]] = i;
    }
    const enum lm_status status = find_leading(f, row);
    if (status == LM_NO_PAIRING && f->asked <= FEW)
        return find_set(f, row);
    f->steps = status == LM_NO_PAIRING ? STEPS : 0; /* that it is one is not known */
    return status;
}

bool lm_dutch_2006_asks_few(const struct search *s)
{
    return s->target.moved == 0 && s->target.rest <= WIDE && s->target.rest > 0 &&
           s->bracket->count >= MANY * s->target.rest && s->below == NULL && s->least == NULL &&
           s->forced[0] == NO_PARTNER;
}

enum lm_status lm_dutch_2006_few(const struct search *search, struct outcome *out, bool *known)
{
    struct lm_arena *arena = search->field->arena;
    const uint32_t count = search->bracket->count;
    *out = (struct outcome){.partner = lm_arena_alloc(arena, count, sizeof *out->partner),
                            .key = lm_arena_alloc(arena, KEY, sizeof *out->key)};
    *known = false;
    if (out->partner == NULL || out->key == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        out->partner[i] = NO_PARTNER;
    struct lm_mark mark = lm_arena_mark(arena);
    struct few few = {.s = search, .asked = search->target.rest};
    enum lm_status status = find(&few);
    *known = few.steps < STEPS;
    if (status == LM_OK && *known)
        write_set(&few, out);
    lm_arena_reset(arena, mark);
    return status;
}
