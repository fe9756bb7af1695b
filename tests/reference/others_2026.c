/* SPDX-License-Identifier: Apache-2.0 */
#include "others_2026.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bool others_in(others_set set, int place)
{
    return (set >> place & 1) != 0;
}

int others_size(others_set set)
{
    int size = 0;
    for (; set != 0; set &= set - 1)
        size++;
    return size;
}

const struct ref_player *others_by_tpn(const struct ref_state *state, int tpn)
{
    for (int i = 0; i < state->count; i++)
        if (state->player[i].tpn == tpn)
            return &state->player[i];
    assert(false); /* no player has this TPN */
    return NULL;
}

int others_points(const struct ref_player *player, int round)
{
    int points = 0;
    for (int r = 0; r < round; r++)
        points += player->record[r].points;
    return points;
}

/* ---- Preferences (Dubov art. 1.5, 1.6; Burstein art. 1.4, 1.5) ---- */

static void find_preference(struct others_player *who, int past, char due_without_games)
{
    for (int r = 0; r < past; r++) {
        const struct ref_record *record = &who->player->record[r];
        if (!record->played)
            continue;
        who->colour[who->games++] = record->colour;
        who->difference += record->colour == 'w' ? 1 : -1;
    }
    if (who->games == 0) {
        who->wish = due_without_games;
        who->strength = due_without_games != 0 ? OTHERS_MILD : OTHERS_NONE;
        return;
    }
    const char last = who->colour[who->games - 1];
    const bool twice = who->games > 1 && who->colour[who->games - 2] == last;
    who->wish = last == 'w' ? 'b' : 'w';
    who->strength = OTHERS_MILD;
    if (who->difference > 1 || who->difference < -1) {
        who->strength = OTHERS_ABSOLUTE;
        who->wish = who->difference > 1 ? 'b' : 'w';
    } else if (twice) {
        who->strength = OTHERS_ABSOLUTE;
    } else if (who->difference != 0) {
        who->strength = OTHERS_STRONG;
        who->wish = who->difference > 0 ? 'b' : 'w';
    }
}

/* ---- Criteria ---- */

/* [C1]: no game played (C.04.2 art. 3.5), and not forbidden by the arbiter. */
static bool may_meet(const struct ref_state *state, const struct ref_player *a,
                     const struct ref_player *b)
{
    for (int r = 0; r < state->round - 1; r++)
        if (a->record[r].played && a->record[r].opponent == b->tpn)
            return false;
    for (int i = 0; i < state->forbidden_count; i++) {
        const int *pair = state->forbidden[i];
        if ((pair[0] == a->tpn && pair[1] == b->tpn) || (pair[1] == a->tpn && pair[0] == b->tpn))
            return false;
    }
    return true;
}

/* [C2]: a bye before, or a win's points in a round without playing. */
static bool barred_from_bye(const struct ref_state *state, const struct ref_player *player)
{
    for (int r = 0; r < state->round - 1; r++) {
        const struct ref_record *record = &player->record[r];
        if (state->c2_of_2018 && record->opponent == 0 && !record->pab)
            continue;
        if (record->pab || (!record->played && record->points >= state->win))
            return true;
    }
    return false;
}

static bool is_legal(const struct others_field *f, int x, int y)
{
    const struct others_player *a = &f->who[x], *b = &f->who[y];
    const bool same_absolute =
        a->strength == OTHERS_ABSOLUTE && b->strength == OTHERS_ABSOLUTE && a->wish == b->wish;
    return x != y && !same_absolute && may_meet(f->state, a->player, b->player); /* [C1], [C3] */
}

static int by_score_and_tpn(const void *left, const void *right)
{
    const struct others_player *a = left, *b = right;
    return a->score != b->score ? b->score - a->score : a->player->tpn - b->player->tpn;
}

static int number_of(const struct ref_state *state, const struct ref_player *player)
{
    int number = 0;
    for (int i = 0; i < state->count; i++)
        number += state->player[i].arrived && state->player[i].tpn <= player->tpn;
    return number;
}

void others_find(struct others_field *f, const struct ref_state *state, char due_without_games)
{
    memset(f, 0, sizeof *f);
    f->state = state;
    for (int i = 0; i < state->count; i++) {
        const struct ref_player *player = &state->player[i];
        if (!player->present)
            continue;
        struct others_player *who = &f->who[f->count++];
        who->player = player;
        who->number = number_of(state, player);
        who->score = player->score;
        who->bye_barred = barred_from_bye(state, player);
        find_preference(who, state->round - 1, due_without_games);
    }
    qsort(f->who, (size_t)f->count, sizeof *f->who, by_score_and_tpn);
    for (int x = 0; x < f->count; x++)
        for (int y = 0; y < f->count; y++)
            f->legal[x][y] = is_legal(f, x, y);
}

bool others_complete(struct others_field *f, others_set set)
{
    if (set == 0)
        return true;
    if (f->complete[set] != 0)
        return f->complete[set] > 0;
    bool found = false;
    int x = 0;
    while (!others_in(set, x))
        x++;
    for (int y = x + 1; y < f->count && !found; y++)
        found = others_in(set, y) && f->legal[x][y] &&
                others_complete(f, set & ~(1u << x) & ~(1u << y));
    f->complete[set] = found ? 1 : -1;
    return found;
}

others_set others_top(const struct others_field *f, others_set set)
{
    others_set top = 0;
    int best = 0;
    for (int x = 0; x < f->count; x++) {
        if (!others_in(set, x) || (top != 0 && f->who[x].score < best))
            continue;
        if (top != 0 && f->who[x].score > best)
            top = 0;
        best = f->who[x].score;
        top |= 1u << x;
    }
    return top;
}

/* ---- The bye (art. 3.1) ---- */

/* 3.1.3 to 3.1.5 */
static bool rather(const struct others_field *f, others_before *before, const void *context, int x,
                   int y)
{
    const struct others_player *a = &f->who[x], *b = &f->who[y];
    if (a->score != b->score)
        return a->score < b->score;
    if (a->games != b->games)
        return a->games > b->games;
    return before(context, y, x);
}

bool others_give_bye(struct others_field *f, others_before *before, const void *context,
                     others_set *left, int *bye)
{
    *bye = -1;
    if (others_size(*left) % 2 == 0)
        return others_complete(f, *left);
    for (int x = 0; x < f->count; x++)
        if (!f->who[x].bye_barred && others_complete(f, *left & ~(1u << x)) &&
            (*bye < 0 || rather(f, before, context, x, *bye)))
            *bye = x;
    if (*bye >= 0)
        *left &= ~(1u << *bye);
    return *bye >= 0;
}

/* ---- Colours (art. 5.2) ---- */

static char opposite(char colour)
{
    return colour == 'w' ? 'b' : 'w';
}

static char colour_of_higher(const struct others_field *f, const struct others_player *a,
                             const struct others_player *b)
{
    if (a->games == 0 && b->games == 0) /* 5.2.1 */
        return a->number % 2 == 1 ? f->state->initial_colour : opposite(f->state->initial_colour);
    if (a->wish == 0 || b->wish == 0) /* 5.2.2: without a wish, any will do */
        return a->wish != 0 ? a->wish : opposite(b->wish);
    if (a->wish != b->wish)
        return a->wish;
    if (a->strength != b->strength) /* 5.2.3 */
        return a->strength > b->strength ? a->wish : opposite(a->wish);
    for (int i = 1; i <= a->games && i <= b->games; i++) /* 5.2.4 */
        if (a->colour[a->games - i] != b->colour[b->games - i])
            return opposite(a->colour[a->games - i]);
    return a->wish; /* 5.2.5 */
}

void others_enter(const struct others_field *f, int higher, int other, struct ref_pairing *out)
{
    const struct others_player *a = &f->who[higher], *b = &f->who[other];
    const bool white = colour_of_higher(f, a, b) == 'w';
    out->pair[out->pairs].white = white ? a->player->tpn : b->player->tpn;
    out->pair[out->pairs++].black = white ? b->player->tpn : a->player->tpn;
}
