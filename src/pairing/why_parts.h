/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_WHY_PARTS_H
#define LIMMAT_PAIRING_WHY_PARTS_H

/*
 * Declarations shared by the files of limmat/why.h: why.c chooses questions and answers,
 * why_floats.c explains floats and the bye, why_obstacle.c names the obstacle to an alternative.
 */

#include "limmat/why.h"

enum { WHY_MORE = 6, WHY_WORDS = 40 };

/* A player's name in answers: "7 Huber" the first time, "Huber" afterwards; of the reader
 * "7 Huber (you)". */
struct mention {
    const char *whole;
    size_t number; /* length of the number and the space after it; 0: no name */
    size_t length; /* of ${whole} up to the end of the name */
};

/* An answer in the making. */
struct asking {
    const struct lm_system *event, *system; /* of the event; of the round */
    const struct lm_position *p;
    const struct lm_pairing *pairing;
    const struct lm_language *language;
    struct lm_arena *arena;
    struct lm_whys *out;
    uint32_t player, against;
    struct mention *mentions;
    size_t mention_count, mention_capacity;
    bool failed;
    bool contrasts; /* the answer contrasts with the expectation: "But ..." */
    bool for_both;  /* the answer is that of both players of a pair: none of them is "(you)" */
};

/* A sentence about an alternative. */
struct obstacle {
    const char *key, *code, *article, *text;
    uint32_t met_round;
};

/* --- values */

const struct lm_seat *lm_why_seat(const struct asking *a, uint32_t player);

/* Return the number of players to be paired with ${score}. */
uint32_t lm_why_seats_with(const struct asking *a, int32_t score);

/* Return the due colour by the system: enum lm_colour. */
uint8_t lm_why_due(const struct asking *a, const struct lm_seat *seat);

/* Return "7 Huber" as the value of ${name}; empty if there is no player. */
struct lm_value lm_why_person(struct asking *a, const char *name, uint32_t player);

/* Return those whom ${forced} hurts, the first of them by name, as the value of ${name}. */
struct lm_value lm_why_persons(struct asking *a, const char *name, const struct lm_forced *forced);

/* Return "2½ points". */
struct lm_value lm_why_points(struct asking *a, const char *name, int32_t tenths);

struct lm_value lm_why_colour(const char *name, uint8_t colour);

const char *lm_why_say(struct asking *a, const char *key, const struct lm_value *values,
                       size_t count);

/* Return the sentences one after the other; NULL is skipped. */
const char *lm_why_in_turn(struct asking *a, const char *first, const char *second,
                           const char *third);

/* Return ${text} with pairing numbers only where a player is named for the first time. */
const char *lm_why_named_once(struct asking *a, const char *text);

/* Return the number of words of ${text}. */
size_t lm_why_words(const char *text);

/* --- obstacles */

/* Return the round in which the two met; under the rules without colours forfeits count too; 0:
 * none. */
uint32_t lm_why_round_met(const struct asking *a, uint32_t player, uint32_t opponent);

/* Explain why two players cannot meet: they met before, the arbiter keeps them apart, or
 * colours. */
void lm_why_forbidden(struct asking *a, const struct lm_alternative *other, struct obstacle *out);

/* Return the criterion whose sentence is ${reason}; 0: the system has none. */
uint8_t lm_why_rule_of(const struct asking *a, const char *reason);

/* Return the result of the round if ${player} met ${opponent} (LM_NOBODY: had the bye); NULL: the
 * rules cannot compute it.  Both have a seat, and no rule bars the pair. */
const struct lm_alternative *lm_why_prescribed(struct asking *a, uint32_t player,
                                               uint32_t opponent);

/* Find what decided against ${other}; return false if that is unknown. */
bool lm_why_obstacle(struct asking *a, const struct lm_alternative *other, struct obstacle *out);

/* Return why ${other} was not made, to unfold; NULL: unknown. */
const char *lm_why_further(struct asking *a, const struct lm_alternative *other);

/* --- answers */

/* Is ${player} one of the two players of ${other}? */
static inline bool why_is_of(const struct lm_alternative *other, uint32_t player)
{
    return other->player == player || other->opponent == player;
}

static inline uint32_t why_size(const struct lm_bracket *bracket)
{
    return (uint32_t)(bracket->moved_count + bracket->resident_count);
}

static inline uint32_t why_opponent(const struct lm_pair *pair, uint32_t player)
{
    return pair->white == player ? pair->black : pair->white;
}

static inline void why_take_rule(struct lm_why *why, const struct lm_rule *rule)
{
    why->code = rule->code;
    why->article = rule->article;
}

/* Return what was expected for ${player} in ${bracket}; NULL: nothing was weighed. */
const struct lm_alternative *lm_why_expected(const struct lm_bracket *bracket, uint32_t player);

/* Return the expectation as a sentence, addressed to the player if it is the player's own. */
const char *lm_why_expectation(struct asking *a, const struct lm_alternative *other);

/* Begin an answer to ${question}, with the parts that all answers have. */
struct lm_why *lm_why_begin(struct asking *a, enum lm_question question,
                            const struct lm_bracket *bracket, uint32_t opponent);

/* Answer ${why} with the obstacle to ${other}, after ${lead} and ${expectation}. */
bool lm_why_answer_by(struct asking *a, struct lm_why *why, const char *lead,
                      const char *expectation, const struct lm_alternative *other);

/* Add the other alternatives of the player, or (${leaving}) of players who could have left, to
 * unfold. */
void lm_why_add_more(struct asking *a, struct lm_why *why, bool leaving);

/* Explain why ${player} of ${pair} plays an opponent with fewer, or more, points. */
void lm_why_answer_float(struct asking *a, const struct lm_pair *pair);

void lm_why_answer_bye(struct asking *a, const struct lm_pair *bye);

/* --- why_knock_out.c */

/* Explain why the two of ${pair} meet in the bracket. */
void lm_why_answer_bracket(struct asking *a, const struct lm_pair *pair);

/* Explain in ${why} why the asking player has no match in the bracket; false: an absence is on
 * record. */
bool lm_why_answer_no_match(struct asking *a, struct lm_why *why);

/* Return the key of why the two do not meet now; store the round in which the bracket can have them
 * meet in ${*round}. */
const char *lm_why_not_in_bracket(const struct asking *a, uint32_t *round);

#endif
