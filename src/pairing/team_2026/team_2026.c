/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/system_rows.h"
#include "pairing/upfloat.h"

/*
 * C.04.6, the Swiss Team Pairing System in force since 1 February 2026.  Article numbers without a
 * prefix are its own.
 *
 * The procedure is that of upfloat.h.  Only teams have preferences of type A, of type B or none
 * (1.7), which [C8] and [C9] count, floats that do not count in the last two rounds, a secondary
 * score (4.2.2), and colours (4.3).  The tournament is a view of the event (lm_team_view).
 */

enum { C8 = UP_C7 + 1, C9, C10, PAB_SCORE, PAB_MATCHES, PAB_TPN, AGAINST };

static const struct lm_rule criteria[] = {
    [UP_C1] = {"C1", "C.04.6 art. 2.1.1", "teams who have met before", .reason = NULL},
    [UP_C2] = {"C2", "C.04.6 art. 2.1.2", "a second bye", .reason = LM_KEY("obstacle.second-bye")},
    [UP_C3] = {"C3", "C.04.6 art. 2.2.1", "the others could not all be paired", .reason = NULL},
    [UP_C4] = {"C4", "C.04.6 art. 2.3.1", "number of upfloaters", .plain = LM_KEY("up.host"),
               .own = LM_KEY("up.needs")},
    [UP_C5] = {"C5", "C.04.6 art. 2.3.2", "scores of the upfloaters", .reason = NULL},
    [UP_C6] = {"C6", "C.04.6 art. 2.3.3", "upfloaters that the following scoregroup will need",
               .reason = NULL},
    [UP_C7] = {"C7", "C.04.6 art. 2.3.4", "upfloaters who were floaters in the previous round",
               .own = LM_KEY("wish.floats-again")},
    [C8] = {"C8", "C.04.6 art. 2.3.5", "teams who do not get their colour",
            .own = LM_KEY("wish.same-due")},
    [C9] = {"C9", "C.04.6 art. 2.3.6", "teams who do not get a colour strongly due",
            .reason = NULL},
    [C10] = {"C10", "C.04.6 art. 2.3.7",
             "opponents of upfloaters who were floaters in the previous round",
             .own = LM_KEY("wish.floats-again")},
    [PAB_SCORE] = {"3.4.2", "C.04.6 art. 3.4.2", "the bye goes to the lowest score",
                   .reason = NULL},
    [PAB_MATCHES] = {"3.4.3", "C.04.6 art. 3.4.3", "the bye goes to who played most matches",
                     .reason = NULL},
    [PAB_TPN] = {"3.4.4", "C.04.6 art. 3.4.4", "the bye goes to the largest number",
                 .reason = NULL},
    [AGAINST + UP_PAIR_MET] = {"C1m", "C.04.6 art. 2.1.1", "teams who have met",
                               .reason = LM_KEY("obstacle.met")},
    [AGAINST + UP_PAIR_FLOATS] = {"C10m", "C.04.6 art. 2.3.7",
                                  "an upfloater meets a floater of the previous round",
                                  .reason = LM_KEY("obstacle.meets-floater")},
    [AGAINST + UP_PAIR_REST] = {"3.6.4", "C.04.6 art. 3.6.4", "the rest of the bracket",
                                .reason = LM_KEY("obstacle.lines-well")},
    [AGAINST + UP_GROUP] = {"C1u", "C.04.6 art. 2.1.1", "the group above could not be paired",
                            .reason = LM_KEY("obstacle.group-above")},
    [AGAINST + UP_BELOW] = {"C3u", "C.04.6 art. 2.2.1", "the teams below could not be paired",
                            .reason = LM_KEY("obstacle.below")},
    [AGAINST + UP_AGAIN] = {"C7u", "C.04.6 art. 2.3.4", "floaters of the previous round",
                            .reason = LM_KEY("obstacle.floated")},
    [AGAINST + UP_NEED] = {"C6u", "C.04.6 art. 2.3.3", "upfloaters of the following scoregroup",
                           .reason = LM_KEY("obstacle.next-needs")},
    [AGAINST + UP_PAIR_WISH] = {"C8m", "C.04.6 art. 2.3.5", "both are due the same colour",
                                .reason = LM_KEY("obstacle.colour")},
    {0},
};

static const struct lm_rule order_rules[] = LM_UP_ORDER_RULES("C.04.6 art. ");

enum colour_rule {
    INITIAL_COLOUR,
    ONE_PREFERENCE,
    BOTH_PREFERENCES,
    STRONG_PREFERENCE,
    FEWER_WHITES,
    ALTERNATE_BOTH,
    FIRST_PREFERENCE,
    ALTERNATE_FIRST,
    ALTERNATE_OTHER
};

static const struct lm_rule colour_rules[] = {
    [INITIAL_COLOUR] = {"4.3.1", "C.04.6 art. 4.3.1",
                        "by the initial-colour and the number of the first team",
                        .reason = LM_KEY("colour.team-lot")},
    [ONE_PREFERENCE] = {"4.3.2", "C.04.6 art. 4.3.2", "the only preference granted",
                        .reason = LM_KEY("colour.team-only")},
    [BOTH_PREFERENCES] = {"4.3.3", "C.04.6 art. 4.3.3", "both colour preferences granted",
                          .reason = LM_KEY("colour.both")},
    [STRONG_PREFERENCE] = {"4.3.4", "C.04.6 art. 4.3.4", "the strong preference granted",
                           .reason = LM_KEY("colour.stronger")},
    [FEWER_WHITES] = {"4.3.5", "C.04.6 art. 4.3.5", "White to the lower colour difference",
                      .reason = LM_KEY("colour.team-fewer")},
    [ALTERNATE_BOTH] = {"4.3.6", "C.04.6 art. 4.3.6",
                        "colours alternate from the last time they differed",
                        .reason = LM_KEY("colour.team-swap")},
    [FIRST_PREFERENCE] = {"4.3.7", "C.04.6 art. 4.3.7", "the first team's preference granted",
                          .reason = LM_KEY("colour.team-first")},
    [ALTERNATE_FIRST] = {"4.3.8", "C.04.6 art. 4.3.8", "the first team's colour alternates",
                         .reason = LM_KEY("colour.team-changes")},
    [ALTERNATE_OTHER] = {"4.3.9", "C.04.6 art. 4.3.9", "the other team's colour alternates",
                         .reason = LM_KEY("colour.team-changes-other")},
    {0},
};

/* ---- The code (record 192) ---- */

enum colour_type { NO_TYPE, TYPE_A, TYPE_B };

static enum colour_type type_of(const struct lm_tournament *t)
{
    const char *code = t->type_code;
    if (strcmp(code, "FIDE_TEAM") == 0 || strcmp(code, "FIDE_TEAM_BAKU") == 0 ||
        strstr(code, "_TYPEA") != NULL || strncmp(code, "FIDE_TEAM", strlen("FIDE_TEAM")) != 0)
        return TYPE_A;
    return strstr(code, "_TYPEB") != NULL ? TYPE_B : NO_TYPE;
}

/* Does the code name a secondary score?  Only then it counts. */
static bool has_secondary(const struct lm_tournament *t)
{
    const char *code = t->type_code;
    return strstr(code, "_MP_GP") != NULL || strstr(code, "_GP_MP") != NULL ||
           (strstr(code, "_MP") == NULL && strstr(code, "_GP") == NULL);
}

/* ---- Preferences (1.7) ---- */

static bool last_two_were(const struct lm_seat *seat, enum lm_colour colour)
{
    return seat->games >= 2 && seat->colours[seat->games - 1] == colour &&
           seat->colours[seat->games - 2] == colour;
}

static void set_preference(struct lm_seat *seat, enum colour_type type, bool last_round)
{
    int d = seat->colour_difference;
    seat->wish = LM_NO_COLOUR;
    seat->strength = 0;
    if (type == NO_TYPE || seat->games == 0)
        return;
    seat->strength = type == TYPE_B ? LM_STRONG : LM_MILD;
    if (d <= -2 || ((d == 0 || d == -1) && last_two_were(seat, LM_BLACK)))
        seat->wish = LM_WHITE;
    else if (d >= 2 || ((d == 0 || d == 1) && last_two_were(seat, LM_WHITE)))
        seat->wish = LM_BLACK;
    if (type == TYPE_A || seat->wish != LM_NO_COLOUR)
        return;
    seat->strength = LM_MILD;
    if (d != 0)
        seat->wish = d < 0 ? LM_WHITE : LM_BLACK;
    else if (!last_round)
        seat->wish = seat->colours[seat->games - 1] == LM_WHITE ? LM_BLACK : LM_WHITE;
}

/* Copy ${p} with the preferences of teams, and without floats where they do not count. */
static struct lm_position *as_teams(const struct lm_position *p, struct lm_arena *arena)
{
    struct lm_position *copy = lm_arena_alloc(arena, 1, sizeof *copy);
    struct lm_seat *seats = lm_arena_alloc(arena, p->seat_count, sizeof *seats);
    if (copy == NULL || seats == NULL)
        return NULL;
    bool last_two = p->tournament->rounds_total != 0 && p->round + 1 >= p->tournament->rounds_total;
    if (p->seat_count > 0)
        memcpy(seats, p->seats, p->seat_count * sizeof *seats);
    for (uint32_t s = 0; s < p->seat_count; s++) {
        set_preference(&seats[s], type_of(p->tournament), p->last_round);
        if (last_two)
            seats[s].float_1 = LM_NO_FLOAT;
    }
    *copy = *p;
    copy->seats = seats;
    return copy;
}

/* ---- Colours (4.2, 4.3) ---- */

static int64_t secondary_score(const struct lm_position *p, uint32_t seat)
{
    int64_t sum = 0;
    const struct lm_tournament *t = p->tournament;
    size_t row = (size_t)p->seats[seat].player * t->round_capacity;
    for (uint32_t round = 1; round < p->round; round++)
        sum += t->second_points[row + round - 1];
    return sum;
}

/* Art. 4.2.2, for equal scores; then the TPN, the order of the seats. */
static bool is_first(const struct lm_position *p, uint32_t a, uint32_t b)
{
    if (p->tournament->second_points == NULL || !has_secondary(p->tournament))
        return true;
    return secondary_score(p, a) >= secondary_score(p, b);
}

/* 4.3.2 to 4.3.4: one preference is granted against the other. */
static bool by_preference(const struct lm_seat *first, const struct lm_seat *other, bool *white,
                          uint8_t *rule)
{
    if (first->wish != other->wish) {
        bool both = first->wish != LM_NO_COLOUR && other->wish != LM_NO_COLOUR;
        *rule = both ? BOTH_PREFERENCES : ONE_PREFERENCE;
        *white = first->wish != LM_NO_COLOUR ? first->wish == LM_WHITE : other->wish == LM_BLACK;
        return true;
    }
    if (first->wish == LM_NO_COLOUR || first->strength == other->strength)
        return false;
    *rule = STRONG_PREFERENCE;
    *white = (first->strength > other->strength) == (first->wish == LM_WHITE);
    return true;
}

static bool gets_white(const struct lm_position *p, const struct lm_seat *first,
                       const struct lm_seat *other, uint8_t *rule)
{
    bool white;
    *rule = INITIAL_COLOUR;
    if (first->games == 0 && other->games == 0)
        return first->odd == (p->initial_colour == LM_WHITE);
    if (by_preference(first, other, &white, rule))
        return white;
    *rule = FEWER_WHITES;
    if (first->colour_difference != other->colour_difference)
        return first->colour_difference < other->colour_difference;
    *rule = ALTERNATE_BOTH;
    enum lm_colour last = lm_last_different_colour(first, other);
    if (last != LM_NO_COLOUR)
        return last == LM_BLACK;
    *rule = FIRST_PREFERENCE;
    if (first->wish != LM_NO_COLOUR)
        return first->wish == LM_WHITE;
    *rule = ALTERNATE_FIRST;
    if (first->games > 0)
        return first->colours[first->games - 1] == LM_BLACK;
    *rule = ALTERNATE_OTHER;
    return other->colours[other->games - 1] == LM_WHITE;
}

/* ---- The system ---- */

static const struct lm_up_rules rules = {
    .where = "C.04.6 art. 3.3.3",
    .colours = true,
    .opponents = C10,
    .pab = PAB_SCORE,
    .against = AGAINST,
    .is_first = is_first,
    .gets_white = gets_white,
};

static enum lm_status pair_round(const struct lm_position *position,
                                 const struct lm_pair_request *request, struct lm_arena *arena,
                                 struct lm_log *log, struct lm_pairing **out)
{
    const struct lm_position *teams = as_teams(position, arena);
    return teams == NULL ? LM_LIMIT : lm_up_pair_round(&rules, teams, request, arena, log, out);
}

static enum lm_status judge(const struct lm_position *p, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out)
{
    const struct lm_position *teams = as_teams(p, arena);
    return teams == NULL ? LM_LIMIT
                         : lm_up_judge(&rules, teams, pairs, pair_count, arena, log, out);
}

static const char *const codes[] = {"FIDE_TEAM",
                                    "FIDE_TEAM_MP",
                                    "FIDE_TEAM_GP",
                                    "FIDE_TEAM_MP_GP",
                                    "FIDE_TEAM_GP_MP",
                                    "FIDE_TEAM_TYPEA",
                                    "FIDE_TEAM_TYPEA_MP",
                                    "FIDE_TEAM_TYPEA_GP",
                                    "FIDE_TEAM_TYPEA_MP_GP",
                                    "FIDE_TEAM_TYPEA_GP_MP",
                                    "FIDE_TEAM_TYPEB",
                                    "FIDE_TEAM_TYPEB_MP",
                                    "FIDE_TEAM_TYPEB_GP",
                                    "FIDE_TEAM_TYPEB_MP_GP",
                                    "FIDE_TEAM_TYPEB_GP_MP",
                                    NULL};

const struct lm_system lm_system_team_2026 = {
    .name = "team-2026",
    .family = "team",
    .title = "FIDE Swiss Team Pairing System, in force from 1 February 2026",
    .source = "C.04.6, approved 28 October 2025",
    .from = "2026/02/01",
    .until = "",
    .codes = codes,
    .games_per_match = 1,
    .teams = true,
    .colours = LM_COLOURS_BY_HISTORY,
    .floaters = LM_UPFLOATERS,
    .rules = {.floats = LM_FLOATS_MET, .pab = LM_PAB_WON},
    .criteria = criteria,
    .second_bye = UP_C2,
    .completion = UP_C3,
    .movers = UP_C7,
    .opponent_rules = order_rules,
    .colour_rules = colour_rules,
    .bye_reason = LM_KEY("bye.most-games"),
    .as_seen = as_teams,
    .pair = pair_round,
    .judge = judge,
};
