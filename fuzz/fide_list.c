/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the bytes and however they are cut, a list is refused with a reason or read; a registry
 * made of it survives its file. */
#include "fuzz.h"

#include "limmat/registry_files.h"

static bool append(void *context, const char *bytes, size_t length)
{
    lm_text_add_bytes(context, bytes, length);
    return true;
}

static void survives(const struct lm_registry *registry, struct lm_arena *arena)
{
    struct lm_text once = lm_text_in(arena);
    struct lm_text twice = lm_text_in(arena);
    struct lm_registry again;
    HOLDS(lm_registry_write(registry, (struct lm_sink){append, &once}, arena, NULL) == LM_OK);
    HOLDS(lm_registry_read(once.bytes, once.length, arena, NULL, &again) == LM_OK);
    HOLDS(lm_registry_write(&again, (struct lm_sink){append, &twice}, arena, NULL) == LM_OK);
    HOLDS(same_text(&once, &twice));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (size < 1 || lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    struct lm_registry registry = lm_registry_in(arena, 16000 - 16000 % 30 + 18);
    registry.list = lm_month_begin(lm_month_of(registry.list));
    struct lm_fide_reader *reader = lm_fide_reader_new(&registry, LM_STANDARD, &log);
    size_t piece = 1 + data[0]; /* the first byte says how the others are cut */
    enum lm_status status = reader == NULL ? LM_LIMIT : LM_OK;
    for (size_t at = 1; status == LM_OK && at < size; at += piece)
        status = lm_fide_reader_feed(reader, (const char *)data + at,
                                     piece < size - at ? piece : size - at);
    if (status == LM_OK)
        status = lm_fide_reader_end(reader);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status == LM_OK)
        survives(&registry, arena);
    lm_arena_free(arena);
    return 0;
}
