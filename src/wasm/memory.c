/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Bytes are moved and set by the machine's own instructions, which libc was compiled without: a
 * kilobyte less to fetch, and quicker.  Memory is asked for by arenas, in a few large pieces, so
 * that one list of those that are free is enough.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t count)
{
    return __builtin_memcpy(to, from, count);
}

void *memset(void *to, int byte, size_t count)
{
    return __builtin_memset(to, byte, count);
}

struct block {
    size_t size; /* with this header */
    struct block *next;
};

enum { ALIGNMENT = 16, PAGE = 1 << 16, LARGEST = INT32_MAX - PAGE };

extern char __heap_base;    /* by the linker: the first byte behind all data */
static struct block *spare; /* free blocks by their addresses */

static void join_next(struct block *block)
{
    struct block *next = block->next;
    if (next == NULL || (uintptr_t)block + block->size != (uintptr_t)next)
        return;
    block->size += next->size;
    block->next = next->next;
}

static void release(struct block *block)
{
    struct block **at = &spare, *before = NULL;
    while (*at != NULL && *at < block) {
        before = *at;
        at = &before->next;
    }
    block->next = *at;
    *at = block;
    join_next(block);
    if (before != NULL)
        join_next(before);
}

static void add(uintptr_t begin, size_t size)
{
    struct block *block = (struct block *)begin;
    block->size = size;
    release(block);
}

/* Get more free memory: first what the module begins with, then pages for ${size} bytes. */
static bool grow(size_t size)
{
    static bool begun;
    if (!begun) {
        uintptr_t begin = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
        begun = true;
        add(begin, __builtin_wasm_memory_size(0) * PAGE - begin);
        return true;
    }
    size_t pages = (size + PAGE - 1) / PAGE, old = __builtin_wasm_memory_grow(0, pages);
    if (old == SIZE_MAX)
        return false;
    add(old * PAGE, pages * PAGE);
    return true;
}

void *malloc(size_t size)
{
    if (size > LARGEST)
        return NULL;
    size = ((size + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1)) + ALIGNMENT;
    do {
        for (struct block **at = &spare; *at != NULL; at = &(*at)->next) {
            struct block *block = *at;
            if (block->size < size)
                continue;
            struct block *rest = (struct block *)((uintptr_t)block + size);
            if (block->size == size) {
                *at = block->next;
            } else { /* sizes are multiples of ALIGNMENT, so that a header has room */
                *rest = (struct block){block->size - size, block->next};
                *at = rest;
                block->size = size;
            }
            return (char *)block + ALIGNMENT;
        }
    } while (grow(size));
    return NULL;
}

void free(void *there)
{
    if (there != NULL)
        release((struct block *)((uintptr_t)there - ALIGNMENT));
}
