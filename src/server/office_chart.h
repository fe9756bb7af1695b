/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_CHART_H
#define LIMMAT_SERVER_OFFICE_CHART_H

/* Charts of a rating office: months to the right, a line for each of up to three figures. */

#include "server/pages.h"

enum { CHART_LINES = 3 };

/* The figures of one list; 0: none. */
struct chart_point {
    int32_t day;
    const char *name; /* "2026-05" */
    int32_t values[CHART_LINES];
};

/* Draw the chart of ${points}, the newest first, without its label. Fewer than two, or no figure:
 * no lines. */
LM_MUST_CHECK enum lm_status office_chart(struct visit *v, const struct chart_point *points,
                                          size_t count, struct rating_chart *out);

/* Return "Standard, rapid, 2026-01 to 2026-05". */
const char *office_chart_label(struct visit *v, const char *what, const struct chart_point *points,
                               size_t count);

#endif
