/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/upfloat_greedy.h"

#include <string.h>

#include "base/sort.h"
#include "pairing/upfloat_kept.h"

/*
 * C.04.5 and C.04.6, art. 3.5, without weights: one matching of all who are left in the round is
 * kept from bracket to bracket, and every question is whether it can be made perfect when some may
 * meet only some (the classes below).
 *
 * [C4] T leaves t alone in a largest matching of its own, all below (L) leave l alone; k, the
 * greater of the two, is a bound for the number of upfloaters.  Let D, A and C be the parts of T by
 * Gallai and Edmonds.  If k = t, the pairings with k upfloaters are those in which C stays by
 * itself, A meets D alone, and of every component of D one meets A or an upfloater: there are t
 * components more than of A, and in no other way can t be all.  Which one it is of a component does
 * not matter, as the others of it can be paired; so one vertex stands for it.  So a perfect
 * matching of the graph that has just these edges of T (HOST is D, HOST_ODD is A, CORE is C) and
 * all of L has k upfloaters, and all pairings with k come of such.  If k = l, the same holds of L
 * (FREE or STAY is D, BELOW_ODD is A, BELOW_CORE is C) as long as every component of D is a single
 * seat.  When that graph has a perfect matching, k is the number.
 * A matching of L that leaves t alone at most tells that k = t, and then nobody asks for l.
 *
 * [C5], [C7] and art. 3.5.4 put the candidates into an order: by score, in a scoregroup those who
 * were no floaters first, then by TPN.  Scoregroups are barred from the bottom up while the graph
 * stays perfect; no best set has anybody of them.  Then each candidate in order is taken who can be
 * an upfloater along with those taken before.  If the sets were the bases of a matroid that would
 * be the best set, and it is proved to be: let S be the candidates that come before a scoregroup,
 * or before the floaters of one, j of them taken, and r of the scores below the next one (LAST).  A
 * set with as many of these and more of S than j has k - r - j - 1 others at most.  So the graph
 * would stay perfect if only S could meet T, k - r - j - 1 JOKERs stood in for as many of T, r
 * STRANGERs for those who meet LAST, and as many TAKERs took them: JOKERs may meet every other
 * candidate.  If it does
 * not, no set has more than j of S.  Where that holds of each S, none has fewer of the lowest
 * scores, nor, with the same scores, fewer floaters.
 *
 * Among the sets that are as good, the first by art. 3.5.4: suppose another were earlier, u its
 * first member that was not taken.  It has all who were taken and stand before u by TPN, and so the
 * question about u was answered with no only for somebody who stands after u: u is a floater then,
 * and that one a resident of the same score who is none.  Where that can be, u is asked about
 * again without them, in the same way.
 *
 * [C6] is asked at last (upfloat_need.c): does the set taken need the least?  Where that is not
 * proved, all is done again in a graph in which no more than n of F can have somebody outside, who
 * have no names, with the least n for which it has a perfect matching, then n + 2 ...: when the
 * best set there has lower scores, every set with these scores needs more than n; else it is the
 * best one, if it needs no more than n in truth.
 *
 * One host alone needs no greed: the perfect matchings have him and one of those whom a largest
 * matching without him can leave alone, and the first in order of these is the best set.
 *
 * Whatever cannot be said so is left to the search with weights.
 */

static bool is_up(const struct lm_up_search *s, uint32_t seat)
{
    int32_t mate = lm_dense_mate(s->m, lm_up_vertex(s->b, seat));
    if (mate == LM_ALONE)
        return false;
    int32_t class = lm_dense_class(s->m, mate);
    return class == UP_HOST || class == UP_TOP;
}

/* ---- [C4] ---- */

/* What a side of the bracket leaves alone; ${*single}: every component of its D is one seat. */
static uint32_t left_alone(const struct lm_up_search *s, const uint32_t *seats, uint32_t count,
                           bool *single)
{
    uint32_t alone = 0, even = 0, odd = 0;
    for (uint32_t i = 0; i < count; i++) {
        int32_t v = lm_up_vertex(s->b, seats[i]);
        alone += lm_dense_mate(s->m, v) == LM_ALONE;
        even += s->below[v] == LM_PART_EVEN;
        odd += s->below[v] == LM_PART_ODD;
    }
    *single = even == alone + odd;
    return alone;
}

/* The graph whose perfect matchings have the fewest upfloaters, if it can be had and there are
 * any. */
static bool count_upfloaters(struct lm_up_search *s)
{
    const struct lm_up_bracket *b = s->b;
    bool single;
    lm_dense_decompose_class(s->m, UP_CORE, s->below, s->base);
    uint32_t top = left_alone(s, b->residents, b->resident_count, &single);
    uint32_t below = left_alone(s, b->lower, b->lower_count, &single);
    if (below > top) { /* by the matching in hand, which need not be a largest one there */
        lm_dense_decompose(s->m, s->below, s->base);
        below = left_alone(s, b->lower, b->lower_count, &single);
    }
    s->k = top > below ? top : below;
    if (s->k == 0)
        return true;
    if (s->k == top)
        lm_up_open_top(s);
    else if (single)
        lm_up_open_below(s);
    else
        return false;
    return lm_dense_is_perfect(s->m);
}

/* ---- The order ---- */

/* By score and float; the seats of a score by TPN already. */
static enum lm_status make_order(struct lm_up_search *s)
{
    const struct lm_up_bracket *b = s->b;
    const struct lm_seat *seats = b->p->seats;
    s->order = lm_arena_alloc(b->arena, b->lower_count, sizeof *s->order);
    s->level_start = lm_arena_alloc(b->arena, (size_t)b->lower_count + 1, sizeof *s->level_start);
    s->taken = lm_arena_alloc(b->arena, (size_t)s->k + 1, sizeof *s->taken);
    if (s->order == NULL || s->level_start == NULL || s->taken == NULL)
        return LM_LIMIT;
    uint32_t count = 0;
    for (uint32_t i = 0, end; i < b->lower_count; i = end) {
        s->level_start[s->levels++] = i;
        for (end = i;
             end < b->lower_count && seats[b->lower[end]].score == seats[b->lower[i]].score;)
            end++;
        for (int floater = 0; floater < 2; floater++)
            for (uint32_t k = i; k < end; k++)
                if (lm_up_was_floater(b->p, b->lower[k]) == (floater == 1))
                    s->order[count++] = b->lower[k];
    }
    s->level_start[s->levels] = s->end = b->lower_count;
    return LM_OK;
}

/* Bar in order all from ${end} on. */
static void bar_from(struct lm_up_search *s, uint32_t end)
{
    for (uint32_t i = end; i < s->end; i++)
        lm_up_set(s, i, UP_STAY);
    for (uint32_t i = s->end; i < end; i++)
        lm_up_set(s, i, UP_FREE);
    s->end = end;
}

/* The number of levels down to the lowest that the matching has an upfloater of. */
static uint32_t levels_used(const struct lm_up_search *s, uint32_t levels)
{
    uint32_t last = s->level_start[levels];
    while (last > 0 && !is_up(s, s->order[last - 1]))
        last--;
    while (levels > 0 && s->level_start[levels - 1] >= last)
        levels--;
    return levels;
}

/* [C5] The lowest upfloater is as high as can be. */
static void bar_low_levels(struct lm_up_search *s)
{
    uint32_t too_few = 0, enough = levels_used(s, s->levels);
    bar_from(s, s->level_start[enough]);
    while (enough - too_few > 1) {
        uint32_t middle = too_few + (enough - too_few) / 2, end = s->end;
        lm_dense_keep(s->m);
        bar_from(s, s->level_start[middle]);
        if (lm_dense_is_perfect(s->m)) {
            enough = levels_used(s, middle);
            bar_from(s, s->level_start[enough]);
        } else {
            too_few = middle;
            s->end = end;
            lm_dense_go_back(s->m);
        }
    }
}

/* ---- The set ---- */

static bool can(const struct lm_up_search *s, uint32_t place)
{
    return s->can[lm_up_vertex(s->b, s->order[place])];
}

/* Can he be an upfloater, along with those taken?  He is one then. */
static bool try_up(const struct lm_up_search *s, uint32_t place)
{
    bool already = is_up(s, s->order[place]);
    if (!already)
        lm_dense_keep(s->m);
    lm_up_set(s, place, UP_UP);
    if (already || lm_dense_is_perfect(s->m))
        return true;
    lm_dense_go_back(s->m);
    return false;
}

static bool is_host(const struct lm_up_search *s, uint32_t seat)
{
    int32_t v = lm_up_vertex(s->b, seat);
    return lm_dense_is_present(s->m, v) && lm_dense_class(s->m, v) == UP_HOST;
}

/* Whom to ask from ${from} on: who fits along with those taken has a host without whom a largest
 * matching can leave him alone. */
static void narrow(const struct lm_up_search *s, uint32_t from, bool *fits)
{
    const struct lm_up_bracket *b = s->b;
    memset(fits, false, s->end * sizeof *fits);
    for (uint32_t h = 0; h < b->resident_count; h++) {
        int32_t host = lm_up_vertex(b, b->residents[h]);
        if (!is_host(s, b->residents[h]))
            continue;
        lm_dense_keep(s->m);
        lm_dense_remove(s->m, host);
        lm_dense_decompose(s->m, s->part, NULL);
        lm_dense_go_back(s->m);
        for (uint32_t i = from; i < s->end; i++) {
            int32_t v = lm_up_vertex(b, s->order[i]);
            fits[i] |= s->part[v] == LM_PART_EVEN && !lm_dense_is_barred(s->m, host, v);
        }
    }
}

/* Take the first who can, in order.  ${fits}: scratch, by place. */
static bool take_first(struct lm_up_search *s, bool *fits)
{
    uint32_t tries = 0;
    memset(fits, true, s->end * sizeof *fits);
    for (uint32_t i = 0; i < s->end && s->taken_count < s->k; i++) {
        if (!can(s, i) || !fits[i])
            continue;
        if (try_up(s, i)) {
            s->taken[s->taken_count++] = i;
            tries = 0;
        } else if (++tries == s->hosts) {
            narrow(s, i, fits);
        }
    }
    return s->taken_count == s->k;
}

/* Where one host is all there are: of those whom a largest matching without him can leave alone,
 * and who may meet him, the first in order. */
static void take_only(struct lm_up_search *s)
{
    const struct lm_up_bracket *b = s->b;
    uint32_t i = 0, h = 0, level = 0;
    while (!is_host(s, b->residents[h]))
        h++;
    int32_t host = lm_up_vertex(b, b->residents[h]);
    lm_dense_keep(s->m);
    lm_dense_remove(s->m, host);
    lm_dense_decompose(s->m, s->part, NULL);
    lm_dense_go_back(s->m);
    while (s->part[lm_up_vertex(b, s->order[i])] != LM_PART_EVEN ||
           lm_dense_is_barred(s->m, host, lm_up_vertex(b, s->order[i])))
        i++;
    while (s->level_start[level] <= i)
        level++;
    bar_from(s, s->level_start[level]);
    try_up(s, i);
    s->taken[s->taken_count++] = i;
    lm_dense_keep(s->m);
}

/* ---- The proof ---- */

static bool same_level(const struct lm_up_search *s, uint32_t a, uint32_t b)
{
    return s->b->p->seats[s->order[a]].score == s->b->p->seats[s->order[b]].score;
}

static bool was_floater(const struct lm_up_search *s, uint32_t place)
{
    return lm_up_was_floater(s->b->p, s->order[place]);
}

/* Where the candidates begin that are as good as that at ${place}. */
static uint32_t group_start(const struct lm_up_search *s, uint32_t place)
{
    while (place > 0 && same_level(s, place - 1, place) &&
           was_floater(s, place - 1) == was_floater(s, place))
        place--;
    return place;
}

/* Where the scores end of the candidate at ${place}. */
static uint32_t level_end(const struct lm_up_search *s, uint32_t place)
{
    uint32_t end = place;
    while (end < s->end && same_level(s, end, place))
        end++;
    return end;
}

/* Is it proved that no set with as many of each lower score as the one taken has more than
 * ${count} of the candidates before ${start}? */
static bool is_most(const struct lm_up_search *s, uint32_t start, uint32_t count)
{
    uint32_t end = level_end(s, start), last = s->k;
    while (last > 0 && s->taken[last - 1] >= end)
        last--;
    for (uint32_t i = 0; i < s->end; i++)
        lm_up_set(s, i, i < start ? UP_FREE : i < end ? UP_LATER : UP_LAST);
    bool more = lm_up_perfect_with(s, last - count - 1, s->k - last);
    lm_dense_go_back(s->m);
    return !more;
}

/* [C5], [C7] */
static bool is_best(const struct lm_up_search *s)
{
    for (uint32_t i = 1; i < s->k; i++) {
        uint32_t start = group_start(s, s->taken[i]);
        if (start <= s->taken[i - 1] || start == i)
            continue; /* the same group; or nobody was passed over */
        bool lowest = start == s->level_start[0] || !same_level(s, start - 1, start);
        if (lowest && i == s->k - 1 && same_level(s, start, s->end - 1))
            continue; /* the lowest level is needed */
        if (!is_most(s, start, i))
            return false;
    }
    return true;
}

/* Was somebody taken who stands after ${u}, who was passed over, by TPN, and is no floater? */
static bool gave_way(const struct lm_up_search *s, uint32_t u)
{
    for (uint32_t i = 0; i < s->k && s->taken[i] < u; i++)
        if (same_level(s, s->taken[i], u) && !was_floater(s, s->taken[i]) &&
            s->order[s->taken[i]] > s->order[u])
            return true;
    return false;
}

/* Is it proved that ${u}, a floater, cannot be in a set that is as good and has those taken who
 * stand before him? */
static bool cannot_be(const struct lm_up_search *s, uint32_t u)
{
    uint32_t start = group_start(s, u), named = 1;
    for (uint32_t i = 0, next = 0; i < s->end; i++) {
        bool taken = next < s->k && s->taken[next] == i;
        bool before = taken && s->order[i] < s->order[u];
        next += taken;
        named += taken && (before || i < start);
        lm_up_set(s, i, before || i == u ? UP_UP : i < start ? UP_FREE : UP_LATER);
    }
    bool known = named > s->k || !lm_up_perfect_with(s, s->k - named, 0);
    lm_dense_go_back(s->m);
    return known;
}

/* Art. 3.5.4: is no set that is as good before the one taken? */
static bool is_first(const struct lm_up_search *s)
{
    for (uint32_t i = 0, u = 0; i < s->k; u = s->taken[i++] + 1) {
        uint32_t start = group_start(s, s->taken[i]);
        if (!was_floater(s, s->taken[i]))
            continue;
        for (u = u > start ? u : start; u < s->taken[i]; u++)
            if (can(s, u) && gave_way(s, u) && !cannot_be(s, u))
                return false;
    }
    return true;
}

/* ---- The choice ---- */

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Take a set that is proved to be the best by all but [C6]. */
static bool take_best(struct lm_up_search *s, bool *fits)
{
    s->taken_count = 0;
    bool found = take_first(s, fits);
    lm_dense_keep(s->m);
    return found && is_best(s) && is_first(s);
}

/* [C5] Is the set taken better than ${first}, the lowest score before all (1), as good, or not as
 * good (-1)? */
static int compare_scores(const struct lm_up_search *s, const uint32_t *first)
{
    for (uint32_t i = s->k; i-- > 0;)
        if (!same_level(s, s->taken[i], first[i]))
            return s->taken[i] < first[i] ? 1 : -1;
    return 0;
}

/* Only ${limit} of F may need somebody outside: ${*known}, it is known what comes of it; and
 * ${*found}, the best set under this limit has the scores of ${first}, and is taken. */
static enum lm_status take_within(struct lm_up_search *s, uint32_t limit, const uint32_t *first,
                                  bool *fits, bool *known, bool *found)
{
    uint32_t need = limit;
    enum lm_status status = LM_OK;
    lm_up_limit_need(s, limit);
    *known = lm_dense_is_perfect(s->m) && take_best(s, fits);
    int better = *known ? compare_scores(s, first) : 0;
    *found = *known && better == 0;
    *known &= better <= 0; /* a better one is none in truth, and hides what is */
    lm_up_lift_limit(s);
    if (*found)
        status = lm_up_need_of_taken(s, &need);
    *known &= need <= limit;
    return status;
}

/* [C6] The set taken needs ${*need} at most, but others may need fewer: the least limit under which
 * a set has the same scores. */
static enum lm_status lower_need(struct lm_up_search *s, bool *fits, uint32_t *need, bool *found)
{
    uint32_t *first = lm_arena_alloc(s->b->arena, s->k, sizeof *first), limit = *need - 2;
    enum lm_status status = LM_OK;
    bool known = true;
    if (first == NULL)
        return LM_LIMIT;
    memcpy(first, s->taken, s->k * sizeof *first);
    while (!lm_up_is_needed(s, limit))
        limit -= 2;
    for (*found = false; status == LM_OK && known && !*found && limit < *need; limit += 2) {
        status = take_within(s, limit, first, fits, &known, found);
        if (*found)
            *need = limit;
    }
    if (known && !*found)
        memcpy(s->taken, first, s->k * sizeof *first);
    *found = known;
    return status;
}

/* The best set, taken and proved. */
static enum lm_status choose(struct lm_up_search *s, uint32_t *need, bool *found)
{
    enum lm_status status = make_order(s);
    bool *fits = lm_arena_alloc(s->b->arena, s->b->lower_count, sizeof *fits);
    if (status != LM_OK || fits == NULL)
        return LM_LIMIT;
    *found = s->hosts == 1;
    if (*found)
        take_only(s);
    else
        bar_low_levels(s);
    s->b->reach = s->end;
    *found = *found || take_best(s, fits);
    if (!*found)
        return LM_OK;
    status = lm_up_find_need(s, need, found);
    return status != LM_OK || *found ? status : lower_need(s, fits, need, found);
}

enum lm_status lm_up_choose_greedily(struct lm_up_bracket *b, struct lm_up_search *s, bool *found)
{
    uint32_t need = 0;
    enum lm_status status = lm_up_keep(b);
    *s = (struct lm_up_search){.b = b};
    s->part = lm_arena_alloc(b->arena, b->kept->vertices, sizeof *s->part);
    s->below = lm_arena_alloc(b->arena, b->kept->vertices, sizeof *s->below);
    s->base = lm_arena_alloc(b->arena, b->kept->vertices, sizeof *s->base);
    s->can = lm_arena_alloc(b->arena, b->kept->vertices, sizeof *s->can);
    if (status != LM_OK || s->part == NULL || s->below == NULL || s->base == NULL || s->can == NULL)
        return LM_LIMIT;
    s->m = b->kept->matching;
    lm_up_look_at(s);
    *found = count_upfloaters(s);
    if (*found && s->k > 0)
        status = choose(s, &need, found);
    if (status != LM_OK || !*found)
        return status;
    for (uint32_t i = 0; i < s->k; i++)
        b->upfloaters[i] = s->order[s->taken[i]];
    b->upfloater_count = s->k;
    b->upfloaters_after = need;
    lm_sort(b->upfloaters, s->k, sizeof *b->upfloaters, ascending);
    return LM_OK;
}
