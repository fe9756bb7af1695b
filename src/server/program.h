/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PROGRAM_H
#define LIMMAT_SERVER_PROGRAM_H

/* Run `limmat-serve` with its arguments, which are UTF-8; return its exit status, an enum
 * lm_status. */
int serve_program(int count, const char *const *arguments);

#endif
