/* SPDX-License-Identifier: Apache-2.0 */
#include "keizer_2026.h"

#include <string.h>

enum { TURNS = 50 };

/* Return the place of ${x}: by score, then by number (2.4). */
static int place_of(const struct ref_state *state, const int *score, int x)
{
    int place = 1;
    for (int y = 0; y < state->count; y++)
        place += score[y] > score[x] ||
                 (score[y] == score[x] && state->player[y].tpn < state->player[x].tpn);
    return place;
}

/* 2.2 */
static int value_of(const struct ref_state *state, const struct ref_keizer *k, int place)
{
    const int top = k->top != 0 ? k->top : (3 * state->count + 1) / 2;
    const int value = top - k->step * (place - 1);
    return value > k->bottom ? value : k->bottom;
}

/* Return a share of a value in tenths of a point; half a tenth is rounded up. */
static int tenths(int value, int percent)
{
    const int hundredths = value * percent;
    return hundredths / 10 + (hundredths % 10 >= 5);
}

static int index_of(const struct ref_state *state, int tpn)
{
    int x = 0;
    while (state->player[x].tpn != tpn)
        x++;
    return x;
}

/* 2.3 */
static int score_of(const struct ref_state *state, const struct ref_keizer *k, int rounds,
                    const int *value, int x)
{
    int score = tenths(value[x], k->own), away = 0;
    for (int r = 0; r < rounds; r++) {
        const struct ref_record *record = &state->player[x].record[r];
        const bool win = record->points == state->win, draw = record->points == state->draw;
        if (record->opponent != 0) {
            const int theirs = value[index_of(state, record->opponent)];
            if (record->played)
                score += tenths(theirs, win ? k->win : draw ? k->draw : k->loss);
            else if (win)
                score += tenths(theirs, k->forfeit);
        } else if (record->pab) {
            score += tenths(value[x], k->bye);
        } else if (win) {
            score += tenths(value[x], k->club);
        } else if ((draw ? k->excused : k->absent) != 0 && away++ < k->excuses) {
            score += tenths(value[x], draw ? k->excused : k->absent);
        }
    }
    return score;
}

void ref_keizer_2026_scores(const struct ref_state *state, const struct ref_keizer *k, int rounds,
                            int *score)
{
    int place[REF_PLAYERS], value[REF_PLAYERS], none[REF_PLAYERS] = {0};
    for (int x = 0; x < state->count; x++)
        place[x] = place_of(state, none, x); /* 2.1 */
    for (int turn = 1; turn <= TURNS; turn++) {
        bool still = true;
        for (int x = 0; x < state->count; x++)
            value[x] = value_of(state, k, place[x]);
        for (int x = 0; x < state->count; x++)
            score[x] = score_of(state, k, rounds, value, x);
        for (int x = 0; x < state->count; x++) {
            const int now = place_of(state, score, x);
            still &= now == place[x];
            place[x] = now;
        }
        if (still)
            break;
    }
}

int ref_keizer_2026_pair(const struct ref_state *state, const struct ref_keizer *settings,
                         struct ref_pairing *out)
{
    int score[REF_PLAYERS];
    struct ref_ladder ladder = {.state = state, .bye_again = true};
    ref_keizer_2026_scores(state, settings, state->round - 1, score);
    for (int place = 1; place <= state->count; place++) /* 3.1 */
        for (int x = 0; x < state->count; x++)
            if (state->player[x].present && place_of(state, score, x) == place)
                ladder.who[ladder.count++] = &state->player[x];
    for (ladder.apart = settings->apart; ladder.apart >= 1; ladder.apart--) /* 3.5 */
        if (ref_ladder_pair(&ladder, out) == 0)
            return 0;
    return 1;
}
