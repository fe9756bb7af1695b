/* SPDX-License-Identifier: Apache-2.0 */
/* The desk of rating officers: waiting tasks, reports and decisions. */
#include <stdlib.h>
#include <string.h>

#include "server/championships.h"
#include "server/handlers.h"
#include "server/office_acts.h"
#include "server/office_desk.h"
#include "server/office_story.h"
#include "server/office_work.h"
#include "server/secrets.h"
#include "server/templates.h"

enum { OTHERS_SHOWN = 100 };

/* --- waiting tasks */

/* Return the reason why ${event} waits for the officer; "": it doesn't. */
static const char *why_waiting(struct visit *v, const struct office_event *e)
{
    int64_t late = office_days_late(v, e);
    if (e->appeal != NULL && (e->ruling == NULL || e->ruling->number < e->appeal->number))
        return visit_word(v, LM_KEY("office.waits-appeal"));
    if (e->state == OFFICE_SENT) {
        const struct lm_value counts[] = {
            lm_value_text("grave", office_fact_of(e->report, "refused")),
            lm_value_text("others", office_fact_of(e->report, "doubtful"))};
        return visit_say(v, LM_KEY("office.waits-report"), counts, 2);
    }
    if (e->claims_unrated)
        return visit_word(v, LM_KEY("office.waits-unrated"));
    if (e->state == OFFICE_REFUSED || e->state == OFFICE_ACCEPTED || e->state == OFFICE_UNRATED)
        return "";
    if (e->late && !e->permitted)
        return visit_word(v, LM_KEY("office.waits-late"));
    if (late > 0)
        return visit_say_of(v, LM_KEY("office.waits-overdue"), lm_value_number("days", late));
    return "";
}

static enum lm_status add_events(struct visit *v, const struct office_log *log,
                                 struct office_desk_page *page)
{
    struct office_event *events;
    size_t count;
    enum lm_status status = office_events(v, log, &events, &count);
    if (status != LM_OK)
        return status;
    struct office_event_row *waits = lm_arena_alloc(v->arena, count, sizeof *waits);
    struct office_event_row *others = lm_arena_alloc(v->arena, count, sizeof *others);
    if (waits == NULL || others == NULL)
        return LM_LIMIT;
    for (size_t i = count; i-- > 0;) {
        if (!office_covers(v, events[i].federation))
            continue;
        struct office_event_row row = office_row_of(v, &events[i]);
        row.url = site_local(v->arena, "/office/events/%llu", (unsigned long long)events[i].number);
        row.why = why_waiting(v, &events[i]);
        if (*row.why != '\0')
            waits[page->wait_count++] = row;
        else if (page->other_count < OTHERS_SHOWN)
            others[page->other_count++] = row;
    }
    page->waits = waits;
    page->others = others;
    return LM_OK;
}

/* Add the federations of the newest list, for which officers can be invited. */
static enum lm_status add_federations(struct visit *v, struct office_desk_page *page)
{
    const struct office_view *view;
    enum lm_status status = office_is_on(v, &view);
    if (status != LM_OK)
        return status;
    size_t most = view->index == NULL ? 0 : view->index->federation_count;
    struct choice_row *rows = lm_arena_alloc(v->arena, most + 1, sizeof *rows);
    if (rows != NULL) {
        rows[page->federation_count++] =
            (struct choice_row){"", visit_word(v, LM_KEY("results.all-federations"))};
        for (size_t i = 0; i < most; i++)
            rows[page->federation_count++] =
                (struct choice_row){visit_print(v, "federation:%s", view->index->federations[i]),
                                    visit_print(v, "%s", view->index->federations[i])};
    }
    office_give(v->server->office, view);
    page->federations = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status show_desk(struct visit *v)
{
    struct office_log log;
    struct office_desk_page page = {.wait_count = 0};
    enum lm_status status = office_log_read(v, &log);
    if (status != LM_OK)
        return status;
    page.head = office_head(v, OFFICE_REPORTS, visit_word(v, LM_KEY("office.reports")));
    page.enter = site_local(v->arena, "/ratings/register");
    if (championships_rehearse(v) && visit_may(v, RIGHT_SERVER))
        page.clock = site_local(v->arena, "/championships/clock");
    status = add_events(v, &log, &page);
    if (status == LM_OK && visit_may(v, RIGHT_SERVER)) {
        page.invite = site_local(v->arena, "/rights");
        status = add_federations(v, &page);
    }
    if (visit_may(v, RIGHT_RATINGS))
        page.licences = site_local(v->arena, "/office/licences");
    page.has_licences = office_licences(v) != NULL;
    if (status == LM_OK)
        page_office_desk(&v->reply->body, v->language, &page);
    return status;
}

/* --- an event */

static enum lm_status find_event(struct visit *v, struct office_log *log,
                                 const struct office_event **out)
{
    struct office_event *events;
    size_t count;
    char *end;
    uint64_t number = strtoull(v->parts[0], &end, 10);
    *out = NULL;
    enum lm_status status = office_log_read(v, log);
    if (status == LM_OK)
        status = office_events(v, log, &events, &count);
    for (size_t i = 0; status == LM_OK && i < count && *end == '\0'; i++)
        if (events[i].number == number && office_covers(v, events[i].federation))
            *out = &events[i];
    return status == LM_OK && *out == NULL ? visit_refuse(v, 404, "Event not found") : status;
}

static bool appeal_waits(const struct office_event *e)
{
    return e->appeal != NULL && (e->ruling == NULL || e->ruling->number < e->appeal->number);
}

/* Is the event on a list? If that is unknown, assume it is. */
static bool is_rated(struct visit *v, const struct office_event *event)
{
    const struct office_view *view;
    if (office_is_on(v, &view) != LM_OK)
        return true;
    bool rated = office_is_rated(view, office_file_of(v, event));
    office_give(v->server->office, view);
    return rated;
}

/* Write the page of ${event}; ${address}: the organiser's new link, or "". */
static enum lm_status write_event(struct visit *v, const struct office_log *log,
                                  const struct office_event *event, const char *address)
{
    struct office_event_page page = {
        .head = office_head(v, OFFICE_REPORTS, event->name),
        .action = site_local(v->arena, "/office/events/%s", v->parts[0]),
        .file = site_local(v->arena, "/office/events/%s/report", v->parts[0]),
        .officer = true,
        .decide = event->state == OFFICE_SENT,
        .withdraw = event->state == OFFICE_ACCEPTED && !is_rated(v, event),
        .permit = event->late && !event->permitted && office_may_send(event),
        .unrated = event->claims_unrated,
        .rule = appeal_waits(event),
        .address = address};
    if (event->state == OFFICE_ACCEPTED && !page.withdraw && visit_may(v, RIGHT_RATINGS))
        page.past = site_local(v->arena, "/office/past");
    enum lm_status status = office_show_event(v, log, event, &page);
    if (status == LM_OK)
        page_office_event(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_event(struct visit *v)
{
    struct office_log log;
    const struct office_event *event;
    enum lm_status status = find_event(v, &log, &event);
    return status == LM_OK ? write_event(v, &log, event, "") : status;
}

/* Make a new link for an organiser who has lost theirs; the old one ends. */
static enum lm_status relink(struct visit *v, struct office_log *log,
                             const struct office_event *event)
{
    char key[SECRETS_TOKEN];
    secrets_token(key);
    const struct office_fact facts[] = {
        {"of", v->parts[0]}, {"owner", office_digest(v, key, strlen(key))}, {NULL, NULL}};
    enum lm_status status = office_append(v, log, "relinked", facts, NULL);
    return status == LM_OK ? write_event(v, log, event,
                                         visit_print(v, "%s/ratings/event/%s", v->server->url, key))
                           : status;
}

static enum lm_status show_report(struct visit *v)
{
    struct office_log log;
    const struct office_event *event;
    size_t length = 0;
    enum lm_status status = find_event(v, &log, &event);
    if (status != LM_OK)
        return status;
    const char *bytes = secrets_bytes(office_own_of(event->report, "bytes"), v->arena, &length);
    if (bytes == NULL || length == 0)
        return visit_refuse(v, 404, "File not found");
    lm_text_add_bytes(&v->reply->body, bytes, length);
    v->reply->type = "text/plain; charset=utf-8";
    v->reply->file = visit_print(v, "%s.trf", office_file_of(v, event));
    return LM_OK;
}

enum { ACT, REASON, VERSION, CONFIRMED };

static const struct form_field decide_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 10,
             "accept|return|refuse|permit|uphold|grant|unrated|rated|relink", true},
    [REASON] = {"reason", FORM_LINES, 0, 2000, NULL, false},
    [VERSION] = {"version", FORM_NUMBER, 0, 1000000, NULL, false},
    [CONFIRMED] = {"confirmed", FORM_TEXT, 0, 400, NULL, false},
    {0}};

static const struct {
    const char *act, *event, *article;
    bool reason; /* needs a reason */
} rulings[] = {{"accept", "accepted", "", false},   {"return", "returned", "", true},
               {"refuse", "refused", "", true},     {"permit", "permitted", "0.2", true},
               {"uphold", "upheld", "0.5", true},   {"grant", "granted", "0.5", true},
               {"unrated", "unrated", "9.2", true}, {"rated", "rated", "9.2", true}};

/* Can ${act} be done to ${e} in its current state? */
static bool is_possible(struct visit *v, const char *act, const struct office_event *e)
{
    if (strcmp(act, "permit") == 0)
        return e->late && !e->permitted && office_may_send(e);
    if (strcmp(act, "unrated") == 0 || strcmp(act, "rated") == 0)
        return e->claims_unrated;
    if (strcmp(act, "uphold") == 0 || strcmp(act, "grant") == 0)
        return appeal_waits(e);
    if (strcmp(act, "refuse") == 0 && e->state == OFFICE_REGISTERED)
        return true;
    if (strcmp(act, "accept") != 0 && e->state == OFFICE_ACCEPTED)
        return !is_rated(v, e);
    return e->state == OFFICE_SENT;
}

/* Check the report against the current list, with the permissions given since it arrived. */
static enum lm_status check_accepted(struct visit *v, const struct office_event *event)
{
    const struct office_view *view = NULL;
    const char *faults = "";
    size_t length = 0;
    const char *bytes = secrets_bytes(office_own_of(event->report, "bytes"), v->arena, &length);
    if (value(v, VERSION)->number != event->versions)
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    if (event->late && !event->permitted)
        return visit_refuse(v, 422,
                            "The event was registered late (0.2). Permit that first, or refuse it");
    if (bytes == NULL)
        return visit_refuse(v, 422, "The report was erased. Ask the organiser for another");
    if (strspn(value(v, CONFIRMED)->text, "0123456789 ") != value(v, CONFIRMED)->length)
        return visit_refuse(v, 422, "Write the IDs as digits, with spaces between them");
    struct office_event looked = *event;
    looked.confirmed = value(v, CONFIRMED)->text;
    enum lm_status status = office_is_on(v, &view);
    if (status == LM_OK)
        status = office_look(v, view, &looked, bytes, length, &faults);
    office_give(v->server->office, view);
    if (status == LM_OK && office_faults(faults, true) > 0)
        return visit_refuse(
            v, 422, "The report has findings to correct. Return it, or refuse it with a reason");
    return status;
}

static enum lm_status check_ruling(struct visit *v, size_t at, const struct office_event *event)
{
    if (!is_possible(v, rulings[at].act, event))
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    if (rulings[at].reason && *value(v, REASON)->text == '\0')
        return visit_refuse(v, 422, "Give your reasons");
    return strcmp(rulings[at].act, "accept") == 0 ? check_accepted(v, event) : LM_OK;
}

static enum lm_status file_report(struct visit *v, const struct office_event *event,
                                  const char *confirmed)
{
    struct office_event filed = *event;
    filed.confirmed = confirmed;
    const struct office_view *view;
    enum lm_status status = office_is_on(v, &view);
    if (status != LM_OK)
        return status;
    status = office_file(v, view, &filed);
    office_give(v->server->office, view);
    return status;
}

/* Write the line first: an accepted report that is not filed yet is filed before a list is made. */
static enum lm_status decide(struct visit *v)
{
    struct office_log log;
    const struct office_event *event;
    size_t at = 0;
    enum lm_status status = find_event(v, &log, &event);
    if (status != LM_OK)
        return status;
    if (strcmp(value(v, ACT)->text, "relink") == 0)
        return relink(v, &log, event);
    while (strcmp(rulings[at].act, value(v, ACT)->text) != 0)
        at++;
    status = check_ruling(v, at, event);
    const struct office_fact facts[] = {{"of", v->parts[0]},
                                        {"version", office_fact_of(event->report, "version")},
                                        {"article", rulings[at].article},
                                        {"confirmed", value(v, CONFIRMED)->text},
                                        {NULL, NULL}};
    const struct office_fact own[] = {{"reason", value(v, REASON)->text}, {NULL, NULL}};
    if (status == LM_OK)
        status = office_append(v, &log, rulings[at].event, facts, own);
    if (status == LM_OK && strcmp(rulings[at].act, "accept") == 0)
        status = file_report(v, event, value(v, CONFIRMED)->text);
    else if (status == LM_OK && event->state == OFFICE_ACCEPTED)
        office_unfile(v, event);
    return status == LM_OK ? visit_go(v, "/office/events/%s", v->parts[0]) : status;
}

/* --- the log */

static enum lm_status show_log(struct visit *v)
{
    enum { SHOWN = 500 };
    struct office_log log;
    enum lm_status status = office_log_read(v, &log);
    struct office_history_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, SHOWN, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct office_log_page page = {
        .head = office_head(v, OFFICE_LOG, visit_word(v, LM_KEY("office.log"))), .rows = rows};
    for (size_t i = log.count; i-- > 0 && page.row_count < SHOWN;)
        rows[page.row_count++] = office_entry_row(v, &log.entries[i]);
    page_office_log(&v->reply->body, v->language, &page);
    return LM_OK;
}

const struct handler office_handlers[] = {
    {false, "/office", RIGHT_OFFICE, NULL, "what waits for rating officers", show_desk, false},
    {false, "/office/events/:number", RIGHT_OFFICE, NULL, "an event to be rated, and its report",
     show_event, false},
    {false, "/office/events/:number/report", RIGHT_OFFICE, NULL, "the report as it came",
     show_report, false},
    {true, "/office/events/:number", RIGHT_OFFICE, decide_fields,
     "accept, return or refuse a report; decide about a late registration or an appeal", decide,
     false},
    {false, "/office/log", RIGHT_RATINGS, NULL, "what the office did", show_log, false},
    {0}};
