/* SPDX-License-Identifier: Apache-2.0 */

/*
 * A disk that can be watched, that fails, and a power cut: preloaded before the C library.  Calls
 * that change the disk are numbered from 1.
 *   SHIM_LOG=FILE  each call is a line in FILE: "fsync-file PATH", "rename FROM TO", …
 *   SHIM_KILL=N    the process is killed (SIGKILL) in place of call N
 *   SHIM_FAIL=N    call N fails (ENOSPC), and does nothing
 */

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_long calls;

static long number_in(const char *name)
{
    const char *text = getenv(name);
    return text == NULL ? 0 : strtol(text, NULL, 10);
}

static void write_down(const char *what, const char *path, const char *other)
{
    const char *log = getenv("SHIM_LOG");
    char line[8192];
    if (log == NULL)
        return;
    int length = snprintf(line, sizeof line, "%s %s %s\n", what, path, other);
    long file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file >= 0) {
        syscall(SYS_write, file, line, (size_t)length);
        syscall(SYS_close, file);
    }
}

/* Should this call go on? */
static bool goes_on(const char *what, const char *path, const char *other)
{
    long number = atomic_fetch_add(&calls, 1) + 1;
    if (number == number_in("SHIM_KILL"))
        kill(getpid(), SIGKILL);
    bool fails = number == number_in("SHIM_FAIL");
    write_down(fails ? "failed" : what, path, other);
    errno = ENOSPC;
    return !fails;
}

static const char *path_of(int file, char path[4096])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    path[length < 0 ? 0 : length] = '\0';
    return path;
}

/* Is ${file} on a disk?  Standard streams are not. */
static bool is_disk(int file, struct stat *about)
{
    return file > 2 && fstat(file, about) == 0 &&
           (S_ISREG(about->st_mode) || S_ISDIR(about->st_mode));
}

#pragma GCC visibility push(default)

ssize_t write(int file, const void *bytes, size_t length)
{
    struct stat about;
    char path[4096];
    if (is_disk(file, &about) && !goes_on("write", path_of(file, path), ""))
        return -1;
    return syscall(SYS_write, file, bytes, length);
}

int fsync(int file)
{
    struct stat about;
    char path[4096];
    if (!is_disk(file, &about))
        return (int)syscall(SYS_fsync, file);
    /* The disk is spared: the request is only recorded. */
    return goes_on(S_ISDIR(about.st_mode) ? "fsync-folder" : "fsync-file", path_of(file, path), "")
               ? 0
               : -1;
}

int ftruncate(int file, off_t length)
{
    char path[4096];
    if (!goes_on("truncate", path_of(file, path), ""))
        return -1;
    return (int)syscall(SYS_ftruncate, file, length);
}

int rename(const char *from, const char *to)
{
    return goes_on("rename", from, to) ? (int)syscall(SYS_rename, from, to) : -1;
}

int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned flags)
{
    if (!goes_on("rename", from, to))
        return -1;
    return (int)syscall(SYS_renameat2, from_at, from, to_at, to, flags);
}

int link(const char *from, const char *to)
{
    return goes_on("link", from, to) ? (int)syscall(SYS_link, from, to) : -1;
}

int mkdir(const char *path, mode_t mode)
{
    return goes_on("mkdir", path, "") ? (int)syscall(SYS_mkdir, path, mode) : -1;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if ((flags & O_CREAT) != 0 && !goes_on("create", path, ""))
        return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

#pragma GCC visibility pop
