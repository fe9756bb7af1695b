/* SPDX-License-Identifier: Apache-2.0 */
/* limmat-fetch as a program of its own. */
#include "fetch/fetch.h"
#include "os/process.h"

int main(int count, char **arguments)
{
    os_begin(&count, &arguments);
    return fetch_program(count, (const char *const *)arguments);
}
