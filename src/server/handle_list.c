/* SPDX-License-Identifier: Apache-2.0 */
/* People of the rating list, as somebody types: what `limmat rate import` made, mapped and never
 * read as a whole. */
#include <string.h>

#include "limmat/date.h"
#include "limmat/json.h"
#include "limmat/registry_files.h"
#include "server/handlers.h"

enum { SHOWN = 12, TYPED = 80 };

/* The ids of those whom ${typed} may mean. */
static size_t find_ids(struct visit *v, const struct os_map *list, const char *typed, uint32_t *ids)
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
    size_t count = lm_registry_search(list->bytes, list->length, name, ids, SHOWN);
    return lm_registry_search_words(list->bytes, list->length, name, ids, count, SHOWN);
}

/* The fields are those of a person in the forms of the desk, as far as the list knows them. */
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

static const struct form_field list_fields[] = {{"q", FORM_TEXT, 0, TYPED, NULL, false}, {0}};

static enum lm_status search_list(struct visit *v)
{
    const struct os_map *list = v->server->list;
    struct lm_json_writer w = lm_json_writer_to(&v->reply->body, true);
    struct lm_text day = lm_text_in(v->arena);
    uint32_t ids[SHOWN];
    size_t count = list == NULL ? 0 : find_ids(v, list, value(v, 0)->text, ids);
    if (list != NULL)
        lm_text_add_date(&day, lm_date_of(lm_registry_list(list->bytes, list->length)), '-');
    v->reply->type = "application/json";
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "list", lm_text_string(&day));
    lm_json_begin(&w, "people", '[');
    for (size_t i = 0; i < count; i++) {
        struct lm_person person;
        if (lm_registry_lookup(list->bytes, list->length, ids[i], v->arena, &person) &&
            !person.excluded)
            put_person(&w, &person, v->arena);
    }
    lm_json_end(&w, ']');
    lm_json_end(&w, '}');
    return LM_OK;
}

const struct handler list_handlers[] = {{false, "/list", RIGHT_PEOPLE, list_fields,
                                         "people of the rating list, as they are typed",
                                         search_list, false},
                                        {0}};
