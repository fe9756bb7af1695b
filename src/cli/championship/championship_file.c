/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/championship_file.h"

#include <stdio.h>
#include <string.h>

#include "cli/desk/desk_file.h"
#include "os/process.h"

/* Read the whole lines of the private file: a half one was never acknowledged. */
static enum lm_status read_secrets(const char *path, struct lm_arena *arena, struct lm_log *log,
                                   struct lm_championship_files *files)
{
    size_t length = 0;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = os_read(path, arena, log, &files->secrets, &length);
    files->secrets_length = status == LM_OK ? lm_journal_whole(files->secrets, length) : 0;
    return status;
}

static enum lm_status replay(const char *path, const struct lm_championship_files *files,
                             bool judged, struct lm_arena *arena, struct lm_log *log,
                             struct lm_championship **out)
{
    log->file = path;
    enum lm_status status = lm_championship_read(files, judged, arena, log, out);
    log->file = NULL;
    return status;
}

static bool ends_like_a_journal(const char *name)
{
    size_t length = strlen(name);
    return length > 8 && strcmp(name + length - 8, ".journal") == 0;
}

const char *journal_assumed(struct run *run, const char *first)
{
    const struct os_entry *entries = NULL;
    const char *only = os_environment("LIMMAT_JOURNAL");
    size_t entry_count = 0, count = 0;
    if (first != NULL && (ends_like_a_journal(first) || os_is_there(first)))
        return first;
    if (only != NULL && *only != '\0')
        return only;
    only = NULL;
    struct lm_log log = {.arena = run->arena};
    if (os_list(".", run->arena, &log, &entries, &entry_count) != LM_OK)
        entry_count = 0;
    for (size_t i = 0; i < entry_count; i++)
        if (ends_like_a_journal(entries[i].name) && journal_is_championship(entries[i].name)) {
            only = entries[i].name;
            count++;
        }
    if (count == 1)
        return only;
    fail(run->log, LM_INVALID, "%s: which journal?  There %s here; name one, or set LIMMAT_JOURNAL",
         run->command->name, count == 0 ? "is none" : "are several");
    return NULL;
}

enum lm_status journal_read(const char *path, bool judged, struct lm_arena *arena,
                            struct lm_log *log, struct lm_championship **out)
{
    struct lm_championship_files files = {.hooks = &desk_hooks};
    enum lm_status status = read_file(path, arena, log, &files.journal, &files.length);
    if (status == LM_OK)
        status = read_secrets(desk_secrets_path(path, arena), arena, log, &files);
    return status == LM_OK ? replay(path, &files, judged, arena, log, out) : status;
}

enum lm_status journal_open(const char *path, bool write, struct lm_arena *arena,
                            struct lm_log *log, struct journal *out)
{
    struct journal journal = {.file = {.handle = -1, .path = path}};
    struct lm_championship_files files = {.hooks = &desk_hooks};
    enum lm_status status = LM_OK;
    journal.secrets_path = desk_secrets_path(path, arena);
    if (write) {
        status = os_growing_open(path, log, &journal.file);
        if (status == LM_OK)
            status = os_growing_read(&journal.file, arena, log, &files.journal, &files.length);
        if (status == LM_OK)
            status = read_secrets(journal.secrets_path, arena, log, &files);
        if (status == LM_OK)
            status = replay(path, &files, false, arena, log, &journal.championship);
    } else {
        status = journal_read(path, false, arena, log, &journal.championship);
    }
    if (status != LM_OK) {
        os_growing_close(&journal.file);
        return status;
    }
    journal.secrets = desk_secrets_up_to(files.secrets, files.secrets_length,
                                         lm_championship_number(journal.championship));
    journal.events = lm_championship_length(journal.championship);
    *out = journal;
    return LM_OK;
}

/* Append the private lines; first cut off lines that a crash left after the last valid one. */
static enum lm_status store_secrets(struct journal *journal, const struct lm_desk_taken *taken,
                                    struct lm_log *log)
{
    struct os_growing file = {.handle = -1};
    enum lm_status status = LM_OK;
    if (taken->secret_length == 0)
        return LM_OK;
    if (!os_is_there(journal->secrets_path))
        status = os_write(journal->secrets_path, "", 0, OS_SECRET, log);
    if (status == LM_OK)
        status = os_growing_open(journal->secrets_path, log, &file);
    if (status != LM_OK)
        return status;
    if (journal->secrets < file.length)
        status = os_growing_cut(&file, journal->secrets, log);
    if (status == LM_OK)
        status = os_growing_append(&file, taken->secrets, taken->secret_length, log);
    os_growing_close(&file);
    return status;
}

enum lm_status journal_store(struct journal *journal, const struct lm_desk_taken *taken,
                             struct lm_log *log)
{
    enum lm_status status = store_secrets(journal, taken, log);
    return status == LM_OK
               ? os_growing_append(&journal->file, taken->lines, taken->line_length, log)
               : status;
}

void journal_close(struct journal *journal)
{
    os_growing_close(&journal->file);
}

/* The first line tells: it has "journal" in the format before lines had numbers, and its event
 * since then. */
bool journal_is_championship(const char *path)
{
    static const char old[] = "{\"journal\":", event[] = "\"event\":\"championship\"";
    char bytes[1024];
    FILE *file = os_stream(path, "rb");
    if (file == NULL)
        return false;
    size_t length = fread(bytes, 1, sizeof bytes - 1, file);
    fclose(file);
    bytes[length] = '\0';
    const char *definition = strstr(bytes, "\"definition\"");
    const char *message = strstr(bytes, event);
    return strncmp(bytes, old, sizeof old - 1) == 0 ||
           (strncmp(bytes, "{\"v\":", 5) == 0 && message != NULL && definition != NULL &&
            message < definition);
}
