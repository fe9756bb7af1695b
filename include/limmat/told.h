/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TOLD_H
#define LIMMAT_TOLD_H

/*
 * A message: an English sentence made by printf, together with its parts.  A program with a
 * catalogue can translate it (words/told/AREA/LANGUAGE.po), others print ${text}.  Refusals,
 * reasons and findings are messages; a catalogue finds them by their format.
 */

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Marks a literal that is said as it stands, where no function of this kind takes it:
 * scripts/check-words.py asks for its words, as it does for the formats and remedies of calls. */
#define LM_TOLD(english) (english)

struct lm_told;

/* What stood for one conversion of the format. */
struct lm_told_part {
    char conversion;            /* 'd' a whole number, 't' a moment, 's' anything else */
    const char *text;           /* as printf wrote it */
    const struct lm_told *said; /* it is a sentence itself; NULL: it is not */
    int64_t moment;             /* of 't': seconds since 1970, UTC */
};

struct lm_told {
    const char *text;   /* the whole sentence, in English */
    const char *format; /* what a catalogue knows it by; it has to live as long as this */
    const struct lm_told_part *parts;
    size_t count;
};

/* printf, remembered.  Integers, characters and strings only.  Everything but ${format} is in
 * ${arena}; NULL without memory. */
LM_API const struct lm_told *lm_told_print(struct lm_arena *arena, const char *format, ...)
    LM_PRINTF(2, 3);
LM_API const struct lm_told *lm_told_vprint(struct lm_arena *arena, const char *format,
                                            va_list arguments) LM_PRINTF(2, 0);

/* ${outer}, a part of which is the very text of ${inner}: that part becomes the sentence ${inner},
 * to be said as such.  Either may be NULL.  O(parts). */
LM_API const struct lm_told *lm_told_within(const struct lm_told *outer,
                                            const struct lm_told *inner, struct lm_arena *arena);

/* ${outer}, a part of which reads ${text}: that part becomes the moment ${at}, which others write
 * by their own clock.  NULL may stand for ${outer}.  O(parts). */
LM_API const struct lm_told *lm_told_at(const struct lm_told *outer, const char *text, int64_t at,
                                        struct lm_arena *arena);

/* A copy that lasts as long as ${arena} whatever is taken back there, of ${said} but its format;
 * NULL without memory or when ${said} is NULL. */
LM_API const struct lm_told *lm_told_keep(const struct lm_told *said, struct lm_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
