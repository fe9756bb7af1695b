/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LISTS_H
#define LIMMAT_SERVER_LISTS_H

/*
 * The rating list in which people are found, and keeping it fresh: where that is wanted and the
 * net is there, a list older than a day is fetched anew (questions 135 and 136 of FIDE's list), by
 * `limmat-fetch` and `limmat rate import`, beside what the server does.  Nothing waits for it, and
 * whatever goes wrong the list that there is stays.  Where there is no net somebody brings the
 * file, which goes the same way.
 */

#include "limmat/registry.h"
#include "os/files.h"
#include "server/server.h"

struct lists;

struct os_stop;

/* Where FIDE publishes it. */
extern const char lists_of_fide[];

/* The list in ${file}, if it is there or ${required}; ${folder} has room for what is fetched.  A
 * file that is no list of ours is refused.  Once ${stop} is told nobody waits for one.  To be freed
 * also where it failed. */
LM_MUST_CHECK enum lm_status lists_new(struct lists **out, const char *file, bool required,
                                       const char *folder, const struct os_stop *stop,
                                       struct lm_log *log);
void lists_free(struct lists *l); /* ends what is being fetched; NULL: nothing */

/* The list of now, which stays mapped until lists_free; NULL: there is none, or no ${l}.  When its
 * file was written is in ${*made}, which may be NULL. */
const struct os_map *lists_now(struct lists *l, int64_t *made);

/* From now on keep it at most a day old from ${url}, or ("") do not; a list that is too old, or
 * missing, is fetched at once.  false: nothing of that can run here, which lists_said tells. */
bool lists_keep(struct lists *l, const char *url);

/* Fetch it now, from where it is kept from, else from FIDE.  false: as above. */
bool lists_fetch(struct lists *l);

/* Read FIDE's file ${bytes}, zipped or not, as the list of ${day} ("2026-11-01"), beside what the
 * server does.  LM_INVALID, without a word in ${log}: another one is being read. */
LM_MUST_CHECK enum lm_status lists_take(struct lists *l, const char *bytes, size_t length,
                                        const char *day, struct lm_log *log);

/* How that goes, a sentence; "" nothing is to be said.  Is it still going on? */
const char *lists_said(struct lists *l, struct visit *v);
bool lists_are_busy(struct lists *l);
/* Is it kept fresh? */
bool lists_are_kept(struct lists *l);

/* handle_list.c: the ids of those whom ${typed}, a name or an id, may mean; how many.  The list may
 * name ${id}, who is alive: into ${out}. */
enum { LIST_SHOWN = 12, LIST_TYPED = 80 };
size_t list_find(struct visit *v, const struct os_map *list, const char *typed, uint32_t *ids);
bool list_person(struct visit *v, const struct os_map *list, uint32_t id, struct lm_person *out);

/* handle_list.c: the rating of the first of ${lists} ("rapid standard") in which ${person} has one,
 * 0: none; where it is from. */
int16_t list_rating(const struct lm_person *person, const char *lists, enum lm_chess *kind);

#endif
