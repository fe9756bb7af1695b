/* SPDX-License-Identifier: Apache-2.0 */
#include "os/terminal.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool os_output_is_terminal(void)
{
    return isatty(STDOUT_FILENO) == 1;
}

bool os_errors_are_terminal(void)
{
    return isatty(STDERR_FILENO) == 1;
}

size_t os_terminal_width(void)
{
    struct winsize size;
    bool known = os_output_is_terminal() && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    return known ? size.ws_col : 0;
}

bool os_put_output(const char *bytes, size_t length)
{
    return (length == 0 || fwrite(bytes, 1, length, stdout) == length) && fflush(stdout) == 0;
}

void os_put_errors(const char *bytes, size_t length)
{
    (void)!fwrite(bytes, 1, length, stderr);
}

bool os_has_own_window(void)
{
    return false;
}

bool os_await_enter(void)
{
    int c;
    while ((c = getchar()) != EOF && c != '\n')
        ;
    return c != EOF;
}

void os_show_page(const char *url)
{
    (void)url; /* users of a terminal open addresses from it */
}
