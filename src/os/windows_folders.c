/* SPDX-License-Identifier: Apache-2.0 */

/* Folders, and the replacement of one by another. */

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "limmat/text.h"
#include "os/files.h"
#include "os/windows_common.h"

bool os_separates(char c)
{
    return c == '/' || c == '\\';
}

/* The bytes of ${path} up to and including the next separator, or all. */
static size_t name_length(const char *path)
{
    size_t length = strcspn(path, "/\\");
    return path[length] == '\0' ? length : length + 1;
}

size_t os_root_length(const char *path)
{
    if (os_separates(path[0]) && os_separates(path[1])) { /* //server/share/ */
        size_t server = 2 + name_length(path + 2);
        return server + name_length(path + server);
    }
    size_t drive = path[0] != '\0' && path[1] == ':' ? 2 : 0;
    return drive + os_separates(path[drive]);
}

enum lm_status os_make_new_folder(const char *path, struct lm_log *log)
{
    struct wide wide;
    if (to_wide(path, &wide) && CreateDirectoryW(wide.text, NULL))
        return LM_OK;
    return GetLastError() == ERROR_ALREADY_EXISTS ? os_fail_taken(log, path)
                                                  : os_fail(log, path, "made a folder");
}

enum lm_status os_make_folder(const char *path, struct lm_log *log)
{
    struct wide wide;
    if (to_wide(path, &wide) && CreateDirectoryW(wide.text, NULL))
        return LM_OK;
    DWORD reason = GetLastError(); /* for a root the reason is denied access */
    if (os_kind_of(path) == OS_FOLDER)
        return LM_OK;
    SetLastError(reason);
    return os_fail(log, path, "made a folder");
}

/* --- contents */

/* A walk over the entries but "." and "..", which begins at the first. */
struct walk {
    HANDLE search;
    WIN32_FIND_DATAW entry;
    bool more;
};

static bool is_self_or_parent(const wchar_t *name)
{
    return wcscmp(name, L".") == 0 || wcscmp(name, L"..") == 0;
}

static void go_on(struct walk *walk)
{
    do
        walk->more = FindNextFileW(walk->search, &walk->entry) != 0;
    while (walk->more && is_self_or_parent(walk->entry.cFileName));
}

/* false: ${path} is not a readable folder. */
static bool begin_walk(struct walk *walk, const wchar_t *path)
{
    struct wide pattern;
    size_t length = wcslen(path);
    if (length + 3 > WIDE_MAX) {
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        return false;
    }
    memcpy(pattern.text, path, length * sizeof *path);
    memcpy(pattern.text + length, L"\\*", 3 * sizeof *path);
    walk->search = FindFirstFileW(pattern.text, &walk->entry);
    walk->more = walk->search != INVALID_HANDLE_VALUE;
    if (!walk->more && GetLastError() == ERROR_FILE_NOT_FOUND)
        return true; /* the root of an empty volume */
    if (walk->more && is_self_or_parent(walk->entry.cFileName))
        go_on(walk);
    return walk->search != INVALID_HANDLE_VALUE;
}

static void end_walk(struct walk *walk)
{
    if (walk->search != INVALID_HANDLE_VALUE)
        FindClose(walk->search);
}

static int by_name(const void *left, const void *right)
{
    return strcmp(((const struct os_entry *)left)->name, ((const struct os_entry *)right)->name);
}

/* The kind of an entry; of a link, the kind of its target. */
static enum os_kind kind_of(const WIN32_FIND_DATAW *entry, const char *folder, const char *name,
                            struct lm_arena *arena)
{
    if ((entry->dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0) {
        const char *path = os_join(arena, folder, name);
        return path == NULL ? OS_NOTHING : os_kind_of(path);
    }
    return (entry->dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? OS_FOLDER : OS_FILE;
}

enum lm_status os_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                       const struct os_entry **entries, size_t *count)
{
    struct os_entry *all = NULL;
    size_t capacity = 0, found = 0;
    struct wide wide;
    struct walk walk;
    if (!to_wide(path, &wide) || !begin_walk(&walk, wide.text))
        return os_fail(log, path, "read");
    enum lm_status status = LM_OK;
    for (; status == LM_OK && walk.more; go_on(&walk)) {
        const wchar_t *wname = walk.entry.cFileName;
        const char *name = from_wide(arena, wname, wcslen(wname));
        if (name == NULL || !lm_arena_grow(arena, &all, &capacity, found + 1, sizeof *all))
            status = LM_LIMIT;
        else
            all[found++] = (struct os_entry){name, kind_of(&walk.entry, path, name, arena)};
    }
    end_walk(&walk);
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
    struct wide wide;
    struct walk walk;
    if (!to_wide(path, &wide) || !begin_walk(&walk, wide.text))
        return 0;
    for (; walk.more; go_on(&walk))
        count++;
    end_walk(&walk);
    return count;
}

enum lm_status os_settle_folder(const char *path, struct lm_log *log)
{
    struct wide wide;
    HANDLE folder = to_wide(path, &wide) ? open_shared(wide.text, GENERIC_WRITE, OPEN_EXISTING,
                                                       FILE_FLAG_BACKUP_SEMANTICS)
                                         : INVALID_HANDLE_VALUE;
    if (folder == INVALID_HANDLE_VALUE)
        return os_kind_of(path) == OS_FOLDER ? LM_OK : os_fail(log, path, "put on the disk");
    (void)FlushFileBuffers(folder); /* not every file system can do this */
    CloseHandle(folder);
    return LM_OK;
}

/* --- removing */

/* Windows refuses to remove read-only files; elsewhere the folder's permissions decide. */
static bool remove_file(const wchar_t *path)
{
    if (DeleteFileW(path))
        return true;
    DWORD about = GetFileAttributesW(path);
    if (about == INVALID_FILE_ATTRIBUTES || (about & FILE_ATTRIBUTE_READONLY) == 0 ||
        (about & FILE_ATTRIBUTE_DIRECTORY) != 0)
        return false;
    return SetFileAttributesW(path, about & ~(DWORD)FILE_ATTRIBUTE_READONLY) && DeleteFileW(path);
}

void os_remove(const char *path)
{
    struct wide wide;
    if (to_wide(path, &wide))
        remove_file(wide.text);
}

void os_remove_folder(const char *path)
{
    struct wide wide;
    if (to_wide(path, &wide))
        RemoveDirectoryW(wide.text);
}

/* Remove what ${path} up to ${length} names, and use the rest as room for deeper paths; links to
 * folders are removed and not followed. */
static void remove_in(struct wide *path, size_t length)
{
    struct walk walk;
    DWORD about = GetFileAttributesW(path->text);
    bool link = about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
    if (remove_file(path->text))
        return;
    if (!link && begin_walk(&walk, path->text)) {
        for (; walk.more; go_on(&walk)) {
            size_t more = wcslen(walk.entry.cFileName);
            if (length + more + 2 > WIDE_MAX)
                continue;
            path->text[length] = L'\\';
            memcpy(path->text + length + 1, walk.entry.cFileName, (more + 1) * sizeof *path->text);
            remove_in(path, length + 1 + more);
            path->text[length] = L'\0';
        }
        end_walk(&walk);
    }
    RemoveDirectoryW(path->text);
}

void os_remove_tree(const char *path)
{
    struct wide wide;
    if (to_wide(path, &wide))
        remove_in(&wide, wcslen(wide.text));
}

/* --- exchange */

/* Windows cannot exchange two folders: ${live} is moved away first, so for a moment it is missing.
 */
static enum lm_status step_aside(const char *fresh, const char *live, struct lm_log *log)
{
    struct wide new, old, aside;
    struct lm_text before = lm_text_in(log->arena);
    lm_text_print(&before, "%s.before", fresh);
    if (lm_text_status(&before) != LM_OK)
        return LM_LIMIT;
    if (!to_wide(fresh, &new) || !to_wide(live, &old) ||
        !to_wide(lm_text_string(&before), &aside) || !move_to_free(old.text, aside.text))
        return os_fail(log, live, "replaced");
    if (!move_to_free(new.text, old.text)) {
        enum lm_status status = os_fail(log, live, "replaced");
        return move_to_free(aside.text, old.text) ? status : os_fail(log, live, "put back");
    }
    return move_to_free(aside.text, new.text) ? LM_OK
                                              : os_fail(log, lm_text_string(&before), "removed");
}

enum lm_status os_take_place(const char *fresh, const char *live, struct lm_log *log)
{
    struct wide new, old;
    if (os_kind_of(live) == OS_FOLDER)
        return step_aside(fresh, live, log);
    return to_wide(fresh, &new) && to_wide(live, &old) && move_over(new.text, old.text)
               ? LM_OK
               : os_fail(log, live, "replaced");
}

bool os_link(const char *from, const char *to)
{
    struct wide old, new;
    return to_wide(from, &old) && to_wide(to, &new) && CreateHardLinkW(new.text, old.text, NULL);
}
