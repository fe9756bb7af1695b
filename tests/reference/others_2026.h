/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_OTHERS_2026_H
#define LIMMAT_TESTS_REFERENCE_OTHERS_2026_H

#include "dutch_2026.h"

#include <stdint.h>

/*
 * The common parts of C.04.4.1 (Dubov) and C.04.4.2 (Burstein) of 2026: preferences, the criteria
 * [C1] to [C4], the first two steps of the bye, colours.  Only the description of a position is
 * shared with the Dutch reference.  The players to be paired are a table by score, then TPN; a set
 * of them is a bit mask.
 */
typedef uint32_t others_set;

enum others_strength { OTHERS_NONE, OTHERS_MILD, OTHERS_STRONG, OTHERS_ABSOLUTE };

struct others_player {
    const struct ref_player *player;
    int number; /* the player's place among those arrived */
    int score;
    int games;
    char colour[REF_ROUNDS]; /* of the games played, holes squeezed out (C.04.2 art. 3.4) */
    int difference;
    enum others_strength strength;
    char wish; /* 'w', 'b', or 0 */
    bool bye_barred;
};

struct others_field {
    const struct ref_state *state;
    int count;
    struct others_player who[REF_PLAYERS];
    bool legal[REF_PLAYERS][REF_PLAYERS];    /* [C1] and [C3] */
    signed char complete[1u << REF_PLAYERS]; /* by set: 1 or -1; 0: not yet known */
};

/* Does place ${a} come before place ${b} in the ranking? */
typedef bool others_before(const void *context, int a, int b);

/* ${due_without_games}: the colour due, mildly, to a player without games; 0: none. */
void others_find(struct others_field *field, const struct ref_state *state, char due_without_games);

/* Can all of ${set} be paired legally? */
bool others_complete(struct others_field *field, others_set set);

/* Art. 3.1: if the number of ${*left} is odd, take the bye out; ties of 3.1.4 go to the last by
 * ${before}.  Is there a complete pairing of the others?  ${*bye}: the place, or -1. */
bool others_give_bye(struct others_field *field, others_before *before, const void *context,
                     others_set *left, int *bye);

/* Art. 5.2: enter the pair with its colours; ${higher} is ranked higher. */
void others_enter(const struct others_field *field, int higher, int other, struct ref_pairing *out);

/* The players of ${set} with its highest score. */
others_set others_top(const struct others_field *field, others_set set);

bool others_in(others_set set, int place);
int others_size(others_set set);

/* Points made before the round with this index (from 0), without virtual ones. */
int others_points(const struct ref_player *player, int round);

const struct ref_player *others_by_tpn(const struct ref_state *state, int tpn);

#endif
