/* SPDX-License-Identifier: Apache-2.0 */

/* C.07 art. 10: how a tournament declares that unrated participants are handled. */

#include <string.h>

#include "ranking/tie_break.h"

static const char mark[] = "### Tie-break unrated: ";

bool lm_unrated_named(const char *text, enum lm_unrated *unrated, int32_t *rating)
{
    int64_t given;
    if (strcmp(text, "drop") == 0) {
        *unrated = LM_UNRATED_DROP;
        return true;
    }
    if (strcmp(text, "undeclared") == 0) {
        *unrated = LM_UNRATED_UNDECLARED;
        return true;
    }
    if (!lm_parse_integer(text, strlen(text), 1, 4000, &given))
        return false;
    *unrated = LM_UNRATED_COUNT;
    *rating = (int32_t)given;
    return true;
}

bool lm_is_record_of_unrated(const char *comment)
{
    return strncmp(comment, mark, sizeof mark - 1) == 0;
}

enum lm_unrated lm_unrated_declared(const struct lm_tournament *t, int32_t *rating)
{
    enum lm_unrated unrated = LM_UNRATED_UNDECLARED;
    for (size_t i = 0; i < t->kept_count; i++) {
        const char *text = t->kept[i].text;
        if (lm_is_record_of_unrated(text) &&
            !lm_unrated_named(text + sizeof mark - 1, &unrated, rating))
            unrated = LM_UNRATED_UNDECLARED;
    }
    return unrated;
}

const char *lm_record_of_unrated(enum lm_unrated unrated, int32_t rating, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, mark);
    if (unrated == LM_UNRATED_COUNT)
        lm_text_print(&text, "%d", (int)rating);
    else
        lm_text_add(&text, "drop");
    return lm_text_status(&text) == LM_OK ? lm_text_string(&text) : NULL;
}
