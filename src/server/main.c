/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limmat-serve: what `limmat serve` and `limmat db` run.  It alone knows the network and the
 * database, so that the command itself starts in no time.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/date.h"
#include "limmat/formats.h"
#include "limmat/registry_files.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/network.h"
#include "os/process.h"
#include "os/terminal.h"
#include "os/threads.h"
#include "server/cache.h"
#include "server/championships.h"
#include "server/directory.h"
#include "server/errands.h"
#include "server/handlers.h"
#include "server/link.h"
#include "server/lists.h"
#include "server/others.h"
#include "server/outbox.h"
#include "server/publication.h"
#include "server/qr.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/submissions.h"
#include "server/sync.h"
#include "server/tls.h"
#include "site/site.h"

enum { PORT = 8080, PATIENCE = 120, KEY_SECONDS = 7 * 86400, EACH_HOUR = 60, WAITING = 8 };

struct settings {
    const char *verb;
    const char *data, *database, *listen, *host, *mirror, *sample, *patience, *list, *list_from,
        *certificate, *key, *file;
    bool secure, quiet, tls, submissions;
    const char *limit, *clock, *mail, *webhooks, *lichess, *public_server, *name, *awake;
    int64_t each_hour; /* that an address may send */
};

static enum lm_status refuse(struct lm_log *log, const char *what, const char *about)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "see `limmat help serve`", "%s%s", what,
                      about);
}

static enum lm_status read_arguments(struct settings *s, int count, char **arguments,
                                     struct lm_log *log)
{
    const struct {
        const char *name, **text;
        bool *flag;
    } options[] = {{"--data", &s->data, NULL},
                   {"--database", &s->database, NULL},
                   {"--listen", &s->listen, NULL},
                   {"--host", &s->host, NULL},
                   {"--mirror", &s->mirror, NULL},
                   {"--public", &s->public_server, NULL},
                   {"--name", &s->name, NULL},
                   {"--sample", &s->sample, NULL},
                   {"--patience", &s->patience, NULL},
                   {"--list", &s->list, NULL},
                   {"--list-from", &s->list_from, NULL},
                   {"--certificate", &s->certificate, NULL},
                   {"--private-key", &s->key, NULL},
                   {"--tls", NULL, &s->tls},
                   {"--secure", NULL, &s->secure},
                   {"--quiet", NULL, &s->quiet},
                   {"--submissions", NULL, &s->submissions},
                   {"--submission-limit", &s->limit, NULL},
                   {"--awake", &s->awake, NULL},
                   {"--clock", &s->clock, NULL},
                   {"--lichess", &s->lichess, NULL},
                   {"--webhooks", &s->webhooks, NULL},
                   {"--mail", &s->mail, NULL}};
    enum { OPTIONS = sizeof options / sizeof *options };
    if (count < 2)
        return refuse(log, "limmat-serve is run by limmat", "");
    s->verb = arguments[1];
    for (int i = 2; i < count; i++) {
        size_t at = 0;
        while (at < OPTIONS && strcmp(options[at].name, arguments[i]) != 0)
            at++;
        if (at == OPTIONS && (arguments[i][0] == '-' || s->file != NULL))
            return refuse(log, "what is this? ", arguments[i]);
        if (at == OPTIONS)
            s->file = arguments[i];
        else if (options[at].flag != NULL)
            *options[at].flag = true;
        else if (++i == count)
            return refuse(log, "a value is missing behind ", options[at].name);
        else
            *options[at].text = arguments[i];
    }
    return LM_OK;
}

/* The folder of the data: what was said, LIMMAT_DATA, or ~/.local/share/limmat. */
static const char *data_folder(const struct settings *s, struct lm_arena *arena)
{
    const char *said = s->data != NULL ? s->data : getenv("LIMMAT_DATA");
    const char *home = getenv("HOME");
    if (said != NULL)
        return said;
    return home == NULL ? "limmat-data" : os_join(arena, home, ".local/share/limmat");
}

/* Where the store is: the database that was named, or LIMMAT_DATABASE, or a file in ${folder}. */
static const char *store_of(const struct settings *s, const char *folder, struct lm_arena *arena)
{
    const char *said = s->database != NULL ? s->database : getenv("LIMMAT_DATABASE");
    return said != NULL ? said : os_join(arena, folder, "limmat.db");
}

/* "[::]:8080", "0.0.0.0:80", "8080" */
static bool read_address(const char *text, const char **address, uint16_t *port,
                         struct lm_arena *arena)
{
    const char *colon = strrchr(text, ':');
    const char *digits = colon == NULL ? text : colon + 1;
    int64_t number = PORT;
    if (strspn(digits, "0123456789") == strlen(digits) && *digits != '\0') {
        if (!lm_parse_integer(digits, strlen(digits), 1, 65535, &number))
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

/* --- serve */

static bool is_everywhere(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

/* The address by which others reach it, as far as we can tell; NULL: none. */
static const char *network_of(const char *address, struct lm_arena *arena)
{
    return is_everywhere(address) ? os_network_address(arena) : address;
}

/* "http://[::1]:8080" (RFC 3986 art. 3.2.2: an address with colons in brackets) */
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

/* The certificate that was named, or ours, if TLS is wanted. */
static enum lm_status open_tls(const struct server *s, const struct settings *settings,
                               const char *network, struct tls **out, struct lm_log *log)
{
    if ((settings->certificate == NULL) != (settings->key == NULL))
        return refuse(log, "--certificate and --private-key belong together", "");
    if (settings->certificate != NULL)
        return tls_open(out, settings->certificate, settings->key, log);
    return settings->tls ? tls_make(out, s->folder, network, s->host, log) : LM_OK;
}

/* What somebody who never read a page of documentation needs to see; it listens at ${here}. */
static enum lm_status greet(struct server *s, const char *here, uint16_t port, struct lm_log *log)
{
    const char *address = NULL;
    const char *own =
        address_url(is_everywhere(here) ? "127.0.0.1" : here, port, s->tls != NULL, log->arena);
    enum lm_status status = session_invite(
        s, ROLE_ADMINISTRATOR, "", os_now_seconds() + KEY_SECONDS, log->arena, log, &address);
    if (status != LM_OK)
        return status;
    const char *key = strstr(address, "/key/");
    printf("\nLimmat is here.  Open this address to begin (it is good once):\n\n"
           "    %s%s\n\n",
           own, key);
    if (strncmp(address, own, strlen(own)) != 0)
        printf("or, on another device of this network:\n\n    %s\n\n", address);
    if (os_output_is_terminal()) {
        struct lm_text code = lm_text_in(log->arena);
        qr_write(&code, address);
        printf("%s\n", lm_text_string(&code));
    }
    printf("Events and results are kept in %s%s.\n",
           store_is_shared(s->store) ? "the database; lists and certificates in " : "", s->folder);
    if (s->tls == NULL)
        printf("What goes over the network is not encrypted: use a network of your own for "
               "entering results.\n");
    else
        printf("The certificate's fingerprint, by which a browser's first question is answered "
               "(SHA-256):\n%s\n",
               tls_fingerprint(s->tls));
    printf("End with Ctrl-C: nothing is lost.\n");
    fflush(stdout);
    return LM_OK;
}

static enum lm_status run_server(struct server *s, const struct settings *settings,
                                 struct lm_log *log)
{
    const char *address = "0.0.0.0";
    uint16_t port;
    int64_t patience = PATIENCE;
    /* Who waits for a database needs no processor meanwhile, and several share its commit. */
    size_t workers = os_processors() + (store_is_shared(s->store) ? WAITING : 0);
    if (!read_address(settings->listen == NULL ? "8080" : settings->listen, &address, &port,
                      log->arena))
        return refuse(log, "this is no ADDRESS:PORT: ", settings->listen);
    if (settings->patience != NULL &&
        !lm_parse_integer(settings->patience, strlen(settings->patience), 1, 3600, &patience))
        return refuse(log, "this is no number of seconds from 1 to 3600: ", settings->patience);
    struct tls *tls = NULL;
    const char *network = network_of(address, log->arena);
    enum lm_status status = open_tls(s, settings, network, &tls, log);
    if (status != LM_OK)
        return status;
    s->tls = tls;
    s->secure = s->secure || tls != NULL;
    s->url = url_of(settings, network, port, tls != NULL, log->arena);
    const struct http_options options = {.address = address,
                                         .port = port,
                                         .workers = workers < 2 ? 2 : workers,
                                         .patience = (unsigned)patience,
                                         .tls = tls,
                                         .answer = server_answer,
                                         .at_once = server_at_once,
                                         .note = server_note,
                                         .context = s};
    os_allow_many_files();
    status = http_start(&s->http, &options, log);
    if (status == LM_OK)
        status = link_start(&s->link, s, log);
    if (status == LM_OK)
        status = others_begin(s, log);
    if (status == LM_OK && settings->sample != NULL)
        status = sample_make(s, settings->sample, log);
    if (status == LM_OK)
        status = greet(s, address, port, log);
    if (status == LM_OK && (settings->mail != NULL || s->webhooks != NULL) &&
        (s->outbox = outbox_start(s, settings->mail)) == NULL)
        status = LM_LIMIT;
    if (status == LM_OK && (s->errands = errands_start(s)) == NULL)
        status = LM_LIMIT;
    if (status == LM_OK)
        status = lichess_take_up(s, log);
    if (status == LM_OK)
        http_run(s->http);
    os_stop_tell(s->stop);
    errands_stop(s->errands);
    others_end(s);
    link_end(s->link);
    s->link = NULL;
    outbox_stop(s->outbox);
    http_free(s->http);
    tls_free(tls);
    return status;
}

/* The rating list that was named, or the one that lies beside the data; and from where it is kept
 * fresh: as was said, else as it was set. */
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

/* The clock of championships begins at ${text}, or goes on from where a rehearsal left it. */
static enum lm_status begin_rehearsal(struct server *s, const char *text, struct lm_log *log)
{
    int64_t at;
    if (!lm_parse_instant(text, strlen(text), &at))
        return refuse(log, "this is no moment, as 2019-09-20T12:00:00Z would be: ", text);
    return championships_set_clock(s->championships, at, true, log);
}

static enum lm_status serve(struct settings *settings, const char *folder, const char *path,
                            struct lm_log *log)
{
    settings->each_hour = EACH_HOUR;
    int64_t awake = 0;
    if (settings->awake != NULL &&
        !lm_parse_integer(settings->awake, strlen(settings->awake), 1, 1000000, &awake))
        return refuse(log, "this is no number of events: ", settings->awake);
    if (settings->limit != NULL && !lm_parse_integer(settings->limit, strlen(settings->limit), 1,
                                                     1000000, &settings->each_hour))
        return refuse(log, "this is no number of submissions: ", settings->limit);
    struct server s = {.folder = folder,
                       .host = settings->host == NULL ? "" : settings->host,
                       .webhooks = settings->webhooks,
                       .lichess =
                           settings->lichess == NULL ? "https://lichess.org" : settings->lichess,
                       .secure = settings->secure || settings->host != NULL,
                       .quiet = settings->quiet,
                       .awake_most = (size_t)awake,
                       .began = os_elapsed_milliseconds()};
    acts_begin();
    if (!secrets_begin())
        return refuse(log, "the system gives no random numbers", "");
    os_keep_private(); /* the database, and a key */
    struct os_stop stop;
    if (!os_stop_make(&stop))
        return refuse(log, "the system gives no pipe", "");
    s.stop = &stop;
    enum lm_status status = os_make_folders(folder, log->arena, log);
    if (status == LM_OK)
        status = store_open(&s.store, path, settings->mirror, log);
    if (status == LM_OK)
        status = sync_begin(&s, settings->name, settings->public_server, log);
    if (status == LM_OK)
        status = open_list(&s, settings, log);
    s.cache = cache_new();
    s.directory = directory_new();
    s.quota = quota_new(settings->each_hour);
    s.publications = publications_new();
    if (status == LM_OK &&
        (s.cache == NULL || s.publications == NULL || s.directory == NULL || s.quota == NULL))
        status = LM_LIMIT;
    if (status == LM_OK && settings->submissions)
        status = submissions_open(&s.submissions, &s, log);
    if (status == LM_OK)
        status = events_open(&s.events, &s, log);
    if (status == LM_OK)
        status = championships_open(&s.championships, &s, log);
    if (status == LM_OK && settings->clock != NULL)
        status = begin_rehearsal(&s, settings->clock, log);
    if (status == LM_OK)
        status = run_server(&s, settings, log);
    cache_free(s.cache);
    publications_free(s.publications);
    lists_free(s.lists);
    events_free(s.events);
    championships_free(s.championships);
    submissions_free(s.submissions);
    directory_free(s.directory);
    quota_free(s.quota);
    store_close(s.store);
    os_stop_end(&stop);
    return status;
}

/* --- db */

static enum lm_status migrate(const char *path, struct lm_log *log)
{
    struct store *store = NULL;
    enum lm_status status = store_open(&store, path, NULL, log);
    store_close(store);
    return status;
}

/* An event from the text files of a mirror; its address is the file's name. */
static enum lm_status import_journal(const char *path, const char *file, struct lm_log *log)
{
    struct server s = {0};
    const char *slash = strrchr(file, '/'), *name = slash == NULL ? file : slash + 1;
    size_t length = strlen(file), ending = strlen(".journal");
    if (length <= ending || strcmp(file + length - ending, ".journal") != 0)
        return refuse(log, "this is no NAME.journal: ", file);
    struct lm_text slug = lm_text_in(log->arena), secrets = lm_text_in(log->arena);
    const char *stem = lm_arena_copy(log->arena, name, strlen(name) - ending);
    if (stem == NULL || !secrets_begin())
        return LM_LIMIT;
    site_add_slug(&slug, stem);
    lm_text_print(&secrets, "%.*s.private", (int)(length - ending), file);
    struct lines lines;
    enum lm_status status = store_open(&s.store, path, NULL, log);
    if (status == LM_OK)
        status = lines_of_files(file, lm_text_string(&secrets), &lines, log);
    bool championship = status == LM_OK && championships_are(&lines);
    log->file = file;
    if (championship)
        status = championships_import(&s, lm_text_string(&slug), &lines, log);
    log->file = NULL;
    if (status == LM_OK && !championship)
        status = events_import(&s, lm_text_string(&slug), file, lm_text_string(&secrets), log);
    store_close(s.store);
    if (status == LM_OK)
        printf("%s is %s of this store now\n", lm_text_string(&slug),
               championship ? "a championship" : "an event");
    return status;
}

/* The event of the address that ${file} says, "FOLDER/NAME.journal", into it. */
static enum lm_status export_journal(const char *path, const char *file, struct lm_log *log)
{
    struct server s = {0};
    const char *slash = strrchr(file, '/'), *name = slash == NULL ? file : slash + 1;
    size_t length = strlen(file), ending = strlen(".journal");
    if (length <= ending || strcmp(file + length - ending, ".journal") != 0)
        return refuse(log, "this is no NAME.journal: ", file);
    struct lm_text secrets = lm_text_in(log->arena);
    const char *slug = lm_arena_copy(log->arena, name, strlen(name) - ending);
    lm_text_print(&secrets, "%.*s.private", (int)(length - ending), file);
    enum lm_status status = slug == NULL ? LM_LIMIT : store_open(&s.store, path, NULL, log);
    if (status == LM_OK)
        status = events_export(&s, slug, file, lm_text_string(&secrets), log);
    store_close(s.store);
    return status;
}

static enum lm_status run(struct settings *s, struct lm_log *log)
{
    const char *folder = data_folder(s, log->arena);
    const char *path = folder == NULL ? NULL : store_of(s, folder, log->arena);
    if (path == NULL)
        return LM_LIMIT;
    bool file = s->file != NULL;
    if (strcmp(s->verb, "version") == 0) {
        printf("limmat-serve " LIMMAT_VERSION ", tables of version %d in %s", STORE_VERSION,
               store_engine(0));
        for (size_t i = 1; store_engine(i) != NULL; i++)
            printf(" or %s", store_engine(i));
        printf("\n");
        return LM_OK;
    }
    if (strcmp(s->verb, "serve") == 0 && !file)
        return serve(s, folder, path, log);
    if (strcmp(s->verb, "check") == 0)
        return store_check(file ? s->file : path, log);
    if (strcmp(s->verb, "backup") == 0 && file)
        return store_backup(path, s->file, log);
    if (strcmp(s->verb, "export") == 0 && file)
        return export_journal(path, s->file, log);
    if (strcmp(s->verb, "import") == 0 && file) {
        enum lm_status status = os_make_folders(folder, log->arena, log);
        return status == LM_OK ? import_journal(path, s->file, log) : status;
    }
    if (strcmp(s->verb, "restore") == 0 && file) {
        enum lm_status status = os_make_folders(folder, log->arena, log);
        return status == LM_OK ? store_restore(path, s->file, log) : status;
    }
    if (strcmp(s->verb, "migrate") == 0 && !file)
        return migrate(path, log);
    return refuse(log, "it cannot do this: ", s->verb);
}

int main(int count, char **arguments)
{
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return LM_LIMIT;
    struct lm_log log = {.arena = arena};
    struct settings settings = {.verb = ""};
    enum lm_status status = read_arguments(&settings, count, arguments, &log);
    if (status == LM_OK)
        status = run(&settings, &log);
    for (size_t i = 0; i < log.count; i++) {
        struct lm_text line = lm_text_in(arena);
        if (lm_diagnostic_write(&log.all[i], &line) == LM_OK)
            fprintf(stderr, "limmat: %s\n", lm_text_string(&line));
    }
    lm_arena_free(arena);
    return (int)status;
}
