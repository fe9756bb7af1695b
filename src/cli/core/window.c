/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/core/parts.h"
#include "limmat/status.h"
#include "os/terminal.h"

static void say(const char *text)
{
    (void)os_put_output(text, strlen(text));
}

int serve_by_double_click(part_main *serve)
{
    static const char *const words[] = {"limmat-serve", "serve", NULL};
    say("This is Limmat " LIMMAT_VERSION ", which runs chess tournaments.\n\n"
        "Press Enter to begin: the desk opens in the browser of this machine, and\n"
        "other devices of its network may take part.  (In a terminal that is\n"
        "`limmat serve`; `limmat help` lists what else there is.)  To leave it, close\n"
        "this window.\n");
    if (!os_await_enter())
        return LM_OK;
    int status = serve(2, words);
    if (status != LM_OK) {
        say("\nPress Enter to close this window.\n");
        (void)os_await_enter();
    }
    return status;
}
