/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_LEAN_H
#define LIMMAT_BASE_LEAN_H

/* What makes large or hard fields faster beside counting and the exact method is left out; the
 * answers are the same. */
enum { LM_LEAN = 1 };

#endif
