/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_TRF_H
#define LIMMAT_FORMATS_TRF_H

/* The Tournament Report File, its editions and its extensions: shared by reader and writers. */

#include "limmat/formats.h"

#include "base/texts.h"

/* Columns of record 001 and their limits. */
enum {
    LM_TRF_TPN_MAX = 9999,
    LM_TRF_TEAM_MAX = 999,
    LM_TRF_FIRST_ROUND = 92, /* column of round 1 */
    LM_TRF_ROUND_WIDTH = 10
};

/* The letters of enum lm_result, in its order; unrecorded and pending are blank. */
extern const char lm_trf_letters[LM_RESULT_COUNT + 1];

/* The worth of a code in a point system's record.  One table reads and writes the dialects. */
struct lm_trf_worth {
    const char *record; /* "162", "XXS", "BBW", … */
    const char *code;   /* within the record; "" if the record has only one value */
    unsigned results;   /* set of 1 << enum lm_result */
    unsigned colours;   /* 1 White (and results without colour), 2 Black, 3 both */
};
extern const struct lm_trf_worth lm_trf_worths[];
extern const size_t lm_trf_worth_count;

/* Set all results of ${worth} to ${tenths}. */
void lm_trf_set_worth(struct lm_point_system *points, const struct lm_trf_worth *worth,
                      int32_t tenths);

/* Return the 2026 edition's code for the record that another edition calls ${code} ("XXR": "142").
 */
const char *lm_trf_first_code(const char *code);

/* Are there three capital letters at ${text} that can be a federation's code?  XX. and BB. name
 * records of TRF(x) and TRF(bx). */
bool lm_trf_is_rater(const char *text);

/* An option of the JSON, as a comment: "### Option NAME: VALUE"; and the characters of a name. */
#define LM_TRF_OPTION "### Option "
static inline bool lm_trf_is_of_option(char c)
{
    return lm_is_letter(c) || lm_is_digit(c) || c == '_' || c == '-';
}

bool lm_trf_looks_like(const char *bytes, size_t length);

enum lm_status lm_trf_read(const char *bytes, size_t length, const struct lm_read_options *options,
                           struct lm_arena *arena, struct lm_log *log, struct lm_tournament **out);

enum lm_status lm_trf26_write(const struct lm_tournament *t, const struct lm_write_options *options,
                              struct lm_log *log, struct lm_text *out);

/* TRF16 with the extensions of TRF(x) and, for data that those cannot hold, records of TRF26. */
enum lm_status lm_trf_plain_write(const struct lm_tournament *t,
                                  const struct lm_write_options *options, struct lm_log *log,
                                  struct lm_text *out);
enum lm_status lm_trf16_write(const struct lm_tournament *t, const struct lm_write_options *options,
                              struct lm_log *log, struct lm_text *out);

#endif
