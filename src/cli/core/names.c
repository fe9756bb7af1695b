/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/names.h"

#include <string.h>

#include "limmat/text.h"

const char *name_folded(struct lm_arena *arena, const char *text)
{
    struct lm_text out = lm_text_in(arena);
    lm_text_add_char(&out, ' ');
    lm_text_add_folded(&out, text, strlen(text));
    return lm_text_status(&out) == LM_OK ? lm_text_string(&out) : NULL;
}

bool name_is_called(const char *name, const char *called)
{
    while (*called == ' ') {
        size_t length = 1 + strcspn(called + 1, " ");
        bool found = false;
        for (const char *at = name; !found && (at = strchr(at, ' ')) != NULL; at++)
            found = strncmp(at, called, length) == 0;
        if (!found)
            return false;
        called += length;
    }
    return true;
}
