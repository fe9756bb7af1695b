/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_UPFLOAT_H
#define LIMMAT_PAIRING_UPFLOAT_H

#include "limmat/pairing.h"
#include "limmat/words.h"

/*
 * The procedure that C.04.5 (Double-Swiss) and C.04.6 (teams) of 2026 share: scoregroups from the
 * top, each completed by upfloaters, each bracket paired by the order of its identifiers.  Article
 * numbers are those of both.
 *
 *   upfloat_round.c     the bye (3.4), and bracket after bracket: begin reading here
 *   upfloat_window.c    the upfloaters (3.5) as a question to upfloaters.h
 *   upfloat_bracket.c   the pairing of a bracket (3.6)
 *   upfloat_reasons.c   why two players meet, and why not an earlier one
 *   upfloat_forced.c    what a prescribed pair costs in its bracket
 *   upfloat_judge.c     findings on a given pairing
 */

/* The criteria that both have, and their places in the table of either. */
enum lm_up_criterion { UP_C1, UP_C2, UP_C3, UP_C4, UP_C5, UP_C6, UP_C7 };

/* One bracket (art. 1.3.2) being paired. */
struct lm_up_bracket {
    const struct lm_position *p;
    struct lm_arena *arena;
    bool colours; /* preferences count: equal ones, and equal strong ones (C.04.6, [C8], [C9]) */
    const uint32_t *residents; /* the top-scoregroup: seats, ascending */
    uint32_t resident_count;
    const uint32_t *lower; /* all other seats yet to be paired, ascending: potential upfloaters */
    uint32_t lower_count;
    uint32_t following;   /* how many of them, the first ones, are the following scoregroup [C6] */
    uint32_t *upfloaters; /* room for all: the set of art. 3.5, in the order of art. 3.5.3 */
    uint32_t upfloater_count;
    uint32_t upfloaters_after; /* [C6]: the following scoregroup's need, if weighed */
    uint32_t (*pairs)[2];      /* top and bottom members, by the identifier of art. 3.6.2 */
};

/* Was ${seat} a floater in the previous round, and does that matter now ([C7], [C8])? */
static inline bool lm_up_was_floater(const struct lm_position *p, uint32_t seat)
{
    return !p->last_round && p->seats[seat].float_1 != LM_NO_FLOAT;
}

/* Art. 3.5: choose the upfloaters. */
enum lm_status lm_up_choose(struct lm_up_bracket *bracket);

/* Art. 3.6: pair residents and upfloaters. */
enum lm_status lm_up_pair_bracket(struct lm_up_bracket *bracket);

/* Obstacles to another player, in this order in the table of either. */
enum lm_up_against {
    UP_PAIR_MET,    /* the two have met [C1] */
    UP_PAIR_FLOATS, /* an upfloater, and a player who was a floater */
    UP_PAIR_REST,   /* the others of the bracket could not be paired as well (art. 3.6.4) */
    UP_GROUP,       /* the bracket could not be paired then [C1] */
    UP_BELOW,       /* the players below could not [C3] */
    UP_AGAIN,       /* [C7] */
    UP_NEED,        /* [C6] */
    UP_PAIR_WISH    /* both prefer the same colour; where preferences count */
};

/* Reasons for a pair, in this order in the table of either. */
enum lm_up_order { UP_ORDER_OTHER, UP_ORDER_HALVES, UP_ORDER_NEXT };

/* Its rows, for the articles of ${book}. */
#define LM_UP_ORDER_RULES(book)                                                                    \
    {                                                                                              \
        [UP_ORDER_OTHER] = {"3.6.4", book "3.6.4", "the first in order",                           \
                            .reason = LM_KEY("natural.arranged")},                                 \
        [UP_ORDER_HALVES] = {"3.6.3", book "3.6.3", "the upper half against the lower half",       \
                             .reason = LM_KEY("natural.numbers")},                                 \
        [UP_ORDER_NEXT] = {"3.6.3n", book "3.6.3", "the first who is left",                        \
                           .reason = LM_KEY("natural.next")},                                      \
        {0},                                                                                       \
    }

/* The differences between the two systems. */
struct lm_up_rules {
    const char *where; /* the article by which the Chief Arbiter decides */
    bool colours;      /* see lm_up_bracket; their criteria then follow [C7] in the table */
    uint8_t opponents; /* place in the table: opponents of upfloaters who were floaters */
    uint8_t pab;       /* place of art. 3.4.2; 3.4.3 and 3.4.4 follow */
    uint8_t against;   /* place of UP_PAIR_MET; the others of its enum follow */
    /* Is ${a} the one of the two named first (art. 4.2)?  Seats of equal score, ${a} < ${b}. */
    bool (*is_first)(const struct lm_position *p, uint32_t a, uint32_t b);
    /* Does ${higher} get White against ${other}?  Art. 4.3. */
    bool (*gets_white)(const struct lm_position *p, const struct lm_seat *higher,
                       const struct lm_seat *other, uint8_t *rule);
};

/* Write the reasons of the pairs of the paired ${bracket}, in order in ${pairs}, and the
 * alternatives to ${out}. */
enum lm_status lm_up_explain(const struct lm_up_rules *rules, const struct lm_up_bracket *bracket,
                             const struct lm_pair_request *request, struct lm_pair *pairs,
                             struct lm_bracket *out);

/* Store in ${cost}[3] the costs of ${x} and ${y} as a pair of ${bracket} under [C8] to [C10] (of
 * Double-Swiss [C8] alone, the last): 0 or 1. */
void lm_up_cost(const struct lm_up_bracket *bracket, uint32_t x, uint32_t y, uint8_t *cost);

/* Explain why ${x} and ${y}, who would be a pair by the order, are not a pair of the paired
 * ${bracket}: the bracket is paired with them, with the same members. */
enum lm_status lm_up_force(const struct lm_up_rules *rules, const struct lm_up_bracket *bracket,
                           uint32_t x, uint32_t y, struct lm_alternative *out);

/* lm_system's ${pair}, by ${rules}. */
enum lm_status lm_up_pair_round(const struct lm_up_rules *rules, const struct lm_position *position,
                                const struct lm_pair_request *request, struct lm_arena *arena,
                                struct lm_log *log, struct lm_pairing **out);

/* lm_system's ${judge}, by ${rules}. */
enum lm_status lm_up_judge(const struct lm_up_rules *rules, const struct lm_position *p,
                           const struct lm_pair *pairs, uint32_t pair_count, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out);

/* [C8], [C9]: do both prefer the same colour, and both strongly? */
static inline bool lm_up_same_wish(const struct lm_position *p, uint32_t a, uint32_t b)
{
    return p->seats[a].wish != LM_NO_COLOUR && p->seats[a].wish == p->seats[b].wish;
}

static inline bool lm_up_same_strong_wish(const struct lm_position *p, uint32_t a, uint32_t b)
{
    return lm_up_same_wish(p, a, b) && p->seats[a].strength >= LM_STRONG &&
           p->seats[b].strength >= LM_STRONG;
}

#endif
