/* SPDX-License-Identifier: Apache-2.0 */
/* The directory that a month leaves behind. */
#include "cli/rating/rate_office.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* 7.22: titled players who are unrated, on a list of their own. */
static enum lm_status write_titled(const struct office *office, struct lm_sink sink)
{
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

static enum lm_status write_registry(const struct office *office, struct lm_sink sink)
{
    return lm_registry_write(&office->registry, sink, office->working);
}

static enum lm_status write_list(const struct office *office, struct lm_sink sink)
{
    return lm_fide_list_write(&office->registry, office->rules, LM_FIDE_COMBINED, office->chess,
                              sink, office->working);
}

static enum lm_status write_journal(const struct office *office, struct lm_sink sink)
{
    if (office->journal == NULL)
        return journal_write(office, sink);
    return sink.write(sink.context, office->journal, office->journal_length) ? LM_OK : LM_IO;
}

static const struct {
    const char *name;
    enum lm_status (*write)(const struct office *office, struct lm_sink sink);
} files[] = {
    {"registry", write_registry},
    {"list.txt", write_list},
    {"titled-unrated.txt", write_titled},
    {"journal.txt", write_journal},
};

enum { FILES = sizeof files / sizeof *files };

/* What a killed run left behind goes; anything else in the directory stays and makes mkdir fail. */
static void clear_away(const struct office *office, const char *directory)
{
    for (size_t i = 0; i < FILES; i++) {
        const char *path = join_path(office->working, directory, files[i].name);
        if (path != NULL)
            unlink(path);
    }
    rmdir(directory);
}

static enum lm_status write_file_of(const struct office *office, const char *directory, size_t i,
                                    struct lm_log *log)
{
    struct output output;
    struct lm_mark mark = lm_arena_mark(office->working);
    const char *path = join_path(office->working, directory, files[i].name);
    if (path == NULL)
        return LM_LIMIT;
    enum lm_status status = output_open(&output, path, log);
    if (status != LM_OK)
        return status;
    status = files[i].write(office, output_sink(&output));
    enum lm_status closed = output_close(&output, log);
    lm_arena_reset(office->working, mark);
    return status != LM_OK ? status : closed;
}

/* A name is on the disk when the directory that holds it is. */
static bool sync_directory(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return false;
    bool good = fsync(descriptor) == 0;
    return close(descriptor) == 0 && good;
}

static const char *parent_of(const char *path, struct lm_arena *arena)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? "." : lm_arena_copy(arena, path, (size_t)(slash - path) + 1);
}

enum lm_status office_write(const struct office *office, const char *path, struct lm_log *log)
{
    struct lm_text partial = lm_text_in(office->working);
    lm_text_print(&partial, "%s.partial", path);
    const char *directory = lm_text_string(&partial);
    const char *parent = parent_of(path, office->working);
    if (partial.failed || parent == NULL)
        return LM_LIMIT;
    clear_away(office, directory);
    if (mkdir(directory, 0777) != 0)
        return fail(log, LM_IO, "%s cannot be made: %s", directory, strerror(errno));
    enum lm_status status = LM_OK;
    for (size_t i = 0; status == LM_OK && i < FILES; i++)
        status = write_file_of(office, directory, i, log);
    if (status == LM_OK &&
        (!sync_directory(directory) || rename(directory, path) != 0 || !sync_directory(parent)))
        status = fail(log, LM_IO, "%s cannot be made: %s", path, strerror(errno));
    if (status != LM_OK)
        clear_away(office, directory);
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

void office_summary(const struct office *office, struct lm_text *out)
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
    lm_text_add(out, "list of ");
    lm_text_add_date(out, lm_date_of(office->list), '-');
    lm_text_print(out, ", %s, %s: %zu players listed\n", lm_chess_name(office->chess),
                  office->rules->name, listed(office));
    if (office->journal != NULL)
        return;
    lm_text_print(out, "%zu events rated, %zu not, %zu of other lists; %zu games; ", rated,
                  office->period.event_count - rated, office->not_due, games);
    lm_text_print(out, "%zu players changed, %zu new, %zu delisted\n", office->period.change_count,
                  fresh, delisted);
}
