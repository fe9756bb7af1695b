/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "championship/state.h"
#include "limmat/date.h"

/*
 * Due tasks: computed from the state and the present moment alone, never stored, so that they
 * cannot contradict the rules.
 */

struct list {
    struct lm_championship *c;
    int64_t now;
    struct due *all;
    size_t count, capacity;
};

static const char *const kind_names[] = {
    [DUE_APPLICATION] = "decide_application",
    [DUE_PAIRING] = "pair",
    [DUE_TIE] = "decide_order",
    [DUE_FINDING] = "decide_finding",
    [DUE_ASSIGNMENT] = "assign_time",
    [DUE_UNAGREED] = "decide_unagreed",
    [DUE_RULING] = "decide_result",
    [DUE_DISPUTE] = "decide_dispute",
    [DUE_OVERDUE] = "decide_overdue",
    [DUE_REMATCH] = "decide_rematch",
    [DUE_DAYS] = "look_at_days",
    [DUE_WHITE] = "decide_white",
    [DUE_OFFER] = "offer",
    [DUE_ACCEPTANCE] = "accept",
    [DUE_AGREEMENT] = "agree",
    [DUE_CHOICE] = "choose_time",
    [DUE_PLAY] = "play",
    [DUE_RESULT] = "result",
    [DUE_BID] = "bid",
    [DUE_MOVE] = "answer_move",
    [DUE_CONFIRM] = "confirm",
};

const char *lm_champ_due_name(enum due_kind kind)
{
    return kind_names[kind];
}

void lm_champ_add_moment(struct lm_text *out, int64_t instant)
{
    static const char *const days[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                         "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    int32_t day = (int32_t)(instant / 86400);
    int second = (int)(instant % 86400);
    struct lm_date date = lm_date_of(day);
    lm_text_print(out, "%s %d %s %d, %02d:%02d UTC", days[lm_weekday(day)], date.day,
                  months[date.month - 1], date.year, second / 3600, second / 60 % 60);
}

static struct due *add(struct list *l, struct due due)
{
    if (!lm_arena_grow(l->c->arena, &l->all, &l->capacity, l->count + 1, sizeof *l->all)) {
        l->c->out_of_memory = true;
        return NULL;
    }
    l->all[l->count] = due;
    return &l->all[l->count++];
}

static const char *say(const struct list *l, const char *pattern, ...) LM_PRINTF(2, 3);
static const char *say(const struct list *l, const char *pattern, ...)
{
    va_list arguments;
    va_start(arguments, pattern);
    const char *text = lm_vprinted(l->c->arena, pattern, arguments);
    va_end(arguments);
    return text;
}

static const char *article(const struct list *l, enum article which)
{
    return l->c->definition->articles[which];
}

static const char *moment(const struct list *l, int64_t instant)
{
    struct lm_text text = lm_text_in(l->c->arena);
    lm_champ_add_moment(&text, instant);
    return lm_text_string(&text);
}

static const char *player(const struct list *l, const struct contest *contest, uint32_t side)
{
    return lm_champ_name(l->c, contest->player[side]);
}

/* ---- the director */

static void due_applications(struct list *l)
{
    const struct calendar *calendar = &l->c->definition->calendar;
    for (uint32_t i = 0; l->c->current == NOBODY && i < l->c->person_count; i++) {
        const struct person *p = &l->c->people[i];
        if (p->status == ENTRY_PENDING && p->out == GROUND_NONE)
            add(l, (struct due){.kind = DUE_APPLICATION,
                                .person = NOBODY,
                                .must = true,
                                .by = calendar->used ? calendar->starts : NEVER,
                                .article = p->reasons[0],
                                .subject = i,
                                .text = say(l, "accept or deny %s", p->id),
                                .otherwise = "left out when play begins"});
    }
}

/* Return the lowest place of a group that later stages use. */
static uint32_t places_asked(const struct lm_championship *c, uint32_t stage, uint32_t group)
{
    uint32_t asked = 0;
    for (uint32_t s = stage + 1; s < c->definition->stage_count; s++) {
        const struct stage *later = &c->definition->stages[s];
        for (size_t i = 0; i < later->seating_count; i++) {
            for (uint32_t g = 0; g < later->seatings[i].group_count; g++) {
                const struct group *to = &later->seatings[i].groups[g];
                for (uint32_t k = 0; k < to->seat_count; k++) {
                    const struct source *source = &to->seats[k];
                    if (source->kind == SOURCE_PLACE && source->stage == stage &&
                        source->group == group && source->place > asked)
                        asked = source->place;
                }
            }
        }
    }
    return asked;
}

void lm_champ_tell_ties(struct lm_championship *c, uint32_t stage)
{
    for (uint32_t g = 0; g < lm_champ_group_count(c, stage); g++) {
        uint32_t count = 0;
        uint32_t asked = places_asked(c, stage, g);
        const struct standing *rows = lm_champ_standings(c, stage, g, &count);
        for (uint32_t i = 0; rows != NULL && i + 1 < count && i < asked; i++) {
            if (!rows[i].tied)
                continue;
            lm_champ_change(c, c->definition->articles[ART_DISPUTES], rows[i].person, NULL,
                            "%s and %s are level for place %u of %s: the player with the higher "
                            "seeding rating, then the earlier entry, goes first",
                            lm_champ_name(c, rows[i].person), lm_champ_name(c, rows[i + 1].person),
                            i + 1, c->definition->stages[stage].title);
            if (c->change_count > 0)
                c->changes[c->change_count - 1].other = rows[i + 1].person;
        }
    }
}

static void due_ties(struct list *l, uint32_t stage)
{
    for (uint32_t g = 0; g < lm_champ_group_count(l->c, stage); g++) {
        uint32_t count = 0;
        uint32_t asked = places_asked(l->c, stage, g);
        const struct standing *rows = lm_champ_standings(l->c, stage, g, &count);
        for (uint32_t i = 0; i + 1 < count && i < asked; i++) {
            if (rows[i].tied)
                add(l, (struct due){.kind = DUE_TIE,
                                    .person = NOBODY,
                                    .by = NEVER,
                                    .article = article(l, ART_DISPUTES),
                                    .stage = stage,
                                    .subject = rows[i].person,
                                    .text = say(l, "order %s and %s, level for place %u of %s",
                                                lm_champ_name(l->c, rows[i].person),
                                                lm_champ_name(l->c, rows[i + 1].person), i + 1,
                                                l->c->definition->stages[stage].title),
                                    .otherwise = "the higher seeding rating goes first"});
        }
    }
}

static void due_pairing(struct list *l)
{
    uint32_t stage = l->c->current == NOBODY ? 0 : l->c->current;
    uint32_t round = l->c->stages[stage].published;
    struct period period;
    if (l->c->current != NOBODY && !lm_champ_round_over(l->c, stage))
        return;
    if (l->c->current != NOBODY && lm_champ_stage_over(l->c, stage)) {
        due_ties(l, stage);
        stage++;
        round = 0;
    }
    if (stage >= l->c->definition->stage_count)
        return;
    const struct stage *s = &l->c->definition->stages[stage];
    bool dated = lm_champ_period(l->c, stage, round, &period);
    bool by_hand = s->type == STAGE_SWISS && strcmp(s->system, "director") == 0;
    add(l, (struct due){.kind = DUE_PAIRING,
                        .person = NOBODY,
                        .must = true,
                        .by = dated ? period.starts : NEVER,
                        .article = article(l, ART_PUBLISHING),
                        .stage = stage,
                        .round = round,
                        .text = say(l, "%s round %u of %s", by_hand ? "pair" : "publish", round + 1,
                                    s->title)});
}

/* ---- one match */

static struct due *add_for_director(struct list *l, const struct contest *contest,
                                    enum due_kind kind, enum article by, const char *text)
{
    struct period period = lm_champ_deal_period(l->c, contest);
    return add(l, (struct due){.kind = kind,
                               .person = NOBODY,
                               .must = true,
                               .by = period.complete_by,
                               .article = article(l, by),
                               .contest = contest,
                               .text = text});
}

static void due_armageddon(struct list *l, const struct contest *contest)
{
    bool both = contest->bids[FIRST] != 0 && contest->bids[SECOND] != 0;
    struct period period = lm_champ_deal_period(l->c, contest);
    if (both && contest->white == NO_SIDE)
        add_for_director(l, contest, DUE_WHITE, ART_EQUAL_BIDS,
                         say(l, "say who has White in the match of %s and %s: the bids are equal",
                             player(l, contest, FIRST), player(l, contest, SECOND)));
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        if (both ? contest->white == NO_SIDE : contest->bids[side] != 0)
            continue;
        add(l,
            (struct due){
                .kind = both ? DUE_RESULT : DUE_BID,
                .person = contest->player[side],
                .must = true,
                .by = period.complete_by,
                .article = article(l, both ? ART_ARMAGEDDON : ART_BID),
                .contest = contest,
                .text = both ? say(l,
                                   "play the Armageddon game with %s, %s has White, and "
                                   "report it",
                                   player(l, contest, 1 - side), player(l, contest, contest->white))
                             : say(l, "bid seconds for White in the Armageddon game with %s",
                                   player(l, contest, 1 - side))});
    }
}

static void due_play(struct list *l, const struct contest *contest)
{
    bool before = l->now < contest->time;
    const struct attendance_rules *attendance = &l->c->definition->attendance;
    struct period period = lm_champ_deal_period(l->c, contest);
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        const char *opponent = player(l, contest, 1 - side);
        add(l,
            (struct due){.kind = before ? DUE_PLAY : DUE_RESULT,
                         .person = contest->player[side],
                         .must = true,
                         .by = before ? contest->time : period.complete_by,
                         .article = article(l, before ? ART_NO_SHOW : ART_RESULT),
                         .contest = contest,
                         .time = contest->time,
                         .text = before ? say(l, "play %s", opponent)
                                        : say(l,
                                              "report the result with %s, or that %s did "
                                              "not come",
                                              opponent, opponent),
                         .otherwise = before ? say(l,
                                                   "who is not there %lld minutes later can lose "
                                                   "the match",
                                                   (long long)(attendance->grace / 60))
                                             : NULL});
    }
}

/* A player asks for another time: the other can accept, decline, or not answer. */
static void due_move(struct list *l, const struct contest *contest)
{
    const struct move *move = &contest->move;
    if (!lm_champ_is_asked(l->c, contest, l->now))
        return;
    bool before = l->now < contest->time && contest->time < move->time;
    add(l, (struct due){.kind = DUE_MOVE,
                        .person = contest->player[1 - move->by],
                        .by = before ? contest->time : move->time,
                        .article = article(l, ART_AGREEMENT),
                        .contest = contest,
                        .subject = contest->player[move->by],
                        .time = move->time,
                        .text = say(l, "say whether you play at %s instead, as %s asks",
                                    moment(l, move->time), player(l, contest, move->by)),
                        .otherwise = contest->games[0] != '\0'
                                         ? NULL
                                         : say(l, "it stays at %s", moment(l, contest->time))});
}

/* V.E, V.F: return the penalty for too few offers. */
static const char *risk(const struct list *l, const struct contest *contest, uint32_t side,
                        const struct deal_view *deal)
{
    if (deal->enough[1 - side])
        return say(l, "%s chooses the time [%s]", player(l, contest, 1 - side),
                   article(l, ART_LATE));
    return l->c->definition->negotiation.both_late == NO_DEAL_ASSIGN
               ? say(l, "%s chooses the time [%s], or the arbiter [%s]",
                     player(l, contest, 1 - side), article(l, ART_LATE), article(l, ART_BOTH_LATE))
               : say(l, "%s chooses the time [%s], or both forfeit [%s]",
                     player(l, contest, 1 - side), article(l, ART_LATE), article(l, ART_BOTH_LATE));
}

static void due_offers(struct list *l, const struct contest *contest, uint32_t side,
                       const struct deal_view *deal)
{
    const struct negotiation_rules *rules = &l->c->definition->negotiation;
    struct negotiation n = lm_champ_contest_negotiation(contest);
    struct period period = lm_champ_deal_period(l->c, contest);
    uint32_t made = lm_champ_proper_offers(rules, &n, &period, side);
    const char *opponent = player(l, contest, 1 - side);
    struct due due = {.person = contest->player[side], .must = true, .contest = contest};
    if (period.offers_until == NEVER) {
        due.kind = DUE_AGREEMENT;
        due.by = period.complete_by;
        due.article = article(l, ART_AGREEMENT);
        due.text = say(l, "agree with %s on a time, and play", opponent);
    } else if (made < rules->offers && l->now <= period.offers_until) {
        due.kind = DUE_OFFER;
        due.by = period.offers_until;
        due.article = article(l, ART_OFFERS);
        due.text = say(l, "offer %s %u%s time%s", opponent, rules->offers - made,
                       made > 0 ? " more" : "", rules->offers - made == 1 ? "" : "s");
        due.otherwise = risk(l, contest, side, deal);
    } else {
        due.kind = DUE_OFFER;
        due.must = false;
        due.by = period.agree_before - 1;
        due.article = article(l, ART_RESPONSE);
        due.text = say(l, "offer %s another time", opponent);
        due.otherwise = say(l, "without an agreement the director finds who is at fault [%s]",
                            article(l, ART_FINDING));
    }
    add(l, due);
}

/* If both have made their offers, agreement is possible beyond the deadline for these (V.H). */
static void due_acceptances(struct list *l, const struct contest *contest, uint32_t side,
                            const struct deal_view *deal)
{
    bool longer = deal->enough[FIRST] && deal->enough[SECOND];
    struct negotiation n = lm_champ_contest_negotiation(contest);
    struct period period = lm_champ_deal_period(l->c, contest);
    for (uint32_t i = 0; i < contest->offer_count; i++) {
        const struct offer *offer = &contest->offers[i];
        struct acceptance now = {side, l->now, i};
        int64_t by = longer ? period.agree_before - 1 : period.offers_until;
        if (lm_champ_acceptance_fault(&l->c->definition->negotiation, &n, &period, &now) !=
            ACCEPTANCE_GOOD)
            continue;
        add(l, (struct due){.kind = DUE_ACCEPTANCE,
                            .person = contest->player[side],
                            .by = offer->time < by ? offer->time : by,
                            .article = article(l, ART_AGREEMENT),
                            .contest = contest,
                            .subject = contest->player[1 - side],
                            .time = offer->time,
                            .text = say(l, "accept %s, offered by %s", moment(l, offer->time),
                                        player(l, contest, 1 - side))});
    }
}

static void due_unagreed(struct list *l, const struct contest *contest, bool after_finding)
{
    const struct negotiation_rules *rules = &l->c->definition->negotiation;
    enum no_deal outcome = after_finding ? rules->no_fault : rules->both_late;
    enum article by = after_finding ? ART_FAULT : ART_BOTH_LATE;
    static const char *const verbs[] = {[NO_DEAL_ASSIGN] = "assign a time to",
                                        [NO_DEAL_DRAW] = "enter as drawn",
                                        [NO_DEAL_DOUBLE_FORFEIT] =
                                            "enter as drawn, and forfeited by both,"};
    const char *text = say(l, "%s the match of %s and %s: no time was agreed", verbs[outcome],
                           player(l, contest, FIRST), player(l, contest, SECOND));
    add_for_director(l, contest, outcome == NO_DEAL_ASSIGN ? DUE_ASSIGNMENT : DUE_UNAGREED, by,
                     text);
}

static void due_deal(struct list *l, const struct contest *contest)
{
    struct deal_view deal = lm_champ_contest_deal(l->c, contest, l->now);
    struct period period = lm_champ_deal_period(l->c, contest);
    switch (deal.deal) {
    case DEAL_OPEN:
    case DEAL_WAITS:
        for (uint32_t side = FIRST; side <= SECOND; side++) {
            due_offers(l, contest, side, &deal);
            due_acceptances(l, contest, side, &deal);
        }
        break;
    case DEAL_CHOOSES:
        add(l, (struct due){.kind = DUE_CHOICE,
                            .person = contest->player[deal.chooser],
                            .must = true,
                            .by = period.complete_by,
                            .article = article(l, deal.after_finding ? ART_FAULT : ART_LATE),
                            .contest = contest,
                            .text = say(l,
                                        "choose the time of the match with %s, who must "
                                        "accept it",
                                        player(l, contest, 1 - deal.chooser))});
        break;
    case DEAL_ARBITER:
        due_unagreed(l, contest, deal.after_finding);
        break;
    case DEAL_NEEDS_FINDING:
        add_for_director(l, contest, DUE_FINDING, ART_FINDING,
                         say(l, "find who is at fault that %s and %s have no time",
                             player(l, contest, FIRST), player(l, contest, SECOND)));
        break;
    case DEAL_AGREED:
        break;
    }
}

/* Add facts about a match in progress on which the director can rule (VI.B, VI.C). */
static void due_look(struct list *l, const struct contest *contest)
{
    const struct stage *stage = &l->c->definition->stages[contest->stage];
    struct due *due = NULL;
    for (uint32_t side = FIRST; side <= SECOND; side++)
        if (lm_champ_refuses(contest, side))
            due =
                add_for_director(l, contest, DUE_REMATCH, ART_REMATCH,
                                 say(l,
                                     "look at the match of %s and %s: %s repeatedly reported that "
                                     "%s does not begin the next game",
                                     player(l, contest, FIRST), player(l, contest, SECOND),
                                     player(l, contest, 1 - side), player(l, contest, side)));
    if (due != NULL)
        due->must = false;
    if (contest->days < 2 || stage->free_of_dates || article(l, ART_DAYS)[0] == '\0')
        return;
    due =
        add_for_director(l, contest, DUE_DAYS, ART_DAYS,
                         say(l,
                             "look at the match of %s and %s: its games came in at %u times, and "
                             "only matches without dates are split",
                             player(l, contest, FIRST), player(l, contest, SECOND), contest->days));
    if (due != NULL)
        due->must = false;
}

static void due_contest(struct list *l, const struct contest *contest)
{
    struct period period = lm_champ_deal_period(l->c, contest);
    if (contest->waiting != NULL)
        add_for_director(l, contest, contest->disputed <= SECOND ? DUE_DISPUTE : DUE_RULING,
                         ART_NO_SHOW,
                         say(l, "rule on the match of %s and %s: %s", player(l, contest, FIRST),
                             player(l, contest, SECOND), contest->waiting));
    else if (l->now > period.complete_by)
        add_for_director(l, contest, DUE_OVERDUE, ART_COMPLETION,
                         say(l,
                             "the match of %s and %s is overdue: enter its result, or rule on it",
                             player(l, contest, FIRST), player(l, contest, SECOND)));
    else if (lm_champ_match(contest->format, contest->games).state == MATCH_ARMAGEDDON)
        due_armageddon(l, contest);
    else if (contest->time != NEVER)
        due_play(l, contest);
    else
        due_deal(l, contest);
    due_move(l, contest);
    if (contest->waiting == NULL)
        due_look(l, contest);
}

/* A report by one player alone: the other can confirm it, or dispute it. */
static void due_confirmation(struct list *l, const struct contest *contest)
{
    bool proposed = contest->state == CONTEST_OPEN && contest->proposer <= SECOND;
    bool over = contest->state == CONTEST_DONE && contest->alone <= SECOND &&
                lm_champ_may_dispute(l->c, contest, 1 - contest->alone, l->now);
    if (contest->state == CONTEST_DONE && contest->disputed <= SECOND)
        add_for_director(l, contest, DUE_DISPUTE, ART_DISPUTES,
                         say(l, "decide on the match of %s and %s, which %s disputes",
                             player(l, contest, FIRST), player(l, contest, SECOND),
                             player(l, contest, contest->disputed)));
    if (!over && !proposed)
        return;
    uint32_t side = 1 - (proposed ? contest->proposer : contest->alone);
    add(l, (struct due){.kind = DUE_CONFIRM,
                        .person = contest->player[side],
                        .by = over ? lm_champ_dispute_until(l->c, contest) : NEVER,
                        .article = article(l, ART_RESULT),
                        .contest = contest,
                        .subject = contest->player[1 - side],
                        .text = say(l, "say whether what %s reported is right",
                                    player(l, contest, 1 - side))});
}

static int by_urgency(const void *left, const void *right)
{
    const struct due *a = left;
    const struct due *b = right;
    if (a->by != b->by)
        return a->by < b->by ? -1 : 1;
    if (a->must != b->must)
        return a->must ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->person != b->person)
        return a->person < b->person ? -1 : 1;
    return a->time < b->time ? -1 : (a->time > b->time);
}

struct due *lm_champ_due(struct lm_championship *c, int64_t now, size_t *count)
{
    /* never before the last line: a clock that went back blocks nothing */
    struct list l = {.c = c, .now = now > c->time ? now : c->time};
    due_applications(&l);
    for (size_t i = 0; i < c->contest_count; i++) {
        if (c->contests[i].state == CONTEST_OPEN)
            due_contest(&l, &c->contests[i]);
        due_confirmation(&l, &c->contests[i]);
    }
    due_pairing(&l);
    if (l.count > 0)
        lm_sort(l.all, l.count, sizeof *l.all, by_urgency);
    *count = l.count;
    return l.all;
}
