/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/systems.h"
#include "pairing/upfloat.h"

/*
 * C.04.5, the Double-Swiss System: matches of two games.  Article numbers without a prefix are its.
 *
 * A seat's score, colours, floats and meetings are those of matches (position.h).  A round goes as
 * art. 3.3.2 says: the bye, then bracket after bracket from the top, then the colours.  No step is
 * exponential on any input: completion [C3] is a largest matching, the upfloaters and the general
 * case of a bracket are best matchings, O(n^3) each with O(n^2) for each further question; see
 * upfloaters.c and upfloat_bracket.c, also for why nearly all of an
 * ordinary large round needs none of that.
 */

enum { C8 = UP_C7 + 1, PAB_SCORE, PAB_MATCHES, PAB_TPN, AGAINST };

static const struct lm_rule criteria[] = {
    [UP_C1] = {"C1", "C.04.5 art. 2.1.1", "players who have met before",
               "%s has played this opponent before"},
    [UP_C2] = {"C2", "C.04.5 art. 2.1.2", "a second bye",
               "%s already had a pairing-allocated bye, or won a match without playing"},
    [UP_C3] = {"C3", "C.04.5 art. 2.2.1", "the others could not all be paired",
               "%s is needed elsewhere: otherwise not everybody could be paired"},
    [UP_C4] =
        {"C4", "C.04.5 art. 2.3.1", "number of upfloaters",
         "%s plays somebody with more points, to complete the group above, which needs as few "
         "as possible"},
    [UP_C5] = {"C5", "C.04.5 art. 2.3.2", "scores of the upfloaters",
               "%s is the nearest in score who completes the group above"},
    [UP_C6] = {"C6", "C.04.5 art. 2.3.3", "upfloaters that the following scoregroup will need",
               "%s leaves a group that then needs more upfloaters itself"},
    [UP_C7] = {"C7", "C.04.5 art. 2.3.4", "upfloaters who were floaters in the previous round",
               "%s floats again, having floated last round"},
    [C8] = {"C8", "C.04.5 art. 2.3.5",
            "opponents of upfloaters who were floaters in the previous round",
            "%s meets an upfloater, having floated last round"},
    [PAB_SCORE] = {"3.4.2", "C.04.5 art. 3.4.2", "the bye goes to the lowest score",
                   "%s has the lowest score of those who can be left out"},
    [PAB_MATCHES] = {"3.4.3", "C.04.5 art. 3.4.3", "the bye goes to who played most matches",
                     "%s has played the most matches of those with that score"},
    [PAB_TPN] = {"3.4.4", "C.04.5 art. 3.4.4", "the bye goes to the largest number",
                 "%s has the largest pairing number of those"},
    [AGAINST + UP_PAIR_MET] = {"C1m", "C.04.5 art. 2.1.1", "players who have met",
                               "they have already met"},
    [AGAINST +
        UP_PAIR_FLOATS] = {"C8m", "C.04.5 art. 2.3.5", "an upfloater meets who floated last round",
                           "one of them floats up, and the other floated in the previous round"},
    [AGAINST +
        UP_PAIR_REST] = {"3.6.4", "C.04.5 art. 3.6.4", "the rest of the bracket",
                         "then the others of the bracket could not be paired, or not as well"},
    [AGAINST + UP_GROUP] = {"C1u", "C.04.5 art. 2.1.1", "the group above could not be paired",
                            "then the group above could not be paired completely"},
    [AGAINST + UP_BELOW] = {"C3u", "C.04.5 art. 2.2.1", "the players below could not be paired",
                            "then the players below could not all be paired"},
    [AGAINST + UP_AGAIN] = {"C7u", "C.04.5 art. 2.3.4", "floaters of the previous round",
                            "%s was a floater in the previous round"},
    [AGAINST + UP_NEED] = {"C6u", "C.04.5 art. 2.3.3", "upfloaters of the following scoregroup",
                           "then the next scoregroup would need more upfloaters"},
    {0},
};

static const struct lm_phrase criteria_said[] = {
    LM_UP_SAID(AGAINST),
    [C8] = {NULL, NULL, LM_KEY("wish.floats-again")},
};

static const struct lm_rule order_rules[] = {
    [UP_ORDER_OTHER] = {"3.6.4", "C.04.5 art. 3.6.4", "the first in order",
                        "Of the pairings of the bracket this is the first in the order of the "
                        "pairing numbers in which nobody meets an earlier opponent"},
    [UP_ORDER_HALVES] = {"3.6.3", "C.04.5 art. 3.6.3", "the upper half against the lower half",
                         "By pairing number the upper half of the bracket is paired with the lower "
                         "half: there %s and %s face each other"},
    [UP_ORDER_NEXT] = {"3.6.3n", "C.04.5 art. 3.6.3", "the first who is left",
                       "When those with smaller pairing numbers have their opponents, %s and %s "
                       "are the first to meet"},
    {0},
};

/* ---- Colours (art. 4) ---- */

enum colour_rule {
    INITIAL_COLOUR,
    FEWER_WHITES,
    ALTERNATE_BOTH,
    ALTERNATE_HIGHER,
    ALTERNATE_OPPONENT
};

static const struct lm_rule colour_rules[] = {
    [INITIAL_COLOUR] = {"4.3.1", "C.04.5 art. 4.3.1",
                        "by the initial-colour and the number of the higher ranked player",
                        "Neither has played yet; of the higher ranked player an odd number gets "
                        "the colour drawn by lot and an even number the other"},
    [FEWER_WHITES] = {"4.3.2", "C.04.5 art. 4.3.2", "White to the player with fewer Whites",
                      "White in the first game goes to who began fewer matches with it"},
    [ALTERNATE_BOTH] = {"4.3.3", "C.04.5 art. 4.3.3",
                        "colours alternate from the last time they differed",
                        "Both began equally many matches with White; they swap the colours of the "
                        "last time one had White and the other Black"},
    [ALTERNATE_HIGHER] = {"4.3.4", "C.04.5 art. 4.3.4",
                          "the higher ranked player's colour alternates",
                          "Both had the same colours so far; the higher ranked one changes from "
                          "his last match"},
    [ALTERNATE_OPPONENT] = {"4.3.5", "C.04.5 art. 4.3.5", "the opponent's colour alternates",
                            "The higher ranked player has not played yet; the opponent changes "
                            "from his last match"},
    {0},
};

static const struct lm_phrase colours_said[] = {
    [INITIAL_COLOUR] = {LM_KEY("colour.lot-number"), NULL, NULL},
    [FEWER_WHITES] = {LM_KEY("colour.fewer-whites"), NULL, NULL},
    [ALTERNATE_BOTH] = {LM_KEY("colour.swap"), NULL, NULL},
    [ALTERNATE_HIGHER] = {LM_KEY("colour.changes"), NULL, NULL},
    [ALTERNATE_OPPONENT] = {LM_KEY("colour.changes-other"), NULL, NULL},
};

static int whites(const struct lm_seat *seat)
{
    return (seat->games + seat->colour_difference) / 2;
}

/* Does ${higher} (art. 4.2) get White against ${other}?  Art. 4.3; ${*rule}: which of its rows. */
static bool gets_white(const struct lm_position *p, const struct lm_seat *higher,
                       const struct lm_seat *other, uint8_t *rule)
{
    *rule = INITIAL_COLOUR;
    if (higher->games == 0 && other->games == 0)
        return (higher->tpn % 2 == 1) == (p->initial_colour == LM_WHITE);
    *rule = FEWER_WHITES;
    if (whites(higher) != whites(other))
        return whites(higher) < whites(other);
    *rule = ALTERNATE_BOTH;
    enum lm_colour last = lm_last_different_colour(higher, other);
    if (last != LM_NO_COLOUR)
        return last == LM_BLACK;
    *rule = ALTERNATE_HIGHER;
    if (higher->games > 0)
        return higher->colours[higher->games - 1] == LM_BLACK;
    *rule = ALTERNATE_OPPONENT;
    return other->colours[other->games - 1] == LM_WHITE;
}

static const struct lm_up_rules rules = {
    .where = "C.04.5 art. 3.3.3",
    .opponents = C8,
    .pab = PAB_SCORE,
    .against = AGAINST,
    .gets_white = gets_white,
};

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    return lm_up_pair_round(&rules, position, request, arena, log, out);
}

static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    return lm_up_judge(&rules, p, pairs, pair_count, arena, log, out);
}

static const char *const codes[] = {"FIDE_DOUBLESWISS", "CUSTOM_DOUBLESWISS",
                                    "FIDE_DOUBLESWISS_BAKU", NULL};

const struct lm_system lm_system_double_swiss_2026 = {
    .name = "double-swiss-2026",
    .family = "double-swiss",
    .title = "FIDE Double-Swiss System, in force from 1 February 2026",
    .source = "C.04.5, approved 28 October 2025",
    .from = "2026/02/01",
    .until = "",
    .codes = codes,
    .games_per_match = 2,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_UPFLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_WON},
    .criteria = criteria,
    .second_bye = UP_C2,
    .opponent_rules = order_rules,
    .criteria_said = criteria_said,
    .opponents_said = lm_up_opponents_said,
    .colours_said = colours_said,
    .bye_said = LM_KEY("bye.most-games"),
    .colour_rules = colour_rules,
    .completion = UP_C3,
    .movers = UP_C7,
    .pair = pair_round,
    .judge = judge,
};
