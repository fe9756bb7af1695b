/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost of a prescribed pair, or of a player leaving: once with each bracket solved exactly, and
 * once by counting types of players wherever that proves something.  For generated tournaments,
 * every alternative of every bracket must be the same, including the players named.  TAP.
 * forced_by_counting SYSTEM COUNT FIRST_SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/generate.h"
#include "limmat/random.h"
#include "limmat/rating.h"
#include "pairing/dutch/dutch.h"

enum { LEAST = 30, SPREAD = 171, ROUNDS = 9, NEVER = 1 << 30 };

struct counts {
    const struct dutch_edition *edition;
    const struct lm_system *system;
    unsigned rounds, alternatives, by_criterion, by_order, impossible, different, failed;
};

static struct lm_plan plan_of(uint64_t seed)
{
    static const uint32_t rates[] = {0, 20000, 60000};
    struct lm_random random = lm_random_fork(lm_random_from(seed), 1);
    struct lm_plan plan = lm_plan_default();
    plan.players = LEAST + (uint32_t)lm_random_below(&random, SPREAD);
    plan.rounds = ROUNDS;
    plan.expected = lm_rating_expected;
    for (int i = LM_CHANCE_UNRATED; i < LM_CHANCE_COUNT; i++) {
        plan.chances[i].rounds = &rates[lm_random_below(&random, 3)];
        plan.chances[i].count = 1;
    }
    plan.prohibitions = (uint32_t)lm_random_below(&random, plan.players);
    return plan;
}

static bool same_forced(const struct lm_forced *a, const struct lm_forced *b)
{
    bool same = a->possible == b->possible && a->decided == b->decided && a->rule == b->rule &&
                a->with == b->with && a->without == b->without &&
                (!a->possible || a->hurt_count == b->hurt_count);
    /* If nothing is possible, the players left over are an example: those of any largest matching.
     */
    for (size_t i = 0; same && a->possible && i < a->hurt_count && i < LM_FORCED_NAMED; i++)
        same = a->hurt[i].player == b->hurt[i].player && a->hurt[i].opponent == b->hurt[i].opponent;
    if (!same || !a->possible || a->decided)
        return same;
    return a->first == b->first && a->own == b->own && a->other == b->other &&
           a->exchanges == b->exchanges && a->up == b->up && a->down == b->down;
}

static bool same_alternative(const struct lm_alternative *a, const struct lm_alternative *b)
{
    return a->player == b->player && a->opponent == b->opponent && a->was_forced == b->was_forced &&
           a->possible == b->possible && a->later == b->later && a->rule == b->rule &&
           same_forced(&a->forced, &b->forced);
}

static void count_kinds(struct counts *c, const struct lm_alternative *a)
{
    c->alternatives++;
    c->impossible += !a->possible;
    c->by_order += a->later;
    c->by_criterion += a->possible && !a->later;
}

static void compare(struct counts *c, const struct lm_tournament *t, uint64_t seed,
                    const struct lm_pairing *exact, const struct lm_pairing *counted)
{
    for (size_t i = 0; i < exact->bracket_count; i++) {
        const struct lm_bracket *a = &exact->brackets[i], *b = &counted->brackets[i];
        if (a->moved_count + a->resident_count > DUTCH_WEIGHED_FOR_ALL)
            continue; /* nothing is solved there, so there is nothing to compare with */
        bool same = a->alternative_count == b->alternative_count;
        for (size_t k = 0; same && k < a->alternative_count; k++) {
            const struct lm_alternative *one = &a->alternatives[k];
            count_kinds(c, one);
            same = same_alternative(one, &b->alternatives[k]);
            if (!same)
                printf("# seed %llu, round %u, %u and %u: not the same\n", (unsigned long long)seed,
                       exact->round, t->players[one->player].tpn,
                       one->opponent == LM_NOBODY ? 0 : t->players[one->opponent].tpn);
        }
        c->different += !same;
    }
}

static enum lm_status pair(const struct counts *c, const struct lm_position *position,
                           uint32_t from, struct lm_arena *arena, struct lm_pairing **out)
{
    const struct lm_pair_request request = {.want = LM_WANT_ALTERNATIVES, .player = LM_NOBODY};
    uint32_t collapse;
    return lm_dutch_pair_round(c->edition, position, &request, from, arena, NULL, out, &collapse);
}

static enum lm_status compare_round(struct counts *c, const struct lm_tournament *t, uint32_t round,
                                    uint64_t seed, struct lm_arena *arena)
{
    struct lm_position *position;
    struct lm_pairing *exact, *counted;
    enum lm_status status = lm_position_new(t, round, &c->system->rules, arena, NULL, &position);
    if (status == LM_OK)
        status = pair(c, position, NEVER, arena, &exact);
    if (status == LM_OK)
        status = pair(c, position, 2, arena, &counted);
    c->rounds++;
    if (status == LM_OK)
        compare(c, t, seed, exact, counted);
    return status;
}

static void play(struct counts *c, uint64_t seed)
{
    struct lm_arena *arena, *scratch;
    struct lm_tournament *t;
    struct lm_plan plan = plan_of(seed);
    if (lm_arena_new(&arena, NULL, 0) != LM_OK || lm_arena_new(&scratch, NULL, 0) != LM_OK)
        abort();
    enum lm_status status = lm_generate(c->system, &plan, seed, arena, NULL, &t);
    for (uint32_t round = 2; status == LM_OK && round <= t->rounds_paired; round++) {
        struct lm_mark mark = lm_arena_mark(scratch);
        status = compare_round(c, t, round, seed, scratch);
        lm_arena_reset(scratch, mark);
    }
    c->failed += status != LM_OK;
    lm_arena_free(scratch);
    lm_arena_free(arena);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    bool current = strcmp(argv[1], "dutch-2026") == 0;
    struct counts c = {.edition = current ? &lm_dutch_edition_2026 : &lm_dutch_edition_2017,
                       .system = lm_system_named(argv[1], "")};
    uint64_t count = strtoull(argv[2], NULL, 10), first = strtoull(argv[3], NULL, 10);
    for (uint64_t seed = first; seed < first + count; seed++)
        play(&c, seed);
    bool good =
        c.different + c.failed == 0 && c.by_criterion > 0 && c.by_order > 0 && c.impossible > 0;
    printf("1..1\n%s 1 - counting_and_solving_tell_the_same # %u rounds, %u alternatives: %u by a "
           "criterion, %u by order, %u impossible; %u brackets differ, %u failed\n",
           good ? "ok" : "not ok", c.rounds, c.alternatives, c.by_criterion, c.by_order,
           c.impossible, c.different, c.failed);
    return !good;
}
