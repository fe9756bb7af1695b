/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_JUDGE_H
#define LIMMAT_PAIRING_JUDGE_H

/* Declarations shared by the judges of all systems: a given pairing, and the findings on it. */

#include "limmat/pairing.h"

/* A pairing from outside, by seats. */
struct lm_given {
    uint32_t *partner; /* per seat: seat; LM_NOBODY: none */
    int8_t *colour;    /* per seat: +1 White, -1 Black, 0 no game */
    uint32_t bye;      /* the seat that has the bye; LM_NOBODY: none */
};

/* Read ${pairs}; players without a seat are ignored. */
enum lm_status lm_read_given(const struct lm_position *p, const struct lm_pair *pairs,
                             uint32_t count, struct lm_arena *arena, struct lm_given *out);

/* The findings of a bracket in the making. */
struct lm_finding_list {
    struct lm_arena *arena;
    struct lm_finding *items;
    size_t count, capacity;
    bool failed; /* out of memory */
};

/* Add to ${list} a finding of ${rule} with ${values}; nothing when there are none, or a single
 * zero. */
void lm_finding_add(struct lm_finding_list *list, uint8_t rule, const int32_t *values,
                    size_t count);

/* Add the same, with the question that it answers and the players of the ${seat_count} ${seats}
 * whom it concerns. */
void lm_finding_note(struct lm_finding_list *list, const struct lm_position *p, int rule,
                     enum lm_question about, const int32_t *values, size_t count,
                     const uint32_t *seats, size_t seat_count);

/* Return the players of the ${count} ${seats}, in ${arena}; NULL: no memory. */
uint32_t *lm_players_of(const struct lm_position *p, const uint32_t *seats, size_t count,
                        struct lm_arena *arena);

static inline bool lm_is_among(const uint32_t *list, size_t count, uint32_t wanted)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == wanted)
            return true;
    return false;
}

void lm_sort_falling(int32_t *values, size_t count);

/* Two pairings of a round, compared as the system's judge sees them (in check.c). */
struct lm_difference;

/* The difference of two pairings of a round: the first bracket, and its first rule, under which one
 * is better. */
struct lm_separation {
    const struct lm_pairing *expected, *found; /* as judged */
    size_t bracket;
    uint8_t rule; /* index into ${criteria} */
    int order;    /* below 0: the expected one is better; above: the found one; 0: neither is */
};

/* Separate the two pairings of ${d}, with different opponents, by a ${system} that judges. */
enum lm_status lm_separate_at(const struct lm_system *system, const struct lm_position *p,
                              const struct lm_difference *d, struct lm_arena *arena,
                              struct lm_separation *out);

/* Move ${s} on to the next difference, under a later rule or in a later bracket. */
void lm_separate_on(const struct lm_system *system, struct lm_separation *s);

/* Return the finding of ${bracket} under ${rule}; NULL: perfect. */
const struct lm_finding *lm_finding_under(const struct lm_bracket *bracket, uint8_t rule);

/* Return ${brackets} with ${pairs} as a judge's result; LM_LIMIT when a list failed. */
enum lm_status lm_judgement(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_bracket *brackets, size_t bracket_count,
                            struct lm_arena *arena, struct lm_pairing **out);

#endif
