/* SPDX-License-Identifier: Apache-2.0 */

/* The field in the form for readers: cells, their colours and floats, and their texts. */

#include "limmat/crosstable.h"

#include "limmat/pairing.h"
#include "ranking/teams.h"
#include "ranking/tie_break.h"

struct table {
    struct lm_crosstable *c;
    const struct lm_tournament *t;
    const struct field *f;
    struct lm_cell *cells;
    const uint8_t *floats; /* by player and round; NULL: no floats */
    uint32_t *team_of;     /* by player; NULL: no teams are ranked */
};

/* --- players */

/* Games won minus games lost, forfeits included. */
static int balance_of_games(const struct lm_record *games, uint8_t count)
{
    int balance = 0;
    for (uint8_t game = 0; game < count; game++) {
        enum lm_result result = games[game].result;
        balance += result == LM_WIN || result == LM_UNRATED_WIN || result == LM_FORFEIT_WIN;
        balance -= result == LM_LOSS || result == LM_UNRATED_LOSS || result == LM_FORFEIT_LOSS;
    }
    return balance;
}

/* Return the result of a match of several games: won, drawn or lost. */
static enum lm_result result_of(const struct lm_record *games, uint8_t count)
{
    if (count == 1 || games->opponent == LM_NOBODY)
        return games->result;
    bool played = false;
    for (uint8_t game = 0; game < count; game++) {
        if (games[game].result == LM_PENDING)
            return LM_PENDING;
        played |= lm_result_is_played(games[game].result);
    }
    int balance = balance_of_games(games, count);
    if (!played && balance != 0)
        return balance > 0 ? LM_FORFEIT_WIN : LM_FORFEIT_LOSS;
    return balance > 0 ? LM_WIN : balance < 0 ? LM_LOSS : LM_DRAW;
}

static void fill_player(const struct table *x, uint32_t player, uint32_t round,
                        struct lm_cell *cell)
{
    const struct lm_record *games = lm_record_of(x->t, player, round);
    cell->games = games;
    cell->opponent = games->opponent;
    cell->colour = games->opponent == LM_NOBODY ? LM_NO_COLOUR : games->colour;
    cell->result = (uint8_t)result_of(games, x->t->games_per_match);
    cell->game_points = cell->points;
    if (x->floats != NULL)
        cell->floated = x->floats[(size_t)player * x->c->rounds + round - 1];
}

/* --- teams */

/* Find the colour of ${team} on its first board of ${round}, and its opponent, also while the match
 * is in progress. */
static void find_match(const struct table *x, uint32_t team, uint32_t round, struct lm_cell *cell)
{
    size_t count;
    const uint32_t *players = lm_team_line_up(x->t, team, round, &count);
    for (size_t board = 0; board < count; board++) {
        const struct lm_record *record =
            players[board] == LM_NOBODY ? NULL : lm_record_of(x->t, players[board], round);
        if (record == NULL || record->opponent == LM_NOBODY)
            continue;
        cell->colour = record->colour;
        if (cell->opponent == LM_NOBODY)
            cell->opponent = x->team_of[record->opponent];
        return;
    }
}

/* A bye that ${team} requested (240) differs from other unplayed rounds. */
static enum lm_result unplayed_of(const struct table *x, uint32_t team, uint32_t round,
                                  enum cell_kind kind)
{
    for (size_t i = 0; i < x->t->bye_count; i++)
        if (x->t->byes[i].whom == LM_TEAMS && x->t->byes[i].player == team &&
            x->t->byes[i].round == round)
            return x->t->byes[i].kind;
    return kind == ALLOCATED ? LM_PAB : LM_BLANK;
}

static enum lm_result team_result(const struct table *x, uint32_t team, uint32_t round)
{
    const struct cell *own = cell_of(x->f, team, round);
    switch ((enum cell_kind)own->kind) {
    case OPEN:
        return LM_PENDING;
    case FORFEIT_WIN:
        return LM_FORFEIT_WIN;
    case FORFEIT_LOSS:
        return LM_FORFEIT_LOSS;
    case ALLOCATED:
    case REQUESTED:
    case IDLE:
        return unplayed_of(x, team, round, own->kind);
    case PLAYED:
        break;
    }
    int32_t theirs =
        own->opponent == LM_NOBODY ? 0 : cell_of(x->f, own->opponent, round)->points[GAME];
    int32_t ours = own->points[GAME];
    return ours > theirs ? LM_WIN : ours < theirs ? LM_LOSS : LM_DRAW;
}

static void fill_team(const struct table *x, uint32_t team, uint32_t round, struct lm_cell *cell)
{
    cell->opponent = cell_of(x->f, team, round)->opponent;
    cell->game_points = cell_of(x->f, team, round)->points[GAME];
    cell->result = (uint8_t)team_result(x, team, round);
    find_match(x, team, round, cell);
}

/* Bonuses and penalties of teams (299) that count from ${round} on. */
static int32_t team_bonus(const struct lm_tournament *t, uint32_t team, uint32_t round)
{
    int32_t sum = 0;
    for (size_t i = 0; i < t->adjustment_count; i++) {
        const struct lm_adjustment *row = &t->adjustments[i];
        bool counts = row->whom == LM_TEAMS && row->type == ' ' &&
                      (row->round == 0 ? round == 1 : row->round == round);
        for (size_t k = 0; k < row->count && counts; k++)
            if (row->players[k] == team)
                sum += row->match_points;
    }
    return sum;
}

static bool find_teams(struct table *x, struct lm_arena *arena)
{
    x->team_of = lm_arena_alloc(arena, x->t->player_count, sizeof *x->team_of);
    if (x->team_of == NULL)
        return false;
    for (uint32_t player = 0; player < x->t->player_count; player++)
        x->team_of[player] = LM_NOBODY;
    for (uint32_t team = 0; team < x->t->team_count; team++)
        for (size_t i = 0; i < x->t->teams[team].count; i++)
            if (x->t->teams[team].players[i] != LM_NOBODY)
                x->team_of[x->t->teams[team].players[i]] = team;
    return true;
}

/* --- both */

static void count_cell(const struct lm_cell *cell, struct lm_balance *b)
{
    enum lm_result result = cell->result;
    b->white += lm_result_is_played(result) && cell->colour == LM_WHITE;
    b->black += lm_result_is_played(result) && cell->colour == LM_BLACK;
    b->downfloats += cell->floated == LM_DOWNFLOAT;
    b->upfloats += cell->floated == LM_UPFLOAT;
    b->forfeits_won += result == LM_FORFEIT_WIN;
    b->forfeits_lost += result == LM_FORFEIT_LOSS;
    b->allocated += result == LM_PAB;
    b->requested += result == LM_FULL_BYE || result == LM_HALF_BYE;
    b->absent += result == LM_ZERO_BYE || result == LM_BLANK;
}

static void fill_row(const struct table *x, uint32_t who, struct lm_balance *balance)
{
    int32_t total = 0;
    for (uint32_t round = 1; round <= x->c->rounds; round++) {
        struct lm_cell *cell = &x->cells[(size_t)who * x->c->rounds + round - 1];
        cell->points = cell_of(x->f, who, round)->points[MATCH];
        if (x->f->teams)
            fill_team(x, who, round, cell);
        else
            fill_player(x, who, round, cell);
        total += cell->points + (x->f->teams ? team_bonus(x->t, who, round) : 0);
        cell->total = total;
        count_cell(cell, balance);
    }
}

enum lm_status lm_crosstable_new(const struct lm_standings *s, struct lm_arena *arena,
                                 struct lm_crosstable **out)
{
    const struct analysis *a = s->analysis;
    struct lm_crosstable *c = lm_arena_alloc(arena, 1, sizeof *c);
    struct lm_cell *cells = lm_arena_alloc(arena, s->count, a->rounds * sizeof *cells);
    struct lm_balance *balances = lm_arena_alloc(arena, s->count, sizeof *balances);
    uint32_t *places = lm_arena_alloc(arena, s->count, sizeof *places);
    if (c == NULL || cells == NULL || balances == NULL || places == NULL)
        return LM_LIMIT;
    *c = (struct lm_crosstable){.standings = s,
                                .count = s->count,
                                .rounds = a->rounds,
                                .cells = cells,
                                .balances = balances,
                                .places = places,
                                .everybody = a->predetermined};
    struct table x = {.c = c, .t = s->t, .f = a->fields[0][FORFEITS_UNPLAYED], .cells = cells};
    enum lm_status status = LM_OK;
    if (a->teams && !find_teams(&x, arena))
        status = LM_LIMIT;
    const struct lm_system *system = lm_system_of(s->t, NULL);
    if (system == NULL)
        system = lm_system_named("dutch", s->t->start); /* for its floats */
    if (status == LM_OK && !a->teams && !a->predetermined)
        status = lm_floats_of(s->t, a->rounds, &system->rules, arena, &x.floats);
    if (status != LM_OK)
        return status;
    for (uint32_t place = 0; place < s->count; place++) {
        places[s->order[place]] = place + 1;
        fill_row(&x, place, &balances[place]);
    }
    *out = c;
    return LM_OK;
}

uint32_t lm_meeting_after(const struct lm_crosstable *c, uint32_t participant, uint32_t other,
                          uint32_t after)
{
    if (participant >= c->count || after >= c->rounds)
        return 0;
    for (uint32_t round = after + 1; round <= c->rounds; round++)
        if (lm_cell_at(c, participant, round)->opponent == other)
            return round;
    return 0;
}

/* --- writing */

/* Results of games, and byes, as people and as programs write them. */
static const char *const words[LM_RESULT_COUNT][2] = {
    [LM_BLANK] = {"–", ""},         [LM_PENDING] = {"*", "*"},      [LM_WIN] = {"1", "1"},
    [LM_DRAW] = {"½", "="},         [LM_LOSS] = {"0", "0"},         [LM_UNRATED_WIN] = {"1", "W"},
    [LM_UNRATED_DRAW] = {"½", "D"}, [LM_UNRATED_LOSS] = {"0", "L"}, [LM_ADJOURNED] = {"?", "X"},
    [LM_FORFEIT_WIN] = {"+", "+"},  [LM_FORFEIT_LOSS] = {"-", "-"}, [LM_PAB] = {"bye", "U"},
    [LM_FULL_BYE] = {"–1", "F"},    [LM_HALF_BYE] = {"–½", "H"},    [LM_ZERO_BYE] = {"–", "Z"}};

void lm_text_add_points(struct lm_text *out, int32_t tenths)
{
    int32_t size = tenths < 0 ? -tenths : tenths;
    if (tenths < 0)
        lm_text_add_char(out, '-');
    if (size % 10 != 0 && size % 10 != 5) {
        lm_text_add_tenths(out, size);
        return;
    }
    if (size != 5)
        lm_text_add_integer(out, size / 10);
    if (size % 10 == 5)
        lm_text_add(out, "½");
}

static bool has_cell(const struct lm_crosstable *c, uint32_t participant, uint32_t round)
{
    return participant < c->count && round >= 1 && round <= c->rounds;
}

void lm_text_add_result(struct lm_text *out, const struct lm_crosstable *c, uint32_t participant,
                        uint32_t round, enum lm_cell_style style)
{
    if (!has_cell(c, participant, round))
        return;
    const struct lm_cell *cell = lm_cell_at(c, participant, round);
    if (cell->games != NULL && cell->opponent != LM_NOBODY)
        for (uint8_t game = 0; game < c->standings->t->games_per_match; game++)
            lm_text_add(out, words[cell->games[game].result][style]);
    else if (cell->games != NULL || !lm_result_is_played(cell->result))
        lm_text_add(out, words[cell->result][style]);
    else if (style == LM_CELL_PRINTED)
        lm_text_add_points(out, cell->game_points);
    else
        lm_text_add_tenths(out, cell->game_points);
}

void lm_text_add_cell(struct lm_text *out, const struct lm_crosstable *c, uint32_t participant,
                      uint32_t round, enum lm_cell_style style)
{
    static const char letters[] = {[LM_NO_COLOUR] = ':', [LM_WHITE] = 'w', [LM_BLACK] = 'b'};
    if (!has_cell(c, participant, round))
        return;
    const struct lm_cell *cell = lm_cell_at(c, participant, round);
    if (cell->opponent != LM_NOBODY)
        lm_text_print(out, "%u%c", c->places[cell->opponent], letters[cell->colour]);
    lm_text_add_result(out, c, participant, round, style);
}

void lm_text_add_meetings(struct lm_text *out, const struct lm_crosstable *c, uint32_t participant,
                          uint32_t other, enum lm_cell_style style)
{
    bool apart = c->standings->options.teams;
    for (uint32_t round = 0, first = 1;
         (round = lm_meeting_after(c, participant, other, round)) != 0; first = 0) {
        if (apart && !first)
            lm_text_add_char(out, ' ');
        lm_text_add_result(out, c, participant, round, style);
    }
}
