/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_BURSTEIN_2026_H
#define LIMMAT_PAIRING_BURSTEIN_2026_H

#include "graph/matching.h"
#include "limmat/pairing.h"

/* What the files of the Burstein engine share.  Inside it a player is his seat. */

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
    BURSTEIN_REST /* only against somebody else: the others of the bracket (art. 4) */
};

/* Why two meet: places in the table of opponent rules. */
enum burstein_order { BURSTEIN_ARRANGED, BURSTEIN_FOLD };

/* C.04.4.2 art. 1.7 and 1.8: exact numbers, in tenths and in tenths squared. */
struct burstein_index {
    int64_t buchholz;
    int64_t sonneborn_berger;
    uint32_t tpn;
};

/* The Index of every seat, into ${out}[seat_count].  O(players x rounds). */
enum lm_status lm_burstein_indices(const struct lm_position *p, struct lm_arena *arena,
                                   struct burstein_index *out);

/* Does ${a} rank before ${b}?  A strict order. */
bool lm_burstein_before(const struct burstein_index *a, const struct burstein_index *b);

/* What the completion of the round [C4] rules out. */
struct burstein_completion;

/* One bracket on its way, and all who come after it. */
struct burstein_bracket {
    const struct lm_position *p;
    struct lm_arena *arena;
    uint32_t *members; /* seats by the Index: places are BSN - 1 */
    uint32_t member_count;
    const uint32_t *lower; /* seats below it, by score: those of the following scoregroup first */
    uint32_t lower_count;
    uint32_t following; /* how many of ${lower} are the following scoregroup */
    uint32_t
        *opponents; /* per BSN - 1: the opponent's BSN - 1, or LM_NOBODY: an outgoing floater */
    struct burstein_completion **completion; /* of the round, as it is needed; NULL: not asked */
};

/* Art. 2 and 4: fill ${opponents}.  All members and ${lower} together must have a complete legal
 * pairing. */
enum lm_status lm_burstein_pair_bracket(struct burstein_bracket *b);

/* Find out whom the members and those of the following scoregroup may meet at most without keeping
 * all others from being paired [C4].  A search or less for each. */
enum lm_status lm_burstein_ask_completion(struct burstein_bracket *b);

/* May the seats ${x} and ${y} meet: a legal pair, and not ruled out by what has been found out? */
bool lm_burstein_may_meet(const struct burstein_bracket *b, uint32_t x, uint32_t y);

/* How many of the members may meet none of the others, as far as that is known? */
uint32_t lm_burstein_count_stuck(const struct burstein_bracket *b);

/* Who of the members, and of those below as far as they are in view, may meet somebody in view:
 * places of members, then of ${lower}.  The others leave it. */
struct burstein_view {
    uint32_t *who;
    uint32_t count, members; /* the members come first */
    uint32_t leaving;        /* at least so many leave the view, */
    bool *apt;               /* of those for whom this holds, */
    bool *kept;              /* and none of those, who may meet nobody outside the view; */
    int32_t last;            /* at best those with the lowest scores: up to this one */
};

/* The view of members and ${below} of those below, as if there were no completion to ask for. */
enum lm_status lm_burstein_look_at_all(const struct burstein_bracket *b, uint32_t below,
                                       struct burstein_view *out);

/* The same with what it asks for.  After lm_burstein_ask_completion. */
enum lm_status lm_burstein_look(const struct burstein_bracket *b, uint32_t below,
                                struct burstein_view *out);

/* Of ${view} those who can have an opponent there in a best pairing of it. */
enum lm_status lm_burstein_look_closer(const struct burstein_bracket *b,
                                       const struct burstein_view *view, struct burstein_view *out);

/* The graph of the ${count} people in the places ${who}: all but those who may not meet. */
enum lm_status lm_burstein_barred(const struct burstein_bracket *b, const uint32_t *who,
                                  uint32_t count, struct lm_graph *out);

/* Can all but those of ${view}, that of the following scoregroup, who are ${paired} with each other
 * be paired?  If not, claimants are found for whom too few leave it. */
enum lm_status lm_burstein_can_leave(const struct burstein_bracket *b,
                                     const struct burstein_view *view, const bool *paired,
                                     bool *can);

/* What was LM_LINE_REST in ${all}[${count}], of ${b}, whose members all have their ${opponents}
 * there: what prescribing the two, who stand at the two ends, comes to.  In a bracket that is not
 * large also of who was passed over by the order, which stays so if that would be as good.  O(n^3),
 * and for each of them O(n^2), or in a bracket that is not large as much again. */
enum lm_status lm_burstein_ask_ends(const struct burstein_bracket *b, struct lm_alternative *all,
                                    size_t count);

/* The same by counting, with nothing below in view: ${*done} tells whether it found out; if not,
 * ${opponents} are unspecified.  About O(members) where few are barred. */
enum lm_status lm_burstein_pair_by_counting(struct burstein_bracket *b, bool *done);

/* Can those whom ${opponents} let leave the bracket, and ${lower}, be paired completely [C4] with
 * nobody else leaving the following scoregroup than the number asks for: nobody if that is even,
 * one of its own score if it is odd [C7]?  Where nobody leaves the bracket, [C7] does not count. */
enum lm_status lm_burstein_completes_well(const struct burstein_bracket *b, bool *out);

/* The same where nobody but the members is in view, by what is known of the completion. */
enum lm_status lm_burstein_completes_next(const struct burstein_bracket *b, bool *out);

/* The brackets of a pairing with what they come to under the criteria, in ${*brackets};
 * ${partner}: per seat, LM_NOBODY none; ${bye}: the seat that has it, or LM_NOBODY.  Members of a
 * bracket are listed by the Index.  Of a ${given} pairing the findings of [C7] are bounds: another
 * arrangement of the next bracket could be better. */
enum lm_status lm_burstein_review(const struct lm_position *p, const uint32_t *partner,
                                  uint32_t bye, bool given, struct lm_arena *arena,
                                  struct lm_bracket **brackets, size_t *bracket_count);

/* lm_system's ${judge}. */
enum lm_status lm_burstein_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                 uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                 struct lm_pairing **out);

#endif
