/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "packed.h"

#include <stdio.h>
#include <stdlib.h>

int packed_int(const struct lm_json *object, const char *key, int otherwise)
{
    int64_t value = otherwise;
    const struct lm_json *node = lm_json_get(object, key);
    return node != NULL && lm_json_integer(node, -1000000, 1000000, &value) ? (int)value
                                                                            : otherwise;
}

static bool visit_line(const char *line, size_t length,
                       void (*visit)(const struct lm_json *object, void *context), void *context)
{
    struct lm_arena *arena;
    struct lm_json *object;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return false;
    bool good = lm_json_parse(line, length, arena, NULL, &object) == LM_OK;
    if (good)
        visit(object, context);
    lm_arena_free(arena);
    return good;
}

int for_each_packed(const char *path, void (*visit)(const struct lm_json *object, void *context),
                    void *context)
{
    char command[1024];
    snprintf(command, sizeof command, "xz -dc '%s'", path);
    FILE *file = popen(command, "r");
    if (file == NULL)
        return 0;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    int count = 0;
    bool good = true;
    while (good && (length = getline(&line, &capacity, file)) > 0) {
        good = visit_line(line, (size_t)length, visit, context);
        count++;
    }
    free(line);
    return pclose(file) == 0 && good ? count : 0;
}
