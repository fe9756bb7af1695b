/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_FORMATS_READING_H
#define LIMMAT_FORMATS_READING_H

/* Shared parts of the readers: the reporting of mistakes, and the checks that concern the
 * tournament rather than its spelling. */

#include "limmat/formats.h"

/* A list that grows in the arena. */
struct lm_list {
    void *items;
    size_t count, capacity;
};

/* One reading of one file.  Mistakes are counted here, as the log can be missing or full. */
struct lm_reading {
    struct lm_arena *arena;
    struct lm_log *log;
    unsigned refuse; /* set of enum lm_doubt */
    size_t errors;
    bool failed;         /* memory ran out */
    struct lm_list told; /* kinds of mistakes, and their numbers */
};

struct lm_reading lm_reading_new(const struct lm_read_options *options, struct lm_arena *arena,
                                 struct lm_log *log);

/* Refuse the file, because … */
void lm_refuse(struct lm_reading *r, struct lm_place place, const char *remedy, const char *format,
               ...) LM_PRINTF(4, 5);

/* Report something suspicious, because … */
void lm_doubt(struct lm_reading *r, enum lm_doubt kind, struct lm_place place, const char *remedy,
              const char *format, ...) LM_PRINTF(5, 6);

/* Note an assumption. */
/* The remedy for a number out of bounds. */
const char *lm_whole_number(struct lm_reading *r, int64_t low, int64_t high);

void lm_note(struct lm_reading *r, struct lm_place place, const char *format, ...) LM_PRINTF(3, 4);

/* Return the status of the reading: LM_OK, LM_INVALID or LM_LIMIT.  Equal mistakes beyond the first
 * few were only counted; log their number now. */
enum lm_status lm_reading_end(struct lm_reading *r);

/* Return a copy of ${bytes}; "" (and ${r}->failed) if memory runs out. */
const char *lm_keep(struct lm_reading *r, const char *bytes, size_t length);

/* Add a new zeroed item of ${size} bytes, or return NULL (and set ${r}->failed). */
void *lm_list_add(struct lm_reading *r, struct lm_list *list, size_t size);

/* The players (or teams) named in lists, to detect one named twice in a list: by index the last
 * list (1, 2, …) that named the player, 0 for none. */
struct lm_roll {
    uint32_t *named;
    uint32_t list; /* the list being read */
};

/* Make a roll of ${count}; without memory ${r}->failed. */
struct lm_roll lm_roll_new(struct lm_reading *r, size_t count);

/* Name ${index} in the current list.  Was it already named there?  Then it is suspicious at
 * ${place}; ${left_out} says what happens to the second mention, e.g. "the second is left out". */
bool lm_named_again(struct lm_reading *r, struct lm_roll *roll, uint32_t index,
                    struct lm_place place, const char *left_out);

/* Put player ${index} into the current list, a team.  Is the player already in this team or another
 * one?  Then it is suspicious at ${place}. */
bool lm_in_team_already(struct lm_reading *r, struct lm_roll *roll, uint32_t index,
                        struct lm_place place);

/* The result of a record that was already refused; the checks skip it. */
enum { LM_UNREADABLE = LM_RESULT_COUNT };

/* The parts of a file that the checks can refer to. */
enum lm_part {
    LM_PART_ROUND,
    LM_PART_POINTS,
    LM_PART_RANK,
    LM_PART_ID,
    LM_PART_BIRTH,
    /* of no player: */
    LM_PART_START,
    LM_PART_END,
    LM_PART_DATES,
    /* not of a player but of a line-up or a forfeited match, whose index replaces the player's: */
    LM_PART_LINEUP,
    LM_PART_FORFEIT
};
struct lm_locator {
    void *context;
    struct lm_place (*place)(void *context, uint32_t player, enum lm_part part, uint32_t round);
};

/* Check the announced data of ${t}: requested byes, line-ups and forfeited matches that contradict
 * each other or the teams. */
void lm_check_announced(struct lm_reading *r, const struct lm_tournament *t,
                        const struct lm_locator *where);

/* Bring the different forms that programs write into one, before ${t} is checked: titles; ids of
 * zeros, which mean none; forfeits without an opponent, which are absences; requested byes.  F, H
 * and Z in the columns of later rounds become requests (TRF(x) writes requests this way), those of
 * round 0 belong to the round to pair; requests are sorted by round, kind and player, without
 * repetition.  Count the rounds paired. */
void lm_settle(struct lm_reading *r, struct lm_tournament *t, const struct lm_locator *where);

/* Put the byes requested in ${t} into ${byes}, in order, with a zero-point bye for each round from
 * ${next} to ${last} in which a withdrawn player has none; ${byes} has room.  Return their number.
 */
size_t lm_byes_with_withdrawals(const struct lm_tournament *t, uint32_t next, uint32_t last,
                                struct lm_requested_bye *byes);

/* Check ${t} once it is read completely: both players of a game have the same facts, one PAB a
 * round, points, ranks, ids. */
void lm_check_tournament(struct lm_reading *r, const struct lm_tournament *t,
                         const struct lm_locator *where);

#endif
