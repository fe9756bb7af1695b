/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rounds with something prescribed (lm_prescribe), of generated tournaments.  Prescribing a pair
 * that the round has changes nothing, nor does forbidding one that it lacks (if the rules are a
 * sum: a procedure asks on its way who is kept apart); a forbidden pair does not occur; and the
 * explanations' claims about a pair, or about a player leaving a bracket, possible or not, hold
 * when it is prescribed, with the brackets above unchanged.  TAP. prescribed SYSTEM COUNT
 * FIRST_SEED
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/explain.h"
#include "limmat/generate.h"
#include "limmat/random.h"
#include "limmat/rating.h"

static struct {
    const struct lm_system *system;
    uint64_t seed;
    unsigned rounds, kept, changed, forbidden, came, asked, impossible, untrue, undecided, failed;
} trial;

/* A round, and the place in it that is tested. */
struct round {
    const struct lm_tournament *t;
    uint32_t number;
    const struct lm_pairing *pairing;
    struct lm_arena *arena;
};

static void complain(const struct round *r, const char *what, uint32_t player, uint32_t other)
{
    printf("# seed %llu, round %u, %u and %u: %s\n", (unsigned long long)trial.seed, r->number,
           r->t->players[player].tpn, other == LM_NOBODY ? 0 : r->t->players[other].tpn, what);
}

static enum lm_found ask(const struct round *r, const struct lm_prescription *wanted, size_t count,
                         struct lm_pairing **out)
{
    enum lm_found found = LM_UNDECIDED;
    if (lm_prescribe(trial.system, r->t, r->number, wanted, count, r->arena, &found, out) !=
        LM_OK) {
        trial.failed++;
        complain(r, "failed", wanted->player, wanted->others[0]);
    }
    return found;
}

static enum lm_found prescribe(const struct round *r, uint32_t player, const uint32_t *other,
                               bool never, struct lm_pairing **out)
{
    const struct lm_prescription wanted = {player, other, 1, never};
    return ask(r, &wanted, 1, out);
}

static bool same_pairs(const struct lm_pairing *a, const struct lm_pairing *b)
{
    bool same = a->pair_count == b->pair_count;
    for (uint32_t i = 0; same && i < a->pair_count; i++)
        same = a->pairs[i].white == b->pairs[i].white && a->pairs[i].black == b->pairs[i].black;
    return same;
}

static bool has_pair(const struct lm_pairing *pairing, uint32_t player, uint32_t other)
{
    uint32_t board;
    const struct lm_pair *pair = lm_pairing_of_player(pairing, player, &board);
    return pair != NULL && (pair->white == player ? pair->black : pair->white) == other;
}

static void try_own(const struct round *r, const struct lm_pair *pair)
{
    struct lm_pairing *out;
    trial.kept++;
    if (prescribe(r, pair->white, &pair->black, false, &out) != LM_FOUND ||
        !same_pairs(r->pairing, out)) {
        trial.changed++;
        complain(r, "prescribed as it is, and another round comes", pair->white, pair->black);
    }
    trial.forbidden++;
    enum lm_found found = prescribe(r, pair->white, &pair->black, true, &out);
    trial.undecided += found == LM_UNDECIDED;
    if (found == LM_FOUND && has_pair(out, pair->white, pair->black)) {
        trial.came++;
        complain(r, "forbidden, and comes", pair->white, pair->black);
    }
}

static void try_foreign(const struct round *r, uint32_t player, uint32_t other)
{
    struct lm_pairing *out;
    uint32_t board;
    if (player == other || has_pair(r->pairing, player, other) ||
        lm_pairing_of_player(r->pairing, player, &board) == NULL)
        return;
    trial.kept++;
    if (prescribe(r, player, &other, true, &out) != LM_FOUND || !same_pairs(r->pairing, out)) {
        trial.changed++;
        complain(r, "forbidden as they do not meet, and another round comes", player, other);
    }
}

/* All players of ${bracket}. */
static uint32_t *members_of(const struct round *r, const struct lm_bracket *bracket, size_t *count)
{
    *count = bracket->moved_count + bracket->resident_count;
    uint32_t *members = lm_arena_alloc(r->arena, *count + 1, sizeof *members);
    for (size_t i = 0; members != NULL && i < *count; i++)
        members[i] = i < bracket->moved_count ? bracket->moved[i]
                                              : bracket->residents[i - bracket->moved_count];
    return members;
}

/* Try the claims about ${other}, of bracket ${number}. */
static void try_alternative(const struct round *r, size_t number,
                            const struct lm_alternative *other)
{
    size_t count, wanted = 1;
    uint32_t *members = members_of(r, &r->pairing->brackets[number], &count);
    struct lm_prescription *all = lm_arena_alloc(r->arena, r->pairing->pair_count + 1, sizeof *all);
    struct lm_pairing *out;
    if (members == NULL || all == NULL || !other->was_forced)
        return;
    bool leaves = other->opponent == LM_NOBODY;
    all[0] = leaves ? (struct lm_prescription){other->player, members, count, true}
                    : (struct lm_prescription){other->player, &other->opponent, 1, false};
    for (uint32_t i = 0; i < r->pairing->pair_count; i++)
        if (r->pairing->pairs[i].bracket < number)
            all[wanted++] = (struct lm_prescription){r->pairing->pairs[i].white,
                                                     &r->pairing->pairs[i].black, 1, false};
    enum lm_found found = ask(r, all, wanted, &out);
    if (found == LM_NONE && other->forced.possible) /* possible in the round is enough */
        found = ask(r, all, 1, &out);
    trial.asked++;
    trial.impossible += found == LM_NONE;
    trial.undecided += found == LM_UNDECIDED;
    /* "C5": possible, with the bye to more points.  Systems other than the Dutch ones consider only
     * the bracket, or only the players below in the list. */
    const struct lm_system *system = lm_system_in_round(trial.system, r->t, r->number);
    const char *code = system->criteria[other->forced.rule].code;
    bool bound = system->floaters != LM_FLOATERS || strcmp(code, "C5") == 0;
    if (found == LM_NONE ? !other->forced.possible : other->forced.possible || bound)
        return;
    trial.untrue++;
    complain(r, other->forced.possible ? "said to be possible" : "said to be impossible",
             other->player, other->opponent);
}

static void try_round(const struct round *r, struct lm_random *random)
{
    const uint32_t players = r->t->player_count;
    trial.rounds++;
    for (uint32_t i = 0; i < r->pairing->pair_count; i++)
        try_own(r, &r->pairing->pairs[i]);
    for (int i = 0; i < 6; i++)
        try_foreign(r, (uint32_t)lm_random_below(random, players),
                    (uint32_t)lm_random_below(random, players));
    for (size_t b = 0; b < r->pairing->bracket_count; b++)
        for (size_t i = 0; i < r->pairing->brackets[b].alternative_count; i++)
            try_alternative(r, b, &r->pairing->brackets[b].alternatives[i]);
}

static struct lm_plan plan_of(struct lm_random *random)
{
    static const uint32_t rates[] = {0, 20000, 60000};
    struct lm_plan plan = lm_plan_default();
    plan.players = 6 + (uint32_t)lm_random_below(random, 19);
    plan.rounds = 4 + (uint32_t)lm_random_below(random, 5);
    plan.expected = lm_rating_expected;
    for (int i = LM_CHANCE_UNRATED; i < LM_CHANCE_COUNT; i++) {
        plan.chances[i].rounds = &rates[lm_random_below(random, 3)];
        plan.chances[i].count = 1;
    }
    plan.chances[LM_CHANCE_UNRATED].count = 0; /* the Dubov System needs ratings */
    plan.prohibitions = (uint32_t)lm_random_below(random, plan.players);
    return plan;
}

static void play(uint64_t seed)
{
    struct lm_arena *arena, *scratch;
    struct lm_tournament *t;
    struct lm_position *position;
    struct lm_pairing *pairing;
    struct lm_random random = lm_random_fork(lm_random_from(seed), 1);
    struct lm_plan plan = plan_of(&random);
    if (lm_arena_new(&arena, NULL, 0) != LM_OK || lm_arena_new(&scratch, NULL, 0) != LM_OK)
        abort();
    struct lm_log log = {.arena = scratch};
    trial.seed = seed;
    enum lm_status status = lm_generate(trial.system, &plan, seed, arena, &log, &t);
    trial.failed += status != LM_OK;
    for (uint32_t round = 2; status == LM_OK && round <= t->rounds_paired; round++) {
        struct lm_mark mark = lm_arena_mark(scratch);
        if (lm_explain_round(trial.system, t, round, LM_NOBODY, LM_NOBODY, scratch, &log, &position,
                             &pairing) == LM_OK)
            try_round(&(struct round){t, round, pairing, scratch}, &random);
        log = (struct lm_log){.arena = scratch};
        lm_arena_reset(scratch, mark);
    }
    lm_arena_free(scratch);
    lm_arena_free(arena);
}

int main(int argc, char **argv)
{
    static const char *const procedures[] = {"dutch-2017", "dutch-2012", "dutch-2006",
                                             "dubov-1997"};
    static const char *const barring_nobody[] = {"keizer-2026",
                                                 "monrad-acwc-2019"}; /* from the bye */
    bool sum = true, decides = true;
    if (argc != 4 || (trial.system = lm_system_named(argv[1], "")) == NULL)
        return 2;
    uint64_t count = strtoull(argv[2], NULL, 10), first = strtoull(argv[3], NULL, 10);
    for (uint64_t seed = first; seed < first + count; seed++)
        play(seed);
    bool ran = trial.rounds > 0 && trial.failed == 0;
    for (size_t i = 0; i < sizeof procedures / sizeof *procedures; i++)
        sum = sum && strcmp(argv[1], procedures[i]) != 0;
    for (size_t i = 0; i < sizeof barring_nobody / sizeof *barring_nobody; i++)
        decides = decides && strcmp(argv[1], barring_nobody[i]) != 0;
    printf("1..3\n%s 1 - what_is_so_changes_nothing # %u rounds, %u prescribed, %u changed\n",
           ran && (trial.changed == 0 || !sum) ? "ok" : "not ok", trial.rounds, trial.kept,
           trial.changed);
    printf("%s 2 - what_is_forbidden_does_not_come # %u forbidden, %u came; %u undecided\n",
           ran && trial.came == 0 && (trial.undecided == 0 || !decides) ? "ok" : "not ok",
           trial.forbidden, trial.came, trial.undecided);
    printf("%s 3 - what_is_said_of_others_holds # %u asked, %u impossible, %u untrue\n",
           ran && trial.untrue == 0 ? "ok" : "not ok", trial.asked, trial.impossible, trial.untrue);
    return 0;
}
