/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_WINDOWS_COMMON_H
#define LIMMAT_OS_WINDOWS_COMMON_H

/* Shared parts of os/ for Windows.  Paths are UTF-8 outside and UTF-16 for Windows; both separators
 * are accepted, '/' is returned. */

#include <winsock2.h> /* before windows.h, which else brings an older one */

#include <windows.h>

#include <stdbool.h>
#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/status.h"
#include "os/common.h"

enum {
    WIDE_MAX = 4096,
    IS_FOLDER = 336 /* ERROR_DIRECTORY_NOT_SUPPORTED, which not all headers name */
};

/* A path in Windows' form. */
struct wide {
    wchar_t text[WIDE_MAX];
};

/* ${path} in UTF-16; one of 248 letters or more absolute and with the mark of long paths.  false:
 * it is not UTF-8 or too long, and GetLastError says so. */
bool to_wide(const char *path, struct wide *wide);

/* ${length} units (of a NUL-terminated string: its length) as UTF-8 in ${arena}; NULL: no memory.
 * A half surrogate becomes U+FFFD. */
const char *from_wide(struct lm_arena *arena, const wchar_t *text, size_t length);

/* The same for a path: with '/', without the mark of long paths. */
const char *path_from_wide(struct lm_arena *arena, const wchar_t *text, size_t length);

/* Open ${path}: others can read, write, rename and remove it meanwhile, as on other systems. Child
 * processes do not inherit it. */
HANDLE open_shared(const wchar_t *path, DWORD access, DWORD creation, DWORD flags);

/* Write all of it; false: GetLastError gives the reason. */
bool put_whole(HANDLE file, const char *bytes, size_t length);

/* Are two handles for the same file? */
bool same_file(HANDLE a, HANDLE b);

/* Give ${from} the name ${to}: replacing a file of that name, or only if the name is free
 * (ERROR_ALREADY_EXISTS).  If another program is using the file, try again for half a second. */
bool move_over(const wchar_t *from, const wchar_t *to);
bool move_to_free(const wchar_t *from, const wchar_t *to);

#endif
