/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/json.h"
#include "base/sort.h"

#include <assert.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/message.h"

enum { DEPTH_MAX = 64 };

/*
 * Texts stay where they were read: the parser gets bytes that it can change, and a NUL replaces the
 * quote after a text.  Only texts with escapes are copied.  Most of a tree therefore costs no more
 * than its nodes, and lm_json_restore restores the bytes.
 */
struct parser {
    char *bytes;
    size_t length;
    size_t at;
    unsigned line;
    size_t line_start; /* offset of the current line's first byte */
    unsigned depth;
    struct lm_arena *arena;
    struct lm_json_nodes *nodes; /* NULL: every node from the arena */
    struct lm_log *log;
};

static enum lm_status parse_value(struct parser *p, struct lm_json *node);

static unsigned column_of(const struct parser *p)
{
    return (unsigned)(p->at - p->line_start + 1);
}

static enum lm_status wrong(struct parser *p, const char *remedy, const char *what)
{
    return lm_log_add(p->log, LM_ERROR, (struct lm_place){.line = p->line, .column = column_of(p)},
                      remedy, "%s", what);
}

static char peek(const struct parser *p)
{
    return p->at < p->length ? p->bytes[p->at] : '\0';
}

/* Move to the next character that is not space, and return it; NUL at the end. */
static char skip_space(struct parser *p)
{
    for (; p->at < p->length; p->at++) {
        char c = p->bytes[p->at];
        if (c > ' ' || (c != ' ' && c != '\n' && c != '\t' && c != '\r'))
            return c;
        if (c == '\n') {
            p->line++;
            p->line_start = p->at + 1;
        }
    }
    return '\0';
}

static bool take_word(struct parser *p, const char *word)
{
    size_t length = strlen(word);
    if (p->length - p->at < length || memcmp(p->bytes + p->at, word, length) != 0)
        return false;
    p->at += length;
    return true;
}

static bool take_hex4(struct parser *p, uint32_t *unit)
{
    if (p->length - p->at < 4)
        return false;
    uint32_t value = 0;
    for (size_t i = 0; i < 4; i++) {
        int digit = lm_hex_digit(p->bytes[p->at + i]);
        if (digit < 0)
            return false;
        value = value << 4 | (uint32_t)digit;
    }
    p->at += 4;
    *unit = value;
    return true;
}

/* \uXXXX, after the u: a pair of surrogates is one code point; NUL is refused (C strings). */
static bool parse_unicode_escape(struct parser *p, struct lm_text *out)
{
    uint32_t unit;
    if (!take_hex4(p, &unit) || unit == 0)
        return false;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
        uint32_t low;
        if (!take_word(p, "\\u") || !take_hex4(p, &low) || low < 0xDC00 || low > 0xDFFF)
            return false;
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
    } else if (unit >= 0xDC00 && unit <= 0xDFFF) {
        return false;
    }
    lm_text_add_point(out, unit);
    return true;
}

static bool parse_escape(struct parser *p, struct lm_text *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = peek(p);
    p->at++;
    if (c == 'u')
        return parse_unicode_escape(p, out);
    const char *found = c == '\0' ? NULL : strchr(from, c);
    if (found == NULL)
        return false;
    lm_text_add_char(out, to[found - from]);
    return true;
}

/* Return how many of the eight bytes of ${x}, in their order in memory, are plain before the first
 * quote, backslash, control character or non-ASCII byte.  A byte b below n has its high bit set in
 * b - n but not in b itself; a borrow only affects the bytes after such a byte.  On big-endian
 * machines: 8 or 0. */
static size_t plain_of_eight(uint64_t x)
{
    const uint64_t ones = 0x0101010101010101u, high = ones << 7;
    uint64_t quote = x ^ ones * '"', backslash = x ^ ones * '\\';
    uint64_t ends = ((x - ones * 0x20) | (quote - ones) | (backslash - ones) | x) & high;
    if (ends == 0)
        return 8;
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    return (size_t)__builtin_ctzll(ends) / 8;
#else
    return 0;
#endif
}

/* Most strings have no escapes: return the end of this one if it has none; else 0.  ${*ascii}: is
 * it ASCII? */
static size_t plain_end(const struct parser *p, bool *ascii)
{
    size_t at = p->at;
    uint64_t eight = 0;
    unsigned char all = 0;
    for (size_t plain = 8; plain == 8 && p->length - at >= sizeof eight; at += plain) {
        memcpy(&eight, p->bytes + at, sizeof eight);
        plain = plain_of_eight(eight);
    }
    for (; at < p->length; at++) {
        unsigned char c = (unsigned char)p->bytes[at];
        if (c < 0x20 || c == '"' || c == '\\')
            break;
        all |= c;
    }
    *ascii = all < 0x80;
    return at < p->length && p->bytes[at] == '"' ? at : 0;
}

static enum lm_status not_utf8(struct parser *p)
{
    return wrong(p, "save the file as UTF-8", "a string is not UTF-8");
}

/* A string with escapes, or one that has no end. */
static enum lm_status parse_escaped(struct parser *p, const char **text, size_t *length)
{
    struct lm_text out = lm_text_in(p->arena);
    size_t start = p->at;
    for (;;) {
        if (p->at >= p->length)
            return wrong(p, "close the string with \"", "the text ends inside a string");
        unsigned char c = (unsigned char)p->bytes[p->at];
        if (c < 0x20)
            return wrong(p, "write it as an escape such as \\n", "control character in a string");
        if (c != '"' && c != '\\') {
            p->at++;
            continue;
        }
        lm_text_add_bytes(&out, p->bytes + start, p->at - start);
        p->at++;
        if (c == '"')
            break;
        if (!parse_escape(p, &out))
            return wrong(p, "use \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\uXXXX", "unknown escape");
        start = p->at;
    }
    if (lm_text_status(&out) != LM_OK)
        return LM_LIMIT;
    if (!lm_utf8_valid(lm_text_string(&out), out.length))
        return not_utf8(p);
    *text = lm_text_string(&out);
    *length = out.length;
    return LM_OK;
}

static enum lm_status parse_string(struct parser *p, const char **text, size_t *length)
{
    bool ascii;
    p->at++; /* the opening quote */
    size_t end = plain_end(p, &ascii);
    if (end == 0)
        return parse_escaped(p, text, length);
    *text = p->bytes + p->at;
    *length = end - p->at;
    p->at = end + 1;
    if (!ascii && !lm_utf8_valid(*text, *length))
        return not_utf8(p);
    p->bytes[end] = '\0';
    return LM_OK;
}

static size_t take_digits(struct parser *p)
{
    size_t count = 0;
    while (lm_is_digit(peek(p))) {
        p->at++;
        count++;
    }
    return count;
}

static enum lm_status parse_number(struct parser *p, struct lm_json *node)
{
    size_t start = p->at;
    if (peek(p) == '-')
        p->at++;
    bool zero = peek(p) == '0';
    size_t digits = take_digits(p);
    bool good = digits > 0 && !(zero && digits > 1);
    if (good && peek(p) == '.') {
        p->at++;
        good = take_digits(p) > 0;
    }
    if (good && (peek(p) | 32) == 'e') {
        p->at++;
        if (peek(p) == '+' || peek(p) == '-')
            p->at++;
        good = take_digits(p) > 0;
    }
    if (!good)
        return wrong(p, "write numbers as 12, -3 or 2.5", "not a number");
    node->type = LM_JSON_NUMBER;
    node->length = p->at - start;
    node->text = p->nodes != NULL ? p->bytes + start
                                  : lm_arena_copy(p->arena, p->bytes + start, node->length);
    return node->text == NULL ? LM_LIMIT : LM_OK;
}

/* Up to FEW_MEMBERS members of an object are compared with each other; more are sorted at its end.
 */
enum { FEW_MEMBERS = 16 };

static enum lm_status twice(struct parser *p, unsigned line, unsigned column, const char *key)
{
    return lm_log_add(p->log, LM_ERROR, (struct lm_place){line, column, key, NULL},
                      "keep one of the two", "the member occurs twice in the same object");
}

static int by_key(const void *a, const void *b)
{
    const struct lm_json *x = *(const struct lm_json *const *)a;
    const struct lm_json *y = *(const struct lm_json *const *)b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

static enum lm_status check_many_members(struct parser *p, const struct lm_json *object)
{
    if (object->type != LM_JSON_OBJECT || object->length <= FEW_MEMBERS)
        return LM_OK;
    struct lm_mark mark = lm_arena_mark(p->arena);
    const struct lm_json **all = lm_arena_alloc(p->arena, object->length, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    size_t count = 0;
    for (const struct lm_json *child = object->first; child != NULL; child = child->next)
        all[count++] = child;
    lm_sort(all, count, sizeof *all, by_key);
    for (size_t i = 1; i < count; i++)
        if (strcmp(all[i - 1]->key, all[i]->key) == 0)
            return twice(p, all[i]->line, all[i]->column, all[i]->key);
    lm_arena_reset(p->arena, mark);
    return LM_OK;
}

/* Return a bit for a member's name; two names of one object seldom share it. */
static uint64_t bit_of(const char *key, size_t length)
{
    unsigned first = (unsigned char)key[0], last = length == 0 ? 0 : (unsigned char)key[length - 1];
    return UINT64_C(1) << ((first + 7 * last + 19 * (unsigned)length) & 63);
}

/* Member names of one object must differ: other readers, for which the last one wins, hide
 * mistakes. ${*seen} are the bits of the names before. */
static enum lm_status parse_key(struct parser *p, struct lm_json *object, struct lm_json *child,
                                uint64_t *seen)
{
    if (skip_space(p) != '"')
        return wrong(p, "write \"name\": value", "a member's name is missing");
    size_t length;
    enum lm_status status = parse_string(p, &child->key, &length);
    if (status != LM_OK)
        return status;
    uint64_t bit = bit_of(child->key, length);
    if ((*seen & bit) != 0 && object->length < FEW_MEMBERS &&
        lm_json_get(object, child->key) != NULL)
        return twice(p, p->line, column_of(p), child->key);
    *seen |= bit;
    if (skip_space(p) != ':')
        return wrong(p, "write \"name\": value", "a colon is missing");
    p->at++;
    return LM_OK;
}

static struct lm_json *new_node(struct parser *p)
{
    struct lm_json_nodes *nodes = p->nodes;
    if (nodes == NULL)
        return lm_arena_alloc(p->arena, 1, sizeof(struct lm_json));
    if (nodes->used == nodes->capacity) {
        size_t more = nodes->capacity == 0 ? 64 : nodes->capacity * 2;
        struct lm_json *all = lm_arena_alloc(p->arena, more, sizeof *all);
        if (all == NULL)
            return NULL;
        *nodes = (struct lm_json_nodes){.all = all, .capacity = more};
    }
    struct lm_json *node = &nodes->all[nodes->used++];
    *node = (struct lm_json){0};
    return node;
}

static enum lm_status parse_children(struct parser *p, struct lm_json *node, char close)
{
    struct lm_json **tail = &node->first;
    uint64_t seen = 0;
    p->at++;
    if (skip_space(p) == close) {
        p->at++;
        return LM_OK;
    }
    for (;;) {
        struct lm_json *child = new_node(p);
        if (child == NULL)
            return LM_LIMIT;
        enum lm_status status = close == '}' ? parse_key(p, node, child, &seen) : LM_OK;
        if (status == LM_OK)
            status = parse_value(p, child);
        if (status != LM_OK)
            return status;
        *tail = child;
        tail = &child->next;
        node->length++;
        char c = skip_space(p);
        if (c != ',' && c != close)
            return wrong(p, close == '}' ? "write , or }" : "write , or ]",
                         "a comma or the closing bracket is missing");
        p->at++;
        if (c == close)
            return check_many_members(p, node);
    }
}

static enum lm_status parse_container(struct parser *p, struct lm_json *node)
{
    if (p->depth == DEPTH_MAX)
        return wrong(p, "nest less deeply", "more than 64 levels of brackets");
    bool object = peek(p) == '{';
    node->type = object ? LM_JSON_OBJECT : LM_JSON_ARRAY;
    p->depth++;
    enum lm_status status = parse_children(p, node, object ? '}' : ']');
    p->depth--;
    return status;
}

static enum lm_status parse_value(struct parser *p, struct lm_json *node)
{
    char c = skip_space(p);
    node->line = p->line;
    node->column = column_of(p);
    if (p->at >= p->length)
        return wrong(p, "complete the file", "the text ends where a value is expected");
    if (c == '{' || c == '[')
        return parse_container(p, node);
    if (c == '"') {
        node->type = LM_JSON_STRING;
        return parse_string(p, &node->text, &node->length);
    }
    if (take_word(p, "true"))
        node->type = LM_JSON_TRUE;
    else if (take_word(p, "false"))
        node->type = LM_JSON_FALSE;
    else if (take_word(p, "null"))
        node->type = LM_JSON_NULL;
    else if (c == '-' || lm_is_digit(c))
        return parse_number(p, node);
    else
        return wrong(p, "write a string in quotes, a number, true, false, null, [ or {",
                     "not a JSON value");
    return LM_OK;
}

enum lm_status lm_json_parse(const char *bytes, size_t length, struct lm_arena *arena,
                             struct lm_log *log, struct lm_json **out)
{
    return lm_json_parse_at(bytes, length, 1, arena, log, out);
}

static enum lm_status parse(struct parser *p, struct lm_json **out)
{
    struct lm_json *root = new_node(p);
    if (root == NULL)
        return LM_LIMIT;
    enum lm_status status = parse_value(p, root);
    if (status != LM_OK)
        return status;
    (void)skip_space(p);
    if (p->at != p->length)
        return wrong(p, "remove it", "something follows after the end of the value");
    *out = root;
    return LM_OK;
}

enum lm_status lm_json_parse_at(const char *bytes, size_t length, unsigned line,
                                struct lm_arena *arena, struct lm_log *log, struct lm_json **out)
{
    char *copy = lm_arena_copy(arena, bytes, length);
    struct parser p = {.bytes = copy, .length = length, .line = line, .arena = arena, .log = log};
    return copy == NULL ? LM_LIMIT : parse(&p, out);
}

enum lm_status lm_json_parse_in_place(char *bytes, size_t from, size_t length, unsigned line,
                                      struct lm_json_nodes *nodes, struct lm_arena *arena,
                                      struct lm_log *log, struct lm_json **out)
{
    struct parser p = {.bytes = bytes,
                       .at = from,
                       .length = length,
                       .line = line,
                       .arena = arena,
                       .nodes = nodes,
                       .log = log};
    nodes->used = 0;
    return parse(&p, out);
}

void lm_json_restore(char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] == '\0')
            bytes[i] = '"';
}

const struct lm_json *lm_json_get(const struct lm_json *object, const char *key)
{
    if (object == NULL || object->type != LM_JSON_OBJECT)
        return NULL;
    for (const struct lm_json *child = object->first; child != NULL; child = child->next)
        if (child->key[0] == key[0] && strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

bool lm_json_integer(const struct lm_json *node, int64_t low, int64_t high, int64_t *value)
{
    return node != NULL && node->type == LM_JSON_NUMBER &&
           lm_parse_integer(node->text, node->length, low, high, value);
}

bool lm_json_tenths(const struct lm_json *node, int32_t *tenths)
{
    return node != NULL && node->type == LM_JSON_NUMBER &&
           lm_parse_tenths(node->text, node->length, tenths);
}

bool lm_json_boolean(const struct lm_json *node, bool *value)
{
    if (node == NULL || (node->type != LM_JSON_TRUE && node->type != LM_JSON_FALSE))
        return false;
    *value = node->type == LM_JSON_TRUE;
    return true;
}

const char *lm_json_string(const struct lm_json *node)
{
    return node != NULL && node->type == LM_JSON_STRING ? node->text : NULL;
}

const char *lm_json_text(const struct lm_json *object, const char *key)
{
    const char *text = lm_json_string(lm_json_get(object, key));
    return text == NULL ? "" : text;
}

const char *lm_json_type_name(enum lm_json_type type)
{
    static const char *const names[] = {"null",
                                        "false",
                                        "true",
                                        LM_MESSAGE("a number"),
                                        LM_MESSAGE("a string"),
                                        LM_MESSAGE("an array"),
                                        LM_MESSAGE("an object")};
    return names[type];
}

void lm_json_add_string(struct lm_text *out, const char *string)
{
    lm_text_add_char(out, '"');
    const char *start = string;
    for (const char *s = string;; s++) {
        unsigned char c = (unsigned char)*s;
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7F)
            continue;
        lm_text_add_bytes(out, start, (size_t)(s - start));
        if (c == '\0')
            break;
        if (c == '"' || c == '\\') {
            char two[2] = {'\\', (char)c};
            lm_text_add_bytes(out, two, 2);
        } else if (c == '\n') {
            lm_text_add(out, "\\n");
        } else {
            lm_text_add(out, "\\u00");
            lm_text_add_hex(out, &c, 1);
        }
        start = s + 1;
    }
    lm_text_add_char(out, '"');
}

struct lm_json_writer lm_json_writer_to(struct lm_text *out, bool compact)
{
    return (struct lm_json_writer){.out = out, .compact = compact};
}

static bool one_line(const struct lm_json_writer *w)
{
    return w->compact || (w->inline_depth != 0 && w->depth >= w->inline_depth);
}

static void new_line(struct lm_json_writer *w)
{
    lm_text_add_char(w->out, '\n');
    lm_text_repeat(w->out, ' ', (size_t)w->depth * 2);
}

/* Write the comma, line break and name before a value. */
static void before(struct lm_json_writer *w, const char *key)
{
    if (w->started[w->depth])
        lm_text_add_char(w->out, ',');
    if (w->depth > 0 && !one_line(w))
        new_line(w);
    else if (w->started[w->depth] && !w->compact)
        lm_text_add_char(w->out, ' ');
    w->started[w->depth] = true;
    if (key != NULL) {
        lm_json_add_string(w->out, key);
        lm_text_add(w->out, w->compact ? ":" : ": ");
    }
}

void lm_json_begin(struct lm_json_writer *w, const char *key, char bracket)
{
    assert(w->depth < DEPTH_MAX);
    before(w, key);
    lm_text_add_char(w->out, bracket);
    w->depth++;
    w->started[w->depth] = false;
}

void lm_json_begin_inline(struct lm_json_writer *w, const char *key, char bracket)
{
    lm_json_begin(w, key, bracket);
    if (w->inline_depth == 0)
        w->inline_depth = w->depth;
}

void lm_json_end(struct lm_json_writer *w, char bracket)
{
    bool empty = !w->started[w->depth];
    bool flat = one_line(w);
    if (w->inline_depth == w->depth)
        w->inline_depth = 0;
    w->depth--;
    if (!empty && !flat)
        new_line(w);
    lm_text_add_char(w->out, bracket);
    if (w->depth == 0 && !w->compact)
        lm_text_add_char(w->out, '\n');
}

void lm_json_put_string(struct lm_json_writer *w, const char *key, const char *value)
{
    before(w, key);
    lm_json_add_string(w->out, value);
}

void lm_json_put_integer(struct lm_json_writer *w, const char *key, int64_t value)
{
    before(w, key);
    lm_text_print(w->out, "%lld", (long long)value);
}

void lm_json_put_tenths(struct lm_json_writer *w, const char *key, int64_t tenths)
{
    before(w, key);
    if (tenths % 10 == 0)
        lm_text_print(w->out, "%lld", (long long)(tenths / 10));
    else
        lm_text_add_tenths(w->out, tenths);
}

void lm_json_put_boolean(struct lm_json_writer *w, const char *key, bool value)
{
    before(w, key);
    lm_text_add(w->out, value ? "true" : "false");
}

void lm_json_put_null(struct lm_json_writer *w, const char *key)
{
    before(w, key);
    lm_text_add(w->out, "null");
}

void lm_json_put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node)
{
    static const char *const words[] = {
        [LM_JSON_NULL] = "null", [LM_JSON_FALSE] = "false", [LM_JSON_TRUE] = "true"};
    if (node->type == LM_JSON_STRING) {
        lm_json_put_string(w, key, node->text);
    } else if (node->type < LM_JSON_STRING) {
        before(w, key);
        lm_text_add(w->out, node->type == LM_JSON_NUMBER ? node->text : words[node->type]);
    } else {
        bool object = node->type == LM_JSON_OBJECT;
        lm_json_begin(w, key, object ? '{' : '[');
        for (const struct lm_json *child = node->first; child != NULL; child = child->next)
            lm_json_put_node(w, child->key, child);
        lm_json_end(w, object ? '}' : ']');
    }
}
