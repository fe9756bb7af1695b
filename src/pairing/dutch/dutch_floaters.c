/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

#include <string.h>

/*
 * How many leave an open view of each score ([C6], [C7]), without weights.
 *
 * Whoever a largest matching of the bracket within itself leaves alone leaves the bracket, and in
 * an open view he can: so no more leave than that.  Those are one of each of some components of the
 * even set of Gallai and Edmonds, whichever of a component; the others have each an odd player, and
 * so has every odd player one of them.  So who leaves a component is of the lowest score there, and
 * the components that have an odd player are a basis of a matroid: the fewest of the highest scores
 * leave when each component, those of the highest scores first, has an odd player if it can with
 * those before it.
 *
 * Of some scores nobody leaves then, in any pairing as good by [C6] and [C7], and of some
 * everybody: the pairs with players below and those within the bracket, respectively, are none any
 * more.  Of the others some leave.  If that is one score, as few as can be leave just when as few
 * of it do.
 *
 * If the bye is in view, somebody below has to be able to have it: else one of the bracket leaves
 * whatever that costs.
 */

enum { SETTLES = !LM_LEAN, SETTLES_FROM = 24 };

struct floaters {
    struct dutch_model *m;
    struct lm_dense *own; /* the bracket's pairs */
    uint8_t *part;        /* by vertex: enum lm_part, */
    int32_t *base;        /* of which component, if he is even, */
    int32_t *last;        /* and by the base of one who is its last */
    uint32_t partly;      /* of so many scores some leave, but not all */
};

/* ---- Who leaves ---- */

static enum lm_status begin(struct floaters *f)
{
    static const bool barred[1] = {false};
    const struct dutch_model *m = f->m;
    f->part = lm_arena_alloc(m->arena, m->inside, sizeof *f->part);
    f->base = lm_arena_alloc(m->arena, m->inside, 2 * sizeof *f->base);
    if (f->part == NULL || f->base == NULL)
        return LM_LIMIT;
    f->last = f->base + m->inside;
    enum lm_status status = lm_dutch_list_tight(m, 0, m->inside, 1, barred, &f->own);
    if (status != LM_OK)
        return status;
    lm_dense_decompose(f->own, f->part, f->base);
    for (int32_t v = 0; v < (int32_t)m->inside; v++)
        if (f->part[v] == LM_PART_EVEN)
            f->last[f->base[v]] = v;
    return LM_OK;
}

/* Classes of what ${components} has. */
enum { ODD, COMPONENT, SHARES };

/* The components, as the last player of each, with the odd players of theirs. */
static void list_components(const struct floaters *f, struct lm_dense *components)
{
    const int32_t inside = (int32_t)f->m->inside;
    lm_dense_bar_all(components);
    for (int32_t v = 0; v < inside; v++) {
        if (f->part[v] != LM_PART_EVEN)
            continue;
        const uint64_t *row = lm_dense_row(f->own, v);
        const int32_t last = f->last[f->base[v]];
        lm_dense_move(components, last, COMPONENT);
        for (int32_t u = 0; u < inside; u++)
            if (f->part[u] == LM_PART_ODD && lm_set_holds(row, u))
                lm_dense_meet(components, last, u);
    }
}

/* Take those who leave out of ${own}, and pair the others. */
static enum lm_status find_leavers(const struct floaters *f)
{
    static const bool barred[SHARES * SHARES] = {[COMPONENT * SHARES + COMPONENT] = true};
    const int32_t inside = (int32_t)f->m->inside;
    struct lm_dense *components;
    if (lm_dense_alone(f->own) == 0)
        return LM_OK;
    if (lm_dense_new(&components, f->m->arena, inside, SHARES, barred) != LM_OK)
        return LM_LIMIT;
    list_components(f, components);
    lm_dense_repair_class(components, COMPONENT);
    for (int32_t v = 0; v < inside; v++)
        if (lm_dense_class(components, v) == COMPONENT && lm_dense_mate(components, v) == LM_ALONE)
            lm_dense_remove(f->own, v);
    lm_dense_repair(f->own);
    return LM_OK;
}

/* ---- What it settles ---- */

/* Bar the pairs of ${v} with vertices ${first} to ${end} - 1. */
static void bar_span(struct dutch_model *m, uint32_t v, uint32_t first, uint32_t end)
{
    for (uint32_t u = first; u < end && u < v; u++)
        m->depth[(size_t)u * m->count + v] = LM_BARRED;
    for (uint32_t w = first > v ? first : v + 1; w < end; w++)
        m->depth[(size_t)v * m->count + w] = LM_BARRED;
}

/* ${leave} of the players from ${from} to ${to} - 1, of one score, leave. */
static void settle_score(struct floaters *f, uint32_t from, uint32_t to, uint32_t leave)
{
    struct dutch_model *m = f->m;
    f->partly += leave > 0 && leave < to - from;
    for (uint32_t v = from; v < to; v++) {
        m->vertices[v].settled = leave == 0 || leave == to - from;
        m->needed[v] = leave == 0;
        if (leave == 0)
            bar_span(m, v, m->inside, m->count);
        else if (leave == to - from)
            bar_span(m, v, 0, m->inside);
    }
}

static int32_t score_of(const struct dutch_model *m, uint32_t v)
{
    return m->d->seats[m->vertices[v].seat].score;
}

static void settle_scores(struct floaters *f)
{
    for (uint32_t from = 0, to; from < f->m->inside; from = to) {
        uint32_t leave = 0;
        for (to = from; to < f->m->inside && score_of(f->m, to) == score_of(f->m, from); to++)
            leave += !lm_dense_is_present(f->own, (int32_t)to);
        settle_score(f, from, to, leave);
    }
}

/* Nobody is asked to leave for the bye's sake. */
static bool bye_is_free(const struct dutch_model *m)
{
    bool is_free = m->vertices[m->count - 1].zone != BYE;
    for (uint32_t v = m->inside; v + 1 < m->count && !is_free; v++)
        is_free = dutch_is_tight(m, v, m->count - 1);
    return is_free;
}

static void note_mates(const struct floaters *f)
{
    struct dutch_model *m = f->m;
    for (uint32_t v = 0; v < m->count; v++)
        m->mate[v] = v < m->inside ? lm_dense_mate(f->own, (int32_t)v) : LM_ALONE;
    m->matched = true;
}

enum lm_status lm_dutch_settle_floaters(struct dutch_model *m)
{
    struct floaters f = {.m = m};
    m->open_scores = UINT32_MAX;
    if (!SETTLES || !dutch_is_open(m) || !m->asks_hope || m->whole || m->bracket->collapsed ||
        m->inside < SETTLES_FROM || !bye_is_free(m))
        return LM_OK;
    if (begin(&f) != LM_OK || find_leavers(&f) != LM_OK)
        return LM_LIMIT;
    settle_scores(&f);
    note_mates(&f);
    m->open_scores = f.partly;
    m->priority_count = m->stage_begin = m->stage_end = 0;
    lm_dutch_keep_best(m);
    enum lm_status status = m->count == 0 ? LM_OK : lm_dutch_look_for_hope(m);
    m->barren = m->hopeless && !m->unproved;
    return status == LM_OK && m->hopeless ? LM_NO_PAIRING : status;
}
