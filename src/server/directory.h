/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_DIRECTORY_H
#define LIMMAT_SERVER_DIRECTORY_H

/*
 * What is public on a server, to be searched: events by name, place, year, federation; people over
 * all events.  In memory, a copy of what the pages say: nothing that they do not.
 *
 * People are the same when their FIDE id is; else when name, federation and year of birth (as far
 * as it is told) are.  Minors, by the day of the question, and those without name are in none of
 * it, and of a pseudonym there is no id to find by.
 */

#include "limmat/json.h"
#include "limmat/tournament.h"
#include "server/server.h"

struct directory;

struct directory_event {
    const char *address; /* "/t/summer-open/", "/p/summer-open/main/" */
    const char *name, *city, *federation, *start, *end;
    int32_t day; /* LM_NO_DAY: not known */
    uint32_t players, rounds;
};

struct directory_person {
    const char *key; /* "fide-1503014", "muster-hans-sui-1980": a part of an address */
    const char *name, *title, *federation, *fide_id;
    int born; /* 0: not told */
    uint32_t events;
};

/* Somebody's part in an event. */
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

/* Put ${t}, the public tournament at ${address}, into the place of what was there, and write it as
 * an element of the array that is being written into ${w} (NULL: nowhere), for directory_read.
 * Without ${people} only the event is found: nothing says which of them are minors. */
LM_MUST_CHECK enum lm_status directory_put(struct directory *d, const char *address,
                                           const struct lm_tournament *t, bool people,
                                           struct lm_json_writer *w);

/* Put what directory_put wrote, which is a few times faster than making it of a tournament.
 * LM_INTERNAL when it is something else; ${d} is then as it was. */
LM_MUST_CHECK enum lm_status directory_read(struct directory *d, const struct lm_json *written);

void directory_drop(struct directory *d, const char *address);

/* The events that fit, the latest first; how many there are in all to ${*all}. */
LM_MUST_CHECK enum lm_status directory_events(struct directory *d, const struct directory_query *q,
                                              struct lm_arena *arena, struct directory_event **out,
                                              size_t *count, size_t *all);

/* The people whose names have all words of ${words}, each once; ${most} at most. */
LM_MUST_CHECK enum lm_status directory_people(struct directory *d, const char *words, size_t most,
                                              int64_t now, struct lm_arena *arena,
                                              struct directory_person **out, size_t *count);

/* The parts of the person ${key}, the latest first; none: there is no such person. */
LM_MUST_CHECK enum lm_status directory_parts(struct directory *d, const char *key, int64_t now,
                                             struct lm_arena *arena,
                                             struct directory_person *person,
                                             struct directory_part **out, size_t *count);

/* The key of player ${tpn} of ${address} as directory_parts finds it, in ${arena}; NULL: that
 * person is not found. */
const char *directory_key(struct directory *d, const char *address, uint32_t tpn, int64_t now,
                          struct lm_arena *arena);

/* The events that are sections of one with ${address}, this one among them, by name: those of one
 * event of the desk, or what was sent in of the same days and place under a name that begins with
 * the same word.  None where there is no other. */
LM_MUST_CHECK enum lm_status directory_sections(struct directory *d, const char *address,
                                                struct lm_arena *arena,
                                                struct directory_event **out, size_t *count);

/* The years and federations of which there are events. */
LM_MUST_CHECK enum lm_status directory_span(struct directory *d, struct lm_arena *arena,
                                            int64_t **years, size_t *year_count,
                                            const char ***federations, size_t *federation_count);

#endif
