/* SPDX-License-Identifier: Apache-2.0 */
/* Pair every round of the vectors again and compare all their data: TAP on standard output. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../reference/dutch_2006.h"
#include "limmat/dutch_2006.h"
#include "limmat/pairing.h"
#include "packed.h"
#include "vectors_dutch_2006.h"

enum subject {
    STATUS,
    PAIRS,
    COLOUR_RULES,
    BYES,
    BRACKETS,
    LEVELS,
    ORDER,
    STANDINGS,
    REFERENCE,
    SUBJECTS
};

static const char *const names[SUBJECTS] = {
    [STATUS] = "rounds_that_cannot_be_paired_are_told",
    [PAIRS] = "pairs_boards_and_colours_are_as_expected",
    [COLOUR_RULES] = "every_colour_has_the_expected_rule",
    [BYES] = "byes_are_as_expected",
    [BRACKETS] = "residents_floaters_and_pairs_of_every_bracket_are_as_expected",
    [LEVELS] = "x_p_and_the_criteria_given_up_are_as_expected",
    [ORDER] = "numbers_follow_rating_title_and_name",
    [STANDINGS] = "final_standings_are_as_expected",
    [REFERENCE] = "the_reference_pairs_the_single_states_as_expected",
};

struct tally {
    unsigned checked[SUBJECTS], failed[SUBJECTS];
    int line;
    uint32_t round;
    struct lm_arena *arena;
};

static void judge(struct tally *tally, enum subject subject, bool holds)
{
    tally->checked[subject]++;
    if (holds)
        return;
    tally->failed[subject]++;
    printf("# line %d round %u: not so: %s\n", tally->line, tally->round, names[subject]);
}

static bool is_player(const struct vector *v, const struct lm_json *id, uint32_t player)
{
    return id != NULL && vector_player(v, id) == player;
}

/* After the first round the vectors call E5 "lot". */
static bool same_rule(const char *expected, const char *code)
{
    return strcmp(expected, code) == 0 || (strcmp(expected, "lot") == 0 && strcmp(code, "E5") == 0);
}

static void check_pairs(struct tally *tally, const struct vector *v, const struct lm_json *expected,
                        const struct lm_pairing *pairing)
{
    uint32_t i = 0;
    bool pairs = true, rules = true;
    for (const struct lm_json *game = lm_json_get(expected, "pairings")->first; game != NULL;
         game = game->next, i++) {
        const struct lm_pair *pair = &pairing->pairs[i];
        if (i >= pairing->pair_count || pair->black == LM_NOBODY ||
            !is_player(v, lm_json_get(game, "white"), pair->white) ||
            !is_player(v, lm_json_get(game, "black"), pair->black)) {
            pairs = false;
            continue;
        }
        rules &= same_rule(lm_json_string(lm_json_get(game, "rule")),
                           lm_system_named("dutch-2006", "")->colour_rules[pair->colour_rule].code);
    }
    judge(tally, PAIRS, pairs);
    judge(tally, COLOUR_RULES, rules);
    const struct lm_json *bye = lm_json_get(expected, "bye");
    bool has_bye = bye->type != LM_JSON_NULL;
    judge(tally, BYES,
          pairing->pair_count == i + (has_bye ? 1 : 0) &&
              (!has_bye || is_player(v, bye, pairing->pairs[i].white)));
}

/* Are ${ids} the ${players}, in any order? */
static bool same_players(const struct vector *v, const struct lm_json *ids, const uint32_t *players,
                         size_t count)
{
    size_t found = 0;
    for (const struct lm_json *id = ids->first; id != NULL; id = id->next)
        for (size_t i = 0; i < count; i++)
            found += is_player(v, id, players[i]);
    return found == count && ids->length == count;
}

/* The pairs ["pairs": [[a, b], ...]] are those made in bracket ${index}. */
static bool same_pairs(const struct vector *v, const struct lm_json *pairs,
                       const struct lm_pairing *pairing, size_t index)
{
    size_t made = 0, found = 0;
    for (uint32_t i = 0; i < pairing->pair_count; i++)
        made += pairing->pairs[i].bracket == index && pairing->pairs[i].black != LM_NOBODY;
    for (const struct lm_json *p = pairs->first; p != NULL; p = p->next) {
        uint32_t a = vector_player(v, p->first), b = vector_player(v, p->first->next);
        for (uint32_t i = 0; i < pairing->pair_count; i++) {
            const struct lm_pair *pair = &pairing->pairs[i];
            found += pair->bracket == index && ((pair->white == a && pair->black == b) ||
                                                (pair->white == b && pair->black == a));
        }
    }
    return made == found && found == pairs->length;
}

/* Return the value of the finding with ${code}; 0 if there is none. */
static int32_t value_of(const struct lm_bracket *bracket, const char *code)
{
    const struct lm_rule *rules = lm_system_named("dutch-2006", "")->criteria;
    for (size_t i = 0; i < bracket->finding_count; i++)
        if (strcmp(rules[bracket->findings[i].rule].code, code) == 0)
            return bracket->findings[i].values[0];
    return 0;
}

static int float_level(const struct lm_bracket *bracket, const char *last, const char *before)
{
    return value_of(bracket, last) > 0 ? 2 : value_of(bracket, before) > 0 ? 1 : 0;
}

static bool same_level(const struct lm_json *level, const struct lm_bracket *bracket)
{
    return vector_integer(level, "x") == value_of(bracket, "B4") &&
           vector_integer(level, "a7c") == value_of(bracket, "A7c") &&
           vector_integer(level, "b2") == value_of(bracket, "B2") &&
           vector_integer(level, "drop_down") == float_level(bracket, "B5d", "B6d") &&
           vector_integer(level, "drop_up") == float_level(bracket, "B5u", "B6u");
}

static void check_brackets(struct tally *tally, const struct vector *v,
                           const struct lm_json *expected, const struct lm_pairing *pairing)
{
    size_t i = 0;
    const struct lm_json *brackets = lm_json_get(expected, "brackets");
    bool same = brackets->length == pairing->bracket_count;
    for (const struct lm_json *e = brackets->first; e != NULL && same; e = e->next, i++) {
        const struct lm_bracket *bracket = &pairing->brackets[i];
        int32_t score = 0;
        same = lm_json_tenths(lm_json_get(e, "score"), &score) && score == bracket->score &&
               same_players(v, lm_json_get(e, "players"), bracket->residents,
                            bracket->resident_count) &&
               (e->next == NULL || /* the last one: at most the bye */
                same_players(v, lm_json_get(e, "moved_down"), bracket->floaters,
                             bracket->floater_count)) &&
               same_pairs(v, lm_json_get(e, "pairs"), pairing, i);
        const struct lm_json *level = lm_json_get(e, "level");
        if (same && level != NULL)
            judge(tally, LEVELS, same_level(level, bracket));
    }
    judge(tally, BRACKETS, same);
}

static void check_round(struct tally *tally, const struct vector *v, const struct lm_json *expected,
                        struct lm_arena *arena)
{
    const struct lm_pair_request request = {.want = LM_WANT_REASONS, .player = LM_NOBODY};
    struct lm_pairing *pairing = NULL;
    enum lm_status status = lm_pair_round(lm_system_named("dutch-2006", ""), v->t, tally->round,
                                          &request, arena, NULL, &pairing);
    bool possible = strcmp(lm_json_string(lm_json_get(expected, "status")), "ok") == 0;
    judge(tally, STATUS, status == (possible ? LM_OK : LM_NO_PAIRING));
    if (status != LM_OK || !possible)
        return;
    check_pairs(tally, v, expected, pairing);
    check_brackets(tally, v, expected, pairing);
}

/* "average_opponents" has three decimals: is it ${place}'s, rounded? */
static bool same_average(const struct lm_json *row, const struct lm_dutch_2006_place *place)
{
    int64_t games = place->opponents > 0 ? place->opponents : 1;
    double expected = strtod(lm_json_get(row, "average_opponents")->text, NULL);
    double found = (double)place->opponent_ratings / (double)games;
    return expected - found < 0.00051 && found - expected < 0.00051;
}

static bool same_head_to_head(const struct lm_json *row, const struct lm_dutch_2006_place *place)
{
    int32_t points = 0;
    const struct lm_json *node = lm_json_get(row, "head_to_head");
    if (!place->tied_first)
        return node->type == LM_JSON_NULL;
    return lm_json_tenths(node, &points) && points == place->head_to_head;
}

static void check_standings(struct tally *tally, const struct vector *v, struct lm_arena *arena)
{
    uint32_t i = 0;
    struct lm_dutch_2006_place *places = lm_arena_alloc(arena, v->t->player_count, sizeof *places);
    bool same = places != NULL && lm_dutch_2006_standings(v->t, 0, arena, places) == LM_OK;
    for (const struct lm_json *row = v->standings->first; row != NULL && same;
         row = row->next, i++) {
        int32_t points = 0;
        bool by_lot = false;
        same = is_player(v, lm_json_get(row, "id"), places[i].player) &&
               lm_json_tenths(lm_json_get(row, "points"), &points) && points == places[i].points &&
               same_head_to_head(row, &places[i]) && same_average(row, &places[i]) &&
               lm_json_boolean(lm_json_get(row, "by_lot"), &by_lot) && by_lot == places[i].by_lot;
    }
    judge(tally, STANDINGS, same);
}

static void check_order(struct tally *tally, const struct vector *v, struct lm_arena *arena)
{
    uint32_t *order = lm_arena_alloc(arena, v->t->player_count, sizeof *order);
    bool same = order != NULL && lm_dutch_2006_order(v->t, arena, order) == LM_OK;
    for (uint32_t i = 0; i < v->t->player_count && same; i++)
        same = order[i] == i;
    judge(tally, ORDER, same);
}

static void check_tournament(const struct lm_json *object, void *context)
{
    struct tally *tally = context;
    struct lm_mark mark = lm_arena_mark(tally->arena);
    struct vector v = vector_read(object, tally->arena);
    tally->line++;
    tally->round = 1;
    check_order(tally, &v, tally->arena);
    for (const struct lm_json *e = v.expected->first; e != NULL; e = e->next, tally->round++) {
        check_round(tally, &v, e, tally->arena);
        if (tally->round <= v.rounds)
            vector_enter(&v, tally->round);
    }
    check_standings(tally, &v, tally->arena);
    lm_arena_reset(tally->arena, mark);
}

/* ---- Single states: the engine and the literal reference ---- */

/* The records so far as the reference has them, whose players are in the same order. */
static void describe(const struct lm_tournament *t, uint32_t round, struct old_tournament *old)
{
    static const enum old_result results[] = {
        [LM_WIN] = OLD_WIN,           [LM_DRAW] = OLD_DRAW,
        [LM_LOSS] = OLD_LOSS,         [LM_FORFEIT_WIN] = OLD_FORFEIT_WIN,
        [LM_PAB] = OLD_BYE,           [LM_FORFEIT_LOSS] = OLD_FORFEIT_LOSS,
        [LM_ADJOURNED] = OLD_DRAW,    [LM_ZERO_BYE] = OLD_ABSENT,
        [LM_HALF_BYE] = OLD_HALF_BYE,
    };
    memset(old, 0, sizeof *old);
    old->players = (int)t->player_count;
    old->rounds_total = (int)t->rounds_total;
    old->round = (int)round;
    old->white_first = t->initial_colour == LM_WHITE;
    for (uint32_t i = 0; i < t->player_count; i++) {
        old->absent[i] = t->players[i].withdrawn != 0 && t->players[i].withdrawn <= round;
        for (uint32_t r = 1; r < round; r++) {
            const struct lm_record *record = lm_record_of(t, i, r);
            bool met = record->opponent != LM_NOBODY;
            old->game[i][r - 1] =
                (struct old_game){.opponent = met ? (int)record->opponent : -1,
                                  .colour = record->colour == LM_WHITE ? 'W' : 'B',
                                  .result = results[record->result]};
        }
    }
    for (size_t i = 0; i < t->bye_count; i++)
        if (t->byes[i].round == round)
            old->absent[t->byes[i].player] = true;
}

/* The pairs of ${expected} and its bye are those of ${pairing}. */
static bool is_expected(const struct vector *v, const struct lm_json *expected,
                        const struct old_pairing *pairing)
{
    size_t made = 0;
    bool same = true;
    const struct lm_json *games = lm_json_get(expected, "pairings");
    for (const struct lm_json *g = games->first; g != NULL; g = g->next) {
        uint32_t white = vector_player(v, lm_json_get(g, "white"));
        same &= pairing->opponent[white] == (int)vector_player(v, lm_json_get(g, "black")) &&
                pairing->colour[white] == 'W';
    }
    for (uint32_t i = 0; i < v->t->player_count; i++)
        made += pairing->opponent[i] >= 0;
    const struct lm_json *bye = lm_json_get(expected, "bye");
    int who = bye->type == LM_JSON_NULL ? -1 : (int)vector_player(v, bye);
    return same && made == 2 * games->length && pairing->bye == who;
}

static void check_state(const struct lm_json *object, void *context)
{
    struct tally *tally = context;
    struct lm_mark mark = lm_arena_mark(tally->arena);
    struct vector v = vector_read(object, tally->arena);
    tally->line++;
    for (uint32_t round = 1; round <= v.rounds; round++)
        vector_enter(&v, round);
    tally->round = v.rounds + 1;
    check_round(tally, &v, v.expected->first, tally->arena);
    struct old_tournament old;
    struct old_pairing pairing;
    describe(v.t, tally->round, &old);
    judge(tally, REFERENCE,
          old_pair(&old, &pairing) && is_expected(&v, v.expected->first, &pairing));
    lm_arena_reset(tally->arena, mark);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc != 3 || lm_arena_new(&tally.arena, NULL, 0) != LM_OK)
        return 1;
    for_each_packed(argv[1], check_tournament, &tally);
    for_each_packed(argv[2], check_state, &tally);
    printf("1..%d\n", SUBJECTS);
    for (int i = 0; i < SUBJECTS; i++) {
        bool ok = tally.failed[i] == 0 && tally.checked[i] > 0;
        printf("%s %d - dutch-2006/%s # %u checked, %u differ\n", ok ? "ok" : "not ok", i + 1,
               names[i], tally.checked[i], tally.failed[i]);
    }
    lm_arena_free(tally.arena);
    return 0;
}
