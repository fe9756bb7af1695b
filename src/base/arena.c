/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/room.h"

/*
 * A stack of chunks, each GROWTH times its predecessor up to CHUNK_MAX; a request larger than a
 * chunk gets a chunk of its own size.  All chunks together are then less than twice the last, which
 * the allocator of the GNU library keeps for the next arena.  Doubling each chunk made hard rounds
 * spend a tenth of their time on new pages from the system.  Memory is zeroed when an object is
 * allocated, not when a chunk is.
 *
 * Of the chunks that resets free, up to KEPT_MAX bytes, or half as much as is in use, are kept for
 * reuse.  Without this, an engine that marks and resets for every bracket had the system unmap and
 * clear the same pages again and again, a quarter of its time with 100,000 players.  Kept chunks
 * never raise the peak: they are released before the arena takes more than it ever held, and are
 * not used for requests of less than half their size.
 *
 * An arena hides misuse from the sanitizers that malloc would show, so it informs them: under the
 * address sanitizer a chunk is poisoned except for the exact bytes of the objects in it, a gap
 * follows each of them, and freed memory is poisoned again on a reset.  An object used after a
 * reset goes undetected once others have been allocated in its place.  With LM_ARENA_OBJECTS (the
 * build option arena=objects) every object has a chunk of its own, its memory is not reused for
 * long, and a report names where it was allocated and where it was reset.
 */
#ifdef LM_ARENA_OBJECTS
enum { OWN_CHUNKS = 1 };
#else
enum { OWN_CHUNKS = 0 };
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define POISONED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define POISONED 1
#endif

#ifdef POISONED
#include <sanitizer/asan_interface.h>
enum { GAP = 16 };
static void hide(const void *from, size_t size)
{
    __asan_poison_memory_region(from, size);
}

static void show(const void *from, size_t size)
{
    __asan_unpoison_memory_region(from, size);
}
#else
enum { GAP = 0 };
static void hide(const void *from, size_t size)
{
    (void)from;
    (void)size;
}

static void show(const void *from, size_t size)
{
    (void)from;
    (void)size;
}
#endif

enum {
    CHUNK_MIN = 16 * 1024,
    CHUNK_MAX = 4 * 1024 * 1024,
    KEPT_MAX = CHUNK_MAX,
    ALIGNMENT = 16,
    GROWTH = 3
};

struct chunk {
    struct chunk *previous;
    size_t size; /* whole chunk, header included */
    size_t used; /* header included, always a multiple of ALIGNMENT */
};

struct lm_arena {
    struct lm_memory memory;
    struct chunk *top;
    struct chunk *lasting; /* memory that no reset frees; NULL until there is some */
    struct chunk *kept;    /* empty chunks */
    size_t limit;
    size_t taken; /* bytes held from the allocator now, with … */
    size_t idle;  /* … those kept */
    size_t peak;
};

static void *malloc_allocate(void *context, size_t size)
{
    (void)context;
    return malloc(size);
}

static void malloc_release(void *context, void *chunk, size_t size)
{
    (void)context;
    (void)size;
    free(chunk);
}

static const struct lm_memory malloc_memory = {malloc_allocate, malloc_release, NULL};

static size_t aligned(size_t size)
{
    return (size + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1);
}

static const size_t header_size =
    ((sizeof(struct chunk) + (ALIGNMENT - 1)) & ~(size_t)(ALIGNMENT - 1)) + GAP;

static void release(struct lm_arena *arena, struct chunk *chunk)
{
    arena->taken -= chunk->size;
    show(chunk, chunk->size); /* the allocator or another arena can use it next */
    arena->memory.release(arena->memory.context, chunk, chunk->size);
}

static void release_kept(struct lm_arena *arena)
{
    while (arena->kept != NULL) {
        struct chunk *chunk = arena->kept;
        arena->kept = chunk->previous;
        release(arena, chunk);
    }
    arena->idle = 0;
}

/* Return a kept chunk of ${size} bytes or somewhat more, or NULL. */
static struct chunk *take_kept(struct lm_arena *arena, size_t size)
{
    for (struct chunk **at = &arena->kept; *at != NULL; at = &(*at)->previous) {
        struct chunk *chunk = *at;
        if (chunk->size < size || chunk->size / 2 > size)
            continue;
        *at = chunk->previous;
        arena->idle -= chunk->size;
        return chunk;
    }
    return NULL;
}

static struct chunk *take_new(struct lm_arena *arena, size_t size)
{
    if (arena->taken + size > arena->peak)
        release_kept(arena);
    struct chunk *chunk = arena->memory.allocate(arena->memory.context, size);
    if (chunk == NULL)
        return NULL;
    chunk->size = size;
    arena->taken += size;
    if (arena->taken > arena->peak)
        arena->peak = arena->taken;
    return chunk;
}

/* Put a chunk with room for ${payload} bytes on the stack ${*top}. */
static bool push_chunk(struct lm_arena *arena, struct chunk **top, size_t payload)
{
    size_t size = *top == NULL ? CHUNK_MIN : (*top)->size * GROWTH;
    if (size > CHUNK_MAX)
        size = CHUNK_MAX;
    if (OWN_CHUNKS)
        size = 0;
    if (payload > PTRDIFF_MAX - header_size) /* no object is larger */
        return false;
    if (size < header_size + payload)
        size = header_size + payload;
    const size_t live = arena->taken - arena->idle;
    if (arena->limit != 0 && size > arena->limit - live) {
        size = header_size + payload;
        if (size > arena->limit - live)
            return false;
    }
    struct chunk *chunk = take_kept(arena, size);
    if (chunk == NULL)
        chunk = take_new(arena, size);
    if (chunk == NULL)
        return false;
    *chunk = (struct chunk){.previous = *top, .size = chunk->size, .used = header_size};
    hide(chunk + 1, chunk->size - sizeof *chunk);
    *top = chunk;
    return true;
}

static void pop_chunk(struct lm_arena *arena, struct chunk **top)
{
    struct chunk *chunk = *top;
    *top = chunk->previous;
    const size_t live = arena->taken - arena->idle - chunk->size;
    const size_t keep = live / 2 > KEPT_MAX ? live / 2 : KEPT_MAX;
    if (OWN_CHUNKS || chunk->size + arena->idle > keep) {
        release(arena, chunk);
        return;
    }
    hide(chunk + 1, chunk->size - sizeof *chunk);
    chunk->previous = arena->kept;
    arena->kept = chunk;
    arena->idle += chunk->size;
}

enum lm_status lm_arena_new(struct lm_arena **out, const struct lm_memory *memory, size_t limit)
{
    struct lm_memory from = memory == NULL ? malloc_memory : *memory;
    struct lm_arena *arena = from.allocate(from.context, sizeof *arena);
    if (arena == NULL)
        return LM_LIMIT;
    *arena = (struct lm_arena){.memory = from, .limit = limit};
    if (!push_chunk(arena, &arena->top, 0)) {
        from.release(from.context, arena, sizeof *arena);
        return LM_LIMIT;
    }
    *out = arena;
    return LM_OK;
}

void lm_arena_free(struct lm_arena *arena)
{
    if (arena == NULL)
        return;
    while (arena->top != NULL)
        pop_chunk(arena, &arena->top);
    while (arena->lasting != NULL)
        pop_chunk(arena, &arena->lasting);
    release_kept(arena);
    struct lm_memory memory = arena->memory;
    memory.release(memory.context, arena, sizeof *arena);
}

/* Take ${wanted} bytes with undefined content. */
static void *take_raw(struct lm_arena *arena, struct chunk **top, size_t wanted)
{
    if (wanted > SIZE_MAX - ALIGNMENT - GAP)
        return NULL;
    size_t bytes = aligned(wanted + GAP);
    if (bytes == 0)
        bytes = ALIGNMENT;
    bool full = *top == NULL || bytes > (*top)->size - (*top)->used;
    if ((OWN_CHUNKS || full) && !push_chunk(arena, top, bytes))
        return NULL;
    void *object = (char *)*top + (*top)->used;
    (*top)->used += bytes;
    show(object, wanted);
    return object;
}

static void *take(struct lm_arena *arena, struct chunk **top, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    void *object = take_raw(arena, top, count * size);
    return object == NULL || count * size == 0 ? object : memset(object, 0, count * size);
}

void *lm_arena_alloc(struct lm_arena *arena, size_t count, size_t size)
{
    return take(arena, &arena->top, count, size);
}

void *lm_arena_room(struct lm_arena *arena, size_t count, size_t size)
{
    return size != 0 && count > SIZE_MAX / size ? NULL : take_raw(arena, &arena->top, count * size);
}

void *lm_arena_alloc_lasting(struct lm_arena *arena, size_t count, size_t size)
{
    return take(arena, &arena->lasting, count, size);
}

char *lm_arena_copy(struct lm_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = take_raw(arena, &arena->top, length + 1);
    if (copy == NULL)
        return NULL;
    if (length != 0)
        memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

bool lm_arena_grow(struct lm_arena *arena, void *array, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return true;
    size_t bigger = *capacity < 8 ? 8 : *capacity;
    while (bigger < need) {
        if (bigger > SIZE_MAX / 2)
            return false;
        bigger *= 2;
    }
    void *old = NULL;
    memcpy(&old, array, sizeof old);
    void *grown = lm_arena_alloc(arena, bigger, size);
    if (grown == NULL)
        return false;
    if (old != NULL && *capacity != 0)
        memcpy(grown, old, *capacity * size);
    memcpy(array, &grown, sizeof grown);
    *capacity = bigger;
    return true;
}

struct lm_mark lm_arena_mark(const struct lm_arena *arena)
{
    return (struct lm_mark){.chunk = arena->top, .used = arena->top->used};
}

void lm_arena_reset(struct lm_arena *arena, struct lm_mark mark)
{
    while (arena->top != mark.chunk) {
        assert(arena->top->previous != NULL); /* a mark of another arena, or itself undone */
        pop_chunk(arena, &arena->top);
    }
    assert(mark.used <= arena->top->used);
    arena->top->used = mark.used;
    hide((char *)arena->top + mark.used, arena->top->size - mark.used);
}

/* Put the stack ${top} on ${*under}. */
static void pile(struct chunk *top, struct chunk **under)
{
    struct chunk *bottom = top;
    while (bottom != NULL && bottom->previous != NULL)
        bottom = bottom->previous;
    if (bottom == NULL)
        return;
    bottom->previous = *under;
    *under = top;
}

void lm_arena_absorb(struct lm_arena *arena, struct lm_arena *other)
{
    struct lm_memory memory = other->memory;
    assert(arena != other && arena->memory.release == memory.release);
    release_kept(other);
    pile(other->top, &arena->top);
    pile(other->lasting, &arena->lasting);
    arena->taken += other->taken;
    if (arena->taken > arena->peak)
        arena->peak = arena->taken;
    memory.release(memory.context, other, sizeof *other);
}

size_t lm_arena_size(const struct lm_arena *arena)
{
    return arena->peak;
}
