/* SPDX-License-Identifier: Apache-2.0 */
#include "base/embedded.h"
#include "cli/core/command.h"

enum { LICENCES };

static const struct option options[] = {
    [LICENCES] = {0, "licences", SWITCH, NULL, 0, 0,
                  "print the licences of Limmat and of the libraries in this program"},
    {0}};

/* One text of all licences of the code linked into this program, made by scripts/licences.py. */
extern const struct embedded program_licences[];

static enum lm_status version(struct run *run)
{
    const struct embedded *licences = &program_licences[0];
    if (run->values[LICENCES].text != NULL)
        lm_text_add_bytes(&run->out, licences->bytes, licences->length);
    else
        lm_text_add(&run->out, "limmat " LIMMAT_VERSION "\n");
    return LM_OK;
}

const struct command version_command = {
    .name = "version",
    .operands = "",
    .summary = "print the version",
    .description =
        "With --licences it prints the terms for passing the program on: Limmat's, and those of\n"
        "the libraries linked into it.  On Windows these are all libraries, as the program is one\n"
        "file.",
    .example = "limmat version --licences",
    .options = options,
    .run = version,
};
