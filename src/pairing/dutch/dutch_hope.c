/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/dutch/dutch_model.h"

/*
 * What an open view can come to, while it is being decided: is there any hope that the rest can be
 * completed after it ([C4])?  And where it is the bracket alone, that the next one fares after it
 * as well as its size allows ([C8]), which proves it (dutch_walk.c)?  If not, nothing more need be
 * decided in it.
 */

/* Fewer are decided as soon as it is known. */
enum { HOPES = !LM_LEAN, HOPES_FROM = LM_LEAN ? INT32_MAX : 24 };

/* By seat: ${tight}, whom he may still meet within the bracket; ${left}: all but the sure pairs of
 * that; ${open}: who of them may meet those who are not of it, as far as is known. */
struct hope {
    struct dutch_model *m;
    int32_t seats;
    size_t words;
    uint64_t *tight, *left, *open;
};

enum { SEAT_WORDS = DUTCH_ROWS_MOST / LM_SET_BITS + 1 };

static void note_tight(const struct hope *h)
{
    const struct dutch_model *m = h->m;
    for (uint32_t u = 0; u < m->inside; u++) {
        int32_t seat = (int32_t)m->vertices[u].seat;
        const int16_t *depth = &m->depth[(size_t)u * m->count];
        bool leaves = !m->needed[u];
        for (uint32_t v = u + 1; v < m->inside; v++) {
            int32_t other = (int32_t)m->vertices[v].seat;
            if (depth[v] == LM_BARRED)
                continue;
            lm_set_insert(&h->tight[(size_t)seat * h->words], other);
            lm_set_insert(&h->tight[(size_t)other * h->words], seat);
        }
        for (uint32_t v = m->inside; v < m->count && !leaves; v++)
            leaves = depth[v] != LM_BARRED;
        if (!leaves)
            lm_set_drop(h->open, seat);
    }
}

static void list_left(const struct hope *h)
{
    const struct dutch_model *m = h->m;
    for (int32_t v = 0; v < h->seats; v++)
        if (lm_matching_is_present(m->d->rest.matching, v))
            lm_set_insert(h->left, v);
    for (uint32_t i = 0; i < m->bracket->count; i++)
        if (m->partner[i] != LM_NOBODY)
            lm_set_drop(h->left, (int32_t)m->bracket->players[i]);
    for (size_t w = 0; w < h->words; w++)
        h->open[w] = h->left[w];
}

static enum lm_status begin(struct hope *h, struct dutch_model *m)
{
    const int32_t seats = m->d->rest.graph.vertices;
    *h = (struct hope){.m = m, .seats = seats, .words = lm_set_words(seats)};
    h->tight = lm_arena_alloc(m->arena, (size_t)seats + 2, h->words * sizeof *h->tight);
    if (h->tight == NULL)
        return LM_LIMIT;
    h->left = &h->tight[(size_t)seats * h->words];
    h->open = h->left + h->words;
    list_left(h);
    note_tight(h);
    return LM_OK;
}

/* ---- [C4] ---- */

/* Whom each of them may meet. */
static void list_hopes(const struct hope *h, struct lm_dense *rows)
{
    for (int32_t v = 0; v < h->seats; v++) {
        uint64_t set[SEAT_WORDS];
        const uint64_t *others = lm_dutch_partners(h->m->d, (uint32_t)v);
        const uint64_t meets = lm_set_holds(h->open, v) ? UINT64_MAX : 0;
        if (!lm_set_holds(h->left, v))
            continue;
        for (size_t w = 0; w < h->words; w++)
            set[w] = h->tight[(size_t)v * h->words + w] | (others[w] & h->open[w] & meets);
        lm_dense_set_row(rows, v, set);
    }
    lm_dense_restrict(rows, h->left);
}

/* Begin with the best matching at hand, */
static void pair_inside(const struct hope *h, struct lm_dense *rows)
{
    const struct dutch_model *m = h->m;
    for (uint32_t u = 0; u < m->inside; u++)
        if (dutch_mate_of(m, u) < u)
            lm_dense_pair(rows, (int32_t)m->vertices[u].seat,
                          (int32_t)m->vertices[dutch_mate_of(m, u)].seat);
}

/* and with that of the rest among the seats from ${begin} to ${end} - 1. */
static void pair_below(const struct hope *h, struct lm_dense *rows, int32_t begin, int32_t end)
{
    for (int32_t v = begin; v < end; v++) {
        int32_t mate = lm_matching_mate(h->m->d->rest.matching, v);
        if (mate > v && mate < end)
            lm_dense_pair(rows, v, mate);
    }
}

/* The pairs of the bracket in whatever the view can come to are sure or tight, and whoever has none
 * of them leaves it: may be alone, or meets one below.  So if the rest can be completed after it,
 * there is a perfect matching of these pairs and of all that C1 to C3 allow those who leave and
 * those below. */
static enum lm_status find_completion(const struct hope *h, bool *found)
{
    static const bool barred[1] = {false};
    struct lm_dense *rows;
    enum lm_status status = lm_dense_new(&rows, h->m->arena, h->seats, 1, barred);
    if (status != LM_OK)
        return status;
    list_hopes(h, rows);
    pair_inside(h, rows);
    pair_below(h, rows, (int32_t)h->m->bracket->next_begin, h->seats);
    *found = lm_dense_is_perfect(rows);
    return LM_OK;
}

/* ---- [C8] ---- */

static uint32_t count_leaving(const struct dutch_model *m)
{
    uint32_t leaving = 0;
    for (uint32_t i = 0; i < m->bracket->count; i++)
        leaving += m->partner[i] == LM_NOBODY;
    for (uint32_t v = 0; v < m->inside; v++)
        leaving -= dutch_mate_of(m, v) < m->inside;
    return leaving;
}

/* Is this a view that has to be proved? */
static bool needs_proof(const struct dutch_model *m)
{
    const struct dutch_bracket *b = m->bracket;
    return m->crossing != NULL && m->end == b->next_begin && b->looks_down && !b->settled &&
           m->d->edition->completes && count_leaving(m) > 0;
}

/* The seats from ${begin} to ${end} - 1, into ${set}. */
static void add_span(uint64_t *set, uint32_t begin, uint32_t end)
{
    for (uint32_t v = begin; v < end; v++)
        lm_set_insert(set, (int32_t)v);
}

/* Those of the bracket who are not sure of a pair, and of the next one; one of those behind stands
 * for whom they can spare.  Who leaves the bracket meets somebody of the next. */
static void list_next(const struct hope *h, uint64_t *in, struct lm_dense *rows)
{
    const struct dutch_model *m = h->m;
    const struct dutch_bracket *b = m->bracket;
    const int32_t spared = (int32_t)b->next_end;
    uint64_t next[SEAT_WORDS] = {0}, meet[SEAT_WORDS];
    add_span(next, b->next_begin, b->next_end);
    for (size_t w = 0; w < h->words; w++)
        in[w] = meet[w] = next[w];
    for (uint32_t i = 0; i < b->count; i++) {
        const int32_t v = (int32_t)b->players[i];
        if (lm_set_holds(h->left, v))
            lm_set_insert(in, v);
        if (lm_set_holds(h->open, v))
            lm_set_insert(meet, v);
    }
    for (uint32_t i = 0; i < b->count + (b->next_end - b->next_begin); i++) {
        const uint32_t v = dutch_seat_at(b, i);
        const uint64_t *others = lm_dutch_partners(m->d, v);
        const uint64_t *whom = i < b->count ? next : meet;
        const uint64_t meets = i >= b->count || lm_set_holds(h->open, (int32_t)v) ? UINT64_MAX : 0;
        uint64_t set[SEAT_WORDS];
        for (size_t w = 0; w < h->words; w++)
            set[w] = h->tight[v * h->words + w] | (others[w] & whom[w] & meets);
        if (lm_set_holds(m->crossing, (int32_t)v))
            lm_set_insert(set, spared);
        lm_dense_set_row(rows, (int32_t)v, set);
    }
    if ((b->count + (b->next_end - b->next_begin)) % 2 == 0)
        return;
    lm_set_insert(in, spared);
    lm_dense_set_row(rows, spared, m->crossing);
}

/* Whoever leaves the bracket has to find somebody in the next one, and of that all but one if it is
 * odd somebody there or of these (lm_dutch_next_is_perfect): is there a perfect matching of that
 * and the tight pairs? */
static enum lm_status find_proof(const struct hope *h, bool *found)
{
    static const bool barred[1] = {false};
    struct dutch_model *m = h->m;
    uint64_t in[SEAT_WORDS];
    struct lm_dense *rows;
    if (!m->asked_crossing)
        m->can_cross = lm_dutch_next_can_cross(m->d, m->bracket, m->crossing);
    m->asked_crossing = true;
    *found = m->can_cross;
    if (!*found)
        return LM_OK;
    enum lm_status status = lm_dense_new(&rows, m->arena, h->seats, 1, barred);
    if (status != LM_OK)
        return status;
    list_next(h, in, rows);
    lm_dense_restrict(rows, in);
    pair_inside(h, rows);
    pair_below(h, rows, (int32_t)m->bracket->next_begin, (int32_t)m->bracket->next_end);
    *found = lm_dense_is_perfect(rows);
    return LM_OK;
}

/* ---- Both ---- */

/* Is it settled how many leave the bracket, and of which scores? */
static bool floaters_are_settled(const struct dutch_model *m)
{
    bool settled = true;
    for (uint32_t i = m->stage_end; i < m->priority_count; i++)
        settled &= m->priorities[i].kind != FLOATERS && m->priorities[i].kind != FLOATER_SCORE;
    return settled;
}

enum lm_status lm_dutch_look_for_hope(struct dutch_model *m)
{
    struct hope h;
    bool completes = true, proves = true;
    if (!HOPES || !dutch_is_open(m) || !m->asks_hope || m->inside < HOPES_FROM ||
        !floaters_are_settled(m))
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(m->arena);
    enum lm_status status = begin(&h, m);
    if (status == LM_OK)
        status = find_completion(&h, &completes);
    if (status == LM_OK && completes && needs_proof(m))
        status = find_proof(&h, &proves);
    m->unproved = !proves;
    m->hopeless = !completes || !proves;
    lm_arena_reset(m->arena, mark);
    return status;
}
