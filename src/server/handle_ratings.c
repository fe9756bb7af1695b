/* SPDX-License-Identifier: Apache-2.0 */
/* A new rating list during the preparation of an event: old and new ratings side by side, applied
 * where ticked (VCL 133, 137 to 143). Nothing changes before that. */
#include <string.h>

#include "limmat/registry_files.h"
#include "server/handlers.h"
#include "server/rating_lists.h"
#include "server/templates.h"

static const char *day_of_list(struct visit *v, const struct os_map *list)
{
    struct lm_text day = lm_text_in(v->arena);
    lm_text_add_date(&day, lm_date_of(lm_registry_list(list->bytes, list->length)), '-');
    return lm_text_string(&day);
}

/* Look ${p} up in the list; false: no id, or not in the list. */
static bool look_up(struct visit *v, const struct os_map *list, const struct lm_desk_player *p,
                    struct lm_person *person)
{
    const char *text = p->person->fide_id;
    int64_t id;
    return p->standing != LM_REMOVED && lm_parse_integer(text, strlen(text), 1, UINT32_MAX, &id) &&
           lm_registry_lookup(list->bytes, list->length, (uint32_t)id, v->arena, person);
}

/* Return the other differences, "FM -> IM, SUI -> GER". */
static const char *besides(struct visit *v, const struct lm_desk_player *p,
                           const struct lm_person *listed)
{
    struct lm_text text = lm_text_in(v->arena);
    const char *title = *listed->title != '\0' ? listed->title : listed->women_title;
    if (strcmp(p->person->title, title) != 0)
        lm_text_print(&text, "%s \u2192 %s",
                      *p->person->title == '\0' ? "\u2013" : p->person->title,
                      *title == '\0' ? "\u2013" : title);
    if (strcmp(p->person->federation, listed->federation) != 0)
        lm_text_print(&text, "%s%s \u2192 %s", text.length > 0 ? ", " : "",
                      *p->person->federation == '\0' ? "\u2013" : p->person->federation,
                      listed->federation);
    return lm_text_string(&text);
}

/* Fill a row, if rating, title or federation differ from the list. */
static bool row_of(struct visit *v, const struct lm_desk_section *s, const struct os_map *list,
                   const struct lm_desk_player *p, struct rating_row *row)
{
    struct lm_person person;
    enum lm_chess kind;
    if (!look_up(v, list, p, &person))
        return false;
    *row = (struct rating_row){.id = p->person->id,
                               .name = player_name(v, p),
                               .title = p->person->title,
                               .source = p->source,
                               .now = p->rating,
                               .listed = list_rating(&person, list_order(s), &kind),
                               .besides = besides(v, p, &person)};
    row->differs = row->now != row->listed;
    return row->differs || *row->besides != '\0';
}

static enum lm_status show_ratings(struct visit *v)
{
    struct lm_desk_section *s;
    const struct os_map *list = lists_now(v->server->lists, NULL);
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct ratings_page page = {
        .head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("desk.new-list"))),
        .token = v->who.token,
        .act = section_url(v, s, "ratings"),
        .back = section_url(v, s, "players"),
        .may = act_may(v, "ratings") && !s->finished};
    page.message = list_text(v, &page.old);
    struct rating_row *rows = lm_arena_alloc(v->arena, s->player_count + 1, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; list != NULL && i < s->player_count; i++)
        if (row_of(v, s, list, s->players[i], &rows[page.row_count])) {
            page.differs = page.differs || rows[page.row_count].differs;
            page.row_count++;
        }
    page.rows = rows;
    page_desk_ratings(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* --- applying ratings */

static const struct form_field rating_fields[] = {{"who", FORM_MANY, 0, 0, NULL, true}, {0}};

/* Is ${id} one of ${ids}, which blanks separate? */
static bool is_ticked(const char *ids, const char *id)
{
    size_t length = strlen(id);
    for (const char *at = ids; *at != '\0'; at += strspn(at, " ")) {
        size_t size = strcspn(at, " ");
        if (size == length && memcmp(at, id, length) == 0)
            return true;
        at += size;
    }
    return false;
}

static enum lm_status take_ratings(struct visit *v)
{
    struct lm_desk_section *s;
    struct act act;
    const struct os_map *list = lists_now(v->server->lists, NULL);
    struct lm_text players = lm_text_in(v->arena);
    struct lm_text ratings = lm_text_in(v->arena);
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; list != NULL && i < s->player_count; i++) {
        struct rating_row row;
        if (!is_ticked(value(v, 0)->text, s->players[i]->person->id) ||
            !row_of(v, s, list, s->players[i], &row) || !row.differs)
            continue;
        lm_text_print(&players, "%s%s", players.length > 0 ? " " : "", row.id);
        lm_text_print(&ratings, "%s%d", ratings.length > 0 ? " " : "", row.listed);
    }
    if (players.length == 0)
        return visit_refuse(v, 422, "All ratings are as entered");
    act_begin(v, &act, "ratings", s->id);
    status = act_put(v, &act, "players", lm_text_string(&players));
    if (status == LM_OK)
        status = act_put(v, &act, "ratings", lm_text_string(&ratings));
    if (status == LM_OK)
        status = act_put(v, &act, "month", visit_print(v, "%.7s", day_of_list(v, list)));
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/ratings", v->event->slug, s->id) : status;
}

#define P "/e/:event/:section/ratings"

const struct handler rating_handlers[] = {
    {false, P, RIGHT_PEOPLE, NULL, "ratings of the players and of the rating list, side by side",
     show_ratings, false},
    {true, P, RIGHT_PEOPLE, rating_fields,
     "players get the rating of the list: who=ID, again and again", take_ratings, false},
    {0}};
