/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/core/command.h"

enum { CHUNK = 65536 };

enum lm_status fail(struct lm_log *log, enum lm_status status, const char *format, ...)
{
    struct lm_text what = lm_text_in(log->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&what, format, arguments);
    va_end(arguments);
    lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s", lm_text_string(&what));
    return status;
}

static enum lm_status fail_on(const char *path, const char *deed, struct lm_log *log)
{
    return fail(log, LM_IO, "%s cannot be %s: %s", path, deed, strerror(errno));
}

/* All of ${file}; room for ${size} bytes and the NUL is made at the start. */
static enum lm_status read_all(FILE *file, size_t size, struct lm_arena *arena, const char **bytes,
                               size_t *length)
{
    char *buffer = NULL;
    size_t capacity = 0, used = 0, got;
    do {
        size_t need = used == 0 ? size + 2 : used + CHUNK;
        if (!lm_arena_grow(arena, &buffer, &capacity, need, 1))
            return LM_LIMIT;
        got = fread(buffer + used, 1, capacity - used - 1, file);
        used += got;
    } while (got > 0);
    if (ferror(file) != 0)
        return LM_IO;
    buffer[used] = '\0';
    *bytes = buffer;
    *length = used;
    return LM_OK;
}

enum lm_status read_file(const char *path, struct lm_arena *arena, struct lm_log *log,
                         const char **bytes, size_t *length)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (file == NULL)
        return fail_on(path, "opened", log);
    struct stat about;
    bool regular = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    size_t size = regular ? (size_t)about.st_size : CHUNK;
    enum lm_status status = read_all(file, size, arena, bytes, length);
    if (status == LM_IO)
        fail_on(path, "read", log);
    if (status == LM_LIMIT)
        fail(log, status, "%s: %s", path, lm_status_name(status));
    if (!standard)
        fclose(file);
    return status;
}

static bool put_all(FILE *file, const char *bytes, size_t length)
{
    return (length == 0 || fwrite(bytes, 1, length, file) == length) && fflush(file) == 0;
}

/* Into ${path} itself: for what no file can take the place of (a pipe, a terminal, a device). */
static enum lm_status write_in_place(const char *path, const char *bytes, size_t length,
                                     struct lm_log *log)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return fail_on(path, "opened", log);
    bool written = put_all(file, bytes, length);
    written = fclose(file) == 0 && written;
    return written ? LM_OK : fail_on(path, "written", log);
}

static enum lm_status write_beside(const char *path, const char *draft, const char *bytes,
                                   size_t length, struct lm_log *log)
{
    int descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL, 0666);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file == NULL)
        return fail_on(path, "written", log);
    bool written = put_all(file, bytes, length);
    written = fclose(file) == 0 && written;
    if (written && rename(draft, path) == 0)
        return LM_OK;
    fail_on(path, "written", log);
    unlink(draft);
    return LM_IO;
}

enum lm_status write_file(const char *path, const char *bytes, size_t length, struct lm_log *log)
{
    if (path == NULL || strcmp(path, "-") == 0)
        return put_all(stdout, bytes, length) ? LM_OK : fail_on("standard output", "written", log);
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return write_in_place(path, bytes, length, log);
    struct lm_text draft = lm_text_in(log->arena);
    lm_text_print(&draft, "%s.%ld.part", path, (long)getpid());
    if (lm_text_status(&draft) != LM_OK)
        return LM_LIMIT;
    return write_beside(path, lm_text_string(&draft), bytes, length, log);
}

const char *join_path(struct lm_arena *arena, const char *directory, const char *name)
{
    struct lm_text path = lm_text_in(arena);
    size_t length = strlen(directory);
    lm_text_print(&path, "%s%s%s", directory, length > 0 && directory[length - 1] == '/' ? "" : "/",
                  name);
    return lm_text_status(&path) == LM_OK ? lm_text_string(&path) : NULL;
}
