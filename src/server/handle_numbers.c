/* SPDX-License-Identifier: Apache-2.0 */
/* Numbers of the players: assign them again by rating, or exchange two of equal rating. */
#include <stdlib.h>
#include <string.h>

#include "server/handlers.h"
#include "server/templates.h"

/* List the players who have a number, by number, in ${v->arena}; NULL: no memory. */
static struct lm_desk_player **in_order(struct visit *v, const struct lm_desk_section *s,
                                        size_t *count)
{
    struct lm_desk_player **order = lm_arena_alloc(v->arena, s->player_count + 1, sizeof *order);
    *count = 0;
    for (size_t i = 0; order != NULL && i < s->player_count; i++) {
        struct lm_desk_player *p = s->players[i];
        size_t at = *count;
        if (p->standing == LM_REMOVED || p->number == 0)
            continue;
        for (; at > 0 && order[at - 1]->number > p->number; at--)
            order[at] = order[at - 1];
        order[at] = p;
        ++*count;
    }
    return order;
}

static enum lm_status show_numbers(struct visit *v)
{
    struct lm_desk_section *s;
    size_t count = 0;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct numbers_page page = {
        .head = section_head(v, s, TAB_PLAYERS, visit_word(v, LM_KEY("desk.numbers"))),
        .token = v->who.token,
        .act = section_url(v, s, "numbers"),
        .back = section_url(v, s, "players"),
        .may = act_may(v, "number") && !s->finished};
    struct lm_desk_player **order = in_order(v, s, &count);
    struct number_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    if (order == NULL || rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        bool equal = i + 1 < count && order[i]->rating == order[i + 1]->rating;
        rows[i] = (struct number_row){.number = order[i]->number,
                                      .rating = order[i]->rating,
                                      .id = order[i]->person->id,
                                      .title = order[i]->person->title,
                                      .name = player_name(v, order[i]),
                                      .next = equal ? player_name(v, order[i + 1]) : ""};
    }
    page.rows = rows;
    page.row_count = count;
    page_desk_numbers(&v->reply->body, v->language, &page);
    return LM_OK;
}

static const struct form_field number_fields[] = {{"below", FORM_TEXT, 0, 40, NULL, false}, {0}};

/* List the ids by number, with ${id} and the next one exchanged; NULL: there is no next one. */
static const char *exchanged(struct visit *v, const struct lm_desk_section *s, const char *id)
{
    size_t count, at = 0;
    struct lm_desk_player **order = in_order(v, s, &count);
    struct lm_text ids = lm_text_in(v->arena);
    while (order != NULL && at < count && strcmp(order[at]->person->id, id) != 0)
        at++;
    if (order == NULL || at + 1 >= count)
        return NULL;
    struct lm_desk_player *moved = order[at];
    order[at] = order[at + 1];
    order[at + 1] = moved;
    for (size_t i = 0; i < count; i++)
        lm_text_print(&ids, "%s%s", i == 0 ? "" : " ", order[i]->person->id);
    return lm_text_string(&ids);
}

static enum lm_status give_numbers(struct visit *v)
{
    struct lm_desk_section *s;
    struct act act;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "number", s->id);
    if (value(v, 0)->length > 0) {
        const char *ids = exchanged(v, s, value(v, 0)->text);
        if (ids == NULL)
            return visit_refuse(v, 422, "No player has the number after this one");
        status = act_put(v, &act, "numbers", ids);
    }
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/numbers", v->event->slug, s->id) : status;
}

#define P "/e/:event/:section/numbers"

const struct handler number_handlers[] = {
    {false, P, RIGHT_DESK, NULL, "the numbers of the players", show_numbers, false},
    {true, P, RIGHT_EVENT, number_fields,
     "numbers by rating; with below=ID one changes places with the next", give_numbers, false},
    {0}};
