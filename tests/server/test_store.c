/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the store, only through its header: they apply to every engine.  With the folder of a
 * PostgreSQL cluster's socket as argument, each test has a database t0, t1 … of it; otherwise a
 * file. */
#define _DEFAULT_SOURCE /* syscall */
#include "../unit/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "os/files.h"
#include "os/threads.h"
#include "store/store.h"

static const char *cluster; /* NULL: SQLite */

#ifdef __linux__
/* The number of waits for a disk: SQLite calls these functions instead of libc's. */
static atomic_uint synced;

__attribute__((visibility("default"))) int fsync(int file)
{
    atomic_fetch_add(&synced, 1);
    return (int)syscall(SYS_fsync, file);
}

__attribute__((visibility("default"))) int fdatasync(int file)
{
    atomic_fetch_add(&synced, 1);
    return (int)syscall(SYS_fdatasync, file);
}
#endif

struct place {
    char folder[64], path[192], copy[96];
    struct lm_arena *arena;
    struct lm_log log;
    struct store *store;
};

static int make_place(void **state)
{
    struct place *p = calloc(1, sizeof *p);
    static unsigned number;
    if (p == NULL || lm_arena_new(&p->arena, NULL, 0) != LM_OK)
        return -1;
    *state = p;
    p->log.arena = p->arena;
    snprintf(p->folder, sizeof p->folder, "test-store.%p.%u", (void *)p, number);
    if (cluster == NULL)
        snprintf(p->path, sizeof p->path, "%s/store.db", p->folder);
    else
        snprintf(p->path, sizeof p->path, "postgresql://postgres@/t%u?host=%s", number, cluster);
    number++;
    snprintf(p->copy, sizeof p->copy, "%s/copy.db", p->folder);
    return os_make_folder(p->folder, &p->log) == LM_OK &&
                   store_open(&p->store, p->path, p->folder, &p->log) == LM_OK
               ? 0
               : -1;
}

static int drop_place(void **state)
{
    struct place *p = *state;
    store_close(p->store);
    os_remove_tree(p->folder);
    lm_arena_free(p->arena);
    free(p);
    return 0;
}

static struct store_line line_of(const char *text, const char *secret)
{
    return (struct store_line){.text = text, .length = strlen(text), .secret = secret};
}

static enum lm_status append(struct place *p, const char *journal, uint64_t first, const char *text)
{
    struct store_line line = line_of(text, "");
    return store_append(p->store, journal, first, &line, 1, &p->log);
}

static size_t lines_of(struct place *p, const char *journal, struct store_line **lines)
{
    size_t count = 0;
    assert_int_equal(store_lines(p->store, journal, 1, p->arena, lines, &count, &p->log), LM_OK);
    return count;
}

static void reopen(struct place *p)
{
    store_close(p->store);
    p->store = NULL;
    assert_int_equal(store_open(&p->store, p->path, p->folder, &p->log), LM_OK);
}

static void lines_come_back_as_they_were_given(void **state)
{
    struct place *p = *state;
    struct store_line two[] = {line_of("{\"n\":1}", "secret"), line_of("ünïcode \"'\\", "")};
    assert_int_equal(store_append(p->store, "open", 1, two, 2, &p->log), LM_OK);
    assert_int_equal(append(p, "open", 3, "three"), LM_OK);
    assert_int_equal(append(p, "other", 1, "x"), LM_OK);
    reopen(p);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "open", &lines), 3);
    assert_string_equal(lines[0].secret, "secret");
    assert_string_equal(lines[1].text, two[1].text);
    assert_int_equal(lines[2].number, 3);
    size_t count;
    assert_int_equal(store_lines(p->store, "open", 3, p->arena, &lines, &count, &p->log), LM_OK);
    assert_int_equal(count, 1);
    struct store_journal *journals;
    assert_int_equal(store_journals(p->store, p->arena, &journals, &count, &p->log), LM_OK);
    assert_int_equal(count, 2);
    assert_string_equal(journals[0].name, "open");
    assert_int_equal(journals[0].head, 3);
}

/* A power cut loses nothing that was acknowledged. */
static void a_line_is_on_the_disk_when_it_is_taken(void **state)
{
#ifdef __linux__
    struct place *p = *state;
    for (uint64_t number = 1; number <= 5; number++) {
        unsigned before = atomic_load(&synced);
        assert_int_equal(append(p, "open", number, "{\"event\":\"open\"}"), LM_OK);
        assert_true(atomic_load(&synced) > before);
    }
#else
    (void)state;
#endif
}

static void a_number_is_taken_once(void **state)
{
    struct place *p = *state;
    assert_int_equal(append(p, "open", 1, "one"), LM_OK);
    assert_int_equal(append(p, "open", 1, "another"), LM_DIFFERENT);
    assert_int_equal(append(p, "open", 3, "a gap"), LM_DIFFERENT);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "open", &lines), 1);
    assert_string_equal(lines[0].text, "one");
}

static void the_end_of_a_journal_goes_aside_whole(void **state)
{
    struct place *p = *state;
    struct store_line *lines,
        four[] = {line_of("1", "s1"), line_of("2", ""), line_of("3", "s3"), line_of("4", "")};
    assert_int_equal(store_append(p->store, "open", 1, four, 4, &p->log), LM_OK);
    assert_int_equal(store_split(p->store, "open", 5, "^open", &p->log), LM_DIFFERENT);
    assert_int_equal(store_split(p->store, "open", 3, "open", &p->log), LM_DIFFERENT);
    assert_int_equal(store_split(p->store, "open", 3, "^open", &p->log), LM_OK);
    assert_int_equal(store_split(p->store, "open", 2, "^open", &p->log), LM_DIFFERENT);
    reopen(p);
    assert_int_equal(lines_of(p, "open", &lines), 2);
    assert_string_equal(lines[0].secret, "s1");
    assert_int_equal(lines_of(p, "^open", &lines), 2);
    assert_int_equal(lines[0].number, 1);
    assert_string_equal(lines[0].text, "3");
    assert_string_equal(lines[0].secret, "s3");
    assert_int_equal(append(p, "open", 3, "another"), LM_OK);
    assert_int_equal(store_check(p->path, &p->log), LM_OK);
}

/* --- many at once */

enum { WRITERS = 8, TRIES = 40 };

struct writer {
    struct store *store;
    struct os_thread thread;
    unsigned taken, keys;
};

/* Every writer appends at the presumed end, and takes every key. */
static void write_much(void *context)
{
    struct writer *w = context;
    struct lm_arena *arena;
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    for (uint64_t i = 0; i < TRIES; i++) {
        struct store_line line = line_of("line", "");
        w->taken += store_append(w->store, "race", i + 1, &line, 1, NULL) == LM_OK;
        char key[16];
        snprintf(key, sizeof key, "%u", (unsigned)i);
        struct store_record record;
        w->keys += store_take(w->store, STORE_CODE, key, 0, arena, &record, NULL) == LM_OK &&
                   record.key != NULL;
    }
    lm_arena_free(arena);
}

static void of_those_who_want_the_same_number_one_gets_it(void **state)
{
    struct place *p = *state;
    for (unsigned i = 0; i < TRIES; i++) {
        char key[16];
        snprintf(key, sizeof key, "%u", i);
        assert_int_equal(
            store_put(p->store, STORE_CODE, &(struct store_record){key, "", "", 0}, &p->log),
            LM_OK);
    }
    struct writer writers[WRITERS];
    struct store *second = NULL; /* of another process, if the engine allows one */
    unsigned taken = 0, keys = 0;
    if (store_is_shared(p->store))
        assert_int_equal(store_open(&second, p->path, NULL, &p->log), LM_OK);
    for (size_t i = 0; i < WRITERS; i++) {
        writers[i] = (struct writer){.store = second != NULL && i % 2 > 0 ? second : p->store};
        assert_true(os_thread_start(&writers[i].thread, write_much, &writers[i]));
    }
    for (size_t i = 0; i < WRITERS; i++) {
        os_thread_join(&writers[i].thread);
        taken += writers[i].taken;
        keys += writers[i].keys;
    }
    store_close(second);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "race", &lines), taken);
    assert_int_equal(keys, TRIES);
    assert_int_equal(store_check(p->path, &p->log), LM_OK);
}

/* --- records */

static void records_are_found_until_they_end(void **state)
{
    struct place *p = *state;
    struct store_record out;
    struct store_record one = {"k", "open", "v", 100}, two = {"l", "open", "w", 0};
    assert_int_equal(store_put(p->store, STORE_SESSION, &one, &p->log), LM_OK);
    assert_int_equal(store_put(p->store, STORE_SESSION, &two, &p->log), LM_OK);
    assert_int_equal(store_get(p->store, STORE_SESSION, "k", 99, p->arena, &out, &p->log), LM_OK);
    assert_string_equal(out.value, "v");
    assert_int_equal(store_get(p->store, STORE_SESSION, "k", 100, p->arena, &out, &p->log), LM_OK);
    assert_null(out.key);
    assert_int_equal(store_get(p->store, STORE_CODE, "k", 0, p->arena, &out, &p->log), LM_OK);
    assert_null(out.key);
    struct store_record *all;
    size_t count;
    assert_int_equal(
        store_list(p->store, STORE_SESSION, "open", 100, p->arena, &all, &count, &p->log), LM_OK);
    assert_int_equal(count, 1);
    one.value = "changed";
    assert_int_equal(store_put(p->store, STORE_SESSION, &one, &p->log), LM_OK);
    assert_int_equal(store_expire(p->store, STORE_SESSION, 50, &p->log), LM_OK);
    assert_int_equal(store_get(p->store, STORE_SESSION, "k", 1, p->arena, &out, &p->log), LM_OK);
    assert_string_equal(out.value, "changed");
    assert_int_equal(store_remove(p->store, STORE_SESSION, "k", &p->log), LM_OK);
    assert_int_equal(store_expire(p->store, STORE_SESSION, INT64_MAX, &p->log), LM_OK);
    assert_int_equal(
        store_list(p->store, STORE_SESSION, "open", 0, p->arena, &all, &count, &p->log), LM_OK);
}

/* --- care */

/* Return the summary of ${journal}; "" if it is of another number of lines. */
static const char *summary_of(struct place *p, const char *journal)
{
    struct store_summary *all;
    size_t count;
    const char *found = "none";
    assert_int_equal(store_summaries(p->store, "", 9, p->arena, &all, &count, &p->log), LM_OK);
    for (size_t i = 0; i < count; i++)
        if (strcmp(all[i].journal, journal) == 0)
            found = all[i].number == all[i].head ? all[i].text : "";
    return found;
}

static void summarise(struct place *p, const char *journal, uint64_t number, const char *text)
{
    const struct store_summary one = {.journal = journal, .number = number, .text = text};
    assert_int_equal(store_summarise(p->store, &one, 1, &p->log), LM_OK);
}

static void a_summary_is_right_while_its_journal_is_as_it_was(void **state)
{
    struct place *p = *state;
    struct store_summary *all;
    size_t count;
    assert_int_equal(append(p, "open", 1, "one"), LM_OK);
    assert_int_equal(append(p, "~cup", 1, "one"), LM_OK);
    summarise(p, "open", 2, "of lines that nobody wrote");
    assert_string_equal(summary_of(p, "open"), "");
    summarise(p, "open", 1, "Open, one line");
    summarise(p, "~cup", 1, "Cup");
    assert_string_equal(summary_of(p, "open"), "Open, one line");
    assert_int_equal(store_summaries(p->store, "open", 9, p->arena, &all, &count, &p->log), LM_OK);
    assert_int_equal(count, 1);
    assert_string_equal(all[0].text, "Cup");
    assert_int_equal(append(p, "open", 2, "two"), LM_OK);
    assert_string_equal(summary_of(p, "open"), "");
    summarise(p, "open", 1, "late, with somebody who was erased meanwhile");
    summarise(p, "open", 2, "Open, two lines");
    assert_string_equal(summary_of(p, "open"), "Open, two lines");
    /* The second line will be replaced. */
    assert_int_equal(store_split(p->store, "open", 2, "aside", &p->log), LM_OK);
    assert_int_equal(append(p, "open", 2, "another two"), LM_OK);
    assert_string_equal(summary_of(p, "open"), "");
    summarise(p, "open", 2, "Open again");
    assert_int_equal(store_erase(p->store, "open", 1, &p->log), LM_OK);
    assert_string_equal(summary_of(p, "open"), "");
    /* Nor does a backup bring back erased data. */
    store_close(p->store);
    p->store = NULL;
    assert_int_equal(store_backup(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(store_restore(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(store_open(&p->store, p->path, p->folder, &p->log), LM_OK);
    assert_string_equal(summary_of(p, "~cup"), "");
}

/* A thread that begins something unless it has begun. */
struct beginner {
    struct os_thread thread;
    struct store *store;
    char value[8], found[8];
};

static void begin_it(void *context)
{
    struct beginner *b = context;
    struct lm_arena *arena;
    struct store_record record = {.key = "salt", .scope = "", .value = b->value}, out = {0};
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return;
    if (store_put_first(b->store, STORE_KEPT, &record, arena, &out, NULL) == LM_OK)
        snprintf(b->found, sizeof b->found, "%s", out.value);
    lm_arena_free(arena);
}

static void all_who_begin_at_once_get_what_one_of_them_wrote(void **state)
{
    struct place *p = *state;
    struct beginner all[8];
    struct store_record out;
    for (unsigned i = 0; i < 8; i++) {
        all[i] = (struct beginner){.store = p->store};
        snprintf(all[i].value, sizeof all[i].value, "v%u", i);
        assert_true(os_thread_start(&all[i].thread, begin_it, &all[i]));
    }
    for (unsigned i = 0; i < 8; i++)
        os_thread_join(&all[i].thread);
    assert_int_equal(store_get(p->store, STORE_KEPT, "salt", 0, p->arena, &out, &p->log), LM_OK);
    for (unsigned i = 0; i < 8; i++)
        assert_string_equal(all[i].found, out.value);
}

static void one_process_has_a_file(void **state)
{
    struct place *p = *state;
    struct store *second = NULL;
    assert_false(store_is_shared(p->store));
    assert_int_equal(store_open(&second, p->path, NULL, &p->log), LM_IO);
    assert_null(second);
}

/* The notice received, in one word: "open 2", "open 0" for changes other than new lines at the end.
 */
struct ear {
    struct os_mutex lock;
    struct os_condition heard;
    char last[80];
};

static void hear(void *context, const char *journal, uint64_t head)
{
    struct ear *ear = context;
    os_mutex_take(&ear->lock);
    snprintf(ear->last, sizeof ear->last, "%s %u", journal == NULL ? "?" : journal, (unsigned)head);
    os_condition_signal(&ear->heard);
    os_mutex_give(&ear->lock);
}

static void wait_for(struct ear *ear, const char *what)
{
    os_mutex_take(&ear->lock);
    while (strcmp(ear->last, what) != 0)
        os_condition_wait(&ear->heard, &ear->lock);
    os_mutex_give(&ear->lock);
}

static void processes_that_share_a_store_hear_of_each_other(void **state)
{
    struct place *p = *state;
    struct store *second = NULL;
    struct ear ear = {.last = ""};
    struct store_line line = line_of("theirs", "");
    assert_true(store_is_shared(p->store));
    os_mutex_make(&ear.lock);
    os_condition_make(&ear.heard);
    assert_int_equal(store_open(&second, p->path, NULL, &p->log), LM_OK);
    assert_int_equal(store_hear(p->store, hear, &ear), LM_OK);
    wait_for(&ear, "? 0");
    assert_int_equal(append(p, "open", 1, "ours"), LM_OK);
    assert_int_equal(store_append(second, "open", 1, &line, 1, &p->log), LM_DIFFERENT);
    assert_int_equal(store_append(second, "open", 2, &line, 1, &p->log), LM_OK);
    wait_for(&ear, "open 2");
    assert_int_equal(store_erase(second, "open", 2, &p->log), LM_OK);
    wait_for(&ear, "open 0");
    store_hear_no_more(p->store);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "open", &lines), 2);
    assert_string_equal(lines[1].text, "theirs");
    store_close(second);
    os_condition_end(&ear.heard);
    os_mutex_end(&ear.lock);
}

static void a_backup_made_while_others_write_is_whole(void **state)
{
    struct place *p = *state;
    struct writer writer = {.store = p->store};
    assert_int_equal(append(p, "open", 1, "one"), LM_OK);
    assert_true(os_thread_start(&writer.thread, write_much, &writer));
    assert_int_equal(store_backup(p->path, p->copy, &p->log), LM_OK);
    os_thread_join(&writer.thread);
    assert_int_equal(writer.taken, TRIES);
    assert_int_equal(store_check(p->copy, &p->log), LM_OK);
    assert_int_equal(store_backup(p->path, p->copy, &p->log), LM_IO); /* the file exists */
    struct store *copy = NULL;
    assert_int_equal(store_open(&copy, p->copy, NULL, &p->log), LM_OK);
    struct store_line *lines;
    size_t count;
    assert_int_equal(store_lines(copy, "open", 1, p->arena, &lines, &count, &p->log), LM_OK);
    store_close(copy);
    assert_int_equal(count, 1);
}

/* The findings: "journal: what" of the first, and their number. */
struct finding {
    char journal[80], what[200];
    unsigned count;
};

static bool note(void *context, const char *journal, const char *what)
{
    struct finding *f = context;
    if (f->count++ == 0) {
        snprintf(f->journal, sizeof f->journal, "%s", journal == NULL ? "" : journal);
        snprintf(f->what, sizeof f->what, "%s", what);
    }
    return true;
}

#define LINE(n, more)                                                                              \
    "{\"v\":1,\"n\":" n ",\"at\":\"2026-07-14T09:00:00Z\",\"by\":\"a\",\"event\":\"open\"" more "}"
#define ZEROS "0000000000000000000000000000000000000000000000000000000000000000"

static void a_journal_that_is_not_what_it_says_is_found(void **state)
{
    struct place *p = *state;
    struct finding found = {.count = 0};
    struct store_line well[] = {line_of(LINE("1", ""), "")};
    struct store_line broken[] = {line_of(LINE("1", ""), ""),
                                  line_of(LINE("2", ",\"prev\":\"" ZEROS "\""), "")};
    struct store_line sealed[] = {
        line_of(LINE("1", ",\"sealed\":\"" ZEROS "\""), "{\"n\":1,\"salt\":\"00\",\"data\":{}}")};
    assert_int_equal(store_append(p->store, "well", 1, well, 1, &p->log), LM_OK);
    assert_int_equal(store_search(p->path, note, &found, &p->log), LM_OK);
    assert_int_equal(store_append(p->store, "broken", 1, broken, 2, &p->log), LM_OK);
    assert_int_equal(store_search(p->path, note, &found, &p->log), LM_DIFFERENT);
    assert_int_equal(found.count, 1);
    assert_string_equal(found.journal, "broken");
    assert_int_equal(store_append(p->store, "sealed", 1, sealed, 1, &p->log), LM_OK);
    assert_int_equal(store_check(p->path, &p->log), LM_DIFFERENT);
    assert_int_equal(store_backup(p->path, p->copy, &p->log), LM_DIFFERENT);
    /* Nor does a damaged backup replace anything. */
    store_close(p->store);
    p->store = NULL;
    assert_int_equal(store_restore(p->path, p->copy, &p->log), LM_DIFFERENT);
    /* One journal is repaired, and all others stay. */
    char draft[300];
    snprintf(draft, sizeof draft, "%s.draft", p->copy);
    assert_int_equal(store_repair(p->path, draft, "broken", well, 1, &p->log), LM_OK);
    assert_int_equal(store_open(&p->store, p->path, NULL, &p->log), LM_OK);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "broken", &lines), 1);
    assert_int_equal(lines_of(p, "well", &lines), 1);
    found.count = 0;
    assert_int_equal(store_search(p->path, note, &found, &p->log), LM_DIFFERENT);
    assert_string_equal(found.journal, "sealed");
    assert_int_equal(found.count, 1);
}

static void a_restore_ends_sessions_and_erases_again(void **state)
{
    struct place *p = *state;
    struct store_line line = line_of("one", "a name");
    assert_int_equal(store_append(p->store, "open", 1, &line, 1, &p->log), LM_OK);
    assert_int_equal(
        store_put(p->store, STORE_SESSION, &(struct store_record){"s", "", "", 0}, &p->log), LM_OK);
    assert_int_equal(store_backup(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(append(p, "open", 2, "two"), LM_OK);
    assert_int_equal(store_erase(p->store, "open", 1, &p->log), LM_OK);
    assert_int_equal(store_restore(p->path, p->copy, &p->log), LM_IO); /* the store is open */
    store_close(p->store);
    p->store = NULL;
    assert_int_equal(store_restore(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(store_open(&p->store, p->path, NULL, &p->log), LM_OK);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "open", &lines), 1);
    assert_string_equal(lines[0].secret, "");
    struct store_record out;
    assert_int_equal(store_get(p->store, STORE_SESSION, "s", 0, p->arena, &out, &p->log), LM_OK);
    assert_null(out.key);
    assert_int_equal(store_check(p->path, &p->log), LM_OK);
}

/* After a restore a number can belong to another line, whose private part must not be erased. */
static void what_is_kept_outlives_a_restore_and_an_erasure_finds_its_own_line(void **state)
{
    struct place *p = *state;
    struct store_line one = line_of("one", ""), two = line_of("two", "a name"),
                      other = line_of("another two", "another name");
    assert_int_equal(store_append(p->store, "open", 1, &one, 1, &p->log), LM_OK);
    assert_int_equal(store_backup(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(store_append(p->store, "open", 2, &two, 1, &p->log), LM_OK);
    assert_int_equal(store_erase(p->store, "open", 2, &p->log), LM_OK);
    assert_int_equal(
        store_put(p->store, STORE_KEPT, &(struct store_record){"k", "", "down", 0}, &p->log),
        LM_OK);
    store_close(p->store);
    p->store = NULL;
    assert_int_equal(store_restore(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(store_open(&p->store, p->path, NULL, &p->log), LM_OK);
    struct store_record out;
    assert_int_equal(store_get(p->store, STORE_KEPT, "k", 0, p->arena, &out, &p->log), LM_OK);
    assert_string_equal(out.value, "down");
    assert_int_equal(store_append(p->store, "open", 2, &other, 1, &p->log), LM_OK);
    assert_int_equal(store_check(p->path, &p->log), LM_OK);
    struct store_line *lines;
    assert_int_equal(lines_of(p, "open", &lines), 2);
    assert_string_equal(lines[1].secret, "another name");
}

static void a_file_that_is_no_store_is_refused(void **state)
{
    struct place *p = *state;
    struct store *other = NULL;
    assert_int_equal(os_write_plainly(p->copy, "this is no store at all, but a text", 35, &p->log),
                     LM_OK);
    assert_int_equal(store_open(&other, p->copy, NULL, &p->log), LM_IO);
    assert_int_not_equal(store_check(p->copy, &p->log), LM_OK);
    store_close(p->store);
    p->store = NULL;
    assert_int_not_equal(store_restore(p->path, p->copy, &p->log), LM_OK);
    assert_int_equal(store_open(&p->store, p->path, NULL, &p->log), LM_OK);
}

static void the_mirror_has_every_line_that_was_taken(void **state)
{
    struct place *p = *state;
    char path[160];
    snprintf(path, sizeof path, "%s/open.journal", p->folder);
    assert_int_equal(append(p, "open", 1, "one"), LM_OK);
    for (uint64_t number = 1; number <= 3; number += 2) { /* taken already, or not next */
        assert_int_equal(append(p, "open", number, "refused"), LM_DIFFERENT);
        assert_true(os_holds(path, "one\n", 4)); /* now, not only when the next line repairs it */
    }
    struct store *other = p->store;
    if (cluster != NULL) /* another server was faster than this one */
        assert_int_equal(store_open(&other, p->path, NULL, &p->log), LM_OK);
    struct store_line two = line_of("two", "");
    assert_int_equal(store_append(other, "open", 2, &two, 1, &p->log), LM_OK);
    assert_int_equal(append(p, "open", 2, "refused"), LM_DIFFERENT);
    assert_false(os_holds(path, "one\nrefused\n", 12));
    if (other != p->store)
        store_close(other);
    assert_int_equal(append(p, "open", 3, "three"), LM_OK);
    assert_true(os_holds(path, "one\ntwo\nthree\n", 14));
    assert_int_equal(append(p, "never", 2, "refused"), LM_DIFFERENT);
    snprintf(path, sizeof path, "%s/never.journal", p->folder);
    assert_false(os_holds(path, "refused\n", 8));
}

/* After a crash before the writing, a stick that was out, or a change by hand, the next line
 * repairs the mirror. */
static void a_mirror_with_a_gap_is_filled(void **state)
{
    struct place *p = *state;
    struct store_line lines[2] = {line_of("one", "{\"n\":1}"), line_of("two", "")};
    char path[160], secrets[160];
    snprintf(path, sizeof path, "%s/open.journal", p->folder);
    snprintf(secrets, sizeof secrets, "%s/open.private", p->folder);
    assert_int_equal(store_append(p->store, "open", 1, lines, 2, &p->log), LM_OK);
    assert_true(os_holds(secrets, "{\"n\":1}\n", 8));
    os_remove(path);
    assert_int_equal(append(p, "open", 3, "three"), LM_OK);
    assert_true(os_holds(path, "one\ntwo\nthree\n", 14));
    store_close(p->store);
    assert_int_equal(os_write(path, "one\ntw", 6, OS_REPLACE, &p->log), LM_OK);
    assert_int_equal(store_open(&p->store, p->path, p->folder, &p->log), LM_OK);
    assert_true(os_holds(path, "one\ntwo\nthree\n", 14));
    assert_int_equal(append(p, "open", 4, "four"), LM_OK);
    assert_true(os_holds(path, "one\ntwo\nthree\nfour\n", 19));
    assert_int_equal(store_erase(p->store, "open", 1, &p->log), LM_OK);
    assert_true(os_holds(secrets, "", 0)); /* erased data is erased there, too */
}

#define IN_A_PLACE(test) cmocka_unit_test_setup_teardown(test, make_place, drop_place)

int main(int count, char **arguments)
{
    cluster = count > 1 ? arguments[1] : NULL;
    const struct CMUnitTest tests[] = {
        IN_A_PLACE(lines_come_back_as_they_were_given),
        IN_A_PLACE(a_number_is_taken_once),
        IN_A_PLACE(the_end_of_a_journal_goes_aside_whole),
        IN_A_PLACE(of_those_who_want_the_same_number_one_gets_it),
        IN_A_PLACE(all_who_begin_at_once_get_what_one_of_them_wrote),
        IN_A_PLACE(a_summary_is_right_while_its_journal_is_as_it_was),
        IN_A_PLACE(records_are_found_until_they_end),
        /* Differences: a file belongs to one process, a database notifies all. */
        cluster == NULL
            ? (struct CMUnitTest)IN_A_PLACE(one_process_has_a_file)
            : (struct CMUnitTest)IN_A_PLACE(processes_that_share_a_store_hear_of_each_other),
        IN_A_PLACE(a_backup_made_while_others_write_is_whole),
        IN_A_PLACE(a_journal_that_is_not_what_it_says_is_found),
        IN_A_PLACE(a_restore_ends_sessions_and_erases_again),
        IN_A_PLACE(what_is_kept_outlives_a_restore_and_an_erasure_finds_its_own_line),
        IN_A_PLACE(a_file_that_is_no_store_is_refused),
        IN_A_PLACE(the_mirror_has_every_line_that_was_taken),
        IN_A_PLACE(a_mirror_with_a_gap_is_filled),
        /* Only for a file; when a database's lines are on disk is its own business. */
        IN_A_PLACE(a_line_is_on_the_disk_when_it_is_taken),
    };
    bool file = cluster == NULL;
    return _cmocka_run_group_tests(file ? "store" : "store on PostgreSQL", tests,
                                   sizeof tests / sizeof *tests - !file, NULL, NULL);
}
