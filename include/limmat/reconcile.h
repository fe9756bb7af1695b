/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_RECONCILE_H
#define LIMMAT_RECONCILE_H

/*
 * Two rating lists of the same players: the office's own and FIDE's.  Find the differences and
 * their likely causes, and adopt FIDE's figures without losing the office's own data.
 */

#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/registry.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum lm_list_part {
    LM_PART_OF_LIST_PERSON, /* in one of the lists only */
    LM_PART_OF_LIST_NAME,
    LM_PART_OF_LIST_FEDERATION,
    LM_PART_OF_LIST_BIRTH,
    LM_PART_OF_LIST_SEX,
    LM_PART_OF_LIST_TITLE,
    LM_PART_OF_LIST_RATING,
    LM_PART_OF_LIST_K,
    LM_LIST_PARTS
};

/* Likely causes of a difference between two lists. */
enum lm_list_cause {
    LM_CAUSE_NEW_PERSON,   /* theirs only: registered since, by another office */
    LM_CAUSE_OTHER_ID,     /* ${other} is the same person in the other list: merged, or corrected */
    LM_CAUSE_LOCAL_PERSON, /* ours only, never rated: not registered with FIDE yet */
    LM_CAUSE_GONE,         /* ours only, rated: removed, by death or as a duplicate */
    LM_CAUSE_SPELLING,     /* the same name, spelt differently */
    LM_CAUSE_NAME_CHANGED, /* marriage, or a correction */
    LM_CAUSE_TRANSFER,     /* to another federation */
    LM_CAUSE_CORRECTION,   /* of a birth, a sex */
    LM_CAUSE_TITLE,        /* awarded, or withdrawn */
    LM_CAUSE_NEXT_MONTH,   /* theirs is of a later list: games rated since */
    LM_CAUSE_MORE_GAMES,   /* they rated games that we did not */
    LM_CAUSE_FEWER_GAMES,  /* we rated games that they did not */
    LM_CAUSE_BEFORE,       /* no game on either list: they have corrected an earlier list */
    LM_CAUSE_COEFFICIENT,  /* the same games with another K */
    LM_CAUSE_ROUNDING,     /* one point */
    LM_CAUSE_RESULT,     /* the same number of games: a result, or an opponent's rating, differs */
    LM_CAUSE_NEW_RATING, /* theirs is the first rating */
    LM_CAUSE_DELISTED,   /* no longer rated there */
    LM_CAUSE_NOT_PUBLISHED, /* ours is a first rating that theirs lacks */
    LM_CAUSE_AGE_OR_GAMES,  /* K: another birth date or number of games */
    LM_LIST_CAUSES
};

/* Return a sentence: the cause and what to do. */
LM_API const char *lm_list_cause_text(enum lm_list_cause cause);
/* Return a stable name: "transfer". */
LM_API const char *lm_list_cause_name(enum lm_list_cause cause);

struct lm_list_difference {
    uint32_t id;
    uint32_t ours, theirs; /* indices of persons, LM_NOBODY: not in that list */
    enum lm_list_part part;
    enum lm_chess chess; /* of a rating or a K */
    enum lm_list_cause cause;
    uint32_t other;                 /* LM_CAUSE_OTHER_ID: the id in the other list */
    int32_t our_value, their_value; /* ratings, K, years of birth */
    int32_t our_games, their_games; /* rated for the list; of ratings */
};

/* List the differences between ${ours} and ${theirs}, in the order of ids.  ${theirs} is a list
 * read from FIDE's.  LM_LIMIT.  Linear in both; one more pass for players in one list only. */
LM_API LM_MUST_CHECK enum lm_status
lm_lists_compare(const struct lm_registry *ours, const struct lm_registry *theirs,
                 struct lm_arena *arena, struct lm_list_difference **out, size_t *count);

/* Make ${ours} equal to ${theirs} in persons, ratings, K and titles; earlier ratings, games behind
 * K, pools, waiting games and birth dates stay.  Players who aren't in ${theirs} stay
 * unchanged.  ${theirs} is of the same day or a later one, and in the arena of
 * ${ours} or one that lasts as long.  LM_LIMIT leaves ${ours} half done: throw it away. */
LM_API LM_MUST_CHECK enum lm_status lm_list_adopt(struct lm_registry *ours,
                                                  const struct lm_registry *theirs);

#ifdef __cplusplus
}
#endif
#endif
