/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2012/dutch_2012.h"

#include "pairing/colour.h"
#include "pairing/impossible.h"
#include "pairing/legal.h"
#include "pairing/system_rows.h"

/* B1, B2 and its note */
bool lm_dutch_2012_legal(const struct lm_position *position, uint32_t a, uint32_t b)
{
    return !lm_closed_but_to_topscorers(position, a, b) && !lm_is_barred(position, a, b);
}

/* ---- E ---- */

#define IN_2012(number) number, "C.04.1 " number " (2012)"

static const struct lm_rule colour_rules[] = LM_DUTCH_COLOUR_RULES(
    IN_2012("E.1"), IN_2012("E.2"), IN_2012("E.3"), IN_2012("E.4"), IN_2012("E.5"));

/* Does seat ${a}, the higher ranked, get White against ${b}? */
static bool gets_white(const struct lm_position *p, uint32_t a, uint32_t b, uint8_t *rule)
{
    const struct lm_seat *x = &p->seats[a], *y = &p->seats[b];
    *rule = LM_COLOUR_BOTH;
    if (x->wish != y->wish)
        return x->wish != LM_NO_COLOUR ? x->wish == LM_WHITE : y->wish == LM_BLACK;
    if (x->wish == LM_NO_COLOUR) {
        *rule = LM_COLOUR_INITIAL;
        return x->odd == (p->initial_colour == LM_WHITE);
    }
    if (x->strength != y->strength) {
        *rule = LM_COLOUR_STRONGER;
        return (x->strength > y->strength) == (x->wish == LM_WHITE);
    }
    enum lm_colour last = lm_last_different_colour(x, y);
    *rule = last != LM_NO_COLOUR ? LM_COLOUR_ALTERNATE : LM_COLOUR_HIGHER;
    return last != LM_NO_COLOUR ? last == LM_BLACK : x->wish == LM_WHITE;
}

static struct lm_pair coloured(const struct lm_position *p, uint32_t a, uint32_t b)
{
    uint8_t rule = LM_COLOUR_INITIAL + 1; /* of the bye */
    bool white = b == LM_NOBODY || gets_white(p, a, b, &rule);
    struct lm_pair pair = lm_pair_of(p, a, b, white, 0);
    pair.colour_rule = rule;
    return pair;
}

/* ---- The round ---- */

/* Return the number of different scores higher than that of ${seat}. */
static uint16_t scores_before(const struct lm_position *position, uint32_t seat)
{
    uint32_t count = 0;
    for (uint32_t s = 1; s <= seat; s++)
        count += position->seats[s].score != position->seats[s - 1].score;
    return (uint16_t)count;
}

static enum lm_status collect_pairs(const struct lm_position *position, struct lm_arena *arena,
                                    const struct brackets *brackets, struct lm_pairing *pairing)
{
    pairing->pairs = lm_arena_alloc(arena, position->seat_count / 2 + 1, sizeof *pairing->pairs);
    if (pairing->pairs == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < brackets->count; i++) {
        const struct bracket *b = brackets->all[i];
        for (uint32_t a = 0; a < b->count && b->paired; a++) {
            uint32_t partner = b->outcome.partner[a];
            if (partner == NO_PARTNER ? !b->lowest : partner < a)
                continue;
            struct lm_pair *pair = &pairing->pairs[pairing->pair_count++];
            *pair = coloured(position, b->players[a],
                             partner == NO_PARTNER ? LM_NOBODY : b->players[partner]);
            pair->bracket = scores_before(position, partner == NO_PARTNER ? position->seat_count - 1
                                                                          : b->players[partner]);
        }
    }
    return LM_OK;
}

static bool colours_bar(const void *context, uint32_t a, uint32_t b)
{
    return lm_closed_but_to_topscorers(context, a, b);
}

static enum lm_status pair(const struct lm_position *position,
                           const struct lm_pair_request *request, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out)
{
    struct brackets brackets;
    struct lm_pairing *pairing = lm_arena_alloc(arena, 1, sizeof *pairing);
    const struct lm_obstacles obstacles = {
        .position = position, .colours = colours_bar, .context = position, .where = "B1, B2"};
    if (pairing == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_dutch_2012_procedure(position, arena, &brackets);
    if (status == LM_NO_PAIRING)
        return lm_say_impossible(&obstacles, NULL, arena, log);
    *pairing = (struct lm_pairing){.round = position->round};
    if (status == LM_OK)
        status = collect_pairs(position, arena, &brackets, pairing);
    if (status == LM_OK && request->want >= LM_WANT_REASONS) {
        struct lm_bracket *reviewed;
        uint8_t *order;
        bool asks = request->want >= LM_WANT_ALTERNATIVES && request->player == LM_NOBODY &&
                    position->seat_count > LM_DUTCH_2012_PAIRED_AGAIN;
        status = lm_dutch_2012_review(position, pairing->pairs, pairing->pair_count, asks, arena,
                                      &reviewed, &pairing->bracket_count, &order);
        for (uint32_t i = 0; i < pairing->pair_count && status == LM_OK; i++)
            pairing->pairs[i].opponent_rule = order[position->seat_of[pairing->pairs[i].white]];
        pairing->brackets = reviewed;
    }
    if (status == LM_OK)
        *out = pairing;
    return status;
}

const struct lm_system lm_system_dutch_2012 = {
    .name = "dutch-2012",
    .family = "dutch",
    .title = "FIDE Swiss System based on rating (Dutch), as agreed in Istanbul in 2012",
    .source = "C.04.1 (later C.04.3), agreed by the 83rd FIDE Congress, Istanbul 2012",
    .from = "2012/10/01",
    .until = "2017/06/30",
    .codes = (const char *const[]){"FIDE_DUTCH_2012", NULL},
    .games_per_match = 1,
    .rules = {.floats = LM_FLOATS_2012, .pab = LM_PAB_2012},
    .criteria = lm_dutch_2012_criteria,
    .second_bye = LM_DUTCH_2012_SECOND_BYE,
    .completion = LM_DUTCH_2012_HELPS_LOWEST,
    .opponent_rules = lm_dutch_2012_order_rules,
    .closed = lm_closed_but_to_topscorers,
    .colour_rules = colour_rules,
    .pair = pair,
    .judge = lm_dutch_2012_judge,
};
