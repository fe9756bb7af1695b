/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_REPORT_H
#define LIMMAT_RATING_REPORT_H

/* Shared parts of the report's check: report.c checks the heading and the regulations,
 * report_people.c the players, report_games.c the games. */

#include "limmat/message.h"
#include "limmat/report.h"

struct inspection {
    const struct lm_tournament *t;
    const struct lm_rating_event *event;
    const struct lm_rating_rules *rules;
    const struct lm_registry *list; /* NULL: none */
    struct lm_arena *arena;
    struct lm_faults faults;
    bool failed; /* no memory */
};

/* Columns of record 001 in TRF26. */
enum {
    COLUMN_SEX = 10,
    COLUMN_TITLE = 11,
    COLUMN_NAME = 15,
    COLUMN_RATING = 49,
    COLUMN_FEDERATION = 54,
    COLUMN_ID = 58,
    COLUMN_BIRTH = 70,
    COLUMN_RANK = 86,
    COLUMN_ROUNDS = 92,
    COLUMNS_A_ROUND = 10
};

/* Add a fault; ${place} has everything but the message and the remedy. */
void lm_report_add_fault(struct inspection *in, struct lm_fault place, const char *remedy,
                         const char *format, ...) LM_PRINTF(4, 5);

/* Return a sentence that is a remedy or a part of a fault; "" without memory. */
const char *lm_report_print(struct inspection *in, const char *format, ...) LM_PRINTF(2, 3);

/* Return what to do about an unknown ${code} of a federation. */
const char *lm_report_federation_remedy(struct inspection *in, const char *code);

/* The FIDE ID in "Muster, Max (1300099)"; 0: none. */
int64_t lm_arbiter_id(const char *text);

void lm_report_inspect_people(struct inspection *in);
void lm_report_inspect_games(struct inspection *in);

#endif
