/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One slot for each hash of an address: nothing grows.  Two addresses of one slot take turns in it,
 * which lets them send more, not less.
 */
#include "server/quota.h"

#include <stdlib.h>
#include <string.h>

#include "os/threads.h"
#include "server/server.h"

enum { SLOTS = 4096, HOUR = 3600 };

struct slot {
    uint64_t who;
    int64_t hour, count;
};

struct quota {
    struct os_mutex lock;
    int64_t each_hour;
    struct slot slots[SLOTS];
};

struct quota *quota_new(int64_t each_hour)
{
    struct quota *l = calloc(1, sizeof *l);
    if (l != NULL) {
        l->each_hour = each_hour;
        os_mutex_make(&l->lock);
    }
    return l;
}

void quota_free(struct quota *l)
{
    if (l == NULL)
        return;
    os_mutex_end(&l->lock);
    free(l);
}

/* Who is on the other side; behind a proxy on this machine it is whom the proxy names. */
static const char *peer_of(const struct visit *v)
{
    const struct http_request *r = v->request;
    bool near = strcmp(r->peer, "127.0.0.1") == 0 || strcmp(r->peer, "::1") == 0;
    return *v->server->host != '\0' && near && *r->forwarded != '\0' ? r->forwarded : r->peer;
}

bool quota_take(struct quota *l, const struct visit *v)
{
    uint64_t who = 14695981039346656037U; /* FNV-1a */
    /* Of an IPv6 address a subscriber has the last half to himself. */
    unsigned groups = 0;
    for (const char *c = peer_of(v); *c != '\0' && (groups += *c == ':') < 4; c++)
        who = (who ^ (unsigned char)*c) * 1099511628211U;
    os_mutex_take(&l->lock);
    struct slot *slot = &l->slots[who % SLOTS];
    if (slot->who != who || slot->hour != v->now / HOUR)
        *slot = (struct slot){who, v->now / HOUR, 0};
    bool may = slot->count < l->each_hour;
    slot->count += may;
    os_mutex_give(&l->lock);
    return may;
}
