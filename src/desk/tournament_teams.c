/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "desk/making.h"

/* An event of teams as an ordinary tournament: its players are the persons of the teams, a match is
 * the games of its boards, and the other data are in the records of teams (300, 310, 320, 330). */

static uint32_t choose_persons(struct maker *m)
{
    uint32_t count = 0;
    for (size_t i = 0; i < m->s->member_count; i++) {
        struct lm_desk_player *p = m->s->members[i];
        m->seats[i] = LM_NOBODY;
        if (p->number != 0 && p->standing != LM_REMOVED && m->index[p->team->entry] != LM_NOBODY)
            m->persons[count++] = p;
    }
    lm_sort(m->persons, count, sizeof(struct lm_desk_player *), lm_desk_by_number);
    for (uint32_t i = 0; i < count; i++)
        m->seats[m->persons[i]->entry] = i;
    return count;
}

static uint32_t seat_of(const struct maker *m, const struct lm_desk_player *p)
{
    return p == NULL ? LM_NOBODY : m->seats[p->entry];
}

static bool fill_teams(struct maker *m, uint32_t count)
{
    struct lm_team *teams = lm_arena_alloc(m->arena, count, sizeof *teams);
    for (uint32_t i = 0; teams != NULL && i < count; i++) {
        const struct lm_desk_player *p = m->players[i];
        uint32_t *players = lm_arena_alloc(m->arena, p->member_count, sizeof *players);
        int32_t strength = lm_desk_strength(p);
        if (players == NULL)
            return false;
        teams[i] =
            (struct lm_team){.number = p->number,
                             .name = lm_desk_name(p, m->how->audience, m->arena),
                             .nickname = "",
                             .strength = strength == 0 ? "" : lm_printed(m->arena, "%d", strength),
                             .match_points = LM_NO_POINTS,
                             .game_points = LM_NO_POINTS,
                             .players = players};
        for (size_t k = 0; k < p->member_count; k++)
            if (seat_of(m, p->members[k]) != LM_NOBODY)
                players[teams[i].count++] = seat_of(m, p->members[k]);
    }
    m->t->teams = teams;
    m->t->team_count = teams == NULL ? 0 : count;
    return teams != NULL;
}

/* ---- matches */

/* Rows that are added round by round, with room for all of them. */
struct rows {
    struct lm_lineup *line_ups;
    struct lm_team_forfeit *forfeits;
    struct lm_requested_bye *byes;
    struct lm_adjustment *adjustments;
    uint32_t *pab;
    size_t line_up_count, forfeit_count, bye_count, adjustment_count;
};

static void enter_side(const struct maker *m, const struct lm_desk_board *b, size_t g, int side)
{
    const struct lm_desk_game *game = &b->games[g];
    uint32_t own = seat_of(m, game->players[side]), other = seat_of(m, game->players[1 - side]);
    bool report = m->how->audience == LM_FOR_REPORT && game->rated != 0;
    const struct lm_desk_result *r = lm_desk_result_at(report ? game->rated : game->result);
    uint8_t result = side == 0 ? r->white : r->black;
    if (own == LM_NOBODY)
        return;
    struct lm_record *record = lm_record_of(m->t, own, b->round);
    if (other != LM_NOBODY)
        *record = (struct lm_record){
            .opponent = other,
            .colour = lm_desk_first_has_white(b, g) == (side == 0) ? LM_WHITE : LM_BLACK,
            .result = result};
    else if (result == LM_FORFEIT_WIN)
        *record = (struct lm_record){.opponent = LM_NOBODY, .result = LM_FORFEIT_WIN};
}

/* Do the first members of the team sit in their order? */
static bool is_usual(const struct lm_desk_board *b, int side)
{
    const struct lm_desk_player *team = side == 0 ? b->white : b->black;
    for (size_t g = 0; g < b->game_count; g++)
        if (b->games[g].players[side] != (g < team->member_count ? team->members[g] : NULL))
            return false;
    return true;
}

static bool add_line_up(const struct maker *m, struct rows *rows, const struct lm_desk_board *b,
                        int side)
{
    const struct lm_desk_player *team = side == 0 ? b->white : b->black;
    const struct lm_desk_player *other = side == 0 ? b->black : b->white;
    bool anybody = false;
    for (size_t g = 0; g < b->game_count; g++)
        anybody |= b->games[g].players[side] != NULL;
    if (!anybody || is_usual(b, side)) /* a team that did not come at all is in 330 */
        return true;
    uint32_t *players = lm_arena_alloc(m->arena, b->game_count, sizeof *players);
    for (size_t g = 0; players != NULL && g < b->game_count; g++)
        players[g] = seat_of(m, b->games[g].players[side]);
    rows->line_ups[rows->line_up_count++] = (struct lm_lineup){.round = b->round,
                                                               .team = team->number,
                                                               .opponent = other->number,
                                                               .players = players,
                                                               .count = b->game_count};
    return players != NULL;
}

/* 330: a match that a whole team lost. */
static void add_forfeit(struct rows *rows, const struct lm_desk_board *b)
{
    const struct lm_desk_result *r = lm_desk_result_at(b->result);
    struct lm_team_forfeit row = {
        .round = b->round, .white = b->white->number, .black = b->black->number};
    if (r->white != LM_FORFEIT_LOSS && r->black != LM_FORFEIT_LOSS)
        return;
    row.type[0] = r->white == LM_FORFEIT_WIN ? '+' : '-';
    row.type[1] = r->black == LM_FORFEIT_WIN ? '+' : '-';
    rows->forfeits[rows->forfeit_count++] = row;
}

static bool add_adjustment(const struct maker *m, struct rows *rows,
                           const struct lm_desk_player *team, int32_t points, int32_t games,
                           uint32_t round)
{
    uint32_t *who = lm_arena_alloc(m->arena, 1, sizeof *who);
    if (who == NULL)
        return false;
    *who = m->index[team->entry];
    if (*who != LM_NOBODY && (points != 0 || games != 0))
        rows->adjustments[rows->adjustment_count++] = (struct lm_adjustment){.type = ' ',
                                                                             .match_points = points,
                                                                             .points = games,
                                                                             .round = round,
                                                                             .players = who,
                                                                             .count = 1,
                                                                             .whom = LM_TEAMS};
    return true;
}

/* Add a ruling as the difference from the boards (299). */
static bool add_ruling(const struct maker *m, struct rows *rows, const struct lm_desk_board *b)
{
    struct lm_desk_board plain = *b;
    plain.ruling = NULL;
    struct lm_desk_score now = lm_desk_score_of(b), boards = lm_desk_score_of(&plain);
    return add_adjustment(m, rows, b->white, now.points[0] - boards.points[0],
                          now.games[0] - boards.games[0], b->round) &&
           add_adjustment(m, rows, b->black, now.points[1] - boards.points[1],
                          now.games[1] - boards.games[1], b->round);
}

static bool enter_match(const struct maker *m, struct rows *rows, const struct lm_desk_board *b)
{
    if (m->index[b->white->entry] == LM_NOBODY || m->index[b->black->entry] == LM_NOBODY)
        return true;
    for (size_t g = 0; g < b->game_count; g++) {
        enter_side(m, b, g, 0);
        enter_side(m, b, g, 1);
    }
    add_forfeit(rows, b);
    return add_line_up(m, rows, b, 0) && add_line_up(m, rows, b, 1) &&
           (b->ruling == NULL || add_ruling(m, rows, b));
}

/* ---- teams that do not play */

static void add_bye(struct rows *rows, uint32_t team, uint32_t round, uint8_t kind)
{
    rows->byes[rows->bye_count++] =
        (struct lm_requested_bye){.kind = kind, .whom = LM_TEAMS, .round = round, .player = team};
}

static void enter_idle(const struct maker *m, struct rows *rows, const struct lm_desk_idle *idle,
                       uint32_t round)
{
    uint32_t team = m->index[idle->player->entry];
    if (team == LM_NOBODY || idle->kind == LM_BLANK)
        return;
    lm_team_enter_absence(m->t, round, team, (enum lm_result)idle->kind);
    if (idle->kind == LM_PAB)
        rows->pab[round - 1] = idle->player->number;
    else
        add_bye(rows, team, round, idle->kind);
}

static bool enter_round(const struct maker *m, struct rows *rows, const struct lm_desk_round *r)
{
    bool entered = true;
    for (size_t i = 0; r->state != LM_ROUND_CANCELLED && i < r->board_count; i++)
        entered &= enter_match(m, rows, r->boards[i]);
    for (size_t i = 0; r->state != LM_ROUND_CANCELLED && i < r->idle_count; i++)
        enter_idle(m, rows, &r->idle[i], r->number);
    for (uint32_t i = 0; m->s->system->knocks_out && i < m->t->team_count; i++)
        if (!lm_desk_in_play(m->players[i], r->number) &&
            lm_desk_board_of(m->s, r->number, m->players[i]) == NULL) {
            lm_team_enter_absence(m->t, r->number, i,
                                  LM_ZERO_BYE); /* the other team then advances */
            add_bye(rows, i, r->number, LM_ZERO_BYE);
        }
    return entered;
}

/* Future rounds: a team that has left is absent from all of them. */
static void add_byes_to_come(const struct maker *m, struct rows *rows)
{
    for (uint32_t round = m->how->rounds + 1; round <= m->s->rounds; round++)
        for (uint32_t i = 0; i < m->t->team_count; i++) {
            const struct lm_desk_player *p = m->players[i];
            bool next = round == m->how->rounds + 1;
            bool gone = p->standing != LM_PLAYS && !lm_desk_in_play(p, round);
            uint8_t kind = next   ? lm_desk_absence(m, p, round)
                           : gone ? LM_ZERO_BYE
                                  : lm_desk_bye_of(p, round);
            if (kind != LM_BLANK)
                add_bye(rows, i, round, kind);
        }
}

/* ---- the whole event */

static bool make_room(const struct maker *m, struct rows *rows)
{
    size_t rounds = m->s->rounds + m->how->rounds + 1, teams = m->s->player_count + 1;
    rows->line_ups = lm_arena_alloc(m->arena, rounds * teams, sizeof *rows->line_ups);
    rows->forfeits = lm_arena_alloc(m->arena, rounds * teams, sizeof *rows->forfeits);
    rows->byes = lm_arena_alloc(m->arena, rounds * teams, sizeof *rows->byes);
    rows->adjustments = lm_arena_alloc(m->arena, rounds * teams + m->s->adjustment_count,
                                       sizeof *rows->adjustments);
    rows->pab = lm_arena_alloc(m->arena, rounds, sizeof *rows->pab);
    return rows->line_ups != NULL && rows->forfeits != NULL && rows->byes != NULL &&
           rows->adjustments != NULL && rows->pab != NULL;
}

/* Return record 192: type of preferences, scores; or the kind of round-robin. */
static const char *code_of(const struct maker *m)
{
    const struct lm_desk_section *s = m->s;
    static const struct {
        const char *scores, *code;
    } scores[] = {{"mp-gp", "_MP_GP"}, {"gp-mp", "_GP_MP"}, {"mp", "_MP"}, {"gp", "_GP"}};
    if (s->system->knocks_out)
        return s->third_place ? "TEAM_KNOCKOUT_THIRD" : "FIDE_TEAM_KNOCKOUT";
    const char *type = strcmp(s->preferences, "a") == 0   ? "_TYPEA"
                       : strcmp(s->preferences, "b") == 0 ? "_TYPEB"
                                                          : "";
    for (size_t i = 0; i < sizeof scores / sizeof *scores; i++)
        if (strcmp(scores[i].scores, s->scores) == 0)
            return lm_printed(m->arena, "FIDE_TEAM%s%s", type, scores[i].code);
    return "FIDE_TEAM";
}

/* Return record 352, for each board. */
static const char *sequence_of(const struct maker *m)
{
    const struct lm_desk_section *s = m->s;
    struct lm_text text = lm_text_in(m->arena);
    lm_text_add(&text, s->board_colours);
    while (text.length < s->boards && !text.failed)
        lm_text_add_char(&text, text.length % 2 == 0 ? 'W' : 'B');
    return lm_text_string(&text);
}

static void fill_worth(const struct maker *m)
{
    const struct lm_desk_section *s = m->s;
    for (size_t i = 0; i < 3; i++)
        m->t->team_points[i] = s->match_points[i];
    m->t->team_pab_match_points = s->pab;
    m->t->team_pab_game_points =
        s->pab_games == LM_NO_POINTS ? (int32_t)s->boards * s->draw : s->pab_games;
    for (int c = 0; c < 2; c++)
        m->t->points.value[LM_PAB][c] = s->win;
    m->t->points_declared = s->win != 10 || s->draw != 5 || s->loss != 0;
    m->t->colour_sequence = sequence_of(m);
    if (!lm_desk_is_fixed(s))
        m->t->type_code = code_of(m);
}

static bool fill_rounds(struct maker *m)
{
    struct rows rows = {0};
    struct lm_tournament *t = m->t;
    if (!make_room(m, &rows))
        return false;
    for (uint32_t round = 1; round <= m->how->rounds && round <= m->s->round_count; round++)
        if (!enter_round(m, &rows,
                         m->how->audience == LM_FOR_PUBLIC
                             ? lm_desk_seen(m->s->rounds_played[round - 1])
                             : m->s->rounds_played[round - 1]))
            return false;
    add_byes_to_come(m, &rows);
    for (size_t i = 0; i < m->s->adjustment_count; i++) {
        const struct lm_desk_adjustment *a = &m->s->adjustments[i];
        if (!add_adjustment(m, &rows, a->player, a->points, a->games, a->round))
            return false;
    }
    t->lineups = rows.line_ups;
    t->lineup_count = rows.line_up_count;
    t->team_forfeits = rows.forfeits;
    t->team_forfeit_count = rows.forfeit_count;
    t->byes = rows.byes;
    t->bye_count = rows.bye_count;
    t->adjustments = rows.adjustments;
    t->adjustment_count = rows.adjustment_count;
    t->team_pab = rows.pab;
    t->team_pab_count = m->how->rounds;
    while (t->team_pab_count > 0 && rows.pab[t->team_pab_count - 1] == 0)
        t->team_pab_count--;
    return true;
}

enum lm_status lm_desk_make_teams(const struct lm_desk *d, const struct lm_desk_section *s,
                                  const struct making *how, struct lm_arena *arena,
                                  uint32_t **index, struct lm_desk_player ***players,
                                  struct lm_tournament **field, struct lm_tournament **whole)
{
    struct maker m = {.d = d, .s = s, .how = how, .arena = arena};
    m.index = lm_arena_alloc(arena, s->player_count, sizeof *m.index);
    m.players = lm_arena_alloc(arena, s->player_count, sizeof *m.players);
    m.seats = lm_arena_alloc(arena, s->member_count, sizeof *m.seats);
    m.persons = lm_arena_alloc(arena, s->member_count, sizeof *m.persons);
    if (m.index == NULL || m.players == NULL || m.seats == NULL || m.persons == NULL)
        return LM_LIMIT;
    uint32_t teams = lm_desk_choose(&m), persons = choose_persons(&m);
    uint32_t rounds = s->rounds > how->rounds ? s->rounds : how->rounds;
    enum lm_status status = lm_tournament_new(arena, persons, rounds, 1, &m.t);
    if (status != LM_OK)
        return status;
    lm_desk_fill_facts(&m);
    fill_worth(&m);
    for (uint32_t i = 0; i < persons; i++)
        lm_desk_fill_person(&m, i, m.persons[i]);
    if (!lm_desk_fill_dates(&m) || !fill_teams(&m, teams) || !fill_rounds(&m) ||
        !lm_desk_fill_prohibitions(&m) || !lm_desk_fill_acceleration(&m))
        return LM_LIMIT;
    lm_desk_count_rounds(m.t);
    if (index != NULL)
        *index = m.index;
    if (players != NULL)
        *players = m.players;
    if (whole != NULL)
        *whole = m.t;
    return teams == 0 ? lm_team_view(m.t, false, arena, field)
                      : lm_system_view(s->system, m.t, arena, NULL, field);
}
