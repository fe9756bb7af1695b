/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writing without loss: a draft in the same folder, on the disk before it takes the name, and the
 * folder on the disk before success is reported.
 */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "limmat/text.h"
#include "os/common.h"
#include "os/files.h"
#include "os/part.h"

enum { LINKS_MAX = 40 };

static bool put_whole(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t put = write(file, bytes, length);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        bytes += put;
        length -= (size_t)put;
    }
    return true;
}

/* File systems that cannot settle a folder return EINVAL. */
static bool settle(const char *folder)
{
    int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (at < 0)
        return false;
    bool settled = fsync(at) == 0 || errno == EINVAL || errno == ENOTSUP;
    int reason = errno;
    close(at);
    errno = reason;
    return settled;
}

enum lm_status os_settle_folder(const char *path, struct lm_log *log)
{
    return settle(path) ? LM_OK : os_fail(log, path, "put on the disk");
}

static enum lm_status settle_name(const char *path, struct lm_log *log)
{
    struct lm_mark mark = lm_arena_mark(log->arena);
    const char *folder = folder_of(path, log->arena);
    bool settled = folder != NULL && settle(folder);
    enum lm_status status = folder == NULL ? LM_LIMIT : LM_OK;
    lm_arena_reset(log->arena, mark);
    return settled || status != LM_OK ? status : os_fail(log, path, "put on the disk");
}

/* Return the target of ${path} if it is a link, to a file or to nothing yet. */
static enum lm_status follow(const char **path, struct lm_arena *arena, struct lm_log *log)
{
    char target[4096];
    for (int links = 0; links < LINKS_MAX; links++) {
        ssize_t length = readlink(*path, target, sizeof target - 1);
        if (length < 0)
            return LM_OK;
        target[length] = '\0';
        const char *folder = target[0] == '/' ? "" : folder_of(*path, arena);
        if (folder == NULL)
            return LM_LIMIT;
        *path = target[0] == '/' ? lm_arena_copy(arena, target, (size_t)length)
                                 : os_join(arena, folder, target);
        if (*path == NULL)
            return LM_LIMIT;
    }
    errno = ELOOP;
    return os_fail(log, *path, "written");
}

/* Does the name ${path} still lead to ${file}? */
static bool has_name(int file, const char *path)
{
    struct stat by_file, by_name;
    return fstat(file, &by_file) == 0 && stat(path, &by_name) == 0 &&
           by_file.st_dev == by_name.st_dev && by_file.st_ino == by_name.st_ino;
}

static bool take_lock(int file, enum os_waiting waiting)
{
    int locked;
    do
        locked = flock(file, waiting == OS_WAIT ? LOCK_EX : LOCK_EX | LOCK_NB);
    while (locked != 0 && errno == EINTR);
    return locked == 0;
}

/* --- drafts */

/* Remove the drafts that a power cut left.  A draft is locked while it is written; an unlocked one
 * belongs to no one. */
static void clear_parts(const char *begin, struct lm_arena *arena)
{
    struct lm_mark mark = lm_arena_mark(arena);
    const char *folder = folder_of(begin, arena);
    bool named = os_name_in(begin) != begin;
    DIR *names = folder == NULL ? NULL : opendir(folder);
    for (const struct dirent *entry; names != NULL && (entry = readdir(names)) != NULL;) {
        if (!is_part(entry->d_name, begin))
            continue;
        const char *path = named ? os_join(arena, folder, entry->d_name) : entry->d_name;
        int left = path == NULL ? -1 : open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        if (left >= 0 && take_lock(left, OS_AT_ONCE) && has_name(left, path))
            unlink(path);
        if (left >= 0)
            close(left);
    }
    if (names != NULL)
        closedir(names);
    lm_arena_reset(arena, mark);
}

/* Make the locked draft; use another name if it was removed before the lock. */
static enum lm_status open_part(struct os_draft *draft, const char *path, struct lm_arena *arena,
                                struct lm_log *log)
{
    const char *begin = part_begin(draft->path, arena);
    if (begin != NULL && draft->how != OS_QUICK)
        clear_parts(begin, arena);
    for (;;) {
        draft->part = begin == NULL ? NULL : part_name(begin, arena);
        if (draft->part == NULL)
            return LM_LIMIT;
        draft->handle = open(draft->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                             draft->how == OS_SECRET ? 0600 : 0666);
        if (draft->handle < 0)
            return os_fail(log, path, "written");
        if (!take_lock((int)draft->handle, OS_WAIT) || has_name((int)draft->handle, draft->part))
            return LM_OK; /* if files cannot be locked, no one removes any */
        close((int)draft->handle);
    }
}

/* Give the draft the mode of the file it replaces, and its owner if we are allowed to. */
static void take_after(int file, const struct stat *about)
{
    if (fchown(file, about->st_uid, about->st_gid) != 0) {
        /* It then is ours, with the same mode. */
    }
    (void)fchmod(file, about->st_mode & 07777);
}

/* Write into ${path} itself, as no file can replace it. */
static enum lm_status open_as_it_is(struct os_draft *draft, struct lm_log *log)
{
    draft->handle = open(draft->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return draft->handle < 0 ? os_fail(log, draft->path, "opened") : LM_OK;
}

enum lm_status os_draft_open(const char *path, enum os_writing how, struct lm_arena *arena,
                             struct lm_log *log, struct os_draft *draft)
{
    struct os_draft made = {.how = how, .path = path};
    struct stat about;
    bool must_be_free = how == OS_NEW || how == OS_SECRET;
    if (must_be_free && os_is_there(path))
        return os_fail_taken(log, path);
    enum lm_status status = must_be_free ? LM_OK : follow(&made.path, arena, log);
    if (status != LM_OK)
        return status;
    bool there = stat(made.path, &about) == 0;
    if (how == OS_PLAIN || (there && !S_ISREG(about.st_mode))) {
        status = open_as_it_is(&made, log);
    } else {
        status = open_part(&made, path, arena, log);
        if (status == LM_OK && there)
            take_after((int)made.handle, &about);
    }
    if (status == LM_OK)
        *draft = made;
    return status;
}

static bool is_durable(const struct os_draft *draft)
{
    return draft->how == OS_PLAIN || (draft->part != NULL && draft->how != OS_QUICK);
}

/* Begin to write to disk the bytes that will be waited for, while the rest is made. */
static void begin_writing(struct os_draft *draft)
{
#ifdef SYNC_FILE_RANGE_WRITE
    enum { AT_ONCE = 16 << 20 };
    if (!is_durable(draft) || draft->put - draft->begun < AT_ONCE)
        return;
    (void)sync_file_range((int)draft->handle, (off_t)draft->begun,
                          (off_t)(draft->put - draft->begun), SYNC_FILE_RANGE_WRITE);
    draft->begun = draft->put;
#else
    (void)draft;
#endif
}

bool os_draft_put(struct os_draft *draft, const char *bytes, size_t length)
{
    if (!draft->failed)
        draft->failed = !put_whole((int)draft->handle, bytes, length);
    draft->put += length;
    begin_writing(draft);
    return !draft->failed;
}

void os_draft_drop(struct os_draft *draft)
{
    if (draft->handle >= 0)
        close((int)draft->handle);
    draft->handle = -1;
    if (draft->part != NULL)
        unlink(draft->part);
}

/* Put all bytes into the file, and on the disk if the caller wants that. */
static bool finish(struct os_draft *draft)
{
    bool good = !draft->failed && (!is_durable(draft) || fsync((int)draft->handle) == 0);
    int reason = errno;
    bool closed = close((int)draft->handle) == 0;
    draft->handle = -1;
    errno = good ? errno : reason;
    return good && closed;
}

static enum lm_status take_name(struct os_draft *draft, struct lm_log *log)
{
    if (draft->how == OS_NEW || draft->how == OS_SECRET)
        return os_rename_new(draft->part, draft->path, log);
    if (rename(draft->part, draft->path) != 0)
        return os_fail(log, draft->path, "written");
    return LM_OK;
}

enum lm_status os_draft_keep(struct os_draft *draft, struct lm_log *log)
{
    int lock = draft->part != NULL ? dup((int)draft->handle) : -1; /* until it has its name */
    enum lm_status status = finish(draft) ? LM_OK : os_fail(log, draft->path, "written");
    if (status == LM_OK && draft->part != NULL)
        status = take_name(draft, log);
    if (lock >= 0)
        close(lock);
    if (status != LM_OK)
        os_draft_drop(draft);
    bool settles = draft->part != NULL && draft->how == OS_REPLACE;
    return status == LM_OK && settles ? settle_name(draft->path, log) : status;
}

enum lm_status os_write(const char *path, const char *bytes, size_t length, enum os_writing how,
                        struct lm_log *log)
{
    struct os_draft draft;
    enum lm_status status = os_draft_open(path, how, log->arena, log, &draft);
    if (status != LM_OK)
        return status;
    os_draft_put(&draft, bytes, length);
    return os_draft_keep(&draft, log);
}

enum lm_status os_write_plainly(const char *path, const char *bytes, size_t length,
                                struct lm_log *log)
{
    struct os_flood alone = {0};
    enum lm_status status = os_flood_write(&alone, path, bytes, length, log);
    os_flood_end(&alone);
    return status;
}

/* --- files in great number */

/* Close ${file}; pages already on the disk can leave the memory, others stay. */
static void let_go(int file)
{
#ifdef POSIX_FADV_DONTNEED
    (void)posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
#endif
    close(file);
}

/* Begin to write ${file}, which is complete, to disk, and hold it open until OS_FLOOD_HELD others
 * have followed. */
static void hold(struct os_flood *flood, int file)
{
#ifdef SYNC_FILE_RANGE_WRITE
    enum { NUMBERS = 512 }; /* file numbers that we use: a process may be limited to 1024 */
    (void)sync_file_range(file, 0, 0, SYNC_FILE_RANGE_WRITE);
    int own = fcntl(file, F_DUPFD_CLOEXEC, 0);
    if (own >= NUMBERS)
        close(own);
    if (own < 0 || own >= NUMBERS)
        return;
    intptr_t *at = &flood->held[flood->count % OS_FLOOD_HELD];
    if (flood->count >= OS_FLOOD_HELD)
        let_go((int)*at);
    *at = own;
    flood->count++;
#else
    (void)flood, (void)file;
#endif
}

enum lm_status os_flood_write(struct os_flood *flood, const char *path, const char *bytes,
                              size_t length, struct lm_log *log)
{
    enum { LARGE = 512 << 20 };
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool written = file >= 0 && put_whole(file, bytes, length);
    flood->put += length;
    if (written && flood->put > LARGE)
        hold(flood, file);
    if (file >= 0)
        written = close(file) == 0 && written;
    return written ? LM_OK : os_fail(log, path, "written");
}

void os_flood_end(struct os_flood *flood)
{
    size_t held = flood->count < OS_FLOOD_HELD ? flood->count : OS_FLOOD_HELD;
    for (size_t i = 0; i < held; i++)
        let_go((int)flood->held[i]);
    flood->count = 0;
}

/* Rename ${from} to ${to} only if that is free; via a second link if the system has no such
 * renaming. */
static bool rename_to_free(const char *from, const char *to)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
#endif
    if (os_kind_of(from) == OS_FOLDER)
        return mkdir(to, 0777) == 0 && rename(from, to) == 0;
    return link(from, to) == 0 && unlink(from) == 0;
}

enum lm_status os_rename_new(const char *from, const char *to, struct lm_log *log)
{
    if (rename_to_free(from, to))
        return settle_name(to, log);
    return errno == EEXIST ? os_fail_taken(log, to) : os_fail(log, to, "written");
}

/* --- a file that only grows */

/* Open ${path} with ${flags} and lock it; try again until the locked file still has the name. */
static enum lm_status open_locked(const char *path, int flags, enum os_waiting waiting,
                                  struct lm_log *log, intptr_t *handle)
{
    for (;;) {
        int file = open(path, flags | O_CLOEXEC);
        if (file < 0)
            return os_fail(log, path, "opened");
        bool locked = take_lock(file, waiting);
        int reason = errno;
        if (locked && has_name(file, path)) {
            *handle = file;
            return LM_OK;
        }
        close(file);
        errno = reason;
        if (!locked && reason == EWOULDBLOCK)
            return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL,
                              "%s is in use by another process", path) == LM_LIMIT
                       ? LM_LIMIT
                       : LM_IO;
        if (!locked)
            return os_fail(log, path, "locked");
    }
}

enum lm_status os_lock_path(const char *path, enum os_waiting waiting, struct lm_log *log,
                            struct os_lock *lock)
{
    return open_locked(path, O_RDONLY, waiting, log, &lock->handle);
}

void os_unlock(struct os_lock *lock)
{
    if (lock->handle >= 0)
        close((int)lock->handle);
    lock->handle = -1;
}

enum lm_status os_growing_open(const char *path, struct lm_log *log, struct os_growing *file)
{
    struct os_growing opened = {.path = path};
    struct stat about;
    enum lm_status status = open_locked(path, O_RDWR | O_APPEND, OS_WAIT, log, &opened.handle);
    if (status != LM_OK)
        return status;
    if (fstat((int)opened.handle, &about) != 0 || !S_ISREG(about.st_mode)) {
        errno = EINVAL;
        status = os_fail(log, path, "opened");
        close((int)opened.handle);
        return status;
    }
    opened.length = (size_t)about.st_size;
    *file = opened;
    return LM_OK;
}

enum lm_status os_growing_read(const struct os_growing *file, struct lm_arena *arena,
                               struct lm_log *log, const char **bytes, size_t *length)
{
    char *buffer = lm_arena_alloc(arena, file->length + 1, 1);
    size_t got = 0;
    if (buffer == NULL)
        return LM_LIMIT;
    while (got < file->length) {
        ssize_t n = pread((int)file->handle, buffer + got, file->length - got, (off_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return os_fail(log, file->path, "read");
        if (n == 0)
            break;
        got += (size_t)n;
    }
    *bytes = buffer;
    *length = got;
    return LM_OK;
}

enum lm_status os_growing_cut(struct os_growing *file, size_t length, struct lm_log *log)
{
    if (ftruncate((int)file->handle, (off_t)length) != 0 || fsync((int)file->handle) != 0)
        return os_fail(log, file->path, "shortened");
    file->length = length;
    return LM_OK;
}

enum lm_status os_growing_append(struct os_growing *file, const char *bytes, size_t length,
                                 struct lm_log *log)
{
    int descriptor = (int)file->handle;
    if (length == 0)
        return LM_OK;
    if (put_whole(descriptor, bytes, length) && fsync(descriptor) == 0) {
        file->length += length;
        return LM_OK;
    }
    enum lm_status status = os_fail(log, file->path, "written");
    if (ftruncate(descriptor, (off_t)file->length) != 0)
        lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s ends with a half line: %s",
                   file->path, strerror(errno));
    return status;
}

void os_growing_close(struct os_growing *file)
{
    if (file->handle >= 0)
        close((int)file->handle);
    file->handle = -1;
}
