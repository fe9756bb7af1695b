/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RANKING_TIE_BREAK_H
#define LIMMAT_RANKING_TIE_BREAK_H

/*
 * The computation of a tie-break: a row collects the contributions of one participant, the shared
 * cutting (cuts.c) drops some, and the row computes a number from the rest.  Rows of type A split a
 * tied group instead.
 */

#include "limmat/keizer.h"
#include "limmat/periods.h"
#include "ranking/field.h"

/* The field in its six readings, each made when first needed. */
struct analysis {
    const struct lm_tournament *t;
    struct lm_arena *arena;
    enum lm_tie_break_edition edition;
    bool predetermined, teams;
    uint32_t rounds;
    uint64_t seed;
    int32_t unrated; /* rating of an unrated player; 0: the games are left out (art. 10) */
    struct field *fields[2][FORFEIT_READINGS];
    const uint32_t *lots;           /* by participant; NULL: no LOT in the list */
    const struct lm_keizer *keizer; /* by participant; NULL: nothing of Keizer in the list */
    const uint32_t *bracket; /* by participant: the place in a knock-out; NULL: it is not one */
    uint32_t rating_use;     /* which ratings count, as lm_rating_use says */
    const int32_t *ratings;  /* by participant and round of ${rating_rounds}; NULL: one of each */
    uint32_t rating_rounds;
    const uint8_t *expected; /* PD by difference 0 … EXPECTED_ALL; NULL: no PTP in the list */
    const bool *left;        /* by participant: left before half of the games (C.05 art. 6.6.1) */
    uint32_t *group_of;      /* scratch of direct encounters, by participant */
};

enum { EXPECTED_ALL = 736 }; /* from this difference on the probability is 1 */

struct criterion;

/* One tie-break being computed. */
struct question {
    const struct analysis *a;
    const struct lm_tie_break *code;
    const struct criterion *row;
    const struct field *f; /* in the tie-break's reading */
    int score;             /* MATCH or GAME: the score in question */
    uint32_t ahead;        /* number of participants ranked above the group that is split */
    const struct lm_fraction *others; /* the row's ${base} by participant; or given values */
};

/* The effect of art. 15.2 on a tie-break in tournaments with predetermined pairings. */
enum basis {
    ON_OPPONENTS, /* forfeits are games */
    ON_OWN,       /* type B: in 2026 all except forfeit losses are */
    ON_RATINGS    /* art. 10: in 2026 none is */
};

struct criterion {
    struct lm_tie_break_kind about; /* first, so that a pointer to it is one to the row */
    enum basis basis;
    int32_t scale;    /* contributions are in units of 1/scale */
    const char *base; /* code of the tie-break whose values of opponents are collected; or NULL */
    bool median;      /* Harkness: cut one at each end, two from nine rounds on */
    const char *what_before; /* its meaning in tb-2009; NULL: the same */
    bool since_c07;          /* not in tb-2009 */
    const char *practice;    /* Swiss-Manager's practice, after the colon; NULL: none */

    /* Append the contributions of ${who} to ${out}, which has room for all
     * (lm_room_for_contributions); return their number. */
    size_t (*collect)(const struct question *q, uint32_t who, struct lm_contribution *out);
    /* Return the value of the ${count} contributions that were kept; under == 0: no value. */
    struct lm_fraction (*finish)(const struct question *q, uint32_t who,
                                 const struct lm_contribution *all, size_t count);
    /* Type A: put into ${place}[i] the number of the ${count} tied ${group} ranked above i. */
    enum lm_status (*split)(const struct question *q, const uint32_t *group, uint32_t count,
                            uint32_t *place);
};

/* The row of ${kind}. */
static inline const struct criterion *row_of(const struct lm_tie_break_kind *kind)
{
    return (const struct criterion *)(const void *)kind;
}

static inline struct lm_fraction no_value(void)
{
    return (struct lm_fraction){0, 0};
}

/* tie_break_table.c: the row called ${code}, of ${length} letters in any case; NULL: none. */
const struct criterion *lm_criterion_named(const char *code, size_t length);

/* tie_break_table.c: the row of every OTHER_NAME whose values were computed elsewhere. */
extern const struct criterion lm_given_criterion;
enum { GIVEN_SCALE = 10000 }; /* they have at most four decimals */

/* codes.c: the same for a code of ${*length} letters, with its modifiers and perhaps OTHER_ before
 * it; ${*length}: of its name. */
const struct criterion *lm_criterion_of(const char *code, size_t *length);

/* declared.c: the rank that ${s->t} declares for ${who}; 0: none. */
uint32_t lm_declared_rank(const struct lm_standings *s, uint32_t who);

/* codes.c: parse ${list} up to the first unknown code, or the first that ${t} has no values for. */
LM_MUST_CHECK enum lm_status lm_known_tie_breaks(const struct lm_tournament *t, const char *list,
                                                 struct lm_arena *arena,
                                                 const struct lm_tie_break **out, size_t *count);

/* notes.c: log the notes to be printed under ${s}; ${ranked}: the ranks exist, so also log the
 * players who left before half of their games.  LM_LIMIT. */
LM_MUST_CHECK enum lm_status lm_tell_notes(const struct lm_standings *s, bool ranked,
                                           struct lm_arena *arena, struct lm_log *log);

/* codes.c: how long the next code of ${*list} is, past separators; 0: there is none. */
size_t lm_next_code(const char **list);

/* cuts.c: mark what ${q}'s modifiers cut (art. 14, 16.5). */
void lm_cut_contributions(const struct question *q, struct lm_contribution *all, size_t count);

/* standings.c: prepare ${*q} for ${code}. */
LM_MUST_CHECK enum lm_status lm_ask_tie_break(struct analysis *a, const struct lm_tie_break *code,
                                              struct question *q);

/* standings.c: the contributions of ${who}, cut, into ${room}; how many. */
size_t lm_contributions_of(const struct question *q, uint32_t who, struct lm_contribution *room);

/* standings.c: as many as there can be. */
size_t lm_room_for_contributions(const struct analysis *a);

/* declared.c: put the lots that comments of ${t} record into ${lots}, by participant. */
void lm_read_declared_lots(const struct lm_tournament *t, bool teams, uint32_t *lots);

/* --- sums.c: own points, opponents' points (C.07 art. 7 to 9, 13.2, 13.4) */

size_t lm_collect_keizer(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_keizer_value(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_bracket(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_points(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_game_points(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_other_score(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_progress(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_buchholz(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_others(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_sonneborn(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_emmsb(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_emgsb(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_egmsb(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_eggsb(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_koya(const struct question *, uint32_t, struct lm_contribution *);

struct lm_fraction lm_finish_sum(const struct question *, uint32_t, const struct lm_contribution *,
                                 size_t);
struct lm_fraction lm_finish_average(const struct question *, uint32_t,
                                     const struct lm_contribution *, size_t);
struct lm_fraction lm_finish_rounded(const struct question *, uint32_t,
                                     const struct lm_contribution *, size_t);
struct lm_fraction lm_finish_sssc(const struct question *, uint32_t, const struct lm_contribution *,
                                  size_t);

/* --- counts.c: counts of rounds (art. 7), numbers and lots */

size_t lm_collect_wins(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_games_won(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_black_games(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_black_wins(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_elected(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_standard(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_number(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_lot(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_given(const struct question *, uint32_t, struct lm_contribution *);
struct lm_fraction lm_finish_given(const struct question *, uint32_t,
                                   const struct lm_contribution *, size_t);

/* --- ratings.c: art. 10 */

/* Return the rating that ${player} counts with as an opponent of ${round} (0: of no round); 0: the
 * player is left out. */
int32_t lm_counted_rating(const struct analysis *a, uint32_t player, uint32_t round);

size_t lm_collect_rating(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_ratings(const struct question *, uint32_t, struct lm_contribution *);
struct lm_fraction lm_finish_performance(const struct question *, uint32_t,
                                         const struct lm_contribution *, size_t);
struct lm_fraction lm_finish_perfect(const struct question *, uint32_t,
                                     const struct lm_contribution *, size_t);
struct lm_fraction lm_finish_tenth(const struct question *, uint32_t,
                                   const struct lm_contribution *, size_t);
LM_MUST_CHECK enum lm_status lm_prepare_expected(struct analysis *a);

/* --- older.c: tie-breaks from before C.07 */

size_t lm_collect_cumulative(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_kashdan(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_real_scores(const struct question *, uint32_t, struct lm_contribution *);
size_t lm_collect_real_products(const struct question *, uint32_t, struct lm_contribution *);

/* --- encounter.c: art. 6, 13.3 */

LM_MUST_CHECK enum lm_status lm_split_direct(const struct question *, const uint32_t *, uint32_t,
                                             uint32_t *);
LM_MUST_CHECK enum lm_status lm_split_first_place(const struct question *, const uint32_t *,
                                                  uint32_t, uint32_t *);
LM_MUST_CHECK enum lm_status lm_split_extended(const struct question *, const uint32_t *, uint32_t,
                                               uint32_t *);

/* --- boards.c: art. 12 */

typedef enum lm_status splitter(const struct question *, const uint32_t *, uint32_t, uint32_t *);
size_t lm_collect_board_count(const struct question *, uint32_t, struct lm_contribution *);
splitter lm_split_top_boards, lm_split_bottom_boards, lm_split_edebt, lm_split_edebb, lm_split_edet,
    lm_split_edeb;

#endif
