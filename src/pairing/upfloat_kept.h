/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_UPFLOAT_KEPT_H
#define LIMMAT_PAIRING_UPFLOAT_KEPT_H

#include "graph/dense.h"
#include "pairing/upfloat.h"

/*
 * One matching of all who are left, kept from bracket to bracket of a round, and who may meet whom
 * in the questions that are asked of it (upfloat_greedy.c, upfloat_need.c).  T are the residents of
 * the bracket in hand, F the following scoregroup.
 */
enum lm_up_class {
    UP_FREE,        /* below: meets others below, or goes up */
    UP_STAY,        /* below: does not go up */
    UP_UP,          /* below: goes up */
    UP_BELOW_ODD,   /* below: meets who would be alone */
    UP_BELOW_CORE,  /* below: meets its like */
    UP_LATER,       /* below: meets others below, or a JOKER */
    UP_LAST,        /* below: meets others below, or a STRANGER */
    UP_CORE,        /* of T: meets its like */
    UP_HOST,        /* of T: goes out, or meets HOST_ODD */
    UP_HOST_ODD,    /* of T: meets HOST */
    UP_TOP,         /* of T: meets its like, or goes out */
    UP_JOKER,       /* a host without a name: meets who may go up */
    UP_STRANGER,    /* a host without a name: meets LAST alone */
    UP_TAKER,       /* meets who of T a JOKER or STRANGER stands for */
    UP_NEXT,        /* of F: meets outside, or NEXT_ODD */
    UP_NEXT_ODD,    /* of F: meets NEXT */
    UP_NEXT_CORE,   /* of F: meets its like */
    UP_INNER,       /* of F: meets its like, or goes up */
    UP_INNER_ODD,   /* of F: meets INNER */
    UP_INNER_CORE,  /* of F: meets its like */
    UP_INNER_LATER, /* of F: meets INNER and its like, or a JOKER */
    UP_SCOUT,       /* whoever outside meets one of F, without a name */
    UP_KEEPER,      /* meets who outside a SCOUT stands for */
    UP_CLASSES
};

/* The search for the upfloaters of one bracket. */
struct lm_up_search {
    struct lm_up_bracket *b;
    struct lm_dense *m;
    uint8_t *part;         /* per vertex: enum lm_part, as last found */
    uint8_t *below;        /* the same of T and all below, each by itself */
    int32_t *base;         /* of the components of D, as lm_dense_decompose says */
    bool *can;             /* per vertex: may be an upfloater */
    uint32_t hosts;        /* how many are HOST; 0: T is TOP */
    uint32_t k;            /* how many upfloaters */
    uint32_t *order;       /* of all below as seats: by score, float, TPN */
    uint32_t *level_start; /* where each score begins in the order */
    uint32_t levels;
    uint32_t scouts; /* stand-ins that stay for the next questions; F is INNER then */
    bool inner;
    uint32_t end;    /* nobody in order from here on is an upfloater */
    uint32_t *taken; /* places in order, ascending; of the k */
    uint32_t taken_count;
};

static inline int32_t lm_up_vertex(const struct lm_up_bracket *b, uint32_t seat)
{
    return (int32_t)b->kept->vertex[seat - b->kept->first];
}

/* Make what ${b} keeps ready, if it is not yet: for ${b} and those after it. */
enum lm_status lm_up_keep(const struct lm_up_bracket *b);

/* Those of the bracket are there and nobody else; T is CORE, all others are FREE. */
void lm_up_look_at(const struct lm_up_search *s);

/* T goes out by the parts that lm_dense_decompose found of it; or all below goes up by its own. */
void lm_up_open_top(struct lm_up_search *s);
void lm_up_open_below(struct lm_up_search *s);

/* Who is at ${place} in the order, if he may go up at all, is of ${class}. */
static inline void lm_up_set(const struct lm_up_search *s, uint32_t place, enum lm_up_class class)
{
    int32_t v = lm_up_vertex(s->b, s->order[place]);
    if (s->inner && place < s->b->following)
        class = class == UP_FREE ? UP_INNER : class == UP_LATER ? UP_INNER_LATER : class;
    if (s->can[v])
        lm_dense_move(s->m, v, (int32_t) class);
}

/* Can all be paired when so many JOKERs and STRANGERs stand for as many of T?  The matching is
 * another one then. */
bool lm_up_perfect_with(const struct lm_up_search *s, uint32_t jokers, uint32_t strangers);

/* How many of the set taken are of F. */
static inline uint32_t lm_up_taken_of_following(const struct lm_up_search *s)
{
    uint32_t count = 0;
    while (count < s->k && s->taken[count] < s->b->following)
        count++;
    return count;
}

/* [C6] ${*need}: the set taken needs no more of F to meet somebody outside; ${*found}: no set that
 * is as good by [C5] needs fewer. */
enum lm_status lm_up_find_need(struct lm_up_search *s, uint32_t *need, bool *found);

/* Is it proved that no set with as many of F as the one taken needs fewer than ${need}?  The
 * matching is as it was last kept then. */
bool lm_up_is_needed(struct lm_up_search *s, uint32_t need);

/* From now on, until the limit is lifted, only ${need} of F may meet somebody outside, whoever he
 * is: the graph of those who may float as it is with nobody taken. */
void lm_up_limit_need(struct lm_up_search *s, uint32_t need);
void lm_up_lift_limit(struct lm_up_search *s);

/* The set taken needs no more than this. */
enum lm_status lm_up_need_of_taken(const struct lm_up_search *s, uint32_t *need);

#endif
