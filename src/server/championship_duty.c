/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tasks of players and the director, in the visitor's language and time zone.  The championship
 * lists what is due, with English texts; this file says the same from the facts beside these
 * texts.
 */
#include <string.h>

#include "server/championship_desk.h"
#include "server/pages.h"

struct duty {
    struct visit *v;
    const struct viewer *who;
    const struct due *due;
    const struct contest *contest;
    uint32_t side;        /* the side that has the duty */
    const char *opponent; /* the opponent in the match */
};

static const char *say(const struct duty *d, const char *key, struct lm_value second)
{
    const struct lm_value values[] = {lm_value_text("player", d->opponent), second};
    return visit_say(d->v, key, values, 2);
}

static const char *say_player(const struct duty *d, const char *key)
{
    return say(d, key, lm_value_text("player", d->opponent));
}

static const char *say_time(const struct duty *d, const char *key, int64_t at)
{
    return say(d, key, lm_value_text("time", zone_moment(d->v, d->who->zone, at)));
}

/* --- what */

static const char *offers_of(const struct duty *d)
{
    const struct lm_championship *c = d->v->championship->c;
    const struct negotiation_rules *rules = &c->definition->negotiation;
    struct negotiation n = lm_champ_contest_negotiation(d->contest);
    struct period period = lm_champ_deal_period(c, d->contest);
    uint32_t made = lm_champ_proper_offers(rules, &n, &period, d->side);
    const struct lm_value values[] = {lm_value_text("player", d->opponent),
                                      lm_value_number("count", rules->offers - made),
                                      lm_value_text("more", made > 0 ? "yes" : "no")};
    return visit_say(d->v, LM_KEY("desk.due-offer"), values, 3);
}

static const char *result_due(const struct duty *d)
{
    if (d->contest->white > SECOND)
        return say_player(d, LM_KEY("desk.due-report"));
    const char *white = lm_champ_name(d->v->championship->c, d->contest->player[d->contest->white]);
    return say(d, LM_KEY("desk.due-armageddon"), lm_value_text("white", white));
}

static const char *what_of(const struct duty *d)
{
    switch (d->due->kind) {
    case DUE_OFFER:
        return d->due->must ? offers_of(d) : say_player(d, LM_KEY("desk.due-another"));
    case DUE_ACCEPTANCE:
        return say_time(d, LM_KEY("desk.due-accept"), d->due->time);
    case DUE_AGREEMENT:
        return say_player(d, LM_KEY("desk.due-agree"));
    case DUE_CHOICE:
        return say_player(d, LM_KEY("desk.due-choose"));
    case DUE_PLAY:
        return say_player(d, LM_KEY("desk.due-play"));
    case DUE_RESULT:
        return result_due(d);
    case DUE_BID:
        return say_player(d, LM_KEY("desk.due-bid"));
    case DUE_MOVE:
        return say_time(d, LM_KEY("desk.due-move"), d->due->time);
    case DUE_CONFIRM:
        return say_player(d, LM_KEY("desk.due-confirm"));
    default:
        return visit_print(d->v, "%s", d->due->text);
    }
}

/* --- consequences of not doing it */

/* Return the penalty for too few offers (V.E, V.F). */
static const char *risk_of(const struct duty *d)
{
    const struct lm_championship *c = d->v->championship->c;
    const struct lm_definition *rules = c->definition;
    struct deal_view deal = lm_champ_contest_deal(c, d->contest, championships_now(d->v));
    const struct lm_value values[] = {lm_value_text("player", d->opponent),
                                      lm_value_text("article", rules->articles[ART_LATE]),
                                      lm_value_text("other", rules->articles[ART_BOTH_LATE])};
    const char *key = deal.enough[1 - d->side] ? LM_KEY("desk.else-chooses")
                      : rules->negotiation.both_late == NO_DEAL_ASSIGN
                          ? LM_KEY("desk.else-arbiter")
                          : LM_KEY("desk.else-forfeit");
    return visit_say(d->v, key, values, 3);
}

static const char *otherwise_of(const struct duty *d)
{
    const struct lm_definition *rules = d->v->championship->c->definition;
    if (d->due->otherwise == NULL)
        return NULL;
    switch (d->due->kind) {
    case DUE_OFFER:
        return d->due->must ? risk_of(d)
                            : visit_say_of(d->v, LM_KEY("desk.else-finding"),
                                           lm_value_text("article", rules->articles[ART_FINDING]));
    case DUE_PLAY:
        return visit_say_of(d->v, LM_KEY("desk.else-lose"),
                            lm_value_number("minutes", rules->attendance.grace / 60));
    case DUE_MOVE:
        return say_time(d, LM_KEY("desk.else-stays"), d->contest->time);
    default:
        return visit_print(d->v, "%s", d->due->otherwise);
    }
}

/* --- cases for the director */

/* Return the players after ${due->subject} with whom the rules leave them level. */
static const char *tie_of(struct visit *v, const struct due *due)
{
    struct lm_championship *c = v->championship->c;
    for (uint32_t g = 0; g < lm_champ_group_count(c, due->stage); g++) {
        uint32_t count = 0, level = 1;
        const struct standing *rows = lm_champ_standings(c, due->stage, g, &count);
        for (uint32_t i = 0; rows != NULL && i + 1 < count; i++) {
            struct lm_text players = lm_text_in(v->arena);
            if (rows[i].person != due->subject)
                continue;
            lm_text_add(&players, lm_champ_name(c, due->subject));
            for (; i + level < count && rows[i + level - 1].tied; level++)
                lm_text_print(&players, ", %s", lm_champ_name(c, rows[i + level].person));
            const struct lm_value values[] = {
                lm_value_text("player", lm_champ_name(c, due->subject)),
                lm_value_text("other", lm_champ_name(c, rows[i + 1].person)),
                lm_value_number("place", i + 1),
                lm_value_text("stage", c->definition->stages[due->stage].title),
                lm_value_text("players", lm_text_string(&players))};
            return visit_say(v, level > 2 ? LM_KEY("desk.t-tie-all") : LM_KEY("desk.t-tie"), values,
                             5);
        }
    }
    return "";
}

static const char *pairing_of(struct visit *v, const struct due *due)
{
    const struct stage *stage = &v->championship->c->definition->stages[due->stage];
    const struct lm_value values[] = {lm_value_text("how", champ_by_hand(stage) ? "hand" : "rules"),
                                      lm_value_number("round", due->round + 1),
                                      lm_value_text("stage", stage->title)};
    return visit_say(v, LM_KEY("desk.t-pair"), values, 3);
}

static const char *of_match(struct visit *v, const char *key, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    const struct lm_value values[] = {
        lm_value_text("player", lm_champ_name(c, contest->player[FIRST])),
        lm_value_text("other", lm_champ_name(c, contest->player[SECOND]))};
    return visit_say(v, key, values, 2);
}

/* Return what happens to a match without a time (V.F, V.I). */
static const char *unagreed_of(struct visit *v, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    const struct negotiation_rules *rules = &c->definition->negotiation;
    struct deal_view deal = lm_champ_contest_deal(c, contest, championships_now(v));
    bool draw = (deal.after_finding ? rules->no_fault : rules->both_late) == NO_DEAL_DRAW;
    return of_match(v, draw ? LM_KEY("desk.t-unagreed") : LM_KEY("desk.t-both-forfeit"), contest);
}

static const char *ruling_of(struct visit *v, const struct contest *contest)
{
    const char *why = contest->waiting == NULL ? "" : contest->waiting;
    return visit_print(
        v, "%s: %s", of_match(v, LM_KEY("desk.t-rule"), contest),
        visit_say_of(v, LM_KEY("desk.t-waiting"),
                     lm_value_text("why", strcmp(why, "no arrival in time is recorded") == 0
                                              ? "both"
                                          : strcmp(why, "not reported twice") == 0 ? "once"
                                          : strcmp(why, "both present") == 0       ? "here"
                                          : strcmp(why, "disputed") == 0           ? "disputed"
                                                                                   : "claim")));
}

/* Return the case of a player reported for not beginning the next game (VI.B). */
static const char *refusal_of(struct visit *v, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    uint32_t side = lm_champ_refuses(contest, FIRST) ? FIRST : SECOND;
    const struct lm_value values[] = {
        lm_value_text("player", lm_champ_name(c, contest->player[1 - side])),
        lm_value_text("other", lm_champ_name(c, contest->player[side]))};
    return visit_say(v, LM_KEY("desk.t-rematch"), values, 2);
}

const char *champ_case_what(struct visit *v, const struct due *due)
{
    switch (due->kind) {
    case DUE_APPLICATION:
        return visit_say_of(
            v, LM_KEY("desk.t-application"),
            lm_value_text("player", lm_champ_name(v->championship->c, due->subject)));
    case DUE_TIE:
        return tie_of(v, due);
    case DUE_PAIRING:
        return pairing_of(v, due);
    case DUE_FINDING:
        return of_match(v, LM_KEY("desk.t-finding"), due->contest);
    case DUE_ASSIGNMENT:
        return of_match(v, LM_KEY("desk.t-assign"), due->contest);
    case DUE_UNAGREED:
        return unagreed_of(v, due->contest);
    case DUE_RULING:
        return ruling_of(v, due->contest);
    case DUE_DISPUTE:
        return of_match(v, LM_KEY("desk.t-dispute"), due->contest);
    case DUE_WHITE:
        return of_match(v, LM_KEY("desk.t-white"), due->contest);
    case DUE_REMATCH:
        return refusal_of(v, due->contest);
    case DUE_DAYS:
        return of_match(v, LM_KEY("desk.t-days"), due->contest);
    default:
        return of_match(v, LM_KEY("desk.t-overdue"), due->contest);
    }
}

/* --- duties and cases */

const char *champ_by(struct visit *v, const struct viewer *who, const struct due *due)
{
    const struct lm_value values[] = {
        lm_value_text("time", zone_moment(v, who->zone, due->by)),
        lm_value_text("far", champ_distance(v, championships_now(v), due->by))};
    return visit_say(v, due->kind == DUE_PLAY ? LM_KEY("desk.due-at") : LM_KEY("desk.due-by"),
                     values, 2);
}
struct champ_duty champ_duty_of(struct visit *v, const struct viewer *who, const struct due *due)
{
    const struct lm_championship *c = v->championship->c;
    int64_t now = championships_now(v);
    struct duty d = {.v = v, .who = who, .due = due, .contest = due->contest, .side = NO_SIDE};
    if (due->contest != NULL && due->person != NOBODY)
        d.side = lm_champ_side(due->contest, due->person);
    bool known = d.side != NO_SIDE;
    d.opponent = known ? lm_champ_name(c, due->contest->player[1 - d.side]) : "";
    const char *otherwise = known ? otherwise_of(&d) : due->otherwise;
    struct champ_duty row = {.what = known ? what_of(&d) : visit_print(v, "%s", due->text),
                             .article = due->article,
                             .by = due->by == NEVER ? "" : champ_by(v, who, due),
                             .late = due->by != NEVER && due->by < now};
    row.otherwise = otherwise == NULL ? ""
                                      : visit_say_of(v, LM_KEY("desk.due-otherwise"),
                                                     lm_value_text("what", otherwise));
    if (due->contest != NULL)
        row.url = champ_match_url(v, due->contest);
    return row;
}
