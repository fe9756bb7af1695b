/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "base/room.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "limmat/matching.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * Who of the residents can leave (C1) together, where all who come down are paired first?
 *
 * Nobody who comes down may meet one who leaves: else that one has an opponent, and stays.  In a
 * tight share (dutch_2006_tight.c) one comes down of each of so many even components as a largest
 * matching above leaves alone, and the odd ones are matched to the other components.  Where all
 * from above are paired first, each has a resident of his own.  So residents leave together only if
 * there is a matching of all components and of those moved down before, each with another resident
 * whom he, or one of its members who may come down and meets none of those who leave, may meet, or
 * with an odd one.  There is a matching of all odd ones, so there is then one of all of both
 * (Mendelsohn and Dulmage).
 *
 * If two cannot, no more can that hold both.  So it is asked of single ones and of two only, and
 * where k leave, k of them can each leave with k - 1 others.  What shares suppose besides takes
 * away who may come down, and who may leave: so it holds for all of them.
 */

enum { LEAVERS_MOST = LM_SET_BITS };

struct leavers {
    const struct descent *d;
    const struct kept *k;
    uint32_t upper, before, count; /* residents are players from ${before} on */
    uint32_t open;
    size_t words;
    uint64_t *seen, *row; /* scratch: sets of players */
    uint64_t *free;       /* residents who are nobody's, */
    uint64_t *spare;      /* ... where nobody leaves */
    uint64_t *foe;        /* per player from above: of those asked about, whom he may meet; */
    uint64_t *foes;       /* ... per base: whom any of its component may; */
    uint64_t *all;        /* ... the row of each who has to be matched, where nobody leaves */
    int32_t *mate;        /* of bases, odd ones and residents, where nobody leaves; */
    int32_t *now, *from, *queue; /* ... or some do; how a path came to it */
    int32_t *parted;             /* scratch: bases */
    uint32_t resident[LEAVERS_MOST];
};

static const uint64_t *legal_of(const struct leavers *l, uint32_t v)
{
    return l->k->legal + v * l->words;
}

static bool meets(const uint64_t *legal, const uint64_t *set, size_t words)
{
    uint64_t any = 0;
    for (size_t w = 0; w < words; w++)
        any |= legal[w] & set[w];
    return any != 0;
}

/* ---- Whom it is asked about ---- */

/* The residents whom C1 lets leave and who have no opponent but who may come.  false: too many, or
 * too few for it. */
static bool list_open(struct leavers *l)
{
    const struct below *below = l->d->below;
    uint64_t *sure = l->seen;
    memset(sure, 0, l->words * sizeof *sure);
    lm_set_insert_all(sure, l->upper, l->count);
    for (uint32_t i = 0; i < below->resident_count; i++) {
        if (!below->c1[below->residents[i]] || meets(legal_of(l, l->before + i), sure, l->words))
            continue;
        if (l->open == LEAVERS_MOST)
            return false;
        l->resident[l->open++] = i;
    }
    return l->open >= 2;
}

static void list_foes(const struct leavers *l)
{
    for (uint32_t v = l->d->target.moved; v < l->upper; v++)
        for (uint32_t i = 0; i < l->open; i++)
            if (lm_set_holds(legal_of(l, v), (int32_t)(l->before + l->resident[i])))
                l->foe[v] |= UINT64_C(1) << i;
}

/* ---- Can they leave? ---- */

/* Has ${v} to be matched: a component by its base, or one who was moved down before? */
static bool has_to_be(const struct leavers *l, uint32_t v)
{
    return v >= l->upper || (l->k->part[v] == LM_PART_EVEN && l->k->base[v] == (int32_t)v);
}

/* Add to ${row} the residents whom ${v}, if he comes down, may be paired with, while those of
 * ${leave} leave. */
static void add_residents(const struct leavers *l, uint32_t v, uint64_t leave, uint64_t *row)
{
    const uint64_t *legal = legal_of(l, v);
    if (v < l->d->target.moved || (l->foe[v] & leave) != 0)
        return;
    for (size_t w = l->before / LM_SET_BITS; w < l->words; w++)
        row[w] |= w == l->before / LM_SET_BITS ? legal[w] & ~UINT64_C(0) << l->before % LM_SET_BITS
                                               : legal[w];
}

/* With whom ${base} may be matched, into ${l->row}. */
static const uint64_t *find_row(const struct leavers *l, uint32_t base, uint64_t leave)
{
    const bool above = base < l->upper;
    for (size_t w = 0; w < l->words; w++)
        l->row[w] = above ? l->k->up[base * l->words + w] & l->k->odd[w] : 0;
    add_residents(l, base, leave, l->row);
    for (uint32_t v = 0; v < l->upper && above && !l->k->single; v++)
        if (v != base && l->k->part[v] == LM_PART_EVEN && l->k->base[v] == (int32_t)base)
            add_residents(l, v, leave, l->row);
    return l->row;
}

/* The same; it is as if nobody left where the component may meet none of ${leave}. */
static const uint64_t *row_of(const struct leavers *l, uint32_t base, uint64_t leave)
{
    return (l->foes[base] & leave) == 0 ? l->all + base * l->words : find_row(l, base, leave);
}

/* Match anew along the path to ${to}, which is alone: ${base}, where it began, gets one. */
static void turn_path(const struct leavers *l, int32_t to, int32_t base)
{
    for (int32_t from, next; to != LM_ALONE; to = next) {
        from = l->from[to];
        next = from == base ? LM_ALONE : l->now[from];
        l->now[to] = from;
        l->now[from] = to;
    }
}

/* The first of ${row} who is free; LM_ALONE: none is. */
static int32_t find_free(const struct leavers *l, const uint64_t *row)
{
    for (size_t w = l->before / LM_SET_BITS; w < l->words; w++)
        if ((row[w] & l->free[w]) != 0)
            return (int32_t)(w * LM_SET_BITS) + __builtin_ctzll(row[w] & l->free[w]);
    return LM_ALONE;
}

/* Match ${base}, who is alone, if that can be. */
static bool match(const struct leavers *l, int32_t base, uint64_t leave)
{
    uint32_t head = 0, tail = 0;
    memset(l->seen, 0, l->words * sizeof *l->seen);
    l->queue[tail++] = base;
    while (head < tail) {
        const int32_t at = l->queue[head++];
        const uint64_t *row = row_of(l, (uint32_t)at, leave);
        const int32_t end = find_free(l, row);
        if (end != LM_ALONE) {
            l->from[end] = at;
            lm_set_drop(l->free, end);
            turn_path(l, end, base);
            return true;
        }
        for (size_t w = 0; w < l->words; w++) {
            uint64_t new = row[w] & ~l->seen[w];
            l->seen[w] |= new;
            for (; new != 0; new &= new - 1) {
                const int32_t v = (int32_t)(w * LM_SET_BITS) + __builtin_ctzll(new);
                l->from[v] = at;
                l->queue[tail++] = l->now[v];
            }
        }
    }
    return false;
}

/* Match all who have to be where nobody leaves, if that can be. */
static bool match_all(const struct leavers *l)
{
    bool can = true;
    for (uint32_t v = 0; v < l->before && can; v++)
        if (has_to_be(l, v) && l->now[v] == LM_ALONE)
            can = match(l, (int32_t)v, 0);
    return can;
}

/* Those pairs are parted that those of ${leave} do not let be, and who has lost his is matched
 * anew, if that can be. */
static bool can_leave(const struct leavers *l, uint64_t leave)
{
    uint32_t parted = 0;
    memcpy(l->now, l->mate, l->count * sizeof *l->mate);
    memcpy(l->free, l->spare, l->words * sizeof *l->free);
    for (uint32_t v = l->before; v < l->count; v++) {
        const int32_t base = l->now[v];
        if (base == LM_ALONE || (l->foes[base] & leave) == 0 ||
            lm_set_holds(row_of(l, (uint32_t)base, leave), (int32_t)v))
            continue;
        l->now[v] = l->now[base] = LM_ALONE;
        lm_set_insert(l->free, (int32_t)v);
        l->parted[parted++] = base;
    }
    bool can = true;
    for (uint32_t i = 0; i < parted && can; i++)
        can = match(l, l->parted[i], leave);
    return can;
}

/* Whom of those asked about each may meet; and the rows where nobody leaves. */
static void list_rows(const struct leavers *l)
{
    list_foes(l);
    for (uint32_t v = 0; v < l->before; v++) {
        if (!has_to_be(l, v))
            continue;
        memcpy(l->all + v * l->words, find_row(l, v, 0), l->words * sizeof *l->all);
        l->foes[v] = l->foe[v];
        for (uint32_t u = 0; u < l->upper && v < l->upper && !l->k->single; u++)
            if (l->k->part[u] == LM_PART_EVEN && l->k->base[u] == (int32_t)v)
                l->foes[v] |= l->foe[u];
    }
}

/* Where nobody leaves, from the matching above that is known, which may be another one than that
 * the bases are of.  false: there is no such matching. */
static bool begin(const struct leavers *l)
{
    for (uint32_t v = 0; v < l->count; v++)
        l->now[v] = LM_ALONE;
    for (uint32_t v = 0; v < l->upper; v++)
        if (l->k->part[v] == LM_PART_ODD) {
            const int32_t base = l->k->base[l->k->mate[v]];
            l->now[v] = base;
            l->now[base] = (int32_t)v;
        }
    lm_set_insert_all(l->free, l->before, l->count);
    bool can = match_all(l);
    memcpy(l->mate, l->now, l->count * sizeof *l->mate);
    memcpy(l->spare, l->free, l->words * sizeof *l->spare);
    return can;
}

/* ---- What is kept ---- */

static bool make_room(struct leavers *l, struct lm_arena *arena)
{
    l->seen = lm_arena_alloc(arena, l->words, sizeof *l->seen);
    l->row = lm_arena_alloc(arena, l->words, sizeof *l->row);
    l->free = lm_arena_alloc(arena, l->words, sizeof *l->free);
    l->spare = lm_arena_alloc(arena, l->words, sizeof *l->spare);
    l->foe = lm_arena_alloc(arena, l->before, sizeof *l->foe);
    l->foes = lm_arena_alloc(arena, l->before, sizeof *l->foes);
    l->all = lm_arena_room(arena, l->before, l->words * sizeof *l->all);
    l->parted = lm_arena_alloc(arena, l->before, sizeof *l->parted);
    l->mate = lm_arena_alloc(arena, l->count, sizeof *l->mate);
    l->now = lm_arena_alloc(arena, l->count, sizeof *l->now);
    l->from = lm_arena_alloc(arena, l->count, sizeof *l->from);
    l->queue = lm_arena_alloc(arena, l->count, sizeof *l->queue);
    return l->seen != NULL && l->row != NULL && l->free != NULL && l->spare != NULL &&
           l->foe != NULL && l->foes != NULL && l->all != NULL && l->mate != NULL &&
           l->now != NULL && l->from != NULL && l->queue != NULL && l->parted != NULL;
}

/* No more than this leave: so many can each leave with as many others but one. */
static uint32_t most_of(const struct leavers *l, const uint64_t *with)
{
    uint32_t most = 0;
    for (uint32_t k = 1; k <= l->open; k++) {
        uint32_t enough = 0;
        for (uint32_t i = 0; i < l->open; i++)
            enough += lm_set_count(with[i]) >= k; /* himself among them */
        most = enough >= k ? k : most;
    }
    return most;
}

/* Ask, and keep it. */
static void ask(const struct leavers *l, struct kept *k)
{
    const size_t words = lm_set_words((int32_t)l->d->below->resident_count);
    uint64_t with[LEAVERS_MOST] = {0};
    for (uint32_t i = 0; i < l->open; i++)
        if (can_leave(l, UINT64_C(1) << i))
            with[i] = UINT64_C(1) << i;
    for (uint32_t i = 0; i < l->open; i++)
        for (uint32_t j = i + 1; j < l->open && with[i] != 0; j++)
            if (with[j] != 0 && can_leave(l, UINT64_C(1) << i | UINT64_C(1) << j)) {
                with[i] |= UINT64_C(1) << j;
                with[j] |= UINT64_C(1) << i;
            }
    k->most_leave = most_of(l, with);
    for (uint32_t i = 0; i < l->open; i++)
        for (uint64_t left = with[i]; left != 0; left &= left - 1)
            lm_set_insert(k->together + l->resident[i] * words,
                          (int32_t)l->resident[__builtin_ctzll(left)]);
}

/* Are all from above paired first, in a tight share? */
static bool serves(const struct descent *d, bool first)
{
    return !LM_LEAN && first && d->below->moved_lowered == 0 && lm_dutch_2006_is_tight(d);
}

enum lm_status lm_dutch_2006_keep_leavers(const struct descent *d, bool first, bool *news)
{
    *news = false;
    if (!serves(d, first) || d->below->kept->asked_leavers)
        return LM_OK;
    struct lm_arena *arena = d->field->arena;
    struct kept *k = d->below->kept;
    const uint32_t residents = d->below->resident_count, upper = d->bracket->count;
    struct leavers l = {.d = d,
                        .k = k,
                        .upper = upper,
                        .before = upper + d->below->moved_count,
                        .count = upper + d->below->moved_count + residents};
    l.words = lm_set_words((int32_t)l.count);
    k->asked_leavers = true;
    uint64_t *together =
        lm_arena_alloc(arena, residents, lm_set_words((int32_t)residents) * sizeof *together);
    struct lm_mark mark = lm_arena_mark(arena);
    if (together == NULL || !make_room(&l, arena))
        return LM_LIMIT;
    const bool open = list_open(&l);
    if (open)
        list_rows(&l);
    if (open && begin(&l)) {
        k->together = together;
        ask(&l, k);
        *news = true;
    }
    lm_arena_reset(arena, mark);
    return LM_OK;
}

static bool is_known(const struct descent *d, bool first)
{
    return serves(d, first) && d->below->kept->together != NULL;
}

bool lm_dutch_2006_leave_together(const struct descent *d, bool first, uint32_t a, uint32_t b)
{
    const size_t words = lm_set_words((int32_t)d->below->resident_count);
    return !is_known(d, first) || lm_set_holds(d->below->kept->together + a * words, (int32_t)b);
}

bool lm_dutch_2006_can_leave(const struct descent *d, const struct supposed *s, uint32_t resident)
{
    if (!is_known(d, s->first))
        return true;
    const size_t words = lm_set_words((int32_t)d->below->resident_count);
    const uint64_t *with = d->below->kept->together + resident * words;
    if (!lm_set_holds(with, (int32_t)resident))
        return false;
    const uint8_t *leaves = s->leaves, *end = leaves + d->below->resident_count;
    while (leaves != NULL && (leaves = memchr(leaves, LEAVES, (size_t)(end - leaves))) != NULL)
        if (!lm_set_holds(with, (int32_t)(leaves++ - s->leaves)))
            return false;
    return true;
}

uint32_t lm_dutch_2006_most_leave(const struct descent *d, bool first, uint32_t open, uint32_t gone)
{
    if (!is_known(d, first))
        return open;
    const uint32_t most = d->below->kept->most_leave, more = most > gone ? most - gone : 0;
    return open < more ? open : more;
}
