/* SPDX-License-Identifier: Apache-2.0 */
/* Preview of the next round during the last games: certain pairings first, then open players. */
#include "base/sort.h"
#include "limmat/preview.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"
#include "site/said.h"

static const char *name_or_bye(struct visit *v, const struct lm_desk_player *p)
{
    return p == NULL ? site_idle_text(v->language, LM_PAB) : player_name(v, p);
}

static enum lm_status add_certain(struct visit *v, const struct lm_desk_preview *p,
                                  struct preview_page *page)
{
    struct preview_row *rows = lm_arena_alloc(v->arena, p->board_count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < p->board_count; i++) {
        const struct lm_desk_preview_board *b = &p->boards[i];
        rows[page->row_count++] = (struct preview_row){
            .board = b->black == NULL      ? ""
                     : b->first == b->last ? visit_print(v, "%u", b->first)
                                           : visit_print(v, "%u–%u", b->first, b->last),
            .white = player_name(v, b->white),
            .black = name_or_bye(v, b->black)};
    }
    page->rows = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* Return "Meier, Anna (White, 3 of 9)" for each possible opponent. */
static const struct message_link *meetings_of(struct visit *v, const struct lm_desk_preview *p,
                                              const struct lm_desk_preview_player *open)
{
    struct message_link *parts = lm_arena_alloc(v->arena, open->count, sizeof *parts);
    for (size_t k = 0; parts != NULL && k < open->count; k++) {
        const struct lm_desk_preview_meeting *m = &open->meetings[k];
        const struct lm_value values[] = {lm_value_text("who", name_or_bye(v, m->opponent)),
                                          lm_value_text("colour", m->colour == LM_WHITE   ? "white"
                                                                  : m->colour == LM_BLACK ? "black"
                                                                                          : ""),
                                          lm_value_number("outcomes", m->outcomes),
                                          lm_value_number("all", p->outcomes)};
        parts[k].text = visit_say(v, LM_KEY("desk.preview-meets"), values, 4);
    }
    return parts;
}

static enum lm_status add_open(struct visit *v, const struct lm_desk_preview *p,
                               struct preview_page *page)
{
    struct preview_open *opens = lm_arena_alloc(v->arena, p->player_count, sizeof *opens);
    for (size_t i = 0; opens != NULL && i < p->player_count; i++) {
        const struct message_link *parts = meetings_of(v, p, &p->players[i]);
        if (parts == NULL)
            return LM_LIMIT;
        opens[page->open_count++] =
            (struct preview_open){player_name(v, p->players[i].player), parts, p->players[i].count};
    }
    page->opens = opens;
    return opens == NULL ? LM_LIMIT : LM_OK;
}

static int by_number(const void *a, const void *b)
{
    const struct lm_desk_board *x = *(const struct lm_desk_board *const *)a;
    const struct lm_desk_board *y = *(const struct lm_desk_board *const *)b;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Describe the open games: "Open: board 3, 7. 9 outcomes." */
static const char *lead_of(struct visit *v, const struct lm_desk_preview *p)
{
    struct lm_text boards = lm_text_in(v->arena);
    lm_sort((void *)(uintptr_t)p->open, p->open_count, sizeof *p->open, by_number);
    for (size_t i = 0; i < p->open_count; i++)
        lm_text_print(&boards, "%s%u", i == 0 ? "" : ", ", p->open[i]->number);
    const struct lm_value values[] = {lm_value_number("count", (int64_t)p->open_count),
                                      lm_value_text("boards", lm_text_string(&boards)),
                                      lm_value_number("outcomes", p->outcomes)};
    return visit_say(v, LM_KEY("desk.preview-lead"), values, 3);
}

static enum lm_status show_preview(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_desk_preview p;
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = lm_desk_preview(v->event->desk, s, v->arena, &v->log, &p);
    if (status != LM_OK)
        return status;
    const char *title =
        visit_say_of(v, LM_KEY("desk.preview-of"), lm_value_number("round", p.round));
    struct preview_page page = {.head = section_head(v, s, TAB_ROUND, title),
                                .lead = lead_of(v, &p),
                                .back = section_url(v, s, "round/%u", p.round - 1)};
    if (p.impossible > 0)
        page.impossible = visit_say_of(v, LM_KEY("desk.preview-impossible"),
                                       lm_value_number("count", p.impossible));
    status = add_certain(v, &p, &page);
    if (status == LM_OK)
        status = add_open(v, &p, &page);
    if (status == LM_OK)
        page_desk_preview(&v->reply->body, v->language, &page);
    return status;
}

const struct handler preview_handlers[] = {{false, "/e/:event/:section/preview", RIGHT_DESK, NULL,
                                            "the next round while the last games are played",
                                            show_preview, false},
                                           {0}};
