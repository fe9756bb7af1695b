/* SPDX-License-Identifier: Apache-2.0 */
#include "ranking/field.h"

#include "ranking/teams.h"

/* In a paired round, a missing record is an absence. */
static const uint8_t kind_of[LM_RESULT_COUNT] = {[LM_BLANK] = REQUESTED,
                                                 [LM_PENDING] = OPEN,
                                                 [LM_WIN] = PLAYED,
                                                 [LM_DRAW] = PLAYED,
                                                 [LM_LOSS] = PLAYED,
                                                 [LM_UNRATED_WIN] = PLAYED,
                                                 [LM_UNRATED_DRAW] = PLAYED,
                                                 [LM_UNRATED_LOSS] = PLAYED,
                                                 [LM_ADJOURNED] = PLAYED,
                                                 [LM_FORFEIT_WIN] = FORFEIT_WIN,
                                                 [LM_FORFEIT_LOSS] = FORFEIT_LOSS,
                                                 [LM_PAB] = ALLOCATED,
                                                 [LM_FULL_BYE] = ALLOCATED,
                                                 [LM_HALF_BYE] = REQUESTED,
                                                 [LM_ZERO_BYE] = REQUESTED};

bool lm_result_is_game(const struct field *f, enum lm_result result)
{
    uint8_t kind = kind_of[result];
    return kind == PLAYED || (kind == FORFEIT_WIN && f->forfeits != FORFEITS_UNPLAYED) ||
           (kind == FORFEIT_LOSS && f->forfeits == FORFEITS_PLAYED);
}

static bool is_win(enum lm_result result)
{
    return result == LM_WIN || result == LM_UNRATED_WIN || result == LM_FORFEIT_WIN;
}

/* --- players */

static struct cell player_cell(const struct field *f, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(f->t, player, round);
    struct cell cell = {.opponent = record->opponent, .kind = kind_of[record->result]};
    cell.points[MATCH] = lm_round_points(f->t, player, round);
    for (uint8_t game = 0; game < f->t->games_per_match; game++) {
        enum lm_result result = record[game].result;
        if (record[game].opponent == LM_NOBODY || !lm_result_is_game(f, result))
            continue;
        bool black = record[game].colour == LM_BLACK;
        cell.kind = PLAYED;
        cell.games_won += is_win(result);
        cell.games_black += black;
        cell.games_won_black += black && is_win(result);
    }
    cell.win = cell.kind != OPEN && cell.points[MATCH] >= f->win[MATCH];
    return cell;
}

static enum lm_status read_players(struct field *f)
{
    const struct lm_point_system *points = &f->t->points;
    f->win[MATCH] = points->value[LM_WIN][0] * f->t->games_per_match;
    f->draw[MATCH] = points->value[LM_DRAW][0] * f->t->games_per_match;
    lm_points_after(f->t, f->rounds, f->own[MATCH]);
    for (uint32_t player = 0; player < f->count; player++)
        for (uint32_t round = 1; round <= f->rounds; round++)
            f->cells[(size_t)player * f->rounds + round - 1] = player_cell(f, player, round);
    return LM_OK;
}

/* --- both */

/* Art. 8.3: all paired games of the final round count as draws; a forfeit there is not known when
 * the pairings are published.  Before the final round there are no such games. */
static void draw_final_round(struct field *f)
{
    for (uint32_t who = 0; who < f->count && f->rounds > 0 && f->rounds == f->scheduled; who++) {
        struct cell *cell = &f->cells[(size_t)who * f->rounds + f->rounds - 1];
        if (cell->opponent == LM_NOBODY)
            continue;
        for (int score = 0; score < SCORES; score++) {
            f->own[score][who] += f->draw[score] - cell->points[score];
            cell->points[score] = f->draw[score];
        }
        cell->kind = PLAYED;
        cell->games_won = cell->games_won_black = 0;
        cell->win = false;
    }
}

/* Art. 16.3: requested byes after which the participant was never available again (16.2.5) are
 * draws for the opponents; all other rounds count what they gave. */
static void adjust_scores(struct field *f, uint32_t who)
{
    for (int score = 0; score < SCORES; score++)
        f->adjusted[score][who] = f->own[score][who];
    for (uint32_t round = f->rounds; round >= 1; round--) {
        const struct cell *cell = cell_of(f, who, round);
        if (cell->kind == IDLE)
            continue;
        if (!is_voluntary(cell))
            break;
        for (int score = 0; cell->kind == REQUESTED && score < SCORES; score++)
            f->adjusted[score][who] += f->draw[score] - cell->points[score];
    }
}

/* Return the number of rounds before the last one in progress. */
static uint32_t completed_rounds(const struct field *f)
{
    uint32_t completed = f->rounds;
    for (uint32_t who = 0; who < f->count; who++)
        if (completed == f->rounds && completed > 0 && cell_of(f, who, completed)->kind == OPEN)
            completed--;
    return completed;
}

void lm_field_count_draws(struct field *f)
{
    f->virtual_opponents = true;
    f->completed = completed_rounds(f);
    for (uint32_t who = 0; who < f->count; who++) {
        f->adjusted[MATCH][who] = f->own[MATCH][who];
        for (uint32_t round = 1; round <= f->rounds; round++) {
            const struct cell *cell = cell_of(f, who, round);
            if (cell->kind != PLAYED && cell->kind != OPEN)
                f->adjusted[MATCH][who] +=
                    (round <= f->completed ? f->draw[MATCH] : 0) - cell->points[MATCH];
        }
    }
}

static bool allocate(struct field *f, struct lm_arena *arena)
{
    f->cells = lm_arena_alloc(arena, f->count, f->rounds * sizeof *f->cells);
    bool good = f->cells != NULL;
    for (int score = 0; score < SCORES; score++) {
        f->own[score] = lm_arena_alloc(arena, f->count, sizeof **f->own);
        f->adjusted[score] = lm_arena_alloc(arena, f->count, sizeof **f->adjusted);
        good = good && f->own[score] != NULL && f->adjusted[score] != NULL;
    }
    return good;
}

enum lm_status lm_field_build(const struct lm_tournament *t, bool teams, uint32_t rounds,
                              enum forfeits forfeits, bool fore, struct lm_arena *arena,
                              struct field **out)
{
    struct field *f = lm_arena_alloc(arena, 1, sizeof *f);
    if (f == NULL)
        return LM_LIMIT;
    f->t = t;
    f->teams = teams;
    f->fore = fore;
    f->forfeits = forfeits;
    f->count = teams ? (uint32_t)t->team_count : t->player_count;
    f->rounds = rounds;
    f->scheduled = t->rounds_total > rounds ? t->rounds_total : rounds;
    f->completed = rounds;
    if (!allocate(f, arena))
        return LM_LIMIT;
    enum lm_status status = teams ? lm_read_teams(f, arena) : read_players(f);
    if (status != LM_OK)
        return status;
    if (fore)
        draw_final_round(f);
    for (uint32_t who = 0; who < f->count; who++)
        adjust_scores(f, who);
    *out = f;
    return LM_OK;
}

/* --- the schedule */

/* C.05 art. 6.6.1: take the points of ${cell} from ${who}. */
static void annul(struct field *f, uint32_t who, struct cell *cell)
{
    for (int score = 0; score < SCORES; score++)
        f->own[score][who] -= cell->points[score];
    *cell = (struct cell){.opponent = LM_NOBODY, .kind = IDLE};
}

void lm_field_mark_idle(struct field *f, const bool *left)
{
    for (uint32_t who = 0; who < f->count; who++) {
        for (uint32_t round = 1; round <= f->rounds; round++) {
            struct cell *cell = &f->cells[(size_t)who * f->rounds + round - 1];
            bool against = cell->opponent != LM_NOBODY && left[cell->opponent];
            if (left[who] || against)
                annul(f, who, cell);
            if (cell->opponent != LM_NOBODY || cell->kind == OPEN)
                continue;
            cell->kind = IDLE;
            cell->win = false;
        }
        adjust_scores(f, who);
    }
}

/* Count the games scheduled between ${who} and ${other}. */
static uint32_t meetings(const struct field *f, uint32_t who, uint32_t other)
{
    uint32_t count = 0;
    for (uint32_t round = 1; round <= f->rounds; round++)
        count += cell_of(f, who, round)->opponent == other;
    return count;
}

static bool everybody_meets_everybody(const struct field *f)
{
    if (f->count < 3 || f->rounds + 1 < f->count)
        return false;
    uint32_t cycles = meetings(f, 0, 1);
    for (uint32_t who = 0; who < f->count; who++)
        for (uint32_t other = 0; other < who; other++)
            if (meetings(f, who, other) != cycles || cycles == 0)
                return false;
    return true;
}

bool lm_is_predetermined(const struct field *f)
{
    int says = lm_type_says_predetermined(f->t);
    if (says != 0)
        return says > 0;
    return f->t->initial_colour == LM_NO_COLOUR && everybody_meets_everybody(f);
}
