/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SERVER_H
#define LIMMAT_SERVER_SERVER_H

/*
 * The server: one table of handlers defines every address. Routing, rights, tokens against forged
 * forms, the parsing of forms, limits, the description for programs (/openapi.json) and the attacks
 * of the tests are made from its rows. A handler only turns a visit into an act of the desk or into
 * a page.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/message.h"
#include "limmat/status.h"
#include "limmat/words.h"
#include "os/files.h"
#include "server/form.h"
#include "server/http.h"
#include "server/rights.h"
#include "site/hole.h"
#include "store/store.h"

/* The user of a visit. */
struct who {
    const char *name;    /* as the user gave it; "" for visitors */
    const char *account; /* permanent name of the user in journals */
    const char *key;     /* of the session in the store; "" without */
    const char *token;   /* token that the user's forms must carry */
};

/* The person an invitation is for; ${name} and ${account} can be "". */
struct invited {
    enum role role;
    const char *scope; /* the only event, section or championship allowed; "" for all */
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
    const char *parts[VISIT_PARTS]; /* values of the ":names" of the pattern */
    struct form form;
    struct who who;
    const struct grant *grant;          /* of rights.c: role and scope of the account */
    rights_set rights;                  /* the part of it that holds at this address */
    const struct lm_language *language; /* of the reader */
    struct event *event; /* if the pattern begins with /e/:event; locked for the visit */
    struct championship *championship; /* likewise with /c/:championship */
    const struct event *clock_of;      /* event whose clocks ${zone} has; NULL: the server's */
    const struct os_zone *zone;
    const char *of;    /* after a refusal: title of the event or championship; NULL */
    const char *of_at; /* its address */
    bool fresh;        /* read every line that other servers of the store have added */
    struct lm_log log;
    int64_t now;     /* seconds, UTC */
    uint64_t number; /* of the last journal line that the reply reflects */
    bool answered;   /* the body explains the failure already */
};

/* A row; a table ends with a row without a pattern. */
struct handler {
    bool post;           /* changes something; otherwise a GET that only reads */
    const char *pattern; /* "/e/:event/log"; a ':' begins a name, which matches any one part */
    enum right right;
    const struct form_field *fields; /* of the form, or of the query; NULL: none */
    const char *summary;             /* for programmers, in /openapi.json */
    /* Return LM_OK, or the error with its sentence in ${visit->log}: it becomes a page with a
     * status code. */
    enum lm_status (*run)(struct visit *visit);
    bool open; /* a POST without a session, whose key is its right; or a GET whose page depends on
                  more than the journal and is never cached */
};

/* Rows that are open, each with a check before a large body is read: can its sender send it? The
 * table ends with a row without a pattern. */
struct guard {
    const char *pattern; /* of the handler */
    enum lm_status (*may)(struct visit *visit);
};

/* Settings of the program, and objects that handlers share. */
struct server {
    struct store *store;
    const char *where;     /* place of the store */
    struct damage *damage; /* damage found in the store */
    struct http *http;
    struct events *events;
    struct championships *championships;
    struct outbox *outbox;           /* NULL: no reminders go out */
    const char *webhooks;            /* prefixes of the addresses that get reminders; NULL: none */
    struct follow *follow;           /* followers of pairings; NULL: none */
    const char *push, *push_service; /* contact of push messages, one more service; NULL: none */
    struct errands *errands;         /* requests to other servers */
    struct os_stop *stop; /* signalled at the end, so that no thread waits for another server */
    const char *lichess;  /* address of Lichess: "https://lichess.org" */
    struct cache *cache;  /* NULL: no caching */
    struct publications *publications; /* data of public pages */
    struct lists *lists;               /* rating list for searches by name, kept current */
    struct office *office;             /* rating lists and their office; NULL: none */
    struct directory *directory;       /* public events, for searches */
    struct submissions *submissions;   /* submitted tournaments; NULL: submissions are off */
    struct quota *quota;               /* submissions and requests of each address */
    struct quota *card_quota;          /* requests of each player's card */
    struct quota *mail_quota;          /* mails that visitors cause, for each address */
    struct quota *find_quota;          /* visitors' searches of the rating list */
    struct known *known;               /* sessions that have priority */
    const char *folder;                /* of the data */
    const char *proxy;                 /* proxy whose X-Forwarded-For counts; "": none */
    const char *host;                  /* its host name; "": addresses only */
    const char *url;                   /* its address: "http://192.168.1.7:8080" */
    const char *node, *node_name;      /* of this machine, among those that run events */
    struct link *link;                 /* to a public server; NULL: none */
    const struct tls *tls;             /* NULL: this program encrypts nothing */
    size_t awake_most;                 /* events in memory; 0: the default */
    bool secure;                       /* send cookies over TLS only */
    struct logbook *log;               /* NULL: no log */
    int64_t began;
    atomic_ullong counts[6]; /* replies by the hundreds of their status; [0] all */
};

/* Answer one request: the callback of http.h; ${context} is the struct server. */
void server_answer(void *context, const struct http_request *request, struct http_reply *reply);

/* Answer with a cached page, if there is one: the callback ${at_once}, likewise. */
bool server_at_once(void *context, const struct http_request *request, struct http_reply *reply);

/* The callbacks ${judge}, ${admit}, ${is_desk} and ${client}, likewise. */
int server_judge(void *context, const struct http_request *request, size_t *most);
int server_admit(void *context, const struct http_request *request, struct lm_arena *arena);
bool server_is_desk(void *context, const struct http_request *request);
const char *server_client(void *context, const struct http_request *request);

/* Log the reply: the callback ${note}, likewise. */
void server_note(void *context, const struct http_request *request, const struct http_reply *reply,
                 size_t bytes, double milliseconds);
/* The callback ${remark}, likewise. */
void server_remark(void *context, const char *text);

/* Return the language for ${request}: the one chosen (in a cookie), else the available one that
 * Accept-Language prefers, else English. */
const struct lm_language *language_wanted(const struct http_request *request);

/* Return the suffix of a public page in the language of the visit: "" for English, else ".de". */
const char *language_suffix(struct visit *v);

/* Redirect to ${path} in the language of the page ${page} ("index.de.html"), and remember the
 * language for the reader. */
enum lm_status language_follow(struct visit *v, const char *page, const char *path);

/* --- for handlers */

/* Return the text of ${key}, or its sentence with the given values or one value, in the reader's
 * language. */
const char *visit_word(const struct visit *v, const char *key);
const char *visit_say(struct visit *v, const char *key, const struct lm_value *values,
                      size_t count);
const char *visit_say_of(struct visit *v, const char *key, struct lm_value value);

/* Translate ${english}, a text of the desk about its acts and fields, into the language of ${v};
 * return it unchanged if that language lacks it. */
const char *visit_title(struct visit *v, const char *english);

/* Translate the English sentence that printf makes into the language of ${v} (limmat/message.h); or
 * a finished sentence with its parts ${message} (NULL: it has no parts). */
const char *visit_message(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);
const char *visit_message_as(struct visit *v, const char *english,
                             const struct lm_message *message);

/* Do the same for a line of a page: it begins with a capital, unless with a value. */
const char *visit_line(struct visit *v, const char *english, const struct lm_message *message);

/* Return ${text} with its dates in the reader's words: "12 July 2026" for
 * "2026-07-12", unless that is part of a longer word. */
const char *visit_dated(struct visit *v, const char *text);

/* Return ${text} with a capital first. */
const char *visit_capital(struct visit *v, const char *text);

/* Does the user have ${right} at this address? */
static inline bool visit_may(const struct visit *v, enum right right)
{
    return (v->rights >> right & 1) != 0;
}

/* Return the value of field ${at} of the handler's table. */
static inline const struct form_value *value(const struct visit *v, size_t at)
{
    return &v->form.values[at];
}

/* Redirect to an address that printf makes; after a form with status 303. */
enum lm_status visit_go(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);

/* Refuse with an HTTP status and a sentence; return the error for the handler to return. */
enum lm_status visit_refuse(struct visit *v, int status, const char *format, ...) LM_PRINTF(3, 4);
/* The same with a finished sentence. */
enum lm_status visit_refuse_as(struct visit *v, int status, const char *english,
                               const struct lm_message *message);

/* Escape ${text} for use in an address. */
const char *visit_escaped(struct visit *v, const char *text);

/* Format a text in the arena of the visit, as printf does. */
const char *visit_print(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);

/* --- sessions (session.c) */

/* Does the cookie of ${request} belong to a session that was found valid a short while ago and is
 * no player's? Never waits. */
bool session_is_known(const struct server *s, const struct http_request *request, int64_t now);
/* Does ${request} have any session cookie? */
bool session_is_claimed(const struct server *s, const struct http_request *request);

/* Find the user who sent the request. LM_IO if the store cannot be read. */
LM_MUST_CHECK enum lm_status session_find(struct visit *v);

/* Return the value of a cookie other than the session's; NULL: not sent. */
const char *session_cookie(struct visit *v, const char *name);

/* Create an invitation that makes one browser ${whom}, valid until ${until}; put its address into
 * ${*address}. One for an administrator replaces unused ones for the same scope. */
LM_MUST_CHECK enum lm_status session_invite(struct server *s, const struct invited *whom,
                                            int64_t until, struct lm_arena *arena,
                                            struct lm_log *log, const char **address);

/* Begin a session of ${whom} without an invitation, for players who just entered themselves. */
LM_MUST_CHECK enum lm_status session_begin_as(struct visit *v, const struct invited *whom);

/* A browser in which the account of ${v} is signed in to its championship. */
struct session_row {
    const char *key; /* digest of the session's key */
    int64_t since;
    bool mine; /* of this browser */
};
LM_MUST_CHECK enum lm_status session_own(struct visit *v, struct session_row **out, size_t *count);
LM_MUST_CHECK enum lm_status session_revoke(struct visit *v, const char *key);

/* End every session and invitation of ${account} in ${scope}. */
LM_MUST_CHECK enum lm_status session_end_account(struct visit *v, const char *scope,
                                                 const char *account);

/* Find the person whom the invitation ${key} is for, without the scope (ROLE_VISITOR: it is used or
 * has expired). */
LM_MUST_CHECK enum lm_status session_invitation(struct visit *v, const char *key,
                                                struct invited *whom);

/* Return the name of the account ${account}; the account itself if it is not known. */
const char *session_name_of(struct visit *v, const char *account);

/* Accept the invitation ${key} and begin a session, of ${v->who}. */
LM_MUST_CHECK enum lm_status session_begin(struct visit *v, const char *key, const char *name);
LM_MUST_CHECK enum lm_status session_end(struct visit *v);

#endif
