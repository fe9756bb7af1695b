/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/reading.h"

struct lm_reading lm_reading_new(const struct lm_read_options *options, struct lm_arena *arena,
                                 struct lm_log *log)
{
    return (struct lm_reading){
        .arena = arena, .log = log, .refuse = options == NULL ? 0 : options->refuse};
}

static void LM_PRINTF(5, 0)
    tell(struct lm_reading *r, enum lm_severity severity, struct lm_place place, const char *remedy,
         const char *format, va_list arguments)
{
    r->errors += severity == LM_ERROR;
    if (r->log == NULL)
        return;
    struct lm_text what = lm_text_in(r->arena);
    lm_text_vprint(&what, format, arguments);
    if (lm_text_status(&what) != LM_OK ||
        lm_log_add(r->log, severity, place, remedy, "%s", lm_text_string(&what)) == LM_LIMIT)
        r->failed = true;
}

void lm_refuse(struct lm_reading *r, struct lm_place place, const char *remedy, const char *format,
               ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(r, LM_ERROR, place, remedy, format, arguments);
    va_end(arguments);
}

void lm_doubt(struct lm_reading *r, enum lm_doubt kind, struct lm_place place, const char *remedy,
              const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    enum lm_severity severity = (r->refuse & (unsigned)kind) != 0 ? LM_ERROR : LM_SUSPICIOUS;
    tell(r, severity, place, remedy, format, arguments);
    va_end(arguments);
}

void lm_note(struct lm_reading *r, struct lm_place place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tell(r, LM_NOTE, place, NULL, format, arguments);
    va_end(arguments);
}

enum lm_status lm_reading_status(const struct lm_reading *r)
{
    return r->failed ? LM_LIMIT : r->errors > 0 ? LM_INVALID : LM_OK;
}

const char *lm_keep(struct lm_reading *r, const char *bytes, size_t length)
{
    if (length == 0)
        return "";
    const char *copy = lm_arena_copy(r->arena, bytes, length);
    if (copy == NULL)
        r->failed = true;
    return copy == NULL ? "" : copy;
}

void *lm_list_add(struct lm_reading *r, struct lm_list *list, size_t size)
{
    if (!lm_arena_grow(r->arena, &list->items, &list->capacity, list->count + 1, size)) {
        r->failed = true;
        return NULL;
    }
    return (char *)list->items + size * list->count++;
}
