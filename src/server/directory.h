/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_DIRECTORY_H
#define LIMMAT_SERVER_DIRECTORY_H

/*
 * A searchable directory of what is public on a server: events by name, place, year and
 * federation; people over all events.  It is a copy in memory of what the public pages show, and
 * has nothing else.
 *
 * Two entries are the same person if their FIDE IDs are equal; without IDs, if name, federation
 * and year of birth (if known) are.  Minors, by the day of the search, and players without a name
 * are not in it.  A pseudonym has no id to find it by.
 */

#include "limmat/json.h"
#include "limmat/tournament.h"
#include "server/server.h"

struct directory;

struct directory_event {
    const char *address; /* "/t/summer-open/", "/p/summer-open/main/" */
    const char *name, *city, *federation, *start, *end;
    int32_t day; /* LM_NO_DAY: unknown */
    uint32_t players, rounds;
};

struct directory_person {
    const char *key; /* "fide-1503014", "muster-hans-sui-1980": a part of an address */
    const char *name, *title, *federation, *fide_id;
    int born; /* 0: unknown */
    uint32_t events;
};

/* A person's participation in an event. */
struct directory_part {
    struct directory_event event;
    uint32_t tpn, games;
    int32_t rating, points; /* tenths */
};

struct directory_query {
    const char *words; /* "" anything */
    int64_t year;      /* 0: any */
    const char *federation;
    size_t from, most; /* of events */
};

struct directory *directory_new(void); /* NULL: no memory */
void directory_free(struct directory *d);

/* Put ${t}, the public tournament at ${address}, in place of the old entry, and write it for
 * directory_read as an element of the array open in ${w} (NULL: nowhere).  Without ${people} only
 * the event can be found, because its minors are not known. */
LM_MUST_CHECK enum lm_status directory_put(struct directory *d, const char *address,
                                           const struct lm_tournament *t, bool people,
                                           struct lm_json_writer *w);

/* Put what directory_put wrote: a few times faster than from a tournament.  LM_INTERNAL if it is
 * anything else; ${d} is then unmodified. */
LM_MUST_CHECK enum lm_status directory_read(struct directory *d, const struct lm_json *written);

void directory_drop(struct directory *d, const char *address);

/* Find the matching events, latest first; ${*all} gets the number of all matches. */
LM_MUST_CHECK enum lm_status directory_events(struct directory *d, const struct directory_query *q,
                                              struct lm_arena *arena, struct directory_event **out,
                                              size_t *count, size_t *all);

/* Find the people whose names have all words of ${words}, each once; ${most} at most. */
LM_MUST_CHECK enum lm_status directory_people(struct directory *d, const char *words, size_t most,
                                              int64_t now, struct lm_arena *arena,
                                              struct directory_person **out, size_t *count);

/* Find the events of the person ${key}, latest first; none: no such person. */
LM_MUST_CHECK enum lm_status directory_parts(struct directory *d, const char *key, int64_t now,
                                             struct lm_arena *arena,
                                             struct directory_person *person,
                                             struct directory_part **out, size_t *count);

/* Return the key of player ${tpn} of ${address} for directory_parts, in ${arena}; NULL: that person
 * is not in the directory. */
const char *directory_key(struct directory *d, const char *address, uint32_t tpn, int64_t now,
                          struct lm_arena *arena);

/* Find the sections of the event of ${address}, itself included, by name.  They are the sections of
 * one event of the desk, or submitted tournaments with the same dates, place and first word of the
 * name.  None if it is the only one. */
LM_MUST_CHECK enum lm_status directory_sections(struct directory *d, const char *address,
                                                struct lm_arena *arena,
                                                struct directory_event **out, size_t *count);

/* List the years and federations that have events. */
LM_MUST_CHECK enum lm_status directory_span(struct directory *d, struct lm_arena *arena,
                                            int64_t **years, size_t *year_count,
                                            const char ***federations, size_t *federation_count);

#endif
