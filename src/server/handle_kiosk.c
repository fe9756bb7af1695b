/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kiosk at the exit: a screen without any other right, where players enter their results
 * (Laws 8.7). Each board has its own address, so that a submitted form returns to the list. The
 * entry of one player is a report; equal entries of both are the result; if they differ, an arbiter
 * decides.
 */
#include <string.h>

#include "limmat/json.h"
#include "server/handlers.h"
#include "server/inbox.h"
#include "server/templates.h"

/* Return the head of a page for touch screens: no tabs, and home is the list. */
static struct desk_head kiosk_head(struct visit *v, const struct lm_desk_section *s,
                                   const char *title)
{
    struct desk_head head = section_head(v, s, TAB_ROUND, title);
    head.tab_count = head.section_count = 0;
    head.mark = "";
    head.home = section_url(v, s, "kiosk");
    if (!visit_may(v, RIGHT_DESK))
        head.who = "";
    return head;
}

static bool is_open(const struct lm_desk_round *round)
{
    return round != NULL &&
           (round->state == LM_ROUND_PUBLISHED || round->state == LM_ROUND_PLAYING);
}

/* Can the result of ${b} be entered here? Matches of several games are left to the arbiter. */
static bool may_say(const struct lm_desk_board *b)
{
    return b->games == NULL && !lm_desk_has_result(b);
}

/* Describe a report that waits for the other player, or for an arbiter. */
static const char *said_so_far(struct visit *v, const struct lm_desk_board *b)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < b->report_count; i++)
        if (lm_desk_report_waits(b, i))
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : ", ",
                          report_sentence(v, b, &b->reports[i]));
    return lm_text_string(&text);
}

static struct kiosk_row row_of(struct visit *v, const struct lm_desk_section *s,
                               const struct lm_desk_board *b)
{
    struct kiosk_row row = {.number = b->number,
                            .white = public_name(v, b->white),
                            .black = public_name(v, b->black),
                            .result = result_of(v, b),
                            .note = said_so_far(v, b)};
    if (may_say(b))
        row.url = section_url(v, s, "kiosk/%s", b->id);
    return row;
}

static enum lm_status show_list(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = lm_desk_current(s);
    struct kiosk_page page = {.head = kiosk_head(v, s, visit_word(v, LM_KEY("kiosk.title"))),
                              .round = round == NULL ? 0 : round->number,
                              .open = is_open(round)};
    size_t count = page.open ? round->board_count : 0;
    struct kiosk_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    if (rows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++) {
        rows[i] = row_of(v, s, round->boards[i]);
        page.left += may_say(round->boards[i]);
    }
    page.rows = rows;
    page.row_count = count;
    page_desk_kiosk(&v->reply->body, v->language, &page);
    return LM_OK;
}

/* Find the board ${v->parts[2]}, whose result can be entered; ${*b} NULL: it has one meanwhile. */
static enum lm_status board_take(struct visit *v, struct lm_desk_section **s,
                                 struct lm_desk_board **b)
{
    enum lm_status status = section_take(v, s);
    *b =
        status == LM_OK && strchr(v->parts[2], '.') != NULL ? lm_desk_board(*s, v->parts[2]) : NULL;
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = lm_desk_current(*s);
    if (*b == NULL || !is_open(round) || (*b)->round != round->number)
        return visit_refuse(v, 404, "This round doesn’t have this board");
    if (!event_is_home(v))
        return visit_refuse(v, 409, "This event is run on another computer. Ask at the desk");
    if (!may_say(*b))
        *b = NULL;
    return LM_OK;
}

static enum lm_status to_list(struct visit *v, const struct lm_desk_section *s)
{
    return visit_go(v, "/e/%s/%s/kiosk", v->event->slug, s->id);
}

static enum lm_status show_board(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_desk_board *b;
    enum lm_status status = board_take(v, &s, &b);
    if (status != LM_OK || b == NULL)
        return status == LM_OK ? to_list(v, s) : status;
    const struct kiosk_row row = row_of(v, s, b);
    struct kiosk_board page = {
        .head = kiosk_head(v, s, visit_word(v, LM_KEY("kiosk.title"))),
        .token = v->who.token,
        .rows = &row,
        .row_count = 1,
        .say = section_url(v, s, "kiosk/%s", b->id),
        .back = section_url(v, s, "kiosk"),
    };
    /* No live updates: news of other boards must not interrupt an entry. */
    page.head.live = (struct site_url){NULL};
    page_desk_kiosk_board(&v->reply->body, v->language, &page);
    return LM_OK;
}

enum { WHITE, BLACK };

static const struct form_field say_fields[] = {
    [WHITE] = {"white", FORM_CHOICE, 0, 10, "1-0|1/2-1/2|0-1", false},
    [BLACK] = {"black", FORM_CHOICE, 0, 10, "1-0|1/2-1/2|0-1", false},
    {0}};

/* Enter the report of the player of ${side}, in their name. */
static enum lm_status put_side(struct visit *v, struct lm_desk_section *s, const char *board,
                               const struct lm_desk_player *player, size_t side)
{
    struct lm_text text = lm_text_in(v->arena);
    struct lm_json_writer w = lm_json_writer_to(&text, true);
    const char *why = NULL;
    bool waits;
    lm_json_begin(&w, NULL, '{');
    lm_json_put_string(&w, "board", board);
    lm_json_put_string(&w, "result", value(v, side)->text);
    lm_json_end(&w, '}');
    const struct inbox_ask ask = {.event = "report",
                                  .section = s,
                                  .player = player,
                                  .fields = lm_text_string(&text),
                                  .mark = side == WHITE ? "-w" : "-b",
                                  .kiosk = true};
    enum lm_status status = text.failed ? LM_LIMIT : inbox_put(v, &ask, &why, &waits);
    return status == LM_OK && why != NULL ? visit_refuse(v, 422, "%s", why) : status;
}

static enum lm_status say(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_desk_board *b;
    enum lm_status status = board_take(v, &s, &b);
    if (status != LM_OK || b == NULL)
        return status == LM_OK ? to_list(v, s) : status;
    if (!value(v, WHITE)->given && !value(v, BLACK)->given)
        return visit_refuse(v, 422, "Choose one of the three results first");
    const struct lm_desk_player *const players[] = {b->white, b->black};
    for (size_t side = WHITE; status == LM_OK && side <= BLACK; side++)
        if (value(v, side)->given)
            status = put_side(v, s, b->id, players[side], side);
    return status == LM_OK ? to_list(v, s) : status;
}

#define K "/e/:event/:section/kiosk"

const struct handler kiosk_handlers[] = {
    {false, K, RIGHT_KIOSK, NULL, "the boards of the round, for players to say results", show_list,
     false},
    {false, K "/:board", RIGHT_KIOSK, NULL, "a board, where both players say the result",
     show_board, false},
    {true, K "/:board", RIGHT_KIOSK, say_fields, "what White, Black or both say", say, false},
    {0}};
