/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2006/dutch_2006.h"

/*
 * D1, walked from its start.
 *
 * At the strictest possible level (x by A8, which no pairing of the bracket can undercut; all of
 * A7(c), B2, B5, B6 in force) the pairs are set one after another, each with the first S2 player
 * that is allowed and leaves the others able to keep within x as far as *counting* preferences
 * decides.  A dead end is left by the usual step back.  Whatever is skipped has no completion, so
 * the first complete pairing is the first one in the order of D1; and without exchanges it is the
 * first of all.  When the group needs an exchange, or after too many steps, the walk gives up
 * without an answer; dutch_2006_best.c then decides by matching.
 *
 * The moved-down players' partners are part of the same walk, but another choice of them is worth
 * trying only after all exchanges of the remainder group have failed.  So a step back from the
 * remainder group into them ends the walk too.
 */

struct kinds { /* players of a group by colour preference */
    int32_t count[3];
};

struct walk {
    const struct search *s;
    uint32_t pairs;
    uint32_t *top, *pick;      /* per pair: position of its S1 and S2 player */
    uint32_t *after;           /* per pair: the position after which to try */
    bool *used;                /* per position */
    struct kinds upper, lower; /* unpaired: S1 and S2 of the remainder group; before it is formed
                                  all are in ${lower} */
    int32_t x;                 /* pairs that can still miss a preference */
    uint64_t steps;            /* left */
    uint32_t backs;            /* steps back left where no player is moved down */
};

static int32_t positive(int32_t value)
{
    return value > 0 ? value : 0;
}

static uint8_t wish_of(const struct walk *w, uint32_t position)
{
    return w->s->bracket->wish[position];
}

/* Return the least number of pairs of the remaining players that will miss a preference: A8. */
static int32_t misses_ahead(const struct walk *w, uint32_t pairs_made)
{
    const int32_t *c = w->lower.count;
    uint32_t count = (uint32_t)(c[LM_NO_COLOUR] + c[LM_WHITE] + c[LM_BLACK]);
    return (int32_t)lm_dutch_2006_x(count, w->pairs - pairs_made, (uint32_t)c[LM_WHITE],
                                    (uint32_t)c[LM_BLACK]);
}

/* Return the same for pairs of one of ${upper} with one of ${lower}: players preferring White in
 * one group need players preferring Black, or without preference, in the other. */
static int32_t misses_across(const struct walk *w)
{
    const int32_t *u = w->upper.count, *l = w->lower.count;
    int32_t spare = l[0] + l[1] + l[2] - (u[0] + u[1] + u[2]);
    int32_t above =
        positive(u[LM_WHITE] - l[LM_BLACK]) + positive(u[LM_BLACK] - l[LM_WHITE]) - l[LM_NO_COLOUR];
    int32_t below = positive(l[LM_WHITE] - u[LM_BLACK]) + positive(l[LM_BLACK] - u[LM_WHITE]) -
                    u[LM_NO_COLOUR] - spare;
    return positive(above > below ? above : below);
}

/* C4, C5: form S1 and S2 of the remainder group, when the moved-down players have been paired. */
static void form_remainder(struct walk *w)
{
    uint32_t made = w->s->target.moved;
    if (made == w->pairs)
        return;
    for (uint32_t position = 0; made < w->pairs; position++) {
        if (w->used[position])
            continue;
        w->top[made] = position;
        w->upper.count[wish_of(w, position)]++;
        w->lower.count[wish_of(w, position)]--;
        made++;
    }
    w->after[w->s->target.moved] = w->top[w->pairs - 1];
}

static bool in_remainder(const struct walk *w, uint32_t pair)
{
    return pair >= w->s->target.moved;
}

static void count_pair(struct walk *w, uint32_t pair, int32_t by)
{
    struct kinds *side = in_remainder(w, pair) ? &w->upper : &w->lower;
    side->count[wish_of(w, w->top[pair])] += by;
    w->lower.count[wish_of(w, w->pick[pair])] += by;
    const uint8_t wish = wish_of(w, w->top[pair]);
    w->x += wish != LM_NO_COLOUR && wish == wish_of(w, w->pick[pair]) ? by : 0;
    w->used[w->top[pair]] = w->used[w->pick[pair]] = by < 0;
}

/* Pair ${top}[${pair}] with ${candidate}, if that is allowed and the rest can keep within x. */
static bool take(struct walk *w, uint32_t pair, uint32_t candidate)
{
    struct cost cost;
    if (!lm_dutch_2006_edge(w->s, w->top[pair], candidate, FLOATS_ALL, FLOATS_ALL, &cost) ||
        cost.part[COST_B2] + cost.part[COST_A7C] > 0)
        return false;
    w->pick[pair] = candidate;
    count_pair(w, pair, -1);
    if (w->x >= (in_remainder(w, pair) ? misses_across(w) : misses_ahead(w, pair + 1)))
        return true;
    count_pair(w, pair, 1);
    return false;
}

static bool leavers_allowed(const struct walk *w)
{
    for (uint32_t i = 0; i < w->s->bracket->count; i++)
        if (!w->used[i] && !lm_dutch_2006_leaver(w->s, i, FLOATS_ALL))
            return false;
    return true;
}

/* Choose the next S2 player for ${pair}. */
static bool advance(struct walk *w, uint32_t pair)
{
    for (uint32_t c = w->after[pair] + 1; c < w->s->bracket->count && w->steps > 0; c++) {
        if (w->used[c])
            continue;
        w->steps--;
        if (take(w, pair, c)) {
            w->after[pair] = c;
            return true;
        }
    }
    return false;
}

/* Walk D1 by steps forward and back; return false if that ended without a pairing. */
static bool run(struct walk *w)
{
    uint32_t pair = 0, moved = w->s->target.moved;
    if (moved == 0)
        form_remainder(w);
    while (pair < w->pairs || !leavers_allowed(w)) {
        if (pair < w->pairs && advance(w, pair)) {
            if (++pair == moved)
                form_remainder(w);
            else if (pair < w->pairs)
                w->after[pair] = pair < moved ? moved - 1 : w->top[w->pairs - 1];
            continue;
        }
        if (w->steps == 0 || pair == 0 || pair == moved || (moved == 0 && w->backs-- == 0))
            return false;
        count_pair(w, --pair, 1);
    }
    return true;
}

/* Return the limit of steps: larger brackets walk on for longer, because they can save more. */
static uint64_t steps_for(uint32_t count)
{
    return 16 * (uint64_t)count + 400;
}

static bool start(struct walk *w, const struct search *s)
{
    uint32_t count = s->bracket->count;
    struct lm_arena *arena = s->field->arena;
    *w = (struct walk){
        .s = s,
        .pairs = s->target.moved + s->target.rest,
        .steps = steps_for(count),
        .backs = count / 8,
        .top = lm_arena_alloc(arena, count, sizeof *w->top),
        .pick = lm_arena_alloc(arena, count, sizeof *w->pick),
        .after = lm_arena_alloc(arena, (size_t)count + 1, sizeof *w->after),
        .used = lm_arena_alloc(arena, count, sizeof *w->used),
    };
    if (w->top == NULL || w->pick == NULL || w->after == NULL || w->used == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        w->lower.count[wish_of(w, i)]++;
    for (uint32_t i = 0; i < s->target.moved; i++) {
        w->top[i] = i;
        w->after[i] = s->target.moved - 1;
    }
    w->x = misses_ahead(w, 0);
    return true;
}

/* Write the outcome of a finished walk; ${x} of A8. */
static enum lm_status finish(const struct walk *w, int32_t x, struct outcome *out)
{
    const struct search *s = w->s;
    uint32_t moved = s->target.moved;
    size_t length = COST_COUNT + 2 + w->pairs + 2, k = 0;
    struct outcome made = {.key_length = length};
    made.cost.part[COST_B4] = x;
    made.partner = lm_arena_alloc(s->field->arena, s->bracket->count, sizeof *made.partner);
    made.key = lm_arena_alloc(s->field->arena, length, sizeof *made.key);
    if (made.partner == NULL || made.key == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < s->bracket->count; i++)
        made.partner[i] = NO_PARTNER;
    made.key[COST_B4] = x;
    k = COST_COUNT + 2;
    for (uint32_t i = 0; i < w->pairs; i++) {
        made.partner[w->top[i]] = w->pick[i];
        made.partner[w->pick[i]] = w->top[i];
        k += i == moved ? 2 : 0; /* no exchange: both its numbers are 0 */
        made.key[k++] = (int32_t)w->pick[i];
    }
    *out = made;
    return LM_OK;
}

enum lm_status lm_dutch_2006_walk(const struct search *search, struct outcome *out)
{
    struct lm_mark mark = lm_arena_mark(search->field->arena);
    struct walk walk;
    if (!start(&walk, search))
        return LM_LIMIT;
    int32_t x = walk.x;
    if (run(&walk))
        return finish(&walk, x, out);
    lm_arena_reset(search->field->arena, mark);
    return LM_NO_PAIRING;
}
