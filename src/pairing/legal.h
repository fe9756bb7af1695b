/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_LEGAL_H
#define LIMMAT_PAIRING_LEGAL_H

#include "graph/matching.h"
#include "limmat/position.h"
#include "pairing/meeting.h"

/*
 * Legal pairs where colours forbid without exemptions (C.04.4.1 and C.04.4.2 of 2026): not players
 * barred from each other [C1], and not two who must both have the same colour [C3].
 */

/* Would one of the two have a colour against an absolute preference [C3]? */
static inline bool lm_same_absolute_wish(const struct lm_seat *a, const struct lm_seat *b)
{
    return a->strength == LM_ABSOLUTE && b->strength == LM_ABSOLUTE && a->wish == b->wish;
}

/* Can seats ${a} and ${b} be paired?  O(log barred). */
static inline bool lm_is_legal(const struct lm_position *p, uint32_t a, uint32_t b)
{
    return !lm_same_absolute_wish(&p->seats[a], &p->seats[b]) && !lm_is_barred(p, a, b);
}

/* struct lm_system's ${closed}: [C3], without exemptions, … */
bool lm_closed_to_all(const struct lm_position *p, uint32_t a, uint32_t b);

/* … and with exemptions for topscorers of the last round, and their opponents. */
bool lm_closed_but_to_topscorers(const struct lm_position *p, uint32_t a, uint32_t b);

/* The number of players who must have each colour. */
struct lm_musts {
    uint32_t white, black;
};

static inline bool lm_must_have(const struct lm_seat *seat, enum lm_colour colour)
{
    return seat->strength == LM_ABSOLUTE && seat->wish == colour;
}

/* Does counting alone prove that any even number of at least ${count} players can be paired
 * completely, if at most ${musts} must have a colour and none is barred from more than
 * ${barred}? */
static inline bool lm_legal_by_counting(uint32_t count, uint32_t barred, struct lm_musts musts)
{
    return lm_completes_with_classes(count, barred,
                                     musts.white > musts.black ? musts.white : musts.black);
}

/* Can the ${count} ${seats} all be paired with each other?  Scratch memory of ${arena} is freed. */
LM_MUST_CHECK enum lm_status lm_all_legal(const struct lm_position *p, const uint32_t *seats,
                                          uint32_t count, struct lm_arena *arena, bool *out);

/* Store in ${not_needed}[i] whether all of the odd number of ${seats} except the i-th can be
 * paired. */
LM_MUST_CHECK enum lm_status lm_players_not_needed(const struct lm_position *p,
                                                   const uint32_t *seats, uint32_t count,
                                                   struct lm_arena *arena, bool *not_needed);

/* Does seat ${a} get the bye rather than ${b}? */
typedef bool lm_bye_test(const void *context, uint32_t a, uint32_t b);

/* Art. 3.1 of both: store the seat of ${left}, which has all seats, that has the bye in
 * ${*receiver} (LM_NOBODY: even in number), and take it out of ${left}.  LM_NO_PAIRING: the others
 * cannot all be paired, whichever player it is; ${log} explains it with the article ${where}. */
LM_MUST_CHECK enum lm_status lm_assign_bye(const struct lm_position *p, lm_bye_test *before,
                                           const void *context, const char *where, uint32_t *left,
                                           uint32_t *left_count, struct lm_arena *arena,
                                           struct lm_log *log, uint32_t *receiver);

#endif
