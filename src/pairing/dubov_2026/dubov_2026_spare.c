/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "base/lean.h"
#include "base/sort.h"
#include "graph/bits.h"
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
 *   - The order of weights changes only at prices that make two of one score cost the same.  Where
 *     as many as wanted are the most or the fewest at one, so they are a trifle beside it, where
 *     those of one colour are a class of their own.
 *
 * Whoever can be left alone is of a component of the even set of Gallai and Edmonds, of which any
 * one can be, and the odd vertices have a component each in every largest matching.  So a set is a
 * base if it has one of each of k components without which the odd ones can all have one: a search
 * over sets of their members, and if it finds none, none that it came to can be left out any more.
 *
 * Of each weight just so many, and so many due White, are taken in the order of art. 4.2, as long
 * as some base has them all.  If they become as many as wanted, they are the first set of all that
 * could be best: who was passed over is in none with those taken before him.  If the bracket can be
 * paired with no more against their preference than the difference forces, it is the best one. Else
 * nothing is said.
 */

/* What one costs: [C8] most, then [C9], then [C10]; more than all that is the greatest price. */
enum { OF_RECENT = 0, OF_TIMES = 16, OF_MAXIMUM = 40, OF_COLOUR = 56 };

enum { NOBODY = -1 };

/* One of those below who can be left alone. */
struct candidate {
    int64_t cost;
    uint32_t place; /* among those below */
    uint32_t level, component;
    bool white;
};

/* The same as greed comes to him: those of one ${weight} in one score are a class. */
struct turn {
    int64_t weight;
    uint32_t level, candidate;
    bool last; /* after those of the other colour */
};

struct spare {
    struct dubov26_bracket *b;
    const struct dubov26_spare *given;
    struct candidate *candidates;
    struct turn *turns;
    uint32_t *order[2]; /* of those due White or not: by score and cost, so many */
    uint32_t ordered[2];
    uint32_t *class; /* per candidate */
    uint32_t *need;  /* per class, at most one more than candidates: so many come up */
    uint32_t count;
    /* Components, by number, and the odd ones, which are vertices as their members are. */
    uint32_t components;
    uint32_t *component; /* per member */
    int32_t *next;       /* per member: of the same component, round and round */
    size_t words;        /* of a set of vertices */
    int32_t *first;      /* per component: which odd one has it at first, or NOBODY */
    int32_t *held;       /* and now */
    uint64_t *open;      /* the members of components of which nobody comes up yet, and could */
    uint64_t *loose;     /* those of components that no odd one has */
    uint64_t *even, *first_loose;
    /* Scratch of a search. */
    uint64_t *unseen;
    int32_t *finder; /* per component: the odd one that came to it */
    uint32_t *queue;
};

static int32_t vertex_of(const struct spare *s, uint32_t seat)
{
    return (int32_t)(seat - s->b->left->first);
}

static bool is_white(const struct spare *s, uint32_t seat)
{
    return s->b->d->p->seats[seat].wish == LM_WHITE;
}

/* ---- Components ---- */

static void list_candidates(struct spare *s, int32_t *number)
{
    for (uint32_t i = 0; i < s->b->lower_count; i++) {
        const struct dubov26_seat *x = &s->b->d->seats[s->b->lower[i]];
        const int64_t often = x->maximum ? INT64_C(1) << OF_MAXIMUM : 0;
        const int64_t times = x->maximum ? (int64_t)x->upfloats << OF_TIMES : 0;
        if (s->given->part[i] != LM_PART_EVEN)
            continue;
        int32_t *component = &number[s->given->component[i]];
        if (*component == NOBODY)
            *component = (int32_t)s->components++;
        s->candidates[s->count++] = (struct candidate){
            often + times + ((int64_t)x->recent << OF_RECENT), i, s->given->level[i],
            (uint32_t)*component, is_white(s, s->b->lower[i])};
    }
}

/* Take all members of a component, ${v} one of them, out of ${set}. */
static void drop_component(const struct spare *s, uint64_t *set, int32_t v)
{
    int32_t member = v;
    do {
        lm_set_drop(set, member);
        member = s->next[member];
    } while (member != v);
}

/* The members of each component, and which one the odd ones have in the matching that is kept. */
static enum lm_status list_components(struct spare *s)
{
    const struct dubov26_bracket *b = s->b;
    struct lm_arena *arena = b->d->arena;
    s->words = lm_set_words((int32_t)b->left->count);
    s->component = lm_arena_alloc(arena, b->left->count, sizeof *s->component);
    s->next = lm_arena_alloc(arena, b->left->count, sizeof *s->next);
    s->first = lm_arena_alloc(arena, s->components, sizeof *s->first);
    s->held = lm_arena_alloc(arena, s->components, sizeof *s->held);
    s->open = lm_arena_alloc(arena, s->words, sizeof *s->open);
    s->even = lm_arena_alloc(arena, s->words, sizeof *s->even);
    s->loose = lm_arena_alloc(arena, s->words, sizeof *s->loose);
    s->first_loose = lm_arena_alloc(arena, s->words, sizeof *s->first_loose);
    s->unseen = lm_arena_alloc(arena, s->words, sizeof *s->unseen);
    s->finder = lm_arena_alloc(arena, s->components, sizeof *s->finder);
    s->queue = lm_arena_alloc(arena, s->components, sizeof *s->queue);
    if (s->component == NULL || s->next == NULL || s->first == NULL || s->held == NULL ||
        s->open == NULL || s->even == NULL || s->loose == NULL || s->first_loose == NULL ||
        s->unseen == NULL || s->finder == NULL || s->queue == NULL)
        return LM_LIMIT;
    for (uint32_t c = 0; c < s->components; c++)
        s->first[c] = s->held[c] = NOBODY;
    for (uint32_t k = 0; k < s->count; k++) {
        const int32_t v = vertex_of(s, b->lower[s->candidates[k].place]);
        int32_t *known = &s->held[s->component[v] = s->candidates[k].component];
        s->next[v] = *known != NOBODY ? s->next[*known] : v;
        s->next[*known != NOBODY ? *known : v] = v;
        *known = v;
        lm_set_insert(s->even, v);
        lm_set_insert(s->first_loose, v);
    }
    for (uint32_t i = 0; i < b->lower_count; i++) {
        const int32_t odd = vertex_of(s, b->lower[i]), mate = lm_dense_mate(b->left->matching, odd);
        if (s->given->part[i] != LM_PART_ODD || mate == LM_ALONE || !lm_set_holds(s->even, mate))
            continue;
        s->first[s->component[mate]] = odd;
        drop_component(s, s->first_loose, mate);
    }
    return LM_OK;
}

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

/* A price changes nothing of the order of those of one colour. */
static void order_candidates(struct spare *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->turns[i] = (struct turn){s->candidates[i].cost, s->candidates[i].level, i, false};
    lm_sort(s->turns, s->count, sizeof *s->turns, by_turn);
    for (uint32_t i = 0; i < s->count; i++) {
        const bool white = s->candidates[s->turns[i].candidate].white;
        s->order[white][s->ordered[white]++] = s->turns[i].candidate;
    }
}

static enum lm_status begin(struct spare *s)
{
    struct lm_arena *arena = s->b->d->arena;
    const uint32_t most = s->b->lower_count;
    int32_t *number = lm_arena_alloc(arena, s->b->left->count, sizeof *number);
    s->candidates = lm_arena_alloc(arena, most, sizeof *s->candidates);
    s->turns = lm_arena_alloc(arena, most, sizeof *s->turns);
    s->order[false] = lm_arena_alloc(arena, most, sizeof *s->order[false]);
    s->order[true] = lm_arena_alloc(arena, most, sizeof *s->order[true]);
    s->class = lm_arena_alloc(arena, most, sizeof *s->class);
    s->need = lm_arena_alloc(arena, (size_t)most + 1, sizeof *s->need);
    if (number == NULL || s->candidates == NULL || s->turns == NULL || s->class == NULL ||
        s->need == NULL || s->order[false] == NULL || s->order[true] == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < s->b->left->count; v++)
        number[v] = NOBODY;
    list_candidates(s, number);
    order_candidates(s);
    return list_components(s);
}

/* Nobody comes up yet. */
static void start_over(const struct spare *s)
{
    memcpy(s->held, s->first, s->components * sizeof *s->held);
    memcpy(s->open, s->even, s->words * sizeof *s->open);
    memcpy(s->loose, s->first_loose, s->words * sizeof *s->loose);
}

/* Let whoever came to the component ${found} have it, and who came to what he had that, up to
 * ${c}. */
static void move_along(const struct spare *s, int32_t found, int32_t c)
{
    while (found != c) {
        const int32_t mover = s->finder[found];
        int32_t before = 0;
        while (s->held[before] != mover)
            before++;
        s->held[found] = mover;
        s->held[before] = NOBODY;
        found = before;
    }
}

/* A member of a component that has not been seen and that no odd one has, whom ${meets} tells, or
 * NOBODY; the components of all others whom it tells are in the queue. */
static int32_t look_on(const struct spare *s, int32_t odd, uint32_t *count)
{
    const uint64_t *meets = lm_dense_row(s->b->left->matching, odd);
    for (size_t w = 0; w < s->words; w++)
        if ((meets[w] & s->unseen[w] & s->loose[w]) != 0)
            return (int32_t)w * LM_SET_BITS +
                   __builtin_ctzll(meets[w] & s->unseen[w] & s->loose[w]);
    for (size_t w = 0; w < s->words; w++)
        for (uint64_t new; (new = meets[w] & s->unseen[w]) != 0;) {
            const int32_t member = (int32_t)w * LM_SET_BITS + __builtin_ctzll(new);
            s->queue[(*count)++] = s->component[member];
            s->finder[s->component[member]] = odd;
            drop_component(s, s->unseen, member);
        }
    return NOBODY;
}

/* Let the odd one who has the component ${c}, with ${v}, have another, and others theirs; false:
 * there is none, and no component that was looked at can be left out. */
static bool give_another(const struct spare *s, uint32_t c, int32_t v)
{
    uint32_t count = 0;
    memcpy(s->unseen, s->open, s->words * sizeof *s->unseen);
    drop_component(s, s->unseen, v);
    s->queue[count++] = c; /* of components, all held */
    for (uint32_t looked = 0; looked < count; looked++) {
        const int32_t odd = s->held[s->queue[looked]], member = look_on(s, odd, &count);
        if (member == NOBODY)
            continue;
        s->finder[s->component[member]] = odd;
        drop_component(s, s->loose, member);
        move_along(s, (int32_t)s->component[member], (int32_t)c);
        return true;
    }
    for (size_t w = 0; w < s->words; w++)
        s->open[w] &= s->unseen[w];
    return false;
}

/* Let one more come up; false: no base has all of them. */
static bool come_up(const struct spare *s, uint32_t candidate)
{
    const struct candidate *x = &s->candidates[candidate];
    const int32_t v = vertex_of(s, s->b->lower[x->place]);
    if (!lm_set_holds(s->open, v) ||
        (s->held[x->component] != NOBODY && !give_another(s, x->component, v)))
        return false;
    drop_component(s, s->open, v);
    return true;
}

/* ---- Greed ---- */

/* How far greed has come at a ${price} of being due White: who of each colour is next, and his
 * turn. */
struct heads {
    int64_t price;
    bool most; /* of one weight those due White first */
    uint32_t next[2];
    struct turn head[2];
};

static void show_next(const struct spare *s, struct heads *h, bool white)
{
    if (h->next[white] == s->ordered[white])
        return;
    const uint32_t own = s->order[white][h->next[white]];
    const struct candidate *x = &s->candidates[own];
    h->head[white] =
        (struct turn){x->cost + (white ? h->price : 0), x->level, own, white != h->most};
}

/* Whose turn it is; there is one left. */
static struct turn take_next(const struct spare *s, struct heads *h)
{
    const bool white =
        h->next[false] == s->ordered[false] ||
        (h->next[true] < s->ordered[true] && by_turn(&h->head[true], &h->head[false]) < 0);
    const struct turn taken = h->head[white];
    h->next[white]++;
    show_next(s, h, white);
    return taken;
}

/* The best base at that ${price} of being due White, of which as many as can be, or as few, are.
 * Those of one weight are one class or, unless ${mixed}, those of one colour of them: as if it were
 * a trifle less, or more.  Nobody is needed of those whom greed did not come to, a class as well.
 */
static uint32_t count_whites(const struct spare *s, int64_t price, bool most, bool mixed)
{
    uint32_t whites = 0, class = 0, left = s->given->alone;
    struct heads h = {.price = price, .most = most};
    struct turn x, before = {0};
    start_over(s);
    memset(s->need, 0, (s->count + 1) * sizeof *s->need);
    for (uint32_t i = 0; i < s->count; i++)
        s->class[i] = s->count;
    show_next(s, &h, false);
    show_next(s, &h, true);
    for (uint32_t i = 0; i < s->count && left > 0; i++, before = x) {
        x = take_next(s, &h);
        class += i > 0 && (x.level != before.level || x.weight != before.weight ||
                           (!mixed && x.last != before.last));
        s->class[x.candidate] = class;
        if (!come_up(s, x.candidate))
            continue;
        left--;
        s->need[class]++;
        whites += s->candidates[x.candidate].white;
    }
    return whites;
}

static int by_price(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Sort the ${count} numbers and leave one of each; how many. */
static size_t sort_out(int64_t *all, size_t count)
{
    size_t kept = 0;
    lm_sort(all, count, sizeof *all, by_price);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || all[i] != all[kept - 1])
            all[kept++] = all[i];
    return kept;
}

static const struct candidate *ordered(const struct spare *s, bool white, uint32_t i)
{
    return &s->candidates[s->order[white][i]];
}

/* From the ${i}-th of those ${white} or not on to the next score. */
static uint32_t end_of_level(const struct spare *s, bool white, uint32_t i)
{
    uint32_t end = i;
    while (end < s->ordered[white] && ordered(s, white, end)->level == ordered(s, white, i)->level)
        end++;
    return end;
}

/* The prices above 0, or those below, at which the weights become equal of one who is due White and
 * one who is not, both of one score; into ${prices} unless it is NULL.  How many. */
static size_t compare_costs(const struct spare *s, bool above, int64_t *prices)
{
    size_t count = 0;
    for (uint32_t i = 0, from = 0, to; i < s->ordered[false]; i++) {
        const struct candidate *x = ordered(s, false, i);
        while (from < s->ordered[true] && ordered(s, true, from)->level < x->level)
            from++;
        to = from < s->ordered[true] && ordered(s, true, from)->level == x->level
                 ? end_of_level(s, true, from)
                 : from;
        for (uint32_t k = to; k-- > from;) { /* ascending, so that there is less to sort */
            const int64_t price = x->cost - ordered(s, true, k)->cost;
            if (prices != NULL)
                prices[count] = price;
            count += above ? price > 0 : price < 0;
        }
    }
    return count;
}

/* All prices at which the order of the weights changes, ascending: those above 0, or those below.
 */
static int64_t *list_prices(const struct spare *s, bool above, size_t *count)
{
    const size_t most = compare_costs(s, above, NULL);
    int64_t *prices = lm_arena_alloc(s->b->d->arena, most + 1, sizeof *prices);
    *count = prices != NULL ? sort_out(prices, compare_costs(s, above, prices)) : 0;
    return prices;
}

/* Classes and needs of the bases at that ${price}, or a trifle beside it, if some have ${whites}
 * who are due White; less than 0: all have fewer, more than 0: more. */
static int try_price(const struct spare *s, int64_t price, uint32_t whites)
{
    const uint32_t most = count_whites(s, price, true, false);
    if (most <= whites)
        return most < whites ? -1 : 0;
    const uint32_t fewest = count_whites(s, price, false, false);
    if (fewest < whites)
        (void)count_whites(s, price, false, true);
    return fewest > whites;
}

/* The same at the price at which some have: a higher one than 0 if all have more there. */
static enum lm_status find_price(const struct spare *s, uint32_t whites)
{
    size_t low = 0, high = 0;
    int side = try_price(s, 0, whites);
    if (side == 0)
        return LM_OK;
    const int64_t *prices = list_prices(s, side > 0, &high);
    if (prices == NULL)
        return LM_LIMIT;
    while (side != 0 && low < high) {
        const size_t middle = low + (high - low) / 2;
        side = try_price(s, prices[middle], whites);
        low = side > 0 ? middle + 1 : low;
        high = side < 0 ? middle : high;
    }
    assert(side == 0); /* from price to price the fewest are the next one's most */
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
    const uint32_t most = count_whites(s, -greatest, true, false);
    const uint32_t fewest = count_whites(s, greatest, false, false);
    const uint32_t residents = count_white_residents(s);
    const uint32_t half = (s->b->resident_count + s->given->alone) / 2;
    const uint32_t even = half > residents ? half - residents : 0;
    return even > most ? most : even < fewest ? fewest : even;
}

/* Enter the first who could be best, of whom ${whites} are due White; false: they are too few. */
static bool take_first(const struct spare *s, uint32_t whites)
{
    struct dubov26_bracket *b = s->b;
    start_over(s);
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
