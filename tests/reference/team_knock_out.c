/* SPDX-License-Identifier: Apache-2.0 */
#include "team_knock_out.h"

#include <string.h>

void ref_knock_out_begin(struct ref_knock_out *k, int teams)
{
    memset(k, 0, sizeof *k);
    k->teams = teams;
    k->round = 1;
    k->count = 2;
    k->left[0] = 1;
    k->left[1] = 2;
    while (k->count < teams) { /* every line becomes two, whose numbers have the same sum */
        int wider[REF_KO_TEAMS], sum = 2 * k->count + 1;
        for (int i = 0; i < k->count; i++) {
            wider[2 * i] = k->left[i];
            wider[2 * i + 1] = sum - k->left[i];
        }
        k->count *= 2;
        memcpy(k->left, wider, (size_t)k->count * sizeof *wider);
    }
    for (int i = 0; i < k->count; i++)
        if (k->left[i] > teams)
            k->left[i] = 0;
}

/* Art. 3: give colours; the match is number ${match} of its round, from 1. */
static void give_colours(struct ref_knock_out *k, char initial, int match, int pair[2])
{
    int better = pair[0] < pair[1] ? pair[0] : pair[1], other = pair[0] + pair[1] - better;
    int ahead = k->whites[better] - k->blacks[better];
    int behind = k->whites[other] - k->blacks[other];
    int white;
    if (ahead < behind)
        white = better;
    else if (behind < ahead)
        white = other;
    else if (k->last[better] == 'b' && k->last[other] != 'b')
        white = better;
    else if (k->last[better] == 'w' && k->last[other] != 'w')
        white = other;
    else if (k->last[better] != k->last[other])
        white = k->last[other] == 'w' ? better : other;
    else if (match % 2 == 1)
        white = initial == 'w' ? better : other;
    else
        white = initial == 'w' ? other : better;
    pair[0] = white;
    pair[1] = better + other - white;
}

int ref_knock_out_pair(struct ref_knock_out *k, char initial, int third, int pair[][2])
{
    int made = 0, match = 0;
    for (int i = 0; i + 1 < k->count; i += 2) {
        match++;
        if (k->left[i] == 0 || k->left[i + 1] == 0)
            continue;
        pair[made][0] = k->left[i];
        pair[made][1] = k->left[i + 1];
        give_colours(k, initial, match, pair[made++]);
    }
    if (third && k->count == 2 && k->out[0] != 0 && k->out[1] != 0) {
        pair[made][0] = k->out[0];
        pair[made][1] = k->out[1];
        give_colours(k, initial, match + 1, pair[made++]);
    }
    for (int i = 0; i < made; i++) {
        k->whites[pair[i][0]]++;
        k->blacks[pair[i][1]]++;
        k->last[pair[i][0]] = 'w';
        k->last[pair[i][1]] = 'b';
    }
    return made;
}

static int is_one_of(int number, const int *numbers, int count)
{
    for (int i = 0; i < count; i++)
        if (numbers[i] == number && number != 0)
            return 1;
    return 0;
}

void ref_knock_out_go_on(struct ref_knock_out *k, const int *losers, int count)
{
    int through = 0;
    for (int i = 0; i + 1 < k->count; i += 2) {
        int a = is_one_of(k->left[i], losers, count) ? 0 : k->left[i];
        int b = is_one_of(k->left[i + 1], losers, count) ? 0 : k->left[i + 1];
        if (k->count == 4)
            k->out[i / 2] = a == 0 ? k->left[i] : k->left[i + 1];
        k->left[through++] = a != 0 ? a : b;
    }
    k->count = through;
    k->round++;
}

/* Return the first team's half points on the first ${boards} boards, minus the other's. */
static int ahead_on(const int *halves, int boards)
{
    int sum = 0;
    for (int i = 0; i < boards; i++)
        sum += halves[i] - (2 - halves[i]);
    return sum;
}

static int by_step(const char *step, const int *halves, int boards)
{
    int ours = 0, theirs = 0;
    if (strcmp(step, "BC") == 0) { /* the sum of the numbers of the boards won: the lower wins */
        for (int i = 0; i < boards; i++) {
            ours += (i + 1) * halves[i];
            theirs += (i + 1) * (2 - halves[i]);
        }
        return theirs - ours;
    }
    if (strcmp(step, "TBR") == 0) { /* the first board won */
        for (int i = 0; i < boards; i++)
            if (halves[i] != 1)
                return halves[i] - 1;
        return 0;
    }
    for (int left = boards - 1; left > 0; left--) /* BBE: drop boards from the bottom */
        if (ahead_on(halves, left) != 0)
            return ahead_on(halves, left);
    return 0;
}

int ref_knock_out_winner(const int *halves, int boards, const char *const *steps, int step_count)
{
    int ahead = ahead_on(halves, boards);
    for (int i = 0; i < step_count && ahead == 0; i++)
        ahead = by_step(steps[i], halves, boards);
    return ahead > 0 ? 1 : ahead < 0 ? 2 : 0;
}
