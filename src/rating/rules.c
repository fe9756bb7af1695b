/* SPDX-License-Identifier: Apache-2.0 */
/* The editions of the rating regulations, a row each. */
#include <string.h>

#include "limmat/rating.h"

/* Days since 1970 of the dates on which the editions came into force. */
enum { JULY_2013 = 15887, MARCH_2024 = 19783, DECEMBER_2024 = 20058, OCTOBER_2025 = 20362 };

enum { ALL_KINDS = 1 << LM_STANDARD | 1 << LM_RAPID | 1 << LM_BLITZ };

/* What the text of March 2024 and its change of October 2025 share.  The 600 points of 7.3.1 came
 * between, for rapid and blitz only: no edition of its own, but a day. */
#define SINCE_2024                                                                                 \
    .kinds = ALL_KINDS, .floor = 1400, .list_games = 5, .window = 26, .first_points = 5,           \
    .rated_opponents = 1, .hypothetical = 2, .hypothetical_is = 1800, .initial_most = 2200,        \
    .controls_per_game = true, .difference_cap = 400, .far_difference = 600, .far_rating = 2600,   \
    .far_since = DECEMBER_2024, .lends_standard = true, .round_change_away = true,                 \
    .top_before_new = true, .k_new = 40, .k_usual = 20, .k_top = 10, .k_junior = 40, .top = 2400,  \
    .junior_below = 2300, .junior_until_age = 18, .new_games = 30, .k_budget = 700,                \
    .idle_lists = 12

static const struct lm_rating_rules editions[] = {
    {.name = "rating-2013",
     .title = "FIDE Rating Regulations of 1 July 2013",
     .source = "FIDE handbook B.02, July 2013",
     .in_force = JULY_2013,
     .kinds = 1 << LM_STANDARD,
     .floor = 1000,
     .list_games = 9,
     .window = 26,
     .first_points = 10,
     .rated_opponents = 3,
     .fifteen_a_half = true,
     .round_robins_apart = true,
     .league_as_one = true,
     .composition = true,
     .difference_cap = 400,
     .k_new = 30,
     .k_usual = 15,
     .k_top = 10,
     .top = 2400,
     .new_games = 30,
     .idle_lists = 12},
    {.name = "rating-2024",
     .title = "FIDE Rating Regulations of 1 March 2024",
     .source = "FIDE handbook B022024 and B02RBRegulations2024",
     .in_force = MARCH_2024,
     SINCE_2024},
    {.name = "rating-2025",
     .title = "FIDE Rating Regulations of 1 March 2024, as changed on 1 October 2025",
     .source = "FIDE handbook B022024 and B02RBRegulations2024",
     .in_force = OCTOBER_2025,
     .uncapped_from = 2650,
     SINCE_2024},
};

enum { EDITIONS = sizeof editions / sizeof *editions };

const struct lm_rating_rules *lm_rating_editions(size_t *count)
{
    *count = EDITIONS;
    return editions;
}

const struct lm_rating_rules *lm_rating_rules_named(const char *name)
{
    for (size_t i = 0; i < EDITIONS; i++)
        if (strcmp(editions[i].name, name) == 0)
            return &editions[i];
    return NULL;
}

const struct lm_rating_rules *lm_rating_rules_on(int32_t day)
{
    size_t last = 0;
    for (size_t i = 1; i < EDITIONS; i++)
        if (editions[i].in_force <= day)
            last = i;
    return &editions[last];
}

enum lm_chapter lm_rating_chapter(const struct lm_rating_rules *rules, enum lm_chess chess)
{
    if (rules->round_robins_apart)
        return LM_CHAPTER_2013;
    return chess == LM_STANDARD ? LM_CHAPTER_2024 : LM_CHAPTER_RAPID_BLITZ;
}

const char *lm_chess_name(enum lm_chess chess)
{
    static const char *const names[LM_CHESS_KINDS] = {"standard", "rapid", "blitz"};
    return names[chess];
}
