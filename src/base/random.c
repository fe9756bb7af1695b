/* SPDX-License-Identifier: Apache-2.0 */
#include "limmat/random.h"

#include <assert.h>

static uint64_t mixed(uint64_t z)
{
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

struct lm_random lm_random_from(uint64_t seed)
{
    return (struct lm_random){.state = seed};
}

struct lm_random lm_random_fork(struct lm_random random, uint64_t number)
{
    return (struct lm_random){.state = mixed(random.state ^ mixed(number + 0x632BE59BD9B4E019u))};
}

uint64_t lm_random_next(struct lm_random *random)
{
    random->state += 0x9E3779B97F4A7C15u;
    return mixed(random->state);
}

uint64_t lm_random_below(struct lm_random *random, uint64_t bound)
{
    assert(bound > 0);
    uint64_t rejected = (0 - bound) % bound; /* 2^64 mod bound */
    for (;;) {
        uint64_t value = lm_random_next(random);
        if (value >= rejected)
            return value % bound;
    }
}
