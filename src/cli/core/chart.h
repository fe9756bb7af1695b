/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_CHART_H
#define LIMMAT_CLI_CHART_H

/* Charts as SVG.  All figures are whole numbers, so that the same figures give the same bytes
 * everywhere; classes are used, so that each style is defined once; charts are readable in grey. */

#include <stddef.h>
#include <stdint.h>

#include "limmat/text.h"

/* Write the picture's head: its ${title}, its size in pixels, the rules of its classes in addition
 * to those of every picture (.title .grid .axis, polyline). */
void chart_open(struct lm_text *out, const char *title, int64_t width, int64_t height,
                const char *classes);
void chart_close(struct lm_text *out);

void chart_line(struct lm_text *out, int64_t x1, int64_t y1, int64_t x2, int64_t y2,
                const char *class);
/* ${anchor}: "start", "middle" or "end"; ${text} is written unchanged, so it must hold no markup.
 */
void chart_label(struct lm_text *out, int64_t x, int64_t y, const char *anchor, const char *text);
void chart_title(struct lm_text *out, int64_t x, int64_t y, const char *text);
void chart_circle(struct lm_text *out, int64_t x, int64_t y, int64_t radius, const char *class);
/* Draw from ${from} to ${to} on the y axis, in either direction. */
void chart_bar(struct lm_text *out, int64_t x, int64_t width, int64_t from, int64_t to,
               const char *class);

/* Return a round step (1, 2 or 5 and zeros) that divides ${range} by four to eight lines, or fewer.
 */
int64_t chart_step(int64_t range);

/* Return the first multiple of ${step} that is not below ${low}. */
int64_t chart_first(int64_t low, int64_t step);

/* Move ${count} (32 at most) labels apart that are closer than ${apart}: the ${y} keep their order
 * and grow; labels with ${y} 0 are absent. */
void chart_move_apart(int64_t *y, size_t count, int64_t apart);

#endif
