/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_ENTRY_H
#define LIMMAT_CLI_ENTRY_H

/*
 * Functions shared by the commands that enter events: open the journal, write one event or a few,
 * and close it; either all of the events are entered or none.
 */

#include "cli/championship/journal.h"
#include "cli/core/command.h"
#include "limmat/date.h"

/* Options of all verbs that enter events, first in their tables. */
enum { AT, HAPPENED, BY, WHY, REQUEST, ACKNOWLEDGE, EVENT_OPTIONS };

#define AT_OPTION                                                                                  \
    {                                                                                              \
        0, "at", TEXT, "TIME", 0, 0, "the moment, UTC, as 2019-10-02T18:00:00Z; else now"          \
    }
#define ROWS_OF_EVENTS                                                                             \
    [AT] = AT_OPTION,                                                                              \
    [HAPPENED] = {0,                                                                               \
                  "happened",                                                                      \
                  TEXT,                                                                            \
                  "TIME",                                                                          \
                  0,                                                                               \
                  0,                                                                               \
                  "when it took place, if earlier: deadlines look at that (directors only)"},      \
    [BY] = {0, "by", TEXT, "NAME", 0, 0, "who enters it"},                                         \
    [WHY] = {0, "why", TEXT, "TEXT", 0, 0, "a reason, kept in the private file"},                  \
    [REQUEST] = {0,                                                                                \
                 "request",                                                                        \
                 TEXT,                                                                             \
                 "ID",                                                                             \
                 0,                                                                                \
                 0,                                                                                \
                 "an id of yours: entered a second time, nothing happens"},                        \
    [ACKNOWLEDGE] = {                                                                              \
        0, "acknowledge", TEXT, "CODE,CODE", 0, 0, "what was told and shall be so; \"all\" of it"}

extern const struct option event_options[];

/* The moment that ${text} names, or the present one when it is NULL. */
LM_MUST_CHECK enum lm_status moment_of(const char *text, struct lm_log *log, int64_t *at);

/* The moment that ${text} names as one says it at ${now}: "2019-10-17T18:00Z"; by the clock of this
 * machine's place "2019-10-17 18:00", "thu 18:00", "18:00", "today 18:00", "tomorrow 18:00", of
 * which the next one is meant (${ahead}), or the last one that is no later than ${now}. */
LM_MUST_CHECK enum lm_status moment_said(const char *text, int64_t now, bool ahead,
                                         struct lm_log *log, int64_t *at);
/* Is ${text} the first half of one that has a space: "thu"? */
bool is_half_a_moment(const char *text);

/* An entry into the journal that is being made. */
struct entry {
    struct run *run;
    struct journal journal;
    struct lm_text lines, secrets; /* taken, to be appended */
    struct lm_text line;           /* the event being written */
    struct lm_json_writer w;
    int64_t at;
    enum lm_status said; /* of the options that are in every event */
    const char *player;  /* who enters it, unless --by says otherwise; NULL: the director */
};

LM_MUST_CHECK enum lm_status entry_open(struct entry *e, struct run *run);

/* Take ${wish}, a JSON object. */
LM_MUST_CHECK enum lm_status entry_take(struct entry *e, const char *wish);

/* Begin the event ${name} with when, by whom and why; members follow; end it, which takes it. */
void event_begin(struct entry *e, const char *name);
LM_MUST_CHECK enum lm_status event_end(struct entry *e);

/* Append the accepted lines if ${status} is LM_OK; report what they changed. */
LM_MUST_CHECK enum lm_status entry_close(struct entry *e, enum lm_status status);

/* All of that for one event about the match of the first player, written by ${put}. */
LM_MUST_CHECK enum lm_status enter(struct run *run, const char *name,
                                   enum lm_status (*put)(struct entry *e));

/* --- members */

void put_moment(struct entry *e, const char *key, int64_t at);
/* Write the past moment that ${text} gives; NULL: write nothing. */
LM_MUST_CHECK enum lm_status put_past(struct entry *e, const char *key, const char *text);
void put_if(struct entry *e, const char *key, const char *text);
/* The open match of ${player}, or the match of that id. */
LM_MUST_CHECK enum lm_status put_match(struct entry *e, const char *player);
LM_MUST_CHECK enum lm_status put_number(struct entry *e, const char *key, const char *text);
/* Games as seen by ${player}, written from the first player's side. */
LM_MUST_CHECK enum lm_status put_games(struct entry *e, const char *player, const char *games);
/* A copy of ${node}: no objects occur. */
void put_node(struct lm_json_writer *w, const char *key, const struct lm_json *node);

/* The next field of a line of CSV (no quotes: names of accounts have no commas). */
const char *next_field(struct lm_arena *arena, const char **line);

#endif
