/* SPDX-License-Identifier: Apache-2.0 */

/*
 * test_os [hold FILE | say TEXT… | sleep]: tests os/ on Windows, in TAP, in a folder of its own,
 * which is the current one: the promises of os/files.h and os/process.h.  With words it is the
 * other process.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "limmat/arena.h"
#include "limmat/text.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/files.h"
#include "os/network.h"
#include "os/process.h"
#include "os/terminal.h"
#include "os/threads.h"
#include "os/zone.h"

#include <windows.h>

static int count, failures;
static struct lm_arena *arena;
static struct lm_log log_of_all;

static void report(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++count, name);
    for (size_t i = 0; !good && i < log_of_all.count; i++)
        printf("# %s\n", log_of_all.all[i].what);
    failures += !good;
    log_of_all.count = 0;
    fflush(stdout);
}

static bool writes(const char *path, const char *text, enum os_writing how)
{
    return os_write(path, text, strlen(text), how, &log_of_all) == LM_OK;
}

static bool says(const char *path, const char *text)
{
    const char *bytes;
    size_t length;
    return os_read(path, arena, &log_of_all, &bytes, &length) == LM_OK && length == strlen(text) &&
           memcmp(bytes, text, length) == 0 && os_holds(path, text, length);
}

static size_t entries(const char *path)
{
    return os_count_entries(path);
}

/* --- files */

static void test_writing(void)
{
    report(writes("a", "one", OS_REPLACE) && says("a", "one"), "a_file_is_written");
    report(writes("a", "two", OS_REPLACE) && says("a", "two"), "and_replaced");
    report(os_write("a", "x", 1, OS_NEW, &log_of_all) == LM_INVALID && says("a", "two"),
           "a_taken_name_is_not_new");
    report(writes("Öğüt 選手.trf", "n", OS_NEW) && says("Öğüt 選手.trf", "n"),
           "names_are_of_all_letters");
    report(writes("quick", "q", OS_QUICK) && writes("plain", "p", OS_PLAIN) && says("plain", "p"),
           "quickly_and_plainly");
    report(entries(".") == 4, "no_draft_stays");

    struct os_draft draft;
    bool opened = os_draft_open("a", OS_REPLACE, arena, &log_of_all, &draft) == LM_OK;
    report(opened && os_draft_put(&draft, "thr", 3) && says("a", "two"), "a_draft_is_not_seen");
    report(writes("a", "between", OS_REPLACE) && says("a", "between"),
           "another_draft_does_not_wait");
    report(os_draft_put(&draft, "ee", 2) && os_draft_keep(&draft, &log_of_all) == LM_OK &&
               says("a", "three"),
           "kept_it_is_whole");

    FILE *left = os_stream("a.0123456789ab.part", "wb");
    fclose(left);
    report(writes("a", "four", OS_REPLACE) && !os_is_there("a.0123456789ab.part"),
           "what_a_power_cut_left_is_cleared_away");
    report(os_write("no/such", "x", 1, OS_REPLACE, &log_of_all) == LM_IO &&
               strstr(log_of_all.all[0].what, "No such file or directory") != NULL,
           "why_it_cannot_be_is_told");
    report(os_kind_of("NUL") == OS_OTHER && writes("NUL", "x", OS_REPLACE),
           "what_is_no_file_is_written_as_it_is");
}

static void test_open_files(void)
{
    struct os_map map;
    FILE *reader = os_stream("a", "rb");
    char before[8] = "";
    report(writes("a", "five", OS_REPLACE) && fread(before, 1, 4, reader) == 4 &&
               strcmp(before, "four") == 0 && says("a", "five"),
           "a_reader_keeps_what_it_opened");
    fclose(reader);
    report(os_map_file("a", &log_of_all, &map) == LM_OK && writes("a", "sixth", OS_REPLACE) &&
               map.length == 4 && memcmp(map.bytes, "five", 4) == 0 && says("a", "sixth"),
           "who_has_mapped_it_too");
    os_unmap(&map);
    report(writes("a", "seventh", OS_REPLACE) && entries(".") == 4,
           "what_stepped_aside_is_cleared_away");
    HANDLE alone = CreateFileW(L"a", GENERIC_READ, 0, NULL, OPEN_EXISTING, 0, NULL);
    report(alone != INVALID_HANDLE_VALUE &&
               os_write("a", "x", 1, OS_REPLACE, &log_of_all) == LM_IO &&
               strstr(log_of_all.all[0].what, "another program has it open") != NULL,
           "who_does_not_share_is_told_of");
    CloseHandle(alone);
    report(says("a", "seventh") && entries(".") == 4, "and_it_stays_as_it_was");
    report(os_write("a?b", "x", 1, OS_REPLACE, &log_of_all) == LM_IO &&
               strstr(log_of_all.all[0].what, "< > :") != NULL,
           "a_name_that_windows_has_not_is_told_of");
}

static void test_growing(void)
{
    struct os_growing file;
    const char *bytes;
    size_t length;
    (void)writes("j", "1\n", OS_NEW);
    bool good = os_growing_open("j", &log_of_all, &file) == LM_OK &&
                os_growing_append(&file, "2\n", 2, &log_of_all) == LM_OK &&
                os_growing_append(&file, "3\n", 2, &log_of_all) == LM_OK &&
                os_growing_read(&file, arena, &log_of_all, &bytes, &length) == LM_OK;
    report(good && length == 6 && memcmp(bytes, "1\n2\n3\n", 6) == 0 && says("j", "1\n2\n3\n"),
           "a_journal_grows_and_can_be_read");
    report(os_growing_cut(&file, 4, &log_of_all) == LM_OK &&
               os_growing_append(&file, "4\n", 2, &log_of_all) == LM_OK && says("j", "1\n2\n4\n"),
           "and_is_cut");
    os_growing_close(&file);
}

/* --- another process */

static const char *own_path;

struct heard {
    char text[4096];
    size_t length;
    bool enough;
};

static bool hear(void *context, const char *bytes, size_t length)
{
    struct heard *heard = context;
    for (size_t i = 0; i < length && heard->length + 1 < sizeof heard->text; i++)
        heard->text[heard->length++] = bytes[i];
    return !heard->enough;
}

/* Return the exit status of this program with these words, -2 if it could not be run. */
static int run(const char *const *words, const char *input, const struct os_stop *stop,
               struct heard *heard, struct lm_text *errors)
{
    const char *arguments[8] = {own_path};
    int result = -2;
    for (size_t i = 0; words[i] != NULL; i++)
        arguments[i + 1] = words[i];
    const struct os_program program = {.arguments = arguments,
                                       .input = input,
                                       .input_length = strlen(input),
                                       .take = hear,
                                       .context = heard,
                                       .stop = stop};
    return os_run(&program, &log_of_all, errors, &result) == LM_OK ? result : -2;
}

static void test_programs(void)
{
    static const char *const odd[] = {"say", "a b", "c\\\"d\\", "", "Ğ%PATH%^&|", NULL};
    struct lm_text errors = lm_text_in(arena);
    struct heard heard = {0};
    report(run(odd, "in", NULL, &heard, &errors) == 7 &&
               strcmp(heard.text, "[a b][c\\\"d\\][][Ğ%PATH%^&|]in") == 0 &&
               strcmp(lm_text_string(&errors), "complaint\n") == 0,
           "a_program_gets_and_gives_every_byte");
    printf("# %s\n", heard.text);

    static const char *const sleeps[] = {"sleep", NULL};
    struct os_stop stop;
    bool made = os_stop_make(&stop);
    os_stop_tell(&stop);
    int64_t began = os_elapsed_milliseconds();
    report(made && os_stop_asked(&stop) && run(sleeps, "", &stop, &heard, &errors) == -1 &&
               os_elapsed_milliseconds() - began < 5000,
           "one_that_is_told_to_stop_is_stopped");
    os_stop_end(&stop);
    heard = (struct heard){.enough = true};
    report(run(odd, "in", NULL, &heard, &errors) == 0, "one_of_which_nobody_wants_more_ends");
    const char *const none[] = {"no-such-program.exe", NULL};
    const struct os_program missing = {.arguments = none, .input = ""};
    int result = 0;
    report(os_run(&missing, &log_of_all, &errors, &result) == LM_IO,
           "one_that_is_not_there_is_told");
}

struct holder {
    const char *path;
    struct os_thread thread;
};

static void hold(void *context)
{
    const struct holder *holder = context;
    const char *const words[] = {"hold", holder->path, NULL};
    struct lm_arena *own;
    if (lm_arena_new(&own, NULL, 0) != LM_OK)
        return;
    const char *const arguments[] = {own_path, words[0], words[1], NULL};
    struct lm_log log = {.arena = own};
    struct lm_text errors = lm_text_in(own);
    int result;
    const struct os_program program = {.arguments = arguments, .input = ""};
    (void)!os_run(&program, &log, &errors, &result);
    lm_arena_free(own);
}

/* Another process has the lock of ${path} for a second; ours is granted after that. */
static void test_lock(const char *path, const char *name)
{
    struct holder holder = {.path = path};
    struct os_lock lock = {-1};
    os_remove("held");
    (void)!os_thread_start(&holder.thread, hold, &holder);
    for (int i = 0; i < 500 && !os_is_there("held"); i++)
        os_sleep(10);
    bool refused = os_lock_path(path, OS_AT_ONCE, &log_of_all, &lock) == LM_IO &&
                   strstr(log_of_all.all[0].what, "in use by another process") != NULL;
    int64_t began = os_elapsed_milliseconds();
    bool waited = os_lock_path(path, OS_WAIT, &log_of_all, &lock) == LM_OK;
    report(refused && waited && os_elapsed_milliseconds() - began > 200, name);
    struct os_lock second = {-1};
    bool own = os_lock_path(path, OS_AT_ONCE, &log_of_all, &second) == LM_IO;
    os_unlock(&lock);
    report(own && os_lock_path(path, OS_AT_ONCE, &log_of_all, &second) == LM_OK,
           "also_against_this_process");
    os_unlock(&second);
    os_thread_join(&holder.thread);
    os_remove("held");
}

/* --- folders */

static void test_folders(void)
{
    const struct os_entry *all;
    size_t found;
    report(os_make_folders("x/y\\z", arena, &log_of_all) == LM_OK &&
               os_kind_of("x/y/z") == OS_FOLDER,
           "folders_are_made_with_those_above");
    report(os_make_new_folder("x", &log_of_all) == LM_INVALID &&
               os_make_folder("x", &log_of_all) == LM_OK,
           "one_that_is_there_is_not_new");
    (void)(writes("x/b", "b", OS_NEW) && writes("x/Ä", "a", OS_NEW));
    report(os_list("x", arena, &log_of_all, &all, &found) == LM_OK && found == 3 &&
               strcmp(all[0].name, "b") == 0 && strcmp(all[1].name, "y") == 0 &&
               all[1].kind == OS_FOLDER && strcmp(all[2].name, "Ä") == 0 && all[2].kind == OS_FILE,
           "what_is_in_them_is_listed_by_bytes");
    (void)(os_make_folder("new", &log_of_all) == LM_OK && writes("new/n", "n", OS_NEW));
    report(os_take_place("new", "x", &log_of_all) == LM_OK && says("x/n", "n") &&
               says("new/b", "b"),
           "folders_change_places");
    os_remove_tree("new");
    report(!os_is_there("new") && os_settle_folder("x", &log_of_all) == LM_OK, "trees_are_removed");
    report(os_rename_new("x", "w", &log_of_all) == LM_OK &&
               os_rename_new("w", "a", &log_of_all) == LM_INVALID && says("w/n", "n"),
           "a_name_is_given_only_where_it_is_free");
    report(os_link("w/n", "w/m") && says("w/m", "n"), "a_file_has_two_names");
    report(strcmp(os_name_in("C:\\a/b.trf"), "b.trf") == 0 && strcmp(os_name_in("C:b"), "b") == 0 &&
               strcmp(os_name_in("a\\"), "") == 0,
           "the_last_name_is_found");
}

/* --- the rest */

struct tally {
    struct os_mutex mutex;
    size_t sum;
};

static void add_part(void *context, size_t part, size_t worker)
{
    struct tally *tally = context;
    (void)worker;
    os_mutex_take(&tally->mutex);
    tally->sum += part;
    os_mutex_give(&tally->mutex);
}

static void test_rest(void)
{
    struct tally tally = {.sum = 0};
    os_mutex_make(&tally.mutex);
    const struct pool pool = {.count = 1000, .workers = 4, .work = add_part, .context = &tally};
    pool_run(&pool);
    report(tally.sum == 499500, "a_pool_does_every_part");

    struct os_condition condition;
    os_condition_make(&condition);
    os_mutex_take(&tally.mutex);
    int64_t began = os_elapsed_milliseconds();
    bool signalled = os_condition_wait_for(&condition, &tally.mutex, 100);
    int64_t waited = os_elapsed_milliseconds() - began;
    os_mutex_give(&tally.mutex);
    report(!signalled && waited >= 90 && waited < 3000, "waiting_has_an_end");

    unsigned char one[16] = {0}, other[16] = {0};
    report(os_random(one, 16) && os_random(other, 16) && memcmp(one, other, 16) != 0,
           "chance_does_not_repeat");
    const struct os_zone *zone;
    bool there = os_zone_load(&os_zones, "Europe/Istanbul", arena, &log_of_all, &zone) == LM_OK;
    report(there && os_zone_at(zone, 1790000000).offset == 10800, "time_zones_are_in_the_program");
    report(os_zone_load(&os_zones, "Europe/Nowhere", arena, &log_of_all, &zone) == LM_INVALID,
           "one_that_is_not_is_refused");
    os_network_begin();
    report(os_processors() >= 1 && os_own_path(arena) != NULL && os_data_home(arena) != NULL &&
               os_environment("SystemRoot") != NULL && os_environment("NO_SUCH_NAME") == NULL,
           "what_the_system_says");
    report(os_now_seconds() > 1790000000 && os_local_offset(0) % 60 == 0, "it_is_later_than_2026");
}

static int other_process(int words, char **arguments)
{
    struct os_lock lock;
    if (strcmp(arguments[1], "sleep") == 0) {
        os_sleep(30000);
    } else if (strcmp(arguments[1], "hold") == 0) {
        if (os_lock_path(arguments[2], OS_WAIT, &log_of_all, &lock) != LM_OK)
            return 1;
        (void)writes("held", "", OS_PLAIN);
        os_sleep(1000); /* the lock ends with the process */
    } else {
        const char *input = "";
        size_t length = 0;
        for (int i = 2; i < words; i++)
            printf("[%s]", arguments[i]);
        (void)!os_read_input(arena, &log_of_all, &input, &length);
        fwrite(input, 1, length, stdout);
        fflush(stdout);
        os_put_errors("complaint\n", 10);
        return 7;
    }
    return 0;
}

int main(int words, char **arguments)
{
    os_begin(&words, &arguments);
    if (lm_arena_new(&arena, NULL, 0) != LM_OK)
        return 2;
    log_of_all = (struct lm_log){.arena = arena};
    own_path = os_own_path(arena);
    if (words > 1)
        return other_process(words, arguments);
    test_writing();
    test_open_files();
    test_growing();
    test_programs();
    test_lock("a", "a_file_is_locked");
    (void)!os_make_folder("folder", &log_of_all);
    test_lock("folder", "a_folder_is_locked");
    test_folders();
    test_rest();
    printf("1..%d\n", count);
    return failures != 0;
}
