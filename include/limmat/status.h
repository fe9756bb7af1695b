/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STATUS_H
#define LIMMAT_STATUS_H

/*
 * Status codes and diagnostics.
 *
 * Every call that can fail returns an ${enum lm_status}; LM_OK is 0.  On any other value the
 * outputs of the call are unmodified, unless its own contract says otherwise.  The values are the
 * exit codes of the command (0 to 5 as in bbpPairings, so that callers need not relearn).
 *
 * The fault, its place and the remedy are kept as data in a ${struct lm_log}: a reader reports all
 * mistakes of a file, not only the first.
 */

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "limmat/export.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_arena;
struct lm_message;
struct lm_text;

enum lm_status {
    LM_OK = 0,         /* done */
    LM_NO_PAIRING = 1, /* the rules allow no pairing at all */
    LM_INTERNAL = 2,   /* a mistake in Limmat: an invariant does not hold */
    LM_INVALID = 3,    /* bad input or usage */
    LM_LIMIT = 4,      /* out of memory, or a documented size limit */
    LM_IO = 5,         /* a file could not be read or written */
    LM_DIFFERENT = 6   /* a check found differences */
};

enum lm_severity {
    LM_ERROR,      /* the input is refused */
    LM_SUSPICIOUS, /* accepted, but refused under --strict */
    LM_NOTE        /* an assumption that was made, for the reader's information */
};

/* One message about an input.  Texts are UTF-8, NUL-terminated, owned by the log's arena. */
struct lm_diagnostic {
    enum lm_severity severity;
    const char *file;   /* NULL: not about a file */
    unsigned line;      /* from 1; 0: not about a line */
    unsigned column;    /* from 1, in bytes; 0: the whole line */
    const char *field;  /* the field's name, e.g. "points"; NULL: none */
    const char *value;  /* the value in the input; NULL: nothing to show */
    const char *what;   /* the fault, without full stop */
    const char *remedy; /* what would be right; NULL: obvious */
    /* The parts of ${what}, for other languages (limmat/message.h). */
    const struct lm_message *message;
};

/* A growing list of diagnostics.  Zero-initialise it but for ${arena} and ${file}. */
struct lm_log {
    struct lm_arena *arena;    /* where the entries live; not owned */
    const char *file;          /* name put into every entry; can be NULL */
    struct lm_diagnostic *all; /* ${count} entries, in the order of discovery */
    size_t count;
    size_t capacity;
    size_t errors; /* how many of them have LM_ERROR */
    size_t limit;  /* entries kept at most, 0: 1000; errors are counted beyond it */
};

/* A place in an input, for lm_log_add. */
struct lm_place {
    unsigned line;
    unsigned column;
    const char *field;
    const char *value; /* copied; need not outlive the call */
};

/*
 * Append a diagnostic to ${log}: ${format} describes the fault.  ${remedy} (can be NULL) is copied.
 * Returns LM_INVALID for LM_ERROR, else LM_OK, so that `return lm_log_add(...)` reads well;
 * LM_LIMIT when memory ran out.  A NULL ${log} swallows the entry and returns the same.
 */
LM_API enum lm_status lm_log_add(struct lm_log *log, enum lm_severity severity,
                                 struct lm_place place, const char *remedy, const char *format, ...)
    LM_PRINTF(5, 6);
LM_API enum lm_status lm_log_vadd(struct lm_log *log, enum lm_severity severity,
                                  struct lm_place place, const char *remedy, const char *format,
                                  va_list arguments) LM_PRINTF(5, 0);
/* Do the same with a ready-made sentence, which is copied. */
LM_API enum lm_status lm_log_add_message(struct lm_log *log, enum lm_severity severity,
                                         struct lm_place place, const char *remedy,
                                         const struct lm_message *message);

/* Write ${d} as one line, without newline:
 * `FILE:LINE:COLUMN: what is wrong (field, value seen); what would be right`. */
LM_API enum lm_status lm_diagnostic_write(const struct lm_diagnostic *d, struct lm_text *out);

/* The version of these headers, and of the linked library: major.minor.patch. docs/api-stability.md
 * states the promises of each part. */
#define LM_VERSION "1.0.0"
LM_API const char *lm_version(void);

/* A short name of ${status}, e.g. "no legal pairing".  Never NULL. */
LM_API const char *lm_status_name(enum lm_status status);

#ifdef __cplusplus
}
#endif
#endif
