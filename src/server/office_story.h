/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_STORY_H
#define LIMMAT_SERVER_OFFICE_STORY_H

/* How a rating changed: by the journals of a list (limmat/rating_story.h), and game by game by the
 * reports that lie beside it, in "events-2026-05" or "events". */

#include "server/office.h"
#include "server/pages.h"

/* Answers with 404 where there is no office; else its lists, to be given back. */
LM_MUST_CHECK enum lm_status office_is_on(struct visit *v, const struct office_view **view);

/* Run ${run} with the lists of now, which are given back; 404 where there is no office. */
LM_MUST_CHECK enum lm_status
office_with(struct visit *v, enum lm_status (*run)(struct visit *, const struct office_view *));

/* What happened to ${id} on ${list}, into ${page}; ${before} is the list before, NULL: none. */
LM_MUST_CHECK enum lm_status office_tell(struct visit *v, const struct office_list *list,
                                         const struct office_list *before, uint32_t id,
                                         struct rating_period_page *page);

#endif
