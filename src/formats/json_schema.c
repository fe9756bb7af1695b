/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/json_schema.h"

#define AT(type, key, look, field)                                                                 \
    {                                                                                              \
        key, look, offsetof(struct type, field), 0, 0, NULL                                        \
    }
#define AT_MOST(type, key, look, field, high)                                                      \
    {                                                                                              \
        key, look, offsetof(struct type, field), 0, high, NULL                                     \
    }
#define PAIR(type, key, look, field, other)                                                        \
    {                                                                                              \
        key, look, offsetof(struct type, field), offsetof(struct type, other), 0, NULL             \
    }
#define LIST_OF(key, field, count, shape)                                                          \
    {                                                                                              \
        key, LIST, offsetof(struct lm_tournament, field), offsetof(struct lm_tournament, count),   \
            0, &(shape)                                                                            \
    }
#define SHAPE(name, type)                                                                          \
    static const struct lm_json_shape name = {                                                     \
        name##_members, sizeof name##_members / sizeof *name##_members, sizeof(struct type)}

enum { RATING_MAX = 9999, COUNT_MAX = 99999999 };

static const struct lm_json_member player_members[] = {
    AT_MOST(lm_player, "tpn", NUMBER, tpn, LM_TPN_MAX),
    AT(lm_player, "sex", SEX, sex),
    AT(lm_player, "title", TEXT, title),
    AT(lm_player, "name", TEXT, name),
    AT_MOST(lm_player, "rating", RATING, rating, RATING_MAX),
    AT(lm_player, "federation", TEXT, federation),
    AT(lm_player, "fide_id", TEXT, fide_id),
    AT(lm_player, "birth", TEXT, birth),
    AT(lm_player, "club", TEXT, club),
    AT(lm_player, "points", DECLARED, declared_points),
    AT_MOST(lm_player, "rank", NUMBER, declared_rank, LM_TPN_MAX),
    AT_MOST(lm_player, "lot", NUMBER, lot, COUNT_MAX),
    AT_MOST(lm_player, "withdrawn", NUMBER, withdrawn, LM_ROUNDS_MAX),
    {"results", RESULTS, 0, 0, 0, NULL},
};
const struct lm_json_shape lm_json_player = {
    player_members, sizeof player_members / sizeof *player_members, sizeof(struct lm_player)};

static const struct lm_json_member national_members[] = {
    AT(lm_national, "rater", CODE, rater),
    AT(lm_national, "player", PLAYER, player),
    AT(lm_national, "sex", SEX, sex),
    AT(lm_national, "classification", TEXT, classification),
    AT(lm_national, "name", TEXT, name),
    AT_MOST(lm_national, "rating", RATING, rating, RATING_MAX),
    AT(lm_national, "origin", TEXT, origin),
    AT(lm_national, "number", TEXT, number),
    AT(lm_national, "birth", TEXT, birth),
};
SHAPE(national, lm_national);

static const struct lm_json_member team_members[] = {
    AT_MOST(lm_team, "number", NUMBER, number, LM_TPN_MAX),
    AT(lm_team, "name", TEXT, name),
    AT(lm_team, "nickname", TEXT, nickname),
    AT(lm_team, "strength", TEXT, strength),
    AT(lm_team, "match_points", DECLARED, match_points),
    AT(lm_team, "game_points", DECLARED, game_points),
    AT_MOST(lm_team, "rank", NUMBER, rank, LM_TPN_MAX),
    PAIR(lm_team, "players", ROSTER, players, count),
};
SHAPE(team, lm_team);

static const struct lm_json_member lineup_members[] = {
    AT(lm_lineup, "round", ROUND, round),
    AT_MOST(lm_lineup, "team", TEAM, team, LM_TPN_MAX),
    AT_MOST(lm_lineup, "opponent", TEAM, opponent, LM_TPN_MAX),
    PAIR(lm_lineup, "players", BOARDS, players, count),
};
SHAPE(lineup, lm_lineup);

static const struct lm_json_member forfeit_members[] = {
    AT(lm_team_forfeit, "type", FORFEIT, type),
    AT(lm_team_forfeit, "round", ROUND, round),
    AT_MOST(lm_team_forfeit, "white", TEAM, white, LM_TPN_MAX),
    AT_MOST(lm_team_forfeit, "black", TEAM, black, LM_TPN_MAX),
};
SHAPE(forfeit, lm_team_forfeit);

static const struct lm_json_member bye_members[] = {
    AT(lm_requested_bye, "kind", BYE, kind),
    AT_MOST(lm_requested_bye, "round", NUMBER, round, LM_ROUNDS_MAX),
    AT(lm_requested_bye, "whom", WHOM, whom),
    AT(lm_requested_bye, "player", ID, player),
};
SHAPE(bye, lm_requested_bye);

static const struct lm_json_member acceleration_members[] = {
    AT(lm_acceleration, "match_points", POINTS, match_points),
    AT(lm_acceleration, "points", POINTS, points),
    PAIR(lm_acceleration, "rounds", ROUND_SPAN, first_round, last_round),
    AT(lm_acceleration, "whom", WHOM, whom),
    PAIR(lm_acceleration, "players", PLAYER_SPAN, first, last),
};
SHAPE(acceleration, lm_acceleration);

static const struct lm_json_member prohibition_members[] = {
    PAIR(lm_prohibition, "rounds", ROUND_SPAN, first_round, last_round),
    AT(lm_prohibition, "whom", WHOM, whom),
    PAIR(lm_prohibition, "players", IDS, players, count),
};
SHAPE(prohibition, lm_prohibition);

static const struct lm_json_member adjustment_members[] = {
    AT(lm_adjustment, "type", ADJUSTMENT, type),
    AT(lm_adjustment, "match_points", POINTS, match_points),
    AT(lm_adjustment, "points", POINTS, points),
    AT_MOST(lm_adjustment, "round", NUMBER, round, LM_ROUNDS_MAX),
    AT(lm_adjustment, "whom", WHOM, whom),
    PAIR(lm_adjustment, "players", IDS, players, count),
};
SHAPE(adjustment, lm_adjustment);

static const struct lm_json_member kept_members[] = {
    AT_MOST(lm_kept_line, "after", NUMBER, after, COUNT_MAX),
    AT(lm_kept_line, "behind", TEXT, behind),
    AT(lm_kept_line, "text", TEXT, text),
};
SHAPE(kept, lm_kept_line);

static const struct lm_json_member tournament_members[] = {
    AT(lm_tournament, "name", TEXT, name),
    AT(lm_tournament, "city", TEXT, city),
    AT(lm_tournament, "federation", TEXT, federation),
    AT(lm_tournament, "start", TEXT, start),
    AT(lm_tournament, "end", TEXT, end),
    AT(lm_tournament, "type", TEXT, type),
    AT(lm_tournament, "type_code", TEXT, type_code),
    AT(lm_tournament, "chief_arbiter", TEXT, chief_arbiter),
    PAIR(lm_tournament, "deputies", TEXTS, deputies, deputy_count),
    AT(lm_tournament, "time_control", TEXT, time_control),
    AT(lm_tournament, "time_control_code", TEXT, time_control_code),
    AT(lm_tournament, "pairing_controller", TEXT, pairing_controller),
    AT(lm_tournament, "rank_method", TEXT, rank_method),
    AT(lm_tournament, "tie_breaks", TEXT, tie_breaks),
    AT(lm_tournament, "standings_order", TEXT, standings_order),
    AT(lm_tournament, "colour_sequence", TEXT, colour_sequence),
    PAIR(lm_tournament, "dates", TEXTS, dates, date_count),
    PAIR(lm_tournament, "starts", TEXTS, starts, start_count),
    AT(lm_tournament, "zone", TEXT, zone),
    AT_MOST(lm_tournament, "declared_players", NUMBER, declared_players, COUNT_MAX),
    AT_MOST(lm_tournament, "declared_rated", NUMBER, declared_rated, COUNT_MAX),
    AT_MOST(lm_tournament, "declared_teams", NUMBER, declared_teams, COUNT_MAX),
    AT_MOST(lm_tournament, "rounds", NUMBER, rounds_total, LM_ROUNDS_MAX),
    AT(lm_tournament, "initial_colour", COLOUR, initial_colour),
    AT(lm_tournament, "rank_order", FLAG, rank_order),
    AT_MOST(lm_tournament, "games_per_match", SMALL, games_per_match, 16),
    PAIR(lm_tournament, "point_system", POINT_SYSTEM, points, points_declared),
    PAIR(lm_tournament, "options", OPTIONS, options, option_count),
    {"players", PLAYERS, 0, 0, 0, &lm_json_player},
    LIST_OF("nationals", nationals, national_count, national),
    LIST_OF("teams", teams, team_count, team),
    AT(lm_tournament, "team_points", TEAM_POINTS, team_points),
    AT(lm_tournament, "team_bye_match_points", POINTS, team_pab_match_points),
    AT(lm_tournament, "team_bye_game_points", POINTS, team_pab_game_points),
    PAIR(lm_tournament, "team_byes", TEAM_NUMBERS, team_pab, team_pab_count),
    LIST_OF("lineups", lineups, lineup_count, lineup),
    LIST_OF("team_forfeits", team_forfeits, team_forfeit_count, forfeit),
    LIST_OF("byes", byes, bye_count, bye),
    LIST_OF("accelerations", accelerations, acceleration_count, acceleration),
    LIST_OF("prohibitions", prohibitions, prohibition_count, prohibition),
    LIST_OF("adjustments", adjustments, adjustment_count, adjustment),
    LIST_OF("kept", kept, kept_count, kept),
};
const struct lm_json_shape lm_json_tournament = {
    tournament_members, sizeof tournament_members / sizeof *tournament_members,
    sizeof(struct lm_tournament)};

const struct lm_json_result lm_json_results[] = {
    {"win", LM_WIN, LM_WIN},
    {"draw", LM_DRAW, LM_DRAW},
    {"loss", LM_LOSS, LM_LOSS},
    {"absent", LM_BLANK, LM_BLANK},
    {"pending", LM_PENDING, LM_PENDING},
    {"unrated_win", LM_UNRATED_WIN, LM_WIN},
    {"unrated_draw", LM_UNRATED_DRAW, LM_DRAW},
    {"unrated_loss", LM_UNRATED_LOSS, LM_LOSS},
    {"adjourned", LM_ADJOURNED, LM_DRAW},
    {"forfeit_win", LM_FORFEIT_WIN, LM_WIN},
    {"forfeit_loss", LM_FORFEIT_LOSS, LM_BLANK},
    {"pab", LM_PAB, LM_WIN},
    {"full_bye", LM_FULL_BYE, LM_WIN},
    {"half_bye", LM_HALF_BYE, LM_DRAW},
    {"zero_bye", LM_ZERO_BYE, LM_BLANK},
};
