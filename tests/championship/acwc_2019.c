/* SPDX-License-Identifier: Apache-2.0 */
/*
 * acwc_2019 FOLDER DEFINITION: every case of the vectors of 2019, through the functions that the
 * engine uses and, for applications, candidates, finals, agreements and whole championships,
 * through events.  Prints TAP, one test per file.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "championship/state.h"
#include "limmat/date.h"
#include "pairing/monrad_acwc_2019/monrad_acwc_2019.h"

enum { BUFFER = 1 << 20 };

static const char *folder;
static const char *definition_path;
static struct lm_arena *arena;
static struct lm_definition *definition;
static unsigned cases, faults;
static const char *context = "";

/* ---- helpers ----------------------------------------------------------------------------- */

static void fault(const char *what, const char *expected, const char *found)
{
    if (faults++ < 20)
        printf("# case %u %s: %s: expected %s, found %s\n", cases, context, what, expected, found);
}

static bool check(bool good, const char *what)
{
    if (!good)
        fault(what, "so", "not so");
    return good;
}

static void check_integer(const char *what, int64_t expected, int64_t found)
{
    char a[32];
    char b[32];
    snprintf(a, sizeof a, "%lld", (long long)expected);
    snprintf(b, sizeof b, "%lld", (long long)found);
    if (expected != found)
        fault(what, a, b);
}

static void check_text(const char *what, const char *expected, const char *found)
{
    expected = expected != NULL ? expected : "nothing";
    found = found != NULL ? found : "nothing";
    if (strcmp(expected, found) != 0)
        fault(what, expected, found);
}

static char *slurp(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        printf("Bail out! cannot read %s\n", path);
        exit(1);
    }
    size_t capacity = BUFFER;
    char *bytes = malloc(capacity);
    *length = 0;
    for (size_t got = 1; got > 0; *length += got) {
        if (*length == capacity)
            bytes = realloc(bytes, capacity *= 2);
        got = fread(bytes + *length, 1, capacity - *length, file);
    }
    fclose(file);
    return bytes;
}

static const struct lm_json *get(const struct lm_json *object, const char *key)
{
    return lm_json_get(object, key);
}

static const char *text(const struct lm_json *object, const char *key)
{
    return lm_json_string(lm_json_get(object, key));
}

static int64_t instant_of(const struct lm_json *node)
{
    int64_t at = NEVER;
    const char *string = lm_json_string(node);
    if (string != NULL && !lm_parse_instant(string, strlen(string), &at))
        fault("instant", "a moment", string);
    return at;
}

static int64_t integer(const struct lm_json *node)
{
    int64_t value = -1;
    check(lm_json_integer(node, INT64_MIN, INT64_MAX, &value), "an integer");
    return value;
}

/* "1823.5" (a string in the vectors) as tenths. */
static int32_t tenths(const struct lm_json *node)
{
    int32_t value = INT32_MIN;
    if (node != NULL && node->text != NULL)
        check(lm_parse_tenths(node->text, strlen(node->text), &value), "a number of points");
    return value;
}

static const struct lm_json *at(const struct lm_json *array, size_t index)
{
    const struct lm_json *child = array != NULL ? array->first : NULL;
    while (index-- > 0 && child != NULL)
        child = child->next;
    return child;
}

static const struct match_format *format(const char *name)
{
    for (size_t i = 0; i < definition->format_count; i++) {
        if (strcmp(definition->formats[i].name, name) == 0)
            return &definition->formats[i];
    }
    abort();
}

/* ---- events ------------------------------------------------------------------------------ */

static struct lm_championship *championship;
static int64_t now;

static struct lm_championship *open_championship(void)
{
    struct lm_championship *c = NULL;
    check(lm_championship_new(definition, arena, &c) == LM_OK, "a championship");
    return c;
}

/* Take the event written by ${json} (without at) at ${now}; return the refusal's text, or NULL. */
static const char *take_at(const char *json)
{
    struct lm_text line = lm_text_in(arena);
    struct lm_log log = {.arena = arena};
    struct lm_json *event = NULL;
    lm_text_add(&line, "{\"at\":\"");
    lm_text_add_instant(&line, now);
    lm_text_print(&line, "\",%s}", json);
    if (lm_json_parse(lm_text_string(&line), line.length, arena, &log, &event) == LM_OK &&
        lm_championship_take(championship, event, &log) == LM_OK)
        return NULL;
    return log.count > 0 ? log.all[0].what : "no reason";
}

static void take(const char *json)
{
    const char *refused = take_at(json);
    if (refused != NULL)
        fault(json, "an event", refused);
}

static const char *print(const char *pattern, ...) LM_PRINTF(1, 2);
static const char *print(const char *pattern, ...)
{
    struct lm_text out = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, pattern);
    lm_text_vprint(&out, pattern, arguments);
    va_end(arguments);
    return lm_text_string(&out);
}

static const char *match_between(const char *a, const char *b)
{
    struct lm_open_match match;
    bool found = lm_championship_open_match(championship, a, &match) &&
                 (strcmp(match.first, b) == 0 || strcmp(match.second, b) == 0);
    return found ? match.id : "no match";
}

/* Write a copy of ${key} of ${from} as JSON text; only arrays of strings and pairs occur. */
static void copy_json(struct lm_text *out, const struct lm_json *node)
{
    if (node->type == LM_JSON_STRING) {
        lm_json_add_string(out, node->text);
    } else if (node->type == LM_JSON_NUMBER) {
        lm_text_add(out, node->text);
    } else if (node->type == LM_JSON_ARRAY || node->type == LM_JSON_OBJECT) {
        lm_text_add(out, node->type == LM_JSON_ARRAY ? "[" : "{");
        for (const struct lm_json *child = node->first; child != NULL; child = child->next) {
            if (child->key != NULL)
                lm_text_print(out, "\"%s\":", child->key);
            copy_json(out, child);
            lm_text_add(out, child->next != NULL ? "," : "");
        }
        lm_text_add(out, node->type == LM_JSON_ARRAY ? "]" : "}");
    } else {
        lm_text_add(out, "null");
    }
}

static void apply(const struct lm_json *a)
{
    struct lm_text json = lm_text_in(arena);
    now = instant_of(get(a, "applied"));
    lm_text_print(&json,
                  "\"event\":\"apply\",\"by\":\"ProgramFOX\",\"player\":\"%s\","
                  "\"owner\":\"%s\",\"created\":\"%s\",\"games\":%s,\"games_at\":",
                  text(a, "id"), text(a, "owner"), text(a, "created"), get(a, "games_base")->text);
    copy_json(&json, get(a, "games_at"));
    if (get(a, "marks") != NULL) {
        lm_text_add(&json, ",\"marks\":");
        copy_json(&json, get(a, "marks"));
    }
    if (get(a, "cheat_detected") != NULL) {
        lm_text_add(&json, ",\"cheat_games\":[");
        for (int64_t i = 0; i < integer(get(a, "cheat_detected")); i++)
            lm_text_print(&json, "%s\"2018-01-01T00:00:00Z\"", i > 0 ? "," : "");
        lm_text_add(&json, "]");
    }
    if (get(a, "history") != NULL) {
        lm_text_add(&json, ",\"history\":");
        copy_json(&json, get(a, "history"));
    }
    take(lm_text_string(&json));
}

static void decide(const char *player, const char *article, const char *verdict)
{
    take(print("\"event\":\"decide\",\"by\":\"ProgramFOX\",\"what\":\"application\","
               "\"player\":\"%s\",\"article\":\"%s\",\"verdict\":\"%s\"",
               player, article, verdict));
}

static void decisions_of(const struct lm_json *a)
{
    const struct lm_json *td = get(a, "td");
    const char *id = text(a, "id");
    if (td == NULL)
        return;
    if (text(td, "old_marks") != NULL)
        decide(id, "II.C.2", text(td, "old_marks"));
    if (text(td, "cheat_detected") != NULL)
        decide(id, "II.C.3", text(td, "cheat_detected"));
    const struct lm_json *exceptions = get(td, "exceptions");
    for (const struct lm_json *e = exceptions != NULL ? exceptions->first : NULL; e != NULL;
         e = e->next)
        decide(id, e->text, "accept");
}

static int by_time(const void *left, const void *right)
{
    const struct lm_json *a = *(const struct lm_json *const *)left;
    const struct lm_json *b = *(const struct lm_json *const *)right;
    int order = strcmp(text(a, "applied"), text(b, "applied"));
    return order != 0 ? order : strcmp(text(a, "id"), text(b, "id"));
}

static void apply_all(const struct lm_json *applications)
{
    const struct lm_json **sorted = lm_arena_alloc(arena, applications->length, sizeof *sorted);
    for (size_t i = 0; i < applications->length; i++)
        sorted[i] = at(applications, i);
    qsort(sorted, applications->length, sizeof *sorted, by_time);
    for (size_t i = 0; i < applications->length; i++)
        apply(sorted[i]);
    for (size_t i = 0; i < applications->length; i++)
        decisions_of(sorted[i]);
}

static void check_verdict(const char *id, const char *status, const struct lm_json *reasons)
{
    static const char *const words[] = {"none", "accepted", "pending", "rejected", "automatic"};
    uint32_t person = lm_champ_person(championship, id);
    context = id;
    check(person != NOBODY, "an application");
    if (person == NOBODY)
        return;
    const struct person *p = &championship->people[person];
    check_text("status", status, words[p->status]);
    check_integer("number of reasons", (int64_t)(reasons != NULL ? reasons->length : 0),
                  (int64_t)p->reason_count);
    for (size_t i = 0; reasons != NULL && i < reasons->length && i < p->reason_count; i++)
        check_text("reason", at(reasons, i)->text, p->reasons[i]);
    context = "";
}

/* ---- one rule each ----------------------------------------------------------------------- */

static void eligibility(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next) {
        championship = open_championship();
        apply_all(get(c, "applications"));
        for (const struct lm_json *e = get(c, "expect")->first; e != NULL; e = e->next, cases++)
            check_verdict(e->key, at(e, 0)->text, at(e, 1));
    }
}

static void seeding(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++) {
        const struct lm_json *list = get(c, "history");
        struct rating_entry *history = lm_arena_alloc(arena, list->length, sizeof *history);
        for (size_t i = 0; i < list->length; i++)
            history[i] = (struct rating_entry){instant_of(at(at(list, i), 0)),
                                               (int32_t)integer(at(at(list, i), 1))};
        struct seeding_rules rules = definition->seeding;
        for (unsigned reading = 0; reading < 2; reading++) {
            const struct lm_json *expect = get(c, reading == 0 ? "expect" : "games_only");
            if (expect == NULL)
                continue;
            rules.games_only = reading == 1;
            struct seeding s = lm_champ_seeding(&rules, history, list->length);
            check_integer("current", integer(at(expect, 0)), s.current);
            check_integer("highest", integer(at(expect, 1)), s.highest);
            check_integer("seeding rating", tenths(at(expect, 2)), s.rating);
        }
    }
}

static void check_week(const struct lm_json *expect, uint32_t stage, uint32_t round)
{
    struct period period = {0};
    check(lm_champ_period(championship, stage, round, &period), "a week");
    check_integer("monday", instant_of(get(expect, "monday")), period.starts);
    check_integer("offers_until", instant_of(get(expect, "offers_until")), period.offers_until);
    check_integer("weekend", instant_of(get(expect, "weekend")), period.agree_before);
    check_integer("complete_by", instant_of(get(expect, "complete_by")), period.complete_by);
}

static void rounds(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "rounds")->first; c != NULL; c = c->next, cases++)
        check_integer("rounds", integer(at(c, 1)),
                      lm_champ_rounds(&definition->stages[0].rounds, (uint32_t)integer(at(c, 0))));
    for (const struct lm_json *c = get(root, "timeline")->first; c != NULL; c = c->next, cases++) {
        championship = open_championship();
        championship->stages[0].rounds = (uint32_t)strtoul(c->key, NULL, 10);
        for (const struct lm_json *week = c->first; week != NULL; week = week->next) {
            if (strcmp(text(week, "stage"), "final") != 0)
                check_week(week, strcmp(text(week, "stage"), "candidates") == 0,
                           (uint32_t)integer(get(week, "round")) - 1);
        }
    }
}

static void matches(const struct lm_json *root)
{
    static const char *const names[] = {"qualification", "candidates"};
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++) {
        for (unsigned i = 0; i < 2; i++) {
            const struct lm_json *expect = get(c, names[i]);
            const struct stage *stage = &definition->stages[i];
            struct match_view view = lm_champ_match(stage->format, text(c, "games"));
            if (get(expect, "error") != NULL) {
                check(view.games < strlen(text(c, "games")), "too many games");
                continue;
            }
            bool complete = false;
            lm_json_boolean(get(expect, "complete"), &complete);
            check_integer("complete", complete, view.state == MATCH_OVER);
            check_integer("games", integer(get(expect, "games")), view.games);
            for (uint32_t side = FIRST; side <= SECOND; side++) {
                check_integer("sub-score", tenths(at(get(expect, "sub"), side)), view.score[side]);
                struct contest contest = {.state = CONTEST_DONE, .winner = view.winner};
                if (complete)
                    check_integer("points", integer(at(get(expect, "points"), side)) * HALF_WIN,
                                  lm_champ_points(stage, &contest, side));
            }
        }
    }
}

static void check_state(const struct lm_json *expect, const char *games)
{
    static const char *const states[] = {"continue", "won", "armageddon"};
    struct match_view view = lm_champ_match(format("final"), games);
    check_text("state", text(expect, "state"), states[view.state]);
    check_integer("games", integer(get(expect, "games")), view.games);
    check(view.exact, "the end of a block");
    for (uint32_t side = FIRST; side <= SECOND; side++)
        check_integer("score", tenths(at(get(expect, "score"), side)), view.score[side]);
    if (get(expect, "winner") != NULL)
        check_integer("winner", integer(get(expect, "winner")), view.winner);
    if (view.state == MATCH_CONTINUES) {
        struct match_view next = lm_champ_match(format("final"), games);
        check_integer("next", integer(get(expect, "next")), next.next);
        check_text("clock", text(expect, "tc"), next.clock);
    }
}

static void check_armageddon(const struct lm_json *a)
{
    const struct lm_json *expect = get(a, "expect");
    const struct lm_json *bids = get(a, "bids");
    int32_t bid[2] = {(int32_t)integer(at(bids, 0)), (int32_t)integer(at(bids, 1))};
    int32_t seeds[2] = {tenths(get(get(a, "seeds"), at(bids, 0)->key)),
                        tenths(get(get(a, "seeds"), at(bids, 1)->key))};
    uint32_t white = lm_champ_white(format("final"), bid, seeds, FIRST);
    check_text("white", text(expect, "white"), at(bids, white)->key);
    check_integer("white's seconds", integer(get(expect, "white_seconds")), bid[white]);
    check_integer("black's seconds", integer(get(expect, "black_seconds")),
                  format("final")->black_seconds);
    bool white_wins = strcmp(text(a, "result"), "1-0") == 0;
    check_text("winner", text(expect, "winner"), at(bids, white_wins ? white : 1 - white)->key);
}

static void final(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++) {
        for (const struct lm_json *s = get(c, "states")->first; s != NULL; s = s->next)
            check_state(s, print("%.*s", (int)integer(get(s, "games")), text(c, "games")));
        if (get(c, "armageddon") != NULL)
            check_armageddon(get(c, "armageddon"));
    }
}

/* ---- negotiation and attendance ---------------------------------------------------------- */

static uint32_t side_named(const struct lm_json *c, const char *name)
{
    return strcmp(text(c, "a"), name) == 0 ? FIRST : SECOND;
}

static enum finding finding_of(const struct lm_json *c)
{
    const char *f = text(c, "finding");
    if (f == NULL)
        return FINDING_OPEN;
    if (strcmp(f, "none") == 0 || strcmp(f, "both") == 0)
        return f[0] == 'n' ? FINDING_NONE : FINDING_BOTH;
    return side_named(c, f) == FIRST ? FINDING_FIRST : FINDING_SECOND;
}

static void check_deal(const struct lm_json *c, const struct deal_view *view)
{
    static const char *const outcomes[] = {
        [DEAL_OPEN] = "open",       [DEAL_AGREED] = "agreed",
        [DEAL_CHOOSES] = "chooses", [DEAL_ARBITER] = "arbiter",
        [DEAL_WAITS] = "waits",     [DEAL_NEEDS_FINDING] = "finding_needed"};
    const struct lm_json *expect = get(c, "expect");
    const char *late = view->deal == DEAL_CHOOSES ? "V.E" : "V.F";
    check_text("outcome", text(expect, "outcome"), outcomes[view->deal]);
    if (text(expect, "time") != NULL)
        check_integer("time", instant_of(get(expect, "time")), view->time);
    if (text(expect, "chooser") != NULL)
        check_integer("chooser", side_named(c, text(expect, "chooser")), view->chooser);
    if (view->deal == DEAL_CHOOSES || view->deal == DEAL_ARBITER)
        check_text("rule", text(expect, "rule"), view->after_finding ? "V.I" : late);
}

static void negotiation(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++) {
        const struct lm_json *offers = get(c, "offers");
        const struct lm_json *accepts = get(c, "accepts");
        const struct lm_json *expect = get(c, "expect");
        struct offer *o = lm_arena_alloc(arena, offers->length, sizeof *o);
        struct acceptance *a = lm_arena_alloc(arena, accepts->length, sizeof *a);
        struct negotiation n = {.known_at = instant_of(get(c, "known_at")),
                                .offers = o,
                                .offer_count = offers->length,
                                .acceptances = a,
                                .acceptance_count = accepts->length,
                                .finding = finding_of(c)};
        int64_t monday = instant_of(get(c, "monday"));
        const struct calendar *calendar = &definition->calendar;
        struct period period = {monday, monday + calendar->offers_until,
                                monday + calendar->agree_before, monday + calendar->complete_by};
        for (size_t i = 0; i < offers->length; i++)
            o[i] = (struct offer){side_named(c, text(at(offers, i), "by")),
                                  instant_of(get(at(offers, i), "at")),
                                  instant_of(get(at(offers, i), "time"))};
        for (size_t i = 0; i < accepts->length; i++)
            a[i] = (struct acceptance){side_named(c, text(at(accepts, i), "by")),
                                       instant_of(get(at(accepts, i), "at")),
                                       (uint32_t)integer(get(at(accepts, i), "offer"))};
        for (size_t i = 0; i < offers->length; i++) {
            bool valid = false;
            lm_json_boolean(at(get(expect, "valid"), i), &valid);
            check_integer("valid", valid, lm_champ_offer_fault(&n, &period, &o[i]) == OFFER_GOOD);
        }
        struct deal_view view = lm_champ_deal(&definition->negotiation, &n, &period, NEVER);
        for (uint32_t side = FIRST; side <= SECOND; side++) {
            bool three = false;
            lm_json_boolean(at(get(expect, "three"), side), &three);
            check_integer("three offers", three, view.enough[side]);
        }
        check_deal(c, &view);
    }
}

static void no_show_case(const struct lm_json *c)
{
    static const char *const outcomes[] = {"play", "forfeit", "reschedule", "td"};
    const struct lm_json *list = get(c, "messages");
    const struct lm_json *expect = get(c, "expect");
    int64_t *messages = lm_arena_alloc(arena, list->length, sizeof *messages);
    for (size_t i = 0; i < list->length; i++)
        messages[i] = instant_of(at(list, i));
    const char *choice = text(c, "choice");
    const char *rescheduled = text(c, "rescheduled");
    struct no_show n = {.start = instant_of(get(c, "at")),
                        .messages = messages,
                        .message_count = list->length,
                        .choice = CHOICE_CLAIM};
    if (strcmp(choice, "reschedule") == 0) {
        n.choice = CHOICE_RESCHEDULE;
        if (rescheduled != NULL)
            n.choice = strcmp(rescheduled, "played") == 0 ? CHOICE_PLAYED : CHOICE_FAILED;
    }
    for (uint32_t side = FIRST; side <= SECOND; side++)
        n.arrived[side] = instant_of(get(get(c, "arrive"), side == FIRST ? "a" : "b"));
    struct absence_view view = lm_champ_no_show(&definition->attendance, &n);
    check_text("outcome", text(expect, "outcome"), outcomes[view.outcome]);
    if (text(expect, "loser") != NULL)
        check_text("loser", text(expect, "loser"), view.absent == FIRST ? "a" : "b");
    if (text(expect, "why") != NULL)
        check_text("why", text(expect, "why"), view.why);
}

static void no_show(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "no_show")->first; c != NULL; c = c->next, cases++)
        no_show_case(c);
    for (const struct lm_json *c = get(root, "leave")->first; c != NULL; c = c->next, cases++) {
        bool used = false;
        bool claim = false;
        lm_json_boolean(get(c, "break_used"), &used);
        lm_json_boolean(get(c, "claim"), &claim);
        bool late = lm_champ_left_too_long(&definition->attendance, instant_of(get(c, "left")),
                                           instant_of(get(c, "back")), used);
        check_text("outcome", text(get(c, "expect"), "outcome"),
                   late && claim ? "forfeit" : "continue");
    }
    for (const struct lm_json *c = get(root, "breaks")->first; c != NULL; c = c->next, cases++) {
        uint32_t used[2] = {0, 0};
        size_t next_fault = 0;
        const struct lm_json *calls = get(c, "calls");
        for (size_t i = 0; i < calls->length; i++) {
            uint32_t side = at(at(calls, i), 0)->text[0] == 'a' ? FIRST : SECOND;
            bool between = false;
            lm_json_boolean(at(at(calls, i), 1), &between);
            if (!lm_champ_break_allowed(&definition->attendance, between,
                                        integer(at(at(calls, i), 2)) * 60, used[side]++)) {
                const struct lm_json *expected = at(get(c, "faults"), next_fault++);
                check(expected != NULL && integer(expected) == (int64_t)i, "the fault");
            }
        }
        check_integer("faults", (int64_t)get(c, "faults")->length, (int64_t)next_fault);
    }
}

/* ---- pairing ----------------------------------------------------------------------------- */

static uint32_t index_of(const struct lm_json *players, const char *id)
{
    uint32_t i = 0;
    for (const struct lm_json *p = players->first; p != NULL; p = p->next, i++) {
        if (strcmp(at(p, 0)->text, id) == 0)
            return i;
    }
    abort();
}

/* Check the average: "7471/4", "1912" or 0. */
static void check_average(const struct lm_json *expect, int64_t sum_tenths, uint32_t count)
{
    long long upper = 0;
    long long lower = 1;
    if (sscanf(expect->text, "%lld/%lld", &upper, &lower) < 2)
        lower = 1;
    if (count == 0)
        check_integer("average", 0, upper);
    else
        check_integer("average", upper * 10 * count, sum_tenths * lower);
}

static void add_history(struct monrad_player *players, const struct lm_json *list,
                        const struct lm_json *round)
{
    static const int32_t half[] = {10, 0, 5};
    const char *bye = text(round, "bye");
    if (bye != NULL) {
        uint32_t i = index_of(list, bye);
        players[i].byes++;
        players[i].score += WIN;
    }
    for (const struct lm_json *r = get(round, "results")->first; r != NULL; r = r->next) {
        uint32_t pair[2] = {index_of(list, at(r, 0)->text), index_of(list, at(r, 1)->text)};
        struct match_view view = lm_champ_match(format("ten"), at(r, 2)->text);
        for (uint32_t side = FIRST; side <= SECOND; side++) {
            struct monrad_player *player = &players[pair[side]];
            uint32_t *opponents =
                lm_arena_alloc(arena, player->opponent_count + 1u, sizeof(uint32_t));
            if (player->opponent_count > 0)
                memcpy(opponents, player->opponents, player->opponent_count * sizeof(uint32_t));
            opponents[player->opponent_count++] = pair[1 - side];
            player->opponents = opponents;
            player->score +=
                view.winner == DRAWN ? half[2] : (view.winner == side ? half[0] : half[1]);
        }
    }
}

static void check_pairs(const struct lm_json *list, const struct lm_json *expect,
                        const struct monrad_pairing *p)
{
    const struct lm_json *pairs = get(expect, "pairings");
    const char *bye = text(expect, "bye");
    check_text("bye", bye, p->bye == MONRAD_NO_BYE ? NULL : at(at(list, p->bye), 0)->text);
    check_integer("pairs", (int64_t)pairs->length, p->pair_count);
    size_t rematches = 0;
    for (size_t i = 0; i < pairs->length && i < p->pair_count; i++) {
        check_text("higher", at(at(pairs, i), 0)->text, at(at(list, p->pairs[i].higher), 0)->text);
        check_text("lower", at(at(pairs, i), 1)->text, at(at(list, p->pairs[i].lower), 0)->text);
        rematches += p->pairs[i].rematch;
    }
    check_integer("rematches", (int64_t)get(expect, "rematches")->length, (int64_t)rematches);
}

static void pairing(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++) {
        const struct lm_json *list = get(c, "players");
        const struct lm_json *expect = get(c, "expect");
        struct monrad_player *players = lm_arena_alloc(arena, list->length, sizeof *players);
        struct monrad_pairing p;
        for (size_t i = 0; i < list->length; i++)
            players[i] =
                (struct monrad_player){.active = true, .seeding = tenths(at(at(list, i), 1))};
        for (const struct lm_json *r = get(c, "rounds")->first; r != NULL; r = r->next)
            add_history(players, list, r);
        check(lm_monrad_pair(players, (uint32_t)list->length, (struct monrad_reading){0}, arena,
                             &p) == LM_OK,
              "a pairing");
        check_pairs(list, expect, &p);
        for (uint32_t i = 0; i < p.ranked; i++) {
            const struct lm_json *row = at(get(expect, "ranking"), i);
            check_text("rank", at(row, 0)->text, at(at(list, p.ranking[i].player), 0)->text);
            check_average(at(row, 2), p.ranking[i].opponents_sum, p.ranking[i].opponents_count);
        }
        const struct lm_json *others = get(c, "alternatives");
        for (const struct lm_json *o = others != NULL ? others->first : NULL; o != NULL;
             o = o->next) {
            bool byes = strcmp(o->key, "bye_average=any_bye") == 0;
            check(lm_monrad_pair(players, (uint32_t)list->length,
                                 (struct monrad_reading){.any_bye_zeroes_average = byes,
                                                         .avoid_rematches = !byes},
                                 arena, &p) == LM_OK,
                  "another reading");
            check_pairs(list, o, &p);
        }
    }
}

/* ---- events of rounds -------------------------------------------------------------------- */

static void step(void)
{
    now += 60;
}

static const char *moment(int64_t instant)
{
    struct lm_text out = lm_text_in(arena);
    lm_text_add_instant(&out, instant);
    return lm_text_string(&out);
}

/* Enter a player's claim as a director who was informed of it. */
static void claim_absence(const char *a, const char *b, const char *loser)
{
    const char *there = strcmp(loser, a) == 0 ? b : a;
    now += 1200;
    take(print("\"event\":\"claim\",\"by\":\"ProgramFOX\",\"match\":\"%s\",\"kind\":\"no_show\","
               "\"start\":\"%s\",\"arrived\":{\"%s\":\"%s\",\"%s\":null},"
               "\"messages\":[\"%s\",\"%s\"],\"choice\":\"claim\"",
               match_between(a, b), moment(now - 1200), there, moment(now - 1200), loser,
               moment(now - 1200), moment(now - 600)));
}

/* A loser who leaves during the match: it has games, or its time has come. */
static void claim_left(const struct lm_json *e)
{
    const char *a = text(e, "a");
    const char *b = text(e, "b");
    const char *loser = text(e, "loser");
    const char *games = text(e, "games");
    const char *id = match_between(a, b);
    const struct contest *contest = lm_champ_contest(championship, id);
    if (contest != NULL)
        check_text("the first player is named first", a,
                   lm_champ_name(championship, contest->player[FIRST]));
    if (games[0] != '\0')
        take(print("\"event\":\"result\",\"by\":\"ProgramFOX\",\"match\":\"%s\",\"games\":\"%s\"",
                   id, games));
    else
        take(print("\"event\":\"time\",\"by\":\"ProgramFOX\",\"match\":\"%s\",\"time\":\"%s\"", id,
                   moment(now + 60)));
    now += 1320;
    take(print("\"event\":\"claim\",\"by\":\"ProgramFOX\",\"match\":\"%s\",\"kind\":\"left\","
               "\"player\":\"%s\",\"left\":\"%s\"",
               id, loser, moment(now - 1200)));
}

static void play_event(const struct lm_json *e)
{
    const char *kind = text(e, "e");
    step();
    if (strcmp(kind, "match") == 0)
        take(print("\"event\":\"result\",\"by\":\"ProgramFOX\",\"match\":\"%s\","
                   "\"games\":\"%s\"",
                   match_between(text(e, "a"), text(e, "b")), text(e, "games")));
    else if (strcmp(kind, "noshow") == 0)
        claim_absence(text(e, "a"), text(e, "b"), text(e, "loser"));
    else if (strcmp(kind, "left") == 0)
        claim_left(e);
    else
        take(print("\"event\":\"out\",\"by\":\"ProgramFOX\",\"player\":\"%s\",\"ground\":\"%s\"",
                   text(e, "p"), text(e, "ground")));
}

static void play_events(const struct lm_json *events)
{
    for (const struct lm_json *e = events->first; e != NULL; e = e->next)
        play_event(e);
}

static enum ground ground_of(const char *id)
{
    uint32_t person = lm_champ_person(championship, id);
    check(person != NOBODY, "a player");
    return person != NOBODY ? championship->people[person].out : GROUND_NONE;
}

static bool is_out(const char *id)
{
    return ground_of(id) != GROUND_NONE;
}

static void check_round(uint32_t stage, uint32_t round, const struct lm_json *pairs,
                        const char *bye)
{
    size_t index = 0;
    for (size_t i = 0; i < championship->contest_count; i++) {
        const struct contest *contest = &championship->contests[i];
        if (contest->stage != stage || contest->round != round)
            continue;
        if (contest->kind == RESULT_BYE) {
            check_text("bye", bye, lm_champ_name(championship, contest->player[FIRST]));
            bye = NULL;
            continue;
        }
        const struct lm_json *pair = at(pairs, index++);
        while (pair != NULL && stage == 1 &&
               (is_out(at(pair, 0)->text) || is_out(at(pair, 1)->text)))
            pair = at(pairs, index++);
        check_text("first", pair != NULL ? at(pair, 0)->text : NULL,
                   lm_champ_name(championship, contest->player[FIRST]));
        check_text("second", pair != NULL ? at(pair, 1)->text : NULL,
                   lm_champ_name(championship, contest->player[SECOND]));
    }
    check(bye == NULL, "the bye");
    if (stage == 0)
        check_integer("pairs", (int64_t)pairs->length, (int64_t)index);
}

static void pair_round(uint32_t stage, uint32_t round)
{
    struct period period;
    if (lm_champ_period(championship, stage, round, &period) && period.starts > now)
        now = period.starts;
    take("\"event\":\"pair\",\"by\":\"ProgramFOX\"");
}

static void check_out(const struct lm_json *expect)
{
    for (const struct lm_json *e = expect->first; e != NULL; e = e->next)
        check_text("ground", e->text, lm_champ_ground_names[ground_of(e->key)]);
}

static void check_qualification_round(const struct lm_json *r)
{
    uint32_t round = (uint32_t)integer(get(r, "round")) - 1;
    context = print("round %u", round + 1);
    play_events(get(r, "before"));
    pair_round(0, round);
    check_round(0, round, get(r, "pairings"), text(r, "bye"));
    play_events(get(r, "events"));
    check_out(get(r, "out_now"));
    context = "";
}

static void check_standings(uint32_t stage, const struct lm_json *expect)
{
    uint32_t count = 0;
    const struct standing *rows = lm_champ_standings(championship, stage, 0, &count);
    check_integer("rows", (int64_t)expect->length, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_json *row = at(expect, i);
        check_text("place", row != NULL ? at(row, 0)->text : NULL,
                   lm_champ_name(championship, rows[i].person));
        check_integer("points", tenths(at(row, 1)), rows[i].keys[0]);
        check_integer("second key", tenths(at(row, 2)), rows[i].keys[1]);
        check_integer("seeding rating", tenths(at(row, 3)),
                      championship->people[rows[i].person].seeding);
    }
}

static void check_candidates(const struct lm_json *c)
{
    uint32_t round = 0;
    const struct lm_json *expect = get(c, "expect");
    context = "candidates";
    for (const struct lm_json *r = get(c, "rounds")->first; r != NULL; r = r->next, round++) {
        pair_round(1, round);
        check_round(1, round, get(r, "pairings"), NULL);
        play_events(get(r, "events"));
    }
    check_standings(1, get(expect, "table"));
    check_out(get(expect, "removed"));
    uint32_t count = 0;
    size_t tied = 0;
    const struct standing *rows = lm_champ_standings(championship, 1, 0, &count);
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (rows[i].tied) {
            const struct lm_json *pair = at(get(expect, "undecided"), tied++);
            check_text("level", pair != NULL ? at(pair, 0)->text : NULL,
                       lm_champ_name(championship, rows[i].person));
        }
    }
    check_integer("undecided", (int64_t)get(expect, "undecided")->length, (int64_t)tied);
    struct source places[2] = {{.kind = SOURCE_PLACE, .stage = 1, .place = 1},
                               {.kind = SOURCE_PLACE, .stage = 1, .place = 2}};
    const char *names[2] = {"challenger", "runner_up"};
    for (unsigned i = 0; i < 2; i++) {
        uint32_t person = lm_champ_source(championship, &places[i]);
        check_text(names[i], text(expect, names[i]),
                   person == NOBODY ? NULL : lm_champ_name(championship, person));
    }
    context = "";
}

/* ---- candidates only: the Swiss is played to a given result ---- */

static void enter(const char *id, int32_t seeding_tenths, int64_t forfeits)
{
    take(print("\"event\":\"apply\",\"by\":\"ProgramFOX\",\"player\":\"%s\","
               "\"created\":\"2015-01-01T00:00:00Z\",\"games\":500,\"seeding\":%d.%d,"
               "\"forfeits\":%lld",
               id, seeding_tenths / 10, seeding_tenths % 10, (long long)forfeits));
}

static bool is_among(const struct lm_json *names, const char *name)
{
    for (const struct lm_json *n = names->first; n != NULL; n = n->next) {
        if (strcmp(n->text, name) == 0)
            return true;
    }
    return false;
}

/* Five rounds in which the player higher in the list always wins. */
static void play_off_the_swiss(const struct lm_json *players)
{
    for (uint32_t round = 0; round < 5; round++) {
        pair_round(0, round);
        for (size_t i = 0; i < championship->contest_count; i++) {
            struct contest *contest = &championship->contests[i];
            if (contest->state != CONTEST_OPEN)
                continue;
            size_t place[2] = {99, 99};
            for (size_t j = 0; j < players->length; j++) {
                uint32_t side =
                    lm_champ_side(contest, lm_champ_person(championship, at(players, j)->text));
                if (side != NO_SIDE)
                    place[side] = j;
            }
            step();
            take(print("\"event\":\"result\",\"by\":\"ProgramFOX\",\"match\":\"%s\","
                       "\"games\":\"%s\"",
                       contest->id, place[FIRST] < place[SECOND] ? "111111" : "000000"));
        }
    }
}

static void candidates(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++) {
        const struct lm_json *players = get(c, "players");
        const struct lm_json *forfeits = get(c, "forfeits_before");
        championship = open_championship();
        now = 1568000000;
        for (size_t i = 0; i < players->length; i++) {
            const char *id = at(players, i)->text;
            const struct lm_json *n = get(forfeits, id);
            enter(id, tenths(get(get(c, "seeds"), id)), n != NULL ? integer(n) : 0);
        }
        play_off_the_swiss(players);
        if (!is_among(players, "Ogul1"))
            take("\"event\":\"out\",\"by\":\"ProgramFOX\",\"player\":\"Ogul1\","
                 "\"ground\":\"withdraw\"");
        check_candidates(c);
    }
}

/* ---- whole championships ----------------------------------------------------------------- */

static void check_entrants(const struct lm_json *expect)
{
    uint32_t count = 0;
    const uint32_t *entrants = lm_champ_entrants(championship, &count);
    check_integer("entrants", (int64_t)expect->length, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct person *p = &championship->people[entrants[i]];
        check_text("entrant", at(at(expect, i), 0)->text, p->id);
        check_integer("seeding rating", tenths(at(at(expect, i), 1)), p->seeding);
    }
}

static const struct contest *the_final(void)
{
    const struct contest *last = NULL;
    for (size_t i = 0; i < championship->contest_count; i++) {
        if (championship->contests[i].stage == 2 && championship->contests[i].state != CONTEST_VOID)
            last = &championship->contests[i];
    }
    return last;
}

static void check_seats(const struct lm_json *seats)
{
    const struct contest *contest = the_final();
    for (uint32_t side = FIRST; seats != NULL && side <= SECOND; side++)
        check_text("seat", at(seats, side) != NULL ? at(seats, side)->text : "nobody",
                   lm_champ_name(championship, contest->player[side]));
}

static void play_armageddon(const struct lm_json *e)
{
    const char *id = the_final()->id;
    for (const struct lm_json *bid = get(e, "bids")->first; bid != NULL; bid = bid->next)
        take(print("\"event\":\"bid\",\"by\":\"%s\",\"match\":\"%s\",\"seconds\":%s", bid->key, id,
                   bid->text));
    const struct contest *contest = the_final();
    check_text("white", text(get(e, "expect"), "white"),
               lm_champ_name(championship, contest->player[contest->white % 2]));
    take(print("\"event\":\"result\",\"by\":\"ProgramFOX\",\"match\":\"%s\",\"armageddon\":\"%s\"",
               id, text(e, "result")));
}

static void play_final(const struct lm_json *log)
{
    context = "final";
    pair_round(2, 0);
    for (const struct lm_json *e = log->first; e != NULL; e = e->next) {
        const char *kind = text(e, "e");
        step();
        if (strcmp(kind, "games") == 0) {
            check_seats(get(e, "seats"));
            take(print("\"event\":\"result\",\"by\":\"ProgramFOX\",\"match\":\"%s\","
                       "\"games\":\"%s\"",
                       the_final()->id, text(e, "games")));
            check_state(get(e, "state"), the_final()->games);
        } else if (strcmp(kind, "armageddon") == 0) {
            play_armageddon(e);
        } else if (strcmp(kind, "noshow") == 0) {
            claim_absence(text(e, "winner"), text(e, "loser"), text(e, "loser"));
        } else {
            play_event(e);
            check_seats(get(e, "seats"));
        }
    }
    context = "";
}

static void check_championship(const struct lm_json *c)
{
    championship = open_championship();
    apply_all(get(c, "applications"));
    for (const struct lm_json *e = get(c, "expect_applications")->first; e != NULL; e = e->next)
        check_verdict(e->key, at(e, 0)->text, at(e, 1));
    check_entrants(get(c, "entrants"));
    for (const struct lm_json *s = get(c, "automatic_seeds")->first; s != NULL; s = s->next)
        enter(s->key, tenths(s), 0);
    for (const struct lm_json *r = get(c, "qualification")->first; r != NULL; r = r->next)
        check_qualification_round(r);
    check_integer("rounds", integer(get(c, "rounds_planned")), championship->stages[0].rounds);
    context = "qualification";
    check_standings(0, get(c, "standings"));
    for (uint32_t i = 0; i < 3; i++) {
        struct source place = {.kind = SOURCE_PLACE, .place = i + 1};
        const struct lm_json *expect = at(get(c, "qualified"), i);
        uint32_t person = lm_champ_source(championship, &place);
        check_text("qualified", expect != NULL ? expect->text : NULL,
                   person == NOBODY ? NULL : lm_champ_name(championship, person));
    }
    check_candidates(get(c, "candidates"));
    play_final(get(get(c, "final"), "log"));
    check_text("champion", text(get(c, "final"), "champion"),
               lm_championship_champion(championship));
}

static void championships(const struct lm_json *root)
{
    for (const struct lm_json *c = get(root, "cases")->first; c != NULL; c = c->next, cases++)
        check_championship(c);
}

/* ---- the files --------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(const struct lm_json *root);
} files[] = {
    {"eligibility", eligibility},
    {"seeding", seeding},
    {"rounds", rounds},
    {"matches", matches},
    {"final", final},
    {"negotiation", negotiation},
    {"no_show", no_show},
    {"pairing", pairing},
    {"candidates", candidates},
    {"championships_small", championships},
    {"championships_medium", championships},
    {"championships_large", championships},
};

static struct lm_json *read_json(const char *path)
{
    struct lm_log log = {.arena = arena};
    struct lm_json *root = NULL;
    size_t length = 0;
    char *bytes = slurp(path, &length);
    char *copy = lm_arena_copy(arena, bytes, length);
    free(bytes);
    if (copy == NULL || lm_json_parse(copy, length, arena, &log, &root) != LM_OK) {
        printf("Bail out! %s is no JSON\n", path);
        exit(1);
    }
    return root;
}

static void read_definition(void)
{
    struct lm_log log = {.arena = arena};
    size_t length = 0;
    char *bytes = slurp(definition_path, &length);
    char *copy = lm_arena_copy(arena, bytes, length);
    free(bytes);
    if (lm_definition_read(copy, length, NULL, 0, false, arena, &log, &definition) != LM_OK) {
        for (size_t i = 0; i < log.count; i++)
            printf("# %u:%u %s: %s\n", log.all[i].line, log.all[i].column, log.all[i].field,
                   log.all[i].what);
        printf("Bail out! the definition is refused\n");
        exit(1);
    }
}

int main(int argc, char **argv)
{
    size_t count = sizeof files / sizeof files[0];
    bool good = argc == 3;
    folder = good ? argv[1] : ".";
    definition_path = good ? argv[2] : "";
    printf("1..%zu\n", count);
    for (size_t i = 0; i < count; i++) {
        if (lm_arena_new(&arena, NULL, 0) != LM_OK)
            return 1;
        read_definition();
        cases = faults = 0;
        files[i].run(get(read_json(print("%s/%s.json", folder, files[i].name)), "about") != NULL
                         ? read_json(print("%s/%s.json", folder, files[i].name))
                         : NULL);
        printf("%s %zu - acwc-2019/%s: %u cases, %u faults\n", faults == 0 ? "ok" : "not ok", i + 1,
               files[i].name, cases, faults);
        good = good && faults == 0;
        lm_arena_free(arena);
    }
    return good ? 0 : 1;
}
