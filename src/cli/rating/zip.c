/* SPDX-License-Identifier: Apache-2.0 */
/* FIDE publishes its lists zipped; libzip unpacks the one file in there, piece by piece. */
#include "cli/rating/rate.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zip.h>

/* A list is 0.7 GB today; what unpacks to more than this is no list. */
static const uint64_t unpacked_most = UINT64_C(8) << 30;

enum { PIECE = 1 << 18 };

static enum lm_status feed_entry(zip_file_t *entry, const char *path, struct lm_log *log,
                                 struct lm_fide_reader *reader, char *piece)
{
    uint64_t total = 0;
    enum lm_status status = LM_OK;
    zip_int64_t got;
    while (status == LM_OK && (got = zip_fread(entry, piece, PIECE)) != 0) {
        if (got < 0)
            return fail(log, LM_IO, "%s is damaged", path);
        total += (uint64_t)got;
        if (total > unpacked_most)
            return fail(log, LM_LIMIT, "%s unpacks to more than 8 GB", path);
        status = lm_fide_reader_feed(reader, piece, (size_t)got);
    }
    return status;
}

static enum lm_status feed_archive(zip_t *archive, const char *path, struct lm_log *log,
                                   struct lm_fide_reader *reader, char *piece)
{
    if (zip_get_num_entries(archive, 0) != 1)
        return fail(log, LM_INVALID, "%s holds more than one file; unpack the list", path);
    zip_file_t *entry = zip_fopen_index(archive, 0, 0);
    if (entry == NULL)
        return fail(log, LM_IO, "%s cannot be unpacked", path);
    enum lm_status status = feed_entry(entry, path, log, reader, piece);
    zip_fclose(entry);
    return status;
}

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

enum lm_status feed_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                         struct lm_fide_reader *reader)
{
    char *piece = lm_arena_alloc(arena, PIECE, 1);
    FILE *stream = fopen(path, "rb");
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
    int error;
    zip_t *archive = zip_open(path, ZIP_RDONLY, &error);
    if (archive == NULL)
        return fail(log, LM_IO, "%s is no zip archive that can be read", path);
    status = feed_archive(archive, path, log, reader, piece);
    zip_discard(archive);
    return status;
}
