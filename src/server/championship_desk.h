/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_DESK_H
#define LIMMAT_SERVER_CHAMPIONSHIP_DESK_H

/* Functions shared by the handlers of championships. */

#include "base/embedded.h"
#include "championship/state.h"
#include "os/zone.h"
#include "server/championships.h"
#include "server/handlers.h"

extern const struct embedded shipped_definitions[];

/* The visitor of a championship, and their time zone. */
struct viewer {
    const char *name; /* as in the journal; "": a visitor without a role */
    uint32_t person;  /* NOBODY: not a player */
    bool director, player;
    const char *zone_name;      /* "UTC" unless they chose another */
    const struct os_zone *zone; /* in the visit's arena */
};

LM_MUST_CHECK enum lm_status viewer_of(struct visit *v, struct viewer *out);

/* Return the zone that ${player} has chosen, "UTC" if none. */
const char *zone_of_player(struct visit *v, const char *player, const struct os_zone **zone);

/* Does a zone of that name exist? */
bool zone_is_known(struct visit *v, const char *name);

/* Return the language of messages to ${player}: the one they chose, or used when they entered their
 * address; else that of the championship ("": of that alone). */
const struct lm_language *champ_language(struct visit *v, const char *player);

/* Format a moment: "Thu 17 Oct, 18:00 CEST". */
const char *zone_moment(struct visit *v, const struct os_zone *zone, int64_t at);

/* Format a day, counted since 1970: "Thu 17 Oct". */
const char *zone_day(struct visit *v, int32_t day);

/* Format a moment in another zone than ${own}, without the day if it is the same in both. */
const char *zone_beside(struct visit *v, const struct os_zone *zone, const struct os_zone *own,
                        int64_t at);

/* Format a moment for a form's field, "2019-10-17T18:00"; and read it (false: not a moment, or one
 * that does not exist in ${zone}). */
const char *zone_field(struct visit *v, const struct os_zone *zone, int64_t at);
bool zone_read(const struct os_zone *zone, const char *typed, int64_t *at);

/* Describe ${change}, in the zone ${zone} and the visitor's language. */
const char *champ_message(struct visit *v, const struct os_zone *zone, const struct change *change);

/* Return the reason entered with the line of ${record}, private or not; "": none. */
struct record;
const char *champ_why(struct visit *v, const struct record *record);

/* Format a date in UTC, in the language of ${v}: "2 Apr 2015". */
const char *champ_date(struct visit *v, int64_t at);

/* Format a distance in time: "in 2 d 3 h", "3 h ago". */
const char *champ_distance(struct visit *v, int64_t now, int64_t at);

enum champ_tab { CHAMP_HOME, CHAMP_TABLES, CHAMP_RULES, CHAMP_LOG, CHAMP_PEOPLE, CHAMP_TABS };

struct desk_head champ_head(struct visit *v, enum champ_tab tab, const char *title);

/* Return an address within the championship: "/c/acwc/…". */
struct site_url champ_url(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);
/* Return the public page ${name}, "index", in the visitor's language. */
struct site_url champ_page_url(struct visit *v, const char *name);
struct site_url champ_match_url(struct visit *v, const struct contest *contest);

/* Name a match: "Qualification, round 3, board 2". */
const char *champ_match_name(struct visit *v, const struct contest *contest);

/* Describe the state of the championship: "Qualification, round 3 of 5: 2 of 12 matches are over."
 */
const char *champ_state(struct visit *v);

/* Describe the state of a match for ${who}: "no time yet; offers 1 and 3 of 3", "5.5-4.5". */
const char *champ_contest_state(struct visit *v, const struct viewer *who,
                                const struct contest *contest);

/* Return a new request number, so that a form sent twice is one act. */
const char *champ_request(struct visit *v);

/* Return a record of the championship in the store, by its key, "waits qualification/3/2 p12";
 * NULL: none. */
const char *champ_record(struct visit *v, const char *key);
LM_MUST_CHECK enum lm_status champ_put_record(struct visit *v, const char *key, const char *value);

/* Describe a deadline: "by Thu 17 Oct, 18:00 CEST (in 2 d 3 h)". */
const char *champ_by(struct visit *v, const struct viewer *who, const struct due *due);

/* Describe a case for the director: "publish round 2 of Qualification". */
const char *champ_case_what(struct visit *v, const struct due *due);

/* Does the director enter the pairs of ${stage}? */
bool champ_by_hand(const struct stage *stage);

/* Describe ${due} for ${who}. */
struct champ_duty;
struct champ_duty champ_duty_of(struct visit *v, const struct viewer *who, const struct due *due);

/* List the duties of ${person} (NOBODY: of the director), only in ${contest} unless it is NULL. */
struct champ_choice;
LM_MUST_CHECK enum lm_status champ_duties(struct visit *v, const struct viewer *who,
                                          uint32_t person, const struct contest *contest,
                                          const struct champ_duty **out, size_t *count);

/* Estimate the course of a championship of ${definition} with ${entrants} players, by simulating a
 * few. */
struct champ_plan;
LM_MUST_CHECK enum lm_status champ_plan(struct visit *v, const struct lm_definition *definition,
                                        uint32_t entrants, struct champ_plan *out);

/* Begin ${wish}, a ruling that ${match} ends with ${winner}: a name, "draw" or "nobody". */
struct wish;
void champ_ruling(struct visit *v, struct wish *wish, const char *match, const char *winner);

/* List the cases for a director; ties come before the pairing that depends on them. */
struct champ_case;
LM_MUST_CHECK enum lm_status champ_cases(struct visit *v, const struct viewer *who,
                                         const struct champ_case **out, size_t *count);

/* List the applications that are not decided yet, each checked against every article; ${*good} of
 * them meet all. */
struct champ_application;
LM_MUST_CHECK enum lm_status champ_applications(struct visit *v, struct champ_application **out,
                                                size_t *count, size_t *good);
/* Return why the application of ${player} was rejected; "": it was not. */
const char *champ_rejected(struct visit *v, const char *player);
bool champ_is_waiting(struct visit *v, const char *player);

/* Check the application ${facts} of ${player} (the members of an "apply" as one JSON object)
 * against every article, and find what would follow from it. */
struct champ_verdict;
LM_MUST_CHECK enum lm_status champ_judge(struct visit *v, const char *facts, const char *player,
                                         struct champ_verdict *out);

/* Store an application for the director, in place of an earlier one of ${player}.  ${zone}:
 * "Europe/Zurich", ignored if no such zone exists. */
LM_MUST_CHECK enum lm_status champ_keep_application(struct visit *v, const char *player,
                                                    const char *facts, const char *zone);

/* Begin a session of ${player}, whose identity has been checked. */
LM_MUST_CHECK enum lm_status champ_log_in(struct visit *v, const char *player);

/* Free the name ${player} of unproved applicants for another: remove what waits, in upper or lower
 * case, end sessions, and forget where their news go.  Directors alone go on reading their letters.
 */
LM_MUST_CHECK enum lm_status champ_free_name(struct visit *v, const char *player);

/* --- Lichess (handle_lichess.c) */

/* Return Lichess's name of the rating that counts, "antichess", if players sign in through Lichess;
 * else "". */
const char *champ_lichess(struct visit *v);

/* Set ${*games} to the games of ${contest} in the last answer of Lichess, from the first player's
 * side: "10="; NULL without an answer.  ${*asked}: a request is under way; ${*trouble}: why it
 * failed ("": it did not). */
LM_MUST_CHECK enum lm_status champ_lichess_games(struct visit *v, const struct contest *contest,
                                                 const char **games, bool *asked,
                                                 const char **trouble);

LM_MUST_CHECK enum lm_status champ_lichess_choices(struct visit *v, const struct champ_choice **out,
                                                   size_t *count);

#endif
