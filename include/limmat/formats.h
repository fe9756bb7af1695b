/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_H
#define LIMMAT_FORMATS_H

/*
 * Tournament files: bytes in, a tournament out, and back.  No I/O here; the caller has the bytes.
 *
 * A file is read whole.  Every mistake in it is reported with line, column, field, value and
 * remedy; if one of them is an error, no tournament comes out.  TRF columns count code points, and
 * so do the columns of its diagnostics; those of JSON and CSV count bytes.
 *
 * Readers accept UTF-8 with or without byte order mark, and UTF-16; other bytes are read as
 * Latin-1.  Lines end in CR, LF or CRLF.  Of similar mistakes the log has the first few and the
 * number of the others.
 */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Readable but suspicious input.  Each kind can be refused (LM_ERROR in the log) or accepted
 * (LM_SUSPICIOUS).  A set is the sum of its kinds. */
enum lm_doubt {
    LM_DOUBT_POINTS = 1, /* declared points do not follow from the results */
    LM_DOUBT_IDS = 2,    /* two players with the same FIDE ID */
    LM_DOUBT_GAMES = 4,  /* the records of the two players of a game differ */
    LM_DOUBT_RANKS = 8,  /* declared ranks contradict the points */
    LM_DOUBT_FORM = 16,  /* a record given twice, text in a gap, wrong counts, an invalid date, a
                            second pairing-allocated bye */
    LM_STRICT = 31       /* all of them */
};

struct lm_format;

/* Options for reading.  All zero: sniff the format, refuse no doubt. */
struct lm_read_options {
    const struct lm_format *format; /* NULL: found out from the bytes, then from ${file} */
    const char *file;               /* the file's name, for its extension only; can be NULL */
    unsigned refuse;                /* set of enum lm_doubt */
};

/* Options for writing.  All zero: lines end in LF, as every reader in the field accepts. */
struct lm_write_options {
    const char *line_end; /* "\n" when NULL; TRF itself prescribes "\r"; JSON always has "\n" */
    uint32_t first_round, last_round; /* "pgn": only the games of these; 0: of all */
    uint32_t first_board, last_board; /* "pgn": only these boards, of teams matches; 0: all */
};

struct lm_format {
    const char *name;              /* "trf26" */
    const char *title;             /* for lists: "FIDE Tournament Report File 2026" */
    const char *const *extensions; /* without dot, NULL-terminated; the first is for writing */
    /* Is it of this format, judging by the first bytes? */
    bool (*looks_like)(const char *bytes, size_t length);
    /* NULL: the format cannot be read. */
    enum lm_status (*read)(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out);
    /* NULL: the format cannot be written.  LM_LIMIT with the reason in ${log} when the format
     * cannot hold the tournament. */
    enum lm_status (*write)(const struct lm_tournament *t, const struct lm_write_options *options,
                            struct lm_log *log, struct lm_text *out);
};

/* All formats; ${*count} of them. */
LM_API const struct lm_format *lm_formats(size_t *count);

/* The format called ${name}, or NULL. */
LM_API const struct lm_format *lm_format_named(const char *name);

/* Read ${bytes} into ${*out}, owned by ${arena}.  ${options} and ${log} can be NULL.  LM_INVALID if
 * the file is refused, with the reason in the log; LM_LIMIT without memory. */
LM_API LM_MUST_CHECK enum lm_status lm_read(const char *bytes, size_t length,
                                            const struct lm_read_options *options,
                                            struct lm_arena *arena, struct lm_log *log,
                                            struct lm_tournament **out);

/* Append ${t} in ${format} to ${out}.  ${options} and ${log} can be NULL.  LM_LIMIT, with the
 * reason and the remedy in ${log}, when the format cannot hold the tournament; nothing is appended
 * then. */
LM_API LM_MUST_CHECK enum lm_status lm_write(const struct lm_format *format,
                                             const struct lm_tournament *t,
                                             const struct lm_write_options *options,
                                             struct lm_log *log, struct lm_text *out);

#ifdef __cplusplus
}
#endif
#endif
