/* SPDX-License-Identifier: Apache-2.0 */
#include "simple_2026.h"

#include <string.h>

/* A pairing in the making, by places in the list. */
struct trial {
    const struct ref_ladder *ladder;
    int mate[REF_PLAYERS]; /* -1: none yet, -2: has the bye */
};

/* ---- 2.2: possible pairs ---- */

static bool may_meet(const struct ref_ladder *ladder, int x, int y)
{
    const struct ref_state *state = ladder->state;
    const struct ref_player *a = ladder->who[x], *b = ladder->who[y];
    for (int i = 0; i < state->forbidden_count; i++)
        if ((state->forbidden[i][0] == a->tpn && state->forbidden[i][1] == b->tpn) ||
            (state->forbidden[i][0] == b->tpn && state->forbidden[i][1] == a->tpn))
            return false;
    for (int round = 1; round < state->round; round++) {
        const struct ref_record *record = &a->record[round - 1];
        const bool long_ago = ladder->apart != 0 && state->round - round >= ladder->apart;
        if (record->played && record->opponent == b->tpn && !long_ago)
            return false;
    }
    return true;
}

/* ---- 2.1: the bye ---- */

static int free_rounds(const struct ref_state *state, const struct ref_player *player)
{
    int count = 0;
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        const bool won_unplayed =
            record->opponent != 0 && !record->played && record->points == state->win;
        count += record->pab || won_unplayed;
    }
    return count;
}

/* ---- 2.3, 2.4: the pairs ---- */

static bool pair_rest(struct trial *t)
{
    int first = 0;
    while (first < t->ladder->count && t->mate[first] != -1)
        first++;
    if (first == t->ladder->count)
        return true;
    for (int other = first + 1; other < t->ladder->count; other++) {
        if (t->mate[other] != -1 || !may_meet(t->ladder, first, other))
            continue;
        t->mate[first] = other;
        t->mate[other] = first;
        if (pair_rest(t))
            return true;
        t->mate[first] = t->mate[other] = -1;
    }
    return false;
}

static bool pair_with_bye(struct trial *t)
{
    for (int had = 0; had < REF_ROUNDS && (had == 0 || t->ladder->bye_again); had++)
        for (int x = t->ladder->count - 1; x >= 0; x--) {
            if (free_rounds(t->ladder->state, t->ladder->who[x]) != had)
                continue;
            t->mate[x] = -2;
            if (pair_rest(t))
                return true;
            t->mate[x] = -1;
        }
    return false;
}

/* ---- 3: colours ---- */

/* The colours of the games played, in their order. */
static int colours_of(const struct ref_state *state, const struct ref_player *player, char *colour)
{
    int games = 0;
    for (int r = 0; r < state->round - 1; r++)
        if (player->record[r].played)
            colour[games++] = player->record[r].colour;
    return games;
}

static int balance(const char *colour, int games)
{
    int whites = 0;
    for (int i = 0; i < games; i++)
        whites += colour[i] == 'w' ? 1 : -1;
    return whites;
}

static bool upper_has_white(const struct ref_state *state, const struct ref_player *upper,
                            const struct ref_player *lower, int *fresh)
{
    char mine[REF_ROUNDS], theirs[REF_ROUNDS];
    const int games = colours_of(state, upper, mine), others = colours_of(state, lower, theirs);
    if (games == 0 && others == 0) /* 3.5 */
        return ((*fresh)++ % 2 == 0) == (state->initial_colour == 'w');
    if (balance(mine, games) != balance(theirs, others)) /* 3.1 */
        return balance(mine, games) < balance(theirs, others);
    for (int back = 1; back <= games && back <= others; back++) /* 3.2 */
        if (mine[games - back] != theirs[others - back])
            return mine[games - back] == 'b';
    if (games > 0) /* 3.3 */
        return mine[games - 1] == 'b';
    return theirs[others - 1] == 'w'; /* 3.4 */
}

int ref_ladder_pair(const struct ref_ladder *ladder, struct ref_pairing *out)
{
    struct trial t = {.ladder = ladder};
    int fresh = 0;
    memset(out, 0, sizeof *out);
    for (int x = 0; x < ladder->count; x++)
        t.mate[x] = -1;
    if (!(ladder->count % 2 == 1 ? pair_with_bye(&t) : pair_rest(&t)))
        return 1;
    for (int x = 0; x < ladder->count; x++) {
        const struct ref_player *upper = ladder->who[x];
        if (t.mate[x] == -2)
            out->pab = upper->tpn;
        if (t.mate[x] < x)
            continue;
        const struct ref_player *lower = ladder->who[t.mate[x]];
        const bool white = upper_has_white(ladder->state, upper, lower, &fresh);
        out->pair[out->pairs].white = white ? upper->tpn : lower->tpn;
        out->pair[out->pairs++].black = white ? lower->tpn : upper->tpn;
    }
    return 0;
}

/* 1: by points, then by number. */
static bool comes_before(const struct ref_player *a, const struct ref_player *b)
{
    return a->score != b->score ? a->score > b->score : a->tpn < b->tpn;
}

int ref_simple_2026_pair(const struct ref_state *state, struct ref_pairing *out)
{
    struct ref_ladder ladder = {.state = state};
    for (int i = 0; i < state->count; i++) {
        int place = ladder.count;
        if (!state->player[i].present)
            continue;
        ladder.count++;
        for (; place > 0 && comes_before(&state->player[i], ladder.who[place - 1]); place--)
            ladder.who[place] = ladder.who[place - 1];
        ladder.who[place] = &state->player[i];
    }
    return ref_ladder_pair(&ladder, out);
}
