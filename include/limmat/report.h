/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REPORT_H
#define LIMMAT_REPORT_H

/*
 * A tournament's report before it goes to the rating officer: what federations send back.
 *
 * The report is a tournament file (TRF26, whose column R says what is mandatory for rating, what
 * only earns a warning, and what title events need), with the answers that the regulations ask for
 * besides (limmat/event_files.h).  With the rating list at hand, ids, names, births, titles,
 * federations and ratings are held against it.  May the event be rated?, lm_rating_check asks; its
 * answers are among the faults.
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
    LM_FAULT_REFUSED, /* the report comes back, or the event is not rated */
    LM_FAULT_DOUBTFUL /* a warning of the server, a question of the officer */
};

/* One thing that a federation would send a report back for. */
struct lm_fault {
    const char *code; /* a name that stays: "city-missing", "validity-3.1" */
    enum lm_fault_weight weight;
    const char *article; /* "TRF26 022", "B.02 0.2" */
    const char *record;  /* where it belongs: "022", "001"; "" : beside the tournament file */
    uint32_t player;     /* index; LM_NOBODY: about none */
    unsigned column;     /* of TRF26, from 1; 0: the whole record */
    uint32_t round;      /* 0: about none */
    const char *what;
    const char *remedy;
};

struct lm_faults {
    struct lm_fault *all; /* heading, players by number, games by round, then the regulations */
    size_t count, capacity;
    size_t refused;
};

/* What is wrong with ${t} as a report, whose event is ${event} (from ${t} and what stands beside
 * it), judged by ${rules}; ${list} (NULL: none) is the rating list.  Texts are in ${arena}.
 * LM_LIMIT: no memory.  O(players x rounds), and one pass over the list where an id is in doubt. */
LM_API LM_MUST_CHECK enum lm_status lm_report_check(const struct lm_tournament *t,
                                                    const struct lm_rating_event *event,
                                                    const struct lm_rating_rules *rules,
                                                    const struct lm_registry *list,
                                                    struct lm_arena *arena, struct lm_faults *out);

/* Is ${code} one of FIDE's three-letter codes of federations? */
LM_API bool lm_is_federation(const char *code);
/* FIDE's code for one of other lists ("DEU": "GER"); NULL: not known. */
LM_API const char *lm_federation_meant(const char *code);

#ifdef __cplusplus
}
#endif
#endif
