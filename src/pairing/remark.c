/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/remark.h"

#include <string.h>

#include "base/texts.h"
#include "limmat/tournament.h"

/* Return the text after ${word} if ${text} begins with it, case-sensitive; otherwise NULL. */
static const char *behind(const char *text, const char *word)
{
    while (*text == ' ')
        text++;
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

uint32_t lm_remark_round(const char *text, const char *word)
{
    const char *at = behind(text, "###");
    at = at == NULL ? NULL : behind(at, word);
    at = at == NULL ? NULL : behind(at, "@");
    at = at == NULL ? NULL : behind(at, "Round ");
    return at == NULL ? 0 : (uint32_t)lm_take_number(&at, LM_ROUNDS_MAX);
}
