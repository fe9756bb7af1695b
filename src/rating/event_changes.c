/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The changes due to an event: section 8, with the parts of 5 and 6 that say which games count.
 *
 * Order of work: each game gets its fate; each player gets lines; in a round robin of 2013 the
 * unrated players are removed or rated first (8.58), so that every player has a *strength*, the
 * rating that opponents meet; then each player is summed up separately.
 */
#include "limmat/message.h"
#include "rating/evaluation.h"

#include <assert.h>
#include <string.h>

struct field {
    const struct lm_rating_rules *rules;
    const struct lm_rating_event *event;
    enum lm_rated_as as;
    struct lm_player_report *reports;
    int32_t *strength; /* per player: the rating opponents meet; 0: none */
    bool *removed;     /* per player: 6.1, 8.21 remove the player from a round robin */
};

static const char *const kind_names[LM_EVENT_KINDS] = {
    "swiss", "team", "round_robin", "double_round_robin", "match", "pooled",
};

const char *lm_event_kind_name(enum lm_event_kind kind)
{
    return kind_names[kind];
}

bool lm_event_kind_named(const char *name, enum lm_event_kind *kind)
{
    for (int i = 0; i < LM_EVENT_KINDS; i++)
        if (strcmp(kind_names[i], name) == 0) {
            *kind = (enum lm_event_kind)i;
            return true;
        }
    return false;
}

const char *lm_rated_as_name(enum lm_rated_as as)
{
    static const char *const names[] = {LM_MESSAGE("swiss"), "rr", LM_MESSAGE("match")};
    return names[as];
}

/* --- the fate of games --- */

/* Words, and their article in each chapter (S1: rapid and blitz are numbered separately). */
struct cited {
    const char *articles[LM_CHAPTERS];
    const char *text;
};

static const struct cited fates[] = {
    [LM_GAME_RATED] = {{"", "", ""}, LM_MESSAGE("rated")},
    [LM_GAME_UNPLAYED] = {{"5.1", "5.1", "4.1"}, LM_MESSAGE("not played")},
    [LM_GAME_OPPONENT_UNRATED] = {{"6.42", "8.3.1", "7.3.1"},
                                  LM_MESSAGE("the opponent is unrated")},
    [LM_GAME_DECIDED] = {{"6.6", "6.2", "5.2"}, LM_MESSAGE("the match had been won")},
    [LM_GAME_MATCH_UNRATED] = {{"6.7", "6.1", "5.1"}, LM_MESSAGE("a match with an unrated player")},
    [LM_GAME_DISREGARDED] = {{"6.1", "8.2.1", "7.2.2"},
                             LM_MESSAGE("an unrated player's result is disregarded")},
    [LM_GAME_TOO_FAST] = {{"1.1", "1.1", ""}, LM_MESSAGE("too little time for these ratings")},
    [LM_GAME_TOO_FAR] = {{"", "", "7.3.1"},
                         LM_MESSAGE("ratings 600 or more apart, one above 2600")},
};

/* A national system's file names its own articles, which are not in these tables. */
static const char *or_none(const char *article)
{
    return article == NULL ? "" : article;
}

const char *lm_game_fate_article(enum lm_chapter chapter, enum lm_game_fate fate)
{
    return or_none(fates[fate].articles[chapter]);
}

const char *lm_game_fate_text(enum lm_game_fate fate)
{
    return fates[fate].text;
}

static const struct cited result_fates[] = {
    [LM_RESULT_COUNTS] = {{"counted", "counted", "counted", "counted"},
                          LM_MESSAGE("the result counts")},
    [LM_RESULT_NO_POINT] = {{"6.1", "", ""},
                            LM_MESSAGE("less than a point in the first tournament")},
    [LM_RESULT_FEW_OPPONENTS] = {{"8.21-opponents", "", ""},
                                 LM_MESSAGE("fewer than three rated opponents")},
    [LM_RESULT_SWISS_POINT] = {{"6.41-point", "", ""},
                               LM_MESSAGE("less than a point against rated opponents")},
    [LM_RESULT_SWISS_FLOOR] = {{"6.41-floor", "", ""},
                               LM_MESSAGE("the first result is below the rating floor")},
    [LM_RESULT_FLOOR] = {{"8.31", "", ""},
                         LM_MESSAGE("the first result is below the rating floor")},
    [LM_RESULT_MATCH] = {{"6.7", "6.1", "5.1"},
                         LM_MESSAGE("a match with an unrated player is not rated")},
    [LM_RESULT_ZERO] = {{"8.21", "8.2.1", "7.2.2"}, LM_MESSAGE("no point in the first event")},
    [LM_RESULT_NO_OPPONENT] = {{"7.14", "7.1.4", "6.1.4"},
                               LM_MESSAGE("no game against a rated opponent")},
    [LM_RESULT_KEPT] = {{"", "", "", "kept"},
                        LM_MESSAGE("not enough for a first rating: the games are kept")},
};

const char *lm_result_fate_code(enum lm_chapter chapter, enum lm_result_fate fate)
{
    return or_none(result_fates[fate].articles[chapter]);
}

const char *lm_player_mode_article(enum lm_chapter chapter, enum lm_player_mode mode)
{
    static const char *const articles[][LM_CHAPTERS] = {
        [LM_PLAYER_RATED] = {"8.5", "8.3", "7.3"},
        [LM_PLAYER_UNRATED] = {"8.2", "8.2", "7.2"},
        [LM_PLAYER_SINCE_PUBLISHED] = {"8.4", "8.2.4", "7.2.5"},
        [LM_PLAYER_LENT] = {"", "", "7.2.1"}, /* standard; the number before 2022 is unknown */
    };
    return or_none(articles[mode][chapter]);
}

const char *lm_result_fate_text(enum lm_result_fate fate)
{
    return result_fates[fate].text;
}

/* --- choice of rules --- */

/* 6.5: a round robin with a game unplayed, or never recorded, is rated as a Swiss. */
static bool is_complete_round_robin(const struct lm_rating_event *event)
{
    size_t played = 0;
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        if (game->black == LM_NOBODY)
            continue;
        if (!game->played)
            return false;
        played++;
    }
    size_t n = event->player_count;
    size_t all = n * (n - (n > 0 ? 1 : 0)) / 2;
    return played >= (event->kind == LM_EVENT_DOUBLE_ROUND_ROBIN ? 2 * all : all);
}

enum lm_rated_as lm_rating_rated_as(const struct lm_rating_rules *rules,
                                    const struct lm_rating_event *event)
{
    if (rules->evaluation != NULL)
        return LM_RATED_AS_SWISS; /* all games count the same */
    if (event->kind == LM_EVENT_MATCH)
        return LM_RATED_AS_MATCH;
    bool round_robin =
        event->kind == LM_EVENT_ROUND_ROBIN || event->kind == LM_EVENT_DOUBLE_ROUND_ROBIN;
    return rules->round_robins_apart && round_robin && is_complete_round_robin(event)
               ? LM_RATED_AS_ROUND_ROBIN
               : LM_RATED_AS_SWISS;
}

/* --- the games of the event --- */

/* 6.6 | 6.2: the games up to the one after which a player had more than half of the points of the
 * games agreed (R32), not counting points without play; all of them if no player had. */
static size_t games_until_decided(const struct lm_rating_event *event)
{
    int32_t agreed = event->match_games != 0 ? event->match_games : (int32_t)event->game_count;
    int32_t points[2] = {0, 0};
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        if (!game->played)
            continue;
        points[game->white == 0 ? 0 : 1] += game->white_tenths;
        points[game->white == 0 ? 1 : 0] += game->black_tenths;
        if (points[0] > 5 * agreed || points[1] > 5 * agreed)
            return i + 1;
    }
    return event->game_count;
}

static bool is_unrated_match(const struct field *field)
{
    for (size_t i = 0; i < field->event->player_count; i++)
        if (field->strength[i] == 0)
            return true;
    return false;
}

static int32_t higher_rating(const struct field *field, const struct lm_event_game *game)
{
    int32_t white = field->strength[game->white];
    int32_t black = field->strength[game->black];
    return white > black ? white : black;
}

/* 1.1 of 2024: the time that a game requires depends on its better player. */
static bool is_too_fast(const struct field *field, const struct lm_event_game *game)
{
    const struct lm_rating_event *event = field->event;
    if (!field->rules->controls_per_game || event->chess != LM_STANDARD || event->clocks == 0)
        return false;
    return lm_clock_seconds(event->clock, event->clocks) <
           60 * lm_rating_minutes(field->rules, higher_rating(field, game));
}

/* Rapid and blitz 7.3.1, in events that start on or after 1 December 2024 (0.1): the game counts
 * for neither player, and only if both have a rating. */
static bool is_too_far(const struct field *field, const struct lm_event_game *game)
{
    const struct lm_rating_rules *rules = field->rules;
    if (rules->far_rating == 0 || field->event->chess == LM_STANDARD ||
        field->event->start < rules->far_since)
        return false;
    int32_t white = field->strength[game->white];
    int32_t black = field->strength[game->black];
    if (white == 0 || black == 0 || (white <= rules->far_rating && black <= rules->far_rating))
        return false;
    int32_t difference = white > black ? white - black : black - white;
    return difference >= rules->far_difference;
}

/* Return the fate of a game by the event's rules, before its players are considered. */
static enum lm_game_fate fate_in_event(const struct field *field, size_t number, size_t decided)
{
    const struct lm_event_game *game = &field->event->games[number];
    if (!game->played || game->black == LM_NOBODY)
        return LM_GAME_UNPLAYED;
    if (number >= decided)
        return LM_GAME_DECIDED;
    if (field->as == LM_RATED_AS_MATCH && is_unrated_match(field))
        return LM_GAME_MATCH_UNRATED;
    if (is_too_fast(field, game))
        return LM_GAME_TOO_FAST;
    return is_too_far(field, game) ? LM_GAME_TOO_FAR : LM_GAME_RATED;
}

static void add_line(struct lm_player_report *report, const struct lm_event_game *game, bool white,
                     enum lm_game_fate fate)
{
    report->lines[report->line_count++] = (struct lm_game_line){
        .round = game->round,
        .opponent = white ? game->black : game->white,
        .white = white,
        .fate = fate,
        .tenths = white ? game->white_tenths : game->black_tenths,
    };
}

/* Give every player the lines: one block, divided by a count. */
static enum lm_status lay_out_lines(struct field *field, struct lm_arena *arena,
                                    struct lm_assessment *out)
{
    const struct lm_rating_event *event = field->event;
    size_t *counts = lm_arena_alloc(arena, event->player_count, sizeof *counts);
    struct lm_game_line *block = lm_arena_alloc(arena, 2 * event->game_count, sizeof *block);
    if (counts == NULL || block == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < event->game_count; i++) {
        counts[event->games[i].white]++;
        if (event->games[i].black != LM_NOBODY)
            counts[event->games[i].black]++;
    }
    for (size_t p = 0; p < event->player_count; p++) {
        field->reports[p].lines = block;
        block += counts[p];
    }
    bool match = field->as == LM_RATED_AS_MATCH;
    size_t decided = match ? games_until_decided(event) : event->game_count;
    out->decided_after = match ? (int32_t)decided : 0;
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        enum lm_game_fate fate = fate_in_event(field, i, decided);
        out->counted_games += game->black != LM_NOBODY && game->played && i < decided ? 1 : 0;
        add_line(&field->reports[game->white], game, true, fate);
        if (game->black != LM_NOBODY)
            add_line(&field->reports[game->black], game, false, fate);
    }
    return LM_OK;
}

/* --- round robins with unrated players (2013) --- */

/* Rated opponents counted as persons (R12), over all games that ${field} rates. */
static int32_t rated_opponents(const struct field *field, const struct lm_player_report *report)
{
    int32_t persons = 0;
    for (size_t i = 0; i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        const struct lm_event_player *opponent = &field->event->players[line->opponent];
        if (line->fate != LM_GAME_RATED || lm_rating_met(field->rules, field->event, opponent) == 0)
            continue;
        bool met = false;
        for (size_t j = 0; j < i && !met; j++)
            met = report->lines[j].fate == LM_GAME_RATED &&
                  report->lines[j].opponent == line->opponent;
        persons += met ? 0 : 1;
    }
    return persons;
}

static int32_t all_tenths(const struct lm_player_report *report)
{
    int32_t sum = 0;
    for (size_t i = 0; i < report->line_count; i++)
        if (report->lines[i].fate == LM_GAME_RATED)
            sum += report->lines[i].tenths;
    return sum;
}

/* 6.1, 8.21 (R11): find the players whose result is void, together with their opponents' results
 * against them; judged on the whole table, so that no removal causes another.  A player rated at
 * the start and delisted since is judged alike, but only that player's own result is void:
 * opponents met a rated player (R24). */
static void remove_unrated(struct field *field)
{
    for (size_t p = 0; p < field->event->player_count; p++) {
        const struct lm_event_player *player = &field->event->players[p];
        struct lm_player_report *report = &field->reports[p];
        if (player->rating != 0 && report->mode != LM_PLAYER_UNRATED)
            continue;
        if (rated_opponents(field, report) < field->rules->rated_opponents)
            report->fate =
                field->rules->rated_opponents > 1 ? LM_RESULT_FEW_OPPONENTS : LM_RESULT_NO_OPPONENT;
        else if (!player->prior && all_tenths(report) < field->rules->first_points)
            report->fate = field->rules->first_points > 5 ? LM_RESULT_NO_POINT : LM_RESULT_ZERO;
        field->removed[p] = player->rating == 0 && report->fate != LM_RESULT_COUNTS;
    }
}

/* Opponents do not meet removed players; a removed player meets no one, unless the player has a
 * rating by now (8.4). */
static void strike_removed(struct field *field)
{
    for (size_t p = 0; p < field->event->player_count; p++) {
        struct lm_player_report *report = &field->reports[p];
        bool gone = field->removed[p] && report->mode == LM_PLAYER_UNRATED;
        for (size_t i = 0; i < report->line_count; i++) {
            struct lm_game_line *line = &report->lines[i];
            if (line->fate == LM_GAME_RATED && (gone || field->removed[line->opponent]))
                line->fate = LM_GAME_DISREGARDED;
        }
    }
}

/* A player's games and points among those who remain. */
static void sum_games(struct lm_player_report *report)
{
    report->games = 0;
    report->tenths = 0;
    for (size_t i = 0; i < report->line_count; i++)
        if (report->lines[i].fate == LM_GAME_RATED) {
            report->games++;
            report->tenths += report->lines[i].tenths;
        }
}

/* 8.21b: Ra = Rar - dpa x n/(n+1). */
static enum lm_status tournament_average(struct field *field, struct lm_round_robin *out)
{
    int64_t ratings = 0;
    int64_t offsets = 0;
    int32_t rated = 0;
    int32_t remaining = 0;
    for (size_t p = 0; p < field->event->player_count; p++) {
        struct lm_player_report *report = &field->reports[p];
        remaining += field->removed[p] ? 0 : 1;
        if (field->event->players[p].rating == 0)
            continue;
        sum_games(report);
        rated++;
        ratings += field->event->players[p].rating;
        if (report->games > 0)
            offsets += lm_rating_offset_by(field->rules->tables,
                                           lm_rating_percent(report->tenths, report->games));
    }
    if (rated == 0)
        return LM_OK;
    out->used = true;
    out->opponents = remaining - 1;
    out->rated = lm_fraction_of(ratings, rated);
    out->dpa = lm_fraction_of(offsets, rated);
    struct lm_fraction correction;
    bool fits =
        lm_fraction_multiply(out->dpa, lm_fraction_of(-(remaining - 1), remaining), &correction) &&
        lm_fraction_add(out->rated, correction, &out->average);
    return fits ? LM_OK : LM_LIMIT;
}

/* 8.22-8.25: rate an unrated player of a round robin, whose opponents then meet the Ru (8.58,
 * reading R8: one pass). */
static enum lm_status rate_in_round_robin(struct field *field, const struct lm_round_robin *rr,
                                          size_t p)
{
    struct lm_player_report *report = &field->reports[p];
    sum_games(report);
    report->result = (struct lm_rating_result){.games = report->games,
                                               .tenths = report->tenths,
                                               .average = rr->average,
                                               .opponents = rr->opponents};
    if (report->games == 0)
        return LM_OK;
    if (lm_rating_initial(field->rules, &report->result, 1, &report->ru) != LM_OK)
        return LM_LIMIT;
    report->has_ru = true;
    if (field->rules->first_floor && !field->event->players[p].prior &&
        report->ru.rating < field->rules->floor)
        report->fate = LM_RESULT_FLOOR; /* R16: the games still count for the opponents */
    return LM_OK;
}

static enum lm_status rate_round_robin(struct field *field, struct lm_round_robin *rr)
{
    remove_unrated(field);
    strike_removed(field);
    enum lm_status status = tournament_average(field, rr);
    for (size_t p = 0; status == LM_OK && p < field->event->player_count; p++) {
        bool needs_ru =
            field->event->players[p].rating == 0 || field->reports[p].mode == LM_PLAYER_UNRATED;
        if (!rr->used || field->reports[p].fate != LM_RESULT_COUNTS || !needs_ru)
            continue;
        status = rate_in_round_robin(field, rr, p);
        if (field->event->players[p].rating == 0)
            field->strength[p] = field->reports[p].has_ru ? field->reports[p].ru.rating : 0;
    }
    return status;
}

/* --- players, one by one --- */

/* 8.52, 6.42: a game against a player without a rating is not rated. */
static void meet_opponents(const struct field *field, struct lm_player_report *report)
{
    for (size_t i = 0; i < report->line_count; i++) {
        struct lm_game_line *line = &report->lines[i];
        if (line->fate != LM_GAME_RATED)
            continue;
        line->opponent_rating = field->strength[line->opponent];
        if (line->opponent_rating <= 0)
            line->fate = LM_GAME_OPPONENT_UNRATED;
    }
}

/* Is the difference of ${a} greater than that of ${b}, regardless of sign? */
static bool is_farther(const struct lm_rating_game *a, const struct lm_rating_game *b)
{
    return (a->difference < 0 ? -a->difference : a->difference) >
           (b->difference < 0 ? -b->difference : b->difference);
}

/* 8.3.1 of 2022: the limit holds for one game of a player's event, that of the greatest difference
 * (C1), the first of several (C3); the others count in full. */
static void cap_one_game(const struct field *field, struct lm_player_report *report)
{
    struct lm_rating_game *farthest = NULL;
    for (size_t i = 0; i < report->line_count; i++) {
        struct lm_rating_game *game = &report->lines[i].game;
        if (report->lines[i].fate != LM_GAME_RATED || game->used == game->difference)
            continue;
        struct lm_rating_game *full = game;
        if (farthest == NULL || is_farther(game, farthest)) {
            full = farthest;
            farthest = game;
        }
        if (full != NULL)
            lm_rating_game_count_as(field->rules, full, full->difference);
    }
}

/* 8.5 | 8.3 */
static void sum_changes(const struct field *field, struct lm_player_report *report)
{
    for (size_t i = 0; i < report->line_count; i++) {
        struct lm_game_line *line = &report->lines[i];
        if (line->fate != LM_GAME_RATED)
            continue;
        line->game = lm_rating_game(field->rules, field->event->chess, report->own,
                                    line->opponent_rating, line->tenths);
    }
    if (field->rules->cap_once)
        cap_one_game(field, report);
    for (size_t i = 0; i < report->line_count; i++)
        if (report->lines[i].fate == LM_GAME_RATED) {
            report->expected += report->lines[i].game.expected;
            report->delta += report->lines[i].game.delta;
        }
    report->k = lm_rating_k_within_budget(field->rules, report->listed_k, report->games);
    report->change = report->delta * report->k;
}

enum lm_result_fate lm_fate_of_result(const struct lm_rating_rules *rules,
                                      struct first_result result)
{
    if (result.opponents < rules->rated_opponents)
        return rules->rated_opponents > 1 ? LM_RESULT_FEW_OPPONENTS : LM_RESULT_NO_OPPONENT;
    if (result.first && result.tenths < rules->first_points)
        return rules->first_points > 5 ? LM_RESULT_SWISS_POINT : LM_RESULT_ZERO;
    if (result.first && rules->first_floor && result.ru < rules->floor)
        return LM_RESULT_SWISS_FLOOR;
    return LM_RESULT_COUNTS;
}

static enum lm_result_fate swiss_fate(const struct field *field, size_t p)
{
    const struct lm_player_report *report = &field->reports[p];
    if (field->as == LM_RATED_AS_MATCH)
        return LM_RESULT_MATCH;
    return lm_fate_of_result(field->rules, (struct first_result){
                                               .first = !field->event->players[p].prior,
                                               .opponents = rated_opponents(field, report),
                                               .games = report->games,
                                               .tenths = report->tenths,
                                               .ru = report->ru.rating,
                                           });
}

/* 8.21a | 8.2.2: the result of an unrated player against rated opponents. */
static enum lm_status rate_in_swiss(struct field *field, size_t p)
{
    struct lm_player_report *report = &field->reports[p];
    int64_t ratings = 0;
    for (size_t i = 0; i < report->line_count; i++)
        if (report->lines[i].fate == LM_GAME_RATED)
            ratings += report->lines[i].opponent_rating;
    if (report->games > 0) {
        report->result =
            (struct lm_rating_result){.games = report->games,
                                      .tenths = report->tenths,
                                      .average = lm_fraction_of(ratings, report->games)};
        if (lm_rating_initial(field->rules, &report->result, 1, &report->ru) != LM_OK)
            return LM_LIMIT;
        report->has_ru = true;
    }
    report->fate = swiss_fate(field, p);
    return LM_OK;
}

/* Rp = mean of the opponents + dp: not part of the rating regulations, but required in every
 * report. */
static void find_performance(const struct lm_rating_rules *rules, struct lm_player_report *report)
{
    int64_t ratings = 0;
    int32_t games = 0;
    int32_t tenths = 0;
    for (size_t i = 0; i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        if (line->fate != LM_GAME_RATED)
            continue;
        ratings += line->opponent_rating;
        tenths += line->tenths;
        games++;
    }
    if (games == 0)
        return;
    report->has_performance = true;
    report->performance = (int32_t)lm_fraction_round(lm_fraction_of(ratings, games)) +
                          lm_rating_offset_by(rules->tables, lm_rating_percent(tenths, games));
}

static enum lm_status rate_player(struct field *field, size_t p)
{
    struct lm_player_report *report = &field->reports[p];
    bool rated_here = field->as == LM_RATED_AS_ROUND_ROBIN && report->mode == LM_PLAYER_UNRATED;
    meet_opponents(field, report);
    find_performance(field->rules, report);
    if (rated_here)
        return LM_OK; /* rate_round_robin did it */
    sum_games(report);
    if (report->mode == LM_PLAYER_UNRATED)
        return rate_in_swiss(field, p);
    report->fate = LM_RESULT_COUNTS;
    sum_changes(field, report);
    return LM_OK;
}

/* Rapid and blitz 7.2.1: does the player have a standard rating but none here? */
static bool is_lent(const struct lm_rating_rules *rules, const struct lm_rating_event *event,
                    const struct lm_event_player *player)
{
    return rules->lends_standard && event->chess != LM_STANDARD && player->rating == 0 &&
           player->standard != 0;
}

int32_t lm_rating_met(const struct lm_rating_rules *rules, const struct lm_rating_event *event,
                      const struct lm_event_player *player)
{
    return is_lent(rules, event, player) ? player->standard : player->rating;
}

/* R24, S12: set the player's mode at the start, and the rating when the event is rated.  A rating
 * lent at the start stays lent if the report comes late. */
static void introduce(struct field *field, size_t p)
{
    const struct lm_event_player *player = &field->event->players[p];
    struct lm_player_report *report = &field->reports[p];
    field->strength[p] = lm_rating_met(field->rules, field->event, player);
    if (is_lent(field->rules, field->event, player)) {
        report->mode = LM_PLAYER_LENT;
        report->own = player->standard;
        report->listed_k = lm_rating_lent_k(field->rules, player->standard, player->born,
                                            lm_date_of(field->event->start).year);
    } else if (player->now_rating == 0) {
        report->mode = LM_PLAYER_UNRATED;
    } else if (player->rating != 0) {
        report->mode = LM_PLAYER_RATED;
        report->own = player->rating;
        report->listed_k = player->k;
    } else {
        report->mode = LM_PLAYER_SINCE_PUBLISHED;
        report->own = player->now_rating;
        report->listed_k = player->now_k;
    }
}

int32_t lm_rating_likely_k(const struct lm_rating_rules *rules, const struct lm_rating_event *event,
                           const struct lm_event_player *player)
{
    return lm_rating_k(rules,
                       (struct lm_rating_standing){
                           .rating = player->rating,
                           .games = rules->new_games,
                           .reached_top = lm_rating_reaches(player->rating, rules->top),
                           .reached_high = lm_rating_reaches(player->rating, rules->junior_below),
                           .birth = player->born,
                           .list_year = lm_date_of(event->start).year,
                       });
}

enum lm_status lm_rating_assess(const struct lm_rating_rules *rules,
                                const struct lm_rating_event *event, struct lm_arena *arena,
                                struct lm_assessment *out)
{
    if (rules == NULL || event == NULL)
        return LM_INVALID;
    size_t n = event->player_count;
    struct lm_assessment assessment = {.as = lm_rating_rated_as(rules, event)};
    struct field field = {
        .rules = rules,
        .event = event,
        .as = assessment.as,
        .reports = lm_arena_alloc(arena, n, sizeof *field.reports),
        .strength = lm_arena_alloc(arena, n, sizeof *field.strength),
        .removed = lm_arena_alloc(arena, n, sizeof *field.removed),
    };
    if (field.reports == NULL || field.strength == NULL || field.removed == NULL)
        return LM_LIMIT;
    for (size_t p = 0; p < n; p++)
        introduce(&field, p);
    enum lm_status status = lay_out_lines(&field, arena, &assessment);
    if (status == LM_OK && rules->evaluation != NULL) {
        assessment.players = field.reports;
        *out = assessment;
        return lm_rating_evaluate(rules, event, field.reports, arena);
    }
    if (status == LM_OK && field.as == LM_RATED_AS_ROUND_ROBIN)
        status = rate_round_robin(&field, &assessment.round_robin);
    for (size_t p = 0; status == LM_OK && p < n; p++)
        status = rate_player(&field, p);
    if (status != LM_OK)
        return status;
    assessment.players = field.reports;
    *out = assessment;
    return LM_OK;
}
