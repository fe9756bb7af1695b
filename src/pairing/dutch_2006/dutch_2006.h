/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_2006_H
#define LIMMAT_PAIRING_DUTCH_2006_H

/*
 * FIDE Swiss System based on rating, as approved until 2006: the parts of the engine.
 *
 *   _field.c      A1, A2, A7, F     who plays, in which order, with which preferences
 *   _bracket.c    A3, A6, A8, A7(d) a score bracket and its x and p
 *   _meets.c      B1, B2            who may meet whom, by bits
 *   _search.c     B, C4 to C11      the first pairing of one bracket in the printed sequences:
 *   _walk.c       D1                by walking them, where nothing stands in the way
 *   _net.c        C4 to C10, D1      without weights, where x is that of A8
 *   _most.c       p                 how many pairs there can be, by a largest matching
 *   _best.c       D1, D2            by matching, always
 *   _descent.c    C12, C13          can those below be paired when others float?
 *   _floaters.c   C12, C13          other pairings of a bracket, in order, by whom they leave over
 *   _lines.c      C13               ... where they are paired below as the others are
 *   _procedure.c  C1 to C14         bracket by bracket, with backtracking and joining
 *   _colour.c     E                 colours
 *
 * Rules are cited by the letters of the 1998 text (A1 ... F10); of A7 by those of 2006, where (a)
 * is strong, (b) mild, (c) odd rounds and (d) even rounds.
 *
 * Cost.  The text searches by trial: p! transpositions for each of the exchanges.  Nothing here
 * does.  One bracket of n players costs O(n^3) for the level (how much must be given up) and O(n^2)
 * for each of at most O(n^2) questions "can the rest still be completed at this level", nearly all
 * of which the walk answers by counting.  C12 may divide what it looks at by residents and, up to
 * SETS_LIMIT times, by floaters; else the whole is polynomial on any input.
 */

#include "graph/matching.h"
#include "limmat/pairing.h"

/* A7 in ascending order of E2. */
enum strength { NO_PREFERENCE, MILD, STRONG, LIKE_ABSOLUTE, ABSOLUTE };

/* A player to be paired.  Entrants are numbered from 0 in the order of A2. */
struct entrant {
    const struct lm_seat *seat;
    uint32_t seat_index;
    int32_t score;
    uint8_t wish;             /* enum lm_colour: preferred (A7) */
    uint8_t strength;         /* enum strength */
    uint8_t float_1, float_2; /* enum lm_float one and two rounds ago */
    bool had_bye;             /* A5 */
    bool may_float_again;     /* last round, over 50 %: B5 and B6 do not apply */
    bool may_break_b2;        /* last round, 50 % or more: B2 may be left unapplied */
};

/* Last round, 50 % or more: may B2 be left unapplied for ${seat}? */
static inline bool lm_dutch_2006_may_break_b2(const struct lm_position *p,
                                              const struct lm_seat *seat)
{
    return p->last_round && 2 * seat->score >= (int32_t)(p->round - 1) * p->win_points;
}

/* Room for the table of who may meet whom, a row of ${words} for each entrant; NULL: too many. */
struct meets {
    uint64_t *row;
    size_t words;
    bool made;
};

struct field {
    const struct lm_position *position;
    struct lm_arena *arena;
    struct entrant *entrants;
    uint32_t count;
    bool odd_round, even_round; /* A7(c), A7(d): from round 2 */
    struct meets *meets;
};

/* A1, A2, A7, F: the field of ${position}. */
enum lm_status lm_dutch_2006_field(const struct lm_position *position, struct lm_arena *arena,
                                   struct field *field);

/* What a pair, or a pairing, gives up; in the order in which C gives up: compared from the top. */
enum { COST_B2, COST_A7C, COST_B4, COST_COUNT };

struct cost {
    int32_t part[COST_COUNT];
};

/* B1 and B2: may entrants ${a} and ${b} meet?  B2 may be left unapplied in the last round. */
bool lm_dutch_2006_legal(const struct field *field, uint32_t a, uint32_t b);

/* Room for the table of ${field}, in its arena; NULL: no memory. */
struct meets *lm_dutch_2006_meets(const struct field *field);

/* Make the table, before most pairs are asked for. */
enum lm_status lm_dutch_2006_make_table(const struct field *field);

/* C1: who of the ${count} ${entrant}s may meet none of the others? */
void lm_dutch_2006_alone(const struct field *field, const uint32_t *entrant, uint32_t count,
                         bool *alone);

/* May ${entrant} meet any of the others who are in the set ${among}? */
bool lm_dutch_2006_meets_any(const struct field *field, uint32_t entrant, const uint64_t *among);

/* How many of ${among}, a set without ${entrant}, may he meet? */
uint32_t lm_dutch_2006_meets_of(const struct field *field, uint32_t entrant, const uint64_t *among);

/* An empty set of entrants; NULL: no memory. */
uint64_t *lm_dutch_2006_set(const struct field *field);

static inline void lm_dutch_2006_add(uint64_t *set, uint32_t entrant)
{
    set[entrant / 64] |= (uint64_t)1 << entrant % 64;
}

/* Criteria of floats in force: all; without B6; without B6 and B5. */
enum { FLOATS_ALL, FLOATS_NO_B6, FLOATS_FREE };

/* B5 and B6: may ${entrant} float ${way}, ${level} of FLOATS_*? */
bool lm_dutch_2006_may_float(const struct entrant *entrant, enum lm_float way, int level);

/* The strictest of FLOATS_* at which he may. */
uint8_t lm_dutch_2006_strictest(const struct entrant *entrant, enum lm_float way);

/* ---- A bracket ---- */

enum event { EVENT_C12 = 1, EVENT_C13 = 2, EVENT_JOINED = 4 };

/* How many pairs: C14 lowers them. */
struct target {
    uint32_t moved; /* moved down players that are paired first; 0 in a homogeneous bracket */
    uint32_t rest;  /* pairs of the homogeneous (remainder) group */
};

#define NO_PARTNER UINT32_MAX

/* A pairing of a bracket. */
struct outcome {
    uint32_t *partner; /* per position; NO_PARTNER: left over */
    struct cost cost;
    uint8_t down, up; /* FLOATS_* that was needed */
    int32_t *key;     /* its place in the printed sequences: lower comes first */
    size_t key_length;
};

struct bracket {
    int32_t score;     /* its own: that of its residents */
    uint32_t *players; /* entrants in A2 order; a player's *position* is his index here */
    uint32_t count;
    uint32_t moved; /* how many of them, the first ones, came from above */
    uint8_t *wish;  /* per position: colour preference, with A7(d) */
    uint32_t *sent; /* who was moved down by C1, out of ${players} */
    uint32_t sent_count;
    uint32_t *residents, *arrived; /* who was in it before C1, and who came down, in A2 order */
    uint32_t resident_count, arrived_count;
    bool lowest;
    bool paired;  /* ${target} and ${outcome} are set */
    bool **tried; /* C12: the sets of floaters of the bracket above so far */
    size_t tried_count, tried_capacity;
    bool c12_exhausted; /* none of the others lets the moved down players be paired */
    unsigned events;    /* enum event */
    struct target full, target;
    struct outcome outcome;
};

/* A3, A8: set what follows from the ${players} of ${bracket}: ${moved}, ${wish}, ${full}. */
enum lm_status lm_dutch_2006_measure(const struct field *field, struct bracket *bracket);

/* A8 for ${pairs} pairs made of ${count} players of whom ${white} and ${black} prefer a colour. */
uint32_t lm_dutch_2006_x(uint32_t count, uint32_t pairs, uint32_t white, uint32_t black);

/* ---- The search of a bracket: C4 to C11 ---- */

struct search {
    const struct field *field;
    const struct bracket *bracket;
    struct target target;
    const bool *must_float;          /* per position, NULL: nobody */
    const bool *may_float;           /* per position, NULL: everybody */
    uint32_t forced[2];              /* two positions that must be a pair; NO_PARTNER: none */
    const struct union_graph *below; /* NULL, or where who is left over is to be paired */
    bool reached;                    /* is it known that there is a pairing? */
};

/*
 * The first pairing in the order of C4 to C11 and D, in ${*out} (in the field's arena).
 * LM_NO_PAIRING when there is none with this ${target}; ${*most} is that of lm_dutch_2006_most
 * then.
 */
enum lm_status lm_dutch_2006_search(const struct search *search, struct outcome *out,
                                    uint32_t *most);

/* Of two outcomes of one bracket and target, is ${a} before ${b}?  The beginning of a key is before
 * all that it begins. */
bool lm_dutch_2006_before(const struct outcome *a, const struct outcome *b);

/* The same by walking the sequences from their start at x's lower bound, everything in force;
 * LM_NO_PAIRING when it takes exchanges, more floats or too many steps: then nothing is known. */
enum lm_status lm_dutch_2006_walk(const struct search *search, struct outcome *out);

/* How many pairs the players of ${search} can make at most, with those whom nobody may leave over
 * among them; ${*most} is LESS_THAN_NEEDED when these cannot all be paired.  The floats are free,
 * and ${target} tells only who is moved down. */
#define LESS_THAN_NEEDED UINT32_MAX
enum lm_status lm_dutch_2006_most(const struct search *search, uint32_t *most);

/* The same by best matchings; for any bracket. */
enum lm_status lm_dutch_2006_best(const struct search *search, struct outcome *out);

/* The pairs of ${search}; in ${*out}, which is kept in the field's arena with ${search}. */
struct net;
enum lm_status lm_dutch_2006_net(const struct search *search, struct net **out);

/* How many vertices a matching of all has: the positions, then dummies for who is left over, or
 * those below; they are matched when each is.  Its graph at a level, with ${strict} of pairs by
 * which no more is given up than x of A8, is drawn; then, are ${a} and ${b} neighbours? */
uint32_t lm_dutch_2006_vertices(const struct net *net);
enum lm_status lm_dutch_2006_draw(struct net *net, bool strict, int down, int up);
bool lm_dutch_2006_is_drawn(const struct net *net, uint32_t a, uint32_t b);

/* Can fewer pairs be made with a matching of all?  Then the most have to be asked for. */
bool lm_dutch_2006_has_fewer(const struct net *net);

/* ${best} has solved what is drawn, which is free: strict pairs are those of best matchings from
 * now on.  These are perfect matchings of strict pairs; are they ${*all} such? */
struct lm_best;
enum lm_status lm_dutch_2006_narrow(struct net *net, const struct lm_best *best, bool *all);

/* Do strict pairs not tell whom moved down players are paired with?  The pairs have to be taken,
 * then, before S1 and S2 are formed. */
bool lm_dutch_2006_weighs_moved(const struct net *net);
void lm_dutch_2006_take(struct net *net, uint32_t a, uint32_t b);

/* x of A8. */
int32_t lm_dutch_2006_least(const struct net *net);

/* The float criteria of a pairing. */
struct level {
    int down, up;
};

/* C9, C10: ${*level} becomes the strictest of strict pairs, downfloats before upfloats, and is
 * drawn. LM_NO_PAIRING when there is none, or that is not known. */
enum lm_status lm_dutch_2006_strict(struct net *net, struct level *level);

/* D1 at the level found: the first partner of ${u}, one after the other; both are taken out. */
uint32_t lm_dutch_2006_strict_partner(struct net *net, uint32_t u);

/* From now on S1, who are ${upper}, are paired with S2 only: is there a pairing?  ${mate}, if not
 * NULL, per vertex, is one, of those who have no partner yet. */
bool lm_dutch_2006_strict_lines(struct net *net, const bool *upper);

/* Can positions ${a} and ${b} be a pair with these float criteria; what does it give up? */
bool lm_dutch_2006_edge(const struct search *search, uint32_t a, uint32_t b, int down, int up,
                        struct cost *cost);

/* What a pair of positions ${a} and ${b} gives up. */
struct cost lm_dutch_2006_cost(const struct search *search, uint32_t a, uint32_t b);

/* x of A8, into ${*x}, and the colour that too many seek; LM_NO_COLOUR: x is 0. */
uint8_t lm_dutch_2006_bound(const struct search *search, int32_t *x);

/* Is the pair ${a}, ${b}, which gives up ${cost}, *strict*: does it waste nobody who seeks the
 * colour
 * ${larger}, B2 or A7(c)?  Does leaving ${position} over not waste anybody, either? */
bool lm_dutch_2006_is_strict(const struct search *search, uint8_t larger, uint32_t a, uint32_t b,
                             const struct cost *cost);
bool lm_dutch_2006_is_spared(const struct search *search, uint8_t larger, uint32_t position);

/* Can the player at ${position} be left over? */
bool lm_dutch_2006_leaver(const struct search *search, uint32_t position, int down);

/* ---- Other pairings of a bracket: C12, C13 ---- */

/* Who waits below for the floaters of a bracket, and for how many pairs: p of A3 and A6 less what
 * C14 has taken off it. */
struct below {
    const uint32_t *residents, *moved; /* ${moved}: moved down already, whoever floats */
    uint32_t resident_count, moved_count;
    bool lowest;     /* must be paired completely, with a legal bye */
    bool moved_only; /* only the moved down players need be paired */
    uint32_t moved_lowered, rest_lowered;
    /* C12: whoever comes has an opponent, and no set of floaters that has been tried serves. */
    bool c12;
    const bool *c1;           /* per entrant: does he leave (C1) if he has no opponent then? */
    const bool *const *tried; /* each: per position of the bracket, does he float? */
    size_t tried_count;
};

/* Who comes down from a bracket, and who waits for them. */
struct descent {
    const struct field *field;
    const struct bracket *bracket;
    struct target target;
    const struct below *below;
};

/* How many come down. */
uint32_t lm_dutch_2006_floaters(const struct descent *descent);

/* By C1, whether a resident below leaves: as it is with those who come down; supposed to be so. */
enum { OPEN, LEAVES, REMAINS };

/* What a share of the pairings of a bracket supposes. */
struct supposed {
    const bool *must, *may; /* per position: does he float, may he? */
    const uint8_t *leaves;  /* per resident below; NULL: all are OPEN */
    bool first;             /* moved down players are paired first below */
    /* If C14 has lowered how many are: the first entrant from above who is not is none before
     * ${from}, and nobody from above behind ${to} - 2 is. */
    uint32_t from, to;
};

/* A3, C4: who is paired before the others, and with them only; UNDECIDED: that is open. */
enum part { IN_REMAINDER, PAIRED_FIRST, UNDECIDED, PARTS };

/* Vertices: players of the bracket and of the one below, then dummies, which take up who is left
 * over below: of anybody; of a resident; of one who surely need not be paired: a resident who has
 * left (C1), as far as is known, or one moved down before who is not paired first. */
enum {
    OVER_NOBODY = 0,
    OVER_ANY = 1,
    OVER_RESIDENT = 2,
    OVER_SPARED = 4,
    OVER_KINDS = 5, /* behind the last of them */
    OVER_SETS = 8
};

/* May floaters of a share serve?  A necessary condition.
 * ${*leaving}, if so: how many come down at least. */
enum lm_status lm_dutch_2006_may_serve(const struct descent *descent,
                                       const struct supposed *supposed, bool *may,
                                       uint32_t *leaving);

/* Those below, for a share that may serve, in ${*out}. */
enum lm_status lm_dutch_2006_union(const struct descent *descent, const struct supposed *supposed,
                                   struct union_graph **out);

/* A resident below who is OPEN and would remain if ${floats} came down; LM_NOBODY: none is. */
enum lm_status lm_dutch_2006_doubtful(const struct descent *descent,
                                      const struct supposed *supposed, const bool *floats,
                                      uint32_t *resident);

/* ${*lacks}: do so many residents leave with ${floats} that those from above are not paired first,
 * as is supposed?  Then in any set of floaters of the share by which they are is one of
 * ${wanted}, per position. */
enum lm_status lm_dutch_2006_wanted(const struct descent *descent, const struct supposed *supposed,
                                    const bool *floats, bool *wanted, bool *lacks);

/* How many there are, with him whom nobody needs, if any; may two of them be paired; and one with
 * him who comes down from ${position}? */
uint32_t lm_dutch_2006_count_below(const struct union_graph *g);

bool lm_dutch_2006_meet_below(const struct union_graph *g, uint32_t a, uint32_t b);
bool lm_dutch_2006_comes_down(const struct union_graph *g, uint32_t position, uint32_t to);

/* The same and more, as rows of bits: first the positions, then those below.  Whom each of them may
 * be matched with, above or below, as far as there is a pairing of the share by which he is. */
enum lm_status lm_dutch_2006_union_rows(const struct union_graph *g, const uint64_t **row);

/* May two who come down, from positions ${a} and ${b}, be paired below? */
bool lm_dutch_2006_pair_down(const struct union_graph *g, uint32_t a, uint32_t b);

/* C13, where those from above are paired ${below} as the others are: the first pairing of ${search}
 * by which those below can be paired; LM_NO_PAIRING: it is not found so. */
enum lm_status lm_dutch_2006_lines(const struct search *search, const struct union_graph *below,
                                   struct outcome *out);

/* How many of the first ${upper} of ${vertices} vertices are matched to others at least, in perfect
 * matchings; ${*can}: may there be some by which no more than ${floaters} are?  ${*known}: there
 * are.  ${m} is used up. */
struct lm_dense;
enum lm_status lm_dutch_2006_leave(struct lm_dense *m, uint32_t upper, uint32_t vertices,
                                   uint32_t floaters, struct lm_arena *arena, bool *can,
                                   bool *known, uint32_t *leaving);

/* Can those below be paired when ${floats} come down? */
enum lm_status lm_dutch_2006_serves(const struct descent *descent, const bool *floats,
                                    bool *serves);

/* C12, C13: the first pairing of ${bracket} with ${target} by which those ${below} can be paired;
 * LM_NO_PAIRING: there is none. */
enum lm_status lm_dutch_2006_repair(const struct field *field, const struct bracket *bracket,
                                    struct target target, const struct below *below,
                                    struct outcome *out);

/* ---- The procedure ---- */

struct brackets {
    struct bracket **all;
    size_t count;
};

/* C: pair ${field}. */
enum lm_status lm_dutch_2006_procedure(const struct field *field, struct brackets *out);

/* Those who leave ${bracket}, in A2 order: left over by its pairing, and moved down by C1. */
enum lm_status lm_dutch_2006_leaving(const struct field *field, const struct bracket *bracket,
                                     uint32_t **list, uint32_t *count);

/* ---- E ---- */

extern const struct lm_rule lm_dutch_2006_colour_rules[];

/* The pair of positions ${a} < ${b} of ${bracket} with its colours. */
struct lm_pair lm_dutch_2006_colours(const struct field *field, const struct bracket *bracket,
                                     uint32_t a, uint32_t b);

/* A5: the bye of the player at ${position}. */
struct lm_pair lm_dutch_2006_bye(const struct field *field, const struct bracket *bracket,
                                 uint32_t position);

#endif
