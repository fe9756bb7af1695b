/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_EXPORT_H
#define LIMMAT_EXPORT_H

/* The compiler attributes of a public declaration. */
#if defined(__GNUC__) || defined(__clang__)
#define LM_API __attribute__((visibility("default")))
#if defined __MINGW32__ && !defined __clang__
/* Formats are C's here, not those of Microsoft's printf, to which "printf" would refer. */
#define LM_PRINTF(string, first) __attribute__((format(gnu_printf, string, first)))
#else
#define LM_PRINTF(string, first) __attribute__((format(printf, string, first)))
#endif
#define LM_MUST_CHECK __attribute__((warn_unused_result))
#else
#define LM_API
#define LM_PRINTF(string, first)
#define LM_MUST_CHECK
#endif

#endif
