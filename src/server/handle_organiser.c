/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Organisers and the rating office: an event is registered before it begins (0.2), its report sent,
 * corrected and followed, a refusal appealed against (0.5).  Without accounts: the link of the
 * event is the organiser's right to it, and only its digest is kept.
 */
#include <string.h>

#include "limmat/date.h"
#include "limmat/report.h"
#include "server/handlers.h"
#include "server/office_desk.h"
#include "server/office_story.h"
#include "server/office_work.h"
#include "server/quota.h"
#include "server/secrets.h"
#include "server/templates.h"

enum { DAY = 86400, APPEAL_DAYS = 7, REPORT_MOST = 4 << 20, EVENTS_SHOWN = 200 };

static struct desk_head organiser_head(struct visit *v, const char *title)
{
    struct desk_head head = head_of(v, title);
    head.event = visit_word(v, LM_KEY("office.office"));
    head.home = site_local(v->arena, "/ratings/events");
    return head;
}

/* --- registration */

enum { NAME, CITY, FEDERATION, START, END, CHESS, ORGANISER, MAIL, LAWS, LICENSED };

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
    {0}};

static enum lm_status is_on(struct visit *v)
{
    return v->server->office == NULL ? visit_refuse(v, 404, "Page not found") : LM_OK;
}

/* Days before its start by which an event of ${day} is registered (0.2). */
static enum lm_status days_early(struct visit *v, int32_t day, enum lm_chess chess, int32_t *days)
{
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(v->arena, &book);
    if (status == LM_OK)
        *days = lm_rating_rules_on_or_first(&book, day, chess)->registered;
    return status;
}

static enum lm_status show_register(struct visit *v)
{
    int32_t days = 0;
    enum lm_status status = is_on(v);
    if (status == LM_OK)
        status = days_early(v, (int32_t)(v->now / DAY), LM_STANDARD, &days);
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

/* The days of the form; refuses what cannot be. */
static enum lm_status check_days(struct visit *v, enum lm_chess chess, bool *late)
{
    struct lm_date start, end;
    int32_t days = 0;
    const char *from = value(v, START)->text, *to = value(v, END)->text;
    if (!lm_parse_date(from, strlen(from), &start) || !lm_parse_date(to, strlen(to), &end) ||
        lm_day_of(end) < lm_day_of(start))
        return visit_refuse(v, 422, "The last day is before the first. Correct the dates");
    if (!lm_is_federation(value(v, FEDERATION)->text))
        return visit_refuse(v, 422,
                            "This isn’t a federation of FIDE. Write its three letters, as SUI");
    if (lm_day_of(start) < v->now / DAY)
        return visit_refuse(v, 422,
                            "The event has begun. Events are registered before they begin (0.2)");
    enum lm_status status = days_early(v, lm_day_of(start), chess, &days);
    *late = lm_day_of(start) - v->now / DAY < days;
    return status;
}

static const char *key_digest(struct visit *v, const char *key)
{
    char *digest = lm_arena_alloc(v->arena, 1, SECRETS_DIGEST);
    if (digest != NULL)
        secrets_digest(key, strlen(key), digest);
    return digest == NULL ? "" : digest;
}

static enum lm_status enter_event(struct visit *v)
{
    struct office_log log;
    char key[SECRETS_TOKEN];
    bool late = false;
    const char *chess = value(v, CHESS)->text;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    if (status == LM_OK)
        status = check_days(v,
                            strcmp(chess, "rapid") == 0   ? LM_RAPID
                            : strcmp(chess, "blitz") == 0 ? LM_BLITZ
                                                          : LM_STANDARD,
                            &late);
    secrets_token(key);
    const struct office_fact facts[] = {{"name", value(v, NAME)->text},
                                        {"city", value(v, CITY)->text},
                                        {"federation", value(v, FEDERATION)->text},
                                        {"start", value(v, START)->text},
                                        {"end", value(v, END)->text},
                                        {"chess", chess},
                                        {"owner", key_digest(v, key)},
                                        {"late", late ? "0.2" : ""},
                                        {"laws", value(v, LAWS)->given ? "yes" : ""},
                                        {"licensed", value(v, LICENSED)->given ? "yes" : ""},
                                        {NULL, NULL}};
    const struct office_fact own[] = {
        {"organiser", value(v, ORGANISER)->text}, {"mail", value(v, MAIL)->text}, {NULL, NULL}};
    if (status == LM_OK)
        status = office_append(v, &log, "registered", facts, own);
    return status == LM_OK ? visit_go(v, "/ratings/event/%s", key) : status;
}

/* --- the calendar */

static bool is_coming(const struct visit *v, const struct office_event *e)
{
    struct lm_date end;
    return e->state != OFFICE_REFUSED && lm_parse_date(e->end, strlen(e->end), &end) &&
           lm_day_of(end) >= v->now / DAY;
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
    struct office_event *events;
    size_t count;
    const char *digest = key_digest(v, v->parts[0]);
    enum lm_status status = office_log_read(v, log);
    if (status == LM_OK)
        status = office_events(v, log, &events, &count);
    *out = NULL;
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (*digest != '\0' && secrets_equal(events[i].owner, digest))
            *out = &events[i];
    return status == LM_OK && *out == NULL ? visit_refuse(v, 404, "Event not found") : status;
}

static bool may_send(const struct office_event *e)
{
    return e->state != OFFICE_REFUSED; /* also what was accepted can turn out to be wrong */
}

/* 0.5: within seven days of the refusal, once. */
static bool may_appeal(const struct visit *v, const struct office_event *e)
{
    return e->state == OFFICE_REFUSED && v->now - e->decided <= APPEAL_DAYS * (int64_t)DAY &&
           (e->appeal == NULL || e->appeal->number < e->decision->number);
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
        .send = may_send(event),
        .appeal = may_appeal(v, event)};
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

static enum lm_status take_report(struct visit *v, struct office_log *log,
                                  const struct office_event *event)
{
    const struct form_value *file = value(v, FILE_SENT);
    const struct office_view *view = NULL;
    const char *faults = "";
    if (!may_send(event))
        return visit_refuse(v, 409, "This event is decided. Ask the rating officer");
    if (file->length == 0)
        return visit_refuse(v, 422, "Choose the tournament file (TRF) to send");
    enum lm_status status = office_is_on(v, &view);
    if (status == LM_OK)
        status = office_look(v, view, event, file->text, file->length, &faults);
    office_give(v->server->office, view);
    const struct office_fact facts[] = {
        {"of", visit_print(v, "%llu", (unsigned long long)event->number)},
        {"version", visit_print(v, "%u", event->versions + 1)},
        {"digest", key_digest(v, visit_print(v, "%.*s", (int)file->length, file->text))},
        {"refused", visit_print(v, "%zu", office_faults(faults, true))},
        {"doubtful", visit_print(v, "%zu", office_faults(faults, false))},
        {NULL, NULL}};
    const struct office_fact own[] = {
        {"bytes", secrets_letters(file->text, file->length, v->arena)},
        {"faults", faults},
        {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "report", facts, own) : status;
}

static enum lm_status take_appeal(struct visit *v, struct office_log *log,
                                  const struct office_event *event)
{
    if (!may_appeal(v, event))
        return visit_refuse(v, 409,
                            "Appeals are possible within seven days of a refusal, once (0.5)");
    if (*value(v, TEXT)->text == '\0')
        return visit_refuse(v, 422, "Give your reasons");
    const struct office_fact facts[] = {
        {"of", visit_print(v, "%llu", (unsigned long long)event->number)},
        {"article", "0.5"},
        {NULL, NULL}};
    const struct office_fact own[] = {{"reason", value(v, TEXT)->text}, {NULL, NULL}};
    return office_append(v, log, "appealed", facts, own);
}

static enum lm_status change_event(struct visit *v)
{
    struct office_log log;
    const struct office_event *event;
    enum lm_status status = find_event(v, &log, &event);
    if (status == LM_OK && !quota_take(v->server->quota, v))
        return visit_refuse(v, 429, "Too many requests from your address. Try again in an hour");
    if (status == LM_OK)
        status = strcmp(value(v, ACT)->text, "report") == 0 ? take_report(v, &log, event)
                                                            : take_appeal(v, &log, event);
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
