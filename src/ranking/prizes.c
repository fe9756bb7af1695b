/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Prizes.  A round of awarding places the participants still competing in each group and shares the
 * prizes.  Then the best placed participant with more than one prize leaves all groups but the best
 * one, and everything is awarded again.  Amounts in other groups only rise when one leaves, so that
 * no participant would be better off with a prize given up earlier; the number of rounds depends on
 * the prizes given up, not on the number of players.
 */

#include "limmat/prizes.h"

#include "limmat/crosstable.h"

struct group {
    const struct lm_prize_group *plan;
    uint32_t *members; /* the eligible, in the order of the standings */
    uint32_t count;
    bool *competes; /* by participant */
    int64_t *has;   /* by participant: cents in this round of awarding */
};

struct awarding {
    const struct lm_prize_plan *plan;
    const struct lm_standings *s;
    struct lm_arena *arena;
    struct group *groups;
    struct lm_award *awards;
    size_t award_count, award_capacity;
    struct lm_declined *declined;
    size_t declined_count, declined_capacity;
    struct lm_prize_balance *balances;
    uint32_t *placed; /* scratch: competitors of a group, by place from 0 */
    bool failed;
};

/* --- one tie */

/* Places ${first} up to ${end} of a group, from 0, that share prizes. */
struct tie {
    const struct group *group;
    uint32_t first, end;
    int64_t pot;
};

static int64_t prizes_of(const struct group *g, uint32_t first, uint32_t end)
{
    int64_t sum = 0;
    for (uint32_t place = first; place < end && place < g->plan->prize_count; place++)
        sum += g->plan->prizes[place];
    return sum;
}

static bool same_rank(const struct awarding *a, uint32_t place, uint32_t other)
{
    return a->s->rank[a->placed[place]] == a->s->rank[a->placed[other]];
}

/* The prize of ${place}, or the average of the places that no tie-break separates from it. */
static struct lm_fraction prize_by_place(const struct awarding *a, const struct tie *tie,
                                         uint32_t place)
{
    uint32_t first = place, end = place + 1;
    while (first > tie->first && same_rank(a, first - 1, place))
        first--;
    while (end < tie->end && same_rank(a, end, place))
        end++;
    return lm_fraction_of(prizes_of(tie->group, first, end), end - first);
}

/* The exact amount for the participant on ${place}. */
static struct lm_fraction exact_share(struct awarding *a, const struct tie *tie, uint32_t place,
                                      int64_t *by_place)
{
    int64_t count = tie->end - tie->first;
    struct lm_fraction share = lm_fraction_of(tie->pot, count);
    *by_place = 0;
    if (tie->group->plan->sharing != LM_SHARE_HORT)
        return share;
    struct lm_fraction own, whole = prize_by_place(a, tie, place);
    const struct lm_fraction half = {1, 2};
    if (!lm_fraction_add(share, whole, &share) || !lm_fraction_multiply(share, half, &share) ||
        !lm_fraction_multiply(whole, half, &own))
        a->failed = true;
    else
        *by_place = own.over / own.under;
    return share;
}

/* ${exact}, which is not negative, rounded to whole units. */
static int64_t rounded(const struct awarding *a, struct lm_fraction exact)
{
    int64_t unit = a->plan->unit;
    int64_t cents = exact.over / exact.under, parts = exact.over % exact.under;
    int64_t down = cents / unit * unit;
    if (a->plan->rounding != LM_ROUND_NEAREST)
        return down;
    int64_t short_of_half = unit - 2 * (cents - down); /* in half cents */
    bool up = short_of_half <= 0 || (short_of_half == 1 && parts >= exact.under - parts);
    return up ? down + unit : down;
}

static void add_award(struct awarding *a, struct lm_award award)
{
    if (!lm_arena_grow(a->arena, &a->awards, &a->award_capacity, a->award_count + 1,
                       sizeof *a->awards))
        a->failed = true;
    else
        a->awards[a->award_count++] = award;
}

static void award_tie(struct awarding *a, const struct tie *tie)
{
    size_t from = a->award_count;
    int64_t left = tie->pot;
    for (uint32_t place = tie->first; place < tie->end; place++) {
        struct lm_award award = {.participant = a->placed[place],
                                 .group = (uint32_t)(tie->group - a->groups),
                                 .place = place + 1,
                                 .first = tie->first + 1,
                                 .last = tie->end,
                                 .pot = tie->pot};
        award.exact = exact_share(a, tie, place, &award.by_place);
        award.amount = rounded(a, award.exact);
        left -= award.amount;
        add_award(a, award);
    }
    if (a->failed)
        return;
    for (size_t i = from; i < a->award_count && a->plan->rounding == LM_ROUND_TO_BEST; i++)
        if (left >= a->plan->unit) {
            a->awards[i].amount += a->plan->unit;
            left -= a->plan->unit;
        }
    for (size_t i = from; i < a->award_count; i++) {
        tie->group->has[a->awards[i].participant] = a->awards[i].amount;
        a->balances[tie->group - a->groups].paid += a->awards[i].amount;
    }
    a->balances[tie->group - a->groups].rest += left;
}

/* --- one group */

static bool equal_first_values(const struct lm_standings *s, uint32_t x, uint32_t y)
{
    struct lm_fraction a = lm_standings_value(s, x, 0), b = lm_standings_value(s, y, 0);
    return a.over == b.over && a.under == b.under;
}

/* Are the participants on ${place} and the next one tied?  By place, only those are whom no
 * tie-break separates. */
static bool is_tied_with_next(const struct awarding *a, const struct group *g, uint32_t place)
{
    if (g->plan->sharing == LM_SHARE_BY_PLACE)
        return same_rank(a, place, place + 1);
    return equal_first_values(a->s, a->placed[place], a->placed[place + 1]);
}

static void award_group(struct awarding *a, struct group *g)
{
    struct lm_prize_balance *balance = &a->balances[g - a->groups];
    uint32_t count = 0, places = (uint32_t)g->plan->prize_count;
    for (uint32_t i = 0; i < g->count; i++) {
        g->has[g->members[i]] = 0;
        if (g->competes[g->members[i]])
            a->placed[count++] = g->members[i];
    }
    balance->fund = prizes_of(g, 0, places);
    balance->paid = balance->rest = 0;
    balance->unused = balance->awarded ? balance->fund - prizes_of(g, 0, count) : balance->fund;
    for (uint32_t first = 0, end; balance->awarded && first < count && first < places;
         first = end) {
        for (end = first + 1; end < count && is_tied_with_next(a, g, end - 1); end++)
            ;
        uint32_t last = a->plan->beyond || end < places ? end : places;
        award_tie(a, &(struct tie){g, first, last, prizes_of(g, first, last)});
    }
}

/* --- highest only */

/* Return the group of the highest prize of ${who} that excludes others; ${*count} is their number.
 */
static size_t best_group(const struct awarding *a, uint32_t who, uint32_t *count)
{
    size_t best = 0;
    *count = 0;
    for (size_t i = 0; i < a->plan->group_count; i++) {
        const struct group *g = &a->groups[i];
        if (g->plan->cumulative || g->has[who] == 0)
            continue;
        if (*count == 0 || g->has[who] > a->groups[best].has[who])
            best = i;
        ++*count;
    }
    return best;
}

static void decline(struct awarding *a, uint32_t who, size_t group, size_t instead)
{
    struct group *g = &a->groups[group];
    if (!lm_arena_grow(a->arena, &a->declined, &a->declined_capacity, a->declined_count + 1,
                       sizeof *a->declined)) {
        a->failed = true;
        return;
    }
    a->declined[a->declined_count++] = (struct lm_declined){.participant = who,
                                                            .group = (uint32_t)group,
                                                            .instead = (uint32_t)instead,
                                                            .amount = g->has[who]};
    g->competes[who] = false;
}

/* Let the best placed participant with several prizes keep the highest; false: none has several. */
static bool settle_one(struct awarding *a)
{
    for (uint32_t place = 0; place < a->s->count; place++) {
        uint32_t who = a->s->order[place], count;
        size_t best = best_group(a, who, &count);
        if (count < 2)
            continue;
        for (size_t i = 0; i < a->plan->group_count; i++)
            if (i != best && !a->groups[i].plan->cumulative && a->groups[i].has[who] > 0)
                decline(a, who, i, best);
        return true;
    }
    return false;
}

/* --- the whole */

static bool has_played(const struct lm_crosstable *c, uint32_t who)
{
    for (uint32_t round = 1; round <= c->rounds; round++)
        if (lm_result_is_played(lm_cell_at(c, who, round)->result))
            return true;
    return false;
}

static enum lm_status gather(struct awarding *a, const struct lm_crosstable *c, size_t index,
                             struct lm_log *log)
{
    struct group *g = &a->groups[index];
    struct lm_category_ranking ranking;
    g->plan = &a->plan->groups[index];
    enum lm_status status = lm_category_rank(a->s, g->plan->category, a->arena, log, &ranking);
    if (status != LM_OK)
        return status;
    g->members = lm_arena_alloc(a->arena, ranking.count, sizeof *g->members);
    g->competes = lm_arena_alloc(a->arena, a->s->count, sizeof *g->competes);
    g->has = lm_arena_alloc(a->arena, a->s->count, sizeof *g->has);
    if (g->members == NULL || g->competes == NULL || g->has == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < ranking.count; i++)
        if (ranking.rank[ranking.order[i]] != 0 && has_played(c, ranking.order[i])) {
            g->members[g->count++] = ranking.order[i];
            g->competes[ranking.order[i]] = true;
        }
    a->balances[index].eligible = g->count;
    a->balances[index].unknown = ranking.unknown;
    a->balances[index].awarded = g->count >= g->plan->at_least;
    return LM_OK;
}

static enum lm_status begin(struct awarding *a, struct lm_log *log)
{
    struct lm_crosstable *c;
    a->groups = lm_arena_alloc(a->arena, a->plan->group_count, sizeof *a->groups);
    a->balances = lm_arena_alloc(a->arena, a->plan->group_count, sizeof *a->balances);
    a->placed = lm_arena_alloc(a->arena, a->s->count, sizeof *a->placed);
    if (a->groups == NULL || a->balances == NULL || a->placed == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_crosstable_new(a->s, a->arena, &c);
    for (size_t i = 0; status == LM_OK && i < a->plan->group_count; i++)
        status = gather(a, c, i, log);
    return status;
}

static enum lm_status finish(const struct awarding *a, struct lm_prizes **out)
{
    struct lm_prizes *p = lm_arena_alloc(a->arena, 1, sizeof *p);
    int64_t *totals = lm_arena_alloc(a->arena, a->s->count, sizeof *totals);
    if (p == NULL || totals == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < a->award_count; i++)
        totals[a->awards[i].participant] += a->awards[i].amount;
    *p = (struct lm_prizes){.plan = a->plan,
                            .standings = a->s,
                            .awards = a->awards,
                            .award_count = a->award_count,
                            .declined = a->declined,
                            .declined_count = a->declined_count,
                            .balances = a->balances,
                            .totals = totals};
    *out = p;
    return LM_OK;
}

enum lm_status lm_prizes_award(const struct lm_prize_plan *plan, const struct lm_standings *s,
                               struct lm_arena *arena, struct lm_log *log, struct lm_prizes **out)
{
    assert(s->options.count > 0);
    struct awarding a = {.plan = plan, .s = s, .arena = arena};
    enum lm_status status = begin(&a, log);
    if (status != LM_OK)
        return status;
    do {
        a.award_count = 0;
        for (size_t i = 0; i < plan->group_count; i++)
            award_group(&a, &a.groups[i]);
    } while (!a.failed && settle_one(&a));
    return a.failed ? LM_LIMIT : finish(&a, out);
}

/* --- words */

const char *lm_prize_sharing_name(enum lm_prize_sharing sharing)
{
    static const char *const names[] = {[LM_SHARE_EQUALLY] = "equally",
                                        [LM_SHARE_HORT] = "by the Hort system",
                                        [LM_SHARE_BY_PLACE] = "by place"};
    return names[sharing];
}

void lm_text_add_cents(struct lm_text *out, int64_t cents)
{
    int64_t size = cents < 0 ? -cents : cents;
    lm_text_print(out, "%s%lld.%02lld", cents < 0 ? "-" : "", (long long)(size / 100),
                  (long long)(size % 100));
}

/* "with 6½ points" */
static void add_score(struct lm_text *out, const struct lm_prizes *p, uint32_t who)
{
    const struct lm_tie_break_kind *kind = p->standings->options.list[0].kind;
    struct lm_text value = lm_text_in(out->arena);
    lm_text_add_value(&value, kind, lm_standings_value(p->standings, who, 0));
    lm_text_print(out, " with %s %s", lm_text_string(&value), kind->name);
}

/* "the prizes of places 3 to 5 (400.00 + 300.00 + 200.00 = 900.00)" */
static void add_pot(struct lm_text *out, const struct lm_prizes *p, const struct lm_award *award)
{
    const struct lm_prize_group *group = &p->plan->groups[award->group];
    enum { TERMS = 8 };
    uint32_t last = award->last < group->prize_count ? award->last : (uint32_t)group->prize_count;
    if (award->first == last) {
        lm_text_print(out, "the prize of place %u (", last);
    } else {
        lm_text_print(out, "the prizes of places %u to %u (", award->first, last);
        for (uint32_t place = award->first; place <= last && last - award->first < TERMS; place++) {
            lm_text_add(out, place > award->first ? " + " : "");
            lm_text_add_cents(out, group->prizes[place - 1]);
        }
        lm_text_add(out, last - award->first < TERMS ? " = " : "together ");
    }
    lm_text_add_cents(out, award->pot);
    lm_text_add(out, ")");
}

/* Add the effect of rounding on the award. */
static void add_rounding(struct lm_text *out, const struct lm_prizes *p,
                         const struct lm_award *award)
{
    struct lm_fraction exact = award->exact;
    if (exact.over == award->amount * exact.under)
        return;
    bool up = exact.over < award->amount * exact.under;
    lm_text_add(out, up ? "; rounded up to " : "; rounded down to ");
    lm_text_add_cents(out, award->amount);
    if (up && p->plan->rounding == LM_ROUND_TO_BEST)
        lm_text_add(out, ", as what rounding down leaves over goes to the best placed");
}

void lm_text_add_award_reason(struct lm_text *out, const struct lm_prizes *p,
                              const struct lm_award *award)
{
    const struct lm_prize_group *group = &p->plan->groups[award->group];
    uint32_t count = award->last - award->first + 1;
    lm_text_print(out, "%s: place %u", group->name, award->place);
    add_score(out, p, award->participant);
    if (count == 1) {
        lm_text_add(out, ": the prize of that place, ");
        lm_text_add_cents(out, award->pot);
    } else if (group->sharing == LM_SHARE_HORT) {
        lm_text_print(out,
                      ", tied on places %u to %u: by the Hort system half of the prize by "
                      "place, ",
                      award->first, award->last);
        lm_text_add_cents(out, award->by_place);
        lm_text_print(out, ", and one of %u equal shares of the other half of ", count);
        add_pot(out, p, award);
    } else {
        lm_text_print(out, ", tied on places %u to %u%s: one of %u equal shares of ", award->first,
                      award->last,
                      group->sharing == LM_SHARE_BY_PLACE ? " after all tie-breaks" : "", count);
        add_pot(out, p, award);
    }
    add_rounding(out, p, award);
    lm_text_add(out, ".");
}

void lm_text_add_declined_reason(struct lm_text *out, const struct lm_prizes *p,
                                 const struct lm_declined *declined)
{
    lm_text_print(out, "%s would have given ", p->plan->groups[declined->group].name);
    lm_text_add_cents(out, declined->amount);
    lm_text_print(out, "; only the highest prize is paid, here %s, and those behind move up.",
                  p->plan->groups[declined->instead].name);
}
