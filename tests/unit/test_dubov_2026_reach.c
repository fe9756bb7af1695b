/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "limmat/random.h"
#include "pairing/dubov_2026/dubov_2026.h"

/* How far down upfloaters of Dubov 2026 have to come from, by all perfect matchings there are. */

enum { HOSTS_MOST = 4, BELOW_MOST = 8, MOST = HOSTS_MOST + BELOW_MOST, FIELDS = 20000 };

struct field {
    uint32_t hosts, count, levels;
    bool hosts_meet;
    struct lm_position position;
    struct lm_seat seats[MOST];
    uint32_t barred[MOST][MOST], seat[MOST], level[MOST];
    struct lm_left left;
    struct dubov26 d;
    struct dubov26_bracket bracket;
};

static uint32_t below(struct lm_random *random, uint32_t bound)
{
    return (uint32_t)lm_random_below(random, bound);
}

static void draw_seats(struct field *f, struct lm_random *random)
{
    const uint32_t percent = below(random, 80);
    for (uint32_t a = 0; a < f->count; a++) {
        f->seat[a] = a;
        f->seats[a].barred = f->barred[a];
        f->seats[a].strength = below(random, 4) == 0 ? LM_ABSOLUTE : LM_MILD;
        f->seats[a].wish = below(random, 2) == 0 ? LM_WHITE : LM_BLACK;
    }
    for (uint32_t a = 0; a < f->count; a++)
        for (uint32_t b = a + 1; b < f->count; b++)
            if (below(random, 100) < percent) {
                f->barred[a][f->seats[a].barred_count++] = b;
                f->barred[b][f->seats[b].barred_count++] = a;
            }
    for (uint32_t i = 0; f->hosts + i < f->count; i++)
        f->level[i] = i == 0 ? 0 : f->level[i - 1] + (below(random, 2) == 0);
    f->levels = f->level[f->count - f->hosts - 1] + 1;
}

/* Residents have the first seats. */
static void draw(struct field *f, struct lm_arena *arena, struct lm_random *random)
{
    *f = (struct field){.hosts = 1 + below(random, HOSTS_MOST), .hosts_meet = true};
    f->count = f->hosts + 1 + below(random, BELOW_MOST);
    draw_seats(f, random);
    f->position = (struct lm_position){.seats = f->seats, .seat_count = f->count};
    f->d = (struct dubov26){.p = &f->position, .arena = arena};
    assert_int_equal(lm_left_make(&f->left, &f->position, 0, f->count, arena), LM_OK);
    f->bracket = (struct dubov26_bracket){.d = &f->d,
                                          .members = f->seat,
                                          .resident_count = f->hosts,
                                          .member_count = f->hosts,
                                          .lower = f->seat + f->hosts,
                                          .lower_count = f->count - f->hosts,
                                          .left = &f->left};
}

/* The fewest levels that those not in ${gone} can all be paired with; more than there are: they
 * cannot. */
static uint32_t fewest_levels(const struct field *f, uint32_t gone)
{
    uint32_t a = 0, fewest = f->levels + 1;
    while (a < f->count && (gone >> a & 1) != 0)
        a++;
    if (a == f->count)
        return 1;
    for (uint32_t b = a + 1; b < f->count; b++) {
        const bool inside = b < f->hosts, across = a < f->hosts && !inside;
        if ((gone >> b & 1) != 0 || (inside && !f->hosts_meet) || !lm_is_legal(&f->position, a, b))
            continue;
        uint32_t levels = fewest_levels(f, gone | 1U << a | 1U << b);
        uint32_t own = across ? f->level[b - f->hosts] + 1 : 1;
        levels = levels < own ? own : levels;
        fewest = levels < fewest ? levels : fewest;
    }
    return fewest;
}

static void check(const struct field *f, const uint8_t *part)
{
    const uint32_t fewest = fewest_levels(f, 0);
    uint32_t levels = f->levels;
    assert_int_equal(lm_dubov26_reach(&f->bracket, f->level, part, f->hosts_meet, &levels), LM_OK);
    assert_int_equal(levels, fewest > f->levels ? f->levels : fewest);
}

/* Residents are out of the matching of who is left, as where it is asked. */
static void look_below(const struct field *f)
{
    lm_left_look_at(&f->left, f->bracket.lower, f->bracket.lower_count, NULL, 0);
}

static void nobody_comes_from_further_down_than_somebody_has_to(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(1);
    for (int i = 0; i < FIELDS; i++) {
        struct lm_arena *arena;
        struct field f;
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&f, arena, &random);
        look_below(&f);
        check(&f, NULL);
        lm_arena_free(arena);
    }
}

/* Where those below leave as many alone as there are residents, and each of these has one. */
static void so_it_is_where_those_below_leave_as_many_alone(void **state)
{
    (void)state;
    struct lm_random random = lm_random_from(2);
    int checked = 0;
    for (int i = 0; i < FIELDS; i++) {
        struct lm_arena *arena;
        struct field f;
        uint8_t part[MOST];
        assert_int_equal(lm_arena_new(&arena, NULL, 0), LM_OK);
        draw(&f, arena, &random);
        look_below(&f);
        lm_dense_decompose(f.left.matching, part, NULL);
        f.hosts_meet = (uint32_t)lm_dense_alone(f.left.matching) != f.hosts;
        if (!f.hosts_meet) {
            check(&f, part + f.hosts);
            checked++;
        }
        lm_arena_free(arena);
    }
    assert_in_range(checked, FIELDS / 20, FIELDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_comes_from_further_down_than_somebody_has_to),
        cmocka_unit_test(so_it_is_where_those_below_leave_as_many_alone),
    };
    return cmocka_run_group_tests_name("dubov_2026_reach", tests, NULL, NULL);
}
