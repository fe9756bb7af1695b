/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_BURSTEIN_2026_H
#define LIMMAT_PAIRING_BURSTEIN_2026_H

#include "graph/matching.h"
#include "limmat/pairing.h"

/*
 * Declarations shared by the files of the Burstein engine, where a player is a seat.
 *
 *   burstein_2026.c   the row, and the round: bye (3.1), brackets from the top, colours (5.2)
 *   _index.c          the Index (1.7, 1.8)
 *   _count.c          a bracket by counting: exact where its proof holds
 *   _bracket.c        a bracket by weighted matching: exact in every case (2, 4)
 *   _judge.c          findings on a pairing
 */

/* The rules that a finding can name: places in the table of criteria. */
enum burstein_rule {
    BURSTEIN_C1,
    BURSTEIN_C2,
    BURSTEIN_C3,
    BURSTEIN_C4,
    BURSTEIN_C5,
    BURSTEIN_C6,
    BURSTEIN_C7,
    BURSTEIN_C8,
    BURSTEIN_PAB_SCORE,
    BURSTEIN_PAB_GAMES,
    BURSTEIN_PAB_RANK,
    BURSTEIN_REST /* only against another player: the others of the bracket (art. 4) */
};

/* Reasons for a pair: places in the table of opponent rules. */
enum burstein_order { BURSTEIN_ARRANGED, BURSTEIN_FOLD };

/* C.04.4.2 art. 1.7 and 1.8: exact numbers, in tenths and in tenths squared. */
struct burstein_index {
    int64_t buchholz;
    int64_t sonneborn_berger;
    uint32_t tpn;
};

/* Compute the Index of every seat, into ${out}[seat_count].  O(players x rounds). */
enum lm_status lm_burstein_indices(const struct lm_position *p, struct lm_arena *arena,
                                   struct burstein_index *out);

/* Does ${a} rank before ${b}?  A strict order. */
bool lm_burstein_before(const struct burstein_index *a, const struct burstein_index *b);

/* One bracket being paired, and all players after it. */
struct burstein_bracket {
    const struct lm_position *p;
    struct lm_arena *arena;
    uint32_t *members; /* seats by the Index: places are BSN - 1 */
    uint32_t member_count;
    const uint32_t *lower; /* seats below it, by score: those of the following scoregroup first */
    uint32_t lower_count;
    uint32_t following;  /* number of these that are the following scoregroup */
    uint32_t *opponents; /* per BSN - 1: the opponent's BSN - 1; LM_NOBODY: a floater */
};

/* Fill ${opponents} by art. 2 and 4.  All members and ${lower} together must have a complete legal
 * pairing. */
enum lm_status lm_burstein_pair_bracket(struct burstein_bracket *b);

/* Refine the answers LM_LINE_REST in ${all}[${count}] of ${b}, whose members all have their
 * ${opponents} there, by prescribing the two players, who are the two ends.  In a bracket that is
 * not large do so too for players passed over by the order, whose answer stays if the pair would be
 * as good.  O(n^3), and for each of them O(n^2), or in a bracket that is not large as much
 * again. */
enum lm_status lm_burstein_ask_ends(const struct burstein_bracket *b, struct lm_alternative *all,
                                    size_t count);

/* Do the same as lm_burstein_pair_bracket by counting, with nothing below in view.  ${*done}: it
 * succeeded; if not, ${opponents} are unspecified.  About O(members) where few are barred. */
enum lm_status lm_burstein_pair_by_counting(struct burstein_bracket *b, bool *done);

/* Write the brackets of a pairing with their findings to ${*brackets}; ${partner}: per seat,
 * LM_NOBODY none; ${bye}: the seat that has it, or LM_NOBODY.  Members of a bracket are listed by
 * the Index.  For a ${given} pairing the findings of [C7] are bounds: another arrangement of the
 * next bracket could be better. */
enum lm_status lm_burstein_review(const struct lm_position *p, const uint32_t *partner,
                                  uint32_t bye, bool given, struct lm_arena *arena,
                                  struct lm_bracket **brackets, size_t *bracket_count);

/* lm_system's ${judge}. */
enum lm_status lm_burstein_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                 uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                 struct lm_pairing **out);

#endif
