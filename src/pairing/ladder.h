/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_PAIRING_LADDER_H
#define LIMMAT_PAIRING_LADDER_H

/*
 * House rules that pair down a list: the first free player meets the nearest possible opponent
 * below, as long as the others can then all be paired.  The position orders the list
 * (lm_position_rules.scores); these rules set when players can meet again, and who can have the
 * bye.  Shared by simple-2026 and keizer-2026, whose articles have the same order.
 */

#include "limmat/pairing.h"
#include "limmat/words.h"

/* Their criteria: the same places in the table of each. */
enum {
    LADDER_MET,        /* two who met, and cannot meet again yet */
    LADDER_SECOND_BYE, /* a bye for a player who has had one */
    LADDER_BYE,        /* the bye */
    LADDER_NEAREST,    /* how far down the list opponents are */
    LADDER_EXCLUDED,   /* two whom the arbiter keeps apart */
    LADDER_REST        /* the others could not all be paired */
};

enum { LADDER_NEXT, LADDER_PASSED };

enum { /* why White */
       LADDER_BALANCE,
       LADDER_SWAP,
       LADDER_CHANGES,
       LADDER_CHANGES_OTHER,
       LADDER_FIRST_GAMES,
       LADDER_COLOURS
};

/* The rows of all of them, by the articles of ${house}. */
#define LADDER_CRITERIA(house, bye, met, nearest, rest, met_title, bye_title, bye_said)            \
    {                                                                                              \
        [LADDER_MET] = {"met", house met, met_title, .reason = LM_KEY("obstacle.met")},            \
        [LADDER_SECOND_BYE] = {"bye2", house bye, "a second bye",                                  \
                               .reason = LM_KEY("obstacle.second-bye")},                           \
        [LADDER_BYE] = {"bye", house bye, bye_title, .reason = LM_KEY("obstacle.bye-goes"),        \
                        .own = bye_said},                                                          \
        [LADDER_NEAREST] = {"nearest", house nearest, "from the top, the nearest place below",     \
                            .reason = LM_KEY("order.later")},                                      \
        [LADDER_EXCLUDED] = {"excluded", house met, "players whom the arbiter keeps apart",        \
                             .reason = LM_KEY("obstacle.excluded")},                               \
        [LADDER_REST] = {"rest", house rest, "everybody else can be paired",                       \
                         .reason = LM_KEY("obstacle.rest")},                                       \
        {0},                                                                                       \
    }

#define LADDER_OPPONENT_RULES(article)                                                             \
    {                                                                                              \
        [LADDER_NEXT] = {"next", article, "next to each other among those who are free",           \
                         .reason = LM_KEY("natural.ladder")},                                      \
        [LADDER_PASSED] = {"nearest", article, "the nearest place below that is allowed",          \
                           .reason = LM_KEY("natural.ladder"),                                     \
                           .own = LM_KEY("natural.monrad-met")},                                   \
        {0},                                                                                       \
    }

#define LADDER_COLOUR_RULES(house, chapter)                                                        \
    {                                                                                              \
        [LADDER_BALANCE] = {chapter ".1", house chapter ".1", "White to who had it less often",    \
                            .reason = LM_KEY("colour.balance")},                                   \
        [LADDER_SWAP] = {chapter ".2", house chapter ".2",                                         \
                         "colours alternate from the last time they differed",                     \
                         .reason = LM_KEY("colour.swap-games")},                                   \
        [LADDER_CHANGES] = {chapter ".3", house chapter ".3",                                      \
                            "the higher placed player changes colour",                             \
                            .reason = LM_KEY("colour.changes-games")},                             \
        [LADDER_CHANGES_OTHER] = {chapter ".4", house chapter ".4",                                \
                                  "the lower placed player changes colour",                        \
                                  .reason = LM_KEY("colour.changes-games-other")},                 \
        [LADDER_FIRST_GAMES] = {chapter ".5", house chapter ".5",                                  \
                                "first games alternate from pair to pair",                         \
                                .reason = LM_KEY("colour.first-games")},                           \
        {0},                                                                                       \
    }

struct lm_ladder_rules {
    const char *where;  /* the article of an impossible round */
    bool always_paired; /* byes and rematches are repeated sooner, before a round is refused */
};

/* lm_system's ${pair}, by ${rules}.  ${apart}: rounds after which two players can meet again; 0:
 * never. */
LM_MUST_CHECK enum lm_status lm_ladder_pair(const struct lm_ladder_rules *rules,
                                            const struct lm_position *p,
                                            const struct lm_pair_request *request, uint32_t apart,
                                            struct lm_arena *arena, struct lm_log *log,
                                            struct lm_pairing **out);

/* lm_system's ${judge}.  lm_ladder_judge_free_byes is for rules by which no player is barred from
 * the bye (${always_paired}). */
LM_MUST_CHECK enum lm_status lm_ladder_judge(const struct lm_position *p,
                                             const struct lm_pair *pairs, uint32_t pair_count,
                                             struct lm_arena *arena, struct lm_log *log,
                                             struct lm_pairing **out);
LM_MUST_CHECK enum lm_status lm_ladder_judge_free_byes(const struct lm_position *p,
                                                       const struct lm_pair *pairs,
                                                       uint32_t pair_count, struct lm_arena *arena,
                                                       struct lm_log *log, struct lm_pairing **out);

#endif
