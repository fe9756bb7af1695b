/* SPDX-License-Identifier: Apache-2.0 */
#include "server/events.h"
#include "server/handlers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/files.h"
#include "os/threads.h"
#include "server/championships.h"
#include "server/directory.h"
#include "server/lines.h"
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
    ASIDE = '^',
    EVENT_SLUG = 64,
    AWAKE_MOST = 1000, /* events, unless it was said */
    AWAKE_BYTES = 256 << 20,
    BATCH = 64,  /* summaries that share a commit */
    PAGE = 1000, /* journals that are read at a time */
    SUMMARY_VERSION = 1
};

struct event_keeper {
    struct event event; /* without a desk it is asleep */
    struct os_mutex lock;
    struct lm_arena *arena; /* everything of it; not that of a visit */
    bool stale;             /* the store may have something else: it is read again */
    /* The rest is under the lock of the list. */
    uint64_t number;             /* of the last line that is stored */
    uint64_t listed, summarised; /* as of which the directory, a summary in the store have it */
    int64_t heard;               /* its home, the last time */
    bool away;                   /* it is run at another machine */
    unsigned users;              /* who have it or wait for it: it stays awake */
    size_t bytes;                /* of its arena, when it was given back; 0: asleep */
    struct event_keeper *newer, *older; /* of those awake, by when they were given back */
    struct event_keeper *next;          /* of the same hash */
    char slug[EVENT_SLUG];
};

struct events {
    struct server *server;
    struct os_mutex lock; /* of the list; keepers stay where they are */
    struct event_keeper **all;
    size_t count, capacity;
    struct event_keeper **buckets;
    size_t bucket_count; /* a power of two */
    struct event_keeper *newest, *oldest;
    size_t awake, bytes, awake_most;
};

enum { EPOCH = 1000000 }; /* more than there are lines */

uint64_t event_version(const struct event *event)
{
    return lm_desk_number(event->desk) + lm_desk_event(event->desk)->epoch * EPOCH;
}

/* --- opening */

static void keeper_free(struct event_keeper *k)
{
    os_mutex_end(&k->lock);
    lm_arena_free(k->arena);
    free(k);
}

/* Of an event that is asleep. */
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

static struct event_keeper *keeper_new(const char *slug, struct lm_log *log)
{
    struct event_keeper *k = keeper_bare(slug);
    if (k == NULL)
        return NULL;
    if (lm_arena_new(&k->arena, NULL, ARENA_MAX) == LM_OK &&
        lm_desk_new(k->arena, &secrets_hooks, "limmat " LIMMAT_VERSION, &k->event.desk) == LM_OK)
        return k;
    (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "no memory for %s", slug);
    keeper_free(k);
    return NULL;
}

static enum lm_status replay(struct server *s, struct event_keeper *k, struct lm_arena *arena,
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

/* As many buckets as there is room for events. */
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

/* ${k} is the one that was used last; under the lock of the list. */
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

/* Who has ${k} needs it no more. */
static void give_up(struct events *events, struct event_keeper *k)
{
    os_mutex_take(&events->lock);
    k->users--;
    link_awake(events, k);
    os_mutex_give(&events->lock);
}

/* What a later start has to know of the event, and what is searched, into ${out}; the latter goes
 * into the directory, too.  Who calls has the event. */
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
    lm_json_begin(&w, "sections", '[');
    for (size_t i = 0; status == LM_OK && i < e->section_count; i++) {
        struct lm_tournament *t;
        struct lm_text address = lm_text_in(arena);
        lm_text_print(&address, "/p/%s/%s/", k->slug, e->sections[i]->id);
        status =
            lm_desk_tournament(k->event.desk, e->sections[i], LM_FOR_PUBLIC, 0, arena, NULL, &t);
        if (status == LM_OK)
            status = directory_put(s->directory, lm_text_string(&address), t, &w);
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return status == LM_OK ? lm_text_status(out) : status;
}

/* One on its way to sleep. */
struct summary {
    struct event_keeper *keeper;
    uint64_t version;
};

/* Make ${out}, and ${summary} for the store; ${k} is not in use here. */
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

/* Put summaries of ${some}, each of which somebody counts as a user, into the store, all at once.
 */
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

/* Has the store all that a start needs of ${k}?  What was to be made and was refused needs none. */
static bool is_summarised(const struct event_keeper *k)
{
    return k->summarised == k->number || k->slug[0] == '\0';
}

static bool is_full(const struct events *events)
{
    return events->awake > events->awake_most || events->bytes > AWAKE_BYTES;
}

/* Of those that nobody has, from the one not used for longest: put to sleep what can be, until
 * there is room again; those that want a summary first go into ${some}, of which each gets a user.
 */
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

/* Keep the memory within its bounds.  Without a store that takes summaries events stay awake. */
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

/* What others may know of ${k} who do not have it; under the lock of the list. */
static void note_state(const struct server *s, struct event_keeper *k)
{
    const struct lm_desk_event *e = lm_desk_event(k->event.desk);
    k->number = event_version(&k->event);
    k->away = e->epoch > 0 && strcmp(e->home, s->node) != 0;
}

static enum lm_status open_journal(struct events *events, const char *slug, struct lm_log *log)
{
    struct event_keeper *k = keeper_new(slug, log);
    struct lm_arena *arena = NULL;
    enum lm_status status = k == NULL ? LM_LIMIT : lm_arena_new(&arena, NULL, ARENA_MAX);
    const char *file = log->file;
    log->file = slug;
    if (status == LM_OK)
        status = replay(events->server, k, arena, log);
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

/* A keeper, asleep, of ${summary}; false: it does not say enough, and the journal is to be read. */
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
    return true;
}

static bool is_event(const char *journal)
{
    return !submissions_own(journal) && !championships_own(journal) && *journal != ASIDE;
}

/* The events of the next page of journals, from behind ${after}, which moves; the rest is over when
 * it is NULL. */
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
        over = over || submissions_own(page[i].journal); /* no event comes behind those */
        if (!is_event(page[i].journal) || open_summary(events, &page[i], arena))
            continue;
        status = open_journal(events, page[i].journal, log);
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

enum lm_status events_list(struct events *events, struct lm_arena *arena, const char *const **slugs,
                           size_t *count)
{
    os_mutex_take(&events->lock);
    const char **list = lm_arena_alloc(arena, events->count, sizeof *list);
    *count = 0;
    for (size_t i = 0; list != NULL && i < events->count; i++)
        if (events->all[i]->slug[0] != '\0')
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
        if (k->listed != k->number && k->slug[0] != '\0')
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

/* --- what others have written */

static void tell(struct visit *v)
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

/* Read the event anew from the store: what was in memory is not to be relied on. */
static enum lm_status read_again(struct visit *v)
{
    struct event_keeper *k = v->event->keeper, *fresh = keeper_new(k->slug, &v->log);
    enum lm_status status = fresh == NULL ? LM_LIMIT : replay(v->server, fresh, v->arena, &v->log);
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

static enum lm_status replay_foreign(struct visit *v, const struct store_line *lines, size_t count)
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

/* What other servers have put behind the last line that is known here.  What is at hand of the desk
 * stays where it is. */
static enum lm_status catch_up(struct visit *v)
{
    struct store_line *lines;
    size_t count;
    uint64_t first = lm_desk_number(v->event->desk) + 1;
    enum lm_status status =
        store_lines(v->server->store, v->event->slug, first, v->arena, &lines, &count, &v->log);
    if (status != LM_OK || count == 0)
        return status;
    v->event->keeper->stale = true;
    status = replay_foreign(v, lines, count);
    if (status != LM_OK)
        return status;
    v->event->keeper->stale = false;
    tell(v);
    return LM_OK;
}

/* Wake the event of ${v}: it is as it was when it went to sleep, or more has been stored since. */
static enum lm_status wake(struct visit *v)
{
    struct event_keeper *k = v->event->keeper;
    enum lm_status status = read_again(v);
    k->stale = false;
    os_mutex_take(&v->server->events->lock);
    bool more = status == LM_OK && k->number != event_version(&k->event);
    os_mutex_give(&v->server->events->lock);
    if (more)
        tell(v);
    return status;
}

/* Make the event of ${v} what the store has. */
static enum lm_status refresh(struct visit *v)
{
    struct event_keeper *k = v->event->keeper;
    if (k->event.desk == NULL)
        return wake(v);
    if (!k->stale)
        return v->fresh && store_is_shared(v->server->store) ? catch_up(v) : LM_OK;
    enum lm_status status = read_again(v);
    if (status == LM_OK) {
        k->stale = false;
        tell(v);
    }
    return status;
}

/* Has another server begun the event ${slug}, of which nobody has told yet? */
static bool is_stored(struct visit *v, const char *slug)
{
    struct store_line *lines;
    size_t count;
    return v->fresh && store_is_shared(v->server->store) && !submissions_own(slug) &&
           !championships_own(slug) && *slug != ASIDE && strlen(slug) < EVENT_SLUG &&
           store_lines(v->server->store, slug, 1, v->arena, &lines, &count, &v->log) == LM_OK &&
           count > 0;
}

/* The keeper at ${slug}, with one user more. */
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

enum lm_status event_take(struct visit *v, const char *slug)
{
    struct event_keeper *k = find_now(v, slug);
    if (k == NULL)
        return visit_refuse(v, 404, "there is no event at this address");
    os_mutex_take(&k->lock);
    v->event = &k->event;
    enum lm_status status = refresh(v);
    if (status != LM_OK) {
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
        /* It was to be made, and was refused: nobody finds it any more. */
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
    for (unsigned again = 2; find(events, lm_text_string(&slug)) != NULL; again++) {
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

/* --- acts */

void act_begin(struct visit *v, struct act *out, const char *event, const char *section)
{
    *out = (struct act){.act = {.event = event,
                                .section = section,
                                .by = v->who.account,
                                .at = v->now,
                                .happened = LM_NO_TIME},
                        .text = lm_text_in(v->arena)};
    out->json = lm_json_writer_to(&out->text, true);
    lm_json_begin(&out->json, NULL, '{');
}

enum lm_status act_put(struct visit *v, struct act *act, const char *field, const char *typed)
{
    const struct lm_desk_kind *kind = lm_desk_kind_named(act->act.event);
    for (size_t i = 0; kind != NULL && i < kind->field_count; i++)
        if (strcmp(kind->fields[i].name, field) == 0)
            return lm_field_put_text(&kind->fields[i], typed, &act->json, &v->log);
    return visit_refuse(v, 500, "\"%s\" has no field \"%s\"", act->act.event, field);
}

/* What was acknowledged in the form, word by word. */
static const char *const *words_of(struct visit *v, const char *text, size_t *count)
{
    const char **words = NULL;
    size_t capacity = 0;
    *count = 0;
    for (const char *at = text + strspn(text, " "); *at != '\0';) {
        size_t size = strcspn(at, " ");
        if (!lm_arena_grow(v->arena, &words, &capacity, *count + 1, sizeof *words))
            return NULL;
        words[(*count)++] = lm_arena_copy(v->arena, at, size);
        at += size;
        at += strspn(at, " ");
    }
    return words;
}

static enum lm_status store(struct visit *v, const struct lm_desk_taken *taken)
{
    const struct lines lines = {taken->lines, taken->line_length, taken->secrets,
                                taken->secret_length};
    return lines_append(v->server->store, v->event->slug, taken->first, &lines, v->arena, &v->log);
}

/* What was put aside of the event, and is about nobody knows whom, goes with the first who wants to
 * be forgotten. */
static enum lm_status forget_aside(struct visit *v)
{
    struct store_journal *all;
    struct store_record *items;
    size_t count, item_count, length = strlen(v->event->slug);
    const char *scope = visit_print(v, "lines %s", v->event->slug);
    enum lm_status status = store_journals(v->server->store, v->arena, &all, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        for (uint64_t n = 1; *all[i].name == ASIDE && status == LM_OK && n <= all[i].head &&
                             strncmp(all[i].name + 1, v->event->slug, length) == 0 &&
                             all[i].name[length + 1] == '-';
             n++)
            status = store_erase(v->server->store, all[i].name, n, &v->log);
    if (status == LM_OK)
        status = store_list(v->server->store, STORE_OUTBOX, scope, v->now, v->arena, &items,
                            &item_count, &v->log);
    for (size_t i = 0; status == LM_OK && i < item_count; i++)
        status = store_remove(v->server->store, STORE_OUTBOX, items[i].key, &v->log);
    return status;
}

/* What is private of a person who was erased leaves the store, for good and for every backup that
 * comes back. */
static enum lm_status forget_erased(struct visit *v, const struct lm_desk_taken *taken)
{
    struct lm_words erased;
    bool any = false;
    for (uint64_t n = taken->first; n <= taken->last; n++)
        any |= strcmp(lm_desk_entry(v->event->desk, n)->line.event, "erase") == 0;
    enum lm_status status = any ? forget_aside(v) : LM_OK;
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

/* The page on which one was: "/e/open/main/round/6" of ".../round/6/pair"; the form of an act has
 * its own address.  None where that is not known. */
static struct site_url way_out(struct visit *v)
{
    const char *path = v->request->path, *end = strrchr(path, '/');
    if (strstr(path, "/do/") != NULL)
        return site_local(v->arena, "%s", path);
    if (end == NULL || (strstr(path, "/round/") == NULL && strstr(path, "/player/") == NULL))
        return (struct site_url){NULL};
    return site_local(v->arena, "%.*s", (int)(end - path), path);
}

/* What the desk answered becomes the answer of the visit. */
static enum lm_status answer(struct visit *v, const struct lm_desk_taken *taken, const char *kind)
{
    struct needs_page page = {.head = head_of(v, ""),
                              .token = v->who.token,
                              .action = {v->request->path},
                              .pairs = v->form.pairs,
                              .pair_count = v->form.pair_count,
                              .request = v->form.request,
                              .may = taken->answer == LM_ACT_NEEDS};
    struct lm_text tokens = lm_text_in(v->arena);
    struct needs_reason *rows = lm_arena_alloc(v->arena, taken->reason_count, sizeof *rows);
    const bool within = v->handler != NULL && strncmp(v->handler->pattern, "/e/:", 4) == 0;
    const struct lm_desk_section *section =
        within && v->parts[1] != NULL ? lm_desk_section(v->event->desk, v->parts[1]) : NULL;
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < taken->reason_count; i++) {
        const struct lm_desk_reason *r = &taken->reasons[i];
        rows[i] = (struct needs_reason){.what = visit_told_as(v, r->what, r->said),
                                        .article = visit_told_as(v, r->article, NULL),
                                        .grave = r->level >= LM_LEVEL_TWO_STEPS};
        if (remedy_parts(v, section, r, &rows[i].parts, &rows[i].part_count) != LM_OK)
            return LM_LIMIT;
        if (r->level >= LM_LEVEL_ACKNOWLEDGE)
            lm_text_print(&tokens, "%s%s", tokens.length > 0 ? " " : "", r->token);
    }
    page.reasons = rows;
    page.reason_count = taken->reason_count;
    page.tokens = lm_text_string(&tokens);
    page.what = taken->answer == LM_ACT_CONFLICT  ? visit_told(v, "Somebody was faster")
                : taken->answer == LM_ACT_REFUSED ? visit_told(v, "The rules do not allow this")
                                                  : visit_told(v, "This needs your word");
    page.leave = way_out(v);
    page.deed = kind == NULL ? "" : visit_said(v, deed_name(kind));
    if (within)
        page.head = section_head(v, section, TABS, page.what);
    page.head.title = page.what;
    v->reply->status = taken->answer == LM_ACT_REFUSED ? 422 : 409;
    v->answered = true;
    page_desk_needs(&v->reply->body, v->language, &page);
    return LM_DIFFERENT;
}

bool event_is_home(const struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    return *e->home == '\0' || strcmp(e->home, v->server->node) == 0;
}

/* How people call the machine at which the event is run. */
static const char *home_called(struct visit *v)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    return *e->home_name == '\0' ? visit_told(v, "another machine (%s)", e->home)
                                 : visit_print(v, "“%s”", e->home_name);
}

static enum lm_status keep(struct visit *v, const struct lm_desk_taken *taken)
{
    if (taken->answer == LM_ACT_REPEATED || taken->line_length == 0)
        return LM_OK;
    enum lm_status status = store(v, taken);
    if (status == LM_OK) {
        tell(v);
        return forget_erased(v, taken);
    }
    lm_desk_take_back(v->event->desk, taken->first - 1);
    /* The word on the commit may have been lost: whoever comes next finds out. */
    v->event->keeper->stale = status == LM_IO;
    return status;
}

static enum lm_status say_overtaken(struct visit *v, enum lm_status status)
{
    return status == LM_DIFFERENT ? visit_refuse(v, 409, "others were faster: try this again")
                                  : status;
}

/* Another server was faster with a line of this number: have it, for what was refused to be judged
 * again behind it.  false: that was not why, or one has to give up; then ${*status} says why. */
static bool was_overtaken(struct visit *v, enum lm_status *status, unsigned *tries)
{
    enum { TRIES = 100 };
    if (*status != LM_DIFFERENT || !store_is_shared(v->server->store) || ++*tries == TRIES)
        return false;
    enum lm_status caught = catch_up(v);
    if (caught != LM_OK)
        *status = caught;
    return caught == LM_OK;
}

/* One machine writes: what were entered at two would have to be put together by somebody. */
static enum lm_status check_home(struct visit *v)
{
    if (event_is_home(v))
        return LM_OK;
    v->reply->status = 409;
    return lm_log_add(&v->log, LM_ERROR, (struct lm_place){0},
                      "enter it there, or take the event over (Settings, Where it is run)",
                      "this event is run at %s", home_called(v));
}

enum lm_status act_try(struct visit *v, struct act *act, const char *request, const char **why)
{
    struct lm_desk_taken taken;
    enum lm_status status = check_home(v);
    if (status != LM_OK)
        return status;
    if (act->json.depth > 0)
        lm_json_end(&act->json, '}');
    act->act.fields = lm_text_string(&act->text);
    act->act.request = request;
    status = lm_desk_take(v->event->desk, &act->act, 1, &v->log, &taken);
    if (status != LM_OK)
        return status;
    *why = NULL;
    if (taken.answer == LM_ACT_TAKEN || taken.answer == LM_ACT_REPEATED)
        return say_overtaken(v, keep(v, &taken));
    *why = visit_told(v, "something else stands there");
    for (size_t i = taken.reason_count; i-- > 0;)
        if (taken.reasons[i].level >= LM_LEVEL_ACKNOWLEDGE)
            *why = visit_told_as(v, taken.reasons[i].what, taken.reasons[i].said);
    return *why == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status event_move(struct visit *v, const char *node, const char *name, bool seized)
{
    struct act act;
    struct lm_desk_taken taken;
    enum lm_status status = seized ? LM_OK : check_home(v);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "home", NULL);
    lm_json_put_string(&act.json, "id", node);
    lm_json_put_string(&act.json, "name", name);
    if (seized)
        lm_json_put_boolean(&act.json, "seized", true);
    lm_json_end(&act.json, '}');
    act.act.fields = lm_text_string(&act.text);
    act.act.request = v->form.request;
    status = lm_desk_take(v->event->desk, &act.act, 1, &v->log, &taken);
    if (status != LM_OK)
        return status;
    if (taken.answer == LM_ACT_TAKEN || taken.answer == LM_ACT_REPEATED)
        return say_overtaken(v, keep(v, &taken));
    return taken.reason_count == 0
               ? visit_refuse(v, 409, "others were faster: try this again")
               : visit_refuse_as(v, 422, taken.reasons[0].what, taken.reasons[0].said);
}

enum lm_status act_do(struct visit *v, struct act *acts, size_t count)
{
    enum lm_status here = check_home(v);
    if (here != LM_OK)
        return here;
    struct lm_desk_act *all = lm_arena_alloc(v->arena, count, sizeof *all);
    size_t words;
    const char *const *acknowledged = words_of(v, v->form.acknowledged, &words);
    if (all == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        if (acts[i].json.depth > 0)
            lm_json_end(&acts[i].json, '}');
        all[i] = acts[i].act;
        if (acts[i].text.length > 0)
            all[i].fields = lm_text_string(&acts[i].text);
        all[i].acknowledged = acknowledged;
        all[i].acknowledged_count = words;
        all[i].request = i == 0 ? v->form.request : "";
    }
    struct lm_desk_taken taken;
    enum lm_status status;
    unsigned tries = 0;
    do {
        status = lm_desk_take(v->event->desk, all, count, &v->log, &taken);
        if (status != LM_OK)
            return status;
        if (taken.answer != LM_ACT_TAKEN && taken.answer != LM_ACT_REPEATED)
            return answer(v, &taken, count > 0 ? acts[0].act.event : NULL);
        status = keep(v, &taken);
    } while (was_overtaken(v, &status, &tries));
    return say_overtaken(v, status);
}

/* The tokens of what has to be acknowledged. */
static enum lm_status acknowledge(struct visit *v, const struct lm_desk_taken *taken,
                                  struct lm_desk_act *act)
{
    const char **tokens = lm_arena_alloc(v->arena, taken->reason_count, sizeof *tokens);
    if (tokens == NULL)
        return LM_LIMIT;
    act->acknowledged_count = 0;
    for (size_t i = 0; i < taken->reason_count; i++)
        if (taken->reasons[i].level >= LM_LEVEL_ACKNOWLEDGE)
            tokens[act->acknowledged_count++] = taken->reasons[i].token;
    act->acknowledged = tokens;
    return LM_OK;
}

enum lm_status act_import(struct visit *v, struct lm_desk_act *act, const struct lm_tournament *t,
                          struct lm_desk_taken *look)
{
    struct lm_desk_taken taken;
    enum lm_status status = check_home(v);
    if (status == LM_OK)
        status = lm_desk_import(v->event->desk, act, t, &v->log, &taken);
    if (status == LM_OK && look != NULL)
        *look = taken;
    if (status == LM_OK && taken.answer == LM_ACT_NEEDS) {
        status = acknowledge(v, &taken, act);
        if (status == LM_OK)
            status = lm_desk_import(v->event->desk, act, t, &v->log, &taken);
    }
    if (status != LM_OK)
        return status;
    if (taken.answer != LM_ACT_TAKEN)
        return answer(v, &taken, NULL);
    return look == NULL ? say_overtaken(v, keep(v, &taken)) : LM_OK;
}

/* Two players who were swapped, or a wish that was granted and what it asked for, are two lines of
 * one moment, and one entry for who made it. */
static bool is_second_half(const struct lm_desk *desk, uint64_t number)
{
    if (number < 2)
        return false;
    const struct lm_desk_entry *second = lm_desk_entry(desk, number);
    const struct lm_desk_entry *first = lm_desk_entry(desk, number - 1);
    const char *const events[] = {first->line.event, second->line.event};
    bool granted = strcmp(events[0], "answer") == 0;
    for (size_t i = 0; !granted && i < 2; i++)
        if (strcmp(events[i], "seat") != 0 && strcmp(events[i], "rest") != 0)
            return false;
    return first->undone == 0 && first->line.at == second->line.at &&
           strcmp(first->line.by, second->line.by) == 0 &&
           strcmp(first->line.section, second->line.section) == 0;
}

enum lm_status act_undo(struct visit *v, const char *section, const char **what)
{
    struct act act = {.text = lm_text_in(v->arena)};
    struct lm_numbers dependents;
    enum lm_status status = lm_desk_undo(v->event->desk, v->who.account, section, v->arena, &v->log,
                                         &act.act, &dependents);
    if (status != LM_OK)
        return status;
    struct lm_text text = lm_text_in(v->arena);
    lm_desk_tell(v->event->desk, act.act.undoes, LM_FOR_ARBITERS, lm_english(), &text);
    *what = lm_text_string(&text);
    act.act.at = v->now;
    if (act.act.fields != NULL)
        lm_text_add(&act.text, act.act.fields);
    struct act acts[2] = {act, act};
    size_t count = 1;
    if (is_second_half(v->event->desk, act.act.undoes) && strcmp(act.act.event, "restore") == 0) {
        acts[1].act.undoes = act.act.undoes - 1;
        acts[1].text = lm_text_in(v->arena);
        lm_text_print(&acts[1].text, "{\"line\":%llu}", (unsigned long long)acts[1].act.undoes);
        count = 2;
    }
    return act_do(v, acts, count);
}

/* --- lines of other machines */

enum lm_status event_extend(struct visit *v, const struct store_line *lines, size_t count)
{
    uint64_t first = lm_desk_number(v->event->desk) + 1;
    struct lm_desk_taken taken = {.first = first, .last = first + count - 1};
    enum lm_status status = replay_foreign(v, lines, count);
    if (status == LM_OK && lm_desk_number(v->event->desk) != taken.last)
        status = visit_refuse(v, 422, "a line that was sent is no line of a journal");
    if (status == LM_OK)
        status = store_append(v->server->store, v->event->slug, first, lines, count, &v->log);
    if (status != LM_OK) {
        enum lm_status again = read_again(v);
        return again == LM_OK ? status : again;
    }
    tell(v);
    return forget_erased(v, &taken);
}

enum lm_status event_yield(struct visit *v, uint64_t from)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    const char *aside =
        visit_print(v, "%c%s-%llu-%.6s", ASIDE, v->event->slug, (unsigned long long)from, token);
    enum lm_status status = store_split(v->server->store, v->event->slug, from, aside, &v->log);
    return status == LM_OK ? read_again(v) : status;
}

enum lm_status event_make_at(struct visit *v, const char *slug)
{
    struct lm_text named = lm_text_in(v->arena);
    uint64_t number;
    site_add_slug(&named, slug);
    if (named.failed || strcmp(lm_text_string(&named), slug) != 0)
        return visit_refuse(v, 422, "this is no address of an event");
    if (events_number(v->server->events, slug, &number))
        return visit_refuse(v, 409, "there is an event at the address \"%s\" already", slug);
    enum lm_status status = event_make(v, slug);
    if (status == LM_OK && strcmp(v->event->slug, slug) != 0)
        status = visit_refuse(v, 409, "there is an event at the address \"%s\" already", slug);
    return status;
}

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

/* --- from a stick */

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
    enum lm_status status = k == NULL ? LM_LIMIT : replay(s, k, log->arena, log);
    if (status == LM_OK) {
        struct visit v = {
            .server = s, .event = &k->event, .arena = log->arena, .log = {.arena = log->arena}};
        struct lm_desk_taken taken = {.first = first, .last = lm_desk_number(k->event.desk)};
        status = forget_erased(&v, &taken);
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
