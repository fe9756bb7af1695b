/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FUZZ_SERVED_H
#define LIMMAT_FUZZ_SERVED_H

/*
 * A server without a network: requests go to server_answer as the loop would hand them over.  It
 * has one event with a published round, and an administrator who has a session.  What a request
 * changed is put back after it, so that every input finds the same.
 */
#include <unistd.h>

#include "fuzz.h"
#include "limmat/journal.h"
#include "server/championships.h"
#include "server/damage.h"
#include "server/directory.h"
#include "server/handlers.h"
#include "server/pack.h"
#include "server/publication.h"
#include "server/secrets.h"

struct served {
    struct server server;
    char folder[64], path[96], kept[96];
    char cookie[SECRETS_TOKEN], token[SECRETS_DIGEST];
    uint64_t number; /* of the event's last line */
};

/* Nobody looks on: these stand for those of http.c. */
void http_tell(struct http *h, const char *channel, const char *data)
{
    (void)h, (void)channel, (void)data;
}

void http_tell_as(struct http *h, const char *channel, const char *name, const char *data)
{
    (void)h, (void)channel, (void)name, (void)data;
}

size_t http_streams(struct http *h)
{
    (void)h;
    return 0;
}

static inline void copy_file(const char *from, const char *to)
{
    static char bytes[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    HOLDS(in != NULL && out != NULL);
    size_t size = fread(bytes, 1, sizeof bytes, in);
    HOLDS(feof(in) && fwrite(bytes, 1, size, out) == size);
    fclose(in);
    HOLDS(fclose(out) == 0);
}

static inline void served_open(struct served *s)
{
    struct lm_arena *arena;
    HOLDS(lm_arena_new(&arena, NULL, ARENA_LIMIT) == LM_OK);
    struct lm_log log = {.arena = arena};
    HOLDS(store_open(&s->server.store, s->path, NULL, &log) == LM_OK);
    s->server.publications = publications_new();
    s->server.directory = directory_new();
    s->server.damage = damage_new();
    HOLDS(s->server.publications != NULL && s->server.directory != NULL &&
          s->server.damage != NULL);
    HOLDS(events_open(&s->server.events, &s->server, &log) == LM_OK);
    HOLDS(championships_open(&s->server.championships, &s->server, &log) == LM_OK);
    lm_arena_free(arena);
}

static inline void served_close(struct served *s)
{
    publications_free(s->server.publications);
    championships_free(s->server.championships);
    events_free(s->server.events);
    directory_free(s->server.directory);
    damage_free(s->server.damage);
    store_close(s->server.store);
}

/* Answer ${request}; the reply is made ready to be sent, in ${arena}. */
static inline struct http_reply served_ask(struct served *s, const struct http_request *request,
                                           struct lm_arena *arena)
{
    struct http_reply reply = {.arena = arena,
                               .status = 200,
                               .type = "text/html; charset=utf-8",
                               .body = lm_text_in(arena)};
    server_answer(&s->server, request, &reply);
    pack_reply(&reply, request);
    HOLDS(reply.status >= 200 && reply.status < 600 && reply.status != 500);
    /* None of them may begin a second header. */
    const char *const heads[] = {reply.location, reply.cookie, reply.file, reply.tag, reply.type};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        HOLDS(heads[i] == NULL || strpbrk(heads[i], "\r\n") == NULL);
    HOLDS(reply.file == NULL || strpbrk(reply.file, "\"\\") == NULL);
    HOLDS(reply.status == 304 || strncmp(reply.type, "text/html", 9) != 0 ||
          lm_utf8_valid(reply.bytes, reply.length));
    return reply;
}

static inline void served_post(struct served *s, const char *path, const char *body)
{
    struct lm_arena *arena;
    char cookie[256], form[512];
    HOLDS(lm_arena_new(&arena, NULL, ARENA_LIMIT) == LM_OK);
    snprintf(cookie, sizeof cookie, "limmat=%s", s->cookie);
    snprintf(form, sizeof form, "%s&csrf=%s", body, s->token);
    struct http_request request = {.post = true,
                                   .path = path,
                                   .query = "",
                                   .host = "localhost",
                                   .referer = "",
                                   .cookie = cookie,
                                   .origin = "",
                                   .type = "application/x-www-form-urlencoded",
                                   .known = "",
                                   .peer = "127.0.0.1",
                                   .body = form,
                                   .length = strlen(form)};
    struct http_reply reply = served_ask(s, &request, arena);
    HOLDS(reply.status == 303);
    if (reply.cookie != NULL) {
        struct lm_text digested = lm_text_in(arena);
        HOLDS(sscanf(reply.cookie, "limmat-%*[^=]=%43[^;]", s->cookie) == 1);
        lm_text_print(&digested, "form %s", s->cookie);
        secrets_digest(lm_text_string(&digested), digested.length, s->token);
    }
    lm_arena_free(arena);
}

static inline uint64_t served_number(struct served *s)
{
    struct lm_arena *arena;
    HOLDS(lm_arena_new(&arena, NULL, ARENA_LIMIT) == LM_OK);
    struct visit v = {.server = &s->server,
                      .reply = &(struct http_reply){0},
                      .arena = arena,
                      .log = {.arena = arena}};
    HOLDS(event_take(&v, "open") == LM_OK);
    uint64_t number = lm_desk_number(v.event->desk);
    event_give(&v);
    lm_arena_free(arena);
    return number;
}

/* Made once for all inputs. */
static inline struct served *served(void)
{
    static struct served s;
    if (s.server.store != NULL)
        return &s;
    struct lm_arena *arena;
    const char *address;
    HOLDS(secrets_begin() && lm_arena_new(&arena, NULL, ARENA_LIMIT) == LM_OK);
    struct lm_log log = {.arena = arena};
    snprintf(s.folder, sizeof s.folder, "%s/limmat-fuzz-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    HOLDS(mkdtemp(s.folder) != NULL);
    snprintf(s.path, sizeof s.path, "%s/limmat.db", s.folder);
    snprintf(s.kept, sizeof s.kept, "%s/kept.db", s.folder);
    s.server = (struct server){
        .folder = s.folder, .host = "", .url = "http://h", .node = "n0", .proxy = ""};
    acts_begin();
    served_open(&s);
    HOLDS(session_invite(&s.server, &(struct invited){ROLE_ADMINISTRATOR, "", "", ""}, INT32_MAX,
                         arena, &log, &address) == LM_OK);
    served_post(&s, strstr(address, "/key/"), "name=Vera");
    served_post(&s, "/new", "name=Open&start=2026-07-14&rounds=3");
    served_post(&s, "/e/open/main/people/enter",
                "text=Anna%0ABea%0ACarl%0ADora%0AEmil%0AFritz%0AGina");
    served_post(&s, "/e/open/main/round/1/pair", "");
    served_post(&s, "/e/open/main/round/1/publish", "was=0");
    served_post(&s, "/e/open/main/round/1/result", "board=1&result=1-0");
    s.number = served_number(&s);
    served_close(&s);
    copy_file(s.path, s.kept);
    served_open(&s);
    lm_arena_free(arena);
    return &s;
}

/* Put back what was there. */
static inline void served_again(struct served *s)
{
    served_close(s);
    copy_file(s->kept, s->path);
    served_open(s);
}

#endif
