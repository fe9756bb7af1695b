/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/command.h"

static enum lm_status version(struct run *run)
{
    lm_text_add(&run->out, "limmat " LIMMAT_VERSION "\n");
    return LM_OK;
}

const struct command version_command = {
    .name = "version",
    .operands = "",
    .summary = "print the version",
    .run = version,
};
