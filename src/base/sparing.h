/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_SPARING_H
#define LIMMAT_BASE_SPARING_H

/* Every visitor fetches the module for browsers: what only makes hard fields faster, and has a
 * slower way beside it with the same result, is left out of it. */
#ifdef __wasm__
enum { LM_SPARING = 1 };
#else
enum { LM_SPARING = 0 };
#endif

#endif
