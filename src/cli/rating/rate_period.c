/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `limmat rate period`: from the old list and a month of events, make the new list and a journal.
 *
 * The new directory is made under another name and renamed when all its files are on disk: a run
 * that is killed midway leaves the old list whole and no new one.
 */
#include "base/sort.h"
#include "cli/rating/rate.h"

#include <string.h>

#include "cli/core/hands.h"
#include "cli/rating/rate_office.h"
#include "limmat/rating_story.h"

enum { LIST, EVENTS, OUT, DATE, RULES, CHESS, LEAVE_OUT, LEAVE_EARLIER, REPLAY };

static const struct option options[] = {
    [LIST] = LIST_OPTION("the old list: a registry, or a directory that this command made"),
    [EVENTS] = {'e', "events", TEXT, "DIR", 0, 0, "the directory with the events of the month"},
    [OUT] = {'o', "output", TEXT, "NEW", 0, 0, "the directory to create; it must not exist yet"},
    [DATE] = {'d', "date", TEXT, "DAY", 0, 0,
              "the new list's day; the next month's when not given; the old one's for another time "
              "category"},
    [RULES] = RULES_OPTION,
    [CHESS] = CHESS_OPTION,
    [LEAVE_OUT] = {0, "leave-out", SWITCH, NULL, 0, 0,
                   "leave out events that can't be rated; the journal names them"},
    [LEAVE_EARLIER] = {0, "leave-earlier", SWITCH, NULL, 0, 0,
                       "leave out events of earlier lists, like those of later ones"},
    [REPLAY] = {0, "replay", TEXT, "JOURNAL", 0, 0,
                "make the list from this journal, not from events"},
    LANGUAGE_OPTION,
    {0}};

/* --- events */

static bool ends_with(const char *name, const char *end)
{
    size_t length = strlen(name);
    size_t size = strlen(end);
    return length >= size && strcmp(name + length - size, end) == 0;
}

/* List the files of ${directory} in the order of names, without hidden ones and companions. */
static enum lm_status list_files(struct run *run, const char *directory, const char ***out,
                                 size_t *count)
{
    const struct os_entry *entries;
    size_t entry_count;
    enum lm_status status = os_list(directory, run->arena, run->log, &entries, &entry_count);
    if (status != LM_OK)
        return status;
    const char **names = lm_arena_alloc(run->arena, entry_count, sizeof *names);
    for (size_t i = 0; names != NULL && i < entry_count; i++) {
        if (entries[i].name[0] == '.' || ends_with(entries[i].name, ".rating.json"))
            continue;
        const char *path = os_join(run->arena, directory, entries[i].name);
        if (path == NULL)
            return LM_LIMIT;
        names[(*count)++] = path;
    }
    *out = names;
    return names == NULL ? LM_LIMIT : LM_OK;
}

static const void *keep(struct lm_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = lm_arena_alloc(arena, count, size);
    if (copy != NULL && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

static const char *keep_text(struct lm_arena *arena, const char *text)
{
    return text == NULL ? NULL : lm_arena_copy(arena, text, strlen(text));
}

/* Copy ${event} into ${arena}, so that the data it was made from can be freed.  Players' names are
 * not copied: the registry has them. */
static enum lm_status keep_event(struct lm_arena *arena, struct lm_rating_event *event)
{
    event->id = keep_text(arena, event->id);
    event->name = keep_text(arena, event->name);
    event->league_id = keep_text(arena, event->league_id);
    event->clock = keep(arena, event->clock, event->clocks, sizeof *event->clock);
    event->days = keep(arena, event->days, event->day_count, sizeof *event->days);
    event->games = keep(arena, event->games, event->game_count, sizeof *event->games);
    struct lm_event_player *players = lm_arena_alloc(arena, event->player_count, sizeof *players);
    for (size_t i = 0; players != NULL && i < event->player_count; i++)
        players[i] = (struct lm_event_player){.id = event->players[i].id};
    event->players = players;
    return event->id == NULL || event->clock == NULL || event->days == NULL ||
                   event->games == NULL || players == NULL
               ? LM_LIMIT
               : LM_OK;
}

static enum lm_status is_due(struct run *run, const struct office *office,
                             const struct lm_rating_event *event, bool *due)
{
    int32_t own = lm_list_of(office->rules, event->end, event->official, event->received);
    *due = own == office->list && event->chess == office->order.chess;
    if (own >= office->list || office->order.leave_earlier)
        return LM_OK;
    return fail(run->log, LM_INVALID,
                "event %s belongs to an earlier list; if its report came late, give its date "
                "(\"received\")",
                event->id);
}

/* Name the first few events of other lists. */
static enum lm_status note_other_list(struct office *office, const struct lm_rating_event *event)
{
    enum { NAMED = 5 };
    struct lm_text text = lm_text_in(office->working);
    int32_t list = lm_list_of(office->rules, event->end, event->official, event->received);
    if (office->not_due++ >= NAMED)
        return LM_OK;
    lm_text_print(&text, "%s%s%s of ", office->others == NULL ? "" : office->others,
                  office->others == NULL ? "" : ", ", event->id);
    lm_text_add(&text, event->chess == office->chess ? "" : lm_chess_name(event->chess));
    lm_text_add(&text, event->chess == office->chess ? "" : " ");
    lm_text_add_date(&text, lm_date_of(list), '-');
    office->others = lm_text_string(&text);
    return text.failed ? LM_LIMIT : LM_OK;
}

/* Log the warnings about rated events, and rated events that change nothing. */
static enum lm_status tell_losses(struct run *run, const struct office *office)
{
    enum lm_status status = LM_OK;
    for (size_t e = 0; e < office->event_count; e++) {
        const struct lm_period_event *judged = &office->period.events[e];
        int32_t games = 0;
        for (size_t i = 0; i < judged->findings.count && judged->rated; i++) {
            const struct lm_rating_finding *f = &judged->findings.all[i];
            if (f->verdict == LM_WARNING)
                status = lm_log_add(run->log, LM_SUSPICIOUS, (struct lm_place){0}, f->remedy,
                                    "event %s is rated, but %s %s: %s", office->events[e].id,
                                    f->article, f->rule, f->found);
        }
        for (size_t i = 0; i < judged->entry_count; i++)
            games += office->period.entries[judged->first_entry + i].games;
        if (judged->rated && games == 0)
            status = lm_log_add(run->log, LM_SUSPICIOUS, (struct lm_place){0},
                                "check the report for missing ratings or ids",
                                "event %s changes nothing: none of its games has a rated player "
                                "(7.1.4, 8.3.1)",
                                office->events[e].id);
    }
    return status;
}

/* Number of files read before waiting for a turn: most take less time than waking up. */
enum { FILES_PER_PART = 16 };

/* All files are read as workers become free; their messages are logged in the order of names. */
struct event_readers {
    struct run *run;
    struct office *office;
    const char **paths;
    size_t count;
    struct hands hands;
    struct event_reader {
        struct lm_mark mark;
        size_t count;
        struct event_read {
            struct lm_log log;
            struct lm_rating_event event;
            enum lm_status status;
        } files[FILES_PER_PART];
    } each[LM_CREW_MOST];
    enum lm_status worst;
};

static void load_part(void *context, size_t part, size_t worker)
{
    struct event_readers *r = context;
    struct event_reader *own = &r->each[worker];
    struct lm_arena *arena = r->hands.arenas[worker];
    size_t from = part * FILES_PER_PART;
    lm_arena_reset(arena, own->mark);
    for (own->count = 0; own->count < FILES_PER_PART && from + own->count < r->count;
         own->count++) {
        struct event_read *read = &own->files[own->count];
        read->log = (struct lm_log){.arena = arena, .limit = r->run->log->limit};
        read->status = load_event(r->paths[from + own->count], arena, &read->log, &read->event);
    }
}

/* Copy the messages about one file into the run's log, so that the file's own log can be freed. */
static enum lm_status take_log(struct run *run, const struct lm_log *given)
{
    struct lm_log *log = run->log;
    const char *before = log->file;
    enum lm_status status = LM_OK;
    size_t errors = log->errors + given->errors;
    for (size_t i = 0; i < given->count && status != LM_LIMIT; i++) {
        const struct lm_diagnostic *d = &given->all[i];
        log->file = d->file == NULL ? NULL : lm_arena_copy(run->arena, d->file, strlen(d->file));
        status = lm_log_add_message(log, d->severity,
                                    (struct lm_place){d->line, d->column, d->field, d->value},
                                    d->remedy, d->message);
    }
    log->errors = errors;
    log->file = before;
    return status == LM_LIMIT ? LM_LIMIT : LM_OK;
}

static enum lm_status take_event(struct run *run, struct office *office,
                                 struct lm_rating_event *event, struct lm_arena *reading)
{
    bool due;
    enum lm_status status = is_due(run, office, event, &due);
    if (status == LM_OK && due)
        status = figures_tell(&office->registry, office->rules, event, reading, run->log);
    if (status == LM_OK && !due)
        return note_other_list(office, event);
    if (status != LM_OK)
        return status;
    status =
        identities_collect(&office->registry, event, office->working, reading, &office->identities);
    if (status == LM_OK)
        status = keep_event(office->working, event);
    if (!lm_arena_grow(office->working, &office->events, &office->event_capacity,
                       office->event_count + 1, sizeof *event))
        return LM_LIMIT;
    office->events[office->event_count++] = *event;
    return status;
}

static void take_read(struct event_readers *r, struct event_read *read, struct lm_arena *arena)
{
    if (r->worst == LM_LIMIT)
        return;
    enum lm_status status = take_log(r->run, &read->log);
    if (status == LM_OK)
        status = read->status;
    if (status == LM_OK)
        status = take_event(r->run, r->office, &read->event, arena);
    r->worst = status != LM_OK ? status : r->worst;
}

static void take_part(void *context, size_t part, size_t worker)
{
    struct event_readers *r = context;
    (void)part;
    for (size_t i = 0; i < r->each[worker].count; i++)
        take_read(r, &r->each[worker].files[i], r->hands.arenas[worker]);
}

static enum lm_status read_each(struct run *run, struct office *office, const char **paths,
                                size_t count)
{
    struct event_readers r = {
        .run = run, .office = office, .paths = paths, .count = count, .worst = LM_OK};
    size_t parts = (count + FILES_PER_PART - 1) / FILES_PER_PART;
    enum lm_status status = hands_join(&r.hands, office->reading);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < r.hands.crew.workers; i++)
        r.each[i].mark = lm_arena_mark(r.hands.arenas[i]);
    lm_crew_do(&r.hands.crew, (struct lm_task){parts, load_part, take_part, &r});
    for (size_t i = 0; i < r.hands.crew.workers; i++)
        lm_arena_reset(r.hands.arenas[i], r.each[i].mark);
    hands_leave(&r.hands);
    return r.worst;
}

static int by_id(const void *left, const void *right)
{
    return strcmp(((const struct lm_rating_event *)left)->id,
                  ((const struct lm_rating_event *)right)->id);
}

/* Read all events, or report everything that is wrong with them. */
static enum lm_status read_events(struct run *run, struct office *office)
{
    const char **paths = NULL;
    size_t count = 0;
    enum lm_status worst = list_files(run, office->order.events, &paths, &count);
    if (worst == LM_OK)
        worst = read_each(run, office, paths, count);
    enum lm_status told =
        identities_tell(&office->registry, &office->identities, office->working, run->log);
    worst = told != LM_OK ? told : worst;
    if (office->event_count > 0)
        lm_sort(office->events, office->event_count, sizeof *office->events, by_id);
    for (size_t i = 1; i < office->event_count; i++)
        if (by_id(&office->events[i - 1], &office->events[i]) == 0)
            worst = fail(run->log, LM_INVALID, "two events are called %s", office->events[i].id);
    enum lm_status repeated = repeats_refuse(run->log, office);
    return repeated != LM_OK ? repeated : worst;
}

/* --- the new list */

/* Refuse games faster than the standard list allows (1.1): an organiser forgot to enter rapid or
 * blitz. */
static enum lm_status refuse_fast(struct run *run, const struct office *office)
{
    enum lm_status status = LM_OK;
    for (size_t e = 0; e < office->event_count; e++) {
        const struct lm_rating_event *event = &office->events[e];
        int32_t seconds = lm_clock_seconds(event->clock, event->clocks);
        if (event->clocks > 0 && event->chess == LM_STANDARD && seconds < 3600 &&
            office->period.events[e].rules->numbered_as_2024)
            status = fail(run->log, LM_INVALID,
                          "event %s isn't standard chess: %d minutes for 60 moves (1.1); put "
                          "\"chess\": \"%s\" into the report, or correct its time control",
                          event->id, (int)(seconds / 60),
                          lm_chess_name(seconds > 600 ? LM_RAPID : LM_BLITZ));
    }
    return status;
}

static enum lm_status refuse_unratable(struct run *run, const struct office *office)
{
    enum lm_status status = LM_OK;
    for (size_t e = 0; e < office->event_count; e++) {
        const struct lm_rating_findings *findings = &office->period.events[e].findings;
        for (size_t i = 0; i < findings->count; i++)
            if (findings->all[i].verdict == LM_FAILED)
                status = fail(run->log, LM_INVALID,
                              "event %s can't be rated: %s %s; %s; %s, or --leave-out",
                              office->events[e].id, findings->all[i].article, findings->all[i].rule,
                              findings->all[i].found, findings->all[i].remedy);
    }
    return status;
}

static enum lm_status rate_month(struct run *run, struct office *office)
{
    struct lm_period_options rating = {
        .rules = office->fixed, .book = &office->book, .chess = office->chess};
    enum lm_status status = read_events(run, office);
    if (status == LM_OK)
        status = lm_period_rate(&office->registry, rating, office->list, office->events,
                                office->event_count, office->working, run->log, &office->period);
    if (status == LM_OK && !office->order.leave_out)
        status = refuse_unratable(run, office);
    if (status == LM_OK)
        status = refuse_fast(run, office);
    return status == LM_OK ? tell_losses(run, office) : status;
}

/* Was the old list made for another kind of chess?  Then the new one can be of the same day: it
 * continues from that list. */
static bool is_of_another_kind(struct run *run, const struct period_order *order)
{
    struct lm_log unset = {.arena = run->arena};
    struct lm_story story;
    struct os_map map = {0};
    const char *path = os_kind_of(order->list) == OS_FOLDER
                           ? os_join(run->arena, order->list, "journal.txt")
                           : NULL;
    if (path == NULL || os_map_file(path, &unset, &map) != LM_OK)
        return false;
    const char *end = memchr(map.bytes, '\n', map.length);
    size_t head = end == NULL ? map.length : (size_t)(end - map.bytes) + 1;
    bool other = lm_story_read(map.bytes, head, 0, run->arena, &story) == LM_OK &&
                 *story.rules != '\0' && story.chess != order->chess;
    os_unmap(&map);
    return other;
}

static enum lm_status open_office(struct run *run, const struct period_order *order,
                                  struct office *office)
{
    *office = (struct office){.chess = order->chess, .order = *order};
    if (lm_arena_new(&office->working, NULL, 0) != LM_OK ||
        lm_arena_new(&office->reading, NULL, 0) != LM_OK)
        return LM_LIMIT;
    enum lm_status status = load_registry(order->list, run->arena, run->log, &office->registry);
    if (status != LM_OK)
        return status;
    office->old_list = office->registry.list;
    office->list = lm_month_begin(lm_month_of(office->registry.list) + 1);
    if (order->date != NULL)
        status = parse_day(order->date, "--date", run->log, &office->list);
    if (status == LM_OK)
        status = choose_rules(order->rules, office->list, office->chess, run->arena, run->log,
                              &office->rules);
    if (status == LM_OK)
        status = lm_rating_book(run->arena, &office->book);
    if (status == LM_OK)
        status = sketches_load(order->list, run->log, office);
    if (order->rules != NULL && strcmp(order->rules, "rating") != 0)
        office->fixed = office->rules;
    bool same = office->list == office->registry.list && is_of_another_kind(run, order);
    if (status == LM_OK &&
        (lm_date_of(office->list).day != 1 || (office->list <= office->registry.list && !same)))
        return fail(run->log, LM_INVALID,
                    "the new list's day must be the first of a month after the old list");
    return status;
}

static enum lm_status check_order(struct run *run, const struct period_order *order)
{
    if (order->list == NULL || order->out == NULL)
        return fail(run->log, LM_INVALID, "give the old list (--list) and the new one (-o)");
    if ((order->replay != NULL) == (order->events != NULL))
        return fail(run->log, LM_INVALID, "give either --events or --replay");
    if (os_is_there(order->out))
        return fail(run->log, LM_INVALID, "%s already exists; give another name", order->out);
    return LM_OK;
}

static enum lm_status replay(struct run *run, struct office *office)
{
    const char *bytes;
    size_t length;
    const char *path = office->order.replay;
    enum lm_status status = read_file(path, office->working, run->log, &bytes, &length);
    run->log->file = path;
    if (status == LM_OK)
        status = journal_apply(bytes, length, run->log, office);
    run->log->file = NULL;
    return status;
}

enum lm_status period_make(struct run *run, const struct period_order *order)
{
    struct office office;
    enum lm_status status = check_order(run, order);
    if (status != LM_OK)
        return status;
    status = open_office(run, order, &office);
    if (status == LM_OK && order->replay != NULL)
        status = replay(run, &office);
    else if (status == LM_OK)
        status = rate_month(run, &office);
    if (status == LM_OK)
        status = office_write(&office, order->out, run->log);
    if (status == LM_OK)
        office_summary(run, &office, &run->out);
    lm_arena_free(office.working);
    lm_arena_free(office.reading);
    return status;
}

static enum lm_status rate_period(struct run *run)
{
    return period_make(run, &(struct period_order){
                                .list = run->values[LIST].text,
                                .events = run->values[EVENTS].text,
                                .out = run->values[OUT].text,
                                .date = run->values[DATE].text,
                                .rules = run->values[RULES].text,
                                .replay = run->values[REPLAY].text,
                                .chess = (enum lm_chess)run->values[CHESS].number,
                                .leave_out = run->values[LEAVE_OUT].text != NULL,
                                .leave_earlier = run->values[LEAVE_EARLIER].text != NULL,
                            });
}

const struct command rate_period_command = {
    .name = "rate period",
    .operands = "",
    .summary = "make the next monthly list from the old one and the month's events",
    .description =
        "NEW becomes a directory with\n\n"
        "registry             everything the office knows, for the next month\n\n"
        "list.txt             the published list, in FIDE's combined form\n\n"
        "titled-unrated.txt   titled players without a rating\n\n"
        "events.txt           recently rated events, so that none is rated twice\n\n"
        "journal.txt          rated and unrated events with reasons, every result and every "
        "change\n\n"
        "Nothing is applied when any input is refused; all refusals are listed.  NEW appears at "
        "once, when\nit is complete.  With --replay the same files are made from OLD and the "
        "journal alone.",
    .example = "limmat rate import -o 2013-08 -d 2013-08-01 standard_aug13frl.txt\n"
               "limmat rate period -l 2013-08 -e events/ -o 2013-09",
    .options = options,
    .least = 0,
    .most = 0,
    .run = rate_period,
};
