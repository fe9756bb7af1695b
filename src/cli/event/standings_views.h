/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_STANDINGS_VIEWS_H
#define LIMMAT_CLI_STANDINGS_VIEWS_H

/* The output of `limmat standings`: the same data as sheets (text, CSV, HTML) and as JSON. */

#include "cli/event/sheet_text.h"
#include "limmat/category.h"
#include "limmat/crosstable.h"
#include "limmat/json.h"
#include "limmat/statistics.h"

struct view {
    struct lm_arena *arena;
    const struct lm_standings *s;
    const struct lm_crosstable *c;
    const struct lm_category *category; /* NULL: all players */
    struct lm_category_ranking members; /* the participants shown */
    bool each;                          /* the crosstable has a column for each participant */
    bool csv;                           /* the sheet is for programs */
};

/* standings_sheets.c: a view as a sheet. */
struct sheet standings_sheet(const struct view *v);
struct sheet crosstable_sheet(const struct view *v);
struct sheet cards_sheet(const struct view *v);

/* standings_statistics.c */
struct sheet statistics_sheet(const struct view *v);
void put_statistics(const struct view *v, struct lm_json_writer *w);

/* standings_json.c: the members of the object that `-f json` prints. */
void put_standings(const struct view *v, struct lm_json_writer *w);
void put_crosstable(const struct view *v, struct lm_json_writer *w);

/* "0 Escher, Reto" for people; the value as text. */
const char *value_text(const struct view *v, uint32_t who, size_t tie_break);

/* Return a subtitle: "Crosstable after round 5, Women", and the edition that it ${ranks} by. */
const char *subtitle_of(const struct view *v, const char *what, bool ranks);

#endif
