/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_READING_H
#define LIMMAT_TESTS_READING_H

/* Shared parts of the tests of the formats: one reading, its result, and its log. */
#include <string.h>

#include "check.h"

#include "limmat/formats.h"

struct reading {
    struct lm_arena *arena;
    struct lm_log log;
    struct lm_tournament *t;
    enum lm_status status;
};

static inline struct reading read_as(const char *format, const char *text, unsigned refuse)
{
    struct reading r = {0};
    assert_int_equal(lm_arena_new(&r.arena, NULL, 0), LM_OK);
    r.log.arena = r.arena;
    struct lm_read_options options = {.format = lm_format_named(format), .refuse = refuse};
    r.status = lm_read(text, strlen(text), &options, r.arena, &r.log, &r.t);
    return r;
}

static inline void done(struct reading *r)
{
    lm_arena_free(r->arena);
}

/* Check that the only error of ${text} is at ${line}:${column} and has the message ${what}. */
static inline void refused_as(const char *format, const char *text, unsigned line, unsigned column,
                              const char *what)
{
    struct reading r = read_as(format, text, 0);
    assert_int_equal(r.status, LM_INVALID);
    assert_null(r.t);
    assert_int_equal(r.log.errors, 1);
    const struct lm_diagnostic *d = r.log.all;
    while (d->severity != LM_ERROR)
        d++;
    assert_string_equal(d->what, what);
    assert_int_equal(d->line, line);
    assert_int_equal(d->column, column);
    done(&r);
}

/* Check that ${r} has a doubt at ${line}:${column} with the message ${what}. */
static inline void doubts(const struct reading *r, unsigned line, unsigned column, const char *what)
{
    for (size_t i = 0; i < r->log.count; i++)
        if (r->log.all[i].severity == LM_SUSPICIOUS && r->log.all[i].line == line &&
            r->log.all[i].column == column && strcmp(r->log.all[i].what, what) == 0) {
            assert_non_null(r->log.all[i].remedy);
            return;
        }
    fail_msg("no doubt at %u:%u says: %s", line, column, what);
}

static inline const char *written_as(const char *format, struct reading *r)
{
    struct lm_text out = lm_text_in(r->arena);
    assert_int_equal(lm_write(lm_format_named(format), r->t, NULL, &r->log, &out), LM_OK);
    return lm_text_string(&out);
}

#endif
