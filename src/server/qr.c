/* SPDX-License-Identifier: Apache-2.0 */
#include "server/qr.h"

#include <assert.h>
#include <qrcodegen/qrcodegen.h>
#include <string.h>

enum { QUIET = 4, VERSION_MAX = QR_VERSION_MAX };
enum { BYTES = qrcodegen_BUFFER_LEN_FOR_VERSION(VERSION_MAX) };
static_assert((int)BYTES <= (int)QR_BYTES, "a code has room");

static bool encode(const char *text, uint8_t code[BYTES])
{
    uint8_t scratch[BYTES];
    return qrcodegen_encodeText(text, scratch, code, qrcodegen_Ecc_MEDIUM, qrcodegen_VERSION_MIN,
                                VERSION_MAX, qrcodegen_Mask_AUTO, true);
}

struct site_html qr_picture(const char *text, const char *label, struct lm_arena *arena)
{
    uint8_t code[BYTES];
    struct lm_text out = lm_text_in(arena);
    if (!encode(text, code))
        return (struct site_html){NULL};
    int size = qrcodegen_getSize(code);
    lm_text_add(&out, "<svg class=\"qr\" role=\"img\" aria-label=\"");
    site_add_escaped(&out, label);
    lm_text_print(&out,
                  "\" viewBox=\"0 0 %d %d\"><rect class=\"qr-ground\" width=\"100%%\" "
                  "height=\"100%%\"/><path class=\"qr-ink\" d=\"",
                  size + 2 * QUIET, size + 2 * QUIET);
    for (int y = 0; y < size; y++)
        for (int x = 0; x < size; x++)
            if (qrcodegen_getModule(code, x, y))
                lm_text_print(&out, "M%d %dh1v1h-1z", x + QUIET, y + QUIET);
    lm_text_add(&out, "\"/></svg>");
    return (struct site_html){out.failed ? NULL : lm_text_string(&out)};
}

void qr_write(struct lm_text *out, const char *text)
{
    /* Dark on light, whatever the terminal's colours: draw light modules on a black ground. */
    static const char *const blocks[2][2] = {{"█", "▀"}, {"▄", " "}}; /* [upper dark][lower dark] */
    uint8_t code[BYTES];
    if (!encode(text, code))
        return;
    int size = qrcodegen_getSize(code);
    for (int y = -2; y < size + 2; y += 2) {
        lm_text_add(out, "  \033[40;97m");
        for (int x = -2; x < size + 2; x++)
            lm_text_add(
                out, blocks[qrcodegen_getModule(code, x, y)][qrcodegen_getModule(code, x, y + 1)]);
        lm_text_add(out, "\033[0m\n");
    }
}

bool qr_encode(const char *text, struct qr_square *out)
{
    uint8_t code[BYTES];
    if (!encode(text, code))
        return false;
    out->size = qrcodegen_getSize(code);
    memcpy(out->bytes, code, sizeof code);
    return true;
}

bool qr_is_dark(const struct qr_square *code, int column, int row)
{
    return qrcodegen_getModule(code->bytes, column, row);
}
