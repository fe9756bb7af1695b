/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STANDINGS_H
#define LIMMAT_CLI_STANDINGS_H

/* What `standings`, `explain --standings` and `check` share. */

#include "cli/command.h"
#include "limmat/ranking.h"

extern const struct command standings_command;

/* The edition called ${name}; NULL: that of the start date of ${t}, without one the newest. */
LM_MUST_CHECK enum lm_status choose_edition(const char *name, const struct lm_tournament *t,
                                            struct lm_log *log, enum lm_tie_break_edition *edition);

/* Set the order in ${o}: ${list}; NULL: what ${t} asks for, which is noted. */
LM_MUST_CHECK enum lm_status choose_tie_breaks(const char *list, const struct lm_tournament *t,
                                               struct lm_arena *arena, struct lm_log *log,
                                               struct lm_standings_options *o);

/* explain_standings.c: derive every tie-break of the participant with the number ${wanted} after
 * ${round} (0: the last one), in the order of ${list} (NULL: that of ${t}). */
LM_MUST_CHECK enum lm_status explain_standings(struct run *run, const struct lm_tournament *t,
                                               int64_t wanted, const char *list, uint32_t round,
                                               bool json);

/* What a file declares that does not follow; ${standings} NULL: nothing could be checked. */
struct declarations {
    const struct lm_standings *standings;
    const struct lm_wrong_declaration *wrong;
    size_t count;
};

/* check_standings.c: hold the declared ranks of ${t}, and the points of its teams, to the results
 * and the order that it names (202, 212), without one to the points. */
LM_MUST_CHECK enum lm_status check_standings(const struct lm_tournament *t, struct lm_arena *arena,
                                             struct declarations *out);

/* "7 Meier, Kurt: rank 3 is declared, the results give 4" */
void write_wrong_declaration(const struct declarations *d, size_t index, struct lm_text *out);

#endif
