/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The regulations in force, standard, rapid and blitz, compared with their vectors: every number of
 * every game, event, list and registry, and every article.  Argument: vectors.jsonl.xz
 */
#include "editions.h"
#include "vectors.h"

#include <stdlib.h>
#include <string.h>

#include "limmat/registry.h"

enum { MOST_EVENTS = 32 };

static size_t compared; /* number of values, reported after each file */

static void same(int64_t got, int64_t expected, const char *what, const char *who)
{
    compared++;
    if (got != expected)
        fail_msg("%s of %s is %lld, expected %lld", what, who, (long long)got, (long long)expected);
}

static void same_text(const char *got, const char *expected, const char *what, const char *who)
{
    compared++;
    if (strcmp(got, expected) != 0)
        fail_msg("%s of %s is %s, expected %s", what, who, got, expected);
}

static void same_fraction(struct lm_fraction got, const struct lm_json *expected, const char *who)
{
    struct lm_fraction want = fraction(expected);
    same(got.over, want.over, "numerator", who);
    same(got.under, want.under, "denominator", who);
}

static void tell(const char *file)
{
    print_message("# %s: %zu values\n", file, compared);
    compared = 0;
}

static enum lm_chess chess_named(const char *name)
{
    int chess = 0;
    while (strcmp(lm_chess_name((enum lm_chess)chess), name) != 0)
        chess++;
    return (enum lm_chess)chess;
}

/* --- single numbers */

/* Each row as an event of one game, seen by its first player. */
static void games(void **state)
{
    (void)state;
    for (const struct lm_json *row = lm_json_get(file_named("games"), "rows")->first; row != NULL;
         row = row->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        int32_t own = (int32_t)integer_at(row, 2);
        int32_t tenths = (int32_t)digits(item(row, 4));
        int32_t k = (int32_t)integer_at(row, 5);
        struct lm_event_player players[] = {
            {.id = 1, .rating = own, .now_rating = own, .k = k, .now_k = k},
            {.id = 2, .rating = (int32_t)integer_at(row, 3), .now_rating = 1, .k = 20}};
        struct lm_event_game game = {1, 0, 1, tenths, 10 - tenths, true};
        struct lm_rating_event event = {.id = "G",
                                        .chess = chess_named(lm_json_string(item(row, 0))),
                                        .start = day(item(row, 1)),
                                        .players = players,
                                        .player_count = 2,
                                        .games = &game,
                                        .game_count = 1};
        const struct lm_rating_rules *rules = lm_rating_rules_on(book(), event.start, event.chess);
        struct lm_assessment a;
        assert_int_equal(lm_rating_assess(rules, &event, vectors_arena, &a), LM_OK);
        const struct lm_player_report *report = &a.players[0];
        const struct lm_game_line *line = &report->lines[0];
        bool rated = !is_null(item(row, 7));
        same(line->fate, rated ? LM_GAME_RATED : LM_GAME_TOO_FAR, "fate", "a game");
        if (rated) {
            same(line->game.difference, integer_at(row, 6), "D", "a game");
            same(line->game.used, integer_at(row, 7), "used D", "a game");
            same(line->game.expected, digits(item(row, 8)), "PD", "a game");
        }
        same(report->delta, digits(item(row, 9)), "delta", "a game");
        same(report->change, digits(item(row, 10)), "change", "a game");
        same(lm_rating_new(rules, own, report->change), integer_at(row, 11), "new", "a game");
        lm_arena_reset(vectors_arena, mark);
    }
    tell("games");
}

static void k_list(void **state)
{
    (void)state;
    const struct lm_json *data = file_named("k_list");
    int32_t list = day(lm_json_get(data, "list"));
    const struct lm_rating_rules *rules = lm_rating_rules_on(book(), list, LM_STANDARD);
    for (const struct lm_json *row = lm_json_get(data, "rows")->first; row != NULL;
         row = row->next) {
        int64_t best = integer_at(row, 2);
        struct lm_rating_standing standing = {
            .rating = (int32_t)integer_at(row, 0),
            .games = (int32_t)integer_at(row, 1),
            .reached_top = best >= 2400,
            .reached_high = best >= 2300,
            .birth = is_null(item(row, 3)) ? 0 : (int32_t)integer_at(row, 3),
            .list_year = lm_date_of(list).year,
        };
        same(lm_rating_k(rules, standing), integer_at(row, 4), "K", "a standing");
    }
    tell("k_list");
}

/* FIDE's printed numbers: each game's change, each event's sum, K of the month, the new rating. */
static int64_t sum_of_games(const struct lm_json *t, const char *who)
{
    const struct lm_rating_rules *rules =
        lm_rating_rules_on(book(), day(lm_json_get(t, "start")), LM_STANDARD);
    int32_t own = (int32_t)integer(lm_json_get(t, "own"));
    int64_t sum = 0;
    for (const struct lm_json *g = lm_json_get(t, "games")->first; g != NULL; g = g->next) {
        struct lm_rating_game game = lm_rating_game(
            rules, LM_STANDARD, own, (int32_t)integer_at(g, 0), (int32_t)digits(item(g, 1)));
        same(game.delta, digits(item(g, 2)), "delta", who);
        sum += game.delta;
    }
    same(sum, digits(lm_json_get(t, "sum")), "sum", who);
    return sum;
}

static void check_newcomer(const struct lm_json *c, const struct lm_rating_rules *rules)
{
    struct lm_rating_result result = {0};
    int64_t ratings = 0;
    for (const struct lm_json *t = lm_json_get(c, "tournaments")->first; t != NULL; t = t->next)
        for (const struct lm_json *g = lm_json_get(t, "games")->first; g != NULL; g = g->next) {
            result.games++;
            result.tenths += (int32_t)digits(item(g, 1));
            ratings += integer_at(g, 0);
        }
    struct lm_rating_initial initial;
    result.average = lm_fraction_of(ratings, result.games);
    assert_int_equal(lm_rating_initial(rules, &result, 1, &initial), LM_OK);
    same(result.games, integer(lm_json_get(c, "n")), "games", "a newcomer");
    same(initial.rating, integer(lm_json_get(c, "fide")), "first rating", "a newcomer");
}

static void published(void **state)
{
    (void)state;
    for (const struct lm_json *c = lm_json_get(file_named("published"), "cases")->first; c != NULL;
         c = c->next) {
        const char *who = lm_json_string(lm_json_get(c, "id"));
        const struct lm_rating_rules *rules =
            lm_rating_rules_on(book(), day(lm_json_get(c, "list")), LM_STANDARD);
        const struct lm_json *ratings = lm_json_get(c, "ratings");
        if (ratings->length == 0) {
            check_newcomer(c, rules);
            continue;
        }
        int32_t n = (int32_t)integer(lm_json_get(c, "n"));
        int32_t listed = (int32_t)integer(lm_json_get(c, "k_list"));
        int32_t k = lm_rating_k_within_budget(rules, listed, n);
        int64_t sum = 0;
        for (const struct lm_json *t = lm_json_get(c, "tournaments")->first; t != NULL; t = t->next)
            sum += sum_of_games(t, who);
        int32_t newest = (int32_t)integer_at(item(ratings, ratings->length - 1), 1);
        same(k, integer(lm_json_get(c, "month_k")), "K of the month", who);
        same(lm_rating_new(rules, newest, k * sum), integer(lm_json_get(c, "new")), "new", who);
    }
    tell("published");
}

/* --- events */

/* [opponent, opponent's rating, D used, expected], or [opponent, null, article] */
static void check_line(const struct read_event *r, const struct lm_game_line *line, bool rated,
                       enum lm_chapter chapter, const struct lm_json *expect, const char *who)
{
    const char *opponent = lm_json_string(item(expect, 0));
    same_text(line->opponent == LM_NOBODY ? "a bye" : r->players[line->opponent].name,
              opponent == NULL ? "a bye" : opponent, "opponent", who);
    if (is_null(item(expect, 1))) {
        same_text(lm_game_fate_article(chapter, line->fate), lm_json_string(item(expect, 2)),
                  "article", who);
        return;
    }
    same(line->fate, LM_GAME_RATED, "fate", who);
    same(line->opponent_rating, integer_at(expect, 1), "opponent's rating", who);
    if (!rated)
        return;
    same(line->game.used, integer_at(expect, 2), "used D", who);
    same(line->game.expected, digits(item(expect, 3)), "PD", who);
}

static void check_lines(const struct read_event *r, const struct lm_player_report *report,
                        enum lm_chapter chapter, const struct lm_json *list, const char *who)
{
    const struct lm_json *expect = list->first;
    for (size_t i = 0; i < report->line_count; i++, expect = expect->next) {
        assert_non_null(expect);
        check_line(r, &report->lines[i], report->mode != LM_PLAYER_UNRATED, chapter, expect, who);
    }
    assert_null(expect);
}

static void check_unrated(const struct lm_player_report *report, enum lm_chapter chapter,
                          const struct lm_json *expect, const char *who)
{
    const struct lm_json *ru = lm_json_get(expect, "ru");
    same_text(lm_result_fate_code(chapter, report->fate),
              lm_json_string(lm_json_get(expect, "verdict")), "verdict", who);
    same(report->has_ru, !is_null(ru), "Ru", who);
    if (is_null(ru))
        return;
    same(report->ru.rating, integer(ru), "Ru", who);
    same_fraction(report->ru.average, lm_json_get(expect, "ra"), who);
}

static void check_rated(const struct lm_rating_rules *rules, const struct lm_player_report *report,
                        const struct lm_json *expect, const char *who)
{
    same(report->own, integer(lm_json_get(expect, "own")), "own rating", who);
    same(report->k, integer(lm_json_get(expect, "k")), "K", who);
    same(report->expected, digits(lm_json_get(expect, "we")), "We", who);
    same(report->delta, digits(lm_json_get(expect, "delta")), "delta", who);
    same(report->change, digits(lm_json_get(expect, "change")), "change", who);
    same(lm_rating_new(rules, report->own, report->change), integer(lm_json_get(expect, "new")),
         "new", who);
}

static const char *const modes[] = {
    [LM_PLAYER_RATED] = "rated",
    [LM_PLAYER_UNRATED] = "unrated",
    [LM_PLAYER_SINCE_PUBLISHED] = "since",
    [LM_PLAYER_LENT] = "lent",
};

static void check_event(const struct lm_json *c)
{
    struct read_event r;
    struct lm_assessment a;
    read_event(&r, lm_json_get(c, "tournament"), lm_json_get(c, "people"));
    const struct lm_rating_rules *rules = lm_rating_rules_on(book(), r.event.start, r.event.chess);
    enum lm_chapter chapter = lm_rating_chapter(rules, r.event.chess);
    assert_int_equal(lm_rating_assess(rules, &r.event, vectors_arena, &a), LM_OK);
    for (const struct lm_json *p = lm_json_get(c, "expect")->first; p != NULL; p = p->next) {
        const struct lm_player_report *report = &a.players[player_with(&r, p->key)];
        same_text(modes[report->mode], lm_json_string(lm_json_get(p, "mode")), "mode", p->key);
        same(report->games, integer(lm_json_get(p, "n")), "games", p->key);
        same(report->tenths, digits(lm_json_get(p, "score")), "score", p->key);
        if (report->mode == LM_PLAYER_UNRATED)
            check_unrated(report, chapter, p, p->key);
        else
            check_rated(rules, report, p, p->key);
        check_lines(&r, report, chapter, lm_json_get(p, "lines"), p->key);
    }
}

static void check_events(const char *file)
{
    for (const struct lm_json *c = lm_json_get(file_named(file), "cases")->first; c != NULL;
         c = c->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        check_event(c);
        lm_arena_reset(vectors_arena, mark);
    }
    tell(file);
}

#define EVENTS(file)                                                                               \
    static void file(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        check_events(#file);                                                                       \
    }

EVENTS(events_standard)
EVENTS(events_rapid)
EVENTS(events_blitz)
EVENTS(initial)
EVENTS(match)
EVENTS(budget)
EVENTS(lent)

static void check_violations(const struct lm_rating_findings *findings, const struct lm_json *list,
                             const char *note)
{
    const struct lm_json *want = list->first;
    for (size_t i = 0; i < findings->count; i++) {
        if (findings->all[i].verdict != LM_FAILED)
            continue;
        if (want == NULL)
            fail_msg("%s: %s fails", note, findings->all[i].article);
        same_text(findings->all[i].article, lm_json_string(want), "article", note);
        assert_non_null(findings->all[i].remedy);
        want = want->next;
    }
    if (want != NULL)
        fail_msg("%s: %s does not fail", note, lm_json_string(want));
}

static void validity(void **state)
{
    (void)state;
    for (const struct lm_json *c = lm_json_get(file_named("validity"), "cases")->first; c != NULL;
         c = c->next) {
        struct lm_mark mark = lm_arena_mark(vectors_arena);
        struct read_event r;
        struct lm_rating_findings findings;
        const char *note = lm_json_string(lm_json_get(c, "note"));
        const struct lm_json *expect = lm_json_get(c, "expect");
        read_event(&r, lm_json_get(c, "tournament"), lm_json_get(c, "people"));
        assert_int_equal(lm_rating_check(lm_rating_rules_on(book(), r.event.start, r.event.chess),
                                         &r.event, vectors_arena, &findings),
                         LM_OK);
        same(findings.ratable, truth(expect, "ratable"), "ratable", note);
        check_violations(&findings, lm_json_get(expect, "violations"), note);
        lm_arena_reset(vectors_arena, mark);
    }
    tell("validity");
}

/* --- months */

struct office {
    struct lm_registry registry;
    enum lm_chess chess;
    struct read_event *events;
    size_t event_count;
    struct lm_arena *months;
};

static int32_t day_or_ever(const struct lm_json *node)
{
    return is_null(node) ? LM_NO_DAY : day(node);
}

static void read_track(struct lm_registry *registry, struct lm_person *person,
                       const struct lm_json *t)
{
    struct lm_track *track = &person->tracks[chess_named(t->key)];
    track->rating = (int16_t)rating_of(t, "rating");
    track->k = (uint8_t)rating_of(t, "k");
    track->total = (uint32_t)rating_of(t, "total");
    track->top = truth(t, "top");
    track->high = truth(t, "high");
    track->prior = truth(t, "prior");
    track->last = rating_of(t, "last");
    for (const struct lm_json *h = lm_json_get(t, "history")->first; h != NULL; h = h->next) {
        struct lm_past_rating past = {day_or_ever(item(h, 0)),
                                      is_null(item(h, 1)) ? (int16_t)0 : (int16_t)integer_at(h, 1),
                                      is_null(item(h, 2)) ? (int16_t)0 : (int16_t)integer_at(h, 2)};
        if (h->next == NULL)
            track->since = past.since;
        else
            assert_true(lm_track_add_past(track, registry->arena, past));
    }
    assert_int_equal(lm_json_get(t, "pool")->length, 0);
}

static void open_office(struct office *office, const struct lm_json *data)
{
    struct lm_arena *arena;
    assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
    assert_int_equal(lm_arena_new(&office->months, NULL, 0), LM_OK);
    office->chess = chess_named(lm_json_string(lm_json_get(data, "chess")));
    office->registry = lm_registry_in(
        arena, lm_month_begin(lm_month_of(day(lm_json_get(data, "first_list"))) - 1));
    for (const struct lm_json *p = lm_json_get(data, "registry_before")->first; p != NULL;
         p = p->next) {
        struct lm_person *person = lm_registry_add(&office->registry, (uint32_t)atoi(p->key));
        person->name = p->key;
        person->born = 10000 * rating_of(p, "born");
        person->sex = truth(p, "woman") ? 'F' : 'M';
        person->excluded = truth(p, "excluded");
        for (const struct lm_json *t = lm_json_get(p, "tracks")->first; t != NULL; t = t->next)
            read_track(&office->registry, person, t);
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

/* [id, mode, n, score, own, K, delta, change] or [id, "unrated", n, score, Ru, verdict]; months
 * have the verdicts of rapid and blitz, too, in the numbering of the standard chapter. */
static void check_entry(const struct office *office, const struct lm_period_entry *entry,
                        const struct lm_json *want)
{
    const char *who = lm_json_string(item(want, 0));
    same(office->registry.people[entry->person].id, atoi(who), "id", who);
    same_text(modes[entry->mode], lm_json_string(item(want, 1)), "mode", who);
    same(entry->games, integer_at(want, 2), "games", who);
    same(entry->tenths, digits(item(want, 3)), "score", who);
    if (entry->mode == LM_PLAYER_UNRATED) {
        same(entry->has_ru ? entry->ru : 0, is_null(item(want, 4)) ? 0 : integer_at(want, 4), "Ru",
             who);
        same_text(lm_result_fate_code(LM_CHAPTER_2024, entry->fate), lm_json_string(item(want, 5)),
                  "verdict", who);
        return;
    }
    same(entry->own, integer_at(want, 4), "own rating", who);
    same(entry->k, integer_at(want, 5), "K", who);
    same(entry->delta, digits(item(want, 6)), "delta", who);
    same(entry->change, digits(item(want, 7)), "change", who);
}

static void check_reports(const struct office *office, const struct lm_period *period,
                          const struct lm_rating_event *events, const struct lm_json *reports)
{
    const struct lm_json *report = reports->first;
    for (size_t i = 0; i < period->event_count; i++, report = report->next) {
        uint32_t number = period->order[i];
        const struct lm_period_event *event = &period->events[number];
        same_text(events[number].id, lm_json_string(lm_json_get(report, "id")), "id", "an event");
        same(event->rated, true, "rated", events[number].id);
        const struct lm_json *players = lm_json_get(report, "players");
        same((int64_t)event->entry_count, (int64_t)players->length, "players", events[number].id);
        size_t entry = event->first_entry;
        for (const struct lm_json *p = players->first; p != NULL; p = p->next)
            check_entry(office, &period->entries[entry++], p);
    }
    assert_null(report);
}

/* The players [id, rating, games, K] and the ids that the list prints. */
static void check_list(const struct office *office, const struct lm_period *period,
                       const struct lm_json *l)
{
    int32_t list = period->list;
    const struct lm_rating_rules *rules = lm_rating_rules_on(book(), list, LM_STANDARD);
    const struct lm_json *row = lm_json_get(l, "players")->first;
    const struct lm_json *inactive = lm_json_get(l, "inactive")->first;
    const struct lm_json *dropped = lm_json_get(l, "dropped")->first;
    for (size_t i = 0; i < office->registry.count; i++) {
        const struct lm_person *person = &office->registry.people[i];
        const struct lm_track *track = &person->tracks[office->chess];
        enum lm_listing listing = lm_listing_of(rules, person, office->chess, list);
        const struct lm_json **ids = listing == LM_LISTED_INACTIVE   ? &inactive
                                     : listing == LM_LISTED_DELISTED ? &dropped
                                                                     : NULL;
        if (ids != NULL) {
            assert_non_null(*ids);
            same_text(person->name, lm_json_string(*ids), "id", "a flag");
            *ids = (*ids)->next;
        }
        if (listing != LM_LISTED)
            continue;
        assert_non_null(row);
        same_text(person->name, lm_json_string(item(row, 0)), "id", "a row");
        same(track->rating, integer_at(row, 1), "rating", person->name);
        same(lm_games_on_list(track, list), integer_at(row, 2), "games", person->name);
        same(track->k, integer_at(row, 3), "K", person->name);
        row = row->next;
    }
    assert_true(row == NULL && inactive == NULL && dropped == NULL);
    const struct lm_json *fresh = lm_json_get(l, "new")->first;
    for (size_t i = 0; i < period->change_count; i++) {
        if (!period->changes[i].fresh)
            continue;
        assert_non_null(fresh);
        same_text(office->registry.people[period->changes[i].person].name, lm_json_string(fresh),
                  "id", "a newcomer");
        fresh = fresh->next;
    }
    assert_null(fresh);
}

static void check_month(struct office *office, const struct lm_json *l)
{
    struct lm_rating_event events[MOST_EVENTS];
    struct lm_period period;
    struct lm_log log = {.arena = office->months};
    struct lm_period_options options = {.book = book(), .chess = office->chess};
    int32_t list = day(lm_json_get(l, "date"));
    size_t count = 0;
    for (size_t i = 0; i < office->event_count; i++) {
        const struct lm_rating_event *e = &office->events[i].event;
        if (lm_list_of(lm_rating_rules_named(book(), "rating-2024"), e->end, e->official,
                       e->received) == list)
            events[count++] = *e;
    }
    assert_int_equal(lm_period_rate(&office->registry, options, list, events, count, office->months,
                                    &log, &period),
                     LM_OK);
    check_reports(office, &period, events, lm_json_get(l, "reports"));
    check_list(office, &period, l);
}

static void check_pool(const struct lm_track *track, const struct lm_json *pool, const char *who)
{
    size_t count = track->record == NULL ? 0 : track->record->pool_count;
    same((int64_t)count, (int64_t)pool->length, "pool", who);
    const struct lm_json *want = pool->first;
    for (size_t i = 0; i < count; i++, want = want->next) {
        const struct lm_pooled *pooled = &track->record->pool[i];
        same(pooled->month, integer_at(want, 0), "month", who);
        same_text(pooled->event, lm_json_string(item(want, 1)), "event", who);
        same(pooled->result.games, integer_at(want, 2), "games", who);
        same(pooled->result.tenths, digits(item(want, 3)), "points", who);
        same_fraction(pooled->result.average, item(want, 4), who);
    }
}

static void check_history(const struct lm_track *track, const struct lm_json *history,
                          const char *who)
{
    size_t past = track->record == NULL ? 0 : track->record->past_count;
    bool now = track->rating != 0 || track->since != LM_NO_DAY;
    same((int64_t)past + (now ? 1 : 0), (int64_t)history->length, "history", who);
    const struct lm_json *h = history->first;
    for (size_t i = 0; h != NULL; h = h->next, i++) {
        struct lm_past_rating last = {track->since, track->rating, track->k};
        const struct lm_past_rating *was = i < past ? &track->record->past[i] : &last;
        same(was->since, day_or_ever(item(h, 0)), "since", who);
        same(was->rating, is_null(item(h, 1)) ? 0 : integer_at(h, 1), "past rating", who);
        same(was->k, is_null(item(h, 2)) ? 0 : integer_at(h, 2), "past K", who);
    }
}

static void check_track(const struct lm_track *track, const struct lm_json *t, const char *who)
{
    same(track->rating, rating_of(t, "rating"), "rating", who);
    same(track->k, rating_of(t, "k"), "K", who);
    same(track->total, rating_of(t, "total"), "total", who);
    same(track->top, truth(t, "top"), "top", who);
    same(track->high, truth(t, "high"), "high", who);
    same(track->prior, truth(t, "prior"), "prior", who);
    if (track->rating != 0)
        same(track->last, rating_of(t, "last"), "last", who);
    check_history(track, lm_json_get(t, "history"), who);
    check_pool(track, lm_json_get(t, "pool"), who);
}

static void check_months(const char *file)
{
    const struct lm_json *data = file_named(file);
    struct office office = {0};
    open_office(&office, data);
    for (const struct lm_json *l = lm_json_get(data, "lists")->first; l != NULL; l = l->next)
        check_month(&office, l);
    for (const struct lm_json *p = lm_json_get(data, "registry_after")->first; p != NULL;
         p = p->next) {
        const struct lm_person *person = lm_registry_find(&office.registry, (uint32_t)atoi(p->key));
        for (const struct lm_json *t = lm_json_get(p, "tracks")->first; t != NULL; t = t->next)
            check_track(&person->tracks[chess_named(t->key)], t, p->key);
    }
    tell(file);
    close_office(&office);
}

#define MONTHS(file)                                                                               \
    static void file(void **state)                                                                 \
    {                                                                                              \
        (void)state;                                                                               \
        check_months(#file);                                                                       \
    }

MONTHS(periods_amended)
MONTHS(periods_amended_rapid)
MONTHS(periods_blitz)
MONTHS(periods_budget)
MONTHS(periods_budget_blitz)
MONTHS(periods_crossing)
MONTHS(periods_floor)
MONTHS(periods_floor_blitz)
MONTHS(periods_inactive)
MONTHS(periods_juniors)
MONTHS(periods_lent_blitz)
MONTHS(periods_lent_rapid)
MONTHS(periods_newcomers)
MONTHS(periods_newcomers_rapid)
MONTHS(periods_rapid)
MONTHS(periods_standard)
MONTHS(periods_window)

int main(int argc, char **argv)
{
    if (argc != 2)
        return 3;
    read_vectors(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games),
        cmocka_unit_test(k_list),
        cmocka_unit_test(published),
        cmocka_unit_test(events_standard),
        cmocka_unit_test(events_rapid),
        cmocka_unit_test(events_blitz),
        cmocka_unit_test(initial),
        cmocka_unit_test(match),
        cmocka_unit_test(budget),
        cmocka_unit_test(lent),
        cmocka_unit_test(validity),
        cmocka_unit_test(periods_amended),
        cmocka_unit_test(periods_amended_rapid),
        cmocka_unit_test(periods_blitz),
        cmocka_unit_test(periods_budget),
        cmocka_unit_test(periods_budget_blitz),
        cmocka_unit_test(periods_crossing),
        cmocka_unit_test(periods_floor),
        cmocka_unit_test(periods_floor_blitz),
        cmocka_unit_test(periods_inactive),
        cmocka_unit_test(periods_juniors),
        cmocka_unit_test(periods_lent_blitz),
        cmocka_unit_test(periods_lent_rapid),
        cmocka_unit_test(periods_newcomers),
        cmocka_unit_test(periods_newcomers_rapid),
        cmocka_unit_test(periods_rapid),
        cmocka_unit_test(periods_standard),
        cmocka_unit_test(periods_window),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    lm_arena_free(vectors_arena);
    return failed;
}
