/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_SERVER_LETTERS_H
#define LIMMAT_SERVER_LETTERS_H

/*
 * Messages of a championship: a thread for each match, which its two players and the directors read
 * (V.A, VI.G), and letters to the directors (I.C), accusations among them (VII.A), which their
 * writer and the directors read.
 *
 * The store keeps them beside the journal and never in it: a line of the journal shows only that
 * there was a message, and its writer. A removed text is gone.
 */

#include "server/championship_desk.h"
#include "server/journal_lines.h"

enum { LETTER_MOST = 1000 }; /* characters of a text */

enum letter_kind {
    LETTER_MESSAGE,
    LETTER_QUESTION,
    LETTER_ACCUSATION,
    LETTER_ANSWER,
    LETTER_KINDS
};

struct letter {
    enum letter_kind kind;
    uint64_t number; /* from 1 */
    uint64_t origin; /* its number on the machine where it was written; 0: ${number} */
    const char *by;
    int64_t at;        /* seconds, by the clock of the championship */
    const char *whom;  /* player accused, or answered; "" */
    const char *match; /* "qualification/1/2"; "" */
    const char *text;  /* "" once it is removed */
    bool removed, closed;
    bool former; /* of an applicant whose name another one took: for directors alone */
};

/* Return the scope of the thread of ${match}, and that of the letters to the directors. */
const char *letters_thread(struct visit *v, const char *match);
const char *letters_box(struct visit *v);

/* List the messages in ${scope}, in order. */
LM_MUST_CHECK enum lm_status letters_list(struct visit *v, const char *scope, struct letter **out,
                                          size_t *count);

/* Add ${letter} with the next number and the current time; refuse an empty or too long text. */
LM_MUST_CHECK enum lm_status letters_add(struct visit *v, const char *scope,
                                         const struct letter *letter);

/* Replace the letter of the same number by ${letter}. */
LM_MUST_CHECK enum lm_status letters_put(struct visit *v, const char *scope,
                                         const struct letter *letter);

/* Leave the letters of ${player}, and the answers, to the directors: another has this name now. */
LM_MUST_CHECK enum lm_status letters_leave(struct visit *v, const char *player);

/* Write all messages of the championship as lines for another machine: {"n":0,…. */
LM_MUST_CHECK enum lm_status letters_write(struct visit *v, struct lm_text *out);

/* Import the new ${lines} of another machine: messages, and which are removed or closed. A message
 * that was removed here stays removed. */
LM_MUST_CHECK enum lm_status letters_take(struct visit *v, const struct lines *lines);

/* Can ${who} read ${letter} to the directors? Its writer, the player answered, and directors it
 * does not accuse can. */
bool letters_may_read(const struct viewer *who, const struct letter *letter);

/* Add the thread of ${contest} to ${page} as ${who} can read it; nothing for others. */
struct champ_match_page;
LM_MUST_CHECK enum lm_status letters_of_match(struct visit *v, const struct viewer *who,
                                              const struct contest *contest,
                                              struct champ_match_page *page);

#endif
