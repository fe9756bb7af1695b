/* SPDX-License-Identifier: Apache-2.0 */
/* Patterns of sentences: any bytes end, and nothing is read beyond them. */
#include "fuzz.h"

#include "limmat/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    char *pattern = lm_arena_copy(arena, (const char *)data, size);
    if (pattern != NULL) {
        const struct lm_value names[] = {lm_value_text(NULL, "Huber"), lm_value_number(NULL, 7),
                                         lm_value_points(NULL, 15),    lm_value_text(NULL, "Meier"),
                                         lm_value_text(NULL, ""),      lm_value_text(NULL, "Frei")};
        const struct lm_value inner = lm_value_points("points", 5);
        const struct lm_sentence sentence = {"points", &inner, 1};
        const struct lm_value values[] = {
            lm_value_text("a", "white"),       lm_value_number("b", 12345),
            lm_value_points("c", -25),         lm_value_list("d", names, size % 7),
            lm_value_sentence("e", &sentence), lm_value_date("f", (struct lm_date){2026, 11, 22})};
        struct lm_text first = lm_text_in(arena), second = lm_text_in(arena);
        lm_say_pattern(&first, lm_english(), pattern, values, 6);
        lm_say_pattern(&second, lm_english(), pattern, values, 6);
        HOLDS(same_text(&first, &second));
    }
    lm_arena_free(arena);
    return 0;
}
