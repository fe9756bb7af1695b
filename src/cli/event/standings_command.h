/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STANDINGS_COMMAND_H
#define LIMMAT_CLI_STANDINGS_COMMAND_H

/* Declarations shared by `standings` and `explain --standings`. */

#include "cli/core/command.h"
#include "limmat/ranking.h"

extern const struct command standings_command;

/* Rank ${t} in the order of ${list} (NULL: that of ${t}) by the edition called ${edition} (NULL:
 * that of the start date of ${t}), and by ${o} for the rest.  With ${o.as_declared} the ranks are
 * those of the file. */
LM_MUST_CHECK enum lm_status compute_standings(struct run *run, const struct lm_tournament *t,
                                               const char *list, const char *edition,
                                               struct lm_standings_options o,
                                               struct lm_standings **s);

/* Note that ${s} were computed although the file has other ranks; published ranks remain facts. */
void note_sent_ranks(struct run *run, const struct lm_standings *s);

/* Read --unrated N|drop (NULL: not given) into ${unrated} and ${rating}; LM_INVALID. */
LM_MUST_CHECK enum lm_status read_unrated(struct run *run, const char *text,
                                          enum lm_unrated *unrated, int32_t *rating);

/* explain_standings.c: derive every tie-break of the participant with the number ${wanted}. */
LM_MUST_CHECK enum lm_status explain_standings(struct run *run, const struct lm_standings *s,
                                               int64_t wanted, bool json);

/* Rows of both. */
#define EDITION_OPTION                                                                             \
    {                                                                                              \
        0, "edition", TEXT, "EDITION", 0, 0,                                                       \
            "rules of tie-breaks: c07-2026, c07-2023 or tb-2009; those of the start date when "    \
            "not given"                                                                            \
    }
#define SCHEDULE_OPTION                                                                            \
    {                                                                                              \
        0, "schedule", CHOICE, "file|swiss|predetermined", 0, 0,                                   \
            "how the event was paired, if FILE doesn't say"                                        \
    }
#define AS_SENT_OPTION                                                                             \
    {                                                                                              \
        0, "as-sent", SWITCH, NULL, 0, 0,                                                          \
            "keep the ranks of the file, as pages do, instead of computing them"                   \
    }
#define TEAMS_OPTION                                                                               \
    {                                                                                              \
        0, "teams", SWITCH, NULL, 0, 0, "rank the teams"                                           \
    }
#define UNRATED_OPTION                                                                             \
    {                                                                                              \
        0, "unrated", TEXT, "N|drop", 0, 0,                                                        \
            "tie-breaks on ratings: unrated players count as N, or drop games against them"        \
    }
#define SEED_OPTION                                                                                \
    {                                                                                              \
        0, "seed", NUMBER, "N", 0, INT64_MAX, "seed of LOT, for lots that are not recorded"        \
    }

#endif
