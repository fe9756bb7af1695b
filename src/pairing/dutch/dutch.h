/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_H
#define LIMMAT_PAIRING_DUTCH_H

/*
 * The internals of the Dutch engine, for C.04.3 in force from February 2026 and, with ${struct
 * dutch_edition}, for that of July 2017 to January 2026.  Articles and criteria [C…] without a year
 * are those of 2026.
 *
 *   dutch_2026.c      the row, the criteria, and what is particular to the edition
 *   dutch_2017.c      likewise
 *   dutch_walk.c      the walk from bracket to bracket (art. 1.9): begin reading here
 *   dutch_legal.c     legal pairs [C1]-[C3], and whether the rest can be completed [C4], [C5]
 *   dutch_count.c     a bracket by counting: exact where its proof holds; reports where it does not
 *   dutch_exact.c     a bracket by weighted matching: exact in every case
 *   _model.c            the bracket as a matching problem: pairs, and criteria as priorities
 *   _stages.c           its best matchings, where one weight cannot hold all priorities
 *   _differences.c      the score differences of the CLB (2017)
 *   dutch_weigh.c     the alternatives of a bracket: which questions to ask
 *   _forced.c           their answers: what a prescribed pair or floater costs
 *   dutch_reasons.c   how a finished bracket fares under each criterion
 *
 * Players are seats of the position (0 is ranked first).  The bye is one more vertex, ${bye}, when
 * the number of seats is odd.
 *
 * Words of the text: an MDP is a moved-down player (art. 1.4.1); the Limbo are the MDPs who are not
 * paired in their new bracket (3.2.4); the remainder is what the MDPs' pairs leave of a bracket
 * (3.3.3), all of it where there are none; a BSN is a player's number in it (4.1.1).  In 2017 the
 * PPB is the penultimate pairing bracket, the CLB the collapsed last one (A.9).
 *
 * The *view* of a bracket is what an attempt to pair it looks at: its players, and the seats below
 * them up to an ${end}.  The first view ends with the bracket; a wider one is taken where the
 * result is not proved (dutch_walk.c).
 */

#include "graph/matching.h"
#include "limmat/pairing.h"

enum dutch_criterion {
    DUTCH_C1,
    DUTCH_C2,
    DUTCH_C3,
    DUTCH_C4,
    DUTCH_C5,
    DUTCH_C6,
    DUTCH_C7,
    DUTCH_C8,
    DUTCH_C9,
    DUTCH_C10,
    DUTCH_C11,
    DUTCH_C12,
    DUTCH_C13,
    DUTCH_C14,
    DUTCH_C15,
    DUTCH_C16,
    DUTCH_C17,
    DUTCH_C18,
    DUTCH_C19,
    DUTCH_C20,
    DUTCH_C21
};

/* The rest, all players not yet paired: a largest matching among them, kept up during the round,
 * shows whether they can be paired. */
struct dutch_rest {
    struct lm_matching *matching; /* vertices: seats, then the bye */
    struct lm_matching *part;     /* the same graph without vertices, for questions about some */
    struct lm_graph graph;
};

/* Measures of a finished bracket's criteria, by edition. */
struct dutch_measures;
extern const struct dutch_measures lm_dutch_measures_2026, lm_dutch_measures_2017;

/* The differences between editions. */
struct dutch_edition {
    bool always_completes; /* [C4] binds all brackets; 2017, C.4: from the PPB on */
    bool weighs_bye;       /* [C5], [C9]: score and unplayed games of the bye's receiver count */
    const char *undecided; /* the article on a round that cannot be paired */
    const struct dutch_measures *measures;
    const uint8_t *rule_of; /* by enum dutch_kind: the criterion that a priority serves */
};

/* The reasons of a pair that belongs to a bracket's first pairing in order. */
extern const struct lm_rule lm_dutch_order_rules[], lm_dutch_2017_order_rules[];

extern const struct dutch_edition lm_dutch_edition_2026, lm_dutch_edition_2017;

struct dutch_question;
struct dutch_values;

struct dutch {
    const struct dutch_edition *edition;
    const struct dutch_question *question; /* what is prescribed for a bracket; NULL: nothing */
    struct dutch_values *values;           /* output: values of the next exact bracket; or NULL */
    uint32_t count_from; /* brackets of at least this size are tried by counting first */
    const struct lm_position *position;
    const struct lm_seat *seats;
    uint32_t count;    /* seats */
    bool odd;          /* a player gets the bye */
    uint32_t bye;      /* the bye's vertex: ${count}; meaningful only when ${odd} */
    int32_t bye_score; /* [C5]: the score of the bye's receiver; INT32_MAX: any (2017) */
    struct dutch_rest rest;
    struct lm_arena *arena;
    struct lm_log *log;
};

/* A bracket: MDPs first, then residents, each in ranking order (so by BSN). */
struct dutch_bracket {
    const uint32_t *players;
    uint32_t count;
    uint32_t moved;      /* number of MDPs */
    int32_t score;       /* of the residents; of the highest one, if collapsed */
    bool collapsed;      /* 2017, A.9: the CLB, whose residents have several scores */
    bool looks_down;     /* [C8] counts here: players are below; 2017, C.7: not in the PPB */
    uint32_t next_begin; /* seats [next_begin, next_end): the following scoregroup */
    uint32_t next_end;
};

/* The pairing of a bracket.  Arrays have room for all players in view. */
struct dutch_result {
    uint32_t (*pairs)[2]; /* seats, the higher ranked first */
    uint32_t pair_count;
    uint32_t beyond_count; /* after these in ${pairs}: the other pairs of the best matching in view,
                              with a player below the bracket or the bye */
    uint32_t *floaters;    /* in ranking order; includes the receiver of the bye */
    uint32_t floater_count;
};

/* 2017, A.8: a downfloater counts as meeting an opponent with a point less than the lowest
 * score. */
enum { DUTCH_POINT = 10 };

/* Write the seats of ${bracket} that criterion ${rule} concerns in ${result} to ${out} (room for
 * all of them); return their number.  None for rules that do not concern particular players. */
size_t lm_dutch_concerned(const struct dutch *d, const struct dutch_bracket *bracket,
                          const struct dutch_result *result, uint8_t rule, uint32_t *out);

/* [C1], [C3]: can seats ${a} and ${b} meet? */
bool lm_dutch_compatible(const struct dutch *d, uint32_t a, uint32_t b);

/* [C3] alone. */
bool lm_dutch_colours_allow(const struct dutch *d, uint32_t a, uint32_t b);

/* [C2], [C5]: can ${seat} receive the bye? */
bool lm_dutch_may_have_bye(const struct dutch *d, uint32_t seat);

/* The cost of a pair under [C10] to [C13]: players who do not get … (0 or 1 each). */
struct lm_dutch_colour_cost {
    uint8_t difference; /* C10 */
    uint8_t triple;     /* C11 */
    uint8_t preference; /* C12 */
    uint8_t strong;     /* C13 */
};
struct lm_dutch_colour_cost lm_dutch_colour_cost(const struct dutch *d, uint32_t a, uint32_t b);

/* Set up ${d}->rest and ${d}->bye_score.  LM_NO_PAIRING (with the reason in the log) when the round
 * cannot be paired at all; LM_LIMIT. */
enum lm_status lm_dutch_rest_new(struct dutch *d);

/* Do the same without [C5]: any player who can have the bye by [C2] can receive it.  ${d} can be a
 * copy of one that is set up.  LM_LIMIT. */
enum lm_status lm_dutch_rest_any_bye(struct dutch *d);

/* Take the pairs of ${result} out of the rest.  Can the remaining players, with the floaters, still
 * be paired?  If not, undo everything. */
bool lm_dutch_rest_commit(struct dutch *d, const struct dutch_result *result);

/* After a successful commit: can the following bracket fare under [C5] to [C7] as well as its size
 * allows: no player left over, or one resident when the count is odd? */
enum lm_status lm_dutch_next_is_perfect(struct dutch *d, const struct dutch_bracket *bracket,
                                        const struct dutch_result *result, bool *perfect);

/* After a successful commit: can the rest be completed with the pairs that ${result} names beyond
 * the bracket?  Then the following bracket can be paired as well as that matching has it [C8]. */
bool lm_dutch_rest_confirm(struct dutch *d, const struct dutch_result *result);

/* Undo a successful commit. */
void lm_dutch_rest_undo(struct dutch *d, const struct dutch_result *result);

/*
 * Pair ${bracket} by weighted matching, with the seats below it up to ${end} in view: the end of a
 * scoregroup, or of the bracket itself (${next_begin}).  The players beyond are assumed to take any
 * player left over.  With all seats in view the result is right.  With fewer it is the best
 * candidate under weaker conditions, and right if it also meets those of lm_dutch_rest_commit, and
 * of lm_dutch_next_is_perfect or lm_dutch_rest_confirm.
 *
 * LM_NO_PAIRING when the view has no pairing.  O(v^3) for v players in view.
 */
enum lm_status lm_dutch_pair_exactly(struct dutch *d, const struct dutch_bracket *bracket,
                                     uint32_t end, struct dutch_result *result);

/* In brackets of more players than this, alternatives are answered from the pair itself, or by
 * counting where that proves the answer; they are solved exactly only for the player of a
 * request. */
enum { DUTCH_WEIGHED_FOR_ALL = 120 };

/*
 * Store in ${out} the alternatives weighed in ${bracket}, which was paired as ${result} with the
 * seats up to ${end} in view and is committed: for each player the opponent that comes first in the
 * order of candidates, for each resident who leaves it the resident who comes first to leave.  Only
 * for the player of ${request} (then a handful) or for all.
 */
enum lm_status lm_dutch_weigh(struct dutch *d, const struct dutch_bracket *bracket, uint32_t end,
                              const struct dutch_result *result,
                              const struct lm_pair_request *request, struct lm_bracket *out);

/*
 * Pair ${bracket}, with nothing below it in view and as ${d}->question prescribes, by counting
 * types of players: near-linear for large ones.  ${*done}: the proof succeeded; if not, ${result}
 * is undefined.  As with the narrow view of the exact method, the result has to be committed and
 * the next bracket perfect.
 */
enum lm_status lm_dutch_pair_by_counting(struct dutch *d, const struct dutch_bracket *bracket,
                                         struct dutch_result *result, bool *done);

/* Return the next wider view of ${bracket} after that up to ${end}. */
uint32_t lm_dutch_next_view(const struct dutch *d, const struct dutch_bracket *bracket,
                            uint32_t end);

/* Below this size the exact method is as fast as counting. */
enum { DUTCH_COUNT_FROM = 24 };

/* Pair by ${edition}.  Brackets of at least ${count_from} players are tried by counting first; only
 * tests choose another value, to compare the methods.  ${*collapse} is the first seat of the
 * collapsed scoregroup (2017, A.9), or the number of seats. */
enum lm_status lm_dutch_pair_round(const struct dutch_edition *edition,
                                   const struct lm_position *position,
                                   const struct lm_pair_request *request, uint32_t count_from,
                                   struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out, uint32_t *collapse);

/* Judge ${pairs} bracket by bracket (all from seat ${collapse} on being one): lm_system's
 * ${judge}. */
enum lm_status lm_dutch_judge(const struct dutch_edition *edition,
                              const struct lm_position *position, uint32_t collapse,
                              bool looks_down, const struct lm_pair *pairs, uint32_t pair_count,
                              struct lm_arena *arena, struct lm_pairing **out);

#endif
