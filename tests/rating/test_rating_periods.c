/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Months and years of a rating office compared with the vectors of 2013: every list, every event's
 * report, the registry at the end.  Argument: vectors.jsonl.xz
 */
#include "editions.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/registry.h"

enum { MOST_EVENTS = 32 };

static const struct lm_rating_rules *rules;

struct office {
    struct lm_registry registry;
    struct read_event *events;
    size_t event_count;
    struct lm_arena *months; /* for a month's log; emptied after it */
    size_t states;
};

/* --- registry */

static void read_track(struct lm_registry *registry, struct lm_person *person,
                       const struct lm_json *p, int32_t first_list)
{
    struct lm_track *track = &person->tracks[LM_STANDARD];
    track->rating = (int16_t)rating_of(p, "rating");
    track->k = (uint8_t)rating_of(p, "k");
    track->total = (uint32_t)rating_of(p, "games_total");
    track->top = truth(p, "top");
    track->prior = truth(p, "prior");
    track->delisted = strcmp(lm_json_string(lm_json_get(p, "status")), "delisted") == 0;
    if (track->rating != 0)
        track->last = lm_month_of(first_list) - 1 - rating_of(p, "idle");
    const struct lm_json *history = lm_json_get(p, "history");
    for (const struct lm_json *h = history->first; h != NULL; h = h->next) {
        bool now = h->next == NULL;
        int32_t rating = is_null(item(h, 1)) ? 0 : (int32_t)integer_at(h, 1);
        int32_t k = is_null(item(h, 2)) ? 0 : (int32_t)integer_at(h, 2);
        struct lm_past_rating past = {day(item(h, 0)), (int16_t)rating, (int16_t)k};
        if (now)
            track->since = past.since;
        else
            assert_true(lm_track_add_past(track, registry->arena, past));
    }
    assert_int_equal(lm_json_get(p, "pool")->length, 0);
}

static void open_office(struct office *office, const struct lm_json *data)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_arena_new(&office->months, NULL, 0), LM_OK);
    int32_t first = day(lm_json_get(data, "first_list"));
    office->registry = lm_registry_in(arena, first);
    for (const struct lm_json *p = lm_json_get(data, "registry_before")->first; p != NULL;
         p = p->next) {
        struct lm_person *person = lm_registry_add(&office->registry, (uint32_t)atoi(p->key));
        const char *title = lm_json_string(lm_json_get(p, "title"));
        person->name = p->key;
        snprintf(person->title, sizeof person->title, "%s", title == NULL ? "" : title);
        person->excluded = truth(p, "excluded");
        read_track(&office->registry, person, p, first);
    }
    uint32_t twice;
    assert_true(lm_registry_sort(&office->registry, &twice));
    const struct lm_json *list = lm_json_get(data, "tournaments");
    office->events = calloc(list->length, sizeof *office->events);
    for (const struct lm_json *t = list->first; t != NULL; t = t->next)
        read_event(&office->events[office->event_count++], t, NULL);
}

static void close_office(struct office *office)
{
    lm_arena_free(office->registry.arena);
    lm_arena_free(office->months);
    free(office->events);
}

/* --- a month */

static size_t due(const struct office *office, int32_t list, struct lm_rating_event *events)
{
    size_t count = 0;
    for (size_t i = 0; i < office->event_count; i++) {
        const struct lm_rating_event *e = &office->events[i].event;
        if (lm_list_of(rules, e->end, e->official, e->received) == list)
            events[count++] = *e;
    }
    return count;
}

static uint32_t id_of(const struct office *office, const struct lm_period_entry *entry)
{
    return office->registry.people[entry->person].id;
}

/* [id, mode, n, own, K, sum, change] or [id, "unrated", n, Ru, verdict] */
static void check_entry(const struct office *office, const struct lm_period_entry *entry,
                        const struct lm_json *id, const struct lm_json *mode)
{
    static const char *const modes[] = {"rated", "unrated", "8.4"};
    const struct lm_json *rest = mode->next;
    assert_int_equal(id_of(office, entry),
                     atoi(id->type == LM_JSON_ARRAY ? id->key : lm_json_string(id)));
    assert_string_equal(modes[entry->mode], lm_json_string(mode));
    assert_int_equal(entry->games, integer(rest));
    if (entry->mode == LM_PLAYER_UNRATED) {
        assert_int_equal(entry->has_ru, !is_null(rest->next));
        if (entry->has_ru)
            assert_int_equal(entry->ru, integer(rest->next));
        assert_string_equal(entry->deferred ? "deferred"
                                            : lm_result_fate_code(LM_CHAPTER_2013, entry->fate),
                            lm_json_string(rest->next->next));
        return;
    }
    assert_int_equal(entry->own, integer(rest->next));
    assert_int_equal(entry->k, integer(rest->next->next));
    assert_int_equal(entry->delta, digits(rest->next->next->next));
    assert_int_equal(entry->change, digits(rest->next->next->next->next));
}

static void check_report(struct office *office, const struct lm_period *period, uint32_t number,
                         const struct lm_json *report)
{
    const struct lm_period_event *event = &period->events[number];
    const struct lm_json *violations = lm_json_get(report, "violations");
    assert_int_equal(event->rated, violations == NULL);
    if (violations != NULL) {
        const struct lm_json *v = violations->first;
        for (size_t i = 0; i < event->findings.count; i++)
            if (event->findings.all[i].verdict == LM_FAILED) {
                assert_string_equal(event->findings.all[i].article, lm_json_string(v));
                v = v->next;
            }
        assert_null(v);
        return;
    }
    assert_string_equal(lm_rated_as_name(event->as), lm_json_string(lm_json_get(report, "as")));
    size_t i = event->first_entry;
    for (const struct lm_json *p = lm_json_get(report, "players")->first; p != NULL;
         p = p->next, office->states++)
        check_entry(office, &period->entries[i++], item(p, 0), item(p, 1));
    const struct lm_json *league = lm_json_get(report, "league");
    for (const struct lm_json *p = league == NULL ? NULL : league->first; p != NULL;
         p = p->next, office->states++)
        check_entry(office, &period->entries[i++], p, item(p, 0));
    assert_int_equal(i, event->first_entry + event->entry_count);
}

/* [id, rating, games, K] */
static void check_players(struct office *office, const struct lm_json *list, int32_t day_of_list)
{
    const struct lm_json *row = list->first;
    for (size_t i = 0; i < office->registry.count; i++) {
        const struct lm_person *person = &office->registry.people[i];
        const struct lm_track *track = &person->tracks[LM_STANDARD];
        if (lm_listing_of(rules, person, LM_STANDARD, day_of_list) != LM_LISTED)
            continue;
        assert_non_null(row);
        assert_int_equal(person->id, atoi(lm_json_string(item(row, 0))));
        assert_int_equal(track->rating, integer_at(row, 1));
        assert_int_equal(lm_games_on_list(track, day_of_list), integer_at(row, 2));
        assert_int_equal(track->k, integer_at(row, 3));
        row = row->next;
        office->states++;
    }
    assert_null(row);
}

static void check_ids(const struct office *office, const struct lm_json *ids,
                      enum lm_listing listing, int32_t day_of_list)
{
    const struct lm_json *id = ids->first;
    for (size_t i = 0; i < office->registry.count; i++) {
        const struct lm_person *person = &office->registry.people[i];
        if (lm_listing_of(rules, person, LM_STANDARD, day_of_list) != listing)
            continue;
        assert_non_null(id);
        assert_int_equal(person->id, atoi(lm_json_string(id)));
        id = id->next;
    }
    assert_null(id);
}

static void check_titled(const struct office *office, const struct lm_json *ids)
{
    const struct lm_json *id = ids->first;
    for (size_t i = 0; i < office->registry.count; i++) {
        const struct lm_person *person = &office->registry.people[i];
        if (person->title[0] == '\0' || person->tracks[LM_STANDARD].rating != 0)
            continue;
        assert_non_null(id);
        assert_int_equal(person->id, atoi(lm_json_string(id)));
        id = id->next;
    }
    assert_null(id);
}

static void check_fresh(const struct office *office, const struct lm_period *period,
                        const struct lm_json *ids)
{
    const struct lm_json *id = ids->first;
    for (size_t i = 0; i < period->change_count; i++) {
        if (!period->changes[i].fresh)
            continue;
        assert_non_null(id);
        assert_int_equal(office->registry.people[period->changes[i].person].id,
                         atoi(lm_json_string(id)));
        id = id->next;
    }
    assert_null(id);
}

static void run_month(struct office *office, int32_t list, struct lm_rating_event *events,
                      size_t count, struct lm_period *period)
{
    struct lm_log log = {.arena = office->months};
    struct lm_period_options options = {.rules = rules, .chess = LM_STANDARD};
    assert_int_equal(lm_period_rate(&office->registry, options, list, events, count, office->months,
                                    &log, period),
                     LM_OK);
}

static void check_month(struct office *office, const struct lm_json *l)
{
    struct lm_rating_event events[MOST_EVENTS];
    struct lm_period period;
    int32_t list = day(lm_json_get(l, "date"));
    size_t count = due(office, list, events);
    run_month(office, list, events, count, &period);
    const struct lm_json *report = lm_json_get(l, "reports")->first;
    for (size_t i = 0; i < count; i++, report = report->next) {
        assert_string_equal(events[period.order[i]].id, lm_json_string(lm_json_get(report, "id")));
        check_report(office, &period, period.order[i], report);
    }
    assert_null(report);
    check_players(office, lm_json_get(l, "players"), list);
    check_ids(office, lm_json_get(l, "inactive"), LM_LISTED_INACTIVE, list);
    check_ids(office, lm_json_get(l, "delisted"), LM_LISTED_DELISTED, list);
    check_titled(office, lm_json_get(l, "titled_unrated"));
    check_fresh(office, &period, lm_json_get(l, "new"));
}

/* --- the end */

static void check_pool(const struct lm_track *track, const struct lm_json *pool)
{
    size_t count = track->record == NULL ? 0 : track->record->pool_count;
    assert_int_equal(count, pool->length);
    size_t i = 0;
    for (const struct lm_json *p = pool->first; p != NULL; p = p->next) {
        const struct lm_pooled *pooled = &track->record->pool[i++];
        assert_int_equal(pooled->month, integer(lm_json_get(p, "period")));
        assert_string_equal(pooled->event, lm_json_string(lm_json_get(p, "t")));
        assert_int_equal(pooled->result.games, integer(lm_json_get(p, "n")));
        assert_int_equal(pooled->result.tenths, 5 * integer(lm_json_get(p, "h")));
        assert_int_equal(pooled->result.opponents, rating_of(p, "opp"));
        assert_fraction(pooled->result.average, lm_json_get(p, "rc"));
    }
}

static void check_person(const struct office *office, const struct lm_json *p)
{
    const struct lm_person *person = lm_registry_find(&office->registry, (uint32_t)atoi(p->key));
    const struct lm_track *track = &person->tracks[LM_STANDARD];
    const char *status = lm_json_string(lm_json_get(p, "status"));
    enum lm_listing listing = lm_listing_of(rules, person, LM_STANDARD, office->registry.list);
    assert_int_equal(track->rating, rating_of(p, "rating"));
    assert_int_equal(track->k, rating_of(p, "k"));
    assert_int_equal(track->total, rating_of(p, "games_total"));
    assert_int_equal(track->top, truth(p, "top"));
    assert_int_equal(track->prior, truth(p, "prior"));
    assert_int_equal(strcmp(status, "inactive") == 0, listing == LM_LISTED_INACTIVE);
    assert_int_equal(strcmp(status, "delisted") == 0, track->delisted);
    if (track->rating != 0)
        assert_int_equal(lm_month_of(office->registry.list) - track->last, rating_of(p, "idle"));
    check_pool(track, lm_json_get(p, "pool"));
    const struct lm_json *history = lm_json_get(p, "history");
    size_t past = track->record == NULL ? 0 : track->record->past_count;
    assert_int_equal(past + (track->since == LM_NO_DAY ? 0 : 1), history->length);
    size_t i = 0;
    for (const struct lm_json *h = history->first; h != NULL; h = h->next, i++) {
        struct lm_past_rating now = {track->since, track->rating, track->k};
        const struct lm_past_rating *was = i < past ? &track->record->past[i] : &now;
        assert_int_equal(was->since, day(item(h, 0)));
        assert_int_equal(was->rating, is_null(item(h, 1)) ? 0 : integer_at(h, 1));
        assert_int_equal(was->k, is_null(item(h, 2)) ? 0 : integer_at(h, 2));
    }
}

static void check_years(const char *file)
{
    const struct lm_json *data = file_named(file);
    struct office office = {0};
    open_office(&office, data);
    for (const struct lm_json *l = lm_json_get(data, "lists")->first; l != NULL; l = l->next)
        check_month(&office, l);
    for (const struct lm_json *p = lm_json_get(data, "registry_after")->first; p != NULL;
         p = p->next, office.states++)
        check_person(&office, p);
    print_message("# %s: %zu states\n", file, office.states);
    close_office(&office);
}

#define YEARS(file)                                                                                \
    static void years_##file(void **state)                                                         \
    {                                                                                              \
        (void)state;                                                                               \
        check_years("periods_" #file);                                                             \
    }

YEARS(crossing)
YEARS(delisted_rr)
YEARS(delisted_rr_half)
YEARS(floor)
YEARS(inactive)
YEARS(invalid)
YEARS(league)
YEARS(midway)
YEARS(newcomers)
YEARS(steady)
YEARS(window)

static void window_edge(void **state)
{
    (void)state;
    size_t states = 0;
    for (const struct lm_json *c = lm_json_get(file_named("periods_window_edge"), "cases")->first;
         c != NULL; c = c->next, states++) {
        struct office office = {0};
        struct lm_rating_event events[MOST_EVENTS];
        struct lm_period period;
        open_office(&office, c);
        int32_t last = lm_month_of(day(lm_json_get(c, "last_list")));
        for (int32_t m = lm_month_of(day(lm_json_get(c, "first_list"))); m <= last; m++)
            run_month(&office, lm_month_begin(m), events, due(&office, lm_month_begin(m), events),
                      &period);
        uint32_t id = (uint32_t)atoi(lm_json_string(lm_json_get(c, "unrated")));
        const struct lm_track *track = lm_registry_find(&office.registry, id)->tracks;
        assert_int_equal(track->rating, rating_of(c, "published"));
        check_pool(track, lm_json_get(c, "pool_after"));
        close_office(&office);
    }
    print_message("# periods_window_edge: %zu states\n", states);
}

/* Nothing is rated if a player is not in the registry. */
static void strangers_are_refused_all_at_once(void **state)
{
    (void)state;
    struct office office = {0};
    open_office(&office, file_named("periods_steady"));
    struct lm_rating_event event = office.events[0].event;
    office.events[0].players[0].id = 5;
    office.events[0].players[1].id = 6;
    struct lm_log log = {.arena = office.months};
    struct lm_period period;
    struct lm_period_options options = {.rules = rules, .chess = LM_STANDARD};
    event.players = office.events[0].players;
    assert_int_equal(lm_period_rate(&office.registry, options, office.registry.list, &event, 1,
                                    office.months, &log, &period),
                     LM_INVALID);
    assert_int_equal(log.errors, 2);
    close_office(&office);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 3;
    read_vectors(argv[1]);
    rules = lm_rating_rules_named(book(), "rating-2013");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(years_crossing),
        cmocka_unit_test(years_delisted_rr),
        cmocka_unit_test(years_delisted_rr_half),
        cmocka_unit_test(years_floor),
        cmocka_unit_test(years_inactive),
        cmocka_unit_test(years_invalid),
        cmocka_unit_test(years_league),
        cmocka_unit_test(years_midway),
        cmocka_unit_test(years_newcomers),
        cmocka_unit_test(years_steady),
        cmocka_unit_test(years_window),
        cmocka_unit_test(window_edge),
        cmocka_unit_test(strangers_are_refused_all_at_once),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lm_arena_free(vectors_arena);
    return failed;
}
