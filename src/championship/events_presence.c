/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Presence and absence.  A player's report that the other one is absent has no effect for ten
 * minutes: both record their presence in the journal, by the clock of its server, and a claim
 * counts from there.
 */
#include <string.h>

#include "championship/championship_events.h"
#include "limmat/date.h"

/* ---- reports about presence */

/* VI.D, VI.E: before the first game at the agreed time, later while the match is being played. */
static bool may_wait(struct taking *t, const struct contest *contest, uint32_t side)
{
    enum { WAITS_MOST = 12 };
    const struct lm_championship *c = t->c;
    bool began = lm_champ_has_begun(contest);
    if (contest->waiting != NULL)
        REFUSE(t, "match", ART_DISPUTES, NULL, "%s waits for the director",
               lm_event_named(t, contest));
    else if (!began && (contest->time == NEVER || c->time < contest->time))
        REFUSE(t, "match", ART_NO_SHOW, "report it at the agreed time", "%s starts only later",
               lm_event_named(t, contest));
    else if (began && !lm_champ_is_running(c, contest, c->time))
        REFUSE(t, "match", ART_LEAVING_MATCH, "agree on a time to continue, or ask the director",
               "%s is not being played now", lm_event_named(t, contest));
    else if (contest->presence[side].wait_count >= WAITS_MOST)
        REFUSE(t, "match", ART_NO_SHOW, "ask the director", "you have reported this already");
    else
        return true;
    return false;
}

/* "My opponent isn't here": the author is therefore present. */
enum lm_status lm_event_wait(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        !may_wait(t, contest, side))
        return LM_INVALID;
    struct presence *own = &contest->presence[side];
    if (!lm_arena_grow(t->c->arena, &own->waits, &own->wait_capacity, own->wait_count + 1,
                       sizeof *own->waits))
        return LM_LIMIT;
    own->waits[own->wait_count++] = t->c->time;
    if (own->here == NEVER)
        own->here = t->c->time;
    bool began = lm_champ_has_begun(contest);
    lm_champ_change(t->c, t->c->definition->articles[began ? ART_LEAVING_MATCH : ART_NO_SHOW],
                    contest->player[side], contest,
                    began ? "%s reports that %s left the match" : "%s reports that %s is not there",
                    lm_champ_name(t->c, contest->player[side]),
                    lm_champ_name(t->c, contest->player[1 - side]));
    return LM_OK;
}

/* "I am here."  If the player is back within the ten minutes of a running match, it was the break
 * (VI.E). */
enum lm_status lm_event_here(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side))
        return LM_INVALID;
    const char *name = lm_champ_name(t->c, contest->player[side]);
    int64_t since = lm_champ_away_since(contest, side);
    bool began = lm_champ_has_begun(contest);
    if (since == NEVER)
        return REFUSE(t, "match", ART_NO_SHOW, "play the match",
                      "no one reported that %s is absent", name);
    if (contest->presence[side].here == NEVER)
        contest->presence[side].here = t->c->time;
    bool back = began && t->c->time - since <= lm_champ_time_to_return(t->c);
    if (back) {
        contest->breaks[side]++;
        lm_champ_forget_presence(contest);
    }
    lm_champ_change(t->c, t->c->definition->articles[began ? ART_LEAVING_MATCH : ART_NO_SHOW],
                    contest->player[side], contest,
                    back ? "%s is back in time: that was their break" : "%s is present", name);
    return LM_OK;
}

/* ---- a player who does not come (VI.D) */

static void put_instant(const struct taking *t, struct lm_json_writer *w, const char *key,
                        int64_t at)
{
    struct lm_text instant = lm_text_in(t->c->arena);
    lm_text_add_instant(&instant, at);
    lm_json_put_string(w, key, lm_text_string(&instant));
}

static bool read_arrivals(struct taking *t, const struct contest *contest, struct no_show *n)
{
    const struct lm_json *node =
        lm_field_typed(t->f, t->event, "arrived", REQUIRED, LM_JSON_OBJECT);
    if (node == NULL)
        return false;
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        const char *name = lm_champ_name(t->c, contest->player[side]);
        const struct lm_json *when = lm_json_get(node, name);
        n->arrived[side] = NEVER;
        if (when != NULL && when->type != LM_JSON_NULL &&
            !lm_field_instant(t->f, node, name, REQUIRED, &n->arrived[side]))
            return false;
    }
    return true;
}

static bool read_messages(struct taking *t, struct no_show *n)
{
    const char *const *texts = NULL;
    size_t count = 0;
    if (!lm_field_strings(t->f, t->event, "messages", OPTIONAL, &texts, &count))
        return false;
    int64_t *messages = lm_arena_alloc(t->c->arena, count, sizeof *messages);
    for (size_t i = 0; messages != NULL && i < count; i++) {
        if (!lm_parse_instant(texts[i], strlen(texts[i]), &messages[i])) {
            lm_field_wrong(t->f, lm_event_place(t, "messages"), "messages", "times in UTC",
                           "\"%s\" isn't a time", texts[i]);
            return false;
        }
    }
    n->messages = messages;
    n->message_count = count;
    return messages != NULL;
}

static enum lm_status settle_absence(struct taking *t, struct contest *contest,
                                     const struct absence_view *view)
{
    struct lm_championship *c = t->c;
    uint32_t absent = view->absent == NO_SIDE ? NOBODY : contest->player[view->absent];
    const char *article = c->definition->articles[ART_NO_SHOW];
    switch (view->outcome) {
    case ABSENCE_NONE:
        return REFUSE(t, "arrived", ART_NO_SHOW, "play the match, or enter its result",
                      "no claim is possible in %s", lm_event_named(t, contest));
    case ABSENCE_FORFEIT:
        lm_event_agreed_by(t, contest, false);
        lm_champ_finish(c, contest, 1 - view->absent, RESULT_NO_SHOW);
        lm_champ_forfeit(c, absent);
        return LM_OK;
    case ABSENCE_RESCHEDULE:
        contest->time = NEVER;
        contest->move = (struct move){NO_SIDE, NEVER};
        contest->rescheduled = true;
        contest->absent = view->absent;
        contest->rescheduled_at = c->time;
        lm_champ_forget_presence(contest);
        contest->offer_count = 0;
        contest->acceptance_count = 0;
        lm_champ_change(c, article, absent, contest, "%s did not come; the match is rescheduled",
                        lm_champ_name(c, absent));
        return LM_OK;
    case ABSENCE_DIRECTOR:
        contest->waiting = view->why;
        lm_champ_change(c, article, absent != NOBODY ? absent : contest->player[FIRST], contest,
                        "%s waits for the director: %s", lm_champ_between(t->c, contest),
                        view->why);
        lm_champ_change_says(c, view->why);
        return LM_OK;
    }
    return LM_INTERNAL;
}

/* Collect the reports of both, for a player's claim.  If one report is enough, the claim is the
 * second. */
static bool find_presence(struct taking *t, const struct contest *contest, struct no_show *n)
{
    const struct presence *own = &contest->presence[lm_champ_side(contest, t->by)];
    int64_t gap = t->c->definition->attendance.message_gap;
    int64_t *messages = lm_arena_alloc(t->c->arena, own->wait_count + 1, sizeof *messages);
    if (messages == NULL)
        return false;
    for (uint32_t side = FIRST; side <= SECOND; side++)
        n->arrived[side] = contest->presence[side].here;
    if (own->wait_count > 0)
        memcpy(messages, own->waits, own->wait_count * sizeof *messages);
    n->messages = messages;
    n->message_count = own->wait_count;
    if (gap == 0 && n->message_count > 0)
        messages[n->message_count++] = t->c->time;
    return true;
}

static void put_presence(const struct taking *t, const struct contest *contest,
                         const struct no_show *n)
{
    struct lm_json_writer *w = lm_event_found(t, "arrived");
    if (w != NULL)
        lm_json_begin(w, "arrived", '{');
    for (uint32_t side = FIRST; w != NULL && side <= SECOND; side++) {
        const char *name = lm_champ_name(t->c, contest->player[side]);
        if (n->arrived[side] != NEVER)
            put_instant(t, w, name, n->arrived[side]);
        else
            lm_json_put_null(w, name);
    }
    if (w != NULL)
        lm_json_end(w, '}');
    w = lm_event_found(t, "messages");
    if (w != NULL)
        lm_json_begin(w, "messages", '[');
    for (size_t i = 0; w != NULL && i < n->message_count; i++)
        put_instant(t, w, NULL, n->messages[i]);
    if (w != NULL)
        lm_json_end(w, ']');
}

static bool same_presence(const struct no_show *a, const struct no_show *b)
{
    bool same = a->arrived[FIRST] == b->arrived[FIRST] &&
                a->arrived[SECOND] == b->arrived[SECOND] && a->message_count == b->message_count;
    for (size_t i = 0; same && i < a->message_count; i++)
        same = a->messages[i] == b->messages[i];
    return same;
}

/* Read the times of arrival: as both recorded them at the time; only a director can give others. */
static enum lm_status read_presence(struct taking *t, const struct contest *contest,
                                    struct no_show *n)
{
    bool given = lm_json_get(t->event, "arrived") != NULL;
    struct no_show noted = *n;
    if (t->c->replaying || lm_event_is_arbiter(t, contest))
        return read_arrivals(t, contest, n) && read_messages(t, n) ? LM_OK : LM_INVALID;
    if (!find_presence(t, contest, &noted))
        return LM_LIMIT;
    if (given && (!read_arrivals(t, contest, n) || !read_messages(t, n)))
        return LM_INVALID;
    if (t->c->time < n->start + t->c->definition->attendance.grace)
        return REFUSE(t, "match", ART_NO_SHOW, "wait for them",
                      "the opponent can still come in time");
    if (noted.message_count == 0 || (given && !same_presence(&noted, n)))
        return REFUSE(t, "arrived", ART_NO_SHOW, "report the opponent's absence at once",
                      "it was not reported this way");
    *n = noted;
    put_presence(t, contest, n);
    return LM_OK;
}

/* Both reported that they were present: the director decides who is right. */
static void find_both(struct absence_view *view, const struct no_show *n)
{
    if (view->outcome == ABSENCE_NONE && n->choice != CHOICE_PLAYED)
        *view = (struct absence_view){ABSENCE_DIRECTOR, NO_SIDE, LM_MESSAGE("both present")};
}

/* VI.D */
static enum lm_status claim_no_show(struct taking *t, struct contest *contest)
{
    static const char *const choices[] = {"open", "claim", "reschedule", "played", "failed", NULL};
    struct no_show n = {.start = contest->time};
    unsigned choice = CHOICE_OPEN;
    if (!lm_field_instant(t->f, t->event, "start", contest->time == NEVER ? REQUIRED : OPTIONAL,
                          &n.start) ||
        !lm_field_choice(t->f, t->event, "choice", OPTIONAL, choices, &choice))
        return LM_INVALID;
    if (lm_champ_has_begun(contest) && !t->c->replaying && !lm_event_is_arbiter(t, contest))
        return REFUSE(t, "match", ART_NO_SHOW, "report it first: the ten minutes start then",
                      "%s has begun", lm_event_named(t, contest));
    n.choice = (enum choice)choice;
    enum lm_status status = read_presence(t, contest, &n);
    if (status != LM_OK)
        return status;
    if (contest->time != NEVER && n.start != contest->time)
        return REFUSE(t, "start", ART_NO_SHOW, "the agreed time", "%s was to begin at another time",
                      lm_event_named(t, contest));
    struct absence_view view = lm_champ_no_show(&t->c->definition->attendance, &n);
    if (!lm_event_is_arbiter(t, contest))
        find_both(&view, &n);
    /* A player absent on a later day has played before: no article names the penalty (VI.C). */
    if (lm_champ_is_adjourned(contest) && !lm_event_is_arbiter(t, contest) &&
        view.outcome != ABSENCE_NONE)
        view = (struct absence_view){ABSENCE_DIRECTOR, view.absent,
                                     LM_MESSAGE("absent when the match was to continue")};
    return settle_absence(t, contest, &view);
}

/* VI.D: rescheduling failed.  Anyone can enter it, because it follows from the calendar. */
enum lm_status lm_event_lapse(struct taking *t)
{
    struct contest *contest = NULL;
    if (!lm_event_contest(t, &contest))
        return LM_INVALID;
    if (t->c->time <= lm_champ_lapses(t->c, contest))
        return REFUSE(t, "match", ART_NO_SHOW, "wait for its last day", "%s can still be played",
                      lm_event_named(t, contest));
    uint32_t absent = contest->absent;
    uint32_t person = contest->player[absent];
    lm_champ_finish(t->c, contest, 1 - absent, RESULT_NO_SHOW);
    lm_champ_forfeit(t->c, person);
    return LM_OK;
}

/* ---- a match that was left (VI.E) */

static void put_found(const struct taking *t, const char *key, int64_t at)
{
    struct lm_json_writer *w = lm_event_found(t, key);
    if (w != NULL)
        put_instant(t, w, key, at);
}

/* VI.E: a player's claim rests on timely reports; the other had ten minutes from there. */
static bool check_left(struct taking *t, const struct contest *contest, uint32_t side, int64_t left)
{
    const int64_t grace = lm_champ_time_to_return(t->c);
    const char *leaver = lm_champ_name(t->c, contest->player[side]);
    int64_t since = lm_champ_away_since(contest, side);
    bool arbiter = lm_event_is_arbiter(t, contest);
    bool began = lm_champ_has_begun(contest) || (arbiter && contest->time <= left);
    if (!began)
        REFUSE(t, "match", ART_LEAVING_MATCH, "let the director rule on it",
               "%s was not being played", lm_event_named(t, contest));
    else if (!arbiter && (since == NEVER || left != since))
        REFUSE(t, "left", ART_LEAVING_MATCH, "report it first: the ten minutes start then",
               "no one reported that %s left", leaver);
    else if (t->c->time - left < grace)
        REFUSE(t, "left", ART_LEAVING_MATCH, "wait for them", "%s can still come back in time",
               leaver);
    else
        return true;
    return false;
}

/* Read when the opponent left and came back, from the line or from the reports. */
static bool read_absence(struct taking *t, const struct contest *contest, uint32_t side,
                         int64_t *left, int64_t *back)
{
    bool noted = !lm_event_is_arbiter(t, contest) && !t->c->replaying;
    if (noted)
        *left = lm_champ_away_since(contest, side);
    if (noted && *left != NEVER) {
        *back = contest->presence[side].here;
        put_found(t, "left", *left);
        if (*back != NEVER)
            put_found(t, "back", *back);
    }
    return lm_field_instant(t->f, t->event, "left", noted ? OPTIONAL : REQUIRED, left) &&
           lm_field_instant(t->f, t->event, "back", OPTIONAL, back);
}

static enum lm_status claim_left(struct taking *t, struct contest *contest)
{
    uint32_t side = NO_SIDE;
    uint32_t leaver = NOBODY;
    int64_t left = NEVER;
    int64_t back = NEVER;
    const char *games = NULL;
    if (!lm_event_person(t, "player", &leaver))
        return LM_INVALID;
    side = lm_champ_side(contest, leaver);
    if (side == NO_SIDE)
        return REFUSE(t, "player", ART_LEAVING_MATCH, "a player of the match",
                      "%s does not play match %s", lm_champ_name(t->c, leaver),
                      lm_champ_between(t->c, contest));
    if (!read_absence(t, contest, side, &left, &back) ||
        !lm_event_games(t, contest, contest->games, OPTIONAL, &games) ||
        (!t->c->replaying && !check_left(t, contest, side, left)))
        return LM_INVALID;
    if (lm_champ_match(contest->format, games).state == MATCH_OVER)
        return REFUSE(t, "games", ART_LEAVING_MATCH, "enter the result", "%s was over when %s left",
                      lm_event_named(t, contest), lm_champ_name(t->c, leaver));
    if (!lm_champ_left_too_long(&t->c->definition->attendance, left, back, contest->breaks[side]))
        return REFUSE(t, "back", ART_LEAVING_MATCH, "continue the match", "%s came back in time",
                      lm_champ_name(t->c, leaver));
    contest->breaks[side]++;
    contest->games = games;
    lm_event_agreed_by(t, contest, false);
    lm_champ_finish(t->c, contest, 1 - side, RESULT_LEFT);
    lm_champ_forfeit(t->c, leaver);
    return LM_OK;
}

enum lm_status lm_event_claim(struct taking *t)
{
    static const char *const kinds[] = {"no_show", "left", NULL};
    struct contest *contest = NULL;
    unsigned kind = 0;
    if (!lm_event_contest(t, &contest) ||
        !lm_field_choice(t->f, t->event, "kind", REQUIRED, kinds, &kind))
        return LM_INVALID;
    if (!t->director && lm_champ_side(contest, t->by) == NO_SIDE)
        return REFUSE(t, "by", ART_NO_SHOW, "a player of the match, or the director",
                      "%s does not play match %s", lm_champ_name(t->c, t->by),
                      lm_champ_between(t->c, contest));
    return kind == 0 ? claim_no_show(t, contest) : claim_left(t, contest);
}

/* ---- a game that is not begun (VI.B) */

/* Allow a second report for a game only after a while, so that it shows a repeated failure. */
static bool may_report_refusal(struct taking *t, const struct contest *contest, uint32_t other)
{
    const struct lm_championship *c = t->c;
    int64_t gap = c->definition->attendance.message_gap;
    if (contest->waiting != NULL)
        REFUSE(t, "match", ART_DISPUTES, NULL, "%s waits for the director",
               lm_event_named(t, contest));
    else if (!lm_champ_has_begun(contest) || !lm_champ_is_running(c, contest, c->time))
        REFUSE(t, "match", ART_REMATCH, "agree on a time to continue, or ask the director",
               "%s is not being played now", lm_event_named(t, contest));
    else if (contest->refusals[other] > 0 && contest->refused_games == strlen(contest->games) &&
             c->time < contest->refused_at + (gap > 0 ? gap : lm_champ_time_to_return(c)))
        REFUSE(t, "match", ART_REMATCH, "wait a moment", "that was just reported");
    else
        return true;
    return false;
}

/* "My opponent does not begin the next game."  The only effect is that the director is informed. */
enum lm_status lm_event_rematch(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        (!t->c->replaying && !may_report_refusal(t, contest, 1 - side)))
        return LM_INVALID;
    contest->refusals[1 - side]++;
    contest->refused_at = t->c->time;
    contest->refused_games = strlen(contest->games);
    lm_champ_change(t->c, t->c->definition->articles[ART_REMATCH], contest->player[side], contest,
                    "%s reports that %s does not begin the next game",
                    lm_champ_name(t->c, contest->player[side]),
                    lm_champ_name(t->c, contest->player[1 - side]));
    return LM_OK;
}

/* VI.A: a break is used up, called correctly or not; of a wrong call the log says so, as no article
 * names a penalty. */
enum lm_status lm_event_break(struct taking *t)
{
    struct contest *contest = NULL;
    uint32_t side = NO_SIDE;
    bool between = true;
    uint32_t minutes = 0;
    if (!lm_event_contest(t, &contest) || !lm_event_side(t, contest, &side) ||
        !lm_field_boolean(t->f, t->event, "between_games", OPTIONAL, &between) ||
        !lm_field_count(t->f, t->event, "minutes", REQUIRED, 0, 1440, &minutes))
        return LM_INVALID;
    bool allowed = lm_champ_break_allowed(&t->c->definition->attendance, between,
                                          (int64_t)minutes * 60, contest->breaks[side]);
    contest->breaks[side]++;
    lm_champ_change(t->c, t->c->definition->articles[ART_BREAK], contest->player[side], contest,
                    allowed ? "%s takes a break of %u minutes"
                            : "%s takes a break of %u minutes against the rules",
                    lm_champ_name(t->c, contest->player[side]), minutes);
    return LM_OK;
}
