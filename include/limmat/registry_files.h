/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LIMMAT_REGISTRY_FILES_H
#define LIMMAT_REGISTRY_FILES_H

/*
 * Rating lists as bytes: Limmat's own registry file, and the lists that FIDE publishes.
 *
 * The registry file is text, a line per person in the order of ids, columns separated by tabs, so
 * that `diff`, `grep` and `sort` work on it; behind the people an index of folded names, and one of
 * names as they sound with each of their words first; in the last line, of fixed width, where the
 * indices begin.  Ids, names and words are therefore found in the bytes by bisection, without
 * reading the file: a person in a list of 1.6 million in some microseconds.
 *
 * limmat-registry 3 2013-08-01
 * ID NAME FED SEX BORN TITLE WTITLE OTITLES FOA FLAGS STANDARD RAPID BLITZ        (people)
 * names
 * FOLDED-NAME ID                                                                  (index)
 * words
 * WORDS-AS-THEY-SOUND ID                                                          (index)
 * end OFFSET-OF-NAMES OFFSET-OF-WORDS PEOPLE SUM
 *
 * SUM says of which people the indices are, and that they are whole.  Files of version 1, which
 * have no words and one offset, and of version 2, which have no sum, are read as well.
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

/* Where bytes go.  ${write} returns false when it could not; the writer then ends with LM_IO. */
struct lm_sink {
    bool (*write)(void *context, const char *bytes, size_t length);
    void *context;
};

/* --- Limmat's own */

/* Read a registry file into ${*out}, owned by ${arena}; every mistake goes to ${log} with its
 * line. */
LM_API LM_MUST_CHECK enum lm_status lm_registry_read(const char *bytes, size_t length,
                                                     struct lm_arena *arena, struct lm_log *log,
                                                     struct lm_registry *out);

/* Write ${registry}, whose people are in order.  The same registry always makes the same bytes.
 * ${scratch} holds the index while it is sorted.  LM_INVALID, nothing being written, where a text
 * would not be read back or holds a control character; ${log} says whose. */
LM_API LM_MUST_CHECK enum lm_status lm_registry_write(const struct lm_registry *registry,
                                                      struct lm_sink sink, struct lm_arena *scratch,
                                                      struct lm_log *log);

/* Append the text of one track, as it stands in a registry file; and read it back. */
LM_API void lm_track_write(const struct lm_track *track, struct lm_text *out);
LM_API bool lm_track_read(const char *bytes, size_t length, struct lm_arena *arena,
                          struct lm_track *track);

/* The person ${id} of the registry file ${bytes}; false: not there, or no registry file.  Reads a
 * few lines only. */
LM_API bool lm_registry_lookup(const char *bytes, size_t length, uint32_t id,
                               struct lm_arena *arena, struct lm_person *person);

/* People one after another, in order of ids: the one at ${*at}, 0 for the first; ${*at} then is
 * where the next begins.  false: there are no more, or a line that is none. */
LM_API bool lm_registry_next(const char *bytes, size_t length, size_t *at, struct lm_arena *arena,
                             struct lm_person *person);

/* The ids of up to ${most} persons whose folded name begins with ${folded} (see
 * lm_text_add_folded), in order of names, into ${ids}; how many.  Reads a few lines only. */
LM_API size_t lm_registry_search(const char *bytes, size_t length, const char *folded,
                                 uint32_t *ids, size_t most);

/* After lm_registry_search found ${count}: those who have the words of ${folded}, or words that
 * begin so, in any order and as they sound ("mueller m", "oconnor pat"), put behind the ids found;
 * how many there are then.  Initials alone find nobody.  Reads few lines; all names in a file of
 * version 1, where words must be whole. */
LM_API size_t lm_registry_search_words(const char *bytes, size_t length, const char *folded,
                                       uint32_t *ids, size_t count, size_t most);

/* The list day of a registry file, LM_NO_DAY: it is none. */
LM_API int32_t lm_registry_list(const char *bytes, size_t length);

/* --- FIDE's */

enum lm_fide_list {
    LM_FIDE_COMBINED, /* text, one line a player, the three ratings; columns from the header line */
    LM_FIDE_LEGACY,   /* text, one kind of chess, the rating's column named by month: AUG13 */
    LM_FIDE_XML,      /* the combined list as XML, or that of one kind */
    LM_FIDE_LISTS,    /* how many FIDE has; the same people for other programs: */
    LM_LIST_CSV = LM_FIDE_LISTS,
    LM_LIST_JSON,
    LM_LIST_FORMS
};

/* "combined", "legacy", "xml". */
LM_API const char *lm_fide_list_name(enum lm_fide_list format);

/* A reader that is fed the bytes of a list in pieces of any size, so that nobody needs to hold a
 * list of 700 MB; it finds out which format they are in. */
struct lm_fide_reader;

/* Read into ${registry}, which is empty and stands for the list of its day.  A list of one kind of
 * chess is taken for ${chess}.  What a list does not say is assumed: K 10 has been 2400; K 15 or 20
 * has 30 games behind it, and so has a junior's 40; a player not called inactive has played for the
 * list.  NULL: no memory. */
LM_API struct lm_fide_reader *lm_fide_reader_new(struct lm_registry *registry, enum lm_chess chess,
                                                 struct lm_log *log);
LM_API LM_MUST_CHECK enum lm_status lm_fide_reader_feed(struct lm_fide_reader *reader,
                                                        const char *bytes, size_t length);
/* The end of the bytes: the people are put in order.  LM_INVALID when there was any mistake. */
LM_API LM_MUST_CHECK enum lm_status lm_fide_reader_end(struct lm_fide_reader *reader);

/* Write the list as FIDE does, or as CSV or JSON: everybody with a rating in any kind of chess,
 * excluded persons left out; of a legacy list those rated in ${chess}. */
LM_API LM_MUST_CHECK enum lm_status lm_fide_list_write(const struct lm_registry *registry,
                                                       const struct lm_rating_rules *rules,
                                                       enum lm_fide_list format,
                                                       enum lm_chess chess, struct lm_sink sink,
                                                       struct lm_arena *scratch);

#ifdef __cplusplus
}
#endif
#endif
