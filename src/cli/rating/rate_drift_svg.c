/* SPDX-License-Identifier: Apache-2.0 */
/* The picture of drift: four panels in one SVG, drawn with whole numbers, readable in grey. */
#include <inttypes.h>

#include "cli/core/chart.h"
#include "cli/rating/rate_drift.h"

enum { WIDTH = 960, PANEL = 260, GAP = 70, LEFT = 80, RIGHT = 170, TOP = 60 };
enum { PLOT = WIDTH - LEFT - RIGHT };

/* A panel and its scales: ${low} and ${high} are drawn ${PANEL} apart. */
struct panel {
    struct lm_text *out;
    int64_t top;       /* y of its upper edge */
    int64_t low, high; /* values at the lower and upper edge */
    int64_t columns;   /* places on the x axis, at least 1 */
};

static int64_t x_of(const struct panel *panel, int64_t column)
{
    return LEFT + (2 * column + 1) * PLOT / (2 * panel->columns);
}

static int64_t y_of(const struct panel *panel, int64_t value)
{
    return panel->top + PANEL - (value - panel->low) * PANEL / (panel->high - panel->low);
}

/* Draw the frame with its title and horizontal lines; values are shown divided by ${unit}. */
static void open_panel(const struct panel *panel, const char *title, int64_t unit)
{
    struct lm_text *out = panel->out;
    int64_t step = chart_step(panel->high - panel->low);
    chart_title(out, LEFT, panel->top - 14, title);
    for (int64_t value = chart_first(panel->low, step); value <= panel->high; value += step) {
        chart_line(out, LEFT, y_of(panel, value), WIDTH - RIGHT, y_of(panel, value),
                   value == 0 ? "axis" : "grid");
        lm_text_print(out,
                      "<text x=\"%d\" y=\"%" PRId64 "\" text-anchor=\"end\">%" PRId64 "</text>\n",
                      LEFT - 8, y_of(panel, value) + 4, value / unit);
    }
    chart_line(out, LEFT, panel->top, LEFT, panel->top + PANEL, "axis");
    chart_line(out, LEFT, panel->top + PANEL, WIDTH - RIGHT, panel->top + PANEL, "axis");
}

static void name_lists(const struct panel *panel, const struct drift *drift)
{
    size_t step = drift->count / 8 + 1;
    for (size_t i = 0; i < drift->count; i += step) {
        char text[16];
        struct lm_date date = lm_date_of(drift->lists[i].day);
        text[0] = (char)('0' + date.year / 1000 % 10);
        text[1] = (char)('0' + date.year / 100 % 10);
        text[2] = (char)('0' + date.year / 10 % 10);
        text[3] = (char)('0' + date.year % 10);
        text[4] = '-';
        text[5] = (char)('0' + date.month / 10);
        text[6] = (char)('0' + date.month % 10);
        text[7] = '\0';
        chart_label(panel->out, x_of(panel, (int64_t)i), panel->top + PANEL + 18, "middle", text);
    }
}

/* --- 1: means */

static const struct group *group_of(const struct list_facts *list, int series)
{
    return series == 0 ? &list->listed : &list->by_age[series - 1];
}

enum { SERIES = 1 + AGES };
static const char *const series_classes[SERIES] = {"all", "age0", "age1", "age2"};

/* Return the y at which the line ends; 0: no line was drawn. */
static int64_t draw_series(const struct panel *panel, const struct drift *drift, int series)
{
    int64_t end = 0;
    for (size_t i = 0; i < drift->count; i++) {
        const struct group *group = group_of(&drift->lists[i], series);
        if (group->count == 0)
            continue;
        if (end == 0)
            lm_text_print(panel->out, "<polyline class=\"%s\" points=\"", series_classes[series]);
        end = y_of(panel, mean_of(group));
        lm_text_print(panel->out, "%" PRId64 ",%" PRId64 " ", x_of(panel, (int64_t)i), end);
    }
    if (end != 0)
        lm_text_add(panel->out, "\"/>\n");
    return end;
}

/* Write names at the lines' ends, moved apart where lines end close together. */
static void name_series(const struct panel *panel, const int64_t *ends)
{
    static const char *const names[SERIES] = {"all", "first year", "second year", "older"};
    enum { APART = 15, MIDDLE = 4 };
    int64_t y[SERIES];
    for (int i = 0; i < SERIES; i++)
        y[i] = ends[i] == 0 ? 0 : ends[i] + MIDDLE;
    chart_move_apart(y, SERIES, APART);
    for (int i = 0; i < SERIES; i++)
        if (y[i] != 0)
            chart_label(panel->out, WIDTH - RIGHT + 8, y[i], "start", names[i]);
}

static void draw_means(const struct drift *drift, struct lm_text *out)
{
    int64_t ends[SERIES];
    int64_t low = INT64_MAX;
    int64_t high = 0;
    for (size_t i = 0; i < drift->count; i++)
        for (int series = 0; series < SERIES; series++) {
            const struct group *group = group_of(&drift->lists[i], series);
            int64_t mean = mean_of(group);
            if (group->count == 0)
                continue;
            low = mean < low ? mean : low;
            high = mean > high ? mean : high;
        }
    if (high == 0)
        return;
    struct panel panel = {out, TOP, low - 1000, high + 1000, (int64_t)drift->count};
    open_panel(&panel, "Mean rating, by how long the rating has been on the list", 100);
    for (int series = SERIES - 1; series >= 0; series--)
        ends[series] = draw_series(&panel, drift, series);
    name_series(&panel, ends);
    name_lists(&panel, drift);
}

/* --- 2: flows */

static void draw_flows(const struct drift *drift, struct lm_text *out)
{
    int64_t in = 1;
    int64_t gone = 1;
    for (size_t i = 0; i < drift->count; i++) {
        const struct list_facts *list = &drift->lists[i];
        in = list->published.count > in ? list->published.count : in;
        gone = list->delisted.count > gone ? list->delisted.count : gone;
    }
    struct panel panel = {out, TOP + PANEL + GAP, -gone, in, (int64_t)drift->count};
    int64_t width = PLOT / (int64_t)drift->count * 7 / 10 + 1;
    open_panel(&panel, "Players published (up) and delisted (down)", 1);
    for (size_t i = 0; i < drift->count; i++) {
        const struct list_facts *list = &drift->lists[i];
        int64_t x = x_of(&panel, (int64_t)i) - width / 2;
        chart_bar(out, x, width, y_of(&panel, list->published.count), y_of(&panel, 0), "in");
        chart_bar(out, x, width, y_of(&panel, 0), y_of(&panel, -list->delisted.count), "out");
    }
    name_lists(&panel, drift);
}

/* --- 3: calibration */

static int64_t percent(const struct outcome *outcome, bool scored)
{
    return lm_fraction_round(
        lm_fraction_of((scored ? outcome->tenths * 10 : outcome->expected) * 100, outcome->games));
}

static void draw_calibration(const struct drift *drift, struct lm_text *out)
{
    struct panel panel = {out, TOP + 2 * (PANEL + GAP), 4000, 10000, LM_CALIBRATION_ROWS};
    open_panel(&panel, "Score of the higher rated in per cent, by rating difference", 100);
    lm_text_add(out, "<polyline class=\"age2\" points=\"");
    for (int32_t row = 0; row < LM_CALIBRATION_ROWS; row++)
        if (drift->calibration[row].games > 0)
            lm_text_print(out, "%" PRId64 ",%" PRId64 " ", x_of(&panel, row),
                          y_of(&panel, percent(&drift->calibration[row], false)));
    lm_text_add(out, "\"/>\n");
    for (int32_t row = 0; row < LM_CALIBRATION_ROWS; row++) {
        if (drift->calibration[row].games > 0)
            chart_circle(out, x_of(&panel, row),
                         y_of(&panel, percent(&drift->calibration[row], true)), 4, "in");
        if (row % 4 == 0) {
            char text[8] = {(char)('0' + row * LM_CALIBRATION_STEP / 100), '0', '0', '\0'};
            chart_label(out, x_of(&panel, row), panel.top + PANEL + 18, "middle",
                        row == 0 ? "0" : text);
        }
    }
    chart_label(out, WIDTH - RIGHT + 8, panel.top + 20, "start", "line: expected (table)");
    chart_label(out, WIDTH - RIGHT + 8, panel.top + 38, "start", "dots: scored");
}

/* --- 4: surplus by rating */

static void draw_surplus(const struct drift *drift, struct lm_text *out)
{
    int64_t most = 100;
    int32_t first = BANDS;
    int32_t last = 0;
    for (int32_t band = 0; band < BANDS; band++) {
        int64_t surplus = surplus_of(&drift->bands[band]);
        if (drift->bands[band].games == 0)
            continue;
        first = band < first ? band : first;
        last = band;
        most = surplus > most ? surplus : -surplus > most ? -surplus : most;
    }
    struct panel panel = {out, TOP + 3 * (PANEL + GAP), -most, most,
                          first > last ? 1 : last - first + 1};
    open_panel(&panel, "Points scored beyond expectation in 100 games, by own rating", 100);
    for (int32_t band = first; band <= last; band++) {
        int64_t x = x_of(&panel, band - first);
        int32_t from = band * BAND_STEP;
        char text[8] = {(char)('0' + from / 1000), (char)('0' + from / 100 % 10), '0', '0', '\0'};
        if (drift->bands[band].games > 0)
            chart_bar(out, x - 18, 36, y_of(&panel, surplus_of(&drift->bands[band])),
                      y_of(&panel, 0), "in");
        chart_label(out, x, panel.top + PANEL + 18, "middle", from < 1000 ? text + 1 : text);
    }
}

void draw_drift(const struct drift *drift, struct lm_text *out)
{
    enum { HEIGHT = TOP + 4 * (PANEL + GAP) };
    chart_open(out, "Drift of a rating list", WIDTH, HEIGHT,
               ".all{stroke:#111;stroke-width:3}.age0{stroke:#d1495b;stroke-dasharray:3 3}"
               ".age1{stroke:#e08e1b;stroke-dasharray:8 4}.age2{stroke:#2a6f97}"
               ".in{fill:#2a6f97}.out{fill:#d1495b}");
    draw_means(drift, out);
    draw_flows(drift, out);
    draw_calibration(drift, out);
    draw_surplus(drift, out);
    chart_close(out);
}
