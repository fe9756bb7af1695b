/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/scheveningen/scheveningen_table.h"

/*
 * The number of boards decides the table of a match.
 *
 * Odd: the second team moves on by one board a round.  Colours go board by board, those of a team
 * alternate, and the boards at which they change move as the team does.
 *
 * Divisible by four: both teams have two halves.  In the first half of the rounds opposite halves
 * meet, then those that cross; in each, the second team's half moves on by one.  Colours alternate
 * from round to round for all players: a half of the second team meets either half of the first in
 * an even number of rounds, so its colours balance, too.
 *
 * Two, six and ten: as printed.  With an odd number of members in a half this alternation would
 * give each member of the second team one of the colours two times too often; the printed tables
 * deviate in a few places.
 *
 * Fourteen, eighteen, …: no printed table.  Halves as above, but the last round of opposite halves
 * and the first of crossing ones have the same offset, and some of the first team change both their
 * colours in these two rounds: of its first half those for whom ${is_exchanged} holds, of its
 * second those whose counterparts in the first do not.  As the offset is the same, each member of
 * the second team then meets exactly one of them in one of the two rounds, which balances the
 * member's colours; no colour comes three times in a row, since a player who alternates and
 * exchanges two neighbours has no more than two running.
 */

/* As printed, for each board in turn: the opponents of the second team in rounds 1, 2, …, from 1;
 * negative: the first team's player has Black. */
static const int8_t of_two[2][2] = {{1, -2}, {2, -1}};

static const int8_t of_six[6][6] = {
    {1, -2, 3, -4, 5, -6}, {-2, 3, -5, -6, 4, 1}, {-3, 5, -1, 2, 6, -4},
    {4, -6, 2, 1, -3, -5}, {-5, 4, 6, -3, -1, 2}, {6, -1, -4, 5, -2, 3},
};

static const int8_t of_ten[10][10] = {
    {1, -2, 3, -4, 5, -6, 7, -8, 9, -10}, {2, -1, 8, -3, 4, 7, -5, -6, 10, -9},
    {3, -8, 4, -10, -9, 1, -2, 5, 7, -6}, {4, -3, 10, 6, -7, 9, -1, 2, -5, -8},
    {-5, 10, -6, 7, -1, 8, -4, 9, -2, 3}, {-6, 5, -7, -8, 10, 2, -9, 1, -3, 4},
    {-7, 6, -9, 5, -8, -10, 3, 4, -1, 2}, {8, -4, 1, 9, -2, -5, 10, -3, 6, -7},
    {-9, 7, -2, -1, 3, -4, 6, -10, 8, 5}, {-10, 9, -5, 2, 6, -3, 8, -7, -4, 1},
};

static uint32_t as_printed(int8_t cell, bool *white)
{
    *white = cell > 0;
    return (uint32_t)(cell > 0 ? cell : -cell) - 1;
}

static uint32_t moving_on(uint32_t boards, uint32_t round, uint32_t a, bool *white)
{
    uint32_t first = (boards - round + 1) / 2, second = first + (boards - 1) / 2;
    *white = (round % 2 == 0) == (a < first || a >= second);
    return (a + round) % boards;
}

/* Is the member, of the first half of a team whose halves have an odd number, exchanged?  One more
 * is than is not. */
static bool is_exchanged(uint32_t half, uint32_t member)
{
    return member <= half / 2;
}

static uint32_t in_halves(uint32_t boards, uint32_t round, uint32_t a, bool *white)
{
    uint32_t half = boards / 2, member = a % half;
    bool first = a < half, crossing = round >= half, odd = half % 2 == 1;
    uint32_t offset = crossing && odd ? round - 1 : round;
    *white = first == (round % 2 == 0);
    if (odd && (round + 1 == half || round == half) && is_exchanged(half, member) == first)
        *white = !*white;
    return (member + offset) % half + (first == crossing ? half : 0);
}

uint32_t lm_scheveningen(uint32_t boards, uint32_t round, uint32_t a, bool *white)
{
    switch (boards) {
    case 2:
        return as_printed(of_two[a][round], white);
    case 6:
        return as_printed(of_six[a][round], white);
    case 10:
        return as_printed(of_ten[a][round], white);
    default:
        return (boards % 2 == 1 ? moving_on : in_halves)(boards, round, a, white);
    }
}
