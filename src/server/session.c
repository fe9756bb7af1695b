/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sessions begin with a single-use key in an address, which the program printed or a user with the
 * right sent. Users have no passwords to choose, forget or guess. The store holds digests of keys
 * and tokens, so that a copy of it opens nothing.
 */
#include <stdio.h>
#include <string.h>

#include "server/events.h"
#include "server/known.h"
#include "server/pages.h"
#include "server/secrets.h"
#include "server/server.h"

/* Browsers send the cookies of a host to all its ports, so the cookie's name tells servers apart;
 * sessions under the older name continue. */
#define COOKIE     "limmat-"
#define COOKIE_OLD "limmat"

enum { SESSION_SECONDS = 30 * 86400 };

/* Return the digest under which ${token} is stored, in ${arena}; it differs for each ${use}. */
static const char *kept(const char *use, const char *token, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    char digest[SECRETS_DIGEST];
    lm_text_print(&text, "%s %s", use, token);
    secrets_digest(lm_text_string(&text), text.length, digest);
    const char *copy = lm_arena_copy(arena, digest, strlen(digest));
    return copy == NULL || text.failed ? "" : copy;
}

/* Find the value of the cookie ${name} among ${cookies}. */
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

/* Parse ${value}, "ROLE\tACCOUNT\tNAME", of a person, for ${scope}. */
static struct invited read_value(const char *value, const char *scope, struct lm_arena *arena)
{
    size_t role = strcspn(value, "\t"), account = strcspn(value + role + 1, "\t");
    const char *name = lm_arena_copy(arena, value, role);
    struct invited out = {.scope = scope,
                          .name = value + role + account + 2,
                          .account = lm_arena_copy(arena, value + role + 1, account)};
    if (name == NULL || out.account == NULL)
        return (struct invited){ROLE_VISITOR, scope, "", ""};
    out.role = role_named(name);
    return out;
}

const char *session_cookie(struct visit *v, const char *name)
{
    return cookie_of(v->request->cookie, name, v->arena);
}

/* Compute the digest of the session in the cookie ${name}, without an arena; false: no cookie. */
static bool key_of(const char *cookies, const char *name, char digest[SECRETS_DIGEST])
{
    char text[sizeof "session " + SECRETS_TOKEN] = "session ";
    size_t use = strlen(text), length = strlen(name), size;
    for (const char *at = cookies; *at != '\0'; at += size, at += strspn(at, "; ")) {
        size = strcspn(at, ";");
        if (size <= length + 1 || strncmp(at, name, length) != 0 || at[length] != '=')
            continue;
        size_t token = size - length - 1;
        if (token >= SECRETS_TOKEN)
            return false;
        memcpy(text + use, at + length + 1, token);
        secrets_digest(text, use + token, digest);
        return true;
    }
    return false;
}

/* Compute the digests of the browser's sessions: of the server, under the older name, and of the
 * first championships; return their number. */
enum { KEYS_MOST = 8 };

static size_t keys_of(const struct server *s, const struct http_request *request,
                      char digests[KEYS_MOST][SECRETS_DIGEST])
{
    char name[128], own[128];
    size_t count = 0, size;
    int length = snprintf(name, sizeof name, COOKIE "%s", s->node == NULL ? "" : s->node);
    if (length <= 0 || (size_t)length >= sizeof name)
        return key_of(request->cookie, COOKIE_OLD, digests[0]);
    for (const char *at = request->cookie; *at != '\0' && count + 1 < KEYS_MOST;
         at += size, at += strspn(at, "; ")) {
        size = strcspn(at, ";");
        size_t named = strcspn(at, "=;");
        bool ours = strncmp(at, name, (size_t)length) == 0 &&
                    (named == (size_t)length || at[length] == '-') && named < sizeof own;
        if (!ours)
            continue;
        memcpy(own, at, named);
        own[named] = '\0';
        count += key_of(at, own, digests[count]);
    }
    return count + key_of(request->cookie, COOKIE_OLD, digests[count]);
}

bool session_is_claimed(const struct server *s, const struct http_request *request)
{
    char digests[KEYS_MOST][SECRETS_DIGEST];
    return keys_of(s, request, digests) > 0;
}

bool session_is_known(const struct server *s, const struct http_request *request, int64_t now)
{
    char digests[KEYS_MOST][SECRETS_DIGEST];
    size_t count = keys_of(s, request, digests);
    while (count > 0)
        if (known_has(s->known, digests[--count], now))
            return true;
    return false;
}

static const char *cookie_name(struct visit *v)
{
    return visit_print(v, COOKIE "%s", v->server->node);
}

/* Return the cookie's name for the championship ${scope}: a browser can be signed in to several at
 * once. */
static const char *championship_cookie(struct visit *v, const char *scope)
{
    return visit_print(v, "%s-%s", cookie_name(v), scope);
}

/* List the names of the cookies that count at the address of ${v}, in order: of its championship,
 * of the server, under the older name; elsewhere, without a session of the server, of any
 * championship. */
enum { NAMES_MOST = 4 };

static size_t cookie_names(struct visit *v, const char *names[NAMES_MOST])
{
    const char *path = v->request->path, *own = cookie_name(v);
    size_t count = 0, length = strlen(own);
    bool championship = strncmp(path, "/c/", 3) == 0;
    if (championship)
        names[count++] =
            championship_cookie(v, visit_print(v, "%.*s", (int)strcspn(path + 3, "/"), path + 3));
    names[count++] = own;
    names[count++] = COOKIE_OLD;
    for (const char *at = v->request->cookie; !championship && *at != '\0';
         at += strcspn(at, ";"), at += strspn(at, "; "))
        if (strncmp(at, own, length) == 0 && at[length] == '-') {
            names[count++] = visit_print(v, "%.*s", (int)strcspn(at, "=;"), at);
            break;
        }
    return count;
}

/* Find the session of the cookie ${name}. */
static enum lm_status find_by(struct visit *v, const char *name)
{
    struct store_record record;
    const char *token = cookie_of(v->request->cookie, name, v->arena);
    if (token == NULL || *token == '\0')
        return LM_OK;
    const char *key = kept("session", token, v->arena);
    enum lm_status status =
        store_get(v->server->store, STORE_SESSION, key, v->now, v->arena, &record, &v->log);
    if (status != LM_OK || record.key == NULL)
        return status;
    const struct invited found = read_value(record.value, record.scope, v->arena);
    v->who = (struct who){found.name, found.account, key, kept("form", token, v->arena)};
    rights_give(v, found.role, found.scope);
    if (found.role > ROLE_PLAYER) /* where entries are open, any visitor can become a player */
        known_add(v->server->known, key, v->now);
    return LM_OK;
}

enum lm_status session_find(struct visit *v)
{
    const char *names[NAMES_MOST];
    size_t count = cookie_names(v, names);
    enum lm_status status = LM_OK;
    v->who = (struct who){"", "", "", ""};
    for (size_t i = 0; i < count && status == LM_OK && *v->who.key == '\0'; i++)
        status = find_by(v, names[i]);
    return status;
}

static enum lm_status put(struct server *s, enum store_kind kind, const char *key,
                          const struct invited *who, int64_t until, struct lm_arena *arena,
                          struct lm_log *log)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s\t%s\t%s", role_name(who->role), who->account, who->name);
    if (text.failed || *key == '\0')
        return LM_LIMIT;
    struct store_record record = {key, who->scope, lm_text_string(&text), until};
    return store_put(s->store, kind, &record, log);
}

/* Delete unused keys for administrators of ${scope}, which were left on a screen or in a log. */
static enum lm_status cancel_unused(struct server *s, const char *scope, struct lm_arena *arena,
                                    struct lm_log *log)
{
    struct store_record *records;
    size_t count = 0;
    enum lm_status status =
        store_list(s->store, STORE_INVITATION, scope, 0, arena, &records, &count, log);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (read_value(records[i].value, scope, arena).role == ROLE_ADMINISTRATOR)
            status = store_remove(s->store, STORE_INVITATION, records[i].key, log);
    return status;
}

enum lm_status session_invite(struct server *s, const struct invited *whom, int64_t until,
                              struct lm_arena *arena, struct lm_log *log, const char **address)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s/key/%s", s->url, token);
    enum lm_status status =
        whom->role == ROLE_ADMINISTRATOR ? cancel_unused(s, whom->scope, arena, log) : LM_OK;
    if (status == LM_OK)
        status =
            put(s, STORE_INVITATION, kept("invitation", token, arena), whom, until, arena, log);
    *address = lm_text_string(&text);
    return status == LM_OK ? lm_text_status(&text) : status;
}

enum lm_status session_invitation(struct visit *v, const char *key, struct invited *whom)
{
    struct store_record record;
    *whom = (struct invited){ROLE_VISITOR, "", "", ""};
    enum lm_status status =
        store_get(v->server->store, STORE_INVITATION, kept("invitation", key, v->arena), v->now,
                  v->arena, &record, &v->log);
    if (status == LM_OK && record.key != NULL)
        *whom = read_value(record.value, "", v->arena);
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
        return visit_refuse(v, 403, "This link has been used or has expired. Ask for a new one");
    struct invited who = read_value(record.value, record.scope, v->arena);
    char account[SECRETS_TOKEN];
    secrets_token(account);
    account[10] = '\0';
    if (*who.account == '\0') { /* otherwise it is for an existing account */
        who.account = account;
        who.name = *name == '\0' ? role_title(who.role) : name;
    }
    return session_begin_as(v, &who);
}

enum lm_status session_begin_as(struct visit *v, const struct invited *whom)
{
    char token[SECRETS_TOKEN];
    secrets_token(token);
    enum lm_status status =
        put(v->server, STORE_ACCOUNT, whom->account, whom, 0, v->arena, &v->log);
    if (status == LM_OK)
        status = put(v->server, STORE_SESSION, kept("session", token, v->arena), whom,
                     v->now + SESSION_SECONDS, v->arena, &v->log);
    if (status != LM_OK)
        return status;
    v->who = (struct who){whom->name, visit_print(v, "%s", whom->account), "", ""};
    rights_give(v, whom->role, whom->scope);
    bool championship = whom->role == ROLE_PLAYER || whom->role == ROLE_DIRECTOR;
    v->reply->cookie =
        visit_print(v, "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s",
                    championship ? championship_cookie(v, whom->scope) : cookie_name(v), token,
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
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (strcmp(read_value(records[i].value, scope, v->arena).account, account) == 0)
            status = store_remove(v->server->store, kind, records[i].key, &v->log);
    return status;
}

enum lm_status session_end_account(struct visit *v, const char *scope, const char *account)
{
    known_forget(v->server->known);
    enum lm_status status = end_all(v, STORE_SESSION, scope, account);
    return status == LM_OK ? end_all(v, STORE_INVITATION, scope, account) : status;
}

enum lm_status session_end(struct visit *v)
{
    const char *names[NAMES_MOST], *used = COOKIE_OLD;
    size_t count = cookie_names(v, names);
    known_forget(v->server->known);
    for (size_t i = count; i-- > 0;) {
        const char *token = cookie_of(v->request->cookie, names[i], v->arena);
        if (token != NULL && strcmp(kept("session", token, v->arena), v->who.key) == 0)
            used = names[i];
    }
    v->reply->cookie = visit_print(v, "%s=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict", used);
    return store_remove(v->server->store, STORE_SESSION, v->who.key, &v->log);
}

/* Return the name of a player's account, which is their person id in the event. */
static const char *player_called(struct visit *v, const char *account)
{
    const struct lm_desk_person *p =
        v->event == NULL ? NULL : lm_desk_person(v->event->desk, account);
    if (strcmp(account, "players") == 0)
        return visit_message(v, "both players");
    return p == NULL || *p->name == '\0' ? account : visit_print(v, "%s", p->name);
}

const char *session_name_of(struct visit *v, const char *account)
{
    struct store_record record;
    if (store_get(v->server->store, STORE_ACCOUNT, account, v->now, v->arena, &record, NULL) !=
            LM_OK ||
        record.key == NULL)
        return player_called(v, account);
    return read_value(record.value, "", v->arena).name;
}

/* Append the devices of ${scope} to the ${*count} rows. */
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
        const struct invited who = read_value(records[i].value, scope, v->arena);
        if (who.role == ROLE_PLAYER || who.role == ROLE_DIRECTOR)
            continue; /* of the championship of that name */
        (*rows)[(*count)++] = (struct rights_device){
            .key = records[i].key,
            .name = who.name,
            .what = visit_print(v, "%s%s%s", visit_message_as(v, role_title(who.role), NULL),
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
    enum lm_status status =
        rights_cover(v, "") ? add_devices(v, "", "", &rows, count, &capacity) : LM_OK;
    for (size_t i = 0; status == LM_OK && i < where_count; i++)
        if (rights_cover(v, wheres[i].scope))
            status = add_devices(v, wheres[i].scope, wheres[i].label, &rows, count, &capacity);
    *out = rows;
    return status;
}

enum lm_status session_own(struct visit *v, struct session_row **out, size_t *count)
{
    struct store_record *records;
    const char *scope = rights_championship(v);
    size_t found = 0;
    enum lm_status status = store_list(v->server->store, STORE_SESSION, scope, v->now, v->arena,
                                       &records, &found, &v->log);
    *count = 0;
    *out = status == LM_OK ? lm_arena_alloc(v->arena, found, sizeof **out) : NULL;
    if (*out == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < found; i++)
        if (strcmp(read_value(records[i].value, scope, v->arena).account, v->who.account) == 0)
            (*out)[(*count)++] =
                (struct session_row){.key = records[i].key,
                                     .since = records[i].until - SESSION_SECONDS,
                                     .mine = strcmp(records[i].key, v->who.key) == 0};
    return LM_OK;
}

enum lm_status session_revoke(struct visit *v, const char *key)
{
    struct session_row *rows;
    size_t count;
    enum lm_status status = session_own(v, &rows, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (strcmp(rows[i].key, key) == 0) {
            known_forget(v->server->known);
            return store_remove(v->server->store, STORE_SESSION, key, &v->log);
        }
    return status == LM_OK ? visit_refuse(v, 422, "This sign-in has ended already") : status;
}
