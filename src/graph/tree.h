/* SPDX-License-Identifier: Apache-2.0 */
#ifndef GRAPH_TREE_H
#define GRAPH_TREE_H

#include <assert.h>

#include "graph/matching.h"

/*
 * The tree of a search for an augmenting path: blossoms as a union-find forest, paths as the labels
 * of Gabow (JACM 1976).  largest.c and dense.c share it; they differ in how they find neighbours.
 */

enum { NONE = -1 };

/* Gabow's label of an even vertex w: its even path to the root.  ${second} NONE: w, its mate, then
 * the path of ${first} (NONE at the root, whose path is itself); otherwise w lies on a cycle closed
 * by the edge ${first}, ${second}, and its path runs through it. */
struct label {
    int32_t first, second;
};

struct tree {
    int32_t *mate;
    int32_t *base; /* union-find: the base of the blossom is the root of its tree */
    struct label *label, *stack;
    uint64_t *walked_at, stamp; /* on a path to join */
};

static inline int32_t tree_find(struct tree *t, int32_t v)
{
    while (t->base[v] != v) {
        t->base[v] = t->base[t->base[v]];
        v = t->base[v];
    }
    return v;
}

/* Return the base of the blossom above that of ${base} in the tree; NONE above the root. */
static inline int32_t tree_above(struct tree *t, int32_t base)
{
    return t->mate[base] == LM_ALONE ? NONE : tree_find(t, t->label[base].first);
}

/* Return the lowest blossom above both ${a} and ${b}, walked from both in turns: the cost is
 * proportional to the part about to be merged. */
static inline int32_t tree_join(struct tree *t, int32_t a, int32_t b)
{
    uint64_t here = ++t->stamp;
    for (;;) {
        assert(a != NONE || b != NONE); /* two trees: an edge lacks its counterpart */
        if (a != NONE) {
            if (t->walked_at[a] == here)
                return a;
            t->walked_at[a] = here;
            a = tree_above(t, a);
        }
        int32_t other = a;
        a = b;
        b = other;
    }
}

/* Match the even ${u} to ${v}, which is alone, and the tree path of ${u} accordingly: Gabow's
 * recursive REMATCH with an explicit stack.  Return the root. */
static inline int32_t tree_augment(struct tree *t, int32_t u, int32_t v)
{
    int32_t depth = 0, root = NONE;
    t->mate[v] = u;
    t->stack[depth++] = (struct label){u, v};
    while (depth > 0) {
        struct label match = t->stack[--depth];
        int32_t old = t->mate[match.first];
        t->mate[match.first] = match.second;
        if (old == LM_ALONE)
            root = match.first;
        if (old == LM_ALONE || t->mate[old] != match.first)
            continue;
        struct label path = t->label[match.first];
        if (path.second == NONE) {
            t->mate[old] = path.first;
            t->stack[depth++] = (struct label){path.first, old};
        } else {
            t->stack[depth++] = (struct label){path.second, path.first};
            t->stack[depth++] = path;
        }
    }
    return root;
}

#endif
