/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PERSON_MATCHES_H
#define LIMMAT_SERVER_PERSON_MATCHES_H

/* Candidates of the rating list for pasted rows. A name proves nothing: no value is filled in that
 * the user has not seen beside the row. */

#include "limmat/people.h"
#include "server/rating_lists.h"

struct matches {
    struct lm_person people[LIST_SHOWN];
    size_t count;
    uint32_t likely; /* only candidate that fits the whole row; 0: none, or several */
};

/* Find the candidates for ${row}; of several with its name those of its year and federation. */
void matches_find(struct visit *v, const struct os_map *list, const struct lm_people_row *row,
                  struct matches *out);

/* Fill the empty values of ${row} from ${person}; the others stay. ${lists} "rapid standard". */
void matches_fill(struct visit *v, const struct lm_person *person, const char *lists,
                  struct lm_people_row *row);

/* Return "Muster, Hans · SUI · 1990 · 2101 · FIDE 1300001", in ${v->arena}. */
const char *match_said(struct visit *v, const struct lm_person *person, const char *lists);

#endif
