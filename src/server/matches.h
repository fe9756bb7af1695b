/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_MATCHES_H
#define LIMMAT_SERVER_MATCHES_H

/* Which players of the rating list pasted rows may be.  A name proves nothing: nothing is filled in
 * that the reader has not seen beside the row. */

#include "limmat/people.h"
#include "server/lists.h"

struct matches {
    struct lm_person people[LIST_SHOWN];
    size_t count;
    uint32_t
        likely; /* the id of the only one whom all that the row says fits; 0: none, or several */
};

/* Those whom ${row} may mean; of several with its name those of its year and federation. */
void matches_find(struct visit *v, const struct os_map *list, const struct lm_people_row *row,
                  struct matches *out);

/* Fill what ${row} leaves open from ${person}; its own values stay.  ${lists} "rapid standard". */
void matches_fill(struct visit *v, const struct lm_person *person, const char *lists,
                  struct lm_people_row *row);

/* "Muster, Hans · SUI · 1990 · 2101 · FIDE 1300001", in ${v->arena}. */
const char *match_said(struct visit *v, const struct lm_person *person, const char *lists);

#endif
