/* SPDX-License-Identifier: Apache-2.0 */
/*
 * limmat-serve: runs `limmat serve` and `limmat db`. Only this program links the network and the
 * database, so that the command itself starts quickly.
 */
#include <stdarg.h>
#include <string.h>

#include "limmat/text.h"
#include "os/files.h"
#include "os/process.h"
#include "os/terminal.h"
#include "server/program.h"
#include "server/settings.h"
#include "store/store.h"

enum lm_status refuse_argument(struct lm_log *log, const char *what, const char *about)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "see `limmat help serve`", "%s%s", what,
                      about);
}

static enum lm_status read_arguments(struct settings *s, int count, const char *const *arguments,
                                     struct lm_log *log)
{
    const struct {
        const char *name, **text;
        bool *flag;
    } options[] = {{"--data", &s->data, NULL},
                   {"--database", &s->database, NULL},
                   {"--listen", &s->listen, NULL},
                   {"--host", &s->host, NULL},
                   {"--proxy", &s->proxy, NULL},
                   {"--mirror", &s->mirror, NULL},
                   {"--public", &s->public_server, NULL},
                   {"--name", &s->name, NULL},
                   {"--sample", &s->sample, NULL},
                   {"--patience", &s->patience, NULL},
                   {"--list", &s->list, NULL},
                   {"--office", &s->office, NULL},
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
                   {"--mail", &s->mail, NULL},
                   {"--push", &s->push, NULL},
                   {"--push-service", &s->push_service, NULL},
                   {"--from", &s->from, NULL}};
    enum { OPTIONS = sizeof options / sizeof *options };
    if (count < 2)
        return refuse_argument(log, "limmat-serve is run by limmat", "");
    s->verb = arguments[1];
    for (int i = 2; i < count; i++) {
        size_t at = 0;
        while (at < OPTIONS && strcmp(options[at].name, arguments[i]) != 0)
            at++;
        if (at == OPTIONS && (arguments[i][0] == '-' || s->file != NULL))
            return refuse_argument(log, "what is this? ", arguments[i]);
        if (at == OPTIONS)
            s->file = arguments[i];
        else if (options[at].flag != NULL)
            *options[at].flag = true;
        else if (++i == count)
            return refuse_argument(log, "a value is missing behind ", options[at].name);
        else
            *options[at].text = arguments[i];
    }
    return LM_OK;
}

/* Return the folder of the data: the argument, LIMMAT_DATA, or ~/.local/share/limmat (on Windows
 * the system's place for it). */
static const char *data_folder(const struct settings *s, struct lm_arena *arena)
{
    const char *message = s->data != NULL ? s->data : os_environment("LIMMAT_DATA");
    const char *home = message != NULL ? NULL : os_data_home(arena);
    if (message != NULL)
        return message;
    return home == NULL ? "limmat-data" : os_join(arena, home, "limmat");
}

/* Return the place of the store: the given database, LIMMAT_DATABASE, or a file in ${folder}. */
static const char *store_of(const struct settings *s, const char *folder, struct lm_arena *arena)
{
    const char *message = s->database != NULL ? s->database : os_environment("LIMMAT_DATABASE");
    return message != NULL ? message : os_join(arena, folder, "limmat.db");
}

void say(struct lm_arena *arena, const char *format, ...)
{
    struct lm_text text = lm_text_in(arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&text, format, arguments);
    va_end(arguments);
    (void)os_put_output(lm_text_string(&text), text.length);
}

static void print_version(struct lm_arena *arena)
{
    say(arena, "limmat-serve " LIMMAT_VERSION ", tables of version %d in %s", STORE_VERSION,
        store_engine(0));
    for (size_t i = 1; store_engine(i) != NULL; i++)
        say(arena, " or %s", store_engine(i));
    say(arena, "\n");
}

static enum lm_status run(const struct settings *s, struct lm_log *log)
{
    const char *folder = data_folder(s, log->arena);
    const char *path = folder == NULL ? NULL : store_of(s, folder, log->arena);
    if (path == NULL)
        return LM_LIMIT;
    if (strcmp(s->verb, "version") == 0) {
        print_version(log->arena);
        return LM_OK;
    }
    return strcmp(s->verb, "serve") == 0 && s->file == NULL ? serve(s, folder, path, log)
                                                            : care_for_store(s, folder, path, log);
}

int serve_program(int count, const char *const *arguments)
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
        lm_text_add(&line, "limmat: ");
        if (lm_diagnostic_write(&log.all[i], &line) != LM_OK)
            continue;
        lm_text_add_char(&line, '\n');
        os_put_errors(lm_text_string(&line), line.length);
    }
    lm_arena_free(arena);
    return (int)status;
}
