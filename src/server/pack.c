/* SPDX-License-Identifier: Apache-2.0 */
#include "server/pack.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "server/secrets.h"

enum { WORTH_IT = 800 }; /* bytes; fewer fit into one packet anyway */

/* ${bytes} as gzip, the same for the same bytes; false when that fails or does not pay. */
static bool gzip(struct http_reply *reply)
{
    if (reply->length < WORTH_IT || reply->length > UINT_MAX / 2)
        return false;
    z_stream z = {0};
    if (deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t room = deflateBound(&z, reply->length);
    unsigned char *packed = lm_arena_alloc(reply->arena, room, 1);
    bool well = packed != NULL;
    if (well) {
        z.next_in = (z_const Bytef *)(uintptr_t)reply->bytes;
        z.avail_in = (uInt)reply->length;
        z.next_out = packed;
        z.avail_out = (uInt)room;
        well = deflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out < reply->length;
    }
    if (well) {
        reply->bytes = (const char *)packed;
        reply->length = z.total_out;
    }
    deflateEnd(&z);
    return well;
}

/* A strong tag: other bytes, another tag; -z when they are packed. */
static const char *tag_of(const struct http_reply *reply, const char *digest)
{
    struct lm_text tag = lm_text_in(reply->arena);
    lm_text_print(&tag, "\"%.24s%s\"", digest, reply->packed ? "-z" : "");
    return tag.failed ? NULL : lm_text_string(&tag);
}

static bool is_text(const char *type)
{
    return strncmp(type, "text/", 5) == 0 || strstr(type, "json") != NULL ||
           strstr(type, "svg") != NULL;
}

void pack_reply(struct http_reply *reply, const char *known, bool packing)
{
    if (reply->body.failed) {
        reply->status = 503;
        reply->body = lm_text_in(reply->arena);
    }
    if (reply->bytes == NULL) {
        reply->bytes = lm_text_string(&reply->body);
        reply->length = reply->body.length;
    }
    if (reply->status != 200 || reply->channel != NULL)
        return;
    char digest[SECRETS_DIGEST];
    secrets_digest(reply->bytes, reply->length, digest);
    digest[24] = '\0';
    if (strstr(known, digest) != NULL) {
        reply->status = 304;
        reply->length = 0;
    } else {
        reply->packed = packing && is_text(reply->type) && gzip(reply);
    }
    reply->tag = tag_of(reply, digest);
}
