/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `limmat audit`: pair, rank and rate tournaments again by the rules of their day.
 *
 * A difference accuses someone, so only declared facts are judged: the system (as on the public
 * pages), points, ranks and tie-breaks.  Everything else is listed as not judged, with the reason.
 * Files are shared among threads as in `check`.
 */
#include "cli/event/audit.h"

#include <inttypes.h>
#include <string.h>

#include "base/texts.h"
#include "cli/core/shard.h"
#include "cli/event/check_command.h"
#include "limmat/event_files.h"
#include "limmat/formats.h"
#include "os/threads.h"
#include "site/site.h"

enum { FORMAT, SHARD, MERGE, JOBS, OUT };
enum { AS_TEXT, AS_JSON, AS_CSV, AS_HTML };

static const struct option options[] = {
    [FORMAT] = {'f', "format", CHOICE, "text|json|csv|html", 0, 0, "output format"},
    [SHARD] = SHARD_OPTION,
    [MERGE] = {0, "merge", SWITCH, NULL, 0, 0, "audit nothing; merge the shards in FILE…"},
    [JOBS] = {'j', "jobs", NUMBER, "N", 1, 256,
              "number of files at a time; one per processor when not given"},
    [OUT] = OUT_OPTION,
    {0}};

/* One file; its row's texts are in ${arena} until they are copied. */
struct job {
    const char *path;
    struct lm_arena *arena;
    enum lm_status status; /* LM_LIMIT: no memory */
    struct audit_row row;
};

enum audit_verdict audit_verdict_of(const struct audit_row *row)
{
    enum audit_verdict a = row->pairings.verdict;
    enum audit_verdict b = row->standings.verdict;
    if (a == AUDIT_DIFFERS || b == AUDIT_DIFFERS)
        return AUDIT_DIFFERS;
    return a == AUDIT_AGREES || b == AUDIT_AGREES ? AUDIT_AGREES : AUDIT_NOT_JUDGED;
}

static struct audit_part not_judged(const char *why)
{
    return (struct audit_part){
        .verdict = AUDIT_NOT_JUDGED, .by = "", .what = why == NULL ? "" : why, .article = ""};
}

static const char *text_or(struct lm_text *text, const char *otherwise)
{
    return text->failed ? otherwise : lm_text_string(text);
}

/* --- pairings */

static const char *const reasons[] = {
    [SITE_UNDECLARED] = "the file declares no pairing system",
    [SITE_UNKNOWN] = "the file declares a system that Limmat does not have",
    [SITE_OF_TEAMS] = "a team event, but the declared system pairs players",
    [SITE_NO_NUMBERS] = "the file has no pairing numbers",
};

static const char *first_difference(const struct lm_difference *d, const char *edition,
                                    struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "round %u differs from the rules of %s: ", d->round, edition);
    if (d->expected == NULL)
        lm_text_add(&text, "they have no legal pairing");
    else if (d->rule != NULL)
        lm_text_print(&text, "%s, %s", d->rule->code, d->rule->title);
    else
        lm_text_add(&text,
                    d->order ? "equal by every criterion, later in the order" : "another pairing");
    return text_or(&text, "");
}

static struct audit_part judge_rounds(const struct lm_system *system, struct lm_tournament *t,
                                      struct job *job, struct lm_log *log)
{
    struct lm_check check;
    struct audit_part part = {
        .verdict = AUDIT_AGREES, .by = system->name, .what = "", .article = ""};
    struct lm_tournament *view = t;
    enum lm_status status = lm_system_view(system, t, job->arena, log, &view);
    if (status == LM_OK)
        (void)lm_close_rounds(view);
    if (status == LM_OK)
        status = lm_check_rounds(system, view, job->arena, log, &check);
    if (status != LM_OK)
        return not_judged(log->count > 0 ? log->all[log->count - 1].what
                                         : "a round can't be paired again");
    part.compared = check.rounds;
    if (check.rounds == 0)
        return not_judged("no round was paired");
    for (size_t i = check.difference_count; i-- > 0;) {
        const struct lm_difference *d = &check.differences[i];
        if (d->declared != NULL)
            continue;
        part.verdict = AUDIT_DIFFERS;
        part.different++;
        part.what = first_difference(d, system->name, job->arena);
        part.article = d->rule == NULL || d->rule->article == NULL ? "" : d->rule->article;
    }
    return part;
}

static struct audit_part judge_pairings(struct lm_tournament *t, struct job *job,
                                        struct lm_log *log)
{
    enum site_judged judged;
    const char *unpaired = lm_declared_unpaired(t);
    const struct lm_system *system = site_judged_by(t, &judged);
    if (unpaired != NULL && (system == NULL || (system->board == NULL && !system->teams)))
        return not_judged(unpaired);
    if (judged == SITE_NO_EDITION)
        return not_judged(system == NULL ? NULL : lm_system_missing(system, t->start, job->arena));
    return judged == SITE_JUDGED ? judge_rounds(system, t, job, log) : not_judged(reasons[judged]);
}

/* --- declared points, ranks and tie-breaks */

static const char *first_points(const struct lm_tournament *t, const struct lm_wrong_points *p,
                                struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%u %s: ", t->players[p->player].tpn, t->players[p->player].name);
    lm_text_add_tenths(&text, p->declared);
    lm_text_add(&text, " points declared, but the results give ");
    lm_text_add_tenths(&text, p->computed);
    return text_or(&text, "");
}

static struct audit_part judge_standings(const struct lm_tournament *t, struct job *job)
{
    struct lm_declared declared;
    struct lm_check points;
    struct audit_part part = {.verdict = AUDIT_AGREES, .by = "", .what = "", .article = ""};
    if (lm_check_points(t, job->arena, &points) != LM_OK ||
        lm_check_declared(t, job->arena, &declared) != LM_OK)
        return not_judged("the standings can't be computed");
    if (declared.standings == NULL || t->rounds_paired == 0)
        return not_judged("no round was played");
    part.by = lm_tie_break_edition_name(declared.standings->options.edition);
    part.compared = declared.standings->count;
    part.different = (int64_t)(points.wrong_point_count + declared.count);
    if (part.different == 0)
        return part;
    part.verdict = AUDIT_DIFFERS;
    part.article = "C.07";
    if (points.wrong_point_count > 0) {
        part.what = first_points(t, &points.wrong_points[0], job->arena);
    } else {
        struct lm_text text = lm_text_in(job->arena);
        lm_wrong_declaration_write(&declared, 0, &text);
        part.what = text_or(&text, "");
    }
    return part;
}

/* --- ratings: by the rules of the day; files have no rating changes to compare with */

static const char *ratings_of(const struct lm_tournament *t, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    const struct lm_rating_rules *rules = NULL;
    const struct lm_event_player *players = NULL;
    struct lm_assessment assessment = {0};
    size_t rated = 0;
    if (lm_assess_tournament(t, "audit", true, arena, &rules, &players, &assessment) != LM_OK)
        return "not made: out of memory";
    if (assessment.players == NULL)
        return rules == NULL && t->start[0] != '\0'
                   ? "not made: no edition for its day, or no game was played"
                   : "not made: the file has no start date";
    for (uint32_t p = 0; p < t->player_count; p++)
        rated += assessment.players[p].mode == LM_PLAYER_RATED && assessment.players[p].games > 0;
    lm_text_print(&text, "%s%s: %zu players", rules->name,
                  rules->extracts ? " (published extracts)" : "", rated);
    return text_or(&text, "");
}

/* --- a file */

static const char *format_of(const char *bytes, size_t length, const char *path)
{
    size_t count;
    const struct lm_format *formats = lm_formats(&count);
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; i < count; i++)
        if (formats[i].looks_like != NULL && formats[i].looks_like(bytes, length))
            return formats[i].name;
    return dot == NULL ? "unknown" : dot + 1;
}

static void judge_file(struct job *job, struct lm_log *log)
{
    const char *bytes;
    size_t length;
    struct lm_tournament *t;
    struct lm_date start;
    struct audit_row *row = &job->row;
    *row = (struct audit_row){.file = job->path, .name = "", .format = "unknown", .ratings = ""};
    if (read_file(job->path, job->arena, log, &bytes, &length) == LM_OK)
        row->format = format_of(bytes, length, job->path);
    if (load_tournament(job->path, false, job->arena, log, &t) != LM_OK) {
        const char *why = "the file can't be read";
        for (size_t i = log->count; i-- > 0;)
            why = log->all[i].severity == LM_ERROR ? log->all[i].what : why;
        row->pairings = row->standings = not_judged(why);
        return;
    }
    row->name = t->name;
    row->year = lm_parse_date(t->start, strlen(t->start), &start) ? start.year : 0;
    row->standings = judge_standings(t, job);
    row->ratings = ratings_of(t, job->arena);
    row->pairings = judge_pairings(t, job, log);
}

struct work {
    struct job *jobs;
};

static void run_job(void *context, size_t part, size_t worker)
{
    struct job *job = &((const struct work *)context)->jobs[part];
    (void)worker;
    job->status = lm_arena_new(&job->arena, NULL, 0);
    if (job->status != LM_OK)
        return;
    struct lm_log log = {.arena = job->arena};
    judge_file(job, &log);
}

/* --- all of them */

static struct audit_row keep_row(struct lm_arena *arena, struct audit_row row)
{
    struct audit_part *const parts[] = {&row.pairings, &row.standings};
    for (size_t i = 0; i < 2; i++) {
        parts[i]->by = lm_copied(arena, parts[i]->by);
        parts[i]->what = lm_copied(arena, parts[i]->what);
        parts[i]->article = lm_copied(arena, parts[i]->article);
    }
    row.name = lm_copied(arena, row.name);
    row.format = lm_copied(arena, row.format);
    row.ratings = lm_copied(arena, row.ratings);
    return row;
}

static enum lm_status audit_files(struct run *run, struct audit *out)
{
    struct paths paths = {.run = run};
    struct shard shard;
    enum lm_status status = shard_read(run->values[SHARD].text, run->log, &shard);
    if (status == LM_OK)
        status = find_files(&paths);
    if (status != LM_OK)
        return status;
    struct job *jobs = lm_arena_alloc(run->arena, paths.count, sizeof *jobs);
    struct audit_row *rows = lm_arena_alloc(run->arena, paths.count, sizeof *rows);
    if (jobs == NULL || rows == NULL)
        return LM_LIMIT;
    size_t count = 0;
    for (size_t i = 0; i < paths.count; i++)
        if (shard_has(&shard, (int64_t)i))
            jobs[count++].path = paths.all[i];
    struct work work = {jobs};
    pool_run(&(struct pool){
        .count = count,
        .workers = run->values[JOBS].text != NULL ? (size_t)run->values[JOBS].number : 0,
        .work = run_job,
        .context = &work});
    for (size_t i = 0; i < count; i++) {
        if (jobs[i].status != LM_OK)
            status = jobs[i].status;
        else
            rows[i] = keep_row(run->arena, jobs[i].row);
        lm_arena_free(jobs[i].arena);
    }
    *out = (struct audit){rows, count};
    return status;
}

static enum lm_status merge(struct run *run, struct audit *out)
{
    struct audit_row *rows = NULL;
    size_t count = 0;
    size_t capacity = 0;
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < run->operand_count; i++)
        status = audit_read(run, run->operands[i], &rows, &count, &capacity);
    *out = (struct audit){rows, count};
    return status;
}

static enum lm_status audit(struct run *run)
{
    struct audit audit = {0};
    bool merging = run->values[MERGE].text != NULL;
    if (run->values[SHARD].text != NULL && (merging || run->values[FORMAT].number != AS_JSON))
        return fail(run->log, LM_INVALID,
                    "a shard has to be JSON: add -f json, and leave out --merge");
    enum lm_status status = merging ? merge(run, &audit) : audit_files(run, &audit);
    if (status != LM_OK)
        return status;
    run->destination = run->values[OUT].text;
    switch (run->values[FORMAT].number) {
    case AS_JSON:
        audit_write_json(&audit, &run->out);
        break;
    case AS_CSV:
        audit_write_csv(&audit, &run->out);
        break;
    case AS_HTML:
        audit_write_page(&audit, &run->out);
        break;
    default:
        audit_write_text(run, &audit);
    }
    return lm_text_status(&run->out);
}

const struct command audit_command = {
    .name = "audit",
    .operands = "FILE|DIR…",
    .summary = "pair, rank and rate tournaments again by the rules of their time",
    .description =
        "A directory means all tournament files in it and its subdirectories.  Each file gets one\n"
        "report: it agrees; it differs from the rules of its day, with the first difference and\n"
        "its article; or it is not judged, with the reason.  Pairings are judged only by a system\n"
        "that the file declares, in the edition of its first day; standings only if the file\n"
        "declares points, ranks or tie-breaks.  Ratings are calculated by the edition of the day;\n"
        "files have none to compare them with.\n"
        "\n"
        "Totals by decade and format follow the reports; -f html writes everything on one page.\n"
        "Departures from the rules that a comment of the file declares don't count as\n"
        "differences.",
    .example = "limmat audit tournaments/\n"
               "limmat audit -f html -o audit.html tournaments/\n"
               "limmat audit --shard 1/2 -f json -o 1.json tournaments/\n"
               "limmat audit --merge -f csv 1.json 2.json",
    .options = options,
    .least = 1,
    .most = SIZE_MAX,
    .run = audit,
};
