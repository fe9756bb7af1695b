/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/formats.h"

#include <assert.h>
#include <string.h>

#include "formats/csv.h"
#include "formats/encoding.h"
#include "formats/json.h"
#include "formats/trf.h"

static const char *const csv_extensions[] = {"csv", NULL};
static const char *const json_extensions[] = {"json", NULL};
static const char *const trf_extensions[] = {"trf", "trfx", "txt", NULL};

static const struct lm_format formats[] = {
    {"trf26", "FIDE Tournament Report File 2026", trf_extensions, lm_trf_looks_like, lm_trf_read,
     lm_trf26_write},
    {"trf16", "FIDE Tournament Report File 2016, with TRF(x)", trf_extensions, lm_trf_looks_like,
     lm_trf_read, lm_trf16_write},
    {"json", "Limmat's own: everything, any number of players", json_extensions, lm_json_looks_like,
     lm_json_tournament_read, lm_json_tournament_write},
    {"csv", "Players and results, one row each, for spreadsheets", csv_extensions,
     lm_csv_looks_like, lm_csv_read, lm_csv_write},
};

const struct lm_format *lm_formats(size_t *count)
{
    *count = sizeof formats / sizeof *formats;
    return formats;
}

const struct lm_format *lm_format_named(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, name) == 0)
            return &formats[i];
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

/* The format of ${bytes} by their look, else by the name of ${file}, else NULL. */
static const struct lm_format *sniff(const char *bytes, size_t length, const char *file)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].looks_like(bytes, length))
            return &formats[i];
    for (size_t i = 0; file != NULL && i < sizeof formats / sizeof *formats; i++)
        if (has_extension(&formats[i], file))
            return &formats[i];
    return NULL;
}

enum lm_status lm_read(const char *bytes, size_t length, const struct lm_read_options *options,
                       struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    static const struct lm_read_options defaults = {0};
    if (options == NULL)
        options = &defaults;
    const struct lm_format *format = options->format;
    if (lm_unwrap(arena, &bytes, &length) != LM_OK)
        return LM_LIMIT;
    if (format == NULL)
        format = sniff(bytes, length, options->file);
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
    assert(format != NULL && format->write != NULL);
    size_t start = out->length;
    enum lm_status status = format->write(t, options == NULL ? &defaults : options, log, out);
    if (status != LM_OK && out->length > start) {
        out->length = start;
        out->bytes[start] = '\0';
    }
    return status;
}
