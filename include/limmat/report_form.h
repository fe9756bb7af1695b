/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REPORT_FORM_H
#define LIMMAT_REPORT_FORM_H

/*
 * The fields of FIDE's tournament report form (IT3) and the certificates of title results (IT1),
 * filled in from a tournament: each with its value, or with the missing fact and where to enter it.
 */

#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/norms.h"
#include "limmat/rating_event.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_form_field {
    const char *name;    /* a stable name: "chief-arbiter" */
    const char *label;   /* for readers: "Chief arbiter" */
    const char *value;   /* "" when it is missing */
    const char *article; /* the article that requires it: "B.01 1.1.5"; "": none */
    const char *missing; /* what to do when it is missing; NULL: present, or optional */
};

struct lm_form {
    struct lm_form_field *fields;
    size_t count, capacity;
    size_t missing;
};

/* Fill in IT3: event, officials, schedule, field of players, the numbers of B.01.  ${norms} are
 * those of ${t}; ${event} is ${t} with the further data.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_report_form(const struct lm_tournament *t,
                                                   const struct lm_rating_event *event,
                                                   const struct lm_norms *norms,
                                                   struct lm_arena *arena, struct lm_form *out);

/* Fill in IT1 for ${norm}, which was reached: the player, the result, a field for each game that
 * counts.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status
lm_certificate_form(const struct lm_tournament *t, const struct lm_norms *norms,
                    const struct lm_norm *norm, struct lm_arena *arena, struct lm_form *out);

#ifdef __cplusplus
}
#endif
#endif
