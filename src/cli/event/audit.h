/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_AUDIT_H
#define LIMMAT_CLI_AUDIT_H

/* The findings of `limmat audit` about files, and how they are written and read again. */

#include "cli/core/command.h"
#include "limmat/json.h"

enum audit_verdict { AUDIT_AGREES, AUDIT_DIFFERS, AUDIT_NOT_JUDGED, AUDIT_VERDICTS };

/* A part of a tournament: its pairings, its standings. */
struct audit_part {
    enum audit_verdict verdict;
    const char *by;      /* the edition used for comparison: "dutch-2017"; "" for none */
    const char *what;    /* the first difference, or why it is not judged; "" if it agrees */
    const char *article; /* of that difference; "" for none */
    int64_t compared, different; /* rounds; declared values */
};

struct audit_row {
    const char *file, *name, *format;
    int64_t year; /* of its first day; 0: unknown */
    struct audit_part pairings, standings;
    const char *ratings; /* "rating-2017: 34 players", or why none were made */
};

struct audit {
    const struct audit_row *rows;
    size_t count;
};

/* The verdict on the whole tournament: a difference, if any part has one; not judged, if none is.
 */
enum audit_verdict audit_verdict_of(const struct audit_row *row);

void audit_write_text(struct run *run, const struct audit *audit);
void audit_write_json(const struct audit *audit, struct lm_text *out);
void audit_write_csv(const struct audit *audit, struct lm_text *out);
void audit_write_page(const struct audit *audit, struct lm_text *out);

/* Read the rows that audit_write_json wrote into the file ${path}, and append them to ${rows}. */
LM_MUST_CHECK enum lm_status audit_read(struct run *run, const char *path, struct audit_row **rows,
                                        size_t *count, size_t *capacity);

#endif
