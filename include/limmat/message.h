/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_MESSAGE_H
#define LIMMAT_MESSAGE_H

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

/* Mark a literal that is shown unchanged and that no function of this kind takes:
 * scripts/check-words.py requires a translation, as for the formats and remedies of calls. */
#define LM_MESSAGE(english) (english)

struct lm_message;

/* The text for one conversion of the format. */
struct lm_message_part {
    char conversion;                  /* 'd' a whole number, 't' a moment, 's' anything else */
    const char *text;                 /* as printf wrote it */
    const struct lm_message *message; /* the sentence, if the part is one; else NULL */
    int64_t moment;                   /* of 't': seconds since 1970, UTC */
};

struct lm_message {
    const char *text;   /* the whole sentence, in English */
    const char *format; /* the key in a catalogue; it must live as long as this */
    const struct lm_message_part *parts;
    size_t count;
};

/* Make a message by printf and keep its parts.  Integers, characters and strings only.  Everything
 * but ${format} is in ${arena}; NULL without memory. */
LM_API const struct lm_message *lm_message_print(struct lm_arena *arena, const char *format, ...)
    LM_PRINTF(2, 3);
LM_API const struct lm_message *lm_message_vprint(struct lm_arena *arena, const char *format,
                                                  va_list arguments) LM_PRINTF(2, 0);

/* Return ${outer} with the part whose text is that of ${inner} replaced by the sentence ${inner}.
 * Either may be NULL.  O(parts). */
LM_API const struct lm_message *lm_message_within(const struct lm_message *outer,
                                                  const struct lm_message *inner,
                                                  struct lm_arena *arena);

/* Return ${outer} with the part that reads ${text} replaced by the moment ${at}, which others write
 * by their own clock.  ${outer} may be NULL.  O(parts). */
LM_API const struct lm_message *lm_message_at(const struct lm_message *outer, const char *text,
                                              int64_t at, struct lm_arena *arena);

/* Return a copy of ${message}, except its format, that lasts as long as ${arena} despite resets;
 * NULL without memory or when ${message} is NULL. */
LM_API const struct lm_message *lm_message_keep(const struct lm_message *message,
                                                struct lm_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
