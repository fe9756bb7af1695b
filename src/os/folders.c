/* SPDX-License-Identifier: Apache-2.0 */

/* Folders, and the replacement of one by another. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sort.h"
#include "limmat/text.h"
#include "os/common.h"
#include "os/files.h"

enum lm_status os_make_folder(const char *path, struct lm_log *log)
{
    if (mkdir(path, 0777) == 0)
        return LM_OK;
    if (errno == EEXIST && os_kind_of(path) == OS_FOLDER)
        return LM_OK;
    return os_fail(log, path, "made a folder");
}

enum lm_status os_make_new_folder(const char *path, struct lm_log *log)
{
    if (mkdir(path, 0777) == 0)
        return LM_OK;
    return errno == EEXIST ? os_fail_taken(log, path) : os_fail(log, path, "made a folder");
}

static bool is_self_or_parent(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct os_entry *)left)->name, ((const struct os_entry *)right)->name);
}

static enum os_kind kind_at(DIR *folder, const char *name)
{
    struct stat about;
    if (fstatat(dirfd(folder), name, &about, 0) != 0)
        return OS_NOTHING;
    return S_ISREG(about.st_mode) ? OS_FILE : S_ISDIR(about.st_mode) ? OS_FOLDER : OS_OTHER;
}

enum lm_status os_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                       const struct os_entry **entries, size_t *count)
{
    struct os_entry *all = NULL;
    size_t capacity = 0, found = 0;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return os_fail(log, path, "read");
    enum lm_status status = LM_OK;
    for (struct dirent *entry; status == LM_OK && (entry = readdir(folder)) != NULL;) {
        if (is_self_or_parent(entry->d_name))
            continue;
        const char *name = lm_arena_copy(arena, entry->d_name, strlen(entry->d_name));
        if (name == NULL || !lm_arena_grow(arena, &all, &capacity, found + 1, sizeof *all))
            status = LM_LIMIT;
        else
            all[found++] = (struct os_entry){name, kind_at(folder, name)};
    }
    closedir(folder);
    if (status != LM_OK)
        return status;
    if (found > 0)
        lm_sort(all, found, sizeof *all, by_name);
    *entries = all;
    *count = found;
    return LM_OK;
}

size_t os_count_entries(const char *path)
{
    size_t count = 0;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += !is_self_or_parent(entry->d_name);
    closedir(folder);
    return count;
}

void os_remove(const char *path)
{
    unlink(path);
}

void os_remove_folder(const char *path)
{
    rmdir(path);
}

/* Remove the contents of the open folder ${at}, and close it. */
static void remove_entries(int at)
{
    DIR *folder = at < 0 ? NULL : fdopendir(at);
    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (is_self_or_parent(entry->d_name) || unlinkat(at, entry->d_name, 0) == 0)
            continue;
        remove_entries(openat(at, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        unlinkat(at, entry->d_name, AT_REMOVEDIR);
    }
    closedir(folder);
}

void os_remove_tree(const char *path)
{
    if (unlink(path) == 0)
        return;
    remove_entries(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    rmdir(path);
}

static bool exchange(const char *a, const char *b)
{
#ifdef RENAME_EXCHANGE
    return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0;
#else
    (void)a, (void)b;
    return false;
#endif
}

/* For systems or file systems that cannot exchange: ${live} is moved away first, so for a moment it
 * is missing. */
static enum lm_status step_aside(const char *fresh, const char *live, struct lm_log *log)
{
    struct lm_text aside = lm_text_in(log->arena);
    lm_text_print(&aside, "%s.before", fresh);
    if (lm_text_status(&aside) != LM_OK)
        return LM_LIMIT;
    const char *before = lm_text_string(&aside);
    if (rename(live, before) != 0)
        return os_fail(log, live, "replaced");
    if (rename(fresh, live) != 0) {
        enum lm_status status = os_fail(log, live, "replaced");
        return rename(before, live) == 0 ? status : os_fail(log, live, "put back");
    }
    return rename(before, fresh) == 0 ? LM_OK : os_fail(log, before, "removed");
}

enum lm_status os_take_place(const char *fresh, const char *live, struct lm_log *log)
{
    struct stat about;
    bool folder = lstat(live, &about) == 0 && S_ISDIR(about.st_mode);
    if (folder)
        return exchange(fresh, live) ? LM_OK : step_aside(fresh, live, log);
    return rename(fresh, live) == 0 ? LM_OK : os_fail(log, live, "replaced");
}

bool os_link(const char *from, const char *to)
{
    return link(from, to) == 0;
}
