/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_acts.h"

#include <string.h>

#include "limmat/date.h"
#include "limmat/report.h"
#include "server/office_story.h"
#include "server/office_work.h"
#include "server/secrets.h"

enum { DAY = 86400, APPEAL_DAYS = 7 };

const char *office_digest(struct visit *v, const char *bytes, size_t length)
{
    char *digest = lm_arena_alloc(v->arena, 1, SECRETS_DIGEST);
    if (digest != NULL)
        secrets_digest(bytes, length, digest);
    return digest == NULL ? "" : digest;
}

/* --- registration */

/* Check the days of ${r}; refuse invalid ones. */
static enum lm_status check_days(struct visit *v, const struct office_registration *r, bool *late)
{
    struct lm_date start, end;
    int32_t days = 0;
    if (!lm_parse_date(r->start, strlen(r->start), &start) ||
        !lm_parse_date(r->end, strlen(r->end), &end) || lm_day_of(end) < lm_day_of(start))
        return visit_refuse(v, 422, "The last day is before the first. Correct the dates");
    if (!lm_is_federation(r->federation))
        return visit_refuse(
            v, 422, "This isn’t a FIDE federation. Enter its three letters, for example SUI");
    if (lm_day_of(start) < office_now(v) / DAY)
        return visit_refuse(v, 422,
                            "The event has begun. Events are registered before they begin (0.2)");
    enum lm_status status =
        office_days_early(v, lm_day_of(start), office_chess_of(r->chess), &days);
    *late = lm_day_of(start) - office_now(v) / DAY < days;
    return status;
}

enum lm_status office_register(struct visit *v, struct office_log *log,
                               const struct office_registration *r)
{
    bool late = false;
    enum lm_status status = check_days(v, r, &late);
    const struct office_fact facts[] = {{"name", r->name},
                                        {"city", r->city},
                                        {"federation", r->federation},
                                        {"start", r->start},
                                        {"end", r->end},
                                        {"chess", r->chess},
                                        {"owner", r->owner},
                                        {"section", r->section},
                                        {"late", late ? "0.2" : ""},
                                        {"laws", r->laws ? "yes" : ""},
                                        {"licensed", r->licensed ? "yes" : ""},
                                        {"unrated", r->unrated ? "9.2" : ""},
                                        {NULL, NULL}};
    const struct office_fact own[] = {{"organiser", r->organiser},
                                      {"mail", r->mail},
                                      {"language", v->language->code},
                                      {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "registered", facts, own) : status;
}

/* --- finding an event */

enum lm_status office_event_of_key(struct visit *v, const struct office_log *log, const char *key,
                                   const struct office_event **out)
{
    struct office_event *events;
    size_t count;
    const char *digest = office_digest(v, key, strlen(key));
    enum lm_status status = office_events(v, log, &events, &count);
    *out = NULL;
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (*digest != '\0' && secrets_equal(events[i].owner, digest))
            *out = &events[i];
    return status;
}

enum lm_status office_event_of_section(struct visit *v, const struct office_log *log,
                                       const char *section, const struct office_event **out)
{
    struct office_event *events;
    size_t count;
    enum lm_status status = office_events(v, log, &events, &count);
    *out = NULL;
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (strcmp(events[i].section, section) == 0)
            *out = &events[i];
    return status;
}

/* --- reports */

bool office_may_send(const struct office_event *e)
{
    /* An accepted report can also turn out to be wrong. */
    return e->state != OFFICE_REFUSED && e->state != OFFICE_UNRATED;
}

bool office_may_appeal(const struct visit *v, const struct office_event *e)
{
    return e->state == OFFICE_REFUSED && office_now(v) - e->decided <= APPEAL_DAYS * (int64_t)DAY &&
           (e->appeal == NULL || e->appeal->number < e->decision->number);
}

/* Return the day in the record ${code} of the tournament file ${bytes}, "2026-05-01"; "": none. */
static const char *day_of_record(struct visit *v, const char *bytes, const char *code)
{
    struct lm_date date;
    const char *at =
        strncmp(bytes, code, 3) == 0 ? bytes : strstr(bytes, visit_print(v, "\n%s", code));
    if (at == NULL)
        return "";
    at += strspn(at, "\n") + 4;
    size_t length = strspn(at, "0123456789/-");
    return length >= 10 && lm_parse_date(at, 10, &date)
               ? visit_print(v, "%.4s-%.2s-%.2s", at, at + 5, at + 8)
               : "";
}

enum lm_status office_send(struct visit *v, struct office_log *log,
                           const struct office_event *event, const char *bytes, size_t length)
{
    const struct office_view *view = NULL;
    const char *faults = "";
    if (!office_may_send(event))
        return visit_refuse(v, 409, "This event is decided. Ask the rating officer");
    enum lm_status status = office_is_on(v, &view);
    if (status == LM_OK)
        status = office_look(v, view, event, bytes, length, &faults);
    office_give(v->server->office, view);
    const struct office_fact facts[] = {
        {"of", visit_print(v, "%llu", (unsigned long long)event->number)},
        {"version", visit_print(v, "%u", event->versions + 1)},
        {"digest", office_digest(v, bytes, length)},
        {"refused", visit_print(v, "%zu", office_faults(faults, true))},
        {"doubtful", visit_print(v, "%zu", office_faults(faults, false))},
        {"start", day_of_record(v, bytes, "042")},
        {"end", day_of_record(v, bytes, "052")},
        {NULL, NULL}};
    const struct office_fact own[] = {
        {"bytes", secrets_letters(bytes, length, v->arena)}, {"faults", faults}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "report", facts, own) : status;
}

enum lm_status office_appeal(struct visit *v, struct office_log *log,
                             const struct office_event *event, const char *reason)
{
    if (!office_may_appeal(v, event))
        return visit_refuse(v, 409,
                            "Appeals are possible within seven days of a refusal, once (0.5)");
    if (*reason == '\0')
        return visit_refuse(v, 422, "Give your reasons");
    const struct office_fact facts[] = {
        {"of", visit_print(v, "%llu", (unsigned long long)event->number)},
        {"article", "0.5"},
        {NULL, NULL}};
    const struct office_fact own[] = {{"reason", reason}, {NULL, NULL}};
    return office_append(v, log, "appealed", facts, own);
}
