/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_MEETING_H
#define LIMMAT_PAIRING_MEETING_H

#include "limmat/matching.h"
#include "limmat/position.h"

/*
 * Who may meet whom, and whether a set of participants can be paired completely: what every system
 * asks.  A set is a list of seats in any order; a seat's place in the list is its vertex.
 */

/* The graph of the ${count} ${seats}: all but those barred from each other ([C1], prohibitions).
 * The caller may add classes.  Lists in ${arena}. */
enum lm_status lm_meeting_graph(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                                struct lm_arena *arena, struct lm_graph *out);

/* The longest list of barred partners of anybody in the set. */
uint32_t lm_most_barred(const struct lm_position *p, const uint32_t *seats, uint32_t count);

/* Does counting alone prove that any even number of at least ${count} participants can be paired
 * completely, when none of them is barred from more than ${barred} others?  Then each can meet at
 * least half of them (Dirac 1952: such a graph has a Hamiltonian cycle). */
static inline bool lm_completes_by_counting(uint32_t count, uint32_t barred)
{
    return count >= 2 * (barred + 1);
}

/* Can the ${count} ${seats} all be paired with each other?  Scratch memory of ${arena} is given
 * back. */
enum lm_status lm_all_can_meet(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                               struct lm_arena *arena, bool *out);

/* Is there an edge between vertices ${row} and ${column}? */
typedef bool lm_edge_test(const void *context, uint32_t row, uint32_t column);

/* The first perfect matching of the ${rows} vertices 0, 1, … with the ${rows} that follow them:
 * each row in turn gets the first column that leaves all the rest one each.  ${matching}, which
 * must be perfect, is used up.  One search a pair where the first choice is good. */
enum lm_status lm_first_matching(struct lm_matching *matching, uint32_t rows, lm_edge_test *edge,
                                 const void *context, struct lm_arena *arena, uint32_t *column_of);

#endif
