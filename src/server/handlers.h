/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_HANDLERS_H
#define LIMMAT_SERVER_HANDLERS_H

/* What the files of handlers share. */

#include "server/events.h"
#include "server/pages.h"

/* The tables, one a file; ended by NULL. */
extern const struct handler *const handler_tables[];
extern const struct handler server_handlers[], event_handlers[], people_handlers[],
    round_handlers[], paper_handlers[], public_handlers[];

enum lm_status show_openapi(struct visit *v);
enum lm_status show_asset(struct visit *v); /* the file ${v->parts[0]} */

/* "2026-07-14" */
const char *visit_today(struct visit *v);

/* "13:52", "14 July 13:52" by the clock of the server's place. */
const char *visit_clock(struct visit *v, int64_t at, bool day);

/* Which tab of an event a page belongs to. */
enum tab_name { TAB_PLAYERS, TAB_CHECK_IN, TAB_ROUND, TAB_STANDINGS, TAB_FILES, TAB_LOG, TABS };

/* The section ${v->parts[1]} of the event into ${*out}; refuses with 404. */
enum lm_status section_take(struct visit *v, struct lm_desk_section **out);

/* The head of a page of ${section} (NULL: of the event) of ${v}. */
struct desk_head section_head(struct visit *v, const struct lm_desk_section *section,
                              enum tab_name tab, const char *title);

/* "/e/EVENT/SECTION/…" */
struct site_url section_url(struct visit *v, const struct lm_desk_section *section,
                            const char *format, ...) LM_PRINTF(3, 4);

/* The round that the desk is about: the one in the making, played, or to be paired next. */
uint32_t section_round(const struct lm_desk_section *section);

/* "journal 214 · 3f9a…": what stands on every sheet. */
const char *stamp_of(struct visit *v, const struct lm_desk_round *round);

const char *player_name(struct visit *v, const struct lm_desk_player *player);

#endif
