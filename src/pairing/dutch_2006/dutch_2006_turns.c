/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "base/lean.h"
#include "graph/best.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "graph/halves.h"
#include "graph/tight.h"
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
 * hand at once, by a priority before the others that counts them.  Where it takes larger sums, the
 * pairing is not found; but what it comes to at least tells when the share has to be divided, if it
 * has to.
 *
 * The fewest who rank behind come before the sums at first, with the freest floats.  If as many as
 * may come down then, no pairing has fewer, so that its sums are the least there are, and the rest
 * is asked with these: of a level, and of all that follows, the best matching has as many as may
 * be, too, and is a pairing if it comes to these sums.  If fewer do, those given sums come first.
 *
 * D2.  What an S1 costs (dutch_2006_lines.c) comes next, and is the least where the matching has
 * few enough who rank behind and come down.  If it has not, the fewest of these come first, and
 * then what S1 costs: that is the least if they are as many as may be, for then no pairing has
 * fewer.  Whoever is asked to change lines changes them if the best matching is as good as before;
 * which rows of bits tell, as below, where as many as may be come down.
 * Else the pairing is not found, but its S1 costs no less than the first matching says.
 *
 * Without weights.  Let those above who do not rank behind be matched as they like, and those who
 * do as they may with the freest floats: a pairing by which k of these come down leaves these
 * alone, and of the others, who are then matched with each other, one or none.  So where a largest
 * such matching leaves more alone than that for all k up to ${most}, with another of the others or
 * without, there is no pairing, whatever it gives up, and nothing is weighed.  Where the best
 * matching at the level has as many of these as may come down, a pairing has no fewer, so that it
 * is a best matching, and a best matching is a pairing: where the proof leaves only best ones
 * (graph/tight.h), any perfect matching of its pairs is one, and S1, the partners and whether S2
 * does without an exchange are found among them by rows of bits.
 *
 * That is asked with pairs that may count as halves first (graph/halves.h), where it is known that
 * all matchings have as many pairs above: one who ranks behind and comes down costs more than all
 * that can be given up, and that as it is compared.  These matchings cost no less, so that there is
 * no pairing if they cost as much as one more behind than may come down; and where the best of them
 * is whole and has just as many, all perfect matchings of its tight pairs are the pairings with the
 * least sums, with the freest floats, and those of them that a level admits are the pairings there.
 */

enum {
    BY_FIRST,
    BY_ABOVE,
    BY_FEWEST, /* BY_LAST, before the sums */
    FIRST_COST,
    BY_SPARED = FIRST_COST + COST_COUNT, /* BY_LAST, before the exchanges */
    BY_LINES,
    BY_LAST,
    PRIORITY_COUNT
};

/* Of vertices of rows of bits. */
enum { CLASS_ABOVE, CLASS_BELOW, CLASSES };

struct turns {
    const struct search *s;
    const struct union_graph *below;
    const bool *last; /* per position: if he comes down, he is not paired first; */
    uint32_t most;    /* so many of these may */
    uint32_t count, vertices, pairs;
    struct cost sums;    /* what it gives up, */
    bool any;            /* or whatever it does */
    bool fewest;         /* the fewest who rank behind come before the sums */
    size_t words;        /* of a set of vertices; sets of all lie one after the other: */
    const uint64_t *row; /* per vertex: who may be matched to it, above or below */
    uint64_t *above;     /* per position: with whom he may be a pair with the freest floats */
    uint64_t *giving_up; /* [i * count + a]: ... who gives that cost up with him */
    uint64_t *open;      /* per vertex: who may be matched to it, ... */
    uint64_t *drawn;     /* ... before S1 and S2 are formed */
    uint64_t *set;       /* scratch: SETS of them */
    uint8_t *gives_up;   /* [a * count + b]: a bit for each cost of a pair */
    uint32_t *partner;   /* per position, so far */
    uint32_t *mate;      /* per vertex: of the last pairing found */
    bool *upper;         /* S1 */
    uint32_t *rank;      /* D2: per position, in the (remainder) group; */
    int64_t exchange; /* what one of the original S2 costs beside his rank; 0: none is asked for */
    bool sparing;     /* the fewest who rank behind come before the exchanges */
    int64_t most_lines; /* S1 may cost as much */
    int64_t lines;      /* of the last solution: what its S1 costs, */
    uint32_t lasts;     /* and how many who rank behind come down */
    struct lm_best *best;
    struct lm_dense *dense; /* of what was open when it was last asked */
    bool only_pairings;     /* each perfect matching of what is open is a pairing */
    bool only_best;         /* ... and one that is best, with the exchanges */
    bool is_freer;          /* ${best} has more pairs than are open, but none that is better */
};

static uint64_t *row_of(const struct turns *t, uint64_t *rows, uint32_t v)
{
    return rows + v * t->words;
}

static bool is_open(const struct turns *t, uint32_t u, uint32_t v)
{
    return lm_set_holds(row_of(t, t->open, u), (int32_t)v);
}

static void bar(const struct turns *t, uint32_t u, uint32_t v)
{
    lm_set_drop(row_of(t, t->open, u), (int32_t)v);
    lm_set_drop(row_of(t, t->open, v), (int32_t)u);
}

static void meet(const struct turns *t, uint32_t u, uint32_t v)
{
    lm_set_insert(row_of(t, t->open, u), (int32_t)v);
    lm_set_insert(row_of(t, t->open, v), (int32_t)u);
}

/* What the pair ${a} < ${b} above gives up. */
static void add_pair(const struct turns *t, uint32_t a, uint32_t b)
{
    const struct cost cost = lm_dutch_2006_cost(t->s, a, b);
    uint8_t gives_up = 0;
    lm_set_insert(row_of(t, t->above, a), (int32_t)b);
    lm_set_insert(row_of(t, t->above, b), (int32_t)a);
    for (uint32_t i = 0; i < COST_COUNT; i++)
        if (cost.part[i] != 0) {
            gives_up |= (uint8_t)(1 << i);
            lm_set_insert(row_of(t, t->giving_up, i * t->count + a), (int32_t)b);
            lm_set_insert(row_of(t, t->giving_up, i * t->count + b), (int32_t)a);
        }
    t->gives_up[a * t->count + b] = t->gives_up[b * t->count + a] = gives_up;
}

/* The pairs above with the freest floats, among those who may be matched at all, as they may meet:
 * as lm_dutch_2006_edge has it, where none is forced. */
static void find_pairs(const struct turns *t)
{
    const struct search *s = t->s;
    for (uint32_t a = 0; a < t->count; a++)
        for (size_t w = a / LM_SET_BITS; w < t->words && !s->must_float[a]; w++)
            for (uint64_t left = t->row[a * t->words + w]; left != 0; left &= left - 1) {
                const uint32_t b = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
                if (b > a && b < t->count && b >= s->target.moved && !s->must_float[b])
                    add_pair(t, a, b);
            }
}

/* Sets for one level: who is below, or leaves with it; who of a pair may float down with it, or up;
 * and in a row of somebody those before him, and of his score.  Scratch once that is drawn. */
enum { BELOW, LEAVERS, DOWN, UP, BEFORE, ALIKE, SETS };

static uint64_t *set_of(const struct turns *t, int i)
{
    return t->set + (size_t)i * t->words;
}

static const struct entrant *entrant_of(const struct turns *t, uint32_t a)
{
    return &t->s->field->entrants[t->s->bracket->players[a]];
}

/* B5, B6, of a pair of unequal scores: as lm_dutch_2006_edge has it. */
static void find_floats(const struct turns *t, struct level level)
{
    memset(t->set, 0, SETS * t->words * sizeof *t->set);
    lm_set_insert_all(set_of(t, BELOW), t->count, t->vertices);
    for (uint32_t a = 0; a < t->count; a++) {
        const struct entrant *who = entrant_of(t, a);
        if (lm_dutch_2006_leaver(t->s, a, level.down))
            lm_set_insert(set_of(t, LEAVERS), (int32_t)a);
        if (a < t->s->target.moved || lm_dutch_2006_may_float(who, LM_DOWNFLOAT, level.down))
            lm_set_insert(set_of(t, DOWN), (int32_t)a);
        if (lm_dutch_2006_may_float(who, LM_UPFLOAT, level.up))
            lm_set_insert(set_of(t, UP), (int32_t)a);
    }
}

/* Those of his score who stand at ${a}, the first of them. */
static void find_alike(const struct turns *t, uint32_t a)
{
    uint32_t end = a;
    while (end < t->count && entrant_of(t, end)->score == entrant_of(t, a)->score)
        end++;
    memset(set_of(t, ALIKE), 0, t->words * sizeof *t->set);
    lm_set_insert_all(set_of(t, ALIKE), a, end);
}

/* Whom ${a} may be matched to at the level of the sets. */
static void draw_row(const struct turns *t, uint32_t a)
{
    const bool up = lm_set_holds(set_of(t, UP), (int32_t)a);
    const bool down = lm_set_holds(set_of(t, DOWN), (int32_t)a);
    const bool leaves = lm_set_holds(set_of(t, LEAVERS), (int32_t)a);
    uint64_t *open = row_of(t, t->open, a);
    for (size_t w = 0; w < t->words; w++) {
        const uint64_t before = set_of(t, BEFORE)[w];
        uint64_t may = set_of(t, ALIKE)[w];
        may |= (up ? before & set_of(t, DOWN)[w] : 0) | (down ? ~before & set_of(t, UP)[w] : 0);
        may &= row_of(t, t->above, a)[w];
        for (uint32_t i = 0; i < COST_COUNT && !t->any; i++)
            if (t->sums.part[i] == 0)
                may &= ~row_of(t, t->giving_up, i * t->count + a)[w];
        open[w] = may | (leaves ? t->row[a * t->words + w] & set_of(t, BELOW)[w] : 0);
    }
    lm_set_insert(set_of(t, BEFORE), (int32_t)a);
}

static void draw(const struct turns *t, struct level level)
{
    find_floats(t, level);
    for (uint32_t a = 0; a < t->count; a++) {
        if (a == 0 || entrant_of(t, a)->score != entrant_of(t, a - 1)->score)
            find_alike(t, a);
        draw_row(t, a);
    }
    for (uint32_t v = t->count; v < t->vertices; v++)
        for (size_t w = 0; w < t->words; w++)
            row_of(t, t->open, v)[w] =
                t->row[v * t->words + w] & (set_of(t, BELOW)[w] | set_of(t, LEAVERS)[w]);
}

static struct cost cost_of(const struct turns *t, uint32_t a, uint32_t b)
{
    struct cost cost;
    for (int i = 0; i < COST_COUNT; i++)
        cost.part[i] = t->gives_up[a * t->count + b] >> i & 1;
    return cost;
}

/* What ${a} costs as one of S1. */
static int64_t line_cost(const struct turns *t, uint32_t a)
{
    if (t->exchange == 0 || t->partner[a] != NO_PARTNER)
        return 0;
    return t->rank[a] + (t->rank[a] >= t->s->target.rest ? t->exchange : 0);
}

/* The place of those who rank behind. */
static int32_t by_last(const struct turns *t)
{
    return t->fewest ? BY_FEWEST : t->sparing ? BY_SPARED : BY_LAST;
}

/* What matching ${u} and ${v} is worth; how many values. */
static int32_t worths_of(const struct turns *t, uint32_t u, uint32_t v, struct lm_worth *worth)
{
    uint32_t a = u < v ? u : v, b = u < v ? v : u;
    int32_t count = 0;
    if (!is_open(t, a, b))
        return -1;
    if (a < t->count && b >= t->count && t->last[a])
        worth[count++] = (struct lm_worth){by_last(t), -1};
    if (b >= t->count)
        return count;
    struct cost cost = cost_of(t, a, b);
    worth[count++] = (struct lm_worth){BY_ABOVE, 1};
    for (int i = 0; i < COST_COUNT; i++)
        if (cost.part[i] != 0)
            worth[count++] = (struct lm_worth){FIRST_COST + i, -cost.part[i]};
    if (line_cost(t, a) != 0)
        worth[count++] = (struct lm_worth){BY_LINES, -line_cost(t, a)};
    return count;
}

static int32_t edge(const void *context, int32_t u, int32_t v, struct lm_worth *worth)
{
    return v == LM_ALONE ? 0 : worths_of(context, (uint32_t)u, (uint32_t)v, worth);
}

/* The same by kinds: a pair above goes by what it gives up, any other by who comes down. */
static int32_t list_ends(const void *context, int32_t u, uint8_t *kind, int32_t *end)
{
    enum { KIND_OF_OTHERS = 1 << COST_COUNT };
    const struct turns *t = context;
    const uint32_t a = (uint32_t)u;
    const uint64_t *open = row_of(t, t->open, a);
    int32_t count = 0;
    for (size_t w = (a + 1) / LM_SET_BITS; w < t->words; w++) {
        uint64_t left = open[w];
        if (w == (a + 1) / LM_SET_BITS)
            left &= ~UINT64_C(0) << (a + 1) % LM_SET_BITS;
        for (; left != 0; left &= left - 1) {
            const uint32_t b = (uint32_t)(w * LM_SET_BITS) + (uint32_t)__builtin_ctzll(left);
            kind[b] = b < t->count ? t->gives_up[a * t->count + b] : KIND_OF_OTHERS;
            end[count++] = (int32_t)b;
        }
    }
    return count;
}

/* Is the best matching a pairing with those sums, or any, which are told then, and few enough who
 * are not paired first? */
static bool is_pairing(struct turns *t)
{
    uint32_t above = 0;
    struct cost sum = {{0}};
    t->lasts = 0;
    t->lines = 0;
    for (uint32_t v = 0; v < t->vertices; v++) {
        int32_t mate = lm_best_mate(t->best, (int32_t)v);
        if (mate == LM_ALONE)
            return false;
        t->lasts += v < t->count && (uint32_t)mate >= t->count && t->last[v];
        if ((uint32_t)mate >= t->count || (uint32_t)mate < v)
            continue;
        struct cost cost = cost_of(t, v, (uint32_t)mate);
        above++;
        t->lines += line_cost(t, v);
        for (int i = 0; i < COST_COUNT; i++)
            sum.part[i] += cost.part[i];
    }
    if (t->any)
        t->sums = sum;
    return above == t->pairs && t->lasts <= t->most && t->lines <= t->most_lines &&
           memcmp(&sum, &t->sums, sizeof sum) == 0;
}

static bool solve(struct turns *t)
{
    lm_best_solve(t->best);
    return is_pairing(t);
}

static void keep_mates(const struct turns *t)
{
    for (uint32_t v = 0; v < t->vertices; v++)
        t->mate[v] = (uint32_t)lm_best_mate(t->best, (int32_t)v);
}

/* What is open, into ${t->dense}; it keeps its pairs, as far as they are. */
static void draw_dense(const struct turns *t)
{
    for (uint32_t v = 0; v < t->vertices; v++) {
        lm_dense_set_row(t->dense, (int32_t)v, row_of(t, t->open, v));
        lm_dense_restore(t->dense, (int32_t)v);
    }
    lm_dense_part_barred(t->dense);
}

/* Is there a pairing of what is open, or a perfect matching at least? */
static bool has_perfect(const struct turns *t)
{
    draw_dense(t);
    return lm_dense_is_perfect(t->dense);
}

static enum lm_status ask(struct turns *t, bool *has)
{
    *has = has_perfect(t);
    if (!*has)
        return LM_OK;
    struct lm_priority range[PRIORITY_COUNT] = {
        [BY_FIRST] = {.edge_high = 1, .most = 1},
        [BY_ABOVE] = {.edge_high = 1, .most = t->count / 2},
    };
    const struct lm_priorities priorities = {
        .count = PRIORITY_COUNT, .range = range, .most_pairs = true, .few = edge, .context = t};
    range[by_last(t)] = (struct lm_priority){.edge_low = -1, .most = t->count};
    for (int i = 0; i < COST_COUNT; i++)
        if (t->any || t->sums.part[i] > 0)
            range[FIRST_COST + i] = (struct lm_priority){.edge_low = -1, .most = t->count / 2};
    if (t->exchange > 0)
        range[BY_LINES] =
            (struct lm_priority){.edge_low = -t->exchange - (int64_t)t->count,
                                 .most = (uint64_t)t->pairs * (uint64_t)(t->exchange + t->count)};
    enum lm_status status = lm_best_new_by_ends(&t->best, t->s->field->arena, (int32_t)t->vertices,
                                                &priorities, LM_LEAN ? NULL : list_ends, NULL, 0);
    *has = status == LM_OK && solve(t);
    if (*has)
        keep_mates(t);
    return status;
}

/* ---- Without weights ---- */

/* Those above alone with the freest floats, of whom those who do not rank behind may all be a pair;
 * and if there is ${more}, another of these. */
static enum lm_status leave_alone(const struct turns *t, bool more, uint32_t *alone)
{
    static const bool barred[1] = {false};
    struct lm_arena *arena = t->s->field->arena;
    const uint32_t count = t->count + more;
    struct lm_dense *dense;
    const size_t words = lm_set_words((int32_t)count);
    uint64_t *first = lm_arena_alloc(arena, words, sizeof *first);
    enum lm_status status = lm_dense_new(&dense, arena, (int32_t)count, 1, barred);
    if (first == NULL || status != LM_OK)
        return LM_LIMIT;
    for (uint32_t a = 0; a < count; a++)
        if (a == t->count || !t->last[a])
            lm_set_insert(first, (int32_t)a);
    for (uint32_t a = 0; a < count; a++) {
        uint64_t *row = lm_dense_open_row(dense, (int32_t)a);
        for (size_t w = 0; w < words; w++)
            row[w] = (a < t->count ? row_of(t, t->above, a)[w] : 0) |
                     (lm_set_holds(first, (int32_t)a) ? first[w] : 0);
        lm_set_drop(row, (int32_t)a);
    }
    lm_dense_repair(dense);
    *alone = (uint32_t)lm_dense_alone(dense);
    return LM_OK;
}

/* May so few who rank behind come down, whatever is given up, whoever floats and is below? */
static enum lm_status find_hope(const struct turns *t, bool *hope)
{
    struct lm_mark mark = lm_arena_mark(t->s->field->arena);
    uint32_t alone, also = UINT32_MAX;
    enum lm_status status = leave_alone(t, false, &alone);
    if (status == LM_OK && alone == t->most + 1)
        status = leave_alone(t, true, &also);
    *hope = alone <= t->most || also == t->most;
    lm_arena_reset(t->s->field->arena, mark);
    return status;
}

/* If the best matchings are the perfect matchings of some pairs (${*all}), only these are open, and
 * the one that is known is that of ${t->dense}. */
static enum lm_status leave_best(struct turns *t, bool *all)
{
    lm_dense_part_all(t->dense);
    enum lm_status status =
        lm_dense_bar_worse(t->dense, t->best, (int32_t)t->vertices, t->s->field->arena, all);
    for (uint32_t v = 0; v < t->vertices && status == LM_OK && *all; v++) {
        memcpy(row_of(t, t->open, v), lm_dense_row(t->dense, (int32_t)v),
               t->words * sizeof *t->open);
        if (t->mate[v] > v)
            lm_dense_pair(t->dense, (int32_t)v, (int32_t)t->mate[v]);
    }
    return status;
}

/* The level is solved.  Where as many who rank behind come down as may be, the best matchings are
 * its pairings; where these are not known so, those of the level alone are weighed. */
static enum lm_status leave_pairings(struct turns *t)
{
    bool has;
    if (t->only_pairings || t->lasts < t->most)
        return LM_OK;
    draw_dense(t);
    enum lm_status status = leave_best(t, &t->only_pairings);
    if (status != LM_OK || t->only_pairings || !t->is_freer)
        return status;
    status = ask(t, &has);
    assert(status != LM_OK || has);
    return status;
}

/* Is there a pairing of what is open, which is less now? */
static enum lm_status ask_again(struct turns *t, bool *has)
{
    if (!t->only_pairings)
        return ask(t, has);
    *has = has_perfect(t);
    return LM_OK;
}

/* ---- The level ---- */

static enum lm_status ask_level(struct turns *t, int down, int up, bool *has)
{
    draw(t, (struct level){down, up});
    for (size_t i = 0; !LM_LEAN && i < t->vertices * t->words && t->only_pairings; i++)
        t->open[i] &= t->drawn[i];
    return ask_again(t, has);
}

/* Is all of the matching found last open? */
static bool has_mates(const struct turns *t)
{
    bool all = true;
    for (uint32_t v = 0; v < t->vertices; v++)
        all &= is_open(t, v, t->mate[v]);
    return all;
}

/* The strictest level with a pairing, as there is one: after ${*level}, which has none. */
static enum lm_status ask_freer(struct turns *t, struct level *level)
{
    const struct level least = *level;
    bool has = false;
    enum lm_status status = LM_OK;
    for (; status == LM_OK && !has; level->down += !has)
        status = ask_level(t, level->down, FLOATS_FREE, &has);
    level->up = level->down == least.down ? least.up : FLOATS_ALL;
    for (has = false; status == LM_OK && !has; level->up += !has)
        status = ask_level(t, level->down, level->up, &has);
    return status;
}

/* Of pairings with the sums of ${t} there is one with the freest floats, with as many who rank
 * behind as may be, where all have as many: the best matching that is known.  The strictest level
 * with one, from ${*level} on, is drawn; it has that matching, or another. */
static enum lm_status find_known_level(struct turns *t, struct level *level)
{
    bool has;
    draw(t, *level);
    t->is_freer = has_mates(t);
    if (t->is_freer)
        return LM_OK;
    enum lm_status status = ask(t, &has);
    return status != LM_OK || has ? status : ask_freer(t, level);
}

/* The same where less may rank behind and come down. */
static enum lm_status find_open_level(struct turns *t, struct level *level)
{
    bool has = false;
    enum lm_status status = ask_level(t, level->down, level->up, &has);
    if (status != LM_OK || has)
        return status;
    status = ask_level(t, FLOATS_FREE, FLOATS_FREE, &has);
    if (status != LM_OK || !has)
        return status == LM_OK ? LM_NO_PAIRING : status;
    return ask_freer(t, level);
}

/* ---- The least sums, by halves ---- */

/* Rows of bits of more would take much room; costs of so many fit a number by far. */
enum { HALVES_MOST = 2048 };

/* Pairs by what they cost: those above by what they give up, as t->gives_up has it; those of who
 * ranks behind and comes down; any others cost nothing. */
enum { BEHIND = 1 << COST_COUNT, KINDS };

/* Room for what is asked, and what is left of that. */
struct halves {
    uint64_t *rows[KINDS];       /* of each kind, per vertex, */
    const uint64_t *some[KINDS]; /* ... of those kinds that there are, */
    int64_t cost[KINDS];         /* ... with what they cost */
    int32_t kinds;
    int64_t behind; /* what one costs who ranks behind: more than all that can be given up */
    int64_t *paid;
    int32_t *mate;
};

/* The pairs of the vertex ${v} into the rows of their kinds. */
static void split_row(const struct turns *t, uint32_t v, const struct halves *h)
{
    const uint64_t *behind = set_of(t, DOWN), *below = set_of(t, BELOW);
    const bool above = v < t->count, last = above && t->last[v];
    for (size_t w = 0; w < t->words; w++) {
        const size_t at = v * t->words + w;
        const uint64_t up = above ? t->open[at] & ~below[w] : 0, down = t->open[at] & ~up;
        for (uint32_t kind = 0; kind < BEHIND && up != 0; kind++) {
            uint64_t those = up;
            for (uint32_t i = 0; i < COST_COUNT; i++) {
                const uint64_t giving = row_of(t, t->giving_up, i * t->count + v)[w];
                those &= (kind >> i & 1) != 0 ? giving : ~giving;
            }
            h->rows[kind][at] = those;
        }
        h->rows[BEHIND][at] = last ? down : above ? 0 : down & behind[w];
        h->rows[0][at] |= down & ~h->rows[BEHIND][at];
    }
}

/* What is given up, in the order in which it is compared, of a pair of ${kind}. */
static int64_t cost_of_kind(const struct turns *t, uint32_t kind)
{
    int64_t cost = 0;
    for (uint32_t i = 0; i < COST_COUNT; i++)
        cost = cost * (t->count / 2 + 1) + (kind >> i & 1);
    return cost;
}

/* What is open by kinds. */
static void split_open(const struct turns *t, struct halves *h)
{
    uint64_t *behind = set_of(t, DOWN);
    memset(behind, 0, t->words * sizeof *behind);
    for (uint32_t a = 0; a < t->count; a++)
        if (t->last[a])
            lm_set_insert(behind, (int32_t)a);
    for (uint32_t v = 0; v < t->vertices; v++)
        split_row(t, v, h);
    h->behind = 1;
    for (int i = 0; i < COST_COUNT; i++)
        h->behind *= t->count / 2 + 1;
    h->kinds = 0;
    for (uint32_t kind = 0; kind < KINDS; kind++) {
        uint64_t all = 0;
        for (size_t i = 0; i < t->vertices * t->words; i++)
            all |= h->rows[kind][i];
        if (all == 0)
            continue;
        h->some[h->kinds] = h->rows[kind];
        h->cost[h->kinds++] = kind == BEHIND ? h->behind : cost_of_kind(t, kind);
    }
}

/* Match those with costs 0 in a largest way: ${mate}. */
static void match_plain(const struct turns *t, const uint64_t *plain, int32_t *mate)
{
    for (uint32_t v = 0; v < t->vertices; v++)
        lm_dense_set_row(t->dense, (int32_t)v, plain + v * t->words);
    lm_dense_part_barred(t->dense);
    lm_dense_repair(t->dense);
    for (uint32_t v = 0; v < t->vertices; v++)
        mate[v] = lm_dense_mate(t->dense, (int32_t)v);
}

/* What the matching ${mate} comes to: ${t->sums} and ${t->lasts}. */
static void add_up(struct turns *t, const int32_t *mate)
{
    t->lasts = 0;
    t->sums = (struct cost){{0}};
    for (uint32_t v = 0; v < t->count; v++) {
        const uint32_t other = (uint32_t)mate[v];
        t->lasts += other >= t->count && t->last[v];
        if (other < v || other >= t->count)
            continue;
        const struct cost cost = cost_of(t, v, other);
        for (int i = 0; i < COST_COUNT; i++)
            t->sums.part[i] += cost.part[i];
    }
}

static bool make_halves(const struct turns *t, struct halves *h)
{
    struct lm_arena *arena = t->s->field->arena;
    const size_t rows = t->vertices * t->words;
    uint64_t *all = lm_arena_alloc(arena, KINDS, rows * sizeof *all);
    h->paid = lm_arena_alloc(arena, t->vertices, sizeof *h->paid);
    h->mate = lm_arena_alloc(arena, t->vertices, sizeof *h->mate);
    for (size_t i = 0; i < KINDS && all != NULL; i++)
        h->rows[i] = all + i * rows;
    return all != NULL && h->paid != NULL && h->mate != NULL;
}

/* Of what is open the fewest who rank behind and come down, and then the least sums; if ${*known},
 * they are as many as may be, and ${t->drawn} the pairs of all pairings with these; or there is
 * ${*none}. */
static enum lm_status solve_halves(struct turns *t, struct halves *h, bool *known, bool *none)
{
    bool solved;
    int64_t sum = 0;
    split_open(t, h);
    const struct lm_halves problem = {.vertices = (int32_t)t->vertices,
                                      .kinds = h->kinds,
                                      .pairs = h->some,
                                      .cost = h->cost,
                                      .paid = h->paid};
    match_plain(t, h->rows[0], h->mate);
    enum lm_status status =
        lm_halves_solve(&problem, t->s->field->arena, h->mate, &solved, t->drawn, NULL);
    *known = false;
    *none = status == LM_OK && !solved;
    if (status != LM_OK || !solved)
        return status;
    for (uint32_t v = 0; v < t->vertices; v++)
        sum += h->paid[v];
    *none = sum >= 2 * h->behind * ((int64_t)t->most + 1);
    if (*none || !lm_halves_draw(t->dense, (int32_t)t->vertices, t->drawn, h->mate))
        return LM_OK;
    const struct cost sums = t->sums;
    add_up(t, h->mate);
    *known = t->lasts == t->most;
    if (!*known)
        t->sums = sums;
    return LM_OK;
}

/* The strictest level of the pairings that are known, from ${*level} on, or from the strictest with
 * other sums, is drawn; if they are ${*known}, or there is ${*none}. */
static enum lm_status find_level_by_halves(struct turns *t, struct level *level, bool *known,
                                           bool *none)
{
    const struct cost sums = t->sums;
    struct halves h;
    bool has;
    if (!make_halves(t, &h))
        return LM_LIMIT;
    t->any = true;
    draw(t, (struct level){FLOATS_FREE, FLOATS_FREE});
    t->any = false;
    enum lm_status status = solve_halves(t, &h, known, none);
    if (status != LM_OK || !*known)
        return status;
    t->only_pairings = t->fewest = true;
    if (memcmp(&sums, &t->sums, sizeof sums) != 0)
        *level = (struct level){FLOATS_ALL, FLOATS_ALL};
    status = ask_level(t, level->down, level->up, &has);
    return status != LM_OK || has ? status : ask_freer(t, level);
}

/* ---- The level, by either ---- */

/* The strictest level with a pairing, from ${*level} on, or from the strictest with other sums, is
 * drawn.  LM_NO_PAIRING: there is none, but ${*any} with sums that are not known. */
static enum lm_status find_level(struct turns *t, struct level *level, bool *any)
{
    const struct cost sums = t->sums;
    bool known = false, none = false;
    enum lm_status status = LM_OK;
    if (!LM_LEAN && t->vertices <= HALVES_MOST && lm_dutch_2006_keeps_pairs(t->below))
        status = find_level_by_halves(t, level, &known, &none);
    if (status != LM_OK || known || none)
        return none ? LM_NO_PAIRING : status;
    t->any = t->fewest = true;
    status = ask_level(t, FLOATS_FREE, FLOATS_FREE, any);
    t->any = false;
    if (status != LM_OK || !*any)
        return status == LM_OK ? LM_NO_PAIRING : status;
    if (t->lasts < t->most) {
        t->fewest = false;
        t->sums = sums;
        return find_open_level(t, level);
    }
    if (memcmp(&sums, &t->sums, sizeof sums) != 0)
        *level = (struct level){FLOATS_ALL, FLOATS_ALL};
    return find_known_level(t, level);
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
        if (u == v || t->partner[v] != NO_PARTNER || !is_open(t, u, v))
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
        if (u != v && t->partner[v] == NO_PARTNER && is_open(t, u, v))
            lm_best_set_few(t->best, (int32_t)u, (int32_t)v, worth, worths_of(t, u, v, worth));
    }
}

/* The first partner of ${u} who leaves the others a pairing. */
static uint32_t first_partner(struct turns *t, uint32_t u)
{
    if (t->only_pairings)
        return (uint32_t)lm_dense_take_first(t->dense, (int32_t)u, CLASS_ABOVE);
    uint32_t first = t->mate[u];
    while (wish(t, u, first) && solve(t) && (uint32_t)lm_best_mate(t->best, (int32_t)u) < first) {
        keep_mates(t); /* else those with the present one are */
        first = t->mate[u];
        wish_no_more(t, u, first);
    }
    lm_best_fix(t->best, (int32_t)u, (int32_t)first);
    return first;
}

/* D1: ${u} takes him. */
static void join_first(struct turns *t, uint32_t u, struct outcome *out)
{
    uint32_t first = first_partner(t, u);
    t->partner[u] = first;
    t->partner[first] = u;
    add_key(out, first);
}

/* Who has a partner is matched to him. */
static void fix_partners(const struct turns *t)
{
    uint64_t *paired = set_of(t, BEFORE);
    memset(paired, 0, t->words * sizeof *paired);
    for (uint32_t a = 0; a < t->count; a++)
        if (t->partner[a] != NO_PARTNER)
            lm_set_insert(paired, (int32_t)a);
    for (uint32_t v = 0; v < t->vertices; v++) {
        uint64_t *open = row_of(t, t->open, v);
        const bool is_paired = v < t->count && t->partner[v] != NO_PARTNER;
        for (size_t w = 0; w < t->words; w++)
            open[w] &= is_paired ? 0 : ~paired[w];
        if (is_paired)
            lm_set_insert(open, (int32_t)t->partner[v]);
    }
}

/* Who is of S1 is paired with one of S2, and nobody else above who has no partner yet. */
static void form(const struct turns *t)
{
    fix_partners(t);
    uint64_t *upper = set_of(t, UP), *lower = set_of(t, DOWN);
    memset(upper, 0, t->words * sizeof *upper);
    memset(lower, 0, t->words * sizeof *lower);
    for (uint32_t a = 0; a < t->count; a++)
        if (t->partner[a] == NO_PARTNER)
            lm_set_insert(t->upper[a] ? upper : lower, (int32_t)a);
    for (uint32_t v = 0; v < t->vertices; v++) {
        uint64_t *open = row_of(t, t->open, v);
        if (v < t->count && t->partner[v] != NO_PARTNER)
            continue;
        const bool is_upper = lm_set_holds(upper, (int32_t)v);
        const bool is_lower = lm_set_holds(lower, (int32_t)v);
        for (size_t w = 0; w < t->words; w++)
            open[w] &= is_upper ? lower[w] : is_lower ? ~lower[w] : ~upper[w];
    }
}

/* ---- D2 ---- */

/* May ${u} and ${v} be a pair by which he is not in ${upper}, S1 or S2? */
static bool ends(const struct turns *t, uint32_t u, uint32_t v, bool upper)
{
    return v != u && (v < t->count && v > u) != upper && is_open(t, u, v);
}

/* Solve without these. */
static bool solve_without(struct turns *t, uint32_t u, bool upper)
{
    for (uint32_t v = 0; v < t->vertices; v++)
        if (ends(t, u, v, upper))
            lm_best_set_edge(t->best, (int32_t)u, (int32_t)v, NULL);
    return solve(t);
}

static void give_back(const struct turns *t, uint32_t u, bool upper)
{
    for (uint32_t v = 0; v < t->vertices; v++) {
        struct lm_worth worth[PRIORITY_COUNT];
        if (ends(t, u, v, upper))
            lm_best_set_few(t->best, (int32_t)u, (int32_t)v, worth, worths_of(t, u, v, worth));
    }
}

/* Is there a best matching without these, which are barred then? */
static bool is_best_without(struct turns *t, uint32_t u, bool upper)
{
    uint64_t *left = set_of(t, ALIKE);
    bool changes = lm_dense_alone(t->dense) > 0; /* by one before, who could not be exchanged */
    memcpy(left, row_of(t, t->open, u), t->words * sizeof *left);
    for (uint32_t v = 0; v < t->vertices; v++)
        if (ends(t, u, v, upper)) {
            bar(t, u, v);
            changes |= (uint32_t)lm_dense_mate(t->dense, (int32_t)u) == v;
        }
    if (!changes || has_perfect(t))
        return true;
    for (uint32_t v = 0; v < t->vertices; v++)
        if (lm_set_holds(left, (int32_t)v))
            meet(t, u, v);
    return false;
}

/* Exchange ${u}, if one of ${*left} can be he: else all is left as it is. */
static void choose(struct turns *t, uint32_t u, uint32_t *left, struct outcome *out)
{
    bool upper = !t->upper[u];
    if (*left == 0 || t->partner[u] != NO_PARTNER)
        return;
    if (t->only_best && !is_best_without(t, u, upper))
        return;
    if (!t->only_best && !solve_without(t, u, upper)) {
        give_back(t, u, upper);
        return;
    }
    for (uint32_t v = 0; v < t->vertices; v++)
        if (ends(t, u, v, upper))
            bar(t, u, v);
    t->upper[u] = upper;
    add_key(out, upper ? (int64_t)t->rank[u] : -(int64_t)t->rank[u]);
    --*left;
}

/* The first S1 with a pairing, as that of the higher ones has none: ${upper}.  LM_NO_PAIRING: it is
 * not found. */
static enum lm_status exchange(struct turns *t, struct outcome *out)
{
    uint32_t half = t->s->target.rest, left = 0;
    int64_t start = (int64_t)half * ((int64_t)half - 1) / 2;
    bool has;
    fix_partners(t);
    for (uint32_t i = 0; i < t->count; i++)
        t->rank[i] = t->partner[i] == NO_PARTNER ? left++ : 0;
    t->exchange = (int64_t)half * t->count + 1;
    enum lm_status status = ask(t, &has);
    int64_t lines = t->lines;
    t->sparing = !has;
    if (status == LM_OK && !has)
        status = ask(t, &has);
    bool known = status == LM_OK && has && (!t->sparing || t->lasts == t->most);
    if (known)
        lines = t->most_lines = t->lines;
    add_key(out, lines / t->exchange);
    add_key(out, lines % t->exchange - start);
    if (status == LM_OK && known && t->lasts == t->most)
        status = leave_best(t, &t->only_best);
    if (status != LM_OK || !known)
        return status == LM_OK ? LM_NO_PAIRING : status;
    uint32_t upper = (uint32_t)(lines / t->exchange), lower = upper;
    for (uint32_t u = t->count; u-- > 0;)
        if (t->upper[u])
            choose(t, u, &upper, out);
    for (uint32_t u = 0; u < t->count; u++)
        if (!t->upper[u] && t->rank[u] >= half)
            choose(t, u, &lower, out);
    t->exchange = 0;
    t->sparing = false;
    return LM_OK;
}

/* The remainder group.  LM_NO_PAIRING: it takes an exchange that is not found. */
static enum lm_status pair_rest(struct turns *t, struct outcome *out)
{
    const size_t all = t->vertices * t->words * sizeof *t->open;
    uint32_t left = t->s->target.rest;
    bool has;
    for (uint32_t i = 0; i < t->count && left > 0; i++) {
        t->upper[i] = t->partner[i] == NO_PARTNER;
        left -= t->upper[i];
    }
    memcpy(t->drawn, t->open, all);
    form(t);
    enum lm_status status = ask_again(t, &has);
    if (status == LM_OK && has) {
        add_key(out, 0);
        add_key(out, 0);
    } else if (status == LM_OK) {
        memcpy(t->open, t->drawn, all);
        status = exchange(t, out);
    }
    if (status == LM_OK && !has) {
        memcpy(t->open, t->drawn, all);
        form(t);
        status = ask_again(t, &has);
        assert(status != LM_OK || has);
    }
    for (uint32_t i = 0; i < t->count && status == LM_OK; i++)
        if (t->upper[i])
            join_first(t, i, out);
    return status;
}

static enum lm_status find(struct turns *t, struct outcome *out)
{
    const struct outcome *least = t->s->least;
    struct level level = {least->down, least->up};
    bool any = false, hope = false;
    find_pairs(t);
    enum lm_status status = find_hope(t, &hope);
    if (status == LM_OK)
        status = hope ? find_level(t, &level, &any) : LM_NO_PAIRING;
    out->cost = t->sums;
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
    status = leave_pairings(t);
    for (uint32_t u = 0; u < t->s->target.moved && status == LM_OK; u++)
        join_first(t, u, out);
    if (status != LM_OK)
        return status;
    return t->s->target.rest > 0 ? pair_rest(t, out) : LM_OK;
}

static enum lm_status make(struct turns *t)
{
    static const bool barred[CLASSES * CLASSES] = {false};
    struct lm_arena *arena = t->s->field->arena;
    const size_t set = t->words * sizeof *t->open;
    t->above = lm_arena_alloc(arena, t->count, set);
    t->giving_up = lm_arena_alloc(arena, t->count, COST_COUNT * set);
    t->open = lm_arena_alloc(arena, t->vertices, set);
    t->drawn = lm_arena_alloc(arena, t->vertices, set);
    t->set = lm_arena_alloc(arena, SETS, set);
    t->gives_up = lm_arena_alloc(arena, (size_t)t->count * t->count, sizeof *t->gives_up);
    t->rank = lm_arena_alloc(arena, t->count, sizeof *t->rank);
    t->mate = lm_arena_alloc(arena, t->vertices, sizeof *t->mate);
    t->upper = lm_arena_alloc(arena, t->count, sizeof *t->upper);
    enum lm_status status = lm_dense_new(&t->dense, arena, (int32_t)t->vertices, CLASSES, barred);
    if (t->above == NULL || t->giving_up == NULL || t->open == NULL || t->drawn == NULL ||
        t->set == NULL || t->gives_up == NULL || t->rank == NULL || t->mate == NULL ||
        t->upper == NULL || status != LM_OK)
        return LM_LIMIT;
    for (uint32_t v = 0; v < t->vertices; v++)
        lm_dense_move(t->dense, (int32_t)v, v < t->count ? CLASS_ABOVE : CLASS_BELOW);
    return lm_dutch_2006_union_rows(t->below, &t->row);
}

enum lm_status lm_dutch_2006_turns(const struct search *search, const struct union_graph *below,
                                   const bool *last, uint32_t most, struct outcome *out)
{
    struct lm_arena *arena = search->field->arena;
    uint32_t count = search->bracket->count;
    uint32_t vertices = count + lm_dutch_2006_count_below(below);
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
                      .vertices = vertices,
                      .pairs = search->target.moved + search->target.rest,
                      .sums = search->least->cost,
                      .words = lm_set_words((int32_t)vertices),
                      .most_lines = INT64_MAX,
                      .partner = out->partner};
    for (uint32_t i = 0; i < count; i++)
        t.partner[i] = NO_PARTNER;
    enum lm_status status = make(&t);
    if (status == LM_OK)
        status = find(&t, out);
    lm_arena_reset(arena, mark);
    return status;
}
