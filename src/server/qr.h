/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_QR_H
#define LIMMAT_SERVER_QR_H

#include "limmat/text.h"
#include "site/hole.h"

/* ${text} as a QR code: as an SVG, and for a terminal (two modules a character).  Nothing comes out
 * of a text that is too long. */
struct site_html qr_picture(const char *text, struct lm_arena *arena);
void qr_write(struct lm_text *out, const char *text);

#endif
