/* SPDX-License-Identifier: Apache-2.0 */
/* One slot for each hash, so that nothing grows; of two sessions with the same slot, the latest has
 * it. */
#include "server/known.h"

#include <stdlib.h>
#include <string.h>

#include "os/threads.h"
#include "server/secrets.h"

enum { PLACES = 2048, SECONDS = 600 };

struct known {
    struct os_mutex lock;
    struct {
        char key[SECRETS_DIGEST];
        int64_t until;
    } places[PLACES];
};

struct known *known_new(void)
{
    struct known *known = calloc(1, sizeof *known);
    if (known != NULL)
        os_mutex_make(&known->lock);
    return known;
}

void known_free(struct known *known)
{
    if (known == NULL)
        return;
    os_mutex_end(&known->lock);
    free(known);
}

/* Choose the slot by the first digits of the digest, which are uniform. */
static size_t place_of(const char *key)
{
    char first[9] = "";
    strncpy(first, key, sizeof first - 1);
    return strtoul(first, NULL, 16) % PLACES;
}

void known_add(struct known *known, const char *key, int64_t now)
{
    size_t at = place_of(key);
    if (known == NULL || strlen(key) >= SECRETS_DIGEST)
        return;
    os_mutex_take(&known->lock);
    strcpy(known->places[at].key, key);
    known->places[at].until = now + SECONDS;
    os_mutex_give(&known->lock);
}

void known_forget(struct known *known)
{
    if (known == NULL)
        return;
    os_mutex_take(&known->lock);
    memset(known->places, 0, sizeof known->places);
    os_mutex_give(&known->lock);
}

bool known_has(struct known *known, const char *key, int64_t now)
{
    size_t at = place_of(key);
    os_mutex_take(&known->lock);
    bool has = now < known->places[at].until && strcmp(known->places[at].key, key) == 0;
    os_mutex_give(&known->lock);
    return has;
}
