/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/core/command.h"
#include "os/files.h"

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

static bool is_standard(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

enum lm_status read_file(const char *path, struct lm_arena *arena, struct lm_log *log,
                         const char **bytes, size_t *length)
{
    return is_standard(path) ? os_read_input(arena, log, bytes, length)
                             : os_read(path, arena, log, bytes, length);
}

enum lm_status write_output(const char *bytes, size_t length, struct lm_log *log)
{
    if ((length == 0 || fwrite(bytes, 1, length, stdout) == length) && fflush(stdout) == 0)
        return LM_OK;
    return fail(log, LM_IO, "standard output cannot be written: %s", strerror(errno));
}

/* It says so in its first bytes. */
static bool is_journal(const char *path)
{
    static const char opening[] = "{\"journal\":";
    char bytes[sizeof opening - 1];
    FILE *file = os_kind_of(path) == OS_FILE ? fopen(path, "rb") : NULL;
    bool is = file != NULL && fread(bytes, 1, sizeof bytes, file) == sizeof bytes &&
              memcmp(bytes, opening, sizeof bytes) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}

enum lm_status keep_journal(const char *path, struct lm_log *log)
{
    if (!is_journal(path))
        return LM_OK;
    return fail(log, LM_INVALID, "%s is the journal of a championship and is not replaced", path);
}

enum lm_status write_file(const char *path, const char *bytes, size_t length, struct lm_log *log)
{
    if (is_standard(path))
        return write_output(bytes, length, log);
    enum lm_status status = keep_journal(path, log);
    return status == LM_OK ? os_write(path, bytes, length, OS_REPLACE, log) : status;
}
