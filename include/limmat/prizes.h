/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PRIZES_H
#define LIMMAT_PRIZES_H

/*
 * Prize money: each award with its reason, to the cent.
 *
 * A plan has groups: "General", "Best women", each with prizes by place and perhaps a category.  In
 * each group the eligible participants (in the category, with at least one game) are placed in the
 * order of the standings.  Neighbours with the same first value of the standings (usually the
 * points) are *tied*; a tie holds the places from its first to its last participant.
 *
 *     by place    each participant has the prize of the place; participants equal by all
 *                 tie-breaks share the prizes of their places equally
 *     equally     tied participants share the prizes of their places equally
 *     Hort        (after V. Hort) half of each prize goes by place, as above; tied participants
 *                 share the other halves of their places equally
 *
 * Highest only: the best placed participant with a prize in several groups keeps the highest of
 * them (of equal ones, the group named first) and leaves the other groups, where lower participants
 * move up; this repeats until no participant has two.  Cumulative groups pay in addition to other
 * prizes.
 *
 * Amounts are whole numbers of cents.  Shares are exact fractions until they are rounded, tie by
 * tie; remainders are accounted for.
 */

#include "limmat/category.h"
#include "limmat/ranking.h"

#ifdef __cplusplus
extern "C" {
#endif

enum lm_prize_sharing { LM_SHARE_EQUALLY, LM_SHARE_HORT, LM_SHARE_BY_PLACE };

/* The rounding to the smallest amount that is paid. */
enum lm_prize_rounding {
    LM_ROUND_TO_BEST, /* all down; the remainder goes, a unit each, to the best placed participants
                       */
    LM_ROUND_DOWN,    /* all down; the organiser keeps the remainder */
    LM_ROUND_NEAREST  /* halves upwards; the organiser keeps, or adds, the difference */
};

#define LM_PRIZE_MAX 1000000000000 /* cents: of a group's fund */

struct lm_prize_group {
    const char *name;
    const struct lm_category *category; /* NULL: all players */
    enum lm_prize_sharing sharing;
    bool cumulative;
    uint32_t at_least; /* not awarded with fewer eligible participants */
    const int64_t *prizes;
    size_t prize_count; /* places */
};

struct lm_prize_plan {
    const char *currency; /* "CHF"; "" */
    int64_t unit;         /* cents: the smallest amount that is paid, >= 1 */
    enum lm_prize_rounding rounding;
    bool beyond; /* participants tied beyond the last prize also share */
    const struct lm_prize_group *groups;
    size_t group_count;
};

/* Read a plan ("format": "limmat-prizes/1", docs/limmat-prizes.schema.json).  LM_INVALID with every
 * mistake, its line and column in ${log}. */
LM_API LM_MUST_CHECK enum lm_status lm_prize_plan_read(const char *bytes, size_t length,
                                                       struct lm_arena *arena, struct lm_log *log,
                                                       const struct lm_prize_plan **out);

/* A participant's prize in a group. */
struct lm_award {
    uint32_t participant, group;
    uint32_t place;           /* among the participants who compete in the group */
    uint32_t first, last;     /* the places of the participants who share */
    int64_t by_place;         /* Hort: of the half prizes by place, cents, rounded down */
    int64_t pot;              /* the prizes of places ${first} … ${last} together */
    int64_t amount;           /* cents, as paid */
    struct lm_fraction exact; /* cents, before rounding */
};

/* A prize that was declined because ${instead} is higher. */
struct lm_declined {
    uint32_t participant, group, instead;
    int64_t amount;
};

struct lm_prize_balance {
    uint32_t eligible; /* with all participants still competing */
    uint32_t unknown;  /* players without the date of birth or the sex that the category asks for */
    bool awarded;      /* false: fewer participants than the plan requires */
    int64_t fund, paid;
    int64_t unused; /* of places without a participant, or of a group that is not awarded */
    int64_t rest;   /* difference from rounding; negative: added.  fund = paid + unused + rest */
};

struct lm_prizes {
    const struct lm_prize_plan *plan;
    const struct lm_standings *standings;
    const struct lm_award *awards; /* by group, then by place */
    size_t award_count;
    const struct lm_declined *declined;
    size_t declined_count;
    const struct lm_prize_balance *balances; /* by group */
    const int64_t *totals;                   /* by participant, cents */
};

/* Award the prizes of ${plan} by ${s}.  LM_INVALID when a category cannot be used (see
 * lm_category_rank); LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status lm_prizes_award(const struct lm_prize_plan *plan,
                                                    const struct lm_standings *s,
                                                    struct lm_arena *arena, struct lm_log *log,
                                                    struct lm_prizes **out);

/* Append ${cents} with two decimals: "1250.00". */
LM_API void lm_text_add_cents(struct lm_text *out, int64_t cents);

/* Append the reasons of the award, in sentences. */
LM_API void lm_text_add_award_reason(struct lm_text *out, const struct lm_prizes *p,
                                     const struct lm_award *award);

/* Append "U18 would have given 80.00; only the highest prize is paid, here General, and those
 * behind move up." */
LM_API void lm_text_add_declined_reason(struct lm_text *out, const struct lm_prizes *p,
                                        const struct lm_declined *declined);

/* "equally", "by the Hort system", "by place" */
LM_API const char *lm_prize_sharing_name(enum lm_prize_sharing sharing);

#ifdef __cplusplus
}
#endif
#endif
