/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "base/lean.h"
#include "base/sort.h"
#include "graph/dense.h"
#include "pairing/dubov_2026/dubov_2026.h"

/*
 * C.04.4.1 art. 3.2.2: who comes up where those below leave more alone than the residents need.
 *
 * A largest matching of those below by themselves leaves k alone, so that k at least come up [C5];
 * and if no more do, these are such a k: one of the sets that largest matchings leave alone, the
 * bases of a matroid.  Its best bases by any weights of its members are those that greed finds, and
 * all have as many of each weight.
 *
 *   - From the highest score down, as many of each score as make a larger such set with those
 *     before are the scores of the best one by [C6].
 *   - With one colour first in each score there come the most, or the fewest, who are due White; as
 *     bases go over into each other by single exchanges there is one with each number between: the
 *     one that leaves the least difference of colours.  [C7] comes to half of it at least.
 *   - With that number fixed, [C8] to [C10] are least in the bases that are best by what each
 *     member costs under them and a price on being due White, if at that price there are bases with
 *     more or as many and with less or as many such members; and then in these only.
 *
 * Of each weight just so many, and so many due White, are taken in the order of art. 4.2, as long
 * as some base has them all.  If they become as many as wanted, they are the first set of all that
 * could be best: who was passed over is in none with those taken before him.  If the bracket can be
 * paired with no more against their preference than the difference forces, it is the best one. Else
 * nothing is said.
 */

enum { BELOW, UP, HOST, CLASSES };

/* What one costs: [C8] most, then [C9], then [C10]; more than all that is the greatest price. */
enum { OF_RECENT = 0, OF_TIMES = 16, OF_MAXIMUM = 40, OF_COLOUR = 56 };

/* One of those below who can be left alone. */
struct candidate {
    int64_t cost;
    uint32_t place; /* among those below */
    uint32_t level;
    bool white;
};

/* The same as greed comes to him: those of one ${weight} in one score are a class. */
struct turn {
    int64_t weight;
    uint32_t level, class, candidate;
    bool last; /* after those of the other colour */
};

struct spare {
    struct dubov26_bracket *b;
    const struct dubov26_spare *given;
    struct lm_dense *graph; /* of those below, and k residents who stand for any */
    const void *start;
    struct candidate *candidates;
    struct turn *turns;
    uint32_t *class; /* per candidate */
    uint32_t *need;  /* per class: so many come up */
    uint32_t count;
};

static int32_t vertex_of(const struct spare *s, uint32_t seat)
{
    return (int32_t)(seat - s->b->left->first);
}

static bool is_white(const struct spare *s, uint32_t seat)
{
    return s->b->d->p->seats[seat].wish == LM_WHITE;
}

static void list_candidates(struct spare *s)
{
    for (uint32_t i = 0; i < s->b->lower_count; i++) {
        const struct dubov26_seat *x = &s->b->d->seats[s->b->lower[i]];
        const int64_t often = x->maximum ? INT64_C(1) << OF_MAXIMUM : 0;
        const int64_t times = x->maximum ? (int64_t)x->upfloats << OF_TIMES : 0;
        if (s->given->part[i] == LM_PART_EVEN)
            s->candidates[s->count++] =
                (struct candidate){often + times + ((int64_t)x->recent << OF_RECENT), i,
                                   s->given->level[i], is_white(s, s->b->lower[i])};
    }
}

/* Whoever is left alone meets one of the hosts. */
static void draw(struct spare *s)
{
    const struct dubov26_bracket *b = s->b;
    const struct lm_dense *kept = b->left->matching;
    for (uint32_t h = 0; h < s->given->alone; h++) {
        const int32_t host = vertex_of(s, b->members[h]);
        lm_dense_restore(s->graph, host);
        lm_dense_move(s->graph, host, HOST);
        for (uint32_t i = 0; i < s->count; i++)
            lm_dense_meet(s->graph, vertex_of(s, b->lower[s->candidates[i].place]), host);
    }
    for (uint32_t i = 0, h = 0; i < b->lower_count; i++) {
        const int32_t v = vertex_of(s, b->lower[i]), mate = lm_dense_mate(kept, v);
        if (mate < v)
            lm_dense_pair(s->graph, v, mate == LM_ALONE ? vertex_of(s, b->members[h++]) : mate);
    }
}

static enum lm_status begin(struct spare *s)
{
    static const bool barred[CLASSES * CLASSES] = {[BELOW * CLASSES + UP] = true,
                                                   [UP * CLASSES + BELOW] = true,
                                                   [UP * CLASSES + UP] = true,
                                                   [HOST * CLASSES + HOST] = true};
    struct lm_arena *arena = s->b->d->arena;
    const uint32_t most = s->b->lower_count;
    enum lm_status status =
        lm_dense_new_of(&s->graph, arena, s->b->left->matching, CLASSES, barred);
    s->candidates = lm_arena_alloc(arena, most, sizeof *s->candidates);
    s->turns = lm_arena_alloc(arena, most, sizeof *s->turns);
    s->class = lm_arena_alloc(arena, most, sizeof *s->class);
    s->need = lm_arena_alloc(arena, most, sizeof *s->need);
    if (status != LM_OK || s->candidates == NULL || s->turns == NULL || s->class == NULL ||
        s->need == NULL)
        return LM_LIMIT;
    list_candidates(s);
    draw(s);
    s->start = lm_dense_save(s->graph, arena);
    return s->start == NULL ? LM_LIMIT : LM_OK;
}

/* ---- Greed ---- */

static int by_turn(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    if (x->last != y->last)
        return x->last ? 1 : -1;
    return x->candidate < y->candidate ? -1 : x->candidate > y->candidate;
}

/* Let one more come up; false: no base has all of them. */
static bool come_up(const struct spare *s, uint32_t candidate)
{
    const uint32_t seat = s->b->lower[s->candidates[candidate].place];
    return lm_dense_try_move(s->graph, vertex_of(s, seat), UP);
}

/* The best base at that ${price} of being due White, of which as many as can be, or as few, are. */
static uint32_t count_whites(const struct spare *s, int64_t price, bool most)
{
    uint32_t whites = 0, class = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct candidate *x = &s->candidates[i];
        s->turns[i] =
            (struct turn){x->cost + (x->white ? price : 0), x->level, 0, i, x->white != most};
    }
    lm_sort(s->turns, s->count, sizeof *s->turns, by_turn);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct turn *x = &s->turns[i], *before = &s->turns[i - (i > 0)];
        class += x->level != before->level || x->weight != before->weight;
        s->class[x->candidate] = class;
        s->need[class] = i == 0 || class != s->class[before->candidate] ? 0 : s->need[class];
        if (!come_up(s, x->candidate))
            continue;
        s->need[class]++;
        whites += s->candidates[x->candidate].white;
    }
    lm_dense_load(s->graph, s->start);
    return whites;
}

static int by_price(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* The prices at which some weights become equal, ascending. */
static int64_t *list_prices(const struct spare *s, size_t *count)
{
    int64_t *prices = lm_arena_alloc(s->b->d->arena, (size_t)s->count * s->count, sizeof *prices);
    *count = 0;
    for (uint32_t i = 0; prices != NULL && i < s->count; i++)
        for (uint32_t k = 0; k < s->count; k++)
            if (s->candidates[i].white && !s->candidates[k].white)
                prices[(*count)++] = s->candidates[k].cost - s->candidates[i].cost;
    if (prices == NULL || *count == 0)
        return prices;
    lm_sort(prices, *count, sizeof *prices, by_price);
    size_t kept = 1;
    for (size_t i = 1; i < *count; i++)
        if (prices[i] != prices[kept - 1])
            prices[kept++] = prices[i];
    *count = kept;
    return prices;
}

/* Classes and needs of the bases that have ${whites} who are due White and cost least. */
static enum lm_status find_price(const struct spare *s, uint32_t whites)
{
    size_t low = 0, high = 0;
    const int64_t *prices = list_prices(s, &high);
    if (prices == NULL)
        return LM_LIMIT;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (count_whites(s, prices[middle], true) < whites)
            high = middle;
        else if (count_whites(s, prices[middle], false) > whites)
            low = middle + 1;
        else
            break;
    }
    assert(low < high || high == 0); /* from price to price the fewest are the next one's most */
    return LM_OK;
}

static uint32_t count_white_residents(const struct spare *s)
{
    uint32_t whites = 0;
    for (uint32_t r = 0; r < s->b->resident_count; r++)
        whites += is_white(s, s->b->members[r]);
    return whites;
}

/* Of those who come up so many are due White, that the colours of all differ least. */
static uint32_t choose_whites(const struct spare *s)
{
    const int64_t greatest = INT64_C(1) << OF_COLOUR;
    const uint32_t most = count_whites(s, -greatest, true);
    const uint32_t fewest = count_whites(s, greatest, false);
    const uint32_t residents = count_white_residents(s);
    const uint32_t half = (s->b->resident_count + s->given->alone) / 2;
    const uint32_t even = half > residents ? half - residents : 0;
    return even > most ? most : even < fewest ? fewest : even;
}

/* Enter the first who could be best, of whom ${whites} are due White; false: they are too few. */
static bool take_first(const struct spare *s, uint32_t whites)
{
    struct dubov26_bracket *b = s->b;
    uint32_t wanted[2] = {s->given->alone - whites, whites};
    for (uint32_t i = 0; i < s->count; i++) {
        uint32_t *class = &s->need[s->class[i]], *colour = &wanted[s->candidates[i].white];
        if (*class == 0 || *colour == 0 || !come_up(s, i))
            continue;
        --*class;
        --*colour;
        b->members[b->member_count++] = b->lower[s->candidates[i].place];
    }
    return wanted[0] + wanted[1] == 0;
}

/* Can the bracket be paired with no pair of two who are due the rarer colour?  ${whites} of those
 * who come up are due White. */
static enum lm_status is_even(const struct spare *s, uint32_t whites, bool *out)
{
    static const bool barred[2 * 2] = {false, false, false, true};
    const struct dubov26_bracket *b = s->b;
    struct lm_dense *graph, *kept = b->left->matching;
    const bool rarer = 2 * (count_white_residents(s) + whites) <= b->member_count;
    lm_dense_keep(kept);
    lm_left_look_at(b->left, b->members, b->member_count, NULL, 0);
    enum lm_status status = lm_dense_new_of(&graph, b->d->arena, kept, 2, barred);
    for (uint32_t i = 0; status == LM_OK && i < b->member_count; i++)
        lm_dense_move(graph, vertex_of(s, b->members[i]), is_white(s, b->members[i]) == rarer);
    *out = status == LM_OK && lm_dense_is_perfect(graph);
    lm_dense_go_back(kept);
    return status;
}

enum lm_status lm_dubov26_choose_spare(struct dubov26_bracket *b, const struct dubov26_spare *given,
                                       bool *chosen, bool *done)
{
    struct spare s = {.b = b, .given = given};
    *chosen = *done = false;
    if (LM_LEAN || (b->resident_count + given->alone) % 2 != 0)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    enum lm_status status = begin(&s);
    const uint32_t whites = status == LM_OK ? choose_whites(&s) : 0;
    if (status == LM_OK)
        status = find_price(&s, whites);
    if (status == LM_OK && take_first(&s, whites)) {
        status = lm_dubov26_pair_plainly(b, done);
        *chosen = *done;
        if (status == LM_OK && !*done)
            status = is_even(&s, whites, chosen);
    }
    if (!*chosen)
        b->member_count = b->resident_count;
    lm_arena_reset(b->d->arena, mark);
    return status;
}
