/* SPDX-License-Identifier: Apache-2.0 */
#include "server/errands.h"

#include <stdlib.h>
#include <string.h>

#include "os/threads.h"
#include "server/sync.h"

enum { ARENA_MAX = 64 << 20 };

struct errand {
    errand_run *run;
    char *key, *order;
    struct errand *next;
};

struct errands {
    struct server *server;
    struct os_thread thread;
    struct os_mutex lock; /* for all members below */
    struct os_condition wake;
    struct errand *first; /* the current one, until it is done */
    size_t count;
    bool stop;
};

static void errand_free(struct errand *errand)
{
    free(errand->key);
    free(errand->order);
    free(errand);
}

static struct errand *errand_new(errand_run *run, const char *key, const char *order)
{
    struct errand *errand = calloc(1, sizeof *errand);
    if (errand == NULL)
        return NULL;
    *errand = (struct errand){.run = run, .key = strdup(key), .order = strdup(order)};
    if (errand->key != NULL && errand->order != NULL)
        return errand;
    errand_free(errand);
    return NULL;
}

static void go(struct server *s, const struct errand *errand)
{
    struct lm_arena *arena;
    struct http_request request;
    struct http_reply reply;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct visit v = sync_visit(s, arena, &request, &reply);
    errand->run(&v, errand->key, errand->order);
    lm_arena_free(arena);
}

static void work(void *context)
{
    struct errands *e = context;
    os_mutex_take(&e->lock);
    while (!e->stop) {
        struct errand *errand = e->first;
        if (errand == NULL) {
            os_condition_wait(&e->wake, &e->lock);
            continue;
        }
        os_mutex_give(&e->lock);
        go(e->server, errand);
        os_mutex_take(&e->lock);
        e->first = errand->next;
        e->count--;
        errand_free(errand);
    }
    os_mutex_give(&e->lock);
}

struct errands *errands_start(struct server *s)
{
    struct errands *e = calloc(1, sizeof *e);
    if (e == NULL)
        return NULL;
    e->server = s;
    os_mutex_make(&e->lock);
    os_condition_make(&e->wake);
    if (os_thread_start(&e->thread, work, e))
        return e;
    os_condition_end(&e->wake);
    os_mutex_end(&e->lock);
    free(e);
    return NULL;
}

void errands_stop(struct errands *e)
{
    if (e == NULL)
        return;
    os_mutex_take(&e->lock);
    e->stop = true;
    os_condition_signal(&e->wake);
    os_mutex_give(&e->lock);
    os_thread_join(&e->thread);
    for (struct errand *at = e->first, *next; at != NULL; at = next) {
        next = at->next;
        errand_free(at);
    }
    os_condition_end(&e->wake);
    os_mutex_end(&e->lock);
    free(e);
}

bool errands_give(struct errands *e, errand_run *run, const char *key, const char *order)
{
    struct errand *errand = e == NULL ? NULL : errand_new(run, key, order);
    if (errand == NULL)
        return false;
    os_mutex_take(&e->lock);
    struct errand **end = &e->first;
    bool known = false;
    for (; *end != NULL; end = &(*end)->next)
        known |= strcmp((*end)->key, key) == 0;
    bool room = !known && e->count < ERRANDS_MOST;
    if (room) {
        *end = errand;
        e->count++;
        os_condition_signal(&e->wake);
    }
    os_mutex_give(&e->lock);
    if (!room)
        errand_free(errand);
    return known || room;
}
