/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Up to FEW items are sorted by insertion.  Of more, the left half is copied aside while both are
 * merged; up to HERE bytes need no memory for that. */
enum { FEW = 8, HERE = 1024 };

struct sorting {
    size_t size;
    int (*compare)(const void *, const void *);
    char *aside; /* half of all; one at least */
};

/* Most lists are of pointers or numbers, which a compiler moves without a call. */
static void move(const struct sorting *s, char *to, const char *from)
{
    if (s->size == sizeof(void *))
        memcpy(to, from, sizeof(void *));
    else
        memcpy(to, from, s->size);
}

static void insert(const struct sorting *s, char *all, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        char *at = all + i * s->size;
        size_t before = i;
        while (before > 0 && s->compare(all + (before - 1) * s->size, at) > 0)
            before--;
        if (before == i)
            continue;
        move(s, s->aside, at);
        memmove(all + (before + 1) * s->size, all + before * s->size, (i - before) * s->size);
        move(s, all + before * s->size, s->aside);
    }
}

static void merge(const struct sorting *s, char *all, size_t left, size_t right)
{
    const char *a = s->aside, *a_end = a + left * s->size;
    const char *b = all + left * s->size, *b_end = b + right * s->size;
    memcpy(s->aside, all, left * s->size);
    for (char *to = all; a < a_end; to += s->size)
        if (b < b_end && s->compare(a, b) > 0) {
            move(s, to, b);
            b += s->size;
        } else {
            move(s, to, a);
            a += s->size;
        }
}

static void sort(const struct sorting *s, char *all, size_t count)
{
    if (count <= FEW) {
        insert(s, all, count);
        return;
    }
    size_t left = count / 2;
    char *middle = all + left * s->size;
    sort(s, all, left);
    sort(s, middle, count - left);
    if (s->compare(middle - s->size, middle) > 0)
        merge(s, all, left, count - left);
}

void lm_sort(void *all, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    char here[HERE];
    size_t room = (count < 2 ? 1 : count / 2) * size;
    struct sorting s = {size, compare, room <= sizeof here ? here : malloc(room)};
    if (s.aside == NULL)
        qsort(all, count, size, compare);
    else
        sort(&s, all, count);
    if (s.aside != here)
        free(s.aside);
}

/* ---- By digits ---- */

enum { FEW_KEYED = 64, DIGIT = 8, DIGITS = 1 << DIGIT };

static void insert_keyed(struct lm_keyed *all, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct lm_keyed own = all[i];
        size_t k = i;
        for (; k > 0 && all[k - 1].key > own.key; k--)
            all[k] = all[k - 1];
        all[k] = own;
    }
}

/* Distribute ${from} into ${to} by the digit above ${shift}; equal ones keep their order. */
static void deal(const struct lm_keyed *from, struct lm_keyed *to, size_t count, unsigned shift)
{
    size_t starts[DIGITS] = {0}, next = 0;
    for (size_t i = 0; i < count; i++)
        starts[from[i].key >> shift & (DIGITS - 1)]++;
    for (size_t d = 0; d < DIGITS; d++) {
        size_t here = starts[d];
        starts[d] = next;
        next += here;
    }
    for (size_t i = 0; i < count; i++)
        to[starts[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
}

/* Return the bits that need sorting: those that differ, without the lower half if the list is
 * already sorted by it. */
static uint64_t bits_that_decide(const struct lm_keyed *all, size_t count)
{
    uint64_t differ = 0;
    bool sorted = true;
    for (size_t i = 1; i < count; i++) {
        differ |= all[i].key ^ all[0].key;
        sorted = sorted && (uint32_t)all[i - 1].key <= (uint32_t)all[i].key;
    }
    return sorted ? differ >> 32 << 32 : differ;
}

void lm_sort_keyed(struct lm_keyed *all, struct lm_keyed *aside, size_t count)
{
    if (count <= FEW_KEYED) {
        insert_keyed(all, count);
        return;
    }
    uint64_t differ = bits_that_decide(all, count);
    struct lm_keyed *from = all, *to = aside;
    for (unsigned shift = 0; shift < 64; shift += DIGIT)
        if ((differ >> shift & (DIGITS - 1)) != 0) {
            deal(from, to, count, shift);
            struct lm_keyed *dealt = to;
            to = from;
            from = dealt;
        }
    if (from != all)
        memcpy(all, from, count * sizeof *all);
}
