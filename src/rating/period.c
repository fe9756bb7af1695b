/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One rating period: 7.1, 7.14, 7.2, 8.3, 8.4, 8.55c (2013); 7.1, 7.2, 8.2, 8.3 (2024).
 *
 * The events are rated one after the other in the order they ended.  Unrated results take effect at
 * once (the next event asks whether an earlier result counts); ratings change only at the end, all
 * together, because every event is rated by lists that are already published.
 */
#include "base/sort.h"
#include "limmat/registry.h"

#include <assert.h>
#include <string.h>

#include "limmat/text.h"
#include "rating/result.h"

/* The results of one player in the period. */
struct tally {
    uint32_t person;
    int32_t games;
    int64_t change;
    int32_t lent; /* rapid and blitz 7.2.1: the rating lent by the event that began first … */
    int32_t lent_since; /* … on this day; 0: none was lent */
    int32_t old_rating; /* before all events of the month */
    int32_t old_k;
    bool adjusted;
};

struct month {
    struct lm_registry *registry;
    struct lm_period_options options;
    const struct lm_rating_rules *rules; /* of the list */
    int32_t list;
    const struct lm_rating_event *events;
    struct lm_arena *arena;
    struct lm_log *log;
    struct lm_period *period;
    size_t entry_capacity;
    uint32_t *slots; /* per person of the registry: 1 + index of the tally; 0: none */
    struct tally *tallies;
    size_t tally_count, tally_capacity;
};

static struct tally *tally_of(struct month *month, uint32_t person);
static bool come_into_force(const struct month *month, struct lm_track *track, int32_t rating,
                            int32_t k);

static struct lm_track *track_of(const struct month *month, uint32_t person)
{
    return &month->registry->people[person].tracks[month->options.chess];
}

/* --- participants */

static enum lm_status find_everybody(const struct lm_registry *registry,
                                     const struct lm_rating_event *events, size_t count,
                                     struct lm_log *log)
{
    enum lm_status status = LM_OK;
    for (size_t e = 0; e < count; e++)
        for (size_t p = 0; p < events[e].player_count; p++) {
            const struct lm_event_player *player = &events[e].players[p];
            if (lm_registry_find(registry, player->id) != NULL)
                continue;
            status =
                lm_log_add(log, LM_ERROR, (struct lm_place){.field = "id"},
                           "register the player, or correct the number in the report",
                           "event %s: player %lu (%s) is not in the registry", events[e].id,
                           (unsigned long)player->id, player->name == NULL ? "" : player->name);
        }
    return status;
}

/* R18, R19, R24: the players of ${event} with their ratings at its start and now; ${persons} gets
 * their indices in the registry. */
static struct lm_event_player *introduce(const struct month *month,
                                         const struct lm_rating_event *event, uint32_t *persons)
{
    struct lm_event_player *players =
        lm_arena_alloc(month->arena, event->player_count, sizeof *players);
    for (size_t p = 0; players != NULL && p < event->player_count; p++) {
        const struct lm_person *person = lm_registry_find(month->registry, event->players[p].id);
        persons[p] = (uint32_t)(person - month->registry->people);
        const struct lm_track *track = &person->tracks[month->options.chess];
        players[p] = (struct lm_event_player){
            .id = person->id,
            .name = person->name,
            .now_rating = track->rating,
            .now_k = track->k,
            .prior = track->prior,
            .excluded = person->excluded,
            .woman = person->sex == 'F',
            .born = person->born / 10000,
        };
        lm_track_on(track, event->start, &players[p].rating, &players[p].k);
        int32_t k_of_standard;
        lm_track_on(&person->tracks[LM_STANDARD], event->start, &players[p].standard,
                    &k_of_standard);
        players[p].index = (int32_t)track->total;
        if (month->rules->evaluation != NULL &&
            !lm_track_take_kept(track, month->arena, &players[p]))
            return NULL;
    }
    return players;
}

/* --- unrated results */

/* 7.14c: put a result that counts into the pool; the next result is then not the first. */
static bool put_into_pool(const struct month *month, const struct lm_period_entry *entry,
                          const char *name)
{
    struct lm_arena *arena = month->registry->arena;
    struct lm_track *track = track_of(month, entry->person);
    char *kept = lm_arena_copy(arena, name, strlen(name));
    track->prior = true;
    return kept != NULL && lm_track_add_pooled(track, arena,
                                               (struct lm_pooled){.month = lm_month_of(month->list),
                                                                  .event = kept,
                                                                  .result = entry->result});
}

/* 4.13 (R25): the games of an unfinished league wait. */
static bool let_wait(const struct month *month, const struct lm_rating_event *event,
                     const struct lm_player_report *report, uint32_t person)
{
    struct lm_arena *arena = month->registry->arena;
    char *league = lm_arena_copy(arena, event->league_id, strlen(event->league_id));
    for (size_t i = 0; league != NULL && i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        if (line->fate == LM_GAME_RATED &&
            !lm_track_add_waiting(track_of(month, person), arena,
                                  (struct lm_waiting){
                                      .league = league,
                                      .opponent = event->players[line->opponent].id,
                                      .rating = (int16_t)line->opponent_rating,
                                      .tenths = (int16_t)line->tenths,
                                  }))
            return false;
    }
    return league != NULL;
}

/* --- events */

static struct lm_period_entry *new_entry(struct month *month)
{
    struct lm_period *period = month->period;
    if (!lm_arena_grow(month->arena, &period->entries, &month->entry_capacity,
                       period->entry_count + 1, sizeof *period->entries))
        return NULL;
    struct lm_period_entry *entry = &period->entries[period->entry_count++];
    *entry = (struct lm_period_entry){0};
    return entry;
}

/* W - We in thousandths, halves away from zero. */
static int32_t beyond_of(const struct lm_player_report *report)
{
    enum { TENTH = 100000000, THOUSANDTH = 1000000 };
    int64_t beyond = (int64_t)report->tenths * TENTH - report->evaluation->expected;
    return (int32_t)((beyond < 0 ? beyond - THOUSANDTH / 2 : beyond + THOUSANDTH / 2) / THOUSANDTH);
}

static void fill_entry(struct lm_period_entry *entry, const struct lm_player_report *report)
{
    if (report->evaluation != NULL) {
        entry->coefficient = report->evaluation->coefficient;
        entry->beyond = beyond_of(report);
        entry->change = report->change;
    }
    entry->mode = report->mode;
    entry->games = report->games;
    entry->tenths = report->tenths;
    entry->own = report->own;
    entry->k = report->k;
    entry->delta = report->delta;
    entry->fate = report->fate;
    entry->has_ru = report->has_ru;
    entry->ru = report->ru.rating;
    entry->result = report->result;
}

/* --- national systems: every event changes the ratings at once */

/* Keep games too few for a first rating; their ${league} is the day on which the event ended. */
static bool keep_games(const struct month *month, const struct lm_rating_event *event,
                       const struct lm_player_report *report, struct lm_track *track)
{
    struct lm_arena *arena = month->registry->arena;
    struct lm_text day = lm_text_in(arena);
    lm_text_add_date(&day, lm_date_of(event->end), '-');
    for (size_t i = 0; !day.failed && i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        if (line->fate == LM_GAME_RATED &&
            !lm_track_add_waiting(track, arena,
                                  (struct lm_waiting){
                                      .league = lm_text_string(&day),
                                      .opponent = event->players[line->opponent].id,
                                      .rating = (int16_t)line->opponent_rating,
                                      .tenths = (int16_t)line->tenths,
                                  }))
            return false;
    }
    return !day.failed;
}

/* A rating that came into force with an earlier event of the month does not count as a past one. */
static bool set_rating(const struct month *month, struct lm_track *track, int32_t rating)
{
    if (track->since != month->list)
        return come_into_force(month, track, rating, 0);
    track->rating = (int16_t)rating;
    return true;
}

static enum lm_status apply_evaluation(struct month *month, const struct lm_rating_event *event,
                                       const struct lm_period_entry *entry,
                                       const struct lm_player_report *report)
{
    struct lm_track *track = track_of(month, entry->person);
    if (tally_of(month, entry->person) == NULL)
        return LM_LIMIT;
    if (entry->mode == LM_PLAYER_UNRATED && entry->fate != LM_RESULT_COUNTS)
        return keep_games(month, event, report, track) ? LM_OK : LM_LIMIT;
    if (report->games == 0)
        return LM_OK;
    if (entry->mode == LM_PLAYER_UNRATED && track->record != NULL)
        track->record->waiting_count = 0;
    track->total++;
    return set_rating(month, track, report->evaluation->new_rating) ? LM_OK : LM_LIMIT;
}

static void bend_kept(const struct lm_rating_bend *bend, struct lm_track_record *record)
{
    for (size_t i = 0; record != NULL && i < record->waiting_count; i++)
        record->waiting[i].rating = (int16_t)lm_rating_bent(bend, record->waiting[i].rating);
}

/* Apply an adjustment that takes effect with this list to all ratings, once, after the events that
 * ended before its day. */
static enum lm_status adjust(struct month *month, int32_t before, int32_t until)
{
    for (size_t a = 0; a < month->rules->adjustment_count; a++) {
        const struct lm_rating_adjustment *adjustment = &month->rules->adjustments[a];
        if (adjustment->on <= before || adjustment->on > until)
            continue;
        for (size_t p = 0; p < month->registry->count; p++) {
            struct lm_track *track = track_of(month, (uint32_t)p);
            int32_t rating = lm_rating_bent(&adjustment->bend, track->rating);
            bend_kept(&adjustment->bend, track->record);
            struct tally *tally =
                track->rating == 0 || rating == track->rating ? NULL : tally_of(month, (uint32_t)p);
            if (track->rating == 0 || rating == track->rating)
                continue;
            if (tally == NULL || !set_rating(month, track, rating))
                return LM_LIMIT;
            tally->adjusted = true;
        }
    }
    return LM_OK;
}

/* Kept games expire; true if any did. */
static bool forget_kept(const struct month *month, struct lm_track_record *record)
{
    size_t left = 0, before = record->waiting_count;
    struct lm_date list = lm_date_of(month->list), ended;
    for (size_t i = 0; i < before; i++) {
        const char *day = record->waiting[i].league;
        bool dated = lm_parse_date(day, strlen(day), &ended) && ended.day != 0;
        if (dated)
            ended.year = (int16_t)(ended.year + month->rules->evaluation->kept_years);
        if (!dated || lm_day_of(ended) >= lm_day_of(list))
            record->waiting[left++] = record->waiting[i];
    }
    record->waiting_count = left;
    return left != before;
}

static bool update_evaluated(const struct month *month, struct lm_track *track,
                             const struct tally *tally, struct lm_period_change *change)
{
    bool expired = track->record != NULL && forget_kept(month, track->record);
    change->new_rating = track->rating;
    if (tally == NULL)
        return expired;
    change->old_rating = tally->old_rating;
    change->old_k = tally->old_k;
    change->adjusted = tally->adjusted;
    change->games = tally->games;
    change->fresh = tally->old_rating == 0 && track->rating != 0;
    change->change = 100 * (int64_t)(track->rating - tally->old_rating);
    if (tally->games > 0) {
        track->games = (uint16_t)tally->games;
        track->last = lm_month_of(month->list);
    }
    return true;
}

/* 10.2: record the table's accuracy in these games. */
static void calibrate(struct lm_period *period, const struct lm_rating_event *event,
                      const struct lm_player_report *report)
{
    for (size_t i = 0; i < report->line_count; i++) {
        const struct lm_game_line *line = &report->lines[i];
        int32_t difference = line->game.difference;
        if (line->fate != LM_GAME_RATED || event->players[line->opponent].rating == 0 ||
            difference < 0 || (difference == 0 && !line->white))
            continue;
        int32_t row = difference / LM_CALIBRATION_STEP;
        struct lm_calibration *cell =
            &period->calibration[row < LM_CALIBRATION_ROWS ? row : LM_CALIBRATION_ROWS - 1];
        cell->games++;
        cell->tenths += line->tenths;
        cell->expected += line->game.expected;
    }
}

static enum lm_status enter_results(struct month *month, uint32_t number,
                                    const struct lm_rating_event *event, const uint32_t *persons,
                                    const struct lm_rating_rules *rules,
                                    const struct lm_assessment *assessment)
{
    bool deferring = event->league_id != NULL && rules->league_as_one;
    for (size_t p = 0; p < event->player_count; p++) {
        struct lm_period_entry *entry = new_entry(month);
        if (entry == NULL)
            return LM_LIMIT;
        entry->person = persons[p];
        entry->event = number;
        fill_entry(entry, &assessment->players[p]);
        if (rules->evaluation != NULL &&
            apply_evaluation(month, event, entry, &assessment->players[p]) != LM_OK)
            return LM_LIMIT;
        if (entry->mode == LM_PLAYER_RATED)
            calibrate(month->period, event, &assessment->players[p]);
        if (entry->mode != LM_PLAYER_UNRATED || rules->evaluation != NULL)
            continue;
        entry->deferred = deferring;
        bool kept = true;
        if (deferring)
            kept = let_wait(month, event, &assessment->players[p], entry->person);
        else if (entry->fate == LM_RESULT_COUNTS)
            kept = put_into_pool(month, entry, event->id);
        if (!kept)
            return LM_LIMIT;
    }
    return LM_OK;
}

/* --- a league's end */

/* Sum the waiting games of ${track} in ${league} as one performance; an opponent met several times
 * counts once. */
static struct first_result add_up(const struct lm_track *track, const char *league,
                                  int64_t *ratings)
{
    struct first_result sum = {.first = !track->prior};
    const struct lm_track_record *record = track->record;
    for (size_t i = 0; i < record->waiting_count; i++) {
        const struct lm_waiting *game = &record->waiting[i];
        if (strcmp(game->league, league) != 0)
            continue;
        bool met = false;
        for (size_t j = 0; j < i && !met; j++)
            met = strcmp(record->waiting[j].league, league) == 0 &&
                  record->waiting[j].opponent == game->opponent;
        sum.opponents += met ? 0 : 1;
        sum.games++;
        sum.tenths += game->tenths;
        *ratings += game->rating;
    }
    return sum;
}

/* 8.4: the player now has a rating; rate the waiting games with it. */
static void rate_waiting(const struct month *month, const struct lm_rating_rules *rules,
                         const struct lm_track *track, const char *league,
                         struct lm_period_entry *entry)
{
    entry->mode = LM_PLAYER_SINCE_PUBLISHED;
    entry->own = track->rating;
    entry->k = track->k;
    for (size_t i = 0; i < track->record->waiting_count; i++) {
        const struct lm_waiting *game = &track->record->waiting[i];
        if (strcmp(game->league, league) == 0)
            entry->delta += lm_rating_game(rules, month->options.chess, track->rating, game->rating,
                                           game->tenths)
                                .delta;
    }
}

static void forget_waiting(struct lm_track_record *record, const char *league)
{
    size_t left = 0;
    for (size_t i = 0; i < record->waiting_count; i++)
        if (strcmp(record->waiting[i].league, league) != 0)
            record->waiting[left++] = record->waiting[i];
    record->waiting_count = left;
}

static enum lm_status judge_waiting(struct month *month, uint32_t number,
                                    const struct lm_rating_rules *rules, uint32_t person)
{
    const char *league = month->events[number].league_id;
    struct lm_track *track = track_of(month, person);
    int64_t ratings = 0;
    struct first_result sum = add_up(track, league, &ratings);
    if (sum.games == 0)
        return LM_OK;
    struct lm_period_entry *entry = new_entry(month);
    if (entry == NULL)
        return LM_LIMIT;
    entry->person = person;
    entry->event = number;
    entry->league = true;
    entry->games = sum.games;
    entry->tenths = sum.tenths;
    if (track->rating != 0) {
        rate_waiting(month, rules, track, league, entry);
    } else {
        struct lm_rating_initial ru;
        entry->mode = LM_PLAYER_UNRATED;
        entry->result = (struct lm_rating_result){
            .games = sum.games,
            .tenths = sum.tenths,
            .average = lm_fraction_of(ratings, sum.games),
        };
        if (lm_rating_initial(rules, &entry->result, 1, &ru) != LM_OK)
            return LM_LIMIT;
        entry->has_ru = true;
        entry->ru = sum.ru = ru.rating;
        entry->fate = lm_fate_of_result(rules, sum);
        if (entry->fate == LM_RESULT_COUNTS && !put_into_pool(month, entry, league))
            return LM_LIMIT;
    }
    forget_waiting(track->record, league);
    return LM_OK;
}

/* R25: with the last report of a league, judge every player whose games waited, including players
 * not in that report. */
static enum lm_status end_league(struct month *month, uint32_t number,
                                 const struct lm_rating_rules *rules)
{
    enum lm_status status = LM_OK;
    for (size_t p = 0; status == LM_OK && p < month->registry->count; p++) {
        const struct lm_track *track = track_of(month, (uint32_t)p);
        if (track->record != NULL && track->record->waiting_count > 0)
            status = judge_waiting(month, number, rules, (uint32_t)p);
    }
    return status;
}

static enum lm_status rate_event(struct month *month, uint32_t number)
{
    struct lm_rating_event event = month->events[number];
    struct lm_period_event *out = &month->period->events[number];
    event.chess = month->options.chess;
    out->rules = month->options.rules;
    if (out->rules == NULL && lm_rating_rules_for(month->options.book, event.start, event.chess,
                                                  month->log, &out->rules) != LM_OK)
        return LM_INVALID;
    uint32_t *persons = lm_arena_alloc(month->arena, event.player_count, sizeof *persons);
    event.players = persons == NULL ? NULL : introduce(month, &event, persons);
    if (event.players == NULL)
        return LM_LIMIT;
    out->as = lm_rating_rated_as(out->rules, &event);
    out->first_entry = month->period->entry_count;
    enum lm_status status = lm_rating_check(out->rules, &event, month->arena, &out->findings);
    if (status != LM_OK || !out->findings.ratable)
        return status;
    struct lm_assessment assessment;
    const struct lm_period_entry *entries = month->period->entries;
    const struct tally *tallies = month->tallies;
    struct lm_mark mark = lm_arena_mark(month->arena);
    out->rated = true;
    status = lm_rating_assess(out->rules, &event, month->arena, &assessment);
    if (status == LM_OK)
        status = enter_results(month, number, &event, persons, out->rules, &assessment);
    if (status == LM_OK && event.league_id != NULL && event.final && out->rules->league_as_one)
        status = end_league(month, number, out->rules);
    out->entry_count = month->period->entry_count - out->first_entry;
    if (month->period->entries == entries && month->tallies == tallies) /* not moved in memory */
        lm_arena_reset(month->arena, mark);
    return status;
}

/* --- the sums */

static struct tally *tally_of(struct month *month, uint32_t person)
{
    if (month->slots[person] == 0) {
        if (!lm_arena_grow(month->arena, &month->tallies, &month->tally_capacity,
                           month->tally_count + 1, sizeof *month->tallies))
            return NULL;
        const struct lm_track *track = track_of(month, person);
        month->tallies[month->tally_count++] =
            (struct tally){.person = person, .old_rating = track->rating, .old_k = track->k};
        month->slots[person] = (uint32_t)month->tally_count;
    }
    return &month->tallies[month->slots[person] - 1];
}

/* 8.55c | 8.3.2: sum the changes of all events, with K cut to the budget of 8.3.3 by all games. */
static enum lm_status add_up_changes(struct month *month)
{
    struct lm_period *period = month->period;
    for (size_t i = 0; i < period->entry_count; i++) {
        const struct lm_period_entry *entry = &period->entries[i];
        struct tally *tally = tally_of(month, entry->person);
        if (tally == NULL)
            return LM_LIMIT;
        bool counts = entry->mode != LM_PLAYER_UNRATED ||
                      (month->rules->evaluation != NULL && entry->fate == LM_RESULT_COUNTS);
        tally->games += counts ? entry->games : 0;
        int32_t start = month->events[entry->event].start;
        if (entry->mode == LM_PLAYER_LENT && (tally->lent == 0 || start < tally->lent_since)) {
            tally->lent = entry->own;
            tally->lent_since = start;
        }
    }
    for (size_t i = 0; i < period->entry_count; i++) {
        struct lm_period_entry *entry = &period->entries[i];
        struct tally *tally = tally_of(month, entry->person);
        if (entry->mode == LM_PLAYER_UNRATED || month->rules->evaluation != NULL)
            continue;
        entry->k = lm_rating_k_within_budget(month->rules, entry->k, tally->games);
        entry->change = entry->k * entry->delta;
        tally->change += entry->change;
    }
    return LM_OK;
}

/* --- the new list */

static int32_t k_on_list(const struct month *month, const struct lm_person *person,
                         const struct lm_track *track)
{
    return lm_rating_k(month->rules, (struct lm_rating_standing){
                                         .rating = track->rating,
                                         .games = (int32_t)track->total,
                                         .reached_top = track->top,
                                         .reached_high = track->high,
                                         .birth = person->born / 10000,
                                         .list_year = lm_date_of(month->list).year,
                                     });
}

/* Late reports look back at most this far; older ratings are forgotten. */
enum { REMEMBERED_MONTHS = 40 };

static void forget_past(struct lm_track_record *record, int32_t list)
{
    int32_t horizon = lm_month_begin(lm_month_of(list) - REMEMBERED_MONTHS);
    size_t old = 0;
    while (old + 1 < record->past_count && record->past[old + 1].since <= horizon)
        old++;
    if (old == 0)
        return;
    record->past_count -= old;
    memmove(record->past, record->past + old, record->past_count * sizeof *record->past);
}

/* Put ${rating} and ${k} in force with the list, and keep the previous values. */
static bool come_into_force(const struct month *month, struct lm_track *track, int32_t rating,
                            int32_t k)
{
    if (rating == track->rating && k == track->k)
        return true;
    bool nothing_before = track->since == LM_NO_DAY && track->rating == 0;
    struct lm_past_rating past = {track->since, track->rating, track->k};
    if (!nothing_before && !lm_track_add_past(track, month->registry->arena, past))
        return false;
    if (track->record != NULL)
        forget_past(track->record, month->list);
    track->since = month->list;
    track->rating = (int16_t)rating;
    track->k = (uint8_t)k;
    return true;
}

/* 7.21 | 7.2.1 (R35): listed as delisted once, then unrated, and everything begins again. */
static bool delist(const struct month *month, struct lm_track *track)
{
    if (!come_into_force(month, track, 0, 0))
        return false;
    track->delisted = true;
    track->prior = track->top = track->high = false;
    track->total = 0;
    track->games = 0;
    track->last = 0;
    if (track->record != NULL)
        track->record->pool_count = 0;
    return true;
}

/* Publish ${rating} with its K, and remember the heights reached. */
static bool list_rating(const struct month *month, const struct lm_person *person,
                        struct lm_track *track, int32_t rating)
{
    struct lm_track next = *track;
    next.rating = (int16_t)rating;
    next.top = track->top = track->top || lm_rating_reaches(rating, month->rules->top);
    next.high = track->high = track->high || lm_rating_reaches(rating, month->rules->junior_below);
    return come_into_force(month, track, rating, k_on_list(month, person, &next));
}

/* Rapid and blitz, October 2022: on one list, ratings were raised to the standard rating minus 100.
 */
static int32_t raised(const struct month *month, const struct lm_person *person, int32_t rating)
{
    int32_t least = person->tracks[LM_STANDARD].rating - month->rules->raised_to_less;
    bool once = month->rules->raised_to_less != 0 && month->rules->raised_on == month->list;
    return once && person->tracks[LM_STANDARD].rating != 0 && rating < least ? least : rating;
}

/* A rated player: 8.57 | 8.3.4, then K (8.56 | 8.3.3; R22: changed by the list on which the total
 * is reached). */
static bool update_rated(const struct month *month, const struct lm_person *person,
                         struct lm_track *track, const struct tally *tally,
                         struct lm_period_change *change)
{
    int32_t rating = raised(month, person, track->rating);
    if (tally != NULL && tally->games > 0) {
        rating = lm_rating_new(month->rules, rating, tally->change);
        track->total += (uint32_t)tally->games;
        track->games = (uint16_t)tally->games;
        track->last = lm_month_of(month->list);
        change->games = tally->games;
        change->change = tally->change;
        if (rating < month->rules->floor) {
            change->delisted = true;
            return delist(month, track);
        }
    }
    return list_rating(month, person, track, rating);
}

/* Rapid and blitz 7.2.1 (S12): the lent rating plus the period's change is the first rating; below
 * the floor no rating is published, and it is lent again next time. */
static bool publish_lent(const struct month *month, const struct lm_person *person,
                         struct lm_track *track, const struct tally *tally,
                         struct lm_period_change *change)
{
    int32_t rating = lm_rating_new(month->rules, tally->lent, tally->change);
    if (rating < month->rules->floor)
        return true;
    if (track->record != NULL)
        track->record->pool_count = 0;
    track->delisted = false;
    track->total = (uint32_t)tally->games;
    track->games = (uint16_t)tally->games;
    track->last = lm_month_of(month->list);
    change->fresh = true;
    change->lent = tally->lent;
    change->games = tally->games;
    change->change = tally->change;
    return list_rating(month, person, track, rating);
}

/* 7.14c (R26): drop results older than the window from the pool; true if any were. */
static bool shrink_pool(const struct month *month, struct lm_track_record *record)
{
    int32_t oldest = lm_month_of(month->list) - month->rules->window + 1;
    size_t left = 0;
    size_t before = record->pool_count;
    for (size_t i = 0; i < before; i++)
        if (record->pool[i].month >= oldest)
            record->pool[left++] = record->pool[i];
    record->pool_count = left;
    return left != before;
}

static enum lm_status pool_rating(const struct month *month, const struct lm_track_record *record,
                                  struct lm_rating_initial *out)
{
    struct lm_mark mark = lm_arena_mark(month->arena);
    struct lm_rating_result *results =
        lm_arena_alloc(month->arena, record->pool_count, sizeof *results);
    if (results == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < record->pool_count; i++)
        results[i] = record->pool[i].result;
    enum lm_status status = lm_rating_initial(month->rules, results, record->pool_count, out);
    lm_arena_reset(month->arena, mark);
    return status;
}

/* 7.14, 8.3 | 7.1.4: publish an unrated player if the pool allows it. */
static enum lm_status publish(const struct month *month, const struct lm_person *person,
                              struct lm_track *track, struct lm_period_change *change)
{
    struct lm_rating_initial initial;
    if (track->record == NULL || track->record->pool_count == 0)
        return LM_OK;
    enum lm_status status = pool_rating(month, track->record, &initial);
    if (status != LM_OK || initial.games < month->rules->list_games ||
        initial.rating < month->rules->floor)
        return status;
    track->record->pool_count = 0;
    track->delisted = false;
    track->total = (uint32_t)initial.games;
    track->games = (uint16_t)initial.games;
    track->last = lm_month_of(month->list);
    change->fresh = true;
    change->games = initial.games;
    change->initial = initial;
    return list_rating(month, person, track, initial.rating) ? LM_OK : LM_LIMIT;
}

/* Update one person for the new list; set ${*changed} if anything in the track differs. */
static enum lm_status update(struct month *month, uint32_t number, struct lm_period_change *change,
                             bool *changed)
{
    const struct lm_person *person = &month->registry->people[number];
    struct lm_track *track = track_of(month, number);
    const struct tally *tally =
        month->slots[number] == 0 ? NULL : &month->tallies[month->slots[number] - 1];
    *change =
        (struct lm_period_change){.person = number, .old_rating = track->rating, .old_k = track->k};
    if (month->rules->evaluation != NULL) {
        *changed = update_evaluated(month, track, tally, change);
        return LM_OK;
    }
    bool shrunk = track->record != NULL && shrink_pool(month, track->record);
    enum lm_status status = LM_OK;
    if (track->rating == 0 && tally != NULL && tally->lent != 0 && tally->games > 0)
        status = publish_lent(month, person, track, tally, change) ? LM_OK : LM_LIMIT;
    else if (track->rating == 0)
        status = publish(month, person, track, change);
    else if (tally != NULL || month->rules->k_junior != 0) /* a new year can end a junior's K */
        status = update_rated(month, person, track, tally, change) ? LM_OK : LM_LIMIT;
    change->new_rating = track->rating;
    change->new_k = track->k;
    *changed = tally != NULL || shrunk || change->new_rating != change->old_rating ||
               change->new_k != change->old_k;
    return status;
}

static enum lm_status make_list(struct month *month)
{
    struct lm_period *period = month->period;
    size_t capacity = 0;
    for (size_t p = 0; p < month->registry->count; p++) {
        struct lm_period_change change;
        bool changed;
        enum lm_status status = update(month, (uint32_t)p, &change, &changed);
        if (status != LM_OK)
            return status;
        if (!changed)
            continue;
        if (!lm_arena_grow(month->arena, &period->changes, &capacity, period->change_count + 1,
                           sizeof change))
            return LM_LIMIT;
        period->changes[period->change_count++] = change;
    }
    month->registry->list = month->list;
    return LM_OK;
}

/* --- order */

struct place {
    uint32_t number;
    const struct lm_rating_event *event;
};

static int by_end(const void *left, const void *right)
{
    const struct lm_rating_event *a = ((const struct place *)left)->event;
    const struct lm_rating_event *b = ((const struct place *)right)->event;
    if (a->end != b->end)
        return a->end < b->end ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return strcmp(a->id, b->id);
}

/* Make room for the results of all players; waiting games of leagues can need more. */
static bool room_for_entries(struct month *month, size_t count)
{
    size_t need = 0;
    for (size_t e = 0; e < count; e++)
        need += month->events[e].player_count;
    return lm_arena_grow(month->arena, &month->period->entries, &month->entry_capacity, need,
                         sizeof *month->period->entries);
}

static uint32_t *order_of(const struct lm_rating_event *events, size_t count,
                          struct lm_arena *arena)
{
    uint32_t *order = lm_arena_alloc(arena, count, sizeof *order);
    struct place *places = lm_arena_alloc(arena, count, sizeof *places);
    if (order == NULL || places == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++)
        places[i] = (struct place){(uint32_t)i, &events[i]};
    lm_sort(places, count, sizeof *places, by_end);
    for (size_t i = 0; i < count; i++)
        order[i] = places[i].number;
    return order;
}

enum lm_status lm_period_rate(struct lm_registry *registry, struct lm_period_options options,
                              int32_t list, const struct lm_rating_event *events, size_t count,
                              struct lm_arena *arena, struct lm_log *log, struct lm_period *out)
{
    assert(arena != registry->arena);
    if (find_everybody(registry, events, count, log) != LM_OK)
        return LM_INVALID;
    struct lm_period period = {.list = list, .event_count = count};
    struct month month = {
        .registry = registry,
        .options = options,
        .rules = options.rules,
        .list = list,
        .events = events,
        .arena = arena,
        .log = log,
        .period = &period,
        .slots = lm_arena_alloc(arena, registry->count, sizeof *month.slots),
    };
    if (options.rules == NULL &&
        lm_rating_rules_for(options.book, list, options.chess, log, &month.rules) != LM_OK)
        return LM_INVALID;
    uint32_t *order = order_of(events, count, arena);
    period.order = order;
    period.events = lm_arena_alloc(arena, count, sizeof *period.events);
    if (month.slots == NULL || order == NULL || period.events == NULL ||
        !room_for_entries(&month, count))
        return LM_LIMIT;
    enum lm_status status = LM_OK;
    int32_t adjusted = registry->list; /* up to this day */
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        int32_t end = events[order[i]].end;
        if (end > adjusted && (status = adjust(&month, adjusted, end)) == LM_OK)
            adjusted = end;
        if (status == LM_OK)
            status = rate_event(&month, order[i]);
    }
    if (status == LM_OK)
        status = adjust(&month, adjusted, list);
    if (status == LM_OK)
        status = add_up_changes(&month);
    if (status == LM_OK)
        status = make_list(&month);
    if (status == LM_OK)
        *out = period;
    return status;
}
