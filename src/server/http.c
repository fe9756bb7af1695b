/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several loops, each a thread with its own connections. A single loop would have to wait whenever
 * the system runs other work, and all clients would wait with it. The loops share only the lanes
 * and the news. The system gives each new connection to one of them: they listen at the same
 * address, each with a socket of its own (SO_REUSEPORT).
 */
#include "server/http.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/network.h"
#include "os/process.h"
#include "os/threads.h"
#include "server/gate.h"
#include "server/guests.h"
#include "server/headers.h"
#include "server/pack.h"
#include "server/quota.h"
#include "server/shortcut.h"
#include "server/spool.h"
#include "server/welcome.h"

enum {
    LOOPS_MAX = 4,
    WORKERS_MAX = 16,         /* in a lane */
    WAITING_MAX = 512,        /* requests in a lane; more are answered with 503 */
    STREAMS_MAX = 5000,       /* likewise */
    STREAMS_EACH = 500,       /* for one client, likewise with 429: a hall behind one address */
    CLIENTS = 4096,           /* slots for counts of streams; clients can share one */
    STREAM_BEHIND = 64 << 10, /* bytes a stream can lag before it is closed */
    BACKLOG = 128,            /* connections of a loop waiting to be accepted */
    IDLE_SECONDS = 60,
    BEAT_SECONDS = 20,
    TOLD_MS = 60, /* events of a channel are collected for this time */
    ARENA_MAX = 1 << 29
};

/* A request and its reply, on its way through a worker and back. */
struct job {
    struct loop *loop;
    struct lm_arena *arena;
    struct lm_mark clean;           /* mark of the empty arena */
    struct evhttp_request *carrier; /* NULL: the client has disconnected; only the loop uses it */
    struct http_request request;
    struct http_reply reply;
    struct guest *guest; /* its body waits for this job, which has no carrier; NULL: none */
    struct spool *spool; /* holds the body; NULL: the body is in memory */
    size_t charged;      /* bytes of the budget */
    int64_t began;
    struct job *next;
};

struct stream {
    struct loop *loop;
    struct evhttp_request *carrier;
    atomic_uint *siblings; /* count of streams of the same client */
    char *channel;
    struct stream *next, **link;
};

struct news {
    char *channel, *data;
    const char *name; /* of the event; "": none */
    struct news *next;
};

/* Waiting requests, with workers of their own. The desk has one lane, all others the second: an
 * arbiter never waits behind spectators. */
struct lane {
    struct http *http;
    struct os_thread workers[WORKERS_MAX];
    size_t worker_count;
    struct os_condition work;
    struct job *waiting, **last;
    size_t waiting_count;
};

enum { LANE_DESK, LANE_PUBLIC, LANES };

/* A thread that moves the bytes of its connections. */
struct loop {
    struct http *http;
    struct os_thread thread; /* not for the first loop, which runs in the caller's thread */
    struct event_base *base;
    struct evhttp *listener;
    struct evhttp_bound_socket *bound;
    struct welcome *welcome;
    struct guests *guests;
    struct event *wake, *told, *beat;
    struct job *done; /* under the lock, like ${news} */
    struct news *news;
    struct stream *streams; /* this field and all below are used by the loop alone */
    struct lm_arena *spare; /* of the last request that was answered at once; can be NULL */
    struct lm_mark spare_clean;
    struct evbuffer *piece; /* empty, except during an answer by the fast path */
};

struct http {
    struct http_options options;
    struct loop loops[LOOPS_MAX];
    size_t loop_count;
    struct event *interrupt, *terminate; /* of the first loop */
    struct os_mutex lock;
    struct lane lanes[LANES];
    bool ending;
    struct guests_budget budget;
    atomic_size_t stream_count;
    atomic_uint streams_of[CLIENTS];
};

/* --- from libevent into a job */

/* Return the value of a header; "" also for one folded over several lines. */
static const char *header(struct job *job, const char *name)
{
    const char *value = evhttp_find_header(evhttp_request_get_input_headers(job->carrier), name);
    if (value == NULL || value[strcspn(value, "\r\n")] != '\0')
        return "";
    value = lm_arena_copy(job->arena, value, strlen(value));
    return value == NULL ? "" : value;
}

struct http_request http_no_request(void)
{
    return (struct http_request){.path = "/",
                                 .query = "",
                                 .host = "",
                                 .cookie = "",
                                 .origin = "",
                                 .referer = "",
                                 .type = "",
                                 .known = "",
                                 .languages = "",
                                 .accept = "",
                                 .key = "",
                                 .bearer = "",
                                 .forwarded = "",
                                 .peer = "",
                                 .body = ""};
}

const char *http_last_of(const char *list)
{
    const char *comma = strrchr(list, ',');
    const char *last = comma == NULL ? list : comma + 1;
    return last + strspn(last, " ");
}

const char *http_bearer(const char *authorization)
{
    return strncmp(authorization, "Bearer ", 7) == 0 ? authorization + 7 : "";
}

static bool read_request(struct job *job)
{
    struct evhttp_request *from = job->carrier;
    struct http_request *to = &job->request;
    const char *uri = evhttp_request_get_uri(from), *mark = strchr(uri, '?');
    size_t path = mark == NULL ? strlen(uri) : (size_t)(mark - uri);
    struct evbuffer *body = evhttp_request_get_input_buffer(from);
    char *peer = NULL, *bytes;
    ev_uint16_t port;
    evhttp_connection_get_peer(evhttp_request_get_connection(from), &peer, &port);
    to->post = evhttp_request_get_command(from) == EVHTTP_REQ_POST;
    to->put = evhttp_request_get_command(from) == EVHTTP_REQ_PUT;
    to->head = evhttp_request_get_command(from) == EVHTTP_REQ_HEAD;
    to->path = lm_arena_copy(job->arena, uri, path);
    to->query = mark == NULL ? "" : lm_arena_copy(job->arena, mark + 1, strlen(mark + 1));
    to->peer = peer == NULL ? "" : lm_arena_copy(job->arena, peer, strlen(peer));
    to->host = header(job, "Host");
    to->cookie = header(job, "Cookie");
    to->origin = header(job, "Origin");
    to->referer = header(job, "Referer");
    to->type = header(job, "Content-Type");
    to->known = header(job, "If-None-Match");
    to->accept = header(job, "Accept");
    to->languages = header(job, "Accept-Language");
    to->key = header(job, "Idempotency-Key");
    to->bearer = http_bearer(header(job, "Authorization"));
    to->forwarded = http_last_of(header(job, "X-Forwarded-For"));
    to->packing = strstr(header(job, "Accept-Encoding"), "gzip") != NULL;
    to->length = evbuffer_get_length(body);
    to->body = bytes = lm_arena_alloc(job->arena, to->length + 1, 1);
    return bytes != NULL && to->path != NULL && to->query != NULL && to->peer != NULL &&
           evbuffer_remove(body, bytes, to->length) == (int)to->length;
}

/* --- from a job back to libevent */

static void set(struct evhttp_request *to, const char *name, const char *value)
{
    if (value != NULL)
        evhttp_add_header(evhttp_request_get_output_headers(to), name, value);
}

static void put_header(void *to, const char *name, const char *value)
{
    set(to, name, value);
}

static void note(struct job *job, size_t bytes)
{
    double milliseconds = (double)(os_elapsed_nanoseconds() - job->began) / 1e6;
    const struct http_options *options = &job->loop->http->options;
    options->note(options->context, &job->request, &job->reply, bytes, milliseconds);
}

static void let_held_go(struct http_reply *reply)
{
    if (reply->held != NULL)
        reply->held->release(reply->held);
    reply->held = NULL;
}

static void forget_job(struct job *job)
{
    let_held_go(&job->reply);
    (void)atomic_fetch_sub(&job->loop->http->budget.held, job->charged);
    spool_free(job->spool);
    lm_arena_free(job->arena);
    free(job);
}

/* Free the request of a disconnected client. If sending fails before its reply is complete,
 * libevent takes the request off its connection and leaves it to us; otherwise it is freed with its
 * connection. */
static void let_go(struct evhttp_request *carrier)
{
    if (evhttp_request_get_connection(carrier) == NULL)
        evhttp_request_free(carrier);
}

static void carrier_is_gone(struct evhttp_connection *connection, void *context)
{
    struct job *job = context;
    (void)connection;
    let_go(job->carrier);
    job->carrier = NULL;
}

/* --- streams */

static void drop_stream(struct evhttp_connection *connection, void *context)
{
    struct stream *s = context;
    (void)connection;
    let_go(s->carrier);
    *s->link = s->next;
    if (s->next != NULL)
        s->next->link = s->link;
    atomic_fetch_sub(&s->loop->http->stream_count, 1);
    atomic_fetch_sub(s->siblings, 1);
    free(s->channel);
    free(s);
}

static void put_on_stream(struct stream *s, const char *text)
{
    struct evbuffer *piece = evbuffer_new();
    if (piece == NULL)
        return;
    evbuffer_add(piece, text, strlen(text));
    evhttp_send_reply_chunk(s->carrier, piece);
    evbuffer_free(piece);
}

/* Return the number of streams of ${job}'s client. */
static atomic_uint *streams_of(struct job *job)
{
    const struct http_options *options = &job->loop->http->options;
    const char *client = options->client == NULL ? job->request.peer
                                                 : options->client(options->context, &job->request);
    return &job->loop->http->streams_of[quota_hash(client) % CLIENTS];
}

static void open_stream(struct job *job)
{
    struct loop *l = job->loop;
    atomic_uint *siblings = streams_of(job);
    bool few = atomic_fetch_add(siblings, 1) < STREAMS_EACH;
    bool room = atomic_fetch_add(&l->http->stream_count, 1) < STREAMS_MAX;
    struct stream *s = room && few ? calloc(1, sizeof *s) : NULL;
    char *channel = s == NULL ? NULL : strdup(job->reply.channel);
    if (channel == NULL) {
        atomic_fetch_sub(&l->http->stream_count, 1);
        atomic_fetch_sub(siblings, 1);
        free(s);
        evhttp_send_reply(job->carrier, few ? 503 : 429,
                          few ? "Service Unavailable" : "Too Many Requests", NULL);
        return;
    }
    *s = (struct stream){
        .loop = l, .carrier = job->carrier, .siblings = siblings, .channel = channel};
    s->link = &l->streams;
    s->next = l->streams;
    if (s->next != NULL)
        s->next->link = &s->next;
    l->streams = s;
    struct evhttp_connection *connection = evhttp_request_get_connection(job->carrier);
    evhttp_connection_set_closecb(connection, drop_stream, s);
    headers_of_all(evhttp_request_get_uri(job->carrier), put_header, job->carrier);
    set(job->carrier, "Content-Type", "text/event-stream");
    set(job->carrier, "Cache-Control", "no-store");
    set(job->carrier, "X-Accel-Buffering", "no");
    evhttp_send_reply_start(job->carrier, 200, "OK");
    put_on_stream(s, lm_text_string(&job->reply.body));
}

/* Send ${text} to the streams of ${channel} (NULL: all); close those that lag too far. */
static void put_on_streams(struct loop *l, const char *channel, const char *text)
{
    for (struct stream *s = l->streams, *next; s != NULL; s = next) {
        next = s->next;
        if (channel != NULL && strcmp(channel, s->channel) != 0)
            continue;
        struct evhttp_connection *connection = evhttp_request_get_connection(s->carrier);
        struct bufferevent *pipe = evhttp_connection_get_bufferevent(connection);
        if (evbuffer_get_length(bufferevent_get_output(pipe)) > STREAM_BEHIND)
            evhttp_connection_free(connection);
        else
            put_on_stream(s, text);
    }
}

static void beat(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    put_on_streams(context, NULL, "event: beat\ndata:\n\n");
}

static void tell_streams(evutil_socket_t none, short what, void *context)
{
    struct loop *l = context;
    (void)none, (void)what;
    os_mutex_take(&l->http->lock);
    struct news *news = l->news;
    l->news = NULL;
    os_mutex_give(&l->http->lock);
    for (struct news *next; news != NULL; news = next) {
        next = news->next;
        struct evbuffer *text = evbuffer_new();
        if (text != NULL) {
            if (*news->name != '\0')
                evbuffer_add_printf(text, "event: %s\n", news->name);
            evbuffer_add_printf(text, "data: %s\n\n%c", news->data, 0);
            put_on_streams(l, news->channel, (const char *)evbuffer_pullup(text, -1));
            evbuffer_free(text);
        }
        free(news->channel);
        free(news->data);
        free(news);
    }
}

static void tell(struct loop *l, const char *channel, const char *name, const char *data)
{
    struct news *fresh = calloc(1, sizeof *fresh);
    char *copy = strdup(data), *where = strdup(channel);
    os_mutex_take(&l->http->lock);
    struct news *n = l->news;
    while (n != NULL && (strcmp(n->channel, channel) != 0 || strcmp(n->name, name) != 0))
        n = n->next;
    if (n != NULL && copy != NULL) {
        char *old = n->data;
        n->data = copy;
        copy = old;
    } else if (fresh != NULL && copy != NULL && where != NULL) {
        *fresh = (struct news){where, copy, name, l->news};
        l->news = fresh;
        where = copy = NULL;
        fresh = NULL;
    }
    os_mutex_give(&l->http->lock);
    free(where);
    free(copy);
    free(fresh);
    struct timeval soon = {0, TOLD_MS * 1000};
    if (!event_pending(l->told, EV_TIMEOUT, NULL))
        event_add(l->told, &soon);
}

void http_tell_as(struct http *h, const char *channel, const char *name, const char *data)
{
    for (size_t i = 0; i < h->loop_count; i++)
        tell(&h->loops[i], channel, name, data);
}

void http_tell(struct http *h, const char *channel, const char *data)
{
    http_tell_as(h, channel, "", data);
}

size_t http_streams(struct http *h)
{
    return atomic_load(&h->stream_count);
}

/* --- replies */

static void on_sent(const void *bytes, size_t length, void *context)
{
    struct http_held *held = context;
    (void)bytes, (void)length;
    held->release(held);
}

/* Add the body; a held one is not copied, but released once it was sent. */
static void add_body(struct evbuffer *out, struct http_reply *reply)
{
    if (reply->held == NULL)
        evbuffer_add(out, reply->bytes, reply->length);
    else if (reply->length > 0 &&
             evbuffer_add_reference(out, reply->bytes, reply->length, on_sent, reply->held) == 0)
        reply->held = NULL;
}

static void send_reply(struct job *job)
{
    struct http_reply *reply = &job->reply;
    evhttp_connection_set_closecb(evhttp_request_get_connection(job->carrier), NULL, NULL);
    if (reply->channel != NULL && reply->status == 200) {
        note(job, 0);
        open_stream(job);
        return;
    }
    headers_of(reply, evhttp_request_get_uri(job->carrier), put_header, job->carrier);
    struct evbuffer *body = evbuffer_new();
    size_t length = reply->length;
    if (body != NULL && !job->request.head)
        add_body(body, reply);
    note(job, length);
    evhttp_send_reply(job->carrier, reply->status, NULL, body);
    if (body != NULL)
        evbuffer_free(body);
}

static void send_done(evutil_socket_t none, short what, void *context)
{
    struct loop *l = context;
    (void)none, (void)what;
    os_mutex_take(&l->http->lock);
    struct job *job = l->done;
    l->done = NULL;
    os_mutex_give(&l->http->lock);
    for (struct job *next; job != NULL; job = next) {
        next = job->next;
        if (job->guest != NULL)
            guests_decide(job->guest, job->reply.status);
        else if (job->carrier != NULL)
            send_reply(job);
        forget_job(job);
    }
}

/* --- workers */

static struct http_reply empty_reply(const struct job *job)
{
    return (struct http_reply){.arena = job->arena,
                               .status = 200,
                               .type = "text/html; charset=utf-8",
                               .body = lm_text_in(job->arena)};
}

static void answer(struct job *job)
{
    const struct http_options *options = &job->loop->http->options;
    job->reply = empty_reply(job);
    if (job->guest != NULL) {
        job->reply.status = options->admit(options->context, &job->request, job->arena);
        return;
    }
    if (job->spool != NULL) {
        const char *bytes = spool_read(job->spool);
        job->request.body = bytes == NULL ? "" : bytes;
        job->request.length = bytes == NULL ? 0 : spool_length(job->spool);
        job->request.refused = bytes == NULL ? 503 : job->request.refused;
    }
    options->answer(options->context, &job->request, &job->reply);
    pack_reply(&job->reply, &job->request);
}

static void work(void *context)
{
    struct lane *lane = context;
    struct http *h = lane->http;
    os_mutex_take(&h->lock);
    for (;;) {
        while (lane->waiting == NULL && !h->ending)
            os_condition_wait(&lane->work, &h->lock);
        struct job *job = lane->waiting;
        if (job == NULL)
            break;
        lane->waiting = job->next;
        lane->waiting_count--;
        if (lane->waiting == NULL)
            lane->last = &lane->waiting;
        os_mutex_give(&h->lock);
        answer(job);
        os_mutex_take(&h->lock);
        job->next = job->loop->done;
        job->loop->done = job;
        event_active(job->loop->wake, EV_TIMEOUT, 0);
    }
    os_mutex_give(&h->lock);
}

static bool hand_over(struct http *h, struct job *job)
{
    const struct http_options *options = &h->options;
    bool desk = options->is_desk != NULL && options->is_desk(options->context, &job->request);
    struct lane *lane = &h->lanes[desk ? LANE_DESK : LANE_PUBLIC];
    os_mutex_take(&h->lock);
    bool room = lane->waiting_count < WAITING_MAX && !h->ending;
    if (room) {
        *lane->last = job;
        lane->last = &job->next;
        lane->waiting_count++;
        os_condition_signal(&lane->work);
    }
    os_mutex_give(&h->lock);
    return room;
}

/* Keep the empty arena, so that the next request need not allocate one. */
static void spare_arena(struct job *job)
{
    struct loop *l = job->loop;
    if (l->spare != NULL)
        return;
    lm_arena_reset(job->arena, job->clean);
    l->spare = job->arena;
    l->spare_clean = job->clean;
    job->arena = NULL;
}

/* Answer from the cache, if possible: no thread is woken then. */
static bool answer_at_once(struct job *job)
{
    const struct http_options *options = &job->loop->http->options;
    job->reply = empty_reply(job);
    if (options->at_once == NULL || !options->at_once(options->context, &job->request, &job->reply))
        return false;
    send_reply(job);
    let_held_go(&job->reply);
    spare_arena(job);
    forget_job(job);
    return true;
}

/* Give ${job} an arena; false: no memory. */
static bool give_arena(struct job *job)
{
    struct loop *l = job->loop;
    job->arena = l->spare;
    job->clean = l->spare_clean;
    l->spare = NULL;
    if (job->arena != NULL)
        return true;
    if (lm_arena_new(&job->arena, NULL, ARENA_MAX) != LM_OK)
        return false;
    job->clean = lm_arena_mark(job->arena);
    return true;
}

/* Write the answer to the system at once; leave the rest to the connection. Clear its callback for
 * the end of writing: libevent's HTTP has no answer in progress then. */
static void write_shortly(struct job *job, struct bufferevent *connection)
{
    struct lm_text head = lm_text_in(job->arena);
    struct evbuffer *out = job->loop->piece;
    bufferevent_data_cb on_read;
    bufferevent_event_cb on_event;
    void *context;
    shortcut_write(&job->reply, job->request.path, &head);
    evbuffer_add(out, lm_text_string(&head), head.length);
    add_body(out, &job->reply);
    if (evbuffer_get_length(bufferevent_get_output(connection)) == 0)
        (void)evbuffer_write(out, bufferevent_getfd(connection));
    if (evbuffer_get_length(out) == 0)
        return;
    bufferevent_getcb(connection, &on_read, NULL, &on_event, &context);
    bufferevent_setcb(connection, on_read, NULL, on_event, context);
    bufferevent_write_buffer(connection, out);
    bufferevent_enable(connection, EV_WRITE);
}

/* Return the address of the client of ${connection}, which belongs to an evhttp_connection from the
 * beginning. */
static const char *peer_of(struct bufferevent *connection)
{
    void *owner = NULL;
    char *peer = NULL;
    ev_uint16_t port;
    bufferevent_getcb(connection, NULL, NULL, NULL, &owner);
    if (owner != NULL)
        evhttp_connection_get_peer(owner, &peer, &port);
    return peer == NULL ? "" : peer;
}

/* Answer the request in ${input}, of which nothing was read yet, by the fast path; false: nothing
 * was done. */
static bool answer_shortly(void *context, struct bufferevent *connection, struct evbuffer *input)
{
    char head[SHORTCUT_MAX + 1];
    struct job job = {.loop = context, .began = os_elapsed_nanoseconds()};
    const struct http_options *options = &job.loop->http->options;
    size_t length = evbuffer_get_length(input);
    if (options->at_once == NULL || length > SHORTCUT_MAX ||
        evbuffer_get_length(bufferevent_get_output(connection)) > STREAM_BEHIND ||
        evbuffer_copyout(input, head, length) != (ev_ssize_t)length ||
        !shortcut_read(head, length, &job.request) || !give_arena(&job))
        return false;
    job.reply = empty_reply(&job);
    job.request.forwarded = http_last_of(job.request.forwarded);
    job.request.peer = peer_of(connection);
    bool answered = options->at_once(options->context, &job.request, &job.reply);
    if (answered) {
        evbuffer_drain(input, length);
        write_shortly(&job, connection);
        note(&job, job.reply.length);
        let_held_go(&job.reply);
    }
    spare_arena(&job);
    lm_arena_free(job.arena);
    return answered;
}

/* Ask a worker whether the body of ${guest}, whose head is ${bytes}, can be read; false: too many
 * requests wait. */
static bool ask_worker(struct loop *l, struct guest *guest, const char *peer, const char *bytes,
                       size_t length)
{
    struct gate_head head;
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL)
        return false;
    *job = (struct job){.loop = l, .guest = guest, .began = os_elapsed_nanoseconds()};
    bool ready = give_arena(job);
    char *copy = ready ? lm_arena_copy(job->arena, bytes, length) : NULL;
    ready = copy != NULL && gate_read(copy, length, &head);
    if (ready) {
        job->request = head.request;
        job->request.peer = lm_arena_copy(job->arena, peer, strlen(peer));
        ready = job->request.peer != NULL && hand_over(l->http, job);
    }
    if (!ready)
        forget_job(job);
    return ready;
}

static struct guests_verdict judge(void *context, struct guest *guest,
                                   struct bufferevent *connection, const struct gate_head *head,
                                   const char *bytes, size_t length)
{
    struct loop *l = context;
    const struct http_options *options = &l->http->options;
    struct guests_verdict verdict = {.most = HTTP_BODY_MAX};
    struct http_request request = head->request;
    request.peer = peer_of(connection);
    request.length = head->chunked ? HTTP_BODY_MAX : head->length;
    if (options->judge == NULL)
        return verdict;
    verdict.known = options->is_desk(options->context, &request);
    verdict.status = options->judge(options->context, &request, &verdict.most);
    if (verdict.status == HTTP_ASK)
        verdict.status = ask_worker(l, guest, request.peer, bytes, length) ? GUESTS_WAIT : 503;
    return verdict;
}

static void on_request(struct evhttp_request *carrier, void *context)
{
    struct loop *l = context;
    struct job *job = calloc(1, sizeof *job);
    struct spool *spool;
    size_t charged;
    int refused = guests_arrived(l->guests, carrier, &charged, &spool);
    if (job != NULL) {
        *job = (struct job){.loop = l,
                            .carrier = carrier,
                            .spool = spool,
                            .charged = charged,
                            .began = os_elapsed_nanoseconds()};
    } else {
        spool_free(spool);
        (void)atomic_fetch_sub(&l->http->budget.held, charged);
    }
    if (refused != 0)
        set(carrier, "Connection", "close");
    if (*evhttp_request_get_uri(carrier) != '/') { /* "?x", "http://…": not a path here */
        evhttp_send_reply(carrier, 400, "Bad Request", NULL);
        if (job != NULL)
            forget_job(job);
        return;
    }
    if (job == NULL || !give_arena(job) || !read_request(job)) {
        evhttp_send_reply(carrier, 503, "Service Unavailable", NULL);
        if (job != NULL)
            forget_job(job);
        return;
    }
    job->request.refused = refused;
    if (answer_at_once(job))
        return;
    evhttp_connection_set_closecb(evhttp_request_get_connection(carrier), carrier_is_gone, job);
    if (!hand_over(l->http, job)) {
        evhttp_connection_set_closecb(evhttp_request_get_connection(carrier), NULL, NULL);
        set(carrier, "Retry-After", "1");
        evhttp_send_reply(carrier, 503, "Service Unavailable", NULL);
        forget_job(job);
    }
}

/* --- beginning and end */

static void on_signal(evutil_socket_t none, short what, void *context)
{
    (void)none, (void)what;
    http_stop(context);
}

void http_stop(struct http *h)
{
    event_base_loopexit(h->loops[0].base, NULL); /* http_run ends the others */
}

/* Collect changes to epoll until the loop waits: after most requests none are left. */
static struct event_base *base_new(void)
{
    struct event_config *config = event_config_new();
    if (config == NULL)
        return NULL;
    event_config_set_flag(config, EVENT_BASE_FLAG_EPOLL_USE_CHANGELIST);
    struct event_base *base = event_base_new_with_config(config);
    event_config_free(config);
    return base;
}

static void set_up_listener(struct loop *l)
{
    evhttp_set_gencb(l->listener, on_request, l);
    evhttp_set_allowed_methods(l->listener,
                               EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST | EVHTTP_REQ_PUT);
    evhttp_set_max_body_size(l->listener, HTTP_BODY_MAX);
    evhttp_set_max_headers_size(l->listener, HTTP_HEADERS_MAX);
    evhttp_set_default_content_type(l->listener, NULL);
    evhttp_set_timeout(l->listener, IDLE_SECONDS);
}

static bool start_loop(struct http *h, struct loop *l)
{
    l->http = h;
    l->base = base_new();
    l->listener = l->base == NULL ? NULL : evhttp_new(l->base);
    if (l->listener == NULL)
        return false;
    l->piece = evbuffer_new();
    const struct guests_options guests = {.patience = h->options.patience,
                                          .tls = h->options.tls,
                                          .folder = h->options.folder,
                                          .budget = &h->budget,
                                          .judge = judge,
                                          .context = l};
    l->guests = guests_new(l->base, l->listener, &guests);
    if (l->guests == NULL || l->piece == NULL)
        return false;
    if (h->options.tls == NULL) /* otherwise the bytes that arrive are not those that were sent */
        guests_answer(l->guests, answer_shortly);
    set_up_listener(l);
    struct timeval rhythm = {BEAT_SECONDS, 0};
    l->wake = event_new(l->base, -1, 0, send_done, l);
    l->told = evtimer_new(l->base, tell_streams, l);
    l->beat = event_new(l->base, -1, EV_PERSIST, beat, l);
    return l->wake != NULL && l->told != NULL && l->beat != NULL &&
           event_add(l->beat, &rhythm) == 0;
}

/* Drop the warnings of libevent: it would write them to standard error, and wait for it. */
static void keep_silent(int severity, const char *message)
{
    (void)severity, (void)message;
}

static bool start_loops(struct http *h)
{
#ifdef _WIN32
    evthread_use_windows_threads();
#else
    evthread_use_pthreads();
#endif
    event_set_log_callback(keep_silent);
    os_outlive_readers();
    size_t wanted = os_processors();
    for (h->loop_count = 0; h->loop_count < LOOPS_MAX && h->loop_count < wanted;)
        if (!start_loop(h, &h->loops[h->loop_count++]))
            return false;
    h->interrupt = evsignal_new(h->loops[0].base, OS_INTERRUPT, on_signal, h);
    h->terminate = evsignal_new(h->loops[0].base, OS_TERMINATE, on_signal, h);
    return h->interrupt != NULL && h->terminate != NULL && event_add(h->interrupt, NULL) == 0 &&
           event_add(h->terminate, NULL) == 0;
}

static bool start_lane(struct http *h, struct lane *lane)
{
    while (lane->worker_count < h->options.workers && lane->worker_count < WORKERS_MAX) {
        if (!os_thread_start(&lane->workers[lane->worker_count], work, lane))
            break;
        lane->worker_count++;
    }
    return lane->worker_count > 0;
}

/* Disable Nagle's algorithm: the second piece of an answer would wait 40 ms for the acknowledgement
 * of the first. Connections inherit it. */
static void send_at_once(struct loop *l, struct evhttp_bound_socket *bound)
{
    l->bound = bound;
    os_send_at_once((intptr_t)evhttp_bound_socket_get_fd(bound));
}

/* Listen at ${address}, which other loops of this program can share. */
static bool listen_too(struct loop *l, const struct sockaddr *address, int length)
{
    const unsigned flags =
        LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_REUSEABLE | LEV_OPT_REUSEABLE_PORT;
    struct evconnlistener *listener =
        evconnlistener_new_bind(l->base, NULL, NULL, flags, BACKLOG, address, length);
    if (listener == NULL)
        return false;
    struct evhttp_bound_socket *bound = evhttp_bind_listener(l->listener, listener);
    if (bound == NULL)
        evconnlistener_free(listener);
    else
        send_at_once(l, bound);
    return bound != NULL;
}

/* Listen exclusively with the first loop; NULL: the address is in use, or not of this machine. */
static struct evhttp_bound_socket *listen_alone(struct http *h)
{
    struct evhttp_bound_socket *bound =
        evhttp_bind_socket_with_handle(h->loops[0].listener, h->options.address, h->options.port);
    if (bound != NULL)
        send_at_once(&h->loops[0], bound);
    return bound;
}

/* Refuse an address at which another program listens. Then, if the system lets several sockets
 * share it, give each loop its own. */
static bool listen_at(struct http *h)
{
    struct sockaddr_storage address;
    int length = sizeof address;
    struct evhttp *first = h->loops[0].listener;
    struct evhttp_bound_socket *bound = listen_alone(h);
    while (bound == NULL && h->options.port < h->options.last_port) {
        h->options.port++;
        bound = listen_alone(h);
    }
    if (bound == NULL ||
        !os_bound_address((intptr_t)evhttp_bound_socket_get_fd(bound), &address, &length))
        return false;
    h->options.port = os_port_of(&address); /* the system chose one for port 0 */
    if (h->loop_count == 1)
        return true;
    evhttp_del_accept_socket(first, bound);
    size_t listening = 0;
    while (listening < h->loop_count &&
           listen_too(&h->loops[listening], (struct sockaddr *)&address, length))
        listening++;
    h->loop_count = listening < 1 ? 1 : listening;
    return listening > 0 || listen_alone(h) != NULL;
}

static bool welcome_at_all(struct http *h)
{
    const struct http_options *options = &h->options;
    for (struct loop *l = h->loops; l < h->loops + h->loop_count; l++) {
        l->welcome = welcome_new(l->base, evhttp_bound_socket_get_listener(l->bound),
                                 options->remark, options->context);
        if (l->welcome == NULL)
            return false;
    }
    return true;
}

uint16_t http_port(const struct http *h)
{
    return h->options.port;
}

enum lm_status http_start(struct http **out, const struct http_options *options, struct lm_log *log)
{
    struct http *h = calloc(1, sizeof *h);
    if (h == NULL)
        return LM_LIMIT;
    h->options = *options;
    os_mutex_make(&h->lock);
    for (size_t i = 0; i < LANES; i++) {
        h->lanes[i].http = h;
        h->lanes[i].last = &h->lanes[i].waiting;
        os_condition_make(&h->lanes[i].work);
    }
    enum lm_status status = LM_OK;
    if (!start_loops(h)) {
        status = LM_LIMIT;
    } else if (!listen_at(h)) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0},
                         "give another one with --listen ADDRESS:PORT",
                         "cannot listen on %s:%u: the address is in use or not ours",
                         options->address, options->port);
        status = LM_IO;
    } else if (!welcome_at_all(h) || !start_lane(h, &h->lanes[LANE_DESK]) ||
               !start_lane(h, &h->lanes[LANE_PUBLIC])) {
        status = LM_LIMIT;
    }
    if (status == LM_OK)
        *out = h;
    else
        http_free(h);
    return status;
}

static void end_lanes(struct http *h)
{
    os_mutex_take(&h->lock);
    h->ending = true;
    for (size_t i = 0; i < LANES; i++)
        os_condition_broadcast(&h->lanes[i].work);
    os_mutex_give(&h->lock);
    for (struct lane *lane = h->lanes; lane < h->lanes + LANES; lane++)
        while (lane->worker_count > 0)
            os_thread_join(&lane->workers[--lane->worker_count]);
}

static void run_loop(void *context)
{
    struct loop *l = context;
    event_base_dispatch(l->base);
}

/* Send the finished replies, and give the clients a moment to receive them. */
static void end_loop(struct loop *l, size_t count)
{
    struct timeval moment = {0, (int)(200000 / count)};
    send_done(-1, 0, l);
    event_base_loopexit(l->base, &moment);
    event_base_dispatch(l->base);
}

void http_run(struct http *h)
{
    size_t running = 1;
    while (running < h->loop_count &&
           os_thread_start(&h->loops[running].thread, run_loop, &h->loops[running]))
        running++;
    while (running < h->loop_count) { /* without its thread, a loop must not accept connections */
        struct loop *l = &h->loops[--h->loop_count];
        evhttp_free(l->listener);
        l->listener = NULL;
    }
    event_base_dispatch(h->loops[0].base);
    while (running > 1) {
        event_base_loopexit(h->loops[--running].base, NULL);
        os_thread_join(&h->loops[running].thread);
    }
    end_lanes(h);
    for (size_t i = 0; i < h->loop_count; i++)
        end_loop(&h->loops[i], h->loop_count);
}

static void free_event(struct event *event)
{
    if (event != NULL)
        event_free(event);
}

static void free_loop(struct loop *l)
{
    welcome_free(l->welcome);
    if (l->listener != NULL)
        evhttp_free(l->listener); /* ends the streams, too */
    guests_free(l->guests);
    lm_arena_free(l->spare);
    if (l->piece != NULL)
        evbuffer_free(l->piece);
    free_event(l->wake);
    free_event(l->told);
    free_event(l->beat);
}

void http_free(struct http *h)
{
    if (h == NULL)
        return;
    end_lanes(h); /* if it never ran */
    free_event(h->interrupt);
    free_event(h->terminate);
    for (struct loop *l = h->loops; l < h->loops + LOOPS_MAX; l++)
        free_loop(l);
    for (struct loop *l = h->loops; l < h->loops + LOOPS_MAX; l++)
        if (l->base != NULL)
            event_base_free(l->base);
    for (size_t i = 0; i < LANES; i++)
        os_condition_end(&h->lanes[i].work);
    os_mutex_end(&h->lock);
    free(h);
}
