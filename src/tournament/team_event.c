/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/tournament.h"

/*
 * Team matches entered as the games of their boards: the reverse of team_view.c, which reads what
 * is entered here.
 */

bool lm_game_points_first(const struct lm_tournament *t)
{
    const char *mp = strstr(t->type_code, "_MP"), *gp = strstr(t->type_code, "_GP");
    return gp != NULL && (mp == NULL || gp < mp);
}

const uint32_t *lm_team_line_up(const struct lm_tournament *t, uint32_t team, uint32_t round,
                                size_t *count)
{
    *count = 0;
    if (team >= t->team_count)
        return NULL;
    for (size_t i = 0; i < t->lineup_count; i++)
        if (t->lineups[i].round == round && t->lineups[i].team == t->teams[team].number) {
            *count = t->lineups[i].count;
            return t->lineups[i].players;
        }
    *count = t->teams[team].count;
    return t->teams[team].players;
}

/* Is the place in ${players} the board, because the list was given for the round or names an empty
 * board?  If not, a reserve can play on a higher board than the listed one. */
static bool tells_boards(const struct lm_tournament *t, uint32_t team, const uint32_t *players,
                         size_t count, bool *for_round)
{
    bool tells = *for_round = players != t->teams[team].players;
    for (size_t i = 0; i < count; i++)
        tells |= players[i] == LM_NOBODY;
    return tells;
}

/* Return the board, from 0, of ${player} by the line-ups of ${round}; SIZE_MAX: unknown. */
static size_t board_of(const struct lm_tournament *t, uint32_t player, uint32_t round,
                       bool *for_round)
{
    for (uint32_t team = 0; team < t->team_count; team++) {
        size_t count;
        const uint32_t *players = lm_team_line_up(t, team, round, &count);
        for (size_t i = 0; i < count; i++)
            if (players[i] == player)
                return tells_boards(t, team, players, count, for_round) ? i : SIZE_MAX;
    }
    return SIZE_MAX;
}

uint32_t lm_team_seated_apart(const struct lm_tournament *t, uint32_t team, uint32_t round)
{
    size_t count;
    bool ours, theirs = false;
    const uint32_t *players = lm_team_line_up(t, team, round, &count);
    if (team >= t->team_count || round < 1 || round > t->round_capacity ||
        !tells_boards(t, team, players, count, &ours))
        return LM_NOBODY;
    for (size_t i = 0; i < count; i++) {
        uint32_t opponent =
            players[i] == LM_NOBODY ? LM_NOBODY : lm_record_of(t, players[i], round)->opponent;
        size_t board = opponent == LM_NOBODY ? i : board_of(t, opponent, round, &theirs);
        if (board != i && board != SIZE_MAX && (ours || theirs))
            return players[i];
    }
    return LM_NOBODY;
}

void lm_team_board_points(const struct lm_tournament *t, uint32_t team, uint32_t round,
                          uint32_t boards, int32_t *points)
{
    size_t count;
    const uint32_t *players = lm_team_line_up(t, team, round, &count);
    bool own = players != t->teams[team].players;
    for (uint32_t board = 0; board < boards; board++)
        points[board] = 0;
    for (size_t i = 0, board = 0; i < count && board < boards; i++) {
        bool plays =
            players[i] != LM_NOBODY && lm_record_of(t, players[i], round)->opponent != LM_NOBODY;
        if (plays)
            points[board] = lm_round_points(t, players[i], round);
        board += own || plays;
    }
}

static size_t boards_played(const struct lm_tournament *t, uint32_t team, uint32_t round)
{
    size_t count, boards = 0;
    const uint32_t *players = lm_team_line_up(t, team, round, &count);
    for (size_t i = 0; i < count; i++)
        boards +=
            players[i] != LM_NOBODY && lm_record_of(t, players[i], round)->opponent != LM_NOBODY;
    return boards;
}

uint32_t lm_team_boards(const struct lm_tournament *t)
{
    size_t most = 0, announced = strlen(t->colour_sequence), smallest = 0;
    for (uint32_t team = 0; team < t->team_count; team++) {
        for (uint32_t round = 1; round <= t->round_capacity; round++) {
            size_t boards = boards_played(t, team, round);
            most = boards > most ? boards : most;
        }
        if (smallest == 0 || t->teams[team].count < smallest)
            smallest = t->teams[team].count;
    }
    return (uint32_t)(most != 0 ? most : announced != 0 ? announced : smallest);
}

bool lm_team_first_has_white(const struct lm_tournament *t, size_t board)
{
    const char *sequence = t->colour_sequence;
    if (board < strlen(sequence))
        return (sequence[board] | 0x20) == (sequence[0] | 0x20);
    return board % 2 == 0;
}

static void enter_game(struct lm_tournament *t, uint32_t round, uint32_t player, uint32_t other,
                       bool white)
{
    *lm_record_of(t, player, round) = (struct lm_record){
        .opponent = other, .colour = white ? LM_WHITE : LM_BLACK, .result = LM_PENDING};
}

/* Is the player lined up, and not by another team for the same round? */
static bool may_sit(const struct lm_tournament *t, uint32_t round, uint32_t player)
{
    return player != LM_NOBODY && lm_record_of(t, player, round)->opponent == LM_NOBODY;
}

void lm_team_enter_match(struct lm_tournament *t, uint32_t round, uint32_t white, uint32_t black,
                         uint32_t boards)
{
    size_t ours, theirs;
    const uint32_t *a = lm_team_line_up(t, white, round, &ours);
    const uint32_t *b = lm_team_line_up(t, black, round, &theirs);
    for (size_t i = 0; i < boards && i < ours && i < theirs; i++) {
        if (!may_sit(t, round, a[i]) || !may_sit(t, round, b[i]) || a[i] == b[i])
            continue;
        enter_game(t, round, a[i], b[i], lm_team_first_has_white(t, i));
        enter_game(t, round, b[i], a[i], !lm_team_first_has_white(t, i));
    }
}

enum lm_status lm_team_enter_bye(struct lm_tournament *t, uint32_t round, uint32_t team)
{
    if (round < 1 || round > LM_ROUNDS_MAX || team >= t->team_count)
        return LM_INVALID;
    size_t count = t->team_pab_count > round ? t->team_pab_count : round;
    uint32_t *byes = lm_arena_alloc(t->arena, count, sizeof *byes);
    if (byes == NULL)
        return LM_LIMIT;
    if (t->team_pab_count > 0)
        memcpy(byes, t->team_pab, t->team_pab_count * sizeof *byes);
    else if (t->team_pab_match_points == 0 && t->team_pab_game_points == 0) {
        t->team_pab_match_points = t->team_points[1];
        t->team_pab_game_points = (int32_t)lm_team_boards(t) * t->points.value[LM_DRAW][0];
    }
    byes[round - 1] = t->teams[team].number;
    t->team_pab = byes;
    t->team_pab_count = count;
    return LM_OK;
}

void lm_team_enter_absence(struct lm_tournament *t, uint32_t round, uint32_t team,
                           enum lm_result result)
{
    const struct lm_team *about = &t->teams[team];
    for (size_t i = 0; i < about->count; i++)
        if (may_sit(t, round, about->players[i]))
            *lm_record_of(t, about->players[i], round) =
                (struct lm_record){.opponent = LM_NOBODY, .result = (uint8_t)result};
}

enum lm_result lm_team_bye(const struct lm_tournament *t, uint32_t team, uint32_t round)
{
    enum lm_result kind = LM_BLANK;
    for (size_t i = 0; i < t->teams[team].count; i++) {
        uint32_t player = t->teams[team].players[i];
        const struct lm_record *record =
            player == LM_NOBODY ? NULL : lm_record_of(t, player, round);
        if (record == NULL || (record->result == LM_BLANK && record->opponent == LM_NOBODY))
            continue;
        bool bye = record->opponent == LM_NOBODY && lm_result_is_bye(record->result);
        if (!bye || (kind != LM_BLANK && kind != record->result))
            return LM_BLANK;
        kind = record->result;
    }
    return kind;
}

/* C.04.6: without record 320, a draw's match points and half of the boards. */
void lm_team_bye_points(const struct lm_tournament *t, enum lm_result kind, int32_t boards,
                        int32_t points[2])
{
    bool declared =
        t->team_pab_count > 0 || t->team_pab_match_points != 0 || t->team_pab_game_points != 0;
    points[0] = points[1] = 0;
    if (kind == LM_PAB && declared) {
        points[0] = t->team_pab_match_points;
        points[1] = t->team_pab_game_points;
    } else if (kind == LM_PAB || kind == LM_HALF_BYE || kind == LM_FULL_BYE) {
        bool full = kind == LM_FULL_BYE;
        points[0] = t->team_points[full ? 0 : 1];
        points[1] = boards * t->points.value[full ? LM_WIN : LM_DRAW][0];
    }
}

static bool names(const struct lm_adjustment *row, uint32_t team)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->players[i] == team)
            return true;
    return row->count == 0;
}

void lm_team_adjust(const struct lm_tournament *t, uint32_t team, uint32_t round,
                    enum lm_result result, int32_t points[2])
{
    for (size_t i = 0; i < t->adjustment_count; i++) {
        const struct lm_adjustment *row = &t->adjustments[i];
        if (row->whom != LM_TEAMS || !lm_is_of_type(row->type, result) ||
            (row->round != 0 && row->round != round) || !names(row, team))
            continue;
        if (row->match_points != 0 || row->points == 0)
            points[0] = row->match_points;
        if (row->points != 0 || row->match_points == 0)
            points[1] = row->points;
    }
}
