/* SPDX-License-Identifier: Apache-2.0 */
#include "ranking/teams.h"

/* Working data while the matches are assembled. */
struct assembly {
    struct field *f;
    uint32_t *team_of; /* by player; LM_NOBODY: in no team */
    uint8_t *results;  /* enum lm_result by team and round, as the points of the match are given */
    bool *present;     /* by team and round: a player came */
    int32_t boards;
};

static struct cell *team_cell(const struct assembly *a, uint32_t team, uint32_t round)
{
    return &a->f->cells[(size_t)team * a->f->rounds + round - 1];
}

static uint8_t *result_of(const struct assembly *a, uint32_t team, uint32_t round)
{
    return &a->results[(size_t)team * a->f->rounds + round - 1];
}

static bool *presence_of(const struct assembly *a, uint32_t team, uint32_t round)
{
    return &a->present[(size_t)team * a->f->rounds + round - 1];
}

static bool is_forfeit(enum lm_result result)
{
    return result == LM_FORFEIT_WIN || result == LM_FORFEIT_LOSS;
}

/* Add the game of one player to the match of the team. */
static void add_game(const struct assembly *a, uint32_t team, uint32_t player, uint32_t round)
{
    struct cell *cell = team_cell(a, team, round);
    const struct lm_record *record = lm_record_of(a->f->t, player, round);
    enum lm_result result = record->result;
    bool over_the_board = lm_result_is_played(result) && record->opponent != LM_NOBODY;
    if (over_the_board || is_forfeit(result))
        cell->points[GAME] += lm_round_points(a->f->t, player, round);
    *presence_of(a, team, round) |= over_the_board || result == LM_FORFEIT_WIN;
    if (record->opponent != LM_NOBODY && (over_the_board || is_forfeit(result)))
        cell->opponent = a->team_of[record->opponent];
    if (result == LM_PENDING) /* a match with an open board has no result */
        cell->kind = OPEN;
    else if (over_the_board && cell->kind != OPEN)
        cell->kind = PLAYED;
}

static void count_boards(struct assembly *a, uint32_t team)
{
    const struct lm_team *about = &a->f->t->teams[team];
    for (uint32_t round = 1; round <= a->f->rounds; round++) {
        int32_t boards = 0;
        for (size_t i = 0; i < about->count; i++)
            boards += about->players[i] != LM_NOBODY &&
                      lm_record_of(a->f->t, about->players[i], round)->opponent != LM_NOBODY;
        a->boards = boards > a->boards ? boards : a->boards;
    }
}

static uint32_t team_numbered(const struct lm_tournament *t, uint32_t number)
{
    for (uint32_t team = 0; team < t->team_count && number != 0; team++)
        if (t->teams[team].number == number)
            return team;
    return LM_NOBODY;
}

/* Give ${team} an unplayed round. */
static void set_unplayed(const struct assembly *a, uint32_t team, uint32_t round,
                         enum cell_kind kind, enum lm_result result, const int32_t points[2])
{
    struct cell *cell = team_cell(a, team, round);
    cell->kind = (uint8_t)kind;
    cell->points[MATCH] = points[0];
    cell->points[GAME] = points[1];
    *result_of(a, team, round) = (uint8_t)result;
}

static void set_bye(const struct assembly *a, uint32_t team, uint32_t round, enum lm_result kind)
{
    int32_t points[2];
    lm_team_bye_points(a->f->t, kind, a->boards, points);
    set_unplayed(a, team, round, kind == LM_PAB || kind == LM_FULL_BYE ? ALLOCATED : REQUESTED,
                 kind, points);
}

/* 320: the team of the pairing-allocated bye. */
static void apply_pabs(const struct assembly *a)
{
    const struct lm_tournament *t = a->f->t;
    for (uint32_t round = 1; round <= a->f->rounds && round <= t->team_pab_count; round++) {
        uint32_t team = team_numbered(t, t->team_pab[round - 1]);
        if (team != LM_NOBODY)
            set_bye(a, team, round, LM_PAB);
    }
}

/* Apply the byes in the players' columns, then record 240. */
static void apply_byes(const struct assembly *a)
{
    const struct field *f = a->f;
    for (uint32_t team = 0; team < f->count; team++)
        for (uint32_t round = 1; round <= f->rounds; round++) {
            enum lm_result kind = lm_team_bye(f->t, team, round);
            if (kind != LM_BLANK && team_cell(a, team, round)->opponent == LM_NOBODY)
                set_bye(a, team, round, kind);
        }
    for (size_t i = 0; i < f->t->bye_count; i++) {
        const struct lm_requested_bye *bye = &f->t->byes[i];
        if (bye->whom != LM_TEAMS || bye->round > f->rounds ||
            team_cell(a, bye->player, bye->round)->kind == PLAYED)
            continue;
        set_bye(a, bye->player, bye->round, bye->kind);
    }
}

static void forfeit(const struct assembly *a, uint32_t team, uint32_t other, uint32_t round,
                    bool wins)
{
    if (team == LM_NOBODY)
        return;
    const int32_t points[] = {wins ? a->f->win[MATCH] : 0, wins ? a->f->win[GAME] : 0};
    team_cell(a, team, round)->opponent = other;
    set_unplayed(a, team, round, wins ? FORFEIT_WIN : FORFEIT_LOSS,
                 wins ? LM_FORFEIT_WIN : LM_FORFEIT_LOSS, points);
}

/* 330 */
static void apply_forfeits(const struct assembly *a)
{
    const struct lm_tournament *t = a->f->t;
    for (size_t i = 0; i < t->team_forfeit_count; i++) {
        const struct lm_team_forfeit *row = &t->team_forfeits[i];
        if (row->round == 0 || row->round > a->f->rounds)
            continue;
        uint32_t white = team_numbered(t, row->white), black = team_numbered(t, row->black);
        forfeit(a, white, black, row->round, row->type[0] == '+');
        forfeit(a, black, white, row->round, row->type[1] == '+');
    }
}

/* Award match points for the matches played, or forfeited board by board. */
static void award_match_points(const struct assembly *a, uint32_t round)
{
    const struct lm_tournament *t = a->f->t;
    for (uint32_t team = 0; team < a->f->count; team++) {
        struct cell *cell = team_cell(a, team, round);
        if (cell->opponent == LM_NOBODY || cell->kind == OPEN)
            continue;
        int32_t theirs = team_cell(a, cell->opponent, round)->points[GAME];
        int32_t ours = cell->points[GAME];
        if (*presence_of(a, team, round))
            cell->points[MATCH] = t->team_points[ours > theirs ? 0 : ours == theirs ? 1 : 2];
        bool won = ours > theirs, played = cell->kind == PLAYED;
        *result_of(a, team, round) = !played          ? won ? LM_FORFEIT_WIN : LM_FORFEIT_LOSS
                                     : won            ? LM_WIN
                                     : ours == theirs ? LM_DRAW
                                                      : LM_LOSS;
        if (!played)
            cell->kind = won ? FORFEIT_WIN : FORFEIT_LOSS;
    }
}

/* Finish the cell in the field's reading of forfeits (art. 15.2, /P). */
static void finish_cell(struct field *f, struct cell *cell)
{
    if (cell->opponent != LM_NOBODY &&
        ((cell->kind == FORFEIT_WIN && f->forfeits != FORFEITS_UNPLAYED) ||
         (cell->kind == FORFEIT_LOSS && f->forfeits == FORFEITS_PLAYED)))
        cell->kind = PLAYED;
    cell->win = cell->kind != OPEN && cell->points[MATCH] >= f->win[MATCH];
    cell->games_won = cell->kind == PLAYED && cell->win;
}

static void read_matches(const struct assembly *a)
{
    struct field *f = a->f;
    for (uint32_t team = 0; team < f->count; team++)
        for (uint32_t round = 1; round <= f->rounds; round++) {
            struct cell *cell = team_cell(a, team, round);
            *cell = (struct cell){.opponent = LM_NOBODY, .kind = REQUESTED};
            for (size_t i = 0; i < f->t->teams[team].count; i++)
                if (f->t->teams[team].players[i] != LM_NOBODY)
                    add_game(a, team, f->t->teams[team].players[i], round);
        }
    for (uint32_t round = 1; round <= f->rounds; round++)
        award_match_points(a, round);
    apply_forfeits(a);
    apply_byes(a);
    apply_pabs(a);
    for (uint32_t team = 0; team < f->count; team++)
        for (uint32_t round = 1; round <= f->rounds; round++) {
            struct cell *cell = team_cell(a, team, round);
            lm_team_adjust(f->t, team, round, *result_of(a, team, round), cell->points);
            finish_cell(f, cell);
            for (int score = 0; score < SCORES; score++)
                f->own[score][team] += cell->points[score];
        }
}

/* 299 without type: a penalty or a bonus. */
static void apply_penalties(struct field *f)
{
    for (size_t i = 0; i < f->t->adjustment_count; i++) {
        const struct lm_adjustment *row = &f->t->adjustments[i];
        bool counts = row->whom == LM_TEAMS && row->type == ' ' && row->round <= f->rounds;
        for (size_t k = 0; k < row->count && counts; k++) {
            f->own[MATCH][row->players[k]] += row->match_points;
            f->own[GAME][row->players[k]] += row->points;
        }
    }
}

static void read_boards(struct field *f)
{
    for (uint32_t team = 0; team < f->count; team++)
        for (uint32_t round = 1; round <= f->rounds; round++)
            lm_team_board_points(
                f->t, team, round, f->boards,
                &f->board_points[((size_t)team * f->rounds + round - 1) * f->boards]);
}

enum lm_status lm_read_teams(struct field *f, struct lm_arena *arena)
{
    const struct lm_tournament *t = f->t;
    struct assembly a = {.f = f};
    a.team_of = lm_arena_alloc(arena, t->player_count, sizeof *a.team_of);
    a.results = lm_arena_alloc(arena, (size_t)f->count * f->rounds, sizeof *a.results);
    a.present = lm_arena_alloc(arena, (size_t)f->count * f->rounds, sizeof *a.present);
    if (a.team_of == NULL || a.results == NULL || a.present == NULL)
        return LM_LIMIT;
    for (uint32_t player = 0; player < t->player_count; player++)
        a.team_of[player] = LM_NOBODY;
    for (uint32_t team = 0; team < t->team_count; team++) {
        for (size_t i = 0; i < t->teams[team].count; i++)
            if (t->teams[team].players[i] != LM_NOBODY)
                a.team_of[t->teams[team].players[i]] = team;
        count_boards(&a, team);
    }
    f->win[MATCH] = t->team_points[0];
    f->draw[MATCH] = t->team_points[1];
    f->win[GAME] = t->points.value[LM_WIN][0] * a.boards;
    f->draw[GAME] = t->points.value[LM_DRAW][0] * a.boards;
    f->boards = (uint32_t)a.boards;
    f->board_points =
        lm_arena_alloc(arena, (size_t)f->count * f->rounds, f->boards * sizeof *f->board_points);
    if (f->board_points == NULL)
        return LM_LIMIT;
    read_boards(f);
    read_matches(&a);
    apply_penalties(f);
    return LM_OK;
}
