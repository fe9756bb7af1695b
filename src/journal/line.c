/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "base/texts.h"
#include "journal/fields.h"
#include "limmat/date.h"

/*
 * Reading a line: into a copy that stays, which holds the texts of the line's fields, and a tree
 * whose nodes the next line reuses.  An event of 500 players has three thousand lines, and opening
 * a desk means reading all of them, so almost all of them take a fast path.
 */

/* ---- members of all lines */

static const char *const members[] = {"v",      "n",       "at",    "happened", "by",
                                      "req",    "section", "event", "was",      "acknowledged",
                                      "undoes", "sealed",  "prev",  NULL};

const char *const *lm_line_members(void)
{
    return members;
}

#define COMMON(name, type, use, low, high, field)                                                  \
    {                                                                                              \
        name, name, type, use, NULL, NULL, low, high, offsetof(struct lm_common, field)            \
    }

static const struct lm_field common_fields[] = {
    COMMON("v", LM_FIELD_NUMBER, LM_REQUIRED, 1, LM_JOURNAL_VERSION, version),
    COMMON("n", LM_FIELD_NUMBER, LM_REQUIRED, 1, INT64_MAX / 2, number),
    COMMON("at", LM_FIELD_INSTANT, LM_REQUIRED, 0, 0, at),
    COMMON("happened", LM_FIELD_INSTANT, LM_OPTIONAL, 0, 0, happened),
    COMMON("by", LM_FIELD_ID, LM_REQUIRED, 0, 0, by),
    COMMON("req", LM_FIELD_ID, LM_OPTIONAL, 0, 0, request),
    COMMON("section", LM_FIELD_ID, LM_OPTIONAL, 0, 0, section),
    COMMON("event", LM_FIELD_ID, LM_REQUIRED, 0, 0, event),
    COMMON("acknowledged", LM_FIELD_IDS, LM_OPTIONAL, 0, 0, acknowledged),
    COMMON("undoes", LM_FIELD_NUMBER, LM_OPTIONAL, 1, INT64_MAX / 2, undoes),
    COMMON("sealed", LM_FIELD_ID, LM_OPTIONAL, 0, 0, sealed),
    COMMON("prev", LM_FIELD_ID, LM_OPTIONAL, 0, 0, previous),
};

enum { COMMONS = sizeof common_fields / sizeof *common_fields };

static const struct lm_field private_fields[] = {
    {"n", "n", LM_FIELD_NUMBER, LM_REQUIRED, NULL, NULL, 1, INT64_MAX / 2,
     offsetof(struct lm_private, number)},
    {"person", "person", LM_FIELD_ID, LM_OPTIONAL, NULL, NULL, 0, 0,
     offsetof(struct lm_private, person)},
    {"salt", "salt", LM_FIELD_ID, LM_OPTIONAL, NULL, NULL, 0, 0, offsetof(struct lm_private, salt)},
};

static enum lm_status check_length(size_t length, unsigned place, struct lm_log *log)
{
    if (length <= LM_JOURNAL_LINE)
        return LM_OK;
    return lm_log_add(log, LM_ERROR, (struct lm_place){.line = place}, "split it",
                      "the line is too long");
}

static enum lm_status check_object(const struct lm_json *object, unsigned place, struct lm_log *log)
{
    if (object->type == LM_JSON_OBJECT)
        return LM_OK;
    return lm_log_add(log, LM_ERROR, (struct lm_place){.line = place}, "write an object, { … }",
                      "a line is an object");
}

/* ---- a line in the form of lm_journal_write */

/* A line begins with v to event, in the order of writing, and ends with prev. */
enum { HEAD = 8, DIGEST = 2 * LM_DIGEST_BYTES };

struct cursor {
    char *at, *end;
};

/* Is ${text} next?  Then skip it. */
static bool skip(struct cursor *c, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(c->end - c->at) < length || memcmp(c->at, text, length) != 0)
        return false;
    c->at += length;
    return true;
}

/* Read a number of at most 18 digits. */
static bool head_number(struct cursor *c, int64_t *number)
{
    char *from = c->at;
    *number = 0;
    for (; c->at < c->end && lm_is_digit(*c->at) && c->at - from < 18; c->at++)
        *number = *number * 10 + (*c->at - '0');
    return c->at > from && *from != '0';
}

static bool head_instant(struct cursor *c, int64_t *at)
{
    enum { LENGTH = 20 };
    bool good = c->end - c->at > LENGTH && c->at[LENGTH] == '"' &&
                memchr(c->at, '"', LENGTH) == NULL && lm_parse_instant(c->at, LENGTH, at);
    c->at += good ? LENGTH + 1 : 0;
    return good;
}

static bool head_id(struct cursor *c, const char **id)
{
    size_t left = (size_t)(c->end - c->at);
    char *quote = memchr(c->at, '"', left < LM_ID_BYTES + 1 ? left : LM_ID_BYTES + 1);
    if (quote == NULL || !lm_is_id(c->at, (size_t)(quote - c->at)))
        return false;
    *quote = '\0';
    *id = c->at;
    c->at = quote + 1;
    return true;
}

static bool read_head(struct cursor *c, struct lm_common *out)
{
    *out = (struct lm_common){.version = LM_JOURNAL_VERSION,
                              .happened = LM_NO_TIME,
                              .undoes = LM_NOT_SET,
                              .section = "",
                              .request = "",
                              .previous = "",
                              .sealed = ""};
    return skip(c, "{\"v\":1,\"n\":") && head_number(c, &out->number) && skip(c, ",\"at\":\"") &&
           head_instant(c, &out->at) &&
           (!skip(c, ",\"happened\":\"") || head_instant(c, &out->happened)) &&
           skip(c, ",\"by\":\"") && head_id(c, &out->by) &&
           (!skip(c, ",\"req\":\"") || head_id(c, &out->request)) &&
           (!skip(c, ",\"section\":\"") || head_id(c, &out->section)) && skip(c, ",\"event\":\"") &&
           head_id(c, &out->event) && c->at < c->end;
}

/* Are the ${DIGEST} bytes at ${text} lower-case hexadecimal digits?  Eight at a time: a byte below
 * 0x80 has its high bit in b + 0x80 - n when it is n or more. */
static bool is_hex_digest(const char *text)
{
    const uint64_t ones = 0x0101010101010101u, high = ones << 7;
    uint64_t good = high, x;
    for (size_t i = 0; i < DIGEST; i += sizeof x) {
        memcpy(&x, text + i, sizeof x);
        uint64_t low = x & ~high;
        uint64_t digit = (low + ones * (0x80 - '0')) & ~(low + ones * (0x7F - '9'));
        uint64_t letter = (low + ones * (0x80 - 'a')) & ~(low + ones * (0x7F - 'f'));
        good &= (digit | letter) & ~x;
    }
    return good == high;
}

/* Find the comma before "prev", the last member; NULL: the line has another ending. */
static char *find_tail(const struct cursor *c)
{
    static const char name[] = ",\"prev\":\"";
    enum { NAME = sizeof name - 1, TAIL = NAME + DIGEST + 2 };
    char *tail = c->end - TAIL;
    bool found = c->end - c->at >= TAIL && memcmp(tail, name, NAME) == 0 &&
                 is_hex_digest(tail + NAME) && memcmp(c->end - 2, "\"}", 2) == 0;
    return found ? tail : NULL;
}

/* The bit of a member's name, by its first three letters. */
#define NAME_BIT(a, b, c) (UINT64_C(1) << (((a) + 5u * (b) + 11u * (c)) & 63))

/* The bits of ${common_fields}.  Few other members share one of them. */
static const uint64_t common_bits =
    NAME_BIT('v', 0, 0) | NAME_BIT('n', 0, 0) | NAME_BIT('a', 't', 0) | NAME_BIT('h', 'a', 'p') |
    NAME_BIT('b', 'y', 0) | NAME_BIT('r', 'e', 'q') | NAME_BIT('s', 'e', 'c') |
    NAME_BIT('e', 'v', 'e') | NAME_BIT('a', 'c', 'k') | NAME_BIT('u', 'n', 'd') |
    NAME_BIT('s', 'e', 'a') | NAME_BIT('p', 'r', 'e');

/* Can a member of ${object} be one of the common fields?  Usually the head has all of them. */
static bool may_be_common(const struct lm_json *object)
{
    uint64_t bits = 0;
    for (const struct lm_json *node = object->first; node != NULL; node = node->next) {
        const unsigned char *key = (const unsigned char *)node->key;
        bool two = key[0] != 0 && key[1] != 0;
        bits |= NAME_BIT(key[0], key[0] != 0 ? key[1] : 0u, two ? key[2] : 0u);
    }
    return (bits & common_bits) != 0;
}

/* Does ${object} repeat a member of the head or the tail? */
static bool says_again(const struct lm_json *object, bool tail)
{
    for (const struct lm_json *node = object->first; node != NULL; node = node->next)
        for (size_t i = 0; i < COMMONS; i++)
            if ((i < HEAD || (tail && i == COMMONS - 1)) &&
                lm_is_name(node->key, common_fields[i].name))
                return true;
    return false;
}

/* Read the common members between the head and the tail. */
static bool read_rest(struct lm_json *object, bool tail, struct lm_arena *arena,
                      struct lm_common *out)
{
    if (!may_be_common(object))
        return true;
    return !says_again(object, tail) &&
           lm_fields_pick(common_fields + HEAD, COMMONS - HEAD, object, arena, NULL, out) == LM_OK;
}

/* Read the part between the head, which ends at ${c}, and the tail, as a separate object: for this
 * a brace is put before it temporarily, and one behind it. */
static bool read_middle(const struct cursor *c, char *line, char *tail, unsigned place,
                        struct lm_json_nodes *nodes, struct lm_arena *arena,
                        struct lm_json **object)
{
    char *end = tail != NULL ? tail : c->end - 1;
    bool some = *c->at == ',' && c->at != end;
    char *open = some ? c->at : c->at - 1, before = *open, after = *end;
    *open = '{';
    *end = tail != NULL ? '}' : after;
    enum lm_status status = lm_json_parse_in_place(
        line, (size_t)(open - line), (size_t)(end + 1 - line), place, nodes, arena, NULL, object);
    *open = before;
    *end = after;
    return status == LM_OK && ((*object)->first != NULL) == some;
}

/*
 * Read the beginning and end of a line without a tree, if they are exactly in the form of
 * lm_journal_write, like most lines.  Any other form, and any mistake, is left to the general path,
 * which also reports mistakes: false, and ${line} is modified.
 */
static bool read_as_written(char *line, size_t length, unsigned place, struct lm_json_nodes *nodes,
                            struct lm_arena *arena, struct lm_json **object, struct lm_common *out)
{
    struct cursor c = {line, line + length};
    if (!read_head(&c, out))
        return false;
    char *tail = find_tail(&c);
    if (!read_middle(&c, line, tail, place, nodes, arena, object))
        return false;
    (*object)->column = 1; /* the beginning of the line */
    if (!read_rest(*object, tail != NULL, arena, out))
        return false;
    if (tail != NULL) {
        c.end[-2] = '\0';
        out->previous = c.end - 2 - DIGEST;
    }
    return true;
}

/* ---- any line */

enum lm_status lm_common_read_any(char *line, size_t length, unsigned place,
                                  struct lm_json_nodes *nodes, struct lm_arena *arena,
                                  struct lm_log *log, struct lm_json **object,
                                  struct lm_common *out)
{
    enum lm_status status =
        lm_json_parse_in_place(line, 0, length, place, nodes, arena, log, object);
    if (status == LM_OK)
        status = check_object(*object, place, log);
    if (status != LM_OK)
        return status;
    return lm_fields_pick(common_fields, COMMONS, *object, arena, log, out);
}

enum lm_status lm_common_read(const char *bytes, size_t length, unsigned place,
                              struct lm_json_nodes *nodes, struct lm_arena *arena,
                              struct lm_log *log, const char **kept, struct lm_json **object,
                              struct lm_common *out)
{
    enum lm_status status = check_length(length, place, log);
    if (status != LM_OK)
        return status;
    char *line = lm_arena_copy(arena, bytes, length);
    if (line == NULL)
        return LM_LIMIT;
    *kept = line;
    if (read_as_written(line, length, place, nodes, arena, object, out))
        return LM_OK;
    memcpy(line, bytes, length);
    return lm_common_read_any(line, length, place, nodes, arena, log, object, out);
}

enum lm_status lm_private_read(const char *bytes, size_t length, unsigned place,
                               struct lm_arena *arena, struct lm_log *log, struct lm_json **object,
                               struct lm_private *out)
{
    enum lm_status status = check_length(length, place, log);
    if (status == LM_OK)
        status = lm_json_parse_at(bytes, length, place, arena, log, object);
    if (status == LM_OK)
        status = check_object(*object, place, log);
    if (status != LM_OK)
        return status;
    return lm_fields_take(private_fields, sizeof private_fields / sizeof *private_fields, *object,
                          NULL, false, arena, log, out);
}

bool lm_next_line(const char **bytes, size_t *length, const char **line, size_t *line_length)
{
    const char *end = *length == 0 ? NULL : memchr(*bytes, '\n', *length);
    if (end == NULL)
        return false;
    *line = *bytes;
    *line_length = (size_t)(end - *bytes);
    *bytes += *line_length + 1;
    *length -= *line_length + 1;
    return true;
}

size_t lm_journal_whole(const char *bytes, size_t length)
{
    while (length > 0 && bytes[length - 1] != '\n')
        length--;
    return length;
}

enum lm_status lm_line_object(const struct lm_line *line, struct lm_arena *arena,
                              const struct lm_json **out)
{
    struct lm_json *object;
    struct lm_log log = {.arena = arena};
    char *bytes = lm_arena_copy(arena, line->kept, line->length);
    if (bytes == NULL)
        return LM_LIMIT;
    lm_json_restore(bytes, line->length);
    enum lm_status status =
        lm_json_parse_at(bytes, line->length, line->place, arena, &log, &object);
    assert(status == LM_OK || status == LM_LIMIT); /* it was read before */
    if (status == LM_OK)
        *out = object;
    return status;
}
