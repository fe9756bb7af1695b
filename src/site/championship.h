/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_CHAMPIONSHIP_H
#define LIMMAT_SITE_CHAMPIONSHIP_H

/*
 * The pages of a championship: its state at the time of its last event.  Applicants who do not take
 * part stay off the pages, and so do the amounts of sealed bids; the journal itself, with accounts
 * and marks, is never published (lm_championship_public makes the public one).
 */

#include "championship/definition.h"
#include "limmat/championship.h"
#include "site/pages.h"

struct site_championship {
    struct lm_championship *c;
    const char *slug;
    const char *folder; /* the folder of its pages, below the base; NULL: ${slug} */
    const struct site_names *names;
    const struct lm_journal_hooks *hooks; /* for the chain of its public journal */
};

enum site_championship_over {
    SITE_WHOLE,   /* one page */
    SITE_STAGES,  /* one for each stage of the definition */
    SITE_MATCHES, /* one for each match */
    SITE_ENTRANTS /* one for each person; empty for those who do not take part */
};

/* A row of the table of pages. */
struct site_championship_row {
    const char *name;
    const char *path; /* below SLUG/; %u is the number, from 1 */
    enum site_championship_over over;
    bool shared; /* by all languages */
    /* Append the page; ${index} is of the stage, match or person. */
    enum lm_status (*write)(const struct site_championship *e, uint32_t index,
                            struct lm_arena *arena, struct lm_text *out);
};

/* All pages; ended by a row without name. */
extern const struct site_championship_row site_championship_pages[];

/* Append the page of its rules, a row of the table. */
enum lm_status site_write_rules(const struct site_championship *e, uint32_t index,
                                struct lm_arena *arena, struct lm_text *out);

/* Append its files for programs, rows of the table: the public journal, its state as JSON, and the
 * news (Atom; none if the site has no full address). */
enum lm_status site_write_champ_journal(const struct site_championship *e, uint32_t index,
                                        struct lm_arena *arena, struct lm_text *out);
enum lm_status site_write_champ_json(const struct site_championship *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out);
enum lm_status site_write_champ_feed(const struct site_championship *e, uint32_t index,
                                     struct lm_arena *arena, struct lm_text *out);
bool site_champ_has_feed(const struct site_championship *e);

/* Return the full address of a page, in the language of ${e}; "" without a base. */
struct site_url site_champ_full(const struct site_championship *e, struct lm_arena *arena,
                                const char *format, ...) LM_PRINTF(3, 4);

/* Return the origin of a seat's player: "place 2 of Qualification", with ${known} also the name. */
const char *site_source(const struct site_championship *e, const struct source *source, bool known,
                        struct lm_arena *arena);

/* Return the reason why a player is out, in words. */
const char *site_ground(const struct lm_language *language, struct lm_arena *arena,
                        enum ground ground);

/* Return one entry condition in words. */
struct entry_rule;
const char *site_entry_rule(const struct site_championship *e, const struct entry_rule *rule,
                            struct lm_arena *arena);

/* Return the head of the page ${here}; and the kind of pairing of a stage: "Swiss system". */
struct site_head site_championship_head(const struct site_championship *e, const char *title,
                                        const char *here, struct lm_arena *arena);
const char *site_championship_kind(const struct site_championship *e, uint32_t index,
                                   struct lm_arena *arena);

/* The language and the clock of a text; all of it in ${arena}. */
struct site_teller {
    const struct lm_language *language;
    struct lm_arena *arena;
    const char *(*moment)(void *context, int64_t at); /* NULL: like site_moment */
    void *context;
};

/* Return the state of ${contest} at ${now}: "no time yet; offers 1 and 3 of 3", "5.5-4.5". */
struct contest;
const char *site_contest_state(const struct site_teller *by, const struct lm_championship *c,
                               const struct contest *contest, int64_t now);

/* Return a criterion of the standings, short: "points". */
const char *site_criterion(const struct lm_language *language, struct lm_arena *arena,
                           enum criterion criterion);

/* Return the number of pages of ${row}. */
uint32_t site_championship_count(const struct site_championship_row *row,
                                 const struct site_championship *e);

/* Make the championship's line in the list of all events, without pointers to ${e}. */
LM_MUST_CHECK enum lm_status site_championship_row_of(const struct site_championship *e,
                                                      struct lm_arena *arena,
                                                      struct site_index_row *out);

/* Return ${person} with a link to the player's page, if any; and the page of ${contest}. */
struct site_contender site_contender_of(const struct site_championship *e, uint32_t person,
                                        struct lm_arena *arena);
struct contest;
struct site_url site_contest_url(const struct site_championship *e, const struct contest *contest,
                                 struct lm_arena *arena);

/* Give ${group} with the rows ${standings}[0..${count}) its crosstable, if a round is published. */
struct standing;
LM_MUST_CHECK enum lm_status site_add_crosstable(const struct site_championship *e, uint32_t stage,
                                                 const struct standing *standings, uint32_t count,
                                                 struct lm_arena *arena,
                                                 struct site_stage_group *group);

/* Draw the bracket of stage ${stage} into ${page}, if it is a knock-out of two rounds or more whose
 * first is published. */
LM_MUST_CHECK enum lm_status site_add_tree(const struct site_championship *e, uint32_t stage,
                                           struct lm_arena *arena, struct site_stage_page *page);

#endif
