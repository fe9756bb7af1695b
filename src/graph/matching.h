/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_GRAPH_MATCHING_H
#define LIMMAT_GRAPH_MATCHING_H

/*
 * Matchings of a general graph: which vertices can be paired, and which pairing is best.
 *
 * A matching is a set of edges without a common vertex; here always an array of mates, where
 * LM_ALONE is the mate of a vertex without partner.  Two objects:
 *
 *   - ${struct lm_matching} (largest.c): a largest matching, kept up while vertices leave and
 *     return;
 *   - ${struct lm_best} (best.c, best_solver.h): the best matching by a list of priorities, kept up
 *     while the values of edges change.
 *
 * Beside them: a largest matching for graphs that change more (dense.h), the first perfect matching
 * in an order of pairs (complete.h), and all best matchings as perfect ones (tight.h).
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
    LM_GRAPH_BARRED /* the lists name the vertices that are not neighbours: for graphs that lack few
                       edges */
};

enum { LM_GRAPH_CLASSES = 64 };

/*
 * An undirected graph.  The list of vertex v is ${list}[${start}[v]] .. ${list}[${start}[v+1] - 1],
 * in any order; u is in the list of v exactly when v is in the list of u.
 *
 * In the form LM_GRAPH_BARRED every vertex also has a class below ${classes}; two vertices are
 * neighbours unless they are in each other's lists or ${class_barred}[a * ${classes} + b] holds for
 * their classes a and b (symmetric).  Thus "players due White cannot meet each other" is one bit,
 * not a list for each of them.  With ${class_of} NULL there are no classes.
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
 * Create an empty matching of ${graph} in ${*out}, all vertices present.  The struct is copied, the
 * arrays are borrowed.  The caller can change the lists between calls if every pair of the matching
 * remains an edge (otherwise call lm_matching_part first).  Memory: O(vertices * classes).
 * LM_LIMIT when ${arena} has none.
 */
LM_MUST_CHECK enum lm_status lm_matching_new(struct lm_matching **out, struct lm_arena *arena,
                                             const struct lm_graph *graph);

/*
 * Make the matching a largest one among the vertices present and return its number of pairs.  A
 * matched vertex stays matched, perhaps with another mate.  Cost: a search for each vertex that is
 * alone (none when fewer than two are) of O(what it visits), which is at most O(vertices * classes
 * + list entries), times the almost constant factor of path halving.
 */
int32_t lm_matching_repair(struct lm_matching *m);

/*
 * Repair, then write to ${even}[v] (one per vertex) whether some largest matching leaves v, which
 * is present, alone: the set D of the decomposition of Gallai and Edmonds.  When one vertex is
 * alone, these are exactly the vertices that can be left out.
 */
void lm_matching_even_set(struct lm_matching *m, bool *even);

/* Pair ${u} and ${v}, neighbours, both present and alone, as a start for the repair. */
void lm_matching_pair(struct lm_matching *m, int32_t u, int32_t v);

/* Separate ${v} from its mate, if any. */
void lm_matching_part(struct lm_matching *m, int32_t v);

/* Take ${v} out of the graph, which leaves its mate alone.  No effect if it is out. */
void lm_matching_remove(struct lm_matching *m, int32_t v);

/* Bring ${v} back, alone.  No effect if it is present. */
void lm_matching_restore(struct lm_matching *m, int32_t v);

/* Is ${v} in the graph, not taken out? */
bool lm_matching_is_present(const struct lm_matching *m, int32_t v);

/* Return the mate of ${v}, or LM_ALONE. */
int32_t lm_matching_mate(const struct lm_matching *m, int32_t v);

/* Return the number of vertices present without mate; 0 after a repair: the matching is perfect. */
int32_t lm_matching_alone(const struct lm_matching *m);

/* Store a largest matching of ${graph} in ${mate} (one per vertex).  Scratch memory of ${arena} is
 * freed.  LM_LIMIT when there is none, with ${mate} unmodified. */
LM_MUST_CHECK enum lm_status lm_matching_largest(int32_t *mate, struct lm_arena *arena,
                                                 const struct lm_graph *graph);

/* ---- The best matching ---- */

enum { LM_PRIORITIES_MAX = 128, LM_BEST_VERTICES = 16384 };

/* The range of the values of one priority: of every edge [${edge_low}, ${edge_high}], of every
 * vertex left alone [${alone_low}, ${alone_high}].  Bounds lie within +-2^60.  ${most}: the sums of
 * any two matchings, perfect or not, differ by at most this, which can save most of the weight's
 * width; 0: unknown, as much as the number of vertices allows. */
struct lm_priority {
    int64_t edge_low, edge_high;
    int64_t alone_low, alone_high;
    uint64_t most;
};

/* A non-zero value of the priority ${of}. */
struct lm_worth {
    int32_t of;
    int64_t value;
};

/*
 * The meaning of "best": the sum of the first priority's values over all pairs and all vertices
 * alone is greatest; among the matchings that reach it that of the second is greatest, and so on.
 * With ${most_pairs}, having the most pairs comes before all of them.
 *
 * ${edge} writes the ${count} values of the edge u, v (symmetric) to ${value}, or returns false
 * when there is no such edge.  ${alone} writes the values of v left alone; NULL: all 0.
 *
 * ${nonzero}, if not NULL, replaces both where most values are 0.  It writes the non-zero values of
 * the edge u, v (or, when v is LM_ALONE, of u left alone), at most ${count} of them in any order,
 * and returns their number; -1: there is no such edge.
 *
 * ${must}, if not NULL (and not with ${most_pairs}), marks vertices: leaving the fewest of them
 * alone comes before all priorities.  Only lm_best_new calls these functions.
 */
struct lm_priorities {
    int32_t count; /* 0 .. LM_PRIORITIES_MAX */
    const struct lm_priority *range;
    bool most_pairs;
    bool (*edge)(const void *context, int32_t u, int32_t v, int64_t *value);
    void (*alone)(const void *context, int32_t v, int64_t *value);
    const void *context;
    int32_t (*nonzero)(const void *context, int32_t u, int32_t v, struct lm_worth *value);
    bool (*must)(const void *context, int32_t v);
};

/*
 * To take the first of several partners that the optimum allows, one vertex after the other: keep a
 * last priority of range 0 .. n for bonuses.  Give u's edges falling bonuses in the desired order
 * (lm_best_set_edge), solve, and lm_best_fix u to its mate; the optimum of the earlier priorities
 * does not change.
 */
struct lm_best;

/*
 * Set up the problem of ${vertices} vertices and ${priorities} in ${*out}, unsolved.  The values
 * are packed exactly, a field for each priority, into weights of 3 or 16 words of 64 bits, as the
 * ranges and the number of vertices need.  Memory: O(vertices^2) weights.  LM_LIMIT when ${arena}
 * has too little, when 16 words are too few, or when there are more than LM_BEST_VERTICES vertices.
 */
LM_MUST_CHECK enum lm_status lm_best_new(struct lm_best **out, struct lm_arena *arena,
                                         int32_t vertices, const struct lm_priorities *priorities);

/*
 * Make the matching best.  The first call costs O(vertices^3); a later one O(vertices^2) for each
 * vertex that changes have since left alone, and O(vertices) when there is none.
 */
void lm_best_solve(struct lm_best *best);

/* Return the mate of ${v} as of the last lm_best_solve, or LM_ALONE; unspecified after changes. */
int32_t lm_best_mate(const struct lm_best *best, int32_t v);

/*
 * Return what the last lm_best_solve proved of the pair ${u}, ${v}: LM_BARRED if no best matching
 * has it; otherwise its *depth*, the number of odd sets of vertices around both that every best
 * matching fills (has as many pairs inside as their size allows).  The best matchings are exactly
 * those of pairs that are not barred, with the greatest sum of depths, that leave no *needed*
 * vertex alone.  Thus too long a list of priorities can go in stages: solve the first ones, then
 * the next ones among the pairs that are not barred, with the depth (less one for each needed
 * vertex alone) before them, and so on.  Pairs worth no more than both ends alone under the first
 * ones are as good as barred.  O(depth^2).
 */
enum { LM_BARRED = -1 };
int32_t lm_best_depth(const struct lm_best *best, int32_t u, int32_t v);

/* Store the depths of ${u} with every vertex in ${depth} (one for each; LM_BARRED with itself).
 * O(vertices). */
void lm_best_depths(const struct lm_best *best, int32_t u, int32_t *depth);

/* Did the last lm_best_solve prove by the dual value of ${v} that no best matching leaves it alone?
 * Where it did not, the depths are sufficient. */
bool lm_best_is_needed(const struct lm_best *best, int32_t v);

/*
 * Give the edge ${u}, ${v} the ${value}s (one per priority, within the ranges); NULL: remove the
 * edge.  If the matching cannot stay as it is, ${u} is matched again: when several edges of one
 * vertex change, pass that vertex as ${u}.  Lowering an unused edge is nearly always free.
 */
void lm_best_set_edge(struct lm_best *best, int32_t u, int32_t v, const int64_t *value);

/* Do the same with the ${count} non-zero values; a negative ${count} removes the edge. */
void lm_best_set_nonzero(struct lm_best *best, int32_t u, int32_t v, const struct lm_worth *value,
                         int32_t count);

/* Add ${v} to the vertices of ${must}, which is required here: they are not left alone as long as
 * one of their edges that are worth having (better than both ends alone) can be used.  O(vertices),
 * and nothing is undone. */
void lm_best_bar_alone(struct lm_best *best, int32_t v);

/* Bar every edge of ${u} and ${v} except the one between them.  They stay a pair if that edge is
 * used now (the next solve then costs little), or is worth having. */
void lm_best_fix(struct lm_best *best, int32_t u, int32_t v);

/* Store the best matching by ${priorities} in ${mate} (one per vertex), in one call.  Scratch
 * memory of ${arena} is freed.  On error ${mate} is unmodified. */
LM_MUST_CHECK enum lm_status lm_matching_by_priorities(int32_t *mate, struct lm_arena *arena,
                                                       int32_t vertices,
                                                       const struct lm_priorities *priorities);

#endif
