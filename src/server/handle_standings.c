/* SPDX-License-Identifier: Apache-2.0 */
/* The standings of the desk: a printout, a table for spreadsheets, of all players or a category. */
#include <string.h>

#include "limmat/category.h"
#include "limmat/ranking.h"
#include "server/handlers.h"
#include "server/paper.h"
#include "server/templates.h"
#include "site/pages.h"
#include "site/said.h"

/* --- standings */

/* Add the results of ${player} in the rounds that the standings count. */
static void add_results(struct table_maker *m, const struct lm_standings *s, uint32_t player)
{
    static const struct result_chip chips[LM_RESULT_COUNT] = {[LM_BLANK] = {"·", ""},
                                                              [LM_PENDING] = {"·", ""},
                                                              [LM_WIN] = {"1", "w"},
                                                              [LM_DRAW] = {"½", "h"},
                                                              [LM_LOSS] = {"0", "l"},
                                                              [LM_UNRATED_WIN] = {"1", "w"},
                                                              [LM_UNRATED_DRAW] = {"½", "h"},
                                                              [LM_UNRATED_LOSS] = {"0", "l"},
                                                              [LM_ADJOURNED] = {"…", ""},
                                                              [LM_FORFEIT_WIN] = {"+", "w"},
                                                              [LM_FORFEIT_LOSS] = {"−", "bye"},
                                                              [LM_PAB] = {"1", "bye"},
                                                              [LM_FULL_BYE] = {"1", "bye"},
                                                              [LM_HALF_BYE] = {"½", "bye"},
                                                              [LM_ZERO_BYE] = {"0", "bye"}};
    uint32_t rounds = s->options.round;
    struct result_chip *out = lm_arena_alloc(m->v->arena, rounds, sizeof *out);
    struct line_row *row = &m->rows[m->page.row_count - 1];
    for (uint32_t r = 0; out != NULL && r < rounds; r++)
        out[row->result_count++] = chips[lm_record_of(s->t, player, r + 1)->result];
    row->results = out;
}

enum { STANDINGS_PDF, AFTER, CATEGORY };

static const struct form_field standings_fields[] = {
    [STANDINGS_PDF] = SHEET_FIELD,
    [AFTER] = {"after", FORM_NUMBER, 0, LM_ROUNDS_MAX, NULL, false},
    [CATEGORY] = {"category", FORM_TEXT, 0, 100, NULL, false},
    {0}};

/* Add the rounds after which standings are available; ${after} is chosen. */
static void add_afters(struct visit *v, uint32_t rounds, uint32_t after, struct table_page *page)
{
    struct act_option *options = lm_arena_alloc(v->arena, rounds, sizeof *options);
    for (uint32_t i = 0; options != NULL && i < rounds; i++) {
        const char *number = visit_print(v, "%u", rounds - i);
        options[page->after_count++] =
            (struct act_option){.value = number, .label = number, .chosen = rounds - i == after};
    }
    page->afters = options;
}

/* Return "Bern 3½ – Basel 2½", the match of two teams. */
static const char *score_said(struct visit *v, const struct lm_desk_side_score score[2])
{
    struct lm_text text = lm_text_in(v->arena);
    bool named = *score[0].name != '\0' && strcmp(score[0].name, score[1].name) != 0;
    for (int side = 0; side < 2; side++) {
        lm_text_print(&text, "%s%s ", side == 0 ? "" : " – ",
                      named       ? score[side].name
                      : side == 0 ? visit_word(v, LM_KEY("desk.team-first"))
                                  : visit_word(v, LM_KEY("desk.team-other")));
        site_add_points(&text, (struct site_points){score[side].points});
    }
    return lm_text_string(&text);
}

/* The table shown: the standings, and the players in it. */
struct view {
    struct visit *v;
    struct lm_desk_section *s;
    struct lm_tournament *t;
    struct lm_standings *standings;
    struct lm_category_ranking members; /* of the chosen category */
    const char *category;               /* its condition; "": all */
};

/* Return "expelled" for a player whom the public sees as withdrawn; NULL: another. */
static const char *kept_from_public(struct visit *v, const struct lm_desk_section *s, uint32_t tpn)
{
    for (size_t i = 0; visit_may(v, RIGHT_DESK) && i < s->player_count; i++)
        if (s->players[i]->number == tpn && s->players[i]->standing == LM_EXPELLED &&
            !s->players[i]->shown)
            return visit_word(v, LM_KEY("desk.expelled"));
    return NULL;
}

/* Add the row of ${player}, whose rank is ${rank}; 0: none. */
static void add_standing(struct table_maker *m, const struct view *view, uint32_t player,
                         uint32_t rank)
{
    struct visit *v = m->v;
    const struct lm_standings *s = view->standings;
    static const struct lm_player nothing = {.title = "", .federation = ""}; /* of a team */
    const struct lm_player *p = s->options.teams ? &nothing : &s->t->players[player];
    const char *name = lm_participant_name(s, player);
    struct cell *cells = add_row(m);
    if (cells == NULL)
        return;
    cells[0].text = rank == 0 ? "–" : visit_print(v, "%u", rank);
    uint8_t out = s->out == NULL ? LM_IN_STANDINGS : s->out[player];
    name = site_marked(v->language, name, out, v->arena);
    if (out == LM_IN_STANDINGS && p->withdrawn != 0 &&
        p->withdrawn <= s->t->rounds_paired + 1) /* VCL 170 */
        name = visit_print(v, "%s (%s)", name, visit_word(v, LM_KEY("desk.left")));
    cells[1].text = *p->title == '\0' ? name : visit_print(v, "%s %s", p->title, name);
    cells[1].title = *p->title == '\0' ? NULL : p->title;
    cells[1].bare = name;
    if (out == LM_OUT_WITHDRAWN)
        cells[1].aside = kept_from_public(v, view->s, s->t->players[player].tpn);
    cells[2].text = p->rating > 0 ? visit_print(v, "%d", p->rating) : "";
    cells[3].text = p->federation;
    cells[3].federation = *p->federation == '\0' ? NULL : p->federation;
    if (!s->options.teams)
        add_results(m, s, player);
    for (size_t i = 0; i < s->options.count && 4 + i < m->page.column_count; i++) {
        struct lm_text text = lm_text_in(v->arena);
        lm_text_add_value(&text, s->options.list[i].kind, lm_standings_value(s, player, i));
        cells[4 + i].text = site_decimal(v->language, v->arena, lm_text_string(&text));
    }
}

static enum lm_status compute(struct view *view, struct lm_tournament *t, struct lm_standings **out)
{
    struct visit *v = view->v;
    struct lm_standings_options options = {.edition = lm_tie_break_edition_of(t),
                                           .round = (uint32_t)value(v, AFTER)->number};
    if (options.round > t->rounds_paired)
        options.round = 0;
    enum lm_status status = lm_standings_order(t, NULL, v->arena, &v->log, &options);
    return status == LM_OK ? lm_standings_compute(t, &options, v->arena, &v->log, out) : status;
}

/* Find the members of the category ${condition}; none if the condition is invalid. */
static struct lm_category_ranking members_of(struct visit *v, const struct lm_standings *s,
                                             const char *condition)
{
    const struct lm_category *category;
    struct lm_category_ranking members = {.count = 0};
    struct lm_log unheard = {.arena = v->arena};
    if (lm_category_parse(condition, (struct lm_place){0}, v->arena, &unheard, &category) !=
            LM_OK ||
        lm_category_rank(s, category, v->arena, &unheard, &members) != LM_OK)
        members.count = 0;
    return members;
}

/* Return the address of this page for ${category} ("" all), with ${more} appended, "&pdf=a4". */
static struct site_url view_url(const struct view *view, const char *page, const char *category,
                                const char *more)
{
    struct visit *v = view->v;
    return section_url(v, view->s, "%s?after=%u%s%s%s", page, view->standings->options.round,
                       *category == '\0' ? "" : "&category=", visit_escaped(v, category), more);
}

/* Add the categories that have some of the players, but not all. Birth dates are private: only
 * users of the desk see age categories, by ${full}, the standings with all data. */
static enum lm_status add_categories(struct view *view, const struct lm_standings *full,
                                     struct table_page *page)
{
    enum { MOST = 16 };
    struct visit *v = view->v;
    struct tab *tabs = lm_arena_alloc(v->arena, MOST, sizeof *tabs);
    if (tabs == NULL)
        return LM_LIMIT;
    page->categories = tabs;
    tabs[page->category_count++] =
        (struct tab){view_url(view, "standings", "", ""),
                     visit_say_of(v, LM_KEY("desk.show-all"),
                                  lm_value_number("count", (int64_t)view->t->player_count)),
                     *view->category == '\0'};
    const struct site_category *c;
    for (size_t i = 0; (c = site_category(i)) != NULL && page->category_count < MOST; i++) {
        struct lm_category_ranking members = members_of(v, full, c->condition);
        bool here = strcmp(view->category, c->condition) == 0;
        if (members.count == 0 || (members.count == view->t->player_count && !here))
            continue;
        const char *name = site_category_name(c, v->language, v->arena);
        tabs[page->category_count++] =
            (struct tab){view_url(view, "standings", c->condition, ""),
                         visit_print(v, "%s %u", name, members.count), here};
        if (here)
            page->category = name;
    }
    if (page->category_count == 1)
        page->category_count = 0;
    return LM_OK;
}

/* Compute the standings, and the members of the category. */
static enum lm_status look_at(struct view *view, struct table_page *page)
{
    struct visit *v = view->v;
    struct lm_tournament *full;
    struct lm_standings *known = NULL;
    view->category = value(v, CATEGORY)->length == 0 ? "" : value(v, CATEGORY)->text;
    enum lm_status status = compute(view, view->t, &view->standings);
    if (status != LM_OK || view->standings->options.teams || !visit_may(v, RIGHT_DESK)) {
        view->category = "";
        return status;
    }
    status = paper_tournament(v, view->s, LM_FOR_REPORT, &full);
    if (status == LM_OK)
        status = compute(view, full, &known);
    if (status != LM_OK)
        return status;
    view->members = members_of(v, known, view->category);
    if (*view->category != '\0' && view->members.count == 0)
        return visit_refuse(v, 404, "No player is in this category");
    return add_categories(view, known, page);
}

static void add_columns(struct table_maker *m, const struct lm_standings *s)
{
    struct visit *v = m->v;
    add_column(m, visit_word(v, LM_KEY("page.rank")), "n");
    add_column(m, visit_word(v, LM_KEY("page.name")), "name");
    add_column(m, visit_word(v, LM_KEY("page.rating")), "n d");
    add_column(m, visit_word(v, LM_KEY("page.fed")), "d");
    for (size_t i = 0; i < s->options.count && m->page.column_count < TABLE_COLUMNS_MAX; i++) {
        const struct lm_tie_break *one = &s->options.list[i];
        add_column(m, s->shown_only[i] ? visit_print(v, "(%s)", one->code) : one->code,
                   i == 0 ? "n" : "n d");
        m->columns[m->page.column_count - 1].hint = tie_break_called(v, one);
    }
}

static void add_rows(struct table_maker *m, const struct view *view)
{
    const struct lm_standings *s = view->standings;
    bool all = *view->category == '\0';
    uint32_t count = all ? view->t->player_count : view->members.count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t player = all ? s->order[i] : view->members.order[i];
        add_standing(m, view, player, all ? s->rank[player] : view->members.rank[player]);
    }
}

static enum lm_status add_links(struct table_maker *m, const struct view *view)
{
    enum { VIEWS = 4 };
    struct visit *v = view->v;
    const struct lm_desk_section *s = view->s;
    struct tab *links = lm_arena_alloc(v->arena, VIEWS, sizeof *links);
    if (links == NULL)
        return LM_LIMIT;
    links[m->page.link_count++] = (struct tab){m->page.again, m->page.title, true};
    links[m->page.link_count++] =
        (struct tab){site_local(v->arena, "/p/%s/%s/crosstable%s.html", v->event->slug, s->id,
                                language_suffix(v)),
                     visit_word(v, LM_KEY("page.crosstable")), false};
    links[m->page.link_count++] = (struct tab){
        site_local(v->arena, "/p/%s/%s/index%s.html", v->event->slug, s->id, language_suffix(v)),
        visit_word(v, LM_KEY("desk.public-pages")), false};
    m->page.links = links;
    if (visit_may(v, RIGHT_DESK))
        links[m->page.link_count++] =
            (struct tab){section_url(v, s, "prizes"), visit_word(v, LM_KEY("page.prizes")), false};
    m->page.csv = view_url(view, "standings.csv", view->category, "");
    if (pdf_built()) {
        m->page.pdf_a4 = view_url(view, "standings", view->category, "&pdf=a4");
        m->page.pdf_letter = view_url(view, "standings", view->category, "&pdf=letter");
    }
    return LM_OK;
}

/* Return "after round 5 · U18", with the score if two teams play each other. */
static const char *note_of(const struct view *view, const char *category)
{
    struct visit *v = view->v;
    const struct lm_desk_round *round = lm_desk_current(view->s);
    uint32_t after = view->standings->options.round;
    bool open = round != NULL && round->state != LM_ROUND_CLOSED && after >= round->number;
    struct lm_desk_side_score score[2];
    const char *note = visit_say_of(v, open ? LM_KEY("desk.after-open") : LM_KEY("desk.after"),
                                    lm_value_number("round", after));
    if (lm_desk_match_score(view->s, view->t, score))
        note = visit_print(v, "%s · %s", note, score_said(v, score));
    return category == NULL ? note : visit_print(v, "%s · %s", category, note);
}

/* Make the table of the requested standings, once a round was played. */
static enum lm_status make_standings(struct view *view, struct table_maker *m)
{
    struct visit *v = view->v;
    enum lm_status status = section_take(v, &view->s);
    if (status == LM_OK)
        status = paper_tournament(v, view->s, LM_FOR_PUBLIC, &view->t);
    if (status != LM_OK)
        return status;
    m->page.head = section_head(v, view->s, TAB_STANDINGS, visit_word(v, LM_KEY("page.standings")));
    m->page.title = m->page.head.title;
    m->page.look = "standings-sheet";
    m->page.stamp = stamp_of(v, NULL);
    m->page.note = visit_word(v, LM_KEY("desk.before-first"));
    if (view->t->player_count == 0 || view->t->rounds_paired == 0)
        return LM_OK;
    status = look_at(view, &m->page);
    if (status != LM_OK)
        return status;
    const struct lm_standings *s = view->standings;
    m->page.note = note_of(view, m->page.category);
    m->page.chips = !s->options.teams && view->s->system->games_per_match < 2;
    m->page.again = section_url(v, view->s, "standings");
    add_afters(v, view->t->rounds_paired, s->options.round, &m->page);
    add_columns(m, s);
    struct lm_text message = lm_text_in(v->arena);
    lm_text_add_notes(&message, s, ". ");
    m->page.message = message.length > 0 ? lm_text_string(&message) : NULL;
    add_rows(m, view);
    return add_links(m, view);
}

static bool is_empty(const struct table_maker *m, size_t column)
{
    for (size_t row = 0; row < m->page.row_count; row++)
        if (*m->rows[row].cells[column].text != '\0')
            return false;
    return true;
}

/* Remove tie-break columns without values, usually the direct encounter. A file has them all. */
static enum lm_status drop_empty(struct table_maker *m)
{
    for (size_t column = m->page.column_count; m->page.row_count > 0 && column-- > 5;) {
        if (!is_empty(m, column))
            continue;
        size_t behind = --m->page.column_count - column;
        memmove(&m->columns[column], &m->columns[column + 1], behind * sizeof *m->columns);
        for (size_t row = 0; row < m->page.row_count; row++) {
            const struct cell *from = m->rows[row].cells;
            struct cell *cells = lm_arena_alloc(m->v->arena, m->page.column_count, sizeof *cells);
            if (cells == NULL)
                return LM_LIMIT;
            memcpy(cells, from, column * sizeof *cells);
            memcpy(&cells[column], &from[column + 1], behind * sizeof *cells);
            m->rows[row].cells = cells;
            m->rows[row].cell_count--;
        }
    }
    return LM_OK;
}

static enum lm_status show_standings(struct visit *v)
{
    struct view view = {.v = v};
    struct table_maker m = {.v = v};
    enum lm_status status = make_standings(&view, &m);
    if (status == LM_OK)
        status = drop_empty(&m);
    return status == LM_OK ? write_table(&m) : status;
}

static enum lm_status send_standings(struct visit *v)
{
    struct view view = {.v = v};
    struct table_maker m = {.v = v};
    enum lm_status status = make_standings(&view, &m);
    return status == LM_OK ? write_table_csv(&m, visit_print(v, "%s-standings", view.s->id))
                           : status;
}

#define P "/e/:event/:section/"

const struct handler standings_handlers[] = {
    {false, P "standings", RIGHT_LOOK, standings_fields, "the standings, of all or of a category",
     show_standings, false},
    {false, P "standings.csv", RIGHT_LOOK, standings_fields, "the standings for a spreadsheet",
     send_standings, false},
    {0}};
