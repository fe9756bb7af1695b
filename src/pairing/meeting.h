/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_MEETING_H
#define LIMMAT_PAIRING_MEETING_H

#include "graph/matching.h"
#include "limmat/position.h"

/*
 * Legal opponents, and whether a set of participants can be paired completely: questions of every
 * system.  A set is a list of seats in any order; a seat's place in the list is its vertex.
 */

/* Build the graph of the ${count} ${seats}: all pairs but those barred ([C1], prohibitions).  The
 * caller can add classes.  Lists in ${arena}. */
enum lm_status lm_meeting_graph(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                                struct lm_arena *arena, struct lm_graph *out);

/* Return the length of the longest list of barred partners of a seat in the set. */
uint32_t lm_most_barred(const struct lm_position *p, const uint32_t *seats, uint32_t count);

/* Does counting alone prove that any even number of at least ${count} participants can be paired
 * completely, when none of them is barred from more than ${barred} others?  Then each can meet at
 * least half of them (Dirac 1952: such a graph has a Hamiltonian cycle). */
static inline bool lm_completes_by_counting(uint32_t count, uint32_t barred)
{
    return count >= 2 * (barred + 1);
}

/* Return the most of ${against} (numbers in each of ${classes} classes) that a member of one of the
 * classes ${of} cannot meet for its class: ${barred}[a * classes + b], as in struct lm_graph. */
uint32_t lm_most_barred_by_class(const bool *barred, uint32_t classes, const uint32_t *of,
                                 const uint32_t *against);

/* Do the same where colours bar too: ${by_class} is lm_most_barred_by_class of all against all.  A
 * player barred from the own class is included in that count, hence the - 1; any other player
 * counts only as one that cannot meet itself. */
static inline bool lm_completes_with_classes(uint32_t count, uint32_t barred, uint32_t by_class)
{
    return lm_completes_by_counting(count, barred + (by_class > 0 ? by_class - 1 : 0));
}

/* Return the number of rows from which on rows and as many columns can always be paired with each
 * other, where no row is barred from more than ${barred} columns, nor for its class from more than
 * ${rows_by_class}, and columns likewise.  A set of rows that lacks columns would be larger than
 * the number of columns that one row can meet, and leave a column that can meet none of it (Hall);
 * both together need more rows. */
static inline uint32_t lm_rows_that_complete(uint32_t barred, uint32_t rows_by_class,
                                             uint32_t columns_by_class)
{
    return 2 * barred + rows_by_class + columns_by_class;
}

/* Can the ${count} ${seats} all be paired with each other?  Scratch memory of ${arena} is freed. */
enum lm_status lm_all_can_meet(const struct lm_position *p, const uint32_t *seats, uint32_t count,
                               struct lm_arena *arena, bool *out);

/* Is there an edge between vertices ${row} and ${column}? */
typedef bool lm_edge_test(const void *context, uint32_t row, uint32_t column);

/* Find the first perfect matching of the ${rows} vertices 0, 1, … with the ${rows} that follow
 * them: each row in turn gets the first column that leaves all the rest one each.  ${matching},
 * which must be perfect, is used up.  One search a pair where the first choice is good. */
enum lm_status lm_first_matching(struct lm_matching *matching, uint32_t rows, lm_edge_test *edge,
                                 const void *context, struct lm_arena *arena, uint32_t *column_of);

/* The rows and columns of a first perfect matching, as above: vertices 0, 1, … ${count} - 1 are the
 * rows, the next ${count} the columns. */
struct lm_rows {
    uint32_t count;
    uint32_t enough; /* this many remaining rows and columns can always be paired
                        (lm_rows_that_complete); ${count}: counting proves nothing */
    lm_edge_test *edge;
    /* The graph of the vertices ${places}: ${rows} rows, then as many columns. */
    enum lm_status (*graph)(const void *context, const uint32_t *places, uint32_t rows,
                            struct lm_arena *arena, struct lm_graph *out);
    const void *context; /* of ${edge} and ${graph} */
};

/* Find the same without a given matching.  A row with ${enough} others after it gets the first
 * column left, because the others can be paired whatever it takes; the last ones use a matching.
 * ${*done}: there is a perfect matching. */
LM_MUST_CHECK enum lm_status lm_first_of_rows(const struct lm_rows *rows, struct lm_arena *arena,
                                              uint32_t *column_of, bool *done);

#endif
