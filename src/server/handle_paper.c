/* SPDX-License-Identifier: Apache-2.0 */
/* Output of the desk: printouts, result slips, standings, files, the public pairing list. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "base/texts.h"
#include "limmat/formats.h"
#include "limmat/ranking.h"
#include "server/clocks.h"
#include "server/entries.h"
#include "server/handlers.h"
#include "server/journal_lines.h"
#include "server/paper.h"
#include "server/qr.h"
#include "server/tables.h"
#include "server/templates.h"
#include "site/pages.h"
#include "site/said.h"

/* --- tables */

enum { SLIPS = 4 /* a sheet of paper */ };

void add_column(struct table_maker *m, const char *text, const char *look)
{
    m->columns[m->page.column_count++] = (struct cell){.text = text, .look = look};
}

/* Add a row, of as many cells as there are columns. */
struct cell *add_row(struct table_maker *m)
{
    struct cell *cells = lm_arena_alloc(m->v->arena, m->page.column_count, sizeof *cells);
    if (cells == NULL || !lm_arena_grow(m->v->arena, &m->rows, &m->capacity, m->page.row_count + 1,
                                        sizeof *m->rows)) {
        m->failed = true;
        return NULL;
    }
    for (size_t i = 0; i < m->page.column_count; i++)
        cells[i] = (struct cell){.text = "", .look = m->columns[i].look};
    m->rows[m->page.row_count++] =
        (struct line_row){.cells = cells, .cell_count = m->page.column_count};
    return cells;
}

/* --- as PDF */

const struct form_field paper_fields[] = {SHEET_FIELD, {0}};

/* Return the field "pdf" of this address; NULL: not a printout. */
static const struct form_value *pdf_field(struct visit *v)
{
    const struct form_field *fields = v->handler->fields;
    for (size_t i = 0; fields != NULL && fields[i].name != NULL; i++)
        if (strcmp(fields[i].name, "pdf") == 0)
            return value(v, i);
    return NULL;
}

/* Is the sheet requested as PDF, and on which paper? */
bool paper_wants_pdf(struct visit *v, enum pdf_paper *paper)
{
    const struct form_value *given = pdf_field(v);
    if (given == NULL || given->length == 0)
        return false;
    *paper = strcmp(given->text, "letter") == 0 ? PDF_LETTER : PDF_A4;
    return true;
}

/* Return this address with ${query}, "?pdf=a4"; none without PDF. */
struct site_url paper_pdf_url(struct visit *v, const char *query)
{
    return pdf_built() ? site_local(v->arena, "%s%s", v->request->path, query)
                       : (struct site_url){NULL};
}

/* Send the output as a file, "open-main-paper-boards-3.pdf". */
enum lm_status paper_send_pdf(struct visit *v, enum lm_status status)
{
    struct lm_text name = lm_text_in(v->arena);
    if (!pdf_built())
        return visit_refuse(v, 404, "This server can’t make a PDF. Print the page");
    for (const char *c = v->request->path + strlen("/e/"); status == LM_OK && *c != '\0'; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || lm_is_digit(*c);
        lm_text_add_char(&name, plain ? *c : '-');
    }
    lm_text_add(&name, ".pdf");
    v->reply->type = "application/pdf";
    v->reply->file = lm_text_string(&name);
    return status;
}

enum lm_status write_table(struct table_maker *m)
{
    enum pdf_paper paper;
    m->page.columns = m->columns;
    m->page.rows = m->rows;
    if (m->failed)
        return LM_LIMIT;
    if (paper_wants_pdf(m->v, &paper))
        return paper_send_pdf(m->v, pdf_table(&m->page, paper, &m->v->reply->body));
    if (pdf_field(m->v) != NULL && m->page.pdf_a4.address == NULL) {
        m->page.pdf_a4 = paper_pdf_url(m->v, "?pdf=a4");
        m->page.pdf_letter = paper_pdf_url(m->v, "?pdf=letter");
    }
    page_desk_table(&m->v->reply->body, m->v->language, &m->page);
    return LM_OK;
}

enum lm_status write_table_csv(struct table_maker *m, const char *name)
{
    struct lm_text *out = &m->v->reply->body;
    const size_t width = m->page.column_count;
    if (m->failed)
        return LM_LIMIT;
    for (size_t row = 0; row <= m->page.row_count; row++)
        for (size_t i = 0; i < width; i++) {
            const struct cell *cells = row == 0 ? m->columns : m->rows[row - 1].cells;
            lm_text_add_csv(out, cells[i].text, true);
            lm_text_add(out, i + 1 == width ? "\r\n" : ",");
        }
    m->v->reply->type = "text/csv; charset=utf-8";
    m->v->reply->file = visit_print(m->v, "%s-%s.csv", m->v->event->slug, name);
    return LM_OK;
}

/* --- pairings */

/* Find the published round ${v->parts[2]}; a draft only for users who can see drafts. */
static enum lm_status round_of(struct visit *v, struct lm_desk_section **s,
                               const struct lm_desk_round **round)
{
    int64_t n;
    enum lm_status status = section_take(v, s);
    if (status != LM_OK)
        return status;
    *round = lm_parse_integer(v->parts[2], strlen(v->parts[2]), 1, (*s)->rounds, &n)
                 ? round_seen(v, lm_desk_round(*s, (uint32_t)n))
                 : NULL;
    if (*round == NULL)
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("desk.not-published")));
    return LM_OK;
}

/* Label the boards of ${round}, by their index; NULL: no memory. ${*elsewhere}: a fixed table has
 * another label than its board. */
static const char *const *tables_of(struct visit *v, const struct lm_desk_round *round,
                                    bool *elsewhere)
{
    const char *const *tables;
    *elsewhere = false;
    if (lm_desk_tables(round, v->arena, &tables) != LM_OK)
        return NULL;
    for (size_t i = 0; i < round->board_count; i++)
        *elsewhere |= strcmp(tables[i], visit_print(v, "%u", round->boards[i]->number)) != 0;
    return tables;
}

/* Return the name for printouts: as they are put up in public, the public name for every reader. */
const char *paper_titled(struct visit *v, const struct lm_desk_player *p)
{
    return *p->person->title == '\0' ? public_name(v, p)
                                     : visit_print(v, "%s %s", p->person->title, public_name(v, p));
}

/* Begin a list of pairings with ${note} and the start of ${round}. */
static struct table_maker pairings_of(struct visit *v, const struct lm_desk_section *s,
                                      const struct lm_desk_round *round, const char *look,
                                      const char *note)
{
    const char *begins = round_begins(v, s, round->number);
    const char *title =
        visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", round->number));
    struct table_maker m = {.v = v};
    m.page.head = section_head(v, s, TAB_FILES, title);
    m.page.title = title;
    m.page.note = *begins == '\0' ? note : visit_print(v, "%s · %s", note, begins);
    m.page.stamp = stamp_of(v, round);
    m.page.look = look;
    return m;
}

static const char *result_text(struct visit *v, const struct lm_desk_board *b)
{
    return result_of(v, b);
}

const char *colours_of(const struct lm_language *language, const struct lm_desk_board *b,
                       bool white)
{
    if (b->games != NULL)
        return site_word(language, white ? LM_KEY("page.white-black") : LM_KEY("page.black-white"));
    return site_word(language, white ? LM_KEY("page.white") : LM_KEY("page.black"));
}

/* Write the team matches, board by board, to be filled in or with results. */
static enum lm_status write_matches(struct visit *v, const struct lm_desk_section *s,
                                    const struct lm_desk_round *round, const char *look, bool blank)
{
    struct table_maker m = pairings_of(v, s, round, look,
                                       blank ? visit_word(v, LM_KEY("desk.match-sheets"))
                                             : visit_word(v, LM_KEY("desk.match-by-match")));
    add_column(&m, visit_word(v, LM_KEY("page.board")), "n");
    add_column(&m, "", "");
    add_column(&m, visit_word(v, LM_KEY("desk.team-first")), "name");
    add_column(&m, visit_word(v, LM_KEY("page.result")), "r");
    add_column(&m, visit_word(v, LM_KEY("desk.team-other")), "name");
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[0].text =
            visit_say_of(v, LM_KEY("desk.match-numbered"), lm_value_number("number", b->number));
        const char *room = room_in(v, s, visit_print(v, "%u", b->number));
        if (*room != '\0')
            cells[0].text = visit_print(v, "%s · %s", cells[0].text, room);
        cells[2].text = public_name(v, b->white);
        cells[3].text = blank ? "____ : ____" : lm_desk_score_text(b, v->arena);
        cells[4].text = public_name(v, b->black);
        for (size_t g = 0; g < b->game_count; g++) {
            const struct lm_desk_game *game = &b->games[g];
            const char *result = shown_result(v, lm_desk_result_at(game->result)->name);
            if ((cells = add_row(&m)) == NULL)
                break;
            cells[0].text = visit_print(v, "%zu", g + 1);
            cells[1].text = lm_desk_first_has_white(b, g) ? "▢ ■" : "■ ▢";
            cells[2].text = game->players[0] == NULL ? visit_word(v, LM_KEY("page.nobody"))
                                                     : paper_titled(v, game->players[0]);
            cells[3].text = *result != '\0' ? result : blank ? "___ : ___" : "";
            cells[4].text = game->players[1] == NULL ? visit_word(v, LM_KEY("page.nobody"))
                                                     : paper_titled(v, game->players[1]);
        }
    }
    return write_table(&m);
}

static enum lm_status show_by_board(struct visit *v)
{
    struct lm_desk_section *s;
    const struct lm_desk_round *round;
    enum lm_status status = round_of(v, &s, &round);
    if (status != LM_OK)
        return status;
    if (s->teams)
        return write_matches(v, s, round, "boards-sheet", false);
    struct table_maker m =
        pairings_of(v, s, round, "boards-sheet", visit_word(v, LM_KEY("desk.by-board")));
    bool elsewhere;
    const char *const *tables = tables_of(v, round, &elsewhere);
    if (tables == NULL)
        return LM_LIMIT;
    add_column(&m, visit_word(v, elsewhere ? LM_KEY("desk.table") : LM_KEY("page.board")), "n");
    bool match = s->system->games_per_match > 1;
    add_column(
        &m, match ? visit_word(v, LM_KEY("desk.white-first")) : visit_word(v, LM_KEY("page.white")),
        "name");
    add_column(&m, visit_word(v, LM_KEY("page.rating")), "n d");
    add_column(&m,
               match ? visit_word(v, LM_KEY("page.results")) : visit_word(v, LM_KEY("page.result")),
               "r");
    add_column(
        &m, match ? visit_word(v, LM_KEY("desk.black-first")) : visit_word(v, LM_KEY("page.black")),
        "name");
    add_column(&m, visit_word(v, LM_KEY("page.rating")), "n d");
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[0].text = tables[i];
        cells[1].text = paper_titled(v, b->white);
        cells[2].text = b->white->rating > 0 ? visit_print(v, "%d", b->white->rating) : "";
        cells[3].text = result_text(v, b);
        cells[4].text = paper_titled(v, b->black);
        cells[5].text = b->black->rating > 0 ? visit_print(v, "%d", b->black->rating) : "";
    }
    for (size_t i = 0; i < round->idle_count; i++) {
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[1].text = paper_titled(v, round->idle[i].player);
        cells[4].text = site_idle_text(v->language, (enum lm_result)round->idle[i].kind);
    }
    return write_table(&m);
}

/* Fill a row of the notice board: ${player} at the left or the right, with ${points} before the
 * round. */
static void put_with_points(struct visit *v, struct cell *cells, bool right,
                            const struct lm_desk_player *player, int32_t points)
{
    struct lm_text own = lm_text_in(v->arena);
    site_add_points(&own, (struct site_points){points});
    cells[right ? 5 : 1].text = visit_print(v, "%u", player->number);
    cells[right ? 6 : 2].text = paper_titled(v, player);
    cells[right ? 7 : 3].text = lm_text_string(&own);
}

/* Write the pairings for the notice board: with points before the round and pairing numbers beside
 * the names. */
static enum lm_status show_with_points(struct visit *v)
{
    struct lm_desk_section *s;
    const struct lm_desk_round *round;
    enum lm_status status = round_of(v, &s, &round);
    bool elsewhere;
    const char *const *tables = status == LM_OK ? tables_of(v, round, &elsewhere) : NULL;
    int32_t *points = status == LM_OK ? points_before(v, s, round->number) : NULL;
    if (tables == NULL || points == NULL)
        return status == LM_OK ? LM_LIMIT : status;
    struct table_maker m =
        pairings_of(v, s, round, "boards-sheet", visit_word(v, LM_KEY("desk.with-points")));
    add_column(&m, visit_word(v, elsewhere ? LM_KEY("desk.table") : LM_KEY("page.board")), "n");
    for (int side = 0; side < 2; side++) {
        add_column(&m, visit_word(v, LM_KEY("page.number")), "n");
        add_column(&m, visit_word(v, side == 0 ? LM_KEY("page.white") : LM_KEY("page.black")),
                   "name");
        add_column(&m, visit_word(v, LM_KEY("page.pts")), "n");
        if (side == 0)
            add_column(&m, visit_word(v, LM_KEY("page.result")), "r");
    }
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[0].text = tables[i];
        cells[4].text = result_text(v, b);
        put_with_points(v, cells, false, b->white, points[b->white->entry]);
        put_with_points(v, cells, true, b->black, points[b->black->entry]);
    }
    for (size_t i = 0; i < round->idle_count; i++) {
        const struct lm_desk_player *player = round->idle[i].player;
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[6].text = site_idle_text(v->language, (enum lm_result)round->idle[i].kind);
        put_with_points(v, cells, false, player, points[player->entry]);
    }
    return write_table(&m);
}

struct named_row {
    const char *key, *name, *where, *against;
    const char *bare, *other; /* names without titles: the player, the opponent or "" */
    const char *room;         /* "": none */
    const char *board,
        *piece; /* of the public list: "12", "2:3"; "White", "Black", "" in a match or for a bye */
};

static int by_their_names(const void *a, const void *b)
{
    const struct named_row *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : strcmp(x->name, y->name);
}

/* Make the sort key of a name: Öztürk next to Oztas, titles ignored. */
static struct named_row named_as(struct visit *v, const char *name, const struct lm_desk_player *p,
                                 const char *where, const char *against)
{
    struct lm_text key = lm_text_in(v->arena);
    lm_text_add_folded(&key, name, strlen(name));
    return (struct named_row){
        .key = lm_text_string(&key),
        .name = *p->person->title == '\0' ? name : visit_print(v, "%s %s", name, p->person->title),
        .where = where,
        .against = against,
        .bare = name,
        .other = "",
        .room = "",
        .board = "",
        .piece = ""};
}

static struct named_row named(struct visit *v, const struct lm_desk_player *p, const char *where,
                              const char *against)
{
    return named_as(v, public_name(v, p), p, where, against);
}

/* Add the board players of teams, by name. */
static enum lm_status add_seats(struct visit *v, const struct lm_desk_round *round,
                                struct named_row **out, size_t *count)
{
    struct named_row *rows =
        lm_arena_alloc(v->arena, 2 * round->board_count * LM_DESK_GAMES, sizeof *rows);
    *count = 0;
    for (size_t i = 0; rows != NULL && i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        const char *room = room_in(v, b->white->section, visit_print(v, "%u", b->number));
        for (size_t k = 0; k < 2u * b->game_count; k++) {
            const struct lm_desk_game *game = &b->games[k / 2];
            const struct lm_desk_player *p = game->players[k % 2],
                                        *other = game->players[1 - k % 2];
            bool white = lm_desk_first_has_white(b, k / 2) == (k % 2 == 0);
            if (p == NULL)
                continue;
            rows[*count] = named(
                v, p,
                visit_print(v, "%u:%zu %s%s%s", b->number, k / 2 + 1,
                            visit_word(v, white ? LM_KEY("page.white") : LM_KEY("page.black")),
                            *room == '\0' ? "" : " · ", room),
                other == NULL ? visit_word(v, LM_KEY("page.nobody")) : paper_titled(v, other));
            rows[*count].other =
                other == NULL ? visit_word(v, LM_KEY("page.nobody")) : public_name(v, other);
            rows[*count].board = visit_print(v, "%u:%zu", b->number, k / 2 + 1);
            rows[*count].room = room;
            rows[(*count)++].piece = white ? "White" : "Black";
        }
    }
    *out = rows;
    if (rows != NULL)
        lm_sort(rows, *count, sizeof *rows, by_their_names);
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status add_names(struct visit *v, const struct lm_desk_section *s,
                                const struct lm_desk_round *round, struct named_row **out,
                                size_t *count)
{
    if (s->teams)
        return add_seats(v, round, out, count);
    struct named_row *rows =
        lm_arena_alloc(v->arena, 2 * round->board_count + round->idle_count, sizeof *rows);
    *count = 0;
    bool elsewhere;
    const char *const *tables = tables_of(v, round, &elsewhere);
    if (tables == NULL)
        return LM_LIMIT;
    for (size_t i = 0; rows != NULL && i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        const char *room = room_in(v, s, tables[i]);
        for (size_t side = 0; side < 2; side++) {
            const struct lm_desk_player *p = side == 0 ? b->white : b->black;
            rows[*count] =
                named(v, p,
                      visit_print(v, "%s %s%s%s", tables[i], colours_of(v->language, b, side == 0),
                                  *room == '\0' ? "" : " · ", room),
                      paper_titled(v, side == 0 ? b->black : b->white));
            rows[*count].other = public_name(v, side == 0 ? b->black : b->white);
            rows[*count].board = tables[i];
            rows[*count].room = room;
            rows[(*count)++].piece = b->games != NULL ? "" : side == 0 ? "White" : "Black";
        }
    }
    for (size_t i = 0; rows != NULL && i < round->idle_count; i++)
        rows[(*count)++] =
            named(v, round->idle[i].player,
                  site_idle_text(v->language, (enum lm_result)round->idle[i].kind), "");
    *out = rows;
    if (rows != NULL)
        lm_sort(rows, *count, sizeof *rows, by_their_names);
    return rows == NULL ? LM_LIMIT : LM_OK;
}

static enum lm_status show_by_name(struct visit *v)
{
    struct lm_desk_section *s;
    const struct lm_desk_round *round;
    struct named_row *rows;
    size_t count;
    enum lm_status status = round_of(v, &s, &round);
    if (status == LM_OK)
        status = add_names(v, s, round, &rows, &count);
    if (status != LM_OK)
        return status;
    struct table_maker m =
        pairings_of(v, s, round, "names-sheet two-lanes", visit_word(v, LM_KEY("desk.by-name")));
    add_column(&m, visit_word(v, LM_KEY("page.name")), "name");
    bool elsewhere = false;
    if (!s->teams && tables_of(v, round, &elsewhere) == NULL)
        return LM_LIMIT;
    add_column(&m, visit_word(v, elsewhere ? LM_KEY("desk.table") : LM_KEY("page.board")), "where");
    add_column(&m, visit_word(v, LM_KEY("desk.against")), "name d");
    for (size_t i = 0; i < count; i++) {
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[0].text = rows[i].name;
        cells[1].text = rows[i].where;
        cells[2].text = rows[i].against;
    }
    return write_table(&m);
}

/* --- the public pairing list */

/* Return the first letter of ${name}. */
static const char *initial_of(struct visit *v, const char *name)
{
    uint32_t point;
    size_t size = lm_utf8_point(name, strlen(name), &point);
    return lm_arena_copy(v->arena, name, size == 0 ? 1 : size);
}

/* Split the ${count} ${rows} into screens, of ${WALL_ROWS} in two columns each. */
static enum lm_status add_wall_pages(struct visit *v, const struct named_row *rows, size_t count,
                                     struct wall_page *page)
{
    enum { WALL_ROWS = 24 };
    size_t pages = (count + WALL_ROWS - 1) / WALL_ROWS;
    struct wall_row *all = lm_arena_alloc(v->arena, count, sizeof *all);
    struct wall_sheet *sheets = lm_arena_alloc(v->arena, pages, sizeof *sheets);
    if (all == NULL || sheets == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < count; i++)
        all[i] =
            (struct wall_row){.name = rows[i].bare,
                              .against = *rows[i].other == '\0' ? rows[i].where : rows[i].other,
                              .board = rows[i].board,
                              .room = rows[i].room,
                              .piece = rows[i].piece,
                              .colour = visit_word(v, *rows[i].piece == 'W' ? LM_KEY("page.white")
                                                                            : LM_KEY("page.black")),
                              .plays = *rows[i].board != '\0'};
    for (size_t i = 0; i < pages; i++) {
        size_t first = i * WALL_ROWS, next = first + WALL_ROWS < count ? first + WALL_ROWS : count;
        const struct lm_value ends[] = {lm_value_text("first", initial_of(v, rows[first].bare)),
                                        lm_value_text("last", initial_of(v, rows[next - 1].bare))};
        sheets[i] = (struct wall_sheet){.walls = all + first,
                                        .wall_count = next - first,
                                        .range = visit_say(v, LM_KEY("desk.wall-range"), ends, 2)};
    }
    page->sheets = sheets;
    page->sheet_count = pages;
    return LM_OK;
}

/* Return the last published round as published: the list is public, even if an arbiter opens it. */
static const struct lm_desk_round *published_last(const struct lm_desk_section *s)
{
    const struct lm_desk_round *round = lm_desk_current(s);
    if (round != NULL && round->version == 0)
        round = lm_desk_round(s, round->number - 1);
    return round == NULL ? NULL : lm_desk_seen(round);
}

static enum lm_status show_wall(struct visit *v)
{
    struct lm_desk_section *s;
    struct named_row *rows;
    size_t count;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    const struct lm_desk_round *round = published_last(s);
    if (round == NULL)
        return visit_refuse(v, 404, "%s", visit_word(v, LM_KEY("desk.no-round-yet")));
    const char *title =
        visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", round->number));
    struct wall_page page = {.head = section_head(v, s, TAB_FILES, title),
                             .title = title,
                             .section =
                                 lm_desk_event(v->event->desk)->section_count > 1 ? s->title : "",
                             .address = visit_print(v, "%s/p/%s", v->server->url, v->event->slug)};
    int64_t start = lm_desk_start(s, round->number);
    page.begins = round_begins(v, s, round->number);
    if (start != LM_NO_TIME && start > v->now) {
        page.starts = start;
        page.clock = visit_clock(v, start, false);
    }
    page.stamp = visit_say(
        v, LM_KEY("desk.stamp-version"),
        (const struct lm_value[]){lm_value_number("version", round->version),
                                  lm_value_text("time", visit_clock(v, round->at, false))},
        2);
    page.code = qr_picture(page.address, visit_word(v, LM_KEY("desk.qr")), v->arena);
    status = add_names(v, s, round, &rows, &count);
    if (status == LM_OK)
        status = add_wall_pages(v, rows, count, &page);
    if (status == LM_OK)
        page_desk_wall(&v->reply->body, v->language, &page);
    return status;
}

/* Is ${board} among "7, 14-16"? Every board is, if ${boards} is empty. */
static bool is_wanted(const char *boards, uint32_t board)
{
    bool any = false;
    for (const char *at = boards; *at != '\0';) {
        char *end;
        unsigned long first = strtoul(at, &end, 10), last = first;
        if (end == at) {
            at++;
            continue;
        }
        if (*end == '-')
            last = strtoul(end + 1, &end, 10);
        if (board >= first && board <= last)
            return true;
        any = true;
        at = end;
    }
    return !any;
}

/* List the players who need no slip, as they do not play; "": none. */
static const char *without_slip(struct visit *v, const struct lm_desk_round *round)
{
    enum { NAMED = 8 };
    struct lm_text text = lm_text_in(v->arena);
    for (size_t i = 0; i < round->idle_count && i < NAMED; i++)
        lm_text_print(&text, "%s%s: %s", i == 0 ? "" : "; ", public_name(v, round->idle[i].player),
                      site_idle_text(v->language, (enum lm_result)round->idle[i].kind));
    if (round->idle_count > NAMED)
        lm_text_print(&text, "; %s",
                      visit_say_of(v, LM_KEY("desk.and-more"),
                                   lm_value_number("count", (int64_t)(round->idle_count - NAMED))));
    return lm_text_string(&text);
}

static const struct form_field slips_fields[] = {
    {"boards", FORM_TEXT, 0, 200, NULL, false}, SHEET_FIELD, {0}};

/* Return "?boards=7%2C14-16&pdf=", without empty fields. */
static const char *slips_query(struct visit *v, const char *boards, const char *paper)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_print(&text, "?pdf=%s&boards=", paper);
    for (const char *c = boards; *c != '\0'; c++)
        lm_text_add_char(&text, lm_is_digit(*c) || *c == '-' ? *c : '+');
    return lm_text_string(&text);
}

/* Make the slip of board ${b}; if it is NULL, an empty one that keeps its place in the stack. */
static struct slip slip_of(struct visit *v, const struct lm_desk_round *round,
                           const struct lm_desk_board *b, const char *table, const char *without)
{
    struct slip slip = {.round = round->number,
                        .event = lm_desk_event(v->event->desk)->name,
                        .table = "",
                        .room = "",
                        .stamp = b == NULL && without == NULL
                                     ? ""
                                     : visit_say_of(v, LM_KEY("desk.version"),
                                                    lm_value_number("version", round->version)),
                        .without = without};
    if (b == NULL)
        return slip;
    slip.board = b->number;
    slip.table = strcmp(table, visit_print(v, "%u", b->number)) == 0 ? "" : table;
    slip.room = room_in(v, b->white->section, table);
    slip.white = paper_titled(v, b->white);
    slip.black = paper_titled(v, b->black);
    slip.match = b->games != NULL;
    return slip;
}

/* Make the slips of ${round} that are ${wanted}, into ${out}, which has room for a sheet more than
 * boards. A sheet of paper has four; slip k of a sheet is that of board k × sheets + sheet, so that
 * the cut stacks are in the order of the boards. If all boards are printed, the last slip lists
 * players who need none, so that no one looks for theirs. It is a slip of its own if there is room
 * for it. */
static size_t make_slips(struct visit *v, const struct lm_desk_round *round, const char *boards,
                         const struct lm_desk_board **wanted, struct slip *out)
{
    size_t count = 0;
    bool elsewhere;
    const char *const *tables = tables_of(v, round, &elsewhere);
    const char **labels = lm_arena_alloc(v->arena, round->board_count, sizeof *labels);
    for (size_t i = 0; tables != NULL && labels != NULL && i < round->board_count; i++)
        if (is_wanted(boards, round->boards[i]->number)) {
            labels[count] = tables[i];
            wanted[count++] = round->boards[i];
        }
    const char *without = count == round->board_count ? without_slip(v, round) : "";
    size_t sheets = (count + SLIPS - 1) / SLIPS;
    for (size_t i = 0; i < sheets * SLIPS; i++) {
        size_t at = i % SLIPS * sheets + i / SLIPS;
        out[i] = slip_of(v, round, at < count ? wanted[at] : NULL, at < count ? labels[at] : "",
                         at == count && *without != '\0' ? without : NULL);
        if (at + 1 == count && count % SLIPS == 0 && *without != '\0')
            out[i].stamp = visit_print(v, "%s · %s: %s", out[i].stamp,
                                       visit_word(v, LM_KEY("desk.no-slip")), without);
    }
    return sheets * SLIPS;
}

static enum lm_status show_slips(struct visit *v)
{
    struct lm_desk_section *s;
    const struct lm_desk_round *round;
    enum pdf_paper paper;
    enum lm_status status = round_of(v, &s, &round);
    if (status != LM_OK)
        return status;
    if (s->teams)
        return write_matches(v, s, round, "boards-sheet", true);
    const char *boards = value(v, 0)->text;
    const struct lm_desk_board **wanted =
        lm_arena_alloc(v->arena, round->board_count, sizeof *wanted);
    struct slip *slips = lm_arena_alloc(v->arena, round->board_count + SLIPS, sizeof *slips);
    struct slips_page page = {
        .head = section_head(v, s, TAB_FILES, visit_word(v, LM_KEY("desk.slips"))),
        .again = section_url(v, s, "paper/slips/%u", round->number),
        .boards = boards,
        .pdf_a4 = paper_pdf_url(v, slips_query(v, boards, "a4")),
        .pdf_letter = paper_pdf_url(v, slips_query(v, boards, "letter")),
        .slips = slips,
        .board = visit_word(v, LM_KEY("page.board")),
        .round = visit_say_of(v, LM_KEY("desk.round"), lm_value_number("round", round->number)),
        .white = visit_word(v, LM_KEY("page.white")),
        .black = visit_word(v, LM_KEY("page.black")),
        .none = visit_word(v, LM_KEY("desk.no-slip")),
        .games = {visit_word(v, LM_KEY("desk.slip-game-a")),
                  visit_word(v, LM_KEY("desk.slip-game-b"))}};
    if (slips == NULL || wanted == NULL)
        return LM_LIMIT;
    page.slip_count = make_slips(v, round, boards, wanted, slips);
    if (paper_wants_pdf(v, &paper))
        return paper_send_pdf(v, pdf_slips(&page, paper, &v->reply->body));
    page_desk_slips(&v->reply->body, v->language, &page);
    return LM_OK;
}

const char *paper_below(struct visit *v, const struct lm_desk_player *p)
{
    struct lm_text text = lm_text_in(v->arena);
    const char *const parts[] = {p->person->federation,
                                 p->rating > 0 ? visit_print(v, "%d", p->rating) : "",
                                 p->person->club};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (*parts[i] != '\0')
            lm_text_print(&text, "%s%s", text.length == 0 ? "" : " · ", parts[i]);
    return lm_text_string(&text);
}

/* --- the check-in list */

static enum lm_status show_list(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    struct table_maker m = {.v = v};
    struct named_row *rows = lm_arena_alloc(v->arena, s->player_count, sizeof *rows);
    size_t count = 0;
    for (size_t i = 0; rows != NULL && i < s->player_count; i++)
        if (s->players[i]->standing == LM_PLAYS)
            rows[count++] =
                named_as(v, player_name(v, s->players[i]), s->players[i],
                         s->players[i]->present ? "☑" : "☐", paper_below(v, s->players[i]));
    if (rows == NULL)
        return LM_LIMIT;
    lm_sort(rows, count, sizeof *rows, by_their_names);
    m.page.head = section_head(v, s, TAB_FILES, visit_word(v, LM_KEY("desk.check-in-list")));
    m.page.title = m.page.head.title;
    m.page.note =
        visit_say_of(v, LM_KEY("desk.players-count"), lm_value_number("count", (int64_t)count));
    m.page.look = "names-sheet";
    m.page.stamp = stamp_of(v, NULL);
    add_column(&m, visit_word(v, LM_KEY("desk.tick-here")), "r");
    add_column(&m, visit_word(v, LM_KEY("page.name")), "name");
    add_column(&m, visit_word(v, LM_KEY("desk.fed-rating-club")), "d");
    add_column(&m, visit_word(v, LM_KEY("desk.remark")), "name");
    for (size_t i = 0; i < count; i++) {
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[0].text = rows[i].where;
        cells[1].text = rows[i].name;
        cells[2].text = rows[i].against;
    }
    return write_table(&m);
}

/* --- place cards, and small cards with the code of the player's page */

static int by_own_number(const void *a, const void *b)
{
    const struct lm_desk_player *x = *(struct lm_desk_player *const *)a;
    const struct lm_desk_player *y = *(struct lm_desk_player *const *)b;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return strcmp(x->person->name, y->person->name);
}

/* List the players, by number. */
struct lm_desk_player **paper_players(struct visit *v, const struct lm_desk_section *s,
                                      size_t *count)
{
    struct lm_desk_player **all = lm_arena_alloc(v->arena, s->player_count + 1, sizeof *all);
    for (size_t i = 0; all != NULL && i < s->player_count; i++)
        if (s->players[i]->standing == LM_PLAYS)
            all[(*count)++] = s->players[i];
    if (all != NULL)
        lm_sort(all, *count, sizeof *all, by_own_number);
    return all;
}

/* --- the starting-rank list, and the officials */

struct table_maker paper_list(struct visit *v, const struct lm_desk_section *s, const char *key)
{
    struct table_maker m = {.v = v};
    m.page.head = section_head(v, s, TAB_FILES, visit_word(v, key));
    m.page.title = m.page.head.title;
    m.page.note = s->title;
    m.page.look = "boards-sheet";
    m.page.stamp = stamp_of(v, NULL);
    return m;
}

static enum lm_status show_ranks_at_start(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    size_t count = 0;
    struct lm_desk_player **players = paper_players(v, s, &count);
    struct table_maker m = paper_list(v, s, LM_KEY("desk.starting-ranks"));
    if (players == NULL)
        return LM_LIMIT;
    m.page.note =
        visit_say_of(v, LM_KEY("desk.players-count"), lm_value_number("count", (int64_t)count));
    add_column(&m, visit_word(v, LM_KEY("page.number")), "n");
    add_column(&m, visit_word(v, LM_KEY("page.name")), "name");
    add_column(&m, visit_word(v, LM_KEY("page.fed")), "");
    add_column(&m, visit_word(v, LM_KEY("page.rating")), "n");
    add_column(&m, visit_word(v, LM_KEY("page.club")), "name d");
    for (size_t i = 0; i < count; i++) {
        const struct lm_desk_player *p = players[i];
        struct cell *cells = add_row(&m);
        if (cells == NULL)
            break;
        cells[0].text = p->number == 0 ? "" : visit_print(v, "%u", p->number);
        cells[1].text = paper_titled(v, p);
        cells[2].text = p->person->federation;
        cells[3].text = p->rating > 0 ? visit_print(v, "%d", p->rating) : "";
        cells[4].text = p->person->club;
    }
    return write_table(&m);
}

static enum lm_status show_arbiters(struct visit *v)
{
    struct lm_desk_section *s;
    enum lm_status status = section_take(v, &s);
    if (status != LM_OK)
        return status;
    const struct lm_desk_event *e = lm_desk_event(v->event->desk);
    struct table_maker m = paper_list(v, s, LM_KEY("desk.arbiters"));
    add_column(&m, visit_word(v, LM_KEY("desk.role")), "name");
    add_column(&m, visit_word(v, LM_KEY("page.name")), "name");
    for (size_t i = 0; i <= e->deputy_count; i++) {
        struct cell *cells = i == 0 && *e->arbiter == '\0' ? NULL : add_row(&m);
        if (cells == NULL)
            continue;
        cells[0].text = i == 0 ? visit_word(v, LM_KEY("page.chief-arbiter"))
                               : visit_word(v, LM_KEY("desk.deputy"));
        cells[1].text = i == 0 ? e->arbiter : e->deputies[i - 1];
    }
    return write_table(&m);
}

/* --- files */

enum lm_status paper_tournament(struct visit *v, const struct lm_desk_section *s,
                                enum lm_desk_audience audience, struct lm_tournament **t)
{
    return lm_desk_tournament(v->event->desk, s, audience, 0, v->arena, NULL, t);
}

static enum lm_status send_tournament(struct visit *v, const char *format, const char *extension)
{
    struct lm_desk_section *s;
    struct lm_tournament *t;
    enum lm_status status = section_take(v, &s);
    enum lm_desk_audience audience = visit_may(v, RIGHT_PRIVATE) ? LM_FOR_REPORT : LM_FOR_PUBLIC;
    if (status == LM_OK)
        status = paper_tournament(v, s, audience, &t);
    if (status == LM_OK)
        status = lm_desk_declare(s, t);
    if (status == LM_OK)
        status = lm_write(lm_format_named(format), t, NULL, &v->log, &v->reply->body);
    if (status != LM_OK)
        return status;
    v->reply->type =
        strcmp(extension, "json") == 0 ? "application/json" : "text/plain; charset=utf-8";
    v->reply->file = visit_print(v, "%s-%s.%s", v->event->slug, s->id, extension);
    return LM_OK;
}

enum { GAMES_ROUND, GAMES_BOARDS };

static const struct form_field games_fields[] = {
    [GAMES_ROUND] = {"round", FORM_NUMBER, 1, LM_ROUNDS_MAX, NULL, false},
    [GAMES_BOARDS] = {"boards", FORM_TEXT, 0, 20, NULL, false},
    {0}};

/* Parse "5-12" or "7" into ${how}; false: it is neither. */
static bool read_boards(const char *text, struct lm_write_options *how)
{
    unsigned first, last;
    int read = 0;
    if (sscanf(text, "%6u-%6u%n", &first, &last, &read) == 2 && text[read] == '\0') {
        how->first_board = first;
        how->last_board = last;
        return first > 0 && first <= last;
    }
    how->first_board = how->last_board =
        sscanf(text, "%6u%n", &first, &read) == 1 && text[read] == '\0' ? first : 0;
    return how->first_board > 0;
}

/* Send the headers of a round's games, for boards that send moves and for broadcasts; users who can
 * see drafts get those of a draft. */
static enum lm_status send_games(struct visit *v)
{
    struct lm_desk_section *s;
    struct lm_tournament *t;
    struct lm_write_options how = {0};
    enum lm_status status = section_take(v, &s);
    if (status == LM_OK)
        status = paper_tournament(v, s, LM_FOR_PUBLIC, &t);
    if (status != LM_OK)
        return status;
    how.first_round = how.last_round =
        value(v, GAMES_ROUND)->given ? (uint32_t)value(v, GAMES_ROUND)->number : t->rounds_paired;
    if (value(v, GAMES_BOARDS)->length > 0 && !read_boards(value(v, GAMES_BOARDS)->text, &how))
        return visit_refuse(v, 422, "Boards are a number, or two with a hyphen. Example: 1-20");
    status = lm_desk_declare(s, t);
    if (status == LM_OK && how.first_round > 0)
        status = lm_write(lm_format_named("pgn"), t, &how, &v->log, &v->reply->body);
    v->reply->type = "application/x-chess-pgn; charset=utf-8";
    v->reply->file = visit_print(v, "%s-%s-round-%u.pgn", v->event->slug, s->id, how.first_round);
    return status;
}

static enum lm_status send_plain_trf(struct visit *v)
{
    return send_tournament(v, "trf16-plain", "txt");
}

static enum lm_status send_trf(struct visit *v)
{
    return send_tournament(v, "trf26", "trf");
}

static enum lm_status send_json(struct visit *v)
{
    return send_tournament(v, "json", "json");
}

static enum lm_status send_journal(struct visit *v)
{
    struct store_line *lines;
    size_t count;
    enum lm_status status =
        store_lines(v->server->store, v->event->slug, 1, v->arena, &lines, &count, &v->log);
    if (status != LM_OK)
        return status;
    for (size_t i = 0; i < count; i++) {
        lm_text_add_bytes(&v->reply->body, lines[i].text, lines[i].length);
        lm_text_add_char(&v->reply->body, '\n');
    }
    v->reply->type = "text/plain; charset=utf-8";
    v->reply->file = visit_print(v, "%s.journal", v->event->slug);
    return LM_OK;
}

/* Send the whole event for another machine: private parts and lines in one file. */
static enum lm_status send_along(struct visit *v)
{
    struct lines lines;
    enum lm_status status = lines_read(v->server->store, v->event->slug, v->arena, &lines, &v->log);
    if (status == LM_OK)
        status = lines_together(&lines, &v->reply->body);
    v->reply->type = "text/plain; charset=utf-8";
    v->reply->file = visit_print(v, "%s.limmat", v->event->slug);
    return status;
}

#define P "/e/:event/:section/"

const struct handler paper_handlers[] = {
    {false, P "paper/boards/:round", RIGHT_LOOK, paper_fields, "a pairing by board", show_by_board,
     false},
    {false, P "paper/names/:round", RIGHT_LOOK, paper_fields, "a pairing by name", show_by_name,
     false},
    {false, P "paper/slips/:round", RIGHT_DESK, slips_fields, "result slips", show_slips, false},
    {false, P "paper/points/:round", RIGHT_LOOK, paper_fields,
     "the pairing with points and numbers", show_with_points, false},
    {false, P "paper/starting-ranks", RIGHT_DESK, paper_fields, "the starting-rank list",
     show_ranks_at_start, false},
    {false, P "paper/arbiters", RIGHT_LOOK, paper_fields, "who runs the event", show_arbiters,
     false},
    {false, P "paper/check-in", RIGHT_DESK, paper_fields, "the list to tick off who is there",
     show_list, false},
    {false, P "wall", RIGHT_LOOK, NULL, "the pairing for a screen", show_wall, false},
    {false, P "tournament.trf", RIGHT_LOOK, NULL, "the section as TRF26", send_trf, false},
    {false, P "tournament.txt", RIGHT_LOOK, NULL,
     "the section as TRF16, for Swiss-Manager and chess-results.com", send_plain_trf, false},
    {false, P "games.pgn", RIGHT_LOOK, games_fields,
     "the heads of the games of a round, by default the last; boards=1-20: of these", send_games,
     false},
    {false, P "tournament.json", RIGHT_LOOK, NULL, "the section as JSON", send_json, false},
    {false, "/e/:event/journal", RIGHT_LOG, NULL, "the journal", send_journal, false},
    {false, "/e/:event/along", RIGHT_WHOLE, NULL, "the event with its names, for another machine",
     send_along, false},
    {0}};
