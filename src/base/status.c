/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/status.h"

#include <string.h>

#include "limmat/arena.h"
#include "limmat/text.h"

enum { ENTRIES_DEFAULT = 1000 };

const char *lm_status_name(enum lm_status status)
{
    switch (status) {
    case LM_OK:
        return "done";
    case LM_NO_PAIRING:
        return "no legal pairing exists";
    case LM_INTERNAL:
        return "internal error";
    case LM_INVALID:
        return "bad input";
    case LM_LIMIT:
        return "out of memory or beyond a size limit";
    case LM_IO:
        return "a file could not be read or written";
    case LM_DIFFERENT:
        return "differences were found";
    }
    return "unknown status";
}

/* A copy of ${text} in the log's arena; NULL stays NULL, and so does a failed copy. */
static const char *keep(struct lm_log *log, const char *text)
{
    return text == NULL ? NULL : lm_arena_copy(log->arena, text, strlen(text));
}

enum lm_status lm_log_add(struct lm_log *log, enum lm_severity severity, struct lm_place place,
                          const char *remedy, const char *format, ...)
{
    enum lm_status verdict = severity == LM_ERROR ? LM_INVALID : LM_OK;
    if (log == NULL)
        return verdict;
    log->errors += severity == LM_ERROR;
    if (log->count >= (log->limit == 0 ? (size_t)ENTRIES_DEFAULT : log->limit))
        return verdict;
    if (!lm_arena_grow(log->arena, &log->all, &log->capacity, log->count + 1, sizeof *log->all))
        return LM_LIMIT;
    struct lm_text what = lm_text_in(log->arena);
    va_list arguments;
    va_start(arguments, format);
    lm_text_vprint(&what, format, arguments);
    va_end(arguments);
    if (lm_text_status(&what) != LM_OK)
        return LM_LIMIT;
    log->all[log->count++] = (struct lm_diagnostic){
        .severity = severity,
        .file = log->file,
        .line = place.line,
        .column = place.column,
        .field = keep(log, place.field),
        .value = keep(log, place.value),
        .what = lm_text_string(&what),
        .remedy = keep(log, remedy),
    };
    return verdict;
}

enum lm_status lm_diagnostic_write(const struct lm_diagnostic *d, struct lm_text *out)
{
    if (d->file != NULL)
        lm_text_print(out, "%s:", d->file);
    if (d->line != 0)
        lm_text_print(out, "%u:", d->line);
    if (d->line != 0 && d->column != 0)
        lm_text_print(out, "%u:", d->column);
    if (d->file != NULL || d->line != 0)
        lm_text_add_char(out, ' ');
    lm_text_add(out, d->what);
    if (d->field != NULL && d->value != NULL)
        lm_text_print(out, " (%s, \"%s\")", d->field, d->value);
    else if (d->field != NULL || d->value != NULL)
        lm_text_print(out, " (%s)", d->field != NULL ? d->field : d->value);
    if (d->remedy != NULL)
        lm_text_print(out, "; %s", d->remedy);
    return lm_text_status(out);
}
