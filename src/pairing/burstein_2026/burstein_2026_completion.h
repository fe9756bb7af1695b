/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_BURSTEIN_2026_COMPLETION_H
#define LIMMAT_PAIRING_BURSTEIN_2026_COMPLETION_H

#include <string.h>

#include "graph/bits.h"
#include "graph/dense.h"
#include "pairing/burstein_2026/burstein_2026.h"

/* What burstein_2026_complete.c and burstein_2026_view.c share. */

struct burstein_completion {
    uint32_t count;     /* vertices */
    size_t words;       /* of a set of vertices */
    int32_t *vertex;    /* per seat; LM_ALONE: not there from the beginning */
    uint32_t *seat;     /* per vertex, rising: by score */
    int32_t *score_end; /* per vertex: the first one of a lower score */
    uint64_t *may;      /* per vertex: the set of whom he may meet, by what is known */
    uint64_t *set;      /* scratch, of vertices */
    bool *asked;        /* per vertex: searched from, or of a set B */
    uint8_t *part;      /* scratch, per vertex: enum lm_part */
    int32_t *asking;    /* scratch: vertices, or per vertex */
    struct lm_dense *matching;
};

static inline uint64_t *may_of(const struct burstein_completion *c, int32_t v)
{
    return c->may + (size_t)v * c->words;
}

static inline bool meet(const struct burstein_completion *c, int32_t v, const uint64_t *set)
{
    const uint64_t *may = may_of(c, v);
    uint64_t both = 0;
    for (size_t i = 0; i < c->words; i++)
        both |= may[i] & set[i];
    return both != 0;
}

static inline uint32_t seat_at(const struct burstein_bracket *b, uint32_t i)
{
    return i < b->member_count ? b->members[i] : b->lower[i - b->member_count];
}

static inline int32_t vertex_at(const struct burstein_bracket *b, uint32_t i)
{
    const struct burstein_completion *c = *b->completion;
    return c->vertex[seat_at(b, i)];
}

/* ${set} are those in the places of members and lower ones from ${from} up to ${to}. */
static inline void gather(const struct burstein_bracket *b, uint32_t from, uint32_t to)
{
    struct burstein_completion *c = *b->completion;
    memset(c->set, 0, c->words * sizeof *c->set);
    for (uint32_t i = from; i < to; i++)
        lm_set_insert(c->set, vertex_at(b, i));
}

/* ${set} are those in the ${count} places ${who}. */
void lm_burstein_gather(const struct burstein_bracket *b, const uint32_t *who, uint32_t count);

/* Into ${set} those whom some largest matching of the present ones leaves alone. */
void lm_burstein_find_even(struct burstein_completion *c);

#endif
