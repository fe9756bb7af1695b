/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSION_JOURNAL_H
#define LIMMAT_SERVER_SUBMISSION_JOURNAL_H

/*
 * The journal of one tournament that was sent in, "~SLUG" in the store.  Its lines:
 *
 *   {"n":1,"event":"person","seal":…}               his own: {"n":1,"salt":…,"name":…,"fide_id":…}
 *   {"n":2,"event":"officials","seal":…}            theirs
 *   {"n":3,"event":"version","at":…,"digest":…,"said":…,"owner":…,"state":…,"births":…,"minors":…,
 *    "people":[1],"officials":2,"tournament":{…}}   nothing of its own
 *   {"n":4,"event":"hidden","at":…,"by":…,"reason":…}
 *
 * "people" are the numbers of the lines whose own is that of the players, in their order.  The seal
 * is the digest of what is their own: it binds the line, and tells nothing once that is erased.
 */

#include "limmat/json.h"
#include "server/submission.h"
#include "store/store.h"

struct submission_journal {
    const char *name; /* "~SLUG" */
    struct lm_arena *arena;
    struct lm_log *log;
    size_t count;
    const struct lm_json **lines; /* in order; line n at n - 1 */
    const struct lm_json **owns;  /* likewise; NULL: nothing, or no more */
    unsigned versions;
    size_t first, last; /* indices of the lines of the first and last version */
};

/* One without lines, one as it is in the store; LM_INVALID: there is no such one. */
struct submission_journal journal_empty(const char *slug, struct lm_arena *arena,
                                        struct lm_log *log);
LM_MUST_CHECK enum lm_status submission_journal_read(struct store *store, const char *slug,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct submission_journal *out);

/* Version ${version}; 0: the last. */
LM_MUST_CHECK enum lm_status journal_tournament(const struct submission_journal *j,
                                                unsigned version, struct lm_tournament **out);

/* Of the line at ${index}: a text ("" when there is none), its time, its version's number. */
const char *journal_text(const struct submission_journal *j, size_t index, const char *key);
int64_t journal_time(const struct submission_journal *j, size_t index);
unsigned journal_version(const struct submission_journal *j, size_t index);

/* The names in what is somebody's own in that line. */
size_t journal_name_count(const struct submission_journal *j, size_t index);
const char *journal_name(const struct submission_journal *j, size_t index, size_t name);

/* Begin the next line in ${text}; who calls ends its object. */
struct lm_json_writer journal_begin_line(const struct submission_journal *j, struct lm_text *text,
                                         const char *event, int64_t at);

struct version_terms {
    const char *owner, *digest, *said, *state, *reason;
    bool births, minors; /* are told, in this version and those to come */
    int64_t at;
};

/* Append ${t} to the store as the next version; ${j} stays as it was read. */
LM_MUST_CHECK enum lm_status journal_append_version(const struct submission_journal *j,
                                                    struct store *store,
                                                    const struct lm_tournament *t,
                                                    const struct version_terms *terms);

#endif
