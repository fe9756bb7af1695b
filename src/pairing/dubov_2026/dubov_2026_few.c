/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dubov_2026/dubov_2026.h"

/*
 * C.04.4.1 art. 3.2.2: who comes up where there are few residents, as nearly always when scores are
 * scattered.
 *
 * A set of upfloaters is asked two things: whether the residents can be paired with each other and
 * with all of it, which is a table of the sets of residents, and whether those below can be paired
 * without it.  That the others can be is told by largest matchings of those below (Gallai,
 * Edmonds): with ${left} of a set of k still to be chosen and ${alone} players whom a largest
 * matching of the others leaves alone,
 *   - alone > left: the others cannot be paired, whoever else goes, as each spares one at most;
 *   - alone == left: each who goes has to be one whom some largest matching leaves alone, so that
 *     one fewer is left alone;
 *   - alone < left: anybody may go, for then alone is at most left - 1 (both are even or both odd).
 * So the last one is any of those whom the matching without the others can leave alone.
 *
 * [C5]: sets of fewer come first.  [C6]: with those of a set in the order of the list, the last one
 * first, the scores are compared one after the other; the sets are tried in that order, and one
 * whose scores begin worse than the best one's is not followed.  The others of [C7] to [C10] and
 * art. 4.2 are compared set by set.  Where too many would have to be tried, weights decide
 * (dubov_2026_upfloaters.c).
 */

enum { FEW = 4, SETS = 1 << FEW, NEVER = UINT8_MAX };

/* What is spent on a bracket before it is left to weights: one for each candidate looked at.  Where
 * those below need not be asked, more of them are looked at in the time that weights take. */
enum { OF_A_QUESTION = 30, MOST_WHEN_FREE = 500, MOST = 64 };

/* What [C7] to [C10] compare. */
enum { PREFERENCE, MAXIMUM, TIMES, RECENT, VALUES };

struct few {
    struct dubov26_bracket *b;
    uint32_t k;       /* how many come up */
    bool free;        /* counting proves that those below can be paired, whoever comes up */
    uint32_t *who;    /* the candidates: places among those below, ascending */
    uint8_t *hosts;   /* per candidate: the set of residents whom he may meet */
    uint8_t *alike;   /* and of those who are due the same colour */
    uint8_t *before;  /* the union of the hosts of those before him */
    uint32_t count;   /* of the candidates so far, */
    uint32_t looked;  /* who are of so many below */
    bool *spare[FEW]; /* per place below, without those taken: can he be left alone? */
    bool asked[FEW];  /* false: it is not known yet */
    uint32_t alone[FEW];
    uint8_t inner[SETS];            /* the fewest of the same due in pairs of just that set */
    uint8_t outer[FEW + 1][SETS];   /* the same with each of it meeting one of those taken */
    uint32_t taken[FEW], best[FEW]; /* candidates, descending */
    int32_t value[VALUES], best_value[VALUES];
    bool found;
    uint32_t spent, most;
    enum lm_status status;
};

static const struct lm_seat *seat_of(const struct few *f, uint32_t candidate)
{
    return &f->b->d->p->seats[f->b->lower[f->who[candidate]]];
}

static uint8_t least(uint8_t a, uint32_t b)
{
    return b < a ? (uint8_t)b : a;
}

/* ---- The residents ---- */

/* The fewest pairs of the same due with which each set of residents can be paired. */
static void pair_residents(struct few *f)
{
    const struct lm_position *p = f->b->d->p;
    const uint32_t *members = f->b->members;
    for (uint32_t set = 1; set < SETS; set++) {
        uint32_t a = (uint32_t)__builtin_ctz(set);
        f->inner[set] = NEVER;
        for (uint32_t b = a + 1; b < f->b->resident_count; b++) {
            uint32_t rest = set & ~(1U << a | 1U << b);
            uint32_t alike = p->seats[members[a]].wish == p->seats[members[b]].wish;
            if ((set >> b & 1) != 0 && f->inner[rest] != NEVER &&
                lm_is_legal(p, members[a], members[b]))
                f->inner[set] = least(f->inner[set], f->inner[rest] + alike);
        }
    }
}

/* The sets of residents that can meet those taken, ${candidate} as the last one of them. */
static void add_host(struct few *f, uint32_t depth, uint32_t candidate)
{
    const uint8_t *without = f->outer[depth];
    uint8_t *with = f->outer[depth + 1];
    for (uint32_t set = 0; set < SETS; set++) {
        with[set] = NEVER;
        for (uint32_t can = set & f->hosts[candidate]; can != 0; can &= can - 1) {
            uint32_t host = can & -can, rest = set & ~host;
            uint32_t alike = (f->alike[candidate] & host) != 0;
            if (without[rest] != NEVER)
                with[set] = least(with[set], without[rest] + alike);
        }
    }
}

/* The fewest of the same due when those taken, the last one ${candidate}, and ${more} of those
 * before him complete the bracket; of the ones to come it is not counted. */
static uint8_t completes(const struct few *f, uint32_t depth, uint32_t candidate, uint32_t more)
{
    uint32_t all = (1U << f->b->resident_count) - 1;
    uint8_t fewest = NEVER;
    for (uint32_t set = 0; set <= all; set++) {
        if (f->outer[depth][set] == NEVER)
            continue;
        uint32_t can = more == 0 ? 0 : all & ~set & f->before[candidate], next = can;
        for (;; next = (next - 1) & can) {
            uint8_t inner = f->inner[all & ~set & ~next];
            if ((uint32_t)__builtin_popcount(next) == more && inner != NEVER)
                fewest = least(fewest, (uint32_t)f->outer[depth][set] + inner);
            if (next == 0)
                break;
        }
    }
    return fewest;
}

/* ---- Those below ---- */

/* Who can be left alone. */
static enum lm_status ask_all(struct few *f, uint32_t depth)
{
    const struct dubov26_bracket *b = f->b;
    const struct lm_left *left = b->left;
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    uint8_t *part = lm_arena_alloc(b->d->arena, left->count, sizeof *part);
    if (part == NULL)
        return LM_LIMIT;
    lm_dense_decompose(left->matching, part, NULL);
    for (uint32_t i = 0; i < b->lower_count; i++)
        f->spare[depth][i] = part[b->lower[i] - left->first] == LM_PART_EVEN;
    f->asked[depth] = true;
    lm_arena_reset(b->d->arena, mark);
    return LM_OK;
}

/* How many a largest matching leaves alone; who can be of them is asked when it matters. */
static enum lm_status ask_below(struct few *f, uint32_t depth)
{
    const struct dubov26_bracket *b = f->b;
    f->asked[depth] = b->left->matching == NULL;
    if (f->asked[depth]) {
        f->alone[depth] = 1;
        return lm_who_can_be_spared(b->d->p, b->lower, b->lower_count, b->d->arena,
                                    f->spare[depth]);
    }
    lm_dense_repair(b->left->matching);
    f->alone[depth] = (uint32_t)lm_dense_alone(b->left->matching);
    return LM_OK;
}

/* Can all be paired without the one at ${place} below, where one has to be left alone?  As a rule
 * that is soon seen; what the first one says who cannot go tells of all others. */
static bool is_spare(struct few *f, uint32_t depth, uint32_t place)
{
    struct lm_dense *matching = f->b->left->matching;
    const int32_t v = (int32_t)(f->b->lower[place] - f->b->left->first);
    bool spare = false;
    if (!f->asked[depth] && f->alone[depth] == 1) {
        lm_dense_remove(matching, v);
        spare = lm_dense_is_perfect(matching);
        lm_dense_restore(matching, v);
    }
    if (spare)
        return true;
    if (!f->asked[depth] && f->status == LM_OK)
        f->status = ask_all(f, depth);
    return f->status == LM_OK && f->spare[depth][place];
}

/* May ${candidate} go as the next one, as far as those below are asked? */
static bool may_go(struct few *f, uint32_t depth, uint32_t candidate)
{
    return f->free || f->alone[depth] < f->k - depth || is_spare(f, depth, f->who[candidate]);
}

/* ---- Sets ---- */

/* Above 0: the first ${count} of those taken have a lower score where they first differ from the
 * best set. */
static int compare_scores(const struct few *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        int32_t own = seat_of(f, f->taken[i])->score, best = seat_of(f, f->best[i])->score;
        if (own != best)
            return own < best ? 1 : -1;
    }
    return 0;
}

static void weigh(struct few *f, uint8_t same_due)
{
    int32_t *value = f->value;
    value[PREFERENCE] = same_due;
    value[MAXIMUM] = value[TIMES] = value[RECENT] = 0;
    for (uint32_t i = 0; i < f->k; i++) {
        const struct dubov26_seat *x = &f->b->d->seats[f->b->lower[f->who[f->taken[i]]]];
        value[MAXIMUM] += x->maximum;
        value[TIMES] += x->maximum ? x->upfloats : 0;
        value[RECENT] += x->recent;
    }
}

/* Are those taken better than the best set so far? */
static bool is_better(const struct few *f)
{
    int scores = f->found ? compare_scores(f, f->k) : -1;
    if (scores != 0)
        return scores < 0;
    for (int i = 0; i < VALUES; i++)
        if (f->value[i] != f->best_value[i])
            return f->value[i] < f->best_value[i];
    for (uint32_t i = f->k; i-- > 0;)
        if (f->taken[i] != f->best[i])
            return f->taken[i] < f->best[i];
    return false;
}

static void keep_better(struct few *f, uint8_t same_due)
{
    weigh(f, same_due);
    if (!is_better(f))
        return;
    f->found = true;
    for (uint32_t i = 0; i < f->k; i++)
        f->best[i] = f->taken[i];
    for (int i = 0; i < VALUES; i++)
        f->best_value[i] = f->value[i];
}

static bool is_too_much(const struct few *f)
{
    return f->spent > f->most;
}

static void choose(struct few *f, uint32_t depth, uint32_t end);

/* Follow the sets that go on from those taken, the last one at ${depth}. */
static void go_on(struct few *f, uint32_t depth)
{
    uint32_t seat = f->b->lower[f->who[f->taken[depth]]];
    if (f->free) {
        choose(f, depth + 1, f->taken[depth]);
        return;
    }
    int32_t v = (int32_t)(seat - f->b->left->first);
    lm_dense_remove(f->b->left->matching, v);
    f->spent += OF_A_QUESTION;
    f->status = ask_below(f, depth + 1);
    if (f->status == LM_OK)
        choose(f, depth + 1, f->taken[depth]);
    lm_dense_restore(f->b->left->matching, v);
}

/* The set of residents whom number ${n} may meet, and of those who are due the same colour. */
static void find_hosts(struct few *f, uint32_t n)
{
    const struct dubov26_bracket *b = f->b;
    const struct lm_seat *seats = b->d->p->seats;
    f->hosts[n] = f->alike[n] = 0;
    for (uint32_t r = 0; r < b->resident_count; r++) {
        bool legal = lm_is_legal(b->d->p, b->members[r], b->lower[f->who[n]]);
        bool alike = seats[b->members[r]].wish == seats[b->lower[f->who[n]]].wish;
        f->hosts[n] = (uint8_t)(f->hosts[n] | legal << r);
        f->alike[n] = (uint8_t)(f->alike[n] | alike << r);
    }
}

/* One more who can be in a set of k at all; false: there is nobody. */
static bool list_next(struct few *f)
{
    const uint32_t n = f->count;
    for (bool found = false; !found;) {
        if (f->looked == f->b->lower_count)
            return false;
        f->who[n] = f->looked++;
        find_hosts(f, n);
        found = f->hosts[n] != 0 && may_go(f, 0, n);
    }
    f->before[n] = n == 0 ? 0 : f->before[n - 1] | f->hosts[n - 1];
    f->count++;
    return true;
}

/* Number ${depth} of the set, from the first ${end} candidates; more of them are looked for when
 * all so far have been tried as the last one.  Recursion: as deep as there are residents. */
static void choose(struct few *f, uint32_t depth, uint32_t end)
{
    uint32_t more = f->k - depth - 1;
    for (uint32_t i = 0; i < end && f->status == LM_OK && !is_too_much(f); i++) {
        if (i == f->count && !list_next(f))
            return;
        f->taken[depth] = i;
        f->spent++;
        if (f->found && compare_scores(f, depth + 1) > 0)
            return;
        if (!may_go(f, depth, i))
            continue;
        add_host(f, depth, i);
        uint8_t same_due = completes(f, depth + 1, i, more);
        if (same_due == NEVER)
            continue;
        if (more == 0)
            keep_better(f, same_due);
        else
            go_on(f, depth);
    }
}

/* Sets of k. */
static void choose_k(struct few *f)
{
    uint32_t all = (1U << f->b->resident_count) - 1;
    if (f->k == 0) {
        f->found = f->inner[all] != NEVER;
        return;
    }
    f->count = f->looked = 0;
    for (uint32_t set = 0; set < SETS; set++)
        f->outer[0][set] = set == 0 ? 0 : NEVER;
    choose(f, 0, f->b->lower_count);
}

static bool allocate(struct few *f)
{
    struct lm_arena *arena = f->b->d->arena;
    size_t count = (size_t)f->b->lower_count + 1;
    for (uint32_t i = 0; i < f->b->resident_count; i++)
        if ((f->spare[i] = lm_arena_alloc(arena, count, sizeof *f->spare[i])) == NULL)
            return false;
    return (f->who = lm_arena_alloc(arena, count, sizeof *f->who)) != NULL &&
           (f->hosts = lm_arena_alloc(arena, count, sizeof *f->hosts)) != NULL &&
           (f->alike = lm_arena_alloc(arena, count, sizeof *f->alike)) != NULL &&
           (f->before = lm_arena_alloc(arena, count, sizeof *f->before)) != NULL;
}

/* The first look at those below; ${*can} false: there is no matching to be asked. */
static enum lm_status begin(struct few *f, bool *can)
{
    const struct dubov26_bracket *b = f->b;
    f->free =
        b->lower_count > b->resident_count &&
        lm_legal_by_counting(b->lower_count - b->resident_count, b->d->most_barred, b->lower_musts);
    *can = f->free || b->resident_count == 1 || (b->left->matching != NULL && !b->scarce);
    if (!*can)
        return LM_OK;
    if (!allocate(f))
        return LM_LIMIT;
    pair_residents(f);
    if (f->free)
        return LM_OK;
    if (b->left->matching != NULL)
        lm_left_look_at(b->left, b->lower, b->lower_count, NULL, 0);
    return ask_below(f, 0);
}

/* Those of the best set are members, in the order of the list. */
static void enter_best(const struct few *f)
{
    struct dubov26_bracket *b = f->b;
    for (uint32_t i = f->k; i-- > 0;)
        b->members[b->member_count++] = b->lower[f->who[f->best[i]]];
}

enum lm_status lm_dubov26_choose_few(struct dubov26_bracket *b, bool *done)
{
    struct few f = {.b = b};
    *done = false;
    if (b->resident_count > FEW)
        return LM_OK;
    f.status = begin(&f, done);
    if (f.status != LM_OK || !*done)
        return f.status;
    f.most = f.free ? MOST_WHEN_FREE : MOST;
    for (f.k = b->resident_count % 2; f.k <= b->resident_count; f.k += 2) {
        if (!f.free && f.alone[0] > f.k)
            continue;
        choose_k(&f);
        *done = !is_too_much(&f);
        b->scarce |= !*done && !f.free;
        if (f.status == LM_OK && *done && f.found)
            enter_best(&f);
        if (f.status != LM_OK || !*done || f.found)
            return f.status;
    }
    return LM_INTERNAL; /* everybody can be paired */
}
