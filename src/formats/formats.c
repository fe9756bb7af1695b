/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/formats.h"

#include <string.h>

#include "formats/encoding.h"
#include "formats/foreign.h"

const struct lm_format *lm_formats(size_t *count)
{
    *count = lm_format_count;
    return lm_format_table;
}

const struct lm_format *lm_format_named(const char *name)
{
    for (size_t i = 0; i < lm_format_count; i++)
        if (strcmp(lm_format_table[i].name, name) == 0)
            return &lm_format_table[i];
    return NULL;
}

static bool has_extension(const struct lm_format *format, const char *file)
{
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot != NULL && format->extensions[i] != NULL; i++)
        if (strcmp(format->extensions[i], dot + 1) == 0)
            return true;
    return false;
}

/* Return the format of ${bytes} if it is not text. */
static const struct lm_format *sniff_binary(const char *bytes, size_t length)
{
    for (size_t i = lm_format_texts; i < lm_format_count; i++)
        if (lm_format_table[i].looks_like(bytes, length))
            return &lm_format_table[i];
    return NULL;
}

/* Return the format of ${bytes} by their content, else by the name of ${file}, else NULL. */
static const struct lm_format *sniff(const char *bytes, size_t length, const char *file)
{
    for (size_t i = 0; i < lm_format_texts; i++)
        if (lm_format_table[i].looks_like(bytes, length))
            return &lm_format_table[i];
    for (size_t i = 0; file != NULL && i < lm_format_count; i++)
        if (lm_format_table[i].read != NULL && has_extension(&lm_format_table[i], file))
            return &lm_format_table[i];
    return NULL;
}

static enum lm_status unknown_format(struct lm_log *log)
{
    return lm_log_add(log, LM_ERROR, (struct lm_place){0}, "take one that lm_formats() lists",
                      "no such format");
}

enum lm_status lm_read(const char *bytes, size_t length, const struct lm_read_options *options,
                       struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    static const struct lm_read_options defaults = {0};
    if (options == NULL)
        options = &defaults;
    const struct lm_format *format = options->format;
    if (format != NULL && format->read == NULL)
        return unknown_format(log);
    if (format == NULL)
        format = sniff_binary(bytes, length);
    if (format != NULL && format - lm_format_table >= (ptrdiff_t)lm_format_texts)
        return format->read(bytes, length, options, arena, log, out);
    if (format == NULL && lm_foreign_refused(bytes, length, NULL, log))
        return LM_INVALID;
    if (lm_unwrap(arena, &bytes, &length) != LM_OK)
        return LM_LIMIT;
    if (format == NULL)
        format = sniff(bytes, length, options->file);
    if (format == NULL && lm_foreign_refused(bytes, length, options->file, log))
        return LM_INVALID;
    if (format == NULL)
        return lm_log_add(log, LM_ERROR, (struct lm_place){0},
                          "give a TRF, JSON or CSV file, or name its format",
                          length == 0 ? "the file is empty" : "not a tournament file");
    return format->read(bytes, length, options, arena, log, out);
}

enum lm_status lm_write(const struct lm_format *format, const struct lm_tournament *t,
                        const struct lm_write_options *options, struct lm_log *log,
                        struct lm_text *out)
{
    static const struct lm_write_options defaults = {0};
    if (format == NULL || format->write == NULL)
        return unknown_format(log);
    size_t start = out->length;
    enum lm_status status = format->write(t, options == NULL ? &defaults : options, log, out);
    if (status != LM_OK && out->length > start) {
        out->length = start;
        out->bytes[start] = '\0';
    }
    return status;
}
