/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SHARE_H
#define LIMMAT_SERVER_SHARE_H

/* Pictures beside links (site/share.h) as PNG.  Built with cairo and pango, as PDF is, or not. */

#include "server/server.h"
#include "site/share.h"

/* How this server draws on the day of ${v}; NULL: it cannot. */
const struct site_pictures *share_pictures(struct visit *v);

#endif
