/* SPDX-License-Identifier: Apache-2.0 */
#include "hard_field.h"
#include "outcomes.h"

#include <inttypes.h>
#include <stdio.h>

#include "limmat/arena.h"

uint32_t hard_below(struct lm_random *random, uint32_t limit)
{
    return (uint32_t)lm_random_below(random, limit);
}

bool hard_chance(struct lm_random *random, uint32_t percent)
{
    return hard_below(random, 100) < percent;
}

static void set_points(uint32_t which, struct lm_point_system *points)
{
    static const int worth[HARD_POINTS][3] = {
        {10, 5, 0}, {30, 10, 0}, {20, 10, 0}, {30, 20, 10}, {70, 30, 10}};
    const int *of = worth[which];
    for (int result = 0; result < LM_RESULT_COUNT; result++) {
        bool win = result == LM_WIN || result == LM_FORFEIT_WIN || result == LM_PAB ||
                   result == LM_FULL_BYE || result == LM_UNRATED_WIN;
        bool draw = result == LM_DRAW || result == LM_HALF_BYE || result == LM_UNRATED_DRAW ||
                    result == LM_ADJOURNED;
        bool loss = result == LM_LOSS || result == LM_UNRATED_LOSS;
        points->value[result][0] = points->value[result][1] = win    ? of[0]
                                                              : draw ? of[1]
                                                              : loss ? of[2]
                                                                     : 0;
    }
}

struct hard_taste hard_taste_draw(struct lm_random *random, uint32_t players)
{
    static const uint32_t draws[] = {30, 0, 60, 100}, favourites[] = {65, 50, 95, 100};
    struct hard_taste t = {.players = players};
    uint32_t longest = players / 2 < 40 ? players / 2 : 40;
    t.rounds = hard_chance(random, 70) ? hard_below(random, players < 12 ? players / 2 + 1 : 10)
                                       : hard_below(random, longest + 1);
    t.clubs = hard_chance(random, 50) ? 0 : hard_chance(random, 60) ? 2 : 2 + hard_below(random, 6);
    t.virtual_most = hard_chance(random, 50) ? 0 : hard_chance(random, 50) ? 20 : 600;
    t.draws = draws[hard_below(random, 4)];
    t.favourites = favourites[hard_below(random, 4)];
    t.absent = hard_chance(random, 60) ? 0 : 5 + hard_below(random, 20);
    t.swapped = hard_chance(random, 70) ? 5 : 50;
    t.prohibited = hard_chance(random, 70) ? 0 : hard_below(random, 25);
    t.natural = hard_chance(random, 50);
    t.last_round = hard_chance(random, 25);
    t.points = hard_chance(random, 40) ? 0 : hard_below(random, HARD_POINTS);
    return t;
}

int hard_taste_read(const char *line, char system[64], uint64_t *seed, struct hard_taste *taste)
{
    struct hard_taste t;
    int natural, last_round, bytes = 0;
    int read =
        sscanf(line, "%63s %" SCNu64 " %u %u %u %d %u %u %u %u %u %d %d %u%n", system, seed,
               &t.players, &t.rounds, &t.clubs, &t.virtual_most, &t.draws, &t.favourites, &t.absent,
               &t.swapped, &t.prohibited, &natural, &last_round, &t.points, &bytes);
    t.natural = natural != 0;
    t.last_round = last_round != 0;
    *taste = t;
    return read == 14 ? bytes : 0;
}

/* Players of a club never meet: each in turn is put into a random one. */
static bool make_prohibitions(struct lm_tournament *t, const struct hard_taste *taste,
                              struct lm_random *random)
{
    uint32_t n = taste->players, pairs = n * taste->prohibited / 100;
    struct lm_prohibition *list = lm_arena_alloc(t->arena, taste->clubs + pairs + 1, sizeof *list);
    uint32_t *members = lm_arena_alloc(t->arena, n + 2 * pairs, sizeof *members);
    uint32_t *club = lm_arena_alloc(t->arena, n, sizeof *club);
    if (list == NULL || members == NULL || club == NULL)
        return false;
    for (uint32_t i = 0; i < n && taste->clubs > 0; i++)
        club[i] = taste->natural ? i * taste->clubs / n : hard_below(random, taste->clubs);
    for (uint32_t c = 0; c < taste->clubs; c++) {
        uint32_t count = 0;
        for (uint32_t i = 0; i < n; i++)
            if (club[i] == c)
                members[count++] = i;
        if (count > 1)
            list[t->prohibition_count++] =
                (struct lm_prohibition){1, LM_ROUNDS_MAX, members, count, LM_PLAYERS};
        members += count;
    }
    for (uint32_t i = 0; i < pairs; i++, members += 2) {
        members[0] = hard_below(random, n);
        members[1] = hard_below(random, n);
        if (members[0] != members[1])
            list[t->prohibition_count++] =
                (struct lm_prohibition){1, LM_ROUNDS_MAX, members, 2, LM_PLAYERS};
    }
    t->prohibitions = list;
    return true;
}

static bool make_virtual_points(struct lm_tournament *t, const struct hard_taste *taste,
                                struct lm_random *random)
{
    struct lm_acceleration *list = lm_arena_alloc(t->arena, taste->players, sizeof *list);
    if (list == NULL)
        return false;
    for (uint32_t i = 0; i < taste->players && taste->virtual_most > 0; i++) {
        int32_t points = 5 * (int32_t)hard_below(random, (uint32_t)taste->virtual_most / 5 + 1);
        if (points > 0) /* bbpPairings rejects a record 250 without points */
            list[t->acceleration_count++] = (struct lm_acceleration){.points = points,
                                                                     .first_round = 1,
                                                                     .last_round = t->rounds_total,
                                                                     .first = i + 1,
                                                                     .last = i + 1};
    }
    t->accelerations = list;
    return true;
}

static bool may_meet(const struct lm_tournament *t, uint32_t a, uint32_t b, uint32_t round)
{
    for (uint32_t r = 1; r < round; r++)
        if (lm_record_of(t, a, r)->opponent == b)
            return false;
    for (size_t i = 0; i < t->prohibition_count; i++) {
        bool one = false, two = false;
        for (size_t k = 0; k < t->prohibitions[i].count; k++) {
            one = one || t->prohibitions[i].players[k] == a;
            two = two || t->prohibitions[i].players[k] == b;
        }
        if (one && two)
            return false;
    }
    return true;
}

static int balance_of(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    int balance = 0;
    for (uint32_t r = 1; r < round; r++) {
        uint8_t colour = lm_record_of(t, player, r)->colour;
        balance += colour == LM_WHITE ? 1 : colour == LM_BLACK ? -1 : 0;
    }
    return balance;
}

static void enter_game(struct lm_tournament *t, const struct hard_taste *taste, uint32_t a,
                       uint32_t b, uint32_t round, struct lm_random *random)
{
    int x = balance_of(t, a, round), y = balance_of(t, b, round);
    bool white = x == y ? hard_chance(random, 50) : (x < y) != hard_chance(random, taste->swapped);
    bool draw = hard_chance(random, taste->draws);
    bool won = (a < b) == hard_chance(random, taste->favourites);
    if (x >= 2 || y <= -2)
        white = false;
    if (x <= -2 || y >= 2)
        white = true;
    for (uint8_t game = 0; game < t->games_per_match; game++, white = !white) {
        lm_record_of(t, a, round)[game] = (struct lm_record){.opponent = b,
                                                             .colour = white ? LM_WHITE : LM_BLACK,
                                                             .result = draw  ? LM_DRAW
                                                                       : won ? LM_WIN
                                                                             : LM_LOSS};
        lm_record_of(t, b, round)[game] = (struct lm_record){.opponent = a,
                                                             .colour = white ? LM_BLACK : LM_WHITE,
                                                             .result = draw  ? LM_DRAW
                                                                       : won ? LM_LOSS
                                                                             : LM_WIN};
    }
}

/* Pair each player with the first allowed opponent, in the order of the standings or at random. */
static void play_round(struct lm_tournament *t, const struct hard_taste *taste, uint32_t round,
                       uint32_t *order, int32_t *points, struct lm_random *random)
{
    uint32_t n = taste->players;
    lm_points_after(t, round - 1, points);
    for (uint32_t i = 0; i < n; i++)
        order[i] = i;
    for (uint32_t i = n; i-- > 1 && !taste->natural;) {
        uint32_t k = hard_below(random, i + 1), swap = order[i];
        order[i] = order[k];
        order[k] = swap;
    }
    for (uint32_t i = 1; i < n && taste->natural; i++)
        for (uint32_t k = i; k > 0 && points[order[k]] > points[order[k - 1]]; k--) {
            uint32_t swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (uint32_t i = 0; i < n; i++) {
        struct lm_record *record = lm_record_of(t, order[i], round);
        if (record->opponent != LM_NOBODY && record->result != LM_BLANK)
            continue;
        *record = (struct lm_record){.opponent = LM_NOBODY, .result = LM_ZERO_BYE};
        if (hard_chance(random, taste->absent))
            continue;
        for (uint32_t k = i + 1; k < n; k++) {
            const struct lm_record *other = lm_record_of(t, order[k], round);
            if (other->result == LM_BLANK && may_meet(t, order[i], order[k], round)) {
                enter_game(t, taste, order[i], order[k], round, random);
                break;
            }
        }
    }
}

enum lm_status hard_field_make(const struct hard_taste *taste, uint8_t games,
                               struct lm_random *random, struct lm_arena *arena,
                               struct lm_tournament **out)
{
    struct lm_tournament *t;
    uint32_t players = taste->players;
    uint32_t *order = lm_arena_alloc(arena, players, sizeof *order);
    int32_t *points = lm_arena_alloc(arena, players, sizeof *points);
    if (order == NULL || points == NULL ||
        lm_tournament_new(arena, players, taste->rounds + 1, games, &t) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < players; i++) {
        t->players[i].tpn = i + 1;
        t->players[i].rating = 2600 - (int32_t)i;
        t->players[i].name = "Player";
        for (uint32_t r = 1; r <= taste->rounds; r++)
            *lm_record_of(t, i, r) = (struct lm_record){.opponent = LM_NOBODY, .result = LM_BLANK};
    }
    t->rounds_total = taste->rounds + (taste->last_round ? 1 : 4);
    t->initial_colour = hard_chance(random, 50) ? LM_WHITE : LM_BLACK;
    t->points_declared = true;
    set_points(taste->points, &t->points);
    if (!make_prohibitions(t, taste, random) || !make_virtual_points(t, taste, random))
        return LM_LIMIT;
    for (uint32_t round = 1; round <= taste->rounds; round++) {
        play_round(t, taste, round, order, points, random);
        t->rounds_paired = round;
    }
    lm_points_after(t, taste->rounds, points);
    for (uint32_t i = 0; i < players; i++) {
        t->players[i].declared_points = points[i];
        t->players[i].declared_rank = i + 1;
    }
    *out = t;
    return LM_OK;
}

static enum outcome by_taste(const void *context, struct lm_random *random, uint32_t white,
                             uint32_t black)
{
    const struct hard_taste *taste = context;
    bool won = (white < black) == hard_chance(random, taste->favourites);
    bool draw = hard_chance(random, taste->draws);
    return draw ? DRAWN : won ? WHITE_WINS : BLACK_WINS;
}

void hard_field_play(struct lm_tournament *t, const struct hard_taste *taste, uint32_t round,
                     struct lm_random *random)
{
    play_pending(t, round, by_taste, taste, random);
}
