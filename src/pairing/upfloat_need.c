/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/bits.h"
#include "pairing/meeting.h"
#include "pairing/upfloat_kept.h"

/*
 * [C6] How many of the following scoregroup F need somebody outside it: |F| less those who
 * are upfloaters (of whom [C5] says how many), less two for each pair inside.  When no two of F may
 * meet that is the same for every set.  If some set needed two less, n - 2, the graph would stay
 * perfect with no pair of F and somebody outside, but n - 2 SCOUTs for those outside, whom KEEPERs
 * take; and with no pair of T and somebody below F, but as many STRANGERs for these as the set has
 * upfloaters from there, since all sets have equally many of F [C5]: that is asked.  That the set
 * taken needs no more than n is shown by all of F being that many, by the parts of F or of all
 * others below (n is what a largest matching of these leaves alone, if NEXT, NEXT_ODD and
 * NEXT_CORE, as above for T, leave a perfect matching), or by pairs that are found inside.
 */

static uint32_t seat_taken(const struct lm_up_search *s, uint32_t i)
{
    return s->order[s->taken[i]];
}

/* May two of F meet? */
static bool meet_inside(const struct lm_up_search *s)
{
    const struct lm_up_bracket *b = s->b;
    for (uint32_t i = 0; i < b->following; i++)
        for (uint32_t k = i + 1; k < b->following; k++)
            if (!lm_dense_is_barred(s->m, lm_up_vertex(b, b->lower[i]),
                                    lm_up_vertex(b, b->lower[k])))
                return true;
    return false;
}

/* Only ${seats} are there, and anybody meets anybody. */
static void look_only_at(const struct lm_up_search *s, const uint32_t *seats, uint32_t count)
{
    for (uint32_t v = 0; v < s->b->kept->vertices; v++)
        lm_dense_remove(s->m, (int32_t)v);
    for (uint32_t i = 0; i < count; i++) {
        lm_dense_restore(s->m, lm_up_vertex(s->b, seats[i]));
        lm_dense_move(s->m, lm_up_vertex(s->b, seats[i]), UP_FREE);
    }
}

/* A largest matching of ${seats} alone: how many it leaves, and the parts. */
static uint32_t look_inside(const struct lm_up_search *s, const uint32_t *seats, uint32_t count)
{
    look_only_at(s, seats, count);
    lm_dense_decompose(s->m, s->part, s->base);
    uint32_t alone = (uint32_t)lm_dense_alone(s->m);
    lm_dense_go_back(s->m);
    return alone;
}

/* Only those below are left, without those taken, and anybody meets anybody. */
static void look_below(const struct lm_up_search *s)
{
    for (uint32_t i = 0; i < s->b->resident_count; i++)
        lm_dense_remove(s->m, lm_up_vertex(s->b, s->b->residents[i]));
    for (uint32_t i = 0; i < s->k; i++)
        lm_dense_remove(s->m, lm_up_vertex(s->b, seat_taken(s, i)));
    for (uint32_t i = 0; i < s->b->lower_count; i++)
        lm_dense_move(s->m, lm_up_vertex(s->b, s->b->lower[i]), UP_FREE);
}

/* Is ${v} one of several of whom one goes out, and another stands for all? */
static bool is_merged(const struct lm_up_search *s, int32_t v)
{
    return s->part[v] == LM_PART_EVEN && s->base[v] != v;
}

/* Can all below be paired, of the ${count} ${seats} of F, or outside it, as few with others as the
 * parts say?  ${new}: room for a row of bits for each of them. */
static bool can_stay_inside(const struct lm_up_search *s, const uint32_t *seats, uint32_t count,
                            uint64_t *new)
{
    static const uint8_t class_of[] = {
        [LM_PART_REST] = UP_NEXT_CORE, [LM_PART_ODD] = UP_NEXT_ODD, [LM_PART_EVEN] = UP_NEXT};
    const size_t words = lm_set_words((int32_t)s->b->kept->vertices + 1);
    look_below(s);
    for (uint32_t i = 0; i < count; i++) {
        int32_t v = lm_up_vertex(s->b, seats[i]);
        lm_dense_move(s->m, v, class_of[s->part[v]]);
        if (is_merged(s, v))
            lm_dense_join(s->m, s->base[v], v, new + i *words);
    }
    bool can = lm_dense_is_perfect(s->m);
    lm_dense_go_back(s->m);
    for (uint32_t i = 0; i < count; i++) {
        int32_t v = lm_up_vertex(s->b, seats[i]);
        if (is_merged(s, v))
            lm_dense_split(s->m, s->base[v], new + i *words);
    }
    return can;
}

/* Can ${x} and ${y} leave all others an opponent?  They are gone then. */
static bool take_out(const struct lm_up_search *s, int32_t x, int32_t y)
{
    lm_dense_remove(s->m, x);
    lm_dense_remove(s->m, y);
    if (lm_dense_is_perfect(s->m))
        return true;
    lm_dense_restore(s->m, x);
    lm_dense_restore(s->m, y);
    lm_dense_repair(s->m);
    return false;
}

/* Take the pairs of F out that the matching has; how many if all others are left an opponent. */
static uint32_t pairs_at_hand(const struct lm_up_search *s)
{
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < s->b->following; i++) {
        int32_t x = lm_up_vertex(s->b, s->b->lower[i]), y = lm_dense_mate(s->m, x);
        if (y == LM_ALONE || y > lm_up_vertex(s->b, s->b->lower[s->b->following - 1]))
            continue;
        lm_dense_remove(s->m, x);
        lm_dense_remove(s->m, y);
        pairs++;
    }
    return lm_dense_is_perfect(s->m) ? pairs : 0;
}

/* Pairs of the ${count} ${seats} of F that leave all others below an opponent: those at hand, and
 * as many as come without looking back. */
static uint32_t pairs_inside(const struct lm_up_search *s, const uint32_t *seats, uint32_t count)
{
    look_below(s);
    uint32_t pairs = pairs_at_hand(s);
    if (pairs == 0) {
        lm_dense_go_back(s->m);
        look_below(s);
        lm_dense_repair(s->m);
    }
    for (uint32_t i = 0; i < count; i++) {
        int32_t x = lm_up_vertex(s->b, seats[i]);
        for (uint32_t k = i + 1; k < count && lm_dense_is_present(s->m, x); k++) {
            int32_t y = lm_up_vertex(s->b, seats[k]);
            if (lm_dense_is_present(s->m, y) && !lm_dense_is_barred(s->m, x, y))
                pairs += take_out(s, x, y);
        }
    }
    lm_dense_go_back(s->m);
    return pairs;
}

/* Those below from ${from} to ${end} who were not taken. */
static uint32_t not_taken(const struct lm_up_search *s, uint32_t from, uint32_t end,
                          uint32_t *seats)
{
    uint32_t count = 0;
    for (uint32_t i = from; i < end; i++) {
        bool is_taken = false;
        for (uint32_t k = 0; k < s->k; k++)
            is_taken |= seat_taken(s, k) == s->b->lower[i];
        if (!is_taken)
            seats[count++] = s->b->lower[i];
    }
    return count;
}

/* No more of F than this meet somebody outside; the matching is as it was last kept. */
static uint32_t need_shown(const struct lm_up_search *s, uint32_t *seats, uint64_t *new)
{
    const uint32_t following = s->b->following, sides[] = {0, following, s->b->lower_count};
    for (int side = 0; side < 2; side++) {
        uint32_t count = not_taken(s, sides[side], sides[side + 1], seats);
        uint32_t alone = look_inside(s, seats, count);
        if (can_stay_inside(s, seats, count, new))
            return alone;
    }
    uint32_t left = not_taken(s, 0, following, seats);
    return left - 2 * pairs_inside(s, seats, left);
}

enum lm_status lm_up_need_of_taken(const struct lm_up_search *s, uint32_t *need)
{
    const struct lm_up_bracket *b = s->b;
    const size_t words = lm_set_words((int32_t)b->kept->vertices + 1);
    uint32_t *seats = lm_arena_alloc(b->arena, b->lower_count, sizeof *seats);
    uint64_t *new = lm_arena_alloc(b->arena, b->lower_count, words * sizeof *new);
    if (seats == NULL || new == NULL)
        return LM_LIMIT;
    lm_dense_keep(s->m);
    *need = need_shown(s, seats, new);
    return LM_OK;
}

enum lm_status lm_up_find_need(struct lm_up_search *s, uint32_t *need, bool *found)
{
    const struct lm_up_bracket *b = s->b;
    enum lm_status status = LM_OK;
    *found = true;
    *need = b->following - lm_up_taken_of_following(s);
    if (b->following == 0 || !meet_inside(s))
        return LM_OK;
    lm_dense_keep(s->m);
    if (lm_up_is_needed(s, *need))
        return LM_OK;
    status = lm_up_need_of_taken(s, need);
    *found = status == LM_OK && lm_up_is_needed(s, *need);
    return status;
}
