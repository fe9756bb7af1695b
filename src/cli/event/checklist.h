/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHECKLIST_H
#define LIMMAT_CLI_CHECKLIST_H

#include "limmat/pairing.h"

#define PROGRAM_LINE "Limmat - v" LIMMAT_VERSION

/* Append the checklist of ${position} as bbpPairings 6.0.0 writes it: the players to be paired, by
 * score group, with colours, preference, right to a bye, floats, their pairing in ${pairing} (NULL:
 * none), and their opponents so far.  Every column is followed by a tab. */
void write_checklist(struct lm_text *out, const struct lm_position *position,
                     const struct lm_pairing *pairing);

#endif
