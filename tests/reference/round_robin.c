/* SPDX-License-Identifier: Apache-2.0 */
#include "round_robin.h"

#include <assert.h>

/* The first row folds the numbers: 1-n, 2-(n-1), ... */
static void first_row(int seats, int pair[][2])
{
    for (int board = 0; board < seats / 2; board++) {
        pair[board][0] = board + 1;
        pair[board][1] = seats - board;
    }
}

/* In the next row all numbers but the last move on by half of the field, past the last but one to
 * the beginning; the last number stays on the first board and changes its colour. */
static void next_row(int seats, int pair[][2])
{
    for (int board = 0; board < seats / 2; board++)
        for (int side = 0; side < 2; side++)
            if (pair[board][side] != seats) {
                pair[board][side] += seats / 2;
                if (pair[board][side] > seats - 1)
                    pair[board][side] -= seats - 1;
            }
    const int white = pair[0][0];
    pair[0][0] = pair[0][1];
    pair[0][1] = white;
}

void ref_berger_row(int seats, int round, int pair[][2])
{
    assert(seats >= 2 && seats <= RR_SEATS && seats % 2 == 0);
    first_row(seats, pair);
    for (int row = 1; row < round; row++)
        next_row(seats, pair);
}
