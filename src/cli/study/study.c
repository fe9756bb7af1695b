/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Compare systems over simulated events.  Every system plays event number k with seed SEED + k: the
 * same players, the same strengths and absences.  Differences are therefore due to the system and
 * the luck of the games, and systems are compared by pairs of events.
 *
 * Threads share the events in parcels; each thread has its own sums, which are added in the end.
 * Whole numbers add up to the same in any order.
 */

#include "cli/study/study.h"

#include <stdio.h>
#include <string.h>

#include "limmat/rating.h"
#include "os/terminal.h"
#include "os/threads.h"

enum { SYSTEMS, PLAYERS, ROUNDS, SEED, COUNT, CONFIG, ORDER, TOP, SHARD, MERGE, JOBS, FORMAT, OUT };
enum { AS_TEXT, AS_JSON, AS_CSV, AS_SVG };

static const struct option options[] = {
    [SYSTEMS] = {'s', "systems", TEXT, "SYSTEM,…", 0, 0,
                 "the systems to compare, each NAME or NAME:ROUNDS; the others are compared with "
                 "the first"},
    [PLAYERS] = {'n', "players", NUMBER, "PLAYERS", 2, 2000,
                 "number of players; 60 when not given"},
    [ROUNDS] = {'R', "rounds", NUMBER, "ROUNDS", 1, LM_ROUNDS_MAX,
                "number of rounds; 9 when not given"},
    [SEED] = {0, "seed", NUMBER, "N", 0, INT64_MAX / 2,
              "seed of the random numbers; 1 when not given"},
    [COUNT] = {0, "count", NUMBER, "K", 1, EVENTS_MAX,
               "number of events for each system; 1000 when not given"},
    [CONFIG] = {0, "config", TEXT, "FILE", 0, 0,
                "lines KEY=VALUE with the chances of incidents, as for `limmat generate`"},
    [ORDER] = {'t', "tie-breaks", TEXT, "LIST", 0, 0,
               "the order of the standings; PTS,BH/C1,BH,SB when not given"},
    [TOP] = {0, "top", NUMBER, "K", 1, 2000,
             "number of players that count as the top; 10 when not given"},
    [SHARD] = SHARD_OPTION,
    [MERGE] = {0, "merge", SWITCH, NULL, 0, 0, "play nothing; merge the shards in FILE…"},
    [JOBS] = {'j', "jobs", NUMBER, "N", 1, 256,
              "number of threads; one per processor when not given"},
    [FORMAT] = {'f', "format", CHOICE, "text|json|csv|svg", 0, 0, "output format"},
    [OUT] = OUT_OPTION,
    {0}};

/* --- playing */

/* A thread's own data. */
struct worker {
    struct lm_arena *arena;
    struct study sums; /* of the events that it played */
    int64_t *wrong;    /* after each round of the event that it measures */
    enum lm_status status;
};

struct work {
    const struct study *study;
    struct lm_plan plan;
    struct lm_standings_options order;
    struct worker *workers;
    size_t parcels;
    int64_t parcel; /* events in it */
    bool progress;
};

/* Play event ${number} by ${arm} and measure it. */
static enum lm_status play(const struct work *work, struct worker *worker, struct arm *arm,
                           int64_t number, struct measured *out)
{
    struct lm_plan plan = work->plan;
    uint64_t seed = (uint64_t)(work->study->seed + number);
    struct lm_log log = {0}; /* an early end of an event is measured, not logged */
    struct lm_tournament *t;
    struct lm_arena *notes;
    uint32_t rounds;
    plan.rounds = arm->rounds;
    enum lm_status status = lm_arena_new(&notes, NULL, 0);
    if (status != LM_OK)
        return status;
    log.arena = notes;
    status = lm_generate(arm->system, &plan, seed, worker->arena, &log, &t);
    lm_arena_free(notes);
    if (status != LM_OK)
        return status;
    int32_t *strengths = lm_arena_alloc(worker->arena, t->player_count, sizeof *strengths);
    if (strengths == NULL)
        return LM_LIMIT;
    lm_generate_strengths(&plan, seed, t, strengths);
    status = measure(t, strengths, work->study->top, &work->order, worker->arena, out,
                     worker->wrong, &rounds);
    for (uint32_t i = 0; status == LM_OK && i < rounds; i++)
        sums_add(&arm->wrong[i], worker->wrong[i]);
    return status;
}

/* Play one event with every system. */
static enum lm_status play_event(const struct work *work, struct worker *worker, int64_t number)
{
    struct measured first = {0};
    for (size_t a = 0; a < worker->sums.arm_count; a++) {
        struct arm *arm = &worker->sums.arms[a];
        struct lm_mark mark = lm_arena_mark(worker->arena);
        struct measured measured;
        enum lm_status status = play(work, worker, arm, number, &measured);
        lm_arena_reset(worker->arena, mark);
        if (status != LM_OK)
            return status;
        if (a == 0)
            first = measured;
        for (int m = 0; m < MEASURES; m++) {
            if (measured.has[m])
                sums_add(&arm->own[m], measured.value[m]);
            if (measured.has[m] && first.has[m])
                sums_add(&arm->beyond[m], measured.value[m] - first.value[m]);
        }
    }
    return LM_OK;
}

static void play_parcel(void *context, size_t part, size_t number)
{
    const struct work *work = context;
    struct worker *worker = &work->workers[number];
    int64_t from = (int64_t)part * work->parcel, to = from + work->parcel;
    for (int64_t i = from; i < to && i < work->study->events; i++)
        if (worker->status == LM_OK && shard_has(&work->study->shard, i))
            worker->status = play_event(work, worker, i);
}

static void show_progress(void *context, size_t done)
{
    const struct work *work = context;
    if (!work->progress || done * 100 / work->parcels == (done - 1) * 100 / work->parcels)
        return;
    fprintf(stderr, "\r%3zu %%", done * 100 / work->parcels);
    if (done == work->parcels)
        fputs("\r     \r", stderr);
}

/* --- a run */

static enum lm_status make_worker(struct worker *worker, const struct study *s, struct run *run)
{
    struct lm_log log = {.arena = run->arena}; /* the choice of systems was logged once */
    uint32_t rounds = 1;
    *worker = (struct worker){.sums = *s};
    worker->sums.arm_count = 0;
    enum lm_status status = study_make_arms(&worker->sums, run->arena, &log);
    for (size_t a = 0; a < s->arm_count; a++)
        rounds = s->arms[a].rounds > rounds ? s->arms[a].rounds : rounds;
    worker->wrong = lm_arena_alloc(run->arena, rounds, sizeof *worker->wrong);
    if (status == LM_OK && worker->wrong == NULL)
        status = LM_LIMIT;
    return status == LM_OK ? lm_arena_new(&worker->arena, NULL, 0) : status;
}

static void join(struct study *s, const struct study *more)
{
    for (size_t a = 0; a < s->arm_count; a++) {
        for (int m = 0; m < MEASURES; m++) {
            sums_join(&s->arms[a].own[m], &more->arms[a].own[m]);
            sums_join(&s->arms[a].beyond[m], &more->arms[a].beyond[m]);
        }
        for (uint32_t r = 0; r < s->arms[a].rounds; r++)
            sums_join(&s->arms[a].wrong[r], &more->arms[a].wrong[r]);
    }
}

static enum lm_status play_all(struct run *run, struct work *work, struct study *s)
{
    enum { PARCEL = 16 };
    struct pool pool = {.work = play_parcel, .progress = show_progress, .context = work};
    work->parcel = PARCEL * s->shard.of;
    work->parcels = (size_t)((s->events + work->parcel - 1) / work->parcel);
    pool.count = work->parcels;
    pool.workers = run->values[JOBS].text != NULL ? (size_t)run->values[JOBS].number : 0;
    size_t workers = pool_workers(&pool);
    work->workers = lm_arena_alloc(run->arena, workers, sizeof *work->workers);
    if (work->workers == NULL)
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    size_t made = 0;
    while (status == LM_OK && made < workers)
        status = make_worker(&work->workers[made++], s, run);
    if (status == LM_OK)
        pool_run(&pool);
    for (size_t i = 0; i < made; i++) {
        if (status == LM_OK)
            status = work->workers[i].status;
        join(s, &work->workers[i].sums);
        lm_arena_free(work->workers[i].arena);
    }
    return status;
}

static enum lm_status read_plan(struct run *run, const struct study *s, struct lm_plan *plan)
{
    *plan = lm_plan_default();
    plan->expected = lm_rating_expected;
    plan->rating_error = 100;
    plan->white_advantage = 35;
    run->log->file = run->values[CONFIG].text;
    enum lm_status status = lm_plan_read(s->config, strlen(s->config), run->arena, run->log, plan);
    run->log->file = NULL;
    plan->players = s->players;
    plan->played = 0;
    if (status == LM_OK && plan->points.value[LM_WIN][0] <= 0)
        return fail(run->log, LM_INVALID, "a win must be worth some points");
    return status;
}

static int64_t number_or(const struct value *value, int64_t otherwise)
{
    return value->text == NULL ? otherwise : value->number;
}

static const char *text_or(const struct value *value, const char *otherwise)
{
    return value->text == NULL ? otherwise : value->text;
}

static enum lm_status simulate(struct run *run, struct study *s)
{
    const struct value *values = run->values;
    size_t length;
    struct work work = {.study = s, .progress = os_errors_are_terminal()};
    *s = (struct study){
        .systems = text_or(&values[SYSTEMS], "dutch,dubov,burstein,double-swiss"),
        .players = (uint32_t)number_or(&values[PLAYERS], 60),
        .rounds = (uint32_t)number_or(&values[ROUNDS], 9),
        .top = (uint32_t)number_or(&values[TOP], 10),
        .seed = number_or(&values[SEED], 1),
        .events = number_or(&values[COUNT], 1000),
        .order = text_or(&values[ORDER], "PTS,BH/C1,BH,SB"),
        .config = "",
    };
    enum lm_status status = shard_read(values[SHARD].text, run->log, &s->shard);
    if (status == LM_OK && values[CONFIG].text != NULL)
        status = read_file(values[CONFIG].text, run->arena, run->log, &s->config, &length);
    if (status == LM_OK)
        status = study_make_arms(s, run->arena, run->log);
    if (status == LM_OK)
        status = read_plan(run, s, &work.plan);
    if (status != LM_OK)
        return status;
    work.order = (struct lm_standings_options){.edition = LM_C07_2026, .schedule = LM_SWISS};
    status =
        lm_tie_breaks_parse(s->order, run->arena, run->log, &work.order.list, &work.order.count);
    return status == LM_OK ? play_all(run, &work, s) : status;
}

/* --- the command */

static enum lm_status check_usage(struct run *run)
{
    const struct value *values = run->values;
    if (values[MERGE].text == NULL && run->operand_count > 0)
        return fail(run->log, LM_INVALID, "\"%s\": files need --merge", run->operands[0]);
    if (values[MERGE].text != NULL && run->operand_count == 0)
        return fail(run->log, LM_INVALID, "--merge needs the files of the shards");
    for (int i = SYSTEMS; i < MERGE; i++)
        if (values[MERGE].text != NULL && values[i].text != NULL)
            return fail(run->log, LM_INVALID,
                        "--%s is already in the shards; leave it out with --merge",
                        options[i].name);
    if (values[SHARD].text != NULL && values[FORMAT].number != AS_JSON)
        return fail(run->log, LM_INVALID, "a shard has to be JSON: add -f json");
    return LM_OK;
}

static enum lm_status study(struct run *run)
{
    struct study s;
    enum lm_status status = check_usage(run);
    if (status == LM_OK && run->values[MERGE].text != NULL)
        status = study_merge(run, run->operands, run->operand_count, &s);
    else if (status == LM_OK)
        status = simulate(run, &s);
    if (status != LM_OK)
        return status;
    switch (run->values[FORMAT].number) {
    case AS_JSON:
        study_write(&s, &run->out);
        break;
    case AS_CSV:
        study_write_csv(&s, &run->out);
        break;
    case AS_SVG:
        study_draw(&s, &run->out);
        break;
    default:
        study_print(&s, run->arena, &run->out);
    }
    run->destination = run->values[OUT].text;
    return LM_OK;
}

const struct command study_command = {
    .name = "study",
    .operands = "[FILE…]",
    .summary = "compare pairing systems over simulated events",
    .description =
        "Each system pairs the same K events: the same strengths, absences and first colour, by\n"
        "seed.  A player's strength differs from the rating by chance (a standard deviation of\n"
        "100 rating points), White plays 35 points stronger, three games in ten are drawn (fewer\n"
        "between unequal players), and results follow FIDE's table of expected scores (B.02 art.\n"
        "8.1.2).  RatingError, WhiteAdvantage, DrawPercentage and the other keys of `limmat\n"
        "generate` change that.\n"
        "\n"
        "The study measures how well the final order follows strength (pairs of players in the\n"
        "wrong order, rank correlation, whether the strongest player is first, how many of the\n"
        "strongest are at the top), colours, floats, byes and differences in strength.  Means\n"
        "have 95 % intervals and the difference from the first system over the same events.\n"
        "\n"
        "A system with two games a round plays twice as many games: NAME:ROUNDS sets its own\n"
        "number of rounds.\n"
        "\n"
        "The same arguments make the same bytes on any machine, with any number of threads, and\n"
        "when shards are merged.  docs/study-systems.md has a study and its limits.",
    .example = "limmat study -s dutch,dubov,burstein,double-swiss:5 -n 60 -R 10 --count 5000 -f "
               "svg -o s.svg\n"
               "parallel limmat study --count 100000 --shard {}/8 -f json -o part{}.json ::: 1 2 3 "
               "4 5 6 7 8\n"
               "limmat study --merge -f svg -o study.svg part*.json",
    .options = options,
    .least = 0,
    .most = SIZE_MAX,
    .run = study,
};
