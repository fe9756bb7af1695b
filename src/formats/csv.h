/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_CSV_H
#define LIMMAT_FORMATS_CSV_H

/*
 * One row for each player, for spreadsheets: docs/format-csv.md.  The first row names the columns:
 * those of a player in Limmat's JSON, and r1, r2, … for the rounds.  It is read to start a
 * tournament from a list of players; it holds no data of the tournament itself.
 */

#include "limmat/formats.h"

bool lm_csv_looks_like(const char *bytes, size_t length);

enum lm_status lm_csv_read(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out);

enum lm_status lm_csv_write(const struct lm_tournament *t, const struct lm_write_options *options,
                            struct lm_log *log, struct lm_text *out);

#endif
