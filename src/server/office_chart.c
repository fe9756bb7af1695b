/* SPDX-License-Identifier: Apache-2.0 */
#include "server/office_chart.h"

#include "limmat/date.h"
#include "limmat/rating_event.h"

enum { LEFT = 36, RIGHT = 352, TOP = 10, BOTTOM = 146, WORDS_AT = 166, STEPS_MOST = 6, NAMES = 4 };

struct scale {
    int32_t low, high, step;
    int32_t first, months; /* numbers of months */
};

static int32_t x_of(const struct scale *s, int32_t day)
{
    int32_t month = lm_month_of(day) - s->first;
    return LEFT + 24 + month * (RIGHT - LEFT - 48) / (s->months > 0 ? s->months : 1);
}

static int32_t y_of(const struct scale *s, int32_t value)
{
    return BOTTOM - (int32_t)((int64_t)(value - s->low) * (BOTTOM - TOP) / (s->high - s->low));
}

static struct scale scale_of(const struct chart_point *points, size_t count)
{
    static const int32_t steps[] = {1,    2,    5,    10,    20,    50,    100,    200,    500,
                                    1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000};
    int32_t low = INT32_MAX, high = 0;
    size_t step = 0;
    for (size_t i = 0; i < count; i++)
        for (int line = 0; line < CHART_LINES; line++) {
            int32_t value = points[i].values[line];
            low = value > 0 && value < low ? value : low;
            high = value > high ? value : high;
        }
    while (step + 1 < sizeof steps / sizeof *steps && (high - low) / steps[step] + 2 > STEPS_MOST)
        step++;
    struct scale s = {.step = steps[step], .first = lm_month_of(points[count - 1].day)};
    s.low = low / s.step * s.step;
    s.high = (high / s.step + 1) * s.step;
    s.months = lm_month_of(points[0].day) - s.first;
    return s;
}

static enum lm_status add_marks(struct visit *v, const struct scale *s,
                                const struct chart_point *points, size_t count,
                                struct rating_chart *chart)
{
    size_t lines = (size_t)((s->high - s->low) / s->step) + 1, each = (count + NAMES - 1) / NAMES;
    struct rating_mark *heights = lm_arena_alloc(v->arena, lines, sizeof *heights);
    struct rating_mark *months = lm_arena_alloc(v->arena, NAMES, sizeof *months);
    struct lm_text grid = lm_text_in(v->arena);
    if (heights == NULL || months == NULL)
        return LM_LIMIT;
    for (int32_t value = s->low; value <= s->high; value += s->step) {
        int32_t y = y_of(s, value);
        lm_text_print(&grid, "M%d %dH%d", LEFT, y, RIGHT);
        heights[chart->height_count++] =
            (struct rating_mark){LEFT - 6, y, visit_print(v, "%d", value)};
    }
    for (size_t i = 0; i < count && chart->month_count < NAMES; i += each)
        months[chart->month_count++] =
            (struct rating_mark){x_of(s, points[i].day), WORDS_AT, points[i].name};
    chart->heights = heights;
    chart->months = months;
    chart->grid = lm_text_string(&grid);
    return lm_text_status(&grid);
}

/* Draw the line of one figure, oldest first, and the dots of the first. */
static const char *draw(struct visit *v, const struct scale *s, const struct chart_point *points,
                        size_t count, int at, struct lm_text *dots)
{
    struct lm_text line = lm_text_in(v->arena);
    for (size_t i = count; i-- > 0;) {
        int32_t value = points[i].values[at];
        if (value == 0)
            continue;
        int32_t x = x_of(s, points[i].day), y = y_of(s, value);
        lm_text_print(&line, " %d,%d", x, y);
        if (at == 0)
            lm_text_print(dots, "M%d %dh0", x, y);
    }
    return lm_text_string(&line);
}

enum lm_status office_chart(struct visit *v, const struct chart_point *points, size_t count,
                            struct rating_chart *out)
{
    static const char *const looks[CHART_LINES] = {"own", "rapid", "blitz"};
    struct rating_line *lines = lm_arena_alloc(v->arena, CHART_LINES, sizeof *lines);
    struct lm_text dots = lm_text_in(v->arena);
    *out = (struct rating_chart){.label = ""};
    if (count < 2)
        return LM_OK;
    if (lines == NULL)
        return LM_LIMIT;
    const struct scale s = scale_of(points, count);
    if (s.low > s.high)
        return LM_OK; /* no figures */
    for (int at = 0; at < CHART_LINES; at++) {
        const char *line = draw(v, &s, points, count, at, &dots);
        if (*line != '\0')
            lines[out->line_count++] = (struct rating_line){at, looks[at], line};
    }
    out->lines = lines;
    out->several = out->line_count > 1;
    out->dots = lm_text_string(&dots);
    return add_marks(v, &s, points, count, out);
}

const char *office_chart_label(struct visit *v, const char *what, const struct chart_point *points,
                               size_t count)
{
    if (count == 0)
        return what;
    const struct lm_value values[] = {lm_value_text("kinds", what),
                                      lm_value_text("from", points[count - 1].name),
                                      lm_value_text("to", points[0].name)};
    return visit_say(v, LM_KEY("office.chart-of"), values, 3);
}
