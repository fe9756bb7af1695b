/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/rules.h"

#include "limmat/date.h"
#include "limmat/message.h"

enum { DAY = 86400 };

static int64_t day_of(int64_t instant)
{
    return instant / DAY - (instant % DAY < 0);
}

/* V.A: an offer counts if it was made after the pairing was published, for a later moment not after
 * the end of the round. */
enum offer_fault lm_champ_offer_fault(const struct negotiation *n, const struct period *period,
                                      const struct offer *offer)
{
    if (offer->at < n->known_at)
        return OFFER_BEFORE_PAIRING;
    if (offer->time <= offer->at)
        return OFFER_FOR_THE_PAST;
    return offer->time > period->complete_by ? OFFER_AFTER_ROUND : OFFER_GOOD;
}

/* Return the earliest offer of ${side} for a moment after ${after}. */
static const struct offer *next_offer(const struct negotiation *n, const struct period *period,
                                      uint32_t side, int64_t after)
{
    const struct offer *best = NULL;
    for (size_t i = 0; i < n->offer_count; i++) {
        const struct offer *offer = &n->offers[i];
        if (offer->by == side && offer->at <= period->offers_until && offer->time > after &&
            (best == NULL || offer->time < best->time) &&
            lm_champ_offer_fault(n, period, offer) == OFFER_GOOD)
            best = offer;
    }
    return best;
}

/*
 * Repeatedly choosing the earliest moment that the spacing and the dates allow is best: by
 * induction its i-th moment is never later than the i-th of any other proper choice, so that it
 * never has fewer.
 */
uint32_t lm_champ_proper_offers(const struct negotiation_rules *rules, const struct negotiation *n,
                                const struct period *period, uint32_t side)
{
    uint32_t taken = 0;
    uint32_t on_date = 0;
    int64_t date = INT64_MIN;
    int64_t after = INT64_MIN;
    while (taken < rules->offers) {
        const struct offer *offer = next_offer(n, period, side, after);
        if (offer == NULL)
            break;
        if (day_of(offer->time) == date && on_date == rules->per_date) {
            after = (date + 1) * DAY - 1; /* this date is full: continue with the next */
            continue;
        }
        on_date = day_of(offer->time) == date ? on_date + 1 : 1;
        date = day_of(offer->time);
        after = offer->time + rules->apart - 1;
        taken++;
    }
    return taken;
}

static bool enough(const struct negotiation_rules *rules, const struct negotiation *n,
                   const struct period *period, uint32_t side)
{
    return lm_champ_proper_offers(rules, n, period, side) >= rules->offers;
}

/* V.A, V.C, V.H: an acceptance is for the other player's valid offer, between its making and its
 * time; up to the deadline for offers without condition, later only while agreement is still
 * possible by V.H. */
enum acceptance_fault lm_champ_acceptance_fault(const struct negotiation_rules *rules,
                                                const struct negotiation *n,
                                                const struct period *period,
                                                const struct acceptance *acceptance)
{
    if (acceptance->offer >= n->offer_count)
        return ACCEPTANCE_OF_NOTHING;
    const struct offer *offer = &n->offers[acceptance->offer];
    if (lm_champ_offer_fault(n, period, offer) != OFFER_GOOD)
        return ACCEPTANCE_OF_NOTHING;
    if (offer->by == acceptance->by)
        return ACCEPTANCE_OF_OWN;
    if (acceptance->at < offer->at)
        return ACCEPTANCE_TOO_EARLY;
    if (acceptance->at > offer->time)
        return ACCEPTANCE_TOO_LATE;
    if (acceptance->at <= period->offers_until)
        return ACCEPTANCE_GOOD;
    if (!enough(rules, n, period, FIRST) || !enough(rules, n, period, SECOND))
        return ACCEPTANCE_NOT_ENOUGH;
    return acceptance->at < period->agree_before ? ACCEPTANCE_GOOD : ACCEPTANCE_AFTER_WINDOW;
}

/* Return the earliest good acceptance made until ${now}; NULL: none. */
static const struct acceptance *agreement(const struct negotiation_rules *rules,
                                          const struct negotiation *n, const struct period *period,
                                          int64_t now)
{
    const struct acceptance *best = NULL;
    for (size_t i = 0; i < n->acceptance_count; i++) {
        const struct acceptance *a = &n->acceptances[i];
        if (a->at <= now && (best == NULL || a->at < best->at) &&
            lm_champ_acceptance_fault(rules, n, period, a) == ACCEPTANCE_GOOD)
            best = a;
    }
    return best;
}

/* V.H, V.I: both did their duty and no time is agreed. */
static void settle_by_finding(const struct negotiation *n, const struct period *period, int64_t now,
                              struct deal_view *view)
{
    view->after_finding = n->finding != FINDING_OPEN;
    switch (n->finding) {
    case FINDING_OPEN:
        view->deal = now < period->agree_before ? DEAL_WAITS : DEAL_NEEDS_FINDING;
        break;
    case FINDING_NONE:
    case FINDING_BOTH:
        view->deal = DEAL_ARBITER;
        break;
    case FINDING_FIRST:
    case FINDING_SECOND:
        view->deal = DEAL_CHOOSES;
        view->chooser = n->finding == FINDING_FIRST ? SECOND : FIRST;
        break;
    }
}

struct deal_view lm_champ_deal(const struct negotiation_rules *rules, const struct negotiation *n,
                               const struct period *period, int64_t now)
{
    struct deal_view view = {.chooser = NO_SIDE, .time = NEVER};
    view.enough[FIRST] = enough(rules, n, period, FIRST);
    view.enough[SECOND] = enough(rules, n, period, SECOND);
    const struct acceptance *agreed = agreement(rules, n, period, now);
    if (agreed != NULL) {
        view.deal = DEAL_AGREED;
        view.time = n->offers[agreed->offer].time;
    } else if (now <= period->offers_until) {
        view.deal = DEAL_OPEN;
    } else if (view.enough[FIRST] && view.enough[SECOND]) {
        settle_by_finding(n, period, now, &view);
    } else if (view.enough[FIRST] || view.enough[SECOND]) { /* V.E */
        view.deal = DEAL_CHOOSES;
        view.chooser = view.enough[FIRST] ? FIRST : SECOND;
    } else { /* V.F */
        view.deal = DEAL_ARBITER;
    }
    return view;
}

/* Return the second message of the waiting player, at least a gap after the first that was written
 * at or after the start (VI.D); NEVER: none. */
static int64_t second_message(const struct attendance_rules *rules, const struct no_show *n)
{
    int64_t first = NEVER;
    for (size_t i = 0; i < n->message_count; i++) {
        if (n->messages[i] < n->start)
            continue;
        if (first == NEVER)
            first = n->messages[i];
        else if (n->messages[i] >= first + rules->message_gap)
            return n->messages[i];
    }
    return NEVER;
}

struct absence_view lm_champ_no_show(const struct attendance_rules *rules, const struct no_show *n)
{
    bool here[2];
    for (uint32_t side = FIRST; side <= SECOND; side++)
        here[side] = n->arrived[side] != NEVER && n->arrived[side] <= n->start + rules->grace;
    if (here[FIRST] && here[SECOND])
        return (struct absence_view){.outcome = ABSENCE_NONE, .absent = NO_SIDE};
    if (!here[FIRST] && !here[SECOND])
        return (struct absence_view){ABSENCE_DIRECTOR, NO_SIDE,
                                     LM_MESSAGE("no arrival in time is recorded")};

    uint32_t absent = here[FIRST] ? SECOND : FIRST;
    int64_t reported = second_message(rules, n);
    if (reported == NEVER || n->arrived[absent] <= reported)
        return (struct absence_view){ABSENCE_DIRECTOR, absent, LM_MESSAGE("not reported twice")};
    static const enum absence outcomes[] = {
        [CHOICE_OPEN] = ABSENCE_DIRECTOR,         [CHOICE_CLAIM] = ABSENCE_FORFEIT,
        [CHOICE_RESCHEDULE] = ABSENCE_RESCHEDULE, [CHOICE_PLAYED] = ABSENCE_NONE,
        [CHOICE_FAILED] = ABSENCE_FORFEIT,
    };
    return (struct absence_view){outcomes[n->choice], absent, LM_MESSAGE("claim or reschedule")};
}

bool lm_champ_left_too_long(const struct attendance_rules *rules, int64_t left, int64_t back,
                            uint32_t breaks_used)
{
    return breaks_used >= rules->breaks || back == NEVER || back - left > rules->break_length;
}

bool lm_champ_break_allowed(const struct attendance_rules *rules, bool between_games,
                            int64_t seconds, uint32_t breaks_used)
{
    return between_games && seconds <= rules->break_length && breaks_used < rules->breaks;
}
