/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/colour.h"

#include <stdlib.h>

#define IN_2026(number) number, "C.04.3 art. " number
#define IN_2017(number) number, "C.04.3 " number

const struct lm_rule lm_dutch_colour_rules[] = LM_DUTCH_COLOUR_RULES(
    IN_2026("5.2.1"), IN_2026("5.2.2"), IN_2026("5.2.3"), IN_2026("5.2.4"), IN_2026("5.2.5"));

const struct lm_rule lm_dutch_2017_colour_rules[] = LM_DUTCH_COLOUR_RULES(
    IN_2017("E.1"), IN_2017("E.2"), IN_2017("E.3"), IN_2017("E.4"), IN_2017("E.5"));

enum lm_colour lm_last_different_colour(const struct lm_seat *a, const struct lm_seat *b)
{
    for (uint16_t back = 1; back <= a->games && back <= b->games; back++) {
        uint8_t mine = a->colours[a->games - back];
        if (mine != b->colours[b->games - back])
            return (enum lm_colour)mine;
    }
    return LM_NO_COLOUR;
}

/* Art. 5.2.2: return which of two players with the same preference has the stronger claim; 0:
 * neither. */
static int stronger(const struct lm_seat *a, const struct lm_seat *b)
{
    if (a->strength != b->strength)
        return a->strength > b->strength ? 1 : -1;
    if (a->strength != LM_ABSOLUTE)
        return 0;
    int mine = abs(a->colour_difference), theirs = abs(b->colour_difference);
    return mine > theirs ? 1 : mine < theirs ? -1 : 0;
}

bool lm_dutch_gets_white(const struct lm_position *p, uint32_t a, uint32_t b,
                         enum lm_dutch_colour_rule *rule)
{
    const struct lm_seat *x = &p->seats[a], *y = &p->seats[b];
    *rule = LM_COLOUR_BOTH;
    if (x->wish != y->wish)
        return x->wish != LM_NO_COLOUR ? x->wish == LM_WHITE : y->wish == LM_BLACK;
    if (x->wish == LM_NO_COLOUR) {
        *rule = LM_COLOUR_INITIAL;
        return x->odd == (p->initial_colour == LM_WHITE);
    }
    int claim = stronger(x, y);
    if (claim != 0) {
        *rule = LM_COLOUR_STRONGER;
        return (claim > 0) == (x->wish == LM_WHITE);
    }
    enum lm_colour last = lm_last_different_colour(x, y);
    if (last != LM_NO_COLOUR) {
        *rule = LM_COLOUR_ALTERNATE;
        return last == LM_BLACK;
    }
    *rule = LM_COLOUR_HIGHER;
    return x->wish == LM_WHITE;
}

struct lm_pair lm_pair_of(const struct lm_position *p, uint32_t a, uint32_t b, bool first,
                          size_t bracket)
{
    struct lm_pair pair = {.white = p->seats[a].player,
                           .black = LM_NOBODY,
                           .bracket = (uint16_t)bracket,
                           .white_score = p->seats[a].score};
    if (b == LM_NOBODY)
        return pair;
    const struct lm_seat *white = &p->seats[first ? a : b], *black = &p->seats[first ? b : a];
    pair.white = white->player;
    pair.black = black->player;
    pair.white_score = white->score;
    pair.black_score = black->score;
    return pair;
}
