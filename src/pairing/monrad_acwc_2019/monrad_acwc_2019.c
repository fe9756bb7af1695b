/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/monrad_acwc_2019/monrad_acwc_2019.h"

#include "base/sort.h"
#include "graph/complete.h"

/* With the settled reading a round costs one sort and, per pair, a walk down the ranking past
 * earlier opponents: no player has met more of them than rounds were played. */

enum { SEARCH_LIMIT = 10000000 }; /* steps of the search under ${avoid_rematches} */

/* A row of the ranking with all its sort keys, for lm_sort. */
struct row {
    struct monrad_rank rank;
    int32_t score;
    int32_t seeding;
};

static int descending(int64_t a, int64_t b)
{
    return (a < b) - (a > b);
}

/* Compare averages of opponents' seeding ratings as fractions, without division (III.F.4.i); an
 * average of no opponents is zero. */
static int compare_averages(const struct monrad_rank *a, const struct monrad_rank *b)
{
    int64_t a_count = a->opponents_count > 0 ? a->opponents_count : 1;
    int64_t b_count = b->opponents_count > 0 ? b->opponents_count : 1;
    return descending(a->opponents_sum * b_count, b->opponents_sum * a_count);
}

/* Compare by III.F.4.i: score, average of opponents' seeding ratings, own seeding rating; order of
 * entry. */
static int compare_rows(const void *left, const void *right)
{
    const struct row *a = left;
    const struct row *b = right;
    int order = descending(a->score, b->score);
    if (order == 0)
        order = compare_averages(&a->rank, &b->rank);
    if (order == 0)
        order = descending(a->seeding, b->seeding);
    if (order == 0)
        order = descending(b->rank.player, a->rank.player);
    return order;
}

static struct monrad_rank rank_of(const struct monrad_player *players, uint32_t index,
                                  struct monrad_reading reading)
{
    const struct monrad_player *player = &players[index];
    struct monrad_rank rank = {.player = index};
    /* III.F.4.ii: a bye is not an opponent.  A player with nothing but a bye has no average, hence
     * zero. */
    if (reading.any_bye_zeroes_average && player->byes > 0)
        return rank;
    for (uint32_t i = 0; i < player->opponent_count; i++)
        rank.opponents_sum += players[player->opponents[i]].seeding;
    rank.opponents_count = player->opponent_count;
    return rank;
}

static bool make_ranking(const struct monrad_player *players, uint32_t count,
                         struct monrad_reading reading, struct lm_arena *arena,
                         struct monrad_pairing *pairing)
{
    struct row *rows = lm_arena_alloc(arena, count, sizeof *rows);
    pairing->ranking = lm_arena_alloc(arena, count, sizeof *pairing->ranking);
    if (rows == NULL || pairing->ranking == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (players[i].active) {
            rows[pairing->ranked++] = (struct row){.rank = rank_of(players, i, reading),
                                                   .score = players[i].score,
                                                   .seeding = players[i].seeding};
        }
    }
    lm_sort(rows, pairing->ranked, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < pairing->ranked; i++)
        pairing->ranking[i] = rows[i].rank;
    return true;
}

/* ---- Prohibitions: from outside these rules ---- */

/* List the prohibited opponents of each player, as a graph by rank. */
static bool list_prohibited(const struct monrad_player *players, uint32_t player_count,
                            const struct monrad_pairing *pairing, struct lm_arena *arena,
                            struct lm_graph *graph)
{
    const uint32_t count = pairing->ranked;
    size_t room = 0, at = 0;
    for (uint32_t i = 0; i < count; i++)
        room += players[pairing->ranking[i].player].prohibited_count;
    size_t *start = lm_arena_alloc(arena, (size_t)count + 1, sizeof *start);
    int32_t *list = lm_arena_alloc(arena, room, sizeof *list);
    int32_t *rank = lm_arena_alloc(arena, player_count, sizeof *rank);
    if (start == NULL || list == NULL || rank == NULL)
        return false;
    for (uint32_t i = 0; i < player_count; i++)
        rank[i] = LM_ALONE;
    for (uint32_t i = 0; i < count; i++)
        rank[pairing->ranking[i].player] = (int32_t)i;
    for (uint32_t i = 0; i < count; i++) {
        const struct monrad_player *player = &players[pairing->ranking[i].player];
        for (uint32_t k = 0; k < player->prohibited_count; k++)
            if (rank[player->prohibited[k]] != LM_ALONE)
                list[at++] = rank[player->prohibited[k]];
        start[i + 1] = at;
    }
    *graph = (struct lm_graph){
        .form = LM_GRAPH_BARRED, .vertices = (int32_t)count, .start = start, .list = list};
    return true;
}

/* Match the pairs that are not prohibited among the ranked, as far as possible; NULL: no
 * prohibitions. */
static enum lm_status match_allowed(const struct monrad_player *players, uint32_t player_count,
                                    const struct monrad_pairing *pairing, struct lm_arena *arena,
                                    struct lm_matching **out)
{
    bool any = false;
    struct lm_graph graph;
    for (uint32_t i = 0; i < pairing->ranked; i++)
        any |= players[pairing->ranking[i].player].prohibited_count > 0;
    *out = NULL;
    if (!any)
        return LM_OK;
    if (!list_prohibited(players, player_count, pairing, arena, &graph))
        return LM_LIMIT;
    enum lm_status status = lm_matching_new(out, arena, &graph);
    if (status == LM_OK)
        lm_matching_repair(*out);
    return status;
}

/* Choose the bye (III.F.4.ii): with an odd number the lowest-ranked player without a bye; when all
 * have had one, the lowest-ranked of those with the fewest.  LM_NO_PAIRING: prohibitions leave no
 * pairing. */
static enum lm_status choose_bye(const struct monrad_player *players, struct lm_matching *allowed,
                                 struct lm_arena *arena, struct monrad_pairing *pairing)
{
    bool *inessential = lm_arena_alloc(arena, pairing->ranked, sizeof *inessential);
    uint32_t rank = MONRAD_NO_BYE;
    if (inessential == NULL)
        return LM_LIMIT;
    if (allowed != NULL && (uint32_t)lm_matching_alone(allowed) != pairing->ranked % 2)
        return LM_NO_PAIRING;
    if (pairing->ranked % 2 == 0)
        return LM_OK;
    if (allowed != NULL)
        lm_matching_even_set(allowed, inessential);
    for (uint32_t i = pairing->ranked; i-- > 0;) {
        uint32_t player = pairing->ranking[i].player;
        if ((allowed == NULL || inessential[i]) &&
            (rank == MONRAD_NO_BYE || players[player].byes < players[pairing->bye].byes)) {
            rank = i;
            pairing->bye = player;
        }
    }
    if (allowed != NULL) {
        lm_matching_remove(allowed, (int32_t)rank);
        lm_matching_repair(allowed);
    }
    return LM_OK;
}

/* All players to be paired, by rank, as a list from which pairs are taken and put back. */
struct queue {
    const struct monrad_player *players;
    const uint32_t *order;
    const uint32_t *rank; /* per position */
    uint32_t *next;       /* of the next position; position 0 is the head, ${end} the end */
    uint32_t end;
    struct lm_completion *allowed; /* by rank; NULL: all players can meet */
    uint32_t *met, *prohibited;    /* per player: the position of the last player who met, or cannot
                                      meet, this one */
};

/* Mark the players whom the player at ${first} has met or must not meet. */
static void mark(const struct queue *queue, uint32_t first)
{
    const struct monrad_player *player = &queue->players[queue->order[first]];
    for (uint32_t i = 0; i < player->opponent_count; i++)
        queue->met[player->opponents[i]] = first;
    for (uint32_t i = 0; i < player->prohibited_count; i++)
        queue->prohibited[player->prohibited[i]] = first;
}

/* Can the player at ${first}, who is marked, meet the one at ${second} without leaving the others
 * prohibited pairs? */
static bool may_meet(const struct queue *queue, uint32_t first, uint32_t second)
{
    return queue->allowed == NULL ||
           (queue->prohibited[queue->order[second]] != first &&
            lm_completion_take(queue->allowed, (int32_t)queue->rank[first],
                               (int32_t)queue->rank[second]));
}

/* Return the position before the partner of ${first}: the nearest, or (${new}) the nearest not yet
 * met; the end's: there is none. */
static uint32_t before_nearest(const struct queue *queue, uint32_t first, bool new)
{
    const uint32_t *next = queue->next;
    uint32_t before = first;
    for (; next[before] != queue->end; before = next[before]) {
        uint32_t second = next[before];
        if (new && queue->met[queue->order[second]] == first)
            continue;
        if (may_meet(queue, first, second))
            break;
    }
    return before;
}

/* III.F.4.iii: the highest unpaired player takes the nearest in the ranking not yet met; a player
 * who has met all that are left takes the nearest of them. */
static void pair_from_the_top(const struct queue *queue, struct monrad_pairing *pairing)
{
    uint32_t *next = queue->next;
    while (next[0] != queue->end) {
        uint32_t first = next[0];
        mark(queue, first);
        uint32_t before = before_nearest(queue, first, true);
        bool rematch = next[before] == queue->end;
        if (rematch)
            before = before_nearest(queue, first, false);
        uint32_t second = next[before];
        next[before] = next[second];
        next[0] = next[first];
        pairing->pairs[pairing->pair_count++] =
            (struct monrad_pair){queue->order[first], queue->order[second], rematch};
    }
}

static bool have_met(const struct monrad_player *players, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < players[a].opponent_count; i++) {
        if (players[a].opponents[i] == b)
            return true;
    }
    return false;
}

/* Find the first pairing in the same order that has no rematch.  Return whether there is one;
 * ${*steps} are left. */
static bool pair_without_rematch(const struct queue *queue, struct monrad_pairing *pairing,
                                 uint32_t *steps)
{
    uint32_t *next = queue->next;
    uint32_t first = next[0];
    if (first == queue->end)
        return true;
    next[0] = next[first];
    uint32_t before = 0;
    for (uint32_t second = next[0]; second != queue->end && *steps > 0; second = next[second]) {
        --*steps;
        if (!have_met(queue->players, queue->order[first], queue->order[second])) {
            next[before] = next[second];
            pairing->pairs[pairing->pair_count++] =
                (struct monrad_pair){queue->order[first], queue->order[second], false};
            if (pair_without_rematch(queue, pairing, steps))
                return true;
            pairing->pair_count--;
            next[before] = second;
        }
        before = second;
    }
    next[0] = first;
    return false;
}

/* Make ${queue} the list of all players to be paired. */
static bool make_queue(struct queue *queue, uint32_t player_count,
                       const struct monrad_pairing *pairing, struct lm_arena *arena)
{
    uint32_t *order = lm_arena_alloc(arena, pairing->ranked + 2u, sizeof *order);
    uint32_t *rank = lm_arena_alloc(arena, pairing->ranked + 2u, sizeof *rank);
    queue->next = lm_arena_alloc(arena, pairing->ranked + 2u, sizeof *queue->next);
    queue->met = lm_arena_alloc(arena, player_count, sizeof *queue->met);
    queue->prohibited = lm_arena_alloc(arena, player_count, sizeof *queue->prohibited);
    if (order == NULL || rank == NULL || queue->next == NULL || queue->met == NULL ||
        queue->prohibited == NULL)
        return false;
    uint32_t end = 1;
    for (uint32_t i = 0; i < pairing->ranked; i++) {
        queue->next[end - 1] = end;
        rank[end] = i;
        if (pairing->ranking[i].player != pairing->bye)
            order[end++] = pairing->ranking[i].player;
    }
    queue->next[end - 1] = end;
    queue->end = end;
    queue->order = order;
    queue->rank = rank;
    return true;
}

static enum lm_status make_pairs(const struct monrad_player *players, uint32_t player_count,
                                 struct monrad_reading reading, struct lm_matching *allowed,
                                 struct lm_arena *arena, struct monrad_pairing *pairing)
{
    struct queue queue = {.players = players};
    pairing->pairs = lm_arena_alloc(arena, pairing->ranked / 2u, sizeof *pairing->pairs);
    if (pairing->pairs == NULL || !make_queue(&queue, player_count, pairing, arena))
        return LM_LIMIT;
    uint32_t steps = SEARCH_LIMIT;
    if (reading.avoid_rematches && allowed == NULL && pair_without_rematch(&queue, pairing, &steps))
        return LM_OK;
    if (steps == 0 || (allowed != NULL && lm_completion_new(&queue.allowed, arena, allowed,
                                                            (int32_t)pairing->ranked) != LM_OK))
        return LM_LIMIT;
    pair_from_the_top(&queue, pairing);
    return LM_OK;
}

enum lm_status lm_monrad_pair(const struct monrad_player *players, uint32_t count,
                              struct monrad_reading reading, struct lm_arena *arena,
                              struct monrad_pairing *out)
{
    struct monrad_pairing pairing = {.bye = MONRAD_NO_BYE};
    if (!make_ranking(players, count, reading, arena, &pairing))
        return LM_LIMIT;
    struct lm_matching *allowed;
    enum lm_status status = match_allowed(players, count, &pairing, arena, &allowed);
    if (status == LM_OK)
        status = choose_bye(players, allowed, arena, &pairing);
    if (status == LM_OK)
        status = make_pairs(players, count, reading, allowed, arena, &pairing);
    if (status == LM_OK)
        *out = pairing;
    return status;
}
