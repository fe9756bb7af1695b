/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_CHAMPIONSHIP_NAMES_H
#define LIMMAT_CHAMPIONSHIP_CHAMPIONSHIP_NAMES_H

/* A hash table from names to persons or matches, which makes a replay linear in its length. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lm_arena;

/* A table; all zero: no names. */
struct names {
    struct name_slot {
        const char *name; /* NULL: free */
        uint32_t value;
    } * slots;
    size_t capacity, count;
};

/* Return the value of ${name}; UINT32_MAX: none. */
uint32_t lm_names_get(const struct names *names, const char *name);

/* Give ${name}, which must outlive ${names}, the value ${value}, instead of an earlier one. false
 * when there is no memory. */
bool lm_names_put(struct names *names, struct lm_arena *arena, const char *name, uint32_t value);

#endif
