/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"

#include <string.h>

#include "words/catalogue.h"

extern const struct lm_catalogue lm_words_catalogue; /* made from words/LANGUAGE.po */

/* --- languages */

static const struct lm_language languages[] = {
    {"en", "English", ".", ",", false, true},      {"de", "Deutsch", ",", ".", false, true},
    {"es", "español", ",", "\u202F", false, true}, {"fr", "français", ",", "\u202F", true, true},
    {"it", "italiano", ",", ".", false, true},
};

enum { LANGUAGES = sizeof languages / sizeof languages[0] };

const struct lm_language *lm_languages(size_t *count)
{
    *count = LANGUAGES;
    return languages;
}

const struct lm_language *lm_english(void)
{
    return &languages[0];
}

const struct lm_language *lm_language_named(const char *tag)
{
    size_t length = strcspn(tag, "-_.@");
    for (size_t i = 0; i < LANGUAGES; i++)
        if (strlen(languages[i].code) == length && memcmp(languages[i].code, tag, length) == 0)
            return &languages[i];
    return NULL;
}

const char *lm_words_of(const struct lm_language *language, const char *key)
{
    return lm_catalogue_find(&lm_words_catalogue, language->code, key);
}

/* --- values */

struct lm_value lm_value_text(const char *name, const char *text)
{
    return (struct lm_value){.name = name, .kind = LM_VALUE_TEXT, .as.text = text};
}

struct lm_value lm_value_number(const char *name, int64_t number)
{
    return (struct lm_value){.name = name, .kind = LM_VALUE_NUMBER, .as.number = number};
}

struct lm_value lm_value_points(const char *name, int32_t tenths)
{
    return (struct lm_value){.name = name, .kind = LM_VALUE_POINTS, .as.number = tenths};
}

struct lm_value lm_value_date(const char *name, struct lm_date date)
{
    return (struct lm_value){.name = name, .kind = LM_VALUE_DATE, .as.date = date};
}

struct lm_value lm_value_sentence(const char *name, const struct lm_sentence *sentence)
{
    return (struct lm_value){.name = name, .kind = LM_VALUE_SENTENCE, .as.sentence = sentence};
}

struct lm_value lm_value_list(const char *name, const struct lm_value *list, size_t count)
{
    return (struct lm_value){.name = name, .kind = LM_VALUE_LIST, .count = count, .as.list = list};
}
