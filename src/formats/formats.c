/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/formats.h"

#include <assert.h>
#include <string.h>

#include "formats/csv.h"
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

/* ---- UTF-16, which some spreadsheets and editors save ---- */

/* Is it UTF-16, by its byte order mark or by the NULs of its first letters?  ${*high}: which byte
 * of a unit is the high one. */
static bool is_utf16(const char *bytes, size_t length, size_t *high)
{
    static const char little[] = "\xFF\xFE", big[] = "\xFE\xFF";
    if (length < 4)
        return false;
    bool first = memcmp(bytes, little, 2) == 0 || (bytes[1] == '\0' && bytes[3] == '\0');
    bool second = memcmp(bytes, big, 2) == 0 || (bytes[0] == '\0' && bytes[2] == '\0');
    *high = first ? 1 : 0;
    return first != second;
}

static unsigned unit_at(const char *bytes, size_t at, size_t high)
{
    return (unsigned)(unsigned char)bytes[at + high] << 8 | (unsigned char)bytes[at + 1 - high];
}

/* ${*bytes} as UTF-8; a half of a pair becomes U+FFFD. */
static enum lm_status decode_utf16(struct lm_arena *arena, size_t high, const char **bytes,
                                   size_t *length)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t at = 0; at + 1 < *length; at += 2) {
        unsigned unit = unit_at(*bytes, at, high);
        unsigned next = at + 3 < *length ? unit_at(*bytes, at + 2, high) : 0;
        if (unit >= 0xD800 && unit < 0xDC00 && next >= 0xDC00 && next < 0xE000) {
            unit = 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00);
            at += 2;
        } else if (unit >= 0xD800 && unit < 0xE000) {
            unit = 0xFFFD;
        }
        lm_text_add_point(&text, unit);
    }
    *bytes = lm_text_string(&text);
    *length = text.length;
    return lm_text_status(&text);
}

enum lm_status lm_read(const char *bytes, size_t length, const struct lm_read_options *options,
                       struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out)
{
    static const struct lm_read_options defaults = {0};
    static const char mark[] = "\xEF\xBB\xBF"; /* of byte order, as spreadsheets write it */
    if (options == NULL)
        options = &defaults;
    const struct lm_format *format = options->format;
    size_t high;
    if (is_utf16(bytes, length, &high) && decode_utf16(arena, high, &bytes, &length) != LM_OK)
        return LM_LIMIT;
    while (length >= sizeof mark - 1 && memcmp(bytes, mark, sizeof mark - 1) == 0) {
        bytes += sizeof mark - 1; /* a program that adds one may find one there */
        length -= sizeof mark - 1;
    }
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
