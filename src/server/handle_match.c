/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The page of a match: times, games, claims and bids; for its players, a director, and spectators.
 */
#include <string.h>

#include "limmat/date.h"
#include "server/letters.h"
#include "server/match.h"
#include "server/templates.h"

const char *match_name(const struct match *m, uint32_t side)
{
    return lm_champ_name(m->c, m->contest->player[side]);
}

/* Return the opponent's side; for a spectator, the second side. */
static uint32_t other(const struct match *m)
{
    return m->side == NO_SIDE ? SECOND : 1 - m->side;
}

/* Return "12:00 EDT for p07". */
static const char *beside_of(const struct match *m, uint32_t side, int64_t at)
{
    const struct lm_value values[] = {
        lm_value_text("time", zone_beside(m->v, m->zones[side], m->who.zone, at)),
        lm_value_text("player", match_name(m, side))};
    return visit_say(m->v, LM_KEY("desk.c-for"), values, 2);
}

struct champ_moment match_moment(const struct match *m, int64_t at)
{
    struct visit *v = m->v;
    struct champ_moment out = {.own = zone_moment(v, m->who.zone, at)};
    struct lm_text text = lm_text_in(v->arena);
    bool utc = strcmp(m->who.zone_name, "UTC") == 0;
    for (uint32_t i = FIRST; i <= SECOND; i++) {
        bool other = i != m->side && strcmp(m->zone_names[i], m->who.zone_name) != 0;
        utc |= other && strcmp(m->zone_names[i], "UTC") == 0;
        if (other)
            lm_text_print(&text, "%s%s", text.length > 0 ? ", " : "", beside_of(m, i, at));
    }
    if (!utc)
        lm_text_print(&text, "%s%s", text.length > 0 ? ", " : "",
                      zone_beside(v, m->utc, m->who.zone, at));
    out.others = lm_text_string(&text);
    return out;
}

/* --- offers */

/* Count those of the first ${count} of ${offers} that count. */
static uint32_t proper(const struct match *m, const struct offer *offers, size_t count,
                       uint32_t side)
{
    struct negotiation n = lm_champ_contest_negotiation(m->contest);
    n.offers = offers;
    n.offer_count = count;
    return lm_champ_proper_offers(&m->c->definition->negotiation, &n, &m->period, side);
}

static const char *too_near(const struct match *m, int64_t apart, int64_t to)
{
    const struct lm_value values[] = {lm_value_number("hours", apart / 3600),
                                      lm_value_text("time", zone_moment(m->v, m->who.zone, to))};
    return visit_say(m->v, LM_KEY("desk.fault-apart"), values, 2);
}

const char *match_fault(const struct match *m, const struct offer *offers, size_t index)
{
    const struct negotiation_rules *rules = &m->c->definition->negotiation;
    const struct offer *offer = &offers[index];
    uint32_t on_date = 0;
    if (offer->at > m->period.offers_until)
        return visit_word(m->v, LM_KEY("desk.fault-deadline"));
    if (proper(m, offers, index, offer->by) < proper(m, offers, index + 1, offer->by))
        return "";
    for (size_t i = 0; i < index; i++) {
        const struct offer *with = &offers[i];
        int64_t apart =
            with->time > offer->time ? with->time - offer->time : offer->time - with->time;
        if (with->by != offer->by)
            continue;
        on_date += with->time / 86400 == offer->time / 86400;
        if (apart < rules->apart)
            return too_near(m, rules->apart, with->time);
    }
    if (rules->per_date > 0 && on_date >= rules->per_date)
        return visit_say_of(m->v, LM_KEY("desk.fault-date"),
                            lm_value_number("count", rules->per_date));
    return "";
}

bool match_both_offered(const struct match *m, const struct offer *offer)
{
    for (size_t i = 0; i < m->contest->offer_count; i++)
        if (m->contest->offers[i].time == offer->time && m->contest->offers[i].by != offer->by)
            return true;
    return false;
}

bool match_may_accept(const struct match *m, size_t index)
{
    struct negotiation n = lm_champ_contest_negotiation(m->contest);
    const struct acceptance acceptance = {m->side, m->now, (uint32_t)index};
    return m->side != NO_SIDE && m->contest->state == CONTEST_OPEN && m->contest->time == NEVER &&
           lm_champ_acceptance_fault(&m->c->definition->negotiation, &n, &m->period, &acceptance) ==
               ACCEPTANCE_GOOD;
}

/* Does offer ${a} come before ${b}?  Those that can be accepted come first. */
static bool comes_before(const struct match *m, size_t a, size_t b)
{
    bool first = match_may_accept(m, a), second = match_may_accept(m, b);
    return first != second ? first : m->contest->offers[a].time < m->contest->offers[b].time;
}

/* Add the offers in the order of their times, like a calendar; none once a time is agreed. */
static enum lm_status add_offers(struct match *m)
{
    const struct contest *contest = m->contest;
    size_t count = contest->time == NEVER ? contest->offer_count : 0;
    struct champ_offer *rows = lm_arena_alloc(m->v->arena, count, sizeof *rows);
    bool *done = lm_arena_alloc(m->v->arena, count, sizeof *done);
    if (rows == NULL || done == NULL)
        return LM_LIMIT;
    for (size_t k = 0; k < count; k++) {
        size_t next = SIZE_MAX;
        for (size_t i = 0; i < count; i++)
            if (!done[i] && (next == SIZE_MAX || comes_before(m, i, next)))
                next = i;
        const struct offer *offer = &contest->offers[next];
        done[next] = true;
        struct lm_text instant = lm_text_in(m->v->arena);
        lm_text_add_instant(&instant, offer->time);
        rows[m->page.offer_count++] =
            (struct champ_offer){.by = offer->by == m->side ? visit_word(m->v, LM_KEY("desk.m-you"))
                                                            : match_name(m, offer->by),
                                 .at = match_moment(m, offer->time),
                                 .instant = lm_text_string(&instant),
                                 .fault = match_fault(m, contest->offers, next),
                                 .both = match_both_offered(m, offer),
                                 .past = offer->time <= m->now,
                                 .may_accept = match_may_accept(m, next)};
    }
    m->page.offers = rows;
    return LM_OK;
}

/* Add the first and last time of play, and the deadline. */
static void add_limits(struct match *m)
{
    struct champ_match_page *page = &m->page;
    page->low = zone_field(m->v, m->who.zone, m->now);
    if (m->period.complete_by == NEVER)
        return;
    page->high = zone_field(m->v, m->who.zone, m->period.complete_by);
    page->complete =
        visit_print(m->v, "%s (%s)", zone_moment(m->v, m->who.zone, m->period.complete_by),
                    champ_distance(m->v, m->now, m->period.complete_by));
}

/* Add what a player can do about the time, or a director who does not play the match. */
static void add_time(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    struct deal_view deal = lm_champ_contest_deal(m->c, contest, m->now);
    bool open =
        contest->state == CONTEST_OPEN && contest->waiting == NULL && contest->games[0] == '\0';
    bool none = open && contest->time == NEVER, plays = m->side != NO_SIDE;
    bool arbiter = open && m->who.director && !plays;
    bool chooses = deal.deal == DEAL_CHOOSES, assigned = deal.deal == DEAL_ARBITER;
    if (contest->time != NEVER)
        page->time = match_moment(m, contest->time);
    page->may_offer = none && plays && !chooses && !assigned;
    page->may_choose = none && plays && chooses && deal.chooser == m->side;
    page->may_assign = none && m->who.director && assigned;
    page->may_rule = arbiter && !page->may_assign;
    page->may_clear = arbiter && contest->time != NEVER;
    page->may_set = page->may_assign || (page->may_choose && !page->may_offer);
    page->chooser = chooses ? match_name(m, deal.chooser) : "";
    add_limits(m);
}

/* Add the request for another time than the agreed one, and the answer to it. */
static void add_move(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    bool asked = lm_champ_is_asked(m->c, contest, m->now);
    page->may_move = m->side != NO_SIDE && lm_champ_may_move(m->c, contest);
    page->one = page->may_set || page->may_move;
    page->goes_on = contest->games[0] != '\0';
    if (!asked)
        return;
    struct lm_text instant = lm_text_in(m->v->arena);
    lm_text_add_instant(&instant, contest->move.time);
    page->moved_to = lm_text_string(&instant);
    page->move = match_moment(m, contest->move.time);
    page->mover = contest->move.by == m->side ? "you" : match_name(m, contest->move.by);
    page->may_answer = page->may_move && contest->move.by != m->side;
    page->may_take_back = page->may_move && contest->move.by == m->side;
}

/* --- games */

/* Return the number of games in "6-2"; none without a score. */
static size_t games_of_score(const char *score)
{
    const char *dash = score == NULL ? NULL : strchr(score, '-');
    int32_t first = 0, second = 0;
    if (dash == NULL || !lm_parse_tenths(score, (size_t)(dash - score), &first) ||
        !lm_parse_tenths(dash + 1, strlen(dash + 1), &second))
        return 0;
    return (size_t)(first + second) / WIN;
}

/* Mark the games that ${side} has reported, or a director for both. */
static void mark_said(const struct match *m, uint32_t side, bool *message, size_t count)
{
    for (size_t i = 0; i < m->c->record_count; i++) {
        const struct record *record = &m->c->records[i];
        const struct lm_json *object = record->line.object;
        const char *match = lm_json_string(lm_json_get(object, "match"));
        const char *games = lm_json_string(lm_json_get(object, "games"));
        const char *score = lm_json_string(lm_json_get(object, "score"));
        int64_t from = 1;
        bool director = lm_champ_is_director(m->c->definition, record->name);
        if (record->dropped != 0 || match == NULL || (games == NULL && score == NULL) ||
            strcmp(match, m->contest->id) != 0 ||
            (!director && strcmp(record->name, match_name(m, side)) != 0))
            continue;
        (void)lm_json_integer(lm_json_get(object, "from"), 1, 100000, &from);
        for (size_t k = 0; k < games_of_score(score) && k < count; k++)
            message[k] = true;
        for (size_t k = 0; games != NULL && games[k] != '\0'; k++)
            if ((size_t)from - 1 + k < count)
                message[(size_t)from - 1 + k] = true;
    }
}

static char turned(char game, bool turn)
{
    return !turn || game == '=' ? game : game == '1' ? '0' : '1';
}

/* Add a button that confirms results that only the opponent entered. */
static void add_confirmation(struct match *m, const bool *message, size_t count)
{
    struct lm_text games = lm_text_in(m->v->arena);
    size_t first = 0;
    while (first < count && message[first])
        first++;
    if (m->side == NO_SIDE || first == count)
        return;
    for (size_t i = first; i < count; i++)
        lm_text_add_char(&games, turned(m->contest->games[i], m->side == SECOND));
    m->page.confirm = lm_text_string(&games);
    m->page.confirm_from = (uint32_t)first + 1;
    m->page.confirm_to = (uint32_t)count;
    m->page.confirm_count = (uint32_t)(count - first);
}

static enum lm_status add_games(struct match *m)
{
    const char *games = m->contest->games;
    size_t count = strlen(games);
    struct champ_game *rows = lm_arena_alloc(m->v->arena, count, sizeof *rows);
    bool *message[2] = {lm_arena_alloc(m->v->arena, count, sizeof **message),
                        lm_arena_alloc(m->v->arena, count, sizeof **message)};
    int32_t total[2] = {0, 0};
    if (rows == NULL || message[FIRST] == NULL || message[SECOND] == NULL)
        return LM_LIMIT;
    for (uint32_t side = FIRST; side <= SECOND; side++)
        mark_said(m, side, message[side], count);
    for (size_t i = 0; i < count; i++) {
        int32_t first = games[i] == '1' ? WIN : games[i] == '=' ? HALF_WIN : 0;
        total[FIRST] += first;
        total[SECOND] += WIN - first;
        rows[i] = (struct champ_game){.number = (uint32_t)i + 1,
                                      .first = {first},
                                      .second = {WIN - first},
                                      .first_total = {total[FIRST]},
                                      .second_total = {total[SECOND]},
                                      .alone = !message[FIRST][i] || !message[SECOND][i]};
    }
    m->page.games = rows;
    m->page.game_count = count;
    if (m->side != NO_SIDE)
        add_confirmation(m, message[m->side], count);
    return LM_OK;
}

/* Add the report of one player, and the answers of the other. */
static void add_alone(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    int64_t until = lm_champ_dispute_until(m->c, contest);
    if (contest->alone <= SECOND)
        page->alone = match_name(m, contest->alone);
    page->may_dispute = lm_champ_may_dispute(m->c, contest, m->side, m->now);
    page->may_deny =
        m->side <= SECOND && contest->state == CONTEST_OPEN && contest->proposer == 1 - m->side;
    if (until != NEVER && m->now <= until)
        page->alone_until = zone_moment(m->v, m->who.zone, until);
    if (page->may_dispute && contest->kind == RESULT_ARMAGEDDON)
        page->finished = contest->winner == contest->white ? "1-0" : "0-1";
    if (contest->state != CONTEST_OPEN || contest->proposer > SECOND)
        return;
    page->waits_for_other = m->side == contest->proposer;
    if (m->side == NO_SIDE)
        return;
    struct lm_text games = lm_text_in(m->v->arena), scores = lm_text_in(m->v->arena);
    for (const char *at = contest->proposed; *at != '\0'; at++) {
        lm_text_add_char(&games, turned(*at, m->side == SECOND));
        lm_text_print(&scores, "%s %s", at == contest->proposed ? "" : ",",
                      *at == '1'   ? "1–0"
                      : *at == '=' ? "½–½"
                                   : "0–1");
    }
    page->proposed = visit_print(m->v, "%s – %s%s", match_name(m, FIRST), match_name(m, SECOND),
                                 lm_text_string(&scores));
    if (page->waits_for_other)
        return;
    page->confirm = lm_text_string(&games);
    page->confirm_from = 1;
    page->confirm_to = page->confirm_count = (uint32_t)games.length;
}

static void add_play(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    struct match_view view = lm_champ_match(contest->format, contest->games);
    bool open = contest->state == CONTEST_OPEN && contest->waiting == NULL;
    bool begun = contest->time == NEVER || m->now >= contest->time || contest->games[0] != '\0';
    bool mine = m->side != NO_SIDE || m->who.director;
    page->next = view.games + 1;
    page->clock = view.clock == NULL ? "" : view.clock;
    page->may_play = open && mine && begun && view.state == MATCH_CONTINUES;
    page->early = contest->time == NEVER && contest->games[0] == '\0';
    page->armageddon = contest->state == CONTEST_OPEN && view.state == MATCH_ARMAGEDDON;
    page->may_break = open && m->side != NO_SIDE && contest->games[0] != '\0' &&
                      view.state == MATCH_CONTINUES && m->c->definition->attendance.breaks > 0;
    page->may_correct = m->who.director && contest->stage == m->c->current &&
                        contest->state != CONTEST_VOID && contest->games[0] != '\0';
    page->all_games = contest->games;
}

/* --- games on Lichess */

/* Add a note and a button if ${games} on Lichess include the entered games, and more. */
static void add_more(struct match *m, const char *games)
{
    struct champ_match_page *page = &m->page;
    struct lm_text more = lm_text_in(m->v->arena);
    size_t entered = strlen(m->contest->games);
    for (const char *at = games + entered; *at != '\0'; at++)
        lm_text_add_char(&more, turned(*at, m->side == SECOND));
    const struct lm_value values[] = {lm_value_number("count", (int64_t)more.length),
                                      lm_value_number("number", (int64_t)entered + 1),
                                      lm_value_text("games", lm_text_string(&more))};
    page->fetched = visit_say(m->v, LM_KEY("desk.m-fetched"), values, 3);
    page->more = lm_text_string(&more);
}

static enum lm_status add_fetched(struct match *m)
{
    struct champ_match_page *page = &m->page;
    const char *games, *entered = m->contest->games;
    bool asked;
    if (*champ_lichess(m->v) == '\0' || !page->may_play)
        return LM_OK;
    page->fetch = champ_url(m->v, "/do/fetch");
    enum lm_status status =
        champ_lichess_games(m->v, m->contest, &games, &asked, &page->fetched_trouble);
    if (status != LM_OK || (games == NULL && !asked))
        return status;
    page->head.soon = asked;
    if (asked)
        page->fetched = visit_word(m->v, LM_KEY("desk.m-fetching"));
    else if (strncmp(games, entered, strlen(entered)) != 0)
        page->fetched =
            visit_say_of(m->v, LM_KEY("desk.m-fetched-other"), lm_value_text("games", games));
    else if (games[strlen(entered)] == '\0')
        page->fetched = visit_word(m->v, LM_KEY("desk.m-fetched-none"));
    else
        add_more(m, games);
    return LM_OK;
}

/* --- absence (VI.D, VI.E) */

/* Show the viewer's report of the opponent's absence: since when, and when it takes effect. */
static void add_waits(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    const struct attendance_rules *rules = &m->c->definition->attendance;
    const struct presence *own = &contest->presence[m->side];
    const struct presence *other = &contest->presence[1 - m->side];
    if (own->wait_count == 0)
        return;
    int64_t first = own->waits[0], last = own->waits[own->wait_count - 1];
    int64_t again = first + (page->began ? lm_champ_time_to_return(m->c) : rules->message_gap);
    if (!page->began && contest->time + rules->grace > again)
        again = contest->time + rules->grace;
    page->waits = zone_moment(m->v, m->who.zone, first);
    page->waits_until = zone_moment(m->v, m->who.zone, again);
    page->may_claim = page->began ? m->now >= again && other->here == NEVER
                                  : last >= again || (rules->message_gap == 0 && m->now >= again);
    page->may_wait = !page->began && !page->may_claim;
}

/* Show the opponent's report of the viewer's absence. */
static void add_accusation(struct match *m)
{
    const struct attendance_rules *rules = &m->c->definition->attendance;
    int64_t since = lm_champ_away_since(m->contest, m->side);
    if (since == NEVER)
        return;
    int64_t until = since + (m->page.began ? lm_champ_time_to_return(m->c) : rules->message_gap);
    if (!m->page.began && m->contest->time + rules->grace > until)
        until = m->contest->time + rules->grace;
    m->page.accused = zone_moment(m->v, m->who.zone, since);
    m->page.accused_until = zone_moment(m->v, m->who.zone, until);
    m->page.may_here = m->contest->presence[m->side].here == NEVER;
}

/* Show reports to users who do not play the match. */
static void add_report(struct match *m)
{
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        int64_t since = lm_champ_away_since(m->contest, side);
        const struct lm_value values[] = {
            lm_value_text("player", match_name(m, 1 - side)),
            lm_value_text("other", match_name(m, side)),
            lm_value_text("time", since == NEVER ? "" : zone_moment(m->v, m->who.zone, since))};
        if (since != NEVER)
            m->page.reported = visit_say(m->v, LM_KEY("desk.m-reported"), values, 3);
    }
}

static void add_absence(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    if (contest->state != CONTEST_OPEN || contest->waiting != NULL || page->armageddon)
        return;
    page->began = lm_champ_has_begun(contest);
    if (m->side == NO_SIDE) {
        add_report(m);
        return;
    }
    page->may_wait = page->began ? lm_champ_is_running(m->c, contest, m->now)
                                 : contest->time != NEVER && m->now >= contest->time;
    page->may_rematch =
        page->may_wait && page->began && m->c->definition->articles[ART_REMATCH][0] != '\0';
    add_waits(m);
    add_accusation(m);
}

/* --- bids */

static const char *say_bid(const struct match *m, const char *key, uint32_t side,
                           struct lm_value second)
{
    const struct lm_value values[] = {lm_value_text("player", match_name(m, side)), second};
    return visit_say(m->v, key, values, 2);
}

static void add_bids(struct match *m)
{
    const struct contest *contest = m->contest;
    struct champ_match_page *page = &m->page;
    struct lm_text text = lm_text_in(m->v->arena);
    if (!page->armageddon && contest->kind != RESULT_ARMAGEDDON)
        return;
    bool both = contest->bids[FIRST] != 0 && contest->bids[SECOND] != 0;
    for (uint32_t side = FIRST; side <= SECOND; side++) {
        const struct record *record = lm_champ_record(m->c, contest->bid_lines[side]);
        if (both && contest->bids[side] > 0)
            lm_text_print(
                &text, "%s ",
                say_bid(m, LM_KEY("desk.m-bid-was"), side,
                        lm_value_text("seconds", visit_print(m->v, "%d", contest->bids[side]))));
        else if (contest->bids[side] != 0 && record != NULL)
            lm_text_print(
                &text, "%s ",
                say_bid(m, LM_KEY("desk.m-bid-sealed"), side,
                        lm_value_text("seal", visit_print(m->v, "%.16s…", record->line.sealed))));
    }
    if (contest->white <= SECOND)
        lm_text_add(&text, say_bid(m, LM_KEY("desk.m-bid-white"), contest->white,
                                   lm_value_number("seconds", contest->format->black_seconds)));
    page->bids = lm_text_string(&text);
    page->may_bid = page->armageddon && m->side != NO_SIDE && contest->bids[m->side] == 0;
    page->may_finish =
        page->armageddon && contest->white <= SECOND && (m->side != NO_SIDE || m->who.director);
    page->black_seconds = (uint32_t)contest->format->black_seconds;
    if (contest->white <= SECOND) {
        page->white = match_name(m, contest->white);
        page->black = match_name(m, 1 - contest->white);
    }
}

/* --- head of the page: players, score, progress */

static enum lm_status add_head(struct match *m)
{
    enum { STEPS = 3 };
    struct visit *v = m->v;
    struct champ_match_page *page = &m->page;
    const struct contest *contest = m->contest;
    struct match_view view = lm_champ_match(contest->format, contest->games);
    uint32_t side = m->side == NO_SIDE ? FIRST : m->side;
    struct champ_step *steps = lm_arena_alloc(v->arena, STEPS, sizeof *steps);
    if (steps == NULL)
        return LM_LIMIT;
    page->left = match_name(m, side);
    page->right = match_name(m, 1 - side);
    page->left_score = (struct site_points){view.score[side]};
    page->right_score = (struct site_points){view.score[1 - side]};
    page->counts = contest->games[0] != '\0' || contest->state == CONTEST_OPEN;
    page->steps = steps;
    if (contest->state != CONTEST_OPEN && !page->may_dispute)
        return LM_OK;
    size_t here = contest->state != CONTEST_OPEN ? 2
                  : contest->games[0] != '\0' || (contest->time != NEVER && m->now >= contest->time)
                      ? 1
                      : 0;
    steps[0].what = visit_word(v, LM_KEY("desk.m-step-time"));
    steps[1].what = visit_say_of(v, LM_KEY("desk.m-step-play"),
                                 lm_value_number("games", contest->format->steps[0].games));
    steps[2].what = visit_word(v, LM_KEY("desk.m-step-confirm"));
    steps[here].here = true;
    page->step_count = STEPS;
    return LM_OK;
}

/* --- the whole page */

static enum lm_status add_log(struct match *m)
{
    const struct lm_championship *c = m->c;
    struct champ_log_row *rows = lm_arena_alloc(m->v->arena, c->change_count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = c->change_count; i-- > 0;) {
        const struct change *change = &c->changes[i];
        if (!lm_champ_is_about(c, change, m->contest->id))
            continue;
        rows[m->page.row_count++] =
            (struct champ_log_row){.number = change->line,
                                   .when = zone_moment(m->v, m->who.zone, change->at),
                                   .who = change->article,
                                   .what = champ_message(m->v, m->who.zone, change)};
    }
    m->page.rows = rows;
    return LM_OK;
}

static enum lm_status match_begin(struct visit *v, struct match *m)
{
    struct lm_championship *c = v->championship->c;
    int64_t now = championships_now(v);
    *m = (struct match){.v = v, .c = c, .now = now > c->time ? now : c->time, .side = NO_SIDE};
    m->contest =
        lm_champ_contest(c, visit_print(v, "%s/%s/%s", v->parts[1], v->parts[2], v->parts[3]));
    if (m->contest == NULL || m->contest->player[SECOND] == NOBODY)
        return visit_refuse(v, 404, "Match not found");
    enum lm_status status = viewer_of(v, &m->who);
    if (m->who.person != NOBODY)
        m->side = lm_champ_side(m->contest, m->who.person);
    m->period = lm_champ_deal_period(c, m->contest);
    for (uint32_t i = FIRST; i <= SECOND; i++) {
        m->zone_names[i] = zone_of_player(v, match_name(m, i), &m->zones[i]);
        if (m->zones[i] == NULL)
            status = LM_LIMIT;
    }
    (void)zone_of_player(v, "", &m->utc); /* no player: UTC */
    return m->utc == NULL ? LM_LIMIT : status;
}

/* Return the addresses of the forms. */
static struct champ_urls urls_of(struct visit *v)
{
    return (struct champ_urls){.offer = champ_url(v, "/do/offer"),
                               .accept = champ_url(v, "/do/accept"),
                               .time = champ_url(v, "/do/time"),
                               .move = champ_url(v, "/do/move"),
                               .result = champ_url(v, "/do/result"),
                               .armageddon = champ_url(v, "/do/armageddon"),
                               .pause = champ_url(v, "/do/break"),
                               .bid = champ_url(v, "/do/bid"),
                               .wait = champ_url(v, "/do/wait"),
                               .here = champ_url(v, "/do/here"),
                               .absent = champ_url(v, "/do/absent"),
                               .left = champ_url(v, "/do/left"),
                               .correct = champ_url(v, "/do/correct"),
                               .dispute = champ_url(v, "/do/dispute"),
                               .rematch = champ_url(v, "/do/rematch")};
}

static enum lm_status show_match(struct visit *v)
{
    struct match m;
    enum lm_status status = match_begin(v, &m);
    if (status != LM_OK)
        return status;
    struct champ_match_page *page = &m.page;
    page->head = champ_head(
        v, CHAMP_TABS, visit_print(v, "%s – %s", match_name(&m, FIRST), match_name(&m, SECOND)));
    page->token = v->who.token;
    page->request = champ_request(v);
    page->id = m.contest->id;
    page->name = champ_match_name(v, m.contest);
    page->first = match_name(&m, FIRST);
    page->second = match_name(&m, SECOND);
    page->state = champ_contest_state(v, &m.who, m.contest);
    page->opponent = match_name(&m, other(&m));
    page->mine = m.side != NO_SIDE;
    page->reporter = page->mine ? "you" : page->first;
    page->director = m.who.director;
    page->zone_name = m.who.zone_name;
    page->urls = urls_of(v);
    add_time(&m);
    add_move(&m);
    add_play(&m);
    add_absence(&m);
    add_bids(&m);
    status = champ_duties(v, &m.who, m.who.person, m.contest, &page->duties, &page->duty_count);
    if (status == LM_OK)
        status = add_offers(&m);
    if (status == LM_OK)
        status = match_calendar(&m);
    if (status == LM_OK)
        status = add_games(&m);
    add_alone(&m);
    if (status == LM_OK)
        status = add_head(&m);
    if (status == LM_OK)
        status = add_fetched(&m);
    if (status == LM_OK)
        status = letters_of_match(v, &m.who, m.contest, page);
    if (status == LM_OK)
        status = add_log(&m);
    if (status == LM_OK)
        page_desk_champ_match(&v->reply->body, v->language, page);
    return status;
}

const struct handler match_handlers[] = {
    {false, "/c/:championship/m/:stage/:round/:match", RIGHT_LOOK, NULL,
     "a match: its time, its games, what happened", show_match, false},
    {0}};
