/* SPDX-License-Identifier: Apache-2.0 */
/* Events as JSON; the form is described in the header.  A key is a row. */
#include "base/sort.h"
#include "limmat/event_files.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/json.h"

/* Players by id. */
struct seat {
    uint32_t id, index;
};

struct reading {
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_rating_event event;
    struct seat *seats; /* in ascending order of id */
    enum lm_status status;
};

static void refuse(struct reading *r, const struct lm_json *node, const char *remedy,
                   const char *what)
{
    r->status = lm_log_add(
        r->log, LM_ERROR,
        (struct lm_place){
            .line = node->line, .column = node->column, .field = node->key, .value = node->text},
        remedy, "%s", what);
}

/* --- values */

static bool read_day(const struct lm_json *node, int32_t *day)
{
    const char *text = lm_json_string(node);
    struct lm_date date;
    if (text == NULL || !lm_parse_date(text, node->length, &date) || date.day == 0)
        return false;
    *day = lm_day_of(date);
    return true;
}

static bool read_id(const struct lm_json *node, uint32_t *id)
{
    int64_t number;
    bool good = node->type == LM_JSON_STRING
                    ? lm_parse_integer(node->text, node->length, 1, UINT32_MAX, &number)
                    : lm_json_integer(node, 1, UINT32_MAX, &number);
    if (good)
        *id = (uint32_t)number;
    return good;
}

/* Is the text free of characters that would break the columns of registries and journals? */
static bool is_plain(const char *text)
{
    for (; *text != '\0'; text++)
        if ((unsigned char)*text < ' ' || *text == '|')
            return false;
    return true;
}

enum kind { DAY, YES_NO, ANSWER, NUMBER, NAME };

struct key {
    const char *name;
    enum kind kind;
    size_t offset;
};

#define AT(member) offsetof(struct lm_rating_event, member)

static const struct key keys[] = {
    {"id", NAME, AT(id)},
    {"name", NAME, AT(name)},
    {"start", DAY, AT(start)},
    {"end", DAY, AT(end)},
    {"registered", DAY, AT(registered)},
    {"reported", DAY, AT(reported)},
    {"received", DAY, AT(received)},
    {"arbiters_licensed", ANSWER, AT(licensed)},
    {"laws", ANSWER, AT(laws)},
    {"interim_monthly", ANSWER, AT(interim)},
    {"pgn", ANSWER, AT(pgn)},
    {"venue", NAME, AT(venue)},
    {"organizer", NAME, AT(organizer)},
    {"qc_late_ok", YES_NO, AT(late_allowed)},
    {"qc_approved", YES_NO, AT(long_allowed)},
    {"norms", YES_NO, AT(norms)},
    {"league", YES_NO, AT(league)},
    {"official_fide", YES_NO, AT(official)},
    {"national_championship", YES_NO, AT(national_championship)},
    {"women_only", YES_NO, AT(women_only)},
    {"match_games", NUMBER, AT(match_games)},
    {"league_id", NAME, AT(league_id)},
    {"final", YES_NO, AT(final)},
    {"no_repeat", YES_NO, AT(no_repeat)},
};

static bool set_key(struct reading *r, const struct key *key, const struct lm_json *node)
{
    char *at = (char *)&r->event + key->offset;
    bool truth;
    int64_t number;
    switch (key->kind) {
    case DAY:
        return read_day(node, (int32_t *)(void *)at);
    case YES_NO:
        return lm_json_boolean(node, (bool *)at);
    case ANSWER:
        if (!lm_json_boolean(node, &truth))
            return false;
        *(enum lm_answer *)(void *)at = truth ? LM_ANSWERED_YES : LM_ANSWERED_NO;
        return true;
    case NUMBER:
        if (!lm_json_integer(node, 0, 1000, &number))
            return false;
        *(int32_t *)(void *)at = (int32_t)number;
        return true;
    case NAME:
        if (lm_json_string(node) == NULL || !is_plain(node->text))
            return false;
        *(const char **)(void *)at = node->text;
        return true;
    }
    return false;
}

static const char *remedy_of(enum kind kind)
{
    static const char *const remedies[] = {
        [DAY] = "\"YYYY-MM-DD\"",
        [YES_NO] = "true or false",
        [ANSWER] = "true or false",
        [NUMBER] = "a whole number",
        [NAME] = "a text without control characters and bars",
    };
    return remedies[kind];
}

/* --- parts with a form of their own */

static void read_kind(struct reading *r, const struct lm_json *node)
{
    const char *name = lm_json_string(node);
    if (name == NULL || !lm_event_kind_named(name, &r->event.kind))
        refuse(r, node, "swiss, team, round_robin, double_round_robin, match or pooled",
               "unknown kind of event");
}

static void read_chess(struct reading *r, const struct lm_json *node)
{
    const char *name = lm_json_string(node);
    for (int chess = 0; name != NULL && chess < LM_CHESS_KINDS; chess++)
        if (strcmp(lm_chess_name((enum lm_chess)chess), name) == 0) {
            r->event.chess = (enum lm_chess)chess;
            return;
        }
    refuse(r, node, "standard, rapid or blitz", "unknown kind of chess");
}

static bool read_number(const struct lm_json *object, const char *key, int64_t most, int32_t *out)
{
    const struct lm_json *node = lm_json_get(object, key);
    int64_t number = 0;
    if (node != NULL && node->type != LM_JSON_NULL && !lm_json_integer(node, 0, most, &number))
        return false;
    *out = (int32_t)number;
    return true;
}

static void read_clock(struct reading *r, const struct lm_json *node)
{
    struct lm_clock *clock = lm_arena_alloc(r->arena, node->length, sizeof *clock);
    size_t count = 0;
    if (clock == NULL) {
        r->status = LM_LIMIT;
        return;
    }
    for (const struct lm_json *n = node->first; n != NULL; n = n->next) {
        int32_t tenths = 0;
        struct lm_clock *period = &clock[count++];
        if (!lm_json_tenths(lm_json_get(n, "minutes"), &tenths) || tenths < 0 || tenths > 100000 ||
            !read_number(n, "moves", 1000, &period->moves) ||
            !read_number(n, "increment", 3600, &period->increment))
            refuse(r, n, "{\"moves\": 40, \"minutes\": 90, \"increment\": 30}",
                   "not a period of a time control");
        period->seconds = 6 * tenths;
    }
    r->event.clock = clock;
    r->event.clocks = count;
}

static void read_days(struct reading *r, const struct lm_json *node)
{
    struct lm_day_rounds *days = lm_arena_alloc(r->arena, node->length, sizeof *days);
    size_t count = 0;
    if (days == NULL) {
        r->status = LM_LIMIT;
        return;
    }
    for (const struct lm_json *n = node->first; n != NULL; n = n->next) {
        struct lm_date date;
        int64_t rounds = 0;
        if (n->key == NULL || !lm_parse_date(n->key, strlen(n->key), &date) ||
            !lm_json_integer(n, 0, 100, &rounds))
            refuse(r, n, "{\"2013-07-04\": 2}", "not a day and its number of rounds");
        else
            days[count++] = (struct lm_day_rounds){lm_day_of(date), (int32_t)rounds};
    }
    r->event.days = days;
    r->event.day_count = count;
}

/* --- players and games */

/* [[opponent's rating, score], …], of a player without a rating. */
static bool read_kept(const struct reading *r, const struct lm_json *list,
                      struct lm_event_player *player)
{
    enum { MOST_KEPT = 1000 };
    if (list == NULL)
        return true;
    if (list->type != LM_JSON_ARRAY || list->length > MOST_KEPT)
        return false;
    struct lm_kept_game *kept = lm_arena_alloc(r->arena, list->length, sizeof *kept);
    for (const struct lm_json *n = list->first; kept != NULL && n != NULL; n = n->next) {
        int64_t rating;
        int32_t tenths;
        if (n->type != LM_JSON_ARRAY || n->length != 2 ||
            !lm_json_integer(n->first, 1, 4000, &rating) ||
            !lm_json_tenths(n->first->next, &tenths) || tenths < 0 || tenths > 10)
            return false;
        kept[player->kept_count++] = (struct lm_kept_game){(int32_t)rating, tenths};
    }
    player->kept = kept;
    return kept != NULL;
}

static void read_player(struct reading *r, const struct lm_json *node,
                        struct lm_event_player *player)
{
    const struct lm_json *id = node->type == LM_JSON_OBJECT ? lm_json_get(node, "id") : node;
    const struct lm_json *prior = lm_json_get(node, "prior");
    const char *sex = lm_json_string(lm_json_get(node, "sex"));
    const char *name = lm_json_string(lm_json_get(node, "name"));
    const char *federation = lm_json_string(lm_json_get(node, "federation"));
    *player = (struct lm_event_player){.name = name == NULL ? "" : name,
                                       .federation = federation == NULL ? "" : federation};
    if (id == NULL || !read_id(id, &player->id) || !is_plain(player->name) ||
        !is_plain(player->federation) || !read_number(node, "rating", 4000, &player->rating) ||
        !read_number(node, "k", 100, &player->k) ||
        !read_number(node, "standard", 4000, &player->standard) ||
        !read_number(node, "born", 9999, &player->born) ||
        !read_number(node, "index", 10000, &player->index) ||
        !read_kept(r, lm_json_get(node, "kept"), player) ||
        (prior != NULL && !lm_json_boolean(prior, &player->prior)))
        refuse(r, node, "a FIDE ID, or {\"id\": …, \"name\": …, \"rating\": …, \"k\": …}",
               "not a player");
    player->woman = sex != NULL && (*sex == 'f' || *sex == 'F' || *sex == 'w');
    player->now_rating = player->rating;
    player->now_k = player->k;
}

static int by_id(const void *left, const void *right)
{
    const struct seat *a = left;
    const struct seat *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

static void read_players(struct reading *r, const struct lm_json *node)
{
    size_t count = node->length;
    struct lm_event_player *players = lm_arena_alloc(r->arena, count, sizeof *players);
    r->seats = lm_arena_alloc(r->arena, count, sizeof *r->seats);
    if (players == NULL || r->seats == NULL) {
        r->status = LM_LIMIT;
        return;
    }
    uint32_t i = 0;
    for (const struct lm_json *n = node->first; n != NULL; n = n->next, i++) {
        read_player(r, n, &players[i]);
        r->seats[i] = (struct seat){players[i].id, i};
    }
    lm_sort(r->seats, count, sizeof *r->seats, by_id);
    for (i = 1; i < count && r->status == LM_OK; i++)
        if (r->seats[i - 1].id == r->seats[i].id)
            refuse(r, node, "each player once", "two players have the same id");
    r->event.players = players;
    r->event.player_count = count;
}

static bool find_seat(const struct reading *r, const struct lm_json *node, uint32_t *index)
{
    struct seat key = {0, 0};
    if (r->seats == NULL || node == NULL || !read_id(node, &key.id))
        return false; /* games without players: tournament games cannot be listed again */
    const struct seat *seat =
        bsearch(&key, r->seats, r->event.player_count, sizeof *r->seats, by_id);
    if (seat != NULL)
        *index = seat->index;
    return seat != NULL;
}

static const struct {
    const char *code;
    int8_t white, black;
    bool played;
} results[] = {
    {"1-0", 10, 0, true},    {"0-1", 0, 10, true}, {"1/2", 5, 5, true},
    {"1/2-1/2", 5, 5, true}, {"0-0", 0, 0, true},  {"+-", 10, 0, false},
    {"-+", 0, 10, false},    {"--", 0, 0, false},  {"bye", 10, 0, false},
};

static bool read_result(const struct lm_json *node, struct lm_event_game *game)
{
    const char *code = lm_json_string(node);
    for (size_t i = 0; code != NULL && i < sizeof results / sizeof *results; i++)
        if (strcmp(results[i].code, code) == 0) {
            game->white_tenths = results[i].white;
            game->black_tenths = results[i].black;
            game->played = results[i].played;
            return true;
        }
    return false;
}

/* Read the fifth element, if present: false if one side made no move (5.1). */
static bool read_moves(const struct lm_json *both, bool *moved)
{
    int64_t moves[2];
    *moved = true;
    if (both == NULL)
        return true;
    if (both->type != LM_JSON_ARRAY || both->length != 2 ||
        !lm_json_integer(both->first, 0, 10000, &moves[0]) ||
        !lm_json_integer(both->first->next, 0, 10000, &moves[1]))
        return false;
    *moved = moves[0] > 0 && moves[1] > 0;
    return true;
}

/* [round, white, black, result] or [round, white, black, result, moves] */
static bool read_game(const struct reading *r, const struct lm_json *node,
                      struct lm_event_game *game)
{
    int64_t round;
    bool moved;
    if (node->type != LM_JSON_ARRAY || node->length < 4 || node->length > 5)
        return false;
    const struct lm_json *white = node->first->next;
    const struct lm_json *black = white->next;
    const struct lm_json *result = black->next;
    if (!lm_json_integer(node->first, 0, 100000, &round) || !find_seat(r, white, &game->white) ||
        !read_result(result, game) || !read_moves(result->next, &moved))
        return false;
    game->round = (int32_t)round;
    game->black = LM_NOBODY;
    if (black->type != LM_JSON_NULL && !find_seat(r, black, &game->black))
        return false;
    game->played = game->played && game->black != LM_NOBODY && moved;
    return true;
}

static void read_games(struct reading *r, const struct lm_json *node)
{
    struct lm_event_game *games = lm_arena_alloc(r->arena, node->length, sizeof *games);
    size_t count = 0;
    if (games == NULL) {
        r->status = LM_LIMIT;
        return;
    }
    for (const struct lm_json *n = node->first; n != NULL; n = n->next)
        if (!read_game(r, n, &games[count]))
            refuse(r, n, "[round, white, black, \"1-0\"] with ids of players of the event",
                   "not a game");
        else if (games[count].white == games[count].black)
            refuse(r, n, "correct one of the two ids", "a game against oneself");
        else
            count++;
    r->event.games = games;
    r->event.game_count = count;
}

/* --- the whole */

static void read_confirmed(struct reading *r, const struct lm_json *node)
{
    uint32_t *ids = lm_arena_alloc(r->arena, node->length, sizeof *ids);
    size_t count = 0;
    if (ids == NULL) {
        r->status = LM_LIMIT;
        return;
    }
    for (const struct lm_json *n = node->first; n != NULL; n = n->next)
        if (!read_id(n, &ids[count++]))
            refuse(r, n, "a FIDE ID, digits only", "not an id");
    r->event.confirmed = ids;
    r->event.confirmed_count = count;
}

static const struct {
    const char *name;
    enum lm_json_type type;
    void (*read)(struct reading *r, const struct lm_json *node);
} parts[] = {
    {"kind", LM_JSON_STRING, read_kind},          {"chess", LM_JSON_STRING, read_chess},
    {"time_control", LM_JSON_ARRAY, read_clock},  {"rounds_per_day", LM_JSON_OBJECT, read_days},
    {"players", LM_JSON_ARRAY, read_players},     {"games", LM_JSON_ARRAY, read_games},
    {"confirmed", LM_JSON_ARRAY, read_confirmed},
};

static void read_member(struct reading *r, const struct lm_json *node)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i].name, node->key) == 0) {
            if (!set_key(r, &keys[i], node))
                refuse(r, node, remedy_of(keys[i].kind), "not a value for this");
            return;
        }
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcmp(parts[i].name, node->key) == 0) {
            if (node->type == parts[i].type)
                parts[i].read(r, node);
            else
                refuse(r, node, lm_json_type_name(parts[i].type), "not a value for this");
            return;
        }
    refuse(r, node, "see the manual of `limmat rate event`", "an event has no such thing");
}

/* Read players before games, whatever their order in the file. */
static void read_members(struct reading *r, const struct lm_json *object)
{
    const struct lm_json *games = lm_json_get(object, "games");
    for (const struct lm_json *n = object->first; n != NULL; n = n->next)
        if (n != games && r->status != LM_LIMIT)
            read_member(r, n);
    if (games != NULL && r->status == LM_OK)
        read_member(r, games);
}

static void require(struct reading *r, const struct lm_json *object)
{
    static const char *const needed[] = {"id", "kind", "start", "end", "players", "games"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (lm_json_get(object, needed[i]) == NULL)
            r->status = lm_log_add(r->log, LM_ERROR, (struct lm_place){.line = object->line}, NULL,
                                   "an event needs \"%s\"", needed[i]);
    if (r->status == LM_OK && r->event.end < r->event.start)
        refuse(r, lm_json_get(object, "end"), "a day not before the start",
               "the event ends before it begins");
    if (r->status == LM_OK && r->event.kind == LM_EVENT_MATCH && r->event.player_count != 2)
        refuse(r, lm_json_get(object, "players"), "two players", "a match is between two");
}

static enum lm_status read_into(const char *bytes, size_t length, struct reading *r, bool whole)
{
    struct lm_json *root;
    enum lm_status status = lm_json_parse(bytes, length, r->arena, r->log, &root);
    if (status != LM_OK)
        return status;
    if (root->type != LM_JSON_OBJECT)
        return lm_log_add(r->log, LM_ERROR, (struct lm_place){.line = root->line}, "an object",
                          "not an event");
    read_members(r, root);
    if (whole && r->status == LM_OK)
        require(r, root);
    return r->status;
}

enum lm_status lm_event_read(const char *bytes, size_t length, struct lm_arena *arena,
                             struct lm_log *log, struct lm_rating_event *out)
{
    struct reading r = {
        .arena = arena,
        .log = log,
        .event = {.registered = LM_NO_DAY,
                  .reported = LM_NO_DAY,
                  .received = LM_NO_DAY,
                  .final = true},
    };
    enum lm_status status = read_into(bytes, length, &r, true);
    if (status != LM_OK)
        return status;
    *out = r.event;
    return LM_OK;
}

enum lm_status lm_event_amend(const char *bytes, size_t length, struct lm_arena *arena,
                              struct lm_log *log, struct lm_rating_event *event)
{
    struct reading r = {.arena = arena, .log = log, .event = *event};
    enum lm_status status = read_into(bytes, length, &r, false);
    if (status == LM_OK)
        *event = r.event;
    return status;
}

/* --- writing */

static void put_day(struct lm_json_writer *w, const char *key, int32_t day)
{
    char text[16];
    struct lm_date date = lm_date_of(day);
    size_t at = 0;
    int32_t digits[] = {date.year / 1000, date.year / 100, date.year / 10, date.year,
                        date.month / 10,  date.month,      date.day / 10,  date.day};
    if (day == LM_NO_DAY)
        return;
    for (size_t i = 0; i < 8; i++) {
        if (i == 4 || i == 6)
            text[at++] = '-';
        text[at++] = (char)('0' + digits[i] % 10);
    }
    text[at] = '\0';
    lm_json_put_string(w, key, text);
}

static const char *code_of(const struct lm_event_game *game)
{
    if (game->black == LM_NOBODY)
        return "bye";
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (results[i].white == game->white_tenths && results[i].black == game->black_tenths &&
            results[i].played == game->played)
            return results[i].code;
    return "--";
}

static void write_keys(const struct lm_rating_event *event, struct lm_json_writer *w)
{
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const struct key *key = &keys[i];
        const char *at = (const char *)event + key->offset;
        const char *name = key->kind == NAME ? *(const char *const *)(const void *)at : NULL;
        int32_t number = key->kind == NUMBER || key->kind == DAY || key->kind == ANSWER
                             ? *(const int32_t *)(const void *)at
                             : 0;
        if (name != NULL)
            lm_json_put_string(w, key->name, name);
        else if (key->kind == DAY)
            put_day(w, key->name, number);
        else if (key->kind == ANSWER && number != LM_UNANSWERED)
            lm_json_put_boolean(w, key->name, number == LM_ANSWERED_YES);
        else if (key->kind == NUMBER && number != 0)
            lm_json_put_integer(w, key->name, number);
        else if (key->kind == YES_NO && *(const bool *)(const void *)at)
            lm_json_put_boolean(w, key->name, true);
    }
}

static void write_schedule(const struct lm_rating_event *event, struct lm_json_writer *w)
{
    if (event->clocks > 0) {
        lm_json_begin_inline(w, "time_control", '[');
        for (size_t i = 0; i < event->clocks; i++) {
            lm_json_begin(w, NULL, '{');
            if (event->clock[i].moves > 0)
                lm_json_put_integer(w, "moves", event->clock[i].moves);
            lm_json_put_tenths(w, "minutes", event->clock[i].seconds / 6);
            lm_json_put_integer(w, "increment", event->clock[i].increment);
            lm_json_end(w, '}');
        }
        lm_json_end(w, ']');
    }
}

void lm_event_write(const struct lm_rating_event *event, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    write_keys(event, &w);
    lm_json_put_string(&w, "kind", lm_event_kind_name(event->kind));
    lm_json_put_string(&w, "chess", lm_chess_name(event->chess));
    write_schedule(event, &w);
    lm_json_begin_inline(&w, "players", '[');
    for (size_t i = 0; i < event->player_count; i++)
        lm_json_put_integer(&w, NULL, event->players[i].id);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "games", '[');
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        lm_json_begin_inline(&w, NULL, '[');
        lm_json_put_integer(&w, NULL, game->round);
        lm_json_put_integer(&w, NULL, event->players[game->white].id);
        if (game->black == LM_NOBODY)
            lm_json_put_null(&w, NULL);
        else
            lm_json_put_integer(&w, NULL, event->players[game->black].id);
        lm_json_put_string(&w, NULL, code_of(game));
        lm_json_end(&w, ']');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}
