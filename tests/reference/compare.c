/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Engine against reference: random small tournaments, every round paired by both.
 * compare SYSTEM TOURNAMENTS [FIRST-SEED [MOST-PLAYERS [BY]]]: prints TAP.
 * BY selects methods of an engine that has several.  Of the Dutch systems, brackets of BY players
 * and more are paired by counting first; 0 tries that method everywhere.  Of Dubov 2026, BY is a
 * method to find upfloaters, and the shorter ones are left out.
 */
#include "as_tournament.h"
#include "burstein_2026.h"
#include "dubov_2026.h"
#include "dutch_2012.h"
#include "dutch_2017.h"
#include "keizer_2026.h"
#include "random_tournament.h"
#include "simple_2026.h"
#include "team_2026.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/arena.h"
#include "limmat/formats.h"
#include "limmat/pairing.h"
#include "limmat/tournament.h"
#include "pairing/dubov_2026/dubov_2026.h"
#include "pairing/dutch/dutch.h"

/* A system's engine and reference. */
struct voices {
    const char *system;
    /* NULL: pair as the library does */
    enum lm_status (*pair)(const struct lm_position *p, const struct lm_pair_request *request,
                           uint32_t by, struct lm_arena *arena, struct lm_pairing **out);
    int (*reference)(const struct ref_state *state, struct ref_pairing *out, bool *collapsed);
};

static int reference_2026(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    *collapsed = false;
    return ref_dutch_2026_pair(state, out);
}

static int reference_2017(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    int ppb, failed = ref_dutch_2017_pair(state, out, &ppb);
    *collapsed = ppb != REF_NO_PPB;
    return failed;
}

static int reference_2012(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    *collapsed = false;
    return ref_dutch_2012_pair(state, out);
}

static int reference_dubov(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    *collapsed = false;
    return ref_dubov_2026_pair(state, out);
}

static int reference_dubov_2018(const struct ref_state *state, struct ref_pairing *out,
                                bool *collapsed)
{
    struct ref_state of_2018 = *state;
    of_2018.c2_of_2018 = true;
    return reference_dubov(&of_2018, out, collapsed);
}

static int reference_burstein(const struct ref_state *state, struct ref_pairing *out,
                              bool *collapsed)
{
    *collapsed = false;
    return ref_burstein_2026_pair(state, out);
}

static int reference_team(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    *collapsed = false;
    return ref_team_2026_pair(state, out);
}

static int reference_simple(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    *collapsed = false;
    return ref_simple_2026_pair(state, out);
}

/* Settings by the tournament's seed: every sixth has the usual ones. */
static struct ref_keizer keizer;

static void settle_keizer(unsigned long long seed)
{
    static const struct ref_keizer usual = {0, 1, 1, 100, 100, 50, 0, 100, 67, 67, 33, 0, 5, 3};
    unsigned long long chance = seed * 6364136223846793005u + 1442695040888963407u;
    keizer = usual;
    if (seed % 6 == 0)
        return;
    int *const setting[] = {&keizer.top,     &keizer.step,  &keizer.bottom, &keizer.own,
                            &keizer.draw,    &keizer.loss,  &keizer.bye,    &keizer.club,
                            &keizer.excused, &keizer.absent};
    static const int most[] = {60, 5, 9, 120, 70, 30, 100, 110, 60, 40};
    for (int i = 0; i < 10; i++) {
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        *setting[i] = (int)((chance >> 33) % (unsigned)most[i]);
    }
    keizer.excuses = (int)(seed % 4);
    keizer.forfeit = seed % 3 == 0 ? 50 : 100;
    keizer.apart = 1 + (int)(seed % 7);
}

static const char *keizer_option(struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(
        &text,
        "top=%d step=%d bottom=%d own=%d win=%d draw=%d loss=%d forfeit=%d bye=%d club=%d "
        "excused=%d absent=%d excuses=%d apart=%d",
        keizer.top, keizer.step, keizer.bottom, keizer.own, keizer.win, keizer.draw, keizer.loss,
        keizer.forfeit, keizer.bye, keizer.club, keizer.excused, keizer.absent, keizer.excuses,
        keizer.apart);
    return lm_text_string(&text);
}

static int reference_keizer(const struct ref_state *state, struct ref_pairing *out, bool *collapsed)
{
    *collapsed = false;
    return ref_keizer_2026_pair(state, &keizer, out);
}

static enum lm_status pair_dutch_2026(const struct lm_position *p,
                                      const struct lm_pair_request *request, uint32_t by,
                                      struct lm_arena *arena, struct lm_pairing **out)
{
    uint32_t collapse;
    return lm_dutch_pair_round(&lm_dutch_edition_2026, p, request, by, arena, NULL, out, &collapse);
}

static enum lm_status pair_dutch_2017(const struct lm_position *p,
                                      const struct lm_pair_request *request, uint32_t by,
                                      struct lm_arena *arena, struct lm_pairing **out)
{
    uint32_t collapse;
    return lm_dutch_pair_round(&lm_dutch_edition_2017, p, request, by, arena, NULL, out, &collapse);
}

static enum lm_status pair_dubov(const struct lm_position *p, const struct lm_pair_request *request,
                                 uint32_t by, struct lm_arena *arena, struct lm_pairing **out)
{
    return lm_dubov_2026_pair_round(p, request, (enum dubov26_way)by, arena, NULL, out);
}

static const struct voices systems[] = {
    {"simple-2026", NULL, reference_simple},
    {"keizer-2026", NULL, reference_keizer},
    {"dutch-2026", pair_dutch_2026, reference_2026},
    {"dutch-2017", pair_dutch_2017, reference_2017},
    {"dutch-2012", NULL, reference_2012},
    {"dubov-2026", pair_dubov, reference_dubov},
    {"dubov-2018", NULL, reference_dubov_2018},
    {"burstein-2026", NULL, reference_burstein},
    {"team-2026", NULL, reference_team},
};

struct counts {
    const struct voices *voices;
    long rounds;
    long collapsed; /* 2017: with a PPB */
    long impossible;
    long different;
    uint32_t by;
};
enum { AS_THE_LIBRARY = 1 << 30 };

static enum lm_status pair_with_engine(const struct counts *counts,
                                       const struct random_tournament *from, struct lm_arena *arena,
                                       struct lm_tournament **t, struct lm_pairing **pairing)
{
    const struct ref_state *state = &from->state;
    const struct lm_system *system = lm_system_named(counts->voices->system, "");
    if ((system->teams ? as_team_tournament : as_tournament)(from, arena, t) != LM_OK)
        return LM_LIMIT;
    const char *options[] = {"keizer", keizer_option(arena)};
    (*t)->options = options;
    (*t)->option_count = 1;
    struct lm_position *position;
    struct lm_pair_request request = {.player = LM_NOBODY};
    bool own_way = counts->voices->pair != NULL && counts->by != AS_THE_LIBRARY;
    enum lm_status status =
        own_way
            ? lm_position_new(*t, (uint32_t)state->round, &system->rules, arena, NULL, &position)
            : lm_pair_round(system, *t, (uint32_t)state->round, &request, arena, NULL, pairing);
    (*t)->option_count = 0;
    if (status == LM_OK && own_way)
        status = counts->voices->pair(position, &request, counts->by, arena, pairing);
    return status;
}

static bool has_pair(const struct ref_pairing *reference, int white, int black)
{
    for (int i = 0; i < reference->pairs; i++)
        if (reference->pair[i].white == white && reference->pair[i].black == black)
            return true;
    return black == 0 && reference->pab == white;
}

static bool same_pairing(const struct lm_tournament *t, const struct lm_pairing *engine,
                         const struct ref_pairing *reference)
{
    for (uint32_t i = 0; i < engine->pair_count; i++) {
        const struct lm_pair *pair = &engine->pairs[i];
        int white = (int)t->players[pair->white].tpn;
        int black = pair->black == LM_NOBODY ? 0 : (int)t->players[pair->black].tpn;
        if (!has_pair(reference, white, black))
            return false;
    }
    return (int)engine->pair_count == reference->pairs + (reference->pab != 0);
}

static void print_both(const struct lm_tournament *t, const struct lm_pairing *engine,
                       const struct ref_pairing *reference)
{
    printf("#   reference:");
    for (int i = 0; i < reference->pairs; i++)
        printf(" %d-%d", reference->pair[i].white, reference->pair[i].black);
    printf(" bye %d\n#   engine:   ", reference->pab);
    for (uint32_t i = 0; engine != NULL && i < engine->pair_count; i++)
        printf(" %u-%u", t->players[engine->pairs[i].white].tpn,
               engine->pairs[i].black == LM_NOBODY ? 0 : t->players[engine->pairs[i].black].tpn);
    printf("\n");
}

/* The tournament as a file, for debugging. */
static void print_tournament(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    if (t == NULL || lm_write(lm_format_named("trf26"), t, NULL, NULL, &text) != LM_OK)
        return;
    for (char *line = strtok(text.bytes, "\n"); line != NULL; line = strtok(NULL, "\n"))
        printf("#   %s\n", line);
}

static int pair_by_both(void *context, const struct random_tournament *tournament,
                        struct ref_pairing *out)
{
    struct counts *counts = context;
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return -1;
    struct lm_tournament *t = NULL;
    struct lm_pairing *pairing = NULL;
    bool collapsed;
    settle_keizer(tournament->seed);
    int impossible = counts->voices->reference(&tournament->state, out, &collapsed);
    enum lm_status status = pair_with_engine(counts, tournament, arena, &t, &pairing);
    bool same =
        impossible ? status == LM_NO_PAIRING : status == LM_OK && same_pairing(t, pairing, out);
    counts->rounds++;
    counts->impossible += impossible;
    counts->collapsed += collapsed;
    if (!same) {
        counts->different++;
        printf("# tournament %llu, round %d of %d: the engine (%s) differs\n",
               (unsigned long long)tournament->seed, tournament->state.round,
               tournament->state.total_rounds, lm_status_name(status));
        print_both(t, pairing, out);
        print_tournament(t, arena);
    }
    lm_arena_free(arena);
    return impossible;
}

static const struct voices *voices_of(const char *system)
{
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++)
        if (strcmp(systems[i].system, system) == 0)
            return &systems[i];
    return NULL;
}

int main(int count, char **argument)
{
    long tournaments = count > 2 ? atol(argument[2]) : 1000;
    unsigned long long first = count > 3 ? strtoull(argument[3], NULL, 10) : 0;
    int most = count > 4 ? atoi(argument[4]) : 12;
    struct counts counts = {.voices = count > 1 ? voices_of(argument[1]) : NULL,
                            .by = count > 5 ? (uint32_t)atol(argument[5]) : AS_THE_LIBRARY};
    if (counts.voices == NULL) {
        printf("Bail out! compare SYSTEM [TOURNAMENTS ...]\n");
        return 2;
    }
    for (long i = 0; i < tournaments; i++)
        random_tournament_play(first + (unsigned long long)i, most, pair_by_both, &counts);
    printf("1..1\n%s 1 - engine_and_reference_agree # %ld tournaments, %ld rounds, %ld of them "
           "impossible, %ld with a collapsed bracket, %ld different\n",
           counts.different == 0 && counts.rounds > counts.impossible ? "ok" : "not ok",
           tournaments, counts.rounds, counts.impossible, counts.collapsed, counts.different);
    return counts.different != 0;
}
