/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/ladder.h"
#include "pairing/systems.h"

/* The row of our house rules for schools (docs/simple-2026.md): by points, then by number; nobody
 * meets anybody twice, nobody has a second bye. */

static const struct lm_rule criteria[] = {
    [LADDER_MET] = {"met", "Simple 2.2", "players who have met", "they have already met"},
    [LADDER_SECOND_BYE] = {"bye2", "Simple 2.1", "a second bye",
                           "%s already had a bye, or won without playing"},
    [LADDER_BYE] = {"bye", "Simple 2.1", "the bye goes to the lowest who has had none",
                    "%s is the lowest placed of those who have had none"},
    [LADDER_NEAREST] = {"nearest", "Simple 2.3", "from the top, the nearest place below",
                        "%s has another opponent than the nearest"},
    [LADDER_EXCLUDED] = {"excluded", "Simple 2.2", "players whom the arbiter keeps apart",
                         "the arbiter has excluded this pairing in advance"},
    [LADDER_REST] = {"rest", "Simple 2.4", "everybody else can be paired",
                     "then not everybody could be paired"},
    {0},
};

static const struct lm_rule opponent_rules[] = {
    [LADDER_NEXT] =
        {"next", "Simple 2.3", "next to each other among those who are free",
         "By points, then by number, %s and %s follow each other among those left when all "
         "above are paired"},
    [LADDER_PASSED] = {"nearest", "Simple 2.3", "the nearest place below that is allowed",
                       "From the top everybody gets the nearest player below who is free and may "
                       "be met: %s and %s are such a pair"},
    {0},
};

static const struct lm_rule colour_rules[] = {
    [LADDER_BALANCE] = {"3.1", "Simple 3.1", "White to who had it less often",
                        "White goes to who had it less often, compared with Black"},
    [LADDER_SWAP] = {"3.2", "Simple 3.2", "colours alternate from the last time they differed",
                     "Both are equally balanced; they swap the colours of the last time one had "
                     "White and the other Black"},
    [LADDER_CHANGES] = {"3.3", "Simple 3.3", "the higher placed player changes colour",
                        "Both had the same colours so far; the higher placed one changes from his "
                        "last game"},
    [LADDER_CHANGES_OTHER] = {"3.4", "Simple 3.4", "the lower placed player changes colour",
                              "The higher placed player has not played yet; the opponent changes "
                              "from his last game"},
    [LADDER_FIRST_GAMES] = {"3.5", "Simple 3.5", "first games alternate from pair to pair",
                            "Neither has played yet; in such pairs, from the top, colours "
                            "alternate, beginning with the colour drawn by lot"},
    {0},
};

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
    .criteria_said = lm_ladder_criteria_said,
    .opponents_said = lm_ladder_opponents_said,
    .colours_said = lm_ladder_colours_said,
    .bye_said = LM_KEY("bye.none-yet"),
    .pair = pair_round,
    .judge = lm_ladder_judge,
};
