/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/championship/championship_file.h"
#include "cli/core/command.h"
#include "os/files.h"

/* Return the text after the last newline of ${bytes}. */
static const char *behind_last_line(const char *bytes, size_t length)
{
    while (length > 0 && bytes[length - 1] != '\n')
        length--;
    return bytes + length;
}

static enum lm_status cut_half_line(struct run *run, struct os_growing *file)
{
    const char *bytes;
    size_t length;
    enum lm_status status = os_growing_read(file, run->arena, run->log, &bytes, &length);
    if (status != LM_OK)
        return status;
    const char *half = behind_last_line(bytes, length);
    size_t size = length - (size_t)(half - bytes);
    if (half == bytes && size > 0)
        return fail(run->log, LM_INVALID, "%s does not have one complete line; it was not repaired",
                    file->path);
    if (size == 0) {
        lm_text_print(&run->out, "%s ends with a complete line: nothing to repair\n", file->path);
        return LM_OK;
    }
    status = os_growing_cut(file, length - size, run->log);
    if (status == LM_OK)
        lm_text_print(&run->out, "%s: %zu bytes of an incomplete line removed: %s\n", file->path,
                      size, half);
    return status;
}

static enum lm_status run_repair(struct run *run)
{
    struct os_growing file;
    enum lm_status status = os_growing_open(run->operands[0], run->log, &file);
    if (status != LM_OK)
        return status;
    status = cut_half_line(run, &file);
    os_growing_close(&file);
    return status;
}

const struct command championship_repair_command = {
    .name = "championship repair",
    .operands = "[JOURNAL]",
    .assumed = journal_assumed,
    .summary = "remove the incomplete line that a power cut left at the end of a journal",
    .description =
        "An entry is confirmed only once its complete line is on the disk, so an incomplete line "
        "was\n"
        "never confirmed to anyone.  The removed text is shown; enter it again if you need it.",
    .least = 1,
    .most = 1,
    .run = run_repair,
};
