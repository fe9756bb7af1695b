/* SPDX-License-Identifier: Apache-2.0 */
#include "pairing/remark.h"

#include <string.h>

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
    uint32_t round = 0;
    for (; at != NULL && *at >= '0' && *at <= '9' && round <= LM_ROUNDS_MAX; at++)
        round = round * 10 + (uint32_t)(*at - '0');
    return round;
}
