/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_CHAMPIONSHIP_FIELDS_H
#define LIMMAT_CHAMPIONSHIP_CHAMPIONSHIP_FIELDS_H

/*
 * Reading the members of JSON objects, for definitions and for events: each reader stores the value
 * and returns true, or reports the mistake with line, column, field and remedy and returns false. A
 * value can be {"setting": NAME}; then the value of that setting is read, and a setting without one
 * is an error that names the value for the director to fill in.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/json.h"
#include "limmat/message.h"
#include "limmat/status.h"

struct fields {
    struct lm_arena *arena;
    struct lm_log *log;
    const struct lm_json *settings; /* "settings" of the definition, or NULL */
    bool failed;                    /* an error was reported */
};

enum need { OPTIONAL, REQUIRED };

/* The names of an enumeration in JSON, in order of its values; ended by NULL. */
typedef const char *const *name_list;

/* Report an error about ${node} (for its place), in ${field}. */
void lm_field_wrong(struct fields *f, const struct lm_json *node, const char *field,
                    const char *remedy, const char *format, ...) LM_PRINTF(5, 6);
/* Do the same with a ready-made sentence; NULL, for want of memory, reports nothing. */
void lm_field_wrong_as(struct fields *f, const struct lm_json *node, const char *field,
                       const char *remedy, const struct lm_message *message);

/* Report members of ${object} that are not in ${allowed}; also if it is not an object. */
bool lm_field_known(struct fields *f, const struct lm_json *object, const char *what,
                    name_list allowed);

/* Return the member, settings resolved; NULL if missing (reported if REQUIRED) or unresolved. */
const struct lm_json *lm_field(struct fields *f, const struct lm_json *object, const char *key,
                               enum need need);
/* Do the same, and require the type: else report and return NULL. */
const struct lm_json *lm_field_typed(struct fields *f, const struct lm_json *object,
                                     const char *key, enum need need, enum lm_json_type type);

/* An absent OPTIONAL member leaves the value unchanged and returns true. */
bool lm_field_string(struct fields *f, const struct lm_json *object, const char *key,
                     enum need need, const char **value);
bool lm_field_integer(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, int64_t low, int64_t high, int64_t *value);
bool lm_field_count(struct fields *f, const struct lm_json *object, const char *key, enum need need,
                    uint32_t low, uint32_t high, uint32_t *value);
bool lm_field_tenths(struct fields *f, const struct lm_json *object, const char *key,
                     enum need need, int32_t *value);
bool lm_field_boolean(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, bool *value);
bool lm_field_instant(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, int64_t *value);
bool lm_field_choice(struct fields *f, const struct lm_json *object, const char *key,
                     enum need need, name_list choices, unsigned *value);

/* Read a list of strings; ${*values} in the arena, and ${*count} of them. */
bool lm_field_strings(struct fields *f, const struct lm_json *object, const char *key,
                      enum need need, const char *const **values, size_t *count);

/* Return "a", "b", "c". */
const char *lm_field_list(struct lm_arena *arena, name_list choices);

#endif
