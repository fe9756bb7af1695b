/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/rating_event.h"

const struct lm_rating_articles *lm_rating_articles(enum lm_chapter chapter)
{
    /* In rapid and blitz every article after 3 has a number lower by one, and 7.2.1 precedes
     * standard's content of 8.2 (S1). */
    static const struct lm_rating_articles articles[LM_CHAPTERS] = {
        [LM_CHAPTER_2013] = {"8.51", "8.54", "8.1b", "8.55b", "8.56", "8.57", "8.21", "8.22-8.25",
                             "8.1a"},
        [LM_CHAPTER_2024] = {"8.3.1", "8.3.1", "8.1.2", "8.3.2b", "8.3.3", "8.3.4", "8.2.2",
                             "8.2.3", "8.1.1"},
        [LM_CHAPTER_RAPID_BLITZ] = {"7.3.1", "7.3.1", "7.1.2", "7.3.2b", "7.3.3", "7.3.4", "7.2.3",
                                    "7.2.4", "7.1.1"},
        [LM_CHAPTER_OWN] = {"", "", "", "", "", "", "", "", ""},
    };
    return &articles[chapter];
}
