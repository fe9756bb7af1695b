/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_NOTICES_H
#define LIMMAT_SERVER_NOTICES_H

/*
 * Notices: news for a member of a championship that they did not cause themselves. Accepted,
 * paired, a bye, an offer, reported absent, a report of one player, a dispute, a ruling,
 * disqualified. They follow from the journal and the records beside it, so that a crash loses none.
 *
 * A person's page shows the notices that they have not marked as read. Every way out (mail, a
 * webhook, a push service) sends each notice once: it takes those of notices_of, claims the key of
 * each with outbox_claim (outbox.h), and sends the claimed ones.
 */

#include "server/championship_desk.h"

struct notice {
    uint64_t line;   /* of the journal; 0: none */
    const char *key; /* permanent, and different for every person */
    int64_t at;
    const char *message; /* in the language of the visit and the time zone of the person */
    const char *why;     /* reason given; "" */
    struct site_url url;
};

/* List the notices for ${whom} about lines after ${after}, the earliest first. */
LM_MUST_CHECK enum lm_status notices_of(struct visit *v, const struct viewer *whom, uint64_t after,
                                        struct notice **out, size_t *count);

/* List those about messages written after ${since} (letters.h); they do not quote the text. */
LM_MUST_CHECK enum lm_status notices_written(struct visit *v, const struct viewer *whom,
                                             int64_t since, struct notice **out, size_t *count);

/* List those without a line: a rejected application, tasks that wait for a director. */
LM_MUST_CHECK enum lm_status notices_beside(struct visit *v, const struct viewer *whom,
                                            struct notice **out, size_t *count);

/* Fill ${out} with ${name} as the reader of notices sent while they are away; false: no memory. */
bool notices_whom(struct visit *v, const char *name, struct viewer *out);

/* A person's reading mark: a line of the journal, and a time by the clock of the
 * championship. */
struct notices_mark {
    uint64_t line;
    int64_t at;
};

/* Read the mark ${key} beside the journal ("seen ann"); false: there is none. */
bool notices_mark_of(struct visit *v, const char *key, struct notices_mark *out);
LM_MUST_CHECK enum lm_status notices_put_mark(struct visit *v, const char *key,
                                              struct notices_mark mark);

#endif
