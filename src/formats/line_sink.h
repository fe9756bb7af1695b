/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_LINE_SINK_H
#define LIMMAT_FORMATS_LINE_SINK_H

/* Millions of lines on their way to a sink: a crew makes them part by part, each worker in a text
 * of its own, and they are passed on in the order of the parts. */

#include "base/crew.h"
#include "base/sum.h"
#include "limmat/registry_files.h"

struct line_sink {
    struct lm_sink sink;
    const struct lm_crew *crew;
    struct lm_text texts[LM_CREW_MOST]; /* of each worker */
    struct lm_sum *sum;                 /* NULL, or the sum of the bytes put */
    size_t written;                     /* bytes passed on */
    bool failed;                        /* the sink failed */
};

/* Make the lines of part ${part}, by worker ${worker}. */
typedef void line_maker(const void *context, size_t part, size_t worker, struct lm_text *out);

struct line_sink lm_line_sink_to(struct lm_sink sink, const struct lm_crew *crew);
void lm_line_sink_put(struct line_sink *out, const char *bytes, size_t length);
void lm_line_sink_add(struct line_sink *out, size_t parts, line_maker *make, const void *context);
LM_MUST_CHECK enum lm_status lm_line_sink_end(const struct line_sink *out);

#endif
