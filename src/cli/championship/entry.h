/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_ENTRY_H
#define LIMMAT_CLI_ENTRY_H

/*
 * Functions shared by the commands that enter events: open the journal, write one event or a few,
 * and close it; either all of the events are entered or none.
 */

#include "cli/championship/championship_file.h"
#include "cli/core/command.h"
#include "limmat/date.h"

/* Options of all commands that enter events, first in their tables. */
enum { AT, HAPPENED, BY, WHY, REQUEST, ACKNOWLEDGE, EVENT_OPTIONS };

#define AT_OPTION                                                                                  \
    {                                                                                              \
        0, "at", TEXT, "TIME", 0, 0,                                                               \
            "time in UTC, such as 2019-10-02T18:00:00Z; now when not given"                        \
    }
#define ROWS_OF_EVENTS                                                                             \
    [AT] = AT_OPTION,                                                                              \
    [HAPPENED] = {0,                                                                               \
                  "happened",                                                                      \
                  TEXT,                                                                            \
                  "TIME",                                                                          \
                  0,                                                                               \
                  0,                                                                               \
                  "when it happened, if earlier: deadlines use this time (directors only)"},       \
    [BY] = {0, "by", TEXT, "NAME", 0, 0, "who enters it"},                                         \
    [WHY] = {0, "why", TEXT, "TEXT", 0, 0, "a reason, kept in the private file"},                  \
    [REQUEST] =                                                                                    \
        {0, "request", TEXT, "ID", 0, 0, "your id of this act; sent twice, it counts once"},       \
    [ACKNOWLEDGE] = {0,                                                                            \
                     "acknowledge",                                                                \
                     TEXT,                                                                         \
                     "CODE,CODE",                                                                  \
                     0,                                                                            \
                     0,                                                                            \
                     "the reasons to confirm, separated by commas; or \"all\""}

extern const struct option event_options[];

/* Return the moment that ${text} names, or the current one if it is NULL. */
LM_MUST_CHECK enum lm_status moment_of(const char *text, struct lm_log *log, int64_t *at);

/* Return the moment that ${text} names in everyday form at ${now}: "2019-10-17T18:00Z"; by the
 * local clock "2019-10-17 18:00", "thu 18:00", "18:00", "today 18:00", "tomorrow 18:00", meaning
 * the next one (${ahead}), or the last one no later than ${now}. */
LM_MUST_CHECK enum lm_status moment_text(const char *text, int64_t now, bool ahead,
                                         struct lm_log *log, int64_t *at);
/* Is ${text} the first half of a moment with a space: "thu"? */
bool is_half_a_moment(const char *text);

/* An entry into the journal, being made. */
struct entry {
    struct run *run;
    struct journal journal;
    struct lm_text lines, secrets; /* accepted, to be appended */
    struct lm_text line;           /* the event being written */
    struct lm_json_writer w;
    int64_t at;
    enum lm_status message; /* status of the options that every event has */
    const char *player; /* the player who enters it, unless --by overrides it; NULL: the director */
};

LM_MUST_CHECK enum lm_status entry_open(struct entry *e, struct run *run);

/* Enter ${wish}, a JSON object. */
LM_MUST_CHECK enum lm_status entry_take(struct entry *e, const char *wish);

/* Begin the event ${name} with its time, author and reason; members follow; ending it enters it. */
void event_begin(struct entry *e, const char *name);
LM_MUST_CHECK enum lm_status event_end(struct entry *e);

/* Append the accepted lines if ${status} is LM_OK; report what they changed. */
LM_MUST_CHECK enum lm_status entry_close(struct entry *e, enum lm_status status);

/* Do all of this for one event about the match of the first player, written by ${put}. */
LM_MUST_CHECK enum lm_status enter(struct run *run, const char *name,
                                   enum lm_status (*put)(struct entry *e));

/* --- members */

void put_moment(struct entry *e, const char *key, int64_t at);
/* Write the past moment that ${text} gives; NULL: write nothing. */
LM_MUST_CHECK enum lm_status put_past(struct entry *e, const char *key, const char *text);
void put_if(struct entry *e, const char *key, const char *text);
/* Write the open match of ${player}, or the match of that id. */
LM_MUST_CHECK enum lm_status put_match(struct entry *e, const char *player);
LM_MUST_CHECK enum lm_status put_number(struct entry *e, const char *key, const char *text);
/* Write the games as seen by ${player} from the first player's side. */
LM_MUST_CHECK enum lm_status put_games(struct entry *e, const char *player, const char *games);
/* Write a copy of ${node}, which contains no objects. */
void put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node);

/* Return the next field of a line of CSV (no quotes: names of accounts have no commas). */
const char *next_field(struct lm_arena *arena, const char **line);

#endif
