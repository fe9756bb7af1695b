/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STUDY_H
#define LIMMAT_CLI_STUDY_H

/* `limmat study`: its options, the sums of the measures, and the results. */

#include "cli/core/command.h"
#include "cli/core/shard.h"
#include "cli/study/measure.h"
#include "cli/study/study_sums.h"
#include "limmat/generate.h"

enum { ARMS_MAX = 8, EVENTS_MAX = 1000000 };

/* A system with its number of rounds, and the sums of its events. */
struct arm {
    const char *name; /* "dutch-2026", "double-swiss-2026:5": its name everywhere */
    const struct lm_system *system;
    uint32_t rounds;
    struct sums own[MEASURES];
    struct sums beyond[MEASURES]; /* differences from the same event of the first arm */
    struct sums *wrong;           /* WRONG_PAIRS after each round */
};

/* All settings that determine the figures; shards of one study agree in all of them except
 * ${shard}. */
struct study {
    const char *systems; /* as given */
    const char *version; /* of the Limmat that played merged shards; NULL: this one */
    uint32_t players, rounds, top;
    int64_t seed, events; /* for each arm */
    const char *order;    /* of the standings */
    const char *config;   /* lines of the generator; "" if there are none */
    struct shard shard;
    struct arm arms[ARMS_MAX];
    size_t arm_count;
};

/* --- arms.c */

/* Find the systems of ${s->systems} and make room for their sums.  LM_INVALID, LM_LIMIT. */
LM_MUST_CHECK enum lm_status study_make_arms(struct study *s, struct lm_arena *arena,
                                             struct lm_log *log);

/* --- study_file.c: JSON, for other programs and for --merge */

void study_write(const struct study *s, struct lm_text *out);

/* Read the shards in ${paths}[0..${count}), all of one study, into ${s}.  LM_INVALID if one is
 * missing, occurs twice, or is of another study; LM_IO. */
LM_MUST_CHECK enum lm_status study_merge(struct run *run, const char *const *paths, size_t count,
                                         struct study *s);

/* --- study_text.c */

void study_print(const struct study *s, struct lm_arena *arena, struct lm_text *out);
void study_write_csv(const struct study *s, struct lm_text *out);

/* Append ${value}, in parts of ${kind}'s unit, with three decimals (${plus}: with its sign). */
void add_value(struct lm_text *out, const struct measure_kind *kind, int64_t value, bool plus);

/* --- study_svg.c */

void study_draw(const struct study *s, struct lm_text *out);

#endif
