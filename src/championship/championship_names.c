/* SPDX-License-Identifier: Apache-2.0 */
#include "championship/championship_names.h"

#include <string.h>

#include "limmat/arena.h"

enum { FIRST_CAPACITY = 64 };

/* FNV-1a */
static uint64_t hash_of(const char *name)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *name != '\0'; name++)
        hash = (hash ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return hash;
}

/* The slot of ${name}, or the free one where it would be: slots are never more than half full. */
static struct name_slot *slot_of(struct name_slot *slots, size_t capacity, const char *name)
{
    size_t at = (size_t)hash_of(name) & (capacity - 1);
    while (slots[at].name != NULL && strcmp(slots[at].name, name) != 0)
        at = (at + 1) & (capacity - 1);
    return &slots[at];
}

uint32_t lm_names_get(const struct names *names, const char *name)
{
    if (names->capacity == 0)
        return UINT32_MAX;
    const struct name_slot *slot = slot_of(names->slots, names->capacity, name);
    return slot->name == NULL ? UINT32_MAX : slot->value;
}

static bool grow(struct names *names, struct lm_arena *arena)
{
    size_t capacity = names->capacity == 0 ? FIRST_CAPACITY : names->capacity * 2;
    struct name_slot *slots = lm_arena_alloc(arena, capacity, sizeof *slots);
    if (slots == NULL)
        return false;
    for (size_t i = 0; i < names->capacity; i++)
        if (names->slots[i].name != NULL)
            *slot_of(slots, capacity, names->slots[i].name) = names->slots[i];
    names->slots = slots;
    names->capacity = capacity;
    return true;
}

bool lm_names_put(struct names *names, struct lm_arena *arena, const char *name, uint32_t value)
{
    if ((names->count + 1) * 2 > names->capacity && !grow(names, arena))
        return false;
    struct name_slot *slot = slot_of(names->slots, names->capacity, name);
    names->count += slot->name == NULL;
    *slot = (struct name_slot){slot->name == NULL ? name : slot->name, value};
    return true;
}
