/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What another machine sends about an event: a message is read or refused; what was read can be
 * written and read again as the same; and taking it, as a guest and as the machine that one has
 * handed the event to, leaves an event that can be opened again.  A guest changes nothing of an
 * event that is run here but by what may be asked for.
 */
#include "server/sync.h"
#include "served.h"
#include "server/inbox.h"

static struct lm_text written(const struct sync_message *m, struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    HOLDS(sync_write(m, &out) == LM_OK);
    return out;
}

static void read_again(const struct sync_message *m, struct lm_arena *arena)
{
    struct lm_log log = {.arena = arena};
    struct sync_message again;
    struct lm_text first = written(m, arena);
    HOLDS(sync_read(lm_text_string(&first), first.length, arena, &log, &again) == LM_OK);
    struct lm_text second = written(&again, arena);
    HOLDS(same_text(&first, &second));
}

static void take(struct served *s, const struct sync_message *m, bool guest)
{
    struct lm_arena *arena;
    struct http_request request;
    struct http_reply reply;
    struct sync_message out = {.state = ""};
    const char *state = "";
    uint64_t next = 0;
    HOLDS(lm_arena_new(&arena, NULL, ARENA_LIMIT) == LM_OK);
    struct visit v = sync_visit(&s->server, arena, &request, &reply);
    HOLDS(event_take(&v, "open") == LM_OK);
    enum lm_status status = sync_take(&v, m, guest, &state, &next);
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_LIMIT);
    HOLDS(status != LM_OK || *state != '\0');
    HOLDS(!guest || lm_desk_number(v.event->desk) == s->number);
    if (status == LM_OK)
        status = sync_judge(&v, m, &out);
    if (status == LM_OK)
        status = sync_settle(&v, m);
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_LIMIT);
    event_give(&v);
    lm_arena_free(arena);
    served_close(s); /* what was taken is replayed */
    served_open(s);
    HOLDS(served_number(s) > 0);
    served_again(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct served *s = served();
    struct lm_arena *arena;
    struct sync_message m;
    s->server.node = "n0";
    s->server.node_name = "the hall";
    if (lm_arena_new(&arena, NULL, ARENA_LIMIT) != LM_OK)
        return 0;
    struct lm_log log = {.arena = arena};
    if (sync_read((const char *)data, size, arena, &log, &m) == LM_OK) {
        read_again(&m, arena);
        take(s, &m, true);
        take(s, &m, false);
    } else {
        HOLDS(log.errors > 0);
    }
    lm_arena_free(arena);
    return 0;
}
