/* SPDX-License-Identifier: Apache-2.0 */
#include "scheveningen.h"

#include <assert.h>

/* 2.3: the members of the second team move up by one board; in an odd row the last member of the
 * first group and the last of the second keep their colours. */
static void next_odd(int boards, int round, struct ref_scheveningen_row *row)
{
    int last = 0;
    for (int a = 1; a <= boards; a++)
        row->opponent[a] = row->opponent[a] == boards ? 1 : row->opponent[a] + 1;
    if (round % 2 == 0) { /* after an odd row: find the end of its first group */
        while (last < boards && row->white[last + 1] == row->white[1])
            last++;
    }
    for (int a = 1; a <= boards; a++)
        if (last == 0 || (a != last && a != last + (boards - 1) / 2))
            row->white[a] = !row->white[a];
}

static int moved_on_in_half(int half, int number)
{
    if (number == half)
        return 1;
    return number == 2 * half ? half + 1 : number + 1;
}

/* 2.5: does ${a} keep the same colour in this row? */
static bool keeps(int half, int a, int round)
{
    bool some = a <= half ? a <= (half + 1) / 2 : a - half > (half + 1) / 2;
    return half % 2 == 1 && some && (round == half || round == half + 2);
}

/* 2.4: within its half the second team moves up by one board; after half of the rounds its halves
 * change places, odd halves (2.5) unchanged, even ones after one more move. */
static void next_in_halves(int boards, int round, struct ref_scheveningen_row *row)
{
    int half = boards / 2;
    for (int a = 1; a <= boards; a++) {
        int *b = &row->opponent[a];
        if (round != half + 1 || half % 2 == 0)
            *b = moved_on_in_half(half, *b);
        if (round == half + 1)
            *b = *b > half ? *b - half : *b + half;
        if (!keeps(half, a, round))
            row->white[a] = !row->white[a];
    }
}

void ref_scheveningen_row(int boards, int round, struct ref_scheveningen_row *row)
{
    assert(boards >= 3 && boards <= SV_BOARDS && boards != 6 && boards != 10);
    for (int a = 1; a <= boards; a++) {
        row->opponent[a] = a;
        row->white[a] = a <= (boards + 1) / 2;
    }
    for (int next = 2; next <= round; next++)
        (boards % 2 == 1 ? next_odd : next_in_halves)(boards, next, row);
}
