/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/dutch_2006/dutch_2006.h"

static const struct entrant *at(const struct search *s, uint32_t position)
{
    return &s->field->entrants[s->bracket->players[position]];
}

/* A7(c): would preferences that count as absolute clash, where B2 would not forbid it? */
static bool like_absolute_clash(const struct entrant *a, const struct entrant *b)
{
    return a->wish == b->wish && a->strength >= LIKE_ABSOLUTE && b->strength >= LIKE_ABSOLUTE &&
           (a->strength == LIKE_ABSOLUTE || b->strength == LIKE_ABSOLUTE);
}

/*
 * B5 and B6 for a pair of unequal scores (A4): the lower one gets an upfloat, the higher one a
 * downfloat.  But where moved-down players are paired first every opponent would repeat it: that
 * test was made in the bracket they left.
 */
static bool floats_allowed(const struct search *s, uint32_t a, uint32_t b, int down, int up)
{
    if (at(s, a)->score == at(s, b)->score)
        return true;
    bool paired_first = a < s->target.moved;
    return lm_dutch_2006_may_float(at(s, b), LM_UPFLOAT, up) &&
           (paired_first || lm_dutch_2006_may_float(at(s, a), LM_DOWNFLOAT, down));
}

/* Can ${a} < ${b} be a pair by the division into S1 and S2, and by the caller's conditions? */
static bool admitted(const struct search *s, uint32_t a, uint32_t b)
{
    if (b < s->target.moved)
        return false;
    if (s->must_float != NULL && (s->must_float[a] || s->must_float[b]))
        return false;
    if (s->forced[0] == NO_PARTNER)
        return true;
    bool first = a == s->forced[0] || a == s->forced[1];
    bool second = b == s->forced[0] || b == s->forced[1];
    return first == second;
}

/* Return what a pair of positions ${a} and ${b} gives up. */
static struct cost cost_of(const struct search *s, uint32_t a, uint32_t b)
{
    const struct entrant *x = at(s, a), *y = at(s, b);
    const uint8_t *wish = s->bracket->wish;
    bool both = x->wish == y->wish && x->strength == ABSOLUTE && y->strength == ABSOLUTE;
    return (struct cost){.part = {[COST_B2] = both,
                                  [COST_A7C] = like_absolute_clash(x, y),
                                  [COST_B4] = wish[a] == wish[b] && wish[a] != LM_NO_COLOUR}};
}

bool lm_dutch_2006_edge(const struct search *s, uint32_t a, uint32_t b, int down, int up,
                        struct cost *cost)
{
    if (a > b) {
        uint32_t higher = b;
        b = a;
        a = higher;
    }
    const uint32_t *players = s->bracket->players;
    if (!lm_dutch_2006_legal(s->field, players[a], players[b]) || !admitted(s, a, b) ||
        !floats_allowed(s, a, b, down, up))
        return false;
    *cost = cost_of(s, a, b);
    return true;
}

uint8_t lm_dutch_2006_bound(const struct search *s, int32_t *x)
{
    uint32_t wishes[LM_BLACK + 1] = {0}, count = s->bracket->count;
    for (uint32_t i = 0; i < count; i++)
        wishes[s->bracket->wish[i]]++;
    *x = (int32_t)lm_dutch_2006_x(count, s->target.moved + s->target.rest, wishes[LM_WHITE],
                                  wishes[LM_BLACK]);
    if (*x == 0)
        return LM_NO_COLOUR;
    return wishes[LM_WHITE] > wishes[LM_BLACK] ? LM_WHITE : LM_BLACK;
}

bool lm_dutch_2006_is_not_needed(const struct search *s, uint8_t larger, uint32_t position)
{
    return larger == LM_NO_COLOUR || s->bracket->wish[position] == larger;
}

bool lm_dutch_2006_is_strict(const struct search *s, uint8_t larger, uint32_t a, uint32_t b,
                             const struct cost *cost)
{
    if (cost->part[COST_B2] + cost->part[COST_A7C] > 0)
        return false;
    if (larger == LM_NO_COLOUR)
        return cost->part[COST_B4] == 0;
    return lm_dutch_2006_is_not_needed(s, larger, a) || lm_dutch_2006_is_not_needed(s, larger, b);
}

bool lm_dutch_2006_leaver(const struct search *s, uint32_t position, int down)
{
    const struct entrant *who = at(s, position);
    if (position < s->target.moved || (s->may_float != NULL && !s->may_float[position]))
        return false;
    if (position == s->forced[0] || position == s->forced[1])
        return false;
    if (s->bracket->lowest && who->seat->pab_barred) /* B1(b) */
        return false;
    return lm_dutch_2006_may_float(who, LM_DOWNFLOAT, down);
}

bool lm_dutch_2006_before(const struct outcome *a, const struct outcome *b)
{
    size_t common = a->key_length < b->key_length ? a->key_length : b->key_length;
    for (size_t i = 0; i < common; i++)
        if (a->key[i] != b->key[i])
            return a->key[i] < b->key[i];
    return a->key_length < b->key_length;
}

/* Counting ends the search in nearly every bracket; where it does not, a largest matching shows
 * that there is no pairing before any weights are used. */
enum lm_status lm_dutch_2006_search(const struct search *search, struct outcome *out,
                                    uint32_t *most)
{
    enum lm_status status = lm_dutch_2006_walk(search, out);
    if (status != LM_NO_PAIRING)
        return status;
    *most = search->target.moved + search->target.rest;
    status = lm_dutch_2006_make_table(search->field);
    if (status == LM_OK && !search->reached)
        status = lm_dutch_2006_most(search, most);
    if (status != LM_OK)
        return status;
    if (*most == LESS_THAN_NEEDED || *most < search->target.moved + search->target.rest)
        return LM_NO_PAIRING;
    return lm_dutch_2006_best(search, out);
}
