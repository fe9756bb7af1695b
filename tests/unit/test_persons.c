/* SPDX-License-Identifier: Apache-2.0 */
/* Two ids of one person: the registry's data of both is merged. */
#include "check.h"

#include "limmat/persons.h"

static struct lm_arena *arena;

static int32_t list_day(void)
{
    return lm_day_of((struct lm_date){2026, 4, 1});
}

static struct lm_registry two(struct lm_track wrong, struct lm_track right)
{
    struct lm_registry registry = lm_registry_in(arena, list_day());
    for (uint32_t id = 1; id <= 3; id++)
        assert_non_null(lm_registry_add(&registry, id));
    registry.people[0].tracks[LM_STANDARD] = wrong;
    registry.people[2].tracks[LM_STANDARD] = right;
    return registry;
}

static const struct lm_track *merge(struct lm_registry *registry)
{
    assert_int_equal(lm_person_merge(registry, 1, 3), LM_OK);
    assert_int_equal(registry->count, 2);
    assert_null(lm_registry_find(registry, 1));
    return &lm_registry_find(registry, 3)->tracks[LM_STANDARD];
}

static void pool_result(struct lm_track *track, int32_t month, int32_t games)
{
    struct lm_pooled pooled = {
        .month = month, .event = "E", .result = {games, 10, lm_fraction_of(1800, 1), 0}};
    assert_true(lm_track_add_pooled(track, arena, pooled));
}

/* 12 and 25 games are 37: K 20, no longer 40; the right id's rating stays in force. */
static void games_add_up(void **state)
{
    (void)state;
    struct lm_registry registry =
        two((struct lm_track){.rating = 1700, .k = 40, .total = 12, .last = 5, .games = 4},
            (struct lm_track){.rating = 1800, .k = 40, .total = 25, .last = 5, .games = 3});
    const struct lm_track *track = merge(&registry);
    assert_int_equal(track->rating, 1800);
    assert_int_equal(track->total, 37);
    assert_int_equal(track->k, 20);
    assert_int_equal(track->games, 7);
}

static void what_was_reached_stays_reached(void **state)
{
    (void)state;
    struct lm_registry registry =
        two((struct lm_track){.rating = 2390, .k = 10, .total = 60, .top = true, .high = true},
            (struct lm_track){.rating = 2380, .k = 20, .total = 60});
    assert_int_equal(merge(&registry)->k, 10);
}

static void a_rating_comes_with_its_history(void **state)
{
    (void)state;
    struct lm_track wrong = {.rating = 1700, .k = 20, .total = 60, .since = list_day()};
    struct lm_track right = {.prior = true, .since = LM_NO_DAY};
    assert_true(lm_track_add_past(&wrong, arena, (struct lm_past_rating){LM_NO_DAY, 1650, 20}));
    pool_result(&right, 100, 3);
    struct lm_registry registry = two(wrong, right);
    const struct lm_track *track = merge(&registry);
    assert_int_equal(track->rating, 1700);
    assert_int_equal(track->record->past_count, 1);
    assert_int_equal(track->record->past[0].rating, 1650);
    assert_int_equal(track->record->pool_count, 0);
    assert_true(track->prior);
}

static void pools_come_together_in_order(void **state)
{
    (void)state;
    struct lm_track wrong = {.since = LM_NO_DAY};
    struct lm_track right = {.since = LM_NO_DAY};
    pool_result(&wrong, 100, 2);
    pool_result(&right, 99, 3);
    pool_result(&right, 101, 1);
    struct lm_registry registry = two(wrong, right);
    const struct lm_track *track = merge(&registry);
    assert_int_equal(track->record->pool_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(track->record->pool[i].month, 99 + i);
}

static int open_arena(void **state)
{
    (void)state;
    return lm_arena_new(&arena, NULL, 0) != LM_OK;
}

static int close_arena(void **state)
{
    (void)state;
    lm_arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_add_up),
        cmocka_unit_test(what_was_reached_stays_reached),
        cmocka_unit_test(a_rating_comes_with_its_history),
        cmocka_unit_test(pools_come_together_in_order),
    };
    return cmocka_run_group_tests(tests, open_arena, close_arena);
}
