/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_FETCH_H
#define LIMMAT_CLIENT_FETCH_H

/* Calls of `limmat-fetch` by the command and the server: the program lies beside them, or where it
 * was installed. */

#include "limmat/status.h"
#include "limmat/text.h"

struct os_stop;

/* Run `limmat-fetch ${verb} ${operand}` (NULL: none) on ${input}; ${take} gets its output. LM_IO
 * also if ${stop} (os/process.h; NULL: none) is signalled meanwhile. On failure, log its message in
 * ${log} and return its status. */
LM_MUST_CHECK enum lm_status fetch(const char *verb, const char *operand,
                                   const struct lm_text *input,
                                   bool (*take)(void *context, const char *bytes, size_t length),
                                   void *context, const struct os_stop *stop, struct lm_log *log);

/* Log the message in ${log} and return ${status}. */
enum lm_status client_fail(struct lm_log *log, enum lm_status status, const char *format, ...)
    LM_PRINTF(3, 4);

#endif
