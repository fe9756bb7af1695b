/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHECKLIST_H
#define LIMMAT_CLI_CHECKLIST_H

#include "limmat/pairing.h"

#define PROGRAM_LINE "Limmat - v" LIMMAT_VERSION

/* Append the checklist of ${position} as bbpPairings 6.0.0 writes it: who is to be paired, by
 * scoregroup, with colours, preference, bye right, floats, what ${pairing} (NULL: there is none)
 * gives them, and whom they met.  Every column is followed by a tab. */
void write_checklist(struct lm_text *out, const struct lm_position *position,
                     const struct lm_pairing *pairing);

#endif
