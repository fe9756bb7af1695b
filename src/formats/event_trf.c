/* SPDX-License-Identifier: Apache-2.0 */
/* A tournament as an event of the rating regulations. */
#include <string.h>

#include "limmat/event_files.h"
#include "limmat/formats.h"

static int32_t day_of(const char *text)
{
    struct lm_date date;
    return lm_parse_date(text, strlen(text), &date) ? lm_day_of(date) : LM_NO_DAY;
}

/* Does ${text} contain ${word}, ignoring letter case and non-letters? */
static bool mentions(const char *text, const char *word)
{
    for (; *text != '\0'; text++) {
        const char *t = text;
        const char *w = word;
        while (*t != '\0' && *w != '\0') {
            char c = (char)(*t >= 'A' && *t <= 'Z' ? *t + ('a' - 'A') : *t);
            if (c == *w)
                w++;
            else if (c != ' ' && c != '-' && c != '_')
                break;
            t++;
        }
        if (*w == '\0')
            return true;
    }
    return false;
}

/* Records 092 and 192 are free text in practice; by default an event is a Swiss. */
static enum lm_event_kind kind_of(const struct lm_tournament *t)
{
    static const struct {
        const char *word;
        enum lm_event_kind kind;
    } words[] = {
        {"doubleroundrobin", LM_EVENT_DOUBLE_ROUND_ROBIN},
        {"roundrobin", LM_EVENT_ROUND_ROBIN},
        {"berger", LM_EVENT_ROUND_ROBIN},
        {"match", LM_EVENT_MATCH},
        {"team", LM_EVENT_TEAM},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (mentions(t->type, words[i].word) || mentions(t->type_code, words[i].word))
            return words[i].kind;
    return t->team_count > 0 ? LM_EVENT_TEAM : LM_EVENT_SWISS;
}

static enum lm_status add_days(const struct lm_tournament *t, struct lm_arena *arena,
                               struct lm_rating_event *event)
{
    struct lm_day_rounds *days = lm_arena_alloc(arena, t->date_count, sizeof *days);
    if (days == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < t->date_count; i++) {
        int32_t day;
        if (!lm_round_day(t->dates[i], &day))
            continue;
        if (event->day_count > 0 && days[event->day_count - 1].day == day)
            days[event->day_count - 1].rounds++;
        else
            days[event->day_count++] = (struct lm_day_rounds){day, 1};
    }
    event->days = days;
    return LM_OK;
}

static enum lm_status add_players(const struct lm_tournament *t, struct lm_arena *arena,
                                  struct lm_rating_event *event)
{
    struct lm_event_player *players = lm_arena_alloc(arena, t->player_count, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_player *player = &t->players[i];
        int64_t id = player->tpn;
        struct lm_date birth = {0};
        bool has_id =
            lm_parse_integer(player->fide_id, strlen(player->fide_id), 1, UINT32_MAX, &id);
        if (!lm_parse_date(player->birth, strlen(player->birth), &birth))
            birth.year = 0;
        players[i] = (struct lm_event_player){
            .id = has_id ? (uint32_t)id : player->tpn,
            .name = player->name,
            .federation = player->federation,
            .without_id = !has_id,
            .rating = player->rating,
            .now_rating = player->rating,
            .woman = player->sex == 'w' || player->sex == 'f',
            .born = birth.year,
        };
    }
    event->players = players;
    event->player_count = t->player_count;
    return LM_OK;
}

static int32_t tenths_of(enum lm_result result)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
    case LM_PAB:
    case LM_FULL_BYE:
        return 10;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
    case LM_HALF_BYE:
        return 5;
    default:
        return 0;
    }
}

/* 5.1: only games in which both sides moved count; an adjourned game has no result yet. */
static bool is_rated_result(enum lm_result result)
{
    return result == LM_WIN || result == LM_DRAW || result == LM_LOSS;
}

/* Does this record represent its game?  Both players have one: White's does or, without colours,
 * that of the lower number. */
static bool tells(const struct lm_record *record, uint32_t player)
{
    if (record->opponent == LM_NOBODY)
        return lm_result_is_bye((enum lm_result)record->result) && record->result != LM_ZERO_BYE;
    if (record->result == LM_BLANK || record->result == LM_PENDING)
        return false;
    return record->colour == LM_WHITE ||
           (record->colour == LM_NO_COLOUR && player < record->opponent);
}

static void add_game(const struct lm_tournament *t, uint32_t player, uint32_t round, size_t number,
                     struct lm_event_game *game)
{
    const struct lm_record *own = lm_record_of(t, player, round) + number;
    *game = (struct lm_event_game){.round = (int32_t)round,
                                   .white = player,
                                   .black = own->opponent,
                                   .white_tenths = tenths_of((enum lm_result)own->result)};
    if (own->opponent == LM_NOBODY)
        return;
    const struct lm_record *other = lm_record_of(t, own->opponent, round) + number;
    game->black_tenths = tenths_of((enum lm_result)other->result);
    game->played = is_rated_result((enum lm_result)own->result) &&
                   is_rated_result((enum lm_result)other->result);
}

static enum lm_status add_games(const struct lm_tournament *t, struct lm_arena *arena,
                                struct lm_rating_event *event)
{
    size_t most = (size_t)t->player_count * t->rounds_paired * t->games_per_match;
    struct lm_event_game *games = lm_arena_alloc(arena, most, sizeof *games);
    if (games == NULL)
        return LM_LIMIT;
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (uint32_t player = 0; player < t->player_count; player++)
            for (size_t number = 0; number < t->games_per_match; number++)
                if (tells(lm_record_of(t, player, round) + number, player))
                    add_game(t, player, round, number, &games[event->game_count++]);
    event->games = games;
    return LM_OK;
}

enum { PERIODS = 8 };

/* Read the time control of ${t} into ${clock}[PERIODS]; return the number of periods, 0 if unknown.
 */
static size_t read_clock(const struct lm_tournament *t, struct lm_clock *clock)
{
    size_t count = lm_time_control_decode(t->time_control_code, clock, PERIODS);
    return count > 0 ? count : lm_time_control_read(t->time_control, clock, PERIODS);
}

enum lm_status lm_event_from_tournament(const struct lm_tournament *tournament, const char *id,
                                        struct lm_arena *arena, struct lm_rating_event *out)
{
    struct lm_clock *clock = lm_arena_alloc(arena, PERIODS, sizeof *clock);
    if (clock == NULL)
        return LM_LIMIT;
    struct lm_rating_event event = {
        .id = id,
        .name = tournament->name,
        .kind = kind_of(tournament),
        .start = day_of(tournament->start),
        .end = day_of(tournament->end),
        .registered = LM_NO_DAY,
        .reported = LM_NO_DAY,
        .received = LM_NO_DAY,
        .clock = clock,
        .clocks = read_clock(tournament, clock),
        .final = true,
    };
    enum lm_status status = add_days(tournament, arena, &event);
    if (status == LM_OK)
        status = add_players(tournament, arena, &event);
    if (status == LM_OK)
        status = add_games(tournament, arena, &event);
    if (status == LM_OK)
        *out = event;
    return status;
}

/* Standard, rapid or blitz, by the time for 60 moves (B.02: an hour; more than ten minutes). */
static enum lm_chess chess_of(const struct lm_clock *clock, size_t clocks)
{
    int32_t seconds = lm_clock_seconds(clock, clocks);
    if (clocks == 0 || seconds >= 60 * 60)
        return LM_STANDARD;
    return seconds > 10 * 60 ? LM_RAPID : LM_BLITZ;
}

enum lm_chess lm_chess_of(const struct lm_tournament *t)
{
    struct lm_clock clock[PERIODS];
    return chess_of(clock, read_clock(t, clock));
}

/* The players of ${event}, each with a likely K. */
static struct lm_event_player *likely_players(const struct lm_rating_rules *rules,
                                              const struct lm_rating_event *event, bool births,
                                              struct lm_arena *arena)
{
    struct lm_event_player *players = lm_arena_alloc(arena, event->player_count, sizeof *players);
    for (size_t i = 0; players != NULL && i < event->player_count; i++) {
        players[i] = event->players[i];
        if (!births)
            players[i].born = 0;
        if (players[i].rating != 0)
            players[i].k = players[i].now_k = lm_rating_likely_k(rules, event, &players[i]);
    }
    return players;
}

static bool has_played(const struct lm_rating_event *event)
{
    for (size_t i = 0; i < event->game_count; i++)
        if (event->games[i].played)
            return true;
    return false;
}

enum lm_status lm_assess_tournament(const struct lm_tournament *tournament, const char *id,
                                    bool births, struct lm_arena *arena,
                                    const struct lm_rating_rules **rules,
                                    const struct lm_event_player **players,
                                    struct lm_assessment *out)
{
    struct lm_rating_event event;
    enum lm_status status = lm_event_from_tournament(tournament, id, arena, &event);
    if (status != LM_OK)
        return status;
    *out = (struct lm_assessment){0};
    if (event.start == LM_NO_DAY || !has_played(&event))
        return LM_OK;
    event.chess = chess_of(event.clock, event.clocks);
    struct lm_rating_book book;
    status = lm_rating_book(arena, &book);
    if (status != LM_OK)
        return status;
    *rules = lm_rating_rules_on(&book, event.start, event.chess);
    if (*rules == NULL)
        return LM_OK;
    event.players = *players = likely_players(*rules, &event, births, arena);
    return *players == NULL ? LM_LIMIT : lm_rating_assess(*rules, &event, arena, out);
}

bool lm_is_event_json(const char *bytes, size_t length)
{
    size_t at = 0;
    while (at < length && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r'))
        at++;
    return at < length && bytes[at] == '{' && strstr(bytes, "\"kind\"") != NULL &&
           strstr(bytes, "\"games\"") != NULL;
}

enum lm_status lm_event_of_file(const char *name, const char *id, const char *bytes, size_t length,
                                struct lm_arena *arena, struct lm_log *log,
                                struct lm_rating_event *out)
{
    struct lm_tournament *t;
    if (lm_is_event_json(bytes, length))
        return lm_event_read(bytes, length, arena, log, out);
    enum lm_status status =
        lm_read(bytes, length, &(struct lm_read_options){.file = name}, arena, log, &t);
    return status == LM_OK ? lm_event_from_tournament(t, id, arena, out) : status;
}
