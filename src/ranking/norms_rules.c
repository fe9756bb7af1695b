/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The editions of B.01 as data.  Only the one in force since 2024 is here: it is the only one whose
 * text could be read.  Earlier events are judged by it, too, which the caller can detect by the
 * dates.  The only known earlier difference is the 1400 of 1.4.6d, which follows the floor of B.02
 * of March 2024.
 */
#include "ranking/norms.h"

#include <assert.h>

static const struct lm_norm_rules editions[] = {
    {.name = "norms-2024",
     .title = "FIDE Title Regulations, effective from 1 January 2024",
     .source = "FIDE Handbook B.01 (B012024)",
     .in_force = 19723, /* 2024-01-01 */
     .unrated = 1400,
     .demands = {[LM_NORM_GM] = {"GM", 2200, 2380, 2600},
                 [LM_NORM_IM] = {"IM", 2050, 2230, 2450},
                 [LM_NORM_WGM] = {"WGM", 2000, 2180, 2400},
                 [LM_NORM_WIM] = {"WIM", 1850, 2030, 2250}}},
};

const struct lm_norm_rules *lm_norm_editions(size_t *count)
{
    *count = sizeof editions / sizeof *editions;
    return editions;
}

const char *lm_norm_event_name(enum lm_norm_event event)
{
    static const char *const names[] = {[LM_NORM_ORDINARY] = "ordinary",
                                        [LM_NORM_NATIONAL] = "national",
                                        [LM_NORM_NATIONAL_TEAMS] = "national-teams",
                                        [LM_NORM_ZONAL] = "zonal",
                                        [LM_NORM_WORLD_TEAMS] = "world-teams",
                                        [LM_NORM_WORLD_CUP] = "world-cup"};
    assert((size_t)event < sizeof names / sizeof *names);
    return names[event];
}

const char *lm_norm_article_number(enum lm_norm_article article, enum lm_norm_title title)
{
    static const char *const numbers[] = {
        [LM_NORM_GAMES] = "1.4.1",      [LM_NORM_FOREIGN] = "1.4.3",  [LM_NORM_OWN] = "1.4.4",
        [LM_NORM_ONE] = "1.4.4",        [LM_NORM_HOLDERS] = "1.4.5a", [LM_NORM_REQUIRED] = "",
        [LM_NORM_PLAYERS] = "1.4.5",    [LM_NORM_AVERAGE] = "1.4.8a", [LM_NORM_SCORE] = "1.4.8b",
        [LM_NORM_PERFORMANCE] = "1.4.8"};
    static const char *const required[] = {[LM_NORM_GM] = "1.4.5b",
                                           [LM_NORM_IM] = "1.4.5c",
                                           [LM_NORM_WGM] = "1.4.5d",
                                           [LM_NORM_WIM] = "1.4.5e"};
    assert(article < LM_NORM_ARTICLES && title < LM_NORM_TITLES);
    return article == LM_NORM_REQUIRED ? required[title] : numbers[article];
}
