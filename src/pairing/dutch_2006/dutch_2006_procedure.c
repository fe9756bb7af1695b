/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/room.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * C, bracket by bracket.  Readings where the text is silent:
 *
 * C1: a moved-down player for whom C12 finds no help goes on alone to the next bracket.
 *
 * C12: the previous bracket is the one directly above; it keeps its number of pairs.  The current
 * one then begins again at C1, including players whom C1 had moved out of it.  It is applied again
 * with each p that C14 lowers; called by C1, its p is the one that C3 will find.
 *
 * C13: p of the penultimate bracket is lowered as in C14 until it lets the lowest one be paired
 * completely, with a legal bye.  Brackets that are joined keep the score of the lowest one: all
 * players above it are then moved-down players.
 *
 * C14: the p of the part that failed is lowered: that of the moved-down players (the remainder
 * group then has its full p again), otherwise that of the remainder group.
 *
 * Last resort: when a single bracket is left, and its moved-down players cannot all be paired first
 * ("whenever possible", A3), fewer of them are.
 */

struct procedure {
    const struct field *field;
    struct brackets *brackets;
};

static struct search search_of(const struct field *field, const struct bracket *b,
                               struct target target)
{
    return (struct search){
        .field = field, .bracket = b, .target = target, .forced = {NO_PARTNER, NO_PARTNER}};
}

/* Merge two ascending lists into ${out}. */
static void merge(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count,
                  uint32_t *out)
{
    uint32_t i = 0, k = 0;
    while (i < a_count || k < b_count)
        *out++ = k == b_count || (i < a_count && a[i] < b[k]) ? a[i++] : b[k++];
}

/* A3: list the players of ${b}: residents and players from above, without those moved down by
 * C1. */
static enum lm_status gather(const struct field *field, struct bracket *b)
{
    uint32_t total = b->resident_count + b->arrived_count, kept = 0;
    uint32_t *players = lm_arena_alloc(field->arena, total, sizeof *players);
    if (players == NULL)
        return LM_LIMIT;
    b->paired = false;
    merge(b->arrived, b->arrived_count, b->residents, b->resident_count, players);
    for (uint32_t i = 0, s = 0; i < total; i++) {
        while (s < b->sent_count && b->sent[s] < players[i])
            s++;
        if (s == b->sent_count || b->sent[s] != players[i])
            players[kept++] = players[i];
    }
    b->players = players;
    b->count = kept;
    return lm_dutch_2006_measure(field, b);
}

enum lm_status lm_dutch_2006_leaving(const struct field *field, const struct bracket *b,
                                     uint32_t **list, uint32_t *count)
{
    uint32_t *over = lm_arena_alloc(field->arena, b->count, sizeof *over), left = 0;
    *list = lm_arena_alloc(field->arena, (size_t)b->count + b->sent_count, sizeof **list);
    if (over == NULL || *list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        if (!b->paired || b->outcome.partner[i] == NO_PARTNER)
            over[left++] = b->players[i];
    merge(over, left, b->sent, b->sent_count, *list);
    *count = left + b->sent_count;
    return LM_OK;
}

/* Return the bracket before the current one; NULL: there is none. */
static struct bracket *previous_of(const struct brackets *brackets)
{
    return brackets->count >= 2 ? brackets->all[brackets->count - 2] : NULL;
}

/* Add the players who come down from the bracket above to the present one. */
static enum lm_status arrive(struct procedure *p, struct bracket *b)
{
    const struct bracket *previous = previous_of(p->brackets);
    enum lm_status status = LM_OK;
    b->arrived_count = 0;
    if (previous != NULL)
        status = lm_dutch_2006_leaving(p->field, previous, &b->arrived, &b->arrived_count);
    return status == LM_OK ? gather(p->field, b) : status;
}

/* ---- C12 and C13: the bracket above is paired again ---- */

/* Return the target in which ${moved} moved-down players are paired first, and then as many as
 * possible. */
static struct target target_of(const struct bracket *b, uint32_t moved)
{
    return (struct target){.moved = moved, .rest = (b->count - 2 * moved) / 2};
}

/* Find the players of ${b} who wait for other floaters of ${previous}, including those whom C1
 * moved out of ${b}: C1 is applied again. */
static enum lm_status waiting(const struct field *field, struct bracket *b,
                              const struct bracket *previous, struct below *below)
{
    uint32_t most = b->arrived_count + b->resident_count;
    bool *floats = lm_arena_alloc(field->arena, field->count, sizeof *floats);
    uint32_t *residents = lm_arena_alloc(field->arena, b->resident_count, sizeof *residents);
    uint32_t *moved = lm_arena_alloc(field->arena, most, sizeof *moved);
    if (floats == NULL || residents == NULL || moved == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < previous->count; i++)
        floats[previous->players[i]] = previous->outcome.partner[i] == NO_PARTNER;
    *below = (struct below){.residents = residents, .moved = moved, .lowest = b->lowest};
    for (uint32_t i = 0; i < b->arrived_count; i++)
        if (!floats[b->arrived[i]])
            moved[below->moved_count++] = b->arrived[i];
    for (uint32_t i = 0; i < b->resident_count; i++)
        if (field->entrants[b->residents[i]].score == b->score)
            residents[below->resident_count++] = b->residents[i];
        else /* of joined brackets */
            moved[below->moved_count++] = b->residents[i];
    return LM_OK;
}

/* Pair the previous bracket with ${target} so that ${below} can be paired; ${b} then begins again
 * at C1. */
static enum lm_status repair(struct procedure *p, struct bracket *b, struct target target,
                             const struct below *below, enum event event)
{
    struct bracket *previous = previous_of(p->brackets);
    struct outcome other;
    enum lm_status status = lm_dutch_2006_repair(p->field, previous, target, below, &other);
    if (status != LM_OK)
        return status;
    previous->outcome = other;
    previous->target = target;
    previous->events |= event;
    b->sent_count = 0;
    return arrive(p, b);
}

/* Record the present floaters of ${previous} as a set that ${b} has tried. */
static enum lm_status remember_tried(const struct field *field, struct bracket *b,
                                     const struct bracket *previous)
{
    struct lm_arena *arena = field->arena;
    bool *set = lm_arena_alloc(arena, previous->count, sizeof *set);
    if (set == NULL ||
        !lm_arena_grow(arena, &b->tried, &b->tried_capacity, b->tried_count + 1, sizeof *b->tried))
        return LM_LIMIT;
    for (uint32_t i = 0; i < previous->count; i++)
        set[i] = previous->outcome.partner[i] == NO_PARTNER;
    b->tried[b->tried_count++] = set;
    return LM_OK;
}

/* Set up C12's question to the bracket above ${b}; ${moved_only}: the moved-down players could not
 * be paired; ${c1}: players to whom C1 is applied again. */
static enum lm_status ask_c12(struct procedure *p, struct bracket *b, bool moved_only,
                              const bool *c1, struct below *below)
{
    const struct bracket *previous = previous_of(p->brackets);
    enum lm_status status = waiting(p->field, b, previous, below);
    if (status == LM_OK)
        status = remember_tried(p->field, b, previous);
    below->moved_only = moved_only;
    below->c12 = true;
    below->c1 = c1;
    below->tried = (const bool *const *)b->tried;
    below->tried_count = b->tried_count;
    return status;
}

/* Store in ${below} how far C14 has lowered the p of ${b}, which is ${target} now. */
static void lower_below(const struct bracket *b, struct target target, struct below *below)
{
    below->moved_lowered = b->full.moved - target.moved;
    below->rest_lowered = target_of(b, target.moved).rest - target.rest;
}

/* Is there a bracket above ${b} to which C12 applies? */
static bool has_c12(const struct procedure *p, const struct bracket *b)
{
    const struct bracket *previous = previous_of(p->brackets);
    return previous != NULL && previous->paired && b->moved > 0;
}

/* Apply C12; ${*helped}: the bracket above leaves over other players now. */
static enum lm_status apply_c12(struct procedure *p, struct bracket *b, const struct below *below,
                                bool *helped)
{
    enum lm_status status = repair(p, b, previous_of(p->brackets)->target, below, EVENT_C12);
    *helped = status == LM_OK;
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* ---- C1 ---- */

/* Move all players ${without} opponent down; none of them was an opponent. */
static enum lm_status send_down(const struct field *field, struct bracket *b, const bool *without)
{
    uint32_t count = 0;
    uint32_t *sent = lm_arena_alloc(field->arena, (size_t)b->sent_count + b->count, sizeof *sent);
    uint32_t *more = lm_arena_alloc(field->arena, b->count, sizeof *more);
    if (sent == NULL || more == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        if (without[i])
            more[count++] = b->players[i];
    merge(b->sent, b->sent_count, more, count, sent);
    b->sent = sent;
    b->sent_count += count;
    return gather(field, b);
}

/* Apply C12 called by C1: all players without opponent move down, and p is that of the others. */
static enum lm_status c12_in_c1(struct procedure *p, struct bracket *b, bool *helped)
{
    struct below below;
    bool *c1 = lm_arena_alloc(p->field->arena, p->field->count, sizeof *c1);
    *helped = false;
    if (c1 == NULL)
        return LM_LIMIT;
    if (!has_c12(p, b))
        return LM_OK;
    memset(c1, true, p->field->count * sizeof *c1);
    enum lm_status status = ask_c12(p, b, true, c1, &below);
    lower_below(b, b->full, &below);
    return status == LM_OK ? apply_c12(p, b, &below, helped) : status;
}

/* Apply C12 for ${target}, which has failed; ${moved}: the moved-down players cannot be paired.
 * Players whom C1 had moved down can now have an opponent. */
static enum lm_status c12_for_p(struct procedure *p, struct bracket *b, struct target target,
                                bool moved, bool *helped)
{
    struct below below;
    bool *c1 = lm_arena_alloc(p->field->arena, p->field->count, sizeof *c1);
    *helped = false;
    if (c1 == NULL)
        return LM_LIMIT;
    if (!has_c12(p, b))
        return LM_OK;
    for (uint32_t i = 0; i < b->sent_count; i++)
        c1[b->sent[i]] = true;
    enum lm_status status = ask_c12(p, b, moved, c1, &below);
    lower_below(b, target, &below);
    return status == LM_OK ? apply_c12(p, b, &below, helped) : status;
}

/* C1: move players without opponent down; a moved-down player after C12. */
static enum lm_status apply_c1(struct procedure *p, struct bracket *b)
{
    for (;;) {
        bool helped = false;
        bool *without = lm_arena_alloc(p->field->arena, b->count, sizeof *without);
        if (without == NULL)
            return LM_LIMIT;
        uint32_t first = 0;
        enum lm_status status = LM_OK;
        lm_dutch_2006_alone(p->field, b->players, b->count, without);
        while (first < b->count && !without[first])
            first++;
        if (status != LM_OK || first == b->count)
            return status;
        if (first < b->moved && !b->c12_exhausted) {
            status = c12_in_c1(p, b, &helped);
            b->c12_exhausted = !helped;
        }
        if (status != LM_OK)
            return status;
        if (!helped)
            return send_down(p->field, b, without);
    }
}

/* ---- C4 to C11, C14 ---- */

/* C14: lower p by one; return false if it is zero. */
static bool lower(const struct bracket *b, struct target *target)
{
    if (target->rest > 0)
        target->rest--;
    else if (target->moved > 0)
        *target = target_of(b, target->moved - 1);
    return b->full.moved > 0 ? target->moved > 0 : target->rest > 0;
}

/* Search ${target}.  ${*most} is the largest number of pairs possible, or LESS_THAN_NEEDED:
 * unknown.  If ${target} fails, then either it is known afterwards, or the moved-down players
 * cannot all be paired. */
static enum lm_status search_target(const struct field *field, struct bracket *b,
                                    struct target target, uint32_t *most)
{
    struct search search = search_of(field, b, target);
    search.reached = *most != LESS_THAN_NEEDED;
    if (search.reached && *most < target.moved + target.rest)
        return LM_NO_PAIRING;
    enum lm_status status = lm_dutch_2006_search(&search, &b->outcome, most);
    b->paired = status == LM_OK;
    if (b->paired)
        b->target = target;
    return status;
}

/* Apply C1 to C14 to a bracket that is not the lowest; it ends paired, or moves down as a whole. */
static enum lm_status pair_bracket(struct procedure *p, struct bracket *b)
{
    enum lm_status status = apply_c1(p, b);
    struct target target = b->full;
    bool more = status == LM_OK && target.moved + target.rest > 0;
    uint32_t most = LESS_THAN_NEEDED;
    while (more && (status = search_target(p->field, b, target, &most)) == LM_NO_PAIRING) {
        const bool moved = most == LESS_THAN_NEEDED;
        bool helped;
        status = c12_for_p(p, b, target, moved, &helped);
        if (status != LM_OK)
            return status;
        if (helped)
            return pair_bracket(p, b);
        if (moved)
            target = target_of(b, target.moved - 1);
        more = moved ? target.moved > 0 : lower(b, &target);
    }
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* ---- C13 ---- */

/* Apply C13 from ${target} on; ${event}: with the first of them. */
static enum lm_status repair_lowering(struct procedure *p, struct bracket *b, struct target target,
                                      const struct below *below, enum event event)
{
    const struct bracket *previous = previous_of(p->brackets);
    do {
        enum lm_status status = repair(p, b, target, below, event);
        if (status != LM_NO_PAIRING)
            return status;
        event = EVENT_C13;
    } while (lower(previous, &target));
    return LM_NO_PAIRING;
}

/* Store in ${*can} whether all of the two lowest brackets can be paired, except for a bye.
 * Otherwise no p of the penultimate one helps. */
static enum lm_status can_pair_both(const struct procedure *p, const struct bracket *b, bool *can)
{
    const struct bracket *previous = previous_of(p->brackets);
    const uint32_t upper = previous->count + previous->sent_count, all = upper + b->resident_count;
    uint32_t most, *above = lm_arena_alloc(p->field->arena, upper, sizeof *above);
    struct bracket both = {.score = b->score, .count = all, .lowest = true};
    both.players = lm_arena_alloc(p->field->arena, all, sizeof *both.players);
    if (above == NULL || both.players == NULL)
        return LM_LIMIT;
    merge(previous->players, previous->count, previous->sent, previous->sent_count, above);
    merge(above, upper, b->residents, b->resident_count, both.players);
    enum lm_status status = lm_dutch_2006_measure(p->field, &both);
    const struct search search = search_of(p->field, &both, (struct target){0});
    if (status == LM_OK)
        status = lm_dutch_2006_most(&search, &most);
    *can = status == LM_OK && most == all / 2;
    return status;
}

/* Pair the penultimate bracket so that the lowest one, ${b}, can be paired. */
static enum lm_status repair_penultimate(struct procedure *p, struct bracket *b)
{
    const struct bracket *previous = previous_of(p->brackets);
    struct below below;
    bool can;
    if (!previous->paired)
        return LM_NO_PAIRING;
    enum lm_status status = can_pair_both(p, b, &can);
    if (status != LM_OK || !can)
        return status == LM_OK ? LM_NO_PAIRING : status;
    status = waiting(p->field, b, previous, &below);
    if (status != LM_OK)
        return status;
    enum event event = b->moved > 0 ? EVENT_C12 : EVENT_C13;
    return repair_lowering(p, b, previous->target, &below, event);
}

/* Join the two lowest brackets. */
static enum lm_status join_lowest(struct procedure *p, struct bracket *b)
{
    struct brackets *brackets = p->brackets;
    const struct bracket *previous = previous_of(brackets);
    uint32_t count = b->resident_count + previous->resident_count;
    uint32_t *residents = lm_arena_alloc(p->field->arena, count, sizeof *residents);
    if (residents == NULL)
        return LM_LIMIT;
    merge(previous->residents, previous->resident_count, b->residents, b->resident_count,
          residents);
    b->residents = residents;
    b->resident_count = count;
    b->events |= EVENT_JOINED;
    brackets->all[brackets->count - 2] = b;
    brackets->count--;
    return arrive(p, b);
}

/* As the last resort, pair fewer moved-down players first. */
static enum lm_status pair_fewer_first(struct procedure *p, struct bracket *b)
{
    enum lm_status status = LM_NO_PAIRING;
    for (uint32_t moved = b->full.moved; moved > 0 && status == LM_NO_PAIRING; moved--) {
        uint32_t most = LESS_THAN_NEEDED;
        status = search_target(p->field, b, target_of(b, moved - 1), &most);
    }
    return status;
}

/* Apply C1 to C13 to the lowest bracket. */
static enum lm_status pair_lowest(struct procedure *p, struct bracket *b)
{
    for (;;) {
        uint32_t most = LESS_THAN_NEEDED;
        enum lm_status status = search_target(p->field, b, b->full, &most);
        if (status != LM_NO_PAIRING)
            return status;
        if (previous_of(p->brackets) == NULL)
            return pair_fewer_first(p, b);
        status = repair_penultimate(p, b);
        if (status == LM_NO_PAIRING)
            status = join_lowest(p, b);
        if (status != LM_OK)
            return status;
    }
}

/* ---- The whole procedure ---- */

/* Make the bracket of the entrants from ${*next} on with the same score. */
static enum lm_status new_bracket(const struct field *field, uint32_t *next, struct bracket **out)
{
    struct bracket *b = lm_arena_alloc(field->arena, 1, sizeof *b);
    uint32_t first = *next, end = first;
    while (end < field->count && field->entrants[end].score == field->entrants[first].score)
        end++;
    uint32_t *residents = lm_arena_alloc(field->arena, end - first, sizeof *residents);
    if (b == NULL || residents == NULL)
        return LM_LIMIT;
    for (uint32_t i = first; i < end; i++)
        residents[i - first] = i;
    *b = (struct bracket){.score = field->entrants[first].score,
                          .residents = residents,
                          .resident_count = end - first,
                          .lowest = end == field->count};
    *next = end;
    *out = b;
    return LM_OK;
}

enum lm_status lm_dutch_2006_procedure(const struct field *field, struct brackets *out)
{
    struct procedure p = {.field = field, .brackets = out};
    *out = (struct brackets){.all = lm_arena_alloc(field->arena, field->count, sizeof *out->all)};
    if (out->all == NULL)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    for (uint32_t next = 0; next < field->count && status == LM_OK;) {
        struct bracket *b;
        status = new_bracket(field, &next, &b);
        if (status != LM_OK)
            return status;
        out->all[out->count++] = b;
        status = arrive(&p, b);
        if (status == LM_OK)
            status = b->lowest ? pair_lowest(&p, b) : pair_bracket(&p, b);
    }
    return status;
}
