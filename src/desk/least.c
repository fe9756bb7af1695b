/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "desk/desk.h"
#include "graph/matching.h"

/*
 * The pairing that breaks the rules least, for rounds without a legal pairing (VCL 63): all players
 * play; then as few pairs as possible meet again, the earliest meetings first; then no player has a
 * second bye; then scores are as close as possible.  It is a draft for a round made by hand, and is
 * declared as such.
 */

struct field {
    const struct lm_desk_section *s;
    struct lm_desk_player **players;
    const int32_t *points;
    uint32_t round;
};

enum { MEETINGS, FORBIDDEN, RECENT, BYES, DISTANCE, PRIORITIES };

/* Return how often they have played each other, and the last round of it. */
static uint32_t meetings(const struct field *f, int32_t u, int32_t v, uint32_t *last)
{
    uint32_t met = 0;
    *last = 0;
    for (uint32_t round = 1; round < f->round; round++) {
        const struct lm_desk_board *b = lm_desk_board_of(f->s, round, f->players[u]);
        if (b == NULL || (b->white != f->players[v] && b->black != f->players[v]) ||
            !lm_desk_was_played(b))
            continue;
        met++;
        *last = round;
    }
    return met;
}

static bool worth(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct field *f = context;
    uint32_t last;
    int64_t distance = (int64_t)f->points[u] - f->points[v];
    value[MEETINGS] = -(int64_t)meetings(f, u, v, &last);
    value[FORBIDDEN] = lm_desk_are_apart(f->s, f->players[u], f->players[v]) ? -1 : 0;
    value[RECENT] = -(int64_t)last;
    value[BYES] = 0;
    value[DISTANCE] = distance < 0 ? distance : -distance;
    return true;
}

/* Weigh the bye of a player left alone: a first bye before a second, and then the fewest points. */
static void alone(const void *context, int32_t v, int64_t *value)
{
    const struct field *f = context;
    memset(value, 0, PRIORITIES * sizeof *value);
    for (uint32_t round = 1; round < f->round; round++) {
        const struct lm_desk_idle *idle =
            lm_desk_idle_of(lm_desk_round(f->s, round), f->players[v]);
        value[BYES] -= idle != NULL && (idle->kind == LM_PAB || idle->kind == LM_FULL_BYE);
    }
    value[DISTANCE] = -(int64_t)f->points[v];
}

/* Does ${a} get White?  The player with fewer Whites does; of equals the lower number. */
static bool takes_white(const struct field *f, const struct lm_desk_player *a,
                        const struct lm_desk_player *b)
{
    int32_t balance = 0;
    for (uint32_t round = 1; round < f->round; round++) {
        const struct lm_desk_board *of_a = lm_desk_board_of(f->s, round, a);
        const struct lm_desk_board *of_b = lm_desk_board_of(f->s, round, b);
        balance += of_a == NULL ? 0 : of_a->white == a ? 1 : -1;
        balance -= of_b == NULL ? 0 : of_b->white == b ? 1 : -1;
    }
    return balance != 0 ? balance < 0 : a->number < b->number;
}

enum lm_status lm_desk_least(const struct lm_desk *d, const struct lm_desk_section *s,
                             uint32_t round, struct lm_arena *arena, struct lm_desk_player **sides,
                             size_t *pairs)
{
    struct making how = {.rounds = round - 1};
    struct lm_tournament *t = NULL;
    uint32_t *index = NULL;
    enum lm_status status = lm_desk_make(d, s, &how, arena, &index, NULL, &t);
    if (status != LM_OK)
        return status;
    int32_t *points = lm_arena_alloc(arena, t->player_count + 1, sizeof *points);
    int32_t *own = lm_arena_alloc(arena, s->player_count + 1, sizeof *own);
    int32_t *mate = lm_arena_alloc(arena, s->player_count + 1, sizeof *mate);
    struct field f = {.s = s, .round = round, .points = own};
    f.players = lm_arena_alloc(arena, s->player_count + 1, sizeof(struct lm_desk_player *));
    if (points == NULL || own == NULL || mate == NULL || f.players == NULL)
        return LM_LIMIT;
    lm_points_after(t, round - 1, points);
    int32_t count = 0, high = 1;
    for (size_t i = 0; i < s->player_count; i++)
        if (index[i] != LM_NOBODY && lm_desk_in_play(s->players[i], round) &&
            lm_desk_bye_of(s->players[i], round) == LM_BLANK) {
            f.players[count] = s->players[i];
            own[count++] = points[index[i]];
            high = points[index[i]] > high ? points[index[i]] : high;
        }
    const struct lm_priority range[PRIORITIES] = {
        [MEETINGS] = {.edge_low = -(int64_t)round},
        [FORBIDDEN] = {.edge_low = -1},
        [RECENT] = {.edge_low = -(int64_t)round},
        [BYES] = {.alone_low = -(int64_t)round},
        [DISTANCE] = {.edge_low = -100000, .alone_low = -100000},
    };
    struct lm_priorities wanted = {.count = PRIORITIES,
                                   .range = range,
                                   .most_pairs = true,
                                   .edge = worth,
                                   .alone = alone,
                                   .context = &f};
    status = lm_matching_by_priorities(mate, arena, count, &wanted);
    *pairs = 0;
    for (int32_t i = 0; status == LM_OK && i < count; i++) {
        if (mate[i] != LM_ALONE && mate[i] < i)
            continue;
        struct lm_desk_player *a = f.players[i],
                              *b = mate[i] == LM_ALONE ? NULL : f.players[mate[i]];
        bool white = b == NULL || takes_white(&f, a, b);
        sides[2 * *pairs] = white ? a : b;
        sides[2 * *pairs + 1] = white ? b : a;
        ++*pairs;
    }
    return status;
}
