/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Files are independent, so each worker takes the next free one.  Each file has its own arena and
 * log; the arena is kept only if there is something to report about it.
 */

#include <stdio.h>
#include <string.h>

#include "cli/core/command.h"
#include "cli/desk/desk_file.h"
#include "cli/event/check_command.h"
#include "limmat/answers.h"
#include "limmat/formats.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/terminal.h"
#include "os/threads.h"

enum { SYSTEM, FORMAT, JOBS, STRICT };

static const struct option options[] = {
    [SYSTEM] = SYSTEM_OPTION,
    [FORMAT] = {'f', "format", CHOICE, "text|json", 0, 0, "output format"},
    [JOBS] = {'j', "jobs", NUMBER, "N", 1, 256,
              "number of files at a time; one per processor when not given"},
    [STRICT] = STRICT_OPTION,
    {0}};

/* One file and its result. */
struct job {
    const char *path;
    enum lm_status status;
    uint32_t rounds;
    struct lm_arena *arena; /* NULL: there is nothing to report */
    struct lm_log log;
    struct lm_checked checked;
    const char *unpaired; /* why no round was paired; NULL: they were */
};

/* Data that the workers share; ${lock} guards ${next} and ${done}. */
struct work {
    const char *system;
    bool strict;
    bool progress;
    struct job *jobs;
    size_t count;
};

/* --- the files */

static enum lm_status add_path(struct paths *paths, const char *path)
{
    if (path == NULL || !lm_arena_grow(paths->run->arena, &paths->all, &paths->capacity,
                                       paths->count + 1, sizeof *paths->all))
        return LM_LIMIT;
    paths->all[paths->count++] = path;
    return LM_OK;
}

/* Does the file have a tournament file's name? */
static bool is_tournament_name(const char *name)
{
    const char *dot = strrchr(name, '.');
    size_t count;
    const struct lm_format *formats = lm_formats(&count);
    for (size_t i = 0; dot != NULL && i < count; i++)
        for (const char *const *own = formats[i].extensions; *own != NULL; own++)
            if (strcmp(*own, dot + 1) == 0)
                return true;
    return false;
}

static enum lm_status add_folder(struct paths *paths, const char *path);

/* Add a file; a folder adds the tournament files in it and below it. */
static enum lm_status add_entry(struct paths *paths, const char *folder,
                                const struct os_entry *entry)
{
    const char *path = os_join(paths->run->arena, folder, entry->name);
    if (path == NULL)
        return LM_LIMIT;
    if (entry->name[0] == '.' || entry->kind == OS_NOTHING)
        return LM_OK;
    if (entry->kind == OS_FOLDER)
        return add_folder(paths, path);
    return is_tournament_name(entry->name) ? add_path(paths, path) : LM_OK;
}

static enum lm_status add_folder(struct paths *paths, const char *path)
{
    const struct os_entry *entries;
    size_t count;
    enum lm_status status = os_list(path, paths->run->arena, paths->run->log, &entries, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        status = add_entry(paths, path, &entries[i]);
    return status;
}

enum lm_status find_files(struct paths *paths)
{
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < paths->run->operand_count; i++) {
        const char *path = paths->run->operands[i];
        status = os_kind_of(path) == OS_FOLDER ? add_folder(paths, path) : add_path(paths, path);
    }
    return status;
}

/* --- the work */

/* Return why the pairings of ${t} are not checked; NULL: they are.  Teams are checked by a system
 * that the file names; in a match of two teams the players are. */
static const char *why_unpaired(const struct work *work, const struct lm_tournament *t)
{
    const struct lm_system *system = lm_system_of(t, NULL);
    bool named = system != NULL && (system->board != NULL || system->teams);
    bool fits = named && (lm_ids_are_teams(t) == system->teams || lm_type_says_match(t));
    if (work->system != NULL || fits)
        return NULL;
    return lm_declared_unpaired(t);
}

static enum lm_status check_file(const struct work *work, struct job *job)
{
    struct lm_checked *checked = &job->checked;
    struct lm_tournament *t = NULL;
    checked->file = job->path;
    enum lm_status status = load_tournament(job->path, work->strict, job->arena, &job->log, &t);
    checked->t = t;
    if (status != LM_OK)
        return status;
    /* The standings keep the event; choose_system may replace it by a view of the teams. */
    struct lm_tournament *event = lm_arena_alloc(job->arena, 1, sizeof *event);
    if (event == NULL)
        return LM_LIMIT;
    *event = *t;
    status = lm_check_declared(event, job->arena, &checked->declared);
    if (status != LM_OK)
        return status;
    job->unpaired = why_unpaired(work, t);
    if (job->unpaired != NULL)
        return lm_check_points(t, job->arena, &checked->check);
    status = choose_system(work->system, t, &job->log, &checked->system);
    if (status == LM_OK && lm_close_rounds(t))
        note_last_round(t, &job->log);
    if (status == LM_OK)
        status = lm_check_rounds(checked->system, t, job->arena, &job->log, &checked->check);
    job->rounds = status == LM_OK ? checked->check.rounds : 0;
    return status;
}

/* Return the number of differences in the file. */
static size_t differences_of(const struct lm_checked *checked)
{
    return checked->check.difference_count - checked->check.declared_count +
           checked->check.wrong_point_count + checked->declared.count;
}

static void run_job(void *context, size_t part, size_t worker)
{
    const struct work *work = context;
    struct job *job = &work->jobs[part];
    (void)worker;
    job->status = lm_arena_new(&job->arena, NULL, 0);
    if (job->status != LM_OK)
        return;
    job->log.arena = job->arena;
    job->status = check_file(work, job);
    if (job->status == LM_OK && differences_of(&job->checked) > 0)
        job->status = LM_DIFFERENT;
    if (job->status == LM_OK && work->count > 1 && job->checked.check.declared_count == 0) {
        lm_arena_free(job->arena);
        job->arena = NULL;
    }
}

/* Draw a bar again for every hundredth part done. */
static void show_progress(void *context, size_t done)
{
    enum { WIDTH = 40 };
    const struct work *work = context;
    size_t count = work->count;
    if (!work->progress || done * 100 / count == (done - 1) * 100 / count)
        return;
    int filled = (int)(done * WIDTH / count);
    fprintf(stderr, "\r[%.*s%*s] %zu/%zu", filled, "########################################",
            WIDTH - filled, "", done, count);
    if (done == count)
        fprintf(stderr, "\r%*s\r", WIDTH + 30, "");
}

/* --- the results */

struct summary {
    size_t files, rounds, differences, declared, wrong_points, wrong_declarations, refused;
    int64_t milliseconds;
};

static struct summary sum_up(const struct work *work)
{
    struct summary sum = {.files = work->count};
    for (size_t i = 0; i < work->count; i++) {
        const struct job *job = &work->jobs[i];
        sum.rounds += job->rounds;
        sum.refused += job->status != LM_OK && job->status != LM_DIFFERENT;
        sum.differences += job->checked.check.difference_count - job->checked.check.declared_count;
        sum.declared += job->checked.check.declared_count;
        sum.wrong_points += job->checked.check.wrong_point_count;
        sum.wrong_declarations += job->checked.declared.count;
    }
    return sum;
}

static void add_pair_cell(struct table *table, const struct lm_tournament *t,
                          const struct lm_pair *pair)
{
    if (pair == NULL)
        table_add(table, "");
    else if (pair->black == LM_NOBODY)
        table_print(table, "%u bye", t->players[pair->white].tpn);
    else
        table_print(table, "%u - %u", t->players[pair->white].tpn, t->players[pair->black].tpn);
}

/* Write the pairs that only one of the two pairings has, side by side. */
static void write_pairs(const struct job *job, const struct lm_difference *d, struct lm_text *out)
{
    struct table table = table_new(job->arena, "lll");
    table_add(&table, "");
    table_add(&table, "expected");
    table_add(&table, "played");
    uint32_t i = 0, k = 0;
    for (;;) {
        const struct lm_pair *expected = lm_pairing_next_own(d->expected, d->found, &i);
        const struct lm_pair *found = lm_pairing_next_own(d->found, d->expected, &k);
        if (expected == NULL && found == NULL)
            break;
        table_add(&table, "");
        add_pair_cell(&table, job->checked.t, expected);
        add_pair_cell(&table, job->checked.t, found);
    }
    table_write(&table, out);
}

static void write_reason(const struct lm_difference *d, struct lm_text *out)
{
    if (d->expected == NULL)
        lm_text_add(out, "no legal pairing exists");
    else if (d->rule != NULL)
        lm_text_print(out, "%s, %s (%s)", d->rule->code, d->rule->title, d->rule->article);
    else if (d->order)
        lm_text_add(out, "equal by every criterion, but later in the order of candidates");
    else
        lm_text_add(out, "paired differently");
}

/* Write how to find out more, and how to repair the file. */
static void write_remedy(const struct lm_declared *declared, const char *file, struct lm_text *out)
{
    uint32_t who = declared->wrong[0].participant;
    if (who == LM_NOBODY)
        lm_text_add(out, "  correct the number behind \"### tie-breaks\"\n");
    else
        lm_text_print(out,
                      "  `limmat explain --standings -p %u %s` derives a player's place; `limmat "
                      "standings -f trf` writes the file as it should be\n",
                      lm_participant_number(declared->standings, who), file);
}

void write_wrong_declarations(const struct lm_checked *checked, const char *prefix,
                              struct lm_text *out)
{
    for (size_t i = 0; i < checked->check.wrong_point_count; i++) {
        const struct lm_wrong_points *wrong = &checked->check.wrong_points[i];
        const struct lm_player *player = &checked->t->players[wrong->player];
        lm_text_print(out, "%s%u %s: ", prefix, player->tpn, player->name);
        lm_text_add_tenths(out, wrong->declared);
        lm_text_add(out, " points declared, but the results give ");
        lm_text_add_tenths(out, wrong->computed);
        lm_text_add_char(out, '\n');
    }
    for (size_t i = 0; i < checked->declared.count; i++) {
        lm_text_add(out, prefix);
        lm_wrong_declaration_write(&checked->declared, i, out);
        lm_text_add_char(out, '\n');
    }
    if (checked->declared.count > 0)
        write_remedy(&checked->declared, checked->file, out);
}

static void write_file_text(const struct job *job, struct lm_text *out)
{
    for (size_t i = 0; i < job->checked.check.difference_count; i++) {
        const struct lm_difference *d = &job->checked.check.differences[i];
        lm_text_print(out, "%s: round %u by %s: ", job->path, d->round, job->checked.system->name);
        write_reason(d, out);
        if (d->declared != NULL)
            lm_text_print(out, "; declared by \"%s\"", d->declared);
        lm_text_add_char(out, '\n');
        write_pairs(job, d, out);
    }
    if (job->checked.check.difference_count > job->checked.check.declared_count)
        lm_text_add(
            out,
            "  declare a round that was paired by hand, or before a correction, with a line such "
            "as\n"
            "  \"### MPA @ Round 5: reason\" or \"### Correction @ Round 4: 3-7: 1-0 => 0-1\"\n");
    struct lm_text prefix = lm_text_in(job->arena);
    lm_text_print(&prefix, "%s: ", job->path);
    write_wrong_declarations(&job->checked, lm_text_string(&prefix), out);
}

static void write_text(const struct work *work, struct summary sum, struct lm_text *out)
{
    for (size_t i = 0; i < work->count; i++) {
        if (work->jobs[i].status == LM_DIFFERENT || work->jobs[i].checked.check.declared_count > 0)
            write_file_text(&work->jobs[i], out);
        if (work->jobs[i].unpaired != NULL)
            lm_text_print(out, "%s: the pairings were not checked: %s\n", work->jobs[i].path,
                          work->jobs[i].unpaired);
    }
    lm_text_print(out, "%zu file%s", sum.files, sum.files == 1 ? "" : "s");
    if (sum.rounds == 0)
        lm_text_add(out, ": no round to check");
    else
        lm_text_print(out, ", %zu rounds: %zu difference%s", sum.rounds, sum.differences,
                      sum.differences == 1 ? "" : "s");
    if (sum.declared > 0)
        lm_text_print(out, ", %zu declared", sum.declared);
    if (sum.wrong_points > 0)
        lm_text_print(out, ", %zu declared score%s wrong", sum.wrong_points,
                      sum.wrong_points == 1 ? "" : "s");
    if (sum.wrong_declarations > 0)
        lm_text_print(out, ", %zu declared rank%s or tie-break%s wrong", sum.wrong_declarations,
                      sum.wrong_declarations == 1 ? "" : "s",
                      sum.wrong_declarations == 1 ? "" : "s");
    if (sum.refused > 0)
        lm_text_print(out, ", %zu not checked", sum.refused);
    lm_text_print(out, " (%lld.%lld s)\n", (long long)(sum.milliseconds / 1000),
                  (long long)(sum.milliseconds % 1000 / 100));
}

/* The list ${key} with the elements that ${put} takes from each file. */
static void put_list(struct lm_json_writer *w, const struct work *work, const char *key,
                     void (*put)(struct lm_json_writer *, const struct lm_checked *))
{
    lm_json_begin(w, key, '[');
    for (size_t i = 0; i < work->count; i++)
        put(w, &work->jobs[i].checked);
    lm_json_end(w, ']');
}

static void write_json(const struct work *work, struct summary sum, struct lm_text *out)
{
    struct lm_json_writer w = lm_json_writer_to(out, false);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_integer(&w, "files", (int64_t)sum.files);
    lm_json_put_integer(&w, "rounds", (int64_t)sum.rounds);
    put_list(&w, work, "differences", lm_json_put_differences);
    put_list(&w, work, "declared", lm_json_put_declared);
    put_list(&w, work, "wrong_points", lm_json_put_wrong_points);
    put_list(&w, work, "wrong_ranks", lm_json_put_wrong_ranks);
    put_list(&w, work, "wrong_tie_breaks", lm_json_put_wrong_tie_breaks);
    lm_json_put_integer(&w, "not_checked", (int64_t)sum.refused);
    lm_json_put_tenths(&w, "seconds", sum.milliseconds / 100);
    lm_json_end(&w, '}');
    lm_text_add_char(out, '\n');
}

void pass_on(struct lm_log *log, const struct lm_diagnostic *d)
{
    struct lm_place place = {d->line, d->column, d->field, d->value};
    log->file = d->file;
    lm_log_add(log, d->severity, place, d->remedy, "%s", d->what);
}

/* The reader doubts wrong points as well; skip that message if the check reports them for each
 * player. */
static bool is_said_already(const struct job *job, const struct lm_diagnostic *d)
{
    return d->severity == LM_SUSPICIOUS && d->field != NULL && strcmp(d->field, "points") == 0 &&
           job->checked.check.wrong_point_count > 0;
}

/* Merge the files' logs into the command's: for a single file also the assumptions and doubts.
 * Return the worst status of all files; a refusal is worse than a difference. */
static enum lm_status gather(const struct work *work, struct lm_log *log)
{
    enum lm_status worst = LM_OK;
    for (size_t i = 0; i < work->count; i++) {
        const struct job *job = &work->jobs[i];
        bool refused = job->status != LM_OK && job->status != LM_DIFFERENT;
        if (refused && (worst == LM_OK || worst == LM_DIFFERENT))
            worst = job->status;
        if (job->status == LM_DIFFERENT && worst == LM_OK)
            worst = LM_DIFFERENT;
        for (size_t k = 0; k < job->log.count; k++)
            if (refused || (work->count == 1 && !is_said_already(job, &job->log.all[k])))
                pass_on(log, &job->log.all[k]);
    }
    return worst;
}

static enum lm_status check(struct run *run)
{
    if (run->operand_count == 1 && desk_is_journal(run->operands[0]))
        return desk_check(run, run->operands[0], run->values[FORMAT].number == 1);
    struct paths paths = {.run = run};
    enum lm_status status = find_files(&paths);
    if (status != LM_OK)
        return status;
    struct work work = {.system = run->values[SYSTEM].text,
                        .strict = run->values[STRICT].text != NULL,
                        .progress = os_errors_are_terminal(),
                        .count = paths.count};
    work.jobs = lm_arena_alloc(run->arena, work.count, sizeof *work.jobs);
    if (work.jobs == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < work.count; i++)
        work.jobs[i].path = paths.all[i];
    bool chosen = run->values[JOBS].text != NULL;
    int64_t start = os_elapsed_milliseconds();
    pool_run(&(struct pool){.count = work.count,
                            .workers = chosen ? (size_t)run->values[JOBS].number : 0,
                            .work = run_job,
                            .progress = show_progress,
                            .context = &work});
    struct summary sum = sum_up(&work);
    sum.milliseconds = os_elapsed_milliseconds() - start;
    (run->values[FORMAT].number == 1 ? write_json : write_text)(&work, sum, &run->out);
    status = gather(&work, run->log);
    run->partial = true;
    for (size_t i = 0; i < work.count; i++)
        lm_arena_free(work.jobs[i].arena);
    return status;
}

const struct command check_command = {
    .name = "check",
    .operands = "FILE|DIR…",
    .summary = "pair every round again and recompute every declared standing",
    .description =
        "A directory means all tournament files in it and its subdirectories.  Each round is\n"
        "paired again from the previous rounds and compared with the pairing played; a difference\n"
        "is shown with the first criterion that separates the two.  Round-robins and team\n"
        "tournaments are paired only if -s names a system.\n"
        "\n"
        "Declared points, ranks (by record 212 or 202) and tie-breaks are recalculated.  Files\n"
        "declare tie-breaks in comments, as `limmat standings -f trf` writes them.\n"
        "\n"
        "A comment of the file can declare that a round departs from the rules (### MPA @ Round\n"
        "5:, Import, Configuration, or a Correction of the previous round).  Such a round is\n"
        "shown as declared and doesn't count as a difference.\n"
        "\n"
        "The exit status is 6 when there are differences.  A file that cannot be read or replayed\n"
        "is reported, the others are still checked, and the exit status is that of the first such\n"
        "file.\n"
        "\n"
        "Each round of a journal (`limmat desk`) is checked with the data at its publication.\n"
        "Declared departures from the rules are listed and don't count as differences.",
    .example = "limmat check open.trf\nlimmat check -s dutch-2026 -j 8 -f json tournaments/",
    .options = options,
    .least = 1,
    .most = SIZE_MAX,
    .run = check,
};
