/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "graph/bits.h"
#include "graph/dense.h"
#include "limmat/matching.h"
#include "pairing/burstein_2026/burstein_2026.h"
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
 *
 * How many leave a view.  W: those in view who may still meet somebody there; U: all others of G.
 * Let D and A be those sets of U alone, with k vertices alone in a largest matching: k more odd
 * components in D than vertices in A.  In a perfect matching of G each component meets somebody
 * outside itself, at most |A| of them meet A, so at least k meet one of W each, of those who may
 * meet somebody of D.  So at least k of these leave the view.
 *
 * When no more leave the bracket's view than these k: then each component meets one outside itself,
 * A takes up |A| of them and the view the others, and whoever else is in U meets his like.  So
 * members meet each other and those of D, those of A meet those of D.  If that can be, all best
 * pairings are so, as k is the least that can leave it [C5], and all other pairs are ruled out.
 * Likewise with the sets of W alone: no fewer leave it than a largest matching of W leaves alone,
 * and when no more do, only those of its D meet somebody of U.
 *
 * Who is in no best pairing of a view.  As k leave it, at most p = (|W| - k) / 2 pairs are made
 * there.  Let u, v be one of those of a best pairing, v of those who can take a place outside, and
 * v' somebody of a higher score whom u may meet.  Then v' has an opponent, or u had rather met him:
 * as many are paired, and who leaves has a lower score [C5 - C7].  The other pairs hold 2p - 2
 * people, and p - 1 of any set of whom no two may meet.  So where there are 2p - 1 such v', or p of
 * such a set, u, v is no pair of a best pairing.  Who is left with none leaves the view in all of
 * them, and need not be looked at.
 */

/* Searches that rule out nothing, after which no more are made.  In larger fields nothing of this
 * is asked: sets of all for each of them would take too much room. */
enum { IN_VAIN = 3, LARGE = 4096 };

struct burstein_completion {
    uint32_t count;  /* vertices */
    size_t words;    /* of a set of vertices */
    int32_t *vertex; /* per seat; LM_ALONE: not there from the beginning */
    uint32_t *seat;  /* per vertex, rising: by score */
    uint64_t *may;   /* per vertex: the set of whom he may meet, by what is known */
    uint64_t *set;   /* scratch, of vertices */
    bool *asked;     /* per vertex: searched from, or of a set B */
    uint8_t *part;   /* scratch, per vertex: enum lm_part */
    struct lm_dense *matching;
};

/* ---- Sets ---- */

static uint64_t *may_of(const struct burstein_completion *c, int32_t v)
{
    return c->may + (size_t)v * c->words;
}

static bool meet(const struct burstein_completion *c, int32_t v, const uint64_t *set)
{
    const uint64_t *may = may_of(c, v);
    uint64_t both = 0;
    for (size_t i = 0; i < c->words; i++)
        both |= may[i] & set[i];
    return both != 0;
}

static uint32_t seat_at(const struct burstein_bracket *b, uint32_t i)
{
    return i < b->member_count ? b->members[i] : b->lower[i - b->member_count];
}

static int32_t vertex_at(const struct burstein_bracket *b, uint32_t i)
{
    return (*b->completion)->vertex[seat_at(b, i)];
}

/* ${set} are those in the places of members and lower ones from ${from} up to ${to}. */
static void gather(const struct burstein_bracket *b, uint32_t from, uint32_t to)
{
    struct burstein_completion *c = *b->completion;
    memset(c->set, 0, c->words * sizeof *c->set);
    for (uint32_t i = from; i < to; i++)
        lm_set_insert(c->set, vertex_at(b, i));
}

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
        const struct lm_seat *seat = &p->seats[seats[v]];
        lm_set_drop(may_of(c, v), v);
        for (uint32_t i = 0; i < seat->barred_count; i++)
            if (c->vertex[seat->barred[i]] != LM_ALONE)
                lm_set_drop(may_of(c, v), c->vertex[seat->barred[i]]);
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
           (c->may = lm_arena_alloc(arena, c->count, c->words * sizeof *c->may)) != NULL &&
           (c->set = lm_arena_alloc(arena, c->words, sizeof *c->set)) != NULL &&
           (c->asked = lm_arena_alloc(arena, c->count, sizeof *c->asked)) != NULL &&
           (c->part = lm_arena_alloc(arena, c->count, sizeof *c->part)) != NULL;
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
    for (int32_t v = 0; v < (int32_t)c->count; v++)
        if (!lm_set_holds(c->set, v))
            lm_dense_remove(c->matching, v);
    lm_dense_repair(c->matching);
}

/* ---- Pairs that are ruled out ---- */

/* ${v} may meet nobody but of ${set}.  Returns whether that is new. */
static bool restrict_to(struct burstein_completion *c, int32_t v, const uint64_t *set)
{
    uint64_t *may = may_of(c, v), any = 0;
    for (size_t i = 0; i < c->words; i++) {
        uint64_t ruled_out = may[i] & ~set[i];
        any |= ruled_out;
        may[i] &= set[i];
        for (int32_t u = (int32_t)i * LM_SET_BITS; ruled_out != 0; u++, ruled_out >>= 1)
            if ((ruled_out & 1) != 0) {
                lm_set_drop(may_of(c, u), v);
                lm_dense_bar(c->matching, u, v);
            }
    }
    return any != 0;
}

/* Into ${set} those whom some largest matching of the present ones leaves alone. */
static void find_even(struct burstein_completion *c)
{
    lm_dense_decompose(c->matching, c->part, NULL);
    memset(c->set, 0, c->words * sizeof *c->set);
    for (int32_t v = 0; v < (int32_t)c->count; v++)
        if (c->part[v] == LM_PART_EVEN)
            lm_set_insert(c->set, v);
}

/* Whom may ${u}, and those who are with him in a set B, meet?  Returns whether that rules out
 * anything. */
static bool search_from(struct burstein_completion *c, int32_t u)
{
    bool told = false;
    lm_dense_keep(c->matching);
    lm_dense_remove(c->matching, u);
    find_even(c);
    lm_dense_go_back(c->matching);
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        int32_t mate = lm_dense_mate(c->matching, v);
        if (mate == LM_ALONE || lm_set_holds(c->set, v) || !lm_set_holds(c->set, mate))
            continue;
        c->asked[v] = true;
        told |= restrict_to(c, v, c->set);
    }
    return told;
}

enum lm_status lm_burstein_ask_completion(struct burstein_bracket *b)
{
    if (b->member_count + b->lower_count > LARGE)
        return LM_OK;
    enum lm_status status = *b->completion == NULL ? begin(b) : LM_OK;
    int32_t in_vain = 0;
    if (status != LM_OK)
        return status;
    struct burstein_completion *c = *b->completion;
    follow(b);
    if (lm_dense_alone(c->matching) > 0)
        return LM_INTERNAL; /* the round can be completed: the bye was chosen so */
    for (uint32_t i = 0; i < b->member_count + b->following && in_vain < IN_VAIN; i++)
        if (!c->asked[vertex_at(b, i)])
            in_vain = search_from(c, vertex_at(b, i)) ? 0 : in_vain + 1;
    return LM_OK;
}

bool lm_burstein_may_meet(const struct burstein_bracket *b, uint32_t x, uint32_t y)
{
    if (b->completion == NULL || *b->completion == NULL)
        return lm_is_legal(b->p, x, y);
    const struct burstein_completion *c = *b->completion;
    return lm_set_holds(may_of(c, c->vertex[x]), c->vertex[y]);
}

/* ---- Views ---- */

bool lm_burstein_must_leave(const struct burstein_bracket *b)
{
    const struct burstein_completion *c = b->completion == NULL ? NULL : *b->completion;
    uint32_t stuck = 0;
    if (c == NULL)
        return false;
    gather(b, 0, b->member_count);
    for (uint32_t i = 0; i < b->member_count; i++)
        stuck += !meet(c, vertex_at(b, i), c->set);
    return stuck > b->member_count % 2;
}

/* How many of the view ${out} have to leave it, and who of them can be of these. */
static void count_leaving(const struct burstein_bracket *b, struct burstein_view *out)
{
    struct burstein_completion *c = *b->completion;
    for (uint32_t i = 0; i < out->count; i++)
        lm_dense_remove(c->matching, vertex_at(b, out->who[i]));
    find_even(c);
    out->leaving = (uint32_t)lm_dense_alone(c->matching);
    for (uint32_t i = 0; i < out->count; i++)
        lm_dense_restore(c->matching, vertex_at(b, out->who[i]));
    lm_dense_repair(c->matching);
    for (uint32_t i = 0; i < out->count; i++)
        out->apt[i] = meet(c, vertex_at(b, out->who[i]), c->set);
}

/* The highest score of those who leave ${view} at best; INT32_MIN: nobody does. */
static int32_t last_score(const struct burstein_bracket *b, const struct burstein_view *view)
{
    struct burstein_completion *c = *b->completion;
    int32_t last = INT32_MIN;
    uint32_t gone = 0;
    memset(c->set, 0, c->words * sizeof *c->set);
    for (uint32_t i = 0; i < view->count; i++)
        if (view->apt[i])
            lm_set_insert(c->set, vertex_at(b, view->who[i]));
    for (size_t w = c->words; w-- > 0;)
        for (uint64_t left = c->set[w]; left != 0 && gone < view->leaving; gone++) {
            int32_t bit = LM_SET_BITS - 1 - __builtin_clzll(left);
            last = b->p->seats[c->seat[w * LM_SET_BITS + (size_t)bit]].score;
            left ^= UINT64_C(1) << bit;
        }
    return last;
}

/* Leave in ${view} who may meet somebody there. */
static void keep_pairable(const struct burstein_bracket *b, struct burstein_view *view)
{
    const struct burstein_completion *c = *b->completion;
    uint32_t most = view->count;
    gather(b, 0, most);
    view->count = view->members = 0;
    for (uint32_t i = 0; i < most; i++) {
        if (!meet(c, vertex_at(b, i), c->set))
            continue;
        view->who[view->count++] = i;
        view->members += i < b->member_count;
    }
    count_leaving(b, view);
    view->last = last_score(b, view);
    gather(b, most, b->member_count + b->lower_count);
    for (uint32_t i = 0; i < view->count; i++)
        view->kept[i] = !meet(c, vertex_at(b, view->who[i]), c->set);
}

enum lm_status lm_burstein_look_at_all(const struct burstein_bracket *b, uint32_t below,
                                       struct burstein_view *out)
{
    uint32_t most = b->member_count + below;
    *out = (struct burstein_view){.count = most,
                                  .members = b->member_count,
                                  .leaving = below == 0 ? most % 2 : 0,
                                  .last = INT32_MIN};
    out->who = lm_arena_alloc(b->arena, most, sizeof *out->who);
    out->apt = lm_arena_alloc(b->arena, most, sizeof *out->apt);
    out->kept = lm_arena_alloc(b->arena, most, sizeof *out->kept);
    if (out->who == NULL || out->apt == NULL || out->kept == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < most; i++) {
        int32_t score = b->p->seats[seat_at(b, i)].score;
        out->who[i] = i;
        out->apt[i] = true;
        if (out->leaving > 0 && (i == 0 || score < out->last))
            out->last = score;
    }
    return LM_OK;
}

enum lm_status lm_burstein_look(const struct burstein_bracket *b, uint32_t below,
                                struct burstein_view *out)
{
    enum lm_status status = lm_burstein_look_at_all(b, below, out);
    if (status == LM_OK && *b->completion != NULL)
        keep_pairable(b, out);
    return status;
}

/* ---- When no more leave than have to ---- */

/* Of those who are left: who is on one side of the border of a view, and A, D and C of the other
 * side, which ${gone} of a largest matching of its own leaves alone. */
struct parts {
    uint64_t *across, *odd, *even, *rest;
    uint32_t gone;
};

/* The parts of those in ${view}, or (${inside} false) of those outside. */
static bool find_parts(const struct burstein_bracket *b, const struct burstein_view *view,
                       bool inside, struct parts *out)
{
    struct burstein_completion *c = *b->completion;
    uint64_t *sets = lm_arena_alloc(b->arena, 5, c->words * sizeof *sets);
    if (sets == NULL)
        return false;
    *out = (struct parts){sets, sets + c->words, sets + 2 * c->words, sets + 3 * c->words, 0};
    uint64_t *in_view = sets + 4 * c->words;
    for (uint32_t i = 0; i < view->count; i++)
        lm_set_insert(in_view, vertex_at(b, view->who[i]));
    for (uint32_t i = 0; i < b->member_count + b->lower_count; i++)
        if (lm_set_holds(in_view, vertex_at(b, i)) != inside)
            lm_dense_remove(c->matching, vertex_at(b, i));
    find_even(c);
    out->gone = (uint32_t)lm_dense_alone(c->matching);
    for (uint32_t i = 0; i < b->member_count + b->lower_count; i++) {
        int32_t v = vertex_at(b, i);
        lm_set_insert(!lm_dense_is_present(c->matching, v) ? out->across
                      : c->part[v] == LM_PART_ODD          ? out->odd
                      : c->part[v] == LM_PART_EVEN         ? out->even
                                                           : out->rest,
                      v);
        lm_dense_restore(c->matching, v);
    }
    return true;
}

/* Let everybody meet only whom he can when no more leave the view than have to. */
static void keep_apart(struct burstein_completion *c, const struct parts *parts)
{
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        uint64_t *may = may_of(c, v);
        bool across = lm_set_holds(parts->across, v), even = lm_set_holds(parts->even, v);
        bool odd = lm_set_holds(parts->odd, v);
        for (size_t w = 0; w < c->words; w++)
            may[w] &= across ? parts->across[w] | parts->even[w]
                      : odd  ? parts->even[w]
                      : even ? parts->across[w] | parts->odd[w] | parts->even[w]
                             : parts->rest[w];
    }
}

/* The matching has the rows of ${may}, and no pair that these have not. */
static void set_rows(struct burstein_completion *c)
{
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        int32_t mate = lm_dense_mate(c->matching, v);
        if (mate != LM_ALONE && !lm_set_holds(may_of(c, v), mate)) {
            lm_dense_remove(c->matching, v);
            lm_dense_restore(c->matching, v);
        }
        lm_dense_set_row(c->matching, v, may_of(c, v));
    }
    lm_dense_repair(c->matching);
}

/* How many of the set ${side} have a mate outside. */
static uint32_t count_gone(const struct burstein_completion *c, const uint64_t *side)
{
    uint32_t gone = 0;
    for (int32_t v = 0; v < (int32_t)c->count; v++)
        gone += lm_set_holds(side, v) && !lm_set_holds(side, lm_dense_mate(c->matching, v));
    return gone;
}

/* If no more can cross the border of ${view} than have to by the ${inside} or those outside, rule
 * out the pairs that keep it from being so. */
static enum lm_status keep_side_apart(const struct burstein_bracket *b,
                                      const struct burstein_view *view, bool inside)
{
    struct burstein_completion *c = *b->completion;
    struct parts parts;
    size_t size = c->count * c->words * sizeof *c->may;
    uint64_t *before = lm_arena_alloc(b->arena, 1, size);
    if (before == NULL || !find_parts(b, view, inside, &parts))
        return LM_LIMIT;
    memcpy(before, c->may, size);
    keep_apart(c, &parts);
    set_rows(c);
    if (lm_dense_alone(c->matching) > 0 || count_gone(c, parts.across) > parts.gone) {
        memcpy(c->may, before, size);
        set_rows(c);
    }
    return LM_OK;
}

enum lm_status lm_burstein_keep_apart(const struct burstein_bracket *b,
                                      const struct burstein_view *view)
{
    if (*b->completion == NULL)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(b->arena);
    enum lm_status status = keep_side_apart(b, view, false);
    if (status == LM_OK)
        status = keep_side_apart(b, view, true);
    lm_arena_reset(b->arena, mark);
    return status;
}

/* ---- Who is not needed ---- */

/* What the best opponents in a view are found by. */
struct rivals {
    const struct burstein_bracket *b;
    uint32_t pairs;    /* that can be made at most */
    uint64_t *present; /* sets: who is in view, */
    uint64_t *stuck;   /* of these who cannot take a place outside, */
    uint64_t *apart;   /* and some of whom no two may meet */
    uint64_t *best;    /* per vertex: with whom it can be paired in a best pairing */
};

/* Those with few opponents first, no two of whom may meet. */
static void set_apart(struct rivals *r, const struct burstein_view *view)
{
    const struct burstein_completion *c = *r->b->completion;
    for (uint32_t degree = 1, before = 0; before < view->count; before = degree, degree *= 2)
        for (uint32_t i = 0; i < view->count; i++) {
            int32_t v = vertex_at(r->b, view->who[i]);
            uint32_t opponents = 0;
            for (size_t w = 0; w < c->words; w++)
                opponents += (uint32_t)__builtin_popcountll(may_of(c, v)[w] & r->present[w]);
            if (opponents > before && opponents <= degree && !meet(c, v, r->apart))
                lm_set_insert(r->apart, v);
        }
}

/* Whom ${v} can have in a best pairing, for all that it might rather have. */
static void find_best(const struct rivals *r, int32_t v)
{
    const struct burstein_completion *c = *r->b->completion;
    const uint64_t *may = may_of(c, v);
    uint64_t *best = r->best + (size_t)v * c->words;
    uint32_t better = 0, better_apart = 0, equal = 0, equal_apart = 0;
    int32_t score = INT32_MAX;
    for (size_t w = 0; w < c->words; w++) {
        best[w] = may[w] & r->stuck[w];
        for (uint64_t others = may[w] & r->present[w]; others != 0; others &= others - 1) {
            int32_t u = (int32_t)w * LM_SET_BITS + __builtin_ctzll(others);
            if (r->b->p->seats[c->seat[u]].score < score) {
                score = r->b->p->seats[c->seat[u]].score;
                better = equal;
                better_apart = equal_apart;
            }
            if (better > 2 * r->pairs - 2 || better_apart > r->pairs - 1)
                break;
            lm_set_insert(best, u);
            equal++;
            equal_apart += lm_set_holds(r->apart, u);
        }
    }
}

/* Is there somebody who would have ${v}, too? */
static bool is_wanted(const struct rivals *r, int32_t v)
{
    size_t words = (*r->b->completion)->words;
    for (size_t w = 0; w < words; w++)
        for (uint64_t others = r->best[(size_t)v * words + w]; others != 0; others &= others - 1) {
            size_t u = w * LM_SET_BITS + (size_t)__builtin_ctzll(others);
            if (lm_set_holds(r->best + u * words, v))
                return true;
        }
    return false;
}

static bool begin_rivals(struct rivals *r, const struct burstein_view *view)
{
    const struct burstein_completion *c = *r->b->completion;
    struct lm_arena *arena = r->b->arena;
    r->present = lm_arena_alloc(arena, c->words, sizeof *r->present);
    r->stuck = lm_arena_alloc(arena, c->words, sizeof *r->stuck);
    r->apart = lm_arena_alloc(arena, c->words, sizeof *r->apart);
    r->best = lm_arena_alloc(arena, c->count, c->words * sizeof *r->best);
    if (r->present == NULL || r->stuck == NULL || r->apart == NULL || r->best == NULL)
        return false;
    for (uint32_t i = 0; i < view->count; i++) {
        lm_set_insert(r->present, vertex_at(r->b, view->who[i]));
        if (!view->apt[i])
            lm_set_insert(r->stuck, vertex_at(r->b, view->who[i]));
    }
    set_apart(r, view);
    for (uint32_t i = 0; i < view->count; i++)
        find_best(r, vertex_at(r->b, view->who[i]));
    return true;
}

/* Leave in ${view} who is wanted: the others leave it. */
static void keep_wanted(const struct rivals *r, struct burstein_view *view)
{
    uint32_t most = view->count;
    view->count = view->members = 0;
    for (uint32_t i = 0; i < most; i++) {
        uint32_t place = view->who[i];
        bool apt = view->apt[i], kept = view->kept[i];
        if (!is_wanted(r, vertex_at(r->b, place))) {
            view->leaving -= apt && view->leaving > 0;
            continue;
        }
        view->members += place < r->b->member_count;
        view->apt[view->count] = apt;
        view->kept[view->count] = kept;
        view->who[view->count++] = place;
    }
    view->last = last_score(r->b, view);
}

enum lm_status lm_burstein_look_closer(const struct burstein_bracket *b,
                                       const struct burstein_view *view, struct burstein_view *out)
{
    struct rivals r = {.b = b, .pairs = (view->count - view->leaving) / 2};
    *out = *view;
    if (*b->completion == NULL || 2 * r.pairs >= view->count)
        return LM_OK;
    out->who = lm_arena_alloc(b->arena, view->count, sizeof *out->who);
    out->apt = lm_arena_alloc(b->arena, view->count, sizeof *out->apt);
    out->kept = lm_arena_alloc(b->arena, view->count, sizeof *out->kept);
    if (out->who == NULL || out->apt == NULL || out->kept == NULL)
        return LM_LIMIT;
    memcpy(out->who, view->who, view->count * sizeof *out->who);
    memcpy(out->apt, view->apt, view->count * sizeof *out->apt);
    memcpy(out->kept, view->kept, view->count * sizeof *out->kept);
    struct lm_mark mark = lm_arena_mark(b->arena);
    if (!begin_rivals(&r, view))
        return LM_LIMIT;
    keep_wanted(&r, out);
    lm_arena_reset(b->arena, mark);
    return LM_OK;
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
            total += (size_t)__builtin_popcountll(c->set[w] & ~may[w]);
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
        struct burstein_completion *c = *b->completion;
        memset(c->set, 0, c->words * sizeof *c->set);
        for (uint32_t i = 0; i < count; i++)
            lm_set_insert(c->set, vertex_at(b, who[i]));
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
    struct lm_dense *matching = (*b->completion)->matching;
    for (uint32_t i = 0; i < view->count; i++)
        if (paired[i])
            lm_dense_remove(matching, vertex_at(b, view->who[i]));
    lm_dense_repair(matching);
    *can = lm_dense_alone(matching) == 0;
    for (uint32_t i = 0; i < view->count; i++)
        if (paired[i])
            lm_dense_restore(matching, vertex_at(b, view->who[i]));
    lm_dense_repair(matching);
    return LM_OK;
}

/* Those who wait for the next bracket: who must not leave it, who may, and the places outside. */
enum waiting { STAYS, MAY_GO, OUTSIDE, WAITING };

struct queue {
    uint32_t *who, *at; /* places, and where in the view */
    uint8_t *kinds;
    uint32_t count, leaving;
};

/* The graph of those in view who wait, and the places outside that have to be taken. */
static enum lm_status match_waiting(const struct burstein_bracket *b, const struct queue *q,
                                    struct lm_matching **out)
{
    static const bool barred[WAITING * WAITING] = {
        [OUTSIDE * WAITING + STAYS] = true,
        [STAYS * WAITING + OUTSIDE] = true,
        [OUTSIDE * WAITING + OUTSIDE] = true,
    };
    struct lm_graph graph;
    size_t *start = lm_arena_alloc(b->arena, (size_t)q->count + q->leaving + 1, sizeof *start);
    if (start == NULL || lm_burstein_barred(b, q->who, q->count, &graph) != LM_OK)
        return LM_LIMIT;
    for (uint32_t v = 0; v <= q->count + q->leaving; v++)
        start[v] = graph.start[v < q->count ? v : q->count];
    graph.start = start;
    graph.vertices = (int32_t)(q->count + q->leaving);
    graph.class_of = q->kinds;
    graph.class_barred = barred;
    graph.classes = WAITING;
    return lm_matching_new(out, b->arena, &graph);
}

/* Who of ${view} waits, but those of the lowest scores, who go on; false: not all of these wait. */
static bool list_waiting(const struct burstein_bracket *b, const struct burstein_view *view,
                         struct queue *q)
{
    uint32_t gone = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        uint32_t place = view->who[i];
        int32_t score = b->p->seats[seat_at(b, place)].score;
        bool waits = place >= b->member_count || b->opponents[place] == LM_NOBODY;
        if (view->apt[i] && score < view->last) {
            if (!waits)
                return false;
            gone++;
            continue;
        }
        if (!waits)
            continue;
        q->kinds[q->count] = view->apt[i] && score == view->last ? MAY_GO : STAYS;
        q->at[q->count] = i;
        q->who[q->count++] = place;
    }
    q->leaving = view->leaving - gone;
    for (uint32_t k = 0; k < q->leaving; k++)
        q->kinds[q->count + k] = OUTSIDE;
    return true;
}

static enum lm_status try_next(const struct burstein_bracket *b, const struct burstein_view *view,
                               bool *out)
{
    uint32_t most = view->count + view->leaving;
    struct lm_matching *matching;
    struct queue q = {.who = lm_arena_alloc(b->arena, most, sizeof *q.who),
                      .at = lm_arena_alloc(b->arena, most, sizeof *q.at),
                      .kinds = lm_arena_alloc(b->arena, most, sizeof *q.kinds)};
    bool *paired = lm_arena_alloc(b->arena, view->count, sizeof *paired);
    if (q.who == NULL || q.at == NULL || q.kinds == NULL || paired == NULL)
        return LM_LIMIT;
    if (!list_waiting(b, view, &q))
        return LM_OK;
    if (match_waiting(b, &q, &matching) != LM_OK)
        return LM_LIMIT;
    lm_matching_repair(matching);
    if (lm_matching_alone(matching) > 0)
        return LM_OK;
    for (uint32_t i = 0; i < view->count; i++)
        paired[i] = view->who[i] < b->member_count && b->opponents[view->who[i]] != LM_NOBODY;
    for (uint32_t i = 0; i < q.count; i++)
        paired[q.at[i]] = lm_matching_mate(matching, (int32_t)i) < (int32_t)q.count;
    return lm_burstein_can_leave(b, view, paired, out);
}

/* Can those below be paired with each other? */
static bool lower_completes(const struct burstein_bracket *b)
{
    struct lm_dense *matching = (*b->completion)->matching;
    for (uint32_t x = 0; x < b->member_count; x++)
        lm_dense_remove(matching, vertex_at(b, x));
    lm_dense_repair(matching);
    bool can = lm_dense_alone(matching) == 0;
    for (uint32_t x = 0; x < b->member_count; x++)
        lm_dense_restore(matching, vertex_at(b, x));
    lm_dense_repair(matching);
    return can;
}

enum lm_status lm_burstein_completes_next(const struct burstein_bracket *b,
                                          const struct burstein_view *next, bool *out)
{
    bool floats = false, known = b->completion != NULL && *b->completion != NULL;
    for (uint32_t x = 0; x < b->member_count; x++)
        floats |= b->opponents[x] == LM_NOBODY;
    *out = known && !floats && lower_completes(b);
    if (known && !floats)
        return LM_OK;
    if (known && next != NULL) {
        struct lm_mark mark = lm_arena_mark(b->arena);
        enum lm_status status = try_next(b, next, out);
        lm_arena_reset(b->arena, mark);
        if (status != LM_OK || *out || next->leaving > 1)
            return status;
    }
    return lm_burstein_completes_well(b, out);
}
