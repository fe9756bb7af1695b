/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lists of the office: the month's, previewed before it is published, and past months corrected.
 * The command makes them in the folder "preview". Publishing moves a directory beside the others,
 * in one step. A killed process leaves the old list or the new one; if its line of the journal is
 * missing, the next visit writes it.
 */
#include <stdlib.h>
#include <string.h>

#include "limmat/date.h"
#include "server/handlers.h"
#include "server/office_desk.h"
#include "server/office_story.h"
#include "server/office_work.h"
#include "server/secrets.h"
#include "server/templates.h"
#include "site/said.h"

enum { CHANGES_SHOWN = 200, COLUMNS = 10 };

/* --- lines of a list's journal */

struct columns {
    const char *at[COLUMNS]; /* "" beyond the last column */
};

/* Split the line at ${*at} at its tabs, and move on. */
static struct columns next_line(struct visit *v, const char **at, const char *end)
{
    struct columns out;
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    const char *stop = newline == NULL ? end : newline;
    for (size_t i = 0; i < COLUMNS; i++) {
        const char *tab = *at < stop ? memchr(*at, '\t', (size_t)(stop - *at)) : NULL;
        const char *cut = tab == NULL ? stop : tab;
        out.at[i] = *at >= stop ? "" : lm_arena_copy(v->arena, *at, (size_t)(cut - *at));
        out.at[i] = out.at[i] == NULL ? "" : out.at[i];
        *at = cut + (tab != NULL);
    }
    *at = newline == NULL ? end : newline + 1;
    return out;
}

static const char *digest_of(struct visit *v, const struct os_map *map)
{
    char *digest = lm_arena_alloc(v->arena, 1, SECRETS_DIGEST);
    if (digest != NULL && map->bytes != NULL)
        secrets_digest(map->bytes, map->length, digest);
    return digest == NULL ? "" : digest;
}

/* Find the last line of ${event} about the list ${name}; NULL: none. */
static const struct office_entry *last_of(const struct office_log *log, const char *event,
                                          const char *name)
{
    for (size_t i = log->count; i-- > 0;)
        if (strcmp(log->entries[i].event, event) == 0 &&
            strcmp(office_fact_of(&log->entries[i], "list"), name) == 0)
            return &log->entries[i];
    return NULL;
}

/* Log the lists that a killed server has published. */
static enum lm_status catch_up(struct visit *v, struct office_log *log,
                               const struct office_view *view)
{
    enum lm_status status = LM_OK;
    size_t count = log->count;
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const char *name = office_fact_of(&log->entries[i], "list");
        const struct office_list *list = strcmp(log->entries[i].event, "computed") == 0
                                             ? office_list_named(view, visit_print(v, "%.7s", name))
                                             : NULL;
        bool there = false;
        for (size_t s = 0; list != NULL && s < list->step_count; s++)
            there |= strcmp(list->steps[s].name, name) == 0;
        const struct office_fact facts[] = {{"list", name}, {NULL, NULL}};
        if (there && last_of(log, "published", name) == NULL)
            status = office_append(v, log, "published", facts, NULL);
    }
    return status;
}

/* --- the month */

enum { ACT, CHESS, LEAVE_OUT, DIGEST };

static const struct form_field month_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 10, "compute|publish|discard", true},
    [CHESS] = {"chess", FORM_CHOICE, 0, 10, "standard|rapid|blitz", true},
    [LEAVE_OUT] = {"leave", FORM_CHECK, 0, 0, NULL, false},
    [DIGEST] = {"digest", FORM_TEXT, 0, 64, NULL, false},
    {0}};
static const struct form_field look_fields[] = {
    {"chess", FORM_CHOICE, 0, 10, "standard|rapid|blitz", false}, {0}};

/* Add the accepted reports that are on no list yet, nor in the preview ${journal}. */
static enum lm_status add_events(struct visit *v, const struct office_log *log,
                                 const struct office_view *view, const struct os_map *journal,
                                 struct office_month_page *page)
{
    struct office_event *events;
    size_t count;
    enum lm_status status = office_events(v, log, &events, &count);
    struct office_event_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    if (rows == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    for (size_t i = 0; i < count; i++) {
        const char *name = office_file_of(v, &events[i]);
        if (events[i].state != OFFICE_ACCEPTED || office_is_rated(view, name))
            continue;
        struct office_event_row *row = &rows[page->event_count++];
        *row = office_row_of(v, &events[i]);
        row->url =
            site_local(v->arena, "/office/events/%llu", (unsigned long long)events[i].number);
        bool in = office_has_line(journal, "event", name);
        row->look = in ? "ok" : "";
        row->state = !page->made ? ""
                     : in        ? visit_word(v, LM_KEY("office.in-preview"))
                                 : visit_word(v, LM_KEY("office.not-in-preview"));
    }
    page->events = rows;
    return LM_OK;
}

static struct office_change_row change_row(struct visit *v, const struct office_list *list,
                                           const struct columns *c)
{
    struct lm_person p;
    const char *unrated = visit_word(v, LM_KEY("office.unrated-then"));
    uint32_t id = (uint32_t)strtoul(c->at[1], NULL, 10);
    bool known = office_person(list, id, v->arena, &p);
    return (struct office_change_row){
        .url = site_local(v->arena, "/office/people/%u", id),
        .name = known ? visit_print(v, "%s", p.name) : c->at[1],
        .federation = known ? visit_print(v, "%s", p.federation) : "",
        .before = strcmp(c->at[2], "0") == 0 ? unrated : c->at[2],
        .after = strcmp(c->at[3], "0") == 0 ? unrated : c->at[3],
        .k = c->at[5],
        .change = c->at[7],
        .why = strcmp(c->at[8], "played") == 0      ? ""
               : strcmp(c->at[8], "published") == 0 ? visit_word(v, LM_KEY("office.new"))
               : strcmp(c->at[8], "delisted") == 0  ? visit_word(v, LM_KEY("office.delisted"))
               : strcmp(c->at[4], c->at[5]) == 0    ? ""
                                                    : "K"};
}

static enum lm_status add_changes(struct visit *v, const struct office_view *view,
                                  const struct os_map *journal, struct office_month_page *page)
{
    struct office_change_row *rows = lm_arena_alloc(v->arena, CHANGES_SHOWN, sizeof *rows);
    size_t all = 0, rated = 0, left = 0;
    const char *end = journal->bytes + journal->length;
    if (rows == NULL)
        return LM_LIMIT;
    for (const char *at = journal->bytes; at < end;) {
        bool change = strncmp(at, "change\t", 7) == 0, event = strncmp(at, "event\t", 6) == 0;
        if (!event && (!change || all++ >= CHANGES_SHOWN)) {
            const char *newline = memchr(at, '\n', (size_t)(end - at));
            at = newline == NULL ? end : newline + 1;
            continue;
        }
        const struct columns c = next_line(v, &at, end);
        if (change)
            rows[page->row_count++] = change_row(v, &view->lists[0], &c);
        rated += event && strcmp(c.at[3], "rated") == 0;
        left += event && strcmp(c.at[3], "rated") != 0;
    }
    const struct lm_value counts[] = {lm_value_number("changes", (int64_t)all),
                                      lm_value_number("rated", (int64_t)rated),
                                      lm_value_number("left", (int64_t)left)};
    page->counted = visit_say(v, LM_KEY("office.preview-count"), counts, 3);
    page->rows = rows;
    return LM_OK;
}

/* Add the content of the preview, and map its ${journal}. */
static enum lm_status add_preview(struct visit *v, const struct office_view *view,
                                  const struct office_next *next, struct os_map *journal,
                                  struct office_month_page *page)
{
    const char *path = os_join(v->arena, next->preview, "journal.txt");
    if (path == NULL)
        return LM_LIMIT;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = os_map_file(path, &v->log, journal);
    if (status != LM_OK)
        return status;
    page->made = true;
    page->digest = digest_of(v, journal);
    return add_changes(v, view, journal, page);
}

static enum lm_status write_month(struct visit *v, struct office_log *log,
                                  const struct office_view *view, const char *chess)
{
    static const char *const keys[LM_CHESS_KINDS] = {
        LM_KEY("office.standard"), LM_KEY("office.rapid"), LM_KEY("office.blitz")};
    struct office_next next;
    struct os_map journal = {0};
    struct tab *kinds = lm_arena_alloc(v->arena, LM_CHESS_KINDS, sizeof *kinds);
    enum lm_status status = kinds == NULL ? LM_LIMIT : catch_up(v, log, view);
    if (status == LM_OK)
        status = office_next_of(v, view, office_chess_of(chess), &next);
    if (status != LM_OK)
        return status;
    struct lm_text newest = lm_text_in(v->arena);
    lm_text_add_date(&newest, lm_date_of(view->lists[0].day), '-');
    struct office_month_page page = {
        .head = office_head(v, OFFICE_MONTH, visit_word(v, LM_KEY("office.month"))),
        .token = v->who.token,
        .name = next.name,
        .when = site_dates(v->language, next.day, "", v->arena),
        .chess = chess,
        .digest = "",
        .action = site_local(v->arena, "/office/month"),
        .list = site_local(v->arena, "/ratings?chess=%s", chess),
        .published = site_dates(v->language, lm_text_string(&newest), "", v->arena),
        .kinds = kinds,
        .kind_count = LM_CHESS_KINDS};
    for (int i = 0; i < LM_CHESS_KINDS; i++)
        kinds[i] = (struct tab){
            site_local(v->arena, "/office/month?chess=%s", lm_chess_name((enum lm_chess)i)),
            visit_word(v, keys[i]), i == (int)office_chess_of(chess)};
    status = add_preview(v, view, &next, &journal, &page);
    if (status == LM_OK)
        status = add_events(v, log, view, &journal, &page);
    os_unmap(&journal);
    const struct office_entry *message = last_of(log, "computed", next.name);
    page.failed = message != NULL && !page.made && *office_fact_of(message, "digest") == '\0';
    if (status == LM_OK && (page.made || page.failed))
        status = office_lines(v, office_with_names(v, log, office_own_of(message, "said")),
                              &page.says, &page.say_count);
    page.told = page.failed || page.say_count > 2;
    if (status == LM_OK)
        page_office_month(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_month(struct visit *v)
{
    struct office_log log;
    const struct office_view *view = NULL;
    const char *chess = value(v, 0)->text;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_is_on(v, &view);
    if (status == LM_OK)
        status = write_month(v, &log, view, *chess == '\0' ? "standard" : chess);
    office_give(v->server->office, view);
    return status;
}

/* Bring the folder of reports up to the journal: a killed server perhaps did not file an accepted
 * report, or remove a returned one. */
static enum lm_status settle_reports(struct visit *v, const struct office_log *log,
                                     const struct office_view *view)
{
    struct office_event *events;
    size_t count;
    enum lm_status status = office_events(v, log, &events, &count);
    for (size_t i = 0; status == LM_OK && i < count; i++) {
        const char *path = os_join(v->arena, office_folder(v->server->office),
                                   visit_print(v, "events/%s.trf", office_file_of(v, &events[i])));
        size_t length = 0;
        const char *bytes =
            secrets_bytes(office_own_of(events[i].report, "bytes"), v->arena, &length);
        if (path != NULL && bytes != NULL && events[i].state == OFFICE_ACCEPTED &&
            !os_holds(path, bytes, length))
            status = office_file(v, view, &events[i]);
        if (!events[i].filed && !office_is_rated(view, office_file_of(v, &events[i])))
            office_unfile(v, &events[i]);
    }
    return status;
}

static enum lm_status compute(struct visit *v, struct office_log *log,
                              const struct office_view *view, const struct office_next *next)
{
    struct office_answer message;
    struct os_map journal = {0};
    const char *events = os_join(v->arena, office_folder(v->server->office), "events");
    const char *made = os_join(v->arena, next->preview, "journal.txt");
    const char *const operands[] = {"period",
                                    "-l",
                                    next->base,
                                    "-e",
                                    events,
                                    "-o",
                                    next->preview,
                                    "-d",
                                    next->day,
                                    "--chess",
                                    value(v, CHESS)->text,
                                    "--leave-earlier",
                                    value(v, LEAVE_OUT)->given ? "--leave-out" : NULL,
                                    NULL};
    if (events == NULL || made == NULL)
        return LM_LIMIT;
    enum lm_status status = os_make_folder(events, &v->log);
    if (status == LM_OK)
        status = settle_reports(v, log, view);
    if (status != LM_OK)
        return status;
    os_remove_tree(next->preview);
    status = office_rate(v, operands, &message);
    if (status == LM_OK && os_is_there(made))
        status = os_map_file(made, &v->log, &journal);
    const struct office_fact facts[] = {{"list", next->name},
                                        {"chess", value(v, CHESS)->text},
                                        {"digest", digest_of(v, &journal)},
                                        {NULL, NULL}};
    const struct office_fact own[] = {
        {"said", visit_print(v, "%s%s", message.complaints, message.output)}, {NULL, NULL}};
    os_unmap(&journal);
    return status == LM_OK ? office_append(v, log, "computed", facts, own) : status;
}

/* Publish the preview, if it is the one that the officer has seen. */
static enum lm_status publish(struct visit *v, struct office_log *log,
                              const struct office_next *next)
{
    struct os_map journal = {0};
    const char *made = os_join(v->arena, next->preview, "journal.txt");
    const char *place = os_join(v->arena, office_folder(v->server->office), next->name);
    if (made == NULL || place == NULL)
        return LM_LIMIT;
    if (!os_is_there(made))
        return visit_refuse(v, 409, "This list has no preview. Make one first");
    enum lm_status status = os_map_file(made, &v->log, &journal);
    if (status != LM_OK)
        return status;
    const char *digest = digest_of(v, &journal);
    os_unmap(&journal);
    if (strcmp(digest, value(v, DIGEST)->text) != 0)
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    status = os_rename_new(next->preview, place, &v->log);
    office_changed(v->server->office);
    const struct office_fact facts[] = {
        {"list", next->name}, {"digest", digest}, {"chess", value(v, CHESS)->text}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "published", facts, NULL) : status;
}

static enum lm_status change_month(struct visit *v)
{
    struct office_log log;
    struct office_next next;
    const struct office_view *view = NULL;
    const char *act = value(v, ACT)->text;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_is_on(v, &view);
    if (status == LM_OK)
        status = office_next_of(v, view, office_chess_of(value(v, CHESS)->text), &next);
    if (status == LM_OK && strcmp(act, "compute") == 0)
        status = compute(v, &log, view, &next);
    else if (status == LM_OK && strcmp(act, "publish") == 0)
        status = publish(v, &log, &next);
    else if (status == LM_OK)
        os_remove_tree(next.preview);
    office_give(v->server->office, view);
    return status == LM_OK ? visit_go(v, "/office/month?chess=%s", value(v, CHESS)->text) : status;
}

/* --- past lists, made again from the current events */

enum { PAST_ACT, PAST_BASE, PAST_DIGEST, PAST_REASON };

static const struct form_field past_fields[] = {
    [PAST_ACT] = {"act", FORM_CHOICE, 0, 10, "compute|publish|discard", true},
    [PAST_BASE] = {"base", FORM_TEXT, 0, 40, NULL, false},
    [PAST_DIGEST] = {"digest", FORM_TEXT, 0, 64, NULL, false},
    [PAST_REASON] = {"reason", FORM_LINES, 0, 2000, NULL, false},
    {0}};

static const char *past_folder(struct visit *v)
{
    const char *folder = os_join(v->arena, office_folder(v->server->office), "preview");
    if (folder == NULL || os_make_folder(folder, &v->log) != LM_OK)
        return NULL;
    return os_join(v->arena, folder, "rectified");
}

/* List the steps of all lists, the oldest first. */
static const struct office_step **steps_of(struct visit *v, const struct office_view *view,
                                           size_t *count)
{
    size_t most = 0;
    *count = 0;
    for (size_t i = 0; i < view->count; i++)
        most += view->lists[i].step_count;
    const struct office_step **steps = lm_arena_alloc(v->arena, most, sizeof *steps);
    for (size_t i = view->count; steps != NULL && i-- > 0;)
        for (size_t s = 0; s < view->lists[i].step_count; s++)
            steps[(*count)++] = &view->lists[i].steps[s];
    return steps;
}

static enum lm_status write_past(struct visit *v, const struct office_log *log,
                                 const struct office_view *view)
{
    size_t count;
    const struct office_step **steps = steps_of(v, view, &count);
    const char *folder = past_folder(v);
    struct choice_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    if (steps == NULL || folder == NULL || rows == NULL)
        return LM_LIMIT;
    struct office_rectify_page page = {
        .head = office_head(v, OFFICE_PAST, visit_word(v, LM_KEY("office.past"))),
        .action = site_local(v->arena, "/office/past"),
        .lists = rows,
        .digest = ""};
    for (size_t i = count; i-- > 1;) /* the newest first; all but the oldest can be made again */
        rows[page.list_count++] = (struct choice_row){steps[i - 1]->name, steps[i]->name};
    const char *differences = os_join(v->arena, folder, "differences.txt");
    struct os_map map = {0};
    enum lm_status status = LM_OK;
    page.made = differences != NULL && os_is_there(differences);
    if (page.made && os_map_file(differences, &v->log, &map) == LM_OK)
        page.digest = digest_of(v, &map);
    os_unmap(&map);
    const struct office_entry *message = last_of(log, "past", "rectified");
    page.failed = message != NULL && !page.made && *office_fact_of(message, "digest") == '\0';
    if (page.made || page.failed)
        status = office_lines(v, office_with_names(v, log, office_own_of(message, "said")),
                              &page.says, &page.say_count);
    if (status == LM_OK)
        page_office_past(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_past(struct visit *v)
{
    struct office_log log;
    const struct office_view *view = NULL;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_is_on(v, &view);
    if (status == LM_OK)
        status = write_past(v, &log, view);
    office_give(v->server->office, view);
    return status;
}

static enum lm_status compute_past(struct visit *v, struct office_log *log,
                                   const struct office_view *view)
{
    enum { LISTS_MOST = 24, BEFORE = 5 };
    size_t count, words = BEFORE, from = 0;
    struct office_answer message;
    const struct office_step **steps = steps_of(v, view, &count);
    const char *folder = past_folder(v);
    const char *events = os_join(v->arena, office_folder(v->server->office), "events");
    const char *operands[BEFORE + LISTS_MOST + 2] = {"rectify", "-e", events, "-o", folder};
    if (steps == NULL || folder == NULL || events == NULL)
        return LM_LIMIT;
    while (from < count && strcmp(steps[from]->name, value(v, PAST_BASE)->text) != 0)
        from++;
    if (from + 1 >= count)
        return visit_refuse(v, 422, "Choose the first list to recalculate");
    if (count - from > LISTS_MOST)
        return visit_refuse(v, 422, "At most %d lists can be recalculated at once", LISTS_MOST - 1);
    for (size_t i = from; i < count; i++)
        operands[words++] = steps[i]->path;
    os_remove_tree(folder);
    enum lm_status status = office_rate(v, operands, &message);
    if (status == LM_OK && message.result != 0)
        os_remove_tree(folder);
    const struct office_fact facts[] = {{"list", "rectified"},
                                        {"base", value(v, PAST_BASE)->text},
                                        {"digest", message.result == 0 ? "made" : ""},
                                        {NULL, NULL}};
    const struct office_fact own[] = {
        {"said", visit_print(v, "%s%s", message.complaints, message.output)}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "past", facts, own) : status;
}

/* Make each corrected list the last directory of its month: "2026-06-2-rectified". The newest is
 * moved last: until then the old one is the list. */
static enum lm_status move_rectified(struct visit *v, const struct office_view *view,
                                     const char *folder)
{
    enum lm_status status = LM_OK;
    for (size_t i = view->count; status == LM_OK && i-- > 0;) {
        const struct office_list *list = &view->lists[i];
        const char *last = NULL;
        for (size_t s = 0; s < list->step_count; s++) {
            const char *path = os_join(v->arena, folder, list->steps[s].name);
            last = path != NULL && os_is_there(path) ? path : last;
        }
        const char *place =
            os_join(v->arena, office_folder(v->server->office),
                    visit_print(v, "%s-%zu-rectified", list->name, list->step_count + 1));
        if (last != NULL && place != NULL)
            status = os_rename_new(last, place, &v->log);
    }
    return status;
}

static enum lm_status publish_past(struct visit *v, struct office_log *log,
                                   const struct office_view *view)
{
    struct os_map map = {0};
    const char *folder = past_folder(v);
    const char *differences = folder == NULL ? NULL : os_join(v->arena, folder, "differences.txt");
    if (differences == NULL)
        return LM_LIMIT;
    if (!os_is_there(differences))
        return visit_refuse(v, 409, "This list has no preview. Make one first");
    if (*value(v, PAST_REASON)->text == '\0')
        return visit_refuse(v, 422, "Give your reasons");
    enum lm_status status = os_map_file(differences, &v->log, &map);
    const char *text = status == LM_OK ? lm_arena_copy(v->arena, map.bytes, map.length) : NULL;
    const char *digest = status == LM_OK ? digest_of(v, &map) : "";
    os_unmap(&map);
    if (status == LM_OK && strcmp(digest, value(v, PAST_DIGEST)->text) != 0)
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    if (status == LM_OK)
        status = move_rectified(v, view, folder);
    office_changed(v->server->office);
    if (status == LM_OK)
        os_remove_tree(folder);
    const struct office_fact facts[] = {{"digest", digest}, {NULL, NULL}};
    const struct office_fact own[] = {
        {"reason", value(v, PAST_REASON)->text}, {"differences", text}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "rectified", facts, own) : status;
}

static enum lm_status change_past(struct visit *v)
{
    struct office_log log;
    const struct office_view *view = NULL;
    const char *act = value(v, PAST_ACT)->text;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_is_on(v, &view);
    if (status == LM_OK && strcmp(act, "compute") == 0)
        status = compute_past(v, &log, view);
    else if (status == LM_OK && strcmp(act, "publish") == 0)
        status = publish_past(v, &log, view);
    else if (status == LM_OK) {
        const char *folder = past_folder(v);
        if (folder != NULL)
            os_remove_tree(folder);
    }
    office_give(v->server->office, view);
    return status == LM_OK ? visit_go(v, "/office/past") : status;
}

const struct handler office_list_handlers[] = {
    {false, "/office/month", RIGHT_RATINGS, look_fields, "the list that is made next", show_month,
     false},
    {true, "/office/month", RIGHT_RATINGS, month_fields,
     "make a preview of the next list, publish or discard it", change_month, false},
    {false, "/office/past", RIGHT_RATINGS, NULL, "past lists made anew", show_past, false},
    {true, "/office/past", RIGHT_RATINGS, past_fields,
     "make past lists anew, publish or discard them", change_past, false},
    {0}};
