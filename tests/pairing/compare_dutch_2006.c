/* SPDX-License-Identifier: Apache-2.0 */
/* Small random tournaments paired by the engine and by the literal reference: TAP.
 * compare_dutch_2006 COUNT FIRST_SEED */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/dutch_2006.h"
#include "limmat/pairing.h"
#include "limmat/random.h"

struct play {
    struct lm_arena *arena;
    struct lm_random random;
    struct old_tournament old;
    struct lm_tournament *t;
    bool gone[OLD_PLAYERS];
    uint32_t trouble; /* frequency of irregularities, in percent */
    unsigned rounds, impossible, different;
};

static bool chance(struct play *p, uint32_t percent)
{
    return lm_random_below(&p->random, 100) < percent;
}

static bool start(struct play *p, uint64_t seed)
{
    p->random = lm_random_from(seed);
    uint32_t players = 2 + (uint32_t)lm_random_below(&p->random, 10);
    uint32_t rounds = 2 + (uint32_t)lm_random_below(&p->random, players + 2);
    p->trouble = (uint32_t)lm_random_below(&p->random, 4) * 5;
    memset(&p->old, 0, sizeof p->old);
    memset(p->gone, 0, sizeof p->gone);
    p->old.players = (int)players;
    p->old.rounds_total = (int)rounds;
    p->old.white_first = chance(p, 50);
    if (lm_tournament_new(p->arena, players, rounds, 1, &p->t) != LM_OK)
        return false;
    p->t->rounds_total = rounds;
    p->t->initial_colour = p->old.white_first ? LM_WHITE : LM_BLACK;
    for (uint32_t i = 0; i < players; i++) {
        p->t->players[i].tpn = i + 1;
        p->t->players[i].rating = 2500 - (int32_t)i;
    }
    return true;
}

/* Enter the record of ${player} for the round, on both sides. */
static void enter(struct play *p, uint32_t player, int opponent, char colour,
                  enum old_result result)
{
    static const enum lm_result letters[] = {[OLD_ABSENT] = LM_ZERO_BYE,
                                             [OLD_WIN] = LM_WIN,
                                             [OLD_DRAW] = LM_DRAW,
                                             [OLD_LOSS] = LM_LOSS,
                                             [OLD_FORFEIT_WIN] = LM_FORFEIT_WIN,
                                             [OLD_FORFEIT_LOSS] = LM_FORFEIT_LOSS,
                                             [OLD_BYE] = LM_PAB,
                                             [OLD_HALF_BYE] = LM_HALF_BYE};
    p->old.game[player][p->old.round - 1] =
        (struct old_game){.opponent = opponent, .colour = colour, .result = result};
    *lm_record_of(p->t, player, (uint32_t)p->old.round) =
        (struct lm_record){.opponent = opponent < 0 ? LM_NOBODY : (uint32_t)opponent,
                           .colour = colour == 'W'   ? LM_WHITE
                                     : colour == 'B' ? LM_BLACK
                                                     : LM_NO_COLOUR,
                           .result = (uint8_t)letters[result]};
}

/* false: no player is left to be paired. */
static bool draw_absences(struct play *p)
{
    uint32_t present = 0;
    for (uint32_t i = 0; i < p->t->player_count; i++) {
        p->gone[i] |= chance(p, p->trouble / 5);
        bool away = p->gone[i] || chance(p, p->trouble);
        p->old.absent[i] = away;
        present += !away;
        if (away)
            enter(p, i, -1, 0, !p->gone[i] && chance(p, 30) ? OLD_HALF_BYE : OLD_ABSENT);
    }
    return present > 0;
}

static void draw_result(struct play *p, uint32_t white, uint32_t black)
{
    static const struct {
        enum old_result white, black;
    } rows[] = {{OLD_WIN, OLD_LOSS},
                {OLD_DRAW, OLD_DRAW},
                {OLD_LOSS, OLD_WIN},
                {OLD_FORFEIT_WIN, OLD_FORFEIT_LOSS},
                {OLD_FORFEIT_LOSS, OLD_FORFEIT_WIN},
                {OLD_FORFEIT_LOSS, OLD_FORFEIT_LOSS}};
    size_t row = (size_t)lm_random_below(&p->random, 3) + (chance(p, p->trouble) ? 3 : 0);
    enter(p, white, (int)black, 'W', rows[row].white);
    enter(p, black, (int)white, 'B', rows[row].black);
}

static bool same(const struct lm_pairing *pairing, const struct old_pairing *old, uint32_t players)
{
    uint32_t paired = 0, expected = 0;
    for (uint32_t i = 0; i < players; i++)
        expected += old->opponent[i] >= 0 || old->bye == (int)i;
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        paired += pair->black == LM_NOBODY ? 1 : 2;
        if (pair->black == LM_NOBODY
                ? old->bye != (int)pair->white
                : old->opponent[pair->white] != (int)pair->black || old->colour[pair->white] != 'W')
            return false;
    }
    return paired == expected;
}

/* Pair the round with both; false: the tournament ends. */
static bool pair_round(struct play *p, uint64_t seed)
{
    const struct lm_pair_request request = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct lm_pairing *pairing = NULL;
    struct old_pairing old;
    enum lm_status status =
        lm_pair_round(lm_system_named("dutch-2006", ""), p->t, (uint32_t)p->old.round, &request,
                      p->arena, NULL, &pairing);
    bool possible = old_pair(&p->old, &old);
    p->rounds++;
    p->impossible += !possible;
    bool agree = status == (possible ? LM_OK : LM_NO_PAIRING) &&
                 (!possible || same(pairing, &old, p->t->player_count));
    if (!agree) {
        p->different++;
        printf("# seed %llu round %d: engine and reference differ\n", (unsigned long long)seed,
               p->old.round);
    }
    if (!agree || !possible)
        return false;
    for (uint32_t i = 0; i < pairing->pair_count; i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (pair->black == LM_NOBODY)
            enter(p, pair->white, -1, 0, OLD_BYE);
        else
            draw_result(p, pair->white, pair->black);
    }
    lm_tournament_count_rounds(p->t);
    return true;
}

static void play_tournament(struct play *p, uint64_t seed)
{
    struct lm_mark mark = lm_arena_mark(p->arena);
    bool goes_on = start(p, seed);
    for (int round = 1; goes_on && round <= p->old.rounds_total && round <= OLD_ROUNDS; round++) {
        p->old.round = round;
        goes_on = draw_absences(p) && pair_round(p, seed);
    }
    lm_arena_reset(p->arena, mark);
}

int main(int argc, char **argv)
{
    struct play play = {0};
    if (argc != 3 || lm_arena_new(&play.arena, NULL, 0) != LM_OK)
        return 1;
    uint64_t count = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10);
    for (uint64_t seed = first; seed < first + count; seed++)
        play_tournament(&play, seed);
    printf("1..1\n%s 1 - dutch-2006/engine_and_reference_agree # %llu tournaments, %u rounds, %u "
           "without a legal pairing, %u differ\n",
           play.different == 0 && play.rounds > 0 ? "ok" : "not ok", (unsigned long long)count,
           play.rounds, play.impossible, play.different);
    lm_arena_free(play.arena);
    return 0;
}
