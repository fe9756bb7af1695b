/* SPDX-License-Identifier: Apache-2.0 */
/* A sample event to try the desk on: a tournament file, imported as by an arbiter. */
#include <string.h>

#include "limmat/formats.h"
#include "os/clock.h"
#include "os/files.h"
#include "server/events.h"

/* Import it; accept all confirmations, since it is a sample without a user. */
static enum lm_status import(struct visit *v, const struct lm_tournament *t)
{
    struct lm_desk_act act = {
        .section = "main", .by = "sample", .at = v->now, .happened = LM_NO_TIME};
    return act_import(v, &act, t, NULL);
}

enum lm_status sample_make(struct server *s, const char *path, struct lm_log *log)
{
    const char *bytes;
    size_t length, count;
    const char *const *slugs;
    struct lm_tournament *t;
    struct http_reply reply = {.arena = log->arena, .body = lm_text_in(log->arena)};
    struct http_request request = {.path = "/", .query = ""};
    struct visit v = {.server = s,
                      .request = &request,
                      .reply = &reply,
                      .arena = log->arena,
                      .log = {.arena = log->arena},
                      .form = {.acknowledged = "", .request = ""},
                      .who = {"sample", "sample", "", ""},
                      .now = os_now_seconds()};
    enum lm_status status = events_list(s->events, log->arena, &slugs, &count);
    if (status != LM_OK || count > 0)
        return status;
    status = os_read(path, log->arena, log, &bytes, &length);
    if (status == LM_OK)
        status =
            lm_read(bytes, length, &(struct lm_read_options){.file = path}, log->arena, log, &t);
    if (status == LM_OK)
        status = event_make(&v, t->name);
    if (status == LM_OK)
        status = import(&v, t);
    if (v.event != NULL)
        event_give(&v);
    for (size_t i = 0; status != LM_OK && i < v.log.count; i++)
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, v.log.all[i].remedy, "%s",
                         v.log.all[i].what);
    return status;
}
