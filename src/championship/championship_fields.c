/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/championship_fields.h"

#include <string.h>

#include "limmat/date.h"
#include "limmat/text.h"

static const char *shown(const struct lm_json *node)
{
    if (node == NULL)
        return NULL;
    return node->text != NULL ? node->text : lm_json_type_name(node->type);
}

void lm_field_wrong(struct fields *f, const struct lm_json *node, const char *field,
                    const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const struct lm_message *message = lm_message_vprint(f->arena, format, arguments);
    va_end(arguments);
    lm_field_wrong_as(f, node, field, remedy, message);
}

void lm_field_wrong_as(struct fields *f, const struct lm_json *node, const char *field,
                       const char *remedy, const struct lm_message *message)
{
    struct lm_place place = {.line = node != NULL ? node->line : 0,
                             .column = node != NULL ? node->column : 0,
                             .field = field,
                             .value = shown(node)};
    if (node != NULL && (node->type == LM_JSON_OBJECT || node->type == LM_JSON_ARRAY))
        place.value = NULL;
    (void)lm_log_add_message(f->log, LM_ERROR, place, remedy, message);
    f->failed = true;
}

const char *lm_field_list(struct lm_arena *arena, name_list choices)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 0; choices[i] != NULL; i++) {
        lm_text_print(&text, "%s\"%s\"", i > 0 ? ", " : "", choices[i]);
    }
    return lm_text_string(&text);
}

static bool is_one_of(const char *name, name_list allowed)
{
    for (size_t i = 0; allowed[i] != NULL; i++) {
        if (strcmp(allowed[i], name) == 0)
            return true;
    }
    return false;
}

bool lm_field_known(struct fields *f, const struct lm_json *object, const char *what,
                    name_list allowed)
{
    if (object == NULL || object->type != LM_JSON_OBJECT) {
        lm_field_wrong(f, object, what, "write an object, { … }", "%s must be an object", what);
        return false;
    }
    bool good = true;
    for (const struct lm_json *child = object->first; child != NULL; child = child->next) {
        if (!is_one_of(child->key, allowed)) {
            lm_field_wrong(f, child, child->key, lm_field_list(f->arena, allowed),
                           "%s has no member \"%s\"", what, child->key);
            good = false;
        }
    }
    return good;
}

/* Return the value for {"setting": NAME}; NULL (reported) if it is not filled in. */
static const struct lm_json *resolve(struct fields *f, const struct lm_json *node)
{
    const char *name = lm_json_string(lm_json_get(node, "setting"));
    if (name == NULL || f->settings == NULL || node->length != 1)
        return node;
    const struct lm_json *setting = lm_json_get(f->settings, name);
    if (setting == NULL) {
        lm_field_wrong(f, node, node->key, "give a member of \"settings\"",
                       "setting \"%s\" not found", name);
        return NULL;
    }
    const struct lm_json *value = lm_json_get(setting, "value");
    if (value != NULL)
        return value;
    const char *question = lm_json_string(lm_json_get(setting, "question"));
    if (question == NULL)
        lm_field_wrong(f, setting, name, "the rules leave it open: write NAME=VALUE",
                       "setting \"%s\" is not filled in", name);
    else
        lm_field_wrong(f, setting, name, "the rules leave it open: write NAME=VALUE",
                       "setting \"%s\" is not filled in: %s", name, question);
    return NULL;
}

const struct lm_json *lm_field(struct fields *f, const struct lm_json *object, const char *key,
                               enum need need)
{
    const struct lm_json *node = lm_json_get(object, key);
    if (node == NULL) {
        if (need == REQUIRED)
            lm_field_wrong(f, object, key, "add it", "\"%s\" is missing", key);
        return NULL;
    }
    return resolve(f, node);
}

/* Both names of types are sentences of their own (base/json.c). */
static void wrong_type(struct fields *f, const struct lm_json *node, const char *key,
                       const char *wanted, const char *found)
{
    struct lm_arena *a = f->arena;
    const struct lm_message *message =
        lm_message_print(a, "\"%s\" must be %s, not %s", key, wanted, found);
    message = lm_message_within(message, lm_message_print(a, "%s", wanted), a);
    message = lm_message_within(message, lm_message_print(a, "%s", found), a);
    lm_field_wrong_as(f, node, key, NULL, message);
}

const struct lm_json *lm_field_typed(struct fields *f, const struct lm_json *object,
                                     const char *key, enum need need, enum lm_json_type type)
{
    const struct lm_json *node = lm_field(f, object, key, need);
    if (node != NULL && node->type != type) {
        wrong_type(f, node, key, lm_json_type_name(type), lm_json_type_name(node->type));
        return NULL;
    }
    return node;
}

/* After a typed look-up without result: true only if the member is optional, and absent. */
static bool absent(const struct lm_json *object, const char *key, enum need need)
{
    return need == OPTIONAL && lm_json_get(object, key) == NULL;
}

bool lm_field_string(struct fields *f, const struct lm_json *object, const char *key,
                     enum need need, const char **value)
{
    const struct lm_json *node = lm_field_typed(f, object, key, need, LM_JSON_STRING);
    if (node == NULL)
        return absent(object, key, need);
    if (node->length == 0) {
        lm_field_wrong(f, node, key, "write a name", "\"%s\" is empty", key);
        return false;
    }
    *value = node->text;
    return true;
}

bool lm_field_integer(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, int64_t low, int64_t high, int64_t *value)
{
    const struct lm_json *node = lm_field(f, object, key, need);
    if (node == NULL)
        return absent(object, key, need);
    if (lm_json_integer(node, low, high, value))
        return true;
    lm_field_wrong(f, node, key, "a whole number in that range",
                   "\"%s\" is not a whole number from %lld to %lld", key, (long long)low,
                   (long long)high);
    return false;
}

bool lm_field_count(struct fields *f, const struct lm_json *object, const char *key, enum need need,
                    uint32_t low, uint32_t high, uint32_t *value)
{
    int64_t number = *value;
    if (!lm_field_integer(f, object, key, need, low, high, &number))
        return false;
    *value = (uint32_t)number;
    return true;
}

bool lm_field_tenths(struct fields *f, const struct lm_json *object, const char *key,
                     enum need need, int32_t *value)
{
    const struct lm_json *node = lm_field(f, object, key, need);
    if (node == NULL)
        return absent(object, key, need);
    if (lm_json_tenths(node, value))
        return true;
    lm_field_wrong(f, node, key, "a number with at most one decimal. Example: 2.5",
                   "\"%s\" is not a number of points", key);
    return false;
}

bool lm_field_boolean(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, bool *value)
{
    const struct lm_json *node = lm_field(f, object, key, need);
    if (node == NULL)
        return absent(object, key, need);
    if (lm_json_boolean(node, value))
        return true;
    lm_field_wrong(f, node, key, "true or false", "\"%s\" is neither true nor false", key);
    return false;
}

bool lm_field_instant(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, int64_t *value)
{
    const struct lm_json *node = lm_field_typed(f, object, key, need, LM_JSON_STRING);
    if (node == NULL)
        return absent(object, key, need);
    if (lm_parse_instant(node->text, node->length, value))
        return true;
    lm_field_wrong(f, node, key, "a time in UTC. Example: 2019-09-30T00:00:00Z",
                   "\"%s\" isn't a time", key);
    return false;
}

bool lm_field_choice(struct fields *f, const struct lm_json *object, const char *key,
                     enum need need, name_list choices, unsigned *value)
{
    const struct lm_json *node = lm_field_typed(f, object, key, need, LM_JSON_STRING);
    if (node == NULL)
        return absent(object, key, need);
    for (unsigned i = 0; choices[i] != NULL; i++) {
        if (strcmp(choices[i], node->text) == 0) {
            *value = i;
            return true;
        }
    }
    lm_field_wrong(f, node, key, lm_field_list(f->arena, choices), "unknown \"%s\"", key);
    return false;
}

bool lm_field_strings(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, const char *const **values, size_t *count)
{
    const struct lm_json *list = lm_field_typed(f, object, key, need, LM_JSON_ARRAY);
    if (list == NULL)
        return absent(object, key, need);
    const char **all = lm_arena_alloc(f->arena, list->length + 1, sizeof *all);
    if (all == NULL) {
        f->failed = true;
        return false;
    }
    size_t n = 0;
    for (const struct lm_json *item = list->first; item != NULL; item = item->next) {
        const struct lm_json *value = resolve(f, item);
        if (value == NULL)
            return false;
        if (value->type != LM_JSON_STRING) {
            lm_field_wrong(f, value, key, "a list of names", "\"%s\" has another type of value",
                           key);
            return false;
        }
        all[n++] = value->text;
    }
    *values = all;
    *count = n;
    return true;
}
