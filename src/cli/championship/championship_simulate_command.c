/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/championship/entry.h"

#include <string.h>

#include "cli/championship/championship.h"
#include "cli/desk/desk_file.h"

enum { ENTRANTS, SEED, INCIDENTS, COUNT, JOURNAL_OUT, REPLACE };

static const struct option simulate_options[] = {
    [ENTRANTS] = {'n', "entrants", NUMBER, "N", 3, 200, "number of applicants; 24 when not given"},
    [SEED] = {0, "seed", NUMBER, "S", 0, INT64_MAX, "the same seed plays the same championship"},
    [INCIDENTS] = {0, "incidents", NUMBER, "PER-MILLE", 0, 1000,
                   "rate of incidents, per thousand; 50 when not given"},
    [COUNT] = {0, "count", NUMBER, "K", 1, 100000, "play K of them, of 3 to N entrants each"},
    [JOURNAL_OUT] = {'o', "output", TEXT, "JOURNAL", 0, 0, "write the journal of the last one"},
    [REPLACE] = {0, "replace", SWITCH, NULL, 0, 0, "replace an existing JOURNAL"},
    {0}};

static bool same_state(struct lm_championship *a, struct lm_championship *b, struct lm_arena *arena)
{
    struct lm_text first = lm_text_in(arena);
    struct lm_text second = lm_text_in(arena);
    lm_championship_export(a, &first);
    lm_championship_export(b, &second);
    return first.length == second.length && memcmp(first.bytes, second.bytes, first.length) == 0;
}

/* Write the private parts, beside the journal. */
static enum lm_status write_secrets(struct run *run, const struct lm_text *secrets)
{
    const char *path = desk_secrets_path(run->destination, run->arena);
    bool refused = run->delivery == AS_NEW_FILE && os_is_there(run->destination);
    if (refused || (secrets->length == 0 && !os_is_there(path)))
        return LM_OK;
    return os_write(path, lm_text_string(secrets), secrets->length,
                    run->delivery == AS_NEW_FILE ? OS_NEW : OS_REPLACE, run->log);
}

/* Play one, replay its journal, and compare. */
static enum lm_status simulate_one(struct run *run, const struct lm_definition *definition,
                                   const struct lm_simulation *how, struct lm_simulated *sum,
                                   bool last)
{
    struct lm_mark mark = lm_arena_mark(run->arena);
    struct lm_text journal = lm_text_in(run->arena), secrets = lm_text_in(run->arena);
    struct lm_simulation played = *how;
    struct lm_simulated result = {0};
    struct lm_championship *replayed = NULL;
    played.hooks = &desk_hooks;
    played.secrets = &secrets;
    enum lm_status status =
        lm_championship_simulate(definition, &played, run->arena, run->log, &journal, &result);
    const struct lm_championship_files files = {lm_text_string(&journal), journal.length,
                                                lm_text_string(&secrets), secrets.length,
                                                &desk_hooks};
    for (int judged = 0; judged < 2 && status == LM_OK; judged++) {
        status = lm_championship_read(&files, judged, run->arena, run->log, &replayed);
        if (status == LM_OK && !same_state(result.championship, replayed, run->arena))
            status = fail(run->log, LM_INTERNAL, "the replay differs from the run");
    }
    if (status != LM_OK)
        return fail(run->log, status, "entrants %u, seed %llu", how->entrants,
                    (unsigned long long)how->seed);
    sum->events += result.events;
    sum->refused += result.refused;
    sum->decisions += result.decisions;
    sum->taken_back += result.taken_back;
    sum->fallen += result.fallen;
    sum->champion = result.champion;
    if (last) {
        run->destination = run->values[JOURNAL_OUT].text;
        run->delivery = run->values[REPLACE].text == NULL ? AS_NEW_FILE : AS_REPLACEMENT;
        if (run->destination == NULL)
            return LM_OK;
        run->out = journal;
        return write_secrets(run, &secrets);
    }
    lm_arena_reset(run->arena, mark);
    return LM_OK;
}

static enum lm_status run_simulate(struct run *run)
{
    const struct value *v = run->values;
    struct lm_definition *definition = NULL;
    struct lm_simulated sum = {0};
    enum lm_status status = load_definition(run, 1, true, &definition);
    uint64_t count = v[COUNT].text != NULL ? (uint64_t)v[COUNT].number : 1;
    uint32_t entrants = v[ENTRANTS].text != NULL ? (uint32_t)v[ENTRANTS].number : 24;
    for (uint64_t i = 0; status == LM_OK && i < count; i++) {
        struct lm_simulation how = {
            .entrants = count == 1 ? entrants : 3 + (uint32_t)(i % (entrants - 2)),
            .seed = (uint64_t)v[SEED].number + i,
            .incidents = v[INCIDENTS].text != NULL ? (uint32_t)v[INCIDENTS].number : 50};
        status = simulate_one(run, definition, &how, &sum, i + 1 == count);
    }
    if (status == LM_OK && run->destination == NULL)
        lm_text_print(
            &run->out,
            "%llu championship%s: %zu events, %zu impossible ones refused, %zu decisions "
            "of the director, %zu lines taken back and %zu fallen with them, replay equal; "
            "champion of the last: %s\n",
            (unsigned long long)count, count == 1 ? "" : "s", sum.events, sum.refused,
            sum.decisions, sum.taken_back, sum.fallen,
            sum.champion != NULL ? sum.champion : "nobody");
    return status;
}

const struct command championship_simulate_command = {
    .name = "championship simulate",
    .operands = "DEFINITION [SETTING=VALUE…]",
    .summary = "play a championship through, with incidents, and check its replay",
    .example = "limmat championship simulate acwc-2022 --entrants 48 --seed 7 -o trial.journal",
    .options = simulate_options,
    .least = 1,
    .most = 64,
    .run = run_simulate,
};
