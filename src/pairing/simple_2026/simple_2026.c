/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/ladder.h"
#include "pairing/system_rows.h"

/* The row of our house rules for schools (docs/simple-2026.md): by points, then by number; no
 * rematch, no second bye. */

static const struct lm_rule criteria[] =
    LADDER_CRITERIA("Simple ", "2.1", "2.2", "2.3", "2.4", "players who have met",
                    "the bye goes to the lowest who has had none", LM_KEY("bye.none-yet"));
static const struct lm_rule opponent_rules[] = LADDER_OPPONENT_RULES("Simple 2.3");
static const struct lm_rule colour_rules[] = LADDER_COLOUR_RULES("Simple ", "3");

static const struct lm_ladder_rules rules = {.where = "Simple 2.4"};

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    return lm_ladder_pair(&rules, position, request, 0, arena, log, out);
}

static const char *const codes[] = {"SIMPLE_SWISS_2026", "SIMPLE_SWISS", NULL};

const struct lm_system lm_system_simple_2026 = {
    .name = "simple-2026",
    .family = "simple",
    .title = "Simple Swiss System (house rules of 2026)",
    .source = "Limmat, docs/simple-2026.md",
    .from = "",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_NO_FLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_2017},
    .criteria = criteria,
    .second_bye = LADDER_SECOND_BYE,
    .completion = LADDER_REST,
    .opponent_rules = opponent_rules,
    .colour_rules = colour_rules,
    .bye_reason = LM_KEY("bye.none-yet"),
    .pair = pair_round,
    .judge = lm_ladder_judge,
};
