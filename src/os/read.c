/* SPDX-License-Identifier: Apache-2.0 */

/* Kinds of files, and reading. */

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/common.h"
#include "os/files.h"

enum { CHUNK = 65536 };

enum lm_status os_fail(struct lm_log *log, const char *path, const char *deed)
{
    int reason = errno;
    lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s cannot be %s: %s", path, deed,
               strerror(reason));
    return LM_IO;
}

bool os_separates(char c)
{
    return c == '/';
}

size_t os_root_length(const char *path)
{
    return *path == '/';
}

enum os_kind os_kind_of(const char *path)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return OS_NOTHING;
    return S_ISREG(about.st_mode) ? OS_FILE : S_ISDIR(about.st_mode) ? OS_FOLDER : OS_OTHER;
}

int64_t os_written(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) ? (int64_t)about.st_mtime : 0;
}

bool os_is_there(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

/* Read all of ${file}; room for ${size} bytes and the NUL is made at the start. */
static enum lm_status read_all(FILE *file, size_t size, struct lm_arena *arena, const char **bytes,
                               size_t *length)
{
    char *buffer = NULL;
    size_t capacity = 0, used = 0;
    do {
        size_t need = used == 0 ? size + 2 : used + CHUNK;
        if (!lm_arena_grow(arena, &buffer, &capacity, need, 1))
            return LM_LIMIT;
        used += fread(buffer + used, 1, capacity - used - 1, file);
    } while (used == capacity - 1); /* or else it ended */
    if (ferror(file) != 0)
        return LM_IO;
    buffer[used] = '\0';
    *bytes = buffer;
    *length = used;
    return LM_OK;
}

static enum lm_status read_stream(FILE *file, const char *path, struct lm_arena *arena,
                                  struct lm_log *log, const char **bytes, size_t *length)
{
    struct stat about;
    bool regular = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    size_t size = regular ? (size_t)about.st_size : CHUNK;
    enum lm_status status = read_all(file, size, arena, bytes, length);
    if (status == LM_IO)
        os_fail(log, path, "read");
    if (status == LM_LIMIT)
        lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s: %s", path,
                   lm_status_name(status));
    return status;
}

enum lm_status os_read(const char *path, struct lm_arena *arena, struct lm_log *log,
                       const char **bytes, size_t *length)
{
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return os_fail(log, path, "opened");
    (void)setvbuf(file, NULL, _IONBF, 0); /* it is read at once */
    enum lm_status status = read_stream(file, path, arena, log, bytes, length);
    fclose(file);
    return status;
}

enum lm_status os_read_input(struct lm_arena *arena, struct lm_log *log, const char **bytes,
                             size_t *length)
{
    return read_stream(stdin, "standard input", arena, log, bytes, length);
}

FILE *os_stream(const char *path, const char *mode)
{
    char how[8] = "";
    snprintf(how, sizeof how, "%se", mode); /* O_CLOEXEC */
    return fopen(path, how);
}

enum lm_status os_map_file(const char *path, struct lm_log *log, struct os_map *map)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return os_fail(log, path, "opened");
    size_t length = fstat(file, &about) == 0 && about.st_size > 0 ? (size_t)about.st_size : 0;
    errno = ENODATA;
    void *bytes = length == 0 ? MAP_FAILED : mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0);
    enum lm_status status = bytes == MAP_FAILED ? os_fail(log, path, "read") : LM_OK;
    close(file);
    if (status == LM_OK)
        *map = (struct os_map){bytes, length};
    return status;
}

void os_unmap(struct os_map *map)
{
    union {
        const char *bytes;
        void *address;
    } mapped = {map->bytes};
    if (map->bytes != NULL)
        munmap(mapped.address, map->length);
    *map = (struct os_map){0};
}

bool os_holds(const char *path, const char *bytes, size_t length)
{
    char piece[CHUNK];
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool same = file >= 0 && fstat(file, &about) == 0 && (size_t)about.st_size == length;
    for (size_t at = 0; same && at < length;) {
        ssize_t got = read(file, piece, sizeof piece);
        same = got > 0 && (size_t)got <= length - at && memcmp(piece, bytes + at, (size_t)got) == 0;
        at += same ? (size_t)got : 0;
    }
    if (file >= 0)
        close(file);
    return same;
}
