/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "journal_hooks.h"
#include "limmat/championship.h"

/* A small definition with every kind of member; mistakes are made by replacing a part. */
static const char good[] =
    "{\n"
    "\"definition\": \"small\",\n"
    "\"title\": \"A small championship\",\n"
    "\"settings\": {\"open\": {\"question\": \"how many?\", \"value\": 3}},\n"
    "\"articles\": {\"offers\": \"V.C\", \"publishing\": \"IV.E\", \"result\": \"VI.G\"},\n"
    "\"directors\": {\"accounts\": [\"TD\"], \"may_play\": false, \"article\": \"I.D\"},\n"
    "\"holders\": [{\"title\": \"champion\", \"player\": \"queen\", \"automatic\": true}],\n"
    "\"registration\": {\"from\": \"2019-09-05T00:00:00Z\", \"until\": \"2019-09-27T20:00:00Z\"},\n"
    "\"eligibility\": [{\"rule\": \"games_before\", \"games\": 100,\n"
    "  \"instant\": \"2019-09-01T00:00:00Z\", \"exception\": true, \"article\": \"II.A.2\"}],\n"
    "\"seeding\": {\"at\": \"2019-09-01T00:00:00Z\", \"from\": \"2018-09-01T00:00:00Z\",\n"
    "  \"until\": \"2019-09-01T00:00:00Z\", \"unrated\": 1500, \"window\": \"carried\"},\n"
    "\"calendar\": {\"starts\": \"2019-09-30T00:00:00Z\", \"offers_until\": \"Wednesday "
    "23:59:59\",\n"
    "  \"agree_before\": \"Saturday 00:00:00\", \"complete_by\": \"Sunday 23:59:59\"},\n"
    "\"negotiation\": {\"offers\": {\"setting\": \"open\"}, \"hours_apart\": 3, \"per_date\": 2,\n"
    "  \"both_late\": \"assign\", \"no_fault\": \"assign\"},\n"
    "\"attendance\": {\"grace_minutes\": 10, \"message_gap_minutes\": 10, \"break_minutes\": 10,\n"
    "  \"breaks\": 1, \"forfeits\": 2},\n"
    "\"formats\": {\n"
    "  \"four\": {\"steps\": [{\"games\": 4, \"clock\": \"2+5\"}], \"stop_at_majority\": true},\n"
    "  \"last\": {\"steps\": [{\"games\": 6, \"lead\": 2}],\n"
    "    \"armageddon\": {\"black_seconds\": 180, \"equal_bids\": \"higher_seed\"}}},\n"
    "\"stages\": [\n"
    "  {\"stage\": \"swiss\", \"type\": \"swiss\", \"system\": \"monrad-acwc-2019\",\n"
    "   \"format\": \"four\", \"rounds\": {\"log2\": \"ceil\", \"at_least\": 2},\n"
    "   \"points\": {\"win\": 1, \"draw\": 0.5, \"loss\": 0, \"bye\": 1},\n"
    "   \"ranking\": [\"points\", \"sum_of_seeds\"],\n"
    "   \"leaving\": {\"rule\": \"opponent_wins\", \"rescored_grounds\": [\"engine\"]}},\n"
    "  {\"stage\": \"pool\", \"type\": \"round_robin\", \"format\": \"four\",\n"
    "   \"pools\": [{\"name\": \"all\", \"seats\": [\"swiss:1\", \"swiss:2\", \"swiss:3\"]}],\n"
    "   \"leaving\": {\"rule\": \"disregard\"}},\n"
    "  {\"stage\": \"final\", \"type\": \"matches\", \"format\": \"last\", \"free_of_dates\": "
    "true,\n"
    "   \"matches\": [{\"name\": \"match\", \"seats\": [\"holder:champion\", \"pool:1\"]}],\n"
    "   \"leaving\": {\"rule\": \"move_up\", \"from\": [\"pool\"]}}],\n"
    "\"places\": [\"final/match:winner\", \"final/match:loser\"]\n"
    "}\n";

static const struct mistake {
    const char *what_stood;
    const char *what_stands;
    const char *message; /* a part of it */
    const char *field;   /* NULL: the text is not JSON */
    unsigned line;
} mistakes[] = {
    {"\"small\",\n", "\"small\"\n", "", NULL, 3},
    {"\"definition\": \"small\",", "", "\"definition\" is missing", "definition", 1},
    {"\"title\": \"A small championship\"", "\"title\": 7", "must be a string", "title", 3},
    {"\"title\": \"A small championship\"", "\"title\": \"\"", "is empty", "title", 3},
    {"\"title\": \"A", "\"titel\": \"A", "has no member \"titel\"", "titel", 3},
    {"\"value\": 3", "\"values\": 3", "has no member \"values\"", "values", 4},
    {"\"value\": 3", "\"suggestion\": 3", "is not filled in", "open", 4},
    {"{\"setting\": \"open\"}", "{\"setting\": \"opn\"}", "setting \"opn\" not found", "offers",
     15},
    {"\"value\": 3", "\"choices\": [\"a\"], \"value\": \"b\"", "isn't a choice", "open", 4},
    {"\"offers\": \"V.C\"", "\"offer\": \"V.C\"", "has no member \"offer\"", "offer", 5},
    {"[\"TD\"]", "[]", "needs a director", "accounts", 6},
    {"[\"TD\"]", "\"TD\"", "must be an array", "accounts", 6},
    {"[\"TD\"]", "[7]", "has another type of value", "accounts", 6},
    {"\"may_play\": false", "\"may_play\": \"no\"", "neither true nor false", "may_play", 6},
    {"\"player\": \"queen\", ", "", "\"player\" is missing", "player", 7},
    {"\"automatic\": true}",
     "\"automatic\": true}, {\"title\": \"champion\", \"player\": \"king\", "
     "\"automatic\": true}",
     "two holders are called", "title", 7},
    {"2019-09-05T00:00:00Z", "5 September 2019", "isn't a time", "from", 8},
    {"2019-09-27T20:00:00Z", "2018-09-27T20:00:00Z", "ends before it begins", "until", 8},
    {"\"games_before\"", "\"game_before\"", "unknown \"rule\"", "rule", 9},
    {"\"games\": 100", "\"games\": -1", "is not a whole number from", "games", 9},
    {", \"article\": \"II.A.2\"", "", "\"article\" is missing", "article", 9},
    {"\"from\": \"2018-09-01", "\"from\": \"2020-09-01", "ends before it begins", "until", 12},
    {"\"unrated\": 1500", "\"unrated\": 1500.5", "is not a whole number from", "unrated", 12},
    {"\"carried\"", "\"both\"", "unknown \"window\"", "window", 12},
    {"Wednesday 23", "Mittwoch 23", "isn't a time of the week", "offers_until", 13},
    {"Wednesday 23:59:59", "Wednesday 25:00:00", "isn't a time of the week", "offers_until", 13},
    {"Saturday", "Tuesday", "in this order", "calendar", 13},
    {"\"per_date\": 2", "\"per_date\": 0", "is not a whole number from", "per_date", 15},
    {"\"no_fault\": \"assign\"", "\"no_fault\": \"toss\"", "unknown \"no_fault\"", "no_fault", 16},
    {"\"breaks\": 1, ", "", "\"breaks\" is missing", "breaks", 17},
    {"\"games\": 4", "\"games\": 0", "is not a whole number from", "games", 20},
    {"[{\"games\": 6, \"lead\": 2}]", "[]", "a match without games", "steps", 21},
    {"\"lead\": 2", "\"lead\": 0", "a lead of so many points isn't possible", "lead", 21},
    {"\"games\": 6", "\"games\": 150, \"repeat\": 2", "more than 200 games", "steps", 21},
    {"\"higher_seed\"", "\"toss\"", "unknown \"equal_bids\"", "equal_bids", 22},
    {"\"stage\": \"pool\"", "\"stage\": \"swiss\"", "two stages are called", "stage", 29},
    {"\"stage\": \"swiss\"", "\"stage\": \"the swiss\"", "has no colon, slash or space", "stage",
     24},
    {"\"type\": \"round_robin\"", "\"type\": \"league\"", "unknown \"type\"", "type", 29},
    {"\"monrad-acwc-2019\"", "\"monrad\"", "unknown \"system\"", "system", 24},
    {"\"format\": \"last\"", "\"format\": \"lost\"", "format \"lost\" not found", "format", 32},
    {"\"format\": \"last\"", "\"format\": \"four\"", "could end without a winner", "format", 32},
    {"{\"log2\": \"ceil\", \"at_least\": 2}", "{}", "a Swiss without rounds", "rounds", 25},
    {"\"draw\": 0.5", "\"draw\": 0.55", "is not a number of points", "draw", 26},
    {"\"draw\": 0.5", "\"draw\": 1", "worth a win or more", "points", 26},
    {"\"sum_of_seeds\"", "\"sum_of_seed\"", "is unknown, or given twice", "ranking", 27},
    {"\"sum_of_seeds\"", "\"points\"", "is unknown, or given twice", "ranking", 27},
    {"[\"engine\"]", "[\"motor\"]", "isn't a reason for leaving", "rescored_grounds", 28},
    {"\"rule\": \"opponent_wins\"", "\"rule\": \"disregard\"", "only a round robin", "leaving", 28},
    {"\"rule\": \"disregard\"", "\"rule\": \"move_up\", \"from\": [\"swiss\"]",
     "only to places in matches", "leaving", 31},
    {"\"swiss:3\"", "\"swiss:2\"", "it is given twice", "seats", 30},
    {"\"swiss:3\"", "\"swiss:x\"", "that place doesn't exist", "seats", 30},
    {"\"swiss:3\"", "\"final:1\"", "no earlier stage", "seats", 30},
    {"\"swiss:3\"", "\"swiss\"", "the colon is missing", "seats", 30},
    {"\"pool:1\"", "\"pool:4\"", "that place doesn't exist", "seats", 33},
    {"\"pool:1\"", "\"pool/none:1\"", "have this pool or match", "seats", 33},
    {"\"pool:1\"", "\"holder:challenger\"", "holder not found", "seats", 33},
    {", \"pool:1\"]", "]", "has 1 seats", "seats", 33},
    {"\"from\": [\"pool\"]", "\"from\": [\"pol\"]", "no earlier stage is called", "from", 34},
    {"[\"final/match:winner\", \"final/match:loser\"]", "[]", "no player can become champion",
     "places", 35},
};

enum { MISTAKES = sizeof mistakes / sizeof mistakes[0] };

static struct lm_arena *arena;

static int set_up(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) == LM_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

static const char *with(const struct mistake *m, size_t *length)
{
    const char *at = strstr(good, m->what_stood);
    assert_non_null(at);
    struct lm_text text = lm_text_in(arena);
    lm_text_add_bytes(&text, good, (size_t)(at - good));
    lm_text_add(&text, m->what_stands);
    lm_text_add(&text, at + strlen(m->what_stood));
    *length = text.length;
    return lm_text_string(&text);
}

static const struct lm_diagnostic *find(const struct lm_log *log, const struct mistake *m)
{
    for (size_t i = 0; i < log->count; i++) {
        const struct lm_diagnostic *d = &log->all[i];
        if (strstr(d->what, m->message) != NULL &&
            (m->field == NULL || (d->field != NULL && strcmp(d->field, m->field) == 0)))
            return d;
    }
    return NULL;
}

static void every_mistake_has_line_field_and_remedy(void **state)
{
    (void)state;
    assert_true(MISTAKES >= 40);
    for (size_t i = 0; i < MISTAKES; i++) {
        struct lm_log log = {.arena = arena, .file = "def.json"};
        struct lm_definition *definition = NULL;
        size_t length = 0;
        const char *text = with(&mistakes[i], &length);
        assert_int_equal(lm_definition_read(text, length, NULL, 0, false, arena, &log, &definition),
                         LM_INVALID);
        assert_null(definition);
        const struct lm_diagnostic *d = find(&log, &mistakes[i]);
        if (d == NULL)
            fail_msg("mistake %zu (%s): found \"%s\" in %s", i, mistakes[i].what_stands,
                     log.all[0].what, log.all[0].field);
        else
            assert_int_equal(d->line, mistakes[i].line);
    }
}

static struct lm_definition *read_good(void)
{
    struct lm_log log = {.arena = arena};
    struct lm_definition *definition = NULL;
    assert_int_equal(
        lm_definition_read(good, strlen(good), NULL, 0, false, arena, &log, &definition), LM_OK);
    return definition;
}

static void settings_are_filled_from_outside(void **state)
{
    (void)state;
    struct lm_log log = {.arena = arena};
    struct lm_definition *definition = NULL;
    const struct lm_setting five = {"open", "5"};
    const struct lm_setting unknown = {"closed", "5"};
    assert_int_equal(
        lm_definition_read(good, strlen(good), &five, 1, false, arena, &log, &definition), LM_OK);
    assert_int_equal(
        lm_definition_read(good, strlen(good), &unknown, 1, false, arena, &log, &definition),
        LM_INVALID);
}

/* ---- events ------------------------------------------------------------------------------ */

static enum lm_status take(struct lm_championship *c, const char *event, struct lm_log *log)
{
    struct lm_json *node = NULL;
    const char *copy = lm_arena_copy(arena, event, strlen(event));
    assert_int_equal(lm_json_parse(copy, strlen(copy), arena, log, &node), LM_OK);
    return lm_championship_take(c, node, log);
}

static void must_take(struct lm_championship *c, const char *event)
{
    struct lm_log log = {.arena = arena};
    if (take(c, event, &log) != LM_OK)
        fail_msg("%s: %s", event, log.all[0].what);
}

#define APPLY(player, day)                                                                         \
    "{\"event\":\"apply\",\"at\":\"2019-09-" day "T00:00:00Z\",\"by\":\"" player                   \
    "\",\"player\":\"" player "\",\"created\":\"2015-01-01T00:00:00Z\",\"games\":200}"
#define AT(time) "\"at\":\"2019-09-30T" time "Z\""

static struct lm_text secrets;

/* Return a championship with the journal ${journal}. */
static struct lm_championship *opened(struct lm_text *journal)
{
    secrets = lm_text_in(arena);
    struct lm_championship *c = NULL;
    struct lm_log log = {.arena = arena};
    assert_int_equal(
        lm_championship_begin(read_good(), "TD", 0, &test_hooks, arena, &log, journal, &c), LM_OK);
    return c;
}

static struct lm_desk_taken last;

static enum lm_desk_answer enter(struct lm_championship *c, const char *wish,
                                 struct lm_text *journal)
{
    struct lm_log log = {.arena = arena};
    struct lm_json *node = NULL;
    const char *copy = lm_arena_copy(arena, wish, strlen(wish));
    assert_int_equal(lm_json_parse(copy, strlen(copy), arena, &log, &node), LM_OK);
    const struct lm_json *object = node;
    last = (struct lm_desk_taken){.answer = LM_ACT_REFUSED};
    enum lm_status status = lm_championship_enter(c, &object, 1, &log, &last);
    if (status != LM_OK) {
        last.lines = log.all[0].what; /* the reason, for the test */
        return LM_ACT_REFUSED;
    }
    lm_text_add_bytes(journal, last.lines, last.line_length);
    lm_text_add_bytes(&secrets, last.secrets, last.secret_length);
    return last.answer;
}

static struct lm_championship *begun(void)
{
    struct lm_championship *c = NULL;
    assert_int_equal(lm_championship_new(read_good(), arena, &c), LM_OK);
    must_take(c, APPLY("ann", "10"));
    must_take(c, APPLY("bob", "11"));
    must_take(c, APPLY("cy", "12"));
    must_take(c, APPLY("di", "13"));
    must_take(c, "{\"event\":\"pair\"," AT("00:00:00") ",\"by\":\"TD\"}");
    return c;
}

static const char *state_of(struct lm_championship *c)
{
    struct lm_text out = lm_text_in(arena);
    lm_championship_export(c, &out);
    lm_championship_explain(c, NULL, LM_CHAMPIONSHIP_TEXT, &out);
    return lm_text_string(&out);
}

static void an_impossible_event_is_refused_by_its_rule(void **state)
{
    (void)state;
    static const struct {
        const char *event;
        const char *message;
    } impossible[] = {
        {"{\"event\":\"applaud\"," AT("01:00:00") ",\"by\":\"ann\"}", "unknown \"event\""},
        {"{\"event\":\"pair\",\"at\":\"2019-09-29T00:00:00Z\",\"by\":\"TD\"}", "earlier"},
        {"{\"event\":\"pair\"," AT("01:00:00") ",\"by\":\"TD\"}", "is not over [IV.E]"},
        {"{\"event\":\"pair\"," AT("01:00:00") ",\"by\":\"ann\"}", "isn't a director"},
        {"{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"eve\"}", "is neither"},
        {"{\"event\":\"apply\"," AT("01:00:00") ",\"by\":\"eve\",\"player\":\"eve\"}",
         "play has begun"},
        {"{\"event\":\"apply\"," AT("01:00:00") ",\"by\":\"draw\",\"player\":\"draw\"}",
         "\"draw\" has another meaning here"},
        {"{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                                                "1\",\"time\":\"2019-09-30T00:30:00Z\"}",
         "has passed [V.C]"},
        {"{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                                                "1\",\"time\":\"2019-10-07T00:00:00Z\"}",
         "after the end of the round [V.C]"},
        {"{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"cy\",\"match\":\"swiss/1/"
                                                "1\",\"time\":\"2019-10-01T00:00:00Z\"}",
         "does not play match"},
        {"{\"event\":\"offer\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"player\":\"bob\",\"match\":\"swiss/1/1\","
                         "\"time\":\"2019-10-01T00:00:00Z\"}",
         "cannot act for"},
        {"{\"event\":\"accept\"," AT("01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                                                 "1\",\"time\":\"2019-10-01T00:00:00Z\"}",
         "didn't offer this time"},
        {"{\"event\":\"time\"," AT("01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                                               "1\",\"time\":\"2019-10-01T00:00:00Z\"}",
         "can still agree"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"cy\",\"match\":\"swiss/1/1\",\"games\":\"111\"}",
         "does not play match"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/1\",\"games\":\"10101\"}",
         "was over after game 4 [VI.G]"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/9/1\",\"games\":\"111\"}",
         "not found"},
        {"{\"event\":\"bid\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/1\",\"seconds\":100}",
         "has no Armageddon game"},
        {"{\"event\":\"claim\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                         "1\",\"kind\":\"left\",\"player\":\"bob\","
                         "\"left\":\"2019-09-30T00:10:00Z\",\"back\":\"2019-09-30T00:20:00Z\"}",
         "was not being played"},
        {"{\"event\":\"out\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"player\":\"bob\",\"ground\":\"engine\"}",
         "only a director disqualifies"},
        {"{\"event\":\"decide\"," AT("01:00:00") ",\"by\":\"TD\",\"what\":\"finding\",\"match\":"
                                                 "\"swiss/1/1\",\"at_fault\":\"none\"}",
         "needs no finding"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/1\",\"games\":\"1\",\"extra\":1}",
         "has no member \"extra\""},
    };
    struct lm_championship *c = begun();
    const char *before = state_of(c);
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++) {
        struct lm_log log = {.arena = arena};
        assert_int_equal(take(c, impossible[i].event, &log), LM_INVALID);
        if (strstr(log.all[0].what, impossible[i].message) == NULL)
            fail_msg("%s: %s", impossible[i].event, log.all[0].what);
        assert_string_equal(before, state_of(c));
    }
}

static void a_result_is_corrected_by_a_new_event(void **state)
{
    (void)state;
    struct lm_championship *c = begun();
    must_take(c, "{\"event\":\"result\"," AT(
                     "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/1\",\"games\":\"111\"}");
    must_take(c, "{\"event\":\"correct\"," AT(
                     "02:00:00") ",\"by\":\"TD\",\"match\":\"swiss/1/1\",\"games\":\"1010\"}");
    struct lm_text out = lm_text_in(arena);
    lm_championship_bracket(c, &out);
    assert_non_null(strstr(lm_text_string(&out), "2–2"));
}

static void due_counts_the_offers_that_are_missing(void **state)
{
    (void)state;
    struct lm_championship *c = begun();
    must_take(c, "{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                                                        "1\",\"time\":\"2019-10-01T12:00:00Z\"}");
    struct lm_text ann = lm_text_in(arena);
    struct lm_text bob = lm_text_in(arena);
    lm_championship_due(c, lm_championship_time(c), "ann", LM_CHAMPIONSHIP_TEXT, &ann);
    lm_championship_due(c, lm_championship_time(c), "bob", LM_CHAMPIONSHIP_TEXT, &bob);
    assert_non_null(strstr(lm_text_string(&ann), "offer bob 2 more times [V.C]"));
    assert_non_null(strstr(lm_text_string(&ann), "Wed 2 Oct 2019, 23:59 UTC"));
    assert_non_null(strstr(lm_text_string(&bob), "offer ann 3 times"));
    assert_non_null(strstr(lm_text_string(&bob), "accept Tue 1 Oct 2019, 12:00 UTC"));
}

/* Return what ${who} has to do now. */
static const char *due_of(struct lm_championship *c, const char *who)
{
    struct lm_text out = lm_text_in(arena);
    lm_championship_due(c, lm_championship_time(c), who, LM_CHAMPIONSHIP_TEXT, &out);
    return lm_text_string(&out);
}

static void the_application_of_who_is_out_is_not_due(void **state)
{
    (void)state;
    static const struct mistake reviewed = {"\"games\": 100",
                                            "\"verdict\": \"review\", \"games\": 100", "", NULL, 0};
    struct lm_championship *c = NULL;
    struct lm_definition *definition = NULL;
    struct lm_log log = {.arena = arena};
    size_t length = 0;
    const char *text = with(&reviewed, &length);
    assert_int_equal(lm_definition_read(text, length, NULL, 0, false, arena, &log, &definition),
                     LM_OK);
    assert_int_equal(lm_championship_new(definition, arena, &c), LM_OK);
    must_take(c, "{\"event\":\"apply\",\"at\":\"2019-09-10T00:00:00Z\",\"by\":\"eve\",\"player\":"
                 "\"eve\",\"created\":\"2015-01-01T00:00:00Z\",\"games\":20}");
    assert_non_null(strstr(due_of(c, "TD"), "accept or deny eve"));
    must_take(c,
              "{\"event\":\"out\",\"at\":\"2019-09-11T00:00:00Z\",\"by\":\"TD\",\"player\":\"eve\","
              "\"ground\":\"engine\"}");
    assert_null(strstr(due_of(c, "TD"), "eve"));
}

/* The pool needs three places from the Swiss: the third place must be decided, the order of the
 * following players does not matter. */
static void level_players_are_ordered_for_places_that_count(void **state)
{
    (void)state;
    struct lm_championship *c = NULL;
    assert_int_equal(lm_championship_new(read_good(), arena, &c), LM_OK);
    static const char *const names[] = {"ann", "bob", "cy", "di", "ed", "flo"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct lm_text apply = lm_text_in(arena);
        lm_text_print(&apply,
                      "{\"event\":\"apply\",\"at\":\"2019-09-1%zuT00:00:00Z\",\"by\":\"%s\","
                      "\"player\":\"%s\",\"created\":\"2015-01-01T00:00:00Z\",\"games\":200}",
                      i, names[i], names[i]);
        must_take(c, lm_text_string(&apply));
    }
    for (unsigned round = 1; round <= 3; round++) {
        static const char *const days[] = {"2019-09-30", "2019-10-07", "2019-10-14"};
        static const char *const ends[] = {"2019-10-01", "2019-10-08", "2019-10-15"};
        struct lm_text pair = lm_text_in(arena);
        lm_text_print(&pair, "{\"event\":\"pair\",\"at\":\"%sT00:00:00Z\",\"by\":\"TD\"}",
                      days[round - 1]);
        must_take(c, lm_text_string(&pair));
        for (unsigned match = 1; match <= 3; match++) {
            struct lm_text result = lm_text_in(arena);
            lm_text_print(&result,
                          "{\"event\":\"result\",\"at\":\"%sT01:00:00Z\",\"by\":\"TD\",\"match\":"
                          "\"swiss/%u/%u\",\"score\":\"2-2\"}",
                          ends[round - 1], round, match);
            must_take(c, lm_text_string(&result));
        }
    }
    const char *due = due_of(c, "TD");
    assert_non_null(strstr(due, "level for place 3 of"));
    assert_null(strstr(due, "level for place 4 of"));
}

/* A director who plays (the ACWC of 2024) enters the choices that the rules leave to players of a
 * match for the own side, but not for the opponent's. */
static void a_director_who_plays_chooses_his_own_time(void **state)
{
    (void)state;
    static const struct mistake plays = {"[\"TD\"], \"may_play\": false",
                                         "[\"TD\", \"ann\", \"bob\"], \"may_play\": true", "", NULL,
                                         0};
    struct lm_log log = {.arena = arena};
    struct lm_definition *definition = NULL;
    struct lm_championship *c = NULL;
    size_t length = 0;
    const char *text = with(&plays, &length);
    assert_int_equal(lm_definition_read(text, length, NULL, 0, false, arena, &log, &definition),
                     LM_OK);
    assert_int_equal(lm_championship_new(definition, arena, &c), LM_OK);
    must_take(c, APPLY("ann", "10"));
    must_take(c, APPLY("bob", "11"));
    must_take(c, "{\"event\":\"pair\"," AT("00:00:00") ",\"by\":\"TD\"}");
    static const char *const offered[] = {"2019-10-01T12", "2019-10-01T18", "2019-10-02T12"};
    for (size_t i = 0; i < 3; i++) {
        struct lm_text offer = lm_text_in(arena);
        lm_text_print(
            &offer,
            "{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"ann\",\"match\":"
                                                   "\"swiss/1/1\",\"time\":\"%s:00:00Z\"}",
            offered[i]);
        must_take(c, lm_text_string(&offer));
    }
    assert_int_equal(take(c,
                          "{\"event\":\"time\",\"at\":\"2019-10-03T12:00:00Z\",\"by\":\"bob\","
                          "\"match\":\"swiss/1/1\",\"time\":\"2019-10-04T12:00:00Z\"}",
                          &log),
                     LM_INVALID);
    assert_non_null(strstr(log.all[0].what, "ann chooses the time"));
    must_take(c, "{\"event\":\"time\",\"at\":\"2019-10-03T12:00:00Z\",\"by\":\"ann\","
                 "\"match\":\"swiss/1/1\",\"time\":\"2019-10-04T12:00:00Z\"}");
    assert_non_null(strstr(state_of(c), "Fri 4 Oct 2019, 12:00 UTC: chosen"));
}

#define MATCH ",\"match\":\"swiss/1/1\""

/* ann and bob of begun() agree on a time, and then on another. */
static void a_match_is_moved_by_consent_alone(void **state)
{
    (void)state;
    static const struct {
        const char *event, *message; /* NULL: it is taken */
    } events[] = {
        {"{\"event\":\"move\"," AT("01:00:00") ",\"by\":\"ann\"" MATCH
                                               ",\"time\":\"2019-10-02T12:00:00Z\"}",
         "has no time yet"},
        {"{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"ann\"" MATCH
                                                ",\"time\":\"2019-10-01T12:00:00Z\"}",
         NULL},
        {"{\"event\":\"accept\"," AT("02:00:00") ",\"by\":\"bob\"" MATCH
                                                 ",\"time\":\"2019-10-01T12:00:00Z\"}",
         NULL},
        {"{\"event\":\"move\"," AT("03:00:00") ",\"by\":\"bob\"" MATCH ",\"answer\":\"accept\"}",
         "no request for another time"},
        {"{\"event\":\"move\"," AT("03:00:00") ",\"by\":\"bob\"" MATCH
                                               ",\"time\":\"2019-10-01T12:00:00Z\"}",
         "has this time already"},
        {"{\"event\":\"move\"," AT("03:00:00") ",\"by\":\"bob\"" MATCH
                                               ",\"time\":\"2019-10-07T12:00:00Z\"}",
         "can't be played then"},
        {"{\"event\":\"move\"," AT("03:00:00") ",\"by\":\"cy\"" MATCH
                                               ",\"time\":\"2019-10-02T12:00:00Z\"}",
         "does not play match"},
        {"{\"event\":\"move\"," AT("03:00:00") ",\"by\":\"bob\"" MATCH
                                               ",\"time\":\"2019-10-02T12:00:00Z\"}",
         NULL},
        {"{\"event\":\"move\"," AT("04:00:00") ",\"by\":\"bob\"" MATCH ",\"answer\":\"accept\"}",
         "own request"},
        {"{\"event\":\"move\"," AT(
             "04:00:00") ",\"by\":\"ann\"" MATCH
                         ",\"answer\":\"accept\",\"time\":\"2019-10-03T12:00:00Z\"}",
         "another time is requested"},
        {"{\"event\":\"move\"," AT("04:00:00") ",\"by\":\"ann\"" MATCH ",\"answer\":\"decline\"}",
         NULL},
        {"{\"event\":\"move\"," AT("05:00:00") ",\"by\":\"ann\"" MATCH
                                               ",\"time\":\"2019-10-02T18:00:00Z\"}",
         NULL},
        {"{\"event\":\"move\"," AT("06:00:00") ",\"by\":\"bob\"" MATCH ",\"answer\":\"accept\"}",
         NULL},
        {"{\"event\":\"result\"," AT("07:00:00") ",\"by\":\"TD\"" MATCH ",\"games\":\"1\"}", NULL},
        {"{\"event\":\"move\"," AT("08:00:00") ",\"by\":\"bob\"" MATCH
                                               ",\"time\":\"2019-10-03T12:00:00Z\"}",
         "has begun [VI.G]"},
    };
    struct lm_championship *c = begun();
    for (size_t i = 0; i < sizeof events / sizeof events[0]; i++) {
        struct lm_log log = {.arena = arena};
        enum lm_status status = take(c, events[i].event, &log);
        if (status != (events[i].message == NULL ? LM_OK : LM_INVALID) ||
            (status != LM_OK && strstr(log.all[0].what, events[i].message) == NULL))
            fail_msg("%s: %s", events[i].event, log.count > 0 ? log.all[0].what : "taken");
    }
    const char *now = state_of(c);
    assert_non_null(strstr(now, "bob asks ann to play at Wed 2 Oct 2019, 12:00 UTC instead"));
    assert_non_null(strstr(now, "ann declines: ann – bob stays at Tue 1 Oct 2019, 12:00 UTC"));
    assert_non_null(strstr(now, "is at Wed 2 Oct 2019, 18:00 UTC: moved by consent"));
}

/* "3-1" gives no order: the lost game comes first, as a match can end before its last game. */
static void a_score_is_a_result_without_an_order(void **state)
{
    (void)state;
    static const char *const wrong[] = {"3", "3-x", "3-1.5", "4-4", "2.2-1.8", "0-0"};
    struct lm_championship *c = begun();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct lm_text event = lm_text_in(arena);
        struct lm_log log = {.arena = arena};
        lm_text_print(&event,
                      "{\"event\":\"result\"," AT("01:00:00") ",\"by\":\"ann\"" MATCH
                                                              ",\"score\":\"%s\"}",
                      wrong[i]);
        assert_int_equal(take(c, lm_text_string(&event), &log), LM_INVALID);
    }
    must_take(c, "{\"event\":\"result\"," AT("02:00:00") ",\"by\":\"TD\"" MATCH
                                                         ",\"score\":\"2.5-0.5\"}");
    assert_non_null(strstr(state_of(c), "2½–½ after 3 games"));
    assert_non_null(strstr(state_of(c), "without the order of its games"));
}

/* The other player confirms that the games are right, also after they have ended the match. */
static void a_result_is_confirmed_when_the_match_is_over(void **state)
{
    (void)state;
    struct lm_championship *c = begun();
    struct lm_log log = {.arena = arena};
    must_take(c, "{\"event\":\"result\"," AT("02:00:00") ",\"by\":\"TD\"" MATCH
                                                         ",\"from\":1,\"games\":\"111\"}");
    must_take(c, "{\"event\":\"result\"," AT("03:00:00") ",\"by\":\"bob\"" MATCH
                                                         ",\"from\":1,\"games\":\"111\"}");
    assert_non_null(strstr(state_of(c), "games 1 to 3 were reported again, with the same results"));
    assert_int_equal(take(c,
                          "{\"event\":\"result\"," AT("04:00:00") ",\"by\":\"bob\"" MATCH
                                                                  ",\"from\":1,\"games\":\"110\"}",
                          &log),
                     LM_INVALID);
    assert_int_equal(take(c,
                          "{\"event\":\"result\"," AT("04:00:00") ",\"by\":\"bob\"" MATCH
                                                                  ",\"from\":4,\"games\":\"1\"}",
                          &log),
                     LM_INVALID);
}

/* "by" of ${by} at ${at}, which happened at ${happened}. */
#define LATE(event, by, at, happened, members)                                                     \
    "{\"event\":\"" event "\",\"by\":\"" by "\",\"at\":\"" at "\",\"happened\":\"" happened        \
    "\"," members "}"
#define NOW(event, by, at, members)                                                                \
    "{\"event\":\"" event "\",\"by\":\"" by "\",\"at\":\"" at "\"," members "}"

/* ann and bob of begun(), with the agreed time Tuesday, noon. */
static struct lm_championship *agreed(void)
{
    struct lm_championship *c = begun();
    must_take(c, NOW("offer", "ann", "2019-09-30T01:00:00Z",
                     "\"match\":\"swiss/1/1\",\"time\":\"2019-10-01T12:00:00Z\""));
    must_take(c, NOW("accept", "bob", "2019-09-30T02:00:00Z",
                     "\"match\":\"swiss/1/1\",\"time\":\"2019-10-01T12:00:00Z\""));
    return c;
}

static void must_refuse(struct lm_championship *c, const char *event, const char *why)
{
    struct lm_log log = {.arena = arena};
    const char *before = state_of(c);
    if (take(c, event, &log) == LM_OK)
        fail_msg("taken: %s", event);
    if (strstr(log.all[0].what, why) == NULL)
        fail_msg("%s: %s", event, log.all[0].what);
    assert_string_equal(before, state_of(c));
}

#define TUESDAY(time)      "2019-10-01T" time "Z"
#define ONE(event, by, at) NOW(event, by, TUESDAY(at), "\"match\":\"swiss/1/1\"")
#define LEFT(by, whom, at, more)                                                                   \
    NOW("claim", by, TUESDAY(at),                                                                  \
        "\"match\":\"swiss/1/1\",\"kind\":\"left\",\"player\":\"" whom "\"" more)
#define GAME(by, at, from, games)                                                                  \
    NOW("result", by, TUESDAY(at),                                                                 \
        "\"match\":\"swiss/1/1\",\"from\":" from ",\"games\":\"" games "\"")

/* V.A: before the agreed time games count when both report them, and who confirms the first has not
 * confirmed the next. */
static void games_before_the_time_need_both_each_time(void **state)
{
    (void)state;
    struct lm_championship *c = agreed();
    must_take(c, GAME("ann", "01:00:00", "1", "1"));
    assert_null(strstr(state_of(c), "after 1 games"));
    must_take(c, GAME("bob", "01:10:00", "1", "1"));
    assert_non_null(strstr(state_of(c), "1–0 after 1 games"));
    must_take(c, GAME("ann", "01:20:00", "2", "111"));
    assert_null(strstr(state_of(c), "after 4 games"));
    must_take(c, GAME("ann", "12:00:00", "2", "111"));
    assert_non_null(strstr(state_of(c), "4–0 after 4 games"));
}

/* VI.E: a claim needs facts.  Without a time or a game, or with a time in the future, it is
 * refused; ten minutes count from the report, by the clock of the journal's computer. */
static void who_left_is_claimed_ten_minutes_after_the_report(void **state)
{
    (void)state;
    struct lm_championship *c = begun();
    must_refuse(c, LEFT("bob", "ann", "00:01:00", ",\"left\":\"2019-10-04T00:00:00Z\""),
                "was not being played");
    must_refuse(c, ONE("wait", "bob", "00:01:00"), "starts only later");
    c = agreed();
    must_refuse(c, LEFT("bob", "ann", "12:30:00", ",\"left\":\"2019-10-01T12:00:00Z\""),
                "was not being played");
    must_take(c, GAME("ann", "12:10:00", "1", "1"));
    must_refuse(c, LEFT("bob", "ann", "12:30:00", ",\"left\":\"2019-10-01T12:11:00Z\""),
                "no one reported that ann left");
    must_take(c, ONE("wait", "bob", "12:31:00"));
    must_refuse(c, LEFT("bob", "ann", "12:40:00", ""), "can still come back");
    must_refuse(c, LEFT("bob", "ann", "12:42:00", ",\"left\":\"2019-10-01T12:12:00Z\""),
                "no one reported");
    must_take(c, LEFT("bob", "ann", "12:41:00", ""));
    assert_non_null(strstr(state_of(c), "bob wins against ann: the opponent left"));
    /* no one plays hours after the last game, so no one leaves */
    c = agreed();
    must_take(c, GAME("ann", "12:10:00", "1", "1"));
    must_refuse(c, ONE("wait", "bob", "13:10:01"), "is not being played now");
}

/* Players read about their own match, the director about the player's. */
static void a_refusal_names_the_match_to_who_reads(void **state)
{
    (void)state;
    struct lm_championship *c = agreed();
    must_refuse(c,
                NOW("offer", "bob", TUESDAY("11:00:00"),
                    "\"match\":\"swiss/1/1\",\"time\":\"2019-10-02T12:00:00Z\""),
                "your match with ann has a time already");
    must_refuse(c,
                NOW("offer", "TD", TUESDAY("11:00:00"),
                    "\"player\":\"bob\",\"match\":\"swiss/1/1\",\"time\":\"2019-10-02T12:00:00Z\""),
                "match ann – bob has a time already");
}

static void who_comes_back_in_time_has_had_the_break(void **state)
{
    (void)state;
    struct lm_championship *c = agreed();
    must_take(c, GAME("ann", "12:10:00", "1", "1"));
    must_refuse(c, ONE("here", "ann", "12:11:00"), "no one reported");
    must_take(c, ONE("wait", "bob", "12:12:00"));
    must_refuse(c, ONE("here", "cy", "12:13:00"), "does not play match");
    must_take(c, ONE("here", "ann", "12:22:00"));
    assert_non_null(strstr(state_of(c), "ann is back in time: that was their break"));
    must_refuse(c, LEFT("bob", "ann", "12:40:00", ""), "no one reported");
    must_take(c, NOW("break", "ann", TUESDAY("12:41:00"), "\"match\":\"swiss/1/1\",\"minutes\":5"));
    assert_non_null(strstr(state_of(c), "ann takes a break of 5 minutes against the rules"));
    /* presence without a break still counts */
    must_take(c, ONE("wait", "bob", "12:42:00"));
    must_take(c, ONE("here", "ann", "12:43:00"));
    must_refuse(c, LEFT("bob", "ann", "12:55:00", ""), "no one reported");
}

/* A director's later entry is checked in the same way, and is about the players of the match. */
static void who_was_back_in_time_has_not_left(void **state)
{
    (void)state;
    struct lm_championship *c = agreed();
    must_take(c, GAME("ann", "12:10:00", "1", "1"));
    must_refuse(c,
                LEFT("TD", "ann", "12:40:00",
                     ",\"left\":\"2019-10-01T12:12:00Z\",\"back\":\"2019-10-01T12:22:00Z\""),
                "ann came back in time");
    must_refuse(c, LEFT("TD", "cy", "12:40:00", ",\"left\":\"2019-10-01T12:12:00Z\""),
                "cy does not play match");
    must_take(c, LEFT("TD", "ann", "12:40:00",
                      ",\"left\":\"2019-10-01T12:12:00Z\",\"back\":\"2019-10-01T12:22:01Z\""));
    /* a player who was there before the first game, and reported absent before that, has not left
     * either */
    c = agreed();
    must_take(c, ONE("wait", "bob", "12:01:00"));
    must_take(c, ONE("here", "ann", "12:05:00"));
    must_take(c, GAME("ann", "12:10:00", "1", "1"));
    must_refuse(c, LEFT("bob", "ann", "12:40:00", ""), "no one reported");
}

#define NO_SHOW(by, at)                                                                            \
    NOW("claim", by, TUESDAY(at),                                                                  \
        "\"match\":\"swiss/1/1\",\"kind\":\"no_show\",\"choice\":\"claim\"")

/* VI.D: the win needs two reports, ten minutes apart, and an opponent who did not answer; else the
 * director rules. */
static void who_did_not_come_is_reported_twice(void **state)
{
    (void)state;
    struct lm_championship *c = agreed();
    must_take(c, ONE("wait", "ann", "12:01:00"));
    must_refuse(c, NO_SHOW("ann", "12:09:59"), "can still come in time");
    must_take(c, NO_SHOW("ann", "12:30:00"));
    assert_non_null(strstr(state_of(c), "waits for the director: not reported twice"));
    c = agreed();
    must_take(c, ONE("wait", "ann", "12:01:00"));
    must_take(c, ONE("wait", "ann", "12:10:59"));
    must_take(c, NO_SHOW("ann", "12:30:00"));
    assert_non_null(strstr(state_of(c), "waits for the director: not reported twice"));
    c = agreed();
    must_take(c, ONE("wait", "ann", "12:01:00"));
    must_take(c, ONE("here", "bob", "12:08:00"));
    must_take(c, ONE("wait", "ann", "12:11:00"));
    must_take(c, NO_SHOW("ann", "12:30:00"));
    assert_non_null(strstr(state_of(c), "waits for the director: both present"));
    c = agreed();
    must_take(c, ONE("wait", "ann", "12:01:00"));
    must_take(c, ONE("wait", "ann", "12:11:00"));
    must_take(c, NO_SHOW("ann", "12:30:00"));
    assert_non_null(strstr(state_of(c), "ann wins against bob"));
}

/* VI.G: the other player alone disputes a report, within its period. */
static void ones_own_report_is_not_disputed(void **state)
{
    (void)state;
    struct lm_championship *c = agreed();
    must_take(c, GAME("ann", "12:10:00", "1", "111"));
    must_refuse(c, ONE("dispute", "ann", "12:11:00"),
                "has no result that the opponent alone reported");
    must_refuse(c, NOW("dispute", "bob", "2019-10-02T12:10:01Z", "\"match\":\"swiss/1/1\""),
                "can no longer be disputed");
    must_take(c, ONE("dispute", "bob", "12:12:00"));
    must_refuse(c, ONE("dispute", "bob", "12:13:00"),
                "has no result that the opponent alone reported");
}

/* II.C.4: nobody applies for another, names another's account as their own, or spells it otherwise.
 */
static void nobody_applies_by_anothers_account(void **state)
{
    (void)state;
    struct lm_championship *c = NULL;
    assert_int_equal(lm_championship_new(read_good(), arena, &c), LM_OK);
    must_take(c, APPLY("ann", "10"));
#define BY(by, player, more)                                                                       \
    NOW("apply", by, "2019-09-11T00:00:00Z",                                                       \
        "\"player\":\"" player "\",\"created\":\"2015-01-01T00:00:00Z\",\"games\":200" more)
    must_refuse(c, BY("bob", "cy", ""), "only a director enters others");
    must_refuse(c, BY("bob", "bob", ",\"owner\":\"ann\""),
                "only a director can link a player to an account");
    must_refuse(c, BY("Ann", "Ann", ""), "Ann is the account ann");
    must_refuse(c, BY("td", "td", ""), "td is the account TD");
    must_refuse(c, BY("TD", "bob", ",\"owner\":\"ANN\""), "ANN is written ann here");
    must_take(c, BY("bob", "bob", ",\"owner\":\"BOB\""));
#undef BY
}

static void a_damaged_journal_is_refused_with_its_line(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = opened(&journal), *again = NULL;
    assert_int_equal(enter(c, APPLY("ann", "10"), &journal), LM_ACT_TAKEN);
    lm_text_add(&journal, "{\"v\":1,\"n\":3,\"event\":\"pair\",\"at\":");
    struct lm_log half = {.arena = arena};
    assert_int_equal(lm_championship_replay(journal.bytes, journal.length, arena, &half, &again),
                     LM_INVALID);
    assert_int_equal(half.all[0].line, 3);
    lm_text_add(&journal, "}\n");
    struct lm_log broken = {.arena = arena};
    assert_int_equal(lm_championship_replay(journal.bytes, journal.length, arena, &broken, &again),
                     LM_INVALID);
    assert_int_equal(broken.all[0].line, 3);
    assert_null(again);
}

/* Return the state from the journal, with and without its private parts. */
static const char *told(const struct lm_text *journal, bool with_secrets)
{
    struct lm_log log = {.arena = arena};
    struct lm_championship *c = NULL;
    const struct lm_championship_files files = {journal->bytes, journal->length,
                                                with_secrets ? lm_text_string(&secrets) : NULL,
                                                with_secrets ? secrets.length : 0, &test_hooks};
    if (lm_championship_read(&files, false, arena, &log, &c) != LM_OK)
        fail_msg("%u: %s", log.all[0].line, log.all[0].what);
    return state_of(c);
}

static struct lm_championship *with_four(struct lm_text *journal)
{
    struct lm_championship *c = opened(journal);
    assert_int_equal(enter(c, APPLY("ann", "10"), journal), LM_ACT_TAKEN);
    assert_int_equal(enter(c, APPLY("bob", "11"), journal), LM_ACT_TAKEN);
    assert_int_equal(enter(c, APPLY("cy", "12"), journal), LM_ACT_TAKEN);
    assert_int_equal(enter(c, APPLY("di", "13"), journal), LM_ACT_TAKEN);
    assert_int_equal(enter(c, "{\"event\":\"pair\"," AT("00:00:00") ",\"by\":\"TD\"}", journal),
                     LM_ACT_TAKEN);
    return c;
}

/* V.D: the deadline for offers is Wednesday; an offer of Tuesday entered on Thursday counts, an
 * offer of Thursday does not. */
static void what_happened_on_tuesday_is_judged_by_tuesday(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = with_four(&journal);
    for (int i = 0; i < 3; i++) {
        static const char *const offers[] = {
            LATE("offer", "TD", "2019-10-03T10:00:00Z", "2019-10-01T12:00:00Z",
                 "\"player\":\"ann\",\"match\":\"swiss/1/1\",\"time\":\"2019-10-04T12:00:00Z\""),
            LATE("offer", "TD", "2019-10-03T10:00:00Z", "2019-10-01T12:00:00Z",
                 "\"player\":\"ann\",\"match\":\"swiss/1/1\",\"time\":\"2019-10-05T12:00:00Z\""),
            LATE("offer", "TD", "2019-10-03T10:00:00Z", "2019-10-01T12:00:00Z",
                 "\"player\":\"ann\",\"match\":\"swiss/1/1\",\"time\":\"2019-10-06T12:00:00Z\"")};
        assert_int_equal(enter(c, offers[i], &journal), LM_ACT_TAKEN);
    }
    /* ann made her offers in time: she chooses, and bob, who made none, cannot */
    assert_int_equal(enter(c,
                           NOW("time", "bob", "2019-10-03T11:00:00Z",
                               "\"match\":\"swiss/1/1\",\"time\":\"2019-10-05T10:00:00Z\""),
                           &journal),
                     LM_ACT_REFUSED);
    assert_non_null(strstr(last.lines, "ann chooses the time"));
    /* cy offered as many times, but on Thursday: no player of that match can choose */
    assert_int_equal(enter(c,
                           NOW("offer", "cy", "2019-10-03T11:00:00Z",
                               "\"match\":\"swiss/1/2\",\"time\":\"2019-10-05T10:00:00Z\""),
                           &journal),
                     LM_ACT_TAKEN);
    assert_int_equal(enter(c,
                           NOW("time", "cy", "2019-10-03T11:00:00Z",
                               "\"match\":\"swiss/1/2\",\"time\":\"2019-10-05T10:00:00Z\""),
                           &journal),
                     LM_ACT_REFUSED);
    assert_non_null(strstr(last.lines, "the arbiter assigns the time"));
    /* so does an agreement of Tuesday, although on Thursday it would come too late */
    assert_int_equal(enter(c,
                           NOW("accept", "bob", "2019-10-03T12:00:00Z",
                               "\"match\":\"swiss/1/1\",\"time\":\"2019-10-04T12:00:00Z\""),
                           &journal),
                     LM_ACT_REFUSED);
    assert_int_equal(enter(c,
                           LATE("accept", "TD", "2019-10-03T12:00:00Z", "2019-10-01T13:00:00Z",
                                "\"player\":\"bob\",\"match\":\"swiss/1/1\","
                                "\"time\":\"2019-10-04T12:00:00Z\""),
                           &journal),
                     LM_ACT_TAKEN);
    assert_non_null(strstr(state_of(c), " of ann and bob is at Fri 4 Oct 2019"));
    assert_string_equal(state_of(c), told(&journal, true));
}

static void only_directors_say_that_it_was_earlier(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = with_four(&journal);
    assert_int_equal(enter(c,
                           LATE("offer", "ann", "2019-10-03T10:00:00Z", "2019-10-01T12:00:00Z",
                                "\"match\":\"swiss/1/1\",\"time\":\"2019-10-04T12:00:00Z\""),
                           &journal),
                     LM_ACT_REFUSED);
    assert_non_null(strstr(last.lines, "only a director"));
    assert_int_equal(enter(c,
                           LATE("offer", "TD", "2019-10-03T10:00:00Z", "2019-10-03T10:00:01Z",
                                "\"player\":\"ann\",\"match\":\"swiss/1/1\","
                                "\"time\":\"2019-10-04T12:00:00Z\""),
                           &journal),
                     LM_ACT_REFUSED);
    assert_non_null(strstr(last.lines, "is in the future"));
}

/* A withdrawal of Tuesday is entered on Thursday: the match played on Wednesday is lost. */
static void who_left_on_tuesday_loses_what_was_open_then(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = with_four(&journal);
    assert_int_equal(enter(c,
                           NOW("result", "TD", "2019-10-02T18:00:00Z",
                               "\"match\":\"swiss/1/1\",\"games\":\"111\""),
                           &journal),
                     LM_ACT_TAKEN);
    const char *before = state_of(c);
    static const char out[] = LATE("out", "TD", "2019-10-03T10:00:00Z", "2019-10-01T12:00:00Z",
                                   "\"player\":\"ann\",\"ground\":\"withdraw\"");
    assert_int_equal(enter(c, out, &journal), LM_ACT_NEEDS);
    assert_string_equal(last.reasons[0].token, "ended:swiss.1.1");
    assert_string_equal(before, state_of(c));
    assert_int_equal(enter(c,
                           LATE("out", "TD", "2019-10-03T10:00:00Z", "2019-10-01T12:00:00Z",
                                "\"player\":\"ann\",\"ground\":\"withdraw\","
                                "\"acknowledged\":[\"ended:swiss.1.1\"]"),
                           &journal),
                     LM_ACT_TAKEN);
    assert_non_null(
        strstr(state_of(c), "bob wins against ann: the opponent is out of the championship"));
    assert_string_equal(state_of(c), told(&journal, false));
}

/* The match is open again with its offers, the round paired since remains, and entries that
 * followed from the mistake are named. */
static void a_mistaken_disqualification_has_a_way_back(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = with_four(&journal);
    assert_int_equal(enter(c,
                           NOW("offer", "ann", "2019-09-30T10:00:00Z",
                               "\"match\":\"swiss/1/1\",\"time\":\"2019-10-04T12:00:00Z\""),
                           &journal),
                     LM_ACT_TAKEN);
    const char *before = state_of(c);
    assert_int_equal(
        enter(c,
              NOW("out", "TD", "2019-10-01T10:00:00Z", "\"player\":\"ann\",\"ground\":\"engine\""),
              &journal),
        LM_ACT_TAKEN);
    uint64_t out = last.first;
    assert_non_null(strstr(state_of(c), "bob wins against ann"));
    /* immediately, nothing depends on it */
    assert_int_equal(
        enter(c, NOW("return", "TD", "2019-10-01T11:00:00Z", "\"player\":\"ann\""), &journal),
        LM_ACT_TAKEN);
    assert_int_equal(last.reason_count, 0);
    assert_null(strstr(state_of(c), "bob wins against ann"));
    assert_non_null(
        strstr(state_of(c), "line 8, a withdrawal or disqualification (ann), is undone"));
    assert_int_equal(out, 8);
    assert_non_null(strstr(before, "ann offers"));
    assert_non_null(strstr(state_of(c), "ann offers"));
    assert_string_equal(state_of(c), told(&journal, false));
    /* undoing the undo brings it back, and so on */
    assert_int_equal(enter(c, NOW("restore", "TD", "2019-10-01T12:00:00Z", "\"line\":9"), &journal),
                     LM_ACT_TAKEN);
    assert_non_null(strstr(state_of(c), "bob wins against ann"));
    /* the event goes on without her */
    assert_int_equal(enter(c,
                           NOW("result", "TD", "2019-10-02T10:00:00Z",
                               "\"match\":\"swiss/1/2\",\"games\":\"111\""),
                           &journal),
                     LM_ACT_TAKEN);
    assert_int_equal(enter(c, NOW("pair", "TD", "2019-10-07T00:00:00Z", "\"round\":2"), &journal),
                     LM_ACT_TAKEN);
    assert_null(strstr(last.lines, "ann"));
    uint64_t second = last.first;
    static const char back[] = NOW("return", "TD", "2019-10-08T00:00:00Z", "\"player\":\"ann\"");
    const char *standing = state_of(c);
    assert_int_equal(enter(c, back, &journal), LM_ACT_NEEDS);
    assert_int_equal(last.reason_count, 1);
    assert_string_equal(last.reasons[0].token, "stands:12");
    assert_int_equal(second, 12);
    assert_string_equal(standing, state_of(c));
    assert_int_equal(enter(c,
                           NOW("return", "TD", "2019-10-08T00:00:00Z",
                               "\"player\":\"ann\",\"acknowledged\":[\"stands:12\"]"),
                           &journal),
                     LM_ACT_TAKEN);
    assert_string_equal(state_of(c), told(&journal, false));
    assert_null(strstr(state_of(c), "\"out\": \"engine\""));
    /* her match of the first round must be ended before the third */
    assert_int_equal(enter(c,
                           NOW("decide", "TD", "2019-10-08T01:00:00Z",
                               "\"what\":\"result\",\"match\":\"swiss/1/1\",\"winner\":\"ann\""),
                           &journal),
                     LM_ACT_TAKEN);
    assert_string_equal(state_of(c), told(&journal, false));
}

/* If an unpublished round had a match, none of its data is dropped silently. */
static void what_cannot_stand_any_more_is_named(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = with_four(&journal);
    assert_int_equal(enter(c,
                           NOW("result", "TD", "2019-10-02T18:00:00Z",
                               "\"match\":\"swiss/1/1\",\"games\":\"111\""),
                           &journal),
                     LM_ACT_TAKEN);
    assert_int_equal(
        enter(c, "{\"event\":\"unpublish\",\"by\":\"TD\",\"at\":\"2019-10-02T19:00:00Z\"}",
              &journal),
        LM_ACT_NEEDS);
    assert_int_equal(last.reason_count, 1);
    assert_string_equal(last.reasons[0].token, "falls:7");
    assert_non_null(strstr(last.reasons[0].what, "match ann – bob not found"));
    assert_int_equal(last.level, LM_LEVEL_CONFIRM);
    assert_int_equal(
        enter(c, NOW("unpublish", "TD", "2019-10-02T19:00:00Z", "\"acknowledged\":[\"falls:7\"]"),
              &journal),
        LM_ACT_TAKEN);
    assert_non_null(strstr(last.lines, "\"undoes\":6"));
    assert_non_null(strstr(last.lines, "\"falls\":[7]"));
    assert_non_null(strstr(state_of(c), "line 7, a result (ann – bob), is undone with it"));
    assert_string_equal(state_of(c), told(&journal, false));
    /* an undone line cannot be undone again, but its undo can */
    assert_int_equal(enter(c, NOW("restore", "TD", "2019-10-02T20:00:00Z", "\"line\":7"), &journal),
                     LM_ACT_REFUSED);
    assert_non_null(strstr(last.lines, "entry 8 undid it"));
    assert_int_equal(enter(c, NOW("restore", "TD", "2019-10-02T20:00:00Z", "\"line\":8"), &journal),
                     LM_ACT_TAKEN);
    assert_non_null(strstr(state_of(c), "ann wins against bob"));
    assert_string_equal(state_of(c), told(&journal, false));
    assert_int_equal(enter(c, NOW("restore", "TD", "2019-10-02T20:00:00Z", "\"line\":1"), &journal),
                     LM_ACT_REFUSED);
    assert_int_equal(
        enter(c, NOW("restore", "ann", "2019-10-02T20:00:00Z", "\"line\":7"), &journal),
        LM_ACT_REFUSED);
}

static void a_request_is_taken_once_and_a_stale_view_is_a_conflict(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = with_four(&journal);
    static const char first[] =
        NOW("result", "TD", "2019-10-02T18:00:00Z",
            "\"match\":\"swiss/1/1\",\"games\":\"1\",\"req\":\"r1\",\"was\":6");
    assert_int_equal(enter(c, first, &journal), LM_ACT_TAKEN);
    assert_int_equal(last.first, 7);
    assert_int_equal(enter(c, first, &journal), LM_ACT_REPEATED);
    assert_int_equal(last.first, 7);
    const char *before = state_of(c);
    assert_int_equal(enter(c,
                           NOW("result", "bob", "2019-10-02T18:00:00Z",
                               "\"match\":\"swiss/1/1\",\"games\":\"0\",\"was\":6"),
                           &journal),
                     LM_ACT_CONFLICT);
    assert_string_equal(before, state_of(c));
    assert_string_equal(before, told(&journal, true));
    assert_int_equal(lm_championship_take_back(c, 6), LM_OK);
    assert_int_equal(lm_championship_number(c), 6);
    assert_null(strstr(state_of(c), "after 1 games"));
}

static void a_simulated_championship_replays(void **state)
{
    (void)state;
    const struct lm_simulation how = {.entrants = 7, .seed = 1, .incidents = 200};
    struct lm_log log = {.arena = arena};
    struct lm_text journal = lm_text_in(arena);
    struct lm_simulated played;
    struct lm_championship *again = NULL;
    assert_int_equal(lm_championship_simulate(read_good(), &how, arena, &log, &journal, &played),
                     LM_OK);
    assert_true(played.refused > 0);
    assert_int_equal(lm_championship_replay(journal.bytes, journal.length, arena, &log, &again),
                     LM_OK);
    assert_string_equal(state_of(played.championship), state_of(again));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_mistake_has_line_field_and_remedy, set_up, tear_down),
        cmocka_unit_test_setup_teardown(settings_are_filled_from_outside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_impossible_event_is_refused_by_its_rule, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_result_is_corrected_by_a_new_event, set_up, tear_down),
        cmocka_unit_test_setup_teardown(due_counts_the_offers_that_are_missing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_application_of_who_is_out_is_not_due, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(level_players_are_ordered_for_places_that_count, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_director_who_plays_chooses_his_own_time, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_match_is_moved_by_consent_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_score_is_a_result_without_an_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_result_is_confirmed_when_the_match_is_over, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(games_before_the_time_need_both_each_time, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_left_is_claimed_ten_minutes_after_the_report, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_refusal_names_the_match_to_who_reads, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_comes_back_in_time_has_had_the_break, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(who_was_back_in_time_has_not_left, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_did_not_come_is_reported_twice, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ones_own_report_is_not_disputed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nobody_applies_by_anothers_account, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_journal_is_refused_with_its_line, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_happened_on_tuesday_is_judged_by_tuesday, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(only_directors_say_that_it_was_earlier, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_left_on_tuesday_loses_what_was_open_then, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_mistaken_disqualification_has_a_way_back, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_stand_any_more_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_request_is_taken_once_and_a_stale_view_is_a_conflict,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_simulated_championship_replays, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
