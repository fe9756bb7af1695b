/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>

#include "limmat/generate.h"
#include "limmat/random.h"

/*
 * A generated tournament of teams, written as the games of its boards: lm_team_view restores the
 * tournament from them.
 */

struct teams {
    const struct lm_tournament *from;
    struct lm_tournament *t;
    uint32_t boards;
    struct lm_random random;
};

static enum lm_status name_everybody(const struct teams *g)
{
    struct lm_arena *arena = g->t->arena;
    struct lm_team *teams = lm_arena_alloc(arena, g->from->player_count, sizeof *teams);
    uint32_t *players = lm_arena_alloc(arena, g->t->player_count, sizeof *players);
    if (teams == NULL || players == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < g->from->player_count; i++) {
        struct lm_text name = lm_text_in(arena);
        lm_text_print(&name, "Team %04u", i + 1);
        if (lm_text_status(&name) != LM_OK)
            return LM_LIMIT;
        teams[i] = (struct lm_team){.number = i + 1,
                                    .name = lm_text_string(&name),
                                    .nickname = "",
                                    .strength = "",
                                    .match_points = LM_NO_POINTS,
                                    .game_points = LM_NO_POINTS,
                                    .players = players + (size_t)i * g->boards,
                                    .count = g->boards};
        for (uint32_t b = 0; b < g->boards; b++) {
            uint32_t player = i * g->boards + b;
            struct lm_text own = lm_text_in(arena);
            lm_text_print(&own, "%s, board %u", teams[i].name, b + 1);
            if (lm_text_status(&own) != LM_OK)
                return LM_LIMIT;
            players[player] = player;
            g->t->players[player].tpn = player + 1;
            g->t->players[player].name = lm_text_string(&own);
            g->t->players[player].rating = g->from->players[i].rating - 20 * (int32_t)b;
        }
    }
    g->t->teams = teams;
    g->t->team_count = g->from->player_count;
    return LM_OK;
}

/* ---- Games ---- */

/* Draw half points of each board, ${sum} together: at random, then corrected at random. */
static void draw_boards(struct teams *g, int sum, int *points)
{
    for (uint32_t b = 0; b < g->boards; b++) {
        points[b] = (int)lm_random_below(&g->random, 3);
        sum -= points[b];
    }
    while (sum != 0) {
        uint32_t b = (uint32_t)lm_random_below(&g->random, g->boards);
        int step = sum > 0 ? 1 : -1;
        if (points[b] + step < 0 || points[b] + step > 2)
            continue;
        points[b] += step;
        sum -= step;
    }
}

static void set_result(const struct teams *g, uint32_t team, uint32_t board, uint32_t round,
                       int points, bool unrated)
{
    static const uint8_t results[] = {LM_LOSS, LM_DRAW, LM_WIN};
    static const uint8_t others[] = {LM_UNRATED_LOSS, LM_UNRATED_DRAW, LM_UNRATED_WIN};
    lm_record_of(g->t, team * g->boards + board, round)->result =
        (unrated ? others : results)[points];
}

static int32_t game_points(const struct teams *g, uint32_t team, uint32_t round)
{
    return g->from->second_points[(size_t)team * g->from->round_capacity + round - 1];
}

static void play_match(struct teams *g, uint32_t white, uint32_t black, uint32_t round)
{
    int points[LM_BOARDS_MAX] = {0};
    uint8_t result = lm_record_of(g->from, white, round)->result;
    bool unrated = result >= LM_UNRATED_WIN && result <= LM_UNRATED_LOSS;
    lm_team_enter_match(g->t, round, white, black, g->boards);
    if (result == LM_PENDING)
        return;
    draw_boards(g, game_points(g, white, round) / g->t->points.value[LM_DRAW][0], points);
    for (uint32_t b = 0; b < g->boards; b++) {
        set_result(g, white, b, round, points[b], unrated);
        set_result(g, black, b, round, 2 - points[b], unrated);
    }
}

/* Enter a forfeited match: record 330, and the columns of the players as in FIDE's sample. */
static void forfeit_match(struct teams *g, uint32_t white, uint32_t black, uint32_t round,
                          struct lm_team_forfeit *row)
{
    bool ours = lm_record_of(g->from, white, round)->result == LM_FORFEIT_WIN;
    bool theirs = lm_record_of(g->from, black, round)->result == LM_FORFEIT_WIN;
    *row = (struct lm_team_forfeit){
        .type = {ours ? '+' : '-', theirs ? '+' : '-', '\0'},
        .round = round,
        .white = white + 1,
        .black = black + 1,
    };
    lm_team_enter_absence(g->t, round, white, ours ? LM_FORFEIT_WIN : LM_ZERO_BYE);
    lm_team_enter_absence(g->t, round, black, theirs ? LM_FORFEIT_WIN : LM_ZERO_BYE);
}

/* ---- Rounds ---- */

static enum lm_status enter_round(struct teams *g, uint32_t round, struct lm_team_forfeit *forfeits,
                                  struct lm_requested_bye *byes)
{
    struct lm_tournament *t = g->t;
    for (uint32_t team = 0; team < g->from->player_count; team++) {
        const struct lm_record *record = lm_record_of(g->from, team, round);
        if (record->opponent == LM_NOBODY) {
            if (record->result == LM_PAB && lm_team_enter_bye(t, round, team) != LM_OK)
                return LM_LIMIT;
            if (record->result != LM_PAB && record->result != LM_BLANK)
                byes[t->bye_count++] = (struct lm_requested_bye){
                    .kind = record->result, .whom = LM_TEAMS, .round = round, .player = team};
            lm_team_enter_absence(t, round, team, (enum lm_result)record->result);
        } else if (record->colour == LM_WHITE) {
            bool forfeited = record->result == LM_FORFEIT_WIN || record->result == LM_FORFEIT_LOSS;
            if (forfeited)
                forfeit_match(g, team, record->opponent, round, &forfeits[t->team_forfeit_count++]);
            else
                play_match(g, team, record->opponent, round);
        }
    }
    return LM_OK;
}

static enum lm_status enter_rounds(struct teams *g)
{
    size_t entries = (size_t)g->from->player_count * g->from->rounds_paired;
    struct lm_team_forfeit *forfeits = lm_arena_alloc(g->t->arena, entries, sizeof *forfeits);
    struct lm_requested_bye *byes = lm_arena_alloc(g->t->arena, entries, sizeof *byes);
    enum lm_status status = forfeits == NULL || byes == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t round = 1; round <= g->from->rounds_paired && status == LM_OK; round++)
        status = enter_round(g, round, forfeits, byes);
    g->t->team_forfeits = forfeits;
    g->t->byes = byes;
    return status;
}

/* ---- Announcement and results ---- */

static enum lm_status announce(const struct teams *g)
{
    const struct lm_tournament *from = g->from;
    struct lm_tournament *t = g->t;
    struct lm_acceleration *boosts =
        lm_arena_alloc(t->arena, from->acceleration_count, sizeof *boosts);
    struct lm_prohibition *bars = lm_arena_alloc(t->arena, from->prohibition_count, sizeof *bars);
    if (boosts == NULL || bars == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < from->acceleration_count; i++) {
        boosts[i] = from->accelerations[i];
        boosts[i].match_points = boosts[i].points;
        boosts[i].points = 0;
        boosts[i].whom = LM_TEAMS;
    }
    for (size_t i = 0; i < from->prohibition_count; i++) {
        bars[i] = from->prohibitions[i];
        bars[i].whom = LM_TEAMS;
    }
    t->name = from->name;
    t->type = from->type;
    t->type_code = from->type_code;
    t->rounds_total = from->rounds_total;
    t->initial_colour = from->initial_colour;
    t->declared_players = t->declared_rated = t->player_count;
    t->declared_teams = from->player_count;
    t->accelerations = boosts;
    t->acceleration_count = from->acceleration_count;
    t->prohibitions = bars;
    t->prohibition_count = from->prohibition_count;
    const enum lm_result worth[] = {LM_WIN, LM_DRAW, LM_LOSS};
    for (int i = 0; i < 3; i++)
        t->team_points[i] = from->points.value[worth[i]][0];
    t->team_pab_match_points = from->points.value[LM_PAB][0];
    t->team_pab_game_points = (int32_t)g->boards * t->points.value[LM_DRAW][0];
    return LM_OK;
}

static enum lm_status declare_points(const struct teams *g)
{
    struct lm_tournament *t = g->t, *view;
    int32_t *points = lm_arena_alloc(t->arena, t->player_count, sizeof *points);
    struct lm_team *teams = lm_arena_alloc(t->arena, t->team_count, sizeof *teams);
    if (points == NULL || teams == NULL || lm_team_view(t, false, t->arena, &view) != LM_OK)
        return LM_LIMIT;
    lm_points_after(t, t->rounds_paired, points);
    for (uint32_t i = 0; i < t->player_count; i++)
        t->players[i].declared_points = points[i];
    lm_points_after(view, view->rounds_paired, points);
    for (uint32_t i = 0; i < t->team_count; i++) {
        teams[i] = t->teams[i];
        teams[i].match_points = points[i];
        teams[i].game_points = 0;
        for (uint32_t round = 1; round <= view->rounds_paired; round++)
            teams[i].game_points += game_points(g, i, round);
    }
    t->teams = teams;
    return LM_OK;
}

enum lm_status lm_generate_boards(const struct lm_tournament *teams, uint32_t boards, uint64_t seed,
                                  struct lm_arena *arena, struct lm_tournament **out)
{
    assert(boards >= 1 && boards <= LM_BOARDS_MAX);
    struct teams g = {.from = teams, .boards = boards, .random = lm_random_from(~seed)};
    enum lm_status status =
        lm_tournament_new(arena, teams->player_count * boards, teams->round_capacity, 1, &g.t);
    if (status == LM_OK)
        status = announce(&g);
    if (status == LM_OK)
        status = name_everybody(&g);
    if (status == LM_OK)
        status = enter_rounds(&g);
    if (status != LM_OK)
        return status;
    lm_tournament_count_rounds(g.t);
    status = declare_points(&g);
    if (status == LM_OK)
        *out = g.t;
    return status;
}

struct lm_point_system lm_points_of_teams(void)
{
    struct lm_point_system points = lm_points_standard();
    for (int result = 0; result < LM_RESULT_COUNT; result++)
        for (int colour = 0; colour < 2; colour++)
            points.value[result][colour] *= 2;
    points.value[LM_PAB][0] = points.value[LM_PAB][1] = points.value[LM_DRAW][0];
    return points;
}
