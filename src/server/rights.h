/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_RIGHTS_H
#define LIMMAT_SERVER_RIGHTS_H

/*
 * Who may do what.  A role is a set of rights.  An account was given a role for a scope: the whole
 * server, one event, one section of it, one championship.  That grant is known to rights.c alone:
 * server.c asks once what is left of it at the address of a visit, and handlers see nothing else
 * (visit_may).  docs/serve.md has the same as a table for people.
 */

#include <stdbool.h>
#include <stdint.h>

enum role {
    ROLE_VISITOR,
    ROLE_PLAYER, /* of a championship */
    ROLE_KIOSK,  /* a screen at the exit, where players say their results */
    ROLE_CHECK_IN,
    ROLE_RESULTS,
    ROLE_ARBITER,
    ROLE_CHIEF,
    ROLE_DIRECTOR, /* of a championship */
    ROLE_OFFICER,  /* of the rating office, for all federations or one */
    ROLE_ADMINISTRATOR,
    ROLES
};

/* What a row of handlers, or a handler, asks for. */
enum right {
    RIGHT_LOOK, /* what everybody may see */

    /* in a section, and in an event with all its sections */
    RIGHT_DESK,      /* see the desk: players by name, published rounds, results */
    RIGHT_CHECK_IN,  /* tick who is here */
    RIGHT_KIOSK,     /* say results for the players who stand there */
    RIGHT_RESULT,    /* enter results of boards that have none */
    RIGHT_OVERWRITE, /* change or clear a result that is known */
    RIGHT_DRAFT,     /* see a pairing before it is published */
    RIGHT_PRIVATE,   /* see birth dates, contacts, requests, incidents; the rating report */
    RIGHT_PEOPLE,    /* enter and change people */
    RIGHT_ROUND,     /* pair, publish, close, take back */
    RIGHT_EVENT,     /* change what was announced of a section, alter, finish */

    /* in an event as a whole */
    RIGHT_LOG,    /* see the log, the journal, where the event is run */
    RIGHT_ACROSS, /* announce to all sections, move or join people of another one */
    RIGHT_WHOLE,  /* rename, add sections, erase a person, hand the event over */
    RIGHT_SEIZE,  /* run it here without the word of the machine that runs it */

    /* in a championship */
    RIGHT_PLAY,  /* what players do, each for themselves */
    RIGHT_NAMED, /* be one of those whom the championship knows by name */
    RIGHT_DIRECT,

    /* wherever the account goes */
    RIGHT_LIST,   /* look people up in the rating list */
    RIGHT_INVITE, /* invite for the scope of one's own, and shut out what works in it */

    /* in the rating office */
    RIGHT_OFFICE,  /* see its work: of a federation where the account has no more */
    RIGHT_RATINGS, /* make and publish lists, put past events right */

    RIGHT_SERVER, /* new events, other machines, moderation */
    RIGHTS
};

/* Of enum right, one bit each. */
typedef uint32_t rights_set;

const char *role_title(enum role role); /* "chief arbiter" */
enum role role_named(const char *name); /* "chief"; ROLE_VISITOR for what is none */
const char *role_name(enum role role);
const char *right_name(enum right right); /* "check-in", as programs are told */

struct grant;
struct visit;

/* What the account of ${v} was given.  Without memory it is nothing. */
void rights_give(struct visit *v, enum role role, const char *scope);

/* Put into ${v->rights} what its account may do at the address that was asked for. */
void rights_settle(struct visit *v);

/* May who visits do it in ${section} (NULL: in all of them together) of the event of ${v}? */
bool visit_may_in(const struct visit *v, const char *section, enum right right);

/* Is ${scope}, an event, a section or "" for everything, within what the account was given? */
bool rights_cover(const struct visit *v, const char *scope);

/* Was it given ${right} for some other place? */
bool rights_elsewhere(const struct visit *v, enum right right);

/* The word for the account's role, for its own eyes. */
const char *rights_said(struct visit *v);

/* Where its work begins: "/e/open/main/kiosk"; "/". */
const char *rights_home(struct visit *v);

/* The federation of whose reports and people the account is an officer; "" of all, NULL of none. */
const char *rights_federation(const struct visit *v);

/* The championship of which it is; "" of none. */
const char *rights_championship(const struct visit *v);

#endif
