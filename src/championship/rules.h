/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_RULES_H
#define LIMMAT_CHAMPIONSHIP_RULES_H

/*
 * The rules of a championship that look at one person, one match or one agreement: pure functions
 * from facts and the settings of a definition to a verdict.  They know neither the state of the
 * championship nor its events.
 *
 * Points and ratings are tenths; instants are seconds since 1970 in UTC.  The articles cited are
 * those of the ACWC rules of 4 September 2019, from which each rule was first written.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NEVER    INT64_MAX
#define NOBODY   UINT32_MAX
#define FIRST    0u /* the players of a match, for rules that are the same for both */
#define SECOND   1u
#define DRAWN    2u /* as a winner */
#define NO_SIDE  3u
#define WIN      10
#define HALF_WIN 5

/* ---- seeding rating (III.E) -------------------------------------------------------------- */

struct rating_entry {
    int64_t at;
    int32_t rating; /* points, not tenths */
};

struct seeding_rules {
    bool given;          /* the director enters seeding ratings; the other members are unused */
    int64_t at;          /* the rating held just before this instant counts */
    int64_t from, until; /* and the highest of [from, until) */
    int32_t unrated;     /* rating of players without one */
    bool games_only;     /* the rating held when the window opens does not count as of the window */
};

struct seeding {
    int32_t current, highest; /* points */
    int32_t rating;           /* their mean, tenths */
};

/* Compute the seeding; ${history} is in order of time. */
struct seeding lm_champ_seeding(const struct seeding_rules *rules,
                                const struct rating_entry *history, size_t count);

/* ---- matches (III.F.1, III.G.2, III.H) --------------------------------------------------- */

/* A block of games; the score is checked after each block. */
struct match_step {
    uint32_t games;
    uint32_t repeat;   /* at most this often */
    int32_t lead;      /* tenths that win the match after the block */
    const char *clock; /* "2+5" */
};

enum bid_tie { BID_TIE_SEED, BID_TIE_HOLDER, BID_TIE_DIRECTOR };

struct match_format {
    const char *name;
    const struct match_step *steps;
    size_t step_count;
    bool stop_at_majority; /* in the first block: players can stop after a majority */
    bool armageddon;       /* if the steps decide nothing; else the match is drawn */
    int32_t black_seconds;
    enum bid_tie bid_tie;
};

enum match_state { MATCH_CONTINUES, MATCH_OVER, MATCH_ARMAGEDDON };

struct match_view {
    enum match_state state;
    uint32_t winner;   /* FIRST, SECOND or DRAWN once over */
    int32_t score[2];  /* tenths */
    uint32_t games;    /* played */
    uint32_t next;     /* games until the next check of the score */
    const char *clock; /* of those */
    bool exact;        /* ${games} is the end of a block, or the match is over */
};

/* Evaluate a match after ${games}: a string of '1' win, '=' draw, '0' loss of the first player. */
struct match_view lm_champ_match(const struct match_format *format, const char *games);

/* The most games the steps allow. */
uint32_t lm_champ_match_length(const struct match_format *format);

/* Return the player of the white pieces in the Armageddon game (III.H.6.ii, iii): the lower bid; at
 * equal bids by rule, or NO_SIDE when the director decides.  ${holder} is FIRST, SECOND or NO_SIDE.
 */
uint32_t lm_champ_white(const struct match_format *format, const int32_t bids[2],
                        const int32_t seeds[2], uint32_t holder);

/* ---- negotiation (V) --------------------------------------------------------------------- */

enum no_deal { NO_DEAL_ASSIGN, NO_DEAL_DRAW, NO_DEAL_DOUBLE_FORFEIT };

struct negotiation_rules {
    bool used;
    uint32_t offers; /* required from each player */
    int64_t apart;   /* seconds between any two offers */
    uint32_t per_date;
    enum no_deal both_late; /* when neither made enough offers in time */
    enum no_deal no_fault;  /* when the finding blames neither, or both */
};

/* One week of play. */
struct period {
    int64_t starts;
    int64_t offers_until; /* last second for offers that count */
    int64_t agree_before; /* agreements later than this need a finding */
    int64_t complete_by;  /* last second of the round */
};

struct offer {
    uint32_t by;
    int64_t at, time;
};

struct acceptance {
    uint32_t by;
    int64_t at;
    uint32_t offer; /* index */
};

enum finding { FINDING_OPEN, FINDING_NONE, FINDING_BOTH, FINDING_FIRST, FINDING_SECOND };

struct negotiation {
    int64_t known_at; /* when the pairing was published */
    const struct offer *offers;
    size_t offer_count;
    const struct acceptance *acceptances;
    size_t acceptance_count;
    enum finding finding;
};

/* Reasons why an offer, or an acceptance, does not count. */
enum offer_fault { OFFER_GOOD, OFFER_BEFORE_PAIRING, OFFER_FOR_THE_PAST, OFFER_AFTER_ROUND };
enum acceptance_fault {
    ACCEPTANCE_GOOD,
    ACCEPTANCE_OF_OWN,
    ACCEPTANCE_OF_NOTHING,  /* the offer does not count */
    ACCEPTANCE_TOO_EARLY,   /* before the offer was made */
    ACCEPTANCE_TOO_LATE,    /* after the moment of the offer */
    ACCEPTANCE_NOT_ENOUGH,  /* after the deadline, without enough offers on both sides */
    ACCEPTANCE_AFTER_WINDOW /* after the deadline and the last moment to agree */
};

enum offer_fault lm_champ_offer_fault(const struct negotiation *n, const struct period *period,
                                      const struct offer *offer);
enum acceptance_fault lm_champ_acceptance_fault(const struct negotiation_rules *rules,
                                                const struct negotiation *n,
                                                const struct period *period,
                                                const struct acceptance *acceptance);

/* Return the number of proper offers that ${side} made until the deadline, in the best selection:
 * at most ${rules}->offers, with the required spacing and spread over dates (V.C, V.D). */
uint32_t lm_champ_proper_offers(const struct negotiation_rules *rules, const struct negotiation *n,
                                const struct period *period, uint32_t side);

enum deal {
    DEAL_OPEN,    /* the deadline has not passed */
    DEAL_AGREED,  /* V.A */
    DEAL_CHOOSES, /* V.E, V.I: one player sets the time */
    DEAL_ARBITER, /* V.F, V.I: the arbiter sets the time, or the alternative of the rules applies */
    DEAL_WAITS,   /* both did their duty; agreement is still possible */
    DEAL_NEEDS_FINDING /* V.H */
};

struct deal_view {
    enum deal deal;
    bool after_finding; /* by V.I, not by V.E or V.F */
    bool enough[2];
    uint32_t chooser;
    int64_t time;
};

/* Evaluate the agreement at ${now} (NEVER: after the end). */
struct deal_view lm_champ_deal(const struct negotiation_rules *rules, const struct negotiation *n,
                               const struct period *period, int64_t now);

/* ---- attendance (VI.A, VI.D, VI.E) -------------------------------------------------------- */

struct attendance_rules {
    int64_t grace;        /* seconds after the start within which a player is in time */
    int64_t message_gap;  /* seconds between the two messages of the waiting player */
    int64_t break_length; /* at most */
    uint32_t breaks;      /* breaks that each player can call */
    uint32_t forfeits;    /* matches lost by absence that disqualify; 0: never */
};

enum choice { CHOICE_OPEN, CHOICE_CLAIM, CHOICE_RESCHEDULE, CHOICE_PLAYED, CHOICE_FAILED };

struct no_show {
    int64_t start;
    int64_t arrived[2]; /* NEVER: did not arrive */
    const int64_t *messages;
    size_t message_count; /* from the player who was there, to the director, in order */
    enum choice choice;   /* PLAYED, FAILED: rescheduled, and the result of that */
};

enum absence { ABSENCE_NONE, ABSENCE_FORFEIT, ABSENCE_RESCHEDULE, ABSENCE_DIRECTOR };

struct absence_view {
    enum absence outcome;
    uint32_t absent; /* side, if one was absent; NO_SIDE if both were, or none */
    const char *why; /* for the director */
};

struct absence_view lm_champ_no_show(const struct attendance_rules *rules, const struct no_show *n);

/* Leaving a running match (VI.E): is the opponent's claim good?  ${breaks_used} are the breaks
 * before; this one is used up, too. */
bool lm_champ_left_too_long(const struct attendance_rules *rules, int64_t left, int64_t back,
                            uint32_t breaks_used);

/* Is a break called correctly (VI.A)?  Every call uses one up, right or wrong. */
bool lm_champ_break_allowed(const struct attendance_rules *rules, bool between_games,
                            int64_t seconds, uint32_t breaks_used);

/* ---- number of rounds (III.F.2), round robin --------------------------------------------- */

enum round_log { ROUND_LOG_NONE, ROUND_LOG_CEIL, ROUND_LOG_FLOOR };

struct round_rules {
    enum round_log log2;
    uint32_t plus;
    uint32_t at_least;
};

uint32_t lm_champ_rounds(const struct round_rules *rules, uint32_t players);

#endif
