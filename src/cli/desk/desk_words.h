/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_DESK_WORDS_H
#define LIMMAT_CLI_DESK_WORDS_H

/* The words that an arbiter types, as acts: "r 7 1", "bye 12 4 half", "enter name=\"Muster, Max\"".
 */

#include "cli/core/command.h"
#include "limmat/desk.h"

/* Return the kind that ${verb} names, also by its abbreviation ("r"); NULL: none. */
const struct lm_desk_kind *desk_kind_of(const char *verb);

/*
 * Make an act's fields as JSON: each of ${words} is NAME=VALUE, or the value of the next field of
 * ${kind} in its order; the last field takes all the remaining words.  Boards and players are those
 * of ${section} (NULL: none), times are of the clocks of ${zone} ("": of this machine); players can
 * be called by a part of their name.  LM_INVALID, with the correct form in the log.
 */
LM_MUST_CHECK enum lm_status desk_fields_of(const struct lm_desk_kind *kind,
                                            const struct lm_desk_section *section, const char *zone,
                                            const char *const *words, size_t count,
                                            struct lm_arena *arena, struct lm_log *log,
                                            const char **out);

/* Return the id of board "2.4": the board with number 4 in round 2.  The published pairing shows
 * that number; the id is different and stays when a round is altered.  Anything else stays
 * unchanged. */
const char *desk_board_of(const struct lm_desk_section *section, const char *text,
                          struct lm_arena *arena);

/* Return the id of the only player of ${section} (NULL: none) whose name ${word} is a part of, each
 * word the beginning of a word of the name, regardless of case and accents; or ${word} itself if it
 * is an id or a number, or matches no name.  LM_INVALID: it matches several players. */
LM_MUST_CHECK enum lm_status desk_player_meant(const struct lm_desk_section *section,
                                               const char *word, struct lm_arena *arena,
                                               struct lm_log *log, const char **out);

/* Return the moment when the clocks of ${zone} ("": of this machine) show "14:20" today, or
 * "2026-10-03T14:00"; anything else unchanged. */
const char *desk_instant_of(const char *text, const char *zone, struct lm_arena *arena);

/* Append ${at} by the clocks of ${zone}, "2026-10-03 14:00 CEST"; without a zone in UTC. */
void desk_add_clock(struct lm_text *out, const char *zone, int64_t at);

/* Split ${line} into words at its spaces; "…" keeps them together.  LM_INVALID if a quote is left
 * open. */
LM_MUST_CHECK enum lm_status desk_split(const char *line, size_t length, struct lm_arena *arena,
                                        struct lm_log *log, const char *const **words,
                                        size_t *count);

/* Append the fields of ${kind} for help: "board RESULT", "player [rounds]". */
void desk_usage_of(const struct lm_desk_kind *kind, struct lm_text *out);

#endif
