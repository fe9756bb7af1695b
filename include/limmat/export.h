/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_EXPORT_H
#define LIMMAT_EXPORT_H

/* What a public declaration needs from the compiler, and nothing else. */
#if defined(__GNUC__) || defined(__clang__)
#define LM_API                   __attribute__((visibility("default")))
#define LM_PRINTF(string, first) __attribute__((format(printf, string, first)))
#define LM_MUST_CHECK            __attribute__((warn_unused_result))
#else
#define LM_API
#define LM_PRINTF(string, first)
#define LM_MUST_CHECK
#endif

#endif
