/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HTTP_H
#define LIMMAT_SERVER_HTTP_H

/*
 * What moves bytes: a few threads, one for each processor, run a loop of libevent's each and
 * nothing else; workers answer requests; those of the desk (a cookie, a form) have workers of their
 * own, so that no crowd delays an arbiter.
 *
 * A request is copied whole before a worker sees it, a reply is handed back whole, so no worker
 * touches a connection and a browser that goes away is noticed by nobody but its loop.  Streams of
 * events (text/event-stream) stay in their loop; http_tell reaches all of a channel.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "limmat/text.h"

enum {
    HTTP_BODY_MAX = 8 << 20,    /* bytes in memory; more is answered 413, or goes to a file */
    HTTP_HEADERS_MAX = 16 << 10 /* likewise 400 */
};

struct http_request {
    bool post, put, head; /* else it is a GET; a HEAD is answered like one, without body */
    bool packing;         /* gzip is understood */
    const char *path;     /* as sent, still escaped; begins with '/' */
    const char *query;    /* what is behind '?', "" for nothing */
    const char *host, *cookie, *origin, *type, *known; /* headers; "" when not sent */
    const char *languages;                             /* Accept-Language */
    const char *accept, *key;                          /* Accept, Idempotency-Key; likewise */
    const char *bearer;                                /* of Authorization; likewise */
    const char *forwarded;                             /* the last of X-Forwarded-For; likewise */
    const char *peer;                                  /* address of the other side */
    const char *body;
    size_t length;
    int refused; /* the status with which it is to be refused, as its body was not read; 0: none */
};

/* One with nothing in it. */
struct http_request http_no_request(void);

/* What is behind "Bearer " in ${authorization}; the last of a list, which the proxy next to us has
 * written. */
const char *http_bearer(const char *authorization);
const char *http_last_of(const char *list);

/* Bytes that several replies share, as the first member of what has them; ${release} is called once
 * for each reply, by any thread. */
struct http_held {
    void (*release)(struct http_held *held);
};

struct http_reply {
    struct lm_arena *arena; /* lives as long as the reply */
    int status;
    const char *type; /* of the body: "text/html; charset=utf-8" */
    struct lm_text body;
    const char *bytes;      /* instead of ${body}: bytes that live as long as the server, or ... */
    struct http_held *held; /* ... as this, unless it is NULL */
    size_t length;
    bool ready, packed; /* they are final, they are gzip: pack.h's business, like ${tag} */
    const char *tag;
    const char *location; /* where else; NULL: here */
    const char *cookie;   /* a Set-Cookie; NULL: none */
    const char *file;     /* to be saved under this name; NULL: to be shown */
    bool forever;         /* bytes of this address never change */
    bool unlisted;        /* search engines are not to keep it */
    const char *channel;  /* it is a stream of events; NULL: it ends */
};

enum { HTTP_ASK = -1 };

struct http;
struct tls;

struct http_options {
    const char *address;
    uint16_t port, last_port; /* the first one of them that is free; ${last_port} 0: ${port} */
    size_t workers;           /* for the desk, and as many for everybody else */
    unsigned patience;        /* seconds in which a request must arrive */
    const struct tls *tls;    /* NULL: in the clear */
    const char *folder;       /* where larger bodies wait; NULL: there are none */
    /* Answer: called by workers, several at a time. */
    void (*answer)(void *context, const struct http_request *request, struct http_reply *reply);
    /* Answer if that can be done without waiting for anything: called by a loop, before a worker
     * is asked.  false: it cannot, and ${reply} is as it was. */
    bool (*at_once)(void *context, const struct http_request *request, struct http_reply *reply);
    /* May the body of ${request}, of at most ${*most} bytes, be read?  0 if so, else the status
     * with which ${answer} will refuse it, or HTTP_ASK: ${admit} will be asked, by a worker. If
     * ${*most} is more than HTTP_BODY_MAX, a large body is kept in a file meanwhile.  Called
     * by a loop, and waits for nothing.  NULL: any body may be read, like ${admit}. */
    int (*judge)(void *context, const struct http_request *request, size_t *most);
    int (*admit)(void *context, const struct http_request *request, struct lm_arena *arena);
    /* Does ${request} come from somebody who works at the desk?  Called by a loop, and waits for
     * nothing.  NULL: nobody does. */
    bool (*is_desk)(void *context, const struct http_request *request);
    /* Where ${request} comes from, behind any proxy.  NULL: from its peer. */
    const char *(*client)(void *context, const struct http_request *request);
    /* Said about each reply when it goes out; called by a loop.  ${milliseconds} since the
     * request was whole. */
    void (*note)(void *context, const struct http_request *request, const struct http_reply *reply,
                 size_t bytes, double milliseconds);
    /* A remark about the network itself, one line of text; any thread may call. */
    void (*remark)(void *context, const char *text);
    void *context;
};

/* Listen; LM_IO with the reason in ${log} when the address is taken. */
LM_MUST_CHECK enum lm_status http_start(struct http **out, const struct http_options *options,
                                        struct lm_log *log);

/* Where it listens. */
uint16_t http_port(const struct http *h);

/* Serve until http_stop, SIGINT or SIGTERM; then wait for the workers. */
void http_run(struct http *h);
void http_stop(struct http *h);
void http_free(struct http *h);

/* Send ${data}, one line, as an event to all streams of ${channel}; within a tenth of a second only
 * the last counts.  Any thread may call. */
void http_tell(struct http *h, const char *channel, const char *data);
/* The same under a name ("offer"): for those who listen to it.  What is told under one name does
 * not stand in for what is told under another. */
void http_tell_as(struct http *h, const char *channel, const char *name, const char *data);

/* How many streams are open. */
size_t http_streams(struct http *h);

#endif
