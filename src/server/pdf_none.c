/* SPDX-License-Identifier: Apache-2.0 */
/* Built without cairo and pango: browsers print, and no PDF is offered. */
#include "server/pdf.h"

bool pdf_built(void)
{
    return false;
}

enum lm_status pdf_table(const struct table_page *page, enum pdf_paper paper, struct lm_text *out)
{
    (void)page, (void)paper, (void)out;
    return LM_OK;
}

enum lm_status pdf_slips(const struct slips_page *page, enum pdf_paper paper, struct lm_text *out)
{
    (void)page, (void)paper, (void)out;
    return LM_OK;
}

enum lm_status pdf_cards(const struct cards_page *page, enum pdf_paper paper, struct lm_text *out)
{
    (void)page, (void)paper, (void)out;
    return LM_OK;
}
