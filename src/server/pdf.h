/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_PDF_H
#define LIMMAT_SERVER_PDF_H

/* Printouts as PDF, for devices that cannot print a page: the layouts of print. Built with cairo
 * and pango (option "pdf"), or not at all. */

#include "limmat/status.h"
#include "server/pages.h"

enum pdf_paper { PDF_A4, PDF_LETTER };

/* Was this server built with PDF? */
bool pdf_built(void);

/* Append the sheet to ${out}; LM_LIMIT: no memory. Appends nothing if built without PDF. */
LM_MUST_CHECK enum lm_status pdf_table(const struct table_page *page, enum pdf_paper paper,
                                       struct lm_text *out);
LM_MUST_CHECK enum lm_status pdf_slips(const struct slips_page *page, enum pdf_paper paper,
                                       struct lm_text *out);
LM_MUST_CHECK enum lm_status pdf_cards(const struct cards_page *page, enum pdf_paper paper,
                                       struct lm_text *out);

#endif
