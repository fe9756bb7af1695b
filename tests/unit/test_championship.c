/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "check.h"
#include "limmat/championship.h"

/* A small definition in which every kind of member occurs; mistakes are made by replacing a part.
 */
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
    const char *field;   /* NULL: the text is no JSON */
    unsigned line;
} mistakes[] = {
    {"\"small\",\n", "\"small\"\n", "", NULL, 3},
    {"\"definition\": \"small\",", "", "\"definition\" is missing", "definition", 1},
    {"\"title\": \"A small championship\"", "\"title\": 7", "must be a string", "title", 3},
    {"\"title\": \"A small championship\"", "\"title\": \"\"", "is empty", "title", 3},
    {"\"title\": \"A", "\"titel\": \"A", "has no member \"titel\"", "titel", 3},
    {"\"value\": 3", "\"values\": 3", "has no member \"values\"", "values", 4},
    {"\"value\": 3", "\"suggestion\": 3", "is not filled in", "open", 4},
    {"{\"setting\": \"open\"}", "{\"setting\": \"opn\"}", "there is no setting \"opn\"", "offers",
     15},
    {"\"value\": 3", "\"choices\": [\"a\"], \"value\": \"b\"", "is no choice", "open", 4},
    {"\"offers\": \"V.C\"", "\"offer\": \"V.C\"", "has no member \"offer\"", "offer", 5},
    {"[\"TD\"]", "[]", "needs a director", "accounts", 6},
    {"[\"TD\"]", "\"TD\"", "must be an array", "accounts", 6},
    {"[\"TD\"]", "[7]", "holds something else", "accounts", 6},
    {"\"may_play\": false", "\"may_play\": \"no\"", "neither true nor false", "may_play", 6},
    {"\"player\": \"queen\", ", "", "\"player\" is missing", "player", 7},
    {"\"automatic\": true}",
     "\"automatic\": true}, {\"title\": \"champion\", \"player\": \"king\", "
     "\"automatic\": true}",
     "two holders are called", "title", 7},
    {"2019-09-05T00:00:00Z", "5 September 2019", "is not a moment", "from", 8},
    {"2019-09-27T20:00:00Z", "2018-09-27T20:00:00Z", "ends before it begins", "until", 8},
    {"\"games_before\"", "\"game_before\"", "unknown \"rule\"", "rule", 9},
    {"\"games\": 100", "\"games\": -1", "is not a number that fits", "games", 9},
    {", \"article\": \"II.A.2\"", "", "\"article\" is missing", "article", 9},
    {"\"from\": \"2018-09-01", "\"from\": \"2020-09-01", "ends before it begins", "until", 12},
    {"\"unrated\": 1500", "\"unrated\": 1500.5", "is not a number that fits", "unrated", 12},
    {"\"carried\"", "\"both\"", "unknown \"window\"", "window", 12},
    {"Wednesday 23", "Mittwoch 23", "is not a moment of the week", "offers_until", 13},
    {"Wednesday 23:59:59", "Wednesday 25:00:00", "is not a moment of the week", "offers_until", 13},
    {"Saturday", "Tuesday", "out of order", "calendar", 13},
    {"\"per_date\": 2", "\"per_date\": 0", "is not a number that fits", "per_date", 15},
    {"\"no_fault\": \"assign\"", "\"no_fault\": \"toss\"", "unknown \"no_fault\"", "no_fault", 16},
    {"\"breaks\": 1, ", "", "\"breaks\" is missing", "breaks", 17},
    {"\"games\": 4", "\"games\": 0", "is not a number that fits", "games", 20},
    {"[{\"games\": 6, \"lead\": 2}]", "[]", "a match without games", "steps", 21},
    {"\"lead\": 2", "\"lead\": 0", "nobody can lead by that much", "lead", 21},
    {"\"games\": 6", "\"games\": 150, \"repeat\": 2", "more than 200 games", "steps", 21},
    {"\"higher_seed\"", "\"toss\"", "unknown \"equal_bids\"", "equal_bids", 22},
    {"\"stage\": \"pool\"", "\"stage\": \"swiss\"", "two stages are called", "stage", 29},
    {"\"stage\": \"swiss\"", "\"stage\": \"the swiss\"", "has no colon, slash or space", "stage",
     24},
    {"\"type\": \"round_robin\"", "\"type\": \"league\"", "unknown \"type\"", "type", 29},
    {"\"monrad-acwc-2019\"", "\"monrad\"", "unknown \"system\"", "system", 24},
    {"\"format\": \"last\"", "\"format\": \"lost\"", "there is no format \"lost\"", "format", 32},
    {"\"format\": \"last\"", "\"format\": \"four\"", "could end without a winner", "format", 32},
    {"{\"log2\": \"ceil\", \"at_least\": 2}", "{}", "a Swiss without rounds", "rounds", 25},
    {"\"draw\": 0.5", "\"draw\": 0.55", "is not a number of points", "draw", 26},
    {"\"draw\": 0.5", "\"draw\": 1", "worth a win or more", "points", 26},
    {"\"sum_of_seeds\"", "\"sum_of_seed\"", "is unknown, or given twice", "ranking", 27},
    {"\"sum_of_seeds\"", "\"points\"", "is unknown, or given twice", "ranking", 27},
    {"[\"engine\"]", "[\"motor\"]", "is no ground for leaving", "rescored_grounds", 28},
    {"\"rule\": \"opponent_wins\"", "\"rule\": \"disregard\"", "only a round robin", "leaving", 28},
    {"\"rule\": \"disregard\"", "\"rule\": \"move_up\", \"from\": [\"swiss\"]",
     "into the seats of matches", "leaving", 31},
    {"\"swiss:3\"", "\"swiss:2\"", "it is given twice", "seats", 30},
    {"\"swiss:3\"", "\"swiss:x\"", "there is no such place", "seats", 30},
    {"\"swiss:3\"", "\"final:1\"", "no earlier stage", "seats", 30},
    {"\"swiss:3\"", "\"swiss\"", "there is no colon", "seats", 30},
    {"\"pool:1\"", "\"pool:4\"", "there is no such place", "seats", 33},
    {"\"pool:1\"", "\"pool/none:1\"", "no such pool or match", "seats", 33},
    {"\"pool:1\"", "\"holder:challenger\"", "there is no such holder", "seats", 33},
    {", \"pool:1\"]", "]", "has 1 seats", "seats", 33},
    {"\"from\": [\"pool\"]", "\"from\": [\"pol\"]", "there is no earlier stage", "from", 34},
    {"[\"final/match:winner\", \"final/match:loser\"]", "[]", "nobody can become champion",
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
        {"{\"event\":\"pair\"," AT("01:00:00") ",\"by\":\"ann\"}", "is no director"},
        {"{\"event\":\"offer\"," AT("01:00:00") ",\"by\":\"eve\"}", "is neither"},
        {"{\"event\":\"apply\"," AT("01:00:00") ",\"by\":\"eve\",\"player\":\"eve\"}",
         "play has begun"},
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
         "offered no such moment"},
        {"{\"event\":\"time\"," AT("01:00:00") ",\"by\":\"TD\",\"match\":\"swiss/1/"
                                               "1\",\"time\":\"2019-10-01T00:00:00Z\"}",
         "can still agree"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"cy\",\"match\":\"swiss/1/1\",\"games\":\"111\"}",
         "does not play match"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/1\",\"games\":\"10101\"}",
         "was over after 4 games [VI.G]"},
        {"{\"event\":\"result\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/9/1\",\"games\":\"111\"}",
         "there is no match"},
        {"{\"event\":\"bid\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/1\",\"seconds\":100}",
         "has no Armageddon game"},
        {"{\"event\":\"claim\"," AT(
             "01:00:00") ",\"by\":\"ann\",\"match\":\"swiss/1/"
                         "1\",\"kind\":\"left\",\"player\":\"bob\","
                         "\"left\":\"2019-09-30T00:10:00Z\",\"back\":\"2019-09-30T00:20:00Z\"}",
         "came back in time"},
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
    assert_non_null(strstr(lm_text_string(&out), "2.0-2.0"));
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

static void a_damaged_journal_is_refused_with_its_line(void **state)
{
    (void)state;
    struct lm_text journal = lm_text_in(arena);
    struct lm_championship *c = NULL;
    lm_journal_open(read_good(), "TD", 0, &journal);
    lm_text_add(&journal, APPLY("ann", "10") "\n{\"event\":\"pair\",\"at\":");
    struct lm_log half = {.arena = arena};
    assert_int_equal(lm_championship_replay(journal.bytes, journal.length, arena, &half, &c),
                     LM_INVALID);
    assert_int_equal(half.all[0].line, 3);
    lm_text_add(&journal, "}\n");
    struct lm_log broken = {.arena = arena};
    assert_int_equal(lm_championship_replay(journal.bytes, journal.length, arena, &broken, &c),
                     LM_INVALID);
    assert_int_equal(broken.all[0].line, 3);
    assert_null(c);
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
        cmocka_unit_test_setup_teardown(a_damaged_journal_is_refused_with_its_line, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_simulated_championship_replays, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
