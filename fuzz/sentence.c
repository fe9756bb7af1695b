/* SPDX-License-Identifier: Apache-2.0 */
/* Findings that others wrote, read by the English sentences of the catalogue (site/sentence.c): any
 * text ends, and reads the same again. */
#include "fuzz.h"

#include "limmat/words.h"
#include "site/said.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const codes[] = {"en", "de", "fr"};
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    char *english = lm_arena_copy(arena, (const char *)data, size);
    for (size_t i = 0; english != NULL && i < sizeof codes / sizeof *codes; i++) {
        const struct lm_language *language = lm_language_named(codes[i]);
        const char *once = site_sentence(language, arena, english);
        HOLDS(strcmp(once, site_sentence(language, arena, english)) == 0);
        HOLDS(i > 0 || strcmp(once, english) == 0);
    }
    lm_arena_free(arena);
    return 0;
}
