/* SPDX-License-Identifier: Apache-2.0 */

/* Standings, crosstables and pairing cards as sheets. */

#include "cli/event/standings_views.h"

const char *value_text(const struct view *v, uint32_t who, size_t tie_break)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_value(&text, v->s->options.list[tie_break].kind,
                      lm_standings_value(v->s, who, tie_break));
    return lm_text_string(&text);
}

const char *subtitle_of(const struct view *v, const char *what, bool ranks)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_print(&text, "%s after round %u", what, v->s->options.round);
    if (v->category != NULL)
        lm_text_print(&text, ", %s", v->category->name);
    if (ranks)
        lm_text_print(&text, ", by %s", lm_tie_break_edition_name(v->s->options.edition));
    return lm_text_string(&text);
}

static bool is_tied(const struct view *v, uint32_t who)
{
    const struct lm_standings *s = v->s;
    uint32_t place = v->c->places[who] - 1;
    return (place > 0 && s->rank[s->order[place - 1]] == s->rank[who]) ||
           (place + 1 < s->count && s->rank[s->order[place + 1]] == s->rank[who]);
}

/* Add ${number}, with "=" if it is shared; 0 is none. */
static void add_rank(struct sheet *sheet, const struct view *v, uint32_t who, uint32_t number)
{
    if (number == 0)
        sheet_add(sheet, v->csv ? "" : "– ");
    else
        sheet_print(sheet, "%u%s", number, v->csv ? "" : is_tied(v, who) ? "=" : " ");
}

static void add_number(struct sheet *sheet, int64_t number)
{
    if (number == 0)
        sheet_add(sheet, "");
    else
        sheet_print(sheet, "%lld", (long long)number);
}

/* Return the tie-break's code, in parentheses if it is shown but does not rank (C.07 art. 10). */
static const char *code_of(const struct view *v, size_t tie_break)
{
    struct lm_text code = lm_text_in(v->arena);
    if (v->csv || !v->s->shown_only[tie_break])
        return v->s->options.list[tie_break].code;
    lm_text_print(&code, "(%s)", v->s->options.list[tie_break].code);
    return lm_text_string(&code);
}

/* Return the lines under the heading: notes, and the seed of lots. */
static const char *note_of(const struct view *v)
{
    struct lm_text note = lm_text_in(v->arena);
    lm_text_add_notes(&note, v->s, ". ");
    if (lm_standings_draws_lots(v->s))
        lm_text_print(&note, "%sLots drawn with seed %llu, where none are recorded",
                      note.length > 0 ? ". " : "", (unsigned long long)v->s->options.seed);
    return lm_text_string(&note);
}

static void add_tie_break_columns(struct sheet *sheet, const struct view *v, char fit_of_all)
{
    const struct lm_standings_options *o = &v->s->options;
    for (size_t i = 0; i < o->count; i++) {
        size_t behind = o->count - 1 - i;
        char drop = (char)('3' + (behind < 5 ? behind : 5));
        sheet_column(sheet, code_of(v, i), v->csv ? "" : o->list[i].kind->name, "n",
                     fit_of_all != 0 ? fit_of_all
                     : i == 0        ? SHEET_KEEP
                                     : drop);
    }
}

static void add_values(struct sheet *sheet, const struct view *v, uint32_t who)
{
    for (size_t i = 0; i < v->s->options.count; i++)
        sheet_add(sheet, value_text(v, who, i));
}

/* --- standings */

static void add_player(struct sheet *sheet, const struct view *v, uint32_t who)
{
    const struct lm_player *player = &v->s->t->players[who];
    sheet_add(sheet, player->title);
    sheet_add(sheet, player->name);
    add_number(sheet, player->rating);
    sheet_add(sheet, player->federation);
}

static void add_player_columns(struct sheet *sheet)
{
    sheet_column(sheet, "", "Title", "d", '1');
    sheet_column(sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(sheet, "Rtg", "Rating", "n", '9');
    sheet_column(sheet, "Fed", "Federation", "d", '2');
}

/* The contract of `-f csv`: rank,tpn,name, the codes; newer columns follow them. */
static void standings_rows_csv(struct sheet *sheet, const struct view *v)
{
    sheet_column(sheet, "rank", "", "", 'k');
    sheet_column(sheet, "tpn", "", "", 'k');
    sheet_column(sheet, "name", "", "", 'k');
    add_tie_break_columns(sheet, v, 'k');
    if (v->category != NULL)
        sheet_column(sheet, "category_rank", "", "", 'k');
    for (uint32_t i = 0; i < v->members.count; i++) {
        uint32_t who = v->members.order[i];
        add_rank(sheet, v, who, v->s->rank[who]);
        sheet_print(sheet, "%u", lm_participant_number(v->s, who));
        sheet_add(sheet, lm_participant_name(v->s, who));
        add_values(sheet, v, who);
        if (v->category != NULL)
            sheet_print(sheet, "%u", v->members.rank[who]);
    }
}

static void standings_rows(struct sheet *sheet, const struct view *v)
{
    bool teams = v->s->options.teams;
    if (v->category != NULL)
        sheet_column(sheet, "Cat", "Rank in the category", "n", SHEET_KEEP);
    sheet_column(sheet, "Rank", "", "n", SHEET_KEEP);
    sheet_column(sheet, "No.", "Starting number", "n d", '2');
    if (teams)
        sheet_column(sheet, "Team", "", "k", SHEET_SHRINK);
    else
        add_player_columns(sheet);
    add_tie_break_columns(sheet, v, 0);
    for (uint32_t i = 0; i < v->members.count; i++) {
        uint32_t who = v->members.order[i];
        if (v->category != NULL)
            sheet_print(sheet, "%u", v->members.rank[who]);
        add_rank(sheet, v, who, v->s->rank[who]);
        sheet_print(sheet, "%u", lm_participant_number(v->s, who));
        if (teams)
            sheet_add(sheet, lm_participant_name(v->s, who));
        else
            add_player(sheet, v, who);
        add_values(sheet, v, who);
    }
}

struct sheet standings_sheet(const struct view *v)
{
    struct sheet sheet = sheet_new(v->arena, v->s->t->name, subtitle_of(v, "Standings", true));
    sheet_table(&sheet, "", note_of(v));
    if (v->csv)
        standings_rows_csv(&sheet, v);
    else
        standings_rows(&sheet, v);
    return sheet;
}

/* --- crosstable */

static void add_crosstable_columns(struct sheet *sheet, const struct view *v)
{
    if (v->category != NULL)
        sheet_column(sheet, v->csv ? "category_rank" : "Cat", "", "n", SHEET_KEEP);
    sheet_column(sheet, v->csv ? "place" : "Pl.", "", "n", SHEET_KEEP);
    if (v->csv) {
        sheet_column(sheet, "rank", "", "n", 'k');
        sheet_column(sheet, "tpn", "", "n", 'k');
        sheet_column(sheet, "name", "", "", 'k');
        if (!v->s->options.teams)
            sheet_column(sheet, "rating", "", "n", 'k');
    } else if (v->s->options.teams) {
        sheet_column(sheet, "Team", "", "k", SHEET_SHRINK);
    } else {
        add_player_columns(sheet);
    }
    uint32_t columns = v->each ? v->c->count : v->c->rounds;
    for (uint32_t i = 1; i <= columns; i++)
        sheet_column_print(sheet, "c", SHEET_FOLD, "%u", i);
    add_tie_break_columns(sheet, v, 0);
}

static void add_crosstable_cells(struct sheet *sheet, const struct view *v, uint32_t who)
{
    enum lm_cell_style style = v->csv ? LM_CELL_ASCII : LM_CELL_PRINTED;
    uint32_t columns = v->each ? v->c->count : v->c->rounds;
    for (uint32_t i = 0; i < columns; i++) {
        struct lm_text cell = lm_text_in(v->arena);
        if (!v->each)
            lm_text_add_cell(&cell, v->c, who, i + 1, style);
        else if (v->s->order[i] == who)
            lm_text_add(&cell, v->csv ? "" : "×");
        else
            lm_text_add_meetings(&cell, v->c, who, v->s->order[i], style);
        sheet->failed |= cell.failed;
        sheet_add(sheet, lm_text_string(&cell));
    }
}

static void add_crosstable_row(struct sheet *sheet, const struct view *v, uint32_t who)
{
    if (v->category != NULL)
        sheet_print(sheet, "%u", v->members.rank[who]);
    add_rank(sheet, v, who, v->c->places[who]);
    if (v->csv) {
        add_rank(sheet, v, who, v->s->rank[who]);
        sheet_print(sheet, "%u", lm_participant_number(v->s, who));
    }
    if (v->csv || v->s->options.teams)
        sheet_add(sheet, lm_participant_name(v->s, who));
    if (v->csv && !v->s->options.teams)
        add_number(sheet, v->s->t->players[who].rating);
    else if (!v->s->options.teams)
        add_player(sheet, v, who);
    add_crosstable_cells(sheet, v, who);
    add_values(sheet, v, who);
}

struct sheet crosstable_sheet(const struct view *v)
{
    struct sheet sheet = sheet_new(v->arena, v->s->t->name, subtitle_of(v, "Crosstable", true));
    sheet_table(&sheet, "", note_of(v));
    add_crosstable_columns(&sheet, v);
    for (uint32_t i = 0; i < v->members.count; i++)
        add_crosstable_row(&sheet, v, v->members.order[i]);
    if (v->each)
        sheet.legend = "Columns are opponents by rank; 1 won, ½ drawn, 0 lost, + and - not played, "
                       "* in progress. = tied with a neighbour.";
    else if (v->s->options.teams)
        sheet.legend = "12w2½: against the team ranked 12, White on the first board, 2½ points on "
                       "the boards; bye and –½, –1: did not play, – absent.";
    else
        sheet.legend =
            "12w1: with White against rank 12, won; b Black, + and - not played, * in progress; "
            "bye: had the bye; –½, –1: a bye asked for; – absent. = tied with a neighbour.";
    return sheet;
}

/* --- cards */

static const char *const colours[] = {[LM_NO_COLOUR] = "", [LM_WHITE] = "W", [LM_BLACK] = "B"};
/* In the two games of a match. */
static const char *const turns[] = {[LM_NO_COLOUR] = "", [LM_WHITE] = "WB", [LM_BLACK] = "BW"};
static const char *const floats[] = {
    [LM_NO_FLOAT] = "", [LM_DOWNFLOAT] = "down", [LM_UPFLOAT] = "up"};

static void add_result(struct sheet *sheet, const struct view *v, uint32_t who, uint32_t round)
{
    struct lm_text text = lm_text_in(v->arena);
    lm_text_add_result(&text, v->c, who, round, v->csv ? LM_CELL_ASCII : LM_CELL_PRINTED);
    sheet->failed |= text.failed;
    sheet_add(sheet, lm_text_string(&text));
}

static void add_points(struct sheet *sheet, const struct view *v, int32_t tenths)
{
    struct lm_text text = lm_text_in(v->arena);
    if (v->csv)
        lm_text_add_tenths(&text, tenths);
    else
        lm_text_add_points(&text, tenths);
    sheet_add(sheet, lm_text_string(&text));
}

static void add_card_row(struct sheet *sheet, const struct view *v, uint32_t who, uint32_t round)
{
    const struct lm_cell *cell = lm_cell_at(v->c, who, round);
    bool met = cell->opponent != LM_NOBODY;
    sheet_print(sheet, "%u", round);
    sheet_add(sheet, cell->games != NULL && v->s->t->games_per_match > 1 ? turns[cell->colour]
                                                                         : colours[cell->colour]);
    add_number(sheet, met ? lm_participant_number(v->s, cell->opponent) : 0);
    sheet_add(sheet, met ? lm_participant_name(v->s, cell->opponent) : "");
    if (!v->s->options.teams)
        add_number(sheet, met ? v->s->t->players[cell->opponent].rating : 0);
    add_result(sheet, v, who, round);
    add_points(sheet, v, cell->total);
    sheet_add(sheet, floats[cell->floated]);
}

static void add_card_columns(struct sheet *sheet, const struct view *v)
{
    static const struct {
        const char *head, *csv, *look;
        char fit;
        bool players;
    } columns[] = {{"Rd", "round", "n", SHEET_KEEP, false},
                   {"Col", "colour", "", SHEET_KEEP, false},
                   {"No.", "opponent", "n", SHEET_KEEP, false},
                   {"Opponent", "opponent_name", "", SHEET_SHRINK, false},
                   {"Rtg", "opponent_rating", "n", '2', true},
                   {"Res", "result", "n", SHEET_KEEP, false},
                   {"Pts", "points", "n", SHEET_KEEP, false},
                   {"Float", "float", "", '1', false}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (!columns[i].players || !v->s->options.teams)
            sheet_column(sheet, v->csv ? columns[i].csv : columns[i].head, "", columns[i].look,
                         columns[i].fit);
}

/* "GM Escher, Reto (No. 2, 2532, SUI)" */
static const char *card_heading(const struct view *v, uint32_t who)
{
    struct lm_text text = lm_text_in(v->arena);
    if (v->s->options.teams) {
        lm_text_print(&text, "%s (No. %u)", lm_participant_name(v->s, who),
                      lm_participant_number(v->s, who));
        return lm_text_string(&text);
    }
    const struct lm_player *player = &v->s->t->players[who];
    lm_text_print(&text, "%s%s%s (No. %u", player->title, *player->title != '\0' ? " " : "",
                  player->name, player->tpn);
    if (player->rating != 0)
        lm_text_print(&text, ", %d", player->rating);
    lm_text_print(&text, "%s%s)", *player->federation != '\0' ? ", " : "", player->federation);
    return lm_text_string(&text);
}

/* "Rank 3; White 2, Black 3; floats down 1, up 0" */
static const char *card_note(const struct view *v, uint32_t who)
{
    const struct lm_balance *b = &v->c->balances[who];
    struct lm_text text = lm_text_in(v->arena);
    if (v->s->rank[who] == 0)
        lm_text_add(&text, "Not ranked");
    else
        lm_text_print(&text, "Rank %u%s", v->s->rank[who], is_tied(v, who) ? "=" : "");
    if (v->category != NULL)
        lm_text_print(&text, ", %s %u", v->category->name, v->members.rank[who]);
    lm_text_print(&text, "; White %u, Black %u", b->white, b->black);
    if (b->downfloats + b->upfloats > 0)
        lm_text_print(&text, "; floats down %u, up %u", b->downfloats, b->upfloats);
    if (b->allocated + b->requested > 0)
        lm_text_print(&text, "; byes %u", b->allocated + b->requested);
    if (b->forfeits_won + b->forfeits_lost > 0)
        lm_text_print(&text, "; forfeits +%u -%u", b->forfeits_won, b->forfeits_lost);
    return lm_text_string(&text);
}

/* All histories in one table, for programs. */
static void card_rows_csv(struct sheet *sheet, const struct view *v)
{
    sheet_table(sheet, "", "");
    sheet_column(sheet, "tpn", "", "n", 'k');
    sheet_column(sheet, "name", "", "", 'k');
    add_card_columns(sheet, v);
    for (uint32_t i = 0; i < v->members.count; i++)
        for (uint32_t round = 1; round <= v->c->rounds; round++) {
            uint32_t who = v->members.order[i];
            sheet_print(sheet, "%u", lm_participant_number(v->s, who));
            sheet_add(sheet, lm_participant_name(v->s, who));
            add_card_row(sheet, v, who, round);
        }
}

struct sheet cards_sheet(const struct view *v)
{
    struct sheet sheet = sheet_new(v->arena, v->s->t->name, subtitle_of(v, "Pairing cards", true));
    sheet.shape = "cards";
    if (v->csv) {
        card_rows_csv(&sheet, v);
        return sheet;
    }
    for (uint32_t i = 0; i < v->members.count; i++) {
        uint32_t who = v->members.order[i];
        sheet_table(&sheet, card_heading(v, who), card_note(v, who));
        add_card_columns(&sheet, v);
        for (uint32_t round = 1; round <= v->c->rounds; round++)
            add_card_row(&sheet, v, who, round);
    }
    return sheet;
}
