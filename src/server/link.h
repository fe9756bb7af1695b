/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LINK_H
#define LIMMAT_SERVER_LINK_H

/*
 * The hall's connection to a public server: a thread that sends new lines and fetches waiting
 * items. Only the hall calls, since a laptop in a hall cannot be reached from outside. Without a
 * net the thread keeps trying, and nothing waits for it.
 */

#include "server/server.h"

/* State of an event on the other side. */
struct link_state {
    const char *slug;
    const char *message;     /* SYNC_WELL …, or the reason why it is unknown */
    uint64_t head;           /* of the journal there */
    const char *node, *name; /* of the machine there; "": not known yet */
};

/* Split the address of an invitation, "https://host/link/TOKEN", into its parts; false: it is not
 * one. */
bool link_address(const char *address, struct lm_arena *arena, const char **site,
                  const char **token);

/* Start the thread if the store has an address; otherwise ${*out} is NULL. */
LM_MUST_CHECK enum lm_status link_start(struct link **out, struct server *s, struct lm_log *log);
void link_end(struct link *link); /* NULL: does nothing */

/* Wake the thread after a change. NULL: does nothing. */
void link_wake(struct link *link);

/* Call ${address} from now on; "": stop calling. */
LM_MUST_CHECK enum lm_status link_set(struct visit *v, const char *address);

/* Return the address, "https://host"; "": none. Return the time of its last answer (0: never), and
 * why it has not answered since ("": it has). In ${arena}. */
const char *link_site(struct link *link, struct lm_arena *arena);
int64_t link_heard(struct link *link, struct lm_arena *arena, const char **trouble);

/* Find the state of ${slug} on the other side; false: not known. */
bool link_state(struct link *link, const char *slug, struct lm_arena *arena,
                struct link_state *out);

#endif
