/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/lean.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * Is there hope for a share of C12?  The question of lm_dutch_2006_hope (dutch_2006_descent.c),
 * which a round may ask a hundred times of one bracket, by sets and on one graph that is kept.
 *
 * Such a share is tight: as many come down as a largest matching of those above leaves alone.  So
 * each matching in question is a largest one above; by Gallai and Edmonds who comes down is even
 * there, one of each of so many even components, the odd ones are matched to such components, and
 * the rest does not matter.  Which vertices these are is the same for all shares, as who may come
 * down, and who is paired first there, changes only who may be matched below.  Who must come down
 * is of an even component, which is matched by him only; two are not of one.  Hence the contracted
 * graph of those above is made once, each question changes the rows of bits, and its matching
 * begins as the one before ended.
 *
 * Where some of those from above are not paired first, no more of them may come down than are
 * spared (lm_dutch_2006_hope).
 *
 * Who is what is told here by sets as ask_for_hope of dutch_2006_descent.c tells it per vertex, for
 * brackets too large for rows of bits, for the module for browsers, and for the search of a share:
 * who changes the one changes the other.  Too much hope costs time, too little a pairing.
 */

enum { SETS = 12 + OVER_KINDS }; /* those of begin */

/* A question.  Players are those above, then those moved down before, then residents, those who
 * have left (C1) as well; behind them are dummies, by the kind of whom they take up. */
struct question {
    const struct descent *descent;
    const struct supposed *supposed;
    struct kept *kept;
    uint32_t upper, before, count;
    uint32_t vertices;       /* with one dummy behind all others, that they be even in number */
    size_t words, all_words; /* of a set of players; of all vertices */
    uint32_t moved, first, residents; /* from above, in all; ... paired first; residents left */
    uint32_t open;                    /* of these, so many may leave */
    uint32_t gone, spare;
    bool only; /* those who are paired first only matter */
    uint32_t dummies[OVER_KINDS];
    uint64_t *floats, *can;  /* who comes down; who may */
    uint64_t *stayed, *rest; /* who was moved down before; residents who are there */
    uint64_t *sure;          /* who will surely be below */
    uint64_t *spared;        /* residents who may leave */
    uint64_t *turn[TURNS];
    uint64_t *over[OVER_KINDS];
    uint64_t *below[TURNS]; /* whom those of a turn may be paired with below */
    uint64_t *here, *row, *range;
    uint64_t *all_dummies;
    uint8_t *code;          /* by player: what decides ... (CODE_*) */
    uint64_t *mask, masked; /* mask_of, and of which codes it is made */
};

static uint32_t size_of(const struct question *q, const uint64_t *set)
{
    uint32_t size = 0;
    for (size_t w = 0; w < q->words; w++)
        size += lm_set_count(set[w]);
    return size;
}

static uint32_t size_of_both(const struct question *q, const uint64_t *a, const uint64_t *b)
{
    uint32_t size = 0;
    for (size_t w = 0; w < q->words; w++)
        size += lm_set_count(a[w] & b[w]);
    return size;
}

static const uint64_t *legal_of(const struct question *q, uint32_t v)
{
    return q->kept->legal + v * q->words;
}

static bool meets(const struct question *q, uint32_t v, const uint64_t *set)
{
    uint64_t all = 0;
    for (size_t w = 0; w < q->words; w++)
        all |= legal_of(q, v)[w] & set[w];
    return all != 0;
}

/* ---- Those above ---- */

/* Match those above by themselves, and decompose what can be matched: is kept. */
static enum lm_status part_above(const struct descent *d, size_t words)
{
    const bool barred = false;
    struct lm_arena *arena = d->field->arena;
    struct kept *k = d->below->kept;
    const uint32_t upper = d->bracket->count, moved = d->target.moved;
    struct lm_dense *m;
    uint64_t *row = lm_arena_alloc(arena, words, sizeof *row);
    enum lm_status status = lm_dense_new(&m, arena, (int32_t)upper, 1, &barred);
    if (row == NULL || status != LM_OK)
        return LM_LIMIT;
    for (uint32_t v = 0; v < upper; v++) {
        const uint32_t first = v < moved ? moved : 0; /* whom he may be paired with */
        memset(row, 0, words * sizeof *row);
        lm_set_move(k->legal + v * words, first, row, first, upper - first);
        lm_dense_set_row(m, (int32_t)v, row);
        memcpy(k->up + v * words, row, words * sizeof *row);
    }
    lm_dense_decompose(m, k->part, k->base);
    k->alone = (uint32_t)lm_dense_alone(m);
    k->matched = k->single = true;
    k->moved = k->part_moved = moved;
    for (uint32_t v = 0; v < upper; v++) {
        k->mate[v] = lm_dense_mate(m, (int32_t)v);
        k->single &= k->part[v] != LM_PART_EVEN || k->base[v] == (int32_t)v;
    }
    return LM_OK;
}

/* In place of members of even components in ${row}, their bases. */
static void name_bases(const struct kept *k, uint32_t upper, uint64_t *row)
{
    for (uint32_t u = 0; u < upper && !k->single; u++)
        if (k->part[u] == LM_PART_EVEN && lm_set_holds(row, (int32_t)u)) {
            lm_set_drop(row, (int32_t)u);
            lm_set_insert(row, k->base[u]);
        }
}

/* Contract the rows of those above, and tell who is a vertex: is kept. */
static void contract_above(struct kept *k, uint32_t upper, size_t words)
{
    for (uint32_t v = 0; v < upper; v++) {
        if (k->part[v] == LM_PART_EVEN)
            lm_set_insert(k->even, (int32_t)v);
        if (k->part[v] == LM_PART_ODD)
            lm_set_insert(k->odd, (int32_t)v);
    }
    for (uint32_t v = 0; v < upper; v++) {
        const uint64_t *may = k->part[v] == LM_PART_EVEN ? k->odd : k->even;
        for (size_t w = 0; w < words; w++)
            k->up[v * words + w] &= may[w];
    }
    for (uint32_t v = 0; v < upper && !k->single; v++)
        for (size_t w = 0; w < words && k->part[v] == LM_PART_EVEN && k->base[v] != (int32_t)v; w++)
            k->up[(size_t)k->base[v] * words + w] |= k->up[v * words + w];
    for (uint32_t v = 0; v < upper; v++)
        name_bases(k, upper, k->up + v * words);
}

static bool keep_room(const struct descent *d, size_t words)
{
    struct lm_arena *arena = d->field->arena;
    struct kept *k = d->below->kept;
    const uint32_t upper = d->bracket->count;
    k->part = lm_arena_alloc(arena, upper, sizeof *k->part);
    k->base = lm_arena_alloc(arena, upper, sizeof *k->base);
    k->up = lm_arena_alloc(arena, upper, words * sizeof *k->up);
    k->even = lm_arena_alloc(arena, words, sizeof *k->even);
    k->odd = lm_arena_alloc(arena, words, sizeof *k->odd);
    k->barred = lm_arena_alloc(arena, words, sizeof *k->barred);
    return k->part != NULL && k->base != NULL && k->up != NULL && k->even != NULL &&
           k->odd != NULL && k->barred != NULL;
}

/* Who cannot be left over in the lowest bracket. */
static void list_barred(const struct descent *d)
{
    const struct below *below = d->below;
    const struct entrant *entrants = d->field->entrants;
    const uint32_t upper = d->bracket->count;
    for (uint32_t i = 0; i < upper; i++)
        if (entrants[d->bracket->players[i]].seat->pab_barred)
            lm_set_insert(below->kept->barred, (int32_t)i);
    for (uint32_t i = 0; i < below->moved_count; i++)
        if (entrants[below->moved[i]].seat->pab_barred)
            lm_set_insert(below->kept->barred, (int32_t)(upper + i));
    for (uint32_t i = 0; i < below->resident_count; i++)
        if (entrants[below->residents[i]].seat->pab_barred)
            lm_set_insert(below->kept->barred, (int32_t)(upper + below->moved_count + i));
}

enum lm_status lm_dutch_2006_keep_tight(const struct descent *d)
{
    struct lm_arena *arena = d->field->arena;
    struct kept *k = d->below->kept;
    const uint32_t upper = d->bracket->count;
    const uint32_t count = upper + d->below->moved_count + d->below->resident_count;
    const size_t words = lm_set_words((int32_t)count);
    if (!keep_room(d, words))
        return LM_LIMIT;
    enum lm_status status = lm_dutch_2006_keep_legal(d);
    struct lm_mark mark = lm_arena_mark(arena);
    if (status == LM_OK)
        status = part_above(d, words);
    lm_arena_reset(arena, mark);
    if (status != LM_OK)
        return status;
    contract_above(k, upper, words);
    if (d->below->lowest)
        list_barred(d);
    return LM_OK;
}

bool lm_dutch_2006_is_tight(const struct descent *d)
{
    const struct kept *k = d->below->kept;
    return !LM_LEAN && k != NULL && k->part != NULL && d->below->c12 &&
           k->moved == d->target.moved && k->part_moved == k->moved &&
           k->alone == lm_dutch_2006_floaters(d);
}

/* ---- Who is what ---- */

static bool begin(const struct descent *d, const struct supposed *s, struct question *q)
{
    const uint32_t upper = d->bracket->count, before = upper + d->below->moved_count;
    *q = (struct question){.descent = d,
                           .supposed = s,
                           .kept = d->below->kept,
                           .upper = upper,
                           .before = before,
                           .count = before + d->below->resident_count,
                           .moved = d->below->moved_count + lm_dutch_2006_floaters(d)};
    q->words = lm_set_words((int32_t)q->count);
    uint64_t *set = lm_arena_alloc(d->field->arena, SETS, q->words * sizeof *set);
    uint64_t **all[] = {&q->floats,       &q->can,         &q->stayed,       &q->rest,
                        &q->sure,         &q->spared,      &q->turn[LAST],   &q->turn[FIRST],
                        &q->turn[EITHER], &q->below[LAST], &q->below[FIRST], &q->below[EITHER]};
    const size_t count = sizeof all / sizeof *all;
    for (size_t i = 0; i < count; i++)
        *all[i] = set + i * q->words;
    for (size_t kind = 0; kind < OVER_KINDS; kind++)
        q->over[kind] = set + (count + kind) * q->words;
    return set != NULL;
}

/* false: somebody must float who does in no largest matching of those above. */
static bool list_above(const struct question *q)
{
    const uint32_t moved = q->descent->target.moved;
    uint64_t strangers = 0;
    for (uint32_t i = 0; i < q->upper; i++)
        if (q->supposed->must[i])
            lm_set_insert(q->floats, (int32_t)i);
        else if (q->supposed->may[i] && i >= moved)
            lm_set_insert(q->can, (int32_t)i);
    for (size_t w = 0; w < q->words; w++) {
        strangers |= q->floats[w] & ~q->kept->even[w];
        q->can[w] &= q->kept->even[w];
    }
    return strangers == 0;
}

/* By C1, may the resident ${i} leave, as he has no opponent but who may come? */
static bool is_open(const struct question *q, uint32_t i)
{
    const struct below *below = q->descent->below;
    return below->c1[below->residents[i]] && q->supposed->leaves[i] == OPEN &&
           !meets(q, q->before + i, q->sure) && lm_dutch_2006_can_leave(q->descent, q->supposed, i);
}

static void list_below(struct question *q)
{
    const uint32_t residents = q->count - q->before;
    lm_set_insert_all(q->stayed, q->upper, q->before);
    lm_set_insert_all(q->rest, q->before, q->count);
    for (uint32_t i = 0; i < residents; i++)
        if (q->supposed->leaves[i] == LEAVES) {
            lm_set_drop(q->rest, (int32_t)(q->before + i));
            q->gone++;
        }
    for (size_t w = 0; w < q->words; w++)
        q->sure[w] = q->floats[w] | q->stayed[w] | q->rest[w];
    for (uint32_t i = 0; i < residents; i++)
        if (is_open(q, i)) {
            lm_set_insert(q->spared, (int32_t)(q->before + i));
            q->open++;
        }
    q->residents = residents - q->gone;
    q->open = lm_dutch_2006_most_leave(q->descent, q->supposed->first, q->open, q->gone);
}

/* Of those from above: all are paired first, or ${others} are not. */
static enum turn turn_of(const struct question *q, uint32_t entrant, uint32_t others)
{
    if (others == 0 || entrant < q->supposed->from)
        return FIRST;
    return entrant + 1 >= q->supposed->to ? LAST : EITHER;
}

static void list_turns(const struct question *q)
{
    const struct descent *d = q->descent;
    const uint32_t others = d->below->moved_lowered;
    if (q->first == 0) {
        lm_set_insert_all(q->turn[LAST], 0, q->count);
        return;
    }
    for (uint32_t i = 0; i < q->upper; i++)
        lm_set_insert(q->turn[turn_of(q, d->bracket->players[i], others)], (int32_t)i);
    for (uint32_t i = q->upper; i < q->before; i++)
        lm_set_insert(q->turn[turn_of(q, d->below->moved[i - q->upper], others)], (int32_t)i);
    lm_set_insert_all(q->turn[LAST], q->before, q->count);
}

/* Of those from above ${last} are not paired first: when so many surely are, or are not, no other
 * of these comes down.  false: too many are. */
static bool limit_turns(struct question *q, uint32_t last)
{
    const uint32_t most[TURNS] = {[FIRST] = q->first, [LAST] = last, [EITHER] = q->first + last};
    uint32_t sure[TURNS];
    for (int turn = 0; turn < TURNS; turn++) {
        sure[turn] =
            size_of_both(q, q->turn[turn], q->floats) + size_of_both(q, q->turn[turn], q->stayed);
        for (size_t w = 0; w < q->words && sure[turn] >= most[turn]; w++)
            q->can[w] &= ~q->turn[turn][w];
    }
    if (sure[FIRST] > q->first || sure[LAST] > last)
        return false;
    q->spare = last - sure[LAST];
    return true;
}

/* Who may be left over to which dummies. */
static void list_over(const struct question *q)
{
    const bool lowest = q->descent->below->lowest;
    for (size_t w = 0; w < q->words; w++) {
        uint64_t over = (q->sure[w] | q->can[w]) & ~q->turn[FIRST][w];
        if (lowest)
            over &= ~q->kept->barred[w];
        q->over[OVER_SPARED][w] = over & (q->only ? q->stayed[w] & q->turn[LAST][w] : q->spared[w]);
        q->over[OVER_ANY][w] = q->only ? over & ~q->rest[w] : over;
        q->over[OVER_RESIDENT][w] = q->only ? over & q->rest[w] : 0;
    }
}

/* Whoever comes down has an opponent there, and floaters are none for each other: a floater without
 * one stays; and one who was moved down before is paired with a floater.  false: that cannot be. */
static bool need_opponents(const struct question *q, bool paired_down)
{
    for (size_t w = 0; w < q->words; w++)
        for (uint64_t left = q->floats[w] | q->can[w] | q->stayed[w]; left != 0; left &= left - 1) {
            const uint32_t v = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
            if (meets(q, v, q->sure))
                continue;
            for (int kind = 0; kind < OVER_KINDS && (v < q->upper || paired_down); kind++)
                lm_set_drop(q->over[kind], (int32_t)v);
            if (lm_set_holds(q->floats, (int32_t)v) ||
                (v >= q->upper && !meets(q, v, q->can) && !meets(q, v, q->floats)))
                return false;
            lm_set_drop(q->can, (int32_t)v);
        }
    return true;
}

/* How many dummies of each kind there are.  false: more are not paired first than may be. */
static bool count_dummies(struct question *q)
{
    const struct below *below = q->descent->below;
    const uint32_t spared = size_of_both(q, q->stayed, q->turn[LAST]);
    if (q->only) {
        const uint32_t others = below->moved_lowered;
        if (spared > others)
            return false;
        q->dummies[OVER_ANY] = others - spared;
        q->dummies[OVER_SPARED] = spared;
        q->dummies[OVER_RESIDENT] = q->residents - q->first + others;
        return true;
    }
    const uint32_t left = q->moved + q->residents - 2 * q->first;
    const uint32_t odd = q->open > 0 ? 1 : left % 2, over = 2 * below->rest_lowered + odd;
    const bool all = q->first == 0 || q->open < q->residents - q->moved;
    q->dummies[OVER_ANY] = over < left ? over : left;
    q->dummies[OVER_SPARED] = all ? q->open : q->residents - q->moved - 1;
    return true;
}

/* May so many come down, and are there as many others for them? */
static bool count_vertices(struct question *q)
{
    const uint32_t floaters = lm_dutch_2006_floaters(q->descent);
    q->vertices = q->count + 1; /* two dummies may be a pair */
    for (int kind = 0; kind < OVER_KINDS; kind++)
        q->vertices += q->dummies[kind];
    q->all_words = lm_set_words((int32_t)q->vertices);
    return floaters <= size_of(q, q->floats) + size_of(q, q->can) &&
           floaters <= q->vertices - q->upper - q->gone;
}

/* Nobody from above is paired first, so no more residents remain than there are from above: whoever
 * may meet too many of those who may leave does not come down, as these would remain.  false:
 * somebody does who must. */
static bool let_enough_leave(const struct question *q)
{
    const uint32_t stay = q->residents - size_of(q, q->spared);
    for (size_t w = 0; w < q->words; w++)
        for (uint64_t left = q->floats[w] | q->can[w]; left != 0; left &= left - 1) {
            const uint32_t v = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
            if (stay + size_of_both(q, legal_of(q, v), q->spared) <= q->moved)
                continue;
            if (lm_set_holds(q->floats, (int32_t)v))
                return false;
            lm_set_drop(q->can, (int32_t)v);
        }
    return true;
}

/* false: there is no hope. */
static bool suppose(struct question *q)
{
    const struct below *below = q->descent->below;
    const uint32_t lowered = below->moved_lowered;
    const bool first = q->supposed->first;
    if (!list_above(q))
        return false;
    list_below(q);
    q->first = first && q->moved > lowered ? q->moved - lowered : 0;
    q->only = below->moved_only && q->first > 0;
    if (first ? q->first == 0 || q->residents <= q->moved
              : q->moved > lowered && q->residents - q->open > q->moved)
        return false;
    if (!first && q->moved > lowered && q->open > 0 && !let_enough_leave(q))
        return false;
    list_turns(q);
    if (q->first > 0 && lowered > 0 && !limit_turns(q, lowered))
        return false;
    list_over(q);
    return count_dummies(q) && need_opponents(q, q->first == 0 || lowered == 0) &&
           count_vertices(q);
}

/* ---- The graph ---- */

/* What decides whom a player may be matched with below, beside whom he may meet: his turn, by which
 * dummies he is taken up, and whether he comes from above. */
enum { CODE_OVER = 2, CODE_ABOVE = 1 << 5, CODES = 1 << 6 };

static bool make_rows(struct question *q)
{
    uint64_t *set = lm_arena_alloc(q->descent->field->arena, 3 + OVER_KINDS + CODES,
                                   lm_set_words((int32_t)q->kept->room) * sizeof *set);
    if (set == NULL)
        return false;
    q->here = set;
    q->all_dummies = set + (2 + OVER_KINDS) * lm_set_words((int32_t)q->kept->room);
    q->mask = q->all_dummies + lm_set_words((int32_t)q->kept->room);
    lm_set_insert_all(q->all_dummies, q->count, q->vertices);
    q->row = set + lm_set_words((int32_t)q->kept->room);
    q->range = q->row + lm_set_words((int32_t)q->kept->room);
    uint32_t first = q->count;
    for (int kind = 0; kind < OVER_KINDS; kind++) {
        lm_set_insert_all(q->range + (size_t)kind * q->all_words, first, first + q->dummies[kind]);
        first += q->dummies[kind];
    }
    for (size_t w = 0; w < q->words; w++) {
        const uint64_t all = q->sure[w] | q->can[w];
        q->below[LAST][w] = q->only ? all & ~q->turn[LAST][w] : all;
        q->below[FIRST][w] = all & ~q->turn[FIRST][w];
        q->below[EITHER][w] = all;
        q->here[w] = q->kept->even[w] | q->kept->odd[w] | q->stayed[w] | q->rest[w];
    }
    for (uint32_t v = 0; v < q->upper && !q->kept->single; v++)
        if (q->kept->part[v] == LM_PART_EVEN && q->kept->base[v] != (int32_t)v)
            lm_set_drop(q->here, (int32_t)v);
    lm_set_insert_all(q->here, q->count, q->vertices);
    uint32_t here = 0;
    for (size_t w = 0; w < q->all_words; w++)
        here += lm_set_count(q->here[w]);
    if (here % 2 != 0)
        lm_set_drop(q->here, (int32_t)q->vertices - 1);
    return true;
}

/* ${q->code}, where it is made; false: no memory. */
static bool find_codes(struct question *q)
{
    q->code = lm_arena_alloc(q->descent->field->arena, q->count, sizeof *q->code);
    if (q->code == NULL)
        return false;
    memset(q->code, CODE_ABOVE, q->upper);
    for (size_t w = 0; w < q->words; w++) {
        for (uint8_t turn = LAST + 1; turn < TURNS; turn++)
            for (uint64_t left = q->turn[turn][w]; left != 0; left &= left - 1)
                q->code[w * LM_SET_BITS + (size_t)__builtin_ctzll(left)] |= turn;
        for (uint8_t kind = OVER_ANY; kind < OVER_KINDS; kind <<= 1)
            for (uint64_t left = q->over[kind][w]; left != 0; left &= left - 1)
                q->code[w * LM_SET_BITS + (size_t)__builtin_ctzll(left)] |= kind << CODE_OVER;
    }
    return true;
}

/* With whom those of ${code} may be matched, if they may meet him, and with which dummies. */
static const uint64_t *mask_of(struct question *q, uint32_t code)
{
    const uint64_t *among = q->below[code % (1 << CODE_OVER)];
    uint64_t *mask = q->mask + code * q->all_words;
    if ((q->masked >> code & 1) != 0)
        return mask;
    q->masked |= UINT64_C(1) << code;
    for (size_t w = 0; w < q->words; w++)
        mask[w] = among[w] & ((code & CODE_ABOVE) != 0 ? q->stayed[w] | q->rest[w] : UINT64_MAX);
    for (uint32_t kind = OVER_ANY; kind < OVER_KINDS; kind <<= 1)
        for (size_t w = 0; w < q->all_words && (code >> CODE_OVER & kind) != 0; w++)
            mask[w] |= q->range[kind * q->all_words + w];
    return mask;
}

/* Add to ${q->row} whom ${v} may be matched with below. */
static void add_below(struct question *q, uint32_t v)
{
    const uint64_t *legal = legal_of(q, v), *mask = mask_of(q, q->code[v]);
    for (size_t w = 0; w < q->all_words; w++)
        q->row[w] |= mask[w] & (q->all_dummies[w] | (w < q->words ? legal[w] : 0));
}

/* The row of ${v}, where each component above is a single player. */
static void set_single(struct question *q, uint32_t v)
{
    const struct kept *k = q->kept;
    const uint64_t *none = q->range; /* of no kind of dummies */
    const bool above = v < q->upper, floats = above && lm_set_holds(q->floats, (int32_t)v);
    const bool comes = !above || floats || lm_set_holds(q->can, (int32_t)v);
    const uint64_t *up = above && !floats ? k->up + v * q->words : none;
    const uint64_t *barred = above && k->part[v] == LM_PART_ODD ? q->floats : none;
    const uint64_t *legal = legal_of(q, v), *mask = comes ? mask_of(q, q->code[v]) : none;
    const uint64_t *dummies = q->all_dummies;
    uint64_t *row = lm_dense_open_row(k->both, (int32_t)v);
    for (size_t w = 0; w < q->words; w++)
        row[w] = (up[w] & ~barred[w]) | (mask[w] & (legal[w] | dummies[w]));
    for (size_t w = q->words; w < q->all_words; w++)
        row[w] = mask[w] & dummies[w];
}

/* Is ${v} of the even component of the base ${base}? */
static bool is_member(const struct kept *k, uint32_t v, uint32_t base)
{
    return k->part[v] == LM_PART_EVEN && k->base[v] == (int32_t)base;
}

/* Add to ${q->row} whom the component of the base ${v} may be matched with.  false: two of it must
 * come down. */
static bool add_component(struct question *q, uint32_t v)
{
    const struct kept *k = q->kept;
    uint32_t floaters = 0;
    for (uint32_t u = 0; u < q->upper; u++)
        if (is_member(k, u, v) && lm_set_holds(q->floats, (int32_t)u)) {
            add_below(q, u);
            floaters++;
        }
    if (floaters > 0)
        return floaters == 1;
    for (uint32_t u = 0; u < q->upper; u++)
        if (is_member(k, u, v) && lm_set_holds(q->can, (int32_t)u))
            add_below(q, u);
    for (size_t w = 0; w < q->words; w++)
        q->row[w] |= k->up[v * q->words + w];
    return true;
}

/* Whom the odd ${v} may be matched with: even ones of whose component nobody must come down. */
static void add_odd(const struct question *q, uint32_t v)
{
    const struct kept *k = q->kept;
    for (size_t w = 0; w < q->words; w++)
        q->row[w] |= k->up[v * q->words + w];
    for (uint32_t u = 0; u < q->upper; u++)
        if (lm_set_holds(q->floats, (int32_t)u))
            lm_set_drop(q->row, k->base[u]);
}

/* The rows of dummies: those of a kind have the same, and the last one has all others only. */
static void set_dummies(struct question *q)
{
    uint32_t v = q->count;
    for (int kind = 0; kind <= OVER_KINDS; kind++) {
        const bool last = kind == OVER_KINDS;
        const uint32_t end = last ? q->vertices : v + q->dummies[kind];
        if (v == end)
            continue;
        for (size_t w = 0; w < q->all_words; w++)
            q->row[w] = q->all_dummies[w] | (last || w >= q->words ? 0 : q->over[kind][w]);
        name_bases(q->kept, q->upper, q->row);
        for (; v < end; v++)
            lm_dense_set_words(q->kept->both, (int32_t)v, q->row, q->all_words);
    }
}

/* The row of the player ${v}, who is here, into ${q->row}; false: there is no hope. */
static bool find_row(struct question *q, uint32_t v)
{
    const struct kept *k = q->kept;
    bool possible = true;
    for (size_t w = 0; w < q->all_words; w++)
        q->row[w] = 0;
    if (v >= q->upper)
        add_below(q, v);
    else if (k->part[v] == LM_PART_ODD)
        add_odd(q, v);
    else
        possible = add_component(q, v);
    name_bases(k, q->upper, q->row);
    return possible;
}

/* The graph that is kept is that of ${q}; false: there is no hope. */
static bool set_graph(struct question *q)
{
    struct lm_dense *m = q->kept->both;
    const bool single = q->kept->single;
    bool possible = true;
    lm_dense_show(m, q->here);
    for (uint32_t v = 0; v < q->count && single; v++)
        if (lm_set_holds(q->here, (int32_t)v))
            set_single(q, v);
    for (uint32_t v = 0; v < q->count && !single && possible; v++)
        if (lm_set_holds(q->here, (int32_t)v)) {
            possible = find_row(q, v);
            lm_dense_set_words(m, (int32_t)v, q->row, q->all_words);
        }
    set_dummies(q);
    lm_dense_part_barred(m);
    return possible;
}

/* The graph of all questions, of ${vertices} or some more, with a matching of those above. */
static enum lm_status begin_graph(const struct descent *d, uint32_t vertices)
{
    const bool barred = false;
    struct kept *k = d->below->kept;
    k->room = (vertices / LM_SET_BITS + 1) * LM_SET_BITS - 1;
    enum lm_status status = lm_dense_new(&k->both, d->field->arena, (int32_t)k->room, 1, &barred);
    for (uint32_t v = 0; v < d->bracket->count && status == LM_OK; v++)
        if (k->part[v] == LM_PART_ODD)
            lm_dense_pair(k->both, (int32_t)v, k->base[k->mate[v]]);
    return status;
}

/* May no more come down who are not paired first than are spared?  All are matched. */
static bool spare_last(const struct question *q)
{
    struct lm_dense *m = q->kept->both;
    uint64_t *last = q->sure, *below = q->row; /* not needed any more */
    uint32_t come = 0;
    for (size_t w = 0; w < q->all_words; w++)
        below[w] = 0;
    lm_set_insert_all(below, q->upper, q->vertices);
    for (size_t w = 0; w < q->words; w++)
        last[w] = q->turn[LAST][w] & q->can[w];
    for (uint32_t v = 0; v < q->upper; v++)
        come += lm_set_holds(last, (int32_t)v) && lm_dense_mate(m, (int32_t)v) >= (int32_t)q->upper;
    if (come <= q->spare || !q->kept->single)
        return true;
    for (uint32_t v = 0; v < q->vertices; v++) {
        const bool up = v < q->upper && lm_set_holds(last, (int32_t)v);
        if (up || v >= q->upper)
            lm_dense_bar_set(m, (int32_t)v, up ? below : last, up ? q->all_words : q->words);
    }
    lm_dense_part_barred(m);
    lm_dense_repair(m);
    return (uint32_t)lm_dense_alone(m) <= 2 * q->spare;
}

/* Is there a matching of the graph of the share, which is the one kept then?  ${*mark}, in front of
 * the question, stands behind what is kept. */
static enum lm_status match_share(const struct descent *d, const struct supposed *supposed,
                                  struct lm_mark *mark, struct question *q, bool *can)
{
    if (!begin(d, supposed, q))
        return LM_LIMIT;
    *can = suppose(q);
    if (*can && q->vertices > q->kept->room) {
        lm_arena_reset(d->field->arena, *mark);
        enum lm_status status = begin_graph(d, q->vertices);
        *mark = lm_arena_mark(d->field->arena);
        if (status != LM_OK || !begin(d, supposed, q))
            return LM_LIMIT;
        *can = suppose(q);
    }
    if (*can && (!make_rows(q) || !find_codes(q)))
        return LM_LIMIT;
    *can = *can && set_graph(q) && lm_dense_is_perfect(q->kept->both);
    return LM_OK;
}

enum lm_status lm_dutch_2006_tight(const struct descent *d, const struct supposed *supposed,
                                   bool *hope)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    struct question q;
    enum lm_status status = match_share(d, supposed, &mark, &q, hope);
    if (status == LM_OK && *hope && supposed->first && d->below->moved_lowered > 0)
        *hope = spare_last(&q);
    lm_arena_reset(d->field->arena, mark);
    return status;
}

enum lm_status lm_dutch_2006_tight_graph(const struct descent *d, const struct supposed *supposed,
                                         struct lm_dense **out)
{
    struct lm_mark mark = lm_arena_mark(d->field->arena);
    const struct kept *k = d->below->kept;
    struct question q;
    bool can = false, single = k->single;
    enum lm_status status = LM_OK;
    *out = NULL;
    for (uint32_t i = 0; i < d->below->resident_count; i++)
        single &= supposed->leaves[i] != LEAVES;
    if (single)
        status = match_share(d, supposed, &mark, &q, &can);
    if (status == LM_OK && can)
        *out = k->both;
    lm_arena_reset(d->field->arena, mark);
    return status;
}
