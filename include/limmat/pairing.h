/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_H
#define LIMMAT_PAIRING_H

/*
 * Pairing systems: one row each, and the pairing with its reasons that every one of them makes.
 *
 * Reasons are data.  An engine fills brackets, findings and the rule of each colour; sentences are
 * made from those by whoever shows them (limmat/why.h), with the rules of the system.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/position.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_json_writer;

/* A rule by which a system weighs pairings, or allots a colour, and what it says to a player: keys
 * of sentences (words/), NULL where it does not. */
struct lm_rule {
    const char *code;    /* "C14", "5.2.3"; unique within its table */
    const char *article; /* "C.04.3 art. 2.4.9" */
    const char *title;   /* for a list: "downfloaters who floated down last round" */
    const char *reason;  /* what the rule decided */
    /* Where there is nobody to name, or only one has a claim; of a float, to the one met. */
    const char *plain;
    /* Of a criterion, to a player who falls short of it; of a float, to the one who moved; of a
     * colour, where the two do not get what they seem due; of an opponent, where all before had
     * been met. */
    const char *own;
};

/* What a player may ask, and so what a fact answers. */
enum lm_question {
    LM_WHY_WISH,     /* what could not be granted */
    LM_WHY_OPPONENT, /* this one */
    LM_WHY_FLOAT,    /* somebody with fewer or more points */
    LM_WHY_BYE,
    LM_WHY_COLOUR,
    LM_WHY_BOARD,
    LM_WHY_ABSENCE, /* no game */
    LM_WHY_AGAINST, /* not the one who was named */
    LM_QUESTION_COUNT
};

/* A pair, or the pairing-allocated bye (${black} is LM_NOBODY). */
struct lm_pair {
    uint32_t white, black;            /* player indices */
    uint16_t bracket;                 /* index into ${brackets}, where it was made */
    uint8_t colour_rule;              /* index into the system's ${colour_rules} */
    uint8_t opponent_rule;            /* index into its ${opponent_rules}; with reasons only */
    int32_t white_score, black_score; /* pairing scores, tenths */
};

/* What a bracket's pairing came to under one rule: who falls short of it. */
struct lm_finding {
    uint8_t rule;          /* index into the system's ${criteria} */
    uint8_t about;         /* enum lm_question: what it answers to one of ${players} */
    bool bound;            /* ${values} could only be worse: that they are lower proves nothing */
    const int32_t *values; /* what is minimised: one number (a count), or a list (scores) */
    size_t value_count;
    const uint32_t *players; /* player indices concerned; may be empty */
    size_t player_count;
};

enum { LM_FORCED_NAMED = 6 };

/* What prescribing a pair (or that somebody leaves the bracket) costs first, and whom it hurts. */
struct lm_forced {
    bool possible;     /* the round can be paired legally with it */
    bool decided;      /* a criterion decides against it: ${rule}; else the order of candidates */
    uint8_t rule;      /* index into ${criteria}; where it is not possible, what forbids it */
    int32_t with;      /* under ${rule}: with what is prescribed, … */
    int32_t without;   /* … and as it is: counts; of the bye a score, or unplayed games */
    size_t hurt_count; /* whom ${rule} concerns with it and not without; where that is not possible,
                          some who would be left over, or could have the bye */
    struct {
        uint32_t player, opponent; /* LM_NOBODY: no opponent in the bracket */
    } hurt[LM_FORCED_NAMED];       /* the first of them */
    /* Where the order decides: the first in it who would have somebody else, his opponent, and who
     * that would be; or (${exchanges}) others would change halves.  Where a criterion decides:
     * unless others change halves, which comes later in the order. */
    bool exchanges;
    uint32_t first, own, other; /* LM_NOBODY: nobody, or the bracket is left */
    /* Of ${exchanges}: the first who would be in the upper half and is not, and the first who is
     * and would not be. */
    uint32_t up, down;
};

/* Some of a bracket's lines who would have only ${left} to meet, one fewer than they are: so one
 * of them would be left over. */
struct lm_shortage {
    const uint32_t *players, *left; /* player indices, in the order of their lines */
    size_t count;                   /* of ${players}; of ${left} one fewer */
};

/* Two lines of a bracket that its rules set face to face: each of the tops in turn gets the first
 * of the bottoms who is left, may meet him and leaves the others an opponent. */
struct lm_lines {
    const uint32_t *tops, *bottoms; /* player indices */
    size_t count;
};

/* How such lines answer why two who face each other do not meet. */
enum lm_line_answer {
    LM_LINE_NONE,   /* it is no question of lines */
    LM_LINE_ITSELF, /* the two are barred from each other by ${rule}, or cost something under it */
    LM_LINE_TAKEN,  /* ${forced}: ${own} is one of the two, and ${first}, a top before, meets him */
    LM_LINE_LEFT,   /* ${forced}: ${first}, a bottom before, was left over and comes first */
    LM_LINE_REST,   /* with the rows before as they are a pair further down would have no opponent
                       (${shortage}), or one that costs more (${forced}, where it is decided),
                       or else who leaves the bracket could not (${forced.hurt}) */
    LM_LINE_ALONE   /* the pair alone is prescribed, and all rows paired again: somebody would have
                       no opponent (${shortage}), it costs more (${forced}, where it is decided), or
                       (${later}) it is as good, and the order decides (${forced.first}) */
};

/* A pairing that a player would rather have seen, and what it comes to. */
struct lm_alternative {
    uint32_t player, opponent; /* opponent LM_NOBODY: the player floats (or has the bye) instead;
                                  if he is no resident, he floats up into the bracket instead */
    uint8_t rule;              /* index into ${criteria}: the first one that decides against it */
    bool possible;             /* false: ${rule} forbids it outright */
    bool later;                /* equal by every criterion; the actual one comes earlier in order */
    bool named;                /* it was asked for by name, or of the round (lm_prescribe) */
    bool expected; /* what the order of the rules would have come to without other conditions */
    bool was_forced;
    bool bounded; /* not forced: that the pair is worse by ${rule}, or by one before it, follows
                     from the bracket coming to nothing under ${rule}; ${forced} has the rest */
    bool told;    /* not forced: a step of the rules' own procedure came to it, with the pairs
                     that were made before it */
    uint8_t line; /* enum lm_line_answer */
    const struct lm_shortage
        *shortage;           /* of LM_LINE_REST and LM_LINE_ALONE; NULL: none, or not known */
    struct lm_forced forced; /* if it was */
};

/* A criterion that says nothing more of a player of whom ${by} is said in the same bracket. */
struct lm_covered {
    uint8_t rule, by; /* indices into the system's ${criteria}; equal: the end of a list */
};

struct lm_bracket {
    int32_t score;             /* of its residents, tenths; LM_NO_POINTS: of different scores */
    const uint32_t *residents; /* player indices, in ranking order */
    size_t resident_count;
    const uint32_t *moved; /* who came from another scoregroup (MDPs, or upfloaters) */
    size_t moved_count;
    const uint32_t *floaters; /* who leaves it unpaired */
    size_t floater_count;
    const struct lm_finding
        *findings; /* only rules that are not perfectly fulfilled, by priority */
    size_t finding_count;
    const struct lm_alternative *alternatives;
    size_t alternative_count;
    struct lm_lines lines; /* with alternatives only; of no length where it has none */
};

struct lm_pairing {
    uint32_t round;
    struct lm_pair *pairs; /* in board order (C.04.2 art. 3.6): the bye, if any, is last */
    uint32_t pair_count;   /* with the bye */
    const struct lm_bracket *brackets; /* NULL when reasons were not asked for */
    size_t bracket_count;
    const char *note; /* a remark on the whole, e.g. which reading was needed; or NULL */
};

/* What to compute besides the pairs. */
enum lm_want {
    LM_WANT_PAIRS = 0,
    LM_WANT_REASONS = 1,     /* brackets and findings */
    LM_WANT_ALTERNATIVES = 2 /* also what else was weighed (slower) */
};

struct lm_pair_request {
    enum lm_want want;
    uint32_t player; /* alternatives for this player index only; LM_NOBODY: for everybody */
};

/* Where a table that was known before the first round has somebody in one of them. */
struct lm_table_place {
    uint32_t seats;        /* of the table: numbers, or boards of a match of two teams */
    uint32_t row;          /* from 1 */
    uint32_t mine, theirs; /* the numbers that meet, from 1; of a match those within their teams */
    char my_team, opponents; /* of a match 'A' or 'B'; 0: there are no teams */
    uint32_t opponent;       /* a player; LM_NOBODY: nobody has that number */
};

struct lm_system {
    const char *name;         /* "dutch-2026" */
    const char *family;       /* "dutch": the name without edition */
    const char *title;        /* "FIDE (Dutch) System, in force from 1 February 2026" */
    const char *source;       /* "C.04.3, approved 28 October 2025" */
    const char *from, *until; /* in force, "YYYY/MM/DD", inclusive; "" open */
    const char *const *codes; /* values of record 192 that choose it; NULL-terminated */
    uint8_t games_per_match;
    /* The code by which its standings rank, where that is not points (rules.scores); NULL: PTS. */
    const char *score;
    bool teams;          /* pairs teams: tournaments are views made by lm_team_view */
    bool orders_by_name; /* equals stand by title, then name, in every round, whatever their TPNs */
    bool knocks_out;     /* who loses is out: a bracket, limmat/knock_out.h */
    bool needs_rounds;   /* is not defined without the number of rounds (142) */
    /* What its colours come from: preferences (C.04.3 art. 1.7), the games alone, or nothing. */
    enum { LM_COLOURS_BY_PREFERENCE, LM_COLOURS_BY_HISTORY, LM_NO_COLOURS } colours;
    /* How its rules call who meets another score. */
    enum { LM_FLOATERS, LM_UPFLOATERS, LM_TRANSFERS, LM_NO_FLOATERS } floaters;
    /* The system by whose rules and rows ${round} is paired, where it is another one in some rounds
     * (the seeding rounds of Burstein); NULL: this one in all.  Ask lm_system_in_round. */
    const struct lm_system *(*in_round)(const struct lm_tournament *t, uint32_t round);
    struct lm_position_rules rules;
    /* Of predetermined rounds: on which board, from 0, ${pair} stands in its row of the table.
     * NULL: boards are ordered by C.04.2 art. 3.6. */
    uint32_t (*board)(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair);
    /* Of predetermined rounds: how many a cycle of ${players} has, at least 1.  NULL: they are
     * not. */
    uint32_t (*cycle)(uint32_t players);
    /* Of predetermined rounds: where the table has ${player} in ${round}, into ${out}.  NULL: they
     * are not. */
    void (*place)(const struct lm_tournament *t, uint32_t round, uint32_t player,
                  struct lm_table_place *out);
    /* Number the players for the boards of those with equal scores.  NULL: their TPNs (or declared
     * ranks, where they decide). */
    enum lm_status (*number)(const struct lm_tournament *t, struct lm_arena *arena,
                             uint32_t *number);
    const struct lm_rule *criteria; /* terminated by a row without code */
    uint8_t second_bye; /* which of them bars from the bye (lm_seat's ${pab_barred}); 0: none */
    /* Which of them is the reason where another pairing looks better in a bracket: it leaves those
     * below unpaired.  0: none. */
    uint8_t completion;
    /* Where it is settled who moves before the pairs of a bracket are compared: the last of them
     * that decides who.  0: all of them decide both. */
    uint8_t movers;
    const struct lm_rule *colour_rules;
    /* Do the colours due forbid that seats ${a} and ${b} meet?  NULL: they never do. */
    bool (*closed)(const struct lm_position *position, uint32_t a, uint32_t b);
    /* Why two meet.  The first row is said when there is nothing else to say.  NULL: none. */
    const struct lm_rule *opponent_rules;
    /* The key of the sentence, where the rules order all who may have the bye; NULL: it is left
     * over by the last bracket. */
    const char *bye_reason;
    uint8_t due_without_games;        /* enum lm_colour: what who has not played is due */
    const struct lm_covered *covered; /* NULL: none */
    /* The position with the system's own colour preferences (of teams); NULL: lm_position_new's are
     * its own.  NULL when ${arena} has no room. */
    struct lm_position *(*as_seen)(const struct lm_position *position, struct lm_arena *arena);
    /* Pair ${position}; pairs and reasons in ${arena}.  LM_NO_PAIRING when none is legal: then the
     * reason, with the players that block it, is in ${log}. */
    enum lm_status (*pair)(const struct lm_position *position,
                           const struct lm_pair_request *request, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out);
    /* What a given pairing of everybody with a seat comes to: as ${pair} with LM_WANT_REASONS, but
     * for ${pairs}; rules that it breaks outright are findings too.  NULL: cannot be told. */
    enum lm_status (*judge)(const struct lm_position *position, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out);
};

/* All systems; ${*count} of them. */
LM_API const struct lm_system *const *lm_systems(size_t *count);

/* By edition ("dutch-2026"), or by family ("dutch"): then the one in force on ${start} (a date as
 * written in record 042, "" means today's rules: the newest).  NULL: unknown. */
LM_API const struct lm_system *lm_system_named(const char *name, const char *start);

/* The system that the tournament itself names by a code (192, else 092), else dutch by its start
 * date.  NULL: the code is none of a system that is known here.  ${*how} (may be NULL) says what
 * decided, for the user; when it was a code, it begins with "record". */
LM_API const struct lm_system *lm_system_of(const struct lm_tournament *t, const char **how);

/* Does that code name an edition ("FIDE_DUTCH_2025"), not a family alone ("FIDE_DUBOV")? */
LM_API bool lm_code_names_edition(const struct lm_tournament *t);

/* Was ${system} in force on ${start}?  Yes, where that is not a day. */
LM_API bool lm_system_holds_on(const struct lm_system *system, const char *start);

/* "in force on 2014-05-01 was X, which is not built in; Y is used", Y being ${system}; NULL when an
 * edition of its family that is built in was in force on ${start}, when that is not a day, or there
 * is no memory. */
LM_API const char *lm_system_missing(const struct lm_system *system, const char *start,
                                     struct lm_arena *arena);

/* ${t} as ${system} pairs it: ${t} itself, or of teams a view of them (lm_team_view) by the scores
 * that record 192 names.  LM_INVALID: they are not numbered; the remedy is in ${log}.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_system_view(const struct lm_system *system,
                                                   struct lm_tournament *t, struct lm_arena *arena,
                                                   struct lm_log *log, struct lm_tournament **out);

/* Why ${code} (record 192) is a code of FIDE's that nothing is paired by here; NULL: it is not one.
 */
LM_API const char *lm_code_refused(const char *code);

/* Does ${name} ask for a knock-out ("knockout", "Knock-Out", "ko")?  That is a championship
 * (docs/systems.md), and none of the systems. */
LM_API bool lm_means_knock_out(const char *name);

/* By whose rules and rows ${system} pairs ${round} of ${t}: mostly its own.  Criteria and colour
 * rules of a pairing are places in the tables of the system returned. */
LM_API const struct lm_system *lm_system_in_round(const struct lm_system *system,
                                                  const struct lm_tournament *t, uint32_t round);

/* Pair ${round} of ${t} (0: the next one) by ${system}: position and engine in one call, all of it
 * in ${arena}. */
LM_API LM_MUST_CHECK enum lm_status lm_pair_round(const struct lm_system *system,
                                                  const struct lm_tournament *t, uint32_t round,
                                                  const struct lm_pair_request *request,
                                                  struct lm_arena *arena, struct lm_log *log,
                                                  struct lm_pairing **out);

/* What a question came to. */
enum lm_found { LM_FOUND, LM_NONE, LM_UNDECIDED };

/* What a round is to have: ${player} meets one of ${others}, or (${never}) none of them.  Player
 * indices; LM_NOBODY among ${others} is the bye.  So a pair names one opponent, and somebody leaves
 * a bracket who never meets any of its players. */
struct lm_prescription {
    uint32_t player;
    const uint32_t *others;
    size_t other_count;
    bool never;
};

/*
 * Pair ${round} of ${t} (0: the next one) by ${system} with ${count} ${prescriptions}: its pairing
 * that has them all into ${*out}, when ${*found} is LM_FOUND.  LM_NONE: no pairing that the rules
 * allow has them.  LM_UNDECIDED: the rules cannot be asked, because they bar nobody from the bye or
 * from meeting again.  A prescription counts as a prohibition of all else: where the rules are a
 * procedure (dutch-2006, dutch-2017, dubov-1997), other pairs may change with it.  As costly as
 * lm_pair_round.  LM_INVALID: an index is out of range.  LM_LIMIT.
 */
LM_API LM_MUST_CHECK enum lm_status lm_prescribe(const struct lm_system *system,
                                                 const struct lm_tournament *t, uint32_t round,
                                                 const struct lm_prescription *prescriptions,
                                                 size_t count, struct lm_arena *arena,
                                                 enum lm_found *found, struct lm_pairing **out);

/* Put the pairs into the order of C.04.2 art. 3.6: score of the better ranked of the pair, sum of
 * both scores, number of the better ranked (as ${system} numbers them); the bye last.  Where the
 * boards of the round are on record (lm_pairing_record), into that order: players sit there,
 * whatever was corrected since.  ${arena} is used for the while only; LM_LIMIT leaves the order as
 * it was. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_sort(const struct lm_system *system,
                                                    const struct lm_tournament *t,
                                                    struct lm_pairing *pairing,
                                                    struct lm_arena *arena);

/* Keep the order of ${pairing}'s boards in ${t}, as a comment:
 * "### Boards @ Round 4: 3-17 8-2"; one that was kept of that round before goes.  ${teams}: pairs
 * are of teams, ${t} is their event.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_record(struct lm_tournament *t,
                                                      const struct lm_pairing *pairing, bool teams);

/* Is ${comment} one of those? */
LM_API bool lm_is_record_of_boards(const char *comment);

/* The pair that ${player} is in, and its number from 1 in ${*board}; NULL: he is not paired. */
LM_API const struct lm_pair *lm_pairing_of_player(const struct lm_pairing *pairing, uint32_t player,
                                                  uint32_t *board);

/* Enter the pairing as round ${pairing}->round of ${t}: pairs as LM_PENDING, the bye as LM_PAB,
 * requested byes of that round as such.  LM_LIMIT when there is no memory; nothing entered then. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_enter(struct lm_tournament *t,
                                                     const struct lm_pairing *pairing);

/* The same for a round of teams, ${t} being the event and ${pairing} that of its view: games for
 * the players that have been lined up (300), else the first of each team (310); the bye in 320. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_enter_teams(struct lm_tournament *t,
                                                           const struct lm_pairing *pairing);

#ifdef __cplusplus
}
#endif
#endif
