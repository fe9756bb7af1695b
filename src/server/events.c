/* SPDX-License-Identifier: Apache-2.0 */
#include "server/events.h"
#include "server/handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/championships.h"
#include "server/damage.h"
#include "server/directory.h"
#include "server/journal_lines.h"
#include "server/keeper.h"
#include "server/link.h"
#include "server/pages.h"
#include "server/secrets.h"
#include "server/submissions.h"
#include "server/templates.h"
#include "site/site.h"

#ifndef LIMMAT_VERSION
#define LIMMAT_VERSION "0"
#endif

enum {
    EVENTS_MAX = 10000000,
    ARENA_MAX = 1 << 30,
    AWAKE_MOST = 1000, /* events, unless the configuration sets another number */
    AWAKE_BYTES = 256 << 20,
    BATCH = 64,  /* summaries in one commit */
    PAGE = 1000, /* journals read at a time */
    SUMMARY_VERSION = 2
};

struct events {
    struct server *server;
    struct os_mutex lock; /* for the list; keepers never move */
    struct event_keeper **all;
    size_t count, capacity;
    struct event_keeper **buckets;
    size_t bucket_count; /* a power of two */
    struct event_keeper *newest, *oldest;
    size_t awake, bytes, awake_most;
};

enum { EPOCH = 1000000 }; /* more than any journal has lines */

uint64_t event_version(const struct event *event)
{
    return lm_desk_number(event->desk) + lm_desk_event(event->desk)->epoch * EPOCH;
}

/* --- opening */

void keeper_free(struct event_keeper *k)
{
    os_mutex_end(&k->lock);
    lm_arena_free(k->arena);
    free(k);
}

/* Make the keeper of an event that is asleep. */
static struct event_keeper *keeper_bare(const char *slug)
{
    struct event_keeper *k = calloc(1, sizeof *k);
    if (k == NULL)
        return NULL;
    os_mutex_make(&k->lock);
    snprintf(k->slug, sizeof k->slug, "%s", slug);
    k->event = (struct event){.slug = k->slug, .keeper = k};
    return k;
}

struct event_keeper *keeper_new(const char *slug, struct lm_log *log)
{
    struct event_keeper *k = keeper_bare(slug);
    if (k == NULL)
        return NULL;
    if (lm_arena_new(&k->arena, NULL, ARENA_MAX) == LM_OK &&
        lm_desk_new(k->arena, &secrets_hooks, "limmat " LIMMAT_VERSION, &k->event.desk) == LM_OK)
        return k;
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "Out of memory for %s", slug);
    keeper_free(k);
    return NULL;
}

enum lm_status keeper_replay(struct server *s, struct event_keeper *k, struct lm_arena *arena,
                             struct lm_log *log)
{
    struct lines lines;
    enum lm_status status = lines_read(s->store, k->slug, arena, &lines, log);
    if (status == LM_OK && lines.secret_length > 0)
        status = lm_desk_add_private(k->event.desk, lines.secrets, lines.secret_length, log);
    if (status == LM_OK && lines.length > 0)
        status = lm_desk_replay(k->event.desk, lines.bytes, lines.length, NULL, NULL, log);
    return status;
}

static struct event_keeper **bucket_of(const struct events *events, const char *slug)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (const char *c = slug; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619U;
    return &events->buckets[hash & (events->bucket_count - 1)];
}

static struct event_keeper *find(struct events *events, const char *slug)
{
    struct event_keeper *k = events->bucket_count == 0 ? NULL : *bucket_of(events, slug);
    while (k != NULL && strcmp(k->slug, slug) != 0)
        k = k->next;
    return k;
}

/* Make enough buckets for ${room} events. */
static bool make_buckets(struct events *events, size_t room)
{
    size_t count = 64;
    while (count < room)
        count *= 2;
    struct event_keeper **buckets = calloc(count, sizeof(struct event_keeper *));
    if (buckets == NULL)
        return false;
    free(events->buckets);
    events->buckets = buckets;
    events->bucket_count = count;
    for (size_t i = 0; i < events->count; i++) {
        struct event_keeper **at = bucket_of(events, events->all[i]->slug);
        events->all[i]->next = *at;
        *at = events->all[i];
    }
    return true;
}

static bool add(struct events *events, struct event_keeper *k)
{
    if (events->count == events->capacity) {
        size_t room = events->capacity * 2 + 64;
        void *all = room > EVENTS_MAX ? NULL : realloc(events->all, room * sizeof *events->all);
        if (all == NULL)
            return false;
        events->all = all;
        if (!make_buckets(events, room))
            return false;
        events->capacity = room;
    }
    struct event_keeper **at = bucket_of(events, k->slug);
    k->next = *at;
    *at = k;
    events->all[events->count++] = k;
    return true;
}

/* --- asleep and awake */

static void unlink_awake(struct events *events, struct event_keeper *k)
{
    if (k->bytes == 0)
        return;
    *(k->newer == NULL ? &events->newest : &k->newer->older) = k->older;
    *(k->older == NULL ? &events->oldest : &k->older->newer) = k->newer;
    k->newer = k->older = NULL;
    events->awake--;
    events->bytes -= k->bytes;
    k->bytes = 0;
}

/* Mark ${k} as the one used last; the caller has the lock of the list. */
static void link_awake(struct events *events, struct event_keeper *k)
{
    unlink_awake(events, k);
    if (k->event.desk == NULL)
        return;
    k->bytes = lm_arena_size(k->arena);
    k->older = events->newest;
    *(events->newest == NULL ? &events->oldest : &events->newest->newer) = k;
    events->newest = k;
    events->awake++;
    events->bytes += k->bytes;
}

/* Release a use of ${k}. */
static void give_up(struct events *events, struct event_keeper *k)
{
    os_mutex_take(&events->lock);
    k->users--;
    link_awake(events, k);
    os_mutex_give(&events->lock);
}

/* Write into ${out} what a later start needs to know of the event, and its entry of the directory;
 * put that entry into the directory, too.  The caller has the event. */
static enum lm_status write_summary(struct server *s, const struct event_keeper *k,
                                    struct lm_arena *arena, struct lm_text *out)
{
    const struct lm_desk_event *e = lm_desk_event(k->event.desk);
    struct lm_json_writer w = lm_json_writer_to(out, true);
    enum lm_status status = LM_OK;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "version", SUMMARY_VERSION);
    lm_json_put_string(&w, "by", LIMMAT_VERSION);
    lm_json_put_integer(&w, "epoch", (int64_t)e->epoch);
    lm_json_put_string(&w, "home", e->home);
    lm_json_put_boolean(&w, "deleted", e->deleted);
    lm_json_begin(&w, "sections", '[');
    for (size_t i = 0; status == LM_OK && i < e->section_count; i++) {
        struct lm_tournament *t;
        struct lm_text address = lm_text_in(arena);
        lm_text_print(&address, "/p/%s/%s/", k->slug, e->sections[i]->id);
        if (e->deleted) {
            directory_drop(s->directory, lm_text_string(&address));
            continue;
        }
        status =
            lm_desk_tournament(k->event.desk, e->sections[i], LM_FOR_PUBLIC, 0, arena, NULL, &t);
        if (status == LM_OK)
            status = directory_put(s->directory, lm_text_string(&address), t, true, &w);
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return status == LM_OK ? lm_text_status(out) : status;
}

/* An event that is about to sleep. */
struct summary {
    struct event_keeper *keeper;
    uint64_t version;
};

/* Make ${out}, and ${summary} for the store; no visit here is using ${k}. */
static enum lm_status make_summary(struct server *s, struct event_keeper *k, struct lm_arena *arena,
                                   struct store_summary *summary, struct summary *out)
{
    struct lm_text text = lm_text_in(arena);
    os_mutex_take(&k->lock);
    *out = (struct summary){k, k->event.desk == NULL ? 0 : event_version(&k->event)};
    enum lm_status status = LM_OK;
    if (out->version > 0)
        status = write_summary(s, k, arena, &text);
    *summary = (struct store_summary){
        .journal = k->slug, .number = out->version % EPOCH, .text = lm_text_string(&text)};
    os_mutex_give(&k->lock);
    return status;
}

/* Put summaries of ${some} into the store, all at once.  The caller counts as a user of each of
 * them. */
static enum lm_status summarise(struct events *events, struct event_keeper *const *some,
                                size_t count)
{
    struct lm_arena *arena;
    struct store_summary summaries[BATCH];
    struct summary made[BATCH];
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    struct lm_log log = {.arena = arena};
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = make_summary(events->server, some[i], arena, &summaries[i], &made[i]);
    if (status == LM_OK)
        status = store_summarise(events->server->store, summaries, count, &log);
    os_mutex_take(&events->lock);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        made[i].keeper->summarised = made[i].keeper->listed = made[i].version;
    os_mutex_give(&events->lock);
    lm_arena_free(arena);
    return status;
}

/* Does the store have all that a start needs of ${k}?  An event whose making was refused needs
 * nothing. */
static bool is_summarised(const struct event_keeper *k)
{
    return k->summarised == k->number || k->slug[0] == '\0';
}

static bool is_full(const struct events *events)
{
    return events->awake > events->awake_most || events->bytes > AWAKE_BYTES;
}

/* Put unused events to sleep, the least recently used first, until there is room again.  Events
 * that need a summary first go into ${some}, each with one more user. */
static size_t put_to_sleep(struct events *events, struct event_keeper *some[BATCH])
{
    size_t count = 0;
    os_mutex_take(&events->lock);
    for (struct event_keeper *k = events->oldest, *newer; k != NULL && is_full(events); k = newer) {
        newer = k->newer;
        if (k->users > 0)
            continue;
        if (!is_summarised(k)) {
            if (count == BATCH)
                break;
            k->users++;
            some[count++] = k;
            continue;
        }
        unlink_awake(events, k);
        lm_arena_free(k->arena);
        k->arena = NULL;
        k->event.desk = NULL;
    }
    os_mutex_give(&events->lock);
    return count;
}

/* Keep the memory within its bounds.  If the store takes no summaries, events stay awake. */
static void trim(struct events *events)
{
    struct event_keeper *some[BATCH];
    size_t count;
    enum lm_status status = LM_OK;
    while (status == LM_OK && (count = put_to_sleep(events, some)) > 0) {
        status = summarise(events, some, count);
        os_mutex_take(&events->lock);
        for (size_t i = 0; i < count; i++)
            some[i]->users--;
        os_mutex_give(&events->lock);
    }
}

/* Write the summaries that are missing, so that the next start replays nothing. */
static void summarise_all(struct events *events)
{
    struct event_keeper *some[BATCH];
    size_t count = 0;
    enum lm_status status = LM_OK;
    for (struct event_keeper *k = events->newest; status == LM_OK; k = k->older) {
        if (count == BATCH || k == NULL) {
            status = summarise(events, some, count);
            count = 0;
        }
        if (k == NULL)
            break;
        if (!is_summarised(k))
            some[count++] = k;
    }
}

/* Note what other visits can read of ${k} without having it; the caller has the lock of the list.
 */
static void note_state(const struct server *s, struct event_keeper *k)
{
    const struct lm_desk_event *e = lm_desk_event(k->event.desk);
    k->number = event_version(&k->event);
    k->away = e->epoch > 0 && strcmp(e->home, s->node) != 0;
    k->deleted = e->deleted;
}

static enum lm_status open_journal(void *all, const char *slug, struct lm_log *log)
{
    struct events *events = all;
    struct event_keeper *k = keeper_new(slug, log);
    struct lm_arena *arena = NULL;
    enum lm_status status = k == NULL ? LM_LIMIT : lm_arena_new(&arena, NULL, ARENA_MAX);
    const char *file = log->file;
    log->file = slug;
    if (status == LM_OK)
        status = keeper_replay(events->server, k, arena, log);
    log->file = file;
    lm_arena_free(arena);
    os_mutex_take(&events->lock);
    if (status == LM_OK)
        note_state(events->server, k);
    if (status == LM_OK && find(events, k->slug) == NULL && !add(events, k))
        status = LM_LIMIT;
    bool kept = status == LM_OK && find(events, k->slug) == k;
    if (kept)
        link_awake(events, k);
    os_mutex_give(&events->lock);
    if (!kept && k != NULL)
        keeper_free(k);
    return status;
}

/* Add a sleeping keeper made from ${summary}. false: it does not contain enough, and the journal
 * has to be read. */
static bool open_summary(struct events *events, const struct store_summary *summary,
                         struct lm_arena *arena)
{
    struct lm_json *tree;
    int64_t version = 0, epoch = 0;
    struct server *s = events->server;
    if (summary->number != summary->head ||
        lm_json_parse(summary->text, strlen(summary->text), arena, NULL, &tree) != LM_OK)
        return false;
    const char *by = lm_json_string(lm_json_get(tree, "by"));
    const char *home = lm_json_string(lm_json_get(tree, "home"));
    const struct lm_json *sections = lm_json_get(tree, "sections");
    if (!lm_json_integer(lm_json_get(tree, "version"), 0, INT32_MAX, &version) ||
        version != SUMMARY_VERSION || by == NULL || strcmp(by, LIMMAT_VERSION) != 0 ||
        !lm_json_integer(lm_json_get(tree, "epoch"), 0, INT32_MAX, &epoch) || home == NULL ||
        sections == NULL)
        return false;
    for (const struct lm_json *each = sections->first; each != NULL; each = each->next)
        if (directory_read(s->directory, each) != LM_OK)
            return false;
    struct event_keeper *k = keeper_bare(summary->journal);
    if (k == NULL || !add(events, k)) {
        free(k);
        return false;
    }
    k->number = k->listed = k->summarised = summary->number + (uint64_t)epoch * EPOCH;
    k->away = epoch > 0 && strcmp(home, s->node) != 0;
    (void)lm_json_boolean(lm_json_get(tree, "deleted"), &k->deleted);
    return true;
}

static bool is_event(const char *journal)
{
    return !submissions_own(journal) && !championships_own(journal) && *journal != ASIDE &&
           *journal != JOURNAL_OFFICE;
}

/* Open the events of the next page of journals after ${*after}, which advances; NULL at the end. */
static enum lm_status open_page(struct events *events, const char **after, struct lm_log *log)
{
    struct lm_arena *arena;
    struct store_summary *page;
    size_t count = 0;
    enum lm_status status = lm_arena_new(&arena, NULL, ARENA_MAX);
    if (status != LM_OK)
        return status;
    status = store_summaries(events->server->store, *after, PAGE, arena, &page, &count, log);
    bool over = count < PAGE;
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        over = over || submissions_own(page[i].journal); /* no event follows them */
        if (!is_event(page[i].journal) || open_summary(events, &page[i], arena))
            continue;
        status = damage_open(events->server->damage, page[i].journal, open_journal, events, log);
        if (is_full(events))
            trim(events);
    }
    if (status == LM_OK)
        *after = over ? NULL
                      : lm_arena_copy(log->arena, page[count - 1].journal,
                                      strlen(page[count - 1].journal));
    lm_arena_free(arena);
    return status;
}

enum lm_status events_open(struct events **out, struct server *s, struct lm_log *log)
{
    struct events *events = calloc(1, sizeof *events);
    const char *after = "";
    enum lm_status status = LM_OK;
    if (events == NULL)
        return LM_LIMIT;
    events->server = s;
    events->awake_most = s->awake_most > 0 ? s->awake_most : AWAKE_MOST;
    os_mutex_make(&events->lock);
    while (status == LM_OK && after != NULL)
        status = open_page(events, &after, log);
    if (status == LM_OK)
        *out = events;
    else
        events_free(events);
    return status;
}

void events_free(struct events *events)
{
    if (events == NULL)
        return;
    summarise_all(events);
    for (size_t i = 0; i < events->count; i++)
        keeper_free(events->all[i]);
    os_mutex_end(&events->lock);
    free(events->buckets);
    free(events->all);
    free(events);
}

static bool is_set_aside(const struct events *events, const struct event_keeper *k)
{
    return is_damaged(events->server->damage, k->slug);
}

enum lm_status events_list(struct events *events, struct lm_arena *arena, const char *const **slugs,
                           size_t *count)
{
    os_mutex_take(&events->lock);
    const char **list = lm_arena_alloc(arena, events->count, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < events->count; i++)
        if (events->all[i]->slug[0] != '\0' && !events->all[i]->deleted &&
            !is_set_aside(events, events->all[i]))
            list[(*count)++] = events->all[i]->slug;
    os_mutex_give(&events->lock);
    *slugs = list;
    return list == NULL ? LM_LIMIT : LM_OK;
}

size_t events_count(struct events *events, size_t *awake)
{
    os_mutex_take(&events->lock);
    size_t count = 0;
    for (size_t i = 0; i < events->count; i++)
        count += events->all[i]->slug[0] != '\0';
    *awake = events->awake;
    os_mutex_give(&events->lock);
    return count;
}

enum lm_status events_unlisted(struct events *events, struct lm_arena *arena,
                               const char *const **slugs, size_t *count)
{
    os_mutex_take(&events->lock);
    const char **list = lm_arena_alloc(arena, events->awake, sizeof *list);
    *count = 0;
    for (struct event_keeper *k = events->newest; list != NULL && k != NULL; k = k->older)
        if (k->listed != k->number && k->slug[0] != '\0' && !is_set_aside(events, k))
            list[(*count)++] = k->slug;
    os_mutex_give(&events->lock);
    *slugs = list;
    return list == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status event_enlist(struct visit *v)
{
    struct event_keeper *k = v->event->keeper;
    struct lm_text forgotten = lm_text_in(v->arena);
    enum lm_status status = write_summary(v->server, k, v->arena, &forgotten);
    os_mutex_take(&v->server->events->lock);
    if (status == LM_OK)
        k->listed = event_version(&k->event);
    os_mutex_give(&v->server->events->lock);
    return status;
}

bool events_have_home(struct events *events, const char *slug)
{
    uint64_t number;
    return events_number(events, slug, &number) && number > EPOCH;
}

bool events_number(struct events *events, const char *slug, uint64_t *number)
{
    os_mutex_take(&events->lock);
    const struct event_keeper *k = find(events, slug);
    if (k != NULL)
        *number = k->number;
    os_mutex_give(&events->lock);
    return k != NULL && *number > 0;
}

/* --- lines from elsewhere */

void event_tell(struct visit *v)
{
    char number[24];
    link_wake(v->server->link);
    struct events *events = v->server->events;
    os_mutex_take(&events->lock);
    note_state(v->server, v->event->keeper);
    os_mutex_give(&events->lock);
    snprintf(number, sizeof number, "%llu", (unsigned long long)event_version(v->event));
    http_tell(v->server->http, v->event->slug, number);
}

enum lm_status event_read_again(struct visit *v)
{
    struct event_keeper *k = v->event->keeper, *fresh = keeper_new(k->slug, &v->log);
    enum lm_status status =
        fresh == NULL ? LM_LIMIT : keeper_replay(v->server, fresh, v->arena, &v->log);
    if (status == LM_OK) {
        struct lm_arena *old = k->arena;
        k->arena = fresh->arena;
        k->event.desk = fresh->event.desk;
        fresh->arena = old;
    }
    if (fresh != NULL)
        keeper_free(fresh);
    return status;
}

enum lm_status event_replay_foreign(struct visit *v, const struct store_line *lines, size_t count)
{
    struct lm_text text = lm_text_in(v->arena), secrets = lm_text_in(v->arena);
    for (size_t i = 0; i < count; i++) {
        lm_text_add_bytes(&text, lines[i].text, lines[i].length);
        lm_text_add_char(&text, '\n');
        if (*lines[i].secret != '\0')
            lm_text_print(&secrets, "%s\n", lines[i].secret);
    }
    if (text.failed || secrets.failed)
        return LM_LIMIT;
    enum lm_status status =
        lm_desk_add_private(v->event->desk, lm_text_string(&secrets), secrets.length, &v->log);
    return status != LM_OK ? status
                           : lm_desk_replay(v->event->desk, lm_text_string(&text), text.length,
                                            NULL, NULL, &v->log);
}

enum lm_status event_catch_up(struct visit *v)
{
    struct store_line *lines;
    size_t count;
    uint64_t first = lm_desk_number(v->event->desk) + 1;
    enum lm_status status =
        store_lines(v->server->store, v->event->slug, first, v->arena, &lines, &count, &v->log);
    if (status != LM_OK || count == 0)
        return status;
    v->event->keeper->stale = true;
    status = event_replay_foreign(v, lines, count);
    if (status != LM_OK)
        return status;
    v->event->keeper->stale = false;
    event_tell(v);
    return LM_OK;
}

/* Wake the event of ${v}.  It is unchanged since it went to sleep, or more has been stored since.
 */
static enum lm_status wake(struct visit *v)
{
    struct event_keeper *k = v->event->keeper;
    enum lm_status status = event_read_again(v);
    k->stale = false;
    os_mutex_take(&v->server->events->lock);
    bool more = status == LM_OK && k->number != event_version(&k->event);
    os_mutex_give(&v->server->events->lock);
    if (more)
        event_tell(v);
    return status;
}

/* Bring the event of ${v} up to the state of the store. */
static enum lm_status refresh(struct visit *v)
{
    struct event_keeper *k = v->event->keeper;
    if (k->event.desk == NULL)
        return wake(v);
    if (!k->stale)
        return v->fresh && store_is_shared(v->server->store) ? event_catch_up(v) : LM_OK;
    enum lm_status status = event_read_again(v);
    if (status == LM_OK) {
        k->stale = false;
        event_tell(v);
    }
    return status;
}

/* Has another server made the event ${slug}, so that the store has it but the list does not? */
static bool is_stored(struct visit *v, const char *slug)
{
    struct store_line *lines;
    size_t count;
    return v->fresh && store_is_shared(v->server->store) && !submissions_own(slug) &&
           !championships_own(slug) && *slug != ASIDE && *slug != JOURNAL_OFFICE &&
           strlen(slug) < EVENT_SLUG &&
           store_lines(v->server->store, slug, 1, v->arena, &lines, &count, &v->log) == LM_OK &&
           count > 0;
}

/* Return the keeper at ${slug}, with one more user. */
static struct event_keeper *find_to_use(struct events *events, const char *slug)
{
    os_mutex_take(&events->lock);
    struct event_keeper *k = find(events, slug);
    if (k != NULL)
        k->users++;
    os_mutex_give(&events->lock);
    return k;
}

static struct event_keeper *find_now(struct visit *v, const char *slug)
{
    struct events *events = v->server->events;
    struct event_keeper *k = find_to_use(events, slug);
    if (k != NULL || !is_stored(v, slug) || open_journal(events, slug, &v->log) != LM_OK)
        return k;
    return find_to_use(events, slug);
}

/* Set aside the event of ${v}, which cannot be read; messages of ${v->log} from ${given} on give
 * the reason. */
static enum lm_status set_aside(struct visit *v, size_t given)
{
    damage_note(v->server->damage, v->event->slug,
                v->log.count > given ? v->log.all[given].what : "it cannot be read");
    v->log.count = given;
    return visit_refuse(v, 503, "This can’t be shown at the moment");
}

enum lm_status event_take_well(struct visit *v, const char *slug)
{
    size_t given = v->log.count;
    int before = v->reply->status;
    enum lm_status status = event_take(v, slug);
    if (status == LM_OK || v->reply->status != 503 || !is_damaged(v->server->damage, slug))
        return status;
    v->log.count = given;
    v->reply->status = before;
    return LM_OK;
}

enum lm_status event_take(struct visit *v, const char *slug)
{
    if (is_damaged(v->server->damage, slug))
        return visit_refuse(v, 503, "This can’t be shown at the moment");
    struct event_keeper *k = find_now(v, slug);
    if (k == NULL)
        return visit_refuse(v, 404, "Event not found");
    os_mutex_take(&k->lock);
    v->event = &k->event;
    size_t given = v->log.count;
    enum lm_status status = refresh(v);
    bool deleted = status == LM_OK && lm_desk_event(k->event.desk)->deleted;
    if (status != LM_OK || deleted) {
        if (deleted)
            status = visit_refuse(v, 410, "This event was deleted");
        else if (is_damage(status))
            status = set_aside(v, given);
        v->event = NULL;
        os_mutex_give(&k->lock);
        give_up(v->server->events, k);
        return status;
    }
    v->number = event_version(&k->event);
    return LM_OK;
}

void event_give(struct visit *v)
{
    if (v->event == NULL)
        return;
    struct event_keeper *k = v->event->keeper;
    struct events *events = v->server->events;
    if (lm_desk_number(k->event.desk) == 0) {
        /* The making of this event was refused: without an address it cannot be found. */
        os_mutex_take(&events->lock);
        k->slug[0] = '\0';
        os_mutex_give(&events->lock);
    }
    os_mutex_give(&k->lock);
    v->event = NULL;
    give_up(events, k);
    trim(events);
}

enum lm_status event_make(struct visit *v, const char *name)
{
    struct events *events = v->server->events;
    struct lm_text slug = lm_text_in(v->arena);
    site_add_slug(&slug, name);
    if (slug.failed)
        return LM_LIMIT;
    size_t length = slug.length > 50 ? 50 : slug.length;
    os_mutex_take(&events->lock);
    slug.length = length;
    slug.bytes[length] = '\0';
    for (unsigned again = 2; find(events, lm_text_string(&slug)) != NULL ||
                             is_damaged(v->server->damage, lm_text_string(&slug));
         again++) {
        slug.length = length;
        lm_text_print(&slug, "-%u", again);
    }
    struct event_keeper *k = keeper_new(lm_text_string(&slug), &v->log);
    bool well = k != NULL && add(events, k);
    if (well) {
        k->users++;
        os_mutex_take(&k->lock);
    }
    os_mutex_give(&events->lock);
    if (!well)
        return LM_LIMIT;
    v->event = &k->event;
    return LM_OK;
}

/* --- other servers of the same store */

bool events_are_behind(struct events *events, const char *slug, uint64_t head)
{
    os_mutex_take(&events->lock);
    const struct event_keeper *k = find(events, slug);
    bool behind = k == NULL || k->number % EPOCH != head;
    os_mutex_give(&events->lock);
    return behind && *slug != ASIDE;
}

enum lm_status event_follow(struct visit *v, const char *slug, bool whole)
{
    struct events *events = v->server->events;
    struct event_keeper *k = find_to_use(events, slug);
    if (k == NULL)
        return open_journal(events, slug, &v->log);
    if (whole) {
        os_mutex_take(&k->lock);
        k->stale = true;
        os_mutex_give(&k->lock);
    }
    give_up(events, k);
    v->fresh = true;
    enum lm_status status = event_take(v, slug);
    event_give(v);
    return status;
}

void events_hear(struct events *events, const char *slug, int64_t now)
{
    os_mutex_take(&events->lock);
    struct event_keeper *k = find(events, slug);
    if (k != NULL)
        k->heard = now;
    os_mutex_give(&events->lock);
}

int64_t events_heard(struct events *events, const char *slug)
{
    os_mutex_take(&events->lock);
    const struct event_keeper *k = find(events, slug);
    int64_t heard = k == NULL || !k->away ? LM_NO_TIME : k->heard;
    os_mutex_give(&events->lock);
    return heard;
}
