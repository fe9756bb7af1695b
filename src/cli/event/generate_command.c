/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "cli/core/command.h"
#include "cli/core/shard.h"
#include "limmat/formats.h"
#include "limmat/generate.h"
#include "limmat/rating.h"
#include "os/files.h"

enum { SYSTEM, PLAYERS, ROUNDS, PLAYED, SEED, COUNT, SHARD, CONFIG, FORMAT, OUT };

static const struct option options[] = {
    [SYSTEM] = SYSTEM_OPTION,
    [PLAYERS] = {'n', "players", NUMBER, "PLAYERS", 1, LM_TPN_MAX,
                 "number of players, or of teams of four; 15 to 215 when not given"},
    [ROUNDS] = {'R', "rounds", NUMBER, "ROUNDS", 1, LM_ROUNDS_MAX,
                "number of rounds; 5 to 15 when not given"},
    [PLAYED] = {0, "played", NUMBER, "ROUNDS", 1, LM_ROUNDS_MAX, "stop after this many rounds"},
    [SEED] = {0, "seed", NUMBER, "N", 0, INT64_MAX, "seed of the random numbers; 1 when not given"},
    [COUNT] = {0, "count", NUMBER, "K", 1, 10000000,
               "make K tournaments, SEED, SEED+1 …, as files in the directory given with -o"},
    [SHARD] = SHARD_OPTION,
    [CONFIG] = {0, "config", TEXT, "FILE", 0, 0, "lines KEY=VALUE with the chances of incidents"},
    [FORMAT] = {'t', "to", TEXT, "FORMAT", 0, 0, "trf26 (default), trf16 or json"},
    [OUT] = {'o', "output", TEXT, "FILE|DIR", 0, 0, "output file; standard output when not given"},
    {0}};

static enum lm_status read_plan(struct run *run, struct lm_plan *plan)
{
    const struct value *values = run->values;
    *plan = lm_plan_default();
    plan->expected = lm_rating_expected;
    if (values[CONFIG].text != NULL) {
        const char *bytes;
        size_t length;
        enum lm_status status =
            read_file(values[CONFIG].text, run->arena, run->log, &bytes, &length);
        run->log->file = values[CONFIG].text;
        if (status == LM_OK)
            status = lm_plan_read(bytes, length, run->arena, run->log, plan);
        run->log->file = NULL;
        if (status != LM_OK)
            return status;
    }
    if (values[PLAYERS].text != NULL)
        plan->players = (uint32_t)values[PLAYERS].number;
    if (values[ROUNDS].text != NULL)
        plan->rounds = (uint32_t)values[ROUNDS].number;
    if (values[PLAYED].text != NULL)
        plan->played = (uint32_t)values[PLAYED].number;
    return LM_OK;
}

/* Write the tournament of ${seed} in ${format}, in ${arena}. */
static enum lm_status write_one(const struct lm_system *system, struct lm_plan plan, int64_t seed,
                                const struct lm_format *format, struct lm_arena *arena,
                                struct lm_log *log, struct lm_text *out)
{
    struct lm_tournament *t;
    struct lm_text name = lm_text_in(arena);
    lm_text_print(&name, "%s, seed %lld", plan.name, (long long)seed);
    plan.name = lm_text_string(&name);
    const struct lm_point_system standard = lm_points_standard();
    if (system->teams && memcmp(&plan.points, &standard, sizeof standard) == 0)
        plan.points = lm_points_of_teams();
    enum lm_status status = lm_generate(system, &plan, (uint64_t)seed, arena, log, &t);
    if (status == LM_OK && system->teams)
        status = lm_generate_boards(t, plan.boards, (uint64_t)seed, arena, &t);
    return status == LM_OK ? lm_write(format, t, NULL, log, out) : status;
}

/* Write ${count} tournaments into ${directory}, named by their seeds, with one at a time in memory.
 */
static enum lm_status write_many(struct run *run, const struct lm_system *system,
                                 const struct lm_plan *plan, const struct lm_format *format,
                                 int64_t seed)
{
    const char *directory = run->values[OUT].text;
    struct lm_arena *arena;
    struct shard shard = {1, 1};
    enum lm_status status = shard_read(run->values[SHARD].text, run->log, &shard);
    if (status == LM_OK)
        status = os_make_folder(directory, run->log);
    if (status == LM_OK)
        status = lm_arena_new(&arena, NULL, 0);
    if (status != LM_OK)
        return status;
    struct lm_mark mark = lm_arena_mark(arena);
    for (int64_t i = 0; status == LM_OK && i < run->values[COUNT].number; i++) {
        if (!shard_has(&shard, i))
            continue;
        struct lm_text bytes = lm_text_in(arena), name = lm_text_in(arena);
        lm_text_print(&name, "%06lld.%s", (long long)(seed + i), format->extensions[0]);
        status = write_one(system, *plan, seed + i, format, arena, run->log, &bytes);
        const char *path = os_join(arena, directory, lm_text_string(&name));
        if (status == LM_OK && path == NULL)
            status = LM_LIMIT;
        if (status == LM_OK)
            status = os_write(path, lm_text_string(&bytes), bytes.length, OS_QUICK, run->log);
        lm_arena_reset(arena, mark);
    }
    lm_arena_free(arena);
    return status;
}

static enum lm_status generate(struct run *run)
{
    const char *name = run->values[FORMAT].text == NULL ? "trf26" : run->values[FORMAT].text;
    const struct lm_format *format = lm_format_named(name);
    int64_t seed = run->values[SEED].text == NULL ? 1 : run->values[SEED].number;
    const struct lm_system *system;
    struct lm_plan plan;
    if (format == NULL || format->write == NULL)
        return fail(run->log, LM_INVALID,
                    "\"%s\" is not an output format; use trf26, trf16 or json", name);
    bool many = run->values[COUNT].text != NULL;
    if (!many && run->values[SHARD].text != NULL)
        return fail(run->log, LM_INVALID, "--shard needs --count");
    if (many && run->values[OUT].text == NULL)
        return fail(run->log, LM_INVALID, "--count needs a directory: -o DIR");
    enum lm_status status = choose_system(run->values[SYSTEM].text, NULL, run->log, &system);
    if (status == LM_OK)
        status = read_plan(run, &plan);
    if (status != LM_OK)
        return status;
    if (many)
        return write_many(run, system, &plan, format, seed);
    struct lm_arena *arena;
    if ((status = lm_arena_new(&arena, NULL, 0)) != LM_OK)
        return status;
    status = write_one(system, plan, seed, format, arena, run->log, &run->out);
    lm_arena_free(arena);
    run->destination = run->values[OUT].text;
    return status;
}

const struct command generate_command = {
    .name = "generate",
    .operands = "",
    .summary = "make random tournaments by seed",
    .description =
        "Results are drawn from FIDE's expected scores (B.02 art. 8.1.2).  The same seed and\n"
        "configuration make the same bytes on any machine.\n"
        "\n"
        "A configuration is a file of lines KEY=VALUE.  Keys of bbpPairings and JaVaFo work too:\n"
        "PlayersNumber RoundsNumber DrawPercentage HighestRating LowestRating; ForfeitRate,\n"
        "RetiredRate and HalfPointByeRate, each as one in VALUE; PointsForWin PointsForDraw\n"
        "PointsForLoss PointsForForfeitLoss PointsForPAB.\n"
        "\n"
        "Limmat's own are percentages, one or one a round (0,5,2.5): Unrated Forfeits\n"
        "DoubleForfeits HalfPointByes FullPointByes ZeroPointByes Withdrawals LateEntries; and\n"
        "ForbiddenPairs=N, Acceleration=baku|none, InitialColour=white|black|random,\n"
        "RoundsPlayed=N; in rating points RatingError=N, the standard deviation of players'\n"
        "strengths from their ratings, and WhiteAdvantage=N.",
    .example = "limmat generate -n 60 -R 9 --seed 7 -o random.trf\n"
               "limmat generate -s dutch --config rates.txt --count 1000 -o tournaments",
    .options = options,
    .run = generate,
};
