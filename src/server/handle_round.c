/* SPDX-License-Identifier: Apache-2.0 */
/* The round desk: pair, review, publish, play and close a round. */
#include <stdlib.h>
#include <string.h>

#include "base/texts.h"
#include "limmat/preview.h"
#include "server/clocks.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/reach.h"
#include "server/templates.h"
#include "site/pages.h"

enum lm_status round_take(struct visit *v, struct lm_desk_section **s, uint32_t *number)
{
    int64_t n;
    enum lm_status status = section_take(v, s);
    if (status != LM_OK)
        return status;
    if (!lm_parse_integer(v->parts[2], strlen(v->parts[2]), 1, (*s)->rounds, &n))
        return visit_refuse(v, 404, "Round not found");
    *number = (uint32_t)n;
    return LM_OK;
}

/* --- the page */

int32_t *points_before(struct visit *v, const struct lm_desk_section *s, uint32_t round)
{
    int32_t *points = lm_arena_alloc(v->arena, s->player_count, sizeof *points);
    if (points == NULL || round < 2)
        return points;
    const uint32_t *index = NULL;
    struct lm_tournament *t;
    if (lm_desk_field(v->event->desk, s, LM_FOR_ARBITERS, round - 1, v->arena, &index, &t) != LM_OK)
        return points;
    int32_t *all = lm_arena_alloc(v->arena, t->player_count, sizeof *all);
    if (all == NULL)
        return points;
    lm_points_after(t, round - 1, all);
    for (size_t i = 0; i < s->player_count; i++)
        if (index[i] != LM_NOBODY)
            points[i] = all[index[i]];
    return points;
}

const char *shown_result(struct visit *v, const char *name)
{
    struct lm_text text = lm_text_in(v->arena);
    if (strcmp(name, "none") == 0)
        return "";
    for (const char *at = name; *at != '\0'; at++) {
        if (strncmp(at, "1/2", 3) == 0) {
            lm_text_add(&text, "½");
            at += 2;
        } else if (*at == '-' && at > name) {
            lm_text_add(&text, " – ");
        } else {
            lm_text_add_char(&text, *at);
        }
    }
    return lm_text_string(&text);
}

const char *result_of(struct visit *v, const struct lm_desk_board *board)
{
    if (board->white->section->teams)
        return lm_desk_score_text(board, v->arena);
    struct lm_text text = lm_text_in(v->arena);
    for (size_t g = 0; lm_desk_has_result(board) && g < board->game_count; g++) {
        const char *name = lm_desk_result_at(lm_desk_game_result(board, g))->name;
        const char *shown = shown_result(v, name);
        lm_text_print(&text, "%s%s", g == 0 ? "" : ", ", *shown == '\0' ? "…" : shown);
    }
    return lm_text_string(&text);
}

const char *report_of(struct visit *v, const struct lm_desk_report *report)
{
    struct lm_text text = lm_text_in(v->arena);
    size_t count = LM_DESK_GAMES;
    while (count > 1 && report->games[count - 1] == 0)
        count--;
    for (size_t g = 0; g < count; g++) {
        const char *shown = shown_result(v, lm_desk_result_at(report->games[g])->name);
        lm_text_print(&text, "%s%s", g == 0 ? "" : ", ", count > 1 && *shown == '\0' ? "…" : shown);
    }
    return lm_text_string(&text);
}

const char *report_sentence(struct visit *v, const struct lm_desk_board *b,
                            const struct lm_desk_report *report)
{
    bool white = strcmp(report->by, b->white->person->id) == 0;
    bool black = strcmp(report->by, b->black->person->id) == 0;
    const char *who = white   ? visit_word(v, LM_KEY("page.white"))
                      : black ? visit_word(v, LM_KEY("page.black"))
                              : session_name_of(v, report->by);
    return visit_say(v, white || black ? LM_KEY("desk.said") : LM_KEY("desk.entered"),
                     (const struct lm_value[]){lm_value_text("who", who),
                                               lm_value_text("result", report_of(v, report))},
                     2);
}

/* Return the single game that ${report} gives a result for; -1: several. */
static int game_said(const struct lm_desk_report *report)
{
    int message = -1, count = 0;
    for (int g = 0; g < LM_DESK_GAMES; g++)
        if (report->games[g] != 0) {
            message = g;
            count++;
        }
    return count == 1 ? message : -1;
}

/* Add to ${row} the button that sets game ${game} of ${b} to ${result}, if the user ${may}. */
static struct report_row deciding(struct visit *v, const struct lm_desk_board *b, int game,
                                  uint8_t result, bool may, struct report_row row)
{
    row.token = v->who.token;
    row.result = "";
    if (!may || game < 0)
        return row;
    row.board = b->games == NULL ? b->id : visit_print(v, "%s%c", b->id, 'a' + game);
    row.was = lm_desk_result_at(lm_desk_game_result(b, (size_t)game))->name;
    row.result = lm_desk_result_at(result)->name;
    row.label = shown_result(v, row.result);
    row.spoken = visit_say(v, LM_KEY("desk.make-result"),
                           (const struct lm_value[]){lm_value_text("result", row.label),
                                                     lm_value_number("board", b->number)},
                           2);
    row.act = section_url(v, b->white->section, "round/%u/result", b->round);
    return row;
}

/* Describe the recorded result of ${b} and who entered it; its button settles the conflict with the
 * reports. */
static struct report_row recorded(struct visit *v, const struct lm_desk_board *b, bool may)
{
    const struct lm_desk_entry *entry =
        b->line == 0 ? NULL : lm_desk_entry(v->event->desk, b->line);
    struct report_row row = {
        .text =
            visit_say(v, LM_KEY("desk.entered"),
                      (const struct lm_value[]){
                          lm_value_text("who", entry == NULL ? visit_word(v, LM_KEY("desk.log"))
                                                             : session_name_of(v, entry->line.by)),
                          lm_value_text("result", result_of(v, b))},
                      2)};
    return deciding(v, b, b->games == NULL ? 0 : -1, b->result, may, row);
}

/* List the recorded result of ${b} and all reports that differ from it. */
static enum lm_status reports_of(struct visit *v, const struct lm_desk_board *b, bool may,
                                 const struct report_row **out, size_t *count)
{
    struct report_row *rows = lm_arena_alloc(v->arena, b->report_count + 1, sizeof *rows);
    *out = rows;
    *count = 0;
    for (size_t i = 0; rows != NULL && i < b->report_count; i++) {
        const struct lm_desk_report *report = &b->reports[i];
        int game = game_said(report);
        if (!lm_desk_report_waits(b, i))
            continue;
        if (*count == 0 && lm_desk_has_result(b))
            rows[(*count)++] = recorded(v, b, may);
        rows[(*count)++] = deciding(v, b, game, game < 0 ? 0 : report->games[game], may,
                                    (struct report_row){.text = report_sentence(v, b, report)});
    }
    return rows == NULL ? LM_LIMIT : LM_OK;
}

/* Return the latest second check of game ${game} since its result was entered; 0: none yet. */
static uint8_t second_of(const struct lm_desk_board *b, size_t game)
{
    for (size_t i = b->report_count; i-- > 0;) {
        const struct lm_desk_report *report = &b->reports[i];
        uint8_t message = game < LM_DESK_GAMES ? report->games[game] : 0;
        if (report->line > b->line && message != 0)
            return message;
    }
    return 0;
}

/* Show a board as the second reader sees it: whether their reading agrees, without the recorded
 * result. */
static void hide_result(struct visit *v, const struct lm_desk_section *s,
                        const struct lm_desk_board *b, struct board_row *row,
                        struct game_row *games)
{
    bool all = true, same = true;
    for (size_t g = 0; g < row->game_count; g++) {
        uint8_t second = second_of(b, g);
        bool equal = second == lm_desk_game_result(b, g);
        games[g].result = second == 0 ? "" : equal ? "✓" : "≠";
        all &= second != 0;
        same &= equal;
    }
    row->open = !all;
    row->look = !all ? "waits" : same ? "done" : "done differs";
    row->result = !all ? "" : same ? "✓" : "≠";
    row->action = section_url(v, s, "round/%u/second", b->round);
}

/* Describe board ${g} of a team match: its players, those of the team named first on the left. */
static struct game_row board_of_teams(struct visit *v, const struct lm_desk_board *b, size_t g)
{
    const struct lm_desk_game *game = &b->games[g];
    const char *name = lm_desk_result_at(game->result)->name;
    const char *names[2];
    for (int side = 0; side < 2; side++)
        names[side] = game->players[side] == NULL ? "nobody" : player_name(v, game->players[side]);
    return (struct game_row){
        .id = visit_print(v, "%s%c", b->id, (int)('a' + g)),
        .was = name,
        .result = shown_result(v, name),
        .label = visit_print(v, ", board %zu", g + 1),
        .mark = visit_print(v, "%zu %s", g + 1, lm_desk_first_has_white(b, g) ? "▢" : "■"),
        .first = names[0],
        .other = names[1],
        .left = names[0],
        .right = names[1]};
}

/* List the games of ${b}: itself, or those of its match, with the player named first at left. */
struct game_row *games_of(struct visit *v, const struct lm_desk_board *b, size_t *count)
{
    struct game_row *games = lm_arena_alloc(v->arena, b->game_count, sizeof *games);
    bool match = b->games != NULL;
    *count = games == NULL ? 0 : b->game_count;
    for (size_t g = 0; g < *count; g++) {
        if (b->white->section->teams) {
            games[g] = board_of_teams(v, b, g);
            continue;
        }
        const char *name = lm_desk_result_at(lm_desk_game_result(b, g))->name;
        games[g] = (struct game_row){
            .id = match ? visit_print(v, "%s%c", b->id, (int)('a' + g)) : b->id,
            .was = name,
            .result = shown_result(v, name),
            .label = match ? visit_say_of(v, LM_KEY("desk.game"),
                                          lm_value_number("game", (int64_t)g + 1))
                           : "",
            .mark = !match ? "" : visit_print(v, "%zu %s", g + 1, g % 2 == 0 ? "▢" : "■"),
            .first = match ? player_name(v, b->white) : visit_word(v, LM_KEY("page.white")),
            .other = match ? player_name(v, b->black) : visit_word(v, LM_KEY("page.black"))};
    }
    return games;
}

static const char *rating_words(struct visit *v, const struct lm_desk_player *p)
{
    return p->rating > 0 ? visit_print(v, "%d", p->rating) : "";
}

static struct board_row board_of(struct visit *v, const struct lm_desk_section *s,
                                 const struct lm_desk_board *b, const int32_t *points, bool may)
{
    bool waits = b->result == 0 || lm_desk_result_at(b->result)->open;
    return (struct board_row){.number = b->number,
                              .id = b->id,
                              .result = result_of(v, b),
                              .white_title = b->white->person->title,
                              .white = player_name(v, b->white),
                              .black_title = b->black->person->title,
                              .black = player_name(v, b->black),
                              .white_id = b->white->person->id,
                              .black_id = b->black->person->id,
                              .white_points = {points[b->white->entry]},
                              .black_points = {points[b->black->entry]},
                              .white_rating = rating_words(v, b->white),
                              .black_rating = rating_words(v, b->black),
                              .look = waits ? "waits" : "done",
                              .action = section_url(v, s, "round/%u/result", b->round),
                              .why = section_url(v, s, "board/%s", b->id),
                              .open = waits,
                              .may = may};
}

/* Sort the boards of the arbiter's own sector to the front of ${boards}, if there are any. */
static struct board_row *own_first(struct visit *v, struct board_row *boards, size_t count,
                                   struct round_page *page)
{
    size_t own = 0, left = 0, next = 0;
    for (size_t i = 0; i < count; i++) {
        own += boards[i].own;
        left += boards[i].own && boards[i].open;
    }
    struct board_row *sorted = own == 0 ? NULL : lm_arena_alloc(v->arena, count, sizeof *sorted);
    if (sorted == NULL)
        return boards;
    for (int pass = 1; pass >= 0; pass--)
        for (size_t i = 0; i < count; i++)
            if (boards[i].own == (pass == 1)) {
                sorted[next] = boards[i];
                if (pass == 0)
                    sorted[next].look = visit_print(v, "%s other", boards[i].look);
                next++;
            }
    page->sector = visit_say(v, LM_KEY("entry.your-sector"),
                             (const struct lm_value[]){lm_value_number("left", (int64_t)left),
                                                       lm_value_number("all", (int64_t)own)},
                             2);
    return sorted;
}

static enum lm_status add_boards(struct visit *v, const struct lm_desk_section *s,
                                 const struct lm_desk_round *round, struct round_page *page)
{
    int32_t *points = points_before(v, s, round->number);
    struct board_row *boards = lm_arena_alloc(v->arena, round->board_count, sizeof *boards);
    struct idle_row *idles = lm_arena_alloc(v->arena, round->idle_count, sizeof *idles);
    if (points == NULL || boards == NULL || idles == NULL)
        return LM_LIMIT;
    const char *const *tables;
    if (lm_desk_tables(round, v->arena, &tables) != LM_OK)
        return LM_LIMIT;
    for (size_t i = 0; i < round->board_count; i++) {
        boards[i] = board_of(v, s, round->boards[i], points, page->may_result && page->playing);
        bool own = strcmp(tables[i], visit_print(v, "%u", boards[i].number)) == 0;
        boards[i].table = own ? "" : tables[i];
        boards[i].own = boards[i].may && is_own_sector(v, s, tables[i]);
        struct game_row *games = games_of(v, round->boards[i], &boards[i].game_count);
        if (games == NULL)
            return LM_LIMIT;
        boards[i].games = games;
        if (page->inside &&
            reports_of(v, round->boards[i],
                       visit_may(v, RIGHT_OVERWRITE) && page->playing && !page->second,
                       &boards[i].reports, &boards[i].report_count) != LM_OK)
            return LM_LIMIT;
        page->reported += boards[i].report_count > 0;
        page->disputed += boards[i].report_count > 1;
        if (boards[i].report_count > 0)
            boards[i].look = visit_print(v, "%s conflict%s", boards[i].look,
                                         boards[i].report_count > 1 ? " disputed" : "");
        if (page->second)
            hide_result(v, s, round->boards[i], &boards[i], games);
        page->left += boards[i].open;
        page->all_known &= round->boards[i]->result != 0;
    }
    for (size_t i = 0; i < round->idle_count; i++)
        idles[i] =
            (struct idle_row){round->idle[i].player->person->id,
                              player_name(v, round->idle[i].player),
                              site_idle_text(v->language, (enum lm_result)round->idle[i].kind),
                              {points[round->idle[i].player->entry]}};
    page->boards = own_first(v, boards, round->board_count, page);
    page->board_count = round->board_count;
    page->idles = idles;
    page->idle_count = round->idle_count;
    return LM_OK;
}

/* In a draft: do its players have different scores? */
static bool floats(const struct board_row *board)
{
    return board->white_points.tenths != board->black_points.tenths;
}

/* Does a player of ${board} not get the due colour? */
static bool lacks_colour(const struct board_row *board)
{
    return board->white_due != NULL || board->black_due != NULL;
}

/* The filters of boards, of a draft or of a round that is played. */
struct way {
    const char *name, *key;
    size_t count;
};

/* Add the filters of boards; each has its address.  One of a draft without boards is left out. */
static enum lm_status add_shows(struct visit *v, const struct lm_desk_section *s,
                                struct round_page *page)
{
    enum { WAYS = 4, RARE = 3 };
    size_t unequal = 0, undue = 0;
    for (size_t i = 0; i < page->board_count; i++) {
        unequal += floats(&page->boards[i]);
        undue += lacks_colour(&page->boards[i]);
    }
    const struct way draft[WAYS] = {{"", LM_KEY("desk.show-all"), page->board_count},
                                    {"changed", LM_KEY("desk.show-changed"), page->changed},
                                    {"floats", LM_KEY("desk.show-floats"), unequal},
                                    {"colours", LM_KEY("desk.show-colours"), undue}};
    const struct way play[WAYS] = {{"", LM_KEY("desk.show-all"), page->board_count},
                                   {"missing", LM_KEY("desk.show-missing"), page->left},
                                   {"reports", LM_KEY("desk.show-reports"), page->reported},
                                   {"conflicts", LM_KEY("desk.show-conflicts"), page->disputed}};
    struct tab *shows = lm_arena_alloc(v->arena, WAYS, sizeof *shows);
    if (shows == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < WAYS; i++) {
        const struct way *way = page->playing ? &play[i] : &draft[i];
        bool here = strcmp(page->show, way->name) == 0;
        if (way->count == 0 && !here && (!page->playing || i == RARE))
            continue;
        shows[page->show_count++] = (struct tab){
            section_url(v, s, "round/%u%s%s", page->number, i == 0 ? "" : "?show=", way->name),
            visit_say_of(v, way->key, lm_value_number("count", (int64_t)way->count)), here};
    }
    page->shows = shows;
    return LM_OK;
}

/* Look of a board of a draft: its marks are of use to arbiters alone. */
static void look_at_draft(struct visit *v, struct round_page *page)
{
    for (size_t i = 0; i < page->board_count; i++) {
        struct board_row *b = &page->boards[i];
        b->look = visit_print(v, "%s%s%s%s%s", b->look, b->changed ? " changed" : "",
                              b->broken ? " broken" : "", floats(b) ? " floats" : "",
                              lacks_colour(b) ? " undue" : "");
    }
}

/* Return "17 results are missing: boards 2, 5, 6, 9, 14, …". */
static const char *missing_results(struct visit *v, const struct round_page *page)
{
    enum { NAMED = 12 };
    struct lm_text text = lm_text_in(v->arena);
    size_t named = 0;
    for (size_t i = 0; i < page->board_count && named <= NAMED; i++) {
        if (!page->boards[i].open)
            continue;
        if (++named > NAMED)
            lm_text_add(&text, ", …");
        else
            lm_text_print(&text, "%s%u", named == 1 ? "" : ", ", page->boards[i].number);
    }
    return visit_say(v, LM_KEY("desk.missing"),
                     (const struct lm_value[]){lm_value_number("count", (int64_t)page->left),
                                               lm_value_text("boards", lm_text_string(&text))},
                     2);
}

/* Describe a conflict, with the names of all who entered a result. */
static const char *conflict_text(struct visit *v, const struct lm_desk_board *b,
                                 const struct due_row *row)
{
    struct lm_text all = lm_text_in(v->arena);
    for (size_t i = 0; i < row->report_count; i++)
        lm_text_print(&all, "%s%s", i == 0 ? "" : ", ", row->reports[i].text);
    return visit_say(v, LM_KEY("desk.conflict"),
                     (const struct lm_value[]){lm_value_number("board", b->number),
                                               lm_value_text("note", lm_text_string(&all))},
                     2);
}

/* Describe a task, with links to where it is settled: the board, the player, the round, or the acts
 * that the desk offers if there is a choice. */
static enum lm_status due_of(struct visit *v, const struct lm_desk_section *s,
                             const struct round_page *page, const struct lm_desk_due *due,
                             struct due_row *row)
{
    *row = (struct due_row){.text = visit_dated(v, visit_line(v, due->text, due->message))};
    if (due->kind == LM_DUE_CONFLICT) {
        bool may = visit_may(v, RIGHT_OVERWRITE) && !page->second;
        if (reports_of(v, due->board, may, &row->reports, &row->report_count) != LM_OK)
            return LM_LIMIT;
        row->text = conflict_text(v, due->board, row);
    }
    bool choice = due->kind == LM_DUE_ABSENCE || due->kind == LM_DUE_CHECK_IN;
    if (due->player != NULL)
        row->url = section_url(v, s, "player/%s", due->player->person->id);
    else if (due->board != NULL)
        row->url = due->round == page->number ? site_local(v->arena, "#b%u", due->board->number)
                                              : section_url(v, s, "board/%s", due->board->id);
    else if (due->note != NULL)
        row->url = section_url(v, s, "settings");
    else if (due->round > 0 && due->round != page->number)
        row->url = section_url(v, s, "round/%u", due->round);
    return choice ? deed_links(v, s, due->events, due->player, &row->acts, &row->act_count) : LM_OK;
}

static const char *lacking_text(struct visit *v, size_t players)
{
    return visit_say_of(v, LM_KEY("desk.lacking"), lm_value_number("count", (int64_t)players));
}

static enum lm_status add_dues(struct visit *v, const struct lm_desk_section *s,
                               struct round_page *page)
{
    enum { SHOWN = 12 };
    const struct lm_desk_due *dues;
    size_t count, incomplete = 0;
    enum lm_status status = lm_desk_due(v->event->desk, s, v->now, v->arena, &dues, &count);
    if (status != LM_OK)
        return status;
    struct due_row *rows = lm_arena_alloc(v->arena, SHOWN + 2, sizeof *rows);
    if (rows != NULL && page->playing && page->left > 0 && !page->second)
        rows[page->due_count++] = (struct due_row){.text = missing_results(v, page)};
    for (size_t i = 0; rows != NULL && status == LM_OK && i < count && page->due_count < SHOWN;
         i++) {
        if (dues[i].kind == LM_DUE_RESULT)
            continue; /* one row covers all of them */
        if (dues[i].kind != LM_DUE_CONFLICT && !visit_may(v, RIGHT_PRIVATE))
            continue; /* it shows players' requests and missing data */
        if (dues[i].kind == LM_DUE_CONFLICT && i > 0 && dues[i - 1].kind == LM_DUE_CONFLICT &&
            dues[i - 1].board == dues[i].board)
            continue; /* one row covers all reports of a board */
        if (dues[i].kind == LM_DUE_DATA) {
            incomplete++; /* one row covers all of them, the last */
            continue;
        }
        status = due_of(v, s, page, &dues[i], &rows[page->due_count++]);
    }
    if (rows != NULL && incomplete > 0)
        rows[page->due_count++] = (struct due_row){.text = lacking_text(v, incomplete),
                                                   .url = section_url(v, s, "players?lacking=1")};
    page->dues = rows;
    return rows == NULL ? LM_LIMIT : status;
}

static void add_rounds(struct visit *v, const struct lm_desk_section *s, uint32_t here,
                       struct round_page *page)
{
    struct round_step *rounds = lm_arena_alloc(v->arena, s->rounds, sizeof *rounds);
    for (uint32_t n = 1; rounds != NULL && n <= s->rounds; n++) {
        const struct lm_desk_round *round = lm_desk_round(s, n);
        rounds[page->round_count++] =
            (struct round_step){section_url(v, s, "round/%u", n), n, n == here,
                                round != NULL && round->state == LM_ROUND_CLOSED};
    }
    page->rounds = rounds;
}

static const char *said_of(struct visit *v, const struct lm_desk_round *round, size_t left)
{
    switch (round == NULL ? LM_ROUND_NONE : round->state) {
    case LM_ROUND_NONE:
        return visit_word(v, LM_KEY("desk.state-none"));
    case LM_ROUND_PROPOSED:
        return visit_word(v, LM_KEY("desk.state-proposal"));
    case LM_ROUND_ALTERED:
        return visit_say_of(v, LM_KEY("desk.state-altered"),
                            lm_value_number("version", (int64_t)round->version + 1));
    case LM_ROUND_CLOSED:
        return visit_word(v, LM_KEY("desk.state-closed"));
    case LM_ROUND_CANCELLED:
        return visit_word(v, LM_KEY("desk.state-cancelled"));
    default:
        return visit_say(
            v, LM_KEY("desk.state-playing"),
            (const struct lm_value[]){lm_value_number("version", round->version),
                                      lm_value_text("time", visit_clock(v, round->at, false)),
                                      lm_value_number("in", (int64_t)(round->board_count - left)),
                                      lm_value_number("boards", (int64_t)round->board_count)},
            4);
    }
}

static void add_choices(struct visit *v, struct round_page *page)
{
    size_t count;
    const struct lm_desk_result *results = lm_desk_results(&count);
    struct choice_row *rows = lm_arena_alloc(v->arena, count, sizeof *rows);
    for (size_t i = 0; rows != NULL && i < count; i++)
        rows[page->choice_count++] = (struct choice_row){
            results[i].name, i == 0 ? visit_word(v, LM_KEY("desk.nothing-known"))
                                    : shown_result(v, results[i].name)};
    page->choices = rows;
}

/* Describe the act that the user's undo would undo. */
const char *undo_said(struct visit *v, const struct lm_desk_section *s)
{
    struct lm_desk_step step;
    if (lm_desk_undo(v->event->desk, v->who.account, s->id, v->arena, NULL, &step) != LM_OK ||
        step.dependents.count > 0)
        return "";
    return step_said(v, &step);
}

static void add_acts(struct visit *v, const struct lm_desk_section *s,
                     const struct lm_desk_round *round, struct round_page *page)
{
    uint8_t state = round == NULL ? LM_ROUND_NONE : round->state;
    bool may = visit_may(v, RIGHT_ROUND) && !s->finished;
    uint32_t n = page->number;
    page->may_round = may;
    page->can_pair = state == LM_ROUND_NONE && n == section_round(s) && s->player_count > 1;
    page->can_publish = state == LM_ROUND_PROPOSED || state == LM_ROUND_ALTERED;
    page->can_drop = page->can_publish;
    page->next_number = n + 1;
    if ((state == LM_ROUND_CLOSED || state == LM_ROUND_CANCELLED) && n < s->rounds && may)
        page->next = section_url(v, s, "round/%u", n + 1);
    page->can_close = page->playing && page->all_known;
    page->can_reopen =
        state == LM_ROUND_CLOSED &&
        ((s->system->board != NULL && !s->system->knocks_out) || lm_desk_round(s, n + 1) == NULL);
    page->pair = section_url(v, s, "round/%u/pair", n);
    page->publish = section_url(v, s, "round/%u/publish", n);
    page->drop = section_url(v, s, "round/%u/drop", n);
    page->close = section_url(v, s, "round/%u/close", n);
    page->reopen = section_url(v, s, "round/%u/reopen", n);
    page->can_finish =
        state == LM_ROUND_CLOSED && n == s->rounds && !s->finished && visit_may(v, RIGHT_EVENT);
    page->finish = section_url(v, s, "round/%u/finish", n);
    page->undo_url = section_url(v, s, "round/%u/undo", n);
    page->act = section_url(v, s, "round/%u/result", n);
    page->paper = section_url(v, s, "paper/boards/%u", n);
    page->names = section_url(v, s, "paper/names/%u", n);
    page->by_hand = section_url(v, s, "round/%u/edit", n);
    page->may_edit = page->can_publish && !s->finished && visit_may(v, RIGHT_EVENT);
    if (page->playing && page->may_result) {
        page->first_pass = section_url(v, s, "round/%u", n);
        page->second_pass = section_url(v, s, "round/%u?pass=2", n);
    }
    page->slips = section_url(v, s, "paper/slips/%u", n);
}

/* Add the less frequent acts on a round. */
static enum lm_status add_more(struct visit *v, const struct lm_desk_section *s,
                               const struct lm_desk_round *round, struct round_page *page)
{
    bool drawn = round != NULL && round->position[0] != '\0';
    const char *kinds = page->playing && s->teams
                            ? "line-up substitute decide alter reseat excuse illegal moves delay "
                              "unpublish cancel"
                        : page->playing && !drawn
                            ? "alter reseat excuse empty forfeits illegal moves delay position "
                              "unpublish cancel"
                        : page->playing ? "alter reseat excuse empty forfeits illegal moves delay "
                                          "unpublish cancel"
                        : round == NULL && page->can_pair ? "pair schedule"
                                                          : "";
    return act_links(v, s, s->finished ? "" : kinds, visit_print(v, "round=%u", page->number),
                     &page->more, &page->more_count);
}

static const struct form_field pass_fields[] = {
    {"pass", FORM_NUMBER, 1, 2, NULL, false},
    {"show", FORM_CHOICE, 0, 10, "|missing|reports|conflicts|changed|floats|colours", false},
    {0}};

/* Begin the page, without its boards and acts; ${round} can be NULL. */
static struct round_page page_of(struct visit *v, const struct lm_desk_section *s,
                                 const struct lm_desk_round *round, uint32_t number, bool second)
{
    int state = round == NULL ? LM_ROUND_NONE : (int)round->state;
    struct round_page page = {
        .head =
            section_head(v, s, TAB_ROUND,
                         visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", number))),
        .token = v->who.token,
        .number = number,
        .undo = "",
        .redo = "",
        .lead = "",
        .verdict = "",
        .all_known = true,
        .inside = visit_may(v, RIGHT_DESK),
        .match = s->system->games_per_match > 1 || s->teams,
        .teams = s->teams,
        .version = visit_print(v, "%u", round == NULL ? 0 : round->version),
        .state = lm_desk_round_state_name(round == NULL ? LM_ROUND_NONE : round->state),
        .may_result = visit_may(v, RIGHT_RESULT),
        .playing = state == LM_ROUND_PUBLISHED || state == LM_ROUND_PLAYING};
    page.second = page.playing && page.may_result && second;
    return page;
}

/* Describe how many players the pairing of ${number} will include, before it is made. */
static const char *lead_of(struct visit *v, const struct lm_desk_section *s, uint32_t number)
{
    size_t play = 0, out = 0;
    for (size_t i = 0; i < s->player_count; i++) {
        const struct lm_desk_player *p = s->players[i];
        bool away = !lm_desk_in_play(p, number) || lm_desk_bye_of(p, number) != LM_BLANK;
        play += !away;
        out += away && p->standing == LM_PLAYS;
    }
    const struct lm_value values[] = {lm_value_number("play", (int64_t)play),
                                      lm_value_number("away", (int64_t)out)};
    return out == 0 ? visit_say(v, LM_KEY("desk.lead"), values, 1)
                    : visit_say(v, LM_KEY("desk.lead-away"), values, 2);
}

/* Add the parts for arbiters: the verdict, acts, undo, and tasks. */
static enum lm_status add_desk(struct visit *v, struct lm_desk_section *s,
                               const struct lm_desk_round *round, struct round_page *page)
{
    enum lm_status status = LM_OK;
    if (page->can_publish)
        status = add_verdict(v, s, round, page);
    if (status == LM_OK && (page->can_publish || (round != NULL && round->by_hand)))
        status = mark_colours(v, s, page);
    if (status == LM_OK)
        status = add_more(v, s, round, page);
    page->undo = undo_said(v, s);
    page->redo = redo_said(v, s->id);
    page->redo_url = section_url(v, s, "round/%u/redo", page->number);
    if (page->can_pair)
        page->lead = lead_of(v, s, page->number);
    else if (page->next.address != NULL)
        page->lead = visit_word(v, LM_KEY("desk.lead-over"));
    add_choices(v, page);
    return status == LM_OK ? add_dues(v, s, page) : status;
}

/* Keep only the board that ${board} names, or whose game it names ("3.12", "3.12a"). */
static void keep_board(const char *board, struct round_page *page)
{
    page->part = true;
    page->idle_count = 0;
    for (size_t i = 0; i < page->board_count; i++) {
        size_t length = strlen(page->boards[i].id);
        bool here = strncmp(board, page->boards[i].id, length) == 0;
        if (!here || lm_is_digit(board[length]))
            continue;
        page->boards += i;
        page->board_count = 1;
        return;
    }
}

const struct lm_desk_round *round_seen(const struct visit *v, const struct lm_desk_round *round)
{
    if (round == NULL || visit_may(v, RIGHT_DRAFT))
        return round;
    return round->version == 0 ? NULL : lm_desk_seen(round);
}

/* Set the messages for keys without effect. */
static void say_of_keys(struct visit *v, struct round_page *page)
{
    page->idle = page->playing && page->left > 0
                     ? visit_say_of(v, LM_KEY("desk.idle-missing"),
                                    lm_value_text("what", missing_results(v, page)))
                     : visit_word(v, LM_KEY("desk.idle-none"));
    page->full = visit_word(v, LM_KEY("desk.idle-full"));
    page->shut = visit_word(v, LM_KEY("desk.idle-shut"));
}

enum lm_status round_look(struct visit *v, struct lm_desk_section *s, uint32_t number, bool second,
                          struct round_page *page)
{
    enum lm_status status = LM_OK;
    const struct lm_desk_round *round = round_seen(v, lm_desk_round(s, number));
    *page = page_of(v, s, round, number, second);
    add_rounds(v, s, number, page);
    if (round != NULL)
        status = add_boards(v, s, round, page);
    const struct lm_value read[] = {
        lm_value_number("in", (int64_t)(page->board_count - page->left)),
        lm_value_number("boards", (int64_t)page->board_count)};
    page->begins = round_begins(v, s, page->number);
    page->show = "";
    if (page->board_count > 0)
        page->percent = (uint32_t)(100 * (page->board_count - page->left) / page->board_count);
    page->message = page->second ? visit_say(v, LM_KEY("desk.state-second"), read, 2)
                                 : said_of(v, round, page->left);
    add_acts(v, s, round, page);
    if (page->playing && page->left <= LM_PREVIEW_GAMES && number < s->rounds && !page->match &&
        s->system->cycle == NULL && visit_may(v, RIGHT_DESK)) {
        page->preview = section_url(v, s, "preview");
        page->next_number = number + 1;
    }
    page->can_close &= !page->second;
    return status == LM_OK && visit_may(v, RIGHT_DESK) ? add_desk(v, s, round, page) : status;
}

/* Write the round desk: with all boards (${board} NULL), or with one, for a page that has the
 * others; ${noted} is a remark on that board (NULL: none), ${show} the filter. */
static enum lm_status write_round(struct visit *v, struct lm_desk_section *s, uint32_t number,
                                  bool second, const char *board, const char *noted,
                                  const char *show)
{
    struct round_page page;
    enum lm_status status = round_look(v, s, number, second, &page);
    page.noted = noted;
    page.show = show;
    if (status == LM_OK && page.may_edit)
        look_at_draft(v, &page);
    if (status == LM_OK && ((page.playing && page.may_result && !second) || page.may_edit))
        status = add_shows(v, s, &page);
    say_of_keys(v, &page);
    if (status == LM_OK && board != NULL)
        keep_board(board, &page);
    if (status == LM_OK)
        page_desk_round(&v->reply->body, v->language, &page);
    return status;
}

static enum lm_status show_round(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    enum lm_status status = round_take(v, &s, &number);
    return status == LM_OK
               ? write_round(v, s, number, value(v, 0)->number == 2, NULL, NULL, value(v, 1)->text)
               : status;
}

enum lm_status show_board_of_round(struct visit *v, struct lm_desk_section *s, uint32_t round,
                                   bool second, const char *board)
{
    return write_round(v, s, round, second, board, NULL, "");
}

/* --- acts */

enum lm_status back_to_round(struct visit *v, const struct lm_desk_section *s, uint32_t round)
{
    return visit_go(v, "/e/%s/%s/round/%u", v->event->slug, s->id, round);
}

static enum lm_status do_round(struct visit *v, const char *event, const char *was)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    struct act act;
    enum lm_status status = round_take(v, &s, &number);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, event, s->id);
    act.act.was = was;
    status = act_put(v, &act, "round", visit_print(v, "%u", number));
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? back_to_round(v, s, number) : status;
}

static const struct form_field publish_fields[] = {{"was", FORM_TEXT, 0, 12, NULL, false}, {0}};

static enum lm_status pair_round(struct visit *v)
{
    return do_round(v, "pair", NULL);
}

static enum lm_status publish_round(struct visit *v)
{
    return do_round(v, "publish", value(v, 0)->given ? value(v, 0)->text : NULL);
}

static enum lm_status drop_round(struct visit *v)
{
    return do_round(v, "unpair", NULL);
}

static enum lm_status close_round(struct visit *v)
{
    return do_round(v, "close", NULL);
}

static enum lm_status reopen_round(struct visit *v)
{
    return do_round(v, "reopen", NULL);
}

static enum lm_status finish_section(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    struct act act;
    enum lm_status status = round_take(v, &s, &number);
    if (status != LM_OK)
        return status;
    act_begin(v, &act, "finish", s->id);
    status = act_do(v, &act, 1);
    return status == LM_OK ? visit_go(v, "/e/%s/%s/standings", v->event->slug, s->id) : status;
}

static const struct form_field result_fields[] = {{"board", FORM_TEXT, 0, 12, NULL, true},
                                                  {"result", FORM_TEXT, 0, 20, NULL, true},
                                                  {"was", FORM_TEXT, 0, 40, NULL, false},
                                                  {"part", FORM_NUMBER, 1, 1, NULL, false},
                                                  {0}};

const char *board_named(struct visit *v, const struct lm_desk_round *round, const char *typed)
{
    for (size_t i = 0; round != NULL && i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        size_t length = strlen(b->id);
        char *end = NULL;
        const char *game = typed + length;
        if (strncmp(typed, b->id, length) != 0) {
            if (strtoul(typed, &end, 10) != b->number || *end == '.')
                continue;
            game = end;
        }
        int named = b->games == NULL ? -1 : lm_desk_game_named(typed); /* "7:2" */
        if (game[0] == ':' && named >= 0 && named < b->game_count)
            return visit_print(v, "%s%c", b->id, 'a' + named);
        bool letter = b->games != NULL && game[0] >= 'a' && game[0] < 'a' + b->game_count;
        if (*game == '\0' || (letter && game[1] == '\0'))
            return visit_print(v, "%s%s", b->id, game);
    }
    return NULL;
}

/* Is the result of ${id} still open: postponed or unknown? Then a late entry is not a correction
 * (VCL 163). */
static bool is_open(const struct lm_desk_section *s, const char *id)
{
    const struct lm_desk_board *b = lm_desk_board(s, id);
    int game = b == NULL || b->games == NULL ? -1 : lm_desk_game_named(id);
    return b != NULL &&
           lm_desk_result_at(game < 0 ? b->result : lm_desk_game_result(b, (size_t)game))->open;
}

/* Answer an entry on ${board}: with its row and the remark ${message} for a page that has the
 * others; otherwise with the round. */
static enum lm_status show_entered(struct visit *v, struct lm_desk_section *s, uint32_t round,
                                   const char *board, const char *message)
{
    const struct lm_desk_board *b = lm_desk_board(s, board);
    return value(v, 3)->given ? write_round(v, s, round, false, board, message, "")
                              : visit_go(v, "/e/%s/%s/round/%u#b%u", v->event->slug, s->id, round,
                                         b == NULL ? 0 : b->number);
}

/* Record an entry as a report: ${known} has another result than its sender saw, or can change. An
 * arbiter with the right decides. */
static enum lm_status note_otherwise(struct visit *v, struct lm_desk_section *s,
                                     const struct lm_desk_board *known, const char *board,
                                     const char *result)
{
    struct act act;
    const char *message =
        visit_say(v, LM_KEY("desk.both-kept"),
                  (const struct lm_value[]){lm_value_number("board", known->number),
                                            lm_value_text("recorded", result_of(v, known)),
                                            lm_value_text("entered", shown_result(v, result))},
                  3);
    act_begin(v, &act, "report", s->id);
    enum lm_status status = act_put(v, &act, "board", board);
    if (status == LM_OK)
        status = act_put(v, &act, "result", result);
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    if (status == LM_OK && !value(v, 3)->given && !visit_may(v, RIGHT_OVERWRITE))
        return visit_refuse(v, 409, "%s", message);
    return status == LM_OK ? show_entered(v, s, known->round, board, message) : status;
}

/* Has the result of ${id} changed since the sender's page? Put the current one into ${*stands}. */
static bool has_changed(struct visit *v, const struct lm_desk_section *s, const char *id,
                        uint8_t *stands)
{
    const struct lm_desk_board *b = lm_desk_board(s, id);
    int game = b == NULL || b->games == NULL ? -1 : lm_desk_game_named(id);
    if (b == NULL || !value(v, 2)->given || (b->games != NULL && game < 0))
        return false;
    *stands = lm_desk_game_result(b, game < 0 ? 0 : (size_t)game);
    const char *was = value(v, 2)->length == 0 ? "none" : value(v, 2)->text;
    return strcmp(lm_desk_result_at(*stands)->name, was) != 0;
}

/* Handle ${result} for ${board} if it conflicts with another entry in the round; true: the answer
 * is written. Neither this entry nor the other is lost. */
static bool meets_another(struct visit *v, struct lm_desk_section *s, const char *board,
                          const struct lm_desk_result *result, bool *fresh, enum lm_status *status)
{
    uint8_t stands = 0;
    const struct lm_desk_board *b = lm_desk_board(s, board);
    bool clear = strcmp(result->name, "none") == 0;
    const struct lm_desk_board *known = clear ? NULL : reach_known(s, board, result->name);
    bool changed = has_changed(v, s, board, &stands);
    *fresh = changed && stands == 0; /* cleared meanwhile: enter it on the empty board */
    if (known != NULL && (!visit_may(v, RIGHT_OVERWRITE) || (changed && stands != 0)))
        *status = note_otherwise(v, s, known, board, result->name);
    else if (changed && strcmp(lm_desk_result_at(stands)->name, result->name) == 0)
        *status = show_entered(v, s, b->round, board, NULL); /* both entries agree */
    else if (changed && clear)
        *status = show_entered(
            v, s, b->round, board,
            visit_say(v, LM_KEY("desk.not-cleared"),
                      (const struct lm_value[]){lm_value_number("board", b->number),
                                                lm_value_text("recorded", result_of(v, b))},
                      2));
    else
        return false;
    return true;
}

static enum lm_status enter_result(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    struct act act;
    bool fresh = false;
    enum lm_status status = round_take(v, &s, &number);
    if (status != LM_OK)
        return status;
    const char *board = board_named(v, lm_desk_round(s, number), value(v, 0)->text);
    if (board == NULL)
        return visit_refuse(v, 422, "Board %s isn’t in round %u", value(v, 0)->text, number);
    const struct lm_desk_result *result = lm_desk_result_named(value(v, 1)->text);
    if (result == NULL)
        return visit_refuse(v, 422, "\"%s\" isn’t a result", value(v, 1)->text);
    /* A change in a round that is closed, or after which another was paired, is a correction: the
     * desk explains its effect. */
    bool late = (number < section_round(s) || lm_desk_round(s, number)->state == LM_ROUND_CLOSED) &&
                !is_open(s, board);
    bool clear = strcmp(result->name, "none") == 0;
    if (!late && meets_another(v, s, board, result, &fresh, &status))
        return status;
    act_begin(v, &act, clear ? "clear" : late ? "correct" : "result", s->id);
    act.act.was = value(v, 2)->given && !fresh ? value(v, 2)->text : NULL;
    status = act_put(v, &act, "board", board);
    if (status == LM_OK && !clear)
        status = act_put(v, &act, "result", result->name);
    if (status == LM_OK)
        status = act_do(v, &act, 1);
    return status == LM_OK ? show_entered(v, s, number, board, NULL) : status;
}

static const struct form_field undo_fields[] = {
    {"player", FORM_TEXT, 0, 20, NULL, false}, /* player on whose page undo was chosen */
    {0}};

static enum lm_status undo(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    const char *what = "";
    enum lm_status status = round_take(v, &s, &number);
    if (status == LM_OK)
        status = act_undo(v, s->id, &what);
    if (status == LM_OK && value(v, 0)->length > 0 && lm_desk_player(s, value(v, 0)->text) != NULL)
        return visit_go(v, "/e/%s/%s/player/%s", v->event->slug, s->id, value(v, 0)->text);
    return status == LM_OK ? back_to_round(v, s, number) : status;
}

static enum lm_status redo(struct visit *v)
{
    struct lm_desk_section *s;
    uint32_t number = 0;
    enum lm_status status = round_take(v, &s, &number);
    if (status == LM_OK)
        status = act_redo(v, s->id);
    return status == LM_OK ? back_to_round(v, s, number) : status;
}

#define R "/e/:event/:section/round/:round"

const struct handler round_handlers[] = {
    {false, R, RIGHT_LOOK, pass_fields, "a round; with pass=2 its second pass", show_round, false},
    {true, R "/pair", RIGHT_ROUND, NULL, "pair it", pair_round, false},
    {true, R "/publish", RIGHT_ROUND, publish_fields, "publish the pairing", publish_round, false},
    {true, R "/drop", RIGHT_ROUND, NULL, "forget the proposal", drop_round, false},
    {true, R "/close", RIGHT_ROUND, NULL, "close the round", close_round, false},
    {true, R "/reopen", RIGHT_ROUND, NULL, "open it again", reopen_round, false},
    {true, R "/finish", RIGHT_EVENT, NULL, "the section is over", finish_section, false},
    {true, R "/result", RIGHT_RESULT, result_fields, "enter a result", enter_result, false},
    {true, R "/undo", RIGHT_RESULT, undo_fields, "take back one's last entry", undo, false},
    {true, R "/redo", RIGHT_RESULT, NULL, "do again what one took back last", redo, false},
    {0}};
