/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REPORT_H
#define LIMMAT_REPORT_H

/*
 * A check of a tournament's report before it goes to the rating officer: the faults for which
 * federations return reports.
 *
 * The report is a tournament file (TRF26, whose column R marks the records that are mandatory for
 * rating, that only cause a warning, or that title events need), with further answers that the
 * regulations require (limmat/event_files.h).  With the rating list at hand, ids, names, births,
 * titles, federations and ratings are compared with it.  Whether the event can be rated is a
 * question for lm_rating_check; its answers are among the faults.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/rating_event.h"
#include "limmat/registry.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

enum lm_fault_weight {
    LM_FAULT_REFUSED, /* the report is returned, or the event is not rated */
    LM_FAULT_DOUBTFUL /* a warning of the server, or a question of the officer */
};

/* A fault for which a federation would return a report. */
struct lm_fault {
    const char *code; /* a stable name: "city-missing", "validity-3.1" */
    enum lm_fault_weight weight;
    const char *article; /* "TRF26 022", "B.02 0.2" */
    const char *record;  /* the record concerned: "022", "001"; "": outside the tournament file */
    uint32_t player;     /* index; LM_NOBODY: not about a player */
    unsigned column;     /* of TRF26, from 1; 0: the whole record */
    uint32_t round;      /* 0: not about a round */
    const char *what;
    const char *remedy;
};

struct lm_faults {
    struct lm_fault *all; /* heading, players by number, games by round, then the regulations */
    size_t count, capacity;
    size_t refused;
};

/* Find the faults of ${t} as a report, whose event is ${event} (from ${t} and the further answers),
 * judged by ${rules}; ${list} (NULL: none) is the rating list.  Texts are in ${arena}. LM_LIMIT: no
 * memory.  O(players x rounds), and one pass over the list when an id is in doubt. */
LM_API LM_MUST_CHECK enum lm_status lm_report_check(const struct lm_tournament *t,
                                                    const struct lm_rating_event *event,
                                                    const struct lm_rating_rules *rules,
                                                    const struct lm_registry *list,
                                                    struct lm_arena *arena, struct lm_faults *out);

/* Is ${code} one of FIDE's three-letter codes of federations? */
LM_API bool lm_is_federation(const char *code);
/* Return FIDE's code for a code of other lists ("DEU": "GER"); NULL: unknown. */
LM_API const char *lm_federation_meant(const char *code);

#ifdef __cplusplus
}
#endif
#endif
