/* SPDX-License-Identifier: Apache-2.0 */

/* Statistics count each game once, by White's record. */

#include "limmat/statistics.h"
#include "base/sort.h"
#include "base/texts.h"

#include <string.h>

struct count {
    const struct lm_tournament *t;
    struct lm_result_counts *by_round;
    struct lm_upset *upsets;
    size_t upset_count, upset_capacity;
    struct lm_arena *arena;
    bool failed;
};

/* --- games */

static bool is_win(enum lm_result result)
{
    return result == LM_WIN || result == LM_UNRATED_WIN;
}

static bool is_loss(enum lm_result result)
{
    return result == LM_LOSS || result == LM_UNRATED_LOSS;
}

static bool is_draw(enum lm_result result)
{
    return result == LM_DRAW || result == LM_UNRATED_DRAW;
}

static void add_upset(struct count *x, struct lm_upset upset)
{
    if (!lm_arena_grow(x->arena, &x->upsets, &x->upset_capacity, x->upset_count + 1,
                       sizeof *x->upsets))
        x->failed = true;
    else
        x->upsets[x->upset_count++] = upset;
}

/* Compare the ratings of a game won by ${colour}; LM_NO_COLOUR: drawn. */
static void compare_ratings(struct count *x, struct lm_result_counts *counts, uint32_t white,
                            uint32_t black, enum lm_colour colour, uint32_t round)
{
    uint32_t winner = colour == LM_BLACK ? black : white;
    uint32_t loser = colour == LM_BLACK ? white : black;
    int32_t winners = x->t->players[winner].rating, losers = x->t->players[loser].rating;
    if (winners == 0 || losers == 0)
        return;
    counts->rated++;
    if (colour == LM_NO_COLOUR)
        return;
    counts->favourites += winners > losers;
    counts->upsets += winners < losers;
    if (winners < losers)
        add_upset(x, (struct lm_upset){.round = round,
                                       .winner = winner,
                                       .loser = loser,
                                       .colour = (uint8_t)colour,
                                       .difference = losers - winners});
}

/* Count a game over the board of which ${white} and ${black} have the results. */
static void count_played(struct count *x, struct lm_result_counts *counts, uint32_t white,
                         const struct lm_record *own, enum lm_result black, uint32_t round)
{
    bool white_won = is_win(own->result) && is_loss(black);
    bool black_won = is_loss(own->result) && is_win(black);
    bool drawn = is_draw(own->result) && is_draw(black);
    counts->played++;
    counts->white_won += white_won;
    counts->black_won += black_won;
    counts->drawn += drawn;
    counts->otherwise += !white_won && !black_won && !drawn;
    compare_ratings(x, counts, white, own->opponent,
                    white_won   ? LM_WHITE
                    : black_won ? LM_BLACK
                                : LM_NO_COLOUR,
                    round);
}

/* Does ${own} represent its game?  White's record does or, without colours, that of the player with
 * the smaller index. */
static bool is_counted(const struct lm_record *own, uint32_t player)
{
    return own->colour == LM_WHITE || (own->colour == LM_NO_COLOUR && player < own->opponent);
}

static void count_game(struct count *x, uint32_t player, uint32_t round, uint8_t game)
{
    struct lm_result_counts *counts = &x->by_round[round - 1];
    const struct lm_record *own = lm_record_of(x->t, player, round) + game;
    if (own->opponent == LM_NOBODY || !is_counted(own, player))
        return;
    enum lm_result theirs = (lm_record_of(x->t, own->opponent, round) + game)->result;
    if (lm_result_is_played(own->result) || lm_result_is_played(theirs))
        count_played(x, counts, player, own, theirs, round);
    else if (own->result == LM_PENDING)
        counts->pending++;
    else if (own->result == LM_FORFEIT_WIN || theirs == LM_FORFEIT_WIN)
        counts->forfeited++;
    else
        counts->unattended++;
}

static void count_bye(struct lm_result_counts *counts, enum lm_result result)
{
    counts->allocated += result == LM_PAB;
    counts->full += result == LM_FULL_BYE;
    counts->half += result == LM_HALF_BYE;
    counts->absent += result == LM_ZERO_BYE || result == LM_BLANK;
    counts->forfeited += result == LM_FORFEIT_WIN; /* the opponent has no record of it */
    counts->unattended += result == LM_FORFEIT_LOSS;
}

static void count_round(struct count *x, uint32_t round)
{
    for (uint32_t player = 0; player < x->t->player_count; player++) {
        const struct lm_record *record = lm_record_of(x->t, player, round);
        if (record->opponent == LM_NOBODY)
            count_bye(&x->by_round[round - 1], record->result);
        for (uint8_t game = 0; game < x->t->games_per_match; game++)
            count_game(x, player, round, game);
    }
}

static void add_counts(struct lm_result_counts *sum, const struct lm_result_counts *more)
{
    /* The struct consists only of counters. */
    uint32_t *to = (uint32_t *)sum;
    const uint32_t *from = (const uint32_t *)more;
    for (size_t i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

static int by_difference(const void *a, const void *b)
{
    const struct lm_upset *x = a, *y = b;
    if (x->difference != y->difference)
        return x->difference < y->difference ? 1 : -1;
    if (x->round != y->round)
        return x->round < y->round ? -1 : 1;
    return x->winner < y->winner ? -1 : x->winner > y->winner;
}

/* --- players */

static int by_frequency(const void *a, const void *b)
{
    const struct lm_text_count *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    return strcmp(x->text, y->text);
}

/* C.04.2 art. 2.2: titles in descending order; others after them. */
static size_t title_rank(const char *title)
{
    static const char *const titles[] = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};
    enum { TITLES = sizeof titles / sizeof *titles };
    size_t rank = 0;
    while (rank < TITLES && strcmp(titles[rank], title) != 0)
        rank++;
    return rank;
}

static int by_title(const void *a, const void *b)
{
    const struct lm_text_count *x = a, *y = b;
    size_t left = title_rank(x->text), right = title_rank(y->text);
    if (left != right)
        return left < right ? -1 : 1;
    return strcmp(x->text, y->text);
}

/* Put the different ${texts} except "", counted, into ${order}; ${texts} get sorted. */
static bool count_texts(const char **texts, size_t count, struct lm_arena *arena,
                        int (*order)(const void *, const void *), const struct lm_text_count **out,
                        size_t *out_count)
{
    struct lm_text_count *all = lm_arena_alloc(arena, count, sizeof *all);
    if (all == NULL)
        return false;
    size_t found = 0;
    lm_sort(texts, count, sizeof *texts, lm_by_text);
    for (size_t i = 0; i < count; i++) {
        if (*texts[i] == '\0')
            continue;
        if (found == 0 || strcmp(all[found - 1].text, texts[i]) != 0)
            all[found++].text = texts[i];
        all[found - 1].count++;
    }
    lm_sort(all, found, sizeof *all, order);
    *out = all;
    *out_count = found;
    return true;
}

static bool count_players(const struct lm_tournament *t, struct lm_arena *arena,
                          struct lm_statistics *s)
{
    const char **texts = lm_arena_alloc(arena, t->player_count, sizeof *texts);
    if (texts == NULL)
        return false;
    int64_t sum = 0;
    s->players = t->player_count;
    for (uint32_t i = 0; i < t->player_count; i++) {
        sum += t->players[i].rating;
        s->rated += t->players[i].rating != 0;
        s->women += t->players[i].sex == 'w';
        texts[i] = t->players[i].federation;
    }
    if (s->rated > 0)
        s->average_rating = lm_fraction_of(sum, s->rated);
    if (!count_texts(texts, t->player_count, arena, by_frequency, &s->federations,
                     &s->federation_count))
        return false;
    for (uint32_t i = 0; i < t->player_count; i++)
        texts[i] = t->players[i].title;
    return count_texts(texts, t->player_count, arena, by_title, &s->titles, &s->title_count);
}

/* --- the whole */

enum lm_status lm_statistics_of(const struct lm_tournament *t, uint32_t round,
                                struct lm_arena *arena, struct lm_statistics **out)
{
    struct lm_statistics *s = lm_arena_alloc(arena, 1, sizeof *s);
    if (s == NULL)
        return LM_LIMIT;
    s->rounds = round == 0 || round > t->rounds_paired ? t->rounds_paired : round;
    struct count x = {.t = t, .arena = arena};
    x.by_round = lm_arena_alloc(arena, s->rounds, sizeof *x.by_round);
    if (x.by_round == NULL || !count_players(t, arena, s))
        return LM_LIMIT;
    for (uint32_t r = 1; r <= s->rounds; r++) {
        count_round(&x, r);
        add_counts(&s->total, &x.by_round[r - 1]);
    }
    if (x.failed)
        return LM_LIMIT;
    if (x.upset_count > 0)
        lm_sort(x.upsets, x.upset_count, sizeof *x.upsets, by_difference);
    s->by_round = x.by_round;
    s->upsets = x.upsets;
    s->upset_count = x.upset_count;
    *out = s;
    return LM_OK;
}
