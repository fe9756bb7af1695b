/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/dutch/dutch_model.h"
#include "pairing/legal.h"
#include "pairing/system_rows.h"

/* C.04.3, approved by the FIDE Congress in Baku 2016 and completed in Goynuk 2017, in force from
 * 1 July 2017 until 31 January 2026. */

static const struct lm_rule criteria[] = {
    [DUTCH_C1] = {"C1", "C.04.3 C.1", "no two meet twice", .reason = LM_KEY("obstacle.met")},
    [DUTCH_C2] = {"C2", "C.04.3 C.2", "no second bye", .reason = LM_KEY("obstacle.second-bye")},
    [DUTCH_C3] = {"C3", "C.04.3 C.3", "no two with the same absolute colour preference",
                  .reason = LM_KEY("obstacle.same-absolute")},
    [DUTCH_C4] = {"C4", "C.04.3 C.4", "the rest can be paired completely",
                  .reason = LM_KEY("obstacle.rest")},
    [DUTCH_C5] = {"C5", "C.04.3 C.5", "most pairs", .reason = LM_KEY("obstacle.floaters"),
                  .plain = LM_KEY("obstacle.floaters-plain")},
    [DUTCH_C6] = {"C6", "C.04.3 C.6", "smallest score differences",
                  .reason = LM_KEY("obstacle.differences")},
    [DUTCH_C7] = {"C7", "C.04.3 C.7", "most pairs and smallest differences in the next bracket",
                  .reason = LM_KEY("obstacle.next")},
    [DUTCH_C8] = {"C8", "C.04.3 C.8", "topscorers' colour differences beyond two",
                  .reason = LM_KEY("obstacle.difference"),
                  .plain = LM_KEY("obstacle.difference-plain"), .own = LM_KEY("wish.difference")},
    [DUTCH_C9] = {"C9", "C.04.3 C.9", "topscorers' third equal colour in a row",
                  .reason = LM_KEY("obstacle.triple"), .plain = LM_KEY("obstacle.triple-plain"),
                  .own = LM_KEY("wish.triple")},
    [DUTCH_C10] = {"C10", "C.04.3 C.10", "players who do not get their colour",
                   .reason = LM_KEY("obstacle.colour"), .own = LM_KEY("wish.colour")},
    [DUTCH_C11] = {"C11", "C.04.3 C.11", "players who do not get a colour strongly due",
                   .reason = LM_KEY("obstacle.strong"), .plain = LM_KEY("obstacle.strong-plain"),
                   .own = LM_KEY("wish.strong")},
    [DUTCH_C12] = {"C12", "C.04.3 C.12", "downfloats as in the previous round",
                   .reason = LM_KEY("obstacle.down-1"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.down-1")},
    [DUTCH_C13] = {"C13", "C.04.3 C.13", "upfloats as in the previous round",
                   .reason = LM_KEY("obstacle.up-1"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.up-1")},
    [DUTCH_C14] = {"C14", "C.04.3 C.14", "downfloats as two rounds before",
                   .reason = LM_KEY("obstacle.down-2"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.down-2")},
    [DUTCH_C15] = {"C15", "C.04.3 C.15", "upfloats as two rounds before",
                   .reason = LM_KEY("obstacle.up-2"), .plain = LM_KEY("obstacle.floats-again"),
                   .own = LM_KEY("wish.up-2")},
    [DUTCH_C16] = {"C16", "C.04.3 C.16",
                   "score differences of those who float down again since the previous round",
                   .reason = LM_KEY("obstacle.falls"), .plain = LM_KEY("obstacle.falls-plain")},
    [DUTCH_C17] = {"C17", "C.04.3 C.17",
                   "score differences of those who float up again since the previous round",
                   .reason = LM_KEY("obstacle.climbs"), .plain = LM_KEY("obstacle.climbs-plain")},
    [DUTCH_C18] = {"C18", "C.04.3 C.18",
                   "score differences of those who float down again since two rounds before",
                   .reason = LM_KEY("obstacle.falls"), .plain = LM_KEY("obstacle.falls-plain")},
    [DUTCH_C19] = {"C19", "C.04.3 C.19",
                   "score differences of those who float up again since two rounds before",
                   .reason = LM_KEY("obstacle.climbs"), .plain = LM_KEY("obstacle.climbs-plain")},
    {0},
};

/* A missed strong preference is also a missed preference; meeting another score again is also a
 * float. */
static const struct lm_covered covered[] = {{DUTCH_C10, DUTCH_C11}, {DUTCH_C16, DUTCH_C12},
                                            {DUTCH_C17, DUTCH_C13}, {DUTCH_C18, DUTCH_C14},
                                            {DUTCH_C19, DUTCH_C15}, {0, 0}};

static const uint8_t rule_of[] = {
    [FLOATERS] = DUTCH_C5,         [FLOATER_SCORE] = DUTCH_C6,      [DIFFERENCE] = DUTCH_C6,
    [NEXT_FLOATERS] = DUTCH_C7,    [NEXT_SCORE] = DUTCH_C7,         [COLOUR_DIFFERENCE] = DUTCH_C8,
    [COLOUR_TRIPLE] = DUTCH_C9,    [COLOUR_PREFERENCE] = DUTCH_C10, [COLOUR_STRONG] = DUTCH_C11,
    [DOWN_AGAIN] = DUTCH_C12,      [UP_AGAIN] = DUTCH_C13,          [MOVED_DOWN] = DUTCH_C16,
    [DOWN_DIFFERENCE] = DUTCH_C16, [MOVED_UP] = DUTCH_C17,          [UP_DIFFERENCE] = DUTCH_C17,
};

const struct dutch_edition lm_dutch_edition_2017 = {
    .always_completes = false,
    .weighs_bye = false,
    .undecided = "C.04.3 A.9",
    .measures = &lm_dutch_measures_2017,
    .rule_of = rule_of,
};

/* Note which bracket became the PPB, and its CLB (A.9). */
static enum lm_status note_collapse(const struct lm_position *position, uint32_t collapse,
                                    struct lm_arena *arena, struct lm_pairing *pairing)
{
    struct lm_text note = lm_text_in(arena);
    if (collapse == position->seat_count)
        return LM_OK;
    lm_text_add(&note, "With the best pairing of the bracket of ");
    lm_text_add_tenths(&note, position->seats[collapse - 1].score);
    lm_text_add(&note, " points the players below could not all be paired.  So it was paired again "
                       "for that, and all below it are one bracket (C.04.3 A.9, C.4).");
    pairing->note = lm_text_string(&note);
    return lm_text_status(&note);
}

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    uint32_t collapse;
    enum lm_status status = lm_dutch_pair_round(&lm_dutch_edition_2017, position, request,
                                                DUTCH_COUNT_FROM, arena, log, out, &collapse);
    return status == LM_OK ? note_collapse(position, collapse, arena, *out) : status;
}

static enum lm_status judge(const struct lm_position *position, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    static const struct lm_pair_request pairs_only = {.player = LM_NOBODY};
    (void)log;
    /* Only pairing the round shows which bracket is the PPB (A.9). */
    uint32_t collapse = position->seat_count;
    struct lm_pairing *own;
    enum lm_status status = lm_dutch_pair_round(&lm_dutch_edition_2017, position, &pairs_only,
                                                DUTCH_COUNT_FROM, arena, NULL, &own, &collapse);
    if (status != LM_OK && status != LM_NO_PAIRING)
        return status;
    return lm_dutch_judge(&lm_dutch_edition_2017, position, collapse, true, pairs, pair_count,
                          arena, out);
}

static const char *const codes[] = {"FIDE_DUTCH_2017", NULL};

const struct lm_system lm_system_dutch_2017 = {
    .name = "dutch-2017",
    .family = "dutch",
    .title = "FIDE (Dutch) System, in force from 1 July 2017 to 31 January 2026",
    .source = "FIDE Handbook C.04.3, approved in Baku 2016, completed in Goynuk 2017",
    .from = "2017/07/01",
    .until = "2026/01/31",
    .codes = codes,
    .games_per_match = 1,
    .rules = {.floats = LM_FLOATS_2017, .pab = LM_PAB_2017},
    .criteria = criteria,
    .second_bye = DUTCH_C2,
    .opponent_rules = lm_dutch_2017_order_rules,
    .covered = covered,
    .closed = lm_closed_but_to_topscorers,
    .colour_rules = lm_dutch_2017_colour_rules,
    .completion = DUTCH_C4,
    .pair = pair_round,
    .judge = judge,
};
