/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `limmat rate rectify`: correct an event of the past, make all later lists again, and show whose
 * rating changes and why.
 *
 * Published lists stay as they are; the new ones go into a directory of their own.  The reasons
 * come from the month's two journals: what an event gave before and what it gives now.
 */
#include "base/sort.h"
#include "cli/rating/rate_office.h"
#include "limmat/words.h"

#include <inttypes.h>
#include <string.h>

enum { EVENTS, OUT, LEAVE_OUT };

static const struct option options[] = {
    [EVENTS] = {'e', "events", TEXT, "DIR", 0, 0,
                "the directory with the corrected events of all months"},
    [OUT] = {'o', "output", TEXT, "NEW", 0, 0,
             "the directory for the new lists and differences.txt"},
    [LEAVE_OUT] = {0, "leave-out", SWITCH, NULL, 0, 0, "go on without events that can't be rated"},
    LANGUAGE_OPTION,
    {0}};

/* --- results of a journal --- */

/* result EVENT ID MODE GAMES SCORE RATING K DELTA CHANGE; for an unrated player RU VERDICT follow
 * the score. */
struct result {
    uint32_t id;
    const char *event, *mode, *games, *score, *rating, *k, *change;
};

struct results {
    struct result *all;
    size_t count, capacity;
    const char *rules, *date; /* of the journal's head */
    enum lm_chess chess;
};

/* Split ${line} at its tabs, in place. */
static size_t cut(char *line, const char *columns[], size_t most)
{
    size_t count = 0;
    for (char *at = line; at != NULL && count < most;) {
        columns[count++] = at;
        at = strchr(at, '\t');
        if (at != NULL)
            *at++ = '\0';
    }
    for (size_t i = count; i < most; i++)
        columns[i] = "";
    return count;
}

static int by_person_and_event(const void *left, const void *right)
{
    const struct result *a = left;
    const struct result *b = right;
    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    int order = strcmp(a->event, b->event);
    return order != 0 ? order : strcmp(a->mode, b->mode);
}

static bool add_result(struct results *out, const char *const *columns, struct lm_arena *arena)
{
    int64_t id = 0;
    bool unrated = strcmp(columns[3], "unrated") == 0;
    if (!lm_parse_integer(columns[2], strlen(columns[2]), 1, UINT32_MAX, &id))
        return true;
    if (!lm_arena_grow(arena, &out->all, &out->capacity, out->count + 1, sizeof *out->all))
        return false;
    out->all[out->count++] = (struct result){
        .id = (uint32_t)id,
        .event = columns[1],
        .mode = columns[3],
        .games = columns[4],
        .score = columns[5],
        .rating = columns[6],
        .k = unrated ? "" : columns[7],
        .change = unrated ? columns[7] : columns[9],
    };
    return true;
}

static enum lm_status read_results(struct run *run, const char *folder, struct results *out)
{
    enum { COLUMNS = 10 };
    const char *bytes;
    size_t length;
    const char *columns[COLUMNS];
    const char *path = os_join(run->arena, folder, "journal.txt");
    *out = (struct results){.rules = NULL};
    if (path == NULL)
        return LM_LIMIT;
    enum lm_status status = read_file(path, run->arena, run->log, &bytes, &length);
    char *copy = status == LM_OK ? lm_arena_copy(run->arena, bytes, length) : NULL;
    if (copy == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (char *line = copy; line != NULL && *line != '\0';) {
        char *next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        cut(line, columns, COLUMNS);
        if (strcmp(columns[0], "limmat-journal 1") == 0) {
            out->rules = columns[1];
            out->date = columns[4];
            for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
                if (strcmp(columns[2], lm_chess_name((enum lm_chess)chess)) == 0)
                    out->chess = (enum lm_chess)chess;
        } else if (strcmp(columns[0], "result") == 0 && !add_result(out, columns, run->arena)) {
            return LM_LIMIT;
        }
        line = next;
    }
    if (out->rules == NULL)
        return fail(run->log, LM_INVALID,
                    "%s was not made by `limmat rate period`; lists can't be made again from it",
                    folder);
    if (out->count > 0)
        lm_sort(out->all, out->count, sizeof *out->all, by_person_and_event);
    return LM_OK;
}

/* Return the index of the first result of ${id}. */
static size_t first_of(const struct results *results, uint32_t id)
{
    size_t low = 0;
    size_t high = results->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (results->all[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* --- reasons --- */

static void begin_reason(struct lm_text *out, size_t start)
{
    lm_text_add(out, out->length > start ? "; " : "");
}

/* Report what changed in an event; ${out} stays empty if nothing did. */
static void tell_changed(const struct run *run, const struct result *was, const struct result *is,
                         struct lm_text *out)
{
    if (strcmp(was->mode, is->mode) != 0)
        lm_text_print(out, "%s -> %s", rate_word(run, was->mode), rate_word(run, is->mode));
    if (strcmp(was->score, is->score) != 0 || strcmp(was->games, is->games) != 0) {
        begin_reason(out, 0);
        rate_say(run, out, "score %s of %s -> %s of %s", was->score, was->games, is->score,
                 is->games);
    }
    if (strcmp(was->rating, is->rating) != 0) {
        begin_reason(out, 0);
        rate_say(run, out, strcmp(is->mode, "unrated") == 0 ? "Ru %s -> %s" : "rating %s -> %s",
                 was->rating, is->rating);
    }
    if (strcmp(was->k, is->k) != 0) {
        begin_reason(out, 0);
        lm_text_print(out, "K %s -> %s", was->k, is->k);
    }
    if (strcmp(was->change, is->change) != 0) {
        bool opponents = out->length == 0;
        begin_reason(out, 0);
        rate_say(run, out,
                 opponents ? "opponents or their ratings differ, change %s -> %s"
                           : "change %s -> %s",
                 was->change, is->change);
    }
}

/* Report what the month's events gave ${id} before and give now. */
static void tell_reasons(const struct run *run, const struct results *was, const struct results *is,
                         uint32_t id, struct lm_text *out)
{
    size_t start = out->length;
    size_t a = first_of(was, id);
    size_t b = first_of(is, id);
    while ((a < was->count && was->all[a].id == id) || (b < is->count && is->all[b].id == id)) {
        const struct result *old = a < was->count && was->all[a].id == id ? &was->all[a] : NULL;
        const struct result *new = b < is->count && is->all[b].id == id ? &is->all[b] : NULL;
        int order = old == NULL ? 1 : new == NULL ? -1 : strcmp(old->event, new->event);
        struct lm_text changed = lm_text_in(run->arena);
        a += order <= 0 ? 1 : 0;
        b += order >= 0 ? 1 : 0;
        if (order == 0)
            tell_changed(run, old, new, &changed);
        if (order == 0 && changed.length == 0)
            continue;
        begin_reason(out, start);
        if (order < 0)
            rate_say(run, out, "event %s is no longer rated: change %s removed", old->event,
                     old->change);
        else if (order > 0)
            rate_say(run, out, "event %s is new: change %s", new->event, new->change);
        else
            rate_say(run, out, "event %s: %s", new->event, lm_text_string(&changed));
    }
    if (out->length == start)
        rate_say(run, out, "by the list before");
}

/* --- one list, before and after --- */

static void add_rating(const struct run *run, struct lm_text *out, int32_t rating)
{
    if (rating == 0)
        rate_say(run, out, "unrated");
    else
        lm_text_print(out, "%" PRId32, rating);
}

/* Append the changes of a list, in the language of ${run}. */
static void tell_list(const struct run *run, const struct lm_registry *was,
                      const struct lm_registry *is, const struct results *old,
                      const struct results *new, struct lm_text *out)
{
    size_t differences = 0;
    struct lm_text day = lm_text_in(run->arena), lines = lm_text_in(run->arena);
    for (size_t i = 0; i < is->count; i++) {
        const struct lm_person *now = &is->people[i];
        const struct lm_person *then = lm_registry_find(was, now->id);
        const struct lm_track *track = &now->tracks[new->chess];
        const struct lm_track *before = then == NULL ? NULL : &then->tracks[new->chess];
        int32_t rating = before == NULL ? 0 : before->rating;
        int32_t k = before == NULL ? 0 : before->k;
        if (rating == track->rating && k == track->k)
            continue;
        differences++;
        lm_text_print(&lines, "  %" PRIu32 " %s %s: ", now->id, now->name, now->federation);
        add_rating(run, &lines, rating);
        lm_text_add(&lines, " -> ");
        add_rating(run, &lines, track->rating);
        if (k != track->k)
            lm_text_print(&lines, ", K %" PRId32 " -> %u", k, track->k);
        lm_text_add(&lines, ": ");
        tell_reasons(run, old, new, now->id, &lines);
        lm_text_add_char(&lines, '\n');
    }
    lm_text_add_date(&day, lm_date_of(is->list), '-');
    rate_say(run, out, "list of %s, %s: %zu players differ", lm_text_string(&day),
             lm_chess_name(new->chess), differences);
    lm_text_add_char(out, '\n');
    lm_text_add_bytes(out, lines.bytes, lines.length);
    out->failed |= lines.failed;
}

/* Append the changes to ${out} in the reader's language, and to ${file} in English. */
static enum lm_status compare(struct run *run, const char *old_folder, const char *new_folder,
                              struct lm_text *out, struct lm_text *file)
{
    struct lm_registry was;
    struct lm_registry is;
    struct results old;
    struct results new;
    enum lm_status status = load_registry(old_folder, run->arena, run->log, &was);
    if (status == LM_OK)
        status = load_registry(new_folder, run->arena, run->log, &is);
    if (status == LM_OK)
        status = read_results(run, old_folder, &old);
    if (status == LM_OK)
        status = read_results(run, new_folder, &new);
    if (status != LM_OK)
        return status;
    struct run english = *run;
    english.language = lm_english();
    tell_list(run, &was, &is, &old, &new, out);
    tell_list(&english, &was, &is, &old, &new, file);
    return LM_OK;
}

/* --- all lists --- */

/* A step of the work with its own memory: it holds two registries of all people, and a year has
 * twelve lists. */
struct step {
    struct run run; /* appends its messages to the log of all steps */
    size_t message; /* the log's length before the step */
};

static bool begin_step(const struct run *run, struct step *step)
{
    *step = (struct step){.run = *run, .message = run->log->count};
    if (lm_arena_new(&step->run.arena, NULL, 0) != LM_OK)
        return false;
    step->run.out = lm_text_in(step->run.arena);
    return true;
}

/* Make the messages of a step name their file. */
static enum lm_status end_step(struct run *run, struct step *step, enum lm_status status)
{
    for (size_t i = step->message; i < run->log->count; i++) {
        const char **file = &run->log->all[i].file;
        if (*file != NULL)
            *file = lm_arena_copy(run->arena, *file, strlen(*file));
    }
    run->log->file = NULL;
    lm_arena_free(step->run.arena);
    return status;
}

/* Return the name of the folder ${path}, also of "2026-05/". */
static const char *name_of(const char *path, struct lm_arena *arena)
{
    size_t length = strlen(path);
    char *whole = lm_arena_copy(arena, path, length);
    while (whole != NULL && length > 1 && *os_name_in(whole) == '\0')
        whole[--length] = '\0';
    return whole == NULL ? NULL : os_name_in(whole);
}

/* Make the list ${old} again from ${before}, as ${folder}. */
static enum lm_status make_anew(struct run *run, const char *old, const char *before,
                                const char *folder)
{
    struct results journal;
    struct step step;
    if (!begin_step(run, &step))
        return LM_LIMIT;
    enum lm_status status = read_results(&step.run, old, &journal);
    if (status == LM_OK)
        status = period_make(&step.run, &(struct period_order){
                                            .list = before,
                                            .events = run->values[EVENTS].text,
                                            .out = folder,
                                            .date = journal.date,
                                            .rules = journal.rules,
                                            .chess = journal.chess,
                                            .leave_out = run->values[LEAVE_OUT].text != NULL,
                                            .leave_earlier = true,
                                        });
    if (status == LM_OK)
        status = persons_repeat(&step.run, old, folder);
    return end_step(run, &step, status);
}

/* Append the changes. */
static enum lm_status tell_what_changes(struct run *run, const char *old, const char *folder,
                                        struct lm_text *file)
{
    struct step step;
    if (!begin_step(run, &step))
        return LM_LIMIT;
    return end_step(run, &step, compare(&step.run, old, folder, &run->out, file));
}

static enum lm_status rate_rectify(struct run *run)
{
    const char *out = run->values[OUT].text;
    const char *before = run->operands[0];
    if (run->values[EVENTS].text == NULL || out == NULL)
        return fail(run->log, LM_INVALID,
                    "give the events (--events) and the directory to make (-o)");
    if (os_is_there(out))
        return fail(run->log, LM_INVALID, "%s exists; give another name", out);
    struct lm_text differences = lm_text_in(run->arena);
    enum lm_status status = os_make_folder(out, run->log);
    for (size_t i = 1; status == LM_OK && i < run->operand_count; i++) {
        const char *name = name_of(run->operands[i], run->arena);
        const char *folder = name == NULL ? NULL : os_join(run->arena, out, name);
        if (folder == NULL)
            return LM_LIMIT;
        status = make_anew(run, run->operands[i], before, folder);
        if (status == LM_OK)
            status = tell_what_changes(run, run->operands[i], folder, &differences);
        before = folder;
    }
    if (status != LM_OK)
        return status;
    const char *path = os_join(run->arena, out, "differences.txt");
    return path == NULL || differences.failed
               ? LM_LIMIT
               : os_write(path, differences.bytes, differences.length, OS_REPLACE, run->log);
}

const struct command rate_rectify_command = {
    .name = "rate rectify",
    .operands = "BASE LIST…",
    .summary = "correct a past event: make all later lists again and show the changes",
    .description =
        "BASE is the last correct list, LIST… are the later ones, in order (directories of `rate\n"
        "period`).  DIR has the events of all their months, with the wrong one corrected or\n"
        "removed.  Changes to people between the lists (persons.txt) are repeated.\n"
        "\n"
        "NEW has each corrected list, under its name, and differences.txt: for each list the\n"
        "players whose rating or K differs from the published one, with the reason, event by\n"
        "event.  The published lists do not change.",
    .example = "limmat rate rectify -e events -o rectified 2026-04 2026-05 2026-06",
    .options = options,
    .least = 2,
    .most = SIZE_MAX,
    .run = rate_rectify,
};
