/* SPDX-License-Identifier: Apache-2.0 */
#include "client/fetch.h"

#include <stdarg.h>
#include <string.h>

#include "client/client_program.h"
#include "os/process.h"

#define PROGRAM "limmat-fetch"

enum lm_status client_fail(struct lm_log *log, enum lm_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)lm_log_vadd(log, LM_ERROR, (struct lm_place){0}, NULL, format, arguments);
    va_end(arguments);
    return status;
}

/* Report the error line that the program wrote, or our own if there is none. */
static enum lm_status explain_failure(const char *path, const struct lm_text *errors, int result,
                                      struct lm_log *log)
{
    enum lm_status status =
        result == LM_INVALID || result == LM_LIMIT ? (enum lm_status)result : LM_IO;
    const char *message = lm_text_string(errors);
    if (*message == '\0')
        return client_fail(log, status, "%s ended without a word (%d)", path, result);
    return client_fail(log, status, "%.*s", (int)strcspn(message, "\n"), message);
}

enum lm_status fetch(const char *verb, const char *operand, const struct lm_text *input,
                     bool (*take)(void *context, const char *bytes, size_t length), void *context,
                     const struct os_stop *stop, struct lm_log *log)
{
    const char *arguments[PROGRAM_WORDS + 3] = {NULL};
    size_t words = program_words(PROGRAM, log->arena, arguments);
    if (words == 0)
        return client_fail(log, LM_IO,
                           PROGRAM
                           " is missing, which downloads and unpacks; it belongs beside limmat or "
                           "into " LIMMAT_LIBEXEC);
    arguments[words] = verb;
    arguments[words + 1] = operand;
    struct lm_text errors = lm_text_in(log->arena);
    int result = 0;
    const struct os_program program = {.arguments = arguments,
                                       .input = input == NULL ? "" : input->bytes,
                                       .input_length = input == NULL ? 0 : input->length,
                                       .take = take,
                                       .context = context,
                                       .stop = stop};
    enum lm_status status = os_run(&program, log, &errors, &result);
    if (status != LM_OK || result == 0)
        return status;
    return explain_failure(arguments[0], &errors, result, log);
}
