/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_TESTS_RATING_VECTORS_H
#define LIMMAT_TESTS_RATING_VECTORS_H

/* Reading of the vectors of 2013 and 2024: one JSON document per file, and the few forms of their
 * values. Unexpected data fails the running test. */

#include "../unit/check.h"

#include <stdio.h>

#include "limmat/json.h"
#include "limmat/rating_event.h"

enum { MOST_PLAYERS = 64, MOST_GAMES = 512, MOST_DAYS = 16, MOST_CLOCKS = 4 };

struct read_event {
    struct lm_rating_event event;
    struct lm_event_player players[MOST_PLAYERS];
    struct lm_event_game games[MOST_GAMES];
    struct lm_clock clock[MOST_CLOCKS];
    struct lm_day_rounds days[MOST_DAYS];
};

extern struct lm_arena *vectors_arena;

char *slurp(FILE *stream);
void read_vectors(const char *path);
const struct lm_json *file_named(const char *name);
const struct lm_json *item(const struct lm_json *array, size_t index);
bool is_null(const struct lm_json *node);
int64_t integer(const struct lm_json *node);
int64_t integer_at(const struct lm_json *array, size_t index);
bool truth(const struct lm_json *object, const char *key);
int64_t digits(const struct lm_json *node);
struct lm_fraction fraction(const struct lm_json *node);
void assert_fraction(struct lm_fraction got, const struct lm_json *expected);
int32_t day(const struct lm_json *node);
void read_clock(struct read_event *r, const struct lm_json *clock);
uint32_t player_with(const struct read_event *r, const char *id);
int32_t rating_of(const struct lm_json *person, const char *key);
void read_event(struct read_event *r, const struct lm_json *t, const struct lm_json *people);
int32_t seconds_of(const struct lm_json *node);
void read_players(struct read_event *r, const struct lm_json *list, const struct lm_json *people);

#endif
