/* SPDX-License-Identifier: Apache-2.0 */
#include "base/room.h"
#include "pairing/burstein_2026/burstein_2026_completion.h"

/*
 * What the completion of the round says of a view (burstein_2026_complete.c).
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
 * there, and no more than there are people besides some of whom no two may meet.  Let u, v be one
 * of those of a best pairing, v of those who can take a place outside, or if no place has to be
 * taken, who may leave the view; and v' somebody of a higher score whom u may meet.  Then v' has an
 * opponent, or u had rather met him, and v would leave for him: as many are paired, and who leaves
 * has a lower score [C5 - C7].  The other pairs hold 2p - 2 people, and p - 1 of any set of whom no
 * two may meet.  So where there are 2p - 1 such v', or p of such a set, u, v is no pair of a best
 * pairing.  Who is left with none leaves the view in all of them, and need not be looked at.
 */

uint32_t lm_burstein_count_stuck(const struct burstein_bracket *b)
{
    const struct burstein_completion *c = b->completion == NULL ? NULL : *b->completion;
    uint32_t stuck = 0;
    if (c == NULL)
        return 0;
    gather(b, 0, b->member_count);
    for (uint32_t i = 0; i < b->member_count; i++)
        stuck += !meet(c, vertex_at(b, i), c->set);
    return stuck;
}

/* How many of the view ${out} have to leave it, and who of them can be of these. */
static void count_leaving(const struct burstein_bracket *b, struct burstein_view *out)
{
    struct burstein_completion *c = *b->completion;
    lm_burstein_gather(b, out->who, out->count);
    for (uint32_t i = 0; i < out->count; i++)
        c->asking[i] = vertex_at(b, out->who[i]);
    lm_dense_keep(c->matching);
    lm_dense_hide(c->matching, c->set);
    lm_burstein_find_even(c);
    out->leaving = (uint32_t)lm_dense_alone(c->matching);
    lm_dense_go_back(c->matching);
    for (uint32_t i = 0; i < out->count; i++)
        out->apt[i] = meet(c, c->asking[i], c->set);
}

/* The highest score of those who leave ${view} at best; INT32_MIN: nobody does. */
static int32_t last_score(const struct burstein_bracket *b, const struct burstein_view *view)
{
    struct burstein_completion *c = *b->completion;
    int32_t last = INT32_MIN;
    uint32_t more = view->leaving;
    memset(c->set, 0, c->words * sizeof *c->set);
    for (uint32_t i = 0; i < view->count && more > 0; i++)
        if (view->apt[i])
            lm_set_insert(c->set, vertex_at(b, view->who[i]));
    for (size_t w = c->words; w-- > 0 && more > 0;) {
        for (uint64_t left = c->set[w]; left != 0 && more > 0; more--) {
            int32_t bit = LM_SET_BITS - 1 - __builtin_clzll(left);
            last = b->p->seats[c->seat[w * LM_SET_BITS + (size_t)bit]].score;
            left ^= UINT64_C(1) << bit;
        }
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

/* ---- Who is not needed ---- */

/* What the best opponents in a view are found by. */
struct rivals {
    const struct burstein_bracket *b;
    uint32_t pairs;      /* that can be made at most */
    uint64_t *present;   /* sets: who is in view, */
    uint64_t *stuck;     /* of these who cannot leave it for somebody else, */
    uint64_t *apart;     /* and some of whom no two may meet */
    uint64_t *crowded;   /* those in view who are, */
    uint32_t *opponents; /* per one in view: the order of how many */
    uint64_t *best;      /* per vertex: with whom it can be paired in a best pairing */
};

/* How many of those in view ${v} may meet. */
static uint32_t count_opponents(const struct rivals *r, int32_t v)
{
    const struct burstein_completion *c = *r->b->completion;
    const uint64_t *may = may_of(c, v);
    uint32_t opponents = 0;
    for (size_t w = 0; w < c->words; w++)
        opponents += lm_set_count(may[w] & r->present[w]);
    return opponents;
}

/* Of numbers from 1 on: 1 is the first, then as many at a time as come before. */
static uint32_t order_of(uint32_t number)
{
    uint32_t order = 0;
    while (number > UINT32_C(1) << order)
        order++;
    return order;
}

/* Those with few opponents first, no two of whom may meet: each pair holds one of the others. */
static void set_apart(struct rivals *r, const struct burstein_view *view)
{
    const struct burstein_completion *c = *r->b->completion;
    uint32_t others = view->count, numbers = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        r->opponents[i] = order_of(count_opponents(r, vertex_at(r->b, view->who[i])));
        numbers |= UINT32_C(1) << r->opponents[i];
    }
    for (uint32_t order = 0; numbers >> order != 0; order++)
        for (uint32_t i = 0; i < view->count && (numbers >> order & 1) != 0; i++) {
            int32_t v = vertex_at(r->b, view->who[i]);
            if (r->opponents[i] != order || meet(c, v, r->apart))
                continue;
            lm_set_insert(r->apart, v);
            others--;
        }
    r->pairs = (view->count - view->leaving) / 2;
}

/* The vertex after all who have the score of number ${n} in word ${w}, ${left}, of a set. */
static int32_t end_of_score(const struct burstein_completion *c, size_t w, uint64_t left,
                            uint32_t n)
{
    while (--n > 0)
        left &= left - 1;
    return c->score_end[w * LM_SET_BITS + (size_t)__builtin_ctzll(left)];
}

/* From which vertex on are there too many of a higher score whom somebody, who may meet those of
 * ${may}, would rather have, of ${all}, or of those of them in ${apart}, of whom no two may meet?
 */
static int32_t end_of_best(const struct rivals *r, const uint64_t *may, const uint64_t *all,
                           const uint64_t *apart)
{
    const struct burstein_completion *c = *r->b->completion;
    int32_t end = (int32_t)c->count;
    uint32_t any = 2 * r->pairs - 1, each = r->pairs;
    bool more = each > 0;
    for (size_t w = 0; w < c->words && more; w++) {
        const uint64_t here = may[w] & all[w], here_apart = may[w] & apart[w];
        if (here == 0)
            continue;
        const uint32_t count = lm_set_count(here), count_apart = lm_set_count(here_apart);
        if (count >= any)
            end = end_of_score(c, w, here, any);
        if (count_apart >= each) {
            const int32_t other = end_of_score(c, w, here_apart, each);
            end = other < end ? other : end;
        }
        more = count < any && count_apart < each;
        any -= count;
        each -= count_apart;
    }
    return end;
}

/* Of word ${w} of a set those before ${end}. */
static uint64_t before(int32_t end, size_t w)
{
    const int32_t first = (int32_t)w * LM_SET_BITS;
    return end <= first                 ? 0
           : end - first >= LM_SET_BITS ? UINT64_MAX
                                        : (UINT64_C(1) << (end - first)) - 1;
}

/* Whom ${v} can have in a best pairing, for all that it might rather have. */
static void find_best(const struct rivals *r, int32_t v)
{
    const struct burstein_completion *c = *r->b->completion;
    const uint64_t *may = may_of(c, v);
    uint64_t *best = r->best + (size_t)v * c->words;
    const int32_t end = end_of_best(r, may, r->present, r->apart);
    for (size_t w = 0; w < c->words; w++) {
        best[w] = may[w] & (r->stuck[w] | (r->present[w] & before(end, w)));
    }
}

/* Is there somebody who would have ${v}, too? */
static bool is_wanted(const struct rivals *r, int32_t v)
{
    const struct burstein_completion *c = *r->b->completion;
    for (size_t w = 0; w < c->words; w++)
        for (uint64_t others = r->best[(size_t)v * c->words + w]; others != 0;
             others &= others - 1) {
            size_t u = w * LM_SET_BITS + (size_t)__builtin_ctzll(others);
            if (lm_set_holds(r->best + u * c->words, v))
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
    r->crowded = r->apart;
    r->best = lm_arena_room(arena, c->count, c->words * sizeof *r->best);
    r->opponents = lm_arena_alloc(arena, view->count, sizeof *r->opponents);
    if (r->opponents == NULL || r->present == NULL || r->stuck == NULL || r->apart == NULL ||
        r->crowded == NULL || r->best == NULL)
        return false;
    for (uint32_t i = 0; i < view->count; i++) {
        lm_set_insert(r->present, vertex_at(r->b, view->who[i]));
        if (!view->apt[i])
            lm_set_insert(r->stuck, vertex_at(r->b, view->who[i]));
        continue;
    }
    set_apart(r, view);
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
    struct rivals r = {.b = b};
    *out = *view;
    if (*b->completion == NULL)
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
    if (r.pairs > 0 && 2 * r.pairs < view->count) {
        for (uint32_t i = 0; i < view->count; i++)
            find_best(&r, vertex_at(b, view->who[i]));
        keep_wanted(&r, out);
    }
    lm_arena_reset(b->arena, mark);
    return LM_OK;
}
