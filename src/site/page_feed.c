/* SPDX-License-Identifier: Apache-2.0 */
/* For programs: the news of an event, and the calendar of a player. */
#include <string.h>

#include "base/texts.h"
#include "limmat/date.h"
#include "site/ical.h"
#include "site/pages.h"
#include "site/templates.h"

/* Return the day of ${round} in record 132; false: none. */
static bool day_of_round(const struct lm_tournament *t, uint32_t round, struct lm_date *date)
{
    if (round > t->date_count)
        return false;
    const char *written = t->dates[round - 1];
    char full[11] = "20"; /* two digits of the year are usual there */
    if (strlen(written) != 8 || written[2] != '/')
        return lm_parse_date(written, strlen(written), date) && date->day != 0;
    memcpy(full + 2, written, 8);
    return lm_parse_date(full, 10, date) && date->day != 0;
}

/* --- Atom.  Nothing here knows the time of day: the events of a round get the time of its
 * beginning, or of its day if that is unknown, so that pages come out the same whenever they are
 * made. */

static const char *instant_of(struct lm_date date, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_date(&text, date, '-');
    lm_text_add(&text, "T00:00:00Z");
    return lm_text_string(&text);
}

static const char *moment_of(int64_t at, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_add_instant(&text, at);
    return lm_text_string(&text);
}

bool site_has_feed(const struct site_event *e)
{
    struct lm_date start;
    return e->names->base[0] != '\0' && lm_parse_date(e->t->start, strlen(e->t->start), &start) &&
           start.day != 0;
}

enum lm_status site_write_feed(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                               struct lm_text *out)
{
    (void)index;
    const char *base = e->names->base;
    struct lm_date date;
    if (!site_has_feed(e) || !lm_parse_date(e->t->start, strlen(e->t->start), &date))
        return LM_OK;
    struct site_entry *entries = lm_arena_alloc(arena, (size_t)e->rounds * 2, sizeof *entries);
    if (entries == NULL)
        return LM_LIMIT;
    struct site_feed feed = {.title = site_title(e),
                             .home = site_own(e->names, arena, "%s%s/index.html", base, e->slug),
                             .self = site_own(e->names, arena, "%s%s/feed.xml", base, e->slug),
                             .updated = instant_of(date, arena),
                             .entries = entries};
    for (uint32_t round = e->rounds; round >= 1; round--) {
        int64_t start;
        int32_t offset;
        const char *when = site_round_start(e->t, round, &start, &offset) ? moment_of(start, arena)
                           : day_of_round(e->t, round, &date)             ? instant_of(date, arena)
                                                                          : feed.updated;
        if (!e->round[round].pending)
            entries[feed.entry_count++] = (struct site_entry){
                site_say_of(e->names->language, arena, LM_KEY("feed.played"),
                            lm_value_number("round", round)),
                site_event_word(e, LM_KEY("feed.results")), when,
                site_own(e->names, arena, "%s%s/standings-%u.html", base, e->slug, round)};
        entries[feed.entry_count++] = (struct site_entry){
            site_say_of(e->names->language, arena, LM_KEY("feed.paired"),
                        lm_value_number("round", round)),
            site_event_word(e, LM_KEY("feed.pairings")), when,
            site_own(e->names, arena, "%s%s/round-%u.html", base, e->slug, round)};
        if (round == e->rounds)
            feed.updated = when;
    }
    page_feed(out, e->names->language, &feed);
    return lm_text_status(out);
}

/* --- iCalendar (RFC 5545): a game begins at its moment, and its length is unknown (3.6.1: an event
 * without an end takes no time); if only the day is known, it is an all-day event. */

/* "20260716" */
static const char *basic(struct lm_date date, struct lm_arena *arena)
{
    return lm_printed(arena, "%04d%02d%02d", date.year, date.month, date.day);
}

const char *site_game_sentence(const struct site_event *e, uint32_t player, uint32_t round,
                               struct lm_arena *arena)
{
    if (player == LM_NOBODY || round > e->rounds)
        return site_say_of(e->names->language, arena, LM_KEY("round"),
                           lm_value_number("round", round));
    const struct lm_record *record = lm_record_of(e->t, player, round);
    uint32_t board = e->round[round].board[player];
    bool white = board > 0 && e->round[round].played->pairs[board - 1].white == player;
    const struct lm_value values[] = {
        lm_value_number("round", round), lm_value_number("board", board),
        lm_value_text("colour", white ? "white" : "black"),
        board == 0 ? lm_value_text(
                         "what", site_idle_text(e->names->language, (enum lm_result)record->result))
                   : lm_value_text("opponent", e->people[record->opponent].name)};
    return site_say(e->names->language, arena,
                    board == 0 ? LM_KEY("calendar.idle") : LM_KEY("calendar.game"), values, 4);
}

/* "20260716T120000Z" */
static const char *basic_moment(int64_t at, struct lm_arena *arena)
{
    int second = (int)(at % 86400);
    return lm_printed(arena, "%sT%02d%02d%02dZ", basic(lm_date_of((int32_t)(at / 86400)), arena),
                      second / 3600, second / 60 % 60, second % 60);
}

static void add_times(const struct site_event *e, uint32_t round, struct lm_date date,
                      struct lm_arena *arena, struct lm_text *out)
{
    int64_t start;
    int32_t offset;
    if (site_round_start(e->t, round, &start, &offset)) {
        site_add_ical(out, "DTSTAMP", basic_moment(start, arena));
        site_add_ical(out, "DTSTART", basic_moment(start, arena));
        return;
    }
    struct lm_date next = lm_date_of(lm_day_of(date) + 1);
    site_add_ical(out, "DTSTAMP", lm_printed(arena, "%sT000000Z", basic(date, arena)));
    site_add_ical(out, "DTSTART;VALUE=DATE", basic(date, arena));
    site_add_ical(out, "DTEND;VALUE=DATE", basic(next, arena));
}

static void add_event(const struct site_event *e, uint32_t player, uint32_t round,
                      struct lm_date date, struct lm_arena *arena, struct lm_text *out)
{
    site_add_ical(out, "BEGIN", "VEVENT");
    site_add_ical(out, "UID",
                  lm_printed(arena, "%s-%u-%u@limmat", e->slug,
                             player == LM_NOBODY ? 0 : e->people[player].tpn, round));
    add_times(e, round, date, arena, out);
    site_add_ical(out, "SUMMARY", site_game_sentence(e, player, round, arena));
    if (e->t->city[0] != '\0')
        site_add_ical(out, "LOCATION", e->t->city);
    site_add_ical(out, "END", "VEVENT");
}

/* Write the rounds of ${player}, or (LM_NOBODY) of all players. */
static enum lm_status write_dates(const struct site_event *e, uint32_t player,
                                  struct lm_arena *arena, struct lm_text *out)
{
    if (e->t->date_count == 0)
        return LM_OK;
    site_add_ical(out, "BEGIN", "VCALENDAR");
    site_add_ical(out, "VERSION", "2.0");
    site_add_ical(out, "PRODID", "-//Limmat//Limmat//EN");
    site_add_ical(out, "X-WR-CALNAME", site_title(e));
    for (uint32_t round = 1; round <= e->t->date_count; round++) {
        struct lm_date date;
        if (day_of_round(e->t, round, &date))
            add_event(e, player, round, date, arena, out);
    }
    site_add_ical(out, "END", "VCALENDAR");
    return lm_text_status(out);
}

enum lm_status site_write_calendar(const struct site_event *e, uint32_t player,
                                   struct lm_arena *arena, struct lm_text *out)
{
    return write_dates(e, player, arena, out);
}

enum lm_status site_write_dates(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                                struct lm_text *out)
{
    (void)index;
    return write_dates(e, LM_NOBODY, arena, out);
}
