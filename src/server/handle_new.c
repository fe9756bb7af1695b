/* SPDX-License-Identifier: Apache-2.0 */
/* A new event: its form on one page, and the acts made from it. */
#include <string.h>

#include "limmat/event_files.h"
#include "limmat/formats.h"
#include "limmat/json.h"
#include "limmat/ranking.h"
#include "server/clocks.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"
#include "site/said.h"

/* --- choices of systems and tie-breaks */

#define OF_SWISS "BH/C1 BH SB DE WIN"
#define OF_ROBIN "DE SB WIN KS"

/* Pairing systems in the order of the form; those after ${COMMON} are rare. */
static const struct offered {
    const char *family, *title, *what, *order;
} offered[] = {
    {"dutch", LM_KEY("new.s-dutch"), LM_KEY("new.s-dutch-what"), OF_SWISS},
    {"round-robin", LM_KEY("new.s-robin"), LM_KEY("new.s-robin-what"), OF_ROBIN},
    {"team", LM_KEY("new.s-team"), LM_KEY("new.s-team-what"), ""},
    {"double-swiss", LM_KEY("new.s-double"), LM_KEY("new.s-double-what"), OF_SWISS},
    {"keizer", LM_KEY("new.s-keizer"), LM_KEY("new.s-keizer-what"), ""},
    {"simple", LM_KEY("new.s-simple"), LM_KEY("new.s-simple-what"), OF_SWISS},
    {"dubov", LM_KEY("new.s-dubov"), LM_KEY("new.s-dubov-what"), OF_SWISS},
    {"burstein", LM_KEY("new.s-burstein"), LM_KEY("new.s-burstein-what"), OF_SWISS},
    {"scheveningen", LM_KEY("new.s-scheveningen"), LM_KEY("new.s-scheveningen-what"), ""},
    {"team-round-robin", LM_KEY("new.s-team-robin"), LM_KEY("new.s-team-robin-what"), ""},
    {"team-knock-out", LM_KEY("new.s-team-knock-out"), LM_KEY("new.s-team-knock-out-what"),
     "BC TBR"}};

enum { COMMON = 6, OFFERED = sizeof offered / sizeof *offered };

#define SYSTEMS                                                                                    \
    "|dutch|round-robin|team|double-swiss|keizer|simple|dubov|burstein|scheveningen|"              \
    "team-round-robin|team-knock-out"

const char *system_called(struct visit *v, const struct lm_system *system)
{
    for (size_t i = 0; i < OFFERED; i++)
        if (strcmp(offered[i].family, system->family) == 0)
            return visit_word(v, offered[i].title);
    return site_system_title(v->language, system, v->arena);
}

/* Tie-breaks to choose from, the usual ones first. */
static const char *const codes[] = {"BH/C1", "BH", "SB",  "DE",  "WIN",    "BWG",  "BPG",
                                    "PS",    "KS", "ARO", "TPR", "ARO/C1", "APRO", "BH/M1"};

enum { CODES = sizeof codes / sizeof *codes, PLACES = 6 };

const char *tie_break_called(struct visit *v, const struct lm_tie_break *one)
{
    const char *name = site_tie_break_name(v->language, one->kind, v->arena);
    return one->greatest > 0 ? visit_print(v, "%s Median-%u", name, one->greatest)
           : one->least > 0  ? visit_print(v, "%s Cut-%u", name, one->least)
                             : name;
}

/* Add a choice for each code, with ${now} (of ${length} bytes) chosen; add ${now} if it is none of
 * them. */
static enum lm_status add_choices(struct visit *v, const char *now, size_t length,
                                  struct order_place *place)
{
    struct tie_break_choice *choices = lm_arena_alloc(v->arena, CODES + 1, sizeof *choices);
    bool found = length == 0;
    enum lm_status status = choices == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < (size_t)CODES + (found ? 0 : 1); i++) {
        const struct lm_tie_break *one;
        size_t count;
        const char *code = i < CODES ? codes[i] : lm_arena_copy(v->arena, now, length);
        bool chosen = strlen(code) == length && strncmp(code, now, length) == 0;
        status = lm_tie_breaks_parse(code, v->arena, &v->log, &one, &count);
        if (status == LM_OK)
            choices[place->choice_count++] =
                (struct tie_break_choice){code, tie_break_called(v, one), chosen};
        found |= chosen;
    }
    place->choices = choices;
    return status;
}

enum lm_status order_places(struct visit *v, const char *now, const struct order_place **out,
                            size_t *count)
{
    enum { MOST = 16 };
    struct order_place *places = lm_arena_alloc(v->arena, MOST, sizeof *places);
    enum lm_status status = places == NULL ? LM_LIMIT : LM_OK;
    *count = 0;
    while (status == LM_OK && (*count < PLACES || *now != '\0') && *count < MOST) {
        size_t length = strcspn(now, " ,");
        places[*count] = (struct order_place){.number = (uint32_t)*count + 1};
        status = add_choices(v, now, length, &places[(*count)++]);
        now += length;
        now += strspn(now, " ,");
    }
    *out = places;
    return status;
}

static enum lm_status show_new(struct visit *v)
{
    struct system_choice *systems = lm_arena_alloc(v->arena, OFFERED, sizeof *systems);
    struct new_page page = {.head = head_of(v, visit_word(v, LM_KEY("new.title"))),
                            .token = v->who.token,
                            .today = visit_today(v),
                            .arbiter = v->who.name,
                            .add = site_local(v->arena, "/new"),
                            .back = site_local(v->arena, "/"),
                            .systems = systems,
                            .system_count = COMMON,
                            .others = systems + COMMON,
                            .other_count = OFFERED - COMMON};
    if (systems == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < OFFERED; i++)
        systems[i] =
            (struct system_choice){offered[i].family, visit_word(v, offered[i].title),
                                   visit_word(v, offered[i].what), offered[i].order, i == 0};
    enum lm_status status = order_places(v, "", &page.places, &page.place_count);
    if (status == LM_OK)
        page_desk_new(&v->reply->body, v->language, &page);
    return status;
}

/* --- the submitted form */

enum {
    NAME,
    START,
    ROUNDS,
    SYSTEM,
    END,
    CITY,
    FEDERATION,
    ARBITER,
    CONTROL,
    RATE,
    HALF_BYES,
    BOARDS,
    TIE_BREAKS,
    FIRST_TIME,
    A_DAY,
    EVERY,
    BEGINS,
    ZONE
};

static const struct form_field new_fields[] = {
    [NAME] = {"name", FORM_TEXT, 0, 120, NULL, true},
    [START] = {"start", FORM_DATE, 0, 10, NULL, true},
    [ROUNDS] = {"rounds", FORM_NUMBER, 1, 30, NULL, false},
    [SYSTEM] = {"system", FORM_CHOICE, 0, 20, SYSTEMS, false},
    [END] = {"end", FORM_DATE, 0, 10, NULL, false},
    [CITY] = {"city", FORM_TEXT, 0, 100, NULL, false},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 3, NULL, false},
    [ARBITER] = {"arbiter", FORM_TEXT, 0, 100, NULL, false},
    [CONTROL] = {"time_control", FORM_TEXT, 0, 100, NULL, false},
    [RATE] = {"rate", FORM_CHOICE, 0, 10, "|standard|rapid|blitz|unrated", false},
    [HALF_BYES] = {"half_byes", FORM_NUMBER, 0, 9, NULL, false},
    [BOARDS] = {"boards", FORM_NUMBER, 1, LM_DESK_GAMES, NULL, false},
    [TIE_BREAKS] = {"tie_breaks", FORM_MANY, 0, 12, NULL, false},
    [FIRST_TIME] = {"first_time", FORM_TEXT, 0, 5, NULL, false},
    [A_DAY] = {"a_day", FORM_NUMBER, 1, 30, NULL, false},
    [EVERY] = {"every", FORM_NUMBER, 1, 1440, NULL, false},
    [BEGINS] = {"begins", FORM_TEXT, 0, 30 * 17, NULL, false},
    [ZONE] = {"zone", FORM_TEXT, 0, 60, NULL, false},
    {0}};

/* Put the text of ${field}, unless it is empty. */
static enum lm_status put_given(struct visit *v, struct act *act, const char *name, size_t field)
{
    return value(v, field)->length == 0 ? LM_OK : act_put(v, act, name, value(v, field)->text);
}

const char *order_chosen(struct visit *v, const char *typed)
{
    struct lm_text out = lm_text_in(v->arena);
    for (const char *at = typed; *at != '\0';) {
        size_t size = strcspn(at, " ,");
        if (size > 0 && (size != 1 || *at != '-'))
            lm_text_print(&out, "%s%.*s", out.length > 0 ? " " : "", (int)size, at);
        at += size + strspn(at + size, " ,");
    }
    return lm_text_string(&out);
}

/* Compute the start of ${round}: from the form's list, else from the first start, the rounds a day
 * and the minutes between them. */
static int64_t begin_of(struct visit *v, uint32_t round)
{
    const char *list = value(v, BEGINS)->text;
    for (uint32_t i = 1; i < round && *list != '\0'; i++)
        list += strcspn(list, " ") + (list[strcspn(list, " ")] == ' ');
    int64_t at = moment_at(v, visit_print(v, "%.*s", (int)strcspn(list, " "), list));
    uint32_t a_day = value(v, A_DAY)->given ? (uint32_t)value(v, A_DAY)->number : 1;
    int64_t minutes = value(v, EVERY)->given ? value(v, EVERY)->number : 0;
    if (at != LM_NO_TIME || value(v, FIRST_TIME)->length == 0 || value(v, BEGINS)->length > 0)
        return at;
    const char *first = visit_print(v, "%sT%s", value(v, START)->text, value(v, FIRST_TIME)->text);
    at = moment_at(v, first);
    return schedule_planned(at, a_day, minutes, round);
}

static enum lm_status schedule(struct visit *v, uint32_t rounds, struct act *acts, size_t *count)
{
    enum lm_status status = LM_OK;
    for (uint32_t round = 1; status == LM_OK && round <= rounds; round++) {
        int64_t at = begin_of(v, round);
        if (at == LM_NO_TIME)
            continue;
        act_begin(v, &acts[*count], "schedule", "main");
        status = schedule_put(v, &acts[(*count)++], round, at);
    }
    return status;
}

static enum lm_status fill_acts(struct visit *v, struct act *acts, size_t *count)
{
    const char *rounds = value(v, ROUNDS)->length == 0 ? "9" : value(v, ROUNDS)->text;
    const struct {
        struct act *act;
        const char *name;
        size_t field;
    } put[] = {{&acts[0], "name", NAME},
               {&acts[0], "start", START},
               {&acts[0], "end", END},
               {&acts[0], "city", CITY},
               {&acts[0], "federation", FEDERATION},
               {&acts[0], "arbiter", ARBITER},
               {&acts[0], "zone", ZONE},
               {&acts[1], "system", SYSTEM},
               {&acts[1], "time_control", CONTROL},
               {&acts[1], "rate", RATE},
               {&acts[1], "half_byes", HALF_BYES}};
    enum lm_status status = LM_OK;
    act_begin(v, &acts[0], "open", NULL);
    act_begin(v, &acts[1], "section", NULL);
    for (size_t i = 0; status == LM_OK && i < sizeof put / sizeof *put; i++)
        status = put_given(v, put[i].act, put[i].name, put[i].field);
    const char *order = order_chosen(v, value(v, TIE_BREAKS)->text);
    if (status == LM_OK && strncmp(value(v, SYSTEM)->text, "team", 4) == 0)
        status = put_given(v, &acts[1], "boards", BOARDS);
    if (status == LM_OK && *order != '\0')
        status = act_put(v, &acts[1], "tie_breaks", order);
    if (status == LM_OK)
        status = act_put(v, &acts[1], "id", "main");
    if (status == LM_OK)
        status = act_put(v, &acts[1], "rounds", rounds);
    *count = 2;
    uint32_t number = value(v, ROUNDS)->length == 0 ? 9 : (uint32_t)value(v, ROUNDS)->number;
    return status == LM_OK ? schedule(v, number, acts, count) : status;
}

static enum lm_status make_event(struct visit *v)
{
    enum { ACTS = 2 + 30 };
    size_t count = 0;
    enum lm_status status = event_make(v, value(v, NAME)->text);
    if (status != LM_OK)
        return status;
    struct act *acts = lm_arena_alloc(v->arena, ACTS, sizeof *acts);
    if (acts == NULL)
        status = LM_LIMIT;
    else if (!visit_in_zone(v, value(v, ZONE)->text))
        status = visit_refuse(v, 422, "%s isn’t a time zone. Example: Europe/Zurich",
                              value(v, ZONE)->text);
    else
        status = fill_acts(v, acts, &count);
    if (status == LM_OK)
        status = act_do(v, acts, count);
    if (status == LM_OK)
        status = visit_go(v, "/e/%s/main/players", v->event->slug);
    event_give(v);
    return status;
}

/* --- help while filling in the form */

static const struct form_field clock_fields[] = {{"time_control", FORM_TEXT, 0, 100, NULL, true},
                                                 {0}};

/* Explain a time control: seconds for 60 moves, and the FIDE list for such games. */
static enum lm_status read_clock(struct visit *v)
{
    enum { PERIODS = 8 };
    static const char *const kinds[] = {
        [LM_STANDARD] = "standard", [LM_RAPID] = "rapid", [LM_BLITZ] = "blitz"};
    struct lm_clock clock[PERIODS];
    struct lm_tournament t = {.time_control = value(v, 0)->text, .time_control_code = ""};
    int32_t seconds = lm_clock_seconds(clock, lm_time_control_read(t.time_control, clock, PERIODS));
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    const struct lm_value values[] = {lm_value_text("kind", kinds[lm_chess_of(&t)]),
                                      lm_value_number("minutes", seconds / 60)};
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "seconds", seconds);
    lm_json_put_string(&w, "said",
                       seconds > 0 ? visit_say(v, LM_KEY("new.clock"), values, 2)
                                   : visit_word(v, LM_KEY("new.clock-unclear")));
    lm_json_end(&w, '}');
    return LM_OK;
}

static enum lm_status show_import(struct visit *v)
{
    struct new_page page = {.head = head_of(v, visit_word(v, LM_KEY("home.other"))),
                            .token = v->who.token,
                            .add = site_local(v->arena, "/import"),
                            .back = site_local(v->arena, "/")};
    page_desk_import_file(&v->reply->body, v->language, &page);
    return LM_OK;
}

const struct handler new_handlers[] = {
    {false, "/new", RIGHT_SERVER, NULL, "the form for a new event", show_new, false},
    {false, "/new/clock", RIGHT_SERVER, clock_fields, "what a time control comes to", read_clock,
     false},
    {true, "/new", RIGHT_SERVER, new_fields, "open a new event", make_event, false},
    {false, "/import", RIGHT_SERVER, NULL, "the form for a tournament's file", show_import, false},
    {0}};
