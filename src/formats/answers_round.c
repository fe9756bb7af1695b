/* SPDX-License-Identifier: Apache-2.0 */
/* Answers while a round is played: its state, the next round, possible results, rating changes. */
#include "limmat/answers.h"
#include "limmat/desk.h"

static int64_t tpn_of(const struct lm_tournament *t, uint32_t player)
{
    return player == LM_NOBODY ? 0 : t->players[player].tpn;
}

/* --- the state of a round */

/* Return the result as it is entered, White's first; NULL: it has no name. */
static const char *result_name(const struct lm_record *white, const struct lm_record *black)
{
    size_t count;
    const struct lm_desk_result *all = lm_desk_results(&count);
    for (size_t i = 0; i < count; i++)
        if (all[i].white == white->result && all[i].black == black->result)
            return all[i].name;
    return NULL;
}

/* Write the result of game ${game} of ${pair}, first that of White in that game. */
static void put_result(struct lm_json_writer *w, const struct lm_tournament *t, uint32_t round,
                       const struct lm_pair *pair, uint32_t game)
{
    const struct lm_record *white = lm_record_of(t, pair->white, round) + game;
    const struct lm_record *black = lm_record_of(t, pair->black, round) + game;
    const char *name =
        white->colour == LM_BLACK ? result_name(black, white) : result_name(white, black);
    if (name == NULL)
        lm_json_put_null(w, NULL);
    else
        lm_json_put_string(w, NULL, name);
}

static void put_board(struct lm_json_writer *w, const struct lm_tournament *t,
                      const struct lm_pairing *played, uint32_t number)
{
    const struct lm_pair *pair = &played->pairs[number];
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "board", number + 1);
    lm_json_put_integer(w, "white", tpn_of(t, pair->white));
    lm_json_put_integer(w, "black", tpn_of(t, pair->black));
    lm_json_put_tenths(w, "white_score", pair->white_score);
    lm_json_put_tenths(w, "black_score", pair->black_score);
    lm_json_begin(w, "results", '[');
    for (uint32_t game = 0; game < t->games_per_match; game++)
        put_result(w, t, played->round, pair, game);
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

static const char *idle_name(enum lm_result result)
{
    static const char *const names[LM_RESULT_COUNT] = {
        [LM_PAB] = "bye",         [LM_FULL_BYE] = "full",   [LM_HALF_BYE] = "half",
        [LM_ZERO_BYE] = "absent", [LM_FORFEIT_WIN] = "won", [LM_FORFEIT_LOSS] = "lost"};
    return names[result] == NULL ? "none" : names[result];
}

static uint32_t missing_of(const struct lm_tournament *t, uint32_t round)
{
    uint32_t sides = 0;
    for (uint32_t player = 0; player < t->player_count; player++)
        for (uint32_t game = 0; game < t->games_per_match; game++)
            sides += lm_record_of(t, player, round)[game].result == LM_PENDING;
    return sides / 2;
}

void lm_answer_round(const struct lm_system *system, const struct lm_tournament *t,
                     const struct lm_pairing *played, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "round", played->round);
    lm_json_put_string(&w, "system", system->name);
    lm_json_put_integer(&w, "rounds_paired", t->rounds_paired);
    lm_json_put_integer(&w, "rounds", t->rounds_total);
    lm_json_put_integer(&w, "missing", played->round == 0 ? 0 : missing_of(t, played->round));
    lm_json_begin(&w, "boards", '[');
    for (uint32_t i = 0; i < played->pair_count; i++)
        if (played->pairs[i].black != LM_NOBODY)
            put_board(&w, t, played, i);
    lm_json_end(&w, ']');
    lm_json_begin(&w, "idle", '[');
    for (uint32_t player = 0; played->round > 0 && player < t->player_count; player++) {
        const struct lm_record *record = lm_record_of(t, player, played->round);
        if (record->opponent != LM_NOBODY)
            continue;
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_integer(&w, "player", tpn_of(t, player));
        lm_json_put_string(&w, "why", idle_name((enum lm_result)record->result));
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* --- the next round */

static void put_meeting(struct lm_json_writer *w, const struct lm_tournament *t,
                        const struct lm_preview_meeting *meeting)
{
    static const char *const colours[] = {NULL, "white", "black"};
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "opponent", tpn_of(t, meeting->opponent));
    if (colours[meeting->colour] != NULL)
        lm_json_put_string(w, "colour", colours[meeting->colour]);
    lm_json_put_integer(w, "outcomes", meeting->outcomes);
    lm_json_end(w, '}');
}

/* Write the pairs of the only outcome, by board; the bye last. */
static void put_outcome(struct lm_json_writer *w, const struct lm_tournament *t,
                        const struct lm_preview *preview)
{
    lm_json_begin(w, "pairs", '[');
    for (uint32_t i = 0; i < preview->pair_counts[0]; i++) {
        const struct lm_pair *pair = &preview->pairs[0][i];
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "board", i + 1);
        lm_json_put_integer(w, "white", tpn_of(t, pair->white));
        lm_json_put_integer(w, "black", tpn_of(t, pair->black));
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
}

void lm_answer_preview(const struct lm_tournament *t, const struct lm_preview *preview,
                       struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "round", preview->round);
    lm_json_put_integer(&w, "outcomes", preview->outcomes);
    lm_json_put_integer(&w, "impossible", preview->impossible);
    if (preview->outcomes == 1)
        put_outcome(&w, preview->paired, preview);
    lm_json_begin(&w, "open", '[');
    for (uint32_t i = 0; i < preview->open_count; i++) {
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_integer(&w, "white", tpn_of(t, preview->open[i].white));
        lm_json_put_integer(&w, "black", tpn_of(t, preview->open[i].black));
        if (t->games_per_match > 1)
            lm_json_put_integer(&w, "game", preview->open[i].game + 1);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_begin(&w, "players", '[');
    for (uint32_t player = 0; player < preview->paired->player_count; player++) {
        const struct lm_preview_player *own = &preview->players[player];
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_integer(&w, "tpn", tpn_of(preview->paired, player));
        lm_json_begin(&w, "meetings", '[');
        for (uint32_t i = 0; i < own->count; i++)
            put_meeting(&w, preview->paired, &own->meetings[i]);
        lm_json_end(&w, ']');
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* --- possible results */

static void put_foreseen(struct lm_json_writer *w, const struct lm_tournament *t, uint32_t player,
                         const struct lm_forecast_player *own)
{
    static const char *const colours[] = {NULL, "white", "black"};
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_integer(w, "tpn", tpn_of(t, player));
    lm_json_begin(w, "places", '[');
    for (size_t i = 0; i < LM_FORECAST_PLACES; i++)
        lm_json_put_integer(w, NULL, own->places[i]);
    lm_json_end(w, ']');
    lm_json_begin(w, "meetings", '[');
    for (uint32_t i = 0; i < own->next.count; i++) {
        const struct lm_preview_meeting *meeting = &own->next.meetings[i];
        lm_json_begin_inline(w, NULL, '{');
        lm_json_put_integer(w, "opponent", tpn_of(t, meeting->opponent));
        if (colours[meeting->colour] != NULL)
            lm_json_put_string(w, "colour", colours[meeting->colour]);
        lm_json_put_integer(w, "runs", meeting->outcomes);
        lm_json_end(w, '}');
    }
    lm_json_end(w, ']');
    lm_json_end(w, '}');
}

void lm_answer_forecast(const struct lm_tournament *t, const struct lm_forecast *forecast,
                        struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "round", forecast->round);
    lm_json_put_integer(&w, "open", forecast->open_count);
    lm_json_put_integer(&w, "runs", forecast->runs);
    lm_json_put_integer(&w, "impossible", forecast->impossible);
    lm_json_begin(&w, "players", '[');
    for (uint32_t i = 0; i < t->player_count; i++)
        put_foreseen(&w, t, i, &forecast->players[i]);
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

/* --- rating changes */

void lm_answer_ratings(const struct lm_tournament *t, const struct lm_assessment *assessment,
                       struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_begin(&w, "players", '[');
    for (uint32_t i = 0; assessment->players != NULL && i < t->player_count; i++) {
        const struct lm_player_report *report = &assessment->players[i];
        if (report->mode != LM_PLAYER_RATED || report->games == 0)
            continue;
        lm_json_begin_inline(&w, NULL, '{');
        lm_json_put_integer(&w, "tpn", tpn_of(t, i));
        lm_json_put_integer(&w, "rating", report->own);
        lm_json_put_integer(&w, "k", report->k);
        lm_json_put_integer(&w, "games", report->games);
        lm_json_put_integer(&w, "change", report->change);
        lm_json_end(&w, '}');
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}
