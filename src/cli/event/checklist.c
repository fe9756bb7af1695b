/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/event/checklist.h"

#include <stdio.h>
#include <string.h>

/* A line being written: each column is as wide as its widest cell, right-aligned. */
struct sheet {
    const struct lm_position *p;
    const struct lm_pair *const *pair_of; /* per seat; NULL: none */
    struct lm_text *out;
    size_t id_width, points_width, current_width;
    size_t *round_widths; /* of rounds 1, 2, … */
};

/* Add a cell, right-aligned in ${width}. */
static void add_cell(struct lm_text *out, const char *cell, size_t width)
{
    size_t length = strlen(cell);
    lm_text_repeat(out, ' ', length < width ? width - length : 0);
    lm_text_add(out, cell);
    lm_text_add_char(out, '\t');
}

enum { CELL = 24 };

static void points_cell(int32_t tenths, char cell[CELL])
{
    snprintf(cell, CELL, "%d.%d", tenths / 10, tenths % 10);
}

/* Write "(12W)", "(bye)", or nothing. */
static void current_cell(const struct sheet *sheet, uint32_t seat, char cell[CELL])
{
    const struct lm_pair *pair = sheet->pair_of[seat];
    const struct lm_player *players = sheet->p->tournament->players;
    cell[0] = '\0';
    if (pair == NULL)
        return;
    bool white = pair->white == sheet->p->seats[seat].player;
    if (pair->black == LM_NOBODY)
        strcpy(cell, "(bye)");
    else
        snprintf(cell, CELL, "(%u%c)", players[white ? pair->black : pair->white].tpn,
                 white ? 'W' : 'B');
}

static void round_cell(uint32_t round, char cell[CELL])
{
    snprintf(cell, CELL, "R%u", round);
}

static size_t wider(size_t width, const char *cell)
{
    size_t length = strlen(cell);
    return length > width ? length : width;
}

/* Write the opponent of ${seat} in ${round}; none in an unplayed one. */
static void opponent_cell(const struct lm_tournament *t, const struct lm_seat *seat, uint32_t round,
                          char cell[CELL])
{
    const struct lm_record *record = lm_record_of(t, seat->player, round);
    cell[0] = '\0';
    if (lm_result_is_played((enum lm_result)record->result))
        snprintf(cell, CELL, "%u", t->players[record->opponent].tpn);
}

static void measure_seat(struct sheet *sheet, uint32_t s)
{
    const struct lm_seat *seat = &sheet->p->seats[s];
    char cell[CELL];
    snprintf(cell, CELL, "%u", seat->tpn);
    sheet->id_width = wider(sheet->id_width, cell);
    points_cell(seat->score, cell);
    sheet->points_width = wider(sheet->points_width, cell);
    current_cell(sheet, s, cell);
    sheet->current_width = wider(sheet->current_width, cell);
    for (uint32_t round = 1; round < sheet->p->round; round++) {
        opponent_cell(sheet->p->tournament, seat, round, cell);
        sheet->round_widths[round - 1] = wider(sheet->round_widths[round - 1], cell);
    }
}

static void measure(struct sheet *sheet)
{
    sheet->id_width = strlen("ID");
    sheet->points_width = sheet->current_width = strlen("Pts");
    for (uint32_t round = 1; round < sheet->p->round; round++) {
        char cell[CELL];
        round_cell(round, cell);
        sheet->round_widths[round - 1] = strlen(cell);
    }
    for (uint32_t s = 0; s < sheet->p->seat_count; s++)
        measure_seat(sheet, s);
}

static void write_head(const struct sheet *sheet)
{
    struct lm_text *out = sheet->out;
    char cell[CELL];
    add_cell(out, "ID", sheet->id_width);
    add_cell(out, "Pts", sheet->points_width);
    lm_text_repeat(out, '-', sheet->p->round);
    lm_text_add(out, "\tPref\tC2\tC14\tC16\t");
    add_cell(out, "Cur", sheet->current_width);
    lm_text_add_char(out, '\t');
    for (uint32_t round = 1; round < sheet->p->round; round++) {
        round_cell(round, cell);
        add_cell(out, cell, sheet->round_widths[round - 1]);
    }
    lm_text_add(out, "\n\n");
}

static const char *preference(const struct lm_seat *seat)
{
    static const char *const white[] = {"  A ", "  w ", " (W)", "  W "};
    static const char *const black[] = {"  A ", "  b ", " (B)", "  B "};
    return (seat->wish == LM_BLACK ? black : white)[seat->strength];
}

static void write_colours(const struct lm_seat *seat, uint32_t round, struct lm_text *out)
{
    lm_text_repeat(out, ' ', round - seat->games);
    for (uint16_t i = 0; i < seat->games; i++)
        lm_text_add_char(out, seat->colours[i] == LM_WHITE ? 'W' : 'B');
    lm_text_add_char(out, '\t');
}

static void write_opponents(const struct sheet *sheet, const struct lm_seat *seat)
{
    for (uint32_t round = 1; round < sheet->p->round; round++) {
        char cell[CELL];
        opponent_cell(sheet->p->tournament, seat, round, cell);
        add_cell(sheet->out, cell, sheet->round_widths[round - 1]);
    }
}

static void write_seat(const struct sheet *sheet, uint32_t s)
{
    static const char *const floats[] = {
        [LM_NO_FLOAT] = "   \t", [LM_DOWNFLOAT] = "  D\t", [LM_UPFLOAT] = "  U\t"};
    const struct lm_seat *seat = &sheet->p->seats[s];
    struct lm_text *out = sheet->out;
    char cell[CELL];
    snprintf(cell, CELL, "%u", seat->tpn);
    add_cell(out, cell, sheet->id_width);
    points_cell(seat->score, cell);
    add_cell(out, cell, sheet->points_width);
    write_colours(seat, sheet->p->round, out);
    lm_text_print(out, "%s\t %c\t%s%s", preference(seat), seat->pab_barred ? 'N' : 'Y',
                  floats[seat->float_1], floats[seat->float_2]);
    current_cell(sheet, s, cell);
    add_cell(out, cell, sheet->current_width);
    lm_text_add_char(out, '\t');
    write_opponents(sheet, seat);
    lm_text_add_char(out, '\n');
}

void write_checklist(struct lm_text *out, const struct lm_position *p,
                     const struct lm_pairing *pairing)
{
    const struct lm_pair **pair_of = lm_arena_alloc(out->arena, p->seat_count, sizeof *pair_of);
    struct sheet sheet = {.p = p, .pair_of = pair_of, .out = out};
    sheet.round_widths = lm_arena_alloc(out->arena, p->round, sizeof *sheet.round_widths);
    if (pair_of == NULL || sheet.round_widths == NULL) {
        out->failed = true;
        return;
    }
    for (uint32_t i = 0; pairing != NULL && i < pairing->pair_count; i++) {
        pair_of[p->seat_of[pairing->pairs[i].white]] = &pairing->pairs[i];
        if (pairing->pairs[i].black != LM_NOBODY)
            pair_of[p->seat_of[pairing->pairs[i].black]] = &pairing->pairs[i];
    }
    measure(&sheet);
    write_head(&sheet);
    for (uint32_t s = 0; s < p->seat_count; s++) {
        if (s > 0 && p->seats[s].score != p->seats[s - 1].score)
            lm_text_add_char(out, '\n');
        write_seat(&sheet, s);
    }
    lm_text_add(out, p->seat_count > 0 ? "\n\n" : "\n");
}
