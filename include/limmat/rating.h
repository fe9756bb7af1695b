/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_H
#define LIMMAT_RATING_H

/*
 * The arithmetic of the FIDE Rating Regulations (handbook B.02), by edition: tables, expected
 * score, rating change, development coefficient, initial rating.
 *
 * Everything is exact.  Scores are in tenths of a point (0, 5, 10 a game: 8.55b knows no others,
 * whatever points a tournament gives); probabilities, p and rating changes in hundredths; ratings
 * are whole numbers, 0 is unrated; averages are fractions.
 *
 * An edition is a row of data.  Where an article is cited as "8.54 | 8.3.1" the first number is
 * that of the edition of 2013, the second that of 2024.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/export.h"
#include "limmat/fraction.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The three lists of FIDE. */
enum lm_chess { LM_STANDARD, LM_RAPID, LM_BLITZ, LM_CHESS_KINDS };

/* "standard", "rapid", "blitz". */
LM_API const char *lm_chess_name(enum lm_chess chess);

/* One edition of the regulations: what changes between editions, as data. */
struct lm_rating_rules {
    const char *name;   /* "rating-2013" */
    const char *title;  /* for people */
    const char *source; /* where the text stands */
    int32_t in_force;   /* day: tournaments that start on or after it (0.1) */
    unsigned kinds;     /* bit (1 << enum lm_chess): lists that this edition covers */

    int32_t floor;           /* 0.6 | 7.1.2: lowest published rating */
    int32_t list_games;      /* 7.14a-c | 7.1.4: games before a new player is published */
    int32_t window;          /* 7.14c | 7.1.4: rating periods pooled, the list's own included */
    int32_t first_points;    /* 8.21 | 8.2.1: tenths a first event must bring, else disregarded */
    int32_t rated_opponents; /* 8.21: rated opponents without whom a result is disregarded */
    int32_t hypothetical;    /* 8.2.2: opponents added to a new player's average, drawn with … */
    int32_t hypothetical_is; /* 8.2.2: … of this rating */
    int32_t initial_most;    /* 8.2.3: highest initial rating; 0: no limit */
    bool fifteen_a_half;     /* 8.23: 15 a half point over 50 % in place of dp */
    bool round_robins_apart; /* 8.21b, 8.52: unrated players count in round robins */
    bool
        league_as_one; /* 6.41 "at its conclusion": unrated results of interim reports wait (R25) */
    bool composition;  /* 6.3-6.33: round robins need enough rated players */
    bool controls_per_game; /* 1.1: the minimum time is asked of games, not of the event */
    int32_t difference_cap; /* 8.54 | 8.3.1: a larger difference counts as this */
    int32_t uncapped_from;  /* 8.3.1 (Oct 2025): standard only, own rating without cap; 0: none */
    int32_t far_difference; /* B.02 rapid and blitz 7.3.1 (Dec 2024): games as far apart … */
    int32_t far_rating;     /* … with a player above this are not rated; 0: all are */
    int32_t far_since;      /* … in events that start on or after this day */
    bool lends_standard;    /* rapid and blitz 7.2.1: who is new there has his standard rating */
    bool round_change_away; /* 8.3.4: the change is rounded, halves away from zero; else 8.57:
                               the new rating is, halves upwards */
    int32_t k_new, k_usual, k_top, k_junior; /* 8.56 | 8.3.3; k_junior 0: no such line */
    bool top_before_new;                     /* the line for 2400 wins over the one for new players:
                                                2013 no (R23), 2024 yes (S7) */
    int32_t top;                             /* 2400 */
    int32_t junior_below;                    /* 8.3.3: rating under which a junior's K holds */
    int32_t junior_until_age;                /* 8.3.3: to the end of the year of this birthday */
    int32_t new_games;                       /* 30 */
    int32_t k_budget;                        /* 8.3.3: K x games at most; 0: no limit */
    int32_t idle_lists; /* 7.23a | 7.2.2: lists without a rated game until inactive */
};

/* The editions, oldest first; ${*count} of them. */
LM_API const struct lm_rating_rules *lm_rating_editions(size_t *count);

/* The edition called ${name} ("rating-2013"); "rating" is not one.  NULL: unknown. */
LM_API const struct lm_rating_rules *lm_rating_rules_named(const char *name);

/* The edition for a tournament that starts on ${day}: the last in force then, or the oldest. */
LM_API const struct lm_rating_rules *lm_rating_rules_on(int32_t day);

/* The chapter whose articles an explanation cites: that of 2013, and since 2024 one for standard
 * chess (B022024) and one for rapid and blitz (B02RBRegulations2024), numbered differently. */
enum lm_chapter { LM_CHAPTER_2013, LM_CHAPTER_2024, LM_CHAPTER_RAPID_BLITZ, LM_CHAPTERS };
LM_API enum lm_chapter lm_rating_chapter(const struct lm_rating_rules *rules, enum lm_chess chess);

/* 8.1a | 8.1.1: the rating difference dp of a fractional score of ${percent} hundredths (0 … 100):
 * negative below 50 (reading R2). */
LM_API int32_t lm_rating_offset(int32_t percent);

/* 8.1b | 8.1.2: the scoring probability PD in hundredths of a player whose rating is ${difference}
 * above (below: negative) the opponent's.  No cap is applied. */
LM_API int32_t lm_rating_expected(int32_t difference);

/* Row ${row} of table 8.1b | 8.1.2, for those who print it: differences ${*from} to ${*to}
 * (INT32_MAX in the last) have PD ${*high} for the higher rated.  false: there is no such row. */
LM_API bool lm_rating_band(size_t row, int32_t *from, int32_t *to, int32_t *high);

/* p = ${tenths}/${games} to two decimals, exact halves upwards (12.2, reading R3). */
LM_API int32_t lm_rating_percent(int32_t tenths, int32_t games);

/* One game of a rated player, every number of it. */
struct lm_rating_game {
    int32_t own, opponent;
    int32_t difference; /* 8.51 | 8.3.1: D = own - opponent */
    int32_t used;       /* after the cap of 8.54 | 8.3.1 */
    int32_t expected;   /* PD, hundredths */
    int32_t tenths;     /* the score */
    int32_t delta;      /* 8.55b | 8.3.2b: score - PD, hundredths */
};

/* What a game with the score ${tenths} comes to for who is rated ${own}, against ${opponent}. */
LM_API struct lm_rating_game lm_rating_game(const struct lm_rating_rules *rules,
                                            enum lm_chess chess, int32_t own, int32_t opponent,
                                            int32_t tenths);

/* 8.57 | 8.3.4: the new rating when ${hundredths} = K x (sum of the deltas) is added to ${old}. */
LM_API int32_t lm_rating_new(const struct lm_rating_rules *rules, int32_t old, int64_t hundredths);

/* What K depends on. */
struct lm_rating_standing {
    int32_t rating;
    int32_t games;     /* in completed events, those of the initial rating included (R22, S6) */
    bool reached_top;  /* a published rating has been 2400 or more */
    bool reached_high; /* a published rating has been 2300 or more (2024 only) */
    int32_t birth;     /* year, 0: unknown */
    int32_t list_year; /* of the list on which K will stand */
};

/* 8.56 | 8.3.3: K on a list.  In 2013 the line for new players wins over the others (R23).  In 2024
 * the order is the one that FIDE's lists show (S7): 2400 once published is 10 for ever, also with
 * fewer than 30 games; then juniors, who lose their line for good with 2300; then new players. */
LM_API int32_t lm_rating_k(const struct lm_rating_rules *rules, struct lm_rating_standing standing);

/* 8.3.3 for a standard rating of ${rating} that is lent to rapid or blitz (7.2.1): K of a player
 * new to that list (S13), born in the year ${birth} (0: unknown), on a list of ${list_year}. */
LM_API int32_t lm_rating_lent_k(const struct lm_rating_rules *rules, int32_t rating, int32_t birth,
                                int32_t list_year);

/* 8.3.3, last paragraph: ${k}, or the largest whole number such that K x ${games} <= 700. */
LM_API int32_t lm_rating_k_within_budget(const struct lm_rating_rules *rules, int32_t k,
                                         int32_t games);

/* An unrated player's result in one event that counts (8.2). */
struct lm_rating_result {
    int32_t games;
    int32_t tenths;             /* scored in them */
    struct lm_fraction average; /* of the competition: Rc, in a round robin Ra (8.21) */
    int32_t opponents;          /* round robin of 2013: n of 8.21b; else 0 */
};

/* An initial rating and how it came about. */
struct lm_rating_initial {
    int32_t games, tenths; /* all pooled results (8.3), hypothetical ones not included */
    struct lm_fraction
        average;               /* of all opponents, weighted by games; with the hypothetical ones */
    int32_t percent;           /* p */
    struct lm_fraction offset; /* what 8.22-8.25 | 8.2.3 adds to the average */
    struct lm_fraction exact;  /* the sum */
    int32_t rating;            /* rounded, and cut to the highest initial rating */
};

/*
 * 8.3 | 8.2.2: the rating of ${count} >= 1 results pooled as if they were one event (reading R17:
 * averages weighted by games, n/(n+1) only for a single round robin).  Whether it is published is
 * not asked here.  LM_LIMIT when the fractions outgrow 64 bits.
 */
LM_API LM_MUST_CHECK enum lm_status lm_rating_initial(const struct lm_rating_rules *rules,
                                                      const struct lm_rating_result *results,
                                                      size_t count, struct lm_rating_initial *out);

#ifdef __cplusplus
}
#endif
#endif
