/* SPDX-License-Identifier: Apache-2.0 */

/*
 * The module speaks English; visitors fetch the language of their page beside it.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/flat.h"
#include "limmat/status.h"
#include "words/catalogue.h"

extern const struct lm_catalogue lm_words_catalogue;

uint32_t limmat_sentences(struct limmat_session *session, size_t length);

/* Add the language whose sentences are the ${length} bytes of ${session}, which stays open. */
__attribute__((export_name("limmat_sentences"))) uint32_t
limmat_sentences(struct limmat_session *session, size_t length)
{
    return lm_catalogue_add(&lm_words_catalogue, limmat_bytes(session), length) ? LM_OK
                                                                                : LM_INVALID;
}
