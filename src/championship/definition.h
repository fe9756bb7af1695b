/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_DEFINITION_H
#define LIMMAT_CHAMPIONSHIP_DEFINITION_H

/*
 * A definition as read: the content of docs/championship-schema.md, checked, with every reference
 * resolved.  All of it is constant once read.
 */

#include "championship/rules.h"
#include "limmat/championship.h"

/* Articles of the rules page that verdicts and refusals cite. */
enum article {
    ART_APPLICATION,
    ART_SEEDING,
    ART_ROUNDS,
    ART_RANKING,
    ART_BYE,
    ART_PAIRING,
    ART_PUBLISHING,
    ART_COMPLETION,
    ART_AGREEMENT,
    ART_OFFERS,
    ART_SPACING,
    ART_LATE,
    ART_BOTH_LATE,
    ART_RESPONSE,
    ART_FINDING,
    ART_FAULT,
    ART_BREAK,
    ART_REMATCH,
    ART_DAYS,
    ART_NO_SHOW,
    ART_LEAVING_MATCH,
    ART_FORFEITS,
    ART_RESULT,
    ART_ARMAGEDDON,
    ART_BID,
    ART_EQUAL_BIDS,
    ART_ACCUSATION,
    ART_GUILT,
    ART_MARK,
    ART_DISPUTES,
    ARTICLES
};

/* Periods that protect a player from the other one's statements; seconds. */
struct period_rules {
    int64_t notice;     /* least time between one player's choice of a time and that time */
    int64_t ahead;      /* most time ahead, if the rules set no last day */
    int64_t reschedule; /* time to play a rescheduled match, without a last day */
    int64_t back;       /* least time to come back for a player who reportedly left */
    int64_t dispute;    /* time to dispute a report by one player alone */
    int64_t idle;       /* time after its last game while a match counts as being played */
};

/* The ground for which a player is out. */
enum ground {
    GROUND_NONE,
    GROUND_WITHDRAWAL,
    GROUND_ENGINE,
    GROUND_BOOSTER,
    GROUND_CHEATING,
    GROUND_ACCUSATION,
    GROUND_FORFEITS,
    GROUND_DIRECTOR,
    GROUNDS
};

enum entry_rule_kind {
    ENTRY_ACCOUNT_BEFORE,
    ENTRY_GAMES_BEFORE,
    ENTRY_MARK,
    ENTRY_CHEAT_GAMES,
    ENTRY_ONE_ACCOUNT,
    ENTRY_NO_BOTS
};

enum entry_verdict { ENTRY_REJECT, ENTRY_REVIEW };

struct entry_rule {
    enum entry_rule_kind kind;
    enum entry_verdict verdict;
    bool exception; /* the director can make one */
    const char *article;
    int64_t since, until; /* since included, until excluded */
    uint32_t games;
    const char *const *marks; /* kinds of mark */
    size_t mark_count;
};

struct holder {
    const char *title; /* "champion" */
    const char *player;
    const char *article;
    bool automatic; /* takes part without an application */
};

enum stage_type { STAGE_SWISS, STAGE_ROUND_ROBIN, STAGE_KNOCK_OUT, STAGE_MATCHES };

/* The origin of the player of a seat. */
enum source_kind { SOURCE_HOLDER, SOURCE_PLACE, SOURCE_WINNER, SOURCE_LOSER };

struct source {
    enum source_kind kind;
    uint32_t holder; /* index */
    uint32_t stage;
    uint32_t group; /* pool or match of that stage */
    uint32_t place; /* from 1 */
    const char *text;
};

/* A pool of a round robin, or one match of a stage of matches. */
struct group {
    const char *name;
    const struct source *seats;
    uint32_t seat_count;
    const struct match_format *format;
};

/* A way to fill a stage; used when all of ${holders} take part. */
struct seating {
    uint32_t *holders;
    size_t holder_count;
    struct group *groups;
    uint32_t group_count;
};

enum criterion {
    BY_POINTS,
    BY_GAMES,
    BY_SUM_OF_SEEDS,
    BY_MEDIAN_BUCHHOLZ,
    BY_CUMULATIVE,
    BY_KASHDAN,
    BY_WINS,
    BY_WINS_AMONG_TIED,
    BY_POINTS_AMONG_TIED,
    BY_GAMES_AMONG_TIED,
    BY_LAST_FINAL,
    BY_FIRST_STAGE,
    BY_SEEDING,
    CRITERIA
};

enum leaving { LEAVING_OPPONENT_WINS, LEAVING_DISREGARD, LEAVING_MOVE_UP };

struct stage {
    const char *name;
    const char *title;
    enum stage_type type;
    const char *system; /* of a Swiss: a pairing system, or "director" */
    const struct match_format *format;
    struct round_rules rounds;
    uint32_t cycles; /* of a round robin */
    int32_t win, draw, loss, bye;
    enum criterion ranking[CRITERIA];
    size_t ranking_count;
    bool byes_are_wins;    /* for cumulative and Kashdan scores */
    bool byes_are_dropped; /* a bye is the low score that median Buchholz leaves out */
    struct seating *seatings;
    size_t seating_count; /* 0: all entrants play */
    enum leaving leaving;
    const char *leaving_article;
    uint32_t *replacements; /* LEAVING_MOVE_UP: stages whose ranking fills a seat, in turn */
    size_t replacement_count;
    bool rescored[GROUNDS]; /* grounds that reverse finished matches */
    const char *rescore_article;
    const char *qualifying_article;
    const char *article;         /* the article on it; "": the definition's for rounds (Swiss) */
    const char *pairing_article; /* the article on its pairings; "": the definition's (Swiss) */
    bool free_of_dates;
    uint32_t free_weeks_after;
};

struct calendar {
    bool used;
    int64_t starts;
    int64_t offers_until, agree_before, complete_by; /* seconds after the start of the week */
};

struct lm_definition {
    const char *name;
    const char *title;
    const char *source;
    const char *articles[ARTICLES];
    const char *const *directors;
    size_t director_count;
    bool directors_may_play;
    const char *directors_article;
    const struct holder *holders;
    size_t holder_count;
    int64_t registration_from, registration_until;
    const struct entry_rule *entry_rules;
    size_t entry_rule_count;
    struct seeding_rules seeding;
    struct calendar calendar;
    struct negotiation_rules negotiation;
    struct attendance_rules attendance;
    struct period_rules periods;
    const struct match_format *formats;
    size_t format_count;
    struct stage *stages;
    uint32_t stage_count;
    const struct source *places; /* of the championship, the champion first */
    uint32_t place_count;
    const struct lm_json *json; /* as read, settings filled in */
};

extern const char *const lm_champ_ground_names[];    /* "withdrawal", …; NULL at the end */
extern const char *const lm_champ_criterion_names[]; /* "points", … */

bool lm_champ_is_director(const struct lm_definition *definition, const char *name);

#endif
