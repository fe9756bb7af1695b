/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SPOOL_H
#define LIMMAT_SERVER_SPOOL_H

/*
 * The body of a request that is too large for memory: a file, until the request is answered.  Only
 * rows of handlers with a FORM_LARGE field get one, after the right of the sender was checked.
 */

#include <event2/buffer.h>
#include <stdbool.h>
#include <stddef.h>

struct spool;

/* An empty one in ${folder}; NULL: it can't be made there. */
struct spool *spool_new(const char *folder);

/* Move all of ${from} behind what is there; false: the disk takes no more. */
bool spool_take(struct spool *s, struct evbuffer *from);

/* How many bytes were taken. */
size_t spool_length(const struct spool *s);

/* All of it, which lives as long as ${s}; NULL: it can't be read. */
const char *spool_read(struct spool *s);

/* Remove the file; NULL: nothing. */
void spool_free(struct spool *s);

/* Remove what a crash has left in ${folder}: before the first spool_new. */
void spool_sweep(const char *folder);

#endif
