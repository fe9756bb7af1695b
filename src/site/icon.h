/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_ICON_H
#define LIMMAT_SITE_ICON_H

#include "site/hole.h"

/* Signs of the places one can go to; each stands beside its word. */
enum site_icon {
    ICON_MORE, /* of what has no sign of its own */
    ICON_HOME,
    ICON_EVENTS,
    ICON_PLAYERS,
    ICON_CHECK_IN,
    ICON_ROUND,
    ICON_STANDINGS,
    ICON_PRINT,
    ICON_SETTINGS,
    ICON_LOG,
    ICON_DEVICES,
    ICON_RULES,
    ICON_PRIZES,
    ICON_COUNT
};

/* ${icon} as an element of the page, which a screen reader passes over. */
struct site_html site_icon(enum site_icon icon);

/* The mark as a picture of its own, SVG. */
extern const char site_mark[];

#endif
