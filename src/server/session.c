/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sessions begin with a key that is good once: it stands in an address that the program printed, or
 * that somebody with the right sent on.  There are no passwords to choose, to forget or to guess.
 * The store holds digests of keys and tokens, so that a copy of it opens nothing.
 */
#include <string.h>

#include "server/events.h"
#include "server/pages.h"
#include "server/secrets.h"
#include "server/server.h"

#define COOKIE "limmat"

enum { SESSION_SECONDS = 30 * 86400 };

/* The digest under which ${token} is kept, in ${arena}; different ${use}s, different digests. */
static const char *kept(const char *use, const char *token, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    char digest[SECRETS_DIGEST];
    lm_text_print(&text, "%s %s", use, token);
    secrets_digest(lm_text_string(&text), text.length, digest);
    const char *copy = lm_arena_copy(arena, digest, strlen(digest));
    return copy == NULL || text.failed ? "" : copy;
}

/* The value of the cookie ${name} among ${cookies}. */
static const char *cookie_of(const char *cookies, const char *name, struct lm_arena *arena)
{
    size_t length = strlen(name);
    for (const char *at = cookies; *at != '\0';) {
        size_t size = strcspn(at, ";");
        if (size > length && strncmp(at, name, length) == 0 && at[length] == '=')
            return lm_arena_copy(arena, at + length + 1, size - length - 1);
        at += size;
        at += strspn(at, "; ");
    }
    return NULL;
}

/* "ROLE\tACCOUNT\tNAME" */
static enum role role_of(const char *value, struct who *who, struct lm_arena *arena)
{
    size_t role = strcspn(value, "\t"), account = strcspn(value + role + 1, "\t");
    const char *name = lm_arena_copy(arena, value, role);
    who->account = lm_arena_copy(arena, value + role + 1, account);
    who->name = value + role + account + 2;
    return name == NULL || who->account == NULL ? ROLE_VISITOR : role_named(name);
}

const char *session_cookie(struct visit *v, const char *name)
{
    return cookie_of(v->request->cookie, name, v->arena);
}

enum lm_status session_find(struct visit *v)
{
    v->who = (struct who){ROLE_VISITOR, "", "", "", "", ""};
    const char *token = cookie_of(v->request->cookie, COOKIE, v->arena);
    if (token == NULL || *token == '\0')
        return LM_OK;
    struct store_record record;
    const char *key = kept("session", token, v->arena);
    enum lm_status status =
        store_get(v->server->store, STORE_SESSION, key, v->now, v->arena, &record, &v->log);
    if (status != LM_OK || record.key == NULL)
        return status;
    v->who.role = role_of(record.value, &v->who, v->arena);
    v->who.key = key;
    v->who.token = kept("form", token, v->arena);
    v->who.scope = record.scope;
    return LM_OK;
}

static enum lm_status put(struct server *s, enum store_kind kind, const char *key, enum role role,
                          const struct who *who, int64_t until, struct lm_arena *arena,
                          struct lm_log *log)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s\t%s\t%s", role_name(role), who->account, who->name);
    if (text.failed || *key == '\0')
        return LM_LIMIT;
    struct store_record record = {key, who->scope, lm_text_string(&text), until};
    return store_put(s->store, kind, &record, log);
}

enum lm_status session_invite_account(struct server *s, const struct who *whom, int64_t until,
                                      struct lm_arena *arena, struct lm_log *log,
                                      const char **address)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s/key/%s", s->url, token);
    enum lm_status status = put(s, STORE_INVITATION, kept("invitation", token, arena), whom->role,
                                whom, until, arena, log);
    *address = lm_text_string(&text);
    return status == LM_OK ? lm_text_status(&text) : status;
}

enum lm_status session_invite(struct server *s, enum role role, const char *scope, int64_t until,
                              struct lm_arena *arena, struct lm_log *log, const char **address)
{
    const struct who nobody = {role, "", "", "", "", scope};
    return session_invite_account(s, &nobody, until, arena, log, address);
}

enum lm_status session_invitation(struct visit *v, const char *key, struct who *who)
{
    struct store_record record;
    *who = (struct who){ROLE_VISITOR, "", "", "", "", ""};
    enum lm_status status =
        store_get(v->server->store, STORE_INVITATION, kept("invitation", key, v->arena), v->now,
                  v->arena, &record, &v->log);
    if (status == LM_OK && record.key != NULL)
        who->role = role_of(record.value, who, v->arena);
    return status;
}

enum lm_status session_begin(struct visit *v, const char *key, const char *name)
{
    struct store_record record;
    enum lm_status status =
        store_take(v->server->store, STORE_INVITATION, kept("invitation", key, v->arena), v->now,
                   v->arena, &record, &v->log);
    if (status != LM_OK)
        return status;
    if (record.key == NULL)
        return visit_refuse(v, 403, "this key was used, or its time is over: ask for another one");
    struct who who;
    enum role role = role_of(record.value, &who, v->arena);
    char account[SECRETS_TOKEN];
    secrets_token(account);
    account[10] = '\0';
    if (*who.account != '\0') /* it is for somebody who has his account */
        who = (struct who){role, who.name, who.account, "", "", record.scope};
    else
        who = (struct who){role,        *name == '\0' ? role_title(role) : name, account, "", "",
                           record.scope};
    return session_begin_as(v, &who);
}

enum lm_status session_begin_as(struct visit *v, const struct who *whom)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    enum lm_status status =
        put(v->server, STORE_ACCOUNT, whom->account, whom->role, whom, 0, v->arena, &v->log);
    if (status == LM_OK)
        status = put(v->server, STORE_SESSION, kept("session", token, v->arena), whom->role, whom,
                     v->now + SESSION_SECONDS, v->arena, &v->log);
    if (status == LM_OK)
        v->who = *whom;
    if (status == LM_OK)
        v->reply->cookie =
            visit_print(v, COOKIE "=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s", token,
                        (int)SESSION_SECONDS, v->server->secure ? "; Secure" : "");
    return status;
}

static enum lm_status end_all(struct visit *v, enum store_kind kind, const char *scope,
                              const char *account)
{
    struct store_record *records;
    size_t count = 0;
    enum lm_status status =
        store_list(v->server->store, kind, scope, v->now, v->arena, &records, &count, &v->log);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        struct who who;
        (void)role_of(records[i].value, &who, v->arena);
        if (strcmp(who.account, account) == 0)
            status = store_remove(v->server->store, kind, records[i].key, &v->log);
    }
    return status;
}

enum lm_status session_end_account(struct visit *v, const char *scope, const char *account)
{
    enum lm_status status = end_all(v, STORE_SESSION, scope, account);
    return status == LM_OK ? end_all(v, STORE_INVITATION, scope, account) : status;
}

enum lm_status session_end(struct visit *v)
{
    v->reply->cookie = COOKIE "=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict";
    return store_remove(v->server->store, STORE_SESSION, v->who.key, &v->log);
}

/* What a player said stands under his own id. */
static const char *player_called(struct visit *v, const char *account)
{
    const struct lm_desk_person *p =
        v->event == NULL ? NULL : lm_desk_person(v->event->desk, account);
    if (strcmp(account, "players") == 0)
        return visit_told(v, "both players");
    return p == NULL || *p->name == '\0' ? account : visit_print(v, "%s", p->name);
}

const char *session_name_of(struct visit *v, const char *account)
{
    struct store_record record;
    struct who who;
    if (store_get(v->server->store, STORE_ACCOUNT, account, v->now, v->arena, &record, NULL) !=
            LM_OK ||
        record.key == NULL)
        return player_called(v, account);
    (void)role_of(record.value, &who, v->arena);
    return who.name;
}

/* Those of ${scope}, behind the ${*count} that are there. */
static enum lm_status add_devices(struct visit *v, const char *scope, const char *where,
                                  struct rights_device **rows, size_t *count, size_t *capacity)
{
    struct store_record *records;
    size_t found = 0;
    enum lm_status status = store_list(v->server->store, STORE_SESSION, scope, v->now, v->arena,
                                       &records, &found, &v->log);
    if (status != LM_OK || !lm_arena_grow(v->arena, rows, capacity, *count + found, sizeof **rows))
        return status != LM_OK ? status : LM_LIMIT;
    for (size_t i = 0; i < found; i++) {
        struct who who;
        enum role role = role_of(records[i].value, &who, v->arena);
        (*rows)[(*count)++] = (struct rights_device){
            .key = records[i].key,
            .name = who.name,
            .what = visit_print(v, "%s%s%s", visit_told_as(v, role_title(role), NULL),
                                *where == '\0' ? "" : ", ", where),
            .mine = strcmp(records[i].key, v->who.key) == 0};
    }
    return LM_OK;
}

enum lm_status session_devices(struct visit *v, const struct rights_where *wheres,
                               size_t where_count, const struct rights_device **out, size_t *count)
{
    struct rights_device *rows = NULL;
    size_t capacity = 0;
    enum lm_status status = add_devices(v, "", "", &rows, count, &capacity);
    for (size_t i = 0; status == LM_OK && i < where_count; i++)
        status = add_devices(v, wheres[i].scope, wheres[i].label, &rows, count, &capacity);
    *out = rows;
    return status;
}
