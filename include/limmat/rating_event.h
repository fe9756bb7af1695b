/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_EVENT_H
#define LIMMAT_RATING_EVENT_H

/*
 * One event under the rating regulations: can it be rated, and what does it change?
 *
 * The caller fills in a ${struct lm_rating_event}; lm_rating_check answers article by article,
 * lm_rating_assess computes every player's change or initial result.  Both return their decisions
 * as data; programs that print them make the sentences.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/date.h"
#include "limmat/export.h"
#include "limmat/rating.h"
#include "limmat/status.h"
#include "limmat/tournament.h" /* LM_NOBODY */

#ifdef __cplusplus
extern "C" {
#endif

enum lm_event_kind {
    LM_EVENT_SWISS,
    LM_EVENT_TEAM,
    LM_EVENT_ROUND_ROBIN,
    LM_EVENT_DOUBLE_ROUND_ROBIN,
    LM_EVENT_MATCH,
    LM_EVENT_POOLED, /* 6.2: preliminaries and finals as one result */
    LM_EVENT_KINDS
};

/* "swiss", "team", "round_robin", "double_round_robin", "match", "pooled". */
LM_API const char *lm_event_kind_name(enum lm_event_kind kind);
LM_API bool lm_event_kind_named(const char *name, enum lm_event_kind *kind);

/* A yes/no of the report, which can be missing. */
enum lm_answer { LM_UNANSWERED, LM_ANSWERED_NO, LM_ANSWERED_YES };

/* One period of the time control. */
struct lm_clock {
    int32_t moves;     /* 0: the rest of the game */
    int32_t seconds;   /* added at its beginning */
    int32_t increment; /* seconds a move */
};

struct lm_day_rounds {
    int32_t day;
    int32_t rounds;
};

struct lm_kept_game;

struct lm_event_player {
    uint32_t id;            /* FIDE ID, or the TPN when there is none */
    const char *name;       /* may be NULL */
    const char *federation; /* likewise */
    bool without_id;        /* the report gives no FIDE ID: ${id} is the TPN */
    int32_t rating;         /* in force on the first day (R19); 0: unrated */
    int32_t k;              /* likewise */
    int32_t now_rating;     /* newest published rating when the event is rated (8.4); 0: unrated */
    int32_t now_k;
    int32_t standard; /* rapid and blitz 7.2.1: the standard rating on the first day, lent to a
                         player without ${rating}; 0: none */
    bool prior;       /* an earlier result of this unrated player counts (R10) */
    bool excluded;    /* 13.1, 13.2: calculated, not listed */
    bool woman;
    int32_t born;  /* year; 0: unknown */
    int32_t index; /* of an evaluation: evaluations so far; 0: unknown, counts as many */
    const struct lm_kept_game
        *kept; /* games of an unrated player that wait until there are enough (first rating) */
    size_t kept_count;
};

/* A game that was not enough for a first rating: the opponent's rating then, and the score. */
struct lm_kept_game {
    int32_t rating;
    int32_t tenths;
};

struct lm_event_game {
    int32_t round;
    uint32_t white, black; /* indices of players; black LM_NOBODY: a bye */
    int32_t white_tenths, black_tenths;
    bool played; /* 5.1: both sides made a move, and no forfeit code */
};

struct lm_rating_event {
    const char *id;
    const char *name;
    enum lm_chess chess;
    enum lm_event_kind kind;
    int32_t start, end; /* days */
    int32_t registered; /* 0.2; LM_NO_DAY: not given, as for all days below */
    int32_t reported;   /* 9.1: by the chief arbiter to the rating officer */
    int32_t received;   /* 9.1: by FIDE */
    const struct lm_clock *clock;
    size_t clocks; /* 0: not given */
    const struct lm_day_rounds *days;
    size_t day_count;           /* 0: not given */
    enum lm_answer licensed;    /* 0.3: all arbiters have a licence */
    enum lm_answer laws;        /* 2.1: the Laws of Chess were followed */
    enum lm_answer interim;     /* 4.13 | 4.1: monthly interim reports */
    enum lm_answer pgn;         /* B.01 1.9: the games go with the report */
    const char *venue;          /* for the report form; NULL: not given */
    const char *organizer;      /* likewise: name and FIDE ID */
    bool late_allowed;          /* 0.2: by the QC chairman */
    bool long_allowed;          /* 4.12: by the QC */
    bool norms;                 /* 0.2: norms are available */
    bool league;                /* 4.11 */
    bool official;              /* 7.13: an official FIDE event */
    bool national_championship; /* 6.33 */
    bool women_only;            /* 6.33 */
    int32_t match_games;        /* 6.6: games agreed; 0: those played */
    const char *league_id;      /* R25: interim reports of one league share it; NULL: none */
    bool final;                 /* R25: its last report (true when there is no league_id) */
    const struct lm_event_player *players;
    size_t player_count;
    const struct lm_event_game *games;
    size_t game_count;
    const uint32_t *confirmed; /* ids that are right although the report and the list differ */
    size_t confirmed_count;
    bool no_repeat; /* its games look like those of another event, but it is a different one */
};

/* --- can it be rated? --- */

enum lm_verdict {
    LM_PASSED,
    LM_FAILED,  /* not rated */
    LM_WARNING, /* rated, but something is lost (a norm, a game, a place on the list) */
    LM_UNKNOWN  /* missing in the report */
};

/* The answer of one article. */
struct lm_rating_finding {
    const char *article; /* "6.31" */
    const char *rule;    /* the requirement, a phrase */
    enum lm_verdict verdict;
    const char *found;  /* what the event shows */
    const char *remedy; /* what to do; NULL if it passed */
};

struct lm_rating_findings {
    struct lm_rating_finding
        *all; /* in the order of the articles; without articles that don't apply */
    size_t count;
    bool ratable; /* none has LM_FAILED */
};

/* Check whether ${event} can be rated under ${rules}, and put the finding of each article into
 * ${*out} in ${arena}. LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_rating_check(const struct lm_rating_rules *rules,
                                                    const struct lm_rating_event *event,
                                                    struct lm_arena *arena,
                                                    struct lm_rating_findings *out);

/* The list days.  ${list} is the first day of a month. */

/* 7.13 | 7.1.3: the closing date of the list of day ${list}: three days before it, since 2012. */
LM_API int32_t lm_list_closing(const struct lm_rating_rules *rules, int32_t list);

/* 7.13 | 7.1.3: the list on which an event that ends on ${end} is rated: the first whose closing
 * date is not before ${end} (official FIDE events: the first after ${end}), and that is later than
 * the day its report was ${received} (LM_NO_DAY: in time). */
LM_API int32_t lm_list_of(const struct lm_rating_rules *rules, int32_t end, bool official,
                          int32_t received);

/* The number of the month of ${day}: 12 x year + month - 1; consecutive lists differ by one. */
LM_API int32_t lm_month_of(int32_t day);
/* The first day of the month with that number. */
LM_API int32_t lm_month_begin(int32_t month);

/* Seconds a player has for 60 moves (1.1, reading R28); 0 for no control. */
LM_API int32_t lm_clock_seconds(const struct lm_clock *clock, size_t count);

/* Read a time control in words (record 122: "90'/40 + 30' + 30\" from move 1", "90 min + 30
 * sec/move", "15+10") or as programs write it (222: "40/5400+30:1800+30") into ${clock}[${most}];
 * return the number of periods, 0: not understood.  Times in words are minutes unless they name
 * another unit. */
LM_API size_t lm_time_control_read(const char *text, struct lm_clock *clock, size_t most);
LM_API size_t lm_time_control_decode(const char *code, struct lm_clock *clock, size_t most);

/* Read the day of a round as in record 132 ("26/04/10"), or in full; false: none. */
LM_API bool lm_round_day(const char *text, int32_t *day);

/* 1.1: minutes for 60 moves that an event (since 2017: a game) needs if its best player has rating
 * ${top}; 0: no player is rated.  The edition must cover the standard list. */
LM_API int32_t lm_rating_minutes(const struct lm_rating_rules *rules, int32_t top);

/* --- changes --- */

enum lm_rated_as { LM_RATED_AS_SWISS, LM_RATED_AS_ROUND_ROBIN, LM_RATED_AS_MATCH };

/* 6.2, 6.5: the rules by which the event is rated, whatever it is called. */
LM_API enum lm_rated_as lm_rating_rated_as(const struct lm_rating_rules *rules,
                                           const struct lm_rating_event *event);
LM_API const char *lm_rated_as_name(enum lm_rated_as as); /* "swiss", "rr", "match" */

/* The reason why a game is, or is not, part of a player's result. */
enum lm_game_fate {
    LM_GAME_RATED,
    LM_GAME_UNPLAYED,         /* 5.1 */
    LM_GAME_OPPONENT_UNRATED, /* 6.42, 8.52 | 8.3.1 */
    LM_GAME_DECIDED,          /* 6.6 | 6.2: the match was already won */
    LM_GAME_MATCH_UNRATED,    /* 6.7 | 6.1 */
    LM_GAME_DISREGARDED, /* 6.1, 8.21: the opponent's or the player's own result does not count */
    LM_GAME_TOO_FAST,    /* 1.1 of 2024 */
    LM_GAME_TOO_FAR      /* rapid and blitz 7.3.1 */
};

/* The article of a fate in ${chapter}, e.g. "5.1"; "" for LM_GAME_RATED. */
LM_API const char *lm_game_fate_article(enum lm_chapter chapter, enum lm_game_fate fate);
/* In words: "the opponent is unrated". */
LM_API const char *lm_game_fate_text(enum lm_game_fate fate);

/* One game from one player's side. */
struct lm_game_line {
    int32_t round;
    uint32_t opponent; /* index of the player; LM_NOBODY: a bye */
    bool white;
    enum lm_game_fate fate;
    struct lm_rating_game game; /* valid if LM_GAME_RATED and the player is rated */
    int32_t opponent_rating;    /* used for the result; 0: none */
    int32_t tenths;
};

enum lm_player_mode {
    LM_PLAYER_RATED,
    LM_PLAYER_UNRATED,
    LM_PLAYER_SINCE_PUBLISHED, /* 8.4 | 8.2.4: unrated at the start, rated now */
    LM_PLAYER_LENT             /* rapid and blitz 7.2.1: rated with the standard rating */
};

/* Articles that explain the computation of a result. */
struct lm_rating_articles {
    const char *difference, *cap, *table, *delta, *k, *rounding; /* of a rated player */
    const char *average, *offset, *offset_table;                 /* of an unrated player */
};
LM_API const struct lm_rating_articles *lm_rating_articles(enum lm_chapter chapter);

/* The article by which a player of ${mode} is rated: "8.2.4". */
LM_API const char *lm_player_mode_article(enum lm_chapter chapter, enum lm_player_mode mode);

/* The rating of ${player} that counts for ${event} and for the opponents: the player's own on the
 * first day, or the standard rating lent instead; 0: unrated. */
LM_API int32_t lm_rating_met(const struct lm_rating_rules *rules,
                             const struct lm_rating_event *event,
                             const struct lm_event_player *player);

/* The reason why an unrated player's result does not count, or that it does. */
enum lm_result_fate {
    LM_RESULT_COUNTS,
    LM_RESULT_NO_POINT,      /* 6.1: less than a point in the first tournament (round robin) */
    LM_RESULT_FEW_OPPONENTS, /* 8.21: fewer than three rated opponents */
    LM_RESULT_SWISS_POINT,   /* 6.41: less than a point against rated opponents */
    LM_RESULT_SWISS_FLOOR,   /* 6.41: below the floor */
    LM_RESULT_FLOOR,         /* 8.31: likewise, in a round robin */
    LM_RESULT_MATCH,         /* 6.7 */
    LM_RESULT_ZERO,          /* 8.2.1 of 2024 */
    LM_RESULT_NO_OPPONENT,   /* 7.1.4 of 2024: no game against a rated opponent */
    LM_RESULT_KEPT           /* of an evaluation: not enough for a first rating, the games wait */
};

/* "6.41-point", "8.21-opponents", …; "counted" for LM_RESULT_COUNTS. */
LM_API const char *lm_result_fate_code(enum lm_chapter chapter, enum lm_result_fate fate);
LM_API const char *lm_result_fate_text(enum lm_result_fate fate);

/* The computation of an evaluation; billionths are of a point. */
struct lm_evaluation_report {
    int32_t index;                  /* before it; 0: unknown, or a first rating */
    int64_t expected;               /* We, billionths */
    int32_t coefficient;            /* E or K, tenths; 0: a first rating */
    double base, factor, surcharge; /* E0, fB, SBr; or K by index, brake, bonus */
    int32_t stage; /* of a first rating: 1 if enough opponents were rated, 2 with those of stage 1;
                      else 0 */
    int32_t iterated;   /* the value of a first rating before the scale is bent */
    int32_t new_rating; /* 0: none yet */
    bool exceptional;   /* opponents are rated against the performance */
};

struct lm_player_report {
    enum lm_player_mode mode;
    struct lm_game_line *lines; /* all games of the player, in the order of the event */
    size_t line_count;
    int32_t games;  /* games that count */
    int32_t tenths; /* scored in them */
    /* rated, or published since the first day: */
    int32_t own;
    int32_t k; /* 8.3.3: lowered if necessary to keep K x games of this event within 700 (S8) … */
    int32_t listed_k; /* … from this value */
    int64_t expected; /* sum of PD, hundredths */
    int64_t delta;    /* sum, hundredths */
    int64_t change;   /* K x delta, hundredths (8.55c | 8.3.2d) */
    /* unrated: */
    enum lm_result_fate fate;
    bool has_ru;                    /* games > 0 and an average exists */
    struct lm_rating_result result; /* for the pool (8.3) */
    struct lm_rating_initial ru;    /* 8.2 of this event alone; unrounded floor not applied */
    /* all players with a game against a rated opponent: */
    bool has_performance;
    int32_t performance; /* average of the rated opponents + dp, rounded */
    const struct lm_evaluation_report *evaluation; /* of a national system; ${change} is then the
                                                      new rating less ${own}; else NULL */
};

/* 8.21b: the computation of the average of a round robin with unrated players. */
struct lm_round_robin {
    bool used;                  /* the event has rated players and is rated as a round robin */
    struct lm_fraction rated;   /* Rar */
    struct lm_fraction dpa;     /* mean dp of the rated players */
    struct lm_fraction average; /* Ra */
    int32_t opponents;          /* n */
};

struct lm_assessment {
    enum lm_rated_as as;
    struct lm_player_report *players; /* as many as the event has, same order */
    struct lm_round_robin round_robin;
    int32_t counted_games; /* 5.1, 6.6: games of the event that may count at all */
    int32_t decided_after; /* 6.6: games until the match was won or over; 0: no match */
};

/* The likely K of ${player}, from the event alone: assume 30 games played before, and that the top
 * rating was reached only if it is held now (2013 art. 8.56, 2024 art. 8.3.3). */
LM_API int32_t lm_rating_likely_k(const struct lm_rating_rules *rules,
                                  const struct lm_rating_event *event,
                                  const struct lm_event_player *player);

/* Compute ${event} under ${rules}, without checking whether it can be rated (lm_rating_check).
 * LM_LIMIT: no memory, or fractions beyond 64 bits.  Cost: linear in games. */
LM_API LM_MUST_CHECK enum lm_status lm_rating_assess(const struct lm_rating_rules *rules,
                                                     const struct lm_rating_event *event,
                                                     struct lm_arena *arena,
                                                     struct lm_assessment *out);

#ifdef __cplusplus
}
#endif
#endif
