/* SPDX-License-Identifier: Apache-2.0 */
#include "server/outbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "os/process.h"
#include "os/threads.h"
#include "server/championship_desk.h"
#include "server/secrets.h"

enum { PAUSE_MS = 2000, DAY = 86400, KEPT_SECONDS = 400 * DAY, ARENA_MAX = 256 << 20 };

bool outbox_is_address(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  ".!#$%&'*+/=?^_`{|}~-@";
    const char *at = strchr(text, '@');
    return strlen(text) <= 200 && *text != '-' && at != NULL && at > text && at[1] != '\0' &&
           strchr(at + 1, '@') == NULL && strchr(at, '.') != NULL &&
           strspn(text, letters) == strlen(text);
}

/* --- what there is to remind of */

/* Texts of a definition go into headers and lines: without what ends one. */
static const char *plain(struct visit *v, const char *text)
{
    char *copy = lm_arena_copy(v->arena, text, strlen(text));
    for (char *at = copy; copy != NULL && *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || *at == 127)
            *at = ' ';
    return copy == NULL ? "" : copy;
}

static const char *text_of(struct visit *v, const struct due *due, const struct os_zone *zone)
{
    struct lm_text text = lm_text_in(v->arena);
    int64_t now = championships_now(v);
    const char *player = lm_champ_name(v->championship->c, due->person);
    lm_text_print(&text, "%s,\n\n%s: you must %s", player,
                  plain(v, v->championship->c->definition->title), plain(v, due->text));
    if (*due->article != '\0')
        lm_text_print(&text, " [%s]", plain(v, due->article));
    lm_text_print(&text, "\nby %s (%s)", zone_moment(v, zone, due->by),
                  champ_distance(v, now, due->by));
    if (due->otherwise != NULL)
        lm_text_print(&text, "; otherwise %s", plain(v, due->otherwise));
    lm_text_print(
        &text, ".\n\n%s%s\n", v->server->url,
        (due->contest != NULL ? champ_match_url(v, due->contest) : champ_url(v, "%s", "")).address);
    return lm_text_string(&text);
}

static const char *state_of(struct visit *v, const char *key)
{
    struct store_record record;
    if (store_get(v->server->store, STORE_OUTBOX, key, v->now, v->arena, &record, NULL) != LM_OK)
        return "sending"; /* who cannot know sends nothing */
    return record.key == NULL ? "" : record.value;
}

/* Names of stages may have any letters; a header of ours has plain ones. */
static const char *subject_of(struct visit *v, const struct due *due)
{
    const char *about = due->contest != NULL ? due->contest->id : "your turn";
    char *copy = lm_arena_copy(v->arena, about, strlen(about));
    for (char *at = copy; copy != NULL && *at != '\0'; at++)
        if ((unsigned char)*at < ' ' || (unsigned char)*at > 126)
            *at = '?';
    return visit_print(v, "%s: what is due for you, by %s (%s)", v->championship->slug,
                       champ_date(v, due->by), copy == NULL ? "" : copy);
}

enum lm_status outbox_list(struct visit *v, struct reminder **out, size_t *count)
{
    struct lm_championship *c = v->championship->c;
    int64_t now = championships_now(v);
    size_t all_count = 0;
    const struct due *all = lm_champ_due(c, now, &all_count);
    struct reminder *rows = lm_arena_alloc(v->arena, 2 * all_count, sizeof *rows);
    *count = 0;
    *out = rows;
    if (rows == NULL || c->out_of_memory)
        return LM_LIMIT;
    for (size_t i = 0; i < all_count; i++) {
        const struct due *due = &all[i];
        const struct os_zone *zone;
        if (due->person == NOBODY || !due->must || due->by == NEVER || due->by <= now)
            continue;
        const char *player = lm_champ_name(c, due->person);
        const char *address = champ_record(v, visit_print(v, "mail %s", player));
        (void)zone_of_player(v, player, &zone);
        /* A day before; and when it comes up, unless that is the same. */
        for (int last = due->by - now <= DAY ? 1 : 0; last < 2; last++) {
            struct reminder *r = &rows[(*count)++];
            *r = (struct reminder){.key = visit_print(v, "c/%s %s %s %s %lld %d",
                                                      v->championship->slug, player,
                                                      lm_champ_due_name(due->kind),
                                                      due->contest == NULL ? "" : due->contest->id,
                                                      (long long)due->by, last),
                                   .player = player,
                                   .address = address == NULL ? "" : address,
                                   .subject = subject_of(v, due),
                                   .text = zone == NULL ? "" : text_of(v, due, zone),
                                   .ripe = last == 0 || due->by - now <= DAY};
            r->state = state_of(v, r->key);
        }
    }
    return LM_OK;
}

/* --- sending */

struct outbox {
    struct server *server;
    const char *command;
    struct os_thread thread;
    struct os_mutex lock;
    struct os_condition wake;
    bool stop;
};

static enum lm_status note(struct visit *v, const struct reminder *r, const char *state)
{
    const struct store_record record = {r->key, "", state, v->now + KEPT_SECONDS};
    return store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
}

static const char *mail_of(struct visit *v, const struct reminder *r)
{
    char digest[SECRETS_DIGEST];
    secrets_digest(r->key, strlen(r->key), digest);
    digest[32] = '\0';
    return visit_print(v,
                       "To: %s\nSubject: %s\nMessage-ID: <%s@limmat>\nAuto-Submitted: "
                       "auto-generated\nMIME-Version: 1.0\nContent-Type: text/plain; "
                       "charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n%s",
                       r->address, r->subject, digest, r->text);
}

/* That it goes is written first: of two servers, or after a crash, nobody sends it again. */
static void send_one(struct outbox *o, struct visit *v, const struct reminder *r)
{
    struct lm_text errors = lm_text_in(v->arena);
    const char *mail = mail_of(v, r);
    const char *const arguments[] = {o->command, "-t", "-i", NULL};
    const struct os_program program = {
        .arguments = arguments, .input = mail, .input_length = strlen(mail)};
    int result = -1;
    if (note(v, r, "sending") != LM_OK)
        return;
    enum lm_status status = os_run(&program, &v->log, &errors, &result);
    const char *state = status == LM_OK && result == 0
                            ? "sent"
                            : visit_print(v, "failed: %.200s", plain(v, lm_text_string(&errors)));
    if (note(v, r, state) != LM_OK)
        return; /* it stays "sending": the director sees it */
}

static bool is_over(struct outbox *o)
{
    os_mutex_take(&o->lock);
    bool over = o->stop;
    os_mutex_give(&o->lock);
    return over;
}

/* A visit of nobody, who only looks. */
static void visit_one(struct outbox *o, struct visit *v, const char *slug)
{
    struct reminder *rows;
    size_t count = 0;
    if (championship_take(v, slug) != LM_OK)
        return;
    enum lm_status status = outbox_list(v, &rows, &count);
    championship_give(v);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (rows[i].ripe && *rows[i].state == '\0' && *rows[i].address != '\0' && !is_over(o))
            send_one(o, v, &rows[i]);
}

static void look(struct outbox *o)
{
    static const struct handler looking = {.pattern = "/c/:championship"};
    struct lm_arena *arena;
    const char *const *slugs;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct http_reply reply = {.arena = arena, .body = lm_text_in(arena)};
    const struct http_request request = {.path = "/", .query = ""};
    struct visit v = {.server = o->server,
                      .handler = &looking,
                      .request = &request,
                      .reply = &reply,
                      .arena = arena,
                      .log = {.arena = arena},
                      .form = {.acknowledged = "", .request = ""},
                      .who = {ROLE_VISITOR, "", "", "", "", ""},
                      .now = os_now_seconds()};
    if (championships_list(o->server->championships, arena, &slugs, &count) == LM_OK)
        for (size_t i = 0; i < count; i++)
            visit_one(o, &v, slugs[i]);
    lm_arena_free(arena);
}

static void work(void *context)
{
    struct outbox *o = context;
    os_mutex_take(&o->lock);
    while (!o->stop) {
        os_mutex_give(&o->lock);
        look(o);
        os_mutex_take(&o->lock);
        if (!o->stop)
            (void)os_condition_wait_for(&o->wake, &o->lock, PAUSE_MS);
    }
    os_mutex_give(&o->lock);
}

struct outbox *outbox_start(struct server *s, const char *command)
{
    struct outbox *o = calloc(1, sizeof *o);
    if (o == NULL)
        return NULL;
    o->server = s;
    o->command = command;
    os_mutex_make(&o->lock);
    os_condition_make(&o->wake);
    if (os_thread_start(&o->thread, work, o))
        return o;
    os_condition_end(&o->wake);
    os_mutex_end(&o->lock);
    free(o);
    return NULL;
}

void outbox_stop(struct outbox *o)
{
    if (o == NULL)
        return;
    os_mutex_take(&o->lock);
    o->stop = true;
    os_condition_signal(&o->wake);
    os_mutex_give(&o->lock);
    os_thread_join(&o->thread);
    os_condition_end(&o->wake);
    os_mutex_end(&o->lock);
    free(o);
}
