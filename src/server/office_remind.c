/* SPDX-License-Identifier: Apache-2.0 */
/* Mail to organisers whose report is late (9.1), once for each event. */
#include <string.h>

#include "limmat/date.h"
#include "server/office_journal.h"
#include "server/outbox.h"
#include "server/pages.h"
#include "site/said.h"

enum { DAY = 86400, REPORT_DAYS = 7 };

int64_t office_days_late(const struct visit *v, const struct office_event *e)
{
    struct lm_date end;
    bool due = (e->state == OFFICE_REGISTERED || e->state == OFFICE_RETURNED) && !e->claims_unrated;
    if (!due || !lm_parse_date(e->end, strlen(e->end), &end))
        return 0;
    int64_t days = office_now(v) / DAY - lm_day_of(end);
    return days > REPORT_DAYS ? days : 0;
}

/* Write it in the language in which the event was registered. */
static enum lm_status remind(struct visit *v, struct office_log *log, const struct office_event *e)
{
    const struct office_entry *registered = &log->entries[e->number - 1];
    const char *address = office_own_of(registered, "mail");
    const struct lm_language *language = lm_language_named(office_own_of(registered, "language"));
    if (!outbox_is_address(address))
        return LM_OK;
    if (language != NULL)
        v->language = language;
    const struct lm_value values[] = {
        lm_value_text("name", e->name),
        lm_value_text("dates", site_dates(v->language, e->start, e->end, v->arena))};
    const char *where = *e->section == '\0'
                            ? visit_word(v, LM_KEY("office.mail-link"))
                            : visit_print(v, "%s/e/%s/rating-office", v->server->url, e->section);
    const char *text =
        visit_print(v, "%s\n\n%s\n", visit_say(v, LM_KEY("office.mail-late"), values, 2), where);
    const struct office_fact facts[] = {
        {"of", visit_print(v, "%llu", (unsigned long long)e->number)},
        {"article", "9.1"},
        {NULL, NULL}};
    const char *subject = visit_say(v, LM_KEY("office.mail-subject"), values, 1);
    /* Write the line first: after an interruption here no mail goes out, and none goes twice. */
    enum lm_status status = office_append(v, log, "reminded", facts, NULL);
    return status == LM_OK ? outbox_later(v, address, subject, text) : status;
}

enum lm_status office_remind(struct visit *v)
{
    struct office_log log;
    struct office_event *events;
    size_t count = 0;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_events(v, &log, &events, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++)
        if (!events[i].reminded && office_days_late(v, &events[i]) > 0)
            status = remind(v, &log, &events[i]);
    return status;
}
