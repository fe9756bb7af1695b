/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_RATE_DRIFT_H
#define LIMMAT_CLI_RATE_DRIFT_H

/* Monthly lists and their journals as evidence about the rating scale (10.2, 10.3, 11). */

#include "cli/rating/rate.h"

/* Groups of players by the age of their rating. */
enum age { UNDER_A_YEAR, SECOND_YEAR, OLDER, AGES };

enum { BAND_STEP = 200, BANDS = 16 };

struct group {
    int64_t count;
    int64_t sum;     /* of ratings */
    int64_t squares; /* of ratings */
};

/* One list. */
struct list_facts {
    int32_t day;
    struct group listed;
    struct group by_age[AGES];
    int64_t inactive;       /* left off for inactivity */
    struct group published; /* new on this list */
    struct group delisted;  /* by their last rating */
    int64_t games;          /* of rated players, both sides counted */
    int64_t change;         /* sum of all changes, hundredths: the gain of the scale */
};

/* Expected and actual scores. */
struct outcome {
    int64_t games;
    int64_t tenths;   /* actual score */
    int64_t expected; /* hundredths */
};

struct drift {
    struct list_facts *lists;
    size_t count, capacity;
    struct outcome bands[BANDS];                     /* by own rating */
    struct outcome calibration[LM_CALIBRATION_ROWS]; /* by rating difference */
};

/* Mean rating in hundredths; 0 of an empty group. */
int64_t mean_of(const struct group *group);
/* Standard deviation, rounded down. */
int64_t spread_of(const struct group *group);
/* Scored minus expected, in hundredths of a point per game. */
int64_t surplus_of(const struct outcome *outcome);

extern const char *const age_names[AGES];

/* Append the picture. */
void draw_drift(const struct drift *drift, struct lm_text *out);

#endif
