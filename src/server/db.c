/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat db`: commands on a store without a server. */
#include <string.h>

#include "os/files.h"
#include "os/process.h"
#include "server/championships.h"
#include "server/events.h"
#include "server/journal_lines.h"
#include "server/letters.h"
#include "server/repair.h"
#include "server/secrets.h"
#include "server/settings.h"
#include "site/site.h"

/* Split a file's name.  "FOLDER/NAME.journal": ${stem} is NAME, ${secrets} the file of private
 * parts beside it; or "FOLDER/NAME.limmat", which has both. */
static enum lm_status read_name(const char *file, const char **stem, const char **secrets,
                                struct lm_log *log)
{
    const char *name = os_name_in(file);
    size_t length = strlen(file), ending = strlen(".journal");
    if (length > strlen(".limmat") && strcmp(file + length - strlen(".limmat"), ".limmat") == 0)
        ending = strlen(".limmat");
    else if (length <= ending || strcmp(file + length - ending, ".journal") != 0)
        return refuse_argument(log, "this is no NAME.journal or NAME.limmat: ", file);
    struct lm_text path = lm_text_in(log->arena);
    lm_text_print(&path, "%.*s.private", (int)(length - ending), file);
    *stem = lm_arena_copy(log->arena, name, strlen(name) - ending);
    *secrets = lm_text_string(&path);
    return *stem == NULL || path.failed ? LM_LIMIT : LM_OK;
}

/* Report a missing file of private parts: without it an event has no names.  To import it anyway,
 * put an empty file beside the journal. */
static enum lm_status say_secrets_lack(const char *file, const char *secrets, bool all,
                                       struct lm_log *log)
{
    if (all && !os_is_there(secrets))
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "put it beside the journal, or an empty file to go without names",
                          "the private part of %s is missing: there is no %s", file, secrets);
    (void)lm_log_add(log, LM_SUSPICIOUS, (struct lm_place){0}, NULL,
                     "private parts are missing in %s: names and birth dates of some players",
                     secrets);
    return LM_OK;
}

/* Carry the messages of the championship at ${slug}, from ${lines} into the store or the other way
 * round. */
static enum lm_status carry_letters(struct server *s, const char *slug, struct lm_championship *c,
                                    struct lines *lines, struct lm_log *log)
{
    struct championship championship = {.slug = slug, .c = c};
    struct visit v = {.server = s, .arena = log->arena, .championship = &championship};
    struct lm_text letters = lm_text_in(log->arena);
    v.log.arena = log->arena;
    if (c == NULL)
        return letters_take(&v, lines);
    enum lm_status status = letters_write(&v, &letters);
    lines->letters = lm_text_string(&letters);
    lines->letter_length = letters.length;
    return status;
}

/* Import an event or championship from a mirror's text files; its address is the file's name. */
static enum lm_status import_journal(const char *path, const char *file, struct lm_log *log)
{
    struct server s = {0};
    struct lines lines;
    const char *stem = NULL, *secrets = NULL;
    enum lm_status status = read_name(file, &stem, &secrets, log);
    if (status != LM_OK)
        return status;
    /* In a mirror a championship's file has the name of its journal, with the prefix. */
    struct lm_text address = lm_text_in(log->arena);
    site_add_slug(&address, stem + (championships_own(stem) ? strlen(CHAMPIONSHIPS_PREFIX) : 0));
    const char *slug = lm_text_string(&address);
    if (!secrets_begin())
        return LM_LIMIT;
    status = store_open(&s.store, path, NULL, log);
    if (status == LM_OK)
        status = lines_of_files(file, secrets, &lines, log);
    bool all = false;
    if (status == LM_OK && lines_lack_secrets(&lines, log->arena, &all))
        status = say_secrets_lack(file, secrets, all, log);
    bool championship = status == LM_OK && championships_are(&lines);
    log->file = file;
    if (championship)
        status = championships_import(&s, slug, &lines, log);
    if (status == LM_OK && championship)
        status = carry_letters(&s, slug, NULL, &lines, log);
    log->file = NULL;
    if (status == LM_OK && !championship)
        status = events_import(&s, slug, file, secrets, log);
    store_close(s.store);
    if (status == LM_OK)
        say(log->arena, "%s is %s of this store now\n", slug,
            championship ? "a championship" : "an event");
    return status;
}

/* Write ${lines} into ${file}; the private parts go into it, too, or into ${secrets}. */
static enum lm_status write_lines(const struct lines *lines, const char *file, const char *secrets,
                                  struct lm_log *log)
{
    struct lm_text both = lm_text_in(log->arena);
    if (strcmp(file + strlen(file) - strlen(".limmat"), ".limmat") == 0) {
        enum lm_status status = lines_together(lines, &both);
        return status == LM_OK ? os_write(file, lm_text_string(&both), both.length, OS_REPLACE, log)
                               : status;
    }
    /* Private parts first: they are meaningless without their lines. */
    enum lm_status status =
        lines->secret_length > 0
            ? os_write(secrets, lines->secrets, lines->secret_length, OS_REPLACE, log)
            : LM_OK;
    return status == LM_OK ? os_write(file, lines->bytes, lines->length, OS_REPLACE, log) : status;
}

/* Export the event at the address given by ${file}, otherwise the championship there, into ${file}.
 */
static enum lm_status export_journal(const char *path, const char *file, struct lm_log *log)
{
    struct server s = {0};
    struct lm_championship *c = NULL;
    struct lines lines = {.length = 0};
    const char *slug = NULL, *secrets = NULL;
    struct lm_text other = lm_text_in(log->arena);
    enum lm_status status = read_name(file, &slug, &secrets, log);
    if (status == LM_OK)
        status = store_open(&s.store, path, NULL, log);
    if (status == LM_OK)
        status = lines_read(s.store, slug, log->arena, &lines, log);
    lm_text_print(&other, CHAMPIONSHIPS_PREFIX "%s", slug == NULL ? "" : slug);
    if (status == LM_OK && lines.length == 0)
        status = lines_read(s.store, lm_text_string(&other), log->arena, &lines, log);
    if (status == LM_OK && lines.length == 0)
        status = lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                            "there is no event or championship at the address \"%s\"", slug);
    if (status == LM_OK && championships_are(&lines))
        status = championships_state(&lines, false, log->arena, log, &c);
    if (status == LM_OK && c != NULL)
        status = carry_letters(&s, slug, c, &lines, log);
    if (status == LM_OK)
        status = write_lines(&lines, file, secrets, log);
    store_close(s.store);
    return status;
}

/* --- the verbs */

/* Return the path of the draft of a store, in the data folder. */
static const char *draft_in(const char *folder, struct lm_arena *arena)
{
    return os_join(arena, folder, "limmat.db.draft");
}

static enum lm_status restore(const char *path, const char *file, const char *folder,
                              struct lm_log *log)
{
    const char *draft = draft_in(folder, log->arena);
    if (!secrets_begin() || draft == NULL)
        return LM_LIMIT;
    return os_kind_of(file) == OS_FOLDER ? restore_mirror(path, file, draft, log)
                                         : store_restore(path, file, log);
}

static enum lm_status repair(const char *path, const struct settings *s, const char *folder,
                             struct lm_log *log)
{
    const char *draft = draft_in(folder, log->arena);
    if (s->file == NULL || s->from == NULL)
        return refuse_argument(log, "say what to repair, and --from which backup or folder", "");
    return !secrets_begin() || draft == NULL ? LM_LIMIT
                                             : repair_event(path, s->file, s->from, draft, log);
}

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
    unsigned files; /* accepted: NO_FILE, A_FILE */
    bool makes;     /* it makes the folder of the store if missing */
    enum lm_status (*run)(const char *path, const char *file, struct lm_log *log);
} verbs[] = {{"check", NO_FILE | A_FILE, false, check},
             {"backup", A_FILE, false, store_backup},
             {"export", A_FILE, false, export_journal},
             {"import", A_FILE, true, import_journal},
             {"migrate", NO_FILE, false, migrate}};

enum lm_status care_for_store(const struct settings *s, const char *folder, const char *path,
                              struct lm_log *log)
{
    os_keep_private(); /* every file has names and birth dates */
    if (strcmp(s->verb, "repair") == 0)
        return repair(path, s, folder, log);
    if (strcmp(s->verb, "restore") == 0 && s->file != NULL) {
        enum lm_status made = os_make_folders(folder, log->arena, log);
        return made == LM_OK ? restore(path, s->file, folder, log) : made;
    }
    const unsigned given = s->file == NULL ? NO_FILE : A_FILE;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (strcmp(verbs[i].name, s->verb) != 0 || (verbs[i].files & given) == 0)
            continue;
        enum lm_status status = verbs[i].makes ? os_make_folders(folder, log->arena, log) : LM_OK;
        return status == LM_OK ? verbs[i].run(path, s->file, log) : status;
    }
    return refuse_argument(log, "it cannot do this: ", s->verb);
}
