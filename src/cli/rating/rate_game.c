/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate game`: two players, their games, both changes. */
#include "cli/rating/rate.h"

#include <string.h>

enum { RULES, CHESS, DAY, K, OPPONENT_K, FORMAT };

static const struct option options[] = {
    [RULES] = RULES_OPTION,
    [CHESS] = CHESS_OPTION,
    [DAY] = {0, "day", TEXT, "DAY", 0, 0, "the day of the games; decides the edition"},
    [K] = {'k', "k", NUMBER, "K", 1, 100, "K of A; when not given, by the rating alone"},
    [OPPONENT_K] = {0, "opponent-k", NUMBER, "K", 1, 100, "K of B"},
    [FORMAT] = FORMAT_OPTION("text|json"),
    LANGUAGE_OPTION,
    {0}};

/* Read A's score in tenths: "1", "0", "=", "1/2", "½", "0.5". */
static bool parse_result(const char *text, int32_t *tenths)
{
    if (strcmp(text, "=") == 0 || strcmp(text, "1/2") == 0) {
        *tenths = 5;
        return true;
    }
    return lm_parse_tenths(text, strlen(text), tenths) &&
           (*tenths == 0 || *tenths == 5 || *tenths == 10);
}

static enum lm_status read_players(struct run *run, struct lm_event_player *players)
{
    for (int i = 0; i < 2; i++) {
        int64_t rating;
        const char *text = run->operands[i];
        const struct value *k = &run->values[i == 0 ? K : OPPONENT_K];
        if (!lm_parse_integer(text, strlen(text), 1, 4000, &rating))
            return fail(run->log, LM_INVALID, "\"%s\" is not a rating; give a number like 2150",
                        text);
        players[i] = (struct lm_event_player){
            .id = (uint32_t)i + 1,
            .name = i == 0 ? "A" : "B",
            .rating = (int32_t)rating,
            .now_rating = (int32_t)rating,
            .k = k->text == NULL ? 0 : (int32_t)k->number,
            .now_k = k->text == NULL ? 0 : (int32_t)k->number,
        };
    }
    return LM_OK;
}

static enum lm_status read_games(struct run *run, struct lm_rating_event *event)
{
    size_t count = run->operand_count - 2;
    struct lm_event_game *games = lm_arena_alloc(run->arena, count, sizeof *games);
    if (games == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        int32_t tenths;
        if (!parse_result(run->operands[i + 2], &tenths))
            return fail(run->log, LM_INVALID,
                        "\"%s\" is not a result; give A's score: 1, 0 or =", run->operands[i + 2]);
        games[i] = (struct lm_event_game){(int32_t)i + 1, 0, 1, tenths, 10 - tenths, true};
    }
    event->games = games;
    event->game_count = count;
    return LM_OK;
}

static void write_both(struct run *run, const struct lm_rating_rules *rules,
                       const struct lm_rating_event *event, const struct lm_assessment *assessment)
{
    if (run->values[FORMAT].number == 0) {
        write_basis(run, rules, &run->out);
        explain_player(run, rules, event, assessment, 0, &run->out);
        lm_text_add_char(&run->out, '\n');
        explain_player(run, rules, event, assessment, 1, &run->out);
        return;
    }
    struct lm_json_writer w = lm_json_writer_to(&run->out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "rules", rules->name);
    put_basis(rules, &w);
    lm_json_begin(&w, "players", '[');
    for (size_t i = 0; i < 2; i++)
        explain_player_json(rules, event, assessment, i, &w);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(&run->out, '\n');
}

static enum lm_status rate_game(struct run *run)
{
    struct lm_event_player players[2];
    const struct lm_rating_rules *rules = NULL;
    struct lm_assessment assessment;
    struct lm_rating_event event = {
        .id = "game",
        .chess = (enum lm_chess)run->values[CHESS].number,
        .kind = LM_EVENT_SWISS, /* a match would end once it is won */
        .start = INT32_MAX,     /* today's edition */
        .players = players,
        .player_count = 2,
    };
    enum lm_status status = read_players(run, players);
    if (status == LM_OK && run->values[DAY].text != NULL)
        status = parse_day(run->values[DAY].text, "--day", run->log, &event.start);
    if (status == LM_OK)
        status = choose_rules(run->values[RULES].text, event.start, event.chess, run->arena,
                              run->log, &rules);
    if (status == LM_OK)
        status = read_games(run, &event);
    if (run->values[DAY].text == NULL && status == LM_OK) /* the edition finally used */
        event.start = rules->in_force > rules->far_since ? rules->in_force : rules->far_since;
    if (status == LM_OK)
        status = assume_k(rules, run->arena, &event, run->log);
    if (status == LM_OK)
        status = lm_rating_assess(rules, &event, run->arena, &assessment);
    if (status == LM_OK)
        write_both(run, rules, &event, &assessment);
    return status;
}

const struct command rate_game_command = {
    .name = "rate game",
    .operands = "A B RESULT…",
    .summary = "calculate the rating changes of games between A and B, step by step",
    .description =
        "A and B are ratings, each RESULT is A's score of a game: 1, 0 or =.\n"
        "\n"
        "The output shows difference, cap, expectation, change, K and rounding for both players,\n"
        "each with its article.",
    .example = "limmat rate game 2700 2280 1 =\n"
               "limmat rate game --edition rating-2013 -k 15 2150 2301 1",
    .options = options,
    .least = 3,
    .most = 1000,
    .run = rate_game,
};
