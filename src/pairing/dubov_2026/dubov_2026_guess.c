/* SPDX-License-Identifier: Apache-2.0 */
#include "graph/matching.h"
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/legal.h"

/*
 * C.04.4.1 art. 3.2.1 and 3.2.2: the upfloaters, in the fastest way that proves itself right.
 *
 * A first guess is nearly always right: none where the residents are even in number, otherwise the
 * first by art. 4.2 of the next score who is due the colour that fewer of them are due, and not an
 * upfloater by [C8] or [C10].  If the bracket can then be paired with as few players against their
 * preference as the numbers allow, and the players below completely, every criterion is at its best
 * and all earlier players are worse by one of them.
 *
 * Otherwise weights decide (dubov_2026_upfloaters.c).
 */

enum lm_status lm_dubov_2026_rest_is_legal(const struct dubov26_bracket *b, bool *out)
{
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    uint32_t count = b->lower_count - (b->member_count - b->resident_count);
    *out = count == 0 ||
           (count % 2 == 0 && lm_legal_by_counting(count, b->d->most_barred, b->lower_musts));
    if (*out || count % 2 != 0)
        return LM_OK;
    uint32_t next = b->resident_count;
    uint32_t *rest = lm_arena_alloc(b->d->arena, b->lower_count, sizeof *rest);
    if (rest == NULL)
        return LM_LIMIT;
    count = 0;
    for (uint32_t i = 0; i < b->lower_count; i++)
        if (next < b->member_count && b->members[next] == b->lower[i])
            next++;
        else
            rest[count++] = b->lower[i];
    enum lm_status status = lm_all_legal(b->d->p, rest, count, b->d->arena, out);
    lm_arena_reset(b->d->arena, mark);
    return status;
}

/* Return the first player by art. 4.2 who is best under [C6] to [C10], when ${white} of the odd
 * number of residents are due White; LM_NOBODY: none of the next score is. */
static uint32_t likely_upfloater(const struct dubov26_bracket *b, uint32_t white)
{
    const struct lm_seat *seats = b->d->p->seats;
    enum lm_colour rarer = 2 * white < b->resident_count ? LM_WHITE : LM_BLACK;
    for (uint32_t i = 0; i < b->lower_count; i++) {
        const struct dubov26_seat *x = &b->d->seats[b->lower[i]];
        if (seats[b->lower[i]].score != seats[b->lower[0]].score)
            return LM_NOBODY;
        if (seats[b->lower[i]].wish == rarer && !x->maximum && !x->recent)
            return i;
    }
    return LM_NOBODY;
}

static enum lm_status guess(struct dubov26_bracket *b, bool *done)
{
    uint32_t white = 0, upfloater = LM_NOBODY;
    *done = false;
    for (uint32_t i = 0; i < b->resident_count; i++)
        white += b->d->p->seats[b->members[i]].wish == LM_WHITE;
    bool odd = b->resident_count % 2 != 0;
    if (odd && (upfloater = likely_upfloater(b, white)) == LM_NOBODY)
        return LM_OK;
    if (odd)
        b->members[b->member_count++] = b->lower[upfloater];
    enum lm_status status = lm_dubov_2026_rest_is_legal(b, done);
    if (status == LM_OK && *done)
        status = lm_dubov_2026_pair_plainly(b, done);
    if (!*done)
        b->member_count = b->resident_count;
    return status;
}

enum lm_status lm_dubov_2026_choose_upfloaters(struct dubov26_bracket *b, bool *done)
{
    b->member_count = b->resident_count;
    *done = false;
    enum lm_status status = b->d->way == DUBOV26_GUESS ? guess(b, done) : LM_OK;
    if (status != LM_OK || *done)
        return status;
    struct lm_mark mark = lm_arena_mark(b->d->arena);
    status = lm_dubov_2026_weigh_upfloaters(b);
    lm_arena_reset(b->d->arena, mark);
    return status;
}
