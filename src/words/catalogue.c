/* SPDX-License-Identifier: Apache-2.0 */
#include "words/catalogue.h"

#include <string.h>

/* List the beginnings of ${count} consecutive strings, from ${from}, in ${strings}; 0: an empty
 * one. */
static void list_strings(const char *strings, size_t from, uint32_t count, uint32_t *at)
{
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strlen(strings + from);
        at[i] = length == 0 ? 0 : (uint32_t)from;
        from += length + 1;
    }
}

static void make_tables(const struct lm_catalogue *c)
{
    struct lm_catalogue_tables *tables = c->lean;
    list_strings(c->keys, 0, tables->keys, tables->key_at);
    for (size_t i = 0; i < c->language_count; i++)
        if (c->languages[i].words != NULL)
            list_strings(c->languages[i].words, 1, tables->keys, tables->words_at[i]);
    for (uint32_t key = 0; key < tables->keys; key++) {
        uint32_t at = lm_catalogue_hash(c->keys + c->key_at[key]) & c->slot_mask;
        while (tables->slots[at] != 0)
            at = (at + 1) & c->slot_mask;
        tables->slots[at] = (uint16_t)(key + 1);
    }
    tables->made = true;
}

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
    if (c->lean != NULL && !c->lean->made)
        make_tables(c);
    for (uint32_t at = lm_catalogue_hash(key) & c->slot_mask; c->slots[at] != 0;
         at = (at + 1) & c->slot_mask) {
        size_t number = c->slots[at] - 1U;
        if (strcmp(key, c->keys + c->key_at[number]) == 0)
            return words_of(c, code, number);
    }
    return NULL;
}

/* Return the language that the first line of ${words} names, "de 1f2e3d4c". */
static struct lm_catalogue_language *language_of(const struct lm_catalogue *c, const char *words)
{
    for (size_t i = 0; i < c->language_count; i++) {
        struct lm_catalogue_language *language = &c->lean->languages[i];
        size_t length = strlen(language->code);
        if (strncmp(words, language->code, length) == 0 && words[length] == ' ' &&
            strcmp(words + length + 1, c->lean->build) == 0)
            return language;
    }
    return NULL;
}

bool lm_catalogue_add(const struct lm_catalogue *c, char *words, size_t length)
{
    uint32_t lines = 0;
    if (!c->lean->made)
        make_tables(c);
    if (length == 0 || words[length - 1] != '\n')
        return false;
    for (size_t i = 0; i < length; i++)
        if (words[i] == '\n') {
            words[i] = '\0';
            lines++;
        }
    struct lm_catalogue_language *language = language_of(c, words);
    if (language == NULL || lines != c->lean->keys + 1)
        return false;
    language->words = words;
    list_strings(words, strlen(words) + 1, c->lean->keys,
                 c->lean->words_at[language - c->lean->languages]);
    return true;
}
