/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_GRAPH_MATCHING_H
#define LIMMAT_GRAPH_MATCHING_H

/*
 * Matchings of a general graph: who can be paired at all, and which pairing is best.
 *
 * A matching is a set of edges without a common vertex; here always an array of mates, where
 * LM_ALONE is the mate of a vertex without partner.  Two objects:
 *
 *   - ${struct lm_matching}: a largest matching, kept alive while vertices leave and return;
 *   - ${struct lm_best}: the matching that is best by a list of priorities, kept alive while edges
 *     change their values.
 *
 * Vertices are 0 .. n-1.  A vertex out of range, or a self-loop, is a caller bug (asserted).  All
 * results depend on the input only: the same calls give the same mates on every machine.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"

enum { LM_ALONE = -1 };

/* ---- A largest matching ---- */

enum lm_graph_form {
    LM_GRAPH_EDGES, /* the lists name the neighbours: for graphs with few edges */
    LM_GRAPH_BARRED /* the lists name those that are no neighbours: for graphs that lack few */
};

enum { LM_GRAPH_CLASSES = 64 };

/*
 * An undirected graph.  The list of vertex v is ${list}[${start}[v]] .. ${list}[${start}[v+1] - 1],
 * in any order; u stands in the list of v exactly when v stands in that of u.
 *
 * In the form LM_GRAPH_BARRED every vertex also has a class below ${classes}; two vertices are
 * neighbours unless they are in each other's lists or ${class_barred}[a * ${classes} + b] holds for
 * their classes a and b (symmetric).  So "all seekers of White, who cannot meet each other" is one
 * bit, not a list for each of them.  With ${class_of} NULL there are no classes.
 */
struct lm_graph {
    enum lm_graph_form form;
    int32_t vertices;
    const size_t *start; /* vertices + 1 */
    const int32_t *list;
    const uint8_t *class_of;
    const bool *class_barred;
    int32_t classes; /* 1 .. LM_GRAPH_CLASSES; ignored without class_of */
};

struct lm_matching;

/*
 * An empty matching of ${graph} in ${*out}, all vertices present.  The struct is copied, the arrays
 * are borrowed; the caller may change the lists between calls if no pair of the matching stops
 * being an edge (lm_matching_part it first).  Memory: O(vertices * classes).  LM_LIMIT when
 * ${arena} has none.
 */
LM_MUST_CHECK enum lm_status lm_matching_new(struct lm_matching **out, struct lm_arena *arena,
                                             const struct lm_graph *graph);

/*
 * Make the matching a largest one among the vertices present and return its number of pairs.  What
 * is matched stays matched, perhaps with another mate.  Cost: a search for each vertex that is
 * alone (none when fewer than two are) of O(what it visits), which is at most O(vertices * classes
 * + list entries), times the all but constant factor of path halving.
 */
int32_t lm_matching_repair(struct lm_matching *m);

/*
 * Repair, then write to ${even}[v] (one per vertex) whether some largest matching leaves v, which
 * is present, alone: the set D of the decomposition of Gallai and Edmonds.  With one vertex alone
 * these are exactly the vertices that can be the one left out.
 */
void lm_matching_even_set(struct lm_matching *m, bool *even);

/* Pair ${u} and ${v}, both present and alone, which must be neighbours: a start for the repair. */
void lm_matching_pair(struct lm_matching *m, int32_t u, int32_t v);

/* Take ${v} and its mate, if any, apart. */
void lm_matching_part(struct lm_matching *m, int32_t v);

/* Take ${v} out of the graph, its mate is alone then; nothing when it is out. */
void lm_matching_remove(struct lm_matching *m, int32_t v);

/* Bring ${v} back, alone; nothing when it is present. */
void lm_matching_restore(struct lm_matching *m, int32_t v);

/* Is ${v} in the graph, not taken out? */
bool lm_matching_is_present(const struct lm_matching *m, int32_t v);

/* The mate of ${v}, or LM_ALONE. */
int32_t lm_matching_mate(const struct lm_matching *m, int32_t v);

/* Vertices present that have no mate: after a repair 0 means that the matching is perfect. */
int32_t lm_matching_alone(const struct lm_matching *m);

/* A largest matching of ${graph} in ${mate} (one per vertex).  Scratch memory is taken from
 * ${arena} and given back.  LM_LIMIT when there is none, ${mate} unmodified then. */
LM_MUST_CHECK enum lm_status lm_matching_largest(int32_t *mate, struct lm_arena *arena,
                                                 const struct lm_graph *graph);

/* ---- The best matching ---- */

enum { LM_PRIORITIES_MAX = 128, LM_BEST_VERTICES = 16384 };

/* The values that one priority gives: every edge one in [${edge_low}, ${edge_high}], every vertex
 * left alone one in [${alone_low}, ${alone_high}].  Bounds lie within +-2^60.  ${most}: the sums of
 * any two matchings, perfect or not, differ by no more than this, which can save most of the
 * weight's width; 0: not known, as much as the number of vertices allows. */
struct lm_priority {
    int64_t edge_low, edge_high;
    int64_t alone_low, alone_high;
    uint64_t most;
};

/* A value that is not 0, of the priority ${of}. */
struct lm_worth {
    int32_t of;
    int64_t value;
};

/*
 * What "best" means: the sum of the first priority's values over all pairs and all vertices alone
 * is greatest; among the matchings that reach it that of the second is greatest, and so on.  With
 * ${most_pairs}, having the most pairs comes before all of them.
 *
 * ${edge} writes the ${count} values of the edge u, v (symmetric) to ${value}, or returns false
 * when there is no such edge.  ${alone} writes those of v left alone; NULL: they are all 0.
 *
 * ${few}, if not NULL, is asked instead of both, for priorities of which most are 0: it writes the
 * values of the edge u, v, or, when v is LM_ALONE, of u left alone, which are not 0, at most
 * ${count} of them in any order, and returns how many; -1: there is no such edge.
 *
 * ${must}, if not NULL (and not with ${most_pairs}): to have the fewest of the vertices alone for
 * which it holds comes before all priorities.  All are called by lm_best_new only.
 */
struct lm_priorities {
    int32_t count; /* 0 .. LM_PRIORITIES_MAX */
    const struct lm_priority *range;
    bool most_pairs;
    bool (*edge)(const void *context, int32_t u, int32_t v, int64_t *value);
    void (*alone)(const void *context, int32_t v, int64_t *value);
    const void *context;
    int32_t (*few)(const void *context, int32_t u, int32_t v, struct lm_worth *value);
    bool (*must)(const void *context, int32_t v);
};

/*
 * To take the first of several partners that the optimum allows, one vertex after the other: keep a
 * last priority of range 0 .. n for bonuses.  Give u's edges falling bonuses in the order wished
 * (lm_best_set_edge), solve, and lm_best_fix u to the mate it has; the optimum of the priorities
 * before stays what it was.
 */
struct lm_best;

/*
 * The problem of ${vertices} vertices and ${priorities} in ${*out}, not solved yet.  The values are
 * packed exactly, a field for each priority, into weights of 3 or 16 words of 64 bits, by what the
 * ranges and the number of vertices need.  Memory: O(vertices^2)
 * weights.  LM_LIMIT when ${arena} has too little, when 16 words are too few, or when there are
 * more than LM_BEST_VERTICES vertices.
 */
LM_MUST_CHECK enum lm_status lm_best_new(struct lm_best **out, struct lm_arena *arena,
                                         int32_t vertices, const struct lm_priorities *priorities);

/*
 * Make the matching best.  The first call costs O(vertices^3); a later one O(vertices^2) for each
 * vertex that the changes since have left alone, and O(vertices) when there is none.
 */
void lm_best_solve(struct lm_best *best);

/* The mate of ${v} as of the last lm_best_solve, or LM_ALONE; unspecified after changes since. */
int32_t lm_best_mate(const struct lm_best *best, int32_t v);

/*
 * What the last lm_best_solve proved of the pair ${u}, ${v}: LM_BARRED, no best matching has it; or
 * a *depth*, the number of odd sets of vertices around both that every best matching fills (has as
 * many pairs inside as their size allows).  The matchings that are as good are exactly those of
 * pairs that are not barred, with the greatest sum of depths, that leave no vertex alone that is
 * *needed*.  So a list of priorities that is too long goes in stages: the first ones, then the next
 * ones among those pairs with the depth before them (less one for each needed vertex alone), and so
 * on.  Pairs that the first ones find worth no more than both alone are as good as barred.
 * O(depth^2).
 */
enum { LM_BARRED = -1 };
int32_t lm_best_depth(const struct lm_best *best, int32_t u, int32_t v);

/* The same of ${u} with every vertex into ${depth} (one for each; LM_BARRED with itself).
 * O(vertices). */
void lm_best_depths(const struct lm_best *best, int32_t u, int32_t *depth);

/* Whether the last lm_best_solve proved that no best matching leaves ${v} alone by its dual value;
 * where it did not, the depths say all. */
bool lm_best_is_needed(const struct lm_best *best, int32_t v);

/*
 * Give the edge ${u}, ${v} the ${value}s (one per priority, within the ranges); NULL: it is no edge
 * any more.  When the matching cannot stand, ${u} is the vertex to be matched anew: when several
 * edges of one vertex change, pass that vertex as ${u}.  Lowering an edge that is not used is
 * nearly always free.
 */
void lm_best_set_edge(struct lm_best *best, int32_t u, int32_t v, const int64_t *value);

/* The same with the ${count} values that are not 0; a negative ${count}: it is no edge. */
void lm_best_set_few(struct lm_best *best, int32_t u, int32_t v, const struct lm_worth *value,
                     int32_t count);

/* From now on ${v} is of those of ${must}, which has to be there: not to be left alone as long as
 * one of its edges that are worth having (better than both ends alone) can spare it.  O(vertices),
 * and nothing is undone. */
void lm_best_bar_alone(struct lm_best *best, int32_t v);

/* Bar every edge of ${u} and ${v} but the one between them: they stay a pair if that edge is used
 * now (the next solve costs little then), or is worth having. */
void lm_best_fix(struct lm_best *best, int32_t u, int32_t v);

/* The matching in ${mate} (one per vertex) that is best by ${priorities}, in one call.  Scratch
 * memory is taken from ${arena} and given back.  On error ${mate} is unmodified. */
LM_MUST_CHECK enum lm_status lm_matching_by_priorities(int32_t *mate, struct lm_arena *arena,
                                                       int32_t vertices,
                                                       const struct lm_priorities *priorities);

#endif
