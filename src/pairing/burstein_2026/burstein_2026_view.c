/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
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
    if (!LM_LEAN)
        lm_burstein_turn_to(b, 0, b->member_count);
    gather(b, 0, b->member_count);
    for (uint32_t i = 0; i < b->member_count; i++)
        stuck += !meet(c, vertex_at(b, i), c->set);
    if (!LM_LEAN && stuck < b->member_count)
        lm_burstein_turn_to(b, b->member_count, b->member_count + b->lower_count);
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
    if (LM_LEAN)
        lm_burstein_find_even(c);
    else
        lm_dense_meet_even(c->matching, c->asking, (int32_t)out->count, out->apt);
    out->leaving = (uint32_t)lm_dense_alone(c->matching);
    lm_dense_go_back(c->matching);
    for (uint32_t i = 0; i < out->count && LM_LEAN; i++)
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
    for (size_t w = c->words; w-- > first_word(c) && more > 0;) {
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
    if (!LM_LEAN)
        view->room = view->leaving;
    view->last = last_score(b, view);
    gather(b, most, b->member_count + b->lower_count);
    for (uint32_t i = 0; i < view->count; i++)
        view->kept[i] = !meet(c, vertex_at(b, view->who[i]), c->set);
}

/* Into ${set} who is outside ${view}, into ${near} who of these may meet a claimant.  Returns how
 * many more claimants there are. */
static uint32_t count_claims(const struct burstein_bracket *b, const struct burstein_view *view)
{
    struct burstein_completion *c = *b->completion;
    uint32_t claimants = 0, near = 0;
    gather(b, 0, b->member_count + b->lower_count);
    for (uint32_t i = 0; i < view->count; i++)
        lm_set_drop(c->set, vertex_at(b, view->who[i]));
    for (size_t w = first_word(c); w < c->words; w++) {
        c->claimants[w] &= c->set[w];
        claimants += lm_set_count(c->claimants[w]);
        c->near[w] = 0;
    }
    for (size_t w = first_word(c); w < c->words && claimants > 0; w++)
        for (uint64_t left = c->set[w]; left != 0; left &= left - 1) {
            int32_t v = (int32_t)w * LM_SET_BITS + __builtin_ctzll(left);
            if (meet(c, v, c->claimants)) {
                lm_set_insert(c->near, v);
                near++;
            }
        }
    return claimants > near ? claimants - near : 0;
}

/* Are all whom ${v} may meet, of those in ${set}, in ${near}, too? */
static bool lacks_others(const struct burstein_completion *c, int32_t v)
{
    bool lacks = true;
    for (size_t w = first_word(c); w < c->words; w++)
        lacks &= (may_of(c, v)[w] & c->set[w] & ~c->near[w]) == 0;
    return lacks;
}

bool lm_burstein_mind_claims(const struct burstein_bracket *b, struct burstein_view *view)
{
    struct burstein_completion *c = *b->completion;
    uint32_t claims = c == NULL ? 0 : count_claims(b, view), crowded = 0;
    for (uint32_t i = 0; i < view->count; i++) {
        int32_t v = claims > 0 ? vertex_at(b, view->who[i]) : 0;
        view->claim[i] = BURSTEIN_SERVES;
        if (claims == 0 || meet(c, v, c->claimants))
            continue;
        bool rival = !view->apt[i] && !view->kept[i] && lacks_others(c, v);
        view->claim[i] = rival ? BURSTEIN_RIVAL : BURSTEIN_CROWDED;
        crowded += view->apt[i];
    }
    view->room = view->leaving - (claims < view->leaving ? claims : view->leaving);
    return crowded > view->room;
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
    if (!LM_LEAN)
        out->claim = lm_arena_alloc(b->arena, most, sizeof *out->claim);
    if (out->who == NULL || out->apt == NULL || out->kept == NULL ||
        (!LM_LEAN && out->claim == NULL))
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

uint32_t lm_burstein_part_outside(const struct burstein_bracket *b, uint32_t inside, uint8_t *part,
                                  bool *apt)
{
    struct burstein_completion *c = *b->completion;
    gather(b, 0, inside);
    lm_dense_keep(c->matching);
    lm_dense_hide(c->matching, c->set);
    lm_burstein_find_even(c);
    uint32_t leaving = (uint32_t)lm_dense_alone(c->matching);
    lm_dense_go_back(c->matching);
    for (uint32_t i = 0; i < inside; i++)
        apt[i] = meet(c, vertex_at(b, i), c->set);
    for (uint32_t i = inside; i < b->member_count + b->lower_count; i++)
        part[i] = c->part[vertex_at(b, i)];
    return leaving;
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
    gather(b, 0, b->member_count + b->lower_count);
    for (size_t w = 0; w < c->words; w++)
        c->set[w] &= inside ? ~in_view[w] : in_view[w];
    lm_dense_keep(c->matching);
    lm_dense_hide(c->matching, c->set);
    lm_burstein_find_even(c);
    out->gone = (uint32_t)lm_dense_alone(c->matching);
    for (uint32_t i = 0; i < b->member_count + b->lower_count; i++) {
        int32_t v = vertex_at(b, i);
        lm_set_insert(!lm_dense_is_present(c->matching, v) ? out->across
                      : c->part[v] == LM_PART_ODD          ? out->odd
                      : c->part[v] == LM_PART_EVEN         ? out->even
                                                           : out->rest,
                      v);
    }
    lm_dense_go_back(c->matching);
    return true;
}

/* Let everybody meet only whom he can when no more leave the view than have to. */
static void keep_apart(struct burstein_completion *c, const struct parts *parts)
{
    for (int32_t v = 0; v < (int32_t)c->count; v++) {
        uint64_t *may = may_of(c, v);
        bool across = lm_set_holds(parts->across, v), even = lm_set_holds(parts->even, v);
        bool odd = lm_set_holds(parts->odd, v);
        for (size_t w = first_word(c); w < c->words; w++)
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
    uint32_t pairs;          /* that can be made at most */
    uint64_t *present;       /* sets: who is in view, */
    uint64_t *stuck;         /* of these who cannot leave it for somebody else, */
    uint64_t *apart;         /* and some of whom no two may meet */
    uint64_t *crowded;       /* those in view who are, */
    uint64_t *crowded_apart; /* of the latter, too, */
    bool crowd;              /* if there are any */
    uint32_t *opponents;     /* per one in view: the order of how many */
    uint64_t *best;          /* per vertex: with whom it can be paired in a best pairing */
};

/* How many of those in view ${v} may meet. */
static uint32_t count_opponents(const struct rivals *r, int32_t v)
{
    const struct burstein_completion *c = *r->b->completion;
    const uint64_t *may = may_of(c, v);
    uint32_t opponents = 0;
    for (size_t w = first_word(c); w < c->words; w++)
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
    if (!LM_LEAN && others < r->pairs)
        r->pairs = others;
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
    for (size_t w = first_word(c); w < c->words && more; w++) {
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
    const bool crowd = !LM_LEAN && r->crowd;
    const int32_t crowd_end = crowd ? end_of_best(r, may, r->crowded, r->crowded_apart) : 0;
    for (size_t w = first_word(c); w < c->words; w++) {
        best[w] = may[w] & (r->stuck[w] | (r->present[w] & before(end, w)));
        if (crowd)
            best[w] |= may[w] & r->crowded[w] & before(crowd_end, w);
    }
}

/* Is there somebody who would have ${v}, too? */
static bool is_wanted(const struct rivals *r, int32_t v)
{
    const struct burstein_completion *c = *r->b->completion;
    for (size_t w = first_word(c); w < c->words; w++)
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
    r->crowded = LM_LEAN ? r->apart : lm_arena_alloc(arena, 2 * c->words, sizeof *r->crowded);
    r->best = lm_arena_room(arena, c->count, c->words * sizeof *r->best);
    r->opponents = lm_arena_alloc(arena, view->count, sizeof *r->opponents);
    if (r->opponents == NULL || r->present == NULL || r->stuck == NULL || r->apart == NULL ||
        r->crowded == NULL || r->best == NULL)
        return false;
    for (uint32_t i = 0; i < view->count; i++) {
        lm_set_insert(r->present, vertex_at(r->b, view->who[i]));
        if (LM_LEAN || view->leaving > 0 ? !view->apt[i] : view->kept[i])
            lm_set_insert(r->stuck, vertex_at(r->b, view->who[i]));
        if (LM_LEAN || view->claim[i] == BURSTEIN_SERVES)
            continue;
        lm_set_insert(r->crowded, vertex_at(r->b, view->who[i]));
        r->crowd = true;
    }
    set_apart(r, view);
    r->crowded_apart = r->crowded + c->words;
    for (size_t w = first_word(c); w < c->words && !LM_LEAN; w++)
        r->crowded_apart[w] = r->crowded[w] & r->apart[w];
    return true;
}

/* Somebody leaves ${view}, a place is taken.  Was there none, or none that was kept for his like?
 * Then more leave than have to. */
static bool let_go(struct burstein_view *view, bool apt, bool crowded)
{
    const uint32_t left = crowded ? view->room : view->leaving - view->room;
    if (!LM_LEAN)
        view->room -= apt && view->room > 0 && (crowded || left == 0);
    view->leaving -= apt && view->leaving > 0;
    return !LM_LEAN && left == 0;
}

/* Leave in ${view} who is wanted: the others leave it. */
static void keep_wanted(const struct rivals *r, struct burstein_view *view)
{
    uint32_t most = view->count;
    bool surplus = false;
    view->count = view->members = 0;
    for (uint32_t i = 0; i < most; i++) {
        uint32_t place = view->who[i];
        bool apt = view->apt[i], kept = view->kept[i];
        uint8_t claim = LM_LEAN ? BURSTEIN_SERVES : view->claim[i];
        if (!is_wanted(r, vertex_at(r->b, place))) {
            surplus |= let_go(view, apt, claim != BURSTEIN_SERVES);
            continue;
        }
        view->members += place < r->b->member_count;
        view->apt[view->count] = apt;
        view->kept[view->count] = kept;
        if (!LM_LEAN)
            view->claim[view->count] = claim;
        view->who[view->count++] = place;
    }
    for (uint32_t i = 0; i < view->count && surplus && !LM_LEAN; i++)
        view->claim[i] = view->claim[i] == BURSTEIN_SERVES ? BURSTEIN_SERVES : BURSTEIN_CROWDED;
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
    if (!LM_LEAN)
        out->claim = lm_arena_alloc(b->arena, view->count, sizeof *out->claim);
    if (out->who == NULL || out->apt == NULL || out->kept == NULL ||
        (!LM_LEAN && out->claim == NULL))
        return LM_LIMIT;
    memcpy(out->who, view->who, view->count * sizeof *out->who);
    memcpy(out->apt, view->apt, view->count * sizeof *out->apt);
    memcpy(out->kept, view->kept, view->count * sizeof *out->kept);
    if (!LM_LEAN)
        memcpy(out->claim, view->claim, view->count * sizeof *out->claim);
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
