/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each hash of an address has one slot, with the latest page of that hash.  So nothing grows and
 * nothing is searched.  An attacker who invents addresses can only cause pages to be made again.  A
 * replaced page lives on until the replies that use it are sent.
 */
#include "server/cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/threads.h"
#include "server/events.h"
#include "server/pack.h"
#include "server/publication.h"

enum { SLOTS = 8192, LARGEST = 2 << 20, FULL = 128 << 20 };

/* A body, and its number of users: its slot, and replies being sent. */
struct page {
    struct http_held held;
    struct cache *cache;
    unsigned users;
    struct packed body; /* owns its bytes */
};

struct slot {
    char *address;
    char slug[80]; /* of the page's event */
    uint64_t number;
    int64_t minute;
    const char *type; /* a string literal */
    char *file;       /* NULL: shown in the browser */
    struct page *page;
};

struct cache {
    struct os_mutex lock;
    struct slot slots[SLOTS];
    size_t bytes; /* of all bodies together */
};

/* Release one use; the caller has the lock. */
static void drop(struct page *page)
{
    if (page == NULL || --page->users > 0)
        return;
    page->cache->bytes -= page->body.length + page->body.small_length;
    free((char *)(uintptr_t)page->body.bytes);
    free((char *)(uintptr_t)page->body.small);
    free(page);
}

static void release(struct http_held *held)
{
    struct page *page = (struct page *)(void *)held;
    struct cache *c = page->cache;
    os_mutex_take(&c->lock);
    drop(page);
    os_mutex_give(&c->lock);
}

static void empty(struct slot *slot)
{
    drop(slot->page);
    free(slot->address);
    free(slot->file);
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
        empty(&c->slots[i]);
    os_mutex_end(&c->lock);
    free(c);
}

bool cache_may_keep(const struct visit *v)
{
    const char *pattern = v->handler->pattern;
    bool of_an_event = strncmp(pattern, "/e/:", 4) == 0 || strncmp(pattern, "/p/:", 4) == 0 ||
                       strncmp(pattern, "/t/:", 4) == 0;
    return v->server->cache != NULL && of_an_event && !v->request->post && !v->handler->open &&
           v->handler->right == RIGHT_LOOK && *v->who.key == '\0';
}

static struct slot *slot_at(struct cache *c, const char *address)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (const char *at = address; *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * 16777619U;
    return &c->slots[hash % SLOTS];
}

/* Find the slot of the address and the visitor's language, which pages with the desk's frame use. A
 * query that the handler ignores is not part of the address. */
static struct slot *slot_of(struct visit *v, const char **address)
{
    bool asked = v->handler->fields != NULL && *v->request->query != '\0';
    *address = visit_print(v, "%s%s%s %s", v->request->path, asked ? "?" : "",
                           asked ? v->request->query : "", v->language->code);
    return slot_at(v->server->cache, *address);
}

static bool is_fresh(const struct slot *slot, const struct visit *v, const char *address,
                     uint64_t number)
{
    return slot->address != NULL && slot->number == number && slot->minute == v->now / 60 &&
           strcmp(slot->address, address) == 0;
}

/* Return the name under which the number of the event of ${v} is found. */
static const char *slug_of(struct visit *v)
{
    bool sent = strncmp(v->handler->pattern, "/t/", 3) == 0;
    return sent ? visit_print(v, "~%s", v->parts[0]) : v->parts[0];
}

/* Answer with the page in ${slot} if it is of ${address} and ${number}. */
static bool answer_from(struct slot *slot, struct visit *v, const char *address, uint64_t number)
{
    struct cache *c = v->server->cache;
    os_mutex_take(&c->lock);
    bool found = is_fresh(slot, v, address, number);
    if (found) {
        v->reply->type = slot->type;
        if (slot->file != NULL)
            v->reply->file = lm_arena_copy(v->arena, slot->file, strlen(slot->file));
        slot->page->users++;
        v->reply->held = &slot->page->held;
        pack_ready(v->reply, &slot->page->body, v->request);
    }
    os_mutex_give(&c->lock);
    return found;
}

bool cache_find(struct visit *v)
{
    const char *address;
    uint64_t number;
    if (!publication_number_of(v->server, slug_of(v), &number))
        return false;
    struct slot *slot = slot_of(v, &address);
    return answer_from(slot, v, address, number);
}

bool cache_find_kept(struct visit *v)
{
    struct cache *c = v->server->cache;
    char address[512], slug[sizeof c->slots->slug];
    uint64_t number;
    int length = snprintf(address, sizeof address, "%s %s", v->request->path, v->language->code);
    if (c == NULL || *v->request->query != '\0' || length < 0 || (size_t)length >= sizeof address)
        return false;
    struct slot *slot = slot_at(c, address);
    os_mutex_take(&c->lock);
    bool kept = slot->address != NULL && strcmp(slot->address, address) == 0;
    memcpy(slug, slot->slug, sizeof slug);
    os_mutex_give(&c->lock);
    return kept && *slug != '\0' && publication_number_of(v->server, slug, &number) &&
           answer_from(slot, v, address, number);
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

static bool is_whole(const struct page *page, const struct packed *body)
{
    return page->body.bytes != NULL && (page->body.small != NULL || body->small == NULL);
}

/* Make a page of ${body}; NULL: no memory. */
static struct page *page_new(struct cache *c, const struct packed *body)
{
    struct page *page = calloc(1, sizeof *page);
    if (page == NULL)
        return NULL;
    *page = (struct page){.held = {release}, .cache = c, .users = 1, .body = *body};
    page->body.bytes = copy(body->bytes, body->length);
    page->body.small = copy(body->small, body->small_length);
    if (is_whole(page, body))
        return page;
    free((char *)(uintptr_t)page->body.bytes);
    free((char *)(uintptr_t)page->body.small);
    free(page);
    return NULL;
}

static void fill(struct slot *slot, struct visit *v, const char *address)
{
    const char *slug = slug_of(v);
    *slot = (struct slot){.address = copy(address, strlen(address)),
                          .number = v->number,
                          .minute = v->now / 60,
                          .type = v->reply->type};
    if (strlen(slug) < sizeof slot->slug)
        memcpy(slot->slug, slug, strlen(slug) + 1);
    if (v->reply->file != NULL)
        slot->file = copy(v->reply->file, strlen(v->reply->file));
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
    fill(&fresh, v, address);
    fresh.page = page_new(c, &body);
    os_mutex_take(&c->lock);
    if (c->bytes > FULL)
        for (size_t i = 0; i < SLOTS; i++)
            empty(&c->slots[i]);
    empty(slot);
    *slot = fresh;
    if (fresh.page != NULL)
        c->bytes += body.length + body.small_length;
    if (fresh.page == NULL || fresh.address == NULL ||
        (fresh.file == NULL && v->reply->file != NULL))
        empty(slot);
    os_mutex_give(&c->lock);
    pack_ready(reply, &body, v->request);
}
