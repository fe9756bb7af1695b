/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_WHY_H
#define LIMMAT_WHY_H

/*
 * Answers: why this opponent, another score, the bye, this colour, this board.  The natural
 * expectation comes first, then the obstacle, then the article.  Facts are data; the sentences are
 * made from them in the reader's language.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/check.h"
#include "limmat/export.h"
#include "limmat/pairing.h"
#include "limmat/status.h"
#include "limmat/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "opponent", "float", "bye", "colour", "board", "absence", "against", "wish". */
LM_API const char *lm_question_name(enum lm_question question);

/* Return the key of the question: "Why this opponent?" */
LM_API const char *lm_question_key(enum lm_question question);

/* The kind of an answer. */
enum lm_why_kind {
    LM_WHY_BY_NATURE,   /* the natural result of the order of the rules */
    LM_WHY_BY_OBSTACLE, /* an obstacle prevents the expected pairing: ${alternative} */
    LM_WHY_BY_ORDER,    /* the expected pairing is as good, but comes later: ${alternative} */
    LM_WHY_BY_RULE      /* a rule alone */
};

/* Return the name in JSON: "natural", "obstacle", "order", "rule". */
LM_API const char *lm_why_kind_name(enum lm_why_kind answer);

struct lm_why {
    enum lm_question question;
    enum lm_why_kind answer;
    const char *key;            /* of the sentence with the reason */
    const char *code, *article; /* of the rule; "" without one */
    uint32_t player, opponent;  /* player indices; LM_NOBODY: no game */
    int32_t score;              /* of the bracket; LM_NO_POINTS: none */
    uint32_t size;              /* players in it */
    uint32_t place; /* of ${player} in its lines, from 1, if the answer depends on it; else 0 */
    const struct lm_bracket *bracket;         /* NULL: none */
    const struct lm_alternative *alternative; /* the expected or requested pairing; NULL: none.  Of
                           groups paired as one: ${hurt} would be left over of those with at most
                           ${with} tenths */
    uint32_t met_round; /* if the two of ${alternative} can't meet: the round of their game; 0: the
                           arbiter's exclusion, or colours */
    uint8_t absence;    /* enum lm_result: the record of a player without a game, else LM_BLANK */
    struct lm_table_place table; /* the player's place in a table; ${seats} 0: none */
    const char *lead; /* the part that did not fit into ${text} and begins ${more}; or NULL */
    const char *text; /* the short answer: at most 40 words */
    const char *const *more; /* sentences to unfold */
    size_t more_count;
};

struct lm_whys {
    struct lm_why *all;
    size_t count, capacity;
};

/* Answer every question of ${player} about ${pairing} (of lm_explain_round), also why not
 * ${against} (LM_NOBODY: none), in ${language}, in ${arena}.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status
lm_why_player(const struct lm_system *system, const struct lm_position *position,
              const struct lm_pairing *pairing, uint32_t player, uint32_t against,
              const struct lm_language *language, struct lm_arena *arena, struct lm_whys *out);

/* Is ${other} of ${why}'s bracket about a player who would move as one of the two of ${why} does:
 * up into the bracket, or out of it? */
LM_API bool lm_why_moves_too(const struct lm_position *position, const struct lm_why *why,
                             const struct lm_alternative *other);

/* Does the list of a bracket's outcome include ${finding}?  Not if it only names floaters or the
 * bye, which the pairs show. */
LM_API bool lm_why_lists(const struct lm_system *system, const struct lm_finding *finding);

/* Return the note for a round that differs from the system's pairing (${d}, see lm_round_differs),
 * with or without a declaration in the file. */
LM_API const char *lm_departure_note(const struct lm_difference *d,
                                     const struct lm_language *language, struct lm_arena *arena);

/* Return why ${alternative}, of a bracket of ${pairing}, was not chosen, in one sentence with
 * names; NULL when the system has no words for it. */
LM_API const char *lm_why_not(const struct lm_system *system, const struct lm_position *position,
                              const struct lm_pairing *pairing,
                              const struct lm_alternative *alternative,
                              const struct lm_language *language, struct lm_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
