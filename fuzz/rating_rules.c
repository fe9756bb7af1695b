/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the bytes, a file of rating rules is refused with a reason, or every sum can be made by
 * it. */
#include "fuzz.h"

#include "limmat/rating_event.h"

enum { OPPONENTS = 12 };

/* A rated or unrated player against opponents near and far. */
static void is_judged_by(const struct lm_rating_rules *rules, int32_t own, enum lm_event_kind kind,
                         struct lm_arena *arena)
{
    struct lm_event_player players[OPPONENTS + 1] = {
        {.id = 1, .rating = own, .now_rating = own, .k = 20, .now_k = 20, .standard = 2500}};
    struct lm_event_game games[OPPONENTS];
    struct lm_clock clock = {.moves = 40, .seconds = 5400, .increment = 30};
    struct lm_rating_findings findings;
    struct lm_assessment assessment;
    for (uint32_t i = 0; i < OPPONENTS; i++) {
        int32_t rating = 1000 + 150 * (int32_t)i;
        players[i + 1] = (struct lm_event_player){
            .id = i + 2, .rating = rating, .now_rating = rating, .k = 20, .now_k = 20};
        games[i] = (struct lm_event_game){
            .round = (int32_t)i + 1, .black = i + 1, .white_tenths = 10, .played = true};
    }
    struct lm_rating_event event = {.id = "E",
                                    .kind = kind,
                                    .start = 20000,
                                    .end = 20100,
                                    .registered = 19990,
                                    .reported = 20101,
                                    .received = 20102,
                                    .clock = &clock,
                                    .clocks = 1,
                                    .players = players,
                                    .player_count = OPPONENTS + 1,
                                    .games = games,
                                    .game_count = OPPONENTS};
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
        if ((rules->kinds & 1u << chess) == 0)
            continue;
        event.chess = (enum lm_chess)chess;
        HOLDS(lm_rating_check(rules, &event, arena, &findings) != LM_INVALID);
        HOLDS(lm_rating_assess(rules, &event, arena, &assessment) != LM_INVALID);
    }
}

/* What an evaluation makes of newcomers, kept games and players of every age: ratings in a scale.
 */
static void is_evaluated_by(const struct lm_rating_rules *rules, struct lm_arena *arena)
{
    enum { ALL = 9, MOST = 1000000 };
    static const struct lm_kept_game kept[] = {{1, 0}, {4000, 10}, {1200, 5}};
    struct lm_event_player players[ALL];
    struct lm_event_game games[ALL * (ALL - 1) / 2];
    struct lm_assessment assessment;
    size_t count = 0;
    for (uint32_t i = 0; i < ALL; i++) {
        int32_t rating = i < 3 ? 0 : (int32_t)(i * i * 40);
        players[i] = (struct lm_event_player){.id = i + 1,
                                              .rating = rating,
                                              .now_rating = rating,
                                              .born = i == 8 ? 0 : 2000 - 7 * (int32_t)i,
                                              .index = (int32_t)i,
                                              .kept = kept,
                                              .kept_count = i == 0 ? 3 : 0};
        for (uint32_t j = 0; j < i; j++)
            games[count++] =
                (struct lm_event_game){.round = (int32_t)i,
                                       .white = i,
                                       .black = j,
                                       .white_tenths = (int32_t)(5 * ((i + 2 * j) % 3)),
                                       .black_tenths = 10 - (int32_t)(5 * ((i + 2 * j) % 3)),
                                       .played = true};
    }
    const struct lm_rating_event event = {.id = "E",
                                          .start = 20000,
                                          .end = 20100,
                                          .players = players,
                                          .player_count = ALL,
                                          .games = games,
                                          .game_count = count};
    if (lm_rating_assess(rules, &event, arena, &assessment) != LM_OK)
        return;
    for (size_t p = 0; p < ALL; p++) {
        int32_t rating = assessment.players[p].evaluation->new_rating;
        HOLDS(rating >= 0 && rating < MOST && (players[p].rating == 0 || rating > 0));
    }
    for (size_t a = 0; a < rules->adjustment_count; a++)
        for (int32_t rating = 1; rating < 4000; rating += 7)
            HOLDS(lm_rating_bent(&rules->adjustments[a].bend, rating) >= 0);
}

static void is_a_list_later(const struct lm_rating_rules *rules)
{
    for (int32_t end = 15000; end < 15400; end += 7)
        HOLDS(lm_list_of(rules, end, false, end + 40) > end);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_rating_rules rules;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    enum lm_status status = lm_rating_rules_read((const char *)data, size, arena, &log, &rules);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status == LM_OK) {
        is_judged_by(&rules, 2400, LM_EVENT_SWISS, arena);
        is_judged_by(&rules, 0, LM_EVENT_SWISS, arena);
        is_judged_by(&rules, 0, LM_EVENT_ROUND_ROBIN, arena);
        is_a_list_later(&rules);
        if (rules.evaluation != NULL)
            is_evaluated_by(&rules, arena);
    }
    lm_arena_free(arena);
    return 0;
}
