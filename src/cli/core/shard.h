/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_SHARD_H
#define LIMMAT_CLI_SHARD_H

/* A part of a run over many seeds, so that several machines can share it: --shard 2/8. */

#include <stdbool.h>
#include <stdint.h>

#include "cli/core/command.h"

struct shard {
    int64_t number, of; /* 1 of 1: all seeds */
};

/* Read ${text} (NULL: all seeds).  LM_INVALID. */
LM_MUST_CHECK enum lm_status shard_read(const char *text, struct lm_log *log, struct shard *out);

/* Is item ${index}, from 0, one of this shard?  Every item belongs to one shard. */
static inline bool shard_has(const struct shard *shard, int64_t index)
{
    return index % shard->of == shard->number - 1;
}

#define SHARD_OPTION                                                                               \
    {                                                                                              \
        0, "shard", TEXT, "I/N", 0, 0, "only every Nth, starting with the Ith"                     \
    }

#endif
