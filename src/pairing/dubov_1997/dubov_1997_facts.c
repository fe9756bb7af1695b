/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"
#include "limmat/dubov.h"

#include <string.h>

#include "pairing/dubov_1997/dubov_1997.h"
#include "pairing/meeting.h"

/*
 * The facts about each player that the articles of Dubov 1997 use (1, 2), the possible pairs, and
 * the orders of 6.2.
 *
 * What the text leaves open: only games actually played count for ARO, colours and meetings; ARO is
 * an exact fraction, and 0 without games; a player without due colour joins the smaller column, and
 * Black's where they are equal.
 */

/* ---- ARO (art. 1) ---- */

enum lm_status lm_dubov_unrated(const struct lm_tournament *t, struct lm_log *log, int32_t *rating)
{
    const char *option = lm_option(t, "unrated_rating");
    int64_t value = 0;
    if (option != NULL && !lm_parse_integer(option, strlen(option), 1, 4000, &value))
        return lm_log_add(
            log, LM_ERROR, (struct lm_place){.field = "unrated_rating", .value = option},
            "a rating between 1 and 4000", "the rating for unrated players isn’t a number");
    for (uint32_t i = 0; i < t->player_count && option == NULL; i++)
        if (t->players[i].rating == 0)
            return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "rating"},
                              "give the player a rating, or all unrated players one estimate by "
                              "option unrated_rating",
                              "player %u has no rating, and the Dubov System needs one",
                              t->players[i].tpn);
    *rating = (int32_t)value;
    return LM_OK;
}

static int32_t rating_of(const struct lm_tournament *t, uint32_t player, int32_t unrated)
{
    int32_t rating = t->players[player].rating;
    return rating != 0 ? rating : unrated;
}

struct lm_aro lm_dubov_aro(const struct lm_tournament *t, uint32_t player, uint32_t round,
                           int32_t unrated)
{
    struct lm_aro aro = {0};
    for (uint32_t r = 1; player < t->player_count && r <= round && r <= t->round_capacity; r++) {
        const struct lm_record *record = lm_record_of(t, player, r);
        for (uint8_t game = 0; game < t->games_per_match; game++)
            if (record[game].opponent != LM_NOBODY &&
                lm_result_is_played((enum lm_result)record[game].result)) {
                aro.sum += rating_of(t, record[game].opponent, unrated);
                aro.games++;
            }
    }
    return aro;
}

int64_t lm_aro_tenths(struct lm_aro aro)
{
    return aro.games == 0 ? 0 : (20 * aro.sum + aro.games) / (2 * (int64_t)aro.games);
}

int lm_aro_compare(struct lm_aro a, struct lm_aro b)
{
    int64_t x = a.sum * (b.games > 0 ? b.games : 1), y = b.sum * (a.games > 0 ? a.games : 1);
    return (x > y) - (x < y);
}

struct ranked_aro {
    struct lm_aro aro;
    uint32_t seat;
};

static int by_aro(const void *a, const void *b)
{
    const struct ranked_aro *x = a, *y = b;
    return lm_aro_compare(x->aro, y->aro);
}

static enum lm_status rank_aros(struct dubov *d, int32_t unrated)
{
    const struct lm_position *p = d->p;
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct ranked_aro *all = lm_arena_alloc(d->arena, p->seat_count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++) {
        const uint32_t player = p->seats[s].player;
        all[s] = (struct ranked_aro){lm_dubov_aro(p->tournament, player, p->round - 1, unrated), s};
        d->seats[s].rating = rating_of(p->tournament, player, unrated);
    }
    lm_sort(all, p->seat_count, sizeof *all, by_aro);
    for (uint32_t i = 1; i < p->seat_count; i++)
        d->seats[all[i].seat].aro =
            d->seats[all[i - 1].seat].aro + (by_aro(&all[i - 1], &all[i]) < 0);
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}

/* ---- Names: letter case ignored, code point order; namesakes by number ---- */

struct ranked_name {
    const char *name;
    uint32_t tpn, seat;
};

static int compare_names(const char *a, const char *b)
{
    for (;; a++, b++) {
        unsigned char x = (unsigned char)*a, y = (unsigned char)*b;
        x = x >= 'A' && x <= 'Z' ? (unsigned char)(x + 32) : x;
        y = y >= 'A' && y <= 'Z' ? (unsigned char)(y + 32) : y;
        if (x != y || x == '\0')
            return (x > y) - (x < y);
    }
}

static int by_name(const void *a, const void *b)
{
    const struct ranked_name *x = a, *y = b;
    int order = compare_names(x->name, y->name);
    return order != 0 ? order : x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

static enum lm_status rank_names(struct dubov *d)
{
    const struct lm_position *p = d->p;
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct ranked_name *all = lm_arena_alloc(d->arena, p->seat_count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++)
        all[s] = (struct ranked_name){p->tournament->players[p->seats[s].player].name,
                                      p->seats[s].tpn, s};
    lm_sort(all, p->seat_count, sizeof *all, by_name);
    for (uint32_t i = 0; i < p->seat_count; i++)
        d->seats[all[i].seat].name = i;
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}

/* ---- Colours and transfers ---- */

/* Return the due colour by art. 1. */
static enum lm_colour due_colour(const struct lm_seat *seat)
{
    if (seat->games == 0)
        return LM_NO_COLOUR;
    if (seat->colour_difference != 0)
        return seat->colour_difference < 0 ? LM_WHITE : LM_BLACK;
    return seat->colours[seat->games - 1] == LM_BLACK ? LM_WHITE : LM_BLACK;
}

/* 2.3 and 2.4; a difference beyond 2 (pairings made by hand) can always be reduced. */
static bool can_have(const struct lm_seat *seat, enum lm_colour colour)
{
    int excess = colour == LM_WHITE ? seat->colour_difference : -seat->colour_difference;
    bool third = seat->repeats >= 2 && seat->colours[seat->games - 1] == colour;
    return excess < 2 && !third;
}

bool lm_dubov_1997_closed(const struct lm_position *p, uint32_t a, uint32_t b)
{
    const struct lm_seat *x = &p->seats[a], *y = &p->seats[b];
    return !(can_have(x, LM_WHITE) && can_have(y, LM_BLACK)) &&
           !(can_have(x, LM_BLACK) && can_have(y, LM_WHITE));
}

/* 2.5: neither two times running nor more than three (from 10 rounds on: four) times, except in the
 * last round. */
static bool may_not_go_up(const struct lm_position *p, const struct lm_seat *seat)
{
    uint32_t limit = p->tournament->rounds_total > 9 ? 4 : 3, count = 0;
    for (uint32_t round = 1; round < p->round; round++)
        count += seat->floats[round - 1] == LM_UPFLOAT;
    return !p->last_round && (seat->float_1 == LM_UPFLOAT || count >= limit);
}

/* Classes of players by the colours that they can have (2.3, 2.4), and of the two sides of rows. */
enum { WHITE = 1, BLACK = 2, COLOURS_MAY = 4, CLASSES = 2 * COLOURS_MAY };

static uint32_t may_have(const struct dubov_seat *seat)
{
    return (seat->can_white ? (uint32_t)WHITE : 0) + (seat->can_black ? (uint32_t)BLACK : 0);
}

enum lm_status lm_dubov_1997_facts(struct dubov *d)
{
    const struct lm_position *p = d->p;
    int32_t unrated;
    enum lm_status status = lm_dubov_unrated(p->tournament, d->log, &unrated);
    d->seats = lm_arena_alloc(d->arena, p->seat_count, sizeof *d->seats);
    if (status != LM_OK || d->seats == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    for (uint32_t s = 0; s < p->seat_count; s++) {
        const struct lm_seat *seat = &p->seats[s];
        d->seats[s] = (struct dubov_seat){
            .due = (uint8_t)due_colour(seat),
            .can_white = can_have(seat, LM_WHITE),
            .can_black = can_have(seat, LM_BLACK),
            .up_barred = may_not_go_up(p, seat),
        };
    }
    status = rank_aros(d, unrated);
    return status != LM_OK ? status : rank_names(d);
}

enum lm_colour lm_dubov_1997_dominating(const struct dubov *d, const uint32_t *seats,
                                        uint32_t count)
{
    int balance = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t due = d->seats[seats[i]].due;
        balance += (due == LM_WHITE) - (due == LM_BLACK);
    }
    return balance > 0 ? LM_WHITE : balance < 0 ? LM_BLACK : LM_NO_COLOUR;
}

/* ---- Possible pairs ---- */

bool lm_dubov_1997_possible(const struct dubov *d, uint32_t a, uint32_t b)
{
    return lm_dubov_1997_colours_fit(&d->seats[a], &d->seats[b]) && !lm_is_barred(d->p, a, b);
}

/* Two players fit if they can have different colours. */
static const bool colours_bar[COLOURS_MAY * COLOURS_MAY] = {
    [0] = true,
    [WHITE] = true,
    [BLACK] = true,
    [WHITE + BLACK] = true,
    [COLOURS_MAY * WHITE] = true,
    [COLOURS_MAY * BLACK] = true,
    [COLOURS_MAY * (WHITE + BLACK)] = true,
    [COLOURS_MAY * WHITE + WHITE] = true,
    [COLOURS_MAY * BLACK + BLACK] = true,
};

enum lm_status lm_dubov_1997_graph(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                   uint32_t rows, struct lm_arena *arena, struct lm_graph *out)
{
    uint8_t *class_of = lm_arena_alloc(arena, count, sizeof *class_of);
    bool *barred = lm_arena_alloc(arena, (size_t)CLASSES * CLASSES, sizeof *barred);
    enum lm_status status = lm_meeting_graph(d->p, seats, count, arena, out);
    if (status != LM_OK || class_of == NULL || barred == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t side = i < rows ? COLOURS_MAY : 0;
        class_of[i] = (uint8_t)(may_have(&d->seats[seats[i]]) + side);
    }
    for (int a = 0; a < CLASSES; a++)
        for (int b = 0; b < CLASSES; b++) {
            bool same_side = rows > 0 && (a < COLOURS_MAY) == (b < COLOURS_MAY);
            int x = a % COLOURS_MAY, y = b % COLOURS_MAY;
            barred[a * CLASSES + b] = same_side || colours_bar[x * COLOURS_MAY + y];
        }
    out->class_of = class_of;
    out->class_barred = barred;
    out->classes = CLASSES;
    return LM_OK;
}

enum lm_status lm_dubov_1997_graph_of(const struct dubov *d, const uint32_t *seats,
                                      const uint32_t *places, uint32_t rows, struct lm_arena *arena,
                                      struct lm_graph *out)
{
    uint32_t *those = lm_arena_alloc(arena, rows, 2 * sizeof *those);
    for (uint32_t i = 0; those != NULL && i < 2 * rows; i++)
        those[i] = seats[places[i]];
    return those == NULL ? LM_LIMIT : lm_dubov_1997_graph(d, those, 2 * rows, rows, arena, out);
}

/* ---- Orders ---- */

static int by_key(const void *a, const void *b)
{
    const struct dubov_entry *x = a, *y = b;
    for (size_t i = 0; i < sizeof x->key / sizeof *x->key; i++)
        if (x->key[i] != y->key[i])
            return x->key[i] < y->key[i] ? -1 : 1;
    return 0; /* the names' ranks differ */
}

void lm_dubov_1997_sort(struct dubov_entry *entries, uint32_t count)
{
    lm_sort(entries, count, sizeof *entries, by_key);
}

static void sort_column(const struct dubov *d, uint32_t *seats, uint32_t count, bool white,
                        struct dubov_entry *scratch)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct dubov_seat *s = &d->seats[seats[i]];
        scratch[i] = white
                         ? (struct dubov_entry){{s->aro, s->rating, s->name}, seats[i]}
                         : (struct dubov_entry){{-s->rating, -(int64_t)s->aro, s->name}, seats[i]};
    }
    lm_dubov_1997_sort(scratch, count);
    for (uint32_t i = 0; i < count; i++)
        seats[i] = scratch[i].seat;
}

static void divide(const struct dubov *d, const uint32_t *seats, uint32_t count, uint32_t *white,
                   uint32_t *whites, uint32_t *black, uint32_t *blacks, struct dubov_entry *scratch)
{
    uint32_t none = 0;
    *whites = *blacks = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct dubov_seat *s = &d->seats[seats[i]];
        if (s->due == LM_WHITE)
            white[(*whites)++] = seats[i];
        else if (s->due == LM_BLACK)
            black[(*blacks)++] = seats[i];
        else
            scratch[none++] = (struct dubov_entry){{-s->rating, s->name}, seats[i]};
    }
    lm_dubov_1997_sort(scratch, none);
    for (uint32_t i = 0; i < none; i++) {
        if (*whites < *blacks)
            white[(*whites)++] = scratch[i].seat;
        else
            black[(*blacks)++] = scratch[i].seat;
    }
    sort_column(d, white, *whites, true, scratch);
    sort_column(d, black, *blacks, false, scratch);
}

enum lm_status lm_dubov_1997_sort_column(const struct dubov *d, uint32_t *seats, uint32_t count,
                                         bool white)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct dubov_entry *scratch = lm_arena_alloc(d->arena, count, sizeof *scratch);
    if (scratch == NULL)
        return LM_LIMIT;
    sort_column(d, seats, count, white, scratch);
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}

enum lm_status lm_dubov_1997_split(const struct dubov *d, const uint32_t *seats, uint32_t count,
                                   uint32_t *white, uint32_t *whites, uint32_t *black,
                                   uint32_t *blacks)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct dubov_entry *scratch = lm_arena_alloc(d->arena, count, sizeof *scratch);
    if (scratch == NULL)
        return LM_LIMIT;
    divide(d, seats, count, white, whites, black, blacks, scratch);
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}
