/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_ROUNDS_H
#define LIMMAT_DESK_ROUNDS_H

/* Shared parts of the events of a round: pairing (events_pair.c), edits (events_edit.c), the
 * published round (events_round.c), import (events_over.c). */

#include "desk/rows.h"

/* The result of pairing a round; in ${t}'s arena. */
struct lm_desk_found {
    struct lm_desk_player **sides; /* two per pair; the second NULL: the bye */
    size_t pairs;
    size_t gave;
    enum lm_status status;
    const struct lm_message *trouble; /* the engine's message; NULL: none */
};

/* Pair the round by ${how}; wishes are dropped from the last to the first, as few as possible. */
struct lm_desk_found lm_desk_find_pairs(const struct taking *t, struct making how);
bool lm_desk_is_seated(const struct lm_desk_found *found, const struct lm_desk_player *p);

/* Write "pairs", and one entry of "idle": ${p} does not play, because of ${kind} (a bye). */
void lm_desk_put_pairs(const struct lm_desk_found *found, struct lm_json_writer *w);
void lm_desk_put_idle(struct lm_json_writer *w, const struct lm_desk_player *p, uint8_t kind);

/* Append the line's pairs as boards to those of ${r}, in a new list, so that undoing finds the old
 * one unchanged; and add the idle players. */
void lm_desk_fill_boards(struct taking *t, struct lm_desk_round *r);
void lm_desk_fill_idle(struct taking *t, struct lm_desk_round *r);

/* Choose group A (C.04.7): the better half, rounded up to an even number, of the players present in
 * round 1. */
void lm_desk_choose_group_a(struct taking *t);

/* Postpone games without result when round ${next} is paired (VCL 158); also of a closed round, if
 * a result was deleted since. */
void lm_desk_postpone_open(struct taking *t, uint32_t next);

/* Add the reason why ${round} cannot be paired, from the engine's message. */
void lm_desk_tell_trouble(struct taking *t, const struct lm_desk_found *found, uint32_t round);

/* Return the published rounds of ${s} that would be paired differently, each with the difference:
 * "2 (1-3 => 1-4)"; "" if none.  And inform of the difference, as a remark, if ${rounds} had been
 * announced. */
const char *lm_desk_differing(struct taking *t, const struct lm_desk_section *s);
void lm_desk_tell_shorter(struct taking *t, const struct lm_desk_section *s, uint32_t rounds);

/* Refuse unless a draft can be edited. */
void lm_desk_check_editing(struct taking *t);

#define ROUND_KIND(name, title, article, right, fields)                                            \
    .kind = {name, title, "round", article, true, right, LM_UNDO_RESTORE, FIELDS(fields)}

#endif
