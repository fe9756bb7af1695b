/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "cli/desk/desk.h"
#include "cli/event/standings_command.h"
#include "cli/event/standings_views.h"

/* Sheets for the wall and the boards: each names the round, the version and the fingerprint of the
 * journal's last line, so that two sheets can be distinguished. */

const char *desk_fide_mark(const struct desk_look *look, const struct lm_desk_section *s)
{
    struct lm_text text = lm_text_in(look->run->arena);
    const struct lm_value values[] = {lm_value_number("round", s->fide_left),
                                      lm_value_text("why", s->fide_why)};
    if (!s->fide_mode && s->fide_left != 0)
        lm_text_print(&text, " %s", desk_say(look, LM_KEY("sheet.not-fide"), values, 2));
    return lm_text_string(&text);
}

/* "Line 12, fingerprint 0a1b2c3d" */
static const char *line_said(const struct desk_look *look)
{
    const char *head = lm_desk_head(look->file->desk);
    struct lm_text number = lm_text_in(look->run->arena), start = lm_text_in(look->run->arena);
    lm_text_print(&number, "%llu", (unsigned long long)lm_desk_number(look->file->desk));
    lm_text_print(&start, "%.8s", head);
    return desk_say(look, LM_KEY("sheet.line"),
                    (const struct lm_value[]){lm_value_text("line", lm_text_string(&number)),
                                              lm_value_text("head", lm_text_string(&start))},
                    2);
}

struct sheet desk_sheet(const struct desk_look *look, const char *what,
                        const struct lm_desk_round *round)
{
    struct lm_text subtitle = lm_text_in(look->run->arena), legend = lm_text_in(look->run->arena);
    lm_text_print(&subtitle, "%s%s%s", look->section->title,
                  look->section->title[0] != '\0' ? ", " : "", desk_title(look, what));
    if (round != NULL)
        lm_text_print(&subtitle, ", %s",
                      desk_say(look, LM_KEY("sheet.round"),
                               (const struct lm_value[]){lm_value_number("round", round->number)},
                               1));
    const char *zone = lm_desk_event(look->file->desk)->zone;
    if (round != NULL && *zone != '\0' &&
        lm_desk_start(look->section, round->number) != LM_NO_TIME) {
        lm_text_add(&subtitle, ", ");
        desk_add_clock(&subtitle, zone, lm_desk_start(look->section, round->number));
    }
    if (round != NULL && round->state == LM_ROUND_PROPOSED)
        lm_text_print(&subtitle, " (%s)", desk_say(look, LM_KEY("sheet.draft"), NULL, 0));
    else if (round != NULL && round->version > 1)
        lm_text_print(
            &subtitle, ", %s",
            desk_say(look, LM_KEY("sheet.version"),
                     (const struct lm_value[]){lm_value_number("version", round->version)}, 1));
    const struct lm_value position[] = {
        lm_value_number("number", round == NULL ? 0 : round->position_number),
        lm_value_text("position", round == NULL ? "" : round->position)};
    if (round != NULL && round->position[0] != '\0')
        lm_text_print(&subtitle, ", %s", desk_say(look, LM_KEY("sheet.position"), position, 2));
    const char *mark = desk_fide_mark(look, look->section);
    lm_text_print(&legend, "%s%s%s", line_said(look), mark[0] != '\0' ? "." : "", mark);
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
    enum lm_status status = lm_desk_field(look->file->desk, look->section, LM_FOR_ARBITERS, round,
                                          arena, &out->index, &out->t);
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

void desk_add_points(struct sheet *sheet, int32_t tenths)
{
    if (tenths % 10 == 0)
        sheet_print(sheet, "%d", tenths / 10);
    else
        sheet_print(sheet, "%d.%d", tenths / 10, tenths % 10);
}

/* "GM Caflisch, Urs" */
void desk_add_name(struct sheet *sheet, const struct desk_look *look,
                   const struct lm_desk_player *player)
{
    const char *title = player->person->title;
    sheet_print(sheet, "%s%s%s", title, title[0] != '\0' ? " " : "",
                lm_desk_name(player, look->audience, look->run->arena));
}

static bool has_matches(const struct desk_look *look)
{
    return look->section->system->games_per_match > 1;
}

/* The player's colour in the game, or in the first and second game of a match. */
static const char *colour_of(const struct desk_look *look, bool white)
{
    if (has_matches(look))
        return desk_title(look, white ? "White, then Black" : "Black, then White");
    return desk_title(look, white ? "White" : "Black");
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
    case LM_BLANK:
        return "free";
    default:
        return "absent";
    }
}

/* Does any pair play at a table with a number other than its board's? */
static bool stands_elsewhere(const struct lm_desk_round *round, const char *const *tables)
{
    for (size_t i = 0; i < round->board_count; i++)
        if (strtoul(tables[i], NULL, 10) != round->boards[i]->number)
            return true;
    return false;
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
    const char *const *tables;
    if (lm_desk_tables(round, look->run->arena, &tables) != LM_OK)
        return LM_LIMIT;
    bool elsewhere = stands_elsewhere(round, tables);
    struct sheet sheet = desk_sheet(look, "pairings", round);
    sheet_table(&sheet, "", "");
    bool teams = look->section->teams;
    sheet_column(&sheet, teams ? "M" : "Bd", teams ? "match" : "board", "n", SHEET_KEEP);
    if (elsewhere)
        sheet_column(&sheet, "Table", "", "n", SHEET_KEEP);
    sheet_column(&sheet, "No.", "number", "n", '1');
    sheet_column(&sheet,
                 teams               ? "White on board 1"
                 : has_matches(look) ? "White first"
                                     : "White",
                 "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Pts", "points", "n", SHEET_KEEP);
    sheet_column(&sheet, has_matches(look) ? "Results" : "Result", "", "", SHEET_KEEP);
    sheet_column(&sheet, "Pts", "points", "n", SHEET_KEEP);
    sheet_column(&sheet,
                 teams               ? "Black on board 1"
                 : has_matches(look) ? "Black first"
                                     : "Black",
                 "", "", SHEET_SHRINK);
    sheet_column(&sheet, "No.", "number", "n", '1');
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *board = round->boards[i];
        sheet_print(&sheet, "%u", board->number);
        if (elsewhere)
            sheet_add(&sheet, tables[i]);
        sheet_print(&sheet, "%u", board->white->number);
        desk_add_name(&sheet, look, board->white);
        desk_add_points(&sheet, points_of(&points, board->white));
        sheet_add(&sheet, desk_result_shown(look, board));
        desk_add_points(&sheet, points_of(&points, board->black));
        desk_add_name(&sheet, look, board->black);
        sheet_print(&sheet, "%u", board->black->number);
    }
    for (size_t i = 0; i < round->idle_count; i++) {
        const struct lm_desk_idle *idle = &round->idle[i];
        sheet_add(&sheet, "");
        if (elsewhere)
            sheet_add(&sheet, "");
        sheet_print(&sheet, "%u", idle->player->number);
        desk_add_name(&sheet, look, idle->player);
        desk_add_points(&sheet, points_of(&points, idle->player));
        sheet_add(&sheet, desk_title(look, why_idle(idle)));
        for (int k = 0; k < 3; k++)
            sheet_add(&sheet, "");
    }
    return desk_write_sheet(look, &sheet);
}

/* Show all rounds of a round-robin on one sheet, by numbers. */
static enum lm_status show_table(const struct desk_look *look)
{
    const struct lm_desk_section *s = look->section;
    struct sheet sheet = desk_sheet(look, "all rounds", NULL);
    size_t boards = 0;
    for (size_t i = 0; i < s->round_count; i++)
        if (s->rounds_played[i]->state != LM_ROUND_NONE &&
            s->rounds_played[i]->board_count > boards)
            boards = s->rounds_played[i]->board_count;
    if (boards == 0)
        return fail(look->run->log, LM_INVALID, "no round is paired yet; `pair` pairs the first");
    sheet_table(&sheet, "", "White first.");
    sheet_column(&sheet, "Rd", "round", "n", SHEET_KEEP);
    for (size_t b = 0; b < boards; b++)
        sheet_column_print(&sheet, "", SHEET_KEEP, "Bd %zu", b + 1);
    sheet_column(&sheet, "Free", "", "", SHEET_KEEP);
    for (size_t i = 0; i < s->round_count; i++) {
        const struct lm_desk_round *r = s->rounds_played[i];
        if (r->state == LM_ROUND_NONE)
            continue;
        sheet_print(&sheet, "%u", r->number);
        for (size_t b = 0; b < boards; b++)
            if (b < r->board_count)
                sheet_print(&sheet, "%u-%u", r->boards[b]->white->number,
                            r->boards[b]->black->number);
            else
                sheet_add(&sheet, "");
        struct lm_text idle = lm_text_in(look->run->arena);
        for (size_t k = 0; k < r->idle_count; k++)
            lm_text_print(&idle, "%s%u", k == 0 ? "" : " ", r->idle[k].player->number);
        sheet_add(&sheet, lm_text_string(&idle));
    }
    return desk_write_sheet(look, &sheet);
}

struct listed {
    const char *name, *key;
    const struct lm_desk_player *player, *opponent;
    const struct lm_desk_board *board;
    size_t game; /* of a team match: the player's board, from 0 */
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

/* List the board players of a team event. */
static enum lm_status list_persons(const struct desk_look *look, const struct lm_desk_round *round,
                                   struct listed **out, size_t *count)
{
    size_t most = 2 * round->board_count * LM_DESK_GAMES, n = 0;
    struct listed *rows = lm_arena_alloc(look->run->arena, most, sizeof *rows);
    enum lm_status status = rows != NULL ? LM_OK : LM_LIMIT;
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *b = round->boards[i];
        for (size_t k = 0; status == LM_OK && k < 2u * b->game_count; k++) {
            const struct lm_desk_game *game = &b->games[k / 2];
            if (game->players[k % 2] == NULL)
                continue;
            rows[n] =
                (struct listed){.board = b, .game = k / 2, .opponent = game->players[1 - k % 2]};
            status = add_listed(look, &rows[n++], game->players[k % 2]);
        }
    }
    if (status != LM_OK)
        return status;
    lm_sort(rows, n, sizeof *rows, by_name);
    *out = rows;
    *count = n;
    return LM_OK;
}

/* List all players of ${round} by name. */
static enum lm_status list_by_name(const struct desk_look *look, const struct lm_desk_round *round,
                                   struct listed **out, size_t *count)
{
    if (look->section->teams)
        return list_persons(look, round, out, count);
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
        rows[n].idle = desk_title(look, why_idle(&round->idle[i]));
        status = add_listed(look, &rows[n++], round->idle[i].player);
    }
    if (status != LM_OK)
        return status;
    lm_sort(rows, n, sizeof *rows, by_name);
    *out = rows;
    *count = n;
    return LM_OK;
}

static const char *table_of(const struct lm_desk_round *round, const char *const *tables,
                            const struct lm_desk_board *board)
{
    for (size_t i = 0; i < round->board_count; i++)
        if (round->boards[i] == board)
            return tables[i];
    return "";
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
    const char *const *tables;
    if (lm_desk_tables(round, look->run->arena, &tables) != LM_OK)
        return LM_LIMIT;
    struct sheet sheet = desk_sheet(look, "pairings by name", round);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, stands_elsewhere(round, tables) ? "Table" : "Bd", "board", "n",
                 SHEET_KEEP);
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
        if (look->section->teams) {
            bool first = row->board->games[row->game].players[0] == row->player;
            sheet_print(&sheet, "%s:%zu", table_of(round, tables, row->board), row->game + 1);
            sheet_add(&sheet,
                      desk_title(look, lm_desk_first_has_white(row->board, row->game) == first
                                           ? "White"
                                           : "Black"));
        } else {
            sheet_add(&sheet, table_of(round, tables, row->board));
            sheet_add(&sheet, colour_of(look, row->board->white == row->player));
        }
        if (row->opponent == NULL)
            sheet_add(&sheet, "nobody");
        else
            desk_add_name(&sheet, look, row->opponent);
    }
    return desk_write_sheet(look, &sheet);
}

/* Select slips: "7,14-16" boards, "since=2" those that version 2 made. */
bool desk_is_wanted(const char *word, const struct lm_desk_board *board)
{
    int64_t since;
    if (word == NULL)
        return true;
    if (strncmp(word, "since=", 6) == 0)
        return lm_parse_integer(word + 6, strlen(word + 6), 1, UINT32_MAX, &since) &&
               board->version >= since;
    for (const char *at = word; *at != '\0';) {
        char *end;
        unsigned long first = strtoul(at, &end, 10), last = first;
        if (*end == '-')
            last = strtoul(end + 1, &end, 10);
        if (board->number >= first && board->number <= last)
            return true;
        if (*end != ',')
            return false;
        at = end + 1;
    }
    return false;
}

/* Does a player's private note on eyesight request larger letters (situation 11)? */
static bool is_large(const struct lm_desk_board *board)
{
    return strstr(board->white->person->note, "large type") != NULL ||
           strstr(board->black->person->note, "large type") != NULL;
}

/* Show one slip per board, to be signed. */
static enum lm_status show_slips(const struct desk_look *look)
{
    struct lm_desk_round *round;
    const char *const *tables;
    const char *which = look->count > 1 ? look->words[1] : NULL;
    enum lm_status status = desk_round_of(look, &round);
    if (status == LM_OK)
        status = lm_desk_tables(round, look->run->arena, &tables);
    if (status != LM_OK)
        return status;
    struct sheet sheet = desk_sheet(look, "result slips", round);
    sheet.shape = "cards";
    for (size_t i = 0; i < round->board_count; i++) {
        const struct lm_desk_board *board = round->boards[i];
        struct lm_text heading = lm_text_in(look->run->arena);
        if (!desk_is_wanted(which, board))
            continue;
        if (look->section->teams) {
            desk_add_match(&sheet, look, board, true);
            continue;
        }
        const struct lm_value place[] = {lm_value_number("round", round->number),
                                         lm_value_number("board", board->number)};
        const struct lm_value table[] = {lm_value_text("table", tables[i])};
        lm_text_add(&heading, desk_say(look, LM_KEY("sheet.slip"), place, 2));
        if (strtoul(tables[i], NULL, 10) != board->number)
            lm_text_print(&heading, ", %s", desk_say(look, LM_KEY("sheet.table"), table, 1));
        if (is_large(board))
            lm_text_print(&heading, " (%s)", desk_say(look, LM_KEY("sheet.large"), NULL, 0));
        sheet_table(&sheet, lm_text_string(&heading), "");
        sheet_column(&sheet, "", "colour", "", SHEET_KEEP);
        sheet_column(&sheet, "Player", "", "k", SHEET_SHRINK);
        for (size_t game = 0; game < board->game_count; game++)
            sheet_column(&sheet,
                         board->games == NULL ? "Result"
                         : game == 0          ? "Game 1"
                                              : "Game 2",
                         "", "", SHEET_KEEP);
        sheet_column(&sheet, "Signature", "", "", SHEET_KEEP);
        for (int side = 0; side < 2; side++) {
            sheet_add(&sheet, colour_of(look, side == 0));
            desk_add_name(&sheet, look, side == 0 ? board->white : board->black);
            for (size_t game = 0; game < board->game_count; game++)
                sheet_add(&sheet, "_____");
            sheet_add(&sheet, "________________");
        }
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- people ---- */

static const char *missing_note(const struct desk_look *look, size_t missing, size_t all)
{
    return desk_say(look, LM_KEY("sheet.missing"),
                    (const struct lm_value[]){lm_value_number("missing", (int64_t)missing),
                                              lm_value_number("all", (int64_t)all)},
                    2);
}

static enum lm_status show_check_in(const struct desk_look *look)
{
    struct sheet sheet = desk_sheet(look, "check-in", NULL);
    size_t count = 0;
    struct listed *rows =
        lm_arena_alloc(look->run->arena, look->section->player_count, sizeof *rows);
    enum lm_status status = rows != NULL ? LM_OK : LM_LIMIT;
    for (size_t i = 0; i < look->section->player_count && status == LM_OK; i++)
        if (look->section->players[i]->standing == LM_PLAYS)
            status = add_listed(look, &rows[count++], look->section->players[i]);
    if (status != LM_OK)
        return status;
    lm_sort(rows, count, sizeof *rows, by_name);
    size_t missing = 0;
    for (size_t i = 0; i < count; i++)
        missing += !rows[i].player->present;
    sheet_table(&sheet, "",
                missing == 0 ? "All players are here." : missing_note(look, missing, count));
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
    struct sheet sheet = desk_sheet(look, "byes and absences", NULL);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "No.", "number", "n", SHEET_KEEP);
    sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Round", "", "n", SHEET_KEEP);
    sheet_column(&sheet, "Asked for", "", "", SHEET_KEEP);
    for (size_t i = 0; i < look->section->player_count; i++) {
        const struct lm_desk_player *p = look->section->players[i];
        for (uint32_t round = 1; round <= look->section->rounds; round++) {
            struct lm_desk_idle idle = {.kind = lm_desk_bye_of(p, round)};
            if (idle.kind == LM_BLANK)
                continue;
            sheet_print(&sheet, "%u", p->number);
            desk_add_name(&sheet, look, p);
            sheet_print(&sheet, "%u", round);
            sheet_add(&sheet, desk_title(look, why_idle(&idle)));
        }
    }
    return desk_write_sheet(look, &sheet);
}

static enum lm_status show_prizes(const struct desk_look *look)
{
    struct sheet sheet = desk_sheet(look, "prizes", NULL);
    const struct lm_desk_event *event = lm_desk_event(look->file->desk);
    sheet_table(&sheet, "", "");
    sheet_column(&sheet, "Prize", "", "k", SHEET_SHRINK);
    sheet_column(&sheet, "Sum", "", "n", SHEET_KEEP);
    sheet_column(&sheet, "Name", "", "", SHEET_SHRINK);
    if (look->audience != LM_FOR_PUBLIC)
        sheet_column(&sheet, "Note", "", "w", SHEET_SHRINK);
    for (size_t i = 0; i < event->note_count; i++) {
        const struct lm_desk_note *note = event->notes[i];
        if (note->kind != LM_NOTE_PRIZE || note->section != look->section || note->person == NULL)
            continue;
        const struct lm_desk_player *player = lm_desk_player(look->section, note->person->id);
        sheet_add(&sheet, note->text);
        sheet_add(&sheet, note->value);
        if (player != NULL)
            desk_add_name(&sheet, look, player);
        else
            sheet_add(&sheet, note->person->name);
        if (look->audience != LM_FOR_PUBLIC)
            sheet_add(&sheet, note->person->note);
    }
    return desk_write_sheet(look, &sheet);
}

/* ---- standings ---- */

/* Mark players who have withdrawn (VCL 170, 197). */
static void mark_who_left(const struct desk_look *look, struct lm_tournament *t,
                          const uint32_t *index)
{
    struct lm_team *teams = lm_arena_alloc(look->run->arena, t->team_count, sizeof *teams);
    for (size_t i = 0; teams != NULL && i < t->team_count; i++)
        teams[i] = t->teams[i];
    if (teams == NULL)
        return;
    t->teams = t->team_count > 0 ? teams : t->teams;
    for (size_t i = 0; i < look->section->player_count; i++) {
        const struct lm_desk_player *p = look->section->players[i];
        struct lm_text name = lm_text_in(look->run->arena);
        bool expelled = p->standing == LM_EXPELLED && (look->audience != LM_FOR_PUBLIC || p->shown);
        if (index[i] == LM_NOBODY || (p->standing != LM_WITHDRAWN && p->standing != LM_EXPELLED))
            continue;
        const char *own = p->person->team ? t->teams[index[i]].name : t->players[index[i]].name;
        lm_text_print(&name, "%s (%s)", own, desk_title(look, expelled ? "expelled" : "withdrawn"));
        if (p->person->team)
            teams[index[i]].name = lm_text_string(&name);
        else
            t->players[index[i]].name = lm_text_string(&name);
    }
}

/* VCL 161: standings are not called final while a result is missing. */
static const char *is_not_final(const struct desk_look *look)
{
    const struct lm_desk_section *s = look->section;
    size_t open = 0;
    struct lm_text text = lm_text_in(look->run->arena);
    for (size_t r = 0; r < s->round_count; r++)
        for (size_t i = 0; i < s->rounds_played[r]->board_count; i++)
            open += s->rounds_played[r]->state >= LM_ROUND_ALTERED &&
                    lm_desk_result_at(s->rounds_played[r]->boards[i]->result)->open;
    lm_text_print(&text, "%s.%s", line_said(look), desk_fide_mark(look, s));
    const struct lm_value games[] = {lm_value_number("count", (int64_t)open)};
    if (open > 0)
        lm_text_print(&text, " %s", desk_say(look, LM_KEY("sheet.open"), games, 1));
    else if (!s->finished)
        lm_text_print(&text, " %s", desk_say(look, LM_KEY("sheet.unfinished"), NULL, 0));
    return lm_text_string(&text);
}

static bool lots_are_drawn(const struct desk_look *look)
{
    for (size_t i = 0; i < look->section->player_count; i++)
        if (look->section->players[i]->lot != 0)
            return true;
    return false;
}

/* Return the order of ${s}, with the lots at the end: they decide last. */
static const char *with_lots(const struct lm_standings *s, struct lm_arena *arena)
{
    struct lm_text list = lm_text_in(arena);
    for (size_t i = 0; i < s->options.count; i++)
        if (strcmp(s->options.list[i].code, "LOT") != 0)
            lm_text_print(&list, "%s,", s->options.list[i].code);
    lm_text_add(&list, "LOT");
    return lm_text_string(&list);
}

/* Return "Match: Bern 3.5 - Basel 2.5. " for a Scheveningen match; otherwise "". */
static const char *match_score(const struct desk_look *look, const struct lm_tournament *t)
{
    struct lm_desk_side_score score[2];
    struct lm_text text = lm_text_in(look->run->arena);
    if (!lm_desk_match_score(look->section, t, score))
        return "";
    for (int side = 0; side < 2; side++) {
        bool named = score[side].name[0] != '\0' && strcmp(score[0].name, score[1].name) != 0;
        lm_text_print(&text, "%s%s ", side == 0 ? "Match: " : " - ",
                      named       ? score[side].name
                      : side == 0 ? "first team"
                                  : "second team");
        lm_text_add_tenths(&text, score[side].points);
    }
    lm_text_add(&text, ". ");
    return lm_text_string(&text);
}

static const char *joined(struct lm_arena *arena, const char *first, const char *second)
{
    struct lm_text text = lm_text_in(arena);
    lm_text_print(&text, "%s%s", first, second);
    return lm_text_string(&text);
}

static enum lm_status show_ranking(const struct desk_look *look, const char *what,
                                   struct sheet (*make)(const struct view *v))
{
    struct run *run = look->run;
    struct lm_tournament *t;
    struct lm_standings *s;
    struct lm_crosstable *c;
    const uint32_t *index;
    struct view v = {.arena = run->arena, .csv = look->form == DESK_CSV};
    enum lm_status status = lm_desk_tournament(look->file->desk, look->section, look->audience, 0,
                                               run->arena, &index, &t);
    if (status == LM_OK) {
        mark_who_left(look, t, index);
        status = compute_standings(run, t, NULL, NULL, (struct lm_standings_options){0}, &s);
    }
    if (status == LM_OK && lots_are_drawn(look))
        status = compute_standings(run, t, with_lots(s, run->arena), NULL,
                                   (struct lm_standings_options){0}, &s);
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
    const struct lm_value after[] = {lm_value_text("what", desk_title(look, what)),
                                     lm_value_number("round", v.s->options.round)};
    if (look->language != lm_english())
        sheet.subtitle = desk_say(look, LM_KEY("sheet.after"), after, 2);
    sheet.legend = joined(run->arena, match_score(look, t), is_not_final(look));
    return desk_write_sheet(look, &sheet);
}

static enum lm_status show_standings(const struct desk_look *look)
{
    return show_ranking(look, "Standings", standings_sheet);
}

static enum lm_status show_crosstable(const struct desk_look *look)
{
    return show_ranking(look, "Crosstable", crosstable_sheet);
}

static enum lm_status show_cards(const struct desk_look *look)
{
    return show_ranking(look, "Pairing cards", cards_sheet);
}

const struct desk_view desk_paper_views[] = {
    {"pairings", "[ROUND]", "boards, points, results so far", true, show_pairings},
    {"table", "", "all rounds by numbers: the whole of a round-robin", true, show_table},
    {"names", "[ROUND]", "the same by name: where do I play?", true, show_names},
    {"slips", "[ROUND [BOARDS]]", "result slips: all, 7,14-16, or since=2 of a version", true,
     show_slips},
    {"standings", "", "after the last round with results", true, show_standings},
    {"crosstable", "", "all against all", true, show_crosstable},
    {"cards", "", "a card for each player, round by round", true, show_cards},
    {"check-in", "", "the list for the door", true, show_check_in},
    {"byes", "", "requested byes and absences", true, show_byes},
    {"prizes", "", "prizes given", true, show_prizes},
    {0},
};
