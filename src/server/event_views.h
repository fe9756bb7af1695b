/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_EVENT_VIEWS_H
#define LIMMAT_SERVER_EVENT_VIEWS_H

/* The public views for programs: JSON beside the pages ("round-3.json" beside "round-3.html"), in a
 * stable form: docs/limmat-public.schema.json. Fields can be added, never changed. */

#include "server/server.h"
#include "site/site.h"

/* Append the view of ${e} that is called ${path}; false: no such view. */
bool view_write(const struct site_event *e, const char *path, struct lm_arena *arena,
                struct lm_text *out);

#endif
