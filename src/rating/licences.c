/* SPDX-License-Identifier: Apache-2.0 */
#include "rating/licences.h"

#include <inttypes.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/text.h"
#include "rating/report.h"

const char *lm_licences_fold(const char *text, struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    for (const char *at = text; *at != '\0'; at += *at == '\n') { /* folding joins lines */
        size_t length = strcspn(at, "\n");
        lm_text_add_folded(&out, at, length);
        lm_text_add_char(&out, '\n');
        at += length;
    }
    return out.failed ? NULL : lm_text_string(&out);
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || lm_is_digit(c) || (unsigned char)c >= 0x80;
}

/* Return the next place of ${word}[0..${length}), as a whole word, in ${from} before ${end}; NULL:
 * none. */
static const char *find_word(const char *from, const char *end, const char *begin, const char *word,
                             size_t length)
{
    for (const char *at = from; at + length <= end; at++) {
        at = memchr(at, *word, (size_t)(end - at));
        if (at == NULL || at + length > end)
            return NULL;
        if (strncmp(at, word, length) == 0 && (at == begin || !is_letter(at[-1])) &&
            (at + length == end || !is_letter(at[length])))
            return at;
    }
    return NULL;
}

/* Does the line from ${line} to ${end} have all words of ${name}? */
static bool has_words(const char *line, const char *end, const char *name)
{
    for (const char *at = name; *at != '\0';) {
        size_t length = 0;
        while (is_letter(at[length]))
            length++;
        if (length > 0 && find_word(line, end, line, at, length) == NULL)
            return false;
        at += length > 0 ? length : 1;
    }
    return true;
}

/* Does it have ${year}, or no year at all? */
static bool has_year(const char *line, const char *end, const char *year)
{
    bool any = false;
    for (const char *at = line; at + 4 <= end; at++) {
        bool four = strspn(at, "0123456789") == 4 && (at == line || !lm_is_digit(at[-1]));
        bool is = four && (strncmp(at, "19", 2) == 0 || strncmp(at, "20", 2) == 0);
        if (is && strncmp(at, year, 4) == 0)
            return true;
        any |= is;
    }
    return !any;
}

bool lm_licences_have(const char *list, const char *fide_id, const char *name_given,
                      const char *birth, struct lm_arena *arena)
{
    struct lm_text folded = lm_text_in(arena);
    const char *end = list + strlen(list);
    lm_text_add_folded(&folded, name_given, strlen(name_given));
    const char *name = lm_text_string(&folded);
    while (*name != '\0' && !is_letter(*name))
        name++;
    size_t id = strlen(fide_id), length = 0;
    if (id > 3 && find_word(list, end, list, fide_id, id) != NULL)
        return true;
    while (is_letter(name[length]))
        length++;
    for (const char *at = list; length > 0;) {
        at = find_word(at, end, list, name, length);
        if (at == NULL)
            return false;
        const char *line = at, *stop = at + strcspn(at, "\n");
        while (line > list && line[-1] != '\n')
            line--;
        if (has_words(line, stop, name) && (strlen(birth) < 4 || has_year(line, stop, birth)))
            return true;
        at = stop;
    }
    return false;
}

bool lm_licences_have_arbiter(const char *list, const char *arbiter, struct lm_arena *arena)
{
    static const char *const titles[] = {"IA ", "FA ", "NA "};
    struct lm_text id = lm_text_in(arena);
    int64_t number = lm_arbiter_id(arbiter);
    if (number > 0)
        lm_text_print(&id, "%" PRId64, number);
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strncmp(arbiter, titles[i], strlen(titles[i])) == 0)
            arbiter += strlen(titles[i]);
    const char *name = lm_arena_copy(arena, arbiter, strcspn(arbiter, "("));
    return name != NULL && !id.failed &&
           lm_licences_have(list, lm_text_string(&id), name, "", arena);
}
