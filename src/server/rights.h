/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_RIGHTS_H
#define LIMMAT_SERVER_RIGHTS_H

/*
 * Rights of accounts. A role is a set of rights. An account has a role for a scope: the whole
 * server, one event, one of its sections, or one championship. Only rights.c knows that grant:
 * server.c asks once which of its rights hold at the address of a visit, and handlers see only
 * these (visit_may). docs/serve.md has the same as a table for users.
 */

#include <stdbool.h>
#include <stdint.h>

enum role {
    ROLE_VISITOR,
    ROLE_PLAYER, /* of a championship */
    ROLE_KIOSK,  /* a screen at the exit, where players enter their results */
    ROLE_CHECK_IN,
    ROLE_RESULTS,
    ROLE_ARBITER,
    ROLE_CHIEF,
    ROLE_DIRECTOR, /* of a championship */
    ROLE_OFFICER,  /* of the rating office, for all federations or one */
    ROLE_ADMINISTRATOR,
    ROLES
};

/* The right that a row of handlers, or a handler, requires. */
enum right {
    RIGHT_LOOK, /* see public pages */

    /* in a section, and in an event with all its sections */
    RIGHT_DESK,      /* see the desk: players by name, published rounds, results */
    RIGHT_CHECK_IN,  /* check in players */
    RIGHT_KIOSK,     /* enter results for the players at the screen */
    RIGHT_RESULT,    /* enter results of boards that have none */
    RIGHT_OVERWRITE, /* change or clear a result */
    RIGHT_DRAFT,     /* see a pairing before it is published */
    RIGHT_PRIVATE,   /* see birth dates, contacts, requests, incidents; the rating report */
    RIGHT_PEOPLE,    /* enter and change people */
    RIGHT_ROUND,     /* pair, publish, close, undo */
    RIGHT_EVENT,     /* change the announcement of a section, make exceptions, finish */

    /* in an event as a whole */
    RIGHT_LOG,    /* see the log, the journal, where the event is run */
    RIGHT_ACROSS, /* announce to all sections, move or join people of another one */
    RIGHT_WHOLE,  /* rename, add sections, erase a person, hand the event over */
    RIGHT_SEIZE,  /* seize the event from the machine that runs it */

    /* in a championship */
    RIGHT_PLAY,  /* act as a player, each for themselves */
    RIGHT_NAMED, /* be a named member of the championship */
    RIGHT_DIRECT,

    /* at every address */
    RIGHT_LIST,   /* search the rating list */
    RIGHT_INVITE, /* invite for the account's own scope, and revoke access to it */

    /* in the rating office */
    RIGHT_OFFICE,  /* see its work: of a federation if the account is limited to it */
    RIGHT_RATINGS, /* make and publish lists, correct past events */

    RIGHT_SERVER, /* new events, other machines, moderation */
    RIGHTS
};

/* Of enum right, one bit each. */
typedef uint32_t rights_set;

const char *role_title(enum role role); /* "chief arbiter" */
enum role role_named(const char *name); /* "chief"; ROLE_VISITOR: none */
const char *role_name(enum role role);
const char *right_name(enum right right); /* "check-in", for programs */

struct grant;
struct visit;

/* Give the account of ${v} its role and scope. Without memory it gets no rights. */
void rights_give(struct visit *v, enum role role, const char *scope);

/* Set ${v->rights} to the rights of its account at the requested address. */
void rights_settle(struct visit *v);

/* Does the user have ${right} in ${section} (NULL: in all sections together) of ${v}'s event? */
bool visit_may_in(const struct visit *v, const char *section, enum right right);

/* Is ${scope} (an event, a section, or "" for everything) within the scope of the account? */
bool rights_cover(const struct visit *v, const char *scope);

/* Does the account have ${right} in some other place? */
bool rights_elsewhere(const struct visit *v, enum right right);

/* Return the name of the account's role, as shown to itself. */
const char *rights_text(struct visit *v);

/* Return the address where its work begins: "/e/open/main/kiosk"; "/". */
const char *rights_home(struct visit *v);

/* Return the federation whose reports and people the account handles; "": all, NULL: not an
 * officer. */
const char *rights_federation(const struct visit *v);

/* Return the championship that the account belongs to; "": none. */
const char *rights_championship(const struct visit *v);

#endif
