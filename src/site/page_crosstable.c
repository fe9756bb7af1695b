/* SPDX-License-Identifier: Apache-2.0 */
/* The crosstable: opponents and results. */
#include <string.h>

#include "base/texts.h"
#include "limmat/crosstable.h"
#include "site/pages.h"
#include "site/templates.h"

/* Do two share a rank, or is one without rank?  Then ranks do not identify participants. */
static bool is_numbered(const struct lm_standings *s)
{
    for (uint32_t place = 0; place < s->count; place++)
        if (s->rank[s->order[place]] != place + 1)
            return true;
    return false;
}

/* Return the number of a participant in cells and heads. */
static uint32_t name_of(const struct lm_crosstable *c, uint32_t participant)
{
    return is_numbered(c->standings) ? lm_participant_number(c->standings, participant)
                                     : c->places[participant];
}

/* Return "12w1", "12s1" in German; a bye as a word. */
static const char *cell_of(const struct site_event *e, const struct lm_crosstable *c,
                           uint32_t player, uint32_t round, struct lm_arena *arena)
{
    struct lm_text cell = lm_text_in(arena);
    const struct lm_cell *at = lm_cell_at(c, player, round);
    if (at->result == LM_PAB)
        return site_event_word(e, LM_KEY("page.bye"));
    if (at->opponent != LM_NOBODY)
        lm_text_print(
            &cell, "%u%s", name_of(c, at->opponent),
            at->colour == LM_NO_COLOUR ? ":" : site_colour_letter(e, (enum lm_colour)at->colour));
    lm_text_add_result(&cell, c, player, round, LM_CELL_PRINTED);
    return lm_text_string(&cell);
}

static const struct site_cell *rounds_of(const struct site_event *e, const struct lm_crosstable *c,
                                         uint32_t player, struct lm_arena *arena)
{
    struct site_cell *cells = lm_arena_alloc(arena, c->rounds, sizeof *cells);
    for (uint32_t round = 1; cells != NULL && round <= c->rounds; round++)
        cells[round - 1].text = cell_of(e, c, player, round, arena);
    return cells;
}

/* --- every player against every player */

/* Too many columns make a matrix unreadable: show rounds instead. */
enum { MATRIX_MOST = 24 };

/* The participants in a matrix, by their places. */
struct list {
    uint32_t *who;
    uint32_t count;
};

static enum lm_status list_side(const struct lm_crosstable *c, const struct lm_sides *sides,
                                int side, struct lm_arena *arena, struct list *out)
{
    bool *belongs = lm_arena_alloc(arena, c->count, sizeof *belongs);
    *out = (struct list){.who = lm_arena_alloc(arena, c->count, sizeof *out->who)};
    if (belongs == NULL || out->who == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; sides != NULL && i < sides->count[side]; i++) {
        uint32_t player = lm_sides_member(sides, side, i);
        if (player < c->count)
            belongs[player] = true;
    }
    for (uint32_t place = 0; place < c->count; place++)
        if (sides == NULL || belongs[c->standings->order[place]])
            out->who[out->count++] = c->standings->order[place];
    return LM_OK;
}

static struct site_person person_of(const struct site_event *e, uint32_t participant)
{
    return e->teams != NULL ? e->teams[participant] : e->people[participant];
}

static const struct site_cell *meetings_of(const struct lm_crosstable *c, uint32_t player,
                                           const struct list *others, struct lm_arena *arena)
{
    struct site_cell *cells = lm_arena_alloc(arena, others->count, sizeof *cells);
    for (uint32_t i = 0; cells != NULL && i < others->count; i++) {
        struct lm_text text = lm_text_in(arena);
        if (others->who[i] == player)
            lm_text_add(&text, "·");
        else
            lm_text_add_meetings(&text, c, player, others->who[i], LM_CELL_PRINTED);
        cells[i].text = lm_text_string(&text);
    }
    return cells;
}

static enum lm_status fill_matrix(const struct site_event *e, const struct lm_crosstable *c,
                                  const struct list *own, const struct list *others,
                                  struct lm_arena *arena, struct site_matrix *out)
{
    struct site_column *columns = lm_arena_alloc(arena, others->count, sizeof *columns);
    struct site_standing *rows = lm_arena_alloc(arena, own->count, sizeof *rows);
    if (columns == NULL || rows == NULL)
        return LM_LIMIT;
    for (uint32_t i = 0; i < others->count; i++)
        columns[i] = (struct site_column){lm_printed(arena, "%u", name_of(c, others->who[i])),
                                          person_of(e, others->who[i]).name};
    for (uint32_t i = 0; i < own->count; i++)
        rows[i] = (struct site_standing){.rank = c->standings->rank[own->who[i]],
                                         .player = person_of(e, own->who[i]),
                                         .points = {lm_cell_at(c, own->who[i], c->rounds)->total},
                                         .cells = meetings_of(c, own->who[i], others, arena),
                                         .cell_count = others->count};
    out->columns = columns;
    out->column_count = others->count;
    out->rows = rows;
    out->row_count = own->count;
    return LM_OK;
}

static const char *club_of(const struct lm_player *p)
{
    return p->club;
}

static const char *federation_of(const struct lm_player *p)
{
    return p->federation;
}

/* Return the common property of all participants in ${own}; "": none. */
static const char *common(const struct site_event *e, const struct list *own,
                          const char *(*of)(const struct lm_player *p))
{
    const char *name = own->count == 0 ? "" : of(&e->t->players[own->who[0]]);
    for (uint32_t i = 1; i < own->count; i++)
        if (strcmp(of(&e->t->players[own->who[i]]), name) != 0)
            return "";
    return name;
}

/* Return the name of the file's team; else of the common club, or federation; else a letter. */
static const char *name_of_side(const struct site_event *e, const struct list lists[2], int side)
{
    static const char *(*const of[])(const struct lm_player *) = {club_of, federation_of};
    if (e->t->team_count == 2)
        return e->t->teams[side].name;
    for (size_t i = 0; i < 2; i++) {
        const char *name = common(e, &lists[side], of[i]);
        const char *other = common(e, &lists[1 - side], of[i]);
        if (name[0] != '\0' && other[0] != '\0' && strcmp(name, other) != 0)
            return name;
    }
    return side == 0 ? "A" : "B";
}

static const char *title_of_side(const struct site_event *e, const struct lm_crosstable *c,
                                 const struct list lists[2], int side, struct lm_arena *arena)
{
    int32_t sum = 0;
    for (uint32_t i = 0; i < lists[side].count; i++)
        sum += lm_cell_at(c, lists[side].who[i], c->rounds)->total;
    return lm_printed(arena, "%s %s", name_of_side(e, lists, side), site_points_text(sum, arena));
}

/* Write one matrix of all; of a Scheveningen match one for each team. */
static enum lm_status write_matrix(const struct site_event *e, const struct lm_crosstable *c,
                                   struct lm_arena *arena, struct lm_text *out)
{
    bool match = e->teams == NULL && lm_type_says_match(e->t);
    struct lm_sides sides = lm_sides_of(e->t);
    struct list lists[2] = {{0}};
    struct site_matrix matrices[2] = {{.title = ""}, {.title = ""}};
    enum lm_status status = LM_OK;
    for (int side = 0; side < 2 && status == LM_OK; side++)
        status = list_side(c, match ? &sides : NULL, side, arena, &lists[side]);
    for (int side = 0; side < (match ? 2 : 1) && status == LM_OK; side++) {
        status = fill_matrix(e, c, &lists[side], &lists[1 - side], arena, &matrices[side]);
        if (match)
            matrices[side].title = title_of_side(e, c, lists, side, arena);
    }
    if (status != LM_OK)
        return status;
    struct site_matrix_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.crosstable")), "crosstable.html",
                             arena),
        .teams = e->teams != NULL,
        .round = e->played,
        .when = site_when(e, e->played),
        .order = site_order_sentence(e, e->played, e->teams != NULL, arena),
        .numbered = is_numbered(c->standings),
        .matrices = matrices,
        .matrix_count = match ? 2 : 1};
    page_matrix(out, e->names->language, &page);
    return lm_text_status(out);
}

/* --- the page */

enum lm_status site_write_crosstable(const struct site_event *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out)
{
    (void)index;
    if (e->played == 0)
        return LM_OK;
    struct lm_crosstable *c;
    bool teams = e->teams != NULL;
    const struct lm_standings *s = teams ? e->team_standings[e->played] : e->standings[e->played];
    enum lm_status status = lm_crosstable_new(s, arena, &c);
    if (status == LM_OK && c->everybody && c->count <= MATRIX_MOST)
        return write_matrix(e, c, arena, out);
    struct site_column *columns = lm_arena_alloc(arena, e->played, sizeof *columns);
    struct site_standing *rows = lm_arena_alloc(arena, s->count, sizeof *rows);
    if (status != LM_OK || columns == NULL || rows == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    for (uint32_t round = 1; round <= c->rounds; round++)
        columns[round - 1].code = lm_printed(arena, "%u", round);
    for (uint32_t place = 0; place < c->count; place++) {
        uint32_t player = c->standings->order[place];
        rows[place] = (struct site_standing){.rank = c->standings->rank[player],
                                             .player = teams ? e->teams[player] : e->people[player],
                                             .points = {lm_cell_at(c, player, c->rounds)->total},
                                             .cells = rounds_of(e, c, player, arena),
                                             .cell_count = c->rounds};
    }
    struct site_standings_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.crosstable")), "crosstable.html",
                             arena),
        .teams = teams,
        .title = site_standings_title(e, LM_KEY("page.crosstable-title"), e->played, arena),
        .order = site_order_sentence(e, e->played, teams, arena),
        .numbered = is_numbered(s),
        .columns = columns,
        .column_count = c->rounds,
        .rows = rows,
        .row_count = c->count};
    page_crosstable(out, e->names->language, &page);
    return lm_text_status(out);
}
