/* SPDX-License-Identifier: Apache-2.0 */
#include "formats/line_sink.h"

struct line_sink lm_line_sink_to(struct lm_sink sink, const struct lm_crew *crew)
{
    struct line_sink out = {.sink = sink, .crew = crew};
    for (size_t i = 0; i < crew->workers; i++)
        out.texts[i] = lm_text_in(crew->arenas[i]);
    return out;
}

void lm_line_sink_put(struct line_sink *out, const char *bytes, size_t length)
{
    if (length > 0 && !out->failed)
        out->failed = !out->sink.write(out->sink.context, bytes, length);
    if (out->sum != NULL)
        lm_sum_add(out->sum, bytes, length);
    out->written += length;
}

struct lines {
    struct line_sink *out;
    line_maker *make;
    const void *context;
};

static void make_part(void *context, size_t part, size_t worker)
{
    const struct lines *lines = context;
    lines->make(lines->context, part, worker, &lines->out->texts[worker]);
}

static void hand_part_on(void *context, size_t part, size_t worker)
{
    const struct lines *lines = context;
    struct lm_text *text = &lines->out->texts[worker];
    (void)part;
    lm_line_sink_put(lines->out, text->bytes, text->length);
    text->length = 0;
}

void lm_line_sink_add(struct line_sink *out, size_t parts, line_maker *make, const void *context)
{
    struct lines lines = {out, make, context};
    lm_crew_do(out->crew, (struct lm_task){parts, make_part, hand_part_on, &lines});
}

enum lm_status lm_line_sink_end(const struct line_sink *out)
{
    for (size_t i = 0; i < out->crew->workers; i++)
        if (out->texts[i].failed)
            return LM_LIMIT;
    return out->failed ? LM_IO : LM_OK;
}
