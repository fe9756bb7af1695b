/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Files: what is kept, what is refused, what is on the disk.  Functions here replace the system's
 * fsync and write, so that calls can be counted and made to fail.
 */

#include "../unit/check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "limmat/arena.h"
#include "limmat/text.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "os/files.h"

static struct {
    unsigned files, folders; /* number of calls of fsync */
    long room;               /* bytes that can still be written; -1: any number */
    bool fsync_fails;
} disk = {.room = -1};

int fsync(int descriptor)
{
    struct stat about;
    if (disk.fsync_fails) {
        errno = EIO;
        return -1;
    }
    if (fstat(descriptor, &about) == 0)
        *(S_ISDIR(about.st_mode) ? &disk.folders : &disk.files) += 1;
    return 0;
}

ssize_t write(int descriptor, const void *bytes, size_t length)
{
    if (disk.room == 0 && length > 0) {
        errno = ENOSPC;
        return -1;
    }
    if (disk.room > 0 && length > (size_t)disk.room)
        length = (size_t)disk.room;
    if (disk.room > 0)
        disk.room -= (long)length;
    return (ssize_t)syscall(SYS_write, descriptor, bytes, length);
}

struct world {
    struct lm_arena *arena;
    struct lm_log log;
    char folder[64];
};

static int make_world(void **state)
{
    struct world *w = calloc(1, sizeof *w);
    if (w == NULL || lm_arena_new(&w->arena, NULL, 0) != LM_OK)
        return -1;
    w->log.arena = w->arena;
    snprintf(w->folder, sizeof w->folder, "/tmp/limmat-os-XXXXXX");
    disk.room = -1;
    disk.files = disk.folders = 0;
    disk.fsync_fails = false;
    *state = w;
    return mkdtemp(w->folder) == NULL || chdir(w->folder) != 0 ? -1 : 0;
}

static int drop_world(void **state)
{
    struct world *w = *state;
    disk.room = -1;
    os_remove_tree(w->folder);
    lm_arena_free(w->arena);
    free(w);
    return chdir("/");
}

static enum lm_status put(struct world *w, const char *path, const char *text, enum os_writing how)
{
    return os_write(path, text, strlen(text), how, &w->log);
}

static void a_written_file_and_its_name_are_on_the_disk(void **state)
{
    struct world *w = *state;
    assert_int_equal(put(w, "a", "one", OS_NEW), LM_OK);
    assert_int_equal(disk.files, 1);
    assert_int_equal(disk.folders, 1);
    assert_int_equal(put(w, "a", "two", OS_REPLACE), LM_OK);
    assert_int_equal(disk.files, 2);
    assert_int_equal(disk.folders, 2);
    assert_int_equal(put(w, "a", "three", OS_QUICK), LM_OK);
    assert_int_equal(disk.files, 2);
    assert_true(os_holds("a", "three", 5));
    assert_false(os_holds("a", "threE", 5));
    assert_false(os_holds("a", "thre", 4));
    assert_int_equal(os_count_entries("."), 1);
}

static void a_new_file_replaces_nothing(void **state)
{
    struct world *w = *state;
    assert_int_equal(put(w, "a", "one", OS_NEW), LM_OK);
    assert_int_equal(put(w, "a", "two", OS_NEW), LM_INVALID);
    assert_int_equal(symlink("nowhere", "b"), 0);
    assert_int_equal(put(w, "b", "two", OS_NEW), LM_INVALID);
    assert_true(os_holds("a", "one", 3));
    assert_int_equal(os_count_entries("."), 2);
    /* Also if the name is taken between looking and writing. */
    struct os_draft draft;
    assert_int_equal(os_draft_open("c", OS_NEW, w->arena, &w->log, &draft), LM_OK);
    assert_int_equal(put(w, "c", "first", OS_NEW), LM_OK);
    os_draft_put(&draft, "second", 6);
    assert_int_equal(os_draft_keep(&draft, &w->log), LM_INVALID);
    assert_true(os_holds("c", "first", 5));
    assert_int_equal(os_count_entries("."), 3);
}

static void mode_and_links_stay(void **state)
{
    struct world *w = *state;
    struct stat about;
    assert_int_equal(mkdir("d", 0777), 0);
    assert_int_equal(put(w, "d/a", "one", OS_NEW), LM_OK);
    assert_int_equal(chmod("d/a", 0640), 0);
    assert_int_equal(symlink("d/a", "link"), 0);
    assert_int_equal(symlink("d/../link", "chain"), 0);
    assert_int_equal(symlink("chain2", "chain2"), 0);
    assert_int_equal(symlink("d/fresh", "dangling"), 0);
    assert_int_equal(put(w, "chain", "two", OS_REPLACE), LM_OK);
    assert_int_equal(lstat("link", &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(stat("d/a", &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
    assert_true(os_holds("d/a", "two", 3));
    assert_int_equal(put(w, "dangling", "x", OS_REPLACE), LM_OK);
    assert_true(os_holds("d/fresh", "x", 1));
    assert_int_equal(put(w, "chain2", "x", OS_REPLACE), LM_IO);
}

static void a_full_disk_leaves_what_was(void **state)
{
    struct world *w = *state;
    char much[5000];
    memset(much, 'x', sizeof much);
    assert_int_equal(put(w, "a", "one", OS_NEW), LM_OK);
    disk.room = 1000;
    assert_int_equal(os_write("a", much, sizeof much, OS_REPLACE, &w->log), LM_IO);
    disk.room = -1;
    disk.fsync_fails = true;
    assert_int_equal(put(w, "a", "two", OS_REPLACE), LM_IO);
    assert_int_equal(put(w, "b", "two", OS_NEW), LM_IO);
    disk.fsync_fails = false;
    assert_true(os_holds("a", "one", 3));
    assert_int_equal(os_count_entries("."), 1);
    assert_int_equal(put(w, "/dev/full", "one", OS_REPLACE), LM_IO);
    assert_true(strstr(w->log.all[w->log.count - 1].what, "No space left") != NULL);
    assert_int_equal(put(w, "missing/a", "one", OS_REPLACE), LM_IO);
}

static void long_names_are_written_too(void **state)
{
    struct world *w = *state;
    char name[256];
    memset(name, 'n', 250);
    memcpy(name + 250, "\xc3\xa4", 3);
    assert_int_equal(put(w, name, "one", OS_NEW), LM_OK);
    assert_int_equal(put(w, name, "two", OS_REPLACE), LM_OK);
    assert_true(os_holds(name, "two", 3));
}

static void what_could_not_be_appended_is_taken_back(void **state)
{
    struct world *w = *state;
    struct os_growing file;
    const char *bytes;
    size_t length;
    assert_int_equal(put(w, "j", "one\n", OS_NEW), LM_OK);
    disk.files = 0;
    assert_int_equal(os_growing_open("j", &w->log, &file), LM_OK);
    assert_int_equal(os_growing_append(&file, "two\n", 4, &w->log), LM_OK);
    assert_int_equal(disk.files, 1);
    disk.room = 2;
    assert_int_equal(os_growing_append(&file, "three\n", 6, &w->log), LM_IO);
    disk.room = -1;
    disk.fsync_fails = true;
    assert_int_equal(os_growing_append(&file, "four\n", 5, &w->log), LM_IO);
    disk.fsync_fails = false;
    assert_int_equal(os_growing_append(&file, "five\n", 5, &w->log), LM_OK);
    assert_int_equal(os_growing_read(&file, w->arena, &w->log, &bytes, &length), LM_OK);
    assert_string_equal(bytes, "one\ntwo\nfive\n");
    assert_int_equal(length, 13);
    assert_int_equal(os_growing_cut(&file, 4, &w->log), LM_OK);
    os_growing_close(&file);
    assert_true(os_holds("j", "one\n", 4));
    assert_int_equal(os_growing_open(".", &w->log, &file), LM_IO);
    assert_int_equal(os_growing_open("none", &w->log, &file), LM_IO);
}

/* Ten processes append a hundred lines each. */
static void one_writer_at_a_time(void **state)
{
    struct world *w = *state;
    enum { WRITERS = 10, LINES = 100 };
    struct stat about;
    int status, good = 0;
    assert_int_equal(put(w, "j", "", OS_NEW), LM_OK);
    for (int i = 0; i < WRITERS; i++) {
        if (fork() != 0)
            continue;
        for (int k = 0; k < LINES; k++) {
            struct os_growing file;
            char line[32];
            if (os_growing_open("j", &w->log, &file) != LM_OK)
                _exit(1);
            /* The length at opening stays correct until the file is closed. */
            int length = snprintf(line, sizeof line, "%zu\n", file.length);
            if (os_growing_append(&file, line, (size_t)length, &w->log) != LM_OK)
                _exit(2);
            os_growing_close(&file);
        }
        _exit(0);
    }
    while (wait(&status) > 0)
        good += status == 0;
    assert_int_equal(good, WRITERS);
    const char *bytes;
    size_t length, lines = 0;
    assert_int_equal(os_read("j", w->arena, &w->log, &bytes, &length), LM_OK);
    for (const char *at = bytes; *at != '\0'; at = strchr(at, '\n') + 1, lines++)
        assert_int_equal(strtol(at, NULL, 10), at - bytes);
    assert_int_equal(lines, WRITERS * LINES);
    assert_int_equal(stat("j", &about), 0);
}

/* A process that waits for a file replaced meanwhile gets the one that then has the name. */
static void a_replaced_file_is_not_written_to(void **state)
{
    struct world *w = *state;
    struct os_growing file;
    int status;
    assert_int_equal(put(w, "j", "old\n", OS_NEW), LM_OK);
    assert_int_equal(os_growing_open("j", &w->log, &file), LM_OK);
    pid_t child = fork();
    if (child == 0) {
        os_growing_close(&file); /* the parent still has it open */
        struct os_growing own;
        bool good = os_growing_open("j", &w->log, &own) == LM_OK &&
                    os_growing_append(&own, "mine\n", 5, &w->log) == LM_OK;
        _exit(good ? 0 : 1);
    }
    os_sleep(100);
    assert_int_equal(put(w, "j", "new\n", OS_REPLACE), LM_OK);
    os_growing_close(&file);
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    assert_true(os_holds("j", "new\nmine\n", 9));
}

static void a_lock_is_refused_at_once_and_ends_with_its_owner(void **state)
{
    struct world *w = *state;
    struct os_lock lock, second;
    int status, ready[2];
    char byte;
    assert_int_equal(os_lock_path(".", OS_AT_ONCE, &w->log, &lock), LM_OK);
    assert_int_equal(os_lock_path(".", OS_AT_ONCE, &w->log, &second), LM_IO);
    os_unlock(&lock);
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        if (os_lock_path(".", OS_AT_ONCE, &w->log, &lock) == LM_OK)
            (void)!syscall(SYS_write, ready[1], "x", 1);
        for (;;)
            pause();
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(os_lock_path(".", OS_AT_ONCE, &w->log, &second), LM_IO);
    kill(child, 9);
    waitpid(child, &status, 0);
    assert_int_equal(os_lock_path(".", OS_WAIT, &w->log, &second), LM_OK);
    os_unlock(&second);
}

static void folders_are_listed_made_and_removed(void **state)
{
    struct world *w = *state;
    const struct os_entry *entries;
    size_t count;
    assert_int_equal(os_make_folders("x/y//z/", w->arena, &w->log), LM_OK);
    assert_int_equal(os_make_folders("x/y/z", w->arena, &w->log), LM_OK);
    assert_int_equal(put(w, "x/file", "", OS_NEW), LM_OK);
    assert_int_equal(put(w, "x/.hidden", "", OS_NEW), LM_OK);
    assert_int_equal(symlink("y", "x/to-folder"), 0);
    assert_int_equal(symlink("nowhere", "x/to-nothing"), 0);
    assert_int_equal(mkfifo("x/pipe", 0600), 0);
    assert_int_equal(os_list("x", w->arena, &w->log, &entries, &count), LM_OK);
    static const struct os_entry want[] = {{".hidden", OS_FILE},       {"file", OS_FILE},
                                           {"pipe", OS_OTHER},         {"to-folder", OS_FOLDER},
                                           {"to-nothing", OS_NOTHING}, {"y", OS_FOLDER}};
    assert_int_equal(count, sizeof want / sizeof *want);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(entries[i].name, want[i].name);
        assert_int_equal(entries[i].kind, want[i].kind);
    }
    assert_int_equal(os_list("x/file", w->arena, &w->log, &entries, &count), LM_IO);
    assert_int_equal(os_make_folder("x/file", &w->log), LM_IO);
    assert_int_equal(os_make_new_folder("x", &w->log), LM_INVALID);
    assert_int_equal(os_make_new_folder("other", &w->log), LM_OK);
    assert_int_equal(put(w, "other/kept", "kept", OS_NEW), LM_OK);
    assert_int_equal(symlink("../other", "x/y/out"), 0);
    assert_int_equal(os_rename_new("x", "other", &w->log), LM_INVALID);
    disk.folders = 0;
    assert_int_equal(os_rename_new("x", "x2", &w->log), LM_OK);
    assert_int_equal(disk.folders, 1);
    os_remove_tree("x2");
    assert_int_equal(os_kind_of("x2"), OS_NOTHING);
    assert_true(os_holds("other/kept", "kept", 4));
}

static void folders_and_files_take_places(void **state)
{
    struct world *w = *state;
    assert_int_equal(os_make_folder("live", &w->log), LM_OK);
    assert_int_equal(os_make_folder("fresh", &w->log), LM_OK);
    assert_int_equal(put(w, "live/a", "old", OS_NEW), LM_OK);
    assert_int_equal(put(w, "fresh/a", "new", OS_NEW), LM_OK);
    assert_int_equal(os_take_place("fresh", "live", &w->log), LM_OK);
    assert_true(os_holds("live/a", "new", 3));
    assert_true(os_holds("fresh/a", "old", 3));
    assert_int_equal(os_take_place("fresh", "elsewhere", &w->log), LM_OK);
    assert_false(os_is_there("fresh"));
    assert_int_equal(os_take_place("fresh", "live", &w->log), LM_IO);
    assert_true(os_holds("live/a", "new", 3));
}

static void files_are_mapped(void **state)
{
    struct world *w = *state;
    struct os_map map;
    assert_int_equal(put(w, "a", "some bytes", OS_NEW), LM_OK);
    assert_int_equal(put(w, "empty", "", OS_NEW), LM_OK);
    assert_int_equal(os_map_file("a", &w->log, &map), LM_OK);
    assert_int_equal(map.length, 10);
    assert_memory_equal(map.bytes, "some bytes", 10);
    os_unmap(&map);
    assert_int_equal(os_map_file("empty", &w->log, &map), LM_IO);
    assert_int_equal(os_map_file("none", &w->log, &map), LM_IO);
}

static size_t open_files(void)
{
    size_t count = 0;
    for (int i = 0; i < 1024; i++)
        count += fcntl(i, F_GETFD) != -1;
    return count;
}

/* Count the files that a started program would inherit. */
static size_t inherited_files(void)
{
    size_t count = 0;
    for (int i = 0; i < 1024; i++)
        count += fcntl(i, F_GETFD) == 0;
    return count;
}

static void a_flood_of_files_is_whole_and_holds_few(void **state)
{
    struct world *w = *state;
    size_t before = open_files(), inherited = inherited_files();
    struct os_flood flood = {.put = 1 << 30}; /* as if after that many bytes */
    for (int i = 0; i < 3 * OS_FLOOD_HELD; i++) {
        char name[32], bytes[32];
        snprintf(name, sizeof name, "flood-%d", i);
        int length = snprintf(bytes, sizeof bytes, "the bytes of %d", i);
        assert_int_equal(os_flood_write(&flood, name, bytes, (size_t)length, &w->log), LM_OK);
        assert_true(os_holds(name, bytes, (size_t)length));
        assert_true(open_files() <= before + OS_FLOOD_HELD);
    }
    assert_int_equal(inherited_files(), inherited);
#ifdef __linux__
    assert_int_equal(open_files(), before + OS_FLOOD_HELD);
#endif
    assert_int_equal(os_flood_write(&flood, "none/flood", "a", 1, &w->log), LM_IO);
    os_flood_end(&flood);
    assert_int_equal(open_files(), before);
    struct os_flood few = {0};
    assert_int_equal(os_flood_write(&few, "few", "a", 1, &w->log), LM_OK);
    assert_int_equal(open_files(), before);
    os_flood_end(&few);
}

static void what_a_power_cut_left_goes_with_the_next_write(void **state)
{
    struct world *w = *state;
    static const char *const left[] = {"a.0123456789ab.part", "a.ffffffffffff.part"};
    static const char *const others[] = {"a.part", "a.0123456789a.part", "a.0123456789abc.part",
                                         "b.0123456789ab.part", "a.0123456789ab.part.txt"};
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(os_write_plainly(left[i], "half", 4, &w->log), LM_OK);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(os_write_plainly(others[i], "half", 4, &w->log), LM_OK);
    struct os_lock lock; /* the second is still being written */
    assert_int_equal(os_lock_path(left[1], OS_AT_ONCE, &w->log, &lock), LM_OK);
    assert_int_equal(put(w, "a", "one", OS_REPLACE), LM_OK);
    assert_false(os_is_there(left[0]));
    assert_true(os_is_there(left[1]));
    os_unlock(&lock);
    struct os_draft draft; /* and a draft of our own, opened before, is not removed */
    assert_int_equal(os_draft_open("a", OS_REPLACE, w->arena, &w->log, &draft), LM_OK);
    assert_false(os_is_there(left[1]));
    assert_int_equal(put(w, "./a", "two", OS_REPLACE), LM_OK);
    os_draft_put(&draft, "three", 5);
    assert_int_equal(os_draft_keep(&draft, &w->log), LM_OK);
    assert_true(os_holds("a", "three", 5));
    for (size_t i = 0; i < 5; i++)
        assert_true(os_is_there(others[i]));
    assert_int_equal(os_count_entries("."), 6);
}

static void random_bytes_differ(void **state)
{
    (void)state;
    unsigned char first[32] = {0}, second[32] = {0};
    assert_true(os_random(first, sizeof first) && os_random(second, sizeof second));
    assert_memory_not_equal(first, second, sizeof first);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, make_world, drop_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(a_written_file_and_its_name_are_on_the_disk),
        CASE(a_new_file_replaces_nothing),
        CASE(mode_and_links_stay),
        CASE(a_full_disk_leaves_what_was),
        CASE(long_names_are_written_too),
        CASE(a_flood_of_files_is_whole_and_holds_few),
        CASE(what_a_power_cut_left_goes_with_the_next_write),
        CASE(what_could_not_be_appended_is_taken_back),
        CASE(one_writer_at_a_time),
        CASE(a_replaced_file_is_not_written_to),
        CASE(a_lock_is_refused_at_once_and_ends_with_its_owner),
        CASE(folders_are_listed_made_and_removed),
        CASE(folders_and_files_take_places),
        CASE(files_are_mapped),
        cmocka_unit_test(random_bytes_differ),
    };
    return cmocka_run_group_tests_name("os/files", tests, NULL, NULL);
}
