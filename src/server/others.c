/* SPDX-License-Identifier: Apache-2.0 */
#include "server/others.h"

#include "server/championships.h"
#include "server/events.h"
#include "server/submissions.h"
#include "server/sync.h"

enum { ARENA_MAX = 1 << 30 };

static enum lm_status follow(struct visit *v, const char *journal, bool whole)
{
    if (*journal == JOURNAL_OFFICE)
        return LM_OK; /* each visit reads it anew */
    if (submissions_own(journal))
        return v->server->submissions == NULL
                   ? LM_OK
                   : submissions_follow(v->server->submissions, journal + 1, &v->log);
    if (championships_own(journal))
        return championship_follow(v, journal);
    return event_follow(v, journal, whole);
}

static bool is_behind(struct server *s, const struct store_journal *journal)
{
    if (*journal->name == JOURNAL_OFFICE)
        return false;
    if (submissions_own(journal->name))
        return s->submissions != NULL &&
               submissions_are_behind(s->submissions, journal->name + 1, journal->head);
    return championships_own(journal->name) ||
           events_are_behind(s->events, journal->name, journal->head);
}

/* Follow each journal that has more lines in the store than are known here, or for which that is
 * unclear. Needed after a time without notifications. */
static enum lm_status follow_all(struct visit *v)
{
    struct store_journal *all;
    size_t count = 0;
    enum lm_status status = store_journals(v->server->store, v->arena, &all, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (is_behind(v->server, &all[i]))
            status = follow(v, all[i].name, false);
    return status;
}

static void heard(void *context, const char *journal, uint64_t head)
{
    struct server *s = context;
    struct lm_arena *arena;
    struct http_request request;
    struct http_reply reply;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct visit v = sync_visit(s, arena, &request, &reply);
    enum lm_status status = journal == NULL ? follow_all(&v) : follow(&v, journal, head == 0);
    (void)status; /* the next writing visit tries again, and reports the error */
    lm_arena_free(arena);
}

enum lm_status others_begin(struct server *s, struct lm_log *log)
{
    enum lm_status status = store_hear(s->store, heard, s);
    return status == LM_OK ? LM_OK
                           : lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                                        "nobody listens to other servers: no thread");
}

void others_end(struct server *s)
{
    store_hear_no_more(s->store);
}
