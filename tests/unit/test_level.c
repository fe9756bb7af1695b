/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "graph/level.h"
#include "limmat/random.h"

/* lm_depths_level against all perfect matchings there are. */

enum { MOST = 10, FIELDS = 4000 };

struct sample {
    int32_t n;
    int16_t depth[MOST * MOST], left[MOST * MOST]; /* before and after */
    int32_t mate[MOST], best[MOST];
    int32_t greatest;
    int both, one; /* of greatest depth and all of pairs that are left; one but not the other */
};

static int16_t *pair_of(int16_t *depth, int32_t n, int32_t u, int32_t v)
{
    return &depth[u < v ? u * n + v : v * n + u];
}

/* Go on with the first who has nobody; ${sum} so far, and ${left}: only of pairs that are. */
static void enumerate(struct sample *s, uint32_t used, int32_t sum, bool left, bool judge)
{
    int32_t u = 0;
    while (u < s->n && (used >> u & 1) != 0)
        u++;
    if (u == s->n && judge && (sum == s->greatest || left)) {
        *(sum == s->greatest && left ? &s->both : &s->one) += 1;
    } else if (u == s->n && !judge && sum > s->greatest) {
        s->greatest = sum;
        for (int32_t v = 0; v < s->n; v++)
            s->best[v] = s->mate[v];
    }
    for (int32_t v = u + 1; v < s->n; v++) {
        if ((used >> v & 1) != 0 || *pair_of(s->depth, s->n, u, v) == LM_BARRED)
            continue;
        s->mate[u] = v;
        s->mate[v] = u;
        enumerate(s, used | 1U << u | 1U << v, sum + *pair_of(s->depth, s->n, u, v),
                  left && *pair_of(s->left, s->n, u, v) != LM_BARRED, judge);
    }
}

static void draw(struct sample *s, struct lm_random *random)
{
    uint64_t percent = 20 + lm_random_below(random, 81), deep = 1 + lm_random_below(random, 3);
    *s = (struct sample){.n = 2 * (1 + (int32_t)lm_random_below(random, MOST / 2)), .greatest = -1};
    for (int32_t i = 0; i < s->n * s->n; i++) {
        bool pair = lm_random_below(random, 100) < percent;
        s->depth[i] = (int16_t)(pair ? (int)lm_random_below(random, deep + 1) : LM_BARRED);
        s->left[i] = s->depth[i];
    }
}

static void what_is_left_are_the_deepest(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(5);
    int found = 0, refused = 0;
    for (int i = 0; i < FIELDS; i++) {
        struct sample s;
        int32_t scratch[LM_LEVEL_SCRATCH * MOST];
        draw(&s, &random);
        enumerate(&s, 0, 0, true, false);
        if (s.greatest < 0)
            continue;
        if (!lm_depths_level(s.left, s.n, s.best, scratch)) {
            assert_memory_equal(s.left, s.depth, sizeof s.depth);
            refused++;
            continue;
        }
        for (int32_t u = 0; u < s.n; u++)
            for (int32_t v = u + 1; v < s.n; v++)
                assert_true(s.left[u * s.n + v] <= 0);
        enumerate(&s, 0, 0, true, true);
        assert_int_equal(s.one, 0);
        assert_true(s.both > 0);
        found++;
    }
    assert_true(found > FIELDS / 2);
    assert_true(refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_left_are_the_deepest)};
    return cmocka_run_group_tests_name("level", tests, NULL, NULL);
}
