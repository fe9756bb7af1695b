/* SPDX-License-Identifier: Apache-2.0 */
/* `limmat rate simulate`: years of an invented federation, with its lists and journals. */
#include "cli/rating/rate_office.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "limmat/federation.h"

enum { PLAYERS, MONTHS, GAMES, SEED, DATE, OUT, EVENTS };

static const struct option options[] = {
    [PLAYERS] = {'n', "players", NUMBER, "N", 10, 5000000, "players; 1000 when not given"},
    [MONTHS] = {'m', "months", NUMBER, "N", 1, 600, "months to play; 12 when not given"},
    [GAMES] = {'g', "games", NUMBER, "N", 1, 10000000,
               "games a month; as many as players when not given"},
    [SEED] = {0, "seed", NUMBER, "N", 0, INT64_MAX, "the same seed makes the same federation"},
    [DATE] = {'d', "date", TEXT, "DAY", 0, 0, "the first list's day; 2013-08-01 when not given"},
    [OUT] = {'o', "output", TEXT, "DIR", 0, 0,
             "the directory to fill, with one directory per list"},
    [EVENTS] = {0, "events", SWITCH, NULL, 0, 0, "also write the events: DIR/events-YYYY-MM"},
    LANGUAGE_OPTION,
    {0}};

static int64_t number(const struct run *run, int option, int64_t otherwise)
{
    return run->values[option].text == NULL ? otherwise : run->values[option].number;
}

/* Return DIR/${prefix}YYYY-MM. */
static const char *place(struct run *run, struct lm_arena *arena, const char *prefix, int32_t list)
{
    struct lm_text text = lm_text_in(arena);
    struct lm_date date = lm_date_of(list);
    lm_text_print(&text, "%s/%s%04d-%02d", run->values[OUT].text, prefix, date.year, date.month);
    return lm_text_string(&text);
}

static enum lm_status write_events(struct run *run, struct office *office)
{
    const char *directory = place(run, office->working, "events-", office->list);
    enum lm_status status = os_make_new_folder(directory, run->log);
    for (size_t i = 0; status == LM_OK && i < office->event_count; i++) {
        struct lm_mark mark = lm_arena_mark(office->working);
        struct lm_text text = lm_text_in(office->working);
        struct lm_text name = lm_text_in(office->working);
        lm_event_write(&office->events[i], &text);
        lm_text_print(&name, "%s/%s.json", directory, office->events[i].id);
        status = text.failed || name.failed
                     ? LM_LIMIT
                     : os_write(lm_text_string(&name), text.bytes, text.length, OS_QUICK, run->log);
        lm_arena_reset(office->working, mark);
    }
    return status;
}

static enum lm_status play_month(struct run *run, struct lm_federation *federation,
                                 struct office *office, size_t games)
{
    struct lm_period_options rating = {.book = &office->book, .chess = LM_STANDARD};
    struct lm_mark mark = lm_arena_mark(office->working);
    office->old_list = office->registry.list;
    office->list = lm_month_begin(lm_month_of(office->old_list) + 1);
    office->rules = lm_rating_rules_on_or_first(&office->book, office->list, LM_STANDARD);
    enum lm_status status =
        lm_federation_play(federation, &office->registry, office->list, games, office->working,
                           &office->events, &office->event_count);
    if (status == LM_OK && run->values[EVENTS].text != NULL)
        status = write_events(run, office);
    if (status == LM_OK)
        status = lm_period_rate(&office->registry, rating, office->list, office->events,
                                office->event_count, office->working, run->log, &office->period);
    office->sketches = NULL;
    office->sketch_count = office->sketch_capacity = 0;
    if (status == LM_OK)
        status = sketches_load(place(run, office->working, "", office->old_list), run->log, office);
    if (status == LM_OK)
        status = repeats_refuse(run->log, office);
    if (status == LM_OK)
        status = office_write(office, place(run, office->working, "", office->list), run->log);
    if (status == LM_OK)
        office_summary(run, office, &run->out);
    lm_arena_reset(office->working, mark);
    return status;
}

static enum lm_status rate_simulate(struct run *run)
{
    struct lm_federation federation;
    struct office office = {.chess = LM_STANDARD};
    const char *date = run->values[DATE].text;
    size_t players = (size_t)number(run, PLAYERS, 1000);
    int32_t months = (int32_t)number(run, MONTHS, 12);
    if (run->values[OUT].text == NULL)
        return fail(run->log, LM_INVALID, "give the directory to fill (-o)");
    enum lm_status status =
        parse_day(date == NULL ? "2013-08-01" : date, "--date", run->log, &office.list);
    if (status == LM_OK)
        status = os_make_new_folder(run->values[OUT].text, run->log);
    if (status != LM_OK)
        return status;
    if (lm_arena_new(&office.working, NULL, 0) != LM_OK)
        return LM_LIMIT;
    office.registry = lm_registry_in(run->arena, office.list);
    office.old_list = office.list;
    status = lm_rating_book(run->arena, &office.book);
    if (status == LM_OK)
        status =
            lm_rating_rules_for(&office.book, office.list, LM_STANDARD, run->log, &office.rules);
    if (status == LM_OK)
        status = lm_federation_found(&federation, &office.registry, office.rules, players, months,
                                     (uint64_t)number(run, SEED, 1));
    if (status == LM_OK)
        status = office_write(&office, place(run, run->arena, "", office.list), run->log);
    for (int32_t m = 0; status == LM_OK && m < months; m++)
        status =
            play_month(run, &federation, &office, (size_t)number(run, GAMES, (int64_t)players));
    lm_arena_free(office.working);
    return status;
}

const struct command rate_simulate_command = {
    .name = "rate simulate",
    .operands = "",
    .summary = "simulate a federation: players, events, lists and journals of many months",
    .description =
        "DIR gets a directory for each list, as `rate period` makes them, and with --events the\n"
        "events in between, to try `rate period` on.",
    .example = "limmat rate simulate -n 30000 -m 24 --seed 7 -o federation",
    .options = options,
    .least = 0,
    .most = 0,
    .run = rate_simulate,
};
