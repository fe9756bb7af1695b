/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Printouts as PDF. Each is drawn like the print of its page by the style sheet: the same margins,
 * type sizes and order, so that a stack can mix pages of both. A table is measured first (the
 * widths of its texts, then the height of each row), so that the number of pages is known for "2 /
 * 5" on the first; each page repeats the head.
 */
#include "server/pdf.h"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <stdio.h>
#include <string.h>

#include "server/qr.h"

/* Points, 72 an inch. */
#define CM     (72 / 2.54)
#define SIDE   (1.2 * CM)
#define FOOT   (1.5 * CM)
#define CUT    (0.8 * CM) /* around cut edges */
#define PAD    3.0        /* above and below a row */
#define GAP    10.0       /* between columns */
#define NARROW 60.0       /* minimum for a column filled in by hand */
#define LANE   20.0       /* between two lanes of a page */

enum { COLUMNS_MAX = 32, CARDS_A_SHEET = 2, SMALL_A_SHEET = 8, SLIPS_A_SHEET = 4 };

static const double sizes[][2] = {[PDF_A4] = {595.28, 841.89}, [PDF_LETTER] = {612, 792}};

struct sheet {
    double width, height;
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoLayout *layout;
};

bool pdf_built(void)
{
    return true;
}

static cairo_status_t keep(void *closure, const unsigned char *bytes, unsigned int length)
{
    struct lm_text *out = closure;
    lm_text_add_bytes(out, (const char *)bytes, length);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static struct sheet begin(enum pdf_paper paper, const char *title, struct lm_text *out)
{
    struct sheet s = {.width = sizes[paper][0], .height = sizes[paper][1]};
    s.surface = cairo_pdf_surface_create_for_stream(keep, out, s.width, s.height);
    cairo_pdf_surface_set_metadata(s.surface, CAIRO_PDF_METADATA_TITLE, title);
    s.cr = cairo_create(s.surface);
    s.layout = pango_cairo_create_layout(s.cr);
    pango_layout_set_wrap(s.layout, PANGO_WRAP_WORD_CHAR);
    return s;
}

static enum lm_status end(struct sheet *s)
{
    g_object_unref(s->layout);
    bool well = cairo_status(s->cr) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(s->cr);
    cairo_surface_finish(s->surface);
    well &= cairo_surface_status(s->surface) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(s->surface);
    return well ? LM_OK : LM_LIMIT;
}

/* --- a piece of text */

static void set_type(struct sheet *s, double points, bool bold)
{
    PangoFontDescription *type = pango_font_description_new();
    pango_font_description_set_family(type, "DejaVu Sans, Noto Sans, Sans");
    pango_font_description_set_absolute_size(type, points * PANGO_SCALE);
    pango_font_description_set_weight(type, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(s->layout, type);
    pango_font_description_free(type);
}

/* Lay ${text} out within ${width} (negative: unlimited); return its height, and put its width into
 * ${*wide} (can be NULL). */
static double measure(struct sheet *s, const char *text, double width, double *wide)
{
    int w, h;
    pango_layout_set_width(s->layout, width < 0 ? -1 : (int)(width * PANGO_SCALE));
    pango_layout_set_text(s->layout, text, -1);
    pango_layout_get_size(s->layout, &w, &h);
    if (wide != NULL)
        *wide = (double)w / PANGO_SCALE;
    return (double)h / PANGO_SCALE;
}

/* Draw it with its upper left corner at (${x}, ${y}); return its height. */
static double put(struct sheet *s, const char *text, double x, double y, double width,
                  PangoAlignment align)
{
    pango_layout_set_alignment(s->layout, align);
    double height = measure(s, text, width, NULL);
    cairo_move_to(s->cr, x, y);
    pango_cairo_show_layout(s->cr, s->layout);
    pango_layout_set_alignment(s->layout, PANGO_ALIGN_LEFT);
    return height;
}

/* Draw it on one line, cut off with "…" if it is too long. */
static double put_line(struct sheet *s, const char *text, double x, double y, double width,
                       PangoAlignment align)
{
    pango_layout_set_ellipsize(s->layout, PANGO_ELLIPSIZE_END);
    double height = put(s, text, x, y, width, align);
    pango_layout_set_ellipsize(s->layout, PANGO_ELLIPSIZE_NONE);
    return height;
}

static void line(struct sheet *s, double x0, double y0, double x1, double y1, double grey)
{
    cairo_set_source_rgb(s->cr, grey, grey, grey);
    cairo_set_line_width(s->cr, 0.5);
    cairo_move_to(s->cr, x0, y0);
    cairo_line_to(s->cr, x1, y1);
    cairo_stroke(s->cr);
    cairo_set_source_rgb(s->cr, 0, 0, 0);
}

static void box(struct sheet *s, double x, double y, double width, double height, bool dashed)
{
    static const double dashes[] = {3, 3};
    cairo_set_line_width(s->cr, dashed ? 0.5 : 0.8);
    if (dashed)
        cairo_set_dash(s->cr, dashes, 2, 0);
    cairo_rectangle(s->cr, x, y, width, height);
    cairo_stroke(s->cr);
    cairo_set_dash(s->cr, NULL, 0, 0);
}

/* --- tables */

struct table {
    const struct table_page *page;
    double type;                 /* type size of the rows */
    double widths[COLUMNS_MAX];  /* of columns, without the gaps */
    double head, columns_height; /* height of the page's head, of the column heads */
    size_t columns, pages;
    size_t lanes; /* names are printed in two, side by side */
    double lane;  /* width of one */
    char title[600];
};

static bool has_look(const char *looks, const char *look)
{
    size_t length = strlen(look);
    for (const char *at = looks; (at = strstr(at, look)) != NULL; at += length)
        if ((at == looks || at[-1] == ' ') && (at[length] == '\0' || at[length] == ' '))
            return true;
    return false;
}

static PangoAlignment align_of(const char *look)
{
    return has_look(look, "n")   ? PANGO_ALIGN_RIGHT
           : has_look(look, "r") ? PANGO_ALIGN_CENTER
                                 : PANGO_ALIGN_LEFT;
}

/* Is it a column of numbers or results? These keep their width; all others share the rest. */
static bool is_narrow(const struct table *t, size_t column)
{
    const char *look = t->page->columns[column].look;
    return has_look(look, "n") || has_look(look, "r");
}

/* Distribute ${all} among the wide columns. A column that needs no more than an equal share gets
 * what it needs, so that one long name does not squeeze the others. They share the rest. */
static void share_width(struct table *t, double all)
{
    bool settled[COLUMNS_MAX] = {false};
    double left = all - GAP * (double)(t->columns > 0 ? t->columns - 1 : 0);
    size_t wide = 0, open;
    for (size_t i = 0; i < t->columns; i++) {
        settled[i] = is_narrow(t, i);
        left -= settled[i] ? t->widths[i] : 0;
        wide += !settled[i];
    }
    open = wide;
    for (bool more = true; more && open > 0;) {
        more = false;
        double share = left / (double)open;
        for (size_t i = 0; i < t->columns; i++)
            if (!settled[i] && t->widths[i] <= share) {
                settled[i] = more = true;
                left -= t->widths[i];
                open--;
            }
    }
    double share = left > 0 && wide > 0 ? left / (double)(open > 0 ? open : wide) : 0;
    for (size_t i = 0; i < t->columns; i++)
        if (!settled[i])
            t->widths[i] = share > NARROW ? share : NARROW;
        else if (open == 0 && !is_narrow(t, i))
            t->widths[i] += share;
}

static void measure_columns(struct sheet *s, struct table *t)
{
    double wide;
    set_type(s, 9, true);
    for (size_t i = 0; i < t->columns; i++) {
        measure(s, t->page->columns[i].text, -1, &t->widths[i]);
        double least = is_narrow(t, i) ? 12 : NARROW;
        t->widths[i] = t->widths[i] < least ? least : t->widths[i];
    }
    set_type(s, t->type, false);
    for (size_t r = 0; r < t->page->row_count; r++)
        for (size_t i = 0; i < t->columns && i < t->page->rows[r].cell_count; i++) {
            measure(s, t->page->rows[r].cells[i].text, -1, &wide);
            t->widths[i] = wide > t->widths[i] ? wide : t->widths[i];
        }
    share_width(t, t->lane);
}

static double row_height(struct sheet *s, const struct table *t, const struct cell *cells,
                         size_t count)
{
    double highest = 0;
    for (size_t i = 0; i < t->columns && i < count; i++) {
        double height = measure(s, cells[i].text, t->widths[i] + 0.5, NULL);
        highest = height > highest ? height : highest;
    }
    return highest + 2 * PAD;
}

static double first_row(const struct table *t)
{
    return SIDE + t->head + t->columns_height;
}

/* Count the rows from ${first} on that fit into a lane of a page; at least one, however high. */
static size_t rows_in_lane(struct sheet *s, const struct table *t, size_t first)
{
    double y = first_row(t);
    size_t rows = 0;
    set_type(s, t->type, false);
    while (first + rows < t->page->row_count) {
        const struct line_row *row = &t->page->rows[first + rows];
        y += row_height(s, t, row->cells, row->cell_count);
        if (rows > 0 && y > s->height - FOOT)
            break;
        rows++;
    }
    return rows;
}

static void measure_table(struct sheet *s, struct table *t)
{
    const struct table_page *page = t->page;
    snprintf(t->title, sizeof t->title, "%s · %s%s%s%s%s",
             page->head.event == NULL ? "" : page->head.event, page->title,
             *page->note == '\0' ? "" : ", ", page->note,
             page->head.mark == NULL || *page->head.mark == '\0' ? "" : " · ",
             page->head.mark == NULL ? "" : page->head.mark);
    t->columns = page->column_count < COLUMNS_MAX ? page->column_count : COLUMNS_MAX;
    t->type = has_look(page->look, "names-sheet") ? 9.5 : 10;
    t->lanes = has_look(page->look, "two-lanes") ? 2 : 1;
    t->lane = (s->width - 2 * SIDE - LANE * (double)(t->lanes - 1)) / (double)t->lanes;
    measure_columns(s, t);
    set_type(s, 12, true);
    t->head = measure(s, t->title, s->width - 2 * SIDE, NULL) + 6;
    set_type(s, 9, true);
    t->columns_height = row_height(s, t, page->columns, t->columns);
    for (size_t first = 0; first < page->row_count || t->pages == 0; t->pages++)
        for (size_t lane = 0; lane < t->lanes; lane++)
            first += rows_in_lane(s, t, first);
}

/* Draw a row; return its lower edge. */
static double put_row(struct sheet *s, const struct table *t, const struct cell *cells,
                      size_t count, double x, double y)
{
    double height = row_height(s, t, cells, count);
    for (size_t i = 0; i < t->columns && i < count; i++) {
        put(s, cells[i].text, x, y + PAD, t->widths[i] + 0.5, align_of(t->page->columns[i].look));
        x += t->widths[i] + GAP;
    }
    return y + height;
}

/* Draw a lane of a page, with the column heads; return the number of its rows. */
static size_t put_lane(struct sheet *s, const struct table *t, size_t first, double x)
{
    double y = first_row(t);
    size_t rows = rows_in_lane(s, t, first);
    set_type(s, 9, true);
    put_row(s, t, t->page->columns, t->columns, x, SIDE + t->head);
    if (t->columns > 0)
        line(s, x, y, x + t->lane, y, 0.3);
    set_type(s, t->type, false);
    for (size_t r = first; r < first + rows; r++) {
        y = put_row(s, t, t->page->rows[r].cells, t->page->rows[r].cell_count, x, y);
        line(s, x, y, x + t->lane, y, 0.75);
    }
    return rows;
}

/* Draw a page; return the number of its rows. */
static size_t put_page(struct sheet *s, const struct table *t, size_t number, size_t first)
{
    char pages[32];
    double width = s->width - 2 * SIDE;
    size_t rows = 0;
    set_type(s, 12, true);
    put(s, t->title, SIDE, SIDE, width, PANGO_ALIGN_LEFT);
    for (size_t lane = 0; lane < t->lanes; lane++)
        if (lane == 0 || first + rows < t->page->row_count)
            rows += put_lane(s, t, first + rows, SIDE + (double)lane * (t->lane + LANE));
    set_type(s, 8, false);
    snprintf(pages, sizeof pages, "%zu / %zu", number, t->pages);
    put_line(s, t->page->stamp == NULL ? "" : t->page->stamp, SIDE, s->height - FOOT + 8,
             width - 60, PANGO_ALIGN_LEFT);
    put_line(s, pages, s->width - SIDE - 55, s->height - FOOT + 8, 55, PANGO_ALIGN_RIGHT);
    cairo_show_page(s->cr);
    return rows;
}

enum lm_status pdf_table(const struct table_page *page, enum pdf_paper paper, struct lm_text *out)
{
    struct sheet s = begin(paper, page->title, out);
    struct table t = {.page = page};
    measure_table(&s, &t);
    size_t number = 0;
    for (size_t first = 0; first < page->row_count || number == 0; number++)
        first += put_page(&s, &t, number + 1, first);
    return end(&s);
}

/* --- slips */

static double put_side(struct sheet *s, const char *side, const char *name, double x, double y,
                       double width)
{
    const double room = 52; /* width of "Schwarz" */
    set_type(s, 9, true);
    put_line(s, side, x, y + 3, room, PANGO_ALIGN_LEFT);
    set_type(s, 13, false);
    return y + put(s, name, x + room, y, width - room, PANGO_ALIGN_LEFT) + 8;
}

/* Draw "1: A White   ☐ A won   ☐ ½ – ½   ☐ B won" with drawn boxes, which need no glyph, in a type
 * size that fits ${width}. */
static double put_ticks(struct sheet *s, const char *line, double x, double y, double width)
{
    enum { BOX = 11, AFTER_BOX = 6, BETWEEN = 14 };
    double wide, height = 0, right = x + width;
    double size = 14;
    for (set_type(s, size, false); size > 7; set_type(s, --size, false)) {
        measure(s, line, -1, &wide);
        if (wide + 3 * BETWEEN <= width)
            break;
    }
    for (const char *at = line; *at != '\0' && x < right;) {
        char piece[80];
        bool boxed = strncmp(at, "☐", strlen("☐")) == 0;
        at += boxed ? strlen("☐") : 0;
        at += strspn(at, " ");
        const char *next = strstr(at, "☐");
        size_t length = next == NULL ? strlen(at) : (size_t)(next - at);
        for (next = at + length; length > 0 && at[length - 1] == ' ';)
            length--;
        snprintf(piece, sizeof piece, "%.*s", (int)length, at);
        height = measure(s, piece, -1, &wide);
        if (boxed)
            box(s, x, y + (height - BOX) / 2, BOX, BOX, false);
        x += boxed ? BOX + AFTER_BOX : 0;
        put(s, piece, x, y, -1, PANGO_ALIGN_LEFT);
        x += wide + BETWEEN;
        at = next;
    }
    return y + height + 14;
}

static void put_signatures(struct sheet *s, const char *left, const char *right, double x, double y,
                           double width)
{
    double half = (width - 18) / 2;
    set_type(s, 9, false);
    line(s, x, y, x + half, y, 0.4);
    line(s, x + half + 18, y, x + width, y, 0.4);
    put_line(s, left, x, y + 2, half, PANGO_ALIGN_LEFT);
    put_line(s, right, x + half + 18, y + 2, half, PANGO_ALIGN_LEFT);
}

static void put_game(struct sheet *s, const struct slips_page *page, const struct slip *slip,
                     double x, double y, double width, double floor)
{
    const char *first = slip->match ? "A" : page->white, *second = slip->match ? "B" : page->black;
    y = put_side(s, first, slip->white, x, y, width);
    y = put_side(s, second, slip->black, x, y, width) + 10;
    if (slip->match) {
        y = put_ticks(s, page->games[0], x, y, width);
        put_ticks(s, page->games[1], x, y, width);
    } else {
        put_ticks(s, "☐ 1 – 0   ☐ ½ – ½   ☐ 0 – 1", x, y, width);
    }
    put_signatures(s, first, second, x, floor - 48, width);
}

static void put_slip(struct sheet *s, const struct slips_page *page, const struct slip *slip,
                     double x, double y, double width, double height)
{
    char board[80];
    double floor = y + height - 14;
    box(s, x, y, width, height, true);
    if (slip->board == 0 && slip->without == NULL)
        return;
    x += 18, y += 16, width -= 36;
    if (slip->without != NULL)
        snprintf(board, sizeof board, "%s", page->none);
    else if (*slip->table == '\0')
        snprintf(board, sizeof board, "%s %u", page->board, slip->board);
    else
        snprintf(board, sizeof board, "%s %u (%.20s)", page->board, slip->board, slip->table);
    if (*slip->room != '\0' && slip->without == NULL)
        snprintf(board + strlen(board), sizeof board - strlen(board), " · %.30s", slip->room);
    set_type(s, 16, true);
    put_line(s, board, x, y, width / 2, PANGO_ALIGN_LEFT);
    set_type(s, 13, false);
    y += put_line(s, page->round, x + width / 2, y + 2, width / 2, PANGO_ALIGN_RIGHT) + 10;
    set_type(s, 10, false);
    y += put_line(s, slip->event, x, y, width, PANGO_ALIGN_LEFT) + 14;
    if (slip->without != NULL)
        put(s, slip->without, x, y, width, PANGO_ALIGN_LEFT);
    else
        put_game(s, page, slip, x, y, width, floor);
    set_type(s, 8, false);
    put(s, slip->stamp, x, floor + 1 - measure(s, slip->stamp, width, NULL), width,
        PANGO_ALIGN_LEFT);
}

enum lm_status pdf_slips(const struct slips_page *page, enum pdf_paper paper, struct lm_text *out)
{
    struct sheet s = begin(paper, page->head.title, out);
    double width = (s.width - 2 * CUT) / 2, height = (s.height - 2 * CUT) / 2;
    for (size_t i = 0; i < page->slip_count; i++) {
        size_t at = i % SLIPS_A_SHEET;
        put_slip(&s, page, &page->slips[i], CUT + (at % 2 == 0 ? 0 : width),
                 CUT + (at < 2 ? 0 : height), width, height);
        if (at + 1 == SLIPS_A_SHEET || i + 1 == page->slip_count)
            cairo_show_page(s.cr);
    }
    return end(&s);
}

/* --- cards */

static void put_code(struct sheet *s, const char *address, double x, double y, double width)
{
    struct qr_square code;
    if (address == NULL || !qr_encode(address, &code))
        return;
    double each = width / code.size;
    for (int row = 0; row < code.size; row++)
        for (int column = 0; column < code.size; column++)
            if (qr_is_dark(&code, column, row))
                cairo_rectangle(s->cr, x + column * each, y + row * each, each, each);
    cairo_fill(s->cr);
}

/* Draw half a sheet, to be folded in the middle: the text is on its lower half. */
static void put_place_card(struct sheet *s, const struct place_card *card, double y, double height)
{
    static const double dots[] = {1, 3};
    double x = CUT + 20, width = s->width - 2 * x, code = 2.6 * CM, floor = y + height - 24;
    cairo_set_dash(s->cr, dots, 2, 0);
    line(s, CUT, y + height / 2, s->width - CUT, y + height / 2, 0.6);
    cairo_set_dash(s->cr, NULL, 0, 0);
    line(s, CUT, y + height, s->width - CUT, y + height, 0.6);
    put_code(s, card->address, x + width - code, floor - code, code);
    width -= code + 24;
    set_type(s, 16, false);
    double below = measure(s, card->below, width, NULL);
    set_type(s, 36, true);
    double name = measure(s, card->name, width, NULL);
    put(s, card->name, x, floor - below - 8 - name, width, PANGO_ALIGN_LEFT);
    set_type(s, 16, false);
    put(s, card->below, x, floor - below, width, PANGO_ALIGN_LEFT);
}

static void put_badge(struct sheet *s, const struct place_card *card, const char *event, double x,
                      double y, double width, double height)
{
    set_type(s, 10, false);
    put_line(s, event, x + 12, y + 14, width - 24, PANGO_ALIGN_CENTER);
    set_type(s, 20, true);
    double name = measure(s, card->name, width - 24, NULL);
    put(s, card->name, x + 12, y + (height - name) / 2, width - 24, PANGO_ALIGN_CENTER);
    set_type(s, 11, false);
    put_line(s, card->below, x + 12, y + height - 30, width - 24, PANGO_ALIGN_CENTER);
}

static void put_table(struct sheet *s, const struct place_card *card, const char *section, double x,
                      double y, double width, double height)
{
    set_type(s, 72, true);
    double number = measure(s, card->name, width, NULL);
    put(s, card->name, x, y + (height - number) / 2, width, PANGO_ALIGN_CENTER);
    set_type(s, 11, false);
    put_line(s, section, x + 12, y + height - 26, width - 24, PANGO_ALIGN_CENTER);
}

static void put_small_card(struct sheet *s, const struct cards_page *page,
                           const struct place_card *card, double x, double y, double width,
                           double height)
{
    char number[24];
    const char *event = page->event;
    box(s, x, y, width, height, true);
    if (*card->name == '\0')
        return;
    if (page->kind == CARD_BADGE) {
        put_badge(s, card, event, x, y, width, height);
        return;
    }
    if (page->kind == CARD_TABLE) {
        put_table(s, card, page->section, x, y, width, height);
        return;
    }
    double code = 3.4 * CM, room = width - code - 36, middle = y + height / 2;
    put_code(s, card->address, x + width - code - 12, y + (height - code) / 2, code);
    set_type(s, 9, false);
    put_line(s, event, x + 12, middle - 30, room, PANGO_ALIGN_LEFT);
    set_type(s, 13, true);
    double name = put(s, card->name, x + 12, middle - 12, room, PANGO_ALIGN_LEFT);
    snprintf(number, sizeof number, "%u", card->number);
    set_type(s, 10, false);
    if (card->number > 0)
        put_line(s, number, x + 12, middle - 10 + name, room, PANGO_ALIGN_LEFT);
}

enum lm_status pdf_cards(const struct cards_page *page, enum pdf_paper paper, struct lm_text *out)
{
    struct sheet s = begin(paper, page->head.title, out);
    const bool small = page->kind != CARD_PLACE;
    size_t each = small ? SMALL_A_SHEET : CARDS_A_SHEET;
    double half = (s.width - 2 * CUT) / 2;
    double height = (s.height - 2 * CUT) / (small ? SMALL_A_SHEET / 2 : CARDS_A_SHEET);
    for (size_t i = 0; i < page->card_count; i++) {
        size_t at = i % each, row = small ? at / 2 : at;
        double y = CUT + (double)row * height;
        if (small)
            put_small_card(&s, page, &page->cards[i], CUT + (at % 2 == 0 ? 0 : half), y, half,
                           height);
        else
            put_place_card(&s, &page->cards[i], y, height);
        if (at + 1 == each || i + 1 == page->card_count)
            cairo_show_page(s.cr);
    }
    return end(&s);
}
