/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_CLI_DESK_H
#define LIMMAT_CLI_DESK_H

/* `limmat desk`: declarations shared by its files. */

#include "cli/desk/desk_file.h"
#include "cli/desk/desk_words.h"
#include "site/said.h"
#include "site/sheet.h"

extern const struct command desk_command, journal_verify_command;

enum desk_form { DESK_TEXT, DESK_JSON, DESK_HTML, DESK_CSV };

/* One look at the event: the input of a view. */
struct desk_look {
    struct run *run;
    struct desk_file *file;
    struct lm_desk_section *section; /* NULL: the event has none, or several and none was named */
    const char *const *words;        /* after the view's name */
    size_t count;
    enum desk_form form;
    enum lm_desk_audience audience;
    const struct lm_language *language; /* of text and HTML; other forms are for programs */
};

/* Return ${english}, a word of a sheet, in the language of ${look}. */
const char *desk_title(const struct desk_look *look, const char *english);
/* Return the sentence of ${key} with its values, likewise. */
const char *desk_say(const struct desk_look *look, const char *key, const struct lm_value *values,
                     size_t count);

/* A view is a row: it appends to ${run->out}. */
struct desk_view {
    const char *name;
    const char *usage;   /* operands that can follow; "" none */
    const char *summary; /* one line */
    bool in_section;
    enum lm_status (*show)(const struct desk_look *look);
};

/* All views, up to a row without name: desk_views.c (state) and desk_paper.c (sheets). */
extern const struct desk_view desk_state_views[], desk_paper_views[], desk_hall_views[],
    desk_team_views[];

/* A command that makes several acts from a file: without ${confirmed} it only shows them.  The
 * members that all acts have in common are in ${common}. */
struct desk_list {
    const char *name;
    enum lm_status (*read)(const struct desk_look *look, bool confirmed,
                           const struct lm_desk_act *common, struct lm_desk_act **acts,
                           size_t *count);
};

/* desk_lists.c: return the command called ${name} whose file is ${path}; NULL: unknown, or no such
 * file. */
const struct desk_list *desk_list_named(const char *name, const char *path);

/* A sheet of ${look}'s section about ${round} (NULL: none), with fingerprint. */
/* " Not in FIDE mode since round 3 (late-correction)." (VCL 46); "" while it is. */
const char *desk_fide_mark(const struct desk_look *look, const struct lm_desk_section *s);
struct sheet desk_sheet(const struct desk_look *look, const char *what,
                        const struct lm_desk_round *round);
/* "GM Caflisch, Urs" */
void desk_add_name(struct sheet *sheet, const struct desk_look *look,
                   const struct lm_desk_player *player);

/* The view "preview". */
enum lm_status desk_show_preview(const struct desk_look *look);
/* "2.5" */
void desk_add_points(struct sheet *sheet, int32_t tenths);
/* Game points of a match so far, as "2½-1½"; "-" while nothing is entered. */
const char *desk_score_text(const struct desk_look *look, const struct lm_desk_board *board);
/* The recorded result of a board; of a team match, its score. */
const char *desk_result_shown(const struct desk_look *look, const struct lm_desk_board *board);
/* Add one slip per match, boards below each other, to ${sheet}. */
void desk_add_match(struct sheet *sheet, const struct desk_look *look,
                    const struct lm_desk_board *board, bool blank);
/* Is ${board} one of those named by "7,14-16" or "since=2"?  NULL: all are. */
bool desk_is_wanted(const char *word, const struct lm_desk_board *board);

/* A line of the journal as JSON. */
struct lm_json_writer;
void desk_put_entry(struct lm_json_writer *w, const struct desk_look *look, uint64_t number);

/* Append ${sheet} in the requested form. */
enum lm_status desk_write_sheet(const struct desk_look *look, struct sheet *sheet);

/* Return the round that the words name, else the draft, published or played one; LM_INVALID if
 * there is none. */
LM_MUST_CHECK enum lm_status desk_round_of(const struct desk_look *look,
                                           struct lm_desk_round **out);

#endif
