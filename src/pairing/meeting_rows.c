/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "pairing/meeting.h"

/*
 * The last rows of lm_first_of_rows over sets of seats.
 *
 * Each row takes the first column that is free, and who finds none gets one along an alternating
 * path, so that the start is nearly the answer.  Then row after row is fixed.  Where the first
 * column that it may meet is not its own, one search goes from its own, which it would give up,
 * over the rows below: who may meet a column that is given up can give up his.  These are the
 * columns that the row may have with one left for each row below (a perfect matching and the one
 * that has such a pair differ by a cycle through it), and the first of them is its column.
 */

static const uint32_t NOBODY = UINT32_MAX;

struct matching {
    uint32_t count;        /* rows, and columns: vertices are the rows, then the columns */
    size_t words;          /* of a set of seats: */
    uint64_t *met;         /* by vertex: whom he may meet */
    uint64_t *rows, *free; /* rows that are not fixed, columns without a row, */
    uint64_t *columns;     /* all columns, */
    uint64_t *unseen;      /* and whom a search has not reached */
    uint32_t *seat;        /* by vertex, */
    uint32_t *vertex;      /* and by seat */
    uint32_t *mate, *from; /* by vertex: NOBODY if there is none; by whom a search found him */
    uint32_t *queue;
};

enum { SETS = 4 };

static bool allocate(struct matching *m, struct lm_arena *arena)
{
    const size_t n = 2 * (size_t)m->count, words = m->words;
    m->met = lm_arena_alloc(arena, n + SETS, words * sizeof *m->met);
    m->vertex = lm_arena_alloc(arena, words, LM_SET_BITS * sizeof *m->vertex);
    m->seat = lm_arena_alloc(arena, n, 4 * sizeof *m->seat);
    if (m->met == NULL || m->vertex == NULL || m->seat == NULL)
        return false;
    m->rows = m->met + n * words;
    m->free = m->rows + words;
    m->columns = m->free + words;
    m->unseen = m->columns + words;
    m->mate = m->seat + n;
    m->from = m->mate + n;
    m->queue = m->from + n;
    return true;
}

static const uint64_t *met_by(const struct matching *m, uint32_t vertex)
{
    return m->met + vertex * m->words;
}

static bool may_meet(const struct matching *m, uint32_t row, uint32_t column)
{
    return lm_set_holds(met_by(m, row), (int32_t)m->seat[column]);
}

static void draw(struct matching *m, const struct lm_rows *r, const uint32_t *places)
{
    for (uint32_t v = 0; v < 2 * m->count; v++) {
        const uint32_t seat = r->seats[places[v]];
        r->met(r->context, seat, m->met + v * m->words);
        m->seat[v] = seat;
        m->vertex[seat] = v;
        m->mate[v] = NOBODY;
        lm_set_insert(v < m->count ? m->rows : m->columns, (int32_t)seat);
    }
    memcpy(m->free, m->columns, m->words * sizeof *m->free);
}

static void pair(struct matching *m, uint32_t row, uint32_t column)
{
    m->mate[row] = column;
    m->mate[column] = row;
    lm_set_drop(m->free, (int32_t)m->seat[column]);
}

/* Queue the mates of those not reached yet whom ${vertex} may meet; how many wait then. */
static uint32_t reach_from(struct matching *m, uint32_t vertex, uint32_t waiting)
{
    for (size_t w = 0; w < m->words; w++) {
        uint64_t found = met_by(m, vertex)[w] & m->unseen[w];
        m->unseen[w] &= ~found;
        for (; found != 0; found &= found - 1) {
            const uint32_t v = m->vertex[w * LM_SET_BITS + (size_t)__builtin_ctzll(found)];
            m->from[v] = vertex;
            m->queue[waiting++] = m->mate[v];
        }
    }
    return waiting;
}

/* A free column that ${row} may meet, NOBODY: none. */
static uint32_t free_column(const struct matching *m, uint32_t row)
{
    for (size_t w = 0; w < m->words; w++) {
        const uint64_t found = met_by(m, row)[w] & m->free[w];
        if (found != 0)
            return m->vertex[w * LM_SET_BITS + (size_t)__builtin_ctzll(found)];
    }
    return NOBODY;
}

/* A column for ${root}, too, whatever the others have then; false: that cannot be. */
static bool serve(struct matching *m, uint32_t root)
{
    uint32_t count = 1, end = NOBODY;
    memcpy(m->unseen, m->columns, m->words * sizeof *m->unseen);
    m->queue[0] = root;
    for (uint32_t i = 0; i < count && end == NOBODY; i++) {
        end = free_column(m, m->queue[i]);
        if (end != NOBODY)
            m->from[end] = m->queue[i];
        else
            count = reach_from(m, m->queue[i], count);
    }
    const bool found = end != NOBODY;
    while (end != NOBODY) {
        const uint32_t row = m->from[end], given_up = m->mate[row];
        pair(m, row, end);
        end = given_up;
    }
    return found;
}

static bool serve_all(struct matching *m)
{
    for (uint32_t row = 0; row < m->count; row++) {
        uint32_t column = m->count;
        while (column < 2 * m->count &&
               (!lm_set_holds(m->free, (int32_t)m->seat[column]) || !may_meet(m, row, column)))
            column++;
        if (column < 2 * m->count)
            pair(m, row, column);
    }
    bool all = true;
    for (uint32_t row = 0; row < m->count && all; row++)
        all = m->mate[row] != NOBODY || serve(m, row);
    return all;
}

/* ---- Row after row ---- */

/* ${row} takes ${column}; who had it takes what it was found by, until what ${row} had is taken. */
static void exchange(struct matching *m, uint32_t row, uint32_t column)
{
    const uint32_t own = m->mate[row];
    for (uint32_t other = m->mate[column], last = column; last != own;) {
        last = m->from[other];
        const uint32_t next = m->mate[last];
        pair(m, other, last);
        other = next;
    }
    pair(m, row, column);
}

/* Who of the rows below ${row} can give up his column for what ${row} would give up is not unseen
 * then. */
static void find_givers(struct matching *m, uint32_t row)
{
    uint32_t count = 1;
    memcpy(m->unseen, m->rows, m->words * sizeof *m->unseen);
    m->queue[0] = m->mate[row];
    for (uint32_t i = 0; i < count; i++)
        count = reach_from(m, m->queue[i], count);
}

/* Fix ${row}: its column is the first of those left that will do.  What a fixed row has is no
 * column any more; none is left before ${*first}. */
static void fix(struct matching *m, uint32_t row, uint32_t *first)
{
    bool searched = false;
    lm_set_drop(m->rows, (int32_t)m->seat[row]);
    while (!lm_set_holds(m->columns, (int32_t)m->seat[*first]))
        ++*first;
    for (uint32_t column = *first; column != m->mate[row]; column++) {
        if (!lm_set_holds(m->columns, (int32_t)m->seat[column]) || !may_meet(m, row, column))
            continue;
        if (!searched)
            find_givers(m, row);
        searched = true;
        if (lm_set_holds(m->unseen, (int32_t)m->seat[m->mate[column]]))
            continue;
        exchange(m, row, column);
        break;
    }
    lm_set_drop(m->columns, (int32_t)m->seat[m->mate[row]]);
}

enum lm_status lm_first_by_sets(const struct lm_rows *r, const uint32_t *places, uint32_t count,
                                struct lm_arena *arena, uint32_t *column_of, bool *done)
{
    struct matching m = {.count = count, .words = r->words};
    if (!allocate(&m, arena))
        return LM_LIMIT;
    draw(&m, r, places);
    *done = serve_all(&m);
    for (uint32_t row = 0, first = count; row < count && *done; row++) {
        fix(&m, row, &first);
        column_of[row] = m.mate[row];
    }
    return LM_OK;
}
