/* SPDX-License-Identifier: Apache-2.0 */
#include "server/events.h"
#include "server/handlers.h"

#include <string.h>

#include "server/belongings.h"
#include "server/broadcast.h"
#include "server/journal_lines.h"
#include "server/keeper.h"

/* Keeps what the desk has accepted: it is stored, sent to open pages, and erased where the act
 * requires it. */

static enum lm_status store(struct visit *v, const struct lm_desk_taken *taken)
{
    const struct lines lines = {.bytes = taken->lines,
                                .length = taken->line_length,
                                .secrets = taken->secrets,
                                .secret_length = taken->secret_length};
    return lines_append(v->server->store, v->event->slug, taken->first, &lines, v->arena, &v->log);
}

static enum lm_status forget_scope(struct visit *v, enum store_kind kind, const char *scope)
{
    struct store_record *items;
    size_t count = 0;
    enum lm_status status =
        store_list(v->server->store, kind, scope, v->now, v->arena, &items, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = store_remove(v->server->store, kind, items[i].key, &v->log);
    return status;
}

/* Delete all records of a deleted event: announcement, entries, requests, broadcasts with their
 * tokens, followers. */
static enum lm_status forget_records(struct visit *v)
{
    static const struct {
        enum store_kind kind;
        const char *scope;
    } of_event[] = {{STORE_SETTING, ""}, {STORE_OUTBOX, "inbox "}, {STORE_OUTBOX, "decided "}};
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    enum lm_status status = belongings_forget(v);
    for (size_t i = 0; status == LM_OK && i < sizeof of_event / sizeof *of_event; i++)
        status = forget_scope(v, of_event[i].kind,
                              visit_print(v, "%s%s", of_event[i].scope, v->event->slug));
    for (size_t i = 0; status == LM_OK && i < e->section_count; i++) {
        status = broadcast_end(v, v->event->slug, e->sections[i]->id);
        if (status == LM_OK)
            status =
                forget_scope(v, STORE_OUTBOX,
                             visit_print(v, "follow %s/%s", v->event->slug, e->sections[i]->id));
    }
    return status;
}

/* Erase the private parts of the lines set aside.  Their persons are not known, so the first
 * request for erasure erases all of them. */
static enum lm_status forget_aside(struct visit *v)
{
    struct store_journal *all;
    size_t count, length = strlen(v->event->slug);
    enum lm_status status = store_journals(v->server->store, v->arena, &all, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        for (uint64_t n = 1; *all[i].name == ASIDE && status == LM_OK && n <= all[i].head &&
                             strncmp(all[i].name + 1, v->event->slug, length) == 0 &&
                             all[i].name[length + 1] == '-';
             n++)
            status = store_erase(v->server->store, all[i].name, n, &v->log);
    return status == LM_OK
               ? forget_scope(v, STORE_OUTBOX, visit_print(v, "lines %s", v->event->slug))
               : status;
}

enum lm_status event_forget_erased(struct visit *v, const struct lm_desk_taken *taken)
{
    struct lm_words erased;
    bool any = false;
    for (uint64_t n = taken->first; n <= taken->last; n++)
        any |= strcmp(lm_desk_entry(v->event->desk, n)->line.event, "erase") == 0;
    any |= lm_desk_event(v->event->desk)->deleted;
    enum lm_status status = any ? forget_aside(v) : LM_OK;
    if (status == LM_OK && lm_desk_event(v->event->desk)->deleted)
        status = forget_records(v);
    if (any && status == LM_OK)
        status = lm_desk_erased(v->event->desk, v->arena, &erased);
    for (uint64_t n = 1; any && status == LM_OK && n <= taken->last; n++) {
        const struct lm_line *line = &lm_desk_entry(v->event->desk, n)->line;
        if (line->sealed[0] != '\0' &&
            lm_journal_is_erased(erased.items, erased.count, line->person, n))
            status = store_erase(v->server->store, v->event->slug, n, &v->log);
    }
    return status;
}

enum lm_status event_keep(struct visit *v, const struct lm_desk_taken *taken)
{
    if (taken->answer == LM_ACT_REPEATED || taken->line_length == 0)
        return LM_OK;
    enum lm_status status = store(v, taken);
    if (status == LM_OK) {
        event_tell(v);
        return event_forget_erased(v, taken);
    }
    lm_desk_take_back(v->event->desk, taken->first - 1);
    /* The commit may have succeeded without an answer: the next visit checks the store. */
    v->event->keeper->stale = status == LM_IO;
    return status;
}

enum lm_status event_say_overtaken(struct visit *v, enum lm_status status)
{
    return status == LM_DIFFERENT
               ? visit_refuse(v, 409, "Someone else just changed this. Check and try again")
               : status;
}
