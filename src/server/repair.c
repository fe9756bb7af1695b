/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat db repair`, and the restoration of a store from the folder of a mirror. */
#include "server/repair.h"

#include <string.h>

#include "os/files.h"
#include "server/championships.h"
#include "server/journal_lines.h"
#include "server/secrets.h"
#include "server/submissions.h"

/* Return "${folder}/${name}${ending}". */
static const char *path_of(const char *folder, const char *name, const char *ending,
                           struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s/%s%s", folder, name, ending);
    return lm_text_string(&text);
}

/* Verify ${rows} as a journal. Submissions, lines set aside and the office's have no chain. */
static enum lm_status check_lines(const char *journal, const struct store_line *rows, size_t count,
                                  struct lm_arena *arena, struct lm_journal_audit *audit)
{
    struct lm_text text = lm_text_in(arena), secrets = lm_text_in(arena);
    *audit = (struct lm_journal_audit){0};
    for (size_t i = 0; i < count; i++) {
        lm_text_add_bytes(&text, rows[i].text, rows[i].length);
        lm_text_add_char(&text, '\n');
        if (*rows[i].secret != '\0')
            lm_text_print(&secrets, "%s\n", rows[i].secret);
    }
    if (text.failed || secrets.failed)
        return LM_LIMIT;
    if (submissions_own(journal) || *journal == JOURNAL_ASIDE || *journal == JOURNAL_OFFICE)
        return LM_OK;
    return lm_journal_verify(lm_text_string(&text), text.length, lm_text_string(&secrets),
                             secrets.length, NULL, &secrets_hooks, arena, NULL, audit);
}

/* --- the source */

enum { HEADER = 16 };

static bool is_store(const char *path, struct lm_arena *arena)
{
    const char *bytes;
    size_t length;
    return os_read(path, arena, NULL, &bytes, &length) == LM_OK && length > HEADER &&
           memcmp(bytes, "SQLite format 3", HEADER) == 0;
}

/* Read ${journal} from ${from}: a backup, a folder or a journal's file. */
static enum lm_status read_source(const char *from, const char *journal, struct lm_log *log,
                                  struct store_line **rows, size_t *count)
{
    struct lines lines;
    if (os_kind_of(from) == OS_FILE && is_store(from, log->arena))
        return store_peek(from, journal, log->arena, rows, count, log);
    bool folder = os_kind_of(from) == OS_FOLDER;
    const char *file = folder ? path_of(from, journal, ".journal", log->arena) : from;
    size_t length = strlen(file), ending = strlen(".journal");
    struct lm_text secrets = lm_text_in(log->arena);
    lm_text_print(&secrets, "%.*s.private", (int)(length > ending ? length - ending : length),
                  file);
    enum lm_status status = lines_of_files(file, lm_text_string(&secrets), &lines, log);
    return status == LM_OK ? lines_rows(&lines, 1, log->arena, rows, count) : status;
}

/* --- combining source and store */

/* Does ${line} seal ${secret}? */
static bool is_sealed(const struct store_line *line, const char *secret)
{
    char digest[SECRETS_DIGEST];
    secrets_digest(secret, strlen(secret), digest);
    return *secret != '\0' && strstr(line->text, digest) != NULL;
}

/* Join the lines of ${a} and the further ones of ${b}, as far as the chain is intact. Take each
 * private part from the side where it matches its seal. */
static enum lm_status join(const char *journal, struct store_line *a, size_t *a_count,
                           const struct store_line *b, size_t b_count, struct lm_arena *arena,
                           struct store_line **out)
{
    size_t most = *a_count > b_count ? *a_count : b_count, count = *a_count;
    struct store_line *rows = lm_arena_alloc(arena, most + 1, sizeof *rows);
    struct lm_journal_audit audit;
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < most; i++) {
        rows[i] = i < *a_count ? a[i] : b[i];
        if (i < b_count && is_sealed(&rows[i], b[i].secret))
            rows[i].secret = b[i].secret;
        rows[i].number = i + 1;
    }
    *out = rows;
    enum lm_status status = check_lines(journal, rows, most, arena, &audit);
    if (status == LM_OK && audit.count == 0 && !submissions_own(journal) &&
        *journal != JOURNAL_OFFICE)
        count = most;
    else if (status == LM_OK && audit.count > 0 && audit.findings[0].number > *a_count &&
             audit.findings[0].number <= most)
        count = (size_t)audit.findings[0].number - 1;
    *a_count = count;
    return status;
}

/* Have both a line in common? If the store's lines are lost, assume so. */
static bool are_akin(const struct store_line *a, size_t a_count, const struct store_line *b,
                     size_t b_count)
{
    bool same = b_count == 0;
    for (size_t i = 0; !same && i < a_count && i < b_count; i++)
        same = a[i].length == b[i].length && memcmp(a[i].text, b[i].text, a[i].length) == 0;
    return same;
}

/* --- the verb */

/* Return the journal that ${event} names: an event's, else a championship's. */
static const char *journal_of(const char *path, const char *from, const char *event,
                              struct lm_arena *arena)
{
    struct store_line *rows;
    size_t count = 0;
    struct lm_text text = lm_text_in(arena);
    struct lm_log quiet = {.arena = arena};
    lm_text_print(&text, CHAMPIONSHIPS_PREFIX "%s", event);
    if (store_peek(path, event, arena, &rows, &count, &quiet) == LM_OK && count > 0)
        return event;
    if (store_peek(path, lm_text_string(&text), arena, &rows, &count, &quiet) == LM_OK && count > 0)
        return lm_text_string(&text);
    return os_kind_of(from) == OS_FOLDER &&
                   os_is_there(path_of(from, lm_text_string(&text), ".journal", arena))
               ? lm_text_string(&text)
               : event;
}

enum lm_status repair_event(const char *path, const char *event, const char *from,
                            const char *draft, struct lm_log *log)
{
    struct store_line *source = NULL, *there = NULL, *rows = NULL;
    size_t count = 0, there_count = 0, before;
    struct lm_journal_audit audit;
    const char *journal = journal_of(path, from, event, log->arena);
    enum lm_status status = read_source(from, journal, log, &source, &count);
    if (status == LM_OK && count == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s has nothing of \"%s\"",
                          from, event);
    if (status == LM_OK)
        status = check_lines(journal, source, count, log->arena, &audit);
    if (status == LM_OK && audit.count > 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.line = audit.findings[0].place},
                          "take another backup, or the folder of the mirror",
                          "in %s \"%s\" is damaged, too", from, event);
    if (status == LM_OK)
        status = store_peek(path, journal, log->arena, &there, &there_count, log);
    if (status == LM_OK && !are_akin(source, count, there, there_count))
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                          "%s has another event of the name \"%s\"", from, event);
    before = count;
    if (status == LM_OK)
        status = join(journal, source, &count, there, there_count, log->arena, &rows);
    if (status == LM_OK)
        status = store_repair(path, draft, journal, rows, count, log);
    if (status != LM_OK)
        return status;
    say(log->arena, "%s is repaired: %zu entries from %s, %zu from the store itself\n", event,
        before, from, count - before);
    if (there_count > count)
        say(log->arena, "Entries %zu to %zu are lost: enter them again.\n", count + 1, there_count);
    return LM_OK;
}

/* --- whole stores */

/* Put the journal of ${file} into ${store} unchanged. */
static enum lm_status take_in(struct store *store, const char *folder, const char *file,
                              struct lm_log *log)
{
    struct store_line *rows;
    size_t count;
    struct lm_journal_audit audit;
    const char *name = lm_arena_copy(log->arena, file, strlen(file) - strlen(".journal"));
    enum lm_status status = name == NULL ? LM_LIMIT : read_source(folder, name, log, &rows, &count);
    if (status == LM_OK)
        status = check_lines(name, rows, count, log->arena, &audit);
    if (status == LM_OK && audit.count > 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){.line = audit.findings[0].place},
                          "move the file out of the folder, then restore it without this event",
                          "%s/%s is damaged", folder, file);
    return status == LM_OK ? store_append(store, name, 1, rows, count, log) : status;
}

/* Make the store ${draft} from all journals in ${folder}. */
static enum lm_status gather(const char *folder, const char *draft, struct lm_log *log)
{
    struct store *store = NULL;
    const struct os_entry *entries = NULL;
    size_t count = 0, journals = 0;
    enum lm_status status = os_list(folder, log->arena, log, &entries, &count);
    if (status == LM_OK)
        status = store_open(&store, draft, NULL, log);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        size_t length = strlen(entries[i].name), ending = strlen(".journal");
        if (length <= ending || strcmp(entries[i].name + length - ending, ".journal") != 0)
            continue;
        journals++;
        status = take_in(store, folder, entries[i].name, log);
    }
    store_close(store);
    if (status == LM_OK && journals == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s has no journals", folder);
    return status;
}

enum lm_status restore_mirror(const char *path, const char *folder, const char *draft,
                              struct lm_log *log)
{
    struct lm_text lock = lm_text_in(log->arena);
    os_remove(draft);
    enum lm_status status = gather(folder, draft, log);
    if (status == LM_OK)
        status = store_restore(path, draft, log);
    lm_text_print(&lock, "%s.lock", draft);
    os_remove(draft);
    os_remove(lm_text_string(&lock));
    if (status == LM_OK)
        say(log->arena, "The events are back; invitations and settings are not in a mirror.\n");
    return status;
}
