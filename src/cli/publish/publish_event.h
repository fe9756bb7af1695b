/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_PUBLISH_EVENT_H
#define LIMMAT_CLI_PUBLISH_EVENT_H

/* One event of `limmat publish`. */

#include "cli/core/command.h"
#include "os/files.h"
#include "site/site.h"

struct publish_job {
    const char *path; /* of the tournament, or the journal of a championship */
    const char *plan; /* of its prizes, if there is such a file */
    bool strict;      /* refuse suspicious content */
    const char *slug;
    const char *live, *draft;       /* the event's directory in the site, and where it is drafted */
    const struct site_names *names; /* for each language, the site's first one first */
    size_t name_count;
    size_t workers;         /* the most workers that make its pages; 0: one for each processor */
    struct os_flood *flood; /* used to write its pages */

    /* the result */
    enum lm_status status;
    struct lm_arena *arena; /* of the log and the rows; NULL if there is none */
    struct lm_log log;
    struct site_index_row *rows; /* by language */
    size_t pages, written;
    bool fresh; /* the draft differs from the live event; otherwise nothing was drafted */
};

/* Read ${job}'s event, make its pages and draft them: changed ones as new files, others as links.
 */
void publish_event(struct publish_job *job);

#endif
