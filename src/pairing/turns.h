/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_TURNS_H
#define LIMMAT_PAIRING_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "limmat/pairing.h"

/*
 * Why a pair was made in turn.  Every system lines up one part of a bracket against another and
 * goes down the lines, and the place in the lines is the reason of most pairs.
 */

enum lm_turn {
    LM_TURN_OTHER, /* a player before the opponent was passed over */
    LM_TURN_ROW,   /* the two face each other in the lines */
    LM_TURN_NEXT   /* all before the opponent were given to players before */
};

/* Store in ${turn}[i] the turn of the pair of ${tops}[i] with its ${partner}; ${tops} are served in
 * order, each from ${bottoms}.  UINT32_MAX: no partner.  ${taken}, indexed like ${partner}, is all
 * false.  O(n). */
void lm_take_turns(const uint32_t *partner, const uint32_t *tops, uint32_t top_count,
                   const uint32_t *bottoms, uint32_t bottom_count, bool *taken, uint8_t *turn);

/* Reasons against a pair, regardless of all others. */
enum lm_bar { LM_MAY_MEET, LM_COSTS, LM_MAY_NOT };

/* Test seats ${top} and ${bottom}; unless they can meet freely, store the criterion in ${*rule}.
 * LM_COSTS only where no pair of the bracket costs anything under it, or under an earlier one. */
typedef enum lm_bar lm_bar_test(const void *context, uint32_t top, uint32_t bottom, uint8_t *rule);

/* The criteria under which a pair can cost the lines, in order of importance. */
enum { LM_LINE_COSTS = 3 };

/* Store what seats ${top} and ${bottom}, who can meet, cost the lines: 0 or 1 under each
 * criterion. */
typedef void lm_line_cost(const void *context, uint32_t top, uint32_t bottom,
                          uint8_t cost[LM_LINE_COSTS]);

/* Paired lines: seats, and their tests. */
struct lm_lined_up {
    const struct lm_position *p;
    bool whole; /* the lines hold all players paired at a time */
    const uint32_t *tops, *bottoms;
    uint32_t count;          /* of the tops */
    uint32_t bottom_count;   /* at least ${count} */
    const uint32_t *partner; /* per seat; LM_NOBODY: none */
    lm_bar_test *bars;
    const void *context;
    uint8_t rest;                     /* the criterion of LM_LINE_REST */
    lm_line_cost *cost;               /* NULL: it only counts that every top has a partner */
    uint8_t cost_rule[LM_LINE_COSTS]; /* the criteria */
    int32_t total[LM_LINE_COSTS];     /* the costs of the bracket under them */
};

/* Append the lines to ${out}, and an alternative for each player who does not meet the opponent
 * opposite.  ${*all} points to the alternatives of ${out}, for the caller to complete (NULL: not
 * wanted).  O(n). */
LM_MUST_CHECK enum lm_status lm_ask_lines(const struct lm_lined_up *lines, struct lm_arena *arena,
                                          struct lm_bracket *out, struct lm_alternative **all);

/* Refine the answers LM_LINE_REST in ${all}[${count}], made from ${lines}: name the players further
 * down the lines who would lack an opponent, or the cost, where every top has one of the bottoms.
 * Where the lines are ${whole}, use the result of prescribing the pair alone; players passed over
 * by the order are then tested in the same way, and keep that answer if the pair would be as good.
 * O(n^2), and for a row as well, except for costs that turn back. */
LM_MUST_CHECK enum lm_status lm_ask_rest(const struct lm_lined_up *lines, struct lm_arena *arena,
                                         struct lm_alternative *all, size_t count);

#endif
