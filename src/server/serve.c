/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat serve`: builds a server from the store to the socket, and closes it again. */
#include <stdio.h>
#include <string.h>

#include "limmat/date.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/network.h"
#include "os/process.h"
#include "os/terminal.h"
#include "os/threads.h"
#include "server/cache.h"
#include "server/championships.h"
#include "server/damage.h"
#include "server/directory.h"
#include "server/errands.h"
#include "server/follow.h"
#include "server/handlers.h"
#include "server/known.h"
#include "server/link.h"
#include "server/logbook.h"
#include "server/office.h"
#include "server/others.h"
#include "server/outbox.h"
#include "server/publication.h"
#include "server/qr.h"
#include "server/quota.h"
#include "server/rating_lists.h"
#include "server/secrets.h"
#include "server/settings.h"
#include "server/spool.h"
#include "server/submissions.h"
#include "server/sync.h"
#include "server/tls.h"

enum {
    FIRST_PORT = 8080,
    PORTS = 10, /* uses a free port from 8080 on, unless one was given */
    PATIENCE = 120,
    KEY_SECONDS = 7 * 86400,
    EACH_HOUR = 60,
    CARD_EACH_HOUR = 30,
    MAILS_EACH_HOUR = 5,
    FIND_EACH_HOUR = 600, /* a whole hall can share one address */
    WAITING = 8,
    MANY = 1000000
};

/* --- arguments */

/* Parse the whole number ${text}, from 1 to ${most}, into ${value}, which is unchanged if ${text}
 * is NULL; ${what} describes the valid form. */
static enum lm_status read_number(const char *text, int64_t most, const char *what, int64_t *value,
                                  struct lm_log *log)
{
    if (text == NULL || lm_parse_integer(text, strlen(text), 1, most, value))
        return LM_OK;
    return refuse_argument(log, what, text);
}

/* Parse "[::]:8080", "0.0.0.0:80", or "8080". */
static bool read_address(const char *text, const char **address, uint16_t *port,
                         struct lm_arena *arena)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon == NULL ? text : colon + 1;
    int64_t number = FIRST_PORT;
    if (strspn(digits, "0123456789") == strlen(digits) && *digits != '\0') {
        if (!lm_parse_integer(digits, strlen(digits), 0, 65535, &number))
            return false;
        if (colon != NULL)
            *address = lm_arena_copy(arena, text, (size_t)(colon - text));
    } else {
        *address = text;
    }
    size_t length = *address == NULL ? 0 : strlen(*address);
    if (length > 2 && **address == '[')
        *address = lm_arena_copy(arena, *address + 1, length - 2);
    *port = (uint16_t)number;
    return *address != NULL;
}

/* --- addresses of the server */

static bool is_everywhere(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

/* Return the address at which other machines reach it, as far as known; NULL: none. */
static const char *network_of(const char *address, struct lm_arena *arena)
{
    return is_everywhere(address) ? os_network_address(arena) : address;
}

/* Return "http://[::1]:8080" (RFC 3986 art. 3.2.2: an address with colons in brackets). */
static const char *address_url(const char *host, uint16_t port, bool tls, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, strchr(host, ':') == NULL ? "%s://%s:%u" : "%s://[%s]:%u",
                  tls ? "https" : "http", host, port);
    return lm_text_string(&text);
}

static const char *url_of(const struct settings *s, const char *network, uint16_t port, bool tls,
                          struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (s->host != NULL && !tls)
        lm_text_print(&text, "https://%s", s->host);
    else if (s->host != NULL)
        lm_text_print(&text, "https://%s:%u", s->host, port);
    else
        return address_url(network == NULL ? "127.0.0.1" : network, port, tls, arena);
    return lm_text_string(&text);
}

/* Open the given certificate, or one made by the server, if TLS is wanted. */
static enum lm_status open_tls(const struct server *s, const struct settings *settings,
                               const char *network, struct tls **out, struct lm_log *log)
{
    if ((settings->certificate == NULL) != (settings->key == NULL))
        return refuse_argument(log, "--certificate and --private-key belong together", "");
    if (settings->certificate != NULL)
        return tls_open(out, settings->certificate, settings->key, log);
    return settings->tls ? tls_make(out, s->folder, network, s->host, log) : LM_OK;
}

/* Does systemd record the output? Then many users can read it, for months. */
static bool is_logged(void)
{
    return !os_output_is_terminal() &&
           (os_environment("JOURNAL_STREAM") != NULL || os_environment("INVOCATION_ID") != NULL);
}

/* Tell the user the invitation at ${address}. If the output is recorded, write it to a file that
 * only its owner can read; otherwise print it, for this machine as ${own} and for others. */
static enum lm_status tell_key(const struct server *s, const char *address, const char *own,
                               struct lm_text *text, struct lm_log *log)
{
    const char *path = os_join(log->arena, s->folder, "administrator-key");
    struct lm_text line = lm_text_in(log->arena);
    lm_text_print(&line, "%s\n", address);
    if (path == NULL || line.failed)
        return LM_LIMIT;
    if (is_logged()) {
        lm_text_print(text,
                      "\nLimmat is running. The address to begin with is in %s. It works once, "
                      "within a week.\n\n",
                      path);
        os_remove(path); /* it can have another mode */
        return os_write(path, lm_text_string(&line), line.length, OS_NEW, log);
    }
    lm_text_print(text,
                  "\nLimmat is running. Open this address to begin. It works once:\n\n"
                  "    %s%s\n\n",
                  own, strstr(address, "/key/"));
    if (strncmp(address, own, strlen(own)) != 0)
        lm_text_print(text, "On another device in this network:\n\n    %s\n\n", address);
    return LM_OK;
}

/* Return the file with the address of a running server, for a second start. */
static const char *whereabouts(const char *folder, struct lm_arena *arena)
{
    return os_join(arena, folder, "address.txt");
}

/* Print what a new user needs; the server listens at ${here}. */
static enum lm_status greet(struct server *s, const char *here, uint16_t port, struct lm_log *log)
{
    const char *address = NULL;
    const char *own =
        address_url(is_everywhere(here) ? "127.0.0.1" : here, port, s->tls != NULL, log->arena);
    struct lm_text text = lm_text_in(log->arena), page = lm_text_in(log->arena);
    enum lm_status status =
        session_invite(s, &(struct invited){ROLE_ADMINISTRATOR, "", "", ""},
                       os_now_seconds() + KEY_SECONDS, log->arena, log, &address);
    if (status == LM_OK)
        status = tell_key(s, address, own, &text, log);
    if (status != LM_OK)
        return status;
    if (os_output_is_terminal()) {
        qr_write(&text, address);
        lm_text_add_char(&text, '\n');
    }
    lm_text_print(&text, "Events and results are in %s%s.\n",
                  store_is_shared(s->store) ? "the database; lists and certificates in " : "",
                  s->folder);
    if (s->tls == NULL)
        lm_text_print(
            &text, "Connections aren't encrypted. Enter results only in a network of your own.\n");
    else
        lm_text_print(
            &text,
            "Fingerprint of the certificate (SHA-256). Compare it when a browser asks:\n%s\n",
            tls_fingerprint(s->tls));
    lm_text_print(&text, "Stop with Ctrl-C. Nothing is lost.\n");
    status = lm_text_status(&text);
    if (status == LM_OK && !store_is_shared(s->store))
        status = os_write_plainly(whereabouts(s->folder, log->arena), own, strlen(own), log);
    if (status == LM_OK)
        (void)os_put_output(lm_text_string(&text), text.length);
    if (status == LM_OK && os_has_own_window()) {
        lm_text_print(&page, "%s%s", own, strstr(address, "/key/"));
        os_show_page(lm_text_string(&page)); /* spares the user typing it */
    }
    return status;
}

/* Choose the address and encryption, into ${options} and ${tls}, and the name in its links. */
static enum lm_status choose_address(struct server *s, const struct settings *settings,
                                     struct http_options *options, struct tls **tls,
                                     struct lm_log *log)
{
    int64_t patience = PATIENCE;
    options->address = "0.0.0.0";
    options->last_port = settings->listen == NULL ? FIRST_PORT + PORTS - 1 : 0;
    if (!read_address(settings->listen == NULL ? "8080" : settings->listen, &options->address,
                      &options->port, log->arena))
        return refuse_argument(log, "this is no ADDRESS:PORT: ", settings->listen);
    enum lm_status status = read_number(
        settings->patience, 3600, "this is no number of seconds from 1 to 3600: ", &patience, log);
    const char *network = network_of(options->address, log->arena);
    if (status == LM_OK)
        status = open_tls(s, settings, network, tls, log);
    options->patience = (unsigned)patience;
    s->tls = options->tls = *tls;
    s->secure = s->secure || s->tls != NULL;
    return status;
}

/* --- at work */

/* Start the background work: mails and messages, errands, unanswered questions to Lichess. */
static enum lm_status begin_work(struct server *s, const struct settings *settings,
                                 struct lm_log *log)
{
    if ((s->outbox = outbox_start(s, settings->mail)) == NULL)
        return LM_LIMIT;
    if (s->push != NULL && !follow_is_contact(s->push))
        return refuse_argument(log,
                               "this is neither mailto: and an address nor https://: ", s->push);
    if ((s->follow = follow_start(s, log)) == NULL)
        return LM_LIMIT;
    if ((s->errands = errands_start(s)) == NULL)
        return LM_LIMIT;
    if (!damage_start(s))
        return LM_LIMIT;
    return lichess_take_up(s, log);
}

/* Listen, greet, and answer until told to stop. */
static enum lm_status answer(struct server *s, const struct settings *settings,
                             const struct http_options *options, struct lm_log *log)
{
    enum lm_status status = http_start(&s->http, options, log);
    if (status != LM_OK)
        return status;
    uint16_t port = http_port(s->http);
    s->url = url_of(settings, network_of(options->address, log->arena), port, s->tls != NULL,
                    log->arena);
    status = link_start(&s->link, s, log);
    if (status == LM_OK)
        status = others_begin(s, log);
    if (status == LM_OK && settings->sample != NULL)
        status = sample_make(s, settings->sample, log);
    if (status == LM_OK)
        status = greet(s, options->address, port, log);
    if (status == LM_OK)
        status = begin_work(s, settings, log);
    if (status == LM_OK)
        http_run(s->http);
    const char *address = whereabouts(s->folder, log->arena);
    if (address != NULL)
        os_remove(address);
    return status;
}

static enum lm_status run_server(struct server *s, const struct settings *settings,
                                 struct lm_log *log)
{
    /* Workers that wait for a database use no processor, and several share its commit. */
    size_t workers = os_processors() + (store_is_shared(s->store) ? WAITING : 0);
    struct http_options options = {.workers = workers < 2 ? 2 : workers,
                                   .answer = server_answer,
                                   .at_once = server_at_once,
                                   .judge = server_judge,
                                   .admit = server_admit,
                                   .is_desk = server_is_desk,
                                   .client = server_client,
                                   .note = server_note,
                                   .remark = server_remark,
                                   .folder = s->folder,
                                   .context = s};
    struct tls *tls = NULL;
    enum lm_status status = choose_address(s, settings, &options, &tls, log);
    if (status != LM_OK)
        return status;
    os_network_begin();
    spool_sweep(s->folder);
    status = answer(s, settings, &options, log);
    os_stop_tell(s->stop);
    damage_stop(s->damage);
    errands_stop(s->errands);
    others_end(s);
    link_end(s->link);
    s->link = NULL;
    follow_stop(s->follow);
    outbox_stop(s->outbox);
    http_free(s->http);
    tls_free(tls);
    return status;
}

/* --- objects that the server keeps */

/* Open the rating list given, or the one in the data folder; and set the address of its updates: as
 * given, else as stored. */
static enum lm_status open_list(struct server *s, const struct settings *settings,
                                struct lm_log *log)
{
    const char *path = settings->list;
    struct store_record kept = {0};
    if (path == NULL)
        path = os_join(log->arena, s->folder, "fide.registry");
    enum lm_status status =
        path == NULL ? LM_LIMIT
                     : lists_new(&s->lists, path, settings->list != NULL, s->folder, s->stop, log);
    if (status == LM_OK)
        status = store_get(s->store, STORE_SETTING, "list-from", os_now_seconds(), log->arena,
                           &kept, log);
    const char *url = settings->list_from != NULL ? settings->list_from
                      : kept.key != NULL          ? kept.value
                                                  : "";
    if (status == LM_OK && *url != '\0')
        (void)lists_keep(s->lists, strcmp(url, "fide") == 0 ? lists_of_fide : url);
    return status;
}

/* Start the clock of championships and the rating office at ${text}, or continue from a rehearsal's
 * last time. */
static enum lm_status begin_rehearsal(struct server *s, const char *text, struct lm_log *log)
{
    int64_t at;
    if (!lm_parse_instant(text, strlen(text), &at))
        return refuse_argument(log, "this is no moment, as 2019-09-20T12:00:00Z would be: ", text);
    return championships_set_clock(s->championships, at, true, log);
}

/* Open the store, the state that other servers share, and the rating list. */
static enum lm_status open_store(struct server *s, const struct settings *settings,
                                 const char *path, struct lm_log *log)
{
    enum lm_status status = os_make_folders(s->folder, log->arena, log);
    if (status == LM_OK)
        status = store_open(&s->store, path, settings->mirror, log);
    if (status == LM_OK)
        status = sync_begin(s, settings->name, settings->public_server, log);
    if (status == LM_OK)
        status = open_list(s, settings, log);
    if (status == LM_OK && settings->office != NULL)
        status = office_new(&s->office, settings->office, log);
    return status;
}

/* Make the caches and quotas; an address can send ${each_hour} tournaments. */
static enum lm_status make_memories(struct server *s, int64_t each_hour)
{
    s->cache = cache_new();
    s->directory = directory_new();
    s->quota = quota_new(each_hour);
    s->card_quota = quota_new(CARD_EACH_HOUR);
    s->mail_quota = quota_new(MAILS_EACH_HOUR);
    s->find_quota = quota_new(FIND_EACH_HOUR);
    s->known = known_new();
    s->publications = publications_new();
    s->damage = damage_new();
    return s->cache == NULL || s->publications == NULL || s->directory == NULL ||
                   s->quota == NULL || s->card_quota == NULL || s->mail_quota == NULL ||
                   s->find_quota == NULL || s->known == NULL || s->damage == NULL
               ? LM_LIMIT
               : LM_OK;
}

/* Open the objects of the store. */
static enum lm_status open_events(struct server *s, const struct settings *settings,
                                  struct lm_log *log)
{
    enum lm_status status =
        settings->submissions ? submissions_open(&s->submissions, s, log) : LM_OK;
    if (status == LM_OK)
        status = events_open(&s->events, s, log);
    if (status == LM_OK)
        status = championships_open(&s->championships, s, log);
    if (status == LM_OK && settings->clock != NULL)
        status = begin_rehearsal(s, settings->clock, log);
    return status;
}

static void close_all(struct server *s)
{
    cache_free(s->cache);
    publications_free(s->publications);
    lists_free(s->lists);
    office_free(s->office);
    events_free(s->events);
    championships_free(s->championships);
    submissions_free(s->submissions);
    directory_free(s->directory);
    quota_free(s->quota);
    quota_free(s->card_quota);
    quota_free(s->mail_quota);
    quota_free(s->find_quota);
    known_free(s->known);
    damage_free(s->damage);
    store_close(s->store);
}

/* Another server uses the store ${path}: report its address, and open it for a user at this
 * machine. */
static void lead_to_other(const char *folder, const char *path, struct lm_log *log)
{
    struct lm_text name = lm_text_in(log->arena);
    struct os_lock lock;
    const char *address = whereabouts(folder, log->arena), *bytes;
    size_t length;
    struct lm_log unset = {.arena = log->arena};
    lm_text_print(&name, "%s.lock", path);
    if (lm_text_status(&name) != LM_OK || address == NULL ||
        os_read(address, log->arena, &unset, &bytes, &length) != LM_OK)
        return;
    enum lm_status status = os_lock_path(lm_text_string(&name), OS_AT_ONCE, NULL, &lock);
    if (status == LM_OK)
        os_unlock(&lock);
    if (status != LM_IO)
        return;
    const char *page = lm_arena_copy(log->arena, bytes, length);
    if (page == NULL)
        return;
    (void)lm_log_add(log, LM_NOTE, (struct lm_place){0}, NULL, "Limmat is running at %s", page);
    if (os_has_own_window())
        os_show_page(page);
}

enum lm_status serve(const struct settings *settings, const char *folder, const char *path,
                     struct lm_log *log)
{
    int64_t awake = 0, each_hour = EACH_HOUR;
    enum lm_status status =
        read_number(settings->awake, MANY, "this is no number of events: ", &awake, log);
    if (status == LM_OK)
        status = read_number(settings->limit, MANY,
                             "this is no number of submissions: ", &each_hour, log);
    if (status != LM_OK)
        return status;
    struct os_stop stop;
    if (!secrets_begin())
        return refuse_argument(log, "the system gives no random numbers", "");
    if (!os_stop_make(&stop))
        return refuse_argument(log, "the system gives no pipe", "");
    struct server s = {.folder = folder,
                       .where = path,
                       .host = settings->host == NULL ? "" : settings->host,
                       .proxy = settings->proxy == NULL ? "" : settings->proxy,
                       .webhooks = settings->webhooks,
                       .push = settings->push,
                       .push_service = settings->push_service,
                       .lichess =
                           settings->lichess == NULL ? "https://lichess.org" : settings->lichess,
                       .secure = settings->secure || settings->host != NULL,
                       .awake_most = (size_t)awake,
                       .began = os_elapsed_milliseconds(),
                       .stop = &stop};
    acts_begin();
    os_keep_private(); /* files for the database and a key */
    /* In a window of its own, show the address, not log lines that push it out of sight. */
    bool quiet = settings->quiet || (os_has_own_window() && os_errors_are_terminal());
    if (!quiet && (s.log = logbook_start()) == NULL)
        status = LM_LIMIT;
    if (status == LM_OK && (status = open_store(&s, settings, path, log)) != LM_OK)
        lead_to_other(folder, path, log);
    if (status == LM_OK)
        status = make_memories(&s, each_hour);
    if (status == LM_OK)
        status = open_events(&s, settings, log);
    if (status == LM_OK)
        status = run_server(&s, settings, log);
    close_all(&s);
    logbook_end(s.log);
    os_stop_end(&stop);
    return status;
}
