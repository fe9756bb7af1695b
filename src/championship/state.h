/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_STATE_H
#define LIMMAT_CHAMPIONSHIP_STATE_H

/*
 * The state of a championship, and what its parts do to it.  Only handlers of events (events_*.c)
 * change it, and only after everything that could forbid the event was looked at.
 */

#include "championship/definition.h"
#include "championship/fields.h"
#include "championship/names.h"
#include "limmat/championship.h"
#include "limmat/journal.h"
#include "limmat/told.h"

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
    const char *owner; /* who owns the account; its id unless said otherwise */
    int64_t applied;   /* NEVER: did not */
    int64_t created;
    uint32_t games;          /* counted before any date that the rules name */
    const int64_t *games_at; /* and those that ended at these moments */
    size_t games_at_count;
    const struct account_mark *marks;
    size_t mark_count;
    const int64_t *cheat_games; /* when games of the person's were ended as cheat detected */
    size_t cheat_game_count;
    bool bot;
    enum ruling *rulings; /* of the director, one per entry rule */
    uint32_t same_owner;  /* who applied before with this owner; NOBODY: nobody */
    bool rejected_alone;  /* by its own merits, whatever else the owner entered */
    enum entry_status status;
    const char *reasons[REASONS_MAX]; /* articles that decide against it, or that wait */
    size_t reason_count;
    uint32_t holder;  /* index of the title held, or NOBODY */
    int32_t seeding;  /* tenths */
    bool has_seeding; /* from a history, or given */
    uint32_t forfeits;
    enum ground out;
    int64_t out_at;
    uint64_t out_line; /* by which line */
    uint64_t touched;  /* the last line that said something of him; 0 */
};

enum contest_state { CONTEST_OPEN, CONTEST_DONE, CONTEST_VOID };

enum result_kind {
    RESULT_PLAYED,
    RESULT_ARMAGEDDON,
    RESULT_NO_SHOW,
    RESULT_LEFT,
    RESULT_RULED,
    RESULT_WALKOVER, /* the opponent is out */
    RESULT_RESCORED, /* the loser was disqualified on a ground that turns results round */
    RESULT_UNPLAYED, /* drawn or lost for both, for want of an agreement */
    RESULT_BYE
};

enum { BID_SEALED = -1 };

/* Another moment at which one player asks the other to play than the one that is agreed. */
struct move {
    uint32_t by;
    int64_t time; /* NEVER: nobody asks */
};

/* What a player of a match said of being there, since its time was set or its last game. */
struct presence {
    int64_t *waits; /* when the player said that the other one isn't there */
    size_t wait_count, wait_capacity;
    int64_t here; /* when the player was first there; NEVER */
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
    uint32_t absent;  /* who did not come then; NO_SIDE */
    int64_t rescheduled_at;
    uint32_t breaks[2]; /* used */
    struct presence presence[2];
    uint32_t alone;    /* which player alone reported how it stands; NO_SIDE: both, or a director */
    uint32_t disputed; /* which player says that it is not right; NO_SIDE */
    uint64_t dispute_line;
    uint64_t reported_line; /* of what is alone */
    uint32_t proposer;    /* which player reports games that count when the other agrees; NO_SIDE */
    const char *proposed; /* those games */
    int64_t last_game;    /* when one was last entered; NEVER */
    uint32_t days;        /* how often it was taken up: games came in after a long while */
    uint32_t refusals[2]; /* how often each was reported not to begin the next game (VI.B) */
    int64_t refused_at;   /* the last time; NEVER */
    size_t refused_games; /* and behind how many games */
    int32_t bids[2];      /* seconds; 0: none yet, BID_SEALED: made, nobody has seen it */
    uint64_t bid_lines[2];
    int64_t ended;       /* when it was finished; NEVER */
    uint64_t touched;    /* the last line that said something of it; 0 */
    uint32_t white;      /* of the Armageddon game; NO_SIDE: open */
    const char *waiting; /* for a ruling of the director, and why; NULL */
};

struct stage_state {
    bool started;
    uint32_t *players; /* Swiss and knock-out: in order of entry, of seeding; else all the seated */
    uint32_t player_count;
    uint32_t seating;
    uint32_t **seats; /* round robin: by group; NOBODY: empty */
    uint32_t rounds;  /* planned */
    uint32_t published;
    const uint32_t *order; /* the director's, of players still tied; by person, 0: none */
};

/* Something that happened, and by which article; what "explain" tells. */
struct change {
    uint64_t line;       /* its number in the journal */
    int64_t at, entered; /* when it happened, and when it was told */
    const char *by;
    const char *article;
    uint32_t person; /* NOBODY: nobody in particular */
    uint32_t other;  /* a second person concerned, or NOBODY */
    const char *contest;
    const struct lm_told *said;
};

/*
 * A line of the journal.  The state is what those tell, in their order, that nobody has taken back:
 * taking one back tells the others again without it.
 */
struct record {
    struct lm_line line;
    const struct event_row *row;
    const char *name;      /* who entered it */
    const char *secret;    /* its private part as written; NULL: none, or unknown */
    const uint64_t *falls; /* lines that could not stand any more when this one took another back */
    size_t fall_count;
    struct lm_journal_mark after; /* where the journal stands behind it; not of old ones */
    uint64_t dropped; /* by this line: taken back, or fallen with one that was; 0: it stands */
    bool old;         /* written before lines had numbers */
};

/* What taking a line back leads to, found while the others are told again. */
struct aftermath {
    uint64_t undoes, by; /* the line that is taken back, and the one that does it */
    struct aftermath_line {
        uint64_t number;
        const struct lm_told *why; /* it falls; NULL: a published round that stands */
    } * lines;
    size_t count, capacity;
};

struct lm_championship {
    struct lm_arena *arena;
    struct lm_journal *journal;
    struct record *records; /* without the opening line */
    size_t record_count, record_capacity;
    struct lm_journal_mark begun; /* where it stood before the first of them that is not old */
    uint64_t opening;             /* lines before them: 1, or 0 where nobody keeps a journal */
    int64_t opened;               /* its time; INT64_MIN */
    uint64_t line;                /* number of the line being told */
    int64_t entered;              /* and when it was entered; "time" is then when it happened */
    bool revised;                 /* some lines were taken back */
    struct aftermath *aftermath;  /* NULL: nobody asks */
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
    const char *by; /* of the event being taken */
    bool replaying; /* what was published is told as it stands, not judged */
    bool out_of_memory;
};

/* Report that an article (if the definition names it) forbids what ${node} asks; LM_INVALID. */
enum lm_status lm_champ_refuse(const struct lm_championship *c, struct fields *f,
                               const struct lm_json *node, enum article article, const char *remedy,
                               const char *format, ...) LM_PRINTF(6, 7);

/* ---- people ------------------------------------------------------------------------------ */

/* NOBODY: unknown. */
uint32_t lm_champ_person(const struct lm_championship *c, const char *id);
/* Are the two one account, whatever the case of their letters? */
bool lm_champ_same_account(const char *a, const char *b);
/* The account ${name} as it is written here, of a person or a director; NULL: it is nobody's. */
const char *lm_champ_account(const struct lm_championship *c, const char *name);
/* A new person; NOBODY without memory. */
uint32_t lm_champ_add_person(struct lm_championship *c, const char *id);
/* Enter the application of ${person} among those of its owner; false without memory. */
bool lm_champ_enter_owner(struct lm_championship *c, uint32_t person);
/* Judge the application of ${person} again, and those of the same owner (II). */
void lm_champ_judge(struct lm_championship *c, uint32_t person);
/* Accepted applicants that are no holders, and applied; in order of entry.  ${*count} of them. */
uint32_t *lm_champ_entrants(const struct lm_championship *c, uint32_t *count);
bool lm_champ_takes_part(const struct lm_championship *c, uint32_t person);

/* ---- matches ----------------------------------------------------------------------------- */

struct contest *lm_champ_contest(const struct lm_championship *c, const char *id);
/* The open match of a person in the current stage; NULL. */
struct contest *lm_champ_open_contest(const struct lm_championship *c, uint32_t person);
struct contest *lm_champ_add_contest(struct lm_championship *c, uint32_t stage, uint32_t round,
                                     uint32_t group, uint32_t first, uint32_t second);
/* FIRST, SECOND or NO_SIDE. */
uint32_t lm_champ_side(const struct contest *contest, uint32_t person);
int32_t lm_champ_points(const struct stage *stage, const struct contest *contest, uint32_t side);
/* Games won in the match, tenths; of a forfeited one the rest goes to the winner. */
int32_t lm_champ_subscore(const struct contest *contest, uint32_t side);
/* The week of the match; false: it has no dates. */
bool lm_champ_period(const struct lm_championship *c, uint32_t stage, uint32_t round,
                     struct period *period);
/* The same with the deadlines that hold for an agreement: none where there are no dates. */
struct period lm_champ_deal_period(const struct lm_championship *c, const struct contest *contest);
/* Until when a match that was rescheduled must be played, else who came has won (VI.D); NEVER: it
 * is none. */
int64_t lm_champ_lapses(const struct lm_championship *c, const struct contest *contest);
/* The last moment for which a time of ${contest} can be set at ${now}. */
int64_t lm_champ_last_moment(const struct lm_championship *c, const struct contest *contest,
                             int64_t now);
struct deal_view lm_champ_contest_deal(const struct lm_championship *c,
                                       const struct contest *contest, int64_t now);
struct negotiation lm_champ_contest_negotiation(const struct contest *contest);
/* Is ${contest} agreed on and not begun, so that its players can still move it?  Where a match can
 * be played on several days, they can also agree when to go on (VI.C). */
bool lm_champ_may_move(const struct lm_championship *c, const struct contest *contest);
/* Does it go on at a time that was agreed behind its last game? */
bool lm_champ_is_adjourned(const struct contest *contest);
/* Is it being played: games are in, and it is not adjourned? */
bool lm_champ_has_begun(const struct contest *contest);
/* Was ${side} repeatedly reported not to begin the next game, and no game came in since (VI.B)? */
bool lm_champ_refuses(const struct contest *contest, uint32_t side);
/* The clocks of the games that a match of ${format} can have; NULL: no memory. */
const char *const *lm_champ_clocks(const struct match_format *format, struct lm_arena *arena,
                                   size_t *count);
/* Is ${contest} being played at ${now}: did a game come in a short time ago? */
bool lm_champ_is_running(const struct lm_championship *c, const struct contest *contest,
                         int64_t now);
/* What both said of being there is of no use any more. */
void lm_champ_forget_presence(struct contest *contest);
/* Since when ${side} has been said to be away from ${contest}; NEVER: nobody says so. */
int64_t lm_champ_away_since(const struct contest *contest, uint32_t side);
/* How long somebody who is said to have left has to come back (VI.E). */
int64_t lm_champ_time_to_return(const struct lm_championship *c);
/* Until when the other player can dispute what one alone reported; NEVER: that is not open. */
int64_t lm_champ_dispute_until(const struct lm_championship *c, const struct contest *contest);
/* Can ${side} say at ${now} that it is not right?  What is offered, and what is taken. */
bool lm_champ_may_dispute(const struct lm_championship *c, const struct contest *contest,
                          uint32_t side, int64_t now);
/* Can ${contest} be taken as ended: over, and not disputed? */
bool lm_champ_is_settled(const struct contest *contest);
/* Is there a moment at ${now} that one of them asks for, and that the other can accept? */
bool lm_champ_is_asked(const struct lm_championship *c, const struct contest *contest, int64_t now);
bool lm_champ_is_decisive(const struct lm_championship *c, const struct contest *contest);

/* ---- stages ------------------------------------------------------------------------------ */

struct standing {
    uint32_t person;
    int64_t keys[CRITERIA]; /* by position in the stage's ranking; points and ratings in tenths */
    bool tied;              /* with the next, by all of them */
};

/* The standings of a group of a stage, best first; in the arena.  Nobody is left out but those
 * whose matches are disregarded. */
struct standing *lm_champ_standings(const struct lm_championship *c, uint32_t stage, uint32_t group,
                                    uint32_t *count);
uint32_t lm_champ_group_count(const struct lm_championship *c, uint32_t stage);
const char *lm_champ_group_name(const struct lm_championship *c, uint32_t stage, uint32_t group);
/* Whether every round was published and every match is over. */
bool lm_champ_stage_over(const struct lm_championship *c, uint32_t stage);
bool lm_champ_round_over(const struct lm_championship *c, uint32_t stage);
/* Who sits there now; NOBODY: not known, or nobody. */
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
    uint32_t *players; /* when the stage starts: who plays it */
    uint32_t player_count;
    uint32_t seating;
    uint32_t **seats;
    uint32_t rounds;
    bool by_director; /* the pairs are for the director to give */
};

/* Which stage and round is next, in an empty ${p}; LM_INVALID: none can be. */
enum lm_status lm_champ_find_next(const struct lm_championship *c, struct fields *f,
                                  const struct lm_json *node, struct proposal *p);
/* Fill in what ${p}->stage has, which runs already. */
void lm_champ_go_on(const struct lm_championship *c, struct proposal *p);
/* What is paired next.  LM_INVALID (reported at ${node}) when nothing can be. */
enum lm_status lm_champ_propose(struct lm_championship *c, struct fields *f,
                                const struct lm_json *node, struct proposal *out);
/* The same without its pairs. */
enum lm_status lm_champ_next(struct lm_championship *c, struct fields *f,
                             const struct lm_json *node, struct proposal *out);
/* The pairs of Monrad's method, for a stage whose director pairs: a suggestion. */
bool lm_champ_suggest(struct lm_championship *c, struct proposal *proposal);
/* How that method ranks who is still in: by score, the average seeding rating of the opponents, the
 * own seeding rating (III.F.4.i); in the arena, NULL: no memory, or they cannot be paired. */
struct pairing_rank {
    uint32_t person;
    int32_t score;      /* tenths */
    int64_t sum;        /* of the opponents' seeding ratings, tenths */
    uint32_t opponents; /* that count */
};
struct pairing_rank *lm_champ_pairing_ranking(const struct lm_championship *c,
                                              const struct proposal *p, uint32_t *count);
/* The same by a system of the table; LM_NO_PAIRING when it allows none. */
enum lm_status lm_champ_pair_by_system(struct lm_championship *c, const char *name,
                                       struct proposal *proposal);
void lm_champ_sort_by_seeding(const struct lm_championship *c, uint32_t *players, uint32_t count);
/* Have the two been paired with each other before in the stage? */
bool lm_champ_have_met(const struct lm_championship *c, uint32_t stage, const uint32_t player[2]);
void lm_champ_publish(struct lm_championship *c, const struct proposal *proposal);
/* Tell of those who are level for places of ${stage} that later stages ask for: nobody ordered
 * them, so that the rules do. */
void lm_champ_tell_ties(struct lm_championship *c, uint32_t stage);

/* Are rounds published when they are due (IV.E)?  A director said so, and has taken no round back
 * since. */
bool lm_champ_is_automatic(const struct lm_championship *c);

/* By this name a server enters what the calendar does. */
#define SERVER_NAME "limmat"

/* ---- lines --------------------------------------------------------------------------------- */

/* A championship of ${definition} before its first line. */
enum lm_status lm_champ_blank(const struct lm_definition *definition, struct lm_arena *arena,
                              struct lm_championship *out);
/* Add a line that was read or written, which may take others back; it is not told yet. */
enum lm_status lm_champ_add_record(struct lm_championship *c, const struct lm_line *line, bool old,
                                   struct lm_log *log);
/* Tell record ${index}, the next that was not told. */
enum lm_status lm_champ_tell(struct lm_championship *c, size_t index, struct lm_log *log);
/* Say of each record whether another took it back. */
void lm_champ_settle(struct lm_championship *c);
/* Make the state again of the first ${count} records; on error it is as it was.  With ${aftermath}
 * lines that can no longer be fall and are noted, without they are an error. */
enum lm_status lm_champ_tell_again(struct lm_championship *c, size_t count,
                                   struct aftermath *aftermath, struct lm_log *log);
enum lm_status lm_champ_note(struct lm_championship *c, uint64_t number, const struct lm_told *why);
/* Record of line ${number}; NULL: there is none. */
struct record *lm_champ_record(const struct lm_championship *c, uint64_t number);
/* "a result (qualification/2/1)"; NULL without memory. */
const struct lm_told *lm_champ_say_record(const struct lm_championship *c,
                                          const struct record *record);

/* Is ${record} for directors alone: of somebody who applied and is not in it? */
bool lm_champ_is_private(const struct lm_championship *c, const struct record *record);

/* ---- consequences ------------------------------------------------------------------------ */

/* Tell what happened to ${person}, in ${contest} unless it is NULL (limmat/told.h). */
void lm_champ_change(struct lm_championship *c, const char *article, uint32_t person,
                     const struct contest *contest, const char *format, ...) LM_PRINTF(5, 6);
/* The change that was told last names the moment ${at}, as lm_champ_add_moment writes it. */
void lm_champ_change_at(struct lm_championship *c, int64_t at);
/* A part of it is the sentence ${what}, LM_TOLD; "" is none. */
void lm_champ_change_says(struct lm_championship *c, const char *what);
void lm_champ_change_within(struct lm_championship *c, const struct lm_told *what);
void lm_champ_finish(struct lm_championship *c, struct contest *contest, uint32_t winner,
                     enum result_kind kind);
/* Count a match lost by absence, and disqualify if that was one too many (VI.F). */
void lm_champ_forfeit(struct lm_championship *c, uint32_t person);
/* Was the match still open at that moment, which is told only now? */
bool lm_champ_ended_after(const struct contest *contest, int64_t time);
/* ${person} withdraws or is disqualified: VIII. */
void lm_champ_leave(struct lm_championship *c, uint32_t person, enum ground ground);

/* ---- what is due ------------------------------------------------------------------------- */

/* The first ones wait for the director: a championship never stops without one of them. */
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
    bool must;       /* else: may */
    int64_t by;      /* NEVER: no deadline */
    const char *article;
    const struct contest *contest;
    uint32_t stage, round; /* of a pairing, a tie */
    uint32_t subject;      /* of an application; the other player of an acceptance */
    int64_t time;          /* of an acceptance, a game, a move */
    const char *text;
    const char *otherwise; /* what happens otherwise; NULL: nothing to say */
};

/* All that is due at ${now}, most urgent first; in the arena. */
struct due *lm_champ_due(struct lm_championship *c, int64_t now, size_t *count);
const char *lm_champ_due_name(enum due_kind kind);

/* "Wed 16 Oct 2019, 23:59 UTC" */
void lm_champ_add_moment(struct lm_text *out, int64_t instant);

const char *lm_champ_name(const struct lm_championship *c, uint32_t person);
/* Who fills an empty seat of the stage ${seat}: the first of its replacements who ${fits}; NOBODY.
 */
typedef bool (*champ_fits)(const struct lm_championship *c, uint32_t person, const void *context);
uint32_t lm_champ_next_in_line(const struct lm_championship *c, size_t seat, champ_fits fits,
                               const void *context);
/* "5½–4½": how ${contest} stands. */
void lm_champ_add_score(struct lm_text *out, const struct contest *contest);
/* "ann – bob": a match as people call it; no sentence has its id. */
const char *lm_champ_between(const struct lm_championship *c, const struct contest *contest);
/* The title of its stage. */
const char *lm_champ_title(const struct lm_championship *c, const struct contest *contest);

/* ---- words that views share -------------------------------------------------------------- */

/* "5.5-4.5", "no time yet; offers 1 and 3 of 3": how the match stands at ${now}. */
void lm_champ_add_contest_state(struct lm_text *out, const struct lm_championship *c,
                                const struct contest *contest, int64_t now);
/* "points", "median": above the column of a criterion. */
const char *lm_champ_heading(enum criterion criterion);
/* A value of it, places as people read them: what is stored as a negative place is shown as the
 * place. */
void lm_champ_add_key(struct lm_text *out, enum criterion criterion, int64_t key);
/* "2nd of Qualification", "winner of Semifinals first", with the name once it is known. */
void lm_champ_add_source(struct lm_text *out, const struct lm_championship *c,
                         const struct source *source);
/* "1st" */
void lm_champ_add_ordinal(struct lm_text *out, uint32_t n);
/* How many matches of the round count, byes left out, and how many of them are over. */
void lm_champ_count_round(const struct lm_championship *c, uint32_t stage, uint32_t round,
                          uint32_t *over, uint32_t *all);
/* Is ${change} about that player or that match?  NULL: about anything. */
bool lm_champ_is_about(const struct lm_championship *c, const struct change *change,
                       const char *about);

#endif
