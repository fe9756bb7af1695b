/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evhttp says nothing when a connection that never had a whole request goes away.  So each is kept
 * from being freed by a reference of ours; some times a second all are looked at, and those that
 * evhttp has left (it takes its callbacks with it) are let go.  Their sockets are closed then and
 * not before: evhttp only ends them, so that no newcomer gets the number of one that we still have.
 */
#include "server/guests.h"

#include <event2/buffer.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "os/clock.h"
#include "server/tls.h"

enum { BUCKETS = 4096, WRITE_MOST = 256 << 10, LOOK_MS = 250 };

struct guest {
    struct guests *all;
    struct bufferevent *connection;
    int64_t
        began; /* milliseconds: the first byte of a request that is not whole; 0: there is none */
    bool between; /* no byte of a request was seen since the last one was answered */
    struct guest *next;
};

struct guests {
    struct event_base *base;
    struct event *clock;
    int64_t patience; /* milliseconds */
    const struct tls *tls;
    guests_answerer *answer; /* NULL: nobody is asked first */
    void *context;
    struct guest *buckets[BUCKETS];
};

static struct guest **bucket_of(struct guests *all, const struct bufferevent *connection)
{
    return &all->buckets[((uintptr_t)connection >> 5) % BUCKETS];
}

static void on_bytes(struct evbuffer *input, const struct evbuffer_cb_info *info, void *context)
{
    struct guest *g = context;
    if (info->n_added == 0)
        return;
    /* What was said to be read by another is read by him to its end: two opinions about where a
     * request begins are how requests are smuggled. */
    if (g->between && g->all->answer != NULL && evbuffer_get_length(input) == info->n_added &&
        g->all->answer(g->all->context, g->connection, input))
        return;
    g->between = false;
    if (g->began == 0)
        g->began = os_elapsed_milliseconds();
}

static struct bufferevent *welcome(struct event_base *base, void *context)
{
    struct guests *all = context;
    struct guest *g = calloc(1, sizeof *g);
    struct bufferevent *connection = NULL;
    if (g != NULL)
        connection = all->tls == NULL ? bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE)
                                      : tls_connection(all->tls, base);
    if (connection == NULL) {
        free(g);
        return NULL;
    }
    struct guest **bucket = bucket_of(all, connection);
    *g = (struct guest){all, connection, 0, true, *bucket};
    *bucket = g;
    bufferevent_incref(connection);
    /* A page in one piece: libevent's own limit of 16 kB makes a call of the system for each. */
    (void)bufferevent_set_max_single_write(connection, WRITE_MOST);
    evbuffer_add_cb(bufferevent_get_input(connection), on_bytes, g);
    return connection;
}

static void let_go(struct guest *g)
{
    evbuffer_remove_cb(bufferevent_get_input(g->connection), on_bytes, g);
    bufferevent_decref(g->connection);
    free(g);
}

static bool is_gone(const struct guest *g)
{
    bufferevent_event_cb on_event;
    bufferevent_getcb(g->connection, NULL, NULL, &on_event, NULL);
    return on_event == NULL;
}

static void look(evutil_socket_t none, short what, void *context)
{
    struct guests *all = context;
    int64_t now = os_elapsed_milliseconds();
    (void)none, (void)what;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct guest **at = &all->buckets[i], *g; (g = *at) != NULL;) {
            if (is_gone(g)) {
                *at = g->next;
                let_go(g);
                continue;
            }
            if (g->began > 0 && now - g->began > all->patience)
                bufferevent_trigger_event(g->connection, BEV_EVENT_TIMEOUT | BEV_EVENT_READING,
                                          BEV_TRIG_DEFER_CALLBACKS);
            at = &g->next;
        }
}

struct guests *guests_new(struct event_base *base, struct evhttp *listener, unsigned patience,
                          const struct tls *tls)
{
    struct guests *all = calloc(1, sizeof *all);
    struct timeval often = {0, LOOK_MS * 1000};
    if (all == NULL)
        return NULL;
    all->base = base;
    all->tls = tls;
    all->patience = (int64_t)patience * 1000;
    all->clock = event_new(base, -1, EV_PERSIST, look, all);
    if (all->clock == NULL || event_add(all->clock, &often) != 0) {
        guests_free(all);
        return NULL;
    }
    evhttp_set_bevcb(listener, welcome, all);
    return all;
}

void guests_free(struct guests *all)
{
    if (all == NULL)
        return;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct guest *g = all->buckets[i], *next; g != NULL; g = next) {
            next = g->next;
            let_go(g);
        }
    if (all->clock != NULL)
        event_free(all->clock);
    free(all);
}

void guests_answer(struct guests *all, guests_answerer *answer, void *context)
{
    all->answer = answer;
    all->context = context;
}

/* It is answered: what comes next is a new request, unless it has begun to come. */
static void on_answered(struct evhttp_request *request, void *context)
{
    struct guest *g = context;
    (void)request;
    g->between = evbuffer_get_length(bufferevent_get_input(g->connection)) == 0;
}

void guests_arrived(struct guests *all, struct evhttp_request *request)
{
    struct bufferevent *which =
        evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
    for (struct guest *g = *bucket_of(all, which); g != NULL; g = g->next)
        if (g->connection == which) {
            g->began = 0;
            evhttp_request_set_on_complete_cb(request, on_answered, g);
        }
}
