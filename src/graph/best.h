/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_BEST_H
#define GRAPH_BEST_H

#include "graph/matching.h"

/*
 * The best matching, by the primal-dual method of Edmonds (1965) in dense form, for weights of any
 * fixed width.
 *
 * The problem.  Every pair u, v has a weight w(u, v) >= 0; find a matching of greatest total
 * weight. lm_best_new turns all input into this: an edge of weight 0 is as good as none, so barred
 * edges, and edges that are worse than leaving both ends alone, have weight 0.
 *
 * The proof of optimality.  Vertices have dual values d(v) >= 0 and blossoms (odd sets) z(B) >= 0.
 * The duals are those of the doubled weights, so that they are integers.  With
 *
 *     slack(u, v) = d(u) + d(v) + 2 * (sum of z(B) over blossoms holding both) - 2 * w(u, v),
 *
 *   (1) slack >= 0 for all pairs;
 *   (2) slack == 0 for the pairs of the matching;
 *   (3) a blossom with z(B) > 0 is full: (|B| - 1) / 2 pairs of the matching lie inside it;
 *   (4) a vertex alone has d(v) == 0.
 *
 * Any matching M has 2 w(M) <= sum d + sum z(B) (|B| - 1), by (1) summed over M; ours reaches that.
 *
 * Why one solution suffices for a whole list of priorities.  The alternative, solving one priority,
 * keeping the tight subgraph and solving the next on it, must also keep every blossom with z > 0
 * full and every vertex with d > 0 matched, which the tight edges alone do not imply.  With a field
 * of a wide integer for each priority, each wider than the sum of all lower fields, the order of
 * the sums is the order of the lists and there is nothing to prove about stages.
 *
 * The method.  Between stages (1), (2), (3) hold; (4) can fail for some vertices.  A stage takes
 * one such vertex as the root of an alternating tree and changes duals along the tree until the
 * root is matched or a vertex with dual 0 can be left alone in its place.  It costs O(n^2), and
 * works from any duals: after a change of edges, failing conditions are repaired by making vertices
 * alone and raising their duals, and only those get a stage.
 *
 * Halves.  While there is no blossom the stages first let pairs count as halves: an odd ring of
 * tight edges, each of them half a pair, serves all its vertices, so none is shrunk.  A stage can
 * also end with such a ring, with the pairs from the ring to the root exchanged; or at a vertex of
 * a ring, which takes its pair in the tree, while the others of its ring, an even number in a row,
 * pair along it.  Vertices in a ring keep their duals, so its edges stay tight.  At the end all
 * vertices of each remaining ring are paired but one, which gets a stage of the other kind.  (1) to
 * (3) hold all the time, and the result seldom needs blossoms: in the worst fields known a ring
 * remains in one problem of sixteen.
 *
 * One root at a time also keeps the numbers whole: in the tree all duals are of the root's parity
 * (tree edges are tight, doubled weights even), so the slack between two outer vertices is even.
 *
 * Room.  Let W be the greatest weight that the fields can hold.  Duals are at most W at the start;
 * a dual that rises is that of a vertex with a tight edge, which keeps it (and it plus a z given
 * up) within 2W, or is set to 2w(u, v) - d(v).  So no slack, and no intermediate value, exceeds 4W;
 * weights have WEIGHT_SPARE bits less than the words.  lm_best_bar_alone adds twice a unit of the
 * highest field to a dual, once for each vertex: that field has an additional bit, so that W holds
 * it.
 */
enum { WEIGHT_SPARE = 3, WIDE_WORDS_MAX = 16 };

/* A number of ${words} words, the lowest first; each width of the solver completes the type. */
struct wide;

/*
 * Nodes are the vertices 0 .. n-1 and the blossoms n .. n+blossoms-1.  A blossom is an odd ring of
 * at least three child nodes, joined by tight edges, in which every child but ${base_child} is
 * matched to a neighbour along such an edge.
 *
 * Invariants between calls, in addition to (1) to (3):
 *
 *   - mate[mate[v]] == v or mate[v] == LM_ALONE;
 *   - ${parent} is a forest; top[v] is the outermost node that holds v; the free numbers of
 *     ${unused} are exactly the blossoms not in use;
 *   - a child c and its right neighbour r = right[c] share the edge tail[c] in c, head[c] in r;
 *     left[right[c]] == c;
 *   - base[b] is the only vertex of b without mate in b, base[b] == base[base_child[b]];
 *   - the vertices of a node are first[b], following[first[b]], ... last[b].
 *
 * In a stage the outermost nodes are free, outer (an even number of steps below the root) or inner.
 * As long as a tight edge leads on, the tree grows by scanning the edges of each new outer vertex,
 * which ends most stages.  Blossoms whose dual is 0 are opened before, so that nodes that become
 * inner meanwhile need not be opened.  Only when no tight edge is left are the least slacks
 * measured, in O(n) for each vertex that became outer, which makes a stage O(n^2):
 *
 *   - near[v] is the outer vertex of least slack to v, for every v that is free or inner;
 *   - of two outer nodes, the one that was measured later knows an edge (closest_in, closest_out)
 *     of a slack no larger than that of any edge between them.  A new blossom finds its own from
 *     the rows of its children, if they were measured: two of its members fall by the same amount,
 *     so the better one for some v stays better and the others can be forgotten.
 *
 * Edges of weight 0 are left out of all that: the slack of an outer u and some v is then d(u) +
 * d(v), no less than the least dual of an outer vertex, nor is half of it where v is outer too; and
 * when that is 0 the stage ends first.
 */
struct lm_best {
    int32_t vertices, blossoms; /* blossoms: size of their number range, (n - 1) / 2 */
    int32_t words;
    const struct solver *solver; /* the code for this width */
    bool solved;                 /* before the first solve there are no duals to keep */
    bool halves;                 /* stages make rings of halves, not blossoms */
    int32_t *mate;

    struct wide *twice; /* [u * n + v]: the weight doubled */
    struct wide *dual;  /* vertices: d; blossoms: z */

    int32_t *parent, *left, *right, *tail, *head; /* by node */
    int32_t *base_child, *base, *first, *last;    /* by node */
    int32_t *following, *top;                     /* by vertex */
    int32_t *unused;
    int32_t unused_count;

    /* The current stage. */
    uint8_t *label;                   /* by node, of those that are outermost: enum label */
    uint8_t *at;                      /* by vertex: the label of its outermost node */
    int32_t *link_outer, *link_inner; /* by inner node: the tree edge that reached it */
    int32_t *near;           /* by vertex that is not outer: the outer vertex of least slack */
    int32_t lowest;          /* an outer vertex of least dual */
    struct wide *near_slack; /* that slack */
    int32_t *closest_in, *closest_out; /* by outer node: its edge of least slack to another */
    struct wide *closest_slack;        /* that slack */
    int32_t *row;                      /* by outer blossom and vertex: its member of least slack */
    struct wide *row_slack;            /* scratch: slacks of the row being computed */
    int32_t *outside, outside_count;   /* scratch: the vertices that row is about */
    uint64_t *measured_at;             /* by node: the stage that measured its least slacks */
    uint64_t stages;                   /* number until now */
    int32_t *reached, reached_count;   /* the outer vertices, as they became outer */
    int32_t measured_count;            /* number of these whose nodes have been measured */
    uint64_t *joined_at;               /* by node: the stamp of the walk that passed it */
    uint64_t stamp;

    /* Scales from values to weights. */
    int32_t priorities;
    struct lm_priority *range; /* by priority */
    int32_t *shift;            /* by priority */
    int32_t pair_shift;        /* of the field that counts pairs; -1: none */
    int32_t must_shift;        /* of the field that counts vertices of ${must}; -1: none */
    bool *must;                /* by vertex, with that field */
    struct wide *of_mate;      /* by vertex: its packed worth of not being alone; NULL: 0 */
};

/* The solver for one width of weights: best_solver.h, compiled once for each. */
struct solver {
    int32_t words;
    void (*solve)(struct lm_best *m);
    void (*set_edge)(struct lm_best *m, int32_t u, int32_t v, const uint64_t *weight);
    /* Add ${weight} to all edges of ${v} that are worth having; its dual keeps their slacks. */
    void (*raise)(struct lm_best *m, int32_t v, const uint64_t *weight);
    int32_t (*depth)(const struct lm_best *m, int32_t u, int32_t v);
    /* Compute the depths of ${u} with the vertices from ${from} on. */
    void (*depths)(const struct lm_best *m, int32_t u, int32_t from, int32_t *out);
};

extern const struct solver lm_solver_3, lm_solver_16;

/* Return the number ${index} of an array of numbers, as words. */
static inline const uint64_t *words_of(const struct lm_best *m, const struct wide *array,
                                       size_t index)
{
    return (const uint64_t *)(const void *)array + index * (size_t)m->words;
}

/* Compute lm_best_depths for the vertices after ${u} only. */
void lm_best_depths_after(const struct lm_best *best, int32_t u, int32_t *depth);

#endif
