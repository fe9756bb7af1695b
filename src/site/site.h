/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SITE_H
#define LIMMAT_SITE_SITE_H

/*
 * Results pages: functions from a tournament to HTML.  No file is read or written here; `limmat
 * publish` writes the pages to files, the server sends them.
 *
 * Addresses within the site are relative: SLUG/round-3.html beside SLUG/player-7.html; files shared
 * by all events (style sheet, script) lie one level up.  A site therefore works in any folder of
 * any host.
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

/* The data about births that a site shows. */
enum site_birth {
    SITE_BIRTH_YEAR, /* the year, as in FIDE's lists */
    SITE_BIRTH_NONE, /* none, also not values derived from it (K of juniors) */
    SITE_BIRTH_DATE  /* all known data: for private use */
};

/* A language of a site: each page is a file in each language, with ${suffix} before the ending of
 * its name: "round-3.de.html".  "": the addresses without suffix. */
struct site_language {
    const struct lm_language *language;
    const char *suffix;
};

/* Are pairings judged, that is explained and checked against their rules? */
enum site_judged {
    SITE_JUDGED,
    SITE_UNDECLARED, /* no system is declared; the Dutch one of the time is assumed */
    SITE_UNKNOWN,    /* the declared system is not in Limmat */
    SITE_OF_TEAMS,   /* teams played, but the system pairs players */
    SITE_EARLY,      /* the declared edition was not in force yet when the event began */
    SITE_NO_EDITION, /* the edition in force when the event began is not built in */
    SITE_NO_NUMBERS  /* the numbers used for pairing are not on file */
};

/* Return the system by which the rounds of ${t} can be judged, in the edition of its day; if they
 * can't, ${*judged} gets the reason, and the system is an assumed one, or NULL. */
const struct lm_system *site_judged_by(const struct lm_tournament *t, enum site_judged *judged);

/* The common data of a site's pages: names of files, except ${base}. */
struct site_names {
    const struct lm_language *language;
    const char *suffix;
    bool first; /* the first language, with which shared files are written */
    const struct site_language *languages;
    size_t language_count;
    enum site_birth birth;
    bool run_here; /* this program runs the events, by their declared system and edition */
    enum lm_unrated unrated; /* C.07 art. 10, as declared for all events of the site */
    int32_t unrated_rating;
    const char *base;         /* "https://host/path/", for absolute addresses; "": unknown */
    const char *style, *more; /* for all pages, and for some */
    const char *script;
    const char *words;   /* a script shared by other scripts */
    const char *suppose; /* the script of what-if */
    const char *picture; /* the picture beside links to the site: 1200 x 630 */
    struct {
        const char *page, *worker; /* scripts */
        const char *engine, *wasm; /* the npm package */
        const char *whole;         /* its module with every system (src/wasm) */
    } verify;
    struct {
        const char *page, *look; /* a script, a style sheet */
    } pair;
};

/* Style sheet, scripts, engine and its languages: each is a file of the site, named by
 * site_add_asset. */
extern const struct embedded site_assets[];

/* Return the address in ${folder} of the engine's sentences in ${language}; "" for English, which
 * the engine contains. */
const char *site_sentences_of(const struct lm_language *language, const char *folder,
                              struct lm_arena *arena);

/* Return the address in ${folder} of the module that can pair ${e}: the small one, unless its
 * system is only in the whole one. */
const char *site_module_for(const struct site_event *e, const char *folder, struct lm_arena *arena);

/* Append the file name of ${asset}, which changes with its content: "style-1f2e3d4c5b.css". */
void site_add_asset(struct lm_text *out, const struct embedded *asset);

/* Make the names of a site under ${base}, in ${arena}: in English alone. */
struct site_names site_names_of(const char *base, struct lm_arena *arena);

/* Make the names of the same site in its language ${index} of the ${count} ${languages}, which are
 * borrowed. */
struct site_names site_names_in(const struct site_names *names,
                                const struct site_language *languages, size_t count, size_t index);

/* Return all languages, English first and under the plain addresses, in ${arena}; NULL without
 * memory. */
const struct site_language *site_every_language(struct lm_arena *arena, size_t *count);

/* Return the language of the page ${path} among the ${count} ${languages}, by the end of its name:
 * 0 if it has none. */
size_t site_language_at(const struct site_language *languages, size_t count, const char *path);

struct site_link;

/* A participant with the name shown on all pages. */
struct site_person;

/* A match of two teams, and a player's seat: board ${board} of match ${match}, from 1. */
struct site_match_of {
    uint32_t home, away;
};
struct site_seat {
    uint32_t match, board;
};

/* A round as played. */
struct site_round {
    const struct lm_pairing *played;     /* in board order, the bye last */
    const uint32_t *board;               /* by player: the board, from 1; 0: none */
    const int32_t *before;               /* by player: points before the round, tenths */
    bool pending;                        /* results are still missing */
    uint32_t games, done;                /* boards with two players; those with all results */
    const struct site_match_of *matches; /* of teams, in the order of the hall */
    uint32_t match_count;
    const struct site_seat *seats; /* by player; 0: in no match; NULL: not an event of teams */
};

/* The server's offers to followers of a player. */
struct site_follow {
    const char *key;  /* the key of its messages in browsers; "": it sends none */
    const char *page; /* the address of the player's page */
    bool mails;
    struct site_url action; /* of the form for mail, which needs no session: no token */
    const char *token;
};

/* A file for download. */
struct site_file {
    const char *path;   /* "tournament.trf" */
    const char *format; /* of lm_formats: "trf26" */
    const char *label;  /* "TRF26" */
    const char *bytes;  /* NULL: the format cannot hold the tournament */
    size_t length;
};

enum { SITE_TRF, SITE_JSON, SITE_CSV, SITE_FILES };

/* The reasons of a round's pairing. */
struct site_reasons {
    uint32_t round;
    struct lm_position *position;
    struct lm_pairing *pairing; /* by the rules; NULL: not available */
    const char *trouble;        /* the reason for that; otherwise "" */
};

/* Live updates of a page from a server. */
struct site_live {
    const char *stream;     /* the address of the stream of new line numbers */
    struct site_url script; /* the script that reads it */
    uint64_t number;        /* of the last line that the page includes */
};

/* One tournament with all results computed once for its pages. */
struct site_event {
    const struct lm_tournament *t;
    const struct lm_system *system;
    const char *slug;
    const struct site_names *names;
    const struct site_person *people;            /* by player */
    uint32_t rounds;                             /* paired rounds */
    const struct site_round *round;              /* 1 … ${rounds}; [0] is unused */
    uint32_t played;                             /* the last of them with a result */
    const struct lm_standings *const *standings; /* after round 1 … ${played}; [0] is NULL */
    enum lm_ranks_from ranks, team_ranks;        /* the source of the last standings' ranks */
    const struct site_person *teams; /* NULL: not an event of teams, and without the next three */
    const uint32_t *team_of;         /* by player; LM_NOBODY: no team */
    const struct lm_standings *const *team_standings; /* after round 1 … ${rounds}; [0] is NULL */
    const struct lm_crosstable *team_table;           /* NULL before the first round */
    enum site_judged judged;                          /* SITE_JUDGED, unless ${known} is false */
    bool known;                                       /* the system is one of Limmat's */
    bool explained;                                   /* the system gives its reasons */
    bool pairs_teams;                   /* it pairs teams: matches are explained, not games */
    const struct lm_tournament *paired; /* ${t} as paired: the view of its teams, or ${t} itself */
    struct site_reasons last;           /* of the round ${rounds}, if there is one */
    const struct lm_rating_rules *rating_rules;
    const struct lm_event_player *rated; /* by player, with the K that was used */
    struct lm_assessment assessment;     /* the rating changes of the event; no players: none */
    struct site_file files[SITE_FILES];
    struct site_file journal;       /* of an event run by a journal; else without bytes */
    const struct lm_prizes *prizes; /* by the last standings; NULL: no plan */
    const struct lm_norms *norms;   /* NULL: no player has one, or can still reach one */
    /* Of an event run on another machine: the time at which all its entries were known here (NULL:
     * not since this server started), and whether that is too long ago. */
    bool away, stale;
    const char *heard;
    struct site_url guide;            /* for visitors; none: without a server */
    const struct site_follow *follow; /* NULL: no notifications */
    const struct site_live *live;     /* NULL: the page does not change */
    const struct site_link *sections; /* of the same event as this one; a server knows them */
    size_t section_count;
    const char *person; /* of the player whose page is written, over all events; NULL: unknown */
    const struct site_pictures *pictures; /* for links elsewhere; NULL: none are drawn */
    int64_t updated;                      /* seconds since 1970 of its last version; 0: unknown */
    const char *const *rooms; /* of the boards of the last round, from 0; NULL: unknown */
    const char *history;      /* a page beside its own with its versions; NULL: none */
};

/* Compute ${*out}, in ${arena}, of ${t} under the address ${slug}; the arguments must outlive it.
 * LM_INVALID when its tie-breaks or its system cannot be computed. */
LM_MUST_CHECK enum lm_status site_event_new(const struct lm_tournament *t, const char *slug,
                                            const struct site_names *names, struct lm_arena *arena,
                                            struct lm_log *log, struct site_event **out);

/* Do the same except for the reasons of the last round, which take longest: if ${out->explained},
 * the caller puts those of site_explain into ${out->last} before writing a page. */
LM_MUST_CHECK enum lm_status site_event_begin(const struct lm_tournament *t, const char *slug,
                                              const struct site_names *names,
                                              struct lm_arena *arena, struct lm_log *log,
                                              struct site_event **out);

/* Make the same event with other ${names}, of another language: results are shared.  ${*out} is in
 * ${arena}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_event_in(const struct site_event *e,
                                           const struct site_names *names, struct lm_arena *arena,
                                           struct site_event **out);

/* Find the tournament that ${e->system} pairs, if the system is ${e->known}, and whether it can be
 * explained: of teams a view of them, in ${arena}, if the system is one for teams.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_see_as_paired(struct site_event *e, struct lm_arena *arena);

/* Explain the pairing of ${round} of ${e}, after site_see_as_paired, in ${arena}.  LM_LIMIT; a
 * missing explanation is data. */
LM_MUST_CHECK enum lm_status site_explain(const struct site_event *e, uint32_t round,
                                          struct lm_arena *arena, struct site_reasons *out);

/* Append a name for addresses made of ${text}: lower-case letters, digits and single hyphens, at
 * most 60 bytes, "event" if none are left. */
void site_add_slug(struct lm_text *out, const char *text);

/* Return why the pairings of ${e} are not judged, a sentence in ${language}; "" if they are. */
const char *site_unjudged_sentence(const struct site_event *e, const struct lm_language *language,
                                   struct lm_arena *arena);

enum site_over {
    SITE_ONCE,      /* one page an event */
    SITE_ROUNDS,    /* one for each paired round */
    SITE_PLAYED,    /* one for each round with a result */
    SITE_EXPLAINED, /* one for each paired round, if it can be explained */
    SITE_PLAYERS,   /* one for each player, numbered by TPN */
    SITE_SCORES,    /* of teams: one for each round with a result */
    SITE_TEAMS      /* one for each team, by number */
};

/* A row of the table of pages. */
struct site_page {
    const char *name; /* "round" */
    const char *path; /* below SLUG/; %u is the number: "round-%u.html" */
    enum site_over over;
    bool shared; /* by all languages */
    /* Append the page; ${index} is the round, or the index of the player or team.  ${arena} is used
     * temporarily. */
    enum lm_status (*write)(const struct site_event *e, uint32_t index, struct lm_arena *arena,
                            struct lm_text *out);
};

/* Can a browser pair the rounds of ${e} again? */
bool site_is_verifiable(const struct site_event *e);

/* The event's line in the list of all events. */
struct site_index_row {
    struct site_url url;
    struct site_url full; /* the absolute address, if the base is known */
    const char *name, *place, *dates, *state;
    int32_t day; /* its first day, LM_NO_DAY: unknown */
    uint32_t players;
};

/* Make the row of ${e}, without pointers to ${e}, in ${arena}.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status site_index_row_of(const struct site_event *e, struct lm_arena *arena,
                                               struct site_index_row *out);

/* Append the list of the ${sections} of the event ${name}, in the given order, with a link to
 * ${all} events below. */
LM_MUST_CHECK enum lm_status site_write_sections(const struct site_names *names, const char *name,
                                                 struct site_url all,
                                                 const struct site_index_row *sections,
                                                 size_t count, struct lm_arena *arena,
                                                 struct lm_text *out);

/* Append the list of all events, the newest first; ${rows} are put into that order. */
LM_MUST_CHECK enum lm_status site_write_index(const struct site_names *names,
                                              struct site_index_row *rows, size_t count,
                                              struct lm_arena *arena, struct lm_text *out);

/* Append the page on which a browser pairs a reader's file.  Its assets are in ${folder}: "" beside
 * it, "/static/"; the list of events is ${home}: "index.html", "/". */
LM_MUST_CHECK enum lm_status site_write_pair(const struct site_names *names, const char *folder,
                                             struct site_url home, struct lm_arena *arena,
                                             struct lm_text *out);

/* Append the same as a single file, which works from a disk: a megabyte. */
LM_MUST_CHECK enum lm_status site_write_pair_alone(const struct lm_language *language,
                                                   struct lm_arena *arena, struct lm_text *out);

/* Append the list of events for search engines, ${count} of them in each of the ${languages} of
 * ${rows}; needs a base. */
LM_MUST_CHECK enum lm_status site_write_sitemap(const struct site_index_row *const *rows,
                                                size_t languages, size_t count,
                                                struct lm_arena *arena, struct lm_text *out);

/* All pages of an event; ended by a row without name.  An empty page is omitted. */
extern const struct site_page site_pages[];

/* Return the range of indices of ${page}: ${*first} to the one before ${*end}. */
void site_page_range(const struct site_page *page, const struct site_event *e, uint32_t *first,
                     uint32_t *end);

/* Append ${path} with ${number} in place of a %u, and ${suffix} before its ending. */
void site_add_numbered(struct lm_text *out, const char *path, const char *suffix, uint32_t number);

/* Append the address of that page below SLUG/. */
void site_add_path(struct lm_text *out, const struct site_page *page, const struct site_event *e,
                   uint32_t index);

#endif
