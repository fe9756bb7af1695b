/* SPDX-License-Identifier: Apache-2.0 */
/* Journals of desks: what the network, a stick or a broken disk brings.  Lines up to the first that
 * is refused stand; the state that they make must be one that every view can show. */
#include "limmat/desk.h"
#include "fuzz.h"

static void digest(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES])
{
    (void)context, (void)bytes, (void)length;
    memset(out, 0, LM_DIGEST_BYTES);
}

static void look(const struct lm_desk *desk, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    const struct lm_desk_due *due;
    size_t count;
    lm_desk_write(desk, LM_FOR_ARBITERS, &text);
    lm_desk_write(desk, LM_FOR_PUBLIC, &text);
    for (uint64_t line = 1; line <= lm_desk_number(desk); line++)
        lm_desk_tell(desk, line, LM_FOR_PUBLIC, lm_english(), &text);
    if (lm_desk_due(desk, NULL, 0, arena, &due, &count) != LM_OK)
        return;
    for (size_t i = 0; i < lm_desk_event(desk)->section_count; i++) {
        const struct lm_desk_section *s = lm_desk_event(desk)->sections[i];
        struct lm_tournament *t;
        if (s->rounds <= 50)
            (void)!lm_desk_tournament(desk, s, LM_FOR_REPORT, 0, arena, NULL, &t);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct lm_journal_hooks hooks = {digest, NULL, NULL};
    struct lm_journal_audit audit;
    struct lm_arena *arena;
    struct lm_desk *desk;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const char *bytes = (const char *)data;
    struct lm_log log = {.arena = arena};
    if (lm_desk_new(arena, NULL, "", &desk) == LM_OK) {
        (void)!lm_desk_replay(desk, bytes, size, NULL, NULL, &log);
        look(desk, arena);
        lm_desk_take_back(desk, lm_desk_number(desk) / 2);
        look(desk, arena);
    }
    (void)!lm_journal_verify(bytes, size, bytes, size, NULL, &hooks, arena, &log, &audit);
    lm_arena_free(arena);
    return 0;
}
