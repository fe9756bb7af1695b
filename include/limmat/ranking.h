/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RANKING_H
#define LIMMAT_RANKING_H

/*
 * Tie-breaks (FIDE C.07, and older ones), standings, derivations.
 *
 * A tie-break is a row of one table.  Most are a list of contributions, some of which are cut, and
 * a rule that makes one number of the rest; the number and its derivation come from the same
 * list.  The others (Direct Encounter and its variants) compare the members of a tied group.
 *
 * Participants are players, by index; in standings of teams, teams by index.  Values are exact
 * fractions of points, rating points or counts.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/fraction.h"
#include "limmat/status.h"
#include "limmat/text.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- editions: the value of an unplayed round (C.07 art. 15 and 16, and before) */

enum lm_tie_break_edition {
    LM_C07_2023, /* art. 16.4: the dummy has the participant's own score */
    LM_C07_2026, /* art. 16.4.1, 16.4.2: that score, but capped; 15.2: not all forfeits are games */
    LM_TB_2009,  /* before C.07: unplayed rounds are draws for the opponents; the participant has a
                    virtual opponent, with the points before the round, those that the participant
                    did not get in it, and a draw in each later one */
    LM_TIE_BREAK_EDITIONS
};

/* "tb-2009", "c07-2023", "c07-2026". */
LM_API const char *lm_tie_break_edition_name(enum lm_tie_break_edition edition);

/* "FIDE's tie-break rules of October 2009 to March 2024" and so on. */
LM_API const char *lm_tie_break_edition_title(enum lm_tie_break_edition edition);

/* The edition called ${name}; false (unmodified) when there is none. */
LM_API bool lm_tie_break_edition_named(const char *name, enum lm_tie_break_edition *edition);

/* The edition in force on ${day} (see date.h): from 18 October 2009, 1 April 2024 and 1 March 2026;
 * the oldest for all days before it.  FIDE's own events used c07-2023 from 1 September 2023. */
LM_API enum lm_tie_break_edition lm_tie_break_edition_on(int32_t day);

/* The edition of ${t}: the one that it declares in a comment, which every format keeps, "###
 * Tie-break edition: c07-2023"; else the one in force when it starts; the newest without a start
 * date. O(comments). */
LM_API enum lm_tie_break_edition lm_tie_break_edition_of(const struct lm_tournament *t);

/* Is ${comment} such a declaration?  And make that comment, in ${arena}; NULL: no memory. */
LM_API bool lm_is_record_of_edition(const char *comment);
LM_API const char *lm_record_of_edition(enum lm_tie_break_edition edition, struct lm_arena *arena);

/* --- the table of tie-breaks */

/* Data that a tie-break requires. */
enum {
    LM_NEEDS_RATINGS = 1, /* of opponents */
    LM_NEEDS_TEAMS = 2,
    LM_NEEDS_BOARDS = 4, /* results by board */
    LM_NEEDS_SWISS = 8   /* C.07 art. 8: must not be used in round-robins */
};

struct lm_tie_break_kind {
    const char *code;      /* "BH" */
    const char *name;      /* "Buchholz" */
    const char *article;   /* "C.07 8.1" */
    const char *what;      /* a sentence for readers */
    const char *modifiers; /* letters of the modifiers that it takes: "CMPF" */
    uint16_t since;        /* year of the first edition of C.07 that has it; 0: none does */
    uint8_t needs;
    uint8_t decimals; /* decimals that are always shown */
    bool lower_is_better;
};

/* Return row ${index} of the table, for lists of it; NULL: no more rows. */
LM_API const struct lm_tie_break_kind *lm_tie_break_kind_at(size_t index);

/* The score of teams that counts; or, before C.07, how Swiss-Manager counted unplayed rounds, which
 * must be declared: SB:draw (a participant's own unplayed round gives half of the virtual
 * opponent's score, whatever it gave) and ARO:unplayed (/C1 cuts an unplayed round). */
enum lm_team_score { LM_PRIMARY_SCORE, LM_MATCH_POINTS, LM_GAME_POINTS, LM_AS_SWISS_MANAGER };

/* A row with its modifiers, as a code of record 202 or 212 gives them. */
struct lm_tie_break {
    const struct lm_tie_break_kind *kind;
    char code[40];       /* in canonical form: "BH:GP/C1/P" */
    uint8_t score;       /* enum lm_team_score, ":MP", ":GP", ":draw", ":unplayed" */
    uint8_t least;       /* number of least significant values that are cut: /C1, /M1 */
    uint8_t greatest;    /* number of most significant values that are cut: /M1 */
    int8_t limit;        /* /L+2: the limit of Koya in half points above one half */
    uint8_t divisor;     /* /K3: of SSSC; 0: the usual one */
    bool forfeits_count; /* /P: forfeits are games against the scheduled opponent */
    bool fore;           /* /F: Fore Buchholz instead of Buchholz */
    bool reversed;       /* /R */
};

/*
 * Parse ${list}, codes separated by commas or blanks, in any case ("pts, BH:MP/C1 ks/l+2"), with or
 * without "OTHER_" before codes that C.07 does not have, into ${*out}[${*count}] in ${arena}.
 * LM_INVALID with every mistake in ${log}: which code, and what would be right.  An empty list is a
 * mistake.
 */
LM_API LM_MUST_CHECK enum lm_status lm_tie_breaks_parse(const char *list, struct lm_arena *arena,
                                                        struct lm_log *log,
                                                        const struct lm_tie_break **out,
                                                        size_t *count);

/* The article of ${kind} by ${edition}, and its description.  tb-2009 has no known articles; its
 * name is returned. */
LM_API const char *lm_tie_break_article(const struct lm_tie_break_kind *kind,
                                        enum lm_tie_break_edition edition);
LM_API const char *lm_tie_break_what(const struct lm_tie_break_kind *kind,
                                     enum lm_tie_break_edition edition);

/* Did ${edition} have ${code}?  For c07-2023, the codes added in 2026 count, too. */
LM_API bool lm_tie_break_is_of(const struct lm_tie_break *code, enum lm_tie_break_edition edition);

/*
 * Return the order of standings that ${t} declares: its record 212, else points and its record 202,
 * else the list recommended for its kind when it started.  Unknown codes (OTHER_...) and those that
 * its edition did not have are left out with a note in ${log}.  ${*how} gets the source.
 */
LM_API LM_MUST_CHECK enum lm_status lm_tie_breaks_of(const struct lm_tournament *t,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     const struct lm_tie_break **out, size_t *count,
                                                     const char **how);

/* Does a code of ${list} rank teams, or use a score that only teams have? */
LM_API bool lm_tie_breaks_need_teams(const struct lm_tie_break *list, size_t count);

/*
 * A code OTHER_NAME that isn't in the table means values computed elsewhere (FIDE's list, question
 * 207).  They are in comments, as declared values are (below), and players rank by them.  Put those
 * of ${code} into ${values} (can be NULL), by participant of ${t}, its ${teams} or its players:
 * decimals of at most four places; other participants stay unchanged.  Returns whether ${t} gives
 * values for ${code} at all.  O(comments).
 */
LM_API bool lm_given_values(const struct lm_tournament *t, bool teams, const char *code,
                            struct lm_fraction *values);

/* Is ${code}, as in lm_tie_break, such a code? */
LM_API bool lm_is_given_code(const struct lm_tie_break *code);

/* Parse one of its values: "-12.5".  False, unmodified, for other texts. */
LM_API LM_MUST_CHECK bool lm_parse_given_value(const char *text, struct lm_fraction *out);

/* --- standings */

enum lm_schedule {
    LM_SCHEDULE_OF_FILE, /* by the type (192, 092), else by the look of the results */
    LM_SWISS,            /* C.07 art. 16 applies */
    LM_PREDETERMINED     /* art. 15.2 applies: round-robins, Scheveningen */
};

/* C.07 art. 10: how unrated participants are handled.  If the regulations of the tournament do not
 * declare it, the tie-breaks on ratings leave the list. */
enum lm_unrated {
    LM_UNRATED_UNDECLARED,
    LM_UNRATED_COUNT, /* all unrated players count as ${unrated_rating} */
    LM_UNRATED_DROP   /* games against them are left out */
};

/* Read ${text}: "drop", "undeclared", or a rating from 1 to 4000 for all unrated players, into
 * ${rating}.  False, unmodified: none of these. */
LM_API LM_MUST_CHECK bool lm_unrated_named(const char *text, enum lm_unrated *unrated,
                                           int32_t *rating);

/* Find what ${t} declares about unrated players.  TRF has no record for it, so it is a comment,
 * which every program ignores and every format keeps: "### Tie-break unrated: 1400", or "drop"; the
 * last one counts, and unreadable ones are ignored.  O(comments). */
LM_API enum lm_unrated lm_unrated_declared(const struct lm_tournament *t, int32_t *rating);

/* Is ${comment} such a declaration? */
LM_API bool lm_is_record_of_unrated(const char *comment);

/* Make that comment, in ${arena}; ${unrated} is not LM_UNRATED_UNDECLARED.  NULL: no memory. */
LM_API const char *lm_record_of_unrated(enum lm_unrated unrated, int32_t rating,
                                        struct lm_arena *arena);

/*
 * Players excluded from the standings by decision: they have no rank and no prize, but their games
 * count for the opponents.  TRF has no record for it, so it is a comment, which every format keeps:
 * "### Expelled: 7 12"; or, if only the missing rank is public, "### Withdrawn without a rank: 7".
 */
enum lm_out { LM_IN_STANDINGS, LM_OUT_WITHDRAWN, LM_OUT_EXPELLED };

/* Put it for each participant of ${t}, its ${teams} or its players, into ${out}.  Returns whether
 * any is excluded.  O(participants + comments). */
LM_API bool lm_out_declared(const struct lm_tournament *t, bool teams, uint8_t *out);

/* Is ${comment} such a declaration? */
LM_API bool lm_is_record_of_out(const char *comment);

/* Make the comment that declares ${out} for the numbers ${numbers}[0..${count}), in ${arena}. */
LM_API const char *lm_record_of_out(enum lm_out out, const uint32_t *numbers, size_t count,
                                    struct lm_arena *arena);

struct lm_standings_options {
    const struct lm_tie_break *list; /* the most important first; usually PTS */
    size_t count;
    uint32_t round;                    /* after this one; 0: the last paired one */
    enum lm_tie_break_edition edition; /* the value of unplayed rounds */
    enum lm_schedule schedule;
    bool teams;              /* rank the teams */
    uint64_t seed;           /* of LOT, for participants whose lot is not recorded */
    enum lm_unrated unrated; /* LM_UNRATED_UNDECLARED: as the tournament declares */
    int32_t unrated_rating;
    bool as_declared; /* order and ranks are those that the tournament declares (lm_ranks_declared);
                         the tie-breaks are shown beside them */
};

struct lm_standings {
    const struct lm_tournament *t;
    struct lm_standings_options options; /* ${round}, ${schedule} and ${unrated} resolved */
    uint32_t count;                      /* participants */
    uint32_t ranked; /* of them; the others left a round-robin before half of their games (C.05
                        art. 6.6.1), or are excluded by decision (lm_out_declared) */
    const uint32_t *
        order; /* participants, the first first; ties by number; participants without a rank last */
    const uint32_t *rank; /* by participant, from 1; the tied share the best; 0: not
                             ranked */
    /* By participant, ${options.count} each; under == 0: no value. */
    const struct lm_fraction *values;
    const bool
        *shown_only;  /* by tie-break: art. 10 removes it from the ranking; its values are shown */
    bool met_unrated; /* an unrated player was paired, and a tie-break needs ratings */
    const uint8_t *out;   /* by participant: enum lm_out; NULL: no one is excluded */
    const void *analysis; /* the source of derivations */
};

/* Set the order in ${options}: that of ${list}; NULL: the order that ${t} declares, with a note in
 * ${log}.  The codes are those of the edition in ${options}; LM_INVALID when ${list} has others. An
 * order that only teams can have makes them standings of teams.  Other options stay unchanged. */
LM_API LM_MUST_CHECK enum lm_status lm_standings_order(const struct lm_tournament *t,
                                                       const char *list, struct lm_arena *arena,
                                                       struct lm_log *log,
                                                       struct lm_standings_options *options);

/* Rank all participants of ${t}; O(players x rounds x tie-breaks), a logarithm for the sorting.
 * LM_INVALID if a tie-break needs data that ${t} lacks. */
LM_API LM_MUST_CHECK enum lm_status lm_standings_compute(const struct lm_tournament *t,
                                                         const struct lm_standings_options *options,
                                                         struct lm_arena *arena, struct lm_log *log,
                                                         struct lm_standings **out);

/* Does LOT break ties of ${s}?  Then its seed belongs to the record. */
LM_API bool lm_standings_draws_lots(const struct lm_standings *s);

static inline struct lm_fraction lm_standings_value(const struct lm_standings *s,
                                                    uint32_t participant, size_t tie_break)
{
    return s->values[(size_t)participant * s->options.count + tie_break];
}

/* Append the value with the decimals of ${kind}, more when it has more, at most four, halves
 * upwards: "13.0", "9.25", "13.1667", "2120".  Nothing for no value. */
LM_API void lm_text_add_value(struct lm_text *out, const struct lm_tie_break_kind *kind,
                              struct lm_fraction value);

/* The name or the number of a participant of ${s}. */
LM_API const char *lm_participant_name(const struct lm_standings *s, uint32_t participant);
LM_API uint32_t lm_participant_number(const struct lm_standings *s, uint32_t participant);

/* The points of ${player} that count in ${s}, tenths, in standings of players. */
LM_API int32_t lm_standings_points(const struct lm_standings *s, uint32_t player);

/* Append the notes under ${s}: sentences with ${between} between them, each with its article: how
 * unrated opponents count in rating tie-breaks, which players are excluded, and what is uncertain
 * in tb-2009.  Nothing if there are none. */
LM_API void lm_text_add_notes(struct lm_text *out, const struct lm_standings *s,
                              const char *between);

/* The match points and game points of ${team}, tenths, in standings of teams. */
LM_API void lm_standings_team_points(const struct lm_standings *s, uint32_t team,
                                     int32_t *match_points, int32_t *game_points);

/* --- the order in a received file */

/* The origin of the ranks that a file declares. */
enum lm_ranks_from {
    LM_RANKS_NONE,      /* none are declared, or they are not places */
    LM_RANKS_NAMED,     /* the tie-breaks that the file names give them */
    LM_RANKS_OTHERWISE, /* the file names tie-breaks, but these give other ranks */
    LM_RANKS_FOUND,     /* it names none, and a usual list gives exactly them */
    LM_RANKS_UNNAMED    /* it names none, and no usual list gives them */
};

/*
 * Are the ranks of ${t} (columns 86 to 89 of TRF, of teams record 310) those of the standings with
 * ${options}, and by which tie-breaks?  ${options} have the round, ${teams} and ${edition}; unless
 * the answer is LM_RANKS_NONE, ${options->as_declared} is set, and for LM_RANKS_FOUND the list and
 * its edition, for LM_RANKS_UNNAMED the points alone.  The usual lists of the edition of ${t} are
 * tried first, then, unless ${t} declares its edition, those of the others.
 */
LM_API LM_MUST_CHECK enum lm_status lm_ranks_declared(const struct lm_tournament *t,
                                                      struct lm_arena *arena,
                                                      struct lm_standings_options *options,
                                                      enum lm_ranks_from *from);

/* Return usual list ${index}, "PTS,BH/C1,BH,SB", for menus; NULL: no more lists. */
LM_API const char *lm_usual_tie_breaks(size_t index);

/* --- declarations of the file (C.02.03) */

/*
 * TRF has columns for points and ranks, but none for the values of tie-breaks.  These are declared
 * in comments, which every program ignores and every format keeps:
 *
 *   ### tie-breaks PTS,BH/C1,AOB
 *   ### tie-breaks    1 5.5 30.5 24.4167      number of the participant, a value for each code
 *   ### tie-breaks    2 5.0 31.0 -            "-": no value
 */

enum lm_declaration {
    LM_DECLARED_RANK,
    LM_DECLARED_MATCH_POINTS,
    LM_DECLARED_GAME_POINTS,
    LM_DECLARED_VALUE,     /* of a tie-break */
    LM_DECLARED_FOR_NOBODY /* values for a number that no player has */
};

/* A declaration that does not follow from the results: it should be ${least}, or for a shared rank
 * anything up to ${most}.  Points are in tenths.  Of a tie-break: ${text} is declared, and should
 * be ${value}. */
struct lm_wrong_declaration {
    enum lm_declaration what;
    uint32_t participant; /* LM_NOBODY: ${text} is the number */
    int64_t declared, least, most;
    const struct lm_tie_break *tie_break;
    const char *text;
    struct lm_fraction value;
};

/* Declarations in a file that don't follow from its results. */
struct lm_declared {
    const struct lm_standings *standings; /* in the order of the ranks; NULL: none could be made */
    const struct lm_wrong_declaration *wrong; /* ranks and points, then values */
    size_t count;
};

/* Check the declarations of ${t} against its results; ${*out} in ${arena}.  Wrong declarations are
 * data, not a failure.  Ranks are checked by the order of lm_tie_breaks_declared; tied players can
 * have them in any order.  Values are checked up to the first unknown code; a value with more than
 * four decimals can be rounded to two or more. */
LM_API LM_MUST_CHECK enum lm_status
lm_check_declared(const struct lm_tournament *t, struct lm_arena *arena, struct lm_declared *out);

/* Append "7 Meier, Kurt: rank 3 is declared, the results give 4 by PTS,BH". */
LM_API void lm_wrong_declaration_write(const struct lm_declared *declared, size_t index,
                                       struct lm_text *out);

/* The reason why ${t} declares that its pairings aren't those of a Swiss system for players: "they
 * were predetermined"; NULL: they can be. */
LM_API const char *lm_declared_unpaired(const struct lm_tournament *t);

/*
 * Return the order by which the ranks of ${t} are checked: its record 212, else points and its
 * record 202, else the codes of its declared values, else points alone.  It ends before the first
 * unknown code: participants whom only that code could separate are tied here.
 */
LM_API LM_MUST_CHECK enum lm_status lm_tie_breaks_declared(const struct lm_tournament *t,
                                                           struct lm_arena *arena,
                                                           const struct lm_tie_break **out,
                                                           size_t *count);

/* Return the codes of the values that ${t} declares, as written; NULL: it declares none. */
LM_API const char *lm_declared_order(const struct lm_tournament *t);

/* Declare in ${t} the content of ${s}, its standings after the last round: points, ranks, record
 * 212 and the values.  Codes that C.07 does not have are written with "OTHER_" before them. */
LM_API LM_MUST_CHECK enum lm_status lm_standings_declare(const struct lm_standings *s,
                                                         struct lm_tournament *t);

/* The declarations of a tournament that followed from its results. */
struct lm_declared_right {
    bool points; /* of all players with declared points */
    bool rest;   /* ranks, points of teams, values */
};

/* Find out, before an entry, which declarations of ${t} follow from its results, into ${*out}. */
LM_API LM_MUST_CHECK enum lm_status lm_declared_right_of(const struct lm_tournament *t,
                                                         struct lm_arena *arena,
                                                         struct lm_declared_right *out);

/* After an entry in ${t}, renew its declarations where they were ${right}.  Nothing is added that
 * wasn't declared; tied players keep their declared order. */
LM_API LM_MUST_CHECK enum lm_status lm_declare_again(struct lm_tournament *t,
                                                     const struct lm_declared_right *right,
                                                     struct lm_arena *arena);

/* --- derivations */

enum lm_contribution_source {
    LM_FROM_OPPONENT,                 /* of the opponent, of the game against the opponent */
    LM_FROM_SELF,                     /* of the participant */
    LM_FROM_DUMMY,                    /* art. 16.4: the dummy has the participant's own score */
    LM_FROM_DUMMY_CAPPED_BY_OPPONENT, /* art. 16.4.1 */
    LM_FROM_DUMMY_CAPPED_BY_DRAWS,    /* art. 16.4.2 */
    LM_NOT_MET,                       /* of a tie-break among the tied: no game against that one */
    LM_FROM_VIRTUAL                   /* tb-2009: the virtual opponent of an unplayed round */
};

enum lm_contribution_cut {
    LM_KEPT,
    LM_CUT_LEAST,     /* art. 14: the least significant value */
    LM_CUT_VOLUNTARY, /* art. 16.5: the lowest one of a voluntary unplayed round */
    LM_CUT_GREATEST   /* art. 14.3: the most significant value */
};

/* The share of one round (or one game). */
struct lm_contribution {
    uint32_t round;    /* 0: of no round */
    uint32_t opponent; /* participant, or LM_NOBODY */
    int64_t value;     /* in units of 1/${scale} of the derivation */
    int64_t key;       /* the measure of least significant */
    int32_t factor;    /* the factor of the opponent's score, or the points scored, tenths */
    uint8_t source;    /* enum lm_contribution_source */
    uint8_t cut;       /* enum lm_contribution_cut */
    bool voluntary;    /* of a voluntary unplayed round (art. 16.1.2) */
    bool adjusted;     /* the opponent has other points than those that count (art. 16.3) */
};

struct lm_derivation {
    const struct lm_tie_break *tie_break;
    const struct lm_contribution *contributions;
    size_t count;
    int32_t scale;
    struct lm_fraction value;
    const char *summary; /* how the contributions make the value, a sentence */
};

/* Derive tie-break ${index} of ${participant}.  Tie-breaks among tied players (Direct Encounter)
 * are derived from the points against each player who was tied with the participant before it. */
LM_API LM_MUST_CHECK enum lm_status lm_standings_derive(const struct lm_standings *s,
                                                        uint32_t participant, size_t index,
                                                        struct lm_arena *arena,
                                                        struct lm_derivation *out);

#ifdef __cplusplus
}
#endif
#endif
