/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REPORT_FORM_H
#define LIMMAT_REPORT_FORM_H

/*
 * What FIDE's tournament report form (IT3) and the certificates of title results (IT1) ask, made
 * from a tournament: each field with its value, or with what is missing and where it is put.
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
    const char *name;    /* a word that stays: "chief-arbiter" */
    const char *label;   /* for people: "Chief arbiter" */
    const char *value;   /* "" when it is missing */
    const char *article; /* why it is asked: "B.01 1.1.5"; "" */
    const char *missing; /* what to do when it is missing; NULL: it is there, or may be left out */
};

struct lm_form {
    struct lm_form_field *fields;
    size_t count, capacity;
    size_t missing;
};

/* The fields of IT3: event, officials, schedule, field of players, what B.01 counts.  ${norms} are
 * those of ${t}; ${event} is ${t} with what stands beside it.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_report_form(const struct lm_tournament *t,
                                                   const struct lm_rating_event *event,
                                                   const struct lm_norms *norms,
                                                   struct lm_arena *arena, struct lm_form *out);

/* The fields of IT1 for ${norm}, which was reached: the player, the result, a field for each game
 * that counts.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status
lm_certificate_form(const struct lm_tournament *t, const struct lm_norms *norms,
                    const struct lm_norm *norm, struct lm_arena *arena, struct lm_form *out);

#ifdef __cplusplus
}
#endif
#endif
