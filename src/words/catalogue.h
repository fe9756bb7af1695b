/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_WORDS_CATALOGUE_H
#define LIMMAT_WORDS_CATALOGUE_H

/* What is said in each language, by key: made by scripts/embed_words.py of one .po file a language.
 */

#include <stddef.h>
#include <stdint.h>

struct lm_catalogue_language {
    const char *code;         /* "de" */
    const char *words;        /* behind each other, a NUL after each */
    const uint32_t *words_at; /* where those of each key begin in them; 0: there are none */
};

struct lm_catalogue {
    const char *keys;       /* behind each other, a NUL after each */
    const uint32_t *key_at; /* where each begins, in the order of strcmp */
    size_t key_count;
    const struct lm_catalogue_language *languages;
    size_t language_count;
};

/* The words of ${key} in the language of ${code}; NULL when it has none.  O(log keys). */
const char *lm_catalogue_find(const struct lm_catalogue *catalogue, const char *code,
                              const char *key);

#endif
