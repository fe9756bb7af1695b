/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C12 after C14 has lowered how many of those from above are paired first: it is supposed who of
 * them is the first who is not, and so of those who rank behind only so many may come down.
 *
 * The share of the pairings is tight (dutch_2006_floaters.c): no perfect matching of both brackets
 * has more pairs above than are asked for.  So a best one by priorities, the most pairs above, then
 * the least sums (B2, A7(c), x), then the fewest who rank behind and come down, tells whether there
 * is a pairing with given sums, which none comes to less than, and few enough of those.  Nothing
 * else has to be asked for the order of C4 to C11 and D: of the level, of the partners of moved
 * down players, of S1 and S2 as they are, and of their partners; of all partners before the one in
 * hand at once, by a priority before the others that counts them.  Where it takes an exchange, or
 * larger sums, the pairing is not found; but what it comes to at least tells when the share has to
 * be divided, if it has to.
 */

enum { BY_FIRST, BY_ABOVE, FIRST_COST, BY_LAST = FIRST_COST + COST_COUNT, PRIORITY_COUNT };

struct turns {
    const struct search *s;
    const struct union_graph *below;
    const bool *last; /* per position: if he comes down, he is not paired first; */
    uint32_t most;    /* so many of these may */
    uint32_t count, vertices, pairs;
    bool any;          /* whatever it gives up */
    bool *open;        /* [a * vertices + b]: may they be matched? */
    uint32_t *partner; /* per position, so far */
    uint32_t *mate;    /* per vertex: of the last pairing found */
    bool *upper;       /* S1 */
    struct lm_best *best;
};

/* Of a pair above: does it give up nothing that the sums are to be 0 of? */
static bool is_admitted(const struct turns *t, const struct cost *cost)
{
    for (int i = 0; i < COST_COUNT && !t->any; i++)
        if (cost->part[i] > t->s->least->cost.part[i])
            return false;
    return true;
}

static bool is_pair(const struct turns *t, uint32_t a, uint32_t b, struct level level)
{
    struct cost cost;
    if (b < t->count)
        return lm_dutch_2006_edge(t->s, a, b, level.down, level.up, &cost) && is_admitted(t, &cost);
    if (a >= t->count)
        return lm_dutch_2006_meet_below(t->below, a - t->count, b - t->count);
    return lm_dutch_2006_leaver(t->s, a, level.down) &&
           lm_dutch_2006_comes_down(t->below, a, b - t->count);
}

static void draw(const struct turns *t, struct level level)
{
    for (uint32_t a = 0; a < t->vertices; a++)
        for (uint32_t b = a + 1; b < t->vertices; b++)
            t->open[a * t->vertices + b] = t->open[b * t->vertices + a] = is_pair(t, a, b, level);
}

static struct cost cost_of(const struct turns *t, uint32_t a, uint32_t b)
{
    struct cost cost = {{0}};
    (void)lm_dutch_2006_edge(t->s, a, b, FLOATS_FREE, FLOATS_FREE, &cost);
    return cost;
}

/* What matching ${u} and ${v} is worth; how many values. */
static int32_t worths_of(const struct turns *t, uint32_t u, uint32_t v, struct lm_worth *worth)
{
    uint32_t a = u < v ? u : v, b = u < v ? v : u;
    int32_t count = 0;
    if (!t->open[a * t->vertices + b])
        return -1;
    if (a < t->count && b >= t->count && t->last[a])
        worth[count++] = (struct lm_worth){BY_LAST, -1};
    if (b >= t->count)
        return count;
    struct cost cost = cost_of(t, a, b);
    worth[count++] = (struct lm_worth){BY_ABOVE, 1};
    for (int i = 0; i < COST_COUNT && !t->any; i++)
        if (cost.part[i] != 0)
            worth[count++] = (struct lm_worth){FIRST_COST + i, -cost.part[i]};
    return count;
}

static int32_t edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    return v == LM_ALONE ? 0 : worths_of(context, (uint32_t)u, (uint32_t)v, worth);
}

/* Is the best matching a pairing with those sums and few enough who are not paired first? */
static bool is_pairing(const struct turns *t)
{
    uint32_t above = 0, last = 0;
    struct cost sum = {{0}};
    for (uint32_t v = 0; v < t->vertices; v++) {
        int32_t mate = lm_best_mate(t->best, (int32_t)v);
        if (mate == LM_ALONE)
            return false;
        last += v < t->count && (uint32_t)mate >= t->count && t->last[v];
        if ((uint32_t)mate >= t->count || (uint32_t)mate < v)
            continue;
        struct cost cost = cost_of(t, v, (uint32_t)mate);
        above++;
        for (int i = 0; i < COST_COUNT; i++)
            sum.part[i] += cost.part[i];
    }
    return above == t->pairs && last <= t->most &&
           (t->any || memcmp(&sum, &t->s->least->cost, sizeof sum) == 0);
}

/* The same, and then it is kept. */
static bool solve(const struct turns *t)
{
    lm_best_solve(t->best);
    if (!is_pairing(t))
        return false;
    for (uint32_t v = 0; v < t->vertices; v++)
        t->mate[v] = (uint32_t)lm_best_mate(t->best, (int32_t)v);
    return true;
}

/* Is there a pairing of what is open? */
static enum lm_status ask(struct turns *t, bool *has)
{
    struct lm_priority range[PRIORITY_COUNT] = {
        [BY_FIRST] = {.edge_high = 1, .most = 1},
        [BY_ABOVE] = {.edge_high = 1, .most = t->count / 2},
        [BY_LAST] = {.edge_low = -1, .most = t->count},
    };
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .few = edge, .context = t};
    for (int i = 0; i < COST_COUNT; i++)
        if (t->s->least->cost.part[i] > 0)
            range[FIRST_COST + i] = (struct lm_priority){.edge_low = -1, .most = t->count / 2};
    enum lm_status status =
        lm_best_new(&t->best, t->s->field->arena, (int32_t)t->vertices, &priorities);
    *has = status == LM_OK && solve(t);
    return status;
}

static enum lm_status ask_level(struct turns *t, int down, int up, bool *has)
{
    draw(t, (struct level){down, up});
    return ask(t, has);
}

/* With the freest floats: is there a pairing, whatever it gives up, and one with those sums? */
static enum lm_status ask_freest(struct turns *t, bool *any, bool *has)
{
    t->any = true;
    enum lm_status status = ask_level(t, FLOATS_FREE, FLOATS_FREE, any);
    t->any = false;
    if (status == LM_OK && *any)
        status = ask_level(t, FLOATS_FREE, FLOATS_FREE, has);
    return status;
}

/* The strictest level with a pairing, from ${*level} on, is drawn.  LM_NO_PAIRING: there is none,
 * but ${*any} with other sums. */
static enum lm_status find_level(struct turns *t, struct level *level, bool *any)
{
    const struct level least = *level;
    bool has = false;
    enum lm_status status = ask_level(t, least.down, least.up, &has);
    if (status != LM_OK || has)
        return status;
    status = ask_freest(t, any, &has);
    if (status != LM_OK || !has)
        return status == LM_OK ? LM_NO_PAIRING : status;
    for (has = false; status == LM_OK && !has; level->down += !has)
        status = ask_level(t, level->down, FLOATS_FREE, &has);
    level->up = level->down == least.down ? least.up : FLOATS_ALL;
    for (has = false; status == LM_OK && !has; level->up += !has)
        status = ask_level(t, level->down, level->up, &has);
    return status;
}

static void add_key(struct outcome *out, int64_t number)
{
    out->key[out->key_length++] = (int32_t)number;
}

/* Let those before ${end} with whom ${u} may be a pair be asked for: are there any? */
static bool wish(const struct turns *t, uint32_t u, uint32_t end)
{
    bool any = false;
    for (uint32_t v = 0; v < end; v++) {
        struct lm_worth worth[PRIORITY_COUNT] = {{BY_FIRST, 1}};
        if (u == v || t->partner[v] != NO_PARTNER || !t->open[u * t->vertices + v])
            continue;
        lm_best_set_few(t->best, (int32_t)u, (int32_t)v, worth, 1 + worths_of(t, u, v, worth + 1));
        any = true;
    }
    return any;
}

/* Those from ${end} on are not asked for any more. */
static void wish_no_more(const struct turns *t, uint32_t u, uint32_t end)
{
    for (uint32_t v = end; v < t->count; v++) {
        struct lm_worth worth[PRIORITY_COUNT];
        if (u != v && t->partner[v] == NO_PARTNER && t->open[u * t->vertices + v])
            lm_best_set_few(t->best, (int32_t)u, (int32_t)v, worth, worths_of(t, u, v, worth));
    }
}

/* D1: ${u} takes the first partner who leaves the others a pairing. */
static void join_first(const struct turns *t, uint32_t u, struct outcome *out)
{
    uint32_t first = t->mate[u];
    while (wish(t, u, first) && solve(t) && t->mate[u] < first) {
        first = t->mate[u];
        wish_no_more(t, u, first);
    }
    lm_best_fix(t->best, (int32_t)u, (int32_t)first);
    t->partner[u] = first;
    t->partner[first] = u;
    add_key(out, first);
}

/* Who is of S1 is paired with one of S2, and nobody else above who has no partner yet. */
static void form(const struct turns *t)
{
    for (uint32_t a = 0; a < t->count; a++)
        for (uint32_t b = 0; b < t->vertices; b++) {
            bool *open = &t->open[a * t->vertices + b];
            if (t->partner[a] != NO_PARTNER || (b < t->count && t->partner[b] != NO_PARTNER))
                *open = t->partner[a] == b;
            else
                *open &= t->upper[a] ? b < t->count && !t->upper[b] : b >= t->count || t->upper[b];
            t->open[b * t->vertices + a] = *open;
        }
}

/* The remainder group.  LM_NO_PAIRING: it takes an exchange. */
static enum lm_status pair_rest(struct turns *t, struct outcome *out)
{
    uint32_t left = t->s->target.rest;
    bool has;
    for (uint32_t i = 0; i < t->count && left > 0; i++) {
        t->upper[i] = t->partner[i] == NO_PARTNER;
        left -= t->upper[i];
    }
    form(t);
    enum lm_status status = ask(t, &has);
    if (status != LM_OK)
        return status;
    add_key(out, !has);
    if (!has)
        return LM_NO_PAIRING;
    add_key(out, 0);
    for (uint32_t i = 0; i < t->count; i++)
        if (t->upper[i])
            join_first(t, i, out);
    return LM_OK;
}

static enum lm_status find(struct turns *t, struct outcome *out)
{
    const struct outcome *least = t->s->least;
    struct level level = {least->down, least->up};
    bool any = false;
    enum lm_status status = find_level(t, &level, &any);
    out->cost = least->cost;
    for (int i = 0; i < COST_COUNT; i++)
        add_key(out, out->cost.part[i]);
    if (status == LM_NO_PAIRING && any)
        out->key[COST_COUNT - 1]++; /* other sums: the next ones at least */
    else if (status == LM_NO_PAIRING)
        out->key_length = 0;
    if (status != LM_OK)
        return status;
    add_key(out, out->down = (uint8_t)level.down);
    add_key(out, out->up = (uint8_t)level.up);
    for (uint32_t u = 0; u < t->s->target.moved; u++)
        join_first(t, u, out);
    return t->s->target.rest > 0 ? pair_rest(t, out) : LM_OK;
}

static bool make(struct turns *t)
{
    struct lm_arena *arena = t->s->field->arena;
    t->open = lm_arena_alloc(arena, (size_t)t->vertices * t->vertices, sizeof *t->open);
    t->mate = lm_arena_alloc(arena, t->vertices, sizeof *t->mate);
    t->upper = lm_arena_alloc(arena, t->count, sizeof *t->upper);
    return t->open != NULL && t->mate != NULL && t->upper != NULL;
}

enum lm_status lm_dutch_2006_turns(const struct search *search, const struct union_graph *below,
                                   const bool *last, uint32_t most, struct outcome *out)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
    *out = (struct outcome){
        .partner = lm_arena_alloc(arena, count, sizeof *out->partner),
        .key = lm_arena_alloc(arena, COST_COUNT + 4 + 2 * (size_t)count, sizeof *out->key)};
    if (out->partner == NULL || out->key == NULL)
        return LM_LIMIT;
    struct lm_mark mark = lm_arena_mark(arena);
    struct turns t = {.s = search,
                      .below = below,
                      .last = last,
                      .most = most,
                      .count = count,
                      .vertices = count + lm_dutch_2006_count_below(below),
                      .pairs = search->target.moved + search->target.rest,
                      .partner = out->partner};
    for (uint32_t i = 0; i < count; i++)
        t.partner[i] = NO_PARTNER;
    enum lm_status status = make(&t) ? find(&t, out) : LM_LIMIT;
    lm_arena_reset(arena, mark);
    return status;
}
