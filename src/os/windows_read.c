/* SPDX-License-Identifier: Apache-2.0 */

/* Kinds of files, and reading. */

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/files.h"
#include "os/windows_common.h"

enum { CHUNK = 65536, LETTERS = 4096, PIECE_MAX = 1 << 30 };

static const int64_t to_1970 = 116444736000000000; /* from 1601, in units of 100 ns */

/* Open only for queries: needs no right to read, and accepts folders. */
static HANDLE open_to_look(const char *path)
{
    struct wide wide;
    return to_wide(path, &wide) ? open_shared(wide.text, FILE_READ_ATTRIBUTES, OPEN_EXISTING,
                                              FILE_FLAG_BACKUP_SEMANTICS)
                                : INVALID_HANDLE_VALUE;
}

enum os_kind os_kind_of(const char *path)
{
    BY_HANDLE_FILE_INFORMATION about;
    HANDLE file = open_to_look(path);
    if (file == INVALID_HANDLE_VALUE)
        return OS_NOTHING;
    enum os_kind kind = OS_OTHER;
    if (GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &about))
        kind = (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? OS_FOLDER : OS_FILE;
    CloseHandle(file);
    return kind;
}

int64_t os_written(const char *path)
{
    FILETIME at;
    if (os_kind_of(path) != OS_FILE)
        return 0;
    HANDLE file = open_to_look(path);
    bool known = file != INVALID_HANDLE_VALUE && GetFileTime(file, NULL, NULL, &at);
    if (file != INVALID_HANDLE_VALUE)
        CloseHandle(file);
    int64_t ticks = known ? (int64_t)at.dwHighDateTime << 32 | at.dwLowDateTime : to_1970;
    return (ticks - to_1970) / 10000000;
}

bool os_is_there(const char *path)
{
    struct wide wide;
    return to_wide(path, &wide) && GetFileAttributesW(wide.text) != INVALID_FILE_ATTRIBUTES;
}

/* Read a piece of ${file} into ${room}; none at a pipe's end.  false: GetLastError gives the
 * reason. */
static bool read_piece(HANDLE file, char *room, size_t most, size_t *got)
{
    DWORD length = 0;
    bool read =
        ReadFile(file, room, (DWORD)(most > PIECE_MAX ? PIECE_MAX : most), &length, NULL) != 0;
    *got = length;
    return read || GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF;
}

/* Read typed text, which comes in UTF-16, and ends with a line that begins with Ctrl-Z. */
static bool read_typed(HANDLE console, char *room, size_t most, size_t *got)
{
    wchar_t letters[LETTERS];
    DWORD read = 0;
    size_t wanted = most / 3 < LETTERS ? most / 3 : LETTERS;
    if (!ReadConsoleW(console, letters, (DWORD)wanted, &read, NULL))
        return false;
    if (read > 0 && letters[0] == L'\x1a')
        read = 0;
    *got = read == 0 ? 0
                     : (size_t)WideCharToMultiByte(CP_UTF8, 0, letters, (int)read, room, (int)most,
                                                   NULL, NULL);
    return true;
}

/* Read all of ${file}, of which ${size} bytes are expected. */
static enum lm_status read_all(HANDLE file, size_t size, const char *path, struct lm_arena *arena,
                               struct lm_log *log, const char **bytes, size_t *length)
{
    char *buffer = NULL;
    size_t capacity = 0, used = 0, got = 0;
    DWORD mode;
    bool typed = GetConsoleMode(file, &mode) != 0;
    do {
        size_t need = used == 0 ? size + 2 : used + CHUNK;
        if (!lm_arena_grow(arena, &buffer, &capacity, need, 1)) {
            lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s: %s", path,
                       lm_status_name(LM_LIMIT));
            return LM_LIMIT;
        }
        size_t room = capacity - used - 1;
        if (typed ? !read_typed(file, buffer + used, room, &got)
                  : !read_piece(file, buffer + used, room, &got))
            return os_fail(log, path, "read");
        used += got;
    } while (got > 0);
    buffer[used] = '\0';
    *bytes = buffer;
    *length = used;
    return LM_OK;
}

static size_t size_of(HANDLE file)
{
    LARGE_INTEGER size;
    bool known = GetFileType(file) == FILE_TYPE_DISK && GetFileSizeEx(file, &size);
    return known ? (size_t)size.QuadPart : CHUNK;
}

/* Open ${path} for reading; refuse a folder with the message of other systems. */
static HANDLE open_to_read(const char *path)
{
    struct wide wide;
    HANDLE file = to_wide(path, &wide) ? open_shared(wide.text, GENERIC_READ, OPEN_EXISTING, 0)
                                       : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE && GetLastError() == ERROR_ACCESS_DENIED)
        SetLastError(os_kind_of(path) == OS_FOLDER ? IS_FOLDER : ERROR_ACCESS_DENIED);
    return file;
}

static enum lm_status fail_to_open(struct lm_log *log, const char *path)
{
    return os_fail(log, path, GetLastError() == IS_FOLDER ? "read" : "opened");
}

enum lm_status os_read(const char *path, struct lm_arena *arena, struct lm_log *log,
                       const char **bytes, size_t *length)
{
    HANDLE file = open_to_read(path);
    if (file == INVALID_HANDLE_VALUE)
        return fail_to_open(log, path);
    enum lm_status status = read_all(file, size_of(file), path, arena, log, bytes, length);
    CloseHandle(file);
    return status;
}

enum lm_status os_read_input(struct lm_arena *arena, struct lm_log *log, const char **bytes,
                             size_t *length)
{
    HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    return read_all(input, size_of(input), "standard input", arena, log, bytes, length);
}

/* The C library's own fopen would not let others rename or remove the file. */
FILE *os_stream(const char *path, const char *mode)
{
    struct wide wide;
    bool reads = *mode == 'r', appends = *mode == 'a';
    DWORD access = reads ? GENERIC_READ : appends ? FILE_APPEND_DATA | SYNCHRONIZE : GENERIC_WRITE;
    DWORD creation = reads ? OPEN_EXISTING : appends ? OPEN_ALWAYS : CREATE_ALWAYS;
    HANDLE file = to_wide(path, &wide)
                      ? open_shared(wide.text, access, creation, FILE_ATTRIBUTE_NORMAL)
                      : INVALID_HANDLE_VALUE;
    if (file == INVALID_HANDLE_VALUE) {
        errno = ENOENT;
        return NULL;
    }
    int number = _open_osfhandle((intptr_t)file, _O_BINARY | (reads ? _O_RDONLY : 0));
    FILE *stream = number < 0 ? NULL : _fdopen(number, mode);
    if (number < 0)
        CloseHandle(file);
    else if (stream == NULL)
        _close(number);
    return stream;
}

enum lm_status os_map_file(const char *path, struct lm_log *log, struct os_map *map)
{
    HANDLE file = open_to_read(path);
    if (file == INVALID_HANDLE_VALUE)
        return fail_to_open(log, path);
    size_t length = GetFileType(file) == FILE_TYPE_DISK ? size_of(file) : 0;
    SetLastError(ERROR_HANDLE_EOF);
    HANDLE section = length == 0 ? NULL : CreateFileMappingW(file, NULL, PAGE_READONLY, 0, 0, NULL);
    const void *bytes = section == NULL ? NULL : MapViewOfFile(section, FILE_MAP_READ, 0, 0, 0);
    enum lm_status status = bytes == NULL ? os_fail(log, path, "read") : LM_OK;
    if (section != NULL)
        CloseHandle(section);
    CloseHandle(file);
    if (status == LM_OK)
        *map = (struct os_map){bytes, length};
    return status;
}

void os_unmap(struct os_map *map)
{
    if (map->bytes != NULL)
        UnmapViewOfFile(map->bytes);
    *map = (struct os_map){0};
}

bool os_holds(const char *path, const char *bytes, size_t length)
{
    HANDLE file = open_to_read(path);
    if (file == INVALID_HANDLE_VALUE)
        return false;
    char *piece = malloc(CHUNK);
    bool same = piece != NULL && GetFileType(file) == FILE_TYPE_DISK && size_of(file) == length;
    for (size_t at = 0, got = 0; same && at < length; at += got)
        same = read_piece(file, piece, CHUNK, &got) && got > 0 && got <= length - at &&
               memcmp(piece, bytes + at, got) == 0;
    free(piece);
    CloseHandle(file);
    return same;
}
