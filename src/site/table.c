/* SPDX-License-Identifier: Apache-2.0 */
#include "site/pages.h"

const struct site_page site_pages[] = {
    {"event", "index.html", SITE_ONCE, site_write_event},
    {0},
};
