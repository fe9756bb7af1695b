/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LINK_H
#define LIMMAT_SERVER_LINK_H

/*
 * The hall's end of the line to a public server: a thread that tells it what is new and asks what
 * waits there.  It alone calls, since nobody reaches a laptop in a hall.  Without net it tries
 * again and again, and nobody waits for it.
 */

#include "server/server.h"

/* Where an event stands on the other side. */
struct link_state {
    const char *slug;
    const char *said;        /* SYNC_WELL …, or why it cannot be told */
    uint64_t head;           /* what is there */
    const char *node, *name; /* of the machine there; "" not known yet */
};

/* What an address that a public server has made is made of: "https://host/link/TOKEN"; false: it is
 * none. */
bool link_address(const char *address, struct lm_arena *arena, const char **site,
                  const char **token);

/* Begin, if the store knows an address; ${*out} is NULL else. */
LM_MUST_CHECK enum lm_status link_start(struct link **out, struct server *s, struct lm_log *log);
void link_end(struct link *link); /* NULL: nothing */

/* Something is new.  NULL: nothing. */
void link_wake(struct link *link);

/* Call ${address} from now on; "" nobody. */
LM_MUST_CHECK enum lm_status link_set(struct visit *v, const char *address);

/* "https://host"; "" there is none.  When it answered last (0: never), and why it did not since
 * ("": it did).  In ${arena}. */
const char *link_site(struct link *link, struct lm_arena *arena);
int64_t link_heard(struct link *link, struct lm_arena *arena, const char **trouble);

/* How ${slug} stands there; false: nothing is known. */
bool link_state(struct link *link, const char *slug, struct lm_arena *arena,
                struct link_state *out);

#endif
