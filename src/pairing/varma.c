/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/varma.h"

#include <string.h>

enum { ENVELOPES = 4, TABLES = (LM_VARMA_MOST - LM_VARMA_LEAST + 1) / 2 };

/* C.05 Annex 2 art. 5: the envelope of each number, from 1, by the even number of players. */
static const char *const tables[TABLES] = {
    "CDAABCBABD",               /* 9, 10 */
    "BBDAACBCAADC",             /* 11, 12 */
    "BBDAAACBBCAACD",           /* 13, 14 */
    "BBBDAAACBBCAAACD",         /* 15, 16 */
    "BBBDAAAACBBBCAAACD",       /* 17, 18 */
    "BBBDCAAAACBBBBAAAACD",     /* 19, 20 */
    "BBBBDAAAAACBBBBCAAAACD",   /* 21, 22 */
    "BBBBDAAAAAACBBBBBCAAAACD", /* 23, 24 */
};

char lm_varma_envelope(uint32_t count, uint32_t number)
{
    if (count < LM_VARMA_LEAST || count > LM_VARMA_MOST || number == 0 || number > count)
        return 0;
    return tables[(count - LM_VARMA_LEAST) / 2][number - 1];
}

struct draw {
    const struct lm_varma_player *players;
    uint32_t count;
    struct lm_random *random;
    uint32_t *order; /* the drawing order */
    bool taken[LM_VARMA_MOST + 1];
};

static bool same_contingent(const struct draw *d, uint32_t a, uint32_t b)
{
    const char *one = d->players[a].contingent;
    return a == b || (one[0] != '\0' && strcmp(one, d->players[b].contingent) == 0);
}

static uint32_t size_of(const struct draw *d, uint32_t player)
{
    uint32_t size = 0;
    for (uint32_t i = 0; i < d->count; i++)
        size += same_contingent(d, player, i);
    return size;
}

/* Does ${a} draw before ${b}?  Art. 2: the largest contingent, then by code, then by name. */
static bool draws_before(const struct draw *d, uint32_t a, uint32_t b)
{
    uint32_t x = size_of(d, a), y = size_of(d, b);
    if (x != y)
        return x > y;
    int order = strcmp(d->players[a].contingent, d->players[b].contingent);
    if (order == 0)
        order = strcmp(d->players[a].name, d->players[b].name);
    return order != 0 ? order < 0 : a < b;
}

static void set_order(struct draw *d)
{
    for (uint32_t i = 0; i < d->count; i++) {
        uint32_t k = i;
        for (; k > 0 && draws_before(d, i, d->order[k - 1]); k--)
            d->order[k] = d->order[k - 1];
        d->order[k] = i;
    }
}

static uint32_t left_in(const struct draw *d, char envelope)
{
    uint32_t left = 0;
    for (uint32_t number = 1; number <= d->count; number++)
        left += !d->taken[number] && lm_varma_envelope(d->count, number) == envelope;
    return left;
}

/* Art. 3: return an envelope with enough numbers for ${size}, by lot; otherwise one with the most
 * left. */
static char choose_envelope(const struct draw *d, uint32_t size)
{
    uint32_t most = 0;
    for (char e = 'A'; e < 'A' + ENVELOPES; e++)
        most = left_in(d, e) > most ? left_in(d, e) : most;
    uint32_t least = most < size ? most : size, fit = 0;
    for (char e = 'A'; e < 'A' + ENVELOPES; e++)
        fit += left_in(d, e) >= least;
    uint64_t lot = lm_random_below(d->random, fit);
    char envelope = 'A';
    while (left_in(d, envelope) < least || lot-- > 0)
        envelope++;
    return envelope;
}

static uint32_t draw_number(struct draw *d, char envelope)
{
    uint64_t lot = lm_random_below(d->random, left_in(d, envelope));
    uint32_t number = 1;
    while (d->taken[number] || lm_varma_envelope(d->count, number) != envelope || lot-- > 0)
        number++;
    d->taken[number] = true;
    return number;
}

enum lm_status lm_varma_draw(const struct lm_varma_player *players, uint32_t count,
                             struct lm_random *random, struct lm_arena *arena, struct lm_log *log,
                             struct lm_varma_number *out)
{
    struct draw d = {.players = players, .count = count, .random = random};
    if (count < LM_VARMA_LEAST || count > LM_VARMA_MOST)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "players"},
                          "draw the numbers by plain lot",
                          "C.05 Annex 2 has tables for %d to %d players, not for %u",
                          LM_VARMA_LEAST, LM_VARMA_MOST, count);
    d.order = lm_arena_alloc(arena, count, sizeof *d.order);
    if (d.order == NULL)
        return LM_LIMIT;
    set_order(&d);
    for (uint32_t i = 0; i < count;) {
        uint32_t size = size_of(&d, d.order[i]), drawn = 0;
        bool apart = true;
        while (drawn < size) {
            char envelope = choose_envelope(&d, size - drawn);
            for (; drawn < size && left_in(&d, envelope) > 0; drawn++, i++)
                out[d.order[i]] =
                    (struct lm_varma_number){draw_number(&d, envelope), envelope, true};
            apart &= drawn == size;
        }
        for (uint32_t k = i - size; k < i; k++)
            out[d.order[k]].apart = apart;
    }
    return LM_OK;
}
