/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_H
#define LIMMAT_PAIRING_H

/*
 * Pairing systems, one row each, and the pairing with its reasons that every system makes.
 *
 * Reasons are data.  An engine fills in brackets, findings and the rule of each colour; the program
 * that shows them makes sentences of these (limmat/why.h) with the system's rules.
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

/* A rule by which a system weighs pairings or allots a colour, with its sentences for players: keys
 * of sentences (words/), NULL if it has none. */
struct lm_rule {
    const char *code;    /* "C14", "5.2.3"; unique within its table */
    const char *article; /* "C.04.3 art. 2.4.9" */
    const char *title;   /* for a list: "downfloaters who floated down last round" */
    const char *reason;  /* what the rule decided */
    /* For when no player is to be named, or only one has a claim; of a float, for the opponent of
     * the floater. */
    const char *plain;
    /* Of a criterion, for a player who falls short of it; of a float, for the floater; of a colour,
     * for when the two don't get the colours they seem due; of an opponent, for when all opponents
     * before this one had been met. */
    const char *own;
};

/* Questions of players, which a fact answers. */
enum lm_question {
    LM_WHY_WISH,     /* a wish that could not be granted */
    LM_WHY_OPPONENT, /* this opponent */
    LM_WHY_FLOAT,    /* an opponent with fewer or more points */
    LM_WHY_BYE,
    LM_WHY_COLOUR,
    LM_WHY_BOARD,
    LM_WHY_ABSENCE, /* no game */
    LM_WHY_AGAINST, /* not the opponent who was named */
    LM_QUESTION_COUNT
};

/* A pair, or the pairing-allocated bye (${black} is LM_NOBODY). */
struct lm_pair {
    uint32_t white, black;            /* player indices */
    uint16_t bracket;                 /* index into ${brackets}: where the pair was made */
    uint8_t colour_rule;              /* index into the system's ${colour_rules} */
    uint8_t opponent_rule;            /* index into its ${opponent_rules}; with reasons only */
    int32_t white_score, black_score; /* pairing scores, tenths */
};

/* The result of a bracket under one rule, with the players who fall short of it. */
struct lm_finding {
    uint8_t rule;  /* index into the system's ${criteria} */
    uint8_t about; /* enum lm_question: what the finding answers for one of ${players} */
    bool bound;    /* ${values} are a best case: the true ones can be worse, so lower values prove
                      nothing */
    const int32_t *values; /* the minimised value: one number (a count), or a list (scores) */
    size_t value_count;
    const uint32_t *players; /* player indices concerned; may be empty */
    size_t player_count;
};

enum { LM_FORCED_NAMED = 6 };

/* The cost of prescribing a pair (or that a player leaves the bracket): the first rule that
 * is hurt, and the players. */
struct lm_forced {
    bool possible;     /* the round can be paired legally with the prescription */
    bool decided;      /* a criterion decides against it: ${rule}; else the order of candidates */
    uint8_t rule;      /* index into ${criteria}; if not ${possible}, the rule that forbids it */
    int32_t with;      /* value under ${rule} with the prescription … */
    int32_t without;   /* … and without: counts; of the bye a score, or unplayed games */
    size_t hurt_count; /* players whom ${rule} concerns with the prescription and not without; if
                          not ${possible}, some who would be left over, or could have the bye */
    struct {
        uint32_t player, opponent; /* LM_NOBODY: no opponent in the bracket */
    } hurt[LM_FORCED_NAMED];       /* the first of them */
    /* If the order decides: the first player in it who would have another opponent, the present
     * opponent, and the other one; or, with ${exchanges}, other players would change halves.  If a
     * criterion decides: the same, unless other players change halves, which comes later in the
     * order. */
    bool exchanges;
    uint32_t first, own, other; /* LM_NOBODY: none, or the player leaves the bracket */
    /* With ${exchanges}: the first player who would move into the upper half, and the first who
     * would move out of it. */
    uint32_t up, down;
};

/* Players of a bracket whose only possible opponents are ${left}, one fewer than they are: one of
 * them would be left over. */
struct lm_shortage {
    const uint32_t *players, *left; /* player indices, in the order of their lines */
    size_t count;                   /* of ${players}; of ${left} one fewer */
};

/* Two lists of a bracket that its rules pair face to face: each of the tops in turn gets the first
 * remaining bottom who is a possible opponent and leaves the others an opponent. */
struct lm_lines {
    const uint32_t *tops, *bottoms; /* player indices */
    size_t count;
};

/* Reasons against a game of two players who face each other in such lists. */
enum lm_line_answer {
    LM_LINE_NONE,   /* the lists do not decide it */
    LM_LINE_ITSELF, /* the two are barred from each other by ${rule}, or their pair costs something
                       under it */
    LM_LINE_TAKEN,  /* ${forced}: ${own} is one of the two, and ${first}, an earlier top, meets that
                       player */
    LM_LINE_LEFT,   /* ${forced}: ${first}, an earlier bottom, was left over and comes first */
    LM_LINE_REST,   /* with the earlier rows as they are, a later pair would have no opponent
                       (${shortage}), or one that costs more (${forced}, where it is decided), or else
                       the player who leaves the bracket could not (${forced.hurt}) */
    LM_LINE_ALONE   /* only this pair is prescribed, and all rows are paired again: a player would
                       have no opponent (${shortage}), it costs more (${forced}, where it is decided),
                       or (${later}) it is equally good, and the order decides (${forced.first}) */
};

/* A pairing that a player would have preferred, and its result. */
struct lm_alternative {
    uint32_t player, opponent; /* opponent LM_NOBODY: the player floats (or has the bye) instead; if
                                  not a resident, the player floats up into the bracket */
    uint8_t rule;              /* index into ${criteria}: the first one that decides against it */
    bool possible;             /* false: ${rule} forbids it outright */
    bool later;                /* equal by every criterion; the actual one comes earlier in order */
    bool named;                /* it was requested by name, or for the round (lm_prescribe) */
    bool expected;             /* the result of the order of the rules without other conditions */
    bool was_forced;
    bool bounded; /* not forced: the pair is worse by ${rule}, or by an earlier one, because the
                     bracket has no shortfall under ${rule}; ${forced} has the rest */
    bool told; /* not forced: a step of the rules' own procedure came to this, with the pairs made
                  before it */
    uint8_t line; /* enum lm_line_answer */
    const struct lm_shortage
        *shortage;           /* of LM_LINE_REST and LM_LINE_ALONE; NULL: none, or unknown */
    struct lm_forced forced; /* if ${was_forced} */
};

/* A criterion that adds nothing for a player about whom ${by} has a finding in the same bracket. */
struct lm_covered {
    uint8_t rule, by; /* indices into the system's ${criteria}; equal: the end of a list */
};

struct lm_bracket {
    int32_t score;             /* of its residents, tenths; LM_NO_POINTS: of different scores */
    const uint32_t *residents; /* player indices, in ranking order */
    size_t resident_count;
    const uint32_t *moved; /* players from another score group (MDPs, or upfloaters) */
    size_t moved_count;
    const uint32_t *floaters; /* players who leave it unpaired */
    size_t floater_count;
    const struct lm_finding
        *findings; /* only rules that are not perfectly fulfilled, by priority */
    size_t finding_count;
    const struct lm_alternative *alternatives;
    size_t alternative_count;
    struct lm_lines lines; /* with alternatives only; ${count} 0 if it has none */
};

struct lm_pairing {
    uint32_t round;
    struct lm_pair *pairs; /* in board order (C.04.2 art. 3.6): the bye, if any, is last */
    uint32_t pair_count;   /* with the bye */
    const struct lm_bracket *brackets; /* NULL when reasons were not requested */
    size_t bracket_count;
    const char *note; /* a remark on the whole, e.g. which reading was needed; or NULL */
};

/* Data to compute in addition to the pairs. */
enum lm_want {
    LM_WANT_PAIRS = 0,
    LM_WANT_REASONS = 1,     /* brackets and findings */
    LM_WANT_ALTERNATIVES = 2 /* also the other pairings that were weighed (slower) */
};

struct lm_pair_request {
    enum lm_want want;
    uint32_t player; /* alternatives for this player index only; LM_NOBODY: for all players */
};

/* A player's place in one of the tables that were known before the first round. */
struct lm_table_place {
    uint32_t seats;        /* size of the table: numbers, or boards of a match of two teams */
    uint32_t row;          /* from 1 */
    uint32_t mine, theirs; /* the numbers that meet, from 1; of a match those within their teams */
    char my_team, opponents; /* of a match 'A' or 'B'; 0: no teams */
    uint32_t opponent;       /* a player; LM_NOBODY: no player has that number */
};

struct lm_system {
    const char *name;         /* "dutch-2026" */
    const char *family;       /* "dutch": the name without edition */
    const char *title;        /* "FIDE (Dutch) System, in force from 1 February 2026" */
    const char *source;       /* "C.04.3, approved 28 October 2025" */
    const char *from, *until; /* in force, "YYYY/MM/DD", inclusive; "" open */
    const char *const *codes; /* values of record 192 that choose it; NULL-terminated */
    uint8_t games_per_match;
    /* The code by which its standings rank, if that is not points (rules.scores); NULL: PTS. */
    const char *score;
    bool teams;          /* pairs teams: tournaments are views made by lm_team_view */
    bool orders_by_name; /* equals are ordered by title, then name, in every round, whatever their
                            TPNs */
    bool knocks_out;     /* losers are out: a bracket, limmat/knock_out.h */
    bool needs_rounds;   /* is not defined without the number of rounds (142) */
    /* The source of its colours: preferences (C.04.3 art. 1.7), the games alone, or none. */
    enum { LM_COLOURS_BY_PREFERENCE, LM_COLOURS_BY_HISTORY, LM_NO_COLOURS } colours;
    /* The name in its rules for players who meet another score. */
    enum { LM_FLOATERS, LM_UPFLOATERS, LM_TRANSFERS, LM_NO_FLOATERS } floaters;
    /* The system whose rules and rows pair ${round}, if some rounds have another one (the seeding
     * rounds of Burstein); NULL: this one in all rounds.  Call lm_system_in_round instead. */
    const struct lm_system *(*in_round)(const struct lm_tournament *t, uint32_t round);
    struct lm_position_rules rules;
    /* Of predetermined rounds: the board of ${pair} in its row of the table, from 0.  NULL: boards
     * are ordered by C.04.2 art. 3.6. */
    uint32_t (*board)(const struct lm_tournament *t, uint32_t round, const struct lm_pair *pair);
    /* Of predetermined rounds: the number of rounds in a cycle of ${players}, at least 1.  NULL:
     * rounds are not predetermined. */
    uint32_t (*cycle)(uint32_t players);
    /* Of predetermined rounds: put the place of ${player} in the table of ${round} into ${out}.
     * NULL: rounds are not predetermined. */
    void (*place)(const struct lm_tournament *t, uint32_t round, uint32_t player,
                  struct lm_table_place *out);
    /* Number the players, to order the boards of those with equal scores.  NULL: by their TPNs (or
     * declared ranks, where those decide). */
    enum lm_status (*number)(const struct lm_tournament *t, struct lm_arena *arena,
                             uint32_t *number);
    const struct lm_rule *criteria; /* terminated by a row without code */
    uint8_t second_bye; /* index of the criterion that bars from the bye (lm_seat's ${pab_barred});
                           0: none */
    /* Index of the criterion that is the reason if another pairing looks better in a bracket: it
     * leaves players below unpaired.  0: none. */
    uint8_t completion;
    /* If the floaters are settled before the pairs of a bracket are compared: the last criterion
     * that decides who floats.  0: all criteria decide both. */
    uint8_t movers;
    const struct lm_rule *colour_rules;
    /* Do the due colours forbid that seats ${a} and ${b} meet?  NULL: they never do. */
    bool (*closed)(const struct lm_position *position, uint32_t a, uint32_t b);
    /* Reasons why two players meet.  The first row is for when no other reason applies.  NULL:
     * none. */
    const struct lm_rule *opponent_rules;
    /* The key of the sentence if the rules order all players who can have the bye; NULL: the last
     * bracket leaves the bye over. */
    const char *bye_reason;
    uint8_t due_without_games;        /* enum lm_colour: the due colour of a player without games */
    const struct lm_covered *covered; /* NULL: none */
    /* Return the position with the system's own colour preferences (of teams); NULL: those of
     * lm_position_new.  Returns NULL when ${arena} has no room. */
    struct lm_position *(*as_seen)(const struct lm_position *position, struct lm_arena *arena);
    /* Pair ${position}; pairs and reasons are in ${arena}.  LM_NO_PAIRING when no pairing is legal:
     * ${log} then has the reason, with the players who block it. */
    enum lm_status (*pair)(const struct lm_position *position,
                           const struct lm_pair_request *request, struct lm_arena *arena,
                           struct lm_log *log, struct lm_pairing **out);
    /* Judge a given pairing of all players with a seat: as ${pair} with LM_WANT_REASONS, but for
     * ${pairs}; rules that it breaks outright are findings too.  NULL: not available. */
    enum lm_status (*judge)(const struct lm_position *position, const struct lm_pair *pairs,
                            uint32_t pair_count, struct lm_arena *arena, struct lm_log *log,
                            struct lm_pairing **out);
};

/* Return all systems; ${*count} of them. */
LM_API const struct lm_system *const *lm_systems(size_t *count);

/* Find a system by edition ("dutch-2026"), or by family ("dutch"): then the edition in force on
 * ${start} (a date as in record 042; "" means today's rules: the newest).  NULL: unknown. */
LM_API const struct lm_system *lm_system_named(const char *name, const char *start);

/* Return the system that the tournament itself names by a code (192, else 092), else dutch by its
 * start date.  NULL: no built-in system has the code.  ${*how} (may be NULL) gets the reason for
 * the choice, for the user; when that was a code, it begins with "record". */
LM_API const struct lm_system *lm_system_of(const struct lm_tournament *t, const char **how);

/* Does that code name an edition ("FIDE_DUTCH_2025"), not a family alone ("FIDE_DUBOV")? */
LM_API bool lm_code_names_edition(const struct lm_tournament *t);

/* Was ${system} in force on ${start}?  True if ${start} is not a day. */
LM_API bool lm_system_holds_on(const struct lm_system *system, const char *start);

/* Return "in force on 2014-05-01 was X, which is not built in; Y is used", Y being ${system}.  NULL
 * if a built-in edition of its family was in force on ${start}, if that is not a day, or without
 * memory. */
LM_API const char *lm_system_missing(const struct lm_system *system, const char *start,
                                     struct lm_arena *arena);

/* Return ${t} as ${system} pairs it: ${t} itself, or of teams a view of them (lm_team_view) by the
 * scores that record 192 names.  LM_INVALID: the teams are not numbered; ${log} has the remedy.
 * LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_system_view(const struct lm_system *system,
                                                   struct lm_tournament *t, struct lm_arena *arena,
                                                   struct lm_log *log, struct lm_tournament **out);

/* Return why Limmat pairs nothing by ${code} (record 192), one of FIDE's codes; NULL: it is not
 * such a code. */
LM_API const char *lm_code_refused(const char *code);

/* Is ${name} a knock-out ("knockout", "Knock-Out", "ko")?  That is a championship
 * (docs/systems.md), not one of the systems. */
LM_API bool lm_means_knock_out(const char *name);

/* Return the system whose rules and rows ${system} uses for ${round} of ${t}: mostly itself.
 * Criteria and colour rules of a pairing are indices into the tables of the returned system. */
LM_API const struct lm_system *lm_system_in_round(const struct lm_system *system,
                                                  const struct lm_tournament *t, uint32_t round);

/* Pair ${round} of ${t} (0: the next one) by ${system}: position and engine in one call, all in
 * ${arena}. */
LM_API LM_MUST_CHECK enum lm_status lm_pair_round(const struct lm_system *system,
                                                  const struct lm_tournament *t, uint32_t round,
                                                  const struct lm_pair_request *request,
                                                  struct lm_arena *arena, struct lm_log *log,
                                                  struct lm_pairing **out);

/* The result of lm_prescribe. */
enum lm_found { LM_FOUND, LM_NONE, LM_UNDECIDED };

/* A condition for a round: ${player} meets one of ${others}, or with ${never} none of them.  Player
 * indices; LM_NOBODY among ${others} is the bye.  A pair names one opponent; a player who leaves a
 * bracket never meets any of its players. */
struct lm_prescription {
    uint32_t player;
    const uint32_t *others;
    size_t other_count;
    bool never;
};

/*
 * Pair ${round} of ${t} (0: the next one) by ${system} with ${count} ${prescriptions}, and put the
 * pairing that meets them all into ${*out} when ${*found} is LM_FOUND.  LM_NONE: no legal pairing
 * meets them.  LM_UNDECIDED: the rules give no answer, because they bar no player from the bye or
 * from meeting again.  A prescription counts as a prohibition of everything else: where the rules
 * are a procedure (dutch-2006, dutch-2017, dubov-1997), other pairs can change with it.  As costly
 * as lm_pair_round.  LM_INVALID: an index is out of range.  LM_LIMIT.
 */
LM_API LM_MUST_CHECK enum lm_status lm_prescribe(const struct lm_system *system,
                                                 const struct lm_tournament *t, uint32_t round,
                                                 const struct lm_prescription *prescriptions,
                                                 size_t count, struct lm_arena *arena,
                                                 enum lm_found *found, struct lm_pairing **out);

/* Put the pairs into the order of C.04.2 art. 3.6: score of the better ranked of the pair, sum of
 * both scores, number of the better ranked (as ${system} numbers them); the bye last.  If the
 * boards of the round are on record (lm_pairing_record), use that order: players sit there,
 * whatever was corrected later.  ${arena} is used temporarily; LM_LIMIT leaves the order unchanged.
 */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_sort(const struct lm_system *system,
                                                    const struct lm_tournament *t,
                                                    struct lm_pairing *pairing,
                                                    struct lm_arena *arena);

/* Record the order of ${pairing}'s boards in ${t}, as a comment: "### Boards @ Round 4: 3-17 8-2";
 * it replaces an earlier one of that round.  ${teams}: the pairs are of teams, and ${t} is their
 * event.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_record(struct lm_tournament *t,
                                                      const struct lm_pairing *pairing, bool teams);

/* Is ${comment} such a record of boards? */
LM_API bool lm_is_record_of_boards(const char *comment);

/* Return the pair of ${player}, and its number from 1 in ${*board}; NULL: not paired. */
LM_API const struct lm_pair *lm_pairing_of_player(const struct lm_pairing *pairing, uint32_t player,
                                                  uint32_t *board);

/* Enter the pairing as round ${pairing}->round of ${t}: pairs as LM_PENDING, the bye as LM_PAB,
 * requested byes of that round as such.  LM_LIMIT without memory; nothing is entered then. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_enter(struct lm_tournament *t,
                                                     const struct lm_pairing *pairing);

/* Do the same for a round of teams, ${t} being the event and ${pairing} that of its view: games for
 * the players who are lined up (300), else the first of each team (310); the bye in 320. */
LM_API LM_MUST_CHECK enum lm_status lm_pairing_enter_teams(struct lm_tournament *t,
                                                           const struct lm_pairing *pairing);

#ifdef __cplusplus
}
#endif
#endif
