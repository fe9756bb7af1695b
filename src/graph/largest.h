/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_LARGEST_H
#define GRAPH_LARGEST_H

#include "graph/matching.h"

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

#endif
