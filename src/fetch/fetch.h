/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FETCH_H
#define LIMMAT_FETCH_H

/*
 * What needs more than the C library, in a program of its own, so that `limmat` starts at once.
 * Only `limmat` runs it:
 *
 *   limmat-fetch get     Standard input: three lines, the URL, the value of Accept, a bearer token;
 *                        the last two may be empty.  Standard output: "STATUS RETRY-AFTER\n" (-1:
 *                        the server does not say when), then the body, at most 64 MB.
 *   limmat-fetch put     Likewise; the third line is an Idempotency-Key, what follows is sent.
 *   limmat-fetch post    Likewise; the third line is a bearer token, a fourth one the type of what
 *                        follows and is sent.
 *   limmat-fetch delete  As get, asking to take away what is there.
 *   limmat-fetch unzip FILE
 *                        Standard output: the one file in the archive, at most 8 GB.
 *
 * The exit status is an enum lm_status; standard error gets one line that says why it is not 0.
 */

#include "limmat/status.h"

/* Run limmat-fetch with its arguments, which are UTF-8; return its exit status. */
int fetch_program(int count, const char *const *arguments);

/* Say why on standard error; returns ${status}. */
enum lm_status refuse(enum lm_status status, const char *format, ...) LM_PRINTF(2, 3);

/* Write to standard output; false when it cannot be. */
bool deliver(const void *bytes, size_t length);

enum lm_status fetch_get(void);
enum lm_status fetch_put(void);
enum lm_status fetch_post(void);
enum lm_status fetch_push(void);
enum lm_status fetch_delete(void);
enum lm_status fetch_unzip(const char *path);

#endif
