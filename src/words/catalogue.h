/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_WORDS_CATALOGUE_H
#define LIMMAT_WORDS_CATALOGUE_H

/* The texts in each language, by key: made by scripts/embed_words.py from one .po file a language.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lm_catalogue_language {
    const char *code;         /* "de" */
    const char *words;        /* consecutive, each with a NUL; NULL: not added yet */
    const uint32_t *words_at; /* the beginning of each key's text; 0: none */
};

/* The parts that a catalogue for download lacks: the tables, which are made of the strings when
 * first needed, and all languages but English, which are added.  Not by two threads at once. */
struct lm_catalogue_tables {
    uint32_t *key_at;
    uint16_t *slots;
    struct lm_catalogue_language *languages; /* those of the catalogue */
    uint32_t *const *words_at;               /* per language */
    const char *build;                       /* a fingerprint of the keys */
    uint32_t keys;
    bool made;
};

struct lm_catalogue {
    const char *keys;       /* consecutive, each with a NUL */
    const uint32_t *key_at; /* the beginning of each, in the order of strcmp */
    const uint16_t *slots;  /* 1 + the number of a key at its hash or next free slot; 0: free */
    uint32_t slot_mask;
    const struct lm_catalogue_language *languages;
    size_t language_count;
    struct lm_catalogue_tables *lean; /* the tables above, still to be made; NULL: they exist */
};

/* Return the slot where the search for a key begins, before masking: FNV-1a. */
static inline uint32_t lm_catalogue_hash(const char *key)
{
    uint32_t hash = UINT32_C(0x811C9DC5);
    for (; *key != '\0'; key++)
        hash = (hash ^ (unsigned char)*key) * UINT32_C(0x01000193);
    return hash;
}

/* Return the text of ${key} in the language of ${code}; NULL if it has none. */
const char *lm_catalogue_find(const struct lm_catalogue *catalogue, const char *code,
                              const char *key);

/* Add a language to a catalogue for download: ${words} is the file that scripts/embed_words.py
 * makes of it, ${length} bytes.  The catalogue keeps ${words} and writes to it.  Return false if
 * it is of another build, or damaged. */
bool lm_catalogue_add(const struct lm_catalogue *catalogue, char *words, size_t length);

#endif
