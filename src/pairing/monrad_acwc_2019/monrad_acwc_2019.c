/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/monrad_acwc_2019/monrad_acwc_2019.h"

#include <stdlib.h>

/* With the settled reading a round costs one sort and, per pair, a walk down the ranking past
 * earlier opponents: no player has met more of them than rounds were played. */

enum { SEARCH_LIMIT = 10000000 }; /* steps of the search under ${avoid_rematches} */

/* A row of the ranking with everything it is compared by, for qsort. */
struct row {
    struct monrad_rank rank;
    int32_t score;
    int32_t seeding;
};

static int descending(int64_t a, int64_t b)
{
    return (a < b) - (a > b);
}

/* Average of opponents' seeding ratings as a fraction, compared without division (III.F.4.i); an
 * average over nobody is zero. */
static int compare_averages(const struct monrad_rank *a, const struct monrad_rank *b)
{
    int64_t a_count = a->opponents_count > 0 ? a->opponents_count : 1;
    int64_t b_count = b->opponents_count > 0 ? b->opponents_count : 1;
    return descending(a->opponents_sum * b_count, b->opponents_sum * a_count);
}

/* III.F.4.i: score, average of opponents' seeding ratings, own seeding rating; order of entry. */
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
    /* III.F.4.ii: a bye is no opponent.  Who has nothing but a bye has no average, hence zero. */
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
    qsort(rows, pairing->ranked, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < pairing->ranked; i++)
        pairing->ranking[i] = rows[i].rank;
    return true;
}

/* III.F.4.ii: with an odd number the lowest-ranked player without a bye; when all have had one,
 * the lowest-ranked of those with the fewest. */
static uint32_t bye_of(const struct monrad_player *players, const struct monrad_pairing *pairing)
{
    if (pairing->ranked % 2 == 0)
        return MONRAD_NO_BYE;
    uint32_t chosen = pairing->ranking[pairing->ranked - 1].player;
    for (uint32_t i = pairing->ranked; i-- > 0;) {
        uint32_t player = pairing->ranking[i].player;
        if (players[player].byes < players[chosen].byes)
            chosen = player;
    }
    return chosen;
}

/* Have they met, or must they not? */
static bool have_met(const struct monrad_player *players, uint32_t a, uint32_t b)
{
    for (uint32_t i = 0; i < players[a].opponent_count; i++) {
        if (players[a].opponents[i] == b)
            return true;
    }
    for (uint32_t i = 0; i < players[a].prohibited_count; i++) {
        if (players[a].prohibited[i] == b)
            return true;
    }
    return false;
}

/* Everybody to be paired, by rank, as a list from which pairs are taken and given back. */
struct queue {
    const struct monrad_player *players;
    const uint32_t *order;
    uint32_t *next; /* of the position after; position 0 is the head, ${end} the end */
    uint32_t end;
};

/* III.F.4.iii: the highest unpaired player takes the nearest in the ranking not yet met; who has
 * met all that are left takes the nearest of them. */
static void pair_from_the_top(const struct queue *queue, struct monrad_pairing *pairing)
{
    uint32_t *next = queue->next;
    while (next[0] != queue->end) {
        uint32_t first = next[0];
        uint32_t before = first;
        while (next[before] != queue->end &&
               have_met(queue->players, queue->order[first], queue->order[next[before]]))
            before = next[before];
        bool rematch = next[before] == queue->end;
        if (rematch)
            before = first;
        uint32_t second = next[before];
        next[before] = next[second];
        next[0] = next[first];
        pairing->pairs[pairing->pair_count++] =
            (struct monrad_pair){queue->order[first], queue->order[second], rematch};
    }
}

/* The first pairing in the same order that has no rematch.  Returns whether there is one;
 * ${*steps} is what may still be tried. */
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

static enum lm_status make_pairs(const struct monrad_player *players, struct monrad_reading reading,
                                 struct lm_arena *arena, struct monrad_pairing *pairing)
{
    uint32_t *order = lm_arena_alloc(arena, pairing->ranked + 2u, sizeof *order);
    uint32_t *next = lm_arena_alloc(arena, pairing->ranked + 2u, sizeof *next);
    pairing->pairs = lm_arena_alloc(arena, pairing->ranked / 2u, sizeof *pairing->pairs);
    if (order == NULL || next == NULL || pairing->pairs == NULL)
        return LM_LIMIT;
    uint32_t end = 1;
    for (uint32_t i = 0; i < pairing->ranked; i++) {
        next[end - 1] = end;
        if (pairing->ranking[i].player != pairing->bye)
            order[end++] = pairing->ranking[i].player;
    }
    next[end - 1] = end;
    struct queue queue = {players, order, next, end};
    uint32_t steps = SEARCH_LIMIT;
    if (reading.avoid_rematches && pair_without_rematch(&queue, pairing, &steps))
        return LM_OK;
    if (steps == 0)
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
    pairing.bye = bye_of(players, &pairing);
    enum lm_status status = make_pairs(players, reading, arena, &pairing);
    if (status == LM_OK)
        *out = pairing;
    return status;
}
