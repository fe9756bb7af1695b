/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_ROUNDS_H
#define LIMMAT_DESK_ROUNDS_H

/* What the events of a round share: paired (events_pair.c), edited (events_edit.c), on the wall
 * (events_round.c), taken over from another program (events_over.c). */

#include "desk/rows.h"

/* What pairing a round comes to; of ${t}'s arena. */
struct lm_desk_found {
    struct lm_desk_player **sides; /* two per pair; the second NULL: the bye */
    size_t pairs;
    size_t gave;
    enum lm_status status;
    const struct lm_told *trouble; /* what the engine said; NULL: nothing */
};

/* The round by ${how}; wishes give way from the last to the first, as few as need be. */
struct lm_desk_found lm_desk_find_pairs(const struct taking *t, struct making how);
bool lm_desk_is_seated(const struct lm_desk_found *found, const struct lm_desk_player *p);

/* "pairs", and one of "idle": ${p} does not play, for ${kind} (a bye). */
void lm_desk_put_pairs(const struct lm_desk_found *found, struct lm_json_writer *w);
void lm_desk_put_idle(struct lm_json_writer *w, const struct lm_desk_player *p, uint8_t kind);

/* The pairs of the line become boards behind those that ${r} has: a new list, so that going back
 * finds the old one as it was; and who does not play. */
void lm_desk_fill_boards(struct taking *t, struct lm_desk_round *r);
void lm_desk_fill_idle(struct taking *t, struct lm_desk_round *r);

/* C.04.7: group A is the better half, rounded up to an even number, of those who are there in
 * round 1. */
void lm_desk_choose_group_a(struct taking *t);

/* Games without result are postponed by pairing round ${next} (VCL 158); also of a round that is
 * closed, when a result was taken back since. */
void lm_desk_postpone_open(struct taking *t, uint32_t next);

/* The reason that ${round} cannot be paired: what the engine said. */
void lm_desk_tell_trouble(struct taking *t, const struct lm_desk_found *found, uint32_t round);

/* The published rounds of ${s} that would be paired otherwise, each with how: "2 (1-3 => 1-4)"; ""
 * where there is none.  Tell them (as a remark to inform) had ${rounds} been announced. */
const char *lm_desk_differing(struct taking *t, const struct lm_desk_section *s);
void lm_desk_tell_shorter(struct taking *t, const struct lm_desk_section *s, uint32_t rounds);

/* Refuses where no proposal can be edited. */
void lm_desk_check_editing(struct taking *t);

#define ROUND_KIND(name, title, article, right, fields)                                            \
    .kind = {name, title, "round", article, true, right, LM_UNDO_RESTORE, FIELDS(fields)}

#endif
