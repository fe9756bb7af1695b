/* SPDX-License-Identifier: Apache-2.0 */
/* Who stands where. */
#include <string.h>

#include "limmat/dubov.h"
#include "site/pages.h"
#include "site/templates.h"

/* The columns besides the points, which have their own. */
static bool is_points(const struct lm_tie_break *tie_break)
{
    return strcmp(tie_break->kind->code, "PTS") == 0;
}

/* Dubov 1997 art. 9: the average rating of opponents is published after each round. */
static bool shows_aro(const struct site_event *e)
{
    return e->explained && strcmp(e->system->family, "dubov") == 0;
}

/* The average after ${round}; "" when the file does not say what players without rating count. */
static const char *aro_of(const struct site_event *e, uint32_t player, uint32_t round,
                          struct lm_arena *arena)
{
    int32_t unrated;
    if (lm_dubov_unrated(e->t, NULL, &unrated) != LM_OK)
        return "";
    struct lm_aro aro = lm_dubov_aro(e->t, player, round, unrated);
    struct lm_text text = lm_text_in(arena);
    if (aro.games > 0)
        lm_text_add_tenths(&text, lm_aro_tenths(aro));
    return lm_text_string(&text);
}

static const struct site_cell *values_of(const struct site_event *e, uint32_t round,
                                         uint32_t player, struct lm_arena *arena, size_t *count)
{
    const struct lm_standings *s = e->standings[round];
    struct site_cell *cells = lm_arena_alloc(arena, s->options.count + 1, sizeof *cells);
    *count = 0;
    for (size_t i = 0; cells != NULL && i < s->options.count; i++) {
        if (is_points(&s->options.list[i]))
            continue;
        struct lm_text value = lm_text_in(arena);
        lm_text_add_value(&value, s->options.list[i].kind, lm_standings_value(s, player, i));
        cells[(*count)++].text = lm_text_string(&value);
    }
    if (cells != NULL && shows_aro(e))
        cells[(*count)++].text = aro_of(e, player, round, arena);
    return cells;
}

const struct site_standing *site_standings_rows(const struct site_event *e, uint32_t round,
                                                uint32_t most, struct lm_arena *arena,
                                                size_t *count)
{
    const struct lm_standings *s = e->standings[round];
    uint32_t rows_count = s->count < most ? s->count : most;
    struct site_standing *rows = lm_arena_alloc(arena, rows_count, sizeof *rows);
    int32_t *points = lm_arena_alloc(arena, e->t->player_count, sizeof *points);
    *count = 0;
    if (rows == NULL || points == NULL)
        return NULL;
    lm_points_after(e->t, round, points);
    for (uint32_t place = 0; place < rows_count; place++) {
        uint32_t player = s->order[place];
        struct site_standing *row = &rows[place];
        *row = (struct site_standing){
            .rank = s->rank[player], .player = e->people[player], .points = {points[player]}};
        row->cells = values_of(e, round, player, arena, &row->cell_count);
    }
    *count = rows_count;
    return rows;
}

static enum lm_status add_columns(const struct site_event *e, struct lm_arena *arena,
                                  struct site_standings_page *page)
{
    const struct lm_standings *s = e->standings[page->round];
    struct site_column *columns = lm_arena_alloc(arena, s->options.count + 1, sizeof *columns);
    struct site_fact *terms = lm_arena_alloc(arena, s->options.count + 1, sizeof *terms);
    if (columns == NULL || terms == NULL)
        return LM_LIMIT;
    for (size_t i = 0; i < s->options.count; i++) {
        const struct lm_tie_break *tie_break = &s->options.list[i];
        if (is_points(tie_break))
            continue;
        columns[page->column_count++] =
            (struct site_column){tie_break->code, tie_break->kind->name};
        terms[page->term_count++] = (struct site_fact){
            site_print(arena, "%s, %s", tie_break->code, tie_break->kind->name),
            site_print(arena, "%s [%s]", tie_break->kind->what, tie_break->kind->article)};
    }
    if (shows_aro(e)) {
        columns[page->column_count++] = (struct site_column){"ARO", "Average rating of opponents"};
        terms[page->term_count++] = (struct site_fact){
            "ARO, average rating of opponents",
            "The average rating of the opponents met so far, with which the next round is paired "
            "[Dubov 1997 art. 1, 9]"};
    }
    page->columns = columns;
    page->terms = terms;
    return LM_OK;
}

const char *site_standings_state(const struct site_event *e, uint32_t round, struct lm_arena *arena)
{
    return site_print(arena, "%s round %u", e->round[round].pending ? "during" : "after", round);
}

enum lm_status site_write_standings(const struct site_event *e, uint32_t round,
                                    struct lm_arena *arena, struct lm_text *out)
{
    const char *here = site_print(arena, "standings-%u.html", round);
    const char *state = site_standings_state(e, round, arena);
    struct site_standings_page page = {
        .head = site_head_of(e, site_print(arena, "Standings %s", state), here, arena),
        .rounds = site_rounds_of("standings", e->played, round, arena),
        .round = round,
        .state = state};
    page.rows = site_standings_rows(e, round, e->t->player_count, arena, &page.row_count);
    enum lm_status status = add_columns(e, arena, &page);
    if (status == LM_OK)
        page_standings(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}
