/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_AUDIT_H
#define LIMMAT_CLI_AUDIT_H

/* What `limmat audit` found out about files, and how it is written and read again. */

#include "cli/core/command.h"
#include "limmat/json.h"

enum audit_verdict { AUDIT_AGREES, AUDIT_DIFFERS, AUDIT_NOT_JUDGED, AUDIT_VERDICTS };

/* A part of a tournament: its pairings, its standings. */
struct audit_part {
    enum audit_verdict verdict;
    const char *by;      /* the edition held against it: "dutch-2017"; "" for none */
    const char *what;    /* the first difference, or why it is not judged; "" where it agrees */
    const char *article; /* of that difference; "" for none */
    int64_t compared, different; /* rounds; declared values */
};

struct audit_row {
    const char *file, *name, *format;
    int64_t year; /* of its first day; 0: not known */
    struct audit_part pairings, standings;
    const char *ratings; /* "rating-2017: 34 players", or why none were made */
};

struct audit {
    const struct audit_row *rows;
    size_t count;
};

/* Of the whole tournament: a difference before all; not judged when no part is. */
enum audit_verdict audit_verdict_of(const struct audit_row *row);

void audit_write_text(struct run *run, const struct audit *audit);
void audit_write_json(const struct audit *audit, struct lm_text *out);
void audit_write_csv(const struct audit *audit, struct lm_text *out);
void audit_write_page(const struct audit *audit, struct lm_text *out);

/* Read the rows that audit_write_json wrote into the file ${path}, onto the end of ${rows}. */
LM_MUST_CHECK enum lm_status audit_read(struct run *run, const char *path, struct audit_row **rows,
                                        size_t *count, size_t *capacity);

#endif
