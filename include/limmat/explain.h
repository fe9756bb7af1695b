/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_EXPLAIN_H
#define LIMMAT_EXPLAIN_H

/*
 * Reasons as sentences: the facts that an engine recorded, said to a player in plain words, each
 * with the article it stands on.  Whoever shows a pairing (terminal, page, JSON) takes them from
 * here.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/pairing.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* "criterion", "opponent", "float", "colour", "bye", "absence". */
LM_API const char *lm_about_name(enum lm_about about);

struct lm_reason {
    enum lm_about about;
    const char *code;    /* of the rule: "C12", "5.2.1"; "" when there is none */
    const char *article; /* "C.04.3 art. 2.4.7"; "" when there is none */
    const char *text;    /* a whole sentence */
};

struct lm_explanation {
    struct lm_reason *reasons;
    size_t count, capacity;
};

/*
 * Pair ${round} of ${t} (0: the next) with reasons: ${*position} and ${*pairing}, brackets filled
 * when the system can tell them.  What else was possible is weighed for ${player}, or for everybody
 * (LM_NOBODY) in brackets that are small enough; of ${player} also, why not ${against} (LM_NOBODY:
 * nobody).  Where the round is paired in ${t} already, the
 * pairing is the one the system makes, whatever was played.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_explain_round(const struct lm_system *system, const struct lm_tournament *t, uint32_t round,
                 uint32_t player, uint32_t against, struct lm_arena *arena, struct lm_log *log,
                 struct lm_position **position, struct lm_pairing **pairing);

/* Why ${player} has this opponent and colour, or the bye, or no game, into ${*out}: what is about
 * the same matter stands together. */
LM_API LM_MUST_CHECK enum lm_status lm_explain_player(const struct lm_system *system,
                                                      const struct lm_position *position,
                                                      const struct lm_pairing *pairing,
                                                      uint32_t player, struct lm_arena *arena,
                                                      struct lm_explanation *out);

/* What could not be perfect in bracket ${bracket} of ${pairing}, one reason a criterion. */
LM_API LM_MUST_CHECK enum lm_status lm_explain_bracket(const struct lm_system *system,
                                                       const struct lm_position *position,
                                                       const struct lm_pairing *pairing,
                                                       size_t bracket, struct lm_arena *arena,
                                                       struct lm_explanation *out);

/* Why ${other}, one of the alternatives of a bracket of ${pairing} (the object itself, no copy),
 * was not taken: the reason into ${out}, none when its rule has no words for it. */
LM_API LM_MUST_CHECK enum lm_status
lm_explain_alternative(const struct lm_system *system, const struct lm_position *position,
                       const struct lm_pairing *pairing, const struct lm_alternative *other,
                       struct lm_arena *arena, struct lm_explanation *out);

#ifdef __cplusplus
}
#endif
#endif
