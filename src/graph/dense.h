/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_DENSE_H
#define GRAPH_DENSE_H

#include "graph/matching.h"

/*
 * A largest matching of a graph that changes often: its edges are rows of bits, vertices change
 * classes, come and go, and the state before a change can be restored at once.  ${struct
 * lm_matching} (graph/matching.h) needs less memory and suits few changes.
 *
 * Two vertices are neighbours unless they were barred from each other or their classes are.
 */
struct lm_dense;

/* Create a graph of ${vertices} in ${*out}, all present, of class 0 and alone.  ${barred}[a *
 * ${classes} + b], which is copied and symmetric: vertices of the classes a and b are no
 * neighbours.  Memory: O(vertices^2) bits.  LM_LIMIT when ${arena} has none. */
LM_MUST_CHECK enum lm_status lm_dense_new(struct lm_dense **out, struct lm_arena *arena,
                                          int32_t vertices, int32_t classes, const bool *barred);

/* Make the vertices of ${set} the neighbours of ${v}, if their classes allow it.  Call it for both
 * ends, and not for the ends of a pair. */
void lm_dense_set_row(struct lm_dense *m, int32_t v, const uint64_t *set);

/* Return the row of ${v} for writing, as lm_dense_set_row does, without ${v}. */
uint64_t *lm_dense_open_row(struct lm_dense *m, int32_t v);

/* Bar ${v} from the vertices of ${set}, of ${words} words.  Call it for both ends, and not for the
 * ends of a pair. */
void lm_dense_bar_set(struct lm_dense *m, int32_t v, const uint64_t *set, size_t words);

/* Bar all vertices from each other, while all are alone; lm_dense_meet makes ${u} and ${v}
 * neighbours again. */
void lm_dense_bar_all(struct lm_dense *m);
void lm_dense_meet(struct lm_dense *m, int32_t u, int32_t v);

bool lm_dense_is_barred(const struct lm_dense *m, int32_t u, int32_t v);

/* Return the set of vertices that are not barred from ${v}, except perhaps by their classes. */
const uint64_t *lm_dense_row(const struct lm_dense *m, int32_t v);

/* Move ${v}, present or not, to ${class}, and separate it from its mate if they are then no
 * neighbours. */
void lm_dense_move(struct lm_dense *m, int32_t v, int32_t class);

/* Take ${v} out, which leaves its mate alone; bring it back, alone.  No effect if already done. */
void lm_dense_remove(struct lm_dense *m, int32_t v);
void lm_dense_restore(struct lm_dense *m, int32_t v);

int32_t lm_dense_class(const struct lm_dense *m, int32_t v);
int32_t lm_dense_mate(const struct lm_dense *m, int32_t v); /* or LM_ALONE */
int32_t lm_dense_alone(const struct lm_dense *m);           /* number of vertices alone */

/* Make the matching largest. */
void lm_dense_repair(struct lm_dense *m);

/* Can the matching be made perfect?  If so, it is perfect afterwards; if not, it can be smaller
 * than a largest one. */
bool lm_dense_is_perfect(struct lm_dense *m);

/* For a perfect matching in which ${u} has a mate of ${class}: find the first neighbour of ${u} of
 * that class, present, that is its mate in some perfect matching.  Take both out; the others keep
 * mates. */
int32_t lm_dense_take_first(struct lm_dense *m, int32_t u, int32_t class);

/* The decomposition of Gallai and Edmonds: EVEN, the vertices that some largest matching leaves
 * alone; ODD, their other neighbours; and REST. */
enum lm_part { LM_PART_REST, LM_PART_ODD, LM_PART_EVEN };

/* Repair, then write to ${part}[v] (one per vertex) the enum lm_part of v; LM_PART_REST if v is not
 * present.  ${base}, if not NULL: write to ${base}[v] of an even v the one vertex of its component
 * that is alone or has its mate outside. */
void lm_dense_decompose(struct lm_dense *m, uint8_t *part, int32_t *base);

/* Take ${from} out for good and give its neighbours to ${into}. */
void lm_dense_merge(struct lm_dense *m, int32_t into, int32_t from);

/* Keep, or restore, which vertices are present, with their classes and mates.  O(vertices). */
void lm_dense_keep(struct lm_dense *m);
void lm_dense_go_back(struct lm_dense *m);

/* Do the invariants described at ${struct lm_dense} hold? */
bool lm_dense_is_sane(const struct lm_dense *m);

#endif
