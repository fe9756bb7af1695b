/* SPDX-License-Identifier: Apache-2.0 */
/* A board: its players and why they were paired, all possible results, and the actions on it. */
#include <string.h>

#include "limmat/explain.h"
#include "limmat/why.h"
#include "limmat/words.h"
#include "server/handlers.h"
#include "server/templates.h"
#include "site/pages.h"

static enum lm_status board_take(struct visit *v, struct lm_desk_section **s,
                                 struct lm_desk_board **board)
{
    enum lm_status status = section_take(v, s);
    if (status != LM_OK)
        return status;
    *board = strchr(v->parts[2], '.') == NULL ? NULL : lm_desk_board(*s, v->parts[2]);
    return *board == NULL ? visit_refuse(v, 404, "Board not found") : LM_OK;
}

/* --- why this pairing */

/* The explanation of a round: the system's own pairing, and the players' indices in it. */
struct reasons {
    const struct lm_system *system;
    struct lm_position *position;
    struct lm_pairing *pairing;
    const uint32_t *index;
};

static enum lm_status explain(struct visit *v, const struct lm_desk_section *s,
                              const struct lm_desk_board *b, uint32_t player, struct reasons *out)
{
    struct lm_tournament *t;
    struct lm_log log = {.arena = v->arena};
    enum lm_status status =
        lm_desk_field(v->event->desk, s, LM_FOR_ARBITERS, b->round, v->arena, &out->index, &t);
    if (status != LM_OK)
        return status;
    if (player < s->player_count)
        player = out->index[player];
    out->system = lm_system_in_round(s->system, t, b->round);
    status = lm_explain_round(s->system, t, b->round, player, LM_NOBODY, v->arena, &log,
                              &out->position, &out->pairing);
    if (status != LM_OK)
        out->pairing = NULL;
    return status == LM_LIMIT ? status : LM_OK;
}

/* Do the rules pair these two, with these colours? */
static bool is_paired(const struct reasons *r, const struct lm_desk_board *b)
{
    uint32_t white = r->index[b->white->entry], black = r->index[b->black->entry];
    for (uint32_t i = 0; i < r->pairing->pair_count; i++)
        if (r->pairing->pairs[i].white == white)
            return r->pairing->pairs[i].black == black;
    return false;
}

static enum lm_status add_answers(struct visit *v, const struct reasons *r,
                                  const struct lm_desk_player *p, struct answers *out)
{
    struct lm_whys whys = {0};
    enum lm_status status = lm_why_player(r->system, r->position, r->pairing, r->index[p->entry],
                                          LM_NOBODY, v->language, v->arena, &whys);
    struct answer_row *rows = lm_arena_alloc(v->arena, whys.count, sizeof *rows);
    if (status != LM_OK || rows == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    *out = (struct answers){.name = player_name(v, p), .answers = rows, .answer_count = whys.count};
    for (size_t i = 0; i < whys.count; i++) {
        const struct lm_why *why = &whys.all[i];
        struct fact_row *more = lm_arena_alloc(v->arena, why->more_count, sizeof *more);
        if (more == NULL)
            return LM_LIMIT;
        for (size_t k = 0; k < why->more_count; k++)
            more[k].text = why->more[k];
        rows[i] = (struct answer_row){.question = visit_word(v, lm_question_key(why->question)),
                                      .text = why->text,
                                      .article = why->article,
                                      .more = more,
                                      .more_count = why->more_count};
    }
    return LM_OK;
}

static enum lm_status add_reasons(struct visit *v, const struct lm_desk_section *s,
                                  const struct lm_desk_board *b, struct board_page *page)
{
    const struct lm_desk_player *const players[] = {b->white, b->black};
    struct answers *all = lm_arena_alloc(v->arena, 2, sizeof *all);
    page->whys = all;
    page->unexplained = "";
    enum lm_status status = all == NULL ? LM_LIMIT : LM_OK;
    for (size_t i = 0; status == LM_OK && i < 2; i++) {
        struct reasons r;
        status = explain(v, s, b, players[i]->entry, &r);
        if (status != LM_OK)
            break;
        if (r.pairing == NULL || !is_paired(&r, b)) {
            page->unexplained = r.pairing == NULL ? visit_word(v, LM_KEY("desk.no-pairing"))
                                                  : visit_word(v, LM_KEY("desk.not-by-rules"));
            return LM_OK;
        }
        status = add_answers(v, &r, players[i], &all[page->why_count++]);
    }
    return status;
}

/* --- the page */

static const char *reports_of(struct visit *v, const struct lm_desk_board *b)
{
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < b->report_count; i++)
        lm_text_print(&text, "%s%s", i == 0 ? "" : "; ",
                      visit_say(v, LM_KEY("desk.said"),
                                (const struct lm_value[]){
                                    lm_value_text("who", session_name_of(v, b->reports[i].by)),
                                    lm_value_text("result", report_of(v, &b->reports[i]))},
                                2));
    if (b->moves)
        lm_text_print(&text, "%s%s", text.length == 0 ? "" : "; ",
                      visit_word(v, LM_KEY("desk.game-begun")));
    if (b->expected != LM_NO_TIME)
        lm_text_print(&text, "%s%s", text.length == 0 ? "" : "; ",
                      visit_say_of(v, LM_KEY("desk.expected"),
                                   lm_value_text("time", visit_clock(v, b->expected, false))));
    return lm_text_string(&text);
}

static enum lm_status add_choices(struct visit *v, struct board_page *page)
{
    size_t count;
    const struct lm_desk_result *results = lm_desk_results(&count);
    struct choice_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < count; i++)
        rows[page->choice_count++] = (struct choice_row){
            results[i].name, i == 0 ? visit_word(v, LM_KEY("desk.nothing-known"))
                                    : visit_title(v, shown_result(v, results[i].name))};
    page->choices = rows;
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* Add what the Laws say of mistakes at a board that is played; of one that has a result, what a
 * correction counts for now. */
static enum lm_status add_laws(struct visit *v, const struct lm_desk_section *s,
                               const struct lm_desk_board *b, struct board_page *page)
{
    const struct lm_desk_round *last = lm_desk_current(s);
    struct choice_row *laws = lm_arena_alloc(v->arena, 4, sizeof *laws);
    if (laws == NULL)
        return LM_LIMIT;
    page->laws = laws;
    if (b->result == 0) {
        laws[page->law_count++] =
            (struct choice_row){visit_word(v, LM_KEY("desk.law-colours")), "Laws 7.3"};
        laws[page->law_count++] =
            (struct choice_row){visit_word(v, LM_KEY("desk.law-illegal")), "Laws 7.5.5"};
        laws[page->law_count++] =
            (struct choice_row){visit_word(v, LM_KEY("desk.law-phone")), "Laws 11.3.2, B.02"};
        laws[page->law_count++] =
            (struct choice_row){visit_word(v, LM_KEY("desk.law-opponents")), "C.04.2 art. 4.4"};
    } else {
        bool now = last == NULL || last->number == b->round;
        bool next = !now && last->number == b->round + 1 && last->state < LM_ROUND_CLOSED;
        laws[page->law_count++] =
            (struct choice_row){now    ? visit_word(v, LM_KEY("desk.window-all"))
                                : next ? visit_word(v, LM_KEY("desk.window-next"))
                                       : visit_word(v, LM_KEY("desk.window-rating")),
                                now || next ? "C.04.2 art. 4" : "C.04.2 art. 4.3"};
    }
    return LM_OK;
}

static enum lm_status show_board(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_desk_board *b;
    enum lm_status status = board_take(v, &s, &b);
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = round_seen(v, lm_desk_round(s, b->round));
    const struct lm_desk_board *seen = NULL;
    for (size_t i = 0; round != NULL && i < round->board_count; i++)
        if (strcmp(round->boards[i]->id, b->id) == 0)
            seen = round->boards[i];
    if (seen == NULL)
        return visit_refuse(v, 404, "Board not found");
    bool made = round->state == LM_ROUND_PROPOSED || round->state == LM_ROUND_ALTERED;
    const char *title = visit_say(v, LM_KEY("desk.round-board"),
                                  (const struct lm_value[]){lm_value_number("round", b->round),
                                                            lm_value_number("board", b->number)},
                                  2);
    struct board_page page = {.head = section_head(v, s, TAB_ROUND, title),
                              .token = v->who.token,
                              .number = b->number,
                              .round = b->round,
                              .id = b->id,
                              .white = player_name(v, b->white),
                              .black = player_name(v, b->black),
                              .white_url = section_url(v, s, "player/%s", b->white->person->id),
                              .black_url = section_url(v, s, "player/%s", b->black->person->id),
                              .result = result_of(v, b),
                              .note = reports_of(v, b),
                              .act = section_url(v, s, "round/%u/result", b->round),
                              .back = section_url(v, s, "round/%u", b->round),
                              .may = !made && visit_may(v, RIGHT_RESULT)};
    page.match = b->games != NULL;
    page.games = games_of(v, b, &page.game_count);
    if (page.may)
        status = add_choices(v, &page);
    if (status == LM_OK)
        status = act_links(v, s,
                           made       ? "turn"
                           : s->teams ? "correct substitute decide line-up moves correct-rating"
                           : b->result == 0 ? "result moves expect"
                                            : "correct moves expect correct-rating",
                           visit_print(v, "board=%s&boards=%s", b->id, b->id), &page.acts,
                           &page.act_count);
    if (status == LM_OK && !made)
        status = add_laws(v, s, b, &page);
    if (status == LM_OK)
        status = add_reasons(v, s, b, &page);
    if (status == LM_OK)
        page_desk_board(&v->reply->body, v->language, &page);
    return status;
}

const struct handler board_handlers[] = {{false, "/e/:event/:section/board/:board", RIGHT_DESK,
                                          NULL, "a board: its results, and why these two",
                                          show_board, false},
                                         {0}};
