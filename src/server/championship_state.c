/* SPDX-License-Identifier: Apache-2.0 */
/* How a championship and a match stand, in the language and by the clock of who looks; what the
 * command says in English (lm_champ_add_contest_state). */
#include <string.h>

#include "server/championship_desk.h"
#include "server/pages.h"

/* A match, and for whom it is told. */
struct told {
    struct visit *v;
    const struct lm_championship *c;
    const struct viewer *who;
    const struct contest *contest;
    int64_t now;
};

static const char *player(const struct told *t, uint32_t side)
{
    return lm_champ_name(t->c, t->contest->player[side]);
}

/* "5.5-4.5" */
static const char *score(const struct told *t)
{
    struct match_view view = lm_champ_match(t->contest->format, t->contest->games);
    struct lm_text text = lm_text_in(t->v->arena);
    lm_text_add_tenths(&text, view.score[FIRST]);
    lm_text_add(&text, "-");
    lm_text_add_tenths(&text, view.score[SECOND]);
    return lm_text_string(&text);
}

/* --- over */

static const char *result(const struct told *t)
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
        lm_value_text("how", visit_say_of(t->v, LM_KEY("desk.s-how"), lm_value_text("how", name)))};
    const char *said = visit_say(t->v,
                                 contest->winner <= SECOND  ? LM_KEY("desk.s-wins")
                                 : contest->winner == DRAWN ? LM_KEY("desk.s-drawn")
                                                            : LM_KEY("desk.s-both-lost"),
                                 values, 2);
    return visit_print(t->v, "%s%s%s", games, *games == '\0' ? "" : ", ", said);
}

/* --- before the first game */

static const char *agreed(const struct told *t, int64_t time)
{
    const char *at = zone_moment(t->v, t->who->zone, time);
    if (t->now >= time)
        at = visit_say_of(t->v, LM_KEY("desk.s-began"), lm_value_text("time", at));
    if (!lm_champ_is_asked(t->contest, t->now))
        return at;
    const struct lm_value values[] = {
        lm_value_text("player", player(t, t->contest->move.by)),
        lm_value_text("time", zone_moment(t->v, t->who->zone, t->contest->move.time))};
    return visit_print(t->v, "%s; %s", at, visit_say(t->v, LM_KEY("desk.s-asks"), values, 2));
}

static const char *offers(const struct told *t)
{
    const struct negotiation_rules *rules = &t->c->definition->negotiation;
    struct negotiation n = lm_champ_contest_negotiation(t->contest);
    struct period period = lm_champ_deal_period(t->c, t->contest);
    const struct lm_value values[] = {
        lm_value_number("first", lm_champ_proper_offers(rules, &n, &period, FIRST)),
        lm_value_number("second", lm_champ_proper_offers(rules, &n, &period, SECOND)),
        lm_value_number("owed", rules->offers)};
    if (t->contest->rescheduled)
        return visit_word(t->v, LM_KEY("desk.s-reschedule"));
    return rules->used ? visit_say(t->v, LM_KEY("desk.s-offers"), values, 3)
                       : visit_word(t->v, LM_KEY("desk.s-no-time"));
}

static const char *deal(const struct told *t)
{
    struct deal_view view = lm_champ_contest_deal(t->c, t->contest, t->now);
    switch (view.deal) {
    case DEAL_AGREED:
        return agreed(t, view.time);
    case DEAL_CHOOSES:
        return visit_say_of(t->v, LM_KEY("desk.s-chooses"),
                            lm_value_text("player", player(t, view.chooser)));
    case DEAL_ARBITER:
        return visit_word(t->v, LM_KEY("desk.s-director"));
    case DEAL_NEEDS_FINDING:
        return visit_word(t->v, LM_KEY("desk.s-fault"));
    case DEAL_OPEN:
    case DEAL_WAITS:
        break;
    }
    return offers(t);
}

const char *champ_contest_state(struct visit *v, const struct viewer *who,
                                const struct contest *contest)
{
    const struct told t = {v, v->championship->c, who, contest, championships_now(v)};
    struct match_view view = lm_champ_match(contest->format, contest->games);
    const struct lm_value values[] = {lm_value_text("score", score(&t)),
                                      lm_value_number("games", view.games),
                                      lm_value_number("next", view.next),
                                      lm_value_text("clock", view.clock == NULL ? "" : view.clock)};
    if (contest->state == CONTEST_VOID)
        return visit_word(v, LM_KEY("desk.s-void"));
    if (contest->state == CONTEST_DONE)
        return result(&t);
    if (contest->waiting != NULL)
        return visit_word(v, LM_KEY("desk.s-ruling"));
    if (view.state == MATCH_ARMAGEDDON)
        return visit_say(
            v, contest->white == NO_SIDE ? LM_KEY("desk.s-bids") : LM_KEY("desk.s-armageddon"),
            values, 1);
    return view.games > 0 ? visit_say(v, LM_KEY("desk.s-going"), values, 4) : deal(&t);
}

/* --- the whole */

const char *champ_match_name(struct visit *v, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    const struct lm_value values[] = {
        lm_value_text("stage", c->definition->stages[contest->stage].title),
        lm_value_number("match", contest->board), lm_value_number("round", contest->round + 1)};
    if (c->stages[contest->stage].rounds > 1)
        return visit_say(v, LM_KEY("desk.c-match-name"), values, 3);
    return visit_say(v, LM_KEY("desk.c-match-alone"), values, 2);
}

const char *champ_state(struct visit *v)
{
    struct lm_championship *c = v->championship->c;
    uint32_t over, all, count = 0;
    if (lm_champ_over(c))
        return visit_word(v, LM_KEY("desk.c-over"));
    if (c->current == NOBODY) {
        (void)lm_champ_entrants(c, &count);
        return visit_say_of(v, LM_KEY("desk.c-open"), lm_value_number("count", count));
    }
    const struct stage_state *stage = &c->stages[c->current];
    lm_champ_count_round(c, c->current, stage->published - 1, &over, &all);
    const struct lm_value values[] = {
        lm_value_text("stage", c->definition->stages[c->current].title),
        lm_value_number("round", stage->published), lm_value_number("rounds", stage->rounds),
        lm_value_number("over", over), lm_value_number("all", all)};
    return visit_say(v, LM_KEY("desk.c-playing"), values, 5);
}
