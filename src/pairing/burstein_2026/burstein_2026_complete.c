/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/burstein_2026/burstein_2026_completion.h"

#include "graph/matching.h"
#include "pairing/legal.h"
#include "pairing/meeting.h"

/*
 * What the completion of the round [C4] asks for, whatever else.  G: all who are not paired yet,
 * with their legal pairs; it has a perfect matching, since the round can be completed.
 *
 * Pairs that are ruled out.  Take u out and search from its mate: the even set D is exactly those v
 * for whom G - u - v has a perfect matching, so that u, v may be a pair (and those he may not meet
 * anyway).  Let A be those outside D who are matched into it, and B = A + u.  By Gallai and
 * Edmonds, D falls into odd components, without edges between them or to others than B, one for
 * each member of B: so in every perfect matching of G each of B meets somebody of D.  So D bounds
 * whom anybody of B may meet, and one search tells it of all of them.  What is ruled out stays so
 * as the round goes on: who can be paired when pairs have been made could before.
 */

/* A search that rules out fewer pairs than one in ${WORTH} has players is the last of a bracket:
 * the next ones hardly tell more, and what is not ruled out costs less in view than they do.  In
 * larger fields nothing of this is asked: sets of all for each of them would take too much room. */
enum { WORTH = 8, LARGE = 4096 };

/* ---- Making one ---- */

/* ${set}: all but those who must have ${colour}. */
static void gather_but(struct burstein_completion *c, const struct lm_position *p,
                       const uint32_t *seats, uint8_t colour)
{
    memset(c->set, 0, c->words * sizeof *c->set);
    for (int32_t v = 0; v < (int32_t)c->count; v++)
        if (p->seats[seats[v]].strength != LM_ABSOLUTE || p->seats[seats[v]].wish != colour)
            lm_set_insert(c->set, v);
}

/* ${v} may not meet those on the list of his ${seat}; where vertices are seats it is a row of the
 * table. */
static void bar_listed(const struct burstein_completion *c, const struct lm_position *p, int32_t v,
                       uint32_t seat)
{
    const struct lm_seat *own = &p->seats[seat];
    for (uint32_t i = 0; i < own->barred_count; i++)
        if (c->vertex[own->barred[i]] != LM_ALONE)
            lm_set_drop(may_of(c, v), c->vertex[own->barred[i]]);
}

/* Legal pairs [C1, C3]: class by class of those whom [C3] forbids the same, then the lists. */
static void note_legal(struct burstein_completion *c, const struct lm_position *p,
                       const uint32_t *seats)
{
    static const uint8_t colours[] = {LM_NO_COLOUR, LM_WHITE, LM_BLACK};
    for (size_t i = 0; i < sizeof colours; i++) {
        gather_but(c, p, seats, colours[i]);
        for (int32_t v = 0; v < (int32_t)c->count; v++) {
            const struct lm_seat *seat = &p->seats[seats[v]];
            if ((seat->strength == LM_ABSOLUTE ? seat->wish : LM_NO_COLOUR) == colours[i])
                memcpy(may_of(c, v), c->set, c->words * sizeof *c->set);
        }
    }
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        lm_set_drop(may_of(c, v), v);
        bar_listed(c, p, v, seats[v]);
    }
}

/* The same for the matching. */
static enum lm_status make_matching(struct burstein_completion *c, struct lm_arena *arena)
{
    static const bool barred[1] = {false};
    if (lm_dense_new(&c->matching, arena, (int32_t)c->count, 1, barred) != LM_OK)
        return LM_LIMIT;
    for (int32_t v = 0; v < (int32_t)c->count; v++)
        lm_dense_set_row(c->matching, v, may_of(c, v));
    return LM_OK;
}

static bool allocate(struct burstein_completion *c, const struct burstein_bracket *b)
{
    struct lm_arena *arena = b->arena;
    return (c->vertex = lm_arena_alloc(arena, b->p->seat_count, sizeof *c->vertex)) != NULL &&
           (c->seat = lm_arena_alloc(arena, c->count, sizeof *c->seat)) != NULL &&
           (c->score_end = lm_arena_alloc(arena, c->count, sizeof *c->score_end)) != NULL &&
           (c->may = lm_arena_alloc(arena, c->count, c->words * sizeof *c->may)) != NULL &&
           (c->set = lm_arena_alloc(arena, c->words, sizeof *c->set)) != NULL &&
           (c->asked = lm_arena_alloc(arena, c->count, sizeof *c->asked)) != NULL &&
           (c->part = lm_arena_alloc(arena, c->count, sizeof *c->part)) != NULL &&
           (c->asking = lm_arena_alloc(arena, c->count, sizeof *c->asking)) != NULL;
}

/* Vertices are those of ${b} in the order of their seats. */
static void number(struct burstein_completion *c, const struct burstein_bracket *b)
{
    int32_t v = 0;
    for (uint32_t s = 0; s < b->p->seat_count; s++)
        c->vertex[s] = LM_ALONE;
    for (uint32_t i = 0; i < c->count; i++)
        c->vertex[seat_at(b, i)] = 0;
    for (uint32_t s = 0; s < b->p->seat_count; s++)
        if (c->vertex[s] != LM_ALONE) {
            c->seat[v] = s;
            c->vertex[s] = v++;
        }
    for (int32_t end = v, score = INT32_MIN; v-- > 0; c->score_end[v] = end)
        if (b->p->seats[c->seat[v]].score != score) {
            score = b->p->seats[c->seat[v]].score;
            end = v + 1;
        }
}

static enum lm_status begin(struct burstein_bracket *b)
{
    struct burstein_completion *c = lm_arena_alloc(b->arena, 1, sizeof *c);
    if (c == NULL)
        return LM_LIMIT;
    c->count = b->member_count + b->lower_count;
    c->words = lm_set_words((int32_t)c->count);
    if (!allocate(c, b))
        return LM_LIMIT;
    number(c, b);
    note_legal(c, b->p, c->seat);
    if (make_matching(c, b->arena) != LM_OK)
        return LM_LIMIT;
    *b->completion = c;
    return LM_OK;
}

/* Take out who has been paired since. */
static void follow(const struct burstein_bracket *b)
{
    struct burstein_completion *c = *b->completion;
    gather(b, 0, b->member_count + b->lower_count);
    for (size_t w = 0; w < c->words; w++)
        c->set[w] = ~c->set[w];
    lm_dense_hide(c->matching, c->set);
    lm_dense_repair(c->matching);
}

/* ---- Pairs that are ruled out ---- */

/* ${v} may meet nobody but of ${set}.  Returns how many are new to that. */
static uint32_t restrict_to(struct burstein_completion *c, int32_t v, const uint64_t *set)
{
    uint64_t *may = may_of(c, v);
    uint32_t count = 0;
    for (size_t i = 0; i < c->words; i++) {
        uint64_t ruled_out = may[i] & ~set[i];
        count += lm_set_count(ruled_out);
        may[i] &= set[i];
        for (int32_t u = (int32_t)i * LM_SET_BITS; ruled_out != 0; u++, ruled_out >>= 1)
            if ((ruled_out & 1) != 0) {
                lm_set_drop(may_of(c, u), v);
                lm_dense_bar(c->matching, u, v);
            }
    }
    return count;
}

void lm_burstein_gather(const struct burstein_bracket *b, const uint32_t *who, uint32_t count)
{
    struct burstein_completion *c = *b->completion;
    memset(c->set, 0, c->words * sizeof *c->set);
    for (uint32_t i = 0; i < count; i++)
        lm_set_insert(c->set, vertex_at(b, who[i]));
}

void lm_burstein_find_even(struct burstein_completion *c)
{
    lm_dense_decompose(c->matching, c->part, NULL);
    memset(c->set, 0, c->words * sizeof *c->set);
    for (int32_t v = 0; v < (int32_t)c->count; v++)
        if (c->part[v] == LM_PART_EVEN)
            lm_set_insert(c->set, v);
}

/* Whom may ${u}, and those who are with him in a set B, meet?  Returns how many pairs that rules
 * out. */
static uint32_t search_from(struct burstein_completion *c, int32_t u)
{
    uint32_t told = 0;
    lm_dense_keep(c->matching);
    lm_dense_remove(c->matching, u);
    lm_burstein_find_even(c);
    lm_dense_go_back(c->matching);
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        int32_t mate = lm_dense_mate(c->matching, v);
        if (mate == LM_ALONE || lm_set_holds(c->set, v) || !lm_set_holds(c->set, mate))
            continue;
        c->asked[v] = true;
        told += restrict_to(c, v, c->set);
    }
    return told;
}

enum lm_status lm_burstein_ask_completion(struct burstein_bracket *b)
{
    if (b->member_count + b->lower_count > LARGE)
        return LM_OK;
    enum lm_status status = *b->completion == NULL ? begin(b) : LM_OK;
    bool worth = true;
    if (status != LM_OK)
        return status;
    struct burstein_completion *c = *b->completion;
    follow(b);
    if (lm_dense_alone(c->matching) > 0)
        return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
    for (uint32_t i = 0; i < b->member_count + b->following && worth; i++)
        if (!c->asked[vertex_at(b, i)])
            worth = WORTH * search_from(c, vertex_at(b, i)) >= c->count;
    return LM_OK;
}

bool lm_burstein_may_meet(const struct burstein_bracket *b, uint32_t x, uint32_t y)
{
    if (b->completion == NULL || *b->completion == NULL)
        return lm_is_legal(b->p, x, y);
    const struct burstein_completion *c = *b->completion;
    return lm_set_holds(may_of(c, c->vertex[x]), c->vertex[y]);
}

/* ---- Graphs ---- */

/* The graph of the ${count} people in the places ${who}, whom ${set} holds, by whom they may not
 * meet by what is known. */
static enum lm_status list_barred(const struct burstein_bracket *b, const uint32_t *who,
                                  uint32_t count, struct lm_graph *out)
{
    const struct burstein_completion *c = *b->completion;
    size_t used = 0, total = 0;
    int32_t *place = lm_arena_alloc(b->arena, c->count, sizeof *place);
    size_t *start = lm_arena_alloc(b->arena, (size_t)count + 1, sizeof *start);
    if (place == NULL || start == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *may = may_of(c, vertex_at(b, who[i]));
        place[vertex_at(b, who[i])] = (int32_t)i;
        for (size_t w = 0; w < c->words; w++)
            total += lm_set_count(c->set[w] & ~may[w]);
    }
    int32_t *list = lm_arena_alloc(b->arena, total, sizeof *list);
    if (list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *may = may_of(c, vertex_at(b, who[i]));
        for (size_t w = 0; w < c->words; w++)
            for (uint64_t barred = c->set[w] & ~may[w]; barred != 0; barred &= barred - 1) {
                int32_t u = place[w * LM_SET_BITS + (size_t)__builtin_ctzll(barred)];
                if (u != (int32_t)i)
                    list[used++] = u;
            }
        start[i + 1] = used;
    }
    *out = (struct lm_graph){
        .form = LM_GRAPH_BARRED, .vertices = (int32_t)count, .start = start, .list = list};
    return LM_OK;
}

enum lm_status lm_burstein_barred(const struct burstein_bracket *b, const uint32_t *who,
                                  uint32_t count, struct lm_graph *out)
{
    if (b->completion != NULL && *b->completion != NULL) {
        lm_burstein_gather(b, who, count);
        return list_barred(b, who, count, out);
    }
    uint32_t *seats = lm_arena_alloc(b->arena, count, sizeof *seats);
    if (seats == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        seats[i] = seat_at(b, who[i]);
    return lm_meeting_graph(b->p, seats, count, b->arena, out);
}

/* ---- What is below ---- */

/* The same where nothing is kept through the round. */
static enum lm_status pair_others(const struct burstein_bracket *b,
                                  const struct burstein_view *view, const bool *paired, bool *can)
{
    uint32_t count = 0, viewed = b->member_count + b->following;
    uint32_t *others = lm_arena_alloc(b->arena, b->member_count + b->lower_count, sizeof *others);
    if (others == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < view->count; i++)
        if (!paired[i])
            others[count++] = seat_at(b, view->who[i]);
    for (uint32_t i = viewed; i < b->member_count + b->lower_count; i++)
        others[count++] = seat_at(b, i);
    return lm_all_legal(b->p, others, count, b->arena, can);
}

enum lm_status lm_burstein_can_leave(const struct burstein_bracket *b,
                                     const struct burstein_view *view, const bool *paired,
                                     bool *can)
{
    if (*b->completion == NULL)
        return pair_others(b, view, paired, can);
    struct burstein_completion *c = *b->completion;
    struct lm_dense *matching = c->matching;
    memset(c->set, 0, c->words * sizeof *c->set);
    for (uint32_t i = 0; i < view->count; i++)
        if (paired[i])
            lm_set_insert(c->set, vertex_at(b, view->who[i]));
    lm_dense_keep(matching);
    lm_dense_hide(matching, c->set);
    lm_dense_repair(matching);
    *can = lm_dense_alone(matching) == 0;
    lm_dense_go_back(matching);
    return LM_OK;
}

/* Can those below be paired with each other? */
static bool lower_completes(const struct burstein_bracket *b)
{
    struct burstein_completion *c = *b->completion;
    gather(b, 0, b->member_count);
    lm_dense_keep(c->matching);
    lm_dense_hide(c->matching, c->set);
    lm_dense_repair(c->matching);
    bool can = lm_dense_alone(c->matching) == 0;
    lm_dense_go_back(c->matching);
    return can;
}

enum lm_status lm_burstein_completes_next(const struct burstein_bracket *b, bool *out)
{
    bool floats = false, known = b->completion != NULL && *b->completion != NULL;
    for (uint32_t x = 0; x < b->member_count; x++)
        floats |= b->opponents[x] == LM_NOBODY;
    *out = known && !floats && lower_completes(b);
    if (known && !floats)
        return LM_OK;
    return lm_burstein_completes_well(b, out);
}
