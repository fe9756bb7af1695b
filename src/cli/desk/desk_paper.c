/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "cli/desk/desk.h"
#include "cli/event/standings.h"
#include "cli/event/standings_views.h"

/* What hangs on the wall or lies on the boards: each sheet names round, version and the fingerprint
 * of the journal's last line, so that two sheets can be told apart. */

static struct sheet new_sheet(const struct desk_look *look, const char *what,
                              const struct lm_desk_round *round)
{
    struct lm_text subtitle = lm_text_in(look->run->arena), legend = lm_text_in(look->run->arena);
    const char *head = lm_desk_head(look->file->desk);
    lm_text_print(&subtitle, "%s%s%s", look->section->title,
                  look->section->title[0] != '\0' ? ", " : "", what);
    if (round != NULL)
        lm_text_print(&subtitle, ", round %u", round->number);
    if (round != NULL && round->state == LM_ROUND_PROPOSED)
        lm_text_add(&subtitle, " (proposal, not published)");
    else if (round != NULL && round->version > 1)
        lm_text_print(&subtitle, ", version %u", round->version);
    lm_text_print(&legend, "Line %llu, fingerprint %.8s",
                  (unsigned long long)lm_desk_number(look->file->desk), head);
    struct sheet sheet = sheet_new(look->run->arena, lm_desk_event(look->file->desk)->name,
                                   lm_text_string(&subtitle));
    sheet.legend = lm_text_string(&legend);
    return sheet;
}

/* ---- points before the round ---- */

struct points {
    struct lm_tournament *t;
    const uint32_t *index; /* per entry of the section */
    int32_t *before;       /* per player of ${t} */
};

static enum lm_status points_before(const struct desk_look *look, uint32_t round,
                                    struct points *out)
{
    struct lm_arena *arena = look->run->arena;
    enum lm_status status = lm_desk_tournament(look->file->desk, look->section, LM_FOR_ARBITERS,
                                               round, arena, &out->index, &out->t);
    if (status != LM_OK)
        return status;
    out->before = lm_arena_alloc(arena, out->t->player_count, sizeof *out->before);
    if (out->before == NULL)
        return LM_LIMIT;
    lm_points_after(out->t, round - 1, out->before);
    return LM_OK;
}

static int32_t points_of(const struct points *p, const struct lm_desk_player *player)
{
    uint32_t i = p->index[player->entry];
    return i == LM_NOBODY ? 0 : p->before[i];
}

static void add_points(struct sheet *sheet, int32_t tenths)
{
    if (tenths % 10 == 0)
        sheet_print(sheet, "%d", tenths / 10);
    else
        sheet_print(sheet, "%d.%d", tenths / 10, tenths % 10);
}

/* "GM Caflisch, Urs" */
static void add_name(struct sheet *sheet, const struct desk_look *look,
                     const struct lm_desk_player *player)
{
    const char *title = player->person->title;
    sheet_print(sheet, "%s%s%s", title, title[0] != '\0' ? " " : "",
                lm_desk_name(player, look->audience, look->run->arena));
}

static const char *result_text(const struct lm_desk_board *board)
{
    size_t count;
    const struct lm_desk_result *all = lm_desk_results(&count);
    return board->result == 0 ? "" : all[board->result].name;
}

/* ---- pairings ---- */

static const char *why_idle(const struct lm_desk_idle *idle)
{
    switch (idle->kind) {
    case LM_PAB:
        return "bye";
    case LM_FULL_BYE:
        return "full-point bye";
    case LM_HALF_BYE:
        return "half-point bye";
    default:
        return "absent";
    }
}

static enum lm_status show_pairings(const struct desk_look *look)
{
    struct lm_desk_round *round;
    struct points points;
    enum lm_status status = desk_round_of(look, &round);
    if (status == LM_OK)
        status = points_before(look, round->number, &points);
    if (status != LM_OK)
        return status;
    struct sheet sheet = new_sheet(look, "pairings", round);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "Bd", "board", "n", SHEET_KEEP);
    sheet_column(&sheet, "No.", "number", "n", '1');
    sheet_column(&sheet, "White", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Pts", "points", "n", SHEET_KEEP);
    sheet_column(&sheet, "Result", "", "", SHEET_KEEP);
    sheet_column(&sheet, "Pts", "points", "n", SHEET_KEEP);
    sheet_column(&sheet, "Black", "", "", SHEET_SHRINK);
    sheet_column(&sheet, "No.", "number", "n", '1');
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *board = round->boards[i];
        sheet_print(&sheet, "%u", board->number);
        sheet_print(&sheet, "%u", board->white->number);
        add_name(&sheet, look, board->white);
        add_points(&sheet, points_of(&points, board->white));
        sheet_add(&sheet, board->result != 0 ? result_text(board) : "-");
        add_points(&sheet, points_of(&points, board->black));
        add_name(&sheet, look, board->black);
        sheet_print(&sheet, "%u", board->black->number);
    }
    for (size_t i = 0; i < round->idle_count; i++) {
        const struct lm_desk_idle *idle = &round->idle[i];
        sheet_add(&sheet, "");
        sheet_print(&sheet, "%u", idle->player->number);
        add_name(&sheet, look, idle->player);
        add_points(&sheet, points_of(&points, idle->player));
        sheet_add(&sheet, why_idle(idle));
        for (int k = 0; k < 3; k++)
            sheet_add(&sheet, "");
    }
    return desk_write_sheet(look, &sheet);
}

struct listed {
    const char *name, *key;
    const struct lm_desk_player *player, *opponent;
    const struct lm_desk_board *board;
    const char *idle;
};

static int by_name(const void *a, const void *b)
{
    const struct listed *x = a, *y = b;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : x->player->entry < y->player->entry ? -1 : 1;
}

static enum lm_status add_listed(const struct desk_look *look, struct listed *row,
                                 const struct lm_desk_player *player)
{
    struct lm_text key = lm_text_in(look->run->arena);
    row->player = player;
    row->name = lm_desk_name(player, look->audience, look->run->arena);
    lm_text_add_folded(&key, row->name, strlen(row->name));
    row->key = lm_text_string(&key);
    return lm_text_status(&key);
}

/* Everybody of ${round} by name. */
static enum lm_status list_by_name(const struct desk_look *look, const struct lm_desk_round *round,
                                   struct listed **out, size_t *count)
{
    size_t most = 2 * round->board_count + round->idle_count, n = 0;
    struct listed *rows = lm_arena_alloc(look->run->arena, most, sizeof *rows);
    enum lm_status status = rows != NULL ? LM_OK : LM_LIMIT;
    for (size_t i = 0; i < round->board_count && status == LM_OK; i++)
        for (int side = 0; side < 2 && status == LM_OK; side++) {
            const struct lm_desk_board *board = round->boards[i];
            rows[n].board = board;
            rows[n].opponent = side == 0 ? board->black : board->white;
            status = add_listed(look, &rows[n++], side == 0 ? board->white : board->black);
        }
    for (size_t i = 0; i < round->idle_count && status == LM_OK; i++) {
        rows[n].idle = why_idle(&round->idle[i]);
        status = add_listed(look, &rows[n++], round->idle[i].player);
    }
    if (status != LM_OK)
        return status;
    qsort(rows, n, sizeof *rows, by_name);
    *out = rows;
    *count = n;
    return LM_OK;
}

static enum lm_status show_names(const struct desk_look *look)
{
    struct lm_desk_round *round;
    struct listed *rows;
    size_t count;
    enum lm_status status = desk_round_of(look, &round);
    if (status == LM_OK)
        status = list_by_name(look, round, &rows, &count);
    if (status != LM_OK)
        return status;
    struct sheet sheet = new_sheet(look, "pairings by name", round);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Bd", "board", "n", SHEET_KEEP);
    sheet_column(&sheet, "Colour", "", "", SHEET_KEEP);
    sheet_column(&sheet, "Opponent", "", "", SHEET_SHRINK);
    for (size_t i = 0; i < count; i++) {
        const struct listed *row = &rows[i];
        sheet_add(&sheet, row->name);
        if (row->board == NULL) {
            sheet_add(&sheet, "");
            sheet_add(&sheet, row->idle);
            sheet_add(&sheet, "");
            continue;
        }
        sheet_print(&sheet, "%u", row->board->number);
        sheet_add(&sheet, row->board->white == row->player ? "White" : "Black");
        add_name(&sheet, look, row->opponent);
    }
    return desk_write_sheet(look, &sheet);
}

/* One slip a board, to be signed. */
static enum lm_status show_slips(const struct desk_look *look)
{
    struct lm_desk_round *round;
    enum lm_status status = desk_round_of(look, &round);
    if (status != LM_OK)
        return status;
    struct sheet sheet = new_sheet(look, "result slips", round);
    sheet.shape = "cards";
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *board = round->boards[i];
        struct lm_text heading = lm_text_in(look->run->arena);
        lm_text_print(&heading, "Round %u, board %u", round->number, board->number);
        sheet_table(&sheet, lm_text_string(&heading), "");
        sheet_column(&sheet, "", "colour", "", SHEET_KEEP);
        sheet_column(&sheet, "Player", "", "k", SHEET_SHRINK);
        sheet_column(&sheet, "Result", "", "", SHEET_KEEP);
        sheet_column(&sheet, "Signature", "", "", SHEET_KEEP);
        for (int side = 0; side < 2; side++) {
            sheet_add(&sheet, side == 0 ? "White" : "Black");
            add_name(&sheet, look, side == 0 ? board->white : board->black);
            sheet_add(&sheet, "_____");
            sheet_add(&sheet, "________________");
        }
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- people ---- */

static enum lm_status show_check_in(const struct desk_look *look)
{
    struct sheet sheet = new_sheet(look, "check-in", NULL);
    size_t count = 0;
    struct listed *rows =
        lm_arena_alloc(look->run->arena, look->section->player_count, sizeof *rows);
    enum lm_status status = rows != NULL ? LM_OK : LM_LIMIT;
    for (size_t i = 0; i < look->section->player_count && status == LM_OK; i++)
        if (look->section->players[i]->standing == LM_PLAYS)
            status = add_listed(look, &rows[count++], look->section->players[i]);
    if (status != LM_OK)
        return status;
    qsort(rows, count, sizeof *rows, by_name);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "", "present", "", SHEET_KEEP);
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Rtg", "rating", "n", SHEET_KEEP);
    sheet_column(&sheet, "Club", "", "", '1');
    for (size_t i = 0; i < count; i++) {
        sheet_add(&sheet, rows[i].player->present ? "[x]" : "[ ]");
        sheet_add(&sheet, rows[i].name);
        sheet_print(&sheet, "%d", rows[i].player->rating);
        sheet_add(&sheet, look->audience == LM_FOR_PUBLIC ? "" : rows[i].player->person->club);
    }
    return desk_write_sheet(look, &sheet);
}

static enum lm_status show_byes(const struct desk_look *look)
{
    struct sheet sheet = new_sheet(look, "byes and absences", NULL);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "No.", "number", "n", SHEET_KEEP);
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Round", "", "n", SHEET_KEEP);
    sheet_column(&sheet, "Asked for", "", "", SHEET_KEEP);
    for (size_t i = 0; i < look->section->player_count; i++) {
        const struct lm_desk_player *p = look->section->players[i];
        for (size_t round = 0; round < p->bye_capacity && round < look->section->rounds; round++) {
            if (p->byes[round] == LM_BLANK)
                continue;
            struct lm_desk_idle idle = {.kind = p->byes[round]};
            sheet_print(&sheet, "%u", p->number);
            add_name(&sheet, look, p);
            sheet_print(&sheet, "%zu", round + 1);
            sheet_add(&sheet, why_idle(&idle));
        }
    }
    return desk_write_sheet(look, &sheet);
}

static enum lm_status show_prizes(const struct desk_look *look)
{
    struct sheet sheet = new_sheet(look, "prizes", NULL);
    const struct lm_desk_event *event = lm_desk_event(look->file->desk);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "Prize", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Sum", "", "n", SHEET_KEEP);
    sheet_column(&sheet, "Name", "", "", SHEET_SHRINK);
    for (size_t i = 0; i < event->note_count; i++) {
        const struct lm_desk_note *note = event->notes[i];
        if (note->kind != LM_NOTE_PRIZE || note->section != look->section || note->person == NULL)
            continue;
        const struct lm_desk_player *player = lm_desk_player(look->section, note->person->id);
        sheet_add(&sheet, note->text);
        sheet_add(&sheet, note->value);
        if (player != NULL)
            add_name(&sheet, look, player);
        else
            sheet_add(&sheet, note->person->name);
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- standings ---- */

static enum lm_status show_ranking(const struct desk_look *look,
                                   struct sheet (*make)(const struct view *v))
{
    struct run *run = look->run;
    struct lm_tournament *t;
    struct lm_standings *s;
    struct lm_crosstable *c;
    struct view v = {.arena = run->arena, .csv = look->form == DESK_CSV};
    enum lm_status status = lm_desk_tournament(look->file->desk, look->section, look->audience, 0,
                                               run->arena, NULL, &t);
    if (status == LM_OK)
        status = compute_standings(run, t, NULL, NULL, (struct lm_standings_options){0}, &s);
    if (status == LM_OK)
        status = lm_category_rank(s, NULL, run->arena, run->log, &v.members);
    if (status == LM_OK)
        status = lm_crosstable_new(s, run->arena, &c);
    if (status != LM_OK)
        return status;
    v.s = s;
    v.c = c;
    v.each = c->everybody;
    struct sheet sheet = make(&v);
    return desk_write_sheet(look, &sheet);
}

static enum lm_status show_standings(const struct desk_look *look)
{
    return show_ranking(look, standings_sheet);
}

static enum lm_status show_crosstable(const struct desk_look *look)
{
    return show_ranking(look, crosstable_sheet);
}

static enum lm_status show_cards(const struct desk_look *look)
{
    return show_ranking(look, cards_sheet);
}

const struct desk_view desk_paper_views[] = {
    {"pairings", "[ROUND]", "boards, points, results so far", true, show_pairings},
    {"names", "[ROUND]", "the same by name: where do I sit?", true, show_names},
    {"slips", "[ROUND]", "result slips, one a board", true, show_slips},
    {"standings", "", "after the last round with results", true, show_standings},
    {"crosstable", "", "everybody against everybody", true, show_crosstable},
    {"cards", "", "a card for each player, round by round", true, show_cards},
    {"check-in", "", "the list for the door", true, show_check_in},
    {"byes", "", "byes and absences asked for", true, show_byes},
    {"prizes", "", "prizes given", true, show_prizes},
    {0},
};
