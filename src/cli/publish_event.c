/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/publish_event.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/directory.h"
#include "cli/journal.h"
#include "site/championship.h"

/* A page of an event. */
struct page {
    const char *path, *bytes;
    size_t length;
    bool same; /* as what is live */
};

struct pages {
    struct lm_arena *arena;   /* of the event */
    struct lm_arena *scratch; /* for one page at a time */
    struct page *all;
    size_t count, capacity;
};

/* Keep ${text}, made in the scratch arena; an empty page is none. */
static enum lm_status keep_page(struct pages *pages, const char *path, const struct lm_text *text)
{
    if (text->failed)
        return LM_LIMIT;
    if (text->length == 0)
        return LM_OK;
    struct page page = {.path = path, .length = text->length};
    page.bytes = lm_arena_copy(pages->arena, text->bytes, text->length);
    if (page.bytes == NULL || !lm_arena_grow(pages->arena, &pages->all, &pages->capacity,
                                             pages->count + 1, sizeof *pages->all))
        return LM_LIMIT;
    pages->all[pages->count++] = page;
    return LM_OK;
}

static enum lm_status make_page(const struct site_event *e, const struct site_page *row,
                                uint32_t index, struct pages *pages)
{
    struct lm_mark mark = lm_arena_mark(pages->scratch);
    struct lm_text path = lm_text_in(pages->arena), text = lm_text_in(pages->scratch);
    site_add_path(&path, row, e, index);
    enum lm_status status = row->write(e, index, pages->scratch, &text);
    if (status == LM_OK)
        status = keep_page(pages, lm_text_string(&path), &text);
    lm_arena_reset(pages->scratch, mark);
    return status;
}

static enum lm_status make_pages(const struct site_event *e, struct pages *pages)
{
    enum lm_status status = LM_OK;
    for (const struct site_page *row = site_pages; row->name != NULL; row++) {
        uint32_t index, end;
        site_page_range(row, e, &index, &end);
        for (; status == LM_OK && index < end; index++)
            status = make_page(e, row, index, pages);
    }
    return status;
}

static enum lm_status make_championship_page(const struct site_championship *e,
                                             const struct site_championship_row *row,
                                             uint32_t index, struct pages *pages)
{
    struct lm_mark mark = lm_arena_mark(pages->scratch);
    struct lm_text path = lm_text_in(pages->arena), text = lm_text_in(pages->scratch);
    site_add_numbered(&path, row->path, index + 1);
    enum lm_status status = row->write(e, index, pages->scratch, &text);
    if (status == LM_OK)
        status = keep_page(pages, lm_text_string(&path), &text);
    lm_arena_reset(pages->scratch, mark);
    return status;
}

static enum lm_status make_championship_pages(const struct site_championship *e,
                                              struct pages *pages)
{
    enum lm_status status = LM_OK;
    for (const struct site_championship_row *row = site_championship_pages; row->name != NULL;
         row++)
        for (uint32_t i = 0; status == LM_OK && i < site_championship_count(row, e); i++)
            status = make_championship_page(e, row, i, pages);
    return status;
}

static enum lm_status draft_pages(struct publish_job *job, const struct pages *pages)
{
    enum lm_status status = make_directory(job->draft, &job->log);
    for (size_t i = 0; status == LM_OK && i < pages->count; i++) {
        const struct page *page = &pages->all[i];
        const char *to = join_path(pages->arena, job->draft, page->path);
        const char *from = join_path(pages->arena, job->live, page->path);
        if (to == NULL || from == NULL)
            return LM_LIMIT;
        if (!page->same || link(from, to) != 0)
            status = write_new(to, page->bytes, page->length, &job->log);
    }
    return status;
}

/* Hold the pages to what is live; draft them all when one of them, or their number, differs. */
static enum lm_status compare_pages(struct publish_job *job, struct pages *pages)
{
    size_t same = 0, before = count_entries(job->live);
    for (size_t i = 0; i < pages->count; i++) {
        struct page *page = &pages->all[i];
        const char *path = join_path(pages->arena, job->live, page->path);
        if (path == NULL)
            return LM_LIMIT;
        page->same = file_is(path, page->bytes, page->length);
        same += page->same;
    }
    job->pages = pages->count;
    job->written = pages->count - same;
    job->fresh = job->written > 0 || before > same;
    return job->fresh ? draft_pages(job, pages) : LM_OK;
}

static enum lm_status publish_tournament(struct publish_job *job, struct pages *pages)
{
    struct lm_tournament *t;
    struct site_event *e;
    enum lm_status status = load_tournament(job->path, job->strict, pages->arena, &job->log, &t);
    if (status == LM_OK)
        status = site_event_new(t, job->slug, job->names, pages->arena, &job->log, &e);
    if (status == LM_OK)
        status = site_index_row_of(e, job->arena, &job->row);
    return status == LM_OK ? make_pages(e, pages) : status;
}

static enum lm_status publish_championship(struct publish_job *job, struct pages *pages)
{
    struct journal journal;
    enum lm_status status = journal_open(job->path, false, pages->arena, &job->log, &journal);
    if (status != LM_OK)
        return status;
    const struct site_championship e = {
        .c = journal.championship, .slug = job->slug, .names = job->names};
    status = site_championship_row_of(&e, job->arena, &job->row);
    return status == LM_OK ? make_championship_pages(&e, pages) : status;
}

/* The journal of a championship says so in its first bytes. */
static bool is_journal(const char *path)
{
    static const char opening[] = "{\"journal\":";
    char bytes[sizeof opening - 1];
    FILE *file = fopen(path, "rb");
    bool is = file != NULL && fread(bytes, 1, sizeof bytes, file) == sizeof bytes &&
              memcmp(bytes, opening, sizeof bytes) == 0;
    if (file != NULL)
        fclose(file);
    return is;
}

static enum lm_status publish_in(struct publish_job *job, struct lm_arena *arena,
                                 struct lm_arena *scratch)
{
    struct pages pages = {.arena = arena, .scratch = scratch};
    enum lm_status status =
        is_journal(job->path) ? publish_championship(job, &pages) : publish_tournament(job, &pages);
    return status == LM_OK ? compare_pages(job, &pages) : status;
}

void publish_event(struct publish_job *job)
{
    struct lm_arena *arena = NULL, *scratch = NULL;
    job->status = lm_arena_new(&job->arena, NULL, 0);
    job->log.arena = job->arena;
    if (job->status == LM_OK)
        job->status = lm_arena_new(&arena, NULL, 0);
    if (job->status == LM_OK)
        job->status = lm_arena_new(&scratch, NULL, 0);
    if (job->status == LM_OK)
        job->status = publish_in(job, arena, scratch);
    lm_arena_free(scratch);
    lm_arena_free(arena);
}
