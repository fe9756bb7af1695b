/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PUBLICATION_H
#define LIMMAT_SERVER_PUBLICATION_H

/*
 * The public part of a section, computed once for each line of its journal: the tournament, its
 * standings, the reasons for its last round. All public pages and views are made from it. The desk
 * waits for none of them: the event is locked only while the tournament is copied.
 */

#include "server/server.h"
#include "site/site.h"

struct publication;

/* Make an empty list of publications; NULL: no memory. */
struct publications *publications_new(void);
void publications_free(struct publications *all);

/* Find the number of the last line of ${slug}, as below; false: nothing is public there. */
bool publication_number_of(struct server *s, const char *slug, uint64_t *number);

/* Take the current publication of ${section} of the event ${slug}; refuse with 404. "~SLUG" is a
 * submitted tournament, whose only section is SLUG. Several visits can hold it at once; end with
 * publication_give. */
LM_MUST_CHECK enum lm_status publication_take(struct visit *v, const char *slug,
                                              const char *section, struct publication **out);
void publication_give(struct publications *all, struct publication *p);

/* Give the event of ${p} the reasons for its last round, unless it has them. */
LM_MUST_CHECK enum lm_status publication_explain(struct visit *v, struct publication *p);

/* Return the data of pages, in the language that the name of the page asks for, and the number of
 * its last line. */
struct site_event *publication_event(const struct publication *p, const char *path);
uint64_t publication_number(const struct publication *p);

#endif
