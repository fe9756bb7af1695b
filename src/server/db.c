/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat db`: what is done with a store that no server needs. */
#include <string.h>

#include "os/files.h"
#include "server/championships.h"
#include "server/events.h"
#include "server/lines.h"
#include "server/secrets.h"
#include "server/settings.h"
#include "site/site.h"

/* "FOLDER/NAME.journal": ${stem} is NAME, ${secrets} the file of private facts beside it. */
static enum lm_status read_name(const char *file, const char **stem, const char **secrets,
                                struct lm_log *log)
{
    const char *name = os_name_in(file);
    size_t length = strlen(file), ending = strlen(".journal");
    if (length <= ending || strcmp(file + length - ending, ".journal") != 0)
        return refuse_argument(log, "this is no NAME.journal: ", file);
    struct lm_text path = lm_text_in(log->arena);
    lm_text_print(&path, "%.*s.private", (int)(length - ending), file);
    *stem = lm_arena_copy(log->arena, name, strlen(name) - ending);
    *secrets = lm_text_string(&path);
    return *stem == NULL || path.failed ? LM_LIMIT : LM_OK;
}

/* An event from the text files of a mirror; its address is the file's name. */
static enum lm_status import_journal(const char *path, const char *file, struct lm_log *log)
{
    struct server s = {0};
    struct lines lines;
    const char *stem = NULL, *secrets = NULL;
    enum lm_status status = read_name(file, &stem, &secrets, log);
    if (status != LM_OK)
        return status;
    struct lm_text address = lm_text_in(log->arena);
    site_add_slug(&address, stem);
    const char *slug = lm_text_string(&address);
    if (!secrets_begin())
        return LM_LIMIT;
    status = store_open(&s.store, path, NULL, log);
    if (status == LM_OK)
        status = lines_of_files(file, secrets, &lines, log);
    bool championship = status == LM_OK && championships_are(&lines);
    log->file = file;
    if (championship)
        status = championships_import(&s, slug, &lines, log);
    log->file = NULL;
    if (status == LM_OK && !championship)
        status = events_import(&s, slug, file, secrets, log);
    store_close(s.store);
    if (status == LM_OK)
        say(log->arena, "%s is %s of this store now\n", slug,
            championship ? "a championship" : "an event");
    return status;
}

/* The event of the address that ${file} says, into it. */
static enum lm_status export_journal(const char *path, const char *file, struct lm_log *log)
{
    struct server s = {0};
    const char *slug = NULL, *secrets = NULL;
    enum lm_status status = read_name(file, &slug, &secrets, log);
    if (status == LM_OK)
        status = store_open(&s.store, path, NULL, log);
    if (status == LM_OK)
        status = events_export(&s, slug, file, secrets, log);
    store_close(s.store);
    return status;
}

/* --- the verbs */

static enum lm_status check(const char *path, const char *file, struct lm_log *log)
{
    return store_check(file != NULL ? file : path, log);
}

static enum lm_status migrate(const char *path, const char *file, struct lm_log *log)
{
    (void)file;
    struct store *store = NULL;
    enum lm_status status = store_open(&store, path, NULL, log);
    store_close(store);
    return status;
}

enum { NO_FILE = 1, A_FILE = 2 };

static const struct {
    const char *name;
    unsigned files; /* with which it may be said */
    bool makes;     /* the folder of the store, where it is not there yet */
    enum lm_status (*run)(const char *path, const char *file, struct lm_log *log);
} verbs[] = {{"check", NO_FILE | A_FILE, false, check}, {"backup", A_FILE, false, store_backup},
             {"export", A_FILE, false, export_journal}, {"import", A_FILE, true, import_journal},
             {"restore", A_FILE, true, store_restore},  {"migrate", NO_FILE, false, migrate}};

enum lm_status care_for_store(const struct settings *s, const char *folder, const char *path,
                              struct lm_log *log)
{
    const unsigned given = s->file == NULL ? NO_FILE : A_FILE;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, s->verb) != 0 || (verbs[i].files & given) == 0)
            continue;
        enum lm_status status = verbs[i].makes ? os_make_folders(folder, log->arena, log) : LM_OK;
        return status == LM_OK ? verbs[i].run(path, s->file, log) : status;
    }
    return refuse_argument(log, "it cannot do this: ", s->verb);
}
