/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSIONS_H
#define LIMMAT_SERVER_SUBMISSIONS_H

/*
 * The tournaments that were sent in, in the store.
 *
 * What is sent is a *draft*: a record under the digest of its sender's secret, for some days, seen
 * by nobody else.  When he has looked and says so, it becomes a journal: "~SLUG" in the store,
 * which only grows.  A line is a version of the tournament, a decision about it, or one person's
 * own: his name and what goes with it are the private part of a line of its own, to which versions
 * point, so that one person can be erased from all of them.  Versions that change nobody share
 * those lines.
 *
 * The digest of the secret stands in the first line: whoever knows the secret may send new
 * versions, and a publication that a crash cut in two is found again.
 *
 * Whose name was erased, and what was taken down, stands in records of STORE_KEPT, too, which a
 * restored backup does not undo.  Names are there as digests with a secret of the server.
 *
 * In memory is a line of each, and what the directory says.  A summary in the store has both, so
 * that a start reads only the journals that have none; 64 of them share a commit, and the last are
 * written when the server ends.
 *
 * Changes take one lock; reading takes the store's.
 */

#include "server/server.h"
#include "server/submission.h"

enum {
    SUBMISSION_DRAFT_DAYS = 7,
    SUBMISSION_VERSIONS = 200, /* of one event */
    SUBMISSION_SLUG = 64
};

enum submission_state {
    SUBMISSION_PUBLIC,
    SUBMISSION_HELD,  /* the server's owner has not looked yet */
    SUBMISSION_HIDDEN /* taken down, by its sender or by the server's owner */
};

struct submissions;

/* One of them as it is now, in the arena of who asks. */
struct submission {
    const char *slug, *owner, *name, *digest;
    const char *by, *reason; /* of its state; by "sender" or "server" */
    enum submission_state state;
    uint64_t head; /* the number of its last line */
    unsigned versions;
    int64_t changed;
    uint32_t players;
    bool births; /* are told; for what is put into the directory only */
};

/* All of the store, from their summaries; LM_IO, LM_INTERNAL with the reason in ${log}. */
LM_MUST_CHECK enum lm_status submissions_open(struct submissions **out, struct server *s,
                                              struct lm_log *log);
void submissions_free(struct submissions *all);

/* Have what another server has taken of ${slug} (others.h). */
LM_MUST_CHECK enum lm_status submissions_follow(struct submissions *all, const char *slug,
                                                struct lm_log *log);

/* Has the journal of ${slug} with ${head} lines something that is not known here? */
bool submissions_are_behind(struct submissions *all, const char *slug, uint64_t head);

/* Is a journal of that name one of ours? */
bool submissions_own(const char *journal);

/* The one at ${slug}, the one that ${owner} sent (also when another server has just published it);
 * ${out->slug} is NULL when there is none. */
LM_MUST_CHECK enum lm_status submissions_at(struct submissions *all, const char *slug,
                                            struct lm_arena *arena, struct submission *out);
LM_MUST_CHECK enum lm_status submissions_of(struct submissions *all, const char *owner,
                                            struct lm_arena *arena, struct submission *out,
                                            struct lm_log *log);

/* The public one whose last version was made of the file with that digest; likewise. */
LM_MUST_CHECK enum lm_status submissions_same(struct submissions *all, const char *digest,
                                              struct lm_arena *arena, struct submission *out);

/* A digest of ${text} with the secret of the server, of its own for each ${what}. */
const char *submissions_digest(const struct submissions *all, const char *what, const char *text,
                               struct lm_arena *arena);

/* The public one, not ${owner}'s, that is the same event as ${t}; likewise. */
LM_MUST_CHECK enum lm_status submissions_alike(struct visit *v, const struct lm_tournament *t,
                                               const char *owner, struct submission *out);

/* All in that state, the latest change first. */
LM_MUST_CHECK enum lm_status submissions_list(struct submissions *all, enum submission_state state,
                                              struct lm_arena *arena, struct submission **out,
                                              size_t *count);

/* The number of the last line of ${slug}, if it is public. */
bool submissions_number(struct submissions *all, const char *slug, uint64_t *number);

/* --- drafts */

struct submission_draft {
    const char *owner;  /* the digest of the secret */
    const char *digest; /* of the file */
    const char *file;   /* its name */
    int64_t at;
    bool births, minors; /* are told */
    struct findings findings;
    const char *mended;      /* names of mends, apart by spaces */
    const char *said;        /* facts that were typed, likewise: "name start" */
    struct lm_tournament *t; /* as it was sent, with what was mended */
};

LM_MUST_CHECK enum lm_status submission_keep_draft(struct visit *v,
                                                   const struct submission_draft *draft);

/* ${out->t} is NULL when there is none. */
LM_MUST_CHECK enum lm_status submission_find_draft(struct visit *v, const char *owner,
                                                   struct submission_draft *out);

/* --- what was published */

/* Version ${version} of ${slug} (0: the last), for everybody; its digest of the file to ${*digest},
 * which may be NULL.  LM_INVALID: there is none. */
LM_MUST_CHECK enum lm_status submission_version(struct server *s, const char *slug,
                                                unsigned version, struct lm_arena *arena,
                                                struct lm_log *log, struct lm_tournament **out);

/* The names of the facts of its last version that were typed, apart by spaces: "name start". */
LM_MUST_CHECK enum lm_status submission_typed(struct visit *v, const char *slug, const char **said);

/* Something that happened to one, in order. */
struct submission_deed {
    uint64_t number;
    int64_t at;
    const char *event; /* "version", "public", "hidden", "held", "erased" */
    const char *by, *reason;
    unsigned version; /* of a "version" */
    struct lm_tournament *t;
};
LM_MUST_CHECK enum lm_status submission_history(struct server *s, const char *slug,
                                                struct lm_arena *arena, struct lm_log *log,
                                                struct submission_deed **out, size_t *count);

/* --- acts; each is on the disk when it returns LM_OK */

/* Make ${draft} public, or (${held} says why; NULL: no reason) have it wait for the server's owner;
 * what was published before by its secret, be it at another server at this moment, stays as it is.
 * The draft is gone.  ${*slug} in the arena of ${v}. */
LM_MUST_CHECK enum lm_status submission_publish(struct visit *v, struct submission_draft *draft,
                                                const char *held, const char **slug);

/* Make ${t}, of a file with ${digest}, the next version of ${slug}; ${*version} is the one before
 * when nothing has changed.  Facts that were typed before, but for those in ${said}, stay as they
 * are. */
LM_MUST_CHECK enum lm_status submission_amend(struct visit *v, const char *slug,
                                              struct lm_tournament *t, const char *digest,
                                              const char *said, unsigned *version);

/* Put ${slug} into ${state}. */
LM_MUST_CHECK enum lm_status submission_decide(struct visit *v, const char *slug,
                                               enum submission_state state, const char *by,
                                               const char *reason);

/* Erase who has the number ${tpn} in the last version of ${slug} from all of them, for good; 0:
 * those who officiated. */
LM_MUST_CHECK enum lm_status submission_erase(struct visit *v, const char *slug, uint32_t tpn,
                                              const char *by);

/* The digest under which ${secret} is known. */
const char *submission_owner(const char *secret, struct lm_arena *arena);

#endif
