/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/room.h"
#include "pairing/dutch_2012/dutch_2012.h"

/*
 * C, bracket by bracket; the readings are in docs/findings/dutch-2012.md.
 */

struct procedure {
    const struct lm_position *position;
    struct lm_arena *arena;
    struct brackets *brackets;
};

static const struct bracket *previous_of(const struct procedure *p)
{
    return p->brackets->count >= 2 ? p->brackets->all[p->brackets->count - 2] : NULL;
}

static int32_t score_of(const struct procedure *p, uint32_t seat)
{
    return p->position->seats[seat].score;
}

static struct search search_of(const struct procedure *p, const struct bracket *b,
                               struct target target)
{
    return (struct search){.position = p->position,
                           .arena = p->arena,
                           .players = b->players,
                           .count = b->count,
                           .moved = b->moved,
                           .moved_count = b->moved_count,
                           .lowest = b->lowest,
                           .target = target};
}

/* Merge two ascending lists into ${out}. */
static void merge(const uint32_t *a, uint32_t a_count, const uint32_t *b, uint32_t b_count,
                  uint32_t *out)
{
    uint32_t i = 0, k = 0;
    while (i < a_count || k < b_count)
        *out++ = k == b_count || (i < a_count && a[i] < b[k]) ? a[i++] : b[k++];
}

/* A3, C2: return the largest target, moved-down players first. */
static struct target full_target(const struct bracket *b)
{
    struct target target = {.pairs = b->count / 2};
    if (b->latest != NULL)
        target.first = b->moved_count < target.pairs ? b->moved_count : target.pairs;
    else if (2 * b->moved_count < b->count)
        target.first = b->moved_count;
    return target;
}

/* List the players of ${b}: residents and players from above, without those sent on by C1. */
static enum lm_status gather(const struct procedure *p, struct bracket *b)
{
    uint32_t total = b->resident_count + b->arrived_count, sent = 0, down = 0;
    b->paired = false;
    b->count = b->moved_count = 0;
    b->moved = lm_arena_alloc(p->arena, total, sizeof *b->moved);
    b->players = lm_arena_alloc(p->arena, total, sizeof *b->players);
    uint32_t *all = lm_arena_alloc(p->arena, total, sizeof *all);
    if (b->players == NULL || b->moved == NULL || all == NULL)
        return LM_LIMIT;
    merge(b->arrived, b->arrived_count, b->residents, b->resident_count, all);
    for (uint32_t i = 0; i < total; i++) {
        bool moved = down < b->arrived_count && b->arrived[down] == all[i];
        down += moved;
        if (sent < b->sent_count && b->sent[sent] == all[i]) {
            sent++;
            continue;
        }
        moved = moved || (b->latest != NULL && b->latest[all[i]]);
        b->players[b->count] = all[i];
        b->moved[b->count++] = moved;
        b->moved_count += moved;
    }
    return LM_OK;
}

/* List the players who leave ${b}: ${floats} and those sent on by C1. */
static enum lm_status leaving(const struct procedure *p, const struct bracket *b,
                              const bool *floats, uint32_t **list, uint32_t *count)
{
    uint32_t over_count = 0;
    uint32_t *over = lm_arena_alloc(p->arena, b->count, sizeof *over);
    *list = lm_arena_alloc(p->arena, (size_t)b->count + b->sent_count, sizeof **list);
    if (over == NULL || *list == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        if (floats[i])
            over[over_count++] = b->players[i];
    merge(over, over_count, b->sent, b->sent_count, *list);
    *count = over_count + b->sent_count;
    return LM_OK;
}

/* Find the players that the pairing of ${b} leaves over; all if it has none. */
static enum lm_status floats_of(const struct procedure *p, const struct bracket *b, bool **floats)
{
    *floats = lm_arena_alloc(p->arena, b->count, sizeof **floats);
    if (*floats == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        (*floats)[i] = !b->paired || b->outcome.partner[i] == NO_PARTNER;
    return LM_OK;
}

/* Begin ${b} with the players who come down to it. */
static enum lm_status arrive(const struct procedure *p, struct bracket *b)
{
    const struct bracket *previous = previous_of(p);
    bool *floats;
    enum lm_status status = LM_OK;
    b->arrived_count = b->sent_count = 0;
    if (previous != NULL)
        status = floats_of(p, previous, &floats);
    if (status == LM_OK && previous != NULL)
        status = leaving(p, previous, floats, &b->arrived, &b->arrived_count);
    return status == LM_OK ? gather(p, b) : status;
}

/* C1: find the players of ${b} without opponent; ${*first}: place of the first; the count: none. */
static enum lm_status alone_of(const struct procedure *p, const struct bracket *b, bool **alone,
                               uint32_t *first)
{
    *alone = lm_arena_alloc(p->arena, b->count, sizeof **alone);
    if (*alone == NULL)
        return LM_LIMIT;
    *first = b->count;
    for (uint32_t i = b->count; i-- > 0;) {
        (*alone)[i] = true;
        for (uint32_t k = 0; k < b->count && (*alone)[i]; k++)
            (*alone)[i] = k == i || !lm_dutch_2012_legal(p->position, b->players[i], b->players[k]);
        if ((*alone)[i])
            *first = i;
    }
    return LM_OK;
}

/* C1: move the players without opponent down. */
static enum lm_status send_on(const struct procedure *p, struct bracket *b, const bool *alone)
{
    uint32_t more_count = 0;
    uint32_t *more = lm_arena_alloc(p->arena, b->count, sizeof *more);
    uint32_t *sent = lm_arena_alloc(p->arena, (size_t)b->count + b->sent_count, sizeof *sent);
    if (more == NULL || sent == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < b->count; i++)
        if (alone[i])
            more[more_count++] = b->players[i];
    merge(b->sent, b->sent_count, more, more_count, sent);
    b->sent = sent;
    b->sent_count += more_count;
    return gather(p, b);
}

/* ---- C12, C13 ---- */

/* The conditions on other floaters of the bracket above. */
struct asked {
    const struct procedure *p;
    const struct bracket *above, *b;
    const bool *present; /* C12: the players it leaves over now; NULL: C13 */
    bool full;           /* P1 and M1 are those of C2 */
    struct target target;
};

/* C12: is the set "of the same size and with the same scores", and not tried before? */
static bool is_other(const struct asked *a, const bool *floats)
{
    const struct bracket *above = a->above;
    int32_t balance = 0;
    for (size_t i = 0; i < a->b->tried_count; i++)
        if (memcmp(a->b->tried[i], floats, above->count * sizeof *floats) == 0)
            return false;
    for (uint32_t i = 0; i < above->count; i++) {
        if (i > 0 && balance != 0 &&
            score_of(a->p, above->players[i]) != score_of(a->p, above->players[i - 1]))
            return false;
        balance += (int32_t)floats[i] - (int32_t)a->present[i];
    }
    return balance == 0;
}

/* Can ${b} be paired as C12 requires? */
static enum lm_status allows(const struct asked *a, struct bracket *b, bool *serves)
{
    bool *alone;
    uint32_t first;
    enum lm_status status = LM_OK;
    if (a->present != NULL && !b->lowest) {
        status = alone_of(a->p, b, &alone, &first);
        if (status == LM_OK && first < b->moved_count)
            return LM_OK;
        if (status == LM_OK && first < b->count)
            status = send_on(a->p, b, alone);
    }
    struct search search = search_of(a->p, b, a->full ? full_target(b) : a->target);
    if (a->present == NULL)
        search.target = (struct target){.pairs = b->count / 2};
    return status == LM_OK ? lm_dutch_2012_can(&search, serves) : status;
}

static enum lm_status serves_below(void *context, const bool *floats, bool *serves)
{
    const struct asked *a = context;
    struct lm_mark mark = lm_arena_mark(a->p->arena);
    struct bracket b = *a->b;
    *serves = false;
    if (a->present != NULL && !is_other(a, floats))
        return LM_OK;
    b.sent_count = 0;
    enum lm_status status = leaving(a->p, a->above, floats, &b.arrived, &b.arrived_count);
    if (status == LM_OK)
        status = gather(a->p, &b);
    if (status == LM_OK)
        status = allows(a, &b, serves);
    lm_arena_reset(a->p->arena, mark);
    return status;
}

/* Pair the bracket above ${b} again with ${target}, as ${asked} requires; then begin ${b} again. */
static enum lm_status repair(const struct procedure *p, struct bracket *b, struct target target,
                             struct asked *asked)
{
    struct bracket *above = p->brackets->all[p->brackets->count - 2];
    const struct search search = search_of(p, above, target);
    struct outcome outcome;
    enum lm_status status = lm_dutch_2012_repair(&search, serves_below, asked, &outcome);
    if (status != LM_OK)
        return status;
    above->outcome = outcome;
    above->target = target;
    return arrive(p, b);
}

/* Apply C12; ${*helped}: other players come down now. */
static enum lm_status apply_c12(const struct procedure *p, struct bracket *b, bool full,
                                struct target target, bool *helped)
{
    const struct bracket *above = previous_of(p);
    struct asked asked = {.p = p, .above = above, .b = b, .full = full, .target = target};
    bool *present;
    *helped = false;
    if (above == NULL || !above->paired || b->moved_count == 0)
        return LM_OK;
    enum lm_status status = floats_of(p, above, &present);
    asked.present = present;
    if (status == LM_OK && !lm_arena_grow(p->arena, &b->tried, &b->tried_capacity,
                                          b->tried_count + 1, sizeof *b->tried))
        status = LM_LIMIT;
    if (status != LM_OK)
        return status;
    b->tried[b->tried_count++] = present;
    status = repair(p, b, above->target, &asked);
    *helped = status == LM_OK;
    return status == LM_NO_PAIRING ? LM_OK : status;
}

/* Apply C1. */
static enum lm_status apply_c1(const struct procedure *p, struct bracket *b)
{
    for (;;) {
        bool *alone, helped = false;
        uint32_t first;
        enum lm_status status = alone_of(p, b, &alone, &first);
        if (status != LM_OK || first == b->count)
            return status;
        if (first < b->moved_count)
            status = apply_c12(p, b, true, full_target(b), &helped);
        if (status == LM_OK && !helped)
            status = send_on(p, b, alone);
        if (status != LM_OK)
            return status;
    }
}

/* C14 for ${b}: lower P1, if the remainder has been reached, otherwise M1. */
static enum lm_status lower(const struct procedure *p, const struct bracket *b,
                            struct target *target)
{
    struct search search = search_of(p, b, *target);
    bool reached = true;
    enum lm_status status = LM_OK;
    search.target.pairs = target->first;
    if (target->first > 0)
        status = lm_dutch_2012_can(&search, &reached);
    if (reached)
        target->pairs--;
    else
        target->first--;
    return status;
}

static enum lm_status search_target(const struct procedure *p, struct bracket *b,
                                    struct target target)
{
    const struct search search = search_of(p, b, target);
    enum lm_status status = lm_dutch_2012_search(&search, &b->outcome);
    b->paired = status == LM_OK;
    b->target = target;
    return status;
}

/* Apply C1 to C14 to a bracket that is not the lowest; it ends paired, or moves down as a whole. */
static enum lm_status pair_bracket(const struct procedure *p, struct bracket *b)
{
    for (;;) {
        enum lm_status status = apply_c1(p, b);
        struct target target = full_target(b);
        bool helped = false;
        while (status == LM_OK && target.pairs > 0 && !helped) {
            status = search_target(p, b, target);
            if (status != LM_NO_PAIRING)
                return status;
            status = apply_c12(p, b, false, target, &helped);
            if (status == LM_OK && !helped)
                status = lower(p, b, &target);
        }
        if (status != LM_OK || !helped)
            return status;
    }
}

/* C13: pair the penultimate bracket so that ${b} can be paired. */
static enum lm_status repair_penultimate(const struct procedure *p, struct bracket *b)
{
    const struct bracket *above = previous_of(p);
    struct asked asked = {.p = p, .above = above, .b = b};
    struct target target = above->target;
    for (; above->paired && target.pairs > 0; target.pairs--) {
        if (target.first > target.pairs)
            target.first = target.pairs;
        enum lm_status status = repair(p, b, target, &asked);
        if (status != LM_NO_PAIRING)
            return status;
    }
    return LM_NO_PAIRING;
}

/* Join the two lowest brackets, "with the latest added score bracket as S1". */
static enum lm_status join_lowest(const struct procedure *p, struct bracket *b)
{
    struct brackets *brackets = p->brackets;
    struct bracket *above = brackets->all[brackets->count - 2];
    uint32_t *all =
        lm_arena_alloc(p->arena, above->resident_count + b->resident_count, sizeof *all);
    b->latest = lm_arena_alloc(p->arena, p->position->seat_count, sizeof *b->latest);
    if (all == NULL || b->latest == NULL)
        return LM_LIMIT;
    uint32_t added = above->resident_count;
    merge(above->residents, added, b->residents, b->resident_count, all);
    for (uint32_t i = 0; i < added; i++)
        b->latest[above->residents[i]] = true;
    for (uint32_t i = 0; i < above->arrived_count; i++)
        b->latest[above->arrived[i]] = true;
    b->residents = all;
    b->resident_count += added;
    brackets->all[brackets->count - 2] = b;
    brackets->count--;
    return arrive(p, b);
}

/* Pair with M1 as it is, then with less of it. */
static enum lm_status pair_with_fewer(const struct procedure *p, struct bracket *b)
{
    struct target target = full_target(b);
    for (;;) {
        bool helped = false;
        enum lm_status status = search_target(p, b, target);
        if (status != LM_NO_PAIRING)
            return status;
        if (b->latest == NULL)
            status = apply_c12(p, b, false, target, &helped);
        if (status == LM_NO_PAIRING)
            status = LM_OK;
        if (status != LM_OK)
            return status;
        if (helped)
            target = full_target(b);
        else if (target.first-- == 0)
            return LM_NO_PAIRING;
    }
}

static enum lm_status pair_lowest(const struct procedure *p, struct bracket *b)
{
    for (;;) {
        enum lm_status status = pair_with_fewer(p, b);
        if (status != LM_NO_PAIRING || previous_of(p) == NULL)
            return status;
        status = repair_penultimate(p, b);
        if (status == LM_NO_PAIRING)
            status = join_lowest(p, b);
        if (status != LM_OK)
            return status;
    }
}

static enum lm_status new_bracket(const struct procedure *p, uint32_t begin, struct bracket **out)
{
    const uint32_t count = p->position->seat_count;
    uint32_t end = begin;
    struct bracket *b = lm_arena_alloc(p->arena, 1, sizeof *b);
    while (end < count && score_of(p, end) == score_of(p, begin))
        end++;
    uint32_t *residents = lm_arena_alloc(p->arena, end - begin, sizeof *residents);
    if (b == NULL || residents == NULL)
        return LM_LIMIT;
    for (uint32_t i = begin; i < end; i++)
        residents[i - begin] = i;
    *b = (struct bracket){.score = score_of(p, begin),
                          .residents = residents,
                          .resident_count = end - begin,
                          .lowest = end == count};
    *out = b;
    return LM_OK;
}

enum lm_status lm_dutch_2012_procedure(const struct lm_position *position, struct lm_arena *arena,
                                       struct brackets *out)
{
    const struct procedure p = {.position = position, .arena = arena, .brackets = out};
    uint32_t count = position->seat_count;
    *out = (struct brackets){.all = lm_arena_alloc(arena, count, sizeof *out->all)};
    enum lm_status status = out->all == NULL ? LM_LIMIT : LM_OK;
    for (uint32_t next = 0; next < count && status == LM_OK;) {
        struct bracket *b;
        status = new_bracket(&p, next, &b);
        if (status != LM_OK)
            return status;
        next += b->resident_count;
        out->all[out->count++] = b;
        status = arrive(&p, b);
        if (status == LM_OK)
            status = b->lowest ? pair_lowest(&p, b) : pair_bracket(&p, b);
    }
    return status;
}
