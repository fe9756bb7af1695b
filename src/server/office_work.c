/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_work.h"

#include <string.h>

#include "client/client_program.h"
#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/rating_story.h"
#include "limmat/report.h"
#include "server/secrets.h"

enum lm_chess office_chess_of(const char *name)
{
    return strcmp(name, "rapid") == 0   ? LM_RAPID
           : strcmp(name, "blitz") == 0 ? LM_BLITZ
                                        : LM_STANDARD;
}

enum lm_status office_days_early(struct visit *v, int32_t day, enum lm_chess chess, int32_t *days)
{
    struct lm_rating_book book;
    enum lm_status status = lm_rating_book(v->arena, &book);
    if (status == LM_OK)
        *days = lm_rating_rules_on_or_first(&book, day, chess)->registered;
    return status;
}

static bool take(void *context, const char *bytes, size_t length)
{
    lm_text_add_bytes(context, bytes, length);
    return true;
}

enum lm_status office_rate(struct visit *v, const char *const *operands, struct office_answer *out)
{
    enum { MOST = 36 };
    struct lm_text message = lm_text_in(v->arena), errors = lm_text_in(v->arena);
    const char *words[MOST + 4] = {"rate", operands[0], "--lang", v->language->code};
    for (size_t i = 1; i < MOST && operands[i] != NULL; i++)
        words[i + 3] = operands[i];
    enum lm_status status =
        program_run_for(&(struct program){"limmat", words, "", take, &message, v->server->stop},
                        &v->log, &errors, &out->result);
    out->output = lm_text_string(&message);
    out->complaints = lm_text_string(&errors);
    return status == LM_OK && (message.failed || errors.failed) ? LM_LIMIT : status;
}

/* --- a report */

static const char *day_of(struct visit *v, int64_t at)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_date(&text, lm_date_of((int32_t)(at / 86400)), '-');
    return lm_text_string(&text);
}

/* Write the facts that a tournament file lacks but the office knows. */
static const char *companion(struct visit *v, const struct office_event *event, int64_t received)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "id", office_file_of(v, event));
    lm_json_put_string(&w, "name", event->name);
    lm_json_put_string(&w, "chess", event->chess);
    lm_json_put_string(&w, "registered", day_of(v, event->registered));
    lm_json_put_string(&w, "received", day_of(v, received));
    if (event->permitted)
        lm_json_put_boolean(&w, "qc_late_ok", true);
    lm_json_put_boolean(&w, "laws", event->laws); /* declared by the organiser */
    if (event->licensed)
        lm_json_put_boolean(&w, "arbiters_licensed", true);
    if (*event->confirmed != '\0') {
        lm_json_begin(&w, "confirmed", '[');
        for (const char *at = event->confirmed; *at != '\0'; at += strspn(at, " ")) {
            size_t digits = strcspn(at, " ");
            lm_json_put_string(&w, NULL, lm_arena_copy(v->arena, at, digits));
            at += digits;
        }
        lm_json_end(&w, ']');
    }
    lm_json_end(&w, '}');
    return lm_text_string(&text);
}

/* Write the two files of a report into ${folder}. */
static enum lm_status write_report(struct visit *v, const struct office_event *event,
                                   const char *folder, const char *bytes, size_t length,
                                   int64_t received)
{
    const char *name = office_file_of(v, event);
    const char *path = os_join(v->arena, folder, visit_print(v, "%s.trf", name));
    const char *beside = os_join(v->arena, folder, visit_print(v, "%s.rating.json", name));
    const char *facts = companion(v, event, received);
    if (path == NULL || beside == NULL || *facts == '\0')
        return LM_LIMIT;
    enum lm_status status = os_write(beside, facts, strlen(facts), OS_REPLACE, &v->log);
    return status == LM_OK ? os_write(path, bytes, length, OS_REPLACE, &v->log) : status;
}

const char *office_licences(struct visit *v)
{
    const char *path = os_join(v->arena, office_folder(v->server->office), "licences.txt");
    return path != NULL && os_is_there(path) ? path : NULL;
}

static const char *newest(const struct office_view *view)
{
    return view->count == 0 ? NULL : view->lists[0].steps[view->lists[0].step_count - 1].path;
}

enum lm_status office_look(struct visit *v, const struct office_view *view,
                           const struct office_event *event, const char *bytes, size_t length,
                           const char **faults)
{
    char token[SECRETS_TOKEN];
    struct office_answer message;
    secrets_token(token);
    const char *folder = os_join(v->arena, v->server->folder, visit_print(v, "report-%s", token));
    if (folder == NULL)
        return LM_LIMIT;
    enum lm_status status = os_make_folder(folder, &v->log);
    if (status == LM_OK)
        status = write_report(v, event, folder, bytes, length,
                              event->received == 0 ? office_now(v) : event->received);
    const char *path =
        os_join(v->arena, folder, visit_print(v, "%s.trf", office_file_of(v, event)));
    const char *licences = office_licences(v);
    const char *const operands[] = {
        "report",     "-f",         "json",
        "--chess",    event->chess, "-l",
        newest(view), path,         licences == NULL ? NULL : "--licences",
        licences,     NULL};
    if (status == LM_OK && view->count == 0)
        status = visit_refuse(v, 422, "The office has no rating list yet");
    if (status == LM_OK)
        status = office_rate(v, operands, &message);
    os_remove_tree(folder);
    if (status != LM_OK)
        return status;
    if (message.result != 0 && message.result != LM_DIFFERENT)
        return visit_refuse(v, 422, "The report could not be read. Send the tournament file (TRF)");
    *faults = message.output;
    return LM_OK;
}

size_t office_faults(const char *faults, bool grave)
{
    size_t count = 0;
    const char *sought = grave ? "\"weight\": \"refused\"" : "\"weight\": \"doubtful\"";
    for (const char *at = faults; (at = strstr(at, sought)) != NULL; at++)
        count++;
    return count;
}

/* Return the day that counts as its receipt. A report received before the day of a published list
 * belongs to the next list (7.13), unless it corrects an event of that list. */
static int64_t received_of(struct visit *v, const struct office_view *view,
                           const struct office_event *event)
{
    int64_t newest = view->count == 0 ? 0 : view->lists[0].day * (int64_t)86400;
    return newest > event->received && !office_is_rated(view, office_file_of(v, event))
               ? newest
               : event->received;
}

enum lm_status office_file(struct visit *v, const struct office_view *view,
                           const struct office_event *event)
{
    size_t length = 0;
    const char *folder = os_join(v->arena, office_folder(v->server->office), "events");
    const char *bytes = secrets_bytes(office_own_of(event->report, "bytes"), v->arena, &length);
    if (folder == NULL)
        return LM_LIMIT;
    if (bytes == NULL)
        return visit_refuse(v, 422, "The report was erased. Ask the organiser for another");
    enum lm_status status = os_make_folder(folder, &v->log);
    /* With a list of licences, only reports whose arbiters are on it get accepted: this one is
     * licensed. */
    struct office_event filed = *event;
    filed.licensed |= office_licences(v) != NULL;
    return status == LM_OK
               ? write_report(v, &filed, folder, bytes, length, received_of(v, view, event))
               : status;
}

void office_unfile(struct visit *v, const struct office_event *event)
{
    static const char *const endings[] = {".trf", ".rating.json"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const char *path =
            os_join(v->arena, office_folder(v->server->office),
                    visit_print(v, "events/%s%s", office_file_of(v, event), endings[i]));
        if (path != NULL)
            os_remove(path);
    }
}

bool office_has_line(const struct os_map *map, const char *word, const char *name)
{
    size_t size = strlen(word), length = strlen(name);
    if (map->bytes == NULL)
        return false;
    const char *end = map->bytes + map->length;
    for (const char *at = map->bytes; at < end;) {
        if ((size_t)(end - at) > size + length + 2 && memcmp(at, word, size) == 0 &&
            at[size] == '\t' && memcmp(at + size + 1, name, length) == 0 &&
            at[size + 1 + length] == '\t')
            return true;
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline == NULL ? end : newline + 1;
    }
    return false;
}

bool office_is_rated(const struct office_view *view, const char *name)
{
    for (size_t i = 0; i < view->count; i++)
        for (size_t j = 0; j < view->lists[i].step_count; j++)
            if (office_has_line(&view->lists[i].steps[j].journal, "event", name))
                return true;
    return false;
}

/* --- the next list */

/* Find the kinds of chess that the month ${list} includes; ${*any}: any. */
static void kinds_made(struct visit *v, const struct office_list *list, bool *made, bool *any)
{
    for (size_t i = 0; i < list->step_count; i++) {
        struct lm_story story;
        const struct os_map *j = &list->steps[i].journal;
        if (j->bytes == NULL)
            continue;
        const char *end = memchr(j->bytes, '\n', j->length);
        size_t head = end == NULL ? j->length : (size_t)(end - j->bytes) + 1;
        if (lm_story_read(j->bytes, head, 0, v->arena, &story) == LM_OK && *story.rules != '\0')
            made[story.chess] = *any = true;
    }
}

enum lm_status office_next_of(struct visit *v, const struct office_view *view, enum lm_chess chess,
                              struct office_next *out)
{
    bool made[LM_CHESS_KINDS] = {false}, any = false;
    if (view->count == 0)
        return visit_refuse(v, 422, "The office has no rating list yet");
    const struct office_list *list = &view->lists[0];
    kinds_made(v, list, made, &any);
    bool same = any && !made[chess];
    int32_t day = same ? list->day : lm_month_begin(lm_month_of(list->day) + 1);
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_date(&text, lm_date_of(day), '-');
    out->day = lm_text_string(&text);
    out->base = newest(view);
    out->name =
        same ? visit_print(v, "%.7s-%zu-%s", out->day, list->step_count + 1, lm_chess_name(chess))
             : visit_print(v, "%.7s", out->day);
    const char *folder = os_join(v->arena, office_folder(v->server->office), "preview");
    out->preview = folder == NULL ? NULL : os_join(v->arena, folder, out->name);
    return out->preview == NULL ? LM_LIMIT : os_make_folder(folder, &v->log);
}
