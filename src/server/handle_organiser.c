/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Organisers and the rating office: an event is registered before it begins (0.2), its report sent,
 * corrected and followed, a refusal appealed against (0.5). There are no accounts: the link of the
 * event is the organiser's right to it, and only its digest is stored.
 */
#include <string.h>

#include "limmat/date.h"
#include "server/handlers.h"
#include "server/office_acts.h"
#include "server/office_desk.h"
#include "server/office_work.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/templates.h"

enum { DAY = 86400, REPORT_MOST = 4 << 20, EVENTS_SHOWN = 200 };

static struct desk_head organiser_head(struct visit *v, const char *title)
{
    struct desk_head head = head_of(v, title);
    if (head.desk)
        return head; /* with the places of the server */
    head.event = visit_word(v, LM_KEY("office.office"));
    head.home = site_local(v->arena, "/ratings/events");
    return head;
}

/* --- registration */

enum { NAME, CITY, FEDERATION, START, END, CHESS, ORGANISER, MAIL, LAWS, LICENSED, UNRATED };

static const struct form_field register_fields[] = {
    [NAME] = {"name", FORM_TEXT, 0, 120, NULL, true},
    [CITY] = {"city", FORM_TEXT, 0, 100, NULL, true},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 3, NULL, true},
    [START] = {"start", FORM_DATE, 0, 0, NULL, true},
    [END] = {"end", FORM_DATE, 0, 0, NULL, true},
    [CHESS] = {"chess", FORM_CHOICE, 0, 10, "standard|rapid|blitz", true},
    [ORGANISER] = {"organiser", FORM_TEXT, 0, 100, NULL, true},
    [MAIL] = {"mail", FORM_TEXT, 0, 200, NULL, false},
    [LAWS] = {"laws", FORM_CHECK, 0, 0, NULL, false},
    [LICENSED] = {"licensed", FORM_CHECK, 0, 0, NULL, false},
    [UNRATED] = {"unrated", FORM_CHECK, 0, 0, NULL, false},
    {0}};

static enum lm_status is_on(struct visit *v)
{
    return v->server->office == NULL ? visit_refuse(v, 404, "Page not found") : LM_OK;
}

static enum lm_status show_register(struct visit *v)
{
    int32_t days = 0;
    enum lm_status status = is_on(v);
    if (status == LM_OK)
        status = office_days_early(v, (int32_t)(office_now(v) / DAY), LM_STANDARD, &days);
    if (status != LM_OK)
        return status;
    struct office_register_page page = {
        .head = organiser_head(v, visit_word(v, LM_KEY("office.register"))),
        .action = site_local(v->arena, "/ratings/register"),
        .events = site_local(v->arena, "/ratings/events"),
        .days = visit_say_of(v, LM_KEY("office.register-days"), lm_value_number("days", days))};
    page_office_register(&v->reply->body, v->language, &page);
    return LM_OK;
}

static enum lm_status enter_event(struct visit *v)
{
    struct office_log log;
    char key[SECRETS_TOKEN];
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    secrets_token(key);
    const struct office_registration event = {.name = value(v, NAME)->text,
                                              .city = value(v, CITY)->text,
                                              .federation = value(v, FEDERATION)->text,
                                              .start = value(v, START)->text,
                                              .end = value(v, END)->text,
                                              .chess = value(v, CHESS)->text,
                                              .organiser = value(v, ORGANISER)->text,
                                              .mail = value(v, MAIL)->text,
                                              .owner = office_digest(v, key, strlen(key)),
                                              .laws = value(v, LAWS)->given,
                                              .licensed = value(v, LICENSED)->given,
                                              .unrated = value(v, UNRATED)->given};
    if (status == LM_OK)
        status = office_register(v, &log, &event);
    return status == LM_OK ? visit_go(v, "/ratings/event/%s", key) : status;
}

/* --- the calendar */

static bool is_coming(const struct visit *v, const struct office_event *e)
{
    struct lm_date end;
    return e->state != OFFICE_REFUSED && e->state != OFFICE_UNRATED &&
           lm_parse_date(e->end, strlen(e->end), &end) && lm_day_of(end) >= office_now(v) / DAY;
}

static enum lm_status show_events(struct visit *v)
{
    struct office_log log;
    struct office_event *events;
    size_t count = 0;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_events(v, &log, &events, &count);
    struct office_event_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct office_events_page page = {.head =
                                          organiser_head(v, visit_word(v, LM_KEY("office.events"))),
                                      .enter = site_local(v->arena, "/ratings/register"),
                                      .rows = rows};
    for (size_t i = count; i-- > 0 && page.row_count < EVENTS_SHOWN;)
        if (is_coming(v, &events[i])) {
            struct office_event_row row = office_row_of(v, &events[i]);
            row.why = "";
            row.state = row.look = "";
            rows[page.row_count++] = row;
        }
    page_office_events(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* --- an event by its link */

static enum lm_status find_event(struct visit *v, struct office_log *log,
                                 const struct office_event **out)
{
    *out = NULL;
    enum lm_status status = office_log_read(v, log);
    if (status == LM_OK)
        status = office_event_of_key(v, log, v->parts[0], out);
    return status == LM_OK && *out == NULL ? visit_refuse(v, 404, "Event not found") : status;
}

static enum lm_status show_event(struct visit *v)
{
    struct office_log log;
    const struct office_event *event;
    enum lm_status status = find_event(v, &log, &event);
    if (status != LM_OK)
        return status;
    struct office_event_page page = {
        .head = organiser_head(v, event->name),
        .action = site_local(v->arena, "/ratings/event/%s", v->parts[0]),
        .address = visit_print(v, "%s/ratings/event/%s", v->server->url, v->parts[0]),
        .send = office_may_send(event),
        .appeal = office_may_appeal(v, event)};
    v->reply->unlisted = true;
    status = office_show_event(v, &log, event, &page);
    if (status == LM_OK)
        page_office_event(&v->reply->body, v->language, &page);
    return status;
}

enum { ACT, FILE_SENT, TEXT };

static const struct form_field event_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 10, "report|appeal", true},
    [FILE_SENT] = {"file", FORM_FILE, 0, REPORT_MOST, NULL, false},
    [TEXT] = {"text", FORM_LINES, 0, 4000, NULL, false},
    {0}};

static enum lm_status send_file(struct visit *v, struct office_log *log,
                                const struct office_event *event)
{
    const struct form_value *file = value(v, FILE_SENT);
    if (file->length == 0)
        return visit_refuse(v, 422, "Choose the tournament file (TRF) to send");
    return office_send(v, log, event, file->text, file->length);
}

static enum lm_status change_event(struct visit *v)
{
    struct office_log log;
    const struct office_event *event;
    enum lm_status status = find_event(v, &log, &event);
    if (status == LM_OK && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    if (status == LM_OK)
        status = strcmp(value(v, ACT)->text, "report") == 0
                     ? send_file(v, &log, event)
                     : office_appeal(v, &log, event, value(v, TEXT)->text);
    return status == LM_OK ? visit_go(v, "/ratings/event/%s", v->parts[0]) : status;
}

const struct handler organiser_handlers[] = {
    {false, "/ratings/events", RIGHT_LOOK, NULL, "events that will be rated", show_events, true},
    {false, "/ratings/register", RIGHT_LOOK, NULL, "register an event to be rated", show_register,
     true},
    {true, "/ratings/register", RIGHT_LOOK, register_fields, "register an event to be rated",
     enter_event, true},
    {false, "/ratings/event/:key", RIGHT_LOOK, NULL, "an event, for its organiser", show_event,
     true},
    {true, "/ratings/event/:key", RIGHT_LOOK, event_fields, "send a report, appeal", change_event,
     true},
    {0}};
