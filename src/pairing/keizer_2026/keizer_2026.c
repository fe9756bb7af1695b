/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/keizer.h"
#include "limmat/words.h"
#include "pairing/ladder.h"
#include "pairing/systems.h"

/* The row of our house rules for Keizer (docs/keizer-2026.md): the list goes by the Keizer score,
 * and nobody who came is sent home. */

static const struct lm_rule criteria[] = {
    [LADDER_MET] = {"met", "Keizer 3.3", "players who met and may not meet again yet",
                    "they have already met, and may not meet again yet"},
    [LADDER_SECOND_BYE] = {"bye2", "Keizer 3.2", "a second bye",
                           "%s already had a bye, or won without playing"},
    [LADDER_BYE] = {"bye", "Keizer 3.2", "the bye goes to the lowest of those with the fewest",
                    "%s is the lowest placed of those with the fewest byes"},
    [LADDER_NEAREST] = {"nearest", "Keizer 3.4", "from the top, the nearest place below",
                        "%s has another opponent than the nearest"},
    [LADDER_EXCLUDED] = {"excluded", "Keizer 3.3", "players whom the arbiter keeps apart",
                         "the arbiter has excluded this pairing in advance"},
    [LADDER_REST] = {"rest", "Keizer 3.5", "everybody else can be paired",
                     "then not everybody could be paired"},
    {0},
};

static const struct lm_rule opponent_rules[] = {
    [LADDER_NEXT] = {"next", "Keizer 3.4", "next to each other among those who are free",
                     "By their Keizer scores %s and %s follow each other among those left when all "
                     "above are paired"},
    [LADDER_PASSED] = {"nearest", "Keizer 3.4", "the nearest place below that is allowed",
                       "From the top everybody gets the nearest player below who is free and may "
                       "be met: %s and %s are such a pair"},
    {0},
};

static const struct lm_rule colour_rules[] = {
    [LADDER_BALANCE] = {"4.1", "Keizer 4.1", "White to who had it less often",
                        "White goes to who had it less often, compared with Black"},
    [LADDER_SWAP] = {"4.2", "Keizer 4.2", "colours alternate from the last time they differed",
                     "Both are equally balanced; they swap the colours of the last time one had "
                     "White and the other Black"},
    [LADDER_CHANGES] = {"4.3", "Keizer 4.3", "the higher placed player changes colour",
                        "Both had the same colours so far; the higher placed one changes from his "
                        "last game"},
    [LADDER_CHANGES_OTHER] = {"4.4", "Keizer 4.4", "the lower placed player changes colour",
                              "The higher placed player has not played yet; the opponent changes "
                              "from his last game"},
    [LADDER_FIRST_GAMES] = {"4.5", "Keizer 4.5", "first games alternate from pair to pair",
                            "Neither has played yet; in such pairs, from the top, colours "
                            "alternate, beginning with the colour drawn by lot"},
    {0},
};

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

/* What is wrong in the settings has been said when the scores were worked out. */
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
    .criteria_said = lm_ladder_criteria_said,
    .opponents_said = lm_ladder_opponents_said,
    .colours_said = lm_ladder_colours_said,
    .bye_said = LM_KEY("bye.ranking"),
    .pair = pair_round,
    .judge = lm_ladder_judge_free_byes,
};
