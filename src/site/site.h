/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SITE_H
#define LIMMAT_SITE_SITE_H

/*
 * Results pages: functions from a tournament to HTML.  No file is read or written here; `limmat
 * publish` writes what they make, the server sends it.
 *
 * Addresses within the site are relative: SLUG/round-3.html beside SLUG/player-7.html; what all
 * events share (style sheet, script) lies one level up.  So a site works in any folder of any host.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/embedded.h"
#include "limmat/arena.h"
#include "limmat/crosstable.h"
#include "limmat/norms.h"
#include "limmat/pairing.h"
#include "limmat/prizes.h"
#include "limmat/ranking.h"
#include "limmat/rating_event.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"
#include "site/hole.h"
#include "site/share.h"

/* What a site tells of when people were born. */
enum site_birth {
    SITE_BIRTH_YEAR, /* the year, as FIDE's lists do */
    SITE_BIRTH_NONE, /* nothing, also not what follows from it (K of juniors) */
    SITE_BIRTH_DATE  /* all that is known: for one's own use */
};

/* A language of a site: each page is a file in each, and ${suffix} stands in its name, before the
 * ending: "round-3.de.html".  "": these are the addresses without one. */
struct site_language {
    const struct lm_language *language;
    const char *suffix;
};

/* Are pairings judged: explained, and checked against their rules? */
enum site_judged {
    SITE_JUDGED,
    SITE_UNDECLARED, /* no system is declared; the Dutch one of the day is assumed */
    SITE_UNKNOWN,    /* a system is declared that Limmat does not have */
    SITE_OF_TEAMS,   /* teams played, and the system pairs players */
    SITE_EARLY,      /* the edition is declared, and was not in force yet when the event began */
    SITE_NO_EDITION, /* the edition in force when the event began is not built in */
    SITE_NO_NUMBERS  /* the numbers by which the players were paired are not on file */
};

/* The system by which the rounds of ${t} can be judged, in the edition of its day; where they
 * cannot, ${*judged} says why, and the system is what may be assumed, or NULL. */
const struct lm_system *site_judged_by(const struct lm_tournament *t, enum site_judged *judged);

/* What the pages of a site have in common: names of files, but for ${base}. */
struct site_names {
    const struct lm_language *language;
    const char *suffix;
    bool first; /* of the languages: what they share is written with it */
    const struct site_language *languages;
    size_t language_count;
    enum site_birth birth;
    bool run_here; /* events are run by this program, by the system and edition that they say */
    enum lm_unrated unrated; /* C.07 art. 10, as declared for all events of the site */
    int32_t unrated_rating;
    const char *base;         /* "https://host/path/", for what must be absolute; "": not known */
    const char *style, *more; /* for all pages, and for some */
    const char *script;
    const char *words;   /* the script that other scripts share */
    const char *suppose; /* the script of what-if */
    const char *picture; /* what is shown beside links to the site: 1200 x 630 */
    struct {
        const char *page, *worker; /* scripts */
        const char *engine, *wasm; /* the npm package */
    } verify;
    struct {
        const char *page, *look; /* a script, a style sheet */
    } pair;
};

/* The style sheet, the scripts and the engine: each is a file of the site, named
 * site_add_asset. */
extern const struct embedded site_assets[];

/* Append the file name of ${asset}, which changes with its content: "style-1f2e3d4c5b.css". */
void site_add_asset(struct lm_text *out, const struct embedded *asset);

/* The names of a site under ${base}, in ${arena}: in English alone. */
struct site_names site_names_of(const char *base, struct lm_arena *arena);

/* The same site in its language ${index} of the ${count} ${languages}, which are borrowed. */
struct site_names site_names_in(const struct site_names *names,
                                const struct site_language *languages, size_t count, size_t index);

/* All languages that there are, English first and under the plain addresses, in ${arena}; NULL
 * without memory. */
const struct site_language *site_every_language(struct lm_arena *arena, size_t *count);

/* Which of the ${count} ${languages} the page ${path} is in, by the end of its name: 0 where it
 * says none. */
size_t site_language_at(const struct site_language *languages, size_t count, const char *path);

struct site_link;

/* A participant as every page names him. */
struct site_person;

/* A match of two teams, and where a player sits: board ${board} of match ${match}, from 1. */
struct site_match_of {
    uint32_t home, away;
};
struct site_seat {
    uint32_t match, board;
};

/* A round as it is played. */
struct site_round {
    const struct lm_pairing *played;     /* in board order, the bye last */
    const uint32_t *board;               /* by player: his board, from 1; 0: none */
    const int32_t *before;               /* by player: points before the round, tenths */
    bool pending;                        /* results are still awaited */
    uint32_t games, done;                /* boards with two players; those with all results */
    const struct site_match_of *matches; /* of teams, in the order of the hall */
    uint32_t match_count;
    const struct site_seat *seats; /* by player; 0: in no match; NULL: no event of teams */
};

/* What a server offers those who follow a player. */
struct site_follow {
    const char *key;  /* by which browsers know its messages; "": it sends none */
    const char *page; /* the address of the player's page */
    bool mails;
    struct site_url action; /* of the form for mail, which asks for no session: no token */
    const char *token;
};

/* A file to take away. */
struct site_file {
    const char *path;   /* "tournament.trf" */
    const char *format; /* of lm_formats: "trf26" */
    const char *label;  /* "TRF26" */
    const char *bytes;  /* NULL: the format cannot hold the tournament */
    size_t length;
};

enum { SITE_TRF, SITE_JSON, SITE_CSV, SITE_FILES };

/* Why a round is paired as it is. */
struct site_reasons {
    uint32_t round;
    struct lm_position *position;
    struct lm_pairing *pairing; /* by the rules; NULL: it cannot be told */
    const char *trouble;        /* why not; "" else */
};

/* One tournament and what was computed of it once, for all its pages. */
/* Where a server makes the pages: how they follow what happens. */
struct site_live {
    const char *stream;     /* the address of the numbers of new lines */
    struct site_url script; /* that follows them */
    uint64_t number;        /* of the line as of which the page is */
};

struct site_event {
    const struct lm_tournament *t;
    const struct lm_system *system;
    const char *slug;
    const struct site_names *names;
    const struct site_person *people;            /* by player */
    uint32_t rounds;                             /* that are paired */
    const struct site_round *round;              /* 1 … ${rounds}; [0] is unused */
    uint32_t played;                             /* the last of them with a result */
    const struct lm_standings *const *standings; /* after round 1 … ${played}; [0] is NULL */
    enum lm_ranks_from ranks, team_ranks;        /* where those of the last standings come from */
    const struct site_person *teams; /* NULL: no event of teams, and nothing of the next three */
    const uint32_t *team_of;         /* by player; LM_NOBODY: in none */
    const struct lm_standings *const *team_standings; /* after round 1 … ${rounds}; [0] is NULL */
    const struct lm_crosstable *team_table;           /* NULL before the first round */
    enum site_judged judged;                          /* SITE_JUDGED unless it is not ${known} */
    bool known;                                       /* by a system that Limmat pairs by */
    bool explained;                                   /* by a system whose reasons are known */
    bool pairs_teams;                   /* it pairs teams: matches are explained, and no games */
    const struct lm_tournament *paired; /* ${t} as it is paired: the view of its teams, or itself */
    struct site_reasons last;           /* of the round ${rounds}, if there is one */
    const struct lm_rating_rules *rating_rules;
    const struct lm_event_player *rated; /* by player, with the K reckoned with */
    struct lm_assessment assessment;     /* what the event changes; no players: nothing */
    struct site_file files[SITE_FILES];
    struct site_file journal;       /* of an event that was run by one; else without bytes */
    const struct lm_prizes *prizes; /* by the last standings; NULL: there is no plan */
    const struct lm_norms *norms; /* NULL: nobody has one, or may still reach one in what is left */
    /* Of an event that is run at another machine: when all that was entered there was known here
     * (NULL: not since this one was started), and whether that is too long ago. */
    bool away, stale;
    const char *heard;
    struct site_url guide;            /* for visitors; none: there is no server */
    const struct site_follow *follow; /* NULL: nobody is told */
    const struct site_live *live;     /* NULL: the page stays as it is */
    const struct site_link *sections; /* of one event with this; a server knows them */
    size_t section_count;
    const char *person; /* of the player whose page is written, over all events; NULL: not known */
    const struct site_pictures *pictures; /* for links elsewhere; NULL: none is drawn */
    int64_t updated;                      /* seconds since 1970 of its last version; 0: not told */
    const char *const *rooms; /* of the boards of the last round, from 0; NULL: not told */
    const char *history;      /* a page beside its own, of its versions; NULL: there is none */
};

/* Compute ${*out}, in ${arena}, of ${t} under the address ${slug}; what is passed must outlive it.
 * LM_INVALID when its tie-breaks or its system cannot be computed. */
LM_MUST_CHECK enum lm_status site_event_new(const struct lm_tournament *t, const char *slug,
                                            const struct site_names *names, struct lm_arena *arena,
                                            struct lm_log *log, struct site_event **out);

/* The same but for the reasons of the last round, which take longest: where ${out->explained}, who
 * calls puts those of site_explain into ${out->last} before a page is written. */
LM_MUST_CHECK enum lm_status site_event_begin(const struct lm_tournament *t, const char *slug,
                                              const struct site_names *names,
                                              struct lm_arena *arena, struct lm_log *log,
                                              struct site_event **out);

/* The same event with other ${names}, of another language: what was computed is shared.  ${*out} is
 * in ${arena}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_event_in(const struct site_event *e,
                                           const struct site_names *names, struct lm_arena *arena,
                                           struct site_event **out);

/* What of ${e->t} is paired by ${e->system}, if that is ${e->known}, and whether it can be told: of
 * teams the view of them, in ${arena}, where their system is one for teams.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_see_as_paired(struct site_event *e, struct lm_arena *arena);

/* Why ${round} of ${e}, which was seen as paired, is paired as it is, in ${arena}.  LM_LIMIT; what
 * the rules cannot tell is data. */
LM_MUST_CHECK enum lm_status site_explain(const struct site_event *e, uint32_t round,
                                          struct lm_arena *arena, struct site_reasons *out);

/* Append a name for addresses made of ${text}: lower-case letters, digits and single hyphens, at
 * most 60 bytes, "event" when nothing is left. */
void site_add_slug(struct lm_text *out, const char *text);

/* Why the pairings of ${e} are not judged, a sentence in ${language}; "" where they are. */
const char *site_unjudged_said(const struct site_event *e, const struct lm_language *language,
                               struct lm_arena *arena);

enum site_over {
    SITE_ONCE,      /* one page an event */
    SITE_ROUNDS,    /* one for each round that is paired */
    SITE_PLAYED,    /* one for each round that has a result */
    SITE_EXPLAINED, /* one for each round that is paired, if that can be explained */
    SITE_PLAYERS,   /* one for each player, numbered by TPN */
    SITE_SCORES,    /* of teams: one for each round that has a result */
    SITE_TEAMS      /* one for each team, by number */
};

/* A row of the table of pages. */
struct site_page {
    const char *name; /* "round" */
    const char *path; /* below SLUG/; %u is the number: "round-%u.html" */
    enum site_over over;
    bool shared; /* by all languages */
    /* Append the page; ${index} is the round, or the index of the player or team.  ${arena} is for
     * the while only. */
    enum lm_status (*write)(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                            struct lm_text *out);
};

/* Can a browser pair the rounds of ${e} again? */
bool site_is_verifiable(const struct site_event *e);

/* The event's line in the list of all. */
struct site_index_row {
    struct site_url url;
    struct site_url full; /* the same from anywhere, if the base is known */
    const char *name, *place, *dates, *state;
    int32_t day; /* it starts on, LM_NO_DAY: unknown */
    uint32_t players;
};

/* The row of ${e}, nothing of which points to ${e}, in ${arena}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_index_row_of(const struct site_event *e, struct lm_arena *arena,
                                               struct site_index_row *out);

/* Append the list of the ${sections} of the event ${name}, as they stand; below it a way to ${all}
 * events. */
LM_MUST_CHECK enum lm_status site_write_sections(const struct site_names *names, const char *name,
                                                 struct site_url all,
                                                 const struct site_index_row *sections,
                                                 size_t count, struct lm_arena *arena,
                                                 struct lm_text *out);

/* Append the list of all events, the newest first; ${rows} are put into that order. */
LM_MUST_CHECK enum lm_status site_write_index(const struct site_names *names,
                                              struct site_index_row *rows, size_t count,
                                              struct lm_arena *arena, struct lm_text *out);

/* Append the page on which a browser pairs a file of the reader's.  What it needs lies in
 * ${folder}: "" beside it, "/static/"; the list of events is ${home}: "index.html", "/". */
LM_MUST_CHECK enum lm_status site_write_pair(const struct site_names *names, const char *folder,
                                             struct site_url home, struct lm_arena *arena,
                                             struct lm_text *out);

/* Append the same as a single file, which works from a disk: a megabyte. */
LM_MUST_CHECK enum lm_status site_write_pair_alone(const struct lm_language *language,
                                                   struct lm_arena *arena, struct lm_text *out);

/* Append the list of events for search engines, ${count} of them in each of the ${languages} that
 * ${rows} has; needs a base. */
LM_MUST_CHECK enum lm_status site_write_sitemap(const struct site_index_row *const *rows,
                                                size_t languages, size_t count,
                                                struct lm_arena *arena, struct lm_text *out);

/* All pages of an event; ended by a row without name.  A page that comes out empty is none. */
extern const struct site_page site_pages[];

/* The indices for which ${page} is to be written are ${*first} to the one before ${*end}. */
void site_page_range(const struct site_page *page, const struct site_event *e, uint32_t *first,
                     uint32_t *end);

/* Append ${path} with ${number} in the place of its %u, if it has one, and ${suffix} before its
 * ending. */
void site_add_numbered(struct lm_text *out, const char *path, const char *suffix, uint32_t number);

/* Append the address of that page below SLUG/. */
void site_add_path(struct lm_text *out, const struct site_page *page, const struct site_event *e,
                   uint32_t index);

#endif
