/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The argument forms of other programs (cli/event/dropin.c): the first line are the arguments,
 * what follows is the file that each of them names.  Nothing is read from a disk or written to it.
 * What fails says why; what is refused leaves no output.
 */
#include "fuzz.h"

#include <stdarg.h>

#include "cli/core/command.h"
#include "cli/desk/desk_file.h"

enum { WORDS = 24, FILE_LIMIT = 4096 };

/* ---- what the command has around it: here a file is the rest of the input */

static const char *file;
static size_t file_length, written;

enum lm_status fail(struct lm_log *log, enum lm_status status, const char *format, ...)
{
    struct lm_text what = lm_text_in(log->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&what, format, arguments);
    va_end(arguments);
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s", lm_text_string(&what));
    return status;
}

enum lm_status read_file(const char *path, struct lm_arena *arena, struct lm_log *log,
                         const char **bytes, size_t *length)
{
    if (strcmp(path, "absent") == 0)
        return fail(log, LM_IO, "%s cannot be opened", path);
    *bytes = lm_arena_copy(arena, file, file_length);
    *length = file_length;
    return *bytes == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status write_file(const char *path, const char *bytes, size_t length, struct lm_log *log)
{
    HOLDS(strlen(bytes) == length);
    written++;
    return strcmp(path, "full") == 0 ? fail(log, LM_IO, "%s cannot be written", path) : LM_OK;
}

bool desk_is_journal(const char *path)
{
    (void)path;
    return false;
}

enum lm_status desk_check(struct run *run, const char *path, bool json)
{
    (void)json;
    return fail(run->log, LM_INVALID, "%s is no journal", path);
}

enum lm_status desk_load(const char *path, struct lm_arena *arena, struct lm_log *log,
                         struct lm_tournament **out)
{
    (void)arena, (void)out;
    return fail(log, LM_INVALID, "%s is no journal", path);
}

/* ---- the target */

static size_t split(char *line, const char **words)
{
    size_t count = 0;
    for (char *word = strtok(line, " "); word != NULL && count < WORDS; word = strtok(NULL, " "))
        words[count++] = word;
    return count;
}

/* What -g makes may be large: here it is of two digits of players and rounds. */
static bool is_small(const char *const *words, size_t count)
{
    size_t digits = 0, most = 0;
    bool generates = false;
    for (size_t i = 0; i < count; i++)
        generates |= strcmp(words[i], "-g") == 0;
    for (size_t i = 0; i < file_length; i++) {
        digits = file[i] >= '0' && file[i] <= '9' ? digits + 1 : 0;
        most = digits > most ? digits : most;
    }
    return !generates || most < 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct lm_arena *arena;
    const char *bytes = (const char *)data, *end = memchr(bytes, '\n', size);
    if (end == NULL || memchr(bytes, '\0', size) != NULL || size > FILE_LIMIT ||
        lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    const char *words[WORDS];
    struct lm_log log = {.arena = arena};
    struct run run = {.arena = arena, .log = &log, .out = lm_text_in(arena), .voice = "limmat: "};
    size_t count = split(lm_arena_copy(arena, bytes, (size_t)(end - bytes)), words);
    file = end + 1;
    file_length = size - (size_t)(end + 1 - bytes);
    written = 0;
    if (is_dropin(words, count) && is_small(words, count)) {
        enum lm_status status = run_dropin(&run, words, count);
        HOLDS(status == LM_OK || status == LM_DIFFERENT || status == LM_LIMIT || log.errors > 0);
        HOLDS(status != LM_INVALID || written == 0);
        HOLDS(strlen(lm_text_string(&run.out)) == run.out.length);
    }
    lm_arena_free(arena);
    return 0;
}
