/* SPDX-License-Identifier: Apache-2.0 */
#include "words/catalogue.h"

#include <string.h>

static const char *words_of(const struct lm_catalogue *c, const char *code, size_t key)
{
    for (size_t i = 0; i < c->language_count; i++) {
        const struct lm_catalogue_language *language = &c->languages[i];
        if (strcmp(language->code, code) == 0)
            return language->words_at[key] == 0 ? NULL : language->words + language->words_at[key];
    }
    return NULL;
}

const char *lm_catalogue_find(const struct lm_catalogue *c, const char *code, const char *key)
{
    size_t low = 0, high = c->key_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(key, c->keys + c->key_at[middle]);
        if (order == 0)
            return words_of(c, code, middle);
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
