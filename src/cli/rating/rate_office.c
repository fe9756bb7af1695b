/* SPDX-License-Identifier: Apache-2.0 */
/* The directory written for a month. */
#include "cli/rating/rate_office.h"
#include "base/sort.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* 7.22: titled players who are unrated, on a list of their own. */
static enum lm_status write_titled(const struct office *office, struct lm_sink sink,
                                   struct lm_log *log)
{
    (void)log;
    struct lm_text text = lm_text_in(office->working);
    lm_text_add(&text, "id\tname\tfederation\tsex\ttitle\twomen's title\n");
    for (size_t i = 0; i < office->registry.count; i++) {
        const struct lm_person *person = &office->registry.people[i];
        if (person->tracks[office->chess].rating != 0 || person->excluded ||
            (person->title[0] == '\0' && person->women_title[0] == '\0'))
            continue;
        lm_text_print(&text, "%" PRIu32 "\t%s\t%s\t%.1s\t%s\t%s\n", person->id, person->name,
                      person->federation, person->sex == 0 ? "" : &person->sex, person->title,
                      person->women_title);
    }
    if (text.failed)
        return LM_LIMIT;
    return sink.write(sink.context, text.bytes, text.length) ? LM_OK : LM_IO;
}

static enum lm_status write_new_registry(const struct office *office, struct lm_sink sink,
                                         struct lm_log *log)
{
    return write_registry(&office->registry, office->order.list, sink, office->working, log);
}

static enum lm_status write_list(const struct office *office, struct lm_sink sink,
                                 struct lm_log *log)
{
    (void)log;
    return write_fide_list(&office->registry, office->rules, LM_FIDE_COMBINED, office->chess, sink,
                           office->working);
}

static enum lm_status write_journal(const struct office *office, struct lm_sink sink,
                                    struct lm_log *log)
{
    (void)log;
    if (office->journal == NULL)
        return journal_write(office, sink);
    return sink.write(sink.context, office->journal, office->journal_length) ? LM_OK : LM_IO;
}

/* Was the event of ${sketch} rated?  Events that were not rated can be reported again. */
static bool was_rated(const struct office *office, size_t sketch)
{
    size_t event = sketch - office->fresh_sketch;
    return office->journal != NULL || sketch < office->fresh_sketch ||
           office->period.events[event].rated;
}

/* The journal has the events in the order of rating; the file needs them by list and id. */
static int by_list(const void *left, const void *right)
{
    const struct lm_sketch *a = *(const struct lm_sketch *const *)left;
    const struct lm_sketch *b = *(const struct lm_sketch *const *)right;
    if (a->list != b->list)
        return a->list < b->list ? -1 : 1;
    return strcmp(a->event, b->event);
}

static enum lm_status write_events(const struct office *office, struct lm_sink sink,
                                   struct lm_log *log)
{
    (void)log;
    struct lm_text text = lm_text_in(office->working);
    size_t count = 0;
    const struct lm_sketch **rated =
        lm_arena_alloc(office->working, office->sketch_count, sizeof *rated);
    if (rated == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < office->sketch_count; i++)
        if (was_rated(office, i))
            rated[count++] = &office->sketches[i];
    if (count > 0)
        lm_sort(rated, count, sizeof *rated, by_list);
    for (size_t i = 0; i < count; i++) {
        lm_text_add(&text, "event\t");
        sketch_write(rated[i], &text);
        lm_text_add_char(&text, '\n');
    }
    if (text.failed)
        return LM_LIMIT;
    return text.length == 0 || sink.write(sink.context, text.bytes, text.length) ? LM_OK : LM_IO;
}

static const struct {
    const char *name;
    enum lm_status (*write)(const struct office *office, struct lm_sink sink, struct lm_log *log);
} files[] = {
    {"registry", write_new_registry},     {"list.txt", write_list},
    {"titled-unrated.txt", write_titled}, {"events.txt", write_events},
    {"journal.txt", write_journal},
};

enum { FILES = sizeof files / sizeof *files };

static void remove_files(const struct office *office, const char *folder)
{
    for (size_t i = 0; i < FILES; i++) {
        const char *path = os_join(office->working, folder, files[i].name);
        if (path != NULL)
            os_remove(path);
    }
}

/* Write file ${i} of ${folder} into ${draft}, which is not on disk yet; ${*opened}: it exists. */
static enum lm_status draft_file_of(const struct office *office, const char *folder, size_t i,
                                    struct os_draft *draft, bool *opened, struct lm_log *log)
{
    const char *path = os_join(office->working, folder, files[i].name);
    *opened = false;
    if (path == NULL)
        return LM_LIMIT;
    enum lm_status status = os_draft_open(path, OS_PLAIN, office->working, log, draft);
    *opened = status == LM_OK;
    if (status != LM_OK)
        return status;
    struct lm_mark mark = lm_arena_mark(office->working);
    status = files[i].write(office, draft_sink(draft), log);
    lm_arena_reset(office->working, mark);
    return status;
}

/* Write all files; wait for the disk once all are made. */
static enum lm_status write_files(const struct office *office, const char *folder,
                                  struct lm_log *log)
{
    struct os_draft drafts[FILES];
    enum lm_status status = LM_OK;
    size_t count = 0;
    for (bool opened = true; status == LM_OK && opened && count < FILES; count += opened)
        status = draft_file_of(office, folder, count, &drafts[count], &opened, log);
    for (size_t i = 0; i < count; i++) {
        enum lm_status kept = LM_OK;
        if (status == LM_OK || drafts[i].failed)
            kept = os_draft_keep(&drafts[i], log);
        else
            os_draft_drop(&drafts[i]);
        status = kept != LM_OK ? kept : status;
    }
    return status;
}

/* Make the folder.  Remove what a killed run left behind; refuse if the folder holds other files.
 */
static enum lm_status fill(const struct office *office, const char *folder, const char *path,
                           struct lm_log *log)
{
    enum lm_status status = LM_OK;
    remove_files(office, folder);
    if (os_count_entries(folder) > 0)
        return fail(log, LM_INVALID, "%s is not empty; move its files away", folder);
    status = write_files(office, folder, log);
    if (status == LM_OK)
        status = os_settle_folder(folder, log);
    if (status == LM_OK)
        status = os_rename_new(folder, path, log);
    if (status != LM_OK)
        remove_files(office, folder);
    return status;
}

/* Lock the folder being made: of two runs at once one refuses. */
enum lm_status office_write(const struct office *office, const char *path, struct lm_log *log)
{
    struct os_lock lock;
    struct lm_text partial = lm_text_in(office->working);
    lm_text_print(&partial, "%s.partial", path);
    const char *folder = lm_text_string(&partial);
    if (partial.failed)
        return LM_LIMIT;
    enum lm_status status = os_make_folder(folder, log);
    if (status == LM_OK)
        status = os_lock_path(folder, OS_AT_ONCE, log, &lock);
    if (status != LM_OK)
        return status;
    status = fill(office, folder, path, log);
    if (status != LM_OK)
        os_remove_folder(folder);
    os_unlock(&lock);
    return status;
}

/* --- the summary */

static size_t listed(const struct office *office)
{
    size_t count = 0;
    for (size_t i = 0; i < office->registry.count; i++)
        count += lm_listing_of(office->rules, &office->registry.people[i], office->chess,
                               office->list) == LM_LISTED;
    return count;
}

void office_summary(const struct run *run, const struct office *office, struct lm_text *out)
{
    size_t rated = 0;
    size_t games = 0;
    size_t fresh = 0;
    size_t delisted = 0;
    for (size_t e = 0; e < office->period.event_count; e++) {
        rated += office->period.events[e].rated;
        games += office->period.events[e].rated ? office->events[e].game_count : 0;
    }
    for (size_t i = 0; i < office->period.change_count; i++) {
        fresh += office->period.changes[i].fresh;
        delisted += office->period.changes[i].delisted;
    }
    struct lm_text day = lm_text_in(run->arena);
    lm_text_add_date(&day, lm_date_of(office->list), '-');
    rate_say(run, out, "list of %s, %s, %s: %zu players listed", lm_text_string(&day),
             lm_chess_name(office->chess), office->rules->name, listed(office));
    lm_text_add_char(out, '\n');
    write_basis(run, office->rules, out);
    if (office->journal != NULL)
        return;
    size_t not_rated = office->period.event_count - rated;
    rate_say(run, out,
             rated == 1 ? "%zu event rated, %zu not, %zu of other lists; %zu games; %zu players "
                          "changed, %zu new, %zu delisted"
                        : "%zu events rated, %zu not, %zu of other lists; %zu games; %zu players "
                          "changed, %zu new, %zu delisted",
             rated, not_rated, office->not_due, games, office->period.change_count, fresh,
             delisted);
    lm_text_add_char(out, '\n');
    if (office->others != NULL) {
        rate_say(run, out, "of other lists: %s", office->others);
        lm_text_print(out, "%s\n", office->not_due > 5 ? ", …" : "");
    }
}
