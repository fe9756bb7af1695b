/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAPER_H
#define LIMMAT_SERVER_PAPER_H

/* Printouts: declarations that their files share. */

#include "limmat/desk.h"
#include "server/events.h"
#include "server/pages.h"
#include "server/pdf.h"
#include "server/tables.h"

/* Answer with the table as CSV, the file "EVENT-${name}.csv". */
LM_MUST_CHECK enum lm_status write_table_csv(struct table_maker *m, const char *name);

/* A form whose only field is the choice of a PDF. */
extern const struct form_field paper_fields[];

/* Is the sheet requested as PDF, and on which paper? */
bool paper_wants_pdf(struct visit *v, enum pdf_paper *paper);

/* Return this address with ${query}, "?pdf=a4"; none without PDF. */
struct site_url paper_pdf_url(struct visit *v, const char *query);

/* Send the output as a file, "open-main-paper-boards-3.pdf". */
LM_MUST_CHECK enum lm_status paper_send_pdf(struct visit *v, enum lm_status status);

/* Return "GM Caflisch, Urs" and "SUI · 2518 · SC Limmat", with names that all readers can see. */
const char *paper_titled(struct visit *v, const struct lm_desk_player *p);
const char *paper_below(struct visit *v, const struct lm_desk_player *p);

/* Begin a table about ${s} with the title ${key}. */
struct table_maker paper_list(struct visit *v, const struct lm_desk_section *s, const char *key);

/* List the players, by number. */
struct lm_desk_player **paper_players(struct visit *v, const struct lm_desk_section *s,
                                      size_t *count);

/* Make the tournament of ${s} as ${audience} can see it. */
LM_MUST_CHECK enum lm_status paper_tournament(struct visit *v, const struct lm_desk_section *s,
                                              enum lm_desk_audience audience,
                                              struct lm_tournament **t);

#endif
