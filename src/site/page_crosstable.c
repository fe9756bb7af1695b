/* SPDX-License-Identifier: Apache-2.0 */
/* Who met whom, and how it ended. */
#include "limmat/crosstable.h"
#include "site/pages.h"
#include "site/templates.h"

/* "12w1", "12s1" in German; a bye in a word. */
static const char *cell_of(const struct site_event *e, const struct lm_crosstable *c,
                           uint32_t player, uint32_t round, struct lm_arena *arena)
{
    struct lm_text cell = lm_text_in(arena);
    const struct lm_cell *at = lm_cell_at(c, player, round);
    if (at->result == LM_PAB)
        return site_event_word(e, LM_KEY("page.bye"));
    if (at->opponent != LM_NOBODY)
        lm_text_print(
            &cell, "%u%s", c->places[at->opponent],
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
    struct site_column *columns = lm_arena_alloc(arena, e->played, sizeof *columns);
    struct site_standing *rows = lm_arena_alloc(arena, s->count, sizeof *rows);
    if (status != LM_OK || columns == NULL || rows == NULL)
        return status != LM_OK ? status : LM_LIMIT;
    for (uint32_t round = 1; round <= c->rounds; round++)
        columns[round - 1].code = site_print(arena, "%u", round);
    for (uint32_t place = 0; place < c->count; place++) {
        uint32_t player = c->standings->order[place];
        rows[place] = (struct site_standing){.rank = c->places[player],
                                             .player = teams ? e->teams[player] : e->people[player],
                                             .points = {lm_cell_at(c, player, c->rounds)->total},
                                             .cells = rounds_of(e, c, player, arena),
                                             .cell_count = c->rounds};
    }
    struct site_standings_page page = {
        .head = site_head_of(e, site_event_word(e, LM_KEY("page.crosstable")), "crosstable.html",
                             arena),
        .teams = teams,
        .round = e->played,
        .when = site_when(e, e->played),
        .columns = columns,
        .column_count = c->rounds,
        .rows = rows,
        .row_count = c->count};
    page_crosstable(out, e->names->language, &page);
    return lm_text_status(out);
}
