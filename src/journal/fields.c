/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <string.h>

#include "base/texts.h"
#include "journal/fields.h"
#include "limmat/date.h"
#include "limmat/tournament.h"

/*
 * The types of fields, one row each: the absent value, the conversion of a JSON value to C and of a
 * typed text to JSON, and the description of valid values for refusals.
 */

struct reading {
    struct lm_arena *arena;
    struct lm_log *log;
    bool out_of_memory;
};

struct type_row {
    const char *what;
    bool (*read)(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                 void *value);
    bool (*put)(const struct lm_field *field, const char *text, struct lm_json_writer *w);
    void (*unset)(void *value);
};

/* ---- absent values */

static void no_text(void *value)
{
    *(const char **)value = "";
}

static void no_number(void *value)
{
    *(int64_t *)value = LM_NOT_SET;
}

static void no_points(void *value)
{
    *(int32_t *)value = LM_NO_POINTS;
}

static void no_byte(void *value)
{
    *(uint8_t *)value = 0;
}

static void no_words(void *value)
{
    *(struct lm_words *)value = (struct lm_words){0};
}

static void no_numbers(void *value)
{
    *(struct lm_numbers *)value = (struct lm_numbers){0};
}

/* ---- from JSON */

static bool good_text(const struct lm_field *field, const char *text, size_t length)
{
    if (length > (size_t)field->high)
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7F)
            return false;
    return true;
}

/* Letters, digits and - _ . : @ + are valid in an id: a bit each, by their code, returned as the
 * lowest bit.  Digests are ids, too, so that most bytes of a journal pass through here. */
static uint64_t in_id(unsigned char c)
{
    static const uint64_t bits[4] = {0x07FF680000000000u, 0x07FFFFFE87FFFFFFu};
    return bits[c >> 6] >> (c & 63);
}

bool lm_is_id(const char *text, size_t length)
{
    uint64_t good = 1; /* its lowest bit, until the first invalid byte */
    if (length == 0 || length > LM_ID_BYTES)
        return false;
    for (size_t i = 0; i < length; i++)
        good &= in_id((unsigned char)text[i]);
    return good & 1;
}

static bool good_id(const struct lm_field *field, const char *text, size_t length)
{
    (void)field;
    return lm_is_id(text, length);
}

static bool good_date(const struct lm_field *field, const char *text, size_t length)
{
    struct lm_date date;
    (void)field;
    return length <= 10 && lm_parse_date(text, length, &date);
}

static bool read_text(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                      void *value)
{
    (void)r;
    if (node->type != LM_JSON_STRING || !good_text(field, node->text, node->length))
        return false;
    *(const char **)value = node->text;
    return true;
}

static bool read_id(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                    void *value)
{
    (void)r;
    if (node->type != LM_JSON_STRING || !good_id(field, node->text, node->length))
        return false;
    *(const char **)value = node->text;
    return true;
}

static bool read_date(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                      void *value)
{
    (void)r;
    if (node->type != LM_JSON_STRING || !good_date(field, node->text, node->length))
        return false;
    *(const char **)value = node->text;
    return true;
}

static bool read_number(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                        void *value)
{
    (void)r;
    return lm_json_integer(node, field->low, field->high, value);
}

static bool read_points(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                        void *value)
{
    int32_t points;
    (void)r;
    if (!lm_json_tenths(node, &points) || points < field->low || points > field->high)
        return false;
    *(int32_t *)value = points;
    return true;
}

static bool read_yes_no(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                        void *value)
{
    bool yes;
    (void)r, (void)field;
    if (!lm_json_boolean(node, &yes))
        return false;
    *(uint8_t *)value = yes ? LM_YES : LM_NO;
    return true;
}

static bool read_choice(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                        void *value)
{
    (void)r;
    for (uint8_t i = 0; node->type == LM_JSON_STRING && field->choices[i] != NULL; i++)
        if (lm_is_name(field->choices[i], node->text)) {
            *(uint8_t *)value = (uint8_t)(i + 1);
            return true;
        }
    return false;
}

static bool read_instant(struct reading *r, const struct lm_field *field,
                         const struct lm_json *node, void *value)
{
    (void)r, (void)field;
    return node->type == LM_JSON_STRING && lm_parse_instant(node->text, node->length, value);
}

typedef bool good_word(const struct lm_field *field, const char *text, size_t length);

static bool read_words(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                       good_word *good, struct lm_words *words)
{
    if (node->type != LM_JSON_ARRAY || node->length > LM_LIST_ITEMS)
        return false;
    const char **items = lm_arena_alloc(r->arena, node->length, sizeof *items);
    r->out_of_memory |= items == NULL;
    size_t count = 0;
    for (const struct lm_json *item = node->first; items != NULL && item != NULL;
         item = item->next) {
        if (item->type != LM_JSON_STRING || !good(field, item->text, item->length))
            return false;
        items[count++] = item->text;
    }
    *words = (struct lm_words){items, count, true};
    return items != NULL;
}

static bool read_ids(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                     void *value)
{
    return read_words(r, field, node, good_id, value);
}

static bool read_texts(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                       void *value)
{
    return read_words(r, field, node, good_text, value);
}

static bool read_numbers(struct reading *r, const struct lm_field *field,
                         const struct lm_json *node, void *value)
{
    if (node->type != LM_JSON_ARRAY || node->length > LM_LIST_ITEMS)
        return false;
    int64_t *items = lm_arena_alloc(r->arena, node->length, sizeof *items);
    r->out_of_memory |= items == NULL;
    size_t count = 0;
    for (const struct lm_json *item = node->first; items != NULL && item != NULL; item = item->next)
        if (!lm_json_integer(item, field->low, field->high, &items[count++]))
            return false;
    *(struct lm_numbers *)value = (struct lm_numbers){items, count, true};
    return items != NULL;
}

static bool is_pair(const struct lm_json *node)
{
    if (node->type != LM_JSON_ARRAY || node->length < 1 || node->length > 2)
        return false;
    for (const struct lm_json *item = node->first; item != NULL; item = item->next)
        if (item->type != LM_JSON_STRING || !good_id(NULL, item->text, item->length))
            return false;
    return true;
}

static bool read_pairs(struct reading *r, const struct lm_field *field, const struct lm_json *node,
                       void *value)
{
    (void)field;
    if (node->type != LM_JSON_ARRAY || node->length > LM_LIST_ITEMS)
        return false;
    const char **items = lm_arena_alloc(r->arena, node->length * 2, sizeof *items);
    r->out_of_memory |= items == NULL;
    size_t count = 0;
    for (const struct lm_json *pair = node->first; items != NULL && pair != NULL;
         pair = pair->next) {
        if (!is_pair(pair))
            return false;
        items[count++] = pair->first->text;
        items[count++] = pair->length == 2 ? pair->first->next->text : "";
    }
    *(struct lm_words *)value = (struct lm_words){items, count, true};
    return items != NULL;
}

/* ---- from typed text */

static bool put_text(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    lm_json_put_string(w, field->name, text);
    return true;
}

static bool put_number(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    int64_t number;
    if (!lm_parse_integer(text, strlen(text), field->low, field->high, &number))
        return false;
    lm_json_put_integer(w, field->name, number);
    return true;
}

static bool put_points(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    int32_t tenths;
    if (!lm_parse_tenths(text, strlen(text), &tenths))
        return false;
    lm_json_put_tenths(w, field->name, tenths);
    return true;
}

static bool put_yes_no(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    static const char *const words[] = {"no", "yes", "false", "true", "0", "1", "off", "on"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0) {
            lm_json_put_boolean(w, field->name, i % 2 == 1);
            return true;
        }
    return false;
}

/* Find the next word of ${*text}, separated by characters of ${apart}; return its length, 0 at the
 * end. */
static size_t next_word(const char **text, const char *apart)
{
    *text += strspn(*text, apart);
    return strcspn(*text, apart);
}

static void put_word(const char *text, size_t length, struct lm_json_writer *w)
{
    struct lm_text word = lm_text_in(w->out->arena);
    lm_text_add_bytes(&word, text, length);
    w->out->failed |= word.failed;
    lm_json_put_string(w, NULL, lm_text_string(&word));
}

static bool put_list(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    const char *apart = field->type == LM_FIELD_TEXTS ? ";" : " ,;";
    lm_json_begin(w, field->name, '[');
    for (size_t length; (length = next_word(&text, apart)) > 0; text += length) {
        const char *word = text;
        size_t size = length;
        lm_trim(&word, &size);
        if (size > 0)
            put_word(word, size, w);
    }
    lm_json_end(w, ']');
    return true;
}

static bool put_numbers(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    lm_json_begin(w, field->name, '[');
    bool good = true;
    for (size_t length; (length = next_word(&text, " ,;")) > 0; text += length) {
        int64_t number;
        if (lm_parse_integer(text, length, field->low, field->high, &number))
            lm_json_put_integer(w, NULL, number);
        else
            good = false;
    }
    lm_json_end(w, ']');
    return good;
}

static bool put_pairs(const struct lm_field *field, const char *text, struct lm_json_writer *w)
{
    lm_json_begin(w, field->name, '[');
    for (size_t length; (length = next_word(&text, " ,;")) > 0; text += length) {
        const char *dash = memchr(text, '-', length);
        size_t first = dash == NULL ? length : (size_t)(dash - text);
        lm_json_begin(w, NULL, '[');
        put_word(text, first, w);
        if (dash != NULL)
            put_word(dash + 1, length - first - 1, w);
        lm_json_end(w, ']');
    }
    lm_json_end(w, ']');
    return true;
}

/* ---- the table */

static const struct type_row types[] = {
    [LM_FIELD_TEXT] = {"a text without line breaks", read_text, put_text, no_text},
    [LM_FIELD_ID] = {"a name of letters, digits and - _ . : @ +", read_id, put_text, no_text},
    [LM_FIELD_DATE] = {"a date as 2026-07-16", read_date, put_text, no_text},
    [LM_FIELD_NUMBER] = {"a whole number", read_number, put_number, no_number},
    [LM_FIELD_POINTS] = {"points", read_points, put_points, no_points},
    [LM_FIELD_YES_NO] = {"yes or no", read_yes_no, put_yes_no, no_byte},
    [LM_FIELD_CHOICE] = {"one of", read_choice, put_text, no_byte},
    [LM_FIELD_INSTANT] = {"a moment in UTC, as 2026-07-16T14:00:00Z", read_instant, put_text,
                          no_number},
    [LM_FIELD_IDS] = {"a list of names", read_ids, put_list, no_words},
    [LM_FIELD_TEXTS] = {"a list of texts", read_texts, put_list, no_words},
    [LM_FIELD_NUMBERS] = {"a list of whole numbers", read_numbers, put_numbers, no_numbers},
    [LM_FIELD_PAIRS] = {"a list of pairs, as [\"p1\",\"p2\"]", read_pairs, put_pairs, no_words},
};

void lm_field_describe(const struct lm_field *field, struct lm_text *out)
{
    lm_text_add(out, types[field->type].what);
    if (field->type == LM_FIELD_NUMBER || field->type == LM_FIELD_NUMBERS) {
        lm_text_print(out, " from %lld to %lld", (long long)field->low, (long long)field->high);
    } else if (field->type == LM_FIELD_POINTS) {
        lm_text_add(out, " from ");
        lm_text_add_tenths(out, field->low);
        lm_text_add(out, " to ");
        lm_text_add_tenths(out, field->high);
    } else if (field->type == LM_FIELD_TEXT || field->type == LM_FIELD_TEXTS) {
        lm_text_print(out, " of at most %lld bytes", (long long)field->high);
    }
    for (size_t i = 0; field->type == LM_FIELD_CHOICE && field->choices[i] != NULL; i++)
        lm_text_print(out, "%s\"%s\"", i == 0 ? " " : ", ", field->choices[i]);
}

static enum lm_status wrong(const struct reading *r, const struct lm_field *field,
                            const struct lm_json *node)
{
    struct lm_text remedy = lm_text_in(r->arena);
    lm_field_describe(field, &remedy);
    struct lm_place place = {.line = node->line, .column = node->column, .field = field->name};
    if (node->type == LM_JSON_NUMBER) /* in a line the number has no NUL behind it */
        place.value = lm_arena_copy(r->arena, node->text, node->length);
    else if (node->type == LM_JSON_STRING)
        place.value = node->text;
    return lm_log_add(r->log, LM_ERROR, place, lm_text_string(&remedy),
                      "\"%s\" isn’t possible here", field->name);
}

static enum lm_status missing(const struct reading *r, const struct lm_field *field,
                              const struct lm_json *object)
{
    struct lm_place place = {object->line, object->column, field->name, NULL};
    struct lm_text remedy = lm_text_in(r->arena);
    lm_text_add(&remedy, "add it: ");
    lm_field_describe(field, &remedy);
    return lm_log_add(r->log, LM_ERROR, place, lm_text_string(&remedy), "\"%s\" is missing",
                      field->name);
}

static bool is_required(const struct lm_field *field, bool wish)
{
    bool gone = !wish && (field->use & LM_PRIVATE);
    bool later = wish && (field->use & LM_OUTCOME);
    return (field->use & LM_REQUIRED) && !gone && !later;
}

/* The members of an object, by the rows of their fields. */
struct members {
    const struct lm_json *of[LM_FIELDS_MAX]; /* NULL: absent */
};

/* Return the row called ${name}, ${count}: none.  Members mostly have the order of the rows, so the
 * search starts at ${from}, behind the last row found. */
static size_t row_called(const struct lm_field *fields, size_t count, const char *name, size_t from)
{
    for (size_t i = from; i < count; i++)
        if (lm_is_name(fields[i].name, name))
            return i;
    for (size_t i = 0; i < from; i++)
        if (lm_is_name(fields[i].name, name))
            return i;
    return count;
}

static bool is_known(const char *const *known, const char *key)
{
    for (size_t i = 0; known != NULL && known[i] != NULL; i++)
        if (lm_is_name(known[i], key))
            return true;
    return false;
}

static enum lm_status unknown_member(const struct reading *r, const struct lm_field *fields,
                                     size_t count, const struct lm_json *node)
{
    struct lm_text remedy = lm_text_in(r->arena);
    lm_text_add(&remedy, count == 0 ? "remove it" : "there are:");
    for (size_t i = 0; i < count; i++)
        lm_text_print(&remedy, " %s", fields[i].name);
    return lm_log_add(r->log, LM_ERROR,
                      (struct lm_place){node->line, node->column, node->key, NULL},
                      lm_text_string(&remedy), "This form doesn’t have a field \"%s\"", node->key);
}

/* Sort the members of ${object} by rows; with ${strict}, report members that are neither a field
 * nor known. */
static enum lm_status sort_members(const struct reading *r, const struct lm_field *fields,
                                   size_t count, const struct lm_json *object,
                                   const char *const *known, bool strict, struct members *out)
{
    enum lm_status status = LM_OK;
    size_t next = 0;
    for (size_t i = 0; i < count; i++)
        out->of[i] = NULL;
    for (const struct lm_json *node = object == NULL ? NULL : object->first; node != NULL;
         node = node->next) {
        size_t row = row_called(fields, count, node->key, next);
        if (row < count) {
            out->of[row] = node;
            next = row + 1;
        } else if (strict && !is_known(known, node->key)) {
            status = unknown_member(r, fields, count, node);
        }
    }
    return status;
}

static enum lm_status read_field(struct reading *r, const struct lm_field *field,
                                 const struct lm_json *object, const struct lm_json *node,
                                 bool wish, void *value)
{
    void *place = (char *)value + field->offset;
    types[field->type].unset(place);
    if (node == NULL)
        return is_required(field, wish) ? missing(r, field, object) : LM_OK;
    if (wish && (field->use & LM_OUTCOME))
        return lm_log_add(r->log, LM_ERROR,
                          (struct lm_place){node->line, node->column, field->name, NULL},
                          "leave it out", "\"%s\" is computed and can’t be entered", field->name);
    bool good = types[field->type].read(r, field, node, place);
    if (good && (field->use & LM_REQUIRED) && node->type == LM_JSON_STRING && node->length == 0)
        return missing(r, field, object);
    return good ? LM_OK : r->out_of_memory ? LM_LIMIT : wrong(r, field, node);
}

static enum lm_status take_fields(struct reading *r, const struct lm_field *fields, size_t count,
                                  const struct lm_json *object, const struct members *given,
                                  const struct lm_json *secret, bool wish, void *value)
{
    enum lm_status worst = LM_OK;
    struct members hidden;
    if (!wish && secret != NULL)
        (void)sort_members(r, fields, count, secret, NULL, false, &hidden);
    for (size_t i = 0; i < count; i++) {
        bool own = wish || (fields[i].use & LM_PRIVATE) == 0;
        const struct lm_json *node = own ? given->of[i] : secret == NULL ? NULL : hidden.of[i];
        enum lm_status status = read_field(r, &fields[i], object, node, wish, value);
        if (status != LM_OK && worst != LM_LIMIT)
            worst = status;
    }
    return worst;
}

enum lm_status lm_fields_take(const struct lm_field *fields, size_t count,
                              const struct lm_json *object, const struct lm_json *secret, bool wish,
                              struct lm_arena *arena, struct lm_log *log, void *value)
{
    struct reading r = {arena, log, false};
    struct members given;
    assert(count <= LM_FIELDS_MAX);
    (void)sort_members(&r, fields, count, object, NULL, false, &given);
    return take_fields(&r, fields, count, object, &given, secret, wish, value);
}

enum lm_status lm_fields_pick(const struct lm_field *fields, size_t count, struct lm_json *object,
                              struct lm_arena *arena, struct lm_log *log, void *value)
{
    struct reading r = {arena, log, false};
    struct members given;
    size_t next = 0;
    assert(count <= LM_FIELDS_MAX);
    for (size_t i = 0; i < count; i++)
        given.of[i] = NULL;
    for (struct lm_json **link = &object->first; *link != NULL;) {
        size_t row = row_called(fields, count, (*link)->key, next);
        if (row == count) {
            link = &(*link)->next;
            continue;
        }
        given.of[row] = *link;
        next = row + 1;
        *link = (*link)->next;
    }
    return take_fields(&r, fields, count, object, &given, NULL, false, value);
}

enum lm_status lm_fields_read(const struct lm_field *fields, size_t count,
                              const struct lm_json *object, const struct lm_json *secret,
                              const char *const *known, bool wish, struct lm_arena *arena,
                              struct lm_log *log, void *value)
{
    struct reading r = {arena, log, false};
    struct members given;
    assert(count <= LM_FIELDS_MAX);
    if (object == NULL || object->type != LM_JSON_OBJECT)
        return lm_log_add(log, LM_ERROR,
                          (struct lm_place){object == NULL ? 0 : object->line, 0, NULL, NULL},
                          "write an object, { … }", "expected an object that describes the event");
    enum lm_status unknown = sort_members(&r, fields, count, object, known, true, &given);
    enum lm_status status = take_fields(&r, fields, count, object, &given, secret, wish, value);
    return status != LM_OK ? status : unknown;
}

enum lm_status lm_field_put_text(const struct lm_field *field, const char *text,
                                 struct lm_json_writer *w, struct lm_log *log)
{
    if (text[0] == '\0' || types[field->type].put(field, text, w))
        return LM_OK;
    struct lm_text remedy = lm_text_in(w->out->arena);
    lm_field_describe(field, &remedy);
    return lm_log_add(log, LM_ERROR, (struct lm_place){0, 0, field->name, text},
                      lm_text_string(&remedy), "\"%s\" isn’t possible here", field->name);
}
