/* SPDX-License-Identifier: Apache-2.0 */
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* What is few is inserted; of more the left half stands aside while both are merged. */
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
