/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/tournament.h"

#include <string.h>

#include "limmat/text.h"

struct lm_point_system lm_points_standard(void)
{
    struct lm_point_system points = {0};
    static const uint8_t wins[] = {LM_WIN, LM_UNRATED_WIN, LM_FORFEIT_WIN, LM_PAB, LM_FULL_BYE};
    static const uint8_t draws[] = {LM_DRAW, LM_UNRATED_DRAW, LM_ADJOURNED, LM_HALF_BYE};
    for (size_t i = 0; i < sizeof wins; i++)
        points.value[wins[i]][0] = points.value[wins[i]][1] = 10;
    for (size_t i = 0; i < sizeof draws; i++)
        points.value[draws[i]][0] = points.value[draws[i]][1] = 5;
    return points;
}

struct lm_point_system lm_points_of_matches(const struct lm_point_system *game, uint8_t games)
{
    struct lm_point_system points = *game;
    for (int colour = 0; colour < 2 && games > 1; colour++) {
        int32_t win = game->value[LM_WIN][colour], draw = game->value[LM_DRAW][colour];
        points.value[LM_FULL_BYE][colour] = games * win;
        points.value[LM_HALF_BYE][colour] = games * draw;
        if (game->value[LM_PAB][colour] == win)
            points.value[LM_PAB][colour] = (games - 1) * win + draw;
    }
    return points;
}

static struct lm_record *new_records(struct lm_arena *arena, uint32_t players, uint32_t rounds,
                                     uint8_t games)
{
    size_t row = (size_t)rounds * games;
    struct lm_record *records = lm_arena_alloc(arena, players, row * sizeof *records);
    for (size_t i = 0; records != NULL && i < players * row; i++)
        records[i].opponent = LM_NOBODY;
    return records;
}

/* Set every text of the model to "" until it is known. */
static void clear_texts(struct lm_tournament *t)
{
    const char **texts[] = {&t->name,
                            &t->city,
                            &t->federation,
                            &t->start,
                            &t->end,
                            &t->type,
                            &t->type_code,
                            &t->chief_arbiter,
                            &t->time_control,
                            &t->time_control_code,
                            &t->pairing_controller,
                            &t->rank_method,
                            &t->tie_breaks,
                            &t->standings_order,
                            &t->colour_sequence,
                            &t->zone};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = "";
    for (uint32_t i = 0; i < t->player_count; i++) {
        struct lm_player *player = &t->players[i];
        player->title = player->name = player->federation = player->fide_id = "";
        player->birth = player->club = "";
        player->declared_points = LM_NO_POINTS;
    }
}

enum lm_status lm_tournament_new(struct lm_arena *arena, uint32_t players, uint32_t rounds,
                                 uint8_t games_per_match, struct lm_tournament **out)
{
    if (games_per_match < 1)
        return LM_INVALID;
    if (rounds > LM_ROUNDS_MAX)
        return LM_LIMIT;
    struct lm_tournament *t = lm_arena_alloc(arena, 1, sizeof *t);
    if (t == NULL)
        return LM_LIMIT;
    t->arena = arena;
    t->games_per_match = games_per_match;
    t->player_count = players;
    t->round_capacity = rounds;
    struct lm_point_system standard = lm_points_standard();
    t->points = lm_points_of_matches(&standard, games_per_match);
    t->team_points[0] = 20;
    t->team_points[1] = 10;
    t->players = lm_arena_alloc(arena, players, sizeof *t->players);
    t->records = new_records(arena, players, rounds, games_per_match);
    if (t->players == NULL || t->records == NULL)
        return LM_LIMIT;
    clear_texts(t);
    *out = t;
    return LM_OK;
}

enum lm_status lm_tournament_reserve(struct lm_tournament *t, uint32_t rounds)
{
    if (rounds <= t->round_capacity)
        return LM_OK;
    if (rounds > LM_ROUNDS_MAX)
        return LM_LIMIT;
    uint32_t capacity = t->round_capacity * 2 > rounds ? t->round_capacity * 2 : rounds;
    if (capacity > LM_ROUNDS_MAX)
        capacity = LM_ROUNDS_MAX;
    struct lm_record *records =
        new_records(t->arena, t->player_count, capacity, t->games_per_match);
    if (records == NULL)
        return LM_LIMIT;
    size_t old_row = (size_t)t->round_capacity * t->games_per_match;
    size_t new_row = (size_t)capacity * t->games_per_match;
    for (size_t i = 0; i < t->player_count; i++)
        memcpy(records + i * new_row, t->records + i * old_row, old_row * sizeof *records);
    t->records = records;
    t->round_capacity = capacity;
    return LM_OK;
}

uint32_t lm_player_with_tpn(const struct lm_tournament *t, uint32_t tpn)
{
    uint32_t low = 0, high = t->player_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (t->players[middle].tpn < tpn)
            low = middle + 1;
        else
            high = middle;
    }
    return low < t->player_count && t->players[low].tpn == tpn ? low : LM_NOBODY;
}

int lm_title_rank(const char *title)
{
    static const char *const titles[] = {"GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM"};
    int rank = 0;
    while (rank < 8 && strcmp(titles[rank], title) != 0)
        rank++;
    return rank;
}

static bool shows_game(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    for (uint8_t game = 0; game < t->games_per_match; game++)
        if (record[game].result != LM_BLANK && !lm_result_is_bye(record[game].result))
            return true;
    return false;
}

/* Is the round paired?  It is as soon as a game or a forfeit is recorded, or every player has a
 * bye; some byes can be known before. */
static bool is_round_paired(const struct lm_tournament *t, uint32_t round)
{
    bool all = true, some = false;
    for (uint32_t i = 0; i < t->player_count; i++) {
        bool bye = lm_result_is_bye(lm_record_of(t, i, round)->result);
        uint32_t withdrawn = t->players[i].withdrawn;
        if (shows_game(t, i, round))
            return true;
        all &= bye || (withdrawn != 0 && withdrawn <= round);
        some |= bye;
    }
    return all && some;
}

void lm_tournament_count_rounds(struct lm_tournament *t)
{
    t->rounds_paired = t->round_capacity;
    while (t->rounds_paired > 0 && !is_round_paired(t, t->rounds_paired))
        t->rounds_paired--;
}

bool lm_close_rounds(struct lm_tournament *t)
{
    if (t->rounds_total != 0 || t->rounds_paired == 0)
        return false;
    t->rounds_total = t->rounds_paired;
    return true;
}

/* Return the first player with more declared points than the one before; player_count: there is
 * none, LM_NOBODY: not all points are declared. */
static uint32_t first_rise(const struct lm_tournament *t)
{
    uint32_t first = t->player_count;
    for (uint32_t i = 0; i < t->player_count; i++) {
        if (t->players[i].declared_points == LM_NO_POINTS)
            return LM_NOBODY;
        if (first == t->player_count && i > 0 &&
            t->players[i].declared_points > t->players[i - 1].declared_points)
            first = i;
    }
    return first;
}

bool lm_numbered_by_points(const struct lm_tournament *t)
{
    enum {
        PLAYERS = 8,
        SCORES = 4
    }; /* a start list has this order with a chance below one in a thousand */
    uint32_t scores = 1;
    for (uint32_t i = 1; i < t->player_count; i++)
        scores += t->players[i].declared_points != t->players[i - 1].declared_points;
    return t->player_count >= PLAYERS && scores >= SCORES && t->rounds_paired >= 2 &&
           first_rise(t) == t->player_count;
}

/* Given players numbered by points, does one have a smaller rank than another with more points? */
static bool ranks_differ_from_points(const struct lm_tournament *t)
{
    uint32_t above = 0, here = 0; /* the largest rank with more points, and with the same */
    for (uint32_t i = 0; i < t->player_count; i++) {
        const struct lm_player *p = &t->players[i];
        if (i > 0 && p->declared_points != p[-1].declared_points)
            above = here > above ? here : above;
        if (p->declared_rank < above)
            return true;
        here = p->declared_rank > here ? p->declared_rank : here;
    }
    return false;
}

enum lm_rank_use lm_rank_use(const struct lm_tournament *t)
{
    bool numbers = t->player_count > 0, all = true;
    for (uint32_t i = 0; i < t->player_count; i++) {
        uint32_t rank = t->players[i].declared_rank;
        numbers &= rank == t->players[i].tpn;
        all &= rank >= 1 && rank <= t->player_count;
    }
    uint32_t rise = first_rise(t);
    if (t->rank_order)
        return LM_RANKS_PAIR;
    if (numbers && rise != LM_NOBODY && rise < t->player_count)
        return LM_RANKS_NUMBERS;
    if (all && lm_numbered_by_points(t) && ranks_differ_from_points(t))
        return LM_RANKS_EXCHANGED;
    return LM_RANKS_PLACES;
}

static int32_t record_value(const struct lm_tournament *t, const struct lm_record *record)
{
    return t->points.value[record->result][record->colour == LM_BLACK];
}

bool lm_is_of_type(char type, enum lm_result result)
{
    static const struct {
        char type;
        uint8_t results[2];
    } rows[] = {{'W', {LM_WIN, LM_UNRATED_WIN}},         {'D', {LM_DRAW, LM_UNRATED_DRAW}},
                {'L', {LM_LOSS, LM_UNRATED_LOSS}},       {'F', {LM_FULL_BYE, LM_FULL_BYE}},
                {'H', {LM_HALF_BYE, LM_HALF_BYE}},       {'Z', {LM_ZERO_BYE, LM_BLANK}},
                {'+', {LM_FORFEIT_WIN, LM_FORFEIT_WIN}}, {'-', {LM_FORFEIT_LOSS, LM_FORFEIT_LOSS}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].type == type)
            return result == rows[i].results[0] || result == rows[i].results[1];
    return false;
}

/* Return what ${adjustment} adds to ${player}'s ${round}: a bonus unchanged, for a result of its
 * type the difference from the point system.  A bonus for the whole event counts from round 1. */
static int32_t adjustment_in(const struct lm_tournament *t, const struct lm_adjustment *adjustment,
                             uint32_t player, uint32_t round)
{
    bool bonus = adjustment->type == ' ';
    if (adjustment->round != 0 ? adjustment->round != round : bonus && round != 1)
        return 0;
    if (bonus)
        return adjustment->points;
    int32_t sum = 0;
    const struct lm_record *record = lm_record_of(t, player, round);
    uint8_t games = record->opponent == LM_NOBODY ? 1 : t->games_per_match;
    for (uint8_t game = 0; game < games; game++)
        if (lm_is_of_type(adjustment->type, record[game].result))
            sum += adjustment->points - record_value(t, &record[game]);
    return sum;
}

static int32_t results_of(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    const struct lm_record *record = lm_record_of(t, player, round);
    int32_t sum = 0;
    for (uint8_t game = 0; game < t->games_per_match; game++)
        sum += record_value(t, &record[game]);
    return sum;
}

/* The number of players of ${adjustment}: for a result without ids, all of them. */
static size_t named_by(const struct lm_tournament *t, const struct lm_adjustment *adjustment)
{
    if (adjustment->whom != LM_PLAYERS)
        return 0;
    bool all = adjustment->count == 0 && adjustment->type != ' ';
    return all ? t->player_count : adjustment->count;
}

static uint32_t player_of(const struct lm_adjustment *adjustment, size_t k)
{
    return adjustment->count == 0 ? (uint32_t)k : adjustment->players[k];
}

int32_t lm_round_points(const struct lm_tournament *t, uint32_t player, uint32_t round)
{
    if (player >= t->player_count || round < 1 || round > t->round_capacity)
        return 0;
    int32_t sum = results_of(t, player, round);
    for (size_t i = 0; i < t->adjustment_count; i++) {
        const struct lm_adjustment *adjustment = &t->adjustments[i];
        for (size_t k = 0; k < named_by(t, adjustment); k++)
            if (player_of(adjustment, k) == player)
                sum += adjustment_in(t, adjustment, player, round);
    }
    return sum;
}

void lm_points_after(const struct lm_tournament *t, uint32_t round, int32_t *points)
{
    uint32_t last = round < t->round_capacity ? round : t->round_capacity;
    for (uint32_t player = 0; player < t->player_count; player++) {
        points[player] = 0;
        for (uint32_t r = 1; r <= last; r++)
            points[player] += results_of(t, player, r);
    }
    for (size_t i = 0; i < t->adjustment_count; i++) {
        const struct lm_adjustment *adjustment = &t->adjustments[i];
        for (size_t k = 0; k < named_by(t, adjustment); k++)
            for (uint32_t r = 1; r <= last; r++)
                points[player_of(adjustment, k)] +=
                    adjustment_in(t, adjustment, player_of(adjustment, k), r);
    }
}

const char *lm_option(const struct lm_tournament *t, const char *name)
{
    for (size_t i = 0; i < t->option_count; i++)
        if (strcmp(t->options[2 * i], name) == 0)
            return t->options[2 * i + 1];
    return NULL;
}

static const char games[] = "### Games: ";

bool lm_is_games_link(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~/?#=&%:+,;!@";
    return strncmp(text, "https://", 8) == 0 && strlen(text) <= 200 &&
           strspn(text, letters) == strlen(text);
}

bool lm_is_record_of_games(const char *comment)
{
    return strncmp(comment, games, sizeof games - 1) == 0;
}

const char *lm_games_link(const struct lm_tournament *t)
{
    for (size_t i = t->kept_count; i-- > 0;)
        if (lm_is_record_of_games(t->kept[i].text) &&
            lm_is_games_link(t->kept[i].text + sizeof games - 1))
            return t->kept[i].text + sizeof games - 1;
    return "";
}

const char *lm_record_of_games(const char *link, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s%s", games, link);
    return text.failed ? NULL : lm_text_string(&text);
}

void lm_points_add_next_byes(const struct lm_tournament *t, int32_t *points)
{
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].whom == LM_PLAYERS && t->byes[i].round == t->rounds_paired + 1)
            points[t->byes[i].player] += t->points.value[t->byes[i].kind][0];
}
