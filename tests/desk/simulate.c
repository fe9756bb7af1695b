/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Random arbiters at random events over all systems.
 * usage: simulate FIRST COUNT [PLAYERS [SYSTEM]]; prints TAP: one line per system.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/desk.h"

#include "../unit/journal_hooks.h"

static size_t checked; /* rounds of reports paired again */

static void complain(const struct lm_log *log, const char *system, uint64_t seed)
{
    printf("# %s, seed %llu\n", system, (unsigned long long)seed);
    for (size_t i = log->count > 3 ? log->count - 3 : 0; i < log->count; i++)
        printf("# line %u: %s (%s, %s)\n", log->all[i].line, log->all[i].what,
               log->all[i].field == NULL ? "" : log->all[i].field,
               log->all[i].value == NULL ? "" : log->all[i].value);
}

/* Show where two states differ. */
static void show_difference(const char *a, const char *b)
{
    size_t line = 0, i = 0;
    for (; a[i] != '\0' && a[i] == b[i]; i++)
        if (a[i] == '\n')
            line = i + 1;
    printf("# taken:    %.*s\n", (int)strcspn(a + line, "\n"), a + line);
    printf("# replayed: %.*s\n", (int)strcspn(b + line, "\n"), b + line);
}

/* Does ${s} have a reason why a checker without the journal pairs a round differently? */
static bool departs(const struct lm_desk_section *s)
{
    for (size_t i = 0; i < s->round_count; i++)
        if (s->rounds_played[i]->departure[0] != '\0' || s->rounds_played[i]->gave > 0)
            return true;
    return s->remark_count > 0 || s->fide_left != 0 || s->adjustment_count > 0;
}

/* Check that exported events are paired again identically, or say why not. */
static bool leaves_well(const struct lm_desk *d, struct lm_arena *arena, struct lm_log *log)
{
    const struct lm_desk_event *e = lm_desk_event(d);
    for (size_t i = 0; i < e->section_count; i++) {
        struct lm_tournament *t;
        struct lm_check check;
        if (departs(e->sections[i]) || e->sections[i]->round_count == 0)
            continue;
        if (lm_desk_tournament(d, e->sections[i], LM_FOR_REPORT, 0, arena, NULL, &t) != LM_OK ||
            lm_system_view(e->sections[i]->system, t, arena, log, &t) != LM_OK ||
            lm_check_rounds(e->sections[i]->system, t, arena, log, &check) != LM_OK)
            return false;
        if (check.difference_count > 0) {
            printf("# section %s, round %u differs in the report\n", e->sections[i]->id,
                   check.differences[0].round);
            return false;
        }
        checked += check.rounds;
    }
    return true;
}

/* Check that reading gives what was accepted, and that every round is the one of the rules, or says
 * that it is not. */
static bool holds(const struct lm_desk_simulation *how, struct lm_arena *arena, struct lm_log *log,
                  struct lm_desk_simulated *out)
{
    struct lm_text journal = lm_text_in(arena), secrets = lm_text_in(arena);
    struct lm_text states[2] = {lm_text_in(arena), lm_text_in(arena)};
    struct lm_desk *desk;
    struct lm_desk_check check;
    struct lm_journal_audit audit;
    enum lm_status status = lm_desk_simulate(how, &test_hooks, arena, log, &journal, &secrets, out);
    if (getenv("SHOW") != NULL) /* for debugging */
        printf("%s", lm_text_string(&journal));
    if (status != LM_OK)
        return false;
    if (lm_desk_new(arena, &test_hooks, "", &desk) != LM_OK ||
        lm_desk_add_private(desk, lm_text_string(&secrets), secrets.length, log) != LM_OK ||
        lm_desk_replay(desk, lm_text_string(&journal), journal.length, NULL, NULL, log) != LM_OK)
        return false;
    lm_desk_write(out->desk, LM_FOR_ARBITERS, &states[0]);
    lm_desk_write(desk, LM_FOR_ARBITERS, &states[1]);
    if (strcmp(lm_text_string(&states[0]), lm_text_string(&states[1])) != 0) {
        show_difference(lm_text_string(&states[0]), lm_text_string(&states[1]));
        return false;
    }
    if (lm_desk_check(lm_text_string(&journal), journal.length, lm_text_string(&secrets),
                      secrets.length, &test_hooks, arena, log, &check) != LM_OK ||
        check.differences > 0) {
        (void)lm_log_add(log, LM_ERROR, (struct lm_place){0}, NULL, "%zu undeclared differences",
                         check.differences);
        return false;
    }
    if (lm_journal_verify(lm_text_string(&journal), journal.length, lm_text_string(&secrets),
                          secrets.length, lm_desk_head(desk), &test_hooks, arena, log,
                          &audit) != LM_OK)
        return false;
    return audit.count == 0 && out->finished && leaves_well(desk, arena, log);
}

/* Play ${count} events; stop after naming five that fail. */
static bool run(const char *system, uint64_t first, uint64_t count, uint32_t players)
{
    size_t lines = 0, refused = 0, acknowledged = 0, failed = 0;
    for (uint64_t seed = first; seed < first + count && failed < 5; seed++) {
        struct lm_arena *arena;
        if (lm_arena_new(&arena, NULL, 0) != LM_OK)
            return false;
        struct lm_log log = {.arena = arena};
        struct lm_desk_simulated out = {0};
        struct lm_desk_simulation how = {.system = system,
                                         .players = 6 + (uint32_t)(seed * 7919 % players),
                                         .rounds = 3 + (uint32_t)(seed % 5),
                                         .seed = seed,
                                         .nonsense = 50};
        bool good = holds(&how, arena, &log, &out);
        if (!good)
            complain(&log, system, seed);
        failed += !good;
        lm_arena_free(arena);
        lines += out.lines;
        refused += out.refused;
        acknowledged += out.acknowledged;
    }
    printf("# %s: %llu events, %zu lines, %zu refusals, %zu acknowledgements, %zu "
           "rounds of reports\n",
           system, (unsigned long long)count, lines, refused, acknowledged, checked);
    return failed == 0;
}

int main(int arguments, char **argument)
{
    uint64_t first = arguments > 1 ? strtoull(argument[1], NULL, 10) : 1;
    uint64_t count = arguments > 2 ? strtoull(argument[2], NULL, 10) : 20;
    uint32_t players = arguments > 3 ? (uint32_t)strtoul(argument[3], NULL, 10) : 24;
    size_t systems, number = 0;
    const struct lm_system *const *all = lm_systems(&systems);
    for (size_t i = 0; i < systems; i++) {
        if (arguments > 4 && strcmp(argument[4], all[i]->name) != 0)
            continue;
        printf("%s %zu - desk/simulate/%s\n",
               run(all[i]->name, first, count, players) ? "ok" : "not ok", ++number, all[i]->name);
    }
    printf("1..%zu\n", number);
    return 0;
}
