/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state of a championship match, in the reader's language and by the reader's clock: for the
 * published pages and for those of players and directors.  The command shows the same in English
 * (lm_champ_add_contest_state).
 */
#include "base/texts.h"
#include "championship/state.h"
#include "site/championship.h"
#include "site/said.h"

/* A match, and its reader. */
struct telling {
    const struct site_teller *by;
    const struct lm_championship *c;
    const struct contest *contest;
    int64_t now;
};

static const char *word(const struct telling *t, const char *key)
{
    return site_word(t->by->language, key);
}

static const char *say(const struct telling *t, const char *key, const struct lm_value *values,
                       size_t count)
{
    return site_say(t->by->language, t->by->arena, key, values, count);
}

static const char *say_of(const struct telling *t, const char *key, struct lm_value value)
{
    return say(t, key, &value, 1);
}

static const char *moment(const struct telling *t, int64_t at)
{
    return t->by->moment == NULL ? site_moment(t->by->language, t->by->arena, at)
                                 : t->by->moment(t->by->context, at);
}

static const char *player(const struct telling *t, uint32_t side)
{
    return lm_champ_name(t->c, t->contest->player[side]);
}

static const char *score(const struct telling *t)
{
    struct lm_text text = lm_text_in(t->by->arena);
    lm_champ_add_score(&text, t->contest);
    return lm_text_string(&text);
}

/* --- over */

static const char *result(const struct telling *t)
{
    static const char *const how[] = {[RESULT_ARMAGEDDON] = "armageddon",
                                      [RESULT_NO_SHOW] = "noshow",
                                      [RESULT_LEFT] = "left",
                                      [RESULT_RULED] = "ruled",
                                      [RESULT_WALKOVER] = "walkover",
                                      [RESULT_RESCORED] = "rescored",
                                      [RESULT_UNPLAYED] = "unplayed",
                                      [RESULT_BYE] = NULL};
    const struct contest *contest = t->contest;
    const char *games = contest->games[0] == '\0' ? "" : score(t), *name = how[contest->kind];
    if (name == NULL)
        return games;
    const struct lm_value values[] = {
        lm_value_text("player", contest->winner <= SECOND ? player(t, contest->winner) : ""),
        lm_value_text("how", say_of(t, LM_KEY("desk.s-how"), lm_value_text("how", name)))};
    const char *message = say(t,
                              contest->winner <= SECOND  ? LM_KEY("desk.s-wins")
                              : contest->winner == DRAWN ? LM_KEY("desk.s-drawn")
                                                         : LM_KEY("desk.s-both-lost"),
                              values, 2);
    return lm_printed(t->by->arena, "%s%s%s", games, *games == '\0' ? "" : ", ", message);
}

/* Return the result with its source, if it is not both players. */
static const char *result_with_source(const struct telling *t)
{
    const char *message = result(t);
    const char *source = t->contest->disputed <= SECOND ? word(t, LM_KEY("desk.s-disputed"))
                         : t->contest->alone <= SECOND  ? word(t, LM_KEY("desk.s-alone"))
                                                        : "";
    return *source == '\0' ? message : lm_printed(t->by->arena, "%s (%s)", message, source);
}

/* --- before the first game */

static const char *agreed(const struct telling *t, int64_t time)
{
    const char *at = moment(t, time);
    if (t->now >= time)
        at = say_of(t, LM_KEY("desk.s-began"), lm_value_text("time", at));
    if (!lm_champ_is_asked(t->c, t->contest, t->now))
        return at;
    const struct lm_value values[] = {lm_value_text("player", player(t, t->contest->move.by)),
                                      lm_value_text("time", moment(t, t->contest->move.time))};
    return lm_printed(t->by->arena, "%s; %s", at, say(t, LM_KEY("desk.s-asks"), values, 2));
}

static const char *offers(const struct telling *t)
{
    const struct negotiation_rules *rules = &t->c->definition->negotiation;
    struct negotiation n = lm_champ_contest_negotiation(t->contest);
    struct period period = lm_champ_deal_period(t->c, t->contest);
    const struct lm_value values[] = {
        lm_value_number("first", lm_champ_proper_offers(rules, &n, &period, FIRST)),
        lm_value_number("second", lm_champ_proper_offers(rules, &n, &period, SECOND)),
        lm_value_number("owed", rules->offers)};
    if (t->contest->rescheduled)
        return word(t, LM_KEY("desk.s-reschedule"));
    bool owed = rules->used && !t->c->definition->stages[t->contest->stage].free_of_dates;
    return owed ? say(t, LM_KEY("desk.s-offers"), values, 3) : word(t, LM_KEY("desk.s-no-time"));
}

static const char *deal(const struct telling *t)
{
    struct deal_view view = lm_champ_contest_deal(t->c, t->contest, t->now);
    switch (view.deal) {
    case DEAL_AGREED:
        return agreed(t, view.time);
    case DEAL_CHOOSES:
        return say_of(t, LM_KEY("desk.s-chooses"),
                      lm_value_text("player", player(t, view.chooser)));
    case DEAL_ARBITER:
        return word(t, LM_KEY("desk.s-director"));
    case DEAL_NEEDS_FINDING:
        return word(t, LM_KEY("desk.s-fault"));
    case DEAL_OPEN:
    case DEAL_WAITS:
        break;
    }
    return offers(t);
}

const char *site_contest_state(const struct site_teller *by, const struct lm_championship *c,
                               const struct contest *contest, int64_t now)
{
    const struct telling t = {by, c, contest, now};
    struct match_view view = lm_champ_match(contest->format, contest->games);
    const struct lm_value values[] = {lm_value_text("score", score(&t)),
                                      lm_value_number("games", view.games),
                                      lm_value_number("next", view.next),
                                      lm_value_text("clock", view.clock == NULL ? "" : view.clock)};
    if (contest->kind == RESULT_BYE)
        return word(&t, LM_KEY("champ.no-opponent"));
    if (contest->state == CONTEST_VOID)
        return word(&t, LM_KEY("desk.s-void"));
    if (contest->state == CONTEST_DONE)
        return result_with_source(&t);
    if (contest->waiting != NULL)
        return word(&t, LM_KEY("desk.s-ruling"));
    bool both = contest->bids[FIRST] != 0 && contest->bids[SECOND] != 0;
    if (view.state == MATCH_ARMAGEDDON)
        return say(&t,
                   contest->white != NO_SIDE ? LM_KEY("desk.s-armageddon")
                   : both                    ? LM_KEY("desk.s-equal")
                                             : LM_KEY("desk.s-bids"),
                   values, 1);
    if (view.games == 0)
        return deal(&t);
    const char *going = say(&t, LM_KEY("desk.s-going"), values, 4);
    const struct lm_value on[] = {lm_value_text("state", going),
                                  lm_value_text("time", moment(&t, contest->time))};
    return lm_champ_is_adjourned(contest) ? say(&t, LM_KEY("desk.s-goes-on"), on, 2) : going;
}

const char *site_criterion(const struct lm_language *language, struct lm_arena *arena,
                           enum criterion criterion)
{
    const char *name = lm_champ_criterion_names[criterion];
    return site_word(language, lm_printed(arena, "%s%s", LM_KEY("champ.by."), name));
}
