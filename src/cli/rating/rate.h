/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_RATE_H
#define LIMMAT_CLI_RATE_H

/* Declarations shared by the commands `limmat rate …`. */

#include "cli/core/command.h"
#include "cli/rating/list_file.h"
#include "limmat/event_files.h"
#include "limmat/identity.h"
#include "limmat/json.h"
#include "limmat/message.h"
#include "limmat/rating_event.h"
#include "limmat/registry.h"
#include "limmat/registry_files.h"
#include "os/files.h"

#define RULES_OPTION                                                                               \
    {                                                                                              \
        0, "edition", TEXT, "EDITION", 0, 0,                                                       \
            "a name from `rate rules list`, or a FILE.json; the day's edition when not given"      \
    }
#define CHESS_OPTION                                                                               \
    {                                                                                              \
        0, "chess", CHOICE, "standard|rapid|blitz", 0, 0, "time category of the ratings"           \
    }
#define LIST_OPTION(help_text)                                                                     \
    {                                                                                              \
        'l', "list", TEXT, "LIST", 0, 0, help_text                                                 \
    }
#define FORMAT_OPTION(words)                                                                       \
    {                                                                                              \
        'f', "format", CHOICE, words, 0, 0, "output format"                                        \
    }

/* --- rate_common.c */

/* Return the edition ${name}, a file if it ends in .json; NULL or "rating": that of ${day}.  It
 * must cover ${chess}. */
LM_MUST_CHECK enum lm_status choose_rules(const char *name, int32_t day, enum lm_chess chess,
                                          struct lm_arena *arena, struct lm_log *log,
                                          const struct lm_rating_rules **out);

/* The rules in force for a list of ${day}; for a day before the first edition, the oldest. */
LM_MUST_CHECK enum lm_status rules_of_list(int32_t day, enum lm_chess chess, struct lm_arena *arena,
                                           const struct lm_rating_rules **out);

/* Write the caveats for results by ${rules}: its text is not fully known, and how it is read.
 * Nothing for an edition whose text is known. */
void write_basis(const struct run *run, const struct lm_rating_rules *rules, struct lm_text *out);
void put_basis(const struct lm_rating_rules *rules, struct lm_json_writer *w);

/* Append a sentence for people in the language of ${run}; its English is a format of printf. */
void rate_say(const struct run *run, struct lm_text *out, const char *format, ...) LM_PRINTF(3, 4);
/* Return ${english}, a word or a sentence of a table, in that language. */
const char *rate_word(const struct run *run, const char *english);
/* Begin ${table} with the ${count} ${heads} in that language. */
void rate_heads(const struct run *run, struct table *table, const char *const *heads, size_t count);

/* Format with rate_say, for a table cell. */
#define CELL_SAID(run, table, ...)                                                                 \
    do {                                                                                           \
        struct lm_text said_text = lm_text_in((table)->arena);                                     \
        rate_say(run, &said_text, __VA_ARGS__);                                                    \
        table_add(table, lm_text_string(&said_text));                                              \
    } while (0)

/* Read a day such as "2013-08-01". */
LM_MUST_CHECK enum lm_status parse_day(const char *text, const char *what, struct lm_log *log,
                                       int32_t *day);

/* The registry in ${path}, a file or a directory made by `rate period`, as bytes or parsed. */
LM_MUST_CHECK enum lm_status read_registry_bytes(const char *path, struct lm_arena *arena,
                                                 struct lm_log *log, const char **bytes,
                                                 size_t *length);
LM_MUST_CHECK enum lm_status load_registry(const char *path, struct lm_arena *arena,
                                           struct lm_log *log, struct lm_registry *out);

/* Load the event in ${path}: JSON, or a tournament file with the data of NAME.rating.json beside
 * it. */
LM_MUST_CHECK enum lm_status load_event(const char *path, struct lm_arena *arena,
                                        struct lm_log *log, struct lm_rating_event *out);

/* Return the file beside the tournament file ${path} with the answers that no record has:
 * "events/open.rating.json".  NULL: no memory. */
const char *companion_of(const char *path, struct lm_arena *arena);

/* Make an event of ${t}, read from ${path}, with the data of NAME.rating.json beside it. */
LM_MUST_CHECK enum lm_status event_of_tournament(const struct lm_tournament *t, const char *path,
                                                 struct lm_arena *arena, struct lm_log *log,
                                                 struct lm_rating_event *out);

/* Assume K for rated players without one in the file: as if they had played 30 games. */
LM_MUST_CHECK enum lm_status assume_k(const struct lm_rating_rules *rules, struct lm_arena *arena,
                                      struct lm_rating_event *event, struct lm_log *log);

/* Return a sink that writes into ${draft}. */
struct lm_sink draft_sink(struct os_draft *draft);

/* lm_registry_write and lm_fide_list_write by all processors.  ${earlier}: the registry, or the
 * list's directory, that this one was made from; its indices may still be right; NULL: none. */
LM_MUST_CHECK enum lm_status write_registry(const struct lm_registry *registry, const char *earlier,
                                            struct lm_sink sink, struct lm_arena *scratch,
                                            struct lm_log *log);
LM_MUST_CHECK enum lm_status write_fide_list(const struct lm_registry *registry,
                                             const struct lm_rating_rules *rules,
                                             enum lm_fide_list format, enum lm_chess chess,
                                             struct lm_sink sink, struct lm_arena *scratch);

/* Numbers in the form for people. */
void add_score(struct lm_text *out, int32_t tenths);           /* "2½" */
void add_signed(struct lm_text *out, int64_t hundredths);      /* "+4.80" */
void add_probability(struct lm_text *out, int32_t expected);   /* ".92", "1.00" */
void add_thousandths(struct lm_text *out, int64_t billionths); /* "3.891" */
void add_coefficient(struct lm_text *out, int32_t tenths);     /* "30", "56.9" */

/* Format with any of the appenders above, for a table cell. */
#define CELL(table, append, ...)                                                                   \
    do {                                                                                           \
        struct lm_text cell_text = lm_text_in((table)->arena);                                     \
        append(&cell_text, __VA_ARGS__);                                                           \
        table_add(table, lm_text_string(&cell_text));                                              \
    } while (0)

/* --- rate_identity.c: are the players of a report the persons of its ids? */

/* Mismatches over all reports of a run, so that the registry is searched once. */
struct identities {
    struct lm_identity_case *cases;
    const char **events; /* per case: the report that names the player */
    size_t count, capacity, event_capacity;
    bool preview; /* nothing is rated: players missing from the registry are unrated; likely matches
                     are reported */
};

/* Put into ${out} the players of ${event}, as its file describes them, who are missing from
 * ${registry} or differ from the person there.  Ids confirmed by the officer are skipped. */
LM_MUST_CHECK enum lm_status identities_collect(const struct lm_registry *registry,
                                                const struct lm_rating_event *event,
                                                struct lm_arena *arena, struct lm_arena *scratch,
                                                struct identities *out);
/* Warn of players who are probably the same person, and refuse impossible ones, with the likely id.
 */
LM_MUST_CHECK enum lm_status identities_tell(const struct lm_registry *registry,
                                             struct identities *identities, struct lm_arena *arena,
                                             struct lm_log *log);

/* Report ratings and K in the file of ${event} that differ from those of ${registry} on its first
 * day, which count. */
LM_MUST_CHECK enum lm_status figures_tell(const struct lm_registry *registry,
                                          const struct lm_rating_rules *rules,
                                          const struct lm_rating_event *event,
                                          struct lm_arena *scratch, struct lm_log *log);

/* --- rate_lists.c */

/* Write ${registry} to ${path}, atomically and durably. */
LM_MUST_CHECK enum lm_status save_registry(struct run *run, const struct lm_registry *registry,
                                           const char *path);

/* --- rate_explain.c: one player's change, game by game */

void explain_player(const struct run *run, const struct lm_rating_rules *rules,
                    const struct lm_rating_event *event, const struct lm_assessment *assessment,
                    size_t player, struct lm_text *out);
void explain_player_json(const struct lm_rating_rules *rules, const struct lm_rating_event *event,
                         const struct lm_assessment *assessment, size_t player,
                         struct lm_json_writer *w);

/* --- rate_rules_explain.c: an edition in sentences */
void explain_rules(const struct lm_rating_rules *rules, struct lm_arena *arena,
                   struct lm_text *out);

/* Numbers in JSON: hundredths and fractions as exact decimal or "a/b" texts. */
void put_hundredths(struct lm_json_writer *w, const char *key, int64_t hundredths);
void put_fraction(struct lm_json_writer *w, const char *key, struct lm_fraction fraction);

#endif
