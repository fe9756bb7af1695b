/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_SUBMISSIONS_H
#define LIMMAT_SERVER_SUBMISSIONS_H

/*
 * Tournaments that senders submitted, in the store.
 *
 * A submission begins as a *draft*: a record under the digest of its sender's secret, kept for some
 * days and visible to the sender alone. When the sender publishes it, it becomes a journal, "~SLUG"
 * in the store, which only grows. A line is a version of the tournament, a decision about it, or
 * the data of one person: the name and what belongs to it are the private part of a line of its
 * own. Versions point to these lines, so that one person can be erased from all versions. Versions
 * in which no person changes share them.
 *
 * The first line has the digest of the secret. Anyone with the secret can send new versions, and
 * the server finds a publication again that a crash interrupted.
 *
 * Records of STORE_KEPT also hold the erased names (as digests with a secret of the server) and the
 * submissions that were hidden. Restoring a backup does not undo them.
 *
 * Memory holds one entry for each submission, and what the directory shows. A summary in the store
 * holds both, so that a start reads only journals without a summary. 64 summaries share a commit;
 * the server writes the last ones when it ends.
 *
 * Changes take one lock; readers take the store's.
 */

#include "server/server.h"
#include "server/submission.h"

enum {
    SUBMISSION_DRAFT_DAYS = 7,
    SUBMISSION_VERSIONS = 200, /* of one submission */
    SUBMISSION_SLUG = 64
};

enum submission_state {
    SUBMISSION_PUBLIC,
    SUBMISSION_HELD,  /* not yet reviewed by the server's owner */
    SUBMISSION_HIDDEN /* hidden by its sender or by the server's owner */
};

struct submissions;

/* A submission in its current state, in the arena of the caller. */
struct submission {
    const char *slug, *owner, *name, *digest;
    const char *by, *reason; /* of the state; ${by}: "sender" or "server" */
    enum submission_state state;
    uint64_t head; /* number of the last line */
    unsigned versions;
    int64_t changed;
    uint32_t players;
    bool births; /* birth years are public; only for the directory */
};

/* Load all submissions of the store from their summaries; LM_IO, LM_INTERNAL with the reason in
 * ${log}. */
LM_MUST_CHECK enum lm_status submissions_open(struct submissions **out, struct server *s,
                                              struct lm_log *log);
void submissions_free(struct submissions *all);

/* Read the new lines that another server wrote for ${slug} (others.h). */
LM_MUST_CHECK enum lm_status submissions_follow(struct submissions *all, const char *slug,
                                                struct lm_log *log);

/* Does the journal of ${slug}, of ${head} lines, have lines that this server has not read? */
bool submissions_are_behind(struct submissions *all, const char *slug, uint64_t head);

/* Does ${journal} belong to a submission? */
bool submissions_own(const char *journal);

/* Find the submission at ${slug}, or the one that ${owner} sent (also if another server has just
 * published it); ${out->slug} is NULL if there is none. */
LM_MUST_CHECK enum lm_status submissions_at(struct submissions *all, const char *slug,
                                            struct lm_arena *arena, struct submission *out);
LM_MUST_CHECK enum lm_status submissions_of(struct submissions *all, const char *owner,
                                            struct lm_arena *arena, struct submission *out,
                                            struct lm_log *log);

/* Find the public submission whose last version comes from the file with ${digest}, in the same
 * way. */
LM_MUST_CHECK enum lm_status submissions_same(struct submissions *all, const char *digest,
                                              struct lm_arena *arena, struct submission *out);

/* Return a digest of ${text} with the server's secret; each ${what} gives another digest. */
const char *submissions_digest(const struct submissions *all, const char *what, const char *text,
                               struct lm_arena *arena);

/* Find a public submission, not ${owner}'s, of the same event as ${t}, in the same way. */
LM_MUST_CHECK enum lm_status submissions_alike(struct visit *v, const struct lm_tournament *t,
                                               const char *owner, struct submission *out);

/* List all submissions in ${state}, the latest change first. */
LM_MUST_CHECK enum lm_status submissions_list(struct submissions *all, enum submission_state state,
                                              struct lm_arena *arena, struct submission **out,
                                              size_t *count);

/* Find the number of the last line of ${slug}; false unless it is public. */
bool submissions_number(struct submissions *all, const char *slug, uint64_t *number);

/* --- drafts */

struct submission_draft {
    const char *owner;  /* digest of the secret */
    const char *digest; /* of the file */
    const char *file;   /* name of the file */
    int64_t at;
    bool births, minors; /* birth years, names of minors are public */
    struct findings findings;
    const char *mended; /* names of the repairs made, separated by spaces */
    const char
        *message; /* names of the facts that the sender typed, also separated: "name start" */
    struct lm_tournament *t; /* the file's tournament with the repairs */
};

LM_MUST_CHECK enum lm_status submission_keep_draft(struct visit *v,
                                                   const struct submission_draft *draft);

/* Find the draft of ${owner}; ${out->t} is NULL if there is none. */
LM_MUST_CHECK enum lm_status submission_find_draft(struct visit *v, const char *owner,
                                                   struct submission_draft *out);

/* --- published versions */

/* Read the public version ${version} of ${slug} (0: the last), and the digest of its file into
 * ${*digest}, which can be NULL. LM_INVALID: no such version. */
LM_MUST_CHECK enum lm_status submission_version(struct server *s, const char *slug,
                                                unsigned version, struct lm_arena *arena,
                                                struct lm_log *log, struct lm_tournament **out);

/* Return the names of the facts typed for the last version, separated by spaces: "name start". */
LM_MUST_CHECK enum lm_status submission_typed(struct visit *v, const char *slug,
                                              const char **message);

/* An event in the history of a submission, in order. */
struct submission_deed {
    uint64_t number;
    int64_t at;
    const char *event; /* "version", "public", "hidden", "held", "erased" */
    const char *by, *reason;
    unsigned version; /* for "version" */
    struct lm_tournament *t;
};
LM_MUST_CHECK enum lm_status submission_history(struct server *s, const char *slug,
                                                struct lm_arena *arena, struct lm_log *log,
                                                struct submission_deed **out, size_t *count);

/* --- acts; each is on the disk when it returns LM_OK */

/* Publish ${draft} or, if ${held} gives a reason (NULL: none), hold it for the server's owner. What
 * was published before with its secret stays as it is, even if another server publishes it at this
 * moment. Delete the draft. ${*slug} is in the arena of ${v}. */
LM_MUST_CHECK enum lm_status submission_publish(struct visit *v, struct submission_draft *draft,
                                                const char *held, const char **slug);

/* Make ${t}, from a file with ${digest}, the next version of ${slug}; ${*version} is the previous
 * one if nothing has changed. Keep the facts that were typed before, except those in ${message}. */
LM_MUST_CHECK enum lm_status submission_amend(struct visit *v, const char *slug,
                                              struct lm_tournament *t, const char *digest,
                                              const char *message, unsigned *version);

/* Put ${slug} into ${state}. */
LM_MUST_CHECK enum lm_status submission_decide(struct visit *v, const char *slug,
                                               enum submission_state state, const char *by,
                                               const char *reason);

/* Erase the player with the number ${tpn} in the last version of ${slug} from all versions, for
 * good; 0: the officials. */
LM_MUST_CHECK enum lm_status submission_erase(struct visit *v, const char *slug, uint32_t tpn,
                                              const char *by);

/* Return the digest of ${secret}, which identifies its owner. */
const char *submission_owner(const char *secret, struct lm_arena *arena);

#endif
