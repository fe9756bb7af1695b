/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/championship_events.h"

#include <string.h>

#define MEMBERS(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
/* Outcomes of an event about a match: its players. */
#define OF_MATCH  MEMBERS("between")
#define OF_REPORT MEMBERS("between", "alone", "pending")

static const struct event_row rows[] = {
    {"apply", ANYBODY, lm_event_apply,
     MEMBERS("player", "owner", "created", "games", "games_at", "marks", "cheat_games", "history",
             "seeding", "forfeits", "bot", "source"),
     NULL, NULL},
    {"decide", DIRECTOR, lm_event_decide,
     MEMBERS("what", "player", "article", "verdict", "match", "at_fault", "winner", "forfeited",
             "stage", "order", "lot"),
     OF_MATCH, NULL},
    {"pair", DIRECTOR, lm_event_pair, MEMBERS("stage", "round", "pairs", "manual"),
     MEMBERS("groups", "players", "rounds", "seating", "seats"), NULL},
    {"offer", PLAYER_OR_DIRECTOR, lm_event_offer, MEMBERS("match", "player", "time"), OF_MATCH,
     NULL},
    {"accept", PLAYER_OR_DIRECTOR, lm_event_accept, MEMBERS("match", "player", "time"), OF_MATCH,
     NULL},
    {"time", PLAYER_OR_DIRECTOR, lm_event_time, MEMBERS("match", "player", "time", "clear"),
     OF_MATCH, NULL},
    {"move", PLAYER_OR_DIRECTOR, lm_event_move, MEMBERS("match", "player", "time", "answer"),
     OF_MATCH, NULL},
    {"result", PLAYER_OR_DIRECTOR, lm_event_result,
     MEMBERS("match", "games", "from", "armageddon", "score"), OF_REPORT, NULL},
    {"dispute", PLAYER_OR_DIRECTOR, lm_event_dispute, MEMBERS("match", "player"), OF_MATCH, NULL},
    {"correct", DIRECTOR, lm_event_correct, MEMBERS("match", "games"), OF_MATCH, NULL},
    {"wait", PLAYER_OR_DIRECTOR, lm_event_wait, MEMBERS("match", "player"), OF_MATCH, NULL},
    {"here", PLAYER_OR_DIRECTOR, lm_event_here, MEMBERS("match", "player"), OF_MATCH, NULL},
    {"rematch", PLAYER_OR_DIRECTOR, lm_event_rematch, MEMBERS("match", "player"), OF_MATCH, NULL},
    {"lapse", ANYBODY, lm_event_lapse, MEMBERS("match"), OF_MATCH, NULL},
    {"claim", PLAYER_OR_DIRECTOR, lm_event_claim,
     MEMBERS("match", "kind", "player", "start", "arrived", "messages", "choice", "left", "back",
             "games"),
     OF_REPORT, NULL},
    {"break", PLAYER_OR_DIRECTOR, lm_event_break,
     MEMBERS("match", "player", "between_games", "minutes"), OF_MATCH, NULL},
    {"bid", PLAYER_OR_DIRECTOR, lm_event_bid, MEMBERS("match", "player", "seconds"),
     MEMBERS("between", "bids", "opened", "white"), "seconds"},
    {"out", PLAYER_OR_DIRECTOR, lm_event_out, MEMBERS("player", "ground"), NULL, NULL},
    {"restore", DIRECTOR, lm_event_restore, MEMBERS("line"), MEMBERS("falls"), NULL},
    {"return", DIRECTOR, lm_event_return, MEMBERS("player"), MEMBERS("falls"), NULL},
    {"automatic", DIRECTOR, lm_event_automatic, MEMBERS("pairings"), NULL, NULL},
    {"unpublish", DIRECTOR, lm_event_unpublish, (const char *const[]){NULL}, MEMBERS("falls"),
     NULL},
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct event_row *lm_event_row(const char *name)
{
    for (size_t i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

/* ---- shared by handlers */

const struct lm_json *lm_event_place(const struct taking *t, const char *key)
{
    const struct lm_json *member = key != NULL ? lm_json_get(t->event, key) : NULL;
    return member != NULL ? member : t->event;
}

/* Refuse by ${article} with ${given}, of which ${named} is a part. */
static enum lm_status refuse(const struct lm_championship *c, struct fields *f,
                             const struct lm_json *node, enum article article, const char *remedy,
                             const struct lm_message *given, const struct lm_message *named)
{
    const char *name = c->definition->articles[article];
    given = lm_message_within(given, named, f->arena);
    if (given != NULL && name[0] != '\0')
        given = lm_message_within(lm_message_print(f->arena, "%s [%s]", given->text, name), given,
                                  f->arena);
    lm_field_wrong_as(f, node, node != NULL && node->key != NULL ? node->key : "event", remedy,
                      given);
    return LM_INVALID;
}

enum lm_status lm_champ_refuse(const struct lm_championship *c, struct fields *f,
                               const struct lm_json *node, enum article article, const char *remedy,
                               const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *given = lm_message_vprint(f->arena, format, arguments);
    va_end(arguments);
    return refuse(c, f, node, article, remedy, given, NULL);
}

enum lm_status lm_event_refuse(const struct taking *t, const struct lm_json *node,
                               enum article article, const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *given = lm_message_vprint(t->f->arena, format, arguments);
    va_end(arguments);
    return refuse(t->c, t->f, node, article, remedy, given, t->named);
}

const char *lm_event_named(struct taking *t, const struct contest *contest)
{
    uint32_t side = t->by == NOBODY ? NO_SIDE : lm_champ_side(contest, t->by);
    bool own = side != NO_SIDE && contest->player[1 - side] != NOBODY && t->record == NULL;
    t->named = own ? lm_message_print(t->f->arena, "your match with %s",
                                      lm_champ_name(t->c, contest->player[1 - side]))
                   : lm_message_print(t->f->arena, "match %s", lm_champ_between(t->c, contest));
    return t->named == NULL ? "" : t->named->text;
}

bool lm_event_is_recorded(const struct taking *t)
{
    return t->record != NULL && !t->record->old;
}

struct lm_json_writer *lm_event_found(const struct taking *t, const char *key)
{
    return lm_json_get(t->event, key) == NULL ? t->found : NULL;
}

static void need(struct taking *t, enum lm_desk_level level, const char *token,
                 enum article article, const char *remedy, const struct lm_message *given)
{
    struct reasons *r = t->reasons;
    struct lm_text id = lm_text_in(t->c->arena);
    for (const char *at = token; *at != '\0'; at++)
        lm_text_add_char(&id, *at == '/' ? '.' : *at); /* names of matches contain slashes */
    if (given == NULL || id.failed ||
        !lm_arena_grow(t->c->arena, &r->all, &r->capacity, r->count + 1, sizeof *r->all)) {
        t->c->out_of_memory = true;
        return;
    }
    r->all[r->count++] = (struct lm_desk_reason){.level = level,
                                                 .token = lm_text_string(&id),
                                                 .article = t->c->definition->articles[article],
                                                 .what = given->text,
                                                 .message = given,
                                                 .remedy = remedy,
                                                 .act = r->wish};
}

void lm_event_need(struct taking *t, enum lm_desk_level level, const char *token,
                   enum article article, const char *remedy, const char *format, ...)
{
    if (t->reasons == NULL)
        return; /* acknowledged when its line was taken */
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *given = lm_message_vprint(t->c->arena, format, arguments);
    va_end(arguments);
    need(t, level, token, article, remedy, given);
}

void lm_event_need_says(struct taking *t, const struct lm_message *what)
{
    struct reasons *r = t->reasons;
    if (r == NULL || r->count == 0)
        return;
    struct lm_desk_reason *last = &r->all[r->count - 1];
    last->message = lm_message_within(last->message, what, t->c->arena);
}

const char *lm_event_meant(const struct lm_championship *c, const struct lm_json *event)
{
    const struct lm_json *between = lm_json_get(event, "between");
    const char *first = between != NULL ? lm_json_string(between->first) : NULL;
    const char *second = first != NULL ? lm_json_string(between->first->next) : NULL;
    struct lm_text text = lm_text_in(c->arena);
    if (second == NULL)
        return NULL;
    lm_text_print(&text, "%s – %s", first, second);
    return lm_text_string(&text);
}

/* Check the players of a match against the line's: matches are named by their place, which another
 * match can take after an undo. */
static bool check_between(struct taking *t, const struct contest *contest)
{
    const char *names[2] = {lm_champ_name(t->c, contest->player[FIRST]),
                            lm_champ_name(t->c, contest->player[SECOND])};
    struct lm_json_writer *w = lm_event_found(t, "between");
    if (w != NULL) {
        lm_json_begin(w, "between", '[');
        lm_json_put_string(w, NULL, names[FIRST]);
        lm_json_put_string(w, NULL, names[SECOND]);
        lm_json_end(w, ']');
    }
    const struct lm_json *given = lm_json_get(t->event, "between");
    const struct lm_json *first = given != NULL ? given->first : NULL;
    if (given == NULL ||
        (lm_json_string(first) != NULL && lm_json_string(first->next) != NULL &&
         strcmp(first->text, names[FIRST]) == 0 && strcmp(first->next->text, names[SECOND]) == 0))
        return true;
    const char *meant = lm_event_meant(t->c, t->event);
    REFUSE(t, "between", ART_PAIRING, NULL, "match %s is between %s and %s",
           meant != NULL ? meant : lm_champ_between(t->c, contest), names[FIRST], names[SECOND]);
    return false;
}

bool lm_event_match(struct taking *t, struct contest **contest)
{
    const char *id = NULL;
    if (!lm_field_string(t->f, t->event, "match", REQUIRED, &id))
        return false;
    *contest = lm_champ_contest(t->c, id);
    if (*contest == NULL) {
        const char *meant = lm_event_meant(t->c, t->event);
        REFUSE(t, "match", ART_PAIRING, "look at the matches", "match %s not found",
               meant != NULL ? meant : id);
        return false;
    }
    return check_between(t, *contest);
}

bool lm_event_is_open(struct taking *t, const struct contest *contest)
{
    if (contest->state == CONTEST_OPEN)
        return true;
    REFUSE(t, "match", ART_RESULT, "let the director correct it", "%s is over",
           lm_event_named(t, contest));
    return false;
}

bool lm_event_contest(struct taking *t, struct contest **contest)
{
    return lm_event_match(t, contest) && lm_event_is_open(t, *contest);
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
                   "no one here is called \"%s\"", name);
    return false;
}

bool lm_event_is_arbiter(const struct taking *t, const struct contest *contest)
{
    return t->director && lm_champ_side(contest, t->by) == NO_SIDE;
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
    if (person == NOBODY)
        REFUSE(t, "player", ART_PAIRING, "name one of its players",
               "the director does not play match %s", lm_champ_between(t->c, contest));
    else
        REFUSE(t, "player", ART_PAIRING, "name one of its players", "%s does not play match %s",
               lm_champ_name(t->c, person), lm_champ_between(t->c, contest));
    return false;
}

/* ---- authors and members */

bool lm_event_known(struct fields *f, const struct lm_json *event, const struct event_row *row,
                    enum event_form form)
{
    static const char *const own[][8] = {
        [EVENT_WISH] = {"event", "at", "by", "why", "happened", "req", "acknowledged", "was"},
        [EVENT_LINE] = {"who"},
        [EVENT_OLD] = {"event", "at", "by", "why"}};
    const char *known[64] = {0};
    size_t count = 0;
    for (size_t i = 0; i < 8 && own[form][i] != NULL; i++)
        known[count++] = own[form][i];
    for (size_t i = 0; row->members[i] != NULL; i++)
        known[count++] = row->members[i];
    for (size_t i = 0; form == EVENT_LINE && row->found != NULL && row->found[i] != NULL; i++)
        known[count++] = row->found[i];
    for (size_t i = 0; form == EVENT_LINE && lm_line_members()[i] != NULL; i++)
        known[count++] = lm_line_members()[i];
    return lm_field_known(f, event, "the event", known);
}

/* IV.E: if a director entered that rounds are published when they are due, the server, which has no
 * account, publishes them. */
static bool is_published_for(const struct taking *t, const struct event_row *row)
{
    const struct lm_championship *c = t->c;
    if (row->take != lm_event_pair || t->by != NOBODY || strcmp(t->name, SERVER_NAME) != 0)
        return false;
    uint64_t line = t->record != NULL ? t->record->line.number : UINT64_MAX;
    for (size_t i = 0; i < c->record_count && c->records[i].line.number < line; i++)
        if (c->records[i].row->take == lm_event_automatic)
            return true;
    return false;
}

bool lm_event_may_enter(struct taking *t, const struct event_row *row)
{
    t->director = lm_champ_is_director(t->c->definition, t->name);
    t->by = lm_champ_person(t->c, t->name);
    if (t->director || row->author == ANYBODY || is_published_for(t, row))
        return true;
    if (row->author == DIRECTOR) {
        REFUSE(t, "by", ART_DISPUTES, "let a director do it", "%s isn't a director", t->name);
        return false;
    }
    if (t->by == NOBODY)
        lm_field_wrong(t->f, lm_event_place(t, "by"), "by", "a player or a director",
                       "\"%s\" is neither", t->name);
    return t->by != NOBODY;
}

/* ---- queries */

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
    out->clocks = lm_champ_clocks(contest->format, c->arena, &out->clock_count);
    return out->clocks != NULL;
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
