/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_CELLS_H
#define LIMMAT_FORMATS_CELLS_H

/*
 * Shared parts of JSON and CSV: players numbered in any order, and cells for a player's round:
 * "12w1" is opponent, colour and result, "12w" a game without result yet, "U" and so on are without
 * opponent, an empty cell has no record.  A space separates the games of a match, "." is one
 * without record. Letters are those of TRF; "-" means no colour.
 */

#include "formats/reading.h"

struct lm_numbers {
    uint32_t count;
    uint32_t *order;    /* player index -> position in the file */
    uint32_t *index_of; /* TPN -> player index or LM_NOBODY */
    uint32_t tpn_max;
};

/* Number the players with the given TPNs (0: none), found at ${places}, in ascending order of TPN.
 * A missing or repeated number is refused, and the player left out. */
void lm_numbers_make(struct lm_reading *r, const uint32_t *tpns, const struct lm_place *places,
                     uint32_t count, struct lm_numbers *out);

/* The index of the player with ${tpn}, or LM_NOBODY. */
uint32_t lm_number_index(const struct lm_numbers *numbers, uint64_t tpn);

/*
 * Read the result of a match of two games, as people write it after opponent and colour, into the
 * letters of its games: points of both ("1½-½", "2:0"), the results of the two games ("1-½": they
 * do not add up to two points), or, if ${alone}, points of the one player ("1½").  If one game was
 * drawn, the other comes first; 1-1 is two draws.
 */
enum lm_match_form { LM_NO_MATCH, LM_MATCH_GAMES, LM_MATCH_POINTS };
enum lm_match_form lm_match_written(const char *text, bool alone, char games[2]);

/* Read the cell ${text} into ${records}[games].  If it is malformed, or ${text} is NULL, it is
 * refused at ${place} and the record becomes LM_UNREADABLE. */
void lm_cell_read(struct lm_reading *r, const struct lm_numbers *numbers, struct lm_place place,
                  const char *text, uint8_t games, struct lm_record *records);

/* Append the cell of ${player} in ${round}; nothing without a record. */
void lm_cell_write(struct lm_text *out, const struct lm_tournament *t, uint32_t player,
                   uint32_t round);

#endif
