/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/texts.h"
#include "desk/desk.h"
#include "limmat/random.h"

/*
 * Random arbiters.  Their wishes are made from the rows of the kinds of event, like forms and
 * commands: everything that can be entered is entered at some time, sense or nonsense.  Between
 * wishes the event follows the list of due tasks, acknowledging what is required; a dead end, or a
 * refusal without a remedy, is an error.
 */

struct play {
    const struct lm_desk_simulation *how;
    struct lm_desk *d;
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_random random;
    struct lm_text *journal, *secrets;
    struct lm_desk_simulated *out;
    int64_t now;
    enum lm_desk_answer answer; /* to the last act */
    const char *token, *what;   /* of its reason */
};

enum { TRIES = 4, TOKENS = 512 };

static uint64_t below(struct play *p, uint64_t bound)
{
    return lm_random_below(&p->random, bound);
}

static bool chance(struct play *p, uint32_t percent)
{
    return below(p, 100) < percent;
}

/* ---- acts */

static enum lm_status look_at_reasons(struct play *p, const struct lm_desk_taken *taken,
                                      const char *event)
{
    p->token = taken->reason_count > 0 ? taken->reasons[0].token : "";
    p->what = taken->reason_count > 0 ? taken->reasons[0].what : "";
    for (size_t i = 0; i < taken->reason_count; i++) {
        const struct lm_desk_reason *reason = &taken->reasons[i];
        if (p->how->watch != NULL)
            p->how->watch(p->how->context, reason);
        if (reason->remedy == NULL || reason->remedy[0] == '\0')
            return lm_log_add(p->log, LM_ERROR,
                              (struct lm_place){.field = event, .value = reason->token}, NULL,
                              "a reason has no remedy: %s", reason->what);
        if (strncmp(reason->token, "engine-failed", 13) == 0)
            return lm_log_add(
                p->log, LM_ERROR, (struct lm_place){.field = event, .value = reason->token}, NULL,
                "at line %llu: %s", (unsigned long long)lm_desk_number(p->d), reason->what);
        if (reason->level == LM_LEVEL_REFUSED) {
            p->token = reason->token;
            p->what = reason->what;
        }
    }
    return LM_OK;
}

/* Take the act; with ${stubborn}, acknowledge all reasons. */
static enum lm_status act(struct play *p, const char *section, const char *event,
                          const char *fields, bool stubborn)
{
    const char **tokens = lm_arena_alloc(p->arena, TOKENS, sizeof *tokens);
    struct lm_desk_act wish = {.event = event,
                               .section = section,
                               .by = "sim",
                               .at = p->now++,
                               .happened = LM_NO_TIME,
                               .fields = fields,
                               .acknowledged = tokens};
    struct lm_desk_taken taken;
    if (tokens == NULL)
        return LM_LIMIT;
    for (int i = 0; i < TRIES; i++) {
        enum lm_status status = lm_desk_take(p->d, &wish, 1, p->log, &taken);
        if (status == LM_OK)
            status = look_at_reasons(p, &taken, event) == LM_OK ? LM_OK : LM_INTERNAL;
        if (status != LM_OK)
            return status;
        p->answer = taken.answer;
        if (taken.answer != LM_ACT_NEEDS || !stubborn)
            break;
        p->out->acknowledged++;
        wish.acknowledged_count = 0;
        for (size_t k = 0; k < taken.reason_count && k < TOKENS; k++)
            tokens[wish.acknowledged_count++] = taken.reasons[k].token;
    }
    p->out->refused += taken.answer == LM_ACT_REFUSED;
    lm_text_add_bytes(p->journal, taken.lines, taken.line_length);
    lm_text_add_bytes(p->secrets, taken.secrets, taken.secret_length);
    return LM_OK;
}

static const char *some_result(struct play *p)
{
    static const char *const usual[] = {"1-0", "0-1", "1/2-1/2"};
    size_t count;
    const struct lm_desk_result *results = lm_desk_results(&count);
    return chance(p, 85) ? usual[below(p, 3)] : results[1 + below(p, count - 1)].name;
}

/* ---- wishes */

static const char *some_player(struct play *p, const struct lm_desk_section *s)
{
    if (s == NULL || s->player_count == 0 || below(p, 1000) < p->how->nonsense)
        return "p99999";
    return s->players[below(p, s->player_count)]->person->id;
}

/* A random person, in an event of teams a member of a team. */
static const char *some_person(struct play *p, const struct lm_desk_section *s)
{
    if (s == NULL || !s->teams || s->member_count == 0)
        return some_player(p, s);
    return s->members[below(p, s->member_count)]->person->id;
}

static const char *some_board(struct play *p, const struct lm_desk_section *s)
{
    if (s == NULL || s->round_count == 0)
        return "1.1";
    size_t back = below(p, 2) == 0 ? 0 : below(p, s->round_count);
    const struct lm_desk_round *r = s->rounds_played[s->round_count - 1 - back];
    const struct lm_desk_board *b =
        r->board_count == 0 ? NULL : r->boards[below(p, r->board_count)];
    if (b == NULL || b->games == NULL || chance(p, 50))
        return b == NULL ? "1.1" : b->id;
    return lm_printed(p->arena, "%s%c", b->id, (int)('a' + below(p, b->game_count)));
}

static const char *some_id(struct play *p, const struct lm_desk_section *s,
                           const struct lm_field *field)
{
    const char *names = field->names == NULL ? "" : field->names;
    if (strcmp(names, "board") == 0 || strcmp(field->name, "boards") == 0)
        return some_board(p, s);
    if (strcmp(names, "system") == 0)
        return p->how->system;
    if (strcmp(field->name, "to") == 0)
        return below(p, 2) == 0 ? "A" : "B";
    if (strcmp(field->name, "id") == 0 && s == NULL)
        return "C";
    bool person = strcmp(names, "member") == 0 || strcmp(names, "anybody") == 0 ||
                  strcmp(field->name, "players") == 0;
    if (strcmp(field->name, "board_colours") == 0)
        return "WBBW";
    return person && chance(p, 60) ? some_person(p, s) : some_player(p, s);
}

static int64_t some_number(struct play *p, const struct lm_desk_section *s,
                           const struct lm_field *field)
{
    if (strcmp(field->name, "line") == 0)
        return (int64_t)(lm_desk_number(p->d) -
                         below(p, lm_desk_number(p->d) < 20 ? lm_desk_number(p->d) : 20));
    if (strcmp(field->name, "rating") == 0 || strcmp(field->name, "fide") == 0)
        return (int64_t)(1200 + below(p, 1400));
    int64_t high = s == NULL ? 9 : (int64_t)s->rounds + 1;
    int64_t value = (int64_t)below(p, (uint64_t)high) + 1;
    return value < field->low ? field->low : value > field->high ? field->high : value;
}

static void put_pair(struct play *p, const struct lm_desk_section *s, struct lm_json_writer *w)
{
    lm_json_begin(w, NULL, '[');
    lm_json_put_string(w, NULL, some_player(p, s));
    lm_json_put_string(w, NULL, some_player(p, s));
    lm_json_end(w, ']');
}

static void put_list(struct play *p, const struct lm_desk_section *s, const struct lm_field *field,
                     struct lm_json_writer *w)
{
    bool all = strcmp(field->name, "numbers") == 0 && s != NULL && chance(p, 80);
    size_t count = all ? s->player_count : 1 + below(p, 3);
    lm_json_begin(w, field->name, '[');
    for (size_t i = 0; i < count; i++) {
        if (field->type == LM_FIELD_NUMBERS)
            lm_json_put_integer(w, NULL, some_number(p, s, field));
        else if (field->type == LM_FIELD_PAIRS)
            put_pair(p, s, w);
        else if (field->type == LM_FIELD_TEXTS)
            lm_json_put_string(w, NULL,
                               strcmp(field->name, "games") == 0 ? some_result(p) : "some words");
        else
            lm_json_put_string(w, NULL, all ? s->players[i]->person->id : some_id(p, s, field));
    }
    lm_json_end(w, ']');
}

static void put_value(struct play *p, const struct lm_desk_section *s, const struct lm_field *field,
                      struct lm_json_writer *w)
{
    size_t choices = 0;
    switch (field->type) {
    case LM_FIELD_TEXT:
        lm_json_put_string(
            w, field->name,
            field->high < 10 ? "m" : lm_printed(p->arena, "words %u", (unsigned)below(p, 400)));
        break;
    case LM_FIELD_ID:
        lm_json_put_string(w, field->name, some_id(p, s, field));
        break;
    case LM_FIELD_DATE:
        lm_json_put_string(w, field->name, "2026-07-16");
        break;
    case LM_FIELD_NUMBER:
        lm_json_put_integer(w, field->name, some_number(p, s, field));
        break;
    case LM_FIELD_POINTS:
        lm_json_put_tenths(w, field->name, (int64_t)(5 * below(p, 4)));
        break;
    case LM_FIELD_YES_NO:
        lm_json_put_boolean(w, field->name, chance(p, 70));
        break;
    case LM_FIELD_CHOICE:
        while (field->choices[choices] != NULL)
            choices++;
        lm_json_put_string(w, field->name, field->choices[below(p, choices)]);
        break;
    case LM_FIELD_INSTANT:
        lm_json_put_string(w, field->name, "2026-07-16T14:00:00Z");
        break;
    case LM_FIELD_IDS:
    case LM_FIELD_TEXTS:
    case LM_FIELD_NUMBERS:
    case LM_FIELD_PAIRS:
        put_list(p, s, field, w);
        break;
    }
}

/* Is it a wish?  Acts that end an event for good come from the due list, not at random. */
static bool is_wish(const char *name)
{
    static const char *const not [] = {"open",   "section",  "import", "take-over",
                                       "finish", "call-off", "delete"};
    for (size_t i = 0; i < sizeof not / sizeof *not ; i++)
        if (strcmp(not [i], name) == 0)
            return false;
    return true;
}

static enum lm_status wish_something(struct play *p)
{
    const struct lm_desk_kind *kind = lm_desk_kind(below(p, lm_desk_kind_count()));
    const struct lm_desk_event *e = lm_desk_event(p->d);
    const struct lm_desk_section *s =
        kind->in_section ? e->sections[below(p, e->section_count)] : NULL;
    struct lm_text fields = lm_text_in(p->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    if (!is_wish(kind->name) || (strcmp(kind->name, "erase") == 0 && !chance(p, 10)))
        return LM_OK;
    lm_json_begin(&w, NULL, '{');
    for (size_t i = 0; i < kind->field_count; i++) {
        const struct lm_field *field = &kind->fields[i];
        if (!(field->use & LM_OUTCOME) && ((field->use & LM_REQUIRED) || chance(p, 35)))
            put_value(p, s, field, &w);
    }
    lm_json_end(&w, '}');
    return act(p, s == NULL ? "" : s->id, kind->name, lm_text_string(&fields), chance(p, 70));
}

static enum lm_status undo_something(struct play *p)
{
    struct lm_desk_step back;
    if (lm_desk_undo(p->d, "sim", NULL, p->arena, NULL, &back) != LM_OK)
        return LM_OK;
    return act(p, back.acts[0].section, back.acts[0].event, back.acts[0].fields, true);
}

/* ---- due tasks */

static enum lm_status dead_end(struct play *p, const struct lm_desk_section *s, const char *what)
{
    (void)lm_log_add(p->log, LM_ERROR, (struct lm_place){.field = what, .value = p->token}, NULL,
                     "dead end in section %s at line %llu: %s", s->id,
                     (unsigned long long)lm_desk_number(p->d), p->what);
    return LM_INTERNAL;
}

/* The fields for all boards of a match of teams; a board without players needs no result. */
static const char *boards_of(struct play *p, const struct lm_desk_board *b, bool all)
{
    struct lm_text fields = lm_text_in(p->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "board", b->id);
    lm_json_begin(&w, "games", '[');
    for (size_t g = 0; g < b->game_count; g++) {
        bool open = lm_desk_result_at(b->games[g].result)->open;
        bool empty = lm_desk_result_of_empty(b, &b->games[g]) != 0;
        lm_json_put_string(&w, NULL,
                           !open      ? "none"
                           : empty    ? "0F-0F"
                           : all      ? "1/2-1/2"
                           : b->moves ? "1-0"
                                      : some_result(p));
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return lm_text_string(&fields);
}

/* The fields that enter the result of ${b}, of a match also its second game. */
static const char *results_of(struct play *p, const struct lm_desk_board *b, bool all)
{
    if (b->white->section->teams)
        return boards_of(p, b, all);
    struct lm_text fields = lm_text_in(p->arena);
    struct lm_json_writer w = lm_json_writer_to(&fields, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "board", b->id);
    for (size_t g = 0; g < b->game_count; g++) {
        const char *win = g == 0 ? "1-0" : "0-1";
        if (lm_desk_result_at(lm_desk_game_result(b, g))->open)
            lm_json_put_string(&w, g == 0 ? "result" : "second",
                               all        ? "1/2-1/2"
                               : b->moves ? win
                                          : some_result(p));
    }
    lm_json_end(&w, '}');
    return lm_text_string(&fields);
}

static enum lm_status enter_results(struct play *p, const struct lm_desk_section *s, bool all)
{
    const struct lm_desk_round *r = lm_desk_current(s);
    enum lm_status status = LM_OK;
    for (uint32_t round = 1; round <= r->number; round++) {
        const struct lm_desk_round *played = s->rounds_played[round - 1];
        for (size_t i = 0; i < played->board_count && status == LM_OK; i++) {
            const struct lm_desk_board *b = played->boards[i];
            bool open = b->result == 0 || (all && lm_desk_result_at(b->result)->open);
            if (!open || played->state == LM_ROUND_NONE)
                continue;
            status = act(p, s->id, "result", results_of(p, b, all), true);
            if (status == LM_OK && p->answer != LM_ACT_TAKEN)
                return dead_end(p, s, "result");
        }
    }
    return status;
}

/* Give every player a game or a bye. */
static enum lm_status seat_the_rest(struct play *p, const struct lm_desk_section *s)
{
    for (int guard = 0; guard < 1000; guard++) {
        const struct lm_desk_round *r = lm_desk_proposed(s);
        const struct lm_desk_player *two[2] = {NULL, NULL};
        for (size_t i = 0, n = 0; i < r->idle_count && n < 2; i++)
            if (r->idle[i].kind == LM_BLANK && lm_desk_in_play(r->idle[i].player, r->number))
                two[n++] = r->idle[i].player;
        if (two[0] == NULL || (two[1] == NULL && lm_desk_is_fixed(s)))
            return LM_OK;
        const char *fields =
            two[1] == NULL
                ? lm_printed(p->arena, "{\"player\":\"%s\",\"kind\":\"zero\"}", two[0]->person->id)
                : lm_printed(p->arena, "{\"white\":\"%s\",\"black\":\"%s\"}", two[0]->person->id,
                             two[1]->person->id);
        enum lm_status status = act(p, s->id, two[1] == NULL ? "rest" : "seat", fields, true);
        if (status != LM_OK)
            return status;
        if (p->answer != LM_ACT_TAKEN)
            return dead_end(p, s, "seat");
    }
    return dead_end(p, s, "seat");
}

static enum lm_status publish(struct play *p, const struct lm_desk_section *s)
{
    enum lm_status status = s->system->knocks_out ? LM_OK : seat_the_rest(p, s);
    if (status == LM_OK)
        status = act(p, s->id, "publish", "{}", true);
    if (status == LM_OK && strcmp(p->token, "open-results") == 0) /* a result was deleted since */
        return act(p, s->id, "unpair", "{}", true);
    if (status == LM_OK &&
        (strcmp(p->token, "empty-round") == 0 || strcmp(p->token, "bracket") == 0)) {
        const char *out = lm_desk_proposed(s)->state == LM_ROUND_ALTERED ? "unpublish" : "unpair";
        status = act(p, s->id, out, "{}", true);
        return status == LM_OK ? act(p, s->id, "unpair", "{}", true) : status;
    }
    if (status == LM_OK && p->answer != LM_ACT_TAKEN)
        return dead_end(p, s, "publish");
    return status;
}

static enum lm_status close_round(struct play *p, const struct lm_desk_section *s)
{
    enum lm_status status = enter_results(p, s, false);
    if (status == LM_OK && lm_desk_current(s)->state < LM_ROUND_CLOSED)
        status = act(p, s->id, "close", "{}", true);
    if (status == LM_OK && p->answer != LM_ACT_TAKEN)
        return dead_end(p, s, "close");
    return status;
}

static enum lm_status finish(struct play *p, const struct lm_desk_section *s)
{
    const struct lm_desk_round *r = lm_desk_current(s);
    if (r != NULL &&
        r->state < LM_ROUND_CLOSED) /* also when too few players are left for a next one */
        return close_round(p, s);
    enum lm_status status = r == NULL ? LM_OK : enter_results(p, s, true);
    if (status == LM_OK)
        status = act(p, s->id, "finish", "{}", true);
    if (status == LM_OK && p->answer != LM_ACT_TAKEN)
        return dead_end(p, s, "finish");
    return status;
}

/* Some systems pair no player without a rating. */
static enum lm_status rate_everybody(struct play *p, const struct lm_desk_section *s)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < s->player_count && status == LM_OK; i++)
        if (s->players[i]->rating == 0 && s->players[i]->standing != LM_REMOVED)
            status = act(p, s->id, "edit",
                         lm_printed(p->arena, "{\"player\":\"%s\",\"rating\":1000}",
                                    s->players[i]->person->id),
                         true);
    return status;
}

/* Of a knock-out: enter all games of the last round, and draw lots for level matches. */
static enum lm_status decide_matches(struct play *p, const struct lm_desk_section *s)
{
    const struct lm_desk_round *r = lm_desk_current(s);
    enum lm_status status = r == NULL ? LM_OK : enter_results(p, s, true);
    for (size_t i = 0; r != NULL && i < r->board_count && status == LM_OK; i++) {
        struct lm_desk_score score = lm_desk_score_of(r->boards[i]);
        if (score.points[0] == score.points[1])
            status = act(p, s->id, "decide",
                         lm_printed(p->arena, "{\"board\":\"%s\",\"points\":2,\"against\":0}",
                                    r->boards[i]->id),
                         true);
    }
    return status;
}

static enum lm_status pair(struct play *p, const struct lm_desk_section *s)
{
    enum lm_status status = act(p, s->id, "pair", "{}", true);
    if (status == LM_OK && s->system->knocks_out && strcmp(p->token, "cannot-pair") == 0) {
        status = decide_matches(p, s);
        if (status == LM_OK)
            status = act(p, s->id, "pair", "{}", true);
    }
    if (status == LM_OK && strcmp(p->token, "cannot-pair") == 0) {
        status = rate_everybody(p, s);
        if (status == LM_OK)
            status = act(p, s->id, "pair", "{}", true);
    }
    if (status != LM_OK || p->answer == LM_ACT_TAKEN)
        return status;
    if (strcmp(p->token, "too-few") == 0)
        return finish(p, s);
    return dead_end(p, s, "pair");
}

/* Take one step towards the end of ${s}. */
static enum lm_status go_on(struct play *p, const struct lm_desk_section *s)
{
    const struct lm_desk_round *r = lm_desk_current(s);
    if (lm_desk_proposed(s) != NULL)
        return publish(p, s);
    if (r != NULL && r->state < LM_ROUND_CLOSED && !chance(p, 5))
        return close_round(p, s);
    bool made = lm_desk_is_fixed(s) && r != NULL; /* all rounds at once */
    if (lm_desk_next_round(s) <= s->rounds && !made)
        return pair(p, s);
    if (r != NULL && r->state < LM_ROUND_CLOSED)
        return close_round(p, s);
    return finish(p, s);
}

/* ---- an event */

/* Enter a section of ${count} teams, one in eight too small for its four boards. */
static enum lm_status enter_teams(struct play *p, const char *section, uint32_t count)
{
    enum { BOARDS = 4 };
    enum lm_status status = LM_OK;
    for (uint32_t n = 0; n < count && status == LM_OK; n++) {
        size_t persons = chance(p, 12) ? below(p, BOARDS) : BOARDS + below(p, 3);
        status = act(p, section, "team", lm_printed(p->arena, "{\"name\":\"Team %u\"}", n), true);
        const char *id = lm_printed(p->arena, "t%zu", lm_desk_event(p->d)->team_count);
        for (size_t k = 0; k < persons && status == LM_OK; k++)
            status = act(p, section, "enter",
                         lm_printed(p->arena,
                                    "{\"name\":\"Player %u.%zu\",\"rating\":%u,\"team\":\"%s\"}", n,
                                    k, 1200 + (unsigned)below(p, 1400), id),
                         true);
    }
    return status;
}

static enum lm_status enter_players(struct play *p, const char *section, uint32_t count)
{
    enum lm_status status = LM_OK;
    for (uint32_t n = 0; n < count && status == LM_OK; n++)
        status = act(p, section, "enter",
                     lm_printed(p->arena, "{\"name\":\"Player %u\",\"rating\":%u,\"title\":\"%s\"}",
                                n, 1200 + (unsigned)below(p, 1400), chance(p, 10) ? "FM" : ""),
                     true);
    return status;
}

static enum lm_status open_event(struct play *p)
{
    static const char *const sections[] = {"A", "B"};
    const struct lm_system *system = lm_system_named(p->how->system, "2026-07-16");
    bool boosts = system != NULL && system->games_per_match < 2 && system->board == NULL;
    enum lm_status status =
        act(p, "", "open", "{\"name\":\"Random Open\",\"start\":\"2026-07-16\"}", true);
    for (int i = 0; i < 2 && status == LM_OK; i++) {
        status = act(p, "", "section",
                     lm_printed(p->arena,
                                "{\"id\":\"%s\",\"system\":\"%s\",\"rounds\":%u,"
                                "\"acceleration\":\"%s\"}",
                                sections[i], p->how->system, p->how->rounds,
                                i == 0 && chance(p, 20) && boosts ? "baku" : "none"),
                     true);
        uint32_t players = i == 0 ? p->how->players - p->how->players / 3 : p->how->players / 3;
        if (status == LM_OK)
            status = system != NULL && system->teams ? enter_teams(p, sections[i], players / 2 + 1)
                                                     : enter_players(p, sections[i], players);
    }
    return status;
}

static bool is_over(const struct lm_desk_event *e)
{
    for (size_t i = 0; i < e->section_count; i++)
        if (!e->sections[i]->finished)
            return false;
    return true;
}

static enum lm_status play_on(struct play *p)
{
    const struct lm_desk_event *e = lm_desk_event(p->d);
    enum lm_status status = LM_OK;
    uint64_t limit = 400 + 60 * (uint64_t)p->how->rounds * e->section_count;
    for (uint64_t step = 0; status == LM_OK && !is_over(e); step++) {
        if (step > limit)
            return dead_end(p, e->sections[0], "never ends");
        bool calm = step > limit / 2; /* wishes could undo the due tasks for ever */
        size_t wishes = calm ? 0 : below(p, 4);
        for (size_t i = 0; i < wishes && status == LM_OK; i++)
            status = chance(p, 8) ? undo_something(p) : wish_something(p);
        for (size_t i = 0; i < e->section_count && status == LM_OK; i++)
            if (!e->sections[i]->finished && (calm || chance(p, 60)))
                status = go_on(p, e->sections[i]);
    }
    return status;
}

enum lm_status lm_desk_simulate(const struct lm_desk_simulation *how,
                                const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                                struct lm_log *log, struct lm_text *journal,
                                struct lm_text *secrets, struct lm_desk_simulated *out)
{
    struct lm_desk_simulated simulated = {0};
    if (how == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "no request was given");
    struct play p = {.how = how,
                     .arena = arena,
                     .log = log,
                     .journal = journal,
                     .secrets = secrets,
                     .out = &simulated,
                     .now = 1784000000,
                     .token = "",
                     .what = ""};
    p.random = lm_random_from(how->seed);
    enum lm_status status = lm_desk_new(arena, hooks, "simulation", &p.d);
    if (status == LM_OK)
        status = open_event(&p);
    if (status == LM_OK)
        status = play_on(&p);
    if (status == LM_INVALID)
        status = LM_INTERNAL;
    if (status != LM_OK)
        return status;
    simulated.desk = p.d;
    simulated.lines = lm_desk_number(p.d);
    simulated.finished = is_over(lm_desk_event(p.d));
    *out = simulated;
    return journal->failed || secrets->failed ? LM_LIMIT : LM_OK;
}
