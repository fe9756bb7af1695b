/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REGISTRY_H
#define LIMMAT_REGISTRY_H

/*
 * A rating office's data: all persons, their ratings in three kinds of chess, and the history that
 * the rules need; and the monthly work on it, lm_period_rate.
 *
 * Lists are monthly and named by their day, the first of a month.  The registry *is* a list: the
 * one of ${list}, with the data behind it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/rating.h"
#include "limmat/rating_event.h"
#include "limmat/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A rating that was in force before the present one; 0: unrated. */
struct lm_past_rating {
    int32_t since;
    int16_t rating, k;
};

/* A result waiting in the pool of 7.14c | 7.1.4. */
struct lm_pooled {
    int32_t month;     /* lm_month_of the list on which it counted (R26) */
    const char *event; /* its id, or the league's */
    struct lm_rating_result result;
};

/* A game of an unrated player in an unfinished league (4.13, reading R25). */
struct lm_waiting {
    const char *league;
    uint32_t opponent; /* FIDE ID */
    int16_t rating;    /* the opponent's at the time */
    int16_t tenths;
};

/* Data that only some players need; NULL for most. */
struct lm_track_record {
    struct lm_past_rating *past; /* oldest first */
    struct lm_pooled *pool;
    struct lm_waiting *waiting;
    size_t past_count, pool_count, waiting_count;
    size_t past_capacity, pool_capacity, waiting_capacity;
};

/* One person in one kind of chess. */
struct lm_track {
    int32_t
        since; /* list day on which rating and K came into force; LM_NO_DAY: from the beginning */
    int32_t last;   /* lm_month_of the last list with a rated game; 0: never */
    int16_t rating; /* 0: unrated */
    uint16_t games; /* rated for the list of month ${last} */
    uint32_t total; /* games in completed events (8.56 | 8.3.3) */
    uint8_t k;
    bool top;      /* a published rating has been 2400 or more */
    bool high;     /* a published rating has been 2300 or more (S7) */
    bool prior;    /* an unrated result has counted (R10) */
    bool delisted; /* 7.21 | 7.2.1: fell below the floor on the list ${since} */
    struct lm_track_record *record;
};

struct lm_person {
    uint32_t id;         /* FIDE ID, > 0 */
    int32_t born;        /* YYYYMMDD, YYYY0000 when only the year is known, 0: unknown */
    const char *name;    /* UTF-8, "Lastname, Firstname" */
    char federation[4];  /* three letters, or "" */
    char title[4];       /* "GM", "" … */
    char women_title[4]; /* "WGM", "" … */
    char other_titles[16];
    char arena_title[4]; /* FIDE Online Arena */
    char sex;            /* 'M', 'F', or 0 */
    bool excluded;       /* 13.1, 13.2: calculated but not listed */
    bool deceased; /* 10.2: reported to FIDE; not listed, and a player under this id is another
                      person */
    struct lm_track tracks[LM_CHESS_KINDS];
};

struct lm_registry {
    struct lm_arena *arena;
    int32_t list;             /* day */
    struct lm_person *people; /* in ascending order of id */
    size_t count, capacity;
};

/* An empty registry of the list of day ${list} in ${arena}. */
LM_API struct lm_registry lm_registry_in(struct lm_arena *arena, int32_t list);

/* Append a zeroed person of ${id}; NULL without memory.  The order need not hold until
 * lm_registry_sort; a second append invalidates pointers to persons. */
LM_API struct lm_person *lm_registry_add(struct lm_registry *registry, uint32_t id);

/* Put the people in order.  false: two have the id ${*twice}. */
LM_API LM_MUST_CHECK bool lm_registry_sort(struct lm_registry *registry, uint32_t *twice);

/* Find the person with ${id}; NULL: not found.  O(log n). */
LM_API struct lm_person *lm_registry_find(const struct lm_registry *registry, uint32_t id);

/* Rating and K in force on ${day}; 0 and 0: unrated. */
LM_API void lm_track_on(const struct lm_track *track, int32_t day, int32_t *rating, int32_t *k);

/* Return the record of ${track}, created if it has none; NULL: no memory. */
LM_API struct lm_track_record *lm_track_remember(struct lm_track *track, struct lm_arena *arena);
LM_API LM_MUST_CHECK bool lm_track_add_past(struct lm_track *track, struct lm_arena *arena,
                                            struct lm_past_rating past);
LM_API LM_MUST_CHECK bool lm_track_add_pooled(struct lm_track *track, struct lm_arena *arena,
                                              struct lm_pooled pooled);
LM_API LM_MUST_CHECK bool lm_track_add_waiting(struct lm_track *track, struct lm_arena *arena,
                                               struct lm_waiting waiting);

/* Does ${track} hold no data, as of a player unknown in this kind of chess? */
LM_API bool lm_track_is_blank(const struct lm_track *track);

/* A player's status on the list of day ${list}. */
enum lm_listing {
    LM_LISTED,
    LM_LISTED_DELISTED, /* 7.21: shown once, as delisted */
    LM_LISTED_INACTIVE, /* 7.23 | 7.2.2 */
    LM_NOT_LISTED       /* unrated, or excluded (13) */
};
LM_API enum lm_listing lm_listing_of(const struct lm_rating_rules *rules,
                                     const struct lm_person *person, enum lm_chess chess,
                                     int32_t list);

/* Was ${person} certainly 18 on ${day}?  Without a day of birth, 31 December counts. */
LM_API bool lm_person_is_adult(const struct lm_person *person, int32_t day);

/* Remove the births of all persons in ${registry} who may be under 18 on its day. */
LM_API void lm_registry_hide_minors(struct lm_registry *registry);

/* Games rated for the list of day ${list}. */
LM_API int32_t lm_games_on_list(const struct lm_track *track, int32_t list);

/* Give the players of ${event} their ratings at its start and now, from ${registry}; players
 * missing from it are unrated.  LM_LIMIT: no memory. */
LM_API LM_MUST_CHECK enum lm_status lm_event_take_ratings(const struct lm_registry *registry,
                                                          struct lm_arena *arena,
                                                          struct lm_rating_event *event);

/* --- the month --- */

/* The result of one player in one event. */
struct lm_period_entry {
    uint32_t person; /* index in the registry */
    uint32_t event;  /* index of the event */
    bool league;     /* the waiting games of a league, judged with its last report */
    bool deferred;   /* an unrated result that waits for the league's end */
    enum lm_player_mode mode;
    int32_t games, tenths;
    int32_t own, k; /* K after the budget of 8.3.3 */
    int64_t delta, change;
    enum lm_result_fate fate;
    bool has_ru;
    int32_t ru;
    struct lm_rating_result result;
    int32_t coefficient; /* of an evaluation: E or K, tenths; 0: K */
    int32_t beyond;      /* of an evaluation: W - We, thousandths */
};

struct lm_period_event {
    const struct lm_rating_rules *rules; /* the rules that applied to it */
    enum lm_rated_as as;
    struct lm_rating_findings findings;
    bool rated;
    size_t first_entry, entry_count;
};

/* One player whose track changed. */
struct lm_period_change {
    uint32_t person;
    int32_t old_rating, new_rating; /* 0: unrated */
    int32_t old_k, new_k;
    int32_t games;  /* rated for this list */
    int64_t change; /* hundredths, before rounding; 0 for a new player */
    bool fresh;     /* published for the first time, or again after a delisting */
    int32_t
        lent; /* rapid and blitz 7.2.1: the standard rating from which a ${fresh} rating was lent */
    bool delisted;
    struct lm_rating_initial initial; /* of a ${fresh} player without a lent rating */
    bool adjusted;                    /* bent by an adjustment of the rules (national systems) */
};

/* Expected and actual results of games between two rated players, from the side of the higher rated
 * (White, if equal): by rating difference in steps of 25, the last step open. */
enum { LM_CALIBRATION_STEP = 25, LM_CALIBRATION_ROWS = 33 };
struct lm_calibration {
    int64_t games;
    int64_t tenths;   /* scored */
    int64_t expected; /* hundredths */
};

struct lm_period {
    int32_t list;
    struct lm_calibration calibration[LM_CALIBRATION_ROWS];
    struct lm_period_event *events; /* as given, by index */
    size_t event_count;
    const uint32_t *order; /* event indices in the order of rating: end, start, id */
    struct lm_period_entry *entries;
    size_t entry_count;
    struct lm_period_change *changes; /* in ascending order of person */
    size_t change_count;
};

struct lm_period_options {
    const struct lm_rating_rules *rules; /* NULL: each event by its start, the list by its day … */
    const struct lm_rating_book *book;   /* … from this book */
    enum lm_chess chess;
};

/*
 * Rate ${events} for the list of day ${list} and turn ${registry} into that list.  Only the ids of
 * the players are read: their ratings come from the registry.  ${arena} is not the registry's.  All
 * players must be in the registry (LM_INVALID, ${log} lists those who are not, nothing is
 * modified), and the book must have an edition for each day (LM_INVALID, ${log} has the first
 * edition; after this, and after LM_LIMIT, throw the half-done registry away).  An event that can't
 * be rated changes nothing; its findings give the reason.  National systems evaluate one event
 * after another, each with the ratings that the previous one left, and count evaluations in
 * ${total}.  Cost: linear in games, O(log people) for each player of an event.
 */
LM_API LM_MUST_CHECK enum lm_status lm_period_rate(struct lm_registry *registry,
                                                   struct lm_period_options options, int32_t list,
                                                   const struct lm_rating_event *events,
                                                   size_t count, struct lm_arena *arena,
                                                   struct lm_log *log, struct lm_period *out);

#ifdef __cplusplus
}
#endif
#endif
