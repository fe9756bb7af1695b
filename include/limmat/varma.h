/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_VARMA_H
#define LIMMAT_VARMA_H

/*
 * The restricted drawing of a round-robin's numbers (C.05 Annex 2, "Varma tables"): players of one
 * federation, or of one club, get numbers of one envelope, and so do not meet in the last three
 * rounds.
 */

#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/random.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LM_VARMA_LEAST = 9, LM_VARMA_MOST = 24 };

/* A player in the drawing. */
struct lm_varma_player {
    const char
        *contingent; /* code of the player's federation, or club; "": none, a contingent of one */
    const char *name;
};

/* A player's draw. */
struct lm_varma_number {
    uint32_t number; /* from 1; with an odd number of players, no one has the last one */
    char envelope;   /* 'A' to 'D' */
    bool apart;      /* all of the contingent have numbers of that envelope */
};

/*
 * Draw for ${count} ${players} by ${random}, into ${out}[${count}].  The largest contingent first,
 * then by its code, each by lot from an envelope that has enough for all of it (art. 2 to 4).  The
 * text is silent on a contingent for which no envelope has enough: it takes the envelope with the
 * most left, then the next.  LM_INVALID with the reason in ${log}: tables exist for LM_VARMA_LEAST
 * to LM_VARMA_MOST players only.  LM_LIMIT.  O(count^2).
 */
LM_API LM_MUST_CHECK enum lm_status lm_varma_draw(const struct lm_varma_player *players,
                                                  uint32_t count, struct lm_random *random,
                                                  struct lm_arena *arena, struct lm_log *log,
                                                  struct lm_varma_number *out);

/* The envelope of ${number} in the table for ${count} players; 0: none. */
LM_API char lm_varma_envelope(uint32_t count, uint32_t number);

#ifdef __cplusplus
}
#endif
#endif
