/* SPDX-License-Identifier: Apache-2.0 */
/* Rows of people as they are pasted: understood somehow, within what a row may hold. */
#include "fuzz.h"
#include "limmat/people.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    struct lm_people_row *rows;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    enum lm_status status =
        lm_people_read((const char *)data, size, 2026, arena, &log, &rows, &count);
    HOLDS(status == LM_OK || status == LM_LIMIT || (status == LM_INVALID && log.errors > 0));
    HOLDS(status != LM_OK || count <= LM_PEOPLE_ROWS_MAX);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const char *const cells[] = {rows[i].title,     rows[i].name,  rows[i].club,
                                     rows[i].fide_id,   rows[i].birth, rows[i].sex,
                                     rows[i].federation};
        for (size_t k = 0; k < sizeof cells / sizeof *cells; k++)
            HOLDS(cells[k] != NULL && lm_utf8_valid(cells[k], strlen(cells[k])));
        HOLDS(rows[i].doubt_count <= LM_PEOPLE_DOUBTS_MAX);
        for (size_t k = 0; k < rows[i].doubt_count; k++)
            HOLDS(lm_utf8_valid(rows[i].doubts[k]->text, strlen(rows[i].doubts[k]->text)));
        HOLDS(rows[i].rating >= 0 && rows[i].rating < 10000);
    }
    lm_arena_free(arena);
    return 0;
}
