/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_ICON_H
#define LIMMAT_SITE_ICON_H

#include "site/hole.h"

/* Icons of pages; each is beside its word. */
enum site_icon {
    ICON_MORE, /* for pages without an icon of their own */
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

/* Return ${icon} as an element of the page, which screen readers skip. */
struct site_html site_icon(enum site_icon icon);

/* The logo as a separate picture, SVG. */
extern const char site_mark[];

#endif
