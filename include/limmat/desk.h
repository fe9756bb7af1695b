/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_DESK_H
#define LIMMAT_DESK_H

/*
 * The desk: an event that arbiters run, with one or more tournaments (its *sections*) and their
 * players.  It is stored as a journal (journal.h); its state is the replay of that journal.
 *
 * A caller requests an *act*: the name of a kind of event, and its fields as JSON.  The desk checks
 * it by the rules.  It refuses the act with the reason, asks for a confirmation, or takes it and
 * returns the lines to store, with their outcome (pairs, ids, numbers).  Engines run when an act is
 * taken, never during a replay.
 *
 * No clock, no files, no hashing: the caller passes the time, stores the lines, and gives the
 * callbacks of the journal.  A desk belongs to one thread at a time.
 *
 * Const pointers into the desk stay valid as long as it lives; their content changes with every
 * act.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/check.h"
#include "limmat/export.h"
#include "limmat/journal.h"
#include "limmat/pairing.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"
#include "limmat/words.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_desk;

/* ---- kinds of event ---------------------------------------------------------------------------
 */

/* The least right that an act requires.  The desk knows no accounts: the server checks rights. */
enum lm_desk_right {
    LM_RIGHT_ORGANISER,
    LM_RIGHT_CHIEF,    /* chief arbiter */
    LM_RIGHT_ARBITER,  /* any arbiter */
    LM_RIGHT_CHECK_IN, /* helpers at check-in */
    LM_RIGHT_RESULTS,  /* helpers who bring results */
    LM_RIGHT_ANYBODY   /* players and visitors: requests */
};

/* The way to undo a line of this kind. */
enum lm_desk_undo {
    LM_UNDO_RESTORE, /* by "restore", as long as nothing that came later depends on it */
    LM_UNDO_NEVER    /* published outside, or must stay */
};

/* A kind of event: one row.  Commands, forms, schema and documentation are made from it. */
struct lm_desk_kind {
    const char *name;    /* "withdraw" */
    const char *title;   /* "A player leaves the tournament" */
    const char *group;   /* "people" */
    const char *article; /* of the rule that it comes from; "" none */
    bool in_section;     /* it belongs to a section; else to the whole event */
    enum lm_desk_right right;
    enum lm_desk_undo undo;
    const struct lm_field *fields;
    size_t field_count;
};

/* The kinds of event: how many there are, the one at ${index} below that, the one called ${name}.
 */
LM_API size_t lm_desk_kind_count(void);
LM_API const struct lm_desk_kind *lm_desk_kind(size_t index);
LM_API const struct lm_desk_kind *lm_desk_kind_named(const char *name); /* NULL: unknown */

/* Write the schema of a line as JSON Schema, and the reference for readers as Markdown: both from
 * rows. */
LM_API void lm_desk_write_schema(struct lm_text *out);
LM_API void lm_desk_write_reference(struct lm_text *out);

/* ---- results ----------------------------------------------------------------------------------
 */

/* A result of a board, as facts. */
struct lm_desk_result {
    const char *name;     /* "1-0", "1/2-1/2", "1F-0F", "postponed", … */
    const char *typed;    /* other ways to type it, separated by spaces: "1 w" */
    uint8_t white, black; /* enum lm_result */
    bool open;            /* the game is still to be decided: postponed, unknown */
    bool played;          /* both made a move */
};

/* Return all results; ${*count} of them.  The first is "none": unknown. */
LM_API const struct lm_desk_result *lm_desk_results(size_t *count);
/* Find a result by its name or by an input form; NULL: unknown. */
LM_API const struct lm_desk_result *lm_desk_result_named(const char *text);
/* Return the result with ${index}, also LM_DESK_PLAYED: a match that was played, whose games have
 * the details. */
LM_API const struct lm_desk_result *lm_desk_result_at(uint8_t index);
enum { LM_DESK_PLAYED = 15 };

/* ---- the state --------------------------------------------------------------------------------
 */

struct lm_desk_section;

struct lm_desk_person {
    const char *id;    /* "p12", for ever */
    uint32_t key;      /* 12 */
    const char *title; /* "GM" */
    const char *federation;
    const char *name, *fide_id, *birth, *sex, *club, *contact, *note; /* private, "" when erased */
    const char *pseudonym; /* shown instead of the name to the public; "" none */
    const char *merged;    /* into this person; "" no */
    bool erased;
    uint32_t twin; /* its place among those of the same name, from 1; 0: no one has it */
    bool team;     /* a team: "t3", in no list of people; its name is public */
};

/* The line-up that a captain handed in for a round. */
struct lm_desk_line_up {
    uint32_t round;
    struct lm_desk_player **players; /* by board; NULL: vacant */
    size_t count;
    int64_t at; /* when it was handed in */
    uint64_t line;
};

/* A player's state in a section. */
enum lm_desk_standing {
    LM_PLAYS,     /* takes part */
    LM_WITHDRAWN, /* from ${out_from} on */
    LM_EXPELLED,
    LM_REMOVED /* before the first game; or moved to another section */
};

/* A participant: a person, or in a team event a team; or (${team}) a person of such a team, who
 * plays and is rated but is not paired. */
struct lm_desk_player {
    const struct lm_desk_person *person;
    struct lm_desk_section *section;
    uint32_t entry;         /* place in the order of entry, from 0: index in ${players}, of a
                               person of a team in ${members} of the section */
    uint32_t number;        /* TPN; 0: none yet */
    int32_t rating;         /* for the tournament; 0: none */
    int32_t fide, national; /* ratings; 0: none */
    const char *source;     /* of ${rating}: "FIDE standard 2026-07", "by hand" */
    uint8_t standing;       /* enum lm_desk_standing */
    uint32_t first_round;   /* the first round to be paired in */
    uint32_t out_from;      /* the first round after leaving; 0: none */
    bool present;           /* checked in */
    bool no_half_bye;       /* conditions exclude it */
    const char *table;      /* fixed table; "" none */
    uint32_t lot;           /* drawn; 0: none */
    uint8_t *byes;          /* by round, from 1: enum lm_result requested, or LM_BLANK */
    size_t bye_capacity;
    uint32_t forfeits;  /* games lost by not appearing */
    uint32_t explained; /* the last round missed and explained; 0: none */
    int32_t paid;       /* of the fee, in whole units */
    bool shown;         /* expelled, and the public can see it */
    /* of a team */
    struct lm_desk_player **members; /* in the order of boards */
    size_t member_count, member_capacity;
    const char *captain;               /* private; "" unknown */
    struct lm_desk_line_up **line_ups; /* by round; NULL: none was handed in */
    size_t line_up_capacity;
    struct lm_desk_player *team; /* the person's team; NULL: an individual participant */
};

enum { LM_DESK_GAMES = 20 }; /* of a match, at most: boards of teams, or games of two */

struct lm_desk_report {
    const char *by;
    uint8_t games[LM_DESK_GAMES]; /* indices, by game; 0: unknown */
    uint64_t line;
};

/* A game of a match; results are those of the side named first, whatever its colour, so that they
 * add up. */
struct lm_desk_game {
    uint8_t result; /* index into lm_desk_results */
    uint8_t rated;  /* the one for the rating report, if it differs; 0: the same */
    bool turned;    /* of teams: it was played with the other colours than the board has */
    struct lm_desk_player *players[2]; /* of teams: the players of the team named first and of
                                          the other; NULL: vacant */
};

/* Match points of a team match by decision, tenths; LM_NO_POINTS: the sum of its boards. */
struct lm_desk_ruling {
    int32_t points[2]; /* match points of the team that is named first, and of the other */
    int32_t games[2];  /* game points */
    uint64_t line;
};

struct lm_desk_board {
    const char *id; /* "3.12": round, and a number within it that never changes */
    uint32_t round;
    uint32_t number;                      /* as displayed, from 1 */
    struct lm_desk_player *white, *black; /* of a match: in its first game */
    /* Index into lm_desk_results.  For a match: none while a game has no result, postponed while
     * one is open, a forfeit that ends it (C.04.5 Preface), otherwise LM_DESK_PLAYED. */
    uint8_t result;
    uint8_t rated;              /* the one for the rating report, if it differs; 0: the same */
    struct lm_desk_game *games; /* of a match of several games; NULL: the board is one game */
    uint8_t game_count;         /* of ${games}; 1 if that is NULL */
    const struct lm_desk_ruling *ruling; /* of a match of teams; NULL: decided on its boards */
    bool moves;                          /* moves were made: alterations leave it alone */
    bool empty[2];                       /* the chair of White, of Black was seen empty */
    uint8_t illegal[2];                  /* illegal moves of White, of Black */
    uint32_t version;               /* of the round in which it was first published; 0: not yet */
    int64_t expected;               /* announced arrival of a late player; LM_NO_TIME */
    const char *table;              /* where it was published; NULL: not on record */
    uint64_t line;                  /* line of the last result */
    struct lm_desk_report *reports; /* second entries, of helpers and players */
    size_t report_count, report_capacity;
};

/* Reasons for a round without a game. */
struct lm_desk_idle {
    struct lm_desk_player *player;
    uint8_t kind; /* enum lm_result: LM_PAB, LM_HALF_BYE, LM_FULL_BYE, LM_ZERO_BYE, LM_BLANK */
};

enum lm_desk_round_state {
    LM_ROUND_NONE,
    LM_ROUND_PROPOSED, /* paired, not published yet */
    LM_ROUND_ALTERED,  /* published, and being altered: version + 1 is in the making */
    LM_ROUND_PUBLISHED,
    LM_ROUND_PLAYING,
    LM_ROUND_CLOSED,
    LM_ROUND_CANCELLED
};

struct lm_desk_round {
    uint32_t number;
    uint8_t state;                 /* enum lm_desk_round_state */
    uint32_t version;              /* of the published pairing, from 1; 0: never published */
    struct lm_desk_board **boards; /* in order */
    size_t board_count, board_capacity;
    struct lm_desk_idle *idle;
    size_t idle_count, idle_capacity;
    uint32_t next_board;        /* the number for the next new id */
    const char *system, *build; /* that paired it */
    bool by_hand;               /* edited */
    bool imported;              /* imported from another program */
    uint32_t gave;              /* wished prohibitions that gave way */
    const char *position;     /* Chess960: White's pieces from a1 to h1, "RNBQKBNR"; "" not drawn */
    uint32_t position_number; /* … and its number, from 0 to 959 */
    const char *departure;    /* "1-4 2-3 => 1-3 2-4" if it departs from the rules; "" */
    bool keeps; /* boards that have begun keep their number and table when it is altered */
    const struct lm_desk_round *wall; /* while it is altered: as it was published; else NULL */
    uint64_t line;                    /* the line of its last publication; 0: none */
    int64_t at;                       /* the time of it */
    int64_t closed_at;                /* LM_NO_TIME: it is not closed */
};

/* A common property of players who must not meet. */
enum lm_desk_apart { LM_APART_LIST, LM_APART_CLUB, LM_APART_FEDERATION };

struct lm_desk_prohibition {
    struct lm_desk_player **players;
    size_t count;
    uint32_t first_round, last_round; /* LM_ROUNDS_MAX: for ever */
    bool wished;                      /* dropped if the round cannot be paired otherwise */
    bool lifted;
    uint8_t by; /* enum lm_desk_apart: players who enter later are added */
    uint64_t line;
};

struct lm_desk_adjustment {
    struct lm_desk_player *player;
    int32_t points; /* of a team: match points */
    int32_t games;  /* of a team: game points */
    uint32_t round; /* 0: all */
};

/* A game for a place, outside the tournament. */
struct lm_desk_play_off {
    struct lm_desk_player *white, *black;
    uint8_t result; /* index into lm_desk_results */
    uint64_t line;
};

/* A rating of a later list, in an event that is longer than lists are in force. */
struct lm_desk_later_rating {
    struct lm_desk_player *player;
    uint32_t round; /* the first round that it applies to */
    int32_t rating;
    const char *source; /* "FIDE standard 2026-08" */
    uint64_t line;
};

/* A value of a tie-break computed elsewhere (OTHER_NAME); the last one counts. */
struct lm_desk_given_value {
    struct lm_desk_player *player;
    const char *code;  /* "OTHER_NAME" */
    const char *value; /* "12.5" */
    uint64_t line;
};

/* A line of the report beginning with "###", without that. */
struct lm_desk_remark {
    const char *text;
    uint32_t round;
    uint64_t line;
};

struct lm_desk_section {
    const char *id, *title;
    /* as announced */
    const struct lm_system *system;
    uint32_t rounds;        /* for a round-robin as announced, until its numbers are known */
    uint32_t cycles;        /* of a round-robin; 0: derived from ${rounds} */
    bool exchanged;         /* the last two rounds of its first of several cycles are exchanged */
    bool third_place;       /* in a knock-out: the losers of the semi-finals play for it */
    const char *numbers_by; /* how its numbers are drawn: "lot"; or "federation", "club": players
                         of one are kept apart in the last three rounds (C.05 Annex 2) */
    int32_t win, draw, loss, pab; /* tenths */
    uint8_t colour;               /* enum lm_colour: of the first number in round 1 */
    const char *tie_breaks;       /* record 202 */
    const char *keizer;           /* settings of Keizer's system (limmat/keizer.h); "": as usual */
    const char *acceleration;     /* "none", "baku" */
    const char *rate;             /* "standard", "rapid", "blitz", "unrated" */
    const char *lists;            /* the ratings that count, in order: "rapid standard" */
    const char *time_control;
    const char *games_link; /* where the games can be seen; "": nowhere */
    uint32_t half_byes;     /* most that a player can have */
    uint32_t last_bye;      /* the last round with such byes; 0: any but the last */
    bool phones;            /* players can report results (Laws 11.3.2, 12.8) */
    int32_t fee;            /* in whole units; 0: none */
    uint32_t default_time;  /* default time, minutes after the start (Laws 6.7.1) */
    const char *rating_by;  /* how ratings for the tournament come from those of lists (record 172):
                               "fide", "fide-or-national", …; "": as they are given */
    const char *equals;     /* order of equal rating and title: "name", "entry", "fide", … */
    int64_t *starts;        /* by round: when it begins, LM_NO_TIME */
    int32_t *offsets;       /* by round: minutes of its clock ahead of UTC then, LM_NO_OFFSET */
    size_t start_capacity;  /* of both */
    /* of teams */
    bool teams;                /* the participants are teams */
    uint32_t boards;           /* of a match */
    int32_t match_points[3];   /* for winning, drawing, losing a match, tenths */
    int32_t pab_games;         /* game points of the bye; LM_NO_POINTS: of a drawn match */
    const char *scores;        /* "mp-gp", "gp-mp", "mp", "gp": the first score counts */
    const char *preferences;   /* of colours, C.04.6 art. 1.7: "a", "b", "none" */
    const char *board_colours; /* record 352: "WBWB"; "": in turns */
    uint32_t line_up_minutes;  /* line-ups are due this long before a round; 0: never */
    struct lm_desk_player *
        *members; /* persons of all teams, in order of entry; also removed ones */
    size_t member_count, member_capacity;
    /* participants and rounds */
    struct lm_desk_player **players; /* in order of entry; also those removed */
    size_t player_count, player_capacity;
    struct lm_desk_round **rounds_played; /* [0] is round 1 */
    size_t round_count, round_capacity;
    struct lm_desk_prohibition **prohibitions;
    size_t prohibition_count, prohibition_capacity;
    struct lm_desk_adjustment *adjustments;
    size_t adjustment_count, adjustment_capacity;
    struct lm_desk_play_off *play_offs;
    size_t play_off_count, play_off_capacity;
    struct lm_desk_later_rating *later_ratings; /* in order of entry */
    size_t later_rating_count, later_rating_capacity;
    const char *rating_use; /* of tie-breaks: "first", "round", or a round's number (periods.h) */
    const char *tie_break_edition; /* "tb-2009"; "": the section is older than this field */
    const char *unrated; /* in tie-breaks (C.07 art. 10): "drop", a rating, or "undeclared" */
    struct lm_desk_given_value *given;
    size_t given_count, given_capacity;
    struct lm_desk_remark *remarks;
    size_t remark_count, remark_capacity;
    struct lm_desk_player **accelerated; /* group A of Baku, fixed at round 1 */
    size_t accelerated_count;
    bool numbered;        /* TPNs are assigned */
    bool numbers_by_hand; /* pairing round 1 again keeps the numbers */
    bool check_in;        /* open */
    uint32_t checked_in;  /* the round before which check-in was closed; 0: never */
    uint64_t sent;        /* the line that recorded the sending of a report; 0: none */
    bool fide_mode;       /* FIDE mode: no departure from FIDE's rules; false is final */
    uint32_t fide_left;   /* the round of the departure */
    const char *fide_why; /* the code of the reason that ended it; "" */
    bool finished;
};

/* A request from outside, a note, an announcement or a prize: one row each. */
enum lm_desk_note_kind { LM_NOTE_REQUEST, LM_NOTE_INCIDENT, LM_NOTE_ANNOUNCEMENT, LM_NOTE_PRIZE };

struct lm_desk_note {
    uint8_t kind;                          /* enum lm_desk_note_kind */
    uint64_t line;                         /* its number: also its id */
    int64_t at, until;                     /* LM_NO_TIME: none */
    const struct lm_desk_section *section; /* NULL: the whole event */
    const struct lm_desk_person *person;   /* NULL: none */
    const char *what;  /* of a request: "bye", "withdraw", "result", "enter", "other" */
    const char *text;  /* private but for announcements and prizes */
    uint32_t round;    /* 0: none */
    const char *value; /* the requested value: "half"; or the prize's sum */
    uint8_t answer;    /* of a request: enum lm_yes_no */
};

/* A person who must not be admitted; private, "" when erased. */
struct lm_desk_sanction {
    const char *name, *fide_id;
    const char *text;  /* source and dates */
    const char *until; /* "": for ever */
    uint64_t line;
};

struct lm_desk_event {
    const char *name, *city, *federation, *start, *end;
    const char *zone; /* time zone: "Europe/Zurich"; "": unknown */
    const char *arbiter;
    const char *const *deputies;
    size_t deputy_count;
    bool opened, finished;
    bool deleted; /* deleted before anything was published: no private data remain, no line follows
                   */
    struct lm_desk_person **people; /* by id: [0] is p1 */
    size_t person_count, person_capacity;
    struct lm_desk_person **teams; /* by id: [0] is t1 */
    size_t team_count, team_capacity;
    struct lm_desk_section **sections;
    size_t section_count, section_capacity;
    struct lm_desk_note **notes;
    size_t note_count, note_capacity;
    struct lm_desk_sanction *sanctions;
    size_t sanction_count, sanction_capacity;
    const char *called_off; /* shown to everyone; "": none */
    /* The one machine that writes its journal, and how often that has changed; "", 0: unknown, and
     * any machine with the journal can write.  The desk knows no machines: its caller checks. */
    const char *home, *home_name;
    uint64_t epoch;
};

/* ---- a desk ------------------------------------------------------------------------------------
 */

/* Make an empty desk in ${arena}; ${hooks} as for lm_journal_new; ${build} names the program that
 * pairs ("limmat 1.0.0"), written into published rounds. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_new(struct lm_arena *arena,
                                                const struct lm_journal_hooks *hooks,
                                                const char *build, struct lm_desk **out);

/* Add the private parts (NAME.private) of lines still to be read. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_add_private(struct lm_desk *desk, const char *bytes,
                                                        size_t length, struct lm_log *log);

/*
 * Replay stored lines: a whole journal, or lines that another process has added since.  No engine
 * runs.  LM_INVALID at the first impossible line, with its place; the lines before it count.
 * Linear.  ${watch} (can be NULL) is called after each line: checkers and live pages read the state
 * as it was then.
 */
typedef void lm_desk_watch(void *context, const struct lm_desk *desk, const struct lm_line *line);
LM_API LM_MUST_CHECK enum lm_status lm_desk_replay(struct lm_desk *desk, const char *bytes,
                                                   size_t length, lm_desk_watch *watch,
                                                   void *context, struct lm_log *log);

/* Return the current event with all its parts; owned by the desk, and changes with it. */
LM_API const struct lm_desk_event *lm_desk_event(const struct lm_desk *desk);
LM_API uint64_t lm_desk_number(const struct lm_desk *desk);  /* of the last line; 0 none */
LM_API int64_t lm_desk_time(const struct lm_desk *desk);     /* of the last line; LM_NO_TIME */
LM_API const char *lm_desk_head(const struct lm_desk *desk); /* its fingerprint; "" */

/* ---- acts ---------------------------------------------------------------------------------------
 */

struct lm_desk_act {
    const char *event;   /* the name of its kind */
    const char *section; /* NULL or "": the only section, or none if the kind needs none */
    const char *by;      /* the author: an account's stable id */
    int64_t at;          /* now */
    int64_t happened;    /* LM_NO_TIME: now */
    const char *request; /* the writer's id of this request; NULL or "": none */
    /* The value that the writer saw, as text: for "result", "correct", "report" the board's result
     * as lm_desk_result_text gives it (or that of the named game), for "publish", "alter" and edits
     * the round's version.  If the current value differs, the act is a conflict to show.  NULL:
     * unknown. */
    const char *was;
    const char *const *acknowledged; /* tokens of reasons that were confirmed */
    size_t acknowledged_count;
    const char *fields; /* a JSON object; NULL: no fields */
    uint64_t undoes;    /* the line to undo; 0 */
};

/*
 * Judge ${acts}[0..${count}) and take them all, with consecutive numbers, or none.  The answer, in
 * ${*out}, lives in the desk's arena.  LM_OK whenever there is an answer, refusals included: they
 * are data.  LM_INVALID only when an act is not well-formed (unknown kind, wrong fields): ${log}
 * has field and remedy.  LM_LIMIT: no memory; the desk is unchanged.
 *
 * The lines are not stored yet: a caller who cannot store them calls lm_desk_take_back.
 */
LM_API LM_MUST_CHECK enum lm_status lm_desk_take(struct lm_desk *desk,
                                                 const struct lm_desk_act *acts, size_t count,
                                                 struct lm_log *log, struct lm_desk_taken *out);

/* Give the same answer without taking anything: the reasons that would have to be acknowledged. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_judge(struct lm_desk *desk,
                                                  const struct lm_desk_act *acts, size_t count,
                                                  struct lm_log *log, struct lm_desk_taken *out);

/* Forget the lines after number ${number}, which were not stored, or were a "what if" question.
 * O(changes of these lines). */
LM_API void lm_desk_take_back(struct lm_desk *desk, uint64_t number);

/*
 * Import a tournament that another program keeps, at any stage, into section ${act}->section (which
 * must not exist yet): its settings, players, rounds and results as one batch.  Every round is
 * paired again and compared; the reasons, and the journal, have the differences and the
 * assumptions.  ${act} gives by, at, request and acknowledged.
 */
LM_API LM_MUST_CHECK enum lm_status lm_desk_import(struct lm_desk *desk,
                                                   const struct lm_desk_act *act,
                                                   const struct lm_tournament *t,
                                                   struct lm_log *log, struct lm_desk_taken *out);

/* The acts that undo or redo an entry: to be taken together and unchanged, once the time is filled
 * in. */
struct lm_desk_step {
    struct lm_desk_act *acts;
    size_t count;
    uint64_t line;                /* the entry's last line: undone, or repeated */
    struct lm_numbers dependents; /* later lines that depend on the undone one; at most 32 */
};

/*
 * The first line of the entry whose last line is ${number}: players pasted at once, two players who
 * change seats, a request and its grant are one entry of several lines.
 */
LM_API uint64_t lm_desk_first_of(const struct lm_desk *desk, uint64_t number);

/*
 * Make the acts that undo the last valid entry of ${by} (in ${section}, if not NULL), in ${*out}
 * and ${arena}.  If other lines depend on it, the acts are refused or are reversals of their kind.
 * LM_INVALID with the reason in ${log} if there is nothing to undo.
 */
LM_API LM_MUST_CHECK enum lm_status lm_desk_undo(struct lm_desk *desk, const char *by,
                                                 const char *section, struct lm_arena *arena,
                                                 struct lm_log *log, struct lm_desk_step *out);

/*
 * Make the acts that repeat the entry that ${by} undid last.  The first act has a request that
 * marks the line as a redo: keep it.  LM_INVALID with the reason in ${log} when there is none, or
 * when ${by} has entered anything since.
 */
LM_API LM_MUST_CHECK enum lm_status lm_desk_redo(struct lm_desk *desk, const char *by,
                                                 const char *section, struct lm_arena *arena,
                                                 struct lm_log *log, struct lm_desk_step *out);

/*
 * Write the fields that the writer of a line of ${kind} gave, from the line's ${object} and
 * ${secret} (NULL: none), as members of the object that ${w} is in.  false: they name another line
 * and mean nothing elsewhere.
 */
LM_API bool lm_desk_repeat(const struct lm_desk_kind *kind, const struct lm_json *object,
                           const struct lm_json *secret, struct lm_json_writer *w);

/* ---- views
 * --------------------------------------------------------------------------------------- */

/* Find a section by id; NULL or "" gives the only one.  NULL: none, or more than one. */
LM_API struct lm_desk_section *lm_desk_section(const struct lm_desk *desk, const char *id);

/* The display name of ${section}: its title, else its short name. */
LM_API const char *lm_desk_section_title(const struct lm_desk_section *section);

/* Find a person by id ("p12").  NULL: none. */
LM_API const struct lm_desk_person *lm_desk_person(const struct lm_desk *desk, const char *id);
/* Find a participant: by person id ("p12"), id of a team ("t3"), or TPN ("12"). */
LM_API struct lm_desk_player *lm_desk_player(const struct lm_desk_section *section,
                                             const char *who);
/* Find a person: in an event of teams a member of a team, by id; else as lm_desk_player. */
LM_API struct lm_desk_player *lm_desk_member(const struct lm_desk_section *section,
                                             const char *who);
/* Does ${player} take part in ${round}?  And return the requested bye, enum lm_result; LM_BLANK:
 * none. */
LM_API bool lm_desk_in_play(const struct lm_desk_player *player, uint32_t round);
LM_API uint8_t lm_desk_bye_of(const struct lm_desk_player *player, uint32_t round);
/* Is ${player} one to be paired in ${round}, a draft made before they entered? */
LM_API bool lm_desk_left_out(const struct lm_desk_section *section,
                             const struct lm_desk_round *round,
                             const struct lm_desk_player *player);
/* Find a board by id ("3.12"), or by number ("12") in the latest published round; of a match also
 * with the letter or the number of a game behind it ("12b", "12:2"). */
LM_API struct lm_desk_board *lm_desk_board(const struct lm_desk_section *section,
                                           const char *board);
/* The game of ${board} with this name, from 0; -1: none. */
LM_API int lm_desk_game_named(const char *board);
/* The result of ${board}: "1-0"; of a match "1-0 1/2-1/2", game by game; "none" for a game without
 * result.  And the result in ${report}.  In ${arena}. */
LM_API const char *lm_desk_result_text(const struct lm_desk_board *board, struct lm_arena *arena);
LM_API const char *lm_desk_report_text(const struct lm_desk_report *report, struct lm_arena *arena);
/* Return the index of the result of game ${game} (from 0). */
LM_API uint8_t lm_desk_game_result(const struct lm_desk_board *board, size_t game);
/* Does the side named first have White in game ${game}? */
LM_API bool lm_desk_first_has_white(const struct lm_desk_board *board, size_t game);

/* The score of a team match, for the team named first and for the other. */
struct lm_desk_score {
    int32_t games[2];  /* game points so far */
    int32_t points[2]; /* match points; 0 while the match is not over */
    bool over;         /* every board has its result */
    bool ruled;        /* by decision */
};
LM_API struct lm_desk_score lm_desk_score_of(const struct lm_desk_board *board);
/* "2½-1½", "1-0 …" while boards are open, "4-0 F" by forfeit, "4-0 (0:2 by decision)"; "" before
 * the first result.  In ${arena}. */
LM_API const char *lm_desk_score_text(const struct lm_desk_board *board, struct lm_arena *arena);

/* The player of ${team} on ${board} (from 0) in ${round} by its line-up, or without one by the
 * order of its boards; NULL: vacant. */
LM_API struct lm_desk_player *lm_desk_lined_up(const struct lm_desk_player *team, uint32_t round,
                                               size_t board);
/* The line-up that ${team} handed in for ${round}; NULL: none. */
LM_API const struct lm_desk_line_up *lm_desk_line_up_of(const struct lm_desk_player *team,
                                                        uint32_t round);
/* The strength by which a team is numbered: its own, else the mean rating of its first boards. */
LM_API int32_t lm_desk_strength(const struct lm_desk_player *player);
/* Has any of its games a result?  Have moves been made, or has any a result? */
LM_API bool lm_desk_has_result(const struct lm_desk_board *board);
LM_API bool lm_desk_has_begun(const struct lm_desk_board *board);
/* Does ${report} differ from the recorded result? */
LM_API bool lm_desk_report_differs(const struct lm_desk_board *board,
                                   const struct lm_desk_report *report);
/* Does the report ${at} (below report_count) need a decision: does it differ from the recorded
 * result, was it made later, and is it its maker's last one? */
LM_API bool lm_desk_report_waits(const struct lm_desk_board *board, size_t at);
/* The board on which ${player} sits in ${round}; NULL: none. */
LM_API struct lm_desk_board *lm_desk_board_of(const struct lm_desk_section *section, uint32_t round,
                                              const struct lm_desk_player *player);
/* Round ${number}; NULL: not paired yet.  */
LM_API struct lm_desk_round *lm_desk_round(const struct lm_desk_section *section, uint32_t number);
/* Return the latest round that is published or further; NULL: none.  Of a round-robin, whose rounds
 * are all published together, the first that is not closed.  And the draft, if any. */
LM_API struct lm_desk_round *lm_desk_current(const struct lm_desk_section *section);
LM_API struct lm_desk_round *lm_desk_proposed(const struct lm_desk_section *section);
LM_API const char *lm_desk_round_state_name(uint8_t state); /* "none", "proposed", … */

/* The readers of a tournament. */
enum lm_desk_audience {
    LM_FOR_ARBITERS, /* unchanged */
    LM_FOR_PUBLIC,   /* pseudonyms, without FIDE ID and year of birth; else years, no birth dates */
    LM_FOR_REPORT    /* for the rating office: results corrected for rating, and the ### lines */
};

/* Make the ordinary tournament of ${section}, in ${arena}, which all other parts of the library
 * read.  It has all players with a number; ${index}, if not NULL, gets each player's index
 * (LM_NOBODY: none), for teams their index among the teams.  Rounds up to ${rounds} (0: all
 * published ones, for the public as they were published; a draft, too, if it is the next round and
 * requested by number).  O(players x rounds). */
LM_API LM_MUST_CHECK enum lm_status
lm_desk_tournament(const struct lm_desk *desk, const struct lm_desk_section *section,
                   enum lm_desk_audience audience, uint32_t rounds, struct lm_arena *arena,
                   const uint32_t **index, struct lm_tournament **out);

/* The score of the match whose games are ${t}, the first half of the numbers against the second
 * (Scheveningen): the common club of a side's players, else their federation ("" neither), and
 * their points, tenths.  false: ${section} is not such a match. */
struct lm_desk_side_score {
    const char *name;
    int32_t points;
};
LM_API bool lm_desk_match_score(const struct lm_desk_section *section,
                                const struct lm_tournament *t, struct lm_desk_side_score out[2]);

/* Declare in ${t}, the whole of ${section} as lm_desk_tournament made it for a report, the ranks of
 * its final standings.  Does nothing before the section is finished, or if they cannot be computed.
 * LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_declare(const struct lm_desk_section *section,
                                                    struct lm_tournament *t);

/* Make the same tournament as its system pairs it: of teams lm_team_view, whose players are the
 * teams.  ${index} is by entry of the participants. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_field(const struct lm_desk *desk,
                                                  const struct lm_desk_section *section,
                                                  enum lm_desk_audience audience, uint32_t rounds,
                                                  struct lm_arena *arena, const uint32_t **index,
                                                  struct lm_tournament **out);

/* ${round} as the public sees it: while it is altered, the version that was published. */
LM_API const struct lm_desk_round *lm_desk_seen(const struct lm_desk_round *round);

/* The tables of the boards of ${round}: a board in progress keeps its published one; else it gets
 * the label of the fixed table that one of the two has (if both have one, White's; if two pairs
 * want the same, the first board's), and the others the numbers from 1 that are left.  Pairs,
 * boards and colours do not change.  ${*tables} by index. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_tables(const struct lm_desk_round *round,
                                                   struct lm_arena *arena,
                                                   const char *const **tables);

/* The start of round ${number}; LM_NO_TIME: unknown. */
LM_API int64_t lm_desk_start(const struct lm_desk_section *section, uint32_t number);

/* The event's offset from UTC at that time, in minutes; LM_NO_OFFSET: unknown. */
#define LM_NO_OFFSET INT32_MIN
LM_API int32_t lm_desk_start_offset(const struct lm_desk_section *section, uint32_t number);

/* Write the pieces of White, from a1 to h1, in Chess960's start position ${number} (0 to 959; 518
 * is that of chess). */
LM_API void lm_desk_start_position(uint32_t number, char out[9]);

/* Return the start position of ${round} recorded in a comment of a desk's tournament; "": none was
 * drawn.  In ${arena}. */
LM_API const char *lm_desk_position_on_record(const struct lm_tournament *t, uint32_t round,
                                              struct lm_arena *arena);

/* The name of ${player} for ${audience}: "player 17" if the name is erased; followed by club, year
 * of birth or id if another player has the same name. */
LM_API const char *lm_desk_name(const struct lm_desk_player *player, enum lm_desk_audience audience,
                                struct lm_arena *arena);

/* Compare round ${round} with the pairing that the rules give for its players. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_compare(const struct lm_desk *desk,
                                                    const struct lm_desk_section *section,
                                                    uint32_t round, struct lm_arena *arena,
                                                    struct lm_log *log, struct lm_difference *out);

/* List the rules that the boards of ${round} break: repeated games, prohibited pairs, a second bye,
 * colours.  ${*reasons} in ${arena}. */
LM_API LM_MUST_CHECK enum lm_status
lm_desk_breaches(const struct lm_desk *desk, const struct lm_desk_section *section, uint32_t round,
                 struct lm_arena *arena, const struct lm_desk_reason **reasons, size_t *count);

/* A pair of the next round that is certain whatever the results of the open games. */
struct lm_desk_preview_board {
    uint32_t first, last;                       /* its possible boards, from 1 */
    const struct lm_desk_player *white, *black; /* ${black} NULL: the pairing-allocated bye */
};

/* Possible opponents of a player whose next pairing is not certain. */
struct lm_desk_preview_meeting {
    const struct lm_desk_player *opponent; /* NULL: the bye */
    uint8_t colour;                        /* enum lm_colour */
    uint32_t outcomes;                     /* number of outcomes with this opponent */
};

struct lm_desk_preview_player {
    const struct lm_desk_player *player;
    const struct lm_desk_preview_meeting *meetings; /* the most frequent first */
    size_t count;
};

/* A preview of the next round while the last games are played; it is never a pairing. */
struct lm_desk_preview {
    uint32_t round;
    uint32_t outcomes, impossible;     /* of the open games; without a legal pairing */
    const struct lm_desk_board **open; /* the open games */
    size_t open_count;
    const struct lm_desk_preview_board *boards;
    size_t board_count;
    const struct lm_desk_preview_player *players;
    size_t player_count;
};

/* Preview the next round: every outcome of the open games of ${section} is paired (preview.h).
 * LM_INVALID with the reason in ${log}: more than LM_PREVIEW_GAMES are open, a match has several
 * games, the next round is paired, or the section has no next round. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_preview(const struct lm_desk *desk,
                                                    const struct lm_desk_section *section,
                                                    struct lm_arena *arena, struct lm_log *log,
                                                    struct lm_desk_preview *out);

/* Kinds of tasks, the most urgent first. */
enum lm_desk_due_kind {
    LM_DUE_SETUP,      /* a section, players or numbers of rounds that do not fit */
    LM_DUE_DATA,       /* data missing for the report */
    LM_DUE_LOOK_ALIKE, /* two entries could be one person */
    LM_DUE_CHECK_IN,   /* a player is missing: absent, late, withdrawn? */
    LM_DUE_ABSENCE,    /* did not appear in the round before: still in? */
    LM_DUE_PAIR,       /* the next round can be paired */
    LM_DUE_PUBLISH,    /* a draft waits for publication */
    LM_DUE_RESULT,     /* a board has no result */
    LM_DUE_CONFLICT,   /* two reports differ */
    LM_DUE_POSTPONED,  /* a game of an earlier round is open */
    LM_DUE_REPEATED,   /* a published round breaks a rule after a correction */
    LM_DUE_CLOSE,      /* all results are in */
    LM_DUE_REQUEST,    /* a request */
    LM_DUE_FINISH,     /* all rounds are closed */
    LM_DUE_DEFAULT,    /* chairs are empty, and the default time is over */
    LM_DUE_FEE,        /* a fee is open */
    LM_DUE_CLOCK,      /* the clock of this machine must be wrong */
    LM_DUE_LINE_UP     /* a team has not handed in its line-up */
};

struct lm_desk_due {
    enum lm_desk_due_kind kind;
    const struct lm_desk_section *section; /* NULL: the event */
    const struct lm_desk_player *player, *other;
    const struct lm_desk_board *board;
    const struct lm_desk_note *note;
    uint32_t round;                   /* 0: none */
    const char *text;                 /* a whole sentence */
    const struct lm_message *message; /* its data */
    const char *events;               /* kinds of event that settle it, separated by spaces */
};

/* List what needs attention at ${now} (seconds as in lines) in ${section} (NULL: everywhere), by
 * kind, into ${*out}[${*count}] in ${arena}. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_due(const struct lm_desk *desk,
                                                const struct lm_desk_section *section, int64_t now,
                                                struct lm_arena *arena,
                                                const struct lm_desk_due **out, size_t *count);

/* The log: every line in its order. */
struct lm_desk_entry {
    struct lm_line line;
    const struct lm_desk_kind *kind;
    uint64_t undone; /* undone by this line; 0: valid */
};
LM_API const struct lm_desk_entry *lm_desk_entry(const struct lm_desk *desk, uint64_t number);
/* Append a sentence that describes line ${number}: "Round 1, board 12, Huber - Meier: 1-0". */
LM_API void lm_desk_tell(const struct lm_desk *desk, uint64_t number,
                         enum lm_desk_audience audience, const struct lm_language *language,
                         struct lm_text *out);

/* Write the whole state as JSON: for debugging, for comparing two replays, and for the public
 * (LM_FOR_PUBLIC: a whitelist). */
LM_API void lm_desk_write(const struct lm_desk *desk, enum lm_desk_audience audience,
                          struct lm_text *out);

/* List the erased persons, and lines that named them in other ways, so that files beside the
 * journal can be cleaned (lm_journal_is_erased). */
LM_API LM_MUST_CHECK enum lm_status lm_desk_erased(const struct lm_desk *desk,
                                                   struct lm_arena *arena, struct lm_words *out);

/* ---- checking and trying */

/* A published round, paired again from the state when it was published. */
struct lm_desk_checked {
    const char *section;
    uint32_t round, version;
    uint64_t line;
    bool differs;  /* from the rules */
    bool unknown;  /* the system could not pair it from that state */
    bool declared; /* … and declared in the journal: by hand, imported */
};

struct lm_desk_check {
    struct lm_desk_checked *rounds;
    size_t count, capacity;
    size_t differences; /* undeclared */
};

/* Replay the journal into a separate desk and pair every round again, each from the state when its
 * line was taken. */
LM_API LM_MUST_CHECK enum lm_status lm_desk_check(const char *bytes, size_t length,
                                                  const char *secrets, size_t secrets_length,
                                                  const struct lm_journal_hooks *hooks,
                                                  struct lm_arena *arena, struct lm_log *log,
                                                  struct lm_desk_check *out);

struct lm_desk_simulation {
    const char *system; /* "dutch-2026" */
    uint32_t players, rounds;
    uint64_t seed;
    uint32_t nonsense; /* per thousand acts: wishes that should be refused */
    /* Called for each reason, with ${context}; NULL: never. */
    void (*watch)(void *context, const struct lm_desk_reason *reason);
    void *context;
};

struct lm_desk_simulated {
    size_t lines, refused, acknowledged;
    bool finished;        /* all sections */
    struct lm_desk *desk; /* as it ended */
};

/*
 * Play an event with a random arbiter, with legal and illegal wishes and every kind of event;
 * append its journal and its private parts.  LM_INTERNAL, with the reason in ${log}, when something
 * does not hold: a dead end, a refusal without remedy.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_desk_simulate(const struct lm_desk_simulation *how, const struct lm_journal_hooks *hooks,
                 struct lm_arena *arena, struct lm_log *log, struct lm_text *journal,
                 struct lm_text *secrets, struct lm_desk_simulated *out);

#ifdef __cplusplus
}
#endif
#endif
