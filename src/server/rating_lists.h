/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_RATING_LISTS_H
#define LIMMAT_SERVER_RATING_LISTS_H

/*
 * The rating list for searches, and its updates. If updates are on and the net is reachable, the
 * server replaces a list older than a day (questions 135 and 136 of FIDE's list): `limmat-fetch`
 * and `limmat rate import` run as programs of their own. No request waits for them, and after any
 * failure the old list stays. Without a net, a user uploads the file, which is imported in the same
 * way.
 */

#include "limmat/registry.h"
#include "os/files.h"
#include "server/server.h"

struct lists;

struct os_stop;

/* Address of FIDE's list. */
extern const char lists_of_fide[];

/* Open the list in ${file}; it can be missing unless ${required}. ${folder} has room for downloads.
 * Refuse a file that is not a registry. After ${stop} no call waits for a download. Free ${*out}
 * even after an error. */
LM_MUST_CHECK enum lm_status lists_new(struct lists **out, const char *file, bool required,
                                       const char *folder, const struct os_stop *stop,
                                       struct lm_log *log);
void lists_free(struct lists *l); /* ends a running download; NULL: does nothing */

/* Return the current list, which stays mapped until lists_free; NULL: no list, or no ${l}. Put the
 * time its file was written into ${*made}, which can be NULL. */
const struct os_map *lists_now(struct lists *l, int64_t *made);

/* Keep the list at most a day old from ${url} from now on; "": stop that. A missing or older list
 * is fetched at once. false: downloads cannot run here, and lists_said gives the reason. */
bool lists_keep(struct lists *l, const char *url);

/* Fetch the list now, from the address of the updates, else from FIDE. false: as above. */
bool lists_fetch(struct lists *l);

/* Import FIDE's file ${bytes}, zipped or not, as the list of ${day} ("2026-11-01"), in a program of
 * its own. LM_INVALID without a message in ${log}: another import is running. */
LM_MUST_CHECK enum lm_status lists_take(struct lists *l, const char *bytes, size_t length,
                                        const char *day, struct lm_log *log);

/* Return the state of the download, a sentence; "": nothing to report. Is it still running? */
const char *lists_said(struct lists *l, struct visit *v);
bool lists_are_busy(struct lists *l);
/* Are automatic updates on? */
bool lists_are_kept(struct lists *l);

/* handle_list.c: find the ids that match ${typed}, a name or an id; return their number. Read the
 * person ${id} into ${out}; false if the list lacks them or they have died. */
enum { LIST_SHOWN = 12, LIST_TYPED = 80 };
size_t list_find(struct visit *v, const struct os_map *list, const char *typed, uint32_t *ids);
bool list_person(struct visit *v, const struct os_map *list, uint32_t id, struct lm_person *out);

/* handle_list.c: return the rating of ${person} in the first of ${lists} ("rapid standard") that
 * has one, and its kind; 0: none. */
int16_t list_rating(const struct lm_person *person, const char *lists, enum lm_chess *kind);

#endif
