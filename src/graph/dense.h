/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_DENSE_H
#define GRAPH_DENSE_H

#include "graph/matching.h"

/*
 * A largest matching of a graph that is asked many questions: its edges are rows of bits, its
 * vertices change their classes, come and go, and what was before a question can be had back at
 * once.  ${struct lm_matching} (limmat/matching.h) needs less memory and is asked seldom.
 *
 * Two vertices are neighbours unless they were barred from each other or their classes are.
 */
struct lm_dense;

/* ${vertices} in ${*out}, all present, of class 0 and alone; ${barred}[a * ${classes} + b], which
 * is copied and symmetric: classes a and b do not meet.  Memory: O(vertices^2) bits.  LM_LIMIT when
 * ${arena} has none. */
LM_MUST_CHECK enum lm_status lm_dense_new(struct lm_dense **out, struct lm_arena *arena,
                                          int32_t vertices, int32_t classes, const bool *barred);

/* ${u} and ${v}, who are no pair, are no neighbours from now on, whatever their classes. */
void lm_dense_bar(struct lm_dense *m, int32_t u, int32_t v);

/* ${v} has those of ${set} for neighbours from now on, if their classes are: to be said of both
 * ends, and not of a pair. */
void lm_dense_set_row(struct lm_dense *m, int32_t v, const uint64_t *set);

/* The row of ${v}, to be written as lm_dense_set_row does, without ${v}. */
uint64_t *lm_dense_open_row(struct lm_dense *m, int32_t v);

/* ${v} is barred from those of ${set}, of ${words} words: to be said of both ends, and not of a
 * pair. */
void lm_dense_bar_set(struct lm_dense *m, int32_t v, const uint64_t *set, size_t words);

/* Nobody is a neighbour of anybody, while all are alone; but ${u} and ${v} are from now on. */
void lm_dense_bar_all(struct lm_dense *m);
void lm_dense_meet(struct lm_dense *m, int32_t u, int32_t v);

bool lm_dense_is_barred(const struct lm_dense *m, int32_t u, int32_t v);

/* Who is not barred from ${v} but by their classes, as a set. */
const uint64_t *lm_dense_row(const struct lm_dense *m, int32_t v);

/* ${v}, present or not, is of ${class} from now on, and apart from its mate if they are no
 * neighbours then. */
void lm_dense_move(struct lm_dense *m, int32_t v, int32_t class);

/* Take ${v} out, its mate is alone then; bring it back, alone; nothing when it is so. */
void lm_dense_remove(struct lm_dense *m, int32_t v);
void lm_dense_restore(struct lm_dense *m, int32_t v);

/* Pair ${u} and ${v}, neighbours, both present and alone: a start for the repair. */
void lm_dense_pair(struct lm_dense *m, int32_t u, int32_t v);

bool lm_dense_is_present(const struct lm_dense *m, int32_t v);
int32_t lm_dense_class(const struct lm_dense *m, int32_t v);
int32_t lm_dense_mate(const struct lm_dense *m, int32_t v); /* or LM_ALONE */
int32_t lm_dense_alone(const struct lm_dense *m);           /* how many there are */

/* Make the matching a largest one. */
void lm_dense_repair(struct lm_dense *m);

/* Can it be made perfect?  It is then; else it may be smaller than a largest one. */
bool lm_dense_is_perfect(struct lm_dense *m);

/* Of a perfect matching in which ${u} has a mate of ${class}: the first neighbour of ${u} of that
 * class, present, whom it has in any perfect one.  Both are taken out, the others have mates. */
int32_t lm_dense_take_first(struct lm_dense *m, int32_t u, int32_t class);

/* The decomposition of Gallai and Edmonds: whom some largest matching leaves alone, their other
 * neighbours, and the rest. */
enum lm_part { LM_PART_REST, LM_PART_ODD, LM_PART_EVEN };

/* Repair, then write to ${part}[v] (one per vertex) the enum lm_part of v; LM_PART_REST of what is
 * not present.  ${base}, if not NULL: to ${base}[v] of an even v the one vertex of its component
 * whose mate is outside, or who is alone. */
void lm_dense_decompose(struct lm_dense *m, uint8_t *part, int32_t *base);

/* Take ${from} out for good; ${into} has all its neighbours from now on. */
void lm_dense_merge(struct lm_dense *m, int32_t into, int32_t from);

/* Who is present, of which class and with which mate: as it is now, and as it was when last kept.
 * O(vertices). */
void lm_dense_keep(struct lm_dense *m);
void lm_dense_go_back(struct lm_dense *m);

/* Can the matching be made perfect with ${v}, who is present, in ${class}?  It is then, and ${v} is
 * of that class; else nothing has changed.  What was kept may be lost. */
bool lm_dense_try_move(struct lm_dense *m, int32_t v, int32_t class);

/* Whether what is written at ${struct lm_dense} holds. */
bool lm_dense_is_sane(const struct lm_dense *m);

#endif
