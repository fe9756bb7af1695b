/* SPDX-License-Identifier: Apache-2.0 */
#include "site/ical.h"

#include <string.h>

#include "base/texts.h"

void site_add_ical(struct lm_text *out, const char *name, const char *value)
{
    enum { LONGEST = 73 };
    size_t column = strlen(name) + 1;
    lm_text_print(out, "%s:", name);
    for (const char *c = value; *c != '\0';) {
        size_t size = 1;
        while (lm_is_utf8_tail(c[size]))
            size++;
        if (column + size > LONGEST) {
            lm_text_add(out, "\r\n ");
            column = 1;
        }
        if (strchr(",;\\", *c) != NULL) {
            lm_text_add_char(out, '\\');
            column++;
        }
        if (size == 1 && ((unsigned char)*c < 0x20 || *c == 0x7F))
            lm_text_add_char(out, ' ');
        else
            lm_text_add_bytes(out, c, size);
        column += size;
        c += size;
    }
    lm_text_add(out, "\r\n");
}
