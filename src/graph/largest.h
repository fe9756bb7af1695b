/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_LARGEST_H
#define GRAPH_LARGEST_H

#include "graph/matching.h"

/* Do the invariants described at ${struct lm_matching} hold between two public calls? */
bool lm_matching_is_sane(const struct lm_matching *m);

/* The vertices that a search reached: first ${odd} vertices that are odd in its tree, then the even
 * ones, ${count} in all.  ${list} has room for every vertex. */
struct lm_reach {
    int32_t *list, odd, count;
};

/*
 * Make ${u} and ${v}, neighbours and present, mates in a perfect matching, which stays perfect.
 * Return false if no perfect matching has that pair; the matching is then unmodified, and ${reach}
 * holds the vertices that the search from the mate of ${u} reached without ${u}.  The even ones are
 * the vertices that can be left alone when ${u} is, so exactly its neighbours among them are mates
 * of ${u} in perfect matchings.
 */
bool lm_matching_marry(struct lm_matching *m, int32_t u, int32_t v, struct lm_reach *reach);

#endif
