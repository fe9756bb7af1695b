/* SPDX-License-Identifier: Apache-2.0 */
#include "os/process.h"

#include <errno.h>
#include <fcntl.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "os/common.h"
#include "os/files.h"

enum { PIECE = 1 << 16, ERRORS_MAX = 1 << 16, NONE = -1, READ = 0, WRITE = 1, GRACE_MS = 500 };

/* Our ends of the child's standard streams, by their numbers there, and the child's ends. */
struct streams {
    int ours[3], theirs[3];
};

static void close_all(int ends[3])
{
    for (int i = 0; i < 3; i++) {
        if (ends[i] != NONE)
            close(ends[i]);
        ends[i] = NONE;
    }
}

/* Sockets, because a write to one without a reader can be made without a signal. */
static bool open_streams(struct streams *s)
{
    *s = (struct streams){{NONE, NONE, NONE}, {NONE, NONE, NONE}};
    for (int i = 0; i < 3; i++) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            return false;
        s->ours[i] = ends[0];
        s->theirs[i] = ends[1];
    }
    return true;
}

static int start(const struct os_program *program, struct streams *s, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    union {
        const char *const *given;
        char **wanted; /* which posix_spawn does not change */
    } arguments = {program->arguments};
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    for (int i = 0; error == 0 && i < 3; i++)
        error = posix_spawn_file_actions_adddup2(&actions, s->theirs[i], i);
    if (error == 0)
        error =
            posix_spawn(child, program->arguments[0], &actions, NULL, arguments.wanted, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void give_input(const struct os_program *program, int *end)
{
    size_t given = 0;
    while (given < program->input_length) {
        ssize_t put =
            send(*end, program->input + given, program->input_length - given, MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            break; /* it ended without reading: its status will tell why */
        given += (size_t)put;
    }
    close(*end);
    *end = NONE;
}

static void keep_errors(struct lm_text *errors, const char *bytes, size_t length)
{
    size_t room = errors->length < ERRORS_MAX ? ERRORS_MAX - errors->length : 0;
    lm_text_add_bytes(errors, bytes, length < room ? length : room);
}

/* --- the signal to stop */

bool os_stop_make(struct os_stop *stop)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        stop->ends[i] = ends[i];
    }
    return true;
}

void os_stop_tell(struct os_stop *stop)
{
    if (stop->ends[WRITE] != NONE)
        close((int)stop->ends[WRITE]);
    stop->ends[WRITE] = NONE;
}

void os_stop_end(struct os_stop *stop)
{
    os_stop_tell(stop);
    close((int)stop->ends[READ]);
}

bool os_stop_asked(const struct os_stop *stop)
{
    struct pollfd one = {stop == NULL ? NONE : (int)stop->ends[READ], POLLIN, 0};
    return stop != NULL && poll(&one, 1, 0) > 0;
}

/* --- output */

/* Wait for an event; false if the half second that began with ${*told} is over. */
static bool wait_for(struct pollfd some[3], bool *told)
{
    some[2].fd = *told ? NONE : some[2].fd;
    int ready = poll(some, 3, *told ? GRACE_MS : -1);
    if (ready == 0 || (ready < 0 && errno != EINTR))
        return false;
    if (ready < 0)
        some[0].revents = some[1].revents = some[2].revents = 0;
    *told |= some[2].fd != NONE && some[2].revents != 0;
    return true;
}

/* Read the output until both streams end; false if ${program} wants no more, or was signalled to
 * stop and does not. */
static bool take_output(const struct os_program *program, int ends[3], struct lm_text *errors,
                        char *piece)
{
    bool told = false;
    while (ends[1] != NONE || ends[2] != NONE) {
        struct pollfd both[3] = {
            {ends[1], POLLIN, 0},
            {ends[2], POLLIN, 0},
            {program->stop == NULL ? NONE : (int)program->stop->ends[READ], POLLIN, 0}};
        if (!wait_for(both, &told))
            return false;
        for (int i = 0; i < 2; i++) {
            if (both[i].fd == NONE || both[i].revents == 0)
                continue;
            ssize_t got = read(both[i].fd, piece, PIECE);
            if (got < 0 && errno == EINTR)
                continue;
            if (got <= 0) {
                close(both[i].fd);
                ends[i + 1] = NONE;
            } else if (i == 1) {
                keep_errors(errors, piece, (size_t)got);
            } else if (program->take != NULL &&
                       !program->take(program->context, piece, (size_t)got)) {
                return false;
            }
        }
    }
    return true;
}

enum lm_status os_run(const struct os_program *program, struct lm_log *log, struct lm_text *errors,
                      int *result)
{
    struct streams streams;
    pid_t child = 0;
    int status = 0;
    char *piece = lm_arena_alloc(log->arena, PIECE, 1);
    if (piece == NULL)
        return LM_LIMIT;
    errno = open_streams(&streams) ? start(program, &streams, &child) : errno;
    bool started = child > 0;
    enum lm_status done = started ? LM_OK : os_fail(log, program->arguments[0], "run");
    close_all(streams.theirs);
    if (started) {
        give_input(program, &streams.ours[0]);
        bool whole = take_output(program, streams.ours, errors, piece);
        close_all(streams.ours);
        bool told = !whole && os_stop_asked(program->stop);
        if (!whole)
            kill(child, told ? SIGKILL : SIGTERM);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        *result = told ? -1 : !whole ? 0 : WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    close_all(streams.ours);
    return done;
}

const char *os_own_path(struct lm_arena *arena)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    return length <= 0 ? NULL : lm_arena_copy(arena, path, (size_t)length);
}

void os_begin(int *count, char ***arguments)
{
    (void)count, (void)arguments; /* they are already right */
}

const char *os_environment(const char *name)
{
    return getenv(name);
}

const char *os_data_home(struct lm_arena *arena)
{
    const char *home = getenv("HOME");
    return home == NULL ? NULL : os_join(arena, home, ".local/share");
}

_Static_assert(OS_INTERRUPT == SIGINT && OS_TERMINATE == SIGTERM, "as everywhere");

void os_outlive_readers(void)
{
    signal(SIGPIPE, SIG_IGN);
}

enum lm_status os_become(const char *const *arguments, struct lm_log *log)
{
    execv(arguments[0], (char *const *)(uintptr_t)arguments);
    return os_fail(log, arguments[0], "run");
}

void os_keep_private(void)
{
    (void)umask(077);
}

/* The GNU library returns free memory at the end of a heap to the system, and maps large pieces one
 * by one: each page must then come from the system again, cleared. */
void os_keep_memory(void)
{
#ifdef __GLIBC__
    enum { LARGE = 32 << 20, SPARE = 128 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, SPARE);
#endif
}
