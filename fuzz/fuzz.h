/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FUZZ_H
#define LIMMAT_FUZZ_H

/*
 * What the fuzz targets of the formats hold true for any bytes: a reader ends with LM_OK,
 * LM_INVALID or LM_LIMIT, and says why it refuses; what it reads can be written as JSON and read
 * again as the same tournament; what a writer takes, its reader takes, and writing that gives the
 * same bytes.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { ARENA_LIMIT = 512 * 1024 * 1024 };

#define HOLDS(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static inline bool same_text(const struct lm_text *a, const struct lm_text *b)
{
    return a->length == b->length && memcmp(lm_text_string(a), lm_text_string(b), a->length) == 0;
}

static inline int by_text(const void *a, const void *b)
{
    return strcmp(((const struct lm_kept_line *)a)->text, ((const struct lm_kept_line *)b)->text);
}

/* Where lines that are kept stand, and in which order, is not compared: another edition says what
 * they stood behind by another code, or not at all.  That the bytes stay holds them to one place.
 */
static inline struct lm_text as_json(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_text out = lm_text_in(arena);
    struct lm_tournament copy = *t;
    struct lm_kept_line *kept = lm_arena_alloc(arena, t->kept_count, sizeof *kept);
    HOLDS(kept != NULL);
    for (size_t i = 0; i < t->kept_count; i++)
        kept[i] = (struct lm_kept_line){t->kept[i].text, 0, ""};
    qsort(kept, t->kept_count, sizeof *kept, by_text);
    copy.kept = kept;
    HOLDS(lm_write(lm_format_named("json"), &copy, NULL, NULL, &out) == LM_OK);
    return out;
}

/* Write ${t} as ${format}, if that can hold it, and read and write again: no byte changes, and, if
 * ${whole}, nothing of the tournament. */
static inline void goes_round(const struct lm_tournament *t, const char *format, bool whole,
                              struct lm_arena *arena)
{
    struct lm_read_options options = {.format = lm_format_named(format)};
    struct lm_text once = lm_text_in(arena), twice = lm_text_in(arena);
    struct lm_tournament *again;
    if (lm_write(options.format, t, NULL, NULL, &once) != LM_OK)
        return;
    HOLDS(lm_read(lm_text_string(&once), once.length, &options, arena, NULL, &again) == LM_OK);
    HOLDS(lm_write(options.format, again, NULL, NULL, &twice) == LM_OK);
    HOLDS(same_text(&once, &twice));
    if (whole) {
        struct lm_text before = as_json(t, arena), after = as_json(again, arena);
        HOLDS(same_text(&before, &after));
    }
}

/* Read ${data} as ${format}; NULL when it is refused, and then a reason is in ${log}. */
static inline struct lm_tournament *read_any(const char *format, const uint8_t *data, size_t size,
                                             struct lm_arena *arena)
{
    struct lm_log log = {.arena = arena};
    struct lm_read_options options = {.format = lm_format_named(format)};
    struct lm_tournament *t = NULL;
    enum lm_status status = lm_read((const char *)data, size, &options, arena, &log, &t);
    HOLDS(status == LM_OK || status == LM_INVALID || status == LM_LIMIT);
    HOLDS(status != LM_INVALID || (log.errors > 0 && t == NULL));
    for (size_t i = 0; i < log.count; i++) {
        struct lm_text line = lm_text_in(arena);
        HOLDS(lm_diagnostic_write(&log.all[i], &line) != LM_INVALID);
    }
    return status == LM_OK ? t : NULL;
}

#endif
