/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/meeting.h"

#include "graph/complete.h"

uint32_t lm_most_barred(const struct lm_position *p, const uint32_t *seats, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (p->seats[seats[i]].barred_count > most)
            most = p->seats[seats[i]].barred_count;
    return most;
}

uint32_t lm_most_barred_by_class(const bool *barred, uint32_t classes, const uint32_t *of,
                                 const uint32_t *against)
{
    uint32_t most = 0;
    for (uint32_t a = 0; a < classes; a++) {
        uint32_t sum = 0;
        for (uint32_t b = 0; b < classes && of[a] > 0; b++)
            sum += barred[a * classes + b] ? against[b] : 0;
        most = sum > most ? sum : most;
    }
    return most;
}

/* The places of ${seats}.  As a rule they lie close together, and a table of all seats of a large
 * field for each of its brackets would cost more than the brackets. */
struct places {
    uint32_t first, last; /* of the seats, if there are any */
    int32_t *place;       /* [seat - first], or LM_ALONE */
};

static bool find_places(const uint32_t *seats, uint32_t count, struct lm_arena *arena,
                        struct places *out)
{
    *out = (struct places){.first = UINT32_MAX};
    for (uint32_t i = 0; i < count; i++) {
        out->first = seats[i] < out->first ? seats[i] : out->first;
        out->last = seats[i] > out->last ? seats[i] : out->last;
    }
    uint32_t span = count == 0 ? 0 : out->last - out->first + 1;
    out->place = lm_arena_alloc(arena, span, sizeof *out->place);
    for (uint32_t s = 0; out->place != NULL && s < span; s++)
        out->place[s] = LM_ALONE;
    for (uint32_t i = 0; out->place != NULL && i < count; i++)
        out->place[seats[i] - out->first] = (int32_t)i;
    return out->place != NULL;
}

static int32_t place_of(const struct places *places, uint32_t seat)
{
    return seat < places->first || seat > places->last ? LM_ALONE
                                                       : places->place[seat - places->first];
}

enum lm_status lm_meeting_graph(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                                struct lm_arena *arena, struct lm_graph *out)
{
    size_t total = 0, used = 0;
    for (uint32_t i = 0; i < count; i++)
        total += p->seats[seats[i]].barred_count;
    struct places places;
    bool placed = find_places(seats, count, arena, &places);
    size_t *start = lm_arena_alloc(arena, (size_t)count + 1, sizeof *start);
    int32_t *list = lm_arena_alloc(arena, total, sizeof *list);
    if (!placed || start == NULL || list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_seat *seat = &p->seats[seats[i]];
        for (uint32_t k = 0; k < seat->barred_count; k++) {
            int32_t place = place_of(&places, seat->barred[k]);
            if (place != LM_ALONE)
                list[used++] = place;
        }
        start[i + 1] = used;
    }
    *out = (struct lm_graph){
        .form = LM_GRAPH_BARRED, .vertices = (int32_t)count, .start = start, .list = list};
    return LM_OK;
}

static enum lm_status match_all(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                                struct lm_arena *arena, bool *out)
{
    struct lm_graph graph;
    struct lm_matching *matching;
    enum lm_status status = lm_meeting_graph(p, seats, count, arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&matching, arena, &graph);
    if (status != LM_OK)
        return status;
    *out = 2 * (uint32_t)lm_matching_repair(matching) == count;
    return LM_OK;
}

enum lm_status lm_all_can_meet(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                               struct lm_arena *arena, bool *out)
{
    bool odd = count % 2 != 0;
    if (odd || count == 0 || lm_completes_by_counting(count, lm_most_barred(p, seats, count))) {
        *out = !odd;
        return LM_OK;
    }
    struct lm_mark mark = lm_arena_mark(arena);
    enum lm_status status = match_all(p, seats, count, arena, out);
    lm_arena_reset(arena, mark);
    return status;
}

enum lm_status lm_first_matching(struct lm_matching *matching, uint32_t rows, lm_edge_test *edge,
                                 const void *context, struct lm_arena *arena, uint32_t *column_of)
{
    struct lm_mark mark = lm_arena_mark(arena);
    /* next[i]: the free column after the i-th, which is rows - 1 + i; so the first is next[0]. */
    uint32_t *next = lm_arena_alloc(arena, (size_t)rows + 1, sizeof *next);
    struct lm_completion *completion;
    if (next == NULL || lm_completion_new(&completion, arena, matching, 2 * (int32_t)rows) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i <= rows; i++)
        next[i] = i + 1;
    for (uint32_t row = 0; row < rows; row++) {
        uint32_t before = 0;
        while (!edge(context, row, rows - 1 + next[before]) ||
               !lm_completion_take(completion, (int32_t)row, (int32_t)(rows - 1 + next[before])))
            before = next[before];
        column_of[row] = rows - 1 + next[before];
        next[before] = next[next[before]];
    }
    lm_arena_reset(arena, mark);
    return LM_OK;
}

/* ---- Without a given matching ---- */

/* List the free columns in order: after column i - 1 comes ${next}[i]; the first is ${next}[0]. */
static uint32_t *list_columns(uint32_t count, struct lm_arena *arena)
{
    uint32_t *next = lm_arena_alloc(arena, (size_t)count + 1, sizeof *next);
    for (uint32_t i = 0; next != NULL && i <= count; i++)
        next[i] = i + 1;
    return next;
}

/* Serve the rows that have enough others after them; return how many. */
static uint32_t serve_by_counting(const struct lm_rows *r, uint32_t *next, uint32_t *column_of)
{
    uint32_t row = 0;
    for (; r->count - row > r->enough; row++) {
        uint32_t before = 0;
        while (!r->edge(r->context, row, r->count - 1 + next[before]))
            before = next[before];
        column_of[row] = r->count - 1 + next[before];
        next[before] = next[next[before]];
    }
    return row;
}

/* Some of the rows and columns, as a problem of their own. */
struct last_rows {
    const struct lm_rows *all;
    const uint32_t *places;
};

static bool last_edge(const void *context, uint32_t row, uint32_t column)
{
    const struct last_rows *last = context;
    return last->all->edge(last->all->context, last->places[row], last->places[column]);
}

/* Serve the ${count} rows and columns of ${places} by a matching. */
static enum lm_status serve_by_matching(const struct lm_rows *r, const uint32_t *places,
                                        uint32_t count, struct lm_arena *arena, uint32_t *column_of,
                                        bool *done)
{
    const struct last_rows last = {r, places};
    struct lm_graph graph;
    struct lm_matching *matching;
    enum lm_status status = r->graph(r->context, places, count, arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&matching, arena, &graph);
    if (status != LM_OK)
        return status;
    for (uint32_t row = 0; row < count; row++)
        if (last_edge(&last, row, count + row))
            lm_matching_pair(matching, (int32_t)row, (int32_t)(count + row));
    lm_matching_repair(matching);
    *done = lm_matching_alone(matching) == 0;
    return *done ? lm_first_matching(matching, count, last_edge, &last, arena, column_of) : LM_OK;
}

enum lm_status lm_first_of_rows(const struct lm_rows *r, struct lm_arena *arena,
                                uint32_t *column_of, bool *done)
{
    struct lm_mark mark = lm_arena_mark(arena);
    uint32_t *next = list_columns(r->count, arena);
    if (next == NULL)
        return LM_LIMIT;
    uint32_t served = serve_by_counting(r, next, column_of), count = r->count - served;
    uint32_t *places = lm_arena_alloc(arena, count, 2 * sizeof *places);
    if (places == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0, column = next[0]; i < count; i++, column = next[column]) {
        places[i] = served + i;
        places[count + i] = r->count - 1 + column;
    }
    *done = true;
    enum lm_status status = LM_OK;
    if (count > 0)
        status = serve_by_matching(r, places, count, arena, column_of + served, done);
    for (uint32_t i = 0; status == LM_OK && *done && i < count; i++)
        column_of[served + i] = places[column_of[served + i]];
    lm_arena_reset(arena, mark);
    return status;
}
