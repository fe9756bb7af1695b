/* SPDX-License-Identifier: Apache-2.0 */
/* limmat-serve as a program of its own. */
#include "os/process.h"
#include "server/program.h"

int main(int count, char **arguments)
{
    os_begin(&count, &arguments);
    return serve_program(count, (const char *const *)arguments);
}
