/* SPDX-License-Identifier: Apache-2.0 */
#include "base/lean.h"
#include "graph/bits.h"
#include "pairing/dubov_2026/dubov_2026.h"

/*
 * C.04.4.1 art. 3.2.2: who comes up to a few residents of whom no two can meet, as nearly always
 * late in an event where opponents are few.
 *
 * Each resident then meets one of those below in every pairing of all who are left, so that as many
 * come up as there are residents [C5].  They cannot meet if they must not, or if a largest matching
 * of those below by themselves leaves as many alone as there are residents, since each of these has
 * to meet one.  Where it leaves just as many, who comes up is one whom some largest matching leaves
 * alone (Gallai, Edmonds).
 *
 * The sets of those who may come up so and could all meet residents are the bases of a matroid
 * (Rado), if nobody asks whether the others below can be paired.  From the highest score down, as
 * many of each score as make a larger such set with those before are the scores of the best set by
 * [C6]: a matroid's best bases have as many of each weight, and as many as can be of the first few.
 * Of the sets with these scores the best one by [C7] to [C10] and art. 4.2 is found by a table of
 * the sets of residents.  If those below can be paired without it, as nearly always, it is the
 * answer: nothing is better, whether that is asked or not.  If they can be without none of these
 * sets, the near view of dubov_2026_upfloaters.c cannot be right.
 */

__extension__ typedef unsigned __int128 cost_t;

/* What a set costs is one number: a field for each of [C7] to [C10], wide enough for as many as
 * residents, and below them a bit for each candidate, the first one highest, which is less if he is
 * in it: of two sets the better one by art. 4.2 has the first bit in which they differ. */
enum {
    RESIDENTS_MOST = 6,
    SETS = 1 << RESIDENTS_MOST,
    CANDIDATES_MOST = 94,
    RECENT = CANDIDATES_MOST,
    TIMES = RECENT + 3,
    MAXIMUM = TIMES + 19,
    PREFERENCE = MAXIMUM + 3,
    NO_COST = PREFERENCE + 3 /* less than this by all the bits */
};

static const cost_t impossible = ~(cost_t)0;

struct candidate {
    uint32_t seat;
    uint8_t hosts, alike; /* the residents whom he may meet, and who are due the same */
};

/* Vertices are those of who is left. */
struct apart {
    struct dubov26_bracket *b;
    struct lm_dense *graph;
    uint32_t k;                   /* how many residents */
    int32_t host[RESIDENTS_MOST]; /* these */
    const uint8_t *part;          /* of those below: enum lm_part; NULL: anybody may come up */
    struct candidate candidate[CANDIDATES_MOST];
    uint32_t count;
    uint32_t come[CANDIDATES_MOST]; /* by the last one of each score: so many down to it, else 0 */
};

static int32_t vertex_of(const struct apart *a, uint32_t seat)
{
    return (int32_t)(seat - a->b->left->first);
}

/* ---- Candidates ---- */

/* One of those below who may come up; false: he may not. */
static bool describe(const struct apart *a, uint32_t seat, struct candidate *out)
{
    const struct lm_seat *seats = a->b->d->p->seats;
    const uint64_t *row = lm_dense_row(a->graph, vertex_of(a, seat));
    *out = (struct candidate){.seat = seat};
    if (a->part != NULL && a->part[vertex_of(a, seat)] != LM_PART_EVEN)
        return false;
    for (uint32_t r = 0; r < a->k; r++)
        if (lm_set_holds(row, a->host[r])) {
            const bool alike = seats[a->b->members[r]].wish == seats[seat].wish;
            out->hosts = (uint8_t)(out->hosts | 1U << r);
            out->alike = (uint8_t)(out->alike | (uint32_t)alike << r);
        }
    return out->hosts != 0;
}

/* Of the sets of residents that are bits of ${sets} those with one more, of ${hosts}. */
static uint64_t with_one_of(uint64_t sets, uint32_t hosts)
{
    static const uint64_t holding[RESIDENTS_MOST] = {
        UINT64_C(0xAAAAAAAAAAAAAAAA), UINT64_C(0xCCCCCCCCCCCCCCCC), UINT64_C(0xF0F0F0F0F0F0F0F0),
        UINT64_C(0xFF00FF00FF00FF00), UINT64_C(0xFFFF0000FFFF0000), UINT64_C(0xFFFFFFFF00000000)};
    uint64_t with = 0;
    for (uint32_t r = 0; r < RESIDENTS_MOST; r++)
        if ((hosts >> r & 1) != 0)
            with |= (sets & ~holding[r]) << (1U << r);
    return with;
}

/* A score ends of which the candidates from ${first} on are, and ${come} come up down to it, of
 * whom ${before} have more: nobody of it is a candidate if these are as many. */
static void end_score(struct apart *a, uint32_t first, uint32_t before, uint32_t come)
{
    a->count = come > before ? a->count : first;
    if (a->count > first)
        a->come[a->count - 1] = come;
}

/* All of the scores of the best set by [C6]; false: they are too many. */
static bool list_candidates(struct apart *a)
{
    const struct dubov26_bracket *b = a->b;
    const struct lm_seat *seats = b->d->p->seats;
    uint64_t met = 1; /* the sets of residents whom those who come up could meet: none by nobody */
    uint32_t come = 0, before = 0, first = 0;
    for (uint32_t i = 0; i < b->lower_count; i++) {
        const bool new = i > 0 && seats[b->lower[i]].score != seats[b->lower[i - 1]].score;
        if (new) {
            end_score(a, first, before, come);
            before = come;
            first = a->count;
        }
        if (new &&come == a->k)
            return true;
        if (a->count == CANDIDATES_MOST)
            return false;
        if (!describe(a, b->lower[i], &a->candidate[a->count]))
            continue;
        const uint64_t with = with_one_of(met, a->candidate[a->count++].hosts);
        met = with != 0 ? with : met;
        come += with != 0;
    }
    end_score(a, first, before, come);
    return come == a->k;
}

/* ---- The best set ---- */

/* What candidate ${i} costs, but for the preferences. */
static cost_t cost_of(const struct apart *a, uint32_t i)
{
    const struct dubov26_seat *x = &a->b->d->seats[a->candidate[i].seat];
    return ((cost_t)x->maximum << MAXIMUM) + ((cost_t)(x->maximum ? x->upfloats : 0) << TIMES) +
           ((cost_t)x->recent << RECENT) - ((cost_t)1 << (CANDIDATES_MOST - 1 - i));
}

/* Let candidate ${i} meet one of each set of residents, if that is better: ${best} by set. */
static void add_candidate(const struct apart *a, uint32_t i, cost_t *best)
{
    const struct candidate *c = &a->candidate[i];
    const cost_t cost = cost_of(a, i);
    for (uint32_t set = 1U << a->k; set-- > 1;)
        for (uint32_t can = set & c->hosts; can != 0; can &= can - 1) {
            const uint32_t host = can & -can;
            const cost_t same_due = (cost_t)((c->alike & host) != 0) << PREFERENCE;
            const cost_t without = best[set & ~host];
            if (without != impossible && without + cost + same_due < best[set])
                best[set] = without + cost + same_due;
        }
}

/* Only sets of ${count} are possible. */
static void keep_sizes(const struct apart *a, uint32_t count, cost_t *best)
{
    for (uint32_t set = 0; set < 1U << a->k; set++)
        if ((uint32_t)__builtin_popcount(set) != count)
            best[set] = impossible;
}

/* The seats of the best set with those scores, in the order of art. 4.2. */
static void find_best(const struct apart *a, uint32_t *seats)
{
    cost_t best[SETS];
    uint32_t found = 0;
    for (uint32_t set = 0; set < SETS; set++)
        best[set] = set == 0 ? (cost_t)1 << NO_COST : impossible;
    for (uint32_t i = 0; i < a->count; i++) {
        add_candidate(a, i, best);
        if (a->come[i] > 0)
            keep_sizes(a, a->come[i], best);
    }
    const cost_t bits = -best[(1U << a->k) - 1];
    for (uint32_t i = 0; i < a->count; i++)
        if ((bits >> (CANDIDATES_MOST - 1 - i) & 1) != 0)
            seats[found++] = a->candidate[i].seat;
}

/* ---- Questions ---- */

static void give_class(const struct apart *a, enum lm_left_class to)
{
    for (uint32_t i = 0; i < a->count; i++)
        lm_dense_move(a->graph, vertex_of(a, a->candidate[i].seat), (int32_t)to);
}

/* Can those below be paired without ${seats}? */
static bool will_do(const struct apart *a, const uint32_t *seats)
{
    for (uint32_t i = 0; i < a->k; i++)
        lm_dense_move(a->graph, vertex_of(a, seats[i]), LM_LEFT_UP);
    return lm_dense_is_perfect(a->graph);
}

/* May any of the sets with those scores do? */
static bool may_any(const struct apart *a)
{
    give_class(a, LM_LEFT_MAY);
    return lm_dense_is_perfect(a->graph);
}

/* Whether ${seats} may come up, with the residents in the graph for that. */
static bool ask(const struct apart *a, const uint32_t *seats)
{
    for (uint32_t r = 0; r < a->k; r++) {
        lm_dense_restore(a->graph, a->host[r]);
        lm_dense_move(a->graph, a->host[r], LM_LEFT_HOST);
    }
    const bool will = will_do(a, seats);
    a->b->far = !will && !may_any(a);
    for (uint32_t r = 0; r < a->k; r++) {
        lm_dense_remove(a->graph, a->host[r]);
        lm_dense_move(a->graph, a->host[r], LM_LEFT_STAYS);
    }
    give_class(a, LM_LEFT_STAYS);
    return will;
}

/* May two residents meet? */
static bool some_may_meet(const struct apart *a)
{
    bool may = false;
    for (uint32_t r = 0; r < a->k; r++)
        for (uint32_t other = 0; other < r; other++)
            may |= lm_set_holds(lm_dense_row(a->graph, a->host[r]), a->host[other]);
    return may;
}

/* Can no two residents meet?  Then who may come up is known, too. */
static enum lm_status look_below(struct apart *a, bool *apart)
{
    const struct dubov26_bracket *b = a->b;
    uint8_t *part = lm_arena_alloc(b->d->arena, b->left->count, sizeof *part);
    if (part == NULL)
        return LM_LIMIT;
    lm_left_look_at(b->left, b->lower, b->lower_count, NULL, 0);
    if ((uint32_t)lm_dense_alone(a->graph) >= a->k)
        lm_dense_decompose(a->graph, part, NULL);
    if ((uint32_t)lm_dense_alone(a->graph) >= a->k)
        a->part = part;
    *apart = a->part != NULL || !some_may_meet(a);
    return LM_OK;
}

enum lm_status lm_dubov26_choose_apart(struct dubov26_bracket *b, bool *done)
{
    bool apart = false;
    *done = false;
    if (LM_LEAN || b->left->matching == NULL || b->resident_count > RESIDENTS_MOST)
        return LM_OK;
    struct apart *a = lm_arena_alloc(b->d->arena, 1, sizeof *a);
    if (a == NULL)
        return LM_LIMIT;
    a->b = b;
    a->graph = b->left->matching;
    a->k = b->resident_count;
    for (uint32_t r = 0; r < a->k; r++)
        a->host[r] = vertex_of(a, b->members[r]);
    enum lm_status status = look_below(a, &apart);
    if (status != LM_OK || !apart || !list_candidates(a))
        return status;
    find_best(a, b->members + b->resident_count);
    *done = ask(a, b->members + b->resident_count);
    b->member_count += *done ? a->k : 0;
    return LM_OK;
}
