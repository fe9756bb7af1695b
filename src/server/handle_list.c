/* SPDX-License-Identifier: Apache-2.0 */
/* Search of the rating list while typing: in the file that `limmat rate import` made, mapped and
 * never read as a whole. */
#include <string.h>

#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/registry_files.h"
#include "server/handlers.h"
#include "server/rating_lists.h"
#include "server/templates.h"

size_t list_find(struct visit *v, const struct os_map *list, const char *typed, uint32_t *ids)
{
    struct lm_text folded = lm_text_in(v->arena);
    int64_t id;
    if (lm_parse_integer(typed, strlen(typed), 1, UINT32_MAX, &id)) {
        ids[0] = (uint32_t)id;
        return 1;
    }
    lm_text_add_folded(&folded, typed, strlen(typed));
    const char *name = lm_text_string(&folded);
    if (*name == '\0')
        return 0;
    size_t count = lm_registry_search(list->bytes, list->length, name, ids, LIST_SHOWN);
    return lm_registry_search_words(list->bytes, list->length, name, ids, count, LIST_SHOWN);
}

/* Can ${person} be entered: not hidden in the list (13.1), and not deceased (10.2)? */
static bool may_play(const struct lm_person *person)
{
    return !person->excluded && !person->deceased;
}

bool list_person(struct visit *v, const struct os_map *list, uint32_t id, struct lm_person *out)
{
    return list != NULL && lm_registry_lookup(list->bytes, list->length, id, v->arena, out) &&
           may_play(out);
}

/* Write the fields of the desk's forms that the list knows of ${person}. */
static void put_person(struct lm_json_writer *w, const struct lm_person *person,
                       struct lm_arena *arena)
{
    const char sex[2] = {person->sex == 'F' ? 'w' : person->sex == 'M' ? 'm' : '\0', '\0'};
    struct lm_text id = lm_text_in(arena);
    lm_text_print(&id, "%u", person->id);
    lm_json_begin_inline(w, NULL, '{');
    lm_json_put_string(w, "fide_id", lm_text_string(&id));
    lm_json_put_string(w, "name", person->name);
    lm_json_put_string(w, "title", *person->title != '\0' ? person->title : person->women_title);
    lm_json_put_string(w, "federation", person->federation);
    lm_json_put_string(w, "sex", sex);
    if (person->born > 0)
        lm_json_put_integer(w, "birth", person->born / 10000);
    for (int chess = 0; chess < LM_CHESS_KINDS; chess++)
        if (person->tracks[chess].rating > 0)
            lm_json_put_integer(w, lm_chess_name((enum lm_chess)chess),
                                person->tracks[chess].rating);
    lm_json_end(w, '}');
}

/* --- the list in use, and its age */

const char *list_order(const struct lm_desk_section *s)
{
    if (*s->lists != '\0')
        return s->lists;
    return strcmp(s->rate, "rapid") == 0   ? "rapid standard"
           : strcmp(s->rate, "blitz") == 0 ? "blitz standard"
                                           : "standard";
}

const char *list_text(struct visit *v, bool *old)
{
    int64_t made = 0;
    const struct os_map *list = lists_now(v->server->lists, &made);
    *old = false;
    if (list == NULL)
        return "";
    struct lm_date of = lm_date_of(lm_registry_list(list->bytes, list->length));
    struct lm_date today = lm_date_of((int32_t)(v->now / 86400));
    int64_t days = (v->now - made) / 86400;
    struct lm_text day = lm_text_in(v->arena);
    lm_text_add_date(&day, of, '-');
    *old = of.year < today.year || (of.year == today.year && of.month < today.month);
    return visit_say(
        v, LM_KEY("desk.list-of"),
        (const struct lm_value[]){lm_value_text("day", visit_dated(v, lm_text_string(&day))),
                                  lm_value_number("days", days < 0 ? 0 : days)},
        2);
}

int16_t list_rating(const struct lm_person *person, const char *lists, enum lm_chess *kind)
{
    for (const char *at = lists; *at != '\0';) {
        size_t length = strcspn(at, " ");
        for (int chess = 0; chess < LM_CHESS_KINDS; chess++) {
            const char *name = lm_chess_name((enum lm_chess)chess);
            *kind = (enum lm_chess)chess;
            if (strlen(name) == length && strncmp(name, at, length) == 0 &&
                person->tracks[chess].rating > 0)
                return person->tracks[chess].rating;
        }
        at += length;
        at += strspn(at, " ");
    }
    return 0;
}

/* --- search without a script: a page whose rows link to a filled form */

static const char *rating_text(struct visit *v, const struct lm_person *person, enum lm_chess kind)
{
    int16_t rating = person->tracks[kind].rating;
    return rating > 0 ? visit_print(v, "%d", rating) : "";
}

static struct found_row found_of(struct visit *v, const struct lm_desk_section *s,
                                 const struct lm_person *p, const char *day)
{
    enum lm_chess kind;
    int16_t rating = list_rating(p, list_order(s), &kind);
    const char *title = *p->title != '\0' ? p->title : p->women_title;
    struct found_row row = {.id = visit_print(v, "%u", p->id),
                            .name = visit_print(v, "%s", p->name),
                            .title = visit_print(v, "%s", title),
                            .federation = visit_print(v, "%s", p->federation),
                            .birth = p->born > 0 ? visit_print(v, "%d", p->born / 10000) : "",
                            .standard = rating_text(v, p, LM_STANDARD),
                            .rapid = rating_text(v, p, LM_RAPID),
                            .blitz = rating_text(v, p, LM_BLITZ)};
    const char *known = rating == 0 ? ""
                                    : visit_print(v, "&fide=%d&source=FIDE%%20%s%%20%.7s", rating,
                                                  lm_chess_name(kind), day);
    row.enter =
        section_url(v, s, "do/enter?name=%s&fide_id=%u&title=%s&federation=%s&birth=%s%s",
                    visit_escaped(v, p->name), p->id, title, p->federation, row.birth, known);
    return row;
}

static enum lm_status show_found(struct visit *v)
{
    struct lm_desk_section *s;
    const struct os_map *list = lists_now(v->server->lists, NULL);
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct found_page page = {
        .head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("desk.found-in-list"))),
        .typed = value(v, 0)->length == 0 ? "" : value(v, 0)->text,
        .find = section_url(v, s, "people/find"),
        .one = section_url(v, s, "do/enter")};
    page.message = list_text(v, &page.old);
    struct found_row *rows = lm_arena_alloc(v->arena, LIST_SHOWN, sizeof *rows);
    struct lm_text day = lm_text_in(v->arena);
    uint32_t ids[LIST_SHOWN];
    size_t count = list == NULL ? 0 : list_find(v, list, page.typed, ids);
    if (list != NULL)
        lm_text_add_date(&day, lm_date_of(lm_registry_list(list->bytes, list->length)), '-');
    for (size_t i = 0; rows != NULL && i < count; i++) {
        struct lm_person person;
        if (list_person(v, list, ids[i], &person))
            rows[page.row_count++] = found_of(v, s, &person, lm_text_string(&day));
    }
    if (rows == NULL)
        return LM_LIMIT;
    page.rows = rows;
    page_desk_found(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field list_fields[] = {{"q", FORM_TEXT, 0, LIST_TYPED, NULL, false}, {0}};

static enum lm_status search_list(struct visit *v)
{
    const struct os_map *list = lists_now(v->server->lists, NULL);
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    struct lm_text day = lm_text_in(v->arena);
    uint32_t ids[LIST_SHOWN];
    size_t count = list == NULL ? 0 : list_find(v, list, value(v, 0)->text, ids);
    if (list != NULL)
        lm_text_add_date(&day, lm_date_of(lm_registry_list(list->bytes, list->length)), '-');
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "list", lm_text_string(&day));
    lm_json_begin(&w, "people", '[');
    for (size_t i = 0; i < count; i++) {
        struct lm_person person;
        if (list_person(v, list, ids[i], &person))
            put_person(&w, &person, v->arena);
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return LM_OK;
}

/* --- automatic updates */

static const struct form_field fresh_fields[] = {{"do", FORM_CHOICE, 0, 10, "stop|now|keep", true},
                                                 {0}};

/* Store the address of the updates for the next start. */
static enum lm_status keep_from(struct visit *v, const char *url)
{
    const struct store_record record = {.key = "list-from", .scope = "", .value = url};
    return store_put(v->server->store, STORE_SETTING, &record, &v->log);
}

static enum lm_status freshen(struct visit *v)
{
    const char *wish = value(v, 0)->text;
    bool now = strcmp(wish, "now") == 0, keep = strcmp(wish, "keep") == 0;
    enum lm_status status = now ? LM_OK : keep_from(v, keep ? lists_of_fide : "");
    if (status != LM_OK)
        return status;
    if (now)
        (void)lists_fetch(v->server->lists);
    else
        (void)lists_keep(v->server->lists, keep ? lists_of_fide : "");
    return visit_go(v, "/");
}

enum { LIST_BYTES = 64 << 20 };

static const struct form_field send_fields[] = {
    {"file", FORM_LARGE, 0, LIST_BYTES, NULL, true}, {"day", FORM_DATE, 0, 0, NULL, false}, {0}};

static enum lm_status take_list(struct visit *v)
{
    enum lm_status status = lists_take(v->server->lists, value(v, 0)->text, value(v, 0)->length,
                                       value(v, 1)->text, &v->log);
    if (status == LM_INVALID)
        return visit_refuse(v, 409, "A list is being read already. Try again in a minute");
    return status == LM_OK ? visit_go(v, "/") : status;
}

const struct handler list_handlers[] = {
    {true, "/list/send", RIGHT_SERVER, send_fields,
     "read FIDE's rating list, zipped or not, from a file of at most 64 MB", take_list, false},
    {true, "/list/fresh", RIGHT_SERVER, fresh_fields,
     "fetch the rating list now, or keep it at most a day old, or not", freshen, false},
    {false, "/list", RIGHT_LIST, list_fields, "people of the rating list, as they are typed",
     search_list, false},
    {false, "/e/:event/:section/people/find", RIGHT_PEOPLE, list_fields,
     "people of the rating list, to be entered", show_found, false},
    {0}};
