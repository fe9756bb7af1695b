/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One slot for each hash of an address, and the latest page of that hash in it: nothing grows,
 * nothing is searched, and what an attacker can do by inventing addresses is to have pages made
 * again.  A page is copied out under the lock (15 kB, some microseconds), so that no reply holds
 * what another thread may replace.
 */
#include "server/cache.h"

#include <stdlib.h>
#include <string.h>

#include "os/threads.h"
#include "server/events.h"
#include "server/pack.h"
#include "server/publication.h"

enum { SLOTS = 8192, LARGEST = 2 << 20, FULL = 128 << 20 };

struct slot {
    char *address;
    uint64_t number;
    int64_t minute;
    const char *type;   /* a literal */
    char *file;         /* NULL: to be shown */
    struct packed body; /* its bytes are owned */
};

struct cache {
    struct os_mutex lock;
    struct slot slots[SLOTS];
    size_t bytes; /* of all bodies */
};

static void empty(struct cache *c, struct slot *slot)
{
    c->bytes -= slot->body.length + slot->body.small_length;
    free(slot->address);
    free(slot->file);
    free((char *)(uintptr_t)slot->body.bytes);
    free((char *)(uintptr_t)slot->body.small);
    *slot = (struct slot){0};
}

struct cache *cache_new(void)
{
    struct cache *c = calloc(1, sizeof *c);
    if (c != NULL)
        os_mutex_make(&c->lock);
    return c;
}

void cache_free(struct cache *c)
{
    if (c == NULL)
        return;
    for (size_t i = 0; i < SLOTS; i++)
        empty(c, &c->slots[i]);
    os_mutex_end(&c->lock);
    free(c);
}

bool cache_may_keep(const struct visit *v)
{
    const char *pattern = v->handler->pattern;
    bool of_an_event = strncmp(pattern, "/e/:", 4) == 0 || strncmp(pattern, "/p/:", 4) == 0 ||
                       strncmp(pattern, "/t/:", 4) == 0;
    return v->server->cache != NULL && of_an_event && !v->handler->post &&
           v->handler->right == RIGHT_LOOK && *v->who.key == '\0';
}

/* FNV-1a of the address; what a handler does not look at is no part of it. */
static struct slot *slot_of(struct visit *v, const char **address)
{
    bool asked = v->handler->fields != NULL && *v->request->query != '\0';
    *address = visit_print(v, "%s%s%s", v->request->path, asked ? "?" : "",
                           asked ? v->request->query : "");
    uint32_t hash = 2166136261U;
    for (const char *c = *address; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    return &v->server->cache->slots[hash % SLOTS];
}

static bool is_fresh(const struct slot *slot, const struct visit *v, const char *address,
                     uint64_t number)
{
    return slot->address != NULL && slot->number == number && slot->minute == v->now / 60 &&
           strcmp(slot->address, address) == 0;
}

bool cache_find(struct visit *v)
{
    struct cache *c = v->server->cache;
    const char *address;
    uint64_t number;
    bool sent = strncmp(v->handler->pattern, "/t/", 3) == 0;
    const char *slug = sent ? visit_print(v, "~%s", v->parts[0]) : v->parts[0];
    if (!publication_number_of(v->server, slug, &number))
        return false;
    struct slot *slot = slot_of(v, &address);
    os_mutex_take(&c->lock);
    bool found = is_fresh(slot, v, address, number);
    if (found) {
        v->reply->type = slot->type;
        if (slot->file != NULL)
            v->reply->file = lm_arena_copy(v->arena, slot->file, strlen(slot->file));
        pack_ready(v->reply, &slot->body, v->request);
    }
    os_mutex_give(&c->lock);
    return found;
}

static char *copy(const char *bytes, size_t length)
{
    char *out = bytes == NULL ? NULL : malloc(length + 1);
    if (out != NULL) {
        memcpy(out, bytes, length);
        out[length] = '\0';
    }
    return out;
}

static void fill(struct slot *slot, const struct visit *v, const char *address,
                 const struct packed *body)
{
    *slot = (struct slot){.address = copy(address, strlen(address)),
                          .number = v->number,
                          .minute = v->now / 60,
                          .type = v->reply->type,
                          .body = *body};
    slot->body.bytes = copy(body->bytes, body->length);
    slot->body.small = copy(body->small, body->small_length);
    if (v->reply->file != NULL)
        slot->file = copy(v->reply->file, strlen(v->reply->file));
}

static bool is_whole(const struct slot *slot, const struct visit *v, const struct packed *body)
{
    return slot->address != NULL && slot->body.bytes != NULL &&
           (slot->body.small != NULL || body->small == NULL) &&
           (slot->file != NULL || v->reply->file == NULL);
}

void cache_keep(struct visit *v)
{
    struct cache *c = v->server->cache;
    struct http_reply *reply = v->reply;
    struct packed body;
    const char *address;
    if (reply->status != 200 || reply->channel != NULL || reply->cookie != NULL || reply->forever ||
        reply->body.failed || reply->body.length > LARGEST || !pack_body(reply, &body))
        return;
    struct slot fresh, *slot = slot_of(v, &address);
    fill(&fresh, v, address, &body);
    os_mutex_take(&c->lock);
    if (c->bytes > FULL)
        for (size_t i = 0; i < SLOTS; i++)
            empty(c, &c->slots[i]);
    empty(c, slot);
    *slot = fresh;
    c->bytes += body.length + body.small_length;
    if (!is_whole(slot, v, &body))
        empty(c, slot);
    os_mutex_give(&c->lock);
    pack_ready(reply, &body, v->request);
}
