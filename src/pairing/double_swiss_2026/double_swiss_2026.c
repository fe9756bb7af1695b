/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/system_rows.h"
#include "pairing/upfloat.h"

/*
 * C.04.5, the Double-Swiss System: matches of two games.  Article numbers without a prefix are its
 * own.
 *
 * A seat's score, colours, floats and meetings are those of matches (position.h).  A round follows
 * art. 3.3.2: the bye, then bracket after bracket from the top, then the colours.  No step is
 * exponential on any input: completion [C3] is a largest matching, the upfloaters and the general
 * case of a bracket are best matchings, O(n^3) each with O(n^2) for each further test.
 * upfloaters.c and upfloat_bracket.c explain this, and why nearly all of an ordinary large round
 * needs none of it.
 */

enum { C8 = UP_C7 + 1, PAB_SCORE, PAB_MATCHES, PAB_TPN, AGAINST };

static const struct lm_rule criteria[] = {
    [UP_C1] = {"C1", "C.04.5 art. 2.1.1", "players who have met before", .reason = NULL},
    [UP_C2] = {"C2", "C.04.5 art. 2.1.2", "a second bye", .reason = LM_KEY("obstacle.second-bye")},
    [UP_C3] = {"C3", "C.04.5 art. 2.2.1", "the others could not all be paired", .reason = NULL},
    [UP_C4] = {"C4", "C.04.5 art. 2.3.1", "number of upfloaters", .plain = LM_KEY("up.host"),
               .own = LM_KEY("up.needs")},
    [UP_C5] = {"C5", "C.04.5 art. 2.3.2", "scores of the upfloaters", .reason = NULL},
    [UP_C6] = {"C6", "C.04.5 art. 2.3.3", "upfloaters that the following scoregroup will need",
               .reason = NULL},
    [UP_C7] = {"C7", "C.04.5 art. 2.3.4", "upfloaters who were floaters in the previous round",
               .own = LM_KEY("wish.floats-again")},
    [C8] = {"C8", "C.04.5 art. 2.3.5",
            "opponents of upfloaters who were floaters in the previous round",
            .own = LM_KEY("wish.floats-again")},
    [PAB_SCORE] = {"3.4.2", "C.04.5 art. 3.4.2", "the bye goes to the lowest score",
                   .reason = NULL},
    [PAB_MATCHES] = {"3.4.3", "C.04.5 art. 3.4.3", "the bye goes to who played most matches",
                     .reason = NULL},
    [PAB_TPN] = {"3.4.4", "C.04.5 art. 3.4.4", "the bye goes to the largest number",
                 .reason = NULL},
    [AGAINST + UP_PAIR_MET] = {"C1m", "C.04.5 art. 2.1.1", "players who have met",
                               .reason = LM_KEY("obstacle.met")},
    [AGAINST + UP_PAIR_FLOATS] = {"C8m", "C.04.5 art. 2.3.5",
                                  "an upfloater meets who floated last round",
                                  .reason = LM_KEY("obstacle.meets-floater")},
    [AGAINST + UP_PAIR_REST] = {"3.6.4", "C.04.5 art. 3.6.4", "the rest of the bracket",
                                .reason = LM_KEY("obstacle.lines-well")},
    [AGAINST + UP_GROUP] = {"C1u", "C.04.5 art. 2.1.1", "the group above could not be paired",
                            .reason = LM_KEY("obstacle.group-above")},
    [AGAINST + UP_BELOW] = {"C3u", "C.04.5 art. 2.2.1", "the players below could not be paired",
                            .reason = LM_KEY("obstacle.below")},
    [AGAINST + UP_AGAIN] = {"C7u", "C.04.5 art. 2.3.4", "floaters of the previous round",
                            .reason = LM_KEY("obstacle.floated")},
    [AGAINST + UP_NEED] = {"C6u", "C.04.5 art. 2.3.3", "upfloaters of the following scoregroup",
                           .reason = LM_KEY("obstacle.next-needs")},
    {0},
};

static const struct lm_rule order_rules[] = LM_UP_ORDER_RULES("C.04.5 art. ");

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
                        .reason = LM_KEY("colour.lot-number")},
    [FEWER_WHITES] = {"4.3.2", "C.04.5 art. 4.3.2", "White to the player with fewer Whites",
                      .reason = LM_KEY("colour.fewer-whites")},
    [ALTERNATE_BOTH] = {"4.3.3", "C.04.5 art. 4.3.3",
                        "colours alternate from the last time they differed",
                        .reason = LM_KEY("colour.swap")},
    [ALTERNATE_HIGHER] = {"4.3.4", "C.04.5 art. 4.3.4",
                          "the higher ranked player's colour alternates",
                          .reason = LM_KEY("colour.changes")},
    [ALTERNATE_OPPONENT] = {"4.3.5", "C.04.5 art. 4.3.5", "the opponent's colour alternates",
                            .reason = LM_KEY("colour.changes-other")},
    {0},
};

static int whites(const struct lm_seat *seat)
{
    return (seat->games + seat->colour_difference) / 2;
}

/* Does ${higher} (art. 4.2) get White against ${other}?  Art. 4.3; ${*rule}: the row that
 * decides. */
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
    .bye_reason = LM_KEY("bye.most-games"),
    .colour_rules = colour_rules,
    .completion = UP_C3,
    .movers = UP_C7,
    .pair = pair_round,
    .judge = judge,
};
