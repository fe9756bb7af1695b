/* SPDX-License-Identifier: Apache-2.0 */
/* Answers about a knock-out: why two players meet, and why a player has no match. */
#include "pairing/why_parts.h"

#include "limmat/knock_out.h"
#include "limmat/words.h"
#include "pairing/knock_out.h"

void lm_why_answer_bracket(struct asking *a, const struct lm_pair *pair)
{
    const struct lm_rule *rule = &a->system->opponent_rules[pair->opponent_rule];
    const struct lm_player *players = a->p->tournament->players;
    uint32_t opponent = why_opponent(pair, a->player);
    struct lm_why *why = lm_why_begin(a, LM_WHY_OPPONENT, NULL, opponent);
    if (why == NULL)
        return;
    const struct lm_value values[] = {lm_why_person(a, "other", opponent),
                                      lm_value_number("mine", players[a->player].tpn),
                                      lm_value_number("theirs", players[opponent].tpn)};
    why_take_rule(why, rule);
    why->key = rule->reason;
    why->text = lm_why_say(a, why->key, values, sizeof values / sizeof *values);
}

/* Return the match of ${round} with the asking player; NULL: none. */
static const struct lm_knock_out_match *own_match(const struct asking *a,
                                                  const struct lm_knock_out *k, uint32_t round)
{
    for (size_t i = 0; i < k->count; i++)
        if (k->matches[i].round == round &&
            (k->matches[i].sides[0] == a->player || k->matches[i].sides[1] == a->player))
            return &k->matches[i];
    return NULL;
}

bool lm_why_answer_no_match(struct asking *a, struct lm_why *why)
{
    struct lm_knock_out k;
    uint32_t last = a->p->round;
    if (lm_knock_out_of(a->p->tournament, a->p->round - 1, a->arena, &k) != LM_OK) {
        a->failed = true;
        return false;
    }
    const struct lm_knock_out_match *match = own_match(a, &k, last);
    while (match == NULL && last > 1)
        match = own_match(a, &k, --last);
    if (match == NULL)
        return false;
    uint32_t other = match->sides[match->sides[0] == a->player];
    const struct lm_value values[] = {lm_why_person(a, "other", other),
                                      lm_value_number("round", a->p->round),
                                      lm_value_number("last", last)};
    bool out = last < a->p->round;
    if (!out && other != LM_NOBODY && a->p->seat_of[a->player] == LM_NOBODY)
        return false; /* the player's own absence is on record */
    why->key = out                  ? LM_KEY("absence.bracket-out")
               : other == LM_NOBODY ? LM_KEY("absence.bracket-bye")
                                    : LM_KEY("absence.bracket-won");
    why->article = out ? "Knock-out 4" : other == LM_NOBODY ? "Knock-out 2.4" : "Knock-out 4.5";
    why->text = lm_why_say(a, why->key, values, sizeof values / sizeof *values);
    return true;
}

const char *lm_why_not_in_bracket(const struct asking *a, uint32_t *round)
{
    uint32_t board, size = 1u << lm_knock_out_rounds(a->p->tournament->player_count);
    uint32_t mine = lm_bracket_slot(a->player, size), theirs = lm_bracket_slot(a->against, size);
    for (*round = 0; mine != theirs; ++*round) {
        mine /= 2;
        theirs /= 2;
    }
    if (lm_pairing_of_player(a->pairing, a->against, &board) == NULL && *round <= a->p->round)
        return LM_KEY("against.bracket-out");
    return LM_KEY("against.bracket");
}
