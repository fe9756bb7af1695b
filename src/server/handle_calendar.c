/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A calendar (RFC 5545) of a player's matches and deadlines, for calendar programs.  A deadline is
 * shown as the half hour before it.  Such programs do not sign in, so the calendar has only public
 * data, and it is in the player's language.
 */
#include <string.h>

#include "limmat/date.h"
#include "server/championship_desk.h"
#include "server/pages.h"
#include "site/ical.h"

enum { HALF_HOUR = 1800, HOUR = 3600, DAY = 86400 };

static void add_instant(struct visit *v, const char *name, int64_t at)
{
    struct lm_date date = lm_date_of((int32_t)(at / DAY));
    int second = (int)(at % DAY);
    site_add_ical(&v->reply->body, name,
                  visit_print(v, "%04d%02d%02dT%02d%02d%02dZ", date.year, date.month, date.day,
                              second / 3600, second / 60 % 60, second % 60));
}

/* Add an entry from ${from} to ${to}; ${id} is the same at every request. */
static void add_event(struct visit *v, const char *id, int64_t from, int64_t to,
                      const char *summary, struct site_url url)
{
    struct lm_text *out = &v->reply->body;
    site_add_ical(out, "BEGIN", "VEVENT");
    site_add_ical(out, "UID", visit_print(v, "%s@%s.limmat", id, v->championship->slug));
    add_instant(v, "DTSTAMP", v->championship->c->time);
    add_instant(v, "DTSTART", from);
    add_instant(v, "DTEND", to);
    site_add_ical(out, "SUMMARY", summary);
    site_add_ical(out, "URL", visit_print(v, "%s%s", v->server->url, url.address));
}

static void add_match(struct visit *v, const struct contest *contest)
{
    const struct lm_championship *c = v->championship->c;
    add_event(v,
              visit_print(v, "%s-%u-%u-%u", c->definition->stages[contest->stage].name,
                          contest->round + 1, contest->group, contest->board),
              contest->time, contest->time + HOUR,
              visit_print(v, "%s – %s (%s)", lm_champ_name(c, contest->player[FIRST]),
                          lm_champ_name(c, contest->player[SECOND]), champ_match_name(v, contest)),
              champ_match_url(v, contest));
    site_add_ical(&v->reply->body, "END", "VEVENT");
}

/* Does ${due} have a deadline?  Playing does not count: it is a match. */
static bool is_deadline(const struct due *due)
{
    return due->by != NEVER && ((due->must && due->kind != DUE_PLAY) || due->kind == DUE_MOVE);
}

static void add_deadline(struct visit *v, const struct viewer *whom, const struct due *due)
{
    const struct champ_duty duty = champ_duty_of(v, whom, due);
    const char *match = due->contest == NULL ? "" : due->contest->id;
    add_event(v, visit_print(v, "due-%s-%s-%s", whom->name, lm_champ_due_name(due->kind), match),
              due->by - HALF_HOUR, due->by,
              visit_say_of(v, LM_KEY("desk.i-due"), lm_value_text("what", duty.what)),
              due->contest == NULL ? champ_url(v, "%s", "") : duty.url);
    site_add_ical(&v->reply->body, "DESCRIPTION",
                  *duty.article == '\0' ? duty.otherwise
                                        : visit_print(v, "[%s] %s", duty.article, duty.otherwise));
    site_add_ical(&v->reply->body, "TRANSP", "TRANSPARENT"); /* not busy */
    site_add_ical(&v->reply->body, "END", "VEVENT");
}

static enum lm_status show_calendar(struct visit *v)
{
    struct lm_championship *c = v->championship->c;
    size_t length = strlen(v->parts[1]), count = 0;
    bool ics = length > 4 && strcmp(v->parts[1] + length - 4, ".ics") == 0;
    const char *name = lm_arena_copy(v->arena, v->parts[1], ics ? length - 4 : length);
    struct viewer whom = {.person = name == NULL ? NOBODY : lm_champ_person(c, name)};
    if (whom.person == NOBODY || !ics || !lm_champ_takes_part(c, whom.person))
        return visit_refuse(v, 404, "No player of this name takes part");
    whom.name = lm_champ_name(c, whom.person);
    whom.zone_name = zone_of_player(v, whom.name, &whom.zone);
    const struct due *all = lm_champ_due(c, championships_now(v), &count);
    if (whom.zone == NULL || c->out_of_memory)
        return LM_LIMIT;
    v->language = champ_language(v, whom.name);
    struct lm_text *out = &v->reply->body;
    site_add_ical(out, "BEGIN", "VCALENDAR");
    site_add_ical(out, "VERSION", "2.0");
    site_add_ical(out, "PRODID", visit_print(v, "-//Limmat//championship//%s", v->language->code));
    for (size_t i = 0; i < c->contest_count; i++)
        if (c->contests[i].time != NEVER && c->contests[i].state != CONTEST_VOID &&
            lm_champ_side(&c->contests[i], whom.person) != NO_SIDE)
            add_match(v, &c->contests[i]);
    for (size_t i = 0; i < count; i++)
        if (all[i].person == whom.person && is_deadline(&all[i]))
            add_deadline(v, &whom, &all[i]);
    site_add_ical(out, "END", "VCALENDAR");
    v->reply->type = "text/calendar; charset=utf-8";
    return lm_text_status(out);
}

const struct handler calendar_handlers[] = {
    {false, "/c/:championship/calendar/:player", RIGHT_LOOK, NULL,
     "the matches and deadlines of a player as a calendar", show_calendar, false},
    {0}};
