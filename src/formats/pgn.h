/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_PGN_H
#define LIMMAT_FORMATS_PGN_H

#include "limmat/formats.h"

/* Portable Game Notation: the head of each game without its moves, round by round in board order,
 * for boards that send their moves and for broadcasts.  Unplayed games (byes, forfeits) are left
 * out. Never read: PGN lists neither the participants nor the byes. */
bool lm_pgn_looks_like(const char *bytes, size_t length);
enum lm_status lm_pgn_write(const struct lm_tournament *t, const struct lm_write_options *options,
                            struct lm_log *log, struct lm_text *out);

#endif
