/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generated tournaments with all irregularities: no pairing breaks B1 or B2, and none is refused
 * where a legal one exists.  Legality is judged here from the records alone.  TAP.
 * generated_dutch_2006 COUNT FIRST_SEED
 */
#include <stdio.h>
#include <stdlib.h>

#include "limmat/generate.h"
#include "limmat/matching.h"
#include "limmat/random.h"
#include "limmat/rating.h"

enum { PLAYERS_MAX = 60 };

struct side { /* what a player's records say before a round */
    int32_t points;
    int difference, running; /* Whites less Blacks; the latest games of one colour: +2, -3 ... */
    bool free_point, present;
};

struct judge {
    const struct lm_tournament *t;
    uint32_t round;
    struct side side[PLAYERS_MAX];
};

static void read_round(struct side *side, const struct lm_record *record)
{
    side->free_point |= record->result == LM_PAB || record->result == LM_FORFEIT_WIN ||
                        record->result == LM_FULL_BYE;
    if (!lm_result_is_played((enum lm_result)record->result))
        return;
    int step = record->colour == LM_WHITE ? 1 : -1;
    side->difference += step;
    side->running = side->running * step > 0 ? side->running + step : step;
}

static struct judge judge_before(const struct lm_tournament *t, uint32_t round)
{
    struct judge j = {.t = t, .round = round};
    for (uint32_t i = 0; i < t->player_count; i++)
        for (uint32_t r = 1; r < round; r++) {
            j.side[i].points += lm_round_points(t, i, r);
            read_round(&j.side[i], lm_record_of(t, i, r));
        }
    return j;
}

/* B2: is the colour of ${step} (+1 White, -1 Black) closed to ${side}? */
static bool closed(const struct side *side, int step)
{
    return side->difference * step >= 2 || side->running * step >= 2;
}

static bool b2_applies(const struct judge *j, uint32_t a, uint32_t b)
{
    int32_t half = (int32_t)(j->round - 1) * 5;
    return j->round != j->t->rounds_total || j->side[a].points < half || j->side[b].points < half;
}

static bool met_before(const struct judge *j, uint32_t a, uint32_t b)
{
    for (uint32_t r = 1; r < j->round; r++) {
        const struct lm_record *record = lm_record_of(j->t, a, r);
        if (record->opponent == b && lm_result_is_played((enum lm_result)record->result))
            return true;
    }
    return false;
}

static bool legal_game(const struct judge *j, uint32_t white, uint32_t black)
{
    bool b2 = closed(&j->side[white], 1) || closed(&j->side[black], -1);
    return !met_before(j, white, black) && (!b2 || !b2_applies(j, white, black));
}

/* The round as recorded: everybody once, nothing against B1 and B2. */
static bool legal_round(const struct judge *j)
{
    uint32_t byes = 0;
    for (uint32_t i = 0; i < j->t->player_count; i++) {
        const struct lm_record *own = lm_record_of(j->t, i, j->round);
        if (own->result == LM_PAB && (j->side[i].free_point || byes++ > 0))
            return false;
        if (own->opponent == LM_NOBODY)
            continue;
        const struct lm_record *other = lm_record_of(j->t, own->opponent, j->round);
        if (other->opponent != i || other->colour == own->colour)
            return false;
        if (own->colour == LM_WHITE && !legal_game(j, i, own->opponent))
            return false;
    }
    return true;
}

static bool may_meet(const void *context, int32_t u, int32_t v, int64_t *value)
{
    const struct judge *j = context;
    uint32_t a = (uint32_t)u, b = (uint32_t)v, count = j->t->player_count;
    (void)value;
    if (a > b) {
        uint32_t lower = a;
        a = b;
        b = lower;
    }
    if (b == count) /* the bye */
        return j->side[a].present && !j->side[a].free_point;
    return j->side[a].present && j->side[b].present && (legal_game(j, a, b) || legal_game(j, b, a));
}

/* Could those present be paired at all? */
static bool can_be_paired(struct judge *j, struct lm_arena *arena)
{
    uint32_t present = 0, paired = 0, count = j->t->player_count;
    const struct lm_priorities most = {.most_pairs = true, .edge = may_meet, .context = j};
    int32_t mate[PLAYERS_MAX + 1];
    for (uint32_t i = 0; i < count; i++) {
        const struct lm_player *who = &j->t->players[i];
        enum lm_result own = j->round <= j->t->round_capacity
                                 ? (enum lm_result)lm_record_of(j->t, i, j->round)->result
                                 : LM_BLANK;
        j->side[i].present =
            !lm_result_is_bye(own) && (who->withdrawn == 0 || who->withdrawn > j->round);
        present += j->side[i].present;
    }
    for (size_t i = 0; i < j->t->bye_count; i++) {
        const struct lm_requested_bye *bye = &j->t->byes[i];
        if (bye->round == j->round && j->side[bye->player].present) {
            j->side[bye->player].present = false;
            present--;
        }
    }
    int32_t vertices = (int32_t)(count + present % 2);
    if (lm_matching_by_priorities(mate, arena, vertices, &most) != LM_OK)
        abort();
    for (uint32_t i = 0; i < count; i++)
        paired += mate[i] != LM_ALONE;
    return present > 0 && paired == present;
}

struct tally {
    unsigned tournaments, rounds, illegal, stopped, refused, crashed;
};

static void examine(struct tally *tally, const struct lm_tournament *t, struct lm_arena *arena,
                    uint64_t seed)
{
    tally->tournaments++;
    for (uint32_t round = 1; round <= t->rounds_paired; round++) {
        struct judge j = judge_before(t, round);
        tally->rounds++;
        if (legal_round(&j))
            continue;
        tally->illegal++;
        printf("# seed %llu round %u is illegal\n", (unsigned long long)seed, round);
    }
    if (t->rounds_paired >= t->rounds_total)
        return;
    /* The generator stopped here; who was absent then is not on record, so ask again. */
    const struct lm_pair_request request = {.want = LM_WANT_PAIRS, .player = LM_NOBODY};
    struct judge next = judge_before(t, t->rounds_paired + 1);
    struct lm_pairing *pairing;
    enum lm_status status = lm_pair_round(lm_system_named("dutch-2006", ""), t, next.round,
                                          &request, arena, NULL, &pairing);
    tally->stopped += status != LM_OK;
    if (status == LM_OK || !can_be_paired(&next, arena))
        return;
    tally->refused++;
    printf("# seed %llu round %u could be paired\n", (unsigned long long)seed, next.round);
}

static struct lm_plan plan_of(uint64_t seed)
{
    static const uint32_t rates[] = {0, 20000, 60000, 120000};
    struct lm_random random = lm_random_fork(lm_random_from(seed), 1);
    struct lm_plan plan = lm_plan_default();
    plan.players = 4 + (uint32_t)lm_random_below(&random, PLAYERS_MAX - 3);
    plan.rounds = 3 + (uint32_t)lm_random_below(&random, 12);
    plan.initial_colour = LM_NO_COLOUR;
    plan.expected = lm_rating_expected;
    for (int i = LM_CHANCE_UNRATED; i < LM_CHANCE_COUNT; i++) {
        plan.chances[i].rounds = &rates[lm_random_below(&random, 4)];
        plan.chances[i].count = 1;
    }
    return plan;
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    struct lm_arena *arena, *notes;
    if (argc != 3 || lm_arena_new(&arena, NULL, 0) != LM_OK ||
        lm_arena_new(&notes, NULL, 0) != LM_OK)
        return 1;
    uint64_t count = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10);
    for (uint64_t seed = first; seed < first + count; seed++) {
        struct lm_mark mark = lm_arena_mark(arena);
        struct lm_log log = {.arena = notes};
        struct lm_tournament *t;
        struct lm_plan plan = plan_of(seed);
        if (lm_generate(lm_system_named("dutch-2006", ""), &plan, seed, arena, &log, &t) == LM_OK)
            examine(&tally, t, arena, seed);
        else
            tally.crashed++;
        lm_arena_reset(arena, mark);
    }
    printf(
        "1..2\n%s 1 - dutch-2006/generated_tournaments_are_legal # %u tournaments, %u rounds, %u "
        "illegal, %u failed\n",
        tally.illegal + tally.crashed == 0 && tally.rounds > 0 ? "ok" : "not ok", tally.tournaments,
        tally.rounds, tally.illegal, tally.crashed);
    printf("%s 2 - dutch-2006/nothing_is_refused_that_can_be_paired # %u ended early, %u wrongly\n",
           tally.refused == 0 ? "ok" : "not ok", tally.stopped, tally.refused);
    lm_arena_free(notes);
    lm_arena_free(arena);
    return 0;
}
