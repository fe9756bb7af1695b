/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CHAMPIONSHIP_H
#define LIMMAT_CHAMPIONSHIP_H

/*
 * Championships: stages, matches, and people who must agree on a time.
 *
 * A *definition* is data (docs/championship-schema.md): everything a rules page says.  A *journal*
 * (limmat/journal.h) is the truth about one championship: the first line holds the definition, each
 * later one an event (docs/championship-events.md) with who, when it was entered and when it
 * happened.  The *state* is what those lines tell that nobody has taken back: the same journal
 * makes the same state on every machine.  What had to be found when a line was taken (pairs, seats)
 * stands in it, so that no engine is asked when it is read.
 *
 * Journals of before (a first line {"journal":1,…}, no numbers, no chain) are read for ever, and go
 * on with lines of the present form.
 *
 * Nothing here reads a clock or a file: the caller gives the bytes and says what time it is, as
 * seconds since 1970 in UTC.  Everything lives in the arena given when it was made.
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

/* What it calls itself; owned by the definition. */
LM_API const char *lm_definition_name(const struct lm_definition *definition);
LM_API const char *lm_definition_title(const struct lm_definition *definition);

/* Begin a championship: its first line, which holds the definition with its settings, is appended
 * to
 * ${line} with its newline.  ${hooks} as for lm_journal_new. */
LM_API LM_MUST_CHECK enum lm_status
lm_championship_begin(const struct lm_definition *definition, const char *by, int64_t at,
                      const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                      struct lm_log *log, struct lm_text *line, struct lm_championship **out);

/* A championship of ${definition} in which nothing has happened yet, and of which nobody keeps a
 * journal. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_new(const struct lm_definition *definition,
                                                        struct lm_arena *arena,
                                                        struct lm_championship **out);

/*
 * Judge ${wishes}[0..${count}), JSON objects that live in the championship's arena, and take them
 * all, with consecutive numbers, or none.  A wish is an event: "event", "at", "by" and its members,
 * and may say "happened" (a director only: deadlines look at that), "why", "req" (the writer's id
 * of the request), "was" (the number of the last line about its match or player that the writer has
 * seen, 0 for none; of "pair" the number of the last line) and "acknowledged".  A time "at" before
 * that of the last line is taken for that.
 *
 * LM_INVALID: an impossible wish; the rule that forbids it is in ${log}, and the state is
 * unchanged. LM_OK: the answer is in ${*out}, with the lines to be stored (the private ones first)
 * when it is LM_ACT_TAKEN.  Whoever cannot store them calls lm_championship_take_back.
 */
LM_API LM_MUST_CHECK enum lm_status lm_championship_enter(struct lm_championship *championship,
                                                          const struct lm_json *const *wishes,
                                                          size_t count, struct lm_log *log,
                                                          struct lm_desk_taken *out);

/* Forget the lines after number ${number}: they were not stored. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_take_back(struct lm_championship *championship,
                                                              uint64_t number);

/* The number of the last line, and its fingerprint ("" without ${hooks}). */
LM_API uint64_t lm_championship_number(const struct lm_championship *championship);
LM_API const char *lm_championship_head(const struct lm_championship *championship);

/*
 * Take ${event} as a wish and keep its line for nobody.  Events come in order of their time "at":
 * an earlier one is refused, and so is what would have to be acknowledged.
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
    const struct lm_journal_hooks *hooks; /* NULL: the chain is not looked at */
};

/* The state that a journal tells; with ${judged} as lm_championship_verify. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_read(const struct lm_championship_files *files,
                                                         bool judged, struct lm_arena *arena,
                                                         struct lm_log *log,
                                                         struct lm_championship **out);

/* The state that a journal of ${length} bytes tells, without its chain and private parts.  A
 * damaged journal is refused with the line. The pairs of a Swiss round that the journal holds are
 * taken as they were published: whatever the engine of a later version would make, the journal
 * opens. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_replay(const char *journal, size_t length,
                                                           struct lm_arena *arena,
                                                           struct lm_log *log,
                                                           struct lm_championship **out);

/* The same, and what was published is judged again by the rules as they are read today: LM_INVALID
 * with the line where they differ. */
LM_API LM_MUST_CHECK enum lm_status lm_championship_verify(const char *journal, size_t length,
                                                           struct lm_arena *arena,
                                                           struct lm_log *log,
                                                           struct lm_championship **out);

/* What the rules pair next: append the members of a "pair" event ("stage", "round", "pairs") as one
 * JSON object without "at" and "by".  LM_INVALID when nothing can be paired now; ${log} says why.
 */
LM_API LM_MUST_CHECK enum lm_status lm_championship_propose(struct lm_championship *championship,
                                                            int64_t now, struct lm_log *log,
                                                            struct lm_text *out);

/* An open match, as those see it who ask for its games elsewhere. */
struct lm_open_match {
    const char *id;
    const char *first, *second; /* its games are written from the first player's side */
    int64_t since;              /* when it was published, or is to begin */
    const char *games;          /* entered so far */
    const char *const *clocks;  /* of each game that it can have, "2+5"; NULL: none is asked for */
    size_t clock_count;
};

/* The open match of ${player}; false: there is none, or no memory. */
LM_API bool lm_championship_open_match(const struct lm_championship *championship,
                                       const char *player, struct lm_open_match *out);

/* Whether a number of games before a moment is asked of who applies, and which. */
LM_API bool lm_championship_games_asked(const struct lm_championship *championship, uint32_t *games,
                                        int64_t *before);

/* The first director of the definition. */
LM_API const char *lm_championship_director(const struct lm_championship *championship);

/* Append what the events after the first ${events} changed, a line each. */
LM_API void lm_championship_news(const struct lm_championship *championship, size_t events,
                                 struct lm_text *out);

/* Events taken so far, the opening line not counted, and the time of the last. */
LM_API size_t lm_championship_length(const struct lm_championship *championship);
LM_API int64_t lm_championship_time(const struct lm_championship *championship);

/* The champion's name; NULL while there is none. */
LM_API const char *lm_championship_champion(const struct lm_championship *championship);

enum lm_championship_format { LM_CHAMPIONSHIP_TEXT, LM_CHAMPIONSHIP_JSON };

/*
 * Views.  Each appends what stands at ${now}: for everybody or, with ${who}, for one player or one
 * director.
 */
LM_API void lm_championship_status(struct lm_championship *championship, int64_t now,
                                   const char *who, struct lm_text *out);

/* What each person may do, must do, by when, and what happens otherwise; and every decision that
 * waits for the director.  In order of urgency. */
LM_API void lm_championship_due(struct lm_championship *championship, int64_t now, const char *who,
                                enum lm_championship_format format, struct lm_text *out);

/* The standings of ${stage} (NULL: the latest that was paired). */
LM_API LM_MUST_CHECK enum lm_status lm_championship_standings(struct lm_championship *championship,
                                                              const char *stage,
                                                              enum lm_championship_format format,
                                                              struct lm_log *log,
                                                              struct lm_text *out);

/* All stages with their matches, the seats still open with where their players come from. */
LM_API void lm_championship_bracket(struct lm_championship *championship, struct lm_text *out);

/* What happened and by which rule: to the player or match ${about} (NULL: everything). */
LM_API void lm_championship_explain(const struct lm_championship *championship, const char *about,
                                    enum lm_championship_format format, struct lm_text *out);

/* The whole state as one JSON object. */
LM_API void lm_championship_export(struct lm_championship *championship, struct lm_text *out);

/*
 * Append the journal that anybody can have: numbered and chained anew (${hooks} as for
 * lm_journal_new), without conditions of entry, accounts, reasons, sealed bids and
 * people who applied and are not in it.  What it tells is what the public pages show; it is read
 * and verified as any other.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_championship_public(const struct lm_championship *championship,
                       const struct lm_journal_hooks *hooks, struct lm_arena *arena,
                       struct lm_log *log, struct lm_text *out);

/* How a simulated championship goes. */
struct lm_simulation {
    uint32_t entrants;  /* applications that are good; some bad ones come on top */
    uint64_t seed;      /* the same seed plays the same championship */
    uint32_t incidents; /* per thousand: no-shows, withdrawals, marks, late offers, … */
    const struct lm_journal_hooks *hooks; /* NULL: no chain */
    struct lm_text *secrets;              /* gets the private parts; NULL: nobody keeps them */
};

struct lm_simulated {
    size_t events;
    size_t refused;       /* impossible events that were tried on purpose, each refused */
    size_t decisions;     /* that waited for the director, and were taken */
    size_t taken_back;    /* lines that a director took back */
    size_t fallen;        /* … and lines that fell with them */
    const char *champion; /* NULL: nobody was left */
    struct lm_championship *championship; /* as it ended */
};

/*
 * Play a whole championship of ${definition} and append its journal to ${journal}.  LM_INTERNAL
 * when it gets stuck: nothing can be paired, nobody has anything to do, no decision waits.
 */
LM_API LM_MUST_CHECK enum lm_status
lm_championship_simulate(const struct lm_definition *definition, const struct lm_simulation *how,
                         struct lm_arena *arena, struct lm_log *log, struct lm_text *journal,
                         struct lm_simulated *out);

#ifdef __cplusplus
}
#endif
#endif
