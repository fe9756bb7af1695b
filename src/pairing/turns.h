/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_TURNS_H
#define LIMMAT_PAIRING_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "limmat/pairing.h"

/*
 * Where a pair stands among those that a bracket's rules try first: every system lines up one part
 * of a bracket against another and goes down the lines.  That is the reason of most pairs.
 */

enum lm_turn {
    LM_TURN_OTHER, /* somebody before the opponent was passed over */
    LM_TURN_ROW,   /* the two stand face to face */
    LM_TURN_NEXT   /* all before the opponent have been given to those before */
};

/* ${turn}[i]: the turn of the pair of ${tops}[i] and his ${partner}, those of ${tops} being served
 * in order, each from ${bottoms}.  UINT32_MAX is nobody.  ${taken}, by the same numbers as
 * ${partner}, is all false.  O(n). */
void lm_take_turns(const uint32_t *partner, const uint32_t *tops, uint32_t top_count,
                   const uint32_t *bottoms, uint32_t bottom_count, bool *taken, uint8_t *turn);

/* What two have against being a pair, by themselves. */
enum lm_bar { LM_MAY_MEET, LM_COSTS, LM_MAY_NOT };

/* Of seats ${top} and ${bottom}; ${*rule}: the criterion, unless they may.  LM_COSTS only where no
 * pair of the bracket comes to anything under it, or before. */
typedef enum lm_bar lm_bar_test(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule);

/* What a pair may cost the lines, in this order of importance; how each is told. */
enum { LM_LINE_COSTS = 3 };

/* What seats ${top} and ${bottom}, who may meet, cost the lines: 0 or 1 under each criterion. */
typedef void lm_line_cost(const void *context, uint32_t top, uint32_t bottom,
                          uint8_t cost[LM_LINE_COSTS]);

/* Lines that were paired: seats, and their tests. */
struct lm_lined_up {
    const struct lm_position *p;
    bool whole; /* they are all that is paired at a time: no pair beside them could be another */
    const uint32_t *tops, *bottoms;
    uint32_t count;          /* of the tops, */
    uint32_t bottom_count;   /* and at least as many bottoms */
    const uint32_t *partner; /* per seat; LM_NOBODY: none */
    lm_bar_test *bars;
    const void *context;
    uint8_t rest;                     /* the criterion of LM_LINE_REST */
    lm_line_cost *cost;               /* NULL: nothing but that everybody has somebody counts */
    uint8_t cost_rule[LM_LINE_COSTS]; /* the criteria, and */
    int32_t total[LM_LINE_COSTS];     /* what the bracket comes to under them */
};

/* Enter the lines into ${out}, after those it has, and for all who do not meet whom they face why
 * not: ${*all} are the alternatives of ${out} now, for the caller to complete (NULL: he does not).
 * O(n). */
LM_MUST_CHECK enum lm_status lm_ask_lines(const struct lm_lined_up *lines, struct lm_arena *arena,
                                          struct lm_bracket *out, struct lm_alternative **all);

/* What was LM_LINE_REST in ${all}[${count}], answers of ${lines}, by whom the lines further down
 * would lack, or what they would cost, where every top has one of the bottoms.  Where the lines are
 * ${whole}, by what prescribing the pair alone comes to; who was passed over by the order is then
 * asked the same, and stays so if it would be as good.  O(n^2), and of a row the same at most, but
 * for costs that turn back. */
LM_MUST_CHECK enum lm_status lm_ask_rest(const struct lm_lined_up *lines, struct lm_arena *arena,
                                         struct lm_alternative *all, size_t count);

#endif
