/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/publish/publish_event.h"

#include <stdio.h>
#include <string.h>

#include "base/room.h"
#include "cli/championship/championship_file.h"
#include "cli/desk/desk_file.h"
#include "os/files.h"
#include "os/threads.h"
#include "site/championship.h"

/* A page of an event. */
struct page {
    const char *path, *bytes;
    size_t length;
    bool same; /* equal to the live file */
};

struct pages {
    struct lm_arena *arena; /* of the event */
    struct page *all;
    size_t count;
    size_t workers; /* the most workers that make them; 0: one for each processor */
};

/* ---- making pages, in parts ---- */

/* A worker's memory and status. */
struct bench {
    enum lm_status status;
    struct lm_arena *kept, *scratch; /* for the pages; for one page at a time */
};

/* A page in the languages that have it, made by one worker: language-independent reasons of a round
 * are computed only once. */
struct task {
    const struct site_event *const *events;       /* in ${count} languages, the main one first */
    const struct site_championship *championship; /* or one of these */
    const void *row;                              /* of the table of pages */
    uint32_t index;
    size_t count, first; /* the number of pages, and the number of the first */
};

struct making {
    struct task *tasks;
    size_t count, capacity;
    struct pages *pages;
    struct bench benches[POOL_WORKERS_MAX];
};

static enum lm_status add_task(struct making *making, struct task task)
{
    struct pages *pages = making->pages;
    if (!lm_arena_grow(pages->arena, &making->tasks, &making->capacity, making->count + 1,
                       sizeof *making->tasks))
        return LM_LIMIT;
    task.first = pages->count;
    pages->count += task.count;
    making->tasks[making->count++] = task;
    return LM_OK;
}

/* Store the page ${text} at ${path} as number ${number}. */
static void keep_page(struct making *making, struct bench *bench, size_t number,
                      const struct lm_text *path, const struct lm_text *text)
{
    struct page *page = &making->pages->all[number];
    *page = (struct page){.path = lm_text_string(path), .length = text->length};
    if (bench->status == LM_OK)
        bench->status = lm_text_status(text);
    if (bench->status == LM_OK && text->length > 0 &&
        (page->bytes = lm_arena_copy(bench->kept, text->bytes, text->length)) == NULL)
        bench->status = LM_LIMIT;
}

/* Most pages are shorter than this. */
enum { LIKELY = 12000 };

static void write_event_pages(struct making *making, struct bench *bench, const struct task *task)
{
    const struct site_page *row = task->row;
    struct site_reasons why = task->events[0]->last;
    if (row->over == SITE_EXPLAINED && why.round != task->index)
        bench->status = site_explain(task->events[0], task->index, bench->scratch, &why);
    for (size_t i = 0; bench->status == LM_OK && i < task->count; i++) {
        struct lm_mark mark = lm_arena_mark(bench->scratch);
        struct lm_text path = lm_text_in(bench->kept), text = lm_text_in(bench->scratch);
        struct site_event e = *task->events[i];
        e.last = why;
        (void)lm_text_room(&text, LIKELY); /* avoids growing it nine times */
        site_add_path(&path, row, &e, task->index);
        bench->status = row->write(&e, task->index, bench->scratch, &text);
        keep_page(making, bench, task->first + i, &path, &text);
        lm_arena_reset(bench->scratch, mark);
    }
}

static void write_championship_page(struct making *making, struct bench *bench,
                                    const struct task *task)
{
    const struct site_championship_row *row = task->row;
    struct lm_text path = lm_text_in(bench->kept), text = lm_text_in(bench->scratch);
    site_add_numbered(&path, row->path, row->shared ? "" : task->championship->names->suffix,
                      task->index + 1);
    bench->status = row->write(task->championship, task->index, bench->scratch, &text);
    keep_page(making, bench, task->first, &path, &text);
}

static void make_pages(void *context, size_t part, size_t worker)
{
    struct making *making = context;
    struct bench *bench = &making->benches[worker];
    const struct task *task = &making->tasks[part];
    if (bench->kept == NULL && bench->status == LM_OK)
        bench->status = lm_arena_new(&bench->kept, NULL, 0);
    if (bench->scratch == NULL && bench->status == LM_OK)
        bench->status = lm_arena_new(&bench->scratch, NULL, 0);
    if (bench->status != LM_OK)
        return;
    struct lm_mark mark = lm_arena_mark(bench->scratch);
    if (task->championship != NULL)
        write_championship_page(making, bench, task);
    else
        write_event_pages(making, bench, task);
    lm_arena_reset(bench->scratch, mark);
}

/* Drop empty pages. */
static void drop_empty(struct pages *pages)
{
    size_t kept = 0;
    for (size_t i = 0; i < pages->count; i++)
        if (pages->all[i].length > 0)
            pages->all[kept++] = pages->all[i];
    pages->count = kept;
}

static enum lm_status make_all(struct making *making)
{
    struct pages *pages = making->pages;
    pages->all = lm_arena_alloc(pages->arena, pages->count, sizeof *pages->all);
    if (pages->all == NULL)
        return LM_LIMIT;
    pool_run(&(struct pool){
        .count = making->count, .workers = pages->workers, .work = make_pages, .context = making});
    enum lm_status status = LM_OK;
    for (size_t i = 0; i < POOL_WORKERS_MAX; i++)
        status = status == LM_OK ? making->benches[i].status : status;
    drop_empty(pages);
    return status;
}

/* Add the pages of an event that exists as ${events}[0..${count}), the main language first; only
 * that one has the shared files. */
static enum lm_status add_tasks(struct making *making, const struct site_event *const *events,
                                size_t count)
{
    enum lm_status status = LM_OK;
    for (const struct site_page *row = site_pages; row->name != NULL; row++) {
        uint32_t index, end;
        site_page_range(row, events[0], &index, &end);
        for (; status == LM_OK && index < end; index++)
            status = add_task(making, (struct task){.events = events,
                                                    .count = row->shared ? 1 : count,
                                                    .row = row,
                                                    .index = index});
    }
    return status;
}

static enum lm_status add_championship_tasks(struct making *making,
                                             const struct site_championship *e)
{
    enum lm_status status = LM_OK;
    for (const struct site_championship_row *row = site_championship_pages; row->name != NULL;
         row++)
        for (uint32_t i = 0; status == LM_OK && (!row->shared || e->names->first) &&
                             i < site_championship_count(row, e);
             i++)
            status = add_task(making,
                              (struct task){.championship = e, .row = row, .index = i, .count = 1});
    return status;
}

/* ---- writing pages ---- */

static enum lm_status draft_pages(struct publish_job *job, const struct pages *pages)
{
    enum lm_status status = os_make_folder(job->draft, &job->log);
    for (size_t i = 0; status == LM_OK && i < pages->count; i++) {
        const struct page *page = &pages->all[i];
        const char *to = os_join(pages->arena, job->draft, page->path);
        const char *from = os_join(pages->arena, job->live, page->path);
        if (to == NULL || from == NULL)
            return LM_LIMIT;
        if (!page->same || !os_link(from, to))
            status = os_flood_write(job->flood, to, page->bytes, page->length, &job->log);
    }
    return status;
}

/* Compare the pages with the live ones; draft them all if one of them, or their number, differs. */
static enum lm_status compare_pages(struct publish_job *job, struct pages *pages)
{
    size_t same = 0, before = os_count_entries(job->live);
    for (size_t i = 0; i < pages->count; i++) {
        struct page *page = &pages->all[i];
        const char *path = os_join(pages->arena, job->live, page->path);
        if (path == NULL)
            return LM_LIMIT;
        page->same = before > 0 && os_holds(path, page->bytes, page->length);
        same += page->same;
    }
    job->pages = pages->count;
    job->written = pages->count - same;
    job->fresh = job->written > 0 || before > same;
    return job->fresh ? draft_pages(job, pages) : LM_OK;
}

/* ---- the event ---- */

/* Award prizes by the last standings, if there is a plan. */
static enum lm_status award_prizes(struct publish_job *job, struct site_event *e,
                                   struct lm_arena *arena)
{
    const char *bytes;
    const struct lm_prize_plan *plan;
    struct lm_prizes *prizes;
    size_t length;
    if (e->played == 0 || !os_is_there(job->plan))
        return LM_OK;
    enum lm_status status = read_file(job->plan, arena, &job->log, &bytes, &length);
    job->log.file = job->plan;
    if (status == LM_OK)
        status = lm_prize_plan_read(bytes, length, arena, &job->log, &plan);
    if (status == LM_OK)
        status = lm_prizes_award(plan, e->standings[e->played], arena, &job->log, &prizes);
    if (status == LM_OK)
        e->prizes = prizes;
    return status;
}

/* Add the tournament's journal unchanged; private data is in another file. */
static enum lm_status add_journal(struct publish_job *job, struct site_event *e,
                                  struct lm_arena *arena)
{
    size_t length = strcspn(job->path, "#");
    const char *path = lm_arena_copy(arena, job->path, length), *bytes;
    if (path == NULL)
        return LM_LIMIT;
    if (!desk_is_journal(path))
        return LM_OK;
    enum lm_status status = read_file(path, arena, &job->log, &bytes, &length);
    if (status == LM_OK)
        e->journal = (struct site_file){"event.journal", "journal", "Journal", bytes,
                                        lm_journal_whole(bytes, length)};
    return status;
}

static enum lm_status read_tournament(struct publish_job *job, struct making *making)
{
    struct lm_tournament *t;
    struct site_event *e;
    struct lm_arena *arena = making->pages->arena;
    enum lm_status status = load_tournament(job->path, job->strict, arena, &job->log, &t);
    if (status == LM_OK)
        status = site_event_new(t, job->slug, job->names, arena, &job->log, &e);
    if (status == LM_OK)
        status = award_prizes(job, e, arena);
    if (status == LM_OK)
        status = add_journal(job, e, arena);
    if (status != LM_OK)
        return status;
    const struct site_event **events = lm_arena_alloc(arena, job->name_count, sizeof *events);
    if (events == NULL)
        return LM_LIMIT;
    for (size_t i = 0; status == LM_OK && i < job->name_count; i++) {
        struct site_event *own = e;
        if (i > 0)
            status = site_event_in(e, &job->names[i], arena, &own);
        events[i] = own;
        if (status == LM_OK)
            status = site_index_row_of(own, job->arena, &job->rows[i]);
    }
    if (status == LM_OK)
        status = add_tasks(making, events, job->name_count);
    return status == LM_OK ? make_all(making) : status;
}

/* Read a championship with one worker: its pages are views of a state that computes in its own
 * arena. */
static enum lm_status read_championship(struct publish_job *job, struct making *making)
{
    struct journal journal;
    enum lm_status status =
        journal_open(job->path, false, making->pages->arena, &job->log, &journal);
    if (status != LM_OK)
        return status;
    struct site_championship *all =
        lm_arena_alloc(making->pages->arena, job->name_count, sizeof *all);
    if (all == NULL)
        return LM_LIMIT;
    making->pages->workers = 1;
    for (size_t i = 0; status == LM_OK && i < job->name_count; i++) {
        all[i] = (struct site_championship){.c = journal.championship,
                                            .slug = job->slug,
                                            .names = &job->names[i],
                                            .hooks = &desk_hooks};
        status = site_championship_row_of(&all[i], job->arena, &job->rows[i]);
        if (status == LM_OK)
            status = add_championship_tasks(making, &all[i]);
    }
    return status == LM_OK ? make_all(making) : status;
}

static enum lm_status publish_in(struct publish_job *job, struct lm_arena *arena)
{
    struct pages pages = {.arena = arena, .workers = job->workers};
    struct making *making = lm_arena_alloc(arena, 1, sizeof *making);
    if (making == NULL)
        return LM_LIMIT;
    making->pages = &pages;
    enum lm_status status = journal_is_championship(job->path) ? read_championship(job, making)
                                                               : read_tournament(job, making);
    if (status == LM_OK)
        status = compare_pages(job, &pages);
    for (size_t i = 0; i < POOL_WORKERS_MAX; i++) {
        lm_arena_free(making->benches[i].scratch);
        lm_arena_free(making->benches[i].kept);
    }
    return status;
}

void publish_event(struct publish_job *job)
{
    struct lm_arena *arena = NULL;
    job->status = lm_arena_new(&job->arena, NULL, 0);
    job->log.arena = job->arena;
    if (job->status == LM_OK) {
        job->rows = lm_arena_alloc(job->arena, job->name_count, sizeof *job->rows);
        job->status = job->rows == NULL ? LM_LIMIT : lm_arena_new(&arena, NULL, 0);
    }
    if (job->status == LM_OK)
        job->status = publish_in(job, arena);
    lm_arena_free(arena);
}
