/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_QR_H
#define LIMMAT_SERVER_QR_H

#include <stdbool.h>
#include <stdint.h>

#include "limmat/text.h"
#include "site/hole.h"

/* Draw ${text} as a QR code: as an SVG, and for a terminal (two modules a character). Writes
 * nothing if the text is too long. */
struct site_html qr_picture(const char *text, const char *label, struct lm_arena *arena);
void qr_write(struct lm_text *out, const char *text);

/* Compute the modules, without the quiet zone; false: the text is too long. */
enum {
    QR_VERSION_MAX = 10,
    QR_BYTES = (QR_VERSION_MAX * 4 + 17) * (QR_VERSION_MAX * 4 + 17) / 8 + 2
};
struct qr_square {
    int size;
    uint8_t bytes[QR_BYTES];
};
bool qr_encode(const char *text, struct qr_square *out);
bool qr_is_dark(const struct qr_square *code, int column, int row);

#endif
