/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_DUBOV_1997_H
#define LIMMAT_PAIRING_DUBOV_1997_H

#include "graph/matching.h"
#include "limmat/pairing.h"

/*
 * Declarations shared by the files of the Dubov engine of 1997, where a player is a seat.
 *
 *   dubov_1997.c    the row, the rules' titles, and the round: colours (3), bye (4), round 1 (5),
 *                   scoregroup after scoregroup: begin reading here
 *   _facts.c        the facts of a seat (1, 2), possible pairs, the orders of 6.2
 *   _floaters.c     changes of scoregroup: chapter 8, transfers up (7.1, 7.2) and down (6.4)
 *   _completion.c   6.4 where the players below need help
 *   _columns.c      the two columns and their rows (7.3, 7.4, 6.2, 6.3)
 *   _rest.c         whether those left can still be paired (9)
 *   _judge.c        findings on a given pairing
 */

/* The rules that a finding can name.  Those from DUBOV_PASSED_BYE to DUBOV_RESIDUE tell where the
 * instructions ran out (art. 9) and how the engine went on. */
enum dubov_rule {
    DUBOV_REMATCH,    /* 2.1 */
    DUBOV_SECOND,     /* 2.2 */
    DUBOV_COLOURS,    /* 2.3, 2.4 */
    DUBOV_BYE,        /* 4 */
    DUBOV_FIRST,      /* 5 */
    DUBOV_FLOATER,    /* 6.4 */
    DUBOV_ISLAND,     /* 7.1 */
    DUBOV_ODD,        /* 7.2 */
    DUBOV_TO_BLACK,   /* 7.3 */
    DUBOV_TO_WHITE,   /* 7.4 */
    DUBOV_FROM_ABOVE, /* 8.2 */
    DUBOV_PASSED_BYE, /* 4: passed over for the bye, because the others could not be paired */
    DUBOV_LOOK_AHEAD, /* passed over for the same reason in another choice */
    DUBOV_COMPLETION, /* 6.4: the group could be paired, but must help the players below */
    DUBOV_MIRROR,     /* 6.3: a player of Black's column can meet none of White's */
    DUBOV_HALL,       /* 6.3: the rows down to this player's cannot all have an opponent (Hall) */
    DUBOV_FORCED_ROW, /* 6.3: a pair set aside could not be made within one column */
    DUBOV_FOR_BELOW,  /* 6.4 for COMPLETION: the player goes down */
    DUBOV_RESIDUE,    /* 7.2: moved up though the group cannot be paired completely */
    /* Only against another player: */
    DUBOV_DUE,        /* 7.1, 7.2, 8.2: the due colour comes before the rating */
    DUBOV_UP_BARRED,  /* 2.5 */
    DUBOV_NO_USE,     /* 7.2: can meet none of the players there who need an opponent */
    DUBOV_ROWS,       /* 6.3: a player of the columns would have no opponent */
    DUBOV_STAYS,      /* 6.4: the others of the group could not be paired */
    DUBOV_CAME_DOWN,  /* 6.4: was already a floater */
    DUBOV_NONE_BELOW, /* 6.4: can meet no player of the next group */
};

/* Reasons for a pair. */
enum dubov_order {
    DUBOV_ARRANGED, /* 6.3 */
    DUBOV_HALVES,   /* 5 */
    DUBOV_ROW,      /* 6.2 */
    DUBOV_NEXT,     /* 6.3: the first player left */
    DUBOV_AFTER,    /* 8.2 */
    DUBOV_FETCHED,  /* 7.1 */
    DUBOV_ASIDE     /* 6.3: inside a column */
};

/* Art. 3: why these colours. */
enum dubov_colour {
    DUBOV_FIRST_ROUND,
    DUBOV_BOTH_DUE,
    DUBOV_EQUALISE,
    DUBOV_ALTERNATE,
    DUBOV_HIGHER_ARO,
    DUBOV_LOWER_RATING,
    DUBOV_BY_NAME,
    DUBOV_ONLY_LEGAL
};

struct dubov_seat {
    int32_t rating; /* R: also the estimate for an unrated player */
    uint32_t aro;   /* rank among the AROs of the field, from the lowest; equal AROs share one */
    uint32_t name;  /* rank in alphabetical order */
    uint8_t due;    /* enum lm_colour: art. 1 */
    bool can_white, can_black; /* 2.3 and 2.4 */
    bool up_barred;            /* 2.5 */
    bool paired;               /* or has the bye */
    bool came_down;            /* a floater of the scoregroups above, in this round */
};

/* A player in a list that is sorted by up to five numbers, ascending. */
struct dubov_entry {
    int64_t key[5];
    uint32_t seat;
};

/* A finding in the making: a rule that concerned ${seat} (LM_NOBODY: only that it was needed). */
struct dubov_remark {
    size_t bracket;
    enum dubov_rule rule;
    uint32_t seat;
    int32_t value;
};

/* lm_system's ${judge}. */
enum lm_status lm_dubov_1997_judge(const struct lm_position *p, const struct lm_pair *pairs,
                                   uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_pairing **out);

/* An alternative in the making: why a player was passed over. */
struct dubov_question {
    size_t bracket;
    uint32_t seat, other; /* ${other} LM_NOBODY: ${seat} does not change groups instead */
    enum dubov_rule rule;
    bool expected; /* ${other}, or the player who changes groups, would have come first */
};

/* The columns of a bracket in ${tops} and ${bottoms}. */
struct dubov_lines {
    uint32_t from, count;
};

enum { DUBOV_QUESTIONS_EACH = 4 };

struct dubov {
    const struct lm_position *p;
    struct lm_arena *arena;
    struct lm_log *log;
    struct dubov_seat *seats;
    /* Largest matchings, in which a vertex is a seat: */
    struct lm_matching *rest;   /* of all players not paired */
    struct lm_completion *whom; /* of ${rest}: pairs that searches have proved impossible */
    struct lm_matching *below;  /* of the lower players */
    struct lm_pairing *pairing;
    struct lm_bracket *brackets;
    size_t bracket_room;
    struct dubov_remark *remarks; /* room for ${remark_limit}, 0 if no reasons are wanted; further
                                     ones are dropped */
    size_t remark_count, remark_limit;
    struct dubov_question *questions; /* room for ${question_limit}; 0: not wanted */
    size_t question_count, question_limit;
    uint32_t *tops, *bottoms;  /* seats of all columns (6.2), and of the halves (5) */
    uint32_t lined;            /* number of them until now */
    struct dubov_lines *lines; /* per bracket */
    enum dubov_order order;    /* of the next pair that is entered */
    /* The current scoregroup: */
    int32_t score;
    uint32_t *group; /* its unpaired members, then the floaters whom chapter 8 did not pair */
    uint32_t group_count;
    uint32_t *lower; /* all unpaired players of lower scoregroups, in ranking order */
    uint32_t lower_count;
    uint32_t *island; /* players without possible opponent in the group, to be helped by 7.1 */
    uint32_t island_count;
    uint32_t joined; /* the player transferred by 7.2; LM_NOBODY: none */
};

/* Compute the facts of every seat. */
enum lm_status lm_dubov_1997_facts(struct dubov *d);

/* 2.3, 2.4 */
static inline bool lm_dubov_1997_colours_fit(const struct dubov_seat *a, const struct dubov_seat *b)
{
    return (a->can_white && b->can_black) || (a->can_black && b->can_white);
}

/* struct lm_system's ${closed}: 2.3, 2.4. */
bool lm_dubov_1997_closed(const struct lm_position *p, uint32_t a, uint32_t b);

/* 2.1, 2.3, 2.4: can they be paired, with some colours? */
bool lm_dubov_1997_possible(const struct dubov *d, uint32_t a, uint32_t b);

/* Build the graph of possible pairs among ${seats}; with ${rows} > 0 only between the first ${rows}
 * of them and the others. */
enum lm_status lm_dubov_1997_graph(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                   uint32_t rows, struct lm_arena *arena, struct lm_graph *out);

/* Build the same of the ${seats} at ${places}: ${rows} rows, then as many columns. */
enum lm_status lm_dubov_1997_graph_of(const struct dubov *d, const uint32_t *seats,
                                      const uint32_t *places, uint32_t rows, struct lm_arena *arena,
                                      struct lm_graph *out);

void lm_dubov_1997_sort(struct dubov_entry *entries, uint32_t count);

/* 6.1: divide the members by due colour, each side in the order of 6.2; players without due colour
 * join the smaller side, highest R first.  ${white} and ${black} have room for all. */
enum lm_status lm_dubov_1997_split(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                   uint32_t *white, uint32_t *whites, uint32_t *black,
                                   uint32_t *blacks);

/* 6.2: sort White's column by increasing ARO, then R; Black's by decreasing R, then ARO; then by
 * name. */
enum lm_status lm_dubov_1997_sort_column(const struct dubov *d, uint32_t *seats, uint32_t count,
                                         bool white);

/* Return the due colour that more of them have; LM_NO_COLOUR: neither. */
enum lm_colour lm_dubov_1997_dominating(const struct dubov *d, const uint32_t *seats,
                                        uint32_t count);

/* Add the pair, colours by art. 3, and take both out of the rest. */
void lm_dubov_1997_add_pair(struct dubov *d, uint32_t a, uint32_t b);

/* Do as lm_dubov_1997_add_pair, if all other players can still be paired; otherwise nothing. */
bool lm_dubov_1997_try_pair(struct dubov *d, uint32_t a, uint32_t b);

/* ---- The players left (dubov_1997_rest.c) ---- */

/* Match all players, before the first pair. */
enum lm_status lm_dubov_1997_match_rest(struct dubov *d);

/* Return the number of remaining players that a largest matching leaves alone. */
uint32_t lm_dubov_1997_alone_in_rest(struct dubov *d);

/* Store in ${inessential}[seat] whether all others can be paired without the player. */
void lm_dubov_1997_surplus_in_rest(struct dubov *d, bool *inessential);

/* Record that ${seat} is paired, or has the bye. */
void lm_dubov_1997_leave_rest(struct dubov *d, uint32_t seat);

/* If all others can be paired without ${a} and ${b}, take both out of the rest; otherwise return
 * false. */
bool lm_dubov_1997_pair_leaves_rest(struct dubov *d, uint32_t a, uint32_t b);

/* Can all players left be paired with ${seat} meeting one of the ${count} ${among}?  At most one of
 * these costs a vain search, which proves which other players need no search. */
bool lm_dubov_1997_can_stay(struct dubov *d, uint32_t seat, const uint32_t *among, uint32_t count);

/* Record that ${seat} is no longer one of the lower players. */
void lm_dubov_1997_leave_below(struct dubov *d, uint32_t seat);

/* Return the number of lower players that a largest matching of them leaves alone. */
uint32_t lm_dubov_1997_alone_below(struct dubov *d);

/* Store in ${inessential}[seat] whether a largest matching of the lower players can leave the seat
 * alone. */
void lm_dubov_1997_surplus_below(struct dubov *d, bool *inessential);

/* Can all lower players and the ${count} ${floaters} be paired with each other? */
bool lm_dubov_1997_can_go_on(struct dubov *d, const uint32_t *floaters, uint32_t count);

/* Build a largest matching of ${count} ${seats} in ${*out}, in which the i-th is vertex i. */
enum lm_status lm_dubov_1997_match(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                   struct lm_matching **out);

/* Record for the scoregroup's explanation that ${rule} concerned ${seat}. */
void lm_dubov_1997_note(struct dubov *d, enum dubov_rule rule, uint32_t seat, int32_t value);

/* Record why ${seat} and ${other} are not a pair, or (LM_NOBODY) why ${seat} stays. */
void lm_dubov_1997_ask(struct dubov *d, uint32_t seat, uint32_t other, enum dubov_rule rule,
                       bool expected);

/* Do the same for a pair that cannot meet; if it can, give ${rule} as the reason. */
void lm_dubov_1997_ask_pair(struct dubov *d, uint32_t seat, uint32_t other, enum dubov_rule rule,
                            bool expected);

/* Record the columns of the current bracket, ${count} seats each. */
void lm_dubov_1997_note_lines(struct dubov *d, const uint32_t *tops, const uint32_t *bottoms,
                              uint32_t count);

/* Pair ${floaters} by chapter 8; those that no player can take join the group. */
enum lm_status lm_dubov_1997_pair_floaters(struct dubov *d, const uint32_t *floaters,
                                           uint32_t count);

/* Transfer players up by 7.1 and 7.2. */
enum lm_status lm_dubov_1997_transfer_up(struct dubov *d);

/* 6.4: choose the players who leave the group, move them into ${floaters} (room for all). */
enum lm_status lm_dubov_1997_send_down(struct dubov *d, uint32_t *floaters, uint32_t *count);

/* 6.4 where the players below could not be paired with the floaters whom the group alone would send
 * down: store in ${floaters} the first of the smallest sets that leave the group and the players
 * below pairable, by the order of the ${count} ${entries}, and its size in ${*taken}. */
enum lm_status lm_dubov_1997_complete(struct dubov *d, const struct dubov_entry *entries,
                                      uint32_t count, uint32_t *floaters, uint32_t *taken);

/* Pair the group, which can be paired completely, by 7.3, 7.4, 6.2, 6.3. */
enum lm_status lm_dubov_1997_pair_columns(struct dubov *d);

#endif
