/* SPDX-License-Identifier: Apache-2.0 */
#include "server/events.h"
#include "server/handlers.h"

#include "server/journal_lines.h"
#include "server/keeper.h"

/* Imports events from files: those of the mirror, of a USB stick, or of `limmat desk`. */

static enum lm_status refuse_fork(const char *slug, uint64_t number, struct lm_log *log)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                      "Entries were made in two places. Decide which goes on, and rename the file "
                      "to keep the other beside it",
                      "The address \"%s\" belongs to an event whose entry %llu is another", slug,
                      (unsigned long long)number);
}

/* Erase the private parts that the new lines, from number ${first} on, require to be erased.  To
 * find them, the event is replayed with the stored private parts. */
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

enum lm_status events_import(struct server *s, const char *slug, const char *journal,
                             const char *secrets, struct lm_log *log)
{
    struct lines lines;
    uint64_t first = 0;
    struct event_keeper *k = keeper_new(slug, log);
    enum lm_status status = k == NULL ? LM_LIMIT : lines_of_files(journal, secrets, &lines, log);
    if (status == LM_OK) {
        log->file = secrets;
        status = lm_desk_add_private(k->event.desk, lines.secrets, lines.secret_length, log);
        log->file = journal;
    }
    if (status == LM_OK)
        status = lm_desk_replay(k->event.desk, lines.bytes, lines.length, NULL, NULL, log);
    log->file = NULL;
    if (status == LM_OK && lm_desk_number(k->event.desk) == 0)
        status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                            "%s: not an entry of a journal", journal);
    if (status == LM_OK)
        status = lines_extend(s->store, slug, &lines, log->arena, log, &first);
    if (status == LM_DIFFERENT)
        status = refuse_fork(slug, first, log);
    if (status == LM_OK && first > 0)
        status = forget_imported(s, slug, first, log);
    if (k != NULL)
        keeper_free(k);
    return status;
}
