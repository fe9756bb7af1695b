/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/status.h"

#include <stdbool.h>
#include <string.h>

#include "limmat/arena.h"
#include "limmat/message.h"
#include "limmat/text.h"

enum { ENTRIES_DEFAULT = 1000 };

const char *lm_version(void)
{
    return LM_VERSION;
}

const char *lm_status_name(enum lm_status status)
{
    switch (status) {
    case LM_OK:
        return LM_MESSAGE("done");
    case LM_NO_PAIRING:
        return LM_MESSAGE("no legal pairing exists");
    case LM_INTERNAL:
        return LM_MESSAGE("internal error");
    case LM_INVALID:
        return LM_MESSAGE("bad input");
    case LM_LIMIT:
        return LM_MESSAGE("out of memory or beyond a size limit");
    case LM_IO:
        return LM_MESSAGE("a file could not be read or written");
    case LM_DIFFERENT:
        return LM_MESSAGE("differences were found");
    }
    return "unknown status";
}

/*
 * An engine can fail in the midst of its work and then free the memory of that work, and the log
 * usually is in the same arena.  Therefore entries and their texts use memory that lasts.
 */

/* Return a copy of ${text} that lasts; NULL stays NULL, and ${*full} is set if copying failed. */
static const char *keep(const struct lm_log *log, const char *text, bool *full)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    char *copy = lm_arena_alloc_lasting(log->arena, size, 1);
    *full |= copy == NULL;
    return copy == NULL ? NULL : memcpy(copy, text, size);
}

static bool make_room(struct lm_log *log)
{
    if (log->count < log->capacity)
        return true;
    size_t capacity = log->capacity < 8 ? 8 : 2 * log->capacity;
    struct lm_diagnostic *all = lm_arena_alloc_lasting(log->arena, capacity, sizeof *all);
    if (all == NULL)
        return false;
    if (log->count > 0)
        memcpy(all, log->all, log->count * sizeof *all);
    log->all = all;
    log->capacity = capacity;
    return true;
}

enum lm_status lm_log_add_message(struct lm_log *log, enum lm_severity severity,
                                  struct lm_place place, const char *remedy,
                                  const struct lm_message *message)
{
    enum lm_status verdict = severity == LM_ERROR ? LM_INVALID : LM_OK;
    if (log == NULL)
        return verdict;
    log->errors += severity == LM_ERROR;
    if (log->count >= (log->limit == 0 ? (size_t)ENTRIES_DEFAULT : log->limit))
        return verdict;
    if (!make_room(log))
        return LM_LIMIT;
    bool full = false;
    struct lm_diagnostic entry = {
        .severity = severity,
        .file = log->file,
        .line = place.line,
        .column = place.column,
        .field = keep(log, place.field, &full),
        .value = keep(log, place.value, &full),
        .message = lm_message_keep(message, log->arena),
        .remedy = keep(log, remedy, &full),
    };
    if (full || entry.message == NULL)
        return LM_LIMIT;
    entry.what = entry.message->text;
    log->all[log->count++] = entry;
    return verdict;
}

enum lm_status lm_log_vadd(struct lm_log *log, enum lm_severity severity, struct lm_place place,
                           const char *remedy, const char *format, va_list arguments)
{
    if (log == NULL)
        return severity == LM_ERROR ? LM_INVALID : LM_OK;
    struct lm_mark mark = lm_arena_mark(log->arena);
    const struct lm_message *message = lm_message_vprint(log->arena, format, arguments);
    enum lm_status status = lm_log_add_message(log, severity, place, remedy, message);
    lm_arena_reset(log->arena, mark);
    return status;
}

enum lm_status lm_log_add(struct lm_log *log, enum lm_severity severity, struct lm_place place,
                          const char *remedy, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    enum lm_status status = lm_log_vadd(log, severity, place, remedy, format, arguments);
    va_end(arguments);
    return status;
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
