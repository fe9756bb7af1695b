/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLIENT_FETCH_H
#define LIMMAT_CLIENT_FETCH_H

/* What `limmat-fetch` does for the command and the server: it is found beside them, or where it was
 * installed. */

#include "limmat/status.h"
#include "limmat/text.h"

struct os_stop;

/* Run `limmat-fetch ${verb} ${operand}` (NULL: none) on ${input}; ${take} gets what it delivers.
 * LM_IO, too, when ${stop} (os/process.h; NULL: none) is told meanwhile.  What it has to say of a
 * failure is in ${log}, and its status is returned. */
LM_MUST_CHECK enum lm_status fetch(const char *verb, const char *operand,
                                   const struct lm_text *input,
                                   bool (*take)(void *context, const char *bytes, size_t length),
                                   void *context, const struct os_stop *stop, struct lm_log *log);

/* Say why in ${log} and return ${status}. */
enum lm_status client_fail(struct lm_log *log, enum lm_status status, const char *format, ...)
    LM_PRINTF(3, 4);

#endif
