/* SPDX-License-Identifier: Apache-2.0 */
#include "server/damage.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/json.h"
#include "os/clock.h"
#include "os/terminal.h"
#include "os/threads.h"
#include "server/championships.h"

enum { ARENA_MAX = 16 << 20, LOOK_MS = 1000 };

struct damaged {
    char *journal, *what;
    struct damaged *next;
};

struct damage {
    struct os_mutex lock; /* for all members below */
    struct os_condition end;
    struct damaged *first;
    bool ending;
    struct server *server;
    struct os_thread thread;
    bool started;
};

struct damage *damage_new(void)
{
    struct damage *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    os_mutex_make(&d->lock);
    os_condition_make(&d->end);
    return d;
}

void damage_free(struct damage *d)
{
    if (d == NULL)
        return;
    for (struct damaged *at = d->first, *next; at != NULL; at = next) {
        next = at->next;
        free(at->journal);
        free(at->what);
        free(at);
    }
    os_condition_end(&d->end);
    os_mutex_end(&d->lock);
    free(d);
}

bool is_damage(enum lm_status status)
{
    return status != LM_OK && status != LM_IO && status != LM_LIMIT;
}

/* --- the log */

/* Write a line to the log: the time and two members. */
static void put_line(const char *name, const char *value, const char *other, const char *text)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct lm_text line = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&line, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "at", os_now_seconds());
    lm_json_put_string(&w, name, value);
    lm_json_put_string(&w, other, text);
    lm_json_end(&w, '}');
    lm_text_add_char(&line, '\n');
    if (!line.failed)
        os_put_errors(lm_text_string(&line), line.length);
    lm_arena_free(arena);
}

/* Return a damaged name for display: other bytes than printable ASCII become question marks. */
static char *shown(const char *text)
{
    char *out = strdup(text);
    for (char *c = out; c != NULL && *c != '\0'; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return out;
}

static const struct damaged *find(const struct damage *d, const char *journal)
{
    const struct damaged *at = d->first;
    while (at != NULL && strcmp(at->journal, journal) != 0)
        at = at->next;
    return at;
}

void damage_note(struct damage *d, const char *journal, const char *what)
{
    struct damaged *new = calloc(1, sizeof *new);
    if (new == NULL)
        return;
    *new = (struct damaged){.journal = shown(journal), .what = shown(what)};
    os_mutex_take(&d->lock);
    bool known = new->journal == NULL || new->what == NULL || find(d, journal) != NULL;
    if (!known) {
        new->next = d->first;
        d->first = new;
    }
    os_mutex_give(&d->lock);
    if (!known) {
        put_line("damaged", *journal == '\0' ? "the store" : journal, "what", what);
        return;
    }
    free(new->journal);
    free(new->what);
    free(new);
}

enum lm_status damage_open(struct damage *d, const char *journal, damage_opener *open, void *all,
                           struct lm_log *log)
{
    size_t given = log->count;
    enum lm_status status = open(all, journal, log);
    if (!is_damage(status))
        return status;
    damage_note(d, journal, log->count > given ? log->all[given].what : "it cannot be read");
    log->count = given;
    return LM_OK;
}

const char *damage_of(struct damage *d, const char *journal, struct lm_arena *arena)
{
    os_mutex_take(&d->lock);
    const struct damaged *found = find(d, journal);
    const char *what =
        found == NULL ? NULL : lm_arena_copy(arena, found->what, strlen(found->what));
    os_mutex_give(&d->lock);
    return what;
}

bool is_damaged(struct damage *d, const char *journal)
{
    os_mutex_take(&d->lock);
    bool found = find(d, journal) != NULL;
    os_mutex_give(&d->lock);
    return found;
}

enum lm_status damage_list(struct damage *d, struct lm_arena *arena,
                           const struct damage_item **items, size_t *count)
{
    struct damage_item *out = NULL;
    size_t capacity = 0;
    bool well = true;
    *count = 0;
    os_mutex_take(&d->lock);
    for (const struct damaged *at = d->first; well && at != NULL; at = at->next) {
        well = lm_arena_grow(arena, &out, &capacity, *count + 1, sizeof *out);
        if (well)
            out[(*count)++] =
                (struct damage_item){lm_arena_copy(arena, at->journal, strlen(at->journal)),
                                     lm_arena_copy(arena, at->what, strlen(at->what))};
    }
    os_mutex_give(&d->lock);
    *items = out;
    return well ? LM_OK : LM_LIMIT;
}

/* --- requests */

/* Return the journal that the address of ${v} names; "": none. */
static const char *journal_of(struct visit *v)
{
    static const struct {
        const char *pattern, *prefix;
    } patterns[] = {{"/e/:", ""}, {"/p/:", ""}, {"/c/:", CHAMPIONSHIPS_PREFIX}, {"/t/:", "~"}};
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
        if (strncmp(v->handler->pattern, patterns[i].pattern, strlen(patterns[i].pattern)) == 0)
            return visit_print(v, "%s%s", patterns[i].prefix, v->parts[0]);
    return "";
}

enum lm_status damage_refuse(struct visit *v)
{
    const char *journal = journal_of(v);
    const char *what = *journal == '\0' ? NULL : damage_of(v->server->damage, journal, v->arena);
    if (what == NULL)
        return LM_OK;
    if (!visit_may(v, RIGHT_DESK))
        return visit_refuse(v, 503, "This can’t be shown at the moment");
    return visit_refuse(v, 503,
                        "%s is damaged and was set aside (%s). Stop the server and run `limmat db "
                        "repair %s --from FILE`",
                        journal, what, journal);
}

/* --- the thread */

static bool found(void *context, const char *journal, const char *what)
{
    struct damage *d = context;
    damage_note(d, journal == NULL ? "" : journal, what);
    os_mutex_take(&d->lock);
    bool go_on = !d->ending;
    os_mutex_give(&d->lock);
    return go_on;
}

/* Wait a while; false: the server stops. */
static bool rest(struct damage *d)
{
    os_mutex_take(&d->lock);
    if (!d->ending)
        (void)os_condition_wait_for(&d->end, &d->lock, LOOK_MS);
    bool ending = d->ending;
    os_mutex_give(&d->lock);
    return !ending;
}

static void work(void *context)
{
    struct damage *d = context;
    char before[STORE_WHY] = "", now[STORE_WHY];
    do {
        store_mirror_trouble(d->server->store, now);
        if (strcmp(before, now) != 0)
            put_line("mirror", *now == '\0' ? "written again" : "not written", "what", now);
        memcpy(before, now, sizeof before);
        if (d->server->where != NULL) {
            enum lm_status status = store_search(d->server->where, found, d, NULL);
            (void)status; /* requests report a database that does not answer */
        }
        d->server->where = NULL;
    } while (rest(d));
}

bool damage_start(struct server *s)
{
    s->damage->server = s;
    s->damage->started = os_thread_start(&s->damage->thread, work, s->damage);
    return s->damage->started;
}

void damage_stop(struct damage *d)
{
    if (d == NULL || !d->started)
        return;
    os_mutex_take(&d->lock);
    d->ending = true;
    os_condition_signal(&d->end);
    os_mutex_give(&d->lock);
    os_thread_join(&d->thread);
    d->started = false;
}
