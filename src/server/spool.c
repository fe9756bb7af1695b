/* SPDX-License-Identifier: Apache-2.0 */
#include "server/spool.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/arena.h"
#include "os/files.h"

#define PREFIX "body-"
#define SUFFIX ".spool"

struct spool {
    char *path;
    FILE *file; /* NULL: it was read, or a write failed */
    size_t length;
    struct os_map map;
};

/* Return "${folder}/body-7f3c.spool", named by the address of ${s}, unique while it lives. */
static char *path_of(const struct spool *s, const char *folder)
{
    size_t room = strlen(folder) + sizeof "/" PREFIX SUFFIX + 2 * sizeof s;
    char *path = malloc(room);
    if (path != NULL)
        snprintf(path, room, "%s/" PREFIX "%jx" SUFFIX, folder, (uintmax_t)(uintptr_t)s);
    return path;
}

struct spool *spool_new(const char *folder)
{
    struct spool *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->path = path_of(s, folder);
    s->file = s->path == NULL ? NULL : os_stream(s->path, "wb");
    if (s->file == NULL) {
        spool_free(s);
        return NULL;
    }
    return s;
}

bool spool_take(struct spool *s, struct evbuffer *from)
{
    struct evbuffer_iovec piece;
    while (s->file != NULL && evbuffer_peek(from, -1, NULL, &piece, 1) > 0) {
        if (fwrite(piece.iov_base, 1, piece.iov_len, s->file) != piece.iov_len) {
            fclose(s->file);
            s->file = NULL;
            break;
        }
        s->length += piece.iov_len;
        (void)evbuffer_drain(from, piece.iov_len);
    }
    return s->file != NULL;
}

size_t spool_length(const struct spool *s)
{
    return s->length;
}

const char *spool_read(struct spool *s)
{
    struct lm_arena *arena;
    bool whole = s->file != NULL && fclose(s->file) == 0;
    s->file = NULL;
    if (!whole || s->length == 0 || lm_arena_new(&arena, NULL, 0) != LM_OK)
        return NULL;
    struct lm_log log = {.arena = arena};
    whole = os_map_file(s->path, &log, &s->map) == LM_OK && s->map.length == s->length;
    lm_arena_free(arena);
    return whole ? s->map.bytes : NULL;
}

void spool_free(struct spool *s)
{
    if (s == NULL)
        return;
    if (s->map.bytes != NULL)
        os_unmap(&s->map);
    if (s->file != NULL)
        fclose(s->file);
    if (s->path != NULL)
        os_remove(s->path);
    free(s->path);
    free(s);
}

void spool_sweep(const char *folder)
{
    struct lm_arena *arena;
    const struct os_entry *entries;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    struct lm_log log = {.arena = arena};
    if (os_list(folder, arena, &log, &entries, &count) != LM_OK)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = entries[i].name;
        size_t length = strlen(name);
        const char *path = os_join(arena, folder, name);
        if (path != NULL && length > sizeof PREFIX SUFFIX - 1 &&
            strncmp(name, PREFIX, sizeof PREFIX - 1) == 0 &&
            strcmp(name + length - (sizeof SUFFIX - 1), SUFFIX) == 0)
            os_remove(path);
    }
    lm_arena_free(arena);
}
