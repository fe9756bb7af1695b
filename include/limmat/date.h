/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DATE_H
#define LIMMAT_DATE_H

/*
 * Calendar days and instants, Gregorian, UTC, without a clock: the library never reads the time. A
 * day is a number of days since 1970-01-01; an instant is seconds since then.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/export.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LM_NO_DAY INT32_MIN

struct lm_date {
    int16_t year;  /* 1 … 9999 */
    uint8_t month; /* 1 … 12; 0: only the year is known */
    uint8_t day;   /* 1 … 31; 0: only the month is known */
};

/* Days since 1970-01-01 of ${date}; unknown month or day count as 1. */
LM_API int32_t lm_day_of(struct lm_date date);
LM_API struct lm_date lm_date_of(int32_t day);

/* 0 = Monday … 6 = Sunday. */
LM_API int lm_weekday(int32_t day);

/* Parse "YYYY/MM/DD", the form of every file since 2006; also "YYYY" and "YYYY/MM", and zeros for
 * unknown parts.  Older and hand-written files: "-", "." and spaces between the parts, parts of one
 * digit, "24/09/2010" (the month is first only if nothing else is possible), "May 10, 2020", "10
 * May 2020", "20100924".  false (unmodified) for other texts, and days that never existed. */
LM_API bool lm_parse_date(const char *bytes, size_t length, struct lm_date *date);

/* Append as YYYY-MM-DD (or with ${separator}). */
LM_API void lm_text_add_date(struct lm_text *out, struct lm_date date, char separator);

/* Parse RFC 3339 in UTC: "2019-06-05T18:30:00Z" (seconds can be missing, a space can replace T).
 * false (unmodified) otherwise. */
LM_API bool lm_parse_instant(const char *bytes, size_t length, int64_t *seconds);

/* Append as "2019-06-05T18:30:00Z". */
LM_API void lm_text_add_instant(struct lm_text *out, int64_t seconds);

/* Parse a local time with its offset from UTC: "2026-10-03T14:00+02:00", into the instant and
 * ${*offset} in seconds.  false (both unmodified) otherwise. */
LM_API bool lm_parse_moment(const char *bytes, size_t length, int64_t *seconds, int32_t *offset);

/* Append in that form; ${offset} is in seconds, of which whole minutes count. */
LM_API void lm_text_add_moment(struct lm_text *out, int64_t seconds, int32_t offset);

#ifdef __cplusplus
}
#endif
#endif
