/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_SINK_H
#define LIMMAT_FORMATS_SINK_H

#include "limmat/registry_files.h"

/* Text on its way to a sink: handed on whenever there is a good piece of it. */
struct stream {
    struct lm_sink sink;
    struct lm_text text;
    size_t written; /* bytes handed on */
    bool failed;
};

enum { STREAM_PIECE = 1 << 16 };

static inline struct stream stream_to(struct lm_sink sink, struct lm_arena *arena)
{
    return (struct stream){.sink = sink, .text = lm_text_in(arena)};
}

/* Hand on what there is. */
static inline void stream_flush(struct stream *stream)
{
    if (stream->text.length > 0 && !stream->failed)
        stream->failed =
            !stream->sink.write(stream->sink.context, stream->text.bytes, stream->text.length);
    stream->written += stream->text.length;
    stream->text.length = 0;
}

/* Hand on if it is worth it; called after each line. */
static inline void stream_line(struct stream *stream)
{
    if (stream->text.length >= STREAM_PIECE)
        stream_flush(stream);
}

static inline enum lm_status stream_end(struct stream *stream)
{
    stream_flush(stream);
    if (stream->text.failed)
        return LM_LIMIT;
    return stream->failed ? LM_IO : LM_OK;
}

#endif
