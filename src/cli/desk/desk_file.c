/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/desk/desk_file.h"

#include <sodium.h>
#include <string.h>

#include "base/texts.h"
#include "os/entropy.h"

static void digest(void *context, const char *bytes, size_t length, uint8_t out[LM_DIGEST_BYTES])
{
    (void)context;
    crypto_hash_sha256(out, (const unsigned char *)bytes, length);
}

static bool random_bytes(void *context, uint8_t *bytes, size_t length)
{
    (void)context;
    return os_random(bytes, length);
}

const struct lm_journal_hooks desk_hooks = {.digest = digest, .random = random_bytes};

/* Return the name of the section after "open.journal#"; NULL: none is named. */
static const char *section_of(const char *path)
{
    const char *hash = strrchr(path, '#');
    return hash != NULL && hash - path >= 8 && memcmp(hash - 8, ".journal", 8) == 0 ? hash + 1
                                                                                    : NULL;
}

bool desk_is_journal(const char *path)
{
    size_t length = strlen(path);
    return section_of(path) != NULL || (length > 8 && strcmp(path + length - 8, ".journal") == 0);
}

const char *desk_secrets_path(const char *path, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    size_t length = strlen(path);
    bool plain = length > 8 && strcmp(path + length - 8, ".journal") == 0;
    lm_text_add_bytes(&text, path, plain ? length - 8 : length);
    lm_text_add(&text, ".private");
    return lm_text_string(&text);
}

/* Return the number of the event's line that the private line at ${bytes} belongs to; 0: none. */
static uint64_t number_of_secret(const char *bytes, size_t length)
{
    static const char begin[] = "{\"n\":";
    uint64_t number = 0;
    if (length < sizeof begin - 1 || memcmp(bytes, begin, sizeof begin - 1) != 0)
        return 0;
    for (size_t i = sizeof begin - 1; i < length && lm_is_digit(bytes[i]); i++)
        number = 10 * number + (uint64_t)(bytes[i] - '0');
    return number;
}

size_t desk_secrets_up_to(const char *bytes, size_t length, uint64_t number)
{
    while (length > 0) {
        size_t begin = length - 1;
        while (begin > 0 && bytes[begin - 1] != '\n')
            begin--;
        if (number_of_secret(bytes + begin, length - begin) <= number)
            break;
        length = begin;
    }
    return length;
}

/* Return the length of the whole lines of ${bytes}; the rest was never acknowledged, and is noted.
 */
static size_t whole_of(const char *path, const char *bytes, size_t length, bool write,
                       struct lm_log *log)
{
    size_t whole = lm_journal_whole(bytes, length);
    if (whole < length)
        (void)lm_log_add(
            log, LM_NOTE, (struct lm_place){.field = path},
            write ? "it was removed" : "the next act at the desk removes it",
            "the last %zu bytes are an incomplete line that a crash left; it was never confirmed",
            length - whole);
    return whole;
}

static enum lm_status read_both(struct desk_file *file, const char *path, struct lm_arena *arena,
                                struct lm_log *log, const char *bytes[2], size_t length[2])
{
    const char *paths[2] = {path, file->secrets_path};
    struct os_growing *growing[2] = {&file->journal, &file->secrets};
    enum lm_status status = LM_OK;
    for (int i = 0; i < 2 && status == LM_OK; i++) {
        bytes[i] = "";
        length[i] = 0;
        if (file->write && i == 0 && !os_is_there(paths[0]) && os_kind_of(paths[1]) == OS_FILE &&
            !os_holds(paths[1], "", 0))
            return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                              "move it away, or use another name",
                              "%s already exists: the private part of another journal", paths[1]);
        if (file->write && !os_is_there(paths[i])) {
            status = os_write(paths[i], "", 0, i == 0 ? OS_NEW : OS_SECRET, log);
            file->made = true;
        }
        if (status == LM_OK && file->write)
            status = os_growing_open(paths[i], log, growing[i]);
        if (status == LM_OK && file->write)
            status = os_growing_read(growing[i], arena, log, &bytes[i], &length[i]);
        else if (status == LM_OK && (i == 0 || os_is_there(paths[i])))
            status = os_read(paths[i], arena, log, &bytes[i], &length[i]);
    }
    return status;
}

/* Delete lines about persons who were erased since ${first} from the private file.  The journal
 * says that they were erased, so the next start repairs what a crash leaves undone. */
static enum lm_status forget_erased(struct desk_file *file, uint64_t first, struct lm_log *log)
{
    struct lm_arena *arena = log->arena;
    struct lm_words erased;
    const char *bytes;
    size_t length;
    bool any = false;
    for (uint64_t n = first; n <= lm_desk_number(file->desk); n++)
        any |= strcmp(lm_desk_entry(file->desk, n)->line.event, "erase") == 0;
    if (!any)
        return LM_OK;
    struct lm_text left = lm_text_in(arena);
    enum lm_status status = lm_desk_erased(file->desk, arena, &erased);
    if (status == LM_OK)
        status = os_growing_read(&file->secrets, arena, log, &bytes, &length);
    if (status == LM_OK)
        status = lm_journal_erase(bytes, lm_journal_whole(bytes, length), erased.items,
                                  erased.count, arena, log, &left);
    if (status != LM_OK || left.length == length)
        return status;
    os_growing_close(&file->secrets);
    file->secrets.handle = -1;
    status = os_write(file->secrets_path, lm_text_string(&left), left.length, OS_REPLACE, log);
    enum lm_status opened = os_growing_open(file->secrets_path, log, &file->secrets);
    return status == LM_OK ? opened : status;
}

/* Cut off the incomplete end that a crash left behind. */
static enum lm_status mend(struct desk_file *file, size_t journal, const char *secrets,
                           size_t length, struct lm_log *log)
{
    enum lm_status status = LM_OK;
    size_t kept =
        desk_secrets_up_to(secrets, lm_journal_whole(secrets, length), lm_desk_number(file->desk));
    if (journal < file->journal.length)
        status = os_growing_cut(&file->journal, journal, log);
    if (status == LM_OK && kept < file->secrets.length)
        status = os_growing_cut(&file->secrets, kept, log);
    /* a restored backup of the private file, or a crash while it was rewritten */
    return status == LM_OK ? forget_erased(file, 1, log) : status;
}

static enum lm_status replay(struct desk_file *file, const char *path, struct lm_arena *arena,
                             struct lm_log *log)
{
    const char *bytes[2];
    size_t length[2];
    enum lm_status status = read_both(file, path, arena, log, bytes, length);
    if (status == LM_OK)
        status = lm_desk_new(arena, &desk_hooks, "limmat " LIMMAT_VERSION, &file->desk);
    if (status != LM_OK)
        return status;
    size_t whole = whole_of(path, bytes[0], length[0], file->write, log);
    log->file = file->secrets_path;
    status = lm_desk_add_private(file->desk, bytes[1], lm_journal_whole(bytes[1], length[1]), log);
    log->file = path;
    if (status == LM_OK)
        status = lm_desk_replay(file->desk, bytes[0], whole, NULL, NULL, log);
    log->file = NULL;
    if (status == LM_OK && file->write)
        status = mend(file, whole, bytes[1], length[1], log);
    return status;
}

enum lm_status desk_open(const char *path, bool write, struct lm_arena *arena, struct lm_log *log,
                         struct desk_file *out)
{
    struct desk_file file = {
        .journal = {.handle = -1, .path = path}, .secrets.handle = -1, .write = write};
    file.secrets_path = desk_secrets_path(path, arena);
    enum lm_status status = replay(&file, path, arena, log);
    if (status != LM_OK)
        desk_close(&file);
    else
        *out = file;
    return status;
}

enum lm_status desk_store(struct desk_file *file, const struct lm_desk_taken *taken,
                          struct lm_log *log)
{
    enum lm_status status = LM_OK;
    size_t before = file->secrets.length;
    if (taken->secret_length > 0)
        status = os_growing_append(&file->secrets, taken->secrets, taken->secret_length, log);
    if (status == LM_OK)
        status = os_growing_append(&file->journal, taken->lines, taken->line_length, log);
    if (status == LM_OK)
        return forget_erased(file, taken->first, log);
    lm_desk_take_back(file->desk, taken->first - 1);
    if (file->secrets.length > before && os_growing_cut(&file->secrets, before, log) != LM_OK)
        return status; /* the next writer cuts it off */
    return status;
}

void desk_close(struct desk_file *file)
{
    if (file->made && file->journal.length == 0) { /* nothing was entered */
        os_remove(file->journal.path);
        os_remove(file->secrets_path);
    }
    if (file->journal.handle >= 0)
        os_growing_close(&file->journal);
    if (file->secrets.handle >= 0)
        os_growing_close(&file->secrets);
}

static enum lm_status find_section(const struct lm_desk *desk, const char *name, struct lm_log *log,
                                   struct lm_desk_section **out)
{
    struct lm_text list = lm_text_in(log->arena);
    const struct lm_desk_event *event = lm_desk_event(desk);
    *out = lm_desk_section(desk, name);
    if (*out != NULL)
        return LM_OK;
    for (size_t i = 0; i < event->section_count; i++)
        lm_text_print(&list, "%s%s", i == 0 ? "" : " ", event->sections[i]->id);
    return fail(log, LM_INVALID, "the event has %s; there %s: %s",
                name != NULL ? "no such section" : "more than one section, or none",
                event->section_count == 1 ? "is" : "are",
                event->section_count == 0 ? "none" : lm_text_string(&list));
}

enum lm_status desk_load(const char *path, struct lm_arena *arena, struct lm_log *log,
                         struct lm_tournament **out)
{
    struct desk_file file;
    struct lm_desk_section *section;
    const char *name = section_of(path);
    const char *journal =
        name == NULL ? path : lm_arena_copy(arena, path, (size_t)(name - path) - 1);
    if (journal == NULL)
        return LM_LIMIT;
    enum lm_status status = desk_open(journal, false, arena, log, &file);
    if (status == LM_OK)
        status = find_section(file.desk, name, log, &section);
    if (status == LM_OK)
        status = lm_desk_tournament(file.desk, section, LM_FOR_ARBITERS, 0, arena, NULL, out);
    return status;
}
