/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Names and reasons.  Windows' calls with A take names in a code page that lacks most letters of
 * people's names; only those with W are used, with UTF-16 converted from our UTF-8 at the last
 * moment. Reasons that other systems also have are given in their words, so that a message reads
 * the same everywhere and in every edition of Windows.
 */

#include <stdio.h>
#include <string.h>

#include "limmat/text.h"
#include "os/files.h"
#include "os/windows_common.h"

enum { LONG_PATH = 248, REASON = 512 };

bool to_wide(const char *path, struct wide *wide)
{
    static const wchar_t mark[] = L"\\\\?\\";
    enum { MARK = sizeof mark / sizeof *mark - 1 };
    int length = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide->text, WIDE_MAX);
    if (length <= 0 && GetLastError() == ERROR_INSUFFICIENT_BUFFER)
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
    if (length <= 0)
        return false;
    for (int i = 0; i < length; i++)
        if (wide->text[i] == L'/')
            wide->text[i] = L'\\';
    if (length < LONG_PATH || wcsncmp(wide->text, L"\\\\", 2) == 0)
        return true;
    struct wide whole;
    DWORD needed = GetFullPathNameW(wide->text, WIDE_MAX - MARK, whole.text, NULL);
    if (needed == 0 || needed >= WIDE_MAX - MARK) {
        SetLastError(ERROR_FILENAME_EXCED_RANGE);
        return false;
    }
    memcpy(wide->text, mark, sizeof mark);
    memcpy(wide->text + MARK, whole.text, (needed + 1) * sizeof *whole.text);
    return true;
}

const char *from_wide(struct lm_arena *arena, const wchar_t *text, size_t length)
{
    int units = length > (size_t)INT32_MAX ? INT32_MAX : (int)length;
    int needed = WideCharToMultiByte(CP_UTF8, 0, text, units, NULL, 0, NULL, NULL);
    char *bytes = lm_arena_alloc(arena, (size_t)needed + 1, 1);
    if (bytes == NULL)
        return NULL;
    WideCharToMultiByte(CP_UTF8, 0, text, units, bytes, needed, NULL, NULL);
    bytes[needed] = '\0';
    return bytes;
}

const char *path_from_wide(struct lm_arena *arena, const wchar_t *text, size_t length)
{
    bool marked = length > 4 && wcsncmp(text, L"\\\\?\\", 4) == 0;
    bool share = marked && length > 8 && wcsncmp(text + 4, L"UNC\\", 4) == 0;
    const char *tail = from_wide(arena,
                                 text + (share    ? 8
                                         : marked ? 4
                                                  : 0),
                                 length - (share    ? 8
                                           : marked ? 4
                                                    : 0));
    struct lm_text path = lm_text_in(arena);
    lm_text_print(&path, "%s%s", share ? "//" : "", tail == NULL ? "" : tail);
    if (tail == NULL || lm_text_status(&path) != LM_OK)
        return NULL;
    for (size_t i = 0; i < path.length; i++)
        if (path.bytes[i] == '\\')
            path.bytes[i] = '/';
    return lm_text_string(&path);
}

HANDLE open_shared(const wchar_t *path, DWORD access, DWORD creation, DWORD flags)
{
    const DWORD all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    return CreateFileW(path, access, all, NULL, creation, flags, NULL);
}

bool put_whole(HANDLE file, const char *bytes, size_t length)
{
    const size_t most = (size_t)1 << 30;
    while (length > 0) {
        DWORD put = 0;
        if (!WriteFile(file, bytes, (DWORD)(length > most ? most : length), &put, NULL) || put == 0)
            return false;
        bytes += put;
        length -= put;
    }
    return true;
}

bool same_file(HANDLE a, HANDLE b)
{
    BY_HANDLE_FILE_INFORMATION one, other;
    return GetFileInformationByHandle(a, &one) != 0 && GetFileInformationByHandle(b, &other) != 0 &&
           one.dwVolumeSerialNumber == other.dwVolumeSerialNumber &&
           one.nFileIndexHigh == other.nFileIndexHigh && one.nFileIndexLow == other.nFileIndexLow;
}

/* --- reasons */

static const char *usual_reason(DWORD error)
{
    static const struct {
        DWORD error;
        const char *words;
    } usual[] = {{ERROR_FILE_NOT_FOUND, "No such file or directory"},
                 {ERROR_PATH_NOT_FOUND, "No such file or directory"},
                 {ERROR_INVALID_DRIVE, "No such file or directory"},
                 {ERROR_INVALID_NAME, "No such file (no name has < > : \" | ? *)"},
                 {ERROR_BAD_PATHNAME, "No such file or directory"},
                 {ERROR_BAD_NETPATH, "No such file or directory"},
                 {ERROR_NO_UNICODE_TRANSLATION, "No such file or directory"},
                 {ERROR_DIRECTORY, "Not a directory"},
                 {IS_FOLDER, "Is a directory"},
                 {ERROR_ACCESS_DENIED, "Permission denied"},
                 {ERROR_WRITE_PROTECT, "Read-only file system"},
                 {ERROR_ALREADY_EXISTS, "File exists"},
                 {ERROR_FILE_EXISTS, "File exists"},
                 {ERROR_FILENAME_EXCED_RANGE, "File name too long"},
                 {ERROR_DISK_FULL, "No space left on device"},
                 {ERROR_HANDLE_DISK_FULL, "No space left on device"},
                 {ERROR_DIR_NOT_EMPTY, "Directory not empty"},
                 {ERROR_HANDLE_EOF, "No data available"},
                 {ERROR_SHARING_VIOLATION, "another program has it open"},
                 {ERROR_USER_MAPPED_FILE, "another program has it open"}};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (usual[i].error == error)
            return usual[i].words;
    return NULL;
}

static const char *reason_of(DWORD error, struct lm_arena *arena)
{
    wchar_t text[REASON];
    const char *usual = usual_reason(error);
    if (usual != NULL)
        return usual;
    DWORD length = FormatMessageW(FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS, NULL,
                                  error, 0, text, REASON, NULL);
    while (length > 0 && (text[length - 1] <= L' ' || text[length - 1] == L'.'))
        length--;
    return length == 0 ? "error of Windows" : from_wide(arena, text, length);
}

enum lm_status os_fail(struct lm_log *log, const char *path, const char *deed)
{
    DWORD error = GetLastError();
    if (log == NULL)
        return LM_IO;
    const char *reason = reason_of(error, log->arena);
    lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s cannot be %s: %s", path, deed,
               reason == NULL ? "" : reason);
    return LM_IO;
}
