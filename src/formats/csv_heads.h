/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_CSV_HEADS_H
#define LIMMAT_FORMATS_CSV_HEADS_H

/* The heads of columns in other people's tables of players. */

#include "formats/lines.h"

/* Return the member of a player, or "points", that a column headed ${name} holds; NULL: unknown. */
const char *lm_csv_meant(struct lm_field name, struct lm_arena *arena);

/* Return the round of a column headed "1.Rd", "R1", "Round 1", "Ronde 1" …; 0: not a round. */
uint32_t lm_csv_round(struct lm_field name);

/* Is ${head}, possibly in quotes, that of the column of names? */
bool lm_csv_names_people(struct lm_field head);

#endif
