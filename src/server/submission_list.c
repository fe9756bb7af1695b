/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A service keeps all its submissions, perhaps a hundred thousand: each is one block of memory with
 * its texts behind it, in three chains of a table that doubles.
 */
#include "server/submission_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "os/threads.h"

enum { KEYS = SUBMISSION_FILE_KEY + 1, BUCKETS_FIRST = 256, TEXTS = 6 };

struct entry {
    struct submission s; /* its texts follow the entry */
    struct entry *next[KEYS];
};

struct submission_list {
    struct os_mutex lock;
    struct entry **buckets[KEYS];
    size_t bucket_count, count; /* ${bucket_count} is a power of two */
};

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (const char *c = text; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    return hash;
}

static const char *key_of(const struct submission *s, size_t key)
{
    const char *const keys[KEYS] = {[SUBMISSION_SLUG_KEY] = s->slug,
                                    [SUBMISSION_OWNER_KEY] = s->owner,
                                    [SUBMISSION_FILE_KEY] = s->digest};
    return keys[key];
}

static struct entry **chain_of(const struct submission_list *list, size_t key, const char *text)
{
    return &list->buckets[key][hash_of(text) & (list->bucket_count - 1)];
}

/* Point to all texts of ${s}. */
static void texts_of(struct submission *s, const char **out[TEXTS])
{
    const char **const texts[TEXTS] = {&s->slug,   &s->owner, &s->name,
                                       &s->digest, &s->by,    &s->reason};
    memcpy(out, texts, sizeof texts);
}

static struct entry *pack(const struct submission *s)
{
    struct submission copy = *s;
    const char **texts[TEXTS];
    size_t size = sizeof(struct entry);
    texts_of(&copy, texts);
    for (size_t i = 0; i < TEXTS; i++)
        size += strlen(*texts[i]) + 1;
    struct entry *out = calloc(1, size);
    if (out == NULL)
        return NULL;
    char *to = (char *)(out + 1);
    for (size_t i = 0; i < TEXTS; i++) {
        size_t length = strlen(*texts[i]) + 1;
        memcpy(to, *texts[i], length);
        *texts[i] = to;
        to += length;
    }
    out->s = copy;
    return out;
}

static struct submission copy_of(const struct submission *s, struct lm_arena *arena)
{
    struct submission out = *s;
    const char **texts[TEXTS];
    texts_of(&out, texts);
    for (size_t i = 0; i < TEXTS; i++) {
        const char *text = lm_arena_copy(arena, *texts[i], strlen(*texts[i]));
        *texts[i] = text == NULL ? "" : text;
    }
    return out;
}

struct submission_list *submission_list_new(void)
{
    struct submission_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return NULL;
    os_mutex_make(&list->lock);
    return list;
}

void submission_list_free(struct submission_list *list)
{
    if (list == NULL)
        return;
    for (size_t b = 0; b < list->bucket_count; b++)
        for (struct entry *e = list->buckets[SUBMISSION_SLUG_KEY][b], *next; e != NULL; e = next) {
            next = e->next[SUBMISSION_SLUG_KEY];
            free(e);
        }
    for (size_t key = 0; key < KEYS; key++)
        free(list->buckets[key]);
    os_mutex_end(&list->lock);
    free(list);
}

static void link_entry(struct submission_list *list, struct entry *e)
{
    for (size_t key = 0; key < KEYS; key++) {
        struct entry **chain = chain_of(list, key, key_of(&e->s, key));
        e->next[key] = *chain;
        *chain = e;
    }
}

static void unlink_entry(struct submission_list *list, struct entry *e)
{
    for (size_t key = 0; key < KEYS; key++) {
        struct entry **at = chain_of(list, key, key_of(&e->s, key));
        while (*at != e)
            at = &(*at)->next[key];
        *at = e->next[key];
    }
}

/* Have at least as many buckets as entries. */
static bool make_room(struct submission_list *list)
{
    struct entry **fresh[KEYS];
    size_t count = list->bucket_count == 0 ? BUCKETS_FIRST : 2 * list->bucket_count;
    bool well = true;
    if (list->count < list->bucket_count)
        return true;
    for (size_t key = 0; key < KEYS; key++) {
        fresh[key] = calloc(count, sizeof(struct entry *));
        well = well && fresh[key] != NULL;
    }
    for (size_t key = 0; key < KEYS && !well; key++)
        free(fresh[key]);
    if (!well)
        return false;
    struct submission_list old = *list;
    memcpy(list->buckets, fresh, sizeof fresh);
    list->bucket_count = count;
    for (size_t b = 0; b < old.bucket_count; b++)
        for (struct entry *e = old.buckets[SUBMISSION_SLUG_KEY][b], *next; e != NULL; e = next) {
            next = e->next[SUBMISSION_SLUG_KEY];
            link_entry(list, e);
        }
    for (size_t key = 0; key < KEYS; key++)
        free(old.buckets[key]);
    return true;
}

static bool fits(const struct submission *s, size_t key, const char *text)
{
    return strcmp(key_of(s, key), text) == 0 &&
           (key != SUBMISSION_FILE_KEY || s->state == SUBMISSION_PUBLIC);
}

/* Call with the lock held. */
static struct entry *find(const struct submission_list *list, size_t key, const char *text)
{
    struct entry *e = list->bucket_count == 0 ? NULL : *chain_of(list, key, text);
    while (e != NULL && !fits(&e->s, key, text))
        e = e->next[key];
    return e;
}

enum lm_status submission_list_put(struct submission_list *list, const struct submission *s)
{
    struct entry *fresh = pack(s);
    if (fresh == NULL)
        return LM_LIMIT;
    os_mutex_take(&list->lock);
    struct entry *old = find(list, SUBMISSION_SLUG_KEY, s->slug);
    bool well = old != NULL || make_room(list);
    if (well) {
        if (old != NULL)
            unlink_entry(list, old);
        link_entry(list, fresh);
        list->count += old == NULL;
    }
    os_mutex_give(&list->lock);
    free(well ? old : fresh);
    return well ? LM_OK : LM_LIMIT;
}

void submission_list_find(struct submission_list *list, enum submission_key key, const char *text,
                          struct lm_arena *arena, struct submission *out)
{
    os_mutex_take(&list->lock);
    const struct entry *e = find(list, key, text);
    *out = e == NULL ? (struct submission){0} : copy_of(&e->s, arena);
    os_mutex_give(&list->lock);
}

static int latest_first(const void *a, const void *b)
{
    const struct submission *x = a, *y = b;
    if (x->changed != y->changed)
        return x->changed < y->changed ? 1 : -1;
    return strcmp(x->slug, y->slug);
}

enum lm_status submission_list_all(struct submission_list *list, enum submission_state state,
                                   struct lm_arena *arena, struct submission **out, size_t *count)
{
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    *out = NULL;
    *count = 0;
    os_mutex_take(&list->lock);
    for (size_t b = 0; b < list->bucket_count; b++)
        for (const struct entry *e = list->buckets[SUBMISSION_SLUG_KEY][b];
             status == LM_OK && e != NULL; e = e->next[SUBMISSION_SLUG_KEY]) {
            if (e->s.state != state)
                continue;
            if (!lm_arena_grow(arena, out, &capacity, *count + 1, sizeof **out))
                status = LM_LIMIT;
            else
                (*out)[(*count)++] = copy_of(&e->s, arena);
        }
    os_mutex_give(&list->lock);
    if (*count > 0)
        lm_sort(*out, *count, sizeof **out, latest_first);
    return status;
}

bool submission_list_state(struct submission_list *list, const char *slug,
                           enum submission_state *state, uint64_t *number)
{
    os_mutex_take(&list->lock);
    const struct entry *e = find(list, SUBMISSION_SLUG_KEY, slug);
    if (e != NULL) {
        *state = e->s.state;
        *number = e->s.head;
    }
    os_mutex_give(&list->lock);
    return e != NULL;
}
