/* SPDX-License-Identifier: Apache-2.0 */
/* Whatever the bytes, a registry file is refused with a reason or read, written and searched. */
#include "fuzz.h"

#include "limmat/registry_files.h"

static bool append(void *context, const char *bytes, size_t length)
{
    lm_text_add_bytes(context, bytes, length);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const char *bytes = (const char *)data;
    struct lm_log log = {.arena = arena};
    struct lm_registry registry;
    struct lm_person person;
    uint32_t ids[3];
    lm_registry_lookup(bytes, size, 100, arena, &person);
    HOLDS(lm_registry_search(bytes, size, "a", ids, 3) <= 3);
    HOLDS(lm_registry_search_words(bytes, size, "mu x", ids, 0, 3) <= 3);
    enum lm_status status = lm_registry_read(bytes, size, arena, &log, &registry);
    HOLDS(status == LM_OK || status == LM_LIMIT || log.errors > 0);
    if (status == LM_OK) {
        struct lm_text out = lm_text_in(arena);
        HOLDS(lm_registry_write(&registry, (struct lm_sink){append, &out}, arena, &log) == LM_OK);
        HOLDS(lm_registry_list(lm_text_string(&out), out.length) == registry.list);
        HOLDS(lm_registry_search_words(lm_text_string(&out), out.length, "ab", ids, 0, 3) <= 3);
    }
    lm_arena_free(arena);
    return 0;
}
