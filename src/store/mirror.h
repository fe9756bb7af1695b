/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_STORE_MIRROR_H
#define LIMMAT_STORE_MIRROR_H

/*
 * Every journal of a store as text in a folder, say, on a stick: NAME.journal and NAME.private,
 * which `limmat desk` and `limmat db import` read.  It is written after the commit, so every line
 * in it was accepted. A missing stick does not stop results from being entered; when it is back, or
 * after a crash, the missing lines are written.  Until then mirror_trouble gives the reason.
 */

#include "store/engine.h"

struct mirror;

/* Mirror into ${folder}; NULL: no memory. */
struct mirror *mirror_new(const char *folder);
void mirror_free(struct mirror *m);

/* Bring all journals of ${db} up to date. */
void mirror_all(struct mirror *m, struct database *db);

/* ${lines} were appended to ${journal} from number ${first} on. */
void mirror_append(struct mirror *m, struct database *db, const char *journal, uint64_t first,
                   const struct store_line *lines, size_t count);

/* When no one is writing: check that the folder is still there, and retry what could not be
 * written. */
void mirror_look(struct mirror *m, struct database *db);

/* Put the reason why it is not being written into ${why}; "" while it is.  Any thread can call
 * this. */
void mirror_trouble(struct mirror *m, char why[STORE_WHY]);

/* Other data of ${journal} has changed: write it again. */
void mirror_again(struct mirror *m, struct database *db, const char *journal);

#endif
