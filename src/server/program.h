/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PROGRAM_H
#define LIMMAT_SERVER_PROGRAM_H

/* What `limmat-serve` does with its arguments, which are UTF-8; returns its exit status, an enum
 * lm_status. */
int serve_program(int count, const char *const *arguments);

#endif
