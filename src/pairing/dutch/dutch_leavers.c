/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "base/room.h"
#include "graph/best.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * With everybody in view: the bracket first, and those below without weights.
 *
 * Let the *upper* vertices be the bracket, and the next one as well where [C8] asks of those below
 * it, and let the *lower* ones be all others in view.  Upper ones who meet lower ones leave; what
 * that is worth is the same whomever they meet, and nothing is asked of two lower ones.
 *
 * The upper ones by themselves, whoever can leave free to, are a smaller problem, that of an open
 * view.  No pairing is better than its best matchings; and a pairing has their value where it
 * consists of their tight pairs, fills their odd sets and lets nobody leave who is needed
 * (complementary slackness), whoever meets whom of the lower ones.  Whether there is one is asked
 * of rows of bits.  If so, and no odd set is to be filled, it is a best one, and these pairs are
 * all that any best one can have.  Each stage of the upper problem leaves fewer pairs, so as soon
 * as there is none after one of them, it was in vain.  Then everything is solved, from the duals of
 * the first stage (lm_best_leave_duals, without a charge) and with its pairs, which are tight there
 * where that stage was right.  The set of MDPs comes last and goes by rows once the criteria have
 * left few pairs, so no stage asks for it with them.
 *
 * Where many have to leave because those below need them there is none.  A largest matching of the
 * lower ones leaves k of them alone, so at least k upper ones leave in every pairing.  The best
 * matchings of the upper ones that leave exactly k alone are found by a charge on pairs
 * (lm_best_leave).  Where that charge is more than 0 no matching that leaves more is as good.  So
 *
 *   - no pairing is better than these in the priorities of that stage, and
 *   - where a pairing has their value it leaves k alone, which consist of tight pairs of the upper
 *     problem, fill its odd sets and leave nobody who is needed (complementary slackness).  Its
 *     lower pairs and those who leave make a largest matching of the lower ones with one for each
 *     whom that leaves alone: by Gallai and Edmonds those who leave meet even lower ones, and the
 *     odd ones meet even ones.  Where no two even ones are a pair, such pairs let exactly k leave.
 *
 * An upper one who meets no even one, but others, would leave to no avail: so he has to be paired
 * in the upper problem.  That is too much to ask only if he leaves in a best one.  Of the even ones
 * each meets an odd one or one who leaves: so k more of those who leave meet even ones than meet
 * odd ones, and more than k where an odd one meets another, or one of the rest.  With c paid to who
 * leaves to an even one, taken from who leaves to an odd one, and nothing for the rest, no pairing
 * is better than the best of the upper ones then, less k c; and these have nobody alone whose dual
 * is more than he would get.  The proof of the problem in which he has to be paired is one of this,
 * too, where that is so of each of these (lm_best_stays).
 *
 * The pairs that are left go on to the next stages, if there are any.  They leave k alone, so with
 * an outlet for each of them the upper ones by themselves are perfectly matched; each stage asks
 * first for the greatest sum of depths, and its best ones fill all odd sets, as that of the charge
 * did.  Who has no pair left is alone in all of them: he and an outlet are left out, which is what
 * most of k come to.  No pairing is better than these, and one as good consists of what they leave
 * tight, with lower ones for outlets.  If there is one at the end, it is a best one, and all that
 * any can have is known.  If not, the stages are solved with all.  If one of them finds a pairing
 * that fills all odd sets, this has the value, and it was right to ask only for them.  If not, the
 * upper problem was too easy, and everything is solved, from its duals (lm_best_leave_duals).
 * Whoever meets a lower one offends in as much as alone, so no priority can be offended in that
 * could not in the upper problem, nor by more: the fields stay.
 */

/* What is worth it: with fewer lower ones, or ones who leave, all is as soon solved at once. */
enum { LOWER_LEAST = 16, LEAVERS_LEAST = 1 };

/* Of more upper ones to one lower it is, where nobody has to leave against his interest. */
enum { FREE_MOST = 5 };

enum { SPLITS = !LM_LEAN }; /* else all is solved at once */

struct leaving {
    struct dutch_model *m;
    uint32_t upper;   /* vertices [0, upper) */
    uint32_t leavers; /* k */
    bool charged;     /* more than would of themselves */
    /* Per lower vertex, only where they are ${charged}: enum lm_part; and LM_BARRED for who is not
     * even, and for who is odd, else 0. */
    uint8_t *part;
    int16_t *not_even, *odd;
    /* As they were, for the case that it was in vain. */
    int16_t *depth;
    int16_t *before; /* and before the stages after a charge */
    struct dutch_priority *priorities;
    struct lm_priority *ranges;
    uint32_t priority_count;
    /* What the first stage came to without those below. */
    uint64_t *duals;
    int32_t *mate;
    int32_t dual_words;
    uint32_t stage_end;
};

/* ---- Who is upper ---- */

static uint32_t count_zones(const struct dutch_model *m, enum dutch_zone last)
{
    uint32_t count = 0;
    while (count < m->count && m->vertices[count].zone <= last)
        count++;
    return count;
}

/* Drop the priorities of [C8], in which nobody can offend. */
static void drop_next(struct dutch_model *m)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < m->priority_count; i++) {
        if (m->priorities[i].kind == NEXT_FLOATERS || m->priorities[i].kind == NEXT_SCORE)
            continue;
        m->priorities[kept] = m->priorities[i];
        m->ranges[kept++] = m->ranges[i];
    }
    m->priority_count = kept;
}

/* The upper vertices; 0: it cannot be said. */
static uint32_t find_upper(const struct dutch_model *m)
{
    uint32_t next = count_zones(m, NEXT);
    bool asks = m->bracket->looks_down && next < m->count;
    if (dutch_is_open(m) || m->question != NULL || m->whole || m->bracket->collapsed ||
        m->count_unplayed)
        return 0;
    if (!asks)
        return m->inside;
    return m->bracket->next_end < m->d->count ? next : 0; /* else only the bye is beyond */
}

/* A largest matching of vertices [${from}, ${to}). */
static enum lm_status match(const struct dutch_model *m, uint32_t from, uint32_t to,
                            struct lm_dense **out)
{
    static const bool barred[1] = {false};
    enum lm_status status = lm_dutch_list_tight(m, from, to, 1, barred, out);
    if (status == LM_OK)
        lm_dense_repair(*out);
    return status;
}

/* Are no two even lower ones a pair?  Each meets an odd or an upper one then, the odd ones even
 * ones only, so that exactly k leave; a larger even component could take three of them. */
static bool even_are_single(const struct leaving *l)
{
    const struct dutch_model *m = l->m;
    for (uint32_t u = l->upper; u < m->count; u++)
        for (uint32_t v = u + 1; v < m->count && l->part[u - l->upper] == LM_PART_EVEN; v++)
            if (l->part[v - l->upper] == LM_PART_EVEN && dutch_is_tight(m, u, v))
                return false;
    return true;
}

/* More have to leave than would of themselves: is it known whom they can meet? */
static enum lm_status divide_lower(struct leaving *l, struct lm_dense *lower, bool *worth)
{
    *worth = l->leavers >= LEAVERS_LEAST && l->leavers <= l->upper;
    if (!*worth)
        return LM_OK;
    const uint32_t count = l->m->count - l->upper;
    l->part = lm_arena_alloc(l->m->arena, count, sizeof *l->part);
    l->not_even = lm_arena_alloc(l->m->arena, count, sizeof *l->not_even);
    l->odd = lm_arena_alloc(l->m->arena, count, sizeof *l->odd);
    if (l->part == NULL || l->not_even == NULL || l->odd == NULL)
        return LM_LIMIT;
    lm_dense_decompose(lower, l->part, NULL);
    for (uint32_t i = 0; i < count; i++) {
        l->not_even[i] = l->part[i] == LM_PART_EVEN ? 0 : LM_BARRED;
        l->odd[i] = l->part[i] == LM_PART_ODD ? LM_BARRED : 0;
    }
    *worth = even_are_single(l);
    return LM_OK;
}

/* Find out how many have to leave; ${*worth}: it is worth while to solve the upper ones first. */
static enum lm_status count_leavers(struct leaving *l, bool *worth)
{
    const struct dutch_model *m = l->m;
    struct lm_dense *lower, *upper;
    enum lm_status status = match(m, l->upper, m->count, &lower);
    if (status == LM_OK)
        status = match(m, 0, l->upper, &upper);
    if (status != LM_OK)
        return status;
    l->leavers = (uint32_t)lm_dense_alone(lower);
    l->charged = (uint32_t)lm_dense_alone(upper) < l->leavers;
    *worth = l->upper <= FREE_MOST * (m->count - l->upper);
    return l->charged ? divide_lower(l, lower, worth) : LM_OK;
}

/* ---- The upper problem ---- */

/* May the lower ${v}, in a matching as above, be met by who leaves? */
static bool may_be_met(const struct leaving *l, uint32_t v)
{
    return !l->charged || l->part[v - l->upper] == LM_PART_EVEN;
}

/* Can the upper ${u} leave? */
static bool may_leave(const struct leaving *l, uint32_t u)
{
    const struct dutch_model *m = l->m;
    bool may = false;
    for (uint32_t v = l->upper; v < m->count && !may; v++)
        may = may_be_met(l, v) && dutch_is_tight(m, u, v);
    return may;
}

/* Those who could leave, but only to a lower one who is not even, do they stay in all that are
 * best?  To an odd one it costs the charge, as one more has to leave then. */
static bool others_stay(const struct leaving *l, const struct dutch_model *upper)
{
    const struct dutch_model *m = l->m;
    for (uint32_t u = 0; u < l->upper; u++) {
        bool odd = false, rest = false;
        if (!upper->vertices[u].must_pair)
            continue;
        for (uint32_t v = l->upper; v < m->count; v++) {
            bool meets = dutch_is_tight(m, u, v);
            odd |= meets && l->part[v - l->upper] == LM_PART_ODD;
            rest |= meets && l->part[v - l->upper] == LM_PART_REST;
        }
        if ((rest || odd) && !lm_best_stays(upper->best, (int32_t)u, rest ? 0 : 1))
            return false;
    }
    return true;
}

/* Who cannot leave has to be paired. */
static enum lm_status make_upper(const struct leaving *l, struct dutch_model *upper)
{
    const struct dutch_model *m = l->m;
    const uint32_t count = l->upper;
    *upper = *m;
    upper->count = count;
    upper->end = count == m->inside ? m->bracket->next_begin : m->bracket->next_end;
    upper->stage_begin = 0;
    upper->set_apart = lm_dutch_sets_by_rows(m);
    upper->needed = lm_arena_alloc(m->arena, count, sizeof *upper->needed);
    upper->depth = lm_arena_room(m->arena, count, count * sizeof *upper->depth);
    upper->vertices = lm_arena_alloc(m->arena, count, sizeof *upper->vertices);
    if (upper->needed == NULL || upper->depth == NULL || upper->vertices == NULL)
        return LM_LIMIT;
    memcpy(upper->vertices, m->vertices, count * sizeof *upper->vertices);
    for (uint32_t u = 0; u < count; u++)
        upper->vertices[u].must_pair = !may_leave(l, u);
    upper->before_best = lm_arena_mark(m->arena);
    for (uint32_t u = 0; u < count; u++)
        memcpy(&upper->depth[(size_t)u * count], &m->depth[(size_t)u * m->count],
               count * sizeof *m->depth);
    lm_dutch_bar_hopeless(upper);
    return LM_OK;
}

static bool is_needed(const struct dutch_model *upper, uint32_t u)
{
    return upper->best == NULL ? upper->needed[u] : lm_best_is_needed(upper->best, (int32_t)u);
}

/* The depths of the upper ${u} with those after him, as ${upper} has left them, who has no other
 * pairs; the greatest comes back. */
static int32_t take_upper_row(const struct leaving *l, const struct dutch_model *upper, uint32_t u)
{
    const struct dutch_model *m = l->m;
    int16_t *depth = &m->depth[(size_t)u * m->count];
    const int16_t *left = &upper->depth[(size_t)u * upper->count];
    int32_t deepest = 0;
    if (upper->best == NULL) {
        memcpy(&depth[u + 1], &left[u + 1], (l->upper - u - 1) * sizeof *depth);
        return upper->deepest;
    }
    if (lm_best_bar_slack(upper->best, (int32_t)u, depth))
        return 0;
    lm_best_depths_after(upper->best, (int32_t)u, m->row);
    for (uint32_t v = u + 1; v < l->upper; v++) {
        depth[v] = (int16_t)m->row[v];
        deepest = m->row[v] > deepest ? m->row[v] : deepest;
    }
    return deepest;
}

enum { BITS_OF_BARRED = 0xff }; /* each byte of LM_BARRED */

/* Bar those of ${count} pairs that ${barred} does: LM_BARRED, or 0. */
static void bar(int16_t *depth, const int16_t *barred, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        depth[i] |= barred[i];
}

/* Bar the pairs that are in none of the best matchings of ${upper} that can be completed, and note
 * the depths of the others: those with lower ones have none. */
static void take_upper_depths(const struct leaving *l, const struct dutch_model *upper)
{
    struct dutch_model *m = l->m;
    m->deepest = 0;
    for (uint32_t u = 0; u < l->upper; u++) {
        int16_t *depth = &m->depth[(size_t)u * m->count];
        int32_t deepest = take_upper_row(l, upper, u);
        bool leaves = !is_needed(upper, u);
        m->deepest = deepest > m->deepest ? deepest : m->deepest;
        if (!leaves)
            memset(&depth[l->upper], BITS_OF_BARRED, (m->count - l->upper) * sizeof *depth);
        else if (l->charged)
            bar(&depth[l->upper], l->not_even, m->count - l->upper);
    }
}

static void take_depths(const struct leaving *l, const struct dutch_model *upper)
{
    const struct dutch_model *m = l->m;
    const uint32_t lower = m->count - l->upper;
    take_upper_depths(l, upper);
    for (uint32_t i = 0; i < lower && l->charged; i++) {
        const uint32_t u = l->upper + i, part = l->part[i];
        if (part != LM_PART_EVEN)
            bar(&m->depth[(size_t)u * m->count + u],
                part == LM_PART_ODD ? l->not_even + i : l->odd + i, lower - i);
    }
}

/* How deep a best matching of ${upper} is by its own odd sets. */
static int64_t depth_of(const struct leaving *l, const struct dutch_model *upper)
{
    const struct dutch_model *m = l->m;
    int64_t sum = 0;
    for (uint32_t v = 0; v < l->upper; v++) {
        uint32_t mate = dutch_mate_of(upper, v);
        if (mate > v && mate < l->upper)
            sum += m->depth[(size_t)v * m->count + mate];
    }
    return sum;
}

/* ---- Solving ---- */

static void keep_priorities(struct leaving *l)
{
    const struct dutch_model *m = l->m;
    memcpy(l->priorities, m->priorities, m->priority_count * sizeof *m->priorities);
    memcpy(l->ranges, m->ranges, m->priority_count * sizeof *m->ranges);
    l->priority_count = m->priority_count;
}

static enum lm_status keep(struct leaving *l)
{
    struct dutch_model *m = l->m;
    size_t pairs = (size_t)m->count * m->count;
    l->duals = lm_arena_alloc(m->arena, (size_t)m->count + 3, WIDE_WORDS_MAX * sizeof *l->duals);
    l->mate = lm_arena_alloc(m->arena, m->count, sizeof *l->mate);
    l->depth = lm_arena_room(m->arena, pairs, sizeof *l->depth);
    l->before = lm_arena_room(m->arena, pairs, sizeof *l->before);
    l->priorities = lm_arena_alloc(m->arena, m->priority_count, sizeof *l->priorities);
    l->ranges = lm_arena_alloc(m->arena, m->priority_count, sizeof *l->ranges);
    if (l->duals == NULL || l->mate == NULL || l->depth == NULL || l->before == NULL ||
        l->priorities == NULL || l->ranges == NULL)
        return LM_LIMIT;
    memcpy(l->depth, m->depth, pairs * sizeof *l->depth);
    keep_priorities(l);
    m->before_best = lm_arena_mark(m->arena);
    return LM_OK;
}

static void give_back_priorities(const struct leaving *l)
{
    struct dutch_model *m = l->m;
    memcpy(m->priorities, l->priorities, l->priority_count * sizeof *l->priorities);
    memcpy(m->ranges, l->ranges, l->priority_count * sizeof *l->ranges);
    m->priority_count = l->priority_count;
}

static void give_back(const struct leaving *l)
{
    struct dutch_model *m = l->m;
    memcpy(m->depth, l->depth, (size_t)m->count * m->count * sizeof *l->depth);
    give_back_priorities(l);
    m->deepest = 0;
    m->best = NULL;
    m->stage_end = l->stage_end;
    m->dual_words = l->dual_words;
    m->duals = l->dual_words > 0 ? l->duals : NULL;
    m->matched = false;
    memcpy(m->mate, l->mate, m->count * sizeof *m->mate);
}

/* The first stage without those below is solved, and says from where to start with them, if need
 * be.  It has found which priorities nobody can offend in, and how much in others: whoever meets
 * one of them offends in as much as alone. */
static void keep_duals(struct leaving *l, const struct dutch_model *upper)
{
    const struct dutch_model *m = l->m;
    size_t words = (size_t)upper->best->words;
    keep_priorities(l);
    l->stage_end = upper->stage_end;
    l->dual_words = upper->best->words;
    lm_best_leave_duals(upper->best, l->duals);
    uint64_t other[3 * WIDE_WORDS_MAX];
    memcpy(other, &l->duals[l->upper * words], 3 * words * sizeof *other);
    for (uint32_t v = 0; v < m->count; v++)
        l->mate[v] = v < l->upper ? lm_best_mate(upper->best, (int32_t)v) : LM_ALONE;
    for (uint32_t v = l->upper; v < m->count; v++) {
        uint8_t part = l->charged ? l->part[v - l->upper] : LM_PART_REST;
        size_t i = part == LM_PART_EVEN ? 0 : part == LM_PART_REST ? 2 : 1;
        memcpy(&l->duals[v * words], &other[i * words], words * sizeof *other);
    }
}

/* Do the priorities from ${from} on ask nothing yet? */
static bool only_turns_from(const struct dutch_model *m, uint32_t from)
{
    bool only = true;
    for (uint32_t i = from; i < m->priority_count; i++)
        only &= m->priorities[i].kind == TURN;
    return only;
}

/* Is nothing else left to ask than the set of MDPs, which goes by rows? */
static bool only_set_from(const struct dutch_model *m, uint32_t from)
{
    return from < m->priority_count && m->priorities[from].kind == MOVED_SET &&
           lm_dutch_sets_by_rows(m);
}

/* No odd set is to be filled: this matching is a best one. */
static void take_mates(struct dutch_model *m, const struct lm_dense *left)
{
    for (uint32_t v = 0; v < m->count; v++)
        m->mate[v] = lm_dense_mate(left, (int32_t)v);
}

/* The matching at hand is a best one, and nothing more is asked. */
static void leave_without_solver(struct dutch_model *m)
{
    m->matched = true;
    m->best = NULL;
    m->stage_begin = m->stage_end = m->priority_count;
    lm_arena_reset(m->arena, m->before_best);
}

/* Is there a pairing of the pairs that are left?  Into ${*left} it comes, if so; without weights
 * that is soon known. */
static enum lm_status complete(const struct leaving *l, struct lm_dense **left)
{
    enum lm_status status = match(l->m, 0, l->m->count, left);
    return status == LM_OK && lm_dense_alone(*left) > 0 ? LM_NO_PAIRING : status;
}

/* Solve all stages of the upper problem, as nothing but who leaves binds it: as soon as that cannot
 * be completed it is in vain. */
static enum lm_status solve_free(struct leaving *l, struct dutch_model *upper)
{
    struct lm_dense *left;
    enum lm_status status = lm_dutch_solve_stage(upper);
    for (; status == LM_OK; status = lm_dutch_solve_stage(upper)) {
        if (upper->stage_begin == 0) {
            l->m->priority_count = upper->priority_count;
            keep_duals(l, upper);
        }
        upper->whole = true; /* nobody leaves the model */
        lm_dutch_keep_best(upper);
        upper->whole = false;
        if (only_turns_from(upper, upper->stage_end))
            break;
        take_depths(l, upper);
        status = complete(l, &left);
        lm_arena_reset(l->m->arena, upper->before_best);
        if (status != LM_OK || only_set_from(l->m, upper->stage_end))
            break;
        upper->stage_begin = upper->stage_end;
    }
    return status;
}

/* Solve the first stage, and charge as many as have to leave. */
static enum lm_status solve_charged(struct leaving *l, struct dutch_model *upper)
{
    enum lm_status status = lm_dutch_solve_stage(upper);
    l->m->priority_count = upper->priority_count;
    if (status != LM_OK)
        return status;
    if (!lm_best_leave(upper->best, l->m->arena, (int32_t)l->leavers))
        return LM_NO_PAIRING;
    keep_duals(l, upper);
    return others_stay(l, upper) ? LM_OK : LM_NO_PAIRING;
}

/* ---- The stages after a charge ---- */

/* The upper ones who can still be paired, and an outlet for each of them who has to leave; the
 * others leave in any case, and nothing more is asked of them. */
struct closed {
    struct dutch_model m;
    uint32_t *upper; /* per vertex: which one he is of all, */
    uint32_t count;  /* but for the outlets, from here on */
};

/* The pairs that the first stage has left. */
static void keep_first(const struct leaving *l, struct dutch_model *upper)
{
    const struct dutch_model *m = l->m;
    const uint32_t count = l->upper;
    for (uint32_t u = 0; u < count; u++) {
        upper->mate[u] = lm_best_mate(upper->best, (int32_t)u);
        upper->needed[u] = upper->vertices[u].must_pair || is_needed(upper, u);
        memcpy(&upper->depth[(size_t)u * count], &m->depth[(size_t)u * m->count],
               count * sizeof *m->depth);
    }
    upper->best = NULL;
    upper->deepest = m->deepest;
    lm_arena_reset(m->arena, upper->before_best);
}

/* Those who have a pair. */
static uint32_t list_open(const struct dutch_model *upper, uint32_t *open)
{
    const uint32_t count = upper->count;
    bool *pairs = upper->gone;
    uint32_t some = 0;
    memset(pairs, 0, count * sizeof *pairs);
    for (uint32_t u = 0; u < count; u++)
        for (uint32_t v = u + 1; v < count; v++)
            if (upper->depth[(size_t)u * count + v] != LM_BARRED)
                pairs[u] = pairs[v] = true;
    for (uint32_t u = 0; u < count; u++)
        if (pairs[u])
            open[some++] = u;
    return some;
}

/* Their part of the model; who is known to be paired, is so with one of them. */
static void copy_open(const struct dutch_model *upper, struct closed *c)
{
    struct dutch_model *m = &c->m;
    int32_t *now = m->row;
    for (uint32_t i = 0; i < c->count; i++)
        now[c->upper[i]] = (int32_t)i;
    m->count = c->count;
    m->inside = 0;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t u = c->upper[i];
        const int16_t *depth = &upper->depth[(size_t)u * upper->count];
        m->vertices[i] = upper->vertices[u];
        m->needed[i] = upper->needed[u];
        m->mate[i] = upper->mate[u] == LM_ALONE ? LM_ALONE : now[upper->mate[u]];
        m->inside += dutch_is_inside(&m->vertices[i]);
        for (uint32_t k = i + 1; k < c->count; k++)
            m->depth[(size_t)i * c->count + k] = depth[c->upper[k]];
    }
}

/* LM_NO_PAIRING: somebody leaves who must not. */
static enum lm_status make_closed(const struct leaving *l, const struct dutch_model *upper,
                                  struct closed *c)
{
    struct lm_arena *arena = upper->arena;
    c->m = *upper;
    c->upper = lm_arena_alloc(arena, upper->count, sizeof *c->upper);
    if (c->upper == NULL)
        return LM_LIMIT;
    c->count = list_open(upper, c->upper);
    for (uint32_t u = 0; u < upper->count; u++)
        if (!upper->gone[u] && upper->needed[u])
            return LM_NO_PAIRING;
    const uint32_t outlets = l->leavers - (upper->count - c->count);
    const size_t room = c->count + outlets;
    c->m.vertices = lm_arena_alloc(arena, room, sizeof *c->m.vertices);
    c->m.needed = lm_arena_alloc(arena, room, sizeof *c->m.needed);
    c->m.mate = lm_arena_alloc(arena, room, sizeof *c->m.mate);
    c->m.depth = lm_arena_room(arena, room, room * sizeof *c->m.depth);
    if (c->m.vertices == NULL || c->m.needed == NULL || c->m.mate == NULL || c->m.depth == NULL)
        return LM_LIMIT;
    copy_open(upper, c);
    lm_dutch_add_outlets(&c->m, outlets);
    c->m.before_best = lm_arena_mark(arena);
    c->m.whole = true; /* nobody leaves the model */
    return LM_OK;
}

/* Whoever has no outlet any more is needed; false: an outlet is in an odd set. */
static bool open_closed(const struct closed *c)
{
    bool shallow = true;
    for (uint32_t u = 0; u < c->count; u++) {
        const int16_t *depth = &c->m.depth[(size_t)u * c->m.count];
        c->m.needed[u] = true;
        for (uint32_t v = c->count; v < c->m.count; v++) {
            c->m.needed[u] &= depth[v] == LM_BARRED;
            shallow &= depth[v] <= 0;
        }
    }
    return shallow;
}

/* What it has come to, of all. */
static void take_closed(const struct closed *c, struct dutch_model *upper)
{
    for (uint32_t u = 0; u < upper->count; u++)
        upper->mate[u] = LM_ALONE;
    for (uint32_t i = 0; i < c->count; i++) {
        const uint32_t u = c->upper[i], mate = (uint32_t)c->m.mate[i];
        int16_t *depth = &upper->depth[(size_t)u * upper->count];
        upper->needed[u] = c->m.needed[i];
        upper->mate[u] = mate < c->count ? (int32_t)c->upper[mate] : LM_ALONE;
        for (uint32_t k = i + 1; k < c->count; k++)
            depth[c->upper[k]] = c->m.depth[(size_t)i * c->m.count + k];
    }
    upper->deepest = c->m.deepest;
    upper->priority_count = c->m.priority_count;
    upper->stage_begin = c->m.stage_begin;
    upper->stage_end = c->m.stage_end;
}

/* Solve the stages that are left of ${c}; none of them may spoil an odd set, so that ${deep} stays
 * the sum of depths. */
static enum lm_status solve_stages(struct closed *c, int64_t deep)
{
    struct dutch_model *m = &c->m;
    enum lm_status status = LM_OK;
    while (status == LM_OK && m->stage_end < m->priority_count) {
        m->stage_begin = m->stage_end;
        status = lm_dutch_solve_stage(m);
        if (status == LM_OK && lm_dutch_sum_depths(m) != deep)
            status = LM_NO_PAIRING;
        if (status == LM_OK)
            lm_dutch_keep_best(m);
    }
    return status == LM_OK && !open_closed(c) ? LM_NO_PAIRING : status;
}

/* Solve the stages from ${upper}->stage_end up to ${end} so: LM_NO_PAIRING where that cannot be
 * completed. */
static enum lm_status solve_closed(struct leaving *l, struct dutch_model *upper, uint32_t end,
                                   struct lm_dense **left)
{
    struct dutch_model *m = l->m;
    struct closed c;
    const uint32_t after = m->priority_count - end;
    const int64_t deep = depth_of(l, upper);
    upper->priority_count = end;
    keep_first(l, upper);
    enum lm_status status = make_closed(l, upper, &c);
    if (status == LM_OK)
        status = solve_stages(&c, deep);
    if (status != LM_OK)
        return status;
    take_closed(&c, upper);
    memmove(&m->priorities[upper->priority_count], &m->priorities[end],
            after * sizeof *m->priorities);
    memmove(&m->ranges[upper->priority_count], &m->ranges[end], after * sizeof *m->ranges);
    m->priority_count = upper->priority_count + after;
    take_upper_depths(l, upper);
    return complete(l, left);
}

/* Solve all stages after one that was charged and that ask for more than the set of MDPs, and
 * complete that; where it comes to nothing, the first stage by itself.  ${*deep}: of the last. */
static enum lm_status go_on(struct leaving *l, struct dutch_model *upper, struct lm_dense **left,
                            int64_t *deep)
{
    struct dutch_model *m = l->m;
    const size_t size = (size_t)m->count * m->count * sizeof *m->depth;
    const uint32_t begin = upper->stage_end;
    const int32_t deepest = m->deepest;
    uint32_t end = begin;
    while (end < m->priority_count && m->priorities[end].kind != MOVED_SET &&
           m->priorities[end].kind != TURN)
        end++;
    if (end == begin)
        return complete(l, left);
    memcpy(l->before, m->depth, size);
    enum lm_status status = solve_closed(l, upper, end, left);
    if (status == LM_OK)
        *deep = depth_of(l, upper);
    if (status != LM_NO_PAIRING)
        return status;
    memcpy(m->depth, l->before, size);
    give_back_priorities(l);
    m->deepest = deepest;
    upper->stage_end = begin;
    return complete(l, left);
}

/* Solve the upper ones, and the others for those pairs that are left.  LM_NO_PAIRING: in vain. */
static enum lm_status solve_upper(struct leaving *l)
{
    struct dutch_model *m = l->m, upper;
    if (l->upper == m->inside)
        drop_next(m);
    enum lm_status status = make_upper(l, &upper);
    if (status == LM_OK)
        status = l->charged ? solve_charged(l, &upper) : solve_free(l, &upper);
    if (status != LM_OK)
        return status;
    m->priority_count = upper.priority_count;
    struct lm_dense *left;
    int64_t deep;
    take_depths(l, &upper);
    deep = depth_of(l, &upper);
    status = l->charged ? go_on(l, &upper, &left, &deep) : complete(l, &left);
    if (status != LM_OK)
        return status;
    lm_dutch_drop_set(m, upper.stage_end);
    const bool asked = only_turns_from(m, upper.stage_end);
    bool full = false;
    if (asked && m->deepest > 0)
        status = lm_dutch_fill_sets(m, &upper, left, &full);
    if (status != LM_OK)
        return status;
    if (asked && m->deepest == 0)
        take_mates(m, left);
    if (full || (asked && m->deepest == 0)) {
        leave_without_solver(m);
        return LM_OK;
    }
    lm_arena_reset(m->arena, m->before_best);
    return lm_dutch_solve_from(m, upper.stage_end, deep);
}

enum lm_status lm_dutch_solve_leaving(struct dutch_model *m)
{
    struct leaving l = {.m = m, .upper = find_upper(m)};
    bool worth = false;
    enum lm_status status = LM_OK;
    if (SPLITS && l.upper > 0 && m->count >= l.upper + LOWER_LEAST)
        status = count_leavers(&l, &worth);
    if (worth && status == LM_OK)
        status = keep(&l);
    if (status != LM_OK)
        return status;
    if (worth) {
        status = solve_upper(&l);
        if (status != LM_NO_PAIRING)
            return status;
        lm_arena_reset(m->arena, m->before_best);
        give_back(&l);
    }
    return lm_dutch_solve_on(m);
}
