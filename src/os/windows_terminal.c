/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A console takes bytes in its code page, which often lacks, for example, Turkish letters; it
 * always takes UTF-16.  Therefore output to a console is written as UTF-16, and its code page left
 * unchanged.
 */

#include "os/terminal.h"

#include <stdint.h>
#include <stdio.h>

#include "base/texts.h"
#include "os/windows_common.h"

#include <shellapi.h> /* behind windows.h */

enum { PIECE = 2048 };

static HANDLE console_of(DWORD which)
{
    DWORD mode;
    HANDLE stream = GetStdHandle(which);
    return GetConsoleMode(stream, &mode) ? stream : INVALID_HANDLE_VALUE;
}

bool os_output_is_terminal(void)
{
    return console_of(STD_OUTPUT_HANDLE) != INVALID_HANDLE_VALUE;
}

bool os_errors_are_terminal(void)
{
    return console_of(STD_ERROR_HANDLE) != INVALID_HANDLE_VALUE;
}

size_t os_terminal_width(void)
{
    CONSOLE_SCREEN_BUFFER_INFO about;
    HANDLE console = console_of(STD_OUTPUT_HANDLE);
    bool known = console != INVALID_HANDLE_VALUE && GetConsoleScreenBufferInfo(console, &about);
    return known ? (size_t)(about.srWindow.Right - about.srWindow.Left + 1) : 0;
}

/* Return how many bytes of ${bytes} form whole characters, at most PIECE. */
static size_t piece_of(const char *bytes, size_t length)
{
    if (length <= PIECE)
        return length;
    size_t piece = PIECE;
    while (piece > PIECE - 4 && lm_is_utf8_tail(bytes[piece]))
        piece--;
    return piece;
}

static bool put_on_console(HANDLE console, const char *bytes, size_t length)
{
    wchar_t letters[PIECE];
    while (length > 0) {
        size_t piece = piece_of(bytes, length);
        int count = MultiByteToWideChar(CP_UTF8, 0, bytes, (int)piece, letters, PIECE);
        for (int at = 0; at < count;) {
            DWORD put = 0;
            if (!WriteConsoleW(console, letters + at, (DWORD)(count - at), &put, NULL) || put == 0)
                return false;
            at += (int)put;
        }
        bytes += piece;
        length -= piece;
    }
    return true;
}

static bool put(FILE *stream, DWORD which, const char *bytes, size_t length)
{
    HANDLE console = console_of(which);
    if (fflush(stream) != 0)
        return false;
    if (console != INVALID_HANDLE_VALUE)
        return put_on_console(console, bytes, length);
    return (length == 0 || fwrite(bytes, 1, length, stream) == length) && fflush(stream) == 0;
}

bool os_put_output(const char *bytes, size_t length)
{
    return put(stdout, STD_OUTPUT_HANDLE, bytes, length);
}

void os_put_errors(const char *bytes, size_t length)
{
    (void)put(stderr, STD_ERROR_HANDLE, bytes, length);
}

/* --- a double click */

bool os_has_own_window(void)
{
    DWORD processes[2]; /* a terminal's shell would be the second one */
    return console_of(STD_INPUT_HANDLE) != INVALID_HANDLE_VALUE && os_output_is_terminal() &&
           GetConsoleProcessList(processes, 2) == 1;
}

bool os_await_enter(void)
{
    wchar_t letter = 0;
    DWORD count = 0;
    HANDLE console = console_of(STD_INPUT_HANDLE);
    while (letter != L'\n')
        if (!ReadConsoleW(console, &letter, 1, &count, NULL) || count == 0)
            return false;
    return true;
}

void os_show_page(const char *url)
{
    struct wide address;
    if (MultiByteToWideChar(CP_UTF8, 0, url, -1, address.text, WIDE_MAX) > 0)
        (void)ShellExecuteW(NULL, L"open", address.text, NULL, NULL, SW_SHOWNORMAL);
}
