/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/desk/desk.h"
#include "limmat/date.h"

/* Teams on paper: their members, matches with their boards, sheets to fill in. */

const char *desk_score_text(const struct desk_look *look, const struct lm_desk_board *b)
{
    const char *score = lm_desk_score_text(b, look->run->arena);
    return *score == '\0' ? "-" : score;
}

const char *desk_result_shown(const struct desk_look *look, const struct lm_desk_board *b)
{
    if (look->section->teams)
        return desk_score_text(look, b);
    return lm_desk_has_result(b) ? lm_desk_result_text(b, look->run->arena) : "-";
}

static void add_person(struct sheet *sheet, const struct desk_look *look,
                       const struct lm_desk_player *p)
{
    if (p == NULL)
        sheet_add(sheet, "nobody");
    else
        desk_add_name(sheet, look, p);
}

void desk_add_match(struct sheet *sheet, const struct desk_look *look,
                    const struct lm_desk_board *b, bool blank)
{
    struct lm_text heading = lm_text_in(look->run->arena), below = lm_text_in(look->run->arena);
    lm_text_print(&heading, "Round %u, match %u: %s - %s", b->round, b->number,
                  lm_desk_name(b->white, look->audience, look->run->arena),
                  lm_desk_name(b->black, look->audience, look->run->arena));
    if (blank)
        lm_text_add(&below, "Result ______ : ______   Captains ______________   ______________");
    else
        lm_text_print(&below, "%s", desk_score_text(look, b));
    sheet_table(sheet, lm_text_string(&heading), lm_text_string(&below));
    sheet_column(sheet, "Bd", "board", "n", SHEET_KEEP);
    sheet_column(sheet, "", "colour", "", SHEET_KEEP);
    sheet_column(sheet, lm_desk_name(b->white, look->audience, look->run->arena), "", "k",
                 SHEET_SHRINK);
    sheet_column(sheet, "Rtg", "rating", "n", '1');
    sheet_column(sheet, "Result", "", "", SHEET_KEEP);
    sheet_column(sheet, lm_desk_name(b->black, look->audience, look->run->arena), "", "",
                 SHEET_SHRINK);
    sheet_column(sheet, "Rtg", "rating", "n", '1');
    for (size_t g = 0; g < b->game_count; g++) {
        const struct lm_desk_game *game = &b->games[g];
        sheet_print(sheet, "%zu", g + 1);
        sheet_add(sheet, lm_desk_first_has_white(b, g) ? "w-b" : "b-w");
        add_person(sheet, look, game->players[0]);
        sheet_print(sheet, "%d", game->players[0] == NULL ? 0 : game->players[0]->rating);
        sheet_add(sheet, game->result != 0 ? lm_desk_result_at(game->result)->name
                         : blank           ? "___ : ___"
                                           : "-");
        add_person(sheet, look, game->players[1]);
        sheet_print(sheet, "%d", game->players[1] == NULL ? 0 : game->players[1]->rating);
    }
}

/* Show every match with its boards. */
static enum lm_status show_matches(const struct desk_look *look)
{
    struct lm_desk_round *round;
    enum lm_status status = desk_round_of(look, &round);
    if (status != LM_OK)
        return status;
    if (!look->section->teams)
        return fail(look->run->log, LM_INVALID, "section %s has players, not teams",
                    look->section->id);
    struct sheet sheet = desk_sheet(look, "matches", round);
    for (size_t i = 0; i < round->board_count; i++)
        if (desk_is_wanted(look->count > 1 ? look->words[1] : NULL, round->boards[i]))
            desk_add_match(&sheet, look, round->boards[i], false);
    return desk_write_sheet(look, &sheet);
}

static void add_line_up_of(struct lm_text *out, const struct desk_look *look,
                           const struct lm_desk_player *team)
{
    const struct lm_desk_round *r = lm_desk_current(look->section);
    const struct lm_desk_line_up *own =
        r == NULL || look->audience == LM_FOR_PUBLIC ? NULL : lm_desk_line_up_of(team, r->number);
    if (own == NULL)
        return;
    lm_text_print(out, "Line-up for round %u handed in at ", r->number);
    desk_add_clock(out, lm_desk_event(look->file->desk)->zone, own->at);
    lm_text_add(out, ". ");
}

/* Show each team with its players in the order of boards. */
static enum lm_status show_teams(const struct desk_look *look)
{
    const struct lm_desk_section *s = look->section;
    struct sheet sheet = desk_sheet(look, "teams", NULL);
    if (!s->teams)
        return fail(look->run->log, LM_INVALID, "section %s has players, not teams", s->id);
    for (size_t i = 0; i < s->player_count; i++) {
        const struct lm_desk_player *team = s->players[i];
        struct lm_text heading = lm_text_in(look->run->arena), note = lm_text_in(look->run->arena);
        if (team->standing == LM_REMOVED)
            continue;
        if (team->number != 0)
            lm_text_print(&heading, "%u ", team->number);
        lm_text_print(&heading, "%s (%s)%s", team->person->name, team->person->id,
                      team->standing == LM_PLAYS ? "" : ", withdrawn");
        if (team->captain[0] != '\0' && look->audience != LM_FOR_PUBLIC)
            lm_text_print(&note, "Captain: %s. ", team->captain);
        add_line_up_of(&note, look, team);
        lm_text_print(&note, "Strength %d.", lm_desk_strength(team));
        sheet_table(&sheet, lm_text_string(&heading), lm_text_string(&note));
        sheet_column(&sheet, "Bd", "place in the team", "n", SHEET_KEEP);
        sheet_column(&sheet, "No.", "number", "n", '1');
        sheet_column(&sheet, "Id", "", "", '2');
        sheet_column(&sheet, "Name", "", "k", SHEET_SHRINK);
        sheet_column(&sheet, "Rtg", "rating", "n", SHEET_KEEP);
        for (size_t k = 0; k < team->member_count; k++) {
            const struct lm_desk_player *p = team->members[k];
            sheet_print(&sheet, "%zu", k + 1);
            sheet_print(&sheet, "%u", p->number);
            sheet_add(&sheet, p->person->id);
            desk_add_name(&sheet, look, p);
            sheet_print(&sheet, "%d", p->rating);
        }
    }
    return desk_write_sheet(look, &sheet);
}

const struct desk_view desk_team_views[] = {
    {"teams", "", "teams with their players in board order", true, show_teams},
    {"matches", "[ROUND [MATCHES]]", "matches of teams, board by board", true, show_matches},
    {0},
};
