/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_BASE_LEAN_H
#define LIMMAT_BASE_LEAN_H

/* A visitor fetches the module for browsers: it goes without what makes large or hard fields faster
 * and comes to the same.  What asks for this is compiled and checked everywhere, and left out there
 * by the compiler. */
#ifdef __wasm__
enum { LM_LEAN = 1 };
#else
enum { LM_LEAN = 0 };
#endif

#endif
