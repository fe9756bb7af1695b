/* SPDX-License-Identifier: Apache-2.0 */
/*
 * evhttp uses the listener's only pointer for callbacks, so the callback of errors finds its data
 * among the events of the base: in the periodic one, which is always pending.
 */
#include "server/welcome.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REST_MS = 100, SILENCE_SECONDS = 60 };

struct welcome {
    struct evconnlistener *listener;
    struct event *again, *rhythm;
    void (*remark)(void *context, const char *text);
    void *context;
    bool remarked;
};

static void on_rhythm(evutil_socket_t none, short what, void *context)
{
    struct welcome *w = context;
    (void)none, (void)what;
    w->remarked = false;
}

static int find(const struct event_base *base, const struct event *event, void *found)
{
    (void)base;
    if (event_get_callback(event) != on_rhythm)
        return 0;
    *(struct welcome **)found = event_get_callback_arg(event);
    return 1;
}

static void on_error(struct evconnlistener *listener, void *others)
{
    const char *why = evutil_socket_error_to_string(EVUTIL_SOCKET_ERROR());
    struct timeval rest = {0, REST_MS * 1000};
    struct welcome *w = NULL;
    char text[200];
    (void)others;
    (void)event_base_foreach_event(evconnlistener_get_base(listener), find, &w);
    if (w == NULL)
        return;
    if (event_add(w->again, &rest) == 0)
        (void)evconnlistener_disable(listener);
    if (w->remarked || w->remark == NULL)
        return;
    w->remarked = true;
    (void)snprintf(text, sizeof text, "New connections wait: %s", why);
    w->remark(w->context, text);
}

static void on_rested(evutil_socket_t none, short what, void *context)
{
    struct welcome *w = context;
    (void)none, (void)what;
    (void)evconnlistener_enable(w->listener);
}

struct welcome *welcome_new(struct event_base *base, struct evconnlistener *listener,
                            void (*remark)(void *context, const char *text), void *context)
{
    struct welcome *w = calloc(1, sizeof *w);
    struct timeval minute = {SILENCE_SECONDS, 0};
    if (w == NULL)
        return NULL;
    *w = (struct welcome){.listener = listener, .remark = remark, .context = context};
    w->again = evtimer_new(base, on_rested, w);
    w->rhythm = event_new(base, -1, EV_PERSIST, on_rhythm, w);
    if (w->again == NULL || w->rhythm == NULL || event_add(w->rhythm, &minute) != 0) {
        welcome_free(w);
        return NULL;
    }
    evconnlistener_set_error_cb(listener, on_error);
    return w;
}

void welcome_free(struct welcome *w)
{
    if (w == NULL)
        return;
    if (w->again != NULL)
        event_free(w->again);
    if (w->rhythm != NULL)
        event_free(w->rhythm);
    free(w);
}
