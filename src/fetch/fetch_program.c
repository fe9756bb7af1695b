/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fetch/fetch.h"
#include "os/terminal.h"

enum lm_status refuse(enum lm_status status, const char *format, ...)
{
    char line[4096];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    strcat(line, "\n");
    os_put_errors(line, strlen(line));
    return status;
}

bool deliver(const void *bytes, size_t length)
{
    return fwrite(bytes, 1, length, stdout) == length;
}

int fetch_program(int count, const char *const *arguments)
{
    enum lm_status status;
    if (count == 2 && strcmp(arguments[1], "get") == 0)
        status = fetch_get();
    else if (count == 2 && strcmp(arguments[1], "put") == 0)
        status = fetch_put();
    else if (count == 2 && strcmp(arguments[1], "post") == 0)
        status = fetch_post();
    else if (count == 2 && strcmp(arguments[1], "push") == 0)
        status = fetch_push();
    else if (count == 2 && strcmp(arguments[1], "delete") == 0)
        status = fetch_delete();
    else if (count == 3 && strcmp(arguments[1], "unzip") == 0)
        status = fetch_unzip(arguments[2]);
    else
        status = refuse(LM_INVALID, "limmat-fetch is run by limmat; see `limmat help`");
    if (fflush(stdout) != 0 && status == LM_OK)
        status = refuse(LM_IO, "what was fetched cannot be passed on");
    return (int)status;
}
