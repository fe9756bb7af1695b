/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_KEIZER_H
#define LIMMAT_KEIZER_H

/*
 * The Keizer score: a game is worth the value of the opponent's place, and places follow from the
 * scores.  Our house rules of 2026 (docs/keizer-2026.md); articles here are theirs.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_KEIZER_TURNS = 50 }; /* art. 2.5: greatest number of computations of the scores */

/* The organiser's settings, as in the option "keizer" of a tournament: "top=60 bye=50".
 * Shares are in percent. */
struct lm_keizer_settings {
    int32_t top;     /* value of the first place; 0: by the number of players (art. 2.2) */
    int32_t step;    /* from one place to the next */
    int32_t bottom;  /* the lowest value */
    int32_t own;     /* of the own value: the score at the beginning */
    int32_t win;     /* of the opponent's value, of games played */
    int32_t draw;    /* … */
    int32_t loss;    /* … */
    int32_t forfeit; /* of the opponent's value: a win without play */
    int32_t bye;     /* of the own value: a pairing-allocated bye */
    int32_t club;    /* of the own value: away for the club (a full-point bye) */
    int32_t excused; /* of the own value: absent and excused (a half-point bye) */
    int32_t absent;  /* of the own value: away (a zero-point bye, or nothing on record) */
    int32_t excuses; /* number of absences, excused or not, that give points */
    int32_t apart;   /* art. 3.3: rounds after which two players can meet again */
};

/* A setting: its name and the place of its value in struct lm_keizer_settings. */
struct lm_keizer_setting {
    const char *name;
    size_t offset;
    int32_t least, most, usual;
    const char *what; /* for readers */
};

/* Return setting ${index}, for lists of them; NULL: no more. */
LM_API const struct lm_keizer_setting *lm_keizer_setting_at(size_t index);

/* Read ${text} ("top=60 own=0"; other settings have their default) into ${*out}.  LM_INVALID: a
 * name or a number is wrong, with the place in ${log} (can be NULL); ${*out} is unmodified. */
LM_API LM_MUST_CHECK enum lm_status lm_keizer_read(const char *text, struct lm_log *log,
                                                   struct lm_keizer_settings *out);

struct lm_text;

/* Add all of ${settings} to ${out}, in the form that is read: "top=0 step=1 …". */
LM_API void lm_keizer_say(struct lm_text *out, const struct lm_keizer_settings *settings);

/* Return the settings of ${t}: its option "keizer", else the default ones.  LM_INVALID as above. */
LM_API LM_MUST_CHECK enum lm_status lm_keizer_settings_of(const struct lm_tournament *t,
                                                          struct lm_log *log,
                                                          struct lm_keizer_settings *out);

/* A player's value, score and place after some rounds. */
struct lm_keizer {
    uint32_t place; /* from 1; equal scores by pairing number (art. 2.4) */
    int32_t value;  /* of the place that the scores were worked out from */
    int32_t score;  /* tenths */
};

/* Compute all scores after ${rounds} rounds into ${out}[player_count] (art. 2), again until no
 * place changes, or LM_KEIZER_TURNS times.  O(turns x players x (rounds + log players)).
 * LM_INVALID: the settings are wrong; LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_keizer_scores(const struct lm_tournament *t, uint32_t rounds,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct lm_keizer *out);

/* The contribution of ${round}, or (0) of the own value, to the score of ${player}: tenths, from
 * ${scores}, which lm_keizer_scores computed by ${settings}.  O(rounds). */
LM_API int32_t lm_keizer_part(const struct lm_tournament *t,
                              const struct lm_keizer_settings *settings,
                              const struct lm_keizer *scores, uint32_t player, uint32_t round);

#ifdef __cplusplus
}
#endif
#endif
