/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "limmat/words.h"

/*
 * Patterns are interpreted while the sentence is written: a branch not chosen is skipped by
 * counting braces.  Sentences and branches can be nested to the depth DEEP_ENOUGH.
 */
enum { DEEP_ENOUGH = 8, NAMED = 4, THOUSAND = 1000, GROUPED_FROM = 10000, DIGITS = 20 };

/* The state while a sentence is written. */
struct speech {
    struct lm_text *out;
    const struct lm_language *language;
    const struct lm_value *values;
    size_t count;
    const struct lm_value *counted; /* the value of #; NULL: # itself */
    int depth;
};

static void say_sentence(const struct speech *outer, const struct lm_sentence *sentence);
static const char *say_pattern(struct speech *s, const char *at);

/* --- numbers and dates, as the language writes them */

static void add_number(const struct speech *s, int64_t number)
{
    char digits[DIGITS];
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number, rest = size;
    int count = 0;
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        lm_text_add(s->out, "\u2212");
    while (count-- > 0) {
        lm_text_add_char(s->out, digits[count]);
        if (size >= GROUPED_FROM && count > 0 && count % 3 == 0)
            lm_text_add(s->out, s->language->group);
    }
}

static void add_points(const struct speech *s, int64_t tenths)
{
    int64_t size = tenths < 0 ? -tenths : tenths, rest = size % 10;
    if (tenths < 0)
        lm_text_add(s->out, "\u2212");
    if (size >= 10 || rest != 5)
        add_number(s, size / 10);
    if (rest == 5)
        lm_text_add(s->out, "½");
    else if (rest != 0)
        lm_text_print(s->out, "%s%d", s->language->decimal, (int)rest);
}

static void add_date(const struct speech *s, struct lm_date date)
{
    const struct lm_value parts[] = {lm_value_number("day", date.day),
                                     lm_value_number("month", date.month),
                                     lm_value_text("year", NULL)};
    struct lm_text year = lm_text_in(s->out->arena);
    struct lm_value filled[] = {parts[0], parts[1], parts[2]};
    lm_text_print(&year, "%d", date.year); /* a year is not grouped */
    filled[2].as.text = lm_text_string(&year);
    const char *key = date.month == 0 ? LM_KEY("date.year")
                      : date.day == 0 ? LM_KEY("date.month")
                                      : LM_KEY("date.day");
    say_sentence(s, &(struct lm_sentence){key, filled, 3});
}

/* --- values */

static void add_value(const struct speech *s, const struct lm_value *value);

/* Join two parts by a sentence: "{first} and {last}". */
static const char *joined(const struct speech *s, const char *key, const char *first,
                          struct lm_value last)
{
    struct lm_text text = lm_text_in(s->out->arena);
    struct speech inner = *s;
    const struct lm_value values[] = {lm_value_text("first", first), last};
    inner.out = &text;
    say_sentence(&inner, &(struct lm_sentence){key, values, 2});
    s->out->failed |= text.failed;
    return lm_text_string(&text);
}

static const char *element_text(const struct speech *s, const struct lm_value *value)
{
    struct lm_text text = lm_text_in(s->out->arena);
    struct speech inner = *s;
    inner.out = &text;
    add_value(&inner, value);
    s->out->failed |= text.failed;
    return lm_text_string(&text);
}

/* "a", "a and b", "a, b and c", "a, b, c, d and 5 others" */
static void add_list(const struct speech *s, const struct lm_value *list, size_t count)
{
    size_t named = count > NAMED + 1 ? NAMED : count;
    if (count == 0)
        return;
    const char *text = element_text(s, &list[0]);
    for (size_t i = 1; i < named; i++)
        text = joined(s, i + 1 == count ? LM_KEY("list.last") : LM_KEY("list.next"), text,
                      lm_value_text("last", element_text(s, &list[i])));
    if (named < count)
        text = joined(s, LM_KEY("list.others"), text,
                      lm_value_number("last", (int64_t)(count - named)));
    lm_text_add(s->out, text);
}

static void add_value(const struct speech *s, const struct lm_value *value)
{
    struct speech inner = *s;
    if (++inner.depth > DEEP_ENOUGH)
        return;
    switch (value->kind) {
    case LM_VALUE_TEXT:
        lm_text_add(s->out, value->as.text == NULL ? "" : value->as.text);
        break;
    case LM_VALUE_NUMBER:
        add_number(s, value->as.number);
        break;
    case LM_VALUE_POINTS:
        add_points(s, value->as.number);
        break;
    case LM_VALUE_DATE:
        add_date(&inner, value->as.date);
        break;
    case LM_VALUE_SENTENCE:
        say_sentence(&inner, value->as.sentence);
        break;
    case LM_VALUE_LIST:
        add_list(&inner, value->as.list, value->count);
        break;
    }
}

/* --- patterns */

struct word {
    const char *at;
    size_t length;
};

static bool is_word(struct word word, const char *text)
{
    return strncmp(word.at, text, word.length) == 0 && text[word.length] == '\0';
}

/* The words of a pattern are short: strspn would take longer to start than to search. */
static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t';
}

static bool ends_word(char c)
{
    return c == '\0' || is_space(c) || c == '{' || c == '}' || c == ',' || c == '#';
}

static const char *skip_spaces(const char *at)
{
    while (is_space(*at))
        at++;
    return at;
}

static const char *read_word(const char *at, struct word *word)
{
    at = skip_spaces(at);
    *word = (struct word){at, 0};
    while (!ends_word(at[word->length]))
        word->length++;
    return skip_spaces(at + word->length);
}

static const struct lm_value *value_named(const struct speech *s, struct word name)
{
    for (size_t i = 0; i < s->count; i++)
        if (s->values[i].name != NULL && is_word(name, s->values[i].name))
            return &s->values[i];
    return NULL;
}

/* Return the "}" that closes the branch at ${at}, or the end. */
static const char *skip_branch(const char *at)
{
    for (int open = 0; *at != '\0'; at++) {
        if (*at == '}' && open-- == 0)
            break;
        open += *at == '{';
    }
    return at;
}

/* Return the number, points in tenths; for a list its length. */
static int64_t number_of(const struct lm_value *value)
{
    return value->kind == LM_VALUE_LIST ? (int64_t)value->count : value->as.number;
}

/* Is the noun singular?  For 1, and for ½ of points, or by the language's rule. */
static bool is_one(const struct speech *s, const struct lm_value *value)
{
    bool points = value->kind == LM_VALUE_POINTS;
    int64_t number = number_of(value), one = points ? 10 : 1;
    if (s->language->one_below_two)
        return number >= 0 && number < 2 * one;
    return number == one || (points && number == one / 2);
}

static bool takes_plural(const struct speech *s, const struct lm_value *value, struct word word)
{
    int64_t exact;
    if (value->kind != LM_VALUE_NUMBER && value->kind != LM_VALUE_POINTS &&
        value->kind != LM_VALUE_LIST)
        return false;
    if (word.length > 1 && word.at[0] == '=' &&
        lm_parse_integer(word.at + 1, word.length - 1, 0, INT32_MAX, &exact))
        return number_of(value) == (value->kind == LM_VALUE_POINTS ? 10 * exact : exact);
    return is_word(word, "one") && is_one(s, value);
}

static bool takes_select(const struct lm_value *value, struct word word)
{
    int64_t number;
    if (value->kind == LM_VALUE_NUMBER)
        return lm_parse_integer(word.at, word.length, INT32_MIN, INT32_MAX, &number) &&
               number == value->as.number;
    return value->kind == LM_VALUE_TEXT && value->as.text != NULL && is_word(word, value->as.text);
}

/* Choose among the branches of ${value} from ${at} on: write the first that applies, else "other".
 */
static const char *say_branches(struct speech *s, const struct lm_value *value, bool plural,
                                const char *at)
{
    const char *chosen = NULL;
    bool decided = false;
    while (*at != '\0' && *at != '}') {
        struct word word;
        at = read_word(at, &word);
        if (*at != '{' || word.length == 0)
            return at + strlen(at);
        if (!decided) {
            decided = plural ? takes_plural(s, value, word) : takes_select(value, word);
            if (decided || is_word(word, "other"))
                chosen = at + 1;
        }
        at = skip_branch(at + 1);
        at = skip_spaces(at + (*at == '}'));
    }
    struct speech inner = *s;
    if (plural)
        inner.counted = value;
    if (chosen != NULL && ++inner.depth <= DEEP_ENOUGH)
        say_pattern(&inner, chosen);
    return at;
}

/* Write the argument between braces, from after the first to before the last. */
static const char *say_argument(struct speech *s, const char *at)
{
    struct word name, kind = {"", 0};
    const char *begin = at;
    at = read_word(at, &name);
    const struct lm_value *value = value_named(s, name);
    if (value == NULL) {
        at = skip_branch(begin);
        lm_text_add_char(s->out, '{');
        lm_text_add_bytes(s->out, begin, (size_t)(at - begin));
        lm_text_add_char(s->out, '}');
        return at;
    }
    if (*at == ',')
        at = read_word(at + 1, &kind);
    bool plural = is_word(kind, "plural");
    if (plural || is_word(kind, "select"))
        return say_branches(s, value, plural, *at == ',' ? skip_spaces(at + 1) : at);
    add_value(s, value);
    return skip_branch(at);
}

/* Write the pattern up to its end, or to the "}" that closes it. */
static const char *say_pattern(struct speech *s, const char *at)
{
    for (;;) {
        const char *plain = at;
        while (*at != '\0' && *at != '{' && *at != '}' && (*at != '#' || s->counted == NULL))
            at++;
        lm_text_add_bytes(s->out, plain, (size_t)(at - plain));
        if (*at == '#') {
            add_value(s, s->counted);
            at++;
        } else if (*at == '{') {
            at = say_argument(s, at + 1);
            at += *at == '}';
        } else {
            return at;
        }
    }
}

static void say_sentence(const struct speech *outer, const struct lm_sentence *sentence)
{
    const char *pattern = lm_words_of(outer->language, sentence->key);
    struct speech s = *outer;
    if (pattern == NULL)
        pattern = lm_words_of(lm_english(), sentence->key);
    s.values = sentence->values;
    s.count = sentence->count;
    s.counted = NULL;
    say_pattern(&s, pattern == NULL ? sentence->key : pattern);
}

void lm_say(struct lm_text *out, const struct lm_language *language,
            const struct lm_sentence *sentence)
{
    say_sentence(&(struct speech){.out = out, .language = language}, sentence);
}

void lm_say_pattern(struct lm_text *out, const struct lm_language *language, const char *pattern,
                    const struct lm_value *values, size_t count)
{
    struct speech s = {.out = out, .language = language, .values = values, .count = count};
    say_pattern(&s, pattern);
}
