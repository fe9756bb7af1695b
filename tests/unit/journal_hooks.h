/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_JOURNAL_HOOKS_H
#define LIMMAT_TESTS_JOURNAL_HOOKS_H

/* Hashing for tests of journals: any function that depends on every byte. */
#include "limmat/journal.h"
#include "limmat/random.h"

static inline void test_digest(void *context, const char *bytes, size_t length,
                               uint8_t out[LM_DIGEST_BYTES])
{
    struct lm_random state = lm_random_from(length);
    (void)context;
    for (size_t i = 0; i < length; i++) {
        state.state ^= (unsigned char)bytes[i];
        state.state = lm_random_next(&state);
    }
    for (size_t i = 0; i < LM_DIGEST_BYTES; i++)
        out[i] = (uint8_t)(lm_random_next(&state) >> 56);
}

static inline bool test_random(void *context, uint8_t *bytes, size_t length)
{
    static struct lm_random state = {2026};
    (void)context;
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)(lm_random_next(&state) >> 56);
    return true;
}

static const struct lm_journal_hooks test_hooks = {test_digest, test_random, NULL};

#endif
