/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/keizer.h"
#include "limmat/words.h"
#include "pairing/ladder.h"
#include "pairing/system_rows.h"

/* The row of our house rules for Keizer (docs/keizer-2026.md): the list goes by the Keizer score,
 * and every player who came is paired. */

static const struct lm_rule criteria[] = LADDER_CRITERIA(
    "Keizer ", "3.2", "3.3", "3.4", "3.5", "players who met and may not meet again yet",
    "the bye goes to the lowest of those with the fewest", LM_KEY("bye.ranking"));
static const struct lm_rule opponent_rules[] = LADDER_OPPONENT_RULES("Keizer 3.4");
static const struct lm_rule colour_rules[] = LADDER_COLOUR_RULES("Keizer ", "4");

static const struct lm_ladder_rules rules = {.where = "Keizer 3.5", .always_paired = true};

static enum lm_status scores(const struct lm_tournament *t, uint32_t round, struct lm_arena *arena,
                             struct lm_log *log, int32_t *score)
{
    struct lm_keizer *all = lm_arena_alloc(arena, t->player_count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    enum lm_status status = lm_keizer_scores(t, round - 1, arena, log, all);
    for (uint32_t i = 0; status == LM_OK && i < t->player_count; i++)
        score[i] = all[i].score;
    return status;
}

/* Errors in the settings are reported when the scores are computed. */
static uint32_t apart(const struct lm_tournament *t)
{
    struct lm_keizer_settings settings;
    return lm_keizer_settings_of(t, NULL, &settings) == LM_OK ? (uint32_t)settings.apart : 1;
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    return lm_ladder_pair(&rules, position, request, apart(position->tournament), arena, log, out);
}

static const char *const codes[] = {"KEIZER_2026", "KEIZER", NULL};

const struct lm_system lm_system_keizer_2026 = {
    .name = "keizer-2026",
    .family = "keizer",
    .title = "Keizer System (house rules of 2026)",
    .source = "Limmat, docs/keizer-2026.md",
    .from = "",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .score = "KEIZ",
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2017, .scores = scores, .apart = apart},
    .criteria = criteria,
    .second_bye = LADDER_SECOND_BYE,
    .completion = LADDER_REST,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .bye_reason = LM_KEY("bye.ranking"),
    .pair = pair_round,
    .judge = lm_ladder_judge_free_byes,
};
