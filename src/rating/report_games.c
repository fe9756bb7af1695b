/* SPDX-License-Identifier: Apache-2.0 */
/* The games of a report: missing and impossible results. */
#include <inttypes.h>
#include <string.h>

#include "rating/report.h"

static struct lm_fault of_game(const char *code, enum lm_fault_weight weight, const char *article,
                               uint32_t p, uint32_t round)
{
    return (struct lm_fault){
        .code = code,
        .weight = weight,
        .article = article,
        .record = "001",
        .player = p,
        .column = round == 0 ? 0 : COLUMN_ROUNDS + COLUMNS_A_ROUND * (round - 1),
        .round = round,
    };
}

/* --- single games --- */

static void inspect_open_results(struct inspection *in, uint32_t p, uint32_t round)
{
    const struct lm_tournament *t = in->t;
    for (size_t game = 0; game < t->games_per_match; game++) {
        const struct lm_record *record = lm_record_of(t, p, round) + game;
        if (record->opponent == LM_NOBODY || record->opponent < p)
            continue;
        if (record->result == LM_PENDING || record->result == LM_BLANK)
            lm_report_add_fault(
                in, of_game("result-missing", LM_FAULT_REFUSED, "TRF26 001, B.02 9.1", p, round),
                "enter the result; if a player did not come, + and -",
                "round %" PRIu32 ": the game of players %" PRIu32 " and %" PRIu32 " has no result",
                round, t->players[p].tpn, t->players[record->opponent].tpn);
        else if (record->result == LM_ADJOURNED)
            lm_report_add_fault(
                in, of_game("game-adjourned", LM_FAULT_REFUSED, "TRF26 162, B.02 9.1", p, round),
                "enter the final result of the game; X is not a result for rating",
                "round %" PRIu32 ": the game of players %" PRIu32 " and %" PRIu32
                " is not finished",
                round, t->players[p].tpn, t->players[record->opponent].tpn);
    }
}

/* C.04.1 art. 2: two participants must not meet twice in a Swiss. */
static void inspect_meetings(struct inspection *in, uint32_t p)
{
    const struct lm_tournament *t = in->t;
    enum lm_event_kind kind = in->event->kind;
    if (kind != LM_EVENT_SWISS || t->games_per_match != 1)
        return;
    for (uint32_t round = 2; round <= t->rounds_paired; round++) {
        const struct lm_record *record = lm_record_of(t, p, round);
        if (record->opponent == LM_NOBODY || record->opponent < p ||
            !lm_result_is_played((enum lm_result)record->result))
            continue;
        for (uint32_t before = 1; before < round; before++) {
            const struct lm_record *earlier = lm_record_of(t, p, before);
            if (earlier->opponent == record->opponent &&
                lm_result_is_played((enum lm_result)earlier->result))
                lm_report_add_fault(
                    in, of_game("met-twice", LM_FAULT_DOUBTFUL, "C.04.1 art. 2", p, round),
                    "correct the opponent of one of the rounds",
                    "players %" PRIu32 " and %" PRIu32 " met in round %" PRIu32
                    " and in round %" PRIu32,
                    t->players[p].tpn, t->players[record->opponent].tpn, before, round);
        }
    }
}

/* --- rounds --- */

static void inspect_round(struct inspection *in, uint32_t round)
{
    const struct lm_tournament *t = in->t;
    uint32_t first = LM_NOBODY;
    uint32_t played = 0;
    for (uint32_t p = 0; p < t->player_count; p++) {
        const struct lm_record *record = lm_record_of(t, p, round);
        played += record->opponent != LM_NOBODY ? 1 : 0;
        if (record->result == LM_PAB && first == LM_NOBODY)
            first = p;
        else if (record->result == LM_PAB && t->team_count == 0)
            lm_report_add_fault(
                in, of_game("two-byes", LM_FAULT_REFUSED, "TRF26 001 (U)", p, round),
                "one bye a round is allocated by the pairing: the other is F, H or Z, or a "
                "forfeit",
                "round %" PRIu32 ": players %" PRIu32 " and %" PRIu32
                " both have the pairing-allocated bye",
                round, t->players[first].tpn, t->players[p].tpn);
    }
    if (played == 0)
        lm_report_add_fault(
            in, of_game("round-without-game", LM_FAULT_DOUBTFUL, "B.02 5.1", LM_NOBODY, round),
            "enter its games, or take the round out", "no game was played in round %" PRIu32,
            round);
}

static void inspect_bye_twice(struct inspection *in, uint32_t p)
{
    const struct lm_tournament *t = in->t;
    uint32_t before = 0;
    for (uint32_t round = 1; round <= t->rounds_paired && t->team_count == 0; round++) {
        if (lm_record_of(t, p, round)->result != LM_PAB)
            continue;
        if (before != 0)
            lm_report_add_fault(in,
                                of_game("bye-again", LM_FAULT_DOUBTFUL, "C.04.1 art. 4", p, round),
                                "correct the letter of one of the rounds: U, F, H or Z",
                                "player %" PRIu32 " has the pairing-allocated bye of round %" PRIu32
                                " and of round %" PRIu32,
                                t->players[p].tpn, before, round);
        before = round;
    }
}

/* --- the whole --- */

static bool has_game(const struct lm_tournament *t, uint32_t p)
{
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        for (size_t game = 0; game < t->games_per_match; game++)
            if (lm_record_of(t, p, round)[game].opponent != LM_NOBODY)
                return true;
    return false;
}

static void inspect_who_played(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    for (uint32_t p = 0; p < t->player_count; p++)
        if (t->rounds_paired > 0 && t->team_count == 0 && !has_game(t, p))
            lm_report_add_fault(in, of_game("never-played", LM_FAULT_DOUBTFUL, "B.02 5.1", p, 0),
                                "leave the player out of the report: otherwise they are counted "
                                "and charged, but not rated",
                                "player %" PRIu32 " %s was never paired", t->players[p].tpn,
                                t->players[p].name);
}

static void inspect_rated_games(struct inspection *in)
{
    const struct lm_rating_event *event = in->event;
    struct lm_fault place =
        of_game("nothing-to-rate", LM_FAULT_REFUSED, "B.02 7.1.4, 8.3.1", LM_NOBODY, 0);
    bool played = false;
    bool counts = false;
    place.record = "001";
    for (size_t i = 0; i < event->game_count; i++) {
        const struct lm_event_game *game = &event->games[i];
        if (!game->played)
            continue;
        played = true;
        counts = counts || lm_rating_met(in->rules, event, &event->players[game->white]) != 0 ||
                 lm_rating_met(in->rules, event, &event->players[game->black]) != 0;
    }
    if (!played)
        lm_report_add_fault(in, place, "enter the results", "no game was played over the board");
    else if (!counts)
        lm_report_add_fault(in, place, "give the ratings, or do not report it: it changes nothing",
                            "no player has a rating: no game can be rated");
}

static void inspect_rounds_announced(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    struct lm_fault place = of_game("rounds-count", LM_FAULT_DOUBTFUL, "TRF26 142", LM_NOBODY, 0);
    place.record = "142";
    if (t->rounds_total > t->rounds_paired)
        lm_report_add_fault(in, place, "enter the rounds that are missing, or correct the number",
                            "%" PRIu32 " rounds are announced, %" PRIu32 " are in the report",
                            t->rounds_total, t->rounds_paired);
}

/* In a round-robin all players meet each other; the rules of 2024 rate an incomplete one, too. */
static void inspect_round_robin(struct inspection *in)
{
    const struct lm_rating_event *event = in->event;
    size_t times = event->kind == LM_EVENT_DOUBLE_ROUND_ROBIN ? 2 : 1;
    size_t games = 0;
    if (event->kind != LM_EVENT_ROUND_ROBIN && event->kind != LM_EVENT_DOUBLE_ROUND_ROBIN)
        return;
    for (size_t i = 0; i < event->game_count; i++)
        games += event->games[i].black != LM_NOBODY ? 1 : 0;
    size_t all = times * event->player_count * (event->player_count - 1) / 2;
    struct lm_fault place =
        of_game("round-robin-incomplete", LM_FAULT_DOUBTFUL, "TRF26 092", LM_NOBODY, 0);
    place.record = "092";
    if (event->player_count > 1 && games != all)
        lm_report_add_fault(in, place, "enter the games that are missing, unplayed ones as + and -",
                            "%zu players of a round-robin have %zu games, not %zu",
                            event->player_count, games, all);
}

void lm_report_inspect_games(struct inspection *in)
{
    const struct lm_tournament *t = in->t;
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        inspect_round(in, round);
        for (uint32_t p = 0; p < t->player_count; p++)
            inspect_open_results(in, p, round);
    }
    for (uint32_t p = 0; p < t->player_count; p++) {
        inspect_meetings(in, p);
        inspect_bye_twice(in, p);
    }
    inspect_who_played(in);
    inspect_rated_games(in);
    inspect_rounds_announced(in);
    inspect_round_robin(in);
}
