/* SPDX-License-Identifier: Apache-2.0 */
/* Link between the desk of an event and the rating office of the same server: a section is
 * registered, its report sent and followed, without a file and without a link. */
#include <string.h>

#include "limmat/formats.h"
#include "server/handlers.h"
#include "server/office_acts.h"
#include "server/office_desk.h"
#include "server/office_work.h"
#include "server/paper.h"
#include "server/templates.h"

enum { DAY = 86400 };

/* Return the office's name of the section, "open/main". */
static const char *section_called(struct visit *v, const struct lm_desk_section *s)
{
    return visit_print(v, "%s/%s", v->event->slug, s->id);
}

/* Find the section, the log, and its event at the office; NULL: not registered. */
static enum lm_status find_both(struct visit *v, struct lm_desk_section **s, struct office_log *log,
                                const struct office_event **event)
{
    *event = NULL;
    enum lm_status status = section_take(v, s);
    if (status == LM_OK)
        status = office_log_read(v, log);
    return status == LM_OK ? office_event_of_section(v, log, section_called(v, *s), event) : status;
}

/* Collect the registration's facts from the event and its section. */
static struct office_registration registration_of(struct visit *v, const struct lm_desk_section *s)
{
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    const char *name = e->section_count < 2 || *s->title == '\0'
                           ? e->name
                           : visit_print(v, "%s, %s", e->name, s->title);
    return (struct office_registration){.name = name,
                                        .city = e->city,
                                        .federation = e->federation,
                                        .start = e->start,
                                        .end = e->end,
                                        .chess = *s->rate == '\0' ? "standard" : s->rate,
                                        .owner = "",
                                        .section = section_called(v, s)};
}

static enum lm_status show(struct visit *v)
{
    struct lm_desk_section *s;
    struct office_log log;
    const struct office_event *event;
    int32_t days = 0;
    enum lm_status status = find_both(v, &s, &log, &event);
    if (status == LM_OK)
        status = office_days_early(v, (int32_t)(office_now(v) / DAY),
                                   office_chess_of(registration_of(v, s).chess), &days);
    if (status != LM_OK)
        return status;
    struct office_event_page page = {
        .head = section_head(v, s, TAB_FILES, visit_word(v, LM_KEY("office.office"))),
        .action = section_url(v, s, "rating-office"),
        .desk = true,
        .enter = event == NULL,
        .organiser = v->who.name,
        .days = visit_say_of(v, LM_KEY("office.register-days"), lm_value_number("days", days)),
        .send = event != NULL && office_may_send(event),
        .appeal = event != NULL && office_may_appeal(v, event)};
    if (event != NULL) {
        status = office_show_event(v, &log, event, &page);
    } else {
        const struct office_registration r = registration_of(v, s);
        const struct office_event message = {.name = r.name,
                                             .city = r.city,
                                             .federation = r.federation,
                                             .start = r.start,
                                             .end = r.end,
                                             .chess = r.chess,
                                             .section = r.section};
        status = office_show_event(v, &log, &message, &page);
        page.state = visit_word(v, LM_KEY("office.state-none"));
    }
    if (status == LM_OK)
        page_office_event(&v->reply->body, v->language, &page);
    return status;
}

enum { ACT, ORGANISER, MAIL, LAWS, LICENSED, LINK, TEXT };

static const struct form_field fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 10, "register|tie|report|appeal", true},
    [ORGANISER] = {"organiser", FORM_TEXT, 0, 100, NULL, false},
    [MAIL] = {"mail", FORM_TEXT, 0, 200, NULL, false},
    [LAWS] = {"laws", FORM_CHECK, 0, 0, NULL, false},
    [LICENSED] = {"licensed", FORM_CHECK, 0, 0, NULL, false},
    [LINK] = {"link", FORM_TEXT, 0, 300, NULL, false},
    [TEXT] = {"text", FORM_LINES, 0, 4000, NULL, false},
    {0}};

static enum lm_status enter(struct visit *v, const struct lm_desk_section *s,
                            struct office_log *log)
{
    struct office_registration r = registration_of(v, s);
    r.organiser = value(v, ORGANISER)->text;
    r.mail = value(v, MAIL)->text;
    r.laws = value(v, LAWS)->given;
    r.licensed = value(v, LICENSED)->given;
    if (*r.organiser == '\0')
        return visit_refuse(v, 422, "Enter the organiser’s name");
    if (*r.city == '\0' || *r.federation == '\0' || *r.start == '\0' || *r.end == '\0')
        return visit_refuse(v, 422,
                            "Enter the event’s city, federation and dates in its settings first");
    return office_register(v, log, &r);
}

/* Connect a section that was registered by its link, which is the right to it. */
static enum lm_status tie(struct visit *v, const struct lm_desk_section *s, struct office_log *log)
{
    const struct office_event *event;
    const char *link = value(v, LINK)->text, *key = strrchr(link, '/');
    enum lm_status status = office_event_of_key(v, log, key == NULL ? link : key + 1, &event);
    if (status == LM_OK && (event == NULL || *event->section != '\0'))
        return visit_refuse(v, 422, "No event has this link. Copy the whole link of its page");
    const struct office_fact facts[] = {
        {"of", visit_print(v, "%llu", event == NULL ? 0ULL : (unsigned long long)event->number)},
        {"section", section_called(v, s)},
        {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "tied", facts, NULL) : status;
}

/* Send the report as the downloadable file; an identical report is sent only once. */
static enum lm_status send(struct visit *v, const struct lm_desk_section *s, struct office_log *log,
                           const struct office_event *event)
{
    struct lm_tournament *t;
    struct lm_text text = lm_text_in(v->arena);
    enum lm_status status = paper_tournament(v, s, LM_FOR_REPORT, &t);
    if (status == LM_OK)
        status = lm_desk_declare(s, t);
    if (status == LM_OK)
        status = lm_write(lm_format_named("trf26"), t, NULL, &v->log, &text);
    if (status != LM_OK)
        return status;
    const char *bytes = lm_text_string(&text);
    if (event->state == OFFICE_SENT &&
        strcmp(office_fact_of(event->report, "digest"), office_digest(v, bytes, text.length)) == 0)
        return LM_OK;
    return office_send(v, log, event, bytes, text.length);
}

static enum lm_status change(struct visit *v)
{
    struct lm_desk_section *s;
    struct office_log log;
    const struct office_event *event;
    const char *act = value(v, ACT)->text;
    enum lm_status status = find_both(v, &s, &log, &event);
    if (status != LM_OK)
        return status;
    bool enters = strcmp(act, "register") == 0, ties = strcmp(act, "tie") == 0;
    if ((event == NULL) != (enters || ties))
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    status = enters                       ? enter(v, s, &log)
             : ties                       ? tie(v, s, &log)
             : strcmp(act, "report") == 0 ? send(v, s, &log, event)
                                          : office_appeal(v, &log, event, value(v, TEXT)->text);
    return status == LM_OK ? visit_go(v, "%s", section_url(v, s, "rating-office").address) : status;
}

#define P "/e/:event/:section/"

const struct handler section_report_handlers[] = {
    {false, P "rating-office", RIGHT_PRIVATE, NULL, "the section at this server’s rating office",
     show, false},
    {true, P "rating-office", RIGHT_PRIVATE, fields,
     "register the section, send its rating report, appeal", change, false},
    {0}};
