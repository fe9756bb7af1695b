/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks of the reference of 2012 alone: the printed tables of D.1 to D.3, the first round of F.4,
 * and, round by round of random tournaments, the prohibitions of B.1 and B.2, and that it finds no
 * pairing only if there is none.  check_dutch_2012 TOURNAMENTS [FIRST-SEED [MOST-PLAYERS]]: prints
 * TAP.
 */
#include "dutch_2012.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_tournament.h"

struct tally {
    long rounds, impossible, byes, floats, mistakes;
    bool step_by_step; /* also compare with that method */
};

__attribute__((format(printf, 3, 4))) static void
wrong(struct tally *tally, const struct random_tournament *from, const char *format, ...)
{
    va_list arguments;
    tally->mistakes++;
    printf("# tournament %llu, round %d: ", (unsigned long long)from->seed, from->state.round);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* ---- Prohibitions, written independently of the reference ---- */

static const struct ref_player *with(const struct ref_state *state, int tpn)
{
    int i = 0;
    while (state->player[i].tpn != tpn)
        i++;
    return &state->player[i];
}

/* Return the forbidden colour: 'w', 'b', or 0. */
static char closed_colour(const struct ref_state *state, const struct ref_player *player)
{
    char last = 0, before = 0;
    int difference = 0;
    for (int r = 0; r < state->round - 1; r++) {
        if (!player->record[r].played)
            continue;
        before = last;
        last = player->record[r].colour;
        difference += last == 'w' ? 1 : -1;
    }
    if (difference > 1 || difference < -1)
        return difference > 1 ? 'w' : 'b';
    return last != 0 && last == before ? last : 0;
}

static bool is_top(const struct ref_state *state, const struct ref_player *player)
{
    return state->round == state->total_rounds &&
           2 * player->score > (state->round - 1) * state->win;
}

static bool is_legal(const struct ref_state *state, int a, int b)
{
    const struct ref_player *one = with(state, a), *two = with(state, b);
    for (int r = 0; r < state->round - 1; r++)
        if (one->record[r].played && one->record[r].opponent == b)
            return false;
    for (int i = 0; i < state->forbidden_count; i++)
        if ((state->forbidden[i][0] == a && state->forbidden[i][1] == b) ||
            (state->forbidden[i][0] == b && state->forbidden[i][1] == a))
            return false;
    const char closed = closed_colour(state, one);
    return closed == 0 || closed != closed_colour(state, two) || is_top(state, one) ||
           is_top(state, two);
}

static bool may_have_bye(const struct ref_state *state, int tpn)
{
    const struct ref_player *player = with(state, tpn);
    for (int r = 0; r < state->round - 1; r++)
        if (player->record[r].pab ||
            (!player->record[r].played && player->record[r].points > state->loss))
            return false;
    return true;
}

static bool can_be_completed(const struct ref_state *state, const int *left, int count)
{
    int rest[REF_PLAYERS];
    if (count == 0)
        return true;
    if (count % 2 == 1 && may_have_bye(state, left[0]) &&
        can_be_completed(state, left + 1, count - 1))
        return true;
    for (int k = 1; k < count; k++) {
        if (!is_legal(state, left[0], left[k]))
            continue;
        int n = 0;
        for (int i = 1; i < count; i++)
            if (i != k)
                rest[n++] = left[i];
        if (can_be_completed(state, rest, n))
            return true;
    }
    return false;
}

/* ---- A round ---- */

static int check_pairs(struct tally *tally, const struct random_tournament *from,
                       const struct ref_pairing *out, int *times)
{
    const struct ref_state *state = &from->state;
    int floats = 0;
    for (int i = 0; i < out->pairs; i++) {
        const int white = out->pair[i].white, black = out->pair[i].black;
        times[white]++;
        times[black]++;
        floats += with(state, white)->score != with(state, black)->score;
        if (!is_legal(state, white, black))
            wrong(tally, from, "%d and %d may not meet", white, black);
        const bool top = is_top(state, with(state, white)) || is_top(state, with(state, black));
        if (!top && (closed_colour(state, with(state, white)) == 'w' ||
                     closed_colour(state, with(state, black)) == 'b'))
            wrong(tally, from, "%d-%d: a colour that is closed", white, black);
    }
    return floats;
}

static int check_round(void *context, const struct random_tournament *from, struct ref_pairing *out)
{
    struct tally *tally = context;
    const struct ref_state *state = &from->state;
    int present[REF_PLAYERS], count = 0, times[1000] = {0};
    for (int i = 0; i < state->count; i++)
        if (state->player[i].present)
            present[count++] = state->player[i].tpn;
    tally->rounds++;
    if (ref_dutch_2012_pair(state, out) != 0) {
        tally->impossible++;
        if (can_be_completed(state, present, count))
            wrong(tally, from, "there is a pairing");
        return 1;
    }
    static struct ref_pairing printed;
    if (tally->step_by_step &&
        (ref_dutch_2012_pair_step_by_step(state, &printed) != 0 || printed.pab != out->pab ||
         memcmp(printed.pair, out->pair, (size_t)out->pairs * sizeof *out->pair) != 0))
        wrong(tally, from, "step by step it is another pairing");
    tally->floats += check_pairs(tally, from, out, times);
    if (out->pab != 0) {
        times[out->pab]++;
        tally->byes++;
        if (!may_have_bye(state, out->pab))
            wrong(tally, from, "%d may not have the bye", out->pab);
    }
    for (int i = 0; i < count; i++)
        if (times[present[i]] != 1)
            wrong(tally, from, "%d is paired %d times", present[i], times[present[i]]);
    if (2 * out->pairs + (out->pab != 0) != count)
        wrong(tally, from, "somebody who is not there is paired");
    return 0;
}

/* ---- The printed tables ---- */

/* D.2: the sets of S1 by column, those of S2 by row, as in the example. */
static const int one_player[6][5] = {{1, 3, 6, 10, 15},    {2, 5, 9, 14, 20},
                                     {4, 8, 13, 19, 24},   {7, 12, 18, 23, 27},
                                     {11, 17, 22, 26, 29}, {16, 21, 25, 28, 30}};

static const int two_players[15][10] = {{1, 3, 7, 14, 8, 16, 28, 29, 45, 65},
                                        {2, 6, 13, 24, 15, 27, 43, 44, 64, 85},
                                        {4, 11, 22, 37, 25, 41, 60, 62, 83, 104},
                                        {9, 20, 35, 53, 39, 58, 79, 81, 102, 120},
                                        {17, 32, 50, 71, 55, 76, 96, 99, 117, 132},
                                        {5, 12, 23, 38, 26, 42, 61, 63, 84, 105},
                                        {10, 21, 36, 54, 40, 59, 80, 82, 103, 121},
                                        {18, 33, 51, 72, 56, 77, 97, 100, 118, 133},
                                        {30, 48, 69, 90, 74, 94, 113, 115, 130, 141},
                                        {19, 34, 52, 73, 57, 78, 98, 101, 119, 134},
                                        {31, 49, 70, 91, 75, 95, 114, 116, 131, 142},
                                        {46, 67, 88, 108, 92, 111, 126, 128, 139, 146},
                                        {47, 68, 89, 109, 93, 112, 127, 129, 140, 147},
                                        {66, 87, 107, 123, 110, 125, 137, 138, 145, 149},
                                        {86, 106, 122, 135, 124, 136, 143, 144, 148, 150}};

/* List all sets of ${size} of the numbers ${first} to ${last}: those with the highest first (5,4
 * 5,3 …), or the lowest. */
static int list_sets(int first, int last, int size, bool highest_first, unsigned *list)
{
    int count = 0;
    if (size == 0) {
        list[0] = 0;
        return 1;
    }
    for (int k = 0; k <= last - first; k++) {
        const int number = highest_first ? last - k : first + k;
        unsigned rest[128];
        const int n = highest_first ? list_sets(first, number - 1, size - 1, true, rest)
                                    : list_sets(number + 1, last, size - 1, false, rest);
        for (int i = 0; i < n; i++)
            list[count++] = rest[i] | 1u << (number - 1);
    }
    return count;
}

static bool table_is_as_printed(int moved, const int *printed)
{
    static struct ref_exchange list[REF_EXCHANGES];
    unsigned from_s1[128], from_s2[128];
    const int count = ref_dutch_2012_exchanges(5, 6, moved, list);
    const int columns = list_sets(1, 5, moved, true, from_s1);
    const int rows = list_sets(6, 11, moved, false, from_s2);
    bool good = count == columns * rows;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++) {
            const struct ref_exchange *e = &list[printed[i * columns + k] - 1];
            good &= e->from_s1 == from_s1[k] && e->from_s2 == from_s2[i];
        }
    return good;
}

/* D.2, three players: the first six. */
static bool three_are_as_printed(void)
{
    static struct ref_exchange list[REF_EXCHANGES];
    static const int printed[6][6] = {{5, 4, 3, 6, 7, 8},  {5, 4, 3, 6, 7, 9}, {5, 4, 2, 6, 7, 8},
                                      {5, 4, 3, 6, 7, 10}, {5, 4, 3, 6, 8, 9}, {5, 4, 2, 6, 7, 9}};
    bool good = ref_dutch_2012_exchanges(5, 6, 3, list) == 200;
    for (int i = 0; i < 6; i++) {
        unsigned s1 = 0, s2 = 0;
        for (int k = 0; k < 3; k++) {
            s1 |= 1u << (printed[i][k] - 1);
            s2 |= 1u << (printed[i][3 + k] - 1);
        }
        good &= list[i].from_s1 == s1 && list[i].from_s2 == s2;
    }
    return good;
}

/* F.4: upper half against lower half, the last has the bye; E.5: colours alternate. */
static bool first_round_is_as_told(void)
{
    bool good = true;
    for (int count = 2; count <= 11; count++) {
        struct ref_state state = {.count = count,
                                  .round = 1,
                                  .total_rounds = 5,
                                  .initial_colour = 'b',
                                  .win = 10,
                                  .draw = 5};
        static struct ref_pairing out;
        for (int i = 0; i < count; i++)
            state.player[i] = (struct ref_player){.tpn = i + 1, .present = true, .arrived = true};
        good &= ref_dutch_2012_pair(&state, &out) == 0 && out.pairs == count / 2;
        good &= out.pab == (count % 2 == 1 ? count : 0);
        for (int i = 0; i < out.pairs; i++) {
            const int upper = i + 1, lower = upper + count / 2;
            const bool white = upper % 2 == 0;
            good &= out.pair[i].white == (white ? upper : lower);
            good &= out.pair[i].black == (white ? lower : upper);
        }
    }
    return good;
}

static bool report(int number, bool good, const char *name)
{
    printf("%s %d - dutch-2012/%s\n", good ? "ok" : "not ok", number, name);
    return good;
}

int main(int count, char **argument)
{
    const long tournaments = count > 1 ? atol(argument[1]) : 1000;
    const unsigned long long seed = count > 2 ? strtoull(argument[2], NULL, 10) : 1;
    const int most = count > 3 ? atoi(argument[3]) : 9;
    printf("1..6\n");
    bool good =
        report(1, table_is_as_printed(1, &one_player[0][0]), "exchanges_of_one_are_as_printed");
    good &=
        report(2, table_is_as_printed(2, &two_players[0][0]), "exchanges_of_two_are_as_printed");
    good &= report(3, three_are_as_printed(), "exchanges_of_three_begin_as_printed");
    good &= report(4, first_round_is_as_told(), "the_first_round_is_halves");
    const struct {
        const char *name;
        int most;
        bool step_by_step;
    } plays[] = {{"rounds_are_legal", most, false}, {"one_go_is_step_by_step", 7, true}};
    for (int k = 0; k < 2; k++) {
        struct tally tally = {.step_by_step = plays[k].step_by_step};
        for (long i = 0; i < tournaments; i++)
            random_tournament_play(seed + (unsigned long long)i, plays[k].most, check_round,
                                   &tally);
        good &= report(5 + k,
                       tally.mistakes == 0 && tally.byes > 0 && tally.floats > 0 &&
                           tally.impossible > 0 && tally.rounds > tally.impossible,
                       plays[k].name);
        printf(
            "# %ld tournaments, %ld rounds (%ld impossible), %ld byes, %ld pairs of other points, "
            "%ld mistakes\n",
            tournaments, tally.rounds, tally.impossible, tally.byes, tally.floats, tally.mistakes);
    }
    return good ? 0 : 1;
}
