/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Writing without loss, as in write.c: a draft in the same folder, on the disk (FlushFileBuffers)
 * before it takes the name.  Windows has no dependable call for the fsync of a folder; NTFS logs
 * changes of names in their order, and flushing the file again after it has its name puts that log
 * on the disk.
 *
 * A name can be taken from a file that others have open as long as they share it, which all of
 * Limmat does.  If a program does not share it (an editor, a virus scanner for a moment), the
 * renaming is retried for a while.  A mapped file cannot be replaced at all; it is renamed like a
 * draft, which is removed once no one has it mapped.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/text.h"
#include "os/files.h"
#include "os/part.h"
#include "os/windows_common.h"

enum { TRIES = 25, PAUSE_MS = 20 };

/* Files are locked at a byte far beyond any content, as on Windows a lock prevents reading and
 * writing where it is. */
static OVERLAPPED lock_place(void)
{
    return (OVERLAPPED){.Offset = 0, .OffsetHigh = 0x3FFFFFFF};
}

static bool take_lock(HANDLE file, enum os_waiting waiting)
{
    OVERLAPPED place = lock_place();
    DWORD how = LOCKFILE_EXCLUSIVE_LOCK | (waiting == OS_WAIT ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
    return LockFileEx(file, how, 0, 1, 0, &place) != 0;
}

/* Does the name ${path} still lead to ${file}? */
static bool has_name(HANDLE file, const wchar_t *path)
{
    DWORD reason = GetLastError();
    HANDLE named =
        open_shared(path, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    bool same = named != INVALID_HANDLE_VALUE && same_file(file, named);
    if (named != INVALID_HANDLE_VALUE)
        CloseHandle(named);
    SetLastError(reason);
    return same;
}

/* --- taking a name */

/* Is ${error} a sign that another program is using the file, perhaps for a moment only? */
static bool may_pass(DWORD error)
{
    return error == ERROR_SHARING_VIOLATION || error == ERROR_ACCESS_DENIED ||
           error == ERROR_LOCK_VIOLATION;
}

/* Rename as POSIX does: also if ${to} is open. */
static bool rename_open(const wchar_t *from, const wchar_t *to)
{
    enum { REPLACE = 0x1, POSIX = 0x2, READ_ONLY_TOO = 0x40, RENAME_EX = 22 };
    struct {
        DWORD flags;
        HANDLE root;
        DWORD bytes;
        wchar_t name[WIDE_MAX];
    } wanted = {.flags = REPLACE | POSIX | READ_ONLY_TOO};
    struct wide whole;
    DWORD length = GetFullPathNameW(to, WIDE_MAX, whole.text, NULL);
    if (length == 0 || length >= WIDE_MAX)
        return false;
    memcpy(wanted.name, whole.text, (length + 1) * sizeof *whole.text);
    wanted.bytes = length * (DWORD)sizeof *whole.text;
    HANDLE file =
        open_shared(from, DELETE | SYNCHRONIZE, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    bool done = SetFileInformationByHandle(file, (FILE_INFO_BY_HANDLE_CLASS)RENAME_EX, &wanted,
                                           sizeof wanted) != 0;
    DWORD reason = GetLastError();
    CloseHandle(file);
    SetLastError(reason);
    return done;
}

/* Windows denies access both to files in use and for lack of rights: find out which it was. */
static void tell_denials_apart(const wchar_t *path)
{
    DWORD reason = GetLastError();
    HANDLE file = reason == ERROR_ACCESS_DENIED ? open_shared(path, DELETE, OPEN_EXISTING, 0)
                                                : INVALID_HANDLE_VALUE;
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    else if (reason == ERROR_ACCESS_DENIED && GetLastError() == ERROR_SHARING_VIOLATION)
        reason = ERROR_SHARING_VIOLATION;
    SetLastError(reason);
}

bool move_over(const wchar_t *from, const wchar_t *to)
{
    for (int i = 0;; i++) {
        if (rename_open(from, to) ||
            MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
            return true;
        if (!may_pass(GetLastError()) || i == TRIES) {
            tell_denials_apart(to);
            return false;
        }
        Sleep(PAUSE_MS);
    }
}

bool move_to_free(const wchar_t *from, const wchar_t *to)
{
    for (int i = 0;; i++) {
        if (MoveFileExW(from, to, MOVEFILE_WRITE_THROUGH))
            return true;
        bool taken = GetFileAttributesW(to) != INVALID_FILE_ATTRIBUTES;
        if (taken)
            SetLastError(ERROR_ALREADY_EXISTS);
        if (taken || !may_pass(GetLastError()) || i == TRIES)
            return false;
        Sleep(PAUSE_MS);
    }
}

/* Rename ${to}, which cannot be replaced as long as a program has it mapped. */
static bool push_aside(const char *to, struct lm_arena *arena)
{
    struct wide old, aside;
    const char *begin = part_begin(to, arena);
    const char *name = begin == NULL ? NULL : part_name(begin, arena);
    return name != NULL && to_wide(to, &old) && to_wide(name, &aside) &&
           move_to_free(old.text, aside.text);
}

/* --- drafts */

/* Remove the drafts that a power cut left.  A draft is locked while it is written; an unlocked one
 * belongs to no one. */
static void clear_parts(const char *begin, struct lm_arena *arena)
{
    struct lm_mark mark = lm_arena_mark(arena);
    const struct os_entry *all = NULL;
    size_t count = 0;
    struct lm_log quiet = {.arena = arena};
    const char *folder = folder_of(begin, arena);
    if (folder == NULL || os_list(folder, arena, &quiet, &all, &count) != LM_OK)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        struct wide wide;
        if (!is_part(all[i].name, begin))
            continue;
        const char *path = os_join(arena, folder, all[i].name);
        HANDLE left =
            path != NULL && to_wide(path, &wide)
                ? open_shared(wide.text, GENERIC_READ, OPEN_EXISTING, FILE_FLAG_OPEN_REPARSE_POINT)
                : INVALID_HANDLE_VALUE;
        if (left == INVALID_HANDLE_VALUE)
            continue;
        if (take_lock(left, OS_AT_ONCE) && has_name(left, wide.text))
            DeleteFileW(wide.text);
        CloseHandle(left);
    }
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
        struct wide wide;
        draft->part = begin == NULL ? NULL : part_name(begin, arena);
        if (draft->part == NULL)
            return LM_LIMIT;
        HANDLE file = to_wide(draft->part, &wide)
                          ? open_shared(wide.text, GENERIC_READ | GENERIC_WRITE, CREATE_NEW,
                                        FILE_ATTRIBUTE_NORMAL)
                          : INVALID_HANDLE_VALUE;
        draft->handle = (intptr_t)file;
        if (file == INVALID_HANDLE_VALUE)
            return os_fail(log, path, "written");
        if (!take_lock(file, OS_WAIT) || has_name(file, wide.text))
            return LM_OK; /* if files cannot be locked, no one removes any */
        CloseHandle(file);
    }
}

/* Return the target of ${path} if it is a link. */
static enum lm_status follow(const char **path, struct lm_arena *arena)
{
    struct wide wide, target;
    if (!to_wide(*path, &wide))
        return LM_OK; /* opening it will report it */
    DWORD about = GetFileAttributesW(wide.text);
    if (about == INVALID_FILE_ATTRIBUTES || (about & FILE_ATTRIBUTE_REPARSE_POINT) == 0)
        return LM_OK;
    HANDLE file =
        open_shared(wide.text, FILE_READ_ATTRIBUTES, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS);
    if (file == INVALID_HANDLE_VALUE)
        return LM_OK;
    DWORD length = GetFinalPathNameByHandleW(file, target.text, WIDE_MAX, FILE_NAME_NORMALIZED);
    CloseHandle(file);
    if (length == 0 || length >= WIDE_MAX)
        return LM_OK;
    *path = path_from_wide(arena, target.text, length);
    return *path == NULL ? LM_LIMIT : LM_OK;
}

/* Write into ${path} itself, as no file can replace it. */
static enum lm_status open_as_it_is(struct os_draft *draft, bool there, struct lm_log *log)
{
    struct wide wide;
    HANDLE file = to_wide(draft->path, &wide)
                      ? open_shared(wide.text, GENERIC_WRITE, there ? OPEN_EXISTING : CREATE_ALWAYS,
                                    FILE_ATTRIBUTE_NORMAL)
                      : INVALID_HANDLE_VALUE;
    draft->handle = (intptr_t)file;
    return file == INVALID_HANDLE_VALUE ? os_fail(log, draft->path, "opened") : LM_OK;
}

enum lm_status os_draft_open(const char *path, enum os_writing how, struct lm_arena *arena,
                             struct lm_log *log, struct os_draft *draft)
{
    struct os_draft made = {.how = how, .path = path};
    bool must_be_free = how == OS_NEW || how == OS_SECRET;
    if (must_be_free && os_is_there(path))
        return os_fail_taken(log, path);
    enum lm_status status = must_be_free ? LM_OK : follow(&made.path, arena);
    if (status != LM_OK)
        return status;
    enum os_kind kind = os_kind_of(made.path);
    if (kind == OS_FOLDER) {
        SetLastError(IS_FOLDER);
        return os_fail(log, path, "opened");
    }
    if (how == OS_PLAIN || kind == OS_OTHER)
        status = open_as_it_is(&made, kind == OS_OTHER, log);
    else
        status = open_part(&made, path, arena, log);
    if (status == LM_OK)
        *draft = made;
    return status;
}

bool os_draft_put(struct os_draft *draft, const char *bytes, size_t length)
{
    if (!draft->failed)
        draft->failed = !put_whole((HANDLE)draft->handle, bytes, length);
    return !draft->failed;
}

void os_draft_drop(struct os_draft *draft)
{
    struct wide wide;
    if (draft->handle != -1)
        CloseHandle((HANDLE)draft->handle);
    draft->handle = -1;
    if (draft->part != NULL && to_wide(draft->part, &wide))
        DeleteFileW(wide.text);
}

static enum lm_status take_name(struct os_draft *draft, struct lm_log *log)
{
    struct wide from, to;
    if (draft->how == OS_NEW || draft->how == OS_SECRET)
        return os_rename_new(draft->part, draft->path, log);
    if (!to_wide(draft->part, &from) || !to_wide(draft->path, &to))
        return os_fail(log, draft->path, "written");
    if (move_over(from.text, to.text))
        return LM_OK;
    DWORD reason = GetLastError();
    if ((reason == ERROR_USER_MAPPED_FILE || may_pass(reason)) &&
        push_aside(draft->path, log->arena) && move_over(from.text, to.text))
        return LM_OK;
    SetLastError(reason);
    return os_fail(log, draft->path, "written");
}

enum lm_status os_draft_keep(struct os_draft *draft, struct lm_log *log)
{
    HANDLE file = (HANDLE)draft->handle;
    bool named = draft->part != NULL, durable = draft->how != OS_QUICK;
    bool flushes = durable && GetFileType(file) == FILE_TYPE_DISK;
    enum lm_status status = LM_OK;
    if (draft->failed || (flushes && !FlushFileBuffers(file)))
        status = os_fail(log, draft->path, "written");
    if (status == LM_OK && named)
        status = take_name(draft, log);
    if (status != LM_OK) {
        os_draft_drop(draft);
        return status;
    }
    if (named && durable && !FlushFileBuffers(file)) /* its new name, see above */
        status = os_fail(log, draft->path, "put on the disk");
    CloseHandle(file);
    draft->handle = -1;
    return status;
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
    struct wide wide;
    HANDLE file = to_wide(path, &wide)
                      ? open_shared(wide.text, GENERIC_WRITE, CREATE_ALWAYS, FILE_ATTRIBUTE_NORMAL)
                      : INVALID_HANDLE_VALUE;
    bool written = file != INVALID_HANDLE_VALUE && put_whole(file, bytes, length);
    enum lm_status status = written ? LM_OK : os_fail(log, path, "written");
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    return status;
}

enum lm_status os_flood_write(struct os_flood *flood, const char *path, const char *bytes,
                              size_t length, struct lm_log *log)
{
    flood->put += length;
    return os_write_plainly(path, bytes, length, log);
}

void os_flood_end(struct os_flood *flood)
{
    (void)flood; /* nothing is held */
}

enum lm_status os_rename_new(const char *from, const char *to, struct lm_log *log)
{
    struct wide old, new;
    if (to_wide(from, &old) && to_wide(to, &new) && move_to_free(old.text, new.text))
        return LM_OK; /* already on the disk */
    return GetLastError() == ERROR_ALREADY_EXISTS ? os_fail_taken(log, to)
                                                  : os_fail(log, to, "written");
}

/* --- a file that only grows */

static enum lm_status in_use(struct lm_log *log, const char *path)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s is in use by another process",
                      path) == LM_LIMIT
               ? LM_LIMIT
               : LM_IO;
}

/* Open ${path} and lock it; try again until the locked file still has the name. */
static enum lm_status open_locked(const char *path, DWORD access, enum os_waiting waiting,
                                  struct lm_log *log, intptr_t *handle)
{
    struct wide wide;
    for (;;) {
        HANDLE file = to_wide(path, &wide) ? open_shared(wide.text, access, OPEN_EXISTING, 0)
                                           : INVALID_HANDLE_VALUE;
        if (file == INVALID_HANDLE_VALUE)
            return os_fail(log, path, "opened");
        bool locked = take_lock(file, waiting);
        DWORD reason = GetLastError();
        if (locked && has_name(file, wide.text)) {
            *handle = (intptr_t)file;
            return LM_OK;
        }
        CloseHandle(file);
        SetLastError(reason);
        if (!locked && (reason == ERROR_LOCK_VIOLATION || reason == ERROR_IO_PENDING))
            return in_use(log, path);
        if (!locked)
            return os_fail(log, path, "locked");
    }
}

/* Folders have no bytes to lock.  Instead, lock a system object named after the folder's number; it
 * disappears with its last holder. */
static enum lm_status lock_folder(const char *path, enum os_waiting waiting, struct lm_log *log,
                                  intptr_t *handle)
{
    struct wide wide;
    wchar_t name[64];
    BY_HANDLE_FILE_INFORMATION about;
    HANDLE folder = to_wide(path, &wide) ? open_shared(wide.text, FILE_READ_ATTRIBUTES,
                                                       OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS)
                                         : INVALID_HANDLE_VALUE;
    if (folder == INVALID_HANDLE_VALUE || !GetFileInformationByHandle(folder, &about))
        return os_fail(log, path, "opened");
    CloseHandle(folder);
    _snwprintf(name, sizeof name / sizeof *name, L"Local\\limmat-%08lx-%08lx%08lx",
               about.dwVolumeSerialNumber, about.nFileIndexHigh, about.nFileIndexLow);
    for (;;) {
        HANDLE mine = CreateEventW(NULL, TRUE, FALSE, name);
        if (mine == NULL)
            return os_fail(log, path, "locked");
        if (GetLastError() != ERROR_ALREADY_EXISTS) {
            *handle = (intptr_t)mine;
            return LM_OK;
        }
        CloseHandle(mine);
        if (waiting == OS_AT_ONCE)
            return in_use(log, path);
        Sleep(PAUSE_MS);
    }
}

enum lm_status os_lock_path(const char *path, enum os_waiting waiting, struct lm_log *log,
                            struct os_lock *lock)
{
    return os_kind_of(path) == OS_FOLDER
               ? lock_folder(path, waiting, log, &lock->handle)
               : open_locked(path, GENERIC_READ, waiting, log, &lock->handle);
}

void os_unlock(struct os_lock *lock)
{
    if (lock->handle != -1)
        CloseHandle((HANDLE)lock->handle);
    lock->handle = -1;
}

enum lm_status os_growing_open(const char *path, struct lm_log *log, struct os_growing *file)
{
    struct os_growing opened = {.path = path};
    LARGE_INTEGER size;
    enum lm_status status =
        open_locked(path, GENERIC_READ | GENERIC_WRITE, OS_WAIT, log, &opened.handle);
    if (status != LM_OK)
        return status;
    if (!GetFileSizeEx((HANDLE)opened.handle, &size)) {
        status = os_fail(log, path, "opened");
        CloseHandle((HANDLE)opened.handle);
        return status;
    }
    opened.length = (size_t)size.QuadPart;
    *file = opened;
    return LM_OK;
}

static bool go_to(HANDLE file, size_t place)
{
    return SetFilePointerEx(file, (LARGE_INTEGER){.QuadPart = (LONGLONG)place}, NULL, FILE_BEGIN) !=
           0;
}

enum lm_status os_growing_read(const struct os_growing *file, struct lm_arena *arena,
                               struct lm_log *log, const char **bytes, size_t *length)
{
    char *buffer = lm_arena_alloc(arena, file->length + 1, 1);
    HANDLE handle = (HANDLE)file->handle;
    size_t got = 0;
    if (buffer == NULL)
        return LM_LIMIT;
    if (!go_to(handle, 0))
        return os_fail(log, file->path, "read");
    while (got < file->length) {
        size_t left = file->length - got, most = (size_t)1 << 30;
        DWORD n = 0;
        if (!ReadFile(handle, buffer + got, (DWORD)(left > most ? most : left), &n, NULL))
            return os_fail(log, file->path, "read");
        if (n == 0)
            break;
        got += n;
    }
    *bytes = buffer;
    *length = got;
    return LM_OK;
}

enum lm_status os_growing_cut(struct os_growing *file, size_t length, struct lm_log *log)
{
    HANDLE handle = (HANDLE)file->handle;
    if (!go_to(handle, length) || !SetEndOfFile(handle) || !FlushFileBuffers(handle))
        return os_fail(log, file->path, "shortened");
    file->length = length;
    return LM_OK;
}

enum lm_status os_growing_append(struct os_growing *file, const char *bytes, size_t length,
                                 struct lm_log *log)
{
    HANDLE handle = (HANDLE)file->handle;
    if (length == 0)
        return LM_OK;
    if (go_to(handle, file->length) && put_whole(handle, bytes, length) &&
        FlushFileBuffers(handle)) {
        file->length += length;
        return LM_OK;
    }
    enum lm_status status = os_fail(log, file->path, "written");
    if (!go_to(handle, file->length) || !SetEndOfFile(handle))
        lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s ends with a half line",
                   file->path);
    return status;
}

void os_growing_close(struct os_growing *file)
{
    if (file->handle != -1)
        CloseHandle((HANDLE)file->handle);
    file->handle = -1;
}
