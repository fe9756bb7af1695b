/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The picture of a study: how the order of strength is found game by game, and below it a panel for
 * each measure with a dot and a 95 % interval for each system.  Each panel has a scale of its own,
 * which need not begin at 0: intervals are often far narrower than the differences, and the figures
 * are beside the dots.
 */

#include <inttypes.h>
#include <string.h>

#include "cli/core/chart.h"
#include "cli/study/study.h"

enum { WIDTH = 1000, TOP = 70, CURVES = 320, LEFT = 60, RIGHT = 190, GAP = 70 };
enum { COLUMN = 490, NAMES = 165, PLOT = 190, ROW = 22, HEAD = 34, FOOT = 44, MARGIN = 20 };

static const char classes[] =
    ".a0,.p0{stroke:#111}.a1,.p1{stroke:#d1495b}.a2,.p2{stroke:#2a6f97}.a3,.p3{stroke:#b8860b}"
    ".a4,.p4{stroke:#6a4c93}.a5,.p5{stroke:#2e8b57}.a6,.p6{stroke:#8d5524}.a7,.p7{stroke:#555}"
    ".p0{fill:#111}.p1{fill:#d1495b}.p2{fill:#2a6f97}.p3{fill:#b8860b}.p4{fill:#6a4c93}"
    ".p5{fill:#2e8b57}.p6{fill:#8d5524}.p7{fill:#555}"
    ".a1{stroke-dasharray:9 4}.a2{stroke-dasharray:3 3}.a3{stroke-dasharray:12 3 3 3}"
    ".a4{stroke-dasharray:6 2}.a5{stroke-dasharray:2 5}.a6{stroke-dasharray:14 5}"
    ".w{stroke-width:2}";

/* Values on a line of pixels. */
struct scale {
    int64_t low, high; /* values at its ends; they differ */
    int64_t from, to;  /* their places */
};

static int64_t place(const struct scale *scale, int64_t value)
{
    return scale->from +
           (value - scale->low) * (scale->to - scale->from) / (scale->high - scale->low);
}

static void widen(struct scale *scale, int64_t value)
{
    scale->low = value < scale->low ? value : scale->low;
    scale->high = value > scale->high ? value : scale->high;
}

/* Leave a twelfth of the range at both ends, and at least 1. */
static void give_room(struct scale *scale)
{
    int64_t room = (scale->high - scale->low) / 12 + 1;
    scale->low -= room;
    scale->high += room;
}

/* Label ${value} without trailing zeros. */
static void label_value(struct lm_text *out, int64_t x, int64_t y, const char *anchor,
                        const struct measure_kind *kind, int64_t value)
{
    struct lm_text text = lm_text_in(out->arena);
    add_value(&text, kind, value, false);
    out->failed |= text.failed;
    if (text.failed)
        return;
    while (text.bytes[text.length - 1] == '0')
        text.bytes[--text.length] = '\0';
    if (text.bytes[text.length - 1] == '.')
        text.bytes[--text.length] = '\0';
    chart_label(out, x, y, anchor, lm_text_string(&text));
}

static void class_of(char name[static 3], char letter, size_t arm)
{
    name[0] = letter;
    name[1] = (char)('0' + arm);
    name[2] = '\0';
}

/* --- game by game */

static int64_t games_of(const struct arm *arm)
{
    return (int64_t)arm->rounds * arm->system->games_per_match;
}

/* Return where the line of ${arm} ends; 0: it has no point. */
static int64_t draw_curve(const struct arm *arm, size_t number, const struct scale *x,
                          const struct scale *y, struct lm_text *out)
{
    char line[3], point[3];
    int64_t end = 0;
    class_of(line, 'a', number);
    class_of(point, 'p', number);
    lm_text_print(out, "<polyline class=\"%s\" points=\"", line);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t r = 0; r < arm->rounds; r++) {
            struct estimate e = estimate_of(&arm->wrong[r]);
            if (!e.known)
                continue;
            int64_t column = place(x, (int64_t)(r + 1) * arm->system->games_per_match);
            end = place(y, e.mean);
            if (pass == 0)
                lm_text_print(out, "%" PRId64 ",%" PRId64 " ", column, end);
            else
                chart_circle(out, column, end, 3, point);
        }
        if (pass == 0)
            lm_text_add(out, "\"/>\n");
    }
    return end;
}

static void draw_curve_frame(const struct scale *x, const struct scale *y, struct lm_text *out)
{
    int64_t step = chart_step(y->high - y->low), across = chart_step(2 * (x->high - x->low));
    chart_title(out, LEFT, TOP - 14, "Pairs of players in the wrong order, %, by games played");
    for (int64_t v = chart_first(y->low, step); v <= y->high; v += step) {
        chart_line(out, x->from, place(y, v), x->to, place(y, v), "grid");
        label_value(out, x->from - 8, place(y, v) + 4, "end", &measure_kinds[WRONG_PAIRS], v);
    }
    chart_line(out, x->from, y->from, x->to, y->from, "axis");
    chart_line(out, x->from, y->from, x->from, y->to, "axis");
    static const struct measure_kind games = {.scale = 1};
    for (int64_t v = chart_first(1, across); v <= x->high; v += across)
        label_value(out, place(x, v), y->from + 18, "middle", &games, v);
}

/* Move labels below the axis up, all by the same amount. */
static void keep_above(int64_t *y, size_t count, int64_t most)
{
    int64_t lowest = 0;
    for (size_t i = 0; i < count; i++)
        lowest = y[i] > lowest ? y[i] : lowest;
    for (size_t i = 0; lowest > most && i < count; i++)
        y[i] -= y[i] == 0 ? 0 : lowest - most;
}

static void draw_curves(const struct study *s, struct lm_text *out)
{
    struct scale x = {1, 2, LEFT, WIDTH - RIGHT};
    struct scale y = {INT64_MAX, INT64_MIN, TOP + CURVES, TOP};
    int64_t ends[ARMS_MAX];
    for (size_t a = 0; a < s->arm_count; a++) {
        widen(&x, games_of(&s->arms[a]));
        for (uint32_t r = 0; r < s->arms[a].rounds; r++) {
            struct estimate e = estimate_of(&s->arms[a].wrong[r]);
            if (e.known)
                widen(&y, e.mean);
        }
    }
    if (y.low > y.high)
        return;
    give_room(&y);
    draw_curve_frame(&x, &y, out);
    for (size_t a = s->arm_count; a-- > 0;)
        ends[a] = draw_curve(&s->arms[a], a, &x, &y, out);
    chart_move_apart(ends, s->arm_count, 16);
    keep_above(ends, s->arm_count, y.from - 4);
    for (size_t a = 0; a < s->arm_count; a++) {
        char line[3];
        class_of(line, 'a', a);
        if (ends[a] == 0)
            continue;
        chart_line(out, WIDTH - RIGHT + 8, ends[a], WIDTH - RIGHT + 34, ends[a], line);
        chart_label(out, WIDTH - RIGHT + 40, ends[a] + 4, "start", s->arms[a].name);
    }
}

/* --- measures */

static int64_t panel_height(const struct study *s)
{
    return HEAD + ROW * (int64_t)s->arm_count + FOOT;
}

static void draw_row(const struct study *s, size_t a, enum measure m, const struct scale *x,
                     int64_t left, int64_t y, struct lm_text *out)
{
    struct estimate e = estimate_of(&s->arms[a].own[m]);
    char point[3], bar[8];
    class_of(point, 'p', a);
    chart_label(out, left, y + 4, "start", s->arms[a].name);
    if (!e.known)
        return;
    memcpy(bar, point, 2);
    memcpy(bar + 2, " w", 3);
    chart_line(out, place(x, e.mean - e.half), y, place(x, e.mean + e.half), y, bar);
    chart_circle(out, place(x, e.mean), y, 4, point);
    struct lm_text figures = lm_text_in(out->arena);
    add_value(&figures, &measure_kinds[m], e.mean, false);
    lm_text_add(&figures, " ±");
    add_value(&figures, &measure_kinds[m], e.half, false);
    out->failed |= figures.failed;
    chart_label(out, left + COLUMN - MARGIN, y + 4, "end", lm_text_string(&figures));
}

/* Draw a panel, unless it has no values; return whether it was drawn. */
static bool draw_panel(const struct study *s, enum measure m, int64_t left, int64_t top,
                       struct lm_text *out)
{
    const struct measure_kind *kind = &measure_kinds[m];
    struct scale x = {INT64_MAX, INT64_MIN, left + NAMES, left + NAMES + PLOT};
    for (size_t a = 0; a < s->arm_count; a++) {
        struct estimate e = estimate_of(&s->arms[a].own[m]);
        if (e.known) {
            widen(&x, e.mean - e.half);
            widen(&x, e.mean + e.half);
        }
    }
    if (x.low > x.high)
        return false;
    bool differ = x.low < x.high;
    give_room(&x);
    int64_t step = chart_step(2 * (x.high - x.low)), bottom = top + panel_height(s) - FOOT;
    struct lm_text title = lm_text_in(out->arena);
    lm_text_print(&title, "%s%s%s", kind->title, *kind->unit != '\0' ? ", " : "", kind->unit);
    out->failed |= title.failed;
    chart_title(out, left, top + 10, lm_text_string(&title));
    for (int64_t v = chart_first(x.low, step); differ && v <= x.high; v += step) {
        chart_line(out, place(&x, v), top + HEAD - 12, place(&x, v), bottom, "grid");
        label_value(out, place(&x, v), bottom + 16, "middle", kind, v);
    }
    chart_line(out, x.from, bottom, x.to, bottom, "axis");
    for (size_t a = 0; a < s->arm_count; a++)
        draw_row(s, a, m, &x, left, top + HEAD + ROW * (int64_t)a, out);
    return true;
}

void study_draw(const struct study *s, struct lm_text *out)
{
    struct lm_text body = lm_text_in(out->arena), title = lm_text_in(out->arena);
    int64_t drawn = 0, top = TOP + CURVES + GAP;
    draw_curves(s, &body);
    for (int m = 0; m < MEASURES; m++) {
        int64_t left = MARGIN + drawn % 2 * COLUMN, row = drawn / 2;
        drawn += draw_panel(s, (enum measure)m, left, top + row * panel_height(s), &body);
    }
    lm_text_print(&title, "%" PRId64 " events by each system, %u players, %u rounds", s->events,
                  s->players, s->rounds);
    chart_open(out, lm_text_string(&title), WIDTH, top + (drawn + 1) / 2 * panel_height(s),
               classes);
    chart_label(out, LEFT, 24, "start", lm_text_string(&title));
    lm_text_add(out, lm_text_string(&body));
    chart_close(out);
    out->failed |= body.failed || title.failed;
}
