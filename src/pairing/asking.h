/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_ASKING_H
#define LIMMAT_PAIRING_ASKING_H

/*
 * What the files of limmat/why.h share: why.c asks and answers, why_floats.c about other scores and
 * the bye, why_obstacle.c says what stood against something.
 */

#include "limmat/why.h"

enum { WHY_MORE = 6, WHY_WORDS = 40 };

/* Who is named in answers: "7 Huber" the first time, "Huber" when it is said again. */
struct mention {
    const char *whole;
    size_t number; /* of its bytes the number and the space behind it; 0: there is no name */
};

/* An answer while it is made. */
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
    bool contrasts; /* what is said stands against what was expected: "But ..." */
};

/* A sentence about an alternative. */
struct obstacle {
    const char *key, *code, *article, *text;
    uint32_t met_round;
};

/* --- values */

const struct lm_seat *lm_why_seat(const struct asking *a, uint32_t player);

/* How many of those to be paired have ${score}? */
uint32_t lm_why_seats_with(const struct asking *a, int32_t score);

/* The colour that is due, by the system: enum lm_colour. */
uint8_t lm_why_due(const struct asking *a, const struct lm_seat *seat);

/* "7 Huber" as what stands for ${name}; nobody is nothing. */
struct lm_value lm_why_person(struct asking *a, const char *name, uint32_t player);

/* "2½ points" */
struct lm_value lm_why_points(struct asking *a, const char *name, int32_t tenths);

struct lm_value lm_why_colour(const char *name, uint8_t colour);

const char *lm_why_say(struct asking *a, const char *key, const struct lm_value *values,
                       size_t count);

/* The sentences one after the other; NULL is none. */
const char *lm_why_in_turn(struct asking *a, const char *first, const char *second,
                           const char *third);

/* ${text} with the numbers of those only who are named for the first time in it. */
const char *lm_why_named_once(struct asking *a, const char *text);

/* How many words ${text} has. */
size_t lm_why_words(const char *text);

/* --- what stands against something */

/* The round in which the two met; under the rules without colours forfeits count too; 0: none. */
uint32_t lm_why_round_met(const struct asking *a, uint32_t player, uint32_t opponent);

/* Two who may not meet: because they met, by the arbiter, or for their colours. */
void lm_why_forbidden(struct asking *a, const struct lm_alternative *other, struct obstacle *out);

/* The criterion whose sentence is ${reason}; 0: the system has none. */
uint8_t lm_why_rule_of(const struct asking *a, const char *reason);

/* What the round comes to when ${player} meets ${opponent} (LM_NOBODY: has the bye); NULL: the
 * rules cannot be asked.  Both have a seat, and nothing of their own keeps them from it. */
const struct lm_alternative *lm_why_prescribed(struct asking *a, uint32_t player,
                                               uint32_t opponent);

/* What decided against ${other}; false: that cannot be told. */
bool lm_why_obstacle(struct asking *a, const struct lm_alternative *other, struct obstacle *out);

/* --- answers */

/* Is ${player} one of the two? */
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

/* What was expected of ${player} in ${bracket}; NULL: nothing was weighed. */
const struct lm_alternative *lm_why_expected(const struct lm_bracket *bracket, uint32_t player);

/* The expectation, said to the player if it is his own. */
const char *lm_why_expectation(struct asking *a, const struct lm_alternative *other);

/* A new answer to ${question}, with what all of them have. */
struct lm_why *lm_why_begin(struct asking *a, enum lm_question question,
                            const struct lm_bracket *bracket, uint32_t opponent);

/* ${why} is answered by what stands against ${other}, after ${lead} and ${expectation}. */
bool lm_why_answer_by(struct asking *a, struct lm_why *why, const char *lead,
                      const char *expectation, const struct lm_alternative *other);

/* The other alternatives of the player, or (${leaving}) of who might have left, to unfold. */
void lm_why_add_more(struct asking *a, struct lm_why *why, bool leaving);

/* Why ${player} of ${pair} plays with fewer, or more, points. */
void lm_why_answer_float(struct asking *a, const struct lm_pair *pair);

void lm_why_answer_bye(struct asking *a, const struct lm_pair *bye);

/* --- why_knock_out.c */

/* Why the two of ${pair} meet in the bracket. */
void lm_why_answer_bracket(struct asking *a, const struct lm_pair *pair);

/* Say in ${why} why the asking one has no match in the bracket; false: an absence is on record. */
bool lm_why_answer_no_match(struct asking *a, struct lm_why *why);

/* The key of why the two do not meet now; the round in which the bracket can have them meet into
 * ${*round}. */
const char *lm_why_not_in_bracket(const struct asking *a, uint32_t *round);

#endif
