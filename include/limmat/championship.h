/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_H
#define LIMMAT_CHAMPIONSHIP_H

/*
 * Championships: stages, matches, and players who must agree on a time.
 *
 * A *definition* is data (docs/championship-schema.md): the rules of the championship.  A *journal*
 * (limmat/journal.h) records one championship: the first line holds the definition, each later one
 * an event (docs/championship-events.md) with its author, the time of entry and the time of the
 * event. The *state* follows from all lines that weren't undone: the same journal makes the same
 * state on every machine.  A line holds its outcome (pairs, seats), so a replay needs no engine.
 *
 * Old journals (a first line {"journal":1,…}, no numbers, no chain) stay readable for ever, and
 * continue with lines of the present form.
 *
 * Nothing here reads a clock or a file: the caller passes the bytes and the time, as seconds since
 * 1970 in UTC.  Everything lives in the arena given when it was made.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/journal.h"
#include "limmat/json.h"
#include "limmat/status.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

struct lm_definition;
struct lm_championship;

/* A value for a setting that the rules leave to the director. */
struct lm_setting {
    const char *name;
    const char *value; /* JSON, or a plain text */
};

/*
 * Read a definition.  Every mistake is reported to ${log} with line, column, field and remedy;
 * LM_INVALID when there is one.  Settings are filled from ${settings}[0..${count}); those still
 * open take their suggestion if ${suggested}, else each is a mistake.
 */
LM_API LM_MUST_CHECK enum lm_status lm_definition_read(const char *bytes, size_t length,
                                                       const struct lm_setting *settings,
                                                       size_t count, bool suggested,
                                                       struct lm_arena *arena, struct lm_log *log,
                                                       struct lm_definition **out);

/* Its name; owned by the definition. */
LM_API const char *lm_definition_name(const struct lm_definition *definition);
LM_API const char *lm_definition_title(const struct lm_definition *definition);

/* Begin a championship: append its first line, which holds the definition with its settings, to
 * ${line} with its newline.  ${hooks} as for lm_journal_new. */
LM_API LM_MUST_CHECK enum lm_status
lm_championship_begin(const struct lm_definition *definition, const char *by, int64_t at,
                      const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                      struct lm_log *log, struct lm_text *line, struct lm_championship **out);

/* A championship of ${definition} at its start, without a journal. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_new(const struct lm_definition *definition,
                                                        struct lm_arena *arena,
                                                        struct lm_championship **out);

/*
 * Check ${wishes}[0..${count}), JSON objects that live in the championship's arena, and enter all
 * of them, with consecutive numbers, or none.  A wish is an event: "event", "at", "by" and its
 * members. It can have "happened" (directors only: deadlines use it), "why", "req" (the writer's id
 * of the request), "was" (the number of the last line about its match or player that the writer has
 * seen, 0 for none; for "pair" the number of the last line) and "acknowledged".  A time "at" before
 * that of the last line is set to that.
 *
 * LM_INVALID: an impossible wish; the rule that forbids it is in ${log}, and the state is
 * unchanged.  LM_OK: the answer is in ${*out}, with the lines to store (the private ones first) if
 * it is LM_ACT_TAKEN.  If they can't be stored, call lm_championship_take_back.
 */
LM_API LM_MUST_CHECK enum lm_status lm_championship_enter(struct lm_championship *championship,
                                                          const struct lm_json *const *wishes,
                                                          size_t count, struct lm_log *log,
                                                          struct lm_desk_taken *out);

/* Forget the lines after number ${number}, which were not stored. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_take_back(struct lm_championship *championship,
                                                              uint64_t number);

/* The number of the last line, and its fingerprint ("" without ${hooks}). */
LM_API uint64_t lm_championship_number(const struct lm_championship *championship);
LM_API const char *lm_championship_head(const struct lm_championship *championship);

/*
 * Enter ${event} as a wish, without keeping its line.  Events come in order of their time "at": an
 * earlier one is refused, and so is one that needs a confirmation.
 */
LM_API LM_MUST_CHECK enum lm_status lm_championship_take(struct lm_championship *championship,
                                                         const struct lm_json *event,
                                                         struct lm_log *log);

/* A journal as files: NAME.journal and, where there is one, NAME.private. */
struct lm_championship_files {
    const char *journal;
    size_t length;
    const char *secrets; /* NULL: none */
    size_t secrets_length;
    const struct lm_journal_hooks *hooks; /* NULL: the chain is not checked */
};

/* Make the state from a journal; with ${judged} as lm_championship_verify. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_read(const struct lm_championship_files *files,
                                                         bool judged, struct lm_arena *arena,
                                                         struct lm_log *log,
                                                         struct lm_championship **out);

/* Make the state from a journal of ${length} bytes, without its chain and private parts.  A damaged
 * journal is refused; ${log} names the line. Pairs of a Swiss round in the journal stay as
 * published, so that the journal opens whatever the engine of a later version would pair. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_replay(const char *journal, size_t length,
                                                           struct lm_arena *arena,
                                                           struct lm_log *log,
                                                           struct lm_championship **out);

/* Do the same, and check published pairings again by today's reading of the rules: LM_INVALID with
 * the line where they differ. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_verify(const char *journal, size_t length,
                                                           struct lm_arena *arena,
                                                           struct lm_log *log,
                                                           struct lm_championship **out);

/* Append the next pairing by the rules: the members of a "pair" event ("stage", "round", "pairs")
 * as one JSON object without "at" and "by".  LM_INVALID if nothing can be paired now, with the
 * reason in ${log}. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_propose(struct lm_championship *championship,
                                                            int64_t now, struct lm_log *log,
                                                            struct lm_text *out);

/* An open match, for programs that look for its games elsewhere. */
struct lm_open_match {
    const char *id;
    const char *first, *second; /* its games are written from the first player's side */
    int64_t since;              /* when it was published, or is to begin */
    const char *games;          /* results so far */
    const char *const *clocks;  /* of each game that it can have, "2+5"; NULL: none is prescribed */
    size_t clock_count;
};

/* Find the open match of ${player}; false: none, or no memory. */
LM_API bool lm_championship_open_match(const struct lm_championship *championship,
                                       const char *player, struct lm_open_match *out);

/* Must applicants have played a number of games before a moment?  Then store both. */
LM_API bool lm_championship_games_asked(const struct lm_championship *championship, uint32_t *games,
                                        int64_t *before);

/* The first director of the definition. */
LM_API const char *lm_championship_director(const struct lm_championship *championship);

/* Append the changes by the events after the first ${events}, a line each. */
LM_API void lm_championship_news(const struct lm_championship *championship, size_t events,
                                 struct lm_text *out);

/* Number of events so far, without the opening line, and the time of the last. */
LM_API size_t lm_championship_length(const struct lm_championship *championship);
LM_API int64_t lm_championship_time(const struct lm_championship *championship);

/* The champion's name; NULL before the championship has one. */
LM_API const char *lm_championship_champion(const struct lm_championship *championship);

enum lm_championship_format { LM_CHAMPIONSHIP_TEXT, LM_CHAMPIONSHIP_JSON };

/*
 * Views.  Each appends the state at ${now}: for everyone or, with ${who}, for one player or
 * director.
 */
LM_API void lm_championship_status(struct lm_championship *championship, int64_t now,
                                   const char *who, struct lm_text *out);

/* List what each person can do, must do, by when, and the consequence otherwise; and every decision
 * that waits for the director.  In order of urgency. */
LM_API void lm_championship_due(struct lm_championship *championship, int64_t now, const char *who,
                                enum lm_championship_format format, struct lm_text *out);

/* The standings of ${stage} (NULL: the latest that was paired). */
LM_API LM_MUST_CHECK enum lm_status lm_championship_standings(struct lm_championship *championship,
                                                              const char *stage,
                                                              enum lm_championship_format format,
                                                              struct lm_log *log,
                                                              struct lm_text *out);

/* All stages with their matches, and the open seats with the origin of their players. */
LM_API void lm_championship_bracket(struct lm_championship *championship, struct lm_text *out);

/* Explain events, each with its rule: of the player or match ${about} (NULL: all events). */
LM_API void lm_championship_explain(const struct lm_championship *championship, const char *about,
                                    enum lm_championship_format format, struct lm_text *out);

/* The whole state as one JSON object. */
LM_API void lm_championship_export(struct lm_championship *championship, struct lm_text *out);

/*
 * Append the public journal: numbered and chained again (${hooks} as for lm_journal_new), without
 * entry conditions, accounts, reasons, sealed bids and applicants who don't take part.  It contains
 * what the public pages show, and can be read and verified like any other.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_championship_public(const struct lm_championship *championship,
                       const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                       struct lm_log *log, struct lm_text *out);

/* The course of a simulated championship. */
struct lm_simulation {
    uint32_t entrants;  /* valid applications; some invalid ones are added */
    uint64_t seed;      /* the same seed plays the same championship */
    uint32_t incidents; /* per thousand: no-shows, withdrawals, marks, late offers, … */
    const struct lm_journal_hooks *hooks; /* NULL: no chain */
    struct lm_text *secrets;              /* gets the private parts; NULL: dropped */
};

struct lm_simulated {
    size_t events;
    size_t refused;       /* impossible events that were tried on purpose, each refused */
    size_t decisions;     /* decisions that waited for the director, and were made */
    size_t taken_back;    /* lines that a director undid */
    size_t fallen;        /* … and lines that were undone with them */
    const char *champion; /* NULL: no player was left */
    struct lm_championship *championship; /* as it ended */
};

/*
 * Play a whole championship of ${definition} and append its journal to ${journal}.  LM_INTERNAL if
 * it gets stuck: nothing can be paired, no player can act, and no decision waits.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_championship_simulate(const struct lm_definition *definition, const struct lm_simulation *how,
                         struct lm_arena *arena, struct lm_log *log, struct lm_text *journal,
                         struct lm_simulated *out);

#ifdef __cplusplus
}
#endif
#endif
