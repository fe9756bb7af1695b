/* SPDX-License-Identifier: Apache-2.0 */
#include "site/icon.h"

const char site_mark[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><rect x=\"1\" "
    "y=\"1\" width=\"22\" height=\"22\" rx=\"5.5\" fill=\"#fff\" "
    "stroke=\"#5c6b75\"/><path fill=\"#0b5b7a\" d=\"M6.5 1A5.5 5.5 0 0 0 1 6.5v11A5.5 "
    "5.5 0 0 0 6.5 23H9c4-3 1-7 3.5-10.5S17 5 15 1z\"/></svg>";

/* Strokes on a grid of 24; width and colour come from the style sheet. */
#define STROKES(d)                                                                                 \
    "<svg class=\"i\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"" d "\"/></svg>"

static const char *const icons[ICON_COUNT] = {
    [ICON_HOME] = STROKES("M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z"),
    [ICON_EVENTS] = STROKES("M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7"),
    [ICON_PLAYERS] = STROKES("M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.6 "
                             "3-5.5 6.5-5.5s6.1 "
                             "1.9 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.9c2 .8 "
                             "3.2 2.6 3.5 5.1"),
    [ICON_CHECK_IN] = STROKES("M4 4h16v16H4zM8 12l3 3 5-6"),
    [ICON_ROUND] = STROKES("M4 4h16v16H4zM4 12h16M12 4v16"),
    [ICON_STANDINGS] = STROKES("M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01"),
    [ICON_PRINT] =
        STROKES("M7 9V4h10v5M7 17H4v-7a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v7h-3M7 14h10v6H7z"),
    [ICON_SETTINGS] = STROKES("M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4"),
    [ICON_LOG] = STROKES("M4 12a8 8 0 1 1 2.5 5.8M4 19v-5h5M12 8v4.5l3 2"),
    [ICON_DEVICES] = STROKES("M7 3h10v18H7zM11 18h2"),
    [ICON_RULES] = STROKES("M6 3h8l4 4v14H6zM14 3v4h4"),
    [ICON_PRIZES] = STROKES("M4 11h16v9H4zM3 7.5h18V11H3zM12 7.5V20M12 7.5C9 7.5 7.5 6.4 "
                            "7.5 5.2 7.5 3 11 2.8 12 7.5zM12 7.5c3 0 4.5-1.1 "
                            "4.5-2.3C16.5 3 13 2.8 12 7.5z"),
    [ICON_MORE] = STROKES("M5 12h.01M12 12h.01M19 12h.01"),
};

struct site_html site_icon(enum site_icon icon)
{
    return (struct site_html){icons[icon]};
}
