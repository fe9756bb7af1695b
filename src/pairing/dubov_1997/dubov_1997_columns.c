/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "pairing/dubov_1997/dubov_1997.h"
#include "pairing/meeting.h"
#include "pairing/turns.h"

/*
 * 7.3, 7.4, 6.2 and 6.3 of Dubov 1997: two columns, White by increasing ARO and Black by decreasing
 * R, paired row by row.
 *
 * 6.3 is read as trial and error with full backtracking: row k takes the first usable black among
 * those left.  Its outcome is the first complete arrangement in the order of the columns, which is
 * found without backtracking: each row takes the first black that leaves the others one each, with
 * one search in a matching of the columns for each test.  Where no complete arrangement exists, a
 * pair inside one column is set aside, and chapter 7 is applied again to the rest.
 */

struct columns {
    struct dubov *d;
    uint32_t *seats; /* White's column, then Black's: ${rows} each */
    uint32_t rows;
};

static bool edge(const void *context, uint32_t row, uint32_t column)
{
    const struct columns *c = context;
    return lm_dubov_1997_possible(c->d, c->seats[row], c->seats[column]);
}

static enum lm_status graph_of_rows(const void *context, const uint32_t *places, uint32_t rows,
                                    struct lm_arena *arena, struct lm_graph *out)
{
    const struct columns *c = context;
    return lm_dubov_1997_graph_of(c->d, c->seats, places, rows, arena, out);
}

/* ---- 7.3 and 7.4 ---- */

/* Move ${moves} of ${from} to ${to}: White's lowest AROs (7.3), Black's highest (7.4), but no
 * player whom 2.3 or 2.4 forbids the other colour (2.6). */
static enum lm_status move_over(struct dubov *d, uint32_t *from, uint32_t *from_count, uint32_t *to,
                                uint32_t *to_count, uint32_t moves, bool white)
{
    uint32_t count = 0;
    struct dubov_entry *entries = lm_arena_alloc(d->arena, *from_count, sizeof *entries);
    if (entries == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < *from_count; i++) {
        const struct dubov_seat *s = &d->seats[from[i]];
        if (white ? s->can_black : s->can_white)
            entries[count++] =
                white ? (struct dubov_entry){{s->aro, -s->rating, s->name}, from[i]}
                      : (struct dubov_entry){{-(int64_t)s->aro, s->rating, s->name}, from[i]};
    }
    lm_dubov_1997_sort(entries, count);
    if (count < moves)
        return LM_INTERNAL; /* of any two Whites who can meet, one can have Black */
    for (uint32_t i = 0; i < moves; i++) {
        uint32_t k = 0;
        while (from[k] != entries[i].seat)
            k++;
        memmove(from + k, from + k + 1, (--*from_count - k) * sizeof *from);
        to[(*to_count)++] = entries[i].seat;
        lm_dubov_1997_note(d, white ? DUBOV_TO_BLACK : DUBOV_TO_WHITE, entries[i].seat, 0);
    }
    return LM_OK;
}

static enum lm_status make_columns(struct columns *c)
{
    struct dubov *d = c->d;
    uint32_t count = d->group_count, whites, blacks;
    uint32_t *white = lm_arena_alloc(d->arena, count, sizeof *white);
    uint32_t *black = lm_arena_alloc(d->arena, count, sizeof *black);
    c->seats = lm_arena_alloc(d->arena, count, sizeof *c->seats);
    c->rows = count / 2;
    if (white == NULL || black == NULL || c->seats == NULL ||
        lm_dubov_1997_split(d, d->group, count, white, &whites, black, &blacks) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    if (whites > c->rows)
        status = move_over(d, white, &whites, black, &blacks, whites - c->rows, true);
    else if (blacks > c->rows)
        status = move_over(d, black, &blacks, white, &whites, blacks - c->rows, false);
    if (status != LM_OK)
        return status;
    status = lm_dubov_1997_sort_column(d, white, whites, true);
    if (status == LM_OK)
        status = lm_dubov_1997_sort_column(d, black, blacks, false);
    memcpy(c->seats, white, c->rows * sizeof *white);
    memcpy(c->seats + c->rows, black, c->rows * sizeof *black);
    return status;
}

/* ---- 6.3: a pair inside a column ---- */

/* Return the first vertex from ${from} up to ${end} without edge to the other column; LM_NOBODY:
 * all have one. */
static uint32_t first_without_edge(const struct columns *c, uint32_t from, uint32_t end)
{
    uint32_t other = from < c->rows ? c->rows : 0;
    for (uint32_t v = from; v < end; v++) {
        uint32_t i = 0;
        while (i < c->rows && !edge(c, v, other + i))
            i++;
        if (i == c->rows)
            return v;
    }
    return LM_NOBODY;
}

/* Find the first row that cannot be served whatever the rows above it do. */
static enum lm_status first_unserved_row(const struct columns *c, uint32_t *row)
{
    struct lm_graph graph;
    struct lm_matching *m;
    enum lm_status status =
        lm_dubov_1997_graph(c->d, c->seats, 2 * c->rows, c->rows, c->d->arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(&m, c->d->arena, &graph);
    if (status != LM_OK)
        return status;
    for (uint32_t i = 0; i < c->rows; i++)
        lm_matching_remove(m, (int32_t)i);
    for (*row = 0; *row < c->rows; ++*row) {
        lm_matching_restore(m, (int32_t)*row);
        lm_matching_repair(m);
        if (lm_matching_mate(m, (int32_t)*row) == LM_ALONE)
            break;
    }
    return LM_OK;
}

/* Return an opponent for ${v} in its own column: further down, then up; failing that (art. 9) the
 * first of the other.  ${inessential}: can be left alone when ${v} is, with the rest of the group
 * paired. */
static uint32_t opponent_aside(const struct columns *c, const bool *inessential, uint32_t v,
                               bool *forced)
{
    uint32_t top = v < c->rows ? 0 : c->rows, other = c->rows - top;
    *forced = false;
    for (uint32_t u = v + 1; u < top + c->rows; u++)
        if (inessential[u] && edge(c, v, u))
            return u;
    for (uint32_t u = v; u-- > top;)
        if (inessential[u] && edge(c, v, u))
            return u;
    *forced = true;
    for (uint32_t u = other; u < other + c->rows; u++)
        if (inessential[u] && edge(c, v, u))
            return u;
    return LM_NOBODY;
}

static void leave_group(struct dubov *d, uint32_t seat)
{
    uint32_t i = 0;
    while (d->group[i] != seat)
        i++;
    memmove(d->group + i, d->group + i + 1, (--d->group_count - i) * sizeof *d->group);
}

static enum lm_status set_aside(struct columns *c)
{
    struct dubov *d = c->d;
    struct lm_matching *all;
    uint32_t v = first_without_edge(c, 0, c->rows);
    if (v == LM_NOBODY && (v = first_without_edge(c, c->rows, 2 * c->rows)) != LM_NOBODY)
        lm_dubov_1997_note(d, DUBOV_MIRROR, c->seats[v], 0);
    if (v == LM_NOBODY) {
        if (first_unserved_row(c, &v) != LM_OK)
            return LM_LIMIT;
        lm_dubov_1997_note(d, DUBOV_HALL, c->seats[v], 0);
    }
    bool forced, *inessential = lm_arena_alloc(d->arena, c->rows, 2 * sizeof *inessential);
    if (inessential == NULL || lm_dubov_1997_match(d, c->seats, 2 * c->rows, &all) != LM_OK)
        return LM_LIMIT;
    lm_matching_remove(all, (int32_t)v);
    lm_matching_even_set(all, inessential);
    uint32_t u = opponent_aside(c, inessential, v, &forced);
    if (u == LM_NOBODY)
        return LM_INTERNAL; /* the group could be paired */
    if (forced)
        lm_dubov_1997_note(d, DUBOV_FORCED_ROW, c->seats[v], 0);
    d->order = DUBOV_ASIDE;
    lm_dubov_1997_add_pair(d, c->seats[v], c->seats[u]);
    leave_group(d, c->seats[v]);
    leave_group(d, c->seats[u]);
    return LM_OK;
}

/* ---- 6.2 and 6.3 ---- */

/* Explain why ${row} did not get an earlier player of Black's column left by the rows above. */
static void ask_about_earlier(struct columns *c, uint32_t row, uint32_t column, const bool *taken)
{
    uint32_t asked = 0;
    for (uint32_t i = c->rows; i < column && asked < DUBOV_QUESTIONS_EACH; i++)
        if (!taken[i]) {
            asked++;
            lm_dubov_1997_ask_pair(c->d, c->seats[row], c->seats[i], DUBOV_ROWS, false);
        }
}

/* Enter the rows with their opponents, and the reasons. */
static enum lm_status enter_rows(struct columns *c, const uint32_t *black_of)
{
    static const enum dubov_order orders[] = {
        [LM_TURN_OTHER] = DUBOV_ARRANGED, [LM_TURN_ROW] = DUBOV_ROW, [LM_TURN_NEXT] = DUBOV_NEXT};
    struct dubov *d = c->d;
    uint32_t *place = lm_arena_alloc(d->arena, 2 * (size_t)c->rows, sizeof *place);
    bool *taken = lm_arena_alloc(d->arena, 2 * (size_t)c->rows, sizeof *taken);
    bool *given = lm_arena_alloc(d->arena, 2 * (size_t)c->rows, sizeof *given);
    uint8_t *turn = lm_arena_alloc(d->arena, c->rows, sizeof *turn);
    if (place == NULL || taken == NULL || given == NULL || turn == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < 2 * c->rows; i++)
        place[i] = i;
    lm_dubov_1997_note_lines(d, c->seats, c->seats + c->rows, c->rows);
    lm_take_turns(black_of, place, c->rows, place + c->rows, c->rows, taken, turn);
    for (uint32_t row = 0; row < c->rows; row++) {
        d->order = orders[turn[row]];
        if (d->question_limit > 0)
            ask_about_earlier(c, row, black_of[row], given);
        given[black_of[row]] = true;
        lm_dubov_1997_add_pair(d, c->seats[row], c->seats[black_of[row]]);
    }
    return LM_OK;
}

/* Pair all rows if possible; otherwise set one pair aside. */
static enum lm_status pair_rows(struct columns *c)
{
    bool done = false;
    uint32_t *black_of = lm_arena_alloc(c->d->arena, c->rows, sizeof *black_of);
    const struct lm_rows rows = {
        .count = c->rows, .enough = c->rows, .edge = edge, .graph = graph_of_rows, .context = c};
    enum lm_status status =
        black_of == NULL ? LM_LIMIT : lm_first_of_rows(&rows, c->d->arena, black_of, &done);
    if (status == LM_OK && !done)
        return set_aside(c);
    if (status == LM_OK)
        status = enter_rows(c, black_of);
    c->d->group_count = 0;
    return status;
}

enum lm_status lm_dubov_1997_pair_columns(struct dubov *d)
{
    enum lm_status status = LM_OK;
    while (d->group_count > 0 && status == LM_OK) {
        struct lm_mark mark = lm_arena_mark(d->arena);
        struct columns columns = {.d = d};
        status = make_columns(&columns);
        if (status == LM_OK)
            status = pair_rows(&columns);
        lm_arena_reset(d->arena, mark);
    }
    return status;
}
