/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_REFERENCE_TEAM_KNOCK_OUT_H
#define LIMMAT_TESTS_REFERENCE_TEAM_KNOCK_OUT_H

/*
 * A knock-out of teams by docs/team-knock-out.md, played on paper: a list of numbers of which half
 * are crossed out round after round.  Sharing nothing with the library.
 */

enum { REF_KO_TEAMS = 64, REF_KO_BOARDS = 8 };

struct ref_knock_out {
    int teams, round;       /* the round to pair, from 1 */
    int left[REF_KO_TEAMS]; /* art. 2: the remaining teams, from the top; 0: a place without a team
                             */
    int count;              /* of ${left}: a power of two */
    int out[2];             /* the losers of the semi-finals; 0: none */
    int whites[REF_KO_TEAMS + 1], blacks[REF_KO_TEAMS + 1]; /* on board 1, by number */
    char last[REF_KO_TEAMS + 1];                            /* 'w', 'b', 0: no match yet */
};

/* Make the bracket of ${teams} (art. 2). */
void ref_knock_out_begin(struct ref_knock_out *k, int teams);

/* Pair the round: numbers, White on board 1 first, into ${pair}; return their number.  ${initial}
 * is 'w' or 'b' (art. 3); ${third}: the match for the third place, if any, comes last. */
int ref_knock_out_pair(struct ref_knock_out *k, char initial, int third, int pair[][2]);

/* Cross out ${losers}, ${count} numbers, and go on to the next round. */
void ref_knock_out_go_on(struct ref_knock_out *k, const int *losers, int count);

/* Return the winner of a match by its boards (art. 4): half points of the first team in ${halves};
 * 1, 2, or 0 if it is level by all of ${steps} ("BC", "TBR", "BBE"). */
int ref_knock_out_winner(const int *halves, int boards, const char *const *steps, int step_count);

#endif
