/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_IDENTITY_H
#define LIMMAT_IDENTITY_H

/*
 * Is the player of a report the person with this id?
 *
 * A wrong digit in an id moves rating points from one person to another, unnoticed.  So the other
 * data of a report (name, year of birth, federation, sex, rating) are compared with the
 * registry.  Names are compared as people write them: letter case, diacritics, order,
 * comma, transliteration (ü and ue, Sergey and Sergej), initials and small slips do not make
 * another person.  Nor do a name changed by marriage, a transfer or a year of birth off by one, but
 * these get a note.  Impossible data are refused, with the likely person.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/arena.h"
#include "limmat/export.h"
#include "limmat/registry.h"
#include "limmat/status.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A player's data in a report; missing ones are NULL, "" or 0. */
struct lm_claim {
    uint32_t id; /* 0: the report gives none */
    const char *name;
    const char *federation;
    int32_t born; /* year */
    bool woman;   /* false: unknown */
    int32_t rating;
};

/* Likeness of a report's name and the name on the list. */
enum lm_name_fit {
    LM_NAME_MISSING,
    LM_NAME_SAME,
    LM_NAME_NEAR,   /* a slip, a short form, one word of two */
    LM_NAME_GIVEN,  /* only the given name fits: marriage? */
    LM_NAME_FAMILY, /* only the family name fits: a relative, a namesake? */
    LM_NAME_OTHER
};
LM_API enum lm_name_fit lm_name_compare(const char *reported, const char *listed,
                                        struct lm_arena *scratch);

enum lm_identity {
    LM_IDENTITY_SAME,   /* nothing speaks against it */
    LM_IDENTITY_LIKELY, /* a difference of an ordinary kind: note it */
    LM_IDENTITY_OTHER   /* not this person */
};

/* A claim compared with one person; points weigh the evidence for and against it. */
struct lm_identity_fit {
    enum lm_identity verdict;
    int32_t points;
    enum lm_name_fit name;
    bool born_differs, federation_differs, sex_differs, rating_differs;
    bool deceased; /* the person is deceased (B.02 10.2): another person played */
};

/* Return how well ${person} fits ${claim}; ${scratch} is for comparing their names. */
LM_API struct lm_identity_fit lm_identity_judge(const struct lm_claim *claim,
                                                const struct lm_person *person,
                                                struct lm_arena *scratch);

/* A claim with the persons of the registry that fit it best; indices, LM_NOBODY: none. */
struct lm_identity_case {
    struct lm_claim claim;
    struct lm_identity_fit fit; /* with the person of the id; LM_IDENTITY_OTHER without one */
    uint32_t person;            /* of the id; LM_NOBODY: not in the registry */
    uint32_t likely;            /* fits clearly better */
    uint32_t likely_too;        /* just as well as ${likely} */
    int32_t likely_points;
};

/* Find, in one pass over ${registry}, the likely person of each of ${cases}.  A likely claim that
 * another person fits clearly better becomes LM_IDENTITY_OTHER.  LM_LIMIT: no memory. */
LM_API LM_MUST_CHECK enum lm_status lm_identity_propose(const struct lm_registry *registry,
                                                        struct lm_identity_case *cases,
                                                        size_t count, struct lm_arena *scratch);

/* Append the differences: "the name is Muster, Max on the list, born 1990, not 1980"; nothing if
 * there are none. */
LM_API void lm_identity_say(const struct lm_identity_case *one, const struct lm_person *person,
                            struct lm_text *out);

/* --- words of names, for searching --- */

enum { LM_NAME_WORDS = 8, LM_NAME_LETTERS = 24 };

/* A name as words by sound: folded, transliterations made one. */
struct lm_name_key {
    char words[LM_NAME_WORDS][LM_NAME_LETTERS];
    size_t count;
    size_t family; /* words before the comma; 1 when there is none */
};
LM_API void lm_name_key_of(const char *name, struct lm_arena *scratch, struct lm_name_key *out);

/* Do the same with text that lm_text_add_folded made. */
LM_API void lm_name_key_of_folded(const char *folded, size_t length, struct lm_name_key *out);

/* Does ${listed} have all words of ${wanted}, in any order, or their letters with other gaps from
 * some word on?  ("berg" in "van den berg jan", "o connor" in "oconnor pat") */
LM_API bool lm_name_has(const struct lm_name_key *listed, const struct lm_name_key *wanted);

#ifdef __cplusplus
}
#endif
#endif
