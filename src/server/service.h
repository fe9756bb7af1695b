/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SERVICE_H
#define LIMMAT_SERVER_SERVICE_H

/* Declarations that the handlers of the results service share. */

#include "server/directory.h"
#include "server/handlers.h"
#include "server/submission.h"

extern const struct handler put_handlers[], submit_handlers[], recover_handlers[],
    follow_handlers[], results_handlers[], moderation_handlers[];

/* Refuse with 404 unless this server accepts submissions. */
LM_MUST_CHECK enum lm_status service_is_on(struct visit *v);

/* Format "14 July 2026". */
const char *service_day(struct visit *v, int64_t at);

/* Format "14 July 2026, 15:04 UTC". */
const char *service_time(struct visit *v, int64_t at);

/* Return "line 12, column 81: "; "" without a line. */
const char *service_place(struct visit *v, const struct finding *f);

/* Bring the directory up to date with the desk. */
LM_MUST_CHECK enum lm_status service_refresh(struct visit *v);

/* Return the name of ${e}, never empty. */
const char *service_name_of(struct visit *v, const struct directory_event *e);

/* Write the page ${path} of ${t}, which is not public yet; refuse with 404. */
LM_MUST_CHECK enum lm_status service_write_page(struct visit *v, struct lm_tournament *t,
                                                const char *path);

/* List the history of ${slug}, the latest first, with the changes of each version; versions before
 * ${restore} (0: none) can be restored. */
LM_MUST_CHECK enum lm_status service_deeds(struct visit *v, const char *slug, unsigned restore,
                                           const struct deed_row **out, size_t *count);

#endif
