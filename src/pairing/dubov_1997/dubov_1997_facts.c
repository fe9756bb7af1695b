/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"
#include "limmat/dubov.h"

#include <string.h>

#include "graph/bits.h"
#include "pairing/dubov_1997/dubov_1997.h"
#include "pairing/meeting.h"

/* ---- ARO (art. 1) ---- */

enum lm_status lm_dubov_unrated(const struct lm_tournament *t, struct lm_log *log, int32_t *rating)
{
    const char *option = lm_option(t, "unrated_rating");
    int64_t value = 0;
    if (option != NULL && !lm_parse_integer(option, strlen(option), 1, 4000, &value))
        return lm_log_add(
            log, LM_ERROR, (struct lm_place){.field = "unrated_rating", .value = option},
            "a rating between 1 and 4000", "the rating for unrated players cannot be read");
    for (uint32_t i = 0; i < t->player_count && option == NULL; i++)
        if (t->players[i].rating == 0)
            return lm_log_add(log, LM_ERROR, (struct lm_place){.field = "rating"},
                              "give the player a rating, or all unrated players one estimate by "
                              "option unrated_rating",
                              "player %u has no rating, which the Dubov System needs",
                              t->players[i].tpn);
    *rating = (int32_t)value;
    return LM_OK;
}

static int32_t rating_of(const struct lm_tournament *t, uint32_t player, int32_t unrated)
{
    int32_t rating = t->players[player].rating;
    return rating != 0 ? rating : unrated;
}

/* ${ratings}[player], or NULL: they are asked of the players. */
static struct lm_aro aro_of(const struct lm_tournament *t, uint32_t player, uint32_t round,
                            int32_t unrated, const int32_t *ratings)
{
    struct lm_aro aro = {0};
    for (uint32_t r = 1; r <= round && r <= t->round_capacity; r++) {
        const struct lm_record *record = lm_record_of(t, player, r);
        for (uint8_t game = 0; game < t->games_per_match; game++)
            if (record[game].opponent != LM_NOBODY &&
                lm_result_is_played((enum lm_result)record[game].result)) {
                uint32_t opponent = record[game].opponent;
                aro.sum += ratings != NULL ? ratings[opponent] : rating_of(t, opponent, unrated);
                aro.games++;
            }
    }
    return aro;
}

struct lm_aro lm_dubov_aro(const struct lm_tournament *t, uint32_t player, uint32_t round,
                           int32_t unrated)
{
    return player < t->player_count ? aro_of(t, player, round, unrated, NULL) : (struct lm_aro){0};
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

/* Two averages that differ, of no more games than ${games} each, do so by 1 / games² or more: taken
 * games² times and cut they differ as whole numbers, and where they are equal they do not. */
static uint64_t aro_key(struct lm_aro aro, uint64_t games)
{
    return aro.games == 0 ? 0 : (uint64_t)aro.sum * games * games / aro.games;
}

/* The ratings lie in a row: of a large field the players would be fetched anew for each game. */
static int32_t *list_ratings(const struct dubov *d, int32_t unrated)
{
    const struct lm_tournament *t = d->p->tournament;
    int32_t *ratings = lm_arena_alloc(d->arena, t->player_count, sizeof *ratings);
    for (uint32_t i = 0; ratings != NULL && i < t->player_count; i++)
        ratings[i] = rating_of(t, i, unrated);
    return ratings;
}

static enum lm_status rank_aros(struct dubov *d, int32_t unrated)
{
    const struct lm_position *p = d->p;
    const uint32_t count = p->seat_count;
    const uint64_t games = (uint64_t)(p->round - 1) * p->tournament->games_per_match;
    struct lm_mark mark = lm_arena_mark(d->arena);
    const int32_t *ratings = list_ratings(d, unrated);
    struct lm_keyed *all = lm_arena_alloc(d->arena, count, 2 * sizeof *all);
    if (ratings == NULL || all == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < p->tournament->player_count; i++) { /* as the records lie in memory */
        const uint32_t s = p->seat_of[i];
        if (s == LM_NOBODY)
            continue;
        struct lm_aro aro = aro_of(p->tournament, i, p->round - 1, unrated, ratings);
        d->seats[s].rating = ratings[i];
        all[s] = (struct lm_keyed){aro_key(aro, games), s};
    }
    lm_sort_keyed(all, all + count, count);
    for (uint32_t i = 1; i < count; i++)
        d->seats[all[i].what].aro = d->seats[all[i - 1].what].aro + (all[i - 1].key < all[i].key);
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

/* The first letters as a number that stands as they do. */
static uint64_t name_key(const char *name)
{
    uint64_t key = 0;
    for (size_t i = 0; i < sizeof key; i++) {
        unsigned char c = (unsigned char)*name;
        key = key << 8 | (c >= 'A' && c <= 'Z' ? (unsigned char)(c + 32) : c);
        name += c != '\0';
    }
    return key;
}

/* Order ${count} who begin with the same letters. */
static void sort_alike(const struct lm_position *p, const struct lm_keyed *alike, uint32_t count,
                       struct ranked_name *out)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_seat *seat = &p->seats[alike[i].what];
        out[i] = (struct ranked_name){p->tournament->players[seat->player].name, seat->tpn,
                                      alike[i].what};
    }
    lm_sort(out, count, sizeof *out, by_name);
}

/* By their first letters as digits, beginning in the order of the list, which is mostly that of the
 * numbers; by comparison only who is alike in them. */
static enum lm_status rank_names(struct dubov *d)
{
    const struct lm_position *p = d->p;
    uint32_t count = 0;
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct lm_keyed *all = lm_arena_alloc(d->arena, p->seat_count, 2 * sizeof *all);
    struct ranked_name *alike = lm_arena_alloc(d->arena, p->seat_count, sizeof *alike);
    if (all == NULL || alike == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < p->tournament->player_count; i++)
        if (p->seat_of[i] != LM_NOBODY)
            all[count++] =
                (struct lm_keyed){name_key(p->tournament->players[i].name), p->seat_of[i]};
    lm_sort_keyed(all, all + count, count);
    for (uint32_t from = 0, end; from < count; from = end) {
        for (end = from + 1; end < count && all[end].key == all[from].key;)
            end++;
        sort_alike(p, all + from, end - from, alike);
        for (uint32_t i = from; i < end; i++)
            d->seats[alike[i - from].seat].name = i;
    }
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}

/* ---- Colours and transfers ---- */

/* Art. 1. */
static enum lm_colour due_colour(const struct lm_seat *seat)
{
    if (seat->games == 0)
        return LM_NO_COLOUR;
    if (seat->colour_difference != 0)
        return seat->colour_difference < 0 ? LM_WHITE : LM_BLACK;
    return seat->colours[seat->games - 1] == LM_BLACK ? LM_WHITE : LM_BLACK;
}

/* 2.3 and 2.4; a difference beyond 2 (pairings made by hand) may always be reduced. */
static bool can_have(const struct lm_seat *seat, enum lm_colour colour)
{
    int excess = colour == LM_WHITE ? seat->colour_difference : -seat->colour_difference;
    bool third = seat->repeats >= 2 && seat->colours[seat->games - 1] == colour;
    return excess < 2 && !third;
}

/* 2.5: neither two times running nor more than three (from 10 rounds on: four) times, but for the
 * last round. */
static bool may_not_go_up(const struct lm_position *p, const struct lm_seat *seat)
{
    uint32_t limit = p->tournament->rounds_total > 9 ? 4 : 3, count = 0;
    for (uint32_t round = 1; round < p->round; round++)
        count += seat->floats[round - 1] == LM_UPFLOAT;
    return !p->last_round && (seat->float_1 == LM_UPFLOAT || count >= limit);
}

enum {
    WHITE = 1,
    BLACK = 2,
    CLASSES = 2 * DUBOV_COLOURS_MAY
}; /* by what they may have, and side */

static uint32_t may_have(const struct dubov_seat *seat)
{
    return (seat->can_white ? (uint32_t)WHITE : 0) + (seat->can_black ? (uint32_t)BLACK : 0);
}

static void find_alike(struct dubov *d)
{
    const uint32_t count = d->p->seat_count;
    for (uint32_t from = 0, end = 0; from < count; from = end) {
        while (end < count && d->p->seats[end].score == d->p->seats[from].score)
            end++;
        for (uint32_t s = from; s < end; s++) {
            d->seats[s].alike_from = from;
            d->seats[s].alike_end = end;
        }
    }
}

enum lm_status lm_dubov_facts(struct dubov *d)
{
    const struct lm_position *p = d->p;
    const size_t words = lm_set_words((int32_t)p->seat_count);
    int32_t unrated;
    enum lm_status status = lm_dubov_unrated(p->tournament, d->log, &unrated);
    d->seats = lm_arena_alloc(d->arena, p->seat_count, sizeof *d->seats);
    d->can_white = lm_arena_alloc(d->arena, 5 * words, sizeof *d->can_white);
    if (status != LM_OK || d->seats == NULL || d->can_white == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    d->can_black = d->can_white + words;
    d->lower_set = d->can_black + words;
    d->riser_set = d->lower_set + words;
    d->set = d->riser_set + words;
    for (uint32_t s = 0; s < p->seat_count; s++) {
        const struct lm_seat *seat = &p->seats[s];
        d->seats[s] = (struct dubov_seat){
            .due = (uint8_t)due_colour(seat),
            .can_white = can_have(seat, LM_WHITE),
            .can_black = can_have(seat, LM_BLACK),
            .up_barred = may_not_go_up(p, seat),
        };
        if (d->seats[s].can_white)
            lm_set_insert(d->can_white, (int32_t)s);
        if (d->seats[s].can_black)
            lm_set_insert(d->can_black, (int32_t)s);
        if (seat->barred_count > d->most_barred)
            d->most_barred = seat->barred_count;
    }
    find_alike(d);
    for (uint32_t s = 0; s < p->seat_count; s++)
        d->left.of[may_have(&d->seats[s])]++;
    d->left.count = p->seat_count;
    status = rank_aros(d, unrated);
    return status != LM_OK ? status : rank_names(d);
}

enum lm_colour lm_dubov_dominating(const struct dubov *d, const uint32_t *seats, uint32_t count)
{
    int balance = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint8_t due = d->seats[seats[i]].due;
        balance += (due == LM_WHITE) - (due == LM_BLACK);
    }
    return balance > 0 ? LM_WHITE : balance < 0 ? LM_BLACK : LM_NO_COLOUR;
}

/* ---- Possible pairs ---- */

bool lm_dubov_possible(const struct dubov *d, uint32_t a, uint32_t b)
{
    return lm_dubov_colours_fit(&d->seats[a], &d->seats[b]) && !lm_is_barred(d->p, a, b);
}

/* Two fit if they may have different colours. */
static const bool colours_bar[DUBOV_COLOURS_MAY * DUBOV_COLOURS_MAY] = {
    [0] = true,
    [WHITE] = true,
    [BLACK] = true,
    [WHITE + BLACK] = true,
    [DUBOV_COLOURS_MAY * WHITE] = true,
    [DUBOV_COLOURS_MAY * BLACK] = true,
    [DUBOV_COLOURS_MAY * (WHITE + BLACK)] = true,
    [DUBOV_COLOURS_MAY * WHITE + WHITE] = true,
    [DUBOV_COLOURS_MAY * BLACK + BLACK] = true,
};

struct dubov_many lm_dubov_count(const struct dubov *d, const uint32_t *seats, uint32_t count)
{
    struct dubov_many many = {.count = count};
    for (uint32_t i = 0; i < count; i++)
        many.of[may_have(&d->seats[seats[i]])]++;
    return many;
}

void lm_dubov_count_out(struct dubov *d, uint32_t seat)
{
    d->left.count--;
    d->left.of[may_have(&d->seats[seat])]--;
}

bool lm_dubov_completes(const struct dubov *d, const struct dubov_many *many, uint32_t fewer)
{
    uint32_t by_colour =
        lm_most_barred_by_class(colours_bar, DUBOV_COLOURS_MAY, many->of, many->of);
    return many->count >= fewer &&
           lm_completes_with_classes(many->count - fewer, d->most_barred, by_colour);
}

uint32_t lm_dubov_enough_rows(const struct dubov *d, const uint32_t *seats, uint32_t rows)
{
    struct dubov_many top = lm_dubov_count(d, seats, rows);
    struct dubov_many bottom = lm_dubov_count(d, seats + rows, rows);
    return lm_rows_that_complete(
        d->most_barred, lm_most_barred_by_class(colours_bar, DUBOV_COLOURS_MAY, top.of, bottom.of),
        lm_most_barred_by_class(colours_bar, DUBOV_COLOURS_MAY, bottom.of, top.of));
}

enum lm_status lm_dubov_graph(const struct dubov *d, const uint32_t *seats, uint32_t count,
                              uint32_t rows, struct lm_arena *arena, struct lm_graph *out)
{
    uint8_t *class_of = lm_arena_alloc(arena, count, sizeof *class_of);
    bool *barred = lm_arena_alloc(arena, (size_t)CLASSES * CLASSES, sizeof *barred);
    enum lm_status status = lm_meeting_graph(d->p, seats, count, arena, out);
    if (status != LM_OK || class_of == NULL || barred == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t side = i < rows ? DUBOV_COLOURS_MAY : 0;
        class_of[i] = (uint8_t)(may_have(&d->seats[seats[i]]) + side);
    }
    for (int a = 0; a < CLASSES; a++)
        for (int b = 0; b < CLASSES; b++) {
            bool same_side = rows > 0 && (a < DUBOV_COLOURS_MAY) == (b < DUBOV_COLOURS_MAY);
            int x = a % DUBOV_COLOURS_MAY, y = b % DUBOV_COLOURS_MAY;
            barred[a * CLASSES + b] = same_side || colours_bar[x * DUBOV_COLOURS_MAY + y];
        }
    out->class_of = class_of;
    out->class_barred = barred;
    out->classes = CLASSES;
    return LM_OK;
}

enum lm_status lm_dubov_graph_of(const struct dubov *d, const uint32_t *seats,
                                 const uint32_t *places, uint32_t rows, struct lm_arena *arena,
                                 struct lm_graph *out)
{
    uint32_t *those = lm_arena_alloc(arena, rows, 2 * sizeof *those);
    for (uint32_t i = 0; those != NULL && i < 2 * rows; i++)
        those[i] = seats[places[i]];
    return those == NULL ? LM_LIMIT : lm_dubov_graph(d, those, 2 * rows, rows, arena, out);
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

void lm_dubov_sort(struct dubov_entry *entries, uint32_t count)
{
    lm_sort(entries, count, sizeof *entries, by_key);
}

void lm_dubov_sort_lazily(struct dubov_entry *entries, uint32_t count, uint32_t i)
{
    if (i == 1)
        lm_dubov_sort(entries + 1, count - 1);
    for (uint32_t k = 1; i == 0 && k < count; k++)
        if (by_key(&entries[k], &entries[0]) < 0) {
            struct dubov_entry first = entries[k];
            entries[k] = entries[0];
            entries[0] = first;
        }
}

/* By what decides last first; ${scratch}: room for twice as many. */
static void sort_column(const struct dubov *d, uint32_t *seats, uint32_t count, bool white,
                        struct lm_keyed *scratch)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct dubov_seat *s = &d->seats[seats[i]];
        scratch[i] =
            (struct lm_keyed){lm_key_of(white ? lm_key_up(s->rating) : ~s->aro, s->name), seats[i]};
    }
    lm_sort_keyed(scratch, scratch + count, count);
    for (uint32_t i = 0; i < count; i++) {
        const struct dubov_seat *s = &d->seats[scratch[i].what];
        scratch[i].key = white ? s->aro : lm_key_down(s->rating);
    }
    lm_sort_keyed(scratch, scratch + count, count);
    for (uint32_t i = 0; i < count; i++)
        seats[i] = scratch[i].what;
}

static void divide(const struct dubov *d, const uint32_t *seats, uint32_t count, uint32_t *white,
                   uint32_t *whites, uint32_t *black, uint32_t *blacks, struct lm_keyed *scratch)
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
            scratch[none++] =
                (struct lm_keyed){lm_key_of(lm_key_down(s->rating), s->name), seats[i]};
    }
    lm_sort_keyed(scratch, scratch + count, none);
    for (uint32_t i = 0; i < none; i++) {
        if (*whites < *blacks)
            white[(*whites)++] = scratch[i].what;
        else
            black[(*blacks)++] = scratch[i].what;
    }
    sort_column(d, white, *whites, true, scratch);
    sort_column(d, black, *blacks, false, scratch);
}

enum lm_status lm_dubov_sort_column(const struct dubov *d, uint32_t *seats, uint32_t count,
                                    bool white)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct lm_keyed *scratch = lm_arena_alloc(d->arena, count, 2 * sizeof *scratch);
    if (scratch == NULL)
        return LM_LIMIT;
    sort_column(d, seats, count, white, scratch);
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}

enum lm_status lm_dubov_split(const struct dubov *d, const uint32_t *seats, uint32_t count,
                              uint32_t *white, uint32_t *whites, uint32_t *black, uint32_t *blacks)
{
    struct lm_mark mark = lm_arena_mark(d->arena);
    struct lm_keyed *scratch = lm_arena_alloc(d->arena, count, 2 * sizeof *scratch);
    if (scratch == NULL)
        return LM_LIMIT;
    divide(d, seats, count, white, whites, black, blacks, scratch);
    lm_arena_reset(d->arena, mark);
    return LM_OK;
}
