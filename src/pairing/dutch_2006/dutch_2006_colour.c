/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/words.h"
#include "pairing/colour.h"
#include "pairing/dutch_2006/dutch_2006.h"

enum { E1, E2, E3, E4, E5, NONE };

const struct lm_rule lm_dutch_2006_colour_rules[] = {
    [E1] = {"E1", "C.04.1 E1 (2006)", "both colour preferences granted",
            .reason = LM_KEY("colour.both"), .plain = LM_KEY("colour.one"),
            .own = LM_KEY("colour.bent")},
    [E2] = {"E2", "C.04.1 E2 (2006)", "the stronger colour preference granted",
            .reason = LM_KEY("colour.stronger"), .own = LM_KEY("colour.bent")},
    [E3] = {"E3", "C.04.1 E3, F3 (2006)",
            "colours alternate from the most recent round in which they differed",
            .reason = LM_KEY("colour.alternate"), .own = LM_KEY("colour.bent")},
    [E4] = {"E4", "C.04.1 E4 (2006)", "the higher ranked player's colour preference granted",
            .reason = LM_KEY("colour.higher"), .own = LM_KEY("colour.bent")},
    [E5] = {"E5", "C.04.1 E5 (2006)", "by the drawing of lots and the pairing number",
            .reason = LM_KEY("colour.lot-number")},
    [NONE] = {0},
};

/* Does the higher ranked player ${a} get White against ${b}? */
static bool gets_white(const struct field *field, const struct bracket *bracket, uint32_t a,
                       uint32_t b, uint8_t *rule)
{
    const struct entrant *x = &field->entrants[bracket->players[a]];
    const struct entrant *y = &field->entrants[bracket->players[b]];
    uint8_t mine = bracket->wish[a], theirs = bracket->wish[b];
    *rule = E1;
    if (mine != theirs)
        return mine != LM_NO_COLOUR ? mine == LM_WHITE : theirs == LM_BLACK;
    if (mine == LM_NO_COLOUR) {
        *rule = E5;
        bool odd = x->seat->tpn % 2 == 1;
        return odd == (field->position->initial_colour == LM_WHITE);
    }
    if (x->strength != y->strength) {
        *rule = E2;
        return (x->strength > y->strength) == (mine == LM_WHITE);
    }
    enum lm_colour last = lm_last_different_colour(x->seat, y->seat);
    *rule = last != LM_NO_COLOUR ? E3 : E4;
    return last != LM_NO_COLOUR ? last == LM_BLACK : mine == LM_WHITE;
}

struct lm_pair lm_dutch_2006_colours(const struct field *field, const struct bracket *bracket,
                                     uint32_t a, uint32_t b)
{
    const struct entrant *x = &field->entrants[bracket->players[a]];
    const struct entrant *y = &field->entrants[bracket->players[b]];
    uint8_t rule;
    bool white = gets_white(field, bracket, a, b, &rule);
    struct lm_pair pair = lm_pair_of(field->position, x->seat_index, y->seat_index, white, 0);
    pair.colour_rule = rule;
    return pair;
}

struct lm_pair lm_dutch_2006_bye(const struct field *field, const struct bracket *bracket,
                                 uint32_t position)
{
    const struct entrant *who = &field->entrants[bracket->players[position]];
    struct lm_pair pair = lm_pair_of(field->position, who->seat_index, LM_NOBODY, true, 0);
    pair.colour_rule = NONE;
    return pair;
}
