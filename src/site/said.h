/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SAID_H
#define LIMMAT_SITE_SAID_H

/*
 * Words for pages, as C gives them to templates.  What comes from the tables of other layers (names
 * of tie-breaks, titles of systems) has its words here too, by its code; what has none is given as
 * those tables have it, in English.
 */

#include "limmat/arena.h"
#include "limmat/ranking.h"
#include "limmat/words.h"

struct lm_rule;
struct lm_told;
struct lm_system;

/* The words of ${key}, a sentence without values, in ${language}; where that has none, in English.
 * They live as long as the program. */
const char *site_word(const struct lm_language *language, const char *key);

/* The sentence of ${key} with its ${count} ${values}, in ${arena}; "" without memory. */
const char *site_say(const struct lm_language *language, struct lm_arena *arena, const char *key,
                     const struct lm_value *values, size_t count);

/* The same with one value. */
const char *site_say_of(const struct lm_language *language, struct lm_arena *arena, const char *key,
                        struct lm_value value);

/* ${number}, written with a decimal point, with the mark of ${language}: "0,64". */
const char *site_decimal(const struct lm_language *language, struct lm_arena *arena,
                         const char *number);

/* The patterns of the ${count} ${keys} as JSON, for a script that fills them in as limmat/words.h
 * does (web/words.js), in ${arena}. */
const char *site_words_of(const struct lm_language *language, const char *const *keys, size_t count,
                          struct lm_arena *arena);

/* "11–19 July 2026", "30 January – 2 February 2026"; what is no date as it is written.  ${end} may
 * be "". */
/* A category that chess events commonly honour; NULL behind the last.  "Women", "U18". */
struct site_category {
    const char *condition, *key; /* ${condition} as limmat/category.h has it */
    int years;
};
const struct site_category *site_category(size_t index);
const char *site_category_name(const struct site_category *category,
                               const struct lm_language *language, struct lm_arena *arena);

const char *site_dates(const struct lm_language *language, const char *start, const char *end,
                       struct lm_arena *arena);

/* "Buchholz"; "The sum of the opponents' scores." */
const char *site_tie_break_name(const struct lm_language *language,
                                const struct lm_tie_break_kind *kind, struct lm_arena *arena);
const char *site_tie_break_what(const struct lm_language *language,
                                const struct lm_tie_break_kind *kind,
                                enum lm_tie_break_edition edition, struct lm_arena *arena);
const char *site_tie_break_edition(const struct lm_language *language,
                                   enum lm_tie_break_edition edition, struct lm_arena *arena);

/* "Thu 17 Oct 2019, 16:00 UTC" */
const char *site_moment(const struct lm_language *language, struct lm_arena *arena, int64_t at);

/* What ${english} says, a sentence of the library or the server that was made as ${said} tells
 * (NULL: it is whole), in ${language}; as it is, where that has no words for it.  In ${arena}. */
const char *site_told(const struct lm_language *language, struct lm_arena *arena,
                      const char *english, const struct lm_told *said);

/* "FIDE (Dutch) System, in force from 1 February 2026" */
/* ${english} as the desk says it: titles of acts, of their fields, and what one chooses from.  They
 * are the English of rows that other layers own too, so the key is what they say. */
const char *site_said(const struct lm_language *language, struct lm_arena *arena,
                      const char *english);

const char *site_system_title(const struct lm_language *language, const struct lm_system *system,
                              struct lm_arena *arena);

/* "players who do not get their colour" */
const char *site_rule_title(const struct lm_language *language, const struct lm_rule *rule,
                            struct lm_arena *arena);

/* --- prizes (page_prizes.c) */

struct lm_prizes;
struct lm_award;

/* A condition of a category (limmat/category.h) in words: "women, U18". */
const char *site_condition_said(const struct lm_language *language, const char *condition,
                                struct lm_arena *arena);

/* Why ${award} is what it is, in sentences. */
const char *site_award_reason(const struct lm_language *language, const struct lm_prizes *p,
                              const struct lm_award *award, struct lm_arena *arena);

#endif
