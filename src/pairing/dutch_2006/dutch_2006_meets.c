/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/bits.h"
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * Legal pairs: B1, B2.  The walk looks up few pairs of a field; callers that need most of them make
 * a table of bits first, unless the field is too large for one.
 */
enum { TABLE_ENTRANTS = 2048 };

struct meets *lm_dutch_2006_meets(const struct field *field)
{
    struct meets *meets = lm_arena_alloc(field->arena, 1, sizeof *meets);
    if (meets == NULL || field->count > TABLE_ENTRANTS)
        return meets;
    meets->words = lm_set_words((int32_t)field->count);
    meets->row = lm_arena_alloc(field->arena, field->count, meets->words * sizeof *meets->row);
    return meets->row != NULL ? meets : NULL;
}

uint64_t *lm_dutch_2006_set(const struct field *field)
{
    return lm_arena_alloc(field->arena, lm_set_words((int32_t)field->count), sizeof(uint64_t));
}

/* B2 */
static bool is_closed(const struct entrant *x, const struct entrant *y)
{
    return x->strength == ABSOLUTE && y->strength == ABSOLUTE && x->wish == y->wish &&
           !(x->may_break_b2 && y->may_break_b2);
}

static void fill_row(const struct field *field, const uint32_t *entrant_of, uint32_t a,
                     uint64_t *row)
{
    const struct entrant *x = &field->entrants[a];
    lm_set_insert_all(row, 0, field->count);
    lm_set_drop(row, (int32_t)a);
    for (uint32_t b = 0; b < field->count && x->strength == ABSOLUTE; b++)
        if (is_closed(x, &field->entrants[b]))
            lm_set_drop(row, (int32_t)b);
    for (uint32_t i = 0; i < x->seat->barred_count; i++)
        lm_set_drop(row, (int32_t)entrant_of[x->seat->barred[i]]);
}

enum lm_status lm_dutch_2006_make_table(const struct field *field)
{
    struct meets *meets = field->meets;
    struct lm_mark mark = lm_arena_mark(field->arena);
    if (meets->row == NULL || meets->made)
        return LM_OK;
    uint32_t *entrant_of = lm_arena_alloc(field->arena, field->count, sizeof *entrant_of);
    if (entrant_of == NULL)
        return LM_LIMIT;
    for (uint32_t a = 0; a < field->count; a++)
        entrant_of[field->entrants[a].seat_index] = a;
    for (uint32_t a = 0; a < field->count; a++)
        fill_row(field, entrant_of, a, meets->row + a * meets->words);
    meets->made = true;
    lm_arena_reset(field->arena, mark);
    return LM_OK;
}

bool lm_dutch_2006_legal(const struct field *field, uint32_t a, uint32_t b)
{
    if (field->meets->made)
        return lm_set_holds(field->meets->row + a * field->meets->words, (int32_t)b);
    const struct entrant *x = &field->entrants[a], *y = &field->entrants[b];
    return !is_closed(x, y) && !lm_is_barred(field->position, x->seat_index, y->seat_index);
}

bool lm_dutch_2006_meets_any(const struct field *field, uint32_t entrant, const uint64_t *among)
{
    const struct meets *meets = field->meets;
    for (size_t w = 0; meets->made && w < meets->words; w++)
        if ((meets->row[entrant * meets->words + w] & among[w]) != 0)
            return true;
    for (uint32_t other = 0; !meets->made && other < field->count; other++)
        if (other != entrant && lm_set_holds(among, (int32_t)other) &&
            lm_dutch_2006_legal(field, entrant, other))
            return true;
    return false;
}

uint32_t lm_dutch_2006_meets_of(const struct field *field, uint32_t entrant, const uint64_t *among)
{
    uint32_t count = 0;
    for (uint32_t other = 0; other < field->count; other++)
        count += lm_set_holds(among, (int32_t)other) && lm_dutch_2006_legal(field, entrant, other);
    return count;
}

void lm_dutch_2006_alone(const struct field *field, const uint32_t *entrant, uint32_t count,
                         bool *alone)
{
    for (uint32_t i = 0; i < count; i++) {
        alone[i] = true;
        for (uint32_t k = 0; k < count && alone[i]; k++)
            alone[i] = i == k || !lm_dutch_2006_legal(field, entrant[i], entrant[k]);
    }
}
