/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_EVENT_FILES_H
#define LIMMAT_EVENT_FILES_H

/*
 * Events for the rating office: from a tournament, and from JSON.
 *
 * A tournament file has the games; further data for the regulations (date of registration,
 * licences of the arbiters, …) come as JSON of the same form without players and games:
 *
 * {
 *   "id": "CH13-4",  "name": "Zürich Open",  "chess": "standard",  "kind": "swiss",
 *   "start": "2013-07-04", "end": "2013-07-10",
 *   "registered": "2013-06-14", "reported": "2013-07-12", "received": "2013-07-20",
 *   "time_control": [{"moves": 40, "minutes": 90, "increment": 30}, {"minutes": 30, …}],
 *   "rounds_per_day": {"2013-07-04": 1, "2013-07-05": 2},
 *   "arbiters_licensed": true, "laws": true, "interim_monthly": true,
 *   "venue": "Kursaal", "organizer": "Muster, Max (1300197)", "pgn": true,
 *   "qc_late_ok": false, "qc_approved": false, "norms": false, "league": false,
 *   "official_fide": false, "national_championship": false, "women_only": false,
 *   "match_games": 6, "league_id": "L1", "final": true,
 *   "confirmed": [1503014], "no_repeat": true,
 *   "players": [1503014, {"id": 100, "name": "…", "rating": 2100, "k": 15, "prior": false,
 *                         "born": 1990, "sex": "f", "federation": "SUI", "standard": 2080,
 *                         "index": 12, "kept": [[1177, 0]]}],
 *   "games": [[1, 1503014, 100, "1-0"], [2, 100, null, "bye"]]
 * }
 *
 * Kinds: swiss, team, round_robin, double_round_robin, match, pooled.  Results: 1-0 0-1 1/2 0-0
 * played; + - and -+ and -- forfeited ("+-"); bye.  A fifth element [white's moves, black's moves]
 * shows whether both moved (5.1).  Ids are numbers, or digits in a string.  "standard" is a
 * player's standard rating on the first day, used for rapid and blitz without a rating there
 * (7.2.1).  In national systems "index" is the number of evaluations so far, "kept" lists games of
 * an unrated player that wait for a first rating, each the opponent's rating and the score.
 * "confirmed" are ids that the officer has checked: they are right although name, year of
 * birth or federation differ from the list; "no_repeat" does the same for games that look like an
 * earlier event's.
 */

#include <stdbool.h>
#include <stddef.h>

#include "limmat/export.h"
#include "limmat/rating_event.h"
#include "limmat/tournament.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Make the event that ${tournament} is, called ${id}, in ${arena}.  Players without a FIDE ID get
 * their TPN; ratings are those of the file, K is 0.  LM_LIMIT: no memory. */
LM_API LM_MUST_CHECK enum lm_status lm_event_from_tournament(const struct lm_tournament *tournament,
                                                             const char *id, struct lm_arena *arena,
                                                             struct lm_rating_event *out);

/* Return standard, rapid or blitz, by the time control of ${t}; standard if it gives none. */
LM_API enum lm_chess lm_chess_of(const struct lm_tournament *t);

/* Compute the rating changes by ${tournament} from its own data: ratings of its file, the likely K,
 * standard, rapid or blitz by its time control; without ${births}, years of birth and everything
 * derived from them are left out.  ${*out} has no players if there is no date or no game yet, else
 * those of ${tournament}; ${*rules} and ${*players} get the rules and players used.  LM_LIMIT. */
LM_API LM_MUST_CHECK enum lm_status
lm_assess_tournament(const struct lm_tournament *tournament, const char *id, bool births,
                     struct lm_arena *arena, const struct lm_rating_rules **rules,
                     const struct lm_event_player **players, struct lm_assessment *out);

/* Read an event from JSON.  LM_INVALID with every mistake's place in ${log}. */
LM_API LM_MUST_CHECK enum lm_status lm_event_read(const char *bytes, size_t length,
                                                  struct lm_arena *arena, struct lm_log *log,
                                                  struct lm_rating_event *out);

/* Are ${bytes}, which end in NUL, an event as JSON?  An event names its kind; a tournament does
 * not. */
LM_API bool lm_is_event_json(const char *bytes, size_t length);

/* Read the event in the file called ${name} ("open.trf"), whose ${bytes} end in NUL: as JSON, or a
 * tournament of any format, which is then called ${id}.  LM_INVALID with the reasons in ${log}. */
LM_API LM_MUST_CHECK enum lm_status lm_event_of_file(const char *name, const char *id,
                                                     const char *bytes, size_t length,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct lm_rating_event *out);

/* Read the JSON ${bytes} into ${event}, replacing previous values. */
LM_API LM_MUST_CHECK enum lm_status lm_event_amend(const char *bytes, size_t length,
                                                   struct lm_arena *arena, struct lm_log *log,
                                                   struct lm_rating_event *event);

/* Append ${event} as JSON that lm_event_read reads. */
LM_API void lm_event_write(const struct lm_rating_event *event, struct lm_text *out);

#ifdef __cplusplus
}
#endif
#endif
