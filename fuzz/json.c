/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/json.h"
#include "fuzz.h"

static void is_same(const struct lm_json *a, const struct lm_json *b)
{
    for (; a != NULL && b != NULL; a = a->next, b = b->next) {
        HOLDS(a->type == b->type && a->length == b->length);
        HOLDS(a->line == b->line && a->column == b->column);
        HOLDS((a->key == NULL && b->key == NULL) || strcmp(a->key, b->key) == 0);
        HOLDS(a->text == NULL || memcmp(a->text, b->text, a->length) == 0);
        is_same(a->first, b->first);
    }
    HOLDS(a == b);
}

/* What is read in place is the same tree, and the bytes come back. */
static void in_place(const uint8_t *data, size_t size, struct lm_arena *arena)
{
    struct lm_json *tree, *placed;
    struct lm_json_nodes nodes = {0};
    char *bytes = malloc(size == 0 ? 1 : size);
    if (bytes == NULL)
        return;
    memcpy(bytes, data, size);
    enum lm_status status = lm_json_parse((const char *)data, size, arena, NULL, &tree);
    enum lm_status own = lm_json_parse_in_place(bytes, 0, size, 1, &nodes, arena, NULL, &placed);
    HOLDS(own == status || own == LM_LIMIT || status == LM_LIMIT);
    if (status == LM_OK && own == LM_OK) {
        is_same(placed, tree);
        lm_json_restore(bytes, size);
        HOLDS(memcmp(bytes, data, size) == 0);
    }
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const struct lm_tournament *t = read_any("json", data, size, arena);
    if (t != NULL)
        goes_round(t, "json", true, arena);
    in_place(data, size, arena);
    lm_arena_free(arena);
    return 0;
}
