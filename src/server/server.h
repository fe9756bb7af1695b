/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SERVER_H
#define LIMMAT_SERVER_SERVER_H

/*
 * The server: one table of handlers says what there is.  Routing, rights, tokens against forged
 * forms, the reading of forms, limits, the description for programs (/openapi.json) and the attacks
 * of the tests are made from its rows; a handler turns a visit into an event of the desk, or into a
 * page, and nothing else.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "limmat/told.h"
#include "limmat/words.h"
#include "os/files.h"
#include "server/form.h"
#include "server/http.h"
#include "server/rights.h"
#include "site/hole.h"
#include "store/store.h"

/* Who is there. */
struct who {
    const char *name;    /* as he gave it; "" for visitors */
    const char *account; /* what stands for him in journals, for ever */
    const char *key;     /* of his session in the store; "" without */
    const char *token;   /* what his forms must carry */
};

/* Who is invited: ${name} and ${account} may be "". */
struct invited {
    enum role role;
    const char *scope; /* the only event, section or championship he may touch; "" for all */
    const char *name, *account;
};

enum { VISIT_PARTS = 4 };

struct cache;
struct damage;
struct championship;
struct championships;
struct directory;
struct errands;
struct event;
struct handler;
struct known;
struct link;
struct lists;
struct logbook;
struct office;
struct outbox;
struct publications;
struct quota;
struct server;
struct submissions;
struct tls;

struct visit {
    struct server *server;
    const struct handler *handler;
    const struct http_request *request;
    struct http_reply *reply;
    struct lm_arena *arena;
    const char *parts[VISIT_PARTS]; /* what stands for the ":names" of the pattern */
    struct form form;
    struct who who;
    const struct grant *grant; /* of rights.c: what the account was given, wherever it is */
    rights_set rights;         /* what is left of that at this address */
    const struct lm_language *language; /* of whoever looks */
    struct event *event; /* where the pattern begins with /e/:event; locked for the visit */
    struct championship *championship; /* likewise with /c/:championship */
    const struct event *clock_of;      /* whose clocks ${zone} has; NULL: those of the server */
    const struct os_zone *zone;
    const char *of; /* the title of the event or championship one was refused something in; NULL */
    const char *of_at; /* its address */
    bool fresh; /* what other servers of the same store have taken is to be seen, all of it */
    struct lm_log log;
    int64_t now;     /* seconds, UTC */
    uint64_t number; /* of the last line of what was taken */
    bool answered;   /* the body says why it was not done */
};

/* A row; a table is ended by one without pattern. */
struct handler {
    bool post;           /* changes something; else it only looks */
    const char *pattern; /* "/e/:event/log"; ':' begins a name that stands for any one part */
    enum right right;
    const struct form_field *fields; /* of the form, or of the query; NULL: none */
    const char *summary;             /* for people who write programs */
    /* LM_OK, or why not with the sentence in ${visit->log}: it becomes a page with a status. */
    enum lm_status (*run)(struct visit *visit);
    bool open; /* a POST without a session: the key that it carries is its right; a GET whose page
                  depends on more than the journal, and is never kept */
};

/* Rows that are open, and what is asked before a large body is read for them: whether its sender
 * may send it.  Ended by one without pattern. */
struct guard {
    const char *pattern; /* of the handler */
    enum lm_status (*may)(struct visit *visit);
};

/* Settings of the program, and what handlers share. */
struct server {
    struct store *store;
    const char *where;     /* the store is */
    struct damage *damage; /* what of it is damaged */
    struct http *http;
    struct events *events;
    struct championships *championships;
    struct outbox *outbox;             /* NULL: no reminders go out */
    const char *webhooks;              /* how addresses begin to which reminders go; NULL: none */
    struct follow *follow;             /* who is told of pairings; NULL: nobody */
    const char *push, *push_service;   /* who answers for it; one more service; NULL: none */
    struct errands *errands;           /* what is asked of other servers meanwhile */
    struct os_stop *stop;              /* told when it ends: nobody waits for others then */
    const char *lichess;               /* where Lichess is: "https://lichess.org" */
    struct cache *cache;               /* NULL: nothing is kept */
    struct publications *publications; /* what public pages are made of */
    struct lists *lists;               /* people by their names: the rating list, kept fresh */
    struct office *office;             /* rating lists and their office; NULL: none */
    struct directory *directory;       /* what is public, to be searched */
    struct submissions *submissions;   /* tournaments that were sent in; NULL: none is taken */
    struct quota *quota;               /* how many, by whom */
    struct quota *card_quota;          /* what is asked by one player's card */
    struct quota *mail_quota;          /* mails to one address that strangers ask for */
    struct quota *find_quota;          /* searches of the rating list by strangers */
    struct known *known;               /* sessions that have priority */
    const char *folder;                /* of the data */
    const char *proxy;                 /* whose X-Forwarded-For counts; "": nobody's */
    const char *host;                  /* a name by which it is reached; "": addresses only */
    const char *url;                   /* where it is reached: "http://192.168.1.7:8080" */
    const char *node, *node_name;      /* of this machine, among those that run events */
    struct link *link;                 /* to a public server; NULL: there is none */
    const struct tls *tls;             /* NULL: what goes over the network is not encrypted by us */
    size_t awake_most;                 /* events in memory; 0: the default */
    bool secure;                       /* cookies go over TLS only */
    struct logbook *log;               /* NULL: quiet */
    int64_t began;
    atomic_ullong counts[6]; /* replies by hundreds of their status; [0] all */
};

/* Answer one request: the callback of http.h; ${context} is the struct server. */
void server_answer(void *context, const struct http_request *request, struct http_reply *reply);

/* Answer with a page that is kept, if there is one: the callback ${at_once}, likewise. */
bool server_at_once(void *context, const struct http_request *request, struct http_reply *reply);

/* The callbacks ${judge}, ${admit}, ${is_desk} and ${client}, likewise. */
int server_judge(void *context, const struct http_request *request, size_t *most);
int server_admit(void *context, const struct http_request *request, struct lm_arena *arena);
bool server_is_desk(void *context, const struct http_request *request);
const char *server_client(void *context, const struct http_request *request);

/* Log it; likewise. */
void server_note(void *context, const struct http_request *request, const struct http_reply *reply,
                 size_t bytes, double milliseconds);
/* The callback ${remark}, likewise. */
void server_remark(void *context, const char *text);

/* Which language ${request} asks for: the one that was chosen (a cookie), else the first of
 * Accept-Language that there is, else English. */
const struct lm_language *language_wanted(const struct http_request *request);

/* "" for English, else ".de": behind the name of a public page in the language of the visit. */
const char *language_suffix(struct visit *v);

/* Lead to ${path}, in the language of the page that is called ${page} ("index.de.html"), which the
 * reader keeps. */
enum lm_status language_follow(struct visit *v, const char *page, const char *path);

/* --- for handlers */

/* The words of ${key}; the sentence of ${key} with its values, or with one: for who looks. */
const char *visit_word(const struct visit *v, const char *key);
const char *visit_say(struct visit *v, const char *key, const struct lm_value *values,
                      size_t count);
const char *visit_say_of(struct visit *v, const char *key, struct lm_value value);

/* ${english}, which the desk says of its acts and their fields, in the language of ${v}; as it is,
 * where that language has no words for it. */
const char *visit_said(struct visit *v, const char *english);

/* The English sentence that printf makes, in the language of ${v} (limmat/told.h); and one that was
 * made before, ${said} telling of what (NULL: it is whole). */
const char *visit_told(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);
const char *visit_told_as(struct visit *v, const char *english, const struct lm_told *said);

/* May who visits do it here? */
static inline bool visit_may(const struct visit *v, enum right right)
{
    return (v->rights >> right & 1) != 0;
}

/* The value of the field ${at} of the handler's table. */
static inline const struct form_value *value(const struct visit *v, size_t at)
{
    return &v->form.values[at];
}

/* Go on at an address that printf makes; of a form that was answered (303). */
enum lm_status visit_go(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);

/* Refuse with ${status} of HTTP and a sentence; the status for the handler to return. */
enum lm_status visit_refuse(struct visit *v, int status, const char *format, ...) LM_PRINTF(3, 4);
/* The same with a sentence that was made before. */
enum lm_status visit_refuse_as(struct visit *v, int status, const char *english,
                               const struct lm_told *said);

/* ${text} as it may stand within an address. */
const char *visit_escaped(struct visit *v, const char *text);

/* printf into the arena of the visit. */
const char *visit_print(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);

/* --- sessions (session.c) */

/* Does the cookie of ${request} belong to a session that was found valid a short while ago, and is
 * no player's?  Waits for nothing. */
bool session_is_known(const struct server *s, const struct http_request *request, int64_t now);
/* Has ${request} any such cookie? */
bool session_is_claimed(const struct server *s, const struct http_request *request);

/* Find out who sent the request.  LM_IO when the store cannot say. */
LM_MUST_CHECK enum lm_status session_find(struct visit *v);

/* The value of a cookie beside the session's; NULL: the browser sends none. */
const char *session_cookie(struct visit *v, const char *name);

/* A key that makes one browser ${whom}, good until then.  Its address goes to ${*address}.  One for
 * an administrator takes the place of those for the same scope that nobody has used. */
LM_MUST_CHECK enum lm_status session_invite(struct server *s, const struct invited *whom,
                                            int64_t until, struct lm_arena *arena,
                                            struct lm_log *log, const char **address);

/* Begin a session of ${whom} without an invitation: of who has just entered himself. */
LM_MUST_CHECK enum lm_status session_begin_as(struct visit *v, const struct invited *whom);

/* End every session and invitation of ${account} in ${scope}. */
/* Where the account of ${v} is signed in to its championship. */
struct session_row {
    const char *key; /* its digest */
    int64_t since;
    bool mine; /* of this browser */
};
LM_MUST_CHECK enum lm_status session_own(struct visit *v, struct session_row **out, size_t *count);
LM_MUST_CHECK enum lm_status session_revoke(struct visit *v, const char *key);

LM_MUST_CHECK enum lm_status session_end_account(struct visit *v, const char *scope,
                                                 const char *account);

/* Whom the invitation of ${key} is for, without the scope (ROLE_VISITOR: there is none, any more).
 */
LM_MUST_CHECK enum lm_status session_invitation(struct visit *v, const char *key,
                                                struct invited *whom);

/* The name of the account ${account}; the account itself when it is not known. */
const char *session_name_of(struct visit *v, const char *account);

/* Take the invitation and begin a session: ${v->who} says whose. */
LM_MUST_CHECK enum lm_status session_begin(struct visit *v, const char *key, const char *name);
LM_MUST_CHECK enum lm_status session_end(struct visit *v);

#endif
