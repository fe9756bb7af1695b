/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The checks that readers make, for tournaments made by hand: everything that engines, standings
 * and pages rely on.  All mistakes are reported, each with its player and round; a check that a
 * mistake would make unsafe (a missing list) is skipped.
 */
#include <string.h>

#include "limmat/tournament.h"

enum { POINTS_MAX = 99999, GAMES_MAX = 16 };

struct check {
    const struct lm_tournament *t;
    struct lm_log *log;
    size_t mistakes;
};

#define WRONG(c, field_name, ...)                                                                  \
    do {                                                                                           \
        (c)->mistakes++;                                                                           \
        lm_log_add((c)->log, LM_ERROR, (struct lm_place){.field = (field_name)}, NULL,             \
                   __VA_ARGS__);                                                                   \
    } while (0)

static bool is_worth(int32_t points)
{
    return points >= -POINTS_MAX && points <= POINTS_MAX;
}

static bool is_declared_worth(int32_t points)
{
    return points == LM_NO_POINTS || is_worth(points);
}

static bool is_span(uint32_t first, uint32_t last, uint32_t high)
{
    return first >= 1 && first <= last && last <= high;
}

/* ---- the tournament itself ---- */

static void check_texts(struct check *c)
{
    const struct lm_tournament *t = c->t;
    const struct {
        const char *name, *text;
    } texts[] = {{"name", t->name},
                 {"city", t->city},
                 {"federation", t->federation},
                 {"start", t->start},
                 {"end", t->end},
                 {"type", t->type},
                 {"type_code", t->type_code},
                 {"chief_arbiter", t->chief_arbiter},
                 {"time_control", t->time_control},
                 {"time_control_code", t->time_control_code},
                 {"pairing_controller", t->pairing_controller},
                 {"rank_method", t->rank_method},
                 {"tie_breaks", t->tie_breaks},
                 {"standings_order", t->standings_order},
                 {"colour_sequence", t->colour_sequence},
                 {"zone", t->zone}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i].text == NULL)
            WRONG(c, texts[i].name, "a text is NULL; \"\" says that it is not given");
}

static void check_lists(struct check *c)
{
    const struct lm_tournament *t = c->t;
    const struct {
        const char *name;
        const void *list;
        size_t count;
    } lists[] = {{"players", t->players, t->player_count},
                 {"records", t->records, (size_t)t->player_count * t->round_capacity},
                 {"byes", t->byes, t->bye_count},
                 {"accelerations", t->accelerations, t->acceleration_count},
                 {"prohibitions", t->prohibitions, t->prohibition_count},
                 {"adjustments", t->adjustments, t->adjustment_count},
                 {"teams", t->teams, t->team_count},
                 {"lineups", t->lineups, t->lineup_count},
                 {"team_forfeits", t->team_forfeits, t->team_forfeit_count},
                 {"nationals", t->nationals, t->national_count},
                 {"team_pab", t->team_pab, t->team_pab_count}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].list == NULL && lists[i].count > 0)
            WRONG(c, lists[i].name, "a list is NULL though its count is not 0");
}

/* Does the tournament have the lists that the other checks read? */
static bool check_frame(struct check *c)
{
    const struct lm_tournament *t = c->t;
    if (t->games_per_match < 1 || t->games_per_match > GAMES_MAX)
        WRONG(c, "games_per_match", "a match of %u games; 1 to %d", t->games_per_match, GAMES_MAX);
    if (t->round_capacity > LM_ROUNDS_MAX || t->rounds_total > LM_ROUNDS_MAX)
        WRONG(c, "rounds_total", "more than %u rounds", LM_ROUNDS_MAX);
    if (t->rounds_paired > t->round_capacity)
        WRONG(c, "rounds_paired", "%u rounds are paired, but there is room for %u",
              t->rounds_paired, t->round_capacity);
    if (t->initial_colour > LM_BLACK)
        WRONG(c, "initial_colour", "no colour");
    check_lists(c);
    return c->mistakes == 0;
}

static void check_worth(struct check *c)
{
    const struct lm_tournament *t = c->t;
    for (int result = 0; result < LM_RESULT_COUNT; result++)
        for (int colour = 0; colour < 2; colour++)
            if (!is_worth(t->points.value[result][colour]))
                WRONG(c, "points", "a result is worth more than 9999.9 points");
    for (int i = 0; i < 3; i++)
        if (!is_worth(t->team_points[i]))
            WRONG(c, "team_points", "a team's result is worth more than 9999.9 points");
    if (!is_worth(t->team_pab_match_points) || !is_worth(t->team_pab_game_points))
        WRONG(c, "team_pab_match_points", "a team's bye is worth more than 9999.9 points");
}

/* ---- players and their records ---- */

static void check_player(struct check *c, uint32_t index)
{
    const struct lm_player *p = &c->t->players[index];
    if (p->tpn < 1 || p->tpn > LM_TPN_MAX)
        WRONG(c, "tpn", "player %u (index %u) has no number from 1 to %u", p->tpn, index,
              LM_TPN_MAX);
    else if (index > 0 && p[-1].tpn >= p->tpn)
        WRONG(c, "tpn", "player %u comes after player %u; numbers are unique and ascend", p->tpn,
              p[-1].tpn);
    if (p->name == NULL || p->title == NULL || p->federation == NULL || p->fide_id == NULL ||
        p->birth == NULL || p->club == NULL)
        WRONG(c, "name", "a text of player %u is NULL; \"\" says that it is not given", p->tpn);
    if (!is_declared_worth(p->declared_points))
        WRONG(c, "declared_points", "player %u has more than 9999.9 points", p->tpn);
    if (p->sex != 0 && p->sex != 'm' && p->sex != 'w')
        WRONG(c, "sex", "the sex of player %u is neither m nor w nor 0", p->tpn);
}

static void check_game(struct check *c, uint32_t player, uint32_t round, uint8_t game)
{
    const struct lm_tournament *t = c->t;
    const struct lm_record *own = lm_record_of(t, player, round) + game;
    unsigned tpn = t->players[player].tpn;
    if (own->opponent >= t->player_count) {
        WRONG(c, "opponent", "the opponent of player %u in round %u is not a player", tpn, round);
        return;
    }
    const struct lm_record *other = lm_record_of(t, own->opponent, round) + game;
    if (own->opponent == player)
        WRONG(c, "opponent", "player %u is their own opponent in round %u", tpn, round);
    else if (other->opponent != player)
        WRONG(c, "opponent",
              "player %u meets player %u in round %u, but that player meets another one", tpn,
              t->players[own->opponent].tpn, round);
    else if (own->colour != LM_NO_COLOUR && own->colour == other->colour && player < own->opponent)
        WRONG(c, "colour", "players %u and %u have the same colour in round %u", tpn,
              t->players[own->opponent].tpn, round);
    else if ((own->result == LM_BLANK || own->result == LM_PENDING) !=
             (other->result == LM_BLANK || other->result == LM_PENDING))
        WRONG(c, "result", "only one of players %u and %u has a result in round %u", tpn,
              t->players[own->opponent].tpn, round);
    if (lm_result_is_bye((enum lm_result)own->result))
        WRONG(c, "result", "player %u has a bye and an opponent in round %u", tpn, round);
}

static void check_record(struct check *c, uint32_t player, uint32_t round, uint8_t game)
{
    const struct lm_record *own = lm_record_of(c->t, player, round) + game;
    unsigned tpn = c->t->players[player].tpn;
    if (own->result >= LM_RESULT_COUNT)
        WRONG(c, "result", "player %u has no known result in round %u", tpn, round);
    if (own->colour > LM_BLACK)
        WRONG(c, "colour", "player %u has no known colour in round %u", tpn, round);
    if (own->opponent != LM_NOBODY)
        check_game(c, player, round, game);
    else if (own->result == LM_PENDING || lm_result_is_played((enum lm_result)own->result))
        WRONG(c, "opponent", "player %u has a game without an opponent in round %u", tpn, round);
}

/* Check that a match is against one opponent; its first record decides about a bye, and the others
 * can repeat it. */
static void check_match(struct check *c, uint32_t player, uint32_t round)
{
    const struct lm_record *own = lm_record_of(c->t, player, round);
    unsigned tpn = c->t->players[player].tpn;
    for (uint8_t game = 1; game < c->t->games_per_match; game++) {
        if (own[game].opponent != own->opponent)
            WRONG(c, "opponent", "player %u has two opponents in the match of round %u", tpn,
                  round);
        else if (own->opponent == LM_NOBODY && own[game].result != LM_BLANK &&
                 own[game].result != own->result)
            WRONG(c, "result", "game %u of the match of player %u in round %u is not a game",
                  game + 1u, tpn, round);
    }
}

static void check_records(struct check *c)
{
    for (uint32_t player = 0; player < c->t->player_count; player++)
        for (uint32_t round = 1; round <= c->t->round_capacity; round++) {
            for (uint8_t game = 0; game < c->t->games_per_match; game++)
                check_record(c, player, round, game);
            check_match(c, player, round);
        }
}

/* ---- announced data ---- */

static bool names_somebody(const struct check *c, uint8_t whom, uint32_t index)
{
    return whom == LM_PLAYERS ? index < c->t->player_count
                              : whom == LM_TEAMS && index < c->t->team_count;
}

static void check_ids(struct check *c, const char *field, uint8_t whom, const uint32_t *ids,
                      size_t count)
{
    if (ids == NULL && count > 0) {
        WRONG(c, field, "a list is NULL though its count is not 0");
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (!names_somebody(c, whom, ids[i]))
            WRONG(c, field, "index %u names no %s", ids[i], whom == LM_PLAYERS ? "player" : "team");
}

static void check_bye(struct check *c, const struct lm_requested_bye *bye)
{
    check_ids(c, "byes", bye->whom, &bye->player, 1);
    if (bye->kind < LM_FULL_BYE || bye->kind > LM_ZERO_BYE)
        WRONG(c, "byes", "a bye asked for in round %u is neither F nor H nor Z", bye->round);
    if (bye->round < 1 || bye->round > LM_ROUNDS_MAX)
        WRONG(c, "byes", "a bye is asked for in round %u", bye->round);
}

static void check_acceleration(struct check *c, const struct lm_acceleration *a)
{
    if (!is_span(a->first_round, a->last_round, LM_ROUNDS_MAX) ||
        !is_span(a->first, a->last, LM_TPN_MAX) || a->whom > LM_TEAMS)
        WRONG(c, "accelerations", "fictitious points of %u to %u in rounds %u to %u", a->first,
              a->last, a->first_round, a->last_round);
    if (!is_worth(a->points) || !is_worth(a->match_points))
        WRONG(c, "accelerations", "more than 9999.9 fictitious points");
}

static void check_prohibition(struct check *c, const struct lm_prohibition *p)
{
    check_ids(c, "prohibitions", p->whom, p->players, p->count);
    if (!is_span(p->first_round, p->last_round, LM_ROUNDS_MAX))
        WRONG(c, "prohibitions", "a prohibition for rounds %u to %u", p->first_round,
              p->last_round);
}

static void check_adjustment(struct check *c, const struct lm_adjustment *a)
{
    check_ids(c, "adjustments", a->whom, a->players, a->count);
    if (a->type == '\0' || strchr("WDLFHZ+- ", a->type) == NULL)
        WRONG(c, "adjustments", "points of an unknown type");
    if (a->round > LM_ROUNDS_MAX || !is_worth(a->points) || !is_worth(a->match_points))
        WRONG(c, "adjustments", "more than 9999.9 points are given, or in round %u", a->round);
}

static void check_announced(struct check *c)
{
    const struct lm_tournament *t = c->t;
    for (size_t i = 0; i < t->bye_count; i++)
        check_bye(c, &t->byes[i]);
    for (size_t i = 0; i < t->acceleration_count; i++)
        check_acceleration(c, &t->accelerations[i]);
    for (size_t i = 0; i < t->prohibition_count; i++)
        check_prohibition(c, &t->prohibitions[i]);
    for (size_t i = 0; i < t->adjustment_count; i++)
        check_adjustment(c, &t->adjustments[i]);
    for (size_t i = 0; i < t->national_count; i++)
        check_ids(c, "nationals", LM_PLAYERS, &t->nationals[i].player, 1);
}

/* ---- teams ---- */

static void check_board(struct check *c, const char *field, uint32_t team, uint32_t player)
{
    if (player != LM_NOBODY && player >= c->t->player_count)
        WRONG(c, field, "index %u in team %u names no player", player, team);
}

/* Is player ${player} of team ${team} also in an earlier one, or on an earlier board? */
static bool sits_twice(const struct lm_tournament *t, size_t team, size_t board)
{
    uint32_t player = t->teams[team].players[board];
    for (size_t other = 0; other <= team && player != LM_NOBODY; other++)
        for (size_t k = 0; k < (other == team ? board : t->teams[other].count); k++)
            if (t->teams[other].players[k] == player)
                return true;
    return false;
}

static void check_teams(struct check *c)
{
    const struct lm_tournament *t = c->t;
    size_t before = c->mistakes;
    for (size_t i = 0; i < t->team_count; i++) {
        const struct lm_team *team = &t->teams[i];
        if (team->players == NULL && team->count > 0)
            WRONG(c, "teams", "the players of team %u are NULL", team->number);
        if (team->name == NULL || team->nickname == NULL || team->strength == NULL)
            WRONG(c, "teams", "a text of team %u is NULL", team->number);
        if (!is_declared_worth(team->match_points) || !is_declared_worth(team->game_points))
            WRONG(c, "teams", "team %u has more than 9999.9 points", team->number);
        for (size_t k = 0; team->players != NULL && k < team->count; k++)
            check_board(c, "teams", team->number, team->players[k]);
        for (size_t k = 0; k < i && team->number != 0; k++)
            if (t->teams[k].number == team->number)
                WRONG(c, "teams", "two teams have the number %u", team->number);
    }
    for (size_t i = 0; i < t->team_count && c->mistakes == before; i++)
        for (size_t k = 0; k < t->teams[i].count; k++)
            if (sits_twice(t, i, k))
                WRONG(c, "teams", "player %u sits on two boards, the second in team %u",
                      t->players[t->teams[i].players[k]].tpn, t->teams[i].number);
}

static void check_matches_of_teams(struct check *c)
{
    const struct lm_tournament *t = c->t;
    for (size_t i = 0; i < t->lineup_count; i++) {
        const struct lm_lineup *l = &t->lineups[i];
        if (l->round < 1 || l->round > LM_ROUNDS_MAX)
            WRONG(c, "lineups", "a line-up of team %u for round %u", l->team, l->round);
        if (l->players == NULL && l->count > 0)
            WRONG(c, "lineups", "the line-up of team %u in round %u is NULL", l->team, l->round);
        for (size_t k = 0; l->players != NULL && k < l->count; k++)
            check_board(c, "lineups", l->team, l->players[k]);
    }
    for (size_t i = 0; i < t->team_forfeit_count; i++) {
        const struct lm_team_forfeit *f = &t->team_forfeits[i];
        bool known = memcmp(f->type, "+-", 3) == 0 || memcmp(f->type, "-+", 3) == 0 ||
                     memcmp(f->type, "--", 3) == 0;
        if (!known || f->round < 1 || f->round > LM_ROUNDS_MAX)
            WRONG(c, "team_forfeits", "the forfeited match of teams %u and %u in round %u",
                  f->white, f->black, f->round);
    }
}

enum lm_status lm_tournament_check(const struct lm_tournament *t, struct lm_log *log)
{
    struct check check = {.t = t, .log = log};
    if (!check_frame(&check))
        return LM_INVALID;
    check_texts(&check);
    check_worth(&check);
    for (uint32_t i = 0; i < t->player_count; i++)
        check_player(&check, i);
    check_records(&check);
    check_announced(&check);
    check_teams(&check);
    check_matches_of_teams(&check);
    return check.mistakes == 0 ? LM_OK : LM_INVALID;
}
