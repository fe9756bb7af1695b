/* SPDX-License-Identifier: Apache-2.0 */

/* Ratings that change while a tournament lasts, and reports of a part of it. */

#include <string.h>

#include "base/texts.h"
#include "limmat/periods.h"
#include "limmat/text.h"

static const char of_round[] = "### Ratings @ Round ";
static const char of_tie_breaks[] = "### Tie-break ratings: ";

/* Read a number at ${*at}, and move past it; -1: there is none, or it is above ${most}. */
static int64_t number_at(const char **at, int64_t most)
{
    const char *begin = *at;
    int64_t number = (int64_t)lm_take_number(at, (uint64_t)most);
    return *at == begin || number > most ? -1 : number;
}

/* Return the text after ${word} in ${text}; NULL: it does not begin with it. */
static const char *behind(const char *text, const char *word)
{
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

/* ---- ratings used by tie-breaks ---- */

bool lm_rating_use_named(const char *text, uint32_t *use)
{
    const char *number = behind(text, "of round ") != NULL ? behind(text, "of round ") : text;
    if (strcmp(text, "first") == 0) {
        *use = LM_RATINGS_FIRST;
        return true;
    }
    if (strcmp(text, "round") == 0 || strcmp(text, "by round") == 0) {
        *use = LM_RATINGS_BY_ROUND;
        return true;
    }
    int64_t round = number_at(&number, LM_ROUNDS_MAX);
    if (round < 1 || *number != '\0')
        return false;
    *use = (uint32_t)round;
    return true;
}

uint32_t lm_rating_use(const struct lm_tournament *t)
{
    uint32_t use = LM_RATINGS_FIRST;
    for (size_t i = 0; i < t->kept_count; i++) {
        const char *message = behind(t->kept[i].text, of_tie_breaks);
        if (message != NULL && !lm_rating_use_named(message, &use))
            use = LM_RATINGS_FIRST;
    }
    return use;
}

/* ---- ratings by round ---- */

/* Move ${*text} past "### Ratings @ Round 5:" and return the round; 0: another comment. */
static uint32_t round_in(const char **text)
{
    const char *at = behind(*text, of_round);
    int64_t round = at == NULL ? 0 : number_at(&at, LM_ROUNDS_MAX);
    if (round < 1 || *at != ':')
        return 0;
    *text = at + 1;
    return (uint32_t)round;
}

uint32_t lm_is_record_of_ratings(const char *comment)
{
    return round_in(&comment);
}

/* Read the ratings that ${text} gives from ${round} on, up to the first text that is not a pair of
 * numbers. */
static void read_ratings(const struct lm_tournament *t, const char *text, uint32_t round,
                         uint32_t rounds, int32_t *table)
{
    enum { MOST = 9999 };
    while (*(text += strspn(text, " \t")) != '\0') {
        int64_t tpn = number_at(&text, LM_TPN_MAX);
        if (tpn < 1 || *text++ != '=')
            return;
        int64_t rating = number_at(&text, MOST);
        if (rating < 0)
            return;
        uint32_t player = lm_player_with_tpn(t, (uint32_t)tpn);
        for (uint32_t r = round; player != LM_NOBODY && r <= rounds; r++)
            table[(size_t)player * rounds + r - 1] = (int32_t)rating;
    }
}

enum lm_status lm_ratings_by_round(const struct lm_tournament *t, uint32_t rounds,
                                   struct lm_arena *arena, const int32_t **out)
{
    int32_t *table = NULL;
    uint32_t from = 0;
    for (size_t i = 0; i < t->kept_count; i++)
        from |= lm_is_record_of_ratings(t->kept[i].text);
    *out = NULL;
    if (from == 0 || rounds == 0)
        return LM_OK;
    table = lm_arena_alloc(arena, (size_t)t->player_count * rounds, sizeof *table);
    if (table == NULL)
        return LM_LIMIT;
    for (uint32_t player = 0; player < t->player_count; player++)
        for (uint32_t r = 0; r < rounds; r++)
            table[(size_t)player * rounds + r] = t->players[player].rating;
    for (uint32_t round = 1; round <= rounds; round++) /* whatever their order */
        for (size_t i = 0; i < t->kept_count; i++) {
            const char *text = t->kept[i].text;
            if (round_in(&text) == round)
                read_ratings(t, text, round, rounds, table);
        }
    *out = table;
    return LM_OK;
}

/* ---- a part of a tournament ---- */

static enum lm_status refuse(struct lm_log *log, const char *remedy, const char *what)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, remedy, "%s", what);
}

/* Copy the byes requested for rounds ${first} … ${last}. */
static bool cut_byes(const struct lm_tournament *t, uint32_t first, uint32_t last,
                     struct lm_tournament *part)
{
    struct lm_requested_bye *byes = lm_arena_alloc(part->arena, t->bye_count, sizeof *byes);
    part->byes = byes;
    part->bye_count = 0;
    for (size_t i = 0; byes != NULL && i < t->bye_count; i++)
        if (t->byes[i].round >= first && t->byes[i].round <= last) {
            byes[part->bye_count] = t->byes[i];
            byes[part->bye_count++].round -= first - 1;
        }
    return byes != NULL;
}

static void cut_days(uint32_t first, uint32_t last, struct lm_tournament *part)
{
    part->start_count = 0;
    if (part->date_count < last) {
        part->date_count = 0;
        return;
    }
    size_t count = part->date_count - (first - 1);
    part->dates += first - 1;
    part->date_count = count < last - first + 1 ? count : last - first + 1;
    if (part->dates[0][0] != '\0')
        part->start = part->dates[0];
    if (part->dates[part->date_count - 1][0] != '\0')
        part->end = part->dates[part->date_count - 1];
}

static bool cut_records(const struct lm_tournament *t, uint32_t first, uint32_t last,
                        struct lm_tournament *part)
{
    size_t count = (size_t)(last - first + 1) * t->games_per_match;
    struct lm_record *records =
        lm_arena_alloc(part->arena, t->player_count * count, sizeof *records);
    for (uint32_t player = 0; records != NULL && player < t->player_count; player++)
        memcpy(records + player * count, lm_record_of(t, player, first), count * sizeof *records);
    part->records = records;
    part->round_capacity = last - first + 1;
    return records != NULL;
}

/* Copy the players as they were in round ${first}, with the points of the part. */
static enum lm_status cut_players(const struct lm_tournament *t, uint32_t first, uint32_t last,
                                  struct lm_tournament *part)
{
    const int32_t *ratings = NULL;
    struct lm_player *players = lm_arena_alloc(part->arena, t->player_count, sizeof *players);
    int32_t *points = lm_arena_alloc(part->arena, t->player_count, sizeof *points);
    if (players == NULL || points == NULL ||
        lm_ratings_by_round(t, last, part->arena, &ratings) != LM_OK)
        return LM_LIMIT;
    part->players = players;
    lm_points_after(part, part->round_capacity, points);
    for (uint32_t i = 0; i < t->player_count; i++) {
        players[i] = t->players[i];
        players[i].declared_points = points[i];
        players[i].declared_rank = 0;
        players[i].withdrawn = 0;
        if (ratings != NULL)
            players[i].rating = ratings[(size_t)i * last + first - 1];
    }
    return LM_OK;
}

enum lm_status lm_tournament_period(const struct lm_tournament *t, uint32_t first, uint32_t last,
                                    struct lm_arena *arena, struct lm_log *log,
                                    struct lm_tournament **out)
{
    if (t->team_count > 0)
        return refuse(log, "report the whole of it", "a part of a team event cannot be reported");
    if (first < 1 || first > last || last > t->rounds_paired)
        return refuse(log, "as 5-7, of the rounds that were paired", "there are no such rounds");
    struct lm_tournament *part = lm_arena_alloc(arena, 1, sizeof *part);
    if (part == NULL)
        return LM_LIMIT;
    if (t->date_count < last)
        (void)lm_log_add(
            log, LM_NOTE, (struct lm_place){.field = "132"},
            "say when they are played: record 132, \"schedule\" at the desk",
            "the days of these rounds are not known: the report has those of the whole "
            "event");
    *part = *t;
    part->arena = arena;
    part->rounds_total = last - first + 1;
    part->declared_rated = 0;
    part->standings_order = "";
    part->acceleration_count = part->prohibition_count = part->adjustment_count = 0;
    part->kept_count = 0;
    if (!cut_records(t, first, last, part) || !cut_byes(t, first, last, part) ||
        cut_players(t, first, last, part) != LM_OK)
        return LM_LIMIT;
    cut_days(first, last, part);
    lm_tournament_count_rounds(part);
    *out = part;
    return LM_OK;
}
