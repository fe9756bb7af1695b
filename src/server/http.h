/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HTTP_H
#define LIMMAT_SERVER_HTTP_H

/*
 * The part that moves bytes. A few threads, one for each processor, only run a loop of libevent
 * each; workers answer requests. Those of the desk (a cookie, a form) have workers of their own, so
 * that no crowd delays an arbiter.
 *
 * A request is copied whole before a worker gets it, and a reply is handed back whole. So no worker
 * touches a connection, and only its loop notices when a browser disconnects. Streams of events
 * (text/event-stream) stay in their loop; http_tell reaches all streams of a channel.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "limmat/text.h"

enum {
    HTTP_BODY_MAX = 8 << 20,    /* bytes in memory; larger: 413, or kept in a file */
    HTTP_HEADERS_MAX = 16 << 10 /* bytes; larger: 400 */
};

struct http_request {
    bool post, put, head; /* none: a GET; a HEAD is answered like one, without a body */
    bool packing;         /* the client understands gzip */
    const char *path;     /* as sent, still escaped; begins with '/' */
    const char *query;    /* the part after '?'; "": none */
    const char *host, *cookie, *origin, *type, *known; /* headers; "" if not sent */
    const char *referer;                               /* likewise */
    const char *languages;                             /* Accept-Language */
    const char *accept, *key;                          /* Accept, Idempotency-Key; likewise */
    const char *bearer;                                /* of Authorization; likewise */
    const char *forwarded;                             /* the last of X-Forwarded-For; likewise */
    const char *peer;                                  /* address of the other side */
    const char *body;
    size_t length;
    int refused; /* status code to refuse it with, as its body was not read; 0: none */
};

/* Return an empty request. */
struct http_request http_no_request(void);

/* Return the part after "Bearer " in ${authorization}; the last entry of a list, which the nearest
 * proxy has written. */
const char *http_bearer(const char *authorization);
const char *http_last_of(const char *list);

/* Bytes that several replies share; the first member of the object that owns them. Any thread calls
 * ${release}, once for each reply. */
struct http_held {
    void (*release)(struct http_held *held);
};

struct http_reply {
    struct lm_arena *arena; /* lives as long as the reply */
    int status;
    const char *type; /* of the body: "text/html; charset=utf-8" */
    struct lm_text body;
    const char *bytes;      /* instead of ${body}: bytes that live as long as the server, or … */
    struct http_held *held; /* … as long as this is held, unless it is NULL */
    size_t length;
    bool ready, packed; /* bytes are final, are gzip: set by pack.h, like ${tag} */
    const char *tag;
    const char *location; /* address of a redirect; NULL: none */
    const char *cookie;   /* a Set-Cookie; NULL: none */
    const char *file;     /* name to save it under; NULL: show it */
    bool forever;         /* the bytes of this address never change */
    bool unlisted;        /* tell search engines not to index it */
    const char *channel;  /* channel of a stream of events; NULL: not a stream */
};

enum { HTTP_ASK = -1 };

struct http;
struct tls;

struct http_options {
    const char *address;
    uint16_t port, last_port; /* uses the first free port of these; ${last_port} 0: ${port} only */
    size_t workers;           /* for the desk, and as many for all other requests */
    unsigned patience;        /* seconds in which a request must arrive */
    const struct tls *tls;    /* NULL: no encryption */
    const char *folder;       /* holds larger bodies meanwhile; NULL: none are accepted */
    /* Answer a request. Called by workers, several at a time. */
    void (*answer)(void *context, const struct http_request *request, struct http_reply *reply);
    /* Answer if that needs no waiting. Called by a loop, before a worker gets it. false: it
     * cannot, and ${reply} is unchanged. */
    bool (*at_once)(void *context, const struct http_request *request, struct http_reply *reply);
    /* Can the body of ${request}, of at most ${*most} bytes, be read? Return 0 if it can, the
     * status code with which ${answer} will refuse it, or HTTP_ASK to have a worker ask ${admit}.
     * If ${*most} is more than HTTP_BODY_MAX, a large body is kept in a file meanwhile. Called by a
     * loop, and never waits. NULL: any body can be read; likewise without ${admit}. */
    int (*judge)(void *context, const struct http_request *request, size_t *most);
    int (*admit)(void *context, const struct http_request *request, struct lm_arena *arena);
    /* Does ${request} come from a user of the desk? Called by a loop, and never waits. NULL: none
     * does. */
    bool (*is_desk)(void *context, const struct http_request *request);
    /* Return the address that ${request} comes from, behind any proxy. NULL: its peer. */
    const char *(*client)(void *context, const struct http_request *request);
    /* Note each reply when it is sent. Called by a loop. ${milliseconds} since the request was
     * complete. */
    void (*note)(void *context, const struct http_request *request, const struct http_reply *reply,
                 size_t bytes, double milliseconds);
    /* Note a remark about the network, one line of text. Any thread calls it. */
    void (*remark)(void *context, const char *text);
    void *context;
};

/* Listen; LM_IO with the reason in ${log} if the address is in use. */
LM_MUST_CHECK enum lm_status http_start(struct http **out, const struct http_options *options,
                                        struct lm_log *log);

/* Return the port it listens on. */
uint16_t http_port(const struct http *h);

/* Serve until http_stop, SIGINT or SIGTERM; then wait for the workers. */
void http_run(struct http *h);
void http_stop(struct http *h);
void http_free(struct http *h);

/* Send ${data}, one line, as an event to all streams of ${channel}; of several within 60 ms, only
 * the last is sent. Any thread can call this. */
void http_tell(struct http *h, const char *channel, const char *data);
/* The same under a name ("offer"), for pages that listen to it. Data under one name never replaces
 * data under another. */
void http_tell_as(struct http *h, const char *channel, const char *name, const char *data);

/* Return the number of open streams. */
size_t http_streams(struct http *h);

#endif
