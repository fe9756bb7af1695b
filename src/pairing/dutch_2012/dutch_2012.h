/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_2012_H
#define LIMMAT_PAIRING_DUTCH_2012_H

/*
 * FIDE Swiss System based on rating, as agreed in Istanbul in 2012: the parts of the engine.
 *
 *   dutch_2012.c     A, B, E, F   its row, legal pairs, colours
 *   _search.c        C4 to C11, D the first pairing of one bracket in the printed sequences
 *   _repair.c        C12, C13     other pairings of the bracket above, in order, by their floaters
 *   _procedure.c     C1 to C14    bracket by bracket
 *   _judge.c                      the findings on a given pairing
 *
 * It shares no search with the edition of 2006: C10 has one order of all it gives up, counted by
 * pairs, which is one list of priorities, and D3 chooses which of the players from above comes
 * first. Players of a round are numbered as the seats of its position, in the order of A2.
 */

#include "limmat/pairing.h"

/* Requirements that C10 drops, with the number of pairs (downfloats: for how many players).  C10
 * drops the last one first. */
enum {
    COST_B2,
    COST_A7D,
    COST_X,
    COST_Z,
    COST_DOWN, /* what is dropped of B5 and B6 for downfloats: nothing, B6, B5, both */
    COST_B5_DOWN,
    COST_B6_DOWN,
    COST_UP, /* for upfloats */
    COST_B5_UP,
    COST_B6_UP,
    COST_COUNT
};

#define NO_PARTNER UINT32_MAX

/* B1, B2: can seats ${a} and ${b} meet?  B2 does not bar a top scorer. */
bool lm_dutch_2012_legal(const struct lm_position *position, uint32_t a, uint32_t b);

/* The numbers of pairs wanted: C3, C14. */
struct target {
    uint32_t pairs; /* P1 */
    uint32_t first; /* M1: number of those with a moved-down player in S1; 0: homogeneous */
};

/* A bracket to be paired. */
struct search {
    const struct lm_position *position;
    struct lm_arena *arena;
    const uint32_t *players; /* seats in A2 order; a player's *place* is the index here */
    uint32_t count;
    const bool *moved;    /* per place: is the player moved down? */
    uint32_t moved_count; /* M0 */
    bool lowest;          /* a player left over has the bye */
    struct target target;
    const bool *must, *may; /* per place, NULL: none, all: must, can be left over */
};

/* A pairing of a bracket. */
struct outcome {
    uint32_t *partner; /* per place; NO_PARTNER: left over */
    int32_t cost[COST_COUNT];
    int32_t *key; /* its place in the printed sequences: lower comes first */
    size_t key_length;
};

/* Find the first pairing of ${search} in the order of C4 to C11 and D, in ${*out};
 * LM_NO_PAIRING. */
enum lm_status lm_dutch_2012_search(const struct search *search, struct outcome *out);

/* Store in ${*can} whether there is a pairing, whatever C10 drops. */
enum lm_status lm_dutch_2012_can(const struct search *search, bool *can);

/* Is ${a} before ${b}, two outcomes of one bracket and target? */
bool lm_dutch_2012_before(const struct outcome *a, const struct outcome *b);

/* Does a pairing of a bracket that leaves over ${floats}, per place, serve? */
typedef enum lm_status lm_dutch_2012_test(void *context, const bool *floats, bool *serves);

/* C12, C13: find the first pairing of ${search} that serves; LM_NO_PAIRING. */
enum lm_status lm_dutch_2012_repair(const struct search *search, lm_dutch_2012_test *test,
                                    void *context, struct outcome *out);

struct bracket {
    int32_t score;                 /* a player with more is moved down */
    bool *latest;                  /* joined brackets, per seat: added last? */
    uint32_t *residents, *arrived; /* residents and players from above, in A2 order */
    uint32_t resident_count, arrived_count;
    uint32_t *players, count; /* those without the players who left by C1 */
    bool *moved;              /* per place */
    uint32_t moved_count;
    uint32_t *sent, sent_count; /* those who left by C1 */
    bool lowest;
    bool **tried; /* C12: the floaters of the bracket above tried until now, per place there */
    size_t tried_count, tried_capacity;
    bool paired; /* ${target} and ${outcome} are set; otherwise all leave */
    struct target target;
    struct outcome outcome;
};

struct brackets {
    struct bracket **all;
    size_t count;
};

/* C: pair ${position}. */
enum lm_status lm_dutch_2012_procedure(const struct lm_position *position, struct lm_arena *arena,
                                       struct brackets *out);

/* ---- The judge ---- */

enum { LM_DUTCH_2012_SECOND_BYE = 2, LM_DUTCH_2012_HELPS_LOWEST };

extern const struct lm_rule lm_dutch_2012_criteria[], lm_dutch_2012_order_rules[];

/* In larger fields the lines say why players opposite in them do not meet; smaller ones are
 * paired again with each such pair. */
enum { LM_DUTCH_2012_PAIRED_AGAIN = 300 };

/* Divide ${pairs}, of all players with a seat, into brackets in ${*out}: as many as scores.
 * ${asks}: with the answers of the lines.  ${*order}: per seat, the rule of its opponent, of
 * lm_dutch_2012_order_rules. */
enum lm_status lm_dutch_2012_review(const struct lm_position *p, const struct lm_pair *pairs,
                                    uint32_t pair_count, bool asks, struct lm_arena *arena,
                                    struct lm_bracket **out, size_t *count, uint8_t **order);

/* lm_system's ${judge}. */
enum lm_status lm_dutch_2012_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out);

#endif
