/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_PUBLISH_EVENT_H
#define LIMMAT_CLI_PUBLISH_EVENT_H

/* One of the events that `limmat publish` publishes. */

#include "cli/core/command.h"
#include "os/files.h"
#include "site/site.h"

struct publish_job {
    const char *path; /* of the tournament, or the journal of a championship */
    const char *plan; /* of its prizes, if there is such a file */
    bool strict;      /* refuse suspicious content */
    const char *slug;
    const char *live, *draft;       /* the event's directory in the site, and where it is drafted */
    const struct site_names *names; /* of each language, the site's first one first */
    size_t name_count;
    size_t workers;         /* that make its pages; 0: one for each processor */
    struct os_flood *flood; /* that its pages are written with */

    /* what came of it */
    enum lm_status status;
    struct lm_arena *arena; /* of the log and the rows; NULL when there is none */
    struct lm_log log;
    struct site_index_row *rows; /* by language */
    size_t pages, written;
    bool fresh; /* the draft differs from the live event; otherwise nothing was drafted */
};

/* Read ${job}'s event, make its pages and draft them: new what changed, as links what did
 * not. */
void publish_event(struct publish_job *job);

#endif
