/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PUBLICATION_H
#define LIMMAT_SERVER_PUBLICATION_H

/*
 * What the public may see of a section, computed once for each line of its journal: the tournament,
 * its standings, the reasons of its last round.  All public pages and views are made of it, and the
 * desk does not wait for any of them: the event is taken only while the tournament is copied.
 */

#include "server/server.h"
#include "site/site.h"

struct publication;

/* NULL: no memory. */
struct publications *publications_new(void);
void publications_free(struct publications *all);

/* The number of the last line of ${slug}, as below; false: nothing is public there. */
bool publication_number_of(struct server *s, const char *slug, uint64_t *number);

/* The publication of the section ${section} of the event ${slug} as it is now; refuses with 404.
 * "~SLUG" is a tournament that was sent in, whose only section is SLUG.  Others may have it at the
 * same time; publication_give when it is not needed any more. */
LM_MUST_CHECK enum lm_status publication_take(struct visit *v, const char *slug,
                                              const char *section, struct publication **out);
void publication_give(struct publications *all, struct publication *p);

/* Give the event of ${p} the reasons of its last round, unless it has them. */
LM_MUST_CHECK enum lm_status publication_explain(struct visit *v, struct publication *p);

/* What pages are made of, in the language that the name of the page asks for, and the number of the
 * line as of which it is. */
struct site_event *publication_event(const struct publication *p, const char *path);
uint64_t publication_number(const struct publication *p);

#endif
