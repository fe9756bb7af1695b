/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_LADDER_H
#define LIMMAT_PAIRING_LADDER_H

/*
 * House rules that pair down a list: the first who is free meets the nearest below whom he may
 * meet, as long as the others can all be paired then.  What the list is ordered by is the
 * position's affair (lm_position_rules.scores); who may meet again, and who may have the bye, the
 * rules say here.  Shared by simple-2026 and keizer-2026, whose articles have the same order.
 */

#include "limmat/pairing.h"

/* Their criteria: the same places in the table of each. */
enum {
    LADDER_MET,        /* two who met, and may not meet again yet */
    LADDER_SECOND_BYE, /* a bye for who has had one */
    LADDER_BYE,        /* who has the bye */
    LADDER_NEAREST,    /* how far down the list opponents are */
    LADDER_EXCLUDED,   /* two whom the arbiter keeps apart */
    LADDER_REST        /* the others could not all be paired */
};

enum { LADDER_NEXT, LADDER_PASSED };

enum { /* why White */
       LADDER_BALANCE,
       LADDER_SWAP,
       LADDER_CHANGES,
       LADDER_CHANGES_OTHER,
       LADDER_FIRST_GAMES,
       LADDER_COLOURS
};

extern const struct lm_phrase lm_ladder_criteria_said[], lm_ladder_opponents_said[],
    lm_ladder_colours_said[];

struct lm_ladder_rules {
    const char *where; /* the article of an impossible round */
    bool
        always_paired; /* byes are had again, and who met meets sooner, before a round is refused */
};

/* As the rows of systems have them. */
LM_MUST_CHECK enum lm_status lm_ladder_pair(const struct lm_ladder_rules *rules,
                                            const struct lm_position *p,
                                            const struct lm_pair_request *request, uint32_t apart,
                                            struct lm_arena *arena, struct lm_log *log,
                                            struct lm_pairing **out);
/* As the rows have it; the other where nobody is barred from the bye (${always_paired}). */
LM_MUST_CHECK enum lm_status lm_ladder_judge(const struct lm_position *p,
                                             const struct lm_pair *pairs, uint32_t pair_count,
                                             struct lm_arena *arena, struct lm_log *log,
                                             struct lm_pairing **out);
LM_MUST_CHECK enum lm_status lm_ladder_judge_free_byes(const struct lm_position *p,
                                                       const struct lm_pair *pairs,
                                                       uint32_t pair_count, struct lm_arena *arena,
                                                       struct lm_log *log, struct lm_pairing **out);

#endif
