/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_NORMS_H
#define LIMMAT_NORMS_H

/*
 * Norms for the titles GM, IM, WGM and WIM: FIDE Title Regulations (handbook B.01), article 1.4.
 *
 * For each player and each title above their own: is a norm reached, is it still possible and how,
 * or why not, article by article.  Options give the facts that a report lacks: the exemptions
 * of 1.4.3 a-c and the shorter events of 1.4.1 b depend on the kind of event.
 *
 * Scores are in tenths of a point at 1, 1/2, 0 a game, whatever points the event gives; ratings are
 * those of the report (1.4.6a: the list at the start).  Not checked: requirements of the
 * application (27 games, 1.5.1; a norm with foreigners, 1.4.3e; the kind of event, 1.5.6) and facts
 * outside the report (hours a day, arbiters, registration: 1.1).
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/message.h"
#include "limmat/status.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Titles that norms lead to (0.3, 1.4), the highest first. */
enum lm_norm_title { LM_NORM_GM, LM_NORM_IM, LM_NORM_WGM, LM_NORM_WIM, LM_NORM_TITLES };

/* The requirements of one edition for a title. */
struct lm_norm_demand {
    const char *name;    /* "GM" */
    int32_t floor;       /* 1.4.6b: the rating to which one opponent is raised */
    int32_t average;     /* 1.4.8a */
    int32_t performance; /* 1.4.8 */
};

/* One edition of the regulations. */
struct lm_norm_rules {
    const char *name;   /* "norms-2024" */
    const char *title;  /* for people */
    const char *source; /* source of the text */
    int32_t in_force;   /* day: for events that start on or after it */
    int32_t unrated;    /* 1.4.6d: an opponent without rating counts as this */
    struct lm_norm_demand demands[LM_NORM_TITLES];
};

/* The editions, oldest first; ${*count} of them. */
LM_API const struct lm_norm_rules *lm_norm_editions(size_t *count);

/* Kinds of event with different requirements. */
enum lm_norm_event {
    LM_NORM_ORDINARY,
    LM_NORM_NATIONAL,       /* 1.4.3a: final of a national championship; its federation exempt */
    LM_NORM_NATIONAL_TEAMS, /* 1.4.3b: national team championship; its federation exempt */
    LM_NORM_ZONAL,          /* 1.4.3c: zonal or sub-zonal; all players exempt */
    LM_NORM_WORLD_TEAMS, /* 1.4.1b: world or continental teams or clubs; 7 games of 7 to 9 rounds */
    LM_NORM_WORLD_CUP,   /* 1.4.1b: 8 games, that count as 9 */
    LM_NORM_EVENTS
};

/* "ordinary", "national", "national-teams", "zonal", "world-teams", "world-cup". */
LM_API const char *lm_norm_event_name(enum lm_norm_event event);

struct lm_norm_options {
    const struct lm_norm_rules *rules; /* NULL: the one in force when the event starts */
    enum lm_norm_event event;
};

/* The requirements, an article each. */
enum lm_norm_article {
    LM_NORM_GAMES,       /* 1.4.1: games that count, at least */
    LM_NORM_FOREIGN,     /* 1.4.3: federations of opponents that are not the player's, at least 2 */
    LM_NORM_OWN,         /* 1.4.4: opponents of the player's federation, at most 3/5 */
    LM_NORM_ONE,         /* 1.4.4: opponents of any one federation, at most 2/3 */
    LM_NORM_HOLDERS,     /* 1.4.5a: opponents with a title above CM and WCM, at least half */
    LM_NORM_REQUIRED,    /* 1.4.5b-e: opponents with this title or a higher one, at least 1/3, 3 */
    LM_NORM_PLAYERS,     /* 1.4.5: players of a double round-robin, at least 6 */
    LM_NORM_AVERAGE,     /* 1.4.8a: their average rating, at least */
    LM_NORM_SCORE,       /* 1.4.8b: tenths of a point, at least 35 % (in whole half-points) */
    LM_NORM_PERFORMANCE, /* 1.4.8: at least */
    LM_NORM_ARTICLES
};

/* "1.4.1" and so on; of LM_NORM_REQUIRED the letter depends on ${title}. */
LM_API const char *lm_norm_article_number(enum lm_norm_article article, enum lm_norm_title title);

/* One article: the actual and the required value. */
struct lm_norm_check {
    int32_t have, need; /* of LM_NORM_OWN and LM_NORM_ONE: at most ${need} */
    bool met;
    bool asked; /* false: 1.4.3 exempts from it, or it does not apply to such an event */
};

enum lm_norm_state {
    LM_NORM_MISSED,   /* no longer possible, or not reached */
    LM_NORM_POSSIBLE, /* not reached yet; ${chance} says how it can be */
    LM_NORM_REACHED
};

/* Remarks on the games that count. */
enum lm_norm_remark {
    LM_NORM_WINS_IGNORED = 1,   /* 1.4.1f: games that the player won were left out */
    LM_NORM_LATER_IGNORED = 2,  /* 1.4.1e: games after the result was achieved were left out */
    LM_NORM_EIGHT_AS_NINE = 4,  /* 1.4.1c: 8 games of 9 rounds; one such norm an application */
    LM_NORM_LAST_FORFEITED = 8, /* 1.4.2c: the last opponent did not come; counts as a loss */
    LM_NORM_EXEMPT = 16,        /* 1.4.3 a-c, by the kind of the event */
    LM_NORM_EXEMPT_SWISS = 32,  /* 1.4.3d, by the field */
    LM_NORM_NOT_SEARCHED = 64   /* the search for opponents stopped early: counts as possible */
};

/* A way to reach the norm in the remaining rounds. */
struct lm_norm_chance {
    uint32_t games;            /* future games that would count */
    int32_t tenths;            /* points needed from them at least, against these opponents */
    const uint32_t *opponents; /* player indices: ${games} opponents with whom the norm is possible,
                                  the best that the mix of 1.4.3 to 1.4.5 and the field allow */
};

struct lm_norm {
    uint32_t player; /* index */
    uint8_t title;   /* enum lm_norm_title */
    uint8_t state;   /* enum lm_norm_state */
    uint8_t remarks; /* sum of enum lm_norm_remark */
    /* About the games that count: the games that reached it, else all. */
    uint32_t games;
    const uint32_t *rounds; /* ${games} rounds, ascending */
    int32_t tenths;         /* of them */
    int32_t average;        /* Ra, 1.4.7, after 1.4.6; 0 without games */
    int32_t performance;    /* Rp; 0 without games */
    int32_t raised;         /* 1.4.6c: by how much the lowest opponent was raised; 0: not */
    uint32_t counts_as;     /* games for the 27 of 1.5.1: 1.4.1b-d, 1.7; 0: not reached */
    struct lm_norm_check checks[LM_NORM_ARTICLES];
    struct lm_norm_chance chance; /* of LM_NORM_POSSIBLE */
};

/* 1.4.3d, which is about the field: each number as in the round that has the fewest; 20, 3 and 10
 * are needed. */
struct lm_norm_field {
    bool asked; /* the event is not a round-robin, and the host federation is known */
    bool met;
    uint32_t foreigners;  /* rated, not of the host federation, at most one round missed */
    uint32_t federations; /* of them */
    uint32_t titled;      /* of them with GM, IM, WGM or WIM */
};

struct lm_norms {
    const struct lm_norm_rules *rules;
    enum lm_norm_event event;
    uint32_t rounds;    /* of the event; 0 declared: those on record */
    uint32_t played;    /* rounds without a missing result */
    bool predetermined; /* pairings are known before the start */
    bool twice;         /* a double round-robin */
    struct lm_norm_field field;
    const struct lm_norm *all; /* by player, then by title */
    size_t count;
};

/* Find the norms of all players of ${t} for the titles above their own, women's titles for women
 * only (0.3).  Games count as in 1.4.2; byes and forfeits do not.  Options may be NULL.  Reading of
 * the articles: docs/norms.md.  O(players x titles x games^2), more if wins can be left out or
 * opponents are searched.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_norms_of(const struct lm_tournament *t,
                                                const struct lm_norm_options *options,
                                                struct lm_arena *arena, struct lm_norms **out);

/* Return the check of ${article} for ${norm} as a sentence: "games that count: 5, needed 9".  NULL
 * without memory. */
LM_API const struct lm_message *lm_norm_message(const struct lm_norms *norms,
                                                const struct lm_norm *norm,
                                                enum lm_norm_article article,
                                                struct lm_arena *arena);

/* Return, in the same way, how it is still possible, and the meaning of a remark. */
LM_API const struct lm_message *lm_norm_chance_message(const struct lm_norm *norm,
                                                       struct lm_arena *arena);
LM_API const struct lm_message *lm_norm_remark_message(enum lm_norm_remark remark,
                                                       struct lm_arena *arena);

#ifdef __cplusplus
}
#endif
#endif
