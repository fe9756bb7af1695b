/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "base/sort.h"
#include "limmat/dutch_2006.h"
#include "pairing/dutch_2006/dutch_2006.h"

/* Convert a rating by A1: "rating = 2840 - 8 x INGO = 600 + 8 x BCF". */
static bool convert_rating(const struct lm_national *national, int32_t *rating)
{
    if (strcmp(national->rater, "INGO") == 0)
        *rating = 2840 - 8 * national->rating;
    else if (strcmp(national->rater, "BCF") == 0)
        *rating = 600 + 8 * national->rating;
    else
        return false;
    return true;
}

void lm_dutch_2006_ratings(const struct lm_tournament *t, int32_t *ratings)
{
    for (uint32_t i = 0; i < t->player_count; i++)
        ratings[i] = t->players[i].rating;
    for (size_t i = 0; i < t->national_count; i++) {
        uint32_t player = t->nationals[i].player;
        if (player < t->player_count && t->players[player].rating == 0)
            convert_rating(&t->nationals[i], &ratings[player]);
    }
}

/* Return the rank of ${title} by A2(c); 0 is the highest. */
static int title_rank(const char *title)
{
    static const char *const order[] = {"GM", "IM", "WGM", "WIM", "FM", "CM", "WFM", "WCM"};
    int count = (int)(sizeof order / sizeof *order);
    if (strcmp(title, "IGM") == 0)
        return 0;
    for (int i = 0; i < count; i++)
        if (strcmp(title, order[i]) == 0)
            return i;
    return count;
}

static int letter(char c)
{
    return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Compare by A2(d), "alphabetically": capitals as small letters, then by code point. */
static int compare_names(const char *a, const char *b)
{
    while (*a != '\0' && letter(*a) == letter(*b)) {
        a++;
        b++;
    }
    return letter(*a) - letter(*b);
}

/* The sort keys of A2. */
struct rank_key {
    int32_t score, rating;
    int title;
    const char *name;
    uint32_t tpn, item;
};

static int by_a2(const void *a, const void *b)
{
    const struct rank_key *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->rating != y->rating)
        return x->rating > y->rating ? -1 : 1;
    if (x->title != y->title)
        return x->title - y->title;
    int names = compare_names(x->name, y->name);
    if (names != 0)
        return names;
    return x->tpn < y->tpn ? -1 : x->tpn > y->tpn;
}

static struct rank_key rank_key(const struct lm_tournament *t, const int32_t *ratings,
                                uint32_t player, int32_t score, uint32_t item)
{
    const struct lm_player *who = &t->players[player];
    return (struct rank_key){.score = score,
                             .rating = ratings[player],
                             .title = title_rank(who->title),
                             .name = who->name,
                             .tpn = who->tpn,
                             .item = item};
}

enum lm_status lm_dutch_2006_order(const struct lm_tournament *t, struct lm_arena *arena,
                                   uint32_t *order)
{
    struct lm_mark mark = lm_arena_mark(arena);
    struct rank_key *keys = lm_arena_alloc(arena, t->player_count, sizeof *keys);
    int32_t *ratings = lm_arena_alloc(arena, t->player_count, sizeof *ratings);
    if (keys == NULL || ratings == NULL)
        return LM_LIMIT;
    lm_dutch_2006_ratings(t, ratings);
    for (uint32_t i = 0; i < t->player_count; i++)
        keys[i] = rank_key(t, ratings, i, 0, i);
    lm_sort(keys, t->player_count, sizeof *keys, by_a2);
    for (uint32_t i = 0; i < t->player_count; i++)
        order[i] = keys[i].item;
    lm_arena_reset(arena, mark);
    return LM_OK;
}

/* A5: did the player have the bye? */
static bool had_bye(const struct lm_position *position, uint32_t player)
{
    for (uint32_t round = 1; round < position->round; round++)
        if (lm_record_of(position->tournament, player, round)->result == LM_PAB)
            return true;
    return false;
}

/*
 * Return the strength by A7.  The text has lost its paragraph on absolute preferences and still
 * mentions them in (c); they follow from B2: one colour is closed to the player.  (c): in odd
 * rounds a strong preference of a player who had a bye is treated like an absolute one.
 */
static enum strength strength_of(const struct field *field, const struct entrant *entrant)
{
    switch ((enum lm_strength)entrant->seat->strength) {
    case LM_ABSOLUTE:
        return ABSOLUTE;
    case LM_STRONG:
        return field->odd_round && entrant->had_bye ? LIKE_ABSOLUTE : STRONG;
    case LM_MILD:
        return MILD;
    case LM_NO_PREFERENCE:
        break;
    }
    return NO_PREFERENCE;
}

static void fill_entrant(const struct field *field, uint32_t seat_index, struct entrant *entrant)
{
    const struct lm_position *position = field->position;
    const struct lm_seat *seat = &position->seats[seat_index];
    int32_t possible = (int32_t)(position->round - 1) * position->win_points;
    *entrant = (struct entrant){
        .seat = seat,
        .seat_index = seat_index,
        .score = seat->score,
        .wish = seat->wish,
        .float_1 = seat->float_1,
        .float_2 = seat->float_2,
        .had_bye = had_bye(position, seat->player),
        .may_float_again = position->last_round && 2 * seat->score > possible,
        .may_break_b2 = lm_dutch_2006_may_break_b2(position, seat),
    };
    entrant->strength = (uint8_t)strength_of(field, entrant);
}

enum lm_status lm_dutch_2006_field(const struct lm_position *position, struct lm_arena *arena,
                                   struct field *field)
{
    const struct lm_tournament *t = position->tournament;
    uint32_t count = position->seat_count;
    struct rank_key *keys = lm_arena_alloc(arena, count, sizeof *keys);
    int32_t *ratings = lm_arena_alloc(arena, t->player_count, sizeof *ratings);
    *field = (struct field){
        .position = position,
        .arena = arena,
        .entrants = lm_arena_alloc(arena, count, sizeof *field->entrants),
        .count = count,
        .odd_round = position->round % 2 == 1,
        .even_round = position->round % 2 == 0,
    };
    if (keys == NULL || ratings == NULL || field->entrants == NULL)
        return LM_LIMIT;
    lm_dutch_2006_ratings(t, ratings);
    for (uint32_t s = 0; s < count; s++)
        keys[s] = rank_key(t, ratings, position->seats[s].player, position->seats[s].score, s);
    lm_sort(keys, count, sizeof *keys, by_a2);
    for (uint32_t i = 0; i < count; i++)
        fill_entrant(field, keys[i].item, &field->entrants[i]);
    field->meets = lm_dutch_2006_meets(field);
    return field->meets != NULL ? LM_OK : LM_LIMIT;
}

bool lm_dutch_2006_may_float(const struct entrant *entrant, enum lm_float way, int level)
{
    if (entrant->may_float_again)
        return true;
    return (level >= FLOATS_FREE || entrant->float_1 != way) &&
           (level >= FLOATS_NO_B6 || entrant->float_2 != way);
}

uint8_t lm_dutch_2006_strictest(const struct entrant *entrant, enum lm_float way)
{
    uint8_t level = FLOATS_ALL;
    while (!lm_dutch_2006_may_float(entrant, way, level))
        level++;
    return level;
}
