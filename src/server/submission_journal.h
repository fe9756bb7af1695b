/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSION_JOURNAL_H
#define LIMMAT_SERVER_SUBMISSION_JOURNAL_H

/*
 * The journal of one submitted tournament, "~SLUG" in the store. Its lines:
 *
 *   {"n":1,"event":"person","seal":…}              private: {"n":1,"salt":…,"name":…,"fide_id":…}
 *   {"n":2,"event":"officials","seal":…}           private: theirs
 *   {"n":3,"event":"version","at":…,"digest":…,"said":…,"owner":…,"state":…,"births":…,"minors":…,
 *    "people":[1],"officials":2,"tournament":{…}}  nothing private
 *   {"n":4,"event":"hidden","at":…,"by":…,"reason":…}
 *
 * "people" are the numbers of the lines with the players' private parts, in the players' order. The
 * seal is the digest of the private part: it binds the line, and reveals nothing once that part is
 * erased.
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
    const struct lm_json **owns;  /* private parts, likewise; NULL: none, or erased */
    unsigned versions;
    size_t first, last; /* indices of the lines of the first and last version */
};

/* Return a journal without lines; read one from the store (LM_INVALID: it does not exist). */
struct submission_journal journal_empty(const char *slug, struct lm_arena *arena,
                                        struct lm_log *log);
LM_MUST_CHECK enum lm_status submission_journal_read(struct store *store, const char *slug,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct submission_journal *out);

/* Read version ${version}; 0: the last. */
LM_MUST_CHECK enum lm_status journal_tournament(const struct submission_journal *j,
                                                unsigned version, struct lm_tournament **out);

/* Return a text of the line at ${index} ("" if it has none), its time, its version's number. */
const char *journal_text(const struct submission_journal *j, size_t index, const char *key);
int64_t journal_time(const struct submission_journal *j, size_t index);
unsigned journal_version(const struct submission_journal *j, size_t index);

/* Return the number of names in the private part of that line, and one of them. */
size_t journal_name_count(const struct submission_journal *j, size_t index);
const char *journal_name(const struct submission_journal *j, size_t index, size_t name);

/* Begin the next line in ${text}; the caller ends its object. */
struct lm_json_writer journal_begin_line(const struct submission_journal *j, struct lm_text *text,
                                         const char *event, int64_t at);

struct version_terms {
    const char *owner, *digest, *message, *state, *reason;
    bool births, minors; /* public, in this version and those to come */
    int64_t at;
};

/* Append ${t} to the store as the next version; ${j} stays as it was read. */
LM_MUST_CHECK enum lm_status journal_append_version(const struct submission_journal *j,
                                                    struct store *store,
                                                    const struct lm_tournament *t,
                                                    const struct version_terms *terms);

#endif
