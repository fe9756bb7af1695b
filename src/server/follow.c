/* SPDX-License-Identifier: Apache-2.0 */
#include "server/follow.h"

#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "client/http_client.h"
#include "limmat/json.h"
#include "os/clock.h"
#include "os/threads.h"
#include "server/handlers.h"
#include "server/outbox.h"
#include "server/publication.h"
#include "server/secrets.h"
#include "server/webpush.h"
#include "site/pages.h"

enum {
    PAUSE_MS = 2000,
    DAY = 86400,
    ARENA_MAX = 64 << 20,
    ASKED = 64,
    SEEN = 256, /* events with a remembered last line */
    NAME_ROOM = 160,
    SERVICES = 8,
    HOST_ROOM = 80,
    AGAIN_SECONDS = 5,
    AGAIN_MOST = 300,
    GONE = 410,
    NOT_FOUND = 404
};

/* The last line of an event at its last check. */
struct seen {
    char name[NAME_ROOM];
    uint64_t number;
};

struct follow {
    struct server *server;
    struct lm_arena *arena; /* for the keys */
    const char *pem, *key;
    struct os_thread thread;
    struct os_mutex lock;
    struct os_condition wake;
    bool stop;
    char asked[ASKED][SECRETS_TOKEN];
    size_t asked_count;
    struct seen seen[SEEN]; /* used by the thread alone */
    size_t seen_count;
    char silent[SERVICES][HOST_ROOM]; /* push services that did not answer in this pass */
    size_t silent_count;
    int64_t again, pause; /* when waiting messages are tried again, and the delay after that */
};

/* --- push services */

bool follow_is_contact(const char *text)
{
    bool known = strncmp(text, "mailto:", 7) == 0 || strncmp(text, "https://", 8) == 0;
    return known && strpbrk(text, "\"\\ \r\n") == NULL && strlen(text) <= 200;
}

bool follow_is_service(const struct server *s, const char *endpoint)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "-._~/?=&%:+";
    static const char *const hosts[] = {"fcm.googleapis.com", "updates.push.services.mozilla.com",
                                        "web.push.apple.com"};
    static const char windows[] = ".notify.windows.com";
    if (strlen(endpoint) > 1000 || strspn(endpoint, letters) != strlen(endpoint) ||
        strstr(endpoint, "..") != NULL)
        return false;
    size_t own = s->push_service == NULL ? 0 : strlen(s->push_service);
    if (own > 0 && strncmp(endpoint, s->push_service, own) == 0 &&
        (s->push_service[own - 1] == '/' || endpoint[own] == '/'))
        return true;
    if (strncmp(endpoint, "https://", 8) != 0)
        return false;
    const char *host = endpoint + 8;
    size_t length = strcspn(host, "/:?"), tail = sizeof windows - 1;
    if (host[length] != '/')
        return false;
    for (size_t i = 0; i < sizeof hosts / sizeof *hosts; i++)
        if (strlen(hosts[i]) == length && strncmp(host, hosts[i], length) == 0)
            return true;
    return length > tail && strncmp(host + length - tail, windows, tail) == 0;
}

const char *follow_key(const struct server *s)
{
    return s->push == NULL || s->follow == NULL ? "" : s->follow->key;
}

/* --- records */

static const char *record_of(struct visit *v, const char *token)
{
    return visit_print(v, "follow %s", token);
}

/* Return the key of a section: "SLUG/SECTION". */
static const char *place_of(struct visit *v, const char *slug, const char *section)
{
    return visit_print(v, "%s/%s", slug, section);
}

static const char *scope_of(struct visit *v, const char *slug, const char *section)
{
    return visit_print(v, "follow %s", place_of(v, slug, section));
}

static enum lm_status put(struct visit *v, const struct follower *f, int64_t seconds)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "slug", f->slug);
    lm_json_put_string(&w, "section", f->section);
    lm_json_put_integer(&w, "player", f->player);
    lm_json_put_string(&w, "language", f->language);
    lm_json_put_string(&w, "endpoint", f->endpoint);
    lm_json_put_string(&w, "key", f->key);
    lm_json_put_string(&w, "auth", f->auth);
    lm_json_put_string(&w, "mail", f->mail);
    lm_json_put_boolean(&w, "sure", f->sure);
    lm_json_end(&w, '}');
    const struct store_record record = {.key = record_of(v, f->token),
                                        .scope = scope_of(v, f->slug, f->section),
                                        .value = lm_text_string(&text),
                                        .until = v->now + seconds};
    return text.failed ? LM_LIMIT : store_put(v->server->store, STORE_OUTBOX, &record, &v->log);
}

static enum lm_status take(struct visit *v, const struct store_record *record, struct follower *out)
{
    struct lm_json *tree;
    int64_t player = 0;
    enum lm_status status =
        lm_json_parse(record->value, strlen(record->value), v->arena, NULL, &tree);
    if (status != LM_OK)
        return status == LM_INVALID ? LM_INTERNAL : status;
    (void)lm_json_integer(lm_json_get(tree, "player"), 0, LM_TPN_MAX, &player);
    *out = (struct follower){.token = record->key + strlen("follow "),
                             .slug = lm_json_text(tree, "slug"),
                             .section = lm_json_text(tree, "section"),
                             .player = (uint32_t)player,
                             .language = lm_json_text(tree, "language"),
                             .endpoint = lm_json_text(tree, "endpoint"),
                             .key = lm_json_text(tree, "key"),
                             .auth = lm_json_text(tree, "auth"),
                             .mail = lm_json_text(tree, "mail")};
    (void)lm_json_boolean(lm_json_get(tree, "sure"), &out->sure);
    return LM_OK;
}

enum lm_status follow_find(struct visit *v, const char *token, struct follower *out)
{
    struct store_record record;
    enum lm_status status = store_get(v->server->store, STORE_OUTBOX, record_of(v, token), v->now,
                                      v->arena, &record, &v->log);
    *out = (struct follower){.token = NULL};
    return status == LM_OK && record.key != NULL ? take(v, &record, out) : status;
}

enum lm_status follow_end(struct visit *v, const char *token)
{
    return store_remove(v->server->store, STORE_OUTBOX, record_of(v, token), &v->log);
}

/* Record ${what} of the event as sent, or as not to be sent. true: this call recorded it first, so
 * the caller sends it. */
static bool mark(struct visit *v, const char *place, const char *what)
{
    char token[SECRETS_TOKEN];
    struct store_record there = {0};
    secrets_token(token);
    const struct store_record record = {.key = visit_print(v, "told %s %s", place, what),
                                        .scope = "told",
                                        .value = token,
                                        .until = v->now + FOLLOW_DAYS * (int64_t)DAY};
    return store_put_first(v->server->store, STORE_OUTBOX, &record, v->arena, &there, &v->log) ==
               LM_OK &&
           there.value != NULL && strcmp(there.value, token) == 0;
}

static bool mark_round(struct visit *v, const char *place, uint32_t round)
{
    return mark(v, place, visit_print(v, "%u", round));
}

/* An announcement of the desk made within the last day. */
struct news {
    uint64_t line;
    const char *text;
    bool fresh; /* this server has to send it */
};

/* List the announcements for ${section} of the event ${slug} in ${out}. */
static size_t news_of(struct visit *v, const char *slug, const char *section, struct news **out)
{
    size_t count = 0;
    *out = NULL;
    if (*slug == '~' || event_take(v, slug) != LM_OK) /* a submitted tournament has none */
        return 0;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct news *all = lm_arena_alloc(v->arena, e->note_count + 1, sizeof *all);
    for (size_t i = 0; all != NULL && i < e->note_count; i++) {
        const struct lm_desk_note *n = e->notes[i];
        if (note_is_announced(v, n) && v->now - n->at < DAY &&
            (n->section == NULL || strcmp(n->section->id, section) == 0))
            all[count++] = (struct news){n->line, visit_print(v, "%s", n->text), false};
    }
    event_give(v);
    *out = all;
    return count;
}

static bool mark_news(struct visit *v, const char *place, const struct news *n)
{
    return mark(v, place, visit_print(v, "note %llu", (unsigned long long)n->line));
}

/* Record earlier announcements as sent when an event gets its first follower, who has read them on
 * the page. */
static void mark_old_news(struct visit *v, const struct follower *f, const char *place)
{
    struct store_record followed;
    struct news *news;
    if (store_get(v->server->store, STORE_OUTBOX, visit_print(v, "followed %s", place), v->now,
                  v->arena, &followed, &v->log) != LM_OK ||
        followed.key != NULL)
        return;
    size_t count = news_of(v, f->slug, f->section, &news);
    for (size_t i = 0; i < count; i++)
        (void)mark_news(v, place, &news[i]);
}

enum lm_status follow_add(struct visit *v, struct follower *f)
{
    char token[SECRETS_TOKEN];
    size_t count;
    struct publication *p;
    struct store_record *all;
    const char *place = place_of(v, f->slug, f->section);
    const struct store_record followed = {.key = visit_print(v, "followed %s", place),
                                          .scope = "followed",
                                          .value = place,
                                          .until = v->now + FOLLOW_DAYS * (int64_t)DAY};
    enum lm_status status =
        store_list(v->server->store, STORE_OUTBOX, scope_of(v, f->slug, f->section), v->now,
                   v->arena, &all, &count, &v->log);
    if (status == LM_OK && count >= FOLLOWERS_MOST)
        return visit_refuse(v, 429, "Too many people follow this event already");
    if (status == LM_OK)
        status = publication_take(v, f->slug, f->section, &p);
    if (status != LM_OK)
        return status;
    /* The current round is on the page from which the player is followed. */
    uint32_t rounds = publication_event(p, "")->rounds;
    publication_give(v->server->publications, p);
    (void)mark_round(v, place, rounds);
    mark_old_news(v, f, place);
    secrets_token(token);
    f->token = lm_arena_copy(v->arena, token, strlen(token));
    if (f->token == NULL)
        return LM_LIMIT;
    status = put(v, f, (*f->endpoint == '\0' ? 2 : FOLLOW_DAYS) * (int64_t)DAY);
    return status == LM_OK ? store_put(v->server->store, STORE_OUTBOX, &followed, &v->log) : status;
}

enum lm_status follow_confirm(struct visit *v, const struct follower *f)
{
    struct follower sure = *f;
    sure.sure = true;
    return put(v, &sure, FOLLOW_DAYS * (int64_t)DAY);
}

/* --- messages */

static const char *page_of(struct visit *v, const struct follower *f, const char *suffix)
{
    return *f->slug == '~' ? visit_print(v, "/t/%s/player-%u%s.html", f->section, f->player, suffix)
                           : visit_print(v, "/p/%s/%s/player-%u%s.html", f->slug, f->section,
                                         f->player, suffix);
}

/* A message to a follower. */
struct message {
    const char *title, *text, *url; /* url: an address on this server */
};

static const char *post_of(struct visit *v, const struct follower *f, const struct message *m)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "title", m->title);
    lm_json_put_string(&w, "body", m->text);
    lm_json_put_string(&w, "url", m->url);
    lm_json_put_string(&w, "stop", f->token);
    lm_json_put_string(&w, "label", visit_word(v, LM_KEY("follow.stop")));
    lm_json_end(&w, '}');
    return lm_text_string(&text);
}

/* Return the length of the service's part of ${endpoint}: "https://host". */
static size_t host_length(const char *endpoint)
{
    const char *host = strstr(endpoint, "://");
    return host == NULL ? 0 : (size_t)(host + 3 - endpoint) + strcspn(host + 3, "/");
}

static bool is_silent(const struct follow *own, const char *endpoint)
{
    size_t length = host_length(endpoint);
    for (size_t i = 0; i < own->silent_count; i++)
        if (strlen(own->silent[i]) == length && strncmp(own->silent[i], endpoint, length) == 0)
            return true;
    return own->silent_count == SERVICES;
}

/* Note a service that doesn't answer, so that no message waits for it again in this pass. */
static void note_silent(struct follow *own, const char *endpoint)
{
    size_t length = host_length(endpoint);
    if (length >= HOST_ROOM || own->silent_count == SERVICES)
        return;
    memcpy(own->silent[own->silent_count], endpoint, length);
    own->silent[own->silent_count++][length] = '\0';
}

/* Push ${m} to the browser of ${f}. false: the push service could not be reached.  Delete the
 * follower if the browser no longer exists. */
static bool try_push(struct follow *own, struct visit *v, const struct follower *f,
                     const struct message *m)
{
    struct lm_text body = lm_text_in(v->arena);
    struct client_answer answer;
    const struct client_request request = {
        .url = f->endpoint,
        .token = webpush_authorization(own->pem, v->server->push, f->endpoint, v->now, v->arena),
        .stop = v->server->stop};
    if (request.token == NULL || !follow_is_service(v->server, f->endpoint) ||
        webpush_seal(f->key, f->auth, post_of(v, f, m), v->arena, &body) != LM_OK)
        return true;
    if (is_silent(own, f->endpoint))
        return false;
    if (client_push(&request, lm_text_string(&body), body.length, &v->log, &answer) != LM_OK) {
        note_silent(own, f->endpoint);
        return false;
    }
    bool gone = answer.status == GONE || answer.status == NOT_FOUND;
    if (gone && follow_end(v, f->token) != LM_OK)
        v->log.count = 0; /* tried again with the next message */
    return true;
}

static const char waiting_scope[] = "pushes that wait";

/* Keep ${m} for a day, until the service can be reached. */
static void keep_for_later(struct visit *v, const struct follower *f, const struct message *m)
{
    char token[SECRETS_TOKEN];
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "to", f->token);
    lm_json_put_string(&w, "title", m->title);
    lm_json_put_string(&w, "text", m->text);
    lm_json_put_string(&w, "url", m->url);
    lm_json_end(&w, '}');
    secrets_token(token);
    const struct store_record record = {visit_print(v, "push %s", token), waiting_scope,
                                        lm_text_string(&text), v->now + DAY};
    if (text.failed || store_put(v->server->store, STORE_OUTBOX, &record, &v->log) != LM_OK)
        v->log.count = 0; /* this one is lost */
}

static void push(struct follow *own, struct visit *v, const struct follower *f,
                 const struct message *m)
{
    if (!try_push(own, v, f, m))
        keep_for_later(v, f, m);
}

static const struct lm_language *language_called(const char *code);
static bool is_over(struct follow *f);

/* Send ${record}, a message that waits; false: the service still can't be reached. */
static bool push_again(struct follow *own, struct visit *v, const struct store_record *record)
{
    struct lm_json *tree;
    struct follower f;
    if (lm_json_parse(record->value, strlen(record->value), v->arena, NULL, &tree) != LM_OK ||
        follow_find(v, lm_json_text(tree, "to"), &f) != LM_OK || f.token == NULL)
        return true; /* the follower has stopped and needs no message */
    const struct message m = {lm_json_text(tree, "title"), lm_json_text(tree, "text"),
                              lm_json_text(tree, "url")};
    v->language = language_called(f.language);
    return try_push(own, v, &f, &m);
}

/* Push the waiting messages. */
static void push_waiting(struct follow *own, struct visit *v)
{
    struct store_record *all;
    size_t count = 0;
    if (v->now < own->again || store_list(v->server->store, STORE_OUTBOX, waiting_scope, v->now,
                                          v->arena, &all, &count, &v->log) != LM_OK)
        return;
    for (size_t i = 0; i < count && !is_over(own); i++) {
        if (outbox_take(v, &all[i]) && !push_again(own, v, &all[i]) &&
            store_put(v->server->store, STORE_OUTBOX, &all[i], &v->log) != LM_OK)
            return;
    }
    /* Double the delay while a service does not answer. */
    own->pause = own->silent_count == 0 || own->pause == 0 ? AGAIN_SECONDS
                 : own->pause * 2 > AGAIN_MOST             ? AGAIN_MOST
                                                           : own->pause * 2;
    own->again = v->now + own->pause;
}

static void mail(struct visit *v, const struct follower *f, const struct message *m)
{
    const struct lm_value values[] = {
        lm_value_text("text", m->text),
        lm_value_text("page", visit_print(v, "%s%s", v->server->url, m->url)),
        lm_value_text("stop", visit_print(v, "%s/follow/%s", v->server->url, f->token))};
    const struct reminder r = {.way = BY_MAIL,
                               .key = visit_print(v, "%s %s", f->token, m->text),
                               .address = f->mail,
                               .language = v->language->code,
                               .subject = m->title,
                               .text = visit_say(v, LM_KEY("follow.mail-text"), values, 3)};
    (void)outbox_mail(v->server->outbox, v, &r);
}

static const struct lm_language *language_called(const char *code)
{
    size_t count;
    const struct lm_language *all = lm_languages(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].code, code) == 0)
            return &all[i];
    return lm_english();
}

/* Return the language suffix of pages: ".de". */
static const char *suffix_of(struct visit *v)
{
    return v->language == lm_english() ? "" : visit_print(v, ".%s", v->language->code);
}

/* Push an announcement to ${f}.  Mail followers get none: the organiser mails the players directly.
 */
static void tell_news(struct follow *own, struct visit *v, const struct follower *f,
                      const struct publication *p, const struct news *n)
{
    if (*f->endpoint == '\0')
        return;
    v->language = language_called(f->language);
    const char *suffix = suffix_of(v);
    const struct site_event *e = publication_event(p, visit_print(v, "index%s.html", suffix));
    const struct message m = {site_title(e), n->text, page_of(v, f, suffix)};
    push(own, v, f, &m);
}

/* Notify ${f} of the last round of ${p}. */
static void tell(struct follow *own, struct visit *v, const struct follower *f,
                 const struct publication *p)
{
    v->language = language_called(f->language);
    const char *suffix = suffix_of(v);
    const struct site_event *e = publication_event(p, visit_print(v, "index%s.html", suffix));
    uint32_t player = lm_player_with_tpn(e->t, f->player);
    if (player == LM_NOBODY || (*f->endpoint == '\0' && !f->sure))
        return;
    const struct lm_value values[] = {
        lm_value_text("name", e->people[player].name),
        lm_value_text("pairing", site_game_sentence(e, player, e->rounds, v->arena))};
    const struct message m = {site_title(e), visit_say(v, LM_KEY("follow.paired"), values, 2),
                              page_of(v, f, suffix)};
    if (*f->endpoint == '\0')
        mail(v, f, &m);
    else
        push(own, v, f, &m);
}

static bool is_over(struct follow *f)
{
    os_mutex_take(&f->lock);
    bool over = f->stop;
    os_mutex_give(&f->lock);
    return over;
}

/* Send all followers of ${section} of the event ${slug} its last round and its announcements,
 * unless they were sent before. */
static void tell_all(struct follow *own, struct visit *v, const char *slug, const char *section)
{
    struct publication *p;
    struct store_record *all;
    struct follower f;
    struct news *news;
    size_t count = 0, news_count = news_of(v, slug, section, &news);
    const char *place = place_of(v, slug, section);
    if (publication_take(v, slug, section, &p) != LM_OK)
        return;
    uint32_t rounds = publication_event(p, "")->rounds;
    if (store_list(v->server->store, STORE_OUTBOX, scope_of(v, slug, section), v->now, v->arena,
                   &all, &count, &v->log) != LM_OK)
        count = 0;
    bool paired = count > 0 && rounds > 0 && mark_round(v, place, rounds);
    for (size_t n = 0; n < news_count; n++)
        news[n].fresh = count > 0 && mark_news(v, place, &news[n]);
    for (size_t i = 0; i < count && !is_over(own); i++) {
        if (take(v, &all[i], &f) != LM_OK)
            continue;
        if (paired)
            tell(own, v, &f, p);
        for (size_t n = 0; n < news_count; n++)
            if (news[n].fresh)
                tell_news(own, v, &f, p, &news[n]);
    }
    publication_give(v->server->publications, p);
}

/* Has the event at ${place} a new line since the last check?  The check remembers SEEN events; any
 * others always count as changed. */
static bool is_fresh(struct follow *f, const char *place, uint64_t number)
{
    size_t i = 0;
    while (i < f->seen_count && strcmp(f->seen[i].name, place) != 0)
        i++;
    if (i == f->seen_count) {
        if (f->seen_count == SEEN || strlen(place) >= NAME_ROOM)
            return true;
        memcpy(f->seen[f->seen_count++].name, place, strlen(place) + 1);
    } else if (f->seen[i].number == number) {
        return false;
    }
    f->seen[i].number = number;
    return true;
}

static void look_at(struct follow *f, struct visit *v, const char *place)
{
    uint64_t number;
    size_t length = strcspn(place, "/");
    const char *slug = visit_print(v, "%.*s", (int)length, place);
    if (place[length] == '/' && publication_number_of(v->server, slug, &number) &&
        is_fresh(f, place, number))
        tell_all(f, v, slug, place + length + 1);
}

/* --- confirmation of mail addresses */

static void ask(struct visit *v, const char *token)
{
    struct follower f;
    if (follow_find(v, token, &f) != LM_OK || f.token == NULL || *f.mail == '\0' || f.sure)
        return;
    v->language = language_called(f.language);
    const char *link = visit_print(v, "%s/follow/%s", v->server->url, f.token);
    const struct reminder r = {
        .way = BY_MAIL,
        .key = visit_print(v, "ask %s", f.token),
        .address = f.mail,
        .language = v->language->code,
        .subject = visit_word(v, LM_KEY("follow.ask-subject")),
        .text = visit_say_of(v, LM_KEY("follow.ask-text"), lm_value_text("link", link))};
    (void)outbox_mail(v->server->outbox, v, &r);
}

static void ask_all(struct follow *f, struct visit *v)
{
    char token[SECRETS_TOKEN];
    while (!is_over(f)) {
        os_mutex_take(&f->lock);
        bool more = f->asked_count > 0;
        if (more)
            memcpy(token, f->asked[--f->asked_count], sizeof token);
        os_mutex_give(&f->lock);
        if (!more)
            return;
        ask(v, token);
    }
}

void follow_ask(struct follow *f, const char *token)
{
    os_mutex_take(&f->lock);
    if (f->asked_count < ASKED && strlen(token) < SECRETS_TOKEN)
        memcpy(f->asked[f->asked_count++], token, strlen(token) + 1);
    os_condition_signal(&f->wake);
    os_mutex_give(&f->lock);
}

/* --- the thread */

static const struct handler looking = {.pattern = "/follow"};

static void look(struct follow *f)
{
    struct lm_arena *arena;
    struct store_record *followed;
    size_t count = 0;
    if (lm_arena_new(&arena, NULL, ARENA_MAX) != LM_OK)
        return;
    struct http_reply reply = {.arena = arena, .body = lm_text_in(arena)};
    const struct http_request request = {.path = "/", .query = ""};
    struct visit v = {.server = f->server,
                      .handler = &looking,
                      .request = &request,
                      .reply = &reply,
                      .language = lm_english(),
                      .arena = arena,
                      .log = {.arena = arena},
                      .form = {.acknowledged = "", .request = ""},
                      .who = {"", "", "", ""},
                      .now = os_now_seconds()};
    f->silent_count = 0;
    ask_all(f, &v);
    push_waiting(f, &v);
    if (store_list(f->server->store, STORE_OUTBOX, "followed", v.now, arena, &followed, &count,
                   &v.log) == LM_OK)
        for (size_t i = 0; i < count && !is_over(f); i++)
            look_at(f, &v, followed[i].value);
    lm_arena_free(arena);
}

static void work(void *context)
{
    struct follow *f = context;
    os_mutex_take(&f->lock);
    while (!f->stop) {
        os_mutex_give(&f->lock);
        look(f);
        os_mutex_take(&f->lock);
        if (!f->stop)
            (void)os_condition_wait_for(&f->wake, &f->lock, PAUSE_MS);
    }
    os_mutex_give(&f->lock);
}

/* Take the keys that all servers of the store share. */
static enum lm_status take_keys(struct follow *f, struct lm_log *log)
{
    const char *pem = webpush_new_key(f->arena);
    const struct store_record record = {"push-key", "", pem == NULL ? "" : pem, 0};
    struct store_record there = {0};
    if (pem == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                          "no key for messages can be made");
    enum lm_status status =
        store_put_first(f->server->store, STORE_SETTING, &record, f->arena, &there, log);
    f->pem = there.value;
    f->key = status == LM_OK ? webpush_public_key(there.value, f->arena) : NULL;
    return status == LM_OK && f->key == NULL ? LM_INTERNAL : status;
}

struct follow *follow_start(struct server *s, struct lm_log *log)
{
    struct follow *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->server = s;
    f->key = "";
    os_mutex_make(&f->lock);
    os_condition_make(&f->wake);
    if (lm_arena_new(&f->arena, NULL, ARENA_MAX) == LM_OK &&
        (s->push == NULL || take_keys(f, log) == LM_OK) && os_thread_start(&f->thread, work, f))
        return f;
    lm_arena_free(f->arena);
    os_condition_end(&f->wake);
    os_mutex_end(&f->lock);
    free(f);
    return NULL;
}

void follow_stop(struct follow *f)
{
    if (f == NULL)
        return;
    os_mutex_take(&f->lock);
    f->stop = true;
    os_condition_signal(&f->wake);
    os_mutex_give(&f->lock);
    os_thread_join(&f->thread);
    lm_arena_free(f->arena);
    os_condition_end(&f->wake);
    os_mutex_end(&f->lock);
    free(f);
}
