/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_REGISTRY_INDEX_H
#define LIMMAT_FORMATS_REGISTRY_INDEX_H

/* The two indices at the end of a registry file: names, and names by the sound of each word. */

#include "formats/line_sink.h"
#include "limmat/registry.h"

/* A text rotated so that the word at ${first} comes first. */
struct turned {
    uint64_t head[2]; /* its first letters */
    const char *text;
    uint32_t first, id;
};

/* Texts to be sorted, distributed by their first two letters: those of bucket b are in ${all} from
 * begins[b] to begins[b + 1]. */
struct sorted_lines {
    struct turned *all;
    const uint32_t *begins;
    uint32_t largest; /* bucket */
    bool gaps_count;  /* for the order */
};

struct registry_index {
    struct sorted_lines names, words;
};

/* Make the lines of both indices of ${registry}, in the arenas of ${crew}. */
LM_MUST_CHECK enum lm_status lm_registry_index_make(const struct lm_registry *registry,
                                                    const struct lm_crew *crew,
                                                    struct registry_index *out);

/* Write ${lines} in their order. */
LM_MUST_CHECK enum lm_status lm_registry_index_write(const struct sorted_lines *lines,
                                                     struct line_sink *out);

#endif
