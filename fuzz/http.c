/* SPDX-License-Identifier: Apache-2.0 */
/* Bytes on a connection: what libevent makes of them, how a request is copied out of it, what goes
 * back.  A loop and a worker run beside; the other side sends everything, says that this was all,
 * and reads to the end. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "os/threads.h"
#include "server/http.h"

enum { ATTEMPTS = 200 };

static void answer(void *context, const struct http_request *r, struct http_reply *reply)
{
    (void)context;
    HOLDS(strlen(r->path) > 0 && strlen(r->query) < HTTP_HEADERS_MAX && r->body != NULL);
    HOLDS(r->host != NULL && r->cookie != NULL && r->origin != NULL && r->type != NULL);
    HOLDS(r->length <= HTTP_BODY_MAX && strchr(r->path, '?') == NULL);
    HOLDS(strpbrk(r->cookie, "\r\n") == NULL && strpbrk(r->host, "\r\n") == NULL);
    lm_text_print(&reply->body, "%s\n%zu\n", r->path, r->length);
    if (strcmp(r->path, "/live") == 0)
        reply->channel = "live";
    if (strcmp(r->path, "/go") == 0)
        reply->location = "/there";
}

/* What is kept: "/kept/…". */
static bool at_once(void *context, const struct http_request *r, struct http_reply *reply)
{
    if (r->post || r->put || strncmp(r->path, "/kept/", 6) != 0)
        return false;
    answer(context, r, reply);
    reply->bytes = lm_text_string(&reply->body);
    reply->length = reply->body.length;
    reply->ready = true;
    return true;
}

static void note(void *context, const struct http_request *request, const struct http_reply *reply,
                 size_t bytes, double milliseconds)
{
    (void)context, (void)request, (void)bytes, (void)milliseconds;
    HOLDS(reply->status >= 200 && reply->status < 600);
}

static void run(void *context)
{
    http_run(context);
}

/* The port on which it listens; made once. */
static uint16_t listening(void)
{
    static struct http *http;
    static struct os_thread thread;
    static uint16_t port;
    struct lm_arena *arena;
    if (http != NULL)
        return port;
    HOLDS(lm_arena_new(&arena, NULL, ARENA_LIMIT) == LM_OK);
    struct http_options options = {.address = "127.0.0.1",
                                   .workers = 1,
                                   .patience = 60,
                                   .answer = answer,
                                   .at_once = at_once,
                                   .note = note};
    for (unsigned i = 0; http == NULL && i < ATTEMPTS; i++) {
        struct lm_log log = {.arena = arena};
        options.port = port = (uint16_t)(20000 + ((unsigned)getpid() + i * 7) % 20000);
        (void)!http_start(&http, &options, &log);
    }
    HOLDS(http != NULL && os_thread_start(&thread, run, http));
    lm_arena_free(arena);
    return port;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(listening())};
    struct timeval patience = {5, 0};
    struct linger at_once = {1, 0}; /* no port is left waiting */
    char bytes[4096], first[9] = "";
    ssize_t got, all = 0;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    HOLDS(s >= 0);
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(s, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    HOLDS(connect(s, (struct sockaddr *)&to, sizeof to) == 0);
    bool sent = send(s, data, size, MSG_NOSIGNAL) == (ssize_t)size;
    shutdown(s, SHUT_WR);
    bool stream = memmem(data, size, "/live", 5) != NULL; /* that does not end */
    while (sent && !stream && (got = recv(s, bytes, sizeof bytes, 0)) > 0) {
        for (ssize_t i = 0; i < got && all + i < 9; i++)
            first[all + i] = bytes[i];
        all += got;
    }
    HOLDS(all == 0 || memcmp(first, "HTTP/", 5) == 0);
    close(s);
    return 0;
}
