/* SPDX-License-Identifier: Apache-2.0 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fetch/fetch.h"

enum lm_status refuse(enum lm_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return status;
}

bool deliver(const void *bytes, size_t length)
{
    return fwrite(bytes, 1, length, stdout) == length;
}

int main(int argc, char **argv)
{
    enum lm_status status;
    if (argc == 2 && strcmp(argv[1], "get") == 0)
        status = fetch_get();
    else if (argc == 2 && strcmp(argv[1], "put") == 0)
        status = fetch_put();
    else if (argc == 2 && strcmp(argv[1], "post") == 0)
        status = fetch_post();
    else if (argc == 2 && strcmp(argv[1], "delete") == 0)
        status = fetch_delete();
    else if (argc == 3 && strcmp(argv[1], "unzip") == 0)
        status = fetch_unzip(argv[2]);
    else
        status = refuse(LM_INVALID, "limmat-fetch is run by limmat; see `limmat help`");
    if (fflush(stdout) != 0 && status == LM_OK)
        status = refuse(LM_IO, "what was fetched cannot be passed on");
    return (int)status;
}
