/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_NOTICES_H
#define LIMMAT_SERVER_NOTICES_H

/*
 * What happened that concerns somebody of a championship and that they did not do themselves:
 * accepted, paired, a bye, an offer, reported absent, a report of one player, a dispute, a ruling,
 * out.  It follows from the journal and from what is kept beside it, so that a crash loses none.
 *
 * The page of a person shows the notices that they have not marked as read.  Every way out (mail, a
 * webhook, a push service) sends each notice once: it takes what notices_of says, claims the key of
 * each with outbox_claim (outbox.h), and sends what it has got.
 */

#include "server/championship_desk.h"

struct notice {
    uint64_t line;   /* of the journal; 0: it has none */
    const char *key; /* the same for ever; every person has another */
    int64_t at;
    const char *said; /* in the language of the visit and by the clock of the person */
    const char *why;  /* the reason that was given; "" */
    struct site_url url;
};

/* The notices of ${whom} about lines after ${after}, the earliest first. */
LM_MUST_CHECK enum lm_status notices_of(struct visit *v, const struct viewer *whom, uint64_t after,
                                        struct notice **out, size_t *count);

/* Those about messages written after ${since} (letters.h); they say that there is one, not what. */
LM_MUST_CHECK enum lm_status notices_written(struct visit *v, const struct viewer *whom,
                                             int64_t since, struct notice **out, size_t *count);

/* Those that have no line: an application that was rejected, what waits for a director. */
LM_MUST_CHECK enum lm_status notices_beside(struct visit *v, const struct viewer *whom,
                                            struct notice **out, size_t *count);

/* ${name} as somebody to whom something is said while they do not look; false: no memory. */
bool notices_whom(struct visit *v, const char *name, struct viewer *out);

/* How far somebody got: a line of the journal, and a moment by the clock of the championship. */
struct notices_mark {
    uint64_t line;
    int64_t at;
};

/* The mark ${key} beside the journal ("seen ann"); false: there is none. */
bool notices_mark_of(struct visit *v, const char *key, struct notices_mark *out);
LM_MUST_CHECK enum lm_status notices_put_mark(struct visit *v, const char *key,
                                              struct notices_mark mark);

#endif
