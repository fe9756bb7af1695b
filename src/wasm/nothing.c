/* SPDX-License-Identifier: Apache-2.0 */

/*
 * What libc would ask of a system, answered here, so that the module imports nothing and runs
 * wherever WebAssembly does.  Nothing in the library writes to a file; the C library's printf
 * mentions stderr, for long doubles that are never printed.
 */

#include <stdint.h>
#include <wasi/api.h>

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t file);
int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t file, int64_t offset, int32_t whence,
                                                  int32_t position);
int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t file, int32_t parts, int32_t count,
                                                   int32_t written);

int32_t __imported_wasi_snapshot_preview1_fd_close(int32_t file)
{
    (void)file;
    return __WASI_ERRNO_BADF;
}

int32_t __imported_wasi_snapshot_preview1_fd_seek(int32_t file, int64_t offset, int32_t whence,
                                                  int32_t position)
{
    (void)file, (void)offset, (void)whence, (void)position;
    return __WASI_ERRNO_BADF;
}

int32_t __imported_wasi_snapshot_preview1_fd_write(int32_t file, int32_t parts, int32_t count,
                                                   int32_t written)
{
    (void)file, (void)parts, (void)count, (void)written;
    return __WASI_ERRNO_BADF;
}
