/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_REMARK_H
#define LIMMAT_PAIRING_REMARK_H

/* Comments about a round: "### MPA @ Round 5: …".  Every program ignores them, and every format
 * keeps them. */

#include <stdint.h>

/* Return the round of ${text} if it is the remark "### ${word} @ Round n: …"; otherwise 0. */
uint32_t lm_remark_round(const char *text, const char *word);

#endif
