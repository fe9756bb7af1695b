/* SPDX-License-Identifier: Apache-2.0 */
/* The time of a match: offered, accepted, chosen or assigned, and moved by consent. */
#include "championship/championship_events.h"
#include "limmat/date.h"

/* Refuse a time too far ahead. */
static bool check_last(struct taking *t, const struct contest *contest, int64_t time)
{
    if (time <= lm_champ_last_moment(t->c, contest, t->c->time))
        return true;
    REFUSE(t, "time", ART_COMPLETION, "an earlier time", "that is more than %lld days ahead",
           (long long)(t->c->definition->periods.ahead / 86400));
    return false;
}

enum lm_status lm_event_offer(struct taking *t)
{
    static const char *const faults[] = {
        [OFFER_BEFORE_PAIRING] = LM_MESSAGE("this offer has no effect: the round isn't paired yet"),
        [OFFER_FOR_THE_PAST] = LM_MESSAGE("this offer has no effect: its time has passed"),
        [OFFER_AFTER_ROUND] =
            LM_MESSAGE("this offer has no effect: its time is after the end of the round")};
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    struct offer offer = {.at = t->c->time};
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        !lm_field_instant(t->f, t->event, "time", REQUIRED, &offer.time))
        return LM_INVALID;
    if (contest->time != NEVER)
        return REFUSE(t, "match", ART_AGREEMENT, NULL, "%s has a time already",
                      lm_event_named(t, contest));
    struct negotiation n = lm_champ_contest_negotiation(contest);
    struct period period = lm_champ_deal_period(t->c, contest);
    enum offer_fault fault = lm_champ_offer_fault(&n, &period, &offer);
    if (fault != OFFER_GOOD)
        return REFUSE(t, "time", ART_OFFERS, "another time in the round", "%s", faults[fault]);
    if (!t->c->replaying && !check_last(t, contest, offer.time))
        return LM_INVALID;
    if (!lm_arena_grow(t->c->arena, &contest->offers, &contest->offer_capacity,
                       contest->offer_count + 1, sizeof *contest->offers))
        return LM_LIMIT;
    offer.by = side;
    contest->offers[contest->offer_count++] = offer;
    n = lm_champ_contest_negotiation(contest);
    const struct negotiation_rules *rules = &t->c->definition->negotiation;
    struct lm_text when = lm_text_in(t->c->arena);
    lm_champ_add_moment(&when, offer.time);
    const char *article = t->c->definition->articles[ART_OFFERS];
    uint32_t player = contest->player[side];
    if (rules->offers == 0)
        lm_champ_change(t->c, article, player, contest, "%s offers %s", lm_champ_name(t->c, player),
                        lm_text_string(&when));
    else
        lm_champ_change(t->c, article, player, contest,
                        "%s offers %s: %u of %u proper offers in time", lm_champ_name(t->c, player),
                        lm_text_string(&when), lm_champ_proper_offers(rules, &n, &period, side),
                        rules->offers);
    lm_champ_change_at(t->c, offer.time);
    return LM_OK;
}

static void set_time(struct taking *t, struct contest *contest, int64_t time, enum article article,
                     const char *how, uint32_t person)
{
    struct lm_text when = lm_text_in(t->c->arena);
    lm_champ_add_moment(&when, time);
    contest->time = time;
    lm_champ_forget_presence(contest);
    contest->move = (struct move){NO_SIDE, NEVER};
    lm_champ_change(t->c, t->c->definition->articles[article], person, contest,
                    "%s of %s and %s is at %s: %s", lm_champ_title(t->c, contest),
                    lm_champ_name(t->c, contest->player[FIRST]),
                    lm_champ_name(t->c, contest->player[SECOND]), lm_text_string(&when), how);
    lm_champ_change_at(t->c, time);
}

/* Return the index of the other player's offer of the moment ${time}; the count if none. */
static uint32_t offer_for(const struct contest *contest, uint32_t side, int64_t time)
{
    uint32_t i = 0;
    while (i < contest->offer_count &&
           (contest->offers[i].by == side || contest->offers[i].time != time))
        i++;
    return i;
}

enum lm_status lm_event_accept(struct taking *t)
{
    static const struct {
        enum article article;
        const char *why;
    } faults[] = {
        [ACCEPTANCE_OF_OWN] = {ART_AGREEMENT,
                               LM_MESSAGE("you can't accept this: it is your own offer")},
        [ACCEPTANCE_OF_NOTHING] =
            {ART_AGREEMENT,
             LM_MESSAGE("you can't accept this: the opponent didn't offer this time")},
        [ACCEPTANCE_TOO_EARLY] = {ART_AGREEMENT,
                                  LM_MESSAGE("you can't accept this: the offer came later")},
        [ACCEPTANCE_TOO_LATE] = {ART_AGREEMENT,
                                 LM_MESSAGE("you can't accept this: the time has passed")},
        [ACCEPTANCE_NOT_ENOUGH] =
            {ART_LATE,
             LM_MESSAGE(
                 "you can't accept this: the deadline has passed and a player made too few offers. "
                 "The player with enough offers chooses the time, or the arbiter does")},
        [ACCEPTANCE_AFTER_WINDOW] =
            {ART_FINDING,
             LM_MESSAGE(
                 "you can't accept this: the last day to agree has passed. The arbiter decides")},
    };
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    int64_t time = 0;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        !lm_field_instant(t->f, t->event, "time", REQUIRED, &time))
        return LM_INVALID;
    if (contest->time != NEVER)
        return REFUSE(t, "match", ART_AGREEMENT, NULL, "%s has a time already",
                      lm_event_named(t, contest));
    struct acceptance acceptance = {side, t->c->time, offer_for(contest, side, time)};
    struct negotiation n = lm_champ_contest_negotiation(contest);
    struct period period = lm_champ_deal_period(t->c, contest);
    enum acceptance_fault fault =
        lm_champ_acceptance_fault(&t->c->definition->negotiation, &n, &period, &acceptance);
    if (fault != ACCEPTANCE_GOOD)
        return REFUSE(t, "time", faults[fault].article, "see the list of tasks", "%s",
                      faults[fault].why);
    if (!lm_arena_grow(t->c->arena, &contest->acceptances, &contest->acceptance_capacity,
                       contest->acceptance_count + 1, sizeof *contest->acceptances))
        return LM_LIMIT;
    contest->acceptances[contest->acceptance_count++] = acceptance;
    set_time(t, contest, time, ART_AGREEMENT, "agreed", contest->player[side]);
    return LM_OK;
}

/* Is the agreement without deadlines?  Then only an accepted offer sets a time. */
static bool is_free(const struct lm_championship *c, const struct contest *contest)
{
    return contest->rescheduled || !c->definition->negotiation.used ||
           c->definition->stages[contest->stage].free_of_dates;
}

/* V.A: refuse a time by one player alone; the two must agree. */
static enum lm_status refuse_alone(struct taking *t, const struct contest *contest)
{
    return is_free(t->c, contest)
               ? REFUSE(t, "match", ART_AGREEMENT, "offer it: it counts when the opponent accepts",
                        "no player can set the time alone")
               : REFUSE(t, "match", ART_AGREEMENT, "see the list of tasks",
                        "the players can still agree, or a finding of fault is missing");
}

/* V.E, V.F, V.I: check that the player can set the time now. */
static enum lm_status check_chooser(struct taking *t, const struct contest *contest, uint32_t side,
                                    const struct deal_view *deal)
{
    if (deal->deal == DEAL_CHOOSES && side != deal->chooser)
        return REFUSE(t, "player", deal->after_finding ? ART_FAULT : ART_LATE,
                      "let that player choose", "%s chooses the time",
                      lm_champ_name(t->c, contest->player[deal->chooser]));
    if (deal->deal == DEAL_ARBITER)
        return REFUSE(t, "player", ART_BOTH_LATE, "ask the director",
                      "the arbiter assigns the time");
    /* an old line can hold a time that one player set alone */
    if (deal->deal == DEAL_CHOOSES || (t->c->replaying && is_free(t->c, contest)))
        return LM_OK;
    return refuse_alone(t, contest);
}

/* Is the author the arbiter?  A director is, unless another player's choice is entered, or the
 * director plays and chooses. */
static bool is_arbiter(const struct taking *t, const struct contest *contest,
                       const struct deal_view *deal)
{
    return t->director && lm_json_get(t->event, "player") == NULL &&
           (deal->deal == DEAL_ARBITER || lm_event_is_arbiter(t, contest));
}

/* I.C: a director deletes the time: the two agree again. */
static enum lm_status clear_time(struct taking *t, struct contest *contest)
{
    if (!lm_event_is_arbiter(t, contest))
        return REFUSE(t, "clear", ART_DISPUTES, "ask the director",
                      "only a director can clear a time");
    if (contest->time == NEVER || contest->games[0] != '\0')
        return REFUSE(t, "clear", ART_AGREEMENT, NULL, "%s has no time, or has begun already",
                      lm_event_named(t, contest));
    contest->time = NEVER;
    contest->acceptance_count = 0;
    contest->move = (struct move){NO_SIDE, NEVER};
    lm_champ_forget_presence(contest);
    lm_champ_change(t->c, t->c->definition->articles[ART_DISPUTES], contest->player[FIRST], contest,
                    "the director clears the time of %s and %s",
                    lm_champ_name(t->c, contest->player[FIRST]),
                    lm_champ_name(t->c, contest->player[SECOND]));
    return LM_OK;
}

/* Require a moment between now and the end of the round; for a player's choice, with the notice for
 * the other player. */
static enum lm_status check_moment(struct taking *t, const struct contest *contest, int64_t time,
                                   bool arbiter)
{
    int64_t notice = t->c->definition->periods.notice;
    if (time <= t->c->time || time > lm_champ_deal_period(t->c, contest).complete_by)
        return REFUSE(t, "time", ART_COMPLETION, "a time between now and the end of the round",
                      "the match can't be played then");
    if (t->c->replaying)
        return LM_OK;
    if (!check_last(t, contest, time))
        return LM_INVALID;
    if (!arbiter && time - t->c->time < notice)
        return REFUSE(t, "time", ART_AGREEMENT, "a later time",
                      "the opponent needs %lld hours' notice", (long long)(notice / 3600));
    return LM_OK;
}

enum lm_status lm_event_time(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    int64_t time = 0;
    bool clear = false;
    if (!lm_event_contest(t, &contest) ||
        !lm_field_boolean(t->f, t->event, "clear", OPTIONAL, &clear))
        return LM_INVALID;
    if (clear)
        return clear_time(t, contest);
    struct deal_view deal = lm_champ_contest_deal(t->c, contest, t->c->time);
    bool arbiter = is_arbiter(t, contest, &deal);
    if ((!arbiter && !lm_event_side(t, contest, &side)) ||
        !lm_field_instant(t->f, t->event, "time", REQUIRED, &time))
        return LM_INVALID;
    if (contest->time != NEVER && !(arbiter && contest->games[0] == '\0'))
        return REFUSE(t, "match", ART_AGREEMENT, NULL, "%s has a time already",
                      lm_event_named(t, contest));
    enum lm_status status = arbiter ? LM_OK : check_chooser(t, contest, side, &deal);
    if (status == LM_OK)
        status = check_moment(t, contest, time, arbiter);
    if (status != LM_OK)
        return status;
    enum article late = deal.deal == DEAL_ARBITER ? ART_BOTH_LATE : ART_LATE;
    bool open = contest->time == NEVER && (deal.deal == DEAL_ARBITER || is_free(t->c, contest));
    bool ruled = arbiter && !open;
    set_time(t, contest, time,
             ruled                ? ART_DISPUTES
             : deal.after_finding ? ART_FAULT
                                  : late,
             arbiter ? "assigned" : "chosen", contest->player[arbiter ? FIRST : side]);
    return LM_OK;
}

/* ---- moving a match by consent (V.A) */

/* The two who agreed on a time can agree on another, until the match begins. */
static bool check_movable(struct taking *t, const struct contest *contest)
{
    bool begun = contest->games[0] != '\0';
    if (contest->time == NEVER && !begun)
        REFUSE(t, "match", ART_AGREEMENT, "offer it", "%s has no time yet",
               lm_event_named(t, contest));
    else if (contest->waiting != NULL)
        REFUSE(t, "match", ART_NO_SHOW, NULL, "%s waits for the director",
               lm_event_named(t, contest));
    else if (begun && !t->c->definition->stages[contest->stage].free_of_dates)
        REFUSE(t, "match", ART_RESULT, "play it to its end", "%s has begun",
               lm_event_named(t, contest));
    return lm_champ_may_move(t->c, contest);
}

static enum lm_status ask_to_move(struct taking *t, struct contest *contest, uint32_t side)
{
    int64_t time = 0;
    if (!lm_field_instant(t->f, t->event, "time", REQUIRED, &time))
        return LM_INVALID;
    if (time <= t->c->time || time > lm_champ_deal_period(t->c, contest).complete_by)
        return REFUSE(t, "time", ART_COMPLETION, "a time between now and the end of the round",
                      "the match can't be played then");
    if (!t->c->replaying && !check_last(t, contest, time))
        return LM_INVALID;
    if (time == contest->time)
        return REFUSE(t, "time", ART_AGREEMENT, "another time", "%s has this time already",
                      lm_event_named(t, contest));
    if (lm_champ_is_asked(t->c, contest, t->c->time) && contest->move.by != side &&
        contest->move.time == time)
        return REFUSE(t, "time", ART_AGREEMENT, "accept it", "%s asks for the same",
                      lm_champ_name(t->c, contest->player[1 - side]));
    struct lm_text when = lm_text_in(t->c->arena);
    lm_champ_add_moment(&when, time);
    contest->move = (struct move){side, time};
    bool begun = contest->games[0] != '\0';
    lm_champ_change(t->c, t->c->definition->articles[begun ? ART_DAYS : ART_AGREEMENT],
                    contest->player[side], contest,
                    begun ? "%s asks %s to continue at %s" : "%s asks %s to play at %s instead",
                    lm_champ_name(t->c, contest->player[side]),
                    lm_champ_name(t->c, contest->player[1 - side]), lm_text_string(&when));
    lm_champ_change_at(t->c, time);
    return LM_OK;
}

static enum lm_status accept_move(struct taking *t, struct contest *contest, uint32_t side)
{
    if (contest->move.by == side)
        return REFUSE(t, "answer", ART_AGREEMENT, "wait for the opponent",
                      "it is your own request");
    struct lm_json_writer *w = lm_event_found(t, "time");
    struct lm_text instant = lm_text_in(t->c->arena);
    lm_text_add_instant(&instant, contest->move.time);
    if (w != NULL)
        lm_json_put_string(w, "time", lm_text_string(&instant));
    bool begun = contest->games[0] != '\0';
    set_time(t, contest, contest->move.time, begun ? ART_DAYS : ART_AGREEMENT, "moved by consent",
             contest->player[side]);
    return LM_OK;
}

/* Decline the move, as the player asked; or withdraw it, as the player who asks. */
static enum lm_status decline_move(struct taking *t, struct contest *contest, uint32_t side)
{
    bool own = contest->move.by == side;
    contest->move = (struct move){NO_SIDE, NEVER};
    if (contest->games[0] != '\0') {
        lm_champ_change(t->c, t->c->definition->articles[ART_DAYS], contest->player[side], contest,
                        own ? "%s withdraws the request to continue then"
                            : "%s declines to continue then",
                        lm_champ_name(t->c, contest->player[side]));
        return LM_OK;
    }
    struct lm_text when = lm_text_in(t->c->arena);
    lm_champ_add_moment(&when, contest->time);
    lm_champ_change(t->c, t->c->definition->articles[ART_AGREEMENT], contest->player[side], contest,
                    own ? "%s withdraws the request: %s stays at %s"
                        : "%s declines: %s stays at %s",
                    lm_champ_name(t->c, contest->player[side]), lm_champ_between(t->c, contest),
                    lm_text_string(&when));
    lm_champ_change_at(t->c, contest->time);
    return LM_OK;
}

enum lm_status lm_event_move(struct taking *t)
{
    static const char *const answers[] = {"accept", "decline", NULL};
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    unsigned answer = 0;
    bool answers_it = lm_json_get(t->event, "answer") != NULL;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        !lm_field_choice(t->f, t->event, "answer", OPTIONAL, answers, &answer) ||
        !check_movable(t, contest))
        return LM_INVALID;
    if (!answers_it)
        return ask_to_move(t, contest, side);
    if (!lm_champ_is_asked(t->c, contest, t->c->time))
        return REFUSE(t, "answer", ART_AGREEMENT, "request another time",
                      "%s has no request for another time", lm_event_named(t, contest));
    int64_t time = contest->move.time;
    if (!lm_field_instant(t->f, t->event, "time", OPTIONAL, &time))
        return LM_INVALID;
    if (time != contest->move.time)
        return REFUSE(t, "time", ART_AGREEMENT, "see the list of tasks",
                      "another time is requested now");
    return answer == 0 ? accept_move(t, contest, side) : decline_move(t, contest, side);
}
