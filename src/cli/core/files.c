/* SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/core/command.h"
#include "os/files.h"
#include "os/terminal.h"

enum lm_status fail(struct lm_log *log, enum lm_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)lm_log_vadd(log, LM_ERROR, (struct lm_place){0}, NULL, format, arguments);
    va_end(arguments);
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
    if (os_put_output(bytes, length))
        return LM_OK;
    return fail(log, LM_IO, "standard output cannot be written: %s", strerror(errno));
}

/* Does the file begin like the journal of an event or of a championship?  Championship journals
 * from before lines had numbers count, too. */
static bool is_journal(const char *path)
{
    static const char *const openings[] = {"{\"v\":1,\"n\":1,", "{\"journal\":"};
    char bytes[16] = "";
    FILE *file = os_kind_of(path) == OS_FILE ? os_stream(path, "rb") : NULL;
    bool is = false;
    if (file == NULL)
        return false;
    if (fread(bytes, 1, sizeof bytes - 1, file) == sizeof bytes - 1)
        for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
            is |= strncmp(bytes, openings[i], strlen(openings[i])) == 0;
    fclose(file);
    return is;
}

enum lm_status keep_journal(const char *path, struct lm_log *log)
{
    if (!is_journal(path))
        return LM_OK;
    return fail(log, LM_INVALID, "%s is a journal; it was not replaced", path);
}

enum lm_status write_file(const char *path, const char *bytes, size_t length, struct lm_log *log)
{
    if (is_standard(path))
        return write_output(bytes, length, log);
    enum lm_status status = keep_journal(path, log);
    return status == LM_OK ? os_write(path, bytes, length, OS_REPLACE, log) : status;
}
