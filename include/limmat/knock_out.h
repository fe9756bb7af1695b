/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_KNOCK_OUT_H
#define LIMMAT_KNOCK_OUT_H

/*
 * The bracket of a knock-out of teams (docs/team-knock-out.md): its matches, the winner of each,
 * and the reason.  All of it follows from the numbers and the results.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The reason for the decision of a match (art. 4). */
enum lm_knock_out_by {
    LM_BY_NOTHING, /* it is not over, or not paired yet */
    LM_BY_NO_STEP, /* it is level, also by all steps: an arbiter enters the winner */
    LM_BY_BYE,     /* no other team had the place, or came */
    LM_BY_GAMES,   /* more game points */
    LM_BY_STEP,    /* level; ${step} decides */
    LM_BY_RULING,  /* match points that an arbiter entered: a play-off, the lot */
    LM_BY_ABSENCE  /* neither came: no winner */
};

struct lm_knock_out_match {
    uint32_t round;    /* from 1 */
    uint32_t sides[2]; /* participants, the upper place first; LM_NOBODY: none, or not known yet */
    bool known[2];     /* is it settled which team takes the place, or that none does? */
    uint32_t winner;   /* LM_NOBODY: none, or not known yet */
    uint8_t by;        /* enum lm_knock_out_by */
    const char *step;  /* of LM_BY_STEP: "BC", "TBR" or "BBE" */
};

struct lm_knock_out {
    uint32_t rounds;
    bool third;                         /* it has a match for the third place */
    struct lm_knock_out_match *matches; /* round after round, each from the top; the match for the
                                           third place is the last */
    size_t count;
};

/* Is ${t} a knock-out of teams? */
LM_API bool lm_is_knock_out(const struct lm_tournament *t);

/* Is ${code} a step by which a drawn match is decided: "BC", "TBR" or "BBE"? */
LM_API bool lm_decides_match(const char *code);

/* Return the number of rounds of a knock-out of ${participants}; at least 1. */
LM_API uint32_t lm_knock_out_rounds(uint32_t participants);

/* The bracket of ${t}, whose participants are the teams (lm_team_view), as it is after ${rounds}
 * rounds, in ${arena}.  LM_LIMIT.  O(participants x boards). */
LM_API LM_MUST_CHECK enum lm_status lm_knock_out_of(const struct lm_tournament *t, uint32_t rounds,
                                                    struct lm_arena *arena,
                                                    struct lm_knock_out *out);

/* The match at ${slot} (from 0) of ${round}. */
LM_API const struct lm_knock_out_match *lm_knock_out_at(const struct lm_knock_out *k,
                                                        uint32_t round, uint32_t slot);

/* Put the place of each of the ${count} participants, or the lowest that is still possible, into
 * ${places}[${count}] (art. 6). */
LM_API void lm_knock_out_places(const struct lm_knock_out *k, uint32_t count, uint32_t *places);

#ifdef __cplusplus
}
#endif
#endif
