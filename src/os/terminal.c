/* SPDX-License-Identifier: Apache-2.0 */
#include "os/terminal.h"

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
