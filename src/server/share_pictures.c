/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Preview pictures of links. Readers see them in the width of a phone: few words, large, on one
 * dark ground that contrasts with the messages of any service.
 */
#include "server/share_pictures.h"

#include <pango/pangocairo.h>
#include <string.h>

#include "server/submission.h"

enum { SIDE = 72, WIDE = SITE_SHARE_WIDTH - 2 * SIDE, FIRST_ROW = 342, ROW = 46, FOOT = 540 };

/* As in web/css/tokens.css. */
static const unsigned ground = 0x083b50, river = 0x0b5a7a, ink = 0xffffff, soft = 0xb9d6e2,
                      line = 0x1c6a8b, win = 0x62cb8e, loss = 0xff908c, on_light = 0x083b50;

struct canvas {
    cairo_surface_t *surface;
    cairo_t *cr;
    PangoLayout *layout;
};

static void set_colour(struct canvas *c, unsigned rgb)
{
    cairo_set_source_rgb(c->cr, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

/* Draw ${text} with its upper left corner at (${x}, ${y}), on at most ${lines}; return height. */
static double put(struct canvas *c, const char *text, double x, double y, double width, int lines,
                  PangoAlignment align)
{
    int height;
    pango_layout_set_width(c->layout, (int)(width * PANGO_SCALE));
    pango_layout_set_height(c->layout, -lines);
    pango_layout_set_alignment(c->layout, align);
    pango_layout_set_text(c->layout, text, -1);
    pango_layout_get_size(c->layout, NULL, &height);
    cairo_move_to(c->cr, x, y);
    pango_cairo_show_layout(c->cr, c->layout);
    return (double)height / PANGO_SCALE;
}

static void set_type(struct canvas *c, double size, bool bold, unsigned rgb)
{
    PangoFontDescription *type = pango_font_description_new();
    pango_font_description_set_family(type, "Noto Sans, DejaVu Sans, Sans");
    pango_font_description_set_absolute_size(type, size * PANGO_SCALE);
    pango_font_description_set_weight(type, bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(c->layout, type);
    pango_font_description_free(type);
    set_colour(c, rgb);
}

static void round_box(struct canvas *c, double x, double y, double width, double height, double r)
{
    cairo_new_sub_path(c->cr);
    cairo_arc(c->cr, x + width - r, y + r, r, -G_PI / 2, 0);
    cairo_arc(c->cr, x + width - r, y + height - r, r, 0, G_PI / 2);
    cairo_arc(c->cr, x + r, y + height - r, r, G_PI / 2, G_PI);
    cairo_arc(c->cr, x + r, y + r, r, G_PI, 3 * G_PI / 2);
    cairo_close_path(c->cr);
}

/* Draw the left bank of the mark, whose box is 22 high, down from the upper left corner. */
static void left_bank(struct canvas *c)
{
    cairo_move_to(c->cr, 0, 0);
    cairo_line_to(c->cr, 0, 22);
    cairo_line_to(c->cr, 8, 22);
    cairo_curve_to(c->cr, 12, 19, 9, 15, 11.5, 11.5);
    cairo_curve_to(c->cr, 14, 8, 16, 4, 14, 0);
    cairo_close_path(c->cr);
    cairo_fill(c->cr);
}

static void put_ground(struct canvas *c)
{
    set_colour(c, river);
    cairo_paint(c->cr);
    cairo_save(c->cr);
    cairo_translate(c->cr, 640, 0);
    cairo_scale(c->cr, SITE_SHARE_HEIGHT / 22.0, SITE_SHARE_HEIGHT / 22.0);
    set_colour(c, ground);
    left_bank(c);
    cairo_restore(c->cr);
    set_colour(c, ground);
    cairo_rectangle(c->cr, 0, 0, 641, SITE_SHARE_HEIGHT);
    cairo_fill(c->cr);
}

static void put_mark(struct canvas *c, double x, double y, double size)
{
    cairo_save(c->cr);
    round_box(c, x, y, size, size, size / 4);
    cairo_clip(c->cr);
    set_colour(c, ink);
    cairo_paint(c->cr);
    cairo_translate(c->cr, x, y);
    cairo_scale(c->cr, size / 22, size / 22);
    set_colour(c, 0x6cc3e3);
    left_bank(c);
    cairo_restore(c->cr);
}

static void put_rows(struct canvas *c, const struct site_share *share, double y)
{
    enum { NUMBER = 44, GAP = 24, RESULT = 150 };
    double x = SIDE + NUMBER + GAP;
    for (size_t i = 0; i < share->row_count; i++, y += ROW) {
        const struct site_share_row *row = &share->rows[i];
        bool pair = row->other != NULL;
        double name = pair ? (SIDE + WIDE - x - RESULT) / 2 : 560;
        set_type(c, 28, false, soft);
        put(c, row->number, SIDE, y, NUMBER, 1, PANGO_ALIGN_RIGHT);
        set_type(c, 28, false, ink);
        put(c, row->name, x, y, name, 1, PANGO_ALIGN_LEFT);
        set_type(c, 28, true, ink);
        put(c, row->result, x + name, y, RESULT, 1, pair ? PANGO_ALIGN_CENTER : PANGO_ALIGN_RIGHT);
        set_type(c, 28, false, ink);
        if (pair)
            put(c, row->other, x + name + RESULT, y, name, 1, PANGO_ALIGN_LEFT);
    }
}

/* Draw a box for each round: its result and colour. */
static void put_games(struct canvas *c, const struct site_share *share, double y)
{
    enum { BOX = 64, GAP = 12, MOST = 14, DISC = 9 };
    size_t first = share->game_count > MOST ? share->game_count - MOST : 0;
    for (size_t i = first; i < share->game_count; i++) {
        const struct site_share_game *game = &share->games[i];
        double x = SIDE + (double)(i - first) * (BOX + GAP);
        bool played = game->result[0] != '\0' && game->colour != LM_NO_COLOUR;
        round_box(c, x, y, BOX, BOX, 10);
        set_colour(c, !played ? line : game->tenths >= 10 ? win : game->tenths > 0 ? soft : loss);
        cairo_fill(c->cr);
        set_type(c, 32, true, played ? on_light : soft);
        put(c, game->result, x, y + 10, BOX, 1, PANGO_ALIGN_CENTER);
        if (game->colour == LM_NO_COLOUR)
            continue;
        cairo_new_sub_path(c->cr);
        cairo_arc(c->cr, x + BOX / 2.0, y + BOX + 24, DISC, 0, 2 * G_PI);
        set_colour(c, game->colour == LM_WHITE ? ink : 0x030607);
        cairo_fill_preserve(c->cr);
        set_colour(c, soft);
        cairo_set_line_width(c->cr, 2);
        cairo_stroke(c->cr);
    }
}

/* Draw the rounds as a line: the played ones are light. */
static void put_rounds(struct canvas *c, const struct site_share *share, double y)
{
    enum { MOST = 30, GAP = 8, HIGH = 10 };
    if (share->rounds == 0 || share->rounds > MOST)
        return;
    double width = ((double)WIDE - GAP * (share->rounds - 1.0)) / share->rounds;
    for (uint32_t i = 0; i < share->rounds; i++) {
        round_box(c, SIDE + i * (width + GAP), y, width, HIGH, HIGH / 2.0);
        set_colour(c, i < share->played ? 0x6cc3e3 : line);
        cairo_fill(c->cr);
    }
}

static void put_all(struct canvas *c, const struct site_share *share)
{
    double y = 152;
    put_ground(c);
    put_mark(c, SIDE, 60, 52);
    set_type(c, 28, false, soft);
    put(c, share->event[0] == '\0' ? "Limmat" : share->event, SIDE + 72, 68, WIDE - 72, 1,
        PANGO_ALIGN_LEFT);
    bool full = share->row_count > 0 || share->game_count > 0;
    set_type(c, full ? 60 : 76, true, ink);
    y += put(c, share->title, SIDE, full ? y - 14 : y + 20, WIDE, full ? 1 : 2, PANGO_ALIGN_LEFT);
    set_type(c, 30, false, soft);
    put(c, share->subtitle, SIDE, full ? y + 2 : y + 40, WIDE, 1, PANGO_ALIGN_LEFT);
    put_rows(c, share, FIRST_ROW - (full ? 18 : 0));
    put_games(c, share, FIRST_ROW);
    set_type(c, 28, false, ink);
    put(c, share->state, SIDE, FOOT - (share->rounds > 0 ? 0 : -10), WIDE, 1, PANGO_ALIGN_LEFT);
    put_rounds(c, share, FOOT + 50);
}

static cairo_status_t keep(void *closure, const unsigned char *bytes, unsigned int length)
{
    struct lm_text *out = closure;
    lm_text_add_bytes(out, (const char *)bytes, length);
    return out->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static enum lm_status draw(const struct site_share *share, struct lm_text *out)
{
    struct canvas c = {.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, SITE_SHARE_WIDTH,
                                                             SITE_SHARE_HEIGHT)};
    c.cr = cairo_create(c.surface);
    c.layout = pango_cairo_create_layout(c.cr);
    pango_layout_set_ellipsize(c.layout, PANGO_ELLIPSIZE_END);
    pango_layout_set_wrap(c.layout, PANGO_WRAP_WORD_CHAR);
    put_all(&c, share);
    g_object_unref(c.layout);
    bool well = cairo_status(c.cr) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(c.cr);
    well = well && cairo_surface_write_to_png_stream(c.surface, keep, out) == CAIRO_STATUS_SUCCESS;
    cairo_surface_destroy(c.surface);
    return well ? LM_OK : LM_LIMIT;
}

const struct site_pictures *share_pictures(struct visit *v)
{
    struct site_pictures *all = lm_arena_alloc(v->arena, 1, sizeof *all);
    if (all != NULL)
        *all = (struct site_pictures){submission_adults_before(v->now), draw};
    return all;
}
