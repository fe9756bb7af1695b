/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever is given without a word on its format: workbooks, Swiss-Chess, and what is refused. */
#include "fuzz.h"
#include "limmat/people.h"

/* Is there something in ${csv} that XML has no place for, or that parts cells and rows? */
static bool has_control(const struct lm_text *csv, size_t players)
{
    size_t lines = 0;
    for (size_t i = 0; i < csv->length; i++) {
        lines += csv->bytes[i] == '\n';
        if ((unsigned char)csv->bytes[i] < 0x20 && csv->bytes[i] != '\n')
            return true;
    }
    return lines != players + 1;
}

/* The players of a workbook are those of the CSV file; standings stand in it besides. */
static void goes_through_a_workbook(const struct lm_tournament *t, struct lm_arena *arena)
{
    const struct lm_format *xlsx = lm_format_named("xlsx"), *csv = lm_format_named("csv");
    struct lm_read_options options = {.format = xlsx};
    struct lm_text book = lm_text_in(arena), once = lm_text_in(arena);
    struct lm_tournament *plain, *again;
    if (lm_write(csv, t, NULL, NULL, &once) != LM_OK ||
        lm_write(xlsx, t, NULL, NULL, &book) != LM_OK || has_control(&once, t->player_count))
        return;
    HOLDS(lm_read(lm_text_string(&book), book.length, &options, arena, NULL, &again) == LM_OK);
    options.format = csv;
    HOLDS(lm_read(lm_text_string(&once), once.length, &options, arena, NULL, &plain) == LM_OK);
    struct lm_text before = as_json(plain, arena), after = as_json(again, arena);
    HOLDS(same_text(&before, &after));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_log log = {0};
    struct lm_tournament *t = NULL;
    struct lm_people_row *rows;
    size_t count;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    log.arena = arena;
    enum lm_status status = lm_read((const char *)data, size, NULL, arena, &log, &t);
    HOLDS(status == LM_OK || status == LM_LIMIT || (status == LM_INVALID && log.errors > 0));
    if (status == LM_OK)
        goes_through_a_workbook(t, arena);
    status = lm_people_read((const char *)data, size, 2026, arena, NULL, &rows, &count);
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_LIMIT);
    lm_arena_free(arena);
    return 0;
}
