/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * Who may meet whom (B1, B2), a row of bits for each entrant, made when it is first asked for: the
 * brackets of a hard field ask for the same pairs again and again.  Room for the rows is set apart
 * with the field, as they outlive the questions; where that would be much, each question makes its
 * own.
 */
enum { KEPT_ENTRANTS = 2048 };

struct meets {
    size_t words;
    bool prepared;                    /* the tables that rows are made of: */
    uint32_t *entrant_of;             /* per seat */
    uint64_t *closed[LM_BLACK + 1];   /* B2: who is closed to a colour by wanting the other ... */
    uint64_t *breaking[LM_BLACK + 1]; /* ... and, of those, for whom it may be left unapplied */
    uint32_t *place;                  /* per entrant: scratch */
    uint64_t *rows;                   /* NULL: not kept */
    bool *made;                       /* per entrant: is his row? */
};

static size_t words_of(const struct field *field)
{
    return ((size_t)field->count + 63) / 64;
}

uint64_t *lm_dutch_2006_set(const struct field *field)
{
    return lm_arena_alloc(field->arena, words_of(field), sizeof(uint64_t));
}

struct meets *lm_dutch_2006_meets(const struct field *field)
{
    struct lm_arena *arena = field->arena;
    struct meets *meets = lm_arena_alloc(arena, 1, sizeof *meets);
    bool kept = field->count <= KEPT_ENTRANTS;
    if (meets == NULL)
        return NULL;
    *meets = (struct meets){
        .words = words_of(field),
        .entrant_of = lm_arena_alloc(arena, field->count, sizeof *meets->entrant_of),
        .place = lm_arena_alloc(arena, field->count, sizeof *meets->place),
        .made = lm_arena_alloc(arena, field->count, sizeof *meets->made),
    };
    bool complete = meets->entrant_of != NULL && meets->place != NULL && meets->made != NULL;
    for (int colour = LM_WHITE; colour <= LM_BLACK && complete; colour++) {
        meets->closed[colour] = lm_dutch_2006_set(field);
        meets->breaking[colour] = lm_dutch_2006_set(field);
        complete = meets->closed[colour] != NULL && meets->breaking[colour] != NULL;
    }
    if (complete && kept) {
        meets->rows = lm_arena_alloc(arena, field->count, meets->words * sizeof *meets->rows);
        complete = meets->rows != NULL;
    }
    return complete ? meets : NULL;
}

static void prepare(const struct field *field)
{
    struct meets *meets = field->meets;
    for (uint32_t i = 0; i < field->count && !meets->prepared; i++) {
        const struct entrant *who = &field->entrants[i];
        meets->entrant_of[who->seat_index] = i;
        if (who->strength != ABSOLUTE)
            continue;
        lm_dutch_2006_add(meets->closed[who->wish], i);
        if (who->may_break_b2)
            lm_dutch_2006_add(meets->breaking[who->wish], i);
    }
    meets->prepared = true;
}

static void fill_row(const struct field *field, const struct meets *meets, uint32_t entrant,
                     uint64_t *row)
{
    const struct entrant *who = &field->entrants[entrant];
    memset(row, 0xff, meets->words * sizeof *row);
    for (size_t w = 0; w < meets->words && who->strength == ABSOLUTE; w++) {
        row[w] &= ~meets->closed[who->wish][w];
        row[w] |= who->may_break_b2 ? meets->breaking[who->wish][w] : 0;
    }
    for (uint32_t i = 0; i < who->seat->barred_count; i++) {
        uint32_t other = meets->entrant_of[who->seat->barred[i]];
        row[other / 64] &= ~((uint64_t)1 << other % 64);
    }
    row[entrant / 64] &= ~((uint64_t)1 << entrant % 64);
}

/* The row of ${entrant}; where they are not kept it is made in ${own}. */
static const uint64_t *row_for(const struct field *field, uint32_t entrant, uint64_t *own)
{
    struct meets *meets = field->meets;
    const bool kept = meets->rows != NULL;
    uint64_t *row = kept ? meets->rows + entrant * meets->words : own;
    if (!kept || !meets->made[entrant])
        fill_row(field, meets, entrant, row);
    meets->made[entrant] = kept;
    return row;
}

/* The rows of the ${count} ${entrant}s, one per vertex; NULL: no memory. */
static const uint64_t **rows_of(const struct field *field, const uint32_t *entrant, uint32_t count)
{
    const struct meets *meets = field->meets;
    const uint64_t **row = lm_arena_alloc(field->arena, count, sizeof *row);
    uint64_t *own = NULL;
    if (meets->rows == NULL)
        own = lm_arena_alloc(field->arena, count, meets->words * sizeof *own);
    if (row == NULL || (meets->rows == NULL && own == NULL))
        return NULL;
    prepare(field);
    for (uint32_t v = 0; v < count; v++)
        row[v] = row_for(field, entrant[v], own != NULL ? own + v * meets->words : NULL);
    return row;
}

enum lm_status lm_dutch_2006_places(const struct field *field, const uint32_t *entrant,
                                    uint32_t count, uint64_t *rows)
{
    const size_t words = lm_set_words((int32_t)count);
    for (uint32_t v = 0; v < count; v++)
        for (uint32_t u = 0; u < v; u++)
            if (lm_dutch_2006_legal(field, entrant[v], entrant[u])) {
                lm_set_insert(rows + v * words, (int32_t)u);
                lm_set_insert(rows + u * words, (int32_t)v);
            }
    return LM_OK;
}

static bool is_legal(const struct field *field, uint32_t a, uint32_t b)
{
    const struct entrant *x = &field->entrants[a], *y = &field->entrants[b];
    if (lm_is_barred(field->position, x->seat_index, y->seat_index))
        return false;
    bool same_closed = x->strength == ABSOLUTE && y->strength == ABSOLUTE && x->wish == y->wish;
    return !same_closed || (x->may_break_b2 && y->may_break_b2);
}

bool lm_dutch_2006_legal(const struct field *field, uint32_t a, uint32_t b)
{
    const struct meets *meets = field->meets;
    if (meets->made[a])
        return (meets->rows[a * meets->words + b / 64] >> b % 64 & 1) != 0;
    return is_legal(field, a, b);
}

static uint32_t ones(uint64_t bits)
{
    return lm_set_count(bits);
}

static bool misses_all(const struct meets *meets, const uint64_t *row, const uint64_t *among)
{
    uint64_t meet = 0;
    for (size_t w = 0; w < meets->words; w++)
        meet |= row[w] & among[w];
    return meet == 0;
}

bool lm_dutch_2006_meets_any(const struct field *field, uint32_t entrant, const uint64_t *among)
{
    const struct meets *meets = field->meets;
    if (meets->made[entrant])
        return !misses_all(meets, meets->rows + entrant * meets->words, among);
    for (size_t w = 0; w < meets->words; w++)
        for (uint64_t bits = among[w]; bits != 0; bits &= bits - 1) {
            uint32_t other = (uint32_t)(64 * w) + (uint32_t)__builtin_ctzll(bits);
            if (other != entrant && is_legal(field, entrant, other))
                return true;
        }
    return false;
}

uint32_t lm_dutch_2006_meets_of(const struct field *field, uint32_t entrant, const uint64_t *among)
{
    uint32_t count = 0;
    for (uint32_t other = 0; other < field->count; other++)
        count += lm_set_holds(among, (int32_t)other) && lm_dutch_2006_legal(field, entrant, other);
    return count;
}

static bool meets_nobody(const struct field *field, uint32_t entrant, const uint32_t *among,
                         uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (among[i] != entrant && is_legal(field, entrant, among[i]))
            return false;
    return true;
}

enum lm_status lm_dutch_2006_alone(const struct field *field, const uint32_t *entrant,
                                   uint32_t count, bool *alone)
{
    const struct meets *meets = field->meets;
    struct lm_mark mark = lm_arena_mark(field->arena);
    uint64_t *all = lm_dutch_2006_set(field);
    const uint64_t **row = NULL;
    if (all == NULL || (meets->rows != NULL && (row = rows_of(field, entrant, count)) == NULL))
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        lm_dutch_2006_add(all, entrant[i]);
    for (uint32_t i = 0; i < count; i++)
        alone[i] = row != NULL ? misses_all(meets, row[i], all)
                               : meets_nobody(field, entrant[i], entrant, count);
    lm_arena_reset(field->arena, mark);
    return LM_OK;
}

/* ---- A graph ---- */

struct maker {
    const struct meets *meets;
    const uint32_t *entrant;
    uint32_t count;
    const uint64_t *const *row, *const *among;
    const uint64_t *everybody; /* of the graph */
    struct lm_graph *out;
};

/* Of word ${w} of the row of vertex ${v}: who goes into its list. */
static uint64_t listed(const struct maker *m, uint32_t v, size_t w)
{
    uint32_t own = m->entrant[v];
    uint64_t edges = m->row[v][w] & m->among[v][w] & m->everybody[w];
    if (m->out->form == LM_GRAPH_EDGES)
        return edges;
    uint64_t self = own / 64 == w ? (uint64_t)1 << own % 64 : 0;
    return m->everybody[w] & ~edges & ~self;
}

static void count_lists(const struct maker *m, size_t *start)
{
    for (uint32_t v = 0; v < m->count; v++) {
        start[v + 1] = start[v];
        for (size_t w = 0; w < m->meets->words; w++)
            start[v + 1] += ones(listed(m, v, w));
    }
}

static void fill_lists(const struct maker *m, int32_t *list)
{
    for (uint32_t v = 0; v < m->count; v++)
        for (size_t w = 0; w < m->meets->words; w++)
            for (uint64_t bits = listed(m, v, w); bits != 0; bits &= bits - 1)
                *list++ = (int32_t)m->meets->place[64 * w + (size_t)__builtin_ctzll(bits)];
}

static enum lm_status make_lists(const struct maker *m, struct lm_arena *arena)
{
    size_t all = (size_t)m->count * m->count;
    size_t *start = lm_arena_alloc(arena, (size_t)m->count + 1, sizeof *start);
    if (start == NULL)
        return LM_LIMIT;
    m->out->form = LM_GRAPH_EDGES;
    count_lists(m, start);
    if (start[m->count] > all / 2) { /* what is barred takes less room */
        m->out->form = LM_GRAPH_BARRED;
        count_lists(m, start);
    }
    int32_t *list = lm_arena_alloc(arena, start[m->count], sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    fill_lists(m, list);
    m->out->start = start;
    m->out->list = list;
    return LM_OK;
}

enum lm_status lm_dutch_2006_graph(const struct field *field, const uint32_t *entrant,
                                   uint32_t count, const uint64_t *const *among,
                                   struct lm_graph *out)
{
    uint64_t *everybody = lm_dutch_2006_set(field);
    const uint64_t **row = rows_of(field, entrant, count);
    if (everybody == NULL || row == NULL)
        return LM_LIMIT;
    for (uint32_t v = 0; v < count; v++) {
        lm_dutch_2006_add(everybody, entrant[v]);
        field->meets->place[entrant[v]] = v;
    }
    *out = (struct lm_graph){.vertices = (int32_t)count};
    const struct maker maker = {field->meets, entrant, count, row, among, everybody, out};
    return make_lists(&maker, field->arena);
}
