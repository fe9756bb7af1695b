/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_OS_FILES_H
#define LIMMAT_OS_FILES_H

/*
 * Files and folders of the operating system.  Paths are UTF-8 with '/' between names; on Windows
 * '\\' is a separator, too, and a root can be "C:/" or "//server/share/".
 *
 * "Durable" means safe from a power cut from the moment the call returned LM_OK: the bytes are on
 * the disk (fsync of the file) and so is the name (fsync of its folder).  "Atomic" means that
 * others, and a restart after a crash, see the state before or the state after, never one in
 * between.
 *
 * Calls that can fail return LM_IO with one error in ${log} (path, action, the system's reason), or
 * LM_LIMIT if memory runs out; outputs are then unmodified.  Several threads can make any call at
 * once, each with its own ${log}.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "limmat/arena.h"
#include "limmat/status.h"

/* --- kinds of files */

enum os_kind {
    OS_NOTHING, /* missing, or a link to nothing, or no right to look */
    OS_FILE,
    OS_FOLDER,
    OS_OTHER /* a pipe, a terminal, a device */
};

/* The kind of ${path}; of a link, the kind of its target. */
enum os_kind os_kind_of(const char *path);

/* The time of the last write to ${path}, in seconds since 1970; 0: not a file. */
int64_t os_written(const char *path);

/* Is the name in use, even by a link that leads nowhere? */
bool os_is_there(const char *path);

/* --- reading */

/* Read the whole of ${path} into ${arena}, NUL-terminated; ${*length} without the NUL. */
LM_MUST_CHECK enum lm_status os_read(const char *path, struct lm_arena *arena, struct lm_log *log,
                                     const char **bytes, size_t *length);

/* The same of standard input. */
LM_MUST_CHECK enum lm_status os_read_input(struct lm_arena *arena, struct lm_log *log,
                                           const char **bytes, size_t *length);

/* fopen of ${path}, which is UTF-8 as everywhere here, to read or write piece by piece; ${mode} as
 * for fopen, "rb", "wb", "ab".  Child programs do not inherit it. */
FILE *os_stream(const char *path, const char *mode);

/* The bytes of a file without reading it: pages are loaded when they are accessed.  For large files
 * that no one shortens meanwhile.  LM_IO also for an empty file. */
struct os_map {
    const char *bytes;
    size_t length;
};
LM_MUST_CHECK enum lm_status os_map_file(const char *path, struct lm_log *log, struct os_map *map);
void os_unmap(struct os_map *map);

/* Does the file ${path} contain exactly these bytes? */
bool os_holds(const char *path, const char *bytes, size_t length);

/* --- writing */

enum os_writing {
    OS_REPLACE, /* replaces a file of that name; its mode stays, links are followed */
    OS_NEW,     /* the name must be free, a link counts as taken: else LM_INVALID */
    OS_SECRET,  /* as OS_NEW, readable by its owner alone; on Windows as the folder says */
    OS_QUICK,   /* as OS_REPLACE, atomic but not durable: for data that can be made again */
    OS_PLAIN /* straight into the file, created if missing, with durable bytes: for folders that no
                one sees before os_settle_folder and os_rename_new */
};

/* Write ${path}, atomic and durable: into a file beside it ("NAME.….part") that then takes its
 * name.  Files of that kind left by a power cut are removed by the next write there.  A path that
 * is not a file (a pipe, a device) is written directly. */
LM_MUST_CHECK enum lm_status os_write(const char *path, const char *bytes, size_t length,
                                      enum os_writing how, struct lm_log *log);

/* The same piece by piece.  After a successful os_draft_open, exactly one of os_draft_keep and
 * os_draft_drop ends it; no one sees the bytes before os_draft_keep. */
struct os_draft {
    intptr_t handle;
    enum os_writing how;
    bool failed;         /* some bytes could not be put */
    const char *path;    /* the final path, links followed */
    const char *part;    /* the path of the draft; NULL: written directly */
    uint64_t put, begun; /* bytes; of which writing to disk has begun for so many */
};
LM_MUST_CHECK enum lm_status os_draft_open(const char *path, enum os_writing how,
                                           struct lm_arena *arena, struct lm_log *log,
                                           struct os_draft *draft);
/* false: it failed, now or before; os_draft_keep will report it. */
bool os_draft_put(struct os_draft *draft, const char *bytes, size_t length);
LM_MUST_CHECK enum lm_status os_draft_keep(struct os_draft *draft, struct lm_log *log);
void os_draft_drop(struct os_draft *draft);

/* Write a new file directly, neither atomic nor durable: in a folder that no one sees yet. */
LM_MUST_CHECK enum lm_status os_write_plainly(const char *path, const char *bytes, size_t length,
                                              struct lm_log *log);

/*
 * The same for many files, one flood for each thread; begun as {0}.  After half a gigabyte each
 * file is written to disk as it comes, and its pages are freed once they are there.  The rest then
 * neither piles up for the next caller who waits for the disk, nor pushes other programs' data out
 * of memory. A freed page is reused, whereas a virtual machine would have to ask its host for a new
 * one, which takes ten times as long as writing it.
 */
enum { OS_FLOOD_HELD = 64 };
struct os_flood {
    uint64_t put; /* bytes */
    size_t count; /* of the files held until the disk should have them; only the last ones are still
                     held */
    intptr_t held[OS_FLOOD_HELD];
};
LM_MUST_CHECK enum lm_status os_flood_write(struct os_flood *flood, const char *path,
                                            const char *bytes, size_t length, struct lm_log *log);
void os_flood_end(struct os_flood *flood);

/* --- a file that only grows, one writer at a time */

struct os_growing {
    intptr_t handle;
    const char *path; /* the caller's */
    size_t length;
};

/* Open the file ${path} and wait until no one else has it open this way.  If another file takes the
 * name meanwhile, that one is opened. */
LM_MUST_CHECK enum lm_status os_growing_open(const char *path, struct lm_log *log,
                                             struct os_growing *file);
/* All of it, as os_read. */
LM_MUST_CHECK enum lm_status os_growing_read(const struct os_growing *file, struct lm_arena *arena,
                                             struct lm_log *log, const char **bytes,
                                             size_t *length);
/* Put ${bytes} at its end, durable.  On LM_IO none of them is in the file; if they could not be
 * removed, a second error says so. */
LM_MUST_CHECK enum lm_status os_growing_append(struct os_growing *file, const char *bytes,
                                               size_t length, struct lm_log *log);
/* Leave the first ${length} bytes, durable. */
LM_MUST_CHECK enum lm_status os_growing_cut(struct os_growing *file, size_t length,
                                            struct lm_log *log);
void os_growing_close(struct os_growing *file);

/* --- locks: they end with the process, however it ends */

struct os_lock {
    intptr_t handle; /* -1: none */
};

enum os_waiting {
    OS_AT_ONCE, /* LM_IO if someone else has the lock */
    OS_WAIT
};

/* Lock the existing file or folder ${path} against every other os_lock_path of it, also in this
 * process.  Reading and writing are not prevented. */
LM_MUST_CHECK enum lm_status os_lock_path(const char *path, enum os_waiting waiting,
                                          struct lm_log *log, struct os_lock *lock);
void os_unlock(struct os_lock *lock);

/* --- folders */

struct os_entry {
    const char *name;
    enum os_kind kind; /* of a link, the kind of its target */
};

/* The contents of the folder ${path} except "." and "..", in the order of the names' bytes. */
LM_MUST_CHECK enum lm_status os_list(const char *path, struct lm_arena *arena, struct lm_log *log,
                                     const struct os_entry **entries, size_t *count);

/* The number of entries in ${path}; 0 if it is not a folder. */
size_t os_count_entries(const char *path);

/* Make the folder ${path} unless it exists. */
LM_MUST_CHECK enum lm_status os_make_folder(const char *path, struct lm_log *log);
/* Make it if the name is free: else LM_INVALID. */
LM_MUST_CHECK enum lm_status os_make_new_folder(const char *path, struct lm_log *log);
/* Make it and the missing folders above it. */
LM_MUST_CHECK enum lm_status os_make_folders(const char *path, struct lm_arena *arena,
                                             struct lm_log *log);

/* Make the contents of the folder ${path} durable (its names, not the bytes of its files). */
LM_MUST_CHECK enum lm_status os_settle_folder(const char *path, struct lm_log *log);

/* Remove the file ${path}; it may be missing. */
void os_remove(const char *path);
/* Remove the folder ${path} if it is empty. */
void os_remove_folder(const char *path);
/* Remove ${path} and everything in it, following no links; it may be missing. */
void os_remove_tree(const char *path);

/* Rename ${from} to ${to}, which must be free: else LM_INVALID.  Atomic and durable; both on one
 * file system. */
LM_MUST_CHECK enum lm_status os_rename_new(const char *from, const char *to, struct lm_log *log);

/* Put ${fresh} in the place of ${live}, at once where the system can: a reader finds the one or the
 * other.  What was live is at ${fresh} afterwards, or nothing is if nothing was live.  Both are
 * folders or both are files of one file system.  LM_IO, and then nothing has changed. */
LM_MUST_CHECK enum lm_status os_take_place(const char *fresh, const char *live, struct lm_log *log);

/* Give the file ${from} the name ${to}, too; false if that is impossible. */
bool os_link(const char *from, const char *to);

/* --- names */

/* "${folder}/${name}" in ${arena}; NULL if memory runs out. */
const char *os_join(struct lm_arena *arena, const char *folder, const char *name);

/* The last name of ${path}, within it: "b.trf" of "a/b.trf", "" of "a/". */
const char *os_name_in(const char *path);

#endif
