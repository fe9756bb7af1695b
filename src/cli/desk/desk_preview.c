/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/desk/desk.h"

/* The next round while the last games are played: certain pairings, and players still open. */

static const char *name_of(const struct desk_look *look, const struct lm_desk_player *p)
{
    return p == NULL ? "bye" : lm_desk_name(p, look->audience, look->run->arena);
}

static const char *about(const struct desk_look *look, const struct lm_desk_preview *p,
                         const char *below)
{
    struct lm_text text = lm_text_in(look->run->arena);
    lm_text_add(&text, "Preview only: nothing is final before the round is published. ");
    lm_text_print(&text, p->open_count == 0 ? "No game is open" : "%zu open, %u outcomes",
                  p->open_count, p->outcomes);
    for (size_t i = 0; i < p->open_count; i++)
        lm_text_print(&text, "%s board %u", i == 0 ? ":" : ",", p->open[i]->number);
    if (p->impossible > 0)
        lm_text_print(&text, "; %u of them leave no legal pairing", p->impossible);
    lm_text_print(&text, ". %s", below);
    return lm_text_string(&text);
}

static void add_certain(struct sheet *sheet, const struct desk_look *look,
                        const struct lm_desk_preview *p)
{
    sheet_table(sheet, "The same in every outcome", p->board_count == 0 ? "No pair." : "");
    sheet_column(sheet, "Bd", "board", "n", SHEET_KEEP);
    sheet_column(sheet, "White", "", "k", SHEET_SHRINK);
    sheet_column(sheet, "Black", "", "", SHEET_SHRINK);
    for (size_t i = 0; i < p->board_count; i++) {
        const struct lm_desk_preview_board *b = &p->boards[i];
        if (b->black == NULL)
            sheet_add(sheet, "");
        else
            sheet_print(sheet, b->first == b->last ? "%u" : "%u-%u", b->first, b->last);
        desk_add_name(sheet, look, b->white);
        sheet_add(sheet, name_of(look, b->black));
    }
}

static void add_open(struct sheet *sheet, const struct desk_look *look,
                     const struct lm_desk_preview *p)
{
    sheet_table(sheet, "May shift", p->player_count == 0 ? "Nobody." : "");
    sheet_column(sheet, "Player", "", "k", SHEET_SHRINK);
    sheet_column_print(sheet, "w", SHEET_SHRINK, "May meet, of %u", p->outcomes);
    for (size_t i = 0; i < p->player_count; i++) {
        const struct lm_desk_preview_player *open = &p->players[i];
        struct lm_text text = lm_text_in(look->run->arena);
        for (size_t k = 0; k < open->count; k++) {
            const struct lm_desk_preview_meeting *m = &open->meetings[k];
            lm_text_print(&text, "%s%s%s %u", k == 0 ? "" : ", ",
                          m->colour == LM_WHITE   ? "w "
                          : m->colour == LM_BLACK ? "b "
                                                  : "",
                          name_of(look, m->opponent), m->outcomes);
        }
        desk_add_name(sheet, look, open->player);
        sheet_add(sheet, lm_text_string(&text));
    }
}

enum lm_status desk_show_preview(const struct desk_look *look)
{
    struct lm_desk_preview p;
    enum lm_status status =
        lm_desk_preview(look->file->desk, look->section, look->run->arena, look->run->log, &p);
    if (status != LM_OK)
        return status;
    struct lm_text what = lm_text_in(look->run->arena);
    lm_text_print(&what, "preview of round %u", p.round);
    struct sheet sheet = desk_sheet(look, lm_text_string(&what), NULL);
    sheet.legend = about(look, &p, sheet.legend);
    add_certain(&sheet, look, &p);
    add_open(&sheet, look, &p);
    return desk_write_sheet(look, &sheet);
}
