/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_STAGES_H
#define LIMMAT_SERVER_CHAMPIONSHIP_STAGES_H

/* The stages of a form: those of its template, without removed ones, with added ones, in the chosen
 * order. */

#include "server/championship_form.h"

/* By enum stage_type: the names in definitions, and the keys of their texts. */
extern const char *const champ_stage_kinds[], *const champ_stage_words[];

struct champ_stage {
    size_t slot;      /* the number of its form fields: "s2_title" */
    const char *kind; /* of an added stage, as in definitions; NULL: the template's */
    const struct lm_json *json, *format; /* from the template, or the pattern of its kind */
};

struct champ_stages {
    const struct lm_definition *from; /* the template */
    struct lm_definition d;           /* with these stages; seats still refer to ${from} */
    struct champ_stage rows[CF_STAGES_MOST];
};

/* Read the stages of the form of ${v}, made from the template ${from}; ${sent}: also apply the
 * form's button.  The arena of ${v} owns the result's parts. */
LM_MUST_CHECK enum lm_status champ_stages_read(struct visit *v, const struct lm_definition *from,
                                               bool sent, struct champ_stages *out);

/* Return the text of the field that stores them: "0 3:swiss 1". */
const char *champ_stages_text(struct visit *v, const struct champ_stages *s);

/* Is the stage ${index} of the template one of the first ${before} of ${s}? */
bool champ_stages_have(const struct champ_stages *s, size_t index, size_t before);

#endif
