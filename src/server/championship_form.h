/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_FORM_H
#define LIMMAT_SERVER_CHAMPIONSHIP_FORM_H

/* The fields of the form that makes a definition, and the JSON that they come to. */

#include "server/championship_desk.h"
#include "server/form.h"

/* Of each stage. */
enum {
    CF_STAGE_TITLE,
    CF_ROUNDS,
    CF_LENGTH, /* games of a match */
    CF_CLOCK,
    CF_WIN,
    CF_DRAW,
    CF_LOSS,
    CF_RANK,
    CF_RANKS = 4,
    CF_ENTER =
        CF_RANK + CF_RANKS, /* who enters it: as the template says, all, the first of before */
    CF_FIRST,
    CF_STAGE_FIELDS,
    CF_STAGES_MOST = 6
};

enum {
    CF_FROM,
    CF_TITLE,
    CF_DIRECTORS,
    CF_HOLDER,
    CF_HOLDER2,
    CF_START,
    CF_REGISTER,
    CF_CREATED,
    CF_GAMES,
    CF_GAMES_AT,
    CF_SEED_AT,
    CF_OFFERS,
    CF_APART,
    CF_PER_DATE,
    CF_OFFERS_DAY,
    CF_AGREE_DAY,
    CF_COMPLETE_DAY,
    CF_GRACE,
    CF_FORFEITS,
    CF_ENTRANTS,
    CF_ACT,
    CF_LIST, /* the stages, in their order */
    CF_KIND, /* of the stage that is added */
    CF_STAGES
};

extern const struct form_field champ_form_fields[];

struct champ_stages;

/* The template of ${stages}, whose settings are filled in, with what the form of ${v} says; NULL:
 * no memory. */
const char *champ_form_json(struct visit *v, const struct champ_stages *stages);

#endif
