/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/core/shard.h"

#include <string.h>

#include "limmat/text.h"

enum lm_status shard_read(const char *text, struct lm_log *log, struct shard *out)
{
    struct shard shard = {1, 1};
    const char *slash = text == NULL ? NULL : strchr(text, '/');
    if (text != NULL &&
        (slash == NULL || !lm_parse_integer(slash + 1, strlen(slash + 1), 1, 1000000, &shard.of) ||
         !lm_parse_integer(text, (size_t)(slash - text), 1, shard.of, &shard.number)))
        return fail(log, LM_INVALID, "\"%s\" is not a shard; 2/8 is the second of eight", text);
    *out = shard;
    return LM_OK;
}
