/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_STATE_H
#define LIMMAT_CHAMPIONSHIP_STATE_H

/*
 * The state of a championship, and the functions of its parts.  Only handlers of events
 * (events_*.c) change it, and only after checking everything that could forbid the event.
 */

#include "championship/championship_fields.h"
#include "championship/championship_names.h"
#include "championship/definition.h"
#include "limmat/championship.h"
#include "limmat/journal.h"
#include "limmat/message.h"

enum entry_status {
    ENTRY_NOT_APPLIED,
    ENTRY_ACCEPTED,
    ENTRY_PENDING,
    ENTRY_REJECTED,
    ENTRY_HOLDER
};

enum ruling { RULING_OPEN, RULING_ACCEPT, RULING_DENY };

struct account_mark {
    const char *kind;
    int64_t at;
};

enum { REASONS_MAX = 8 };

struct person {
    const char *id;
    const char *owner; /* the owner of the account; its id unless another is given */
    int64_t applied;   /* NEVER: not applied */
    int64_t created;
    uint32_t games;          /* games counted before the dates that the rules name */
    const int64_t *games_at; /* the times when games ended */
    size_t games_at_count;
    const struct account_mark *marks;
    size_t mark_count;
    const int64_t *cheat_games; /* times when games of this person ended as cheat detected */
    size_t cheat_game_count;
    bool bot;
    enum ruling *rulings; /* the director's, one per entry rule */
    uint32_t same_owner;  /* the person who applied before with this owner; NOBODY: none */
    bool rejected_alone;  /* without regard to other applications of the owner */
    enum entry_status status;
    const char *reasons[REASONS_MAX]; /* articles that reject it, or for which it waits */
    size_t reason_count;
    uint32_t holder;  /* index of the title held, or NOBODY */
    int32_t seeding;  /* tenths */
    bool has_seeding; /* from a history, or given */
    uint32_t forfeits;
    enum ground out;
    int64_t out_at;
    uint64_t out_line; /* the number of the line */
    uint64_t touched;  /* the last line about the person; 0: none */
};

enum contest_state { CONTEST_OPEN, CONTEST_DONE, CONTEST_VOID };

enum result_kind {
    RESULT_PLAYED,
    RESULT_ARMAGEDDON,
    RESULT_NO_SHOW,
    RESULT_LEFT,
    RESULT_RULED,
    RESULT_WALKOVER, /* the opponent is out */
    RESULT_RESCORED, /* the loser was disqualified on a ground that reverses results */
    RESULT_UNPLAYED, /* drawn or lost for both, without an agreement */
    RESULT_BYE
};

enum { BID_SEALED = -1 };

/* A player's request to move the agreed time. */
struct move {
    uint32_t by;
    int64_t time; /* NEVER: no request */
};

/* A player's reports about presence, since the match got its time or since its last game. */
struct presence {
    int64_t *waits; /* times when the player reported the other one absent */
    size_t wait_count, wait_capacity;
    int64_t here; /* when the player was first present; NEVER */
};

/* A match, or a bye: then the second player is NOBODY. */
struct contest {
    const char *id;
    uint32_t stage, round, group, board;
    uint32_t player[2];
    const struct match_format *format;
    enum contest_state state;
    enum result_kind kind;
    uint32_t winner; /* FIRST, SECOND, DRAWN; NO_SIDE: both lost */
    const char *games;
    bool rematch;
    int64_t published;
    struct offer *offers;
    size_t offer_count, offer_capacity;
    struct acceptance *acceptances;
    size_t acceptance_count, acceptance_capacity;
    enum finding finding;
    int64_t time; /* agreed, chosen or assigned; NEVER */
    struct move move;
    bool rescheduled; /* after a no-show */
    uint32_t absent;  /* the player who did not come then; NO_SIDE */
    int64_t rescheduled_at;
    uint32_t breaks[2]; /* used */
    struct presence presence[2];
    uint32_t alone;    /* the player who alone reported the score; NO_SIDE: both, or a director */
    uint32_t disputed; /* the player who disputes it; NO_SIDE */
    uint64_t dispute_line;
    uint64_t reported_line; /* of the report by ${alone} */
    uint32_t proposer;      /* the player whose report counts when the other agrees; NO_SIDE */
    const char *proposed;   /* those games */
    int64_t last_game;      /* when one was last entered; NEVER */
    uint32_t days;          /* number of resumptions: games entered after a long while */
    uint32_t refusals[2]; /* number of reports that the player did not begin the next game (VI.B) */
    int64_t refused_at;   /* the last time; NEVER */
    size_t refused_games; /* and the number of games before it */
    int32_t bids[2];      /* seconds; 0: none yet, BID_SEALED: made, but unopened */
    uint64_t bid_lines[2];
    int64_t ended;       /* when it ended; NEVER */
    uint64_t touched;    /* the last line about the match; 0: none */
    uint32_t white;      /* of the Armageddon game; NO_SIDE: open */
    const char *waiting; /* the reason for which it waits for a ruling of the director; NULL */
};

struct stage_state {
    bool started;
    uint32_t *players; /* Swiss and knock-out: in order of entry, of seeding; else all the seated */
    uint32_t player_count;
    uint32_t seating;
    uint32_t **seats; /* round robin: by group; NOBODY: empty */
    uint32_t rounds;  /* planned */
    uint32_t published;
    const uint32_t *order; /* the director's order of players still tied; by person, 0: none */
};

/* An event in the history, with its article, for "explain". */
struct change {
    uint64_t line;       /* its number in the journal */
    int64_t at, entered; /* when it happened, and when it was entered */
    const char *by;
    const char *article;
    uint32_t person; /* NOBODY: no particular person */
    uint32_t other;  /* a second person concerned, or NOBODY */
    const char *contest;
    const struct lm_message *message;
};

/*
 * A line of the journal.  The state follows from all lines in their order that were not undone:
 * after an undo, the other lines are replayed without the undone one.
 */
struct record {
    struct lm_line line;
    const struct event_row *row;
    const char *name;      /* the author */
    const char *secret;    /* its private part as written; NULL: none, or unknown */
    const uint64_t *falls; /* lines that became invalid when this line undid another one */
    size_t fall_count;
    struct lm_journal_mark after; /* the journal's state after it; not of old lines */
    uint64_t dropped; /* the number of the line that undid it or invalidated it; 0: valid */
    bool old;         /* written before lines had numbers */
};

/* The consequences of an undo, found during the replay. */
struct aftermath {
    uint64_t undoes, by; /* the undone line, and the line that undoes it */
    struct aftermath_line {
        uint64_t number;
        const struct lm_message
            *why; /* why it becomes invalid; NULL: a published round that stays */
    } * lines;
    size_t count, capacity;
};

struct lm_championship {
    struct lm_arena *arena;
    struct lm_journal *journal;
    struct record *records; /* without the opening line */
    size_t record_count, record_capacity;
    struct lm_journal_mark begun; /* the journal's state before the first record that is not old */
    uint64_t opening;             /* lines before them: 1, or 0 without a journal */
    int64_t opened;               /* its time; INT64_MIN */
    uint64_t line;                /* number of the line being replayed */
    int64_t entered;              /* and its time of entry; "time" is then the time of the event */
    bool revised;                 /* some lines were undone */
    struct aftermath *aftermath;  /* NULL: not wanted */
    const struct lm_definition *definition;
    struct person *people;
    size_t person_count, person_capacity;
    struct names person_names; /* id to person */
    struct names owners;       /* owner to the last person who applied */
    struct contest *contests;
    size_t contest_count, contest_capacity;
    struct names contest_names; /* id to match */
    struct stage_state *stages;
    uint32_t current; /* latest stage that started; NOBODY: none */
    struct change *changes;
    size_t change_count, change_capacity;
    size_t events;
    int64_t time;
    const char *by; /* the author of the event being taken */
    bool replaying; /* published pairings are kept, not judged */
    bool out_of_memory;
};

/* Report that an article (if the definition names it) forbids ${node}; return LM_INVALID. */
enum lm_status lm_champ_refuse(const struct lm_championship *c, struct fields *f,
                               const struct lm_json *node, enum article article, const char *remedy,
                               const char *format, ...) LM_PRINTF(6, 7);

/* ---- people */

/* Find a person by id.  NOBODY: unknown. */
uint32_t lm_champ_person(const struct lm_championship *c, const char *id);
/* Are the two ids one account, ignoring case? */
bool lm_champ_same_account(const char *a, const char *b);
/* Return the account ${name}, of a person or a director, as written here; NULL: unknown. */
const char *lm_champ_account(const struct lm_championship *c, const char *name);
/* Add a person; NOBODY without memory. */
uint32_t lm_champ_add_person(struct lm_championship *c, const char *id);
/* Enter the application of ${person} among those of its owner; false without memory. */
bool lm_champ_enter_owner(struct lm_championship *c, uint32_t person);
/* Judge the application of ${person} again, and those of the same owner (II). */
void lm_champ_judge(struct lm_championship *c, uint32_t person);
/* Return the accepted applicants who are not holders, in order of entry; ${*count} of them. */
uint32_t *lm_champ_entrants(const struct lm_championship *c, uint32_t *count);
bool lm_champ_takes_part(const struct lm_championship *c, uint32_t person);

/* ---- matches */

struct contest *lm_champ_contest(const struct lm_championship *c, const char *id);
/* Return the open match of a person in the current stage; NULL: none. */
struct contest *lm_champ_open_contest(const struct lm_championship *c, uint32_t person);
struct contest *lm_champ_add_contest(struct lm_championship *c, uint32_t stage, uint32_t round,
                                     uint32_t group, uint32_t first, uint32_t second);
/* Return FIRST, SECOND or NO_SIDE. */
uint32_t lm_champ_side(const struct contest *contest, uint32_t person);
int32_t lm_champ_points(const struct stage *stage, const struct contest *contest, uint32_t side);
/* Return a side's game points, tenths; of a forfeited match the missing ones go to the winner. */
int32_t lm_champ_subscore(const struct contest *contest, uint32_t side);
/* Return the week of the match; false: it has no dates. */
bool lm_champ_period(const struct lm_championship *c, uint32_t stage, uint32_t round,
                     struct period *period);
/* Do the same with the deadlines for an agreement: none without dates. */
struct period lm_champ_deal_period(const struct lm_championship *c, const struct contest *contest);
/* Return the time until which a rescheduled match must be played, after which the player who came
 * has won (VI.D); NEVER: it is not rescheduled. */
int64_t lm_champ_lapses(const struct lm_championship *c, const struct contest *contest);
/* Return the last moment to which the time of ${contest} can be set at ${now}. */
int64_t lm_champ_last_moment(const struct lm_championship *c, const struct contest *contest,
                             int64_t now);
struct deal_view lm_champ_contest_deal(const struct lm_championship *c,
                                       const struct contest *contest, int64_t now);
struct negotiation lm_champ_contest_negotiation(const struct contest *contest);
/* Is ${contest} agreed on and not begun, so that its players can still move it?  If a match can be
 * played on several days, they can also agree on its continuation (VI.C). */
bool lm_champ_may_move(const struct lm_championship *c, const struct contest *contest);
/* Does it continue at a time that was agreed after its last game? */
bool lm_champ_is_adjourned(const struct contest *contest);
/* Is it being played: has it games, and is it not adjourned? */
bool lm_champ_has_begun(const struct contest *contest);
/* Was ${side} repeatedly reported not to begin the next game, without a game since (VI.B)? */
bool lm_champ_refuses(const struct contest *contest, uint32_t side);
/* Return the clocks of the games that a match of ${format} can have; NULL: no memory. */
const char *const *lm_champ_clocks(const struct match_format *format, struct lm_arena *arena,
                                   size_t *count);
/* Is ${contest} being played at ${now}: was a game entered a short time ago? */
bool lm_champ_is_running(const struct lm_championship *c, const struct contest *contest,
                         int64_t now);
/* Forget both players' reports about presence. */
void lm_champ_forget_presence(struct contest *contest);
/* Return the time since which ${side} has been reported absent from ${contest}; NEVER: not
 * reported. */
int64_t lm_champ_away_since(const struct contest *contest, uint32_t side);
/* Return the time that a player who reportedly left has to come back (VI.E). */
int64_t lm_champ_time_to_return(const struct lm_championship *c);
/* Return the time until which the other player can dispute a report by one alone; NEVER:
 * impossible. */
int64_t lm_champ_dispute_until(const struct lm_championship *c, const struct contest *contest);
/* Can ${side} dispute it at ${now}?  Both for offering the choice and for judging it. */
bool lm_champ_may_dispute(const struct lm_championship *c, const struct contest *contest,
                          uint32_t side, int64_t now);
/* Has ${contest} ended without dispute? */
bool lm_champ_is_settled(const struct contest *contest);
/* Is there a request to move at ${now} that the other player can accept? */
bool lm_champ_is_asked(const struct lm_championship *c, const struct contest *contest, int64_t now);
bool lm_champ_is_decisive(const struct lm_championship *c, const struct contest *contest);

/* ---- stages */

struct standing {
    uint32_t person;
    int64_t keys[CRITERIA]; /* by position in the stage's ranking; points and ratings in tenths */
    bool tied;              /* with the next row, by all keys */
};

/* Return the standings of a group of a stage, best first; in the arena.  Only players whose matches
 * are disregarded are left out. */
struct standing *lm_champ_standings(const struct lm_championship *c, uint32_t stage, uint32_t group,
                                    uint32_t *count);
uint32_t lm_champ_group_count(const struct lm_championship *c, uint32_t stage);
const char *lm_champ_group_name(const struct lm_championship *c, uint32_t stage, uint32_t group);
/* Is every round published and every match over? */
bool lm_champ_stage_over(const struct lm_championship *c, uint32_t stage);
bool lm_champ_round_over(const struct lm_championship *c, uint32_t stage);
/* Return the player who comes from this source now; NOBODY: unknown, or none. */
uint32_t lm_champ_source(const struct lm_championship *c, const struct source *source);
bool lm_champ_over(const struct lm_championship *c);

struct proposed_pair {
    uint32_t group;
    uint32_t player[2];
    bool rematch;
};

struct proposal {
    uint32_t stage, round;
    struct proposed_pair *pairs;
    uint32_t count;
    uint32_t *players; /* of a new stage: its players */
    uint32_t player_count;
    uint32_t seating;
    uint32_t **seats;
    uint32_t rounds;
    bool by_director; /* the director gives the pairs */
};

/* Find the next stage and round, in an empty ${p}; LM_INVALID: none is possible. */
enum lm_status lm_champ_find_next(const struct lm_championship *c, struct fields *f,
                                  const struct lm_json *node, struct proposal *p);
/* Fill in the data of ${p}->stage, which runs already. */
void lm_champ_go_on(const struct lm_championship *c, struct proposal *p);
/* Make the next pairing.  LM_INVALID (reported at ${node}) when nothing can be paired. */
enum lm_status lm_champ_propose(struct lm_championship *c, struct fields *f,
                                const struct lm_json *node, struct proposal *out);
/* Do the same without its pairs. */
enum lm_status lm_champ_next(struct lm_championship *c, struct fields *f,
                             const struct lm_json *node, struct proposal *out);
/* Suggest the pairs of Monrad's method, for a stage whose director pairs. */
bool lm_champ_suggest(struct lm_championship *c, struct proposal *proposal);
/* The ranking of the players still in by that method: by score, the average seeding rating of the
 * opponents, the own seeding rating (III.F.4.i); in the arena, NULL: no memory, or they cannot be
 * paired. */
struct pairing_rank {
    uint32_t person;
    int32_t score;      /* tenths */
    int64_t sum;        /* of the opponents' seeding ratings, tenths */
    uint32_t opponents; /* number of opponents that count */
};
struct pairing_rank *lm_champ_pairing_ranking(const struct lm_championship *c,
                                              const struct proposal *p, uint32_t *count);
/* Do the same by a system of the table; LM_NO_PAIRING when it allows none. */
enum lm_status lm_champ_pair_by_system(struct lm_championship *c, const char *name,
                                       struct proposal *proposal);
void lm_champ_sort_by_seeding(const struct lm_championship *c, uint32_t *players, uint32_t count);
/* Were the two paired with each other before in the stage? */
bool lm_champ_have_met(const struct lm_championship *c, uint32_t stage, const uint32_t player[2]);
void lm_champ_publish(struct lm_championship *c, const struct proposal *proposal);
/* Report ties for places of ${stage} that later stages use: without the director's order, the rules
 * decide. */
void lm_champ_tell_ties(struct lm_championship *c, uint32_t stage);

/* Are rounds published when they are due (IV.E)?  That needs a director's decision, and no round
 * undone since. */
bool lm_champ_is_automatic(const struct lm_championship *c);

/* The name under which a server enters events of the calendar. */
#define SERVER_NAME "limmat"

/* ---- lines */

/* Make a championship of ${definition} before its first line. */
enum lm_status lm_champ_blank(const struct lm_definition *definition, struct lm_arena *arena,
                              struct lm_championship *out);
/* Add a line that was read or written, which may undo others; it is not replayed yet. */
enum lm_status lm_champ_add_record(struct lm_championship *c, const struct lm_line *line, bool old,
                                   struct lm_log *log);
/* Replay record ${index}, the next one. */
enum lm_status lm_champ_tell(struct lm_championship *c, size_t index, struct lm_log *log);
/* Mark each record that another one undid. */
void lm_champ_settle(struct lm_championship *c);
/* Replay the first ${count} records; on error the state is unchanged.  With ${aftermath}, lines
 * that have become impossible are invalidated and noted; without, they are an error. */
enum lm_status lm_champ_tell_again(struct lm_championship *c, size_t count,
                                   struct aftermath *aftermath, struct lm_log *log);
enum lm_status lm_champ_note(struct lm_championship *c, uint64_t number,
                             const struct lm_message *why);
/* Return the record of line ${number}; NULL: none. */
struct record *lm_champ_record(const struct lm_championship *c, uint64_t number);
/* Return "a result (qualification/2/1)"; NULL without memory. */
const struct lm_message *lm_champ_say_record(const struct lm_championship *c,
                                             const struct record *record);

/* Is ${record} for directors alone, because it is about an applicant who does not take part? */
bool lm_champ_is_private(const struct lm_championship *c, const struct record *record);

/* ---- consequences */

/* Record an event about ${person}, in ${contest} unless it is NULL (limmat/message.h). */
void lm_champ_change(struct lm_championship *c, const char *article, uint32_t person,
                     const struct contest *contest, const char *format, ...) LM_PRINTF(5, 6);
/* Make the moment ${at} a part of the last change, as lm_champ_add_moment writes it. */
void lm_champ_change_at(struct lm_championship *c, int64_t at);
/* Make the sentence ${what}, an LM_MESSAGE, a part of it; "" is none. */
void lm_champ_change_says(struct lm_championship *c, const char *what);
void lm_champ_change_within(struct lm_championship *c, const struct lm_message *what);
void lm_champ_finish(struct lm_championship *c, struct contest *contest, uint32_t winner,
                     enum result_kind kind);
/* Count a match lost by absence, and disqualify if it is one too many (VI.F). */
void lm_champ_forfeit(struct lm_championship *c, uint32_t person);
/* Was the match still open at that moment, which is entered only now? */
bool lm_champ_ended_after(const struct contest *contest, int64_t time);
/* Withdraw or disqualify ${person}: VIII. */
void lm_champ_leave(struct lm_championship *c, uint32_t person, enum ground ground);

/* ---- due tasks */

/* The first kinds wait for the director: a championship never stops without one of them. */
enum due_kind {
    DUE_APPLICATION,
    DUE_PAIRING,
    DUE_TIE,
    DUE_FINDING,
    DUE_ASSIGNMENT,
    DUE_UNAGREED,
    DUE_RULING,
    DUE_DISPUTE,
    DUE_OVERDUE,
    DUE_REMATCH,
    DUE_DAYS,
    DUE_WHITE,
    DUE_OFFER,
    DUE_ACCEPTANCE,
    DUE_AGREEMENT,
    DUE_CHOICE,
    DUE_PLAY,
    DUE_RESULT,
    DUE_BID,
    DUE_MOVE,
    DUE_CONFIRM
};

struct due {
    enum due_kind kind;
    uint32_t person; /* NOBODY: the director */
    bool must;       /* required; else possible */
    int64_t by;      /* NEVER: no deadline */
    const char *article;
    const struct contest *contest;
    uint32_t stage, round; /* of a pairing, a tie */
    uint32_t subject;      /* of an application; the other player of an acceptance */
    int64_t time;          /* of an acceptance, a game, a move */
    const char *text;
    const char *otherwise; /* the consequence otherwise; NULL: none to show */
};

/* Return all due tasks at ${now}, most urgent first; in the arena. */
struct due *lm_champ_due(struct lm_championship *c, int64_t now, size_t *count);
const char *lm_champ_due_name(enum due_kind kind);

/* Append "Wed 16 Oct 2019, 23:59 UTC". */
void lm_champ_add_moment(struct lm_text *out, int64_t instant);

const char *lm_champ_name(const struct lm_championship *c, uint32_t person);
/* Return the player for an empty seat of the stage ${seat}: the first of its replacements that
 * ${fits}; NOBODY: none. */
typedef bool (*champ_fits)(const struct lm_championship *c, uint32_t person, const void *context);
uint32_t lm_champ_next_in_line(const struct lm_championship *c, size_t seat, champ_fits fits,
                               const void *context);
/* Append the score of ${contest}: "5½–4½". */
void lm_champ_add_score(struct lm_text *out, const struct contest *contest);
/* Return "ann – bob": the display name of a match; sentences never contain its id. */
const char *lm_champ_between(const struct lm_championship *c, const struct contest *contest);
/* Return the title of its stage. */
const char *lm_champ_title(const struct lm_championship *c, const struct contest *contest);

/* ---- sentences shared by views */

/* Append the state of the match at ${now}: "5.5-4.5", "no time yet; offers 1 and 3 of 3". */
void lm_champ_add_contest_state(struct lm_text *out, const struct lm_championship *c,
                                const struct contest *contest, int64_t now);
/* Return the heading of a criterion's column: "points", "median". */
const char *lm_champ_heading(enum criterion criterion);
/* Append a value of it; places, stored as negative numbers, are shown as places. */
void lm_champ_add_key(struct lm_text *out, enum criterion criterion, int64_t key);
/* Append "2nd of Qualification", "winner of Semifinals first", with the name once it is known. */
void lm_champ_add_source(struct lm_text *out, const struct lm_championship *c,
                         const struct source *source);
/* Append "1st". */
void lm_champ_add_ordinal(struct lm_text *out, uint32_t n);
/* Count the matches of the round, without byes, and those that are over. */
void lm_champ_count_round(const struct lm_championship *c, uint32_t stage, uint32_t round,
                          uint32_t *over, uint32_t *all);
/* Is ${change} about the player or match ${about}?  NULL: any. */
bool lm_champ_is_about(const struct lm_championship *c, const struct change *change,
                       const char *about);

#endif
