/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2006/dutch_2006.h"

/* A8, for p = ${pairs}.  With all pairs made it is b - q; each pair less leaves two players over,
 * who can both be of the larger kind: b - q - 1, as in C14. */
uint32_t lm_dutch_2006_x(uint32_t count, uint32_t pairs, uint32_t white, uint32_t black)
{
    uint32_t larger = white > black ? white : black;
    uint32_t spared = count - pairs;
    return larger > spared ? larger - spared : 0;
}

/*
 * Apply A7(d): in even rounds players with a mild preference who had a bye count, and are treated,
 * as preferring the other colour where that reduces x, down the bracket in A2 order while it does.
 */
static void bend_mild_preferences(const struct field *field, struct bracket *b, uint32_t white,
                                  uint32_t black)
{
    uint8_t larger = white > black ? LM_WHITE : LM_BLACK;
    uint32_t x = lm_dutch_2006_x(b->count, b->count / 2, white, black);
    for (uint32_t i = 0; i < b->count && x > 0; i++) {
        const struct entrant *who = &field->entrants[b->players[i]];
        if (!who->had_bye || who->strength != MILD || who->wish != larger)
            continue;
        b->wish[i] = larger == LM_WHITE ? LM_BLACK : LM_WHITE;
        x--;
    }
}

/* A3 and A6: moved-down players are paired first unless they are at least half of the bracket. */
static struct target full_target(const struct bracket *b)
{
    if (b->moved == 0 || 2 * b->moved >= b->count)
        return (struct target){.moved = 0, .rest = b->count / 2};
    return (struct target){.moved = b->moved, .rest = (b->count - 2 * b->moved) / 2};
}

enum lm_status lm_dutch_2006_measure(const struct field *field, struct bracket *bracket)
{
    uint32_t white = 0, black = 0;
    bracket->wish = lm_arena_alloc(field->arena, bracket->count, sizeof *bracket->wish);
    if (bracket->wish == NULL)
        return LM_LIMIT;
    bracket->moved = 0;
    for (uint32_t i = 0; i < bracket->count; i++) {
        const struct entrant *who = &field->entrants[bracket->players[i]];
        bracket->wish[i] = who->wish;
        bracket->moved += who->score > bracket->score;
        white += who->wish == LM_WHITE;
        black += who->wish == LM_BLACK;
    }
    if (field->even_round)
        bend_mild_preferences(field, bracket, white, black);
    bracket->full = full_target(bracket);
    bracket->target = bracket->full;
    return LM_OK;
}
