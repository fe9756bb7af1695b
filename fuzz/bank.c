/* SPDX-License-Identifier: Apache-2.0 */
/* A statement of a bank: whatever a file has in it, what is read of it is text and money in. */
#include "server/bank.h"
#include "fuzz.h"
#include "limmat/text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const char *text = csv_text((const char *)data, size, arena);
    const struct bank_row *rows = text == NULL ? NULL : bank_read(text, arena, &count);
    HOLDS(text == NULL || lm_utf8_valid(text, strlen(text)));
    for (size_t i = 0; rows != NULL && i < count; i++) {
        HOLDS(rows[i].hundredths > 0 && rows[i].line > 0 &&
              (i == 0 || rows[i].line > rows[i - 1].line));
        HOLDS(strchr(rows[i].whole, '\n') == NULL && strstr(text, rows[i].whole) != NULL);
        HOLDS(!rows[i].dated ||
              (rows[i].day.month >= 1 && rows[i].day.month <= 12 && rows[i].day.day >= 1));
        (void)bank_names(rows[i].text, "0a1b2c3d");
    }
    lm_arena_free(arena);
    return 0;
}
