/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the bytes, an event is refused with a reason or can be checked, assessed and written so
 * that it reads the same. */
#include "fuzz.h"

#include "limmat/event_files.h"

static void is_judged(const struct lm_rating_event *event, struct lm_arena *arena)
{
    struct lm_rating_book book;
    if (lm_rating_book(arena, &book) != LM_OK)
        return;
    size_t count = book.count;
    const struct lm_rating_rules *editions = book.editions;
    for (size_t i = 0; i < count; i++) {
        struct lm_rating_findings findings;
        struct lm_assessment assessment;
        enum lm_status checked = lm_rating_check(&editions[i], event, arena, &findings);
        enum lm_status assessed = lm_rating_assess(&editions[i], event, arena, &assessment);
        HOLDS(checked == LM_OK || checked == LM_LIMIT);
        HOLDS(assessed == LM_OK || assessed == LM_LIMIT);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    struct lm_rating_event event;
    struct lm_rating_event again;
    enum lm_status status = lm_event_read((const char *)data, size, arena, &log, &event);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status == LM_OK) {
        struct lm_text once = lm_text_in(arena);
        struct lm_text twice = lm_text_in(arena);
        is_judged(&event, arena);
        lm_event_write(&event, &once);
        HOLDS(lm_event_read(once.bytes, once.length, arena, &log, &again) == LM_OK);
        lm_event_write(&again, &twice);
        HOLDS(same_text(&once, &twice));
    }
    lm_arena_free(arena);
    return 0;
}
