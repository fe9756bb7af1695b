/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_ARENA_H
#define LIMMAT_ARENA_H

/*
 * Arenas: all memory of the library comes from an arena that the caller made.
 *
 * Objects are never freed one by one, only with their arena or by going back to a mark.  An arena
 * has a ceiling; reaching it, or the allocator's refusal, gives NULL, which every call turns into
 * LM_LIMIT.  An arena belongs to one thread at a time.
 */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/export.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The source of an arena's chunks.  ${allocate} returns NULL when it has none. */
struct lm_memory {
    void *(*allocate)(void *context, size_t size);
    void (*release)(void *context, void *chunk, size_t size);
    void *context;
};

struct lm_arena;

/* A state of an arena to go back to. */
struct lm_mark {
    void *chunk;
    size_t used;
};

/* Make an arena in ${*out} over ${memory} (NULL: malloc and free) that takes at most ${limit} bytes
 * (0: no ceiling of its own).  LM_LIMIT when the first chunk is not available. */
LM_API LM_MUST_CHECK enum lm_status lm_arena_new(struct lm_arena **out,
                                                 const struct lm_memory *memory, size_t limit);

/* Free the arena and all its memory.  lm_arena_free(NULL) does nothing. */
LM_API void lm_arena_free(struct lm_arena *arena);

/* ${count} zeroed objects of ${size} bytes, aligned for any type; NULL without memory or if the
 * product overflows.  A request for nothing gives a valid pointer. */
LM_API LM_MUST_CHECK void *lm_arena_alloc(struct lm_arena *arena, size_t count, size_t size);

/* Do the same, with memory that lm_arena_reset does not release, only lm_arena_free.  For objects
 * that must outlive the work they describe, as the entries of a log do. */
LM_API LM_MUST_CHECK void *lm_arena_alloc_lasting(struct lm_arena *arena, size_t count,
                                                  size_t size);

/* A copy of the ${length} bytes at ${text}, NUL-terminated; NULL without memory. */
LM_API LM_MUST_CHECK char *lm_arena_copy(struct lm_arena *arena, const char *text, size_t length);

/* Make room for ${need} objects in an array that ${*array} of ${*capacity} objects of ${size}
 * bytes: at least doubled when too small; the old array stays where it is (arenas do not free).
 * false without memory; everything is unmodified then. */
LM_API LM_MUST_CHECK bool lm_arena_grow(struct lm_arena *arena, void *array, size_t *capacity,
                                        size_t need, size_t size);

/* The present state of ${arena}. */
LM_API struct lm_mark lm_arena_mark(const struct lm_arena *arena);

/* Forget everything allocated since ${mark} was taken, except lasting objects; later marks become
 * invalid. */
LM_API void lm_arena_reset(struct lm_arena *arena, struct lm_mark mark);

/* Move everything in ${other}, which has the same ${memory}, into ${arena}, as if it had been
 * allocated there just now, without regard to the ceiling; ${other} ceases to exist. */
LM_API void lm_arena_absorb(struct lm_arena *arena, struct lm_arena *other);

/* Bytes taken from the allocator so far (the high-water mark of this arena). */
LM_API size_t lm_arena_size(const struct lm_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
