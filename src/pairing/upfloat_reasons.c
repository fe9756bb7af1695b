/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sort.h"
#include "pairing/meeting.h"
#include "pairing/turns.h"
#include "pairing/upfloat.h"

/*
 * Why two players meet, and why not an earlier one in the order of C.04.5 or C.04.6.
 *
 * A pairing of a bracket is identified by its top members, then by their bottom members (art.
 * 3.6.2): so a top member asks about the bottom members before the actual one.  Of the sets of
 * upfloaters that are as small and of the same scores [C4], [C5] the first legal and best one is
 * taken (art. 3.5.5): so any player who comes before an upfloater and was passed over made the set
 * illegal or worse.
 */

/* The members of a bracket who are the bottom member of a pair, by TPN. */
struct line {
    uint32_t *seats;
    uint32_t count;
};

struct numbered {
    uint32_t tpn, seat;
};

static int by_tpn(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    return x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

static uint32_t pairs_in(const struct lm_up_bracket *b)
{
    return (b->resident_count + b->upfloater_count) / 2;
}

static enum lm_status line_up_bottoms(const struct lm_up_bracket *b, struct line *line)
{
    uint32_t count = pairs_in(b);
    struct numbered *all = lm_arena_alloc(b->arena, count, sizeof *all);
    *line = (struct line){lm_arena_alloc(b->arena, count, sizeof *line->seats), count};
    if (all == NULL || line->seats == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        all[i] = (struct numbered){b->p->seats[b->pairs[i][1]].tpn, b->pairs[i][1]};
    lm_sort(all, count, sizeof *all, by_tpn);
    for (uint32_t i = 0; i < count; i++)
        line->seats[i] = all[i].seat;
    return LM_OK;
}

static enum lm_status note_order(const struct lm_up_bracket *b, uint8_t *order)
{
    struct line bottoms;
    uint32_t count = pairs_in(b), seats = b->p->seat_count;
    enum lm_status status = line_up_bottoms(b, &bottoms);
    uint32_t *partner = lm_arena_alloc(b->arena, seats, sizeof *partner);
    uint32_t *tops = lm_arena_alloc(b->arena, count, sizeof *tops);
    bool *taken = lm_arena_alloc(b->arena, seats, sizeof *taken);
    if (status != LM_OK || partner == NULL || tops == NULL || taken == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        tops[i] = b->pairs[i][0];
        partner[tops[i]] = b->pairs[i][1];
    }
    lm_take_turns(partner, tops, count, bottoms.seats, count, taken, order);
    /* They are halves only if every top member comes before every bottom member. */
    bool halves = count > 0 && b->p->seats[tops[count - 1]].tpn < b->p->seats[bottoms.seats[0]].tpn;
    for (uint32_t i = 0; i < count; i++)
        order[i] = order[i] == LM_TURN_OTHER           ? UP_ORDER_OTHER
                   : order[i] == LM_TURN_ROW && halves ? UP_ORDER_HALVES
                                                       : UP_ORDER_NEXT;
    return LM_OK;
}

/* ---- Alternatives ---- */

enum { QUESTIONS_EACH = 4 };

/* Brackets larger than the first are weighed for one player only, than the second not at all. */
enum { WEIGHED_FOR_ALL = 60, WEIGHED_FOR_ONE = 300 };

struct weighing {
    const struct lm_up_rules *rules;
    const struct lm_up_bracket *b;
    struct lm_alternative *all;
    size_t count, capacity;
};

/* Record that ${seat} does not float up. */
static void note(struct weighing *w, uint32_t seat, enum lm_up_against why)
{
    if (w->count < w->capacity)
        w->all[w->count++] = (struct lm_alternative){.player = w->b->p->seats[seat].player,
                                                     .opponent = LM_NOBODY,
                                                     .rule = (uint8_t)(w->rules->against + why),
                                                     .told = true};
}

static bool is_upfloater(const struct lm_up_bracket *b, uint32_t seat)
{
    for (uint32_t i = 0; i < b->upfloater_count; i++)
        if (b->upfloaters[i] == seat)
            return true;
    return false;
}

/* Ask about the bottom members before that of pair ${number} whom the earlier tops have left. */
static enum lm_status ask_of_pair(struct weighing *w, uint32_t number, const struct line *bottoms)
{
    const struct lm_up_bracket *b = w->b;
    const struct lm_seat *seats = b->p->seats;
    uint32_t top = b->pairs[number][0], asked = 0;
    enum lm_status status = LM_OK;
    for (uint32_t i = 0; bottoms->seats[i] != b->pairs[number][1] && asked < QUESTIONS_EACH &&
                         w->count < w->capacity && status == LM_OK;
         i++) {
        uint32_t other = bottoms->seats[i];
        bool taken = seats[other].tpn < seats[top].tpn;
        for (uint32_t k = 0; k < number && !taken; k++)
            taken = b->pairs[k][1] == other;
        if (taken)
            continue;
        asked++;
        status = lm_up_force(w->rules, b, top, other, &w->all[w->count]);
        w->all[w->count++].expected = false;
    }
    return status;
}

/* Find the objection to ${other} in place of upfloater ${number}.  All others being equal, [C6]
 * remains. */
static enum lm_status ask_of_upfloater(struct weighing *w, uint32_t number, uint32_t other)
{
    const struct lm_up_bracket *b = w->b;
    struct lm_mark mark = lm_arena_mark(b->arena);
    uint32_t up = b->resident_count, below = 0;
    uint32_t *group = lm_arena_alloc(b->arena, up + b->upfloater_count, sizeof *group);
    uint32_t *rest = lm_arena_alloc(b->arena, b->lower_count, sizeof *rest);
    if (group == NULL || rest == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->resident_count; i++)
        group[i] = b->residents[i];
    for (uint32_t i = 0; i < b->upfloater_count; i++)
        group[up++] = i == number ? other : b->upfloaters[i];
    for (uint32_t i = 0; i < b->lower_count; i++) {
        bool leaves = b->lower[i] == other ||
                      (is_upfloater(b, b->lower[i]) && b->lower[i] != b->upfloaters[number]);
        if (!leaves)
            rest[below++] = b->lower[i];
    }
    bool within, outside;
    bool again = lm_up_was_floater(b->p, other) && !lm_up_was_floater(b->p, b->upfloaters[number]);
    enum lm_status status = lm_all_can_meet(b->p, group, up, b->arena, &within);
    if (status == LM_OK)
        status = lm_all_can_meet(b->p, rest, below, b->arena, &outside);
    lm_arena_reset(b->arena, mark);
    if (status != LM_OK)
        return status;
    note(w, other, !within ? UP_GROUP : !outside ? UP_BELOW : again ? UP_AGAIN : UP_NEED);
    return LM_OK;
}

/* Ask about the players of the same score before upfloater ${number} who do not float up. */
static enum lm_status ask_of_upfloaters(struct weighing *w, uint32_t number)
{
    const struct lm_up_bracket *b = w->b;
    uint32_t own = b->upfloaters[number], asked = 0;
    for (uint32_t i = 0; b->lower[i] != own && asked < QUESTIONS_EACH; i++) {
        if (b->p->seats[b->lower[i]].score != b->p->seats[own].score ||
            is_upfloater(b, b->lower[i]))
            continue;
        enum lm_status status = ask_of_upfloater(w, number, b->lower[i]);
        if (status != LM_OK)
            return status;
        if (asked++ == 0 && b->upfloater_count == 1 && w->count > 0)
            w->all[w->count - 1].expected = true;
    }
    return LM_OK;
}

static bool is_asked_for(const struct lm_up_bracket *b, uint32_t player, uint32_t seat)
{
    return player == LM_NOBODY || b->p->seats[seat].player == player;
}

/* ---- Opposite players ---- */

struct facing {
    const struct lm_up_rules *rules;
    const struct lm_up_bracket *b;
    uint8_t rule[LM_LINE_COSTS];
    int32_t total[LM_LINE_COSTS]; /* costs of the bracket's pairs */
};

static void cost_of(const void *context, uint32_t top, uint32_t bottom, uint8_t cost[LM_LINE_COSTS])
{
    const struct facing *f = context;
    lm_up_cost(f->b, top, bottom, cost);
}

/* Test a pair by [C1], and by its own cost, where no pair of the bracket costs anything. */
static enum lm_bar bars(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule)
{
    const struct facing *f = context;
    uint8_t cost[LM_LINE_COSTS];
    *rule = (uint8_t)(f->rules->against + UP_PAIR_MET);
    if (lm_is_barred(f->b->p, top, bottom))
        return LM_MAY_NOT;
    lm_up_cost(f->b, top, bottom, cost);
    for (int i = 0; i < LM_LINE_COSTS && f->total[i] == 0; i++) {
        *rule = f->rule[i];
        if (cost[i] != 0)
            return LM_COSTS;
    }
    return LM_MAY_MEET;
}

/* Ask about halves where the tops are not the first half.  Players then expect no opposite
 * opponent: by number it is the one of the same place in the other half. */
static enum lm_status ask_halves(const struct lm_up_rules *rules, const struct lm_lined_up *lines,
                                 const struct lm_up_bracket *b, struct lm_bracket *out)
{
    uint32_t m = lines->count;
    struct numbered *all = lm_arena_alloc(b->arena, 2 * (size_t)m, sizeof *all);
    struct lm_alternative *reported =
        lm_arena_alloc(b->arena, out->alternative_count + m, sizeof *reported);
    if (all == NULL || reported == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < m; i++) {
        all[i] = (struct numbered){b->p->seats[lines->tops[i]].tpn, lines->tops[i]};
        all[m + i] = (struct numbered){b->p->seats[lines->bottoms[i]].tpn, lines->bottoms[i]};
    }
    lm_sort(all, 2 * (size_t)m, sizeof *all, by_tpn);
    if (out->alternative_count > 0)
        memcpy(reported, out->alternatives, out->alternative_count * sizeof *reported);
    size_t count = out->alternative_count;
    for (size_t i = 0; i < count; i++)
        reported[i].expected &= reported[i].opponent == LM_NOBODY;
    enum lm_status status = LM_OK;
    for (uint32_t i = 0; i < m && status == LM_OK; i++) {
        uint32_t x = all[i].seat, y = all[m + i].seat;
        if (lines->partner[x] != y)
            status = lm_up_force(rules, b, x, y, &reported[count++]);
    }
    out->alternatives = reported;
    out->alternative_count = count;
    return status;
}

static bool are_halves(const struct lm_lined_up *lines)
{
    const struct lm_seat *seats = lines->p->seats;
    return lines->count == 0 ||
           seats[lines->tops[lines->count - 1]].tpn < seats[lines->bottoms[0]].tpn;
}

/* Where ${answer} would lack an opponent or cost something with these halves: ask with any
 * halves. */
static enum lm_status ask_all_halves(const struct lm_up_rules *rules, const struct lm_up_bracket *b,
                                     struct lm_alternative *answer)
{
    const uint32_t *seat_of = b->p->seat_of;
    if (answer->line != LM_LINE_ALONE || answer->later)
        return LM_OK;
    return lm_up_force(rules, b, seat_of[answer->player], seat_of[answer->opponent], answer);
}

/* Ask why not the player of the same place in the other half. */
static enum lm_status ask_lines(const struct lm_up_rules *rules, const struct lm_up_bracket *b,
                                const struct line *bottoms, struct lm_bracket *out)
{
    const uint8_t wish = (uint8_t)(rules->against + UP_PAIR_WISH);
    struct facing facing = {.rules = rules, .b = b, .rule = {wish, wish}};
    uint32_t *partner = lm_arena_alloc(b->arena, b->p->seat_count, sizeof *partner);
    uint32_t *tops = lm_arena_alloc(b->arena, bottoms->count, sizeof *tops);
    uint8_t cost[LM_LINE_COSTS];
    if (partner == NULL || tops == NULL)
        return LM_LIMIT;
    facing.rule[2] = (uint8_t)(rules->against + UP_PAIR_FLOATS);
    for (uint32_t i = 0; i < bottoms->count; i++) {
        tops[i] = b->pairs[i][0];
        partner[b->pairs[i][0]] = b->pairs[i][1];
        partner[b->pairs[i][1]] = b->pairs[i][0];
        lm_up_cost(b, b->pairs[i][0], b->pairs[i][1], cost);
        for (int k = 0; k < LM_LINE_COSTS; k++)
            facing.total[k] += cost[k];
    }
    struct lm_lined_up lines = {.p = b->p,
                                .whole = true,
                                .tops = tops,
                                .bottoms = bottoms->seats,
                                .count = bottoms->count,
                                .bottom_count = bottoms->count,
                                .partner = partner,
                                .bars = bars,
                                .context = &facing,
                                .rest = (uint8_t)(rules->against + UP_PAIR_REST),
                                .cost = cost_of};
    memcpy(lines.cost_rule, facing.rule, sizeof lines.cost_rule);
    memcpy(lines.total, facing.total, sizeof lines.total);
    struct lm_alternative *all;
    size_t before = out->alternative_count;
    enum lm_status status = lm_ask_lines(&lines, b->arena, out, &all);
    if (status == LM_OK)
        status = lm_ask_rest(&lines, b->arena, all + before, out->alternative_count - before);
    bool small = 2 * bottoms->count <= WEIGHED_FOR_ONE;
    for (size_t i = before; small && status == LM_OK && i < out->alternative_count; i++)
        status = ask_all_halves(rules, b, &all[i]);
    return status == LM_OK && small && !are_halves(&lines) ? ask_halves(rules, &lines, b, out)
                                                           : status;
}

static enum lm_status weigh(const struct lm_up_rules *rules, const struct lm_up_bracket *b,
                            uint32_t player, struct lm_bracket *out)
{
    struct line bottoms;
    struct weighing w = {.rules = rules, .b = b};
    uint32_t members = b->resident_count + b->upfloater_count;
    bool small = members <= (player == LM_NOBODY ? WEIGHED_FOR_ALL : WEIGHED_FOR_ONE);
    w.capacity = (size_t)QUESTIONS_EACH * members;
    w.all = lm_arena_alloc(b->arena, w.capacity, sizeof *w.all);
    enum lm_status status = line_up_bottoms(b, &bottoms);
    if (w.all == NULL)
        status = LM_LIMIT;
    for (uint32_t i = 0; i < b->upfloater_count && status == LM_OK; i++)
        if (is_asked_for(b, player, b->upfloaters[i]))
            status = ask_of_upfloaters(&w, i);
    for (uint32_t i = 0; small && i < pairs_in(b) && status == LM_OK; i++)
        if (is_asked_for(b, player, b->pairs[i][0]) || is_asked_for(b, player, b->pairs[i][1]))
            status = ask_of_pair(&w, i, &bottoms);
    out->alternatives = w.all;
    out->alternative_count = w.count;
    return status == LM_OK ? ask_lines(rules, b, &bottoms, out) : status;
}

enum lm_status lm_up_explain(const struct lm_up_rules *rules, const struct lm_up_bracket *b,
                             const struct lm_pair_request *request, struct lm_pair *pairs,
                             struct lm_bracket *out)
{
    uint32_t count = pairs_in(b);
    uint8_t *order = lm_arena_alloc(b->arena, count, sizeof *order);
    if (order == NULL || note_order(b, order) != LM_OK)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++)
        pairs[i].opponent_rule = order[i];
    return request->want < LM_WANT_ALTERNATIVES ? LM_OK : weigh(rules, b, request->player, out);
}
