/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "championship/state.h"
#include "limmat/date.h"
#include "limmat/random.h"

/*
 * A championship played at random: players apply, offer times or forget to, come late, leave, get
 * marked; the director decides whatever waits.  Everything goes through events, as JSON, so that a
 * replay needs only the journal.  From time to time an impossible event is tried, and must be
 * refused.
 */

enum { HALF_DAY = 43200, SIM_HOUR = 3600, SIM_MINUTE = 60, STEPS_MAX = 20000 };

struct simulation {
    struct lm_championship *c;
    struct lm_random random;
    const struct lm_simulation *how;
    struct lm_text *journal;
    struct lm_log *log;
    struct lm_simulated result;
    int64_t now;
    enum lm_status status;
    struct due *dues; /* of this step, without their texts */
    size_t due_capacity;
};

static uint32_t below(struct simulation *s, uint32_t bound)
{
    return (uint32_t)lm_random_below(&s->random, bound);
}

static bool chance(struct simulation *s, uint32_t per_mille)
{
    return below(s, 1000) < per_mille;
}

/* Does an incident happen here? */
static bool incident(struct simulation *s)
{
    return chance(s, s->how->incidents);
}

static const char *moment(struct simulation *s, int64_t at)
{
    struct lm_text text = lm_text_in(s->c->arena);
    lm_text_add_instant(&text, at);
    return lm_text_string(&text);
}

static const char *director(const struct simulation *s)
{
    return s->c->definition->directors[0];
}

/* ---- events */

/* Enter the event {"at": now, "by": ${by}, ${members}} as text; LM_OK if it was taken. */
static enum lm_status try_event(struct simulation *s, const char *by, const char *members,
                                struct lm_log *log, struct lm_text *line,
                                struct lm_desk_taken *taken)
{
    struct lm_json *event = NULL;
    *line = lm_text_in(s->c->arena);
    lm_text_print(line, "{\"at\":\"%s\",\"by\":", moment(s, s->now));
    lm_json_add_string(line, by);
    lm_text_print(line, ",%s}", members);
    enum lm_status status = lm_text_status(line);
    if (status == LM_OK)
        status = lm_json_parse(line->bytes, line->length, s->c->arena, log, &event);
    const struct lm_json *wish = event;
    return status == LM_OK ? lm_championship_enter(s->c, &wish, 1, log, taken) : status;
}

static void keep(struct simulation *s, const struct lm_desk_taken *taken)
{
    lm_text_add_bytes(s->journal, taken->lines, taken->line_length);
    if (s->how->secrets != NULL)
        lm_text_add_bytes(s->how->secrets, taken->secrets, taken->secret_length);
    s->result.events++;
}

static void enter(struct simulation *s, const char *by, const char *pattern, ...) LM_PRINTF(3, 4);
static void enter(struct simulation *s, const char *by, const char *pattern, ...)
{
    struct lm_text members = lm_text_in(s->c->arena);
    struct lm_text line;
    struct lm_desk_taken taken = {.answer = LM_ACT_REFUSED};
    va_list arguments;
    va_start(arguments, pattern);
    lm_text_vprint(&members, pattern, arguments);
    va_end(arguments);
    if (s->status != LM_OK)
        return;
    s->status = try_event(s, by, lm_text_string(&members), s->log, &line, &taken);
    if (s->status != LM_OK || taken.answer != LM_ACT_TAKEN) {
        (void)lm_log_add(s->log, LM_ERROR, (struct lm_place){.value = lm_text_string(&line)}, NULL,
                         "an event of the simulation was refused");
        s->status = LM_INTERNAL;
        return;
    }
    keep(s, &taken);
}

/* Try an event that the rules forbid: it must be refused, and nothing may change. */
static void try_impossible(struct simulation *s, const char *by, const char *pattern, ...)
    LM_PRINTF(3, 4);
static void try_impossible(struct simulation *s, const char *by, const char *pattern, ...)
{
    struct lm_text members = lm_text_in(s->c->arena);
    struct lm_text line;
    va_list arguments;
    va_start(arguments, pattern);
    lm_text_vprint(&members, pattern, arguments);
    va_end(arguments);
    size_t events = s->c->events;
    size_t changes = s->c->change_count;
    int64_t time = s->c->time;
    struct lm_log log = {.arena = s->c->arena};
    struct lm_desk_taken taken;
    enum lm_status status = try_event(s, by, lm_text_string(&members), &log, &line, &taken);
    bool refused = status == LM_INVALID && log.count > 0 && s->c->events == events &&
                   s->c->change_count == changes && s->c->time == time;
    s->result.refused += refused;
    if (!refused && s->status == LM_OK)
        s->status = lm_log_add(s->log, LM_ERROR, (struct lm_place){.value = lm_text_string(&line)},
                               NULL, "an impossible event was not refused") == LM_LIMIT
                        ? LM_LIMIT
                        : LM_INTERNAL;
}

/* ---- applications */

/* The facts of a valid application; ${flaw} spoils them. */
enum flaw { FLAW_NONE, FLAW_NEW, FLAW_FEW_GAMES, FLAW_MARKED, FLAW_CHEATED, FLAW_DOUBLE, FLAWS };

static void apply(struct simulation *s, const char *name, enum flaw flaw)
{
    static const char *const created[] = {"2012-03-04T05:06:07Z", "2037-01-01T00:00:00Z"};
    struct lm_text extra = lm_text_in(s->c->arena);
    int64_t at = s->c->definition->seeding.given ? s->now : s->c->definition->seeding.at;
    uint32_t rating = 1500 + below(s, 800);
    if (flaw == FLAW_MARKED)
        lm_text_print(&extra, ",\"marks\":[{\"account\":\"other\",\"kind\":\"%s\",\"at\":\"%s\"}]",
                      chance(s, 500) ? "engine" : "booster",
                      moment(s, at - (int64_t)below(s, 1500) * 86400));
    if (flaw == FLAW_CHEATED)
        lm_text_print(&extra, ",\"cheat_games\":[\"%s\"]",
                      moment(s, at - (int64_t)below(s, 700) * 86400));
    if (flaw == FLAW_DOUBLE || strcmp(name, "p001") == 0)
        lm_text_add(&extra, ",\"owner\":\"one-and-the-same\"");
    lm_text_print(&extra, ",\"history\":[[\"%s\",%u],[\"%s\",%u]]", moment(s, at - 100LL * 86400),
                  rating, moment(s, at - 10LL * 86400), rating + below(s, 60));
    enter(s, director(s), "\"event\":\"apply\",\"player\":\"%s\",\"created\":\"%s\",\"games\":%u%s",
          name, created[flaw == FLAW_NEW], flaw == FLAW_FEW_GAMES ? 12u : 900u,
          lm_text_string(&extra));
}

static void apply_holders(struct simulation *s)
{
    const struct lm_definition *d = s->c->definition;
    for (size_t i = 0; i < d->holder_count; i++) {
        if (d->holders[i].automatic || chance(s, 800))
            apply(s, d->holders[i].player, FLAW_NONE);
    }
}

static int64_t first_day(const struct lm_definition *d)
{
    if (d->registration_from != INT64_MIN)
        return d->registration_from;
    return d->calendar.used ? d->calendar.starts - 20LL * 86400 : 1577836800; /* 2020-01-01 */
}

static void apply_all(struct simulation *s)
{
    const struct lm_definition *d = s->c->definition;
    int64_t first = first_day(d);
    int64_t last = d->registration_until != NEVER ? d->registration_until : first + 15LL * 86400;
    uint32_t count = s->how->entrants + s->how->entrants / 10;
    s->now = first;
    apply_holders(s);
    for (uint32_t i = 0; i < count && s->status == LM_OK; i++) {
        struct lm_text name = lm_text_in(s->c->arena);
        lm_text_print(&name, "p%03u", i + 1);
        s->now += (last - s->now) / (int64_t)(count - i + 1);
        bool bad = i >= s->how->entrants;
        apply(s, lm_text_string(&name), bad ? (enum flaw)(1 + below(s, FLAWS - 1)) : FLAW_NONE);
    }
    try_impossible(s, "p001", "\"event\":\"apply\",\"player\":\"p001\"");
    try_impossible(s, "stranger", "\"event\":\"decide\",\"what\":\"application\"");
}

/* ---- matches */

static const struct contest *find(const struct simulation *s, const struct due *due)
{
    return due->contest != NULL ? lm_champ_contest(s->c, due->contest->id) : NULL;
}

/* Return a full hour for the match, after now and within the round; NEVER: none. */
static int64_t some_time(struct simulation *s, const struct contest *contest)
{
    struct period period = lm_champ_deal_period(s->c, contest);
    int64_t first = (s->now / SIM_HOUR + 1) * SIM_HOUR;
    int64_t last = period.complete_by != NEVER ? period.complete_by : s->now + 5LL * 86400;
    if (first > last)
        return NEVER;
    return first + (int64_t)below(s, (uint32_t)((last - first) / SIM_HOUR) + 1) * SIM_HOUR;
}

static void offer(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    const char *name = lm_champ_name(s->c, due->person);
    if (contest == NULL || contest->state != CONTEST_OPEN || contest->time != NEVER ||
        chance(s, 300) || incident(s))
        return;
    for (uint32_t i = 0; i < 3; i++) {
        int64_t time = some_time(s, contest);
        if (time != NEVER)
            enter(s, name, "\"event\":\"offer\",\"match\":\"%s\",\"time\":\"%s\"", contest->id,
                  moment(s, time));
    }
    if (incident(s))
        try_impossible(s, name, "\"event\":\"offer\",\"match\":\"%s\",\"time\":\"%s\"", contest->id,
                       moment(s, s->now - 60));
}

static void set_time(struct simulation *s, const struct due *due, const char *by)
{
    const struct contest *contest = find(s, due);
    int64_t time = contest != NULL ? some_time(s, contest) : NEVER;
    bool noticed = due->person == NOBODY || time - s->now >= s->c->definition->periods.notice;
    if (time != NEVER && noticed && contest->state == CONTEST_OPEN && contest->time == NEVER)
        enter(s, by, "\"event\":\"time\",\"match\":\"%s\",\"time\":\"%s\"", contest->id,
              moment(s, time));
}

/* Is the offer still open?  Others may have acted since. */
static bool is_offered(const struct contest *contest, uint32_t by, int64_t time)
{
    bool open = contest->state == CONTEST_OPEN && contest->time == NEVER;
    for (size_t i = 0; open && i < contest->offer_count; i++) {
        if (contest->player[contest->offers[i].by] == by && contest->offers[i].time == time)
            return true;
    }
    return false;
}

static void accept(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest != NULL && is_offered(contest, due->subject, due->time) && due->time > s->now &&
        chance(s, 300))
        enter(s, lm_champ_name(s->c, due->person),
              "\"event\":\"accept\",\"match\":\"%s\",\"time\":\"%s\"", contest->id,
              moment(s, due->time));
}

/* Sometimes a player asks to move the agreed time. */
static void ask_to_move(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    int64_t time = contest != NULL && incident(s) ? some_time(s, contest) : NEVER;
    if (time == NEVER || !lm_champ_may_move(s->c, contest) || time == contest->time)
        return;
    const char *name = lm_champ_name(s->c, due->person);
    uint32_t side = lm_champ_side(contest, due->person);
    bool asked = lm_champ_is_asked(s->c, contest, s->now);
    if (asked && contest->move.by != side && contest->move.time == time)
        return;
    enter(s, name, "\"event\":\"move\",\"match\":\"%s\",\"time\":\"%s\"", contest->id,
          moment(s, time));
    try_impossible(s, name, "\"event\":\"move\",\"match\":\"%s\",\"answer\":\"accept\"",
                   contest->id);
}

static void answer_move(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest == NULL || !lm_champ_is_asked(s->c, contest, s->now) ||
        contest->player[1 - contest->move.by] != due->person)
        return;
    static const char *const answers[] = {"accept", "decline"};
    enter(s, lm_champ_name(s->c, due->person),
          "\"event\":\"move\",\"match\":\"%s\",\"answer\":\"%s\"", contest->id,
          answers[below(s, 2)]);
}

/* Return games until the match is over, or an Armageddon game must decide. */
static const char *play(struct simulation *s, const struct contest *contest)
{
    struct lm_text games = lm_text_in(s->c->arena);
    struct lm_text all = lm_text_in(s->c->arena);
    lm_text_add(&all, contest->games);
    bool level = chance(s, 200);
    while (lm_champ_match(contest->format, lm_text_string(&all)).state == MATCH_CONTINUES) {
        char game = level ? '=' : "10=1"[below(s, 4)];
        lm_text_add_char(&games, game);
        lm_text_add_char(&all, game);
    }
    return lm_text_string(&games);
}

static void claim(struct simulation *s, const struct contest *contest, uint32_t side)
{
    const char *there = lm_champ_name(s->c, contest->player[side]);
    const char *away = lm_champ_name(s->c, contest->player[1 - side]);
    static const char *const choices[] = {"claim", "claim", "reschedule", "failed"};
    const char *start = moment(s, contest->time);
    if (chance(s, 300)) {
        enter(s, director(s),
              "\"event\":\"claim\",\"match\":\"%s\",\"kind\":\"left\",\"player\":\"%s\","
              "\"left\":\"%s\"",
              contest->id, away, start);
        return;
    }
    bool both_away = chance(s, 100);
    bool reported = chance(s, 800);
    try_impossible(s, there,
                   "\"event\":\"claim\",\"match\":\"%s\",\"kind\":\"no_show\","
                   "\"arrived\":{\"%s\":\"%s\"},\"messages\":[\"%s\",\"%s\"],"
                   "\"choice\":\"claim\"",
                   contest->id, there, start, start, moment(s, contest->time + 11 * SIM_MINUTE));
    enter(s, director(s),
          "\"event\":\"claim\",\"match\":\"%s\",\"kind\":\"no_show\","
          "\"arrived\":{\"%s\":%s%s%s,\"%s\":null},\"messages\":[\"%s\"%s%s%s],\"choice\":\"%s\"",
          contest->id, there, both_away ? "" : "\"", both_away ? "null" : start,
          both_away ? "" : "\"", away, start, reported ? ",\"" : "",
          reported ? moment(s, contest->time + 11 * SIM_MINUTE) : "", reported ? "\"" : "",
          choices[below(s, 4)]);
}

static void report(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest == NULL || contest->state != CONTEST_OPEN || contest->waiting != NULL)
        return;
    const char *name = lm_champ_name(s->c, due->person);
    if (lm_champ_match(contest->format, contest->games).state == MATCH_ARMAGEDDON) {
        static const char *const results[] = {"1-0", "0-1", "1/2"};
        if (contest->white != NO_SIDE)
            enter(s, name, "\"event\":\"result\",\"match\":\"%s\",\"armageddon\":\"%s\"",
                  contest->id, results[below(s, 3)]);
    } else if (contest->time != NEVER && contest->time + 3 * SIM_HOUR < s->now && !chance(s, 50)) {
        if (incident(s))
            claim(s, contest, lm_champ_side(contest, due->person));
        else
            enter(s, name, "\"event\":\"result\",\"match\":\"%s\",\"games\":\"%s\"", contest->id,
                  play(s, contest));
    }
}

/* The other player reports the same, or disputes it. */
static void confirm(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest == NULL || contest->state != CONTEST_DONE || contest->alone > SECOND ||
        contest->disputed <= SECOND || contest->player[1 - contest->alone] != due->person)
        return;
    const char *name = lm_champ_name(s->c, due->person);
    uint32_t side = 1 - contest->alone;
    if (incident(s) && lm_champ_may_dispute(s->c, contest, side, s->now))
        enter(s, name, "\"event\":\"dispute\",\"match\":\"%s\"", contest->id);
    else if (contest->kind == RESULT_ARMAGEDDON)
        enter(s, name, "\"event\":\"result\",\"match\":\"%s\",\"armageddon\":\"%s\"", contest->id,
              contest->winner == contest->white ? "1-0" : "0-1");
    else
        enter(s, name, "\"event\":\"result\",\"match\":\"%s\",\"from\":1,\"games\":\"%s\"",
              contest->id, contest->games);
}

static void end_dispute(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest != NULL && contest->disputed <= SECOND)
        enter(s, director(s), "\"event\":\"decide\",\"what\":\"dispute\",\"match\":\"%s\"",
              contest->id);
}

static void bid(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    uint32_t side = contest != NULL ? lm_champ_side(contest, due->person) : NO_SIDE;
    if (side != NO_SIDE && contest->state == CONTEST_OPEN && contest->bids[side] == 0)
        enter(s, lm_champ_name(s->c, due->person),
              "\"event\":\"bid\",\"match\":\"%s\",\"seconds\":%u", contest->id,
              100 + 20 * below(s, 3));
}

/* ---- the director */

static void decide_application(struct simulation *s, const struct due *due)
{
    const struct person *p = &s->c->people[due->subject];
    enter(s, director(s),
          "\"event\":\"decide\",\"what\":\"application\",\"player\":\"%s\",\"article\":\"%s\","
          "\"verdict\":\"%s\"",
          p->id, p->reasons[0], chance(s, 500) ? "accept" : "deny");
}

static void decide_tie(struct simulation *s, const struct due *due)
{
    if (due->stage == s->c->current && lm_champ_stage_over(s->c, due->stage) && chance(s, 500))
        enter(s, director(s),
              "\"event\":\"decide\",\"what\":\"order\",\"stage\":\"%s\",\"order\":[\"%s\"]",
              s->c->definition->stages[due->stage].name, lm_champ_name(s->c, due->subject));
}

static void decide_finding(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest == NULL || contest->state != CONTEST_OPEN)
        return;
    const char *at_fault[] = {"none", "both", lm_champ_name(s->c, contest->player[FIRST]),
                              lm_champ_name(s->c, contest->player[SECOND])};
    enter(s, director(s),
          "\"event\":\"decide\",\"what\":\"finding\",\"match\":\"%s\",\"at_fault\":\"%s\"",
          contest->id, at_fault[below(s, 4)]);
}

/* Rule on a match that nothing else ends: for a player, or drawn if possible, or forfeited. */
static void rule(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest == NULL || contest->state != CONTEST_OPEN)
        return;
    uint32_t winner = below(s, 2);
    bool forfeited = chance(s, 500);
    const char *loser = lm_champ_name(s->c, contest->player[1 - winner]);
    const char *first = lm_champ_name(s->c, contest->player[FIRST]);
    const char *second = lm_champ_name(s->c, contest->player[SECOND]);
    if (!lm_champ_is_decisive(s->c, contest) && (due->kind == DUE_UNAGREED || chance(s, 300)))
        enter(s, director(s),
              "\"event\":\"decide\",\"what\":\"result\",\"match\":\"%s\",\"winner\":\"draw\","
              "\"forfeited\":[\"%s\",\"%s\"]",
              contest->id, first, second);
    else
        enter(s, director(s),
              "\"event\":\"decide\",\"what\":\"result\",\"match\":\"%s\",\"winner\":\"%s\","
              "\"forfeited\":[%s%s%s]",
              contest->id, winner == FIRST ? first : second, forfeited ? "\"" : "",
              forfeited ? loser : "", forfeited ? "\"" : "");
}

static void decide_white(struct simulation *s, const struct due *due)
{
    const struct contest *contest = find(s, due);
    if (contest != NULL && contest->state == CONTEST_OPEN)
        enter(s, director(s),
              "\"event\":\"decide\",\"what\":\"white\",\"match\":\"%s\",\"player\":\"%s\"",
              contest->id, lm_champ_name(s->c, contest->player[below(s, 2)]));
}

static void put_tokens(const struct lm_desk_taken *taken, struct lm_text *out)
{
    lm_text_add(out, ",\"acknowledged\":[");
    for (size_t i = 0; i < taken->reason_count; i++)
        lm_text_print(out, "%s\"%s\"", i == 0 ? "" : ",", taken->reasons[i].token);
    lm_text_add(out, "]");
}

/* Ask for the consequences of the director's act, and then acknowledge them, unless there are too
 * many. */
static void enter_knowingly(struct simulation *s, struct lm_text *members,
                            struct lm_desk_taken *taken)
{
    struct lm_text line;
    s->status = try_event(s, director(s), lm_text_string(members), s->log, &line, taken);
    if (s->status == LM_OK && taken->answer == LM_ACT_NEEDS && taken->reason_count < 6) {
        put_tokens(taken, members);
        s->status = try_event(s, director(s), lm_text_string(members), s->log, &line, taken);
    }
    if (s->status == LM_OK && taken->answer == LM_ACT_TAKEN)
        keep(s, taken);
}

static void pair(struct simulation *s, const struct due *due)
{
    struct lm_text proposal = lm_text_in(s->c->arena);
    struct period period;
    if (s->c->current != NOBODY && !lm_champ_round_over(s->c, s->c->current))
        return; /* a result was disputed since */
    if (lm_champ_period(s->c, due->stage, due->round, &period) && period.starts > s->now &&
        (due->round == 0 || chance(s, 700)))
        s->now = period.starts;
    s->status = lm_championship_propose(s->c, s->now, s->log, &proposal);
    if (s->status != LM_OK)
        return;
    struct lm_text members = lm_text_in(s->c->arena);
    struct lm_desk_taken taken;
    proposal.bytes[proposal.length - 1] = '\0'; /* members only, without the braces */
    lm_text_add(&members, proposal.bytes + 1);
    enter_knowingly(s, &members, &taken);
    if (s->status != LM_OK || taken.answer != LM_ACT_TAKEN)
        return; /* too much can still be disputed: try later */
    try_impossible(s, "p001", "\"event\":\"pair\"");
    try_impossible(s, director(s), "\"event\":\"apply\",\"player\":\"latecomer\"");
}

/* ---- the run */

static void act(struct simulation *s, const struct due *due)
{
    bool decision = due->kind <= DUE_WHITE && due->kind != DUE_PAIRING &&
                    due->kind != DUE_REMATCH && due->kind != DUE_DAYS;
    s->result.decisions += decision;
    switch (due->kind) {
    case DUE_APPLICATION:
        decide_application(s, due);
        break;
    case DUE_PAIRING:
        pair(s, due);
        break;
    case DUE_TIE:
        decide_tie(s, due);
        break;
    case DUE_FINDING:
        decide_finding(s, due);
        break;
    case DUE_ASSIGNMENT:
        set_time(s, due, director(s));
        break;
    case DUE_DISPUTE:
        end_dispute(s, due);
        break;
    case DUE_CONFIRM:
        confirm(s, due);
        break;
    case DUE_UNAGREED:
    case DUE_RULING:
    case DUE_OVERDUE:
        rule(s, due);
        break;
    case DUE_REMATCH:
    case DUE_DAYS:
        break; /* no act is required */
    case DUE_WHITE:
        decide_white(s, due);
        break;
    case DUE_OFFER:
    case DUE_AGREEMENT:
        offer(s, due);
        break;
    case DUE_ACCEPTANCE:
        accept(s, due);
        break;
    case DUE_CHOICE:
        if (!incident(s))
            set_time(s, due, lm_champ_name(s->c, due->person));
        break;
    case DUE_PLAY:
        ask_to_move(s, due);
        break;
    case DUE_MOVE:
        answer_move(s, due);
        break;
    case DUE_RESULT:
        report(s, due);
        break;
    case DUE_BID:
        bid(s, due);
        break;
    }
}

/* A player withdraws or is disqualified. */
static void lose_somebody(struct simulation *s)
{
    static const char *const grounds[] = {"withdraw", "withdraw",   "engine",  "booster",
                                          "cheating", "accusation", "director"};
    uint32_t person = below(s, (uint32_t)s->c->person_count);
    if (s->c->people[person].out != GROUND_NONE || lm_champ_over(s->c) || !incident(s))
        return;
    const char *name = lm_champ_name(s->c, person);
    if (!lm_champ_is_director(s->c->definition, name))
        try_impossible(s, name, "\"event\":\"out\",\"player\":\"%s\",\"ground\":\"engine\"", name);
    enter(s, director(s), "\"event\":\"out\",\"player\":\"%s\",\"ground\":\"%s\"", name,
          grounds[below(s, 7)]);
    try_impossible(s, director(s), "\"event\":\"out\",\"player\":\"%s\",\"ground\":\"engine\"",
                   name);
}

/* ---- mistakes noticed later */

/* Return a random valid line among the last ones, for a director to undo. */
static uint64_t some_line(struct simulation *s)
{
    enum { RECENT = 30 };
    size_t count = s->c->record_count;
    uint32_t recent = count < RECENT ? (uint32_t)count : RECENT;
    if (recent == 0)
        return 0;
    const struct record *record = &s->c->records[count - 1 - below(s, recent)];
    return record->dropped == 0 ? record->line.number : 0;
}

/* Undo a line: ask for the consequences, and then acknowledge them. */
static void regret(struct simulation *s)
{
    struct lm_text members = lm_text_in(s->c->arena);
    struct lm_desk_taken taken;
    uint64_t number = some_line(s);
    if (number == 0 || lm_champ_over(s->c) || s->c->current == NOBODY)
        return;
    lm_text_print(&members, "\"event\":\"restore\",\"line\":%llu", (unsigned long long)number);
    enter_knowingly(s, &members, &taken);
    if (s->status != LM_OK || taken.answer != LM_ACT_TAKEN)
        return;
    s->result.taken_back++;
    s->result.fallen += s->c->records[s->c->record_count - 1].fall_count;
}

/* Try acts that an open match forbids. */
static void try_too_early(struct simulation *s)
{
    for (size_t i = s->c->contest_count; i-- > 0;) {
        const struct contest *contest = &s->c->contests[i];
        if (contest->state != CONTEST_OPEN)
            continue;
        try_impossible(s, director(s), "\"event\":\"pair\"");
        try_impossible(s, director(s), "\"event\":\"result\",\"match\":\"%s\",\"games\":\"1x\"",
                       contest->id);
        try_impossible(s, director(s), "\"event\":\"bid\",\"match\":\"%s\",\"seconds\":0",
                       contest->id);
        return;
    }
}

/* List the due tasks, in s->dues.  Their texts, which are not used here, and the computed standings
 * are freed at once: a step leaves only its events in memory. */
static size_t list_dues(struct simulation *s)
{
    for (;;) {
        size_t count = 0;
        struct lm_mark mark = lm_arena_mark(s->c->arena);
        const struct due *all = lm_champ_due(s->c, s->now, &count);
        bool fits = count <= s->due_capacity && !s->c->out_of_memory;
        for (size_t i = 0; fits && i < count; i++) {
            s->dues[i] = all[i];
            s->dues[i].text = s->dues[i].otherwise = NULL;
        }
        lm_arena_reset(s->c->arena, mark);
        if (fits)
            return count;
        if (s->c->out_of_memory ||
            !lm_arena_grow(s->c->arena, &s->dues, &s->due_capacity, count, sizeof *s->dues)) {
            s->status = LM_LIMIT;
            return 0;
        }
    }
}

/* End rescheduled matches that could not be played. */
static void end_rescheduled(struct simulation *s)
{
    for (size_t i = 0; i < s->c->contest_count && s->status == LM_OK; i++)
        if (lm_champ_lapses(s->c, &s->c->contests[i]) < s->now)
            enter(s, "limmat", "\"event\":\"lapse\",\"match\":\"%s\"", s->c->contests[i].id);
}

static void step(struct simulation *s)
{
    end_rescheduled(s);
    size_t count = list_dues(s);
    if (count == 0 && s->status == LM_OK && !lm_champ_over(s->c)) {
        s->status = LM_INTERNAL;
        (void)lm_log_add(s->log, LM_ERROR, (struct lm_place){0}, NULL,
                         "a dead end: nothing is due and the championship is not over");
        return;
    }
    for (size_t i = 0; i < count && s->status == LM_OK; i++)
        act(s, &s->dues[i]);
    if (s->status == LM_OK)
        lose_somebody(s);
    if (s->status == LM_OK && incident(s))
        try_too_early(s);
    if (s->status == LM_OK && incident(s) && chance(s, 200))
        regret(s);
    s->now += HALF_DAY;
}

enum lm_status lm_championship_simulate(const struct lm_definition *definition,
                                        const struct lm_simulation *how, struct lm_arena *arena,
                                        struct lm_log *log, struct lm_text *journal,
                                        struct lm_simulated *out)
{
    if (definition == NULL || how == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "no request was given");
    struct simulation s = {.random = lm_random_from(how->seed),
                           .how = how,
                           .journal = journal,
                           .log = log,
                           .status = LM_OK};
    enum lm_status status =
        lm_championship_begin(definition, definition->directors[0], first_day(definition),
                              how->hooks, arena, log, journal, &s.c);
    if (status != LM_OK)
        return status;
    apply_all(&s);
    for (uint32_t i = 0; s.status == LM_OK && !lm_champ_over(s.c); i++) {
        step(&s);
        if (i == STEPS_MAX)
            s.status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                                  "the simulation does not end");
    }
    if (s.status != LM_OK)
        return s.status == LM_LIMIT ? LM_LIMIT : LM_INTERNAL;
    s.result.champion = lm_championship_champion(s.c);
    s.result.championship = s.c;
    *out = s.result;
    return lm_text_status(journal);
}
