/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evhttp does not report the end of a connection that never had a complete request.  So this file
 * holds a reference to each connection.  Several times a second it looks at all of them and frees
 * those that evhttp has left (evhttp removes its callbacks then).  Their sockets are closed only at
 * that time: evhttp merely shuts them down, so no new connection gets the number of one that is
 * still listed here.
 */
#include "server/guests.h"

#include <event2/buffer.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "server/spool.h"
#include "server/tls.h"

enum {
    BUCKETS = 4096,
    WRITE_MOST = 256 << 10,
    AHEAD_MOST = 64 << 10, /* bytes that can arrive before the previous request is answered */
    LOOK_MS = 250,
    FAREWELL_MS = 2000 /* how long a sender refused while sending can read why */
};

struct guest {
    struct guests *all;
    struct bufferevent *connection;
    int64_t began; /* milliseconds: first byte of an incomplete request; 0: none */
    enum {
        GUEST_HEAD,     /* part of a head, or nothing, has arrived */
        GUEST_JUDGED,   /* its judge has not decided yet */
        GUEST_BODY,     /* part of the body is still to arrive */
        GUEST_ANSWERED, /* libevent has the complete request */
        GUEST_REFUSED   /* input is dropped until the connection ends */
    } state;
    struct evbuffer *held, *body; /* input not parsed yet; the body so far */
    struct spool *spool;          /* of a large body; NULL: the body is in ${body} */
    size_t scanned;               /* bytes of ${held} known to contain no end of a head */
    char *head;                   /* of the request whose body is arriving */
    size_t head_length;
    struct gate_head frame; /* its frame; the strings are no longer valid */
    struct gate_body rest;
    struct guests_verdict verdict;
    size_t charged, passed; /* bytes of the budget: all, and those passed to libevent */
    bool passing;           /* this file itself is adding to the input */
    int64_t leaves;         /* milliseconds: when a refused connection closes; 0: not set */
    struct guest *next;
};

struct guests {
    struct event_base *base;
    struct event *clock;
    struct guests_options options;
    guests_answerer *answer; /* NULL: none */
    struct evbuffer *piece;  /* empty except while a request is passed on */
    struct guest *buckets[BUCKETS];
};

static struct guest **bucket_of(struct guests *all, const struct bufferevent *connection)
{
    return &all->buckets[((uintptr_t)connection >> 5) % BUCKETS];
}

static bool is_gone(const struct guest *g)
{
    bufferevent_event_cb on_event;
    bufferevent_getcb(g->connection, NULL, NULL, &on_event, NULL);
    return on_event == NULL;
}

static void drop(struct evbuffer *bytes)
{
    (void)evbuffer_drain(bytes, evbuffer_get_length(bytes));
}

/* Update the budget with what this guest holds now; return the total. */
static size_t charge(struct guest *g)
{
    size_t now = evbuffer_get_length(g->held) + evbuffer_get_length(g->body) + g->passed;
    size_t more = now - g->charged; /* can be negative, modulo the size of a size_t */
    g->charged = now;
    return atomic_fetch_add(&g->all->options.budget->held, more) + more;
}

/* --- whole requests, to libevent */

/* Add ${bytes} to libevent's input, whose end is frozen except while libevent reads. */
static void add_to_input(struct guest *g, struct evbuffer *bytes)
{
    struct evbuffer *input = bufferevent_get_input(g->connection);
    g->passing = true;
    if (evbuffer_add_buffer(input, bytes) != 0) {
        (void)evbuffer_unfreeze(input, 0);
        (void)evbuffer_add_buffer(input, bytes);
        (void)evbuffer_freeze(input, 0);
    }
    g->passing = false;
    free(g->head);
    g->head = NULL;
}

static void pass(struct guest *g)
{
    bool framed = g->frame.request.post || g->frame.request.put;
    size_t length = evbuffer_get_length(g->body);
    gate_pass(g->head, g->head_length, framed ? &length : NULL, g->all->piece);
    (void)evbuffer_add_buffer(g->all->piece, g->body);
    add_to_input(g, g->all->piece);
    g->passed = length;
    g->state = GUEST_ANSWERED;
}

/* Refuse a request: libevent gets only its head, and guests_arrived returns the status. */
static void refuse(struct guest *g, int status)
{
    g->verdict.status = status;
    drop(g->body);
    spool_free(g->spool);
    g->spool = NULL;
    pass(g);
}

/* Refuse bytes that are not a request: libevent answers an invalid line and closes. */
static void refuse_bytes(struct guest *g)
{
    (void)evbuffer_add(g->all->piece, "?\r\n", 3);
    add_to_input(g, g->all->piece);
    g->state = GUEST_REFUSED;
}

/* --- the head */

/* Is there a line end without CR after the first ${from} bytes? */
static bool has_bare_end(struct evbuffer *held, size_t from)
{
    struct evbuffer_ptr at, one;
    while (evbuffer_ptr_set(held, &at, from, EVBUFFER_PTR_SET) == 0) {
        char before = 0;
        at = evbuffer_search(held, "\n", 1, &at);
        if (at.pos < 0)
            return false;
        if (at.pos > 0 && evbuffer_ptr_set(held, &one, (size_t)at.pos - 1, EVBUFFER_PTR_SET) == 0)
            (void)evbuffer_copyout_from(held, &one, &before, 1);
        if (before != '\r')
            return true;
        from = (size_t)at.pos + 1;
    }
    return false;
}

/* Take a head out of the held bytes; false: it is incomplete, or refused. */
static bool take_head(struct guest *g)
{
    struct evbuffer_ptr from, end;
    char two[2];
    while (g->scanned == 0 && evbuffer_copyout(g->held, two, 2) == 2 && two[0] == '\r' &&
           two[1] == '\n')
        (void)evbuffer_drain(g->held, 2); /* RFC 9112, section 2.2 */
    size_t length = evbuffer_get_length(g->held), back = g->scanned > 3 ? g->scanned - 3 : 0;
    if (length == 0 || evbuffer_ptr_set(g->held, &from, back, EVBUFFER_PTR_SET) != 0)
        return false;
    end = evbuffer_search(g->held, "\r\n\r\n", 4, &from);
    size_t size = end.pos < 0 ? length : (size_t)end.pos + 4;
    bool wrong = size > HTTP_HEADERS_MAX || (end.pos < 0 && has_bare_end(g->held, g->scanned));
    g->scanned = length;
    if (!wrong && end.pos < 0)
        return false;
    g->head = wrong ? NULL : malloc(size + 1);
    if (g->head == NULL) {
        refuse_bytes(g);
        return false;
    }
    (void)evbuffer_remove(g->held, g->head, size);
    g->head[size] = '\0';
    g->head_length = size;
    g->scanned = 0;
    return true;
}

/* Make the file for a large body; false: it failed. */
static bool is_ready(struct guest *g)
{
    const char *folder = g->all->options.folder;
    if (g->verdict.most > HTTP_BODY_MAX && (g->frame.chunked || g->frame.length > HTTP_BODY_MAX))
        g->spool = folder == NULL ? NULL : spool_new(folder);
    else
        return true;
    return g->spool != NULL;
}

/* Tell a sender who waits for it to send the body (RFC 9110, section 10.1.1).  Writing this does
 * not disturb libevent, which has no answer under way. */
static void let_send(struct guest *g)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    bufferevent_data_cb on_read;
    bufferevent_event_cb on_event;
    void *context;
    bufferevent_getcb(g->connection, &on_read, NULL, &on_event, &context);
    bufferevent_setcb(g->connection, on_read, NULL, on_event, context);
    (void)bufferevent_write(g->connection, go_on, sizeof go_on - 1);
    (void)bufferevent_enable(g->connection, EV_WRITE);
}

static void decide(struct guest *g, int status)
{
    g->verdict.status = status;
    if (status == 0 && g->frame.length > g->verdict.most)
        status = 413;
    if (status == 0 && !is_ready(g))
        status = 503;
    if (status != 0) {
        refuse(g, status);
        return;
    }
    g->state = GUEST_BODY;
    if (g->frame.expects && evbuffer_get_length(g->held) == 0)
        let_send(g);
}

static void judge(struct guest *g)
{
    const struct guests_options *options = &g->all->options;
    char copy[HTTP_HEADERS_MAX + 1];
    memcpy(copy, g->head, g->head_length + 1);
    g->verdict = (struct guests_verdict){0};
    if (!gate_read(copy, g->head_length, &g->frame)) {
        refuse_bytes(g);
        return;
    }
    const struct gate_head *frame = &g->frame;
    g->rest = gate_body_of(frame);
    if (!frame->chunked && frame->length == 0) {
        pass(g);
        return;
    }
    g->state = GUEST_JUDGED;
    g->verdict = options->judge(options->context, g, g->connection, frame, g->head, g->head_length);
    if (g->verdict.status == GUESTS_WAIT)
        (void)bufferevent_disable(g->connection, EV_READ);
    else
        decide(g, g->verdict.status);
}

/* --- the body */

static void take_body(struct guest *g)
{
    enum gate_taken taken = gate_take(&g->rest, g->held, g->body);
    size_t come = evbuffer_get_length(g->body);
    bool kept = g->spool == NULL || spool_take(g->spool, g->body);
    if (g->spool != NULL) {
        come = spool_length(g->spool);
        g->began = os_elapsed_milliseconds(); /* slow networks take minutes */
    }
    size_t all = charge(g), most = g->verdict.known ? GUESTS_MOST : GUESTS_STRANGERS;
    if (taken == GATE_WRONG)
        refuse(g, 400);
    else if (come > g->verdict.most)
        refuse(g, 413);
    else if (all > most || !kept)
        refuse(g, 503);
    else if (taken == GATE_WHOLE)
        pass(g);
}

/* Process the held bytes as far as possible. */
static void go_on(struct guest *g)
{
    if (g->state == GUEST_HEAD && take_head(g))
        judge(g);
    if (g->state == GUEST_BODY)
        take_body(g);
    if (g->state == GUEST_REFUSED || (g->state == GUEST_ANSWERED && g->verdict.status != 0))
        drop(g->held);
    if (g->state == GUEST_ANSWERED && evbuffer_get_length(g->held) > AHEAD_MOST)
        (void)bufferevent_disable(g->connection, EV_READ);
    (void)charge(g);
}

void guests_decide(struct guest *g, int status)
{
    if (is_gone(g)) {
        g->state = GUEST_REFUSED;
        return;
    }
    decide(g, status);
    go_on(g);
    (void)bufferevent_enable(g->connection, EV_READ);
    bufferevent_trigger(g->connection, EV_READ, BEV_TRIG_IGNORE_WATERMARKS);
}

/* --- connections */

static void on_bytes(struct evbuffer *input, const struct evbuffer_cb_info *info, void *context)
{
    struct guest *g = context;
    if (info->n_added == 0 || g->passing)
        return;
    /* Once the other reader has begun a request, it reads it to its end: two views of where a
     * request begins make request smuggling possible. */
    if (g->state == GUEST_HEAD && g->all->answer != NULL && evbuffer_get_length(g->held) == 0 &&
        g->all->answer(g->all->options.context, g->connection, input))
        return;
    if (g->began == 0 && g->state != GUEST_ANSWERED)
        g->began = os_elapsed_milliseconds();
    /* Leave a request that libevent has not read yet in the input. */
    g->passing = true;
    (void)evbuffer_remove_buffer(input, g->all->piece, evbuffer_get_length(input) - info->n_added);
    (void)evbuffer_add_buffer(g->held, input);
    (void)evbuffer_prepend_buffer(input, g->all->piece);
    g->passing = false;
    go_on(g);
}

static void free_guest(struct guest *g)
{
    if (g->held != NULL)
        evbuffer_free(g->held);
    if (g->body != NULL)
        evbuffer_free(g->body);
    spool_free(g->spool);
    free(g->head);
    free(g);
}

static struct bufferevent *welcome(struct event_base *base, void *context)
{
    struct guests *all = context;
    const struct tls *tls = all->options.tls;
    struct guest *g = calloc(1, sizeof *g);
    struct bufferevent *connection = NULL;
    if (g != NULL && (g->held = evbuffer_new()) != NULL && (g->body = evbuffer_new()) != NULL)
        connection = tls == NULL ? bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE)
                                 : tls_connection(tls, base);
    if (connection == NULL) {
        if (g != NULL)
            free_guest(g);
        return NULL;
    }
    struct guest **bucket = bucket_of(all, connection);
    g->all = all;
    g->connection = connection;
    g->next = *bucket;
    *bucket = g;
    bufferevent_incref(connection);
    /* Write a page in one piece: libevent's limit of 16 kB would need a system call for each. */
    (void)bufferevent_set_max_single_write(connection, WRITE_MOST);
    evbuffer_add_cb(bufferevent_get_input(connection), on_bytes, g);
    return connection;
}

static void let_go(struct guest *g)
{
    (void)atomic_fetch_sub(&g->all->options.budget->held, g->charged);
    evbuffer_remove_cb(bufferevent_get_input(g->connection), on_bytes, g);
    bufferevent_decref(g->connection);
    free_guest(g);
}

/* Can ${g} be closed?  Closing while the other side still sends resets the connection and loses the
 * answer, so input is read and dropped for a while first. */
static bool may_go(struct guest *g, int64_t now)
{
    if (g->state == GUEST_JUDGED)
        return false;
    if (g->state != GUEST_REFUSED)
        return true;
    if (g->leaves == 0) {
        g->leaves = now + FAREWELL_MS;
        (void)bufferevent_enable(g->connection, EV_READ);
    }
    return now >= g->leaves;
}

static void look(evutil_socket_t none, short what, void *context)
{
    struct guests *all = context;
    int64_t now = os_elapsed_milliseconds(), patience = (int64_t)all->options.patience * 1000;
    (void)none, (void)what;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct guest **at = &all->buckets[i], *g; (g = *at) != NULL;) {
            if (is_gone(g) && may_go(g, now)) {
                *at = g->next;
                let_go(g);
                continue;
            }
            if (g->began > 0 && now - g->began > patience && !is_gone(g))
                bufferevent_trigger_event(g->connection, BEV_EVENT_TIMEOUT | BEV_EVENT_READING,
                                          BEV_TRIG_DEFER_CALLBACKS);
            at = &g->next;
        }
}

struct guests *guests_new(struct event_base *base, struct evhttp *listener,
                          const struct guests_options *options)
{
    struct guests *all = calloc(1, sizeof *all);
    struct timeval often = {0, LOOK_MS * 1000};
    if (all == NULL)
        return NULL;
    all->base = base;
    all->options = *options;
    all->clock = event_new(base, -1, EV_PERSIST, look, all);
    all->piece = evbuffer_new();
    if (all->piece == NULL || all->clock == NULL || event_add(all->clock, &often) != 0) {
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
    if (all->piece != NULL)
        evbuffer_free(all->piece);
    free(all);
}

void guests_answer(struct guests *all, guests_answerer *answer)
{
    all->answer = answer;
}

/* Expect a new request, which may have arrived already. */
static void on_answered(struct evhttp_request *request, void *context)
{
    struct guest *g = context;
    (void)request;
    g->state = g->verdict.status != 0 ? GUEST_REFUSED : GUEST_HEAD;
    if (g->state == GUEST_HEAD && evbuffer_get_length(g->held) > 0)
        g->began = os_elapsed_milliseconds();
    go_on(g);
}

int guests_arrived(struct guests *all, struct evhttp_request *request, size_t *charged,
                   struct spool **spool)
{
    struct bufferevent *which =
        evhttp_connection_get_bufferevent(evhttp_request_get_connection(request));
    *charged = 0;
    *spool = NULL;
    for (struct guest *g = *bucket_of(all, which); g != NULL; g = g->next)
        if (g->connection == which) {
            g->began = 0;
            *charged = g->passed;
            g->charged -= g->passed;
            g->passed = 0;
            *spool = g->spool;
            g->spool = NULL;
            evhttp_request_set_on_complete_cb(request, on_answered, g);
            return g->verdict.status;
        }
    return 0;
}
