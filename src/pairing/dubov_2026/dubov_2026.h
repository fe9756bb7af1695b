/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUBOV_2026_H
#define LIMMAT_PAIRING_DUBOV_2026_H

#include "limmat/pairing.h"
#include "pairing/legal.h"

/*
 * Declarations shared by the files of the Dubov engine of 2026, where a player is a seat.
 *
 *   dubov_2026.c    the row, and the round: bye (3.1), scoregroups from the top, colours (5.2)
 *   _guess.c        the upfloaters (3.2.1, 3.2.2), where a guess proves itself right
 *   _upfloaters.c   the upfloaters in every case
 *   _bracket.c      the columns (3.2.3 to 3.2.6)
 *   _judge.c        findings on a pairing
 */

/* The rules that a finding can name: places in the table of criteria. */
enum dubov26_rule {
    DUBOV26_C1,
    DUBOV26_C2,
    DUBOV26_C3,
    DUBOV26_C4,
    DUBOV26_C5,
    DUBOV26_C6,
    DUBOV26_C7,
    DUBOV26_C8,
    DUBOV26_C9,
    DUBOV26_C10,
    DUBOV26_PAB_SCORE,
    DUBOV26_PAB_GAMES,
    DUBOV26_PAB_TPN,
    /* Only against another player: */
    DUBOV26_GROUP, /* 3.2.2: the bracket could not be paired with this upfloater */
    DUBOV26_ROWS   /* 3.2.6: a player of the columns would have no opponent */
};

/* Reasons for a pair: places in the table of opponent rules. */
enum dubov26_order { DUBOV26_NEXT, DUBOV26_ROW };

struct dubov26_seat {
    int32_t aro;       /* art. 1.7: 0 without games */
    uint16_t upfloats; /* number of earlier upfloats */
    bool maximum;      /* art. 1.8, and it is not the last round */
    bool recent;       /* upfloated in the previous round, and it is not the last */
};

/* Ways to find the upfloaters of a bracket, each faster than the next and used where it proves
 * itself right (dubov_2026_guess.c).  Later starting values take fewer shortcuts. */
enum dubov26_way { DUBOV26_GUESS, DUBOV26_NEARBY, DUBOV26_OF_ALL };

struct dubov26 {
    /* The given position, with players who have not played due Black, mildly (art. 1.6.4). */
    const struct lm_position *p;
    const struct dubov26_seat *seats;
    uint32_t most_barred; /* the most others that any player is barred from */
    struct lm_arena *arena;
    enum dubov26_way way; /* the first one to try */
};

/* One bracket (art. 1.3.2) being paired. */
struct dubov26_bracket {
    const struct dubov26 *d;
    uint32_t *members; /* residents, then upfloaters: seats */
    uint32_t resident_count, member_count;
    const uint32_t *lower; /* seats with fewer points that are to be paired, by score and TPN */
    uint32_t lower_count;
    struct lm_musts lower_musts;
    uint32_t *white, *black; /* the columns S1 and T2, row by row */
};

/* Compute the facts of every seat (art. 1.6.4, 1.7, 1.8).  LM_INVALID when a player whose rating
 * counts has none (art. 1.1). */
enum lm_status lm_dubov_2026_facts(const struct lm_position *p, struct lm_arena *arena,
                                   struct lm_log *log, struct dubov26 *out);

/* Art. 3.2.1, 3.2.2: add the upfloaters to the members.  Residents and ${lower} together must have
 * a complete legal pairing.  Where the first guess holds, pair the bracket at once: ${*done}. */
enum lm_status lm_dubov_2026_choose_upfloaters(struct dubov26_bracket *b, bool *done);

/* Can the players of ${b}'s lower who do not come up be paired completely?  The upfloaters are in
 * the order of the list. */
enum lm_status lm_dubov_2026_rest_is_legal(const struct dubov26_bracket *b, bool *out);

/* Add the upfloaters by the best matching. */
enum lm_status lm_dubov_2026_weigh_upfloaters(struct dubov26_bracket *b);

/* Art. 3.2.3 to 3.2.6: pair the columns.  The members must have a legal pairing. */
enum lm_status lm_dubov_2026_pair_bracket(struct dubov26_bracket *b);

/* Pair the columns if no player of the smaller group must be paired inside it and the first
 * shifters by art. 4.3 suffice: then ${*done}, and no result can be better. */
enum lm_status lm_dubov_2026_pair_plainly(struct dubov26_bracket *b, bool *done);

/* Pair as lm_system's ${pair}, trying no faster way than ${way}. */
enum lm_status lm_dubov_2026_pair_round(const struct lm_position *position,
                                        const struct lm_pair_request *request, enum dubov26_way way,
                                        struct lm_arena *arena, struct lm_log *log,
                                        struct lm_pairing **out);

/* lm_system's ${judge}. */
enum lm_status lm_dubov_2026_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out);

/* Write the brackets of a pairing with their findings; compare lm_burstein_review. */
enum lm_status lm_dubov_2026_review(const struct dubov26 *d, const uint32_t *partner, uint32_t bye,
                                    struct lm_bracket **brackets, size_t *bracket_count);

#endif
