/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/legal.h"

#include <string.h>

#include "pairing/impossible.h"
#include "pairing/meeting.h"

bool lm_closed_to_all(const struct lm_position *p, uint32_t a, uint32_t b)
{
    return lm_same_absolute_wish(&p->seats[a], &p->seats[b]);
}

bool lm_closed_but_to_topscorers(const struct lm_position *p, uint32_t a, uint32_t b)
{
    return lm_closed_to_all(p, a, b) && !p->seats[a].topscorer && !p->seats[b].topscorer;
}

/* [C3] as classes: players who must have a colour cannot meet their like. */
enum { FREE, MUST_HAVE_WHITE, MUST_HAVE_BLACK, CLASSES };

static const bool class_barred[CLASSES * CLASSES] = {
    [MUST_HAVE_WHITE * CLASSES + MUST_HAVE_WHITE] = true,
    [MUST_HAVE_BLACK * CLASSES + MUST_HAVE_BLACK] = true,
};

/* Build the graph of the ${count} ${seats}, whose vertices are their places in the list.  Lists and
 * classes in ${arena}. */
static enum lm_status legal_graph(const struct lm_position *p, const uint32_t *seats,
                                  uint32_t count, struct lm_arena *arena, struct lm_graph *out)
{
    enum lm_status status = lm_meeting_graph(p, seats, count, arena, out);
    uint8_t *class_of = lm_arena_alloc(arena, count, sizeof *class_of);
    if (status != LM_OK || class_of == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_seat *seat = &p->seats[seats[i]];
        if (seat->strength == LM_ABSOLUTE)
            class_of[i] = seat->wish == LM_WHITE ? MUST_HAVE_WHITE : MUST_HAVE_BLACK;
    }
    out->class_of = class_of;
    out->class_barred = class_barred;
    out->classes = CLASSES;
    return LM_OK;
}

/* Does counting alone prove that all but any ${fewer} of the ${count} players can be paired
 * completely? */
static bool complete_by_counting(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                                 uint32_t fewer)
{
    uint32_t barred = 0;
    struct lm_musts musts = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_seat *seat = &p->seats[seats[i]];
        barred = seat->barred_count > barred ? seat->barred_count : barred;
        musts.white += lm_must_have(seat, LM_WHITE);
        musts.black += lm_must_have(seat, LM_BLACK);
    }
    return lm_legal_by_counting(count - fewer, barred, musts);
}

/* Build a largest matching of ${seats}; neighbours in the list are its start. */
static enum lm_status match(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                            struct lm_arena *arena, struct lm_matching **out)
{
    struct lm_graph graph;
    enum lm_status status = legal_graph(p, seats, count, arena, &graph);
    if (status == LM_OK)
        status = lm_matching_new(out, arena, &graph);
    for (uint32_t i = 0; status == LM_OK && i + 1 < count; i++)
        if (lm_is_legal(p, seats[i], seats[i + 1])) {
            lm_matching_pair(*out, (int32_t)i, (int32_t)i + 1);
            i++;
        }
    return status;
}

/* Do as lm_all_legal where counting does not decide, with memory that stays in use. */
static enum lm_status are_matched(const struct lm_position *p, const uint32_t *seats,
                                  uint32_t count, struct lm_arena *arena, bool *out)
{
    struct lm_matching *matching;
    enum lm_status status = match(p, seats, count, arena, &matching);
    if (status == LM_OK)
        *out = 2 * (uint32_t)lm_matching_repair(matching) == count;
    return status;
}

/* Do as lm_players_not_needed where counting does not decide, with memory that stays in use. */
static enum lm_status find_not_needed(const struct lm_position *p, const uint32_t *seats,
                                      uint32_t count, struct lm_arena *arena, bool *not_needed)
{
    struct lm_matching *matching;
    enum lm_status status = match(p, seats, count, arena, &matching);
    if (status == LM_OK) {
        lm_matching_even_set(matching, not_needed);
        if (lm_matching_alone(matching) != 1)
            memset(not_needed, false, count * sizeof *not_needed);
    }
    return status;
}

enum lm_status lm_all_legal(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                            struct lm_arena *arena, bool *out)
{
    *out = count == 0 || (count % 2 == 0 && complete_by_counting(p, seats, count, 0));
    if (*out || count % 2 != 0)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(arena);
    enum lm_status status = are_matched(p, seats, count, arena, out);
    lm_arena_reset(arena, mark);
    return status;
}

enum lm_status lm_players_not_needed(const struct lm_position *p, const uint32_t *seats,
                                     uint32_t count, struct lm_arena *arena, bool *not_needed)
{
    if (count % 2 == 0 || complete_by_counting(p, seats, count, 1)) {
        for (uint32_t i = 0; i < count; i++)
            not_needed[i] = count % 2 != 0;
        return LM_OK;
    }
    struct lm_mark mark = lm_arena_mark(arena);
    enum lm_status status = find_not_needed(p, seats, count, arena, not_needed);
    lm_arena_reset(arena, mark);
    return status;
}

/* ---- The bye ---- */

static bool colours_bar(const void *context, uint32_t a, uint32_t b)
{
    return lm_closed_to_all(context, a, b);
}

/* Choose the bye; ${*can}: all of ${left} can be paired, or all except ${*receiver}. */
static enum lm_status choose_bye(const struct lm_position *p, lm_bye_test *before,
                                 const void *context, const uint32_t *left, uint32_t count,
                                 struct lm_arena *arena, uint32_t *receiver, bool *can)
{
    bool *not_needed = lm_arena_alloc(arena, count, sizeof *not_needed);
    *receiver = LM_NOBODY;
    if (count % 2 == 0)
        return lm_all_legal(p, left, count, arena, can);
    if (not_needed == NULL || lm_players_not_needed(p, left, count, arena, not_needed) != LM_OK)
        return LM_LIMIT;
    for (uint32_t s = 0; s < count; s++)
        if (not_needed[s] && !p->seats[s].pab_barred &&
            (*receiver == LM_NOBODY || before(context, s, *receiver)))
            *receiver = s;
    *can = *receiver != LM_NOBODY;
    return LM_OK;
}

enum lm_status lm_assign_bye(const struct lm_position *p, lm_bye_test *before, const void *context,
                             const char *where, uint32_t *left, uint32_t *left_count,
                             struct lm_arena *arena, struct lm_log *log, uint32_t *receiver)
{
    bool can;
    const struct lm_obstacles obstacles = {
        .position = p, .colours = colours_bar, .context = p, .where = where};
    enum lm_status status =
        choose_bye(p, before, context, left, *left_count, arena, receiver, &can);
    if (status != LM_OK || !can)
        return status != LM_OK ? status : lm_say_impossible(&obstacles, NULL, arena, log);
    if (*receiver == LM_NOBODY)
        return LM_OK;
    (*left_count)--;
    for (uint32_t i = *receiver; i < *left_count; i++)
        left[i] = left[i + 1];
    return LM_OK;
}
