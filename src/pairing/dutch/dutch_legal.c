/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch/dutch.h"

#include <stdlib.h>
#include <string.h>

#include "pairing/colour.h"
#include "pairing/impossible.h"

/* [C3] as classes: players who must not meet their like, and players who can have the bye.
 * Topscorers of the last round can meet any player. */
enum { FREE, MUST_HAVE_WHITE, MUST_HAVE_BLACK, COLOUR_CLASSES, BYE_CLASS = 2 * COLOUR_CLASSES };
enum { CLASSES = BYE_CLASS + 1 };

static uint8_t colour_class(const struct lm_seat *seat)
{
    if (seat->strength != LM_ABSOLUTE || seat->topscorer)
        return FREE;
    return seat->wish == LM_WHITE ? MUST_HAVE_WHITE : MUST_HAVE_BLACK;
}

static bool same_absolute_wish(const struct lm_seat *a, const struct lm_seat *b)
{
    return a->strength == LM_ABSOLUTE && b->strength == LM_ABSOLUTE && a->wish == b->wish;
}

bool lm_dutch_colours_allow(const struct dutch *d, uint32_t a, uint32_t b)
{
    const struct lm_seat *x = &d->seats[a], *y = &d->seats[b];
    return !same_absolute_wish(x, y) || x->topscorer || y->topscorer;
}

bool lm_dutch_compatible(const struct dutch *d, uint32_t a, uint32_t b)
{
    return lm_dutch_colours_allow(d, a, b) && !lm_is_barred(d->position, a, b);
}

bool lm_dutch_may_have_bye(const struct dutch *d, uint32_t seat)
{
    /* The bye goes to this score alone: no lower one can have it, and a higher one need not [C5]. A
     * narrow view cannot see the lower ones, so it is decided here. */
    bool any = d->bye_score == INT32_MAX; /* not computed yet, or an edition without [C5] */
    return !d->seats[seat].pab_barred && (any || d->seats[seat].score == d->bye_score);
}

struct lm_dutch_colour_cost lm_dutch_colour_cost(const struct dutch *d, uint32_t a, uint32_t b)
{
    const struct lm_seat *x = &d->seats[a], *y = &d->seats[b];
    struct lm_dutch_colour_cost cost = {0};
    if (x->wish != y->wish || x->wish == LM_NO_COLOUR)
        return cost;
    cost.preference = 1;
    bool both_absolute = same_absolute_wish(x, y);
    cost.strong = x->strength >= LM_STRONG && y->strength >= LM_STRONG && !both_absolute;
    if (!both_absolute)
        return cost;
    /* Topscorers or their opponents [C10, C11]: the player who does not get the colour suffers. */
    enum lm_dutch_colour_rule rule;
    bool a_white = lm_dutch_gets_white(d->position, a < b ? a : b, a < b ? b : a, &rule);
    const struct lm_seat *white = a_white == (a < b) ? x : y;
    const struct lm_seat *loser = x->wish == LM_WHITE ? (white == x ? y : x) : white;
    cost.difference = abs(x->colour_difference) > 1 && abs(y->colour_difference) > 1;
    cost.triple = loser->repeats >= 2;
    return cost;
}

/* Build the lists of barred partners: barred seats, and none for the bye (classes bar that). */
static enum lm_status make_graph(struct dutch *d)
{
    static const bool barred[CLASSES][CLASSES] = {
        [MUST_HAVE_WHITE] = {[MUST_HAVE_WHITE] = true, [COLOUR_CLASSES + MUST_HAVE_WHITE] = true},
        [MUST_HAVE_BLACK] = {[MUST_HAVE_BLACK] = true, [COLOUR_CLASSES + MUST_HAVE_BLACK] = true},
        [COLOUR_CLASSES + MUST_HAVE_WHITE] = {[MUST_HAVE_WHITE] = true,
                                              [COLOUR_CLASSES + MUST_HAVE_WHITE] = true},
        [COLOUR_CLASSES + MUST_HAVE_BLACK] = {[MUST_HAVE_BLACK] = true,
                                              [COLOUR_CLASSES + MUST_HAVE_BLACK] = true},
    };
    uint32_t vertices = d->count + d->odd;
    size_t total = 0;
    for (uint32_t s = 0; s < d->count; s++)
        total += d->seats[s].barred_count;
    size_t *start = lm_arena_alloc(d->arena, (size_t)vertices + 1, sizeof *start);
    int32_t *list = lm_arena_alloc(d->arena, total, sizeof *list);
    uint8_t *class_of = lm_arena_alloc(d->arena, vertices, sizeof *class_of);
    bool *class_barred = lm_arena_alloc(d->arena, CLASSES * CLASSES, sizeof *class_barred);
    if (start == NULL || list == NULL || class_of == NULL || class_barred == NULL)
        return LM_LIMIT;
    size_t at = 0;
    for (uint32_t s = 0; s < d->count; s++) {
        start[s] = at;
        for (uint32_t i = 0; i < d->seats[s].barred_count; i++)
            list[at++] = (int32_t)d->seats[s].barred[i];
        class_of[s] = (uint8_t)(colour_class(&d->seats[s]) +
                                (lm_dutch_may_have_bye(d, s) ? COLOUR_CLASSES : 0));
    }
    for (uint32_t v = d->count; v <= vertices; v++)
        start[v] = at;
    if (d->odd)
        class_of[d->bye] = BYE_CLASS;
    for (int a = 0; a < CLASSES; a++)
        for (int b = 0; b < CLASSES; b++)
            class_barred[a * CLASSES + b] =
                barred[a][b] || (a == BYE_CLASS && b < COLOUR_CLASSES) ||
                (b == BYE_CLASS && a < COLOUR_CLASSES) || (a == BYE_CLASS && b == BYE_CLASS);
    d->rest.graph = (struct lm_graph){
        .form = LM_GRAPH_BARRED,
        .vertices = (int32_t)vertices,
        .start = start,
        .list = list,
        .class_of = class_of,
        .class_barred = class_barred,
        .classes = CLASSES,
    };
    return LM_OK;
}

/* Start with neighbours in ranking order, most of whom share a scoregroup. */
static void pair_neighbours(struct dutch *d)
{
    for (uint32_t s = 0; s + 1 < d->count; s++)
        if (lm_dutch_compatible(d, s, s + 1)) {
            lm_matching_pair(d->rest.matching, (int32_t)s, (int32_t)s + 1);
            s++;
        }
}

static enum lm_status make_part(struct dutch *d)
{
    enum lm_status status = lm_matching_new(&d->rest.part, d->arena, &d->rest.graph);
    for (uint32_t v = 0; status == LM_OK && v < d->count + d->odd; v++)
        lm_matching_remove(d->rest.part, (int32_t)v);
    return status;
}

static enum lm_status start_matching(struct dutch *d)
{
    enum lm_status status = make_graph(d);
    if (status == LM_OK)
        status = lm_matching_new(&d->rest.matching, d->arena, &d->rest.graph);
    if (status != LM_OK)
        return status;
    pair_neighbours(d);
    lm_matching_repair(d->rest.matching);
    return status;
}

static bool colours_bar(const void *context, uint32_t a, uint32_t b)
{
    return !lm_dutch_colours_allow(context, a, b);
}

static enum lm_status report_blocked(struct dutch *d)
{
    struct lm_obstacles obstacles = {.position = d->position,
                                     .colours = colours_bar,
                                     .context = d,
                                     .where = d->edition->undecided};
    return lm_say_impossible(&obstacles, d->rest.matching, d->arena, d->log);
}

/* [C5]: the bye goes to the lowest score that can have it with all others paired.  First match
 * without a limit.  Then take the bye out: one seat is alone, and the even set holds all seats that
 * could be alone instead, the bye's possible receivers. */
static enum lm_status find_bye_score(struct dutch *d)
{
    d->bye_score = INT32_MAX;
    enum lm_status status = start_matching(d);
    if (status != LM_OK)
        return status;
    if (lm_matching_alone(d->rest.matching) != 0)
        return report_blocked(d);
    bool *even = lm_arena_alloc(d->arena, (size_t)d->count + 1, sizeof *even);
    if (even == NULL)
        return LM_LIMIT;
    lm_matching_remove(d->rest.matching, (int32_t)d->bye);
    lm_matching_even_set(d->rest.matching, even);
    int32_t lowest = INT32_MAX;
    for (uint32_t s = 0; s < d->count; s++)
        if (even[s] && !d->seats[s].pab_barred && d->seats[s].score < lowest)
            lowest = d->seats[s].score;
    d->bye_score = lowest;
    return LM_OK;
}

enum lm_status lm_dutch_rest_new(struct dutch *d)
{
    d->bye = d->count;
    d->bye_score = d->odd ? INT32_MAX : INT32_MIN;
    if (d->odd && d->edition->weighs_bye) {
        enum lm_status status = find_bye_score(d);
        if (status != LM_OK)
            return status;
    }
    enum lm_status status = start_matching(d);
    if (status != LM_OK)
        return status;
    return lm_matching_alone(d->rest.matching) == 0 ? make_part(d) : report_blocked(d);
}

enum lm_status lm_dutch_rest_any_bye(struct dutch *d)
{
    d->bye_score = d->odd ? INT32_MAX : INT32_MIN;
    return start_matching(d);
}

/* Take ${count} pairs out; if the remaining players cannot be completed, put them back. */
static bool take_out(struct dutch *d, uint32_t (*pairs)[2], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        lm_matching_remove(d->rest.matching, (int32_t)pairs[i][0]);
        lm_matching_remove(d->rest.matching, (int32_t)pairs[i][1]);
    }
    lm_matching_repair(d->rest.matching);
    return lm_matching_alone(d->rest.matching) == 0;
}

static void put_back(struct dutch *d, uint32_t (*pairs)[2], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        lm_matching_restore(d->rest.matching, (int32_t)pairs[i][0]);
        lm_matching_restore(d->rest.matching, (int32_t)pairs[i][1]);
        lm_matching_pair(d->rest.matching, (int32_t)pairs[i][0], (int32_t)pairs[i][1]);
    }
    lm_matching_repair(d->rest.matching);
}

bool lm_dutch_rest_commit(struct dutch *d, const struct dutch_result *result)
{
    bool complete = take_out(d, result->pairs, result->pair_count);
    if (!complete)
        put_back(d, result->pairs, result->pair_count);
    return complete;
}

void lm_dutch_rest_undo(struct dutch *d, const struct dutch_result *result)
{
    put_back(d, result->pairs, result->pair_count);
}

bool lm_dutch_rest_confirm(struct dutch *d, const struct dutch_result *result)
{
    uint32_t(*beyond)[2] = result->pairs + result->pair_count;
    bool complete = take_out(d, beyond, result->beyond_count);
    put_back(d, beyond, result->beyond_count);
    return complete;
}

/* ---- The following bracket [C8] ---- */

/* The floaters and the seats of [${begin}, ${end}), or everything from ${end} on. */
struct part {
    const uint32_t *floaters;
    uint32_t floater_count;
    uint32_t begin, end;
};

static uint32_t part_size(const struct part *part)
{
    return part->floater_count + part->end - part->begin;
}

static int32_t part_vertex(const struct part *part, uint32_t i)
{
    return (int32_t)(i < part->floater_count ? part->floaters[i]
                                             : part->begin + (i - part->floater_count));
}

/* Match the part within itself, starting from the pairs that the rest has there.  Return how many
 * stay alone, and store in ${even} which could be alone instead. */
static int32_t match_part(struct dutch *d, const struct part *part, bool *even)
{
    struct lm_matching *m = d->rest.part;
    uint32_t size = part_size(part);
    for (uint32_t i = 0; i < size; i++) {
        int32_t v = part_vertex(part, i), mate = lm_matching_mate(d->rest.matching, v);
        lm_matching_restore(m, v);
        if (mate != LM_ALONE && lm_matching_is_present(m, mate))
            lm_matching_pair(m, v, mate);
    }
    lm_matching_repair(m);
    int32_t alone = lm_matching_alone(m);
    lm_matching_even_set(m, even);
    for (uint32_t i = 0; i < size; i++)
        lm_matching_remove(m, part_vertex(part, i));
    return alone;
}

static bool vertices_may_pair(const struct dutch *d, uint32_t seat, uint32_t other)
{
    return d->odd && other == d->bye ? lm_dutch_may_have_bye(d, seat)
                                     : lm_dutch_compatible(d, seat, other);
}

/* Can the beyond spare a player for ${seat}? */
static bool can_leave(const struct dutch *d, uint32_t seat, const struct part *beyond,
                      const bool *even_beyond)
{
    for (uint32_t e = beyond->begin; e < beyond->end; e++)
        if (even_beyond[e] && vertices_may_pair(d, seat, e))
            return true;
    return false;
}

/* Is there a resident of the next bracket who can be the one left over there, and a player beyond
 * it whom the beyond can spare for that resident? */
static bool can_cross(const struct dutch *d, const struct part *next, const struct part *beyond,
                      const bool *even_next, const bool *even_beyond)
{
    for (uint32_t g = next->begin; g < next->end; g++)
        if (even_next[g] && can_leave(d, g, beyond, even_beyond))
            return true;
    return false;
}

/* Is the rest's own matching already a witness?  It leaves over none of the next bracket, or one
 * resident when its count is odd. */
static bool rest_is_witness(const struct dutch *d, const struct part *next)
{
    uint32_t crossing = 0;
    for (uint32_t i = 0; i < part_size(next); i++) {
        bool crosses =
            (uint32_t)lm_matching_mate(d->rest.matching, part_vertex(next, i)) >= next->end;
        if (crosses && i < next->floater_count)
            return false;
        crossing += crosses;
    }
    return crossing == part_size(next) % 2;
}

enum lm_status lm_dutch_next_is_perfect(struct dutch *d, const struct dutch_bracket *bracket,
                                        const struct dutch_result *result, bool *perfect)
{
    struct part next = {result->floaters, result->floater_count, bracket->next_begin,
                        bracket->next_end};
    struct part beyond = {NULL, 0, bracket->next_end, d->count + d->odd};
    *perfect = rest_is_witness(d, &next);
    if (*perfect)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(d->arena);
    size_t vertices = (size_t)d->count + d->odd;
    bool *even_next = lm_arena_alloc(d->arena, vertices, sizeof *even_next);
    bool *even_beyond = lm_arena_alloc(d->arena, vertices, sizeof *even_beyond);
    if (even_next == NULL || even_beyond == NULL)
        return LM_LIMIT;
    int32_t left = (int32_t)(part_size(&next) % 2);
    if (match_part(d, &next, even_next) == left && match_part(d, &beyond, even_beyond) == left)
        *perfect = left == 0 || can_cross(d, &next, &beyond, even_next, even_beyond);
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}
