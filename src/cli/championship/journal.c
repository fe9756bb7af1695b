/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

static enum lm_status fail_on(const char *path, const char *deed, struct lm_log *log)
{
    return fail(log, LM_IO, "%s cannot be %s: %s", path, deed, strerror(errno));
}

static enum lm_status lock(struct journal *journal, struct lm_log *log)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    journal->descriptor = open(journal->path, O_RDWR | O_APPEND);
    if (journal->descriptor < 0)
        return fail_on(journal->path, "opened", log);
    int locked;
    do {
        locked = fcntl(journal->descriptor, F_SETLKW, &whole);
    } while (locked < 0 && errno == EINTR);
    return locked == 0 ? LM_OK : fail_on(journal->path, "locked", log);
}

static enum lm_status read_descriptor(struct journal *journal, struct lm_arena *arena,
                                      struct lm_log *log, const char **bytes)
{
    off_t size = lseek(journal->descriptor, 0, SEEK_END);
    if (size < 0)
        return fail_on(journal->path, "read", log);
    char *buffer = lm_arena_alloc(arena, (size_t)size + 1, 1);
    if (buffer == NULL)
        return LM_LIMIT;
    for (size_t got = 0; got < (size_t)size;) {
        ssize_t n = pread(journal->descriptor, buffer + got, (size_t)size - got, (off_t)got);
        if (n == 0)
            break;
        if (n < 0 && errno != EINTR)
            return fail_on(journal->path, "read", log);
        got += n > 0 ? (size_t)n : 0;
    }
    journal->length = (size_t)size;
    *bytes = buffer;
    return LM_OK;
}

enum lm_status journal_open(const char *path, bool write, struct lm_arena *arena,
                            struct lm_log *log, struct journal *out)
{
    struct journal journal = {.path = path, .descriptor = -1};
    const char *bytes = NULL;
    enum lm_status status = LM_OK;
    if (write) {
        status = lock(&journal, log);
        if (status == LM_OK)
            status = read_descriptor(&journal, arena, log, &bytes);
    } else {
        status = read_file(path, arena, log, &bytes, &journal.length);
    }
    log->file = path;
    if (status == LM_OK)
        status = lm_championship_replay(bytes, journal.length, arena, log, &journal.championship);
    log->file = NULL;
    if (status != LM_OK) {
        if (journal.descriptor >= 0)
            close(journal.descriptor);
        return status;
    }
    journal.events = lm_championship_length(journal.championship);
    *out = journal;
    return LM_OK;
}

enum lm_status journal_take(struct journal *journal, const char *event, struct lm_arena *arena,
                            struct lm_log *log)
{
    struct lm_json *node = NULL;
    enum lm_status status = lm_json_parse(event, strlen(event), arena, log, &node);
    return status == LM_OK ? lm_championship_take(journal->championship, node, log) : status;
}

static bool write_whole(int descriptor, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t n = write(descriptor, bytes, length);
        if (n < 0 && errno != EINTR)
            return false;
        bytes += n > 0 ? (size_t)n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return fsync(descriptor) == 0;
}

enum lm_status journal_close(struct journal *journal, const struct lm_text *lines,
                             struct lm_log *log)
{
    enum lm_status status = lm_text_status(lines);
    if (status == LM_OK && lines->length > 0 &&
        !write_whole(journal->descriptor, lines->bytes, lines->length)) {
        status = fail_on(journal->path, "written", log);
        if (ftruncate(journal->descriptor, (off_t)journal->length) != 0)
            fail(log, LM_IO, "%s ends with a half line: %s", journal->path, strerror(errno));
    }
    close(journal->descriptor);
    return status;
}
