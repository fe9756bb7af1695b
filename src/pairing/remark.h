/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_REMARK_H
#define LIMMAT_PAIRING_REMARK_H

/* Comments that speak of a round: "### MPA @ Round 5: …".  Every program passes them over, and
 * every format keeps them. */

#include <stdint.h>

/* The number of the round of which ${text} is the remark "### ${word} @ Round n: …"; 0: of none. */
uint32_t lm_remark_round(const char *text, const char *word);

#endif
