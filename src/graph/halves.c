/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/halves.h"

#include "base/lean.h"
#include "graph/bits.h"

/*
 * Give each vertex a price, such that no pair costs less than those of its two add up to; then no
 * perfect matching costs less than all prices, and one of *tight* pairs, which cost just as much,
 * costs no more; one with another pair costs more.  (The proof of graph/best.h without odd sets.)
 * Such prices are there where pairs that count as halves cannot cost less than whole ones do:
 * mostly.
 *
 * With halves each vertex pays a half of its price as the *first* of a pair and the other half as
 * its *second*: two sides, of which every vertex is on both, to be matched to each other.  Who is
 * alone is his own second.  That is done as ever (Kuhn 1955, Munkres 1957, Edmonds and Karp 1972):
 * from a first without a second others are reached in the order of how much prices have to change
 * for it, each by way of its own first, until one has none.  Then the prices of all that were
 * reached before change by what they were nearer, so that the way is of tight pairs, and along it
 * one first more has a second.  Who would be reached as far away as somebody without a first, or
 * farther, is on no way that is shorter.
 *
 * Most need no way.  A first may pay as much as leaves its second cheapest one just tight, if the
 * cheapest pays less by the difference: that is tight, too, no pair costs less than before, and
 * only the one who had the cheapest may have to look for another (Jonker and Volgenant 1987).
 */

enum { NONE = -1, BIDS = 2 };

struct solver {
    const struct lm_halves *p;
    int32_t vertices;
    size_t words;
    int64_t *first, *second;  /* by vertex: what it pays as such */
    int32_t *taken, *taker;   /* its second; its first; or NONE */
    int64_t *far;             /* by second reached: how much prices have to change, */
    int32_t *from;            /* ... and the first it was reached from */
    int32_t *ready, count;    /* seconds reached and nearest, whose firsts are not looked at yet */
    uint64_t *reached, *done; /* the seconds reached; those nearest, too */
    int32_t end;              /* a second at the end of a way, or NONE */
    int64_t limit;            /* how far one is that is reached and has no first */
};

static bool make(struct solver *s, struct lm_arena *arena)
{
    const size_t n = (size_t)s->vertices;
    int64_t *amounts = lm_arena_alloc(arena, 3, n * sizeof *amounts);
    int32_t *numbers = lm_arena_alloc(arena, 4, n * sizeof *numbers);
    s->reached = lm_arena_alloc(arena, 2, s->words * sizeof *s->reached);
    if (amounts == NULL || numbers == NULL || s->reached == NULL)
        return false;
    s->first = amounts;
    s->second = amounts + n;
    s->far = amounts + 2 * n;
    s->taken = numbers;
    s->taker = numbers + n;
    s->from = numbers + 2 * n;
    s->ready = numbers + 3 * n;
    s->done = s->reached + s->words;
    return true;
}

/* Does a pair of ${kind} of ${u} cost more by its lower one? */
static bool adds_lower(const struct lm_halves *p, int32_t kind, int32_t u)
{
    return kind == 0 && p->lower != NULL && u < p->players;
}

/* How much more with ${v}, then. */
static int64_t more_with(const struct lm_halves *p, int32_t u, int32_t v)
{
    return v < p->players ? p->lower[u < v ? u : v] : 0;
}

/* Prices have changed so much that the second ${v} is reached. */
static void arrive(struct solver *s, int32_t v)
{
    lm_set_insert(s->done, v);
    s->ready[s->count++] = v;
    if (s->taker[v] == NONE)
        s->end = v;
}

/* The second ${v} is ${far} by way of ${u}, nearer than ${s->limit}; prices have changed by ${now}.
 */
static void reach(struct solver *s, int32_t u, int32_t v, int64_t far, int64_t now)
{
    if (lm_set_holds(s->reached, v) && s->far[v] <= far)
        return;
    if (s->taker[v] == NONE)
        s->limit = far;
    lm_set_insert(s->reached, v);
    s->far[v] = far;
    s->from[v] = u;
    if (far <= now)
        arrive(s, v);
}

/* Look at the seconds of ${u}, as far as ${now}. */
static void look_from(struct solver *s, int32_t u, int64_t now)
{
    const struct lm_halves *p = s->p;
    const int64_t near = now - s->first[u];
    if (p->spared != NULL && lm_set_holds(p->spared, u) && !lm_set_holds(s->done, u) &&
        near - s->second[u] < s->limit)
        reach(s, u, u, near - s->second[u], now);
    for (int32_t kind = 0; kind < p->kinds; kind++) {
        const uint64_t *pairs = p->pairs[kind] + (size_t)u * s->words;
        const bool adds = adds_lower(p, kind, u);
        const int64_t base = near + p->cost[kind];
        for (size_t w = 0; w < s->words && s->end == NONE; w++)
            for (uint64_t left = pairs[w] & ~s->done[w]; left != 0; left &= left - 1) {
                const int32_t v = (int32_t)w * LM_SET_BITS + __builtin_ctzll(left);
                const int64_t far = base - s->second[v] + (adds ? more_with(p, u, v) : 0);
                if (far < s->limit)
                    reach(s, u, v, far, now);
            }
    }
}

/* Those who are reached next are ready, at ${*now}; false: there are none. */
static bool go_on(struct solver *s, int64_t *now)
{
    int64_t nearest = INT64_MAX;
    for (size_t w = 0; w < s->words; w++)
        for (uint64_t left = s->reached[w] & ~s->done[w]; left != 0; left &= left - 1) {
            const int32_t v = (int32_t)w * LM_SET_BITS + __builtin_ctzll(left);
            nearest = s->far[v] < nearest ? s->far[v] : nearest;
        }
    if (nearest == INT64_MAX)
        return false;
    *now = nearest;
    for (size_t w = 0; w < s->words; w++)
        for (uint64_t left = s->reached[w] & ~s->done[w]; left != 0; left &= left - 1) {
            const int32_t v = (int32_t)w * LM_SET_BITS + __builtin_ctzll(left);
            if (s->far[v] == nearest)
                arrive(s, v);
        }
    return true;
}

/* Find a way from the first ${root}, who has no second; prices have changed by ${*now} then.
 * false: there is none. */
static bool find_way(struct solver *s, int32_t root, int64_t *now)
{
    s->count = 0;
    s->end = NONE;
    s->limit = INT64_MAX;
    *now = 0;
    for (size_t w = 0; w < s->words; w++)
        s->reached[w] = s->done[w] = 0;
    look_from(s, root, 0);
    for (int32_t i = 0; s->end == NONE; i++) {
        if (i == s->count && !go_on(s, now))
            return false;
        if (s->end == NONE)
            look_from(s, s->taker[s->ready[i]], *now);
    }
    return true;
}

/* Let all that was reached from ${root} within ${now} pay. */
static void pay(struct solver *s, int32_t root, int64_t now)
{
    s->first[root] += now;
    for (int32_t i = 0; i < s->count && now > 0; i++) {
        const int32_t v = s->ready[i];
        s->second[v] -= now - s->far[v];
        if (s->taker[v] != NONE)
            s->first[s->taker[v]] += now - s->far[v];
    }
}

/* The second ${v} takes the first that it was reached from, and so on up to one that had none. */
static void augment(struct solver *s, int32_t v)
{
    while (v != NONE) {
        const int32_t u = s->from[v], before = s->taken[u];
        s->taken[u] = v;
        s->taker[v] = u;
        v = before;
    }
}

static bool is_tight(const struct solver *s, int32_t kind, int32_t u, int32_t v)
{
    const int64_t more = adds_lower(s->p, kind, u) ? more_with(s->p, u, v) : 0;
    return 2 * (s->p->cost[kind] + more) == s->first[u] + s->second[u] + s->first[v] + s->second[v];
}

static void set_prices(const struct solver *s)
{
    const int64_t *price = s->p->price;
    for (int32_t v = 0; v < s->vertices && price != NULL; v++) {
        s->first[v] = price[v] / 2; /* rounded down, and up */
        s->first[v] -= 2 * s->first[v] > price[v];
        s->second[v] = price[v] - s->first[v];
    }
}

/* May ${v} be alone at no more than he pays? */
static bool can_be_alone(const struct solver *s, int32_t v)
{
    return s->p->spared != NULL && lm_set_holds(s->p->spared, v) && s->first[v] + s->second[v] == 0;
}

/* Begin with those who are mates, if their pair is tight, and who are alone. */
static void begin(const struct solver *s, const int32_t *mate)
{
    const struct lm_halves *p = s->p;
    set_prices(s);
    for (int32_t v = 0; v < s->vertices; v++)
        s->taken[v] = s->taker[v] = NONE;
    for (int32_t v = 0; v < s->vertices; v++) {
        for (int32_t kind = 0; kind < p->kinds && mate[v] > v; kind++)
            if (lm_set_holds(p->pairs[kind] + (size_t)v * s->words, mate[v]) &&
                is_tight(s, kind, v, mate[v])) {
                s->taken[v] = s->taker[v] = mate[v];
                s->taken[mate[v]] = s->taker[mate[v]] = v;
            }
        if (s->taken[v] == NONE && can_be_alone(s, v))
            s->taken[v] = s->taker[v] = v;
    }
}

/* The cheapest second of a first, of whom all that it does not pay itself would be ${least}, and
 * ${next} of another. */
struct offer {
    int64_t least, next;
    int32_t second;
};

/* One who has no first yet comes before those who cost the same. */
static void consider(const struct solver *s, int32_t v, int64_t amount, struct offer *offer)
{
    if (offer->second == NONE || amount < offer->least) {
        offer->next = offer->second == NONE ? INT64_MAX : offer->least;
        offer->least = amount;
        offer->second = v;
    } else {
        offer->next = amount < offer->next ? amount : offer->next;
        if (amount == offer->least && s->taker[v] == NONE)
            offer->second = v;
    }
}

static struct offer find_offer(const struct solver *s, int32_t u)
{
    const struct lm_halves *p = s->p;
    struct offer offer = {0, INT64_MAX, NONE};
    if (p->spared != NULL && lm_set_holds(p->spared, u))
        consider(s, u, -s->second[u], &offer);
    for (int32_t kind = 0; kind < p->kinds; kind++) {
        const uint64_t *pairs = p->pairs[kind] + (size_t)u * s->words;
        const bool adds = adds_lower(p, kind, u);
        for (size_t w = 0; w < s->words; w++)
            for (uint64_t left = pairs[w]; left != 0; left &= left - 1) {
                const int32_t v = (int32_t)w * LM_SET_BITS + __builtin_ctzll(left);
                const int64_t more = adds ? more_with(p, u, v) : 0;
                consider(s, v, p->cost[kind] + more - s->second[v], &offer);
            }
    }
    return offer;
}

/* The first ${u} pays as much as it can, and takes the cheapest second, from whoever has it, if
 * others cost more.  Returns who has lost it, or NONE. */
static int32_t bid(struct solver *s, int32_t u)
{
    const struct offer offer = find_offer(s, u);
    if (offer.second == NONE)
        return NONE;
    const int32_t v = offer.second, before = s->taker[v];
    const int64_t most = offer.next == INT64_MAX ? offer.least : offer.next;
    s->first[u] = most;
    if (before != NONE && most == offer.least)
        return NONE;
    s->second[v] -= most - offer.least;
    s->taken[u] = v;
    s->taker[v] = u;
    if (before != NONE)
        s->taken[before] = NONE;
    return before;
}

/* Before ways are looked for: who has no second bids for one, and who lost his to him, so often.
 * Few are left then. */
static void bid_all(struct solver *s)
{
    int32_t left = 0;
    for (int32_t u = 0; u < s->vertices; u++)
        left += s->taken[u] == NONE;
    left *= BIDS;
    for (int32_t u = 0; u < s->vertices; u++)
        for (int32_t next = u; next != NONE && s->taken[next] == NONE && left > 0; left--)
            next = bid(s, next);
}

/* Who of ${u} and later ones are tight pairs; ${price}: of each all that it pays. */
static void list_tight(const struct solver *s, int32_t u, const int64_t *price, uint64_t *tight)
{
    const struct lm_halves *p = s->p;
    const size_t own = (size_t)u / LM_SET_BITS;
    uint64_t *row = tight + (size_t)u * s->words;
    for (int32_t kind = 0; kind < p->kinds; kind++) {
        const uint64_t *pairs = p->pairs[kind] + (size_t)u * s->words;
        const int64_t rest = 2 * p->cost[kind] - price[u];
        const int64_t of_player = adds_lower(p, kind, u) ? rest + 2 * p->lower[u] : rest;
        for (size_t w = own; w < s->words; w++)
            for (uint64_t left = pairs[w] & (w == own ? UINT64_MAX << u % LM_SET_BITS : UINT64_MAX);
                 left != 0; left &= left - 1) {
                const int32_t v = (int32_t)w * LM_SET_BITS + __builtin_ctzll(left);
                if (price[v] != (v < p->players ? of_player : rest))
                    continue;
                lm_set_insert(row, v);
                lm_set_insert(tight + (size_t)v * s->words, u);
            }
    }
}

enum lm_status lm_halves_solve(const struct lm_halves *problem, struct lm_arena *arena,
                               int32_t *mate, bool *known, uint64_t *tight, uint64_t *alone)
{
    struct solver s = {
        .p = problem, .vertices = problem->vertices, .words = lm_set_words(problem->vertices)};
    if (!make(&s, arena))
        return LM_LIMIT;
    begin(&s, mate);
    if (!LM_LEAN)
        bid_all(&s);
    *known = true;
    for (int32_t u = 0; u < s.vertices; u++) {
        int64_t by;
        if (s.taken[u] != NONE)
            continue;
        *known = find_way(&s, u, &by);
        if (!*known)
            return LM_OK;
        pay(&s, u, by);
        augment(&s, s.end);
    }
    for (int32_t u = 0; u < s.vertices; u++)
        s.far[u] = s.first[u] + s.second[u]; /* nothing is on its way any more */
    for (int32_t u = 0; u < s.vertices && !LM_LEAN && problem->paid != NULL; u++)
        problem->paid[u] = s.far[u];
    for (int32_t u = 0; u < s.vertices; u++) {
        bool whole = s.taken[u] == s.taker[u] && s.taken[u] != u;
        mate[u] = whole ? s.taken[u] : LM_ALONE;
        list_tight(&s, u, s.far, tight);
        if (can_be_alone(&s, u))
            lm_set_insert(alone, u);
    }
    return LM_OK;
}

bool lm_halves_draw(struct lm_dense *dense, int32_t vertices, const uint64_t *tight, int32_t *mate)
{
    lm_dense_part_all(dense);
    for (int32_t v = 0; v < vertices; v++)
        lm_dense_set_row(dense, v, tight + (size_t)v * lm_set_words(vertices));
    for (int32_t v = 0; v < vertices; v++)
        if (mate[v] > v)
            lm_dense_pair(dense, v, mate[v]);
    const bool whole = lm_dense_is_perfect(dense);
    for (int32_t v = 0; v < vertices; v++)
        mate[v] = lm_dense_mate(dense, v);
    return whole;
}
