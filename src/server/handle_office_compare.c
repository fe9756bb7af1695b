/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Comparison of the office's list: with FIDE's, with the likely cause of each difference, and with
 * its own earlier lists, for the drift of the scale (10.3, 11.2). The command does both.
 */
#include <stdlib.h>
#include <string.h>

#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/registry_files.h"
#include "server/bank.h"
#include "server/handlers.h"
#include "server/office_chart.h"
#include "server/office_desk.h"
#include "server/office_story.h"
#include "server/office_work.h"
#include "server/secrets.h"
#include "server/templates.h"

enum { ROWS_SHOWN = 200, LISTS_MOST = 24 };

static enum lm_status kind_tabs(struct visit *v, enum lm_chess chess, const char *path,
                                const struct tab **out)
{
    static const char *const keys[LM_CHESS_KINDS] = {
        LM_KEY("office.standard"), LM_KEY("office.rapid"), LM_KEY("office.blitz")};
    struct tab *kinds = lm_arena_alloc(v->arena, LM_CHESS_KINDS, sizeof *kinds);
    for (int i = 0; kinds != NULL && i < LM_CHESS_KINDS; i++)
        kinds[i] =
            (struct tab){site_local(v->arena, "%s?chess=%s", path, lm_chess_name((enum lm_chess)i)),
                         visit_word(v, keys[i]), i == (int)chess};
    *out = kinds;
    return kinds == NULL ? LM_LIMIT : LM_OK;
}

static const struct form_field look_fields[] = {
    {"chess", FORM_CHOICE, 0, 10, "standard|rapid|blitz", false}, {0}};

/* --- drift */

/* Append the newest lists of ${view} to ${words}, the oldest first. */
static size_t add_lists(const struct office_view *view, const char **words, size_t count)
{
    size_t lists = view->count < LISTS_MOST ? view->count : LISTS_MOST;
    for (size_t i = lists; i-- > 0;) {
        const struct office_list *list = &view->lists[i];
        words[count++] = list->steps[list->step_count - 1].path;
    }
    return count;
}

/* Return what the command found, cached until there is another list. */
static enum lm_status find_drift(struct visit *v, const struct office_view *view, const char *chess,
                                 const char **json)
{
    enum { BEFORE = 5 };
    struct office_answer message;
    size_t length;
    const char *words[BEFORE + LISTS_MOST + 1] = {"drift", "-f", "json", "--chess", chess};
    const struct office_step *newest = &view->lists[0].steps[view->lists[0].step_count - 1];
    const char *folder = os_join(v->arena, v->server->folder, "ratings");
    const char *path = folder == NULL
                           ? NULL
                           : os_join(v->arena, folder,
                                     visit_print(v, "drift-%s-%s-%lld.json", newest->name, chess,
                                                 (long long)newest->written));
    if (path == NULL)
        return LM_LIMIT;
    if (os_is_there(path))
        return os_read(path, v->arena, &v->log, json, &length);
    words[add_lists(view, words, BEFORE)] = NULL;
    enum lm_status status = office_rate(v, words, &message);
    if (status == LM_OK && message.result != 0)
        return visit_refuse(v, 422, "%s", message.complaints);
    *json = message.output;
    if (status == LM_OK)
        status = os_make_folder(folder, &v->log);
    return status == LM_OK ? os_write(path, *json, strlen(*json), OS_REPLACE, &v->log) : status;
}

static const char *text_of(const struct lm_json *node, const char *name)
{
    const char *text = lm_json_string(lm_json_get(node, name));
    return text == NULL || strcmp(text, "0.00") == 0 ? "" : text;
}

static int32_t figure_of(const struct lm_json *node, const char *name)
{
    return (int32_t)strtol(text_of(node, name), NULL, 10);
}

static size_t length_of(const struct lm_json *list)
{
    return list == NULL ? 0 : list->length;
}

static enum lm_status add_lists_of(struct visit *v, const struct lm_json *lists,
                                   struct office_drift_page *page)
{
    size_t most = length_of(lists), count = most;
    struct office_drift_row *rows = lm_arena_alloc(v->arena, most + 1, sizeof *rows);
    struct chart_point *means = lm_arena_alloc(v->arena, most + 1, sizeof *means);
    struct chart_point *sizes = lm_arena_alloc(v->arena, most + 1, sizeof *sizes);
    if (rows == NULL || means == NULL || sizes == NULL)
        return LM_LIMIT;
    for (const struct lm_json *l = most == 0 ? NULL : lists->first; l != NULL; l = l->next) {
        struct lm_date date;
        const char *day = text_of(l, "list");
        if (!lm_parse_date(day, strlen(day), &date))
            continue;
        const char *name = visit_print(v, "%.7s", day);
        count--; /* the newest first */
        rows[count] = (struct office_drift_row){name,
                                                text_of(l, "listed"),
                                                text_of(l, "mean"),
                                                text_of(l, "spread"),
                                                text_of(l, "first year"),
                                                text_of(l, "older"),
                                                text_of(l, "published"),
                                                text_of(l, "their mean"),
                                                text_of(l, "games"),
                                                text_of(l, "gained")};
        means[count] = (struct chart_point){
            lm_day_of(date), name, {figure_of(l, "mean"), figure_of(l, "older")}};
        sizes[count] = (struct chart_point){lm_day_of(date), name, {figure_of(l, "listed")}};
    }
    page->rows = rows + count;
    page->row_count = most - count;
    enum lm_status status = office_chart(v, means + count, page->row_count, &page->means);
    if (status == LM_OK)
        status = office_chart(v, sizes + count, page->row_count, &page->sizes);
    page->means.label = office_chart_label(v, visit_word(v, LM_KEY("office.drift-means")),
                                           means + count, page->row_count);
    page->sizes.label = office_chart_label(v, visit_word(v, LM_KEY("office.drift-sizes")),
                                           sizes + count, page->row_count);
    return status;
}

/* Add scored and expected points, grouped by ${from}: "rating from", "difference from". */
static enum lm_status add_scores(struct visit *v, const struct lm_json *list, const char *from,
                                 const struct office_score_row **out, size_t *count)
{
    size_t most = length_of(list);
    struct office_score_row *rows = lm_arena_alloc(v->arena, most + 1, sizeof *rows);
    *out = rows;
    for (const struct lm_json *l = most == 0 ? NULL : list->first; rows != NULL && l != NULL;
         l = l->next)
        rows[(*count)++] =
            (struct office_score_row){text_of(l, from), text_of(l, "games"), text_of(l, "scored"),
                                      text_of(l, "expected"), text_of(l, "surplus per 100 games")};
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status write_drift(struct visit *v, const struct office_view *view)
{
    const char *json;
    struct lm_json *tree;
    const char *chess = *value(v, 0)->text == '\0' ? "standard" : value(v, 0)->text;
    struct office_drift_page page = {
        .head = office_head(v, OFFICE_DRIFT, visit_word(v, LM_KEY("office.drift"))),
        .kind_count = LM_CHESS_KINDS};
    if (view->count == 0)
        return visit_refuse(v, 422, "The office has no rating list yet");
    enum lm_status status = kind_tabs(v, office_chess_of(chess), "/office/drift", &page.kinds);
    if (status == LM_OK)
        status = find_drift(v, view, chess, &json);
    if (status == LM_OK)
        status = lm_json_parse(json, strlen(json), v->arena, &v->log, &tree);
    if (status == LM_OK)
        status = add_lists_of(v, lm_json_get(tree, "lists"), &page);
    if (status == LM_OK)
        status =
            add_scores(v, lm_json_get(tree, "bands"), "rating from", &page.bands, &page.band_count);
    if (status == LM_OK)
        status = add_scores(v, lm_json_get(tree, "calibration"), "difference from",
                            &page.differences, &page.difference_count);
    if (status == LM_OK)
        page_office_drift(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_drift(struct visit *v)
{
    return office_with(v, write_drift);
}

/* --- FIDE's list */

enum { ACT, CHESS, FILE_SENT, KEPT, DAY, FEDERATION, DIGEST };

static const struct form_field compare_fields[] = {
    [ACT] = {"act", FORM_CHOICE, 0, 10, "compute|publish|discard", true},
    [CHESS] = {"chess", FORM_CHOICE, 0, 10, "standard|rapid|blitz", false},
    [FILE_SENT] = {"file", FORM_FILE, 0, HTTP_BODY_MAX, NULL, false},
    [KEPT] = {"kept", FORM_TEXT, 0, 100, NULL, false},
    [DAY] = {"day", FORM_DATE, 0, 10, NULL, false},
    [FEDERATION] = {"federation", FORM_TEXT, 0, 3, NULL, false},
    [DIGEST] = {"digest", FORM_TEXT, 0, 64, NULL, false},
    {0}};

/* Return a path: "fide", the folder of FIDE's lists; in the folder "preview", "fide-list", the
 * office's list with FIDE's figures, or "fide.csv", the differences. */
static const char *place_of(struct visit *v, const char *name)
{
    const char *folder = os_join(v->arena, office_folder(v->server->office), "preview");
    if (strcmp(name, "fide") == 0)
        return os_join(v->arena, office_folder(v->server->office), name);
    return folder == NULL || os_make_folder(folder, &v->log) != LM_OK
               ? NULL
               : os_join(v->arena, folder, name);
}

/* Add the files that officers can choose. */
static enum lm_status add_files(struct visit *v, struct office_compare_page *page)
{
    const struct os_entry *entries;
    size_t count = 0;
    const char *folder = place_of(v, "fide");
    if (folder == NULL || !os_is_there(folder))
        return LM_OK;
    enum lm_status status = os_list(folder, v->arena, &v->log, &entries, &count);
    struct choice_row *rows =
        status == LM_OK ? lm_arena_alloc(v->arena, count, sizeof *rows) : NULL;
    for (size_t i = count; rows != NULL && i-- > 0;)
        if (entries[i].kind == OS_FILE)
            rows[page->file_count++] = (struct choice_row){entries[i].name, entries[i].name};
    page->files = rows;
    return rows == NULL && status == LM_OK ? LM_LIMIT : status;
}

/* Add the lines of ${text}, as many as the page shows. */
static enum lm_status add_differences(struct visit *v, const char *text, size_t length,
                                      struct office_compare_page *page)
{
    size_t all = 0, cut = 0, count = 0;
    for (size_t i = 0; i < length; i++) {
        all += text[i] == '\n';
        cut = all <= ROWS_SHOWN + 1 ? i + 1 : cut; /* and the heads */
    }
    const char *head = lm_arena_copy(v->arena, text, cut);
    struct csv_row *lines = head == NULL ? NULL : csv_rows(head, v->arena, &count);
    struct office_difference_row *rows =
        lines == NULL ? NULL : lm_arena_alloc(v->arena, count + 1, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 1; i < count && page->row_count < ROWS_SHOWN; i++)
        if (lines[i].count >= 6)
            rows[page->row_count++] = (struct office_difference_row){
                site_local(v->arena, "/office/people/%s", lines[i].cells[0]),
                lines[i].cells[1],
                lines[i].cells[2],
                lines[i].cells[3],
                lines[i].cells[4],
                lines[i].cells[5]};
    page->rows = rows;
    page->counted = visit_say_of(v, LM_KEY("office.differences-count"),
                                 lm_value_number("count", all == 0 ? 0 : (int64_t)all - 1));
    return LM_OK;
}

static enum lm_status add_made(struct visit *v, struct office_compare_page *page)
{
    const char *text, *path = place_of(v, "fide.csv");
    size_t length;
    if (path == NULL)
        return LM_LIMIT;
    if (!os_is_there(path))
        return LM_OK;
    enum lm_status status = os_read(path, v->arena, &v->log, &text, &length);
    char *digest = status == LM_OK ? lm_arena_alloc(v->arena, 1, SECRETS_DIGEST) : NULL;
    if (digest == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    secrets_digest(text, length, digest);
    page->digest = digest;
    page->made = true;
    page->csv = site_local(v->arena, "/office/compare.csv");
    return add_differences(v, text, length, page);
}

static enum lm_status write_compare(struct visit *v, const struct office_view *view)
{
    struct lm_text day = lm_text_in(v->arena);
    if (view->count == 0)
        return visit_refuse(v, 422, "The office has no rating list yet");
    lm_text_add_date(&day, lm_date_of(view->lists[0].day), '-');
    struct office_compare_page page = {
        .head = office_head(v, OFFICE_COMPARE, visit_word(v, LM_KEY("office.compare"))),
        .action = site_local(v->arena, "/office/compare"),
        .day = lm_text_string(&day),
        .digest = ""};
    enum lm_status status = add_files(v, &page);
    if (status == LM_OK)
        status = add_made(v, &page);
    if (status == LM_OK)
        page_office_compare(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_compare(struct visit *v)
{
    return office_with(v, write_compare);
}

static enum lm_status send_differences(struct visit *v)
{
    const char *text, *path;
    size_t length;
    if (v->server->office == NULL || (path = place_of(v, "fide.csv")) == NULL || !os_is_there(path))
        return visit_refuse(v, 404, "File not found");
    enum lm_status status = os_read(path, v->arena, &v->log, &text, &length);
    if (status == LM_OK)
        lm_text_add_bytes(&v->reply->body, text, length);
    v->reply->type = "text/csv; charset=utf-8";
    v->reply->file = "differences.csv";
    return status;
}

/* Find the list to compare with: an uploaded file, which is stored in the folder, or one from
 * there. */
static enum lm_status find_list(struct visit *v, const char **path)
{
    const struct form_value *sent = value(v, FILE_SENT);
    const char *folder = place_of(v, "fide"), *kept = value(v, KEPT)->text;
    if (folder == NULL)
        return LM_LIMIT;
    if (sent->length == 0) {
        *path = os_join(v->arena, folder, kept);
        if (*kept == '\0' || *kept == '.' || strpbrk(kept, "/\\") != NULL || *path == NULL ||
            !os_is_there(*path))
            return visit_refuse(v, 422, "Choose FIDE’s list, as text, XML or ZIP");
        return LM_OK;
    }
    *path = os_join(v->arena, folder, visit_print(v, "sent-%s", value(v, DAY)->text));
    if (*path == NULL)
        return LM_LIMIT;
    enum lm_status status = os_make_folder(folder, &v->log);
    return status == LM_OK ? os_write(*path, sent->text, sent->length, OS_REPLACE, &v->log)
                           : status;
}

static void discard(struct visit *v)
{
    const char *made = place_of(v, "fide-list"), *csv = place_of(v, "fide.csv");
    if (made != NULL)
        os_remove_tree(made);
    if (csv != NULL)
        os_remove(csv);
}

static enum lm_status compute(struct visit *v, struct office_log *log,
                              const struct office_view *view)
{
    struct office_answer message;
    const char *path = NULL, *csv = place_of(v, "fide.csv"), *made = place_of(v, "fide-list");
    const char *chess = *value(v, CHESS)->text == '\0' ? "standard" : value(v, CHESS)->text;
    const char *federation = value(v, FEDERATION)->text;
    if (csv == NULL || made == NULL)
        return LM_LIMIT;
    if (*value(v, DAY)->text == '\0')
        return visit_refuse(v, 422, "Enter the day of FIDE’s list");
    enum lm_status status = find_list(v, &path);
    if (status != LM_OK)
        return status;
    discard(v);
    const struct office_list *list = &view->lists[0];
    const char *const operands[] = {"reconcile",
                                    "-l",
                                    list->steps[list->step_count - 1].path,
                                    "-d",
                                    value(v, DAY)->text,
                                    "-o",
                                    made,
                                    "--chess",
                                    chess,
                                    "-f",
                                    "csv",
                                    path,
                                    *federation == '\0' ? NULL : "--federation",
                                    federation,
                                    NULL};
    status = office_rate(v, operands, &message);
    if (status == LM_OK && message.result != 0) {
        const struct choice_row *lines;
        size_t count;
        status = office_lines(v, message.complaints, &lines, &count);
        return status != LM_OK ? status
                               : visit_refuse(v, 422, "%s", count > 0 ? lines[0].label : "");
    }
    if (status == LM_OK)
        status = os_write(csv, message.output, strlen(message.output), OS_REPLACE, &v->log);
    const struct office_fact facts[] = {
        {"list", value(v, DAY)->text}, {"chess", chess}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "compared", facts, NULL) : status;
}

/* Publish it as the last directory of the month of its day: "2026-05-2-fide". */
static enum lm_status publish(struct visit *v, struct office_log *log,
                              const struct office_view *view)
{
    struct office_compare_page page = {.digest = ""};
    const char *made = place_of(v, "fide-list");
    struct os_map registry = {0};
    enum lm_status status = made == NULL ? LM_LIMIT : add_made(v, &page);
    if (status != LM_OK)
        return status;
    if (!page.made || !os_is_there(made))
        return visit_refuse(v, 409, "This list has no preview. Make one first");
    if (strcmp(page.digest, value(v, DIGEST)->text) != 0)
        return visit_refuse(v, 409, "Someone else just changed this. Check and try again");
    const char *file = os_join(v->arena, made, "registry");
    status = file == NULL ? LM_LIMIT : os_map_file(file, &v->log, &registry);
    if (status != LM_OK)
        return status;
    struct lm_text day = lm_text_in(v->arena);
    lm_text_add_date(&day, lm_date_of(lm_registry_list(registry.bytes, registry.length)), '-');
    os_unmap(&registry);
    const char *month = visit_print(v, "%.7s", lm_text_string(&day));
    const struct office_list *same = office_list_named(view, month);
    if (strcmp(month, view->lists[0].name) < 0)
        return visit_refuse(v, 422, "A newer list is published. Compare FIDE’s list of its month");
    const char *name =
        visit_print(v, "%s-%zu-fide", month, same == NULL ? (size_t)1 : same->step_count + 1);
    const char *place = os_join(v->arena, office_folder(v->server->office), name);
    status = place == NULL ? LM_LIMIT : os_rename_new(made, place, &v->log);
    office_changed(v->server->office);
    if (status == LM_OK)
        discard(v);
    const struct office_fact facts[] = {{"list", name}, {"digest", page.digest}, {NULL, NULL}};
    return status == LM_OK ? office_append(v, log, "adopted", facts, NULL) : status;
}

static enum lm_status change_compare(struct visit *v)
{
    struct office_log log;
    const struct office_view *view = NULL;
    const char *act = value(v, ACT)->text;
    enum lm_status status = office_log_read(v, &log);
    if (status == LM_OK)
        status = office_is_on(v, &view);
    if (status == LM_OK && view->count == 0)
        status = visit_refuse(v, 422, "The office has no rating list yet");
    if (status == LM_OK && strcmp(act, "compute") == 0)
        status = compute(v, &log, view);
    else if (status == LM_OK && strcmp(act, "publish") == 0)
        status = publish(v, &log, view);
    else if (status == LM_OK)
        discard(v);
    office_give(v->server->office, view);
    return status == LM_OK ? visit_go(v, "/office/compare") : status;
}

const struct handler office_compare_handlers[] = {
    {false, "/office/drift", RIGHT_RATINGS, look_fields, "does the rating scale drift?", show_drift,
     false},
    {false, "/office/compare", RIGHT_RATINGS, NULL, "FIDE’s list beside the office’s", show_compare,
     false},
    {false, "/office/compare.csv", RIGHT_RATINGS, NULL, "all their differences as a table",
     send_differences, false},
    {true, "/office/compare", RIGHT_RATINGS, compare_fields,
     "compare FIDE’s list, adopt its figures, or discard the preview", change_compare, false},
    {0}};
