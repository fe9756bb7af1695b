/* SPDX-License-Identifier: Apache-2.0 */
/* FIDE's lists as they lie on the disk: plain, or zipped, which `limmat-fetch` unpacks. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/rating/rate.h"
#include "client/fetch.h"
#include "os/files.h"

enum { PIECE = 1 << 18 };

static enum lm_status feed_file(FILE *stream, const char *path, struct lm_log *log,
                                struct lm_fide_reader *reader, char *piece)
{
    enum lm_status status = LM_OK;
    for (size_t got; status == LM_OK && (got = fread(piece, 1, PIECE, stream)) > 0;)
        status = lm_fide_reader_feed(reader, piece, got);
    if (status == LM_OK && ferror(stream))
        status = fail(log, LM_IO, "%s cannot be read", path);
    return status;
}

static bool is_zip(FILE *stream)
{
    char head[4];
    bool zip = fread(head, 1, sizeof head, stream) == sizeof head &&
               memcmp(head, "PK\003\004", sizeof head) == 0;
    rewind(stream);
    return zip;
}

struct feeding {
    struct lm_fide_reader *reader;
    enum lm_status status;
};

static bool feed(void *context, const char *bytes, size_t length)
{
    struct feeding *feeding = context;
    feeding->status = lm_fide_reader_feed(feeding->reader, bytes, length);
    return feeding->status == LM_OK;
}

enum lm_status feed_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                         struct lm_fide_reader *reader)
{
    char *piece = lm_arena_alloc(arena, PIECE, 1);
    FILE *stream = os_stream(path, "rb");
    if (stream == NULL || piece == NULL) {
        if (stream != NULL)
            fclose(stream);
        return fail(log, LM_IO, "%s cannot be read: %s", path, strerror(errno));
    }
    bool zipped = is_zip(stream);
    enum lm_status status = zipped ? LM_OK : feed_file(stream, path, log, reader, piece);
    fclose(stream);
    if (!zipped)
        return status;
    struct feeding feeding = {reader, LM_OK};
    status = fetch("unzip", path, NULL, feed, &feeding, NULL, log);
    return feeding.status != LM_OK ? feeding.status : status;
}
