/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The calendar of a match: a table for each week, with the viewer's days as columns and the hours
 * of their clock as rows, the opponent's hours beside them. A free hour is a box to tick, an offer
 * of the opponent a button, so the form needs no script. An hour that would not count shows that
 * before it is offered, by the same check that judges offers. A director who sets or assigns the
 * time marks one hour instead, or accepts an offer by its button.
 */
#include <string.h>

#include "limmat/date.h"
#include "server/match.h"

enum { DAY = 86400, HOUR = 3600, HOURS = 24, DAYS = 7, WEEKS_MOST = 3 };

/* Return the days since 1970 of a local time, rounded down. */
static int32_t day_of(int64_t local)
{
    return (int32_t)(local / DAY - (local % DAY < 0));
}

static int64_t local_of(const struct os_zone *zone, int64_t at)
{
    return at + os_zone_at(zone, at).offset;
}

/* Return "18:00". */
static const char *clock_of(const struct match *m, int64_t local)
{
    int64_t second = local - (int64_t)day_of(local) * DAY;
    return visit_print(m->v, "%02d:%02d", (int)(second / HOUR), (int)(second % HOUR / 60));
}

/* --- contents of an hour */

static const char *title_of(const struct match *m, int64_t at, const char *what)
{
    struct champ_moment moment = match_moment(m, at);
    return visit_print(m->v, "%s%s%s%s%s", moment.own, *moment.others == '\0' ? "" : ", ",
                       moment.others, *what == '\0' ? "" : ": ", what);
}

/* Can the match be played at ${at}? */
static bool may_be(const struct match *m, int64_t at)
{
    return at > m->now && (m->period.complete_by == NEVER || at <= m->period.complete_by);
}

static struct champ_slot slot_of(const struct match *m, size_t index)
{
    const struct offer *offer = &m->contest->offers[index];
    const char *fault = m->contest->time == NEVER ? match_fault(m, m->contest->offers, index) : "";
    bool mine = offer->by == m->side, both = match_both_offered(m, offer);
    const char *by = both ? "both" : mine ? "you" : match_name(m, offer->by);
    const char *message = visit_say_of(m->v, LM_KEY("desk.m-slot"), lm_value_text("by", by));
    const char *rest = *fault != '\0'
                           ? visit_say_of(m->v, LM_KEY("desk.m-fault"), lm_value_text("why", fault))
                       : both ? visit_word(m->v, LM_KEY("desk.m-both-accept"))
                              : "";
    int64_t local = local_of(m->who.zone, offer->time);
    return (struct champ_slot){
        .label = local % HOUR == 0 ? "" : clock_of(m, local),
        .seconds = visit_print(m->v, "%lld", (long long)offer->time),
        .title = title_of(m, offer->time,
                          visit_print(m->v, "%s%s%s", message, *rest == '\0' ? "" : "; ", rest)),
        .look = *fault != '\0' ? "faulty"
                : both         ? "both"
                : mine         ? "mine"
                               : "theirs",
        .mark = *fault != '\0' ? "×"
                : both         ? "●"
                : mine         ? "◐"
                               : "○",
        .may_accept = match_may_accept(m, index),
        .may_set = m->page.may_set && may_be(m, offer->time)};
}

/* Add the offers in the hour that begins at ${local} on the viewer's clock, and the agreed time. A
 * time that both have offered appears once, with the button of the opponent's offer. */
static enum lm_status add_slots(const struct match *m, int64_t local, struct champ_cell *cell)
{
    const struct contest *contest = m->contest;
    struct champ_slot *rows = lm_arena_alloc(m->v->arena, contest->offer_count + 1, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    cell->slots = rows;
    if (contest->time != NEVER && local_of(m->who.zone, contest->time) / HOUR == local / HOUR)
        rows[cell->slot_count++] = (struct champ_slot){
            .label = clock_of(m, local_of(m->who.zone, contest->time)),
            .title = title_of(m, contest->time, visit_word(m->v, LM_KEY("desk.m-slot-agreed"))),
            .look = "agreed",
            .mark = "✓"};
    for (size_t i = 0; i < contest->offer_count; i++) {
        const struct offer *offer = &contest->offers[i];
        bool here = local_of(m->who.zone, offer->time) / HOUR == local / HOUR;
        bool twice = offer->by == m->side && match_both_offered(m, offer);
        if (here && !twice && offer->time != contest->time)
            rows[cell->slot_count++] = slot_of(m, i);
    }
    return LM_OK;
}

/* Add an hour that the viewer can offer, and whether it would count; ${trial} has one place more
 * than the existing offers. */
static void add_box(const struct match *m, struct offer *trial, int64_t at, struct champ_cell *cell)
{
    size_t count = m->contest->offer_count;
    trial[count] = (struct offer){m->side, m->now, at};
    const char *fault = match_fault(m, trial, count);
    cell->seconds = visit_print(m->v, "%lld", (long long)at);
    cell->faulty = *fault != '\0';
    cell->title = title_of(
        m, at,
        cell->faulty ? visit_say_of(m->v, LM_KEY("desk.m-would-not"), lm_value_text("why", fault))
                     : "");
}

static enum lm_status fill_cell(const struct match *m, struct offer *trial, int64_t local,
                                struct champ_cell *cell)
{
    int64_t at, second;
    *cell = (struct champ_cell){.gone = true};
    if (os_zone_utc(m->who.zone, local, &at, &second) == OS_NEVER)
        return LM_OK;
    cell->gone = !may_be(m, at);
    enum lm_status status = add_slots(m, local, cell);
    if (cell->gone || cell->slot_count > 0)
        return status;
    if (m->page.may_offer)
        add_box(m, trial, at, cell);
    else if (m->page.one)
        *cell = (struct champ_cell){.seconds = visit_print(m->v, "%lld", (long long)at),
                                    .title = title_of(m, at, "")};
    return status;
}

/* --- a week */

/* Return the opponent's time at that hour, "" if it is the same; both times if the clocks change
 * within the week. */
static const char *beside(const struct match *m, int64_t first, int64_t last)
{
    if (m->side == NO_SIDE)
        return "";
    const struct os_zone *zone = m->zones[1 - m->side];
    const char *names[2];
    int64_t at, second;
    bool same = true;
    for (int i = 0; i < 2; i++) {
        int64_t local = i == 0 ? first : last;
        (void)os_zone_utc(m->who.zone, local, &at, &second);
        names[i] = clock_of(m, local_of(zone, at));
        same &= local_of(zone, at) == local;
    }
    if (same)
        return "";
    return strcmp(names[0], names[1]) == 0 ? names[0]
                                           : visit_print(m->v, "%s, %s", names[0], names[1]);
}

/* Return the city of "America/New_York": "New York". */
static const char *city_of(const struct match *m, const char *zone)
{
    const char *slash = strrchr(zone, '/');
    slash = slash == NULL ? zone : slash + 1;
    char *copy = lm_arena_copy(m->v->arena, slash, strlen(slash));
    for (char *at = copy; copy != NULL && *at != '\0'; at++)
        *at = *at == '_' ? ' ' : *at;
    return copy == NULL ? "" : copy;
}

static enum lm_status fill_week(const struct match *m, struct offer *trial, int32_t first,
                                size_t days, struct champ_week *week)
{
    struct champ_day *heads = lm_arena_alloc(m->v->arena, days, sizeof *heads);
    struct champ_hour *hours = lm_arena_alloc(m->v->arena, HOURS, sizeof *hours);
    struct champ_cell *cells = lm_arena_alloc(m->v->arena, days * HOURS, sizeof *cells);
    enum lm_status status = LM_OK;
    if (heads == NULL || hours == NULL || cells == NULL)
        return LM_LIMIT;
    *week = (struct champ_week){.days = heads, .hours = hours, .hour_count = HOURS};
    week->own = city_of(m, m->who.zone_name);
    for (size_t day = 0; day < days; day++)
        heads[week->day_count++].label = zone_day(m->v, first + (int32_t)day);
    for (size_t h = 0; h < HOURS; h++) {
        int64_t local = (int64_t)first * DAY + (int64_t)h * HOUR;
        hours[h] = (struct champ_hour){.own = clock_of(m, local),
                                       .other = beside(m, local, local + (int64_t)(days - 1) * DAY),
                                       .cells = cells + h * days,
                                       .cell_count = days};
        if (*hours[h].other != '\0')
            week->other = city_of(m, m->zone_names[1 - m->side]);
        for (size_t day = 0; day < days && status == LM_OK; day++)
            status = fill_cell(m, trial, local + (int64_t)day * DAY, &cells[h * days + day]);
    }
    week->label = days == 1 ? heads[0].label
                            : visit_print(m->v, "%s – %s", heads[0].label, heads[days - 1].label);
    return status;
}

/* Add a hint at a time that both have offered, as long as none is agreed. */
static void add_hint(struct match *m)
{
    const struct contest *contest = m->contest;
    for (size_t i = 0; i < contest->offer_count && contest->time == NEVER; i++)
        if (contest->offers[i].time > m->now && match_both_offered(m, &contest->offers[i]))
            m->page.both = match_moment(m, contest->offers[i].time);
}

/* Is there a time to choose or to view? Once one is agreed, only users who can move it need a
 * calendar. */
static bool is_of_use(const struct match *m)
{
    const struct contest *contest = m->contest;
    bool before = contest->state == CONTEST_OPEN && contest->games[0] == '\0';
    bool over = m->period.complete_by != NEVER && m->period.complete_by <= m->now;
    bool agreed = contest->time != NEVER;
    return before && !over &&
           (m->page.may_offer || m->page.one || (contest->offer_count > 0 && !agreed));
}

/* Return the day after the last one shown. */
static int32_t end_of(const struct match *m, int32_t today)
{
    int32_t end = today + WEEKS_MOST * DAYS;
    if (m->period.complete_by == NEVER)
        return end;
    int32_t last = day_of(local_of(m->who.zone, m->period.complete_by));
    return last + 1 < end ? last + 1 : end;
}

enum lm_status match_calendar(struct match *m)
{
    const struct contest *contest = m->contest;
    if (!is_of_use(m))
        return LM_OK;
    struct champ_week *weeks = lm_arena_alloc(m->v->arena, WEEKS_MOST, sizeof *weeks);
    struct offer *trial = lm_arena_alloc(m->v->arena, contest->offer_count + 1, sizeof *trial);
    if (weeks == NULL || trial == NULL)
        return LM_LIMIT;
    if (contest->offer_count > 0)
        memcpy(trial, contest->offers, contest->offer_count * sizeof *trial);
    enum lm_status status = LM_OK;
    int32_t today = day_of(local_of(m->who.zone, m->now)), end = end_of(m, today);
    m->page.weeks = weeks;
    for (int32_t first = today; first < end && status == LM_OK; first += DAYS) {
        size_t days = (size_t)(end - first < DAYS ? end - first : DAYS);
        status = fill_week(m, trial, first, days, &weeks[m->page.week_count]);
        weeks[m->page.week_count].first = m->page.week_count == 0;
        m->page.week_count++;
    }
    for (size_t i = 0; i < contest->offer_count; i++)
        m->page.may_accept |= match_may_accept(m, i);
    m->page.may_press = m->page.may_offer || m->page.may_accept || m->page.may_set;
    add_hint(m);
    return status;
}
