/* SPDX-License-Identifier: Apache-2.0 */
#include "site/said.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/message.h"
#include "limmat/pairing.h"
#include "site/pages.h"
#include "words/catalogue.h"

extern const struct lm_catalogue site_page_words;     /* made from words/pages/AREA/LANGUAGE.po */
extern const struct lm_catalogue site_message_words;  /* made from words/told/AREA/LANGUAGE.po */
extern const struct lm_catalogue site_sentence_words; /* likewise, of other areas */

/* Return the pattern of ${key} in ${language} itself, of pages or of the library; NULL: neither has
 * one. */
static const char *pattern_in(const struct lm_language *language, const char *key)
{
    const char *words = lm_catalogue_find(&site_page_words, language->code, key);
    return words == NULL ? lm_words_of(language, key) : words;
}

const char *site_word(const struct lm_language *language, const char *key)
{
    const char *words = pattern_in(language, key);
    if (words == NULL)
        words = pattern_in(lm_english(), key);
    return words == NULL ? key : words;
}

const char *site_say(const struct lm_language *language, struct lm_arena *arena, const char *key,
                     const struct lm_value *values, size_t count)
{
    struct lm_text text = lm_text_in(arena);
    lm_say_pattern(&text, language, site_word(language, key), values, count);
    return lm_text_string(&text);
}

const char *site_say_of(const struct lm_language *language, struct lm_arena *arena, const char *key,
                        struct lm_value value)
{
    return site_say(language, arena, key, &value, 1);
}

const char *site_words_of(const struct lm_language *language, const char *const *keys, size_t count,
                          struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    for (size_t i = 0; i < count; i++)
        lm_json_put_string(&w, keys[i], site_word(language, keys[i]));
    lm_json_end(&w, '}');
    return lm_text_string(&text);
}

const char *site_decimal(const struct lm_language *language, struct lm_arena *arena,
                         const char *number)
{
    const char *point = strchr(number, '.');
    if (point == NULL || strcmp(language->decimal, ".") == 0)
        return number;
    struct lm_text text = lm_text_in(arena);
    lm_text_add_bytes(&text, number, (size_t)(point - number));
    lm_text_add(&text, language->decimal);
    lm_text_add(&text, point + 1);
    return lm_text_string(&text);
}

/* --- dates */

static const char *say_date(const struct lm_language *language, struct lm_arena *arena,
                            const char *key, const struct lm_date *from, const struct lm_date *to)
{
    struct lm_text year = lm_text_in(arena);
    lm_text_print(&year, "%d", from->year); /* without digit grouping */
    return site_say(language, arena, key,
                    (const struct lm_value[]){lm_value_number("first", from->day),
                                              lm_value_number("last", to->day),
                                              lm_value_number("month", from->month),
                                              lm_value_text("year", lm_text_string(&year))},
                    4);
}

const char *site_dates(const struct lm_language *language, const char *start, const char *end,
                       struct lm_arena *arena)
{
    struct lm_date a, b;
    if (!lm_parse_date(start, strlen(start), &a) || a.day == 0)
        return start;
    bool known = lm_parse_date(end, strlen(end), &b) && b.day != 0;
    if (!known)
        b = a;
    const struct lm_value whole[] = {lm_value_date("first", a), lm_value_date("last", b)};
    if (a.year == b.year && a.month == b.month)
        return a.day == b.day ? site_say_of(language, arena, LM_KEY("date"), whole[0])
                              : say_date(language, arena, LM_KEY("dates.month"), &a, &b);
    if (a.year != b.year)
        return site_say(language, arena, LM_KEY("dates"), whole, 2);
    const char *first = say_date(language, arena, LM_KEY("date.no-year"), &a, &a);
    const struct lm_value values[] = {lm_value_text("first", first), whole[1]};
    return site_say(language, arena, LM_KEY("dates"), values, 2);
}

/* --- names from other layers */

/* Return the words of ${stem}${code}; ${otherwise} if there are none. */
static const char *named(const struct lm_language *language, struct lm_arena *arena,
                         const char *stem, const char *code, const char *otherwise)
{
    struct lm_text key = lm_text_in(arena);
    lm_text_print(&key, "%s%s", stem, code);
    const char *words = pattern_in(language, lm_text_string(&key));
    return words == NULL || words[0] == '\0' ? otherwise : words;
}

const char *site_tie_break_name(const struct lm_language *language,
                                const struct lm_tie_break_kind *kind, struct lm_arena *arena)
{
    return named(language, arena, LM_KEY("tie-break."), kind->code, kind->name);
}

const char *site_tie_break_what(const struct lm_language *language,
                                const struct lm_tie_break_kind *kind,
                                enum lm_tie_break_edition edition, struct lm_arena *arena)
{
    const char *what = lm_tie_break_what(kind, edition);
    return named(language, arena,
                 what == kind->what ? LM_KEY("tie-break.what.") : LM_KEY("tie-break.what-before."),
                 kind->code, what);
}

const char *site_tie_break_edition(const struct lm_language *language,
                                   enum lm_tie_break_edition edition, struct lm_arena *arena)
{
    const char *name = lm_tie_break_edition_name(edition);
    return lm_printed(arena, "%s [%s]",
                      named(language, arena, LM_KEY("tie-break.edition."), name,
                            lm_tie_break_edition_title(edition)),
                      name);
}

const char *site_title_word(const struct lm_language *language, struct lm_arena *arena,
                            const char *english)
{
    return named(language, arena, LM_KEY("desk.said."), english, english);
}

/* --- refusals and reasons */

enum { MESSAGE_PARTS = 8 }; /* "{a}" to "{h}": no sentence has more */

/* Return the words for the sentence ${english}; NULL: none. */
static const char *message_pattern(const struct lm_language *language, const char *english)
{
    const char *words = lm_catalogue_find(&site_message_words, language->code, english);
    return words == NULL ? lm_catalogue_find(&site_sentence_words, language->code, english) : words;
}

/* Return printf's ${format} in the form of catalogues: "{a}", "{b}", … for its conversions. */
static const char *message_english(struct lm_arena *arena, const char *format)
{
    struct lm_text text = lm_text_in(arena);
    char name = 'a';
    for (const char *at; (at = strchr(format, '%')) != NULL; format = at + (*at != '\0')) {
        lm_text_add_bytes(&text, format, (size_t)(at - format));
        at += 1 + strspn(at + 1, "0123456789.*lz");
        if (*at == '%')
            lm_text_add_char(&text, '%');
        else
            lm_text_print(&text, "{%c}", name++);
    }
    lm_text_add(&text, format);
    return lm_text_string(&text);
}

static struct lm_value message_value(const struct lm_language *language, struct lm_arena *arena,
                                     const struct lm_message_part *part, const char *name)
{
    int64_t number;
    if (part->message != NULL)
        return lm_value_text(name, site_message(language, arena, part->text, part->message));
    if (part->conversion == 't')
        return lm_value_text(name, site_moment(language, arena, part->moment));
    if (part->conversion == 'd' &&
        lm_parse_integer(part->text, strlen(part->text), INT64_MIN, INT64_MAX, &number))
        return lm_value_number(name, number);
    return lm_value_text(name, part->text);
}

/* A format without words can be a wrapper ("%s") around a whole sentence with words. */
const char *site_message(const struct lm_language *language, struct lm_arena *arena,
                         const char *english, const struct lm_message *message)
{
    static const char *const names[MESSAGE_PARTS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    struct lm_value values[MESSAGE_PARTS];
    const char *pattern =
        message == NULL ? NULL : message_pattern(language, message_english(arena, message->format));
    size_t count = 0;
    if (pattern == NULL) {
        pattern = message_pattern(language, english);
        message = NULL;
    }
    if (pattern == NULL)
        return english;
    for (; message != NULL && count < message->count && count < MESSAGE_PARTS; count++)
        values[count] = message_value(language, arena, &message->parts[count], names[count]);
    struct lm_text text = lm_text_in(arena);
    lm_say_pattern(&text, language, pattern, values, count);
    return lm_text_string(&text);
}

const char *site_system_title(const struct lm_language *language, const struct lm_system *system,
                              struct lm_arena *arena)
{
    return named(language, arena, LM_KEY("system."), system->name, system->title);
}

const char *site_rule_title(const struct lm_language *language, const struct lm_rule *rule,
                            struct lm_arena *arena)
{
    return named(language, arena, LM_KEY("rule."), rule->title, rule->title);
}

/* --- moments */

const char *site_moment(const struct lm_language *language, struct lm_arena *arena, int64_t at)
{
    int32_t day = (int32_t)(at / 86400);
    int minute = (int)(at % 86400 / 60);
    struct lm_date date = lm_date_of(day);
    const struct lm_value values[] = {
        lm_value_text("weekday", lm_printed(arena, "%u", (unsigned)lm_weekday(day))),
        lm_value_number("day", date.day),
        lm_value_text("month", lm_printed(arena, "%d", date.month)),
        lm_value_text("year", lm_printed(arena, "%d", date.year)),
        lm_value_text("clock", lm_printed(arena, "%02d:%02d", minute / 60, minute % 60))};
    return site_say(language, arena, LM_KEY("champ.moment"), values, 5);
}
