/* SPDX-License-Identifier: Apache-2.0 */
#include "server/form.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/text.h"

/* A name and its value, as received. */
struct pair {
    const char *name, *text;
    size_t length;
    bool large; /* ${text} has no NUL at its end */
};

char *form_decode(const char *text, size_t length, bool plus, struct lm_arena *arena)
{
    char *out = lm_arena_alloc(arena, length + 1, 1);
    size_t size = 0;
    for (size_t i = 0; out != NULL && i < length; i++) {
        char c = text[i];
        if (c == '%') {
            int high = i + 2 < length ? lm_hex_digit(text[i + 1]) : -1;
            int low = high < 0 ? -1 : lm_hex_digit(text[i + 2]);
            if (high < 0 || low < 0)
                return NULL;
            c = (char)(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (c == '\0')
            return NULL;
        out[size++] = c;
    }
    return out != NULL && lm_utf8_valid(out, size) ? out : NULL;
}

/* --- values of fields */

/* Take a text without control characters, with line ends only if ${lines}.  CR LF becomes LF. */
static bool take_text(struct form_value *value, struct pair p, bool lines, struct lm_arena *arena)
{
    char *out = lm_arena_alloc(arena, p.length + 1, 1);
    if (out == NULL || !lm_utf8_valid(p.text, p.length))
        return false;
    size_t size = 0;
    for (size_t i = 0; i < p.length; i++) {
        unsigned char c = (unsigned char)p.text[i];
        if (c == '\r' && lines)
            continue;
        if ((c < ' ' && !(lines && (c == '\n' || c == '\t'))) || c == 0x7F)
            return false;
        out[size++] = (char)c;
    }
    while (!lines && size > 0 && out[size - 1] == ' ')
        out[--size] = '\0';
    while (!lines && *out == ' ')
        out++, size--;
    value->text = out;
    value->length = size;
    return true;
}

static bool is_choice(const char *choices, const char *text, size_t length)
{
    for (const char *at = choices;; at++) {
        size_t size = strcspn(at, "|");
        if (size == length && strncmp(at, text, length) == 0)
            return true;
        at += size;
        if (*at == '\0')
            return false;
    }
}

static bool is_id(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (!lm_is_letter(c) && !lm_is_digit(c) && (c == '\0' || strchr("-_./,", c) == NULL))
            return false;
    }
    return length > 0;
}

static bool join(struct form_value *value, struct pair p, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s%s%.*s", value->given ? value->text : "", value->given ? " " : "",
                  (int)p.length, p.text);
    value->text = lm_text_string(&text);
    value->length = text.length;
    return !text.failed;
}

/* Append the line ${p} to those that came before it. */
static bool add_line(struct form_value *value, const char *before, struct pair p,
                     struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (!take_text(value, p, false, arena))
        return false;
    lm_text_print(&text, "%s%s\n", before, value->text);
    value->text = lm_text_string(&text);
    value->length = text.length;
    return !text.failed;
}

static bool fits(const struct form_field *f, struct form_value *value, struct pair p,
                 struct lm_arena *arena)
{
    bool text = f->kind == FORM_TEXT || f->kind == FORM_LINES || f->kind == FORM_EACH;
    const char *before = value->text;
    value->text = f->kind == FORM_MANY && value->given ? value->text : p.text;
    value->length = p.length;
    if (!text && f->kind != FORM_NUMBER && f->high > 0 && p.length > (uint64_t)f->high)
        return false;
    switch (f->kind) {
    case FORM_TEXT:
    case FORM_LINES:
        return take_text(value, p, f->kind == FORM_LINES, arena);
    case FORM_NUMBER:
        return p.length == 0 ? !f->required
                             : lm_parse_integer(p.text, p.length, f->low, f->high, &value->number);
    case FORM_DATE:
        return p.length == 0 || (p.length == 10 && p.text[4] == '-' && p.text[7] == '-' &&
                                 strspn(p.text, "0123456789-") == 10);
    case FORM_CHOICE:
        return is_choice(f->choices, p.text, p.length);
    case FORM_CHECK:
        return p.length == 1 && *p.text == '1';
    case FORM_MANY:
        return is_id(p.text, p.length) && join(value, p, arena);
    case FORM_EACH:
        return add_line(value, before, p, arena);
    default:
        return true;
    }
}

/* Is the text longer than the field of a page allows?  Both count characters. */
static bool is_too_long(const struct form_field *f, const struct form_value *value)
{
    bool text = f->kind == FORM_TEXT || f->kind == FORM_LINES || f->kind == FORM_EACH;
    return text && f->high > 0 && lm_utf8_length(value->text, value->length) > (uint64_t)f->high;
}

/* Is it a field that every form can have?  Then take it. */
static bool is_common(struct form *form, struct pair p, struct lm_arena *arena)
{
    const struct {
        const char *name, **text;
        size_t most;
    } common[] = {{"csrf", &form->token, 64},
                  {"ack", &form->acknowledged, 8000},
                  {"sure", &form->sure, 200},
                  {"req", &form->request, 64}};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
        if (strcmp(p.name, common[i].name) != 0)
            continue;
        if (p.length > common[i].most || strpbrk(p.text, "\r\n") != NULL)
            form->trouble = lm_message_print(arena, "This form has expired. Reload the page");
        *common[i].text = p.text;
        return true;
    }
    return false;
}

static bool keep(struct form *form, struct pair p, struct lm_arena *arena)
{
    if (!lm_arena_grow(arena, &form->pairs, &form->pair_capacity, form->pair_count + 1,
                       sizeof *form->pairs))
        return false;
    form->pairs[form->pair_count++] = (struct form_pair){p.name, p.large ? "" : p.text};
    return true;
}

/* The form is refused for the value of ${field}; the others are read, to be shown again. */
static void refuse(struct form *form, const char *field, const struct lm_message *trouble)
{
    if (form->trouble != NULL)
        return;
    form->trouble = trouble;
    form->wrong = field;
}

/* Put ${p} into its field. */
static void take(struct form *form, struct pair p, const struct form_field *fields, bool strict,
                 struct lm_arena *arena)
{
    if (is_common(form, p, arena) || (form->trouble != NULL && form->wrong == NULL))
        return;
    if (!keep(form, p, arena)) {
        form->trouble = lm_message_print(arena, "This form is too large");
        return;
    }
    for (size_t i = 0; fields != NULL && fields[i].name != NULL; i++) {
        if (strcmp(fields[i].name, p.name) != 0)
            continue;
        struct form_value *value = &form->values[i];
        bool repeats = fields[i].kind == FORM_MANY || fields[i].kind == FORM_EACH;
        if (value->given && !repeats)
            form->trouble = lm_message_print(arena, "The field \"%.40s\" was sent twice", p.name);
        else if (!fits(&fields[i], value, p, arena))
            refuse(form, p.name,
                   lm_message_print(arena, "The value in \"%.40s\" isn’t valid", p.name));
        else if (is_too_long(&fields[i], value))
            refuse(form, p.name,
                   lm_message_print(arena,
                                    "The text in \"%.40s\" is too long: at most %lld characters",
                                    p.name, (long long)fields[i].high));
        value->given = true;
        return;
    }
    if (strict)
        form->trouble = lm_message_print(arena, "This form doesn’t have a field \"%.40s\"", p.name);
}

static void begin(struct form *form, const struct form_field *fields)
{
    *form = (struct form){.token = "", .acknowledged = "", .request = ""};
    for (size_t i = 0; i < FORM_FIELDS_MAX; i++)
        form->values[i].text = "";
    for (size_t i = 0; fields != NULL && fields[i].name != NULL; i++)
        form->values[i].number = fields[i].low;
}

static void ask_required(struct form *form, const struct form_field *fields, struct lm_arena *arena)
{
    for (size_t i = 0; fields != NULL && fields[i].name != NULL && form->trouble == NULL; i++)
        if (fields[i].required && form->values[i].length == 0)
            refuse(form, fields[i].name,
                   lm_message_print(arena, "The field \"%.40s\" is empty", fields[i].name));
}

/* --- the two encodings of forms */

static void read_urlencoded(struct form *form, const char *body, size_t length,
                            const struct form_field *fields, bool strict, struct lm_arena *arena)
{
    for (const char *at = body, *end = body + length; at < end;) {
        const char *next = memchr(at, '&', (size_t)(end - at));
        size_t size = (size_t)((next == NULL ? end : next) - at);
        const char *mark = memchr(at, '=', size);
        size_t name = mark == NULL ? size : (size_t)(mark - at);
        size_t rest = mark == NULL ? 0 : size - name - 1;
        struct pair p = {.name = form_decode(at, name, true, arena),
                         .text = form_decode(at + size - rest, rest, true, arena)};
        if (p.name == NULL || p.text == NULL) {
            form->trouble = lm_message_print(arena, "The form arrived damaged. Reload the page");
        } else if (*p.name != '\0') {
            p.length = strlen(p.text);
            take(form, p, fields, strict, arena);
        }
        at = next == NULL ? end : next + 1;
    }
}

static const char *find(const char *at, const char *end, const char *what, size_t length)
{
    for (; length > 0 && end - at >= (ptrdiff_t)length; at++) {
        at = memchr(at, *what, (size_t)(end - at));
        if (at == NULL || end - at < (ptrdiff_t)length)
            return NULL;
        if (memcmp(at, what, length) == 0)
            return at;
    }
    return NULL;
}

/* Return the value of ${name}="…" in the head of a part. */
static const char *parameter(const char *head, const char *end, const char *name,
                             struct lm_arena *arena)
{
    const char *at = find(head, end, name, strlen(name));
    if (at == NULL)
        return NULL;
    at += strlen(name);
    const char *quote = memchr(at, '"', (size_t)(end - at));
    return quote == NULL ? NULL : lm_arena_copy(arena, at, (size_t)(quote - at));
}

/* Does the value of ${name} stay in the body, without a copy? */
static bool is_large(const char *name, const struct form_field *fields)
{
    for (; fields != NULL && fields->name != NULL; fields++)
        if (fields->kind == FORM_LARGE && strcmp(fields->name, name) == 0)
            return true;
    return false;
}

static void read_multipart(struct form *form, const char *boundary, const char *body, size_t length,
                           const struct form_field *fields, struct lm_arena *arena)
{
    struct lm_text mark = lm_text_in(arena);
    lm_text_print(&mark, "\r\n--%s", boundary);
    const char *end = body + length, *dashes = lm_text_string(&mark);
    const char *at = find(body, end, dashes + 2, mark.length - 2);
    if (at != body || mark.length < 5) {
        form->trouble = lm_message_print(arena, "The form arrived damaged. Reload the page");
        return;
    }
    at += mark.length - 2;
    while (end - at >= 2 && memcmp(at, "--", 2) != 0) {
        const char *blank = find(at, end, "\r\n\r\n", 4);
        const char *stop = blank == NULL ? NULL : find(blank + 2, end, dashes, mark.length);
        struct pair p = {.name = blank == NULL ? NULL : parameter(at, blank, " name=\"", arena)};
        if (stop == NULL || p.name == NULL || stop < blank + 4) {
            form->trouble = lm_message_print(arena, "The form arrived damaged. Reload the page");
            return;
        }
        p.length = (size_t)(stop - blank - 4);
        p.large = is_large(p.name, fields);
        p.text = p.large ? blank + 4 : lm_arena_copy(arena, blank + 4, p.length);
        if (p.text == NULL)
            form->trouble = lm_message_print(arena, "This form is too large");
        else
            take(form, p, fields, true, arena);
        at = stop + mark.length;
    }
}

void form_read(struct form *form, const char *type, const char *body, size_t length,
               const struct form_field *fields, struct lm_arena *arena)
{
    begin(form, fields);
    const char *boundary = strstr(type, "boundary=");
    if (strncmp(type, "multipart/form-data", 19) == 0 && boundary != NULL)
        read_multipart(form, boundary + 9, body, length, fields, arena);
    else if (length > 0 && strncmp(type, "application/x-www-form-urlencoded", 33) != 0)
        form->trouble = lm_message_print(arena, "The request doesn’t contain a form");
    else
        read_urlencoded(form, body, length, fields, true, arena);
    ask_required(form, fields, arena);
}

void form_read_query(struct form *form, const char *query, const struct form_field *fields,
                     struct lm_arena *arena)
{
    begin(form, fields);
    read_urlencoded(form, query, strlen(query), fields, false, arena);
}
