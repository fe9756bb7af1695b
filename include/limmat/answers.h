/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_ANSWERS_H
#define LIMMAT_ANSWERS_H

/*
 * Limmat's answers as JSON: the documents that the command prints with -f json, and that the
 * WebAssembly module returns.  docs/developer.md has their shapes.
 *
 * Callers check lm_text_status() of the text, or of the writer's text, at the end.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/check.h"
#include "limmat/export.h"
#include "limmat/forecast.h"
#include "limmat/json.h"
#include "limmat/pairing.h"
#include "limmat/preview.h"
#include "limmat/ranking.h"
#include "limmat/rating_event.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"
#include "limmat/words.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Every pairing system, with its criteria and colour rules. */
LM_API void lm_answer_systems(struct lm_text *out);

/* The pairing by ${system}. */
LM_API void lm_answer_pairing(const struct lm_system *system, const struct lm_tournament *t,
                              const struct lm_pairing *pairing, struct lm_text *out);

/* The round ${played} of ${t}: boards with the results of their games, players without a game with
 * the reason, the number of missing results.  Before the first round only the number of rounds. */
LM_API void lm_answer_round(const struct lm_system *system, const struct lm_tournament *t,
                            const struct lm_pairing *played, struct lm_text *out);

/* Each player's possible next opponents, by the outcomes of the open games. */
LM_API void lm_answer_preview(const struct lm_tournament *t, const struct lm_preview *preview,
                              struct lm_text *out);

/* The counts of a forecast, by TPN. */
LM_API void lm_answer_forecast(const struct lm_tournament *t, const struct lm_forecast *forecast,
                               struct lm_text *out);

/* The rating changes of ${t} by ${assessment}, which has the same players: players with a known
 * change. */
LM_API void lm_answer_ratings(const struct lm_tournament *t, const struct lm_assessment *assessment,
                              struct lm_text *out);

/* The explanation of a whole round, bracket by bracket, or of the player index ${player} alone
 * (LM_NOBODY: the round), also why not ${against} (LM_NOBODY: none).  ${position} and ${pairing}
 * are those of lm_explain_round; sentences in ${language}. */
LM_API LM_MUST_CHECK enum lm_status
lm_answer_explanation(const struct lm_system *system, const struct lm_position *position,
                      const struct lm_pairing *pairing, uint32_t player, uint32_t against,
                      const struct lm_language *language, struct lm_text *out);

/* Two members shared by answers about standings.  "rank": null for players excluded from the
 * standings. */
LM_API void lm_answer_rank(struct lm_json_writer *w, uint32_t rank);
/* "not_ranking": the codes whose values are only shown (C.07 art. 10), "note": the text of
 * lm_text_add_notes, "seed": of drawn lots; empty ones are left out. */
LM_API void lm_answer_marks(struct lm_json_writer *w, const struct lm_standings *s);

/* Standings. */
LM_API void lm_answer_standings(const struct lm_standings *s, struct lm_text *out);

/* The messages about an input: a list, each entry with its place. */
LM_API void lm_answer_diagnostics(const struct lm_log *log, struct lm_text *out);

/* --- the parts of a check; the command makes one document of those of many files */

/* The result of a check. */
struct lm_checked {
    const char *file;               /* its name in the answer; NULL: none */
    const struct lm_system *system; /* NULL: only the points were checked */
    const struct lm_tournament *t;
    struct lm_check check;
    struct lm_declared declared;
};

/* Append the elements of the lists ${differences}, ${wrong_points}, ${wrong_ranks} (of teams also
 * their points) and ${wrong_tie_breaks} to ${w}, in which the list is open. */
LM_API void lm_json_put_differences(struct lm_json_writer *w, const struct lm_checked *checked);

/* Do the same for those that the file declares, which lm_json_put_differences leaves out, each with
 * its line. */
LM_API void lm_json_put_declared(struct lm_json_writer *w, const struct lm_checked *checked);
LM_API void lm_json_put_wrong_points(struct lm_json_writer *w, const struct lm_checked *checked);
LM_API void lm_json_put_wrong_ranks(struct lm_json_writer *w, const struct lm_checked *checked);
LM_API void lm_json_put_wrong_tie_breaks(struct lm_json_writer *w,
                                         const struct lm_checked *checked);

/* The check of one tournament. */
LM_API void lm_answer_check(const struct lm_checked *checked, struct lm_text *out);

/* One round of it: the total of rounds, its pairs, and whether they are the same. */
LM_API void lm_answer_checked_round(const struct lm_system *system, const struct lm_tournament *t,
                                    const struct lm_difference *d, struct lm_text *out);

#ifdef __cplusplus
}
#endif
#endif
