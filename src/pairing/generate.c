/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/generate.h"
#include "base/sort.h"

#include <stdlib.h>

#include "limmat/knock_out.h"
#include "limmat/random.h"

#include "pairing/baku.h"
#include "pairing/system_rows.h"

/* Each subject draws from its own stream, so that changing one chance leaves the rest of the
 * tournament unchanged, as far as the games allow. */
enum stream { STREAM_FIELD, STREAM_LOTS, STREAM_PROHIBITIONS, STREAM_COUNT, STREAM_STRENGTHS };

/* Streams of a round follow: presence, and results. */
enum { STREAM_PRESENCE = 1000, STREAM_GAMES = 10000, STREAM_BOARDS = 20000 };

struct play {
    const struct lm_system *system;
    const struct lm_plan *plan;
    struct lm_tournament *t;
    struct lm_arena *arena;
    struct lm_random random; /* the root of all streams; never drawn from */
    uint32_t *arrival;       /* per player: first round */
    bool *gone;              /* per player: withdrawn */
    int32_t *second;         /* of teams: their game points, per team and round */
    int32_t *strengths;      /* per player: playing strength, from which results are drawn */
};

static uint32_t chance_in(const struct lm_plan *plan, enum lm_event event, uint32_t round)
{
    const struct lm_chance *chance = &plan->chances[event];
    if (chance->count == 0)
        return 0;
    return chance->rounds[round <= chance->count ? round - 1 : chance->count - 1];
}

static bool happens(struct lm_random *random, uint32_t chance)
{
    return lm_random_below(random, LM_CERTAIN) < chance;
}

static int32_t between(struct lm_random *random, int32_t low, int32_t high)
{
    return low + (int32_t)lm_random_below(random, (uint64_t)(high - low) + 1);
}

static int descending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return x > y ? -1 : x < y;
}

static enum lm_status make_players(struct play *play)
{
    struct lm_tournament *t = play->t;
    struct lm_random random = lm_random_fork(play->random, STREAM_FIELD);
    int32_t *ratings = lm_arena_alloc(play->arena, t->player_count, sizeof *ratings);
    if (ratings == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++)
        ratings[i] = between(&random, play->plan->lowest_rating, play->plan->highest_rating);
    lm_sort(ratings, t->player_count, sizeof *ratings, descending);
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_text name = lm_text_in(play->arena);
        lm_text_print(&name, "Player %04u", i + 1);
        if (lm_text_status(&name) != LM_OK)
            return LM_LIMIT;
        t->players[i].tpn = i + 1;
        t->players[i].name = lm_text_string(&name);
        t->players[i].rating = ratings[i];
    }
    return LM_OK;
}

/* Return a random error.  The sum of twelve numbers up to 1000 has a standard deviation of nearly
 * 1000, and falls off as the normal distribution does; integers are the same on every machine. */
static int32_t draw_error(struct lm_random *random, int32_t deviation)
{
    enum { PARTS = 12, PART = 1000 };
    int64_t sum = 0;
    for (int i = 0; i < PARTS; i++)
        sum += (int64_t)lm_random_below(random, PART + 1);
    return (int32_t)((sum - PARTS * PART / 2) * deviation / PART);
}

void lm_generate_strengths(const struct lm_plan *plan, uint64_t seed, const struct lm_tournament *t,
                           int32_t *strengths)
{
    struct lm_random random = lm_random_fork(lm_random_from(seed), STREAM_STRENGTHS);
    for (uint32_t i = 0; i < t->player_count; i++)
        strengths[i] = t->players[i].rating + draw_error(&random, plan->rating_error);
}

/* Draw arrivals: a late player arrives in the first half of the tournament. */
static enum lm_status draw_arrivals(struct play *play)
{
    struct lm_tournament *t = play->t;
    struct lm_random random = lm_random_fork(play->random, STREAM_LOTS);
    play->arrival = lm_arena_alloc(play->arena, t->player_count, sizeof *play->arrival);
    play->gone = lm_arena_alloc(play->arena, t->player_count, sizeof *play->gone);
    if (play->arrival == NULL || play->gone == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++) {
        bool late = happens(&random, chance_in(play->plan, LM_CHANCE_LATE, 1));
        uint32_t round = 2 + (uint32_t)lm_random_below(&random, (t->rounds_total + 1) / 2);
        play->arrival[i] = late ? round : 1;
    }
    bool white = lm_random_below(&random, 2) == 0;
    t->initial_colour = play->plan->initial_colour;
    if (t->initial_colour == LM_NO_COLOUR)
        t->initial_colour = white ? LM_WHITE : LM_BLACK;
    return LM_OK;
}

/* Draw prohibitions.  Repeated pairs do no harm; a pair of a player with itself is drawn again. */
static enum lm_status draw_prohibitions(struct play *play)
{
    struct lm_tournament *t = play->t;
    size_t count = t->player_count < 2 ? 0 : play->plan->prohibitions;
    struct lm_random random = lm_random_fork(play->random, STREAM_PROHIBITIONS);
    struct lm_prohibition *all = lm_arena_alloc(play->arena, count, sizeof *all);
    uint32_t *players = lm_arena_alloc(play->arena, count, 2 * sizeof *players);
    if (all == NULL || players == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        uint32_t *pair = players + 2 * i;
        pair[0] = (uint32_t)lm_random_below(&random, t->player_count);
        do
            pair[1] = (uint32_t)lm_random_below(&random, t->player_count);
        while (pair[1] == pair[0]);
        all[i] = (struct lm_prohibition){1, t->rounds_total, pair, 2, LM_PLAYERS};
    }
    t->prohibitions = all;
    t->prohibition_count = count;
    return LM_OK;
}

static enum lm_status accelerate(struct play *play)
{
    struct lm_acceleration *rows = lm_arena_alloc(play->arena, LM_BAKU_STEPS, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    play->t->acceleration_count = lm_baku_records(play->t, rows);
    play->t->accelerations = rows;
    return LM_OK;
}

static enum lm_status count_boards(struct play *play)
{
    struct lm_tournament *t = play->t;
    play->second = lm_arena_alloc(play->arena, t->player_count,
                                  (size_t)t->round_capacity * sizeof *play->second);
    t->second_points = play->second;
    return play->second == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status announce(struct play *play)
{
    struct lm_tournament *t = play->t;
    const struct lm_point_system standard = t->points;
    t->name = play->plan->name;
    t->type = play->system->title;
    if (play->system->codes != NULL && play->system->codes[0] != NULL)
        t->type_code = play->system->codes[0];
    t->declared_players = t->declared_rated = t->player_count;
    t->points = lm_points_of_matches(&play->plan->points, t->games_per_match);
    for (int result = 0; result < LM_RESULT_COUNT; result++)
        for (int colour = 0; colour < 2; colour++)
            t->points_declared |= t->points.value[result][colour] != standard.value[result][colour];
    enum lm_status status = make_players(play);
    if (status == LM_OK && play->system->teams)
        status = count_boards(play);
    if (status == LM_OK)
        status = draw_arrivals(play);
    if (status == LM_OK)
        status = draw_prohibitions(play);
    return status == LM_OK && play->plan->baku ? accelerate(play) : status;
}

/* Return the result of ${player} in ${round} instead of a pairing; LM_BLANK: present. */
static enum lm_result absence_of(struct play *play, struct lm_random *random, uint32_t player,
                                 uint32_t round)
{
    static const struct {
        enum lm_event event;
        enum lm_result result;
    } byes[] = {{LM_CHANCE_HALF_BYE, LM_HALF_BYE},
                {LM_CHANCE_FULL_BYE, LM_FULL_BYE},
                {LM_CHANCE_ZERO_BYE, LM_ZERO_BYE}};
    if (round > 1 && happens(random, chance_in(play->plan, LM_CHANCE_WITHDRAWAL, round)))
        play->gone[player] = true;
    enum lm_result result = LM_BLANK;
    for (size_t i = 0; i < sizeof byes / sizeof *byes; i++)
        if (happens(random, chance_in(play->plan, byes[i].event, round)) && result == LM_BLANK)
            result = byes[i].result;
    return play->gone[player] || round < play->arrival[player] ? LM_ZERO_BYE : result;
}

static void record_absences(struct play *play, uint32_t round)
{
    struct lm_random random = lm_random_fork(play->random, (uint64_t)STREAM_PRESENCE + round);
    for (uint32_t i = 0; i < play->t->player_count; i++)
        lm_record_of(play->t, i, round)->result = (uint8_t)absence_of(play, &random, i, round);
}

/* Draw White's result of a played game: a win and a loss are as probable as the expected score and
 * the draws allow, so that the score drawn has that expectation. */
static enum lm_result draw_result(const struct play *play, struct lm_random *random, uint32_t white,
                                  uint32_t black, uint32_t round)
{
    int32_t ahead = play->strengths[white] - play->strengths[black] + play->plan->white_advantage;
    uint32_t expected = (uint32_t)play->plan->expected(ahead) * (LM_CERTAIN / 100);
    uint32_t most = 2 * (expected < LM_CERTAIN / 2 ? expected : LM_CERTAIN - expected);
    uint32_t draw = chance_in(play->plan, LM_CHANCE_DRAW, round);
    if (draw > most)
        draw = most;
    uint64_t number = lm_random_below(random, LM_CERTAIN);
    return number < draw ? LM_DRAW : number < draw + (expected - draw / 2) ? LM_WIN : LM_LOSS;
}

static void play_game(const struct play *play, struct lm_random *random, uint32_t white,
                      uint32_t black, uint32_t round, uint8_t game)
{
    enum lm_result result = draw_result(play, random, white, black, round);
    bool unrated = happens(random, chance_in(play->plan, LM_CHANCE_UNRATED, round));
    bool forfeit = happens(random, chance_in(play->plan, LM_CHANCE_FORFEIT, round));
    bool neither = happens(random, chance_in(play->plan, LM_CHANCE_DOUBLE_FORFEIT, round));
    bool white_there = lm_random_below(random, 2) == 0;
    if (play->system->knocks_out && result == LM_DRAW) /* a match decided by its boards */
        result = white_there ? LM_WIN : LM_LOSS;
    static const enum lm_result others[] = {
        [LM_WIN] = LM_LOSS, [LM_DRAW] = LM_DRAW, [LM_LOSS] = LM_WIN};
    enum lm_result other = others[result];
    if (neither)
        result = other = LM_FORFEIT_LOSS;
    else if (forfeit) {
        result = white_there ? LM_FORFEIT_WIN : LM_FORFEIT_LOSS;
        other = white_there ? LM_FORFEIT_LOSS : LM_FORFEIT_WIN;
    } else if (unrated) {
        result += LM_UNRATED_WIN - LM_WIN;
        other += LM_UNRATED_WIN - LM_WIN;
    }
    lm_record_of(play->t, white, round)[game].result = (uint8_t)result;
    lm_record_of(play->t, black, round)[game].result = (uint8_t)other;
}

static void play_round(const struct play *play, const struct lm_pairing *pairing)
{
    uint32_t round = pairing->round;
    struct lm_random random = lm_random_fork(play->random, (uint64_t)STREAM_GAMES + round);
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        for (uint8_t game = 0; pair->black != LM_NOBODY && game < play->t->games_per_match; game++)
            if (game % 2 == 0)
                play_game(play, &random, pair->white, pair->black, round, game);
            else
                play_game(play, &random, pair->black, pair->white, round, game);
    }
}

/* Return the half points of a team with ${result} from ${boards} games: where the match was played
 * a random number that fits the result. */
static int32_t half_points(struct lm_random *random, enum lm_result result, int32_t boards)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
        return boards + 1 + (int32_t)lm_random_below(random, (uint64_t)boards);
    case LM_LOSS:
    case LM_UNRATED_LOSS:
        return (int32_t)lm_random_below(random, (uint64_t)boards);
    case LM_FORFEIT_WIN:
    case LM_FULL_BYE:
        return 2 * boards;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
    case LM_HALF_BYE:
    case LM_PAB:
        return boards;
    default:
        return 0;
    }
}

static void draw_game_points(const struct play *play, uint32_t round)
{
    struct lm_random random = lm_random_fork(play->random, (uint64_t)STREAM_BOARDS + round);
    const struct lm_tournament *t = play->t;
    const int32_t boards = (int32_t)play->plan->boards;
    const int32_t half = lm_points_standard().value[LM_DRAW][0];
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_record *record = lm_record_of(t, i, round);
        size_t row = (size_t)i * t->round_capacity + round - 1;
        bool second = record->opponent != LM_NOBODY && record->colour == LM_BLACK;
        if (second)
            continue;
        play->second[row] = half * half_points(&random, (enum lm_result)record->result, boards);
        if (record->opponent == LM_NOBODY)
            continue;
        size_t other = (size_t)record->opponent * t->round_capacity + round - 1;
        enum lm_result theirs = (enum lm_result)lm_record_of(t, record->opponent, round)->result;
        play->second[other] = lm_result_is_played(theirs)
                                  ? 2 * boards * half - play->second[row]
                                  : half * half_points(&random, theirs, boards);
    }
}

static void clear_round(struct lm_tournament *t, uint32_t round)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        lm_record_of(t, i, round)->result = LM_BLANK;
    lm_tournament_count_rounds(t);
}

/* End the tournament before ${round}, which is deleted. */
static enum lm_status end_early(struct play *play, uint32_t round, const char *why,
                                struct lm_log *log)
{
    clear_round(play->t, round);
    return lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL,
                      "the tournament ends before round %u: %s", round, why);
}

static enum lm_status play_rounds(struct play *play, uint32_t rounds, struct lm_log *log)
{
    static const struct lm_pair_request pairs_only = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    for (uint32_t round = 1; round <= rounds; round++) {
        struct lm_mark mark = lm_arena_mark(play->arena);
        struct lm_pairing *pairing;
        record_absences(play, round);
        lm_tournament_count_rounds(play->t);
        enum lm_status status =
            lm_pair_round(play->system, play->t, round, &pairs_only, play->arena, NULL, &pairing);
        if (status == LM_NO_PAIRING)
            return end_early(play, round, "no legal pairing is left", log);
        if (status == LM_OK && pairing->pair_count == 0)
            return end_early(play, round, "no players to pair", log);
        if (status == LM_OK)
            status = lm_pairing_enter(play->t, pairing);
        if (status != LM_OK)
            return status;
        play_round(play, pairing);
        if (play->second != NULL)
            draw_game_points(play, round);
        lm_arena_reset(play->arena, mark);
    }
    return LM_OK;
}

struct standing {
    int32_t points;
    uint32_t player;
};

static int by_points(const void *a, const void *b)
{
    const struct standing *x = a, *y = b;
    if (x->points != y->points)
        return x->points > y->points ? -1 : 1;
    return x->player < y->player ? -1 : x->player > y->player;
}

/* Declare points and ranks. Players who left a round-robin before half of their games are last:
 * they have no rank (C.05 art. 6.6). */
static enum lm_status declare_standings(struct play *play)
{
    struct lm_tournament *t = play->t;
    int32_t *points = lm_arena_alloc(play->arena, t->player_count, sizeof *points);
    struct standing *order = lm_arena_alloc(play->arena, t->player_count, sizeof *order);
    if (points == NULL || order == NULL)
        return LM_LIMIT;
    lm_points_after(t, t->rounds_paired, points);
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].declared_points = points[i];
    lm_points_standing(t, t->rounds_paired, points);
    if (play->system->rules.scores != NULL) {
        enum lm_status status =
            play->system->rules.scores(t, t->rounds_paired + 1, play->arena, NULL, points);
        if (status != LM_OK)
            return status;
    }
    for (uint32_t i = 0; i < t->player_count; i++) {
        bool left = t->team_count == 0 && lm_type_says_predetermined(t) > 0 &&
                    lm_left_before_half(t, i, t->rounds_paired);
        order[i] = (struct standing){left ? INT32_MIN : points[i], i};
    }
    lm_sort(order, t->player_count, sizeof *order, by_points);
    for (uint32_t rank = 0; rank < t->player_count; rank++)
        t->players[order[rank].player].declared_rank = rank + 1;
    return LM_OK;
}

struct lm_plan lm_plan_default(void)
{
    static const uint32_t draws = 300000;
    struct lm_plan plan = {
        .name = "Random tournament",
        .highest_rating = 2600,
        .lowest_rating = 1400,
        .boards = 4,
        .points = lm_points_standard(),
    };
    plan.chances[LM_CHANCE_DRAW] = (struct lm_chance){&draws, 1};
    return plan;
}

static enum lm_status check_plan(const struct lm_plan *plan, struct lm_log *log)
{
    struct lm_place place = {0};
    if (plan == NULL || plan->expected == NULL)
        return lm_log_add(log, LM_ERROR, place,
                          "begin with lm_plan_default(), and give lm_rating_expected",
                          "no plan, or one without expected scores");
    if (plan->rounds > LM_ROUNDS_MAX)
        return lm_log_add(log, LM_ERROR, place, "at most 1000 can be played", "%u rounds",
                          plan->rounds);
    if (plan->players > LM_TPN_MAX)
        return lm_log_add(log, LM_ERROR, place, "at most 9999999 can be paired", "%u players",
                          plan->players);
    if (plan->boards == 0 || plan->boards > LM_BOARDS_MAX)
        return lm_log_add(log, LM_ERROR, place, "from 1 to 16 can be played", "%u boards a match",
                          plan->boards);
    if (plan->lowest_rating > plan->highest_rating)
        return lm_log_add(log, LM_ERROR, place, NULL,
                          "the lowest rating (%d) is above the highest (%d)", plan->lowest_rating,
                          plan->highest_rating);
    return LM_OK;
}

enum lm_status lm_generate(const struct lm_system *system, const struct lm_plan *plan,
                           uint64_t seed, struct lm_arena *arena, struct lm_log *log,
                           struct lm_tournament **out)
{
    enum lm_status status = lm_system_check(system, log);
    if (status == LM_OK)
        status = check_plan(plan, log);
    if (status != LM_OK)
        return status;
    struct play play = {.system = system, .plan = plan, .arena = arena};
    play.random = lm_random_from(seed);
    struct lm_random size = lm_random_fork(play.random, STREAM_COUNT);
    uint32_t players = (uint32_t)between(&size, 15, 215), rounds = (uint32_t)between(&size, 5, 15);
    players = plan->players != 0 ? plan->players : players;
    rounds = plan->rounds != 0 ? plan->rounds : rounds;
    if (system->knocks_out)
        rounds = lm_knock_out_rounds(players);
    status = lm_tournament_new(arena, players, rounds, system->games_per_match, &play.t);
    if (status != LM_OK)
        return status;
    play.t->rounds_total = rounds;
    uint32_t played = plan->played != 0 && plan->played < rounds ? plan->played : rounds;
    if ((status = announce(&play)) != LM_OK)
        return status;
    play.strengths = lm_arena_alloc(arena, players, sizeof *play.strengths);
    if (play.strengths == NULL)
        return LM_LIMIT;
    lm_generate_strengths(plan, seed, play.t, play.strengths);
    if ((status = play_rounds(&play, played, log)) != LM_OK ||
        (status = declare_standings(&play)) != LM_OK)
        return status;
    *out = play.t;
    return LM_OK;
}
