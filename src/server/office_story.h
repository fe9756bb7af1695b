/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_OFFICE_STORY_H
#define LIMMAT_SERVER_OFFICE_STORY_H

/* Reasons for changes of a rating: from the journals of a list (limmat/rating_story.h), and game by
 * game from the reports beside it, in "events-2026-05" or "events". */

#include "server/office.h"
#include "server/pages.h"

/* Take a view of the office's lists, to be given back; answer with 404 if there is no office. */
LM_MUST_CHECK enum lm_status office_is_on(struct visit *v, const struct office_view **view);

/* Run ${run} with the current lists, which are given back; 404 if there is no office. */
LM_MUST_CHECK enum lm_status
office_with(struct visit *v, enum lm_status (*run)(struct visit *, const struct office_view *));

/* Explain the rating of ${id} on ${list} in ${page}; ${before} is the previous list, NULL: none. */
LM_MUST_CHECK enum lm_status office_tell(struct visit *v, const struct office_list *list,
                                         const struct office_list *before, uint32_t id,
                                         struct rating_period_page *page);

#endif
