/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_EVIDENCE_H
#define LIMMAT_RATING_EVIDENCE_H

/* The weights of identity.c, for the search for other persons. */

#include "limmat/identity.h"

/* Points; what a report needs to be believed; by how much another person must be better. */
enum { BELIEVED = 2, CLEARLY = 3, LIKELY_SOMEBODY = 3, SAME_YEAR = 3, MOST_OF_RATING = 2 };
enum { SAME_FEDERATION = 1 };

int32_t lm_points_of_name(enum lm_name_fit fit);

/* Compare ${claim}, whose name fits as ${name}, with ${person}. */
struct lm_identity_fit lm_identity_weigh(const struct lm_claim *claim, enum lm_name_fit name,
                                         const struct lm_person *person);

enum lm_name_fit lm_name_fit_of_keys(const struct lm_name_key *reported,
                                     const struct lm_name_key *listed);

/* The slips allowed between two words of which the longer one has ${letters}. */
static inline size_t lm_slips_allowed(size_t letters)
{
    return letters <= 3 ? 0 : letters <= 6 ? 1 : letters <= 9 ? 2 : letters / 4;
}

#endif
