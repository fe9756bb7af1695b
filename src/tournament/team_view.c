/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/tournament.h"

/*
 * An event of numbered teams (310) as a tournament whose participants are the teams: the input of a
 * system that pairs teams.  One record a round: the opponent, the colour of board 1, the result of
 * the match.
 */

/* A match by its boards, or by a record about the whole team. */
struct match {
    int32_t points[2]; /* match points, game points */
    uint32_t opponent; /* team */
    uint8_t colour;
    bool paired, played, pending;
    bool present; /* a player came */
};

struct maker {
    const struct lm_tournament *t;
    struct lm_tournament *view;
    struct match *matches; /* per team and round */
    uint32_t *team_of;     /* per player; LM_NOBODY: in no team */
    int32_t boards;
    bool by_games; /* game points are the primary score */
};

static struct match *match_of(const struct maker *m, uint32_t team, uint32_t round)
{
    return &m->matches[(size_t)team * m->view->round_capacity + round - 1];
}

static uint32_t team_numbered(const struct lm_tournament *t, uint32_t number)
{
    for (uint32_t team = 0; team < t->team_count && number != 0; team++)
        if (t->teams[team].number == number)
            return team;
    return LM_NOBODY;
}

/* Return the colour due on board 1, derived from that of ${board}, from 0: board 1 itself can be
 * lost with no one present. */
static uint8_t colour_of_first(const struct lm_tournament *t, size_t board, uint8_t colour)
{
    bool same = lm_team_first_has_white(t, board) == lm_team_first_has_white(t, 0);
    return same || colour == LM_NO_COLOUR ? colour
                                          : (uint8_t)(colour == LM_WHITE ? LM_BLACK : LM_WHITE);
}

/* Read the boards of ${team}'s match; the first with an opponent gives the colour.  In a list for
 * the round the place is the board; in another list the board is counted from the players before.
 */
static void read_match(const struct maker *m, uint32_t team, uint32_t round)
{
    size_t count, before = 0;
    const uint32_t *players = lm_team_line_up(m->t, team, round, &count);
    bool for_round = players != m->t->teams[team].players;
    struct match *match = match_of(m, team, round);
    for (size_t i = 0; i < count; i++) {
        if (players[i] == LM_NOBODY)
            continue;
        const struct lm_record *record = lm_record_of(m->t, players[i], round);
        if (record->opponent == LM_NOBODY) {
            bool forfeit = record->result == LM_FORFEIT_WIN || record->result == LM_FORFEIT_LOSS;
            match->points[1] += forfeit ? lm_round_points(m->t, players[i], round) : 0;
            match->present |= record->result == LM_FORFEIT_WIN;
            before += forfeit;
            continue;
        }
        if (!match->paired) {
            match->paired = true;
            match->opponent = m->team_of[record->opponent];
            match->colour = colour_of_first(m->t, for_round ? i : before, record->colour);
        }
        match->played |= lm_result_is_played((enum lm_result)record->result);
        match->pending |= record->result == LM_PENDING;
        match->present |= record->result != LM_FORFEIT_LOSS;
        match->points[1] += lm_round_points(m->t, players[i], round);
    }
}

/* Write the record of ${team} in ${round} from the results of the boards; a match with an open
 * board has no result. */
static void write_match(const struct maker *m, uint32_t team, uint32_t round)
{
    static const uint8_t over_the_board[] = {LM_LOSS, LM_DRAW, LM_WIN};
    struct match *match = match_of(m, team, round);
    if (!match->paired || match->opponent == LM_NOBODY || match->opponent == team)
        return;
    int32_t ours = match->points[1], theirs = match_of(m, match->opponent, round)->points[1];
    int way = ours > theirs ? 2 : ours == theirs ? 1 : 0;
    struct lm_record *record = lm_record_of(m->view, team, round);
    record->opponent = match->opponent;
    record->colour = match->colour;
    record->result = match->pending  ? LM_PENDING
                     : match->played ? over_the_board[way]
                     : way == 2      ? LM_FORFEIT_WIN
                                     : LM_FORFEIT_LOSS;
    match->points[0] = match->pending || !match->present ? 0 : m->t->team_points[2 - way];
}

/* 330: one side of a match that a whole team lost. */
static void write_forfeit(const struct maker *m, uint32_t team, uint32_t other, uint32_t round,
                          uint8_t colour, bool wins)
{
    struct match *match = match_of(m, team, round);
    struct lm_record *record = lm_record_of(m->view, team, round);
    record->opponent = other;
    record->colour = colour;
    record->result = wins ? LM_FORFEIT_WIN : LM_FORFEIT_LOSS;
    match->points[0] = wins ? m->t->team_points[0] : 0;
    match->points[1] = wins ? m->boards * m->t->points.value[LM_WIN][0] : 0;
}

static void write_forfeits(const struct maker *m)
{
    for (size_t i = 0; i < m->t->team_forfeit_count; i++) {
        const struct lm_team_forfeit *row = &m->t->team_forfeits[i];
        uint32_t white = team_numbered(m->t, row->white), black = team_numbered(m->t, row->black);
        if (row->round == 0 || row->round > m->view->round_capacity || white == LM_NOBODY ||
            black == LM_NOBODY)
            continue;
        write_forfeit(m, white, black, row->round, LM_WHITE, row->type[0] == '+');
        write_forfeit(m, black, white, row->round, LM_BLACK, row->type[1] == '+');
    }
}

/* ---- Byes ---- */

static void write_bye(const struct maker *m, uint32_t team, uint32_t round, enum lm_result kind)
{
    struct match *match = match_of(m, team, round);
    struct lm_record *record = lm_record_of(m->view, team, round);
    if (record->opponent != LM_NOBODY)
        return;
    record->result = (uint8_t)kind;
    lm_team_bye_points(m->t, kind, m->boards, match->points);
}

/* Write the byes of the players' columns, then those of records 240 and 320. */
static void write_byes(const struct maker *m)
{
    const struct lm_tournament *t = m->t;
    for (uint32_t team = 0; team < t->team_count; team++)
        for (uint32_t round = 1; round <= m->view->round_capacity; round++) {
            enum lm_result kind = lm_team_bye(t, team, round);
            if (kind != LM_BLANK)
                write_bye(m, team, round, kind);
        }
    for (size_t i = 0; i < t->bye_count; i++) {
        const struct lm_requested_bye *bye = &t->byes[i];
        if (bye->whom == LM_TEAMS && bye->round != 0 && bye->round <= m->view->round_capacity)
            write_bye(m, bye->player, bye->round, bye->kind);
    }
    for (uint32_t round = 1; round <= t->team_pab_count && round <= m->view->round_capacity;
         round++) {
        uint32_t team = team_numbered(t, t->team_pab[round - 1]);
        if (team != LM_NOBODY)
            write_bye(m, team, round, LM_PAB);
    }
}

/* ---- Announced data ---- */

static void set_points(const struct maker *m)
{
    struct lm_point_system *points = &m->view->points;
    const int32_t *worth = m->t->team_points;
    int32_t pab[2];
    lm_team_bye_points(m->t, LM_PAB, m->boards, pab);
    const int32_t value[LM_RESULT_COUNT] = {
        [LM_WIN] = worth[0],         [LM_DRAW] = worth[1],     [LM_LOSS] = worth[2],
        [LM_FORFEIT_WIN] = worth[0], [LM_FULL_BYE] = worth[0], [LM_HALF_BYE] = worth[1],
        [LM_PAB] = pab[0],
    };
    for (int result = 0; result < LM_RESULT_COUNT; result++)
        points->value[result][0] = points->value[result][1] = value[result];
    m->view->points_declared = true;
}

/* Convert rows about teams to rows about participants; leave out those about players. */
static enum lm_status copy_rows(const struct maker *m, struct lm_arena *arena)
{
    const struct lm_tournament *t = m->t;
    struct lm_tournament *v = m->view;
    struct lm_requested_bye *byes = lm_arena_alloc(arena, t->bye_count, sizeof *byes);
    struct lm_acceleration *boosts = lm_arena_alloc(arena, t->acceleration_count, sizeof *boosts);
    struct lm_prohibition *bars = lm_arena_alloc(arena, t->prohibition_count, sizeof *bars);
    if (byes == NULL || boosts == NULL || bars == NULL)
        return LM_LIMIT;
    v->byes = byes;
    v->accelerations = boosts;
    v->prohibitions = bars;
    v->bye_count = v->acceleration_count = v->prohibition_count = 0;
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_TEAMS) {
            byes[v->bye_count] = t->byes[i];
            byes[v->bye_count++].whom = LM_PLAYERS;
        }
    for (size_t i = 0; i < t->acceleration_count; i++)
        if (t->accelerations[i].whom == LM_TEAMS) {
            struct lm_acceleration *boost = &boosts[v->acceleration_count++];
            *boost = t->accelerations[i];
            boost->whom = LM_PLAYERS;
            boost->points = m->by_games ? boost->points : boost->match_points;
        }
    for (size_t i = 0; i < t->prohibition_count; i++)
        if (t->prohibitions[i].whom == LM_TEAMS) {
            bars[v->prohibition_count] = t->prohibitions[i];
            bars[v->prohibition_count++].whom = LM_PLAYERS;
        }
    return LM_OK;
}

/* Penalties and bonuses (299) of ${team} in ${round}. */
static int32_t bonus_of(const struct lm_tournament *t, uint32_t team, uint32_t round, bool games)
{
    int32_t sum = 0;
    for (size_t i = 0; i < t->adjustment_count; i++) {
        const struct lm_adjustment *row = &t->adjustments[i];
        if (row->whom != LM_TEAMS || row->type != ' ' ||
            (row->round == 0 ? 1 : row->round) != round)
            continue;
        for (size_t k = 0; k < row->count; k++)
            if (row->players[k] == team)
                sum += games ? row->points : row->match_points;
    }
    return sum;
}

/* Write the excess of a round's primary score over the worth of its result as bonuses; the
 * secondary score as it is. */
static enum lm_status write_points(const struct maker *m, struct lm_arena *arena)
{
    struct lm_tournament *v = m->view;
    size_t entries = (size_t)v->player_count * v->round_capacity;
    struct lm_adjustment *rows = lm_arena_alloc(arena, entries, sizeof *rows);
    uint32_t *teams = lm_arena_alloc(arena, v->player_count, sizeof *teams);
    int32_t *second = lm_arena_alloc(arena, entries, sizeof *second);
    if (rows == NULL || teams == NULL || second == NULL)
        return LM_LIMIT;
    size_t count = 0;
    for (uint32_t team = 0; team < v->player_count; team++) {
        teams[team] = team;
        for (uint32_t round = 1; round <= v->round_capacity; round++) {
            struct match *match = match_of(m, team, round);
            lm_team_adjust(m->t, team, round, lm_record_of(v, team, round)->result, match->points);
            int32_t primary = match->points[m->by_games] + bonus_of(m->t, team, round, m->by_games);
            int32_t extra = primary - lm_round_points(v, team, round);
            second[(size_t)team * v->round_capacity + round - 1] =
                match->points[!m->by_games] + bonus_of(m->t, team, round, !m->by_games);
            if (extra != 0)
                rows[count++] = (struct lm_adjustment){.type = ' ',
                                                       .points = extra,
                                                       .round = round,
                                                       .players = &teams[team],
                                                       .count = 1};
        }
    }
    v->adjustments = rows;
    v->adjustment_count = count;
    v->second_points = second;
    return LM_OK;
}

static void name_teams(const struct maker *m)
{
    const struct lm_tournament *t = m->t;
    for (uint32_t i = 0; i < t->team_count; i++) {
        const struct lm_team *team = &t->teams[i];
        m->view->players[i].tpn = team->number;
        m->view->players[i].name = team->name;
        m->view->players[i].declared_points = m->by_games ? team->game_points : team->match_points;
        m->view->players[i].declared_rank = team->rank;
        for (size_t k = 0; k < team->count; k++)
            if (team->players[k] != LM_NOBODY)
                m->team_of[team->players[k]] = i;
    }
}

enum lm_status lm_team_view(const struct lm_tournament *t, bool by_games, struct lm_arena *arena,
                            struct lm_tournament **out)
{
    struct maker m = {.t = t, .by_games = by_games};
    struct lm_tournament *made;
    uint32_t teams = (uint32_t)t->team_count, rounds = t->round_capacity;
    enum lm_status status = lm_tournament_new(arena, teams, rounds, 1, &made);
    m.matches = lm_arena_alloc(arena, teams, rounds * sizeof *m.matches);
    m.team_of = lm_arena_alloc(arena, t->player_count, sizeof *m.team_of);
    m.view = lm_arena_alloc(arena, 1, sizeof *m.view);
    struct lm_tournament *event = lm_arena_alloc(arena, 1, sizeof *event);
    if (status != LM_OK || m.matches == NULL || m.team_of == NULL || m.view == NULL ||
        event == NULL)
        return LM_LIMIT;
    *event = *t; /* callers replace ${t} by the view */
    *m.view = *t;
    m.view->event = event;
    m.view->arena = arena;
    m.view->players = made->players;
    m.view->player_count = teams;
    m.view->records = made->records;
    m.view->teams = NULL;
    m.view->team_count = m.view->lineup_count = m.view->team_forfeit_count = 0;
    m.view->national_count = 0;
    for (uint32_t i = 0; i < t->player_count; i++)
        m.team_of[i] = LM_NOBODY;
    name_teams(&m);
    m.boards = (int32_t)lm_team_boards(t);
    set_points(&m);
    for (uint32_t team = 0; team < teams; team++)
        for (uint32_t round = 1; round <= rounds; round++)
            read_match(&m, team, round);
    for (uint32_t team = 0; team < teams; team++)
        for (uint32_t round = 1; round <= rounds; round++)
            write_match(&m, team, round);
    write_forfeits(&m);
    write_byes(&m);
    m.view->adjustment_count = 0;
    if ((status = copy_rows(&m, arena)) != LM_OK || (status = write_points(&m, arena)) != LM_OK)
        return status;
    lm_tournament_count_rounds(m.view);
    if (m.view->rounds_paired < t->rounds_paired)
        m.view->rounds_paired = t->rounds_paired;
    *out = m.view;
    return LM_OK;
}
