/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* renameat2 */
#endif
#include "cli/core/directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum lm_status fail_on(const char *path, const char *deed, struct lm_log *log)
{
    return fail(log, LM_IO, "%s cannot be %s: %s", path, deed, strerror(errno));
}

enum lm_status make_directory(const char *path, struct lm_log *log)
{
    struct stat about;
    if (mkdir(path, 0777) == 0)
        return LM_OK;
    if (errno == EEXIST && stat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return LM_OK;
    return fail_on(path, "made a directory", log);
}

static bool is_self_or_parent(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Remove what is in the open directory ${at}, which is closed. */
static void remove_entries(int at)
{
    DIR *directory = at < 0 ? NULL : fdopendir(at);
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (is_self_or_parent(entry->d_name) || unlinkat(at, entry->d_name, 0) == 0)
            continue;
        remove_entries(openat(at, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        unlinkat(at, entry->d_name, AT_REMOVEDIR);
    }
    closedir(directory);
}

void remove_tree(const char *path)
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

/* Where a system or a file system cannot exchange: ${live} steps aside first, and for a moment
 * there is nothing. */
static enum lm_status step_aside(const char *fresh, const char *live, struct lm_log *log)
{
    struct lm_text aside = lm_text_in(log->arena);
    lm_text_print(&aside, "%s.before", fresh);
    if (lm_text_status(&aside) != LM_OK)
        return LM_LIMIT;
    const char *before = lm_text_string(&aside);
    if (rename(live, before) != 0)
        return fail_on(live, "replaced", log);
    if (rename(fresh, live) != 0) {
        enum lm_status status = fail_on(live, "replaced", log);
        return rename(before, live) == 0 ? status : fail_on(live, "put back", log);
    }
    return rename(before, fresh) == 0 ? LM_OK : fail_on(before, "removed", log);
}

enum lm_status take_place(const char *fresh, const char *live, struct lm_log *log)
{
    struct stat about;
    bool directory = lstat(live, &about) == 0 && S_ISDIR(about.st_mode);
    if (directory)
        return exchange(fresh, live) ? LM_OK : step_aside(fresh, live, log);
    return rename(fresh, live) == 0 ? LM_OK : fail_on(live, "replaced", log);
}

bool file_is(const char *path, const char *bytes, size_t length)
{
    enum { PIECE = 65536 };
    char piece[PIECE];
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    bool same = file >= 0 && fstat(file, &about) == 0 && (size_t)about.st_size == length;
    for (size_t at = 0; same && at < length;) {
        ssize_t got = read(file, piece, sizeof piece);
        same = got > 0 && (size_t)got <= length - at && memcmp(piece, bytes + at, (size_t)got) == 0;
        at += same ? (size_t)got : 0;
    }
    if (file >= 0)
        close(file);
    return same;
}

size_t count_entries(const char *path)
{
    size_t count = 0;
    DIR *directory = opendir(path);
    if (directory == NULL)
        return 0;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        count += !is_self_or_parent(entry->d_name);
    closedir(directory);
    return count;
}

enum lm_status write_new(const char *path, const char *bytes, size_t length, struct lm_log *log)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool written = file >= 0;
    while (written && length > 0) {
        ssize_t put = write(file, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        written = put > 0;
        bytes += written ? put : 0;
        length -= written ? (size_t)put : 0;
    }
    if (file >= 0)
        written = close(file) == 0 && written;
    return written ? LM_OK : fail_on(path, "written", log);
}
