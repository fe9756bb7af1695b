/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RATING_H
#define LIMMAT_RATING_H

/*
 * The arithmetic of the FIDE Rating Regulations (handbook B.02), by edition: tables, expected
 * score, rating change, development coefficient, initial rating.
 *
 * Everything is exact (except for the normal distribution of national systems, to billionths).
 * Scores are in tenths of a point (0, 5, 10 a game: 8.55b has no others, whatever points a
 * tournament gives); probabilities, p and rating changes in hundredths; ratings are whole numbers,
 * 0 is unrated; averages are fractions.
 *
 * An edition is a file of data.  Where an article is cited as "8.54 | 8.3.1" the first number is
 * that of the edition of 2013, the second that of 2024.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
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

/* Tables 8.1a and 8.1b | 8.1.1 and 8.1.2. */
enum { LM_OFFSETS = 51, LM_BANDS = 50 };
struct lm_rating_tables {
    int16_t offsets[LM_OFFSETS]; /* dp of p = .50, .51 … 1.00; below .50 the mirror image */
    int16_t ends[LM_BANDS];      /* the largest difference that has PD .50, .51 … .99 */
};

/* A line of 8.56 | 8.3.3: K and its conditions; 0: no condition.  The first that fits counts. */
struct lm_k_line {
    int32_t k;
    int32_t reached;     /* a published rating has been this or more */
    int32_t below;       /* no published rating has been this or more */
    int32_t until_age;   /* to the end of the year of this birthday */
    int32_t games_below; /* rated games, fewer than this */
};

/* Minutes for 60 moves that a player of at least ${rating} needs (1.1). */
struct lm_rating_time {
    int32_t rating;
    int32_t minutes;
};

enum { LM_K_LINES = 8, LM_RATING_TIMES = 8 };

/* The bent scale of some systems: at ${rating} a rating becomes ${becomes} tenths, ratings between
 * two points lie on a line, and ratings from the last point on stay. */
struct lm_rating_point {
    int32_t rating, becomes;
};
enum { LM_RATING_POINTS = 8, LM_AGE_LINES = 8, LM_INDEX_LINES = 8, LM_INDICES = 24 };
struct lm_rating_bend {
    struct lm_rating_point points[LM_RATING_POINTS];
    size_t count;
};

/* Return the rating that ${rating} becomes, halves upwards. */
LM_API int32_t lm_rating_bent(const struct lm_rating_bend *bend, int32_t rating);

/* A change of all ratings by ${bend}, once, on the day ${on}. */
struct lm_rating_adjustment {
    int32_t on;
    struct lm_rating_bend bend;
};
enum { LM_ADJUSTMENTS = 8 };

/* Lines of an evaluation: the first that fits counts.  Ages count to the end of the year of that
 * birthday; 0: no condition. */
struct lm_age_line {
    int32_t until_age;
    int32_t add;
};
struct lm_index_line {
    int32_t until_age, below;
    int16_t by_index[LM_INDICES]; /* of index 1, 2, …; the last for all higher ones */
    size_t count;
};
struct lm_bonus_line {
    int32_t until_age, below;
    int32_t divisor; /* (below - rating) / divisor … */
    int32_t add;     /* … or this */
};

/*
 * The way in which a national system evaluates one event after another, each with the ratings that
 * the previous one left (the German DWZ).  The code has the kinds of rule; the file chooses among
 * them and gives the numbers.  The index of a player counts evaluations.
 */
struct lm_rating_evaluation {
    const char *expectation_article, *coefficient_article, *change_article, *first_article,
        *exceptional_article;
    int32_t deviation; /* of one player's strength in one game: P(D) is the normal distribution of
                          differences, with this deviation times the root of two */

    /* The change is ${factor} x (W - We) / (E + n), E whole; 0: as by index below. */
    int32_t factor;
    int32_t base;                          /* E0 = (rating / base)^4 + J */
    struct lm_age_line ages[LM_AGE_LINES]; /* J */
    size_t age_count;
    int32_t faster_until_age, faster_rating; /* W >= We: E0 x rating / this … */
    int32_t faster_least, faster_most;       /* … a factor between these tenths */
    int32_t brake_below, brake_scale;        /* W <= We: + e^((below - rating) / scale) - 1 */
    int32_t least, most;                     /* of E … */
    int32_t most_by_index;                   /* … and index x this … */
    int32_t most_braked;                     /* … but this where the brake holds */

    /* The change is K x (W - We), K in tenths. */
    struct lm_index_line lines[LM_INDEX_LINES];
    size_t line_count;
    struct lm_bonus_line bonuses[LM_AGE_LINES]; /* W >= We */
    size_t bonus_count;
    int32_t slow_below, slow_shift; /* W < We: K x (rating + shift) / (below + shift) */
    int32_t k_most;

    int32_t first_games;         /* needed for a first rating */
    bool all_won_draw;           /* a player who won all games draws one more against the average */
    int32_t kept_years;          /* years for which games that are not enough for a rating wait */
    struct lm_rating_bend first; /* of the iterated value */
    int32_t lowest;              /* lowest new rating */

    /* Opponents are rated against the performance of a player who exceeded the own rating by this
     * much; 0: never. */
    int32_t exceptional;
    int32_t performance_games; /* needed for a performance */
    int32_t all_or_nothing;    /* performance of 100 or 0 %: the average plus or minus this; 0: one
                                  more draw for 100 %, no performance for 0 % */
};

/*
 * One edition of the regulations: what changes between editions, as data.  An edition is a file of
 * JSON (docs/rating-rules.md names its members, lm_rating_rules_read reads it); those of FIDE come
 * with the library.
 */
struct lm_rating_rules {
    const char *name;   /* "rating-2013" */
    const char *title;  /* for people */
    const char *source; /* the source of the text */
    bool extracts;      /* the whole text was not available: ${source} quotes parts of it */
    const char *const *readings; /* decisions where the text is open or was not available */
    size_t reading_count;
    int32_t in_force;      /* day: tournaments that start on or after it (0.1) */
    unsigned kinds;        /* bit (1 << enum lm_chess): lists that this edition covers */
    bool numbered_as_2024; /* articles are cited as in 2024; else as in 2013 */

    int32_t floor;        /* 0.6 | 7.1.2: lowest published rating */
    int32_t list_games;   /* 7.14a-c | 7.1.4: games before a new player is published */
    int32_t window;       /* 7.14c | 7.1.4: rating periods pooled, the list's own included */
    int32_t first_points; /* 8.21 | 8.2.1: tenths needed in a first event, else it is disregarded */
    int32_t rated_opponents; /* 8.21: rated opponents needed, else a result is disregarded */
    bool first_floor;        /* 6.41, 8.31: a first result below the floor is disregarded */
    int32_t hypothetical;    /* 8.2.2: opponents added to a new player's average, drawn with … */
    int32_t hypothetical_is; /* 8.2.2: … of this rating */
    int32_t initial_most;    /* 8.2.3: highest initial rating; 0: no limit */
    int32_t half_point;      /* 8.23: added for a half point over 50 % in place of dp, in tenths;
                                0: dp */
    bool round_robins_apart; /* 8.21b, 8.52: unrated players count in round robins */
    bool
        league_as_one; /* 6.41 "at its conclusion": unrated results of interim reports wait (R25) */
    bool composition;  /* 6.3-6.33: round robins need enough rated players */
    int32_t difference_cap; /* 8.54 | 8.3.1: a larger difference counts as this; 0: no limit */
    bool cap_once;          /* 8.3.1 of 2022: only the greatest difference of the event does */
    int32_t uncapped_from;  /* 8.3.1 (Oct 2025): standard only, own rating without cap; 0: none */
    int32_t far_difference; /* B.02 rapid and blitz 7.3.1 (Dec 2024): games as far apart … */
    int32_t far_rating;     /* … with a player above this are not rated; 0: all are */
    int32_t far_since;      /* … in events that start on or after this day */
    bool lends_standard;    /* rapid and blitz 7.2.1: a new player has the standard rating there */
    bool round_change_away; /* 8.3.4: the change is rounded, halves away from zero; else 8.57:
                               the new rating is, halves upwards */
    struct lm_k_line k_lines[LM_K_LINES]; /* 8.56 | 8.3.3 */
    size_t k_line_count;
    int32_t k_budget;       /* 8.3.3: K x games at most; 0: no limit */
    int32_t idle_lists;     /* 7.23a | 7.2.2: lists without a rated game until inactive */
    unsigned list_months;   /* bit (1 << month - 1): months whose first day has a list */
    int32_t closing_days;   /* 7.13 | 7.1.3: days from an event's end to its list, at least */
    int32_t raised_on;      /* rapid and blitz: on the list of this day … */
    int32_t raised_to_less; /* … ratings are at least the standard rating less this; 0: never */

    bool controls_per_game; /* 1.1: the minimum time is required of games, not of the event */
    struct lm_rating_time times[LM_RATING_TIMES]; /* 1.1, highest rating first */
    size_t time_count;
    int32_t first_moves;    /* 1.3 | 1.2: moves of a first time control, if it has a number … */
    bool first_moves_least; /* … or more */
    int32_t registered;     /* 0.2: days before the start … */
    int32_t for_norms;      /* … for an event with norms; 0: the same number … */
    int32_t for_highest;    /* … with a player above 2700, a woman above 2500; 0: the same */
    int32_t longest;        /* 4.1: days, unless approved; 0: no limit */
    int32_t interim_after;  /* 4.13 | 4.1: days; longer events report month by month */
    int32_t seconds_from[LM_CHESS_KINDS]; /* rapid and blitz 1.1: time for 60 moves, at least … */
    int32_t seconds_to[LM_CHESS_KINDS];   /* … and at most */
    int32_t day_rounds[LM_CHESS_KINDS];   /* 3.1: rounds a day at most; 0: no limit */

    /* Derived from the lines of K; 0: no such line. */
    int32_t k_new, k_usual, k_top, k_junior;
    int32_t top;              /* the rating in ${reached} */
    int32_t junior_below;     /* the rating in ${below} */
    int32_t junior_until_age; /* and its age */
    int32_t new_games;

    const struct lm_rating_tables *tables;

    const char *system; /* "DWZ": of a national system, chosen by name only; NULL: FIDE's */
    const struct lm_rating_evaluation *evaluation; /* NULL: by lists, as FIDE */
    struct lm_rating_adjustment adjustments[LM_ADJUSTMENTS];
    size_t adjustment_count;
};

/* Editions to choose from, by their days. */
struct lm_rating_book {
    const struct lm_rating_rules *editions;
    size_t count;
};

/* The editions that come with the library, from July 2009 (rapid and blitz: January 2012).
 * LM_LIMIT: no memory. */
LM_API LM_MUST_CHECK enum lm_status lm_rating_book(struct lm_arena *arena,
                                                   struct lm_rating_book *out);

/* Return file ${number} of those, unchanged; false: no more files. */
LM_API bool lm_rating_book_file(size_t number, const char **name, const char **bytes,
                                size_t *length);

/* Read the edition in the file ${bytes} into ${arena}, which keeps no part of ${bytes}. LM_INVALID
 * with every mistake, its place and remedy in ${log}. */
LM_API LM_MUST_CHECK enum lm_status lm_rating_rules_read(const char *bytes, size_t length,
                                                         struct lm_arena *arena, struct lm_log *log,
                                                         struct lm_rating_rules *out);

/* The edition called ${name} ("rating-2013"); "rating" is not one.  NULL: unknown. */
LM_API const struct lm_rating_rules *lm_rating_rules_named(const struct lm_rating_book *book,
                                                           const char *name);

/* Find the edition for a tournament of ${chess} that starts on ${day}: the last in force then.
 * NULL: none was in force yet. */
LM_API const struct lm_rating_rules *lm_rating_rules_on(const struct lm_rating_book *book,
                                                        int32_t day, enum lm_chess chess);

/* Do the same for the national system ${system} ("DWZ", case ignored); NULL: none. */
LM_API const struct lm_rating_rules *lm_rating_rules_of(const struct lm_rating_book *book,
                                                        const char *system, int32_t day,
                                                        enum lm_chess chess);

/* Return the first edition for ${chess}; NULL: none. */
LM_API const struct lm_rating_rules *lm_rating_rules_first(const struct lm_rating_book *book,
                                                           enum lm_chess chess);

/* Return the edition on ${day}, or the first edition before its day: for lists, which are read and
 * written whatever their day. */
LM_API const struct lm_rating_rules *lm_rating_rules_on_or_first(const struct lm_rating_book *book,
                                                                 int32_t day, enum lm_chess chess);

/* Do the same as lm_rating_rules_on; LM_INVALID: ${log} names the first edition and its day. */
LM_API LM_MUST_CHECK enum lm_status lm_rating_rules_for(const struct lm_rating_book *book,
                                                        int32_t day, enum lm_chess chess,
                                                        struct lm_log *log,
                                                        const struct lm_rating_rules **out);

/* The chapter whose articles an explanation cites: that of 2013, and since 2024 one for standard
 * chess (B022024) and one for rapid and blitz (B02RBRegulations2024), numbered differently; that
 * of a national system. */
enum lm_chapter {
    LM_CHAPTER_2013,
    LM_CHAPTER_2024,
    LM_CHAPTER_RAPID_BLITZ,
    LM_CHAPTER_OWN, /* of a national system, whose file names its articles; the rest are "" */
    LM_CHAPTERS
};
LM_API enum lm_chapter lm_rating_chapter(const struct lm_rating_rules *rules, enum lm_chess chess);

/* 8.1a | 8.1.1: the rating difference dp of a fractional score of ${percent} hundredths (0 … 100):
 * negative below 50 (reading R2).  By FIDE's tables, or by ${tables}. */
LM_API int32_t lm_rating_offset_by(const struct lm_rating_tables *tables, int32_t percent);
LM_API int32_t lm_rating_offset(int32_t percent);

/* 8.1b | 8.1.2: the scoring probability PD in hundredths of a player whose rating is ${difference}
 * above (below: negative) the opponent's.  No cap is applied.  By FIDE's tables, or by ${tables}.
 */
LM_API int32_t lm_rating_expected_by(const struct lm_rating_tables *tables, int32_t difference);
LM_API int32_t lm_rating_expected(int32_t difference);

/* Return row ${row} of table 8.1b | 8.1.2, for printing: differences ${*from} to ${*to} (INT32_MAX
 * in the last) have PD ${*high} for the higher rated.  false: no such row. */
LM_API bool lm_rating_band(size_t row, int32_t *from, int32_t *to, int32_t *high);

/* p = ${tenths}/${games} to two decimals, exact halves upwards (12.2, reading R3). */
LM_API int32_t lm_rating_percent(int32_t tenths, int32_t games);

/* The computation of one game of a rated player. */
struct lm_rating_game {
    int32_t own, opponent;
    int32_t difference; /* 8.51 | 8.3.1: D = own - opponent */
    int32_t used;       /* after the cap of 8.54 | 8.3.1 */
    int32_t expected;   /* PD, hundredths */
    int32_t tenths;     /* the score */
    int32_t delta;      /* 8.55b | 8.3.2b: score - PD, hundredths */
    int32_t exact;      /* of an evaluation: P(D) in billionths; else 0 */
};

/* Return P(D) in billionths of a player whose rating is ${difference} above the opponent's, by the
 * normal distribution of ${evaluation}; P(D) and P(-D) add up to exactly one. */
LM_API int32_t lm_rating_normal(const struct lm_rating_evaluation *evaluation, int32_t difference);

/* Compute a game with the score ${tenths} of a player rated ${own} against ${opponent}, as the only
 * game of its event, where the limit of 8.3.1 applies to one. */
LM_API struct lm_rating_game lm_rating_game(const struct lm_rating_rules *rules,
                                            enum lm_chess chess, int32_t own, int32_t opponent,
                                            int32_t tenths);

/* 8.57 | 8.3.4: return the new rating when ${hundredths} = K x (sum of the deltas) is added to
 * ${old}. */
LM_API int32_t lm_rating_new(const struct lm_rating_rules *rules, int32_t old, int64_t hundredths);

/* The data that determine K. */
struct lm_rating_standing {
    int32_t rating;
    int32_t games;     /* in completed events, those of the initial rating included (R22, S6) */
    bool reached_top;  /* a published rating has been 2400 or more */
    bool reached_high; /* a published rating has been 2300 or more */
    int32_t birth;     /* year, 0: unknown */
    int32_t list_year; /* year of the list on which K will appear */
};

/* 8.56 | 8.3.3: return K on a list, by the first line that fits.  In 2013 the line of new players
 * comes first (R23).  Since 2014 the order is the one that FIDE's lists show (S7): 2400 once
 * published is 10 for ever, also with fewer than 30 games; then juniors, who lose their line for
 * good with 2300; then new players. */
LM_API int32_t lm_rating_k(const struct lm_rating_rules *rules, struct lm_rating_standing standing);

/* 8.3.3 for a standard rating of ${rating} that is lent to rapid or blitz (7.2.1): K of a player
 * new to that list (S13), born in the year ${birth} (0: unknown), on a list of ${list_year}. */
LM_API int32_t lm_rating_lent_k(const struct lm_rating_rules *rules, int32_t rating, int32_t birth,
                                int32_t list_year);

/* 8.3.3, last paragraph: ${k}, or the largest whole number such that K x ${games} <= 700. */
LM_API int32_t lm_rating_k_within_budget(const struct lm_rating_rules *rules, int32_t k,
                                         int32_t games);

/* An unrated player's result that counts in one event (8.2). */
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
    struct lm_fraction offset; /* the addition to the average by 8.22-8.25 | 8.2.3 */
    struct lm_fraction exact;  /* the sum */
    int32_t rating;            /* rounded, and cut to the highest initial rating */
};

/*
 * 8.3 | 8.2.2: compute the rating of ${count} >= 1 results pooled as if they were one event
 * (reading R17: averages weighted by games, n/(n+1) only for a single round robin), without
 * checking whether it is published.  LM_LIMIT when the fractions outgrow 64 bits.
 */
LM_API LM_MUST_CHECK enum lm_status lm_rating_initial(const struct lm_rating_rules *rules,
                                                      const struct lm_rating_result *results,
                                                      size_t count, struct lm_rating_initial *out);

#ifdef __cplusplus
}
#endif
#endif
