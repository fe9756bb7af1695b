/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/chart.h"

#include <inttypes.h>

void chart_open(struct lm_text *out, const char *title, int64_t width, int64_t height,
                const char *classes)
{
    lm_text_print(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %" PRId64 " %" PRId64
                  "\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#222\">\n"
                  "<title>%s</title>\n"
                  "<style>.title{font-size:16px;font-weight:bold}.grid{stroke:#ddd}"
                  ".axis{stroke:#555}polyline{fill:none;stroke-width:2}%s</style>\n"
                  "<rect width=\"%" PRId64 "\" height=\"%" PRId64 "\" fill=\"#fff\"/>\n",
                  width, height, title, classes, width, height);
}

void chart_close(struct lm_text *out)
{
    lm_text_add(out, "</svg>\n");
}

void chart_line(struct lm_text *out, int64_t x1, int64_t y1, int64_t x2, int64_t y2,
                const char *class)
{
    lm_text_print(out,
                  "<line class=\"%s\" x1=\"%" PRId64 "\" y1=\"%" PRId64 "\" x2=\"%" PRId64
                  "\" y2=\"%" PRId64 "\"/>\n",
                  class, x1, y1, x2, y2);
}

void chart_label(struct lm_text *out, int64_t x, int64_t y, const char *anchor, const char *text)
{
    lm_text_print(out, "<text x=\"%" PRId64 "\" y=\"%" PRId64 "\" text-anchor=\"%s\">%s</text>\n",
                  x, y, anchor, text);
}

void chart_title(struct lm_text *out, int64_t x, int64_t y, const char *text)
{
    lm_text_print(out, "<text class=\"title\" x=\"%" PRId64 "\" y=\"%" PRId64 "\">%s</text>\n", x,
                  y, text);
}

void chart_circle(struct lm_text *out, int64_t x, int64_t y, int64_t radius, const char *class)
{
    lm_text_print(
        out, "<circle class=\"%s\" cx=\"%" PRId64 "\" cy=\"%" PRId64 "\" r=\"%" PRId64 "\"/>\n",
        class, x, y, radius);
}

void chart_bar(struct lm_text *out, int64_t x, int64_t width, int64_t from, int64_t to,
               const char *class)
{
    int64_t top = from < to ? from : to;
    lm_text_print(out,
                  "<rect class=\"%s\" x=\"%" PRId64 "\" y=\"%" PRId64 "\" width=\"%" PRId64
                  "\" height=\"%" PRId64 "\"/>\n",
                  class, x, top, width, from < to ? to - from : from - to);
}

int64_t chart_step(int64_t range)
{
    int64_t step = 1;
    while (range / step > 8) {
        if (range / (2 * step) <= 8)
            return 2 * step;
        if (range / (5 * step) <= 8)
            return 5 * step;
        step *= 10;
    }
    return step;
}

int64_t chart_first(int64_t low, int64_t step)
{
    int64_t first = low - low % step;
    return first < low ? first + step : first;
}

void chart_move_apart(int64_t *y, size_t count, int64_t apart)
{
    enum { MOST = 32 };
    size_t order[MOST], shown = 0;
    for (size_t i = 0; i < count && i < MOST; i++) {
        if (y[i] == 0)
            continue;
        size_t place = shown++;
        for (; place > 0 && y[order[place - 1]] > y[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    for (size_t i = 1; i < shown; i++)
        if (y[order[i]] < y[order[i - 1]] + apart)
            y[order[i]] = y[order[i - 1]] + apart;
}
