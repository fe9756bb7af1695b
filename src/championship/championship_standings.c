/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "championship/state.h"

/*
 * Standings: criteria are applied one after another; each is computed for the players that all
 * earlier ones left level, because some of them use only the matches among those.
 */

/* Kashdan's values of a win, a draw and a loss; a bye that is not a win counts as not played: 0. */
enum { KASHDAN_WIN = 40, KASHDAN_DRAW = 20, KASHDAN_LOSS = 10 };

struct table {
    const struct lm_championship *c;
    const struct stage *stage;
    uint32_t index; /* of the stage */
    struct standing *rows;
    uint32_t count;
    uint32_t first, end; /* the level players under consideration */
};

static bool counts(const struct contest *contest, uint32_t stage)
{
    return contest->stage == stage && contest->state == CONTEST_DONE;
}

static bool is_level(const struct table *t, uint32_t person)
{
    for (uint32_t i = t->first; i < t->end; i++) {
        if (t->rows[i].person == person)
            return true;
    }
    return false;
}

/* Points of ${person} in the stage. */
static int64_t points(const struct table *t, uint32_t person)
{
    int64_t sum = 0;
    for (size_t i = 0; i < t->c->contest_count; i++) {
        const struct contest *contest = &t->c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        if (counts(contest, t->index) && side != NO_SIDE)
            sum += lm_champ_points(t->stage, contest, side);
    }
    return sum;
}

/* The contribution of one match to a criterion, for the player on ${side}. */
typedef int64_t (*addend)(const struct table *t, const struct contest *contest, uint32_t side);

static int64_t add_points(const struct table *t, const struct contest *contest, uint32_t side)
{
    return lm_champ_points(t->stage, contest, side);
}

static int64_t add_games(const struct table *t, const struct contest *contest, uint32_t side)
{
    (void)t;
    return contest->kind == RESULT_BYE ? 0 : lm_champ_subscore(contest, side);
}

static int64_t add_opponents_seed(const struct table *t, const struct contest *contest,
                                  uint32_t side)
{
    uint32_t opponent = contest->player[1 - side];
    return opponent == NOBODY ? 0 : t->c->people[opponent].seeding;
}

static bool is_win(const struct table *t, const struct contest *contest, uint32_t side)
{
    return contest->winner == side && (contest->kind != RESULT_BYE || t->stage->byes_are_wins);
}

static int64_t add_win(const struct table *t, const struct contest *contest, uint32_t side)
{
    return is_win(t, contest, side) ? WIN : 0;
}

static int64_t add_kashdan(const struct table *t, const struct contest *contest, uint32_t side)
{
    if (is_win(t, contest, side))
        return KASHDAN_WIN;
    if (contest->kind == RESULT_BYE)
        return 0;
    return contest->winner == DRAWN ? KASHDAN_DRAW : KASHDAN_LOSS;
}

/* The sum of the scores after each round: a point of round r counts in all later ones too. */
static int64_t add_cumulative(const struct table *t, const struct contest *contest, uint32_t side)
{
    if (contest->kind == RESULT_BYE && !t->stage->byes_are_wins)
        return 0;
    int64_t rounds = t->c->stages[t->index].published - contest->round;
    return rounds * lm_champ_points(t->stage, contest, side);
}

static int64_t sum_over_matches(const struct table *t, uint32_t person, bool among_level,
                                addend add)
{
    int64_t sum = 0;
    for (size_t i = 0; i < t->c->contest_count; i++) {
        const struct contest *contest = &t->c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        if (!counts(contest, t->index) || side == NO_SIDE ||
            (among_level && !is_level(t, contest->player[1 - side])))
            continue;
        sum += add(t, contest, side);
    }
    return sum;
}

/* The opponents' scores without the highest and the lowest; with ${byes_are_dropped} a bye is an
 * opponent without points, which is then the lowest. */
static int64_t median_buchholz(const struct table *t, uint32_t person)
{
    int64_t sum = 0;
    int64_t high = INT64_MIN;
    int64_t low = INT64_MAX;
    uint32_t number = 0;
    for (size_t i = 0; i < t->c->contest_count; i++) {
        const struct contest *contest = &t->c->contests[i];
        uint32_t side = lm_champ_side(contest, person);
        if (!counts(contest, t->index) || side == NO_SIDE)
            continue;
        uint32_t opponent = contest->player[1 - side];
        if (opponent == NOBODY && !t->stage->byes_are_dropped)
            continue;
        int64_t score = opponent == NOBODY ? 0 : points(t, opponent);
        sum += score;
        high = score > high ? score : high;
        low = score < low ? score : low;
        number++;
    }
    return number < 3 ? 0 : sum - high - low;
}

/* Last year's champion before its runner-up, both before all others. */
static int64_t last_final(const struct table *t, uint32_t person)
{
    uint32_t holder = t->c->people[person].holder;
    return holder == NOBODY ? 0 : (int64_t)(t->c->definition->holder_count - holder) * WIN;
}

/* The place in the first stage; players who did not play it rank last. */
static int64_t first_stage_place(const struct table *t, uint32_t person)
{
    uint32_t count = 0;
    struct lm_mark mark = lm_arena_mark(t->c->arena);
    const struct standing *rows = lm_champ_standings(t->c, 0, 0, &count);
    int64_t value = INT32_MIN;
    for (uint32_t i = 0; rows != NULL && i < count; i++) {
        if (rows[i].person == person)
            value = -(int64_t)(i + 1) * WIN;
    }
    lm_arena_reset(t->c->arena, mark);
    return value;
}

static int64_t value_of(const struct table *t, enum criterion criterion, uint32_t person)
{
    switch (criterion) {
    case BY_POINTS:
        return points(t, person);
    case BY_GAMES:
        return sum_over_matches(t, person, false, add_games);
    case BY_SUM_OF_SEEDS:
        return sum_over_matches(t, person, false, add_opponents_seed);
    case BY_MEDIAN_BUCHHOLZ:
        return median_buchholz(t, person);
    case BY_CUMULATIVE:
        return sum_over_matches(t, person, false, add_cumulative);
    case BY_KASHDAN:
        return sum_over_matches(t, person, false, add_kashdan);
    case BY_WINS:
        return sum_over_matches(t, person, false, add_win);
    case BY_WINS_AMONG_TIED:
        return sum_over_matches(t, person, true, add_win);
    case BY_POINTS_AMONG_TIED:
        return sum_over_matches(t, person, true, add_points);
    case BY_GAMES_AMONG_TIED:
        return sum_over_matches(t, person, true, add_games);
    case BY_LAST_FINAL:
        return last_final(t, person);
    case BY_FIRST_STAGE:
        return first_stage_place(t, person);
    case BY_SEEDING:
        return t->c->people[person].seeding;
    case CRITERIA:
        break;
    }
    return 0;
}

/* Insertion sort by one key, descending, stable: earlier criteria and the order of entry stay. */
static void sort_level(struct standing *rows, uint32_t first, uint32_t end, size_t key)
{
    for (uint32_t i = first + 1; i < end; i++) {
        struct standing row = rows[i];
        uint32_t j = i;
        for (; j > first && rows[j - 1].keys[key] < row.keys[key]; j--)
            rows[j] = rows[j - 1];
        rows[j] = row;
    }
}

static uint32_t end_of_level(const struct table *t, uint32_t first, size_t keys)
{
    uint32_t end = first + 1;
    while (end < t->count &&
           memcmp(t->rows[end].keys, t->rows[first].keys, keys * sizeof t->rows[0].keys[0]) == 0)
        end++;
    return end;
}

static void apply_criterion(struct table *t, size_t key)
{
    for (t->first = 0; t->first < t->count; t->first = t->end) {
        t->end = end_of_level(t, t->first, key);
        for (uint32_t i = t->first; i < t->end; i++)
            t->rows[i].keys[key] = value_of(t, t->stage->ranking[key], t->rows[i].person);
        sort_level(t->rows, t->first, t->end, key);
    }
}

/* Beyond the rules: the director's order if there is one, else the seeding rating, and the order of
 * entry (I.C). */
static bool goes_before(const struct table *t, uint32_t a, uint32_t b)
{
    const uint32_t *order = t->c->stages[t->index].order;
    uint32_t place_a = order != NULL && order[a] != 0 ? order[a] : UINT32_MAX;
    uint32_t place_b = order != NULL && order[b] != 0 ? order[b] : UINT32_MAX;
    if (place_a != place_b)
        return place_a < place_b;
    return t->c->people[a].seeding > t->c->people[b].seeding;
}

static void order_the_rest(struct table *t)
{
    for (t->first = 0; t->first < t->count; t->first = t->end) {
        t->end = end_of_level(t, t->first, t->stage->ranking_count);
        for (uint32_t i = t->first + 1; i < t->end; i++) {
            struct standing row = t->rows[i];
            uint32_t j = i;
            for (; j > t->first && goes_before(t, row.person, t->rows[j - 1].person); j--)
                t->rows[j] = t->rows[j - 1];
            t->rows[j] = row;
        }
        const uint32_t *order = t->c->stages[t->index].order;
        for (uint32_t i = t->first; i + 1 < t->end; i++)
            t->rows[i].tied = order == NULL || order[t->rows[i].person] == 0;
    }
}

static bool is_disregarded(const struct table *t, uint32_t person)
{
    return t->stage->leaving == LEAVING_DISREGARD && t->c->people[person].out != GROUND_NONE;
}

static void add_row(struct table *t, uint32_t person)
{
    if (person == NOBODY || is_disregarded(t, person))
        return;
    for (uint32_t i = 0; i < t->count; i++) {
        if (t->rows[i].person == person)
            return;
    }
    t->rows[t->count++] = (struct standing){.person = person};
}

/* Of matches: the winners in order, then the losers. */
static void rank_matches(struct table *t)
{
    for (uint32_t pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < t->c->contest_count; i++) {
            const struct contest *contest = &t->c->contests[i];
            if (counts(contest, t->index) && contest->winner <= SECOND)
                add_row(t, contest->player[pass == 0 ? contest->winner : 1 - contest->winner]);
        }
    }
}

static void rank_players(struct table *t, uint32_t group)
{
    const struct stage_state *state = &t->c->stages[t->index];
    if (state->seats == NULL) {
        for (uint32_t i = 0; i < state->player_count; i++)
            add_row(t, state->players[i]);
    } else {
        uint32_t seats = t->stage->seatings[state->seating].groups[group].seat_count;
        for (uint32_t i = 0; i < seats; i++)
            add_row(t, state->seats[group][i]);
    }
    for (size_t key = 0; key < t->stage->ranking_count; key++)
        apply_criterion(t, key);
    order_the_rest(t);
}

struct standing *lm_champ_standings(const struct lm_championship *c, uint32_t stage, uint32_t group,
                                    uint32_t *count)
{
    struct table table = {.c = c, .stage = &c->definition->stages[stage], .index = stage};
    table.rows = lm_arena_alloc(c->arena, c->person_count, sizeof *table.rows);
    *count = 0;
    if (table.rows == NULL || !c->stages[stage].started)
        return table.rows;
    if (table.stage->type == STAGE_MATCHES)
        rank_matches(&table);
    else
        rank_players(&table, group);
    *count = table.count;
    return table.rows;
}
