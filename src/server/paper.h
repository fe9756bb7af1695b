/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PAPER_H
#define LIMMAT_SERVER_PAPER_H

/* Sheets of paper: what the files share that make them. */

#include "limmat/desk.h"
#include "server/events.h"
#include "server/pages.h"
#include "server/pdf.h"
#include "server/tables.h"

/* Answer with the table as CSV, the file "EVENT-${name}.csv". */
LM_MUST_CHECK enum lm_status write_table_csv(struct table_maker *m, const char *name);

/* A form that has nothing but the choice of a PDF. */
extern const struct form_field paper_fields[];

/* Is the sheet asked for as PDF, and on which paper? */
bool paper_wants_pdf(struct visit *v, enum pdf_paper *paper);

/* This address again with ${query}, "?pdf=a4"; none where there is no PDF. */
struct site_url paper_pdf_url(struct visit *v, const char *query);

/* What was written is a file, "open-main-paper-boards-3.pdf". */
LM_MUST_CHECK enum lm_status paper_send_pdf(struct visit *v, enum lm_status status);

/* "GM Caflisch, Urs" and "SUI · 2518 · SC Limmat"; public names for every reader. */
const char *paper_titled(struct visit *v, const struct lm_desk_player *p);
const char *paper_below(struct visit *v, const struct lm_desk_player *p);

/* A table about ${s} with the title ${key}. */
struct table_maker paper_list(struct visit *v, const struct lm_desk_section *s, const char *key);

/* Those who play, as numbers go. */
struct lm_desk_player **paper_players(struct visit *v, const struct lm_desk_section *s,
                                      size_t *count);

/* The tournament of ${s} as ${audience} may see it. */
LM_MUST_CHECK enum lm_status paper_tournament(struct visit *v, const struct lm_desk_section *s,
                                              enum lm_desk_audience audience,
                                              struct lm_tournament **t);

#endif
