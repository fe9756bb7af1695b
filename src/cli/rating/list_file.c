/* SPDX-License-Identifier: Apache-2.0 */
/* FIDE's lists as files: plain, or zipped, which `limmat-fetch` unpacks. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/rating/list_file.h"

#include "cli/core/command.h"
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
        status = fail(log, LM_IO, "%s can't be read", path);
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

/* FIDE's archive holds one list, as players_list_xml_foa.xml; a workbook begins with a folder's
 * file, "mimetype" or "[Content_Types].xml". */
static bool is_packed_list(const char *head, size_t length)
{
    enum { NAME_LENGTH_AT = 26, NAME_AT = 30 };
    if (length < NAME_AT || memcmp(head, "PK\003\004", 4) != 0)
        return false;
    size_t size =
        (unsigned char)head[NAME_LENGTH_AT] | (size_t)(unsigned char)head[NAME_LENGTH_AT + 1] << 8;
    const char *name = head + NAME_AT;
    return size > 4 && size <= length - NAME_AT && *name != '[' &&
           memchr(name, '/', size) == NULL &&
           (memcmp(name + size - 4, ".xml", 4) == 0 || memcmp(name + size - 4, ".txt", 4) == 0);
}

/* Is it a head of columns: "ID Number      Name   …", "ID_NUMBER NAME   …"?  Tables separate their
 * cells. */
static bool is_column_head(const char *line)
{
    static const char *const ids[] = {"ID Number ", "ID number ", "ID_NUMBER ", "IDNUMBER "};
    size_t length = strcspn(line, "\r\n");
    line += strspn(line, " ");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        if (strncmp(line, ids[i], strlen(ids[i])) == 0)
            return strcspn(line, "\t,;|") >= length;
    return false;
}

bool is_fide_list(const char *path)
{
    char head[1024];
    FILE *stream = os_stream(path, "rb");
    if (stream == NULL)
        return false;
    size_t length = fread(head, 1, sizeof head - 1, stream);
    fclose(stream);
    head[length] = '\0';
    const char *text = strncmp(head, "\xEF\xBB\xBF", 3) == 0 ? head + 3 : head;
    text += strspn(text, "\r\n");
    return is_packed_list(head, length) || (*text == '<' && strstr(text, "<playerslist") != NULL) ||
           is_column_head(text);
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
