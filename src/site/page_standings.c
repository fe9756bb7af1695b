/* SPDX-License-Identifier: Apache-2.0 */
/* Standings. */
#include <string.h>

#include "base/texts.h"
#include "limmat/dubov.h"
#include "limmat/keizer.h"
#include "site/pages.h"
#include "site/templates.h"

/* Is it the column of points, which is shown separately? */
static bool is_points(const struct lm_tie_break *tie_break)
{
    return strcmp(tie_break->kind->code, "PTS") == 0;
}

/* Dubov 1997 art. 9: the average rating of opponents is published after each round. */
static bool shows_aro(const struct site_event *e, bool teams)
{
    return !teams && e->explained && strcmp(e->system->family, "dubov") == 0;
}

/* Return the average after ${round}; "" if the file does not declare the value of players without
 * rating. */
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

static const struct lm_standings *standings_of(const struct site_event *e, uint32_t round,
                                               bool teams)
{
    return teams ? e->team_standings[round] : e->standings[round];
}

/* The cells of a row; those of teams begin with match points and game points. */
static const struct site_cell *values_of(const struct site_event *e, uint32_t round, bool teams,
                                         uint32_t who, struct lm_arena *arena, size_t *count)
{
    enum { MORE = 3 };
    const struct lm_standings *s = standings_of(e, round, teams);
    struct site_cell *cells = lm_arena_alloc(arena, s->options.count + MORE, sizeof *cells);
    *count = 0;
    if (cells != NULL && teams) {
        int32_t match_points, game_points;
        lm_standings_team_points(s, who, &match_points, &game_points);
        cells[(*count)++].text = site_points_text(match_points, arena);
        cells[(*count)++].text = site_points_text(game_points, arena);
    }
    for (size_t i = 0; cells != NULL && i < s->options.count; i++) {
        if (is_points(&s->options.list[i]))
            continue;
        struct lm_text value = lm_text_in(arena);
        lm_text_add_value(&value, s->options.list[i].kind, lm_standings_value(s, who, i));
        cells[(*count)++].text = site_decimal(e->names->language, arena, lm_text_string(&value));
    }
    if (cells != NULL && shows_aro(e, teams))
        cells[(*count)++].text =
            site_decimal(e->names->language, arena, aro_of(e, who, round, arena));
    return cells;
}

const struct site_standing *site_standings_rows(const struct site_event *e, uint32_t round,
                                                bool teams, uint32_t most, struct lm_arena *arena,
                                                size_t *count)
{
    const struct lm_standings *s = standings_of(e, round, teams);
    uint32_t rows_count = s->count < most ? s->count : most;
    struct site_standing *rows = lm_arena_alloc(arena, rows_count, sizeof *rows);
    *count = 0;
    if (rows == NULL)
        return NULL;
    for (uint32_t place = 0; place < rows_count; place++) {
        uint32_t who = s->order[place];
        struct site_standing *row = &rows[place];
        *row = (struct site_standing){.rank = s->rank[who],
                                      .player = teams ? e->teams[who] : e->people[who],
                                      .points = {teams ? 0 : lm_standings_points(s, who)}};
        row->cells = values_of(e, round, teams, who, arena, &row->cell_count);
    }
    *count = rows_count;
    return rows;
}

/* Keizer 5: all settings are published. */
static void add_keizer(const struct site_event *e, struct lm_arena *arena,
                       struct site_standings_page *page, struct site_fact *terms)
{
    struct lm_keizer_settings settings;
    struct lm_text text = lm_text_in(arena);
    if (e->system == NULL || e->system->rules.scores == NULL ||
        lm_keizer_settings_of(e->t, NULL, &settings) != LM_OK)
        return;
    lm_keizer_say(&text, &settings);
    lm_text_add(&text, " [Keizer 5]");
    terms[page->term_count++] = (struct site_fact){
        site_event_word(e, LM_KEY("page.keizer-settings")), lm_text_string(&text)};
}

/* "BH/C1, BH, SB": the codes of ${s} after the points. */
static const char *codes_of(const struct lm_standings *s, struct lm_arena *arena)
{
    struct lm_text text = lm_text_in(arena);
    for (size_t i = 1; i < s->options.count; i++)
        lm_text_print(&text, "%s%s", i > 1 ? ", " : "", s->options.list[i].code);
    return lm_text_string(&text);
}

const char *site_order_sentence(const struct site_event *e, uint32_t round, bool teams,
                                struct lm_arena *arena)
{
    static const char *const keys[] = {[LM_RANKS_NONE] = NULL,
                                       [LM_RANKS_NAMED] = NULL,
                                       [LM_RANKS_OTHERWISE] = LM_KEY("page.order-otherwise"),
                                       [LM_RANKS_FOUND] = LM_KEY("page.order-found"),
                                       [LM_RANKS_UNNAMED] = LM_KEY("page.order-unnamed")};
    enum lm_ranks_from from = teams ? e->team_ranks : e->ranks;
    if (round != e->played || keys[from] == NULL)
        return "";
    const char *codes = codes_of(standings_of(e, round, teams), arena);
    const struct lm_value list = lm_value_text("list", codes);
    bool points = from == LM_RANKS_FOUND && *codes == '\0';
    return site_say(e->names->language, arena, points ? LM_KEY("page.order-points") : keys[from],
                    &list, 1);
}

/* "The sum of the opponents' scores. The lowest value is left out. [C.07 art. 8.1]" */
static const char *meaning_of(const struct site_event *e, const struct lm_tie_break *tie_break,
                              enum lm_tie_break_edition edition, struct lm_arena *arena)
{
    const struct lm_language *language = e->names->language;
    struct lm_text text = lm_text_in(arena);
    lm_text_add(&text, site_tie_break_what(language, tie_break->kind, edition, arena));
    if (tie_break->least > 0)
        lm_text_print(&text, " %s",
                      site_say_of(language, arena, LM_KEY("page.cut-least"),
                                  lm_value_number("n", tie_break->least)));
    if (tie_break->greatest > 0)
        lm_text_print(&text, " %s",
                      site_say_of(language, arena, LM_KEY("page.cut-greatest"),
                                  lm_value_number("n", tie_break->greatest)));
    lm_text_print(&text, " [%s]", lm_tie_break_article(tie_break->kind, edition));
    return lm_text_string(&text);
}

static enum lm_status add_columns(const struct site_event *e, struct lm_arena *arena,
                                  struct site_standings_page *page)
{
    enum { MORE = 5 };
    const struct lm_standings *s = standings_of(e, page->round, page->teams);
    struct site_column *columns = lm_arena_alloc(arena, s->options.count + MORE, sizeof *columns);
    struct site_fact *terms = lm_arena_alloc(arena, s->options.count + MORE, sizeof *terms);
    if (columns == NULL || terms == NULL)
        return LM_LIMIT;
    if (page->teams) {
        columns[page->column_count++] =
            (struct site_column){"MP", site_event_word(e, LM_KEY("page.match-points"))};
        columns[page->column_count++] =
            (struct site_column){"GP", site_event_word(e, LM_KEY("page.game-points"))};
    }
    for (size_t i = 0; i < s->options.count; i++) {
        const struct lm_tie_break *tie_break = &s->options.list[i];
        if (is_points(tie_break))
            continue;
        const char *code =
            s->shown_only[i] ? lm_printed(arena, "(%s)", tie_break->code) : tie_break->code;
        const struct lm_language *language = e->names->language;
        const char *name = site_tie_break_name(language, tie_break->kind, arena);
        columns[page->column_count++] = (struct site_column){code, name};
        terms[page->term_count++] =
            (struct site_fact){lm_printed(arena, "%s, %s", tie_break->code, name),
                               meaning_of(e, tie_break, s->options.edition, arena)};
    }
    if (shows_aro(e, page->teams)) {
        const char *name = site_event_word(e, LM_KEY("page.aro"));
        columns[page->column_count++] = (struct site_column){"ARO", name};
        terms[page->term_count++] =
            (struct site_fact){lm_printed(arena, "ARO, %s", name),
                               lm_printed(arena, "%s [Dubov 1997 art. 1, 9]",
                                          site_event_word(e, LM_KEY("page.aro-what")))};
    }
    if (page->column_count > (page->teams ? 2 : 0))
        terms[page->term_count++] = (struct site_fact){
            site_event_word(e, LM_KEY("page.tie-break-rules")),
            site_tie_break_edition(e->names->language, s->options.edition, arena)};
    add_keizer(e, arena, page, terms);
    struct lm_text notes = lm_text_in(arena);
    lm_text_add_notes(&notes, s, ". ");
    if (notes.length > 0)
        terms[page->term_count++] =
            (struct site_fact){site_event_word(e, LM_KEY("page.note")), lm_text_string(&notes)};
    page->columns = columns;
    page->terms = terms;
    return LM_OK;
}

const char *site_when(const struct site_event *e, uint32_t round)
{
    return round > 0 && e->round[round].pending ? "during" : "after";
}

const char *site_standings_title(const struct site_event *e, const char *key, uint32_t round,
                                 struct lm_arena *arena)
{
    return site_say(e->names->language, arena, key,
                    (const struct lm_value[]){lm_value_number("round", round),
                                              lm_value_text("when", site_when(e, round)),
                                              lm_value_number("done", e->round[round].done),
                                              lm_value_number("games", e->round[round].games)},
                    4);
}

/* Write standings; ${path} is that of this page, ${other} that of the others: of players, or of
 * teams. */
static enum lm_status write_standings(const struct site_event *e, uint32_t round, bool teams,
                                      const char *path, const char *other, struct lm_arena *arena,
                                      struct lm_text *out)
{
    const char *here = lm_printed(arena, "%s-%u.html", path, round);
    const char *key =
        other == NULL || teams ? LM_KEY("page.standings-title") : LM_KEY("page.scores-title");
    struct site_standings_page page = {
        .head = site_head_of(e, site_standings_title(e, key, round, arena), here, arena),
        .teams = teams,
        .federations = site_has_federations(e->t),
        .rounds = site_rounds_of(e->names, path, e->played, round, arena),
        .order = site_order_sentence(e, round, teams, arena),
        .round = round};
    if (other != NULL)
        page.others = site_own(e->names, arena, "%s-%u.html", other, round);
    page.foreseeing =
        round == e->played ? site_foreseeing(e, 0, arena) : (struct site_supposing){.words = ""};
    page.rows = site_standings_rows(e, round, teams, UINT32_MAX, arena, &page.row_count);
    enum lm_status status = page.rows == NULL ? LM_LIMIT : add_columns(e, arena, &page);
    if (status == LM_OK)
        page_standings(out, e->names->language, &page);
    return status == LM_OK ? lm_text_status(out) : status;
}

enum lm_status site_write_standings(const struct site_event *e, uint32_t round,
                                    struct lm_arena *arena, struct lm_text *out)
{
    bool teams = e->teams != NULL;
    return write_standings(e, round, teams, "standings", teams ? "scores" : NULL, arena, out);
}

/* Write the players of a team event by their points. */
enum lm_status site_write_scores(const struct site_event *e, uint32_t round, struct lm_arena *arena,
                                 struct lm_text *out)
{
    return write_standings(e, round, false, "scores", "standings", arena, out);
}
