/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUTCH_2006_H
#define LIMMAT_PAIRING_DUTCH_2006_H

/*
 * FIDE Swiss System based on rating, as approved until 2006: the parts of the engine.
 *
 *   _field.c      A1, A2, A7, F     the players, their order and their preferences
 *   _bracket.c    A3, A6, A8, A7(d) a score bracket and its x and p
 *   _meets.c      B1, B2            legal pairs, as bits
 *   _search.c     B, C4 to C11      the first pairing of one bracket in the printed sequences:
 *   _walk.c       D1                by walking them, where nothing is in the way
 *   _net.c        C4 to C10, D1     without weights, where x is that of A8
 *   _most.c       p                 the most pairs possible, by a largest matching
 *   _best.c       D1, D2            by matching, always
 *   _descent.c    C12, C13          can the bracket below be paired when other players float?
 *   _floaters.c   C12, C13          other pairings of a bracket, in order, by their floaters
 *   _lines.c      C13               ... where floaters are paired below like the other players
 *   _procedure.c  C1 to C14         bracket by bracket, with backtracking and joining
 *   _colour.c     E                 colours
 *   _reasons.c    A to D            rules' titles, findings and alternatives of a pairing made here
 *   _judge.c      A to D            findings on a given pairing
 *   _standings.c  F9, F10           results of adjourned games, final standings
 *
 * dutch_2006.c has the row; _lines_exchange.c is a part of _lines.c.
 *
 * Rules are cited by the letters of the 1998 text (A1 ... F10); of A7 by those of 2006, where (a)
 * is strong, (b) mild, (c) odd rounds and (d) even rounds.
 *
 * Cost.  The text searches by trial: p! transpositions for each of the exchanges.  The engine never
 * does.  One bracket of n players costs O(n^3) for the level (how much must be given up) and O(n^2)
 * for each of at most O(n^2) questions "can the rest still be completed at this level", nearly all
 * of which the walk answers by counting.  C12 can divide its search by residents and, up to
 * SETS_LIMIT times, by floaters; apart from that the whole is polynomial on any input.
 */

#include "graph/matching.h"
#include "limmat/pairing.h"

/* Strengths of a preference (A7), in ascending order of E2. */
enum strength { NO_PREFERENCE, MILD, STRONG, LIKE_ABSOLUTE, ABSOLUTE };

/* A player to be paired.  Entrants are numbered from 0 in the order of A2. */
struct entrant {
    const struct lm_seat *seat;
    uint32_t seat_index;
    int32_t score;
    uint8_t wish;             /* enum lm_colour: preferred colour (A7) */
    uint8_t strength;         /* enum strength */
    uint8_t float_1, float_2; /* enum lm_float one and two rounds ago */
    bool had_bye;             /* A5 */
    bool may_float_again;     /* last round, over 50 %: B5 and B6 do not apply */
    bool may_break_b2;        /* last round, 50 % or more: B2 need not apply */
};

/* Last round, 50 % or more: can B2 be left unapplied for ${seat}? */
static inline bool lm_dutch_2006_may_break_b2(const struct lm_position *p,
                                              const struct lm_seat *seat)
{
    return p->last_round && 2 * seat->score >= (int32_t)(p->round - 1) * p->win_points;
}

/* The table of legal pairs, with a row of ${words} words for each entrant; NULL: too many. */
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

/* Build the field of ${position} (A1, A2, A7, F). */
enum lm_status lm_dutch_2006_field(const struct lm_position *position, struct lm_arena *arena,
                                   struct field *field);

/* Requirements that a pair, or a pairing, gives up, in the order of C.  Costs are compared
 * from the top. */
enum { COST_B2, COST_A7C, COST_B4, COST_COUNT };

struct cost {
    int32_t part[COST_COUNT];
};

/* B1 and B2: can entrants ${a} and ${b} meet?  B2 can be left unapplied in the last round. */
bool lm_dutch_2006_legal(const struct field *field, uint32_t a, uint32_t b);

/* Return room for the table of ${field}, in its arena; NULL: no memory. */
struct meets *lm_dutch_2006_meets(const struct field *field);

/* Fill the table, before most pairs are looked up. */
enum lm_status lm_dutch_2006_make_table(const struct field *field);

/* C1: which of the ${count} ${entrant}s cannot meet any of the others? */
void lm_dutch_2006_alone(const struct field *field, const uint32_t *entrant, uint32_t count,
                         bool *alone);

/* Can ${entrant} meet any other player of the set ${among}? */
bool lm_dutch_2006_meets_any(const struct field *field, uint32_t entrant, const uint64_t *among);

/* Return the number of players of ${among}, a set without ${entrant}, that ${entrant} can meet. */
uint32_t lm_dutch_2006_meets_of(const struct field *field, uint32_t entrant, const uint64_t *among);

/* Return an empty set of entrants; NULL: no memory. */
uint64_t *lm_dutch_2006_set(const struct field *field);

static inline void lm_dutch_2006_add(uint64_t *set, uint32_t entrant)
{
    set[entrant / 64] |= (uint64_t)1 << entrant % 64;
}

/* Criteria of floats in force: all; without B6; without B6 and B5. */
enum { FLOATS_ALL, FLOATS_NO_B6, FLOATS_FREE };

/* B5 and B6: can ${entrant} float ${way} at the level ${level}, of FLOATS_*? */
bool lm_dutch_2006_may_float(const struct entrant *entrant, enum lm_float way, int level);

/* Return the strictest of FLOATS_* at which ${entrant} can float ${way}. */
uint8_t lm_dutch_2006_strictest(const struct entrant *entrant, enum lm_float way);

/* ---- A bracket ---- */

enum event { EVENT_C12 = 1, EVENT_C13 = 2, EVENT_JOINED = 4 };

/* The numbers of pairs wanted; C14 lowers them. */
struct target {
    uint32_t moved; /* moved-down players to pair first; 0 in a homogeneous bracket */
    uint32_t rest;  /* pairs of the homogeneous (remainder) group */
};

#define NO_PARTNER UINT32_MAX

/* A pairing of a bracket. */
struct outcome {
    uint32_t *partner; /* per position; NO_PARTNER: left over */
    struct cost cost;
    uint8_t down, up; /* FLOATS_* that were needed */
    int32_t *key;     /* its place in the printed sequences: lower comes first */
    size_t key_length;
};

struct bracket {
    int32_t score;     /* that of its residents */
    uint32_t *players; /* entrants in A2 order; a player's *position* is the index here */
    uint32_t count;
    uint32_t moved; /* number of players from above, the first ones */
    uint8_t *wish;  /* per position: colour preference, with A7(d) */
    uint32_t *sent; /* those of ${players} moved down by C1 */
    uint32_t sent_count;
    uint32_t *residents, *arrived; /* before C1: own players, those from above; in A2 order */
    uint32_t resident_count, arrived_count;
    bool lowest;
    bool paired;  /* ${target} and ${outcome} are set */
    bool **tried; /* C12: the sets of floaters of the bracket above tried until now */
    size_t tried_count, tried_capacity;
    bool c12_exhausted; /* no other set of floaters lets the moved-down players be paired */
    unsigned events;    /* enum event */
    struct target full, target;
    struct outcome outcome;
};

/* A3, A8: set what follows from the ${players} of ${bracket}: ${moved}, ${wish}, ${full}. */
enum lm_status lm_dutch_2006_measure(const struct field *field, struct bracket *bracket);

/* Return x of A8 for ${pairs} pairs of ${count} players of whom ${white} and ${black} prefer a
 * colour. */
uint32_t lm_dutch_2006_x(uint32_t count, uint32_t pairs, uint32_t white, uint32_t black);

/* ---- The search of a bracket: C4 to C11 ---- */

struct search {
    const struct field *field;
    const struct bracket *bracket;
    struct target target;
    const bool *must_float;          /* per position, NULL: none */
    const bool *may_float;           /* per position, NULL: all */
    uint32_t forced[2];              /* two positions that must be a pair; NO_PARTNER: none */
    const struct union_graph *below; /* where the players left over are paired below; or NULL */
    bool reached;                    /* is a pairing known to exist? */
};

/*
 * Find the first pairing in the order of C4 to C11 and D, in ${*out} (in the field's arena).
 * Return LM_NO_PAIRING when there is none with this ${target}; ${*most} is then that of
 * lm_dutch_2006_most.
 */
enum lm_status lm_dutch_2006_search(const struct search *search, struct outcome *out,
                                    uint32_t *most);

/* Is ${a} before ${b}, two outcomes of one bracket and target?  A key that is the beginning of
 * another comes before it. */
bool lm_dutch_2006_before(const struct outcome *a, const struct outcome *b);

/* Do the same by walking the sequences from their start at x's lower bound, with all criteria in
 * force.  Return LM_NO_PAIRING when the walk would take exchanges, more floats or too many steps;
 * this proves nothing. */
enum lm_status lm_dutch_2006_walk(const struct search *search, struct outcome *out);

/* Store in ${*most} the most pairs that the players of ${search} can make when all players that
 * must not be left over are paired; LESS_THAN_NEEDED when these cannot all be paired.  Floats are
 * free, and ${target} only shows which players are moved down. */
#define LESS_THAN_NEEDED UINT32_MAX
enum lm_status lm_dutch_2006_most(const struct search *search, uint32_t *most);

/* Store which positions a largest matching of ${search} leaves alone in ${left}, those that must
 * float among them, and how many they are in ${*count}. */
enum lm_status lm_dutch_2006_left_over(const struct search *search, bool *left, uint32_t *count);

/* Do the same as lm_dutch_2006_search by best matchings; works for any bracket. */
enum lm_status lm_dutch_2006_best(const struct search *search, struct outcome *out);

/* Set up the graph of the pairs of ${search} in ${*out}, which is kept in the field's arena with
 * ${search}. */
struct net;
enum lm_status lm_dutch_2006_net(const struct search *search, struct net **out);

/* Return the number of vertices: the positions, then dummies for the players left over, or the
 * players below.  A pairing is a matching of all of them.  lm_dutch_2006_draw draws the graph at a
 * level, with ${strict} only of pairs that give up no more than x of A8; lm_dutch_2006_is_drawn:
 * are ${a} and ${b} then neighbours? */
uint32_t lm_dutch_2006_vertices(const struct net *net);
enum lm_status lm_dutch_2006_draw(struct net *net, bool strict, int down, int up);
bool lm_dutch_2006_is_drawn(const struct net *net, uint32_t a, uint32_t b);

/* Can a matching of all vertices have fewer pairs in the bracket than wanted, because players are
 * paired below? Then their number must be tested. */
bool lm_dutch_2006_has_fewer(const struct net *net);

/* Restrict strict pairs to those of best matchings, when ${best} has solved the graph drawn, with
 * free floats.  Best matchings are perfect matchings of strict pairs; ${*all}: are all of the
 * latter best? */
struct lm_best;
enum lm_status lm_dutch_2006_narrow(struct net *net, const struct lm_best *best, bool *all);

/* Do strict pairs leave open which partners the moved-down players get?  Then those pairs have to
 * be taken before S1 and S2 are formed. */
bool lm_dutch_2006_weighs_moved(const struct net *net);
void lm_dutch_2006_take(struct net *net, uint32_t a, uint32_t b);

/* Return x of A8. */
int32_t lm_dutch_2006_least(const struct net *net);

/* The float criteria of a pairing. */
struct level {
    int down, up;
};

/* C9, C10: store in ${*level} the strictest level of strict pairs, downfloats before upfloats, and
 * draw it.  Return LM_NO_PAIRING when there is none, or none is known. */
enum lm_status lm_dutch_2006_strict(struct net *net, struct level *level);

/* D1 at the level found: return the first partner of ${u} and take both out.  Call it for one
 * player after the other. */
uint32_t lm_dutch_2006_strict_partner(struct net *net, uint32_t u);

/* From now on pair the players ${upper} (S1) with S2 only: is there a pairing? */
bool lm_dutch_2006_strict_lines(struct net *net, const bool *upper);

/* Can positions ${a} and ${b} be a pair with these float criteria?  Store in ${cost} what the pair
 * gives up. */
bool lm_dutch_2006_edge(const struct search *search, uint32_t a, uint32_t b, int down, int up,
                        struct cost *cost);

/* Store x of A8 in ${*x}.  Return the colour that too many players prefer; LM_NO_COLOUR: x is 0. */
uint8_t lm_dutch_2006_bound(const struct search *search, int32_t *x);

/* Is the pair ${a}, ${b}, which gives up ${cost}, *strict*?  A strict pair wastes no player who
 * prefers the colour ${larger}, and neither B2 nor A7(c).  lm_dutch_2006_is_not_needed: does
 * leaving
 * ${position} over waste no such player, either? */
bool lm_dutch_2006_is_strict(const struct search *search, uint8_t larger, uint32_t a, uint32_t b,
                             const struct cost *cost);
bool lm_dutch_2006_is_not_needed(const struct search *search, uint8_t larger, uint32_t position);

/* Can the player at ${position} be left over? */
bool lm_dutch_2006_leaver(const struct search *search, uint32_t position, int down);

/* ---- Other pairings of a bracket: C12, C13 ---- */

/* The players below who wait for the floaters of a bracket, and how many pairs they need: p of A3
 * and A6 less what C14 has taken off it. */
struct below {
    const uint32_t *residents, *moved; /* ${moved}: moved down earlier, in any choice of floaters */
    uint32_t resident_count, moved_count;
    bool lowest;     /* must be paired completely, with a legal bye */
    bool moved_only; /* only the moved-down players need be paired */
    uint32_t moved_lowered, rest_lowered;
    /* C12: all floaters have an opponent, and no set of floaters tried earlier serves. */
    bool c12;
    const bool *c1;           /* per entrant: does the player leave (C1) if without opponent? */
    const bool *const *tried; /* each: does the player float, per position of the bracket */
    size_t tried_count;
};

/* A bracket and the players below that wait for its floaters. */
struct descent {
    const struct field *field;
    const struct bracket *bracket;
    struct target target;
    const struct below *below;
};

/* Return the number of players who come down. */
uint32_t lm_dutch_2006_floaters(const struct descent *descent);

/* Whether a resident below leaves by C1: as the floaters decide; supposed to leave; supposed to
 * remain. */
enum { OPEN, LEAVES, REMAINS };

/* The suppositions that define a share (part) of the pairings of a bracket. */
struct supposed {
    const bool *must, *may; /* per position: does the player float, can the player float? */
    const uint8_t *leaves;  /* per resident below; NULL: all are OPEN */
    bool first;             /* moved-down players are paired first below */
    /* If C14 has lowered how many of them are paired first: the first entrant from above who is not
     * is ${from} or later, and no entrant from above after ${to} - 2 is. */
    uint32_t from, to;
};

/* A3, C4: players who are paired before the others, and with them only; UNDECIDED: open. */
enum part { IN_REMAINDER, PAIRED_FIRST, UNDECIDED, PARTS };

/* Vertices are players of the bracket and of the one below, then dummies, which are matched with
 * players left over below.  A kind of dummy takes any player; or a resident; or a player who surely
 * need not be paired: a resident who has left (C1), as far as is known, or a player moved down
 * before who is not paired first. */
enum {
    OVER_NOBODY = 0,
    OVER_ANY = 1,
    OVER_RESIDENT = 2,
    OVER_SPARED = 4,
    OVER_KINDS = 5, /* one past the last kind */
    OVER_SETS = 8
};

/* Can floaters of a share serve?  ${*may} is a necessary condition.  If it holds, ${*leaving} is
 * the least number of players that come down. */
enum lm_status lm_dutch_2006_may_serve(const struct descent *descent,
                                       const struct supposed *supposed, bool *may,
                                       uint32_t *leaving);

/* Set up the players below in ${*out}, for a share that can serve. */
enum lm_status lm_dutch_2006_union(const struct descent *descent, const struct supposed *supposed,
                                   struct union_graph **out);

/* Find a resident below who is OPEN and would remain if ${floats} came down; LM_NOBODY: there is
 * none. */
enum lm_status lm_dutch_2006_doubtful(const struct descent *descent,
                                      const struct supposed *supposed, const bool *floats,
                                      uint32_t *resident);

/* ${*lacks}: do so many residents leave with ${floats} that the players from above are not paired
 * first, as is supposed?  Then any set of floaters of the share by which they are paired first has
 * one of ${wanted}, per position. */
enum lm_status lm_dutch_2006_wanted(const struct descent *descent, const struct supposed *supposed,
                                    const bool *floats, bool *wanted, bool *lacks);

/* Return the number of vertices below, including the optional one, if any.
 * lm_dutch_2006_meet_below: can two of them be paired?  lm_dutch_2006_comes_down: can one be paired
 * with the player who comes down from ${position}? */
uint32_t lm_dutch_2006_count_below(const struct union_graph *g);

bool lm_dutch_2006_meet_below(const struct union_graph *g, uint32_t a, uint32_t b);
bool lm_dutch_2006_comes_down(const struct union_graph *g, uint32_t position, uint32_t to);

/* Store the same and more, as rows of bits: first the positions, then the vertices below.  A row
 * holds the vertices, above or below, that this one is matched with in some pairing of the
 * share. */
enum lm_status lm_dutch_2006_union_rows(const struct union_graph *g, const uint64_t **row);

/* Can two players who come down, from positions ${a} and ${b}, be paired below? */
bool lm_dutch_2006_pair_down(const struct union_graph *g, uint32_t a, uint32_t b);

/* C13, where players from above are paired ${below} like the others: find the first pairing of
 * ${search} by which the bracket below can be paired.  LM_NO_PAIRING: this method finds none. */
enum lm_status lm_dutch_2006_lines(const struct search *search, const struct union_graph *below,
                                   struct outcome *out);

/* Store in ${*leaving} the least number of the first ${upper} of ${vertices} vertices that perfect
 * matchings match with other vertices; ${*can}: can there be one that matches at most ${floaters}
 * of them this way?  ${*known}: there is one.  ${m} is used up. */
struct lm_dense;
enum lm_status lm_dutch_2006_leave(struct lm_dense *m, uint32_t upper, uint32_t vertices,
                                   uint32_t floaters, struct lm_arena *arena, bool *can,
                                   bool *known, uint32_t *leaving);

/* Can the bracket below be paired when ${floats} come down? */
enum lm_status lm_dutch_2006_serves(const struct descent *descent, const bool *floats,
                                    bool *serves);

/* C12, C13: find the first pairing of ${bracket} with ${target} by which the players ${below} can
 * be paired; LM_NO_PAIRING: there is none. */
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

/* List the players who leave ${bracket}, in A2 order: left over by its pairing, and moved down by
 * C1. */
enum lm_status lm_dutch_2006_leaving(const struct field *field, const struct bracket *bracket,
                                     uint32_t **list, uint32_t *count);

/* ---- E ---- */

extern const struct lm_rule lm_dutch_2006_colour_rules[];

/* Return the pair of positions ${a} < ${b} of ${bracket} with its colours. */
struct lm_pair lm_dutch_2006_colours(const struct field *field, const struct bracket *bracket,
                                     uint32_t a, uint32_t b);

/* A5: return the bye of the player at ${position}. */
struct lm_pair lm_dutch_2006_bye(const struct field *field, const struct bracket *bracket,
                                 uint32_t position);

#endif
