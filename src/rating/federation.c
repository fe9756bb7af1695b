/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/federation.h"

#include "rating/result.h"

#include <string.h>

enum {
    FIRST_ID = 100001,
    WEAKEST = 1050,
    STRONGEST = 2750,
};

static int32_t below(struct lm_federation *f, int32_t bound)
{
    return (int32_t)lm_random_below(&f->random, (uint64_t)bound);
}

/* A bell curve around 0 with a spread of about ${width}/2: the sum of four dice. */
static int32_t bell(struct lm_federation *f, int32_t width)
{
    int32_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum += below(f, width) - width / 2;
    return sum;
}

/* --- people */

static const char *name_of(struct lm_federation *f, struct lm_arena *arena)
{
    static const char *const last[] = {
        "Łukaszewski", "Sørensen",  "Þórðarson", "Müller",   "García",  "Đorđević",
        "Novák",       "Öztürk",    "Brunner",   "Favre",    "Rossi",   "Keller",
        "Nguyễn",      "O'Connor",  "Šimić",     "Ångström", "Wäfler",  "Petit",
        "Ivanov",      "Kowalczyk", "Szabó",     "Țepeș",    "Bērziņš", "Žukauskas"};
    static const char *const first[] = {"Anna",   "Beat",   "Céline", "David", "Élise",  "Fabian",
                                        "Gaëlle", "Hans",   "Irène",  "Jörg",  "Karin",  "Luca",
                                        "Märta",  "Nikola", "Oriol",  "Paula", "Quirin", "Reto"};
    struct lm_text name = lm_text_in(arena);
    lm_text_print(&name, "%s, %s %c", last[below(f, sizeof last / sizeof *last)],
                  first[below(f, sizeof first / sizeof *first)], 'A' + below(f, 26));
    return name.failed ? NULL : lm_text_string(&name);
}

static void make_rated(struct lm_federation *f, const struct lm_registry *registry,
                       const struct lm_rating_rules *rules, struct lm_person *person,
                       int32_t strength)
{
    struct lm_track *track = &person->tracks[LM_STANDARD];
    int32_t rating = strength + bell(f, 80);
    if (rating < rules->floor)
        rating = rules->floor;
    track->rating = (int16_t)rating;
    track->total = (uint32_t)(10 + below(f, 200));
    track->top = lm_rating_reaches(rating, rules->top);
    track->high = lm_rating_reaches(rating, rules->junior_below);
    track->last = lm_month_of(registry->list) - below(f, 14);
    track->k = (uint8_t)lm_rating_k(rules, (struct lm_rating_standing){
                                               .rating = rating,
                                               .games = (int32_t)track->total,
                                               .reached_top = track->top,
                                               .reached_high = track->high,
                                               .birth = person->born / 10000,
                                               .list_year = lm_date_of(registry->list).year,
                                           });
    if (rating >= 2500)
        memcpy(person->title, "GM", 3);
    else if (rating >= 2400)
        memcpy(person->title, "IM", 3);
    else if (rating >= 2300)
        memcpy(person->title, "FM", 3);
}

enum lm_status lm_federation_found(struct lm_federation *federation, struct lm_registry *registry,
                                   const struct lm_rating_rules *rules, size_t players,
                                   int32_t months, uint64_t seed)
{
    struct lm_federation f = {
        .random = lm_random_from(seed),
        .strength = lm_arena_alloc(registry->arena, players, sizeof *f.strength),
        .debut = lm_arena_alloc(registry->arena, players, sizeof *f.debut),
        .count = players,
    };
    if (f.strength == NULL || f.debut == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < players; i++) {
        struct lm_person *person = lm_registry_add(registry, FIRST_ID + (uint32_t)i);
        const char *name = name_of(&f, registry->arena);
        if (person == NULL || name == NULL)
            return LM_LIMIT;
        int32_t strength = 1750 + bell(&f, 400);
        strength = strength < WEAKEST ? WEAKEST : strength > STRONGEST ? STRONGEST : strength;
        person->name = name;
        memcpy(person->federation, "LIM", 4);
        person->sex = below(&f, 8) == 0 ? 'F' : 'M';
        person->born = (1945 + below(&f, 60)) * 10000;
        f.strength[i] = strength;
        if (i % 10 != 9)
            make_rated(&f, registry, rules, person, strength);
        else
            f.debut[i] = lm_month_of(registry->list) + below(&f, months);
    }
    *federation = f;
    return LM_OK;
}

/* --- events */

struct month {
    struct lm_federation *federation;
    const struct lm_registry *registry;
    struct lm_arena *arena;
    int32_t list;
};

/* Draws are likelier the closer the players are; the mean score is the expectation of table 8.1b
 * for the true strengths. */
static int32_t play(struct lm_federation *f, uint32_t white, uint32_t black)
{
    int32_t expected = lm_rating_expected(f->strength[white] - f->strength[black]);
    int32_t draws = (expected < 50 ? expected : 100 - expected) * 6 / 10;
    int32_t dice = below(f, 200);
    if (dice < 2 * expected - draws)
        return 10;
    return dice < 2 * expected + draws ? 5 : 0;
}

/* Choose up to ${count} different people to play this month. */
static size_t gather(const struct month *month, uint32_t *people, size_t count)
{
    struct lm_federation *f = month->federation;
    size_t found = 0;
    size_t start = (size_t)below(f, (int32_t)f->count);
    for (size_t step = 0; step < f->count && found < count; step++) {
        size_t i = (start + step * 7) % f->count;
        bool met = f->debut[i] > lm_month_of(month->list) - 1 || below(f, 3) == 0;
        for (size_t j = 0; j < found && !met; j++)
            met = people[j] == i;
        if (!met)
            people[found++] = (uint32_t)i;
    }
    return found;
}

static void put(struct month *month, struct lm_event_game *game, int32_t round,
                const uint32_t *people, uint32_t white, uint32_t black)
{
    int32_t tenths = play(month->federation, people[white], people[black]);
    bool forfeit = below(month->federation, 100) == 0;
    *game = (struct lm_event_game){
        round, white, black, forfeit ? 10 : tenths, forfeit ? 0 : 10 - tenths, !forfeit};
}

/* Pair all players within ${rounds} rounds of a round-robin schedule: the circle. */
static size_t play_rounds(struct month *month, const uint32_t *people, uint32_t count,
                          int32_t rounds, struct lm_event_game *games)
{
    size_t number = 0;
    uint32_t ring = count - 1;
    for (int32_t round = 1; round <= rounds; round++)
        for (uint32_t board = 0; board < count / 2; board++) {
            uint32_t turn = (uint32_t)round - 1;
            uint32_t a = board == 0 ? ring : (turn + board) % ring;
            uint32_t b = (turn + ring - board) % ring;
            bool swap = (turn + board) % 2 == 1;
            put(month, &games[number++], round, people, swap ? b : a, swap ? a : b);
        }
    return number;
}

static struct lm_event_player *seat(const struct month *month, const uint32_t *people, size_t count)
{
    struct lm_event_player *players = lm_arena_alloc(month->arena, count, sizeof *players);
    for (size_t i = 0; players != NULL && i < count; i++)
        players[i] = (struct lm_event_player){
            .id = month->registry->people[people[i]].id,
            .name = month->registry->people[people[i]].name,
        };
    return players;
}

struct shape {
    enum lm_event_kind kind;
    uint32_t players;
    int32_t rounds;
};

/* The events of a month, in turn. */
static const struct shape shapes[] = {
    {LM_EVENT_SWISS, 60, 9},       {LM_EVENT_SWISS, 30, 7},  {LM_EVENT_TEAM, 40, 5},
    {LM_EVENT_ROUND_ROBIN, 10, 9}, {LM_EVENT_SWISS, 100, 9}, {LM_EVENT_MATCH, 2, 6},
};

static enum lm_status hold(struct month *month, size_t number, const struct shape *shape,
                           struct lm_rating_event *event)
{
    static const struct lm_clock clock = {0, 90 * 60, 30};
    uint32_t people[128];
    size_t count = gather(month, people, shape->players) & ~(size_t)1;
    struct lm_text id = lm_text_in(month->arena);
    struct lm_event_game *games =
        lm_arena_alloc(month->arena, count * (size_t)shape->rounds, sizeof *games);
    struct lm_event_player *players = seat(month, people, count);
    int32_t first = lm_month_begin(lm_month_of(month->list) - 1);
    if (games == NULL || players == NULL)
        return LM_LIMIT;
    lm_text_print(&id, "E%06zu", number);
    *event = (struct lm_rating_event){
        .id = lm_text_string(&id),
        .kind = shape->kind,
        .start = first + below(month->federation, 14),
        .registered = first - 40,
        .reported = LM_NO_DAY,
        .received = LM_NO_DAY,
        .clock = &clock,
        .clocks = 1,
        .licensed = LM_ANSWERED_YES,
        .laws = LM_ANSWERED_YES,
        .final = true,
        .players = players,
        .player_count = count,
        .games = games,
    };
    event->end = event->start + below(month->federation, 10);
    if (shape->kind == LM_EVENT_MATCH) {
        for (int32_t round = 1; count == 2 && round <= shape->rounds; round++)
            put(month, &games[event->game_count++], round, people, round % 2 == 0, round % 2 == 1);
        event->match_games = shape->rounds;
    } else if (count >= 4) {
        int32_t rounds = shape->rounds < (int32_t)count - 1 ? shape->rounds : (int32_t)count - 1;
        event->game_count = play_rounds(month, people, (uint32_t)count, rounds, games);
    }
    return id.failed ? LM_LIMIT : LM_OK;
}

/* Change strengths: the young gain, the old lose, all fluctuate. */
static void live(struct month *month)
{
    struct lm_federation *f = month->federation;
    int32_t year = lm_date_of(month->list).year;
    for (size_t i = 0; i < f->count; i++) {
        int32_t age = year - month->registry->people[i].born / 10000;
        int32_t trend = age < 20 ? 2 : age > 60 ? -1 : 0;
        f->strength[i] += trend + below(f, 5) - 2;
        if (f->strength[i] < WEAKEST)
            f->strength[i] = WEAKEST;
    }
}

enum lm_status lm_federation_play(struct lm_federation *federation,
                                  const struct lm_registry *registry, int32_t list, size_t games,
                                  struct lm_arena *arena, struct lm_rating_event **events,
                                  size_t *count)
{
    struct month month = {federation, registry, arena, list};
    struct lm_rating_event *held = NULL;
    size_t capacity = 0;
    size_t number = 0;
    size_t kinds = sizeof shapes / sizeof *shapes;
    live(&month);
    for (size_t played = 0; played < games; number++) {
        if (!lm_arena_grow(arena, &held, &capacity, number + 1, sizeof *held))
            return LM_LIMIT;
        enum lm_status status = hold(&month, number, &shapes[number % kinds], &held[number]);
        if (status != LM_OK)
            return status;
        played += held[number].game_count > 0 ? held[number].game_count : 1;
    }
    *events = held;
    *count = number;
    return LM_OK;
}
