/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REGISTRY_FILES_H
#define LIMMAT_REGISTRY_FILES_H

/*
 * Rating lists as bytes: Limmat's own registry file, and the lists that FIDE publishes.
 *
 * The registry file is text, a line per person in the order of ids, columns separated by tabs, so
 * that `diff`, `grep` and `sort` work on it.  Behind the people come an index of folded names and
 * one of names as they sound, with each of their words first; the last line, of fixed width, has
 * the offsets of the indices.  Ids, names and words are therefore found in the bytes by bisection,
 * without reading the file: a person in a list of 1.6 million takes some microseconds.
 *
 * limmat-registry 3 2013-08-01
 * ID NAME FED SEX BORN TITLE WTITLE OTITLES FOA FLAGS STANDARD RAPID BLITZ        (people)
 * names
 * FOLDED-NAME ID                                                                  (index)
 * words
 * WORDS-AS-THEY-SOUND ID                                                          (index)
 * end OFFSET-OF-NAMES OFFSET-OF-WORDS PEOPLE SUM
 *
 * SUM identifies the people that the indices describe, and shows that the indices are whole.  Files
 * of version 1, which have no words and one offset, and of version 2, which have no sum, are read
 * as well.
 *
 * STANDARD, RAPID, BLITZ are empty or RATING,K,SINCE,TOTAL,GAMES,LAST,FLAGS and then any of
 * |hSINCE,RATING,K            a rating that was in force before
 * |pMONTH,GAMES,TENTHS,OPPONENTS,AVERAGE,EVENT   a pooled result
 * |wOPPONENT,RATING,TENTHS,LEAGUE                a game waiting for its league's end
 * SINCE is YYYYMMDD or "-"; LAST and MONTH number months as lm_month_of; FLAGS are letters: t a
 * published rating has been 2400, h 2300, p an unrated result has counted, d delisted; of a person:
 * x not to be listed (13.1, 13.2), d deceased.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "limmat/export.h"
#include "limmat/registry.h"
#include "limmat/status.h"
#include "limmat/text.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A destination for bytes.  ${write} returns false on failure; the writer then ends with LM_IO. */
struct lm_sink {
    bool (*write)(void *context, const char *bytes, size_t length);
    void *context;
};

/* --- Limmat's own files */

/* Read a registry file into ${*out}, owned by ${arena}; every mistake goes to ${log} with its
 * line. */
LM_API LM_MUST_CHECK enum lm_status lm_registry_read(const char *bytes, size_t length,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct lm_registry *out);

/* Write ${registry}, whose people are in order.  The same registry always makes the same bytes.
 * ${scratch} holds the index while it is sorted.  LM_INVALID, with nothing written, if a text could
 * not be read again or holds a control character; ${log} names the person. */
LM_API LM_MUST_CHECK enum lm_status lm_registry_write(const struct lm_registry *registry,
                                                      struct lm_sink sink, struct lm_arena *scratch,
                                                      struct lm_log *log);

/* Append the text of one track in the form of a registry file; and read it again. */
LM_API void lm_track_write(const struct lm_track *track, struct lm_text *out);
LM_API bool lm_track_read(const char *bytes, size_t length, struct lm_arena *arena,
                          struct lm_track *track);

/* Find the person ${id} in the registry file ${bytes}; false: not found, or not a registry file.
 * Reads a few lines only. */
LM_API bool lm_registry_lookup(const char *bytes, size_t length, uint32_t id,
                               struct lm_arena *arena, struct lm_person *person);

/* Read people one after another, in order of ids: the person at ${*at}, 0 for the first; ${*at} is
 * then the beginning of the next.  false: the end, or an invalid line. */
LM_API bool lm_registry_next(const char *bytes, size_t length, size_t *at, struct lm_arena *arena,
                             struct lm_person *person);

/* Find up to ${most} persons whose folded name begins with ${folded} (see lm_text_add_folded), put
 * their ids into ${ids} in order of names, and return how many.  Reads a few lines only. */
LM_API size_t lm_registry_search(const char *bytes, size_t length, const char *folded,
                                 uint32_t *ids, size_t most);

/* After lm_registry_search found ${count}: append the ids of persons whose names have the words of
 * ${folded}, or words that begin with them, in any order and as they sound ("mueller m", "oconnor
 * pat"); return the new number of ids.  Initials alone find no one.  Reads few lines; in a file of
 * version 1, where words must be whole, all names. */
LM_API size_t lm_registry_search_words(const char *bytes, size_t length, const char *folded,
                                       uint32_t *ids, size_t count, size_t most);

/* Return the list day of a registry file; LM_NO_DAY: it is not a registry file. */
LM_API int32_t lm_registry_list(const char *bytes, size_t length);

/* --- FIDE's lists */

enum lm_fide_list {
    LM_FIDE_COMBINED, /* text, one line a player, the three ratings; columns from the header line */
    LM_FIDE_LEGACY,   /* text, one kind of chess, the rating's column named by month: AUG13 */
    LM_FIDE_XML,      /* the combined list as XML, or a list of one kind of chess */
    LM_FIDE_LISTS,    /* number of FIDE's formats; the next two are for other programs: */
    LM_LIST_CSV = LM_FIDE_LISTS,
    LM_LIST_JSON,
    LM_LIST_FORMS
};

/* "combined", "legacy", "xml". */
LM_API const char *lm_fide_list_name(enum lm_fide_list format);

/* A reader that takes the bytes of a list in pieces of any size, so that callers need not hold a
 * list of 700 MB; it finds out which format they are in. */
struct lm_fide_reader;

/* Read into ${registry}, which is empty and has the day of the list.  A list of one kind of chess
 * counts as ${chess}.  Data missing from a list are assumed: K 10 means that a rating has been
 * 2400; K 15 or 20, and a junior's 40, mean at least 30 games; a player without the inactive flag
 * has played for the list.  NULL: no memory. */
LM_API struct lm_fide_reader *lm_fide_reader_new(struct lm_registry *registry, enum lm_chess chess,
                                                 struct lm_log *log);
LM_API LM_MUST_CHECK enum lm_status lm_fide_reader_feed(struct lm_fide_reader *reader,
                                                        const char *bytes, size_t length);
/* End the bytes and put the people in order.  LM_INVALID if there was any mistake. */
LM_API LM_MUST_CHECK enum lm_status lm_fide_reader_end(struct lm_fide_reader *reader);

/* Write the list in FIDE's formats, or as CSV or JSON: all people with a rating in any kind of
 * chess, without excluded persons; in a legacy list those rated in ${chess}. */
LM_API LM_MUST_CHECK enum lm_status lm_fide_list_write(const struct lm_registry *registry,
                                                       const struct lm_rating_rules *rules,
                                                       enum lm_fide_list format,
                                                       enum lm_chess chess, struct lm_sink sink,
                                                       struct lm_arena *scratch);

#ifdef __cplusplus
}
#endif
#endif
