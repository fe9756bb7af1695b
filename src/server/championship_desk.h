/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_CHAMPIONSHIP_DESK_H
#define LIMMAT_SERVER_CHAMPIONSHIP_DESK_H

/* What the handlers of championships share. */

#include "base/embedded.h"
#include "championship/state.h"
#include "os/zone.h"
#include "server/championships.h"
#include "server/handlers.h"

extern const struct embedded shipped_definitions[];

/* Who looks at a championship, and by which clock. */
struct viewer {
    const char *name; /* as the journal knows him; "" for who only looks */
    uint32_t person;  /* NOBODY: he does not play */
    bool director, player;
    const char *zone_name;      /* "Europe/Zurich"; "UTC" unless he said otherwise */
    const struct os_zone *zone; /* of the visit's arena */
};

LM_MUST_CHECK enum lm_status viewer_of(struct visit *v, struct viewer *out);

/* The zone that ${player} has chosen, "UTC" if none. */
const char *zone_of_player(struct visit *v, const char *player, const struct os_zone **zone);

/* Is there a zone of that name? */
bool zone_is_known(struct visit *v, const char *name);

/* The language in which ${player} is told something while nobody looks: the one that he chose or
 * read when he said where it goes, else that of the championship ("": of that alone). */
const struct lm_language *champ_language(struct visit *v, const char *player);

/* "Thu 17 Oct, 18:00 CEST" */
const char *zone_moment(struct visit *v, const struct os_zone *zone, int64_t at);

/* "Thu 17 Oct", of a day counted since 1970. */
const char *zone_day(struct visit *v, int32_t day);

/* The same of another zone than ${own}, without the day where it is the same. */
const char *zone_beside(struct visit *v, const struct os_zone *zone, const struct os_zone *own,
                        int64_t at);

/* "2019-10-17T18:00", as fields of forms have it; and back (false: it is none, or there is no such
 * moment). */
const char *zone_field(struct visit *v, const struct os_zone *zone, int64_t at);
bool zone_read(const struct os_zone *zone, const char *typed, int64_t *at);

/* What ${change} tells, by the clock and in the language of who looks. */
const char *champ_told(struct visit *v, const struct os_zone *zone, const struct change *change);

/* The reason that was given for the line of ${record}, private or not; "". */
struct record;
const char *champ_why(struct visit *v, const struct record *record);

/* "2 Apr 2015", of UTC, in the language of ${v} */
const char *champ_date(struct visit *v, int64_t at);

/* "in 2 d 3 h", "3 h ago" */
const char *champ_distance(struct visit *v, int64_t now, int64_t at);

enum champ_tab { CHAMP_HOME, CHAMP_TABLES, CHAMP_RULES, CHAMP_LOG, CHAMP_PEOPLE, CHAMP_TABS };

struct desk_head champ_head(struct visit *v, enum champ_tab tab, const char *title);

/* "/c/acwc/…" */
struct site_url champ_url(struct visit *v, const char *format, ...) LM_PRINTF(2, 3);
/* The public page ${name}, "index", in the language of who looks. */
struct site_url champ_page_url(struct visit *v, const char *name);
struct site_url champ_match_url(struct visit *v, const struct contest *contest);

/* "Qualification, round 3, board 2" */
const char *champ_match_name(struct visit *v, const struct contest *contest);

/* "Qualification, round 3 of 5: 2 of 12 matches are over." */
const char *champ_state(struct visit *v);

/* "no time yet; offers 1 and 3 of 3", "5.5-4.5": how a match stands, as ${who} reads it. */
const char *champ_contest_state(struct visit *v, const struct viewer *who,
                                const struct contest *contest);

/* A number of a request that nobody has had: a form that is sent twice is one act. */
const char *champ_request(struct visit *v);

/* A record of the store that belongs to the championship: "waits qualification/3/2 p12"; NULL:
 * there is none. */
const char *champ_record(struct visit *v, const char *key);
LM_MUST_CHECK enum lm_status champ_put_record(struct visit *v, const char *key, const char *value);

/* "by Thu 17 Oct, 18:00 CEST (in 2 d 3 h)" */
const char *champ_by(struct visit *v, const struct viewer *who, const struct due *due);

/* What waits for the director: "publish round 2 of Qualification". */
const char *champ_case_what(struct visit *v, const struct due *due);

/* Does the director give the pairs of ${stage}? */
bool champ_by_hand(const struct stage *stage);

/* ${due} as ${who} reads it. */
struct champ_duty;
struct champ_duty champ_duty_of(struct visit *v, const struct viewer *who, const struct due *due);

/* What is due for ${person} (NOBODY: for the director), in ${contest} alone unless it is NULL. */
struct champ_choice;
LM_MUST_CHECK enum lm_status champ_duties(struct visit *v, const struct viewer *who,
                                          uint32_t person, const struct contest *contest,
                                          const struct champ_duty **out, size_t *count);

/* What a championship of ${definition} with ${entrants} players comes to, by playing a few. */
struct champ_plan;
LM_MUST_CHECK enum lm_status champ_plan(struct visit *v, const struct lm_definition *definition,
                                        uint32_t entrants, struct champ_plan *out);

/* Begin ${wish}: that ${match} ends with ${winner}, a name, "draw" or "nobody". */
struct wish;
void champ_ruling(struct visit *v, struct wish *wish, const char *match, const char *winner);

/* What waits for a director, ties before the pairing that is made of them. */
struct champ_case;
LM_MUST_CHECK enum lm_status champ_cases(struct visit *v, const struct viewer *who,
                                         const struct champ_case **out, size_t *count);

/* The applications that nobody has taken over yet, each judged by every article; ${*good} of them
 * meet all. */
struct champ_application;
LM_MUST_CHECK enum lm_status champ_applications(struct visit *v, struct champ_application **out,
                                                size_t *count, size_t *good);
/* Why the application of ${player} was rejected; "": it was not. */
const char *champ_rejected(struct visit *v, const char *player);
bool champ_is_waiting(struct visit *v, const char *player);

/* What every article says of the application ${facts} of ${player} (the members of an "apply" as
 * one object of JSON), and what would come of it. */
struct champ_verdict;
LM_MUST_CHECK enum lm_status champ_judge(struct visit *v, const char *facts, const char *player,
                                         struct champ_verdict *out);

/* Keep it for a director, over the one that waits of ${player}, if any.  ${zone}: "Europe/Zurich",
 * ignored where there is none of that name. */
LM_MUST_CHECK enum lm_status champ_keep_application(struct visit *v, const char *player,
                                                    const char *facts, const char *zone);

/* Begin a session of ${player}, who has shown that he is that. */
LM_MUST_CHECK enum lm_status champ_log_in(struct visit *v, const char *player);

/* End every session of ${player}. */
LM_MUST_CHECK enum lm_status champ_log_out(struct visit *v, const char *player);

/* --- Lichess (handle_lichess.c) */

/* Which rating counts, by Lichess's name, where people log in by Lichess: "antichess"; "": they do
 * not. */
const char *champ_lichess(struct visit *v);

/* The games of ${contest} that Lichess had when it was asked, from its first player's side: "10=",
 * in ${*games}, NULL unless it has answered.  ${*asked}: it is being asked; ${*trouble}: why it did
 * not say ("": nothing is wrong). */
LM_MUST_CHECK enum lm_status champ_lichess_games(struct visit *v, const struct contest *contest,
                                                 const char **games, bool *asked,
                                                 const char **trouble);

LM_MUST_CHECK enum lm_status champ_lichess_choices(struct visit *v, const struct champ_choice **out,
                                                   size_t *count);

#endif
