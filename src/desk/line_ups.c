/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "desk/desk.h"

/*
 * Teams.  The participant is a team: entries, numbers, byes, pairings and everything about rounds
 * are therefore the same as for persons.  A team lists its persons in the order of boards, and a
 * match is a board of several games.  The players of each game are recorded when the match is made,
 * and again when a line-up comes: a later change of the order changes no played game.
 */

/* ---- members of a team */

struct lm_desk_player *lm_desk_anybody(const struct lm_desk_section *s, const char *who)
{
    struct lm_desk_player *p = lm_desk_player(s, who);
    return p == NULL ? lm_desk_member(s, who) : p;
}

struct lm_desk_player *lm_desk_member(const struct lm_desk_section *s, const char *who)
{
    int64_t number = 0;
    if (!s->teams)
        return lm_desk_player(s, who);
    bool by_number = lm_parse_integer(who, strlen(who), 1, LM_TPN_MAX, &number);
    for (size_t i = 0; i < s->member_count; i++) {
        struct lm_desk_player *p = s->members[i];
        bool found = by_number ? p->number == (uint32_t)number : strcmp(p->person->id, who) == 0;
        if (found && p->standing != LM_REMOVED)
            return p;
    }
    return NULL;
}

struct lm_desk_player *lm_desk_member_of(const struct lm_desk_player *team, const char *who)
{
    int64_t place = 0;
    if (lm_parse_integer(who, strlen(who), 1, LM_TPN_MAX, &place))
        return (uint64_t)place <= team->member_count ? team->members[place - 1] : NULL;
    struct lm_desk_player *p = lm_desk_member(team->section, who);
    return p != NULL && p->team == team ? p : NULL;
}

bool lm_desk_has_sat(const struct lm_desk_player *member)
{
    const struct lm_desk_section *s = member->section;
    for (size_t r = 0; r < s->round_count; r++)
        for (size_t i = 0; i < s->rounds_played[r]->board_count; i++) {
            const struct lm_desk_board *b = s->rounds_played[r]->boards[i];
            if (!lm_desk_is_published(s->rounds_played[r]) || !lm_desk_has_begun(b))
                continue;
            for (size_t g = 0; g < b->game_count; g++)
                if (b->games[g].players[0] == member || b->games[g].players[1] == member)
                    return true;
        }
    return false;
}

static uint32_t last_number(const struct lm_desk_section *s)
{
    uint32_t last = 0;
    for (size_t i = 0; i < s->member_count; i++)
        if (s->members[i]->number > last)
            last = s->members[i]->number;
    return last;
}

struct lm_desk_player *lm_desk_add_member(struct taking *t, struct lm_desk_player *team,
                                          struct lm_desk_person *person)
{
    struct lm_desk *d = t->d;
    struct lm_desk_section *s = team->section;
    struct lm_desk_player *p = lm_arena_alloc(d->arena, 1, sizeof *p);
    if (p == NULL) {
        d->out_of_memory = true;
        return NULL;
    }
    *p = (struct lm_desk_player){.person = person,
                                 .section = s,
                                 .team = team,
                                 .entry = (uint32_t)s->member_count,
                                 .number = s->numbered ? last_number(s) + 1 : 0,
                                 .first_round = 1,
                                 .source = "",
                                 .table = "",
                                 .captain = ""};
    SET(d, p->standing, LM_PLAYS); /* seating depends on the entry */
    bool kept = APPEND(d, s->members, s->member_count, s->member_capacity, p) &&
                APPEND(d, team->members, team->member_count, team->member_capacity, p);
    if (!kept)
        return NULL;
    lm_desk_seat_again(t, team);
    return p;
}

void lm_desk_drop_member(struct taking *t, struct lm_desk_player *member)
{
    struct lm_desk *d = t->d;
    struct lm_desk_player *team = member->team;
    struct lm_desk_player **left =
        lm_arena_alloc(d->arena, team->member_count, sizeof(struct lm_desk_player *));
    size_t count = 0;
    if (left == NULL) {
        d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < team->member_count; i++)
        if (team->members[i] != member)
            left[count++] = team->members[i];
    SET(d, team->members, left);
    SET(d, team->member_capacity, team->member_count);
    SET(d, team->member_count, count);
    SET(d, member->standing, LM_REMOVED);
    lm_desk_seat_again(t, team);
}

struct numbered {
    struct lm_desk_player *team;
    uint32_t number;
};

static int by_number(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Number the members of team 1 first: a table of the players is then one of the teams. */
void lm_desk_number_members(struct taking *t)
{
    struct lm_desk_section *s = t->s;
    struct numbered *teams = lm_arena_alloc(t->d->arena, s->player_count, sizeof *teams);
    size_t count = 0;
    uint32_t next = 0;
    if (!s->teams)
        return;
    if (teams == NULL) {
        t->d->out_of_memory = true;
        return;
    }
    for (size_t i = 0; i < s->player_count; i++)
        if (s->players[i]->number != 0)
            teams[count++] = (struct numbered){s->players[i], s->players[i]->number};
    lm_sort(teams, count, sizeof *teams, by_number);
    for (size_t i = 0; i < s->member_count; i++)
        if (s->members[i]->number != 0)
            SET(t->d, s->members[i]->number, 0);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < teams[i].team->member_count; k++)
            SET(t->d, teams[i].team->members[k]->number, ++next);
}

int32_t lm_desk_strength(const struct lm_desk_player *p)
{
    int64_t sum = 0, rated = 0;
    if (p->rating != 0 || !p->person->team)
        return p->rating;
    for (size_t i = 0; i < p->member_count && i < p->section->boards; i++) {
        sum += p->members[i]->rating;
        rated += p->members[i]->rating > 0;
    }
    return rated == 0 ? 0 : (int32_t)((sum + rated / 2) / rated);
}

/* ---- seats */

uint8_t lm_desk_games_of(const struct lm_desk_section *s)
{
    return s->teams ? (uint8_t)s->boards : s->system->games_per_match;
}

const struct lm_desk_line_up *lm_desk_line_up_of(const struct lm_desk_player *team, uint32_t round)
{
    return round < team->line_up_capacity ? team->line_ups[round] : NULL;
}

struct lm_desk_player *lm_desk_lined_up(const struct lm_desk_player *team, uint32_t round,
                                        size_t board)
{
    const struct lm_desk_line_up *own = lm_desk_line_up_of(team, round);
    if (own != NULL)
        return board < own->count ? own->players[board] : NULL;
    return board < team->member_count ? team->members[board] : NULL;
}

/* Return the result of a game that cannot be played because a player is missing; 0: it can be
 * played.  A team without players therefore loses by forfeit: no report could hold its games. */
uint8_t lm_desk_result_of_empty(const struct lm_desk_board *b, const struct lm_desk_game *game)
{
    bool first = game->players[0] == NULL, second = game->players[1] == NULL;
    if (!b->white->section->teams || (!first && !second))
        return 0;
    return lm_desk_result_index(first && second ? "0F-0F" : first ? "0F-1F" : "1F-0F");
}

bool lm_desk_has_begun(const struct lm_desk_board *b)
{
    bool begun = b->moves || (b->games == NULL && b->result != 0);
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++)
        begun |= b->games[g].result != 0 &&
                 (b->white->section->teams == false ||
                  b->games[g].result != lm_desk_result_of_empty(b, &b->games[g]));
    return begun;
}

/* Return the player lined up there, noting the dependency: undoing the player's entry would leave
 * the board empty. */
static struct lm_desk_player *seated(struct taking *t, const struct lm_desk_player *team,
                                     uint32_t round, size_t board)
{
    struct lm_desk_player *p = lm_desk_lined_up(team, round, board);
    if (p != NULL)
        READ(t->d, p->standing);
    return p;
}

void lm_desk_seat_match(struct taking *t, struct lm_desk_board *b)
{
    const struct lm_desk_player *const teams[] = {b->white, b->black};
    uint8_t results[LM_DESK_GAMES];
    for (size_t g = 0; g < b->game_count; g++) {
        for (int side = 0; side < 2; side++)
            b->games[g].players[side] = seated(t, teams[side], b->round, g);
        results[g] = b->games[g].result = lm_desk_result_of_empty(b, &b->games[g]);
    }
    b->result = lm_desk_whole_of(results, b->game_count);
}

/* Seat the players of a game again, unless it was played or decided otherwise. */
static void seat_game_again(struct taking *t, struct lm_desk_board *b, size_t g, uint8_t *result)
{
    const struct lm_desk_player *const teams[] = {b->white, b->black};
    struct lm_desk_game *game = &b->games[g];
    *result = game->result;
    if (game->result != 0 && game->result != lm_desk_result_of_empty(b, game))
        return;
    for (int side = 0; side < 2; side++) {
        struct lm_desk_player *p = seated(t, teams[side], b->round, g);
        if (game->players[side] != p)
            SET(t->d, game->players[side], p);
    }
    *result = lm_desk_result_of_empty(b, game);
}

void lm_desk_seat_again(struct taking *t, struct lm_desk_player *team)
{
    struct lm_desk_section *s = team->section;
    for (size_t r = 0; r < s->round_count; r++) {
        uint8_t results[LM_DESK_GAMES];
        struct lm_desk_round *round = s->rounds_played[r];
        if (round->state == LM_ROUND_NONE || round->state >= LM_ROUND_CLOSED)
            continue;
        struct lm_desk_board *b = lm_desk_board_of(s, round->number, team);
        if (b == NULL || b->games == NULL)
            continue;
        bool same = true;
        for (size_t g = 0; g < b->game_count; g++) {
            seat_game_again(t, b, g, &results[g]);
            same &= results[g] == b->games[g].result;
        }
        if (!same)
            lm_desk_set_results(t, b, results);
    }
}

void lm_desk_turn_sides(struct taking *t, struct lm_desk_board *b)
{
    struct lm_desk_player *white = b->white;
    SET(t->d, b->white, b->black);
    SET(t->d, b->black, white);
    for (size_t g = 0; b->white->section->teams && g < b->game_count; g++) {
        struct lm_desk_player *first = b->games[g].players[0];
        SET(t->d, b->games[g].players[0], b->games[g].players[1]);
        SET(t->d, b->games[g].players[1], first);
    }
}

bool lm_desk_first_has_white(const struct lm_desk_board *b, size_t game)
{
    const struct lm_desk_section *s = b->white->section;
    const char *sequence = s->board_colours;
    if (!s->teams)
        return game % 2 == 0;
    bool white =
        game < strlen(sequence) ? (sequence[game] | 0x20) == (sequence[0] | 0x20) : game % 2 == 0;
    return white != b->games[game].turned;
}

/* ---- the score of a match */

static int32_t worth(const struct lm_desk_section *s, uint8_t result)
{
    switch (result) {
    case LM_WIN:
    case LM_UNRATED_WIN:
    case LM_FORFEIT_WIN:
        return s->win;
    case LM_DRAW:
    case LM_UNRATED_DRAW:
    case LM_ADJOURNED:
        return s->draw;
    case LM_LOSS:
    case LM_UNRATED_LOSS:
        return s->loss;
    default:
        return 0;
    }
}

bool lm_desk_was_played(const struct lm_desk_board *b)
{
    bool played = b->games == NULL &&
                  lm_result_is_played((enum lm_result)lm_desk_result_at(b->result)->white);
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++)
        played |= b->games[g].result != 0 &&
                  lm_result_is_played((enum lm_result)lm_desk_result_at(b->games[g].result)->white);
    return played;
}

/* Give points for a match; one that a whole team lost gives it nothing, whatever a lost match is
 * worth. */
static void give_points(const struct lm_desk_section *s, const struct lm_desk_board *b,
                        struct lm_desk_score *score)
{
    const struct lm_desk_result *whole = lm_desk_result_at(b->result);
    const uint8_t sides[] = {whole->white, whole->black};
    for (int side = 0; side < 2; side++) {
        int32_t own = score->games[side], other = score->games[1 - side];
        score->points[side] = sides[side] == LM_FORFEIT_LOSS  ? 0
                              : sides[side] == LM_FORFEIT_WIN ? s->match_points[0]
                              : own > other                   ? s->match_points[0]
                              : own == other                  ? s->match_points[1]
                                                              : s->match_points[2];
    }
}

struct lm_desk_score lm_desk_score_of(const struct lm_desk_board *b)
{
    const struct lm_desk_section *s = b->white->section;
    struct lm_desk_score score = {.over = true, .ruled = b->ruling != NULL};
    bool all = true;
    for (size_t g = 0; b->games != NULL && g < b->game_count; g++) {
        const struct lm_desk_result *r = lm_desk_result_at(b->games[g].result);
        score.games[0] += worth(s, r->white);
        score.games[1] += worth(s, r->black);
        all &= b->games[g].result != 0;
        score.over &= !r->open;
    }
    if (all)
        give_points(s, b, &score);
    for (int side = 0; side < 2 && b->ruling != NULL; side++) {
        if (b->ruling->points[side] != LM_NO_POINTS)
            score.points[side] = b->ruling->points[side];
        if (b->ruling->games[side] != LM_NO_POINTS)
            score.games[side] = b->ruling->games[side];
    }
    return score;
}

static void add_tenths(struct lm_text *text, int32_t tenths)
{
    static const char half[] = "\xC2\xBD";
    int32_t whole = tenths / 10;
    if (tenths % 10 == 0)
        lm_text_print(text, "%d", whole);
    else if (tenths % 10 == 5 && tenths >= 0)
        lm_text_print(text, whole == 0 ? "%.0d%s" : "%d%s", whole, half);
    else
        lm_text_print(text, "%d.%d", whole, tenths % 10);
}

const char *lm_desk_score_text(const struct lm_desk_board *b, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_desk_score score = lm_desk_score_of(b);
    if (!lm_desk_has_result(b) && !score.ruled)
        return "";
    add_tenths(&text, score.games[0]);
    lm_text_add(&text, "-");
    add_tenths(&text, score.games[1]);
    if (!lm_desk_result_at(b->result)->played && b->result != 0)
        lm_text_add(&text, " F");
    if (!score.over)
        lm_text_add(&text, " \xE2\x80\xA6");
    if (score.ruled) {
        lm_text_add(&text, " (");
        add_tenths(&text, score.points[0]);
        lm_text_add(&text, ":");
        add_tenths(&text, score.points[1]);
        lm_text_add(&text, " by decision)");
    }
    return lm_text_string(&text);
}

/* ---- acts that make no sense here */

static const struct {
    const char *kind, *remedy;
} senseless[] = {
    {"merge", LM_MESSAGE("\"remove\" the entry that is too many, before it has played")},
    {"move", LM_MESSAGE("\"withdraw\" the team here, and enter it there")},
    {"illegal", LM_MESSAGE("\"incident player=p12\" keeps it")},
};

void lm_desk_check_teams(struct taking *t)
{
    for (size_t i = 0; i < sizeof senseless / sizeof *senseless; i++)
        if (strcmp(senseless[i].kind, t->row->kind.name) == 0)
            REFUSE(t, "teams", "C.04.6", senseless[i].remedy,
                   "\"%s\" does not exist in an event of teams", senseless[i].kind);
}
