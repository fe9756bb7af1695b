/* SPDX-License-Identifier: Apache-2.0 */
#include "server/pack.h"

#include <limits.h>
#include <string.h>
#include <zlib.h>

#include "server/secrets.h"

enum { WORTH_IT = 800 }; /* bytes; a smaller body fits into one packet anyway */

/* Pack the body with gzip, always with the same result; leave it if that fails or saves nothing. */
static void gzip(struct packed *body, struct lm_arena *arena)
{
    if (body->length < WORTH_IT || body->length > UINT_MAX / 2)
        return;
    z_stream z = {0};
    if (deflateInit2(&z, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    size_t room = deflateBound(&z, (uLong)body->length);
    unsigned char *small = lm_arena_alloc(arena, room, 1);
    if (small != NULL) {
        z.next_in = (z_const Bytef *)(uintptr_t)body->bytes;
        z.avail_in = (uInt)body->length;
        z.next_out = small;
        z.avail_out = (uInt)room;
        if (deflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out < body->length) {
            body->small = (const char *)small;
            body->small_length = z.total_out;
        }
    }
    deflateEnd(&z);
}

static bool is_worth(const char *type)
{
    return strncmp(type, "text/", 5) == 0 || strstr(type, "json") != NULL ||
           strstr(type, "xml") != NULL || strcmp(type, "application/wasm") == 0;
}

/* Return the bytes with their digest, not packed yet. */
static struct packed plain_of(const struct http_reply *reply)
{
    char digest[SECRETS_DIGEST];
    struct packed body = {.bytes = reply->bytes, .length = reply->length};
    if (body.bytes == NULL) {
        body.bytes = lm_text_string(&reply->body);
        body.length = reply->body.length;
    }
    secrets_digest(body.bytes, body.length, digest);
    memcpy(body.digest, digest, PACK_TAG);
    return body;
}

bool pack_body(struct http_reply *reply, struct packed *out)
{
    if (reply->body.failed)
        return false;
    *out = plain_of(reply);
    if (is_worth(reply->type))
        gzip(out, reply->arena);
    return true;
}

void pack_ready(struct http_reply *reply, const struct packed *body,
                const struct http_request *request)
{
    struct lm_text tag = lm_text_in(reply->arena);
    reply->ready = true;
    reply->packed = request->packing && body->small != NULL;
    /* A strong tag: other bytes have another tag. */
    lm_text_print(&tag, "\"%s%s\"", body->digest, reply->packed ? "-z" : "");
    reply->tag = tag.failed ? NULL : lm_text_string(&tag);
    if (strstr(request->known, body->digest) != NULL) {
        reply->status = 304;
        reply->bytes = "";
        reply->length = 0;
        return;
    }
    reply->length = reply->packed ? body->small_length : body->length;
    reply->bytes = reply->packed ? body->small : body->bytes;
    if (reply->held != NULL)
        return;
    reply->bytes = lm_arena_copy(reply->arena, reply->bytes, reply->length);
    if (reply->bytes == NULL) {
        reply->status = 503;
        reply->bytes = "";
        reply->length = 0;
    }
}

void pack_reply(struct http_reply *reply, const struct http_request *request)
{
    if (reply->ready)
        return;
    if (reply->body.failed) {
        reply->status = 503;
        reply->body = lm_text_in(reply->arena);
    }
    struct packed body = {.bytes = reply->bytes, .length = reply->length};
    if (reply->status == 200 && reply->channel == NULL) {
        body = plain_of(reply);
        if (request->packing && is_worth(reply->type) &&
            strstr(request->known, body.digest) == NULL)
            gzip(&body, reply->arena);
        pack_ready(reply, &body, request);
    } else if (reply->bytes == NULL) {
        reply->bytes = lm_text_string(&reply->body);
        reply->length = reply->body.length;
    }
}
