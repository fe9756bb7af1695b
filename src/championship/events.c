/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/events.h"

#include <string.h>

#include "limmat/date.h"

static const struct event_row rows[] = {
    {"apply", ANYBODY, lm_event_apply,
     (const char *const[]){"player", "owner", "created", "games", "games_at", "marks",
                           "cheat_games", "history", "seeding", "forfeits", "bot", "source", NULL}},
    {"decide", DIRECTOR, lm_event_decide,
     (const char *const[]){"what", "player", "article", "verdict", "match", "at_fault", "winner",
                           "forfeited", "stage", "order", NULL}},
    {"pair", DIRECTOR, lm_event_pair,
     (const char *const[]){"stage", "round", "pairs", "manual", NULL}},
    {"offer", PLAYER_OR_DIRECTOR, lm_event_offer,
     (const char *const[]){"match", "player", "time", NULL}},
    {"accept", PLAYER_OR_DIRECTOR, lm_event_accept,
     (const char *const[]){"match", "player", "time", NULL}},
    {"time", PLAYER_OR_DIRECTOR, lm_event_time,
     (const char *const[]){"match", "player", "time", NULL}},
    {"result", PLAYER_OR_DIRECTOR, lm_event_result,
     (const char *const[]){"match", "games", "from", "armageddon", NULL}},
    {"correct", DIRECTOR, lm_event_correct, (const char *const[]){"match", "games", NULL}},
    {"claim", PLAYER_OR_DIRECTOR, lm_event_claim,
     (const char *const[]){"match", "kind", "player", "start", "arrived", "messages", "choice",
                           "left", "back", "games", NULL}},
    {"break", PLAYER_OR_DIRECTOR, lm_event_break,
     (const char *const[]){"match", "player", "between_games", "minutes", NULL}},
    {"bid", PLAYER_OR_DIRECTOR, lm_event_bid,
     (const char *const[]){"match", "player", "seconds", NULL}},
    {"out", PLAYER_OR_DIRECTOR, lm_event_out, (const char *const[]){"player", "ground", NULL}},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- what handlers share ----------------------------------------------------------------- */

const struct lm_json *lm_event_place(const struct taking *t, const char *key)
{
    const struct lm_json *member = key != NULL ? lm_json_get(t->event, key) : NULL;
    return member != NULL ? member : t->event;
}

enum lm_status lm_champ_refuse(const struct lm_championship *c, struct fields *f,
                               const struct lm_json *node, enum article article, const char *remedy,
                               const char *format, ...)
{
    struct lm_text text = lm_text_in(f->arena);
    const char *name = c->definition->articles[article];
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    if (name[0] != '\0')
        lm_text_print(&text, " [%s]", name);
    lm_field_wrong(f, node, node != NULL && node->key != NULL ? node->key : "event", remedy, "%s",
                   lm_text_string(&text));
    return LM_INVALID;
}

bool lm_event_contest(struct taking *t, struct contest **contest)
{
    const char *id = NULL;
    if (!lm_field_string(t->f, t->event, "match", REQUIRED, &id))
        return false;
    *contest = lm_champ_contest(t->c, id);
    if (*contest == NULL) {
        REFUSE(t, "match", ART_PAIRING, "see \"bracket\"", "there is no match %s", id);
        return false;
    }
    if ((*contest)->state != CONTEST_OPEN) {
        REFUSE(t, "match", ART_RESULT, "\"correct\" changes a result", "match %s is over", id);
        return false;
    }
    return true;
}

bool lm_event_person(struct taking *t, const char *key, uint32_t *person)
{
    const char *name = NULL;
    if (!lm_field_string(t->f, t->event, key, REQUIRED, &name))
        return false;
    *person = lm_champ_person(t->c, name);
    if (*person != NOBODY)
        return true;
    lm_field_wrong(t->f, lm_event_place(t, key), key, "the name of an account that applied",
                   "nobody here is called \"%s\"", name);
    return false;
}

bool lm_event_side(struct taking *t, const struct contest *contest, uint32_t *side)
{
    uint32_t person = t->by;
    if (lm_json_get(t->event, "player") != NULL && !lm_event_person(t, "player", &person))
        return false;
    if (!t->director && person != t->by) {
        REFUSE(t, "player", ART_DISPUTES, "let the player do it, or the director",
               "%s cannot act for %s", lm_champ_name(t->c, t->by), lm_champ_name(t->c, person));
        return false;
    }
    *side = lm_champ_side(contest, person);
    if (*side != NO_SIDE)
        return true;
    REFUSE(t, "player", ART_PAIRING, "name one of its players", "%s does not play match %s",
           person == NOBODY ? "the director" : lm_champ_name(t->c, person), contest->id);
    return false;
}

/* ---- taking ------------------------------------------------------------------------------ */

static const struct event_row *row_of(struct fields *f, const struct lm_json *event)
{
    const char *known[ROWS + 1] = {0};
    unsigned index = 0;
    for (size_t i = 0; i < ROWS; i++)
        known[i] = rows[i].name;
    return lm_field_choice(f, event, "event", REQUIRED, known, &index) ? &rows[index] : NULL;
}

static bool check_members(struct fields *f, const struct lm_json *event,
                          const struct event_row *row)
{
    const char *known[32] = {"event", "at", "by", "why"};
    size_t count = 4;
    for (size_t i = 0; row->members[i] != NULL; i++)
        known[count++] = row->members[i];
    return lm_field_known(f, event, "the event", known);
}

static bool may_enter(struct taking *t, const struct event_row *row, const char *by)
{
    t->director = lm_champ_is_director(t->c->definition, by);
    t->by = lm_champ_person(t->c, by);
    if (t->director || row->author == ANYBODY)
        return true;
    if (row->author == DIRECTOR) {
        REFUSE(t, "by", ART_DISPUTES, "let a director do it", "%s is no director", by);
        return false;
    }
    if (t->by == NOBODY)
        lm_field_wrong(t->f, lm_event_place(t, "by"), "by", "a player or a director",
                       "\"%s\" is neither", by);
    return t->by != NOBODY;
}

enum lm_status lm_championship_take(struct lm_championship *c, const struct lm_json *event,
                                    struct lm_log *log)
{
    struct fields f = {.arena = c->arena, .log = log};
    struct taking t = {.c = c, .f = &f, .event = event};
    int64_t at = 0;
    const char *by = NULL;
    if (event == NULL || event->type != LM_JSON_OBJECT) {
        lm_field_wrong(&f, event, "event", "write an object, { … }", "an event is an object");
        return LM_INVALID;
    }
    const struct event_row *row = row_of(&f, event);
    if (row == NULL || !check_members(&f, event, row) ||
        !lm_field_instant(&f, event, "at", REQUIRED, &at) ||
        !lm_field_string(&f, event, "by", REQUIRED, &by))
        return LM_INVALID;
    if (at < c->time) {
        lm_field_wrong(&f, lm_event_place(&t, "at"), "at",
                       "enter it with the present time, and say in \"why\" when it was",
                       "it is earlier than the event before");
        return LM_INVALID;
    }
    if (!may_enter(&t, row, by))
        return LM_INVALID;
    int64_t before = c->time;
    c->time = at;
    c->by = by;
    enum lm_status status = row->take(&t);
    if (status == LM_OK && c->out_of_memory)
        status = LM_LIMIT;
    if (status == LM_OK)
        c->events++;
    else
        c->time = before;
    return status;
}

enum lm_status lm_championship_new(const struct lm_definition *definition, struct lm_arena *arena,
                                   struct lm_championship **out)
{
    struct lm_championship *c = lm_arena_alloc(arena, 1, sizeof *c);
    if (c == NULL)
        return LM_LIMIT;
    *c = (struct lm_championship){
        .arena = arena, .definition = definition, .current = NOBODY, .time = INT64_MIN, .by = ""};
    c->stages = lm_arena_alloc(arena, definition->stage_count, sizeof *c->stages);
    if (c->stages == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < definition->holder_count; i++) {
        if (definition->holders[i].automatic &&
            lm_champ_add_person(c, definition->holders[i].player) == NOBODY)
            return LM_LIMIT;
    }
    *out = c;
    return LM_OK;
}

size_t lm_championship_length(const struct lm_championship *c)
{
    return c->events;
}

int64_t lm_championship_time(const struct lm_championship *c)
{
    return c->time;
}

const char *lm_championship_champion(const struct lm_championship *c)
{
    if (!lm_champ_over(c))
        return NULL;
    uint32_t person = lm_champ_source(c, &c->definition->places[0]);
    return person == NOBODY ? NULL : c->people[person].id;
}

bool lm_championship_open_match(const struct lm_championship *c, const char *player,
                                struct lm_open_match *out)
{
    const struct contest *contest = lm_champ_open_contest(c, lm_champ_person(c, player));
    if (contest == NULL)
        return false;
    *out = (struct lm_open_match){
        .id = contest->id,
        .first = lm_champ_name(c, contest->player[FIRST]),
        .second = lm_champ_name(c, contest->player[SECOND]),
        .since = contest->time != NEVER ? contest->time : contest->published,
        .games = contest->games,
    };
    return true;
}

bool lm_championship_games_asked(const struct lm_championship *c, uint32_t *games, int64_t *before)
{
    for (size_t i = 0; i < c->definition->entry_rule_count; i++) {
        const struct entry_rule *rule = &c->definition->entry_rules[i];
        if (rule->kind == ENTRY_GAMES_BEFORE) {
            *games = rule->games;
            *before = rule->until;
            return true;
        }
    }
    return false;
}

const char *lm_championship_director(const struct lm_championship *c)
{
    return c->definition->directors[0];
}
