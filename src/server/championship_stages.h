/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_STAGES_H
#define LIMMAT_SERVER_CHAMPIONSHIP_STAGES_H

/* The stages of a form: those of its template, without those that were removed, with those that
 * were added, in the order that was chosen. */

#include "server/championship_form.h"

/* By enum stage_type: as definitions name them, and the keys of their words. */
extern const char *const champ_stage_kinds[], *const champ_stage_words[];

struct champ_stage {
    size_t slot;      /* which fields of the form are its own: "s2_title" */
    const char *kind; /* of an added one, as definitions name it; NULL: the template's */
    const struct lm_json *json, *format; /* as the template has it, or the pattern of its kind */
};

struct champ_stages {
    const struct lm_definition *from; /* the template */
    struct lm_definition d; /* the same with these stages, whose seats name those of ${from} */
    struct champ_stage rows[CF_STAGES_MOST];
};

/* The stages of the template ${from} as the form of ${v} has them; ${sent}: with what its button
 * does to them.  The arena of ${v} owns what it refers to. */
LM_MUST_CHECK enum lm_status champ_stages_read(struct visit *v, const struct lm_definition *from,
                                               bool sent, struct champ_stages *out);

/* The field that keeps them: "0 3:swiss 1". */
const char *champ_stages_text(struct visit *v, const struct champ_stages *s);

/* Is the stage ${index} of the template one of the first ${before} of ${s}? */
bool champ_stages_have(const struct champ_stages *s, size_t index, size_t before);

#endif
