/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "client/client_program.h"

enum { OPERANDS_MAX = 40 };

enum lm_status program_run_for(const struct program *program, struct lm_log *log,
                               struct lm_text *errors, int *result)
{
    const char *arguments[PROGRAM_WORDS + OPERANDS_MAX + 1] = {NULL};
    size_t words = program_words(program->name, log->arena, arguments);
    for (size_t i = 0; i < OPERANDS_MAX && program->operands[i] != NULL; i++)
        arguments[words + i] = program->operands[i];
    if (words == 0)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%s is missing",
                          program->name);
    const struct os_program run = {.arguments = arguments,
                                   .input = program->input,
                                   .input_length = strlen(program->input),
                                   .take = program->take,
                                   .context = program->context,
                                   .stop = program->stop};
    return os_run(&run, log, errors, result);
}

enum lm_status program_run(const struct program *program, struct lm_log *log)
{
    struct lm_text errors = lm_text_in(log->arena);
    int result = 0;
    enum lm_status status = program_run_for(program, log, &errors, &result);
    if (status == LM_OK && result != 0) {
        const char *message = lm_text_string(&errors);
        status =
            lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%.*s",
                       (int)strcspn(message, "\n"), *message == '\0' ? "it ended badly" : message);
    }
    return status;
}
