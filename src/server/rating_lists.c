/* SPDX-License-Identifier: Apache-2.0 */
#include "server/rating_lists.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client/client_program.h"
#include "limmat/date.h"
#include "limmat/registry_files.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/threads.h"

const char lists_of_fide[] = "https://ratings.fide.com/download/players_list_xml.zip";

/* Update once a day; after a failure, as in a hall without internet, again after an hour. */
enum { DAY = 86400, AGAIN = 3600, LOOK_EACH = 60000, ROOM = 300 };

/* A mapped list: older ones stay until the end, as a request can still be reading them. */
struct mapped {
    struct os_map map;
    int64_t made;
    struct mapped *before;
};

struct lists {
    char *file, *download, *sent; /* paths: of the list, and of the files it is made from */
    bool programs;                /* limmat-fetch and limmat were found */
    struct os_mutex lock;         /* of all that follows */
    struct os_condition wanted;
    struct mapped *now;    /* NULL: none */
    char *url;             /* "": no updates */
    char failure[ROOM];    /* of the last attempt; "": it succeeded */
    char day[16];          /* of the uploaded list */
    int64_t tried;         /* 0: never */
    bool asked, waits;     /* fetch one; import an uploaded one */
    bool running, reading; /* a job is running; the current or last job is an upload */
    bool stop, started;
    const struct os_stop *told; /* signalled when the server ends */
    struct os_thread thread;
};

/* ---- the current list ---- */

static enum lm_status map_list(struct lists *l, struct lm_log *log)
{
    struct mapped *m = calloc(1, sizeof *m);
    if (m == NULL)
        return LM_LIMIT;
    enum lm_status status = os_map_file(l->file, log, &m->map);
    if (status == LM_OK && lm_registry_list(m->map.bytes, m->map.length) == LM_NO_DAY) {
        os_unmap(&m->map);
        status =
            lm_log_add(log, LM_ERROR, (struct lm_place){0}, "make one with `limmat rate import`",
                       "%s is no rating list of ours", l->file);
    }
    if (status != LM_OK) {
        free(m);
        return status;
    }
    m->made = os_written(l->file);
    os_mutex_take(&l->lock);
    m->before = l->now;
    l->now = m;
    os_mutex_give(&l->lock);
    return LM_OK;
}

const struct os_map *lists_now(struct lists *l, int64_t *made)
{
    if (l == NULL)
        return NULL;
    os_mutex_take(&l->lock);
    const struct mapped *m = l->now;
    os_mutex_give(&l->lock);
    if (m != NULL && made != NULL)
        *made = m->made;
    return m == NULL ? NULL : &m->map;
}

/* ---- fetching ---- */

/* Output of limmat-fetch: a line with the status, then the file. */
struct arriving {
    struct lists *l;
    FILE *file;
    char head[64];
    size_t length;
    bool body, failed;
};

static bool is_stopping(struct lists *l)
{
    os_mutex_take(&l->lock);
    bool stop = l->stop;
    os_mutex_give(&l->lock);
    return stop;
}

static bool take_piece(void *context, const char *bytes, size_t length)
{
    struct arriving *a = context;
    while (length > 0 && !a->body && a->length + 1 < sizeof a->head) {
        a->body = *bytes == '\n';
        a->head[a->length++] = *bytes++;
        length--;
    }
    a->failed |= !a->body || (length > 0 && fwrite(bytes, 1, length, a->file) != length);
    return !a->failed && !is_stopping(a->l);
}

static enum lm_status download(struct lists *l, const char *url, struct lm_log *log)
{
    struct lm_text request = lm_text_in(log->arena);
    const char *const operands[] = {"get", NULL};
    struct arriving a = {.l = l, .file = os_stream(l->download, "wb")};
    if (a.file == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s cannot be written",
                          l->download);
    lm_text_print(&request, "%s\n\n\n", url);
    enum lm_status status =
        program_run(&(struct program){"limmat-fetch", operands, lm_text_string(&request),
                                      take_piece, &a, l->told},
                    log);
    a.failed |= fclose(a.file) != 0;
    if (status == LM_OK && (a.failed || is_stopping(l)))
        status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "it did not arrive whole");
    if (status == LM_OK && strncmp(a.head, "200 ", 4) != 0)
        status =
            lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s answers %.3s", url, a.head);
    return status;
}

static bool pass_over(void *context, const char *bytes, size_t length)
{
    (void)context;
    (void)bytes;
    (void)length;
    return true;
}

static enum lm_status import(struct lists *l, const char *from, const char *day, struct lm_log *log)
{
    const char *const operands[] = {"rate", "import", "-d", day, "-o", l->file, from, NULL};
    return program_run(&(struct program){"limmat", operands, "", pass_over, NULL, l->told}, log);
}

/* Return the current month: FIDE's file does not name its own, and what is published now is this
 * month's. */
static const char *this_month(struct lm_arena *arena)
{
    struct lm_text day = lm_text_in(arena);
    struct lm_date today = lm_date_of((int32_t)(os_now_seconds() / DAY));
    today.day = 1;
    lm_text_add_date(&day, today, '-');
    return lm_text_string(&day);
}

/* Fetch the list from ${url} (NULL: it was uploaded, of ${day}) and replace the current one. */
static void renew_once(struct lists *l, const char *url, const char *day)
{
    struct lm_arena *arena;
    const char *from = url == NULL ? l->sent : l->download;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    struct lm_log log = {.arena = arena};
    enum lm_status status = url == NULL ? LM_OK : download(l, url, &log);
    if (status == LM_OK)
        status = import(l, from, url == NULL ? day : this_month(arena), &log);
    if (status == LM_OK)
        status = map_list(l, &log);
    os_remove(from);
    os_mutex_take(&l->lock);
    l->tried = os_now_seconds();
    snprintf(l->failure, sizeof l->failure, "%s",
             status == LM_OK ? ""
             : log.count > 0 ? log.all[log.count - 1].what
                             : "no memory");
    os_mutex_give(&l->lock);
    lm_arena_free(arena);
}

/* Is an update due? Call with the lock held. */
static bool is_due(const struct lists *l)
{
    int64_t now = os_now_seconds();
    if (l->running) /* an upload is being stored */
        return false;
    bool old = l->now == NULL || now - l->now->made >= DAY;
    return l->asked || l->waits ||
           (*l->url != '\0' && old && (l->tried == 0 || now - l->tried >= AGAIN));
}

static void keep_fresh(void *context)
{
    struct lists *l = context;
    os_mutex_take(&l->lock);
    while (!l->stop) {
        if (!is_due(l)) {
            (void)os_condition_wait_for(&l->wanted, &l->lock, LOOK_EACH);
            continue;
        }
        char url[2048], day[sizeof l->day];
        bool sent = l->waits;
        snprintf(url, sizeof url, "%s", *l->url == '\0' ? lists_of_fide : l->url);
        memcpy(day, l->day, sizeof day);
        if (sent)
            l->waits = false;
        else
            l->asked = false;
        l->running = true;
        l->reading = sent;
        os_mutex_give(&l->lock);
        renew_once(l, sent ? NULL : url, day);
        os_mutex_take(&l->lock);
        l->running = false;
    }
    os_mutex_give(&l->lock);
}

/* ---- beginning and end ---- */

static char *copy_of(const char *text)
{
    size_t length = strlen(text);
    char *copy = malloc(length + 1);
    if (copy != NULL)
        memcpy(copy, text, length + 1);
    return copy;
}

enum lm_status lists_new(struct lists **out, const char *file, bool required, const char *folder,
                         const struct os_stop *stop, struct lm_log *log)
{
    struct lists *l = calloc(1, sizeof *l);
    const char *download = os_join(log->arena, folder, "fide.download");
    const char *sent = os_join(log->arena, folder, "fide.sent");
    if (l == NULL || download == NULL || sent == NULL) {
        free(l);
        return LM_LIMIT;
    }
    *out = l;
    l->told = stop;
    os_mutex_make(&l->lock);
    os_condition_make(&l->wanted);
    l->file = copy_of(file);
    l->download = copy_of(download);
    l->sent = copy_of(sent);
    l->url = copy_of("");
    const char *words[PROGRAM_WORDS];
    l->programs = program_words("limmat-fetch", log->arena, words) > 0 &&
                  program_words("limmat", log->arena, words) > 0;
    if (l->file == NULL || l->download == NULL || l->sent == NULL || l->url == NULL)
        return LM_LIMIT;
    return required || os_is_there(file) ? map_list(l, log) : LM_OK;
}

void lists_free(struct lists *l)
{
    if (l == NULL)
        return;
    os_mutex_take(&l->lock);
    l->stop = true;
    os_condition_broadcast(&l->wanted);
    os_mutex_give(&l->lock);
    if (l->started)
        os_thread_join(&l->thread);
    for (struct mapped *m = l->now, *before; m != NULL; m = before) {
        before = m->before;
        os_unmap(&m->map);
        free(m);
    }
    os_condition_end(&l->wanted);
    os_mutex_end(&l->lock);
    free(l->file);
    free(l->download);
    free(l->sent);
    free(l->url);
    free(l);
}

/* Have the thread look for work. Call with the lock held. */
static bool wake(struct lists *l)
{
    if (!l->programs) {
        snprintf(l->failure, sizeof l->failure,
                 "limmat-fetch, which downloads, or limmat is missing beside limmat-serve");
        return false;
    }
    if (!l->started)
        l->started = os_thread_start(&l->thread, keep_fresh, l);
    os_condition_broadcast(&l->wanted);
    return l->started;
}

bool lists_keep(struct lists *l, const char *url)
{
    char *copy = copy_of(url);
    os_mutex_take(&l->lock);
    bool good = copy != NULL;
    if (good) {
        free(l->url);
        l->url = copy;
        l->tried = 0;
        l->failure[0] = '\0';
        good = *url == '\0' || wake(l);
    }
    os_mutex_give(&l->lock);
    return good;
}

bool lists_fetch(struct lists *l)
{
    os_mutex_take(&l->lock);
    l->asked = true;
    bool good = wake(l);
    os_mutex_give(&l->lock);
    return good;
}

enum lm_status lists_take(struct lists *l, const char *bytes, size_t length, const char *day,
                          struct lm_log *log)
{
    os_mutex_take(&l->lock);
    bool busy = l->running || l->asked || l->waits;
    l->running = true; /* until the file is where the thread finds it */
    os_mutex_give(&l->lock);
    if (busy)
        return LM_INVALID;
    enum lm_status status = os_write(l->sent, bytes, length, OS_QUICK, log);
    os_mutex_take(&l->lock);
    l->running = false;
    snprintf(l->day, sizeof l->day, "%s", *day == '\0' ? this_month(log->arena) : day);
    l->waits = status == LM_OK && wake(l); /* else the page shows the reason */
    l->reading = l->waits;
    os_mutex_give(&l->lock);
    return status;
}

bool lists_are_busy(struct lists *l)
{
    if (l == NULL)
        return false;
    os_mutex_take(&l->lock);
    bool busy = l->running || l->asked || l->waits;
    os_mutex_give(&l->lock);
    return busy;
}

bool lists_are_kept(struct lists *l)
{
    if (l == NULL)
        return false;
    os_mutex_take(&l->lock);
    bool kept = *l->url != '\0';
    os_mutex_give(&l->lock);
    return kept;
}

const char *lists_said(struct lists *l, struct visit *v)
{
    const char *message = "";
    if (l == NULL)
        return "";
    os_mutex_take(&l->lock);
    if (l->waits || (l->running && l->reading))
        message = visit_message(v, "Reading the file you sent. This takes a minute.");
    else if (l->running || l->asked)
        message = visit_message(v, "Downloading a new list.");
    else if (l->failure[0] != '\0' && l->reading)
        message = visit_message(v, "The file you sent isn’t a list: %s.", l->failure);
    else if (l->failure[0] != '\0')
        message = visit_message(v, "The last download failed: %s.", l->failure);
    os_mutex_give(&l->lock);
    return message;
}
