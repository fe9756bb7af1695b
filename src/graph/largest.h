/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_LARGEST_H
#define GRAPH_LARGEST_H

#include "limmat/matching.h"

/* Whether the invariants written at ${struct lm_matching} hold between two public calls. */
bool lm_matching_is_sane(const struct lm_matching *m);

/* What a search reached: first ${odd} vertices that are odd in its tree, then those that are even,
 * ${count} in all.  ${list} has room for every vertex. */
struct lm_reach {
    int32_t *list, odd, count;
};

/*
 * Make ${u} and ${v}, neighbours and present, mates in a matching that is perfect and stays so.
 * false: no perfect matching has that pair; the matching is unmodified, and ${reach} is what the
 * search from the mate of ${u} reached without ${u}: the even ones are those who can be left alone
 * when ${u} is, so ${u} has those of its neighbours in perfect matchings and no other.
 */
bool lm_matching_marry(struct lm_matching *m, int32_t u, int32_t v, struct lm_reach *reach);

/* A matching whose vertices may change their classes; all are of class 0 at first, ${graph}'s own
 * are not looked at.  The form is LM_GRAPH_BARRED.  Memory and errors: as lm_matching_new. */
LM_MUST_CHECK enum lm_status lm_matching_new_moving(struct lm_matching **out,
                                                    struct lm_arena *arena,
                                                    const struct lm_graph *graph);

/* ${v}, present or not, is of ${class} from now on; apart from its mate if they are no neighbours
 * then.  O(1). */
void lm_matching_move(struct lm_matching *m, int32_t v, uint8_t class);

int32_t lm_matching_class(const struct lm_matching *m, int32_t v);

/* The decomposition of Gallai and Edmonds: whom some largest matching leaves alone, their other
 * neighbours, and the rest. */
enum lm_part { LM_PART_REST, LM_PART_ODD, LM_PART_EVEN };

/* Repair, then write to ${part}[v] (one per vertex) the enum lm_part of v; LM_PART_REST of what is
 * not present. */
void lm_matching_decompose(struct lm_matching *m, uint8_t *part);

#endif
