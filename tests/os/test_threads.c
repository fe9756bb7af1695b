/* SPDX-License-Identifier: Apache-2.0 */
#include "../unit/check.h"

#include "os/clock.h"
#include "os/threads.h"

struct queue {
    struct os_mutex lock;
    struct os_condition filled;
    int waiting, taken;
};

/* Take a hundred items, each when it is available. */
static void take(void *context)
{
    struct queue *q = context;
    for (int i = 0; i < 100; i++) {
        os_mutex_take(&q->lock);
        while (q->waiting == 0)
            os_condition_wait(&q->filled, &q->lock);
        q->waiting--;
        q->taken++;
        os_mutex_give(&q->lock);
    }
}

static void threads_wait_for_what_others_bring(void **state)
{
    (void)state;
    enum { THREADS = 8 };
    struct queue q = {.waiting = 0};
    struct os_thread threads[THREADS];
    os_mutex_make(&q.lock);
    os_condition_make(&q.filled);
    for (int i = 0; i < THREADS; i++)
        assert_true(os_thread_start(&threads[i], take, &q));
    for (int i = 0; i < THREADS * 100; i++) {
        os_mutex_take(&q.lock);
        q.waiting++;
        os_condition_signal(&q.filled);
        os_mutex_give(&q.lock);
    }
    for (int i = 0; i < THREADS; i++)
        os_thread_join(&threads[i]);
    assert_int_equal(q.taken, THREADS * 100);
    assert_int_equal(q.waiting, 0);
    os_condition_end(&q.filled);
    os_mutex_end(&q.lock);
}

static void waiting_ends_when_time_is_up(void **state)
{
    (void)state;
    struct queue q = {.waiting = 0};
    os_mutex_make(&q.lock);
    os_condition_make(&q.filled);
    os_mutex_take(&q.lock);
    int64_t start = os_elapsed_milliseconds(), left = 50;
    while (os_condition_wait_for(&q.filled, &q.lock, left) && left > 0)
        left = 50 - (os_elapsed_milliseconds() - start);
    os_mutex_give(&q.lock);
    assert_true(os_elapsed_milliseconds() - start >= 49);
    os_condition_end(&q.filled);
    os_mutex_end(&q.lock);
}

struct work {
    unsigned char done[1000];
    size_t last, calls;
};

static void do_part(void *context, size_t part, size_t worker)
{
    struct work *work = context;
    assert_true(worker < 5);
    work->done[part]++;
}

static void count_done(void *context, size_t done)
{
    struct work *work = context;
    work->calls++;
    assert_int_equal(done, work->last + 1);
    work->last = done;
}

static void a_pool_does_every_part_once(void **state)
{
    (void)state;
    struct work work = {.last = 0};
    struct pool pool = {
        .count = 1000, .workers = 5, .work = do_part, .progress = count_done, .context = &work};
    assert_int_equal(pool_workers(&pool), 5);
    pool_run(&pool);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(work.done[i], 1);
    assert_int_equal(work.calls, 1000);
    pool.count = 3;
    assert_int_equal(pool_workers(&pool), 3);
    pool.count = 0;
    pool_run(&pool);
}

struct handing {
    size_t made[5]; /* by each worker: the number of the last part, and one */
    size_t handed;
};

static void make_in_any_order(void *context, size_t part, size_t worker)
{
    struct handing *h = context;
    if (part % 7 == 0)
        os_sleep(1);
    h->made[worker] = part + 1;
}

static void hand_on_in_order(void *context, size_t part, size_t worker)
{
    struct handing *h = context;
    assert_int_equal(h->made[worker], part + 1);
    assert_int_equal(h->handed++, part);
}

static void a_pool_hands_on_in_order(void **state)
{
    (void)state;
    struct handing h = {.handed = 0};
    pool_run(&(struct pool){.count = 300,
                            .workers = 5,
                            .work = make_in_any_order,
                            .hand_on = hand_on_in_order,
                            .context = &h});
    assert_int_equal(h.handed, 300);
}

static void clocks_go_forward(void **state)
{
    (void)state;
    int64_t elapsed = os_elapsed_milliseconds(), now = os_now_milliseconds();
    os_sleep(20);
    assert_true(os_elapsed_milliseconds() - elapsed >= 20);
    assert_true(os_now_milliseconds() / 1000 - os_now_seconds() <= 0);
    assert_true(now > INT64_C(1700000000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_wait_for_what_others_bring),
        cmocka_unit_test(waiting_ends_when_time_is_up),
        cmocka_unit_test(a_pool_does_every_part_once),
        cmocka_unit_test(a_pool_hands_on_in_order),
        cmocka_unit_test(clocks_go_forward),
    };
    return cmocka_run_group_tests_name("os/threads", tests, NULL, NULL);
}
