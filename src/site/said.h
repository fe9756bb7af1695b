/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SITE_SAID_H
#define LIMMAT_SITE_SAID_H

/*
 * Words for pages, given to templates by C.  Texts from the tables of other layers (names of
 * tie-breaks, titles of systems) have their words here too, by their code; those without words are
 * shown in the English of those tables.
 */

#include "limmat/arena.h"
#include "limmat/ranking.h"
#include "limmat/words.h"

struct lm_rule;
struct lm_message;
struct lm_system;

/* Return the words of ${key}, a sentence without values, in ${language}; in English if it has none.
 * They live as long as the program. */
const char *site_word(const struct lm_language *language, const char *key);

/* Return the sentence of ${key} with its ${count} ${values}, in ${arena}; "" without memory. */
const char *site_say(const struct lm_language *language, struct lm_arena *arena, const char *key,
                     const struct lm_value *values, size_t count);

/* Do the same with one value. */
const char *site_say_of(const struct lm_language *language, struct lm_arena *arena, const char *key,
                        struct lm_value value);

/* Return ${number}, which has a decimal point, with the mark of ${language}: "0,64". */
const char *site_decimal(const struct lm_language *language, struct lm_arena *arena,
                         const char *number);

/* Return the patterns of the ${count} ${keys} as JSON, for a script that fills them in like
 * limmat/words.h (web/words.js), in ${arena}. */
const char *site_words_of(const struct lm_language *language, const char *const *keys, size_t count,
                          struct lm_arena *arena);

/* A category with prizes in many chess events; NULL after the last.  "Women", "U18". */
struct site_category {
    const char *condition, *key; /* ${condition} in the form of limmat/category.h */
    int years;
};
const struct site_category *site_category(size_t index);
const char *site_category_name(const struct site_category *category,
                               const struct lm_language *language, struct lm_arena *arena);

/* Return "11–19 July 2026", "30 January – 2 February 2026"; other texts unchanged.  ${end} may be
 * "". */
const char *site_dates(const struct lm_language *language, const char *start, const char *end,
                       struct lm_arena *arena);

/* Return "Buchholz"; "The sum of the opponents' scores." */
const char *site_tie_break_name(const struct lm_language *language,
                                const struct lm_tie_break_kind *kind, struct lm_arena *arena);
const char *site_tie_break_what(const struct lm_language *language,
                                const struct lm_tie_break_kind *kind,
                                enum lm_tie_break_edition edition, struct lm_arena *arena);
const char *site_tie_break_edition(const struct lm_language *language,
                                   enum lm_tie_break_edition edition, struct lm_arena *arena);

/* Return "Thu 17 Oct 2019, 16:00 UTC". */
const char *site_moment(const struct lm_language *language, struct lm_arena *arena, int64_t at);

/* Return ${english}, a sentence of the library or the server with the parts ${message} (NULL: a
 * whole text), in ${language}; unchanged if that has no words for it.  In ${arena}. */
const char *site_message(const struct lm_language *language, struct lm_arena *arena,
                         const char *english, const struct lm_message *message);

/* Do the same for a sentence whose parts are not known, as findings in files and what another
 * program printed: its values are found by the English sentences (sentence.c).  */
const char *site_sentence(const struct lm_language *language, struct lm_arena *arena,
                          const char *english);

/* Return ${english} in the words of the desk: titles of acts, of their fields, and choices.  Rows
 * of other layers have this English, so that the text itself is the key. */
const char *site_title_word(const struct lm_language *language, struct lm_arena *arena,
                            const char *english);

/* Return "FIDE (Dutch) System, in force from 1 February 2026". */
const char *site_system_title(const struct lm_language *language, const struct lm_system *system,
                              struct lm_arena *arena);

/* Return "players who do not get their colour". */
const char *site_rule_title(const struct lm_language *language, const struct lm_rule *rule,
                            struct lm_arena *arena);

/* --- prizes (page_prizes.c) */

struct lm_prizes;
struct lm_award;

/* Return a condition of a category (limmat/category.h) in words: "women, U18". */
const char *site_condition_text(const struct lm_language *language, const char *condition,
                                struct lm_arena *arena);

/* Return the reasons of ${award}, in sentences. */
const char *site_award_reason(const struct lm_language *language, const struct lm_prizes *p,
                              const struct lm_award *award, struct lm_arena *arena);

#endif
