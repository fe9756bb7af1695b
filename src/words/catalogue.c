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
    for (uint32_t at = lm_catalogue_hash(key) & c->slot_mask; c->slots[at] != 0;
         at = (at + 1) & c->slot_mask) {
        size_t number = c->slots[at] - 1U;
        if (strcmp(key, c->keys + c->key_at[number]) == 0)
            return words_of(c, code, number);
    }
    return NULL;
}
