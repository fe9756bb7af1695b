/* SPDX-License-Identifier: Apache-2.0 */
#include "site/icon.h"

const char site_mark[] =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 24 24\"><rect x=\"1\" "
    "y=\"1\" width=\"22\" height=\"22\" rx=\"5.5\" fill=\"#fff\" "
    "stroke=\"#5c6b75\"/><path fill=\"#0b5b7a\" d=\"M6.5 1A5.5 5.5 0 0 0 1 6.5v11A5.5 "
    "5.5 0 0 0 6.5 23H9c4-3 1-7 3.5-10.500S17 5 15 1z\"/></svg>";

/* Strokes on a grid of 24; width and colour come from the style sheet. */
#define STROKES(d)                                                                                 \
    "<svg class=\"i\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"" d "\"/></svg>"

static const char *const icons[ICON_COUNT] = {
    [ICON_HOME] = STROKES("M4 11l8-7 8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z"),
    [ICON_EVENTS] = STROKES("M4 6h16v14H4zM4 10h16M8 3.500V7M16 3.500V7"),
    [ICON_PLAYERS] = STROKES("M9 11a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.4-3.600 "
                             "3-5.500 6.500-5.500s6.100 "
                             "1.900 6.500 5.500M16 4.300a3.500 3.500 0 0 1 0 6.400M18 14.900c2 .8 "
                             "3.200 2.600 3.500 5.100"),
    [ICON_CHECK_IN] = STROKES("M4 4h16v16H4zM8 12l3 3 5-6"),
    [ICON_ROUND] = STROKES("M4 4h16v16H4zM4 12h16M12 4v16"),
    [ICON_STANDINGS] = STROKES("M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01"),
    [ICON_PRINT] =
        STROKES("M7 9V4h10v5M7 17H4v-7a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1v7h-3M7 14h10v6H7z"),
    [ICON_SETTINGS] = STROKES("M4 7h9M17 7h3M4 17h3M11 17h9M15 4.800v4.400M9 14.800v4.400"),
    [ICON_LOG] = STROKES("M4 12a8 8 0 1 1 2.500 5.800M4 19v-5h5M12 8v4.500l3 2"),
    [ICON_DEVICES] = STROKES("M7 3h10v18H7zM11 18h2"),
    [ICON_RULES] = STROKES("M6 3h8l4 4v14H6zM14 3v4h4"),
    [ICON_PRIZES] =
        STROKES("M4 11h16v9H4zM3 7.500h18V11H3zM12 7.500V20M12 7.500C9 7.500 7.500 6.400 "
                "7.500 5.200 7.500 3 11 2.800 12 7.500zM12 7.500c3 0 4.500-1.100 "
                "4.500-2.300C16.500 3 13 2.800 12 7.500z"),
    [ICON_MORE] = STROKES("M5 12h.01M12 12h.01M19 12h.01"),
};

struct site_html site_icon(enum site_icon icon)
{
    return (struct site_html){icons[icon]};
}
