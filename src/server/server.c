/* SPDX-License-Identifier: Apache-2.0 */
/* Requests: finding the handler, checks before it, and the common parts of all answers. */
#include "server/server.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/json.h"
#include "os/clock.h"
#include "server/cache.h"
#include "server/championships.h"
#include "server/damage.h"
#include "server/handlers.h"
#include "server/logbook.h"
#include "server/secrets.h"
#include "server/service.h"
#include "server/templates.h"

/* --- texts for handlers */

const char *visit_print(struct visit *v, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const char *text = lm_vprinted(v->arena, format, arguments);
    va_end(arguments);
    return text;
}

enum lm_status visit_go(struct visit *v, const char *format, ...)
{
    struct lm_text text = lm_text_in(v->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    v->reply->status = 303;
    v->reply->location = lm_text_string(&text);
    return lm_text_status(&text);
}

enum lm_status visit_refuse(struct visit *v, int status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    enum lm_status answer =
        lm_log_vadd(&v->log, LM_ERROR, (struct lm_place){0}, NULL, format, arguments);
    va_end(arguments);
    v->reply->status = status;
    return answer;
}

enum lm_status visit_refuse_as(struct visit *v, int status, const char *english,
                               const struct lm_message *message)
{
    enum lm_status answer = visit_refuse(v, status, "%s", english);
    if (message != NULL && v->log.count > 0)
        v->log.all[v->log.count - 1].message = message;
    return answer;
}

/* --- finding the handler */

/* Does ${path} match ${pattern}? Put the parts for its names into ${v}. */
static bool matches(struct visit *v, const char *pattern, const char *path)
{
    size_t part = 0;
    while (*pattern != '\0' && *path != '\0') {
        if (*pattern != ':') {
            if (*pattern++ != *path++)
                return false;
            continue;
        }
        size_t size = strcspn(path, "/");
        pattern += strcspn(pattern, "/");
        v->parts[part] = form_decode(path, size, false, v->arena);
        if (size == 0 || size > 200 || v->parts[part++] == NULL)
            return false;
        path += size;
    }
    return *pattern == '\0' && *path == '\0';
}

/* The first matching row answers: "/ratings/event/KEY" of organisers before a player's list. */
const struct handler *const handler_tables[] = {server_handlers,
                                                cards_handlers,
                                                norms_handlers,
                                                standings_handlers,
                                                event_handlers,
                                                people_handlers,
                                                round_handlers,
                                                new_handlers,
                                                overview_handlers,
                                                paper_handlers,
                                                public_handlers,
                                                board_handlers,
                                                settings_handlers,
                                                schedule_handlers,
                                                edit_handlers,
                                                number_handlers,
                                                list_handlers,
                                                language_handlers,
                                                prizes_handlers,
                                                preview_handlers,
                                                act_handlers,
                                                submit_handlers,
                                                recover_handlers,
                                                results_handlers,
                                                moderation_handlers,
                                                championship_handlers,
                                                calendar_handlers,
                                                deed_handlers,
                                                director_handlers,
                                                match_handlers,
                                                outbox_handlers,
                                                entrant_handlers,
                                                lichess_handlers,
                                                letter_handlers,
                                                definition_handlers,
                                                sign_in_handlers,
                                                championship_files,
                                                machine_handlers,
                                                card_handlers,
                                                kiosk_handlers,
                                                rating_handlers,
                                                follow_handlers,
                                                announcement_handlers,
                                                entry_handlers,
                                                payment_handlers,
                                                arrival_handlers,
                                                organiser_handlers,
                                                closing_handlers,
                                                rating_list_handlers,
                                                office_handlers,
                                                office_list_handlers,
                                                office_people_handlers,
                                                section_report_handlers,
                                                office_fee_handlers,
                                                office_compare_handlers,
                                                NULL};

const struct handler *const put_tables[] = {put_handlers, sync_handlers, NULL};

/* Find the handler of the request; NULL: 404, or 405 if there is one for the other method. */
static const struct handler *route(struct visit *v, int *status)
{
    *status = 404;
    for (size_t table = 0; v->request->put && put_tables[table] != NULL; table++)
        for (const struct handler *h = put_tables[table]; h->pattern != NULL; h++)
            if (matches(v, h->pattern, v->request->path))
                return h;
    for (size_t table = 0; handler_tables[table] != NULL; table++)
        for (const struct handler *h = handler_tables[table]; h->pattern != NULL; h++) {
            if (!matches(v, h->pattern, v->request->path))
                continue;
            if (h->post == v->request->post && !v->request->put)
                return h;
            *status = 405;
        }
    return NULL;
}

/* --- checks before a handler runs */

/* Is ${host} ours: an address, localhost, or the server's own name? A foreign name whose DNS points
 * to us must not let its pages read data of the hall's network. */
static bool is_our_host(const struct server *s, const char *host)
{
    size_t length = strcspn(host, ":");
    if (*host == '[' || strspn(host, "0123456789.") == length)
        return length > 0;
    return (length == 9 && strncmp(host, "localhost", 9) == 0) ||
           (*s->host != '\0' && strncmp(host, s->host, length) == 0 && s->host[length] == '\0');
}

static bool is_our_origin(const struct http_request *request)
{
    const char *at = strstr(request->origin, "://");
    return *request->origin == '\0' || (at != NULL && strcmp(at + 3, request->host) == 0);
}

static enum lm_status check_right(struct visit *v)
{
    const enum right right = v->handler->right;
    if (v->handler->open || visit_may(v, right))
        return LM_OK;
    if (*v->who.key == '\0' && right >= RIGHT_PLAY && right <= RIGHT_DIRECT)
        return visit_refuse(v, 403,
                            "Only players and directors of the championship can see this. Open "
                            "your link, or ask a director for one");
    if (*v->who.key == '\0')
        return visit_refuse(v, 403,
                            "Only arbiters can see this. Open the link that the program printed, "
                            "or ask for an invitation");
    if (rights_elsewhere(v, right))
        return visit_refuse(v, 403,
                            "Your invitation doesn’t cover this. Ask an administrator for one "
                            "that does");
    return visit_refuse(v, 403, "The role \"%s\" doesn’t allow this. Ask the chief arbiter",
                        rights_text(v));
}

/* Return the page that has the form of ${h}, and shows values of the same fields; NULL: none. */
static const struct handler *form_of(const struct handler *h)
{
    for (size_t table = 0; handler_tables[table] != NULL; table++)
        for (const struct handler *other = handler_tables[table]; other->pattern != NULL; other++)
            if (!other->post && h->fields != NULL && other->fields == h->fields &&
                other->right == h->right && other->open == h->open &&
                strcmp(other->pattern, h->pattern) == 0)
                return other;
    return NULL;
}

/* Refuse the form for its trouble.  The page of the form marks the field that is wrong, with all
 * that was typed, if it can. */
static enum lm_status refuse_form(struct visit *v)
{
    const struct handler *form = v->handler->post ? form_of(v->handler) : NULL;
    if (v->form.wrong == NULL || form == NULL)
        return visit_refuse_as(v, 400, v->form.trouble->text, v->form.trouble);
    v->handler = form;
    v->reply->status = 422;
    return LM_OK;
}

static enum lm_status check_form(struct visit *v)
{
    const struct handler *h = v->handler;
    const struct http_request *r = v->request;
    if (!h->post) {
        form_read_query(&v->form, r->query, h->fields, v->arena);
    } else {
        if (!is_our_origin(r))
            return visit_refuse(v, 403, "This form comes from another site");
        if (r->put)
            return LM_OK; /* its body is the file; browsers cannot send one across sites */
        form_read(&v->form, r->type, r->body, r->length, h->fields, v->arena);
        if (!h->open && !secrets_equal(v->form.token, v->who.token))
            return visit_refuse(v, 403, "This form has expired. Reload the page and send it again");
    }
    return v->form.trouble == NULL ? LM_OK : refuse_form(v);
}

/* Make a visit whose user is not known yet. */
static struct visit visit_of(struct server *server, const struct http_request *request,
                             struct http_reply *reply)
{
    return (struct visit){.server = server,
                          .request = request,
                          .reply = reply,
                          .arena = reply->arena,
                          .log = {.arena = reply->arena},
                          .now = os_now_seconds(),
                          .language = language_wanted(request),
                          .who = {"", "", "", ""}};
}

static int status_of(const struct visit *v, enum lm_status status)
{
    if (v->reply->status >= 400)
        return v->reply->status;
    switch (status) {
    case LM_INVALID:
    case LM_NO_PAIRING:
        return 422;
    case LM_DIFFERENT:
        return 409;
    case LM_LIMIT:
        return 413;
    case LM_IO:
        return 503;
    default:
        return 500;
    }
}

/* --- bodies, before they are read */

enum {
    ASKED_ABOUT = 64 << 10, /* bytes that are read before the right is checked in the store */
    FORM_ROOM = 1 << 20     /* for names, tokens and ids, beyond the limits of the fields */
};

/* Return the limit in bytes for the body of ${h}, with every byte of a field written as "%XX". */
static size_t body_most(const struct handler *h, bool put)
{
    size_t most = FORM_ROOM;
    for (const struct form_field *f = h->fields; f != NULL && f->name != NULL; f++)
        if (f->kind == FORM_LARGE)
            return FORM_ROOM + (size_t)f->high;
        else if (f->kind != FORM_NUMBER && f->high > 0)
            most += f->high < HTTP_BODY_MAX ? (size_t)f->high * 3 : HTTP_BODY_MAX;
    return put || most > HTTP_BODY_MAX ? HTTP_BODY_MAX : most;
}

/* Return the check before a body is read for ${h}; NULL: only its right. */
static const struct guard *guard_of(const struct handler *h)
{
    const struct guard *const tables[] = {submit_guards, sync_guards};
    for (size_t i = 0; h->open && i < sizeof tables / sizeof *tables; i++)
        for (const struct guard *g = tables[i]; g->pattern != NULL; g++)
            if (strcmp(g->pattern, h->pattern) == 0)
                return g;
    return NULL;
}

/* Find the handler of ${v}, or the status of its absence. */
static const struct handler *find_handler(struct visit *v, int *refused)
{
    *refused = 421;
    return is_our_host(v->server, v->request->host) ? route(v, refused) : NULL;
}

int server_judge(void *context, const struct http_request *request, size_t *most)
{
    struct lm_arena *arena;
    int refused = 0;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return 503;
    struct http_reply none = {.arena = arena};
    struct visit v = visit_of(context, request, &none);
    const struct handler *h = find_handler(&v, &refused);
    if (h != NULL) {
        v.handler = h;
        rights_settle(&v);
        bool stranger =
            !h->open && !visit_may(&v, h->right) && !session_is_claimed(v.server, request);
        bool asked = request->length > ASKED_ABOUT && (!h->open || guard_of(h) != NULL);
        *most = body_most(h, request->put);
        refused = stranger ? 403 : request->length > *most ? 413 : asked ? HTTP_ASK : 0;
    }
    lm_arena_free(arena);
    return refused;
}

/* Has the sender of ${v} the right to send the body? */
static enum lm_status may_send(struct visit *v)
{
    enum lm_status status = session_find(v);
    rights_settle(v);
    if (status == LM_OK)
        status = check_right(v);
    const struct guard *guard = guard_of(v->handler);
    return status == LM_OK && guard != NULL ? guard->may(v) : status;
}

int server_admit(void *context, const struct http_request *request, struct lm_arena *arena)
{
    struct http_reply reply = {.arena = arena, .status = 200, .body = lm_text_in(arena)};
    struct visit v = visit_of(context, request, &reply);
    int refused;
    if ((v.handler = find_handler(&v, &refused)) == NULL)
        return refused;
    enum lm_status status = may_send(&v);
    return status == LM_OK ? 0 : status_of(&v, status);
}

/* Explain why the body was not read: because of a missing right, else with the loop's reason. */
static enum lm_status refuse_unread(struct visit *v)
{
    enum lm_status status = may_send(v);
    if (status != LM_OK)
        return status;
    switch (v->request->refused) {
    case 413:
        return visit_refuse(v, 413, "This is too large: at most %zu kB can be sent here.",
                            body_most(v->handler, v->request->put) >> 10);
    case 503:
        return visit_refuse(v, 503,
                            "The server has too much to read just now. Try again in a minute.");
    default:
        return visit_refuse(v, v->request->refused,
                            "What was sent could not be read. Send it again.");
    }
}

bool server_is_desk(void *context, const struct http_request *request)
{
    return session_is_known(context, request, os_now_seconds());
}

const char *server_client(void *context, const struct http_request *request)
{
    const struct server *s = context;
    const char *peer = request->peer;
    bool near = strcmp(peer, "127.0.0.1") == 0 || strcmp(peer, "::1") == 0;
    bool proxy = *s->proxy != '\0' ? strcmp(s->proxy, peer) == 0 : near && *s->host != '\0';
    return proxy && *request->forwarded != '\0' ? request->forwarded : peer;
}

static enum lm_status run(struct visit *v)
{
    enum lm_status status = session_find(v);
    rights_settle(v);
    if (status == LM_OK)
        status = check_right(v);
    if (status == LM_OK)
        status = damage_refuse(v);
    if (status == LM_OK)
        status = check_form(v);
    if (status != LM_OK)
        return status;
    const struct handler *h = v->handler;
    v->fresh = v->request->post || *v->who.key != '\0';
    bool keep = cache_may_keep(v), event = strncmp(h->pattern, "/e/:", 4) == 0;
    bool championship = strncmp(h->pattern, "/c/:", 4) == 0;
    if (keep && cache_find(v))
        return LM_OK;
    if (event)
        status = event_take(v, v->parts[0]);
    if (championship)
        status = championship_take(v, v->parts[0]);
    if (status == LM_OK)
        status = h->run(v);
    if (event)
        event_give(v);
    if (championship && v->championship != NULL && status != LM_OK)
        v->of = championship_title(v);
    if (championship)
        championship_give(v);
    if (keep && status == LM_OK)
        cache_keep(v);
    return status;
}

/* --- refusals */

struct site_url visit_back(struct visit *v)
{
    const char *host = v->request->host, *at = strstr(v->request->referer, "://");
    size_t length = strlen(host);
    if (!v->request->post || at == NULL || length == 0 || strncmp(at + 3, host, length) != 0 ||
        at[3 + length] != '/' || at[4 + length] == '/' || at[4 + length] == '\\')
        return (struct site_url){NULL};
    return site_local(v->arena, "%s", at + 3 + length);
}

static void write_refusal(struct visit *v, enum lm_status status)
{
    struct refusal_page page = {.status = status_of(v, status)};
    struct http_reply *reply = v->reply;
    page.missing = page.status == 404 && !v->request->post && !v->request->put;
    page.search = site_local(v->arena, "/results");
    page.back = visit_back(v);
    for (size_t i = 0; i < v->log.count; i++) {
        struct lm_diagnostic *d = &v->log.all[i];
        d->what = visit_line(v, d->what, d->message);
        d->remedy =
            d->remedy == NULL ? NULL : visit_capital(v, visit_message_as(v, d->remedy, NULL));
    }
    page.reasons = v->log.all;
    page.reason_count = v->log.count;
    /* A single reason is the heading, and is not repeated below it. */
    const char *title =
        visit_word(v, page.missing ? LM_KEY("results.not-found") : LM_KEY("desk.not-possible"));
    if (v->log.count == 1 && v->log.all[0].value == NULL) {
        title = v->log.all[0].what;
        v->log.all[0].what = "";
        page.reason_count = v->log.all[0].remedy != NULL;
    }
    page.head = head_of(v, title);
    if (v->of != NULL) {
        page.head.event = v->of;
        page.head.home = v->of_at == NULL ? site_local(v->arena, "/c/%s", v->parts[0])
                                          : site_local(v->arena, "%s", v->of_at);
    }
    reply->status = page.status;
    reply->location = NULL;
    reply->bytes = NULL;
    reply->type = "text/html; charset=utf-8";
    reply->body = lm_text_in(v->arena);
    page_desk_refusal(&reply->body, v->language, &page);
}

const char *visit_escaped(struct visit *v, const char *text)
{
    struct lm_text out = lm_text_in(v->arena);
    lm_text_add_escaped(&out, text, "");
    return lm_text_string(&out);
}

void server_answer(void *context, const struct http_request *request, struct http_reply *reply)
{
    struct visit v = visit_of(context, request, reply);
    enum lm_status status;
    int refused = 404;
    if (!is_our_host(v.server, request->host))
        status = visit_refuse(&v, 421, "No site of this name found");
    else if ((v.handler = route(&v, &refused)) == NULL)
        status = visit_refuse(&v, refused, "Page not found");
    else if (request->refused != 0)
        status = refuse_unread(&v);
    else
        status = run(&v);
    if (status != LM_OK && !v.answered)
        write_refusal(&v, status);
}

bool server_at_once(void *context, const struct http_request *request, struct http_reply *reply)
{
    struct visit v = visit_of(context, request, reply);
    int refused;
    if (request->post || request->put || *request->cookie != '\0' ||
        !is_our_host(v.server, request->host))
        return false;
    return cache_find_kept(&v) ||
           ((v.handler = route(&v, &refused)) != NULL && cache_may_keep(&v) && cache_find(&v));
}

/* Return how much of ${path} is logged. Many people can read a log, so a path that can hold a
 * secret is left out, even if it was mistyped. */
static size_t noted(const char *path, int status)
{
    enum { LONGEST = 1500, WORD = 20 };
    size_t length = strlen(path), first = 1 + strcspn(path + (length > 0), "/");
    if (strstr(path, "/key/") != NULL || strstr(path, "/s/") != NULL ||
        strstr(path, "/entry/") != NULL || strstr(path, "/event/") != NULL ||
        strncmp(path, "/card/", 6) == 0 || strncmp(path, "/link/", 6) == 0 ||
        strncmp(path, "/follow/", 8) == 0 || strpbrk(path, "\"\\") != NULL)
        return 0;
    if (status == 404 || status == 405)
        return first > length ? length : first > WORD ? 0 : first;
    return length < LONGEST ? length : LONGEST;
}

void server_remark(void *context, const char *text)
{
    struct server *s = context;
    char line[512];
    if (s->log == NULL)
        return;
    int length = snprintf(line, sizeof line, "{\"at\":%lld,\"remark\":\"%.400s\"}\n",
                          (long long)os_now_seconds(), text);
    logbook_add(s->log, line, (size_t)length);
}

void server_note(void *context, const struct http_request *request, const struct http_reply *reply,
                 size_t bytes, double milliseconds)
{
    enum { PEER_MOST = 100, PATH_MOST = 1500 };
    struct server *s = context;
    int status = reply->status;
    atomic_fetch_add(&s->counts[0], 1);
    atomic_fetch_add(&s->counts[status / 100 < 6 ? status / 100 : 5], 1);
    if (s->log == NULL)
        return;
    size_t shown = noted(request->path, status);
    struct lm_text line = lm_text_in(reply->arena);
    lm_text_print(&line, "{\"at\":%lld,\"peer\":\"", (long long)os_now_seconds());
    logbook_printable(&line, request->peer, PEER_MOST);
    lm_text_print(&line, "\",\"method\":\"%s\",\"path\":\"",
                  request->put    ? "PUT"
                  : request->post ? "POST"
                                  : "GET");
    logbook_printable(&line, request->path, request->path[shown] == '\0' ? PATH_MOST : shown);
    lm_text_print(&line, "\",\"status\":%d,\"bytes\":%zu,\"ms\":%.1f}\n", status, bytes,
                  milliseconds);
    if (!line.failed)
        logbook_add(s->log, lm_text_string(&line), line.length);
}
