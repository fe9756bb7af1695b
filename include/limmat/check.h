/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHECK_H
#define LIMMAT_CHECK_H

/*
 * The checker: every round of a tournament paired again by a system, and compared with the
 * played pairing.  A difference names the rule that separates the two, if it is known.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/pairing.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A round as it was paired, beside the system's pairing. */
struct lm_difference {
    uint32_t round;
    const struct lm_pairing *expected; /* by the system; NULL: it finds no legal pairing */
    const struct lm_pairing *found;    /* as played; both in board order */
    /* The first rule by which ${expected} is better: a criterion of the system, or the rule of
     * the first colour that differs when the opponents are the same.  NULL: not known, or the two
     * are equal by every criterion and ${expected} comes earlier in the order of candidates. */
    const struct lm_rule *rule;
    bool order; /* the two are equal by every criterion, as in the last case above */
    /* The comment of the file that declares the departure; NULL: none does.  See
     * lm_declared_departure. */
    const char *declared;
};

/* A player whose declared points don't follow from the results. */
struct lm_wrong_points {
    uint32_t player;
    int32_t declared, computed; /* tenths */
};

struct lm_check {
    uint32_t rounds; /* how many were paired again */
    struct lm_difference *differences;
    size_t difference_count; /* with those that are declared */
    size_t declared_count;
    struct lm_wrong_points *wrong_points;
    size_t wrong_point_count;
};

/* The pairing of ${position}'s round as it was played, in the board order of ${system}, with the
 * pairing scores before it.  No pairs if no player was paired. */
LM_API LM_MUST_CHECK enum lm_status lm_played_pairing(const struct lm_system *system,
                                                      const struct lm_position *position,
                                                      struct lm_arena *arena,
                                                      struct lm_pairing **out);

/* Compare ${pairing}, which ${system} makes of ${position}, with what was played in that round,
 * into ${*out}, without its ${rule}; see lm_round_differs. */
LM_API LM_MUST_CHECK enum lm_status lm_compare_played(const struct lm_system *system,
                                                      const struct lm_position *position,
                                                      const struct lm_pairing *pairing,
                                                      struct lm_arena *arena,
                                                      struct lm_difference *out);

/* Does ${d} change the opponent, the colour or the bye of ${player} from the played pairing? */
LM_API bool lm_player_differs(const struct lm_difference *d, uint32_t player);

/* Are the pairs, with their colours, the same?  Both in board order. */
LM_API bool lm_pairing_equal(const struct lm_pairing *a, const struct lm_pairing *b);

/* Unplayed games can be on record without colours; ${found} then has White and Black by rank.  Give
 * them the colours of ${expected}, if it has the same pair. */
LM_API void lm_pairing_lend_colours(const struct lm_tournament *t,
                                    const struct lm_pairing *expected, struct lm_pairing *found);

/* The next pair of ${own}, from index ${*next} on, that ${other} lacks with the same colours; NULL:
 * no more.  ${*next} is set after it.  Either can be NULL: no pairs. */
LM_API const struct lm_pair *lm_pairing_next_own(const struct lm_pairing *own,
                                                 const struct lm_pairing *other, uint32_t *next);

/* Pair ${round} of ${t} again by ${system} and compare, into ${*out}, whose ${found} is NULL if no
 * player was paired in it.  Failures as of lm_check_rounds. */
LM_API LM_MUST_CHECK enum lm_status lm_check_round(const struct lm_system *system,
                                                   const struct lm_tournament *t, uint32_t round,
                                                   struct lm_arena *arena, struct lm_log *log,
                                                   struct lm_difference *out);

/* The comment (###) in which ${t} declares that ${round} departs from the rules: paired by hand
 * ("### MPA @ Round 5: …"), imported ("Import"), under another configuration
 * ("Configuration"), paired before a result of the round before it was corrected
 * ("### Correction @ Round 4: …"), or with one that was corrected for the rating report alone
 * ("### Rating correction @ Round 2: 5-26: …").  NULL: none. */
LM_API const char *lm_declared_departure(const struct lm_tournament *t, uint32_t round);

/* Does the round of ${d} differ from the system's pairing? */
LM_API bool lm_round_differs(const struct lm_difference *d);

/* Check ${t} by ${system}; ${*out} in ${arena}.  Differences are data and not a failure: LM_OK.
 * LM_INVALID when a round cannot be replayed (the log gives the reason), LM_LIMIT.  Costs a pairing
 * per round; memory: that of the largest round. */
LM_API LM_MUST_CHECK enum lm_status lm_check_rounds(const struct lm_system *system,
                                                    const struct lm_tournament *t,
                                                    struct lm_arena *arena, struct lm_log *log,
                                                    struct lm_check *out);

/* The same without the pairings: only the points, also without a system. */
LM_API LM_MUST_CHECK enum lm_status lm_check_points(const struct lm_tournament *t,
                                                    struct lm_arena *arena, struct lm_check *out);

#ifdef __cplusplus
}
#endif
#endif
