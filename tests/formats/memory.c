/* SPDX-License-Identifier: Apache-2.0 */
/*
 * usage: memory FILE…  Reads each file and writes it in every format with memory that runs out
 * sooner or later: at the k-th request of the allocator, for every k, and at every size of the
 * arena.  The calls end with LM_OK, with the status they would have had anyway, or with LM_LIMIT;
 * the output is then unmodified, and nothing leaks.
 */
#include "files.h"

struct allocator {
    size_t requests, fail_at; /* 0: never */
    size_t held;
};

static void *allocate(void *context, size_t size)
{
    struct allocator *a = context;
    if (++a->requests == a->fail_at)
        return NULL;
    a->held++;
    return malloc(size);
}

static void release(void *context, void *chunk, size_t size)
{
    struct allocator *a = context;
    (void)size;
    a->held--;
    free(chunk);
}

/* The outcome of one attempt. */
enum outcome { WHOLE, SHORT_OF_MEMORY, WRONG };

static enum outcome write_all(const struct lm_tournament *t, struct lm_arena *arena,
                              struct lm_log *log)
{
    size_t count;
    enum outcome outcome = WHOLE;
    const struct lm_format *formats = lm_formats(&count);
    for (size_t i = 0; i < count; i++) {
        struct lm_text text = lm_text_in(arena);
        size_t errors = log->errors;
        if (formats[i].write == NULL)
            continue;
        enum lm_status status = lm_write(&formats[i], t, NULL, log, &text);
        if (status != LM_OK && (status != LM_LIMIT || text.length != 0))
            return WRONG;
        if (status == LM_LIMIT && log->errors == errors)
            outcome = SHORT_OF_MEMORY; /* and not: the format cannot hold it */
    }
    return outcome;
}

static enum outcome attempt(const struct bytes *bytes, const char *path, enum lm_status expected,
                            size_t fail_at, size_t limit)
{
    struct allocator allocator = {.fail_at = fail_at};
    struct lm_memory memory = {allocate, release, &allocator};
    struct lm_arena *arena = NULL;
    struct lm_tournament *t = NULL;
    struct lm_read_options options = {.file = path};
    enum outcome outcome = SHORT_OF_MEMORY;
    if (lm_arena_new(&arena, &memory, limit) == LM_OK) {
        struct lm_log log = {.arena = arena};
        enum lm_status status = lm_read(bytes->all, bytes->length, &options, arena, &log, &t);
        if ((status != LM_OK) != (t == NULL) || (status != expected && status != LM_LIMIT))
            outcome = WRONG;
        else if (status == LM_OK)
            outcome = write_all(t, arena, &log);
        else if (status == expected)
            outcome = WHOLE;
    }
    lm_arena_free(arena);
    return allocator.held == 0 ? outcome : WRONG;
}

/* Read ${bytes} with unlimited memory; return the status, and the memory that reading and writing
 * take. */
static enum lm_status measure(const struct bytes *bytes, const char *path, size_t *size)
{
    struct lm_arena *arena;
    struct lm_tournament *t = NULL;
    struct lm_read_options options = {.file = path};
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return LM_LIMIT;
    struct lm_log log = {.arena = arena};
    enum lm_status status = lm_read(bytes->all, bytes->length, &options, arena, &log, &t);
    if (status == LM_OK && write_all(t, arena, &log) != WHOLE)
        status = LM_INTERNAL;
    *size = lm_arena_size(arena);
    lm_arena_free(arena);
    return status;
}

static bool survives(const char *path)
{
    struct bytes bytes = load(path);
    size_t size;
    enum lm_status expected = measure(&bytes, path, &size);
    bool good = expected == LM_OK || expected == LM_INVALID;
    enum outcome outcome = SHORT_OF_MEMORY;
    for (size_t k = 1; good && outcome == SHORT_OF_MEMORY; k++) {
        outcome = attempt(&bytes, path, expected, k, 0);
        good = outcome != WRONG;
    }
    size_t failures = 0;
    for (size_t limit = 1; good && limit < size; limit += 1 + size / 2000) {
        outcome = attempt(&bytes, path, expected, 0, limit);
        failures += outcome == SHORT_OF_MEMORY;
        good = outcome != WRONG;
    }
    good = good && failures > 100 && attempt(&bytes, path, expected, 0, 0) == WHOLE;
    free(bytes.all);
    return good;
}

int main(int count, char **files)
{
    bool good = true;
    printf("1..%d\n", count - 1);
    for (int i = 1; i < count; i++) {
        bool survived = survives(files[i]);
        printf("%s %d - %s\n", survived ? "ok" : "not ok", i, base_name(files[i]));
        good &= survived;
    }
    return good ? 0 : 1;
}
