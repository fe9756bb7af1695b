/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_desk.h"

#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/json.h"
#include "server/handlers.h"
#include "server/rights.h"
#include "server/service.h"
#include "site/icon.h"
#include "site/said.h"

struct desk_head office_head(struct visit *v, enum office_tab tab, const char *title)
{
    static const struct {
        const char *path, *key;
        enum site_icon icon;
        bool all; /* needs the right over all lists */
    } places[OFFICE_TABS] = {
        [OFFICE_REPORTS] = {"/office", LM_KEY("office.reports"), ICON_HOME, false},
        [OFFICE_MONTH] = {"/office/month", LM_KEY("office.month"), ICON_STANDINGS, true},
        [OFFICE_PEOPLE] = {"/office/people", LM_KEY("page.players"), ICON_PLAYERS, false},
        [OFFICE_PAST] = {"/office/past", LM_KEY("office.past"), ICON_ROUND, true},
        [OFFICE_COMPARE] = {"/office/compare", LM_KEY("office.compare"), ICON_EVENTS, true},
        [OFFICE_DRIFT] = {"/office/drift", LM_KEY("office.drift"), ICON_RULES, true},
        [OFFICE_FEES] = {"/office/fees", LM_KEY("office.fees"), ICON_PRIZES, false},
        [OFFICE_LOG] = {"/office/log", LM_KEY("office.log"), ICON_LOG, true}};
    struct desk_head head = head_of(v, title);
    struct rail_tab *tabs = lm_arena_alloc(v->arena, OFFICE_TABS, sizeof *tabs);
    head.event = visit_word(v, LM_KEY("office.office"));
    head.home = site_local(v->arena, "/office");
    head.desk = true;
    head.tab_count = 0;
    for (int i = 0; tabs != NULL && i < OFFICE_TABS; i++)
        if (!places[i].all || visit_may(v, RIGHT_RATINGS))
            tabs[head.tab_count++] = (struct rail_tab){site_local(v->arena, "%s", places[i].path),
                                                       visit_word(v, places[i].key),
                                                       i == (int)tab,
                                                       site_icon(places[i].icon),
                                                       0,
                                                       false};
    head.tabs = tabs;
    return head;
}

bool office_covers(const struct visit *v, const char *federation)
{
    const char *mine = rights_federation(v);
    return mine != NULL && (*mine == '\0' || strcmp(mine, federation) == 0);
}

static const struct {
    const char *key, *look;
} states[OFFICE_STATES] = {[OFFICE_REGISTERED] = {LM_KEY("office.state-registered"), ""},
                           [OFFICE_SENT] = {LM_KEY("office.state-sent"), "warn"},
                           [OFFICE_RETURNED] = {LM_KEY("office.state-returned"), "warn"},
                           [OFFICE_ACCEPTED] = {LM_KEY("office.state-accepted"), "ok"},
                           [OFFICE_REFUSED] = {LM_KEY("office.state-refused"), "bad"},
                           [OFFICE_UNRATED] = {LM_KEY("office.state-unrated"), ""}};

static const char *chess_said(struct visit *v, const char *chess)
{
    return visit_word(v, strcmp(chess, "rapid") == 0   ? LM_KEY("office.rapid")
                         : strcmp(chess, "blitz") == 0 ? LM_KEY("office.blitz")
                                                       : LM_KEY("office.standard"));
}

struct office_event_row office_row_of(struct visit *v, const struct office_event *event)
{
    return (struct office_event_row){
        .name = event->name,
        .when = site_dates(v->language, event->start, event->end, v->arena),
        .place = visit_print(v, "%s%s%s", event->city, *event->city == '\0' ? "" : ", ",
                             event->federation),
        .state = visit_word(v, states[event->state].key),
        .look = states[event->state].look,
        .why = ""};
}

/* --- findings */

static struct finding_row finding_of(struct visit *v, const struct lm_json *fault)
{
    int64_t line = 0, column = 0;
    (void)lm_json_integer(lm_json_get(fault, "line"), 0, INT32_MAX, &line);
    (void)lm_json_integer(lm_json_get(fault, "column"), 0, INT32_MAX, &column);
    const struct lm_value place[] = {lm_value_number("line", line),
                                     lm_value_number("column", column),
                                     lm_value_text("record", lm_json_text(fault, "record"))};
    return (struct finding_row){
        .where = line > 0 && column > 0 ? visit_say(v, LM_KEY("office.at-column"), place, 3)
                 : line > 0             ? visit_say(v, LM_KEY("office.at-line"), place, 3)
                 : *lm_json_text(fault, "record") != '\0'
                     ? visit_say(v, LM_KEY("office.at-record"), place, 3)
                     : "",
        .what = site_sentence(v->language, v->arena, lm_json_text(fault, "what")),
        .remedy = site_sentence(v->language, v->arena, lm_json_text(fault, "remedy")),
        .article = lm_json_text(fault, "article"),
        .grave = strcmp(lm_json_text(fault, "weight"), "refused") == 0};
}

/* Add the findings, grave ones first. */
static enum lm_status add_findings(struct visit *v, const struct office_event *event,
                                   struct office_event_page *page)
{
    const char *text = office_own_of(event->report, "faults");
    struct lm_json *tree;
    if (*text == '\0')
        return LM_OK;
    enum lm_status status = lm_json_parse(text, strlen(text), v->arena, &v->log, &tree);
    const struct lm_json *faults =
        status == LM_OK && tree->first != NULL ? lm_json_get(tree->first, "faults") : NULL;
    if (faults == NULL)
        return status;
    struct finding_row *rows = lm_arena_alloc(v->arena, faults->length + 1, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    size_t grave = 0;
    for (int pass = 0; pass < 2; pass++)
        for (const struct lm_json *f = faults->first; f != NULL; f = f->next) {
            struct finding_row row = finding_of(v, f);
            if (row.grave != (pass == 0))
                continue;
            grave += row.grave;
            rows[page->finding_count++] = row;
        }
    page->findings = rows;
    const struct lm_value counts[] = {
        lm_value_number("grave", (int64_t)grave),
        lm_value_number("others", (int64_t)(page->finding_count - grave))};
    page->counted = visit_say(v, LM_KEY("office.findings-count"), counts, 2);
    return LM_OK;
}

/* --- history */

static const struct {
    const char *event, *key;
} deeds[] = {{"registered", LM_KEY("office.did-registered")},
             {"permitted", LM_KEY("office.did-permitted")},
             {"report", LM_KEY("office.did-report")},
             {"accepted", LM_KEY("office.did-accepted")},
             {"returned", LM_KEY("office.did-returned")},
             {"refused", LM_KEY("office.did-refused")},
             {"appealed", LM_KEY("office.did-appealed")},
             {"upheld", LM_KEY("office.did-upheld")},
             {"granted", LM_KEY("office.did-granted")},
             {"unrated", LM_KEY("office.did-unrated")},
             {"rated", LM_KEY("office.did-rated")},
             {"tied", LM_KEY("office.did-tied")},
             {"reminded", LM_KEY("office.did-reminded")},
             {"relinked", LM_KEY("office.did-relinked")},
             {"compared", LM_KEY("office.did-compared")},
             {"adopted", LM_KEY("office.did-adopted")},
             {"fees", LM_KEY("office.did-fees")},
             {"licences", LM_KEY("office.did-licences")},
             {"added", LM_KEY("office.did-added")},
             {"corrected", LM_KEY("office.did-corrected")},
             {"transferred", LM_KEY("office.did-transferred")},
             {"merged", LM_KEY("office.did-merged")},
             {"deceased", LM_KEY("office.did-deceased")},
             {"excluded", LM_KEY("office.did-excluded")},
             {"dispensed", LM_KEY("office.did-dispensed")},
             {"erased", LM_KEY("office.did-erased")},
             {"past", LM_KEY("office.did-past")},
             {"computed", LM_KEY("office.did-computed")},
             {"published", LM_KEY("office.did-published")},
             {"rectified", LM_KEY("office.did-rectified")},
             {NULL, LM_KEY("office.did-other")}};

struct office_history_row office_entry_row(struct visit *v, const struct office_entry *entry)
{
    size_t i = 0;
    while (deeds[i].event != NULL && strcmp(deeds[i].event, entry->event) != 0)
        i++;
    const struct lm_value values[] = {lm_value_text("event", entry->event),
                                      lm_value_text("id", office_fact_of(entry, "id")),
                                      lm_value_text("other", office_fact_of(entry, "other")),
                                      lm_value_text("list", office_fact_of(entry, "list")),
                                      lm_value_text("version", office_fact_of(entry, "version")),
                                      lm_value_text("name", office_fact_of(entry, "name")),
                                      lm_value_text("fields", office_own_of(entry, "fields"))};
    const char *reason = office_own_of(entry, "reason"),
               *article = office_fact_of(entry, "article");
    return (struct office_history_row){
        .when = service_time(v, entry->at),
        .what = visit_say(v, deeds[i].key, values, sizeof values / sizeof *values),
        .who = strcmp(entry->event, "reminded") == 0 ? visit_word(v, LM_KEY("office.automatically"))
               : *entry->by == '\0'                  ? visit_word(v, LM_KEY("office.organiser"))
                                                     : session_name_of(v, entry->by),
        .reason = *article == '\0'
                      ? reason
                      : visit_print(v, "%s%s%s", reason, *reason == '\0' ? "" : " ", article)};
}

static bool is_about(const struct office_entry *entry, const struct office_event *event)
{
    if (event->number == 0) /* not registered */
        return false;
    return entry->number == event->number ||
           strtoull(office_fact_of(entry, "of"), NULL, 10) == event->number;
}

static enum lm_status add_history(struct visit *v, const struct office_log *log,
                                  const struct office_event *event, struct office_event_page *page)
{
    struct office_history_row *rows = lm_arena_alloc(v->arena, log->count, sizeof *rows);
    for (size_t i = log->count; rows != NULL && i-- > 0;)
        if (is_about(&log->entries[i], event))
            rows[page->row_count++] = office_entry_row(v, &log->entries[i]);
    page->rows = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

enum lm_status office_show_event(struct visit *v, const struct office_log *log,
                                 const struct office_event *event, struct office_event_page *page)
{
    const struct office_event_row row = office_row_of(v, event);
    page->name = row.name;
    page->when = row.when;
    page->place = row.place;
    page->state = row.state;
    page->look = row.look;
    page->version = event->versions;
    page->chess = chess_said(v, event->chess);
    page->read = event->report != NULL && event->report->own != NULL;
    page->late = !event->late       ? ""
                 : event->permitted ? visit_word(v, LM_KEY("office.late-permitted"))
                                    : visit_word(v, LM_KEY("office.late"));
    const char *start = office_fact_of(event->report, "start"),
               *end = office_fact_of(event->report, "end");
    if (*start != '\0' && *end != '\0' &&
        (strcmp(start, event->start) != 0 || strcmp(end, event->end) != 0))
        page->moved =
            visit_say_of(v, LM_KEY("office.moved"),
                         lm_value_text("dates", site_dates(v->language, start, end, v->arena)));
    if (page->officer && event->number > 0) {
        page->organiser = office_own_of(&log->entries[event->number - 1], "organiser");
        page->mail = office_own_of(&log->entries[event->number - 1], "mail");
    }
    enum lm_status status = add_findings(v, event, page);
    return status == LM_OK ? add_history(v, log, event, page) : status;
}

const char *office_with_names(struct visit *v, const struct office_log *log, const char *text)
{
    struct lm_text out = lm_text_in(v->arena);
    for (const char *at = text; *at != '\0';) {
        char *end = NULL;
        bool begins = at == text || strchr(" ,;(\n", at[-1]) != NULL;
        uint64_t number =
            begins && *at == 'e' && at[1] >= '1' && at[1] <= '9' ? strtoull(at + 1, &end, 10) : 0;
        if (number == 0 || number > log->count || strchr(" ,:;)\n", *end) == NULL ||
            strcmp(log->entries[number - 1].event, "registered") != 0) {
            lm_text_add_char(&out, *at++);
            continue;
        }
        lm_text_print(&out, "%.*s (%s)", (int)(end - at), at,
                      office_fact_of(&log->entries[number - 1], "name"));
        at = end;
    }
    return out.failed ? text : lm_text_string(&out);
}

enum lm_status office_lines(struct visit *v, const char *text, const struct choice_row **out,
                            size_t *count)
{
    size_t most = 1;
    *count = 0;
    for (const char *c = text; *c != '\0'; c++)
        most += *c == '\n';
    struct choice_row *rows = lm_arena_alloc(v->arena, most, sizeof *rows);
    for (const char *at = text; rows != NULL && *at != '\0';) {
        size_t length = strcspn(at, "\n");
        const char *line = at;
        at += length + (at[length] == '\n');
        if (strncmp(line, "limmat: ", 8) == 0) {
            line += 8;
            length -= 8;
        }
        if (length > 0)
            rows[(*count)++].label = lm_arena_copy(v->arena, line, length);
    }
    *out = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}
