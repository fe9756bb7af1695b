/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SHARE_PICTURES_H
#define LIMMAT_SERVER_SHARE_PICTURES_H

/* Preview pictures of links (site/share.h) as PNG. Built with cairo and pango, like PDF, or not at
 * all. */

#include "server/server.h"
#include "site/share.h"

/* Return the drawing functions for the day of ${v}; NULL: it cannot draw. */
const struct site_pictures *share_pictures(struct visit *v);

#endif
