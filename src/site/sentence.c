/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentences whose parts are no longer known: findings in files and journals, complaints of another
 * program, which have them in English.  A sentence is compared with the English ones of the
 * catalogue: "player 3 Muster has no rank" is "player {a} {b} has no rank".  The one with the most
 * of its letters decides.  This keeps stored English as it is, and reads what former builds stored.
 */
#include <string.h>

#include "site/said.h"
#include "words/catalogue.h"

extern const struct lm_catalogue site_message_words, site_sentence_words;

enum { PARTS = 8, DEEPEST = 3, MOST_LOOKS = 100 };

/* A part of a text. */
struct piece {
    const char *at;
    size_t length;
};

/* A translation, and how many bytes of the English the catalogue knows; 0: none. */
struct reading {
    const char *text;
    size_t known;
};

struct reader {
    const struct lm_language *language;
    struct lm_arena *arena;
    int looks; /* comparisons with the catalogue that are left: names can be made to need many */
};

/* How a text fits an English pattern of the catalogue. */
struct fit {
    const char *pattern;
    struct piece parts[PARTS];
    bool coded[PARTS]; /* in straight quotes: a name in files, the same in each language */
    size_t count, known;
};

static bool begins(struct piece text, const char *literal, size_t length)
{
    return text.length >= length && memcmp(text.at, literal, length) == 0;
}

/* Return how far ${text} goes before the ${length} bytes of ${literal}; SIZE_MAX: they are not in
 * it.  At the end of the pattern they are also the end of the text. */
static size_t before(struct piece text, const char *literal, size_t length, bool last)
{
    if (last)
        return text.length >= length && memcmp(text.at + text.length - length, literal, length) == 0
                   ? text.length - length
                   : SIZE_MAX;
    for (size_t i = 0; i + length <= text.length; i++)
        if (memcmp(text.at + i, literal, length) == 0)
            return i;
    return SIZE_MAX;
}

/* The first place of a literal is right wherever another one is, since the last is at the end. */
static bool fits(const char *pattern, struct piece text, struct fit *out)
{
    size_t head = strcspn(pattern, "{");
    *out = (struct fit){.pattern = pattern, .known = head};
    if (!begins(text, pattern, head))
        return false;
    text.at += head;
    text.length -= head;
    for (const char *at = pattern + head; *at != '\0';) {
        const char *literal = at + 3; /* behind "{a}" */
        size_t length = strcspn(literal, "{");
        bool last = literal[length] == '\0';
        size_t part = length == 0 && !last ? SIZE_MAX : before(text, literal, length, last);
        if (part == SIZE_MAX || out->count == PARTS)
            return false;
        out->coded[out->count] = at > pattern && at[-1] == '"';
        out->parts[out->count++] = (struct piece){text.at, part};
        out->known += length;
        text.at += part + length;
        text.length -= part + length;
        at = literal + length;
    }
    return text.length == 0;
}

static struct reading read_text(struct reader *r, struct piece text, int depth);

static const char *copy(struct reader *r, struct piece text)
{
    const char *out = lm_arena_copy(r->arena, text.at, text.length);
    return out == NULL ? "" : out;
}

static bool has_letters(const char *pattern)
{
    for (const char *at = pattern; *at != '\0'; at++) {
        if (*at == '{')
            at += 2;
        else if ((*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z'))
            return true;
    }
    return false;
}

/* Return the value called ${name}: a number where ${pattern} asks for one. */
static struct lm_value value_of(const char *pattern, const char *name, const char *text)
{
    int64_t number;
    char plural[] = "{?, plural";
    plural[1] = name[0];
    if (strstr(pattern, plural) != NULL &&
        lm_parse_integer(text, strlen(text), INT64_MIN, INT64_MAX, &number))
        return lm_value_number(name, number);
    return lm_value_text(name, text);
}

/* Say ${fit} in the reader's language; its values can be sentences, too. */
static struct reading say(struct reader *r, const struct fit *fit, int depth)
{
    static const char *const names[PARTS] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    const char *words = lm_catalogue_find(&site_sentence_words, r->language->code, fit->pattern);
    struct lm_value values[PARTS];
    size_t within = 0;
    for (size_t i = 0; i < fit->count; i++) {
        struct reading part = {NULL, 0};
        if (!fit->coded[i])
            part = read_text(r, fit->parts[i], depth + 1);
        within += part.known;
        values[i] = value_of(words == NULL ? "" : words, names[i],
                             part.known > 0 ? part.text : copy(r, fit->parts[i]));
    }
    if (words == NULL || (within == 0 && !has_letters(fit->pattern)))
        return (struct reading){NULL, 0};
    struct lm_text text = lm_text_in(r->arena);
    lm_say_pattern(&text, r->language, words, values, fit->count);
    return (struct reading){lm_text_string(&text), fit->known + within};
}

/* Read ${text} as the pattern that has the most of it. */
static struct reading read_whole(struct reader *r, struct piece text, int depth)
{
    const struct lm_catalogue *c = &site_sentence_words;
    struct reading best = {NULL, 0};
    if (r->looks-- <= 0)
        return best;
    for (uint32_t slot = 0; slot <= c->slot_mask; slot++) {
        struct fit fit;
        const char *key = c->slots[slot] == 0 ? "" : c->keys + c->key_at[c->slots[slot] - 1];
        if ((*key != '{' && *key != *text.at) || !fits(key, text, &fit) || fit.known == 0)
            continue;
        struct reading one = say(r, &fit, depth);
        if (one.known > best.known)
            best = one;
    }
    return best;
}

/* Read a list of sentences, "RULE: FINDING; REMEDY", or a sentence with the value that it is about,
 * "… make 2.5 points (points, "2.0")". */
static struct reading read_list(struct reader *r, struct piece text, int depth)
{
    struct reading best = {NULL, 0};
    for (size_t at = 1; at + 2 < text.length; at++) {
        bool about =
            text.at[at] == ' ' && text.at[at + 1] == '(' && text.at[text.length - 1] == ')';
        if (!about && (text.at[at + 1] != ' ' || strchr(":;,", text.at[at]) == NULL))
            continue;
        struct reading first = read_whole(r, (struct piece){text.at, at}, depth);
        if (first.known == 0)
            continue;
        struct piece rest = {text.at + at + 2, text.length - at - 2};
        struct reading other = {NULL, 0};
        if (!about)
            other = read_text(r, rest, depth);
        if (first.known + other.known <= best.known)
            continue;
        const char pattern[] = {'{', 'a', '}', text.at[at], text.at[at + 1], '{', 'b', '}', '\0'};
        const char *words = lm_catalogue_find(&site_message_words, r->language->code, pattern);
        struct lm_text out = lm_text_in(r->arena);
        const struct lm_value values[] = {
            lm_value_text("a", first.text),
            lm_value_text("b", other.known > 0 ? other.text : copy(r, rest))};
        lm_say_pattern(&out, r->language, words == NULL ? pattern : words, values, 2);
        best = (struct reading){lm_text_string(&out), first.known + other.known};
    }
    return best;
}

static struct reading read_text(struct reader *r, struct piece text, int depth)
{
    if (depth > DEEPEST || text.length == 0)
        return (struct reading){NULL, 0};
    struct reading whole = read_whole(r, text, depth);
    if (whole.known == text.length)
        return whole;
    struct reading list = read_list(r, text, depth);
    return list.known > whole.known ? list : whole;
}

/* A sentence of another area can be whole there. */
const char *site_sentence(const struct lm_language *language, struct lm_arena *arena,
                          const char *english)
{
    struct reader r = {language, arena, MOST_LOOKS};
    if (language == lm_english())
        return english;
    struct reading reading = read_text(&r, (struct piece){english, strlen(english)}, 0);
    return reading.known == 0 ? site_message(language, arena, english, NULL) : reading.text;
}
