/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One slot for each hash of an address, so that nothing grows. Two addresses with the same slot
 * overwrite each other, which lets them send more, not less.
 */
#include "server/quota.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/text.h"
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

uint64_t quota_hash(const char *address)
{
    uint64_t who = 14695981039346656037U; /* FNV-1a */
    unsigned groups = 0;
    for (const char *c = address; *c != '\0' && (groups += *c == ':') < 4; c++)
        who = (who ^ (unsigned char)*c) * 1099511628211U;
    return who;
}

/* Take ${count}, 0 or 1, from what ${who} has left. */
static bool take(struct quota *l, uint64_t who, int64_t now, int64_t count)
{
    os_mutex_take(&l->lock);
    struct slot *slot = &l->slots[who % SLOTS];
    if (slot->who != who || slot->hour != now / HOUR)
        *slot = (struct slot){who, now / HOUR, 0};
    bool may = slot->count < l->each_hour;
    slot->count += may ? count : 0;
    os_mutex_give(&l->lock);
    return may;
}

static uint64_t hash_of(const struct visit *v)
{
    return quota_hash(server_client(v->server, v->request));
}

bool quota_take(struct quota *l, const struct visit *v)
{
    return take(l, hash_of(v), v->now, 1);
}

bool quota_take_of(struct quota *l, uint64_t who, int64_t now)
{
    return take(l, who, now, 1);
}

bool quota_has(struct quota *l, const struct visit *v)
{
    return take(l, hash_of(v), v->now, 0);
}

enum lm_status quota_take_mail(struct visit *v, const char *address)
{
    char small[256];
    size_t length = 0;
    for (; address[length] != '\0' && length + 1 < sizeof small; length++)
        small[length] = lm_lower(address[length]);
    small[length] = '\0';
    return quota_take_of(v->server->mail_quota, quota_hash(small), v->now)
               ? LM_OK
               : visit_refuse(v, 429,
                              "Too many messages went to this address. Try again in an hour");
}
