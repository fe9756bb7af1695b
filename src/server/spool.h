/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SPOOL_H
#define LIMMAT_SERVER_SPOOL_H

/*
 * The body of a request that is too large for memory: a file, until the request is answered. Only
 * rows of handlers with a FORM_LARGE field get one, after a check of the sender's right.
 */

#include <event2/buffer.h>
#include <stdbool.h>
#include <stddef.h>

struct spool;

/* Make an empty one in ${folder}; NULL: the file cannot be made. */
struct spool *spool_new(const char *folder);

/* Append all of ${from}; false: the disk is full. */
bool spool_take(struct spool *s, struct evbuffer *from);

/* Return the number of bytes. */
size_t spool_length(const struct spool *s);

/* Map all of it for as long as ${s} lives; NULL: it cannot be read. */
const char *spool_read(struct spool *s);

/* Remove the file; NULL: does nothing. */
void spool_free(struct spool *s);

/* Remove files that a crash has left in ${folder}; call before the first spool_new. */
void spool_sweep(const char *folder);

#endif
