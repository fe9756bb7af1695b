/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2006/dutch_2006.h"

#include "limmat/dutch_2006.h"
#include "pairing/dutch_2006/dutch_2006_reasons.h"
#include "pairing/impossible.h"
#include "pairing/legal.h"
#include "pairing/system_rows.h"

/* Collect the pairs of all brackets, and the bye. */
static enum lm_status collect_pairs(const struct field *field, const struct brackets *brackets,
                                    struct lm_pairing *pairing)
{
    pairing->pairs = lm_arena_alloc(field->arena, field->count / 2 + 1, sizeof *pairing->pairs);
    if (pairing->pairs == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < brackets->count; i++) {
        const struct bracket *b = brackets->all[i];
        for (uint32_t a = 0; a < b->count && b->paired; a++) {
            uint32_t partner = b->outcome.partner[a];
            if (partner == NO_PARTNER ? !b->lowest : partner < a)
                continue;
            struct lm_pair *pair = &pairing->pairs[pairing->pair_count++];
            *pair = partner == NO_PARTNER ? lm_dutch_2006_bye(field, b, a)
                                          : lm_dutch_2006_colours(field, b, a, partner);
            pair->bracket = (uint16_t)i;
        }
    }
    return LM_OK;
}

struct legality {
    const struct field *field;
    uint32_t *entrant_of; /* per seat */
};

/* B2 */
static bool colours_bar(const void *context, uint32_t a, uint32_t b)
{
    const struct legality *l = context;
    return !lm_is_barred(l->field->position, a, b) &&
           !lm_dutch_2006_legal(l->field, l->entrant_of[a], l->entrant_of[b]);
}

static enum lm_status say_impossible(const struct field *field, struct lm_log *log)
{
    struct legality legality = {field,
                                lm_arena_alloc(field->arena, field->count, sizeof(uint32_t))};
    if (legality.entrant_of == NULL)
        return LM_LIMIT;
    for (uint32_t a = 0; a < field->count; a++)
        legality.entrant_of[field->entrants[a].seat_index] = a;
    struct lm_obstacles obstacles = {.position = field->position,
                                     .colours = colours_bar,
                                     .context = &legality,
                                     .where = "B1, B2"};
    return lm_say_impossible(&obstacles, NULL, field->arena, log);
}

static enum lm_status pair(const struct lm_position *position,
                           const struct lm_pair_request *request, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out)
{
    struct field field;
    struct brackets brackets;
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    if (pairing == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_dutch_2006_field(position, arena, &field);
    if (status == LM_OK)
        status = lm_dutch_2006_procedure(&field, &brackets);
    if (status == LM_NO_PAIRING)
        return say_impossible(&field, log);
    *pairing = (struct lm_pairing){.round = position->round};
    if (status == LM_OK)
        status = collect_pairs(&field, &brackets, pairing);
    if (status == LM_OK && request->want >= LM_WANT_REASONS)
        status = lm_dutch_2006_reasons(&field, &brackets, request, pairing);
    if (status == LM_OK)
        *out = pairing;
    return status;
}

/* F1: number boards by the order of A2. */
static enum lm_status number(const struct lm_tournament *t, struct lm_arena *arena,
                             uint32_t *number_of)
{
    uint32_t *order = lm_arena_alloc(arena, t->player_count, sizeof *order);
    if (order == NULL || lm_dutch_2006_order(t, arena, order) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < t->player_count; i++)
        number_of[order[i]] = i + 1;
    return LM_OK;
}

/* B2 */
static bool is_closed(const struct lm_position *p, uint32_t a, uint32_t b)
{
    const struct lm_seat *x = &p->seats[a], *y = &p->seats[b];
    bool half = lm_dutch_2006_may_break_b2(p, x) && lm_dutch_2006_may_break_b2(p, y);
    return lm_same_absolute_wish(x, y) && !half;
}

const struct lm_system lm_system_dutch_2006 = {
    .name = "dutch-2006",
    .family = "dutch",
    .title = "FIDE Swiss System based on rating (Dutch), as approved until 2006",
    .source = "C.04.1, approved 1992, 1997, 1998, 2001 and 2006",
    .from = "2001/01/01",
    .until = "2012/09/30",
    .codes = (const char *const[]){"FIDE_DUTCH_2006", NULL},
    .games_per_match = 1,
    .orders_by_name = true,
    .number = number,
    .rules = {.floats = LM_FLOATS_2006, .pab = LM_PAB_WON},
    .criteria = lm_dutch_2006_criteria,
    .second_bye = LM_DUTCH_2006_SECOND_BYE,
    .opponent_rules = lm_dutch_2006_order_rules,
    .closed = is_closed,
    .colour_rules = lm_dutch_2006_colour_rules,
    .completion = LM_DUTCH_2006_HELPS_LOWEST,
    .pair = pair,
    .judge = lm_dutch_2006_judge,
};
