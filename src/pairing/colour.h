/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_COLOUR_H
#define LIMMAT_PAIRING_COLOUR_H

#include "limmat/pairing.h"
#include "limmat/words.h"

/* Colour rules of the Dutch family since 2017 (C.04.3 art. 5.2; E.1 to E.5 in 2017): the rows and
 * the allotment. */
extern const struct lm_rule lm_dutch_colour_rules[], lm_dutch_2017_colour_rules[];

enum lm_dutch_colour_rule {
    LM_COLOUR_BOTH,      /* 5.2.1 */
    LM_COLOUR_STRONGER,  /* 5.2.2 */
    LM_COLOUR_ALTERNATE, /* 5.2.3 */
    LM_COLOUR_HIGHER,    /* 5.2.4 */
    LM_COLOUR_INITIAL    /* 5.2.5 */
};

/* The five rules, by code and article, as each system numbers them. */
#define LM_DUTCH_COLOUR_RULES(both, stronger, alternate, higher, initial)                          \
    {                                                                                              \
        [LM_COLOUR_BOTH] = {both, "both colour preferences granted",                               \
                            .reason = LM_KEY("colour.both"), .plain = LM_KEY("colour.one")},       \
        [LM_COLOUR_STRONGER] = {stronger, "the stronger colour preference granted",                \
                                .reason = LM_KEY("colour.stronger")},                              \
        [LM_COLOUR_ALTERNATE] = {alternate, "colours alternate from the last time they differed",  \
                                 .reason = LM_KEY("colour.alternate")},                            \
        [LM_COLOUR_HIGHER] = {higher, "the higher ranked player's colour preference granted",      \
                              .reason = LM_KEY("colour.higher")},                                  \
        [LM_COLOUR_INITIAL] = {initial,                                                            \
                               "by the initial-colour and the number of the higher ranked player", \
                               .reason = LM_KEY("colour.lot")},                                    \
        {0},                                                                                       \
    }

/* Return the pair of seats ${a}, who has White if ${first}, and ${b}, made in ${bracket}; ${b}
 * LM_NOBODY: ${a} has the bye. */
struct lm_pair lm_pair_of(const struct lm_position *p, uint32_t a, uint32_t b, bool first,
                          size_t bracket);

/* Does seat ${a} (the higher ranked: ${a} < ${b}) get White against ${b}?  ${*rule}: the rule that
 * decides. */
bool lm_dutch_gets_white(const struct lm_position *p, uint32_t a, uint32_t b,
                         enum lm_dutch_colour_rule *rule);

/* Return the colour of ${a} the last time one of the two had White and the other Black, among the
 * games that both played, counted back from the latest (unplayed rounds squeezed out, C.04.2 art.
 * 3.4); LM_NO_COLOUR when there is no such time. */
enum lm_colour lm_last_different_colour(const struct lm_seat *a, const struct lm_seat *b);

#endif
