/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_WORDS_H
#define LIMMAT_WORDS_H

/*
 * Sentences in the reader's language.
 *
 * Code knows a sentence by its *key* and gives it named values; catalogues (words/LANGUAGE.po,
 * English like the others) hold the words.  A sentence is whole: nothing is glued together, so that
 * each language orders and inflects as it must.  The words of a key are a pattern:
 *
 *   {name}                                     the value, as the language writes it
 *   {name, plural, =0 {…} one {…} other {…}}   by number; # is the number; of points, too,
 *                                              and of a list by how many it has (then without #)
 *   {name, select, white {…} other {…}}        by word
 *   {name, list}                               values, four at most: "3 Huber, 7 Meier and 2
 * others"
 *
 * An apostrophe is an apostrophe, and a brace cannot be written.  Nothing here asks the locale, the
 * environment or a file: the compiled catalogues are part of the library.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/date.h"
#include "limmat/export.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Marks a literal as a key: scripts/check-words.py collects them, and misses the others. */
#define LM_KEY(key) (key)

struct lm_language {
    const char *code;    /* BCP 47: "de" */
    const char *name;    /* as its readers call it: "Deutsch" */
    const char *decimal; /* mark: "." or "," */
    const char *group;   /* between thousands, from 10,000 on */
    bool one_below_two;  /* 0 and 1½ are singular too */
    bool complete;       /* the tests fail when a key has no sentence */
};

/* Return all languages, English first; ${*count} of them. */
LM_API const struct lm_language *lm_languages(size_t *count);

/* Return the language that always exists. */
LM_API const struct lm_language *lm_english(void);

/* Find a language by a tag or a locale's name: "de", "de-CH", "de_CH.UTF-8".  NULL: unknown ("C" is
 * unknown). */
LM_API const struct lm_language *lm_language_named(const char *tag);

struct lm_sentence;

enum lm_value_kind {
    LM_VALUE_TEXT,
    LM_VALUE_NUMBER,
    LM_VALUE_POINTS, /* tenths; printed as ½, 3, 3½ */
    LM_VALUE_DATE,
    LM_VALUE_SENTENCE,
    LM_VALUE_LIST
};

/* The value of a name in a pattern.  Texts, sentences and elements are borrowed. */
struct lm_value {
    const char *name; /* in a list it has none */
    enum lm_value_kind kind;
    size_t count; /* of ${list} */
    union {
        const char *text;
        int64_t number;
        struct lm_date date;
        const struct lm_sentence *sentence;
        const struct lm_value *list;
    } as;
};

struct lm_sentence {
    const char *key;
    const struct lm_value *values;
    size_t count;
};

/* Make the value of ${name} in a pattern; nothing is copied. */
LM_API struct lm_value lm_value_text(const char *name, const char *text);
LM_API struct lm_value lm_value_number(const char *name, int64_t number);
LM_API struct lm_value lm_value_points(const char *name, int32_t tenths);
LM_API struct lm_value lm_value_date(const char *name, struct lm_date date);
LM_API struct lm_value lm_value_sentence(const char *name, const struct lm_sentence *sentence);
LM_API struct lm_value lm_value_list(const char *name, const struct lm_value *list, size_t count);

/* Append ${sentence} in ${language}; in English if that has no words for it; the key if English has
 * none. A name without value stays unchanged.  O(length), in the text's arena. */
LM_API void lm_say(struct lm_text *out, const struct lm_language *language,
                   const struct lm_sentence *sentence);

/* Return the pattern of ${key} in ${language} itself; NULL: none. */
LM_API const char *lm_words_of(const struct lm_language *language, const char *key);

/* Append ${pattern}, filled in with the ${count} ${values}: lm_say without a catalogue.  Any bytes
 * are a pattern; an ill-formed one ends at the mistake. */
LM_API void lm_say_pattern(struct lm_text *out, const struct lm_language *language,
                           const char *pattern, const struct lm_value *values, size_t count);

#ifdef __cplusplus
}
#endif
#endif
