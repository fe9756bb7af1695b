/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_KNOCK_OUT_H
#define LIMMAT_KNOCK_OUT_H

/*
 * The bracket of a knock-out of teams (docs/team-knock-out.md): which matches it has, who goes on
 * from each, and by what.  All of it follows from the numbers and from what was played.
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

/* What decided a match (art. 4). */
enum lm_knock_out_by {
    LM_BY_NOTHING, /* it is not over, or not paired yet */
    LM_BY_NO_STEP, /* it is level, also by all steps: an arbiter enters who goes on */
    LM_BY_BYE,     /* nobody else had the place, or came */
    LM_BY_GAMES,   /* more game points */
    LM_BY_STEP,    /* level; ${step} decides */
    LM_BY_RULING,  /* match points that an arbiter entered: a play-off, the lot */
    LM_BY_ABSENCE  /* neither came: nobody goes on */
};

struct lm_knock_out_match {
    uint32_t round;    /* from 1 */
    uint32_t sides[2]; /* participants, the upper place first; LM_NOBODY: none, or not known yet */
    bool known[2];     /* is it settled who takes the place, or that nobody does? */
    uint32_t winner;   /* LM_NOBODY: none, or not known yet */
    uint8_t by;        /* enum lm_knock_out_by */
    const char *step;  /* of LM_BY_STEP: "BC", "TBR" or "BBE" */
};

struct lm_knock_out {
    uint32_t rounds;
    bool third;                         /* there is a match for the third place */
    struct lm_knock_out_match *matches; /* round after round, each from the top; that for the third
                                           place is the last */
    size_t count;
};

/* Is ${t} a knock-out of teams? */
LM_API bool lm_is_knock_out(const struct lm_tournament *t);

/* Is ${code} a step by which a drawn match is decided: "BC", "TBR" or "BBE"? */
LM_API bool lm_decides_match(const char *code);

/* How many rounds a knock-out of ${participants} has; at least 1. */
LM_API uint32_t lm_knock_out_rounds(uint32_t participants);

/* The bracket of ${t}, whose participants are the teams (lm_team_view), as it is after ${rounds}
 * rounds, in ${arena}.  LM_LIMIT.  O(participants x boards). */
LM_API LM_MUST_CHECK enum lm_status lm_knock_out_of(const struct lm_tournament *t, uint32_t rounds,
                                                    struct lm_arena *arena,
                                                    struct lm_knock_out *out);

/* The match at ${slot} (from 0) of ${round}. */
LM_API const struct lm_knock_out_match *lm_knock_out_at(const struct lm_knock_out *k,
                                                        uint32_t round, uint32_t slot);

/* The place that each of the ${count} participants has, or cannot fall below any more, into
 * ${places}[${count}] (art. 6). */
LM_API void lm_knock_out_places(const struct lm_knock_out *k, uint32_t count, uint32_t *places);

#ifdef __cplusplus
}
#endif
#endif
