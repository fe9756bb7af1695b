/* SPDX-License-Identifier: Apache-2.0 */
#include "server/events.h"
#include "server/handlers.h"

#include "os/files.h"
#include "server/keeper.h"
#include "server/lines.h"

/* Events from files and into them: the mirror's, a stick's, those of `limmat desk`. */

static enum lm_status refuse_fork(const char *slug, uint64_t number, struct lm_log *log)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                      "it was written on at two places: say which goes on, and rename the file to "
                      "have the other beside it",
                      "there is an event at the address \"%s\" already, whose line %llu is another",
                      slug, (unsigned long long)number);
}

/* How many whole lines ${a} and ${b} begin with alike; ${*length} bytes. */
static uint64_t lines_alike(const struct lines *a, const struct lines *b, size_t *length)
{
    uint64_t count = 0;
    *length = 0;
    for (size_t i = 0; i < a->length && i < b->length && a->bytes[i] == b->bytes[i]; i++)
        if (a->bytes[i] == '\n') {
            count++;
            *length = i + 1;
        }
    return count;
}

/* Whose private parts have to go, now that lines from number ${first} on say so, only the private
 * parts that are there can tell. */
static enum lm_status forget_imported(struct server *s, const char *slug, uint64_t first,
                                      struct lm_log *log)
{
    struct event_keeper *k = keeper_new(slug, log);
    enum lm_status status = k == NULL ? LM_LIMIT : keeper_replay(s, k, log->arena, log);
    if (status == LM_OK) {
        struct visit v = {
            .server = s, .event = &k->event, .arena = log->arena, .log = {.arena = log->arena}};
        struct lm_desk_taken taken = {.first = first, .last = lm_desk_number(k->event.desk)};
        status = event_forget_erased(&v, &taken);
    }
    if (k != NULL)
        keeper_free(k);
    return status;
}

/* Put ${lines}, of which the desk of ${k} was made, into the store: all of them, or those behind
 * the last one that is there, if the ones before are the same. */
static enum lm_status store_journal(struct server *s, struct event_keeper *k,
                                    const struct lines *there, const struct lines *lines,
                                    struct lm_log *log)
{
    size_t same;
    uint64_t count = lines_alike(there, lines, &same);
    if (same == lines->length)
        return LM_OK; /* all of it is there, and maybe more */
    if (same < there->length)
        return refuse_fork(k->slug, count + 1, log);
    const struct lines rest = {lines->bytes + same, lines->length - same, lines->secrets,
                               lines->secret_length};
    enum lm_status status = lines_append(s->store, k->slug, count + 1, &rest, log->arena, log);
    return status == LM_OK ? forget_imported(s, k->slug, count + 1, log) : status;
}

enum lm_status events_import(struct server *s, const char *slug, const char *journal,
                             const char *secrets, struct lm_log *log)
{
    struct lines lines, there;
    struct event_keeper *k = keeper_new(slug, log);
    enum lm_status status = k == NULL ? LM_LIMIT : lines_of_files(journal, secrets, &lines, log);
    if (status == LM_OK)
        status = lines_read(s->store, slug, log->arena, &there, log);
    if (status == LM_OK) {
        log->file = secrets;
        status = lm_desk_add_private(k->event.desk, lines.secrets, lines.secret_length, log);
        log->file = journal;
    }
    if (status == LM_OK)
        status = lm_desk_replay(k->event.desk, lines.bytes, lines.length, NULL, NULL, log);
    log->file = NULL;
    if (status == LM_OK && lm_desk_number(k->event.desk) == 0)
        status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s: no line of a journal",
                            journal);
    if (status == LM_OK)
        status = store_journal(s, k, &there, &lines, log);
    if (k != NULL)
        keeper_free(k);
    return status;
}

enum lm_status events_export(struct server *s, const char *slug, const char *journal,
                             const char *secrets, struct lm_log *log)
{
    struct lines lines;
    enum lm_status status = lines_read(s->store, slug, log->arena, &lines, log);
    if (status == LM_OK && lines.length == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                          "there is no event at the address \"%s\"", slug);
    /* The private parts first: without their lines they are nothing. */
    if (status == LM_OK && lines.secret_length > 0)
        status = os_write(secrets, lines.secrets, lines.secret_length, OS_REPLACE, log);
    return status == LM_OK ? os_write(journal, lines.bytes, lines.length, OS_REPLACE, log) : status;
}
