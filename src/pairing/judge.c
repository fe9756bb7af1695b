/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/judge.h"

#include <string.h>

enum lm_status lm_read_given(const struct lm_position *p, const struct lm_pair *pairs,
                             uint32_t count, struct lm_arena *arena, struct lm_given *out)
{
    struct lm_given given = {.partner = lm_arena_alloc(arena, p->seat_count, sizeof *given.partner),
                             .colour = lm_arena_alloc(arena, p->seat_count, sizeof *given.colour),
                             .bye = LM_NOBODY};
    if (given.partner == NULL || given.colour == NULL)
        return LM_LIMIT;
    for (uint32_t seat = 0; seat < p->seat_count; seat++)
        given.partner[seat] = LM_NOBODY;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t white = p->seat_of[pairs[i].white];
        uint32_t black = pairs[i].black == LM_NOBODY ? LM_NOBODY : p->seat_of[pairs[i].black];
        if (pairs[i].black == LM_NOBODY)
            given.bye = white;
        if (white == LM_NOBODY || black == LM_NOBODY)
            continue;
        given.partner[white] = black;
        given.partner[black] = white;
        given.colour[white] = 1;
        given.colour[black] = -1;
    }
    *out = given;
    return LM_OK;
}

void lm_finding_add(struct lm_finding_list *list, uint8_t rule, const int32_t *values, size_t count)
{
    if (count == 0 || (count == 1 && values[0] == 0))
        return;
    int32_t *copy = lm_arena_alloc(list->arena, count, sizeof *copy);
    if (copy == NULL || !lm_arena_grow(list->arena, &list->items, &list->capacity, list->count + 1,
                                       sizeof *list->items)) {
        list->failed = true;
        return;
    }
    memcpy(copy, values, count * sizeof *copy);
    list->items[list->count++] =
        (struct lm_finding){.rule = rule, .values = copy, .value_count = count};
}

uint32_t *lm_players_of(const struct lm_position *p, const uint32_t *seats, size_t count,
                        struct lm_arena *arena)
{
    uint32_t *players = lm_arena_alloc(arena, count, sizeof *players);
    for (size_t i = 0; players != NULL && i < count; i++)
        players[i] = p->seats[seats[i]].player;
    return players;
}

void lm_finding_note(struct lm_finding_list *list, const struct lm_position *p, int rule,
                     enum lm_question about, const int32_t *values, size_t count,
                     const uint32_t *seats, size_t seat_count)
{
    size_t before = list->count;
    lm_finding_add(list, (uint8_t)rule, values, count);
    if (list->failed || list->count == before)
        return;
    struct lm_finding *finding = &list->items[before];
    finding->about = (uint8_t)about;
    finding->players = lm_players_of(p, seats, seat_count, list->arena);
    finding->player_count = seat_count;
    list->failed = finding->players == NULL;
}

void lm_sort_falling(int32_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && values[k] > values[k - 1]; k--) {
            int32_t value = values[k];
            values[k] = values[k - 1];
            values[k - 1] = value;
        }
}

enum lm_status lm_judgement(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_bracket *brackets, size_t bracket_count,
                            struct lm_arena *arena, struct lm_pairing **out)
{
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    struct lm_pair *copy = lm_arena_alloc(arena, pair_count, sizeof *copy);
    if (pairing == NULL || copy == NULL)
        return LM_LIMIT;
    memcpy(copy, pairs, pair_count * sizeof *copy);
    *pairing = (struct lm_pairing){.round = p->round,
                                   .pairs = copy,
                                   .pair_count = pair_count,
                                   .brackets = brackets,
                                   .bracket_count = bracket_count};
    *out = pairing;
    return LM_OK;
}
