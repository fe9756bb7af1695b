/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LETTERS_H
#define LIMMAT_SERVER_LETTERS_H

/*
 * What people of a championship write to each other: a thread for each match, which its two players
 * and the directors read (V.A, VI.G), and letters to the directors (I.C), accusations among them
 * (VII.A), which their writer and the directors read.
 *
 * It is kept beside the journal and never in it: a line of the journal shows that there was
 * something, and by whom.  A text that is removed is gone.
 */

#include "server/championship_desk.h"
#include "server/lines.h"

enum { LETTER_MOST = 1000 }; /* bytes of a text */

enum letter_kind { LETTER_SAID, LETTER_QUESTION, LETTER_ACCUSATION, LETTER_ANSWER, LETTER_KINDS };

struct letter {
    enum letter_kind kind;
    uint64_t number; /* from 1 */
    uint64_t origin; /* that of the machine where it was written; 0: the same */
    const char *by;
    int64_t at;        /* seconds, by the clock of the championship */
    const char *whom;  /* who is accused, or who is answered; "" */
    const char *match; /* "qualification/1/2"; "" */
    const char *text;  /* "" once it is removed */
    bool removed, closed;
};

/* The scope of the thread of ${match}, and that of the letters to the directors. */
const char *letters_thread(struct visit *v, const char *match);
const char *letters_box(struct visit *v);

/* What was written in ${scope}, in order. */
LM_MUST_CHECK enum lm_status letters_list(struct visit *v, const char *scope, struct letter **out,
                                          size_t *count);

/* Add ${letter}, whose number and moment are found; refuses what is empty or too much. */
LM_MUST_CHECK enum lm_status letters_add(struct visit *v, const char *scope,
                                         const struct letter *letter);

/* Write ${letter} over the one of its number. */
LM_MUST_CHECK enum lm_status letters_put(struct visit *v, const char *scope,
                                         const struct letter *letter);

/* All messages of the championship as lines that another machine takes: {"n":0,…. */
LM_MUST_CHECK enum lm_status letters_write(struct visit *v, struct lm_text *out);

/* Have what is new in ${lines} of another machine: messages, and which of them are removed or
 * closed. Nothing comes back that was removed here. */
LM_MUST_CHECK enum lm_status letters_take(struct visit *v, const struct lines *lines);

/* May ${who} read ${letter} to the directors?  Its writer, who is answered, and directors whom it
 * doesn't accuse. */
bool letters_may_read(const struct viewer *who, const struct letter *letter);

/* The thread of ${contest} as ${who} reads it, into ${page}; nothing for others. */
struct champ_match_page;
LM_MUST_CHECK enum lm_status letters_of_match(struct visit *v, const struct viewer *who,
                                              const struct contest *contest,
                                              struct champ_match_page *page);

#endif
