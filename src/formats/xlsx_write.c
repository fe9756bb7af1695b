/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Write a workbook (ECMA-376): first the players with their results, column for column as in CSV,
 * so that it can be read back; then, for people, the standings and the pairings of each round.  The
 * bytes do not depend on the day of writing.
 */
#include <string.h>

#include "formats/book.h"
#include "formats/csv.h"
#include "formats/xml.h"
#include "formats/zip.h"
#include "limmat/crosstable.h"

struct book {
    struct lm_zip zip;
    struct lm_arena *arena;
    struct lm_text types, relations, sheets; /* names of the sheets, growing */
    uint32_t count;
    struct lm_text rows; /* of the open sheet */
    uint32_t row, column;
    uint32_t points; /* the column of points; 0: none.  Elsewhere "4.0" is a text, and not 4 */
};

static const uint32_t every_column = UINT32_MAX;

/* --- a sheet */

/* 1 to "A", 28 to "AB". */
static void add_column_name(struct lm_text *out, uint32_t column)
{
    char name[8];
    size_t at = sizeof name;
    for (; column > 0 && at > 0; column = (column - 1) / 26)
        name[--at] = (char)('A' + (column - 1) % 26);
    lm_text_add_bytes(out, name + at, sizeof name - at);
}

/* Is ${text} a number such as "2450" or, for points, "4.5", that is the same when it comes back as
 * one? */
static bool is_number(const char *text, bool points)
{
    size_t whole = strspn(text, "0123456789");
    const char *rest = text + whole;
    if (whole == 0 || whole > 15 || (text[0] == '0' && whole > 1))
        return false;
    return *rest == '\0' || (points && *rest == '.' && rest[1] != '\0' && strlen(rest) <= 5 &&
                             strspn(rest + 1, "0123456789") == strlen(rest + 1));
}

static void add_cell(struct book *b, const char *text)
{
    struct lm_text *out = &b->rows;
    b->column++;
    if (*text == '\0')
        return;
    lm_text_add(out, "<c r=\"");
    add_column_name(out, b->column);
    lm_text_print(out, "%u\"%s", b->row, b->row == 1 ? " s=\"1\"" : "");
    if (is_number(text, b->column == b->points || b->points == every_column)) {
        lm_text_print(out, "><v>%s</v></c>", text);
        return;
    }
    lm_text_add(out, " t=\"inlineStr\"><is><t xml:space=\"preserve\">");
    lm_xml_add_escaped(out, text);
    lm_text_add(out, "</t></is></c>");
}

static void add_number(struct book *b, uint32_t number)
{
    struct lm_text text = lm_text_in(b->arena);
    lm_text_print(&text, "%u", number);
    b->rows.failed |= text.failed;
    add_cell(b, lm_text_string(&text));
}

static void begin_row(struct book *b)
{
    b->column = 0;
    lm_text_print(&b->rows, "<row r=\"%u\">", ++b->row);
}

static void end_row(struct book *b)
{
    lm_text_add(&b->rows, "</row>");
}

static const char xml_head[] = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
static const char main_space[] = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
static const char relation_space[] =
    "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
static const char package_space[] = "http://schemas.openxmlformats.org/package/2006";
static const char type_space[] = "application/vnd.openxmlformats-officedocument.spreadsheetml";

static void begin_sheet(struct book *b, const char *name)
{
    uint32_t number = ++b->count;
    b->row = 0;
    b->points = 0;
    b->rows = lm_text_in(b->arena);
    lm_text_print(&b->rows,
                  "%s<worksheet xmlns=\"%s\"><sheetViews><sheetView workbookViewId=\"0\">"
                  "<pane ySplit=\"1\" topLeftCell=\"A2\" state=\"frozen\"/></sheetView>"
                  "</sheetViews><sheetData>",
                  xml_head, main_space);
    lm_text_print(&b->types,
                  "<Override PartName=\"/xl/worksheets/sheet%u.xml\" "
                  "ContentType=\"%s.worksheet+xml\"/>",
                  number, type_space);
    lm_text_print(&b->relations,
                  "<Relationship Id=\"rId%u\" Type=\"%s/worksheet\" "
                  "Target=\"worksheets/sheet%u.xml\"/>",
                  number, relation_space, number);
    lm_text_print(&b->sheets, "<sheet name=\"%s\" sheetId=\"%u\" r:id=\"rId%u\"/>", name, number,
                  number);
}

static void add_part(struct book *b, const char *name, struct lm_text *text)
{
    b->zip.out->failed |= text->failed;
    lm_zip_add(&b->zip, name, lm_text_string(text), text->length);
}

static void end_sheet(struct book *b)
{
    struct lm_text name = lm_text_in(b->arena);
    lm_text_print(&name, "xl/worksheets/sheet%u.xml", b->count);
    b->rows.failed |= name.failed;
    lm_text_add(&b->rows, "</sheetData></worksheet>");
    add_part(b, lm_text_string(&name), &b->rows);
}

/* --- the sheets */

/* Put the cells of one line of our CSV; return the first byte after it. */
static const char *add_line(struct book *b, const char *at)
{
    begin_row(b);
    for (bool more = true; more;) {
        struct lm_text cell = lm_text_in(b->arena);
        bool quoted = *at == '"';
        for (at += quoted; *at != '\0'; at++) {
            if (quoted && at[0] == '"' && at[1] != '"')
                break;
            if (!quoted && (*at == ',' || *at == '\n'))
                break;
            at += quoted && *at == '"';
            lm_text_add_char(&cell, *at);
        }
        at += quoted && *at == '"';
        b->rows.failed |= cell.failed;
        if (b->row == 1 && strcmp(lm_text_string(&cell), "points") == 0)
            b->points = b->column + 1;
        add_cell(b, lm_csv_unguarded(lm_text_string(&cell)));
        more = *at == ',';
        at += *at != '\0';
    }
    end_row(b);
    return at;
}

static enum lm_status add_players(struct book *b, const struct lm_tournament *t, struct lm_log *log)
{
    struct lm_text csv = lm_text_in(b->arena);
    struct lm_write_options options = {0};
    enum lm_status status = lm_csv_write(t, &options, log, &csv);
    if (status != LM_OK)
        return status;
    begin_sheet(b, "Players");
    for (const char *at = lm_text_string(&csv); *at != '\0';)
        at = add_line(b, at);
    end_sheet(b);
    return LM_OK;
}

static void add_standing(struct book *b, const struct lm_standings *s, uint32_t participant)
{
    begin_row(b);
    if (s->rank[participant] > 0)
        add_number(b, s->rank[participant]);
    else
        add_cell(b, "");
    add_number(b, lm_participant_number(s, participant));
    add_cell(b, lm_participant_name(s, participant));
    for (size_t i = 0; i < s->options.count; i++) {
        struct lm_text value = lm_text_in(b->arena);
        struct lm_fraction what = lm_standings_value(s, participant, i);
        if (what.under != 0)
            lm_text_add_value(&value, s->options.list[i].kind, what);
        b->rows.failed |= value.failed;
        add_cell(b, lm_text_string(&value));
    }
    end_row(b);
}

/* Add the standings, unless the order that the tournament names cannot be computed. */
static void add_standings(struct book *b, const struct lm_tournament *t)
{
    struct lm_standings *s;
    struct lm_standings_options o = {.edition = lm_tie_break_edition_of(t)};
    if (t->rounds_paired == 0)
        return;
    enum lm_ranks_from from;
    o.round = t->rounds_paired;
    enum lm_status status = lm_standings_order(t, NULL, b->arena, NULL, &o);
    if (status == LM_OK) /* published ranks stay */
        status = lm_ranks_declared(t, b->arena, &o, &from);
    if (status == LM_OK)
        status = lm_standings_compute(t, &o, b->arena, NULL, &s);
    b->sheets.failed |= status == LM_LIMIT;
    if (status != LM_OK)
        return;
    begin_sheet(b, "Standings");
    b->points = every_column;
    begin_row(b);
    add_cell(b, "Rank");
    add_cell(b, "No.");
    add_cell(b, "Name");
    for (size_t i = 0; i < s->options.count; i++)
        add_cell(b, s->options.list[i].code);
    end_row(b);
    for (uint32_t i = 0; i < s->count; i++)
        add_standing(b, s, s->order[i]);
    end_sheet(b);
}

/* Add the row of ${player} in ${round} as White, or without an opponent. */
static void add_pairing(struct book *b, const struct lm_tournament *t, uint32_t player,
                        uint32_t round)
{
    const struct lm_record *r = lm_record_of(t, player, round);
    struct lm_text result = lm_text_in(b->arena);
    static const char *const results[LM_RESULT_COUNT] = {
        [LM_WIN] = "1-0",         [LM_DRAW] = "½-½",         [LM_LOSS] = "0-1",
        [LM_UNRATED_WIN] = "1-0", [LM_UNRATED_DRAW] = "½-½", [LM_UNRATED_LOSS] = "0-1",
        [LM_FORFEIT_WIN] = "+-",  [LM_FORFEIT_LOSS] = "-+",  [LM_PAB] = "bye",
        [LM_FULL_BYE] = "bye 1",  [LM_HALF_BYE] = "bye ½",   [LM_ZERO_BYE] = "bye 0"};
    bool both = r->result == LM_FORFEIT_LOSS && r->opponent != LM_NOBODY &&
                lm_record_of(t, r->opponent, round)->result == LM_FORFEIT_LOSS;
    if (r->result < LM_RESULT_COUNT && results[r->result] != NULL)
        lm_text_add(&result, both ? "--" : results[r->result]);
    b->rows.failed |= result.failed;
    begin_row(b);
    add_number(b, t->players[player].tpn);
    add_cell(b, t->players[player].name);
    add_cell(b, lm_text_string(&result));
    if (r->opponent != LM_NOBODY) {
        add_number(b, t->players[r->opponent].tpn);
        add_cell(b, t->players[r->opponent].name);
    }
    end_row(b);
}

static void add_round(struct book *b, const struct lm_tournament *t, uint32_t round)
{
    static const char *const heads[] = {"No.", "White", "Result", "No.", "Black"};
    struct lm_text name = lm_text_in(b->arena);
    lm_text_print(&name, "Round %u", round);
    b->sheets.failed |= name.failed;
    begin_sheet(b, lm_text_string(&name));
    begin_row(b);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
        add_cell(b, heads[i]);
    end_row(b);
    for (int byes = 0; byes < 2; byes++)
        for (uint32_t i = 0; i < t->player_count; i++) {
            const struct lm_record *r = lm_record_of(t, i, round);
            bool first = r->colour == LM_WHITE || (r->colour == LM_NO_COLOUR && i < r->opponent);
            bool game = r->opponent != LM_NOBODY && first;
            bool bye = r->opponent == LM_NOBODY && r->result != LM_BLANK;
            if (byes == 0 ? game : bye)
                add_pairing(b, t, i, round);
        }
    end_sheet(b);
}

/* --- the parts around them */

static void add_frame(struct book *b)
{
    struct lm_text types = lm_text_in(b->arena), links = lm_text_in(b->arena);
    struct lm_text workbook = lm_text_in(b->arena), styles = lm_text_in(b->arena);
    struct lm_text top = lm_text_in(b->arena);
    lm_text_print(&types,
                  "%s<Types xmlns=\"%s/content-types\">"
                  "<Default Extension=\"rels\" ContentType="
                  "\"application/vnd.openxmlformats-package.relationships+xml\"/>"
                  "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
                  "<Override PartName=\"/xl/workbook.xml\" ContentType=\"%s.sheet.main+xml\"/>"
                  "<Override PartName=\"/xl/styles.xml\" ContentType=\"%s.styles+xml\"/>%s</Types>",
                  xml_head, package_space, type_space, type_space, lm_text_string(&b->types));
    lm_text_print(&top,
                  "%s<Relationships xmlns=\"%s/relationships\"><Relationship Id=\"rId1\" "
                  "Type=\"%s/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>",
                  xml_head, package_space, relation_space);
    lm_text_print(&workbook,
                  "%s<workbook xmlns=\"%s\" xmlns:r=\"%s\"><sheets>%s</sheets></workbook>",
                  xml_head, main_space, relation_space, lm_text_string(&b->sheets));
    lm_text_print(&links,
                  "%s<Relationships xmlns=\"%s/relationships\">%s<Relationship Id=\"rIdStyles\" "
                  "Type=\"%s/styles\" Target=\"styles.xml\"/></Relationships>",
                  xml_head, package_space, lm_text_string(&b->relations), relation_space);
    lm_text_print(&styles,
                  "%s<styleSheet xmlns=\"%s\"><fonts count=\"2\"><font><sz val=\"11\"/>"
                  "<name val=\"Calibri\"/></font><font><b/><sz val=\"11\"/><name val=\"Calibri\"/>"
                  "</font></fonts><fills count=\"2\"><fill><patternFill patternType=\"none\"/>"
                  "</fill><fill><patternFill patternType=\"gray125\"/></fill></fills>"
                  "<borders count=\"1\"><border/></borders><cellStyleXfs count=\"1\">"
                  "<xf numFmtId=\"0\" fontId=\"0\"/></cellStyleXfs><cellXfs count=\"2\">"
                  "<xf numFmtId=\"0\" fontId=\"0\" xfId=\"0\"/>"
                  "<xf numFmtId=\"0\" fontId=\"1\" xfId=\"0\" applyFont=\"1\"/></cellXfs>"
                  "</styleSheet>",
                  xml_head, main_space);
    add_part(b, "[Content_Types].xml", &types);
    add_part(b, "_rels/.rels", &top);
    add_part(b, "xl/workbook.xml", &workbook);
    add_part(b, "xl/_rels/workbook.xml.rels", &links);
    add_part(b, "xl/styles.xml", &styles);
    b->zip.out->failed |= b->types.failed || b->relations.failed || b->sheets.failed;
}

enum lm_status lm_xlsx_write(const struct lm_tournament *t, const struct lm_write_options *options,
                             struct lm_log *log, struct lm_text *out)
{
    (void)options;
    struct book b = {.zip = lm_zip_begin(out),
                     .arena = out->arena,
                     .types = lm_text_in(out->arena),
                     .relations = lm_text_in(out->arena),
                     .sheets = lm_text_in(out->arena)};
    enum lm_status status = add_players(&b, t, log);
    if (status != LM_OK)
        return status;
    add_standings(&b, t);
    for (uint32_t round = 1; round <= t->rounds_paired; round++)
        add_round(&b, t, round);
    add_frame(&b);
    lm_zip_end(&b.zip);
    return lm_text_status(out);
}
