/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_FORM_H
#define LIMMAT_SERVER_CHAMPIONSHIP_FORM_H

/* The fields of the form for definitions, and the JSON made from them. */

#include "server/championship_desk.h"
#include "server/form.h"

/* The fields of a stage. */
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
    CF_ENTER = CF_RANK +
               CF_RANKS, /* its players: as in the template, all, the first of the stage before */
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
    CF_LIST, /* the stages, in order */
    CF_KIND, /* kind of the stage to add */
    CF_STAGES
};

extern const struct form_field champ_form_fields[];

struct champ_stages;

/* The number of rounds of a Swiss if the form leaves it open. */
extern const struct round_rules champ_rounds_usual;

/* Does no rule of the template give the number of rounds?  Then an empty field is the usual one. */
bool champ_rounds_are_open(const struct stage *stage);

/* Return the template of ${stages}, with its settings filled in and the values of the form of ${v};
 * NULL: no memory. */
const char *champ_form_json(struct visit *v, const struct champ_stages *stages);

#endif
