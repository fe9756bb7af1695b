/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The start of a program.  The C library of Windows gives arguments and environment in a code page
 * that lacks most letters; both are taken in UTF-16 from the system.  Its streams would write CRLF
 * for each line and convert it back when reading, which breaks digests and archives: Limmat's
 * output is the same everywhere, byte by byte.  And its shell leaves "*.trf" to the program.
 */

#include "base/sort.h"
#include "os/process.h"

#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>

#include "os/files.h"
#include "os/terminal.h"
#include "os/windows_common.h"

#include <shellapi.h> /* behind windows.h */

/* Made once by os_begin and only read since: NAME=VALUE, as on other systems; lasts as long as the
 * process. */
static char **environment;

/* For as long as the process lives; NULL: no memory. */
static char *to_bytes(const wchar_t *text)
{
    int needed = WideCharToMultiByte(CP_UTF8, 0, text, -1, NULL, 0, NULL, NULL);
    char *bytes = needed > 0 ? malloc((size_t)needed) : NULL;
    if (bytes != NULL)
        WideCharToMultiByte(CP_UTF8, 0, text, -1, bytes, needed, NULL, NULL);
    return bytes;
}

static void take_environment(void)
{
    size_t count = 0, kept = 0;
    wchar_t *all = GetEnvironmentStringsW();
    for (const wchar_t *at = all; at != NULL && *at != L'\0'; at += wcslen(at) + 1)
        count++;
    environment = calloc(count + 1, sizeof *environment);
    for (const wchar_t *at = all; environment != NULL && kept < count; at += wcslen(at) + 1)
        if ((environment[kept++] = to_bytes(at)) == NULL)
            break;
    if (all != NULL)
        FreeEnvironmentStringsW(all);
}

/* On other systems LANG gives the user's language: here Windows gives it, as "de-CH".  Made once by
 * os_begin. */
static char language[LOCALE_NAME_MAX_LENGTH];

static void take_language(void)
{
    wchar_t name[LOCALE_NAME_MAX_LENGTH];
    int length = LCIDToLocaleName(MAKELCID(GetUserDefaultUILanguage(), SORT_DEFAULT), name,
                                  LOCALE_NAME_MAX_LENGTH, 0);
    if (length > 0)
        WideCharToMultiByte(CP_UTF8, 0, name, length, language, sizeof language, NULL, NULL);
}

const char *os_environment(const char *name)
{
    size_t length = strlen(name);
    for (char **at = environment; at != NULL && *at != NULL; at++)
        if (_strnicmp(*at, name, length) == 0 && (*at)[length] == '=')
            return *at + length + 1;
    return strcmp(name, "LANG") == 0 && language[0] != '\0' ? language : NULL;
}

const char *os_data_home(struct lm_arena *arena)
{
    const char *message = os_environment("LOCALAPPDATA");
    return message == NULL || *message == '\0' ? NULL
                                               : lm_arena_copy(arena, message, strlen(message));
}

/* --- arguments */

struct words {
    char **all; /* NULL-terminated */
    size_t count, capacity;
};

static bool add_word(struct words *words, char *word)
{
    if (word == NULL)
        return false;
    if (words->count + 2 > words->capacity) {
        size_t capacity = 2 * words->capacity + 16;
        char **more = realloc(words->all, capacity * sizeof *more);
        if (more == NULL)
            return false;
        words->all = more;
        words->capacity = capacity;
    }
    words->all[words->count++] = word;
    words->all[words->count] = NULL;
    return true;
}

static int by_bytes(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* "games\*.trf": a star among other letters, in the last name. */
static bool is_pattern(const wchar_t *argument)
{
    const wchar_t *star = wcschr(argument, L'*');
    return star != NULL && argument[0] != L'-' && argument[1] != L'\0' &&
           wcspbrk(star, L"/\\") == NULL;
}

/* Add the files that match ${pattern}, in the order of their bytes; the pattern itself if there are
 * none. */
static bool add_files(struct words *words, const wchar_t *pattern)
{
    struct wide path;
    WIN32_FIND_DATAW entry;
    size_t folder = wcslen(pattern), first = words->count;
    while (folder > 0 && wcschr(L"/\\:", pattern[folder - 1]) == NULL)
        folder--;
    HANDLE search = folder < WIDE_MAX ? FindFirstFileW(pattern, &entry) : INVALID_HANDLE_VALUE;
    if (search == INVALID_HANDLE_VALUE)
        return add_word(words, to_bytes(pattern));
    bool well = true;
    do {
        size_t length = wcslen(entry.cFileName);
        if (wcscmp(entry.cFileName, L".") == 0 || wcscmp(entry.cFileName, L"..") == 0 ||
            folder + length + 1 > WIDE_MAX)
            continue;
        memcpy(path.text, pattern, folder * sizeof *pattern);
        memcpy(path.text + folder, entry.cFileName, (length + 1) * sizeof *pattern);
        well = add_word(words, to_bytes(path.text));
    } while (well && FindNextFileW(search, &entry));
    FindClose(search);
    lm_sort(words->all + first, words->count - first, sizeof *words->all, by_bytes);
    return well;
}

/* Make a console accept colours and QR codes as escape sequences.  If the window is ours alone, a
 * click into it must not pause the program (QuickEdit), which would answer no requests until a key
 * is pressed. */
static void take_console(void)
{
    enum { ESCAPES = 0x0004, EXTENDED = 0x0080, QUICK_EDIT = 0x0040 };
    DWORD mode;
    HANDLE out = GetStdHandle(STD_OUTPUT_HANDLE), in = GetStdHandle(STD_INPUT_HANDLE);
    if (GetConsoleMode(out, &mode))
        SetConsoleMode(out, mode | ESCAPES);
    if (os_has_own_window() && GetConsoleMode(in, &mode))
        SetConsoleMode(in, (mode & ~(DWORD)QUICK_EDIT) | EXTENDED);
}

void os_begin(int *count, char ***arguments)
{
    int given = 0;
    struct words words = {0};
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX);
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
    _setmode(2, _O_BINARY);
    take_environment();
    take_language();
    take_console();
    wchar_t **all = CommandLineToArgvW(GetCommandLineW(), &given);
    bool well = all != NULL;
    for (int i = 0; well && i < given; i++)
        well = i > 0 && is_pattern(all[i]) ? add_files(&words, all[i])
                                           : add_word(&words, to_bytes(all[i]));
    if (all != NULL)
        LocalFree(all);
    if (!well || words.count == 0)
        return; /* keep the C library's arguments */
    *count = (int)words.count;
    *arguments = words.all;
}

/* --- the program itself */

const char *os_own_path(struct lm_arena *arena)
{
    struct wide path;
    DWORD length = GetModuleFileNameW(NULL, path.text, WIDE_MAX);
    return length == 0 || length >= WIDE_MAX ? NULL : path_from_wide(arena, path.text, length);
}
