/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/dutch/dutch_model.h"
#include "pairing/legal.h"
#include "pairing/system_rows.h"

/* C.04.3, approved by the FIDE Council on 28 October 2025, in force from 1 February 2026. */

static const struct lm_rule criteria[] = {
    [DUTCH_C1] = {"C1", "C.04.3 art. 2.1.1", "no two meet twice", .reason = LM_KEY("obstacle.met")},
    [DUTCH_C2] = {"C2", "C.04.3 art. 2.1.2", "no second bye",
                  .reason = LM_KEY("obstacle.second-bye")},
    [DUTCH_C3] = {"C3", "C.04.3 art. 2.1.3", "no two with the same absolute colour preference",
                  .reason = LM_KEY("obstacle.same-absolute")},
    [DUTCH_C4] = {"C4", "C.04.3 art. 2.2.1", "the rest can be paired completely",
                  .reason = LM_KEY("obstacle.rest")},
    [DUTCH_C5] = {"C5", "C.04.3 art. 2.3.1", "lowest score of the player who gets the bye",
                  .reason = LM_KEY("obstacle.bye-score")},
    [DUTCH_C6] = {"C6", "C.04.3 art. 2.4.1", "fewest downfloaters",
                  .reason = LM_KEY("obstacle.floaters"),
                  .plain = LM_KEY("obstacle.floaters-plain")},
    [DUTCH_C7] = {"C7", "C.04.3 art. 2.4.2", "lowest scores of the downfloaters",
                  .reason = LM_KEY("obstacle.higher"), .plain = LM_KEY("obstacle.higher-plain")},
    [DUTCH_C8] = {"C8", "C.04.3 art. 2.4.3", "best pairing of the following bracket",
                  .reason = LM_KEY("obstacle.next")},
    [DUTCH_C9] = {"C9", "C.04.3 art. 2.4.4", "fewest unplayed games of the one who gets the bye",
                  .reason = LM_KEY("obstacle.missed"), .plain = LM_KEY("obstacle.missed-plain")},
    [DUTCH_C10] = {"C10", "C.04.3 art. 2.4.5", "topscorers' colour differences beyond two",
                   .reason = LM_KEY("obstacle.difference"),
                   .plain = LM_KEY("obstacle.difference-plain"), .own = LM_KEY("wish.difference")},
    [DUTCH_C11] = {"C11", "C.04.3 art. 2.4.6", "topscorers' third equal colour in a row",
                   .reason = LM_KEY("obstacle.triple"), .plain = LM_KEY("obstacle.triple-plain"),
                   .own = LM_KEY("wish.triple")},
    [DUTCH_C12] = {"C12", "C.04.3 art. 2.4.7", "players who do not get their colour",
                   .reason = LM_KEY("obstacle.colour"), .own = LM_KEY("wish.colour")},
    [DUTCH_C13] = {"C13", "C.04.3 art. 2.4.8", "players who do not get a colour strongly due",
                   .reason = LM_KEY("obstacle.strong"), .plain = LM_KEY("obstacle.strong-plain"),
                   .own = LM_KEY("wish.strong")},
    [DUTCH_C14] = {"C14", "C.04.3 art. 2.4.9", "downfloats as in the previous round",
                   .reason = LM_KEY("obstacle.down-1"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.down-1")},
    [DUTCH_C15] = {"C15", "C.04.3 art. 2.4.10", "upfloats as in the previous round",
                   .reason = LM_KEY("obstacle.up-1"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.up-1")},
    [DUTCH_C16] = {"C16", "C.04.3 art. 2.4.11", "downfloats as two rounds before",
                   .reason = LM_KEY("obstacle.down-2"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.down-2")},
    [DUTCH_C17] = {"C17", "C.04.3 art. 2.4.12", "upfloats as two rounds before",
                   .reason = LM_KEY("obstacle.up-2"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.up-2")},
    [DUTCH_C18] = {"C18", "C.04.3 art. 2.4.13",
                   "score differences of those moved down again since the previous round",
                   .reason = LM_KEY("obstacle.falls"), .plain = LM_KEY("obstacle.falls-plain")},
    [DUTCH_C19] = {"C19", "C.04.3 art. 2.4.14",
                   "score differences of those who float up again since the previous round",
                   .reason = LM_KEY("obstacle.climbs"), .plain = LM_KEY("obstacle.climbs-plain")},
    [DUTCH_C20] = {"C20", "C.04.3 art. 2.4.15",
                   "score differences of those moved down again since two rounds before",
                   .reason = LM_KEY("obstacle.falls"), .plain = LM_KEY("obstacle.falls-plain")},
    [DUTCH_C21] = {"C21", "C.04.3 art. 2.4.16",
                   "score differences of those who float up again since two rounds before",
                   .reason = LM_KEY("obstacle.climbs"), .plain = LM_KEY("obstacle.climbs-plain")},
    {0},
};

/* A missed strong preference is also a missed preference; meeting a higher score again is also an
 * upfloat. */
static const struct lm_covered covered[] = {
    {DUTCH_C12, DUTCH_C13}, {DUTCH_C19, DUTCH_C15}, {DUTCH_C21, DUTCH_C17}, {0, 0}};

static const uint8_t rule_of[] = {
    [FLOATERS] = DUTCH_C6,       [FLOATER_SCORE] = DUTCH_C7,      [NEXT_FLOATERS] = DUTCH_C8,
    [NEXT_SCORE] = DUTCH_C8,     [BYE_UNPLAYED] = DUTCH_C9,       [COLOUR_DIFFERENCE] = DUTCH_C10,
    [COLOUR_TRIPLE] = DUTCH_C11, [COLOUR_PREFERENCE] = DUTCH_C12, [COLOUR_STRONG] = DUTCH_C13,
    [DOWN_AGAIN] = DUTCH_C14,    [UP_AGAIN] = DUTCH_C15,          [MOVED_DOWN] = DUTCH_C18,
    [MOVED_UP] = DUTCH_C19,
};

const struct dutch_edition lm_dutch_edition_2026 = {
    .always_completes = true,
    .weighs_bye = true,
    .undecided = "C.04.3 art. 1.9.3",
    .measures = &lm_dutch_measures_2026,
    .rule_of = rule_of,
};

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    uint32_t collapse;
    return lm_dutch_pair_round(&lm_dutch_edition_2026, position, request, DUTCH_COUNT_FROM, arena,
                               log, out, &collapse);
}

static enum lm_status judge(const struct lm_position *position, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    (void)log;
    return lm_dutch_judge(&lm_dutch_edition_2026, position, position->seat_count, true, pairs,
                          pair_count, arena, out);
}

static const char *const codes[] = {"FIDE_DUTCH_2025", "FIDE_DUTCH_2026", NULL};

const struct lm_system lm_system_dutch_2026 = {
    .name = "dutch-2026",
    .family = "dutch",
    .title = "FIDE (Dutch) System, in force from 1 February 2026",
    .source = "FIDE Handbook C.04.3, approved 28 October 2025",
    .from = "2026/02/01",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .rules = {.floats = LM_FLOATS_2026, .pab = LM_PAB_2026},
    .criteria = criteria,
    .second_bye = DUTCH_C2,
    .opponent_rules = lm_dutch_order_rules,
    .covered = covered,
    .closed = lm_closed_but_to_topscorers,
    .colour_rules = lm_dutch_colour_rules,
    .completion = DUTCH_C4,
    .pair = pair_round,
    .judge = judge,
};
